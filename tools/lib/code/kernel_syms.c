// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kernel_syms.c - see kernel_syms.h. */
#include "kernel_syms.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "dso_elf.h"
#include "kallsyms.h"
#include "util.h"

struct load {
	const struct kernel_id *recorded;
	const struct kernel_opts *opts;
	const struct dso_opts *dso_opts;
	struct dso *kernel;
	struct dso **modules;
	size_t nr_modules;
};

static enum symtab_binding binding_of(char type)
{
	if (toupper(type) == 'W')
		return SYMTAB_WEAK;
	return isupper(type) ? SYMTAB_GLOBAL : SYMTAB_LOCAL;
}

static struct dso *find_module(const struct load *load, const char *name)
{
	size_t i;

	for (i = 0; i < load->nr_modules; i++) {
		const char *shown = load->modules[i]->name; /* [name] */
		const size_t len = strlen(shown);

		if (len > 2 && strlen(name) == len - 2 && !strncmp(shown + 1, name, len - 2))
			return load->modules[i];
	}
	return NULL;
}

/* Where a module of the running kernel is; 0 when it is not loaded. */
static uint64_t running_base(const char *name)
{
	__cleanup_fclose FILE *file = fopen("/proc/modules", "re");
	__cleanup_free char *text = NULL;
	char found[64], state[16];
	uint64_t addr;
	size_t size = 0;

	while (file && getline(&text, &size, file) >= 0) {
		if (sscanf(text, "%63s %*s %*s %*s %15s %" SCNx64, found, state, &addr) == 3 &&
		    !strcmp(found, name))
			return addr;
	}
	return 0;
}

/** struct module_at - the module that the last line was of, as they come in blocks. */
struct module_at {
	char name[64];
	struct dso *dso;
	uint64_t delta;
};

/* What moves a module's symbols to where it was; NULL dso when that is not known. */
static void find_delta(const struct load *load, struct module_at *at, const char *name,
		       bool is_running, uint64_t kernel_delta)
{
	struct build_id running;
	uint64_t base;

	snprintf(at->name, sizeof(at->name), "%s", name);
	at->dso = find_module(load, name);
	at->delta = 0;
	if (!at->dso)
		return;
	if (is_running) {
		base = running_base(name);
		at->delta = at->dso->base - base;
		if (!base || (at->dso->build_id.len && !build_id__of_module(name, &running) &&
			      !build_id__same(&at->dso->build_id, &running)))
			at->dso = NULL;
	} else if (kernel_delta) {
		at->dso = NULL;
	}
}

/** struct reading - of kallsyms. @at: the module that the last line was of. @delta: of the kernel. */
struct reading {
	const struct load *load;
	struct module_at at;
	bool is_running;
	uint64_t delta;
};

/* Code and data, as perf: data ends the code before it. */
static int add_symbol(void *ctx, const struct kallsyms_sym *sym)
{
	struct reading *r = ctx;
	struct dso *dso = r->load->kernel;

	if (!strchr("TWDB", toupper(sym->type)) || !sym->addr)
		return 0;
	if (sym->module) {
		if (strcmp(sym->module, r->at.name))
			find_delta(r->load, &r->at, sym->module, r->is_running, r->delta);
		dso = r->at.dso;
	}
	if (!dso)
		return 0;
	return symtab__add(&dso->symtab, sym->addr + (sym->module ? r->at.delta : r->delta), 0,
			   sym->name, sym->name_len, binding_of(sym->type));
}

/* What cannot be read has no symbols. */
static int read_kallsyms(const struct load *load, const char *path, bool is_running, uint64_t delta)
{
	struct reading r = { .load = load, .is_running = is_running, .delta = delta };

	return kallsyms__for_each(path, add_symbol, &r) == -ENOMEM ? -ENOMEM : 0;
}

static struct build_id recorded_build_id(const struct kernel_id *recorded)
{
	struct build_id id = {};

	if (recorded->has_build_id) {
		memcpy(id.bytes, recorded->build_id, sizeof(id.bytes));
		id.len = sizeof(id.bytes);
	}
	return id;
}

/* Is it the kernel that runs here? @ret_delta: what moves its symbols to where they were. */
static bool is_running_kernel(const struct load *load, uint64_t *ret_delta, const char **ret_why)
{
	const struct kernel_id *recorded = load->recorded;
	const struct build_id wanted = recorded_build_id(recorded);
	struct build_id running;
	struct utsname uts;
	uint64_t addr;

	*ret_why = "it is another kernel than the one that runs here";
	if (wanted.len && (build_id__of_kernel(&running) || !build_id__same(&wanted, &running)))
		return false;
	if (recorded->release[0] && !uname(&uts) && strcmp(uts.release, recorded->release))
		return false;
	*ret_why = "the recording does not say where it was";
	if (!recorded->ref_addr)
		return false;
	*ret_why = "/proc/kallsyms does not show addresses here (kernel.kptr_restrict, "
		   "CAP_SYSLOG)";
	addr = kallsyms__find(NULL, recorded->ref_name);
	if (!addr)
		return false;
	*ret_delta = recorded->ref_addr - addr;
	*ret_why = "the recording has no build-id of it, and it is not where the one that runs "
		   "here is";
	return wanted.len || !*ret_delta;
}

/* A kallsyms that was kept. */
static int use_kallsyms(const struct load *load, const char *path)
{
	const uint64_t addr = kallsyms__find(path, load->recorded->ref_name);

	if (!addr || !load->recorded->ref_addr)
		return -ENOENT;
	return read_kallsyms(load, path, false, load->recorded->ref_addr - addr);
}

