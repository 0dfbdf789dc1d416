// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_pruned.c - see bpf_pruned.h */
#include "bpf_pruned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* Records are libbpf's own: copies are changed. */
static int copy_info(struct bpf_prune_info *info, const void *records, uint32_t rec_size,
		     uint32_t nr)
{
	*info = (struct bpf_prune_info){ .rec_size = rec_size, .nr = nr };
	if (!nr)
		return 0;
	info->records = malloc((size_t)nr * rec_size);
	if (!info->records)
		return -ENOMEM;
	memcpy(info->records, records, (size_t)nr * rec_size);
	return 0;
}

static int copy_code(struct bpf_prune_code *code, const struct bpf_program *prog,
		     const struct bpf_prog_load_opts *opts)
{
	int err;

	code->nr = bpf_program__insn_cnt(prog);
	code->insns = malloc(code->nr * sizeof(*code->insns));
	if (!code->insns)
		return -ENOMEM;
	memcpy(code->insns, bpf_program__insns(prog), code->nr * sizeof(*code->insns));
	err = copy_info(&code->funcs, opts->func_info, opts->func_info_rec_size,
			opts->func_info_cnt);
	return err
		       ?: copy_info(&code->lines, opts->line_info, opts->line_info_rec_size,
				    opts->line_info_cnt);
}

static void keep_info(struct bpf_pruned *pruned, struct bpf_prune_code *code,
		      struct bpf_prog_load_opts *opts)
{
	bpf_pruned__free(pruned);
	pruned->func_info = code->funcs.records;
	pruned->line_info = code->lines.records;
	code->funcs.records = NULL;
	code->lines.records = NULL;
	opts->func_info = pruned->func_info;
	opts->func_info_cnt = code->funcs.nr;
	opts->line_info = pruned->line_info;
	opts->line_info_cnt = code->lines.nr;
}

int bpf_pruned__prepare(struct bpf_pruned *pruned, struct bpf_program *prog,
			struct bpf_prog_load_opts *opts, const struct bpf_prune_consts *consts)
{
	struct bpf_prune_code code = {};
	int err = copy_code(&code, prog, opts);

	if (!err)
		err = bpf_prune(&code, consts);
	if (!err)
		err = bpf_program__set_insns(prog, code.insns, code.nr);
	if (!err)
		keep_info(pruned, &code, opts);
	free(code.funcs.records);
	free(code.lines.records);
	free(code.insns);
	return err;
}

void bpf_pruned__free(struct bpf_pruned *pruned)
{
	free(pruned->func_info);
	free(pruned->line_info);
	*pruned = (struct bpf_pruned){};
}
