/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * augment.h - what the BPF side and user space of perf-augment share.
 *
 * The layouts here are the ABI between an augmenter object and the tool: fixed-width members only,
 * 8-byte aligned, padding spelled out. It compiles for the bpf target and in user space (C and C++),
 * and needs no kernel header.
 */
#ifndef PERF_AUGMENT_AUGMENT_H
#define PERF_AUGMENT_AUGMENT_H

#ifdef __bpf__
typedef unsigned char aug_u8;
typedef unsigned short aug_u16;
typedef unsigned int aug_u32;
typedef signed int aug_s32;
typedef unsigned long long aug_u64;
typedef signed long long aug_s64;
#else
#include <stdint.h>
typedef uint8_t aug_u8;
typedef uint16_t aug_u16;
typedef uint32_t aug_u32;
typedef int32_t aug_s32;
typedef uint64_t aug_u64;
typedef int64_t aug_s64;
#endif

/** AUG_ABI_VERSION - stored in each record; raised when a member changes meaning. */
#define AUG_ABI_VERSION 1

#define AUG_MAX_ARGS 6

/**
 * AUG_STR_MAX - longest string kept of one argument, in bytes, its NUL included.
 * PATH_MAX of limits.h: the longest path the kernel takes.
 */
#define AUG_STR_MAX 4096

/** AUG_DATA_MAX - bytes of contents that a user can ask for, of one buffer or string. */
#define AUG_DATA_MAX 65536

/** AUG_PAYLOAD_SMALL - payload bytes that every traced task has room for. */
#define AUG_PAYLOAD_SMALL 672

/** AUG_PAYLOAD_BIG - payload bytes of one call in all; tasks get this room when they first need it. */
#define AUG_PAYLOAD_BIG (4 * (AUG_STR_MAX + 16))

/** AUG_NR_SYSCALLS - room per system call table; Linux 7.2 x86-64 ends at 471. */
#define AUG_NR_SYSCALLS 512

/*
 * Calls of 32-bit programs that have no number of their own, or other arguments there, as they come through
 * socketcall, ipc, or a pointer to their arguments: numbers that no table has.
 */
#define AUG_NR_UNFOLDED 496
#define AUG_UNFOLDED_ACCEPT 496
#define AUG_UNFOLDED_SEND 497
#define AUG_UNFOLDED_RECV 498
#define AUG_UNFOLDED_SEMOP 499
#define AUG_UNFOLDED_SEMCTL 500
#define AUG_UNFOLDED_SEMCTL_FAULT 501 /* the word with the last argument was not readable */
#define AUG_UNFOLDED_SEMTIMEDOP 502
#define AUG_UNFOLDED_MSGRCV 503
#define AUG_UNFOLDED_MSGRCV_FAULT 504 /* nor were the two words of the call */
#define AUG_UNFOLDED_MSGCTL 505
#define AUG_UNFOLDED_SHMAT 506
#define AUG_UNFOLDED_SHMCTL 507
#define AUG_UNFOLDED_SELECT 508
#define AUG_UNFOLDED_MMAP 509

/** AUG_NR_TAKEN - in aug_record.nr: a 32-bit program called one of these numbers itself. */
#define AUG_NR_TAKEN (1U << 31)

/* The two system call tables of an x86-64 kernel; the index into specs is abi * AUG_NR_SYSCALLS + nr. */
#define AUG_ABI_NATIVE 0
#define AUG_ABI_COMPAT 1
#define AUG_NR_ABIS 2

/* struct aug_record.type */
#define AUG_RECORD_CALL 1  /* a call that ended: ret and duration_ns are valid */
#define AUG_RECORD_ENTER 2 /* a call that waits, or one that never returns (AUG_F_NORETURN) */
#define AUG_RECORD_EVENT \
	3 /* a tracepoint or probe of an augmenter: nr is its number, not a call's */
#define AUG_RECORD_MORE \
	4 /* payloads of a call that come before those of its next record: see nr_more */
#define AUG_RECORD_CHAIN \
	5 /* where a thread was when the signal came that is its next record: a call chain alone */

/* struct aug_task_record.type; the same member of every record */
#define AUG_RECORD_SIGNAL 16 /* a signal reaches a thread; or see AUG_T_* */
#define AUG_RECORD_EXIT 17   /* a thread ends */
#define AUG_RECORD_START \
	18 /* a thread begins to be traced, at its first call, or has a new name; or see AUG_T_MADE */
