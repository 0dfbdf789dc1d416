/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * slots.bpf.h - where the states of tasks are on kernels that take pointers to their own structs in maps (6.4): in
 * arrays; a part of engine.bpf.c.
 *
 * To ask task storage for the running task takes two calls of functions, at both ends of each call. A slot of an array
 * is found without one: by where the registers of the task are, which is the same as long as it lives, and which both
 * ends have at hand. Task storage has the number of the slot, too, for programs that do not have the registers, and for
 * tasks whose home (slot_homes) is another one's.
 *
 * The loader makes more arrays as slots are taken: engine_slots.c. Where the kernel may leave out a program
 * (config.calls_interrupt), the end of a task may be missed: there, who was at an address tells nothing, and its slot is
 * nobody's from then on.
 */
#ifndef PERF_AUGMENT_SLOTS_BPF_H
#define PERF_AUGMENT_SLOTS_BPF_H

/*
 * Pointers in a map to the kernel's own, which can be read through and do not keep anything alive. The loader
 * makes tags of these types (btf_kptr.h): clang before 15 does not write tags.
 */
typedef struct pt_regs kptr_untrusted;
typedef struct task_struct kptr_untrusted_task;

/** struct slot - @regs_at: where @regs are, by which it is found; 0 when it is nobody's. @nr: of the slot. */
struct slot {
	struct aug_state state;
	kptr_untrusted *regs;
	kptr_untrusted_task *task;
	u64 regs_at;
	u32 nr;
	u32 pad;
};

/* What the loader makes; this one is not made. (Of a type that is named in the next alone clang tells no members.) */
struct slot_array {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SLOTS_PER_ARRAY);
	__type(key, u32);
	__type(value, struct slot);
} slot_array SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, SLOT_ARRAYS_MAX);
	__type(key, u32);
	__array(values, struct slot_array);
} slots SEC(".maps");

/* Numbers of those that ended tasks had. */
struct {
	__uint(type, BPF_MAP_TYPE_QUEUE);
	__uint(max_entries, SLOT_ARRAYS_MAX *SLOTS_PER_ARRAY);
	__type(value, u32);
} slots_free SEC(".maps");

struct slot_homes slot_homes = {};

/* That of a task plus one, or SLOT_NONE, or SLOT_GONE: for these there is no array. */
struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, u32);
} slot_of_task SEC(".maps");

#define SLOT_NONE 0
#define SLOT_GONE (~0U) /* it has ended, and gets none again */

/* Has no data: who makes slots sleeps on it. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} slots_wanted SEC(".maps");

static __always_inline struct slot *slot__get(u32 nr)
{
	u32 array = nr / SLOTS_PER_ARRAY, idx = nr % SLOTS_PER_ARRAY;
	void *in = bpf_map_lookup_elem(&slots, &array);

	return in ? bpf_map_lookup_elem(in, &idx) : NULL;
}

/* 2^64 by the golden ratio: the high bits of multiples are spread over all there can be. */
#define SPREAD 0x9e3779b97f4a7c15

/* Stacks begin at multiples of 16 KiB at least. */
static __always_inline u32 *slot__home(u64 regs_at)
{
	u64 home = (regs_at >> 14) * SPREAD >> (64 - SLOT_HOMES_BITS);

	return &slot_homes.slots[home];
}

/* The running task's, if it is where its registers lead to. */
static __always_inline struct slot *slot__at(u64 regs_at)
{
	struct slot *slot = slot__get(*slot__home(regs_at));

	return slot && slot->regs_at == regs_at ? slot : NULL;
}

/* This and the next are not inline: it matters that there is little code, and not how fast that is. */
static __noinline struct slot *slot__get_slowly(u32 nr)
{
	return slot__get(nr);
}

static __noinline struct slot *slot__of(struct task_struct *task)
{
	u32 *nr = bpf_task_storage_get(&slot_of_task, task, 0, 0);

	return nr ? slot__get(*nr - 1) : NULL;
}

/* What was at @at before; Linux 5.12. The assembler of clang before 18 has no word for the instruction. */
static __always_inline u64 fetch_add(u64 *at, u64 more)
{
	register u64 *ptr asm("r1") = at;
	register u64 value asm("r0") = more;

	/* r0 = atomic_fetch_add((u64 *)(r1 + 0), r0) */
	asm volatile(".8byte 0x00000001000001db" : "+r"(value) : "r"(ptr) : "memory");
	return value;
}

/* One that nobody has had. From the half of all on, who makes slots hears of each. Return: 0, or -1 for none. */
static __always_inline int slots__begin(u32 *ret_nr)
{
	const u32 nr = *(volatile u32 *)&shared.nr_slots;
	bool has_one = *(volatile u64 *)&shared.nr_slots_begun < nr;
	void *nothing;

	*ret_nr = 0;
	if (has_one)
		*ret_nr = fetch_add(&shared.nr_slots_begun, 1);
	if ((!has_one || *ret_nr >= nr / 2) && nr < SLOT_ARRAYS_MAX * SLOTS_PER_ARRAY) {
		nothing = bpf_ringbuf_reserve(&slots_wanted, sizeof(u64), 0);
		if (nothing)
			bpf_ringbuf_discard(nothing, BPF_RB_FORCE_WAKEUP);
	}
	return has_one ? 0 : -1;
}

/* Return: NULL when there is none. */
static __always_inline struct slot *slot__create(struct task_struct *task)
{
	u32 *of_task = bpf_task_storage_get(&slot_of_task, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct slot *slot;
	u64 regs_at;
	u32 nr;

	if (!of_task || *of_task != SLOT_NONE)
		return NULL;
	if (bpf_map_pop_elem(&slots_free, &nr) && slots__begin(&nr))
		return NULL;
	slot = slot__get_slowly(nr);
	if (!slot) {
		/* Another CPU took the last one: this will be there. */
		bpf_map_push_elem(&slots_free, &nr, 0);
		return NULL;
	}
	/* To the verifier it is no number. */
	bpf_probe_read_kernel(&regs_at, sizeof(regs_at), &regs);
	bpf_probe_read_kernel(&slot->state, __builtin_offsetof(struct aug_state, payload),
			      &zero_state);
	slot->regs = regs;
	slot->task = task;
	slot->regs_at = regs_at;
	slot->nr = nr;
	*of_task = nr + 1;
	*slot__home(regs_at) = nr;
	return slot;
}

/* Nobody asks for the state of the running @task any more. */
static __always_inline void slot__release(struct task_struct *task)
{
	u32 *of_task = bpf_task_storage_get(&slot_of_task, task, 0, 0), nr;

	if (!of_task || *of_task == SLOT_NONE || *of_task == SLOT_GONE)
		return;
	nr = *of_task - 1;
	*of_task = SLOT_GONE;
	bpf_map_push_elem(&slots_free, &nr, 0);
}

/* At the end of the running @task, which makes no calls any more: its stack will be another one's. */
static __always_inline void slot__leave(struct task_struct *task)
{
	struct slot *slot = slot__of(task);

	if (!slot)
		return;
	slot->regs_at = 0;
	if (!config.keeps_ended)
		slot__release(task);
}

#endif /* PERF_AUGMENT_SLOTS_BPF_H */
