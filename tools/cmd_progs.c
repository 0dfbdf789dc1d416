// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_progs.c - `perf-augment progs`: the BPF programs of a recording, or of this machine. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "bpf_follow.h"
#include "bpf_loaded.h"
#include "bpf_progs_show.h"
#include "cmd.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "perfdata_owner.h"
#include "privilege.h"
#include "recording.h"
#include "sink.h"

enum { OPT_LIVE = 256, OPT_LOADED, OPT_CAPTURE };

static const struct option long_options[] = { { "live", no_argument, NULL, OPT_LIVE },
					      { "loaded", no_argument, NULL, OPT_LOADED },
					      { "capture", required_argument, NULL, OPT_CAPTURE },
					      { "json", no_argument, NULL, 'j' },
					      { "output", required_argument, NULL, 'o' },
					      { "force", no_argument, NULL, 'f' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment progs [OPTIONS] [FILE|DIR|-]\n"
	"       perf-augment progs --loaded|--live [OPTIONS]\n"
	"\n"
	"The BPF programs of a recording of perf (perf.data by default): those of its\n"
	"header and those that only its records tell of. Samples are counted for the\n"
	"program that was at their address then.\n"
	"\n"
	"      --loaded        instead of a recording: the programs that are loaded now,\n"
	"                      what they are attached to, and which processes hold them\n"
	"      --live          each load and unload as it happens, and who did it, until\n"
	"                      ^C\n"
	"      --capture HOW   with --live: auto, kprobe, watch, syscall or none: what\n"
	"                      makes programs be copied while they are loaded; none\n"
	"                      reads them by id\n"
	"  -j, --json          one JSON object, with the functions of each program; with\n"
	"                      --live one per line\n"
	"  -o, --output FILE   write to FILE; - is standard output\n"
	"  -f, --force         a recording that is somebody else's, too\n"
	"  -h, --help\n"
	"\n"
	"LOADED is `before` when the program was there when recording began, and has a ~\n"
	"when it is computed from the kernel's load_time. SOURCE is where the recording\n"
	"has it: its header (with names, code and lines), its records, or both. The exit\n"
	"status is 3 when a part of the recording could not be read.\n";

struct options {
	const char *input;
	const char *output;
	enum bpf_gate gate;
	bool json;
	bool live;
	bool loaded;
	bool force;
};

static int parse_gate(const char *name, enum bpf_gate *ret_gate)
{
	enum bpf_gate gate;

	for (gate = BPF_GATE_AUTO; gate <= BPF_GATE_NONE; gate++) {
		if (!strcmp(bpf_gate__name(gate), name)) {
			*ret_gate = gate;
			return 0;
		}
	}
	log_err("--capture: there is no way called \"%s\"; see perf-augment progs --help", name);
	return -EINVAL;
}

static int check_options(const struct options *opts, int nr_inputs)
{
	if (opts->live && opts->loaded)
		log_err("--live and --loaded are two different things: one at a time");
	else if ((opts->live || opts->loaded) && nr_inputs)
		log_err("--%s is about this machine: no recording is read",
			opts->live ? "live" : "loaded");
	else if (nr_inputs > 1)
		log_err("one recording at a time; see perf-augment progs --help");
	else if (opts->gate != BPF_GATE_AUTO && !opts->live)
		log_err("--capture says how --live gets programs: without that it has no meaning");
	else
		return 0;
	return -EINVAL;
}

/* Return: 0, -EINVAL for wrong options, 1 when help was printed. */
static int parse_options(struct options *opts, int argc, char **argv)
{
	int c;

	optind = 0;
	while ((c = options__next(argc, argv, ":jo:fh", long_options)) >= 0) {
		switch (c) {
		case OPT_LIVE:
			opts->live = true;
			break;
		case OPT_LOADED:
			opts->loaded = true;
			break;
		case OPT_CAPTURE:
			if (parse_gate(optarg, &opts->gate))
				return -EINVAL;
			break;
		case 'j':
			opts->json = true;
			break;
		case 'o':
			opts->output = optarg;
			break;
		case 'f':
			opts->force = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1;
		default:
			return -EINVAL;
		}
	}
	opts->input = optind < argc ? argv[optind] : "perf.data";
	return check_options(opts, argc - optind);
}

static void say_problem(void *ctx, const char *text)
{
	log_warn("%s: %s", (const char *)ctx, text);
}

/* Return: 0, -errno; said, but for a reader that has seen enough. */
static int write_table(const struct options *opts, struct bpf_progs *progs,
		       const struct bpf_progs_totals *totals)
{
	struct sink sink;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (!err)
		err = opts->json
			      ? bpf_progs__show_json(progs, totals, &sink.buf)
			      : bpf_progs__show_text(progs, totals, sink__width(&sink), &sink.buf);
	write_err = sink__close(&sink);
	err = err ?: write_err;
	if (err && err != -EPIPE)
		log_err("%s: %s", opts->output ?: "standard output", output_file__why(err));
	return err;
}

static int show_progs(const struct options *opts)
{
	const struct perfdata_report report = { .say = say_problem, .ctx = (void *)opts->input };
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals = {};
	struct perfdata *pd = NULL;
	int err = perfdata_owner__check(opts->input, opts->force), status = EXIT_OK;

	if (!err)
		err = recording__check_output(opts->input, opts->output);
	if (!err && !progs) {
		log_err("%s", strerror(ENOMEM));
		err = -ENOMEM;
	}
	if (!err)
		err = recording__open(&pd, opts->input, &report);
	if (err) {
		bpf_progs__free(progs);
		return EXIT_FAILED;
	}
	err = bpf_progs__read(progs, pd, &totals);
	if (err)
		log_err("%s: %s", opts->input, strerror(-err));
	else
		err = write_table(opts, progs, &totals);
	if (totals.damaged)
		log_warn("%s: %u lists of BPF programs in the header are damaged", opts->input,
			 totals.damaged);
	if (err)
		status = EXIT_FAILED;
	else if (perfdata__is_incomplete(pd) || totals.damaged)
		status = EXIT_LOST;
	perfdata__close(pd);
	bpf_progs__free(progs);
	return status;
}

/* ---- this machine ---- */

static int show_loaded(const struct options *opts)
{
	struct bpf_loaded loaded = {};
	struct sink sink;
	int err = bpf_loaded__find(&loaded), write_err;

	if (err) {
		log_err("the loaded BPF programs cannot be listed: %s%s", strerror(-err),
			err == -EPERM ? "; CAP_SYS_ADMIN is needed" : "");
		return EXIT_FAILED;
	}
	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (!err)
		err = opts->json ? bpf_loaded__show_json(&loaded, &sink.buf)
				 : bpf_loaded__show_text(&loaded, sink__width(&sink), &sink.buf);
	write_err = sink__close(&sink);
	err = err ?: write_err;
	if (err && err != -EPIPE)
		log_err("%s: %s", opts->output ?: "output", output_file__why(err));
	if (loaded.unreadable)
		log_warn("%zu programs could not be read", loaded.unreadable);
	bpf_loaded__free(&loaded);
	return err ? EXIT_FAILED : loaded.unreadable ? EXIT_LOST : EXIT_OK;
}

/* Readable when we are asked to end. */
static int open_stop_fd(void)
{
	struct sigaction hangup;
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	/* Under nohup it stays ignored; signalfd would deliver it. */
	if (sigaction(SIGHUP, NULL, &hangup) || hangup.sa_handler != SIG_IGN)
		sigaddset(&mask, SIGHUP);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	return signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int follow(const struct options *opts)
{
	struct sink sink;
	const struct bpf_follow_opts follow_opts = {
		.sink = &sink, .json = opts->json, .stop_fd = open_stop_fd(), .gate = opts->gate
	};
	uint64_t lost = 0;
	int err = 0, write_err;

	sink__init(&sink, STDOUT_FILENO);
	if (opts->output)
		err = sink__open(&sink, opts->output);
	if (err)
		log_err("%s: %s", opts->output, output_file__why(err));
	else
		err = bpf_follow__run(&follow_opts, &lost);
	write_err = sink__close(&sink);
	if (write_err && write_err != -EPIPE)
		log_err("%s: %s", opts->output ?: "output", output_file__why(write_err));
	if (lost)
		log_warn("%llu loads or unloads were lost", (unsigned long long)lost);
	return err || write_err ? EXIT_FAILED : lost ? EXIT_LOST : EXIT_OK;
}

int cmd_progs(int argc, char **argv)
{
	struct options opts = {};
	int err = parse_options(&opts, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	if (err)
		return err > 0 ? EXIT_OK : EXIT_USAGE;
	if (opts.live)
		return follow(&opts);
	if (opts.loaded)
		return show_loaded(&opts);
	/* What somebody recorded is read by who can do nothing with it but that. */
	privilege__keep(PRIVILEGE_FILES);
	return show_progs(&opts);
}
