// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_decode.c - events to text through the decoders, with what hostile programs and cut records
 * may hold. Payloads are heap copies of exact size: the sanitizer sees any read past their end.
 */
#include "decode_call.h"

#include <linux/kd.h>

static void openat__shows_path_flags_and_mode(void **state)
{
	struct call c;

	(void)state;
	native(&c, "openat");
	c.rec.args[0] = (uint32_t)-100;
	c.rec.args[1] = 0x7ffd1000;
	c.rec.args[2] = 02000000;
	c.rec.args[3] = 0644;
	call__payload(&c, 1, "/etc/passwd", 11, AUG_P_STR);
	assert_string_equal(call__text(&c),
			    "{ dfd: CWD, filename: \"/etc/passwd\", flags: RDONLY|CLOEXEC }");
	c.rec.args[2] = 01101;
	c.full_names = true;
	assert_string_equal(call__text(&c), "{ dfd: AT_FDCWD, filename: \"/etc/passwd\", "
					    "flags: O_WRONLY|O_CREAT|O_TRUNC, mode: 0644 }");
	c.rec.args[0] = 7;
	c.rec.args[2] = 020200002;
	assert_string_equal(call__text(&c), "{ dfd: 7, filename: \"/etc/passwd\", "
					    "flags: O_RDWR|O_TMPFILE, mode: 0644 }");
	call__free(&c);
}

static void path__is_never_empty_for_what_was_not_read(void **state)
{
	struct payload *p;
	struct call c;

	(void)state;
	native(&c, "chdir");
	c.rec.args[0] = 0x1000;
	assert_string_equal(call__text(&c), "{ filename: 0x1000 }");
	p = call__payload(&c, 0, "", 0, 0);
	p->err = -EFAULT;
	assert_non_null(strstr(call__text(&c), "0x1000"));
	assert_null(strstr(call__text(&c), "\"\""));
	p->err = 0;
	assert_string_equal(call__text(&c), "{ filename: \"\" }");
	call__free(&c);

	native(&c, "chdir");
	c.show_zeros = true;
	assert_string_equal(call__text(&c), "{ filename: NULL }");
}

static void path__is_marked_when_cut_and_escaped(void **state)
{
	struct payload *p;
	struct call c;

	(void)state;
	native(&c, "chdir");
	c.rec.args[0] = 0x1000;
	p = call__payload(&c, 0, "a\033b\n", 4, AUG_P_STR | AUG_P_REREAD | AUG_P_CUT);
	p->full_len = 5000;
	assert_non_null(strstr(call__text(&c), "\"a\\33b\\n\"..."));
	call__free(&c);
}

static void zeros__are_left_out_unless_they_say_something(void **state)
{
	struct call c;

	(void)state;
	native(&c, "read");
	assert_string_equal(call__text(&c), "{ fd: 0 }");
	c.show_zeros = true;
	assert_string_equal(call__text(&c), "{ fd: 0, buf: NULL, count: 0 }");
	native(&c, "mprotect");
	c.rec.args[0] = 0x1000;
	c.rec.args[1] = 4096;
	assert_string_equal(call__text(&c), "{ start: 0x1000, len: 4096, prot: NONE }");
	native(&c, "sendto");
	assert_string_equal(call__text(&c), "{ fd: 0 }");
	/* What the kernel does not look at does not count. */
	native(&c, "listen");
	c.rec.args[1] = 0xdeadbeef00000000;
	assert_string_equal(call__text(&c), "{ fd: 0 }");
}

static void ints__have_the_width_and_sign_the_kernel_sees(void **state)
{
	struct call c;

	(void)state;
	native(&c, "kill");
	c.rec.args[0] = 0xffffffff;
	c.rec.args[1] = 15;
	assert_string_equal(call__text(&c), "{ pid: -1, sig: TERM }");
	c.rec.args[0] = 0xdeadbeef00000007;
	c.rec.args[1] = 34;
	c.full_names = true;
	assert_string_equal(call__text(&c), "{ pid: 7, sig: SIGRT_2 }");
	native(&c, "lseek");
	c.rec.args[1] = (uint64_t)-5;
	c.rec.args[2] = 1;
	assert_string_equal(call__text(&c), "{ fd: 0, offset: -5, whence: CUR }");
	native(&c, "fchown");
	c.rec.args[1] = 0xffffffff;
	c.rec.args[2] = 0;
	assert_string_equal(call__text(&c), "{ fd: 0, user: -1, group: 0 }");
}

