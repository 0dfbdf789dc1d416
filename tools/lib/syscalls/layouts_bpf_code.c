// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_bpf_code.c - instructions of BPF programs: classic ones of seccomp and of sockets, and those of bpf(2). */
#include "layouts.h"

#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

#include "decode_word.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- codes: include/uapi/linux/bpf_common.h and bpf.h ---- */

/* Of bpf(2) the last two classes, and some modes, are others than the classic ones. */
#define CODE_CLASSES \
	SYM_NAMED("BPF_LD", 0, 0), SYM_NAMED("BPF_LDX", 1, 0), SYM_NAMED("BPF_ST", 2, 0), SYM_NAMED("BPF_STX", 3, 0), \
	SYM_NAMED("BPF_ALU", 4, 0), SYM_NAMED("BPF_JMP", 5, 0)
static const struct symbol code_class_table[] = {
	CODE_CLASSES, SYM_NAMED("BPF_RET", 6, 0), SYM_NAMED("BPF_MISC", 7, 0),
};
static DEFINE_ENUM(code_class, "BPF_");
static const struct symbol code_class_new_table[] = {
	CODE_CLASSES, SYM_NAMED("BPF_JMP32", 6, 0), SYM_NAMED("BPF_ALU64", 7, 0),
};
static DEFINE_ENUM(code_class_new, "BPF_");

static const struct symbol code_size_table[] = {
	SYM_NAMED("BPF_W", 0, 0), SYM_NAMED("BPF_H", 0x8, 0), SYM_NAMED("BPF_B", 0x10, 0), SYM_NAMED("BPF_DW", 0x18, 0),
};
static DEFINE_ENUM(code_size, "BPF_");

#define CODE_MODES \
	SYM_NAMED("BPF_IMM", 0, 0), SYM_NAMED("BPF_ABS", 0x20, 0), SYM_NAMED("BPF_IND", 0x40, 0), \
	SYM_NAMED("BPF_MEM", 0x60, 0), SYM_NAMED("BPF_XADD", 0xc0, 0)
static const struct symbol code_mode_table[] = {
	CODE_MODES, SYM_NAMED("BPF_LEN", 0x80, 0), SYM_NAMED("BPF_MSH", 0xa0, 0),
};
static DEFINE_ENUM(code_mode, "BPF_");
static const struct symbol code_mode_new_table[] = { CODE_MODES };
static DEFINE_ENUM(code_mode_new, "BPF_");

static const struct symbol code_source_table[] = {
	SYM_NAMED("BPF_K", 0, 0), SYM_NAMED("BPF_X", 0x8, 0), SYM_NAMED("BPF_A", 0x10, 0),
};
static DEFINE_ENUM(code_source, "BPF_");

static const struct symbol code_alu_table[] = {
	SYM_NAMED("BPF_ADD", 0, 0), SYM_NAMED("BPF_SUB", 0x10, 0), SYM_NAMED("BPF_MUL", 0x20, 0),
	SYM_NAMED("BPF_DIV", 0x30, 0), SYM_NAMED("BPF_OR", 0x40, 0), SYM_NAMED("BPF_AND", 0x50, 0),
	SYM_NAMED("BPF_LSH", 0x60, 0), SYM_NAMED("BPF_RSH", 0x70, 0), SYM_NAMED("BPF_NEG", 0x80, 0),
	SYM_NAMED("BPF_MOD", 0x90, 0), SYM_NAMED("BPF_XOR", 0xa0, 0), SYM_NAMED("BPF_MOV", 0xb0, 0),
	SYM_NAMED("BPF_ARSH", 0xc0, 0), SYM_NAMED("BPF_END", 0xd0, 0),
};
static DEFINE_ENUM(code_alu, "BPF_");

