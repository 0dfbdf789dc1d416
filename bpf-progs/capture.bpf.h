/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture.bpf.h - the state of a task inside a call, and copying what its arguments point to.
 *
 * Each traced task has room for AUG_PAYLOAD_SMALL bytes of payload. A call that needs more (a long
 * path, two of them) gets the task a big area, once. The verifier does not relate an offset to the
 * room behind it, so an area is made of offsets up to OFF_MAX and one more chunk behind that.
 */
#ifndef PERF_AUGMENT_CAPTURE_BPF_H
#define PERF_AUGMENT_CAPTURE_BPF_H

#define SMALL_CHUNK 320
#define SMALL_OFF_MAX (AUG_PAYLOAD_SMALL - sizeof(struct aug_payload) - SMALL_CHUNK)
#define BIG_CHUNK AUG_STR_MAX
#define BIG_OFF_MAX (AUG_PAYLOAD_BIG - sizeof(struct aug_payload) - BIG_CHUNK)

enum phase {
	PHASE_NONE,	 /* not in a call that is traced */
	PHASE_RUNNING,	 /* between entry and exit */
	PHASE_ANNOUNCED, /* the same, and an ENTER record was emitted */
};

struct aug_state {
	u64 start_ns; /* of the task: tells a reused tid from the old one */
	u64 comm_ns;  /* when rec.comm was read */
	u32 spec_idx;
	u32 payload_len; /* a multiple of 8 */
	u8 phase;
	u8 skip;    /* the task is one of pids_filtered */
	u8 retry;   /* bit n: capture n was not readable at entry */
	u8 nr_exit; /* captures to make at exit */
	u8 is_big;  /* the payload is in the big area */
	u8 is_exec;
	u8 is_augmented; /* an augmenter has a function for the exit */
	u8 pad;
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

/* Zeroes to make hash elements from; too large for the stack. */
static const struct aug_state zero_state = {};
static const struct aug_big zero_big = {};

static __always_inline struct aug_state *state__get(struct task_struct *task)
{
	u32 tid;

	if (config.has_task_storage)
		return bpf_task_storage_get(&states, task, 0, 0);
	tid = bpf_get_current_pid_tgid();
	return bpf_map_lookup_elem(&states_by_tid, &tid);
}

static __always_inline struct aug_state *state__create(struct task_struct *task, u32 tid)
{
	if (config.has_task_storage)
		return bpf_task_storage_get(&states, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	bpf_map_update_elem(&states_by_tid, &tid, &zero_state, BPF_ANY);
	return bpf_map_lookup_elem(&states_by_tid, &tid);
}

static __always_inline void state__delete(u32 tid)
{
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

	if (create)
		bpf_map_update_elem(&bigs, &key, &zero_big, BPF_ANY);
	return bpf_map_lookup_elem(&bigs, &key);
}

static __always_inline void big__delete(struct task_struct *task)
{
	u64 key = (u64)task;

	bpf_map_delete_elem(&bigs, &key);
}

/* What is to be read: filled in by capture__plan(). */
struct capture_job {
	u64 ptr;
	u64 len; /* bytes wanted; for strings the most, with the NUL */
	u64 full_len;
	u8 arg;
	u8 flags;
	bool is_str;
	bool is_kernel; /* ptr is the kernel's own copy */
};

/* Keeps the compiler from moving a bounds check away from the access it guards. */
#define KEEP(var) asm volatile("" : "+r"(var))

enum { CAPTURE_DONE, CAPTURE_NEEDS_MORE, CAPTURE_FAULT };

/*
 * Copy into one area at @off: the header, then the data. @chunk and @off_max are constants, so this
 * is compiled once per area with bounds that the verifier sees.
 */
static __always_inline int capture__copy(u8 *area, u64 off_max, u64 chunk, struct aug_state *s,
					 const struct capture_job *job, s32 *ret_err)
{
	u64 off = s->payload_len, want = job->len, kept;
	struct aug_payload *p;
	bool cut = false;
	long n;

	KEEP(off);
	if (off > off_max)
		return CAPTURE_NEEDS_MORE;
	p = (void *)(area + off);
	if (want > chunk) {
		want = chunk;
		cut = true;
	}
	KEEP(want);
	if (want >
	    chunk) /* 64 bits, right before the read: older verifiers forget a 32-bit bound */
		return CAPTURE_NEEDS_MORE;
	if (job->is_kernel)
		n = bpf_probe_read_kernel_str(p + 1, want, (void *)job->ptr);
	else if (job->is_str)
		n = bpf_probe_read_user_str(p + 1, want, (void *)job->ptr);
	else
		n = bpf_probe_read_user(p + 1, want, (void *)job->ptr);
	if (n < 0) {
		*ret_err = n;
		return CAPTURE_FAULT;
	}
	if (job->is_str) {
		/* n counts the NUL; a full buffer means that the string may go on. */
		if (cut && (u64)n == chunk && chunk < BIG_CHUNK)
			return CAPTURE_NEEDS_MORE;
		kept = n ? n - 1 : 0;
		p->full_len = kept;
		p->flags = job->flags | AUG_P_STR;
		if ((u64)n == want && kept) {
			/* Full: a string of just this length, or a longer one? Its next byte tells. */
			char next = 0;

			if (job->is_kernel)
				bpf_probe_read_kernel(&next, 1, (void *)(job->ptr + kept));
			else
				bpf_probe_read_user(&next, 1, (void *)(job->ptr + kept));
			if (next) {
				p->full_len = kept + 1;
				p->flags |= AUG_P_CUT;
			}
		}
	} else {
		if (cut && chunk < BIG_CHUNK)
			return CAPTURE_NEEDS_MORE;
		kept = want;
		p->full_len = job->full_len;
		p->flags = job->flags | (kept < job->full_len ? AUG_P_CUT : 0);
	}
	p->arg = job->arg;
	p->pad = 0;
	p->err = 0;
	p->len = kept;
	s->payload_len = off + sizeof(*p) + ((kept + 7) & ~7ULL);
	s->rec.nr_payloads++;
	return CAPTURE_DONE;
}

/* Say that an argument could not be read. */
static __always_inline void capture__note_fault(u8 *area, u64 off_max, struct aug_state *s,
						const struct capture_job *job, s32 err)
{
	u64 off = s->payload_len;
	struct aug_payload *p;

	KEEP(off);
	if (off > off_max)
		return;
	p = (void *)(area + off);
	p->arg = job->arg;
	p->flags = job->flags;
	p->pad = 0;
	p->err = err;
	p->len = 0;
	p->full_len = 0;
	s->payload_len = off + sizeof(*p);
	s->rec.nr_payloads++;
}

/* Move to the big area what the small one holds. */
static __always_inline struct aug_big *capture__grow(struct aug_state *s, struct task_struct *task)
{
	struct aug_big *big = big__get(task, true);

	if (!big)
		return NULL;
	bpf_probe_read_kernel(big->payload, AUG_PAYLOAD_SMALL, s->payload);
	s->is_big = 1;
	return big;
}

/*
 * Read one argument. @note: a fault is recorded; otherwise the caller tries again at exit.
 * Return: 0, or -errno of the failed read.
 */
static __noinline s32 capture__one(struct aug_state *s, struct task_struct *task,
				   struct capture_job *job, bool note)
{
	struct aug_big *big = NULL;
	int res = CAPTURE_NEEDS_MORE;
	s32 err = 0;

	if (!s->is_big)
		res = capture__copy(s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s, job, &err);
	if (res == CAPTURE_NEEDS_MORE) {
		big = s->is_big ? big__get(task, false) : capture__grow(s, task);
		if (!big)
			err = -12; /* ENOMEM */
		else
			res = capture__copy(big->payload, BIG_OFF_MAX, BIG_CHUNK, s, job, &err);
	}
	if (res == CAPTURE_DONE)
		return 0;
	if (!err)
		err = -7; /* E2BIG: no room left */
	if (!note)
		return err;
	if (big)
		capture__note_fault(big->payload, AUG_PAYLOAD_BIG - sizeof(struct aug_payload), s,
				    job, err);
	else
		capture__note_fault(s->payload, AUG_PAYLOAD_SMALL - sizeof(struct aug_payload), s,
				    job, err);
	return err;
}

/* Work out pointer and length of a capture. Return: false when there is nothing to read. */
static __always_inline bool capture__plan(const struct aug_state *s, const struct aug_capture *cap,
					  struct capture_job *job)
{
	u32 arg = cap->arg, len_arg = cap->len_arg;
	u64 units = 0;
	u32 len32 = 0;

	if (arg >= AUG_MAX_ARGS || len_arg >= AUG_MAX_ARGS)
		return false;
	job->ptr = s->rec.args[arg];
	job->arg = arg;
	job->is_str = cap->kind == AUG_CAP_STR;
	job->is_kernel = false;
	job->len = cap->size;
	job->full_len = cap->size;
	if (!job->ptr)
		return false;
	if (cap->kind != AUG_CAP_BUF)
		return true;
	switch (cap->len_from) {
	case AUG_LEN_ARG:
		units = s->rec.args[len_arg];
		break;
	case AUG_LEN_RET:
		units = s->rec.ret;
		break;
	case AUG_LEN_PTR:
		if (bpf_probe_read_user(&len32, sizeof(len32), (void *)s->rec.args[len_arg]))
			return false;
		units = len32;
		break;
	}
	if ((s64)units <= 0)
		return false;
	/* Lengths are 32-bit in the record; more than that is cut anyway. */
	if (units > 0x7fffffff)
		units = 0x7fffffff;
	job->full_len = units * cap->unit;
	if (job->full_len > 0xfffffff8)
		job->full_len = 0xfffffff8;
	job->len = job->full_len < cap->size ? job->full_len : cap->size;
	return true;
}

/* Whether capture @i of the spec is to be made now, and with which flags. */
static __always_inline bool capture__due(const struct aug_state *s, const struct aug_capture *cap,
					 u32 i, u32 when, struct capture_job *job)
{
	if (when == AUG_AT_ENTER) {
		job->flags = 0;
		return cap->when & AUG_AT_ENTER;
	}
	if (s->retry & (1u << i)) {
		job->flags = AUG_P_REREAD;
		return true;
	}
	job->flags = AUG_P_EXIT;
	/* What the kernel should have written is not there when the call failed. */
	return (cap->when & AUG_AT_EXIT) && s->rec.ret >= 0;
}

struct capture_walk {
	struct aug_state *s;
	struct task_struct *task;
	const struct aug_spec *spec;
	u32 when;
};

/* Capture @i of the spec. Return: 1 when it was the last. */
static long capture__step(u32 i, struct capture_walk *walk)
{
	const struct aug_spec *spec = walk->spec;
	const struct aug_capture *cap;
	struct capture_job job = {};
	struct aug_state *s = walk->s;
	bool at_exit = walk->when == AUG_AT_EXIT;
	u64 idx = i;
	s32 err;

	KEEP(idx); /* one 64-bit register for check and access: a copy loses its bound */
	if (idx >= AUG_MAX_ARGS || idx >= spec->nr_captures)
		return 1;
	cap = &spec->captures[idx];
	if (!capture__due(s, cap, i, walk->when, &job) || !capture__plan(s, cap, &job))
		return 0;
	err = capture__one(s, walk->task, &job, at_exit);
	/* The page may just not be in memory yet: the kernel's own read brings it there. */
	if (err && !at_exit)
		s->retry |= 1u << i;
	return 0;
}

static __always_inline void capture__all(struct aug_state *s, struct task_struct *task,
					 const struct aug_spec *spec, u32 when, bool has_loop)
{
	struct capture_walk walk = {
		.s = s,
		.task = task,
		.spec = spec,
		.when = when,
	};
	u32 i;

	/* The verifier looks at a callback once (5.17), at an ordinary loop's body in each round. */
	if (has_loop) {
		bpf_loop(AUG_MAX_ARGS, capture__step, &walk, 0);
	} else {
		for (i = 0; i < AUG_MAX_ARGS; i++) {
			if (capture__step(i, &walk))
				break;
		}
	}
	if (when == AUG_AT_EXIT)
		s->retry = 0;
}

/* A path of execve() that was not readable at entry, from the kernel's copy. */
static __always_inline void capture__exec_path(struct aug_state *s, struct task_struct *task,
					       const struct aug_spec *spec, const char *filename)
{
	struct capture_job job = {
		.ptr = (u64)filename,
		.len = AUG_STR_MAX,
		.flags = AUG_P_REREAD,
		.is_str = true,
		.is_kernel = true,
	};
	u32 i;

	for (i = 0; i < AUG_MAX_ARGS; i++) {
		if (i >= spec->nr_captures)
			break;
		if (!(s->retry & (1u << i)) || spec->captures[i].kind != AUG_CAP_STR)
			continue;
		job.arg = spec->captures[i].arg;
		capture__one(s, task, &job, true);
		break;
	}
	/* Nothing of the old memory can be read any more. */
	s->retry = 0;
}

#endif /* PERF_AUGMENT_CAPTURE_BPF_H */
