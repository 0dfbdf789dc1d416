// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_elf.c - objects as they are read: what is in them, what is refused and with which words,
 * and that damage anywhere in the file is either refused or harmless. The objects are the seeds of
 * the fuzz target; tests/objects/small.c has their source.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <elf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_elf.h"
#include "bpf_elf_attach.h"
#include "bpf_elf_image.h"
#include "bpf_elf_report.h"
#include "bpf_elf_trial.h"
#include "bpf_elf_verdict.h"
#include "strbuf.h"
#include "util.h"

#define SEEDS "tests/fuzz/seeds/bpf_elf/"

struct object {
	uint8_t *bytes;
	size_t size;
	struct bpf_elf *elf;
};

static struct object read_object(const char *name)
{
	struct object obj = {};
	struct strbuf error = {};
	char path[256];
	void *bytes;

	snprintf(path, sizeof(path), SEEDS "%s", name);
	if (bpf_object_image__read(path, &bytes, &obj.size, &error))
		fail_msg("%s", strbuf__cstr(&error));
	/* Without room behind it, so that a sanitizer sees the first byte too far. */
	obj.bytes = malloc(obj.size);
	memcpy(obj.bytes, bytes, obj.size);
	free(bytes);
	strbuf__free(&error);
	return obj;
}

static struct object open_object(const char *name)
{
	struct object obj = read_object(name);
	struct strbuf error = {};

	if (bpf_elf__parse(obj.bytes, obj.size, &obj.elf, &error))
		fail_msg("%s: %s", name, strbuf__cstr(&error));
	strbuf__free(&error);
	return obj;
}

static void close_object(struct object *obj)
{
	bpf_elf__free(obj->elf);
	free(obj->bytes);
}

/* The bytes are refused, and the message has @words. */
static void expect_refusal(const void *bytes, size_t size, const char *words)
{
	struct strbuf error = {};
	struct bpf_elf *elf = NULL;

	assert_int_equal(bpf_elf__parse(bytes, size, &elf, &error), -EINVAL);
	assert_null(elf);
	if (!strstr(strbuf__cstr(&error), words))
		fail_msg("'%s' has no '%s'", strbuf__cstr(&error), words);
	strbuf__free(&error);
}

static const struct bpf_elf_map *map_of(const struct object *obj, const char *name)
{
	uint32_t i;

	for (i = 0; i < obj->elf->nr_maps; i++)
		if (!strcmp(obj->elf->maps[i].name, name))
			return &obj->elf->maps[i];
	fail_msg("no map %s", name);
	return NULL;
}

static Elf64_Ehdr *header(struct object *obj)
{
	return (Elf64_Ehdr *)obj->bytes;
}

static Elf64_Shdr *section_header(struct object *obj, const char *name)
{
	Elf64_Shdr *shdr = (Elf64_Shdr *)(obj->bytes + header(obj)->e_shoff);
	const char *names = (const char *)obj->bytes + shdr[header(obj)->e_shstrndx].sh_offset;
	unsigned int i;

	for (i = 0; i < header(obj)->e_shnum; i++)
		if (!strcmp(names + shdr[i].sh_name, name))
			return &shdr[i];
	fail_msg("no section %s", name);
	return NULL;
}

/* --- What is in an object --------------------------------------------------------------------- */

static void reads_btf_defined_maps(void **state)
{
	struct object obj = open_object("btf.o");
	const struct bpf_elf_map *counts = map_of(&obj, "counts"), *totals = map_of(&obj, "totals");

	(void)state;
	assert_int_equal(obj.elf->nr_maps, 2);
	assert_false(bpf_elf__is_legacy(obj.elf));
	assert_int_equal(counts->type, BPF_MAP_TYPE_HASH);
	assert_int_equal(counts->max_entries, 64);
	assert_int_equal(counts->key_size, 4);
	assert_int_equal(totals->type, BPF_MAP_TYPE_ARRAY);
	assert_int_equal(totals->value_size, 16);
	assert_string_equal(
		btf__str_by_offset(obj.elf->btf,
				   btf__type_by_id(obj.elf->btf, totals->value_id)->name_off),
		"total");
	assert_true(totals->marker.is_usable);
	assert_true(bpf_elf_map__marker_agrees(totals));
	close_object(&obj);
}

