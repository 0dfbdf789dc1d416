/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_progs_show.h - the table of a recording's BPF programs, as text or JSON. */
#ifndef PERF_AUGMENT_BPF_PROGS_SHOW_H
#define PERF_AUGMENT_BPF_PROGS_SHOW_H

#include "bpf_progs_read.h"
#include "strbuf.h"

/**
 * bpf_progs__show_text() - a header, a row per program in the order of ids, and a line of totals.
 * @width: as that of struct text_table.
 * Return: 0 or -ENOMEM.
 */
int bpf_progs__show_text(struct bpf_progs *progs, const struct bpf_progs_totals *totals,
			 size_t width, struct strbuf *text);

/** bpf_progs__show_json() - the same as one JSON object, with the functions of each program. */
int bpf_progs__show_json(struct bpf_progs *progs, const struct bpf_progs_totals *totals,
			 struct strbuf *text);

#endif /* PERF_AUGMENT_BPF_PROGS_SHOW_H */
