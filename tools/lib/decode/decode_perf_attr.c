// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_perf_attr.c - struct perf_event_attr of perf_event_open(2): which members are of use is in others
 * before them, and some forty bits have names of their own.
 */
#include "decode.h"

#include <linux/perf_event.h>
#include <stdio.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* The bit field between read_format and wakeup_events, by number of the bit. */
#define BITS_OFF (offsetof(struct perf_event_attr, read_format) + 8)
#define BIT_FREQ 10
#define BIT_WATERMARK 14
#define BIT_PRECISE_IP 15 /* two bits */
#define BIT_USE_CLOCKID 25
#define BIT_RESERVED 38

static const char *const bit_names[BIT_RESERVED] = {
	[0] = "disabled",
	[1] = "inherit",
	[2] = "pinned",
	[3] = "exclusive",
	[4] = "exclude_user",
	[5] = "exclude_kernel",
	[6] = "exclude_hv",
	[7] = "exclude_idle",
	[8] = "mmap",
	[9] = "comm",
	[BIT_FREQ] = "freq",
	[11] = "inherit_stat",
	[12] = "enable_on_exec",
	[13] = "task",
	[BIT_WATERMARK] = "watermark",
	[BIT_PRECISE_IP] = "precise_ip",
	[17] = "mmap_data",
	[18] = "sample_id_all",
	[19] = "exclude_host",
	[20] = "exclude_guest",
	[21] = "exclude_callchain_kernel",
	[22] = "exclude_callchain_user",
	[23] = "mmap2",
	[24] = "comm_exec",
	[BIT_USE_CLOCKID] = "use_clockid",
	[26] = "context_switch",
	[27] = "write_backward",
	[28] = "namespaces",
	[29] = "ksymbol",
	[30] = "bpf_event",
	[31] = "aux_output",
	[32] = "cgroup",
	[33] = "text_poke",
	[34] = "build_id",
	[35] = "inherit_thread",
	[36] = "remove_on_exec",
	[37] = "sigtrap",
};

static uint64_t get(const struct blob *b, size_t off, size_t size)
{
	return layout__get(b->data + off, size);
}

#define GET(b, m) \
	get(b, offsetof(struct perf_event_attr, m), sizeof(((struct perf_event_attr *)0)->m))

static void say_comment(struct out *o, const char *text)
{
	out__comment(o, text, strlen(text));
}

static void say_attr_size(struct out *o, uint64_t size)
{
	if (o->strace)
		out__symbol(o, &syms_perf_attr_size, size);
	else
		out__uint(o, size);
}

/* When the kernel knows less than the program it says how much (E2BIG). */
static void say_sizes(const struct blob *b, const struct field *f, struct out *o)
{
	const struct arg *arg = b->owner;
	const struct payload *exit = arg ? event__exit(arg->event, arg->idx) : NULL;
	const uint64_t size = GET(b, size);

	if (!exit || exit->err || exit->len < 8 || layout__get(exit->data + f->off, 4) == size) {
		say_attr_size(o, size);
		return;
	}
	out__begin(o, OUT_CHANGE);
	say_attr_size(o, size);
	say_attr_size(o, layout__get(exit->data + f->off, 4));
	out__end(o, OUT_CHANGE);
}

/* ---- config: an event of the type ---- */

/* Above 32 bits is the PMU, on machines that have several for the processor. */
static void add_pmu(struct word *w, uint64_t config)
{
	if (!(config >> 32))
		return;
	word__add_hex(w, config >> 32);
	word__add(w, "<<32|");
}

static void say_cache_event(struct out *o, uint64_t config)
{
	struct word w;

	word__init(&w);
	add_pmu(&w, config);
	if ((uint32_t)config >> 24) {
		word__add_hex(&w, (uint32_t)config >> 24);
		word__add(&w, "<<24|");
	}
	word__add_symbol(&w, &syms_perf_cache_result, config >> 16 & 0xff, o);
	word__add(&w, "<<16|");
	word__add_symbol(&w, &syms_perf_cache_op, config >> 8 & 0xff, o);
	word__add(&w, "<<8|");
	word__add_symbol(&w, &syms_perf_cache, config & 0xff, o);
	word__say(&w, o);
}