static void reads_legacy_maps_of_both_sizes(void **state)
{
	static const struct {
		const char *file;
		uint32_t size, nr_maps;
	} kinds[] = { { "legacy_20.o", 20, 2 }, { "legacy_28.o", 28, 3 } };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct object obj = open_object(kinds[i].file);
		const struct bpf_elf_map *counts = map_of(&obj, "counts");

		assert_true(bpf_elf__is_legacy(obj.elf));
		assert_int_equal(obj.elf->legacy_size, kinds[i].size);
		assert_int_equal(obj.elf->nr_maps, kinds[i].nr_maps);
		assert_int_equal(counts->style, BPF_ELF_MAP_LEGACY);
		assert_int_equal(counts->type, BPF_MAP_TYPE_HASH);
		assert_int_equal(counts->max_entries, 64);
		assert_int_equal(counts->marker.key_size, 4);
		assert_true(bpf_elf_map__marker_agrees(counts));
		assert_int_equal(map_of(&obj, "totals")->marker.value_size, 16);
		close_object(&obj);
	}
}

static void reads_programs_licence_and_relocations(void **state)
{
	struct object obj = open_object("btf.o");

	(void)state;
	assert_int_equal(obj.elf->nr_programs, 1);
	assert_string_equal(obj.elf->programs[0].name, "count");
	assert_string_equal(obj.elf->sections[obj.elf->programs[0].section].name,
			    "raw_syscalls:sys_enter");
	assert_int_equal(obj.elf->programs[0].nr_insns, 34);
	assert_false(obj.elf->programs[0].is_subprog);
	assert_string_equal(obj.elf->license, "GPL");
	assert_false(obj.elf->has_version);
	assert_int_equal(obj.elf->relocs.maps, 2);
	assert_int_equal(obj.elf->relocs.core, 1);
	assert_true(obj.elf->has_func_info);
	assert_true(obj.elf->has_line_info);
	close_object(&obj);
}

static void takes_an_object_without_btf(void **state)
{
	struct object obj = open_object("legacy_no_btf.o");

	(void)state;
	assert_null(obj.elf->btf);
	assert_int_equal(obj.elf->btf_err, -ENOENT);
	assert_int_equal(map_of(&obj, "counts")->marker.type_id, 0);
	assert_int_equal(map_of(&obj, "counts")->value_size, 4);
	close_object(&obj);
}

static void says_both_sizes_of_a_marker_that_disagrees(void **state)
{
	struct object obj = open_object("bad_marker.o");
	struct strbuf lines = {};

	(void)state;
	assert_false(bpf_elf_map__marker_agrees(map_of(&obj, "counts")));
	assert_true(bpf_elf_map__marker_agrees(map_of(&obj, "totals")));
	bpf_elf__find_problems(obj.elf, &lines);
	assert_string_equal(strbuf__cstr(&lines),
			    "map counts has a key of 4 and a value of 4 bytes, its marker "
			    "____btf_map_counts has 4 and 8\n");
	strbuf__free(&lines);
	close_object(&obj);
}

static void a_marker_must_agree_in_its_key_too(void **state)
{
	struct object obj = read_object("legacy_20.o");
	uint32_t key_size = 8;
	struct strbuf error = {};

	(void)state;
	memcpy(obj.bytes + section_header(&obj, "maps")->sh_offset + 4, &key_size,
	       sizeof(key_size));
	assert_int_equal(bpf_elf__parse(obj.bytes, obj.size, &obj.elf, &error), 0);
	assert_false(bpf_elf_map__marker_agrees(map_of(&obj, "counts")));
	close_object(&obj);
}

static void names_a_map_type_that_is_not_known(void **state)
{
	struct object obj = read_object("legacy_20.o");
	uint32_t type = 77;
	struct strbuf lines = {}, error = {};

	(void)state;
	memcpy(obj.bytes + section_header(&obj, "maps")->sh_offset, &type, sizeof(type));
	assert_int_equal(bpf_elf__parse(obj.bytes, obj.size, &obj.elf, &error), 0);
	bpf_elf__find_problems(obj.elf, &lines);
	assert_string_equal(strbuf__cstr(&lines), "map counts is of type 77, which is not known\n");
	strbuf__free(&lines);
	close_object(&obj);
}

static void knows_licences_of_the_kernel(void **state)
{
	(void)state;
	assert_true(bpf_elf__is_gpl("GPL"));
	assert_true(bpf_elf__is_gpl("Dual BSD/GPL"));
	assert_false(bpf_elf__is_gpl("Proprietary"));
	assert_false(bpf_elf__is_gpl("GPLv2"));
	assert_false(bpf_elf__is_gpl(""));
	assert_false(bpf_elf__is_gpl(NULL));
}

