// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata.c - see perfdata.h: opening, and the way from record to record. A record whose size
 * cannot be ends its file: there is nothing in the format to find the next one by.
 */
#include "perfdata.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata_cursor.h"
#include "perfdata_priv.h"
#include "strbuf.h"
#include "util.h"

void perfdata__problem(struct perfdata *pd, const char *fmt, ...)
{
	struct strbuf text = {};
	va_list ap;

	pd->incomplete = true;
	if (!pd->report.say || pd->nr_reports++ >= PERFDATA_REPORTS_MAX)
		return;
	if (pd->file)
		strbuf__addf(&text, "%s: ", perfdata__file_name(pd, pd->file));
	va_start(ap, fmt);
	strbuf__vaddf(&text, fmt, ap);
	va_end(ap);
	pd->report.say(pd->report.ctx, strbuf__cstr(&text));
	strbuf__free(&text);
}

static int is_data_file(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "data.", 5) && entry->d_name[5];
}

static int list_files(struct perfdata *pd)
{
	struct dirent **entries;
	int nr, i;

	nr = scandirat(pd->dir_fd, ".", &entries, is_data_file, versionsort);
	if (nr < 0)
		return -errno;
	pd->files = calloc((size_t)nr + 1, sizeof(*pd->files));
	for (i = 0; i < nr; i++) {
		if (pd->files)
			pd->files[i] = strdup(entries[i]->d_name);
		if (pd->files && pd->files[i])
			pd->nr_files++;
		free(entries[i]);
	}
	free(entries);
	return pd->files && pd->nr_files == (unsigned int)nr ? 0 : -ENOMEM;
}

static int open_input(struct perfdata *pd, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	pd->in = perfdata_input__open_fd(fd, true);
	return pd->in ? 0 : -ENOMEM;
}

/*
 * A file of a directory: who made that may have put a fifo there, which would be waited for, or a device.
 * Return: 0, -ENOTSUP for what is no file, or what opening failed with.
 */
