// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_capture.c - see bpf_capture.h: who has been seen, and what became of it. */
#include "bpf_capture_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "log.h"
#include "util.h"

enum bpf_gate bpf_capture__gate(const struct bpf_capture *c)
{
	return c->gate;
}

int bpf_capture__fd(const struct bpf_capture *c)
{
	return c->tap ? bpf_tap__fd(c->tap) : -1;
}

/* ---- what the sink is told ---- */

static int give_btf(struct bpf_capture *c, uint32_t id, const uint8_t *bytes, size_t len)
{
	int err = seen_ids__add(&c->btfs, id);

	if (err || !c->opts.sink.btf)
		return err;
	return c->opts.sink.btf(c->opts.sink.ctx, id, bytes, len);
}

static int give_prog(struct bpf_capture *c, const struct bpf_capture_prog *prog)
{
	int err = seen_ids__add(&c->seen, prog->id);

	if (err)
		return err;
	c->totals.seen++;
	c->totals.by_origin[prog->origin]++;
	if (prog->copy) {
		c->totals.image += prog->copy->has_image;
		c->totals.hidden += prog->copy->is_hidden;
	}
	return c->opts.sink.prog ? c->opts.sink.prog(c->opts.sink.ctx, prog) : 0;
}

/* ---- by id ---- */

static int give_records(struct bpf_capture *c, const struct bpf_prog_copy *copy, const uint8_t *btf,
			size_t btf_len)
{
	if (!c->synth)
		return 0;
	return bpf_synth__prog(c->synth, copy, btf, btf_len, c->opts.sink.record, c->opts.sink.ctx);
}

/* The BTF is there as long as we hold the program. */
static int give_fetched(struct bpf_capture *c, const struct bpf_capture_prog *prog)
{
	const uint32_t btf_id = prog->copy->entry.info.btf_id;
	uint8_t *btf __cleanup_free = NULL;
	const bool is_new = btf_id && !seen_ids__has(&c->btfs, btf_id);
	size_t btf_len = 0;
	int err = 0;

	/* Names of functions without kallsyms need it once more. */
	if (is_new || (btf_id && c->synth))
		err = bpf_fetch__btf(btf_id, &btf, &btf_len);
	if (err && is_new)
		c->totals.btf_lost++;
	err = is_new && btf ? give_btf(c, btf_id, btf, btf_len) : 0;
	if (!err)
		err = give_prog(c, prog);
	return err ? err : give_records(c, prog->copy, btf, btf_len);
}

/*
 * Have a program by id. @prog: what is known of it; its copy is filled in.
 * Return: 0, also when it is lost, -ENOENT when it is gone; -ENOMEM, what the sink said.
 */
static int fetch(struct bpf_capture *c, struct bpf_capture_prog *prog)
{
	/* Held until its BTF is read too. */
	int fd __cleanup_close = bpf_prog_get_fd_by_id(prog->id);
	int err = fd < 0 ? -errno : 0;
	struct bpf_prog_copy copy;

	if (!err)
		err = bpf_fetch__fd(fd, &copy);
	if (err == -ENOENT)
		return err;
	if (err) {
		c->totals.denied += err == -EPERM;
		c->totals.failed += err != -EPERM;
		c->totals.failed_err = err != -EPERM ? err : c->totals.failed_err;
		prog->origin = BPF_ORIGIN_LOST;
		return give_prog(c, prog);
	}
	prog->copy = &copy;
	err = give_fetched(c, prog);
	prog->copy = NULL;
	bpf_prog_copy__free(&copy);
	return err;
}

static int give_lost(struct bpf_capture *c, struct bpf_capture_prog *prog)
{
	prog->origin = BPF_ORIGIN_LOST;
	return give_prog(c, prog);
}

/* ---- captured ---- */

static struct bpf_capture_prog describe(const struct bpf_captured *captured)
{
	struct bpf_capture_prog prog = { .id = captured->prog.id,
					 .origin = BPF_ORIGIN_LOAD,
					 .loaded_ns = captured->time_ns,
					 .pid = captured->prog.pid,
					 .tid = captured->prog.tid };

	if (captured->flags & CAP_DEFERRED)
		prog.pid = prog.tid = 0;
	else
		memcpy(prog.comm, captured->prog.comm, sizeof(prog.comm) - 1);
	return prog;
}