/* --- Refusals --------------------------------------------------------------------------------- */

static void refuses_what_is_no_bpf_object(void **state)
{
	struct object obj = read_object("btf.o");
	uint8_t *ident = header(&obj)->e_ident;

	(void)state;
	expect_refusal("", 0, "the file is empty");
	expect_refusal("int main(void) {}", 17, "not an ELF file");
	expect_refusal(obj.bytes, 40, "not even an ELF header");
	ident[EI_CLASS] = ELFCLASS32;
	expect_refusal(obj.bytes, obj.size, "32-bit");
	ident[EI_CLASS] = ELFCLASS64;
	ident[EI_DATA] ^= ELFDATA2LSB ^ ELFDATA2MSB;
	expect_refusal(obj.bytes, obj.size, "endian, and this machine is");
	ident[EI_DATA] = 9;
	expect_refusal(obj.bytes, obj.size, "no known byte order (9)");
	ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	header(&obj)->e_machine = EM_X86_64;
	expect_refusal(obj.bytes, obj.size, "made for x86-64 (ELF machine 62), not for BPF (247)");
	header(&obj)->e_machine = EM_BPF;
	header(&obj)->e_type = ET_DYN;
	expect_refusal(obj.bytes, obj.size, "not an object file");
	close_object(&obj);
}

static void refuses_every_truncation(void **state)
{
	struct object obj = read_object("legacy_28.o");
	size_t len;

	(void)state;
	for (len = 0; len < obj.size; len++) {
		uint8_t *cut = malloc(len + !len);
		struct strbuf error = {};
		struct bpf_elf *elf;

		memcpy(cut, obj.bytes, len);
		assert_int_equal(bpf_elf__parse(cut, len, &elf, &error), -EINVAL);
		assert_true(error.len > 0);
		strbuf__free(&error);
		free(cut);
	}
	close_object(&obj);
}

static void says_which_section_is_damaged(void **state)
{
	struct object obj = read_object("btf.o");
	Elf64_Shdr *sec, old;

	(void)state;
	sec = section_header(&obj, ".BTF");
	old = *sec;
	sec->sh_offset = UINT64_MAX - 8;
	expect_refusal(obj.bytes, obj.size, "cut off: section");
	*sec = old;
	sec->sh_size = 10;
	expect_refusal(obj.bytes, obj.size, "its BTF cannot be read");
	*sec = old;
	sec->sh_name = UINT32_MAX;
	expect_refusal(obj.bytes, obj.size, "has its name at byte 4294967295");
	*sec = old;
	sec = section_header(&obj, ".symtab");
	old = *sec;
	sec->sh_type = SHT_PROGBITS;
	expect_refusal(obj.bytes, obj.size, "no symbol table");
	*sec = old;
	sec->sh_link = 9999;
	expect_refusal(obj.bytes, obj.size, "holds no names of symbols");
	*sec = old;
	((Elf64_Rel *)(obj.bytes + section_header(&obj, ".relraw_syscalls:sys_enter")->sh_offset))
		->r_info = ELF64_R_INFO(12345ull, 1);
	expect_refusal(obj.bytes, obj.size, "refers to symbol 12345");
	close_object(&obj);
}

static void refuses_legacy_maps_as_libbpf_did(void **state)
{
	struct object obj = read_object("legacy_28.o");
	Elf64_Shdr *maps = section_header(&obj, "maps");
	uint32_t *defs = (uint32_t *)(obj.bytes + maps->sh_offset);

	(void)state;
	maps->sh_size -= 1;
	expect_refusal(obj.bytes, obj.size, "elf: unable to determine legacy map definition size");
	maps->sh_size += 1;
	defs[5] = 1; /* an inner map of a hash */
	expect_refusal(obj.bytes, obj.size,
		       "maps section: \"counts\" has unrecognized, non-zero options");
	close_object(&obj);
}

