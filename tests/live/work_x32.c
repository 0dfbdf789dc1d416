// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_x32.c - calls by the x32 ABI, which most kernels refuse with ENOSYS, among native ones. */
#include <sys/syscall.h>
#include <unistd.h>

#define X32 0x40000000L

int main(void)
{
	syscall(X32 | 39);		      /* getpid */
	syscall(X32 | 520, NULL, NULL, NULL); /* execve, with a number of its own */
	syscall(X32 | 9999);
	syscall(1234);
	return getppid() < 0;
}
