// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter_words.c - what names in expressions over system calls stand for; see filter_priv.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "filter_priv.h"
#include "nearest.h"
#include "select.h"
#include "util.h"

/* ---- arguments ---- */

enum filter_arg_kind filter_arg__kind(const struct arg_desc *arg)
{
	static const struct arg_type *const data[] = {
		&arg_data_in,  &arg_data_out, &arg_random_out,
		&arg_path_out, &arg_comm,     &arg_comm_out,
	};
	const struct arg_type *type = arg->type;

	if (type->capture == AUG_CAP_STR)
		return arg__when(arg) & AUG_AT_ENTER ? FILTER_ARG_STRING : FILTER_ARG_DATA;
	for (size_t i = 0; i < ARRAY_SIZE(data); i++) {
		if (type == data[i])
			return FILTER_ARG_DATA;
	}
	return FILTER_ARG_NUMBER;
}

bool filter_arg__is_fd(const struct arg_desc *arg)
{
	return arg->type == &arg_fd || arg->type == &arg_at_fd || arg->type == &arg_fanotify_dfd ||
	       arg->type == &arg_mount_fd || arg->type == &arg_mmap_fd;
}

bool filter_arg__is_path(const struct arg_desc *arg)
{
	return arg->type == &arg_path;
}

bool filter_arg__is_fds(const struct arg_desc *arg)
{
	return arg->type == &arg_pollfds || arg->type == &arg_fdset;
}

bool filter_arg__is_pair(const struct arg_desc *arg, unsigned int abi)
{
	return abi == AUG_ABI_COMPAT && arg->type->high;
}

void filter_arg__number(const struct arg_desc *arg, unsigned int abi, bool *ret_is_32,
			bool *ret_is_signed)
{
	static const struct arg_type *const is_signed[] = {
		&arg_int,	   &arg_length,	     &arg_status,      &arg_fd,	     &arg_at_fd,
		&arg_fanotify_dfd, &arg_mount_fd,    &arg_other_fd,    &arg_mmap_fd, &arg_pid,
		&arg_pgid,	   &arg_pid_or_pgid, &arg_signal,      &arg_clockid, &arg_long,
		&arg_offset,	   &arg_offset_low,  &arg_length_pair,
	};
	const struct arg_type *type = arg->type;

	*ret_is_32 = !filter_arg__is_pair(arg, abi) && (type->is_32 || abi == AUG_ABI_COMPAT ||
							(arg->syms && arg->syms->width != 64));
	*ret_is_signed = arg->syms && arg->syms->is_decimal && arg->syms->width != 64;
	for (size_t i = 0; i < ARRAY_SIZE(is_signed); i++)
		*ret_is_signed |= type == is_signed[i];
}

static bool has_name(const struct arg_desc *arg, const char *name, size_t len)
{
	return strlen(arg->name) == len && !memcmp(arg->name, name, len);
}

bool filter_word__fits(const struct filter_word *word, const struct arg_desc *arg)
{
	return (word->type == EXPR_STR) == (filter_arg__kind(arg) != FILTER_ARG_NUMBER);
}

static bool is_meant(const struct filter_word *word, const struct arg_desc *arg)
{
	switch (word->kind) {
	case FILTER_ARG:
		return has_name(arg, word->name, word->name_len) && filter_word__fits(word, arg);
	case FILTER_ANY_FD:
		return filter_arg__is_fd(arg);
	case FILTER_ANY_PATH:
		return filter_arg__is_path(arg);
	case FILTER_ANY_FILE:
		return filter_arg__is_fd(arg) || filter_arg__is_fds(arg);
	case FILTER_POLLED:
		return filter_arg__is_fds(arg);
	default:
		return false;
	}
}

unsigned int filter_word__args(const struct filter_word *word, const struct filter_call *call)
{
	const struct syscall_desc *desc = call->desc;
	unsigned int args = 0;

	if (word->kind == FILTER_REGISTER)
		return 1u << word->idx;
	if (!desc || (word->call && strcmp(word->call, desc->name)))
		return 0;
	for (unsigned int i = 0; i < desc->nr_args; i++)
		args |= (unsigned int)is_meant(word, &desc->args[i]) << i;
	return args;
}