static int print_nothing(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

/*
 * Every byte in turn: refused, or read and reported; never a wild read. libbpf, which trusts more,
 * survives what we let through.
 */
static void survives_damage_anywhere(void **state)
{
	static const char *const files[] = { "btf.o", "legacy_28.o", "legacy_no_btf.o" };
	static const uint8_t values[] = { 0x00, 0x7f, 0x80, 0xff };
	size_t f, i, v;

	(void)state;
	libbpf_set_print(print_nothing);
	for (f = 0; f < ARRAY_SIZE(files); f++) {
		struct object obj = read_object(files[f]);

		for (i = 0; i < obj.size; i++) {
			uint8_t old = obj.bytes[i];

			for (v = 0; v < ARRAY_SIZE(values); v++) {
				struct bpf_elf_report report = { .name = "damaged" };
				struct strbuf error = {}, text = {};
				struct bpf_elf *elf;
				int err;

				obj.bytes[i] = values[v];
				err = bpf_elf__parse(obj.bytes, obj.size, &elf, &error);
				assert_true(!err || (err == -EINVAL && error.len));
				if (!err) {
					bpf_object__close(
						bpf_object__open_mem(obj.bytes, obj.size, NULL));
					report.elf = elf;
					assert_int_equal(bpf_elf_report__text(&report, &text), 0);
					bpf_elf__free(elf);
				}
				strbuf__free(&error);
				strbuf__free(&text);
			}
			obj.bytes[i] = old;
		}
		close_object(&obj);
	}
}

static void refuses_a_huge_file_unread(void **state)
{
	char path[] = "/tmp/test_bpf_elf.XXXXXX";
	int fd = mkstemp(path);
	struct strbuf error = {};
	void *bytes;
	size_t size;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, 100 << 20), 0);
	assert_int_equal(bpf_object_image__read(path, &bytes, &size, &error), -EFBIG);
	assert_non_null(strstr(strbuf__cstr(&error), "104857600 bytes; objects above 64 MiB"));
	strbuf__reset(&error);
	/* What says no size is read, but not without end. */
	assert_int_equal(bpf_object_image__read("/dev/zero", &bytes, &size, &error), -EFBIG);
	strbuf__free(&error);
	unlink(path);
	close(fd);
}

/* --- Sections --------------------------------------------------------------------------------- */

static void knows_what_sections_attach_to(void **state)
{
	static const struct {
		const char *section;
		enum bpf_attach_style style;
		const char *kind, *target;
		bool perf;
	} rows[] = {
		{ "raw_syscalls:sys_enter", BPF_ATTACH_TRACEPOINT, "tracepoint",
		  "raw_syscalls:sys_enter", true },
		{ "!syscalls:sys_enter_open", BPF_ATTACH_TAIL_CALL, "tail call",
		  "syscalls:sys_enter_open", true },
		{ "func=do_sys_open a b", BPF_ATTACH_KPROBE, "kprobe", "do_sys_open a b", true },
		{ "exec=/bin/x;f=main", BPF_ATTACH_UPROBE, "uprobe", "exec=/bin/x;f=main", true },
		{ "tracepoint/sched/sched_switch", BPF_ATTACH_LIBBPF, "tracepoint",
		  "sched/sched_switch", false },
		{ "?raw_tp/sys_enter", BPF_ATTACH_LIBBPF, "raw_tracepoint", "sys_enter", false },
		{ "kprobe/do_sys_open", BPF_ATTACH_LIBBPF, "kprobe", "do_sys_open", false },
		{ "socket", BPF_ATTACH_LIBBPF, "socket_filter", "", false },
		{ "nonsense", BPF_ATTACH_UNKNOWN, "unknown", "", false },
	};
	struct bpf_attach attach;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		bpf_attach__parse(rows[i].section, &attach);
		if (attach.style != rows[i].style || strcmp(attach.kind, rows[i].kind) ||
		    strcmp(attach.target, rows[i].target))
			fail_msg("%s: style %d, kind %s, target %s", rows[i].section, attach.style,
				 attach.kind, attach.target);
		if (bpf_attach__parse_perf(rows[i].section, &attach) != rows[i].perf)
			fail_msg("%s: perf", rows[i].section);
	}
}

/* --- Verdicts without the kernel -------------------------------------------------------------- */

static void expect_verdict(const struct bpf_verdict *verdict, enum bpf_answer answer,
			   const char *words)
{
	struct strbuf reason = verdict->reason;

	if (verdict->answer != answer || !strstr(strbuf__cstr(&reason), words))
		fail_msg("%s: %s (wanted %s: %s)", bpf_answer__name(verdict->answer),
			 strbuf__cstr(&reason), bpf_answer__name(answer), words);
	((struct bpf_verdict *)verdict)->reason = reason;
}

