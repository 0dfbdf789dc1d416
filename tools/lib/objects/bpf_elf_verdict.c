// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_verdict.c - see bpf_elf_verdict.h: the rules of each loader, then the trial. */
#include "bpf_elf_verdict.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_elf_attach.h"
#include "bpf_elf_trial.h"
#include "include/bpf/overflow.h"
#include "kprobe_spec.h"
#include "legacy_map.h"
#include "map_kind.h"
#include "util.h"

#define INSN_BYTES 8
#define OP_CALL 0x85 /* BPF_JMP | BPF_CALL; source register 0: a helper */

/* Helpers of tracing programs that kernels since 5.8 keep for GPL-compatible ones. */
static const struct {
	int32_t nr;
	const char *name;
} gpl_helpers[] = {
	{ 4, "bpf_probe_read" },
	{ 6, "bpf_trace_printk" },
	{ 22, "bpf_perf_event_read" },
	{ 25, "bpf_perf_event_output" },
	{ 27, "bpf_get_stackid" },
	{ 35, "bpf_get_current_task" },
	{ 36, "bpf_probe_write_user" },
	{ 45, "bpf_probe_read_str" },
	{ 67, "bpf_get_stack" },
	{ 112, "bpf_probe_read_user" },
	{ 113, "bpf_probe_read_kernel" },
	{ 114, "bpf_probe_read_user_str" },
	{ 115, "bpf_probe_read_kernel_str" },
};

const char *bpf_loader__name(enum bpf_loader loader)
{
	static const char *const names[] = {
		[BPF_LOADER_PERF] = "stock perf 6.1",
		[BPF_LOADER_LIBBPF] = "libbpf 1.x",
		[BPF_LOADER_OURS] = "perf-augment",
	};

	return names[loader];
}

const char *bpf_answer__name(enum bpf_answer answer)
{
	static const char *const names[] = {
		[BPF_ANSWER_NO] = "no",
		[BPF_ANSWER_YES] = "yes",
		[BPF_ANSWER_PERHAPS] = "perhaps",
	};

	return names[answer];
}

/* --- What the file alone tells ---------------------------------------------------------------- */

static const char *section_name(const struct bpf_elf *elf, const struct bpf_elf_program *prog)
{
	return elf->sections[prog->section].name;
}

static const char *gpl_helper_of(const struct bpf_elf *elf, const struct bpf_elf_program *prog)
{
	const uint8_t *insn = elf->sections[prog->section].data + prog->offset;
	uint64_t i;
	size_t h;

	for (i = 0; i < prog->nr_insns; i++, insn += INSN_BYTES) {
		int32_t imm;

		if (insn[0] != OP_CALL || insn[1] >> 4)
			continue;
		memcpy(&imm, insn + 4, sizeof(imm));
		for (h = 0; h < ARRAY_SIZE(gpl_helpers); h++)
			if (gpl_helpers[h].nr == imm)
				return gpl_helpers[h].name;
	}
	return NULL;
}

/* The kernel would say "cannot call GPL-restricted function", and not which licence it saw. */
static bool check_license(const struct bpf_elf *elf, struct strbuf *reason)
{
	uint32_t i;

	if (bpf_elf__is_gpl(elf->license))
		return true;
	for (i = 0; i < elf->nr_programs; i++) {
		const char *helper = gpl_helper_of(elf, &elf->programs[i]);

		if (!helper)
			continue;
		strbuf__addf(reason,
			     "program %.64s calls %s, which the kernel keeps for GPL-compatible "
			     "programs, and ",
			     elf->programs[i].name, helper);
		if (elf->license)
			strbuf__addf(reason, "the licence is '%.64s'", elf->license);
		else
			strbuf__adds(reason, "there is no licence");
		return false;
	}
	return true;
}

static bool has_programs(const struct bpf_elf *elf)
{
	uint32_t i;

	for (i = 0; i < elf->nr_programs; i++)
		if (!elf->programs[i].is_subprog)
			return true;
	return false;
}

