// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_attach.c - see bpf_elf_attach.h. The rules for perf's names are those of perf 6.1. */
#include "bpf_elf_attach.h"

#include <bpf/libbpf.h>
#include <limits.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bpf/augment.h"
#include "tracefs.h"
#include "util.h"

bool bpf_attach__parse_perf(const char *section, struct bpf_attach *ret)
{
	/* Settings stand before the name, each ending with a semicolon. */
	const char *settings_end = strrchr(section, ';');
	const char *name = settings_end ? settings_end + 1 : section;

	*ret = (struct bpf_attach){ .kind = "unknown", .target = "" };
	if (strchr(name, '=')) {
		bool in_file = !strncmp(section, "exec=", 5) || strstr(section, ";exec=");

		ret->style = in_file ? BPF_ATTACH_UPROBE : BPF_ATTACH_KPROBE;
		ret->kind = in_file ? "uprobe" : "kprobe";
		ret->prog_type = BPF_PROG_TYPE_KPROBE;
		ret->target = in_file ? section : strchr(name, '=') + 1;
		return true;
	}
	if (!strchr(name, ':'))
		return false;
	ret->style = *name == '!' ? BPF_ATTACH_TAIL_CALL : BPF_ATTACH_TRACEPOINT;
	ret->kind = *name == '!' ? "tail call" : "tracepoint";
	ret->prog_type = BPF_PROG_TYPE_TRACEPOINT;
	ret->target = *name == '!' ? name + 1 : name;
	return true;
}

/* Functions for system calls are no programs of their own: the type is that of the engine's. */
static const struct {
	const char *prefix;
	unsigned int when;
	int prog_type;
	const char *kind;
} augment_kinds[] = {
	{ "enter/", AUG_ON_ENTER, BPF_PROG_TYPE_RAW_TRACEPOINT, "entry of a system call" },
	{ "exit/", AUG_ON_EXIT, BPF_PROG_TYPE_RAW_TRACEPOINT, "exit of a system call" },
	{ "tp/", AUG_ON_TRACEPOINT, BPF_PROG_TYPE_TRACEPOINT, "tracepoint" },
	{ "uprobe/", AUG_ON_UPROBE, BPF_PROG_TYPE_KPROBE, "uprobe" },
	{ "uretprobe/", AUG_ON_URETPROBE, BPF_PROG_TYPE_KPROBE, "uretprobe" },
};

static bool parse_augment(const char *section, struct bpf_attach *ret)
{
	const size_t prefix_len = strlen(BPF_ATTACH_AUGMENT_PREFIX);
	size_t i, len;

	if (strncmp(section, BPF_ATTACH_AUGMENT_PREFIX, prefix_len))
		return false;
	section += prefix_len;
	for (i = 0; i < ARRAY_SIZE(augment_kinds); i++) {
		len = strlen(augment_kinds[i].prefix);
		if (strncmp(section, augment_kinds[i].prefix, len))
			continue;
		*ret = (struct bpf_attach){
			.style = BPF_ATTACH_AUGMENT,
			.prog_type = augment_kinds[i].prog_type,
			.when = augment_kinds[i].when,
			.kind = augment_kinds[i].kind,
			.target = section + len,
		};
		return true;
	}
	return false;
}

void bpf_attach__parse(const char *section, struct bpf_attach *ret)
{
	enum bpf_attach_type attach_type;
	enum bpf_prog_type type;
	const char *slash;

	/* What begins with a question mark is loaded on request only. */
	if (*section == '?')
		section++;
	if (parse_augment(section, ret))
		return;
	/* A handler of ours for sections that libbpf does not know is of no type (stock_object_probe.c). */
	if (libbpf_prog_type_by_name(section, &type, &attach_type) ||
	    type == BPF_PROG_TYPE_UNSPEC) {
		bpf_attach__parse_perf(section, ret);
		return;
	}
	slash = strchr(section, '/');
	*ret = (struct bpf_attach){
		.style = BPF_ATTACH_LIBBPF,
		.prog_type = (int)type,
		.kind = libbpf_bpf_prog_type_str(type) ?: "unknown",
		.target = slash ? slash + 1 : "",
	};
}