#define AUG_RECORD_PIDNS 19  /* the numbers of a thread in its own pid namespace; when asked for */
#define AUG_RECORD_CGROUP 20 /* the control group of a thread, once it is another; when asked for */
#define AUG_RECORD_STOP 21   /* a thread stops, by job control */

/** struct aug_task_pidns - in the place of a siginfo: AUG_RECORD_PIDNS. @ino: of the namespace. */
struct aug_task_pidns {
	aug_u64 ino;
	aug_u32 pid;
	aug_u32 tid;
};

/* struct aug_task_record.flags */
#define AUG_T_IGNORED (1 << 0) /* thrown away, as the process ignores it */
#define AUG_T_SENT (1 << 1) /* on its way; of use when it ends the process, which is told SIGKILL */
#define AUG_T_GROUP (1 << 2) /* all threads of the process end, with this code */
#define AUG_T_MADE \
	(1 << 3) /* it has been made and has not run yet; code is the thread that made it */

/**
 * struct aug_task_record - what befell a traced thread between its calls; made when asked for.
 * @size, @version, @type, @time_ns, @pid, @tid: as in struct aug_record.
 * @flags: AUG_T_*.
 * @code: number of the signal, also of one that stops; or how the thread ended, as wait(2) tells it.
 * @superseded_by: AUG_RECORD_EXIT of a main thread, the second if it had ended before: the thread that has
 *	executed a program, and has its number from now on; 0 for none.
 * @siginfo: AUG_RECORD_SIGNAL: the start of the kernel's struct siginfo, which is that of user space;
 *	AUG_RECORD_PIDNS: struct aug_task_pidns; AUG_RECORD_CGROUP: the group's id, 64 bits.
 * @comm: name of the thread; of the sender where flags has AUG_T_IGNORED or AUG_T_SENT.
 */
struct aug_task_record {
	aug_u32 size;
	aug_u8 version;
	aug_u8 type;
	aug_u8 flags;
	aug_u8 pad;
	aug_u64 time_ns;
	aug_u32 pid;
	aug_u32 tid;
	aug_s32 code;
	aug_u32 superseded_by;
	aug_u8 siginfo[48];
	char comm[16];
};

/* struct aug_record.flags */
#define AUG_F_NORETURN (1 << 0) /* exit, exit_group: this ENTER record is all there will be */
#define AUG_F_WAITED (1 << 1)	/* this CALL record was announced by an ENTER record */
#define AUG_F_DROPPED \
	(1 << 2) /* and an augmenter left it out: only the announcement needs its end */
#define AUG_F_UNDECIDED (1 << 3) /* whether the call is wanted is for the reader to say */
#define AUG_F_DETACHED (1 << 4)	 /* an execve() that succeeded: the task is not traced any more */
#define AUG_F_KILLED (1 << 5)	/* the thread dies before it is back; where task records are made */
#define AUG_F_UNFOLDED (1 << 6) /* came through socketcall, ipc, or a pointer to its arguments */
#define AUG_F_BEFORE (1 << 7)	/* began before the trace, whose begin enter_ns is */
#define AUG_F_NETLINK (1 << 10) /* on a socket of netlink, whose protocol is in the bits above */
#define AUG_F_NETLINK_SHIFT 11
#define AUG_F_SOCKET 0xfc00 /* all of these */

/**
 * struct aug_record - one system call, followed by nr_payloads payloads.
 * @size: of the record with its payloads, in bytes; a multiple of 8.
 * @version: AUG_ABI_VERSION.
 * @type: AUG_RECORD_*.
 * @nr_payloads: number of struct aug_payload that follow, 8-byte aligned each.
 * @time_ns: when the record was made, CLOCK_MONOTONIC; records of all CPUs are merged by it.
 * @enter_ns: when the call was entered, CLOCK_MONOTONIC.
 * @pid: thread group id in the initial pid namespace (getpid(2) there).
 * @tid: thread id in the initial pid namespace (gettid(2) there).
 * @nr: system call number in the table of @abi.
 * @abi: AUG_ABI_*.
 * @nr_more: number of AUG_RECORD_MORE records that this call had before; there are some only when
 *	contents longer than AUG_STR_MAX were asked for.
 * @flags: AUG_F_*.
 * @ret: return value, -errno on failure; 0 in ENTER records.
 * @args: the six argument registers, as the program set them.
 * @comm: name of the thread, NUL-padded.
 */
