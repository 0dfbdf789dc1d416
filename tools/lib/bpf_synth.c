// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_synth.c - see bpf_synth.h. */
#include "bpf_synth.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>

#include "strbuf.h"
#include "util.h"

/* The longest name that user space sees (KSYM_NAME_LEN of the kernel), with its NUL. */
#define NAME_SIZE 512

struct bpf_sym {
	uint64_t addr;
	size_t name; /* offset into the names */
};

struct bpf_synth {
	size_t sample_id_size;
	struct strbuf names;
	struct bpf_sym *syms; /* sorted by address */
	size_t nr, room;
};

static int add_sym(struct bpf_synth *s, uint64_t addr, const char *name)
{
	if (s->nr == s->room) {
		size_t room = s->room ? s->room * 2 : 256;
		struct bpf_sym *syms = reallocarray(s->syms, room, sizeof(*syms));

		if (!syms)
			return -ENOMEM;
		s->syms = syms;
		s->room = room;
	}
	s->syms[s->nr++] = (struct bpf_sym){ .addr = addr, .name = s->names.len };
	strbuf__add(&s->names, name, strlen(name) + 1);
	return strbuf__error(&s->names);
}

static int by_addr(const void *a, const void *b)
{
	const struct bpf_sym *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* Lines of BPF's code are "ffffffffc0201f30 t bpf_prog_6deef7357e7b4530_name\t[bpf]". */
static int read_kallsyms(struct bpf_synth *s, const char *path)
{
	__cleanup_fclose FILE *f = fopen(path, "re");
	char line[NAME_SIZE + 64], *end, *name;
	uint64_t addr;
	int err = 0;

	while (f && !err && fgets(line, sizeof(line), f)) {
		addr = strtoull(line, &end, 16);
		name = strchr(line, '\t');
		/* An address of zero: we may not know it (kptr_restrict). */
		if (!addr || !name || strncmp(name, "\t[bpf]", 6) || end[0] != ' ' || !end[1] ||
		    end[2] != ' ')
			continue;
		*name = '\0';
		err = add_sym(s, addr, end + 3);
	}
	if (s->nr)
		qsort(s->syms, s->nr, sizeof(*s->syms), by_addr);
	return err;
}

struct bpf_synth *bpf_synth__new(const char *path, size_t sample_id_size)
{
	struct bpf_synth *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->sample_id_size = MIN(sample_id_size & ~(size_t)7, (size_t)BPF_SYNTH_SAMPLE_ID_MAX);
	if (read_kallsyms(s, path ? path : "/proc/kallsyms")) {
		bpf_synth__free(s);
		return NULL;
	}
	return s;
}

void bpf_synth__free(struct bpf_synth *s)
{
	if (!s)
		return;
	strbuf__free(&s->names);
	free(s->syms);
	free(s);
}

static const char *sym_name(const struct bpf_synth *s, const struct bpf_sym *sym)
{
	return s->names.text + sym->name;
}

/* Hand over a record whose first @size bytes are made, with the sample_id behind. */
static int emit(struct bpf_synth *s, uint8_t *record, size_t size, uint32_t type, bpf_synth_fn fn,
		void *ctx)
{
	const struct perf_event_header header = { .type = type,
						  .size = (uint16_t)(size + s->sample_id_size) };

	memcpy(record, &header, sizeof(header));
	memset(record + size, 0, s->sample_id_size);
	return fn(ctx, record, size + s->sample_id_size);
}

static int emit_ksymbol(struct bpf_synth *s, uint64_t addr, uint32_t len, const char *name,
			bpf_synth_fn fn, void *ctx)
{
	const struct {
		struct perf_event_header header;
		uint64_t addr;
		uint32_t len;
		uint16_t type, flags;
	} fixed = { .addr = addr, .len = len, .type = PERF_RECORD_KSYMBOL_TYPE_BPF };
	const size_t name_len = MIN(strlen(name), (size_t)NAME_SIZE - 1);
	uint8_t record[BPF_SYNTH_RECORD_MAX] = {};

	memcpy(record, &fixed, sizeof(fixed));
	/* NOLINTNEXTLINE(bugprone-not-null-terminated-result): the record is zero behind it */
	memcpy(record + sizeof(fixed), name, name_len);
	return emit(s, record, sizeof(fixed) + ((name_len + 8) & ~(size_t)7), PERF_RECORD_KSYMBOL,
		    fn, ctx);
}

static int emit_load(struct bpf_synth *s, const struct bpf_prog_info *info, bpf_synth_fn fn,
		     void *ctx)
{
	struct {
		struct perf_event_header header;
		uint16_t type, flags;
		uint32_t id;
		uint8_t tag[8];
	} fixed = { .type = PERF_BPF_EVENT_PROG_LOAD, .id = info->id };
	uint8_t record[BPF_SYNTH_RECORD_MAX] = {};

	memcpy(fixed.tag, info->tag, sizeof(fixed.tag));
	memcpy(record, &fixed, sizeof(fixed));
	return emit(s, record, sizeof(fixed), PERF_RECORD_BPF_EVENT, fn, ctx);
}

/* The symbol that begins at @addr. */
static const struct bpf_sym *find_sym(const struct bpf_synth *s, uint64_t addr)
{
	const struct bpf_sym key = { .addr = addr };

	return s->nr ? bsearch(&key, s->syms, s->nr, sizeof(key), by_addr) : NULL;
}

/*
 * The name that the kernel gives to a function: of the main one with the program's own tag, where
 * perf takes the first of prog_tags, which is another one.
 */
static void make_name(struct strbuf *name, const struct bpf_prog_entry *entry, uint32_t idx,
		      const uint8_t *btf, size_t btf_len)
{
	const struct bpf_prog_elems *funcs = &entry->array[BPF_ARRAY_FUNC_INFO];
	const struct bpf_prog_elems *tags = &entry->array[BPF_ARRAY_PROG_TAGS];
	const uint8_t *tag = entry->info.tag;
	const char *func = NULL;
	size_t len, i;

	if (idx && idx < tags->nr)
		tag = tags->at + sizeof(entry->info.tag) * idx;
	strbuf__adds(name, "bpf_prog_");
	for (i = 0; i < sizeof(entry->info.tag); i++)
		strbuf__addf(name, "%02x", tag[i]);
	if (btf && idx < funcs->nr)
		func = bpf_btf__func_name(btf, btf_len,
					  load_u32(funcs->at + (size_t)idx * funcs->elem_size + 4),
					  &len);
	if (!func) {
		func = entry->info.name;
		len = idx ? 0 : strnlen(func, sizeof(entry->info.name));
	}
	strbuf__adds(name, len ? "_" : idx ? "_F" : "");
	strbuf__add(name, func, len);
}

static int emit_func(struct bpf_synth *s, const struct bpf_prog_entry *entry, uint32_t idx,
		     const uint8_t *btf, size_t btf_len, bpf_synth_fn fn, void *ctx)
{
	const uint64_t addr = bpf_prog_entry__func_addr(entry, idx);
	const uint32_t len = bpf_prog_entry__func_len(entry, idx);
	const struct bpf_sym *sym = find_sym(s, addr);
	struct strbuf name = {};
	int err = 0;

	if (!sym)
		make_name(&name, entry, idx, btf, btf_len);
	if (addr)
		err = emit_ksymbol(s, addr, len, sym ? sym_name(s, sym) : strbuf__cstr(&name), fn,
				   ctx);
	strbuf__free(&name);
	return err;
}

int bpf_synth__prog(struct bpf_synth *s, const struct bpf_prog_copy *copy, const uint8_t *btf,
		    size_t btf_len, bpf_synth_fn fn, void *ctx)
{
	const uint32_t nr = bpf_prog_entry__nr_funcs(&copy->entry);
	uint32_t i;
	int err = 0;

	for (i = 0; i < nr && !err; i++)
		err = emit_func(s, &copy->entry, i, btf, btf_len, fn, ctx);
	return err ? err : emit_load(s, &copy->entry.info, fn, ctx);
}

/* A piece of code that the kernel made for BPF itself takes a page at most, or up to the next. */
static uint32_t image_len(const struct bpf_synth *s, size_t idx)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t left = idx + 1 < s->nr ? s->syms[idx + 1].addr - s->syms[idx].addr : page;

	return (uint32_t)MIN(page, left);
}

int bpf_synth__images(struct bpf_synth *s, bpf_synth_fn fn, void *ctx)
{
	const char *name;
	int err = 0;
	size_t i;

	for (i = 0; i < s->nr && !err; i++) {
		name = sym_name(s, &s->syms[i]);
		if (!strncmp(name, "bpf_trampoline_", 15) || !strncmp(name, "bpf_dispatcher_", 15))
			err = emit_ksymbol(s, s->syms[i].addr, image_len(s, i), name, fn, ctx);
	}
	return err;
}
