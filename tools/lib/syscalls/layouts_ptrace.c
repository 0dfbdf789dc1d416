// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_ptrace.c - structures of ptrace: registers, as x86-64 and i386 programs get them. */
#include "layouts.h"

#include <linux/ptrace.h>
#include <stddef.h>
#include <sys/user.h>

#include "symbols_tables.h"

/* clang-format off */

static const struct field word32_fields[] = { NUMBER(uint32_t, FIELD_HEX) };
DEFINE_LAYOUT(word32, 4);
static const struct field word_fields[] = { NUMBER(uint64_t, FIELD_HEX) };
DEFINE_LAYOUT_COMPAT(word, 8, word32);

#define REG(r) HEX(struct user_regs_struct, r)
static const struct field user_regs_fields[] = {
	REG(r15), REG(r14), REG(r13), REG(r12), REG(rbp), REG(rbx), REG(r11), REG(r10), REG(r9), REG(r8),
	REG(rax), REG(rcx), REG(rdx), REG(rsi), REG(rdi), REG(orig_rax), REG(rip), REG(cs), REG(eflags),
	REG(rsp), REG(ss), REG(fs_base), REG(gs_base), REG(ds), REG(es), REG(fs), REG(gs),
};
#define REG32(r, n) { .name = #r, .off = 4 * (n), .size = 4, .kind = FIELD_HEX }
static const struct field user_regs32_fields[] = {
	REG32(ebx, 0), REG32(ecx, 1), REG32(edx, 2), REG32(esi, 3), REG32(edi, 4), REG32(ebp, 5),
	REG32(eax, 6), REG32(xds, 7), REG32(xes, 8), REG32(xfs, 9), REG32(xgs, 10), REG32(orig_eax, 11),
	REG32(eip, 12), REG32(xcs, 13), REG32(eflags, 14), REG32(esp, 15), REG32(xss, 16),
};
DEFINE_LAYOUT(user_regs32, 68);
DEFINE_LAYOUT_COMPAT(user_regs, sizeof(struct user_regs_struct), user_regs32);

typedef struct user_fpregs_struct fpregs;
static const struct field user_fpregs_fields[] = {
	HEX(fpregs, cwd), HEX(fpregs, swd), HEX(fpregs, ftw), HEX(fpregs, fop), HEX(fpregs, rip), HEX(fpregs, rdp),
	HEX(fpregs, mxcsr), HEX(fpregs, mxcr_mask),
	ARRAY_OF(fpregs, st_space, FIELD_HEX), ARRAY_OF(fpregs, xmm_space, FIELD_HEX), ARRAY_OF(fpregs, padding, FIELD_HEX),
};
static const struct field user_fpregs32_fields[] = {
	REG32(cwd, 0), REG32(swd, 1), REG32(twd, 2), REG32(fip, 3), REG32(fcs, 4), REG32(foo, 5), REG32(fos, 6),
	{ .name = "st_space", .off = 28, .size = 4, .nr = 20, .kind = FIELD_HEX },
};
DEFINE_LAYOUT(user_fpregs32, 108);
DEFINE_LAYOUT_COMPAT(user_fpregs, sizeof(fpregs), user_fpregs32);

/* struct iovec of PTRACE_GETREGSET and SETREGSET; what its pointer leads to is said by the note's type. */
#define REGSET_MAX 512
#define REGSET_FOLLOW(word, w) \
	{ .off = 0, .ptr_size = word, .len_off = word, .len_size = word, .kind = AUG_CAP_BUF, \
	  .when = w, .size = REGSET_MAX }
static const struct field regset_fields[] = {
	{ .name = "iov_base", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "iov_len", .off = 8, .size = 8, .kind = FIELD_UINT },
};
static const struct field regset32_fields[] = {
	{ .name = "iov_base", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "iov_len", .off = 4, .size = 4, .kind = FIELD_UINT },
};
static const struct follow regset_in_follows[] = { REGSET_FOLLOW(8, AUG_AT_ENTER) };
static const struct follow regset_out_follows[] = { REGSET_FOLLOW(8, AUG_AT_EXIT) };
static const struct follow regset32_in_follows[] = { REGSET_FOLLOW(4, AUG_AT_ENTER) };
static const struct follow regset32_out_follows[] = { REGSET_FOLLOW(4, AUG_AT_EXIT) };
const struct layout layout_regset32_in = { .name = "regset32_in", .size = 8, .fields = regset32_fields, .nr = 2,
	.compat = &layout_regset32_in, WITH_FOLLOWS(regset32_in) };
const struct layout layout_regset32_out = { .name = "regset32_out", .size = 8, .fields = regset32_fields, .nr = 2,
	.compat = &layout_regset32_out, WITH_FOLLOWS(regset32_out) };
const struct layout layout_regset_in = { .name = "regset_in", .size = 16, .fields = regset_fields, .nr = 2,
	.compat = &layout_regset32_in, WITH_FOLLOWS(regset_in) };
const struct layout layout_regset_out = { .name = "regset_out", .size = 16, .fields = regset_fields, .nr = 2,
	.compat = &layout_regset32_out, WITH_FOLLOWS(regset_out) };

static const struct field peeksiginfo_fields[] = {
	UINT(struct ptrace_peeksiginfo_args, off),
	NAMES(struct ptrace_peeksiginfo_args, flags, peeksiginfo_flags),
	SINT(struct ptrace_peeksiginfo_args, nr),
};
DEFINE_LAYOUT(peeksiginfo, sizeof(struct ptrace_peeksiginfo_args));

static const struct field seccomp_metadata_fields[] = {
	UINT(struct seccomp_metadata, filter_off),
	NAMES(struct seccomp_metadata, flags, seccomp_filter_flags, .flags = FIELD_ANSWER),
};
DEFINE_LAYOUT(seccomp_metadata, sizeof(struct seccomp_metadata));