struct aug_record {
	aug_u32 size;
	aug_u8 version;
	aug_u8 type;
	aug_u16 nr_payloads;
	aug_u64 time_ns;
	aug_u64 enter_ns;
	aug_u32 pid;
	aug_u32 tid;
	aug_u32 nr;
	aug_u8 abi;
	aug_u8 nr_more;
	aug_u16 flags;
	aug_s64 ret;
	aug_u64 args[AUG_MAX_ARGS];
	char comm[16];
};

/* struct aug_payload.flags */
#define AUG_P_EXIT (1 << 0) /* read at exit: what the kernel wrote, or what did not move */
#define AUG_P_REREAD \
	(1 << 1)	     /* of the entry, not readable before the exit; in the place of AGAIN */
#define AUG_P_CUT (1 << 2)   /* full_len bytes were there (for strings: at least), len are kept */
#define AUG_P_STR (1 << 3)   /* a string: len counts its bytes without the NUL */
#define AUG_P_NEXT (1 << 4)  /* goes on where the payload before it ended */
#define AUG_P_AGAIN (1 << 5) /* read again before the call went on; in the place of those without */

/*
 * struct aug_payload.part: which piece of what an argument leads to. Arguments that point to plain
 * bytes or a string have the piece AUG_PART_SELF only.
 *
 *   AUG_CAP_IOVEC   SELF: the array; ITEM + i: the bytes behind element i
 *   AUG_CAP_MSGHDR  SELF: struct msghdr; NAME; IOV: the array; ITEM + i; CONTROL
 *   AUG_CAP_MMSGHDR the same for each message, whose index is in elem; SELF is struct mmsghdr
 *   AUG_CAP_STRV    ITEM + i: string i; SELF, the last: no bytes, full_len strings were counted
 *                   (AUG_P_CUT: at least), or err: the pointer behind them could not be read
 *   AUG_CAP_COUNT   SELF: no bytes, full_len pointers were counted (AUG_P_CUT: at least), with err until then
 *   AUG_C_FOLLOW    SELF: the struct; ITEM + i: what the pointer leads to that is number i of its list
 *                   FOLLOWED + i: the bytes behind element i, when one of the list is an iovec, or an array of strings
 *   AUG_CAP_PTRS    SELF: the array; with elem = 1 + i SELF: the struct that pointer i leads to, and
 *                   with AUG_C_FOLLOW its pieces
 *
 * A piece that is not there was empty, or there was no room or time left to read it.
 */
#define AUG_PART_SELF 0
#define AUG_PART_NAME 1
#define AUG_PART_CONTROL 2
#define AUG_PART_IOV 3
#define AUG_PART_ITEM 4
#define AUG_PART_FOLLOWED 20

/**
 * AUG_ITEMS_MAX - elements of an iovec, strings of argv, messages of sendmmsg() and recvmmsg(), and structs behind an
 * array of pointers, whose bytes are copied; AUG_ITEMS_LONG_MAX when contents are long.
 */
#define AUG_ITEMS_MAX 32

/** AUG_ITEMS_LONG_MAX - the same where contents may take several records: aug_payload.part has 8 bits. */
#define AUG_ITEMS_LONG_MAX 248

/** AUG_NETLINK_MAX - bytes of messages of netlink that are copied, whatever the limit of contents is. */
#define AUG_NETLINK_MAX 65536

/**
 * struct aug_payload - what one argument points to, or a piece of it.
 * @arg: index of the argument, 0 to 5.
 * @flags: AUG_P_*.
 * @part: AUG_PART_*.
 * @elem: index of the message, for AUG_CAP_MMSGHDR.
 * @err: 0, or -errno when it could not be read. Then len is 0; for a piece that is a string it may be 8, and the data are
 *	the address that was read from; of others, up to AUG_PART_IOV, the bytes are those before what could not be read.
 * @len: bytes of data that follow the header, before padding to 8.
 * @full_len: bytes that were there.
 */
struct aug_payload {
	aug_u8 arg;
	aug_u8 flags;
	aug_u8 part;
	aug_u8 elem;
	aug_s32 err;
	aug_u32 len;
	aug_u32 full_len;
};

/*
 * What a descriptor stands for is read where the call is made, and goes along as a payload of its own: a
 * struct aug_file, in a trace that asks for it.
 */

/** AUG_FD_CWD - AT_FDCWD of fcntl.h: the working directory. */
#define AUG_FD_CWD (-100)

