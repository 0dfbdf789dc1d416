// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_progs.c - the programs of a run: threads hand them to the kernel side by side, the largest
 * first. Who needs one waits for that one alone, who attaches them for all, and loads others meanwhile. See
 * engine_priv.h.
 *
 * The kernel's verifier takes most of a start, and libbpf would load one program after the other.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_priv.h"
#include "log.h"
#include "thread.h"
#include "util.h"

/* A start would not end: more of the verifier's words than this is not asked for. */
#define VERIFIER_LOG_SIZE (16U << 20)

int engine_progs__new(struct engine *e)
{
	const struct bpf_object *obj = e->skel->obj;
	struct engine_progs *progs = calloc(1, sizeof(*progs));
	struct bpf_program *prog;
	struct engine_prog *p;

	if (!progs)
		return -ENOMEM;
	bpf_object__for_each_program (prog, obj)
		progs->nr++;
	progs->items = calloc(progs->nr, sizeof(*progs->items));
	if (!progs->items) {
		free(progs);
		return -ENOMEM;
	}
	p = progs->items;
	bpf_object__for_each_program (prog, obj) {
		*p++ = (struct engine_prog){
			.name = bpf_program__name(prog),
			.is_wanted = bpf_program__autoload(prog),
			.fd = -EBADF,
			.link = ENGINE_LINK_NONE,
		};
	}
	pthread_mutex_init(&progs->lock, NULL);
	pthread_cond_init(&progs->changed, NULL);
	/* One CPU is for who sets up the rest, and then loads, too. */
	progs->nr_threads_max = MIN(MAX(e->nr_rings, 2U) - 1, ARRAY_SIZE(progs->threads));
	e->progs = progs;
	return 0;
}

size_t engine_progs__index(const struct bpf_object *obj, const struct bpf_program *prog)
{
	const struct bpf_program *other = NULL;
	size_t i = 0;

	while ((other = bpf_object__next_program(obj, (struct bpf_program *)other)) &&
	       other != prog)
		i++;
	return i;
}

struct engine_prog *engine__prog(const struct engine *e, const struct bpf_program *prog)
{
	return &e->progs->items[engine_progs__index(e->skel->obj, prog)];
}

bool engine__has_prog(const struct engine *e, const struct bpf_program *prog)
{
	return e->progs ? engine__prog(e, prog)->is_wanted : bpf_program__autoload(prog);
}

/* ---- loading ---- */

/* @text: gets the words of the verifier; NULL: nobody wants them. */
static int load(const struct engine_prog *p, char *text)
{
	const struct prepared_prog *image = &p->image;
	const struct bpf_prune_code *code = &image->code;
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .attempts = ENGINE_LOAD_ATTEMPTS,
		    .expected_attach_type = (enum bpf_attach_type)image->attach_type,
		    .prog_flags = image->flags, .kern_version = image->kern_version,
		    .func_info = code->funcs.records, .func_info_cnt = code->funcs.nr,
		    .func_info_rec_size = code->funcs.rec_size, .line_info = code->lines.records,
		    .line_info_cnt = code->lines.nr, .line_info_rec_size = code->lines.rec_size);
	int fd;

	if (code->funcs.nr || code->lines.nr)
		opts.prog_btf_fd = (uint32_t)p->btf_fd;
	if (text) {
		opts.log_buf = text;
		opts.log_size = VERIFIER_LOG_SIZE;
		opts.log_level = 1;
	}
	fd = bpf_prog_load((enum bpf_prog_type)image->type, p->name, ENGINE_LICENSE, code->insns,
			   code->nr, &opts);
	return fd < 0 ? -errno : fd;
}

static struct engine_prog *largest_ready(const struct engine_progs *progs)
{
	struct engine_prog *found = NULL;
	size_t i;

	for (i = 0; i < progs->nr; i++) {
		struct engine_prog *p = &progs->items[i];

		if (p->state == ENGINE_PROG_READY &&
		    (!found || p->image.code.nr > found->image.code.nr))
			found = p;
	}
	return found;
}

