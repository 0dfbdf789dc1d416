// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_synth_kernel.c - see record_synth.h: the kernel's own code. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "record_synth_priv.h"
#include "strbuf.h"
#include "util.h"

/* Readers know the kernel by this name and the symbol that tells where it was loaded to. */
#define KERNEL_NAME "[kernel.kallsyms]"
#define KERNEL_PID UINT32_MAX

static int emit_mmap(const struct record_synth *s, uint64_t start, uint64_t len, uint64_t pgoff,
		     const char *name)
{
	union synth_record r = {
		.mmap = {
			.header = { .type = PERF_RECORD_MMAP, .misc = PERF_RECORD_MISC_KERNEL },
			.pid = KERNEL_PID,
			.start = start,
			.len = len,
			.pgoff = pgoff,
		},
	};

	return record_synth__emit(s, &r, sizeof(r.mmap), name);
}

/* The line of modules.dep: "kernel/fs/ext4/ext4.ko.xz: kernel/lib/crc16.ko.xz". */
static bool is_module(const char *line, const char *name)
{
	const size_t path_len = strcspn(line, ":");
	const char *at = memrchr(line, '/', path_len);
	size_t i;

	at = at ? at + 1 : line;
	/* Files are called with - where modules have _. */
	for (i = 0; name[i]; i++) {
		if (at[i] != name[i] && !(at[i] == '-' && name[i] == '_'))
			return false;
	}
	return !strncmp(at + i, ".ko", 3);
}

static void find_module_file(FILE *dep, const char *release, const char *name, struct strbuf *path)
{
	char *line __cleanup_free = NULL;
	size_t size = 0;

	strbuf__reset(path);
	if (dep)
		rewind(dep);
	while (dep && getline(&line, &size, dep) > 0) {
		if (!is_module(line, name))
			continue;
		line[strcspn(line, ":")] = '\0';
		strbuf__addf(path, "/lib/modules/%s/%s", release, line);
		return;
	}
	strbuf__addf(path, "[%s]", name);
}

static int synth_modules(const struct record_synth *s)
{
	FILE *f __cleanup_fclose = fopen("/proc/modules", "re");
	FILE *dep __cleanup_fclose = NULL;
	struct strbuf path = {};
	struct utsname name;
	char line[4096], module[128], dep_path[256];
	uint64_t addr, size;
	int err = 0;

	if (!f || uname(&name))
		return 0; /* a kernel without modules */
	snprintf(dep_path, sizeof(dep_path), "/lib/modules/%s/modules.dep", name.release);
	dep = fopen(dep_path, "re");
	while (!err && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%127s %" SCNu64 " %*s %*s %*s %" SCNx64, module, &size, &addr) !=
			    3 ||
		    !addr)
			continue;
		find_module_file(dep, name.release, module, &path);
		err = emit_mmap(s, addr, size, 0, strbuf__cstr(&path));
	}
	strbuf__free(&path);
	return err;
}

int record_synth__kernel(const struct record_synth *s, const struct kernel_code *code)
{
	char name[64];
	int err;

	if (!code->text_start)
		return -EACCES;
	snprintf(name, sizeof(name), KERNEL_NAME "%s", code->text_name);
	err = emit_mmap(s, code->text_start, code->text_end - code->text_start, code->text_start,
			name);
	return err ? err : synth_modules(s);
}
