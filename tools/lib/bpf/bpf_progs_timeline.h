/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_progs_timeline.h - which function was at which addresses from when to when; part of
 * bpf_progs.
 */
#ifndef PERF_AUGMENT_BPF_PROGS_TIMELINE_H
#define PERF_AUGMENT_BPF_PROGS_TIMELINE_H

struct bpf_progs;

/**
 * bpf_progs__lay_out() - make @progs->ranges of its events, which are sorted by time and say whose
 * they are. Return: 0 or -ENOMEM.
 */
int bpf_progs__lay_out(struct bpf_progs *progs);

#endif /* PERF_AUGMENT_BPF_PROGS_TIMELINE_H */