static void judges_a_legacy_object(void **state)
{
	struct object obj = open_object("legacy_20.o");
	struct bpf_verdict v[BPF_NR_LOADERS];

	(void)state;
	assert_int_equal(bpf_elf__judge(obj.elf, false, v), 0);
	expect_verdict(&v[BPF_LOADER_PERF], BPF_ANSWER_NO,
		       "not supported by libbpf v1.0+; `perf-augment");
	expect_verdict(&v[BPF_LOADER_LIBBPF], BPF_ANSWER_NO,
		       "legacy map definitions in 'maps' section");
	expect_verdict(&v[BPF_LOADER_OURS], BPF_ANSWER_PERHAPS, "converted first");
	bpf_verdicts__free(v);
	close_object(&obj);
}

static void judges_perf_sections(void **state)
{
	struct object obj = open_object("btf.o");
	struct bpf_verdict v[BPF_NR_LOADERS];

	(void)state;
	assert_int_equal(bpf_elf__judge(obj.elf, false, v), 0);
	expect_verdict(&v[BPF_LOADER_PERF], BPF_ANSWER_PERHAPS, "");
	expect_verdict(&v[BPF_LOADER_LIBBPF], BPF_ANSWER_NO, "bpf_program__set_type()");
	expect_verdict(&v[BPF_LOADER_OURS], BPF_ANSWER_PERHAPS, "");
	bpf_verdicts__free(v);
	close_object(&obj);
}

static void judges_a_licence(void **state)
{
	struct object obj = read_object("btf.o");
	struct bpf_verdict v[BPF_NR_LOADERS];
	struct strbuf error = {};

	(void)state;
	memcpy(obj.bytes + section_header(&obj, "license")->sh_offset, "BSD", 4);
	assert_int_equal(bpf_elf__parse(obj.bytes, obj.size, &obj.elf, &error), 0);
	assert_int_equal(bpf_elf__judge(obj.elf, false, v), 0);
	expect_verdict(&v[BPF_LOADER_PERF], BPF_ANSWER_NO, "and the licence is 'BSD'");
	expect_verdict(&v[BPF_LOADER_OURS], BPF_ANSWER_NO,
		       "program count calls bpf_get_current_task, which the kernel keeps");
	bpf_verdicts__free(v);
	close_object(&obj);
}

/* What libbpf before 1.4 follows out of the BTF: it may crash, we may not. */
static void a_trial_survives_libbpf(void **state)
{
	struct object obj = open_object("btf.o");
	const struct btf *btf = obj.elf->btf;
	const uint8_t *first = (const uint8_t *)btf__type_by_id(btf, 1);
	int32_t id = btf__find_by_name_kind(btf, "counts", BTF_KIND_VAR);
	uint8_t *types =
		obj.bytes + section_header(&obj, ".BTF")->sh_offset + sizeof(struct btf_header);
	struct strbuf reason = {};
	struct btf_type var;
	bool ok = true;
	size_t off;

	(void)state;
	assert_true(id > 0);
	off = (size_t)((const uint8_t *)btf__type_by_id(btf, (uint32_t)id) - first);
	memcpy(&var, types + off, sizeof(var));
	var.type = 0x3001;
	memcpy(types + off, &var, sizeof(var));
	assert_int_equal(bpf_trial__run(obj.bytes, obj.size, BPF_TRIAL_LIBBPF, false, &ok, &reason),
			 0);
	assert_false(ok);
	assert_true(reason.len > 0);
	expect_refusal(obj.bytes, obj.size, "of its BTF refers to what is not there");
	strbuf__free(&reason);
	close_object(&obj);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_btf_defined_maps),
		cmocka_unit_test(reads_legacy_maps_of_both_sizes),
		cmocka_unit_test(reads_programs_licence_and_relocations),
		cmocka_unit_test(takes_an_object_without_btf),
		cmocka_unit_test(says_both_sizes_of_a_marker_that_disagrees),
		cmocka_unit_test(a_marker_must_agree_in_its_key_too),
		cmocka_unit_test(names_a_map_type_that_is_not_known),
		cmocka_unit_test(knows_licences_of_the_kernel),
		cmocka_unit_test(refuses_what_is_no_bpf_object),
		cmocka_unit_test(refuses_every_truncation),
		cmocka_unit_test(says_which_section_is_damaged),
		cmocka_unit_test(refuses_legacy_maps_as_libbpf_did),
		cmocka_unit_test(survives_damage_anywhere),
		cmocka_unit_test(refuses_a_huge_file_unread),
		cmocka_unit_test(knows_what_sections_attach_to),
		cmocka_unit_test(judges_a_legacy_object),
		cmocka_unit_test(judges_perf_sections),
		cmocka_unit_test(judges_a_licence),
		cmocka_unit_test(a_trial_survives_libbpf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
