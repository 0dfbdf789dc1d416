// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fuzz_build_id.c - hostile bytes as an ELF file and as notes whose build-id is asked for. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "build_id.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int err, const struct build_id *id)
{
	if (!err && (!id->len || id->len > BUILD_ID_SIZE_MAX))
		__builtin_trap();
	if (err && err != -ENOENT && err != -EINVAL && err != -ENOMEM)
		__builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct build_id id;

	if (fd < 0)
		fd = memfd_create("elf", MFD_CLOEXEC);
	check(build_id__of_notes(data, size, 4, &id), &id);
	check(build_id__of_notes(data, size, 8, &id), &id);
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return 0;
	check(build_id__of_fd(fd, &id), &id);
	return 0;
}