/* @separator is what stands between system and event. */
static bool has_event(const char *target, char separator)
{
	const char *dir = tracefs__dir(), *event = strchr(target, separator);
	char path[PATH_MAX];

	if (!dir || !event)
		return true;
	snprintf(path, sizeof(path), "%s/events/%.*s/%s", dir, (int)(event - target), target,
		 event + 1);
	return !access(path, F_OK);
}

static bool has_probes(const char *kind)
{
	const char *dir = tracefs__dir();
	char path[128];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s", kind);
	if (!access(path, F_OK) || !dir)
		return true;
	snprintf(path, sizeof(path), "%s/%s_events", dir, kind);
	return !access(path, F_OK);
}

bool bpf_attach__is_possible(const struct bpf_attach *attach, const char **why)
{
	switch (attach->style) {
	case BPF_ATTACH_TRACEPOINT:
		*why = "the running kernel has no such tracepoint";
		return has_event(attach->target, ':');
	case BPF_ATTACH_KPROBE:
		*why = "the running kernel has no kprobes";
		return has_probes("kprobe");
	case BPF_ATTACH_UPROBE:
		*why = "the running kernel has no uprobes";
		return has_probes("uprobe");
	case BPF_ATTACH_LIBBPF:
	case BPF_ATTACH_AUGMENT:
		break;
	case BPF_ATTACH_UNKNOWN:
	case BPF_ATTACH_TAIL_CALL:
		return true;
	}
	if (attach->prog_type == BPF_PROG_TYPE_TRACEPOINT) {
		*why = "the running kernel has no such tracepoint";
		return has_event(attach->target, '/');
	}
	if (attach->prog_type == BPF_PROG_TYPE_KPROBE) {
		bool in_file = strchr(attach->target, '/') || strchr(attach->target, ':');

		*why = in_file ? "the running kernel has no uprobes"
			       : "the running kernel has no kprobes";
		return has_probes(in_file ? "uprobe" : "kprobe");
	}
	return true;
}

bool bpf_attach__is_for_samples(const char *section)
{
	struct bpf_attach attach;

	bpf_attach__parse(section, &attach);
	return attach.style == BPF_ATTACH_LIBBPF && attach.prog_type == BPF_PROG_TYPE_PERF_EVENT;
}

bool bpf_attach__is_traceable(const struct bpf_attach *attach, const char **why)
{
	const char *function;

	switch (attach->style) {
	case BPF_ATTACH_TRACEPOINT:
	case BPF_ATTACH_TAIL_CALL:
	case BPF_ATTACH_AUGMENT:
		return true;
	case BPF_ATTACH_KPROBE: /* kprobe_spec.h */
		return true;
	case BPF_ATTACH_UPROBE:
		function = strrchr(attach->target, '=');
		function = function ? function + 1 : attach->target;
		*why = "lines, offsets and files of a function (:N, +N, @FILE, ;PATTERN) are found by "
		       "perf's debug information; FUNCTION and FUNCTION%return are known here";
		if (strpbrk(function, ":+@;"))
			return false;
		/* perf compiled code that reads them by debug information into the program. */
		*why = "variables of the probed function of a file are passed by perf alone; without "
		       "them, and with the registers of the context, the program can run";
		return !strpbrk(function, " \t");
	case BPF_ATTACH_UNKNOWN:
		*why = "it is neither libbpf's nor perf's";
		return false;
	case BPF_ATTACH_LIBBPF:
		break;
	}
	switch (attach->prog_type) {
	case BPF_PROG_TYPE_TRACEPOINT:
	case BPF_PROG_TYPE_RAW_TRACEPOINT:
	case BPF_PROG_TYPE_RAW_TRACEPOINT_WRITABLE:
	case BPF_PROG_TYPE_KPROBE:
	case BPF_PROG_TYPE_TRACING:
	case BPF_PROG_TYPE_LSM:
		*why = "it does not say what to attach to";
		return *attach->target;
	case BPF_PROG_TYPE_PERF_EVENT:
		*why = "a program for samples is run by record --overflow, not in a trace";
		return false;
	}
	*why = "a program of this type has nothing to do in a trace";
	return false;
}
