/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* requests_code.h - the part of work_requests.c that gives the kernel BPF programs. */
#ifndef TESTS_REQUESTS_CODE_H
#define TESTS_REQUESTS_CODE_H

/* What a link of each type says, of structures that end before, within and behind it; lists of up to @max elements. */
static void links(uint32_t max)
{
	static const uint32_t types[] = { BPF_CGROUP_INET_INGRESS, BPF_CGROUP_INET_EGRESS,
					  BPF_TRACE_FENTRY,	   BPF_TRACE_ITER,
					  BPF_PERF_EVENT,	   BPF_TRACE_KPROBE_MULTI };
	static const uint32_t sizes[] = { 12, 16, 18, 20, 24, 32, 40, 48, 64, 128 };
	static const uint32_t counts[] = { 0, 1, 3, 32, 33, 300 };
	union bpf_attr *attr = (void *)edge;
	uintptr_t *names = (void *)contents->mixed;
	size_t i;

	strcpy((char *)contents->zeros, "a_function_with_a_name_of_more_than_32_bytes");
	for (i = 0; i < 512; i++)
		names[i] = (uintptr_t)contents->zeros + i % 13;
	for (i = 0; i < NR(contents->ones); i++)
		contents->ones[i] = 1000 + (uint32_t)i / 3; /* of descriptors none */
	names[1] = (uintptr_t)UNREADABLE;
	names[2] = 0;
	for (i = 0; i < NR(types) * NR(sizes) * NR(counts); i++) {
		const uint32_t type = types[i % NR(types)];
		const uint32_t count = MIN(counts[i / NR(types) % NR(counts)], max);

		memset(edge, 0, PAGE);
		attr->link_create.prog_fd = (uint32_t)NO_FD;
		attr->link_create.target_fd = (uint32_t)NO_FD;
		attr->link_create.attach_type = type;
		attr->link_create.flags = i % 2;
		if (type == BPF_TRACE_ITER) {
			attr->link_create.iter_info = (uintptr_t)contents->ones;
			attr->link_create.iter_info_len = count;
		} else if (type == BPF_TRACE_KPROBE_MULTI) {
			attr->link_create.kprobe_multi.flags = i / 2 % 4;
			attr->link_create.kprobe_multi.cnt = count;
			attr->link_create.kprobe_multi.syms = (uintptr_t)names;
			attr->link_create.kprobe_multi.addrs = i % 5 ? (uintptr_t)contents->ones
								     : (uintptr_t)UNREADABLE;
			attr->link_create.kprobe_multi.cookies = (uintptr_t)contents->ones;
		} else if (type != BPF_TRACE_FENTRY) {
			attr->link_create.perf_event.bpf_cookie = count;
		}
		syscall(SYS_bpf, BPF_LINK_CREATE, attr, sizes[i / NR(types) / NR(counts)]);
	}
}

static void all_links(void)
{
	links(UINT32_MAX);
}

static void few_links(void)
{
	links(32);
}

/* Programs of bpf(2) that the kernel does not take. */
static void programs(void)
{
	struct bpf_insn *insns = (void *)contents;
	union bpf_attr *attr = (void *)edge;
	uint32_t i;

	memset(edge, 0, PAGE);
	strcpy((char *)edge + 512, "GPL");
	attr->license = (uintptr_t)edge + 512;
	attr->insns = (uintptr_t)insns;
	/* Refused before locked memory is charged, of which the tracer has all before Linux 5.11. */
	attr->prog_flags = 1U << 31;
	for (i = 0; i < 256; i++) {
		insns[0] = (struct bpf_insn){ .code = (uint8_t)i,
					      .dst_reg = i % 16 & 0xf,
					      .src_reg = i / 16 & 0xf,
					      .off = (int16_t)(i - 100),
					      .imm = -(int32_t)i };
		attr->insn_cnt = 1;
		syscall(SYS_bpf, BPF_PROG_LOAD, attr, 64);
	}
	for (i = 0; i < 512; i++)
		insns[i] = insns[0];
	for (i = 0; i <= 512; i += i < 40 ? 8 : 59) {
		attr->insn_cnt = i;
		syscall(SYS_bpf, BPF_PROG_LOAD, attr, 64);
	}
	attr->insns = 0;
	syscall(SYS_bpf, BPF_PROG_LOAD, attr, 64);
	attr->insns = (uintptr_t)UNREADABLE;
	syscall(SYS_bpf, BPF_PROG_LOAD, attr, 64);
}

/* To seccomp with flags, to a socket by a descriptor, that let none be installed. */
static void give_seccomp(const void *prog)
{
	syscall(SYS_seccomp, 1, 0x55, prog);
}

static void give_socket(const void *prog)
{
	setsockopt(NO_FD, SOL_SOCKET, SO_ATTACH_FILTER, prog, sizeof(struct sock_fprog));
}

