// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_machine.c - virtual machines: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/kvm.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"

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

#define SEGMENT(m) UINT(struct kvm_segment, m)
static const struct field kvm_segment_fields[] = {
	HEX(struct kvm_segment, base), SEGMENT(limit), SEGMENT(selector), SEGMENT(type), SEGMENT(present),
	SEGMENT(dpl), SEGMENT(db), SEGMENT(s), SEGMENT(l), SEGMENT(g), SEGMENT(avl),
};
static DEFINE_LAYOUT(kvm_segment, sizeof(struct kvm_segment));
static const struct field kvm_dtable_fields[] = {
	HEX(struct kvm_dtable, base), UINT(struct kvm_dtable, limit),
};
static DEFINE_LAYOUT(kvm_dtable, sizeof(struct kvm_dtable));
#define MORE_SEGMENT(m) NESTED(struct kvm_sregs, m, kvm_segment, .flags = FIELD_VERBOSE)
#define MORE_TABLE(m) NESTED(struct kvm_sregs, m, kvm_dtable, .flags = FIELD_VERBOSE)
#define MORE_UINT(m) UINT(struct kvm_sregs, m, .flags = FIELD_VERBOSE)
static const struct field kvm_sregs_fields[] = {
	NESTED(struct kvm_sregs, cs, kvm_segment), MORE_SEGMENT(ds), MORE_SEGMENT(es), MORE_SEGMENT(fs),
	MORE_SEGMENT(gs), MORE_SEGMENT(ss), MORE_SEGMENT(tr), MORE_SEGMENT(ldt), MORE_TABLE(gdt), MORE_TABLE(idt),
	MORE_UINT(cr0), MORE_UINT(cr2), MORE_UINT(cr3), MORE_UINT(cr4), MORE_UINT(cr8), MORE_UINT(efer),
	HEX(struct kvm_sregs, apic_base, .flags = FIELD_VERBOSE), ARRAY_OF(struct kvm_sregs, interrupt_bitmap, FIELD_HEX, .flags = FIELD_VERBOSE),
};
static DEFINE_LAYOUT(kvm_sregs, sizeof(struct kvm_sregs));

/* They stand behind the structure, which alone is copied: that there are some is all that is told. */
static void say_cpuid_entries(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + offsetof(struct kvm_cpuid2, nent), 4);

	(void)f;
	out__begin(o, OUT_ARRAY);
	if (nr)
		out__more(o, o->strace ? 0 : nr);
	out__end(o, OUT_ARRAY);
}
static const struct field kvm_cpuid_fields[] = {
	UINT(struct kvm_cpuid2, nent),
	{ .name = "entries", .off = offsetof(struct kvm_cpuid2, padding), .size = 4, .kind = FIELD_CUSTOM,
	  .custom = say_cpuid_entries },
};
static DEFINE_LAYOUT(kvm_cpuid, sizeof(struct kvm_cpuid2));

static const struct cmd_row machine_rows[] = {
	CMD(KVM_GET_SREGS, STRUCT_OUT(NULL, kvm_sregs)),
	CMD(KVM_SET_SREGS, STRUCT_IN(NULL, kvm_sregs)),
	CMD(KVM_SET_CPUID2, STRUCT_IN(NULL, kvm_cpuid)),
	CMD(KVM_GET_SUPPORTED_CPUID, STRUCT_OUT(NULL, kvm_cpuid)),
	CMD(KVM_GET_EMULATED_CPUID, STRUCT_OUT(NULL, kvm_cpuid)),
	CMD(KVM_GET_REGS, STRUCT_OUT(NULL, kvm_regs)),
	CMD(KVM_SET_REGS, STRUCT_IN(NULL, kvm_regs)),
	CMD(KVM_SET_USER_MEMORY_REGION, STRUCT_IN(NULL, kvm_memory_region)),
	CMD(KVM_CHECK_EXTENSION, ENUM(NULL, kvm_cap)),
	CMD_FD(KVM_CREATE_VM, ARG(NULL, hex)),
	CMD_FD(KVM_CREATE_VCPU, ARG(NULL, size)),
};
const struct cmd_rows ioctl_machine = CMD_ROWS(machine);
