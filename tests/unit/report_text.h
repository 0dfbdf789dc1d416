/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * report_text.h - what report shows of a recording that was made up, and the mappings and symbols
 * of the kernel for it.
 */
#ifndef TESTS_REPORT_TEXT_H
#define TESTS_REPORT_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "profile_show.h"
#include "test_perfdata_builder.h"

#define KERNEL 0xffffffff81000000ULL

enum form { TEXT, JSON, FOLDED, FLAME };

/** struct setup - how a recording is shown. */
struct setup {
	const char *sort;
	const char *kallsyms;
	const char *symfs;
	bool chains;
	bool srcline;
	struct profile_show_opts show;
	enum form form;
};

static inline int show(const struct profile_shown *shown, enum form form, struct sink *sink)
{
	switch (form) {
	case TEXT:
		return profile_show__text(shown, sink);
	case JSON:
		return profile_show__json(shown, sink);
	case FOLDED:
		return profile_show__folded(shown, sink);
	case FLAME:
		break;
	}
	return profile_show__flamegraph(shown, "a<b", sink);
}

/* What is shown of @bytes; "" when it is no recording. The caller frees. */
static inline char *report_bytes(const void *bytes, size_t len, const struct setup *setup,
				 struct profile_totals *totals)
{
	const struct machine_opts machine_opts = {
		.dso = { .symfs = setup->symfs ? setup->symfs : "" },
		.kernel = { .kallsyms = setup->kallsyms ? setup->kallsyms : "/dev/null" },
		.srcline = setup->srcline,
	};
	struct profile_opts profile_opts = { .chains = setup->chains };
	struct profile_shown shown = { .totals = totals, .opts = &setup->show };
	struct profile profile;
	struct sink sink;
	const char *bad;
	char *text;
	size_t bad_len;
	off_t size;
	int fd;

	assert_int_equal(sort_keys__parse(&profile_opts.sort,
					  setup->sort ? setup->sort : "comm,dso,sym", &bad,
					  &bad_len),
			 0);
	if (perfdata__open_memory(&shown.pd, bytes, len, NULL))
		return strdup("");
	fd = memfd_create("report", MFD_CLOEXEC);
	sink__init(&sink, fd);
	profile__init(&profile, &profile_opts);
	shown.profile = &profile;
	shown.machine = machine__new(&machine_opts);
	assert_int_equal(profile__read(&profile, shown.machine, shown.pd, totals), 0);
	assert_int_equal(show(&shown, setup->form, &sink), 0);
	assert_int_equal(sink__close(&sink), 0);
	profile__free(&profile);
	machine__free(shown.machine);
	perfdata__close(shown.pd);
	size = lseek(fd, 0, SEEK_END);
	text = calloc(1, (size_t)size + 1);
	assert_int_equal(pread(fd, text, (size_t)size, 0), size);
	close(fd);
	return text;
}

static inline char *report(void (*fill)(struct recording *r), const struct setup *setup)
{
	struct recording r = { .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 2 };
	struct profile_totals totals;
	uint8_t *bytes;
	size_t len;
	char *text;

	if (setup->chains)
		r.more_fields = PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN;
	fill(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	text = report_bytes(bytes, len, setup, &totals);
	free(bytes);
	test_recording__free(&r);
	return text;
}

static inline void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static inline void add_mmap(struct recording *r, uint16_t misc, uint32_t pid, uint64_t start,
			    uint64_t len, uint64_t offset, const char *path, uint64_t time_ns)
{
	const uint64_t trailer[] = { (uint64_t)pid << 32 | pid, time_ns, 11, 0 };
	const size_t path_len = (strlen(path) + 8) & ~7UL;
	struct strbuf sb = {};
	size_t i;

	test_u32(&sb, pid);
	test_u32(&sb, pid);
	test_u64(&sb, start);
	test_u64(&sb, len);
	test_u64(&sb, offset);
	test_add(&sb, path, strlen(path));
	for (i = strlen(path); i < path_len; i++)
		strbuf__addc(&sb, '\0');
	test_add(&sb, trailer, sizeof(trailer));
	test_record(r, PERF_RECORD_MMAP, misc, sb.text, sb.len);
	strbuf__free(&sb);
}

static inline void add_kernel(struct recording *r)
{
	add_mmap(r, PERF_RECORD_MISC_KERNEL, UINT32_MAX, KERNEL, 0x100000, KERNEL,
		 "[kernel.kallsyms]_text", 0);
	add_mmap(r, PERF_RECORD_MISC_KERNEL, UINT32_MAX, 0xffffffffc0800000, 0x1000, 0,
		 "/lib/modules/6.1/kernel/my-mod.ko.xz", 0);
}

/* A kallsyms of another boot: all is 0x1000000 higher than it was recorded. */
static inline void write_kallsyms(char *path)
{
	FILE *file;

	strcpy(path, "/tmp/test_report.XXXXXX");
	file = fdopen(mkstemp(path), "w");
	fprintf(file, "%llx T _text\n%llx t do_work\n%llx T do_work_alias\n%llx D some_data\n",
		KERNEL + 0x1000000, KERNEL + 0x1001000, KERNEL + 0x1001000, KERNEL + 0x1002000);
	fprintf(file, "ffffffffc0800010 t mod_func\t[my_mod]\n");
	fclose(file);
}

#endif /* TESTS_REPORT_TEXT_H */