static void say_hardware_event(struct out *o, uint64_t config)
{
	struct word w;

	if (!(config >> 32)) {
		out__symbol(o, &syms_perf_hw, config);
		return;
	}
	word__init(&w);
	add_pmu(&w, config);
	word__add_symbol(&w, &syms_perf_hw, config, o);
	word__say(&w, o);
}

static void say_config(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t config = GET(b, config);

	(void)f;
	switch (GET(b, type)) {
	case PERF_TYPE_HARDWARE:
		say_hardware_event(o, config);
		break;
	case PERF_TYPE_SOFTWARE:
		out__symbol(o, &syms_perf_sw, config);
		break;
	case PERF_TYPE_TRACEPOINT:
		out__uint(o, config);
		break;
	case PERF_TYPE_HW_CACHE:
		say_cache_event(o, config);
		break;
	default:
		out__hex(o, config);
		break;
	}
}

/* ---- bits ---- */

static void say_precise_ip(struct out *o, uint64_t level)
{
	static const char *const levels[] = { "arbitrary skid", "constant skid",
					      "requested to have 0 skid", "must have 0 skid" };

	out__member(o, bit_names[BIT_PRECISE_IP]);
	out__uint(o, level);
	if (o->strace)
		say_comment(o, levels[level]);
}

/* Those that are set, or all; strace always says how precise the addresses are. */
static void say_bits(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t bits = get(b, BITS_OFF, 8);
	const uint64_t level = bits >> BIT_PRECISE_IP & 3;

	(void)f;
	for (unsigned int i = 0; i < BIT_RESERVED; i++) {
		if (i == BIT_PRECISE_IP && (level || o->verbose || o->strace)) {
			say_precise_ip(o, level);
		} else if (i != BIT_PRECISE_IP && bit_names[i] && (bits >> i & 1 || o->verbose)) {
			out__member(o, bit_names[i]);
			out__uint(o, bits >> i & 1);
		}
	}
	if (bits >> BIT_RESERVED) {
		out__member(o, "__reserved_1");
		out__hex(o, bits >> BIT_RESERVED);
		if (o->strace)
			say_comment(o, "Bits 63..38");
	}
}

static bool has_bit(const struct blob *b, unsigned int bit)
{
	return get(b, BITS_OFF, 8) >> bit & 1;
}

/* ---- members that others choose ---- */

static const struct field sample_period = UINT(struct perf_event_attr, sample_period);
static const struct field sample_freq = UINT(struct perf_event_attr, sample_freq);
static const struct field wakeup_events = UINT(struct perf_event_attr, wakeup_events);
static const struct field wakeup_watermark = UINT(struct perf_event_attr, wakeup_watermark);
static const struct field config1 = HEX(struct perf_event_attr, config1);
static const struct field config2 = HEX(struct perf_event_attr, config2);
static const struct field bp_addr = HEX(struct perf_event_attr, bp_addr);
static const struct field bp_len = UINT(struct perf_event_attr, bp_len);

static const struct field *choose_period(const struct blob *b, const struct out *o)
{
	(void)o;
	return has_bit(b, BIT_FREQ) ? &sample_freq : &sample_period;
}

static const struct field *choose_wakeup(const struct blob *b, const struct out *o)
{
	(void)o;
	return has_bit(b, BIT_WATERMARK) ? &wakeup_watermark : &wakeup_events;
}

static bool is_breakpoint(const struct blob *b)
{
	return GET(b, type) == PERF_TYPE_BREAKPOINT;
}

static const struct field *choose_config1(const struct blob *b, const struct out *o)
{
	(void)o;
	return is_breakpoint(b) ? &bp_addr : &config1;
}

static const struct field *choose_config2(const struct blob *b, const struct out *o)
{
	(void)o;
	return is_breakpoint(b) ? &bp_len : &config2;
}

/* A read or write that is an execution too: the kernel has a name for none of these. */
static void say_bp_type(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t type = GET(b, bp_type);

	(void)f;
	if (!is_breakpoint(b))
		return;
	out__member(o, "bp_type");
	if (type < 5 || type > 7 || !o->strace) {
		out__symbol(o, &syms_breakpoint_type, type);
		return;
	}
	out__hex(o, type);
	if (o->consts != OUT_CONSTS_RAW)
		say_comment(o, "HW_BREAKPOINT_INVALID");
}

