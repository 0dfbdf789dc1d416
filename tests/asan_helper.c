// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * asan_helper.c - goes into the programs that are traced where all is built with ASan: looking for leaks
 * when they end takes system calls and a thread, which no test has counted.
 */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}
