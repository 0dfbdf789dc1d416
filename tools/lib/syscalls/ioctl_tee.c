// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_tee.c - trusted execution environments: names, structures, ioctls. */
#include "commands_rows.h"

#include <errno.h>
#include <linux/tee.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct field tee_close_fields[] = { HEX(struct tee_ioctl_close_session_arg, session) };
static DEFINE_LAYOUT(tee_close, sizeof(struct tee_ioctl_close_session_arg));
static const struct field tee_cancel_fields[] = {
	UINT(struct tee_ioctl_cancel_arg, cancel_id), HEX(struct tee_ioctl_cancel_arg, session),
};
static DEFINE_LAYOUT(tee_cancel, sizeof(struct tee_ioctl_cancel_arg));

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

/* ---- calls, which are in a buffer ---- */

/* Bytes that the kernel takes of one. */
#define CALL_MAX 1024

static const struct symbol tee_login_table[] = {
	SYM(TEE_IOCTL_LOGIN_PUBLIC), SYM(TEE_IOCTL_LOGIN_USER), SYM(TEE_IOCTL_LOGIN_GROUP), SYM(TEE_IOCTL_LOGIN_APPLICATION),
	SYM(TEE_IOCTL_LOGIN_USER_APPLICATION), SYM(TEE_IOCTL_LOGIN_GROUP_APPLICATION),
};
static DEFINE_ENUM(tee_login, "TEE_IOCTL_LOGIN_");
/* Of the standard for clients of such environments. */
static const struct symbol tee_origin_table[] = {
	SYM_NAMED("TEEC_ORIGIN_API", 1, 0), SYM_NAMED("TEEC_ORIGIN_COMMS", 2, 0), SYM_NAMED("TEEC_ORIGIN_TEE", 3, 0),
	SYM_NAMED("TEEC_ORIGIN_TRUSTED_APP", 4, 0),
};
static DEFINE_ENUM(tee_origin, "TEEC_ORIGIN_", .marks_zero = true);
static const struct symbol tee_param_table[] = {
	SYM(TEE_IOCTL_PARAM_ATTR_TYPE_NONE), SYM(TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_INPUT),
	SYM(TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_OUTPUT), SYM(TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_INOUT),
	SYM(TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INPUT), SYM(TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_OUTPUT),
	SYM(TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INOUT),
};
/* strace's mark has no question marks. */
static DEFINE_ENUM(tee_param, "TEE_IOCTL_PARAM_ATTR_", .width = 64, .is_open = true);

static void add_param_type(struct word *w, uint64_t type, const struct out *o)
{
	word__add_symbol(w, &syms_tee_param, type, o);
	if (o->strace && o->consts != OUT_CONSTS_RAW && !symbols__name(&syms_tee_param, type))
		word__add(w, " /* TEE_IOCTL_PARAM_ATTR_ */");
}
static void say_tee_attr(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	add_param_type(&w, value & ~(uint64_t)TEE_IOCTL_PARAM_ATTR_META, o);
	/* A name also where the others are numbers. */
	if (value & TEE_IOCTL_PARAM_ATTR_META)
		word__add(&w, o->full_names ? "|TEE_IOCTL_PARAM_ATTR_META" : "|META");
	word__say(&w, o);
}
static const struct field tee_value_fields[] = {
	HEX(struct tee_ioctl_param, a), HEX(struct tee_ioctl_param, b), HEX(struct tee_ioctl_param, c),
};
static DEFINE_LAYOUT(tee_value, sizeof(struct tee_ioctl_param));
static const struct field tee_memref_fields[] = {
	{ .name = "shm_offs", .off = offsetof(struct tee_ioctl_param, a), .size = 8, .kind = FIELD_HEX },
	{ .name = "size", .off = offsetof(struct tee_ioctl_param, b), .size = 8, .kind = FIELD_HEX },
	{ .name = "shm_id", .off = offsetof(struct tee_ioctl_param, c), .size = 8, .kind = FIELD_UINT },
};
static DEFINE_LAYOUT(tee_memref, sizeof(struct tee_ioctl_param));

/* A value, or a part of memory that is shared. */
static void say_param(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t attr = layout__get(b->data, 8);

	(void)f;
	switch (attr) {
	case TEE_IOCTL_PARAM_ATTR_TYPE_NONE:
		break;
	case TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INPUT:
	case TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_OUTPUT:
	case TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INOUT:
		layout__say_members(&layout_tee_memref, b, o);
		break;
	default:
		layout__say_members(&layout_tee_value, b, o);
	}
}
static const struct field tee_param_fields[] = {
	SAY(struct tee_ioctl_param, attr, tee_attr), UNNAMED(struct tee_ioctl_param, c, say_param),
};
static DEFINE_LAYOUT(tee_param, sizeof(struct tee_ioctl_param));

