/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * requests_words.h - the part of work_requests.c whose words have fields and bits without a name, whose members another
 * one says the meaning of, and whose messages are many.
 */
#ifndef TESTS_REQUESTS_WORDS_H
#define TESTS_REQUESTS_WORDS_H

#include <linux/blkpg.h>
#include <linux/loop.h>
#include <linux/nsfs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>

/* Bits that newer kernels than strace's have a meaning for are left out. */
static void words_with_fields(void)
{
	static const uint32_t maps[] = { 0, 2, 0xc, 0x4c, 0xd, 0x400000c, 0x4000022, 0x40400c };
	static const uint32_t groups[] = { 0, 4, 0xd, 0x1c, 0x10000000, 0x10000001, 0x10000004 };
	static const uint32_t files[] = { 0, 0x2700, 0x54002700, 0x54000001, 0x54000000 };
	static const uint32_t sockets[] = { 1, 0xb, 0x8000b, 0x80001, 0x1000001, 0x100000b };
	size_t i;

	for (i = 0; i < NR(maps); i++) {
		syscall(SYS_remap_file_pages, 0x1000, 0, 0, 0, maps[i]);
#if __LONG_WIDTH__ == 64
		syscall(SYS_mmap, 0, 0, 0, maps[i], NO_FD, 0);
#endif
	}
	for (i = 0; i < NR(groups); i++)
		syscall(SYS_fanotify_init, groups[i], 0x10);
	for (i = 0; i < NR(files); i++)
		syscall(SYS_memfd_create, NULL, files[i]);
	for (i = 0; i < NR(sockets); i++)
		syscall(SYS_socket, AF_INET, sockets[i], 999);
	syscall(SYS_ptrace, 21 /* PTRACE_OLDSETOPTIONS */, NO_TASK, 5, 3);
	syscall(SYS_ptrace, 21 /* PTRACE_OLDSETOPTIONS */, NO_TASK, 5, 0x50000000);
	syscall(SYS_ptrace, 18 /* PTRACE_GETFPXREGS */, NO_TASK, 5, 7);
	syscall(SYS_set_tid_address, NULL);
	syscall(SYS_set_tid_address, edge);
}

/* Signals that wait, in as much of a set as there is room for. */
static void parts_of_sets(void)
{
	const uint64_t all = UINT64_MAX;
	static const int waiting[] = { 1, 2, 20, 34, 60 };
	long size;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, 8);
	for (size_t i = 0; i < NR(waiting); i++)
		raise(waiting[i]);
	for (size = 0; size < 10; size++)
		syscall(SYS_rt_sigpending, contents->ones, size);
}

static void members_of_members(void)
{
	struct open_how how[] = {
		{ .flags = O_RDWR },
		{ .flags = O_RDWR, .mode = 0600 },
		{ .flags = O_CREAT | O_WRONLY },
		{ .flags = O_CREAT, .mode = 0644 },
		{ .flags = 020000000 | O_RDWR },
		{ .flags = O_DIRECTORY },
	};
	static const uint32_t policies[] = { 0, 77, 0x80000000, UINT32_MAX };
	uint32_t attr[14] = { sizeof(attr) };
	size_t i;

	for (i = 0; i < NR(how); i++)
		syscall(SYS_openat2, NO_FD, "none", &how[i], sizeof(how[i]));
	for (i = 0; i < NR(policies) * 4; i++) {
		attr[1] = policies[i / 4];
		attr[2] = (uint32_t)(i % 4) << 3;
		syscall(SYS_sched_setattr, NO_TASK, attr, 0);
	}
}

