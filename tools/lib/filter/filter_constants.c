// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * filter_constants.c - names of numbers in expressions over system calls: those that the decoders print.
 *
 * Beside an argument its own names count first, with or without their prefix (RDONLY). Otherwise any
 * name in full that stands for one number alone is known.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "decode.h"
#include "filter_priv.h"
#include "nearest.h"
#include "symbols_tables.h"
#include "util.h"

#define MAX_ERRNO 4095
/* The type byte of an ioctl. */
#define NR_IOCTL_TYPES 256
/* More than there are levels of socket options (SOL_*), or families. */
#define NR_SOCKET_LEVELS 512

/* What the kernel keeps to itself, and other names of the C library's. */
static const struct {
	const char *name;
	int number;
} errno_names[] = {
	{ "EDEADLOCK", EDEADLK }, { "ENOTSUP", ENOTSUP },	    { "EWOULDBLOCK", EWOULDBLOCK },
	{ "ERESTARTSYS", 512 },	  { "ERESTARTNOINTR", 513 },	    { "ERESTARTNOHAND", 514 },
	{ "ENOIOCTLCMD", 515 },	  { "ERESTART_RESTARTBLOCK", 516 },
};

static int find_errno(const char *name, uint64_t *ret_value)
{
	for (size_t i = 0; i < ARRAY_SIZE(errno_names); i++) {
		if (!strcmp(name, errno_names[i].name)) {
			*ret_value = (uint64_t)errno_names[i].number;
			return 0;
		}
	}
	for (int err = 1; err <= MAX_ERRNO; err++) {
		const char *other = strerrorname_np(err);

		if (other && !strcmp(name, other)) {
			*ret_value = (uint64_t)err;
			return 0;
		}
	}
	return -ENOENT;
}

static void no_errno(const char *name, struct expr_error *error)
{
	const char *near[1];
	struct nearest n;

	nearest__init(&n, name, strlen(name), near, 1);
	for (int err = 1; err <= MAX_ERRNO; err++) {
		if (strerrorname_np(err))
			nearest__add(&n, strerrorname_np(err));
	}
	snprintf(error->message, sizeof(error->message), "there is no error '%s'%s%s%s", name,
		 n.nr ? "; did you mean '" : "", n.nr ? near[0] : "", n.nr ? "'?" : "");
}

/**
 * struct search - for @name among the names of arguments; only of @word's when there is one.
 * @prefixes: what the names of the first two values that were found have in front of @name.
 */
struct search {
	const struct filter_word *word;
	const char *name;
	const char *prefixes[2];
	uint64_t value;
	unsigned int nr_values;
	struct nearest *nearest;
};

static bool has_name(const struct symbols *syms, const char *name)
{
	for (size_t i = 0; i < syms->nr; i++) {
		if (!strcmp(syms->table[i].name, name))
			return true;
	}
	return false;
}

static void search_table(struct search *s, const struct symbols *syms, bool with_prefix)
{
	uint64_t value;

	if (!syms)
		return;
	for (size_t i = 0; s->nearest && i < syms->nr; i++)
		nearest__add(s->nearest, syms->table[i].name);
	if ((with_prefix && !has_name(syms, s->name)) || symbols__lookup(syms, s->name, &value) ||
	    (s->nr_values && value == s->value))
		return;
	s->value = value;
	if (s->nr_values < ARRAY_SIZE(s->prefixes))
		s->prefixes[s->nr_values] = has_name(syms, s->name) ? "" : syms->prefix;
	s->nr_values++;
}

/* Whose names depend on another argument: of all that it may be. */
static void search_socket(struct search *s, const struct arg_desc *arg, bool any)
{
	const bool is_set = arg->type == &arg_setsockopt_name;
	const bool is_option = is_set || arg->type == &arg_getsockopt_name;
	const bool is_protocol = arg->type == &arg_sock_proto || arg->type == &arg_pair_proto;

	for (int i = 0; (is_option || is_protocol) && i < NR_SOCKET_LEVELS; i++) {
		search_table(s, is_option ? sockopt_symbols__get(i) : sock_protocol_symbols__get(i),
			     any);
		if (is_option)
			search_table(s, sockopt_symbols__one_way(i, !is_set), any);
	}
}

/* Types that have their names by themselves. */
static const struct {
	const struct arg_type *type;
	const struct symbols *syms;
} own_names[] = {
	{ &arg_signal, &syms_signal },
	{ &arg_clockid, &syms_clockid },
	{ &arg_mode, &syms_mknod_mode },
	{ &arg_mknod_mode, &syms_mknod_mode },
	{ &arg_open_mode, &syms_mknod_mode },
	{ &arg_syslog_type, &syms_syslog_action },
	{ &arg_syslog_level, &syms_syslog_level },
	{ &arg_futex_val3, &syms_futex_bitset },
};

