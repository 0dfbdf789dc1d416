// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_record.c - hostile bytes as a record, and what passes as one printed in every state. The
 * bytes lie in a heap block of their exact size, as the ring's end would be. Beyond "no crash": a
 * line is one line, of printable bytes only, and the same each time.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>

#include "attached.h"
#include "began_before.h"
#include "format.h"
#include "record.h"
#include "strbuf.h"
#include "util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_one_printable_line(const struct strbuf *line)
{
	size_t i;

	if (!line->len || line->text[line->len - 1] != '\n')
		return false;
	for (i = 0; i + 1 < line->len; i++) {
		if (line->text[i] < ' ' || line->text[i] > '~')
			return false;
	}
	return true;
}

/* Colours are escape sequences of ours, so only lines without them can be checked for others. */
static void print_in_every_state(const struct event *event, const struct format_opts *opts)
{
	static const enum format_state states[] = { FORMAT_WHOLE, FORMAT_WAITING,
						    FORMAT_CONTINUED };
	struct strbuf line = {}, again = {};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		strbuf__reset(&line);
		strbuf__reset(&again);
		format_perf__call(opts, event, states[i], &line);
		format_perf__call(opts, event, states[i], &again);
		if (strbuf__error(&line) || line.len != again.len ||
		    memcmp(line.text, again.text, line.len))
			__builtin_trap();
		if (!opts->color && !is_one_printable_line(&line))
			__builtin_trap();
	}
	strbuf__free(&line);
	strbuf__free(&again);
}

/* Types for what is attached: 1 to 5. */
static struct attached_types *known_types(void)
{
	static struct attached_types *types;
	struct btf *btf;

	if (types)
		return types;
	btf = btf__new_empty();
	types = attached_types__new();
	if (!btf || !types || btf__add_int(btf, "int", 4, BTF_INT_SIGNED) != 1 ||
	    btf__add_enum(btf, "how", 4) != 2 || btf__add_enum_value(btf, "NEAR", 1) ||
	    btf__add_struct(btf, "point", 12) != 3 || btf__add_field(btf, "x", 1, 0, 0) ||
	    btf__add_field(btf, "how", 2, 32, 0) || btf__add_field(btf, "bits", 1, 64, 5) ||
	    btf__add_array(btf, 1, 3, 2) != 4 || btf__add_ptr(btf, 3) != 5 ||
	    attached_types__set(types, 0, btf) || attached_types__name_event(types, 0, "event"))
		abort();
	return types;
}

/* JSON, and what is attached by its types: one line each. */
static void print_json(const struct event *event)
{
	const struct format_opts opts = { .kind = FORMAT_JSON, .attached = known_types() };
	struct strbuf line = {};

	format_json__call(&opts, event, FORMAT_WHOLE, &line);
	if (strbuf__error(&line) || !line.len ||
	    memchr(line.text, '\n', line.len) != line.text + line.len - 1)
		__builtin_trap();
	strbuf__free(&line);
}

static void check_views(const struct event *event, const uint8_t *bytes, size_t size)
{
	unsigned int i;

	for (i = 0; i < AUG_MAX_ARGS; i++) {
		const struct payload *views[] = { event__entry(event, i), event__exit(event, i) };
		size_t j;

		for (j = 0; j < ARRAY_SIZE(views); j++) {
			if (views[j] && (views[j]->data < bytes ||
					 views[j]->len > (size_t)(bytes + size - views[j]->data)))
				__builtin_trap();
		}
	}
}

/* As if it had begun before the trace, with what it has itself: that is a record, too. */
static void join_with_begin(const struct event *event)
{
	struct began_before *before = began_before__new();
	const struct aug_record *joined;
	size_t size = event->rec->size;
	struct event whole;

	if (!before || began_before__put(before, event->rec))
		abort();
	joined = began_before__join(before, event->rec, &size);
	if (!joined || record__parse(joined, size, &whole) || whole.has_entry != event->has_entry ||
	    whole.has_exit != event->has_exit)
		__builtin_trap();
	began_before__free(before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct format_opts plain = {
		.base_ns = NSEC_PER_SEC,
		.show_timestamp = true,
		.show_duration = true,
		.show_comm = true,
		.show_arg_names = true,
		.args_alignment = 70,
	};
	const struct format_opts full = {
		.show_timestamp = true,
		.show_duration = true,
		.show_comm = true,
		.show_zeros = true,
		.show_prefix = true,
		.full_time = true,
		.color = true,
		.attached = known_types(),
	};
	uint8_t *bytes = malloc(size);
	struct event event;
	int err;

	if (!bytes)
		return 0;
	memcpy(bytes, data, size);
	err = record__parse(bytes, size, &event);
	if (err && err != -EBADMSG && err != -EPROTO)
		__builtin_trap();
	if (!err) {
		check_views(&event, bytes, size);
		join_with_begin(&event);
		print_in_every_state(&event, &plain);
		print_in_every_state(&event, &full);
		print_json(&event);
	}
	free(bytes);
	return 0;
}
