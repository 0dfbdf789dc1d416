// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_legacy_map.c - maps of the section `maps` become what libbpf 1.x takes. libbpf itself opens
 * what comes out and says what it sees; the rest of the object is compared with the old one.
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
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_elf.h"
#include "bpf_elf_image.h"
#include "legacy_map.h"
#include "strbuf.h"
#include "util.h"

#define SEEDS "tests/fuzz/seeds/bpf_elf/"

/* The layout of legacy_28.o: counts, totals and __augmented_syscalls__. */
struct def_28 {
	uint32_t type, key_size, value_size, max_entries, map_flags, inner_map_idx, numa_node;
};

struct fixture {
	void *bytes;
	size_t size;
	struct bpf_elf *old;
	void *new_bytes;
	size_t new_size;
	struct bpf_elf *new;
	struct strbuf notes;
	struct strbuf error;
};

static struct strbuf libbpf_said;

static int keep_message(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	if (level != LIBBPF_DEBUG)
		strbuf__vaddf(&libbpf_said, fmt, ap);
	return 0;
}

static void read_seed(struct fixture *f, const char *name)
{
	char path[256];

	*f = (struct fixture){};
	snprintf(path, sizeof(path), SEEDS "%s", name);
	if (bpf_object_image__read(path, &f->bytes, &f->size, &f->error))
		fail_msg("%s", strbuf__cstr(&f->error));
}

static int convert(struct fixture *f)
{
	int err;

	if (bpf_elf__parse(f->bytes, f->size, &f->old, &f->error))
		fail_msg("%s", strbuf__cstr(&f->error));
	err = legacy_map__convert(f->old, &f->new_bytes, &f->new_size, &f->notes, &f->error);
	if (!err && bpf_elf__parse(f->new_bytes, f->new_size, &f->new, &f->error))
		fail_msg("what was made is refused: %s", strbuf__cstr(&f->error));
	return err;
}

static void convert_seed(struct fixture *f, const char *name)
{
	read_seed(f, name);
	if (convert(f))
		fail_msg("%s: %s", name, strbuf__cstr(&f->error));
}

static void close_fixture(struct fixture *f)
{
	bpf_elf__free(f->old);
	bpf_elf__free(f->new);
	free(f->bytes);
	free(f->new_bytes);
	strbuf__free(&f->notes);
	strbuf__free(&f->error);
}

static uint8_t *section_bytes(struct fixture *f, const char *name)
{
	struct bpf_elf *elf;
	uint8_t *data;

	if (bpf_elf__parse(f->bytes, f->size, &elf, &f->error))
		fail_msg("%s", strbuf__cstr(&f->error));
	data = (uint8_t *)elf->sections[bpf_elf__section(elf, name)].data;
	bpf_elf__free(elf);
	assert_non_null(data);
	return data;
}

/* What libbpf makes of the new object; without a warning. */
static struct bpf_object *open_by_libbpf(const struct fixture *f)
{
	struct bpf_object *obj;

	strbuf__reset(&libbpf_said);
	obj = bpf_object__open_mem(f->new_bytes, f->new_size, NULL);
	if (!obj)
		fail_msg("libbpf: %s", strbuf__cstr(&libbpf_said));
	return obj;
}

static const char *type_name(struct bpf_object *obj, uint32_t id)
{
	const struct btf *btf = bpf_object__btf(obj);

	return btf__str_by_offset(btf, btf__type_by_id(btf, id)->name_off);
}

static void expect_map(struct bpf_object *obj, const char *name, enum bpf_map_type type,
		       uint32_t key_size, uint32_t value_size, uint32_t max_entries)
{
	struct bpf_map *map = bpf_object__find_map_by_name(obj, name);

	assert_non_null(map);
	assert_int_equal(bpf_map__type(map), type);
	assert_int_equal(bpf_map__key_size(map), key_size);
	assert_int_equal(bpf_map__value_size(map), value_size);
	assert_int_equal(bpf_map__max_entries(map), max_entries);
}

static void libbpf_refuses_the_old_object(void **state)
{
	struct fixture f;

	(void)state;
	read_seed(&f, "legacy_28.o");
	strbuf__reset(&libbpf_said);
	assert_null(bpf_object__open_mem(f.bytes, f.size, NULL));
	assert_non_null(strstr(strbuf__cstr(&libbpf_said), LEGACY_MAP_REFUSED));
	close_fixture(&f);
}

