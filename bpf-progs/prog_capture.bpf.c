// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * prog_capture.bpf.c - copies each BPF program that is loaded into a ring buffer, in the context of
 * who loads it: so soon that it does not matter when it is unloaded.
 *
 * Minimum kernel: 5.10. One of three programs runs, the gate; the loader tries which one works:
 *
 * - on_kprobe: on perf_event_bpf_event(), by which the kernel tells perf of loads and unloads.
 * - on_watch: a data breakpoint on a variable that this function reads first, for kernels without
 *   kprobes. It runs as in an NMI, with interrupts off.
 * - on_sys_exit: at the end of each bpf(2), which takes a look at every system call.
 *
 * All code below capture() is global functions: the verifier looks at each of them once, on its own,
 * where static ones are walked at every call. So their arguments are numbers, and what they work on
 * is found again in the map `scratch`.
 */
#include "kernel_progs.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include "files.bpf.h"
#include "prog_capture.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct cap_config config = {};
struct cap_shared shared = {};

#define NR_BPF 321	  /* __NR_bpf of x86-64 */
#define NR_BPF_COMPAT 357 /* of i386 */
#define CMD_PROG_LOAD 5	  /* BPF_PROG_LOAD */
#define PAGE_MASK 4095

/* A CPU's stream. Nothing else runs our programs on the CPU until it is sent. */
struct cap_scratch {
	u64 stream;
	u64 off; /* bytes in buf */
	u64 failed;
	struct cap_part head; /* followed by its bytes */
	u8 buf[CAP_PART_MAX];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct cap_scratch);
} scratch SEC(".maps"); /* by CPU; sized by the loader */

struct ring {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, u32);
	__array(values, struct ring);
} rings SEC(".maps"); /* by CPU; sized and filled by the loader */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, CAP_BTFS);
	__type(key, u32);
	__type(value, u32);
} btfs SEC(".maps"); /* by id modulo size: the last BTF sent */

static __always_inline struct cap_scratch *scratch__get(void)
{
	u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&scratch, &cpu);
}

/* ---- the stream ---- */

/*
 * The reader comes when perf tells it of the load, or from time to time: waking it as well would be
 * most of what a capture costs. Only when the ring fills up it has to come at once.
 */
static __always_inline long output(void *ring, void *data, u64 size)
{
	u64 waiting = bpf_ringbuf_query(ring, BPF_RB_AVAIL_DATA);
	u64 flags = BPF_RB_NO_WAKEUP;

	if ((waiting ^ (waiting + size)) >> config.wake_shift)
		flags = BPF_RB_FORCE_WAKEUP;
	return bpf_ringbuf_output(ring, data, size, flags);
}

static __always_inline void send_part(struct cap_scratch *s, u32 flags)
{
	u32 cpu = bpf_get_smp_processor_id();
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	u64 len = s->off;

	if (len > CAP_PART_MAX)
		len = CAP_PART_MAX;
	s->head.len = len;
	s->head.flags |= flags;
	/* A stream that lacks a part is worth nothing: do not waste room on its rest. */
	if (!s->failed && (!ring || output(ring, &s->head, sizeof(s->head) + len))) {
		s->failed = 1;
		__sync_fetch_and_add(&shared.dropped, 1);
	}
	s->head.part++;
	s->off = 0;
}

/*
 * Add up to CAP_PIECE bytes of kernel memory. Only whole pieces end a part here, so that all parts
 * but the last are multiples of 8. Return: not 0 when the stream is lost.
 */
__noinline int put_piece(u64 src, u64 len)
{
	struct cap_scratch *s = scratch__get();
	u64 off;

	if (!s)
		return 1;
	off = s->off;
	if (off > CAP_PART || s->failed)
		return 1;
	if (len > CAP_PIECE)
		len = CAP_PIECE;
	if (bpf_probe_read_kernel(s->buf + off, len, (void *)src))
		s->head.flags |= CAP_DAMAGED;
	s->off = off + len;
	if (len == CAP_PIECE && s->off >= CAP_PART)
		send_part(s, 0);
	return s->failed != 0;
}

