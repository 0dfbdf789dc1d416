// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kprobe_prologue.c - see kprobe_prologue.h. */
#include "kprobe_prologue.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Where the variables wait: slot 0 is what the helper reads into. */
#define SLOT(i) ((int16_t)(-8 * ((int)(i) + 1)))

struct code {
	struct bpf_insn *insns;
	size_t nr;
};

static void emit(struct code *c, uint8_t op, uint8_t dst, uint8_t src, int16_t off, int32_t imm)
{
	c->insns[c->nr++] = (struct bpf_insn){
		.code = op,
		.dst_reg = dst & 0xf,
		.src_reg = src & 0xf,
		.off = off,
		.imm = imm,
	};
}

static void emit_mov(struct code *c, uint8_t dst, uint8_t src)
{
	emit(c, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

static void emit_set(struct code *c, uint8_t dst, int32_t value)
{
	emit(c, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, value);
}

static void emit_add(struct code *c, uint8_t dst, int32_t value)
{
	/* NOLINTNEXTLINE(misc-redundant-expression): two parts of an operation that are both 0 */
	emit(c, BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, value);
}

static uint8_t width_of(uint8_t size)
{
	return size == 1 ? BPF_B : size == 2 ? BPF_H : size == 4 ? BPF_W : BPF_DW;
}

/* r0 becomes the value at r0 + @offset. Return: the jump to be led to where reading has failed. */
static size_t emit_read(struct code *c, uint32_t offset, uint8_t size)
{
	size_t jump;

	emit_mov(c, BPF_REG_3, BPF_REG_0);
	emit_add(c, BPF_REG_3, (int32_t)offset);
	emit_set(c, BPF_REG_2, size);
	emit_mov(c, BPF_REG_1, BPF_REG_10);
	emit_add(c, BPF_REG_1, SLOT(0));
	emit(c, BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_probe_read_kernel);
	jump = c->nr;
	emit(c, BPF_JMP | BPF_JNE | BPF_K, BPF_REG_0, 0, 0, 0);
	emit(c, BPF_LDX | BPF_MEM | width_of(size), BPF_REG_0, BPF_REG_10, SLOT(0), 0);
	return jump;
}

/* The upper bits of r0 are not the value's: of a register they can be anything. */
static void emit_extend(struct code *c, const struct kprobe_var *var)
{
	const int32_t shift = 64 - 8 * var->size;

	if (!shift)
		return;
	emit(c, BPF_ALU64 | BPF_LSH | BPF_K, BPF_REG_0, 0, 0, shift);
	emit(c, BPF_ALU64 | (var->is_signed ? BPF_ARSH : BPF_RSH) | BPF_K, BPF_REG_0, 0, 0, shift);
}

size_t kprobe_prologue__make(const struct kprobe_spec *spec,
			     struct bpf_insn insns[KPROBE_PROLOGUE_MAX])
{
	size_t failures[KPROBE_VARS_MAX * KPROBE_READS_MAX], nr_failures = 0, i, r, done;
	struct code c = { .insns = insns };

	emit_mov(&c, BPF_REG_6, BPF_REG_1);
	for (i = 0; i < spec->nr_vars; i++) {
		const struct kprobe_var *var = &spec->vars[i];

		emit(&c, BPF_LDX | BPF_MEM | BPF_DW, BPF_REG_0, BPF_REG_6, (int16_t)var->reg_offset,
		     0);
		for (r = 0; r < var->nr_reads; r++)
			failures[nr_failures++] =
				emit_read(&c, var->reads[r], r + 1 < var->nr_reads ? 8 : var->size);
		emit_extend(&c, var);
		emit(&c, BPF_STX | BPF_MEM | BPF_DW, BPF_REG_10, BPF_REG_0, SLOT(i + 1), 0);
	}
	emit_set(&c, BPF_REG_2, 0);
	for (i = 0; i < spec->nr_vars; i++)
		emit(&c, BPF_LDX | BPF_MEM | BPF_DW, (uint8_t)(BPF_REG_3 + i), BPF_REG_10,
		     SLOT(i + 1), 0);
	done = c.nr;
	if (nr_failures) {
		emit(&c, BPF_JMP | BPF_JA, 0, 0, 0, 0);
		for (i = 0; i < nr_failures; i++)
			insns[failures[i]].off = (int16_t)(c.nr - failures[i] - 1);
		emit_set(&c, BPF_REG_2, 1);
		for (i = 0; i < spec->nr_vars; i++)
			emit_set(&c, (uint8_t)(BPF_REG_3 + i), 0);
		insns[done].off = (int16_t)(c.nr - done - 1);
	}
	emit_mov(&c, BPF_REG_1, BPF_REG_6);
	return c.nr;
}

/*
 * Each record begins with the number of its instruction. The first, of instruction 0, stays there:
 * the prologue belongs to the function, and to its first line.
 */
static int move_info(const void **info, uint32_t nr, uint32_t rec_size, uint32_t by,
		     void **ret_copy)
{
	uint8_t *copy;
	uint32_t i, at;

	if (!*info || !nr || rec_size < sizeof(at))
		return 0;
	copy = calloc(nr, rec_size);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, *info, (size_t)nr * rec_size);
	for (i = 0; i < nr; i++) {
		memcpy(&at, copy + (size_t)i * rec_size, sizeof(at));
		at += at ? by : 0;
		memcpy(copy + (size_t)i * rec_size, &at, sizeof(at));
	}
	free(*ret_copy);
	*ret_copy = copy;
	*info = copy;
	return 0;
}

int kprobe_prologue__add(const struct kprobe_spec *spec, struct bpf_program *prog,
			 struct bpf_prog_load_opts *opts, struct kprobe_prologue *ret_kept)
{
	const size_t nr_own = bpf_program__insn_cnt(prog);
	struct bpf_insn *all __cleanup_free = NULL;
	size_t nr;
	int err;

	all = calloc(KPROBE_PROLOGUE_MAX + nr_own, sizeof(*all));
	if (!all)
		return -ENOMEM;
	nr = kprobe_prologue__make(spec, all);
	memcpy(all + nr, bpf_program__insns(prog), nr_own * sizeof(*all));
	err = move_info(&opts->func_info, opts->func_info_cnt, opts->func_info_rec_size,
			(uint32_t)nr, &ret_kept->func_info);
	if (!err)
		err = move_info(&opts->line_info, opts->line_info_cnt, opts->line_info_rec_size,
				(uint32_t)nr, &ret_kept->line_info);
	return err ?: bpf_program__set_insns(prog, all, nr + nr_own);
}

void kprobe_prologue__free(struct kprobe_prologue *kept)
{
	free(kept->func_info);
	free(kept->line_info);
	*kept = (struct kprobe_prologue){};
}