static void libbpf_sees_the_same_maps(void **state)
{
	static const char *const files[] = { "legacy_20.o", "legacy_28.o", "legacy_no_btf.o" };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		struct bpf_object *obj;
		struct fixture f;

		convert_seed(&f, files[i]);
		obj = open_by_libbpf(&f);
		/* Not even a remark on sections that it does not know. */
		assert_string_equal(strbuf__cstr(&libbpf_said), "");
		expect_map(obj, "counts", BPF_MAP_TYPE_HASH, 4, 4, 64);
		expect_map(obj, "totals", BPF_MAP_TYPE_ARRAY, 4, 16, 1);
		bpf_object__close(obj);
		close_fixture(&f);
	}
}

static void types_come_from_the_markers(void **state)
{
	struct bpf_object *obj;
	struct bpf_map *map;
	struct fixture f;

	(void)state;
	convert_seed(&f, "legacy_28.o");
	obj = open_by_libbpf(&f);
	map = bpf_object__find_map_by_name(obj, "totals");
	assert_string_equal(type_name(obj, bpf_map__btf_key_type_id(map)), "u32");
	assert_string_equal(type_name(obj, bpf_map__btf_value_type_id(map)), "total");
	bpf_object__close(obj);
	/* And the markers are still there for pahole. */
	assert_true(btf__find_by_name_kind(f.new->btf, "____btf_map_totals", BTF_KIND_STRUCT) > 0);
	close_fixture(&f);
}

static void a_marker_that_disagrees_gives_no_types(void **state)
{
	struct bpf_object *obj;
	struct fixture f;

	(void)state;
	convert_seed(&f, "bad_marker.o");
	obj = open_by_libbpf(&f);
	expect_map(obj, "counts", BPF_MAP_TYPE_HASH, 4, 4, 64);
	assert_int_equal(bpf_map__btf_key_type_id(bpf_object__find_map_by_name(obj, "counts")), 0);
	assert_int_not_equal(bpf_map__btf_key_type_id(bpf_object__find_map_by_name(obj, "totals")),
			     0);
	assert_non_null(strstr(strbuf__cstr(&f.notes),
			       "map counts: its marker has a key of 4 and a value "
			       "of 8 bytes, the map 4 and 4"));
	bpf_object__close(obj);
	close_fixture(&f);
}

static void per_cpu_output_fits_every_machine(void **state)
{
	struct bpf_object *obj;
	struct fixture f;

	(void)state;
	convert_seed(&f, "legacy_28.o");
	obj = open_by_libbpf(&f);
	expect_map(obj, "__augmented_syscalls__", BPF_MAP_TYPE_PERF_EVENT_ARRAY, 4, 4, 0);
	assert_non_null(
		strstr(strbuf__cstr(&f.notes), "max_entries 2 becomes as many as there are CPUs"));
	bpf_object__close(obj);
	close_fixture(&f);
}

/* The n-th relocation of the program names this symbol. */
static const char *reloc_symbol(const struct bpf_elf *elf, unsigned int n)
{
	uint32_t idx = bpf_elf__section(elf, ".relraw_syscalls:sys_enter");
	Elf64_Rel rel;

	memcpy(&rel, elf->sections[idx].data + n * sizeof(rel), sizeof(rel));
	return elf->symbols[ELF64_R_SYM(rel.r_info)].name;
}

static void the_rest_stays_as_it_is(void **state)
{
	static const char *const same[] = { "raw_syscalls:sys_enter", "license", ".BTF.ext" };
	struct fixture f;
	size_t i;

	(void)state;
	convert_seed(&f, "legacy_28.o");
	for (i = 0; i < ARRAY_SIZE(same); i++) {
		const struct bpf_elf_section *a, *b;

		a = &f.old->sections[bpf_elf__section(f.old, same[i])];
		b = &f.new->sections[bpf_elf__section(f.new, same[i])];
		assert_int_equal(a->size, b->size);
		assert_memory_equal(a->data, b->data, a->size);
	}
	assert_int_equal(f.new->relocs.core, f.old->relocs.core);
	assert_int_equal(f.new->relocs.maps, f.old->relocs.maps);
	for (i = 0; i < 2; i++)
		assert_string_equal(reloc_symbol(f.new, i), reloc_symbol(f.old, i));
	/* Ids that .BTF.ext refers to mean the same. */
	for (i = 1; i < 5; i++)
		assert_int_equal(btf_kind(btf__type_by_id(f.new->btf, i)),
				 btf_kind(btf__type_by_id(f.old->btf, i)));
	assert_int_equal(bpf_elf__section(f.new, "maps"), 0);
	assert_int_equal(bpf_elf__section(f.new, ".maps.counts"), 0);
	assert_int_equal(bpf_elf__section(f.new, ".rel.BTF"), 0);
	close_fixture(&f);
}

