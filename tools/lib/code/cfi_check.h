/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cfi_check.h - whether an ELF file's tables of callers may be given to libdw, which takes what is in
 * them on trust: it reads past their end, and keeps as much memory as the largest register number asks
 * for. Files of the recorded machine are not to be trusted.
 */
#ifndef PERF_AUGMENT_CFI_CHECK_H
#define PERF_AUGMENT_CFI_CHECK_H

#include <libelf.h>
#include <stdbool.h>

/**
 * cfi_check__elf() - .eh_frame, its index .eh_frame_hdr, and .debug_frame: each instruction and operand is
 * where it belongs, registers are such that a processor has, and the index leads to entries. Sections
 * that are not there are in order; tables that only program headers tell of are not.
 */
bool cfi_check__elf(Elf *elf);

#endif /* PERF_AUGMENT_CFI_CHECK_H */
