/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_writer_priv.h - the writer's state, shared by the core and the sinks of the three
 * forms.
 */
#ifndef PERF_AUGMENT_PERFDATA_WRITER_PRIV_H
#define PERF_AUGMENT_PERFDATA_WRITER_PRIV_H

#include "perfdata_writer.h"
#include "strbuf.h"

/**
 * struct perfdata_sink - a form.
 * @start: the events and features so far are known, records come next.
 * @attr, @feature, @prog, @btf, @build_id: one that comes after the start; may be NULL: it is
 * gathered.
 * @finish: all records were flushed.
 */
struct perfdata_sink {
	int (*start)(struct perfdata_writer *w);
	int (*attr)(struct perfdata_writer *w, const struct perfdata_attr *attr);
	int (*feature)(struct perfdata_writer *w, unsigned int id, const uint8_t *bytes,
		       size_t len);
	int (*prog)(struct perfdata_writer *w, const uint8_t *raw, size_t len);
	int (*btf)(struct perfdata_writer *w, uint32_t id, const uint8_t *data, size_t len);
	int (*build_id)(struct perfdata_writer *w, const uint8_t *record, size_t size);
	int (*finish)(struct perfdata_writer *w);
};

extern const struct perfdata_sink perfdata_file_sink;
extern const struct perfdata_sink perfdata_pipe_sink;

/** struct id_set - ids seen, sorted. */
struct id_set {
	uint32_t *ids;
	size_t nr;
	size_t size;
};

/** id_set__add() - Return: 1 when @id was not there, 0 when it was, -ENOMEM. */
int id_set__add(struct id_set *set, uint32_t id);
bool id_set__has(const struct id_set *set, uint32_t id);

/**
 * struct perfdata_writer
 * @sections: features gathered, by id; @has their bits. Those of BPF_PROG_INFO, BPF_BTF and
 * BUILD_ID
 *	are entries one after another, without the count in front.
 * @closed_bytes: of streams that are closed. @temp: what is written to until it is complete, NULL if in place. @dir_fd: that directory, or -1.
 * @lineless: BTFs that went into a pipe without the strings of source lines.
 * @data_offset: where records begin in the file forms; @started_attrs: events in its first table.
 */
struct perfdata_writer {
	struct perfdata_writer_opts opts;
	const struct perfdata_sink *sink;
	char *path;
	char *temp;
	int dir_fd;
	bool started;
	bool finished;
	uint64_t closed_bytes;
	unsigned int nr_lost;
	unsigned int nr_split;
	struct perfdata_stream **streams;
	unsigned int nr_streams;
	struct perfdata_evlist evlist;
	size_t started_attrs;
	uint64_t data_offset;
	struct perfdata_section attrs_at;
	uint64_t has[PERFDATA_FEATURE_WORDS];
	struct strbuf sections[PERFDATA_NR_FEATURES];
	struct id_set progs;
	struct id_set btfs;
	struct id_set lineless;
};

/** perfdata_writer__lost() - tell the report what is left out. */
void perfdata_writer__lost(struct perfdata_writer *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* PERF_AUGMENT_PERFDATA_WRITER_PRIV_H */