/* Two entries of the symbol table change places; every relocation follows. */
static void swap_symbols(struct fixture *f, const char *a, const char *b)
{
	uint32_t idx[2] = {}, i;
	struct bpf_elf *elf;
	Elf64_Sym *syms, sym;

	assert_int_equal(bpf_elf__parse(f->bytes, f->size, &elf, &f->error), 0);
	for (i = 0; i < elf->nr_symbols; i++)
		if (!strcmp(elf->symbols[i].name, a))
			idx[0] = i;
		else if (!strcmp(elf->symbols[i].name, b))
			idx[1] = i;
	assert_true(idx[0] && idx[0] < idx[1]);
	syms = (Elf64_Sym *)elf->sections[elf->symtab].data;
	sym = syms[idx[0]];
	syms[idx[0]] = syms[idx[1]];
	syms[idx[1]] = sym;
	for (i = 1; i < elf->nr_sections; i++) {
		Elf64_Rel *rel = (Elf64_Rel *)elf->sections[i].data;
		uint64_t n;

		for (n = 0;
		     elf->sections[i].type == SHT_REL && n < elf->sections[i].size / sizeof(*rel);
		     n++) {
			uint64_t old = ELF64_R_SYM(rel[n].r_info),
				 type = ELF64_R_TYPE(rel[n].r_info);

			if (old == idx[0] || old == idx[1])
				rel[n].r_info = ELF64_R_INFO((uint64_t)idx[old == idx[0]], type);
		}
	}
	bpf_elf__free(elf);
}

static void relocations_follow_their_symbols(void **state)
{
	struct fixture f;
	unsigned int i;

	(void)state;
	read_seed(&f, "legacy_28.o");
	/* A symbol that goes away, before one that stays. */
	swap_symbols(&f, "totals", "____btf_map_totals");
	swap_symbols(&f, "counts", "____btf_map_counts");
	assert_int_equal(convert(&f), 0);
	for (i = 0; i < 2; i++)
		assert_string_equal(reloc_symbol(f.new, i), reloc_symbol(f.old, i));
	close_fixture(&f);
}

/* The kernel refuses BTF with a larger array. */
static void expect_small_arrays(const struct btf *btf)
{
	uint32_t id;

	for (id = 1; id < btf__type_cnt(btf); id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);

		if (btf_is_array(t))
			assert_true(btf__resolve_size(btf, btf_array(t)->type) *
					    (int64_t)btf_array(t)->nelems <=
				    UINT32_MAX);
	}
}

/* Compilers before LLVM 10 left symbols without type and size. */
static void programs_of_old_compilers_become_functions(void **state)
{
	struct bpf_program *prog;
	struct bpf_object *obj;
	struct bpf_elf *elf;
	Elf64_Sym *syms;
	struct fixture f;
	uint32_t i;

	(void)state;
	read_seed(&f, "legacy_no_btf.o");
	assert_int_equal(bpf_elf__parse(f.bytes, f.size, &elf, &f.error), 0);
	syms = (Elf64_Sym *)elf->sections[elf->symtab].data;
	for (i = 0; i < elf->nr_symbols; i++) {
		if (elf->symbols[i].bind != STB_GLOBAL)
			continue;
		syms[i].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
		syms[i].st_size = 0;
	}
	bpf_elf__free(elf);
	assert_int_equal(convert(&f), 0);
	assert_true(f.old->programs[0].is_untyped);
	obj = open_by_libbpf(&f);
	prog = bpf_object__find_program_by_name(obj, "count");
	assert_non_null(prog);
	assert_int_equal(bpf_program__insn_cnt(prog), f.old->programs[0].nr_insns);
	assert_int_equal(bpf_program__insn_cnt(prog), 32);
	expect_map(obj, "totals", BPF_MAP_TYPE_ARRAY, 4, 16, 1);
	bpf_object__close(obj);
	close_fixture(&f);
}

