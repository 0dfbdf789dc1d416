// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_fields.c - the words of expressions over samples; see overflow_expr.h. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "nearest.h"
#include "overflow_expr_priv.h"
#include "util.h"

/* clang-format off */
const struct overflow_word_info overflow_words[OVERFLOW_NR_WORDS] = {
	[OVERFLOW_W_ADDR]	    = { EXPR_UINT, OVERFLOW_F_ADDR, PERF_SAMPLE_ADDR, false },
	[OVERFLOW_W_CGROUP]	    = { EXPR_STR, OVERFLOW_F_CGROUP, 0, false },
	[OVERFLOW_W_CODE_PAGE_SIZE] = { EXPR_UINT, OVERFLOW_F_CODE_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE, true },
	[OVERFLOW_W_CODE_PGSZ]	    = { EXPR_UINT, OVERFLOW_F_CODE_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE, true },
	[OVERFLOW_W_COMM]	    = { EXPR_STR, OVERFLOW_F_GLOB, 0, false },
	[OVERFLOW_W_CPU]	    = { EXPR_UINT, OVERFLOW_F_CPU, 0, false },
	[OVERFLOW_W_DATA_PAGE_SIZE] = { EXPR_UINT, OVERFLOW_F_DATA_PAGE_SIZE, PERF_SAMPLE_DATA_PAGE_SIZE, true },
	[OVERFLOW_W_DATA_PGSZ]	    = { EXPR_UINT, OVERFLOW_F_DATA_PAGE_SIZE, PERF_SAMPLE_DATA_PAGE_SIZE, true },
	[OVERFLOW_W_DSO]	    = { EXPR_STR, OVERFLOW_F_IP, PERF_SAMPLE_IP, false },
	[OVERFLOW_W_GID]	    = { EXPR_UINT, OVERFLOW_F_GID, 0, false },
	[OVERFLOW_W_GID_NAME]	    = { EXPR_STR, OVERFLOW_F_GID, 0, false },
	[OVERFLOW_W_ID]		    = { EXPR_UINT, OVERFLOW_F_ID, PERF_SAMPLE_IDENTIFIER, true },
	[OVERFLOW_W_IN_BPF]	    = { EXPR_BOOL, OVERFLOW_F_IP, PERF_SAMPLE_IP, false },
	[OVERFLOW_W_IP]		    = { EXPR_UINT, OVERFLOW_F_IP, PERF_SAMPLE_IP, false },
	[OVERFLOW_W_KERNEL]	    = { EXPR_BOOL, OVERFLOW_F_USER, 0, false },
	[OVERFLOW_W_PERIOD]	    = { EXPR_UINT, OVERFLOW_F_PERIOD, PERF_SAMPLE_PERIOD, false },
	[OVERFLOW_W_PHYS_ADDR]	    = { EXPR_UINT, OVERFLOW_F_PHYS_ADDR, PERF_SAMPLE_PHYS_ADDR, true },
	[OVERFLOW_W_PID]	    = { EXPR_UINT, OVERFLOW_F_PID, 0, false },
	[OVERFLOW_W_SYMBOL]	    = { EXPR_STR, OVERFLOW_F_IP, PERF_SAMPLE_IP, false },
	[OVERFLOW_W_TID]	    = { EXPR_UINT, OVERFLOW_F_TID, 0, false },
	[OVERFLOW_W_TIME]	    = { EXPR_UINT, OVERFLOW_F_TIME, PERF_SAMPLE_TIME, false },
	[OVERFLOW_W_TXN]	    = { EXPR_UINT, OVERFLOW_F_TXN, PERF_SAMPLE_TRANSACTION, true },
	[OVERFLOW_W_UID]	    = { EXPR_UINT, OVERFLOW_F_UID, 0, false },
	[OVERFLOW_W_UID_NAME]	    = { EXPR_STR, OVERFLOW_F_UID, 0, false },
	[OVERFLOW_W_USER]	    = { EXPR_BOOL, OVERFLOW_F_USER, 0, false },
	[OVERFLOW_W_WEIGHT]	    = { EXPR_UINT, OVERFLOW_F_WEIGHT, PERF_SAMPLE_WEIGHT, true },
};

