/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_id.h - which kernel a recording was made under: its release, its build-id, and where it was in
 * memory. Addresses of the recording have the names of this machine's kallsyms only if all that is
 * known of it is equal here.
 */
#ifndef PERF_AUGMENT_KERNEL_ID_H
#define PERF_AUGMENT_KERNEL_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ksyms.h"
#include "perfdata.h"

#define KERNEL_RELEASE_LEN 65

/**
 * struct kernel_id - all zero: nothing is known.
 * @arch: as uname(2) says it. @ref_name: a symbol, "_text", at @ref_addr.
 */
struct kernel_id {
	char release[KERNEL_RELEASE_LEN];
	char arch[32];
	uint8_t build_id[20];
	bool has_build_id;
	char ref_name[32];
	uint64_t ref_addr;
};

/** kernel_id__add_feature() - of the header; others than OSRELEASE, ARCH and BUILD_ID are ignored. */
void kernel_id__add_feature(struct kernel_id *id, unsigned int feature, const uint8_t *bytes,
			    size_t len);

/** kernel_id__add_record() - MMAP, BUILD_ID and FEATURE records; others are ignored. */
void kernel_id__add_record(struct kernel_id *id, const struct perfdata_record *rec);

/**
 * kernel_id__is_running() - this machine runs that kernel, at the same place.
 * @ksyms: of this machine.
 */
bool kernel_id__is_running(const struct kernel_id *id, struct ksyms *ksyms);

#endif /* PERF_AUGMENT_KERNEL_ID_H */