static bool has_btf(const struct bpf_capture *c, const struct bpf_captured *captured)
{
	return !captured->prog.btf_id || seen_ids__has(&c->btfs, captured->prog.btf_id);
}

static int give_captured(struct bpf_capture *c, struct bpf_captured *captured)
{
	struct bpf_capture_prog prog = describe(captured);

	prog.copy = &captured->copy;
	return give_prog(c, &prog);
}

/* It came, but not whole: perhaps it is still there. */
static int replace_captured(struct bpf_capture *c, const struct bpf_captured *captured)
{
	struct bpf_capture_prog prog = describe(captured);
	int err;

	prog.origin = BPF_ORIGIN_FD;
	err = fetch(c, &prog);
	return err == -ENOENT ? give_lost(c, &prog) : err;
}

static int keep_waiting(struct bpf_capture *c, struct bpf_captured *captured)
{
	if (c->nr_waiting == c->waiting_size) {
		size_t size = MAX(2 * c->waiting_size, 16UL);
		void *bigger = reallocarray(c->waiting, size, sizeof(*c->waiting));

		if (!bigger)
			return -ENOMEM;
		c->waiting = bigger;
		c->waiting_size = size;
	}
	captured->btf = NULL;
	c->waiting[c->nr_waiting++] = *captured;
	captured->copy = (struct bpf_prog_copy){};
	return 0;
}

static int take_captured(struct bpf_capture *c, struct bpf_captured *captured)
{
	const struct bpf_capture_prog who = describe(captured);
	int err = 0;

	if (c->test_id) {
		if (captured->prog.id == c->test_id && !c->test_copy.raw) {
			c->test_copy = captured->copy;
			captured->copy = (struct bpf_prog_copy){};
		}
		return 0;
	}
	if (captured->flags & CAP_UNLOAD)
		return c->opts.sink.unload && !seen_ids__has(&c->ours, who.id)
			       ? c->opts.sink.unload(c->opts.sink.ctx, &who)
			       : 0;
	if (captured->btf && !has_btf(c, captured))
		err = give_btf(c, captured->prog.btf_id, captured->btf, captured->btf_len);
	if (err || seen_ids__has(&c->seen, who.id))
		return err;
	c->totals.damaged += !!(captured->flags & CAP_DAMAGED);
	if (captured->flags & (CAP_DAMAGED | CAP_TOO_LARGE))
		return replace_captured(c, captured);
	return has_btf(c, captured) ? give_captured(c, captured) : keep_waiting(c, captured);
}

int bpf_capture__take_part(void *ctx, const void *record, size_t size)
{
	struct bpf_capture *c = ctx;
	struct bpf_captured captured;
	int err = bpf_parts__add(c->parts, record, size, &captured);

	if (err == -EINVAL) {
		c->totals.damaged++;
		return 0;
	}
	if (err <= 0)
		return err;
	err = take_captured(c, &captured);
	bpf_prog_copy__free(&captured.copy);
	return err;
}

/* Programs whose BTF did not come along: somebody else's capture of it failed. */
static int give_waiting(struct bpf_capture *c)
{
	uint8_t *btf;
	size_t len, i;
	int err = 0;

	for (i = 0; i < c->nr_waiting && !err; i++) {
		const uint32_t btf_id = c->waiting[i].prog.btf_id;

		if (!has_btf(c, &c->waiting[i])) {
			err = bpf_fetch__btf(btf_id, &btf, &len);
			c->totals.btf_lost += !!err;
			if (!err) {
				err = give_btf(c, btf_id, btf, len);
				free(btf);
			} else {
				err = seen_ids__add(&c->btfs, btf_id);
			}
		}
		if (!err)
			err = give_captured(c, &c->waiting[i]);
	}
	for (i = 0; i < c->nr_waiting; i++)
		bpf_prog_copy__free(&c->waiting[i].copy);
	c->nr_waiting = 0;
	return err;
}

int bpf_capture__drain(struct bpf_capture *c)
{
	int err;

	if (!c->tap)
		return 0;
	err = bpf_tap__drain(c->tap, bpf_capture__take_part, c);
	/* A BTF goes into its CPU's ring before others leave it out of theirs. */
	if (!err && c->nr_waiting)
		err = bpf_tap__drain(c->tap, bpf_capture__take_part, c);
	return err ? err : give_waiting(c);
}

