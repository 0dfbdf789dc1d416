// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_trial.c - see bpf_elf_trial.h. */
#include "bpf_elf_trial.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bpf_elf_attach.h"
#include "bpf_refusal.h"
#include "strbuf.h"
#include "util.h"

#define TRIAL_SECONDS 60 /* a million instructions take the verifier some seconds */

/* struct trial - shared with the child. */
struct trial {
	bool done;
	bool ok;
	char reason[1024];
};

/* What libbpf warned of; of the child alone, because libbpf's callback gets nothing from us. */
static struct strbuf warnings;

static int keep_warning(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	if (level == LIBBPF_WARN)
		strbuf__vaddf(&warnings, fmt, ap);
	return 0;
}

static void explain(int err, struct trial *trial)
{
	const bool is_whole = !strbuf__error(&warnings);
	struct bpf_refusal why;

	bpf_refusal__read((char *)strbuf__cstr(&warnings), &why);
	if (!is_whole || !why.cause)
		snprintf(trial->reason, sizeof(trial->reason), "%s", strerror(-err));
	else
		snprintf(trial->reason, sizeof(trial->reason), "%s%s%s", why.cause,
			 why.nr_last ? "; the verifier: " : "",
			 why.nr_last ? why.last[why.nr_last - 1] : "");
}

static void set_types(struct bpf_object *obj, enum bpf_trial_types types)
{
	struct bpf_program *prog;

	if (types == BPF_TRIAL_LIBBPF)
		return;
	bpf_object__for_each_program (prog, obj) {
		const char *section = bpf_program__section_name(prog);
		struct bpf_attach attach;

		if (types == BPF_TRIAL_PERF)
			bpf_attach__parse_perf(section, &attach);
		else
			bpf_attach__parse(section, &attach);
		if (attach.style != BPF_ATTACH_LIBBPF && attach.prog_type)
			bpf_program__set_type(prog, (enum bpf_prog_type)attach.prog_type);
		/* The loader puts the reading of variables before it: it is not yet what is loaded. */
		if (attach.style == BPF_ATTACH_KPROBE && strpbrk(attach.target, " \t"))
			bpf_program__set_autoload(prog, false);
	}
}

/* What is pinned would outlive the trial, and what was pinned before is none of its business. */
static void forget_pins(struct bpf_object *obj)
{
	struct bpf_map *map;

	bpf_object__for_each_map (map, obj)
		bpf_map__set_pin_path(map, NULL);
}

/* A crash or Ctrl-C ends the child as any program; our handlers are for the parent. */
static void reset_signals(void)
{
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
}

static void run_child(const void *bytes, size_t size, enum bpf_trial_types types, bool load,
		      struct trial *trial)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = "trial");
	struct bpf_object *obj;
	int err = 0;

	reset_signals();
	alarm(TRIAL_SECONDS);
	libbpf_set_print(keep_warning);
	obj = bpf_object__open_mem(bytes, size, &opts);
	if (!obj)
		err = -errno;
	if (!err) {
		forget_pins(obj);
		set_types(obj, types);
	}
	if (!err && load)
		err = bpf_object__load(obj);
	if (err)
		explain(err, trial);
	trial->ok = !err;
	trial->done = true;
}

static void judge_end(int status, const struct trial *trial, bool *ret_ok, struct strbuf *reason)
{
	*ret_ok = trial->done && trial->ok;
	if (trial->done)
		strbuf__add(reason, trial->reason, strnlen(trial->reason, sizeof(trial->reason)));
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		strbuf__addf(reason, "libbpf and the kernel were not done after %d seconds",
			     TRIAL_SECONDS);
	else
		strbuf__addf(reason, "libbpf crashed on it (%s)",
			     WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended");
}

int bpf_trial__run(const void *bytes, size_t size, enum bpf_trial_types types, bool load,
		   bool *ret_ok, struct strbuf *reason)
{
	struct trial *trial;
	int status, err = 0;
	pid_t pid;

	trial = mmap(NULL, sizeof(*trial), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	if (trial == MAP_FAILED)
		return -errno;
	pid = fork();
	if (pid < 0) {
		err = -errno;
		goto out;
	}
	if (!pid) {
		run_child(bytes, size, types, load, trial);
		_exit(0);
	}
	while (waitpid(pid, &status, 0) < 0 && !err)
		if (errno != EINTR)
			err = -errno;
	if (!err)
		judge_end(status, trial, ret_ok, reason);
out:
	munmap(trial, sizeof(*trial));
	return err;
}
