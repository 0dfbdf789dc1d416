/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_lines.h - records in, lines of strace's format out. Include it behind cmocka.h. */
#ifndef PERF_AUGMENT_TESTS_STRACE_LINES_H
#define PERF_AUGMENT_TESTS_STRACE_LINES_H

#include <string.h>
#include <sys/syscall.h>

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

/** lines__close() - a close(2) of descriptor @fd. */
static inline void lines__close(struct lines *lines, uint8_t type, uint16_t flags, uint32_t tid,
				int fd, uint64_t time_ns)
{
	struct record_builder b;
	struct event event;

	builder__init(&b, SYS_close);
	b.rec.type = type;
	b.rec.flags = flags;
	b.rec.tid = tid;
	b.rec.args[0] = (uint64_t)fd;
	b.rec.enter_ns = time_ns;
	b.rec.time_ns = time_ns + 1500000;
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines->f, &event), 0);
}

/** lines__task() - what befalls a thread; @code: as in struct aug_task_record. */
static inline void lines__task(struct lines *lines, uint8_t type, uint8_t flags, uint32_t pid,
			       uint32_t tid, int code, uint64_t time_ns)
{
	struct aug_task_record rec = { .size = sizeof(rec),
				       .version = AUG_ABI_VERSION,
				       .type = type,
				       .flags = flags,
				       .pid = pid,
				       .tid = tid,
				       .code = code,
				       .time_ns = time_ns };
	const int32_t siginfo[] = { code, 0, 0, 0, 77, 1000 };

	memcpy(rec.siginfo, siginfo, sizeof(siginfo));
	assert_ptr_equal(record__parse_task(&rec, sizeof(rec)), &rec);
	assert_int_equal(format_strace__task(lines->f, &rec), 0);
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

/**
 * struct line_call - a call and the line that is @wanted of it. @arg, @len, @data: what is copied of two arguments at the
 * entry.
 */
struct line_call {
	uint32_t nr;
	uint64_t args[6];
	int64_t ret;
	const char *wanted;
	uint8_t arg[2];
	uint32_t len[2];
	const char *data[2];
};

/** lines__expect() - the line of @call, with @opts, is the one that is wanted. */
static inline void lines__expect(const struct strace_opts *opts, const struct line_call *call)
{
	struct record_builder b;
	struct lines lines;

	lines__begin(&lines, opts);
	builder__init(&b, call->nr);
	memcpy(b.rec.args, call->args, sizeof(call->args));
	b.rec.ret = call->ret;
	for (int i = 0; i < 2; i++) {
		if (call->len[i])
			builder__add(&b, call->arg[i], 0, call->data[i], call->len[i]);
	}
	lines__add(&lines, &b);
	lines__end(&lines, call->wanted);
}

#endif /* PERF_AUGMENT_TESTS_STRACE_LINES_H */