static void load_one(struct engine_progs *progs, struct engine_prog *p)
{
	int fd;

	p->state = ENGINE_PROG_LOADING;
	pthread_mutex_unlock(&progs->lock);
	fd = load(p, NULL);
	pthread_mutex_lock(&progs->lock);
	p->fd = fd;
	p->state = ENGINE_PROG_DONE;
	progs->nr_left--;
	pthread_cond_broadcast(&progs->changed);
}

/* Nobody waits for a thread that has nothing to load. What was refused may have to be explained. */
static void finish(struct engine *e)
{
	struct engine_progs *progs = e->progs;
	size_t i;

	if (progs->is_kept)
		engine_prepared__keep(e);
	for (i = 0; i < progs->nr; i++) {
		if (progs->items[i].fd >= 0)
			prepared_prog__free(&progs->items[i].image);
	}
}

static void *load_some(void *arg)
{
	struct engine *e = arg;
	struct engine_progs *progs = e->progs;
	struct engine_prog *p;
	bool is_last;

	pthread_mutex_lock(&progs->lock);
	engine_prepared__find(progs);
	for (;;) {
		p = largest_ready(progs);
		if (p)
			load_one(progs, p);
		else if (progs->is_closed && !progs->nr_left)
			break;
		else
			pthread_cond_wait(&progs->changed, &progs->lock);
	}
	is_last = !progs->nr_left && !progs->is_finished;
	progs->is_finished |= is_last;
	pthread_mutex_unlock(&progs->lock);
	if (is_last)
		finish(e);
	return NULL;
}

/*
 * Not on the CPU of who starts them: where kernels are not preempted they would wait there until that one sleeps, while
 * others are idle. Return: false when there are no others.
 */
static bool keep_away(pthread_attr_t *attr)
{
	const int cpu = sched_getcpu();
	cpu_set_t cpus;

	if (cpu < 0 || sched_getaffinity(0, sizeof(cpus), &cpus))
		return false;
	CPU_CLR((size_t)cpu, &cpus);
	return CPU_COUNT(&cpus) && !pthread_attr_setaffinity_np(attr, sizeof(cpus), &cpus);
}

/* Where it may not choose a CPU it runs on any. */
static bool start_thread(struct engine *e, pthread_t *thread, const pthread_attr_t *attr)
{
	return !thread__start(thread, attr, load_some, e) ||
	       (attr && !thread__start(thread, NULL, load_some, e));
}

void engine_progs__start(struct engine *e)
{
	struct engine_progs *progs = e->progs;
	pthread_attr_t attr;
	bool is_away;

	if (pthread_attr_init(&attr))
		return;
	is_away = keep_away(&attr);
	/* A signal would make the verifier begin anew. */
	while (progs->nr_threads < progs->nr_threads_max &&
	       start_thread(e, &progs->threads[progs->nr_threads], is_away ? &attr : NULL))
		progs->nr_threads++;
	pthread_attr_destroy(&attr);
}

void engine_progs__add(struct engine *e, struct prepared_prog *image, int btf_fd)
{
	struct engine_progs *progs = e->progs;
	struct engine_prog *p = &progs->items[image->idx];

	pthread_mutex_lock(&progs->lock);
	prepared_prog__free(&p->image);
	p->image = *image;
	p->btf_fd = btf_fd;
	image->code = (struct bpf_prune_code){};
	if (p->state != ENGINE_PROG_DONE) {
		p->state = ENGINE_PROG_READY;
		progs->nr_left++;
		pthread_cond_broadcast(&progs->changed);
	}
	pthread_mutex_unlock(&progs->lock);
}

/* Of a program that libbpf has loaded by itself. */
static void take_loaded(struct engine_progs *progs, const struct bpf_object *obj)
{
	struct bpf_program *prog;
	struct engine_prog *p = progs->items;

	bpf_object__for_each_program (prog, obj) {
		if (p->is_wanted && p->state == ENGINE_PROG_NONE) {
			p->state = ENGINE_PROG_DONE;
			p->fd = fcntl(bpf_program__fd(prog), F_DUPFD_CLOEXEC, 0);
			p->fd = p->fd < 0 ? -errno : p->fd;
			progs->is_kept = false;
		} else {
			/* What was loaded in its place. */
			bpf_program__unload(prog);
		}
		p++;
	}
}

