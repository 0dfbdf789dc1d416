// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_build.c - see bpf_build.h: which command makes an object, and what its result means. Running
 * it is in bpf_build_run.c, the cache in bpf_build_cache.c.
 */
#include "bpf_build.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bpf_build_priv.h"
#include "bpf_elf.h"
#include "bpf_elf_image.h"
#include "config.h"
#include "util.h"

/* Told from libbpf's folder of the same name by a file that only ours has. */
#define OUR_HEADER "bpf/augment.h"

/* For [llvm] opts without a template: llc then reads what clang writes. With perf's variables. */
static const char own_template[] =
	"\"$CLANG_EXEC\" -D__NR_CPUS__=$NR_CPUS -DLINUX_VERSION_CODE=$LINUX_VERSION_CODE "
	"$CLANG_OPTIONS $PERF_BPF_INC_OPTIONS $KERNEL_INC_OPTIONS -working-directory $WORKING_DIR "
	"-c \"$CLANG_SOURCE\" -target bpf -g -O2 -o -";

/* struct job - one build. @env: for a template; @shell: it goes through /bin/sh. */
struct job {
	const struct bpf_build_opts *opts;
	char clang[PATH_MAX];
	char include_dir[PATH_MAX];
	char source[PATH_MAX];
	struct string_list argv;
	struct string_list env;
	bool shell;
	int err; /* the first failure to add to a list */
};

void bpf_build_opts__configure(struct bpf_build_opts *opts, const struct config *cfg)
{
	opts->clang = config__string(cfg, "llvm.clang-path");
	opts->clang_opt = config__string(cfg, "llvm.clang-opt");
	opts->template = config__string(cfg, "llvm.clang-bpf-cmd-template");
	opts->llc_opts = config__string(cfg, "llvm.opts");
	opts->dump_obj = config__bool(cfg, "llvm.dump-obj");
}

void bpf_build__output_name(const char *source, struct strbuf *name)
{
	size_t len = strlen(source);

	if (len > 2 && !strcmp(source + len - 2, ".c"))
		len -= 2;
	strbuf__add(name, source, len);
	strbuf__adds(name, ".o");
}

/* --- Finding things --------------------------------------------------------------------------- */

static bool has_our_headers(const char *dir)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof(path), "%s/" OUR_HEADER, dir) < (int)sizeof(path) &&
	       !access(path, R_OK);
}

int bpf_build__find_headers(char *path, struct strbuf *error)
{
	static const char *const places[] = { "../lib/perf-augment/include", "../include" };
	const char *env = getenv("PERF_AUGMENT_INCLUDE");
	char exe[PATH_MAX], place[2 * PATH_MAX];
	ssize_t len;
	size_t i;

	if (env && *env) {
		if (realpath(env, path) && has_our_headers(path))
			return 0;
		strbuf__addf(error, "PERF_AUGMENT_INCLUDE is '%s', and there is no " OUR_HEADER,
			     env);
		return -ENOENT;
	}
	len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	exe[len < 0 ? 0 : len] = '\0';
	*(strrchr(exe, '/') ?: exe) = '\0';
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(place, sizeof(place), "%s/%s", exe, places[i]);
		if (realpath(place, path) && has_our_headers(path))
			return 0;
	}
	strbuf__addf(error,
		     "the headers for BPF programs are neither in %s/%s nor in %s/%s: install "
		     "perf-augment whole, or set PERF_AUGMENT_INCLUDE",
		     exe, places[0], exe, places[1]);
	return -ENOENT;
}

static int find_clang(struct job *job, struct strbuf *error)
{
	const char *name = job->opts->clang ?: "clang";
	char other[16], path[PATH_MAX];
	unsigned int version;

	if (!build_run__find(name, job->clang))
		return 0;
	strbuf__addf(error,
		     "%s: there is no such program%s. It is in the package clang (apt install "
		     "clang, dnf install clang)",
		     name, strchr(name, '/') ? "" : " in PATH");
	for (version = 40; version >= 10; version--) {
		snprintf(other, sizeof(other), "clang-%u", version);
		if (build_run__find(other, path))
			continue;
		strbuf__addf(error,
			     "; %s is here: set clang-path = %s in the section [llvm] of "
			     ".perfconfig",
			     other, other);
		break;
	}
	return -ENOENT;
}

static int find_source(struct job *job, struct strbuf *error)
{
	struct stat st;
	int err = 0;

	if (!realpath(job->opts->source, job->source) || access(job->source, R_OK) ||
	    stat(job->source, &st))
		err = -errno;
	else if (S_ISDIR(st.st_mode))
		err = -EISDIR;
	if (err)
		strbuf__addf(error, "%s: %s", job->opts->source, strerror(-err));
	return err;
}

