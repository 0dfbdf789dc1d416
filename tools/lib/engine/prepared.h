/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * prepared.h - programs as the kernel is given them, relocated and without what a run does not use, and the
 * bytes that they are kept as. In these, maps have numbers in place of descriptors.
 */
#ifndef PERF_AUGMENT_PREPARED_H
#define PERF_AUGMENT_PREPARED_H

#include <stddef.h>
#include <stdint.h>

#include "bpf_prune.h"
#include "strbuf.h"

/**
 * struct prepared_prog - @idx: the number of the program in its object; the others are as in struct
 * bpf_prog_load_opts.
 */
struct prepared_prog {
	uint32_t idx;
	uint32_t type;
	uint32_t flags;
	uint32_t attach_type;
	uint32_t kern_version;
	struct bpf_prune_code code;
};

/** prepared_prog__free() - what it owns, not the struct. */
void prepared_prog__free(struct prepared_prog *prog);

/** struct prepared_maps - the descriptors of an object's maps, by their numbers; below 0 for none. */
struct prepared_maps {
	const int *fds;
	size_t nr;
};

/**
 * prepared__write() - append the bytes of a program.
 * @maps: those that its instructions name.
 * Return: 0; -ENOTSUP when it names something of this load alone that is no map; -ENOMEM.
 */
int prepared__write(struct strbuf *out, const struct prepared_prog *prog,
		    const struct prepared_maps *maps);

/**
 * prepared__read() - the programs of such bytes, which may be of any content.
 * @nr_idx: programs that the object has. No number comes twice.
 * @ret_progs: freed by the caller, with each of @ret_nr; instructions have numbers of maps.
 * Return: 0; -EINVAL; -ENOMEM.
 */
int prepared__read(const void *bytes, size_t len, size_t nr_idx, struct prepared_prog **ret_progs,
		   size_t *ret_nr);

/** prepared_prog__link() - have instructions name @maps. Return: 0; -EINVAL when there is no such map. */
int prepared_prog__link(struct prepared_prog *prog, const struct prepared_maps *maps);

#endif /* PERF_AUGMENT_PREPARED_H */
