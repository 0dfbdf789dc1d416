// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* privilege.c - see privilege.h. */
#include "privilege.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log.h"
#include "util.h"

static int effective_capabilities(uint64_t *ret_caps)
{
	FILE *f __cleanup_fclose = fopen("/proc/self/status", "re");
	char line[256];

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "CapEff: %" SCNx64, ret_caps) == 1)
			return 0;
	}
	return -ENOENT;
}

bool privilege__has(unsigned int cap)
{
	uint64_t caps;

	return effective_capabilities(&caps) || (caps >> cap & 1);
}

int privilege__check_bpf(void)
{
	uint64_t caps, admin = 1ULL << CAP_SYS_ADMIN;
	bool bpf, perfmon;

	/* Without /proc the kernel itself will tell. */
	if (effective_capabilities(&caps))
		return 0;
	bpf = caps & (admin | 1ULL << CAP_BPF);
	perfmon = caps & (admin | 1ULL << CAP_PERFMON);
	if (bpf && perfmon)
		return 0;
	log_err("tracing needs the capabilit%s %s%s%s: run it with sudo, or give them to the binary "
		"(setcap cap_bpf,cap_perfmon+ep)",
		bpf || perfmon ? "y" : "ies", bpf ? "" : "CAP_BPF", bpf || perfmon ? "" : " and ",
		perfmon ? "" : "CAP_PERFMON");
	return -EPERM;
}

static void read_word(const char *path, char *word, size_t size)
{
	FILE *f __cleanup_fclose = fopen(path, "re");

	if (!f || !fgets(word, (int)size, f))
		snprintf(word, size, "unknown");
	word[strcspn(word, "\n")] = '\0';
}

void privilege__explain_bpf(int err)
{
	char lockdown[64], unprivileged[64];

	read_word("/sys/kernel/security/lockdown", lockdown, sizeof(lockdown));
	read_word("/proc/sys/kernel/unprivileged_bpf_disabled", unprivileged, sizeof(unprivileged));
	log_err("the kernel refused the BPF programs (%s) although CAP_BPF and CAP_PERFMON are there; "
		"kernel lockdown is '%s' ('confidentiality' forbids tracing), "
		"kernel.unprivileged_bpf_disabled is %s; before Linux 5.11 a small memlock limit refuses maps "
		"too (ulimit -l unlimited), and containers often filter bpf(2) with seccomp",
		strerror(-err), lockdown, unprivileged);
}

void privilege__keep(uint64_t mask)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];
	unsigned int i;

	/* To user 0 an execve() gives all of the bounding set, which takes CAP_SETPCAP to change. This takes none. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		log_debug("programs that are started may have more capabilities: %s",
			  strerror(errno));
	if (syscall(SYS_capget, &head, caps)) {
		log_debug("capabilities stay as they are: %s", strerror(errno));
		return;
	}
	if (mask & PRIVILEGE_BIT(CAP_BPF) && !(caps[CAP_BPF / 32].effective >> CAP_BPF % 32 & 1))
		mask |= PRIVILEGE_BIT(CAP_SYS_ADMIN);
	for (i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		caps[i].effective &= (uint32_t)(mask >> 32 * i);
		caps[i].permitted &= (uint32_t)(mask >> 32 * i);
		caps[i].inheritable = 0;
	}
	if (syscall(SYS_capset, &head, caps))
		log_debug("capabilities stay as they are: %s", strerror(errno));
}
