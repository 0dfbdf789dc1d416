/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * decode.h - from a record to values: the argument types that rows of the syscall table name.
 *
 * A type says how an argument is decoded and what the engine copies for it. Decoders are pure: they
 * read the event and talk to the writer, nothing else. Bodies are in decode_<area>.c.
 */
#ifndef PERF_AUGMENT_DECODE_H
#define PERF_AUGMENT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "out.h"
#include "record.h"
#include "syscalls.h"

/**
 * struct arg - one argument of one call, as given to a decoder.
 * @event: the call; other arguments and the return value are there.
 * @desc: its description.
 * @idx: its index.
 * @value: the register, cut to 32 bits for a compat call.
 */
struct arg {
	const struct event *event;
	const struct arg_desc *desc;
	unsigned int idx;
	uint64_t value;
};

/**
 * struct arg_type - a kind of argument.
 * @name: for messages and tests.
 * @decode: say the value; exactly one value, in any case.
 * @is_unused: the kernel does not look at this argument in this call (the mode of an open() that
 *             creates nothing): it is left out. NULL: always used.
 * @capture: AUG_CAP_*; 0 when nothing is copied.
 * @when: AUG_AT_*, unless the argument's description says otherwise.
 * @unit: for AUG_CAP_BUF: bytes per unit of the length; 0 means 1.
 * @size: bytes copied at most.
 * @needs_syms: the description must name a symbols table.
 * @show_zero: a zero says something (a file descriptor), so perf's zero suppression leaves it. A
 *             zero that has a name (O_RDONLY, SEEK_SET) is never suppressed.
 * @is_32: only the low half of the register counts, also in a native call.
 */
struct arg_type {
	const char *name;
	void (*decode)(const struct arg *arg, struct out *o);
	bool (*is_unused)(const struct arg *arg);
	uint8_t capture;
	uint8_t when;
	uint16_t unit;
	uint32_t size;
	bool needs_syms;
	bool show_zero;
	bool is_32;
};

/* Numbers; the 32-bit ones look at the low half of the register, as the kernel does. */
extern const struct arg_type arg_int;	 /* int */
extern const struct arg_type arg_status; /* int that an exit passes on */
extern const struct arg_type arg_uint;	 /* unsigned int */
extern const struct arg_type arg_long;	 /* long, ssize_t, off_t */
extern const struct arg_type arg_size;	 /* unsigned long, size_t */
extern const struct arg_type arg_hex;	 /* unsigned long, as bits */
extern const struct arg_type arg_hex32;	 /* unsigned int, as bits */
extern const struct arg_type arg_ptr;	 /* a pointer that is not followed */

/* Names */
extern const struct arg_type arg_enum;	/* .syms; exactly one name */
extern const struct arg_type arg_flags; /* .syms; a set of bits */

/* Files */
extern const struct arg_type arg_fd;	     /* file descriptor */
extern const struct arg_type arg_at_fd;	     /* file descriptor, or AT_FDCWD */
extern const struct arg_type arg_path;	     /* path, read at entry */
extern const struct arg_type arg_str;	     /* other NUL-terminated string, read at entry */
extern const struct arg_type arg_mode;	     /* permission bits, octal */
extern const struct arg_type arg_open_mode;  /* the same; if argument idx - 1 creates a file */
extern const struct arg_type arg_mknod_mode; /* S_IFCHR|0600 */
extern const struct arg_type arg_dev;	     /* dev_t: makedev(0x8, 0x1) */
extern const struct arg_type arg_mknod_dev;  /* the same; used when argument idx - 1 is a device */
extern const struct arg_type arg_fcntl_arg;  /* of the command in argument idx - 1 */
extern const struct arg_type arg_ioctl_cmd;  /* a name, or _IOC(dir, type, nr, size) */
extern const struct arg_type arg_quotactl_cmd; /* QCMD(Q_GETQUOTA, USRQUOTA) */

/* Processes */
extern const struct arg_type arg_pid;
extern const struct arg_type arg_uid;	/* uid_t or gid_t; -1 is "leave" */
extern const struct arg_type arg_uid16; /* the same of the old i386 calls */
extern const struct arg_type arg_signal;
extern const struct arg_type arg_ioprio; /* IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4) */

/* Memory, futexes and clocks; futex arguments look at the operation in argument 1. */
extern const struct arg_type arg_mmap_fd;  /* unused when the flags before it say MAP_ANONYMOUS */
extern const struct arg_type arg_mmap_off; /* the same */
extern const struct arg_type arg_mremap_addr; /* used when argument idx - 1 asks for a new place */
extern const struct arg_type arg_futex_val;
extern const struct arg_type arg_futex_timeout; /* a pointer, or a second count */
extern const struct arg_type arg_futex_uaddr2;
extern const struct arg_type arg_futex_val3;
extern const struct arg_type arg_clockid; /* CLOCK_*, or the clock of a descriptor or a task */

/* System V IPC */
extern const struct arg_type arg_ipc_flags; /* .syms; IPC_CREAT|0600 */

/* Sockets; len_arg of a description names the length, AUG_LEN_PTR when it is pointed to. */
extern const struct arg_type arg_sockaddr;
extern const struct arg_type arg_sock_proto;   /* by the family in argument 0 */
extern const struct arg_type arg_sockopt_name; /* by the level in argument idx - 1 */

/** decode__failed() - did the call return an errno? */
bool decode__failed(const struct event *event, const struct syscall_desc *desc);

/** decode__args() - say all arguments of @event as members of the writer's innermost object. */
void decode__args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		  bool show_zeros);

/** decode__some_args() - the same of the arguments @first to @end - 1. */
void decode__some_args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		       bool show_zeros, unsigned int first, unsigned int end);

/** decode__nr_entry_args() - arguments before the first that is only known when the call has ended. */
unsigned int decode__nr_entry_args(const struct syscall_desc *desc);

/** decode__ret() - say the return value: -1 of a failed call, "?" when there is none. */
void decode__ret(const struct event *event, const struct syscall_desc *desc, struct out *o);

#endif /* PERF_AUGMENT_DECODE_H */