/* --- The command ------------------------------------------------------------------------------ */

static void add_arg(struct job *job, const char *arg)
{
	job->err = job->err ?: string_list__add(&job->argv, arg, strlen(arg));
}

__attribute__((format(printf, 3, 4))) static void add_to(struct job *job, struct string_list *list,
							 const char *fmt, ...)
{
	struct strbuf text = {};
	va_list ap;

	va_start(ap, fmt);
	strbuf__vaddf(&text, fmt, ap);
	va_end(ap);
	job->err = job->err ?: strbuf__error(&text);
	job->err = job->err ?: string_list__add(list, strbuf__cstr(&text), text.len);
	strbuf__free(&text);
}

/* As an unquoted $CLANG_OPTIONS is split. */
static void add_words(struct job *job, const char *words)
{
	size_t len;

	for (words += strspn(words, " \t\n"); *words && !job->err;
	     words += strspn(words, " \t\n")) {
		len = strcspn(words, " \t\n");
		job->err = string_list__add(&job->argv, words, len);
		words += len;
	}
}

static long nr_cpus(void)
{
	return MAX(sysconf(_SC_NPROCESSORS_CONF), 1);
}

static void make_command(struct job *job)
{
	static const char *const fixed[] = { "-target", "bpf", "-mcpu=v2", "-g", "-O2" };
	const struct bpf_build_opts *opts = job->opts;
	size_t i;

	add_arg(job, job->clang);
	for (i = 0; i < ARRAY_SIZE(fixed); i++)
		add_arg(job, fixed[i]);
	add_arg(job, "-I");
	add_arg(job, job->include_dir);
	add_arg(job, "-I");
	add_to(job, &job->argv, "%s/bpf", job->include_dir);
	if (opts->legacy) {
		add_arg(job, "-DBPF_MAP_LEGACY");
		add_to(job, &job->argv, "-D__NR_CPUS__=%ld", nr_cpus());
	}
	if (opts->color)
		add_arg(job, "-fcolor-diagnostics");
	add_words(job, opts->clang_opt ?: "");
	for (i = 0; i < opts->nr_args; i++)
		add_arg(job, opts->args[i]);
	/* Descriptor 3 is ours to read; see build_run__program(). */
	add_words(job, "-MD -MF /dev/fd/3 -MT object -c");
	add_arg(job, opts->source);
	add_words(job, "-o -");
}

/* LINUX_VERSION_CODE of the running kernel; 0 when its name begins with no version. */
static unsigned int kernel_version(void)
{
	unsigned int version, patch, sub = 0;
	struct utsname uts;

	if (uname(&uts) || sscanf(uts.release, "%u.%u.%u", &version, &patch, &sub) < 2)
		return 0;
	return version << 16 | patch << 8 | MIN(sub, 255);
}

static void make_template(struct job *job)
{
	const struct bpf_build_opts *opts = job->opts;
	struct strbuf options = {};
	size_t i;

	add_words(job, "/bin/sh -c");
	if (opts->llc_opts)
		add_to(job, &job->argv, "%s -emit-llvm | llc -march=bpf %s -filetype=obj -o -",
		       opts->template ?: own_template, opts->llc_opts);
	else
		add_arg(job, opts->template ?: own_template);
	strbuf__adds(&options, opts->clang_opt ?: "");
	for (i = 0; i < opts->nr_args; i++)
		strbuf__addf(&options, " %s", opts->args[i]);
	if (opts->legacy)
		strbuf__adds(&options, " -DBPF_MAP_LEGACY");
	add_to(job, &job->env, "CLANG_EXEC=%s", job->clang);
	add_to(job, &job->env, "CLANG_OPTIONS=%s", strbuf__cstr(&options));
	add_to(job, &job->env, "CLANG_SOURCE=%s", job->source);
	add_to(job, &job->env, "CLANG_EMIT_LLVM=%s", "");
	add_to(job, &job->env, "LLVM_OPTIONS_PIPE=%s", "");
	add_to(job, &job->env, "NR_CPUS=%ld", nr_cpus());
	add_to(job, &job->env, "LINUX_VERSION_CODE=0x%x", kernel_version());
	add_to(job, &job->env, "PERF_BPF_INC_OPTIONS=-I%s -I%s/bpf", job->include_dir,
	       job->include_dir);
	add_to(job, &job->env, "KERNEL_INC_OPTIONS=%s", "");
	add_to(job, &job->env, "WORKING_DIR=%s", ".");
	strbuf__free(&options);
}

