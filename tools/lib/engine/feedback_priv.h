/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * feedback_priv.h - between the files of feedback: the table of open files that matter, as
 * feedback_proc.c reads it from /proc and feedback.c searches it. All of /proc is hostile.
 */
#ifndef PERF_AUGMENT_FEEDBACK_PRIV_H
#define PERF_AUGMENT_FEEDBACK_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/sysmacros.h>
#include <sys/types.h>

#include "feedback.h"

/* FEEDBACK_MAX_FDS - descriptors of one process that are looked at, lowest first. */
#define FEEDBACK_MAX_FDS 16384

/* FEEDBACK_MAX_FILES - rows of the table. */
#define FEEDBACK_MAX_FILES 262144

enum open_kind { OPEN_MASTER, OPEN_TTY, OPEN_PIPE, OPEN_SOCKET };

/**
 * struct open_file - a descriptor of a process.
 * @dev, @id: as in struct feedback_sink; of the terminal that the master is of.
 * @node_dev: for a master, file system of the node that it was opened by; it may be its devpts.
 */
struct open_file {
	pid_t pid;
	int fd;
	enum open_kind kind;
	uint64_t dev;
	uint64_t node_dev;
	uint64_t id;
};

/**
 * struct open_files - the table; the rows of one process follow each other.
 * @proc_fd: the directory of /proc.
 * @sinks: what is searched for; pipes are left out of the table when there is none among them.
 */
struct open_files {
	int proc_fd;
	pid_t self;
	const struct feedback_sink *sinks;
	size_t nr_sinks;
	bool want_pipes;
	struct open_file *files;
	size_t nr;
	size_t size;
	unsigned int nr_unseen;
	pid_t unseen; /* the last of them */
};

/** struct proc_stat - of /proc/PID/stat. */
struct proc_stat {
	char comm[16];
	pid_t ppid;
	dev_t tty;
};

/** open_files__read() - fill the table. Return: 0, -ENOMEM, or -errno when /proc is not there. */
int open_files__read(struct open_files *table);

/** open_files__flags() - open(2) flags of a row. Return: 0, or -errno when it is gone. */
int open_files__flags(const struct open_files *table, const struct open_file *file, int *ret);

/** proc_stat__read() - Return: 0, or -errno; -EINVAL when it is no such file. */
int proc_stat__read(int proc_fd, pid_t pid, struct proc_stat *ret);

/* Unix98 terminals; the masters have the eight major numbers before these. */
static inline bool feedback__is_pty(dev_t dev)
{
	return major(dev) >= 136 && major(dev) <= 143;
}

/* The 32-bit spelling of the kernel's interfaces: 12 bits of major amid 20 of minor. */
static inline dev_t feedback__decode_dev(unsigned int number)
{
	return makedev((number >> 8) & 0xfff, (number & 0xff) | ((number >> 12) & 0xfff00));
}

#endif /* PERF_AUGMENT_FEEDBACK_PRIV_H */
