// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_bpf_synth.c - records for programs that were there before; the map of ids. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_synth.h"
#include "id_map.h"
#include "strbuf.h"

#define ID_SIZE 24

/* Records as lines. */
static int write_line(void *ctx, const uint8_t *record, size_t size)
{
	struct perf_event_header header;
	uint64_t addr;
	uint32_t len;
	size_t i;

	memcpy(&header, record, sizeof(header));
	assert_int_equal(header.size, size);
	assert_int_equal(size % 8, 0);
	assert_true(size <= BPF_SYNTH_RECORD_MAX);
	for (i = size - ID_SIZE; i < size; i++)
		assert_int_equal(record[i], 0);
	if (header.type == PERF_RECORD_KSYMBOL) {
		memcpy(&addr, record + 8, sizeof(addr));
		memcpy(&len, record + 16, sizeof(len));
		assert_int_equal(record[20], PERF_RECORD_KSYMBOL_TYPE_BPF);
		strbuf__addf(ctx, "%llx+%u %s\n", (unsigned long long)addr, len, record + 24);
	} else {
		assert_int_equal(header.type, PERF_RECORD_BPF_EVENT);
		assert_int_equal(size, 24 + ID_SIZE);
		memcpy(&len, record + 12, sizeof(len));
		strbuf__addf(ctx, "load %u tag %02x\n", len, record[16]);
	}
	return 0;
}

static char *write_kallsyms(const char *text)
{
	char *path = strdup("/tmp/test_bpf_synth.XXXXXX");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return path;
}

/* A program of three functions at 0x1000, 0x2000 and 0x3000. */
static void make_prog(struct bpf_prog_copy *copy)
{
	static const uint64_t addrs[] = { 0x1000, 0x2000, 0x3000 };
	static const uint32_t lens[] = { 10, 20, 30 };
	static const uint8_t tags[24] = { 1, [8] = 2, [16] = 3 }, image[60];
	const struct bpf_prog_info info = { .id = 7,
					    .tag = { 0xee },
					    .name = "prog",
					    .jited_prog_len = sizeof(image),
					    .nr_jited_ksyms = 3,
					    .nr_jited_func_lens = 3,
					    .nr_prog_tags = 3 };
	const struct bpf_prog_elems arrays[NR_BPF_ARRAYS] = {
		[BPF_ARRAY_JITED_INSNS] = { image, sizeof(image), 1 },
		[BPF_ARRAY_JITED_KSYMS] = { (const uint8_t *)addrs, 3, 8 },
		[BPF_ARRAY_JITED_FUNC_LENS] = { (const uint8_t *)lens, 3, 4 },
		[BPF_ARRAY_PROG_TAGS] = { tags, 3, 8 },
	};

	assert_int_equal(bpf_prog_copy__set(copy, &info, arrays), 0);
	assert_true(copy->has_image);
}

static void assert_records(const char *kallsyms, const char *expected)
{
	char *path = write_kallsyms(kallsyms);
	struct kernel_code code = {};
	const struct bpf_synth s = { .code = &code, .sample_id_size = ID_SIZE };
	struct bpf_prog_copy copy;
	struct strbuf lines = {};

	assert_int_equal(kernel_code__read(&code, path), 0);
	make_prog(&copy);
	assert_int_equal(bpf_synth__prog(&s, &copy, NULL, 0, write_line, &lines), 0);
	assert_int_equal(bpf_synth__images(&s, write_line, &lines), 0);
	assert_string_equal(strbuf__cstr(&lines), expected);
	strbuf__free(&lines);
	bpf_prog_copy__free(&copy);
	kernel_code__free(&code);
	unlink(path);
	free(path);
}

static void bpf_synth__takes_names_of_kallsyms(void **state)
{
	(void)state;
	assert_records("ffffffff81000000 T _stext\n"
		       "0000000000003000 t bpf_prog_03_sub_two\t[bpf]\n"
		       "0000000000001000 t bpf_prog_01_main\t[bpf]\n"
		       "0000000000004000 t bpf_trampoline_12\t[bpf]\n"
		       "0000000000004100 t bpf_dispatcher_xdp\t[bpf]\n"
		       "nonsense\n\t[bpf]\n0 t\t[bpf]\n"
		       "0000000000006000 t other\t[xt_bpf]\n",
		       "1000+10 bpf_prog_01_main\n"
		       "2000+20 bpf_prog_0200000000000000_F\n"
		       "3000+30 bpf_prog_03_sub_two\n"
		       "load 7 tag ee\n"
		       "4000+256 bpf_trampoline_12\n"
		       "4100+4096 bpf_dispatcher_xdp\n");
}

static void bpf_synth__makes_names_without_kallsyms(void **state)
{
	(void)state;
	assert_records("0000000000000000 t bpf_prog_01_main\t[bpf]\n",
		       "1000+10 bpf_prog_ee00000000000000_prog\n"
		       "2000+20 bpf_prog_0200000000000000_F\n"
		       "3000+30 bpf_prog_0300000000000000_F\n"
		       "load 7 tag ee\n");
}

/* To what perf takes: 511 bytes. */
static void bpf_synth__cuts_long_names(void **state)
{
	struct strbuf text = {}, expected = {};

	(void)state;
	strbuf__adds(&text, "0000000000004000 t bpf_trampoline_");
	strbuf__pad(&text, text.len, 700);
	memset(text.text + 34, 'x', text.len - 34);
	strbuf__adds(&expected, "1000+10 bpf_prog_ee00000000000000_prog\n"
				"2000+20 bpf_prog_0200000000000000_F\n"
				"3000+30 bpf_prog_0300000000000000_F\n"
				"load 7 tag ee\n"
				"4000+4096 ");
	strbuf__add(&expected, text.text + 19, 511);
	strbuf__adds(&expected, "\n");
	strbuf__adds(&text, "\t[bpf]\n");
	assert_records(strbuf__cstr(&text), strbuf__cstr(&expected));
	strbuf__free(&text);
	strbuf__free(&expected);
}

static void id_map__keeps_what_it_is_given(void **state)
{
	struct id_map map = {};
	uint32_t i;

	(void)state;
	assert_int_equal(id_map__get(&map, 1), -1);
	for (i = 0; i < 5000; i++)
		assert_int_equal(id_map__set(&map, i * 256, (int)(i % 7)), 0);
	for (i = 0; i < 5000; i++)
		assert_int_equal(id_map__get(&map, i * 256), i % 7);
	assert_int_equal(id_map__get(&map, 1), -1);
	assert_int_equal(id_map__set(&map, 256, 9), 0);
	assert_int_equal(id_map__get(&map, 256), 9);
	assert_int_equal(map.nr, 5000);
	id_map__free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bpf_synth__takes_names_of_kallsyms),
		cmocka_unit_test(bpf_synth__makes_names_without_kallsyms),
		cmocka_unit_test(bpf_synth__cuts_long_names),
		cmocka_unit_test(id_map__keeps_what_it_is_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
