// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* doctor.c - see doctor.h: the table. */
#include "doctor.h"

#include <bpf/libbpf.h>
#include <stdlib.h>
#include <string.h>

#include "doctor_probe.h"
#include "tracefs.h"
#include "util.h"

#define TRACE (1U << DOCTOR_TRACE)
#define RECORD (1U << DOCTOR_RECORD)
#define DUMP_MAP (1U << DOCTOR_DUMP_MAP)
#define PROGS (1U << DOCTOR_PROGS)
#define ANNOTATE (1U << DOCTOR_ANNOTATE)

static const char *const commands[NR_DOCTOR_COMMANDS] = {
	[DOCTOR_TRACE] = "trace, strace", [DOCTOR_RECORD] = "record",
	[DOCTOR_DUMP_MAP] = "dump-map",	  [DOCTOR_PROGS] = "progs",
	[DOCTOR_ANNOTATE] = "annotate",
};

/* clang-format off */
static const struct doctor_check checks[] = {
	{ .id = "kernel", .what = "Linux 5.10 or later", .probe = doctor_probe__kernel,
	  .stops = TRACE, .lessens = RECORD,
	  .means = "older kernels lack what tracing stands on",
	  .advice = "run a kernel of 5.10 or later" },
	{ .id = "btf", .what = "the kernel's types (BTF)", .probe = doctor_probe__btf,
	  .stops = TRACE, .lessens = RECORD,
	  .means = "our BPF programs cannot be fitted to this kernel; record reads BPF programs by id alone",
	  .advice = "run a kernel built with CONFIG_DEBUG_INFO_BTF, as distributions' are" },
	{ .id = "capabilities", .what = "CAP_BPF and CAP_PERFMON", .probe = doctor_probe__capabilities,
	  .stops = TRACE, .lessens = RECORD | DUMP_MAP | ANNOTATE,
	  .means = "this user may not load tracing programs",
	  .advice = "run it with sudo, or: setcap cap_bpf,cap_perfmon+ep perf-augment" },
	{ .id = "raw_tp", .what = "programs on raw tracepoints", .probe = doctor_probe__raw_tp,
	  .stops = TRACE, .lessens = RECORD,
	  .means = "system calls cannot be seen",
	  .advice = "see capabilities; the kernel needs CONFIG_BPF_EVENTS and CONFIG_FTRACE_SYSCALLS" },
	{ .id = "read_kernel", .what = "BPF may read the kernel's memory", .probe = doctor_probe__read_kernel,
	  .stops = TRACE, .lessens = RECORD,
	  .means = "lockdown forbids it (mode confidentiality), or see capabilities",
	  .advice = "boot without lockdown=confidentiality; /sys/kernel/security/lockdown tells the mode" },
	{ .id = "ringbuf", .what = "BPF ring buffer", .probe = doctor_probe__ringbuf,
	  .stops = TRACE, .lessens = RECORD,
	  .means = "records have no way out of the kernel",
	  .advice = "Linux 5.8 or later has it; see capabilities and memlock" },
	{ .id = "task_storage", .what = "BPF task storage", .probe = doctor_probe__task_storage,
	  .lessens = TRACE,
	  .means = "a hash by thread stands in for it: each call costs a little more",
	  .advice = "Linux 5.11 or later has it for tracing; from 6.18 on it needs a CPU with cmpxchg16b (cx16)" },
	{ .id = "hash_allocates", .what = "hashes of tracing programs that grow as they are filled",
	  .probe = doctor_probe__hash_allocates, .lessens = TRACE,
	  .means = "trace makes its maps at their full size: 16,384 threads at a time are traced, and no more",
	  .advice = "Linux 6.1 or later has them" },
	{ .id = "pt_regs", .what = "the registers of user space (bpf_task_pt_regs())", .probe = doctor_probe__pt_regs,
	  .lessens = TRACE,
	  .means = "call chains of code without frame pointers end early: there is no --call-graph dwarf",
	  .advice = "Linux 5.15 or later has them" },
	{ .id = "sleepable", .what = "programs of system calls that may wait for a page", .probe = doctor_probe__sleepable,
	  .means = "what is not in memory when a call begins is read when it ends" },
	{ .id = "dynptr", .what = "dynamic pointers (bpf_dynptr_from_mem())", .probe = doctor_probe__dynptr,
	  .means = "no command of ours needs them; objects that have some do not load" },
	{ .id = "task_work", .what = "work that waits for a task (bpf_task_work_schedule_resume())",
	  .probe = doctor_probe__task_work,
	  .means = "no command of ours needs it; objects that schedule some do not load" },
	{ .id = "kprobes", .what = "kprobes", .probe = doctor_probe__kprobe,
	  .means = "record learns of loads of BPF programs by a data breakpoint or by system calls" },
	{ .id = "uprobes", .what = "uprobes", .probe = doctor_probe__uprobe,
	  .lessens = TRACE,
	  .means = "augmenters of functions in user space do not run",
	  .advice = "run a kernel with CONFIG_UPROBE_EVENTS" },
	{ .id = "fentry", .what = "fentry programs", .probe = doctor_probe__fentry,
	  .means = "no command of ours needs them; objects that have some do not load" },
	{ .id = "perf_events", .what = "perf events of one's own tasks", .probe = doctor_probe__perf_user,
	  .stops = RECORD,
	  .means = "nothing can be sampled",
	  .advice = "sysctl kernel.perf_event_paranoid=2, or see capabilities; in a container, its seccomp "
		    "profile may forbid perf_event_open(2)" },
	{ .id = "perf_kernel", .what = "perf events of one's own tasks in the kernel",
	  .probe = doctor_probe__perf_kernel, .lessens = RECORD,
	  .means = "only what runs in user space is sampled: neither the kernel nor BPF programs",
	  .advice = "sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON" },
	{ .id = "perf_events_all", .what = "perf events of all tasks", .probe = doctor_probe__perf_all,
	  .lessens = RECORD,
	  .means = "record -a cannot run, and loads of BPF programs by others are not seen",
	  .advice = "sysctl kernel.perf_event_paranoid=-1, or CAP_PERFMON" },
	{ .id = "ids", .what = "BPF programs and maps of others (CAP_SYS_ADMIN)", .probe = doctor_probe__ids,
	  .lessens = RECORD | DUMP_MAP | PROGS | ANNOTATE,
	  .means = "programs and maps cannot be opened by their ids; dump-map reads pinned maps, progs and "
		   "annotate read recordings",
	  .advice = "run it with sudo" },
	{ .id = "addresses", .what = "addresses of the kernel", .probe = doctor_probe__addresses,
	  .lessens = RECORD | ANNOTATE,
	  .means = "code of BPF programs comes without its addresses, and calls without names",
	  .advice = "CAP_SYSLOG (sudo has it), and kernel.kptr_restrict 0 or 1" },
	{ .id = "processes", .what = "what processes of others have mapped (CAP_SYS_PTRACE)",
	  .probe = doctor_probe__processes,
	  .lessens = TRACE | RECORD,
	  .means = "call chains of processes that run already have no names, and record has no files for their samples",
	  .advice = "run it with sudo" },
	{ .id = "cgroups", .what = "control groups of version 2", .probe = doctor_probe__cgroups,
	  .lessens = TRACE,
	  .means = "control groups have numbers, but no paths, and cannot be chosen",
	  .advice = "mount -t cgroup2 none /sys/fs/cgroup" },
	{ .id = "jit", .what = "JIT compiler of BPF", .probe = doctor_probe__jit,
	  .lessens = RECORD | ANNOTATE,
	  .means = "BPF programs are interpreted: they have no code of their own, and no samples",
	  .advice = "sysctl net.core.bpf_jit_enable=1" },
	{ .id = "batch", .what = "batches of map entries", .probe = doctor_probe__batch,
	  .lessens = DUMP_MAP,
	  .means = "entries are read one by one, which takes many times longer",
	  .advice = "Linux 5.6 or later has them; see capabilities" },
	{ .id = "tracefs", .what = "tracefs", .probe = doctor_probe__tracefs,
	  .lessens = TRACE,
	  .means = "tracepoints cannot be found by name; on Linux 7.2 calls may be missed",
	  .advice = TRACEFS_MOUNT ", or run it with sudo" },
	{ .id = "memlock", .what = "memory for maps (RLIMIT_MEMLOCK)", .probe = doctor_probe__memlock,
	  .lessens = TRACE,
	  .means = "maps of the usual size may be refused",
	  .advice = "ulimit -l unlimited, or CAP_SYS_RESOURCE" },
	{ .id = "bpffs", .what = "file system for pinned objects", .probe = doctor_probe__bpffs,
	  .means = "nothing can be pinned, so there is nothing pinned to be shown",
	  .advice = "mount -t bpf bpf /sys/fs/bpf" },
	{ .id = "bpf_stats", .what = "the kernel counts runs of BPF programs", .probe = doctor_probe__stats,
	  .means = "RUNS and RUN_NS of progs are 0; counting costs each run some 20 ns",
	  .advice = "sysctl kernel.bpf_stats_enabled=1, while it is of use" },
	{ .id = "unprivileged_bpf", .what = "only privileged users load BPF programs",
	  .probe = doctor_probe__unprivileged,
	  .means = "anybody may; no command of ours needs that",
	  .advice = "sysctl kernel.unprivileged_bpf_disabled=1, for safety" },
};
/* clang-format on */

