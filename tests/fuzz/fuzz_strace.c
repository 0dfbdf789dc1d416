// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_strace.c - hostile bytes as records that follow each other, in strace's lines and in the other two
 * formats: the first byte chooses options. Each record lies in a heap block of its exact size. Beyond "no
 * crash": the text is of printable bytes and ends of lines only.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fd_text.h"
#include "format.h"
#include "format_strace.h"
#include "record.h"
#include "strbuf.h"
#include "util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct formats {
	struct strbuf lines, line;
	struct format_strace *strace;
};

static void check_text(const struct strbuf *text)
{
	if (strbuf__error(text))
		__builtin_trap();
	for (size_t i = 0; i < text->len; i++) {
		if ((text->text[i] < ' ' || text->text[i] > '~') && text->text[i] != '\n')
			__builtin_trap();
	}
}

static void print_task(struct formats *f, const struct aug_task_record *rec)
{
	/* The control group is for another format; numbers of namespaces are looked up in /proc. */
	if (!rec || rec->type == AUG_RECORD_CGROUP || rec->type == AUG_RECORD_PIDNS)
		return;
	if (format_strace__task(f->strace, rec))
		abort();
}

static void print_call(struct formats *f, const struct aug_record *rec, size_t size)
{
	const struct format_opts perf = { .kind = FORMAT_PERF, .show_arg_names = true };
	const struct format_opts json = { .kind = FORMAT_JSON };
	struct event event;

	if (record__parse(rec, size, &event))
		return;
	if (rec->type == AUG_RECORD_CHAIN) {
		if (format_strace__chain(f->strace, &event))
			abort();
		return;
	}
	if (format_strace__call(f->strace, &event))
		abort();
	strbuf__reset(&f->line);
	format_perf__call(&perf, &event, FORMAT_WHOLE, &f->line);
	format_json__call(&json, &event, FORMAT_WHOLE, &f->line);
	if (strbuf__error(&f->line))
		__builtin_trap();
}

/* Return: the bytes of the record, 0 when there is none. */
static size_t print_record(struct formats *f, const uint8_t *data, size_t left)
{
	uint32_t size;
	void *copy;

	if (left < sizeof(struct aug_task_record))
		return 0;
	memcpy(&size, data, sizeof(size));
	size = MIN(MAX(size, (uint32_t)sizeof(struct aug_task_record)), (uint32_t)left);
	copy = malloc(size);
	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (record__is_task(copy))
		print_task(f, record__parse_task(copy, size));
	else
		print_call(f, copy, size);
	free(copy);
	check_text(&f->lines);
	strbuf__reset(&f->lines);
	return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t how = size ? data[0] : 0;
	const struct select every = {}, none = { .any_named = true };
	const struct strace_opts opts = {
		.column = STRACE_COLUMN,
		.string_limit = how & 1 ? 4 : 65536,
		.signals = STRACE_ALL_SIGNALS,
		.pids = how & 2 ? STRACE_PIDS_IN_FILE : STRACE_PIDS_IF_SEVERAL,
		.consts = (enum out_consts)(how >> 2 & 1),
		.strings = (enum out_strings)(how >> 3 & 1),
		.abbrev = how & 16 ? &none : NULL,
		.raw = how & 64 ? &every : NULL,
		.decode_fds = how & 32 ? FD_SHOW_ALL : 0,
		.duration = how & 32,
		.clock = how & 1 ? STRACE_UNIX_TIME : STRACE_NO_CLOCK,
		.clock_digits = 6,
		.duration_digits = 6,
		.relative = how & 1,
		.relative_digits = 6,
		.comms = how & 32,
		.addresses = how & 128,
		.to_stderr = true,
	};
	struct formats f = {};
	size_t at = 1, step = 1;

	f.strace = format_strace__new(&opts, &f.lines);
	if (!f.strace)
		abort();
	while (step && at < size) {
		step = print_record(&f, data + at, size - at);
		at += step;
	}
	format_strace__end(f.strace);
	check_text(&f.lines);
	format_strace__free(f.strace);
	strbuf__free(&f.lines);
	strbuf__free(&f.line);
	return 0;
}
