// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_session_write.c - what a session writes: the beginning and the end of a recording, and
 * rounds in between. Only records from rings are written by others: see record_reader.h.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "id_map.h"
#include "log.h"
#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "record_features.h"
#include "record_session_priv.h"
#include "record_synth.h"
#include "record_tracing.h"
#include "target.h"
#include "util.h"

static struct perfdata_stream *main_stream(struct record_session *s)
{
	return perfdata_writer__stream(s->output.w, 0);
}

static void note_error(struct record_session *s, int err)
{
	if (err && !s->write_err)
		s->write_err = err;
	if (err)
		s->stop = true;
}

/* The counts stand for all that was; of tasks and their mappings, only files' names are needed. */
static bool counts_samples(const struct record_session *s)
{
	return s->overflow && overflow__counts(s->overflow);
}

static int write_synthesised(void *ctx, const uint8_t *record, size_t size)
{
	struct record_session *s = ctx;

	switch (load_u32(record)) {
	case PERF_RECORD_MMAP2:
		record_build_ids__saw(s->build_ids, record, size);
		break;
	case PERF_RECORD_MMAP:
		record_build_ids__saw_module(s->build_ids, record, size);
		break;
	}
	if (counts_samples(s) && load_u32(record) != PERF_RECORD_MMAP) {
		/* What has the form of a fork is here a task that was there before. */
		if (load_u32(record) == PERF_RECORD_MMAP2)
			overflow__saw(s->overflow, record, size);
		return 0;
	}
	return perfdata_stream__record(main_stream(s), record, size);
}

/* A record that is nothing but its type. */
static int write_mark(struct record_session *s, uint32_t type)
{
	const struct perf_event_header header = { .type = type, .size = sizeof(header) };

	return perfdata_stream__record(main_stream(s), &header, sizeof(header));
}

static int add_attrs(struct record_session *s, const struct record_event *events, size_t nr)
{
	size_t i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		struct perfdata_attr attr = {
			.attr = events[i].attr,
			.raw = (uint8_t *)&events[i].attr,
			.raw_size = PERFDATA_ATTR_SIZE,
			.ids = events[i].ids,
			.nr_ids = events[i].nr_ids,
		};

		err = perfdata_writer__add_attr(s->output.w, &attr);
	}
	return err;
}

static int add_features(struct record_session *s, const struct record_event *events, size_t nr)
{
	const struct record_features features = {
		.argc = s->opts->argc,
		.argv = s->opts->argv,
		.use_clockid = s->opts->events.use_clockid,
		.clockid = s->opts->events.clockid,
	};
	int err = record_features__machine(s->output.w);

	if (!err)
		err = record_features__recording(s->output.w, &features, events, nr);
	return err ? err : record_tracing__add(s->output.w, &s->opts->list);
}

/* Counted events have other samples than the kernel's. */
static int add_head(struct record_session *s)
{
	size_t nr;
	const struct record_event *events = record_events__list(s->events, &nr);
	struct record_event *written = NULL;
	int err;

	if (s->overflow) {
		written = overflow__written(s->overflow, events, nr);
		if (!written)
			return -ENOMEM;
		events = written;
	}
	err = add_attrs(s, events, nr);
	if (!err)
		err = add_features(s, events, nr);
	overflow__free_written(written, nr);
	return err;
}

/* Counts have no time: a program that is gone at the end keeps its name until its memory is another's. */
static bool is_unload(const uint8_t *record, size_t size)
{
	struct cursor c = cursor__of(record, size);
	const uint32_t type = cursor__u32(&c);

	cursor__take(&c, 4);
	if (type == PERF_RECORD_BPF_EVENT)
		return cursor__u16(&c) == PERF_BPF_EVENT_PROG_UNLOAD;
	cursor__take(&c, 14);
	return type == PERF_RECORD_KSYMBOL &&
	       cursor__u16(&c) & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER;
}

static int write_loads(struct record_session *s, const struct strbuf *records)
{
	const uint8_t *at = (const uint8_t *)records->text, *end = at + records->len;
	struct perf_event_header header;
	int err = 0;

	for (; !err && at + sizeof(header) <= end; at += header.size) {
		memcpy(&header, at, sizeof(header));
		if (header.size < sizeof(header) || header.size > end - at)
			break;
		overflow__saw(s->overflow, at, header.size);
		if (!is_unload(at, header.size))
			err = perfdata_stream__kernel_bytes(main_stream(s), at, header.size);
	}
	return err;
}

/* Programs and BTFs first: readers that see a load look for its program. */
static int write_batch(struct record_session *s, const struct sideband_batch *batch)
{
	const struct sideband_item *item;
	const uint8_t *bytes;
	size_t at = 0;
	int err = 0;

	while (!err && (item = sideband_batch__next(batch, &at))) {
		bytes = (const uint8_t *)(item + 1);
		if (item->is_btf)
			err = perfdata_writer__add_btf(s->output.w, item->id, bytes, item->len);
		else
			err = perfdata_writer__add_prog(s->output.w, bytes, item->len);
	}
	if (!err && counts_samples(s))
		err = write_loads(s, batch->records);
	else if (!err && batch->records->len)
		err = perfdata_stream__kernel_bytes(main_stream(s), batch->records->text,
						    batch->records->len);
	return err;
}

