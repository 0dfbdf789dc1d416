// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_parts.c - see bpf_parts.h. */
#include "bpf_parts.h"

#include <errno.h>
#include <linux/filter.h>
#include <stdlib.h>

#include "perfdata_cursor.h"
#include "strbuf.h"
#include "util.h"

/* A stream larger than this cannot be: more than the kernel's largest program has. */
#define STREAM_MAX (256UL << 20)

/* Modes that the kernel makes of BPF_MEM: loads that may fault, and what accesses an arena. */
#define MODE_PROBE_MEM 0x20
#define MODE_PROBE_MEM32 0xa0
/* Operations that the kernel makes of BPF_CALL. */
#define OP_CALL_ARGS 0xe0
#define OP_TAIL_CALL 0xf0

/** struct stream - what came of a CPU's latest stream. @next: the part that is missing next. */
struct stream {
	struct strbuf bytes;
	uint64_t id;
	uint32_t next;
	uint32_t flags;
	uint64_t time_ns;
};

struct bpf_parts {
	bool swaps_calls;
	unsigned int nr;
	struct stream streams[];
};

struct bpf_parts *bpf_parts__new(unsigned int nr_cpus)
{
	struct bpf_parts *parts = calloc(1, sizeof(*parts) + nr_cpus * sizeof(struct stream));

	if (parts)
		parts->nr = nr_cpus;
	return parts;
}

void bpf_parts__free(struct bpf_parts *parts)
{
	unsigned int i;

	for (i = 0; parts && i < parts->nr; i++)
		strbuf__free(&parts->streams[i].bytes);
	free(parts);
}

void bpf_parts__swap_calls(struct bpf_parts *parts)
{
	parts->swaps_calls = true;
}

/* ---- sections ---- */

/** struct sections - views into a stream. @funcs: CAP_FUNC sections, the other by their kind. */
struct sections {
	struct cursor by_kind[CAP_BTF + 1];
	struct cursor funcs[CAP_FUNCS_MAX];
	uint32_t nr_funcs;
};

static int find_sections(struct cursor c, struct sections *s)
{
	struct cap_section head;
	const uint8_t *at;

	while (cursor__left(&c)) {
		cursor__copy(&c, &head, sizeof(head));
		at = cursor__take(&c, head.len);
		if (c.cut)
			return -EINVAL;
		cursor__take(&c, -head.len & 7);
		if (head.kind == CAP_FUNC) {
			if (s->nr_funcs == CAP_FUNCS_MAX)
				return -EINVAL;
			s->funcs[s->nr_funcs++] = cursor__of(at, head.len);
		} else if (head.kind && head.kind <= CAP_BTF) {
			s->by_kind[head.kind] = cursor__of(at, head.len);
		}
	}
	return c.cut ? -EINVAL : 0;
}

/* ---- instructions ---- */

static uint32_t nr_maps(const struct sections *s)
{
	return (uint32_t)MIN(cursor__left(&s->by_kind[CAP_MAPS]) / sizeof(struct cap_map),
			     CAP_MAPS_MAX);
}

static struct cap_map load_map(const struct sections *s, uint32_t idx)
{
	struct cap_map map;

	memcpy(&map, s->by_kind[CAP_MAPS].at + idx * sizeof(map), sizeof(map));
	return map;
}

/* What the kernel says instead of a map's address. */
static void name_map(struct bpf_insn *insn, const struct sections *s)
{
	const uint64_t addr = (uint32_t)insn[0].imm | (uint64_t)(uint32_t)insn[1].imm << 32;
	struct cap_map map;
	uint32_t i;

	for (i = 0; i < nr_maps(s); i++) {
		map = load_map(s, i);
		if (map.addr == addr) {
			insn[0].src_reg = BPF_PSEUDO_MAP_FD;
			insn[0].imm = (int32_t)map.id;
			insn[1].imm = 0;
			return;
		}
		if (map.value && addr - map.value < ((map.value_size + 7ULL) & ~7ULL)) {
			insn[0].src_reg = BPF_PSEUDO_MAP_VALUE;
			insn[0].imm = (int32_t)map.id;
			insn[1].imm = (int32_t)(addr - map.value);
			return;
		}
	}
}

static void restore_mode(struct bpf_insn *insn)
{
	const uint8_t class = BPF_CLASS(insn->code), mode = BPF_MODE(insn->code);
	const bool is_arena = mode == MODE_PROBE_MEM32 &&
			      (class == BPF_LDX || class == BPF_STX || class == BPF_ST);

	if (is_arena || (mode == MODE_PROBE_MEM && class == BPF_LDX))
		insn->code = class | BPF_SIZE(insn->code) | BPF_MEM;
}

static void swap_call(struct bpf_insn *insn)
{
	const int32_t imm = insn->imm;

	insn->imm = insn->off;
	insn->off = (int16_t)imm;
}