#define STEP_PIECES 128

/* Add up to STEP_PIECES pieces. */
__noinline int put_step(u64 src, u64 len)
{
	int i;

	for (i = 0; i < STEP_PIECES; i++) {
		if (put_piece(src, len) || len <= CAP_PIECE)
			break;
		src += CAP_PIECE;
		len -= CAP_PIECE;
	}
	return 0;
}

/* Add kernel memory: 256 MiB at most, and size_max is below. */
__noinline int put(u64 src, u64 len)
{
	const u64 step = STEP_PIECES * CAP_PIECE;
	int i;

	for (i = 0; i < 256; i++) {
		put_step(src, len);
		if (len <= step)
			break;
		src += step;
		len -= step;
	}
	return 0;
}

/* Add a few bytes, a multiple of 8, of our own stack, which global functions do not take a pointer to. */
static __always_inline void put_local(const void *src, u64 len)
{
	struct cap_scratch *s = scratch__get();
	u64 off;

	if (!s)
		return;
	off = s->off;
	if (off > CAP_PART || s->failed)
		return;
	bpf_probe_read_kernel(s->buf + off, len, src);
	s->off = off + len;
	if (off + len >= CAP_PART)
		send_part(s, 0);
}

/* Begin a section of @len bytes. */
__noinline int put_header(u32 kind, u64 len)
{
	struct cap_section section = { .kind = kind, .len = len };

	put_local(&section, sizeof(section));
	return 0;
}

/* Round the stream up to 8, which ends a section. */
__noinline int put_padding(void)
{
	struct cap_scratch *s = scratch__get();

	if (!s)
		return 0;
	s->off = (s->off + 7) & ~7ULL;
	if (s->off >= CAP_PART)
		send_part(s, 0);
	return 0;
}

static __always_inline void put_section(u32 kind, u64 src, u64 len)
{
	if (!len)
		return;
	put_header(kind, len);
	put(src, len);
	put_padding();
}

/* ---- what a program consists of ---- */

/* The function @idx of a program; a program without functions is its own one. */
__noinline int put_func(u64 addr)
{
	struct bpf_prog *func = (struct bpf_prog *)addr;
	struct cap_func f = {};

	f.addr = (u64)BPF_CORE_READ(func, bpf_func);
	f.len = BPF_CORE_READ(func, jited_len);
	bpf_core_read(f.tag, sizeof(f.tag), &func->tag);
	put_header(CAP_FUNC, sizeof(f) + f.len);
	put_local(&f, sizeof(f));
	put(f.addr, f.len);
	return put_padding();
}

__noinline int put_funcs(u64 addr)
{
	struct bpf_prog *prog = (struct bpf_prog *)addr, **funcs, *func;
	u32 nr = BPF_CORE_READ(prog, aux, func_cnt), i;

	if (!nr)
		return put_func(addr);
	funcs = BPF_CORE_READ(prog, aux, func);
	for (i = 0; i < CAP_FUNCS_MAX && i < nr; i++) {
		func = NULL;
		bpf_probe_read_kernel(&func, sizeof(func), &funcs[i]);
		put_func((u64)func);
	}
	return 0;
}

__noinline int put_map(u64 addr)
{
	struct bpf_map *map = (struct bpf_map *)addr;
	struct cap_map m = { .addr = addr };
	u32 type = BPF_CORE_READ(map, map_type);

	m.id = BPF_CORE_READ(map, id);
	m.value_size = BPF_CORE_READ(map, value_size);
	if (BPF_CORE_READ(map, max_entries) == 1) {
		if (type == BPF_MAP_TYPE_ARRAY)
			m.value = addr + bpf_core_field_offset(struct bpf_array, value);
		if (type == BPF_MAP_TYPE_PERCPU_ARRAY)
			bpf_probe_read_kernel(&m.value, sizeof(m.value),
					      (void *)addr + bpf_core_field_offset(struct bpf_array,
										   value));
	}
	put_local(&m, sizeof(m));
	return 0;
}