static int take_sideband(struct record_session *s, struct sideband *sideband)
{
	struct sideband_batch batch;
	int err = sideband__take(sideband, &batch);

	if (err)
		return err;
	if (sideband == s->sideband)
		s->side_lost = batch.lost;
	return write_batch(s, &batch);
}

/* Of a later recording: the programs that live now, read once more. */
static int write_programs_again(struct record_session *s, const struct kernel_code *code)
{
	const struct sideband_opts opts = { .gate = BPF_GATE_NONE,
					    .sample_id_size = RECORD_SAMPLE_ID_SIZE };
	struct sideband *again;
	int err = sideband__new(&again, &opts);

	if (err)
		return err;
	err = sideband__synthesize(again, code);
	if (!err)
		err = take_sideband(s, again);
	sideband__free(again);
	return err;
}

static int write_programs(struct record_session *s, bool first, const struct kernel_code *code)
{
	struct perf_ring *rings;
	size_t nr_rings;
	int err;

	if (!first)
		return write_programs_again(s, code);
	rings = record_events__side_rings(s->events, &nr_rings);
	err = sideband__synthesize(s->sideband, code);
	/* Now, not when all is ready: what is loaded meanwhile may be gone then. */
	if (!err)
		err = sideband__start(s->sideband, rings, nr_rings);
	return err ? err : take_sideband(s, s->sideband);
}

/*
 * Those whose threads are recorded, each once. Of the command that is still to be executed not what is
 * mapped now: that is us, no sample will be there, and perf 6.1 looks for a library's unwind tables at the
 * lowest place that it ever had.
 */
static int write_targets(struct record_session *s, const struct record_synth *synth, bool first)
{
	struct id_map seen = {};
	pid_t pid;
	size_t i;
	int err = 0;

	for (i = 0; i < s->nr_tids && !err; i++) {
		pid = target__process_of(s->tids[i]);
		if (id_map__get(&seen, (uint32_t)pid) >= 0)
			continue;
		err = id_map__set(&seen, (uint32_t)pid, 0);
		if (!err)
			err = record_synth__process(
				synth, pid, !first || !s->command_running || pid != s->command.pid);
	}
	id_map__free(&seen);
	return err;
}

static int write_processes(struct record_session *s, const struct record_synth *synth, bool first)
{
	int err;

	if (s->tids[0] < 0)
		return record_synth__all(synth, true);
	/* The others only by name, for what they do to BPF programs. */
	err = record_synth__all(synth, false);
	return err ? err : write_targets(s, synth, first);
}

static int write_tasks_and_kernel(struct record_session *s, bool first,
				  const struct kernel_code *code)
{
	const struct record_synth synth = { .fn = write_synthesised,
					    .ctx = s,
					    .sample_id_size = RECORD_SAMPLE_ID_SIZE,
					    .data_maps = record_events_opts__data_maps(
						    &s->opts->events) };
	int err = record_synth__kernel(&synth, code);

	if (err == -EACCES) {
		log_warn(
			"the kernel hides its addresses: samples in it have no symbols. That takes "
			"CAP_SYSLOG, and kernel.kptr_restrict below 2");
		err = 0;
	}
	if (!err)
		err = write_processes(s, &synth, first);
	return err ? err : write_mark(s, PERFDATA_FINISHED_INIT);
}

/* All that there was before the first sample. */
static int write_what_was(struct record_session *s, bool first)
{
	struct kernel_code code = {};
	int err = kernel_code__read(&code, NULL);

	if (!err)
		err = write_programs(s, first, &code);
	if (!err)
		err = write_tasks_and_kernel(s, first, &code);
	kernel_code__free(&code);
	return err;
}

static void set_streams(struct record_session *s)
{
	const bool is_dir = s->opts->output.form == PERFDATA_FORM_DIR;
	unsigned int i;

	for (i = 0; i < s->nr_readers; i++)
		record_reader__set_stream(s->readers[i],
					  counts_samples(s)
						  ? NULL
						  : perfdata_writer__stream(s->output.w,
									    is_dir ? i + 1 : 0));
}

int record_session__begin_output(struct record_session *s, bool first)
{
	int err = record_output__open(&s->output);

	if (err)
		return err;
	s->begin_ns = record_session__now_ns();
	s->before = record_session__taken(s);
	record_build_ids__restart(s->build_ids);
	set_streams(s);
	err = add_head(s);
	if (!err)
		err = perfdata_writer__start(s->output.w);
	if (!err && s->overflow)
		err = overflow__write_types(s->overflow, s->output.w);
	if (!err)
		err = write_what_was(s, first);
	if (err == -ENOENT)
		log_err("what runs cannot be listed: there is no /proc (mount -t proc proc /proc)");
	if (!err)
		err = perfdata_stream__flush(main_stream(s));
	if (err == -EPIPE)
		log_err("the reader of our output is gone: nothing is recorded");
	else if (err)
		log_err("the recording cannot be begun: %s", strerror(-err));
	note_error(s, err);
	return err;
}