static const struct symbol code_jump_table[] = {
	SYM_NAMED("BPF_JA", 0, 0), SYM_NAMED("BPF_JEQ", 0x10, 0), SYM_NAMED("BPF_JGT", 0x20, 0),
	SYM_NAMED("BPF_JGE", 0x30, 0), SYM_NAMED("BPF_JSET", 0x40, 0), SYM_NAMED("BPF_JNE", 0x50, 0),
	SYM_NAMED("BPF_JSGT", 0x60, 0), SYM_NAMED("BPF_JSGE", 0x70, 0), SYM_NAMED("BPF_CALL", 0x80, 0),
	SYM_NAMED("BPF_EXIT", 0x90, 0), SYM_NAMED("BPF_JLT", 0xa0, 0), SYM_NAMED("BPF_JLE", 0xb0, 0),
	SYM_NAMED("BPF_JSLT", 0xc0, 0), SYM_NAMED("BPF_JSLE", 0xd0, 0),
};
static DEFINE_ENUM(code_jump, "BPF_");

static const struct symbol code_misc_table[] = { SYM_NAMED("BPF_TAX", 0, 0), SYM_NAMED("BPF_TXA", 0x80, 0) };
static DEFINE_ENUM(code_misc, "BPF_");

/* ---- what else than its bytes a packet has for a program of a socket: include/uapi/linux/filter.h ---- */

static const struct symbol skf_off_table[] = {
	SYM_NAMED("SKF_AD_OFF", (uint32_t)SKF_AD_OFF, 0), SYM_NAMED("SKF_NET_OFF", (uint32_t)SKF_NET_OFF, 0),
	SYM_NAMED("SKF_LL_OFF", (uint32_t)SKF_LL_OFF, 0),
};
static DEFINE_ENUM(skf_off, "SKF_");
static const struct symbol skf_ad_table[] = {
	SYM(SKF_AD_PROTOCOL), SYM(SKF_AD_PKTTYPE), SYM(SKF_AD_IFINDEX), SYM(SKF_AD_NLATTR), SYM(SKF_AD_NLATTR_NEST),
	SYM(SKF_AD_MARK), SYM(SKF_AD_QUEUE), SYM(SKF_AD_HATYPE), SYM(SKF_AD_RXHASH), SYM(SKF_AD_CPU),
	SYM(SKF_AD_ALU_XOR_X), SYM(SKF_AD_VLAN_TAG), SYM(SKF_AD_VLAN_TAG_PRESENT), SYM(SKF_AD_PAY_OFFSET),
	SYM(SKF_AD_RANDOM), SYM(SKF_AD_VLAN_TPID),
};
static DEFINE_ENUM(skf_ad, "SKF_AD_");

static const struct symbol bpf_reg_table[] = {
	SYM(BPF_REG_0), SYM(BPF_REG_1), SYM(BPF_REG_2), SYM(BPF_REG_3), SYM(BPF_REG_4), SYM(BPF_REG_5), SYM(BPF_REG_6),
	SYM(BPF_REG_7), SYM(BPF_REG_8), SYM(BPF_REG_9), SYM(BPF_REG_10),
};
static DEFINE_ENUM(bpf_reg, "BPF_REG_");

/* clang-format on */

static void add_part(struct word *w, const struct symbols *syms, unsigned int value,
		     const struct out *o)
{
	word__add(w, "|");
	word__add_symbol(w, syms, value, o);
}

/* Bits that mean nothing there. */
static void add_rest(struct word *w, unsigned int bits)
{
	if (!bits)
		return;
	word__add(w, "|");
	word__add_hex(w, bits);
	word__add(w, " /* BPF_??? */");
}

static void add_operation(struct word *w, const struct symbols *syms, unsigned int code,
			  const struct out *o)
{
	add_part(w, &syms_code_source, BPF_SRC(code), o);
	add_part(w, syms, BPF_OP(code), o);
}

static void add_access(struct word *w, const struct symbols *modes, unsigned int code,
		       const struct out *o)
{
	add_part(w, &syms_code_size, BPF_SIZE(code), o);
	add_part(w, modes, BPF_MODE(code), o);
}

