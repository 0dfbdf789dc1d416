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

#include "layout.h"
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
 * @decode_exit: say the exit side alone; false when there is none. For arguments with an exit_label.
 * @is_unused: the kernel does not look at this argument in this call (the mode of an open() that
 *             creates nothing): it is left out. NULL: always used.
 * @is_empty: an array without elements, of which strace says that even where it reads no structures (struct
 *            out.bare_structs). NULL: it is an address there.
 * @is_told_unused: formats that tell all arguments (struct out.exit_apart) have it even so.
 * @capture: AUG_CAP_*; 0 when nothing is copied.
 * @when: AUG_AT_*, unless the argument's description says otherwise.
 * @unit: for AUG_CAP_BUF: bytes per unit of the length; 0 means 1.
 * @size: bytes copied at most; 0: as many as the layout has, or for data the user's limit, but no fewer than @least.
 * @capture_flags: AUG_C_*.
 * @needs_syms: the description must name a symbols table. @needs_layout: a layout.
 * @has_trailer: a member of the layout tells what stands behind the structure: it is copied, too.
 * @is_text: a string, or bytes told as one: shown where structures are not (struct out.bare_structs).
 * @show_zero: a zero says something (a file descriptor), so perf's zero suppression leaves it. A
 *             zero that has a name (O_RDONLY, SEEK_SET) is never suppressed.
 * @is_32: only the low half of the register counts, also in a native call.
 * @high: 64 bits of which a 32-bit program gives the upper half in the next argument (1) or the one before (-1).
 */
struct arg_type {
	const char *name;
	void (*decode)(const struct arg *arg, struct out *o);
	bool (*decode_exit)(const struct arg *arg, struct out *o);
	bool (*is_unused)(const struct arg *arg);
	bool (*is_empty)(const struct arg *arg);
	uint8_t capture;
	uint8_t when;
	uint16_t unit;
	uint32_t size;
	uint32_t least;
	uint8_t capture_flags;
	bool is_told_unused;
	bool is_text;
	bool needs_syms;
	bool needs_layout;
	bool has_trailer;
	bool show_zero;
	bool is_32;
	int8_t high;
};

/** arg_desc__number() - the number that argument @idx of @args is, of one register or of two. @abi: of the caller. */
uint64_t arg_desc__number(const struct arg_desc *desc, unsigned int abi, const uint64_t *args,
			  unsigned int idx);

/* Numbers; the 32-bit ones look at the low half of the register, as the kernel does. */
extern const struct arg_type arg_int;	 /* int */
extern const struct arg_type arg_length; /* int, which strace shows without a sign */
extern const struct arg_type arg_status; /* int that an exit passes on */
extern const struct arg_type arg_uint;	 /* unsigned int */
extern const struct arg_type arg_long;	 /* long, ssize_t, off_t */
extern const struct arg_type arg_size;	 /* unsigned long, size_t */
extern const struct arg_type arg_hex;	 /* unsigned long, as bits */
extern const struct arg_type
	arg_offset; /* 64 bits, of 32-bit programs in this and the next register */
extern const struct arg_type arg_offset_low;  /* 64 bits, the high half first: _llseek */
extern const struct arg_type arg_u64_pair;    /* as arg_offset, without a sign */
extern const struct arg_type arg_length_pair; /* the same in the lines of strace alone */
extern const struct arg_type
	arg_flags_pair; /* .syms; 64 bits of flags in this and the next register */
extern const struct arg_type arg_sigmask32;   /* a set of signals, not a pointer to one */
extern const struct arg_type arg_offset_high; /* that next one; a 64-bit program's is not looked at */
extern const struct arg_type arg_size_bits;   /* unsigned int; hex in the lines of strace */
extern const struct arg_type arg_sched_policy; /* with a flag beside it */
extern const struct arg_type arg_syslog_level;
extern const struct arg_type arg_errno; /* an error by its name */
extern const struct arg_type arg_hex32; /* unsigned int, as bits */
extern const struct arg_type arg_addr;	/* an address: what is there does not matter to the call */
extern const struct arg_type arg_ptr; /* a pointer that is not followed: docs/decoding.md says why */
extern const struct arg_type arg_base; /* an address of which 0 is one, too */

