/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_path.bpf.h - the path of a descriptor's file, as /proc/PID/fd tells it: from the file up to the
 * root, through the mounts. What has none there (pipes, sockets) matches no pattern; a file that has been
 * removed has the path that it had.
 *
 * These are global functions: the verifier looks at each once, not at each turn of the loops around them.
 */
#ifndef PERF_AUGMENT_FILTER_PATH_BPF_H
#define PERF_AUGMENT_FILTER_PATH_BPF_H

/* Components and mounts on the way to the root. */
#define FILTER_PATH_STEPS 512

/* One step up. Return: 1: there are more; 0: this was the root; -1: it has no path. */
__noinline int filter__path_step(u32 side)
{
	struct filter_scratch *sc = filter__scratch(side);
	u64 at;
	long n;

	if (!sc)
		return -1;
	n = path_walk__next(&sc->walk, 0, 0, sc->name);
	if (n == PATH_WALK_MOUNT)
		return 1;
	if (n == PATH_WALK_END)
		return sc->walk.dentry == sc->walk.mnt_root ? 0 : -1;
	at = sc->at;
	if (n < 0 || n > FILE_NAME_SIZE || at < (u64)n)
		return -1;
	/* The name's NUL makes room for the slash. */
	at = (at - n) & (FILTER_TEXT_SIZE - 1);
	sc->path[at] = '/';
	bpf_probe_read_kernel(&sc->path[at + 1], (n - 1) & (FILE_NAME_SIZE - 1), sc->name);
	sc->at = at;
	return 1;
}

/* The text becomes the path that sc->walk begins at. Return: 0, or -1 when there is none. */
__noinline int filter__path(u32 side)
{
	struct filter_scratch *sc = filter__scratch(side);
	int more = 1, i;
	u64 at, len;

	if (!sc)
		return -1;
	sc->at = FILTER_TEXT_SIZE - 1;
	for (i = 0; i < FILTER_PATH_STEPS && more > 0; i++)
		more = filter__path_step(side);
	if (more)
		return -1;
	at = sc->at & (FILTER_TEXT_SIZE - 1);
	len = FILTER_TEXT_SIZE - 1 - at;
	sc->text_len = len;
	bpf_probe_read_kernel(sc->text, len & (FILTER_TEXT_SIZE - 1), &sc->path[at]);
	if (!len) {
		sc->text[0] = '/';
		sc->text_len = 1;
	}
	return 0;
}

/* Whether it can be the pattern's file: its name says no most often. */
static __always_inline bool filter__leaf_matches(const struct filter_pattern *p,
						 struct dentry *dentry)
{
	const u32 wanted = p->leaf_len <= 8 ? p->leaf_len : 9;
	u64 name[2] = {};
	long n;

	n = bpf_probe_read_kernel_str(name, 10, BPF_CORE_READ(dentry, d_name.name));
	return n == wanted + 1 && name[0] == p->leaf;
}

/* Return: 1 when the path of descriptor @fd matches. */
__noinline int filter__fd(u32 side, u32 fd, u32 pattern)
{
	struct filter_pattern *p = bpf_map_lookup_elem(&filter_patterns, &pattern);
	struct filter_scratch *sc = filter__scratch(side);
	struct dentry *dentry;
	struct file *file;

	if (!sc || !p || (s32)fd < 0)
		return 0;
	if (sc->source == FILTER_FD_PATH && sc->value == fd)
		return sc->text_len ? filter__match(side, pattern) : 0;
	file = files__get((void *)bpf_get_current_task(), fd);
	if (!file)
		return 0;
	path_walk__begin(&sc->walk, &file->f_path);
	dentry = (struct dentry *)sc->walk.dentry;
	/* What is mounted has its name further up. */
	if (p->leaf_len && sc->walk.dentry != sc->walk.mnt_root && !filter__leaf_matches(p, dentry))
		return 0;
	sc->source = FILTER_FD_PATH;
	sc->value = fd;
	sc->text_len = 0;
	if (filter__path(side))
		return 0;
	return filter__match(side, pattern);
}

/* Descriptors that poll(2) is given. */
#define POLL_MAX 64

/* Return: as filter__compare(). */
__noinline int filter__poll(u32 side, u64 ptr, u32 nr, u32 pattern)
{
	u32 i, fd;

	for (i = 0; i < POLL_MAX; i++) {
		if (i >= nr)
			return 0;
		if (user__read(&fd, sizeof(fd), ptr + 8 * i))
			return -1;
		if (filter__fd(side, fd, pattern) > 0)
			return 1;
	}
	return 0;
}

/* Whether descriptor @wanted is in the array. Return: as filter__compare(). */
__noinline int filter__polled(u64 ptr, u32 nr, u32 wanted)
{
	u32 i;
	s32 fd;

	for (i = 0; i < POLL_MAX; i++) {
		if (i >= nr)
			return 0;
		if (user__read(&fd, sizeof(fd), ptr + 8 * i))
			return -1;
		if (fd == (s32)wanted || (wanted == FILTER_FD_ANY && fd >= 0))
			return 1;
	}
	return 0;
}

__noinline int filter__fd_word(u32 side, u64 bits, u32 first, u32 pattern)
{
	u32 i;

	for (i = 0; i < 64; i++) {
		if (bits >> i & 1 && filter__fd(side, first + i, pattern) > 0)
			return 1;
	}
	return 0;
}

/* Words of 64 descriptors that select(2) is given: FD_SETSIZE is 1024. */
#define FD_SET_MAX 16

/* Number @i of them. Return: 1; 0: behind the last; -1: not readable. */
static __always_inline int filter__set_word(u64 ptr, u32 nr, u32 i, u64 *bits)
{
	if (64 * i >= nr)
		return 0;
	if (user__read(bits, sizeof(*bits), ptr + 8 * i))
		return -1;
	if (nr - 64 * i < 64)
		*bits &= (1ULL << (nr - 64 * i)) - 1;
	return 1;
}

/* Whether descriptor @wanted is in the set. Return: as filter__compare(). */
__noinline int filter__selected(u64 ptr, u32 nr, u32 wanted)
{
	int err = 0;
	u64 bits;
	u32 i;

	if (wanted != FILTER_FD_ANY) {
		if (wanted >= nr)
			return 0;
		if (user__read(&bits, 1, ptr + wanted / 8))
			return -1;
		return bits >> (wanted & 7) & 1;
	}
	for (i = 0; i < FD_SET_MAX; i++) {
		err = filter__set_word(ptr, nr, i, &bits);
		if (err <= 0)
			break;
		if (bits)
			return 1;
	}
	return err < 0 ? err : 0;
}

/* Return: as filter__compare(). */
__noinline int filter__fd_set(u32 side, u64 ptr, u32 nr, u32 pattern)
{
	int err = 0;
	u64 bits;
	u32 i;

	for (i = 0; i < FD_SET_MAX; i++) {
		err = filter__set_word(ptr, nr, i, &bits);
		if (err <= 0)
			break;
		if (bits && filter__fd_word(side, bits, 64 * i, pattern) > 0)
			return 1;
	}
	return err < 0 ? err : 0;
}

#endif /* PERF_AUGMENT_FILTER_PATH_BPF_H */
