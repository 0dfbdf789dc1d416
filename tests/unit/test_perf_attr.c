// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_perf_attr.c - struct perf_event_attr, as strace 6.1 has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "select.h"
#include "strace_lines.h"

/* @len bytes of @attr are there; @all: with -v. */
static void check(const struct perf_event_attr *attr, uint32_t len, const struct select *all,
		  const char *wanted)
{
	const struct strace_opts opts = {
		.string_limit = 32, .signals = STRACE_ALL_SIGNALS, .to_stderr = true, .abbrev = all
	};
	struct record_builder b;
	struct lines lines;
	char line[4096];

	lines__begin(&lines, &opts);
	builder__init(&b, SYS_perf_event_open);
	b.rec.args[0] = 0x1000;
	b.rec.args[2] = b.rec.args[3] = UINT64_MAX;
	b.rec.ret = 3;
	builder__add(&b, 0, 0, attr, len);
	lines__add(&lines, &b);
	snprintf(line, sizeof(line), "perf_event_open(%s, 0, -1, -1, 0) = 3\n", wanted);
	lines__end(&lines, line);
}

static void short_form(struct perf_event_attr attr, const char *wanted)
{
	attr.size = attr.size ?: sizeof(attr);
	check(&attr, sizeof(attr), NULL, wanted);
}

#define HEAD(type, config)                                                                         \
	"{type=PERF_TYPE_" type ", size=PERF_ATTR_SIZE_VER7, config=" config ", sample_period=0, " \
	"sample_type=0, read_format=0, precise_ip=0 /* arbitrary skid */, ...}"

static void config__is_an_event_of_the_type(void **state)
{
	(void)state;
	short_form((struct perf_event_attr){ .type = PERF_TYPE_HARDWARE, .config = 1 },
		   HEAD("HARDWARE", "PERF_COUNT_HW_INSTRUCTIONS"));
	short_form((struct perf_event_attr){ .type = PERF_TYPE_HARDWARE,
					     .config = 9ULL << 32 | 11 },
		   HEAD("HARDWARE", "0x9<<32|0xb /* PERF_COUNT_HW_??? */"));
	short_form((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE, .config = 1ULL << 32 },
		   HEAD("SOFTWARE", "0x100000000 /* PERF_COUNT_SW_??? */"));
	short_form((struct perf_event_attr){ .type = PERF_TYPE_TRACEPOINT, .config = 300 },
		   HEAD("TRACEPOINT", "300"));
	short_form((struct perf_event_attr){ .type = PERF_TYPE_HW_CACHE, .config = 0x5010203 },
		   HEAD("HW_CACHE", "0x5<<24|PERF_COUNT_HW_CACHE_RESULT_MISS<<16|"
				    "PERF_COUNT_HW_CACHE_OP_PREFETCH<<8|PERF_COUNT_HW_CACHE_DTLB"));
	short_form((struct perf_event_attr){ .type = PERF_TYPE_RAW, .config = 300 },
		   HEAD("RAW", "0x12c"));
}

static void bits__are_told_where_they_are_set(void **state)
{
	(void)state;
	short_form(
		(struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
					  .sample_freq = 99,
					  .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID,
					  .read_format = PERF_FORMAT_ID,
					  .disabled = 1,
					  .freq = 1,
					  .precise_ip = 2,
					  .sigtrap = 1,
					  .__reserved_1 = 5 },
		"{type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=PERF_COUNT_SW_CPU_CLOCK, "
		"sample_freq=99, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_TID, read_format=PERF_FORMAT_ID, "
		"disabled=1, freq=1, precise_ip=2 /* requested to have 0 skid */, sigtrap=1, "
		"__reserved_1=0x5 /* Bits 63..38 */, ...}");
}

static void size__says_what_is_there(void **state)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW, .size = 60 };

	(void)state;
	check(&attr, 64, NULL, "0x1000");
	attr.size = 0;
	check(&attr, 64, NULL,
	      "{type=PERF_TYPE_RAW, size=0 /* PERF_ATTR_SIZE_??? */, config=0, sample_period=0, sample_type=0, "
	      "read_format=0, precise_ip=0 /* arbitrary skid */, ...}");
	attr.size = sizeof(attr);
	check(&attr, 40, NULL, "0x1000");
	check(&attr, 4, NULL, "0x1000");
}

