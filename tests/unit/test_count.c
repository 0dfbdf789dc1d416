// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counts as a recording: each count is one sample that stands for all of it, in a task and a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "count.h"
#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "util.h"

#define EVENT_ID 77
#define BEGIN_NS 1000

static void check_keys(void **state)
{
	struct count_opts opts = {};
	const char *bad;
	size_t len;

	(void)state;
	assert_int_equal(count_opts__parse(&opts, "comm,symbol", &bad, &len), 0);
	assert_int_equal(opts.by, COUNT_BY_COMM | COUNT_BY_CODE);
	assert_int_equal(
		count_opts__parse(&opts, "stack,pid,tid,cpu,cgroup,ip,dso,sym", &bad, &len), 0);
	assert_int_equal(opts.by, (1 << 7) - 1);
	assert_int_equal(count_opts__parse(&opts, "comm,,pid", &bad, &len), -EINVAL);
	assert_int_equal(len, 0);
	assert_int_equal(count_opts__parse(&opts, "comm,pids", &bad, &len), -EINVAL);
	assert_int_equal(len, 4);
	assert_memory_equal(bad, "pids", 4);
}

/** struct mmap2 - as the kernel writes it. */
struct mmap2 {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, len, offset;
	uint32_t major, minor;
	uint64_t ino, generation;
	uint32_t prot, flags;
	char path[16];
};

static struct mmap2 mapping(const char *path, uint32_t minor, uint64_t ino)
{
	struct mmap2 r = { .header = { .type = PERF_RECORD_MMAP2, .size = sizeof(r) },
			   .major = 8,
			   .minor = minor,
			   .ino = ino };

	snprintf(r.path, sizeof(r.path), "%s", path);
	return r;
}

static void saw(struct count_files *files, const struct mmap2 *r, size_t size)
{
	uint8_t *copy = malloc(size); /* ASan sees over-reads */

	memcpy(copy, r, size);
	assert_int_equal(count_files__saw(files, copy, size), 0);
	free(copy);
}

static void check_files_have_their_last_path(void **state)
{
	const struct count_file a = { .ino = 5, .dev = 8 << 20 | 1 };
	const struct count_file b = { .ino = 5, .dev = 8 << 20 | 2 };
	struct count_files *files = count_files__new();
	struct mmap2 r = mapping("/bin/a", 1, 5);
	size_t i;

	(void)state;
	for (i = sizeof(r.header); i < offsetof(struct mmap2, path) + 1; i++)
		saw(files, &r, i);
	assert_null(count_files__path(files, &a));
	saw(files, &r, sizeof(r));
	assert_string_equal(count_files__path(files, &a), "/bin/a");
	assert_null(count_files__path(files, &b));
	r = mapping("/bin/new", 1, 5);
	saw(files, &r, sizeof(r));
	assert_string_equal(count_files__path(files, &a), "/bin/new");
	r = mapping("/bin/b", 2, 5);
	/* Of another recorder's event: it is as ours are. */
	r.header.misc = PERFDATA_MISC_MMAP_BUILD_ID;
	saw(files, &r, sizeof(r));
	assert_string_equal(count_files__path(files, &b), "/bin/b");
	count_files__free(files);
}

/** struct read - what was written. */
struct read {
	uint8_t bytes[65536];
	size_t len;
};

static void write_table(struct count_table *table, uint32_t by, const struct count_files *files,
			struct read *read_back)
{
	uint64_t id = EVENT_ID;
	struct record_event event = { .name = (char *)"cpu-clock", .ids = &id, .nr_ids = 1 };
	const struct count_opts opts = { .by = by };
	const int fd = memfd_create("counts", MFD_CLOEXEC);
	struct perfdata_stream *stream = perfdata_stream__new(fd, false, 0);

	assert_non_null(stream);
	assert_int_equal(count__write(table, &opts, files, &event, 1, BEGIN_NS, stream), 0);
	assert_int_equal(perfdata_stream__flush(stream), 0);
	perfdata_stream__close(stream);
	read_back->len = (size_t)pread(fd, read_back->bytes, sizeof(read_back->bytes), 0);
	close(fd);
}

/* The next record of @type at or behind *@at, which moves behind it. */
static const uint8_t *next(const struct read *r, uint32_t type, size_t *at)
{
	struct perf_event_header header;
	const uint8_t *record;

	while (*at + sizeof(header) <= r->len) {
		record = r->bytes + *at;
		memcpy(&header, record, sizeof(header));
		assert_in_range(header.size, sizeof(header), r->len - *at);
		assert_int_equal(header.size % 8, 0);
		*at += header.size;
		if (header.type == type)
			return record;
	}
	return NULL;
}

