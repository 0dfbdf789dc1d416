/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_elf_report_priv.h - what text and JSON of a report share. */
#ifndef PERF_AUGMENT_BPF_ELF_REPORT_PRIV_H
#define PERF_AUGMENT_BPF_ELF_REPORT_PRIV_H

#include <stdint.h>

#include "bpf_elf.h"

/** enum side_source - where the type of a key or value is from; SIDE_SIZE: only its size is known. */
enum side_source { SIDE_NONE, SIDE_SIZE, SIDE_MARKER, SIDE_DECLARATION };

/** struct map_side - the key or the value of a map. @type_id: 0 when there is no type. */
struct map_side {
	enum side_source source;
	uint32_t type_id;
	uint32_t size;
};

struct map_side bpf_elf_report__key(const struct bpf_elf_map *map);
struct map_side bpf_elf_report__value(const struct bpf_elf_map *map);

#endif /* PERF_AUGMENT_BPF_ELF_REPORT_PRIV_H */