static void compat__cuts_registers_and_extends_signs(void **state)
{
	struct call c;

	(void)state;
	call__init(&c, AUG_ABI_COMPAT, "lseek");
	c.rec.args[0] = 3;
	c.rec.args[1] = 0xdeadbeeffffffffb;
	assert_string_equal(call__text(&c), "{ fd: 3, offset: -5, whence: SET }");
	call__init(&c, AUG_ABI_COMPAT, "read");
	c.rec.args[1] = 0xdeadbeeff7000000;
	c.rec.args[2] = 0xdeadbeef00000010;
	c.rec.ret = -EBADF;
	assert_string_equal(call__text(&c), "{ fd: 0, buf: 0xf7000000, count: 16 }");
	call__init(&c, AUG_ABI_COMPAT, "chown");
	c.rec.args[0] = 0x1000;
	c.rec.args[1] = 0xffff;
	c.rec.args[2] = 5;
	assert_string_equal(call__text(&c), "{ filename: 0x1000, user: -1, group: 5 }");
	call__init(&c, AUG_ABI_COMPAT, "mmap2");
	expect_ret(&c, (int32_t)0xf7fd0000, "0xf7fd0000");
	expect_ret(&c, -ENOMEM, "-1");
}

static void ret__is_shown_by_its_kind(void **state)
{
	struct call c;

	(void)state;
	native(&c, "read");
	expect_ret(&c, 42, "42");
	expect_ret(&c, -EINTR, "-1");
	assert_true(decode__failed(&c.event, c.desc));
	native(&c, "mmap");
	expect_ret(&c, 0x7f0000001000, "0x7f0000001000");
	assert_false(decode__failed(&c.event, c.desc));
	expect_ret(&c, -ENOMEM, "-1");
	native(&c, "getuid");
	expect_ret(&c, 0xfffffffe, "4294967294");
	expect_ret(&c, 0xffffffff, "4294967295");
	assert_false(decode__failed(&c.event, c.desc));
	/* A seccomp filter refuses it. */
	expect_ret(&c, -EPERM, "-1");
	assert_true(decode__failed(&c.event, c.desc));
	native(&c, "umask");
	expect_ret(&c, 022, "022");
	native(&c, "exit_group");
	expect_ret(&c, -EPERM, "-1");
	assert_true(decode__failed(&c.event, c.desc));
	c.rec.flags = AUG_F_NORETURN;
	expect_ret(&c, 0, "?");
	assert_false(decode__failed(&c.event, c.desc));
	native(&c, "personality");
	expect_ret(&c, 0x40000, "0x40000");
	native(&c, "ptrace");
	expect_ret(&c, -4096, "-4096");
	assert_false(decode__failed(&c.event, c.desc));
}

static void arguments__depend_on_commands(void **state)
{
	struct call c;

	(void)state;
	native(&c, "fcntl");
	c.rec.args[1] = 3;
	c.rec.args[2] = 0x1234;
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: GETFL }");
	c.rec.args[1] = 4;
	c.rec.args[2] = 04002;
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: SETFL, arg: RDWR|NONBLOCK }");
	c.rec.args[1] = 7;
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: SETLKW, arg: 0x802 }");

	native(&c, "futex");
	c.full_names = true;
	c.rec.args[0] = 0x1000;
	c.rec.args[1] = 129;
	c.rec.args[2] = 1;
	c.rec.args[3] = 0xdead;
	c.rec.args[5] = 0xbeef;
	assert_string_equal(call__text(&c), "{ uaddr: 0x1000, op: FUTEX_WAKE_PRIVATE, val: 1 }");
	c.rec.args[1] = 4;
	assert_string_equal(call__text(&c), "{ uaddr: 0x1000, op: FUTEX_CMP_REQUEUE, val: 1, "
					    "utime: 57005, val3: 48879 }");
	c.rec.args[1] = 9;
	c.rec.args[5] = 0xffffffff;
	assert_string_equal(call__text(&c), "{ uaddr: 0x1000, op: FUTEX_WAIT_BITSET, val: 1, "
					    "utime: 0xdead, val3: FUTEX_BITSET_MATCH_ANY }");

	native(&c, "mremap");
	c.rec.args[3] = 1;
	c.rec.args[4] = 0x5000;
	assert_string_equal(call__text(&c), "{ flags: MAYMOVE }");
	c.rec.args[3] = 3;
	assert_string_equal(call__text(&c), "{ flags: MAYMOVE|FIXED, new_addr: 0x5000 }");

	native(&c, "socket");
	c.rec.args[0] = AF_INET;
	c.rec.args[1] = 02000001;
	c.rec.args[2] = 6;
	assert_string_equal(call__text(&c),
			    "{ family: INET, type: STREAM|CLOEXEC, protocol: TCP }");
	c.rec.args[0] = AF_NETLINK;
	c.rec.args[2] = 0;
	assert_string_equal(call__text(&c),
			    "{ family: NETLINK, type: STREAM|CLOEXEC, protocol: ROUTE }");
	c.rec.args[0] = AF_UNIX;
	c.rec.args[2] = 9;
	assert_string_equal(call__text(&c), "{ family: UNIX, type: STREAM|CLOEXEC, protocol: 9 }");

	native(&c, "setsockopt");
	c.rec.args[1] = 6;
	c.rec.args[2] = 1;
	assert_string_equal(call__text(&c), "{ fd: 0, level: TCP, optname: NODELAY }");
}

