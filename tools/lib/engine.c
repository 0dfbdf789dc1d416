// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine.c - see engine.h. */
#include "engine_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fdio.h"
#include "log.h"
#include "pidns.h"
#include "privilege.h"
#include "spec.h"
#include "strbuf.h"
#include "util.h"

/* All rings together, unless that makes one smaller than the least that rides out a burst. */
#define RINGS_DEFAULT_TOTAL (16UL << 20)
#define RING_DEFAULT_MAX (8UL << 20)
#define RING_DEFAULT_MIN (1UL << 20)
#define RING_MAX (1UL << 30)

/* BTF of the object and the kernel, the rings' poll, what libbpf tries out. */
#define SPARE_DESCRIPTORS 8

/* What all other maps take at most on kernels before 5.11. */
#define MEMLOCK_MAPS (64UL << 20)

static size_t choose_ring_size(size_t wanted, size_t nr_rings)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = page;

	if (!wanted) {
		wanted = RINGS_DEFAULT_TOTAL / nr_rings;
		wanted = MIN(MAX(wanted, RING_DEFAULT_MIN), RING_DEFAULT_MAX);
		/* The default is a budget: round down. */
		while (size * 2 <= wanted)
			size *= 2;
		return size;
	}
	while (size < wanted && size < RING_MAX)
		size *= 2;
	return size;
}

static void explain_load_failure(int err)
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
	unsigned int nr = SPARE_DESCRIPTORS + (unsigned int)e->nr_rings;
	struct bpf_program *prog;
	struct bpf_map *map;

	bpf_object__for_each_map (map, obj)
		nr++;
	bpf_object__for_each_program (prog, obj)
		nr += bpf_program__autoload(prog) ? 2 : 0; /* the program and its link */
	if (!fdio__make_room(nr))
		return 0;
	log_err("cannot load the BPF engine: it takes %u more file descriptors, and the limit is too "
		"low: raise it (ulimit -n)",
		nr);
	return -EMFILE;
}

static int print_libbpf(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	struct strbuf text = {};

	(void)level;
	strbuf__vaddf(&text, fmt, ap);
	while (text.len && text.text[text.len - 1] == '\n')
		text.len--;
	log__lines(LOG_DEBUG, strbuf__cstr(&text));
	strbuf__free(&text);
	return 0;
}

/*
 * Before 6.1 a tracing program that uses a hash whose elements are allocated as they come makes the
 * kernel print a warning with a stack trace, or is refused (PREEMPT_RT). There the elements exist from
 * the start, so they are fewer. USER_RINGBUF is of 6.1 too, and can be asked for without a warning.
 */
static void preallocate(struct engine_bpf *skel)
{
	const struct {
		struct bpf_map *map;
		uint32_t nr;
	} hashes[] = {
		{ skel->maps.targets, 16384 },	     /* 64 bytes each */
		{ skel->maps.states_by_tid, 16384 }, /* 872 bytes */
		{ skel->maps.bigs, 512 },	     /* 16 KiB */
		{ skel->maps.summary, 16384 },	     /* 1.1 KiB */
		{ skel->maps.augment_probes, 256 },  /* 12 KiB */
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hashes); i++) {
		bpf_map__set_map_flags(hashes[i].map, 0);
		bpf_map__set_max_entries(hashes[i].map, hashes[i].nr);
	}
}

/* Programs of raw syscall tracepoints may be preempted where they may sleep. */
static bool calls_are_preemptible(void)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	/* r0 = 0; exit */
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", insns, ARRAY_SIZE(insns),
			       &opts);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Which programs see the calls; engine.bpf.c tells why there are several. */
static void choose_programs(struct engine_bpf *skel, bool want_events)
{
	bool loop = libbpf_probe_bpf_helper(BPF_PROG_TYPE_RAW_TRACEPOINT, BPF_FUNC_loop, NULL) == 1;
	bool perf = loop && calls_are_preemptible();

	if (perf && access("/sys/kernel/tracing/events/raw_syscalls", F_OK) &&
	    access("/sys/kernel/debug/tracing/events/raw_syscalls", F_OK)) {
		log_warn("calls are missed where tasks share a CPU: to see all of them on this "
			 "kernel, mount -t tracefs nodev /sys/kernel/tracing");
		perf = false;
	}
	bpf_program__set_autoload(skel->progs.sys_enter, !perf);
	bpf_program__set_autoload(skel->progs.sys_exit, !perf);
	bpf_program__set_autoload(skel->progs.sys_enter_perf, perf);
	bpf_program__set_autoload(skel->progs.sys_exit_perf, perf);
	bpf_program__set_autoload(skel->progs.capture, want_events && loop);
	bpf_program__set_autoload(skel->progs.capture_unrolled, want_events && !loop);
	bpf_program__set_autoload(skel->progs.capture_perf, want_events && perf);
	bpf_map__set_autocreate(skel->maps.captures, want_events);
	bpf_map__set_autocreate(skel->maps.exec_captures, want_events);
}

