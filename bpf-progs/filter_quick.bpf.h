/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_quick.bpf.h - a first look at the texts that a filter compares, where the call is seen:
 * the first bytes of a string, the length of a file's name. Most calls are dropped by that, and
 * need not go on to filter_text.bpf.h. What cannot be told here is told there.
 *
 * What is read of files goes into the scratch of filter.bpf.h: the stack of the programs of calls is full. Bytes
 * of user space come by way of the stack all the same, as in capture_fast.bpf.h.
 */
#ifndef PERF_AUGMENT_FILTER_QUICK_BPF_H
#define PERF_AUGMENT_FILTER_QUICK_BPF_H

#include "files.bpf.h"

/** struct filter_look - what is read for it. */
struct filter_look {
	struct path path;
	struct dentry *mnt_root;
	struct file *file;
	u32 name_len;
	u32 pad;
};

/* The slot of an open descriptor in the table of the current task; NULL when it is out of the table. */
static __always_inline struct file **look__slot(struct task_struct *task, u32 fd)
{
	struct task_struct___files *t = (void *)task;
	struct fdtable *fdt;

	if (!config.has_task_storage) {
		fdt = BPF_CORE_READ(t, files, fdt);
		return fd < BPF_CORE_READ(fdt, max_fds) ? BPF_CORE_READ(fdt, fd) + fd : NULL;
	}
	if (!t->files)
		return NULL;
	fdt = t->files->fdt;
	return fdt && fd < fdt->max_fds ? fdt->fd + fd : NULL;
}

/* Return: false when the file of descriptor @fd has another name than one of @name_len bytes. */
static __always_inline bool look__file(struct filter_look *look, struct task_struct *task, u32 fd,
				       u32 name_len)
{
	const u64 mnt = bpf_core_field_offset(struct file, f_path.mnt);
	struct file **slot;
	struct dentry *dentry;

	if ((s32)fd < 0)
		return false;
	slot = look__slot(task, fd);
	if (!slot)
		return false;
	if (bpf_core_field_offset(struct file, f_path.dentry) != mnt + sizeof(void *) ||
	    bpf_probe_read_kernel(&look->file, sizeof(look->file), slot))
		return true;
	if (!look->file)
		return false;
	if (bpf_probe_read_kernel(&look->path, sizeof(look->path), (void *)look->file + mnt))
		return true;
	dentry = look->path.dentry;
	/* include/linux/dcache.h: of struct qstr the length is right before the name */
	if (bpf_probe_read_kernel(&look->name_len, sizeof(look->name_len),
				  (void *)dentry + bpf_core_field_offset(dentry->d_name.name) -
					  sizeof(look->name_len)) ||
	    look->name_len == name_len)
		return true;
	/* What is mounted has its name further up. */
	return bpf_probe_read_kernel(&look->mnt_root, sizeof(look->mnt_root),
				     &look->path.mnt->mnt_root) ||
	       look->mnt_root == dentry;
}

/* Return: false when the string at @ptr begins in another way. */
static __always_inline bool look__string(u64 ptr, const struct filter_quick *quick)
{
	u64 words[2];

	if (!ptr)
		return false;
	/* Where a page ends soon after, nothing is read, and nothing is said. */
	if (bpf_probe_read_user(words, sizeof(words), (void *)ptr))
		return true;
	return !((words[0] ^ quick->head[0]) & quick->mask[0]) &&
	       !((words[1] ^ quick->head[1]) & quick->mask[1]);
}

/* Of longer strings nothing is said: with the NUL. */
#define LOOK_TAIL 64

/* The same when it ends in another way. It is read to where the call's payload will be, which is the task's own. */
static __always_inline bool look__tail(struct aug_state *s, u64 ptr,
				       const struct filter_quick *quick)
{
	u8 *text = s->payload + sizeof(u64);
	u64 len;
	long n;

	if (!ptr)
		return false;
	/* What stands before a short string is none of it. */
	*(u64 *)s->payload = 0;
	n = bpf_probe_read_user_str(text, LOOK_TAIL, (void *)ptr);
	if (n <= 0 || n == LOOK_TAIL)
		return true;
	len = n - 1;
	KEEP(len); /* the number that is bounded is the one that is used */
	return !((*(u64 *)&s->payload[len & (LOOK_TAIL - 1)] ^ quick->head[0]) & quick->mask[0]);
}

/* Return: whether the filter is sure to drop the call. */
static __always_inline bool look__drops(struct filter_look *look, struct aug_state *s,
					struct task_struct *task, const struct filter_spec *f)
{
	u32 i, arg, source;
	bool may = false;

	for (i = 0; i < FILTER_MAX_QUICK; i++) {
		if (may || i >= f->nr_quick)
			break;
		arg = f->texts[i].arg;
		source = f->texts[i].source;
		if (arg >= AUG_MAX_ARGS)
			return false;
		if (source == FILTER_FD_PATH)
			may = look__file(look, task, s->rec.args[arg], f->quick[i].head[0]);
		else if (f->by_tail >> i & 1)
			may = look__tail(s, s->rec.args[arg], &f->quick[i]);
		else
			may = look__string(s->rec.args[arg], &f->quick[i]);
	}
	return f->nr_quick && !may;
}

#endif /* PERF_AUGMENT_FILTER_QUICK_BPF_H */
