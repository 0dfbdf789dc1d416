/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine_spec.h - what the engine is told of each system call: which arguments lead to what, how much of it
 * to copy and when, which are descriptors. Made from the table of calls (tools/lib/engine/spec.c).
 */
#ifndef PERF_AUGMENT_ENGINE_SPEC_H
#define PERF_AUGMENT_ENGINE_SPEC_H

#include "bpf/augment.h"

/* struct aug_capture.kind */
#define AUG_CAP_STR 1	  /* a NUL-terminated string, at most size bytes with its NUL */
#define AUG_CAP_BYTES 2	  /* size bytes */
#define AUG_CAP_BUF 3	  /* as many units of unit bytes as len_from says, at most size bytes */
#define AUG_CAP_IOVEC 4	  /* struct iovec[], len_arg holds how many; size bytes of each element */
#define AUG_CAP_MSGHDR 5  /* struct msghdr; size bytes of each element */
#define AUG_CAP_MMSGHDR 6 /* struct mmsghdr[], len_arg holds how many */
#define AUG_CAP_STRV 7	  /* char *[], ended by NULL; size bytes of each string, with its NUL */
#define AUG_CAP_COUNT 8	  /* the same; only counted */
#define AUG_CAP_BY_CMD \
	9 /* as the map cmd_captures says for the command in len_arg, of which size are the bits */

#define AUG_CAP_PTRS 10 /* as many pointers as len_arg holds, each to a struct of unit bytes */

/* struct aug_capture.len_from */
#define AUG_LEN_ARG 1	/* the argument len_arg holds the length */
#define AUG_LEN_RET 2	/* the return value; where len_arg is an argument, no more than that */
#define AUG_LEN_PTR 3	/* the argument len_arg points to a 32-bit length at offset follow */
#define AUG_LEN_BITS 4	/* the argument len_arg holds a number of bits, rounded up to a long */
#define AUG_LEN_FIELD 5 /* the 32-bit member at offset len_arg of the struct; at least unit bytes */
#define AUG_LEN_IOC 6	/* _IOC_SIZE() of the argument len_arg; its _IOC_DIR() says when */
#define AUG_LEN_PAGES 7 /* the argument len_arg holds bytes, of which the pages count */

/* struct aug_capture.when */
#define AUG_AT_ENTER (1 << 0)
#define AUG_AT_EXIT (1 << 1)
#define AUG_AT_FAILURE (1 << 2) /* at exit when the call failed */

/* struct aug_capture.flags */
#define AUG_C_DATA_AT_EXIT \
	(1 << 0) /* the bytes of the elements are there at exit, cut to the return value */
#define AUG_C_FOLLOW (1 << 1) /* pointers of the struct are followed: the list at index follow */
#define AUG_C_ENV (1 << 2)    /* the strings of envp */
#define AUG_C_EXTRA (1 << 3)  /* AUG_CAP_BUF: follow bytes more than the length says */
#define AUG_C_WHOLE (1 << 4) /* AUG_CAP_BUF: pointers are followed only where there are two words */
#define AUG_C_LEN_32 (1 << 5) /* AUG_CAP_BUF: of the argument len_arg the low half counts */
/* Of an array, a buffer or a string whose end cannot be read, what is before it is kept. */
#define AUG_C_PARTS (1 << 6)

/** struct aug_capture - tells the engine to copy what one argument points to. */
struct aug_capture {
	aug_u8 arg;
	aug_u8 kind;
	aug_u8 when;
	aug_u8 len_from;
	aug_u8 len_arg;
	aug_u8 flags;
	aug_u16 unit;
	aug_u32 size;
	aug_u32 follow;
};

/**
 * struct aug_follow - tells the engine to copy what a member of a struct points to. Those of one struct
 * follow each other.
 * @off: of the pointer. @ptr_size: its bytes, 4 or 8.
 * @len_off, @len_size: the member that holds the length, of AUG_CAP_BUF in units of @unit bytes; a @len_size of 0: none.
 * @kind: AUG_CAP_STR, AUG_CAP_BYTES or AUG_CAP_BUF; AUG_CAP_IOVEC, and AUG_CAP_STRV, which ends with no NULL
 *	here: as many elements as the member at @len_off says, and @size bytes of each; those behind it are
 *	passed over then. @when: AUG_AT_*.
 * @nr_more: of the same struct that come behind it.
 * @base_least: of AUG_CAP_BUF: the pointers behind this one in the list are those of what it leads to, if that has
 *	so many bytes; else there are none. 0: they are of the same struct.
 * @size: bytes copied at most; for strings with the NUL.
 * @only_off, @only: only where the 16-bit member at that offset, if it is not 0, has this value.
 */
struct aug_follow {
	aug_u16 off;
	aug_u16 len_off;
	aug_u8 ptr_size;
	aug_u8 len_size;
	aug_u8 kind;
	aug_u8 when;
	aug_u16 unit;
	aug_u8 nr_more;
	aug_u8 base_least;
	aug_u32 size;
	aug_u16 only_off;
	aug_u16 only;
};

