// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_configure.c - what of the engine a run has: constants, maps and programs. See engine_priv.h. */
#include "engine_priv.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_feature.h"
#include "btf_kptr.h"
#include "log.h"
#include "pidns.h"
#include "spec.h"
#include "tracefs.h"
#include "util.h"

/* Elements of hashes exist from the start, so they are fewer. */
static void preallocate(struct engine_bpf *skel)
{
	const struct {
		struct bpf_map *map;
		uint32_t nr;
	} hashes[] = {
		{ skel->maps.targets, 16384 },	     /* 64 bytes each */
		{ skel->maps.living, 16384 },	     /* 64 bytes */
		{ skel->maps.states_by_tid, 16384 }, /* 1 KiB */
		{ skel->maps.bigs, 512 },	     /* 16 KiB */
		{ skel->maps.summary, 16384 },	     /* 1.1 KiB */
		{ skel->maps.summary_cpu, 2048 },    /* 1.1 KiB on each CPU */
		{ skel->maps.errnos, 65536 },	     /* 48 bytes */
		{ skel->maps.runs, 16384 },	     /* 64 bytes */
		{ skel->maps.processes, 16384 },     /* 64 bytes */
		{ skel->maps.augment_probes, 256 },  /* 12 KiB */
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hashes); i++) {
		bpf_map__set_map_flags(hashes[i].map, 0);
		bpf_map__set_max_entries(hashes[i].map, hashes[i].nr);
	}
}

/* Programs of tracepoints are attached by one; the seccomp filters of containers forbid it. */
static bool has_perf_events(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = PERF_ATTR_SIZE_VER1,
					.config = PERF_COUNT_SW_DUMMY };
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Which programs see calls and forks; engine.bpf.c and tasks.bpf.h tell why there are several. */
static void choose_programs(struct engine_bpf *skel, const struct engine_opts *opts)
{
	const bool has_texts = opts->filter && opts->filter->config.has_texts;
	const bool follows = opts->inherit && !opts->all_tasks;
	bool preemptible = bpf_feature__sleepable_calls(), perf = preemptible;

	if (perf && access("/sys/kernel/tracing/events/raw_syscalls", F_OK) &&
	    access("/sys/kernel/debug/tracing/events/raw_syscalls", F_OK)) {
		log_warn("calls are missed where tasks share a CPU: to see all of them on this "
			 "kernel, " TRACEFS_MOUNT);
		perf = false;
	} else if (perf && !has_perf_events()) {
		log_warn("calls are missed where tasks share a CPU: to see all of them on this "
			 "kernel, perf events must be permitted (seccomp, perf_event_paranoid)");
		perf = false;
	}
	((struct engine_config *)&skel->rodata->config)->calls_interrupt = preemptible && !perf;
	bpf_program__set_autoload(skel->progs.sched_process_fork, follows);
	bpf_program__set_autoload(skel->progs.sched_process_fork_perf, follows && perf);
	bpf_program__set_autoload(skel->progs.sys_enter, !perf);
	bpf_program__set_autoload(skel->progs.sys_exit, !perf);
	bpf_program__set_autoload(skel->progs.sys_enter_perf, perf);
	bpf_program__set_autoload(skel->progs.sys_exit_perf, perf);
	bpf_program__set_autoload(skel->progs.sys_enter_fault,
				  perf && (opts->want_events || has_texts));
	bpf_program__set_flags(skel->progs.sys_enter_fault, BPF_F_SLEEPABLE);
	bpf_program__set_autoload(skel->progs.capture, opts->want_events && !perf);
	bpf_program__set_autoload(skel->progs.capture_perf, opts->want_events && perf);
	bpf_program__set_autoload(skel->progs.capture_exec, opts->want_events && perf);
	bpf_map__set_autocreate(skel->maps.captures, opts->want_events);
	bpf_map__set_autocreate(skel->maps.exec_captures, opts->want_events);
}