/* Bytes that mean nothing yet: @f is the member before them, @end where they end. */
static void say_spare(const struct blob *b, const struct field *f, size_t end, struct out *o)
{
	const size_t begin = f->off + f->size;
	char text[64];
	uint64_t spare;

	out__uint(o, get(b, f->off, f->size));
	if (!o->strace || end > b->len)
		return;
	spare = get(b, begin, end - begin);
	snprintf(text, sizeof(text), "bytes %zu..%zu: %#llx", begin, end - 1,
		 (unsigned long long)spare);
	if (spare)
		say_comment(o, text);
}

static void say_max_stack(const struct blob *b, const struct field *f, struct out *o)
{
	say_spare(b, f, offsetof(struct perf_event_attr, aux_sample_size), o);
}

static void say_aux_size(const struct blob *b, const struct field *f, struct out *o)
{
	say_spare(b, f, offsetof(struct perf_event_attr, sig_data), o);
}

#define IF_SAMPLED(flag)                       \
	.flags = FIELD_VERBOSE | FIELD_IF_ANY, \
	.only_off = offsetof(struct perf_event_attr, sample_type), .only = (flag)

static const struct field perf_attr_fields[] = {
	NAMES(struct perf_event_attr, type, perf_type),
	CUSTOM(struct perf_event_attr, size, say_sizes),
	CUSTOM(struct perf_event_attr, config, say_config),
	{ .off = BITS_OFF,
	  .size = 8,
	  .kind = FIELD_CHOICE,
	  .name = "sample_period",
	  .choose = choose_period },
	NAMES(struct perf_event_attr, sample_type, perf_sample),
	NAMES(struct perf_event_attr, read_format, perf_read),
	{ .off = BITS_OFF, .size = 8, .kind = FIELD_CUSTOM, .custom = say_bits },
	CHOICE(struct perf_event_attr, wakeup_events, choose_wakeup, .flags = FIELD_VERBOSE),
	UNNAMED(struct perf_event_attr, bp_type, say_bp_type, .flags = FIELD_VERBOSE),
	CHOICE(struct perf_event_attr, config1, choose_config1, .flags = FIELD_VERBOSE),
	CHOICE(struct perf_event_attr, config2, choose_config2, .flags = FIELD_VERBOSE),
	NAMES(struct perf_event_attr, branch_sample_type, perf_branch,
	      IF_SAMPLED(PERF_SAMPLE_BRANCH_STACK)),
	HEX(struct perf_event_attr, sample_regs_user, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, sample_stack_user, IF_SAMPLED(PERF_SAMPLE_STACK_USER)),
	NAMES(struct perf_event_attr, clockid, clockid, .flags = FIELD_VERBOSE | FIELD_IF_ANY,
	      .only_off = BITS_OFF + 2, .only = 1U << (BIT_USE_CLOCKID - 16)),
	HEX(struct perf_event_attr, sample_regs_intr, .flags = FIELD_VERBOSE),
	UINT(struct perf_event_attr, aux_watermark, .flags = FIELD_VERBOSE),
	CUSTOM(struct perf_event_attr, sample_max_stack, say_max_stack, .flags = FIELD_VERBOSE),
	CUSTOM(struct perf_event_attr, aux_sample_size, say_aux_size, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, sig_data, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(perf_attr, sizeof(struct perf_event_attr));

/* ---- the argument ---- */

/* A size of 0 is that of the first version; of one that is too short the kernel looks at nothing. */
static void say_perf_attr(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(arg, p);
	size_t size, wanted;

	b.owner = arg;
	if (b.len < 8) {
		out__ptr(o, arg->value);
		return;
	}
	size = GET(&b, size) ?: PERF_ATTR_SIZE_VER0;
	wanted = o->verbose ? MIN(size, sizeof(struct perf_event_attr)) : BITS_OFF + 8;
	if (size < PERF_ATTR_SIZE_VER0 || (o->strace && b.len < wanted)) {
		out__ptr(o, arg->value);
		return;
	}
	b.len = MIN(b.len, size);
	b.is_whole = o->strace;
	b.cut = size > sizeof(struct perf_event_attr);
	layout__say(arg__layout(arg), &b, o);
}

static void decode_perf_attr(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);

	if (entry && !entry->err)
		say_perf_attr(arg, entry, o);
	else if (entry)
		out__fault(o, arg->value, entry->err);
	else
		out__ptr(o, arg->value);
}

const struct arg_type arg_perf_attr = {
	.name = "perf_attr",
	.decode = decode_perf_attr,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_FAILURE,
	.needs_layout = true,
};
