// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine.c - see engine.h. */
#include "engine_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bpf_load.h"
#include "fdio.h"
#include "kernel_btf.h"
#include "log.h"
#include "privilege.h"
#include "spec.h"
#include "util.h"

/* BTF of the object and the kernel, the rings' poll, what libbpf tries out. */
#define SPARE_DESCRIPTORS 8

/* More than the engine ever takes, but for its rings. */
#define ROOMY_DESCRIPTORS 256

/* What all other maps take at most on kernels before 5.11. */
#define MEMLOCK_MAPS (64UL << 20)

void engine__explain_load(int err)
{
	if (kernel_btf__explain("cannot load the BPF engine")) {
		log_err("dump-map, progs, report and annotate work without BTF, and record does less; "
			"`perf-augment doctor` tells what works here");
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

/*
 * Without the file libbpf may find BTF elsewhere. One that is no BTF is refused here: programs that a
 * former run has prepared would work with it, those of the next option would not.
 */
static int check_btf(void)
{
	struct strbuf detail = {};
	const int err = kernel_btf__check(&detail);

	strbuf__free(&detail);
	if (err != -ENODATA && err != -EINVAL)
		return 0;
	engine__explain_load(err);
	return err;
}

/* Asked before, as libbpf takes a descriptor that is refused for a kernel that lacks something. */
static int check_descriptors(const struct engine *e)
{
	const struct bpf_object *obj = e->skel->obj;
	unsigned int nr = SPARE_DESCRIPTORS + 2 * (unsigned int)e->nr_rings;
	struct bpf_program *prog;
	struct bpf_map *map;

	if (e->skel->rodata->config.has_slots)
		nr += ENGINE_SLOTS_BATCH + 2;
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
	int err = engine_no_entry__link(e);

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
	const size_t rings = e->ring_size + e->short_ring_size;
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

/* All at once, or one by one where the kernel does not take that. */
static int tell_cmds(int fd, const struct cmds *cmds)
{
	uint32_t done = cmds->nr, i;
	int err = 0;

	if (!cmds->nr || (!bpf_map_update_batch(fd, cmds->keys, cmds->captures, &done, NULL) &&
			  done == cmds->nr))
		return 0;
	for (i = 0; i < cmds->nr && !err; i++) {
		if (bpf_map_update_elem(fd, &cmds->keys[i], &cmds->captures[i], BPF_ANY))
			err = -errno;
	}
	if (err)
		log_err("cannot tell the BPF engine what to capture (map cmd_captures): %s",
			strerror(-err));
	return err;
}

static int fill_cmds(struct engine *e, struct spec_limits limits)
{
	struct cmds *cmds __cleanup_free = calloc(1, sizeof(*cmds));
	int err = cmds ? spec__for_each_cmd(limits, add_cmd, cmds) : -ENOMEM;

	return err ?: tell_cmds(bpf_map__fd(e->skel->maps.cmd_captures), cmds);
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
	err = check_btf();
	if (err)
		goto fail;
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
	e->is_hurried = e->rings_grow && opts->first_exec;
	e->long_data = opts->long_data;
	e->short_ring_size = engine_rings__choose_short_size(e);
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
	engine__configure(e, opts);
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
	err = opts->want_events ? fill_cmds(e, opts->limits) : 0;
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
	engine_slots__free(e);
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

bool engine__tell_task(struct engine *e, const struct aug_record *rec, bool is_told)
{
	const uint64_t key = target_key(e, (pid_t)rec->tid);
	const struct target_task target = {
		.since_ns = rec->enter_ns,
		.kind = is_told ? TARGET_TOLD : TARGET_ATTACHED,
		.nr = rec->nr,
	};

	return !bpf_map_update_elem(bpf_map__fd(e->skel->maps.targets), &key, &target, BPF_EXIST);
}

int engine__add_task(struct engine *e, pid_t tid, uint64_t since_ns)
{
	const uint64_t key = target_key(e, tid);
	const struct target_task target = {
		.since_ns = since_ns,
		.kind = since_ns ? TARGET_ATTACHED : TARGET_NEW,
	};
	int err;

	engine_slots__expect(e);
	if (since_ns)
		engine_no_entry__expect(e, tid);
	if (bpf_map_update_elem(bpf_map__fd(e->skel->maps.targets), &key, &target, BPF_ANY)) {
		err = -errno;
		log_err("cannot mark thread %d to be traced: %s", tid, strerror(-err));
		return err;
	}
	__atomic_add_fetch(&e->skel->bss->shared.nr_targets_added, 1, __ATOMIC_SEQ_CST);
	return 0;
}

bool engine__has_living(struct engine *e)
{
	const int fd = bpf_map__fd(e->skel->maps.living);
	uint32_t tid, visible;

	if (fd < 0)
		return false;
	while (!bpf_map_get_next_key(fd, NULL, &tid)) {
		if (bpf_map_lookup_elem(fd, &tid, &visible))
			continue; /* it has just ended */
		if (!visible || !kill((pid_t)visible, 0) || errno != ESRCH)
			return true;
		/* Its end was missed. */
		bpf_map_delete_elem(fd, &tid);
	}
	return false;
}

int engine__filter_pid(struct engine *e, pid_t pid)
{
	uint32_t key = (uint32_t)pid;
	bool yes = true;
	int err;

	if (bpf_map_update_elem(bpf_map__fd(e->skel->maps.pids_filtered), &key, &yes, BPF_ANY)) {
		err = -errno;
		log_err("cannot filter process or thread %d: %s", pid,
			err == -E2BIG ? "4096 of them can be filtered, and are already"
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

static int attach_some(struct engine *e, const struct bpf_program *const *programs, size_t nr)
{
	int err = 0;

	for (size_t i = 0; i < nr && !err; i++)
		err = attach_program(e, programs[i]);
	return err;
}

/*
 * All but signal_generate. Attaching may wait for RCU, where somebody has just left the tracepoint: not before all
 * programs are loaded, or being so. Those of calls are the longest: the others are attached meanwhile.
 */
static int attach_programs(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	/* Who looks at a task that ends, before sched_process_exit, which forgets it. */
	const struct bpf_program *const of_tasks[] = {
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
		skel->progs.sched_switch_last,
		skel->progs.signal_deliver,
	};
	/*
	 * The exit first: no call is entered whose end would be missed. Last what goes on behind
	 * sys_enter_perf.
	 */
	const struct bpf_program *const of_calls[] = {
		skel->progs.sys_exit,	    skel->progs.sys_exit_perf,	 skel->progs.sys_enter,
		skel->progs.sys_enter_perf, skel->progs.sys_enter_fault,
	};
	int err;

	engine_progs__load_rest(e);
	/*
	 * Events first: programs of one tracepoint run in the order in which they were attached, and at
	 * a task's exit ours forgets that it is traced.
	 */
	err = engine_event__attach(e);
	if (!err)
		err = attach_some(e, of_tasks, ARRAY_SIZE(of_tasks));
	engine_progs__wait(e);
	if (!err)
		err = engine_slots__wait(e);
	return err ?: attach_some(e, of_calls, ARRAY_SIZE(of_calls));
}

int engine__attach(struct engine *e)
{
	const struct engine_config *cfg = &e->skel->rodata->config;
	int err = attach_programs(e);

	if (!err && !cfg->all_tasks)
		err = link_calls(e);
	if (!err)
		engine_no_entry__sees_entries(e, true);
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

	engine_no_entry__sees_entries(e, false);
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
