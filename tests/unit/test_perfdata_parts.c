// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata_parts.c - programs and BTFs that no record of a stream holds: whole again to who joins
 * their parts, short to who does not, and nothing of parts that do not follow each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>

#include "bpf_btf.h"
#include "bpf_progs_read.h"
#include "perfdata_cursor.h"
#include "perfdata_parts.h"
#include "test_perfdata_dir.h"
#include "test_prog_builder.h"

#define A 0xffffffffc0001000ULL
#define LARGE_BTF 77
#define SMALL_BTF 78
/* Programs: large by their code, with a large BTF, with a small one. */
enum { LARGE_PROG = 1, LINED_PROG, SMALL_PROG };
#define FUNC_TYPE 2
/* Of the command line, in all and in a record: 4 bytes and 68 for each. */
#define NR_WORDS 2000
#define NR_WORDS_IN_RECORD ((65519 - 4) / 68)

/* ---- parts ---- */

struct joined {
	struct perfdata_join join;
	struct strbuf section;
	const uint8_t *whole;
	size_t len;
};

static int add_part(struct joined *j, uint64_t feature, uint32_t id, uint32_t total,
		    uint32_t offset, const char *bytes)
{
	struct perfdata_part_head head;

	perfdata_part__begin(&head, id, total, offset);
	strbuf__reset(&j->section);
	strbuf__add(&j->section, (const char *)&head, sizeof(head));
	strbuf__add(&j->section, bytes, strlen(bytes));
	j->whole = (const uint8_t *)j->section.text;
	j->len = j->section.len;
	return perfdata_join__add(&j->join, feature, &j->whole, &j->len);
}

static void free_joined(struct joined *j)
{
	perfdata_join__free(&j->join);
	strbuf__free(&j->section);
}

static void parts__become_a_section_again(void **state)
{
	struct joined j = {};
	struct bpf_prog_iter it;
	struct bpf_btf_entry btf;

	(void)state;
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_BTF, 3, 9, 0, "abcd"), 0);
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_BTF, 3, 9, 4, "ef"), 0);
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_BTF, 3, 9, 6, "ghi"), 1);
	it = bpf_prog_iter__of(j.whole, j.len);
	assert_int_equal(bpf_btf_iter__next(&it, &btf), 1);
	assert_int_equal(btf.id, 3);
	assert_int_equal(btf.size, 9);
	assert_memory_equal(btf.data, "abcdefghi", 9);
	assert_int_equal(bpf_btf_iter__next(&it, &btf), 0);
	/* Of a program the bytes are the entry itself. */
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_PROG_INFO, 3, 6, 0, "abc"), 0);
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_PROG_INFO, 3, 6, 3, "def"), 1);
	assert_int_equal(j.len, 10);
	assert_int_equal(load_u32(j.whole), 1);
	assert_memory_equal(j.whole + 4, "abcdef", 6);
	free_joined(&j);
}

static void other_sections__stay_as_they_are(void **state)
{
	static const uint8_t none[4], other[32] = { 0, 0, 0, 0, 'o' };
	struct joined j = { .whole = none, .len = sizeof(none) };

	(void)state;
	assert_int_equal(perfdata_join__add(&j.join, PERFDATA_F_BPF_BTF, &j.whole, &j.len), 1);
	assert_ptr_equal(j.whole, none);
	j.whole = other;
	j.len = sizeof(other);
	assert_int_equal(perfdata_join__add(&j.join, PERFDATA_F_BPF_BTF, &j.whole, &j.len), 1);
	assert_ptr_equal(j.whole, other);
	assert_int_equal(j.len, sizeof(other));
	/* What looks like one, in a feature that has none. */
	assert_int_equal(add_part(&j, PERFDATA_F_HOSTNAME, 3, 9, 0, "abcd"), 1);
	assert_int_equal(j.len, sizeof(struct perfdata_part_head) + 4);
	free_joined(&j);
}