static void flags_and_numa_node_are_kept(void **state)
{
	struct bpf_object *obj;
	struct bpf_map *map;
	struct fixture f;
	struct def_28 *defs;

	(void)state;
	read_seed(&f, "legacy_28.o");
	defs = (struct def_28 *)section_bytes(&f, "maps");
	defs[0].map_flags = BPF_F_NO_PREALLOC | BPF_F_NUMA_NODE;
	defs[0].numa_node = 3;
	defs[0].max_entries = 0xfffffff0;
	assert_int_equal(convert(&f), 0);
	obj = open_by_libbpf(&f);
	map = bpf_object__find_map_by_name(obj, "counts");
	assert_int_equal(bpf_map__map_flags(map), BPF_F_NO_PREALLOC | BPF_F_NUMA_NODE);
	assert_int_equal(bpf_map__numa_node(map), 3);
	assert_int_equal(bpf_map__max_entries(map), 0xfffffff0);
	expect_small_arrays(f.new->btf);
	bpf_object__close(obj);
	close_fixture(&f);
}

static void maps_of_maps_get_their_inner_map(void **state)
{
	struct bpf_object *obj;
	struct bpf_map *inner;
	struct def_28 *defs;
	struct fixture f;

	(void)state;
	read_seed(&f, "legacy_28.o");
	defs = (struct def_28 *)section_bytes(&f, "maps");
	defs[0].type = BPF_MAP_TYPE_HASH_OF_MAPS;
	defs[0].inner_map_idx = 1;
	assert_int_equal(convert(&f), 0);
	obj = open_by_libbpf(&f);
	expect_map(obj, "counts", BPF_MAP_TYPE_HASH_OF_MAPS, 4, 4, 64);
	inner = bpf_map__inner_map(bpf_object__find_map_by_name(obj, "counts"));
	assert_non_null(inner);
	assert_int_equal(bpf_map__type(inner), BPF_MAP_TYPE_ARRAY);
	assert_int_equal(bpf_map__value_size(inner), 16);
	bpf_object__close(obj);
	close_fixture(&f);
}

static void expect_refusal(struct fixture *f, int err, const char *words)
{
	const char *text;

	assert_int_equal(convert(f), err);
	assert_null(f->new_bytes);
	text = strbuf__cstr(&f->error);
	/* libbpf's words first: people search for them. */
	assert_int_equal(strncmp(text, LEGACY_MAP_REFUSED, strlen(LEGACY_MAP_REFUSED)), 0);
	if (!strstr(text, words))
		fail_msg("'%s' has no '%s'", text, words);
	close_fixture(f);
}

/* A map's symbol becomes that of its section, as code refers to what is static. */
static void make_section_symbol(struct fixture *f, const char *name)
{
	struct bpf_elf *elf;
	Elf64_Sym *syms;
	uint32_t i;

	assert_int_equal(bpf_elf__parse(f->bytes, f->size, &elf, &f->error), 0);
	syms = (Elf64_Sym *)elf->sections[elf->symtab].data;
	for (i = 0; i < elf->nr_symbols; i++)
		if (!strcmp(elf->symbols[i].name, name))
			syms[i].st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION);
	/* Two maps are left, of the same bytes. */
	((Elf64_Shdr *)((uint8_t *)f->bytes +
			((Elf64_Ehdr *)f->bytes)->e_shoff))[elf->legacy_section]
		.sh_size = 2 * sizeof(struct def_28);
	syms[elf->maps[2].symbol].st_value = sizeof(struct def_28);
	bpf_elf__free(elf);
}

