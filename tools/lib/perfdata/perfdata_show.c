// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_show.c - see perfdata_show.h: records. Those with fixed fields are rows of a table, the
 * others have a function each.
 */
#include "perfdata_show.h"

#include <string.h>

#include "perfdata_cursor.h"
#include "perfdata_names.h"
#include "util.h"

/* Elements of an array that are shown; there may be thousands. */
#define ARRAY_SHOWN 128

enum field_kind {
	KIND_U8,
	KIND_U16,
	KIND_U32,
	KIND_S32,
	KIND_U64,
	KIND_X64,   /* in hexadecimal */
	KIND_TEXT,  /* to a NUL or the end */
	KIND_HEX,   /* @arg bytes as digits */
	KIND_REST,  /* what is left, as digits */
	KIND_PAD,   /* @arg bytes that mean nothing */
	KIND_NAME,  /* @arg characters */
	KIND_SYM16, /* by its name in @syms */
};

struct field {
	const char *name;
	uint8_t kind;
	uint8_t arg;
	const struct symbols *syms;
};

/* clang-format off */
#define FIELD(n, k) { .name = #n, .kind = KIND_##k }
#define FIELD_LEN(n, k, len) { .name = #n, .kind = KIND_##k, .arg = (len) }
#define FIELD_SYM(n, k, table) { .name = #n, .kind = KIND_##k, .syms = &(table) }
/* clang-format on */

void perfdata_show__hex(struct out *o, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	struct strbuf text = {};
	size_t i;

	for (i = 0; i < len; i++) {
		strbuf__addc(&text, digits[bytes[i] >> 4]);
		strbuf__addc(&text, digits[bytes[i] & 15]);
	}
	out__word(o, strbuf__cstr(&text), text.len);
	strbuf__free(&text);
}

static void show_text(struct out *o, struct cursor *c, size_t len)
{
	const char *text = (const char *)cursor__take(c, len);

	if (text)
		out__str(o, text, strnlen(text, len), false);
	else
		out__str(o, "", 0, true);
}

static void show_field(struct out *o, struct cursor *c, const struct field *f)
{
	size_t left = cursor__left(c);

	if (f->kind == KIND_PAD) {
		cursor__take(c, f->arg);
		return;
	}
	out__member(o, f->name);
	switch (f->kind) {
	case KIND_U8:
		out__uint(o, cursor__u8(c));
		break;
	case KIND_U16:
		out__uint(o, cursor__u16(c));
		break;
	case KIND_U32:
		out__uint(o, cursor__u32(c));
		break;
	case KIND_S32:
		out__sint(o, (int32_t)cursor__u32(c));
		break;
	case KIND_U64:
		out__uint(o, cursor__u64(c));
		break;
	case KIND_X64:
		out__hex(o, cursor__u64(c));
		break;
	case KIND_TEXT:
		show_text(o, c, left);
		break;
	case KIND_NAME:
		show_text(o, c, f->arg);
		break;
	case KIND_HEX:
	case KIND_REST:
		left = f->kind == KIND_HEX ? MIN(left, (size_t)f->arg) : left;
		perfdata_show__hex(o, c->at, left);
		cursor__take(c, f->kind == KIND_HEX ? f->arg : left);
		break;
	case KIND_SYM16:
		out__symbol(o, f->syms, cursor__u16(c));
		break;
	}
}

static void show_fields(struct out *o, struct cursor *c, const struct field *f)
{
	for (; f->name && !c->cut; f++)
		show_field(o, c, f);
}

/* An array of objects, of the first ARRAY_SHOWN of @nr. */
static void show_objects(struct out *o, struct cursor *c, const char *name, uint64_t nr,
			 const struct field *f)
{
	uint64_t i;

	out__member(o, name);
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr && i < ARRAY_SHOWN && cursor__left(c); i++) {
		out__begin(o, OUT_OBJECT);
		show_fields(o, c, f);
		out__end(o, OUT_OBJECT);
	}
	if (i < nr)
		out__more(o, nr - i);
	out__end(o, OUT_ARRAY);
}

