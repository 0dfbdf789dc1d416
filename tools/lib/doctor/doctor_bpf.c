// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * doctor_bpf.c - see doctor_probe.h: what can only be known by trying it. Each program is two
 * instructions that do nothing; all are gone when their descriptors are closed.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_feature.h"
#include "doctor_probe.h"
#include "util.h"

static void say_error(struct strbuf *detail, int err)
{
	if (err == EPERM || err == EACCES)
		strbuf__adds(detail, "not permitted");
	else
		strbuf__adds(detail, strerror(err));
}

static bool opened(int fd, struct strbuf *detail)
{
	if (fd < 0) {
		say_error(detail, errno);
		return false;
	}
	close(fd);
	return true;
}

static int load_nothing(enum bpf_prog_type type, struct bpf_prog_load_opts *opts)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return bpf_prog_load(type, "doctor", "GPL", insns, ARRAY_SIZE(insns), opts);
}

bool doctor_probe__raw_tp(struct strbuf *detail)
{
	__cleanup_close int fd = load_nothing(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL);

	if (fd < 0) {
		say_error(detail, errno);
		return false;
	}
	return opened(bpf_raw_tracepoint_open("sys_enter", fd), detail);
}

/* The verifier refuses the arguments, but not the helper, where it has one. */
static bool has_helper(enum bpf_func_id helper, struct strbuf *detail)
{
	static const char *const unknown[] = { "unknown func", "invalid func",
					       "cannot use helper" };
	const struct bpf_insn insns[] = {
		{ .code = BPF_JMP | BPF_CALL, .imm = helper },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	char log[4096] = "";
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .log_buf = log, .log_size = sizeof(log),
		    .log_level = 1);
	__cleanup_close int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "doctor", "GPL", insns,
					       ARRAY_SIZE(insns), &opts);
	size_t i;

	if (fd >= 0)
		return true;
	if (!log[0]) {
		say_error(detail, errno);
		return false;
	}
	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		if (strstr(log, unknown[i]))
			return false;
	}
	return true;
}

bool doctor_probe__read_kernel(struct strbuf *detail)
{
	const bool ok = has_helper(BPF_FUNC_probe_read_kernel, detail);

	if (ok || !detail->len)
		doctor_probe__add_lockdown(detail);
	return ok;
}

bool doctor_probe__pt_regs(struct strbuf *detail)
{
	return has_helper(BPF_FUNC_task_pt_regs, detail);
}

bool doctor_probe__dynptr(struct strbuf *detail)
{
	return has_helper(BPF_FUNC_dynptr_from_mem, detail);
}

/* A function of the kernel: its BTF has those that programs may call. 6.18 has it with a suffix. */
bool doctor_probe__task_work(struct strbuf *detail)
{
	static const char *const names[] = { "bpf_task_work_schedule_resume",
					     "bpf_task_work_schedule_resume_impl" };
	struct btf *btf = btf__load_vmlinux_btf();
	bool ok = false;
	size_t i;

	if (!btf)
		strbuf__adds(detail, "the kernel's BTF cannot be read");
	for (i = 0; btf && !ok && i < ARRAY_SIZE(names); i++)
		ok = btf__find_by_name_kind(btf, names[i], BTF_KIND_FUNC) > 0;
	btf__free(btf);
	return ok;
}

bool doctor_probe__sleepable(struct strbuf *detail)
{
	const bool ok = bpf_feature__sleepable_calls();

	if (ok)
		strbuf__adds(detail,
			     "one reads what is not in memory when a call begins, if tracefs "
			     "and perf events can be used: the others, which see the calls, go "
			     "that way, as while it waits it is not run for other tasks of its "
			     "CPU");
	return ok;
}

bool doctor_probe__ringbuf(struct strbuf *detail)
{
	return opened(bpf_map_create(BPF_MAP_TYPE_RINGBUF, "doctor", 0, 0,
				     (uint32_t)sysconf(_SC_PAGESIZE), NULL),
		      detail);
}

/* What is asked of libbpf, which does not tell whether we may: as an array, which every kernel has, does. */
static bool had(bool ok, struct strbuf *detail)
{
	if (!ok)
		opened(bpf_map_create(BPF_MAP_TYPE_ARRAY, "doctor", 4, 4, 1, NULL), detail);
	return ok;
}

bool doctor_probe__task_storage(struct strbuf *detail)
{
	return had(bpf_feature__task_storage(), detail);
}

bool doctor_probe__hash_allocates(struct strbuf *detail)
{
	return had(bpf_feature__hash_allocates(), detail);
}

bool doctor_probe__batch(struct strbuf *detail)
{
	__cleanup_close int fd = bpf_map_create(BPF_MAP_TYPE_HASH, "doctor", 4, 4, 4, NULL);
	uint32_t next = 0, keys[4], values[4], nr = 4;

	if (fd < 0) {
		say_error(detail, errno);
		return false;
	}
	/* Of an empty map: ENOENT is its end. */
	if (!bpf_map_lookup_batch(fd, NULL, &next, keys, values, &nr, NULL) || errno == ENOENT)
		return true;
	say_error(detail, errno);
	return false;
}

/* A function that nothing but a test calls. */
bool doctor_probe__fentry(struct strbuf *detail)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_FENTRY);
	const int id = libbpf_find_vmlinux_btf_id("bpf_fentry_test1", BPF_TRACE_FENTRY);
	int fd;
	bool ok;

	if (id <= 0) {
		strbuf__adds(detail, "the kernel's BTF has no function to try it on");
		return false;
	}
	opts.attach_btf_id = (uint32_t)id;
	fd = load_nothing(BPF_PROG_TYPE_TRACING, &opts);
	if (fd < 0) {
		say_error(detail, errno);
		return false;
	}
	ok = opened(bpf_raw_tracepoint_open(NULL, fd), detail);
	close(fd);
	return ok;
}

bool doctor_probe__ids(struct strbuf *detail)
{
	/* Nobody has this id: ENOENT says that we were allowed to ask. */
	__cleanup_close int fd = bpf_prog_get_fd_by_id(UINT32_MAX);

	if (fd >= 0 || errno == ENOENT)
		return true;
	say_error(detail, errno);
	return false;
}

static bool open_clock(pid_t pid, int cpu, bool with_kernel, struct strbuf *detail)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_CPU_CLOCK,
					.disabled = 1,
					.exclude_kernel = !with_kernel,
					.exclude_hv = !with_kernel };

	return opened((int)syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC),
		      detail);
}

bool doctor_probe__perf_user(struct strbuf *detail)
{
	return open_clock(0, -1, false, detail);
}

bool doctor_probe__perf_kernel(struct strbuf *detail)
{
	return open_clock(0, -1, true, detail);
}

bool doctor_probe__perf_all(struct strbuf *detail)
{
	return open_clock(-1, 0, true, detail);
}
