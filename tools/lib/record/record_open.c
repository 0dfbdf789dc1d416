// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_open.c - see record_open.h. */
#include "record_open.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log.h"
#include "perfdata_abi.h"
#include "privilege.h"
#include "util.h"

#define DEFAULT_FREQ 4000

/* All events have these, so that each record says to which of them it belongs. */
#define SAMPLE_TYPE                                                              \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
	 PERF_SAMPLE_PERIOD | PERF_SAMPLE_IDENTIFIER)

/* Registers of user space that a DWARF unwinder needs: all but the segments ds, es, fs, gs. */
#ifdef __x86_64__
#define DWARF_REGS 0xff0fffULL
#else
#define DWARF_REGS 0ULL
#endif

static int open_in_group(const struct perf_event_attr *attr, const struct record_open_at *at)
{
	const bool has_cgroup = at->cgroup_fd != NO_CGROUP;
	const long fd = syscall(SYS_perf_event_open, attr, has_cgroup ? at->cgroup_fd : at->tid,
				at->cpu, at->leader_fd,
				PERF_FLAG_FD_CLOEXEC | (has_cgroup ? PERF_FLAG_PID_CGROUP : 0));

	return fd < 0 ? -errno : (int)fd;
}

int record_open__event(const struct perf_event_attr *attr, pid_t tid, int cpu)
{
	const struct record_open_at at = {
		.tid = tid, .cpu = cpu, .leader_fd = -1, .cgroup_fd = NO_CGROUP
	};

	return open_in_group(attr, &at);
}

static bool opens(const struct perf_event_attr *attr)
{
	const int fd = record_open__event(attr, 0, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static struct perf_event_attr dummy_attr(void)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = PERFDATA_ATTR_SIZE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = SAMPLE_TYPE,
		.sample_id_all = 1,
	};
}

void record_open__probe(struct record_kernel *ret_kernel)
{
	struct perf_event_attr attr = dummy_attr();

	attr.exclude_kernel = 1; /* so that anybody may */
	attr.mmap = attr.mmap2 = 1;
	attr.build_id = 1;
	ret_kernel->build_id = opens(&attr);
	attr.build_id = 0;
	attr.read_format = PERFDATA_FORMAT_LOST;
	ret_kernel->lost = opens(&attr);
}

static void set_common(struct perf_event_attr *attr, const struct record_events_opts *opts,
		       const struct record_kernel *kernel)
{
	attr->size = PERFDATA_ATTR_SIZE;
	attr->sample_type |= SAMPLE_TYPE;
	attr->sample_id_all = 1;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
			    PERF_FORMAT_ID | (kernel->lost ? PERFDATA_FORMAT_LOST : 0);
	attr->inherit = opts->inherit;
	attr->use_clockid = opts->use_clockid;
	attr->clockid = opts->clockid;
}

static void set_callchain(struct perf_event_attr *attr, const struct record_events_opts *opts)
{
	if (opts->callchain == RECORD_CALLCHAIN_NONE)
		return;
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (opts->callchain != RECORD_CALLCHAIN_DWARF)
		return;
	attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	attr->sample_regs_user = DWARF_REGS;
	attr->sample_stack_user = opts->stack_size;
	attr->exclude_callchain_user = 1;
}

#define LBR_TYPE                                                                                 \
	(PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_NO_FLAGS | \
	 PERF_SAMPLE_BRANCH_NO_CYCLES)

static void set_branches(struct perf_event_attr *attr, const struct record_events_opts *opts)
{
	attr->branch_sample_type = opts->callchain == RECORD_CALLCHAIN_LBR ? LBR_TYPE
									   : opts->branch_type;
	if (attr->branch_sample_type)
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
}

/* Samples have counts: of the event, or of the leader and all of its group, who then has no others. */
static void set_sample_read(struct perf_event_attr *attr, const struct event_spec *spec,
			    bool in_group)
{
	attr->sample_type |= PERF_SAMPLE_READ;
	/* Those of children would have to be added up. */
	attr->inherit = 0;
	if (in_group)
		attr->read_format |= PERF_FORMAT_GROUP;
	if (spec->to_leader)
		attr->freq = attr->sample_period = 0;
}

static void set_rate(struct perf_event_attr *attr, const struct record_events_opts *opts)
{
	if (opts->period) {
		attr->freq = 0;
		attr->sample_period = opts->period;
	} else if (opts->freq || !attr->sample_period) {
		attr->freq = 1;
		attr->sample_freq = opts->freq ? opts->freq : DEFAULT_FREQ;
	}
}

