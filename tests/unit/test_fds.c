// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_fds.c - what descriptors stand for: where the calls of the table have them, records that carry
 * files, hostile ones among them, and the text of strace -y and -yy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "decode.h"
#include "fd_spec.h"
#include "fd_text.h"
#include "format.h"
#include "format_strace.h"
#include "record_builder.h"
#include "spec.h"
#include "util.h"

/* ---- where they are ---- */

static struct aug_fd_spec spec_of(const char *name)
{
	const struct syscall_desc *desc = syscalls__find(AUG_ABI_NATIVE, name);
	struct aug_fd_spec spec;

	assert_non_null(desc);
	fd_spec__build(desc, AUG_ABI_NATIVE, &spec);
	return spec;
}

static void arguments_and_results__are_found(void **state)
{
	(void)state;
	assert_int_equal(spec_of("openat").args, 1);
	assert_int_equal(spec_of("openat").flags, AUG_FDS_RETURNED);
	assert_int_equal(spec_of("dup2").args, 3);
	assert_int_equal(spec_of("mmap").args, 1 << 4);
	assert_int_equal(spec_of("copy_file_range").args, 1 | 1 << 2);
	assert_int_equal(spec_of("getpid").args, 0);
}

static void assert_place(const struct aug_fd_place *place, unsigned int kind, unsigned int arg,
			 unsigned int when, unsigned int len_arg)
{
	assert_int_equal(place->kind, kind);
	assert_int_equal(place->arg, arg);
	assert_int_equal(place->when, when);
	assert_int_equal(place->len_arg, len_arg);
}

static void memory__is_found(void **state)
{
	struct aug_fd_spec spec = spec_of("poll");

	(void)state;
	assert_int_equal(spec.nr_places, 1);
	assert_place(&spec.places[0], AUG_FDS_INTS, 0, AUG_AT_ENTER, 1);
	assert_int_equal(spec.places[0].stride, sizeof(struct pollfd));
	spec = spec_of("select");
	assert_int_equal(spec.nr_places, 3);
	assert_place(&spec.places[2], AUG_FDS_SET, 3, AUG_AT_ENTER, 0);
	spec = spec_of("pipe2");
	assert_place(&spec.places[0], AUG_FDS_INTS, 0, AUG_AT_EXIT, AUG_MAX_ARGS);
	assert_int_equal(spec.places[0].nr, 2);
	spec = spec_of("recvmsg");
	assert_place(&spec.places[0], AUG_FDS_MSGHDR, 1, AUG_AT_EXIT, AUG_MAX_ARGS);
	spec = spec_of("sendmmsg");
	assert_place(&spec.places[0], AUG_FDS_MMSGHDR, 1, AUG_AT_ENTER, 2);
}

struct cmd_wanted {
	uint16_t spec_idx;
	uint32_t cmd;
	struct aug_fd_spec spec;
	bool found;
};

static int take_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_fd_spec *spec)
{
	struct cmd_wanted *wanted = ctx;

	if (key->spec_idx == wanted->spec_idx && key->cmd == wanted->cmd) {
		wanted->spec = *spec;
		wanted->found = true;
	}
	return 0;
}

static struct aug_fd_spec spec_of_cmd(unsigned int nr, uint32_t cmd)
{
	struct cmd_wanted wanted = { .spec_idx = (uint16_t)spec__index(AUG_ABI_NATIVE, nr),
				     .cmd = cmd };

	assert_int_equal(fd_spec__for_each_cmd(take_cmd, &wanted), 0);
	return wanted.spec;
}

static void commands__add_theirs(void **state)
{
	(void)state;
	assert_int_equal(spec_of("fcntl").cmd_arg, 1);
	assert_int_equal(spec_of("fcntl").flags, 0);
	assert_int_equal(spec_of_cmd(SYS_fcntl, F_DUPFD).flags, AUG_FDS_RETURNED);
	assert_int_equal(spec_of_cmd(SYS_fcntl, F_DUPFD).args, 0); /* a bound, not a descriptor */
	assert_int_equal(spec_of_cmd(SYS_fcntl, F_GETFL).flags, 0);
	assert_int_equal(spec_of_cmd(SYS_bpf, 0).flags, AUG_FDS_RETURNED); /* BPF_MAP_CREATE */
	assert_int_equal(spec_of_cmd(SYS_bpf, 1).nr_places, 1); /* BPF_MAP_LOOKUP_ELEM: map_fd */
	assert_int_equal(spec_of("landlock_create_ruleset").flags, 0);
	assert_int_equal(spec_of_cmd(SYS_landlock_create_ruleset, 0).flags, AUG_FDS_RETURNED);
	assert_int_equal(spec_of_cmd(SYS_landlock_create_ruleset, 1).flags, 0); /* a version */
	assert_int_equal(spec_of_cmd(SYS_landlock_create_ruleset, 2).flags, 0); /* errata */
}

