// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* options.c - see options.h. */
#include "options.h"

#include <getopt.h>
#include <limits.h>

const char *options__refused(char **argv, char room[3])
{
	/* A letter is named by optopt: its word may be the next one too, when more letters follow. */
	if (optopt <= 0 || optopt > CHAR_MAX)
		return argv[optind - 1];
	room[0] = '-';
	room[1] = (char)optopt;
	room[2] = '\0';
	return room;
}