/*
 * Of a fixed period the attr tells. Events that the kernel itself counts, as page faults, breakpoints and
 * tracepoints, would have a sample for each of them if samples had to tell it too.
 */
static void leave_period_to_attr(struct perf_event_attr *attr)
{
	const bool of_pmu = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE ||
			    attr->type == PERF_TYPE_RAW;

	if (!attr->freq && attr->sample_period > 1 && !of_pmu && !event_attr__is_clock(attr))
		attr->sample_type &= ~(__u64)PERF_SAMPLE_PERIOD;
}

struct perf_event_attr record_open__attr(const struct event_spec *spec, bool in_group,
					 const struct record_events_opts *opts,
					 const struct record_kernel *kernel)
{
	struct perf_event_attr attr = spec->attr;

	set_common(&attr, opts, kernel);
	set_callchain(&attr, opts);
	set_branches(&attr, opts);
	attr.sample_type |= opts->sample_type;
	/* Members run when their leader does. */
	attr.disabled = !spec->to_leader;
	attr.enable_on_exec = opts->on_exec && !spec->to_leader;
	if (!spec->has_guest)
		attr.exclude_guest = 1;
	if (attr.type == PERF_TYPE_TRACEPOINT)
		attr.sample_type |= PERF_SAMPLE_RAW;
	if (attr.type == PERF_TYPE_BREAKPOINT)
		attr.sample_type |= PERF_SAMPLE_ADDR;
	if (!spec->has_period)
		set_rate(&attr, opts);
	leave_period_to_attr(&attr);
	if (spec->sample_read)
		set_sample_read(&attr, spec, in_group);
	return attr;
}

struct perf_event_attr record_open__own_attr(const struct record_events_opts *opts,
					     const struct record_kernel *kernel)
{
	struct perf_event_attr attr = dummy_attr();

	set_common(&attr, opts, kernel);
	return attr;
}

int record_open__sampler(struct perf_event_attr *attr, const struct event_spec *spec,
			 const struct record_open_at *at, bool may_drop_kernel)
{
	int fd;

	for (;;) {
		fd = open_in_group(attr, at);
		if (fd >= 0)
			return fd;
		if ((fd == -EINVAL || fd == -EOPNOTSUPP) && attr->exclude_guest &&
		    !spec->has_guest) {
			attr->exclude_guest = 0;
		} else if ((fd == -EINVAL || fd == -EOPNOTSUPP) && attr->precise_ip &&
			   spec->precise_max) {
			attr->precise_ip--;
		} else if (fd == -EACCES && may_drop_kernel && !attr->exclude_kernel &&
			   !attr->exclude_user) {
			attr->exclude_kernel = attr->exclude_hv = 1;
		} else {
			return fd;
		}
	}
}

static int paranoid_level(void)
{
	FILE *f __cleanup_fclose = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int level;

	return f && fscanf(f, "%d", &level) == 1 ? level : 2;
}

static void explain_access(const char *name, const struct perf_event_attr *attr, pid_t tid, int err)
{
	const int level = paranoid_level();
	const char *what = "other people's tasks";

	if (attr->type == PERF_TYPE_TRACEPOINT)
		what = "tracepoints";
	else if (tid < 0)
		what = "all tasks of a CPU";
	else if (!attr->exclude_kernel && level > 1)
		what = "the kernel (without the kernel: -e EVENT:u)";
	/* A patch of Debian's and others', in some releases before CAP_PERFMON counts for anything. */
	if (level > 2 && privilege__has(CAP_PERFMON) && !privilege__has(CAP_SYS_ADMIN)) {
		log_err("event %s: %s. With kernel.perf_event_paranoid at %d this kernel takes "
			"CAP_SYS_ADMIN for all events, CAP_PERFMON is not enough: use sudo, or "
			"lower it: sysctl kernel.perf_event_paranoid=2",
			name, strerror(-err), level);
		return;
	}
	log_err("event %s: %s. kernel.perf_event_paranoid is %d: recording of %s needs the "
		"capability CAP_PERFMON: use sudo, or setcap cap_perfmon,cap_bpf,cap_syslog+ep on "
		"the binary; or lower it: sysctl kernel.perf_event_paranoid=%d",
		name, strerror(-err), level, what,
		tid < 0 || attr->type == PERF_TYPE_TRACEPOINT ? -1 : 1);
}

