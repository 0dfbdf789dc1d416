// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_pidns.c - see strace_pidns.h. */
#include "strace_pidns.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util.h"

/* Numbers that are remembered; then the oldest go. */
#define KNOWN_MAX 65536

void strace_pidns__free(struct strace_pidns *p)
{
	free(p->known);
	memset(p, 0, sizeof(*p));
}

static uint64_t namespace_of(const char *task)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%s/ns/pid", task);
	return stat(path, &st) ? 0 : (uint64_t)st.st_ino;
}

bool strace_pidns__is_ours(int32_t tid)
{
	char task[16];
	uint64_t ns;

	snprintf(task, sizeof(task), "%d", tid);
	ns = namespace_of(task);
	return ns && ns == namespace_of("self");
}

/* The number that it has in its own namespace, the last of the line; 0 when it is gone. */
static int32_t number_there(const char *task)
{
	char path[64], line[256];
	int32_t number = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/status", task);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file)) {
		const char *last = strrchr(line, '\t');

		if (strncmp(line, "NSpid:", 6) || !last)
			continue;
		number = (int32_t)strtol(last + 1, NULL, 10);
		break;
	}
	fclose(file);
	return number;
}

/* What cannot be remembered is looked for again. */
static void remember(struct strace_pidns *p, uint64_t ns, int32_t there, int32_t here)
{
	struct known_pid *more;

	for (size_t i = 0; i < p->nr; i++) {
		if (p->known[i].ns == ns && p->known[i].there == there) {
			p->known[i].here = here;
			return;
		}
	}
	if (p->nr == KNOWN_MAX) {
		p->nr /= 2;
		memmove(p->known, p->known + p->nr, p->nr * sizeof(*p->known));
	}
	if (p->nr == p->size) {
		const size_t size = p->size ? 2 * p->size : 64;

		more = realloc(p->known, size * sizeof(*more));
		if (!more)
			return;
		p->known = more;
		p->size = size;
	}
	p->known[p->nr++] = (struct known_pid){ .ns = ns, .there = there, .here = here };
}

static uint64_t learn(struct strace_pidns *p, const char *task)
{
	const uint64_t ns = namespace_of(task);
	int32_t there;

	if (!p->own)
		p->own = namespace_of("self");
	if (!ns || ns == p->own)
		return ns;
	there = number_there(task);
	if (there)
		remember(p, ns, there, (int32_t)strtol(task, NULL, 10));
	return ns;
}

void strace_pidns__take(struct strace_pidns *p, const struct aug_task_record *rec)
{
	struct aug_task_pidns ids;

	memcpy(&ids, rec->siginfo, sizeof(ids));
	if (!p->own)
		p->own = namespace_of("self");
	if (ids.ino == p->own)
		return;
	remember(p, ids.ino, (int32_t)ids.tid, (int32_t)rec->tid);
	if (ids.pid != ids.tid)
		remember(p, ids.ino, (int32_t)ids.pid, (int32_t)rec->pid);
}

/* By what was remembered of it, as it may be gone; the last namespace that it was in. */
static uint64_t known_namespace(const struct strace_pidns *p, int32_t here)
{
	for (size_t i = p->nr; i-- > 0;) {
		if (p->known[i].here == here)
			return p->known[i].ns;
	}
	return 0;
}

uint64_t strace_pidns__of(struct strace_pidns *p, int32_t tid)
{
	const uint64_t known = known_namespace(p, tid);
	char task[16];

	if (known)
		return known;

	snprintf(task, sizeof(task), "%d", tid);
	return learn(p, task);
}

static int32_t find_known(const struct strace_pidns *p, uint64_t ns, int32_t pid)
{
	for (size_t i = 0; i < p->nr; i++) {
		if (p->known[i].ns == ns && p->known[i].there == pid)
			return p->known[i].here;
	}
	return 0;
}

/* All processes that are there now. */
static void learn_all(struct strace_pidns *p)
{
	DIR *proc = opendir("/proc");
	const struct dirent *entry;

	if (!proc)
		return;
	while ((entry = readdir(proc))) {
		if (isdigit((unsigned char)entry->d_name[0]) && strlen(entry->d_name) < 12)
			learn(p, entry->d_name);
	}
	closedir(proc);
}

int32_t strace_pidns__translate(struct strace_pidns *p, uint64_t ns, int32_t pid)
{
	int32_t here;

	if (!strace_pidns__is_foreign(p, ns) || pid <= 0)
		return 0;
	here = find_known(p, ns, pid);
	if (here)
		return here;
	learn_all(p);
	return find_known(p, ns, pid);
}
