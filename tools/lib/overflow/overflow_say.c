// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_say.c - what became of samples, for people and (overflow__save) for programs. */
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fdio.h"
#include "log.h"
#include "out.h"
#include "output_file.h"
#include "record_output.h"
#include "overflow_priv.h"
#include "util.h"

/* Of all that were due, in 1/1000. */
#define WARN_PERMILLE 10
/* With more CPUs, only those are shown that have something to say. */
#define FEW_CPUS 8
#define MAX_NAMED 3

static bool is_much(uint64_t part, uint64_t whole)
{
	return part && part * 1000 > whole * WARN_PERMILLE;
}

/* ---- for people ---- */

static void say_row(const char *event, const char *cpu, const struct overflow_row *row)
{
	log_info("%-16s %5s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %8" PRIu64
		 " %8" PRIu64 " %9" PRIu64,
		 event, cpu, row->expected, row->seen, row->kept, row->dropped, row->missed,
		 row->lost, row->throttled);
}

static void say_event(const struct overflow *o, size_t event, bool verbose)
{
	const char *name = o->list->specs[event].name;
	unsigned int cpu;
	char text[16];

	for (cpu = 0; cpu < o->nr_cpus; cpu++) {
		const struct overflow_row *row = &o->rows[event * o->nr_cpus + cpu];

		if (!row->expected && !row->seen)
			continue;
		if (!verbose && o->nr_cpus > FEW_CPUS && !is_much(row->missed, row->expected) &&
		    !row->lost && !row->throttled)
			continue;
		snprintf(text, sizeof(text), "%u", cpu);
		say_row(name, text, row);
	}
	say_row(name, "all", &o->totals[event]);
}

/* Programs that keep the kernel from running another one on their CPU, ours among them. */
static bool blocks_ours(const struct bpf_prog_info *info)
{
	return info->type == BPF_PROG_TYPE_KPROBE || info->type == BPF_PROG_TYPE_TRACEPOINT;
}

static void name_blockers(struct strbuf *text)
{
	struct bpf_prog_info info;
	unsigned int nr = 0;
	__u32 id = 0, len;
	int fd;

	while (!bpf_prog_get_next_id(id, &id)) {
		fd = bpf_prog_get_fd_by_id(id);
		if (fd < 0)
			continue;
		memset(&info, 0, sizeof(info));
		len = sizeof(info);
		if (!bpf_obj_get_info_by_fd(fd, &info, &len) && blocks_ours(&info) &&
		    nr++ < MAX_NAMED) {
			strbuf__adds(text, nr > 1 ? ", " : "; there are now: ");
			strbuf__add_visible(text, info.name, strnlen(info.name, sizeof(info.name)));
			strbuf__addf(text, " (%u)", id);
		}
		close(fd);
	}
	if (nr > MAX_NAMED)
		strbuf__addf(text, " and %u more", nr - MAX_NAMED);
}

static uint64_t missed_where_throttled(const struct overflow *o, size_t event)
{
	const struct overflow_row *rows = &o->rows[event * o->nr_cpus];
	uint64_t missed = 0;

	for (size_t cpu = 0; cpu < (size_t)o->nr_cpus; cpu++)
		missed += rows[cpu].throttled ? rows[cpu].missed : 0;
	return missed;
}

/* A clock's last period on each CPU is over a moment before or after the count is read. */
static uint64_t not_told_from_rounding(const struct overflow *o, size_t event)
{
	uint64_t nr = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < o->nr_cpus && o->periods[event] != 1; cpu++)
		nr += o->rows[event * o->nr_cpus + cpu].expected > 0;
	return nr;
}

static void warn_missed(const struct overflow *o, size_t event)
{
	const struct overflow_row *total = &o->totals[event];
	struct strbuf cause = {};

	if (!is_much(total->missed, total->expected) ||
	    total->missed <= not_told_from_rounding(o, event))
		return;
	if (missed_where_throttled(o, event) * 2 > total->missed) {
		strbuf__adds(&cause, "the kernel throttled the event: sample less often");
	} else {
		strbuf__adds(&cause, "the kernel drops a sample that comes while a BPF program of "
				     "a kprobe or tracepoint, or an update of a map, runs on its "
				     "CPU");
		name_blockers(&cause);
		if (!o->opts->twin)
			strbuf__adds(&cause, ". --twin shows them; so does a clock that is late "
					     "(a busy virtual machine)");
	}
	log_warn("event %s: %" PRIu64 " of %" PRIu64 " samples (%.1f %%) were missed: neither "
		 "kept nor dropped nor lost, the program never saw them. Likely: %s",
		 o->list->specs[event].name, total->missed, total->expected,
		 100.0 * (double)total->missed / (double)total->expected, strbuf__cstr(&cause));
	strbuf__free(&cause);
}