#define NO_BITS                                                                                    \
	"disabled=0, inherit=0, pinned=0, exclusive=0, exclude_user=0, exclude_kernel=0, "         \
	"exclude_hv=0, exclude_idle=0, mmap=0, comm=0, freq=0, inherit_stat=0, enable_on_exec=0, " \
	"task=0, watermark=1, precise_ip=0 /* arbitrary skid */, mmap_data=0, sample_id_all=0, "   \
	"exclude_host=0, exclude_guest=0, exclude_callchain_kernel=0, exclude_callchain_user=0, "  \
	"mmap2=0, comm_exec=0, use_clockid=1, context_switch=0, write_backward=0, namespaces=0, "  \
	"ksymbol=0, bpf_event=0, aux_output=0, cgroup=0, text_poke=0, build_id=0, "                \
	"inherit_thread=0, remove_on_exec=0, sigtrap=0, "

static void all_members__are_there_with_v(void **state)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_BREAKPOINT,
					.size = sizeof(attr),
					.sample_type = PERF_SAMPLE_BRANCH_STACK |
						       PERF_SAMPLE_STACK_USER,
					.watermark = 1,
					.use_clockid = 1,
					.wakeup_watermark = 7,
					.bp_type = 6,
					.bp_addr = 0x1234,
					.bp_len = 4,
					.branch_sample_type = PERF_SAMPLE_BRANCH_ANY,
					.sample_stack_user = 16,
					.clockid = 1,
					.__reserved_2 = 3 };
	const struct select none = { .any_named = true };

	(void)state;
	check(&attr, sizeof(attr), &none,
	      "{type=PERF_TYPE_BREAKPOINT, size=PERF_ATTR_SIZE_VER7, config=0, sample_period=0, "
	      "sample_type=PERF_SAMPLE_BRANCH_STACK|PERF_SAMPLE_STACK_USER, read_format=0, " NO_BITS
	      "wakeup_watermark=7, bp_type=0x6 /* HW_BREAKPOINT_INVALID */, bp_addr=0x1234, bp_len=4, "
	      "branch_sample_type=PERF_SAMPLE_BRANCH_ANY, sample_regs_user=0, sample_stack_user=0x10, "
	      "clockid=CLOCK_MONOTONIC, sample_regs_intr=0, aux_watermark=0, "
	      "sample_max_stack=0 /* bytes 110..111: 0x3 */, aux_sample_size=0, sig_data=0}");
	attr.size = PERF_ATTR_SIZE_VER0;
	check(&attr, PERF_ATTR_SIZE_VER0, &none,
	      "{type=PERF_TYPE_BREAKPOINT, size=PERF_ATTR_SIZE_VER0, config=0, sample_period=0, "
	      "sample_type=PERF_SAMPLE_BRANCH_STACK|PERF_SAMPLE_STACK_USER, read_format=0, " NO_BITS
	      "wakeup_watermark=7, bp_type=0x6 /* HW_BREAKPOINT_INVALID */, bp_addr=0x1234}");
	attr.size = sizeof(attr) + 8;
	attr.type = PERF_TYPE_RAW;
	attr.sample_type = 0;
	check(&attr, sizeof(attr), &none,
	      "{type=PERF_TYPE_RAW, size=0x88 /* PERF_ATTR_SIZE_??? */, config=0, sample_period=0, "
	      "sample_type=0, read_format=0, " NO_BITS
	      "wakeup_watermark=7, config1=0x1234, config2=0x4, sample_regs_user=0, "
	      "clockid=CLOCK_MONOTONIC, sample_regs_intr=0, aux_watermark=0, "
	      "sample_max_stack=0 /* bytes 110..111: 0x3 */, aux_sample_size=0, sig_data=0, ...}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(config__is_an_event_of_the_type),
		cmocka_unit_test(bits__are_told_where_they_are_set),
		cmocka_unit_test(size__says_what_is_there),
		cmocka_unit_test(all_members__are_there_with_v),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