static uint64_t find_symbol(const struct symtab *symtab, const char *name)
{
	size_t i;

	for (i = 0; i < symtab->nr; i++) {
		if (!strcmp(symtab__name(symtab, (uint32_t)i), name))
			return symtab->syms[i].start;
	}
	return 0;
}

/* Return: 0; -ENOENT: it is not there, or another one; -ENOMEM. */
static int use_vmlinux(const struct load *load, const char *path)
{
	const struct kernel_id *recorded = load->recorded;
	const struct build_id wanted = recorded_build_id(recorded);
	struct dso *kernel = load->kernel;
	struct build_id found = {};
	struct stat st;
	uint64_t ref = 0;
	size_t i;
	int fd = build_id__open(path, &st), err;

	if (fd < 0)
		return -ENOENT;
	err = dso_elf__open(&kernel->elf, fd, path);
	if (err)
		return err == -ENOMEM ? err : -ENOENT;
	dso_elf__build_id(kernel->elf, &found);
	if (wanted.len && !build_id__same(&wanted, &found))
		err = -ENOENT;
	else if (dso_elf__add_symbols(kernel->elf, &kernel->symtab) < 0)
		err = -ENOMEM;
	else
		ref = find_symbol(&kernel->symtab, recorded->ref_name);
	if (!err && !ref)
		err = -ENOENT;
	if (err) {
		dso_elf__close(kernel->elf);
		kernel->elf = NULL;
		kernel->symtab.nr = 0;
		return err;
	}
	kernel->elf_delta = recorded->ref_addr - ref;
	for (i = 0; i < kernel->symtab.nr; i++) {
		kernel->symtab.syms[i].start += kernel->elf_delta;
		kernel->symtab.syms[i].end += kernel->elf_delta;
	}
	return 0;
}

/* Where a kernel's own file may be; %1 is its release. */
static const char *const vmlinux_paths[] = {
	"/usr/lib/debug/boot/vmlinux-%s",
	"/boot/vmlinux-%s",
	"/usr/lib/debug/lib/modules/%s/vmlinux",
	"/lib/modules/%s/build/vmlinux",
	"/lib/modules/%s/vmlinux",
};

static int search(const struct load *load)
{
	const struct kernel_id *recorded = load->recorded;
	const char *symfs = load->dso_opts->symfs, *debug_dir = load->dso_opts->debug_dir;
	const struct build_id wanted = recorded_build_id(recorded);
	char hex[2 * BUILD_ID_SIZE_MAX + 1], path[PATH_MAX], tail[128];
	int err = -ENOENT;
	size_t i;

	build_id__format(&wanted, hex);
	if (wanted.len) {
		if (debug_dir) {
			snprintf(path, sizeof(path), "%s/[kernel.kallsyms]/%s/kallsyms", debug_dir,
				 hex);
			err = use_kallsyms(load, path);
		}
		if (err == -ENOENT) {
			snprintf(path, sizeof(path), "%s/usr/lib/debug/.build-id/%.2s/%s.debug",
				 symfs, hex, hex + 2);
			err = use_vmlinux(load, path);
		}
	}
	for (i = 0; i < ARRAY_SIZE(vmlinux_paths) && err == -ENOENT; i++) {
		/* The release becomes a part of a path. */
		if (!recorded->release[0] || strchr(recorded->release, '/'))
			break;
		snprintf(tail, sizeof(tail), vmlinux_paths[i], recorded->release);
		snprintf(path, sizeof(path), "%s%s", symfs, tail);
		err = use_vmlinux(load, path);
	}
	return err;
}

/* Return: 0, -ENOENT with a reason given, or -ENOMEM. */
static int load_symbols(const struct load *load)
{
	const struct kernel_opts *opts = load->opts;
	const char *why = "";
	uint64_t delta = 0;
	int err;

	if (opts->vmlinux || opts->kallsyms) {
		err = opts->vmlinux ? use_vmlinux(load, opts->vmlinux)
				    : use_kallsyms(load, opts->kallsyms);
		if (err == -ENOENT && dso__say_why(load->kernel, "%s is not of this kernel",
						   opts->vmlinux ? opts->vmlinux : opts->kallsyms))
			return -ENOMEM;
		return err;
	}
	/* Other root, other machine. */
	if (load->dso_opts->symfs[0])
		why = "there is no kernel of its build-id under --symfs";
	else if (is_running_kernel(load, &delta, &why))
		return read_kallsyms(load, NULL, true, delta);
	err = search(load);
	if (err == -ENOENT && dso__say_why(load->kernel, "%s", why))
		return -ENOMEM;
	return err;
}

int kernel_syms__load(const struct kernel_id *recorded, const struct kernel_opts *opts,
		      const struct dso_opts *dso_opts, struct dso *kernel, struct dso **modules,
		      size_t nr_modules)
{
	const struct load load = { .recorded = recorded,
				   .opts = opts,
				   .dso_opts = dso_opts,
				   .kernel = kernel,
				   .modules = modules,
				   .nr_modules = nr_modules };
	size_t i;
	int err = load_symbols(&load);

	if (err == -ENOMEM)
		return err;
	kernel->loaded = true;
	symtab__seal(&kernel->symtab);
	for (i = 0; i < nr_modules; i++) {
		modules[i]->loaded = true;
		symtab__seal(&modules[i]->symtab);
		if (!modules[i]->symtab.nr &&
		    dso__say_why(modules[i], "%s",
				 kernel->why ? kernel->why : "is not loaded here now"))
			return -ENOMEM;
	}
	return 0;
}