static void configure_cpus(struct engine_config *cfg, const struct cpu_list *cpus)
{
	size_t i;

	cfg->has_cpus = cpus && cpus->nr;
	for (i = 0; cfg->has_cpus && i < cpus->nr; i++) {
		if (cpus->cpus[i] < AUG_MAX_CPUS)
			cfg->cpus[cpus->cpus[i] / 64] |= 1ULL << (cpus->cpus[i] % 64);
	}
}

/* May calls be filtered at their entry? */
static bool drops_calls(const struct engine_opts *opts)
{
	uint32_t nr;

	for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
		if (!(opts->specs[nr].flags & AUG_S_TRACED))
			return true;
	}
	return opts->filter || opts->has_delay || (opts->cpus && opts->cpus->nr);
}

/*
 * Which calls end without a look at their task: see ends.bpf.h. None where something else has to be done at an end,
 * or somebody asks meanwhile whether the task is in a call.
 */
static void choose_ends(struct engine_config *cfg, struct engine_bpf *skel,
			const struct engine_opts *opts)
{
	const bool raw = bpf_program__autoload(skel->progs.sys_enter);
	const bool plain = raw && !cfg->calls_interrupt && !opts->want_task_records &&
			   !opts->min_duration_ns && !opts->detach_on_exec && !opts->augment;
	const bool by_result = opts->filter && opts->filter->config.common.by_result;

	cfg->counts_ends = plain && cfg->summary_rows && !opts->want_events && !opts->hidden &&
			   !opts->filter && !opts->summary_run_time;
	cfg->hides_ends = plain && (opts->filter ? by_result : opts->hidden != 0);
	cfg->has_ends = cfg->counts_ends || cfg->hides_ends || (raw && drops_calls(opts));
	bpf_map__set_autocreate(skel->maps.ends, cfg->has_ends);
}

/* Maps that this run does not use are not made; the verifier removes the code that names them. */
static void choose_maps(const struct engine_config *cfg, struct engine_bpf *skel,
			const struct engine_opts *opts)
{
	bpf_map__set_autocreate(skel->maps.states, cfg->has_task_storage && !cfg->has_slots);
	bpf_map__set_autocreate(skel->maps.slots, cfg->has_slots);
	bpf_map__set_autocreate(skel->maps.slot_array, false);
	bpf_map__set_autocreate(skel->maps.slots_free, cfg->has_slots);
	bpf_map__set_autocreate(skel->maps.slots_wanted, cfg->has_slots);
	bpf_map__set_autocreate(skel->maps.slot_of_task, cfg->has_slots);
	bpf_map__set_autocreate(skel->maps.states_by_tid, !cfg->has_task_storage);
	bpf_map__set_autocreate(skel->maps.summary, opts->want_summary == AUG_SUMMARY_BY_THREAD);
	bpf_map__set_autocreate(skel->maps.summary_rows, cfg->summary_rows);
	bpf_map__set_autocreate(skel->maps.summary_rows_free, cfg->summary_rows);
	bpf_map__set_autocreate(skel->maps.summary_cpu, opts->want_summary == AUG_SUMMARY_BY_CPU);
	bpf_map__set_autocreate(skel->maps.errnos, opts->want_errnos);
	bpf_map__set_autocreate(skel->maps.runs, opts->want_runs);
	bpf_map__set_autocreate(skel->maps.processes, opts->want_tree);
	bpf_map__set_autocreate(skel->maps.living, opts->want_living);
	bpf_map__set_autocreate(skel->maps.pids_filtered, opts->filters_pids);
}

