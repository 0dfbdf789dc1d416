/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * state.bpf.h - the state of a task inside a call, and where it is kept; a part of engine.bpf.c.
 *
 * Each traced task has room for AUG_PAYLOAD_SMALL bytes of payload. A call that needs more (a long
 * path, two of them) gets the task a big area, once.
 */
#ifndef PERF_AUGMENT_STATE_BPF_H
#define PERF_AUGMENT_STATE_BPF_H

/* capture_cursor.when besides AUG_AT_ENTER and AUG_AT_EXIT: once execve() has replaced the memory */
#define CAPTURE_AT_EXEC (1 << 7)

enum phase {
	PHASE_NONE,	 /* not in a call */
	PHASE_DROPPED,	 /* between entry and exit, but the call is not shown */
	PHASE_RUNNING,	 /* between entry and exit; what follows is in a call that is shown, too */
	PHASE_ANNOUNCED, /* the same, and an ENTER record was emitted */
	/* At the exit of a call that had no entry, which is made up for; see no_entry.bpf.h */
	PHASE_REFUSED, /* by a seccomp filter */
	PHASE_BEFORE,  /* it began before the trace */
};

/* What is to be read: filled in by capture_plan.bpf.h and capture_nested.bpf.h. */
struct capture_job {
	u64 ptr;
	u64 len; /* bytes wanted; for strings the most, with the NUL */
	u64 full_len;
	s32 err; /* already known: there is nothing to read */
	u8 arg;
	u8 flags;
	u8 part;
	u8 elem;
	bool is_str;
	bool is_kernel; /* ptr is the kernel's own copy */
	bool is_note;	/* only full_len is said */
	bool goes_on;	/* the answer: there is more of the piece than one payload takes */
	s32 rest_err;	/* what is behind the bytes wanted could not be read */
	u64 kept;	/* the answer: bytes copied with the NUL, 0 when cut */
};

/*
 * Where the copying of a call's arguments stands. It is in the task's state and not on the stack, so
 * that the verifier knows nothing of its values, and functions that it looks at by themselves find it.
 */
struct capture_cursor {
	struct capture_job job;
	struct aug_capture cap;
	u64 array;   /* of iovecs or strings; at exec the first string of argv */
	u64 msg;     /* the message or struct that is read; at exec the kernel's copy of the path */
	u64 control; /* its control data */
	u64 left;    /* bytes that the rest of the array holds */
	u32 control_len;
	u32 nr_items;
	u32 item;
	u32 idx;      /* capture of the spec */
	u32 mark_len; /* payload before this capture */
	u16 mark_nr;
	u8 mark_idx; /* of this capture */
	u8 stage;
	u8 elem; /* index of the message */
	u8 nr_elems;
	u8 flags;     /* AUG_P_* of its payloads */
	u8 when;      /* why the capturing program runs */
	u8 again;     /* what sys_enter_fault tries: bits of aug_state.retry */
	u8 is_strv;   /* what is followed is an array of strings, not an iovec */
	u8 word_size; /* of the program: bytes of a pointer */
	u8 pad;
};

/* Read from memory each time: what the verifier remembered of it would multiply the paths it walks. */
static __always_inline bool cursor__is_at(const struct capture_cursor *c, u8 when)
{
	return *(const volatile u8 *)&c->when == when;
}

/* aug_state.skip */
enum {
	SKIP_NONE,
	SKIP_ALWAYS,	 /* the task is one of pids_filtered, or was left */
	SKIP_UNTIL_EXEC, /* it is the tracer's own child, whose first execve() begins the command */
};

struct aug_state {
	u64 start_ns;	 /* of the task: tells a reused tid from the old one */
	u64 comm_ns;	 /* when rec.comm was read */
	u64 attached_ns; /* struct target_task.since_ns */
	u32 attached_nr;
	u32 spec_idx;
	u32 payload_len; /* a multiple of 8 */
	u8 phase;
	u8 skip;    /* SKIP_* */
	u8 retry;   /* bit n: capture n was not readable at entry; RETRY_ALL */
	u8 nr_exit; /* captures to make at exit */
	u8 is_big;  /* the payload is in the big area */
	u8 is_exec;
	u8 is_augmented; /* an augmenter has a function for the exit */
	u8 has_fds;
	u8 fds_again;	    /* those of the entry are looked at later */
	u8 fds_end;	    /* FDS_*: where the program fds is */
	u8 comm_known;	    /* comm_matches is that of rec.comm */
	u8 comm_matches;    /* globs that the name matches */
	u8 filter_open;	    /* OPEN_*: the call is not decided yet */
	u32 filter_texts;   /* results of the call's comparisons of texts; see filter.bpf.h */
	u32 filter_unknown; /* those whose memory could not be read */
	u8 detach;	    /* this execve() is the last that is traced */
	u8 target;	    /* TARGET_*: as what the task was added; its first call's */
	u64 enter_run_ns;   /* see run_ns() */
	u64 enter_sum_ns;   /* what the scheduler had summed up then */
	u32 enter_cpu;
	u32 end_cpu;	    /* that remembers a call of this task, plus one; 0: none */
	u64 end_regs;	    /* by which it does; see ends.bpf.h */
	u64 cgroup_id;	    /* that was told; 0 for none */
	u64 summary_cgroup; /* that a call is counted in */
	u16 summary_slots[AUG_SUMMARY_SLOTS]; /* numbers of rows; 0: none */
	struct capture_cursor cursor;
	struct aug_record rec;
	u8 payload[AUG_PAYLOAD_SMALL]; /* follows rec, as in the ring */
};

