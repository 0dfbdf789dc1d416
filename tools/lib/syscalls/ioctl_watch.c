// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_watch.c - what watches programs: events, seccomp, userfaultfd: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/audit.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"

/* Of the kernel's linux/seccomp.h: as it was before 5.9. */
#ifndef SECCOMP_IOCTL_NOTIF_ID_VALID_WRONG_DIR
#define SECCOMP_IOCTL_NOTIF_ID_VALID_WRONG_DIR _IOR('!', 2, uint64_t)
#endif

/* clang-format off */

static const struct symbol perf_ioc_flags_table[] = { SYM(PERF_IOC_FLAG_GROUP) };
static DEFINE_FLAGS(perf_ioc_flags, "PERF_IOC_FLAG_");
static const struct symbol seccomp_notif_flags_table[] = { SYM(SECCOMP_USER_NOTIF_FLAG_CONTINUE) };
static DEFINE_FLAGS(seccomp_notif_flags, "SECCOMP_USER_NOTIF_FLAG_");
static const struct symbol seccomp_addfd_flags_table[] = {
	SYM(SECCOMP_ADDFD_FLAG_SETFD), SYM(SECCOMP_ADDFD_FLAG_SEND),
};
static DEFINE_FLAGS(seccomp_addfd_flags, "SECCOMP_ADDFD_FLAG_");
static const struct symbol uffdio_register_table[] = {
	SYM(UFFDIO_REGISTER_MODE_MISSING), SYM(UFFDIO_REGISTER_MODE_WP), SYM(UFFDIO_REGISTER_MODE_MINOR),
};
static DEFINE_FLAGS(uffdio_register, "UFFDIO_REGISTER_MODE_", .width = 64);
static const struct symbol uffdio_copy_table[] = {
	SYM(UFFDIO_COPY_MODE_DONTWAKE), SYM(UFFDIO_COPY_MODE_WP),
};
static DEFINE_FLAGS(uffdio_copy, "UFFDIO_COPY_MODE_", .unknown = "UFFDIO_COPY_", .width = 64);
static const struct symbol uffdio_zeropage_table[] = { SYM(UFFDIO_ZEROPAGE_MODE_DONTWAKE) };
static DEFINE_FLAGS(uffdio_zeropage, "UFFDIO_ZEROPAGE_MODE_", .unknown = "UFFDIO_ZEROPAGE_", .width = 64);
/* Those of a file, and of a range of it. */
static const struct symbol uffdio_ioctls_table[] = {
	SYM(1<<_UFFDIO_REGISTER), SYM(1<<_UFFDIO_UNREGISTER), SYM_NAMED("1<<_UFFDIO_API", 1ULL << _UFFDIO_API, 0),
};
static DEFINE_FLAGS(uffdio_ioctls, "", .unknown = "UFFDIO_", .width = 64);
static const struct symbol uffdio_range_ioctls_table[] = {
	SYM(1<<_UFFDIO_WAKE), SYM(1<<_UFFDIO_COPY), SYM(1<<_UFFDIO_ZEROPAGE), SYM(1<<_UFFDIO_WRITEPROTECT),
	SYM(1<<_UFFDIO_CONTINUE),
};
static DEFINE_FLAGS(uffdio_range_ioctls, "", .unknown = "UFFDIO_", .width = 64);
static const struct symbol uffdio_features_table[] = {
	SYM(UFFD_FEATURE_PAGEFAULT_FLAG_WP), SYM(UFFD_FEATURE_EVENT_FORK), SYM(UFFD_FEATURE_EVENT_REMAP),
	SYM(UFFD_FEATURE_EVENT_REMOVE), SYM(UFFD_FEATURE_MISSING_HUGETLBFS), SYM(UFFD_FEATURE_MISSING_SHMEM),
	SYM(UFFD_FEATURE_EVENT_UNMAP), SYM(UFFD_FEATURE_SIGBUS), SYM(UFFD_FEATURE_THREAD_ID),
	SYM(UFFD_FEATURE_MINOR_HUGETLBFS), SYM(UFFD_FEATURE_MINOR_SHMEM),
	SYM_NAMED("UFFD_FEATURE_EXACT_ADDRESS", 1 << 11, 0),
	SYM_NAMED("UFFD_FEATURE_WP_HUGETLBFS_SHMEM", 1 << 12, 0),
};
static DEFINE_FLAGS(uffdio_features, "UFFD_FEATURE_", .width = 64);

