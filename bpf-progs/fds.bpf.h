/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fds.bpf.h - what the descriptors of a call stand for, read at its entry and exit: no history is needed,
 * so it holds for whoever made them, however, and however shortly they live. A part of engine.bpf.c;
 * its program is loaded when a trace asks for this, and entry and exit go on in it by tail calls.
 *
 * What is found is made up in fd_scratches, one of each place in a call (FDS_*) per CPU, for the
 * reason that augment.bpf.h gives, and then becomes payloads of the call. Functions that are not
 * static are verified once, by themselves, so their arguments are numbers; static ones would be
 * walked at each call.
 */
#ifndef PERF_AUGMENT_FDS_BPF_H
#define PERF_AUGMENT_FDS_BPF_H

#include "files.bpf.h"

/* include/uapi/linux/magic.h */
#define ANON_INODE_FS_MAGIC 0x09041934
#define DMA_BUF_MAGIC 0x444d4142
#define NSFS_MAGIC 0x6e736673
#define PID_FS_MAGIC 0x50494446
#define SOCKFS_MAGIC 0x534f434b

/* The user's root directory: paths end there, as /proc shows them. Set by the program fds_root. */
unsigned long long fds_root_dentry = 0;
unsigned long long fds_root_mnt = 0;

struct fd_scratch {
	struct path_walk walk;
	u64 len;    /* of names */
	u32 nr;	    /* of fds */
	u8 p_flags; /* of the payloads */
	u8 pad[3];
	struct aug_fd_spec spec; /* where they are */
	s32 fds[AUG_FILES_MAX];	 /* descriptors of the call */
	struct aug_file file;	 /* and what follows it in the payload: */
	u8 names[AUG_STR_MAX + FILE_NAME_SIZE];
};

_Static_assert(__builtin_offsetof(struct fd_scratch, names) ==
		       __builtin_offsetof(struct fd_scratch, file) + sizeof(struct aug_file),
	       "file and names must be contiguous");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, FDS_ASKED + 1);
	__type(key, u32);
	__type(value, struct fd_scratch);
} fd_scratches SEC(".maps"); /* by FDS_* */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, AUG_NR_ABIS *AUG_NR_SYSCALLS + 1);
	__type(key, u32);
	__type(value, struct aug_fd_spec);
} fd_specs SEC(".maps"); /* by spec index */

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, AUG_CMD_CAPTURES_MAX);
	__type(key, struct aug_cmd_key);
	__type(value, struct aug_fd_spec);
} fd_cmds SEC(".maps"); /* what a command adds; filled by the loader */

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u32);
} fd_progs SEC(".maps"); /* the program fds */

static __always_inline struct fd_scratch *fd_scratch__get(u32 end)
{
	return bpf_map_lookup_elem(&fd_scratches, &end);
}

/* ---- the record ---- */

/* Into one area, as augment__copy() does it. Return: whether there was room. */
static __always_inline bool fd__copy(u8 *area, u64 off_max, u64 chunk, struct aug_state *s,
				     struct fd_scratch *sc)
{
	u64 off = s->payload_len, len = sizeof(sc->file) + *(volatile u64 *)&sc->len;
	struct aug_payload *p;

	KEEP(off);
	if (off > off_max)
		return false;
	p = (void *)(area + off);
	KEEP(len);
	if (len > chunk || bpf_probe_read_kernel(p + 1, len, &sc->file))
		return false;
	len = sizeof(sc->file) + *(volatile u64 *)&sc->len;
	p->arg = AUG_ARG_FILE;
	p->flags = sc->p_flags;
	p->part = AUG_PART_SELF;
	p->elem = 0;
	p->err = 0;
	p->len = len;
	p->full_len = len;
	s->payload_len = off + sizeof(*p) + ((len + 7) & ~7ULL);
	s->rec.nr_payloads++;
	return true;
}

/* Most paths are short, and so the room of every task holds several. */
#define FD_CHUNK_SHORT 128
#define FD_CHUNK_LONG (sizeof(struct aug_file) + AUG_STR_MAX + FILE_NAME_SIZE)
#define SMALL_OFF_MAX_FOR(chunk) (AUG_PAYLOAD_SMALL - sizeof(struct aug_payload) - (chunk))

/* What is in the scratch becomes a payload; without room for it the descriptor is but a number. */
__noinline int fd_keep(u32 end)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct fd_scratch *sc = fd_scratch__get(end);
	struct aug_big *big;

	if (!s || !sc)
		return 0;
	if (!s->is_big &&
	    (fd__copy(s->payload, SMALL_OFF_MAX_FOR(FD_CHUNK_SHORT), FD_CHUNK_SHORT, s, sc) ||
	     fd__copy(s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s, sc)))
		return 0;
	big = s->is_big ? big__get(task, false) : capture__grow(s, task);
	if (big && !fd__copy(big->payload, BIG_OFF_MAX, BIG_CHUNK, s, sc))
		fd__copy(big->payload, BIG_OFF_MAX_FOR(FD_CHUNK_LONG), FD_CHUNK_LONG, s, sc);
	return 0;
}