/* Sounds of a console; decode_console.c */
extern const struct arg_type arg_sound, arg_tone;

/* Names */
extern const struct arg_type arg_enum;	/* .syms; exactly one name */
extern const struct arg_type arg_flags; /* .syms; a set of bits */
extern const struct arg_type
	arg_enum_beside; /* .syms; a number of which strace has the name in a comment */

/* Files */
extern const struct arg_type arg_fd;	/* file descriptor */
extern const struct arg_type arg_at_fd; /* file descriptor, or AT_FDCWD */
extern const struct arg_type arg_fanotify_dfd;
extern const struct arg_type arg_other_fd; /* of another process */
extern const struct arg_type arg_mount_fd; /* the same; strace does not name the directory */
extern const struct arg_type arg_file_handle;
extern const struct arg_type arg_swap_flags;
extern const struct arg_type arg_path;			     /* path, read at entry */
extern const struct arg_type arg_path_out;		     /* path that the kernel writes */
extern const struct arg_type arg_mount_type, arg_mount_data; /* by the flags; strings */
extern const struct arg_type arg_reboot_arg;		     /* string of one command */
extern const struct arg_type arg_str;  /* other NUL-terminated string, read at entry */
extern const struct arg_type arg_text; /* the same, as much of it as the user wants of contents */
extern const struct arg_type arg_mode; /* permission bits, octal */
extern const struct arg_type arg_mq_mode;    /* the same of a message queue */
extern const struct arg_type arg_open_mode;  /* the same; if argument idx - 1 creates a file */
extern const struct arg_type arg_mknod_mode; /* S_IFCHR|0600 */
extern const struct arg_type arg_dev;	     /* dev_t: makedev(0x8, 0x1) */
extern const struct arg_type arg_mknod_dev;  /* the same; used when argument idx - 1 is a device */
extern const struct arg_type arg_ioctl_cmd;  /* a name, or _IOC(dir, type, nr, size) */
extern const struct arg_type arg_quotactl_cmd; /* QCMD(Q_GETQUOTA, USRQUOTA) */

/* Processes */
extern const struct arg_type arg_pid;
extern const struct arg_type arg_pgid;
extern const struct arg_type arg_pid_or_pgid; /* kill(2) */
extern const struct arg_type arg_uid;	      /* uid_t or gid_t; -1 is "leave" */
extern const struct arg_type arg_uid16;	      /* the same of the old i386 calls */
extern const struct arg_type arg_signal;
extern const struct arg_type arg_ioprio; /* IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4) */

extern const struct arg_type arg_sched_attr;
extern const struct arg_type arg_perf_attr;
extern const struct arg_type arg_segment;     /* of modify_ldt */
extern const struct arg_type arg_thread_area; /* of get_thread_area */
extern const struct arg_type arg_cap_data, arg_cap_answer;
extern const struct arg_type arg_io_uring_params;
extern const struct arg_type arg_io_uring_probe, arg_io_uring_workers, arg_io_uring_files_update;
extern const struct arg_type arg_answered; /* a structure with members that the call fills in */
extern const struct arg_type arg_replied;  /* one that is asked with, and one that answers */
extern const struct arg_type
	arg_replied_where; /* the same; strace has an address in the place of none */
extern const struct arg_type arg_dm, arg_dm_data; /* of the device mapper */
extern const struct arg_type arg_ifreq;	 /* an interface by its name; the rest is the answer */
extern const struct arg_type arg_ifname; /* an interface by its number */
extern const struct arg_type arg_ifconf; /* all interfaces */

extern const struct arg_type arg_mount_request, arg_mount_answer; /* of statmount */
extern const struct arg_type arg_lsm_ctx_in, arg_lsm_ctx_out;	  /* contexts of security modules */

/* prctl, by its second argument */
extern const struct arg_type arg_prctl_policy, arg_prctl_cap, arg_prctl_filter, arg_prctl_seccomp,
	arg_prctl_signal, arg_prctl_speculation;
extern const struct arg_type arg_prctl_vma_start, arg_prctl_vma_size, arg_prctl_vma_name;
extern const struct arg_type arg_kcmp_idx; /* where the type has one */
extern const struct arg_type arg_ptracer;  /* a task, or any */

extern const struct arg_type arg_syslog_type; /* strace has the name in a comment */

