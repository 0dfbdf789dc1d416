/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_formats.h - descriptions of tracepoints as tracefs has them, one for each way that a field or
 * a print format can be.
 */
#ifndef TESTS_EVENT_FORMATS_H
#define TESTS_EVENT_FORMATS_H

#define COMMON_FIELDS                                                              \
	"	field:unsigned short common_type;	offset:0;	size:2;	signed:0;\n"         \
	"	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;\n"         \
	"	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;\n" \
	"	field:int common_pid;	offset:4;	size:4;	signed:1;\n\n"

static const struct event_format {
	const char *name;
	const char *text;
} event_formats[] = {
	{ "test:switch", "name: switch\nID: 1\nformat:\n" COMMON_FIELDS
			 "	field:char comm[16];	offset:8;	size:16;	signed:0;\n"
			 "	field:pid_t pid;	offset:24;	size:4;	signed:1;\n"
			 "	field:long state;	offset:32;	size:8;	signed:1;\n"
			 "\nprint fmt: \"comm=%s pid=%d state=%s\", REC->comm, REC->pid, "
			 "(REC->state & 0xff) ? __print_flags(REC->state & 0xff, \"|\", "
			 "{ 0x1, \"S\" }, { 0x2, \"D\" }, { 0x40, \"P\" }) : \"R\"\n" },
	{ "test:kinds", "name: kinds\nID: 2\nformat:\n" COMMON_FIELDS
			"	field:void * where;	offset:8;	size:8;	signed:0;\n"
			"	field:u8 action;	offset:16;	size:1;	signed:0;\n"
			"	field:enum of_no_kernel odd;	offset:20;	size:4;	signed:0;\n"
			"	field:int numbers[3];	offset:24;	size:12;	signed:1;\n"
			"	field:s16 small;	offset:36;	size:2;	signed:1;\n"
			"\nprint fmt: \"%p %s %d %s\", REC->where, __print_symbolic(REC->action, "
			"{ 0, \"HI\" }, { 1, \"TIMER\" }), REC->small, "
			"__print_array(REC->numbers, 3, 4)\n" },
	{ "test:dynamic",
	  "name: dynamic\nID: 3\nformat:\n" COMMON_FIELDS
	  "	field:__data_loc char[] name;	offset:8;	size:4;	signed:0;\n"
	  "	field:__rel_loc char[] other;	offset:12;	size:4;	signed:0;\n"
	  "	field:__data_loc u8[] bytes;	offset:16;	size:4;	signed:0;\n"
	  "	field:__data_loc u64[] words;	offset:20;	size:4;	signed:0;\n"
	  "\nprint fmt: \"%s %s %s %s\", __get_str(name), __get_rel_str(other), "
	  "__print_hex(__get_dynamic_array(bytes), __get_dynamic_array_len(bytes)), "
	  "__print_array(__get_dynamic_array(words), __get_dynamic_array_len(words) / 8, 8)\n" },
	/* What it prints hangs on what the record says: never by libtraceevent. */
	{ "test:computed", "name: computed\nID: 4\nformat:\n" COMMON_FIELDS
			   "	field:u8 bytes[8];	offset:8;	size:8;	signed:0;\n"
			   "	field:unsigned int len;	offset:16;	size:4;	signed:0;\n"
			   "\nprint fmt: \"%s\", __print_hex(REC->bytes, REC->len)\n" },
	{ "test:addresses",
	  "name: addresses\nID: 5\nformat:\n" COMMON_FIELDS
	  "	field:u8 v4[4];	offset:8;	size:4;	signed:0;\n"
	  "	field:u8 v6[16];	offset:12;	size:16;	signed:0;\n"
	  "	field:__data_loc unsigned long[] mask;	offset:28;	size:4;	signed:0;\n"
	  "	field:unsigned long ip;	offset:32;	size:8;	signed:0;\n"
	  "	field:enum bpf_map_type map;	offset:40;	size:4;	signed:0;\n"
	  "\nprint fmt: \"%pI4 %pI6c %s %pS\", REC->v4, REC->v6, __get_bitmask(mask), "
	  "(void *)REC->ip\n" },
};

#endif /* TESTS_EVENT_FORMATS_H */