static void warn_others(const struct overflow *o, size_t event)
{
	const struct overflow_row *total = &o->totals[event];

	if (is_much(total->lost, total->expected))
		log_warn("event %s: %" PRIu64 " samples that were kept found the ring buffer full: "
			 "larger with -m",
			 o->list->specs[event].name, total->lost);
	if (total->undecided)
		log_warn("event %s: %" PRIu64 " samples were kept because the expression could not "
			 "be evaluated: they lack a field, or it divides by zero",
			 o->list->specs[event].name, total->undecided);
}

static void say_forwarded(const struct overflow *o, bool quiet)
{
	const struct overflow_forwarded *now = &o->forwarded, *old = &o->forwarded_before;

	if (now->sent > old->sent && !quiet)
		log_info("%" PRIu64 " records were forwarded", now->sent - old->sent);
	if (now->lost > old->lost)
		log_warn("%" PRIu64 " records that the program forwarded were lost: the ring "
			 "buffers were full (larger with -m)",
			 now->lost - old->lost);
}

static void say_counted(const struct overflow *o, bool quiet)
{
	const struct count_losses *lost = &o->table.losses;
	const struct {
		uint64_t nr;
		const char *text;
	} losses[] = {
		{ lost->no_room,
		  "samples were not counted, as their map was full: count by less, or "
		  "let there be more with --count-entries" },
		{ lost->no_stack_room,
		  "samples were counted where they were, without who called: the "
		  "map of stacks was full (--count-entries)" },
		{ lost->collisions,
		  "samples were counted where they were, without who called: another "
		  "stack has the number of theirs" },
		{ lost->no_file_room, "addresses have no file, as there are too many files" },
	};
	size_t i;

	if (!quiet)
		log_info("counted %" PRIu64 " samples in %zu counts (of %u at most) with %zu "
			 "stacks, in %zu files",
			 count_table__samples(&o->table), o->table.nr_rows, o->opts->count.entries,
			 o->table.nr_stacks, o->table.nr_files);
	for (i = 0; i < ARRAY_SIZE(losses); i++) {
		if (losses[i].nr)
			log_warn("%" PRIu64 " %s", losses[i].nr, losses[i].text);
	}
	if (o->code_is_short)
		log_warn("not enough memory to remember all BPF programs: samples may stand under "
			 "the name of another one that had their memory later");
	if (is_much(o->nr_reused, count_table__samples(&o->table)))
		log_warn("%" PRIu64
			 " samples are in memory that several BPF programs had, one after "
			 "another: they stand under the name of the last, and may be another's. "
			 "Recorded without --count-by, each stands under its own",
			 o->nr_reused);
}

void overflow__say(const struct overflow *o, bool quiet, bool verbose)
{
	size_t e;

	if (!quiet)
		log_info("%-16s %5s %10s %10s %10s %10s %8s %8s %9s", "event", "cpu", "expected",
			 "seen", "kept", "dropped", "missed", "lost", "throttled");
	for (e = 0; e < o->nr_events && !quiet; e++)
		say_event(o, e, verbose);
	say_forwarded(o, quiet);
	if (o->files)
		say_counted(o, quiet);
	for (e = 0; e < o->nr_handled; e++) {
		warn_missed(o, e);
		warn_others(o, e);
	}
}

/* ---- for programs ---- */

static void put_uint(struct out *out, const char *name, uint64_t value)
{
	out__member(out, name);
	out__uint(out, value);
}

static void put_row(struct out *out, const struct overflow_row *row)
{
	put_uint(out, "expected", row->expected);
	put_uint(out, "seen", row->seen);
	put_uint(out, "kept", row->kept);
	put_uint(out, "dropped", row->dropped);
	put_uint(out, "undecided", row->undecided);
	put_uint(out, "missed", row->missed);
	put_uint(out, "lost", row->lost);
	put_uint(out, "throttled", row->throttled);
}

