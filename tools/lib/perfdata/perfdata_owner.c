// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_owner.c - see perfdata_owner.h. */
#include "perfdata_owner.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "invoker.h"
#include "log.h"

int perfdata_owner__check(const char *path, bool force)
{
	struct stat st;

	if (force || !strcmp(path, "-") || stat(path, &st) ||
	    !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) || !st.st_uid || st.st_uid == geteuid() ||
	    st.st_uid == invoker__uid())
		return 0;
	log_err("%s: belongs to user %u, not to you or root: -f reads it all the same", path,
		st.st_uid);
	return -EPERM;
}
