// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* x32.c - see x32.h. */
#include "x32.h"

#include "util.h"

/* arch/x86/include/uapi/asm/unistd.h: __X32_SYSCALL_BIT. A number below zero is none, whatever its bits. */
#define X32_BIT 0x40000000U
#define NOT_NEGATIVE 0x80000000U

/* Calls whose arguments are others than the native one's have numbers of their own. */
#define FIRST_OWN 512

static const char *const own[] = {
	"rt_sigaction",
	"rt_sigreturn",
	"ioctl",
	"readv",
	"writev",
	"recvfrom",
	"sendmsg",
	"recvmsg",
	"execve",
	"ptrace",
	"rt_sigpending",
	"rt_sigtimedwait",
	"rt_sigqueueinfo",
	"sigaltstack",
	"timer_create",
	"mq_notify",
	"kexec_load",
	"waitid",
	"set_robust_list",
	"get_robust_list",
	"vmsplice",
	"move_pages",
	"preadv",
	"pwritev",
	"rt_tgsigqueueinfo",
	"recvmmsg",
	"sendmmsg",
	"process_vm_readv",
	"process_vm_writev",
	"setsockopt",
	"getsockopt",
	"io_setup",
	"io_submit",
	"execveat",
	"preadv2",
	"pwritev2",
};

bool x32__is(unsigned int abi, unsigned int nr)
{
	return abi == AUG_ABI_NATIVE && (nr & (X32_BIT | NOT_NEGATIVE)) == X32_BIT;
}

unsigned int x32__number(unsigned int nr)
{
	return nr & ~X32_BIT;
}

const struct syscall_desc *x32__get(unsigned int nr)
{
	const unsigned int low = x32__number(nr);

	if (low >= FIRST_OWN && low - FIRST_OWN < ARRAY_SIZE(own))
		return syscalls__find(AUG_ABI_NATIVE, own[low - FIRST_OWN]);
	return syscalls__get(AUG_ABI_NATIVE, low);
}
