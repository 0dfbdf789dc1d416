/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture_fast.bpf.h - most calls have one argument to copy at an end, at the entry some have two, and they are
 * short. They are copied on the spot; whatever is not that plain is left to the capturing program.
 */
#ifndef PERF_AUGMENT_CAPTURE_FAST_BPF_H
#define PERF_AUGMENT_CAPTURE_FAST_BPF_H

/* Bytes wanted of a buffer or struct, and how many there are; 0 for nothing. */
static __always_inline u64 fast__length(const struct aug_state *s, const struct aug_capture *cap,
					u64 *full_len)
{
	u64 len_arg = cap->len_arg, units, given;

	*full_len = cap->size;
	if (cap->kind != AUG_CAP_BUF)
		return cap->size;
	units = cap->len_from == AUG_LEN_RET ? (u64)s->rec.ret : ~0ULL;
	KEEP(len_arg);
	if (len_arg < AUG_MAX_ARGS) {
		given = s->rec.args[len_arg];
		if (cap->flags & AUG_C_LEN_32)
			given = (u32)given;
		if (given < units)
			units = given;
	}
	/* One that a call was given and that has a sign is a large one. Lengths are 32-bit in the record. */
	if (!units)
		return 0;
	if (units > 0x7fffffff)
		units = 0x7fffffff;
	*full_len = units * cap->unit;
	if (*full_len > 0xfffffff8)
		*full_len = 0xfffffff8;
	return *full_len < cap->size ? *full_len : cap->size;
}

/*
 * What is short comes by way of the stack: where kernels check what user memory is copied to
 * (CONFIG_HARDENED_USERCOPY), they take longer to find out what a piece of their heap is than to copy it.
 */
struct fast_room {
	u64 words[20];
};

#define ROOM_SHORT 4 /* words */

static __always_inline void room__clear(struct fast_room *room, u32 from, u32 to)
{
	u32 i;

#pragma unroll
	for (i = from; i < to; i++)
		*(volatile u64 *)&room->words[i] = 0;
}

static __always_inline void room__move(const struct fast_room *room, u64 *to, u64 len)
{
	u32 i;

#pragma unroll
	for (i = 0; i < ROOM_SHORT; i++)
		to[i] = room->words[i];
	if (len <= ROOM_SHORT * sizeof(u64))
		return;
#pragma unroll
	for (i = ROOM_SHORT; i < sizeof(room->words) / sizeof(u64); i++)
		to[i] = room->words[i];
}

/* Return: the length with the NUL, or -errno, as of the helpers; SMALL_CHUNK: it may be longer. */
static __always_inline long fast__read_str(u64 *to, u64 ptr)
{
	struct fast_room room;
	long n = bpf_probe_read_user_str(&room, sizeof(room), (void *)ptr);

	if (n >= (long)sizeof(room))
		return bpf_probe_read_user_str(to, SMALL_CHUNK, (void *)ptr);
	if (n > 0)
		room__move(&room, to, n);
	return n;
}

static __always_inline long fast__read(u64 *to, u64 len, u64 ptr)
{
	struct fast_room room;
	long err;

	if (len > sizeof(room)) {
		AT_MOST(len, SMALL_CHUNK);
		return bpf_probe_read_user(to, len, (void *)ptr);
	}
	room__clear(&room, 0, ROOM_SHORT);
	if (len > ROOM_SHORT * sizeof(u64))
		room__clear(&room, ROOM_SHORT, sizeof(room.words) / sizeof(u64));
	AT_MOST(len, sizeof(room));
	err = bpf_probe_read_user(&room, len, (void *)ptr);
	if (!err)
		room__move(&room, to, len);
	return err;
}

/* Whether the command may have something to copy. */
static __always_inline bool fast__has_cmd(const struct aug_state *s, const struct aug_spec *spec,
					  const struct aug_capture *cap)
{
	u64 len_arg = cap->len_arg;
	u32 cmd;

	KEEP(len_arg);
	if (len_arg >= AUG_MAX_ARGS)
		return true;
	cmd = s->rec.args[len_arg] & cap->size;
	return spec->cmds >> aug_cmd_bit(cmd) & 1;
}

/* The @kept bytes behind @p, the next payload. */
static __always_inline void fast__describe(struct aug_state *s, u64 off, u64 arg, u8 flags,
					   u64 kept, u64 full_len)
{
	struct aug_payload *p = (void *)(s->payload + off);

	p->arg = arg;
	p->flags = flags;
	p->part = AUG_PART_SELF;
	p->elem = 0;
	p->err = 0;
	p->len = kept;
	p->full_len = full_len;
	s->payload_len = off + sizeof(*p) + ((kept + 7) & ~7ULL);
	s->rec.nr_payloads++;
}

