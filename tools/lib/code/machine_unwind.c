// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * machine_unwind.c - see machine_unwind.h. libdw keeps what it has read of the files of a process in a
 * Dwfl; there is one for each of the processes that were asked for last.
 */
#include "machine_unwind.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "dso_elf.h"
#include "machine_priv.h"
#include "perfdata_cursor.h"
#include "util.h"

#define NR_SPACES 64
/* A damaged stack may lead in a circle. */
#define FRAMES_MAX 1024

/* perf's numbers of registers in the order of DWARF's, up to the return address. */
static const uint8_t regs_x86_64[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8 };
static const uint8_t regs_i386[] = { 0, 2, 3, 1, 7, 6, 4, 5, 8 };
static const uint8_t regs_aarch64[] = { 0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10,
					11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
					22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
#define REGS_MAX 32

/** struct processor - @sp, @pc: perf's numbers. @pc_apart: DWARF has no register for it. */
static const struct processor {
	uint16_t machine;
	uint8_t abi;
	const uint8_t *regs;
	uint8_t nr, sp, pc;
	bool pc_apart;
} processors[] = {
	{ EM_X86_64, PERF_SAMPLE_REGS_ABI_64, regs_x86_64, ARRAY_SIZE(regs_x86_64), 7, 8, false },
	{ EM_386, PERF_SAMPLE_REGS_ABI_32, regs_i386, ARRAY_SIZE(regs_i386), 7, 8, false },
	{ EM_AARCH64, PERF_SAMPLE_REGS_ABI_64, regs_aarch64, ARRAY_SIZE(regs_aarch64), 31, 32,
	  true },
};

/** struct space_dwfl - what libdw knows of a process; NULL is none. */
struct space_dwfl {
	Dwfl *dwfl;
	uint32_t pid;
	bool attached;
};

struct frame {
	uint64_t ip;
	bool is_return;
};

/**
 * struct unwinder - and the sample that is at work.
 * @is_stale: something else is mapped where libdw has a module.
 */
struct unwinder {
	struct machine *m;
	struct space_dwfl spaces[NR_SPACES];
	struct space_dwfl *space;
	const struct perfdata_sample *sample;
	uint64_t regs_mask;
	const struct processor *processor;
	uint64_t sp;
	bool is_stale;
	struct frame frames[FRAMES_MAX];
	size_t nr_frames;
	int err;
};

/* ---- modules ---- */

/* The file is open already: libdw shares it. */
static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
		    char **file_name, Elf **elf)
{
	(void)mod;
	(void)name;
	(void)base;
	(void)file_name;
	*elf = elf_begin(-1, ELF_C_READ_MMAP_PRIVATE, *userdata);
	return -1;
}

static char *debuginfo_path;
static const Dwfl_Callbacks callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debuginfo_path,
};

static void end_space(struct space_dwfl *space)
{
	if (space->dwfl)
		dwfl_end(space->dwfl);
	*space = (struct space_dwfl){};
}

/** struct mapped - the file at an address, and what was added to its addresses there. */
struct mapped {
	struct dso *dso;
	uint64_t offset;
	uint64_t bias;
};

static bool find_mapped(struct unwinder *u, uint64_t ip, struct mapped *ret_mapped)
{
	struct machine *m = u->m;
	struct machine_hit hit;
	struct dso *dso;

	if (!machine_maps__find(&m->maps, u->sample->pid, u->sample->time, ip, false, &hit))
		return false;
	dso = &m->dsos[m->dsos[hit.dso].same_as];
	if (dso->kind != DSO_FILE && dso->kind != DSO_VDSO)
		return false;
	u->err = machine__load_dso(m, dso);
	if (u->err || !dso->elf)
		return false;
	*ret_mapped = (struct mapped){ .dso = dso,
				       .offset = hit.offset,
				       .bias = ip - dso__address(dso, hit.offset) };
	return true;
}

static Dwfl_Module *report(Dwfl *dwfl, const struct mapped *mapped)
{
	struct dso *dso = mapped->dso;
	uint64_t low, high;
	Dwfl_Module *mod;
	void **userdata;

	if (!dso_elf__cfi_is_good(dso->elf) || !dso_elf__extent(dso->elf, &low, &high))
		return NULL;
	dwfl_report_begin_add(dwfl);
	mod = dwfl_report_module(dwfl, dso->name, mapped->bias + low, mapped->bias + high);
	if (mod && dwfl_module_info(mod, &userdata, NULL, NULL, NULL, NULL, NULL, NULL))
		*userdata = dso_elf__elf(dso->elf);
	dwfl_report_end(dwfl, NULL, NULL);
	return mod;
}

/* libdw shall know what is at @ip, and nothing else. */
static bool add_module(struct unwinder *u, uint64_t ip)
{
	Dwfl_Module *mod = dwfl_addrmodule(u->space->dwfl, ip);
	struct mapped mapped;
	uint64_t low, high;
	Dwarf_Addr start;
	void **userdata;

	if (!find_mapped(u, ip, &mapped))
		return false;
	if (!mod)
		return report(u->space->dwfl, &mapped) != NULL;
	dwfl_module_info(mod, &userdata, &start, NULL, NULL, NULL, NULL, NULL);
	dso_elf__extent(mapped.dso->elf, &low, &high);
	u->is_stale = *userdata != dso_elf__elf(mapped.dso->elf) || start != mapped.bias + low;
	return !u->is_stale;
}

/* ---- what libdw asks ---- */

