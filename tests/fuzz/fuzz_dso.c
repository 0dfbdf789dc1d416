// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_dso.c - hostile bytes as a file that a process has mapped: its symbols, stubs, source lines, and
 * the tables by which its functions are unwound, over a hostile stack; and as one in which a function is
 * looked for, to stop at or to keep samples of.
 *
 * Input: a byte with the length of the stack in words, the stack, the file.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dso_elf.h"
#include "dso_plt.h"
#include "overflow_names.h"
#include "unwind.h"
#include "uprobe_symbol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* At the beginning of each of the first functions, and in the file's headers. */
#define PLACES_MAX 8

static void unwind(struct dso_elf *elf, uint64_t addr, const uint8_t *stack, size_t len)
{
	struct unwind u = {
		.known = (1U << UNWIND_NR_REGS) - 1,
		.stack = stack,
		.stack_len = len,
		.stack_start = 0x7000,
	};

	for (unsigned int i = 0; i < UNWIND_NR_REGS; i++)
		u.regs[i] = 0x7000 + 8 * i;
	for (unsigned int i = 0; i < 4; i++) {
		if (unwind__step_cfi(&u, elf, addr) && unwind__step_fp(&u))
			break;
	}
}

static void look_at(struct dso_elf *elf, uint64_t addr, const uint8_t *stack, size_t len)
{
	char line[64];

	/* Cut to what there is room for, and ended. */
	if (dso_elf__srcline(elf, addr, line, sizeof(line)) >= sizeof(line))
		abort();
	if (strlen(line) >= sizeof(line))
		abort();
	unwind(elf, addr, stack, len);
}

static void read_file(struct dso_elf *elf, const uint8_t *stack, size_t len)
{
	struct symtab symtab = {};
	uint64_t low, high, word;
	struct build_id id;

	dso_elf__build_id(elf, &id);
	if (id.len > BUILD_ID_SIZE_MAX)
		abort();
	if (dso_elf__extent(elf, &low, &high) && low > high)
		abort();
	dso_elf__read(elf, low, 8, &word);
	dso_elf__add_symbols(elf, &symtab);
	dso_plt__add_symbols(dso_elf__elf(elf), &symtab);
	symtab__seal(&symtab);
	look_at(elf, dso_elf__address(elf, 0), stack, len);
	for (size_t i = 0; i < symtab.nr && i < PLACES_MAX; i++) {
		const uint32_t found = symtab__find(&symtab, symtab.syms[i].start);

		if (found != NO_SYMBOL)
			symtab__name(&symtab, found);
		look_at(elf, symtab.syms[i].start, stack, len);
	}
	symtab__free(&symtab);
}

/* All that the filter of samples would be made of. */
static void find_functions(const char *path)
{
	static struct overflow_machine *machine;
	struct overflow_ranges set = {};
	struct overflow_names names;

	if (!machine)
		machine = overflow_machine__new();
	if (!machine)
		abort();
	names = overflow_machine__names(machine);
	names.functions(names.ctx, path, "*", 1, &set);
	for (size_t i = 0; i < set.nr; i++) {
		if (set.ranges[i].begin >= set.ranges[i].end)
			abort();
	}
	overflow_ranges__free(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	static char path[64];
	char found[64];
	struct dso_elf *elf;
	uint64_t offset;
	uint8_t *stack;
	size_t len;

	if (fd < 0) {
		fd = memfd_create("elf", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (!size || size < 1 + 8 * (size_t)data[0])
		return 0;
	len = 8 * (size_t)data[0];
	/* A block of its own, so that ASan sees the end. */
	stack = malloc(len ?: 1);
	if (!stack)
		return 0;
	memcpy(stack, data + 1, len);
	if (ftruncate(fd, 0) || pwrite(fd, data + 1 + len, size - 1 - len, 0) < 0)
		abort();
	find_functions(path);
	uprobe_symbol__find(path, "main", found, sizeof(found), &offset);
	if (!dso_elf__open(&elf, dup(fd), path)) {
		read_file(elf, stack, len);
		dso_elf__close(elf);
	}
	free(stack);
	return 0;
}