static int check_spec(void *ctx, unsigned int spec_idx, const struct aug_fd_spec *spec)
{
	unsigned int *nr = ctx;

	(void)spec_idx;
	++*nr;
	assert_true(spec->nr_places <= AUG_FD_PLACES);
	for (unsigned int i = 0; i < spec->nr_places; i++) {
		assert_in_range(spec->places[i].arg, 0, AUG_MAX_ARGS - 1);
		assert_in_range(spec->places[i].kind, AUG_FDS_INTS, AUG_FDS_IOCBS);
	}
	return 0;
}

static void every_spec__can_be_read_by_the_engine(void **state)
{
	unsigned int nr = 0;

	(void)state;
	assert_int_equal(fd_spec__for_each(check_spec, &nr), 0);
	assert_true(nr > 200);
}

/* ---- records ---- */

struct file_bytes {
	struct aug_file file;
	uint8_t rest[512];
};

/* A file on a disk with names from the last one on, each with its NUL. */
static struct file_bytes make_file(int fd, const char *names, size_t len)
{
	struct file_bytes f = { .file = { .fd = fd,
					  .mode = S_IFREG | 0644,
					  .magic = EXT4_SUPER_MAGIC,
					  .ino = 77,
					  .names_len = (uint32_t)len } };

	memcpy(f.rest, names, len);
	return f;
}

static void add_file(struct record_builder *b, uint8_t flags, const struct file_bytes *f)
{
	builder__add(b, AUG_ARG_FILE, flags, f, (uint32_t)sizeof(f->file) + f->file.names_len);
}

static struct file_bytes make_socket(int fd, uint16_t family, const char *protocol)
{
	struct file_bytes f = { .file = { .fd = fd,
					  .flags = AUG_FILE_SOCKET | AUG_FILE_MADE_UP,
					  .mode = S_IFSOCK | 0777,
					  .magic = SOCKFS_MAGIC,
					  .ino = 77 } };
	struct aug_socket *so = (void *)f.rest;

	so->family = family;
	memcpy(f.rest + sizeof(*so), protocol, strlen(protocol) + 1);
	f.file.names_len = (uint32_t)(sizeof(*so) + strlen(protocol) + 1);
	return f;
}

static struct aug_socket *socket_of(struct file_bytes *f)
{
	return (void *)f->rest;
}

static void damaged_files__are_refused(void **state)
{
	struct file_bytes f = make_file(3, "etc\0", 4), so = make_socket(3, AF_INET, "TCP");
	struct record_builder b;
	struct event event;

	(void)state;
	builder__init(&b, SYS_close);
	builder__add(&b, AUG_ARG_FILE, 0, &f, sizeof(f.file) - 1);
	assert_int_equal(record__parse(&b, b.rec.size, &event), -EBADMSG);
	/* More names than there are bytes. */
	builder__init(&b, SYS_close);
	builder__add(&b, AUG_ARG_FILE, 0, &f, sizeof(f.file) + 3);
	assert_int_equal(record__parse(&b, b.rec.size, &event), -EBADMSG);
	/* A last name without its end. */
	f.rest[3] = 'x';
	builder__init(&b, SYS_close);
	add_file(&b, 0, &f);
	assert_int_equal(record__parse(&b, b.rec.size, &event), -EBADMSG);
	/* Half a socket; an address longer than its room. */
	so.file.names_len = sizeof(struct aug_socket) - 1;
	builder__init(&b, SYS_close);
	add_file(&b, 0, &so);
	assert_int_equal(record__parse(&b, b.rec.size, &event), -EBADMSG);
	so.file.names_len = sizeof(struct aug_socket);
	socket_of(&so)->path_len = 109;
	builder__init(&b, SYS_close);
	add_file(&b, 0, &so);
	assert_int_equal(record__parse(&b, b.rec.size, &event), -EBADMSG);
}