static void add_code(struct word *w, unsigned int code, const struct out *o)
{
	const unsigned int class = BPF_CLASS(code);

	word__add_symbol(w, &syms_code_class, class, o);
	switch (class) {
	case BPF_LD:
	case BPF_LDX:
		add_access(w, &syms_code_mode, code, o);
		break;
	case BPF_ST:
	case BPF_STX:
		add_rest(w, code & ~class);
		break;
	case BPF_ALU:
	case BPF_JMP:
		add_operation(w, class == BPF_ALU ? &syms_code_alu : &syms_code_jump, code, o);
		break;
	case BPF_RET:
		add_part(w, &syms_code_source, BPF_RVAL(code), o);
		add_rest(w, code & ~(0x18U | class));
		break;
	case BPF_MISC:
		add_part(w, &syms_code_misc, BPF_MISCOP(code), o);
		add_rest(w, code & ~(0xf8U | class));
		break;
	}
}

/* The same of bpf(2). As in strace 6.1, which does not know what there is to a BPF_JMP32. */
static void add_new_code(struct word *w, unsigned int code, const struct out *o)
{
	const unsigned int class = BPF_CLASS(code);

	word__add_symbol(w, &syms_code_class_new, class, o);
	switch (class) {
	case BPF_ALU:
	case BPF_ALU64:
		add_operation(w, &syms_code_alu, code, o);
		break;
	case BPF_JMP:
		add_operation(w, &syms_code_jump, code, o);
		break;
	case BPF_JMP32:
		if (o->strace)
			add_rest(w, code & ~class);
		else
			add_operation(w, &syms_code_jump, code, o);
		break;
	default:
		add_access(w, &syms_code_mode_new, code, o);
	}
}

/* What a program of seccomp returns: an action and data. */
static void add_action(struct word *w, uint32_t k, const struct out *o)
{
	word__add_symbol(w, &syms_seccomp_action, k & SECCOMP_RET_ACTION_FULL, o);
	if (k & SECCOMP_RET_DATA) {
		word__add(w, "|");
		word__add_hex(w, k & SECCOMP_RET_DATA);
	}
}

/* clang-format off */
static const struct field sock_filter_fields[] = {
	HEX(struct sock_filter, code),
	UINT(struct sock_filter, jt),
	UINT(struct sock_filter, jf),
	HEX(struct sock_filter, k),
};
static DEFINE_LAYOUT(sock_filter, sizeof(struct sock_filter));
/* clang-format on */

/* The number in a statement: of a seccomp program what it returns, of a socket's where it reads. */
typedef void (*add_number_fn)(struct word *w, const struct sock_filter *insn, const struct out *o);

static void add_seccomp_number(struct word *w, const struct sock_filter *insn, const struct out *o)
{
	if (BPF_CLASS(insn->code) == BPF_RET)
		add_action(w, insn->k, o);
	else
		word__add_hex(w, insn->k);
}

static void add_socket_number(struct word *w, const struct sock_filter *insn, const struct out *o)
{
	static const uint32_t offs[] = { (uint32_t)SKF_AD_OFF, (uint32_t)SKF_NET_OFF,
					 (uint32_t)SKF_LL_OFF };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(offs) && insn->k < offs[i]; i++)
		;
	if (i == ARRAY_SIZE(offs) || BPF_CLASS(insn->code) != BPF_LD ||
	    BPF_MODE(insn->code) != BPF_ABS) {
		word__add_hex(w, insn->k);
		return;
	}
	word__add_symbol(w, &syms_skf_off, offs[i], o);
	word__add(w, "+");
	if (offs[i] == (uint32_t)SKF_AD_OFF)
		word__add_symbol(w, &syms_skf_ad, insn->k - offs[i], o);
	else
		word__add_dec(w, insn->k - offs[i]);
}

static void say_insn(const struct blob *b, struct out *o, add_number_fn add_number)
{
	struct sock_filter insn;
	struct word w;

	if (o->typed) {
		layout__say(&layout_sock_filter, b, o);
		return;
	}
	memcpy(&insn, b->data, sizeof(insn));
	word__init(&w);
	word__add(&w, insn.jt || insn.jf ? "BPF_JUMP(" : "BPF_STMT(");
	add_code(&w, insn.code, o);
	word__add(&w, ", ");
	if (insn.jt || insn.jf) {
		word__add_hex(&w, insn.k);
		word__add(&w, ", ");
		word__add_hex(&w, insn.jt);
		word__add(&w, ", ");
		word__add_hex(&w, insn.jf);
	} else {
		add_number(&w, &insn, o);
	}
	word__add(&w, ")");
	word__say(&w, o);
}