static void put_event(struct out *out, const struct overflow *o, size_t event)
{
	unsigned int cpu;

	out__begin(out, OUT_OBJECT);
	out__member(out, "event");
	out__str(out, o->list->specs[event].name, strlen(o->list->specs[event].name), false);
	out__member(out, "twin");
	out__bool(out, event >= o->nr_handled);
	put_uint(out, "period", o->periods[event]);
	put_row(out, &o->totals[event]);
	out__member(out, "cpus");
	out__begin(out, OUT_ARRAY);
	for (cpu = 0; cpu < o->nr_cpus; cpu++) {
		const struct overflow_row *row = &o->rows[event * o->nr_cpus + cpu];

		if (!row->expected && !row->seen)
			continue;
		out__begin(out, OUT_OBJECT);
		put_uint(out, "cpu", cpu);
		put_row(out, row);
		out__end(out, OUT_OBJECT);
	}
	out__end(out, OUT_ARRAY);
	out__end(out, OUT_OBJECT);
}

static void put_texts(struct out *out, const struct overflow *o)
{
	static const char *const names[] = {
		[OVERFLOW_SPELL_KEEP] = "keep",
		[OVERFLOW_SPELL_DROP] = "drop",
		[OVERFLOW_SPELL_FILTER] = "filter",
	};
	size_t i;

	out__begin(out, OUT_ARRAY);
	for (i = 0; i < o->opts->nr_texts; i++) {
		out__begin(out, OUT_OBJECT);
		out__member(out, names[o->opts->texts[i].spelling]);
		out__str(out, o->opts->texts[i].text, strlen(o->opts->texts[i].text), false);
		out__end(out, OUT_OBJECT);
	}
	out__end(out, OUT_ARRAY);
}

static void put_counted(struct out *out, const struct overflow *o)
{
	const struct count_losses *lost = &o->table.losses;

	out__member(out, "counted");
	out__begin(out, OUT_OBJECT);
	put_uint(out, "samples", count_table__samples(&o->table));
	put_uint(out, "counts", o->table.nr_rows);
	put_uint(out, "room", o->opts->count.entries);
	put_uint(out, "stacks", o->table.nr_stacks);
	put_uint(out, "files", o->table.nr_files);
	put_uint(out, "no_room", lost->no_room);
	put_uint(out, "no_stack_room", lost->no_stack_room);
	put_uint(out, "stack_collisions", lost->collisions);
	put_uint(out, "no_file_room", lost->no_file_room);
	put_uint(out, "reused_code", o->nr_reused);
	out__end(out, OUT_OBJECT);
}

static void put_all(struct strbuf *text, const struct overflow *o)
{
	struct out out;
	size_t e;

	out__init_json(&out, text);
	out__begin(&out, OUT_OBJECT);
	put_uint(&out, "version", 1);
	out__member(&out, "expressions");
	put_texts(&out, o);
	if (o->own) {
		out__member(&out, "program");
		out__str(&out, o->opts->own, strlen(o->opts->own), false);
		put_uint(&out, "forwarded", o->forwarded.sent - o->forwarded_before.sent);
		put_uint(&out, "forwarded_lost", o->forwarded.lost - o->forwarded_before.lost);
	}
	if (o->files)
		put_counted(&out, o);
	out__member(&out, "events");
	out__begin(&out, OUT_ARRAY);
	for (e = 0; e < o->nr_events; e++)
		put_event(&out, o, e);
	out__end(&out, OUT_ARRAY);
	out__end(&out, OUT_OBJECT);
	strbuf__addc(text, '\n');
}

static int write_text(const char *path, const struct strbuf *text)
{
	int fd = output_file__open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666), err;
	struct stat opened = {};

	if (fd < 0)
		return fd;
	err = fstat(fd, &opened) ? -errno : 0;
	if (!err)
		err = fdio__write_all(fd, text->text, text->len, NULL);
	if (close(fd) && !err)
		err = -errno;
	/* A part of it would be taken for all. */
	if (err)
		output_file__remove(path, &opened);
	return err;
}

int overflow__save(struct overflow *o, const char *path)
{
	struct strbuf text = {}, name = {};
	int err;

	record_output__sidecar(&name, path);
	put_all(&text, o);
	err = strbuf__error(&name);
	if (!err)
		err = strbuf__error(&text);
	if (!err)
		err = write_text(strbuf__cstr(&name), &text);
	if (err)
		log_err("%s cannot be written: %s", strbuf__cstr(&name), output_file__why(err));
	strbuf__free(&text);
	strbuf__free(&name);
	return err;
}
