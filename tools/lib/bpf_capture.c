// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_capture.c - see bpf_capture.h: who has been seen, and what became of it. */
#include "bpf_capture.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "bpf_synth.h"
#include "id_map.h"
#include "log.h"
#include "strbuf.h"
#include "util.h"

/**
 * struct bpf_capture
 * @origins: enum bpf_origin by program id. @btfs: ids that the sink has, or that are lost.
 * @synth: while synthesizing.
 */
struct bpf_capture {
	struct bpf_capture_opts opts;
	enum bpf_gate gate;
	struct id_map origins;
	struct id_map btfs;
	struct bpf_synth *synth;
	struct bpf_capture_totals totals;
};

const char *bpf_origin__name(enum bpf_origin origin)
{
	static const char *const names[NR_BPF_ORIGINS] = {
		[BPF_ORIGIN_LOST] = "lost",
		[BPF_ORIGIN_START] = "synthesised at start",
		[BPF_ORIGIN_FD] = "read by fd",
		[BPF_ORIGIN_LOAD] = "captured at load",
	};

	return names[origin];
}

int bpf_capture__new(struct bpf_capture **ret_c, const struct bpf_capture_opts *opts)
{
	struct bpf_capture *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->opts = *opts;
	c->gate = BPF_GATE_NONE;
	*ret_c = c;
	return 0;
}

void bpf_capture__free(struct bpf_capture *c)
{
	if (!c)
		return;
	id_map__free(&c->origins);
	id_map__free(&c->btfs);
	bpf_synth__free(c->synth);
	free(c);
}

enum bpf_gate bpf_capture__gate(const struct bpf_capture *c)
{
	return c->gate;
}

int bpf_capture__fd(const struct bpf_capture *c)
{
	(void)c;
	return -1;
}

int bpf_capture__drain(struct bpf_capture *c)
{
	(void)c;
	return 0;
}

/* ---- what the sink is told ---- */

static int give_btf(struct bpf_capture *c, uint32_t id, const uint8_t *bytes, size_t len)
{
	int err = id_map__set(&c->btfs, id, 1);

	if (err || !c->opts.sink.btf)
		return err;
	return c->opts.sink.btf(c->opts.sink.ctx, id, bytes, len);
}

static int give_prog(struct bpf_capture *c, const struct bpf_capture_prog *prog)
{
	int err = id_map__set(&c->origins, prog->id, prog->origin);

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
	if (!c->synth || !c->opts.sink.record)
		return 0;
	return bpf_synth__prog(c->synth, copy, btf, btf_len, c->opts.sink.record, c->opts.sink.ctx);
}

/* The BTF is there as long as we hold the program. */
static int give_fetched(struct bpf_capture *c, const struct bpf_prog_copy *copy,
			enum bpf_origin origin)
{
	const struct bpf_capture_prog prog = { .id = copy->entry.info.id,
					       .origin = origin,
					       .copy = copy };
	const uint32_t btf_id = copy->entry.info.btf_id;
	uint8_t *btf __cleanup_free = NULL;
	const bool is_new = btf_id && id_map__get(&c->btfs, btf_id) < 0;
	size_t btf_len = 0;
	int err = 0;

	/* Names of functions without kallsyms need it once more. */
	if (is_new || (btf_id && c->synth))
		err = bpf_fetch__btf(btf_id, &btf, &btf_len);
	if (err == -ENOMEM)
		return err;
	if (err && is_new)
		c->totals.btf_lost++;
	err = is_new && btf ? give_btf(c, btf_id, btf, btf_len) : 0;
	if (!err)
		err = give_prog(c, &prog);
	return err ? err : give_records(c, copy, btf, btf_len);
}

static int give_lost(struct bpf_capture *c, uint32_t id)
{
	const struct bpf_capture_prog prog = { .id = id, .origin = BPF_ORIGIN_LOST };

	return give_prog(c, &prog);
}

/* Have a program by id, unless we have it already. */
static int fetch(struct bpf_capture *c, uint32_t id, enum bpf_origin origin)
{
	struct bpf_prog_copy copy = {};
	int fd __cleanup_close = -1;
	int err;

	if (id_map__get(&c->origins, id) >= 0)
		return 0;
	fd = bpf_prog_get_fd_by_id(id);
	err = fd < 0 ? -errno : bpf_fetch__fd(fd, &copy);
	if (err == -ENOMEM)
		return err;
	/* One that was there and went before recording began is none of ours. */
	if (err == -ENOENT && origin == BPF_ORIGIN_START)
		return 0;
	if (err) {
		c->totals.denied += err == -EPERM;
		return give_lost(c, id);
	}
	err = give_fetched(c, &copy, origin);
	bpf_prog_copy__free(&copy);
	return err;
}

int bpf_capture__saw_load(struct bpf_capture *c, uint32_t id)
{
	int err = bpf_capture__drain(c);

	return err ? err : fetch(c, id, BPF_ORIGIN_FD);
}

static int synthesize_progs(struct bpf_capture *c)
{
	uint32_t id = 0;
	int err = 0;

	while (!err && !bpf_prog_get_next_id(id, &id))
		err = fetch(c, id, BPF_ORIGIN_START);
	if (err)
		return err;
	return errno == ENOENT ? 0 : -errno;
}

int bpf_capture__synthesize(struct bpf_capture *c)
{
	int err;

	c->synth = bpf_synth__new(NULL, c->opts.sample_id_size);
	if (!c->synth)
		return -ENOMEM;
	err = synthesize_progs(c);
	if (!err && c->opts.sink.record)
		err = bpf_synth__images(c->synth, c->opts.sink.record, c->opts.sink.ctx);
	bpf_synth__free(c->synth);
	c->synth = NULL;
	return err;
}

int bpf_capture__finish(struct bpf_capture *c)
{
	return bpf_capture__drain(c);
}

/* ---- what it came to ---- */

void bpf_capture__totals(const struct bpf_capture *c, struct bpf_capture_totals *ret_totals)
{
	*ret_totals = c->totals;
}

void bpf_capture__log_totals(const struct bpf_capture *c)
{
	const struct bpf_capture_totals *t = &c->totals;

	log_info("programs: seen %" PRIu64 ", image %" PRIu64 ", lost %" PRIu64, t->seen, t->image,
		 t->by_origin[BPF_ORIGIN_LOST]);
	if (t->hidden)
		log_warn("the kernel kept code or addresses of %" PRIu64
			 " programs from us: CAP_SYSLOG is needed, and kptr_restrict below 2",
			 t->hidden);
	if (t->denied)
		log_warn("%" PRIu64 " programs could not be read by id: CAP_SYS_ADMIN is needed",
			 t->denied);
	if (t->btf_lost)
		log_warn("names and lines of %" PRIu64 " programs could not be read: their BTF",
			 t->btf_lost);
}
