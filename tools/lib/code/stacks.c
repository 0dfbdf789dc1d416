// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* stacks.c - see stacks.h. */
#include "stacks.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include <unistd.h>

#include "array.h"
#include "demangle.h"
#include "bpf/augment.h"
#include "dso_elf.h"
#include "engine.h"
#include "hash_index.h"
#include "ksyms.h"
#include "live_maps.h"
#include "proc_map.h"
#include "target.h"
#include "unwind.h"
#include "util.h"

/* Of this many processes that have ended the maps are kept, for records that are still to come. */
#define DEAD_KEPT 1024

#ifndef BTRFS_SUPER_MAGIC
#define BTRFS_SUPER_MAGIC 0x9123683E
#endif

/**
 * struct code_file - @fd: opened when it was mapped, -1 when that is not the file; taken by the dso
 * when symbols are first asked for. @names: demangled, by symbol; NULL where not asked for yet.
 */
struct code_file {
	struct dso dso;
	uint64_t device;
	uint64_t inode;
	int fd;
	char **names;
};

struct stacks {
	struct live_maps maps;
	struct code_file *files;
	size_t nr_files, files_size;
	struct hash_index index;
	struct ksyms *ksyms;
	struct dso_opts dso_opts;
	uint32_t dead[DEAD_KEPT];
	size_t nr_dead;
	bool knows_kernel;
	bool follows_proc;
};

struct stacks *stacks__new(void)
{
	struct stacks *s = calloc(1, sizeof(*s));
	uint64_t addr;

	if (!s)
		return NULL;
	s->dso_opts.symfs = "";
	s->ksyms = ksyms__new(NULL);
	if (!s->ksyms) {
		stacks__free(s);
		return NULL;
	}
	s->knows_kernel = !ksyms__addr(s->ksyms, "_stext", &addr);
	return s;
}

bool stacks__knows_kernel(const struct stacks *s)
{
	return s->knows_kernel;
}

void stacks__follow_proc(struct stacks *s)
{
	s->follows_proc = true;
}

static void code_file__free(struct code_file *file)
{
	size_t i;

	if (file->fd >= 0)
		close(file->fd);
	for (i = 0; file->names && i < file->dso.symtab.nr; i++)
		free(file->names[i]);
	free(file->names);
	dso__free(&file->dso);
}

void stacks__free(struct stacks *s)
{
	size_t i;

	if (!s)
		return;
	live_maps__free(&s->maps);
	for (i = 0; i < s->nr_files; i++)
		code_file__free(&s->files[i]);
	free(s->files);
	hash_index__free(&s->index);
	ksyms__free(s->ksyms);
	free(s);
}

/* ---- files ---- */

/* File systems whose files have another device and inode in maps than for stat(2). */
static bool has_inner_inodes(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && (fs.f_type == OVERLAYFS_SUPER_MAGIC ||
				     (unsigned long)fs.f_type == BTRFS_SUPER_MAGIC);
}

/* Return: a descriptor when @path is the file that was mapped; -1. */
static int open_same(const char *path, const struct stack_map *map)
{
	struct stat st;
	int fd = build_id__open(path, &st);

	if (fd < 0)
		return -1;
	if ((st.st_ino == map->inode && major(st.st_dev) == map->device >> 32 &&
	     minor(st.st_dev) == (uint32_t)map->device) ||
	    has_inner_inodes(fd))
		return fd;
	close(fd);
	return -1;
}

/* In another mount namespace, or under another root, the path is that of the process. */
static int open_mapped(uint32_t pid, const struct stack_map *map)
{
	char path[PATH_MAX];
	int fd = open_same(map->path, map);

	if (fd >= 0 ||
	    snprintf(path, sizeof(path), "/proc/%u/root%s", pid, map->path) >= (int)sizeof(path))
		return fd;
	return open_same(path, map);
}

static bool same_file(const void *array, uint32_t idx, const void *key)
{
	const struct code_file *file = (const struct code_file *)array + idx, *wanted = key;

	return file->dso.kind == wanted->dso.kind && file->dso.pid == wanted->dso.pid &&
	       file->inode == wanted->inode && file->device == wanted->device &&
	       !strcmp(file->dso.path, wanted->dso.path);
}

