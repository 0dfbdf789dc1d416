// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_unwind.c - hostile tables of an ELF file and a hostile copy of a stack: the way from callee to
 * caller, as report goes it. Beyond "no crash": each step leaves the stack further up, so that none goes
 * on forever, and registers are known that have to be.
 *
 * The input: @SHARE in units of 1/256 of the bytes are the stack, what follows is the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unwind.h"
#include "util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** struct start - the beginning of the input. @share: see above. @regs: as in struct unwind. */
struct start {
	uint64_t regs[UNWIND_NR_REGS];
	uint64_t stack_start;
	uint32_t known;
	uint8_t by_frame_pointer;
	uint8_t share;
};

#define STEPS_MAX 1000

static void check_step(const struct unwind *before, const struct unwind *after)
{
	const uint32_t needed = 1U << UNWIND_RIP | 1U << UNWIND_RSP;

	if ((after->known & needed) != needed ||
	    after->regs[UNWIND_RSP] <= before->regs[UNWIND_RSP])
		__builtin_trap();
}

static void climb(struct unwind *u, struct dso_elf *elf, bool by_frame_pointer)
{
	struct unwind before;
	unsigned int i;
	int err;

	for (i = 0; i < STEPS_MAX; i++) {
		before = *u;
		/* Behind a call may be another function. */
		err = by_frame_pointer ? unwind__step_fp(u)
				       : unwind__step_cfi(u, elf, u->regs[UNWIND_RIP] - (i > 0));
		if (err && err != -ENOENT && err != -EFAULT)
			__builtin_trap();
		if (err)
			return;
		check_step(&before, u);
	}
}

/* As of a recorded file: a descriptor of its own, which is closed with it. */
static int open_elf(struct dso_elf **ret_elf, const uint8_t *data, size_t size)
{
	const int fd = memfd_create("elf", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		__builtin_trap();
	return dso_elf__open(ret_elf, fd, "/nonexistent/fuzz");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct unwind u = {};
	struct dso_elf *elf;
	struct start start;

	if (size < sizeof(start))
		return 0;
	memcpy(&start, data, sizeof(start));
	data += sizeof(start);
	size -= sizeof(start);
	memcpy(u.regs, start.regs, sizeof(u.regs));
	/* Samples have both. */
	u.known = start.known | 1U << UNWIND_RIP | 1U << UNWIND_RSP;
	u.stack = data;
	u.stack_len = size * start.share / 256;
	u.stack_start = start.stack_start;
	if (open_elf(&elf, data + u.stack_len, size - u.stack_len))
		return 0;
	climb(&u, elf, start.by_frame_pointer & 1);
	dso_elf__close(elf);
	return 0;
}