#include "fd_file.bpf.h"

/* ---- those of a call ---- */

static __always_inline void fd__add(struct fd_scratch *sc, s32 fd)
{
	u64 nr = sc->nr;

	KEEP(nr);
	if (nr >= AUG_FILES_MAX)
		return;
	sc->fds[nr] = fd;
	sc->nr = nr + 1;
}

#define EFAULT_RET (-14)

/* Loops within loops, as the verifier walks each round of one. */
#define ROUNDS 8

_Static_assert(ROUNDS *ROUNDS == AUG_FILES_MAX, "descriptors of an array, bits of a word");

__noinline int fd_some_ints(u32 end, u64 ptr, u64 nr, u32 stride)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	s32 fd = 0;
	u32 i;

	for (i = 0; sc && i < ROUNDS; i++) {
		if (i >= nr)
			break;
		if (user__read(&fd, sizeof(fd), ptr))
			return EFAULT_RET;
		fd__add(sc, fd);
		ptr += stride;
	}
	return 0;
}

/* Numbers in memory of the program, @stride bytes apart. Return: 0, or -EFAULT. */
__noinline int fd_ints(u32 end, u64 ptr, u64 nr, u32 stride)
{
	u32 i;

	for (i = 0; i < ROUNDS; i++) {
		if (fd_some_ints(end, ptr, nr, stride))
			return EFAULT_RET;
		if (nr <= ROUNDS)
			break;
		nr -= ROUNDS;
		ptr += ROUNDS * stride;
	}
	return 0;
}

__noinline int fd_byte(u32 end, u32 byte, u32 first)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	u32 i;

	for (i = 0; sc && i < 8; i++) {
		if (byte >> i & 1)
			fd__add(sc, first + i);
	}
	return 0;
}

/* Bits that are set in one word of a set, of which @nr count. */
__noinline int fd_word(u32 end, u64 ptr, u32 first, u32 nr)
{
	u64 word = 0;
	u32 i;

	/* The last long of a 32-bit program may be half of one. */
	if (user__read(&word, sizeof(word), ptr) && user__read(&word, sizeof(u32), ptr))
		return EFAULT_RET;
	if (nr < 64)
		word &= (1ULL << nr) - 1;
	for (i = 0; i < ROUNDS && word; i++) {
		fd_byte(end, word & 0xff, first);
		word >>= 8;
		first += 8;
	}
	return 0;
}

#define SET_WORDS 16 /* FD_SETSIZE */

__noinline int fd_set(u32 end, u64 ptr, u32 nr)
{
	u32 i;

	for (i = 0; i < SET_WORDS; i++) {
		if (fd_word(end, ptr, i * 64, nr))
			return EFAULT_RET;
		if (nr <= 64)
			break;
		nr -= 64;
		ptr += 8;
	}
	return 0;
}

#define SOL_SOCKET 1
#define SCM_RIGHTS 1
#define CONTROL_STEPS 8

/* Control data: headers of length, level and type, of which SCM_RIGHTS has descriptors. */
__noinline int fd_control(u32 end, u64 ptr, u64 len, u32 is_compat)
{
	const u64 word = is_compat ? 4 : 8, head = word + 8;
	u32 what[2] = {}, i;
	u64 size;

	for (i = 0; i < CONTROL_STEPS; i++) {
		if (len < head)
			break;
		size = 0;
		if (user__read(&size, is_compat ? 4 : 8, ptr) ||
		    user__read(what, sizeof(what), ptr + word))
			return EFAULT_RET;
		if (size < head || size > len)
			break;
		if (what[0] == SOL_SOCKET && what[1] == SCM_RIGHTS)
			fd_ints(end, ptr + head, (size - head) / 4, 4);
		size = (size + word - 1) & ~(word - 1);
		if (size > len)
			break;
		ptr += size;
		len -= size;
	}
	return 0;
}

/* A struct msghdr: name and its length, iovecs and how many, control data and its length. */
__noinline int fd_message(u32 end, u64 ptr, u32 is_compat)
{
	const u32 word = is_compat ? 4 : 8;
	u64 control = 0, len = 0;

	if (user__read(&control, is_compat ? 4 : 8, ptr + 4 * word) ||
	    user__read(&len, is_compat ? 4 : 8, ptr + 5 * word))
		return EFAULT_RET;
	return control ? fd_control(end, control, len, is_compat) : 0;
}