/* perf gives each CPU an event in these, by its number, and takes no more entries than CPUs. */
static bool check_output_maps(const struct bpf_elf *elf, struct strbuf *reason)
{
	long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++) {
		const struct bpf_elf_map *map = &elf->maps[i];

		if (strcmp(map->name, "__augmented_syscalls__") &&
		    strcmp(map->name, "__bpf_stdout__"))
			continue;
		if (map->type != BPF_MAP_TYPE_PERF_EVENT_ARRAY) {
			strbuf__addf(reason, "map %s is a %s, perf wants a perf_event_array",
				     map->name, map_kind__get(map->type)->name);
			return false;
		}
		if ((long)map->max_entries > nr_cpus) {
			strbuf__addf(reason,
				     "map %s has %u entries, more than the %ld CPUs; 0 would fit "
				     "every machine",
				     map->name, map->max_entries, nr_cpus);
			return false;
		}
	}
	return true;
}

/* `perf trace` takes who has the map for an augmenter of all system calls, and ends if it is none. */
static bool check_contract(const struct bpf_elf *elf, struct strbuf *reason)
{
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++)
		if (!strcmp(elf->maps[i].name, "__augmented_syscalls__"))
			break;
	if (i == elf->nr_maps)
		return true;
	for (i = 0; i < elf->nr_programs; i++)
		if (!strcmp(section_name(elf, &elf->programs[i]), "raw_syscalls:sys_enter"))
			return true;
	strbuf__adds(reason, "it has the map __augmented_syscalls__, but no program in the section "
			     "'raw_syscalls:sys_enter'");
	return false;
}

static bool check_perf_sections(const struct bpf_elf *elf, struct strbuf *reason)
{
	struct bpf_attach attach;
	const char *why;
	uint32_t i;

	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		if (prog->is_subprog)
			continue;
		if (!bpf_attach__parse_perf(section_name(elf, prog), &attach)) {
			strbuf__addf(reason,
				     "program %.64s: section '%.64s' is not one of perf's: "
				     "SYSTEM:EVENT or NAME=FUNCTION",
				     prog->name, section_name(elf, prog));
			return false;
		}
		if (!bpf_attach__is_possible(&attach, &why)) {
			strbuf__addf(reason, "program %.64s: section '%.64s': %s", prog->name,
				     section_name(elf, prog), why);
			return false;
		}
	}
	return true;
}

/* What perf finds by debug information and we by the kernel's BTF, where that is there. */
static bool check_probe(const struct bpf_elf *elf, const struct bpf_elf_program *prog,
			struct strbuf *reason)
{
	struct strbuf error = {};
	struct kprobe_spec spec;
	bool is_ok;

	is_ok = !kprobe_spec__parse(section_name(elf, prog), &spec, &error);
	kprobe_spec__free(&spec);
	if (!is_ok)
		strbuf__addf(reason, "program %.64s: section '%.64s': %s", prog->name,
			     section_name(elf, prog), strbuf__cstr(&error));
	strbuf__free(&error);
	return is_ok;
}

static bool check_our_sections(const struct bpf_elf *elf, struct strbuf *reason)
{
	struct bpf_attach attach;
	const char *why;
	uint32_t i;

	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		if (prog->is_subprog)
			continue;
		bpf_attach__parse(section_name(elf, prog), &attach);
		if (!bpf_attach__is_possible(&attach, &why) ||
		    !bpf_attach__is_traceable(&attach, &why)) {
			strbuf__addf(reason, "program %.64s: section '%.64s': %s", prog->name,
				     section_name(elf, prog), why);
			return false;
		}
		if (attach.style == BPF_ATTACH_KPROBE && !check_probe(elf, prog, reason))
			return false;
	}
	return true;
}

/*
 * libbpf reports the first such program when it loads; here it is told of all, and without asking
 * the kernel.
 */
static bool check_libbpf_sections(const struct bpf_elf *elf, struct strbuf *reason)
{
	const struct bpf_elf_program *first = NULL;
	struct bpf_attach attach;
	uint32_t i, nr = 0;

	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		bpf_attach__parse(section_name(elf, prog), &attach);
		if (prog->is_subprog || attach.style == BPF_ATTACH_LIBBPF)
			continue;
		if (!nr++)
			first = prog;
	}
	if (!nr)
		return true;
	strbuf__addf(reason,
		     "program %.64s: section '%.64s' is not one of libbpf's, so the loader must "
		     "call bpf_program__set_type()",
		     first->name, section_name(elf, first));
	if (nr > 1)
		strbuf__addf(reason, " (%u programs)", nr);
	return false;
}

