// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_lines.c - see bpf_lines.h. */
#include "bpf_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_btf.h"
#include "perfdata_cursor.h"
#include "util.h"

/** struct span - the place of a JITed function. */
struct span {
	uint64_t start, end;
	uint32_t func;
};

static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static uint32_t list_spans(const struct bpf_prog_entry *entry, struct span *spans)
{
	uint32_t i, nr = bpf_prog_entry__nr_funcs(entry);

	for (i = 0; i < nr; i++) {
		spans[i].func = i;
		spans[i].start = bpf_prog_entry__func_addr(entry, i);
		spans[i].end = spans[i].start + bpf_prog_entry__func_len(entry, i);
	}
	if (nr)
		qsort(spans, nr, sizeof(*spans), compare_spans);
	return nr;
}

static const struct span *span_of(const struct span *spans, uint32_t nr, uint64_t addr)
{
	uint32_t low = 0, high = nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (spans[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr < spans[low - 1].end ? &spans[low - 1] : NULL;
}

/* Where the kernel says that the code of entry @i begins; 0 when it does not. */
static uint64_t jited_addr(const struct bpf_prog_entry *entry, uint32_t i)
{
	const struct bpf_prog_elems *addrs = &entry->array[BPF_ARRAY_JITED_LINE_INFO];

	return i < addrs->nr ? load_u64(addrs->at + (size_t)i * addrs->elem_size) : 0;
}

static struct bpf_line line_at(const struct bpf_prog_entry *entry, uint32_t i, const uint8_t *btf,
			       size_t btf_len)
{
	const struct bpf_prog_elems *infos = &entry->array[BPF_ARRAY_LINE_INFO];
	struct bpf_line_info info;

	memcpy(&info, infos->at + (size_t)i * infos->elem_size, sizeof(info));
	return (struct bpf_line){
		.addr = jited_addr(entry, i),
		.insn = info.insn_off,
		.file = bpf_btf__string(btf, btf_len, info.file_name_off),
		.text = bpf_btf__string(btf, btf_len, info.line_off),
		.line = BPF_LINE_INFO_LINE_NUM(info.line_col),
		.col = BPF_LINE_INFO_LINE_COL(info.line_col),
	};
}

/* The kernel has them in the order of instructions, each once, and in none that is not there. */
static bool is_in_order(const struct bpf_lines *lines, const struct bpf_line *line)
{
	const uint32_t nr_insns = lines->entry.info.xlated_prog_len / sizeof(struct bpf_insn);

	if (line->insn >= nr_insns)
		return false;
	return !lines->nr_by_insn || line->insn > lines->by_insn[lines->nr_by_insn - 1].insn;
}

static int compare_lines(const void *a, const void *b)
{
	const struct bpf_line *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->insn < y->insn ? -1 : x->insn > y->insn;
}

static void fill(struct bpf_lines *lines, const struct span *spans, uint32_t nr_spans,
		 const uint8_t *btf, size_t btf_len)
{
	const uint32_t nr = lines->entry.array[BPF_ARRAY_LINE_INFO].nr;
	const struct span *span;
	struct bpf_line line;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		line = line_at(&lines->entry, i, btf, btf_len);
		if (!is_in_order(lines, &line)) {
			lines->nr_bad++;
			continue;
		}
		span = line.addr ? span_of(spans, nr_spans, line.addr) : NULL;
		if (line.addr && !span)
			lines->nr_bad++;
		if (span) {
			line.func = span->func;
			lines->by_addr[lines->nr_by_addr++] = line;
		}
		lines->by_insn[lines->nr_by_insn++] = line;
	}
	if (lines->nr_by_addr)
		qsort(lines->by_addr, lines->nr_by_addr, sizeof(*lines->by_addr), compare_lines);
}

int bpf_lines__init(struct bpf_lines *lines, const struct bpf_prog_entry *entry, const uint8_t *btf,
		    size_t btf_len)
{
	const uint32_t nr = entry->array[BPF_ARRAY_LINE_INFO].nr;
	__cleanup_free struct span *spans = NULL;

	*lines = (struct bpf_lines){ .entry = *entry };
	if (!nr)
		return 0;
	spans = calloc(bpf_prog_entry__nr_funcs(entry) + 1, sizeof(*spans));
	lines->by_addr = calloc(nr, sizeof(*lines->by_addr));
	lines->by_insn = calloc(nr, sizeof(*lines->by_insn));
	if (!spans || !lines->by_addr || !lines->by_insn) {
		bpf_lines__free(lines);
		return -ENOMEM;
	}
	fill(lines, spans, list_spans(entry, spans), btf, btf_len);
	return 0;
}

void bpf_lines__free(struct bpf_lines *lines)
{
	free(lines->by_addr);
	free(lines->by_insn);
	*lines = (struct bpf_lines){};
}

const struct bpf_line *bpf_lines__of_addr(const struct bpf_lines *lines, uint32_t func,
					  uint64_t addr)
{
	size_t low = 0, high = lines->nr_by_addr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (lines->by_addr[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	/* The last line of the function before has nothing to say of this one. */
	return low && lines->by_addr[low - 1].func == func ? &lines->by_addr[low - 1] : NULL;
}

const struct bpf_line *bpf_lines__of_insn(const struct bpf_lines *lines, uint32_t insn)
{
	size_t low = 0, high = lines->nr_by_insn, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (lines->by_insn[mid].insn <= insn)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &lines->by_insn[low - 1] : NULL;
}

const char *bpf_line__base(const struct bpf_line *line)
{
	const char *slash;

	if (!line->file)
		return "?";
	slash = strrchr(line->file, '/');
	return slash && slash[1] ? slash + 1 : line->file;
}
