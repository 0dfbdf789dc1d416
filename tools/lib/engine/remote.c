// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* remote.c - see remote.h. */
#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#include "log.h"
#include "thread.h"
#include "util.h"

/* Documentation/admin-guide/mm/pagemap.rst: in memory. The bit is for everybody who may read the file. */
#define PAGE_PRESENT (1ULL << 63)

#define PAGES_AT_ONCE 32
#define BYTES_AT_ONCE 16384

/* A page that is in memory is there at once; this is for a machine that is short of CPUs. */
#define PATIENCE_SEC 1

/**
 * struct remote - @pagemap_fd: which pages of thread @tid's process are in memory.
 * @asked, @answered: to and from the thread, which reads @size bytes at @addr into @bytes; @got: how many it did.
 * @is_over: it shall end. @is_stuck: it has not come back, and all this is its alone.
 */
struct remote {
	pthread_t thread;
	sem_t asked;
	sem_t answered;
	bool is_over;
	bool is_stuck;
	pid_t tid;
	int pagemap_fd;
	uint64_t addr;
	size_t size;
	ssize_t got;
	uint8_t bytes[BYTES_AT_ONCE];
};

static void *read_for(void *arg)
{
	struct remote *r = arg;

	for (;;) {
		while (sem_wait(&r->asked))
			; /* a signal */
		if (r->is_over)
			return NULL;
		struct iovec here = { .iov_base = r->bytes, .iov_len = r->size };
		struct iovec there = { .iov_base = (void *)(uintptr_t)r->addr, .iov_len = r->size };

		r->got = process_vm_readv(r->tid, &here, 1, &there, 1, 0);
		sem_post(&r->answered);
	}
}

struct remote *remote__new(void)
{
	struct remote *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->pagemap_fd = -1;
	sem_init(&r->asked, 0, 0);
	sem_init(&r->answered, 0, 0);
	if (thread__start(&r->thread, NULL, read_for, r)) {
		free(r);
		return NULL;
	}
	return r;
}

static void close_pagemap(struct remote *r)
{
	if (r->pagemap_fd >= 0)
		close(r->pagemap_fd);
	r->pagemap_fd = -1;
}

void remote__free(struct remote *r)
{
	if (!r)
		return;
	close_pagemap(r);
	if (r->is_stuck) {
		/* Should it come back after all, there is nothing it is asked for. */
		pthread_detach(r->thread);
		return;
	}
	r->is_over = true;
	sem_post(&r->asked);
	pthread_join(r->thread, NULL);
	free(r);
}

int remote__open(struct remote *r, pid_t tid)
{
	char path[64];

	close_pagemap(r);
	if (r->is_stuck)
		return -ETIMEDOUT;
	snprintf(path, sizeof(path), "/proc/%d/pagemap", tid);
	r->tid = tid;
	r->pagemap_fd = open(path, O_RDONLY | O_CLOEXEC);
	return r->pagemap_fd < 0 ? -errno : 0;
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

/* Return: whether the thread has answered. */
static bool wait_for_answer(struct remote *r)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += PATIENCE_SEC;
	while (sem_clockwait(&r->answered, CLOCK_MONOTONIC, &end)) {
		if (errno == EINTR)
			continue;
		r->is_stuck = true;
		log_warn(
			"memory of thread %d does not come: what calls were given that threads wait "
			"in is shown as addresses",
			r->tid);
		return false;
	}
	return true;
}

static int read_some(struct remote *r, uint64_t addr, void *to, size_t size)
{
	if (r->is_stuck || !is_present(r, addr, size))
		return -EFAULT;
	r->addr = addr;
	r->size = size;
	sem_post(&r->asked);
	if (!wait_for_answer(r) || r->got != (ssize_t)size)
		return -EFAULT;
	memcpy(to, r->bytes, size);
	return 0;
}

int remote__read(struct remote *r, uint64_t addr, void *to, size_t size)
{
	size_t done, step;

	if (!size)
		return 0;
	if (addr + size - 1 < addr)
		return -EFAULT;
	for (done = 0; done < size; done += step) {
		step = MIN(size - done, (size_t)BYTES_AT_ONCE);
		if (read_some(r, addr + done, (uint8_t *)to + done, step))
			return -EFAULT;
	}
	return 0;
}

ssize_t remote__read_str(struct remote *r, uint64_t addr, char *to, size_t size)
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
