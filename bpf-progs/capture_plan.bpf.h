/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture_plan.bpf.h - beginning with a capture of the spec: whether it is due, where and how long.
 */
#ifndef PERF_AUGMENT_CAPTURE_PLAN_BPF_H
#define PERF_AUGMENT_CAPTURE_PLAN_BPF_H

/* What comes next in a capture; the nested ones are in capture_nested.bpf.h. */
enum capture_stage {
	STAGE_BEGIN,	   /* of the capture cursor.idx */
	STAGE_FOLLOW,	   /* what a member of a struct points to */
	STAGE_FOLLOW_ITEM, /* the bytes of an iovec that such a member points to */
	STAGE_POINTER,	   /* the struct that the next pointer of an array leads to */
	STAGE_NAME,	   /* of a message */
	STAGE_ARRAY,	   /* of a message's iovecs */
	STAGE_ITEM,	   /* the bytes of an iovec */
	STAGE_CONTROL,	   /* data of a message */
	STAGE_MESSAGE,	   /* the next one of an array */
	STAGE_STRING,	   /* of argv */
	STAGE_COUNT,	   /* pointers of envp */
	STAGE_EXEC_STRING, /* of argv on the new stack */
};

enum {
	PLAN_READ, /* the job is ready */
	PLAN_SKIP, /* nothing to read here, go on */
	PLAN_END,
};

/* Of 64-bit programs; those of others are half as long. */
#define IOVEC_SIZE 16
#define MSG_SIZE 56
#define MMSG_SIZE 64

static __always_inline void cursor__advance(struct capture_cursor *c)
{
	c->idx++;
	c->stage = STAGE_BEGIN;
}

/* The same where it may have been done already. */
static __always_inline void cursor__end(struct capture_cursor *c)
{
	c->idx = c->mark_idx + 1;
	c->stage = STAGE_BEGIN;
}

static __always_inline bool state__is_compat(const struct aug_state *s)
{
	return s->rec.abi == AUG_ABI_COMPAT;
}

/* Fill in cursor.cap. Return: false when nothing is to be captured. */
static __always_inline bool capture__load(struct aug_state *s, const struct aug_capture *cap)
{
	struct aug_cmd_key key = {};
	u32 len_arg = cap->len_arg;

	if (cap->kind == AUG_CAP_BY_CMD) {
		if (len_arg >= AUG_MAX_ARGS)
			return false;
		key.spec_idx = s->spec_idx;
		key.arg = cap->arg;
		key.cmd = s->rec.args[len_arg] & cap->size;
		cap = bpf_map_lookup_elem(&cmd_captures, &key);
		if (!cap) {
			/* What holds for all other commands. */
			key.arg |= AUG_CMD_DEFAULT;
			key.cmd = 0;
			cap = bpf_map_lookup_elem(&cmd_captures, &key);
			if (!cap)
				return false;
		}
	}
	s->cursor.cap = *cap;
	return true;
}

static __always_inline u8 capture__retry_bit(const struct capture_cursor *c)
{
	return c->cap.kind == AUG_CAP_STRV ? RETRY_ALL : 1u << (c->idx & 7);
}

/* Whether the capture is to be made now, and with which flags. */
static __always_inline bool capture__due(struct aug_state *s)
{
	struct capture_cursor *c = &s->cursor;

	if (cursor__is_at(c, AUG_AT_ENTER)) {
		c->flags = config.may_fault ? AUG_P_AGAIN : 0;
		/* It has ended already. */
		if (s->phase == PHASE_BEFORE)
			c->flags = AUG_P_REREAD;
		if (config.may_fault && !(c->again & capture__retry_bit(c)))
			return false;
		return c->cap.when & AUG_AT_ENTER;
	}
	c->flags = AUG_P_EXIT;
	if (s->retry & (1u << (c->idx & 7))) {
		if (!(c->cap.flags & AUG_C_DATA_AT_EXIT))
			c->flags = AUG_P_REREAD;
		return true;
	}
	/* What the kernel should have written is not there when the call failed. */
	return c->cap.when & (s->rec.ret >= 0 ? AUG_AT_EXIT : AUG_AT_FAILURE);
}

/*
 * How long the buffer is whose length is behind argument @arg: what the entry found there. The kernel says how long an
 * address or an option is, and writes no more than there is room for. Such a length is the first that an entry copies, and
 * stays where it is when what follows needs a big area.
 */
static __always_inline u32 capture__room(const struct aug_state *s, u32 arg)
{
	const struct aug_payload *first = (const void *)s->payload;

	if (!(s->cursor.flags & AUG_P_EXIT) || !s->payload_len || first->arg != arg ||
	    first->flags & AUG_P_EXIT || first->len != sizeof(u32))
		return ~0U;
	return *(const u32 *)(first + 1);
}