void engine_progs__close(struct engine *e, const struct bpf_object *obj)
{
	struct engine_progs *progs = e->progs;

	pthread_mutex_lock(&progs->lock);
	take_loaded(progs, obj);
	progs->is_closed = true;
	pthread_cond_broadcast(&progs->changed);
	pthread_mutex_unlock(&progs->lock);
	if (!progs->nr_threads)
		load_some(e);
}

static void join(struct engine_progs *progs)
{
	while (progs->nr_threads)
		pthread_join(progs->threads[--progs->nr_threads], NULL);
}

/* ---- what has become of them ---- */

/* Once more, for the words of the verifier. */
static void explain(const struct engine_prog *p)
{
	char *text = malloc(VERIFIER_LOG_SIZE);
	int fd;

	if (!text)
		return;
	text[0] = '\0';
	fd = load(p, text);
	if (fd >= 0)
		close(fd);
	log_debug("program %s:", p->name);
	log__lines(LOG_DEBUG, text);
	free(text);
}

/* For what others are loading; or to load something oneself. */
static void wait_or_load(struct engine_progs *progs)
{
	struct engine_prog *p = largest_ready(progs);

	if (p)
		load_one(progs, p);
	else
		pthread_cond_wait(&progs->changed, &progs->lock);
}

static void wait_for(struct engine_progs *progs, const struct engine_prog *p)
{
	pthread_mutex_lock(&progs->lock);
	while (p->state != ENGINE_PROG_DONE)
		wait_or_load(progs);
	pthread_mutex_unlock(&progs->lock);
}

void engine_progs__load_rest(struct engine *e)
{
	struct engine_progs *progs = e->progs;
	struct engine_prog *p;

	pthread_mutex_lock(&progs->lock);
	while ((p = largest_ready(progs)))
		load_one(progs, p);
	pthread_mutex_unlock(&progs->lock);
}

void engine_progs__wait(struct engine *e)
{
	struct engine_progs *progs = e->progs;

	pthread_mutex_lock(&progs->lock);
	while (progs->nr_left)
		wait_or_load(progs);
	pthread_mutex_unlock(&progs->lock);
}

void engine_progs__reopen(struct engine *e)
{
	struct engine_progs *progs = e->progs;
	size_t i;

	join(progs);
	progs->is_closed = false;
	progs->is_finished = false;
	progs->is_prepared = false;
	progs->is_kept = true; /* in place of what was refused */
	for (i = 0; i < progs->nr; i++) {
		struct engine_prog *p = &progs->items[i];

		if (p->is_wanted && p->fd < 0)
			p->state = ENGINE_PROG_NONE;
	}
}

int engine__prog_fd(struct engine *e, const struct bpf_program *prog)
{
	struct engine_progs *progs = e->progs;
	struct engine_prog *p = engine__prog(e, prog);
	int err = 0;

	if (!p->is_wanted)
		return -ENOENT;
	wait_for(progs, p);
	if (p->fd < 0 && progs->is_prepared) {
		log_debug("programs: the kernel refuses %s as a former run has prepared it (%s): "
			  "all are prepared anew",
			  p->name, strerror(-p->fd));
		err = engine_load__anew(e);
		if (!err)
			wait_for(progs, p);
	}
	if (!err && p->fd >= 0)
		return p->fd;
	err = err ?: p->fd;
	if (p->image.code.nr && log__shows(LOG_DEBUG))
		explain(p);
	engine__explain_load(err);
	return err;
}

void engine_progs__free(struct engine *e)
{
	struct engine_progs *progs = e->progs;
	size_t i;

	if (!progs)
		return;
	if (!progs->is_closed) {
		pthread_mutex_lock(&progs->lock);
		progs->is_closed = true;
		pthread_cond_broadcast(&progs->changed);
		pthread_mutex_unlock(&progs->lock);
	}
	join(progs);
	engine_prepared__forget(e);
	for (i = 0; i < progs->nr; i++) {
		struct engine_prog *p = &progs->items[i];

		engine_link__close(&p->link);
		if (p->fd >= 0)
			close(p->fd);
		prepared_prog__free(&p->image);
	}
	pthread_cond_destroy(&progs->changed);
	pthread_mutex_destroy(&progs->lock);
	free(progs->items);
	free(progs);
	e->progs = NULL;
}
