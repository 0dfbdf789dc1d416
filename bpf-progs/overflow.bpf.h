/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow.bpf.h - decides over the samples of an event: an interpreter for the code that
 * tools/lib/overflow/overflow_expr.c makes of an expression. overflow.bpf.c keeps samples by it,
 * count.bpf.c counts them.
 *
 * Minimum kernel: 5.10. Fields are read before the code runs, those that it uses: `config` is
 * read-only for the verifier, so that the reading of others is not even in the program that runs.
 *
 * Nothing interrupts a run on the same CPU: the kernel lets no second program of an event in.
 */
#ifndef PERF_AUGMENT_OVERFLOW_PRIV_BPF_H
#define PERF_AUGMENT_OVERFLOW_PRIV_BPF_H

#include "kernel.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include "cgroup.bpf.h"
#include "compare.bpf.h"
#include "overflow_code.h"
#include "vma.bpf.h"

const volatile struct overflow_config config = {};

#define COMM_LEN 16
#define USER_RPL 3

/* linux/perf_event.h */
enum {
	SAMPLE_IP = 1 << 0,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_ADDR = 1 << 3,
	SAMPLE_ID = 1 << 6,
	SAMPLE_WEIGHT = 1 << 14,
	SAMPLE_IDENTIFIER = 1 << 16,
	SAMPLE_TRANSACTION = 1 << 17,
	SAMPLE_PHYS_ADDR = 1 << 19,
	SAMPLE_DATA_PAGE_SIZE = 1 << 22,
	SAMPLE_CODE_PAGE_SIZE = 1 << 23,
	SAMPLE_WEIGHT_STRUCT = 1 << 24,
};

/* The context as bpf(2) has it: registers of x86-64 in the order of struct pt_regs. */
enum { REG_IP = 16, REG_CS = 17, NR_REGS = 21 };
struct bpf_perf_event_data {
	u64 regs[NR_REGS];
	u64 sample_period;
	u64 addr;
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

union perf_sample_weight {
	u64 full;
};

struct perf_sample_data {
	u64 sample_flags;
	u64 addr;
	u64 ip;
	u64 time;
	u64 id;
	union perf_sample_weight weight;
	u64 txn;
	u64 phys_addr;
	u64 data_page_size;
	u64 code_page_size;
};

struct bpf_perf_event_data_kern {
	struct perf_sample_data *data;
};

#pragma clang attribute pop

void *bpf_cast_to_kern_ctx(void *obj) __ksym __weak;

/**
 * struct scratch - of a run. @valid: the fields that the sample has.
 */
struct scratch {
	u64 fields[OVERFLOW_FIELD_ROOM];
	u64 stack[OVERFLOW_STACK];
	u64 valid;
	u32 pc, sp;
	u8 comm[COMM_LEN];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct scratch);
} scratch SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct overflow_counts);
} counts SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct overflow_range);
} ranges SEC(".maps"); /* sorted within each set; sized and filled by the loader */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct glob_machine);
} globs SEC(".maps"); /* likewise */

static __always_inline struct scratch *scratch__get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&scratch, &zero);
}

/* ---- fields ---- */

static __always_inline bool wants(u32 field)
{
	return config.fields & (1ULL << field);
}

static __always_inline void set(struct scratch *s, u32 field, u64 value)
{
	s->fields[field] = value;
	s->valid |= 1ULL << field;
}

static __always_inline void read_pids(struct scratch *s)
{
	u64 pids = bpf_get_current_pid_tgid();
	struct bpf_pidns_info info = {};

	if (config.pidns_ino) {
		/* Of a task outside of our namespace: 0, as perf's own records have it. */
		if (!bpf_get_ns_current_pid_tgid(config.pidns_dev, config.pidns_ino, &info,
						 sizeof(info)))
			pids = (u64)info.tgid << 32 | info.pid;
		else
			pids = 0;
	}
	set(s, OVERFLOW_F_PID, pids >> 32);
	set(s, OVERFLOW_F_TID, (u32)pids);
}

/*
 * Whether comm matches: all states at once, one bit each. A star's bit stays set, and the state after
 * it is always reached with it.
 */
__noinline int match_comm(u32 idx)
{
	struct glob_machine *glob = bpf_map_lookup_elem(&globs, &idx);
	struct scratch *s = scratch__get();
	u64 states = 1;
	u32 i;

	if (!glob || !s)
		return 0;
	states |= (states & glob->stars) << 1;
	for (i = 0; i < COMM_LEN && s->comm[i]; i++) {
		states = ((states & glob->next[s->comm[i]]) << 1) | (states & glob->stars);
		states |= (states & glob->stars) << 1;
	}
	return !!(states & glob->accept);
}

