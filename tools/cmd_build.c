// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_build.c - `perf-augment build`: a BPF program in C to an object, or an old object to a new one. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bpf_build.h"
#include "bpf_elf_image.h"
#include "cmd.h"
#include "config.h"
#include "fdio.h"
#include "log.h"
#include "options.h"
#include "output_file.h"
#include "strbuf.h"
#include "terminal.h"
#include "util.h"

struct options {
	struct bpf_build_opts build;
	const char *input;
	const char *output;
	bool upgrade;
	bool verbose;
};

enum { OPT_EMIT = 256, OPT_NO_CACHE, OPT_UPGRADE };

static const struct option long_options[] = { { "output", required_argument, NULL, 'o' },
					      { "emit", required_argument, NULL, OPT_EMIT },
					      { "no-cache", no_argument, NULL, OPT_NO_CACHE },
					      { "upgrade", no_argument, NULL, OPT_UPGRADE },
					      { "verbose", no_argument, NULL, 'v' },
					      { "help", no_argument, NULL, 'h' },
					      {} };

static const char usage[] =
	"Usage: perf-augment build [OPTIONS] FILE.c [-o FILE.o] [-- CLANG-ARGS]\n"
	"       perf-augment build --upgrade OLD.o -o NEW.o\n"
	"\n"
	"Compiles a BPF program with our headers, which take the place of those that\n"
	"perf shipped until 6.5; kernel headers are not needed. Or gives an object whose\n"
	"maps are in the section 'maps', which libbpf 1.x and perf 6.x refuse, maps that\n"
	"they take.\n"
	"\n"
	"  -o, --output FILE   the object; FILE.o in the current folder is the default.\n"
	"                      Replaced at once or not at all\n"
	"      --emit=legacy   maps for loaders before libbpf 0.0.4 (perf before 5.2)\n"
	"      --no-cache      compile even if nothing has changed since the last time\n"
	"      --upgrade       convert an object; what is not about maps stays as it is\n"
	"  -v, --verbose       print the command, and what was done\n"
	"  -h, --help\n"
	"\n"
	"CLANG-ARGS are added to the command: -DNAME=1, -Ifolder, -Wall, -mcpu=v3 ...\n"
	"Keys of the section [llvm] in .perfconfig are obeyed: clang-path, clang-opt,\n"
	"clang-bpf-cmd-template, opts, dump-obj.\n"
	"The exit status is 0; 1 for an error; 2 for wrong options.\n";

static int usage_error(const char *fmt, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), fmt, what);
	log_err("%s; see perf-augment build --help", text);
	return -EINVAL;
}

static int parse_option(int c, struct options *opts)
{
	switch (c) {
	case 'o':
		opts->output = optarg;
		return 0;
	case OPT_EMIT:
		if (strcmp(optarg, "legacy"))
			return usage_error(
				"--emit=%s: only 'legacy' can be emitted besides the default",
				optarg);
		opts->build.legacy = true;
		return 0;
	case OPT_NO_CACHE:
		opts->build.no_cache = true;
		return 0;
	case OPT_UPGRADE:
		opts->upgrade = true;
		return 0;
	case 'v':
		opts->verbose = true;
		return 0;
	}
	return -EINVAL;
}

static bool has_prefix(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool has_suffix(const char *text, const char *suffix)
{
	size_t len = strlen(text), suffix_len = strlen(suffix);

	return len > suffix_len && !strcmp(text + len - suffix_len, suffix);
}

/*
 * What a word for the compiler would change besides the object: our command has its own output, its own list of
 * headers, and makes an object. NULL for others.
 */
static const char *why_refused(const char *arg)
{
	static const char *const others[] = {
		"-E",	"-S",		"-emit-llvm", "-emit-ast",    "-fsyntax-only",
		"-###", "--preprocess", "--assemble", "--precompile", "--analyze"
	};

	if (has_prefix(arg, "-o") || !strcmp(arg, "--output") || has_prefix(arg, "--output="))
		return "the object is named by -o before the --";
	/* -M, -MD, -MF FILE: what no other option of clang begins with. */
	if (has_prefix(arg, "-M") || !strcmp(arg, "--dependencies") ||
	    !strcmp(arg, "--user-dependencies") || !strcmp(arg, "--write-dependencies"))
		return "the list of headers is for the cache";
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(arg, others[i]))
			return "build makes an object, and nothing else";
	return NULL;
}

/* Does the word behind this one belong to it? */
static bool takes_a_word(const char *arg)
{
	static const char *const options[] = { "-mllvm",      "-Xclang",   "-Xpreprocessor",
					       "-Xassembler", "-Xlinker",  "-I",
					       "-D",	      "-U",	   "-x",
					       "-include",    "-imacros",  "-isystem",
					       "-iquote",     "-idirafter" };

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (!strcmp(arg, options[i]))
			return true;
	return false;
}

static int check_args(const struct bpf_build_opts *build)
{
	const char *why;

	for (size_t i = 0; i < build->nr_args; i++) {
		why = why_refused(build->args[i]);
		if (why) {
			log_err("%s behind --: %s; see perf-augment build --help", build->args[i],
				why);
			return -EINVAL;
		}
		i += takes_a_word(build->args[i]);
	}
	return 0;
}