/* Colours of a console: all are copied, but not all are wanted; what was not copied is missed. */
static void contents__are_told_as_far_as_they_are_wanted(void **state)
{
	const char colours[] = "0123456789abcdef0123456789abcdef0123456789abcdef";
	struct call c;

	(void)state;
	native(&c, "ioctl");
	c.rec.args[1] = PIO_CMAP;
	c.rec.args[2] = 0x1000;
	call__payload(&c, 2, colours, 48, 0);
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: PIO_CMAP, "
					    "arg: \"0123456789abcdef0123456789abcdef\"... }");
	c.verbose = true;
	assert_string_equal(
		call__text(&c),
		"{ fd: 0, cmd: PIO_CMAP, arg: \"0123456789abcdef0123456789abcdef0123456789abcdef\" }");
	c.event.entry[2].len = 3;
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: PIO_CMAP, arg: \"012\"... }");
	call__free(&c);
}

static void composed_values__are_spelled_out(void **state)
{
	struct call c;

	(void)state;
	native(&c, "mknod");
	c.full_names = true;
	c.rec.args[0] = 0x1000;
	c.rec.args[1] = S_IFBLK | 0660;
	c.rec.args[2] = 0x801;
	assert_string_equal(call__text(&c), "{ filename: 0x1000, mode: S_IFBLK|0660, "
					    "dev: makedev(0x8, 0x1) }");
	c.rec.args[1] = S_IFIFO | 07;
	assert_string_equal(call__text(&c), "{ filename: 0x1000, mode: S_IFIFO|007 }");
	native(&c, "ioctl");
	c.rec.args[1] = 0x5413;
	assert_string_equal(call__text(&c), "{ fd: 0, cmd: TIOCGWINSZ }");
	c.rec.args[1] = 0xc0123456;
	assert_string_equal(call__text(&c),
			    "{ fd: 0, cmd: _IOC(_IOC_READ|_IOC_WRITE, 0x34, 0x56, 0x12) }");
	native(&c, "shmget");
	c.full_names = true;
	c.rec.args[1] = 4096;
	c.rec.args[2] = 01600;
	assert_string_equal(call__text(&c), "{ key: IPC_PRIVATE, size: 4096, "
					    "shmflg: IPC_CREAT|0600 }");
	native(&c, "clock_gettime");
	c.rec.args[0] = 1;
	assert_string_equal(call__text(&c), "{ which_clock: MONOTONIC }");
	c.rec.args[0] = (uint32_t)((~1234u << 3) | 6);
	assert_string_equal(call__text(&c),
			    "{ which_clock: MAKE_THREAD_CPUCLOCK(1234, CPUCLOCK_SCHED) }");
	c.rec.args[0] = (uint32_t)((~5u << 3) | 3);
	assert_string_equal(call__text(&c), "{ which_clock: FD_TO_CLOCKID(5) }");
	native(&c, "ioprio_set");
	c.rec.args[0] = 1;
	c.rec.args[2] = 0x4004;
	assert_string_equal(
		call__text(&c),
		"{ which: WHO_PROCESS, who: 0, ioprio: IOPRIO_PRIO_VALUE(CLASS_BE, 4) }");
	native(&c, "quotactl");
	c.rec.args[0] = 0x80000701;
	assert_string_equal(call__text(&c),
			    "{ cmd: QCMD(GETQUOTA, GRPQUOTA), special: NULL, id: 0 }");
}