static const char *const names[OVERFLOW_NR_WORDS + 1] = {
	[OVERFLOW_W_ADDR]	    = "addr",
	[OVERFLOW_W_CGROUP]	    = "cgroup",
	[OVERFLOW_W_CODE_PAGE_SIZE] = "code_page_size",
	[OVERFLOW_W_CODE_PGSZ]	    = "code_pgsz",
	[OVERFLOW_W_COMM]	    = "comm",
	[OVERFLOW_W_CPU]	    = "cpu",
	[OVERFLOW_W_DATA_PAGE_SIZE] = "data_page_size",
	[OVERFLOW_W_DATA_PGSZ]	    = "data_pgsz",
	[OVERFLOW_W_DSO]	    = "dso",
	[OVERFLOW_W_GID]	    = "gid",
	[OVERFLOW_W_GID_NAME]	    = "gid.name",
	[OVERFLOW_W_ID]		    = "id",
	[OVERFLOW_W_IN_BPF]	    = "in_bpf",
	[OVERFLOW_W_IP]		    = "ip",
	[OVERFLOW_W_KERNEL]	    = "kernel",
	[OVERFLOW_W_PERIOD]	    = "period",
	[OVERFLOW_W_PHYS_ADDR]	    = "phys_addr",
	[OVERFLOW_W_PID]	    = "pid",
	[OVERFLOW_W_SYMBOL]	    = "symbol",
	[OVERFLOW_W_TID]	    = "tid",
	[OVERFLOW_W_TIME]	    = "time",
	[OVERFLOW_W_TXN]	    = "txn",
	[OVERFLOW_W_UID]	    = "uid",
	[OVERFLOW_W_UID_NAME]	    = "uid.name",
	[OVERFLOW_W_USER]	    = "user",
	[OVERFLOW_W_WEIGHT]	    = "weight",
};
/* clang-format on */

const char *const *overflow_expr__field_names(void)
{
	return names;
}

static bool is_name(const struct expr_step *step, const char *name)
{
	return !step->is_index && strlen(name) == step->len && !memcmp(step->name, name, step->len);
}

static int fail(struct expr_error *error, const struct expr_step *step, const char *text)
{
	error->pos = step->pos;
	error->len = step->len;
	snprintf(error->message, sizeof(error->message), "%s", text);
	return -EINVAL;
}

/* Constants may have the name, so this is an error only when there is none. */
static int unknown(const struct expr_step *step, struct expr_error *error)
{
	const char *near[2];
	struct nearest n;
	size_t i;
	int len;

	nearest__init(&n, step->name, step->len, near, ARRAY_SIZE(near));
	for (i = 0; names[i]; i++)
		nearest__add(&n, names[i]);
	error->pos = step->pos;
	error->len = step->len;
	len = snprintf(error->message, sizeof(error->message), "a sample has no field '%.*s'",
		       (int)MIN(step->len, (size_t)40), step->name);
	if (n.nr == 1)
		snprintf(error->message + len, sizeof(error->message) - (size_t)len,
			 "; did you mean '%s'?", near[0]);
	else if (n.nr == 2)
		snprintf(error->message + len, sizeof(error->message) - (size_t)len,
			 "; did you mean '%s' or '%s'?", near[0], near[1]);
	else
		snprintf(error->message + len, sizeof(error->message) - (size_t)len,
			 ": ip user kernel in_bpf symbol dso pid tid uid gid cpu comm cgroup time "
			 "period addr weight phys_addr code_page_size data_page_size txn id");
	return -ENOENT;
}