static void parse(const uint8_t *record, uint32_t by, struct perfdata_sample *sample)
{
	const struct count_opts opts = { .by = by };
	struct perfdata_attr attr = {};
	struct perf_event_header header;

	memcpy(&header, record, sizeof(header));
	count__attr(&attr.attr, &opts);
	assert_int_equal(perfdata_sample__parse(sample, &attr, record, header.size), 0);
	assert_int_equal(sample->id, EVENT_ID);
}

#define CODE(number, offset) (COUNT_IN_FILE | (uint64_t)(number) << COUNT_FILE_SHIFT | (offset))

static void check_code_is_in_its_file(void **state)
{
	struct count_row rows[] = {
		{ { .code = CODE(3, 0x1234), .comm = "b" }, { .samples = 7, .period = 70 } },
		{ { .code = 0xffffffff81000000, .comm = "a" }, { .samples = 2, .period = 20 } },
	};
	struct count_file_row file = { .file = { .ino = 5, .dev = 8 << 20 | 1 }, .number = 3 };
	struct count_table table = { .rows = rows, .nr_rows = 2, .files = &file, .nr_files = 1 };
	const uint32_t by = COUNT_BY_CODE | COUNT_BY_COMM;
	struct count_files *files = count_files__new();
	struct mmap2 r = mapping("/bin/a", 1, 5);
	struct perfdata_sample a, b;
	static struct read out;
	const uint8_t *record;
	size_t at = 0;

	(void)state;
	saw(files, &r, sizeof(r));
	write_table(&table, by, files, &out);
	record = next(&out, PERF_RECORD_MMAP2, &at);
	assert_non_null(record);
	assert_int_equal(load_u64(record + 16), CODE(3, 0));
	assert_string_equal((const char *)record + 72, "/bin/a");
	record = next(&out, PERF_RECORD_SAMPLE, &at);
	assert_non_null(record);
	parse(record, by, &a);
	record = next(&out, PERF_RECORD_SAMPLE, &at);
	assert_non_null(record);
	parse(record, by, &b);
	assert_null(next(&out, PERF_RECORD_SAMPLE, &at));
	/* Each name is a task of its own, in the order of names. */
	assert_int_equal(a.ip, 0xffffffff81000000);
	assert_int_equal(a.weight, 2);
	assert_int_equal(b.ip, CODE(3, 0x1234));
	assert_int_equal(b.weight, 7);
	assert_int_equal(b.period, 70);
	assert_int_not_equal(a.pid, b.pid);
	assert_true(a.time > BEGIN_NS && b.time > a.time);
	count_files__free(files);
}

static void check_tasks_come_once(void **state)
{
	struct count_row rows[] = {
		{ { .pid = 9, .tid = 11, .cpu = 1 }, { .samples = 1, .first_comm = "thread" } },
		{ { .pid = 9, .tid = 9, .cpu = 1 }, { .samples = 1, .first_comm = "main" } },
		{ { .pid = 9, .tid = 9, .cpu = 0 }, { .samples = 1, .first_comm = "main" } },
	};
	struct count_table table = { .rows = rows, .nr_rows = 3 };
	struct count_files *files = count_files__new();
	struct perfdata_sample sample;
	static struct read out;
	unsigned int forks = 0, comms = 0, samples = 0;
	const uint8_t *record;
	size_t at;

	(void)state;
	write_table(&table, COUNT_BY_PID | COUNT_BY_TID | COUNT_BY_CPU, files, &out);
	for (at = 0; (record = next(&out, PERF_RECORD_FORK, &at)); forks++)
		assert_int_equal(load_u32(record + 8), 9);
	for (at = 0; next(&out, PERF_RECORD_COMM, &at);)
		comms++;
	for (at = 0; (record = next(&out, PERF_RECORD_SAMPLE, &at)); samples++) {
		parse(record, COUNT_BY_PID | COUNT_BY_TID | COUNT_BY_CPU, &sample);
		assert_int_equal(sample.pid, 9);
		assert_int_equal(sample.tid, samples < 2 ? 9 : 11);
	}
	assert_int_equal(forks, 1);
	assert_int_equal(
		comms, 1 + 1 + 2); /* the root's, the process's, the thread's with its process's */
	assert_int_equal(samples, 3);
	count_files__free(files);
}

