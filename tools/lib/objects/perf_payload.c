// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perf_payload.c - see perf_payload.h. */
#include "perf_payload.h"

#include <string.h>

#include "decode.h"
#include "perfdata_cursor.h"
#include "util.h"

#define PADDING 8 /* the kernel rounds a sample up */

/* What the objects for stock perf of this tree write where they could not read an address. */
#define FAMILY_UNREADABLE 0xffff

static bool is_read_at_entry(const struct arg_desc *arg)
{
	return (arg->when ? arg->when : arg->type->when) & AUG_AT_ENTER;
}

bool perf_payload__is_string(const struct arg_desc *arg)
{
	return arg->type->capture == AUG_CAP_STR && is_read_at_entry(arg);
}

static bool is_address(const struct arg_desc *arg)
{
	return arg->type == &arg_sockaddr && is_read_at_entry(arg);
}

static void set(struct event *event, unsigned int idx, const uint8_t *data, size_t len,
		size_t full_len, uint8_t flags)
{
	event->entry[idx] = (struct payload){
		.data = data,
		.len = (uint32_t)len,
		.full_len = (uint32_t)full_len,
		.flags = flags,
	};
	event->has_entry |= (uint8_t)(1U << idx);
}

static bool take_string(struct cursor *c, unsigned int idx, struct event *event)
{
	const uint32_t size = cursor__u32(c);
	const int32_t err = (int32_t)cursor__u32(c);
	const uint8_t *value;
	size_t len;

	/* An error in the place of the size is what objects without `err` leave behind. */
	if (c->cut || (int32_t)size <= 0)
		return false;
	value = cursor__take(c, MIN(size, cursor__left(c)));
	if (err < 0 || !value)
		return false;
	len = strnlen((const char *)value, MIN(size, (size_t)(c->at - value)));
	set(event, idx, value, len, len, AUG_P_STR | (len < size ? 0 : AUG_P_CUT));
	return true;
}

/* With a header when that accounts for all bytes; a family and a port never do by chance. */
static bool has_header(const struct cursor *c)
{
	const size_t left = cursor__left(c);
	uint32_t size;

	if (left < 8)
		return false;
	size = load_u32(c->at);
	return size <= left - 8 && left - 8 - size < PADDING && (int32_t)load_u32(c->at + 4) <= 0;
}

/* An address is the last record; the call says how long it is. */
static bool take_address(struct cursor *c, const struct arg_desc *arg, unsigned int idx,
			 struct event *event)
{
	size_t len = cursor__left(c), wanted;
	uint16_t family;

	if (has_header(c)) {
		len = cursor__u32(c);
		if ((int32_t)cursor__u32(c) < 0)
			return false;
	}
	wanted = arg->len_arg ? (uint32_t)event->rec->args[arg->len_arg - 1] : len;
	len = MIN(len, wanted);
	if (len < sizeof(family))
		return false;
	memcpy(&family, c->at, sizeof(family));
	if (family == FAMILY_UNREADABLE)
		return false;
	set(event, idx, cursor__take(c, len), len, wanted, len < wanted ? AUG_P_CUT : 0);
	return true;
}

unsigned int perf_payload__apply(const struct syscall_desc *desc, const uint8_t *bytes, size_t len,
				 struct event *event)
{
	struct cursor c = cursor__of(bytes, len);
	unsigned int i, nr = 0;

	for (i = 0; i < desc->nr_args && cursor__left(&c) >= 2; i++) {
		/* For a NULL pointer there is no record. */
		if (!event->rec->args[i])
			continue;
		if (perf_payload__is_string(&desc->args[i]))
			nr += take_string(&c, i, event);
		else if (is_address(&desc->args[i]))
			nr += take_address(&c, &desc->args[i], i, event);
	}
	return nr;
}
