/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture_nested.bpf.h - the pieces behind an argument: what iovecs, messages and argv point to.
 *
 * Each function makes one piece ready and moves the cursor to the next. Pointers are read from the
 * program's memory again, as the engine cannot read back what it copied at an offset it forgot.
 */
#ifndef PERF_AUGMENT_CAPTURE_NESTED_BPF_H
#define PERF_AUGMENT_CAPTURE_NESTED_BPF_H

/* Pointers that are looked at in one step; of the verifier's patience. */
#define COUNT_BATCH 8
#define COUNT_MAX 1024
#define COUNT_PAGE 4096

/*
 * Of 32-bit programs its lower half is read: the machine is little endian. Without a branch, of which the verifier looks
 * at both ways, and by what it knows the range of.
 */
static __always_inline long read_pointer(const struct aug_state *s, u64 addr, u64 *value)
{
	*value = 0;
	return user__read(value, sizeof(*value) - (s->rec.abi & AUG_ABI_COMPAT) * sizeof(u32),
			  addr);
}

/* struct msghdr, whichever its size. */
struct msg {
	u64 name;
	u64 iov;
	u64 nr_iov;
	u64 control;
	u64 control_len;
	u32 name_len;
};

static __always_inline long read_msg(const struct aug_state *s, u64 addr, struct msg *m)
{
	u64 words[6] = {};
	u32 halves[6] = {};
	long err;

	if (state__is_compat(s)) {
		err = user__read(halves, sizeof(halves), addr);
		m->name = halves[0];
		m->name_len = halves[1];
		m->iov = halves[2];
		m->nr_iov = halves[3];
		m->control = halves[4];
		m->control_len = halves[5];
		return err;
	}
	err = user__read(words, sizeof(words), addr);
	m->name = words[0];
	m->name_len = words[1];
	m->iov = words[2];
	m->nr_iov = words[3];
	m->control = words[4];
	m->control_len = words[5];
	return err;
}

static __always_inline int next__name(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	struct msg m = {};
	u32 msg_len = 0;

	c->stage = STAGE_CONTROL;
	c->control = 0;
	if (read_msg(s, c->msg, &m)) {
		c->stage = STAGE_MESSAGE;
		return PLAN_SKIP;
	}
	c->array = m.iov;
	c->nr_items = m.nr_iov < 1024 ? m.nr_iov : 1024;
	c->item = 0;
	c->left = ~0ULL;
	if (c->flags & AUG_P_EXIT && c->cap.flags & AUG_C_DATA_AT_EXIT) {
		c->left = s->rec.ret > 0 ? s->rec.ret : 0;
		if (c->cap.kind == AUG_CAP_MMSGHDR) {
			user__read(&msg_len, sizeof(msg_len), c->msg + own_size(s, MSG_SIZE));
			c->left = msg_len;
		}
	}
	c->control = m.control;
	c->control_len = m.control_len < 0x7fffffff ? m.control_len : 0x7fffffff;
	c->stage = c->array && c->nr_items ? STAGE_ARRAY : STAGE_CONTROL;
	if (!m.name || !m.name_len)
		return PLAN_SKIP;
	job->ptr = m.name;
	job->full_len = m.name_len;
	job->len = m.name_len < 128 ? m.name_len : 128;
	job->part = AUG_PART_NAME;
	return PLAN_READ;
}

static __always_inline int next__array(struct aug_state *s, struct capture_job *job)
{
	s->cursor.stage = STAGE_ITEM;
	job->part = AUG_PART_IOV;
	capture__array_job(s, job);
	return PLAN_READ;
}

/* After the last iovec: a message has control data. */
static __always_inline void end_items(struct capture_cursor *c)
{
	if (c->cap.kind == AUG_CAP_IOVEC)
		cursor__advance(c);
	else
		c->stage = STAGE_CONTROL;
}

static __always_inline int next__item(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->item;
	u64 base = 0, len = 0, at;

	if (item >= c->nr_items || item >= ITEMS_MAX || !c->left) {
		end_items(c);
		return PLAN_SKIP;
	}
	at = c->array + item * iovec_size(s);
	c->item = item + 1;
	job->part = AUG_PART_ITEM + item;
	if (read_pointer(s, at, &base) || read_pointer(s, at + iovec_size(s) / 2, &len)) {
		end_items(c);
		return PLAN_SKIP;
	}
	if (len > c->left)
		len = c->left;
	/* At the entry nothing is said of how much it all is, whatever length an element has. */
	if (c->left != ~0ULL)
		c->left -= len;
	if (!base || !len)
		return PLAN_SKIP;
	job->ptr = base;
	job->full_len = len < 0xfffffff8 ? len : 0xfffffff8;
	job->len = len < capture__limit(s) ? len : capture__limit(s);
	return PLAN_READ;
}

static __always_inline int next__control(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	c->stage = STAGE_MESSAGE;
	if (!c->control || !c->control_len)
		return PLAN_SKIP;
	job->ptr = c->control;
	job->full_len = c->control_len;
	job->len = c->control_len < 256 ? c->control_len : 256;
	job->part = AUG_PART_CONTROL;
	return PLAN_READ;
}