/* As many as a call returned, or has. */
__noinline int fd_messages(u32 end, u64 ptr, u64 nr, u32 is_compat)
{
	const u32 size = is_compat ? MMSG_SIZE / 2 : MMSG_SIZE;
	u32 i;

	for (i = 0; i < AUG_ITEMS_MAX; i++) {
		if (i >= nr)
			break;
		if (fd_message(end, ptr, is_compat))
			return EFAULT_RET;
		ptr += size;
	}
	return 0;
}

/* The file of a control block, and the eventfd that its flags speak of: include/uapi/linux/aio_abi.h. */
#define IOCB_FILDES 20
#define IOCB_FLAGS 56
#define IOCB_RESFD 60
#define IOCB_FLAG_RESFD 1

__noinline int fd_iocb(u32 end, u64 ptr)
{
	u32 flags = 0;

	if (fd_ints(end, ptr + IOCB_FILDES, 1, 4) ||
	    user__read(&flags, sizeof(flags), ptr + IOCB_FLAGS))
		return EFAULT_RET;
	return flags & IOCB_FLAG_RESFD ? fd_ints(end, ptr + IOCB_RESFD, 1, 4) : 0;
}

__noinline int fd_iocbs(u32 end, u64 ptr, u64 nr, u32 is_compat)
{
	u64 iocb;
	u32 i;

	for (i = 0; i < AUG_ITEMS_MAX; i++) {
		if (i >= nr)
			break;
		iocb = 0;
		if (user__read(&iocb, is_compat ? 4 : 8, ptr))
			return EFAULT_RET;
		if (iocb && fd_iocb(end, iocb))
			return EFAULT_RET;
		ptr += is_compat ? 4 : 8;
	}
	return 0;
}

/* Place number @i of the spec in the scratch. Return: 0, or -EFAULT. */
__noinline int fd_place(u32 end, u32 i)
{
	struct aug_state *s = state__get(current_task());
	struct fd_scratch *sc = fd_scratch__get(end);
	const struct aug_fd_place *place;
	u64 idx = i, arg, len_arg, ptr, nr;

	if (!s || !sc)
		return 0;
	KEEP(idx);
	if (idx >= AUG_FD_PLACES)
		return 0;
	place = &sc->spec.places[idx];
	nr = place->nr;
	arg = place->arg;
	KEEP(arg);
	if (arg >= AUG_MAX_ARGS)
		return 0;
	ptr = s->rec.args[arg];
	len_arg = place->len_arg;
	KEEP(len_arg);
	if (len_arg < AUG_MAX_ARGS)
		nr = (u32)s->rec.args[len_arg];
	if (!ptr)
		return 0;
	switch (place->kind) {
	case AUG_FDS_INTS:
		return fd_ints(end, ptr + place->off, nr, place->stride);
	case AUG_FDS_SET:
		return (s32)nr > 0 ? fd_set(end, ptr, nr) : 0;
	case AUG_FDS_IOCBS:
		return (s32)nr > 0 ? fd_iocbs(end, ptr, nr, state__is_compat(s)) : 0;
	case AUG_FDS_MSGHDR:
		return fd_message(end, ptr, state__is_compat(s));
	case AUG_FDS_MMSGHDR:
		return fd_messages(end, ptr, end == FDS_EXIT ? s->rec.ret : nr,
				   state__is_compat(s));
	}
	return 0;
}

/*
 * All descriptors that the spec in the scratch has then. What memory did not show at the entry is looked
 * at again at the exit, as its own page may not have been there yet.
 */
__noinline int fd_collect(u32 end, u32 when)
{
	struct aug_state *s = state__get(current_task());
	struct fd_scratch *sc = fd_scratch__get(end);
	u32 i;

	if (!s || !sc)
		return 0;
	if (when == AUG_AT_EXIT && sc->spec.flags & AUG_FDS_RETURNED)
		fd__add(sc, s->rec.ret);
	for (i = 0; i < AUG_MAX_ARGS; i++) {
		if (when == AUG_AT_ENTER && sc->spec.args & (1u << i))
			fd__add(sc, s->rec.args[i]);
	}
	for (i = 0; i < AUG_FD_PLACES; i++) {
		if (i >= sc->spec.nr_places)
			break;
		if (sc->spec.places[i].when & when && fd_place(end, i) && end != FDS_EXIT)
			s->fds_again = 1;
	}
	return 0;
}

__noinline int fd_describe_some(u32 end, u32 first)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	u32 i;

	for (i = 0; sc && i < ROUNDS; i++) {
		u64 idx = first + i;

		KEEP(idx);
		if (idx >= AUG_FILES_MAX || idx >= sc->nr)
			return 1;
		fd_describe(end, sc->fds[idx]);
	}
	return 0;
}

__noinline int fd_describe_all(u32 end)
{
	u32 i;

	for (i = 0; i < ROUNDS; i++) {
		if (fd_describe_some(end, i * ROUNDS))
			break;
	}
	return 0;
}