static void refuses_what_cannot_be_said(void **state)
{
	struct def_28 *defs;
	struct fixture f;

	(void)state;
	read_seed(&f, "static_map.o");
	expect_refusal(&f, -ENOTSUP, "map 'counts' (legacy): static maps are not supported");

	read_seed(&f, "legacy_28.o");
	defs = (struct def_28 *)section_bytes(&f, "maps");
	defs[0].type = BPF_MAP_TYPE_ARRAY_OF_MAPS;
	defs[0].inner_map_idx = 9;
	expect_refusal(&f, -ENOTSUP, "map 'counts': no inner map (9)");

	read_seed(&f, "legacy_28.o");
	defs = (struct def_28 *)section_bytes(&f, "maps");
	defs[0].type = BPF_MAP_TYPE_ARRAY_OF_MAPS;
	defs[0].inner_map_idx = 0; /* itself */
	expect_refusal(&f, -ENOTSUP, "no inner map (0)");

	read_seed(&f, "legacy_28.o");
	make_section_symbol(&f, "totals");
	expect_refusal(&f, -ENOTSUP, "refers to a map that has no symbol");
}

static void an_image_is_converted_only_if_need_be(void **state)
{
	struct bpf_object_image image;
	struct strbuf error = {};
	struct fixture f;

	(void)state;
	assert_int_equal(bpf_object_image__open(SEEDS "btf.o", &image, NULL, &error), 0);
	assert_false(image.converted);
	read_seed(&f, "btf.o");
	assert_int_equal(image.size, f.size);
	assert_memory_equal(image.bytes, f.bytes, f.size);
	close_fixture(&f);
	bpf_object_image__free(&image);
	assert_int_equal(bpf_object_image__open(SEEDS "legacy_20.o", &image, NULL, &error), 0);
	assert_true(image.converted);
	bpf_object_image__free(&image);
	assert_int_equal(bpf_object_image__open("tests/lib.sh", &image, NULL, &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error),
			    "tests/lib.sh: not an ELF file; a source is compiled "
			    "with `perf-augment build`");
	assert_null(image.bytes);
	strbuf__free(&error);
}

static void a_file_is_replaced_whole(void **state)
{
	char dir[] = "/tmp/test_legacy_map.XXXXXX", path[64], link[64];
	struct strbuf error = {};
	struct stat st;
	void *bytes;
	size_t size;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/new.o", dir);
	snprintf(link, sizeof(link), "%s/link.o", dir);
	umask(027);
	assert_int_equal(bpf_object_image__write(path, "one", 3, &error), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	assert_int_equal(chmod(path, 0604), 0);
	assert_int_equal(symlink("new.o", link), 0);
	assert_int_equal(bpf_object_image__write(link, "three", 5, &error), 0);
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0604);
	assert_int_equal(bpf_object_image__read(path, &bytes, &size, &error), 0);
	assert_int_equal(size, 5);
	assert_memory_equal(bytes, "three", 5);
	free(bytes);
	/* A link to nowhere stays what it is. */
	assert_int_equal(unlink(path), 0);
	assert_int_equal(bpf_object_image__write(link, "x", 1, &error), -ENOENT);
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	/* Devices stay devices. */
	assert_int_equal(bpf_object_image__write("/dev/null", "x", 1, &error), 0);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_int_equal(bpf_object_image__write(dir, "x", 1, &error), -EISDIR);
	assert_non_null(strstr(strbuf__cstr(&error), dir));
	/* Nothing is left of attempts: the folder holds the two names only. */
	unlink(link);
	assert_int_equal(rmdir(dir), 0);
	strbuf__free(&error);
}

static int set_up(void **state)
{
	(void)state;
	libbpf_set_print(keep_message);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	strbuf__free(&libbpf_said);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(libbpf_refuses_the_old_object),
		cmocka_unit_test(libbpf_sees_the_same_maps),
		cmocka_unit_test(types_come_from_the_markers),
		cmocka_unit_test(a_marker_that_disagrees_gives_no_types),
		cmocka_unit_test(per_cpu_output_fits_every_machine),
		cmocka_unit_test(the_rest_stays_as_it_is),
		cmocka_unit_test(relocations_follow_their_symbols),
		cmocka_unit_test(programs_of_old_compilers_become_functions),
		cmocka_unit_test(flags_and_numa_node_are_kept),
		cmocka_unit_test(maps_of_maps_get_their_inner_map),
		cmocka_unit_test(refuses_what_cannot_be_said),
		cmocka_unit_test(an_image_is_converted_only_if_need_be),
		cmocka_unit_test(a_file_is_replaced_whole),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
