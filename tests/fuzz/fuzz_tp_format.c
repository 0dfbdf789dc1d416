// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_tp_format.c - the description of a tracepoint whose fields lie anywhere and are of any size, and
 * hostile bytes as its sample. The text itself is well-formed, as the kernel alone makes it and
 * libtraceevent 1.6 does not survive another one. Beyond "no crash": lines are of printable bytes.
 *
 * Input: a byte that chooses the print format; for each field four bytes - its type, its offset, two with
 * its size -; the rest is the sample.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "format_event.h"
#include "strbuf.h"
#include "tp_format.h"
#include "util.h"

#define NR_FIELDS 4
#define HEAD_SIZE (1 + 4 * NR_FIELDS)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What stands before the name and behind it. The last field is one that says where its bytes are. */
static const struct {
	const char *type, *behind;
} types[] = {
	{ "int", "" },	  { "unsigned long", "" }, { "u8", "[8]" },  { "char", "[16]" },
	{ "void *", "" }, { "u64", "[4]" },	   { "bool", "" },   { "enum of_no_kernel", "" },
	{ "s16", "[3]" }, { "const char *", "" },  { "pid_t", "" },  { "unsigned short", "" },
}, placed[] = {
	{ "__data_loc char[]", "" },
	{ "__rel_loc u8[]", "" },
	{ "__data_loc u64[]", "" },
	{ "__data_loc unsigned long[]", "" },
};

static const char *const prints[] = {
	"\"%d\", REC->f0",
	"\"%s %lu\", __print_symbolic(REC->f0, { 0, \"ZERO\" }, { 1, \"ONE\" }), REC->f1",
	"\"%s\", __print_flags(REC->f1 & 0xff, \"|\", { 0x1, \"A\" }, { 0x80, \"B\" })",
	"\"%s\", __print_hex(REC->f0, 8)",
	"\"%s\", __print_array(REC->f0, 4, 8)",
	"\"%s\", __print_hex(REC->f0, REC->f1)",
	"\"%s\", __get_str(f3)",
	"\"%s\", __print_hex(__get_dynamic_array(f3), __get_dynamic_array_len(f3))",
	"\"%s\", __print_array(__get_dynamic_array(f3), __get_dynamic_array_len(f3) / 8, 8)",
	"\"%s\", __get_bitmask(f3)",
	"\"%s %p\", REC->f0, REC->f1",
};

static void describe(const uint8_t *data, struct strbuf *text)
{
	strbuf__adds(text,
		     "name: event\nID: 1\nformat:\n"
		     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n");
	for (unsigned int i = 0; i < NR_FIELDS; i++) {
		const uint8_t *f = data + 1 + 4 * (size_t)i;
		const bool last = i == NR_FIELDS - 1;
		const size_t kind = f[0] % (last ? ARRAY_SIZE(placed) : ARRAY_SIZE(types));

		strbuf__addf(text, "\tfield:%s f%u%s;\toffset:%d;\tsize:%u;\tsigned:%d;\n",
			     last ? placed[kind].type : types[kind].type, i,
			     last ? placed[kind].behind : types[kind].behind, (int8_t)f[1],
			     f[2] | (f[3] & 0x3U) << 8, f[0] >> 7);
	}
	strbuf__addf(text, "\nprint fmt: %s\n", prints[data[0] % ARRAY_SIZE(prints)]);
}

static void check_line(struct strbuf *line)
{
	if (strbuf__error(line) || !line->len || line->text[line->len - 1] != '\n')
		abort();
	for (size_t i = 0; i + 1 < line->len; i++) {
		if (line->text[i] < ' ' || line->text[i] > '~')
			abort();
	}
	strbuf__reset(line);
}

static void print(const struct tp_format *format, const uint8_t *raw, size_t size)
{
	const struct shown_event event = {
		.name = "test:event",
		.comm = "comm",
		.format = format,
		.raw = raw,
		.raw_size = size,
	};
	const struct format_opts opts = { .show_zeros = true, .show_comm = true },
				 printed = { .print_formats = true },
				 json = { .kind = FORMAT_JSON };
	struct strbuf line = {};

	format_perf__event(&opts, &event, &line);
	check_line(&line);
	format_perf__event(&printed, &event, &line);
	check_line(&line);
	format_json__event(&json, &event, &line);
	if (memchr(line.text, '\n', line.len) != line.text + line.len - 1)
		abort();
	strbuf__reset(&line);
	tp_format__list_fields(format, &line);
	strbuf__free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tp_formats *formats;
	struct tp_format *format;
	struct strbuf text = {};
	uint8_t *raw;

	if (size < HEAD_SIZE || tp_formats__new(&formats))
		return 0;
	/* A block of its own, so that ASan sees its end. */
	raw = malloc(size - HEAD_SIZE ?: 1);
	if (raw) {
		memcpy(raw, data + HEAD_SIZE, size - HEAD_SIZE);
		describe(data, &text);
		if (!tp_formats__add(formats, "test:event", text.text, text.len, &format))
			print(format, raw, size - HEAD_SIZE);
	}
	free(raw);
	strbuf__free(&text);
	tp_formats__free(formats);
	return 0;
}
