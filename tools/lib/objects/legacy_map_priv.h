/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* legacy_map_priv.h - what the files of legacy_map.h share. */
#ifndef PERF_AUGMENT_LEGACY_MAP_PRIV_H
#define PERF_AUGMENT_LEGACY_MAP_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf_elf.h"

struct btf;
struct strbuf;

/**
 * struct legacy_slot - where a map goes; one for each of @elf->maps, in their order.
 * @offset, @size: in the new section .maps.
 * @btf_id: of the struct that declares it.
 * @marker_section: the section that holds nothing but its marker, and goes away; 0 for none.
 */
struct legacy_slot {
	uint32_t offset;
	uint32_t size;
	uint32_t btf_id;
	uint32_t marker_section;
};

/**
 * legacy_map__build_btf() - the object's BTF with the maps declared in it.
 * @slots: @marker_section is read, the rest is filled in.
 * @ret_total: bytes of the section .maps.
 * @ret_btf: btf__free() it. Types that were there keep their ids.
 * Return: 0, -ENOTSUP or -EINVAL with the reason in @error, -ENOMEM.
 */
int legacy_map__build_btf(const struct bpf_elf *elf, struct legacy_slot *slots,
			  struct btf **ret_btf, uint32_t *ret_total, struct strbuf *notes,
			  struct strbuf *error);

/**
 * legacy_map__write_elf() - the object with that BTF, and without the sections that it replaces.
 * @image: the bytes are appended to it.
 * Return: as legacy_map__build_btf().
 */
int legacy_map__write_elf(const struct bpf_elf *elf, const struct legacy_slot *slots,
			  const struct btf *btf, uint32_t total, struct strbuf *image,
			  struct strbuf *error);

#endif /* PERF_AUGMENT_LEGACY_MAP_PRIV_H */