static int open_data(struct perfdata *pd, const char *name)
{
	int fd = openat(pd->dir_fd, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	int err;

	if (fd < 0)
		return -errno;
	err = fstat(fd, &st) ? -errno : S_ISREG(st.st_mode) ? 0 : -ENOTSUP;
	if (err) {
		close(fd);
		return err;
	}
	pd->in = perfdata_input__open_fd(fd, true);
	return pd->in ? 0 : -ENOMEM;
}

static int open_path(struct perfdata *pd, const char *path)
{
	struct stat st;
	int err;

	if (!strcmp(path, "-")) {
		pd->in = perfdata_input__open_fd(STDIN_FILENO, false);
		return pd->in ? 0 : -ENOMEM;
	}
	if (stat(path, &st))
		return -errno;
	if (!S_ISDIR(st.st_mode))
		return open_input(pd, path);
	pd->form = PERFDATA_FORM_DIR;
	pd->dir_fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (pd->dir_fd < 0)
		return -errno;
	err = list_files(pd);
	if (!err)
		err = open_data(pd, "data");
	if (err == -ENOTSUP)
		perfdata__problem(pd, "its `data` is not a regular file");
	return err;
}

static struct perfdata *perfdata__new(const char *path, const struct perfdata_report *report)
{
	struct perfdata *pd = calloc(1, sizeof(*pd));

	if (!pd)
		return NULL;
	pd->dir_fd = -1;
	if (report)
		pd->report = *report;
	pd->path = strdup(path);
	if (pd->path)
		return pd;
	perfdata__close(pd);
	return NULL;
}

int perfdata__open(struct perfdata **ret_pd, const char *path, const struct perfdata_report *report)
{
	struct perfdata *pd = perfdata__new(path, report);
	int err;

	if (!pd)
		return -ENOMEM;
	err = open_path(pd, path);
	pd->main = pd->in;
	if (!err)
		err = perfdata__read_header(pd);
	if (err) {
		perfdata__close(pd);
		return err;
	}
	*ret_pd = pd;
	return 0;
}

int perfdata__open_memory(struct perfdata **ret_pd, const void *bytes, size_t size,
			  const struct perfdata_report *report)
{
	struct perfdata *pd = perfdata__new("memory", report);
	int err = -ENOMEM;

	if (!pd)
		return -ENOMEM;
	pd->in = pd->main = perfdata_input__open_memory(bytes, size);
	if (pd->in)
		err = perfdata__read_header(pd);
	if (err) {
		perfdata__close(pd);
		return err;
	}
	*ret_pd = pd;
	return 0;
}

static void close_file(struct perfdata *pd)
{
	if (pd->in != pd->main)
		perfdata_input__close(pd->in);
	perfdata_unpack__free(pd->unpack);
	pd->in = NULL;
	pd->unpack = NULL;
	pd->unpack_is_broken = false;
	pd->step = pd->unpacked_step = 0;
	pd->payload_left = 0;
}

void perfdata__close(struct perfdata *pd)
{
	unsigned int i;

	if (!pd)
		return;
	close_file(pd);
	perfdata_input__close(pd->main);
	for (i = 0; i < pd->nr_files; i++)
		free(pd->files[i]);
	free(pd->files);
	if (pd->dir_fd >= 0)
		close(pd->dir_fd);
	perfdata_evlist__free(&pd->evlist);
	free(pd->path);
	free(pd);
}

static void set_record(const struct perfdata *pd, struct perfdata_record *rec, const uint8_t *bytes)
{
	struct perf_event_header header;

	memcpy(&header, bytes, sizeof(header));
	*rec = (struct perfdata_record){
		.offset = pd->record_offset,
		.file = pd->file,
		.type = header.type,
		.misc = header.misc,
		.size = header.size,
		.bytes = bytes,
	};
	/*
	 * The kernel sets it for all listeners when one of them, perhaps another recorder, asks for
	 * build-ids; those that did not still get device and inode.
	 */
	if (rec->type == PERF_RECORD_MMAP2 && !pd->evlist.has_build_ids)
		rec->misc &= (uint16_t)~PERFDATA_MISC_MMAP_BUILD_ID;
}

/* A record that came out of a COMPRESSED one. Return: 1, or 0 when more has to be fed. */
static int next_unpacked(struct perfdata *pd, struct perfdata_record *rec)
{
	struct perf_event_header header = {};
	const uint8_t *bytes;
	size_t len;
	int err;

	if (!pd->unpack || pd->unpack_is_broken)
		return 0;
	perfdata_unpack__skip(pd->unpack, pd->unpacked_step);
	pd->unpacked_step = 0;
	err = perfdata_unpack__peek(pd->unpack, sizeof(header), &bytes, &len);
	if (len >= sizeof(header)) {
		memcpy(&header, bytes, sizeof(header));
		err = perfdata_unpack__peek(pd->unpack, header.size, &bytes, &len);
	}
	if (header.size >= sizeof(header) && len >= header.size) {
		set_record(pd, rec, bytes);
		rec->unpacked = true;
		pd->unpacked_step = header.size;
		return 1;
	}
	if (!err && (len < sizeof(header) || header.size >= sizeof(header)))
		return 0; /* the rest of it is in the next one */
	pd->unpack_is_broken = true;
	perfdata__problem(pd,
			  "what is compressed at %#" PRIx64 " is damaged: this and all compressed "
			  "records behind it are lost",
			  pd->record_offset);
	return 0;
}

static int feed_unpack(struct perfdata *pd, const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	uint64_t len;

	if (rec->type != PERFDATA_COMPRESSED && rec->type != PERFDATA_COMPRESSED2)
		return 0;
	if (!pd->unpack)
		pd->unpack = perfdata_unpack__new();
	if (!pd->unpack)
		return -ENOMEM;
	cursor__take(&c, sizeof(struct perf_event_header));
	len = cursor__left(&c);
	if (rec->type == PERFDATA_COMPRESSED2) {
		len = cursor__u64(&c);
		if (len > cursor__left(&c)) {
			perfdata__problem(pd,
					  "the compressed record at %#" PRIx64 " has no room for "
					  "the %" PRIu64 " bytes that it should have",
					  rec->offset, len);
			len = cursor__left(&c);
		}
	}
	perfdata_unpack__feed(pd->unpack, c.at, (size_t)len);
	return 0;
}

/* How many bytes follow a record without being in its size. */
static uint64_t payload_len(const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);

	cursor__take(&c, sizeof(struct perf_event_header));
	if (rec->type == PERFDATA_TRACING_DATA)
		return cursor__u32(&c);
	if (rec->type == PERFDATA_AUXTRACE)
		return cursor__u64(&c);
	return 0;
}