static void spell_command(const struct job *job, struct strbuf *command)
{
	size_t i;

	if (job->shell) {
		strbuf__adds(command, job->argv.item[job->argv.nr - 1]);
		return;
	}
	for (i = 0; i < job->argv.nr; i++)
		strbuf__addf(command, "%s%s", i ? " " : "", job->argv.item[i]);
}

/* --- Running it ------------------------------------------------------------------------------- */

/* What a compiler obeys besides its command. PATH: one that is a script finds its own there. */
static void hash_environment(struct sha256 *hash)
{
	static const char *const names[] = { "CPATH",
					     "C_INCLUDE_PATH",
					     "SOURCE_DATE_EPOCH",
					     "CCC_OVERRIDE_OPTIONS",
					     "COMPILER_PATH",
					     "GCC_EXEC_PREFIX",
					     "SDKROOT",
					     "LD_LIBRARY_PATH",
					     "PATH",
					     "PWD" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);

		sha256__add_string(hash, value ? names[i] : "");
		sha256__add_string(hash, value ?: "");
	}
}

/* What the object depends on besides the files that the compiler will name. */
static int hash_key(const struct job *job, struct sha256_digest *ret)
{
	struct sha256_digest source;
	struct sha256 hash;
	char cwd[PATH_MAX];
	struct stat st;
	size_t i;
	int err;

	err = build_cache__hash_file(job->source, &source, NULL);
	if (err)
		return err;
	/* The folder is in the debug information. */
	if (stat(job->clang, &st) || !getcwd(cwd, sizeof(cwd)))
		return -errno;
	sha256__init(&hash);
	sha256__add_string(&hash, cwd);
	sha256__add(&hash, &source, sizeof(source));
	sha256__add(&hash, &st.st_dev, sizeof(st.st_dev));
	sha256__add(&hash, &st.st_ino, sizeof(st.st_ino));
	sha256__add(&hash, &st.st_size, sizeof(st.st_size));
	sha256__add(&hash, &st.st_mtim, sizeof(st.st_mtim));
	hash_environment(&hash);
	for (i = 0; i < job->argv.nr; i++)
		sha256__add_string(&hash, job->argv.item[i]);
	sha256__finish(&hash, ret);
	return 0;
}

static int check_status(const struct job *job, const struct build_run *run, struct strbuf *error)
{
	const char *source = job->opts->source;
	struct strbuf reason = {};
	struct bpf_elf *elf;
	int err;

	if (WIFSIGNALED(run->status)) {
		strbuf__addf(error, "%s: the compiler was ended by signal %d (%s)", source,
			     WTERMSIG(run->status), strsignal(WTERMSIG(run->status)));
		return -EBADMSG;
	}
	if (WEXITSTATUS(run->status)) {
		strbuf__addf(error, "%s: not compiled%s", source,
			     run->err.len ? "; the compiler says why above"
					  : ": the compiler failed and does not say why");
		return -EBADMSG;
	}
	err = bpf_elf__parse(run->out.text, run->out.len, &elf, &reason);
	if (err) {
		strbuf__addf(error, "%s: the command made no BPF object: %s", source,
			     reason.len ? strbuf__cstr(&reason) : strerror(-err));
		strbuf__free(&reason);
		return err == -ENOMEM ? err : -EBADMSG;
	}
	bpf_elf__free(elf);
	return 0;
}

/* Does the command have the time in it, as -DBUILT=__DATE__? */
static bool has_time(const struct job *job)
{
	size_t i;

	for (i = 0; i < job->argv.nr; i++)
		if (build_search__has_time(job->argv.item[i], strlen(job->argv.item[i])))
			return true;
	return false;
}

/* Are words of the command in a file, which is not in the key? */
static bool has_words_elsewhere(const struct job *job)
{
	size_t i;

	for (i = 0; i < job->argv.nr; i++)
		if (job->argv.item[i][0] == '@' || !strncmp(job->argv.item[i], "--config", 8))
			return true;
	return false;
}