/* The address as connect() shows it. */
static const char *address_text(const void *addr, size_t len)
{
	static char text[1 << 14];
	struct call c;
	char *start, *end;

	native(&c, "connect");
	c.rec.args[0] = 3;
	c.rec.args[1] = 0x7ffd1000;
	call__payload(&c, 1, addr, len, 0);
	c.full_names = true;
	snprintf(text, sizeof(text), "%s", call__text(&c));
	call__free(&c);
	start = strstr(text, "uservaddr: ");
	assert_non_null(start);
	start += strlen("uservaddr: ");
	end = strrchr(start, '}');
	assert_non_null(end);
	while (end > start && end[-1] == ' ')
		end--;
	*end = '\0';
	return start;
}

static void sockaddr__shows_the_common_families(void **state)
{
	static const uint8_t inet[16] = { AF_INET, 0, 0, 80, 10, 1, 2, 255 };
	static const uint8_t inet6[28] = { AF_INET6, 0, 1, 187, [8] = 0xfe, 0x80, [23] = 1, 2 };
	static const uint8_t nl[12] = { AF_NETLINK, 0, 0, 0, 1, 2, 0, 0, 0x11 };
	static const uint8_t vm[16] = { 40, 0, 0, 0, 0x39, 5, 0, 0, 2 };
	static const uint8_t ll[20] = {
		AF_PACKET, 0, 0, 3, 1, 0, 0, 0, 1, 0, 0, 6, 1, 2, 3, 4, 5, 6
	};

	(void)state;
	assert_string_equal(address_text(inet, 16),
			    "{ sa_family: AF_INET, sin_port: 80, sin_addr: 10.1.2.255 }");
	assert_string_equal(address_text(inet6, 28), "{ sa_family: AF_INET6, sin6_port: 443, "
						     "sin6_addr: fe80::1, sin6_scope_id: 2 }");
	assert_string_equal(address_text(nl, 12),
			    "{ sa_family: AF_NETLINK, nl_pid: 513, nl_groups: 0x11 }");
	assert_string_equal(address_text(vm, 16),
			    "{ sa_family: AF_VSOCK, svm_cid: VMADDR_CID_HOST, svm_port: 1337 }");
	assert_string_equal(address_text(ll, 20),
			    "{ sa_family: AF_PACKET, sll_protocol: htons(ETH_P_ALL), "
			    "sll_ifindex: 1, sll_hatype: ARPHRD_ETHER, sll_pkttype: PACKET_HOST, "
			    "sll_halen: 6, sll_addr: \"\\1\\2\\3\\4\\5\\6\" }");
}

static void sockaddr__shows_unix_paths_and_names(void **state)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "/run/x" };

	(void)state;
	assert_string_equal(address_text(&un, sizeof(un)),
			    "{ sa_family: AF_UNIX, sun_path: \"/run/x\" }");
	assert_string_equal(address_text(&un, 2 + 4), "{ sa_family: AF_UNIX, sun_path: \"/run\" }");
	assert_string_equal(address_text(&un, 2), "{ sa_family: AF_UNIX }");
	memcpy(un.sun_path, "\0a\0\n", 4);
	assert_string_equal(address_text(&un, 2 + 4),
			    "{ sa_family: AF_UNIX, sun_path: \"\\0a\\0\\n\" }");
	memset(un.sun_path, 'p', sizeof(un.sun_path));
	assert_int_equal(strlen(address_text(&un, sizeof(un))),
			 strlen("{ sa_family: AF_UNIX, sun_path: \"\" }") + sizeof(un.sun_path));
}

static void sockaddr__shows_what_a_short_address_has(void **state)
{
	static const uint8_t inet[16] = { AF_INET, 0, 0, 80, 10, 1, 2, 255 };

	(void)state;
	assert_string_equal(address_text(inet, 7),
			    "{ sa_family: AF_INET, sin_port: 80, sa_data: \"\\n\\1\\2\" }");
	assert_string_equal(address_text(inet, 4), "{ sa_family: AF_INET, sin_port: 80 }");
	assert_string_equal(address_text(inet, 3), "{ sa_family: AF_INET, sa_data: \"\\0\" }");
	assert_string_equal(address_text(inet, 1), "{ sa_data: \"\\2\" }");
	assert_string_equal(address_text("\x77\x77xy", 4),
			    "{ sa_family: 0x7777, sa_data: \"xy\" }");
}