/* ---- text ---- */

/* The next line, of a close(3) with @f behind the descriptor. */
static void tell_close(struct format_strace *s, const struct file_bytes *f)
{
	struct record_builder b;
	struct event event;
	void *copy;

	builder__init(&b, SYS_close);
	b.rec.args[0] = 3;
	add_file(&b, 0, f);
	copy = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(copy, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(s, &event), 0);
	free(copy);
}

/* The line of a close(3) with @f behind the descriptor. */
static char *close_line(const struct file_bytes *f, unsigned int show, char text[1024])
{
	struct strace_opts opts = { .signals = STRACE_ALL_SIGNALS,
				    .to_stderr = true,
				    .decode_fds = (uint8_t)show };
	struct strbuf buf = {};
	struct format_strace *s = format_strace__new(&opts, &buf);

	tell_close(s, f);
	snprintf(text, 1024, "%s", strbuf__cstr(&buf));
	format_strace__free(s);
	strbuf__free(&buf);
	return text;
}

#define assert_close(f, show, wanted)                                                       \
	do {                                                                                \
		char text_[1024];                                                           \
		assert_string_equal(close_line(f, show, text_), "close(" wanted ") = 0\n"); \
	} while (0)

static void paths__begin_at_the_root(void **state)
{
	struct file_bytes f = make_file(3, "passwd\0etc\0", 11);

	(void)state;
	assert_close(&f, FD_SHOW_PATH, "3</etc/passwd>");
	assert_close(&f, FD_SHOW_SOCKET, "3");
	f.file.flags = AUG_FILE_DELETED;
	assert_close(&f, FD_SHOW_PATH, "3</etc/passwd>(deleted)");
	f.file.flags = AUG_FILE_CUT;
	assert_close(&f, FD_SHOW_PATH, "3<.../etc/passwd>");
	f = make_file(3, "", 0);
	assert_close(&f, FD_SHOW_PATH, "3</>");
	/* Another descriptor's file says nothing of this one. */
	f = make_file(4, "passwd\0", 7);
	assert_close(&f, FD_SHOW_PATH, "3");
}

static void hostile_names__are_escaped(void **state)
{
	struct file_bytes f = make_file(3, "a\n<b>1\"\33\0", 9);

	(void)state;
	assert_close(&f, FD_SHOW_PATH, "3</a\\n\\74b\\0761\\\"\\33>");
}

static void made_up_names__are_the_kernels(void **state)
{
	struct file_bytes f = make_file(3, "[eventfd]\0", 10);

	(void)state;
	f.file.flags = AUG_FILE_MADE_UP;
	f.file.magic = ANON_INODE_FS_MAGIC;
	assert_close(&f, FD_SHOW_ALL, "3<anon_inode:[eventfd]>");
	f.file.magic = PIPEFS_MAGIC;
	assert_close(&f, FD_SHOW_ALL, "3<pipe:[77]>");
	f = make_file(3, "mnt\0", 4);
	f.file.flags = AUG_FILE_MADE_UP;
	f.file.magic = NSFS_MAGIC;
	assert_close(&f, FD_SHOW_ALL, "3<mnt:[77]>");
	f = make_file(3, "memfd:a b\0", 10);
	f.file.flags = AUG_FILE_MADE_UP;
	f.file.magic = TMPFS_MAGIC;
	assert_close(&f, FD_SHOW_ALL, "3</memfd:a b>(deleted)");
	f = make_file(3, "dmabuf\0heap\0", 12);
	f.file.flags = AUG_FILE_MADE_UP;
	f.file.magic = 0x444d4142;
	assert_close(&f, FD_SHOW_ALL, "3</dmabuf:heap>");
}

