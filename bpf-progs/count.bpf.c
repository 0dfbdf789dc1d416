// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count.bpf.c - counts samples in maps instead of letting them into the ring: record --count-by.
 *
 * Minimum kernel: 5.10. Which samples are counted, overflow.bpf.h decides; every one is dropped then.
 * The maps are shared by the programs of all events; what found no room in them is counted.
 */
#include "overflow.bpf.h"
#include "count_key.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct count_config count_config = {};

#define BPF_F_USER_STACK (1ULL << 8)

struct count_scratch {
	struct count_key key;
	struct count_value value;
	struct count_stack stack;
	u64 user[COUNT_STACK_MAX];
	u64 hash;
	u64 file_begin; /* of code in the mapping that was found last */
	u64 has_hit;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct count_scratch);
} count_scratch SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct count_losses);
} count_losses SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, struct count_key);
	__type(value, struct count_value);
} counted SEC(".maps"); /* sized by the loader, as the next two */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, u64);
	__type(value, struct count_stack);
} counted_stacks SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, struct count_file);
	__type(value, u32);
} counted_files SEC(".maps");

static __always_inline struct count_scratch *count_scratch__get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&count_scratch, &zero);
}

static __always_inline struct count_losses *count_losses__get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&count_losses, &zero);
}

static __always_inline bool counts_by(u32 what)
{
	return count_config.by & what;
}

/*
 * The number of a file; 0 when it gets none. Each CPU gives its own numbers: -mcpu=v2 has no atomic
 * addition that tells what was there.
 */
static __always_inline u32 file_number(const struct vma_hit *hit)
{
	struct count_file file = { .ino = hit->ino, .dev = hit->dev };
	struct count_losses *losses = count_losses__get();
	u32 *number = bpf_map_lookup_elem(&counted_files, &file), new;

	if (number)
		return *number;
	if (!losses)
		return 0;
	new = (u32)(losses->next_file + 1) << count_config.cpu_bits | bpf_get_smp_processor_id();
	if (!(new >> COUNT_FILE_BITS) &&
	    !bpf_map_update_elem(&counted_files, &file, &new, BPF_NOEXIST)) {
		losses->next_file++;
		return new;
	}
	/* Another CPU was first, or there is no room. */
	number = bpf_map_lookup_elem(&counted_files, &file);
	if (number)
		return *number;
	losses->no_file_room++;
	return 0;
}

/*
 * Where the code of an address of user space is. Most frames of a stack are in the mapping of the one
 * before. Global, so that the verifier looks at it once.
 */
__noinline u64 count_user_code(u64 ip)
{
	struct count_scratch *c = count_scratch__get();
	struct vma_scratch *vma = vma_scratch__get();
	u64 offset;
	u32 number;

	if (!c || !vma)
		return ip;
	if (!c->has_hit || ip < vma->hit.start || ip >= vma->hit.end) {
		c->has_hit = vma__find(ip);
		c->file_begin = 0;
		if (c->has_hit && (vma->hit.ino || vma->hit.dev)) {
			number = file_number(&vma->hit);
			if (number)
				c->file_begin = COUNT_IN_FILE | (u64)number << COUNT_FILE_SHIFT;
		}
	}
	offset = ip + vma->hit.shift;
	if (!c->has_hit || !c->file_begin || offset > COUNT_OFFSET_MASK)
		return ip;
	return c->file_begin | offset;
}

static __always_inline u64 code_of(u64 ip, bool is_user)
{
	return is_user ? count_user_code(ip) : ip;
}