static void finish_step(struct perfdata *pd)
{
	uint64_t done;

	perfdata_input__skip(pd->in, pd->step);
	pd->step = 0;
	done = perfdata_input__skip(pd->in, pd->payload_left);
	if (done < pd->payload_left)
		perfdata__problem(pd,
				  "the data behind the record at %#" PRIx64 " is cut: %" PRIu64
				  " bytes are missing",
				  pd->record_offset, pd->payload_left - done);
	pd->payload_left = 0;
}

/* Nothing of this file is read from here on. */
static int stop_file(struct perfdata *pd)
{
	pd->data_end = 0;
	return 0;
}

static int bad_record(struct perfdata *pd, size_t size, uint64_t left)
{
	if (pd->data_end == UINT64_MAX)
		perfdata__problem(pd,
				  "the stream is damaged or cut at %#" PRIx64
				  ": a record of %zu bytes",
				  pd->record_offset, size);
	else
		perfdata__problem(pd,
				  "the record at %#" PRIx64 " cannot be: %zu bytes; the %" PRIu64
				  " bytes from there on are not read",
				  pd->record_offset, size, left);
	return stop_file(pd);
}

/* A record as it lies in the file. Return: 1, 0 at the end of this file, or an error. */
static int next_raw(struct perfdata *pd, struct perfdata_record *rec)
{
	struct perf_event_header header;
	const uint8_t *bytes;
	uint64_t left;
	size_t len;

	finish_step(pd);
	pd->record_offset = perfdata_input__tell(pd->in);
	if (pd->record_offset >= pd->data_end)
		return 0;
	left = pd->data_end - pd->record_offset;
	bytes = perfdata_input__peek(pd->in, (size_t)MIN(left, (uint64_t)sizeof(header)), &len);
	if (!len && pd->data_end == UINT64_MAX)
		return perfdata_input__error(pd->in);
	if (len < sizeof(header))
		return perfdata_input__error(pd->in) ? perfdata_input__error(pd->in)
						     : bad_record(pd, len, left);
	memcpy(&header, bytes, sizeof(header));
	if (header.size < sizeof(header) || header.size > left)
		return bad_record(pd, header.size, left);
	bytes = perfdata_input__peek(pd->in, header.size, &len);
	if (len < header.size)
		return perfdata_input__error(pd->in) ? perfdata_input__error(pd->in)
						     : bad_record(pd, header.size, left);
	set_record(pd, rec, bytes);
	rec->payload_len = payload_len(rec);
	if (rec->payload_len > left - header.size)
		perfdata__problem(pd,
				  "the data behind the record at %#" PRIx64
				  " is cut: it should have "
				  "%" PRIu64 " bytes",
				  rec->offset, rec->payload_len);
	rec->payload_len = MIN(rec->payload_len, left - header.size);
	pd->step = header.size;
	pd->payload_left = rec->payload_len;
	return 1;
}

const uint8_t *perfdata__payload(struct perfdata *pd, size_t *ret_len)
{
	const uint8_t *bytes;

	perfdata_input__skip(pd->in, pd->step);
	pd->step = 0;
	bytes = perfdata_input__peek(
		pd->in, (size_t)MIN(pd->payload_left, (uint64_t)PERFDATA_PEEK_MAX), ret_len);
	if (!*ret_len)
		return NULL;
	pd->step = *ret_len;
	pd->payload_left -= *ret_len;
	return bytes;
}

/* Begin with the next DIR/data.N. Return: 1, 0 when there is none, or an error. */
static int next_file(struct perfdata *pd)
{
	const uint8_t *bytes;
	size_t len;
	int err;

	if (pd->unpack && !pd->unpack_is_broken) {
		perfdata_unpack__peek(pd->unpack, 1, &bytes, &len);
		if (len)
			perfdata__problem(pd,
					  "the last compressed record goes on where the file ends");
	}
	if (pd->file == pd->nr_files)
		return 0;
	close_file(pd);
	pd->file++;
	err = open_data(pd, pd->files[pd->file - 1]);
	if (err) {
		perfdata__problem(pd, "cannot be read: %s",
				  err == -ENOTSUP ? "it is not a regular file" : strerror(-err));
		if (err == -ENOMEM)
			return err;
		pd->in = perfdata_input__open_memory("", 0);
		if (!pd->in)
			return -ENOMEM;
	}
	pd->data_end = perfdata_input__size(pd->in);
	return 1;
}

