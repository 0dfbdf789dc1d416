// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* pidns.c - see pidns.h. */
#include "pidns.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

/* PROC_PID_INIT_INO of the kernel's include/linux/proc_ns.h */
#define PIDNS_INIT_INO 0xeffffffcU

bool pidns__find(uint64_t *ret_dev, uint64_t *ret_ino)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) || st.st_ino == PIDNS_INIT_INO)
		return false;
	*ret_dev = (uint64_t)major(st.st_dev) << 20 | minor(st.st_dev);
	*ret_ino = st.st_ino;
	return true;
}