/* Without its control group the event opens: it is the group that lacks something. */
static bool group_lacks_it(const struct perf_event_attr *attr, const struct record_open_at *at)
{
	const int fd = at->cgroup_fd == NO_CGROUP ? -1 : record_open__event(attr, -1, at->cpu);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void explain_missing(const char *name, const struct perf_event_attr *attr,
			    const struct record_open_at *at, int err)
{
	if (err == -ENOENT && group_lacks_it(attr, at))
		log_err("event %s: %s: the control group of -G has no controller perf_event. Older "
			"kernels give it to cgroup2 once any controller was enabled below its "
			"root: echo +pids > /sys/fs/cgroup/cgroup.subtree_control",
			name, strerror(-err));
	else if (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE ||
		 attr->type == PERF_TYPE_RAW)
		log_err("event %s: %s: this machine has no PMU that counts it (virtual machines "
			"often have none); -e cpu-clock works everywhere",
			name, strerror(-err));
	else
		log_err("event %s: %s: this kernel does not have it", name, strerror(-err));
}

/* PMUs without an interrupt refuse samples, each in its own way. */
static bool can_be_counted(const struct perf_event_attr *attr, pid_t tid, int cpu)
{
	struct perf_event_attr counter = *attr;
	int fd;

	counter.sample_period = 0;
	counter.freq = 0;
	counter.sample_type = 0;
	counter.precise_ip = 0;
	fd = record_open__event(&counter, tid, cpu);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Without branches the event opens, or there is no PMU to keep them. */
static bool lacks_branches(const struct perf_event_attr *attr, const struct record_open_at *at,
			   int err)
{
	struct perf_event_attr plain = *attr;
	int fd;

	if (!attr->branch_sample_type || (err != -EOPNOTSUPP && err != -EINVAL && err != -ENOENT))
		return false;
	plain.branch_sample_type = 0;
	plain.sample_type &= ~(uint64_t)PERF_SAMPLE_BRANCH_STACK;
	fd = record_open__event(&plain, at->tid, at->cpu);
	if (fd >= 0)
		close(fd);
	return fd >= 0 || fd == -ENOENT;
}

static void explain_refused(const char *name, const struct perf_event_attr *attr, pid_t tid,
			    int cpu)
{
	if (can_be_counted(attr, tid, cpu))
		log_err("event %s: it can be counted but not sampled", name);
	else
		log_err("event %s: the kernel refuses it with these options%s%s", name,
			attr->use_clockid ? "; not every clock of -k works with every event" : "",
			attr->type == PERF_TYPE_BREAKPOINT ? "; is the address a valid one?" : "");
}

void record_open__explain(const char *name, const struct perf_event_attr *attr,
			  const struct record_open_at *at, int err)
{
	if (lacks_branches(attr, at, err)) {
		log_err("event %s: no PMU keeps branches for it: -b, -j and --call-graph lbr take a "
			"hardware event (-e cycles) and a processor that records such branches; "
			"virtual machines often have none (--call-graph fp or dwarf work everywhere)",
			name);
		return;
	}
	switch (err) {
	case -EACCES:
	case -EPERM:
		explain_access(name, attr, at->tid, err);
		return;
	case -ENOENT:
	case -ENODEV:
	case -ENXIO:
		explain_missing(name, attr, at, err);
		return;
	case -EOPNOTSUPP:
		if (attr->precise_ip)
			log_err("event %s: the PMU has no precise samples: leave out :p", name);
		else
			log_err("event %s: it can be counted but not sampled", name);
		return;
	case -EINVAL:
		explain_refused(name, attr, at->tid, at->cpu);
		return;
	case -ENOSPC:
		log_err("event %s: all debug registers of CPU %d are in use (there are 4)", name,
			at->cpu);
		return;
	case -EBUSY:
		log_err("event %s: the PMU is in use by somebody else, exclusively", name);
		return;
	case -EMFILE:
		log_err("event %s: too many open files: each event needs one for each CPU and "
			"thread; raise ulimit -n, or record fewer",
			name);
		return;
	}
	log_err("event %s on CPU %d: %s", name, at->cpu, strerror(-err));
}

void record_open__raise_limits(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit); /* fewer will do for most */
}

const char *record_open__default_event(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = PERFDATA_ATTR_SIZE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.disabled = 1,
	};

	return opens(&attr) ? "cycles:P" : "cpu-clock";
}
