// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_beside.c - the program that copies arguments is half of what the kernel's verifier has to look at,
 * and is needed last: a thread loads it, beside the others. See engine_priv.h.
 *
 * libbpf relocates all programs and then loads them in order. When the turn of this one comes, it is taken
 * over as it is then, and libbpf loads an empty one in its place.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_priv.h"
#include "log.h"
#include "util.h"

/* A start would not end: more of the verifier's words than this is not asked for. */
#define VERIFIER_LOG_SIZE (16U << 20)

struct engine_beside {
	struct bpf_prog_load_opts opts;
	enum bpf_prog_type type;
	const char *name; /* of the object */
	struct bpf_insn *insns;
	size_t nr_insns;
	void *func_info, *line_info;
	pthread_t thread;
	bool thread_started;
	int fd; /* of the program, or -errno */
};

static void *copy_of(const void *bytes, size_t size)
{
	void *copy = malloc(size + 1);

	if (copy && size)
		memcpy(copy, bytes, size);
	return copy;
}

static int load(struct engine_beside *b)
{
	int fd = bpf_prog_load(b->type, b->name, ENGINE_LICENSE, b->insns, b->nr_insns, &b->opts);

	return fd < 0 ? -errno : fd;
}

static void *load_thread(void *arg)
{
	struct engine_beside *b = arg;

	b->fd = load(b);
	return NULL;
}

/* Once libbpf has said what it would load: memory of its own may be gone before the thread is done. */
static int take_over(struct engine_beside *b, const struct bpf_program *prog,
		     const struct bpf_prog_load_opts *opts)
{
	memcpy(&b->opts, opts, MIN(opts->sz, sizeof(b->opts)));
	b->opts.sz = sizeof(b->opts);
	/* For functions of modules, of which the engine calls none. */
	b->opts.fd_array = NULL;
	b->type = bpf_program__type(prog);
	b->name = bpf_program__name(prog);
	b->nr_insns = bpf_program__insn_cnt(prog);
	b->insns = copy_of(bpf_program__insns(prog), b->nr_insns * sizeof(*b->insns));
	b->func_info = copy_of(opts->func_info, opts->func_info_cnt * opts->func_info_rec_size);
	b->line_info = copy_of(opts->line_info, opts->line_info_cnt * opts->line_info_rec_size);
	if (!b->insns || !b->func_info || !b->line_info)
		return -ENOMEM;
	b->opts.func_info = b->func_info;
	b->opts.line_info = b->line_info;
	return 0;
}

int engine_beside__take(struct engine *e, struct bpf_program *prog, struct bpf_prog_load_opts *opts)
{
	/* r0 = 0; exit */
	struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct engine_beside *b = calloc(1, sizeof(*b));
	int err;

	if (!b)
		return -ENOMEM;
	b->fd = -EBADF;
	e->beside = b;
	err = take_over(b, prog, opts);
	if (!err)
		err = bpf_program__set_insns(prog, nothing, ARRAY_SIZE(nothing));
	if (err)
		return err;
	opts->func_info_cnt = 0;
	opts->line_info_cnt = 0;
	b->thread_started = !pthread_create(&b->thread, NULL, load_thread, b);
	if (!b->thread_started)
		b->fd = load(b);
	return 0;
}

/* Once more, for the words of the verifier. */
static void explain(struct engine_beside *b)
{
	char *text = malloc(VERIFIER_LOG_SIZE);
	int fd;

	if (!text)
		return;
	text[0] = '\0';
	b->opts.log_buf = text;
	b->opts.log_size = VERIFIER_LOG_SIZE;
	b->opts.log_level = 1;
	fd = load(b);
	if (fd >= 0)
		close(fd);
	log__lines(LOG_DEBUG, text);
	free(text);
}

int engine_beside__wait(struct engine *e)
{
	struct engine_beside *b = e->beside;

	if (!b)
		return -ENOENT;
	if (b->thread_started)
		pthread_join(b->thread, NULL);
	b->thread_started = false;
	if (b->fd < 0 && log__shows(LOG_DEBUG))
		explain(b);
	return b->fd;
}

void engine_beside__free(struct engine *e)
{
	struct engine_beside *b = e->beside;

	if (!b)
		return;
	if (b->thread_started)
		pthread_join(b->thread, NULL);
	if (b->fd >= 0)
		close(b->fd);
	free(b->insns);
	free(b->func_info);
	free(b->line_info);
	free(b);
}