/* Copy as @cap says. Return: false when that is for the capturing program. */
static __always_inline bool fast__copy(struct aug_state *s, const struct aug_spec *spec,
				       const struct aug_capture *cap, u8 flags)
{
	u64 off = s->payload_len, arg = cap->arg, full_len, kept, ptr;
	struct aug_payload *p;
	long n;

	KEEP(arg);
	KEEP(off);
	if (arg >= AUG_MAX_ARGS || off > SMALL_OFF_MAX || s->is_big)
		return false;
	if (cap->kind == AUG_CAP_BY_CMD)
		return !fast__has_cmd(s, spec, cap);
	ptr = s->rec.args[arg];
	if (!ptr)
		return true;
	p = (void *)(s->payload + off);
	if (cap->kind == AUG_CAP_STR) {
		if (cap->size < SMALL_CHUNK)
			return false;
		n = fast__read_str((u64 *)(p + 1), ptr);
		if (n < 0 || n >= SMALL_CHUNK) /* not there, or longer */
			return false;
		kept = n ? n - 1 : 0; /* n counts the NUL */
		full_len = kept;
		flags |= AUG_P_STR;
	} else {
		p->len = fast__length(s, cap, &full_len);
		p->full_len = full_len;
		/* From memory, of which the verifier knows nothing: it goes on once, not with each way to a length. */
		kept = *(volatile u32 *)&p->len;
		full_len = *(volatile u32 *)&p->full_len;
		if (!kept)
			return true;
		if (kept > SMALL_CHUNK || fast__read((u64 *)(p + 1), kept, ptr))
			return false;
		if (kept < full_len)
			flags |= AUG_P_CUT;
	}
	fast__describe(s, off, arg, flags, kept, full_len);
	return true;
}

/*
 * @nr: 1 + the index. From the place of one before the first, which is in the struct as well: 5.10's verifier learns
 * no lower bound from a comparison with 0.
 */
static __always_inline const struct aug_capture *fast__capture(const struct aug_spec *spec, u64 nr)
{
	const u64 before =
		__builtin_offsetof(struct aug_spec, captures) - sizeof(struct aug_capture);

	AT_MOST(nr, AUG_MAX_ARGS);
	return (const struct aug_capture *)((const char *)spec + before) + nr;
}

/*
 * The second one at the entry, which is a string. A global function: the verifier looks at it once, and not at all
 * that follows it once more; and few calls take this way.
 */
__noinline int capture__fast_second(void)
{
	struct aug_state *s = state__get(current_task());
	struct aug_spec *spec = s ? spec__get(&s->spec_idx) : NULL;
	const struct aug_capture *cap;
	u64 off, arg, ptr;
	long n;

	if (!spec)
		return false;
	cap = fast__capture(spec, spec->fast_enter >> AUG_FAST_BITS);
	off = s->payload_len;
	arg = cap->arg;
	KEEP(off);
	KEEP(arg);
	if (off > SMALL_OFF_MAX || arg >= AUG_MAX_ARGS || cap->size < SMALL_CHUNK)
		return false;
	ptr = s->rec.args[arg];
	if (!ptr)
		return true;
	n = bpf_probe_read_user_str(s->payload + off + sizeof(struct aug_payload), SMALL_CHUNK,
				    (void *)ptr);
	if (n <= 0 || n >= SMALL_CHUNK)
		return false;
	fast__describe(s, off, arg, AUG_P_STR, n - 1, n - 1); /* n counts the NUL */
	return true;
}

static __always_inline bool capture__fast_at_entry(struct aug_state *s, const struct aug_spec *spec)
{
	const u32 which = spec->fast_enter;

	if (!which || s->rec.abi != AUG_ABI_NATIVE ||
	    !fast__copy(s, spec, fast__capture(spec, which & AUG_FAST_MASK), 0))
		return false;
	return which <= AUG_FAST_MASK || capture__fast_second();
}

static __always_inline bool capture__fast_at_exit(struct aug_state *s, const struct aug_spec *spec)
{
	const struct aug_capture *cap;

	if (!spec->fast_exit || s->rec.abi != AUG_ABI_NATIVE || s->retry)
		return false;
	cap = fast__capture(spec, spec->fast_exit);
	if (!(cap->when & (s->rec.ret >= 0 ? AUG_AT_EXIT : AUG_AT_FAILURE)))
		return true;
	return fast__copy(s, spec, cap, AUG_P_EXIT);
}

#endif /* PERF_AUGMENT_CAPTURE_FAST_BPF_H */