/* The one name before "--" is ours, what stands behind it is for the compiler. */
static int parse_operands(int argc, char **argv, int nr_own, struct options *opts)
{
	if (nr_own < argc) {
		opts->build.args = (const char *const *)argv + nr_own + 1;
		opts->build.nr_args = (size_t)(argc - nr_own - 1);
	}
	if (optind >= nr_own)
		return usage_error("%s is missing", opts->upgrade ? "the object" : "the source");
	if (optind + 1 < nr_own)
		return usage_error("one file at a time; '%s' is the second", argv[optind + 1]);
	opts->input = argv[optind];
	if (!opts->upgrade && has_suffix(opts->input, ".o"))
		return usage_error("%s is an object; --upgrade converts one", opts->input);
	if (!opts->upgrade)
		return check_args(&opts->build);
	if (!opts->output)
		return usage_error("%s", "--upgrade wants the name of the new object with -o");
	if (opts->build.legacy || opts->build.nr_args)
		return usage_error("%s", "--upgrade does not compile: no --emit and no CLANG-ARGS");
	return 0;
}

/* Return: 0, -EINVAL for wrong options (logged), -ECANCELED after --help. */
static int parse_options(int argc, char **argv, struct options *opts)
{
	int nr_own = 1, c, err;

	while (nr_own < argc && strcmp(argv[nr_own], "--"))
		nr_own++;
	optind = 1;
	while ((c = options__next(nr_own, argv, ":o:vh", long_options)) != -1) {
		if (c == 'h') {
			fputs(usage, stdout);
			return -ECANCELED;
		}
		if (c == '?')
			return -EINVAL;
		err = parse_option(c, opts);
		if (err)
			return err;
	}
	return parse_operands(argc, argv, nr_own, opts);
}

static int write_object(const char *path, const void *bytes, size_t size)
{
	struct strbuf error = {};
	int err;

	if (!strcmp(path, "-")) {
		err = fdio__write_all(STDOUT_FILENO, bytes, size, NULL);
		if (err)
			log_err("standard output: %s", strerror(-err));
		return err;
	}
	err = bpf_object_image__write(path, bytes, size, &error);
	if (err)
		log_err("%s", strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}

static const char *default_output(const char *source, struct strbuf *name)
{
	const char *slash = strrchr(source, '/');

	bpf_build__output_name(slash ? slash + 1 : source, name);
	return strbuf__cstr(name);
}

static void report_build(const struct options *opts, struct bpf_build *build, const char *output)
{
	if (!opts->verbose)
		return;
	if (build->cached)
		log_info("%s: unchanged since it was compiled by: %s", opts->input,
			 strbuf__cstr(&build->command));
	else
		log_info("%s: compiled by: %s", opts->input, strbuf__cstr(&build->command));
	if (build->cache_note.len)
		log_info("no cache: %s", strbuf__cstr(&build->cache_note));
	if (build->bytes)
		log_info("%s: %zu bytes", output, build->size);
}

static int compile(struct options *opts)
{
	struct strbuf error = {}, name = {};
	const char *output = opts->output ?: default_output(opts->input, &name);
	struct bpf_build build;
	int err;

	/* A mistyped -o must not cost the source. */
	if (output_file__is_same(output, opts->input)) {
		log_err("%s: is the source, and would be overwritten", output);
		return -EINVAL;
	}
	opts->build.source = opts->input;
	opts->build.color = terminal__takes_colors(STDERR_FILENO);
	err = bpf_build__object(&opts->build, &build, &error);
	log__foreign(build.messages.text, build.messages.len);
	report_build(opts, &build, output);
	if (err)
		log_err("%s", strbuf__cstr(&error));
	else
		err = write_object(output, build.bytes, build.size);
	bpf_build__free(&build);
	strbuf__free(&error);
	strbuf__free(&name);
	return err;
}

static int upgrade(const struct options *opts)
{
	struct strbuf error = {}, notes = {};
	struct bpf_object_image image = {};
	char *note, *save = NULL;
	int err;

	err = bpf_object_image__open(opts->input, &image, &notes, &error);
	if (err)
		log_err("%s", strbuf__cstr(&error));
	else if (!image.converted)
		log_info("%s: has no legacy maps; %s is a copy", opts->input, opts->output);
	/* What changed of a map is worth a line, as nobody asked for it. */
	for (note = strtok_r((char *)strbuf__cstr(&notes), "\n", &save); note;
	     note = strtok_r(NULL, "\n", &save))
		log_info("%s: %s", opts->input, note);
	if (!err)
		err = write_object(opts->output, image.bytes, image.size);
	if (!err && opts->verbose)
		log_info("%s: %zu bytes", opts->output, image.size);
	bpf_object_image__free(&image);
	strbuf__free(&error);
	strbuf__free(&notes);
	return err;
}

int cmd_build(int argc, char **argv)
{
	struct options opts = {};
	struct config cfg = {};
	int err;

	err = parse_options(argc, argv, &opts);
	if (err)
		return err == -ECANCELED ? EXIT_OK : EXIT_USAGE;
	if (opts.upgrade)
		return upgrade(&opts) ? EXIT_FAILED : EXIT_OK;
	err = config__load(&cfg);
	if (!err) {
		bpf_build_opts__configure(&opts.build, &cfg);
		err = compile(&opts);
	}
	config__free(&cfg);
	return err ? EXIT_FAILED : EXIT_OK;
}
