// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* disasm.c - see disasm.h. */
#include "disasm.h"

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "log.h"
#include "util.h"

/*
 * Its tables are full of addresses, and to relocate them takes longer than all else that the linker does at
 * a start: who disassembles nothing goes without.
 */
#define SPELLED(x) #x
#define SPELL(x) SPELLED(x)
#define CAPSTONE "libcapstone.so." SPELL(CS_API_MAJOR)

static struct {
	__typeof__(&cs_open) open;
	__typeof__(&cs_close) close;
	__typeof__(&cs_option) option;
	__typeof__(&cs_malloc) malloc;
	__typeof__(&cs_free) free;
	__typeof__(&cs_insn_group) insn_group;
	__typeof__(&cs_disasm_iter) disasm_iter;
} capstone;

struct disasm {
	csh handle;
	cs_arch arch;
	cs_insn *insn;
};

static const struct {
	const char *name;
	cs_arch arch;
	cs_mode mode;
} archs[] = {
	{ "x86_64", CS_ARCH_X86, CS_MODE_64 },
	{ "aarch64", CS_ARCH_ARM64, CS_MODE_ARM },
};

static int load_capstone(void)
{
	const struct {
		void *at;
		const char *name;
	} functions[] = {
		{ &capstone.open, "cs_open" },
		{ &capstone.close, "cs_close" },
		{ &capstone.option, "cs_option" },
		{ &capstone.malloc, "cs_malloc" },
		{ &capstone.free, "cs_free" },
		{ &capstone.insn_group, "cs_insn_group" },
		{ &capstone.disasm_iter, "cs_disasm_iter" },
	};
	void *library = capstone.disasm_iter ? NULL : dlopen(CAPSTONE, RTLD_NOW), *function;
	size_t i;

	if (capstone.disasm_iter)
		return 0;
	for (i = 0; library && i < ARRAY_SIZE(functions); i++) {
		function = dlsym(library, functions[i].name);
		if (!function)
			break;
		memcpy(functions[i].at, &function, sizeof(function));
	}
	if (library && i == ARRAY_SIZE(functions))
		return 0;
	log_err("cannot load the disassembler: %s (it is in Debian's package libcapstone" SPELL(
			CS_API_MAJOR) ")",
		dlerror());
	if (library)
		dlclose(library);
	return -ELIBACC;
}

static int open_arch(struct disasm *d, const char *arch, enum disasm_syntax syntax)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(archs); i++) {
		if (strcmp(archs[i].name, arch))
			continue;
		d->arch = archs[i].arch;
		if (capstone.open(archs[i].arch, archs[i].mode, &d->handle) != CS_ERR_OK)
			return -ENOTSUP;
		capstone.option(d->handle, CS_OPT_DETAIL, CS_OPT_ON);
		if (syntax == DISASM_ATT && archs[i].arch == CS_ARCH_X86)
			capstone.option(d->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
		d->insn = capstone.malloc(d->handle);
		return d->insn ? 0 : -ENOMEM;
	}
	return -ENOTSUP;
}

int disasm__open(struct disasm **ret_disasm, const char *arch, enum disasm_syntax syntax)
{
	struct disasm *d = calloc(1, sizeof(*d));
	struct utsname here;
	int err;

	if (!d)
		return -ENOMEM;
	if (!arch)
		uname(&here);
	err = load_capstone();
	if (!err)
		err = open_arch(d, arch ? arch : here.machine, syntax);
	if (err) {
		disasm__close(d);
		return err;
	}
	*ret_disasm = d;
	return 0;
}

void disasm__close(struct disasm *disasm)
{
	if (!disasm)
		return;
	if (disasm->insn)
		capstone.free(disasm->insn, 1);
	if (disasm->handle)
		capstone.close(&disasm->handle);
	free(disasm);
}

/* The constant that a jump or call goes to. */
static bool find_target(const struct disasm *d, const cs_detail *detail, uint64_t *ret_target)
{
	uint8_t i;

	if (d->arch == CS_ARCH_X86) {
		for (i = 0; i < detail->x86.op_count; i++) {
			if (detail->x86.operands[i].type != X86_OP_IMM)
				continue;
			*ret_target = (uint64_t)detail->x86.operands[i].imm;
			return true;
		}
		return false;
	}
	/* The bit of tbz comes before the target. */
	for (i = detail->arm64.op_count; i-- > 0;) {
		if (detail->arm64.operands[i].type != ARM64_OP_IMM)
			continue;
		*ret_target = (uint64_t)detail->arm64.operands[i].imm;
		return true;
	}
	return false;
}

static enum disasm_flow flow_of(const struct disasm *d)
{
	/* bl and blr are jumps to capstone's ARM64, too. */
	if (capstone.insn_group(d->handle, d->insn, CS_GRP_CALL) || d->insn->id == ARM64_INS_BL)
		return DISASM_CALL;
	return capstone.insn_group(d->handle, d->insn, CS_GRP_JUMP) ? DISASM_JUMP : DISASM_ON;
}

/* The target is the last thing in the operands: "$5, w0, 0x1234". */
static void locate_operand(struct disasm_insn *insn)
{
	char spelled[32];
	size_t len = strlen(insn->text), spelled_len;

	spelled_len = (size_t)snprintf(spelled, sizeof(spelled), "0x%" PRIx64, insn->target);
	if (len > spelled_len && !strcmp(insn->text + len - spelled_len, spelled)) {
		insn->operand = (uint16_t)(len - spelled_len);
		/* "#0x1234" on ARM64 */
		insn->operand -= insn->text[insn->operand - 1] == '#';
	} else {
		insn->has_target = false;
	}
}

static void take_bad(struct disasm_insn *insn)
{
	insn->is_bad = true;
	insn->size = 1;
	snprintf(insn->text, sizeof(insn->text), "(bad)");
}

void disasm__next(struct disasm *disasm, const uint8_t *bytes, size_t len, uint64_t addr,
		  struct disasm_insn *ret_insn)
{
	struct disasm_insn insn = { .addr = addr };
	const uint8_t *at = bytes;
	size_t left = len;
	uint64_t next = addr;
	const cs_insn *cs = disasm->insn;

	if (!capstone.disasm_iter(disasm->handle, &at, &left, &next, disasm->insn) || !cs->size ||
	    cs->size > len) {
		take_bad(&insn);
	} else {
		insn.size = (uint8_t)cs->size;
		snprintf(insn.text, sizeof(insn.text), "%s%s%s", cs->mnemonic,
			 cs->op_str[0] ? " " : "", cs->op_str);
		insn.flow = flow_of(disasm);
		insn.has_target = insn.flow != DISASM_ON &&
				  find_target(disasm, cs->detail, &insn.target);
		if (insn.has_target)
			locate_operand(&insn);
	}
	*ret_insn = insn;
}