/* clang-format off */

#define PID_TID FIELD(pid, S32), FIELD(tid, S32)
static const struct field mmap_fields[] = {
	PID_TID, FIELD(addr, X64), FIELD(len, X64), FIELD(pgoff, X64), FIELD(filename, TEXT), {}
};
static const struct field lost_fields[] = { FIELD(id, U64), FIELD(lost, U64), {} };
static const struct field comm_fields[] = { PID_TID, FIELD(comm, TEXT), {} };
static const struct field task_fields[] = {
	FIELD(pid, S32), FIELD(ppid, S32), FIELD(tid, S32), FIELD(ptid, S32), FIELD(time, U64), {}
};
static const struct field throttle_fields[] = {
	FIELD(time, U64), FIELD(id, U64), FIELD(stream_id, U64), {}
};
static const struct field read_fields[] = { PID_TID, FIELD(values, REST), {} };
static const struct field aux_fields[] = {
	FIELD(offset, X64), FIELD(size, X64), FIELD(flags, X64), {}
};
static const struct field pid_tid_fields[] = { PID_TID, {} };
static const struct field lost_samples_fields[] = { FIELD(lost, U64), {} };
static const struct field switch_cpu_fields[] = {
	FIELD(next_prev_pid, S32), FIELD(next_prev_tid, S32), {}
};
static const struct field ksymbol_fields[] = {
	FIELD(addr, X64), FIELD(len, U32), FIELD_SYM(ksym_type, SYM16, syms_perfdata_ksym_type),
	FIELD(flags, U16), FIELD(name, TEXT), {}
};
static const struct field bpf_event_fields[] = {
	FIELD_SYM(type, SYM16, syms_perfdata_bpf_event), FIELD(flags, U16), FIELD(id, U32),
	FIELD_LEN(tag, HEX, 8), {}
};
static const struct field cgroup_fields[] = { FIELD(id, U64), FIELD(path, TEXT), {} };
static const struct field text_poke_fields[] = {
	FIELD(addr, X64), FIELD(old_len, U16), FIELD(new_len, U16), FIELD(bytes, REST), {}
};
static const struct field hw_id_fields[] = { FIELD(hw_id, U64), {} };
static const struct field event_type_fields[] = {
	FIELD(event_id, U64), FIELD_LEN(name, NAME, 64), {}
};
static const struct field tracing_data_fields[] = { FIELD(data_size, U32), {} };
static const struct field auxtrace_info_fields[] = {
	FIELD(type, U32), FIELD_LEN(pad, PAD, 4), FIELD(priv, REST), {}
};
static const struct field auxtrace_fields[] = {
	FIELD(data_size, U64), FIELD(offset, X64), FIELD(reference, X64), FIELD(idx, U32),
	FIELD(tid, S32), FIELD(cpu, S32), {}
};
static const struct field auxtrace_error_fields[] = {
	FIELD(type, U32), FIELD(code, U32), FIELD(cpu, S32), PID_TID, FIELD(fmt, U32),
	FIELD(ip, X64), FIELD(time, U64), FIELD_LEN(msg, NAME, 64), {}
};
static const struct field stat_fields[] = {
	FIELD(id, U64), FIELD(cpu, S32), FIELD(thread, S32), FIELD(val, U64), FIELD(enabled, U64),
	FIELD(running, U64), {}
};
static const struct field stat_round_fields[] = { FIELD(type, U64), FIELD(time, U64), {} };
static const struct field time_conv_fields[] = {
	FIELD(time_shift, U64), FIELD(time_mult, U64), FIELD(time_zero, U64), {}
};
static const struct field schedstat_cpu_fields[] = {
	FIELD(timestamp, U64), FIELD(cpu, S32), FIELD(version, U16), FIELD_LEN(pad, PAD, 2),
	FIELD(counts, REST), {}
};
static const struct field schedstat_domain_fields[] = {
	FIELD(timestamp, U64), FIELD(cpu, S32), FIELD(version, U16), FIELD(domain, U16),
	FIELD(counts, REST), {}
};
static const struct field compressed2_fields[] = { FIELD(data_size, U64), {} };

