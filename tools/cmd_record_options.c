// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_record_options.c - see cmd_record_options.h: one option at a time. */
#include "cmd_record_options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "options.h"
#include "record_open.h"
#include "record_parse.h"
#include "strbuf.h"
#include "target.h"
#include "util.h"

enum {
	OPT_CALL_GRAPH = RECORD_COUNT_OPTIONS_END,
	OPT_THREADS,
	OPT_MAX_SIZE,
	OPT_SWITCH_OUTPUT,
	OPT_SWITCH_MAX_FILES,
	OPT_CAPTURE,
	OPT_NO_CAPTURE,
	OPT_KEEP,
	OPT_DROP,
	OPT_FILTER,
	OPT_OVERFLOW,
	OPT_TWIN,
};

static const struct option long_options[] = {
	{ "all-cpus", no_argument, NULL, 'a' },
	{ "pid", required_argument, NULL, 'p' },
	{ "tid", required_argument, NULL, 't' },
	{ "cpu", required_argument, NULL, 'C' },
	{ "cgroup", required_argument, NULL, 'G' },
	{ "event", required_argument, NULL, 'e' },
	{ "freq", required_argument, NULL, 'F' },
	{ "count", required_argument, NULL, 'c' },
	{ "call-graph", required_argument, NULL, OPT_CALL_GRAPH },
	{ "branch-any", no_argument, NULL, 'b' },
	{ "branch-filter", required_argument, NULL, 'j' },
	{ "clockid", required_argument, NULL, 'k' },
	{ "mmap-pages", required_argument, NULL, 'm' },
	{ "no-inherit", no_argument, NULL, 'i' },
	{ "output", required_argument, NULL, 'o' },
	{ "threads", optional_argument, NULL, OPT_THREADS },
	{ "compression-level", optional_argument, NULL, 'z' },
	{ "max-size", required_argument, NULL, OPT_MAX_SIZE },
	{ "switch-output", optional_argument, NULL, OPT_SWITCH_OUTPUT },
	{ "switch-max-files", required_argument, NULL, OPT_SWITCH_MAX_FILES },
	{ "capture", required_argument, NULL, OPT_CAPTURE },
	{ "no-capture", no_argument, NULL, OPT_NO_CAPTURE },
	{ "keep", required_argument, NULL, OPT_KEEP },
	{ "drop", required_argument, NULL, OPT_DROP },
	{ "filter", required_argument, NULL, OPT_FILTER },
	{ "overflow", required_argument, NULL, OPT_OVERFLOW },
	{ "twin", no_argument, NULL, OPT_TWIN },
	{ "count-by", required_argument, NULL, RECORD_COUNT_BY },
	{ "count-entries", required_argument, NULL, RECORD_COUNT_ENTRIES },
	{ "folded", required_argument, NULL, RECORD_COUNT_FOLDED },
	{ "json", required_argument, NULL, RECORD_COUNT_JSON },
	{ "flamegraph", required_argument, NULL, RECORD_COUNT_FLAMEGRAPH },
	{ "quiet", no_argument, NULL, 'q' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

static const char usage[] =
	"Usage: perf-augment record [OPTIONS] [--] COMMAND [ARGS]\n"
	"       perf-augment record [OPTIONS] -a | -C CPUS | -G CGROUP | -p PID,... |\n"
	"                           -t TID,... [-- COMMAND]\n"
	"\n"
	"Samples a command, tasks or the whole machine into a recording that perf reads,\n"
	"with every BPF program that is there or is loaded meanwhile: its code, names,\n"
	"source lines and BTF. With a target besides, COMMAND only says how long.\n"
	"\n"
	"What to record:\n"
	"  -a, --all-cpus          every task\n"
	"  -C, --cpu LIST          every task of these CPUs (0-3,6); with -p, -t,\n"
	"                          COMMAND those on them\n"
	"  -p, --pid LIST          processes, with all their threads; recording ends\n"
	"                          with the last\n"
	"  -t, --tid LIST          single threads\n"
	"  -G, --cgroup NAME,...   tasks of a control group, or of one for each event\n"
	"  -i, --no-inherit        do not follow children and new threads\n"
	"  -e, --event LIST        events: cpu-clock, page-faults, cycles:u, r1a8,\n"
	"                          cpu/event=0x3c/, sched:sched_switch, mem:0xADDR:w.\n"
	"                          Default: cycles, or cpu-clock where there is no PMU\n"
	"  -F, --freq HZ           samples per second and CPU (4000), or max\n"
	"  -c, --count N           a sample every N events; of clocks, every N\n"
	"                          nanoseconds\n"
	"  -g                      call chains, by frame pointers\n"
	"      --call-graph MODE   fp; dwarf[,BYTES]: with a copy of the stack (8192);\n"
	"                          lbr: by the PMU\n"
	"  -b, --branch-any        the branches taken before each sample, as far as the\n"
	"                          PMU keeps them\n"
	"  -j, --branch-filter LIST  some: any, any_call, any_ret, ind_call, ind_jmp,\n"
	"                            call, cond, u, k ...\n"
	"  -k, --clockid CLOCK     of time stamps: mono, raw, boot, real, tai\n"
	"\n"
	"Which samples (the kernel asks a BPF program at each; what became of them is\n"
	"told at the end, and in PATH.overflow.json):\n"
	"      --keep EXPR         only those for which EXPR is true: over ip user\n"
	"                          kernel in_bpf symbol dso pid tid uid gid cpu comm\n"
	"                          cgroup time period addr weight phys_addr\n"
	"                          code_page_size data_page_size txn id; as in\n"
	"                          'kernel && comm ~ \"kworker*\"',\n"
	"                          'dso == \"/usr/bin/bash\"'\n"
	"      --drop EXPR         only those for which it is not\n"
	"      --filter EXPR,...   those for which all are true, as perf spells it\n"
	"      --overflow FILE.o[:NAME]\n"
	"                          those that your program, made with overflow.h, keeps;\n"
	"                          what it forwards is in PATH too: report --forwarded\n"
	"      --twin              record each event once more, with no program, to\n"
	"                          compare with\n"
	"\n"
	"Count samples in the kernel instead of recording each (its maps are read by\n"
	"dump-map counted, also meanwhile; PATH has a sample for each count at the end,\n"
	"as large as the code that ran):\n"
	"      --count-by KEYS     by ip, symbol, dso, stack, comm, pid, tid, cpu,\n"
	"                          cgroup, or several\n"
	"      --count-entries N   room for N different counts (65536)\n"
	"      --folded FILE, --json FILE, --flamegraph FILE\n"
	"                          write what `report` makes of it, too\n"
	"\n"
	"Where to:\n"
	"  -o, --output PATH       perf.data; what is there becomes PATH.old. - is\n"
	"                          standard output, the default when that is a pipe\n"
	"      --threads[=PER]     PATH is a directory, written by a thread per cpu,\n"
	"                          core, package or numa (cpu)\n"
	"  -z, --compression-level[=N]  pack records with zstd, level N (1)\n"
	"  -m, --mmap-pages SIZE   ring buffer of each CPU: pages, or a size as 512K\n"
	"                          (the default), 4M\n"
	"      --max-size SIZE     end when so much is written\n"
	"      --switch-output[=WHEN]\n"
	"                          go on in another recording at SIGUSR2 (signal), after\n"
	"                          a size (100M) or a time (30s, 5m); each is\n"
	"                          PATH.TIMESTAMP\n"
	"      --switch-max-files N    keep only the last N of them\n"
	"\n"
	"      --capture HOW       how BPF programs are copied at their load: auto,\n"
	"                          kprobe, watch, syscall, none\n"
	"      --no-capture        none: they are read by id after their load\n"
	"  -q, --quiet             say only what went wrong\n"
	"  -v, --verbose           say more; twice: libbpf's messages too\n"
	"  -h, --help\n"
	"\n"
	"The exit status is the command's; 1 for an error; 2 for wrong options; 127 and\n"
	"126 when the command cannot be run. After SIGINT or SIGTERM the recording is\n"
	"complete, and the status that of the signal.\n";

static int bad_value(const char *option, const char *text, const char *wanted)
{
	log_err("%s: '%s' is not %s", option, text, wanted);
	return -EINVAL;
}

static int parse_cgroups(struct record_options *opts, const char *text)
{
	struct record_opts *r = &opts->record;
	char **cgroups;
	size_t len;

	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if (!len) {
			log_err("-G: a control group has no name");
			return -EINVAL;
		}
		cgroups = reallocarray(r->cgroups, r->nr_cgroups + 1, sizeof(*cgroups));
		if (!cgroups)
			return -ENOMEM;
		r->cgroups = cgroups;
		cgroups[r->nr_cgroups] = strndup(text, len);
		if (!cgroups[r->nr_cgroups])
			return -ENOMEM;
		r->nr_cgroups++;
		if (!text[len])
			return 0;
	}
}

static int parse_events(struct record_options *opts, const char *text)
{
	struct strbuf error = {};
	int err = event_specs__parse(&opts->record.list, text, &error);

	if (err)
		log_err("-e: %s", err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

static uint64_t max_sample_rate(void)
{
	FILE *f __cleanup_fclose = fopen("/proc/sys/kernel/perf_event_max_sample_rate", "re");
	uint64_t rate;

	return f && fscanf(f, "%" SCNu64, &rate) == 1 && rate ? rate : 100000;
}

/* As perf: what is more than the kernel allows becomes the most that it does. */
static int parse_freq(struct record_options *opts, const char *text)
{
	const uint64_t max = max_sample_rate();
	uint64_t *freq = &opts->record.events.freq;

	if (!strcmp(text, "max")) {
		*freq = max;
		return 0;
	}
	if (record_parse__number(text, freq))
		return bad_value("-F", text, "a number of samples per second, nor max");
	if (*freq > max) {
		log_warn("-F: %" PRIu64 " samples per second are more than "
			 "kernel.perf_event_max_sample_rate: %" PRIu64 " it is",
			 *freq, max);
		*freq = max;
	}
	return 0;
}

/* A copied stack: a multiple of 8 that leaves room for the rest of a sample. */
#define STACK_DEFAULT 8192
#define STACK_MAX 65528

static int parse_call_graph(struct record_options *opts, const char *text)
{
	struct record_events_opts *events = &opts->record.events;
	uint64_t size = STACK_DEFAULT;

	if (!strcmp(text, "fp")) {
		events->callchain = RECORD_CALLCHAIN_FP;
		return 0;
	}
	if (!strcmp(text, "lbr")) {
		events->callchain = RECORD_CALLCHAIN_LBR;
		return 0;
	}
	if (strncmp(text, "dwarf", 5) || (text[5] && text[5] != ','))
		return bad_value("--call-graph", text, "fp, dwarf[,BYTES] or lbr");
	if (text[5] && (record_parse__number(text + 6, &size) || size > STACK_MAX))
		return bad_value("--call-graph", text, "dwarf with a stack of up to 65528 bytes");
	events->callchain = RECORD_CALLCHAIN_DWARF;
	events->stack_size = (uint32_t)((size + 7) & ~7ULL);
	return 0;
}

static int parse_branches(struct record_options *opts, const char *text)
{
	if (record_parse__branches(text, &opts->record.events.branch_type))
		return bad_value("-j", text,
				 "a list of kinds of branches: any, any_call, any_ret, "
				 "ind_call, ind_jmp, call, cond, in_tx, no_tx, abort_tx, u, k, "
				 "hv, stack, no_flags, no_cycles, save_type, hw_index, priv");
	return 0;
}

static int parse_clock(struct record_options *opts, const char *text)
{
	if (record_parse__clock(text, &opts->record.events.clockid))
		return bad_value("-k", text, "a clock: mono, raw, boot, real, tai");
	opts->record.events.use_clockid = true;
	return 0;
}

static int parse_ring(struct record_options *opts, const char *text)
{
	const int err = record_parse__ring(text, (size_t)sysconf(_SC_PAGESIZE),
					   &opts->record.events.ring_size);

	if (err == -E2BIG)
		return bad_value("-m", text, "at most 1G per CPU");
	return err ? bad_value("-m", text, "a number of pages or a size like 512K or 4M") : 0;
}

static int parse_threads(struct record_options *opts, const char *text)
{
	static const char *const names[] = {
		[RECORD_PER_CPU] = "cpu",
		[RECORD_PER_CORE] = "core",
		[RECORD_PER_PACKAGE] = "package",
		[RECORD_PER_NODE] = "numa",
	};
	unsigned int i;

	opts->threads_given = true;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!text || !strcmp(text, names[i])) {
			opts->record.threads = i;
			return 0;
		}
	}
	return bad_value("--threads", text, "cpu, core, package or numa");
}

static int parse_level(struct record_options *opts, const char *text)
{
	uint64_t level = 1;

	if (text && (record_parse__number(text, &level) || level > 22))
		return bad_value("-z", text, "a level from 1 to 22");
	opts->record.output.level = (int)level;
	return 0;
}

static int parse_switch(struct record_options *opts, const char *text)
{
	struct record_switch value;

	if (record_parse__switch(text ? text : "signal", &value))
		return bad_value("--switch-output", text,
				 "signal, a size (100M) or a time (30s, 5m, 1h, 1d)");
	opts->record.output.switching = true;
	opts->record.switch_on_signal |= value.on_signal;
	opts->record.switch_bytes = value.bytes;
	opts->record.switch_ns = value.ns;
	return 0;
}

static int parse_capture(struct record_options *opts, const char *text)
{
	static const char *const names[] = {
		[BPF_GATE_AUTO] = "auto",   [BPF_GATE_KPROBE] = "kprobe",
		[BPF_GATE_WATCH] = "watch", [BPF_GATE_SYSCALL] = "syscall",
		[BPF_GATE_NONE] = "none",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(text, names[i])) {
			opts->record.gate = i;
			return 0;
		}
	}
	return bad_value("--capture", text, "auto, kprobe, watch, syscall or none");
}

