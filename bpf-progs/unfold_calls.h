/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unfold_calls.h - calls of 32-bit programs that come through another one: which, and where their arguments
 * are. See unfold.bpf.h.
 */
#ifndef PERF_AUGMENT_UNFOLD_CALLS_H
#define PERF_AUGMENT_UNFOLD_CALLS_H

#include "bpf/augment.h"

/* Calls of the i386 table that others come through. */
#define AUG_NR_OLD_SELECT 82
#define AUG_NR_OLD_MMAP 90
#define AUG_NR_SOCKETCALL 102
#define AUG_NR_IPC 117

/**
 * struct sub_call - a call that comes through another.
 * @nr: in the i386 table, or one of AUG_NR_UNFOLDED; 0: there is no such call.
 * @nr_words: 32-bit words that are read of the program's memory, where the pointer leads to.
 * @from: four bits for each argument: the word that it is, see unfold__words().
 * @fault_nr, @fault_from: the same when those words cannot be read; 0: it stays the multiplexer.
 */
struct sub_call {
	aug_u16 nr;
	aug_u16 fault_nr;
	aug_u32 nr_words;
	aug_u32 from;
	aug_u32 fault_from;
};

#define SUB_IN_ORDER 0x543210
/* clang-format off */
#define SUB_WORDS(number, words) { .nr = number, .nr_words = words, .from = SUB_IN_ORDER }
/*
 * Arguments of ipc: its own behind the first are words 0 to 4, what the pointer leads to are words
 * 5 and 6.
 */
#define SUB_IPC(number, order) { .nr = number, .from = order }
/* clang-format on */

#define SUB_CALL_SELECT 30
#define SUB_CALL_MMAP 31
#define SUB_CALL_IPC 32
#define SUB_CALL_MSGRCV 12
#define SUB_CALL_MSGRCV_1 16 /* of msgrcv, another version: without words in memory */
#define SUB_CALLS 64

/*
 * Numbers of include/uapi/linux/net.h and include/uapi/linux/ipc.h; what they lead to is the
 * kernel's ABI.
 */
static const struct sub_call sub_calls[SUB_CALLS] = {
	[1] = SUB_WORDS(359, 3), /* socket */
	[2] = SUB_WORDS(361, 3), /* bind */
	[3] = SUB_WORDS(362, 3), /* connect */
	[4] = SUB_WORDS(363, 2), /* listen */
	[5] = SUB_WORDS(AUG_UNFOLDED_ACCEPT, 3),
	[6] = SUB_WORDS(367, 3), /* getsockname */
	[7] = SUB_WORDS(368, 3), /* getpeername */
	[8] = SUB_WORDS(360, 4), /* socketpair */
	[9] = SUB_WORDS(AUG_UNFOLDED_SEND, 4),
	[10] = SUB_WORDS(AUG_UNFOLDED_RECV, 4),
	[11] = SUB_WORDS(369, 6), /* sendto */
	[12] = SUB_WORDS(371, 6), /* recvfrom */
	[13] = SUB_WORDS(373, 2), /* shutdown */
	[14] = SUB_WORDS(366, 5), /* setsockopt */
	[15] = SUB_WORDS(365, 5), /* getsockopt */
	[16] = SUB_WORDS(370, 3), /* sendmsg */
	[17] = SUB_WORDS(372, 3), /* recvmsg */
	[18] = SUB_WORDS(364, 4), /* accept4 */
	[19] = SUB_WORDS(337, 5), /* recvmmsg */
	[20] = SUB_WORDS(345, 4), /* sendmmsg */
	[SUB_CALL_SELECT] = SUB_WORDS(AUG_UNFOLDED_SELECT, 5),
	[SUB_CALL_MMAP] = SUB_WORDS(AUG_UNFOLDED_MMAP, 6),
	[SUB_CALL_IPC + 1] = SUB_IPC(AUG_UNFOLDED_SEMOP, 0x777130),
	[SUB_CALL_IPC + 2] = SUB_IPC(393, 0x777210), /* semget */
	[SUB_CALL_IPC + 3] = { .nr = AUG_UNFOLDED_SEMCTL,
			       .nr_words = 1,
			       .from = 0x775210,
			       .fault_nr = AUG_UNFOLDED_SEMCTL_FAULT,
			       .fault_from = 0x773210 },
	[SUB_CALL_IPC + 4] = SUB_IPC(AUG_UNFOLDED_SEMTIMEDOP, 0x774130),
	[SUB_CALL_IPC + 11] = SUB_IPC(400, 0x772130), /* msgsnd */
	/* The last argument is none of the call's: it says where the two words were. */
	[SUB_CALL_IPC + SUB_CALL_MSGRCV] = { .nr = AUG_UNFOLDED_MSGRCV,
					     .nr_words = 2,
					     .from = 0x326150,
					     .fault_nr = AUG_UNFOLDED_MSGRCV_FAULT,
					     .fault_from = 0x772130 },
	[SUB_CALL_IPC + 13] = SUB_IPC(399, 0x777710), /* msgget */
	[SUB_CALL_IPC + 14] = SUB_IPC(AUG_UNFOLDED_MSGCTL, 0x777310),
	[SUB_CALL_IPC + SUB_CALL_MSGRCV_1] = SUB_IPC(401, 0x724130), /* msgrcv */
	[SUB_CALL_IPC + 21] = SUB_IPC(AUG_UNFOLDED_SHMAT, 0x772130),
	[SUB_CALL_IPC + 22] = SUB_IPC(398, 0x777773), /* shmdt */
	[SUB_CALL_IPC + 23] = SUB_IPC(395, 0x777210), /* shmget */
	[SUB_CALL_IPC + 24] = SUB_IPC(AUG_UNFOLDED_SHMCTL, 0x777310),
};

/* Which of them call @nr with @first as its first argument is; 0: none. */
static inline __attribute__((always_inline)) aug_u32 sub_call__find(aug_u64 nr, aug_u64 first)
{
	aug_u32 call = first & 0xffff;

	switch (nr) {
	case AUG_NR_SOCKETCALL:
		return first < SUB_CALL_SELECT ? (aug_u32)first : 0;
	case AUG_NR_IPC:
		if (call == SUB_CALL_MSGRCV && first >> 16)
			call = SUB_CALL_MSGRCV_1;
		else if (call == SUB_CALL_MSGRCV_1)
			call = 0;
		return call < SUB_CALLS - SUB_CALL_IPC ? SUB_CALL_IPC + call : 0;
	case AUG_NR_OLD_SELECT:
		return SUB_CALL_SELECT;
	case AUG_NR_OLD_MMAP:
		return SUB_CALL_MMAP;
	}
	return 0;
}

#endif /* PERF_AUGMENT_UNFOLD_CALLS_H */
