/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture.bpf.h - copying what the arguments of a call point to, into the areas of state.bpf.h.
 *
 * The verifier does not relate an offset to the room behind it, so an area is made of offsets up to
 * OFF_MAX and one more chunk behind that.
 */
#ifndef PERF_AUGMENT_CAPTURE_BPF_H
#define PERF_AUGMENT_CAPTURE_BPF_H

#include "files.bpf.h"
#include "state.bpf.h"

#define SMALL_CHUNK 320
#define SMALL_OFF_MAX (AUG_PAYLOAD_SMALL - sizeof(struct aug_payload) - SMALL_CHUNK)
#define BIG_CHUNK AUG_STR_MAX
#define BIG_OFF_MAX (AUG_PAYLOAD_BIG - sizeof(struct aug_payload) - BIG_CHUNK)

/* Elements of one array. */
#define ITEMS_MAX (config.long_data ? AUG_ITEMS_LONG_MAX : AUG_ITEMS_MAX)

/* A string of argv was not readable: when execve() fails, everything is read again. */
#define RETRY_ALL 0x80

/* For arguments whose meaning a command says (fcntl, ioctl, prctl); filled by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, AUG_CMD_CAPTURES_MAX);
	__type(key, struct aug_cmd_key);
	__type(value, struct aug_capture);
} cmd_captures SEC(".maps");

static __always_inline long ring__output(void *data, u64 size);

/*
 * For the verifier: @var, which the program knows to be at most @max, is so in the register that it has behind this.
 * A comparison may be with another register than the one that is used, when @var was on the stack before it: there
 * kernels before 6.8 (seen with 5.10 and 6.1) do not know that both are the same.
 */
#define AT_MOST(var, max) asm volatile("if %0 <= %1 goto +1\n\t%0 = 0" : "+r"(var) : "i"(max))

/* And -errno, where it could not be read. */
enum { CAPTURE_DONE, CAPTURE_NEEDS_MORE };

/*
 * Copy into one area at @off: the header, then the data. @chunk and @off_max are constants, so this
 * is compiled once per area with bounds that the verifier sees.
 */
static __always_inline int capture__copy(u8 *area, u64 off_max, u64 chunk, struct aug_state *s)
{
	struct capture_job *job = &s->cursor.job;
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
		n = user__read_str(p + 1, want, job->ptr);
	else
		n = user__read(p + 1, want, job->ptr);
	if (n < 0)
		return n;
	if (job->is_str) {
		/* n counts the NUL; a full buffer means that the string may go on. */
		if (cut && (u64)n == chunk && chunk < BIG_CHUNK)
			return CAPTURE_NEEDS_MORE;
		kept = n ? n - 1 : 0;
		job->goes_on = config.long_data && cut && (u64)n == chunk;
		p->full_len = kept;
		p->flags = job->flags | AUG_P_STR;
		if ((u64)n == want && kept) {
			/* Full: a string of just this length, or a longer one? Its next byte tells. */
			char next = 0;

			if (job->is_kernel)
				bpf_probe_read_kernel(&next, 1, (void *)(job->ptr + kept));
			else
				user__read(&next, 1, job->ptr + kept);
			if (!next)
				job->goes_on = false;
			if (next && !job->goes_on) {
				p->full_len = kept + 1;
				p->flags |= AUG_P_CUT;
			}
		}
	} else {
		if (cut && chunk < BIG_CHUNK)
			return CAPTURE_NEEDS_MORE;
		kept = want;
		job->goes_on = config.long_data && cut;
		p->full_len = job->full_len;
		p->flags = job->flags | (kept < job->full_len ? AUG_P_CUT : 0);
		if (job->rest_err)
			p->flags = job->flags;
	}
	p->arg = job->arg;
	p->part = job->part;
	p->elem = job->elem;
	p->err = job->rest_err;
	p->len = kept;
	job->kept = p->flags & AUG_P_CUT ? 0 : kept + 1;
	if (job->goes_on) {
		job->ptr += kept;
		job->len -= kept;
		job->flags |= AUG_P_NEXT;
	}
	s->payload_len = off + sizeof(*p) + ((kept + 7) & ~7ULL);
	s->rec.nr_payloads++;
	return CAPTURE_DONE;
}

/*
 * Global functions without arguments, which find the state once more: the verifier looks at them once, and not
 * in each state that leads there. That is a third of what loading the program takes.
 */
__noinline int capture__copy_small(void)
{
	struct aug_state *s = state__get(current_task());

	return s ? capture__copy(s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s) : CAPTURE_NEEDS_MORE;
}

__noinline int capture__copy_big(void)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_big *big = big__get(task, false);

	return s && big ? capture__copy(big->payload, BIG_OFF_MAX, BIG_CHUNK, s)
			: CAPTURE_NEEDS_MORE;
}

