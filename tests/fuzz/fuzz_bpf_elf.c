// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_bpf_elf.c - hostile bytes as a BPF object. Beyond "no crash": what was read can be reported,
 * a refusal says why, what a conversion makes is an object with the same maps, declared by BTF, and
 * libbpf opens or refuses whatever we let through.
 */
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_lines.h"
#include "bpf_elf_report.h"
#include "legacy_map.h"
#include "strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(int err, const struct strbuf *error)
{
	if (err != -EINVAL && err != -ENOTSUP && err != -ENOMEM)
		__builtin_trap();
	if (err != -ENOMEM && !error->len)
		__builtin_trap();
}

static int print_nothing(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

static void open_by_libbpf(const void *bytes, size_t size)
{
	libbpf_set_print(print_nothing);
	bpf_object__close(bpf_object__open_mem(bytes, size, NULL));
}

static void report(const struct bpf_elf *elf)
{
	struct bpf_elf_report report = { .name = "fuzz", .elf = elf };
	struct strbuf text = {};

	bpf_elf__find_problems(elf, &report.problems);
	if (bpf_elf_report__text(&report, &text) || bpf_elf_report__json(&report, &text))
		__builtin_trap();
	strbuf__free(&report.problems);
	strbuf__free(&text);
}

/* A map of maps without a key gets the only one that it can have. */
static bool same_key(const struct bpf_elf_map *old, const struct bpf_elf_map *new)
{
	const bool is_of_maps = old->type == BPF_MAP_TYPE_ARRAY_OF_MAPS ||
				old->type == BPF_MAP_TYPE_HASH_OF_MAPS;

	return new->key_size == (is_of_maps && !old->key_size ? sizeof(uint32_t) : old->key_size);
}

static void compare(const struct bpf_elf *old, const struct bpf_elf *new)
{
	uint32_t i;

	if (bpf_elf__is_legacy(new) || new->nr_maps != old->nr_maps ||
	    new->nr_programs != old->nr_programs)
		__builtin_trap();
	for (i = 0; i < old->nr_maps; i++) {
		if (new->maps[i].style != BPF_ELF_MAP_BTF ||
		    new->maps[i].type != old->maps[i].type ||
		    strcmp(new->maps[i].name, old->maps[i].name) ||
		    !same_key(&old->maps[i], &new->maps[i]))
			__builtin_trap();
	}
}

static void convert(const struct bpf_elf *elf)
{
	struct strbuf error = {}, notes = {};
	struct bpf_elf *again;
	void *bytes;
	size_t size;
	int err;

	err = legacy_map__convert(elf, &bytes, &size, &notes, &error);
	if (err) {
		check_refusal(err, &error);
	} else {
		if (bpf_elf__parse(bytes, size, &again, &error))
			__builtin_trap();
		compare(elf, again);
		bpf_elf__free(again);
		open_by_libbpf(bytes, size);
		free(bytes);
	}
	strbuf__free(&notes);
	strbuf__free(&error);
}

static volatile size_t seen;

/* The line of every instruction, as after a refusal by the verifier. */
static void find_lines(const struct bpf_elf *elf)
{
	struct bpf_elf_line line;
	uint32_t p;
	uint64_t insn;

	for (p = 0; p < elf->nr_programs; p++) {
		for (insn = 0; insn < elf->programs[p].nr_insns && insn < 64; insn++) {
			if (bpf_elf__line(elf, &elf->programs[p], insn, &line))
				continue;
			seen += strlen(line.file) + strlen(line.text);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf error = {};
	struct bpf_elf *elf;
	int err;

	err = bpf_elf__parse(data, size, &elf, &error);
	if (err) {
		check_refusal(err, &error);
	} else {
		report(elf);
		find_lines(elf);
		open_by_libbpf(data, size);
		if (bpf_elf__is_legacy(elf))
			convert(elf);
		bpf_elf__free(elf);
	}
	strbuf__free(&error);
	return 0;
}