/** AUG_FOLLOWED_MAX - elements of an iovec or of strings behind such a pointer whose bytes are copied. */
#define AUG_FOLLOWED_MAX 236

/** AUG_FOLLOWS_MAX - room for them. */
#define AUG_FOLLOWS_MAX 96

/** AUG_CMD_CAPTURES_MAX - room in the map cmd_captures. */
#define AUG_CMD_CAPTURES_MAX 2048

/** AUG_CMD_DEFAULT - added to the argument of a key with command 0: what holds for all others. */
#define AUG_CMD_DEFAULT 0x100

/** struct aug_cmd_key - key of the map cmd_captures, whose values are struct aug_capture. */
struct aug_cmd_key {
	aug_u16 spec_idx; /* abi * AUG_NR_SYSCALLS + nr */
	aug_u16 arg;
	aug_u32 cmd;
};

/** aug_cmd_bit() - in aug_spec.cmds, of a command. */
#define aug_cmd_bit(cmd) (((cmd) ^ (cmd) >> 5) & 63)

/* struct aug_spec.fast_enter */
#define AUG_FAST_BITS 4
#define AUG_FAST_MASK ((1 << AUG_FAST_BITS) - 1)

/* struct aug_spec.flags */
#define AUG_S_TRACED (1 << 0)	     /* calls of this number are wanted */
#define AUG_S_NORETURN (1 << 1)	     /* exit, exit_group: the record is made at entry */
#define AUG_S_EXEC (1 << 2)	     /* success replaces the memory that the arguments point to */
#define AUG_S_AUGMENT_ENTER (1 << 3) /* an augmenter object has a function for the entry */
#define AUG_S_AUGMENT_EXIT (1 << 4)  /* and for the exit */
#define AUG_S_SIGFRAME (1 << 5)	     /* args[0] is the address of the signal mask on the stack */
#define AUG_S_SOCKET (1 << 7) /* args[0] is a socket: AUG_F_NETLINK is set where it is netlink's */
#define AUG_S_FDS (1 << 6)    /* has descriptors: see struct aug_fd_spec */
#define AUG_S_UNFOLD (1 << 8) /* a multiplexer, or what comes only through one: unfold.bpf.h */
#define AUG_S_UNFOLD_TRACED (1 << 9) /* with it, instead of AUG_S_TRACED */
#define AUG_S_FORK (1 << 10)  /* the new task begins with a second exit of it, which returns 0 */
#define AUG_S_KINDS (1 << 11) /* what kind of files its descriptors are tells what else is said */

/* struct aug_fd_place.kind */
#define AUG_FDS_INTS 1	 /* 32-bit numbers, stride bytes apart, the first one at off */
#define AUG_FDS_SET 2	 /* bits: fd_set; len_arg says how many */
#define AUG_FDS_MSGHDR 3 /* SCM_RIGHTS of a struct msghdr */
#define AUG_FDS_MMSGHDR \
	4 /* of an array of struct mmsghdr; len_arg, at exit the result, says how many */
#define AUG_FDS_IOCBS 5 /* of an array of pointers to struct iocb; len_arg says how many */

/** struct aug_fd_place - descriptors in memory that argument @arg points to. */
struct aug_fd_place {
	aug_u8 arg;
	aug_u8 kind;
	aug_u8 when;	/* AUG_AT_* */
	aug_u8 len_arg; /* which holds how many there are; AUG_MAX_ARGS: there are nr */
	aug_u16 off;
	aug_u8 stride;
	aug_u8 nr;
};

#define AUG_FD_PLACES 6

/* struct aug_fd_spec.flags */
#define AUG_FDS_RETURNED (1 << 0) /* the result is one */

/**
 * struct aug_fd_spec - which descriptors a call has.
 * @args: bit n: argument n is one.
 * @cmd_arg, @cmd_mask: the argument, and its bits, that are a command, of which the map fd_cmds says
 *	what more there is; AUG_MAX_ARGS for none.
 */
struct aug_fd_spec {
	aug_u8 args;
	aug_u8 flags;
	aug_u8 nr_places;
	aug_u8 cmd_arg;
	aug_u32 cmd_mask;
	struct aug_fd_place places[AUG_FD_PLACES];
};

/** struct aug_spec - what to do for one system call; made from its row in the syscall table. */
struct aug_spec {
	aug_u16 flags;
	aug_u8 nr_enter; /* captures with AUG_AT_ENTER */
	aug_u8 nr_exit;	 /* captures with AUG_AT_EXIT */
	aug_u8 nr_captures;
	aug_u8 augmenter; /* number of the augmenter object, with AUG_S_AUGMENT_* */
	/*
	 * 1 + the index of the only capture at that end, when it is a plain one; else 0. At the entry there may
	 * be a second one that is a string: in the bits from AUG_FAST_BITS
	 */
	aug_u8 fast_enter;
	aug_u8 fast_exit;
	aug_u64 cmds; /* bits of the commands for which a capture of AUG_CAP_BY_CMD copies anything */
	struct aug_capture captures[AUG_MAX_ARGS];
};

#endif /* PERF_AUGMENT_ENGINE_SPEC_H */