/* Each may be given several times. */
static int parse_overflow(struct record_options *opts, int option, const char *arg)
{
	struct overflow_opts *o = &opts->record.overflow;
	struct overflow_text *texts;

	if (option == OPT_TWIN) {
		o->twin = true;
		return 0;
	}
	if (option == OPT_OVERFLOW) {
		if (o->own) {
			log_err("--overflow is given twice: an event has one program");
			return -EINVAL;
		}
		o->own = arg;
		return 0;
	}
	texts = reallocarray(o->texts, o->nr_texts + 1, sizeof(*texts));
	if (!texts)
		return -ENOMEM;
	o->texts = texts;
	texts[o->nr_texts++] = (struct overflow_text){
		.text = arg,
		.spelling = option == OPT_KEEP	 ? OVERFLOW_SPELL_KEEP
			    : option == OPT_DROP ? OVERFLOW_SPELL_DROP
						 : OVERFLOW_SPELL_FILTER,
	};
	return 0;
}

static int parse_limits(struct record_options *opts, int option, const char *arg)
{
	struct record_opts *r = &opts->record;
	uint64_t nr;

	switch (option) {
	case OPT_MAX_SIZE:
		if (record_parse__size(arg, &r->max_bytes))
			return bad_value("--max-size", arg, "a size like 100M");
		return 0;
	case OPT_SWITCH_OUTPUT:
		return parse_switch(opts, arg);
	case OPT_SWITCH_MAX_FILES:
		if (record_parse__number(arg, &nr) || nr > 100000)
			return bad_value("--switch-max-files", arg, "a number from 1 to 100000");
		r->output.max_files = (unsigned int)nr;
		return 0;
	case OPT_CAPTURE:
		return parse_capture(opts, arg);
	case OPT_NO_CAPTURE:
		r->gate = BPF_GATE_NONE;
		return 0;
	case OPT_KEEP:
	case OPT_DROP:
	case OPT_FILTER:
	case OPT_OVERFLOW:
	case OPT_TWIN:
		return parse_overflow(opts, option, arg);
	}
	return record_count__parse(&opts->count, &opts->record, option, arg);
}

