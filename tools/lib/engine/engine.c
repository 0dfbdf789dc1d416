// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine.c - see engine.h. */
#include "engine_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_feature.h"
#include "bpf_load.h"
#include "btf_kptr.h"
#include "fdio.h"
#include "log.h"
#include "pidns.h"
#include "privilege.h"
#include "spec.h"
#include "strbuf.h"
#include "util.h"

/* BTF of the object and the kernel, the rings' poll, what libbpf tries out. */
#define SPARE_DESCRIPTORS 8

/* More than the engine ever takes, but for its rings. */
#define ROOMY_DESCRIPTORS 256

/* What all other maps take at most on kernels before 5.11. */
#define MEMLOCK_MAPS (64UL << 20)

void engine__explain_load(int err)
{
	if (access("/sys/kernel/btf/vmlinux", R_OK)) {
		log_err("cannot load the BPF engine: the running kernel has no readable BTF "
			"(/sys/kernel/btf/vmlinux), so the places of its fields are not known; "
			"it must be built with CONFIG_DEBUG_INFO_BTF=y, as distributions' kernels are");
		return;
	}
	if (err == -EPERM) {
		privilege__explain_bpf(err);
		return;
	}
	if (err == -ENOMEM || err == -EMFILE || err == -ENFILE) {
		log_err("cannot load the BPF engine: %s%s", strerror(-err),
			err == -ENOMEM
				? "; a smaller -m takes less, if a limit (cgroup, ulimit -l) "
				  "is in the way"
				: " (ulimit -n, or fs.file-max for all)");
		return;
	}
	/* -EACCES and -EINVAL are the verifier's: a kernel that we do not know well enough. */
	log_err("cannot load the BPF engine: %s; with -vv the messages of libbpf and of the kernel's "
		"verifier tell where; please report them with the kernel's version",
		strerror(-err));
}

/* Asked before, as libbpf takes a descriptor that is refused for a kernel that lacks something. */
static int check_descriptors(const struct engine *e)
{
	const struct bpf_object *obj = e->skel->obj;
	unsigned int nr = SPARE_DESCRIPTORS + 2 * (unsigned int)e->nr_rings;
	struct bpf_program *prog;
	struct bpf_map *map;

	bpf_object__for_each_map (map, obj)
		nr += 2; /* and where programs are relocated */
	bpf_object__for_each_program (prog, obj)
		nr += bpf_program__autoload(prog) ? 3 : 0; /* its link, and libbpf's in its place */
	if (!fdio__make_room(nr))
		return 0;
	log_err("cannot load the BPF engine: it takes %u more file descriptors, and the limit is too "
		"low: raise it (ulimit -n)",
		nr);
	return -EMFILE;
}

