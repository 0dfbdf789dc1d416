// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_subset_file.c - the subset of the running kernel's BTF, where libbpf can read it: see btf_subset.h. */
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "btf_subset.h"
#include "fdio.h"

#define KERNEL_BTF "/sys/kernel/btf/vmlinux"

/** struct kernel_btf - its bytes. */
struct kernel_btf {
	int fd;
	void *bytes;
	size_t size;
	bool is_mapped;
};

/* Before 6.16 it cannot be mapped; it is read a page at a time then, as the kernel gives no more at once. */
static int kernel_btf__open(struct kernel_btf *btf)
{
	struct stat st;
	size_t done;
	ssize_t n;

	btf->fd = open(KERNEL_BTF, O_RDONLY | O_CLOEXEC);
	if (btf->fd < 0 || fstat(btf->fd, &st))
		return -errno;
	btf->size = (size_t)st.st_size;
	btf->bytes = mmap(NULL, btf->size, PROT_READ, MAP_PRIVATE, btf->fd, 0);
	btf->is_mapped = btf->bytes != MAP_FAILED;
	if (btf->is_mapped)
		return 0;
	btf->bytes = malloc(btf->size);
	if (!btf->bytes)
		return -ENOMEM;
	for (done = 0; done < btf->size; done += (size_t)n) {
		n = read(btf->fd, (char *)btf->bytes + done, btf->size - done);
		if (n <= 0)
			return n ? -errno : -EIO;
	}
	return 0;
}

static void kernel_btf__close(struct kernel_btf *btf)
{
	if (btf->is_mapped)
		munmap(btf->bytes, btf->size);
	else
		free(btf->bytes);
	if (btf->fd >= 0)
		close(btf->fd);
}

int btf_subset_file__open(struct btf_subset_file *file)
{
	int err;

	file->fd = -1;
	if (access(KERNEL_BTF, R_OK))
		return -errno;
	file->fd = memfd_create("btf", MFD_CLOEXEC);
	if (file->fd < 0)
		return -errno;
	snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	if (!access(file->path, R_OK))
		return 0;
	err = -errno;
	btf_subset_file__close(file);
	return err;
}

static int write_subset(int fd, const struct btf *subset)
{
	uint32_t size;
	const void *bytes = btf__raw_data(subset, &size);

	return bytes ? fdio__write_all(fd, bytes, size, NULL) : -ENOMEM;
}

int btf_subset_file__fill(struct btf_subset_file *file, const struct btf *local)
{
	struct kernel_btf kernel = { .fd = -1 };
	struct btf *subset = NULL;
	int err;

	err = kernel_btf__open(&kernel);
	if (!err)
		err = btf_subset__make(local, kernel.bytes, kernel.size, &subset);
	if (!err)
		err = write_subset(file->fd, subset);
	/* The path now leads to the kernel's file. */
	if (err && kernel.fd >= 0)
		err = dup3(kernel.fd, file->fd, O_CLOEXEC) < 0 ? -errno : 0;
	btf__free(subset);
	kernel_btf__close(&kernel);
	return err;
}

void btf_subset_file__close(struct btf_subset_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}