static void sockaddr__reads_no_byte_past_its_end(void **state)
{
	uint8_t addr[160];

	(void)state;
	for (unsigned int family = 0; family < 300; family++) {
		for (size_t len = 1; len <= sizeof(addr); len++) {
			for (size_t i = 0; i < sizeof(addr); i++)
				addr[i] = (uint8_t)(i * 37 + len);
			if (family & 1)
				memset(addr, 0xff, sizeof(addr));
			addr[0] = (uint8_t)family;
			addr[1] = (uint8_t)(family >> 8);
			assert_true(strlen(address_text(addr, len)) > 2);
		}
	}
}

static void sockaddr__writes_ipv6_as_inet_ntop_does(void **state)
{
	struct sockaddr_in6 sin6 = { .sin6_family = AF_INET6 };
	uint32_t seed = 1;

	(void)state;
	for (unsigned int round = 0; round < 5000; round++) {
		char expected[INET6_ADDRSTRLEN], *start;
		const char *text;

		/* Many zero groups, to see all kinds of runs. */
		for (unsigned int i = 0; i < 8; i++) {
			seed = seed * 1103515245 + 12345;
			sin6.sin6_addr.s6_addr[2 * i] = (seed >> 16) & 3 ? 0
									 : (uint8_t)(seed >> 20);
			sin6.sin6_addr.s6_addr[2 * i + 1] =
				(seed >> 18) & 1 ? 0 : (uint8_t)(seed >> 24);
		}
		if (!(round % 7)) {
			memset(&sin6.sin6_addr, 0, 10);
			memset(&sin6.sin6_addr.s6_addr[10], round % 2 ? 0xff : 0, 2);
		}
		assert_non_null(inet_ntop(AF_INET6, &sin6.sin6_addr, expected, sizeof(expected)));
		text = address_text(&sin6, sizeof(sin6));
		start = strstr(text, "sin6_addr: ");
		assert_non_null(start);
		start += strlen("sin6_addr: ");
		assert_int_equal(strncmp(start, expected, strlen(expected)), 0);
		assert_int_equal(start[strlen(expected)], ' ');
	}
}

static void sockaddr__of_the_kernel_is_shown_when_the_call_succeeded(void **state)
{
	static const uint8_t inet[16] = { AF_INET, 0, 0, 80, 127, 0, 0, 1 };
	struct payload *p;
	struct call c;

	(void)state;
	native(&c, "accept4");
	c.rec.args[0] = 3;
	c.rec.args[1] = 0x1000;
	c.rec.args[2] = 0x2000;
	call__payload(&c, 1, "\1\1\1\1", 4, 0);
	c.rec.ret = 4;
	assert_string_equal(call__text(&c),
			    "{ fd: 3, upeer_sockaddr: 0x1000, upeer_addrlen: 0x2000 }");
	p = call__payload(&c, 1, inet, 16, AUG_P_EXIT);
	assert_string_equal(call__text(&c), "{ fd: 3, upeer_sockaddr: { sa_family: INET, sin_port: "
					    "80, sin_addr: 127.0.0.1 }, upeer_addrlen: 0x2000 }");
	c.rec.ret = -EAGAIN;
	assert_string_equal(call__text(&c),
			    "{ fd: 3, upeer_sockaddr: 0x1000, upeer_addrlen: 0x2000 }");
	c.rec.ret = 4;
	p->len = 0;
	p->err = -EFAULT;
	assert_null(strstr(call__text(&c), "sa_family"));
	assert_non_null(strstr(call__text(&c), "0x1000"));
	call__free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(openat__shows_path_flags_and_mode),
		cmocka_unit_test(path__is_never_empty_for_what_was_not_read),
		cmocka_unit_test(path__is_marked_when_cut_and_escaped),
		cmocka_unit_test(zeros__are_left_out_unless_they_say_something),
		cmocka_unit_test(ints__have_the_width_and_sign_the_kernel_sees),
		cmocka_unit_test(compat__cuts_registers_and_extends_signs),
		cmocka_unit_test(ret__is_shown_by_its_kind),
		cmocka_unit_test(arguments__depend_on_commands),
		cmocka_unit_test(contents__are_told_as_far_as_they_are_wanted),
		cmocka_unit_test(composed_values__are_spelled_out),
		cmocka_unit_test(sockaddr__shows_the_common_families),
		cmocka_unit_test(sockaddr__shows_unix_paths_and_names),
		cmocka_unit_test(sockaddr__shows_what_a_short_address_has),
		cmocka_unit_test(sockaddr__reads_no_byte_past_its_end),
		cmocka_unit_test(sockaddr__writes_ipv6_as_inet_ntop_does),
		cmocka_unit_test(sockaddr__of_the_kernel_is_shown_when_the_call_succeeded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
