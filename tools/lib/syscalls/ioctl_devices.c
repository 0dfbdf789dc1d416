// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_devices.c - other devices: trusted environments, counters, random numbers: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/counter.h>
#include <linux/random.h>
#include <linux/tee.h>
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
};
static DEFINE_ENUM(counter_event, "COUNTER_EVENT_");

static const struct field tee_close_fields[] = { HEX(struct tee_ioctl_close_session_arg, session) };
static DEFINE_LAYOUT(tee_close, sizeof(struct tee_ioctl_close_session_arg));
static const struct field tee_cancel_fields[] = {
	UINT(struct tee_ioctl_cancel_arg, cancel_id), HEX(struct tee_ioctl_cancel_arg, session),
};
static DEFINE_LAYOUT(tee_cancel, sizeof(struct tee_ioctl_cancel_arg));

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

static const struct symbol tee_impl_table[] = {
	SYM(TEE_IMPL_ID_OPTEE), SYM(TEE_IMPL_ID_AMDTEE),
};
static DEFINE_ENUM(tee_impl, "TEE_IMPL_ID_", .marks_zero = true);
static const struct symbol tee_caps_table[] = {
	SYM(TEE_GEN_CAP_GP), SYM(TEE_GEN_CAP_PRIVILEGED), SYM(TEE_GEN_CAP_REG_MEM), SYM(TEE_GEN_CAP_MEMREF_NULL),
};
static DEFINE_FLAGS(tee_caps, "TEE_GEN_CAP_");
/* Beside the first two they are the kernel's own: its linux/tee_drv.h. */
static const struct symbol tee_shm_table[] = {
	SYM_NAMED("TEE_IOCTL_SHM_MAPPED", 1 << 0, 0), SYM_NAMED("TEE_IOCTL_SHM_DMA_BUF", 1 << 1, 0),
	SYM_NAMED("TEE_IOCTL_SHM_EXT_DMA_BUF", 1 << 2, 0), SYM_NAMED("TEE_IOCTL_SHM_REGISTER", 1 << 3, 0),
	SYM_NAMED("TEE_IOCTL_SHM_USER_MAPPED", 1 << 4, 0), SYM_NAMED("TEE_IOCTL_SHM_POOL", 1 << 5, 0),
	SYM_NAMED("TEE_IOCTL_SHM_KERNEL_MAPPED", 1 << 6, 0),
};
static DEFINE_FLAGS(tee_shm, "TEE_IOCTL_SHM_");
static const struct field tee_version_fields[] = {
	NAMES(struct tee_ioctl_version_data, impl_id, tee_impl), NAMES(struct tee_ioctl_version_data, gen_caps, tee_caps),
	HEX(struct tee_ioctl_version_data, impl_caps),
};
static DEFINE_LAYOUT(tee_version, sizeof(struct tee_ioctl_version_data));
static const struct field tee_shm_alloc_fields[] = {
	HEX(struct tee_ioctl_shm_alloc_data, size), NAMES(struct tee_ioctl_shm_alloc_data, flags, tee_shm),
	SINT(struct tee_ioctl_shm_alloc_data, id, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(tee_shm_alloc, sizeof(struct tee_ioctl_shm_alloc_data));
static const struct field tee_shm_register_fields[] = {
	PTR(struct tee_ioctl_shm_register_data, addr, .flags = FIELD_ASKED),
	HEX(struct tee_ioctl_shm_register_data, length), NAMES(struct tee_ioctl_shm_register_data, flags, tee_shm),
	SINT(struct tee_ioctl_shm_register_data, id, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(tee_shm_register, sizeof(struct tee_ioctl_shm_register_data));

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
	CMD(TEE_IOC_VERSION, STRUCT_OUT(NULL, tee_version)),
	CMD(TEE_IOC_SHM_ALLOC, REPLIED(tee_shm_alloc)),
	CMD(TEE_IOC_SHM_REGISTER, REPLIED(tee_shm_register)),
	CMD(RNDGETENTCNT, STRUCT_OUT(NULL, int)),
	CMD(RNDZAPENTCNT, NOTHING),
	CMD(RNDCLEARPOOL, NOTHING),
	CMD(RNDADDTOENTCNT, STRUCT_IN(NULL, int)),
	CMD(RNDRESEEDCRNG, NOTHING),
	CMD(TEE_IOC_CLOSE_SESSION, STRUCT_IN(NULL, tee_close)),
	CMD(TEE_IOC_CANCEL, STRUCT_IN(NULL, tee_cancel)),
	CMD(COUNTER_ADD_WATCH_IOCTL, STRUCT_IN(NULL, counter_watch)),
	CMD(COUNTER_ENABLE_EVENTS_IOCTL, NOTHING),
	CMD(COUNTER_DISABLE_EVENTS_IOCTL, NOTHING),
};
const struct cmd_rows ioctl_devices = CMD_ROWS(devices);