static const struct field map_head[] = {
	PID_TID, FIELD(addr, X64), FIELD(len, X64), FIELD(pgoff, X64), {}
};
static const struct field map_inode[] = {
	FIELD(maj, U32), FIELD(min, U32), FIELD(ino, U64), FIELD(ino_generation, U64), {}
};
static const struct field map_tail[] = {
	FIELD(prot, U32), FIELD(flags, U32), FIELD(filename, TEXT), {}
};

/* clang-format on */

static void show_build_id(struct out *o, const uint8_t *id, uint8_t size)
{
	out__member(o, "build_id");
	perfdata_show__hex(o, id, MIN(size, PERFDATA_BUILD_ID_MAX));
}

static void show_mmap2(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	uint8_t size, id[PERFDATA_BUILD_ID_MAX];

	show_fields(o, c, map_head);
	if (rec->misc & PERFDATA_MISC_MMAP_BUILD_ID) {
		size = cursor__u8(c);
		cursor__take(c, 3);
		cursor__copy(c, id, sizeof(id));
		show_build_id(o, id, size);
	} else {
		show_fields(o, c, map_inode);
	}
	show_fields(o, c, map_tail);
}

static void show_build_id_record(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field head[] = { FIELD(pid, S32), {} };
	static const struct field tail[] = { FIELD(filename, TEXT), {} };
	uint8_t id[PERFDATA_BUILD_ID_MAX], size;

	show_fields(o, c, head);
	cursor__copy(c, id, sizeof(id));
	size = cursor__u8(c);
	cursor__take(c, 3);
	show_build_id(o, id,
		      rec->misc & PERFDATA_MISC_BUILD_ID_SIZE ? size : PERFDATA_BUILD_ID_MAX);
	show_fields(o, c, tail);
}

static void show_namespaces(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field link[] = { FIELD(dev, U64), FIELD(inode, U64), {} };

	(void)rec;
	show_fields(o, c, pid_tid_fields);
	show_objects(o, c, "namespaces", cursor__u64(c), link);
}

static void show_callchain(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field head[] = { FIELD(cookie, X64), {} };
	static const struct field entry[] = { FIELD(ip, X64), {} };

	(void)rec;
	show_fields(o, c, head);
	show_objects(o, c, "callchain", cursor__u64(c), entry);
}

static void show_id_index(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field entry[] = {
		FIELD(id, U64), FIELD(idx, U64), FIELD(cpu, U64), FIELD(tid, U64), {}
	};
	static const struct field guest[] = { FIELD(machine_pid, U64), FIELD(vcpu, U64), {} };
	uint64_t nr = cursor__u64(c);

	(void)rec;
	show_objects(o, c, "entries", nr, entry);
	if (nr <= ARRAY_SHOWN && cursor__left(c))
		show_objects(o, c, "guests", nr, guest);
}

static void show_thread_map(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field thread[] = { FIELD(pid, U64), FIELD_LEN(comm, NAME, 16), {} };

	(void)rec;
	show_objects(o, c, "threads", cursor__u64(c), thread);
}

static void show_cpu_map(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field rest[] = { FIELD(mask, REST), {} };
	static const struct field range[] = {
		FIELD(any_cpu, U8), FIELD_LEN(pad, PAD, 1), FIELD(start, U16), FIELD(end, U16), {}
	};
	const uint16_t type = cursor__u16(c);
	uint16_t nr, i;

	(void)rec;
	out__member(o, "type");
	out__uint(o, type);
	if (type == 2) {
		show_fields(o, c, range);
		return;
	}
	if (type) {
		show_fields(o, c, rest);
		return;
	}
	nr = cursor__u16(c);
	out__member(o, "cpus");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr && cursor__left(c) >= 2; i++)
		out__sint(o, (int16_t)cursor__u16(c));
	out__end(o, OUT_ARRAY);
}