/* A build that cannot be kept is a build all the same. */
static void keep_object(struct job *job, struct user_cache *cache, const struct sha256_digest *key,
			const struct strbuf *rule, long long started_ns, struct bpf_build *build)
{
	struct string_list deps = {}, absent = {};
	struct build_run search = {};
	int err;

	err = build_run__parse_deps(rule->text ?: "", rule->len, &deps);
	err = err ?: string_list__add(&job->argv, "-###", 4);
	err = err ?: build_run__program(job->argv.item, NULL, &search);
	if (!err && (search.status || has_time(job) || has_words_elsewhere(job)))
		err = -ECANCELED;
	err = err
		      ?: build_search__look(strbuf__cstr(&search.err), search.err.len, started_ns,
					    &deps, &absent, &build->cache_note);
	if (!err)
		build_cache__put(cache, key, &deps, &absent, started_ns, build);
	build_run__free(&search);
	string_list__free(&deps);
	string_list__free(&absent);
}

static int run_compiler(struct job *job, struct user_cache *cache, const struct sha256_digest *key,
			struct bpf_build *build, struct strbuf *error)
{
	/* The clock that gives files their times. */
	long long started_ns = (long long)clock__ns(CLOCK_REALTIME_COARSE);
	struct build_run run;
	int err;

	err = build_run__program(job->argv.item, job->env.item, &run);
	if (err) {
		strbuf__addf(error, "%s: cannot run %s: %s", job->opts->source, job->argv.item[0],
			     strerror(-err));
		goto out;
	}
	build->messages = run.err;
	err = check_status(job, &run, error);
	run.err = (struct strbuf){};
	if (err)
		goto out;
	build->bytes = run.out.text;
	build->size = run.out.len;
	run.out = (struct strbuf){};
	if (cache)
		keep_object(job, cache, key, &run.deps, started_ns, build);
out:
	build_run__free(&run);
	return err;
}

static int get_object(struct job *job, struct bpf_build *build, struct strbuf *error)
{
	struct user_cache *cache = NULL;
	struct sha256_digest key;
	int err = -ENOENT;

	if (job->shell)
		strbuf__adds(&build->cache_note, "nobody knows what a command template reads");
	else if (!job->opts->no_cache)
		cache = user_cache__open(&build->cache_note);
	if (cache && hash_key(job, &key)) {
		user_cache__close(cache);
		cache = NULL;
	}
	if (cache)
		err = build_cache__get(cache, &key, build);
	build->cached = !err;
	if (err == -ENOENT)
		err = run_compiler(job, cache, &key, build, error);
	user_cache__close(cache);
	return err;
}

/* perf's dump-obj: beside the source, under its name. */
static int dump_object(const struct job *job, const struct bpf_build *build, struct strbuf *error)
{
	struct strbuf name = {};
	int err;

	bpf_build__output_name(job->opts->source, &name);
	err = bpf_object_image__write(strbuf__cstr(&name), build->bytes, build->size, error);
	strbuf__free(&name);
	return err;
}

static int prepare(struct job *job, struct strbuf *error)
{
	const struct bpf_build_opts *opts = job->opts;
	int err;

	err = find_source(job, error);
	if (err)
		return err;
	err = find_clang(job, error);
	if (err)
		return err;
	if (opts->include_dir)
		snprintf(job->include_dir, sizeof(job->include_dir), "%s", opts->include_dir);
	else
		err = bpf_build__find_headers(job->include_dir, error);
	if (err)
		return err;
	job->shell = opts->template || opts->llc_opts;
	if (job->shell)
		make_template(job);
	else
		make_command(job);
	return job->err;
}

/* The compiler prints the name as it is, line ends and all: others would seem to speak. */
static int check_name(const char *source, struct strbuf *error)
{
	const char *c;

	for (c = source; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7f) {
			strbuf__addf(error,
				     "%s: a name with control bytes is not compiled: rename it",
				     source);
			return -EINVAL;
		}
	}
	return 0;
}

int bpf_build__object(const struct bpf_build_opts *opts, struct bpf_build *build,
		      struct strbuf *error)
{
	struct job *job = calloc(1, sizeof(*job));
	int err = -ENOMEM;

	*build = (struct bpf_build){};
	if (!job)
		goto out;
	job->opts = opts;
	err = check_name(opts->source, error);
	if (!err)
		err = prepare(job, error);
	if (err)
		goto out;
	spell_command(job, &build->command);
	err = get_object(job, build, error);
	if (!err && opts->dump_obj)
		err = dump_object(job, build, error);
out:
	if (job) {
		string_list__free(&job->argv);
		string_list__free(&job->env);
	}
	free(job);
	if (err == -ENOMEM && !error->len)
		strbuf__addf(error, "%s: %s", opts->source, strerror(ENOMEM));
	return err;
}

void bpf_build__free(struct bpf_build *build)
{
	free(build->bytes);
	strbuf__free(&build->messages);
	strbuf__free(&build->command);
	strbuf__free(&build->cache_note);
	*build = (struct bpf_build){};
}
