/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * augmenter.h - the objects of people that a trace runs: `-e FILE.c`, `-e FILE.o` and their kin in
 * [trace] add_events. A source is compiled, an old object converted; what kind it is of is told by
 * its sections. Nothing is loaded here.
 */
#ifndef PERF_AUGMENT_AUGMENTER_H
#define PERF_AUGMENT_AUGMENTER_H

#include <stdbool.h>
#include <stddef.h>

#include "bpf_elf_image.h"

struct bpf_elf;
struct config;
struct strbuf;

/**
 * enum augmenter_kind
 * @AUGMENTER_NATIVE: made with augmenter.bpf.h: sections "augment/...".
 * @AUGMENTER_PERF: made for perf up to 6.5.
 */
enum augmenter_kind { AUGMENTER_NATIVE, AUGMENTER_PERF };

/**
 * struct augmenter - one object.
 * @path: as it was given.
 * @image: its bytes, for bpf_object__open_mem().
 * @elf: what is in them.
 */
struct augmenter {
	char *path;
	enum augmenter_kind kind;
	struct bpf_object_image image;
	struct bpf_elf *elf;
};

/** struct augmenters - all of a run, in the order they were named; all zero is none. */
struct augmenters {
	struct augmenter **item;
	size_t nr;
};

/** augmenter__is_path() - does an element of -e name an object or its source: *.o, *.c? */
bool augmenter__is_path(const char *element, size_t len);

/**
 * augmenters__add() - read or compile the file @path. One that is there already is not added again.
 * @cfg: for [llvm].
 * @ret_augmenter: may be NULL.
 * @error: on failure gets a sentence. What a compiler has to say goes to standard error.
 * Return: 0; -EINVAL or another -errno.
 */
int augmenters__add(struct augmenters *list, const char *path, const struct config *cfg,
		    struct augmenter **ret_augmenter, struct strbuf *error);
void augmenters__free(struct augmenters *list);

/** augmenters__count() - how many are of @kind. */
size_t augmenters__count(const struct augmenters *list, enum augmenter_kind kind);

#endif /* PERF_AUGMENT_AUGMENTER_H */
