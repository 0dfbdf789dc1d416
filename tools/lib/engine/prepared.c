// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* prepared.c - see prepared.h. */
#include "prepared.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/** struct head - before each program; its instructions and records of functions and lines follow. */
struct head {
	uint32_t idx;
	uint32_t type;
	uint32_t flags;
	uint32_t attach_type;
	uint32_t kern_version;
	uint32_t nr_insns;
	uint32_t func_size, nr_funcs;
	uint32_t line_size, nr_lines;
};

void prepared_prog__free(struct prepared_prog *prog)
{
	free(prog->code.insns);
	free(prog->code.funcs.records);
	free(prog->code.lines.records);
	prog->code = (struct bpf_prune_code){};
}

/* ---- maps ---- */

static bool is_wide(const struct bpf_insn *insn)
{
	return insn->code == (BPF_LD | BPF_IMM | BPF_DW);
}

static bool names_map(const struct bpf_insn *insn)
{
	return insn->src_reg == BPF_PSEUDO_MAP_FD || insn->src_reg == BPF_PSEUDO_MAP_VALUE;
}

/* Of the kernel's functions and types there are other numbers for each load. */
static bool is_lasting(const struct bpf_insn *insn)
{
	if (is_wide(insn))
		return !insn->src_reg || insn->src_reg == BPF_PSEUDO_FUNC || names_map(insn);
	if (insn->code == (BPF_JMP | BPF_CALL))
		return !insn->src_reg || insn->src_reg == BPF_PSEUDO_CALL;
	return true;
}

static int number_of(const struct prepared_maps *maps, int fd)
{
	size_t i;

	for (i = 0; i < maps->nr && fd >= 0; i++) {
		if (maps->fds[i] == fd)
			return (int)i;
	}
	return -ENOTSUP;
}

static int descriptor_of(const struct prepared_maps *maps, int number)
{
	if (number < 0 || (size_t)number >= maps->nr || maps->fds[number] < 0)
		return -EINVAL;
	return maps->fds[number];
}

/* @of: what stands for a map instead of what does now. */
static int rename_maps(struct bpf_insn *insns, size_t nr, const struct prepared_maps *maps,
		       int (*of)(const struct prepared_maps *maps, int now))
{
	size_t i;
	int name;

	for (i = 0; i < nr; i++) {
		if (!is_lasting(&insns[i]))
			return -ENOTSUP;
		if (!is_wide(&insns[i]))
			continue;
		if (names_map(&insns[i])) {
			name = of(maps, insns[i].imm);
			if (name < 0)
				return name;
			insns[i].imm = name;
		}
		i++; /* its other half */
	}
	return 0;
}

int prepared_prog__link(struct prepared_prog *prog, const struct prepared_maps *maps)
{
	return rename_maps(prog->code.insns, prog->code.nr, maps, descriptor_of) ? -EINVAL : 0;
}

/* ---- writing ---- */

int prepared__write(struct strbuf *out, const struct prepared_prog *prog,
		    const struct prepared_maps *maps)
{
	const struct bpf_prune_code *code = &prog->code;
	const struct head head = {
		.idx = prog->idx,
		.type = prog->type,
		.flags = prog->flags,
		.attach_type = prog->attach_type,
		.kern_version = prog->kern_version,
		.nr_insns = (uint32_t)code->nr,
		.func_size = code->funcs.rec_size,
		.nr_funcs = code->funcs.nr,
		.line_size = code->lines.rec_size,
		.nr_lines = code->lines.nr,
	};
	struct bpf_insn *insns __cleanup_free = malloc(code->nr * sizeof(*insns) + 1);
	int err;

	if (!insns)
		return -ENOMEM;
	memcpy(insns, code->insns, code->nr * sizeof(*insns));
	err = rename_maps(insns, code->nr, maps, number_of);
	if (err)
		return err;
	strbuf__add(out, (const char *)&head, sizeof(head));
	strbuf__add(out, (const char *)insns, code->nr * sizeof(*insns));
	strbuf__add(out, code->funcs.records, (size_t)head.func_size * head.nr_funcs);
	strbuf__add(out, code->lines.records, (size_t)head.line_size * head.nr_lines);
	return strbuf__error(out);
}

/* ---- reading ---- */

struct reader {
	const char *at;
	size_t left;
};

static const void *take(struct reader *r, size_t len)
{
	const char *at = r->at;

	if (len > r->left)
		return NULL;
	r->at += len;
	r->left -= len;
	return at;
}

static int copy(struct reader *r, size_t size, size_t nr, void **ret_copy)
{
	const void *bytes;

	/* Neither is above 32 bits: the product is no more than a size_t holds. */
	bytes = take(r, size * nr);
	if (!bytes)
		return -EINVAL;
	*ret_copy = malloc(size * nr + 1);
	if (!*ret_copy)
		return -ENOMEM;
	memcpy(*ret_copy, bytes, size * nr);
	return 0;
}

static int copy_records(struct reader *r, uint32_t rec_size, uint32_t nr,
			struct bpf_prune_info *info)
{
	/* They begin with the number of an instruction. */
	if (nr && rec_size < sizeof(uint32_t))
		return -EINVAL;
	info->rec_size = rec_size;
	info->nr = nr;
	return copy(r, rec_size, nr, &info->records);
}

static int read_prog(struct reader *r, struct prepared_prog *prog)
{
	const void *bytes = take(r, sizeof(struct head));
	void *insns = NULL;
	struct head head;
	int err;

	if (!bytes)
		return -EINVAL;
	memcpy(&head, bytes, sizeof(head));
	*prog = (struct prepared_prog){
		.idx = head.idx,
		.type = head.type,
		.flags = head.flags,
		.attach_type = head.attach_type,
		.kern_version = head.kern_version,
	};
	err = head.nr_insns ? copy(r, sizeof(*prog->code.insns), head.nr_insns, &insns) : -EINVAL;
	if (err)
		return err;
	prog->code.insns = insns;
	prog->code.nr = head.nr_insns;
	err = copy_records(r, head.func_size, head.nr_funcs, &prog->code.funcs);
	return err ?: copy_records(r, head.line_size, head.nr_lines, &prog->code.lines);
}

static bool comes_again(const struct prepared_prog *progs, size_t nr, uint32_t idx)
{
	while (nr--) {
		if (progs[nr].idx == idx)
			return true;
	}
	return false;
}

int prepared__read(const void *bytes, size_t len, size_t nr_idx, struct prepared_prog **ret_progs,
		   size_t *ret_nr)
{
	struct prepared_prog *progs = calloc(nr_idx + 1, sizeof(*progs));
	struct reader r = { bytes, len };
	size_t nr = 0;
	int err = progs ? 0 : -ENOMEM;

	while (!err && r.left) {
		err = nr < nr_idx ? read_prog(&r, &progs[nr]) : -EINVAL;
		if (!err && (progs[nr].idx >= nr_idx || comes_again(progs, nr, progs[nr].idx)))
			err = -EINVAL;
		nr += nr < nr_idx; /* what it has been given is freed */
	}
	if (!err && nr) {
		*ret_progs = progs;
		*ret_nr = nr;
		return 0;
	}
	while (nr)
		prepared_prog__free(&progs[--nr]);
	free(progs);
	return err ?: -EINVAL;
}
