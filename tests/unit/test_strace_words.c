// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_strace_words.c - names of what one number holds: fields and bits without a name, shifted ones, and names
 * beside numbers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/syscall.h>

#include "strace_lines.h"
#include "util.h"

static const struct strace_opts narrow = {
	.column = 0, .string_limit = 32, .signals = STRACE_ALL_SIGNALS, .to_stderr = true
};

static void names__stand_beside_numbers(void **state)
{
	static const uint64_t times[4] = { 3, 0x3fffffff, 4, 0x3ffffffe };
	const struct line_call utimes = {
		.nr = SYS_utimensat,
		.args = { 3, 0, 0x1000 },
		.arg = { 2 },
		.len = { sizeof(times) },
		.data = { (const char *)times },
		.wanted = "utimensat(3, NULL, [{tv_sec=3, tv_nsec=1073741823} /* UTIME_NOW */, "
			  "{tv_sec=4, tv_nsec=1073741822} /* UTIME_OMIT */], 0) = 0\n",
	};
	const struct line_call close = { .nr = SYS_syslog,
					 .wanted = "syslog(0 /* SYSLOG_ACTION_CLOSE */) = 0\n" };
	struct strace_opts opts = narrow;

	(void)state;
	opts.consts = OUT_CONSTS_BOTH;
	lines__expect(&opts, &utimes);
	lines__expect(&opts, &close);
	/* strace's own: of this one the name is there always. */
	opts.consts = OUT_CONSTS_RAW;
	lines__expect(&opts, &close);
}

struct word {
	uint32_t nr;
	uint64_t args[6];
	const char *lines[3]; /* by names, as numbers, both */
};

/* A field without a name stands in front of the flags beside it, and is marked by itself. */
static void field_without_a_name__stands_in_front(void **state)
{
	static const struct word words[] = {
		{ SYS_mmap,
		  { 0, 0, 0, 0x4c, -1ULL },
		  { "mmap(NULL, 0, PROT_NONE, 0xc /* MAP_??? */|MAP_32BIT, -1, 0) = 0\n",
		    "mmap(NULL, 0, 0, 0x4c, -1, 0) = 0\n",
		    "mmap(NULL, 0, 0 /* PROT_NONE */, 0x4c /* 0xc /* MAP_??? */|MAP_32BIT */, -1, 0) = 0\n" } },
		{ SYS_mmap,
		  { 0, 0, 0, 0x400000c, -1ULL },
		  { "mmap(NULL, 0, PROT_NONE, 0xc /* MAP_??? */|1<<MAP_HUGE_SHIFT, -1, 0) = 0\n",
		    "mmap(NULL, 0, 0, 0x400000c, -1, 0) = 0\n",
		    "mmap(NULL, 0, 0 /* PROT_NONE */, "
		    "0x400000c /* 0xc /* MAP_??? */|1<<MAP_HUGE_SHIFT */, -1, 0) = 0\n" } },
		{ SYS_memfd_create,
		  { 0, 0x54002700 },
		  { "memfd_create(NULL, 0x2700 /* MFD_??? */|21<<MFD_HUGE_SHIFT) = 0\n",
		    "memfd_create(NULL, 0x54002700) = 0\n",
		    "memfd_create(NULL, 0x54002700 /* 0x2700 /* MFD_??? */|21<<MFD_HUGE_SHIFT */) = 0\n" } },
		{ SYS_fanotify_init,
		  { 0x1000001c },
		  { "fanotify_init(0xc /* FAN_CLASS_??? */|FAN_UNLIMITED_QUEUE|0x10000000, O_RDONLY) = 0\n",
		    "fanotify_init(0xc|0x10000010, 0) = 0\n",
		    "fanotify_init(0xc /* FAN_CLASS_??? */|0x10000010 /* "
		    "FAN_UNLIMITED_QUEUE|0x10000000 */, 0 /* O_RDONLY */) = 0\n" } },
		{ SYS_fanotify_init,
		  { 0x10000000 },
		  { "fanotify_init(FAN_CLASS_NOTIF|0x10000000 /* FAN_??? */, O_RDONLY) = 0\n",
		    "fanotify_init(0|0x10000000, 0) = 0\n",
		    "fanotify_init(0 /* FAN_CLASS_NOTIF */|0x10000000 /* FAN_??? */, 0 /* O_RDONLY */) = 0\n" } },
		{ SYS_kexec_load,
		  { 0, 0, 0, 0x3e0001 },
		  { "kexec_load(NULL, 0, NULL, KEXEC_ARCH_X86_64|KEXEC_ON_CRASH) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0x3e0000|0x1) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0x3e0000 /* KEXEC_ARCH_X86_64 */|0x1 /* KEXEC_ON_CRASH */) = 0\n" } },
		{ SYS_kexec_load,
		  { 0, 0, 0, 1ULL << 63 },
		  { "kexec_load(NULL, 0, NULL, KEXEC_ARCH_DEFAULT|0x8000000000000000 /* KEXEC_??? */) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0|0x8000000000000000) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0 /* KEXEC_ARCH_DEFAULT */|"
		    "0x8000000000000000 /* KEXEC_??? */) = 0\n" } },
		{ SYS_kexec_load,
		  { 0, 0, 0, 0xff0000 },
		  { "kexec_load(NULL, 0, NULL, 0xff0000 /* KEXEC_ARCH_??? */) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0xff0000) = 0\n",
		    "kexec_load(NULL, 0, NULL, 0xff0000 /* KEXEC_ARCH_??? */) = 0\n" } },
	};
	static const enum out_consts consts[] = { OUT_CONSTS_NAMED, OUT_CONSTS_RAW,
						  OUT_CONSTS_BOTH };
	struct strace_opts opts = narrow;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(words) * ARRAY_SIZE(consts); i++) {
		const struct word *word = &words[i / ARRAY_SIZE(consts)];
		struct line_call call = { .nr = word->nr,
					  .wanted = word->lines[i % ARRAY_SIZE(consts)] };

		memcpy(call.args, word->args, sizeof(call.args));
		opts.consts = consts[i % ARRAY_SIZE(consts)];
		lines__expect(&opts, &call);
	}
}

/* These begin with digits, too. */
static void shifted_names__are_no_numbers(void **state)
{
	static const uint32_t header[2] = { 0x20080522 }, sets[6] = { 3, 1 };
	const struct line_call call = {
		.nr = SYS_capset,
		.args = { 0x1000, 0x2000 },
		.arg = { 0, 1 },
		.len = { sizeof(header), sizeof(sets) },
		.data = { (const char *)header, (const char *)sets },
		.wanted = "capset({version=_LINUX_CAPABILITY_VERSION_3, pid=0}, "
			  "{effective=1<<CAP_CHOWN|1<<CAP_DAC_OVERRIDE, permitted=1<<CAP_CHOWN, "
			  "inheritable=0}) = 0\n",
	};

	(void)state;
	lines__expect(&narrow, &call);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names__stand_beside_numbers),
		cmocka_unit_test(field_without_a_name__stands_in_front),
		cmocka_unit_test(shifted_names__are_no_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