/* What a pipe tells of its events. */
static int track(struct perfdata *pd, const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	const struct perfdata_attr *attr;
	const char *name;
	uint32_t size;
	size_t len;
	uint64_t what, id;
	int err = 0;

	if (pd->form != PERFDATA_FORM_PIPE || pd->rewound || rec->type < PERFDATA_KERNEL_RECORDS)
		return 0;
	cursor__take(&c, sizeof(struct perf_event_header));
	switch (rec->type) {
	case PERFDATA_ATTR:
		size = perfdata_attr__size(c.at, cursor__left(&c));
		if (size)
			err = perfdata_evlist__add_of_pipe(&pd->evlist, c.at, size, c.at + size,
							   (cursor__left(&c) - size) / 8);
		if (!size || err == -E2BIG)
			perfdata__problem(pd, "the attribute at %#" PRIx64 " cannot be",
					  rec->offset);
		return err == -E2BIG ? 0 : err;
	case PERFDATA_EVENT_UPDATE:
		what = cursor__u64(&c);
		id = cursor__u64(&c);
		name = cursor__text(&c, &len);
		attr = what == PERFDATA_UPDATE_NAME ? perfdata_evlist__find_id(&pd->evlist, id)
						    : NULL;
		return attr ? perfdata_evlist__set_name(
				      &pd->evlist, (size_t)(attr - pd->evlist.attrs), name, len)
			    : 0;
	case PERFDATA_FEATURE:
		if (cursor__u64(&c) != PERFDATA_F_EVENT_DESC)
			return 0;
		return perfdata__take_names(pd, c.at, cursor__left(&c));
	}
	return 0;
}

int perfdata__next(struct perfdata *pd, struct perfdata_record *ret_rec)
{
	struct perfdata_record rec;
	int more, err;

	while (!(more = next_unpacked(pd, &rec))) {
		more = next_raw(pd, &rec);
		if (more > 0)
			break;
		if (!more)
			more = next_file(pd);
		if (more <= 0)
			return more;
	}
	if (!rec.unpacked) {
		err = feed_unpack(pd, &rec);
		if (err)
			return err;
	}
	err = track(pd, &rec);
	if (err)
		return err;
	*ret_rec = rec;
	return 1;
}

bool perfdata__can_rewind(const struct perfdata *pd)
{
	return perfdata_input__size(pd->main) != UINT64_MAX;
}

int perfdata__rewind(struct perfdata *pd)
{
	if (!perfdata__can_rewind(pd))
		return -ESPIPE;
	close_file(pd);
	pd->in = pd->main;
	pd->file = 0;
	pd->data_end = pd->main_end;
	pd->rewound = true;
	pd->report.say = NULL;
	return perfdata_input__seek(pd->in, pd->main_start);
}

enum perfdata_form perfdata__form(const struct perfdata *pd)
{
	return pd->form;
}

const struct perfdata_file_header *perfdata__header(const struct perfdata *pd)
{
	return pd->form == PERFDATA_FORM_PIPE ? NULL : &pd->header;
}

struct perfdata_evlist *perfdata__evlist(struct perfdata *pd)
{
	return &pd->evlist;
}

bool perfdata__is_incomplete(const struct perfdata *pd)
{
	return pd->incomplete;
}

bool perfdata__is_unfinished(const struct perfdata *pd)
{
	return pd->unfinished;
}

unsigned int perfdata__nr_files(const struct perfdata *pd)
{
	return pd->nr_files + 1;
}

const char *perfdata__file_name(const struct perfdata *pd, unsigned int file)
{
	return file && file <= pd->nr_files ? pd->files[file - 1] : pd->path;
}

const struct perfdata_feature *perfdata__features(const struct perfdata *pd, size_t *ret_nr)
{
	*ret_nr = pd->nr_features;
	return pd->features;
}

const struct perfdata_feature *perfdata__find_feature(const struct perfdata *pd, unsigned int id)
{
	size_t i;

	for (i = 0; i < pd->nr_features; i++) {
		if (pd->features[i].id == id)
			return &pd->features[i];
	}
	return NULL;
}

int perfdata__load_feature(struct perfdata *pd, const struct perfdata_feature *feature,
			   uint8_t **ret_bytes, size_t *ret_len)
{
	uint8_t *bytes = malloc(feature->at.size ? feature->at.size : 1);
	int err = 0;

	if (!bytes)
		return -ENOMEM;
	/* One that begins past the end of the file has nothing left. */
	if (feature->at.size)
		err = perfdata_input__load(pd->main, feature->at.offset, bytes, feature->at.size);
	if (err) {
		free(bytes);
		return err;
	}
	*ret_bytes = bytes;
	*ret_len = feature->at.size;
	return 0;
}