static __always_inline u64 mix(u64 hash, u64 value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

/* Frames of user space behind those of the kernel, as code; and the number of the whole. */
__noinline int count_finish_stack(u32 nr_kernel, u32 nr_user)
{
	struct count_scratch *c = count_scratch__get();
	u64 hash, code;
	u32 i, at;

	if (!c)
		return 0;
	hash = mix(nr_kernel + 1, nr_user);
	for (i = 0; i < COUNT_STACK_MAX; i++) {
		if (i >= nr_kernel)
			break;
		hash = mix(hash, c->stack.code[i]);
	}
	for (i = 0; i < COUNT_STACK_MAX; i++) {
		if (i >= nr_user)
			break;
		code = count_user_code(c->user[i]);
		/*
		 * In one piece: clang 19 would check the sum, and index by what it added up before
		 * the loop.
		 */
		at = nr_kernel + i;
		barrier_var(at);
		if (at >= COUNT_STACK_MAX)
			break;
		c->stack.code[at] = code;
		hash = mix(hash, code);
	}
	c->stack.nr_kernel = nr_kernel;
	c->stack.nr_user = i;
	c->hash = hash ? hash : 1;
	return 1;
}

/* Whether the stack that has our number is ours. */
__noinline int count_has_stack(u64 number)
{
	struct count_stack *known = bpf_map_lookup_elem(&counted_stacks, &number);
	struct count_scratch *c = count_scratch__get();
	u32 i;

	if (!known || !c || known->nr_kernel != c->stack.nr_kernel ||
	    known->nr_user != c->stack.nr_user)
		return 0;
	for (i = 0; i < COUNT_STACK_MAX; i++) {
		if (i >= c->stack.nr_kernel + c->stack.nr_user)
			break;
		if (known->code[i] != c->stack.code[i])
			return 0;
	}
	return 1;
}

/* Return: whether the key has the stack. */
static __always_inline bool keep_stack(struct count_scratch *c, struct count_losses *losses)
{
	u64 number = c->hash;

	if (!bpf_map_lookup_elem(&counted_stacks, &number))
		bpf_map_update_elem(&counted_stacks, &number, &c->stack, BPF_NOEXIST);
	if (!bpf_map_lookup_elem(&counted_stacks, &number)) {
		losses->no_stack_room++;
		return false;
	}
	if (!count_has_stack(number)) {
		losses->collisions++;
		return false;
	}
	c->key.stack = number;
	return true;
}

static __always_inline bool take_stack(struct bpf_perf_event_data *ctx, struct count_scratch *c,
				       struct count_losses *losses)
{
	long kernel = bpf_get_stack(ctx, c->stack.code, sizeof(c->stack.code), 0);
	long user = bpf_get_stack(ctx, c->user, sizeof(c->user), BPF_F_USER_STACK);
	u32 nr_kernel = kernel > 0 ? (u32)kernel / sizeof(u64) : 0;
	u32 nr_user = user > 0 ? (u32)user / sizeof(u64) : 0;

	if (!nr_kernel && !nr_user)
		return false;
	return count_finish_stack(nr_kernel, nr_user) && keep_stack(c, losses);
}

static __always_inline void fill_key(struct bpf_perf_event_data *ctx, struct count_scratch *c,
				     struct count_losses *losses)
{
	bool is_user = (ctx->regs[REG_CS] & USER_RPL) == USER_RPL, has_stack = false;
	struct scratch *s = scratch__get();

	__builtin_memset(&c->key, 0, sizeof(c->key));
	c->has_hit = 0;
	c->key.event = count_config.event;
	bpf_get_current_comm(c->value.first_comm, sizeof(c->value.first_comm));
	if (counts_by(COUNT_BY_COMM))
		__builtin_memcpy(c->key.comm, c->value.first_comm, sizeof(c->key.comm));
	if (s && counts_by(COUNT_BY_PID | COUNT_BY_TID)) {
		read_pids(s);
		c->key.pid = (u32)s->fields[OVERFLOW_F_PID];
		if (counts_by(COUNT_BY_TID))
			c->key.tid = (u32)s->fields[OVERFLOW_F_TID];
	}
	if (counts_by(COUNT_BY_CPU))
		c->key.cpu = bpf_get_smp_processor_id();
	if (counts_by(COUNT_BY_CGROUP))
		c->key.cgroup = bpf_get_current_cgroup_id();
	if (counts_by(COUNT_BY_STACK))
		has_stack = take_stack(ctx, c, losses);
	/* Where there is no stack, at least where the sample was. */
	if (counts_by(COUNT_BY_CODE) || (counts_by(COUNT_BY_STACK) && !has_stack))
		c->key.code = code_of(ctx->regs[REG_IP], is_user);
}

static __always_inline void add(struct count_scratch *c, struct count_losses *losses, u64 period)
{
	struct count_value *value = bpf_map_lookup_elem(&counted, &c->key);

	if (!value) {
		c->value.samples = 1;
		c->value.period = period;
		if (!bpf_map_update_elem(&counted, &c->key, &c->value, BPF_NOEXIST))
			return;
		/* Another CPU was first, or there is no room. */
		value = bpf_map_lookup_elem(&counted, &c->key);
		if (!value) {
			losses->no_room++;
			return;
		}
	}
	__sync_fetch_and_add(&value->samples, 1);
	__sync_fetch_and_add(&value->period, period);
}

static __always_inline int count(struct bpf_perf_event_data *ctx, bool kern)
{
	struct count_losses *losses = count_losses__get();
	struct count_scratch *c = count_scratch__get();

	if (!losses || !c || !overflow__keeps(ctx, kern))
		return 0;
	fill_key(ctx, c, losses);
	add(c, losses, ctx->sample_period);
	return 0;
}

SEC("perf_event")
int on_overflow(struct bpf_perf_event_data *ctx)
{
	return count(ctx, false);
}

SEC("?perf_event")
int on_overflow_kern(struct bpf_perf_event_data *ctx)
{
	return count(ctx, true);
}