static __always_inline void read_task(struct scratch *s)
{
	u64 ids;
	u32 i;

	if (wants(OVERFLOW_F_PID) || wants(OVERFLOW_F_TID))
		read_pids(s);
	if (wants(OVERFLOW_F_UID) || wants(OVERFLOW_F_GID)) {
		ids = bpf_get_current_uid_gid();
		set(s, OVERFLOW_F_UID, (u32)ids);
		set(s, OVERFLOW_F_GID, ids >> 32);
	}
	if (wants(OVERFLOW_F_CPU))
		set(s, OVERFLOW_F_CPU, bpf_get_smp_processor_id());
	if (wants(OVERFLOW_F_CGROUP))
		set(s, OVERFLOW_F_CGROUP, bpf_get_current_cgroup_id());
#pragma unroll
	for (i = 0; i < OVERFLOW_MAX_ANCESTORS; i++) {
		if (wants(OVERFLOW_F_ANCESTOR + i))
			set(s, OVERFLOW_F_ANCESTOR + i, cgroup__ancestor_id(config.levels[i]));
	}
	if (!config.nr_globs)
		return;
	bpf_get_current_comm(s->comm, sizeof(s->comm));
#pragma unroll
	for (i = 0; i < OVERFLOW_MAX_GLOBS; i++) {
		if (i < config.nr_globs)
			set(s, OVERFLOW_F_GLOB + i, match_comm(i));
	}
}

/* Which file ip is in; nothing is valid when the mappings are being changed just now. */
static __always_inline void read_file(struct scratch *s)
{
	u64 ip = s->fields[OVERFLOW_F_IP];
	struct vma_scratch *vma = vma_scratch__get();
	bool is_kernel = !s->fields[OVERFLOW_F_USER] || ip >> 63;

	if (!wants(OVERFLOW_F_FILE_DEV) || !vma)
		return;
	if (!is_kernel && !vma__find(ip))
		return;
	/* Of what is not a file, there is no device 0 with inode 0 either. */
	set(s, OVERFLOW_F_FILE_DEV, is_kernel ? 0 : vma->hit.dev);
	set(s, OVERFLOW_F_FILE_INO, is_kernel ? 0 : vma->hit.ino);
	set(s, OVERFLOW_F_FILE_OFF, is_kernel ? 0 : ip + vma->hit.shift);
}

/* Without sample_flags that say so, the members of a sample are what happened to be on the stack. */
static __always_inline void read_kern(struct bpf_perf_event_data *ctx, struct scratch *s)
{
	struct bpf_perf_event_data_kern *kern = bpf_cast_to_kern_ctx(ctx);
	struct perf_sample_data *data = kern->data;
	u64 flags = data->sample_flags;

	if (wants(OVERFLOW_F_IP) && flags & SAMPLE_IP)
		set(s, OVERFLOW_F_IP, data->ip);
	if (wants(OVERFLOW_F_TIME) && flags & SAMPLE_TIME)
		set(s, OVERFLOW_F_TIME, data->time);
	if (wants(OVERFLOW_F_ADDR) && flags & SAMPLE_ADDR)
		set(s, OVERFLOW_F_ADDR, data->addr);
	if (wants(OVERFLOW_F_WEIGHT) && flags & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT))
		set(s, OVERFLOW_F_WEIGHT, data->weight.full);
	if (wants(OVERFLOW_F_PHYS_ADDR) && flags & SAMPLE_PHYS_ADDR)
		set(s, OVERFLOW_F_PHYS_ADDR, data->phys_addr);
	if (wants(OVERFLOW_F_CODE_PAGE_SIZE) && flags & SAMPLE_CODE_PAGE_SIZE)
		set(s, OVERFLOW_F_CODE_PAGE_SIZE, data->code_page_size);
	if (wants(OVERFLOW_F_DATA_PAGE_SIZE) && flags & SAMPLE_DATA_PAGE_SIZE)
		set(s, OVERFLOW_F_DATA_PAGE_SIZE, data->data_page_size);
	if (wants(OVERFLOW_F_TXN) && flags & SAMPLE_TRANSACTION)
		set(s, OVERFLOW_F_TXN, data->txn);
	if (wants(OVERFLOW_F_ID) && flags & (SAMPLE_ID | SAMPLE_IDENTIFIER))
		set(s, OVERFLOW_F_ID, data->id);
}

