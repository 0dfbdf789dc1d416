// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_tap.c - see bpf_tap.h; the only file that sees the skeleton. */
#include "bpf_tap.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf-progs/prog_capture.h"
#include "bpf_kallsyms.h"
#include "gen/prog_capture.skel.h"
#include "kallsyms.h"
#include "log.h"
#include "pidns.h"
#include "strbuf.h"
#include "util.h"

/* All rings together, and each of them. */
#define RINGS_TOTAL (16UL << 20)
#define RING_MIN (1UL << 20)
#define RING_MAX (8UL << 20)

/** NR_WATCHES - variables that are tried, of those that perf_event_bpf_event() looks at. */
#define NR_WATCHES 4

/**
 * struct bpf_tap
 * @watches: addresses of variables; @next_watch: the one that is tried next.
 * @links: what makes it run: one, or for BPF_GATE_WATCH one per CPU.
 */
struct bpf_tap {
	struct prog_capture_bpf *skel;
	enum bpf_gate gate;
	unsigned int nr_cpus, nr_rings; /* CPUs that come later share another's ring */
	size_t ring_size;
	int *ring_fds;
	int epoll_fd;
	struct ring_set *rings;
	uint64_t watches[NR_WATCHES];
	unsigned int nr_watches, next_watch;
	struct bpf_link **links;
};

/* ---- rings ---- */

static size_t choose_ring_size(size_t wanted, unsigned int nr_rings)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	if (!wanted)
		wanted = MIN(MAX(RINGS_TOTAL / nr_rings, RING_MIN), RING_MAX);
	while (size < wanted && size < 1UL << 30)
		size *= 2;
	return size;
}

static int create_rings(struct bpf_tap *tap)
{
	struct epoll_event ev = { .events = EPOLLIN };
	unsigned int i;

	for (i = 0; i < tap->nr_rings; i++) {
		tap->ring_fds[i] = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "prog_ring", 0, 0,
						  (uint32_t)tap->ring_size, NULL);
		if (tap->ring_fds[i] < 0)
			return -errno;
		if (epoll_ctl(tap->epoll_fd, EPOLL_CTL_ADD, tap->ring_fds[i], &ev))
			return -errno;
	}
	return ring_set__new(tap->ring_fds, tap->nr_rings, tap->ring_size, &tap->rings);
}

static int assign_rings(struct bpf_tap *tap)
{
	const int fd = bpf_map__fd(tap->skel->maps.rings);
	unsigned int i;

	for (i = 0; i < tap->nr_cpus; i++) {
		if (bpf_map_update_elem(fd, &i, &tap->ring_fds[i % tap->nr_rings], BPF_ANY))
			return -errno;
	}
	return 0;
}

/* ---- what to watch ---- */

/*
 * The address that the instruction at @code reads 32 bits from: `mov disp32(%rip), %reg` or
 * `cmpl $imm8, disp32(%rip)`. 0 for others.
 */
static uint64_t read_by_rip(const uint8_t *code, uint64_t addr)
{
	int32_t disp;

	memcpy(&disp, code + 2, sizeof(disp));
	if (code[0] == 0x8b && (code[1] & 0xc7) == 0x05)
		return addr + 6 + (uint64_t)(int64_t)disp;
	if (code[0] == 0x83 && code[1] == 0x3d)
		return addr + 7 + (uint64_t)(int64_t)disp;
	return 0;
}

/*
 * perf_event_bpf_event() begins by looking at how many events want to know of BPF: nr_ksymbol_events
 * and nr_bpf_events, which nobody else reads often. That they are meant by the first bytes that look
 * like a read of a variable is a guess, and bpf_tap__retry()'s user finds out whether it is right.
 */
static void find_watches(struct bpf_tap *tap)
{
	const uint8_t *code = tap->skel->bss->shared.code;
	const uint64_t start = tap->skel->rodata->config.code;
	uint64_t addr;
	unsigned int at, i;

	for (at = 1; at + 8 <= CAP_CODE && tap->nr_watches < NR_WATCHES; at++) {
		addr = read_by_rip(code + at, start + at);
		/* REX.W and segment prefixes make it something else. */
		if (!addr || (addr & 3) || (code[at - 1] & 0xf8) == 0x48 || code[at - 1] == 0x65)
			continue;
		for (i = 0; i < tap->nr_watches && tap->watches[i] != addr; i++)
			;
		if (i == tap->nr_watches)
			tap->watches[tap->nr_watches++] = addr;
	}
}

