// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_follow.c - see bpf_follow.h. Two sources: the capturer, which has programs whole and knows who
 * loads them, and the kernel's BPF_EVENT records, which wake us and tell of what the capturer missed.
 */
#include "bpf_follow.h"

#include <errno.h>
#include <poll.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bpf_loaded.h"
#include "log.h"
#include "out.h"
#include "perf_ring.h"
#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "util.h"

#define RING_SIZE (256U << 10)
/* Without records of the kernel we look for ourselves. */
#define POLL_MS 100
#define POLL_MS_WITH_RECORDS 1000

/** BTFS_KEPT - BTFs that are kept for the names in programs that come soon after their first. */
#define BTFS_KEPT 16

/** struct known - what the line of an unload says of a program. */
struct known {
	uint32_t id;
	char type[24];
	uint8_t tag[8];
	char *name;
};

struct kept_btf {
	uint32_t id;
	uint8_t *bytes;
	size_t len;
};

/** struct trailer - sample_id of our events: TID, TIME. */
struct trailer {
	uint32_t pid, tid;
	uint64_t time_ns;
};

/**
 * struct follow
 * @known: tree of struct known by id.
 * @is_started: what is loaded already is known.
 * @event: of the record that is looked at.
 */
struct follow {
	const struct bpf_follow_opts *opts;
	struct bpf_capture *capture;
	struct perf_ring *rings;
	size_t nr_rings;
	struct pollfd *polls;
	void *known;
	struct kept_btf btfs[BTFS_KEPT];
	unsigned int next_btf;
	bool is_started;
	struct trailer event;
	uint64_t lost;
	int err;
	uint8_t scratch[PERFDATA_RECORD_MAX + 1];
};

/* ---- programs ---- */