static __always_inline int next__message(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	if (c->cap.kind != AUG_CAP_MMSGHDR || c->elem + 1 >= c->nr_elems) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	c->elem++;
	c->msg += own_size(s, MMSG_SIZE);
	c->stage = is_head_only(c) ? STAGE_MESSAGE : STAGE_NAME;
	job->elem = c->elem;
	job->ptr = c->msg;
	job->len = own_size(s, MMSG_SIZE);
	job->full_len = job->len;
	return PLAN_READ;
}

/* A string of argv; at the end how many there are. */
static __always_inline int next__string(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->item;
	u64 ptr = 0;

	job->err = read_pointer(s, c->array + item * (iovec_size(s) / 2), &ptr);
	if (job->err || !ptr || item >= ITEMS_MAX) {
		cursor__advance(c);
		if (!job->err)
			job->is_note = true;
		job->full_len = item;
		if (ptr)
			job->flags |= AUG_P_CUT;
		return PLAN_READ;
	}
	c->item = item + 1;
	job->ptr = ptr;
	job->is_str = true;
	job->len = c->cap.size;
	job->part = AUG_PART_ITEM + item;
	return PLAN_READ;
}

/* Some more of envp's pointers. No read crosses a page, as the next one may not be there. */
static __always_inline int next__count(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u64 size = iovec_size(s) / 2, at, room;
	u64 ptrs[COUNT_BATCH] = {};
	u32 i, nr, item = c->item;
	bool found = false;

	at = c->array + item * size;
	room = COUNT_PAGE - (at & (COUNT_PAGE - 1));
	if (state__is_compat(s) || room < sizeof(ptrs)) {
		nr = 1;
		job->err = read_pointer(s, at, &ptrs[0]);
	} else {
		nr = COUNT_BATCH;
		job->err = user__read(ptrs, sizeof(ptrs), at);
	}
	/* Unrolled: before 5.12 the stack is not read at an offset that varies. */
#pragma unroll
	for (i = 0; i < COUNT_BATCH; i++) {
		if (i >= nr || !ptrs[i])
			break;
		item++;
	}
	found = i < nr;
	c->item = item;
	if (!found && !job->err && item < COUNT_MAX)
		return PLAN_SKIP;
	cursor__advance(c);
	job->is_note = !job->err;
	job->full_len = item;
	if (!found)
		job->flags |= AUG_P_CUT;
	return PLAN_READ;
}

/* A number of @size bytes; the machine is little endian. */
static __always_inline long read_number(u64 addr, u64 size, u64 *value)
{
	KEEP(size);
	if (size > sizeof(*value))
		return -1;
	*value = 0;
	return user__read(value, size, addr);
}

/* Behind the last pointer of a struct. */
static __always_inline void end_follows(struct capture_cursor *c)
{
	if (c->cap.kind == AUG_CAP_PTRS)
		c->stage = STAGE_POINTER;
	else
		cursor__advance(c);
}

/* Whether the struct is one that has the pointer. */
static __always_inline bool is_followed(const struct capture_cursor *c,
					const volatile struct aug_follow *f)
{
	u64 value = 0;

	return !f->only_off || (!read_number(c->msg + f->only_off, 2, &value) && value == f->only);
}

/* An iovec, or strings: the array, of which FOLLOWED_MAX elements are kept. What they lead to comes next. */
#define FOLLOWED_MAX (config.long_data ? AUG_FOLLOWED_MAX : AUG_ITEMS_MAX)

static __always_inline u64 followed_size(const struct aug_state *s)
{
	return s->cursor.is_strv ? iovec_size(s) / 2 : iovec_size(s);
}

static __always_inline int follow__array(struct aug_state *s, struct capture_job *job, u64 nr,
					 const volatile struct aug_follow *f)
{
	struct capture_cursor *c = &s->cursor;

	c->is_strv = f->kind == AUG_CAP_STRV;
	/* Of iovecs the kernel takes no more than UIO_MAXIOV = 1024; of strings less than this. */
	if (nr > (c->is_strv ? 0xffffff : 1024))
		nr = c->is_strv ? 0xffffff : 1024;
	c->control = job->ptr;
	c->control_len = nr < FOLLOWED_MAX ? nr : FOLLOWED_MAX;
	c->left = f->size;
	c->item = c->left ? 0 : c->control_len;
	c->stage = STAGE_FOLLOW_ITEM;
	job->full_len = nr * followed_size(s);
	job->len = c->control_len * followed_size(s);
	return PLAN_READ;
}

static __always_inline int next__follow_item(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->item;
	u64 base = 0, len = c->left, at;

	at = c->control + item * followed_size(s);
	c->item = item + 1;
	if (item >= c->control_len || item >= AUG_FOLLOWED_MAX || read_pointer(s, at, &base) ||
	    (!c->is_strv && read_pointer(s, at + iovec_size(s) / 2, &len))) {
		end_follows(c);
		return PLAN_SKIP;
	}
	if (!base || !len)
		return PLAN_SKIP;
	job->is_str = c->is_strv;
	job->part = AUG_PART_FOLLOWED + item;
	job->ptr = base;
	job->full_len = len < 0xfffffff8 ? len : 0xfffffff8;
	job->len = len < c->left ? len : c->left;
	return PLAN_READ;
}