/* Those of a call at one of its ends; @end is where we are. */
static __always_inline int fds__call(struct aug_state *s, u32 end, u32 when, u32 p_flags)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	struct aug_cmd_key key = {};
	struct aug_fd_spec *spec;
	u64 arg;

	if (!sc)
		return 0;
	spec = bpf_map_lookup_elem(&fd_specs, &s->spec_idx);
	if (!spec)
		return 0;
	sc->nr = 0;
	sc->p_flags = p_flags;
	sc->spec = *spec;
	fd_collect(end, when);
	arg = spec->cmd_arg;
	KEEP(arg);
	if (arg < AUG_MAX_ARGS) {
		key.spec_idx = s->spec_idx;
		key.cmd = s->rec.args[arg] & spec->cmd_mask;
		spec = bpf_map_lookup_elem(&fd_cmds, &key);
		if (spec) {
			sc->spec = *spec;
			fd_collect(end, when);
		}
	}
	return fd_describe_all(end);
}

/* The way here: it does not return, but when the program is missing. */
static __always_inline void fds__at_enter(void *ctx, struct aug_state *s)
{
	if (!config.want_fds || !s->has_fds)
		return;
	s->fds_end = FDS_ENTER;
	bpf_tail_call(ctx, &fd_progs, 0);
}

static __always_inline void fds__at_exit(void *ctx, struct aug_state *s)
{
	if (!config.want_fds || !s->has_fds)
		return;
	s->fds_end = FDS_EXIT;
	bpf_tail_call(ctx, &fd_progs, 0);
}

/* Both ends of a call go on here, as they do in capture_args(). */
SEC("raw_tp")
int fds(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_spec *spec;

	if (!s)
		return 1;
	if (s->fds_end == FDS_EXIT) {
		if (s->fds_again)
			fds__call(s, FDS_EXIT, AUG_AT_ENTER, AUG_P_REREAD);
		if (s->rec.ret >= 0)
			fds__call(s, FDS_EXIT, AUG_AT_EXIT, AUG_P_EXIT);
		exit_end(ctx, s, task, false);
		return 1;
	}
	spec = spec__get(&s->spec_idx);
	if (!spec)
		return 1;
	fds__call(s, FDS_ENTER, AUG_AT_ENTER, 0);
	enter_end(ctx, s, task, spec);
	return 1;
}

/* Run once by the loader, in its own context. */
SEC("raw_tp/sys_enter")
int fds_root(void *ctx)
{
	struct task_struct___files *task = (void *)bpf_get_current_task();

	fds_root_dentry = (u64)BPF_CORE_READ(task, fs, root.dentry);
	fds_root_mnt = (u64)BPF_CORE_READ(task, fs, root.mnt);
	return 0;
}

/*
 * What fds_ask found. The loader asks for what descriptors of another process are, and gives the number of its own
 * pidfd for that: it neither keeps a file open that is not its own, nor waits for a server behind it.
 */
struct fds_asked fds_asked = {};

_Static_assert(sizeof(fds_asked.names) == sizeof(((struct fd_scratch *)0)->names),
	       "what is found must fit");

/* The first thread of the process that a pidfd of the current task stands for. */
static __always_inline struct task_struct___files *pidfd_task(s32 pidfd)
{
	struct file *file = files__get(current_task(), pidfd);
	struct inode *inode = BPF_CORE_READ(file, f_inode);
	struct task_struct___files *task = NULL;
	struct hlist_node *first;
	struct pid *pid;

	if (BPF_CORE_READ(inode, i_sb, s_magic) == PID_FS_MAGIC)
		pid = BPF_CORE_READ(inode, i_private);
	else
		pid = BPF_CORE_READ(file, private_data);
	first = BPF_CORE_READ(pid, tasks[0].first);
	return first ? (void *)first - bpf_core_field_offset(task->pid_links) : NULL;
}

/* Run by the loader with two arguments: its pidfd, and the descriptor of that process. */
SEC("raw_tp/sys_enter")
int fds_ask(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_struct___files *task = pidfd_task(ctx->args[0]);
	struct fd_scratch *sc = fd_scratch__get(FDS_ASKED);
	u64 len;

	fds_asked.len = 0;
	if (!task || !sc || !fd__describe(task, FDS_ASKED, ctx->args[1]))
		return 0;
	len = sizeof(sc->file) + *(volatile u64 *)&sc->len;
	KEEP(len);
	if (len > sizeof(fds_asked) - sizeof(fds_asked.len) ||
	    bpf_probe_read_kernel(&fds_asked.file, len, &sc->file))
		return 0;
	fds_asked.len = sizeof(sc->file) + *(volatile u64 *)&sc->len;
	return 0;
}

#endif /* PERF_AUGMENT_FDS_BPF_H */