/* Stacks that the kernel took with the sample have its marks in them. */
static void check_stacks(void **state)
{
	struct count_stack_row stack = {
		.number = 42,
		.stack = { .nr_kernel = 3,
			   .nr_user = 2,
			   .code = { PERF_CONTEXT_KERNEL, 0xffffffff81000001, 0xffffffff81000002,
				     PERF_CONTEXT_USER, 0x7000 } },
	};
	struct count_row rows[] = {
		{ { .stack = 42 }, { .samples = 1, .period = 10 } },
		{ { .stack = 43 }, { .samples = 1, .period = 10 } }, /* of which nothing is known */
		{ { .code = 0x5000 }, { .samples = 1, .period = 10 } },
	};
	static const uint64_t wanted[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000001,
					   0xffffffff81000002, PERF_CONTEXT_USER, 0x7000 };
	struct count_table table = { .rows = rows, .nr_rows = 3, .stacks = &stack, .nr_stacks = 1 };
	struct count_files *files = count_files__new();
	struct perfdata_sample sample;
	static struct read out;
	size_t at = 0, i;

	(void)state;
	write_table(&table, COUNT_BY_STACK, files, &out);
	parse(next(&out, PERF_RECORD_SAMPLE, &at), COUNT_BY_STACK, &sample);
	assert_int_equal(sample.ip, 0xffffffff81000001);
	assert_int_equal(sample.callchain.nr, ARRAY_SIZE(wanted));
	for (i = 0; i < ARRAY_SIZE(wanted); i++)
		assert_int_equal(load_u64(sample.callchain.at + 8 * i), wanted[i]);
	parse(next(&out, PERF_RECORD_SAMPLE, &at), COUNT_BY_STACK, &sample);
	assert_int_equal(sample.ip, 0);
	assert_int_equal(sample.callchain.nr, 0);
	parse(next(&out, PERF_RECORD_SAMPLE, &at), COUNT_BY_STACK, &sample);
	assert_int_equal(sample.ip, 0x5000);
	assert_int_equal(sample.callchain.nr, 2);
	count_files__free(files);
}

static void saw_code(struct count_code *code, uint64_t addr, uint16_t flags, const char *name)
{
	struct {
		struct perf_event_header header;
		uint64_t addr;
		uint32_t len;
		uint16_t type, flags;
		char name[16];
	} r = { .header = { .type = PERF_RECORD_KSYMBOL, .size = sizeof(r) },
		.addr = addr,
		.len = 0x10,
		.type = PERF_RECORD_KSYMBOL_TYPE_BPF,
		.flags = flags };

	snprintf(r.name, sizeof(r.name), "%s", name);
	assert_int_equal(count_code__saw(code, (const uint8_t *)&r, sizeof(r)), 0);
}

/* Nobody knows whose they are, unless it was the same program that was loaded once more. */
static void check_reused_code(void **state)
{
	const uint64_t bpf = 0xffffffffc0001000;
	struct count_stack_row stack = {
		.number = 42, .stack = { .nr_kernel = 2, .code = { 0xffffffff81000001, bpf + 8 } }
	};
	struct count_row rows[] = {
		{ { .code = bpf + 0xf }, { .samples = 1 } },   /* of two */
		{ { .code = bpf + 0x10 }, { .samples = 10 } }, /* of the second alone */
		{ { .code = bpf + 0x100 }, { .samples = 100 } },
		{ { .code = bpf + 0x200 }, { .samples = 1000 } }, /* loaded twice */
		{ { .code = 0x7000 }, { .samples = 10000 } },
		{ { .stack = 42 }, { .samples = 100000 } },
	};
	struct count_table table = { .rows = rows, .nr_rows = 6, .stacks = &stack, .nr_stacks = 1 };
	struct count_code code = {};

	(void)state;
	assert_int_equal(count_code__reused(&code, &table), 0);
	saw_code(&code, bpf, 0, "bpf_prog_1_a");
	saw_code(&code, bpf, PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER, "bpf_prog_1_a");
	assert_int_equal(count_code__reused(&code, &table), 0);
	saw_code(&code, bpf + 8, 0, "bpf_prog_2_b");
	saw_code(&code, bpf + 0x200, 0, "bpf_prog_3_c");
	saw_code(&code, bpf + 0x200, 0, "bpf_prog_3_c");
	assert_int_equal(count_code__reused(&code, &table), 100001);
	count_code__free(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_keys),
		cmocka_unit_test(check_files_have_their_last_path),
		cmocka_unit_test(check_code_is_in_its_file),
		cmocka_unit_test(check_tasks_come_once),
		cmocka_unit_test(check_stacks),
		cmocka_unit_test(check_reused_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