/* What the next pointer of a struct's list leads to. */
static __always_inline int next__follow(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->item;
	u64 idx = (u64)c->cap.follow + item, ptr = 0, nr = 0, base;
	const volatile struct aug_follow *f;

	AT_MOST(idx, AUG_FOLLOWS_MAX - 1);
	f = &follows[idx];
	c->item = item + 1;
	if (!f->nr_more)
		end_follows(c);
	/* What is read again is read at the exit for both ends. */
	if (!(f->when & (c->flags & AUG_P_EXIT ? AUG_AT_EXIT : AUG_AT_ENTER)) &&
	    !(c->flags & AUG_P_REREAD))
		return PLAN_SKIP;
	base = c->msg;
	/* Behind nothing there is nothing to read. */
	if (f->base_least)
		c->msg = 0;
	if (!is_followed(c, f) || read_number(base + f->off, f->ptr_size, &ptr) || !ptr)
		return PLAN_SKIP;
	job->ptr = ptr;
	job->part = AUG_PART_ITEM + item;
	job->is_str = f->kind == AUG_CAP_STR;
	job->full_len = f->size;
	if (f->len_size) {
		if (read_number(base + f->len_off, f->len_size, &nr) || !nr)
			return PLAN_SKIP;
		if (nr > 0x7fffffff)
			nr = 0x7fffffff;
		if (f->kind != AUG_CAP_BUF)
			return follow__array(s, job, nr, f);
		job->full_len = nr * f->unit;
		if (job->full_len > 0xfffffff8)
			job->full_len = 0xfffffff8;
		if (f->base_least && nr >= f->base_least)
			c->msg = ptr;
	}
	job->len = job->full_len < f->size ? job->full_len : f->size;
	return PLAN_READ;
}

/* The struct that the next pointer of an array leads to. */
static __always_inline int next__pointer(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->elem;
	u64 ptr = 0;

	if (item >= c->nr_items || item >= ITEMS_MAX ||
	    read_pointer(s, c->array + item * (iovec_size(s) / 2), &ptr)) {
		cursor__advance(c);
		return PLAN_SKIP;
	}
	c->elem = item + 1;
	if (!ptr)
		return PLAN_SKIP;
	c->msg = ptr;
	c->item = 0;
	if (c->cap.flags & AUG_C_FOLLOW)
		c->stage = STAGE_FOLLOW;
	job->elem = item + 1;
	job->ptr = ptr;
	job->len = c->cap.unit;
	job->full_len = c->cap.unit;
	return PLAN_READ;
}

/* The kernel has put the strings on the new stack one behind the other. In the end how many there are. */
static __always_inline int next__exec_string(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;
	u32 item = c->item;

	if (item >= c->nr_items || item >= ITEMS_MAX) {
		cursor__advance(c);
		job->is_note = true;
		job->full_len = c->nr_items;
		if (item < c->nr_items)
			job->flags |= AUG_P_CUT;
		return PLAN_READ;
	}
	c->item = item + 1;
	job->ptr = c->array;
	job->is_str = true;
	/* Its whole length is needed to find the next one, in one piece. */
	job->len = c->cap.size < AUG_STR_MAX ? c->cap.size : AUG_STR_MAX;
	job->part = AUG_PART_ITEM + item;
	return PLAN_READ;
}

/* Where a string ends that was cut, is not known. */
static __always_inline void exec_string__advance(struct capture_cursor *c)
{
	if (c->job.kept)
		c->array += c->job.kept;
	else
		cursor__advance(c);
}

/* The next piece of a capture that was begun. */
static __always_inline int capture__next(struct aug_state *s, struct capture_job *job)
{
	struct capture_cursor *c = &s->cursor;

	job->arg = c->cap.arg;
	job->flags = c->flags;
	job->elem = c->elem;
	switch (c->stage) {
	case STAGE_NAME:
		return next__name(s, job);
	case STAGE_ARRAY:
		return next__array(s, job);
	case STAGE_ITEM:
		return next__item(s, job);
	case STAGE_CONTROL:
		return next__control(s, job);
	case STAGE_MESSAGE:
		return next__message(s, job);
	case STAGE_STRING:
		job->elem = 0;
		return next__string(s, job);
	case STAGE_COUNT:
		job->elem = 0;
		return next__count(s, job);
	case STAGE_FOLLOW:
		return next__follow(s, job);
	case STAGE_FOLLOW_ITEM:
		return next__follow_item(s, job);
	case STAGE_POINTER:
		return next__pointer(s, job);
	case STAGE_EXEC_STRING:
		return next__exec_string(s, job);
	}
	return PLAN_END;
}

#endif /* PERF_AUGMENT_CAPTURE_NESTED_BPF_H */
