// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_capture_remote.c - what the arguments of a call in another process lead to. The process is a child that
 * has this one's memory, and so its addresses, at the time of the fork, and waits. Of a file only pages that were
 * written to are in its memory: texts are copies.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <asm/ioctls.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "began_before.h"
#include "capture_remote.h"
#include "record.h"
#include "record_builder.h"
#include "remote.h"
#include "select.h"
#include "spec.h"
#include "util.h"

#define LIMIT 32

static struct aug_spec *specs;
static struct remote *mem;
static struct engine_opts opts;
static struct strbuf record;
static struct event event;
static pid_t child;

static int set_up(void **state)
{
	(void)state;
	specs = spec__build_table(&(const struct select){}, SPEC_LIMITS(LIMIT));
	opts.specs = specs;
	opts.limits = SPEC_LIMITS(LIMIT);
	return specs ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	strbuf__free(&record);
	free(specs);
	remote__free(mem);
	return 0;
}

/* From here on the child has what this process has now. */
static void begin(void)
{
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
}

static void end(void)
{
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

/* Some containers let nobody look into processes. */
static bool may_look(void)
{
	char byte;
	bool may;

	begin();
	may = !remote__open(mem, child) &&
	      !remote__read(mem, (uint64_t)(uintptr_t)&specs, &byte, 1);
	end();
	return may;
}

static void capture(long nr, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	const struct aug_record rec = {
		.size = sizeof(rec),
		.version = AUG_ABI_VERSION,
		.type = AUG_RECORD_ENTER,
		.flags = AUG_F_BEFORE,
		.pid = (uint32_t)child,
		.tid = (uint32_t)child,
		.nr = (uint32_t)nr,
		.args = { a, b, c, d },
	};

	assert_int_equal(capture_remote__enter(&opts, mem, &rec, &record), 0);
	assert_int_equal(record__parse(record.text, record.len, &event), 0);
	assert_int_equal(event.rec->flags, AUG_F_BEFORE);
}

#define ADDR(p) ((uint64_t)(uintptr_t)(p))

static void assert_part(unsigned int arg, unsigned int part, unsigned int elem, const void *bytes,
			uint32_t len, uint32_t full_len)
{
	struct payload p = {};

	assert_true(event__part(&event, arg, 0, part, elem, &p));
	assert_int_equal(p.len, len);
	assert_int_equal(p.full_len, full_len);
	assert_int_equal(p.err, 0);
	assert_int_equal(!!(p.flags & AUG_P_CUT), len < full_len);
	assert_memory_equal(p.data, bytes, len);
}

static void strings(void **state)
{
	char path[] = "/a/path";
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_ptr_not_equal(page, MAP_FAILED);
	memset(page, 'p', 8192);
	memcpy(page + 4090, "over", 5); /* ends before the page does */
	assert_int_equal(munmap(page + 4096, 4096), 0);
	memcpy(page, "0123456789", 10);
	begin();
	capture(SYS_openat, (uint64_t)AT_FDCWD, ADDR(path), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, path, 7, 7);
	capture(SYS_openat, (uint64_t)AT_FDCWD, ADDR(page + 4090), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, "over", 4, 4);
	/* One without an end goes on where there is no memory: only its address is known. */
	capture(SYS_openat, (uint64_t)AT_FDCWD, ADDR(page + 4095), 0, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	capture(SYS_openat, (uint64_t)AT_FDCWD, 0, 0, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	capture(SYS_openat, (uint64_t)AT_FDCWD, UINT64_MAX, 0, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	end();
	munmap(page, 4096);
}

static void long_path(void **state)
{
	char *path = malloc(AUG_STR_MAX + 10);

	(void)state;
	assert_non_null(path);
	memset(path, 'l', AUG_STR_MAX + 9);
	path[AUG_STR_MAX - 1] = '\0';
	begin();
	capture(SYS_openat, (uint64_t)AT_FDCWD, ADDR(path), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, path, AUG_STR_MAX - 1, AUG_STR_MAX - 1);
	end();
	path[AUG_STR_MAX - 1] = 'l';
	path[AUG_STR_MAX + 9] = '\0';
	begin();
	capture(SYS_openat, (uint64_t)AT_FDCWD, ADDR(path), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, path, AUG_STR_MAX - 1, AUG_STR_MAX);
	end();
	free(path);
}

static void buffers_and_structs(void **state)
{
	static char buf[100];
	struct pollfd fds[] = { { 3, POLLIN, 0 }, { 4, POLLOUT, 0 } };
	socklen_t len = 16;
	struct termios tio = { .c_iflag = 5 };
	uint64_t set[2] = { 1, 2 };

	(void)state;
	memset(buf, 'b', sizeof(buf));
	begin();
	capture(SYS_write, 1, ADDR(buf), sizeof(buf), 0);
	assert_part(1, AUG_PART_SELF, 0, buf, LIMIT, sizeof(buf));
	capture(SYS_write, 1, ADDR(buf), 5, 0);
	assert_part(1, AUG_PART_SELF, 0, buf, 5, 5);
	/* More than there is. */
	capture(SYS_write, 1, ADDR(buf), UINT64_MAX, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	/* What the call will write is not there yet. */
	capture(SYS_read, 0, ADDR(buf), sizeof(buf), 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	capture(SYS_poll, ADDR(fds), 2, 0, 0);
	assert_part(0, AUG_PART_SELF, 0, fds, sizeof(fds), sizeof(fds));
	capture(SYS_accept, 3, ADDR(buf), ADDR(&len), 0);
	assert_part(2, AUG_PART_SELF, 0, &len, sizeof(len), sizeof(len));
	capture(SYS_select, 65, ADDR(set), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, set, sizeof(set), sizeof(set));
	/* The command says what its argument is. */
	capture(SYS_ioctl, 0, TCSETSW, ADDR(&tio), 0);
	assert_true(event.has_entry & 1 << 2);
	assert_memory_equal(event.entry[2].data, &tio, 4);
	capture(SYS_ioctl, 0, TCGETS, ADDR(&tio), 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	end();
}

static void vectors_and_messages(void **state)
{
	static char large[50];
	char one[] = "one";
	static struct iovec iov[3];
	static struct msghdr msg;
	static struct mmsghdr msgs[2];
	char name[20] = "name", control[24] = "control";

	(void)state;
	memset(large, 'v', sizeof(large));
	iov[0] = (struct iovec){ one, 3 };
	iov[1] = (struct iovec){ NULL, 5 };
	iov[2] = (struct iovec){ large, sizeof(large) };
	msg = (struct msghdr){ name, sizeof(name), iov, 3, control, sizeof(control), 0 };
	msgs[0].msg_hdr.msg_iov = iov;
	msgs[0].msg_hdr.msg_iovlen = 1;
	msgs[1].msg_hdr = msg;
	begin();
	capture(SYS_writev, 1, ADDR(iov), 3, 0);
	assert_part(1, AUG_PART_SELF, 0, iov, sizeof(iov), sizeof(iov));
	assert_part(1, AUG_PART_ITEM, 0, "one", 3, 3);
	assert_part(1, AUG_PART_ITEM + 2, 0, large, LIMIT, sizeof(large));
	assert_false(event__part(&event, 1, 0, AUG_PART_ITEM + 1, 0, &(struct payload){}));
	/* Where to read to. */
	capture(SYS_readv, 1, ADDR(iov), 3, 0);
	assert_int_equal(event.rec->nr_payloads, 1);
	assert_part(1, AUG_PART_SELF, 0, iov, sizeof(iov), sizeof(iov));
	capture(SYS_sendmsg, 1, ADDR(&msg), 0, 0);
	assert_part(1, AUG_PART_SELF, 0, &msg, sizeof(msg), sizeof(msg));
	assert_part(1, AUG_PART_NAME, 0, name, sizeof(name), sizeof(name));
	assert_part(1, AUG_PART_IOV, 0, iov, sizeof(iov), sizeof(iov));
	assert_part(1, AUG_PART_ITEM, 0, "one", 3, 3);
	assert_part(1, AUG_PART_CONTROL, 0, control, sizeof(control), sizeof(control));
	capture(SYS_sendmmsg, 1, ADDR(msgs), 2, 0);
	assert_part(1, AUG_PART_SELF, 0, &msgs[0], sizeof(msgs[0]), sizeof(msgs[0]));
	assert_part(1, AUG_PART_ITEM, 0, "one", 3, 3);
	assert_part(1, AUG_PART_SELF, 1, &msgs[1], sizeof(msgs[1]), sizeof(msgs[1]));
	assert_part(1, AUG_PART_ITEM + 2, 1, large, LIMIT, sizeof(large));
	end();
}

static void strings_of_argv(void **state)
{
	char program[] = "/bin/cat", cat[] = "cat", file[] = "/etc/hostname";
	char *argv[] = { cat, file, NULL };
	static char *envp[300];

	(void)state;
	for (size_t i = 0; i + 1 < ARRAY_SIZE(envp); i++)
		envp[i] = "A=b";
	begin();
	capture(SYS_execve, ADDR(program), ADDR(argv), ADDR(envp), 0);
	assert_part(0, AUG_PART_SELF, 0, "/bin/cat", 8, 8);
	assert_part(1, AUG_PART_ITEM, 0, "cat", 3, 3);
	assert_part(1, AUG_PART_ITEM + 1, 0, "/etc/hostname", 13, 13);
	assert_int_equal(event.entry[1].full_len, 2);
	assert_int_equal(event.entry[2].full_len, ARRAY_SIZE(envp) - 1);
	end();
}

/* A page that is not in memory would have to be brought, and somebody may keep us waiting for it. */
static void pages_not_in_memory(void **state)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_ptr_not_equal(page, MAP_FAILED);
	begin();
	capture(SYS_write, 1, ADDR(page), 5, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
	end();
	munmap(page, 4096);
}

static void nobody_there(void **state)
{
	(void)state;
	begin();
	end();
	capture(SYS_write, 1, ADDR(&opts), 5, 0);
	assert_int_equal(event.rec->nr_payloads, 0);
}

/* ---- what becomes of it at the end ---- */

static const struct aug_record *join(struct began_before *b, const struct record_builder *builder)
{
	size_t size = builder->rec.size;
	const struct aug_record *rec = began_before__join(b, &builder->rec, &size);

	assert_non_null(rec);
	assert_int_equal(size, rec->size);
	assert_int_equal(record__parse(rec, size, &event), 0);
	return rec;
}

static void is_joined_with_its_end(void **state)
{
	struct began_before *b = began_before__new();
	struct record_builder begin_of, end_of;

	(void)state;
	assert_non_null(b);
	builder__init(&begin_of, 7);
	builder__add(&begin_of, 0, 0, "given", 5);
	assert_int_equal(began_before__put(b, &begin_of.rec), 0);
	builder__init(&end_of, 7);
	end_of.rec.ret = 1;
	builder__add(&end_of, 0, AUG_P_REREAD, "after", 5);
	builder__add(&end_of, 0, AUG_P_EXIT, "after", 5);
	builder__add(&end_of, 1, AUG_P_REREAD, "late", 4);
	assert_int_equal(join(b, &end_of)->nr_payloads, 3);
	assert_int_equal(event.rec->ret, 1);
	assert_memory_equal(event.entry[0].data, "given", 5);
	assert_memory_equal(event.exit[0].data, "after", 5);
	assert_memory_equal(event.entry[1].data, "late", 4);
	/* Once. */
	assert_ptr_equal(join(b, &end_of), &end_of.rec);
	began_before__free(b);
}

static void is_not_anothers(void **state)
{
	struct began_before *b = began_before__new();
	struct record_builder builder;

	(void)state;
	assert_non_null(b);
	for (uint32_t tid = 5; tid; tid--) {
		builder__init(&builder, 7);
		builder.rec.tid = 10 * tid;
		builder__add(&builder, 0, 0, &tid, sizeof(tid));
		assert_int_equal(began_before__put(b, &builder.rec), 0);
	}
	builder__init(&builder, 7);
	builder.rec.tid = 35;
	assert_ptr_equal(join(b, &builder), &builder.rec);
	builder.rec.tid = 30;
	assert_int_equal(join(b, &builder)->nr_payloads, 1);
	assert_int_equal(*(const uint32_t *)event.entry[0].data, 3);
	/* The thread had begun another call when it was looked at. */
	builder.rec.tid = 20;
	builder.rec.args[2] = 1;
	assert_ptr_equal(join(b, &builder), &builder.rec);
	builder.rec.tid = 50;
	builder.rec.args[2] = 0;
	builder.rec.nr = 8;
	assert_ptr_equal(join(b, &builder), &builder.rec);
	began_before__free(b);
	began_before__free(NULL);
}

int main(void)
{
	const struct CMUnitTest looks[] = {
		cmocka_unit_test(strings),
		cmocka_unit_test(long_path),
		cmocka_unit_test(buffers_and_structs),
		cmocka_unit_test(vectors_and_messages),
		cmocka_unit_test(strings_of_argv),
		cmocka_unit_test(pages_not_in_memory),
		cmocka_unit_test(nobody_there),
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_joined_with_its_end),
		cmocka_unit_test(is_not_anothers),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	mem = remote__new();
	if (mem && may_look())
		return failed + cmocka_run_group_tests(looks, set_up, tear_down);
	print_message("ok - looks into a process # SKIP process_vm_readv(2) is not allowed here\n");
	return failed;
}
