// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_text_files.c - hostile bytes as the text files that are read line by line: kallsyms and copies of
 * it, the map of a JIT compiler, the state and the mappings of a process, lists of CPUs; and as texts that
 * are taken apart: mangled names, what libbpf and the verifier say of an object, what compilers say it is made
 * of.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_build_priv.h"
#include "bpf_refusal.h"
#include "cpu_list.h"
#include "demangle.h"
#include "dso.h"
#include "feedback_priv.h"
#include "kallsyms.h"
#include "kernel_code.h"
#include "ksyms.h"
#include "proc_map.h"
#include "util.h"

#define PID 1

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is read is at paths of its own: one file with three names. */
static char dir[] = "/tmp/fuzz_text_files.XXXXXX";
static char kallsyms[64], map[64], stat_file[64];
static int file_fd, proc_fd;

static void remove_files(void)
{
	char path[64];

	unlink(kallsyms);
	unlink(map);
	unlink(stat_file);
	snprintf(path, sizeof(path), "%s/1", dir);
	rmdir(path);
	snprintf(path, sizeof(path), "%s/tmp", dir);
	rmdir(path);
	rmdir(dir);
}

static void make_files(void)
{
	char path[64];

	if (!mkdtemp(dir))
		abort();
	snprintf(path, sizeof(path), "%s/1", dir);
	if (mkdir(path, 0700))
		abort();
	snprintf(path, sizeof(path), "%s/tmp", dir);
	if (mkdir(path, 0700))
		abort();
	snprintf(kallsyms, sizeof(kallsyms), "%s/kallsyms", dir);
	snprintf(map, sizeof(map), "%s/tmp/perf-%d.map", dir, PID);
	snprintf(stat_file, sizeof(stat_file), "%s/%d/stat", dir, PID);
	file_fd = open(kallsyms, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	proc_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (file_fd < 0 || proc_fd < 0 || link(kallsyms, map) || link(kallsyms, stat_file))
		abort();
	atexit(remove_files);
}

static int check_symbol(void *ctx, const struct kallsyms_sym *sym)
{
	size_t *nr = ctx;

	if (!sym->name_len || strlen(sym->name) != sym->name_len)
		abort();
	return ++*nr == 1000 ? -E2BIG : 0;
}

static void as_kallsyms(void)
{
	struct kernel_code code = {};
	struct ksyms *ksyms = ksyms__new(kallsyms);
	char name[64];
	uint64_t addr;
	size_t nr = 0;

	kallsyms__for_each(kallsyms, check_symbol, &nr);
	kallsyms__find(kallsyms, "_text");
	if (!kernel_code__read(&code, kallsyms)) {
		for (size_t i = 0; i < code.nr; i++)
			kernel_code__name(&code, i);
	}
	kernel_code__free(&code);
	if (ksyms) {
		ksyms__addr(ksyms, "_text", &addr);
		if (ksyms__format(ksyms, 0xffffffff81000010, name, sizeof(name)) >= sizeof(name))
			abort();
	}
	ksyms__free(ksyms);
}

static void as_perf_map(void)
{
	const struct dso_opts opts = { .symfs = dir };
	struct dso dso = { .kind = DSO_JIT, .pid = PID };
	uint32_t found;

	dso__load_perf_map(&dso, &opts);
	symtab__seal(&dso.symtab);
	for (size_t i = 0; i < dso.symtab.nr; i++) {
		found = symtab__find(&dso.symtab, dso.symtab.syms[i].start);
		if (found != NO_SYMBOL && !*symtab__name(&dso.symtab, found))
			abort();
	}
	dso__free(&dso);
}

static void as_stat(void)
{
	struct proc_stat stat;

	if (!proc_stat__read(proc_fd, PID, &stat) && !memchr(stat.comm, '\0', sizeof(stat.comm)))
		abort();
}

static void as_maps(void)
{
	FILE *f = fopen(kallsyms, "re");
	struct proc_map parsed;
	char *line = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		if (proc_map__parse(line, &parsed) &&
		    (parsed.end < parsed.start || !*parsed.path || strchr(parsed.path, '\n')))
			abort();
	}
	free(line);
	if (f)
		fclose(f);
}

static void as_cpus(void)
{
	struct cpu_list cpus = {};

	if (!cpu_list__read(&cpus, kallsyms) && !cpus.nr)
		abort();
	for (size_t i = 1; i < cpus.nr; i++) {
		if (cpus.cpus[i] <= cpus.cpus[i - 1] || cpus.cpus[i] >= CPU_LIST_MAX)
			abort();
	}
	cpu_list__free(&cpus);
}

static void as_names(char *text)
{
	char *name, *shown, *save = NULL;

	for (name = strtok_r(text, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		shown = demangle(name);
		if (shown && strlen(shown) > DEMANGLED_MAX_LEN + strlen(name))
			abort();
		free(shown);
	}
}

/* What is taken out of @text lies in it. */
static void as_refusal(char *text, size_t len)
{
	const char *end = text + len;
	struct bpf_refusal r;

	bpf_refusal__read(text, &r);
	if ((r.cause && (r.cause < text || r.cause > end)) ||
	    (r.program && (r.program < text || r.program_len > (size_t)(end - r.program))) ||
	    (r.source && (r.source < text || r.source_len > (size_t)(end - r.source))) ||
	    (r.source_place && (r.source_place < r.source || r.source_place > end)) ||
	    r.nr_last > BPF_REFUSAL_LINES)
		abort();
	for (size_t i = 0; i < r.nr_last; i++) {
		if (r.last[i] < text || r.last[i] + strlen(r.last[i]) > end)
			abort();
	}
}

static void as_deps(const uint8_t *data, size_t size)
{
	struct string_list files = {};

	if (!build_run__parse_deps((const char *)data, size, &files) && !files.nr)
		abort();
	string_list__free(&files);
}

/* A copy of its own for each, of its exact size. */
static void as_texts(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);

	if (!text)
		abort();
	as_names(text);
	free(text);
	text = strndup((const char *)data, size);
	if (!text)
		abort();
	as_refusal(text, strlen(text));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!proc_fd)
		make_files();
	if (ftruncate(file_fd, 0) || pwrite(file_fd, data, size, 0) != (ssize_t)size)
		abort();
	as_kallsyms();
	as_perf_map();
	as_stat();
	as_maps();
	as_cpus();
	as_texts(data, size);
	as_deps(data, size);
	return 0;
}
