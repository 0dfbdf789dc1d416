// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_forward.c - see overflow_forward.h. */
#include "overflow_forward.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "btf_plan.h"
#include "fdio.h"
#include "include/bpf/overflow.h"
#include "out.h"
#include "util.h"

/* Text that is written at once. */
#define WRITE_AT (64 * 1024)
/* An object has so many types of records at most that are printed by their type. */
#define MAX_PLANS 64

struct plan {
	uint32_t type;
	struct btf_plan *plan;
};

struct overflow_forward {
	const struct btf *btf;
	struct ring_buffer *ring;
	struct strbuf text;
	struct plan plans[MAX_PLANS];
	size_t nr_plans;
	uint64_t nr_bad;
	const char *event;
	int fd, err;
};

static void flush(struct overflow_forward *f)
{
	size_t done;

	if (!f->err && f->text.len)
		f->err = strbuf__error(&f->text)
				 ?: fdio__write_all(f->fd, f->text.text, f->text.len, &done);
	strbuf__reset(&f->text);
}

/* NULL: there is no such type. */
static const struct btf_plan *plan_of(struct overflow_forward *f, uint32_t type)
{
	struct plan *plan;
	size_t i;

	for (i = 0; i < f->nr_plans; i++) {
		if (f->plans[i].type == type)
			return f->plans[i].plan;
	}
	if (f->nr_plans == MAX_PLANS)
		return NULL;
	plan = &f->plans[f->nr_plans];
	if (btf_plan__new(f->btf, type, &plan->plan))
		return NULL;
	plan->type = type;
	f->nr_plans++;
	return plan->plan;
}

static void put_uint(struct out *out, const char *name, uint64_t value)
{
	out__member(out, name);
	out__uint(out, value);
}

static void put_record(struct overflow_forward *f, const struct overflow_head *head,
		       const void *body)
{
	const struct btf_plan *plan = plan_of(f, head->type);
	struct out out;
	const char *name;

	out__init_json(&out, &f->text);
	out__begin(&out, OUT_OBJECT);
	put_uint(&out, "time", head->time);
	out__member(&out, "event");
	out__str(&out, f->event, strlen(f->event), false);
	put_uint(&out, "cpu", head->cpu);
	put_uint(&out, "pid", head->pid);
	put_uint(&out, "tid", head->tid);
	name = plan ? btf_plan__root(plan)->name : NULL;
	if (name) {
		out__member(&out, "type");
		out__str(&out, name, strlen(name), false);
	}
	out__member(&out, "value");
	if (plan)
		btf_plan__run(plan, body, head->size, &out);
	else
		out__bytes(&out, body, head->size);
	out__end(&out, OUT_OBJECT);
	strbuf__addc(&f->text, '\n');
}

static int take_record(void *ctx, void *data, size_t size)
{
	struct overflow_forward *f = ctx;
	struct overflow_head head;

	if (size < sizeof(head)) {
		f->nr_bad++;
		return 0;
	}
	memcpy(&head, data, sizeof(head));
	if (head.size > size - sizeof(head)) {
		f->nr_bad++;
		return 0;
	}
	put_record(f, &head, (const uint8_t *)data + sizeof(head));
	if (f->text.len > WRITE_AT)
		flush(f);
	return f->err;
}

int overflow_forward__new(struct overflow_forward **ret_forward, const struct btf *btf, int ring_fd)
{
	struct overflow_forward *f = calloc(1, sizeof(*f));
	int err;

	if (!f)
		return -ENOMEM;
	f->btf = btf;
	f->ring = ring_buffer__new(ring_fd, take_record, f, NULL);
	err = f->ring ? 0 : -errno;
	if (err)
		overflow_forward__free(f);
	else
		*ret_forward = f;
	return err;
}

void overflow_forward__free(struct overflow_forward *f)
{
	size_t i;

	if (!f)
		return;
	for (i = 0; i < f->nr_plans; i++)
		btf_plan__free(f->plans[i].plan);
	ring_buffer__free(f->ring);
	strbuf__free(&f->text);
	free(f);
}

int overflow_forward__drain(struct overflow_forward *f, int fd, const char *event)
{
	int n;

	f->fd = fd;
	f->event = event;
	f->err = 0;
	n = ring_buffer__consume(f->ring);
	flush(f);
	return f->err ? f->err : n < 0 ? n : 0;
}

uint64_t overflow_forward__nr_bad(const struct overflow_forward *f)
{
	return f->nr_bad;
}