/* Lines of perf's style have it without its prefix. */
static bool is_cwd(const struct search *s, const struct arg_desc *arg)
{
	return filter_arg__is_fd(arg) &&
	       (!strcmp(s->name, "AT_FDCWD") || (s->word && !strcmp(s->name, "CWD")));
}

static void search_arg(struct search *s, const struct arg_desc *arg)
{
	const bool any = !s->word;
	const struct cmd_row *row;

	search_table(s, arg->syms, any);
	for (size_t i = 0; i < ARRAY_SIZE(own_names); i++) {
		if (arg->type == own_names[i].type)
			search_table(s, own_names[i].syms, any);
	}
	for (unsigned int i = 0; arg->type == &arg_ioctl_cmd && i < NR_IOCTL_TYPES; i++)
		search_table(s, ioctl_symbols__get(i), any);
	search_socket(s, arg, any);
	for (size_t i = 0; arg->cmds && (row = cmd_table__at(arg->cmds, i)); i++)
		search_arg(s, &row->arg);
	if (arg->cmds)
		search_arg(s, &arg->cmds->other);
	if (is_cwd(s, arg) && !s->nr_values) {
		s->value = (uint64_t)(int64_t)AT_FDCWD;
		s->prefixes[0] = "";
		s->nr_values = 1;
	}
}

static int search_call(const struct syscall_desc *desc, void *ctx)
{
	struct search *s = ctx;
	const struct filter_call call = { .desc = desc };
	const unsigned int args = s->word ? filter_word__args(s->word, &call) : ~0u;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		if (args & 1u << i)
			search_arg(s, &desc->args[i]);
	}
	return 0;
}

static int ambiguous(const struct search *s, struct expr_error *error)
{
	const bool has_call = !s->word || s->word->call;

	if (has_call && strcmp(s->prefixes[0], s->prefixes[1]))
		snprintf(error->message, sizeof(error->message),
			 "'%s' is the rest of several names: write one whole, as %s%s or %s%s",
			 s->name, s->prefixes[0], s->name, s->prefixes[1], s->name);
	else
		snprintf(error->message, sizeof(error->message),
			 "'%s' is a different number in different calls%s", s->name,
			 has_call ? ": write a number"
				  : ": say which is meant (CALL.ARGUMENT), or write a number");
	return -ENOENT;
}

static bool is_number(const struct filter_word *word, enum filter_field field)
{
	return word && word->kind == FILTER_NUMBER && word->field == field;
}

static int find_user(struct filter *f, const struct filter_word *word, const char *name,
		     int64_t *ret_value, struct expr_error *error)
{
	const bool group = word->field == FILTER_F_GID;
	uint32_t id;

	if (f->names->user_id(name, group, &id)) {
		snprintf(error->message, sizeof(error->message), "there is no %s '%s'",
			 group ? "group" : "user", name);
		return -ENOENT;
	}
	*ret_value = id;
	return 0;
}

static void not_found(const struct search *s, const struct nearest *n, struct expr_error *error)
{
	if (s->word && n->nr)
		snprintf(error->message, sizeof(error->message),
			 "'%.*s' has no constant '%s'; did you mean '%s'?",
			 (int)MIN(s->word->name_len, (size_t)40), s->word->name, s->name,
			 n->names[0]);
}

int filter_constants__find(void *ctx, uint32_t like, const char *name, size_t len,
			   int64_t *ret_value, struct expr_error *error)
{
	struct filter *f = ctx;
	const struct filter_word *word = like == EXPR_NO_FIELD ? NULL : &f->words[like];
	const char *near[1];
	struct nearest n;
	char text[64];
	struct search s = { .name = text, .nearest = &n };

	if (len >= sizeof(text))
		return -ENOENT;
	memcpy(text, name, len);
	text[len] = '\0';
	if (is_number(word, FILTER_F_UID) || is_number(word, FILTER_F_GID))
		return find_user(f, word, text, ret_value, error);
	nearest__init(&n, text, len, near, 1);
	s.word = word && (word->kind == FILTER_ARG || word->kind == FILTER_ANY_FD) ? word : NULL;
	if (s.word)
		syscalls__for_each(search_call, &s);
	if (!s.nr_values && !find_errno(text, &s.value))
		s.nr_values = 1;
	/* An address of 0, as lines have it. */
	if (!s.nr_values && !strcmp(text, "NULL"))
		s.nr_values = 1;
	if (!s.nr_values && (is_number(word, FILTER_F_ERRNO) || is_number(word, FILTER_F_RET))) {
		no_errno(text, error);
		return -ENOENT;
	}
	if (!s.nr_values) {
		struct search all = { .name = text };

		syscalls__for_each(search_call, &all);
		s.value = all.value;
		s.nr_values = all.nr_values;
		memcpy(s.prefixes, all.prefixes, sizeof(s.prefixes));
	}
	if (s.nr_values > 1)
		return ambiguous(&s, error);
	if (!s.nr_values) {
		not_found(&s, &n, error);
		return -ENOENT;
	}
	*ret_value = (int64_t)s.value;
	return 0;
}