static void devices_and_pidfds__are_told_when_asked(void **state)
{
	struct file_bytes f = make_file(3, "null\0dev\0", 9);

	(void)state;
	f.file.mode = S_IFCHR | 0666;
	f.file.rdev = 1 << 20 | 3;
	assert_close(&f, FD_SHOW_PATH, "3</dev/null>");
	assert_close(&f, FD_SHOW_ALL, "3</dev/null<char 1:3>>");
	f = make_file(3, "[pidfd]\0", 8);
	f.file.flags = AUG_FILE_MADE_UP;
	f.file.magic = ANON_INODE_FS_MAGIC;
	f.file.pid = 4321;
	assert_close(&f, FD_SHOW_PATH, "3<anon_inode:[pidfd]>");
	assert_close(&f, FD_SHOW_ALL, "3<pid:4321>");
	f.file.pid = 0;
	assert_close(&f, FD_SHOW_ALL, "3<anon_inode:[pidfd]>");
}

static void expect_made_pidfd(unsigned int show, int32_t pid, const char *expected)
{
	static const struct text_style style = {};
	struct fd_notes notes;
	struct strbuf buf = {};
	struct out o = {};

	out__init_text(&o, &style, &buf);
	fd_notes__init(&notes, show, NULL, NULL);
	o.fds = &notes.out;
	out__sint(&o, 3);
	fd_text__made_pidfd(&o, pid);
	assert_string_equal(strbuf__cstr(&buf), expected);
	strbuf__free(&buf);
}

/* It was not looked at when it was made. */
static void new_pidfds__are_told_when_asked(void **state)
{
	(void)state;
	expect_made_pidfd(FD_SHOW_PATH, 4321, "3<anon_inode:[pidfd]>");
	expect_made_pidfd(FD_SHOW_ALL, 4321, "3<pid:4321>");
	expect_made_pidfd(FD_SHOW_ALL, 0, "3<anon_inode:[pidfd]>");
	expect_made_pidfd(FD_SHOW_SOCKET, 4321, "3");
}

static void sockets_of_inet__have_both_addresses(void **state)
{
	struct file_bytes f = make_socket(3, AF_INET, "TCP");
	struct aug_socket *so = socket_of(&f);

	(void)state;
	assert_close(&f, FD_SHOW_PATH, "3<socket:[77]>");
	assert_close(&f, FD_SHOW_ALL, "3<TCP:[77]>");
	so->is_bound = 1;
	so->src_port = htons(80);
	inet_pton(AF_INET, "127.0.0.1", so->src);
	assert_close(&f, FD_SHOW_ALL, "3<TCP:[127.0.0.1:80]>");
	so->dst_port = htons(5);
	inet_pton(AF_INET, "10.0.0.2", so->dst);
	assert_close(&f, FD_SHOW_ALL, "3<TCP:[127.0.0.1:80->10.0.0.2:5]>");
	f = make_socket(3, AF_INET6, "UDPv6");
	so->is_bound = 1;
	so->src_port = htons(80);
	so->dst_port = htons(5);
	so->dst[15] = 1;
	assert_close(&f, FD_SHOW_ALL, "3<UDPv6:[[::]:80->[::1]:5]>");
}

static void other_sockets__have_what_strace_has(void **state)
{
	struct file_bytes f = make_socket(3, AF_UNIX, "UNIX-STREAM");
	struct aug_socket *so = socket_of(&f);

	(void)state;
	assert_close(&f, FD_SHOW_ALL, "3<UNIX-STREAM:[77]>");
	so->peer_ino = 78;
	assert_close(&f, FD_SHOW_ALL, "3<UNIX-STREAM:[77->78]>");
	memcpy(so->path, "/tmp/\"s\0x", 10);
	so->path_len = 10;
	assert_close(&f, FD_SHOW_ALL, "3<UNIX-STREAM:[77->78,\"/tmp/\\\"s\"]>");
	memcpy(so->path, "\0ab\n", 4);
	so->path_len = 4;
	assert_close(&f, FD_SHOW_ALL, "3<UNIX-STREAM:[77->78,@\"ab\\n\"]>");
	f = make_socket(3, AF_NETLINK, "NETLINK");
	assert_close(&f, FD_SHOW_ALL, "3<NETLINK:[77]>");
	so->is_bound = 1;
	so->port_id = 9;
	assert_close(&f, FD_SHOW_ALL, "3<NETLINK:[ROUTE:9]>");
	f = make_socket(3, AF_PACKET, "PACKET");
	assert_close(&f, FD_SHOW_ALL, "3<socket:[77]>");
}

