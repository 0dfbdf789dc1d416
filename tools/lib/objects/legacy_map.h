/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * legacy_map.h - objects from before BTF-defined maps, made to load with libbpf 1.x.
 *
 * Maps that are numbers in the section `maps` become variables in `.maps` whose BTF type says the
 * same; types of keys and values come from the markers. Code, relocations, BTF ids and line
 * information stay as they are, so CO-RE and the verifier's messages do too. Nothing is loaded here.
 */
#ifndef PERF_AUGMENT_LEGACY_MAP_H
#define PERF_AUGMENT_LEGACY_MAP_H

#include <stddef.h>

#include "bpf_elf.h"

struct strbuf;

/** LEGACY_MAP_REFUSED - how libbpf 1.x refuses such objects; people search for this line. */
#define LEGACY_MAP_REFUSED \
	"elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0+"

/**
 * legacy_map__convert() - a new object with the maps of @elf declared by BTF.
 * @elf: with bpf_elf__is_legacy().
 * @ret_bytes: the object; the caller frees it.
 * @notes: lines on what could not be kept or was changed, each ending in a newline; NULL for none.
 * @error: on failure begins with LEGACY_MAP_REFUSED and says what stands in the way.
 * Return: 0; -ENOTSUP when it cannot be said in BTF; -EINVAL when the object is damaged; -ENOMEM.
 */
int legacy_map__convert(const struct bpf_elf *elf, void **ret_bytes, size_t *ret_size,
			struct strbuf *notes, struct strbuf *error);

#endif /* PERF_AUGMENT_LEGACY_MAP_H */