static __always_inline void read_fields(struct bpf_perf_event_data *ctx, struct scratch *s,
					bool kern)
{
	s->valid = 0;
	if (wants(OVERFLOW_F_IP))
		set(s, OVERFLOW_F_IP, ctx->regs[REG_IP]);
	if (wants(OVERFLOW_F_USER))
		set(s, OVERFLOW_F_USER, (ctx->regs[REG_CS] & USER_RPL) == USER_RPL);
	if (wants(OVERFLOW_F_PERIOD))
		set(s, OVERFLOW_F_PERIOD, ctx->sample_period);
	if (wants(OVERFLOW_F_TIME) && config.time_by_helper)
		set(s, OVERFLOW_F_TIME, bpf_ktime_get_ns());
	if (wants(OVERFLOW_F_ADDR) && !kern)
		set(s, OVERFLOW_F_ADDR, ctx->addr);
	read_task(s);
	if (kern)
		read_kern(ctx, s);
	read_file(s);
}

/* ---- the code ---- */

/* A global function: the verifier looks at it once, and not at each step that may call it. */
__noinline int is_in_ranges(u64 value, u32 first, u32 nr)
{
	struct overflow_range *range;
	u32 low = first, high = first + nr, mid;
	int i;

	for (i = 0; i < 13; i++) { /* OVERFLOW_MAX_RANGES is 2^12 */
		if (low >= high)
			return 0;
		mid = low + (high - low) / 2;
		range = bpf_map_lookup_elem(&ranges, &mid);
		if (!range)
			return 0;
		if (value < range->begin)
			high = mid;
		else if (value >= range->end)
			low = mid + 1;
		else
			return 1;
	}
	return 0;
}

static __always_inline u64 divide(u64 a, u64 b, bool is_signed, bool modulo)
{
	bool a_negative = is_signed && (s64)a < 0, b_negative = is_signed && (s64)b < 0;
	u64 result;

	/* BPF has no signed division before 6.6. */
	if (a_negative)
		a = -a;
	if (b_negative)
		b = -b;
	result = modulo ? a % b : a / b;
	return (modulo ? a_negative : a_negative != b_negative) ? -result : result;
}

static __always_inline u64 shift_right(u64 a, u64 b, bool is_signed)
{
	if (b > 63)
		return is_signed && (s64)a < 0 ? ~0ULL : 0;
	return is_signed ? (u64)((s64)a >> b) : a >> b;
}

static __always_inline u64 calculate(u32 op, u32 flags, u64 a, u64 b)
{
	bool as = flags & OVERFLOW_A_SIGNED, bs = flags & OVERFLOW_B_SIGNED;

	switch (op) {
	case OVERFLOW_OP_OR:
		return a | b;
	case OVERFLOW_OP_XOR:
		return a ^ b;
	case OVERFLOW_OP_AND:
		return a & b;
	case OVERFLOW_OP_EQ:
		return is_equal(a, as, b, bs);
	case OVERFLOW_OP_NE:
		return !is_equal(a, as, b, bs);
	case OVERFLOW_OP_LT:
		return is_less(a, as, b, bs);
	case OVERFLOW_OP_LE:
		return !is_less(b, bs, a, as);
	case OVERFLOW_OP_GT:
		return is_less(b, bs, a, as);
	case OVERFLOW_OP_GE:
		return !is_less(a, as, b, bs);
	case OVERFLOW_OP_SHL:
		return b > 63 ? 0 : a << b;
	case OVERFLOW_OP_SHR:
		return shift_right(a, b, as);
	case OVERFLOW_OP_ADD:
		return a + b;
	case OVERFLOW_OP_SUB:
		return a - b;
	case OVERFLOW_OP_MUL:
		return a * b;
	}
	return divide(a, b, as && bs, op == OVERFLOW_OP_MOD);
}

enum verdict { DROP, KEEP, UNDECIDED, GO_ON };

static __always_inline int step_unary(struct scratch *s, const volatile struct overflow_insn *insn,
				      u64 *a)
{
	switch (insn->op) {
	case OVERFLOW_OP_IN:
		*a = is_in_ranges(*a, insn->arg, insn->imm);
		break;
	case OVERFLOW_OP_NOT:
		*a = !*a;
		break;
	case OVERFLOW_OP_COMPL:
		*a = ~*a;
		break;
	case OVERFLOW_OP_NEG:
		*a = -*a;
		break;
	case OVERFLOW_OP_BOOL:
		*a = !!*a;
		break;
	case OVERFLOW_OP_REQUIRE:
		s->sp--;
		return *a ? GO_ON : DROP;
	case OVERFLOW_OP_REFUSE:
		s->sp--;
		return *a ? DROP : GO_ON;
	case OVERFLOW_OP_JUMP_FALSE:
	case OVERFLOW_OP_JUMP_TRUE:
		if (!*a == (insn->op == OVERFLOW_OP_JUMP_FALSE))
			s->pc = insn->arg;
		else
			s->sp--;
		break;
	}
	return GO_ON;
}