/* They fill what is left of the buffer. */
static void say_params(const struct blob *b, const struct field *f, struct out *o)
{
	struct blob params = *b;

	params.data += f->off;
	params.addr += f->off;
	params.len -= f->off;
	if (o->strace && !params.len)
		out__ptr(o, 0);
	else
		layout__say_array(&layout_tee_param, &params, o);
}
#define PARAMS(s) \
	{ .name = "params", .off = sizeof(s), .kind = FIELD_CUSTOM, .custom = say_params }

/* Who it is: nobody, a group, or what is not known. */
static void say_client(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t *id = b->data + f->off;

	switch (layout__get(b->data + offsetof(struct tee_ioctl_open_session_arg, clnt_login), 4)) {
	case TEE_IOCTL_LOGIN_PUBLIC:
	case TEE_IOCTL_LOGIN_USER:
	case TEE_IOCTL_LOGIN_APPLICATION:
	case TEE_IOCTL_LOGIN_USER_APPLICATION:
		return;
	case TEE_IOCTL_LOGIN_GROUP:
	case TEE_IOCTL_LOGIN_GROUP_APPLICATION:
		out__member(o, "clnt_uuid");
		out__uint(o, layout__get(id, 4));
		return;
	}
	out__member(o, "clnt_uuid");
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < TEE_IOCTL_UUID_LEN; i++) {
		if (id[i])
			out__hex(o, id[i]);
		else
			out__uint(o, 0);
	}
	out__end(o, OUT_ARRAY);
}
static void say_application(const struct blob *b, const struct field *f, struct out *o)
{
	say_uuid(o, b->data + f->off);
}
static const struct field tee_open_fields[] = {
	CUSTOM(struct tee_ioctl_open_session_arg, uuid, say_application, .flags = FIELD_ASKED),
	NAMES(struct tee_ioctl_open_session_arg, clnt_login, tee_login, .flags = FIELD_ASKED),
	UNNAMED(struct tee_ioctl_open_session_arg, clnt_uuid, say_client, .flags = FIELD_ASKED),
	UINT(struct tee_ioctl_open_session_arg, cancel_id, .flags = FIELD_ASKED),
	HEX(struct tee_ioctl_open_session_arg, session, .flags = FIELD_ANSWER),
	UINT(struct tee_ioctl_open_session_arg, ret, .flags = FIELD_ANSWER),
	NAMES(struct tee_ioctl_open_session_arg, ret_origin, tee_origin, .flags = FIELD_ANSWER),
	UINT(struct tee_ioctl_open_session_arg, num_params, .flags = FIELD_ASKED),
	PARAMS(struct tee_ioctl_open_session_arg),
};
static DEFINE_LAYOUT(tee_open, sizeof(struct tee_ioctl_open_session_arg));
static const struct field tee_invoke_fields[] = {
	UINT(struct tee_ioctl_invoke_arg, func, .flags = FIELD_ASKED),
	HEX(struct tee_ioctl_invoke_arg, session, .flags = FIELD_ASKED),
	UINT(struct tee_ioctl_invoke_arg, cancel_id, .flags = FIELD_ASKED),
	UINT(struct tee_ioctl_invoke_arg, ret, .flags = FIELD_ANSWER),
	NAMES(struct tee_ioctl_invoke_arg, ret_origin, tee_origin, .flags = FIELD_ANSWER),
	UINT(struct tee_ioctl_invoke_arg, num_params, .flags = FIELD_ASKED),
	PARAMS(struct tee_ioctl_invoke_arg),
};
static DEFINE_LAYOUT(tee_invoke, sizeof(struct tee_ioctl_invoke_arg));
static const struct field tee_recv_fields[] = {
	UINT(struct tee_iocl_supp_recv_arg, func, .flags = FIELD_ASKED), UINT(struct tee_iocl_supp_recv_arg, num_params),
	PARAMS(struct tee_iocl_supp_recv_arg),
};
static DEFINE_LAYOUT(tee_recv, sizeof(struct tee_iocl_supp_recv_arg));
static const struct field tee_send_fields[] = {
	UINT(struct tee_iocl_supp_send_arg, ret, .flags = FIELD_ANSWER),
	UINT(struct tee_iocl_supp_send_arg, num_params, .flags = FIELD_ASKED), PARAMS(struct tee_iocl_supp_send_arg),
};
static DEFINE_LAYOUT(tee_send, sizeof(struct tee_iocl_supp_send_arg));