/* ptrace */
extern const struct arg_type arg_user_offset; /* in struct user */
extern const struct arg_type arg_regset_in, arg_regset_out;
extern const struct arg_type arg_syscall_info, arg_seccomp_code;

/* Memory, futexes and clocks; futex arguments look at the operation in argument 1. */
extern const struct arg_type arg_mmap_fd;    /* unused when the flags before it say MAP_ANONYMOUS */
extern const struct arg_type arg_mmap_off;   /* the same */
extern const struct arg_type arg_mmap_pages; /* the same, in pages */
extern const struct arg_type arg_membarrier_cpu; /* used when argument idx - 1 has a flag */
extern const struct arg_type arg_mremap_addr; /* used when argument idx - 1 asks for a new place */
/* Of a futex operation; one with bits beyond FUTEX_CLOCK_REALTIME the kernel refuses, whatever it is. */
#define FUTEX_CMD_BITS 127
extern const struct arg_type arg_futex_op;
extern const struct arg_type arg_futex_val;
extern const struct arg_type arg_futex_uaddr2;
extern const struct arg_type arg_futex_val3;
extern const struct arg_type arg_clockid; /* CLOCK_*, or the clock of a descriptor or a task */

/* System V IPC and message queues */
extern const struct arg_type arg_msgbuf, arg_semval, arg_mq_attr;
/* The last argument of semctl through ipc: a pointer, a number, a structure. */
extern const struct arg_type arg_semun, arg_semun_value, arg_semun_struct;
extern const struct arg_type arg_raddr;	    /* where ipc's shmat says what it returns */
extern const struct arg_type arg_ipc_flags; /* .syms; IPC_CREAT|0600 */

/* Sockets; len_arg of a description names the length, AUG_LEN_PTR when it is pointed to. */
extern const struct arg_type arg_sockaddr;
extern const struct arg_type arg_addr_len;	  /* of the address in the argument before */
extern const struct arg_type arg_pair_proto;	  /* the same, of which strace shows the number */
extern const struct arg_type arg_sock_proto;	  /* by the family in argument 0 */
extern const struct arg_type arg_getsockopt_name; /* by the level in argument idx - 1 */
extern const struct arg_type arg_setsockopt_name;

/* What pointers lead to; a row gives the layout, the length, and when it is read. */
extern const struct arg_type arg_struct; /* one structure or number */
extern const struct arg_type
	arg_interrupted; /* the same, which is written when the call will go on behind a signal */
extern const struct arg_type arg_sized; /* a structure as long as another argument says */
/* The same of one that may be newer than ours: what is zero of the bytes behind it is not there. */
extern const struct arg_type arg_tailed;   /* others are that there is more */
extern const struct arg_type arg_extended; /* others are bytes in the lines of strace */
extern const struct arg_type arg_array;	   /* as many as another argument or the result says */
extern const struct arg_type arg_pair;	   /* an array of two */
extern const struct arg_type arg_ptrs;	   /* an array of pointers to structures */
extern const struct arg_type arg_dirents; /* entries of a directory: their number, or all of them */
extern const struct arg_type arg_dirents64;
extern const struct arg_type arg_sockopt;      /* by level and option in the arguments before it */
extern const struct arg_type arg_sockopt_code; /* the same where the option may have a BPF program */
extern const struct arg_type arg_pollfds;
extern const struct arg_type arg_fdset;	   /* bits that are descriptors */
extern const struct arg_type arg_nodemask; /* bits that are nodes of memory */
extern const struct arg_type arg_cpuset;   /* bits that are CPUs; the result is their bytes */

/* Contents, of which as much is copied as the user asked for. */
extern const struct arg_type arg_data_in; /* written: bytes */
extern const struct arg_type arg_xattr_in,
	arg_xattr_out;			     /* of which strace leaves out a NUL at the end */
