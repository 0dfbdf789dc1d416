// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* proc_map.c - see proc_map.h. */
#include "proc_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* "7f..-7f.. r-xp 00026000 fe:00 1234   /usr/lib/x.so" */
bool proc_map__parse(char *line, struct proc_map *ret)
{
	char prot[5];
	int path_at = 0;

	if (sscanf(line,
		   "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %" SCNx32 ":%" SCNx32 " %" SCNu64 " %n",
		   &ret->start, &ret->end, prot, &ret->offset, &ret->dev_major, &ret->dev_minor,
		   &ret->inode, &path_at) < 7 ||
	    !path_at || strlen(prot) != 4 || ret->end < ret->start)
		return false;
	line[path_at + strcspn(line + path_at, "\n")] = '\0';
	ret->path = line[path_at] ? line + path_at : "//anon";
	ret->prot = (prot[0] == 'r' ? PROT_READ : 0) | (prot[1] == 'w' ? PROT_WRITE : 0) |
		    (prot[2] == 'x' ? PROT_EXEC : 0);
	ret->is_shared = prot[3] == 's';
	return true;
}