/* A payload without contents: an argument could not be read, or was only counted. */
static __always_inline void capture__note(u8 *area, u64 off_max, struct aug_state *s,
					  const struct capture_job *job, s32 err)
{
	const u32 len = err && job->is_str && job->part ? sizeof(u64) : 0;
	u64 off = s->payload_len;
	struct aug_payload *p;

	KEEP(off);
	if (off > off_max)
		return;
	p = (void *)(area + off);
	p->arg = job->arg;
	p->flags = job->flags;
	p->part = job->part;
	p->elem = job->elem;
	p->err = err;
	p->len = len;
	p->full_len = len ?: job->full_len;
	*(u64 *)(p + 1) = job->ptr;
	s->payload_len = off + sizeof(*p) + len;
	s->rec.nr_payloads++;
}

#define NOTE_SIZE (sizeof(struct aug_payload) + sizeof(u64))

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

__noinline int capture__note_err(s32 err)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_big *big;

	if (!s)
		return 0;
	if (!s->is_big && s->payload_len <= AUG_PAYLOAD_SMALL - NOTE_SIZE) {
		capture__note(s->payload, AUG_PAYLOAD_SMALL - NOTE_SIZE, s, &s->cursor.job, err);
		return 0;
	}
	big = s->is_big ? big__get(task, false) : capture__grow(s, task);
	if (big)
		capture__note(big->payload, AUG_PAYLOAD_BIG - NOTE_SIZE, s, &s->cursor.job, err);
	return 0;
}

/*
 * Make room: what the big area holds goes ahead in a record of its own. Without room in the ring it stays,
 * and the rest of the call's contents is cut.
 */
static __always_inline void capture__send_ahead(struct aug_state *s, struct aug_big *big)
{
	u64 len = s->payload_len;

	KEEP(len);
	if (len > sizeof(big->payload) || s->rec.nr_more == 255)
		return;
	big->rec = s->rec;
	big->rec.type = AUG_RECORD_MORE;
	big->rec.size = sizeof(big->rec) + len;
	/* At the exit its time is that of the record that follows it in the ring. */
	if (!cursor__is_at(&s->cursor, AUG_AT_EXIT))
		big->rec.time_ns = bpf_ktime_get_ns();
	if (ring__output(&big->rec, sizeof(big->rec) + len))
		return;
	s->rec.nr_more++;
	s->rec.nr_payloads = 0;
	s->payload_len = 0;
	s->cursor.mark_len = 0;
	s->cursor.mark_nr = 0;
}

static __noinline int capture__copy_somewhere(struct aug_state *s, struct task_struct *task)
{
	int res = CAPTURE_NEEDS_MORE;
	struct aug_big *big;

	if (!s->is_big)
		res = capture__copy_small();
	if (res == CAPTURE_NEEDS_MORE) {
		big = s->is_big ? big__get(task, false) : capture__grow(s, task);
		if (config.long_data && big && s->payload_len > BIG_OFF_MAX)
			capture__send_ahead(s, big);
		res = capture__copy_big();
	}
	return res;
}

/* Of what was not read as a whole, what its first page has: of a string bytes. Return: whether that is less. */
static __always_inline bool capture__shorten(struct aug_state *s, s32 err)
{
	struct capture_job *job = &s->cursor.job;
	const u64 left = USER_PAGE - (job->ptr & (USER_PAGE - 1));

	if (!(s->cursor.cap.flags & AUG_C_PARTS) || job->len <= left ||
	    (job->part == AUG_PART_SELF ? job->elem : job->part > AUG_PART_IOV))
		return false;
	job->len = left;
	job->is_str = false;
	job->rest_err = err;
	return true;
}

/*
 * Read the piece of an argument that cursor.job says. @note: a fault is recorded; otherwise the caller tries again later.
 * Return: 0, or -errno of the failed read.
 */
static __always_inline s32 capture__one(struct aug_state *s, struct task_struct *task, bool note)
{
	struct capture_job *job = &s->cursor.job;
	int res = CAPTURE_NEEDS_MORE;
	s32 err = job->err;

	if (!err && !job->is_note) {
		res = capture__copy_somewhere(s, task);
		if (res < 0 && note && capture__shorten(s, res))
			res = capture__copy_somewhere(s, task);
		if (res == CAPTURE_DONE)
			return 0;
		/* No room left: it is cut to nothing. */
		if (res == CAPTURE_NEEDS_MORE) {
			job->flags |= AUG_P_CUT | (job->is_str ? AUG_P_STR : 0);
			job->is_note = true;
		} else {
			err = res;
		}
	}
	if (job->is_note || note)
		capture__note_err(err);
	return err;
}

/*
 * Messages of netlink are told by their members: which protocol a call's socket has, if it is one. Before
 * anything of it is copied, as more of them is copied than of other contents.
 */
static __always_inline void capture__socket(struct aug_state *s, struct task_struct *task)
{
	struct file *file = files__get(task, s->rec.args[0]);
	struct socket *socket;
	struct sock *sk;

	if (s->rec.flags & AUG_F_NETLINK || !file ||
	    (BPF_CORE_READ(file, f_inode, i_mode) & S_IFMT) != S_IFSOCK)
		return;
	socket = BPF_CORE_READ(file, private_data);
	sk = BPF_CORE_READ(socket, sk);
	if (sk && BPF_CORE_READ(sk, __sk_common.skc_family) == AF_NETLINK)
		s->rec.flags |= AUG_F_NETLINK |
				((BPF_CORE_READ(sk, sk_protocol) & 31) << AUG_F_NETLINK_SHIFT);
}