/* Elements of hashes exist from the start, so they are fewer. */
static void preallocate(struct engine_bpf *skel)
{
	const struct {
		struct bpf_map *map;
		uint32_t nr;
	} hashes[] = {
		{ skel->maps.targets, 16384 },	     /* 64 bytes each */
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
			 "kernel, mount -t tracefs nodev /sys/kernel/tracing");
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

/* Where the programs of both ends, and that of exec, go on. */
static int link_captures(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	const bool perf = engine__has_prog(e, skel->progs.capture_perf);
	int err = engine_augment__set_own(e, skel->maps.captures, 0,
					  perf ? skel->progs.capture_perf : skel->progs.capture);

	return err
		       ?: engine_augment__set_own(e, skel->maps.exec_captures, 0,
						  perf ? skel->progs.capture_exec
						       : skel->progs.capture);
}

/* What programs of calls go on in. */
static int link_calls(struct engine *e)
{
	int err = engine_refused__link(e);

	if (!err && e->skel->rodata->config.want_events)
		err = link_captures(e);
	return err;
}

/*
 * Before 5.11, when task storage came, maps count as locked memory. libbpf has raised the limit of it
 * where it may.
 */
static void check_memlock(const struct engine *e)
{
	const size_t rings = e->ring_size + engine_rings__short_size(e->ring_size);
	const size_t needed = MEMLOCK_MAPS + e->nr_rings * rings;
	struct rlimit lim;

	if (e->skel->rodata->config.has_task_storage || getrlimit(RLIMIT_MEMLOCK, &lim) ||
	    lim.rlim_cur >= needed)
		return;
	log_warn(
		"this kernel counts BPF maps as locked memory: %llu KiB are allowed, up to %zu KiB "
		"are needed; raising the limit needs CAP_SYS_RESOURCE, or `ulimit -l unlimited` "
		"by who has it",
		(unsigned long long)lim.rlim_cur >> 10, needed >> 10);
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

static void configure(struct engine *e, const struct engine_opts *opts)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	bool task_storage = bpf_feature__task_storage();
	struct engine_bpf *skel = e->skel;
	uint64_t dev, ino;

	cfg->all_tasks = opts->all_tasks;
	cfg->inherit = opts->inherit;
	cfg->hidden = opts->hidden;
	cfg->want_events = opts->want_events;
	cfg->want_summary = opts->want_summary;
	cfg->summary_cgroups = opts->summary_cgroups;
	cfg->summary_rows = opts->want_summary == AUG_SUMMARY_BY_THREAD && !opts->summary_cgroups;
	cfg->want_errnos = opts->want_errnos;
	cfg->want_runs = opts->want_runs;
	cfg->summary_run_time = opts->summary_run_time;
	cfg->want_tree = opts->want_tree;
	cfg->has_delay = opts->has_delay;
	cfg->has_unfold = spec__has_unfolded(opts->specs);
	configure_cpus(cfg, opts->cpus);
	spec__build_follows(opts->data_limit, (struct aug_follow *)skel->rodata->follows);
	cfg->want_task_records = opts->want_task_records;
	cfg->want_pidns = opts->want_task_records && opts->want_pidns;
	cfg->want_cgroups = opts->want_events && opts->want_cgroups;
	cfg->stacks = opts->want_events ? opts->stacks : 0;
	cfg->stack_dump = opts->stack_dump & ~7U;
	cfg->detach_on_exec = opts->detach_on_exec;
	skel->bss->shared.first_exec = (uint32_t)opts->first_exec;
	cfg->stack_bytes = (uint32_t)(MIN(opts->max_stack, ENGINE_STACK_MAX) * sizeof(uint64_t));
	cfg->min_duration_ns = opts->min_duration_ns;
	cfg->has_task_storage = task_storage;
	cfg->has_regs = task_storage && bpf_feature__kptr_in_storage() &&
			btf_kptr__tag(bpf_object__btf(skel->obj));
	cfg->long_data = opts->want_events && opts->long_data;
	e->in_pidns = pidns__find(&dev, &ino);
	if (e->in_pidns) {
		cfg->pidns_dev = dev;
		cfg->pidns_ino = ino;
	}
	skel->bss->shared.wake_bits = engine_rings__wake_bits(engine_rings__first_size(e));
	/* Maps that this run does not use are not made; the verifier removes the code that names them. */
	bpf_map__set_autocreate(skel->maps.states, task_storage && !cfg->has_regs);
	bpf_map__set_autocreate(skel->maps.states_regs, cfg->has_regs);
	bpf_map__set_autocreate(skel->maps.states_by_tid, !task_storage);
	bpf_map__set_autocreate(skel->maps.summary, opts->want_summary == AUG_SUMMARY_BY_THREAD);
	bpf_map__set_autocreate(skel->maps.summary_rows, cfg->summary_rows);
	bpf_map__set_autocreate(skel->maps.summary_rows_free, cfg->summary_rows);
	bpf_map__set_autocreate(skel->maps.summary_cpu, opts->want_summary == AUG_SUMMARY_BY_CPU);
	bpf_map__set_autocreate(skel->maps.errnos, opts->want_errnos);
	bpf_map__set_autocreate(skel->maps.runs, opts->want_runs);
	bpf_map__set_autocreate(skel->maps.processes, opts->want_tree);
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
		cfg->short_ring_size = (uint32_t)engine_rings__short_size(e->ring_size);
	bpf_map__set_autocreate(skel->maps.short_rings, opts->want_events);
	bpf_map__set_max_entries(skel->maps.ends, (uint32_t)e->nr_cpus);
}

/* All elements at once, or one by one where the kernel does not take that. */
static int fill_map(const struct bpf_map *map, const void *keys, const void *values, uint32_t nr)
{
	const size_t key_size = bpf_map__key_size(map), value_size = bpf_map__value_size(map);
	const int fd = bpf_map__fd(map);
	uint32_t done = nr, i;
	int err = 0;

	if (!nr || (!bpf_map_update_batch(fd, keys, values, &done, NULL) && done == nr))
		return 0;
	for (i = 0; i < nr && !err; i++) {
		if (bpf_map_update_elem(fd, (const char *)keys + i * key_size,
					(const char *)values + i * value_size, BPF_ANY))
			err = -errno;
	}
	if (err)
		log_err("cannot tell the BPF engine what to capture (map %s): %s",
			bpf_map__name(map), strerror(-err));
	return err;
}

static int fill_specs(struct engine *e, const struct aug_spec *specs)
{
	uint32_t keys[ENGINE_NR_SPECS], i;

	for (i = 0; i < ENGINE_NR_SPECS; i++)
		keys[i] = i;
	return fill_map(e->skel->maps.specs, keys, specs, ENGINE_NR_SPECS);
}

struct cmds {
	struct aug_cmd_key keys[AUG_CMD_CAPTURES_MAX];
	struct aug_capture captures[AUG_CMD_CAPTURES_MAX];
	uint32_t nr;
};

static int add_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_capture *cap)
{
	struct cmds *cmds = ctx;

	if (cmds->nr == AUG_CMD_CAPTURES_MAX) {
		log_err("cannot tell the BPF engine what to capture for a command: there are more "
			"than %d of them",
			AUG_CMD_CAPTURES_MAX);
		return -E2BIG;
	}
	cmds->keys[cmds->nr] = *key;
	cmds->captures[cmds->nr++] = *cap;
	return 0;
}