static int check_kernel(const struct overflow_gen *gen, enum overflow_word word,
			const struct expr_step *step, struct expr_error *error)
{
	const struct overflow_kernel *kernel = gen->kernel;
	char text[200];

	if (kernel->kern_ctx)
		return 0;
	if (kernel->no_btf && (overflow_words[word].kern || word == OVERFLOW_W_ADDR)) {
		snprintf(text, sizeof(text),
			 "the field '%s' needs the kernel's BTF, which cannot be read "
			 "(CONFIG_DEBUG_INFO_BTF); `perf-augment doctor` tells more",
			 names[word]);
		return fail(error, step, text);
	}
	if (overflow_words[word].kern || (word == OVERFLOW_W_ADDR && !kernel->addr)) {
		snprintf(text, sizeof(text),
			 "the field '%s' is of kernels from 6.2 (bpf_cast_to_kern_ctx)",
			 names[word]);
		return fail(error, step, text);
	}
	if (word == OVERFLOW_W_TIME && !kernel->mono_clock)
		return fail(error, step,
			    "before 6.2 (bpf_cast_to_kern_ctx) the field 'time' needs the clock "
			    "that programs can read: record with -k mono");
	return 0;
}

static int find_word(const struct expr_path *path, struct expr_error *error,
		     enum overflow_word *ret_word)
{
	const struct expr_step *first = &path->steps[0];
	enum overflow_word word;

	for (word = 0; word < OVERFLOW_NR_WORDS; word++) {
		if (is_name(first, names[word]))
			break;
	}
	if (word == OVERFLOW_NR_WORDS)
		return unknown(first, error);
	if (path->nr == 1) {
		*ret_word = word;
		return 0;
	}
	if ((word != OVERFLOW_W_UID && word != OVERFLOW_W_GID) || path->nr > 2 ||
	    !is_name(&path->steps[1], "name"))
		return fail(error, &path->steps[1],
			    "fields of a sample have no members, but uid.name and gid.name");
	*ret_word = word == OVERFLOW_W_UID ? OVERFLOW_W_UID_NAME : OVERFLOW_W_GID_NAME;
	return 0;
}

static int find_field(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
		      uint32_t *ret_handle, struct expr_error *error)
{
	const struct overflow_gen *gen = ctx;
	enum overflow_word word;
	int err = find_word(path, error, &word);

	if (!err)
		err = check_kernel(gen, word, &path->steps[0], error);
	if (err)
		return err;
	*ret_type = overflow_words[word].type;
	*ret_handle = word;
	gen->program->sample_type |= overflow_words[word].sample_type;
	gen->program->needs_kern |= overflow_words[word].kern;
	/* Where both can be had, the sample's own is meant: that of a precise event differs. */
	if ((word == OVERFLOW_W_TIME || word == OVERFLOW_W_ADDR || word == OVERFLOW_W_IP) &&
	    gen->kernel->kern_ctx)
		gen->program->needs_kern = true;
	return 0;
}

/* uid == root */
static int find_constant(void *ctx, uint32_t like, const char *name, size_t len, int64_t *ret_value,
			 struct expr_error *error)
{
	const struct overflow_gen *gen = ctx;
	char buf[64];
	uint32_t id;

	if ((like != OVERFLOW_W_UID && like != OVERFLOW_W_GID) || len >= sizeof(buf))
		return -ENOENT;
	memcpy(buf, name, len);
	buf[len] = '\0';
	if (gen->names->user_id(gen->names->ctx, buf, like == OVERFLOW_W_GID, &id)) {
		snprintf(error->message, sizeof(error->message),
			 "there is no %s '%s' (names with other characters: %s.name == \"...\")",
			 like == OVERFLOW_W_GID ? "group" : "user", buf, names[like]);
		return -ENOENT;
	}
	*ret_value = id;
	return 0;
}

struct expr_resolver overflow_fields__resolver(struct overflow_gen *gen)
{
	return (struct expr_resolver){
		.ctx = gen,
		.field = find_field,
		.constant = find_constant,
	};
}