static int add_file(struct stacks *s, const struct code_file *key, uint64_t hash)
{
	struct code_file *file;

	if (s->nr_files >= HASH_INDEX_NONE ||
	    array__grow(&s->files, s->nr_files, &s->files_size, sizeof(*s->files)))
		return -ENOMEM;
	file = &s->files[s->nr_files];
	*file = *key;
	file->dso.path = strdup(key->dso.path);
	if (!file->dso.path || hash_index__add(&s->index, hash, (uint32_t)s->nr_files)) {
		dso__free(&file->dso);
		return -ENOMEM;
	}
	s->nr_files++;
	return 0;
}

static int find_file(struct stacks *s, uint32_t pid, const struct stack_map *map, uint32_t *ret_idx)
{
	struct code_file key = { .dso.kind = dso__kind_of_map(map->path, map->flags),
				 .dso.path = (char *)map->path,
				 .device = map->device,
				 .inode = map->inode,
				 .fd = -1 };
	uint64_t hash;

	if (key.dso.kind == DSO_JIT)
		key.dso.pid = pid;
	hash = hash_mix(hash_bytes(map->path, strlen(map->path)), map->inode ^ key.dso.pid);
	*ret_idx = hash_index__find(&s->index, hash, same_file, s->files, &key);
	if (*ret_idx != HASH_INDEX_NONE)
		return 0;
	if (key.dso.kind == DSO_FILE)
		key.fd = open_mapped(pid, map);
	*ret_idx = (uint32_t)s->nr_files;
	if (!add_file(s, &key, hash))
		return 0;
	if (key.fd >= 0)
		close(key.fd);
	return -ENOMEM;
}

/* Symbols, when the first address in the file is asked for. */
static void load(struct stacks *s, struct code_file *file)
{
	struct dso *dso = &file->dso;
	int fd = file->fd;

	if (dso->loaded)
		return;
	if (dso->kind != DSO_FILE) {
		dso__load(dso, &s->dso_opts);
		return;
	}
	dso->loaded = true;
	file->fd = -1;
	if (fd < 0)
		return;
	if (!dso_elf__open(&dso->elf, fd, dso->path))
		dso_elf__add_symbols(dso->elf, &dso->symtab);
	symtab__seal(&dso->symtab);
}

/* ---- the life of processes ---- */

int stacks__map(struct stacks *s, uint32_t pid, const struct stack_map *map)
{
	struct live_map live = { .start = map->start,
				 .end = map->start + MIN(map->len, UINT64_MAX - map->start),
				 .offset = map->offset };
	int err = find_file(s, pid, map, &live.file);

	return err ? err : live_maps__add(&s->maps, pid, &live);
}

int stacks__fork(struct stacks *s, uint32_t pid, uint32_t parent)
{
	return live_maps__fork(&s->maps, pid, parent);
}

void stacks__exec(struct stacks *s, uint32_t pid)
{
	live_maps__remove(&s->maps, pid);
}

void stacks__exit(struct stacks *s, uint32_t pid)
{
	uint32_t *oldest = &s->dead[s->nr_dead++ % DEAD_KEPT];

	if (s->nr_dead > DEAD_KEPT)
		live_maps__remove(&s->maps, *oldest);
	*oldest = pid;
}

/* What cannot be executed has no code. */
static int read_line(struct stacks *s, uint32_t pid, char *line)
{
	struct proc_map map;
	struct stack_map code;

	if (!proc_map__parse(line, &map) || !(map.prot & PROT_EXEC))
		return 0;
	code = (struct stack_map){
		.start = map.start,
		.len = map.end - map.start,
		.offset = map.offset,
		.device = (uint64_t)map.dev_major << 32 | map.dev_minor,
		.inode = map.inode,
		.path = map.path,
	};
	return stacks__map(s, pid, &code);
}

int stacks__read_process(struct stacks *s, uint32_t tid)
{
	const uint32_t pid = (uint32_t)target__process_of((pid_t)tid);
	__cleanup_fclose FILE *f = NULL;
	__cleanup_free char *line = NULL;
	char path[64];
	size_t size = 0;
	int err = 0;

	if (live_maps__has(&s->maps, pid))
		return 0;
	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	f = fopen(path, "re");
	while (f && !err && getline(&line, &size, f) > 0)
		err = read_line(s, pid, line);
	return err;
}

