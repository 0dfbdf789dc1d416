/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * annotate.h - a BPF program's code, function by function: machine code or BPF instructions, with the
 * source line of each, who is called, and how many samples hit it. Printed by annotate_text.h,
 * annotate_json.h and annotate_html.h.
 */
#ifndef PERF_AUGMENT_ANNOTATE_H
#define PERF_AUGMENT_ANNOTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_hits.h"
#include "bpf_progs_read.h"
#include "code_names.h"
#include "disasm.h"
#include "strbuf.h"

/**
 * struct annotate - what all functions have in common.
 * @hits: sorted; @totals: of the recording. Both all zero for a program that is loaded now.
 * @is_live: there are no samples to be shown.
 * @xlated: BPF instructions, not machine code.
 * @disasm: unless @xlated; NULL when machine code of this kind cannot be read.
 * @map_name: append the name of map @id and return true; NULL when names of maps are not known.
 */
struct annotate {
	struct bpf_progs *progs;
	struct bpf_hits hits;
	struct bpf_progs_totals totals;
	bool is_live;
	bool xlated;
	struct disasm *disasm;
	struct code_names names;
	bool (*map_name)(void *ctx, uint32_t id, struct strbuf *sb);
	void *map_ctx;
};

/** struct annotate_text - a piece of @text of struct annotate_func. */
struct annotate_text {
	size_t at;
	size_t len;
};

/**
 * struct annotate_row - one instruction.
 * @at: its offset in the function's code; for BPF instructions its index in the program.
 * @size: bytes; BPF instructions: 1 or 2.
 * @samples: in it. BPF instructions have none of their own, as nobody knows them.
 * @label: a number from 1 when the function itself jumps here.
 * @text: the instruction, with names in place of targets. @bare: as the disassembler has it.
 * @flow, @has_target, @target: as in struct disasm_insn. @target_label: of a jump in the function.
 * @target_name: who is called; empty when not known.
 * @note: what else is known of it: the name of a map.
 * @line: its source line; NULL when not known.
 * @line_starts: the first of some instructions of the same line; @line_samples: of all of these.
 */
struct annotate_row {
	uint64_t samples;
	uint32_t at;
	uint32_t size;
	uint32_t label;
	uint32_t target_label;
	bool is_bad;
	bool has_target;
	bool line_starts;
	enum disasm_flow flow;
	uint64_t target;
	struct annotate_text text, bare, target_name, note;
	const struct bpf_line *line;
	uint64_t line_samples;
};

/** enum annotate_lack - why there are no rows. */
enum annotate_lack {
	ANNOTATE_COMPLETE,
	ANNOTATE_NO_PROGRAM,	  /* only its symbol was recorded */
	ANNOTATE_NO_IMAGE,	  /* the program is known, its code was not kept */
	ANNOTATE_NO_XLATED,	  /* the recording has no BPF instructions */
	ANNOTATE_NO_DISASSEMBLER, /* machine code that we cannot read */
};

/**
 * struct annotate_func - one function.
 * @symbol: as the kernel calls it.
 * @code: @code_len bytes; NULL for BPF instructions.
 * @nr_samples: in the function; @nr_placed: those of them that some row shows.
 * @nr_bad: bytes that are no instruction.
 * @nr_bad_lines: of the program's line info, see struct bpf_lines.
 */
struct annotate_func {
	const struct bpf_prog *prog;
	uint32_t func;
	struct annotate_text symbol;
	uint64_t addr;
	const uint8_t *code;
	uint32_t code_len;
	enum annotate_lack lack;
	uint64_t nr_samples;
	uint64_t nr_placed;
	size_t nr_bad;
	size_t nr_bad_lines;
	struct annotate_row *rows;
	size_t nr_rows;
	const struct bpf_hit *hits;
	size_t nr_hits;
	struct strbuf text;
};

/**
 * annotate__func() - annotate function @func of @prog. What is missing is said in @ret_func. Of a program
 * without functions, which is not JITed, or hidden, 0 is all of it.
 * Return: 0 or -ENOMEM.
 */
int annotate__func(struct annotate *a, struct bpf_prog *prog, uint32_t func,
		   struct annotate_func *ret_func);
void annotate_func__free(struct annotate_func *func);

/** annotate_func__text() - a piece of its text, @piece->len bytes. */
const char *annotate_func__text(const struct annotate_func *func,
				const struct annotate_text *piece);

/** annotate_func__bytes() - those of the instruction @row, @ret_len of them. */
const uint8_t *annotate_func__bytes(const struct annotate_func *func,
				    const struct annotate_row *row, size_t *ret_len);

/** annotate__lack_text() - a sentence that says what is missing and why. */
const char *annotate__lack_text(enum annotate_lack lack);

void annotate__free(struct annotate *a);

#endif /* PERF_AUGMENT_ANNOTATE_H */
