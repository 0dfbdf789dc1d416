// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_terminal.c - where colours go that nobody asked for, and where not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "terminal.h"

static void colours_are_for_terminals_that_take_them(void **state)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), null = open("/dev/null", O_WRONLY);

	(void)state;
	if (terminal < 0)
		skip();
	setenv("TERM", "xterm", 1);
	unsetenv("NO_COLOR");
	assert_true(terminal__takes_colors(terminal));
	assert_false(terminal__takes_colors(null));
	assert_false(terminal__takes_colors(-1));
	setenv("NO_COLOR", "", 1);
	assert_true(terminal__takes_colors(terminal));
	setenv("NO_COLOR", "0", 1);
	assert_false(terminal__takes_colors(terminal));
	unsetenv("NO_COLOR");
	setenv("TERM", "dumb", 1);
	assert_false(terminal__takes_colors(terminal));
	unsetenv("TERM");
	assert_true(terminal__takes_colors(terminal));
	close(null);
	close(terminal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_are_for_terminals_that_take_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
