// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* remote.c - see remote.h. */
#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#include "util.h"

/* Documentation/admin-guide/mm/pagemap.rst: in memory. The bit is for everybody who may read the file. */
#define PAGE_PRESENT (1ULL << 63)

#define PAGES_AT_ONCE 32

int remote__open(struct remote *r, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/pagemap", tid);
	r->tid = tid;
	r->pagemap_fd = open(path, O_RDONLY | O_CLOEXEC);
	return r->pagemap_fd < 0 ? -errno : 0;
}

void remote__close(struct remote *r)
{
	if (r->pagemap_fd >= 0)
		close(r->pagemap_fd);
	r->pagemap_fd = -1;
}

static uint64_t page_size(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* @size is not 0, and the end is no address before @addr. */
static bool is_present(const struct remote *r, uint64_t addr, size_t size)
{
	const uint64_t last = (addr + size - 1) / page_size();
	uint64_t page = addr / page_size(), bits[PAGES_AT_ONCE];
	size_t nr, i;

	for (; page <= last; page += nr) {
		nr = (size_t)MIN(last - page + 1, (uint64_t)PAGES_AT_ONCE);
		if (page > INT64_MAX / sizeof(bits[0]) ||
		    pread(r->pagemap_fd, bits, nr * sizeof(bits[0]),
			  (off_t)(page * sizeof(bits[0]))) != (ssize_t)(nr * sizeof(bits[0])))
			return false;
		for (i = 0; i < nr; i++) {
			if (!(bits[i] & PAGE_PRESENT))
				return false;
		}
	}
	return true;
}

int remote__read(const struct remote *r, uint64_t addr, void *to, size_t size)
{
	struct iovec here = { .iov_base = to, .iov_len = size };
	struct iovec there = { .iov_base = (void *)(uintptr_t)addr, .iov_len = size };

	if (!size)
		return 0;
	if (addr + size - 1 < addr || !is_present(r, addr, size) ||
	    process_vm_readv(r->tid, &here, 1, &there, 1, 0) != (ssize_t)size)
		return -EFAULT;
	return 0;
}

ssize_t remote__read_str(const struct remote *r, uint64_t addr, char *to, size_t size)
{
	size_t len = 0, step;
	const char *end;

	while (len < size) {
		step = (size_t)MIN(page_size() - (addr + len) % page_size(),
				   (uint64_t)(size - len));
		if (remote__read(r, addr + len, to + len, step))
			return -EFAULT;
		end = memchr(to + len, '\0', step);
		if (end)
			return end + 1 - to;
		len += step;
	}
	return (ssize_t)len;
}