/* Bytes of contents that are copied. */
static __always_inline u64 capture__limit(const struct aug_state *s)
{
	return s->rec.flags & AUG_F_NETLINK ? AUG_NETLINK_MAX : s->cursor.cap.size;
}

#include "capture_fast.bpf.h"
#include "capture_plan.bpf.h"
#include "capture_nested.bpf.h"

/* A piece was not read. */
static __always_inline void capture__failed(struct aug_state *s)
{
	struct capture_cursor *c = &s->cursor;
	const struct capture_job *job = &c->job;

	if (c->stage == STAGE_EXEC_STRING) {
		cursor__end(c);
		return;
	}
	if (c->cap.kind == AUG_CAP_STRV && cursor__is_at(c, AUG_AT_ENTER))
		s->retry |= RETRY_ALL;
	else if (!job->is_note && cursor__is_at(c, AUG_AT_ENTER)) {
		/*
		 * The page may just not be in memory yet: all of this argument is read again by
		 * sys_enter_fault, or at the exit, as the kernel's own read brings it there.
		 */
		s->payload_len = c->mark_len;
		s->rec.nr_payloads = c->mark_nr;
		s->retry |= 1u << (c->mark_idx & 7);
		cursor__end(c);
		return;
	}
	/* What the array or the struct leads to cannot be found; a piece of it does not matter. */
	if (job->part == AUG_PART_IOV)
		c->stage = STAGE_CONTROL;
	else if (c->cap.kind == AUG_CAP_PTRS && job->elem && job->part < AUG_PART_FOLLOWED)
		c->stage = STAGE_POINTER;
	else if (job->part == AUG_PART_SELF)
		cursor__end(c);
}

/*
 * Reads the next piece. Return: 1 when it was the last.
 *
 * A global function: the verifier looks at it once, and not at each turn of the loops around it.
 */
__noinline int capture__piece(void)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct capture_cursor *c;
	struct aug_spec *spec;
	bool note;
	int plan;

	if (!s)
		return 1;
	spec = spec__get(&s->spec_idx);
	if (!spec)
		return 1;
	c = &s->cursor;
	if (config.long_data && c->job.goes_on) {
		c->job.goes_on = false;
		plan = PLAN_READ;
		goto read;
	}
	__builtin_memset(&c->job, 0, sizeof(c->job));
	if (c->stage == STAGE_BEGIN)
		plan = capture__begin(s, spec, &c->job);
	else
		plan = capture__next(s, &c->job);
	if (plan == PLAN_END)
		return 1;
read:
	if (plan == PLAN_READ) {
		/* After execve() the old memory is gone: of argv a fault is recorded at once. */
		note = c->stage != STAGE_EXEC_STRING &&
		       (c->cap.kind == AUG_CAP_STRV || !cursor__is_at(c, AUG_AT_ENTER));
		if (capture__one(s, task, note))
			capture__failed(s);
		else if (c->stage == STAGE_EXEC_STRING)
			exec_string__advance(c);
	}
	if (config.long_data && c->job.goes_on)
		return 0;
	return c->stage == STAGE_BEGIN && c->idx >= spec->nr_captures;
}

/* Pieces of one call, by rounds: of a loop, and of what is left to do after it, the verifier looks at each turn. */
#define CAPTURE_PIECES 32
#define CAPTURE_ROUNDS 8
#define CAPTURE_ROUNDS_LONG 128

/* Return: 1 when the last piece was read. */
__noinline int capture__round(void)
{
	u32 i;

	for (i = 0; i < CAPTURE_PIECES; i++) {
		if (capture__piece())
			return 1;
	}
	return 0;
}

static __always_inline void capture__all(struct aug_state *s, struct task_struct *task,
					 const struct aug_spec *spec)
{
	const u32 rounds = config.long_data ? CAPTURE_ROUNDS_LONG : CAPTURE_ROUNDS;
	u32 i;

	if (spec->flags & AUG_S_SOCKET)
		capture__socket(s, task);
	s->cursor.idx = 0;
	s->cursor.word_size = s->rec.abi == AUG_ABI_NATIVE ? sizeof(u64) : sizeof(u32);
	s->cursor.stage = STAGE_BEGIN;
	s->cursor.job.goes_on = false;
	if (s->retry & RETRY_ALL && cursor__is_at(&s->cursor, AUG_AT_EXIT)) {
		s->payload_len = 0;
		s->rec.nr_payloads = 0;
		s->rec.nr_more = 0;
		s->retry = (u8)~RETRY_ALL;
		s->fds_again = 1;
	}
	for (i = 0; i < rounds; i++) {
		if (capture__round())
			break;
	}
	if (!cursor__is_at(&s->cursor, AUG_AT_ENTER))
		s->retry = 0;
}

#endif /* PERF_AUGMENT_CAPTURE_BPF_H */