/* The kernel forgets the number of a stream's other end when that is closed. */
static void expect_peers(uint16_t type, const char *wanted)
{
	struct strace_opts opts = { .signals = STRACE_ALL_SIGNALS,
				    .to_stderr = true,
				    .decode_fds = FD_SHOW_ALL };
	struct file_bytes f = make_socket(3, AF_UNIX, "UNIX");
	struct strbuf buf = {};
	struct format_strace *s = format_strace__new(&opts, &buf);

	socket_of(&f)->type = type;
	tell_close(s, &f);
	socket_of(&f)->peer_ino = 78;
	tell_close(s, &f);
	socket_of(&f)->peer_ino = 0;
	tell_close(s, &f);
	/* Another one. */
	f.file.ino += 1024;
	tell_close(s, &f);
	assert_string_equal(strbuf__cstr(&buf), wanted);
	format_strace__free(s);
	strbuf__free(&buf);
}

static void closed_peer__is_told_on(void **state)
{
	(void)state;
	expect_peers(SOCK_STREAM, "close(3<UNIX:[77]>) = 0\nclose(3<UNIX:[77->78]>) = 0\n"
				  "close(3<UNIX:[77->78]>) = 0\nclose(3<UNIX:[1101]>) = 0\n");
	/* One of datagrams may be connected with none again. */
	expect_peers(SOCK_DGRAM, "close(3<UNIX:[77]>) = 0\nclose(3<UNIX:[77->78]>) = 0\n"
				 "close(3<UNIX:[77]>) = 0\nclose(3<UNIX:[1101]>) = 0\n");
}

/* strace has it from sock_diag(7), and for some from their names in the kernel. */
static void protocols__are_named_as_strace_does(void **state)
{
	static const struct {
		const char *name;
		uint16_t family, type, protocol;
		const char *unbound, *bound;
	} rows[] = {
		{ "RAW", AF_INET, SOCK_RAW, IPPROTO_ICMP, "RAW:[77]", "RAW:[77]" },
		{ "RAWv6", AF_INET6, SOCK_RAW, IPPROTO_ICMPV6, "RAWv6:[77]", "RAWv6:[77]" },
		{ "PING", AF_INET, SOCK_DGRAM, IPPROTO_ICMP, "PING:[77]", "PING:[77]" },
		{ "PINGv6", AF_INET6, SOCK_DGRAM, IPPROTO_ICMPV6, "PINGv6:[77]", "PINGv6:[77]" },
		{ "UDP-Lite", AF_INET, SOCK_DGRAM, IPPROTO_UDPLITE, "socket:[77]",
		  "UDPLITE:[0.0.0.0:80]" },
		{ "UDPLITEv6", AF_INET6, SOCK_DGRAM, IPPROTO_UDPLITE, "UDPLITEv6:[77]",
		  "UDPLITEv6:[[::]:80]" },
		{ "MPTCP", AF_INET, SOCK_STREAM, 262, "socket:[77]", "TCP:[0.0.0.0:80]" },
		{ "MPTCPv6", AF_INET6, SOCK_STREAM, 262, "socket:[77]", "TCPv6:[[::]:80]" },
		{ "UDP", AF_INET, SOCK_DGRAM, 0, "UDP:[77]", "UDP:[0.0.0.0:80]" },
	};
	struct aug_socket *so;
	struct file_bytes f;
	char expected[64], text[1024];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		f = make_socket(3, rows[i].family, rows[i].name);
		so = socket_of(&f);
		so->type = rows[i].type;
		so->protocol = rows[i].protocol;
		snprintf(expected, sizeof(expected), "close(3<%s>) = 0\n", rows[i].unbound);
		assert_string_equal(close_line(&f, FD_SHOW_ALL, text), expected);
		so->is_bound = 1;
		so->src_port = htons(80);
		snprintf(expected, sizeof(expected), "close(3<%s>) = 0\n", rows[i].bound);
		assert_string_equal(close_line(&f, FD_SHOW_ALL, text), expected);
	}
}

