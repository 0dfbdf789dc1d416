// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cache_check ENTRY - gives an entry of the user's cache (tools/lib/base/user_cache.c) the check that its content
 * should have: as a damage would leave it that no check finds.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "hash_index.h"
#include "util.h"

#define HEADER_BYTES 16
#define CHECK_AT 8

int main(int argc, char **argv)
{
	int fd __cleanup_close = argc == 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	struct stat st;
	uint64_t *check;
	char *entry;

	if (fd < 0 || fstat(fd, &st) || st.st_size <= HEADER_BYTES) {
		fprintf(stderr, "usage: cache_check ENTRY\n");
		return 2;
	}
	entry = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (entry == MAP_FAILED) {
		perror("cache_check");
		return 1;
	}
	check = (uint64_t *)(entry + CHECK_AT);
	*check = hash_bytes(entry + HEADER_BYTES, (size_t)st.st_size - HEADER_BYTES);
	return 0;
}