/** AUG_FILES_MAX - descriptors of one call, entry and exit by themselves, that are looked at. */
#define AUG_FILES_MAX 64

/* struct aug_file.flags */
#define AUG_FILE_DELETED (1 << 0) /* the name was unlinked */
#define AUG_FILE_MADE_UP \
	(1 << 1)		 /* not in the tree of mounts: the only name is what it is called */
#define AUG_FILE_SOCKET (1 << 2) /* a struct aug_socket stands before the names */
#define AUG_FILE_CUT (1 << 3)	 /* the path has more names, up towards the root */

/**
 * struct aug_file - followed by names_len bytes: the names of its path, each with its NUL, the last
 * one of the path first; none is the root.
 * @fd: the descriptor, or AUG_FD_CWD.
 * @mode: type and permissions, as in st_mode.
 * @magic: number of the file system, as in statfs(2).
 * @rdev: of a device: as the kernel has it, 12 bits and 20.
 * @ino: as in st_ino.
 * @pid: of a pidfd: the process in the namespace of the trace's user, 0 when it is not there.
 */
struct aug_file {
	aug_s32 fd;
	aug_u16 flags;
	aug_u16 mode;
	aug_u32 magic;
	aug_u32 rdev;
	aug_s32 pid;
	aug_u32 names_len;
	aug_u64 ino;
};

/**
 * struct aug_socket - of a socket; its only name is that of its protocol ("TCP").
 * @family, @type, @protocol: as socket(2) was given them. @state: TCP_*.
 * @is_bound: it has an address.
 * @src_port, @dst_port: big endian. @src, @dst: addresses of AF_INET (4 bytes) and AF_INET6.
 * @port_id: of AF_NETLINK.
 * @peer_ino: of AF_UNIX: the socket at the other end; 0 for none.
 * @path_len: of AF_UNIX: bytes of the address in @path, the family not among them.
 */
struct aug_socket {
	aug_u16 family;
	aug_u16 type;
	aug_u16 protocol;
	aug_u8 state;
	aug_u8 is_bound;
	aug_u16 src_port;
	aug_u16 dst_port;
	aug_u32 port_id;
	aug_u64 peer_ino;
	union {
		struct {
			aug_u8 src[16];
			aug_u8 dst[16];
		};
		aug_u8 path[108];
	};
	aug_u32 path_len;
};

/*
 * What augmenter objects are built against; augmenter.bpf.h makes it comfortable. It is an ABI: an
 * object says in its section AUG_VERSION_SECTION which version of it its header had. Versions only
 * add: members in place of reserved ones, kinds, flags. So every older object goes on working.
 * Version 2 added the member drop.
 */

/** AUG_AUGMENTER_VERSION - of struct aug_call, struct aug_item and the maps. */
#define AUG_AUGMENTER_VERSION 2
#define AUG_VERSION_SECTION "augment/version"

/** AUG_NAME_MAX - longest name of an attached value, in bytes, its NUL included. */
#define AUG_NAME_MAX 32

/** AUG_VALUE_MAX - bytes kept of one attached value. */
#define AUG_VALUE_MAX 4096

/** AUG_ITEMS_SIZE - bytes of all that one function attaches to one call: two of the largest values fit. */
#define AUG_ITEMS_SIZE 11776

/* struct aug_call.when */
#define AUG_ON_ENTER 1
#define AUG_ON_EXIT 2
#define AUG_ON_TRACEPOINT 3
#define AUG_ON_UPROBE 4
#define AUG_ON_URETPROBE 5

/* struct aug_call.flags */
#define AUG_CALL_RETURN (1 << 0) /* go back to the engine also when nothing is attached */

/**
 * struct aug_call - what an augmenter's function is given, and what it gives.
 * @version: AUG_AUGMENTER_VERSION of the engine.
 * @when: AUG_ON_*.
 * @flags: AUG_CALL_*.
 * @pid: thread group id, @tid: thread id; as the user of the trace knows them.
 * @nr: system call number in the table of @abi (AUG_ABI_*); 0 where there is no call.
 * @time_ns: CLOCK_MONOTONIC: of a call its entry.
 * @ret: at an exit, -errno on failure; in URETPROBE the register of the return value.
 * @args: of a call the six registers as the program set them, at the exit too; in UPROBE those of
 *	a function's first six integers or pointers. In a 32-bit process a call's are 32 bits wide.
 * @comm: name of the thread, NUL-padded.
 * @drop: not 0: the call is left out of the trace, as if a filter had said so. Written by the augmenter.
 * @items_len: bytes of @items in use, a multiple of 8. Written by the augmenter, as is the rest.
 * @nr_items: values attached.
 * @nr_lost: values for which there was no room.
 * @engine: not for augmenters.
 * @items: struct aug_item, one behind the other.
 */