/* Partitions, of which a request has the address; no disk is there. */
static void partitions(void)
{
	struct blkpg_partition part = { 0x1000, 0x2000, 3, "first", "its volume" };
	struct blkpg_ioctl_arg arg = { 0, 1, sizeof(part), &part };
	static const int lengths[] = { 0, 1, sizeof(part) - 1, sizeof(part) + 1, -1 };
	size_t i;

	for (arg.op = 0; arg.op <= 4; arg.op++)
		syscall(SYS_ioctl, NO_FD, BLKPG, &arg);
	arg.data = at_edge(&part, sizeof(part));
	syscall(SYS_ioctl, NO_FD, BLKPG, &arg);
	arg.data = &part;
	memset(part.devname, 'd', sizeof(part.devname));
	memset(part.volname, 1, sizeof(part.volname));
	for (i = 0; i < NR(lengths); i++) {
		arg.datalen = lengths[i];
		syscall(SYS_ioctl, NO_FD, BLKPG, &arg);
	}
	arg.data = UNREADABLE;
	syscall(SYS_ioctl, NO_FD, BLKPG, &arg);
	arg.data = NULL;
	syscall(SYS_ioctl, NO_FD, BLKPG, &arg);
	syscall(SYS_ioctl, NO_FD, BLKPG, at_edge(&arg, sizeof(arg)));
	syscall(SYS_ioctl, NO_FD, BLKPG, edge + PAGE - 8);
}

/* What their descriptors say of them, and those that they belong to. */
static void namespaces(void)
{
	static const char *const kinds[] = { "uts", "net", "user", "mnt", "pid", "ipc", "cgroup" };
	char path[32] = "/proc/self/ns/";
	size_t i;

	for (i = 0; i < NR(kinds); i++) {
		strcpy(path + 14, kinds[i]);
		const int fd = open(path, O_RDONLY | O_CLOEXEC);

		syscall(SYS_ioctl, fd, NS_GET_NSTYPE);
		syscall(SYS_ioctl, fd, NS_GET_OWNER_UID, edge);
		close((int)syscall(SYS_ioctl, fd, NS_GET_PARENT));
		close((int)syscall(SYS_ioctl, fd, NS_GET_USERNS));
		close(fd);
	}
	syscall(SYS_ioctl, NO_FD, NS_GET_PARENT);
}

/* Structures that are said to be longer than they are, of which the rest is not in memory. */
static void structures_that_end(void)
{
	const struct open_how how = { .flags = O_CREAT | O_WRONLY, .mode = 0600, .resolve = 1 };
	const struct clone_args args = { .flags = 0x100, .exit_signal = SIGCHLD };
	const uint64_t attr[4] = { 1, 2, 0, 0 };
	static const long more[] = { 0, 1, 8, 40 };

	for (size_t i = 1; i < NR(more); i++) {
		syscall(SYS_openat2, NO_FD, "none", at_edge(&how, sizeof(how)),
			sizeof(how) + more[i]);
		syscall(SYS_clone3, at_edge(&args, sizeof(args)), sizeof(args) + more[i]);
	}
	for (size_t i = 0; i < NR(more); i++) {
		syscall(SYS_mount_setattr, NO_FD, "none", 0, at_edge(attr, sizeof(attr)),
			sizeof(attr) + more[i]);
		syscall(SYS_bpf, BPF_MAP_LOOKUP_ELEM, at_edge(attr, sizeof(attr)),
			sizeof(attr) + more[i]);
		syscall(SYS_bpf, BPF_OBJ_GET, at_edge(attr, 16), 16 + more[i]);
		syscall(SYS_openat2, NO_FD, "none", at_edge(&how, sizeof(how) - 4),
			sizeof(how) + more[i]);
	}
}

/* Values of which the kernel looks at more than has a name. */
static void words_of_options(void)
{
	prctl(PR_SET_PDEATHSIG, 64UL);
	prctl(PR_SET_PDEATHSIG, 128UL);
	prctl(PR_SET_PDEATHSIG, 129UL);
	prctl(PR_SET_SECCOMP, 7UL, 1UL, 2UL, 3UL);
	prctl(PR_SET_SECCOMP, ~0UL, 0UL, 2UL, 3UL);
	prctl(PR_SET_SECCOMP, 2UL, 0UL, 2UL, 3UL);
	prctl(PR_SET_DUMPABLE, 7UL);
#if __LONG_WIDTH__ == 64
	prctl(PR_SET_PDEATHSIG, 0xdeadc0de00000001UL);
	prctl(PR_SET_SECCOMP, 0xdeadc0de00000002UL, 1UL, 2UL, 3UL);
	prctl(PR_SET_DUMPABLE, 0xdeadc0de00000001UL);
#endif
}