static __always_inline bool capture__find_length(struct aug_state *s)
{
	struct capture_job *job = &s->cursor.job;
	const struct aug_capture *cap = &s->cursor.cap;
	u32 len_arg = cap->len_arg, len32 = 0;
	u64 units = 0, unit = cap->unit, limit;

	if (cap->len_from == AUG_LEN_RET) {
		units = s->rec.ret;
		/* Of a message or a key that is longer, the rest is nowhere. */
		if (len_arg < AUG_MAX_ARGS && s->rec.args[len_arg] < units)
			units = s->rec.args[len_arg];
	} else if (cap->len_from == AUG_LEN_FIELD) {
		if (user__read(&len32, sizeof(len32), job->ptr + len_arg))
			len32 = 0;
		units = len32 < unit ? unit : len32;
		unit = 1;
	} else {
		if (len_arg >= AUG_MAX_ARGS)
			return false;
		units = s->rec.args[len_arg];
		if (cap->flags & AUG_C_LEN_32)
			units = (u32)units;
	}
	switch (cap->len_from) {
	case AUG_LEN_PTR:
		if (user__read(&len32, sizeof(len32), units + cap->follow)) {
			if (cursor__is_at(&s->cursor, AUG_AT_ENTER))
				s->retry |= 1u << (s->cursor.idx & 7);
			return false;
		}
		units = len32;
		len32 = capture__room(s, len_arg);
		if (len32 < units && unit == 1 && !cap->follow)
			units = len32;
		break;
	case AUG_LEN_BITS:
		units = ((u32)units + 63) / 64 * 8;
		break;
	case AUG_LEN_PAGES:
		units = units / 4096 + !!(units % 4096);
		break;
	case AUG_LEN_IOC:
		units = (u32)units;
		if (!(units >> (s->cursor.flags & AUG_P_EXIT ? 31 : 30) & 1))
			return false;
		units = units >> 16 & 0x3fff;
		break;
	}
	if (cap->len_from == AUG_LEN_RET && (s64)units < 0)
		return false;
	if (!units && !(cap->flags & AUG_C_EXTRA))
		return false;
	/* One with a sign is a large one to what takes it, if not to the kernel. Lengths are 32-bit in the record; more than that is cut anyway. */
	if (units > 0x7fffffff)
		units = 0x7fffffff;
	job->full_len = units * unit;
	if (cap->flags & AUG_C_EXTRA)
		job->full_len += cap->follow;
	if (job->full_len > 0xfffffff8)
		job->full_len = 0xfffffff8;
	limit = cap->size;
	/* Of the buffer of sendto() and recvfrom(). */
	if (s->rec.flags & AUG_F_NETLINK && cap->arg == 1)
		limit = AUG_NETLINK_MAX;
	job->len = job->full_len < limit ? job->full_len : limit;
	return true;
}

/* A length in units that come from the call. Return: 0 when there is nothing to read. */
__noinline int capture__length(void)
{
	struct aug_state *s = state__get(current_task());

	return s && capture__find_length(s);
}

/* A structure of @size bytes, all pointers and lengths, as the program has it. */
static __always_inline u64 own_size(const struct aug_state *s, u64 size)
{
	return s->cursor.word_size * (size / sizeof(u64));
}

static __always_inline u64 iovec_size(const struct aug_state *s)
{
	return own_size(s, IOVEC_SIZE);
}

/* The array of iovecs itself, of which ITEMS_MAX elements are kept. */
static __always_inline void capture__array_job(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	job->ptr = c->array;
	job->full_len = c->nr_items * iovec_size(s);
	job->len = (c->nr_items < ITEMS_MAX ? c->nr_items : ITEMS_MAX) * iovec_size(s);
}

static __always_inline int capture__begin_iovec(struct aug_state *s, u64 nr,
						struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	bool data_at_exit = c->cap.flags & AUG_C_DATA_AT_EXIT;

	/* The kernel takes no more than UIO_MAXIOV = 1024. */
	c->array = job->ptr;
	c->nr_items = nr < 1024 ? nr : 1024;
	c->item = 0;
	c->left = ~0ULL;
	c->stage = STAGE_ITEM;
	if (!c->nr_items) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	if (data_at_exit && cursor__is_at(c, AUG_AT_EXIT)) {
		c->left = s->rec.ret > 0 ? s->rec.ret : 0;
		if (!(s->retry & (1u << (c->idx & 7))))
			return PLAN_SKIP;
		/* What belongs to the entry: the array, which did not change. */
		job->flags = AUG_P_REREAD;
	}
	capture__array_job(s, job);
	if (data_at_exit && cursor__is_at(c, AUG_AT_ENTER))
		cursor__advance(c);
	return PLAN_READ;
}

/* At the other end than its contents, of a message only the struct is of interest: what changed there. */
static __always_inline bool is_head_only(const struct capture_cursor *c)
{
	bool data_at_exit = c->cap.flags & AUG_C_DATA_AT_EXIT;

	if (cursor__is_at(c, AUG_AT_ENTER))
		return data_at_exit;
	return !data_at_exit && !(c->flags & AUG_P_REREAD);
}