/* Where loads are captured after the kernel tells of them, one that is gone may still come. */
static int miss(struct bpf_capture *c, struct bpf_capture_prog *prog)
{
	if (c->gate != BPF_GATE_SYSCALL)
		return give_lost(c, prog);
	if (c->nr_missing == c->missing_size) {
		size_t size = MAX(2 * c->missing_size, 64UL);
		void *bigger = reallocarray(c->missing, size, sizeof(*c->missing));

		if (!bigger)
			return -ENOMEM;
		c->missing = bigger;
		c->missing_size = size;
	}
	c->missing[c->nr_missing++] = prog->id;
	return 0;
}

int bpf_capture__saw_load(struct bpf_capture *c, uint32_t id)
{
	struct bpf_capture_prog prog = { .id = id, .origin = BPF_ORIGIN_FD };
	const int drain_err = bpf_capture__drain(c);
	int err;

	if (seen_ids__has(&c->seen, id))
		return drain_err;
	err = fetch(c, &prog);
	if (err == -ENOENT)
		err = miss(c, &prog);
	return err ? err : drain_err;
}

static int synthesize_progs(struct bpf_capture *c)
{
	struct bpf_capture_prog prog = { .origin = BPF_ORIGIN_START };
	int err = 0;

	while (!err && !bpf_prog_get_next_id(prog.id, &prog.id)) {
		prog.origin = BPF_ORIGIN_START;
		/* It may have been loaded just now, and captured. */
		if (!seen_ids__has(&c->seen, prog.id))
			err = bpf_capture__drain(c);
		if (!err && !seen_ids__has(&c->seen, prog.id))
			err = fetch(c, &prog);
		/* It went before recording began: none of ours. */
		if (err == -ENOENT)
			err = 0;
	}
	if (err)
		return err;
	return errno == ENOENT ? 0 : -errno;
}

int bpf_capture__synthesize(struct bpf_capture *c, const struct kernel_code *code)
{
	const struct bpf_synth synth = { .code = code, .sample_id_size = c->opts.sample_id_size };
	int err;

	c->synth = c->opts.sink.record ? &synth : NULL;
	err = synthesize_progs(c);
	if (!err && c->synth)
		err = bpf_synth__images(c->synth, c->opts.sink.record, c->opts.sink.ctx);
	c->synth = NULL;
	return err;
}

int bpf_capture__finish(struct bpf_capture *c)
{
	struct bpf_capture_prog prog = {};
	int err;

	if (c->tap)
		bpf_tap__detach(c->tap);
	err = bpf_capture__drain(c);
	for (; !err && c->nr_missing; c->nr_missing--) {
		prog.id = c->missing[c->nr_missing - 1];
		if (!seen_ids__has(&c->seen, prog.id))
			err = give_lost(c, &prog);
	}
	return err;
}

/* ---- what it came to ---- */

void bpf_capture__totals(const struct bpf_capture *c, struct bpf_capture_totals *ret_totals)
{
	*ret_totals = c->totals;
	if (c->tap)
		ret_totals->dropped = bpf_tap__dropped(c->tap);
}

void bpf_capture__log_totals(const struct bpf_capture *c)
{
	const struct bpf_capture_totals *t = &c->totals;

	log_info("programs: seen %" PRIu64 ", image %" PRIu64 ", lost %" PRIu64 " (%s %" PRIu64
		 ", %s %" PRIu64 ", %s %" PRIu64 ")",
		 t->seen, t->image, t->by_origin[BPF_ORIGIN_LOST],
		 bpf_origin__name(BPF_ORIGIN_LOAD), t->by_origin[BPF_ORIGIN_LOAD],
		 bpf_origin__name(BPF_ORIGIN_FD), t->by_origin[BPF_ORIGIN_FD],
		 bpf_origin__name(BPF_ORIGIN_START), t->by_origin[BPF_ORIGIN_START]);
	if (t->hidden)
		log_warn("the kernel kept code or addresses of %" PRIu64
			 " programs from us: CAP_SYSLOG is needed, and kptr_restrict below 2",
			 t->hidden);
	if (t->denied)
		log_warn("%" PRIu64 " programs could not be read by id: CAP_SYS_ADMIN is needed",
			 t->denied);
	if (t->failed)
		log_warn("%" PRIu64 " programs could not be read by id: %s", t->failed,
			 strerror(-t->failed_err));
	if (t->btf_lost)
		log_warn("names and lines of %" PRIu64 " programs could not be read: their BTF",
			 t->btf_lost);
}
