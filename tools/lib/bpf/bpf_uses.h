/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_uses.h - what loaded BPF programs are attached to, and which processes hold them. */
#ifndef PERF_AUGMENT_BPF_USES_H
#define PERF_AUGMENT_BPF_USES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct bpf_attachment
 * @link_id: 0 where there is no link: a program set with an ioctl on a perf event.
 * @kind: "raw_tracepoint", "kprobe", "fentry", "cgroup", ...; ours, or libbpf's.
 * @target: to what: a tracepoint, a function, an interface; NULL when the kernel does not say.
 */
struct bpf_attachment {
	uint32_t prog_id;
	uint32_t link_id;
	const char *kind;
	char *target;
};

/** struct bpf_holder - a process with a descriptor of the program, or of a link that has it. */
struct bpf_holder {
	uint32_t prog_id;
	pid_t pid;
	char comm[16];
};

struct btf;

/**
 * struct bpf_uses - all zero is none; both sorted by program, holders each once.
 * @btf: while links are looked at: types of what the last one is attached to, @btf_id; NULL when they cannot be had.
 */
struct bpf_uses {
	struct btf *btf;
	uint32_t btf_id;
	struct bpf_attachment *attachments;
	size_t nr_attachments, attachments_size;
	struct bpf_holder *holders;
	size_t nr_holders, holders_size;
};

/**
 * bpf_uses__find() - look at all links and at the descriptors of all processes that we may see.
 * Return: 0 or -ENOMEM.
 */
int bpf_uses__find(struct bpf_uses *ret_uses);
void bpf_uses__free(struct bpf_uses *uses);

/** bpf_uses__attachments() - of one program. @ret_nr: how many. */
const struct bpf_attachment *bpf_uses__attachments(const struct bpf_uses *uses, uint32_t prog_id,
						   size_t *ret_nr);

/** bpf_uses__holders() - of one program. @ret_nr: how many. */
const struct bpf_holder *bpf_uses__holders(const struct bpf_uses *uses, uint32_t prog_id,
					   size_t *ret_nr);

#endif /* PERF_AUGMENT_BPF_USES_H */