int stacks__read_all(struct stacks *s)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	int err = 0;

	while (dir && !err && (entry = readdir(dir))) {
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			err = stacks__read_process(s, (uint32_t)strtoul(entry->d_name, NULL, 10));
	}
	if (dir)
		closedir(dir);
	return err;
}

/* ---- addresses ---- */

static const char *symbol_name(struct code_file *file, uint32_t sym)
{
	struct symtab *symtab = &file->dso.symtab;
	const char *name = symtab__name(symtab, sym);

	if (!file->names)
		file->names = calloc(symtab->nr, sizeof(*file->names));
	if (!file->names)
		return name;
	if (!file->names[sym])
		file->names[sym] = demangle(name);
	return file->names[sym] ? file->names[sym] : name;
}

static void user_frame(struct stacks *s, uint32_t pid, bool is_return, struct stack_frame *frame)
{
	const struct live_map *map;
	struct code_file *file;
	uint64_t addr;
	uint32_t sym;

	if (s->follows_proc)
		stacks__read_process(s, pid);
	map = live_maps__find(&s->maps, pid, frame->ip - is_return);
	if (!map)
		return;
	file = &s->files[map->file];
	load(s, file);
	frame->path = file->dso.path;
	frame->offset = frame->ip - map->start + map->offset;
	addr = file->dso.kind == DSO_JIT ? frame->ip - is_return
					 : dso__address(&file->dso, frame->offset - is_return);
	frame->file = file;
	frame->code_addr = addr;
	sym = symtab__find(&file->dso.symtab, addr);
	if (sym == NO_SYMBOL)
		return;
	frame->symbol = symbol_name(file, sym);
	frame->symbol_offset = addr + is_return - file->dso.symtab.syms[sym].start;
}

void stacks__frame(struct stacks *s, uint32_t pid, uint64_t ip, bool is_kernel, bool is_return,
		   struct stack_frame *ret_frame)
{
	*ret_frame = (struct stack_frame){ .ip = ip, .offset = ip, .is_kernel = is_kernel };
	if (!is_kernel) {
		user_frame(s, pid, is_return, ret_frame);
		return;
	}
	ret_frame->path = "[kernel.kallsyms]";
	ret_frame->symbol = ksyms__find(s->ksyms, ip - is_return, &ret_frame->symbol_offset);
	ret_frame->symbol_offset += is_return;
}

size_t stacks__srcline(const struct stack_frame *frame, char *buf, size_t size)
{
	buf[0] = '\0';
	return frame->file ? dso__srcline(&frame->file->dso, frame->code_addr, buf, size) : 0;
}

/* ---- unwinding ---- */

static void begin_unwind(const struct stack_chain *chain, struct unwind *u)
{
	struct aug_stack_regs regs;

	memcpy(&regs, chain->dump, sizeof(regs));
	*u = (struct unwind){ .stack = chain->dump + sizeof(regs),
			      .stack_len = chain->dump_len - sizeof(regs),
			      .stack_start = regs.sp };
	u->regs[UNWIND_RIP] = regs.ip;
	u->regs[UNWIND_RSP] = regs.sp;
	u->regs[UNWIND_RBP] = regs.bp;
	u->regs[UNWIND_RBX] = regs.bx;
	memcpy(&u->regs[UNWIND_R12], &regs.r12, 4 * sizeof(uint64_t));
	u->known = 1U << UNWIND_RIP | 1U << UNWIND_RSP | 1U << UNWIND_RBP | 1U << UNWIND_RBX |
		   0xfU << UNWIND_R12;
}

/* One step up. By the tables of the code's file; code that is in no file may have frame pointers. */
static int step(struct stacks *s, uint32_t pid, struct unwind *u, bool is_return)
{
	const uint64_t ip = u->regs[UNWIND_RIP] - is_return;
	const struct live_map *map = live_maps__find(&s->maps, pid, ip);
	struct code_file *file;

	if (!map)
		return -ENOENT;
	file = &s->files[map->file];
	load(s, file);
	if (!file->dso.elf)
		return unwind__step_fp(u);
	return unwind__step_cfi(u, file->dso.elf,
				dso__address(&file->dso, ip - map->start + map->offset));
}