static void parts_that_do_not_follow__are_refused(void **state)
{
	const unsigned int btf = PERFDATA_F_BPF_BTF;
	struct joined j = {};

	(void)state;
	assert_int_equal(add_part(&j, btf, 3, 9, 4, "efghi"), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, 9, 0, "abcd"), 0);
	assert_int_equal(add_part(&j, btf, 3, 9, 5, "fghi"), -EINVAL); /* a gap */
	assert_int_equal(add_part(&j, btf, 3, 9, 4, "efghi"), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, 9, 0, "abcd"), 0);
	assert_int_equal(add_part(&j, btf, 4, 9, 4, "efghi"), -EINVAL); /* of another */
	assert_int_equal(add_part(&j, btf, 3, 9, 0, "abcd"), 0);
	assert_int_equal(add_part(&j, PERFDATA_F_BPF_PROG_INFO, 3, 9, 4, "efghi"), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, 9, 0, "abcd"), 0);
	assert_int_equal(add_part(&j, btf, 3, 9, 4, "efghij"), -EINVAL); /* too much */
	assert_int_equal(add_part(&j, btf, 3, 0, 0, "a"), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, 0, 0, ""), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, 9, 0, ""), -EINVAL);
	assert_int_equal(add_part(&j, btf, 3, UINT32_MAX, UINT32_MAX, "a"), -EINVAL);
	/* Nothing is asked of memory for what does not come. */
	assert_int_equal(add_part(&j, btf, 3, UINT32_MAX, 0, "a"), 0);
	/* Another begins before the end of this one: that is told, and the other one is taken. */
	assert_int_equal(add_part(&j, btf, 4, 4, 0, "ab"), -EINVAL);
	assert_int_equal(add_part(&j, btf, 4, 4, 2, "cd"), 1);
	free_joined(&j);
}

/* ---- a recording ---- */

/* With a function, a line, and strings of @room bytes behind them. */
static void make_btf(struct strbuf *sb, size_t room, uint32_t *ret_file, uint32_t *ret_text)
{
	struct test_btf b = {};

	test_btf__type(&b, 0, BTF_KIND_FUNC_PROTO, 0);
	test_btf__type(&b, test_btf__string(&b, "the_function"), BTF_KIND_FUNC, 1);
	*ret_file = test_btf__string(&b, "/src/large.bpf.c");
	*ret_text = test_btf__string(&b, "\treturn 0;");
	while (b.strings.len < room)
		test_btf__string(&b, "another line of the source");
	test_btf__bytes(&b, sb);
}

static void add_btf(struct recording *r, uint32_t id, const struct strbuf *btf)
{
	struct strbuf *section = &r->features[PERFDATA_F_BPF_BTF];

	test_u32(section, id);
	test_u32(section, (uint32_t)btf->len);
	test_add(section, btf->text, btf->len);
}

static void add_prog(struct recording *r, uint32_t id, uint32_t btf_id, uint32_t code_len,
		     uint32_t file, uint32_t text)
{
	struct test_prog p = { .info = { .id = id, .btf_id = btf_id, .name = "short" } };
	const uint64_t addr = A + 0x100000 * id;
	uint8_t *code = calloc(1, code_len);

	test_prog__func(&p, addr, code, code_len);
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], 0);
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], FUNC_TYPE);
	test_prog__line(&p, 0, addr, file, text, 12, 3);
	test_prog__insn(&p, (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT });
	test_prog__entry(&p, &r->features[PERFDATA_F_BPF_PROG_INFO]);
	test_prog__free(&p);
	free(code);
}

/* NR_WORDS, of 68 bytes each. */
static void add_cmdline(struct recording *r)
{
	struct strbuf *section = &r->features[PERFDATA_F_CMDLINE];
	const uint32_t nr = NR_WORDS;
	char word[64];
	unsigned int i;

	test_feature(r, PERFDATA_F_CMDLINE, &nr, sizeof(nr));
	for (i = 0; i < nr; i++) {
		memset(word, 0, sizeof(word));
		snprintf(word, sizeof(word), "word%u", i);
		test_u32(section, sizeof(word));
		test_add(section, word, sizeof(word));
	}
}

