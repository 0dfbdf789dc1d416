/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_lines.h - records in, lines of strace's format out. Include it behind cmocka.h. */
#ifndef PERF_AUGMENT_TESTS_STRACE_LINES_H
#define PERF_AUGMENT_TESTS_STRACE_LINES_H

#include <string.h>

#include "format_strace.h"
#include "record.h"
#include "record_builder.h"
#include "strbuf.h"

__attribute__((unused)) static const struct strace_opts strace_plain = { .column = STRACE_COLUMN,
									 .string_limit = 32,
									 .signals =
										 STRACE_ALL_SIGNALS,
									 .to_stderr = true };

struct lines {
	struct strbuf buf;
	struct format_strace *f;
};

static inline void lines__begin(struct lines *lines, const struct strace_opts *opts)
{
	memset(lines, 0, sizeof(*lines));
	lines->f = format_strace__new(opts, &lines->buf);
	assert_non_null(lines->f);
}

/** lines__add() - that of @b, which is of thread 5. */
static inline void lines__add(struct lines *lines, struct record_builder *b)
{
	struct event event;

	b->rec.tid = 5;
	assert_int_equal(record__parse(b, b->rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines->f, &event), 0);
}

static inline void lines__free(struct lines *lines)
{
	format_strace__free(lines->f);
	strbuf__free(&lines->buf);
}

/** lines__end() - all that was written is @wanted. */
static inline void lines__end(struct lines *lines, const char *wanted)
{
	assert_string_equal(strbuf__cstr(&lines->buf), wanted);
	lines__free(lines);
}

#endif /* PERF_AUGMENT_TESTS_STRACE_LINES_H */