static void say_seccomp_insn(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_insn(b, o, add_seccomp_number);
}

static void say_socket_insn(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_insn(b, o, add_socket_number);
}

void say_bpf_code(const struct layout *l, const struct blob *b, const struct field *f,
		  struct out *o)
{
	if ((!o->verbose && !o->typed) || !layout__say_followed(l, b, 0, o))
		out__ptr(o, layout__get(b->data + f->off, f->size));
}

/* clang-format off */

static const struct field seccomp_insn_fields[] = {
	{ .size = sizeof(struct sock_filter), .kind = FIELD_CUSTOM, .custom = say_seccomp_insn },
};
DEFINE_LAYOUT_BARE(seccomp_insn, sizeof(struct sock_filter));
static const struct field socket_insn_fields[] = {
	{ .size = sizeof(struct sock_filter), .kind = FIELD_CUSTOM, .custom = say_socket_insn },
};
DEFINE_LAYOUT_BARE(socket_insn, sizeof(struct sock_filter));

/* ---- programs: struct sock_fprog; the instructions are copied ---- */

#define DEFINE_FPROG(id, insn) \
	static void say_##id(const struct blob *b, const struct field *f, struct out *o) \
	{ \
		say_bpf_code(f->size == 4 ? &layout_##id##32 : &layout_##id, b, f, o); \
	} \
	static const struct field id##_fields[] = { \
		UINT(struct sock_fprog, len), \
		CUSTOM(struct sock_fprog, filter, say_##id), \
	}; \
	static const struct follow id##_follows[] = { \
		FOLLOW_(struct sock_fprog, filter, AUG_CAP_BUF, AUG_AT_ENTER, \
			FOLLOW_LEN_(struct sock_fprog, len), .layout = &layout_##insn, .size = BPF_CODE_MAX), \
	}; \
	DEFINE_LAYOUT_FOLLOWED(id, sizeof(struct sock_fprog), id##32); \
	static const struct field id##32_fields[] = { \
		{ .name = "len", .off = 0, .size = 2, .kind = FIELD_UINT }, \
		{ .name = "filter", .off = 4, .size = 4, .kind = FIELD_CUSTOM, .custom = say_##id }, \
	}; \
	static const struct follow id##32_follows[] = { \
		{ .off = 4, .ptr_size = 4, .len_off = 0, .len_size = 2, .kind = AUG_CAP_BUF, \
		  .when = AUG_AT_ENTER, .layout = &layout_##insn, .size = BPF_CODE_MAX }, \
	}; \
	DEFINE_LAYOUT_FOLLOWED(id##32, 8, id##32)

DEFINE_FPROG(seccomp_fprog, seccomp_insn);
DEFINE_FPROG(socket_fprog, socket_insn);

/* ---- programs of bpf(2) ---- */

static void say_new_code(const struct blob *b, const struct field *f, struct out *o)
{
	const unsigned int code = b->data[f->off];
	struct word w;

	word__init(&w);
	add_new_code(&w, code, o);
	word__say_spelled(&w, o, code);
}

static void say_dst_reg(const struct blob *b, const struct field *f, struct out *o)
{
	out__symbol(o, &syms_bpf_reg, b->data[f->off] & 0xf);
}

static void say_src_reg(const struct blob *b, const struct field *f, struct out *o)
{
	out__symbol(o, &syms_bpf_reg, b->data[f->off] >> 4);
}

static const struct field bpf_insn_fields[] = {
	CUSTOM(struct bpf_insn, code, say_new_code),
	{ .name = "dst_reg", .off = 1, .size = 1, .kind = FIELD_CUSTOM, .custom = say_dst_reg },
	{ .name = "src_reg", .off = 1, .size = 1, .kind = FIELD_CUSTOM, .custom = say_src_reg },
	SINT(struct bpf_insn, off),
	HEX(struct bpf_insn, imm),
};
DEFINE_LAYOUT(bpf_insn, sizeof(struct bpf_insn));
