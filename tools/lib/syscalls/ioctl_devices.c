// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_devices.c - other devices: counters, random numbers, records of errors: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/counter.h>
#include <linux/random.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct symbol counter_component_table[] = {
	SYM(COUNTER_COMPONENT_NONE), SYM(COUNTER_COMPONENT_SIGNAL), SYM(COUNTER_COMPONENT_COUNT),
	SYM(COUNTER_COMPONENT_FUNCTION), SYM(COUNTER_COMPONENT_SYNAPSE_ACTION),
	SYM(COUNTER_COMPONENT_EXTENSION),
};
static DEFINE_ENUM(counter_component, "COUNTER_COMPONENT_");
static const struct symbol counter_scope_table[] = {
	SYM(COUNTER_SCOPE_DEVICE), SYM(COUNTER_SCOPE_SIGNAL), SYM(COUNTER_SCOPE_COUNT),
};
static DEFINE_ENUM(counter_scope, "COUNTER_SCOPE_");
static const struct symbol counter_event_table[] = {
	SYM(COUNTER_EVENT_OVERFLOW), SYM(COUNTER_EVENT_UNDERFLOW), SYM(COUNTER_EVENT_OVERFLOW_UNDERFLOW),
	SYM(COUNTER_EVENT_THRESHOLD), SYM(COUNTER_EVENT_INDEX),
	SYM_NAMED("COUNTER_EVENT_CHANGE_OF_STATE", 5, 0), SYM_NAMED("COUNTER_EVENT_CAPTURE", 6, 0), /* 6.0 */
};
static DEFINE_ENUM(counter_event, "COUNTER_EVENT_");

static const struct field counter_component_fields[] = {
	NAMES(struct counter_component, type, counter_component),
	NAMES(struct counter_component, scope, counter_scope), UINT(struct counter_component, parent),
	UINT(struct counter_component, id),
};
static DEFINE_LAYOUT(counter_component, sizeof(struct counter_component));
static const struct field counter_watch_fields[] = {
	NESTED(struct counter_watch, component, counter_component),
	NAMES(struct counter_watch, event, counter_event), UINT(struct counter_watch, channel),
};
static DEFINE_LAYOUT(counter_watch, sizeof(struct counter_watch));

/* What is added to the pool: bytes behind the structure. */
static void decode_random_pool(const struct arg *arg, struct out *o)
{
	static const size_t head = offsetof(struct rand_pool_info, buf);
	const struct payload *p = event__entry(arg->event, arg->idx);
	uint32_t size;

	if (p && p->err) {
		out__fault(o, arg->value, p->err);
		return;
	}
	if (!p || p->len < head) {
		out__ptr(o, arg->value);
		return;
	}
	size = (uint32_t)layout__get(p->data + offsetof(struct rand_pool_info, buf_size), 4);
	out__begin(o, OUT_OBJECT);
	out__member(o, "entropy_count");
	out__sint(o, (int32_t)layout__get(p->data, 4));
	out__member(o, "buf_size");
	out__sint(o, (int32_t)size);
	out__member(o, "buf");
	out__content(o, (const char *)p->data + head, MIN(p->len - head, size), p->len - head < size);
	out__end(o, OUT_OBJECT);
}
static const struct arg_type arg_random_pool = {
	.name = "random_pool",
	.decode = decode_random_pool,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
};
#define RANDOM_POOL { .type = &arg_random_pool, .len_from = AUG_LEN_FIELD, \
		      .len_arg = 1 + offsetof(struct rand_pool_info, buf_size), .extra = offsetof(struct rand_pool_info, buf) }

/* Of the kernel's acpi/apei: records of errors that outlive the machine. strace does not take them apart. */
#define APEI_ERST_CLEAR_RECORD _IOW('E', 1, uint64_t)
#define APEI_ERST_GET_RECORD_COUNT _IOR('E', 2, uint32_t)

static const struct cmd_row devices_rows[] = {
	CMD(RNDADDENTROPY, RANDOM_POOL),
	CMD(APEI_ERST_CLEAR_RECORD, STRUCT_IN_NOT_STRACE(NULL, u64)),
	CMD(APEI_ERST_GET_RECORD_COUNT, STRUCT_OUT_NOT_STRACE(NULL, uint)),
	CMD(RNDGETENTCNT, STRUCT_OUT(NULL, int)),
	CMD(RNDZAPENTCNT, NOTHING),
	CMD(RNDCLEARPOOL, NOTHING),
	CMD(RNDADDTOENTCNT, STRUCT_IN(NULL, int)),
	CMD(RNDRESEEDCRNG, NOTHING),
	CMD(COUNTER_ADD_WATCH_IOCTL, STRUCT_IN(NULL, counter_watch)),
	CMD(COUNTER_ENABLE_EVENTS_IOCTL, NOTHING),
	CMD(COUNTER_DISABLE_EVENTS_IOCTL, NOTHING),
};
const struct cmd_rows ioctl_devices = CMD_ROWS(devices);
