// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_machine.c - virtual machines: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/kvm.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct symbol kvm_mem_flags_table[] = { SYM(KVM_MEM_LOG_DIRTY_PAGES), SYM(KVM_MEM_READONLY) };
static DEFINE_FLAGS(kvm_mem_flags, "KVM_MEM_");

static const struct field kvm_memory_region_fields[] = {
	UINT(struct kvm_userspace_memory_region, slot),
	NAMES(struct kvm_userspace_memory_region, flags, kvm_mem_flags),
	HEX(struct kvm_userspace_memory_region, guest_phys_addr),
	UINT(struct kvm_userspace_memory_region, memory_size),
	HEX(struct kvm_userspace_memory_region, userspace_addr),
};
static DEFINE_LAYOUT(kvm_memory_region, sizeof(struct kvm_userspace_memory_region));

#define REG(m, ...) HEX(struct kvm_regs, m, ##__VA_ARGS__)
#define LESS .flags = FIELD_VERBOSE | FIELD_GAP
static const struct field kvm_regs_fields[] = {
	REG(rax), REG(rbx, LESS), REG(rcx, LESS), REG(rdx, LESS), REG(rsi, LESS), REG(rdi, LESS), REG(rsp),
	REG(rbp), REG(r8, LESS), REG(r9, LESS), REG(r10, LESS), REG(r11, LESS), REG(r12, LESS), REG(r13, LESS),
	REG(r14, LESS), REG(r15, LESS), REG(rip), REG(rflags),
};
static DEFINE_LAYOUT(kvm_regs, sizeof(struct kvm_regs));

static const struct cmd_row machine_rows[] = {
	CMD(KVM_GET_REGS, STRUCT_OUT(NULL, kvm_regs)),
	CMD(KVM_SET_REGS, STRUCT_IN(NULL, kvm_regs)),
	CMD(KVM_SET_USER_MEMORY_REGION, STRUCT_IN(NULL, kvm_memory_region)),
	CMD(KVM_CHECK_EXTENSION, ENUM(NULL, kvm_cap)),
	CMD_FD(KVM_CREATE_VM, ARG(NULL, hex)),
	CMD_FD(KVM_CREATE_VCPU, ARG(NULL, size)),
};
const struct cmd_rows ioctl_machine = CMD_ROWS(machine);