struct aug_big {
	struct aug_record rec;
	u8 payload[AUG_PAYLOAD_BIG];
};

_Static_assert(__builtin_offsetof(struct aug_state, payload) ==
		       __builtin_offsetof(struct aug_state, rec) + sizeof(struct aug_record),
	       "record and payload must be contiguous");

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct aug_state);
} states SEC(".maps");

/* Zeroes to make elements from; too large for the stack. */
static const struct aug_state zero_state = {};

static __always_inline struct task_struct *current_task(void);

#include "slots.bpf.h"
#include "strangers.bpf.h"

/* The same for kernels before 5.11, by tid; entries end with their task (sched_process_exit). */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, u32);
	__type(value, struct aug_state);
} states_by_tid SEC(".maps");

/*
 * By task, which exec leaves the same; entries end with it (sched_process_exit). Not in task storage: on
 * kernels after 6.18 (seen with 7.2) there is none for elements above two pages.
 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 4096);
	__type(key, u64);
	__type(value, struct aug_big);
} bigs SEC(".maps");

static const struct aug_big zero_big = {};

/*
 * Has the loader told of the call that the task is in? Where there was no entry it is the one, whatever it has become
 * (unfold.bpf.h); it has one if who looks before us held it up: a listener of seccomp.
 */
static __always_inline bool state__is_told(const struct aug_state *s)
{
	return s->target == TARGET_TOLD &&
	       (s->phase == PHASE_BEFORE || s->attached_nr == s->rec.nr);
}

/* The first call that is seen of the task begins. What calls are that are unfolded is not known yet. */
static __always_inline void state__look_for_told(struct aug_state *s, u32 nr)
{
	if (s->attached_nr != nr && s->attached_nr < AUG_NR_UNFOLDED)
		s->target = TARGET_NEW;
}

/* Was there no entry? Then the call is over when its entry is made up for. */
static __always_inline bool state__has_no_entry(const struct aug_state *s)
{
	return s->phase >= PHASE_REFUSED;
}

static __always_inline struct aug_state *state__get(struct task_struct *task)
{
	u32 tid;

	if (config.has_slots)
		return (struct aug_state *)slot__of(task);
	if (config.has_task_storage)
		return bpf_task_storage_get(&states, task, 0, 0);
	tid = bpf_get_current_pid_tgid();
	return bpf_map_lookup_elem(&states_by_tid, &tid);
}

/*
 * That of the running task, whose registers are at @regs_at (not with @perf); NULL when it has none.
 * Return: whether it is a stranger, which gets none.
 */
static __always_inline bool state__find(u64 regs_at, bool perf, struct aug_state **ret_s)
{
	const bool by_regs = config.has_slots && !config.calls_interrupt && !perf;
	struct slot *slot = by_regs ? slot__at(regs_at) : NULL;

	*ret_s = (struct aug_state *)slot;
	if (slot)
		return false;
	if (stranger__is())
		return true;
	*ret_s = state__get(current_task());
	/* Another one was there last. */
	if (by_regs && *ret_s)
		*slot__home(regs_at) = ((struct slot *)*ret_s)->nr;
	return false;
}

/* The running task, whose state @s is. Return: NULL for the verifier alone. */
static __always_inline struct task_struct *state__task(const struct aug_state *s)
{
	return config.has_slots ? ((const struct slot *)s)->task : current_task();
}

static __always_inline struct aug_state *state__create(struct task_struct *task, u32 tid)
{
	if (config.has_slots)
		return (struct aug_state *)slot__create(task);
	if (config.has_task_storage)
		return bpf_task_storage_get(&states, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	bpf_map_update_elem(&states_by_tid, &tid, &zero_state, BPF_ANY);
	return bpf_map_lookup_elem(&states_by_tid, &tid);
}

/* At the end of the running @task; that in task storage goes with it. */
static __always_inline void state__delete(struct task_struct *task, u32 tid)
{
	if (config.has_slots)
		slot__leave(task);
	else if (!config.has_task_storage)
		bpf_map_delete_elem(&states_by_tid, &tid);
}

/* The thread @old_tid goes on as @tid. */
static __always_inline struct aug_state *state__rekey(u32 old_tid, u32 tid)
{
	struct aug_state *s = bpf_map_lookup_elem(&states_by_tid, &old_tid);

	if (!s)
		return NULL;
	bpf_map_update_elem(&states_by_tid, &tid, s, BPF_ANY);
	bpf_map_delete_elem(&states_by_tid, &old_tid);
	return bpf_map_lookup_elem(&states_by_tid, &tid);
}

static __always_inline struct aug_big *big__get(struct task_struct *task, bool create)
{
	u64 key = (u64)task;
	struct aug_big *big = bpf_map_lookup_elem(&bigs, &key);

	if (big || !create)
		return big;
	bpf_map_update_elem(&bigs, &key, &zero_big, BPF_ANY);
	return bpf_map_lookup_elem(&bigs, &key);
}

static __always_inline void big__delete(struct task_struct *task)
{
	u64 key = (u64)task;

	bpf_map_delete_elem(&bigs, &key);
}

#endif /* PERF_AUGMENT_STATE_BPF_H */