static __always_inline int capture__begin_msg(struct aug_state *s, u64 nr, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	c->msg = job->ptr;
	c->elem = 0;
	c->nr_elems = 1;
	job->len = own_size(s, MSG_SIZE);
	if (c->cap.kind == AUG_CAP_MMSGHDR) {
		/* How many of them were sent or received is known in the end. */
		if (s->rec.ret >= 0 && cursor__is_at(c, AUG_AT_EXIT) && !(c->flags & AUG_P_REREAD))
			nr = s->rec.ret;
		c->nr_elems = nr < ITEMS_MAX ? nr : ITEMS_MAX;
		job->len = own_size(s, MMSG_SIZE);
		if (!nr) {
			cursor__advance(c);
			return PLAN_SKIP;
		}
	}
	job->full_len = job->len;
	c->stage = is_head_only(c) ? STAGE_MESSAGE : STAGE_NAME;
	return PLAN_READ;
}

/* Of an execve() that succeeded: what was not readable at its entry, from where the kernel has it now. */
static __always_inline int capture__begin_exec(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	job->arg = c->cap.arg;
	job->flags = AUG_P_REREAD;
	c->flags = AUG_P_REREAD;
	c->elem = 0;
	c->item = 0;
	if (c->cap.kind == AUG_CAP_STRV && !(c->cap.flags & AUG_C_ENV) && s->retry & RETRY_ALL &&
	    c->nr_items) {
		c->mark_idx = c->idx;
		c->stage = STAGE_EXEC_STRING;
		return PLAN_SKIP;
	}
	if (c->cap.kind != AUG_CAP_STR || !(s->retry & (1u << (c->idx & 7)))) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	job->ptr = c->msg;
	job->len = AUG_STR_MAX;
	job->is_str = true;
	job->is_kernel = true;
	cursor__advance(c);
	return PLAN_READ;
}

/* The first piece of the capture cursor.idx; the cursor goes to what follows. */
static __always_inline int capture__begin(struct aug_state *s, const struct aug_spec *spec,
					  struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u64 idx = c->idx, nr;
	u32 arg, len_arg;

	KEEP(idx); /* one 64-bit register for check and access: a copy loses its bound */
	if (idx >= AUG_MAX_ARGS || idx >= spec->nr_captures)
		return PLAN_END;
	if (!capture__load(s, &spec->captures[idx])) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	if (cursor__is_at(c, CAPTURE_AT_EXEC))
		return capture__begin_exec(s, job);
	if (!capture__due(s)) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	arg = c->cap.arg;
	len_arg = c->cap.len_arg;
	if (arg >= AUG_MAX_ARGS)
		return PLAN_END;
	job->ptr = s->rec.args[arg];
	job->arg = arg;
	job->flags = c->flags;
	job->len = c->cap.size;
	job->full_len = c->cap.size;
	c->mark_len = s->payload_len;
	c->mark_nr = s->rec.nr_payloads;
	c->mark_idx = idx;
	c->elem = 0;
	if (!job->ptr)
		goto nothing;
	nr = len_arg < AUG_MAX_ARGS ? s->rec.args[len_arg] : 0;
	switch (c->cap.kind) {
	case AUG_CAP_STR:
		job->is_str = true;
		break;
	case AUG_CAP_BYTES:
		break;
	case AUG_CAP_BUF:
		if (!capture__length())
			goto nothing;
		break;
	case AUG_CAP_IOVEC:
		return capture__begin_iovec(s, nr, job);
	case AUG_CAP_MSGHDR:
	case AUG_CAP_MMSGHDR:
		return capture__begin_msg(s, (u32)nr, job);
	case AUG_CAP_PTRS:
		if (!nr || nr > 0x7fffffff)
			goto nothing;
		c->array = job->ptr;
		c->nr_items = nr < ITEMS_MAX ? nr : ITEMS_MAX;
		/* Lengths are 32-bit in the record. */
		job->full_len = (nr < 0x10000000 ? nr : 0x10000000) * (iovec_size(s) / 2);
		job->len = c->nr_items * (iovec_size(s) / 2);
		c->stage = STAGE_POINTER;
		return PLAN_READ;
	case AUG_CAP_STRV:
	case AUG_CAP_COUNT:
		c->array = job->ptr;
		c->item = 0;
		c->stage = c->cap.kind == AUG_CAP_STRV ? STAGE_STRING : STAGE_COUNT;
		return PLAN_SKIP;
	default:
		goto nothing;
	}
	if (c->cap.flags & AUG_C_FOLLOW &&
	    !(c->cap.flags & AUG_C_WHOLE && job->len < own_size(s, 2 * sizeof(u64)))) {
		c->msg = job->ptr;
		c->item = 0;
		c->stage = STAGE_FOLLOW;
	} else {
		cursor__advance(c);
	}
	return PLAN_READ;

nothing:
	cursor__advance(c);
	return PLAN_SKIP;
}

#endif /* PERF_AUGMENT_CAPTURE_PLAN_BPF_H */