__noinline int put_maps(u64 addr)
{
	struct bpf_prog *prog = (struct bpf_prog *)addr;
	struct bpf_map **maps = BPF_CORE_READ(prog, aux, used_maps), *map;
	u32 nr = BPF_CORE_READ(prog, aux, used_map_cnt), i;

	if (nr > CAP_MAPS_MAX)
		nr = CAP_MAPS_MAX;
	put_header(CAP_MAPS, nr * sizeof(struct cap_map));
	for (i = 0; i < CAP_MAPS_MAX && i < nr; i++) {
		map = NULL;
		bpf_probe_read_kernel(&map, sizeof(map), &maps[i]);
		put_map((u64)map);
	}
	return 0;
}

/* Its BTF, unless that was sent already. */
__noinline int put_btf(u64 addr)
{
	struct btf *btf = (struct btf *)addr;
	u32 id = BPF_CORE_READ(btf, id), slot = id & (CAP_BTFS - 1), *sent;
	struct cap_scratch *s = scratch__get();

	sent = bpf_map_lookup_elem(&btfs, &slot);
	if (!sent || !s || *sent == id)
		return 0;
	put_section(CAP_BTF, (u64)BPF_CORE_READ(btf, data), BPF_CORE_READ(btf, data_size));
	if (!s->failed)
		*sent = id;
	return 0;
}

/* ---- who and what ---- */

/* The task's numbers as the loader's pid namespace has them, where it is in that. */
static __always_inline u64 visible_pid_tgid(void)
{
	struct bpf_pidns_info ids = {};

	if (!config.pidns_ino ||
	    bpf_get_ns_current_pid_tgid(config.pidns_dev, config.pidns_ino, &ids, sizeof(ids)))
		return bpf_get_current_pid_tgid();
	return (u64)ids.tgid << 32 | ids.pid;
}

static __always_inline void set_task(struct cap_prog *p)
{
	u64 pid_tgid = visible_pid_tgid();

	p->pid = pid_tgid >> 32;
	p->tid = pid_tgid;
	bpf_get_current_comm(p->comm, sizeof(p->comm));
}

static __always_inline u32 btf_id(struct btf *btf)
{
	return btf ? BPF_CORE_READ(btf, id) : 0;
}

/* What a program attaches to; the members are of 5.11 and later. */
static __always_inline void set_attach(struct cap_prog *p, struct bpf_prog_aux *aux)
{
	struct bpf_prog *dst;

	p->attach_btf_id = BPF_CORE_READ(aux, attach_btf_id);
	if (!bpf_core_field_exists(aux->attach_btf))
		return;
	p->attach_btf_obj_id = btf_id(BPF_CORE_READ(aux, attach_btf));
	dst = BPF_CORE_READ(aux, dst_prog);
	if (!p->attach_btf_obj_id && dst)
		p->attach_btf_obj_id = btf_id(BPF_CORE_READ(dst, aux, btf));
}

static __always_inline void set_prog(struct cap_prog *p, struct bpf_prog *prog)
{
	struct bpf_prog_aux *aux = BPF_CORE_READ(prog, aux);

	__builtin_memset(p, 0, sizeof(*p));
	set_task(p);
	p->id = BPF_CORE_READ(aux, id);
	p->type = BPF_CORE_READ(prog, type);
	p->load_time = BPF_CORE_READ(aux, load_time);
	p->uid = BPF_CORE_READ(aux, user, uid.val);
	p->gpl_compatible = BPF_CORE_READ_BITFIELD_PROBED(prog, gpl_compatible);
	p->nr_funcs = BPF_CORE_READ(aux, func_cnt);
	if (!p->nr_funcs)
		p->nr_funcs = 1;
	p->xlated_len = BPF_CORE_READ(prog, len) * 8;
	p->nr_func_info = BPF_CORE_READ(aux, func_info_cnt);
	p->nr_line_info = BPF_CORE_READ(aux, nr_linfo);
	p->nr_jited_line_info = BPF_CORE_READ(aux, jited_linfo) ? p->nr_line_info : 0;
	p->nr_maps = BPF_CORE_READ(aux, used_map_cnt);
	p->btf_id = btf_id(BPF_CORE_READ(aux, btf));
	set_attach(p, aux);
	if (bpf_core_field_exists(aux->verified_insns))
		p->verified_insns = BPF_CORE_READ(aux, verified_insns);
	bpf_core_read(p->tag, sizeof(p->tag), &prog->tag);
	bpf_core_read(p->name, sizeof(p->name), &aux->name);
}