static __always_inline int step_binary(struct scratch *s, const volatile struct overflow_insn *insn)
{
	u32 flags = insn->flags, op = insn->op;
	u64 a, b = insn->imm;

	if (!(flags & OVERFLOW_HAS_IMM)) {
		s->sp--;
		b = s->stack[s->sp & (OVERFLOW_STACK - 1)];
	}
	if (flags & OVERFLOW_HAS_FIELD) {
		if (!(s->valid & (1ULL << (insn->field & 63))))
			return UNDECIDED;
		a = s->fields[insn->field & (OVERFLOW_FIELD_ROOM - 1)];
	} else {
		s->sp--;
		a = s->stack[s->sp & (OVERFLOW_STACK - 1)];
	}
	if (!b && (op == OVERFLOW_OP_DIV || op == OVERFLOW_OP_MOD))
		return UNDECIDED;
	s->stack[s->sp & (OVERFLOW_STACK - 1)] = calculate(op, flags, a, b);
	s->sp++;
	return GO_ON;
}

static __always_inline int step_push(struct scratch *s, const volatile struct overflow_insn *insn)
{
	u64 value = insn->imm;

	if (insn->op == OVERFLOW_OP_FIELD) {
		if (!(s->valid & (1ULL << (insn->field & 63))))
			return UNDECIDED;
		value = s->fields[insn->field & (OVERFLOW_FIELD_ROOM - 1)];
	} else if (insn->op == OVERFLOW_OP_FILE) {
		if (!(s->valid & (1ULL << OVERFLOW_F_FILE_DEV)))
			return UNDECIDED;
		value = s->fields[OVERFLOW_F_FILE_INO] == insn->imm &&
			s->fields[OVERFLOW_F_FILE_DEV] == insn->arg;
	}
	s->stack[s->sp & (OVERFLOW_STACK - 1)] = value;
	s->sp++;
	return GO_ON;
}

/*
 * One instruction. pc and sp are in memory so that the verifier does not follow their values: each
 * round of the loop below is then the same to it.
 */
__noinline int step(u32 pc)
{
	const volatile struct overflow_insn *insn = &config.code[pc & (OVERFLOW_MAX_INSNS - 1)];
	struct scratch *s = scratch__get();

	if (!s)
		return KEEP;
	s->pc = pc + 1;
	if (insn->op <= OVERFLOW_OP_FILE)
		return step_push(s, insn);
	if (insn->op >= OVERFLOW_OP_OR && insn->op <= OVERFLOW_OP_MOD)
		return step_binary(s, insn);
	return step_unary(s, insn, &s->stack[(s->sp - 1) & (OVERFLOW_STACK - 1)]);
}

static __always_inline int decide(struct scratch *s)
{
	int verdict, i;

	s->pc = 0;
	s->sp = 0;
	for (i = 0; i < OVERFLOW_MAX_INSNS; i++) {
		if (s->pc >= config.nr_insns)
			return KEEP;
		verdict = step(s->pc);
		if (verdict != GO_ON)
			return verdict;
	}
	return UNDECIDED;
}

/* ---- the decision ---- */

/**
 * overflow__keeps() - decide over a sample, and count what became of it.
 * @kern: the kernel's own view of it can be read.
 */
static __always_inline bool overflow__keeps(struct bpf_perf_event_data *ctx, bool kern)
{
	u32 zero = 0;
	struct overflow_counts *c = bpf_map_lookup_elem(&counts, &zero);
	struct scratch *s = scratch__get();
	int verdict = KEEP;

	if (!c || !s)
		return true;
	c->seen++;
	c->events += ctx->sample_period;
	if (config.nr_insns) {
		read_fields(ctx, s, kern);
		verdict = decide(s);
	}
	if (verdict == DROP) {
		c->dropped++;
		return false;
	}
	c->kept++;
	if (verdict == UNDECIDED)
		c->undecided++;
	return true;
}

#endif /* PERF_AUGMENT_OVERFLOW_PRIV_BPF_H */