static bool read_register(const struct unwinder *u, unsigned int reg, uint64_t *ret_value)
{
	const uint64_t bit = 1ULL << reg;
	const unsigned int at = (unsigned int)__builtin_popcountll(u->regs_mask & (bit - 1));

	if (!(u->regs_mask & bit) || at >= u->sample->regs_user.nr)
		return false;
	*ret_value = load_u64(u->sample->regs_user.at + 8 * at);
	return true;
}

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = arg;
	return dwfl_pid(dwfl);
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct unwinder *u = arg;
	const struct processor *p = u->processor;
	Dwarf_Word words[REGS_MAX];
	uint64_t pc;
	unsigned int i;

	for (i = 0; i < p->nr; i++) {
		if (!read_register(u, p->regs[i], &words[i]))
			return false;
	}
	if (!dwfl_thread_state_registers(thread, 0, p->nr, words))
		return false;
	if (p->pc_apart && read_register(u, p->pc, &pc))
		dwfl_thread_state_register_pc(thread, pc);
	return true;
}

/* The copy of the stack, and what lies in files. */
static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result, void *arg)
{
	struct unwinder *u = arg;
	const struct perfdata_view *stack = &u->sample->stack_user;
	const unsigned int size = u->processor->abi == PERF_SAMPLE_REGS_ABI_32 ? 4 : 8;
	struct mapped mapped;

	(void)dwfl;
	if (addr >= u->sp && stack->nr >= size && addr - u->sp <= stack->nr - size) {
		const uint8_t *at = stack->at + (addr - u->sp);

		*result = size == 4 ? load_u32(at) : load_u64(at);
		return true;
	}
	return find_mapped(u, addr, &mapped) &&
	       dso_elf__read(mapped.dso->elf, mapped.offset, size, result);
}

static int take_frame(Dwfl_Frame *frame, void *arg)
{
	struct unwinder *u = arg;
	bool is_activation;
	Dwarf_Addr pc;

	if (u->nr_frames == FRAMES_MAX || !dwfl_frame_pc(frame, &pc, NULL) || !pc)
		return DWARF_CB_ABORT;
	/* Whether this is where a signal came depends on the module, which must be known for that. */
	if (!add_module(u, pc) && (u->is_stale || u->err))
		return DWARF_CB_ABORT;
	if (!dwfl_frame_pc(frame, &pc, &is_activation))
		return DWARF_CB_ABORT;
	u->frames[u->nr_frames++] = (struct frame){ pc, !is_activation };
	return DWARF_CB_OK;
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ---- a sample ---- */

static bool find_processor(struct unwinder *u, Elf *elf)
{
	GElf_Ehdr header;
	size_t i;

	if (!gelf_getehdr(elf, &header))
		return false;
	for (i = 0; i < ARRAY_SIZE(processors); i++) {
		u->processor = &processors[i];
		if (processors[i].machine == header.e_machine &&
		    processors[i].abi == u->sample->abi_user)
			return read_register(u, u->processor->sp, &u->sp);
	}
	return false;
}

static int begin_space(struct unwinder *u, uint32_t pid)
{
	struct space_dwfl *space = &u->spaces[pid % NR_SPACES];

	if (space->dwfl && space->pid != pid)
		end_space(space);
	if (!space->dwfl)
		space->dwfl = dwfl_begin(&callbacks);
	space->pid = pid;
	u->space = space;
	return space->dwfl ? 0 : -ENOMEM;
}

static int unwind_once(struct unwinder *u, uint64_t pc)
{
	struct mapped mapped;
	int err = begin_space(u, u->sample->pid);

	u->nr_frames = 0;
	u->is_stale = false;
	u->err = 0;
	if (err)
		return err;
	if (!find_mapped(u, pc, &mapped) || !find_processor(u, dso_elf__elf(mapped.dso->elf)) ||
	    !add_module(u, pc))
		return u->err ? u->err : -ENOTSUP;
	if (!u->space->attached && !dwfl_attach_state(u->space->dwfl, dso_elf__elf(mapped.dso->elf),
						      (pid_t)u->space->pid, &thread_callbacks, u))
		return -ENOTSUP;
	u->space->attached = true;
	/* How it ends says little: most stacks end where the copy does. */
	dwfl_getthread_frames(u->space->dwfl, (pid_t)u->space->pid, take_frame, u);
	if (u->err)
		return u->err;
	return u->nr_frames ? 0 : -ENOTSUP;
}

/* The number of the register that is the program counter is 8 or 32: the abi does not tell. */
static bool find_pc(const struct unwinder *u, uint64_t *ret_pc)
{
	const unsigned int pc = u->regs_mask >> 32 & 1 ? 32 : 8;

	return read_register(u, pc, ret_pc);
}

int machine__unwind(struct machine *m, const struct perfdata_sample *sample, uint64_t regs_mask,
		    unwind_fn fn, void *ctx)
{
	struct unwinder *u = m->unwinder;
	uint64_t pc;
	size_t i;
	int err;

	if (!u)
		u = m->unwinder = calloc(1, sizeof(*u));
	if (!u)
		return -ENOMEM;
	u->m = m;
	u->sample = sample;
	u->regs_mask = regs_mask;
	if (!find_pc(u, &pc))
		return -ENOTSUP;
	err = unwind_once(u, pc);
	if (u->is_stale) {
		/* What was mapped has changed: what libdw has is of another time. */
		end_space(u->space);
		err = unwind_once(u, pc);
	}
	for (i = 0; i < u->nr_frames && !err; i++)
		err = fn(ctx, u->frames[i].ip, u->frames[i].is_return);
	return err;
}

void unwinder__free(struct unwinder *u)
{
	size_t i;

	if (!u)
		return;
	for (i = 0; i < NR_SPACES; i++)
		end_space(&u->spaces[i]);
	free(u);
}