void record_session__round(struct record_session *s)
{
	const bool is_dir = s->opts->output.form == PERFDATA_FORM_DIR;
	struct perfdata_stream *stream = main_stream(s);
	const uint64_t before = perfdata_stream__offset(stream);
	int64_t n = 0;
	int err;

	if (!is_dir)
		n = record_reader__round(s->readers[0]);
	if (n > 0 && counts_samples(s))
		n = 0;
	err = n < 0 ? (int)n : take_sideband(s, s->sideband);
	if (!err)
		err = record_build_ids__write(s->build_ids, s->output.w);
	/* All files would have to be complete up to here, to say so in a directory. */
	if (!err && !is_dir && (n || perfdata_stream__offset(stream) != before))
		err = write_mark(s, PERFDATA_FINISHED_ROUND);
	if (!err)
		err = perfdata_stream__flush(stream);
	note_error(s, err);
}

struct lost_sum {
	struct record_session *s;
	uint64_t lost;
	int err;
};

/* As perf does since 6.1: readers take the number of lost samples from these. */
static void write_lost(void *ctx, const struct record_sampler *sampler,
		       const struct record_counter *counter)
{
	struct lost_sum *sum = ctx;
	struct {
		struct perf_event_header header;
		uint64_t lost;
		uint32_t pid, tid;
		uint64_t time;
		uint32_t cpu, pad;
		uint64_t id;
	} record = {
		.header = { .type = PERF_RECORD_LOST_SAMPLES, .size = sizeof(record) },
		.lost = counter->lost,
		.cpu = (uint32_t)sampler->cpu,
		.id = sampler->id,
	};

	_Static_assert(sizeof(record) == 16 + RECORD_SAMPLE_ID_SIZE, "a lost record's sample_id");
	sum->s->counts_lost = counter->has_lost;
	sum->lost += counter->lost;
	if (counter->lost && !sum->err)
		sum->err = perfdata_stream__record(main_stream(sum->s), &record, sizeof(record));
}

static uint64_t event_time_ns(const struct record_session *s)
{
	const struct record_events_opts *opts = &s->opts->events;
	struct timespec now = {};

	clock_gettime(opts->use_clockid ? opts->clockid : CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

static int write_end(struct record_session *s)
{
	const struct record_counts counts = record_session__counts(s);
	struct lost_sum sum = { .s = s };
	int err;

	err = record_events__for_each_counter(s->events, write_lost, &sum);
	s->lost_samples = sum.lost;
	if (!err)
		err = sum.err;
	if (!err && s->overflow)
		err = overflow__write(s->overflow, s->events, event_time_ns(s), main_stream(s));
	if (!err)
		err = record_build_ids__finish(s->build_ids, s->output.w);
	if (!err && counts.samples)
		err = record_features__times(s->output.w, counts.first_ns, counts.last_ns);
	return err;
}

/* Beside the recording, which has its name now. */
static int count_overflows(struct record_session *s)
{
	int err = overflow__count(s->overflow, s->events);

	if (!err && s->opts->output.form != PERFDATA_FORM_PIPE)
		err = overflow__save(s->overflow, strbuf__cstr(&s->output.last));
	return err;
}

/* Of the recording that could not be written to its end. */
static void count_unwritten(struct record_session *s)
{
	const struct record_taken taken = record_session__taken(s);
	struct record_taken written;
	uint64_t here;
	int err;

	if (s->opts->output.form == PERFDATA_FORM_PIPE)
		return;
	err = record_output__count(&s->output, &written);
	if (err) {
		log_warn("%s: how many samples are in it cannot be told: %s",
			 strbuf__cstr(&s->output.last), strerror(-err));
		return;
	}
	here = taken.samples - s->before.samples;
	s->unwritten.samples = here - MIN(here, written.samples);
	here = taken.forwarded - s->before.forwarded;
	s->unwritten.forwarded = here - MIN(here, written.forwarded);
}

int record_session__end_output(struct record_session *s)
{
	int err;

	if (!s->output.w)
		return 0;
	if (!s->write_err)
		note_error(s, write_end(s));
	err = record_output__finish(&s->output, s->write_err);
	if (s->overflow && s->started)
		note_error(s, count_overflows(s));
	if (err)
		count_unwritten(s);
	return err;
}

void record_session__switch_output(struct record_session *s)
{
	size_t i;

	for (i = 0; i < s->nr_readers; i++)
		record_reader__pause(s->readers[i]);
	for (i = 0; i < s->nr_readers && s->opts->output.form == PERFDATA_FORM_DIR; i++)
		note_error(s, (int)MIN(record_reader__round(s->readers[i]), 0));
	record_session__round(s);
	note_error(s, record_session__end_output(s));
	if (!s->write_err && !s->opts->quiet)
		log_info("recording kept as %s", strbuf__cstr(&s->output.last));
	if (!s->write_err && s->overflow)
		overflow__say(s->overflow, s->opts->quiet, s->opts->verbose);
	if (!s->write_err)
		note_error(s, record_session__begin_output(s, false));
	for (i = 0; i < s->nr_readers; i++)
		record_reader__resume(s->readers[i]);
}