/* What came after strace 6.1 has no name there. */
static bool is_known_to_strace(uint32_t nr, bool native)
{
	return nr <= 450 && !(native && nr > 334 && nr < 424);
}

/* By its name in the architecture behind it. */
static void say_seccomp_nr(const struct blob *b, const struct field *f, struct out *o)
{
	const uint32_t nr = (uint32_t)layout__get(b->data + f->off, f->size);
	const uint32_t arch = (uint32_t)layout__get(b->data + offsetof(struct seccomp_data, arch), 4);
	const bool native = arch == AUDIT_ARCH_X86_64;
	const struct syscall_desc *desc = NULL;
	struct word w;

	if ((native || arch == AUDIT_ARCH_I386) && nr < AUG_NR_SYSCALLS && (!o->strace || is_known_to_strace(nr, native)))
		desc = syscalls__get(native ? AUG_ABI_NATIVE : AUG_ABI_COMPAT, nr);
	if (desc && native) {
		word__init(&w);
		word__add(&w, o->full_names ? "__NR_" : "");
		word__add(&w, desc->name);
		word__say_constant(&w, o, nr, OUT_DEC);
		return;
	}
	out__uint(o, nr);
	if (desc && o->consts != OUT_CONSTS_RAW)
		out__comment(o, desc->name, strlen(desc->name));
}
static const struct field seccomp_data_fields[] = {
	CUSTOM(struct seccomp_data, nr, say_seccomp_nr), NAMES(struct seccomp_data, arch, audit_arch),
	PTR(struct seccomp_data, instruction_pointer), ARRAY_OF(struct seccomp_data, args, FIELD_HEX),
};
static DEFINE_LAYOUT(seccomp_data, sizeof(struct seccomp_data));
static const struct field seccomp_notif_fields[] = {
	HEX(struct seccomp_notif, id), PID(struct seccomp_notif, pid), HEX(struct seccomp_notif, flags),
	NESTED(struct seccomp_notif, data, seccomp_data),
};
static DEFINE_LAYOUT(seccomp_notif, sizeof(struct seccomp_notif));
/* It is asked with zeros: the kernel takes nothing else. strace tells what there is where it is something else. */
static void decode_seccomp_notif(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	struct blob answer;
	size_t i = 0;

	while (entry && i < entry->len && !entry->data[i])
		i++;
	if (o->strace && entry && i < entry->len) {
		arg_replied_where.decode(arg, o);
	} else if (!exit || exit->err || exit->len < layout_seccomp_notif.size) {
		out__ptr(o, arg->value);
	} else {
		answer = arg__blob(arg, exit);
		layout__say(&layout_seccomp_notif, &answer, o);
	}
}
static const struct arg_type arg_seccomp_notif = {
	.name = "seccomp_notif",
	.decode = decode_seccomp_notif,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
static const struct field seccomp_notif_resp_fields[] = {
	HEX(struct seccomp_notif_resp, id), SINT(struct seccomp_notif_resp, val),
	SAY(struct seccomp_notif_resp, error, errno_status),
	NAMES(struct seccomp_notif_resp, flags, seccomp_notif_flags),
};
static DEFINE_LAYOUT(seccomp_notif_resp, sizeof(struct seccomp_notif_resp));
static const struct field seccomp_notif_addfd_fields[] = {
	HEX(struct seccomp_notif_addfd, id), NAMES(struct seccomp_notif_addfd, flags, seccomp_addfd_flags),
	FD(struct seccomp_notif_addfd, srcfd), SINT(struct seccomp_notif_addfd, newfd),
	NAMES(struct seccomp_notif_addfd, newfd_flags, fd_create_flags),
};
static DEFINE_LAYOUT(seccomp_notif_addfd, sizeof(struct seccomp_notif_addfd));
static const struct field uffdio_range_fields[] = {
	HEX(struct uffdio_range, start), HEX(struct uffdio_range, len),
};
static DEFINE_LAYOUT(uffdio_range, sizeof(struct uffdio_range));
/* Those that are wanted, and those that there are: strace names the member once more. */
static void say_features(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t now = layout__get(b->data + f->off, f->size);
	const uint64_t wanted = b->asked ? layout__get(b->asked->data + f->off, f->size) : now;
	struct word w;

	if (wanted == now) {
		out__symbol(o, &syms_uffdio_features, now);
		return;
	}
	out__begin(o, OUT_CHANGE);
	out__symbol(o, &syms_uffdio_features, wanted);
	if (o->strace) {
		word__init(&w);
		word__add(&w, "features=");
		word__add_symbol(&w, &syms_uffdio_features, now, o);
		word__say(&w, o);
	} else {
		out__symbol(o, &syms_uffdio_features, now);
	}
	out__end(o, OUT_CHANGE);
}
static const struct field uffdio_api_fields[] = {
	HEX(struct uffdio_api, api), CUSTOM(struct uffdio_api, features, say_features, .flags = FIELD_REPLACED),
	NAMES(struct uffdio_api, ioctls, uffdio_ioctls, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(uffdio_api, sizeof(struct uffdio_api));
static const struct field uffdio_register_fields[] = {
	NESTED(struct uffdio_register, range, uffdio_range), NAMES(struct uffdio_register, mode, uffdio_register),
	NAMES(struct uffdio_register, ioctls, uffdio_range_ioctls, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(uffdio_register, sizeof(struct uffdio_register));
static const struct field uffdio_copy_fields[] = {
	HEX(struct uffdio_copy, dst), HEX(struct uffdio_copy, src), HEX(struct uffdio_copy, len),
	NAMES(struct uffdio_copy, mode, uffdio_copy), HEX(struct uffdio_copy, copy, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(uffdio_copy, sizeof(struct uffdio_copy));
static const struct field uffdio_zeropage_fields[] = {
	NESTED(struct uffdio_zeropage, range, uffdio_range), NAMES(struct uffdio_zeropage, mode, uffdio_zeropage),
	HEX(struct uffdio_zeropage, zeropage, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(uffdio_zeropage, sizeof(struct uffdio_zeropage));

/* Numbers of programs, as many as there are; of a call that failed it is not known. */
static void say_prog_ids(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + offsetof(struct perf_event_query_bpf, prog_cnt), 4);
	struct blob ids = *b;

	ids.data += f->off;
	ids.addr += f->off;
	ids.len -= f->off;
	ids.cut = nr > ids.len / layout_uint.size;
	ids.len = ids.cut ? ids.len : nr * layout_uint.size;
	layout__say_array(&layout_uint, &ids, o);
}
static const struct field perf_query_fields[] = {
	UINT(struct perf_event_query_bpf, ids_len),
	UINT(struct perf_event_query_bpf, prog_cnt, .flags = FIELD_ANSWER),
	{ .name = "ids", .off = offsetof(struct perf_event_query_bpf, ids), .kind = FIELD_CUSTOM, .custom = say_prog_ids,
	  .flags = FIELD_ANSWER },
};
static DEFINE_LAYOUT(perf_query, sizeof(struct perf_event_query_bpf));

/* In strace's lines a call that failed has "..." in the place of the answer. */
static void decode_perf_query(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	struct blob asked;

	if (!o->strace || !decode__has_error(arg->event) || !entry || entry->err) {
		arg__say_answered(arg, o);
		return;
	}
	asked = arg__blob(arg, entry);
	asked.cut = true;
	layout__say(&layout_perf_query, &asked, o);
}
/* So many are copied as are shown: their number counts no bytes. */
static const struct arg_type arg_perf_query = {
	.name = "perf_query",
	.decode = decode_perf_query,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.size = 4096,
	.needs_layout = true,
	.has_trailer = true,
};
#define PERF_QUERY { .type = &arg_perf_query, .layout = &layout_perf_query, .len_from = AUG_LEN_FIELD, .len_arg = 1, \
		     .min_len = sizeof(struct perf_event_query_bpf) + LAYOUT_ARRAY_SHOWN * sizeof(uint32_t) }

/* The length in the number is that of a pointer: 32-bit programs have another number. */
#define PERF_CMD(c, ...) CMD(c, __VA_ARGS__), CMD(((c) & ~(8U << _IOC_SIZESHIFT)) | 4U << _IOC_SIZESHIFT, __VA_ARGS__)

static const struct cmd_row watch_rows[] = {
	/* events: numbers, though what these say of themselves is a pointer */
	CMD(PERF_EVENT_IOC_ENABLE, FLAGS(NULL, perf_ioc_flags)),
	CMD(PERF_EVENT_IOC_DISABLE, FLAGS(NULL, perf_ioc_flags)),
	CMD(PERF_EVENT_IOC_RESET, FLAGS(NULL, perf_ioc_flags)),
	CMD(PERF_EVENT_IOC_REFRESH, ARG(NULL, int)),
	CMD(PERF_EVENT_IOC_SET_OUTPUT, ARG(NULL, fd)),
	PERF_CMD(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, SIZE_FIRST_IN(NULL, perf_attr, 4, 64)),
	PERF_CMD(PERF_EVENT_IOC_QUERY_BPF, PERF_QUERY),
	PERF_CMD(PERF_EVENT_IOC_ID, STRUCT_OUT(NULL, u64)),
	CMD(PERF_EVENT_IOC_SET_BPF, ARG(NULL, fd)),
	CMD(PERF_EVENT_IOC_PAUSE_OUTPUT, ARG(NULL, size)),
	CMD(PERF_EVENT_IOC_PERIOD, STRUCT_IN(NULL, u64)),
	PERF_CMD(PERF_EVENT_IOC_SET_FILTER, ARG(NULL, text)),
	CMD(SECCOMP_IOCTL_NOTIF_RECV, { .type = &arg_seccomp_notif, .layout = &layout_seccomp_notif }),
	CMD(SECCOMP_IOCTL_NOTIF_SEND, STRUCT_IN(NULL, seccomp_notif_resp)),
	CMD(SECCOMP_IOCTL_NOTIF_ADDFD, STRUCT_IN(NULL, seccomp_notif_addfd)),
	CMD(SECCOMP_IOCTL_NOTIF_ID_VALID, STRUCT_IN(NULL, hex64)),
	CMD(SECCOMP_IOCTL_NOTIF_ID_VALID_WRONG_DIR, STRUCT_IN(NULL, hex64)),
	CMD(UFFDIO_API, ANSWERED(uffdio_api)),
	CMD(UFFDIO_REGISTER, ANSWERED(uffdio_register)),
	CMD(UFFDIO_COPY, ANSWERED(uffdio_copy)),
	CMD(UFFDIO_ZEROPAGE, ANSWERED(uffdio_zeropage)),
	CMD(UFFDIO_UNREGISTER, STRUCT_IN(NULL, uffdio_range)),
	CMD(UFFDIO_WAKE, STRUCT_IN(NULL, uffdio_range)),
};
const struct cmd_rows ioctl_watch = CMD_ROWS(watch);