/* Keys of disks, with and without a type; no disk is there. */
static void disks(void)
{
	struct loop_info64 info = { .lo_encrypt_key_size = 5,
				    .lo_crypt_name = "none",
				    .lo_encrypt_key = "a key" };

	for (info.lo_encrypt_type = 0; info.lo_encrypt_type < 3; info.lo_encrypt_type++) {
		syscall(SYS_ioctl, NO_FD, LOOP_SET_STATUS64, &info);
		info.lo_encrypt_key_size = 40;
	}
}

#define MESSAGES_MAX 70

static void send_messages(int from, int to, struct mmsghdr *messages, unsigned int nr)
{
	struct iovec *iov = messages[nr / 2].msg_hdr.msg_iov;

	syscall(SYS_sendmmsg, NO_FD, messages, nr, 0);
	syscall(SYS_sendmmsg, from, messages, nr, 0);
	syscall(SYS_recvmmsg, to, messages, nr, MSG_DONTWAIT, NULL);
	syscall(SYS_recvmmsg, to, messages, nr, MSG_DONTWAIT, NULL);
	/* One half of them can be sent. */
	messages[nr / 2].msg_hdr.msg_iov = UNREADABLE;
	syscall(SYS_sendmmsg, from, messages, nr, 0);
	syscall(SYS_recvmmsg, to, messages, nr, MSG_DONTWAIT, NULL);
	messages[nr / 2].msg_hdr.msg_iov = iov;
}

/* Arrays of more elements than are shown. */
static void many_elements(void *words)
{
	static const int nrs[] = { 31, 33, 64, 200 };

	for (size_t i = 0; i < NR(nrs); i++) {
		syscall(SYS_process_vm_writev, NO_TASK, words, nrs[i], words, nrs[i], 0);
#ifdef SYS_process_madvise
		syscall(SYS_process_madvise, NO_FD, words, nrs[i], 0, 0);
#endif
		syscall(SYS_io_submit, NULL, nrs[i], words);
		syscall(SYS_setgroups, 0x10000 | nrs[i], words);
	}
}

static void messages(void)
{
	static const unsigned int nrs[] = { 1, 8, 31, 32, 33, 64, MESSAGES_MAX };
	/* Where each run has it. */
	struct mmsghdr *messages = mmap((void *)0x30000000, 1 << 16, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	struct iovec *iovs = (void *)(messages + MESSAGES_MAX);
	char(*texts)[40] = (void *)(iovs + MESSAGES_MAX);
	int ends[2];

	if (messages == MAP_FAILED || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		return;
	for (size_t i = 0; i < MESSAGES_MAX; i++) {
		memset(texts[i], 'a' + (int)i % 26, sizeof(texts[i]));
		iovs[i] = (struct iovec){ texts[i], i % sizeof(texts[i]) };
		messages[i].msg_hdr.msg_iov = &iovs[i];
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	for (size_t i = 0; i < NR(nrs); i++)
		send_messages(ends[0], ends[1], messages, nrs[i]);
	syscall(SYS_sendmmsg, ends[0], at_edge(messages, 3 * sizeof(messages[0])), 40, 0);
	memset(messages, 0x11, 1 << 16);
	many_elements(messages);
	close(ends[0]);
	close(ends[1]);
}

/* What is not in memory before the kernel writes to it. */
static void fresh_memory(void)
{
	unsigned long *context =
		mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (context != MAP_FAILED && !syscall(SYS_io_setup, 88, context))
		syscall(SYS_io_destroy, *context);
}

static void words(void)
{
	fill();
	fresh_memory();
	words_with_fields();
	members_of_members();
	partitions();
	structures_that_end();
	words_of_options();
	disks();
	namespaces();
	parts_of_sets();
}

#endif /* TESTS_REQUESTS_WORDS_H */