static void make_recording(struct recording *r)
{
	const uint32_t nr_btfs = 2, nr_progs = 3;
	struct strbuf large = {}, small = {};
	uint32_t file, text;

	test_recording__init(r);
	make_btf(&large, 150000, &file, &text);
	make_btf(&small, 0, &file, &text);
	test_feature(r, PERFDATA_F_BPF_BTF, &nr_btfs, sizeof(nr_btfs));
	add_btf(r, LARGE_BTF, &large);
	add_btf(r, SMALL_BTF, &small);
	strbuf__reset(&r->features[PERFDATA_F_BPF_PROG_INFO]);
	test_feature(r, PERFDATA_F_BPF_PROG_INFO, &nr_progs, sizeof(nr_progs));
	add_prog(r, LARGE_PROG, SMALL_BTF, 70000, file, text);
	add_prog(r, LINED_PROG, LARGE_BTF, 100, file, text);
	add_prog(r, SMALL_PROG, SMALL_BTF, 100, file, text);
	strbuf__free(&large);
	strbuf__free(&small);
	add_cmdline(r);
}

static void write_form(const char *from, enum perfdata_form form, const char *to,
		       struct perfdata_converted *converted)
{
	struct perfdata_convert_opts opts = { .out = { .form = form, .path = to } };
	struct perfdata *pd;