struct aug_call {
	aug_u16 version;
	aug_u8 when;
	aug_u8 flags;
	aug_u32 pid;
	aug_u32 tid;
	aug_u32 nr;
	aug_u16 abi;
	aug_u16 drop;
	aug_u32 items_len;
	aug_u16 nr_items;
	aug_u16 nr_lost;
	aug_u32 pad2;
	aug_u64 time_ns;
	aug_s64 ret;
	aug_u64 args[AUG_MAX_ARGS];
	char comm[16];
	aug_u64 reserved[18];
	aug_u8 engine[256];
	aug_u8 items[AUG_ITEMS_SIZE];
};

/* struct aug_item.kind */
#define AUG_ITEM_VALUE 1 /* one value of the type type_id */
#define AUG_ITEM_ARRAY 2 /* values of that type, one behind the other */
#define AUG_ITEM_STR 3	 /* a string: len counts its bytes without the NUL */
#define AUG_ITEM_BYTES 4 /* a buffer */

/* struct aug_item.flags */
#define AUG_I_CUT (1 << 0)    /* full_len bytes were there (for strings: at least), len are kept */
#define AUG_I_KERNEL (1 << 1) /* type_id is one of the running kernel's BTF, not the object's */

/**
 * struct aug_item - one attached value. Behind it: its name, NUL-padded; its bytes.
 * @size: of all that, in bytes; a multiple of 8.
 * @head: bytes of this struct; a newer one may be longer.
 * @name_len: bytes of the name with its padding; a multiple of 8.
 * @err: 0, or -errno when it could not be read (then len is 0).
 * @len: bytes of the value, before padding to 8.
 * @full_len: bytes that were there.
 * @type_id: BTF type; 0 for none.
 * @ptr: where it was read from; 0 for a number.
 */
struct aug_item {
	aug_u32 size;
	aug_u8 head;
	aug_u8 kind;
	aug_u8 name_len;
	aug_u8 flags;
	aug_s32 err;
	aug_u32 len;
	aug_u32 full_len;
	aug_u32 type_id;
	aug_u64 ptr;
};

/**
 * AUG_ARG_ATTACHED - struct aug_payload.arg of what an augmenter attached: a struct aug_attached.
 * There is at most one of the entry and one of the exit (AUG_P_EXIT).
 */
#define AUG_ARG_ATTACHED 0xff

/** AUG_ARG_FILE - of a struct aug_file; with AUG_P_EXIT: what the descriptor was at the exit. */
#define AUG_ARG_FILE 0xfc

/**
 * AUG_ARG_STACK_USER, AUG_ARG_STACK_KERNEL - struct aug_payload.arg of a call chain: addresses of 64
 * bits, the innermost first.
 */
#define AUG_ARG_STACK_USER 0xfe
#define AUG_ARG_STACK_KERNEL 0xfd

/**
 * AUG_ARG_STACK_DUMP - struct aug_payload.arg of what a call chain can be found from: a struct
 * aug_stack_regs, and behind it the bytes of the stack from its sp on, as many as could be read.
 */
#define AUG_ARG_STACK_DUMP 0xfb

/** AUG_STACK_DUMP_MAX - bytes of the stack. */
#define AUG_STACK_DUMP_MAX 8192

/** struct aug_stack_regs - what a function leaves to its caller as it was, and where the call was made. */
struct aug_stack_regs {
	aug_u64 ip;
	aug_u64 sp;
	aug_u64 bp;
	aug_u64 bx;
	aug_u64 r12;
	aug_u64 r13;
	aug_u64 r14;
	aug_u64 r15;
};

/**
 * struct aug_attached - followed by nr_items struct aug_item.
 * @object: number of the augmenter object, whose BTF the types are of.
 * @nr_lost: values for which there was no room.
 */
struct aug_attached {
	aug_u16 object;
	aug_u16 nr_items;
	aug_u16 nr_lost;
	aug_u16 pad;
};

#endif /* PERF_AUGMENT_AUGMENT_H */