/* Where the programs of both ends, and that of exec, go on. */
static int link_captures(const struct engine_bpf *skel)
{
	const struct bpf_program *raw = skel->progs.capture, *of_calls;
	int err;

	if (!bpf_program__autoload(raw))
		raw = skel->progs.capture_unrolled;
	of_calls = skel->progs.capture_perf;
	if (!bpf_program__autoload(of_calls))
		of_calls = raw;
	err = engine_augment__set_program(skel->maps.captures, 0, bpf_program__fd(of_calls));
	if (!err)
		err = engine_augment__set_program(skel->maps.exec_captures, 0,
						  bpf_program__fd(raw));
	return err;
}

/*
 * Before 5.11, when task storage came, maps count as locked memory. libbpf has raised the limit of it
 * where it may.
 */
static void check_memlock(const struct engine *e)
{
	const size_t needed = MEMLOCK_MAPS + e->nr_rings * e->ring_size;
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

static void configure(struct engine *e, const struct engine_opts *opts)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	bool task_storage = libbpf_probe_bpf_map_type(BPF_MAP_TYPE_TASK_STORAGE, NULL) == 1;
	struct engine_bpf *skel = e->skel;
	uint64_t dev, ino;

	cfg->all_tasks = opts->all_tasks;
	cfg->inherit = opts->inherit;
	cfg->hidden = opts->hidden;
	cfg->want_events = opts->want_events;
	cfg->want_summary = opts->want_summary;
	cfg->want_task_records = opts->want_task_records;
	cfg->min_duration_ns = opts->min_duration_ns;
	cfg->has_task_storage = task_storage;
	e->in_pidns = pidns__find(&dev, &ino);
	if (e->in_pidns) {
		cfg->pidns_dev = dev;
		cfg->pidns_ino = ino;
	}
	cfg->wake_shift = (uint8_t)__builtin_ctzl(MAX(e->ring_size / 8, 4096UL));
	/* Maps that this run does not use are not made; the verifier removes the code that names them. */
	bpf_map__set_autocreate(skel->maps.states, task_storage);
	bpf_map__set_autocreate(skel->maps.states_by_tid, !task_storage);
	bpf_map__set_autocreate(skel->maps.summary, opts->want_summary);
	if (libbpf_probe_bpf_map_type(BPF_MAP_TYPE_USER_RINGBUF, NULL) != 1)
		preallocate(skel);
	choose_programs(skel, opts->want_events);
	engine_augment__configure(e, opts->want_events ? opts->augment : 0);
	bpf_program__set_autoload(skel->progs.sched_process_fork,
				  opts->inherit && !opts->all_tasks);
	/* A call that waits is announced only where it will be shown whatever it returns. */
	bpf_program__set_autoload(skel->progs.sched_switch,
				  opts->want_events && !opts->hidden && !opts->min_duration_ns);
	bpf_program__set_autoload(skel->progs.signal_deliver, opts->want_task_records);
	bpf_program__set_autoload(skel->progs.signal_generate, opts->want_task_records);
	bpf_map__set_max_entries(skel->maps.rings, (uint32_t)e->nr_cpus);
}

/*
 * Give each possible CPU its ring; one that comes online later shares another's. In one batch where
 * the kernel takes it (5.19): it waits for an RCU grace period after each update of a map of maps.
 */
static int assign_rings(struct engine *e)
{
	uint32_t nr = (uint32_t)e->nr_cpus, i;
	uint32_t *cpus __cleanup_free = calloc(nr, sizeof(*cpus));
	int *fds __cleanup_free = calloc(nr, sizeof(*fds));
	int err;

	if (!cpus || !fds)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		cpus[i] = i;
		fds[i] = e->ring_fds[i % e->nr_rings];
	}
	if (!bpf_map_update_batch(e->rings_fd, cpus, fds, &nr, NULL) && nr == (uint32_t)e->nr_cpus)
		return 0;
	for (i = 0; i < (uint32_t)e->nr_cpus; i++) {
		if (bpf_map_update_elem(e->rings_fd, &cpus[i], &fds[i], BPF_ANY)) {
			err = -errno;
			log_err("cannot give CPU %u its ring buffer: %s", i, strerror(-err));
			return err;
		}
	}
	return 0;
}