bool filter_word__is_known(const struct filter_word *word, const struct filter_call *call)
{
	const bool ends = !call->desc || !(call->desc->flags & AUG_S_NORETURN);

	if (word->kind == FILTER_CALL)
		return call->desc;
	if (word->kind != FILTER_NUMBER)
		return true;
	return ends || (word->field != FILTER_F_RET && word->field != FILTER_F_ERRNO &&
			word->field != FILTER_F_DURATION);
}

/* ---- names ---- */

static const struct {
	const char *name;
	struct filter_word word;
} words[] = {
	{ "any_fd", { .kind = FILTER_ANY_FD, .type = EXPR_SINT } },
	{ "any_file", { .kind = FILTER_ANY_FILE, .type = EXPR_STR } },
	{ "any_path", { .kind = FILTER_ANY_PATH, .type = EXPR_STR } },
	{ "cgroup", { .kind = FILTER_GROUP, .type = EXPR_STR } },
	{ "comm", { .kind = FILTER_COMM, .type = EXPR_STR } },
	{ "compat", { .kind = FILTER_COMPAT, .type = EXPR_BOOL } },
	{ "duration", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_DURATION } },
	{ "errno", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_ERRNO } },
	{ "gid", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_GID } },
	{ "pid", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_PID } },
	{ "polled_fd", { .kind = FILTER_POLLED, .type = EXPR_SINT } },
	{ "ret", { .kind = FILTER_NUMBER, .type = EXPR_SINT, .field = FILTER_F_RET } },
	{ "syscall", { .kind = FILTER_CALL, .type = EXPR_STR } },
	{ "tid", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_TID } },
	{ "uid", { .kind = FILTER_NUMBER, .type = EXPR_UINT, .field = FILTER_F_UID } },
};

static bool is_name(const struct expr_step *step, const char *name)
{
	return !step->is_index && strlen(name) == step->len && !memcmp(step->name, name, step->len);
}

static int fail(struct expr_error *error, const struct expr_step *step, int err, const char *fmt,
		...) __attribute__((format(printf, 4, 5)));

static int fail(struct expr_error *error, const struct expr_step *step, int err, const char *fmt,
		...)
{
	va_list ap;

	error->pos = step->pos;
	error->len = step->len;
	va_start(ap, fmt);
	vsnprintf(error->message, sizeof(error->message), fmt, ap);
	va_end(ap);
	return err;
}

/** struct scan - a search through the arguments of all calls. */
struct scan {
	const struct filter_word *word;
	bool found, is_text, is_signed;
	struct nearest *nearest;
};

static int scan_call(const struct syscall_desc *desc, void *ctx)
{
	struct scan *scan = ctx;
	bool is_32, is_signed;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct arg_desc *arg = &desc->args[i];

		if (scan->nearest)
			nearest__add(scan->nearest, arg->name);
		if ((scan->word->call && strcmp(scan->word->call, desc->name)) ||
		    !has_name(arg, scan->word->name, scan->word->name_len))
			continue;
		filter_arg__number(arg, AUG_ABI_NATIVE, &is_32, &is_signed);
		scan->found = true;
		scan->is_signed |= is_signed;
		scan->is_text |= filter_arg__kind(arg) != FILTER_ARG_NUMBER;
	}
	return 0;
}

/* Calls of one name may have a number where others have a text: then the text is meant. */
static bool find_argument(struct filter_word *word)
{
	struct scan scan = { .word = word };

	syscalls__for_each(scan_call, &scan);
	word->kind = FILTER_ARG;
	word->type = scan.is_text ? EXPR_STR : scan.is_signed ? EXPR_SINT : EXPR_UINT;
	return scan.found;
}

/* Constants may have the name, so this is an error only when there is none. */
static int unknown(const struct expr_step *step, struct expr_error *error)
{
	const struct filter_word nothing = { .name = "" };
	const char *near[2];
	struct nearest n;
	struct scan scan = { .word = &nothing, .nearest = &n };

	nearest__init(&n, step->name, step->len, near, ARRAY_SIZE(near));
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		nearest__add(&n, words[i].name);
	syscalls__for_each(scan_call, &scan);
	return fail(
		error, step, -ENOENT,
		"'%.*s' is neither an argument of a call, nor a constant, nor one of pid tid uid "
		"gid comm cgroup syscall compat ret errno duration any_fd any_file any_path polled_fd%s%s%s",
		(int)MIN(step->len, (size_t)40), step->name, n.nr ? "; did you mean '" : "",
		n.nr ? near[0] : "", n.nr ? "'?" : "");
}