extern const struct arg_type arg_binary_in;  /* written: bytes, in hex in the lines of strace */
extern const struct arg_type arg_random_out; /* the same of getrandom(2) */
extern const struct arg_type arg_data_out;   /* read: as many as the call returns */
extern const struct arg_type arg_text_out;   /* the same with a NUL that is not shown */
extern const struct arg_type arg_iovec_in;
extern const struct arg_type arg_iovec_out;
extern const struct arg_type arg_iovec_bare; /* addresses and lengths; of another process */
extern const struct arg_type arg_msg_in, arg_msg_out;
extern const struct arg_type arg_mmsg_in, arg_mmsg_out;
extern const struct arg_type arg_strv;		     /* argv */
extern const struct arg_type arg_comm, arg_comm_out; /* names of threads */
extern const struct arg_type arg_ioctl_bytes;	     /* of a command that nothing is known about */
extern const struct arg_type arg_strv_nr;	     /* envp: how many */

/** arg_by_cmd - as the row of .cmds says for the command in len_arg; see commands.h. */
extern const struct arg_type arg_by_cmd;

/** arg_none - the argument is not used. arg_uint_not_1: the same, and it should be 1: told when it is not. */
extern const struct arg_type arg_none, arg_uint_not_1;

/** arg__is_compat() - of a 32-bit program. */
static inline bool arg__is_compat(const struct arg *arg)
{
	return arg->event->rec->abi == AUG_ABI_COMPAT;
}

/** event__netlink() - the protocol of the netlink socket that the call is about; -1 when it is about another. */
static inline int event__netlink(const struct event *event)
{
	return event->rec->flags & AUG_F_NETLINK ? event->rec->flags >> AUG_F_NETLINK_SHIFT : -1;
}

/** arg__when() - AUG_AT_* of the description, or else of the type. */
static inline unsigned int arg__when(const struct arg_desc *desc)
{
	return desc->when ? desc->when : desc->type->when;
}

/** arg__length() - what the call was given for the argument @len_arg, which must be there; cut to its type. */
uint64_t arg__length(const struct arg *arg);

/** arg__room() - elements that the program has room for; a result may say how many there are. */
size_t arg__room(const struct arg *arg);

/** arg__is_empty_array() - there is an address, but the count of elements is 0, or the call returned none. */
bool arg__is_empty_array(const struct arg *arg);

/**
 * arg__is_too_long() - there are more elements than the kernel takes, or, when each is of so many bytes, @unit, than
 * memory has after the address: nobody looks at them.
 */
bool arg__is_too_long(const struct arg *arg, size_t unit);

/** arg__say() - say the value through its type; its address alone when the writer wants no structures. */
void arg__say(const struct arg *arg, struct out *o);

/** arg__layout() - the description's, as the program has it; NULL when that is not known. */
static inline const struct layout *arg__layout(const struct arg *arg)
{
	return layout__of(arg->desc->layout, arg__is_compat(arg));
}

/** arg__blob() - the bytes of a payload. */
struct blob arg__blob(const struct arg *arg, const struct payload *p);

/** arg__struct_blob() - the same of a structure with a known layout: with what its pointers lead to. */
struct blob arg__struct_blob(const struct arg *arg, const struct payload *p);

/** arg__say_array() - the structures of a payload, by the description's layout. */
void arg__say_array(const struct arg *arg, const struct payload *p, struct out *o);

/**
 * arg__say_exit() - the exit side alone, by @say.
 * Return: false when there is none, or the call returned nothing above 0.
 */
bool arg__say_exit(const struct arg *arg, struct out *o,
		   void (*say)(const struct arg *arg, const struct payload *p, struct out *o));

/**
 * payload__is_enough() - is what could be read of a text or buffer more than is shown of it (AUG_C_PARTS)? strace looks
 * at one byte more, and does not see that there is no end.
 */
static inline bool payload__is_enough(const struct payload *p, const struct out *o)
{
	return o->strace && o->limits_strings && p->len > o->string_limit;
}

/**
 * arg__say_sides() - what was there at entry, at exit, or both when they differ, through @say; the
 * pointer when nothing was captured, a fault when it was not readable.
 */
void arg__say_sides(const struct arg *arg, struct out *o,
		    void (*say)(const struct arg *arg, const struct payload *p, struct out *o));

/** decode__sockaddr() - the bytes of a socket address as one value. */
void decode__sockaddr(const struct blob *b, struct out *o);

/**
 * sockaddr_strace__say() - the members behind the family of an address of @len bytes, as strace has them.
 * Return: false, and nothing is said, when it has them as all formats do.
 */