/* ---- capture ---- */

static __always_inline struct cap_scratch *stream__begin(void)
{
	struct cap_scratch *s = scratch__get();

	if (!s)
		return NULL;
	s->head.part = 0;
	s->head.cpu = bpf_get_smp_processor_id();
	s->head.time_ns = bpf_ktime_get_ns();
	s->head.stream = s->stream++;
	s->head.flags = 0;
	s->failed = 0;
	s->off = sizeof(struct cap_prog);
	return s;
}

/* About the bytes of all sections: JITed code is rarely larger than twice the instructions. */
static __always_inline bool is_too_large(const struct cap_prog *p, struct bpf_prog_aux *aux)
{
	u64 size = 3ULL * p->xlated_len + 8ULL * p->nr_func_info + 24ULL * p->nr_line_info;
	struct btf *btf = BPF_CORE_READ(aux, btf);

	if (btf)
		size += BPF_CORE_READ(btf, data_size);
	return size > config.size_max;
}

#define PF_KTHREAD 0x00200000
#define STACK_SIZE_MAX (32 << 10) /* THREAD_SIZE, also with KASAN */

/*
 * What goes with the last reference often goes later: by a kernel thread, or in an interrupt, where
 * the current task is anybody. Interrupts have a stack of their own.
 */
static __always_inline bool is_deferred(u64 sp)
{
	struct task_struct___stack *task = (struct task_struct___stack *)bpf_get_current_task();
	u64 stack = (u64)BPF_CORE_READ(task, stack);

	if (BPF_CORE_READ(task, flags) & PF_KTHREAD)
		return true;
	return sp && sp - stack >= STACK_SIZE_MAX;
}

/* Send a program; @addr is its struct bpf_prog, @sp the stack pointer there, 0 for the task's. */
__noinline int capture(u64 addr, u64 sp)
{
	struct bpf_prog *prog = (struct bpf_prog *)addr;
	struct bpf_prog_aux *aux = BPF_CORE_READ(prog, aux);
	struct cap_scratch *s = stream__begin();
	struct cap_prog *p;

	if (!s)
		return 0;
	p = (struct cap_prog *)s->buf;
	set_prog(p, prog);
	/* The event of an unload is for a program that nobody has any more. */
	if (!BPF_CORE_READ(aux, refcnt.counter)) {
		send_part(s, CAP_UNLOAD | CAP_LAST | (is_deferred(sp) ? CAP_DEFERRED : 0));
		return 0;
	}
	if (is_too_large(p, aux)) {
		send_part(s, CAP_TOO_LARGE | CAP_LAST);
		return 0;
	}
	put_section(CAP_XLATED, addr + bpf_core_field_offset(struct bpf_prog, insnsi),
		    BPF_CORE_READ(prog, len) * 8);
	put_maps(addr);
	put_funcs(addr);
	put_section(CAP_FUNC_INFO, (u64)BPF_CORE_READ(aux, func_info),
		    BPF_CORE_READ(aux, func_info_cnt) * 8);
	put_section(CAP_LINE_INFO, (u64)BPF_CORE_READ(aux, linfo),
		    BPF_CORE_READ(aux, nr_linfo) * 16);
	if (BPF_CORE_READ(aux, jited_linfo))
		put_section(CAP_JITED_LINE_INFO, (u64)BPF_CORE_READ(aux, jited_linfo),
			    BPF_CORE_READ(aux, nr_linfo) * 8);
	if (BPF_CORE_READ(aux, btf))
		put_btf((u64)BPF_CORE_READ(aux, btf));
	send_part(s, CAP_LAST);
	return 0;
}