static void show_stat_config(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field entry[] = { FIELD(tag, U64), FIELD(value, U64), {} };

	(void)rec;
	show_objects(o, c, "config", cursor__u64(c), entry);
}

static void show_event_update(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field id[] = { FIELD(id, U64), {} };
	static const struct field text[] = { FIELD(text, TEXT), {} };
	static const struct field rest[] = { FIELD(data, REST), {} };
	uint64_t what = cursor__u64(c), bits;
	double scale;

	(void)rec;
	out__member(o, "type");
	out__symbol(o, &syms_perfdata_update, what);
	show_fields(o, c, id);
	if (what == PERFDATA_UPDATE_UNIT || what == PERFDATA_UPDATE_NAME) {
		show_fields(o, c, text);
	} else if (what == PERFDATA_UPDATE_SCALE) {
		bits = cursor__u64(c);
		memcpy(&scale, &bits, sizeof(scale));
		out__member(o, "scale");
		out__real(o, scale);
	} else {
		show_fields(o, c, rest);
	}
}

static void show_attr_record(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	const uint32_t size = perfdata_attr__size(c->at, cursor__left(c));
	struct perfdata_attr attr = { .raw = (uint8_t *)c->at, .raw_size = size };
	uint64_t nr;

	(void)rec;
	if (!size) {
		c->cut = true;
		return;
	}
	memcpy(&attr.attr, cursor__take(c, size), MIN(size, sizeof(attr.attr)));
	out__member(o, "attr");
	perfdata_show__attr(o, &attr);
	out__member(o, "ids");
	out__begin(o, OUT_ARRAY);
	for (nr = 0; nr < ARRAY_SHOWN && cursor__left(c) >= 8; nr++)
		out__uint(o, cursor__u64(c));
	if (cursor__left(c) >= 8)
		out__more(o, cursor__left(c) / 8);
	out__end(o, OUT_ARRAY);
}

static void show_feature_record(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	const uint64_t id = cursor__u64(c);

	(void)rec;
	out__member(o, "feature");
	out__symbol(o, &syms_perfdata_features, id);
	out__member(o, "value");
	perfdata_show__feature(o, id < PERFDATA_NR_FEATURES ? (unsigned int)id : 0, c->at,
			       cursor__left(c));
}

