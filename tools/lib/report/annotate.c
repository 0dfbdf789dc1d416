// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate.c - see annotate.h: one function, whatever its code is shown as. */
#include "annotate.h"

#include <errno.h>
#include <stdlib.h>

#include "annotate_priv.h"
#include "util.h"

struct annotate_row *annotate_func__add_row(struct annotate_func *f, size_t *size)
{
	struct annotate_row *bigger;

	if (f->nr_rows == *size) {
		*size = *size ? 2 * *size : 64;
		bigger = reallocarray(f->rows, *size, sizeof(*bigger));
		if (!bigger)
			return NULL;
		f->rows = bigger;
	}
	f->rows[f->nr_rows] = (struct annotate_row){};
	return &f->rows[f->nr_rows++];
}

static void sum_hits(const struct annotate *a, struct annotate_func *f)
{
	size_t i;

	f->hits = bpf_hits__find(&a->hits, f->prog, f->func, &f->nr_hits);
	for (i = 0; i < f->nr_hits; i++)
		f->nr_samples += f->hits[i].nr;
}

int annotate__func(struct annotate *a, struct bpf_prog *prog, uint32_t func,
		   struct annotate_func *ret_func)
{
	struct annotate_func f = { .prog = prog, .func = func };
	const struct bpf_lines *lines = bpf_progs__lines(a->progs, prog);
	int err;

	if (!lines)
		return -ENOMEM;
	f.symbol = annotate_func__begin_text(&f);
	bpf_prog__add_symbol(prog, func, &f.text);
	annotate_func__end_text(&f, &f.symbol);
	f.nr_bad_lines = lines->nr_bad;
	if (func < prog->nr_funcs)
		f.addr = prog->funcs[func].addr;
	sum_hits(a, &f);
	if (!prog->has_info)
		f.lack = ANNOTATE_NO_PROGRAM;
	err = f.lack	  ? 0
	      : a->xlated ? annotate__xlated(a, &f, lines)
			  : annotate__jited(a, &f, lines);
	if (!err)
		err = strbuf__error(&f.text);
	if (err) {
		annotate_func__free(&f);
		return err;
	}
	*ret_func = f;
	return 0;
}

void annotate_func__free(struct annotate_func *func)
{
	free(func->rows);
	strbuf__free(&func->text);
	func->rows = NULL;
}

const char *annotate_func__text(const struct annotate_func *func, const struct annotate_text *piece)
{
	return piece->len ? func->text.text + piece->at : "";
}

const uint8_t *annotate_func__bytes(const struct annotate_func *func,
				    const struct annotate_row *row, size_t *ret_len)
{
	const size_t insn = sizeof(struct bpf_insn);

	*ret_len = func->code ? row->size : insn * row->size;
	return func->code ? func->code + row->at
			  : func->prog->entry.array[BPF_ARRAY_XLATED_INSNS].at + insn * row->at;
}

const char *annotate__lack_text(enum annotate_lack lack)
{
	static const char *const texts[] = {
		[ANNOTATE_COMPLETE] = "",
		[ANNOTATE_NO_PROGRAM] =
			"no image: nothing but the symbol was recorded, as the program was gone before "
			"its code could be read, or is a piece of the kernel's own",
		[ANNOTATE_NO_IMAGE] = "no image: the recording has the program without its code",
		[ANNOTATE_NO_XLATED] =
			"no BPF instructions: they were not kept (stock perf never keeps them), or are "
			"hidden from this user",
		[ANNOTATE_NO_DISASSEMBLER] =
			"machine code of this architecture cannot be read here",
	};

	return texts[lack];
}

void annotate__free(struct annotate *a)
{
	bpf_hits__free(&a->hits);
	code_names__free(&a->names);
	disasm__close(a->disasm);
	bpf_progs__free(a->progs);
	*a = (struct annotate){};
}