/*
 * Instructions as bpf(2) gives them to who may see all of them: what the kernel made of them for
 * itself is undone.
 */
static void restore_insns(uint8_t *bytes, size_t len, const struct sections *s, bool swaps_calls)
{
	struct bpf_insn insn[2];
	size_t at;

	for (at = 0; at + sizeof(insn[0]) <= len; at += sizeof(insn[0])) {
		memcpy(&insn[0], bytes + at, sizeof(insn[0]));
		if (insn[0].code == (BPF_JMP | OP_TAIL_CALL)) {
			insn[0].code = BPF_JMP | BPF_CALL;
			insn[0].imm = BPF_FUNC_tail_call;
		} else if (insn[0].code == (BPF_JMP | OP_CALL_ARGS)) {
			insn[0].code = BPF_JMP | BPF_CALL;
		} else if (swaps_calls && insn[0].code == (BPF_JMP | BPF_CALL) &&
			   insn[0].src_reg == BPF_PSEUDO_CALL) {
			swap_call(&insn[0]);
		} else if (insn[0].code == (BPF_LD | BPF_IMM | BPF_DW) &&
			   at + sizeof(insn) <= len) {
			memcpy(insn, bytes + at, sizeof(insn));
			name_map(insn, s);
			memcpy(bytes + at + sizeof(insn[0]), &insn[1], sizeof(insn[1]));
		} else {
			restore_mode(insn);
		}
		memcpy(bytes + at, &insn[0], sizeof(insn[0]));
	}
}

/* ---- the program ---- */

/** struct pieces - arrays that are put together. */
struct pieces {
	uint64_t addrs[CAP_FUNCS_MAX];
	uint32_t lens[CAP_FUNCS_MAX];
	uint8_t tags[CAP_FUNCS_MAX][8];
	uint32_t map_ids[CAP_MAPS_MAX];
	struct strbuf code;
};

static void join_funcs(const struct sections *s, struct pieces *p)
{
	struct cap_func func;
	struct cursor c;
	uint32_t i;

	for (i = 0; i < s->nr_funcs; i++) {
		c = s->funcs[i];
		cursor__copy(&c, &func, sizeof(func));
		p->addrs[i] = func.addr;
		p->lens[i] = (uint32_t)cursor__left(&c);
		memcpy(p->tags[i], func.tag, sizeof(func.tag));
		strbuf__add(&p->code, (const char *)c.at, cursor__left(&c));
	}
	for (i = 0; i < nr_maps(s); i++)
		p->map_ids[i] = load_map(s, i).id;
}

static struct bpf_prog_elems elems_of(const struct cursor *c, uint32_t elem_size)
{
	return (struct bpf_prog_elems){ .at = cursor__left(c) >= elem_size ? c->at : NULL,
					.nr = (uint32_t)(cursor__left(c) / elem_size),
					.elem_size = elem_size };
}

static struct bpf_prog_elems elems_at(const void *at, uint32_t nr, uint32_t elem_size)
{
	return (struct bpf_prog_elems){ .at = nr ? at : NULL, .nr = nr, .elem_size = elem_size };
}

static void set_info(struct bpf_prog_info *info, const struct cap_prog *prog,
		     const struct bpf_prog_elems *arrays)
{
	/* Field by field: clang leaves the bytes that pad a literal as they were, and these go into files. */
	memset(info, 0, sizeof(*info));
	info->type = prog->type;
	info->id = prog->id;
	info->load_time = prog->load_time;
	info->created_by_uid = prog->uid;
	info->gpl_compatible = prog->gpl_compatible & 1;
	info->btf_id = prog->btf_id;
	info->attach_btf_obj_id = prog->attach_btf_obj_id;
	info->attach_btf_id = prog->attach_btf_id;
	info->verified_insns = prog->verified_insns;
	info->jited_prog_len = arrays[BPF_ARRAY_JITED_INSNS].nr;
	info->xlated_prog_len = arrays[BPF_ARRAY_XLATED_INSNS].nr;
	info->nr_map_ids = arrays[BPF_ARRAY_MAP_IDS].nr;
	info->nr_jited_ksyms = arrays[BPF_ARRAY_JITED_KSYMS].nr;
	info->nr_jited_func_lens = arrays[BPF_ARRAY_JITED_FUNC_LENS].nr;
	info->nr_func_info = arrays[BPF_ARRAY_FUNC_INFO].nr;
	info->nr_line_info = arrays[BPF_ARRAY_LINE_INFO].nr;
	info->nr_jited_line_info = arrays[BPF_ARRAY_JITED_LINE_INFO].nr;
	info->nr_prog_tags = arrays[BPF_ARRAY_PROG_TAGS].nr;
	info->func_info_rec_size = arrays[BPF_ARRAY_FUNC_INFO].elem_size;
	info->line_info_rec_size = arrays[BPF_ARRAY_LINE_INFO].elem_size;
	info->jited_line_info_rec_size = arrays[BPF_ARRAY_JITED_LINE_INFO].elem_size;
	memcpy(info->tag, prog->tag, sizeof(info->tag));
	memcpy(info->name, prog->name, sizeof(info->name));
}

