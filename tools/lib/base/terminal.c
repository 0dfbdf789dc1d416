// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* terminal.c - see terminal.h. The one place for what all commands do where colours are not asked for. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal__takes_colors(int fd)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return isatty(fd) && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
}
