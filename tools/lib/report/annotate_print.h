/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * annotate_print.h - annotated functions as text, as JSON or as a page. Each printer has a begin, a
 * function that is called once per function, and an end. Names and source lines are hostile: each
 * printer escapes them in its way.
 */
#ifndef PERF_AUGMENT_ANNOTATE_PRINT_H
#define PERF_AUGMENT_ANNOTATE_PRINT_H

#include "annotate.h"
#include "out.h"

/**
 * struct annotate_view - what is to be seen.
 * @title: of the whole: the recording's name.
 * @hide_source: no source lines. @print_line: file:line, and a summary of lines before each function.
 * @raw: the bytes of each instruction, too.
 * @nr: functions that were printed.
 */
struct annotate_view {
	const struct annotate *a;
	const char *title;
	bool hide_source;
	bool print_line;
	bool raw;
	bool color;
	size_t nr;
	struct out json;
};

struct annotate_printer {
	void (*begin)(struct annotate_view *v, struct strbuf *sb);
	int (*func)(struct annotate_view *v, const struct annotate_func *f, struct strbuf *sb);
	void (*end)(struct annotate_view *v, struct strbuf *sb);
};

extern const struct annotate_printer annotate_print_text;
extern const struct annotate_printer annotate_print_json;
extern const struct annotate_printer annotate_print_html;

/** struct annotate_sum - the samples of a source line, wherever in the function its code is. */
struct annotate_sum {
	const struct bpf_line *line;
	uint64_t samples;
};

/**
 * annotate_func__sum_lines() - lines with samples, the hottest first; the caller frees them.
 * Return: NULL when there are none, or no memory.
 */
struct annotate_sum *annotate_func__sum_lines(const struct annotate_func *f, size_t *ret_nr);

/** annotate__percent() - of @part in @whole; 0 of nothing. */
static inline double annotate__percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/** annotate__program_type() - "kprobe"; a number for one that libbpf does not know. */
const char *annotate__program_type(const struct bpf_prog *prog, char *buf, size_t size);

#endif /* PERF_AUGMENT_ANNOTATE_PRINT_H */