bool sockaddr_strace__say(uint16_t family, const uint8_t *data, size_t len, struct out *o);

/**
 * sockaddr_other__say() - those of an address of a rarer family, in each format.
 * Return: false, and nothing is said, of another family, and when it is no address of its family.
 */
bool sockaddr_other__say(uint16_t family, const struct blob *b, struct out *o);

/** arg__say_replied() - what was asked, and what was answered: two structures of the description's layout. */
void arg__say_replied(const struct arg *arg, struct out *o);

/** arg__say_answered() - the same in one structure. */
void arg__say_answered(const struct arg *arg, struct out *o);

struct blob;

/**
 * decode__cmsg() - one header of control data, with what is behind it.
 * @ret_is_last: nothing is known of what follows: there is no header, or its length is none of one.
 * Return: bytes of @b that it took; 0, and nothing is said, when there are too few for a header.
 */
size_t decode__cmsg(const struct blob *b, bool *ret_is_last, struct out *o);

/**
 * decode__rest() - the bytes of a structure behind the @known ones, of @full in all, as strace has what a newer
 * program passes: with their place, as a member of the innermost object.
 * Return: false, and nothing is said, when they are zero.
 */
bool decode__rest(const struct blob *b, size_t known, uint64_t full, struct out *o);

/** decode__inet() - an IPv4 address; where bytes are wanted, @len of them, of which there are 4 at least. */
void decode__inet(const uint8_t *addr, size_t len, struct out *o);

/** decode__inet6_member() - the member @name, or NULL when it is none; an IPv6 address of 16 bytes. */
void decode__inet6_member(const char *name, const uint8_t *addr, struct out *o);

/**
 * struct sockopt_value - @len bytes of an option's value; @cut: there was more. @blob: the same, with what its
 * pointers lead to; NULL when @len is 0.
 * @err: -errno, what is behind the bytes could not be read, and a text needs more. @is_negative: the program's length is. @is_get: it is what getsockopt() gave.
 */
struct sockopt_value {
	const struct arg *arg;
	const struct blob *blob;
	const uint8_t *data;
	size_t len;
	int err;
	bool cut;
	bool is_negative;
	bool is_get;
};

/** sockopt_strace__say() - as one value, as strace spells it; the address of one that has not the option's length. */
void sockopt_strace__say(const struct sockopt_value *v, struct out *o);

/**
 * decode__exit_side() - what argument @idx is after the call, as one value: for formats that tell it
 * behind the return value, with the description's exit_label.
 *
 * Return: false, and nothing is said, when there is none.
 */
bool decode__exit_side(const struct event *event, const struct syscall_desc *desc, unsigned int idx,
		       struct out *o);

/** decode__failed() - did the call return an errno? */
bool decode__failed(const struct event *event, const struct syscall_desc *desc);

/** decode__evdev() - the argument of an ioctl of an input device. Return: false when it is none that is known. */
bool decode__evdev(const struct arg *arg, struct out *o);

/** decode__has_error() - does the result look like an errno? For arguments, which do not know their call. */
static inline bool decode__has_error(const struct event *event)
{
	return event->rec->ret < 0 && event->rec->ret >= -4095;
}

/** decode__args() - say all arguments of @event as members of the writer's innermost object. */
void decode__args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		  bool show_zeros);

/** decode__some_args() - the same of the arguments @first to @end - 1. */
void decode__some_args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		       bool show_zeros, unsigned int first, unsigned int end);

/** decode__nr_entry_args() - arguments before the first that is only known when the call has ended. */
unsigned int decode__nr_entry_args(const struct event *event, const struct syscall_desc *desc);

/**
 * decode__named_ret() - how the return value is told by name: flags that are set, a signal.
 * Return: NULL when it has none; otherwise what decode__ret_name() takes.
 */
const struct arg_desc *decode__named_ret(const struct event *event,
					 const struct syscall_desc *desc);

/** decode__ret_name() - say the return value as @result has it. */
void decode__ret_name(const struct event *event, const struct arg_desc *result, struct out *o);

/** decode__ret() - say the return value: -1 of a failed call, "?" when there is none. */
void decode__ret(const struct event *event, const struct syscall_desc *desc, struct out *o);

#endif /* PERF_AUGMENT_DECODE_H */