void engine__configure(struct engine *e, const struct engine_opts *opts)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	bool task_storage = bpf_feature__task_storage();
	struct engine_bpf *skel = e->skel;
	uint64_t dev, ino;

	cfg->all_tasks = opts->all_tasks;
	cfg->filters_pids = opts->filters_pids;
	cfg->inherit = opts->inherit;
	cfg->hidden = opts->hidden;
	cfg->want_events = opts->want_events;
	cfg->waits_when_full = opts->want_events && opts->waits_when_full;
	cfg->want_summary = opts->want_summary;
	cfg->summary_cgroups = opts->summary_cgroups;
	cfg->summary_rows = opts->want_summary == AUG_SUMMARY_BY_THREAD && !opts->summary_cgroups;
	cfg->want_errnos = opts->want_errnos;
	cfg->want_runs = opts->want_runs;
	cfg->summary_run_time = opts->summary_run_time;
	cfg->want_tree = opts->want_tree;
	cfg->want_living = opts->want_living;
	cfg->has_delay = opts->has_delay;
	cfg->has_unfold = spec__has_unfolded(opts->specs);
	configure_cpus(cfg, opts->cpus);
	spec__build_follows(opts->limits, (struct aug_follow *)skel->rodata->follows);
	cfg->want_task_records = opts->want_task_records;
	cfg->want_pidns = opts->want_task_records && opts->want_pidns;
	cfg->want_cgroups = opts->want_events && opts->want_cgroups;
	cfg->stacks = opts->want_events ? opts->stacks : 0;
	cfg->stack_dump = opts->stack_dump & ~7U;
	cfg->detach_on_exec = opts->detach_on_exec;
	memcpy(skel->bss->specs, opts->specs, sizeof(skel->bss->specs));
	skel->bss->shared.first_exec = (uint32_t)opts->first_exec;
	cfg->stack_bytes = (uint32_t)(MIN(opts->max_stack, ENGINE_STACK_MAX) * sizeof(uint64_t));
	cfg->min_duration_ns = opts->min_duration_ns;
	cfg->has_task_storage = task_storage;
	cfg->has_slots = task_storage && bpf_feature__kptr_in_storage() &&
			 btf_kptr__tag(bpf_object__btf(skel->obj));
	cfg->keeps_ended = cfg->has_slots &&
			   (opts->want_runs ||
			    (opts->want_events &&
			     opts->augment & (ENGINE_AUGMENT_TRACEPOINTS | ENGINE_AUGMENT_PROBES)));
	bpf_program__set_autoload(skel->progs.sched_switch_last, cfg->keeps_ended);
	cfg->long_data = opts->want_events && opts->long_data;
	e->in_pidns = pidns__find(&dev, &ino);
	if (e->in_pidns) {
		cfg->pidns_dev = dev;
		cfg->pidns_ino = ino;
	}
	engine_rings__tell_size(e);
	choose_maps(cfg, skel, opts);
	if (!bpf_feature__hash_allocates())
		preallocate(skel);
	choose_programs(skel, opts);
	choose_ends(cfg, skel, opts);
	engine_augment__configure(e, opts->want_events ? opts->augment : 0);
	engine_fds__configure(e, opts->want_events && opts->want_fds);
	/* A call that waits is announced only where it will be shown whatever it returns. */
	cfg->announces = opts->want_events && !opts->hidden && !opts->min_duration_ns;
	bpf_program__set_autoload(skel->progs.sched_switch,
				  cfg->announces || opts->want_task_records);
	bpf_program__set_autoload(skel->progs.sched_stat_runtime, opts->want_runs);
	bpf_program__set_autoload(skel->progs.tree_fork, opts->want_tree);
	bpf_program__set_autoload(skel->progs.tree_exec, opts->want_tree);
	bpf_program__set_autoload(skel->progs.tree_exit, opts->want_tree);
	bpf_program__set_autoload(skel->progs.signal_deliver, opts->want_task_records);
	bpf_program__set_autoload(skel->progs.signal_generate, opts->want_task_records);
	bpf_map__set_max_entries(skel->maps.rings, (uint32_t)e->nr_cpus);
	/* What may be interrupted by its like cannot write a record in place. */
	if (opts->want_events && !cfg->calls_interrupt)
		cfg->short_ring_size = (uint32_t)e->short_ring_size;
	bpf_map__set_autocreate(skel->maps.short_rings, opts->want_events);
	bpf_map__set_max_entries(skel->maps.ends, (uint32_t)e->nr_cpus);
}
