// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_perf_event.c - hostile bytes of perf events: as a record of a ring, as what an object for
 * stock perf has read of a call, and as the sample of a tracepoint, whose lines are one line of
 * printable bytes each, by our writers and by libtraceevent.
 *
 * Input: a byte that says as what, the bytes; for a call a byte with its number before them.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/event_formats.h"
#include "format.h"
#include "format_event.h"
#include "perf_payload.h"
#include "perf_rings.h"
#include "strbuf.h"
#include "tp_format.h"
#include "util.h"

#define NR_FORMATS ARRAY_SIZE(event_formats)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct tp_format *const *known_formats(void)
{
	static struct tp_format *formats[NR_FORMATS];
	static struct tp_formats *all;
	size_t i;

	if (all)
		return formats;
	if (tp_formats__new(&all))
		abort();
	for (i = 0; i < NR_FORMATS; i++) {
		if (tp_formats__add(all, event_formats[i].name, event_formats[i].text,
				    strlen(event_formats[i].text), &formats[i]))
			abort();
	}
	return formats;
}

static void check_line(const struct strbuf *line)
{
	size_t i;

	if (strbuf__error(line) || !line->len || line->text[line->len - 1] != '\n')
		__builtin_trap();
	for (i = 0; i + 1 < line->len; i++) {
		if (line->text[i] < ' ' || line->text[i] > '~')
			__builtin_trap();
	}
}

static void sample(const struct tp_format *format, const uint8_t *bytes, size_t size)
{
	const struct shown_event event = {
		.name = "test:event",
		.comm = "comm",
		.pid = 1,
		.tid = 1,
		.format = format,
		.raw = bytes,
		.raw_size = size,
	};
	const struct format_opts opts = { .show_zeros = true, .show_comm = true },
				 printed = { .print_formats = true },
				 json = { .kind = FORMAT_JSON };
	struct strbuf line = {};

	format_perf__event(&opts, &event, &line);
	check_line(&line);
	strbuf__reset(&line);
	format_perf__event(&printed, &event, &line);
	check_line(&line);
	strbuf__reset(&line);
	format_json__event(&json, &event, &line);
	if (!line.len || memchr(line.text, '\n', line.len) != line.text + line.len - 1)
		__builtin_trap();
	strbuf__free(&line);
}

static void payload(const uint8_t *bytes, size_t size)
{
	const struct syscall_desc *desc = size ? syscalls__get(AUG_ABI_NATIVE, bytes[0]) : NULL;
	const struct format_opts opts = { .show_arg_names = true };
	struct aug_record rec = { .abi = AUG_ABI_NATIVE };
	struct event event = { .rec = &rec };
	struct strbuf line = {};
	unsigned int i;

	if (!desc || size < 2)
		return;
	rec.nr = bytes[0];
	for (i = 0; i < AUG_MAX_ARGS; i++)
		rec.args[i] = bytes[1] >> i & 1 ? 0x1000 + i : i;
	perf_payload__apply(desc, bytes + 2, size - 2, &event);
	for (i = 0; i < AUG_MAX_ARGS; i++) {
		const struct payload *p = event__entry(&event, i);

		if (p && (p->data < bytes || p->len > (size_t)(bytes + size - p->data)))
			__builtin_trap();
	}
	format_perf__call(&opts, &event, FORMAT_WHOLE, &line);
	check_line(&line);
	strbuf__free(&line);
}

static bool is_inside(const void *part, size_t len, const uint8_t *bytes, size_t size)
{
	const uint8_t *at = part;

	return !len || (at >= bytes && len <= size && (size_t)(at - bytes) <= size - len);
}

static void record(const uint8_t *bytes, size_t size, unsigned int extra)
{
	struct perf_record rec = {};
	uint64_t lost = 0;

	if (perf_record__parse(bytes, size, extra, &rec, &lost))
		return;
	if (!is_inside(rec.raw, rec.raw_size, bytes, size) ||
	    !is_inside(rec.text, rec.text_len, bytes, size) ||
	    rec.nr_chain > size / sizeof(*rec.chain) ||
	    !is_inside(rec.chain, rec.nr_chain * sizeof(*rec.chain), bytes, size))
		__builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tp_format *const *formats = known_formats();
	uint8_t *bytes;
	size_t what;

	if (!size)
		return 0;
	what = data[0] % (NR_FORMATS + 2);
	/* The block has the exact size, so that ASan sees its end. */
	bytes = malloc(size);
	if (!bytes)
		return 0;
	memmove(bytes, data + 1, size - 1);
	bytes = realloc(bytes, size - 1 ?: 1);
	if (what < NR_FORMATS)
		sample(formats[what], bytes, size - 1);
	else if (what == NR_FORMATS)
		payload(bytes, size - 1);
	else
		for (unsigned int extra = 0; extra <= (PERF_RINGS_ADDRESSES | PERF_RINGS_CHAINS);
		     extra++)
			record(bytes, size - 1, extra);
	free(bytes);
	return 0;
}