static int create_rings(struct engine *e)
{
	size_t i;
	int err;

	for (i = 0; i < e->nr_rings; i++) {
		e->ring_fds[i] = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0,
						(uint32_t)e->ring_size, NULL);
		if (e->ring_fds[i] < 0) {
			err = -errno;
			log_err("cannot create ring buffer %zu of %zu, %zu KiB each: %s; try a smaller -m",
				i + 1, e->nr_rings, e->ring_size >> 10, strerror(-err));
			return err;
		}
	}
	err = assign_rings(e);
	if (err)
		return err;
	err = ring_set__new(e->ring_fds, e->nr_rings, e->ring_size, &e->rings);
	if (err)
		log_err("cannot map the ring buffers: %s", strerror(-err));
	return err;
}

static void *rings_thread(void *arg)
{
	struct engine *e = arg;

	e->rings_err = create_rings(e);
	return NULL;
}

/*
 * Zeroing the rings and waiting for the grace period takes about as long as loading the programs, so
 * both are done at once. The map of rings is made here, for the programs to be loaded with.
 */
static int begin_rings(struct engine *e)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts);
	int inner, err;
	size_t i;

	e->ring_fds = calloc(e->nr_rings, sizeof(*e->ring_fds));
	if (!e->ring_fds)
		return -ENOMEM;
	for (i = 0; i < e->nr_rings; i++)
		e->ring_fds[i] = -1;
	inner = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ring", 0, 0, (uint32_t)sysconf(_SC_PAGESIZE),
			       NULL);
	if (inner < 0)
		return -errno;
	opts.inner_map_fd = (uint32_t)inner;
	e->rings_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY_OF_MAPS, "rings", sizeof(uint32_t),
				     sizeof(uint32_t), (uint32_t)e->nr_cpus, &opts);
	err = e->rings_fd < 0 ? -errno : 0;
	close(inner);
	if (!err)
		err = bpf_map__reuse_fd(e->skel->maps.rings, e->rings_fd);
	if (!err)
		err = -pthread_create(&e->rings_thread, NULL, rings_thread, e);
	e->rings_started = !err;
	return err;
}

static int end_rings(struct engine *e)
{
	if (!e->rings_started)
		return 0;
	pthread_join(e->rings_thread, NULL);
	e->rings_started = false;
	return e->rings_err;
}

static int fill_specs(struct engine *e, const struct aug_spec *specs)
{
	int fd = bpf_map__fd(e->skel->maps.specs), err;
	uint32_t keys[ENGINE_NR_SPECS], nr = ENGINE_NR_SPECS, i;

	for (i = 0; i < nr; i++)
		keys[i] = i;
	if (!bpf_map_update_batch(fd, keys, specs, &nr, NULL) && nr == ENGINE_NR_SPECS)
		return 0;
	for (i = 0; i < ENGINE_NR_SPECS; i++) {
		if (bpf_map_update_elem(fd, &i, &specs[i], BPF_ANY)) {
			err = -errno;
			log_err("cannot tell the BPF engine what to capture: %s", strerror(-err));
			return err;
		}
	}
	return 0;
}

static int fill_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_capture *cap)
{
	struct engine *e = ctx;
	int err;

	if (!bpf_map_update_elem(bpf_map__fd(e->skel->maps.cmd_captures), key, cap, BPF_ANY))
		return 0;
	err = -errno;
	log_err("cannot tell the BPF engine what to capture for a command: %s", strerror(-err));
	return err;
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
	err = privilege__check_bpf();
	if (err)
		goto fail;
	libbpf_set_print(print_libbpf);
	e->nr_cpus = libbpf_num_possible_cpus();
	if (e->nr_cpus <= 0) {
		err = e->nr_cpus ? e->nr_cpus : -ENOENT;
		log_err("cannot count the CPUs (/sys/devices/system/cpu/possible): %s",
			strerror(-err));
		goto fail;
	}
	e->nr_rings = (size_t)MIN(MAX(online, 1), (long)e->nr_cpus);
	e->ring_size = choose_ring_size(opts->ring_size, e->nr_rings);
	e->skel = engine_bpf__open();
	if (!e->skel) {
		err = -errno;
		log_err("cannot open the BPF engine inside this binary: %s", strerror(-err));
		goto fail;
	}
	configure(e, opts);
	check_memlock(e);
	err = check_descriptors(e);
	if (err)
		goto fail;
	err = opts->want_events ? begin_rings(e) : 0;
	if (!err)
		err = engine_bpf__load(e->skel);
	if (err) {
		explain_load_failure(err);
		goto fail;
	}
	err = fill_specs(e, opts->specs);
	if (!err && opts->want_events)
		err = spec__for_each_cmd(opts->data_limit, fill_cmd, e);
	if (!err)
		err = engine_augment__link(e);
	if (!err && opts->want_events)
		err = link_captures(e->skel);
	if (!err)
		err = end_rings(e);
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
	size_t i;

	if (!e)
		return;
	end_rings(e);
	ring_set__free(e->rings);
	if (e->ring_fds) {
		for (i = 0; i < e->nr_rings; i++) {
			if (e->ring_fds[i] >= 0)
				close(e->ring_fds[i]);
		}
	}
	free(e->ring_fds);
	if (e->rings_fd >= 0)
		close(e->rings_fd);
	engine_event__free(e);
	engine_bpf__destroy(e->skel);
	free(e);
}