static int fill_cmds(struct engine *e, uint32_t data_limit)
{
	struct cmds *cmds __cleanup_free = calloc(1, sizeof(*cmds));
	int err = cmds ? spec__for_each_cmd(data_limit, add_cmd, cmds) : -ENOMEM;

	return err ?: fill_map(e->skel->maps.cmd_captures, cmds->keys, cmds->captures, cmds->nr);
}

struct engine_bpf *engine__open_object(const struct engine *e)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts);

	if (e->btf.fd >= 0)
		opts.btf_custom_path = e->btf.path;
	return engine_bpf__open_opts(&opts);
}

int engine__fill_btf(struct engine *e)
{
	if (e->btf.fd < 0 || e->btf_is_filled)
		return 0;
	e->btf_is_filled = true;
	return btf_subset_file__fill(&e->btf, bpf_object__btf(e->skel->obj), true);
}

int engine__new(const struct engine_opts *opts, struct engine **ret_engine)
{
	struct engine *e = calloc(1, sizeof(*e));
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	int err;

	if (!e) {
		log_err("out of memory");
		return -ENOMEM;
	}
	e->rings_fd = -1;
	e->short_rings_fd = -1;
	e->btf.fd = -1;
	err = privilege__check_bpf();
	if (err)
		goto fail;
	bpf_load__choose_print();
	e->nr_cpus = libbpf_num_possible_cpus();
	if (e->nr_cpus <= 0) {
		err = e->nr_cpus ? e->nr_cpus : -ENOENT;
		log_err("cannot count the CPUs (/sys/devices/system/cpu/possible): %s",
			strerror(-err));
		goto fail;
	}
	e->nr_rings = (size_t)MIN(MAX(online, 1), (long)e->nr_cpus);
	e->ring_size = engine_rings__choose_size(opts->ring_size, e->nr_rings);
	/* What somebody asks for is there from the start, or is refused then. */
	e->rings_grow = !opts->ring_size && !opts->all_tasks;
	/* Before all else, where it takes no descriptor that check_descriptors() would miss. */
	if (opts->want_events &&
	    !fdio__make_room(ROOMY_DESCRIPTORS + 2 * (unsigned int)e->nr_rings)) {
		err = engine_rings__begin(e);
		if (err) {
			engine__explain_load(err);
			goto fail;
		}
	}
	btf_subset_file__open(&e->btf);
	err = engine_load__set_up();
	e->skel = err ? NULL : engine_load__open_maps();
	if (!e->skel) {
		err = -errno;
		log_err("cannot open the BPF engine inside this binary: %s", strerror(-err));
		goto fail;
	}
	configure(e, opts);
	check_memlock(e);
	err = engine_filter__configure(e, opts->filter,
				       bpf_program__autoload(e->skel->progs.sys_enter_perf));
	if (!err)
		err = check_descriptors(e);
	if (err)
		goto fail;
	if (opts->want_events && e->rings_fd < 0)
		err = engine_rings__begin(e);
	if (!err && opts->want_events)
		err = engine_rings__reuse(e);
	if (!err)
		err = engine_load(e);
	if (err) {
		engine__explain_load(err);
		goto fail;
	}
	err = fill_specs(e, opts->specs);
	if (!err && opts->want_events)
		err = fill_cmds(e, opts->data_limit);
	if (!err)
		err = engine_filter__fill(e);
	if (!err)
		err = engine_summary__fill_rows(e);
	if (!err)
		err = engine_augment__link(e);
	if (!err)
		err = engine_fds__fill(e);
	if (!err && opts->want_events)
		err = engine_rings__wait(e);
	/* Else after the attach, which takes as long: until engine__add_task() nobody is traced. */
	if (!err && opts->all_tasks)
		err = link_calls(e);
	if (err)
		goto fail;
	*ret_engine = e;
	return 0;

fail:
	engine__free(e);
	return err;
}