static int make_copy(const struct bpf_parts *parts, const struct sections *s,
		     const struct cap_prog *prog, struct bpf_prog_copy *ret_copy)
{
	const struct cursor *xlated = &s->by_kind[CAP_XLATED];
	struct pieces *p __cleanup_free = calloc(1, sizeof(*p));
	uint8_t *insns __cleanup_free = malloc(cursor__left(xlated) + 1);
	struct bpf_prog_info info;
	int err;

	if (!p || !insns)
		return -ENOMEM;
	join_funcs(s, p);
	if (cursor__left(xlated))
		memcpy(insns, xlated->at, cursor__left(xlated));
	restore_insns(insns, cursor__left(xlated), s, parts->swaps_calls);
	const struct bpf_prog_elems arrays[NR_BPF_ARRAYS] = {
		[BPF_ARRAY_JITED_INSNS] = elems_at(p->code.text, (uint32_t)p->code.len, 1),
		[BPF_ARRAY_XLATED_INSNS] = elems_at(insns, (uint32_t)cursor__left(xlated), 1),
		[BPF_ARRAY_MAP_IDS] = elems_at(p->map_ids, nr_maps(s), 4),
		[BPF_ARRAY_JITED_KSYMS] = elems_at(p->addrs, s->nr_funcs, 8),
		[BPF_ARRAY_JITED_FUNC_LENS] = elems_at(p->lens, s->nr_funcs, 4),
		[BPF_ARRAY_FUNC_INFO] = elems_of(&s->by_kind[CAP_FUNC_INFO], 8),
		[BPF_ARRAY_LINE_INFO] = elems_of(&s->by_kind[CAP_LINE_INFO], 16),
		[BPF_ARRAY_JITED_LINE_INFO] = elems_of(&s->by_kind[CAP_JITED_LINE_INFO], 8),
		[BPF_ARRAY_PROG_TAGS] = elems_at(p->tags, s->nr_funcs, 8),
	};
	set_info(&info, prog, arrays);
	err = strbuf__error(&p->code);
	if (!err)
		err = bpf_prog_copy__set(ret_copy, &info, arrays);
	strbuf__free(&p->code);
	return err;
}

static int make_captured(const struct bpf_parts *parts, const struct stream *stream,
			 struct bpf_captured *ret)
{
	struct cursor c = cursor__of(stream->bytes.text, stream->bytes.len);
	struct bpf_captured captured = { .flags = stream->flags, .time_ns = stream->time_ns };
	struct sections *s __cleanup_free = calloc(1, sizeof(*s));
	int err;

	if (!s)
		return -ENOMEM;
	cursor__copy(&c, &captured.prog, sizeof(captured.prog));
	if (c.cut)
		return -EINVAL;
	if (!(captured.flags & (CAP_TOO_LARGE | CAP_UNLOAD | CAP_DAMAGED))) {
		err = find_sections(c, s);
		if (!err)
			err = make_copy(parts, s, &captured.prog, &captured.copy);
		if (err)
			return err;
		captured.btf = s->by_kind[CAP_BTF].at;
		captured.btf_len = cursor__left(&s->by_kind[CAP_BTF]);
	}
	*ret = captured;
	return 1;
}

/* ---- parts ---- */

int bpf_parts__add(struct bpf_parts *parts, const void *record, size_t size,
		   struct bpf_captured *ret_captured)
{
	struct cursor c = cursor__of(record, size);
	struct cap_part part;
	struct stream *s;

	cursor__copy(&c, &part, sizeof(part));
	if (c.cut || part.cpu >= parts->nr || part.len > cursor__left(&c))
		return -EINVAL;
	s = &parts->streams[part.cpu];
	if (!part.part) {
		strbuf__reset(&s->bytes);
		*s = (struct stream){ .bytes = s->bytes,
				      .id = part.stream,
				      .time_ns = part.time_ns };
	}
	if (part.stream != s->id || part.part != s->next || s->bytes.len > STREAM_MAX) {
		/* The parts behind this one are no good either. */
		s->next = UINT32_MAX;
		return -EINVAL;
	}
	strbuf__add(&s->bytes, (const char *)c.at, part.len);
	s->flags |= part.flags;
	s->next++;
	if (strbuf__error(&s->bytes))
		return -ENOMEM;
	return part.flags & CAP_LAST ? make_captured(parts, s, ret_captured) : 0;
}