/* @nr_off: where the number of parameters is, which the buffer is as long as. */
static const struct call {
	uint32_t cmd;
	const struct layout *layout;
	size_t nr_off;
} calls[] = {
	{ (uint32_t)TEE_IOC_OPEN_SESSION, &layout_tee_open, offsetof(struct tee_ioctl_open_session_arg, num_params) },
	{ (uint32_t)TEE_IOC_INVOKE, &layout_tee_invoke, offsetof(struct tee_ioctl_invoke_arg, num_params) },
	{ (uint32_t)TEE_IOC_SUPPL_RECV, &layout_tee_recv, offsetof(struct tee_iocl_supp_recv_arg, num_params) },
	{ (uint32_t)TEE_IOC_SUPPL_SEND, &layout_tee_send, offsetof(struct tee_iocl_supp_send_arg, num_params) },
};

static const struct call *call_of(const struct blob *b)
{
	const struct arg *arg = b->owner;
	const uint32_t cmd = (uint32_t)arg->event->rec->args[1];

	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		if (calls[i].cmd == cmd)
			return &calls[i];
	}
	return NULL;
}

/* The buffer of one side; false when there is none that is as long as it says. */
static bool find_buffer(const struct blob *b, const struct call *call, struct blob *ret)
{
	const uint64_t len = layout__get(b->data + offsetof(struct tee_ioctl_buf_data, buf_len), 8);
	struct piece piece;

	if (!b->find || !b->find(b, 0, &piece) || piece.err || piece.len != len || len < call->layout->size ||
	    len != call->layout->size + layout__get(piece.data + call->nr_off, 4) * sizeof(struct tee_ioctl_param))
		return false;
	*ret = (struct blob){ .data = piece.data, .len = piece.len, .at_exit = b->at_exit,
			      .addr = layout__get(b->data + offsetof(struct tee_ioctl_buf_data, buf_ptr), 8) };
	return true;
}

static void say_buffer(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *asked = b->asked ? b->asked : b;
	const struct call *call = b->owner ? call_of(b) : NULL;
	struct blob before, after;

	if (!call || !find_buffer(asked, call, &before)) {
		out__ptr(o, layout__get(asked->data + f->off, 8));
	} else if (!b->asked || !find_buffer(b, call, &after)) {
		layout__say(call->layout, &before, o);
	} else {
		out__begin(o, OUT_CHANGE);
		layout__say(call->layout, &before, o);
		layout__say(call->layout, &after, o);
		out__end(o, OUT_CHANGE);
	}
}
static const struct field tee_buffer_fields[] = {
	UINT(struct tee_ioctl_buf_data, buf_len),
	CUSTOM(struct tee_ioctl_buf_data, buf_ptr, say_buffer, .flags = FIELD_REPLACED),
};
/* What is no address of a program is not looked at: the structure would have to be read again at the exit. */
static const struct follow tee_buffer_follows[] = {
	FOLLOW_(struct tee_ioctl_buf_data, buf_ptr, AUG_CAP_BUF, AUG_AT_ENTER | AUG_AT_EXIT,
		FOLLOW_LEN_(struct tee_ioctl_buf_data, buf_len), .size = CALL_MAX,
		.only_off = offsetof(struct tee_ioctl_buf_data, buf_ptr) + 6, .only = 0),
};
DEFINE_LAYOUT_FOLLOWED(tee_buffer, sizeof(struct tee_ioctl_buf_data), tee_buffer);

static const struct cmd_row tee_rows[] = {
	CMD(TEE_IOC_VERSION, STRUCT_OUT(NULL, tee_version)),
	CMD(TEE_IOC_SHM_ALLOC, REPLIED(tee_shm_alloc)),
	CMD(TEE_IOC_SHM_REGISTER, REPLIED(tee_shm_register)),
	CMD(TEE_IOC_CLOSE_SESSION, STRUCT_IN(NULL, tee_close)),
	CMD(TEE_IOC_CANCEL, STRUCT_IN(NULL, tee_cancel)),
	CMD(TEE_IOC_OPEN_SESSION, ANSWERED(tee_buffer)),
	CMD(TEE_IOC_INVOKE, ANSWERED(tee_buffer)),
	CMD(TEE_IOC_SUPPL_RECV, ANSWERED(tee_buffer)),
	CMD(TEE_IOC_SUPPL_SEND, ANSWERED(tee_buffer)),
};
const struct cmd_rows ioctl_tee = CMD_ROWS(tee);