	if (form == PERFDATA_FORM_PIPE)
		opts.out.fd = open(to, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(perfdata__open(&pd, from, NULL), 0);
	assert_int_equal(convert(pd, &opts, converted), 0);
	assert_int_equal(nr_said, 0);
	assert_int_equal(converted->nr_lost, 0);
	assert_int_equal(converted->dropped.total, 0);
	if (form == PERFDATA_FORM_PIPE)
		close(opts.out.fd);
	perfdata__close(pd);
}

/* What a reader that knows nothing of parts has: the first of an id. */
struct stock {
	struct bpf_prog_entry progs[8];
	struct bpf_btf_entry btfs[8];
	unsigned int nr_parts;
	uint32_t nr_words;
	struct strbuf kept[64];
	unsigned int nr_kept;
};

static void take_section(struct stock *s, uint64_t id, const uint8_t *bytes, size_t len)
{
	struct strbuf *kept = &s->kept[s->nr_kept];
	struct bpf_prog_entry prog;
	struct bpf_btf_entry btf;
	struct bpf_prog_iter it;

	strbuf__add(kept, (const char *)bytes, len);
	it = bpf_prog_iter__of((const uint8_t *)kept->text, len);
	s->nr_kept++;
	s->nr_parts += !it.nr;
	if (id == PERFDATA_F_BPF_PROG_INFO) {
		while (bpf_prog_iter__next(&it, &prog) > 0) {
			if (!s->progs[prog.info.id].raw)
				s->progs[prog.info.id] = prog;
		}
	} else {
		while (bpf_btf_iter__next(&it, &btf) > 0) {
			if (!s->btfs[btf.id - LARGE_BTF].data)
				s->btfs[btf.id - LARGE_BTF] = btf;
		}
	}
}

static void read_as_stock(const char *path, struct stock *s)
{
	struct perfdata_record rec;
	struct perfdata *pd;
	uint64_t id;

	*s = (struct stock){};
	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	while (perfdata__next(pd, &rec) > 0) {
		if (rec.type != PERFDATA_FEATURE)
			continue;
		id = load_u64(rec.bytes + 8);
		if (id == PERFDATA_F_CMDLINE)
			s->nr_words = load_u32(rec.bytes + 16);
		if (id == PERFDATA_F_BPF_PROG_INFO || id == PERFDATA_F_BPF_BTF)
			take_section(s, id, rec.bytes + 16, rec.size - 16U);
	}
	perfdata__close(pd);
}

static void free_stock(struct stock *s)
{
	unsigned int i;

	for (i = 0; i < s->nr_kept; i++)
		strbuf__free(&s->kept[i]);
}

/* A reader that does not join: all programs and BTFs, none of them with what is not there. */
static void check_stock(const char *path)
{
	struct stock *s = malloc(sizeof(*s));
	const struct bpf_btf_entry *btf;
	const char *name;
	size_t len;

	read_as_stock(path, s);
	assert_int_equal(s->nr_parts, 3 + 2 + 1);
	assert_int_equal(s->progs[LARGE_PROG].array[BPF_ARRAY_JITED_INSNS].nr, 0);
	assert_int_equal(s->progs[LARGE_PROG].info.jited_prog_len, 70000);
	assert_int_equal(bpf_prog_entry__nr_funcs(&s->progs[LARGE_PROG]), 1);
	assert_int_equal(s->progs[LINED_PROG].array[BPF_ARRAY_JITED_INSNS].nr, 100);
	assert_int_equal(s->progs[LINED_PROG].array[BPF_ARRAY_FUNC_INFO].nr, 1);
	assert_int_equal(s->progs[LINED_PROG].array[BPF_ARRAY_LINE_INFO].nr, 0);
	assert_int_equal(s->progs[LINED_PROG].info.nr_line_info, 0);
	assert_int_equal(s->progs[SMALL_PROG].array[BPF_ARRAY_LINE_INFO].nr, 1);
	btf = &s->btfs[LARGE_BTF - LARGE_BTF];
	assert_non_null(btf->data);
	assert_true(btf->size < 100);
	name = bpf_btf__func_name(btf->data, btf->size, FUNC_TYPE, &len);
	assert_non_null(name);
	assert_string_equal(name, "the_function");
	assert_int_equal(s->nr_words, NR_WORDS_IN_RECORD);
	free_stock(s);
	free(s);
}

/* As annotate has it. */
static void check_ours(const char *path)
{
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals;
	const struct bpf_lines *lines;
	struct bpf_prog *all;
	struct perfdata *pd;
	size_t nr, i;

	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	assert_int_equal(bpf_progs__read(progs, pd, &totals), 0);
	assert_int_equal(totals.damaged, 0);
	all = bpf_progs__get(progs, &nr);
	assert_in_range(nr, 3, 5);
	for (i = 0; i < nr; i++) {
		if (!all[i].has_info)
			continue;
		assert_true(bpf_prog_entry__has_image(&all[i].entry));
		assert_string_equal(all[i].name, "the_function");
		lines = bpf_progs__lines(progs, &all[i]);
		assert_int_equal(lines->nr_by_addr, 1);
		assert_string_equal(lines->by_addr[0].text, "\treturn 0;");
		assert_string_equal(lines->by_addr[0].file, "/src/large.bpf.c");
	}
	bpf_progs__free(progs);
	perfdata__close(pd);
}

static uint8_t *load_section(const char *path, unsigned int id, size_t *ret_len)
{
	struct perfdata *pd;
	uint8_t *bytes;

	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	assert_int_equal(
		perfdata__load_feature(pd, perfdata__find_feature(pd, id), &bytes, ret_len), 0);
	perfdata__close(pd);
	return bytes;
}

static void same_section(const char *a, const char *b, unsigned int id)
{
	size_t a_len, b_len;
	uint8_t *a_bytes = load_section(a, id, &a_len), *b_bytes = load_section(b, id, &b_len);

	assert_int_equal(a_len, b_len);
	assert_memory_equal(a_bytes, b_bytes, a_len);
	free(a_bytes);
	free(b_bytes);
}

/* File, pipe, pipe again, file: nothing is lost on the way. */
static void large_ones__go_through_a_pipe_whole(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct recording r;
	char first[128], pipe[128], again[128], back[128];
	uint8_t *bytes;
	size_t len;

	(void)state;
	snprintf(first, sizeof(first), "%s", in_dir("first"));
	snprintf(pipe, sizeof(pipe), "%s", in_dir("pipe"));
	snprintf(again, sizeof(again), "%s", in_dir("again"));
	snprintf(back, sizeof(back), "%s", in_dir("back"));
	make_recording(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	save(first, bytes, len);
	write_form(first, PERFDATA_FORM_PIPE, pipe, converted);
	assert_int_equal(converted->nr_split, 4);
	write_form(pipe, PERFDATA_FORM_PIPE, again, converted);
	assert_int_equal(converted->nr_split, 4);
	write_form(again, PERFDATA_FORM_FILE, back, converted);
	assert_int_equal(converted->nr_split, 0);
	check_stock(pipe);
	check_stock(again);
	check_ours(first);
	check_ours(pipe);
	check_ours(again);
	same_section(first, back, PERFDATA_F_BPF_BTF);
	same_section(first, back, PERFDATA_F_BPF_PROG_INFO);
	same_section(first, back, PERFDATA_F_CMDLINE);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

/* A stream that is cut between parts: the short one never came, nothing is made up, and it is told. */
static void cut_stream__has_what_came(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_PIPE } };
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals;
	struct perfdata_record rec;
	struct perfdata *pd;
	struct recording r;
	char path[128];
	uint64_t second_part = 0;
	unsigned int nr = 0;
	uint8_t *bytes;
	size_t len;

	(void)state;
	snprintf(path, sizeof(path), "%s", in_dir("whole"));
	make_recording(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	opts.out.fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	close(opts.out.fd);
	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	while (perfdata__next(pd, &rec) > 0) {
		if (rec.type == PERFDATA_FEATURE && load_u64(rec.bytes + 8) == PERFDATA_F_BPF_BTF &&
		    ++nr == 2)
			second_part = rec.offset;
	}
	perfdata__close(pd);
	assert_int_equal(truncate(path, (off_t)second_part), 0);
	opts.out.form = PERFDATA_FORM_FILE;
	opts.out.path = in_dir("of_cut");
	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	assert_int_equal(convert(pd, &opts, converted), 0);
	assert_int_equal(nr_said, 1);
	assert_int_equal(converted->nr_lost, 1);
	perfdata__close(pd);
	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	assert_int_equal(bpf_progs__read(progs, pd, &totals), 0);
	assert_int_equal(totals.damaged, 1);
	bpf_progs__free(progs);
	perfdata__close(pd);
	assert_int_equal(perfdata__open(&pd, opts.out.path, NULL), 0);
	assert_null(perfdata__find_feature(pd, PERFDATA_F_BPF_BTF));
	perfdata__close(pd);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

/* ---- ids ---- */

#define NR_IDS 20000 /* of the second event: three records */

/* Two events; the second has NR_IDS, which stand at the end of the file. */
static uint8_t *many_ids_file(size_t *ret_len)
{
	struct recording r;
	struct strbuf sb = {};
	uint8_t *bytes;
	uint64_t at[2], i;
	size_t len;

	test_recording__init(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	test_add(&sb, bytes, len);
	at[0] = sb.len;
	at[1] = 8 * NR_IDS;
	for (i = 0; i < NR_IDS; i++)
		test_u64(&sb, 12 + i);
	/* its entry of the table: attr, then where its ids are */
	memcpy(sb.text + load_u64(sb.text + 24) + 2 * (PERFDATA_ATTR_SIZE + 16) - 16, at,
	       sizeof(at));
	free(bytes);
	test_recording__free(&r);
	*ret_len = sb.len;
	return (uint8_t *)sb.text;
}

static void check_ids(const char *path)
{
	const struct perfdata_evlist *evlist;
	struct perfdata_record rec;
	struct perfdata *pd;
	uint64_t i;

	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	while (perfdata__next(pd, &rec) > 0)
		;
	evlist = perfdata__evlist(pd);
	assert_int_equal(evlist->nr, 2);
	assert_int_equal(evlist->attrs[0].nr_ids, 1);
	assert_int_equal(evlist->attrs[1].nr_ids, NR_IDS);
	for (i = 0; i < NR_IDS; i++)
		assert_int_equal(evlist->attrs[1].ids[i], 12 + i);
	perfdata__close(pd);
}

static void many_ids__go_through_a_pipe(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	char first[128], pipe[128], back[128];
	uint8_t *bytes;
	size_t len;

	(void)state;
	snprintf(first, sizeof(first), "%s", in_dir("ids"));
	snprintf(pipe, sizeof(pipe), "%s", in_dir("ids.pipe"));
	snprintf(back, sizeof(back), "%s", in_dir("ids.back"));
	bytes = many_ids_file(&len);
	save(first, bytes, len);
	check_ids(first);
	write_form(first, PERFDATA_FORM_PIPE, pipe, converted);
	check_ids(pipe);
	write_form(pipe, PERFDATA_FORM_FILE, back, converted);
	check_ids(back);
	write_form(back, PERFDATA_FORM_PIPE, pipe, converted);
	check_ids(pipe);
	free(converted);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts__become_a_section_again),
		cmocka_unit_test(other_sections__stay_as_they_are),
		cmocka_unit_test(parts_that_do_not_follow__are_refused),
		cmocka_unit_test(large_ones__go_through_a_pipe_whole),
		cmocka_unit_test(cut_stream__has_what_came),
		cmocka_unit_test(many_ids__go_through_a_pipe),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