/* Return: 0, -EINVAL for wrong options (said), 1 when help is wanted. */
static int parse_option(struct record_options *opts, int option, const char *arg)
{
	struct record_opts *r = &opts->record;

	switch (option) {
	case 'a':
		r->all_cpus = true;
		return 0;
	case 'p':
		return target__parse_option("-p", arg, &r->pids, &r->nr_pids);
	case 't':
		return target__parse_option("-t", arg, &r->tids, &r->nr_tids);
	case 'C':
		if (cpu_list__parse(&opts->cpus, arg))
			return bad_value("-C", arg, "a list of CPUs like 0-3,6");
		return 0;
	case 'G':
		return parse_cgroups(opts, arg);
	case 'e':
		return parse_events(opts, arg);
	case 'F':
		return parse_freq(opts, arg);
	case 'c':
		if (record_parse__number(arg, &r->events.period))
			return bad_value("-c", arg, "a number above 0");
		return 0;
	case 'g':
		return parse_call_graph(opts, "fp");
	case OPT_CALL_GRAPH:
		return parse_call_graph(opts, arg);
	case 'b':
		return parse_branches(opts, "any");
	case 'j':
		return parse_branches(opts, arg);
	case 'k':
		return parse_clock(opts, arg);
	case 'm':
		return parse_ring(opts, arg);
	case 'i':
		r->events.inherit = false;
		return 0;
	case 'o':
		r->output.path = arg;
		return 0;
	case OPT_THREADS:
		return parse_threads(opts, arg);
	case 'z':
		return parse_level(opts, arg);
	case 'q':
		r->quiet = true;
		return 0;
	case 'v':
		opts->verbose++;
		return 0;
	case 'h':
		return 1;
	}
	return option == '?' ? -EINVAL : parse_limits(opts, option, arg);
}

int record_options__parse(struct record_options *opts, int argc, char **argv)
{
	int option, err = 0;

	optind = 0;
	while (!err) {
		option = options__next(argc, argv, "+:ap:t:C:G:e:F:c:gbj:k:m:io:z::qvh",
				       long_options);
		if (option < 0)
			break;
		err = parse_option(opts, option, optarg);
	}
	if (err > 0)
		fputs(usage, stdout);
	if (!err && argv[optind])
		opts->record.command = argv + optind;
	if (!err && !opts->record.list.nr)
		err = parse_events(opts, record_open__default_event());
	return err;
}

void record_options__free(struct record_options *opts)
{
	struct record_opts *r = &opts->record;

	event_specs__free(&r->list);
	cpu_list__free(&opts->cpus);
	while (r->nr_cgroups)
		free(r->cgroups[--r->nr_cgroups]);
	free(r->cgroups);
	free(r->pids);
	free(r->tids);
	free(r->overflow.texts);
}