void engine__free(struct engine *e)
{
	if (!e)
		return;
	engine_rings__free(e);
	engine_progs__free(e);
	engine_event__free(e);
	bpf_pruned__free(&e->pruned);
	engine_bpf__destroy(e->whole);
	engine_bpf__destroy(e->skel);
	btf_subset_file__close(&e->btf);
	free(e);
}

static uint64_t target_key(const struct engine *e, pid_t tid)
{
	return (uint32_t)tid | (e->in_pidns ? TARGET_IN_PIDNS : 0);
}

bool engine__awaits_task(const struct engine *e, pid_t tid)
{
	const uint64_t key = target_key(e, tid);
	uint8_t one;

	return !bpf_map_lookup_elem(bpf_map__fd(e->skel->maps.targets), &key, &one);
}

int engine__add_task(struct engine *e, pid_t tid)
{
	const uint64_t key = target_key(e, tid);
	uint8_t one = 1;
	int err;

	if (bpf_map_update_elem(bpf_map__fd(e->skel->maps.targets), &key, &one, BPF_ANY)) {
		err = -errno;
		log_err("cannot mark thread %d to be traced: %s", tid, strerror(-err));
		return err;
	}
	return 0;
}

int engine__filter_pid(struct engine *e, pid_t pid)
{
	uint32_t key = (uint32_t)pid;
	bool yes = true;
	int err;

	if (bpf_map_update_elem(bpf_map__fd(e->skel->maps.pids_filtered), &key, &yes, BPF_ANY)) {
		err = -errno;
		log_err("cannot filter process %d: %s", pid,
			err == -E2BIG ? "4096 processes can be filtered, and are already"
				      : strerror(-err));
		return err;
	}
	return 0;
}

static int attach_program(struct engine *e, const struct bpf_program *prog)
{
	int fd, err;

	if (!engine__has_prog(e, prog))
		return 0;
	fd = engine__prog_fd(e, prog);
	if (fd < 0)
		return fd;
	err = engine_link__open(&engine__prog(e, prog)->link, bpf_program__section_name(prog), fd);
	if (!err)
		return 0;
	log_err("cannot attach to the tracepoint %s: %s", bpf_program__name(prog), strerror(-err));
	return err;
}

/* All but signal_generate. */
static int attach_programs(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	/*
	 * The exit first: no call is entered whose end would be missed. Who looks at a task that
	 * ends, before sched_process_exit, which forgets it. Last what goes on behind
	 * sys_enter_perf.
	 */
	const struct bpf_program *programs[] = {
		skel->progs.sys_exit,
		skel->progs.sys_exit_perf,
		skel->progs.task_rename,
		skel->progs.sched_process_exec,
		skel->progs.tree_fork,
		skel->progs.tree_exec,
		skel->progs.tree_exit,
		skel->progs.sched_stat_runtime,
		skel->progs.sched_process_exit,
		skel->progs.sched_process_fork,
		skel->progs.sched_process_fork_perf,
		skel->progs.sched_switch,
		skel->progs.signal_deliver,
		skel->progs.sys_enter,
		skel->progs.sys_enter_perf,
		skel->progs.sys_enter_fault,
	};
	size_t i;
	int err;

	/*
	 * Events first: programs of one tracepoint run in the order in which they were attached, and at
	 * a task's exit ours forgets that it is traced.
	 */
	err = engine_event__attach(e);
	for (i = 0; i < ARRAY_SIZE(programs) && !err; i++)
		err = attach_program(e, programs[i]);
	return err;
}

int engine__attach(struct engine *e)
{
	const struct engine_config *cfg = &e->skel->rodata->config;
	int err = attach_programs(e);

	if (!err && !cfg->all_tasks)
		err = link_calls(e);
	if (!err)
		engine_refused__sees_entries(e, true);
	/* It makes records of whoever gets a signal: not before they will be read. */
	if (!err)
		err = attach_program(e, e->skel->progs.signal_generate);
	if (err)
		engine__detach(e);
	return err;
}

void engine__detach(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	/* The entry first, so that calls which go on are not counted as entered. */
	const struct bpf_program *entries[] = {
		skel->progs.sys_enter,
		skel->progs.sys_enter_perf,
		skel->progs.sys_enter_fault,
	};
	size_t i;

	engine_refused__sees_entries(e, false);
	engine_event__detach(e);
	for (i = 0; i < ARRAY_SIZE(entries); i++)
		engine_link__close(&engine__prog(e, entries[i])->link);
	for (i = 0; i < e->progs->nr; i++)
		engine_link__close(&e->progs->items[i].link);
}

void engine__begin_at(struct engine *e, uint64_t time_ns)
{
	__atomic_store_n(&e->skel->bss->shared.begin_ns, time_ns, __ATOMIC_SEQ_CST);
}
