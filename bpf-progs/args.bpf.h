/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* args.bpf.h - the arguments of a call, from the registers of its task; a part of engine.bpf.c. */
#ifndef PERF_AUGMENT_ARGS_BPF_H
#define PERF_AUGMENT_ARGS_BPF_H

static __always_inline void read_regs(u64 *args, struct pt_regs *regs)
{
	args[0] = regs->di;
	args[1] = regs->si;
	args[2] = regs->dx;
	args[3] = regs->r10;
	args[4] = regs->r8;
	args[5] = regs->r9;
}

static __always_inline void read_args(struct aug_state *s, struct task_struct *task, void *regs_arg,
				      bool compat)
{
	struct pt_regs *regs = regs_arg;
	u64 *args = s->rec.args;

	if (compat) {
		if (config.has_unfold && (u32)BPF_CORE_READ(regs, orig_ax) != s->rec.nr) {
			s->rec.flags = AUG_F_UNFOLDED;
			return;
		}
		args[0] = (u32)BPF_CORE_READ(regs, bx);
		args[1] = (u32)BPF_CORE_READ(regs, cx);
		args[2] = (u32)BPF_CORE_READ(regs, dx);
		args[3] = (u32)BPF_CORE_READ(regs, si);
		args[4] = (u32)BPF_CORE_READ(regs, di);
		args[5] = (u32)BPF_CORE_READ(regs, bp);
		return;
	}
	if (config.has_slots) {
		regs = ((struct slot *)s)->regs;
		if (!regs) /* for the verifier */
			return;
		read_regs(args, regs);
		return;
	}
	if (config.has_task_storage &&
	    bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_task_pt_regs)) {
		/* Typed registers are read by plain loads; otherwise one helper call per register. */
		read_regs(args, (struct pt_regs *)bpf_task_pt_regs(task));
		return;
	}
	args[0] = BPF_CORE_READ(regs, di);
	args[1] = BPF_CORE_READ(regs, si);
	args[2] = BPF_CORE_READ(regs, dx);
	args[3] = BPF_CORE_READ(regs, r10);
	args[4] = BPF_CORE_READ(regs, r8);
	args[5] = BPF_CORE_READ(regs, r9);
}

/*
 * Where calls that end a signal's handler find the mask, from the stack pointer on (arch/x86/include/asm/sigframe.h,
 * uapi/asm/{ucontext,sigcontext}.h). x86-64: behind flags, link and stack (40 bytes) and the registers (256) of a
 * struct ucontext. 32-bit programs: the same (20 and 88) behind the signal, two pointers and a siginfo (128). Their
 * sigreturn has the first half among the registers, which begin there.
 */
#define SIGFRAME_MASK 296
#define SIGFRAME_MASK_COMPAT 248
#define SIGFRAME_MASK_OLD 80
#define NR_COMPAT_SIGRETURN 119

static __always_inline u64 sigframe_mask(const struct aug_state *s, struct pt_regs *regs)
{
	const u64 sp = BPF_CORE_READ(regs, sp);

	if (s->rec.abi == AUG_ABI_NATIVE)
		return sp + SIGFRAME_MASK;
	return sp + (s->rec.nr == NR_COMPAT_SIGRETURN ? SIGFRAME_MASK_OLD : SIGFRAME_MASK_COMPAT);
}

#endif /* PERF_AUGMENT_ARGS_BPF_H */
