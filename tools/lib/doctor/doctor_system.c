// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* doctor_system.c - see doctor_probe.h: what files of /proc and /sys say. */
#include <errno.h>
#include <inttypes.h>
#include <linux/bpf.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>

#include "cgroup.h"
#include "doctor_probe.h"
#include "kernel_btf.h"
#include "ksyms.h"
#include "privilege.h"
#include "util.h"

/* What the largest of our maps take together. */
#define MEMLOCK_WANTED (256UL << 20)

/* The number in a file of one. Return: false when there is none. */
static bool read_number(const char *path, long *ret_value)
{
	__cleanup_fclose FILE *f = fopen(path, "re");

	return f && fscanf(f, "%ld", ret_value) == 1;
}

/* Append "name is 1". */
static bool say_sysctl(struct strbuf *detail, const char *path, const char *name, long *ret_value)
{
	if (!read_number(path, ret_value)) {
		strbuf__addf(detail, "%s cannot be read", name);
		return false;
	}
	strbuf__addf(detail, "%s is %ld", name, *ret_value);
	return true;
}

static unsigned int kernel_version(char *release, size_t size)
{
	unsigned int major = 0, minor = 0;
	struct utsname here;

	if (uname(&here))
		return 0;
	snprintf(release, size, "%s", here.release);
	sscanf(here.release, "%u.%u", &major, &minor);
	return major << 8 | minor;
}

bool doctor_probe__kernel(struct strbuf *detail)
{
	char release[65] = "";
	const unsigned int version = kernel_version(release, sizeof(release));

	strbuf__adds(detail, release);
	return version >= (5 << 8 | 10);
}

bool doctor_probe__btf(struct strbuf *detail)
{
	return !kernel_btf__check(detail);
}

bool doctor_probe__capabilities(struct strbuf *detail)
{
	const bool admin = privilege__has(CAP_SYS_ADMIN);
	const bool bpf = admin || privilege__has(CAP_BPF);
	const bool perfmon = admin || privilege__has(CAP_PERFMON);

	if (!bpf || !perfmon)
		strbuf__addf(detail, "without%s%s%s", bpf ? "" : " CAP_BPF",
			     bpf || perfmon ? "" : " and", perfmon ? "" : " CAP_PERFMON");
	return bpf && perfmon;
}

/* Addresses are shown, not zeros. */
bool doctor_probe__addresses(struct strbuf *detail)
{
	struct ksyms *ksyms = ksyms__new(NULL);
	uint64_t addr;
	long value;
	bool ok = ksyms && !ksyms__addr(ksyms, "_stext", &addr);

	ksyms__free(ksyms);
	say_sysctl(detail, "/proc/sys/kernel/kptr_restrict", "kernel.kptr_restrict", &value);
	if (!privilege__has(CAP_SYSLOG))
		strbuf__adds(detail, ", without CAP_SYSLOG");
	return ok;
}

static bool has_pmu(const char *name)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s", name);
	return !stat(path, &st);
}

bool doctor_probe__kprobe(struct strbuf *detail)
{
	if (!has_pmu("kprobe"))
		strbuf__adds(detail, "not built into this kernel");
	return has_pmu("kprobe");
}

bool doctor_probe__uprobe(struct strbuf *detail)
{
	if (!has_pmu("uprobe"))
		strbuf__adds(detail, "not built into this kernel");
	return has_pmu("uprobe");
}

bool doctor_probe__tracefs(struct strbuf *detail)
{
	static const char *const paths[] = { "/sys/kernel/tracing/events",
					     "/sys/kernel/debug/tracing/events" };
	bool forbidden = false;
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		if (!stat(paths[i], &st)) {
			strbuf__adds(detail, paths[i]);
			return true;
		}
		forbidden |= errno == EACCES;
	}
	strbuf__adds(detail, forbidden ? "not permitted" : "not mounted");
	return false;
}

bool doctor_probe__bpffs(struct strbuf *detail)
{
	struct statfs fs;
	const bool ok = !statfs("/sys/fs/bpf", &fs) && fs.f_type == BPF_FS_MAGIC;

	strbuf__adds(detail, ok ? "/sys/fs/bpf" : "not mounted at /sys/fs/bpf");
	return ok;
}

bool doctor_probe__processes(struct strbuf *detail)
{
	const bool ok = privilege__has(CAP_SYS_PTRACE);

	if (!ok)
		strbuf__adds(detail, "without CAP_SYS_PTRACE");
	return ok;
}

bool doctor_probe__cgroups(struct strbuf *detail)
{
	struct cgroup root;
	const int err = cgroup__find("/", &root);

	if (err)
		strbuf__adds(detail, err == -ENODEV ? "none is mounted" : strerror(-err));
	return !err;
}

bool doctor_probe__jit(struct strbuf *detail)
{
	long value = 0;

	return say_sysctl(detail, "/proc/sys/net/core/bpf_jit_enable", "net.core.bpf_jit_enable",
			  &value) &&
	       value > 0;
}

bool doctor_probe__stats(struct strbuf *detail)
{
	long value = 0;

	return say_sysctl(detail, "/proc/sys/kernel/bpf_stats_enabled", "kernel.bpf_stats_enabled",
			  &value) &&
	       value > 0;
}

bool doctor_probe__unprivileged(struct strbuf *detail)
{
	long value = 0;

	return say_sysctl(detail, "/proc/sys/kernel/unprivileged_bpf_disabled",
			  "kernel.unprivileged_bpf_disabled", &value) &&
	       value > 0;
}

/* Kernels from 5.11 on count BPF's memory to the cgroup. */
bool doctor_probe__memlock(struct strbuf *detail)
{
	struct rlimit limit = { .rlim_cur = RLIM_INFINITY };
	char release[65];

	if (kernel_version(release, sizeof(release)) >= (5 << 8 | 11)) {
		strbuf__adds(detail, "this kernel does not count maps to it");
		return true;
	}
	getrlimit(RLIMIT_MEMLOCK, &limit);
	strbuf__addf(detail, "%" PRIu64 " KiB", (uint64_t)limit.rlim_cur / 1024);
	return limit.rlim_cur >= MEMLOCK_WANTED || privilege__has(CAP_SYS_RESOURCE);
}

void doctor_probe__add_lockdown(struct strbuf *detail)
{
	__cleanup_fclose FILE *f = fopen("/sys/kernel/security/lockdown", "re");
	char modes[128] = "";

	/* "none [integrity] confidentiality" */
	if (f && fgets(modes, sizeof(modes), f))
		strbuf__addf(detail, "lockdown: %.*s", (int)strcspn(modes, "\n"), modes);
}