/* ---- gates ---- */

/* Programs begin a page of kernel memory and are known by what they point to. */
__noinline int is_prog(u64 addr)
{
	struct bpf_prog *prog = (struct bpf_prog *)addr;
	struct bpf_prog_aux *aux = NULL;

	if ((addr & PAGE_MASK) || (s64)addr >= 0)
		return 0;
	aux = BPF_CORE_READ(prog, aux);
	return aux && BPF_CORE_READ(aux, prog) == prog && BPF_CORE_READ(aux, id);
}

/*
 * The program that the interrupted function works on is in one of its registers: the first argument's
 * for a kprobe; where the compiler put it for a data breakpoint. Both contexts begin with registers.
 */
#define CAPTURE_IF_PROG(reg)                      \
	do {                                      \
		u64 addr_ = (reg);                \
		if (is_prog(addr_)) {             \
			capture(addr_, regs->sp); \
			return 0;                 \
		}                                 \
	} while (0)

static __always_inline int capture_from_regs(const struct x86_regs *regs)
{
	CAPTURE_IF_PROG(regs->di);
	CAPTURE_IF_PROG(regs->bx);
	CAPTURE_IF_PROG(regs->bp);
	CAPTURE_IF_PROG(regs->r12);
	CAPTURE_IF_PROG(regs->r13);
	CAPTURE_IF_PROG(regs->r14);
	CAPTURE_IF_PROG(regs->r15);
	CAPTURE_IF_PROG(regs->ax);
	CAPTURE_IF_PROG(regs->cx);
	CAPTURE_IF_PROG(regs->dx);
	CAPTURE_IF_PROG(regs->si);
	CAPTURE_IF_PROG(regs->r8);
	CAPTURE_IF_PROG(regs->r9);
	CAPTURE_IF_PROG(regs->r10);
	CAPTURE_IF_PROG(regs->r11);
	return 0;
}

SEC("kprobe/perf_event_bpf_event")
int on_kprobe(struct x86_regs *regs)
{
	return capture_from_regs(regs);
}

SEC("perf_event")
int on_watch(struct x86_regs *regs)
{
	return capture_from_regs(regs);
}

/* For the loader, which looks in the kernel's code for the variable to watch. */
SEC("raw_tp")
int read_code(void *ctx)
{
	return bpf_probe_read_kernel(shared.code, sizeof(shared.code), (void *)config.code);
}

/* The program behind a descriptor, which may be another one by now, or closed. */
static __always_inline void capture_fd(u32 fd)
{
	struct file *file = files__get((struct task_struct *)bpf_get_current_task(), fd);
	u64 fops;

	fops = file ? (u64)BPF_CORE_READ(file, f_op) : 0;
	/* The loader loads a program to teach us. */
	if (!shared.prog_fops && visible_pid_tgid() >> 32 == config.self)
		shared.prog_fops = fops;
	if (fops && fops == shared.prog_fops)
		capture((u64)BPF_CORE_READ(file, private_data), 0);
	else
		__sync_fetch_and_add(&shared.no_file, 1);
}

SEC("raw_tp/sys_exit")
int on_sys_exit(struct bpf_raw_tracepoint_args *ctx)
{
	struct pt_regs *regs = (struct pt_regs *)ctx->args[0];
	s64 ret = ctx->args[1];
	u64 nr = BPF_CORE_READ(regs, orig_ax);

	/* The numbers of the two tables are checked no further: what is no program is found out. */
	if (nr == NR_BPF) {
		if ((u32)BPF_CORE_READ(regs, di) != CMD_PROG_LOAD)
			return 0;
	} else if (nr == NR_BPF_COMPAT) {
		if ((u32)BPF_CORE_READ(regs, bx) != CMD_PROG_LOAD)
			return 0;
	} else {
		return 0;
	}
	if (ret >= 0)
		capture_fd(ret);
	return 0;
}