static void filters(void (*give)(const void *prog))
{
	static const uint32_t values[] = { 0,	       1,	   0xfffff004, 0x7fff0000,
					   0x00050001, 0x80000000, 0x12345678 };
	struct sock_filter *insns = (void *)contents;
	struct sock_fprog prog = { 1, insns };
	size_t i, k;

	for (i = 0; i < 0x200; i++) {
		insns[0] = (struct sock_filter){ (uint16_t)i, (uint8_t)(i / 100), 0, 1 };
		give(&prog);
	}
	for (i = 0; i < 8; i++) {
		for (k = 0; k < NR(values); k++)
			insns[k] = (struct sock_filter){ (uint16_t)i, 0, 0, values[k] };
		prog.len = NR(values);
		give(&prog);
	}
	/* What a program of a socket reads beside the packet. */
	for (i = 0; i < 72; i++)
		insns[i] = (struct sock_filter){ (uint16_t)(0x20 + 8 * (i % 4)), 0, 0,
						 0xfffff000 + (uint32_t)i };
	insns[i++] = (struct sock_filter){ 0x30, 0, 0, 0xffefffff };
	insns[i++] = (struct sock_filter){ 0x30, 0, 0, 0xffe00006 };
	insns[i++] = (struct sock_filter){ 0x30, 0, 0, 0xffdfffff };
	insns[i++] = (struct sock_filter){ 0x28, 0, 0, 0xfff00000 };
	insns[i++] = (struct sock_filter){ 0x28, 1, 0, 0xfff0000c };
	insns[i++] = (struct sock_filter){ 0x48, 0, 0, 0xfffff004 };
	prog.len = (uint16_t)i;
	give(&prog);
	for (i = 0; i < 512; i++)
		insns[i] = (struct sock_filter){ 6, 0, 0, (uint32_t)i };
	for (i = 0; i <= 512; i += i < 40 ? 8 : 59) {
		prog.len = (uint16_t)i;
		give(&prog);
	}
	prog.filter = NULL;
	give(&prog);
	prog.filter = (void *)UNREADABLE;
	give(&prog);
	prog.filter = at_edge(insns, 3 * sizeof(*insns));
	prog.len = 3;
	give(&prog);
	give(UNREADABLE);
	give(NULL);
}

/* Those of a child that is stopped: what ptrace(2) gives of them. */
static void installed_filters(void)
{
	struct sock_filter insns[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, 0 },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 9999 },
		{ BPF_RET | BPF_K, 0, 0, 0x00050001 },
		{ BPF_RET | BPF_K, 0, 0, 0x7fff0000 },
	};
	const struct sock_fprog prog = { NR(insns), insns };
	const pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		_exit(0);
	}
	syscall(SYS_wait4, pid, NULL, 0, NULL);
	syscall(SYS_ptrace, PTRACE_SECCOMP_GET_FILTER, pid, 0, 0);
	syscall(SYS_ptrace, PTRACE_SECCOMP_GET_FILTER, pid, 0, contents);
	syscall(SYS_ptrace, PTRACE_SECCOMP_GET_FILTER, pid, 1, contents);
	syscall(SYS_ptrace, PTRACE_SECCOMP_GET_FILTER, pid, 0, UNREADABLE);
	kill(pid, SIGKILL);
	syscall(SYS_wait4, pid, NULL, 0, NULL);
}

/* A child at the beginning and at the end of a call: what ptrace(2) tells of it, in any number of bytes. */
static void stopped_calls(void)
{
	static const unsigned long odd[] = { 0, 1, 7, 8, 9, 16, 27, 100, 216, 217, 500 };
	const pid_t pid = fork();

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		/* Where both programs have the same address. */
		syscall(SYS_chdir, memset(contents->zeros, 0, 1));
		syscall(SYS_geteuid);
		_exit(0);
	}
	fill();
	for (unsigned int stop = 0; stop < 8; stop++) {
		syscall(SYS_wait4, pid, NULL, 0, NULL);
		for (size_t size = 0; size <= 96; size += size < 90 ? 3 : 1) {
			memset(contents->zeros, 0xee, 100);
			syscall(SYS_ptrace, 0x420e /* PTRACE_GET_SYSCALL_INFO */, pid, size,
				at_edge(contents->zeros, size < 88 ? size : 88));
		}
		if (!stop)
			syscall(SYS_ptrace, PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD);
		syscall(SYS_ptrace, PTRACE_SYSCALL, pid, 0, 0);
	}
	syscall(SYS_wait4, pid, NULL, 0, NULL);
	for (size_t i = 0; i < NR(odd); i++) {
		struct iovec set = { contents->mixed, odd[i] };

		syscall(SYS_ptrace, 0x4204 /* PTRACE_GETREGSET */, pid, 1, &set);
		set.iov_len = odd[i];
		syscall(SYS_ptrace, 0x4205 /* PTRACE_SETREGSET */, pid, 1, &set);
		set.iov_len = odd[i];
		syscall(SYS_ptrace, 0x4204, NO_TASK, 2, &set);
	}
	kill(pid, SIGKILL);
	syscall(SYS_wait4, pid, NULL, 0, NULL);
}

#endif /* TESTS_REQUESTS_CODE_H */
