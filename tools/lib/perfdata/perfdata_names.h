/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_names.h - names of the numbers in recordings. A number without a name is shown as it
 * is.
 */
#ifndef PERF_AUGMENT_PERFDATA_NAMES_H
#define PERF_AUGMENT_PERFDATA_NAMES_H

#include <stdint.h>

#include "symbols.h"

extern const struct symbols syms_perfdata_types;
extern const struct symbols syms_perfdata_features;
extern const struct symbols syms_perfdata_sample_type;
extern const struct symbols syms_perfdata_read_format;
extern const struct symbols syms_perfdata_attr_type;
extern const struct symbols syms_perfdata_attr_flags;
extern const struct symbols syms_perfdata_branch_type;
extern const struct symbols syms_perfdata_ksym_type;
extern const struct symbols syms_perfdata_bpf_event;
extern const struct symbols syms_perfdata_update;
extern const struct symbols syms_perfdata_cpumode;

/**
 * perfdata_type__name() - "KSYMBOL"; NULL for one that is not known.
 * perfdata_feature__name() - "BPF_PROG_INFO"; NULL for one that is not known.
 */
const char *perfdata_type__name(uint32_t type);
const char *perfdata_feature__name(unsigned int id);

/** perfdata_type__lookup() - by name or number. Return: 0 or -ENOENT. */
int perfdata_type__lookup(const char *name, uint32_t *ret_type);

#endif /* PERF_AUGMENT_PERFDATA_NAMES_H */