const struct doctor_check *doctor__checks(size_t *ret_nr)
{
	*ret_nr = ARRAY_SIZE(checks);
	return checks;
}

const char *doctor__command(enum doctor_command command)
{
	return commands[command];
}

/* What libbpf says of refused programs is what we want to know, not to tell. */
static int say_nothing(enum libbpf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

struct doctor_result *doctor__run(void)
{
	struct doctor_result *results = calloc(ARRAY_SIZE(checks), sizeof(*results));
	libbpf_print_fn_t print = libbpf_set_print(say_nothing);
	struct strbuf detail = {};
	size_t i;

	for (i = 0; results && i < ARRAY_SIZE(checks); i++) {
		strbuf__reset(&detail);
		results[i].ok = checks[i].probe(&detail);
		results[i].detail = strdup(strbuf__cstr(&detail));
		if (!results[i].detail) {
			doctor__free(results);
			results = NULL;
		}
	}
	strbuf__free(&detail);
	libbpf_set_print(print);
	return results;
}

void doctor__free(struct doctor_result *results)
{
	size_t i;

	for (i = 0; results && i < ARRAY_SIZE(checks); i++)
		free(results[i].detail);
	free(results);
}

bool doctor__is_well(const struct doctor_result *results)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(checks); i++) {
		if (!results[i].ok && (checks[i].stops || checks[i].lessens))
			return false;
	}
	return true;
}
