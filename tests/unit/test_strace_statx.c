// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_strace_statx.c - what statx() answers, as strace 6.1 has it with -v: members that stx_mask does not have
 * are left out. Kernels and file systems differ in what they leave out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/stat.h>
#include <stdio.h>
#include <sys/syscall.h>

#include "select.h"
#include "strace_lines.h"
#include "util.h"

#define NEVER "{tv_sec=0, tv_nsec=0}"

static const struct select none = { .any_named = true };
static const struct strace_opts whole = {
	.string_limit = 32, .signals = STRACE_ALL_SIGNALS, .to_stderr = true, .abbrev = &none
};

static void check(const struct statx *answer, const char *wanted)
{
	struct record_builder b;
	struct lines lines;

	lines__begin(&lines, &whole);
	builder__init(&b, SYS_statx);
	builder__add(&b, 4, AUG_P_EXIT, answer, sizeof(*answer));
	lines__add(&lines, &b);
	lines__end(&lines, wanted);
}

static void members__are_those_of_the_mask(void **state)
{
	static const struct {
		uint32_t mask;
		/* Behind stx_mask, stx_attributes, stx_attributes_mask and stx_dev_minor. */
		const char *told[4];
	} cases[] = {
		{ 0, { "0", "", "", "" } },
		{ STATX_TYPE, { "STATX_TYPE", ", stx_mode=S_IFREG|0644", "", "" } },
		{ STATX_MODE, { "STATX_MODE", ", stx_mode=S_IFREG|0644", "", "" } },
		{ STATX_NLINK, { "STATX_NLINK", ", stx_nlink=0", "", "" } },
		{ STATX_UID, { "STATX_UID", ", stx_uid=0", "", "" } },
		{ STATX_GID, { "STATX_GID", ", stx_gid=0", "", "" } },
		{ STATX_INO, { "STATX_INO", ", stx_ino=0", "", "" } },
		{ STATX_SIZE, { "STATX_SIZE", ", stx_size=0", "", "" } },
		{ STATX_BLOCKS, { "STATX_BLOCKS", ", stx_blocks=0", "", "" } },
		{ STATX_ATIME, { "STATX_ATIME", "", ", stx_atime=" NEVER, "" } },
		{ STATX_BTIME, { "STATX_BTIME", "", ", stx_btime=" NEVER, "" } },
		{ STATX_CTIME, { "STATX_CTIME", "", ", stx_ctime=" NEVER, "" } },
		{ STATX_MTIME, { "STATX_MTIME", "", ", stx_mtime=" NEVER, "" } },
		{ STATX_MNT_ID, { "STATX_MNT_ID", "", "", ", stx_mnt_id=0" } },
		{ STATX_DIOALIGN,
		  { "STATX_DIOALIGN", "", "", ", stx_dio_mem_align=0, stx_dio_offset_align=0" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct statx answer = { .stx_mask = cases[i].mask, .stx_mode = 0100644 };
		const char *const *told = cases[i].told;
		char wanted[512];

		snprintf(
			wanted, sizeof(wanted),
			"statx(0, NULL, AT_STATX_SYNC_AS_STAT, 0, {stx_mask=%s, stx_blksize=0, stx_attributes=0%s, "
			"stx_attributes_mask=0%s, stx_rdev_major=0, stx_rdev_minor=0, stx_dev_major=0, "
			"stx_dev_minor=0%s}) = 0\n",
			told[0], told[1], told[2], told[3]);
		check(&answer, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members__are_those_of_the_mask),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