/* dup2(3, 4): what 4 was before is not what it is then. */
static void both_ends_of_a_call__are_told_apart(void **state)
{
	const struct format_opts perf = { .show_arg_names = true, .decode_fds = FD_SHOW_PATH };
	const struct file_bytes from = make_file(3, "a\0", 2), old = make_file(4, "b\0", 2),
				new = make_file(4, "a\0", 2);
	struct record_builder b;
	struct strbuf line = {};
	struct event event;

	(void)state;
	builder__init(&b, SYS_dup2);
	b.rec.args[0] = 3;
	b.rec.args[1] = 4;
	b.rec.ret = 4;
	add_file(&b, 0, &from);
	add_file(&b, 0, &old);
	add_file(&b, AUG_P_EXIT, &new);
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	format_perf__call(&perf, &event, FORMAT_WHOLE, &line);
	assert_string_equal(strbuf__cstr(&line), "1234 dup2(oldfd: 3</a>, newfd: 4</b>) = 4</a>\n");
	strbuf__free(&line);
}

static void json__has_them_in_a_list(void **state)
{
	const struct format_opts json = { .decode_fds = FD_SHOW_PATH };
	const struct file_bytes cwd = make_file(AUG_FD_CWD, "tmp\0", 4);
	struct file_bytes f = make_socket(5, AF_INET, "TCP");
	struct record_builder b;
	struct strbuf line = {};
	struct event event;

	(void)state;
	socket_of(&f)->type = 1;
	socket_of(&f)->is_bound = 1;
	socket_of(&f)->src_port = htons(80);
	builder__init(&b, SYS_close);
	add_file(&b, 0, &cwd);
	add_file(&b, AUG_P_EXIT, &f);
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	format_json__call(&json, &event, FORMAT_WHOLE, &line);
	assert_non_null(strstr(
		strbuf__cstr(&line),
		"\"fds\":[{\"fd\":-100,\"path\":\"/tmp\",\"type\":\"file\",\"ino\":77},"
		"{\"fd\":5,\"at_exit\":true,\"path\":\"socket:[77]\",\"type\":\"socket\",\"ino\":77,"
		"\"socket\":{\"family\":\"AF_INET\",\"type\":\"SOCK_STREAM\",\"protocol\":\"TCP\","
		"\"src\":{\"addr\":\"0.0.0.0\",\"port\":80}}}]"));
	strbuf__free(&line);
}

static void sets_of_words__are_straces(void **state)
{
	struct strbuf error = {};
	unsigned int show = 99;

	(void)state;
	assert_int_equal(fd_show__parse("path,dev", &show, &error), 0);
	assert_int_equal(show, FD_SHOW_PATH | FD_SHOW_DEV);
	assert_int_equal(fd_show__parse("!socket", &show, &error), 0);
	assert_int_equal(show, FD_SHOW_ALL & ~FD_SHOW_SOCKET);
	assert_int_equal(fd_show__parse("none", &show, &error), 0);
	assert_int_equal(show, 0);
	assert_int_equal(fd_show__parse("path,", &show, &error), -EINVAL);
	assert_int_equal(fd_show__parse("all,eventfd", &show, &error), -EINVAL);
	assert_non_null(strstr(strbuf__cstr(&error), "'eventfd'"));
	strbuf__free(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_and_results__are_found),
		cmocka_unit_test(memory__is_found),
		cmocka_unit_test(commands__add_theirs),
		cmocka_unit_test(every_spec__can_be_read_by_the_engine),
		cmocka_unit_test(damaged_files__are_refused),
		cmocka_unit_test(paths__begin_at_the_root),
		cmocka_unit_test(hostile_names__are_escaped),
		cmocka_unit_test(made_up_names__are_the_kernels),
		cmocka_unit_test(devices_and_pidfds__are_told_when_asked),
		cmocka_unit_test(new_pidfds__are_told_when_asked),
		cmocka_unit_test(sockets_of_inet__have_both_addresses),
		cmocka_unit_test(other_sockets__have_what_strace_has),
		cmocka_unit_test(closed_peer__is_told_on),
		cmocka_unit_test(protocols__are_named_as_strace_does),
		cmocka_unit_test(both_ends_of_a_call__are_told_apart),
		cmocka_unit_test(json__has_them_in_a_list),
		cmocka_unit_test(sets_of_words__are_straces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
