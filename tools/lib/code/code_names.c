// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* code_names.c - see code_names.h. */
#include "code_names.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Helpers are counted from here. */
static const char call_base_name[] = "__bpf_call_base";

static void find_call_base(struct code_names *names)
{
	if (ksyms__addr(names->ksyms, call_base_name, &names->call_base))
		names->call_base = 0;
}

int code_names__init_live(struct code_names *names, struct bpf_progs *progs, const char *path)
{
	*names = (struct code_names){ .progs = progs, .high = UINT64_MAX };
	names->ksyms = ksyms__new(path);
	if (!names->ksyms)
		return -ENOMEM;
	find_call_base(names);
	return 0;
}

int code_names__init_recorded(struct code_names *names, struct bpf_progs *progs, const char *path)
{
	*names = (struct code_names){ .progs = progs };
	names->ksyms = ksyms__new(path);
	if (!names->ksyms)
		return -ENOMEM;
	/*
	 * Only the kernel's own code: modules and BPF programs may have come and gone since, also
	 * without a reboot.
	 */
	if ((path || kernel_id__is_running(bpf_progs__kernel(progs), names->ksyms)) &&
	    !ksyms__addr(names->ksyms, "_stext", &names->low) &&
	    !ksyms__addr(names->ksyms, "_etext", &names->high)) {
		find_call_base(names);
		return 0;
	}
	code_names__free(names);
	return path ? -ENOENT : 0;
}

void code_names__free(struct code_names *names)
{
	ksyms__free(names->ksyms);
	names->ksyms = NULL;
}

static void add_name(struct strbuf *sb, const char *name, uint64_t offset)
{
	strbuf__adds(sb, name);
	if (offset)
		strbuf__addf(sb, "+0x%" PRIx64, offset);
}

bool bpf_prog__add_own_symbol(const struct bpf_prog *prog, uint64_t addr, struct strbuf *sb)
{
	uint32_t i;

	for (i = 0; i < prog->nr_funcs; i++) {
		if (prog->funcs[i].addr == addr) {
			bpf_prog__add_symbol(prog, i, sb);
			return true;
		}
	}
	return false;
}

bool code_names__add(const struct code_names *names, uint64_t addr, uint64_t time_ns,
		     struct strbuf *sb)
{
	const struct bpf_prog *prog;
	const char *name;
	uint64_t offset;
	uint32_t func;

	prog = bpf_progs__find(names->progs, addr, time_ns, &func);
	if (prog) {
		bpf_prog__add_symbol(prog, func, sb);
		if (addr != prog->funcs[func].addr)
			strbuf__addf(sb, "+0x%" PRIx64, addr - prog->funcs[func].addr);
		return true;
	}
	if (!names->ksyms || addr < names->low || addr >= names->high)
		return false;
	name = ksyms__find(names->ksyms, addr, &offset);
	if (name)
		add_name(sb, name, offset);
	return name;
}

uint32_t bpf_prog__entry_func(const struct bpf_prog *prog, uint32_t func)
{
	const uint32_t nr = prog->has_info ? bpf_prog_entry__nr_funcs(&prog->entry) : 0;
	uint32_t i;

	for (i = 0; i < nr && func < prog->nr_funcs; i++) {
		if (bpf_prog_entry__func_addr(&prog->entry, i) == prog->funcs[func].addr)
			return i;
	}
	return UINT32_MAX;
}

/* The first function has the program's tag, the others have tags of their own. */
static const uint8_t *tag_of(const struct bpf_prog *prog, uint32_t entry_func)
{
	const struct bpf_prog_elems *tags = &prog->entry.array[BPF_ARRAY_PROG_TAGS];

	if (entry_func && entry_func != UINT32_MAX && entry_func < tags->nr)
		return tags->at + (size_t)entry_func * tags->elem_size;
	return prog->tag;
}

void bpf_prog__add_symbol(const struct bpf_prog *prog, uint32_t func, struct strbuf *sb)
{
	const bool has_name = func < prog->nr_funcs && prog->funcs[func].name;
	const char *name = has_name ? prog->funcs[func].name : prog->name;
	const uint32_t entry_func = bpf_prog__entry_func(prog, func);
	const uint8_t *tag;
	unsigned int i;

	if (!name)
		name = "";
	/* A name of BTF, or the symbol that was recorded. */
	if (prog->has_info && (entry_func != UINT32_MAX || !prog->nr_funcs) &&
	    strncmp(name, "bpf_prog_", strlen("bpf_prog_"))) {
		tag = tag_of(prog, entry_func);
		strbuf__adds(sb, "bpf_prog_");
		for (i = 0; i < sizeof(prog->tag); i++)
			strbuf__addf(sb, "%02x", tag[i]);
		if (*name)
			strbuf__addc(sb, '_');
	}
	strbuf__adds(sb, name);
}