static void show_bpf_metadata(struct out *o, struct cursor *c, const struct perfdata_record *rec)
{
	static const struct field entry[] = { FIELD_LEN(key, NAME, 64), {} };
	uint64_t nr, i;

	(void)rec;
	out__member(o, "prog_name");
	show_text(o, c, 512);
	nr = cursor__u64(c);
	out__member(o, "metadata");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr && !c->cut && cursor__left(c); i++) {
		out__begin(o, OUT_OBJECT);
		show_fields(o, c, entry);
		out__member(o, "value");
		show_text(o, c, 256);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

/* What a type's body is made of: fields, or a function. */
static const struct {
	const struct field *fields;
	void (*show)(struct out *o, struct cursor *c, const struct perfdata_record *rec);
} bodies[] = {
	[PERF_RECORD_MMAP] = { .fields = mmap_fields },
	[PERF_RECORD_LOST] = { .fields = lost_fields },
	[PERF_RECORD_COMM] = { .fields = comm_fields },
	[PERF_RECORD_EXIT] = { .fields = task_fields },
	[PERF_RECORD_THROTTLE] = { .fields = throttle_fields },
	[PERF_RECORD_UNTHROTTLE] = { .fields = throttle_fields },
	[PERF_RECORD_FORK] = { .fields = task_fields },
	[PERF_RECORD_READ] = { .fields = read_fields },
	[PERF_RECORD_MMAP2] = { .show = show_mmap2 },
	[PERF_RECORD_AUX] = { .fields = aux_fields },
	[PERF_RECORD_ITRACE_START] = { .fields = pid_tid_fields },
	[PERF_RECORD_LOST_SAMPLES] = { .fields = lost_samples_fields },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { .fields = switch_cpu_fields },
	[PERF_RECORD_NAMESPACES] = { .show = show_namespaces },
	[PERF_RECORD_KSYMBOL] = { .fields = ksymbol_fields },
	[PERF_RECORD_BPF_EVENT] = { .fields = bpf_event_fields },
	[PERF_RECORD_CGROUP] = { .fields = cgroup_fields },
	[PERF_RECORD_TEXT_POKE] = { .fields = text_poke_fields },
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = { .fields = hw_id_fields },
	[PERFDATA_CALLCHAIN_DEFERRED] = { .show = show_callchain },
	[PERFDATA_ATTR] = { .show = show_attr_record },
	[PERFDATA_EVENT_TYPE] = { .fields = event_type_fields },
	[PERFDATA_TRACING_DATA] = { .fields = tracing_data_fields },
	[PERFDATA_BUILD_ID] = { .show = show_build_id_record },
	[PERFDATA_ID_INDEX] = { .show = show_id_index },
	[PERFDATA_AUXTRACE_INFO] = { .fields = auxtrace_info_fields },
	[PERFDATA_AUXTRACE] = { .fields = auxtrace_fields },
	[PERFDATA_AUXTRACE_ERROR] = { .fields = auxtrace_error_fields },
	[PERFDATA_THREAD_MAP] = { .show = show_thread_map },
	[PERFDATA_CPU_MAP] = { .show = show_cpu_map },
	[PERFDATA_STAT_CONFIG] = { .show = show_stat_config },
	[PERFDATA_STAT] = { .fields = stat_fields },
	[PERFDATA_STAT_ROUND] = { .fields = stat_round_fields },
	[PERFDATA_EVENT_UPDATE] = { .show = show_event_update },
	[PERFDATA_TIME_CONV] = { .fields = time_conv_fields },
	[PERFDATA_FEATURE] = { .show = show_feature_record },
	[PERFDATA_COMPRESSED2] = { .fields = compressed2_fields },
	[PERFDATA_BPF_METADATA] = { .show = show_bpf_metadata },
	[PERFDATA_SCHEDSTAT_CPU] = { .fields = schedstat_cpu_fields },
	[PERFDATA_SCHEDSTAT_DOMAIN] = { .fields = schedstat_domain_fields },
};

static void show_body(struct out *o, struct perfdata_evlist *evlist,
		      const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	const struct perfdata_attr *attr;

	if (rec->type >= ARRAY_SIZE(bodies))
		return;
	cursor__take(&c, sizeof(struct perf_event_header));
	if (perfdata_show__has_sample_id(evlist, rec)) {
		attr = perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
		c.end -= MIN(attr->trailer_size, cursor__left(&c));
	}
	if (bodies[rec->type].fields)
		show_fields(o, &c, bodies[rec->type].fields);
	else if (bodies[rec->type].show)
		bodies[rec->type].show(o, &c, rec);
	if (c.cut) {
		out__member(o, "damaged");
		out__bool(o, true);
	}
}

void perfdata_show__record(struct out *o, struct perfdata_evlist *evlist,
			   const struct perfdata_record *rec)
{
	out__begin(o, OUT_OBJECT);
	if (rec->type == PERF_RECORD_SAMPLE)
		perfdata_show__sample(o, evlist, rec);
	else
		show_body(o, evlist, rec);
	out__end(o, OUT_OBJECT);
}

bool perfdata_show__has_sample_id(struct perfdata_evlist *evlist, const struct perfdata_record *rec)
{
	const struct perfdata_attr *attr;

	if (rec->type == PERF_RECORD_SAMPLE ||
	    (rec->type >= PERFDATA_KERNEL_RECORDS && rec->type != PERFDATA_BPF_METADATA))
		return false;
	attr = perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
	return attr && attr->trailer_size &&
	       rec->size >= sizeof(struct perf_event_header) + attr->trailer_size;
}