/* Loading is not attaching: worth a remark, as `bpftool prog loadall` succeeds. */
static void remark_attach(const struct bpf_elf *elf, struct strbuf *reason)
{
	struct bpf_attach attach;
	const char *why;
	uint32_t i;

	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		bpf_attach__parse(section_name(elf, prog), &attach);
		if (prog->is_subprog || bpf_attach__is_possible(&attach, &why))
			continue;
		strbuf__addf(reason,
			     "it loads, but program %.64s (section '%.64s') cannot be attached: %s",
			     prog->name, section_name(elf, prog), why);
		return;
	}
}

/* --- Verdicts --------------------------------------------------------------------------------- */

static int try_image(const void *bytes, size_t size, enum bpf_trial_types types, bool ask_kernel,
		     struct bpf_verdict *verdict)
{
	bool ok;
	int err;

	err = bpf_trial__run(bytes, size, types, ask_kernel, &ok, &verdict->reason);
	if (err)
		return err;
	verdict->answer = !ok ? BPF_ANSWER_NO : ask_kernel ? BPF_ANSWER_YES : BPF_ANSWER_PERHAPS;
	return 0;
}

static int refuse_legacy(const struct bpf_elf *elf, struct bpf_verdict *verdict)
{
	struct strbuf ignored = {};
	void *converted = NULL;
	size_t size;
	int err;

	verdict->answer = BPF_ANSWER_NO;
	strbuf__adds(&verdict->reason, LEGACY_MAP_REFUSED);
	err = legacy_map__convert(elf, &converted, &size, NULL, &ignored);
	if (!err)
		strbuf__adds(&verdict->reason,
			     "; `perf-augment build --upgrade` makes one without");
	strbuf__free(&ignored);
	free(converted);
	return err == -ENOMEM ? err : 0;
}

/* Does opening alone fail? That comes before all rules: it is what the user would see. */
static int try_open(const struct bpf_elf *elf, struct bpf_verdict *verdict)
{
	if (bpf_elf__is_legacy(elf))
		return refuse_legacy(elf, verdict);
	return try_image(elf->bytes, elf->size, BPF_TRIAL_LIBBPF, false, verdict);
}

static int judge_perf(const struct bpf_elf *elf, bool ask_kernel, struct bpf_verdict *verdict)
{
	int err;

	err = try_open(elf, verdict);
	if (err || verdict->answer == BPF_ANSWER_NO)
		return err;
	verdict->answer = BPF_ANSWER_NO;
	if (!has_programs(elf)) {
		strbuf__adds(&verdict->reason, "there is no program in it, so perf finds no event");
		return 0;
	}
	if (!check_perf_sections(elf, &verdict->reason) || !check_contract(elf, &verdict->reason) ||
	    !check_output_maps(elf, &verdict->reason) || !check_license(elf, &verdict->reason))
		return 0;
	return try_image(elf->bytes, elf->size, BPF_TRIAL_PERF, ask_kernel, verdict);
}

static int judge_libbpf(const struct bpf_elf *elf, bool ask_kernel, struct bpf_verdict *verdict)
{
	int err;

	err = try_open(elf, verdict);
	if (err || verdict->answer == BPF_ANSWER_NO)
		return err;
	verdict->answer = BPF_ANSWER_NO;
	if (!check_libbpf_sections(elf, &verdict->reason) || !check_license(elf, &verdict->reason))
		return 0;
	err = try_image(elf->bytes, elf->size, BPF_TRIAL_LIBBPF, ask_kernel, verdict);
	if (!err && verdict->answer != BPF_ANSWER_NO)
		remark_attach(elf, &verdict->reason);
	return err;
}

bool bpf_elf__suits_trace(const struct bpf_elf *elf, struct strbuf *reason)
{
	return check_our_sections(elf, reason) && check_license(elf, reason);
}

bool bpf_elf__counts_samples(const struct bpf_elf *elf)
{
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++) {
		if (!strcmp(elf->maps[i].name, OVERFLOW_STATS_MAP) &&
		    elf->maps[i].value_size == sizeof(struct overflow_stats))
			return true;
	}
	return false;
}

/* Programs for record --overflow, or all others. */
static uint32_t count_programs(const struct bpf_elf *elf, bool for_samples)
{
	uint32_t i, nr = 0;

	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		nr += !prog->is_subprog &&
		      bpf_attach__is_for_samples(section_name(elf, prog)) == for_samples;
	}
	return nr;
}