static int find_single(const struct expr_step *step, struct filter_word *word,
		       struct expr_error *error)
{
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (is_name(step, words[i].name)) {
			*word = words[i].word;
			return 0;
		}
	}
	*word = (struct filter_word){ .name = step->name, .name_len = step->len };
	return find_argument(word) ? 0 : unknown(step, error);
}

static const struct syscall_desc *find_call(const char *name)
{
	const struct syscall_desc *desc = select__find(AUG_ABI_NATIVE, name);

	return desc ? desc : select__find(AUG_ABI_COMPAT, name);
}

static int no_argument(const struct syscall_desc *desc, const struct expr_step *step,
		       struct expr_error *error)
{
	char list[200] = "none";
	size_t len = 0;

	for (unsigned int i = 0; i < desc->nr_args && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s", i ? ", " : "",
					desc->args[i].name);
	return fail(error, step, -EINVAL, "%s has no argument '%.*s'; there are: %s", desc->name,
		    (int)MIN(step->len, (size_t)40), step->name, list);
}

/* "openat.flags" */
static int find_of_call(const struct expr_path *path, struct filter_word *word,
			struct expr_error *error)
{
	const struct expr_step *first = &path->steps[0], *second = &path->steps[1];
	const struct syscall_desc *desc;
	const char *near[1];
	char name[64];

	snprintf(name, sizeof(name), "%.*s", (int)MIN(first->len, sizeof(name) - 1), first->name);
	desc = find_call(name);
	if (!desc && syscalls__nearest(name, near, 1))
		return fail(error, first, -EINVAL,
			    "there is no system call '%s'; did you mean '%s'?", name, near[0]);
	if (!desc)
		return fail(error, first, -EINVAL, "there is no system call '%s'", name);
	*word = (struct filter_word){ .call = desc->name,
				      .name = second->name,
				      .name_len = second->len };
	return find_argument(word) ? 0 : no_argument(desc, second, error);
}

static int find_word(const struct expr_path *path, struct filter_word *word,
		     struct expr_error *error)
{
	const struct expr_step *second = &path->steps[1];
	const bool is_any = is_name(&path->steps[0], "arg") || is_name(&path->steps[0], "args");

	if (path->nr == 1)
		return find_single(&path->steps[0], word, error);
	if (path->nr > 2)
		return fail(error, &path->steps[2], -EINVAL,
			    "arguments have no members here: only their values can be compared");
	if (is_any && second->is_index) {
		if (second->index >= AUG_MAX_ARGS)
			return fail(error, second, -EINVAL, "a call has arguments [0] to [%d]",
				    AUG_MAX_ARGS - 1);
		*word = (struct filter_word){ .kind = FILTER_REGISTER,
					      .type = EXPR_UINT,
					      .idx = (unsigned int)second->index };
		return 0;
	}
	if (second->is_index)
		return fail(error, second, -EINVAL, "an index is known of args alone: args[0]");
	if (!is_any)
		return find_of_call(path, word, error);
	*word = (struct filter_word){ .name = second->name, .name_len = second->len };
	if (find_argument(word))
		return 0;
	return fail(error, second, -EINVAL, "no system call has an argument '%.*s'",
		    (int)MIN(second->len, (size_t)40), second->name);
}

static int find_field(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
		      uint32_t *ret_handle, struct expr_error *error)
{
	struct filter *f = ctx;
	struct filter_word word;
	int err = find_word(path, &word, error);

	if (err)
		return err;
	if (f->nr_words == FILTER_MAX_WORDS)
		return fail(error, &path->steps[0], -E2BIG, "there are too many names (%u at most)",
			    FILTER_MAX_WORDS);
	*ret_type = word.type;
	*ret_handle = (uint32_t)f->nr_words;
	f->words[f->nr_words++] = word;
	return 0;
}

struct expr_resolver filter_words__resolver(struct filter *f)
{
	return (struct expr_resolver){
		.ctx = f,
		.field = find_field,
		.constant = filter_constants__find,
	};
}