static int read_kernel_code(struct bpf_tap *tap)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);
	int err = bpf_prog_test_run_opts(bpf_program__fd(tap->skel->progs.read_code), &opts);

	if (!err && opts.retval)
		err = -EFAULT;
	if (!err)
		find_watches(tap);
	return err;
}

static int open_watch(uint64_t addr, unsigned int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.bp_type = HW_BREAKPOINT_RW,
		.bp_addr = addr,
		.bp_len = HW_BREAKPOINT_LEN_4,
		.sample_period = 1,
		.exclude_user = 1,
		.pinned = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* ---- gates ---- */

static int attach_kprobe(struct bpf_tap *tap)
{
	tap->links[0] = bpf_program__attach_kprobe(tap->skel->progs.on_kprobe, false,
						   "perf_event_bpf_event");
	return tap->links[0] ? 0 : -errno;
}

static int attach_syscall(struct bpf_tap *tap)
{
	tap->links[0] = bpf_program__attach(tap->skel->progs.on_sys_exit);
	return tap->links[0] ? 0 : -errno;
}

/* On all CPUs that are online; one that comes later is not watched. */
static int attach_watch(struct bpf_tap *tap)
{
	unsigned int cpu, nr = 0;
	uint64_t addr;
	int fd;

	if (tap->next_watch == tap->nr_watches)
		return -ENOENT;
	addr = tap->watches[tap->next_watch++];
	for (cpu = 0; cpu < tap->nr_cpus; cpu++) {
		fd = open_watch(addr, cpu);
		if (fd == -ENODEV)
			continue;
		if (fd < 0)
			return fd;
		/* The link takes over the descriptor. */
		tap->links[cpu] = bpf_program__attach_perf_event(tap->skel->progs.on_watch, fd);
		if (!tap->links[cpu]) {
			close(fd);
			return -errno;
		}
		nr++;
	}
	return nr ? 0 : -ENODEV;
}

static int attach(struct bpf_tap *tap)
{
	switch (tap->gate) {
	case BPF_GATE_KPROBE:
		return attach_kprobe(tap);
	case BPF_GATE_WATCH:
		return attach_watch(tap);
	case BPF_GATE_SYSCALL:
		return attach_syscall(tap);
	case BPF_GATE_AUTO:
	case BPF_GATE_NONE:
		break;
	}
	return -EINVAL;
}

void bpf_tap__detach(struct bpf_tap *tap)
{
	unsigned int i;

	for (i = 0; i < tap->nr_cpus; i++) {
		bpf_link__destroy(tap->links[i]);
		tap->links[i] = NULL;
	}
}

int bpf_tap__retry(struct bpf_tap *tap)
{
	int err = -ENOENT;

	bpf_tap__detach(tap);
	while (tap->gate == BPF_GATE_WATCH && tap->next_watch < tap->nr_watches) {
		err = attach_watch(tap);
		if (!err)
			break;
		bpf_tap__detach(tap);
	}
	return err;
}

/* ---- life ---- */

static int print_debug(enum libbpf_print_level level, const char *fmt, va_list ap)
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

/* What the gate needs of the machine. Return: 0 or -ENOTSUP. */
static int check_gate(enum bpf_gate gate, uint64_t *ret_code)
{
	switch (gate) {
	case BPF_GATE_KPROBE:
		return access("/sys/bus/event_source/devices/kprobe", F_OK) ? -ENOTSUP : 0;
	case BPF_GATE_WATCH:
#ifdef __x86_64__
		if (bpf_kallsyms__find("perf_event_bpf_event", ret_code))
			*ret_code = kallsyms__find(NULL, "perf_event_bpf_event");
#else
		/* Others would have to step over what is watched. */
		*ret_code = 0;
#endif
		return *ret_code ? 0 : -ENOTSUP;
	case BPF_GATE_SYSCALL:
		return 0;
	case BPF_GATE_AUTO:
	case BPF_GATE_NONE:
		break;
	}
	return -EINVAL;
}

static int load(struct bpf_tap *tap, uint64_t code)
{
	struct prog_capture_bpf *skel = tap->skel;
	struct cap_config *cfg = (struct cap_config *)&skel->rodata->config;
	uint64_t dev, ino;

	if (pidns__find(&dev, &ino)) {
		cfg->pidns_dev = dev;
		cfg->pidns_ino = ino;
	}
	cfg->self = (uint32_t)getpid();
	cfg->code = code;
	cfg->wake_shift = (uint32_t)__builtin_ctzl(MAX(tap->ring_size / 16, 4096UL));
	cfg->size_max = tap->ring_size / 2;
	bpf_program__set_autoload(skel->progs.on_kprobe, tap->gate == BPF_GATE_KPROBE);
	bpf_program__set_autoload(skel->progs.on_watch, tap->gate == BPF_GATE_WATCH);
	bpf_program__set_autoload(skel->progs.read_code, tap->gate == BPF_GATE_WATCH);
	bpf_program__set_autoload(skel->progs.on_sys_exit, tap->gate == BPF_GATE_SYSCALL);
	bpf_map__set_max_entries(skel->maps.rings, tap->nr_cpus);
	bpf_map__set_max_entries(skel->maps.scratch, tap->nr_cpus);
	return prog_capture_bpf__load(skel);
}

static int start(struct bpf_tap *tap, uint64_t code)
{
	int err = load(tap, code);

	if (!err)
		err = create_rings(tap);
	if (!err)
		err = assign_rings(tap);
	if (!err && tap->gate == BPF_GATE_WATCH)
		err = read_kernel_code(tap);
	if (!err)
		err = attach(tap);
	return err;
}

int bpf_tap__open(struct bpf_tap **ret_tap, enum bpf_gate gate, size_t ring_size)
{
	const int nr_cpus = libbpf_num_possible_cpus();
	libbpf_print_fn_t print;
	struct bpf_tap *tap;
	uint64_t code = 0;
	int err = check_gate(gate, &code);

	if (err || nr_cpus <= 0)
		return err ? err : nr_cpus;
	tap = calloc(1, sizeof(*tap));
	if (!tap)
		return -ENOMEM;
	print = libbpf_set_print(print_debug);
	tap->gate = gate;
	tap->nr_cpus = (unsigned int)nr_cpus;
	tap->nr_rings = (unsigned int)MIN(MAX(sysconf(_SC_NPROCESSORS_ONLN), 1), nr_cpus);
	tap->ring_size = choose_ring_size(ring_size, tap->nr_rings);
	tap->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	tap->skel = prog_capture_bpf__open();
	tap->links = calloc(tap->nr_cpus, sizeof(*tap->links));
	tap->ring_fds = calloc(tap->nr_rings, sizeof(*tap->ring_fds));
	err = !tap->skel || tap->epoll_fd < 0 ? -errno : 0;
	if (!tap->links || !tap->ring_fds)
		err = -ENOMEM;
	if (!err)
		err = start(tap, code);
	libbpf_set_print(print);
	if (err) {
		log_debug("programs cannot be captured by way of %s: %s", bpf_gate__name(gate),
			  strerror(-err));
		bpf_tap__free(tap);
		return err;
	}
	*ret_tap = tap;
	return 0;
}

void bpf_tap__free(struct bpf_tap *tap)
{
	unsigned int i;

	if (!tap)
		return;
	if (tap->links)
		bpf_tap__detach(tap);
	ring_set__free(tap->rings);
	for (i = 0; tap->ring_fds && i < tap->nr_rings; i++) {
		if (tap->ring_fds[i] > 0)
			close(tap->ring_fds[i]);
	}
	if (tap->epoll_fd >= 0)
		close(tap->epoll_fd);
	prog_capture_bpf__destroy(tap->skel);
	free(tap->ring_fds);
	free(tap->links);
	free(tap);
}

int bpf_tap__fd(const struct bpf_tap *tap)
{
	return tap->epoll_fd;
}

int bpf_tap__drain(struct bpf_tap *tap, ring_fn fn, void *ctx)
{
	size_t nr;

	return ring_set__drain(tap->rings, UINT64_MAX, fn, ctx, &nr);
}

unsigned int bpf_tap__nr_cpus(const struct bpf_tap *tap)
{
	return tap->nr_cpus;
}

uint64_t bpf_tap__dropped(const struct bpf_tap *tap)
{
	return __atomic_load_n(&tap->skel->bss->shared.dropped, __ATOMIC_RELAXED);
}