static int judge_for_samples(const struct bpf_elf *elf, bool ask_kernel,
			     struct bpf_verdict *verdict)
{
	int err;

	if (!bpf_elf__counts_samples(elf)) {
		strbuf__adds(
			&verdict->reason,
			"record --overflow runs programs that count their samples, as those do "
			"that OVERFLOW() of overflow.h begins");
		return 0;
	}
	if (!check_license(elf, &verdict->reason))
		return 0;
	err = try_image(elf->bytes, elf->size, BPF_TRIAL_BOTH, ask_kernel, verdict);
	if (err || verdict->answer == BPF_ANSWER_NO)
		return err;
	strbuf__adds(&verdict->reason, "at samples, by record --overflow");
	if (count_programs(elf, false))
		strbuf__adds(
			&verdict->reason,
			"; its other programs run nowhere, as trace takes no object with such");
	return 0;
}

static int judge_ours(const struct bpf_elf *elf, bool ask_kernel, struct bpf_verdict *verdict)
{
	void *converted = NULL;
	size_t size;
	int err;

	verdict->answer = BPF_ANSWER_NO;
	if (count_programs(elf, true))
		return judge_for_samples(elf, ask_kernel, verdict);
	if (bpf_elf__is_legacy(elf)) {
		err = legacy_map__convert(elf, &converted, &size, NULL, &verdict->reason);
		if (err)
			return err == -ENOMEM ? err : 0;
	}
	err = 0;
	if (bpf_elf__suits_trace(elf, &verdict->reason))
		err = try_image(converted ?: elf->bytes, converted ? size : elf->size,
				BPF_TRIAL_BOTH, ask_kernel, verdict);
	if (!err && converted && verdict->answer != BPF_ANSWER_NO)
		strbuf__adds(&verdict->reason, "its legacy maps are converted first");
	else if (!err && !has_programs(elf) && verdict->answer != BPF_ANSWER_NO)
		strbuf__adds(&verdict->reason, "there is no program in it, so nothing will happen");
	free(converted);
	return err;
}

int bpf_elf__judge(const struct bpf_elf *elf, bool ask_kernel,
		   struct bpf_verdict verdicts[BPF_NR_LOADERS])
{
	static int (*const judges[BPF_NR_LOADERS])(const struct bpf_elf *, bool,
						   struct bpf_verdict *) = {
		[BPF_LOADER_PERF] = judge_perf,
		[BPF_LOADER_LIBBPF] = judge_libbpf,
		[BPF_LOADER_OURS] = judge_ours,
	};
	unsigned int i;
	int err;

	memset(verdicts, 0, BPF_NR_LOADERS * sizeof(*verdicts));
	for (i = 0; i < BPF_NR_LOADERS; i++) {
		err = judges[i](elf, ask_kernel, &verdicts[i]);
		if (err)
			return err;
	}
	return 0;
}

void bpf_verdicts__free(struct bpf_verdict verdicts[BPF_NR_LOADERS])
{
	unsigned int i;

	for (i = 0; i < BPF_NR_LOADERS; i++)
		strbuf__free(&verdicts[i].reason);
}

void bpf_elf__find_problems(const struct bpf_elf *elf, struct strbuf *lines)
{
	uint32_t i;

	for (i = 0; i < elf->nr_maps; i++) {
		const struct bpf_elf_map *map = &elf->maps[i];
		const struct bpf_elf_marker *marker = &map->marker;

		if (map_kind__get(map->type) == map_kind__get(UINT32_MAX))
			strbuf__addf(lines, "map %.64s is of type %u, which is not known\n",
				     map->name, map->type);
		if (bpf_elf_map__marker_agrees(map))
			continue;
		if (marker->is_usable)
			strbuf__addf(lines,
				     "map %.64s has a key of %u and a value of %u bytes, its "
				     "marker " BPF_ELF_MARKER "%.64s has %u and %u\n",
				     map->name, map->key_size, map->value_size, map->name,
				     marker->key_size, marker->value_size);
		else
			strbuf__addf(lines,
				     "the marker of map %.64s has no key and value of known "
				     "size\n",
				     map->name);
	}
}
