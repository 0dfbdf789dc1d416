// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_report.c - hostile bytes as a recording, through report: the model of the machine, stacks, all
 * forms of output. Files that it names are not there. Beyond "no crash": each sample is counted once,
 * in every column that rows can differ by.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "profile_show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct machine_opts machine_opts = {
	.dso = { .symfs = "/nonexistent" },
	.kernel = { .kallsyms = "/dev/null" },
	.srcline = true,
};

/* Rows of all events have all samples. */
static void check_sums(const struct profile_shown *shown, bool children)
{
	const size_t nr = perfdata__evlist(shown->pd)->nr;
	struct profile_rows rows;
	uint64_t samples = 0;
	size_t i, j;

	for (i = 0; i < nr || !i; i++) {
		if (!profile_shown__has_samples(shown, i))
			continue;
		if (profile_rows__init(&rows, shown->profile, shown->machine, (uint32_t)i,
				       children))
			__builtin_trap();
		for (j = 0; j < rows.nr; j++) {
			samples += rows.rows[j].self.samples;
			if (rows.rows[j].total.samples < rows.rows[j].self.samples ||
			    rows.rows[j].total.samples > rows.all.samples)
				__builtin_trap();
		}
		profile_rows__free(&rows);
	}
	if (samples != shown->totals->samples)
		__builtin_trap();
}

static void show(const struct profile_shown *shown, int null_fd)
{
	struct sink sink;

	sink__init(&sink, null_fd);
	if (profile_show__text(shown, &sink) || profile_show__json(shown, &sink) ||
	    profile_show__folded(shown, &sink) || profile_show__flamegraph(shown, "fuzz", &sink) ||
	    sink__close(&sink))
		__builtin_trap();
}

static void report(const uint8_t *data, size_t size, const char *sort, bool chains, int null_fd)
{
	const struct profile_show_opts opts = {
		.children = chains,
		.graph = chains ? GRAPH_CALLER : GRAPH_NONE,
		.graph_limit = 0.5,
	};
	struct profile_opts profile_opts = { .chains = chains };
	struct profile_totals totals = {};
	struct profile_shown shown = { .opts = &opts, .totals = &totals };
	struct profile profile;
	const char *bad;
	size_t bad_len;

	if (sort_keys__parse(&profile_opts.sort, sort, &bad, &bad_len))
		__builtin_trap();
	if (perfdata__open_memory(&shown.pd, data, size, NULL))
		return;
	profile__init(&profile, &profile_opts);
	shown.profile = &profile;
	shown.machine = machine__new(&machine_opts);
	if (shown.machine) {
		if (profile__read(&profile, shown.machine, shown.pd, &totals))
			__builtin_trap();
		check_sums(&shown, chains);
		show(&shown, null_fd);
	}
	profile__free(&profile);
	machine__free(shown.machine);
	perfdata__close(shown.pd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int null_fd = -1;

	if (null_fd < 0)
		null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	report(data, size, "comm,dso,sym", true, null_fd);
	report(data, size, "pid,tid,cpu,srcline,srcfile,prog", false, null_fd);
	return 0;
}
