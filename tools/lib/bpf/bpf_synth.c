// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_synth.c - see bpf_synth.h. */
#include "bpf_synth.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>

#include "bpf_btf.h"
#include "strbuf.h"
#include "util.h"

/* The longest name that user space sees (KSYM_NAME_LEN of the kernel), with its NUL. */
#define NAME_SIZE 512

/* Hand over a record whose first @size bytes are made, with the sample_id behind. */
static int emit(const struct bpf_synth *s, uint8_t *record, size_t size, uint32_t type,
		bpf_synth_fn fn, void *ctx)
{
	const struct perf_event_header header = { .type = type,
						  .size = (uint16_t)(size + s->sample_id_size) };

	memcpy(record, &header, sizeof(header));
	memset(record + size, 0, s->sample_id_size);
	return fn(ctx, record, size + s->sample_id_size);
}

static int emit_ksymbol(const struct bpf_synth *s, uint64_t addr, uint32_t len, const char *name,
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

static int emit_load(const struct bpf_synth *s, const struct bpf_prog_info *info, bpf_synth_fn fn,
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

static int emit_func(const struct bpf_synth *s, const struct bpf_prog_entry *entry, uint32_t idx,
		     const uint8_t *btf, size_t btf_len, bpf_synth_fn fn, void *ctx)
{
	const uint64_t addr = bpf_prog_entry__func_addr(entry, idx);
	const uint32_t len = bpf_prog_entry__func_len(entry, idx);
	const char *known = kernel_code__name_at(s->code, addr);
	struct strbuf name = {};
	int err = 0;

	if (!known)
		make_name(&name, entry, idx, btf, btf_len);
	if (addr)
		err = emit_ksymbol(s, addr, len, known ? known : strbuf__cstr(&name), fn, ctx);
	strbuf__free(&name);
	return err;
}

int bpf_synth__prog(const struct bpf_synth *s, const struct bpf_prog_copy *copy, const uint8_t *btf,
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
static uint32_t image_len(const struct kernel_code *code, size_t idx)
{
	const struct kernel_code_sym *sym = &code->syms[idx];
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t left = idx + 1 < code->nr ? sym[1].addr - sym->addr : page;

	return (uint32_t)MIN(page, left);
}

int bpf_synth__images(const struct bpf_synth *s, bpf_synth_fn fn, void *ctx)
{
	const char *name;
	int err = 0;
	size_t i;

	for (i = 0; i < s->code->nr && !err; i++) {
		name = kernel_code__name(s->code, i);
		if (!strncmp(name, "bpf_trampoline_", 15) || !strncmp(name, "bpf_dispatcher_", 15))
			err = emit_ksymbol(s, s->code->syms[i].addr, image_len(s->code, i), name,
					   fn, ctx);
	}
	return err;
}
