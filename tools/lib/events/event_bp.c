// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_bp.c - see event_bp.h. */
#include "event_bp.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdbool.h>
#include <string.h>

static const char prefix[] = "mem:";

/** struct bp_text - what is left of the text. */
struct bp_text {
	const char *at;
	const char *end;
};

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* A number in hexadecimal behind 0x, else in decimal. Return: 0, -EINVAL, -ERANGE. */
static int take_number(struct bp_text *t, uint64_t *ret_value)
{
	uint64_t base = 10, value = 0;
	const char *start;
	int digit;

	if (t->end - t->at >= 2 && t->at[0] == '0' && (t->at[1] == 'x' || t->at[1] == 'X')) {
		base = 16;
		t->at += 2;
	}
	for (start = t->at; t->at < t->end; t->at++) {
		digit = digit_of(*t->at);
		if (digit < 0 || (uint64_t)digit >= base)
			break;
		if (value > (UINT64_MAX - (uint64_t)digit) / base)
			return -ERANGE;
		value = value * base + (uint64_t)digit;
	}
	if (t->at == start)
		return -EINVAL;
	*ret_value = value;
	return 0;
}

static uint32_t access_of(char c)
{
	switch (c) {
	case 'r':
		return HW_BREAKPOINT_R;
	case 'w':
		return HW_BREAKPOINT_W;
	case 'x':
		return HW_BREAKPOINT_X;
	}
	return 0;
}

static bool starts_access(const struct bp_text *t)
{
	return t->end - t->at > 1 && *t->at == ':' && access_of(t->at[1]);
}

/* Behind the colon. */
static int take_access(struct bp_text *t, uint32_t *ret_access, struct strbuf *error)
{
	uint32_t access = 0, bit;

	for (; t->at < t->end && *t->at != ':'; t->at++) {
		bit = access_of(*t->at);
		if (!bit || access & bit) {
			strbuf__addf(error,
				     "the access of a breakpoint is r, w and x, each once at most, "
				     "not '%.*s'",
				     (int)(t->end - t->at), t->at);
			return -EINVAL;
		}
		access |= bit;
	}
	*ret_access = access;
	return 0;
}

static int check(uint64_t addr, uint64_t len, uint32_t access, struct strbuf *error)
{
	if (access & HW_BREAKPOINT_X && access != HW_BREAKPOINT_X) {
		strbuf__adds(error,
			     "a breakpoint is for execution (x) or for data (r, w), not both");
		return -EINVAL;
	}
	if (access == HW_BREAKPOINT_X ? len != sizeof(long)
				      : len != 1 && len != 2 && len != 4 && len != 8) {
		strbuf__addf(error,
			     "a breakpoint for %s cannot have the length %" PRIu64 ", only %s",
			     access == HW_BREAKPOINT_X ? "execution" : "data", len,
			     access == HW_BREAKPOINT_X ? "8" : "1, 2, 4 or 8");
		return -EINVAL;
	}
	if (access != HW_BREAKPOINT_X && addr % len) {
		strbuf__addf(error,
			     "the address %#" PRIx64 " of the breakpoint is not a multiple of its "
			     "length %" PRIu64 ": choose a smaller length (mem:%#" PRIx64 "/1)",
			     addr, len, addr);
		return -EINVAL;
	}
	return 0;
}

static int take_field(struct bp_text *t, const char *what, uint64_t *ret_value,
		      struct strbuf *error)
{
	const struct bp_text at = *t;
	int err = take_number(t, ret_value);

	if (err)
		strbuf__addf(error, "'%.*s' is not the %s of a breakpoint: mem:0xADDR[/LEN][:rwx]",
			     (int)(at.end - at.at), at.at, what);
	return err ? -EINVAL : 0;
}

int event_bp__parse(const char *text, size_t len, struct perf_event_attr *attr, size_t *ret_used,
		    struct strbuf *error)
{
	const size_t prefix_len = strlen(prefix);
	struct bp_text t = { .at = text + prefix_len, .end = text + len };
	uint32_t access = HW_BREAKPOINT_RW;
	uint64_t addr, length = 0;
	int err;

	if (len < prefix_len || strncmp(text, prefix, prefix_len)) {
		strbuf__adds(error, "a breakpoint is spelled mem:0xADDR[/LEN][:rwx]");
		return -EINVAL;
	}
	err = take_field(&t, "address", &addr, error);
	if (err)
		return err;
	if (t.at < t.end && *t.at == '/') {
		t.at++;
		err = take_field(&t, "length", &length, error);
		if (err)
			return err;
		if (!length) {
			strbuf__adds(error, "the length of a breakpoint cannot be 0");
			return -EINVAL;
		}
	}
	if (starts_access(&t)) {
		t.at++;
		err = take_access(&t, &access, error);
		if (err)
			return err;
	}
	if (!length) /* perf's defaults */
		length = access == HW_BREAKPOINT_X ? sizeof(long) : HW_BREAKPOINT_LEN_4;
	err = check(addr, length, access, error);
	if (err)
		return err;
	attr->type = PERF_TYPE_BREAKPOINT;
	attr->config = 0;
	attr->bp_type = access;
	attr->bp_addr = addr;
	attr->bp_len = length;
	*ret_used = (size_t)(t.at - text);
	return 0;
}