static size_t unwind(struct stacks *s, const struct stack_chain *chain, uint64_t *ips, size_t max,
		     bool *ret_is_cut)
{
	struct unwind u;
	size_t nr = 0;
	int err = 0;

	begin_unwind(chain, &u);
	if (s->follows_proc)
		stacks__read_process(s, chain->pid);
	do {
		if (!u.regs[UNWIND_RIP])
			break;
		ips[nr++] = u.regs[UNWIND_RIP];
	} while (nr < max && !(err = step(s, chain->pid, &u, nr > 1)));
	*ret_is_cut = err == -EFAULT;
	return nr;
}

/* ---- chains ---- */

static uint64_t address_at(const uint8_t *chain, size_t i)
{
	uint64_t ip;

	memcpy(&ip, chain + i * sizeof(ip), sizeof(ip));
	return ip;
}

/* What the tracing itself has put on top of the stack is no part of the program's story. */
static size_t skip_tracing(struct stacks *s, const struct stack_chain *chain)
{
	static const char *const ours[] = { "bpf_prog_",     "bpf_trace_run",  "__bpf_trace_",
					    "__traceiter_",  "trace_call_bpf", "perf_call_bpf_",
					    "perf_syscall_", "perf_trace_",    "bpf_get_stack" };
	struct stack_frame frame;
	size_t nr = 0, i, j;

	for (i = 0; i < chain->nr_kernel && i < 8; i++) {
		stacks__frame(s, 0, address_at(chain->kernel, i), true, i > 0, &frame);
		for (j = 0; j < ARRAY_SIZE(ours); j++) {
			if (frame.symbol && !strncmp(frame.symbol, ours[j], strlen(ours[j])))
				nr = i + 1;
		}
	}
	return nr;
}

size_t stacks__for_each(struct stacks *s, const struct stack_chain *chain, size_t max_frames,
			stack_frame_fn fn, void *ctx, bool *ret_is_cut)
{
	uint64_t ips[ENGINE_STACK_MAX];
	struct stack_chain user = *chain;
	struct stack_frame frame;
	size_t nr = 0, i;

	*ret_is_cut = false;
	max_frames = max_frames ? max_frames : SIZE_MAX;
	if (chain->dump) {
		user.nr_user = unwind(s, chain, ips, MIN(max_frames, ARRAY_SIZE(ips)), ret_is_cut);
		user.user = (const uint8_t *)ips;
	}
	for (i = skip_tracing(s, chain); i < chain->nr_kernel && nr < max_frames; i++, nr++) {
		stacks__frame(s, chain->pid, address_at(chain->kernel, i), true, i > 0, &frame);
		fn(ctx, &frame);
	}
	for (i = 0; i < user.nr_user && nr < max_frames; i++, nr++) {
		stacks__frame(s, chain->pid, address_at(user.user, i), false, i > 0, &frame);
		fn(ctx, &frame);
	}
	return nr;
}

struct strace_lines {
	struct strbuf *text;
	bool with_lines;
};

static void add_strace_frame(void *ctx, const struct stack_frame *frame)
{
	const struct strace_lines *lines = ctx;
	struct strbuf *text = lines->text;
	char line[4096];
	size_t len;

	strbuf__adds(text, " > ");
	if (!frame->path)
		strbuf__adds(text, "(unmapped)");
	else
		strbuf__add_escaped(text, frame->path, strlen(frame->path));
	strbuf__addc(text, '(');
	if (frame->symbol) {
		strbuf__add_escaped(text, frame->symbol, strlen(frame->symbol));
		strbuf__addf(text, "+0x%" PRIx64, frame->symbol_offset);
	}
	strbuf__addf(text, ") [0x%" PRIx64 "]", frame->offset);
	len = lines->with_lines ? stacks__srcline(frame, line, sizeof(line)) : 0;
	if (len) {
		strbuf__addc(text, ' ');
		strbuf__add_escaped(text, line, len);
	}
	strbuf__addc(text, '\n');
}

void stacks__add_strace(struct stacks *s, const struct stack_chain *chain, size_t max_frames,
			bool with_lines, struct strbuf *text)
{
	struct strace_lines lines = { .text = text, .with_lines = with_lines };
	bool is_cut;

	if (!stacks__for_each(s, chain, max_frames, add_strace_frame, &lines, &is_cut))
		strbuf__adds(text, " > [stack not known]\n");
	else if (is_cut)
		strbuf__adds(text, " > [stack goes on]\n");
}