static int by_id(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static void free_known(void *known)
{
	free(((struct known *)known)->name);
	free(known);
}

static struct known *find_known(struct follow *f, uint32_t id)
{
	const struct known key = { .id = id };
	struct known **found = tfind(&key, &f->known, by_id);

	return found ? *found : NULL;
}

static const struct kept_btf *find_btf(const struct follow *f, uint32_t id)
{
	static const struct kept_btf none;
	size_t i;

	for (i = 0; i < BTFS_KEPT; i++) {
		if (id && f->btfs[i].id == id)
			return &f->btfs[i];
	}
	return &none;
}

static struct known *add_known(struct follow *f, const struct bpf_capture_prog *prog)
{
	const struct bpf_prog_info *info = &prog->copy->entry.info;
	const struct kept_btf *btf = find_btf(f, info->btf_id);
	struct known *known = calloc(1, sizeof(*known)), **in_tree;
	char buf[16];

	if (!known)
		return NULL;
	known->id = prog->id;
	snprintf(known->type, sizeof(known->type), "%s",
		 bpf_prog_copy__type(prog->copy, buf, sizeof(buf)));
	memcpy(known->tag, info->tag, sizeof(known->tag));
	known->name = bpf_prog_copy__name(prog->copy, btf->bytes, btf->len);
	in_tree = known->name ? tsearch(known, &f->known, by_id) : NULL;
	if (!in_tree || *in_tree != known) {
		free_known(known);
		return in_tree ? *in_tree : NULL;
	}
	return known;
}

static void forget(struct follow *f, struct known *known)
{
	tdelete(known, &f->known, by_id);
	free_known(known);
}

/* ---- lines ---- */

/** struct line - what happened. @prog: NULL for unloads. @known: NULL when nothing is known. */
struct line {
	const char *event;
	uint32_t id;
	const struct bpf_capture_prog *prog;
	const struct known *known;
	uint64_t time_ns; /* CLOCK_MONOTONIC */
	uint32_t pid, tid;
	const char *comm;
};

static uint64_t wall_clock_ns(uint64_t time_ns)
{
	return clock__ns(CLOCK_REALTIME) - clock__ns(CLOCK_MONOTONIC) + time_ns;
}

static void add_tag(struct strbuf *text, const uint8_t *tag)
{
	size_t i;

	for (i = 0; i < 8; i++)
		strbuf__addf(text, "%02x", tag[i]);
}

static void add_time(struct strbuf *text, uint64_t wall_ns)
{
	const time_t seconds = (time_t)(wall_ns / NSEC_PER_SEC);
	char buf[16] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(buf, sizeof(buf), "%T", &tm);
	strbuf__addf(text, "%s.%06u", buf, (unsigned int)(wall_ns % NSEC_PER_SEC / 1000));
}

static void add_padded(struct strbuf *text, const char *word, size_t width)
{
	const size_t start = text->len;

	if (word && *word)
		strbuf__add_visible(text, word, strlen(word));
	else
		strbuf__addc(text, '-');
	strbuf__pad_columns(text, start, width);
	strbuf__addc(text, ' ');
}

static void write_titles(struct strbuf *text)
{
	strbuf__addf(text, "%-15s %-6s %8s %-16s %-16s %-24s %7s %-15s %5s %8s HOW\n", "TIME",
		     "EVENT", "ID", "TYPE", "TAG", "NAME", "PID", "COMM", "FUNCS", "BYTES");
}

static void write_text(struct strbuf *text, const struct line *line)
{
	const struct known *known = line->known;
	const struct bpf_prog_copy *copy = line->prog ? line->prog->copy : NULL;
	struct strbuf tag = {};

	add_time(text, wall_clock_ns(line->time_ns));
	strbuf__addf(text, " %-6s %8u ", line->event, line->id);
	if (known)
		add_tag(&tag, known->tag);
	add_padded(text, known ? known->type : NULL, 16);
	add_padded(text, known ? strbuf__cstr(&tag) : NULL, 16);
	add_padded(text, known ? known->name : NULL, 24);
	if (line->pid)
		strbuf__addf(text, "%7u ", line->pid);
	else
		strbuf__addf(text, "%7s ", "-");
	add_padded(text, line->comm, 15);
	if (copy)
		strbuf__addf(text, "%5u %8u ", MAX(bpf_prog_entry__nr_funcs(&copy->entry), 1U),
			     copy->entry.info.jited_prog_len);
	else
		strbuf__addf(text, "%5s %8s ", "-", "-");
	strbuf__adds(text, line->prog ? bpf_origin__name(line->prog->origin) : "-");
	strbuf__addc(text, '\n');
	strbuf__free(&tag);
}

static void say_str(struct out *o, const char *name, const char *text)
{
	out__member(o, name);
	if (text && *text)
		out__str(o, text, strlen(text), false);
	else
		out__none(o, "unknown", strlen("unknown"));
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

/* A task's number; 0 when we do not know whose. */
static void say_id(struct out *o, const char *name, uint32_t id)
{
	out__member(o, name);
	if (id)
		out__uint(o, id);
	else
		out__none(o, "unknown", strlen("unknown"));
}

static void write_json(struct strbuf *text, const struct line *line)
{
	const struct bpf_prog_copy *copy = line->prog ? line->prog->copy : NULL;
	struct strbuf tag = {};
	struct out o;

	if (line->known)
		add_tag(&tag, line->known->tag);
	out__init_json(&o, text);
	out__begin(&o, OUT_OBJECT);
	say_uint(&o, "wall_ns", wall_clock_ns(line->time_ns));
	say_str(&o, "event", line->event);
	say_uint(&o, "id", line->id);
	say_str(&o, "type", line->known ? line->known->type : NULL);
	say_str(&o, "tag", line->known ? strbuf__cstr(&tag) : NULL);
	say_str(&o, "name", line->known ? line->known->name : NULL);
	say_id(&o, "pid", line->pid);
	say_id(&o, "tid", line->tid);
	say_str(&o, "comm", line->comm);
	if (copy) {
		say_uint(&o, "uid", copy->entry.info.created_by_uid);
		say_uint(&o, "funcs", MAX(bpf_prog_entry__nr_funcs(&copy->entry), 1U));
		say_uint(&o, "bytes", copy->entry.info.jited_prog_len);
		say_uint(&o, "xlated_bytes", copy->entry.info.xlated_prog_len);
		say_uint(&o, "btf_id", copy->entry.info.btf_id);
		out__member(&o, "image");
		out__bool(&o, copy->has_image);
	}
	if (line->prog)
		say_str(&o, "how", bpf_origin__name(line->prog->origin));
	out__end(&o, OUT_OBJECT);
	strbuf__addc(text, '\n');
	strbuf__free(&tag);
}

static int write_line(struct follow *f, const struct line *line)
{
	struct sink *sink = f->opts->sink;

	if (f->opts->json)
		write_json(&sink->buf, line);
	else
		write_text(&sink->buf, line);
	return strbuf__error(&sink->buf) ?: sink__line(sink);
}

/* ---- what the capturer has ---- */

static int keep_btf(void *ctx, uint32_t id, const uint8_t *bytes, size_t len)
{
	struct follow *f = ctx;
	struct kept_btf *btf = &f->btfs[f->next_btf++ % BTFS_KEPT];
	uint8_t *copy = malloc(len ? len : 1);

	if (!copy)
		return -ENOMEM;
	memcpy(copy, bytes, len);
	free(btf->bytes);
	*btf = (struct kept_btf){ .id = id, .bytes = copy, .len = len };
	return 0;
}

static const char *comm_of(uint32_t pid, char *buf, size_t size)
{
	char path[32];
	FILE *f __cleanup_fclose = NULL;

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	f = fopen(path, "re");
	if (!f || !fgets(buf, (int)size, f))
		return NULL;
	buf[strcspn(buf, "\n")] = '\0';
	return buf;
}

static int on_prog(void *ctx, const struct bpf_capture_prog *prog)
{
	struct follow *f = ctx;
	struct line line = { .event = "load",
			     .id = prog->id,
			     .prog = prog,
			     .time_ns = prog->loaded_ns ?: f->event.time_ns,
			     .pid = prog->pid ?: f->event.pid,
			     .tid = prog->pid ? prog->tid : f->event.tid,
			     .comm = prog->comm };
	char comm[16];

	if (prog->copy) {
		line.known = add_known(f, prog);
		if (!line.known)
			return -ENOMEM;
	}
	f->lost += !prog->copy;
	if (!f->is_started)
		return 0;
	if (!prog->pid)
		line.comm = comm_of(line.pid, comm, sizeof(comm));
	return write_line(f, &line);
}

static int write_unload(struct follow *f, struct line *line)
{
	struct known *known = find_known(f, line->id);
	int err;

	/* One of our own, made before we looked. */
	if (!known)
		return 0;
	line->event = "unload";
	line->known = known;
	err = f->is_started ? write_line(f, line) : 0;
	forget(f, known);
	return err;
}

static int on_unload(void *ctx, const struct bpf_capture_prog *who)
{
	struct line line = { .id = who->id,
			     .time_ns = who->loaded_ns,
			     .pid = who->pid,
			     .tid = who->tid,
			     .comm = who->comm };

	return write_unload(ctx, &line);
}

/* ---- what the kernel tells ---- */

struct bpf_event_record {
	struct perf_event_header header;
	uint16_t type;
	uint16_t flags;
	uint32_t id;
	uint8_t tag[8];
};

/* Whether unloads come from the capturer, which knows more of them than the record. */
static bool captures_unloads(const struct follow *f)
{
	const enum bpf_gate gate = bpf_capture__gate(f->capture);

	return gate == BPF_GATE_KPROBE || gate == BPF_GATE_WATCH;
}

static int on_unload_record(struct follow *f, uint32_t id)
{
	struct line line = {
		.id = id, .time_ns = f->event.time_ns, .pid = f->event.pid, .tid = f->event.tid
	};
	char comm[16];

	if (captures_unloads(f))
		return bpf_capture__drain(f->capture);
	line.comm = comm_of(line.pid, comm, sizeof(comm));
	return write_unload(f, &line);
}

static void on_record(void *ctx, const uint8_t *record, size_t size)
{
	struct bpf_event_record event;
	struct follow *f = ctx;

	if (load_u32(record) == PERF_RECORD_LOST && size >= 24)
		f->lost += load_u64(record + 16);
	if (load_u32(record) != PERF_RECORD_BPF_EVENT || f->err ||
	    size < sizeof(event) + sizeof(f->event))
		return;
	memcpy(&event, record, sizeof(event));
	memcpy(&f->event, record + size - sizeof(f->event), sizeof(f->event));
	if (event.type == PERF_BPF_EVENT_PROG_LOAD)
		f->err = bpf_capture__saw_load(f->capture, event.id);
	else if (event.type == PERF_BPF_EVENT_PROG_UNLOAD)
		f->err = on_unload_record(f, event.id);
}

static int take(struct follow *f)
{
	struct perf_ring_part part;
	size_t i;

	f->err = bpf_capture__drain(f->capture);
	for (i = 0; i < f->nr_rings && !f->err; i++) {
		if (!perf_ring__peek(&f->rings[i], &part))
			continue;
		perf_ring_part__for_each(&part, f->scratch, on_record, f);
		/* All of it, also what has an impossible size. */
		perf_ring__consume(&f->rings[i], part.len[0] + part.len[1]);
	}
	return f->err ?: sink__flush(f->opts->sink);
}

static int open_ring(struct follow *f, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.bpf_event = 1,
		.watermark = 1,
		.wakeup_watermark = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = perf_ring__map(&f->rings[f->nr_rings], fd, cpu, RING_SIZE);
	if (err) {
		close(fd);
		return err;
	}
	f->nr_rings++;
	return 0;
}

static void close_rings(struct follow *f)
{
	while (f->nr_rings) {
		struct perf_ring *ring = &f->rings[--f->nr_rings];

		close(ring->fd);
		perf_ring__unmap(ring);
	}
}

/* Without these records, what the capturer misses is missed. Return: 0 or why there are none. */
static int open_rings(struct follow *f)
{
	const long nr_cpus = sysconf(_SC_NPROCESSORS_CONF);
	int cpu, err = 0;

	f->rings = calloc((size_t)nr_cpus, sizeof(*f->rings));
	f->polls = calloc((size_t)nr_cpus + 2, sizeof(*f->polls));
	if (!f->rings || !f->polls)
		return -ENOMEM;
	for (cpu = 0; cpu < nr_cpus && (!err || err == -ENODEV); cpu++)
		err = open_ring(f, cpu);
	if (err && err != -ENODEV)
		close_rings(f);
	return err == -ENODEV ? 0 : err;
}

/* ---- life ---- */

static int start(struct follow *f)
{
	const struct bpf_capture_opts opts = {
		.sink = { .btf = keep_btf, .prog = on_prog, .unload = on_unload, .ctx = f },
		.gate = f->opts->gate,
	};
	int err = bpf_capture__new(&f->capture, &opts), ring_err;

	if (err) {
		log_err("BPF programs cannot be captured by way of \"%s\" here: %s",
			bpf_gate__name(opts.gate), strerror(-err));
		return err;
	}
	ring_err = open_rings(f);
	if (ring_err == -ENOMEM)
		return ring_err;
	if (ring_err && bpf_capture__gate(f->capture) == BPF_GATE_NONE) {
		log_err("loads of BPF programs cannot be seen: %s%s", strerror(-ring_err),
			ring_err == -EPERM || ring_err == -EACCES
				? "; CAP_PERFMON and CAP_BPF are needed"
				: "");
		return ring_err;
	}
	if (ring_err)
		log_warn("no records of BPF programs (%s): what is not captured is not seen",
			 strerror(-ring_err));
	err = bpf_capture__synthesize(f->capture, NULL);
	if (err == -EPERM) {
		log_warn(
			"programs that are loaded already cannot be read: CAP_SYS_ADMIN is needed");
		err = 0;
	}
	f->lost = 0;
	f->is_started = true;
	return err;
}

static int follow_until_stopped(struct follow *f)
{
	const int wait_ms = f->nr_rings ? POLL_MS_WITH_RECORDS : POLL_MS;
	size_t nr = 0, i;
	int err = 0;

	f->polls[nr++] = (struct pollfd){ .fd = f->opts->stop_fd, .events = POLLIN };
	f->polls[nr++] = (struct pollfd){ .fd = bpf_capture__fd(f->capture), .events = POLLIN };
	for (i = 0; i < f->nr_rings; i++)
		f->polls[nr++] = (struct pollfd){ .fd = f->rings[i].fd, .events = POLLIN };
	while (!err && !f->polls[0].revents) {
		if (poll(f->polls, nr, wait_ms) < 0 && errno != EINTR)
			err = -errno;
		if (!err)
			err = take(f);
	}
	return err;
}

static int finish(struct follow *f)
{
	int err = take(f);

	if (!err)
		err = bpf_capture__finish(f->capture);
	return err ?: sink__flush(f->opts->sink);
}

int bpf_follow__run(const struct bpf_follow_opts *opts, uint64_t *ret_lost)
{
	struct follow *f = calloc(1, sizeof(*f));
	size_t i;
	int err;

	if (!f)
		return -ENOMEM;
	f->opts = opts;
	err = start(f);
	if (!err && !opts->json)
		write_titles(&opts->sink->buf);
	if (!err)
		err = sink__flush(opts->sink);
	if (!err)
		err = follow_until_stopped(f);
	if (!err)
		err = finish(f);
	*ret_lost = f->lost;
	close_rings(f);
	bpf_capture__free(f->capture);
	for (i = 0; i < BTFS_KEPT; i++)
		free(f->btfs[i].bytes);
	tdestroy(f->known, free_known);
	free(f->rings);
	free(f->polls);
	free(f);
	return err;
}