int engine__add_task(struct engine *e, pid_t tid)
{
	uint64_t key = (uint32_t)tid | (e->in_pidns ? TARGET_IN_PIDNS : 0);
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

int engine__attach(struct engine *e)
{
	struct engine_bpf *skel = e->skel;
	/* The exit first: no call is entered whose end would be missed. */
	struct bpf_program *progs[] = {
		skel->progs.sys_exit,		skel->progs.sys_exit_perf,
		skel->progs.task_rename,	skel->progs.sched_process_exec,
		skel->progs.sched_process_exit, skel->progs.sched_process_fork,
		skel->progs.sched_switch,	skel->progs.signal_deliver,
		skel->progs.signal_generate,	skel->progs.sys_enter,
		skel->progs.sys_enter_perf,
	};
	struct bpf_link **links[] = {
		&skel->links.sys_exit,		 &skel->links.sys_exit_perf,
		&skel->links.task_rename,	 &skel->links.sched_process_exec,
		&skel->links.sched_process_exit, &skel->links.sched_process_fork,
		&skel->links.sched_switch,	 &skel->links.signal_deliver,
		&skel->links.signal_generate,	 &skel->links.sys_enter,
		&skel->links.sys_enter_perf,
	};
	size_t i;
	int err;

	/*
	 * Events first: programs of one tracepoint run in the order in which they were attached, and at
	 * a task's exit ours forgets that it is traced.
	 */
	err = engine_event__attach(e);
	if (err)
		return err;
	for (i = 0; i < ARRAY_SIZE(progs); i++) {
		if (!bpf_program__autoload(progs[i]))
			continue;
		*links[i] = bpf_program__attach(progs[i]);
		if (!*links[i]) {
			err = -errno;
			log_err("cannot attach to the tracepoint %s: %s",
				bpf_program__name(progs[i]), strerror(-err));
			engine__detach(e);
			return err;
		}
	}
	return 0;
}

void engine__detach(struct engine *e)
{
	struct engine_bpf *skel = e->skel;
	/* The entry first, so that calls which go on are not counted as entered. */
	struct bpf_link **entries[] = {
		&skel->links.sys_enter,
		&skel->links.sys_enter_perf,
	};
	size_t i;

	engine_event__detach(e);
	for (i = 0; i < ARRAY_SIZE(entries); i++) {
		bpf_link__destroy(*entries[i]);
		*entries[i] = NULL;
	}
	engine_bpf__detach(skel);
}

int engine__drain(struct engine *e, uint64_t until_ns, ring_fn fn, void *ctx, size_t *ret_nr)
{
	*ret_nr = 0;
	if (!e->rings)
		return 0;
	return ring_set__drain(e->rings, until_ns, fn, ctx, ret_nr);
}

int engine__add_to_epoll(struct engine *e, int epoll_fd, uint64_t token)
{
	/* Edge-triggered: only a wake-up by the engine counts, not that data is there. */
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET, .data.u64 = token };
	size_t i;
	int err;

	for (i = 0; e->rings && i < e->nr_rings; i++) {
		if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, e->ring_fds[i], &ev)) {
			err = -errno;
			log_err("cannot wait for the ring buffers: %s", strerror(-err));
			return err;
		}
	}
	return 0;
}

bool engine__begin_wait(struct engine *e)
{
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 1, __ATOMIC_SEQ_CST);
	if (!e->rings || ring_set__is_empty(e->rings))
		return true;
	__atomic_store_n(&e->skel->bss->shared.reader_waits, 0, __ATOMIC_SEQ_CST);
	return false;
}
