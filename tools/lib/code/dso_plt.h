/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* dso_plt.h - the stubs through which a file calls functions of others: "puts@plt". */
#ifndef PERF_AUGMENT_DSO_PLT_H
#define PERF_AUGMENT_DSO_PLT_H

#include <gelf.h>

#include "symtab.h"

/** dso_plt__add_symbols() - no symbol says where they are: count them. Return: 0 or -ENOMEM. */
int dso_plt__add_symbols(Elf *elf, struct symtab *symtab);

#endif /* PERF_AUGMENT_DSO_PLT_H */
