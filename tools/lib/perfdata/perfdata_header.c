// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_header.c - the start of a recording: which form it has, the events and ids of the file
 * form, and where its features are. See perfdata.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata_cursor.h"
#include "perfdata_priv.h"
#include "util.h"

/* The part of @section that the file has. */
static uint64_t available(const struct perfdata *pd, const struct perfdata_section *section)
{
	const uint64_t size = perfdata_input__size(pd->in);

	if (section->offset > size)
		return 0;
	return MIN(section->size, size - section->offset);
}

/* The ids of one event, or NULL: then they are reported as lost. */
static uint8_t *load_ids(struct perfdata *pd, const struct perfdata_section *at, size_t *ret_nr)
{
	uint8_t *ids;

	*ret_nr = 0;
	if (!at->size)
		return NULL;
	if (available(pd, at) < at->size || at->size / 8 > PERFDATA_IDS_MAX) {
		perfdata__problem(pd,
				  "the ids of an event are said to be %" PRIu64
				  " bytes at %#" PRIx64 ", which the file does not have",
				  at->size, at->offset);
		return NULL;
	}
	ids = malloc(at->size);
	if (!ids || perfdata_input__load(pd->in, at->offset, ids, at->size)) {
		free(ids);
		return NULL;
	}
	*ret_nr = at->size / 8;
	return ids;
}

static int read_attr(struct perfdata *pd, const uint8_t *entry, size_t entry_size)
{
	const uint32_t size =
		perfdata_attr__size(entry, entry_size - sizeof(struct perfdata_section));
	struct perfdata_section ids_at;
	uint8_t *ids;
	size_t nr_ids;
	int err;

	if (!size) {
		perfdata__problem(
			pd, "an event has an attribute of %u bytes, where there is room for %zu",
			load_u32(entry + 4), entry_size - sizeof(ids_at));
		return 0;
	}
	/* perf takes the section from behind the attr, also where entries are larger. */
	memcpy(&ids_at, entry + size, sizeof(ids_at));
	ids = load_ids(pd, &ids_at, &nr_ids);
	err = perfdata_evlist__add(&pd->evlist, entry, size, ids, nr_ids);
	free(ids);
	if (err == -E2BIG)
		perfdata__problem(pd, "there are too many events or ids");
	return err == -E2BIG ? 0 : err;
}

static int read_attrs(struct perfdata *pd)
{
	const struct perfdata_section *attrs = &pd->header.attrs;
	const uint64_t entry_size = pd->header.attr_size;
	uint64_t nr, i;
	uint8_t *entry;
	int err = 0;

	if (entry_size < PERFDATA_ATTR_SIZE_MIN + sizeof(struct perfdata_section) ||
	    entry_size > PERFDATA_ATTR_SIZE_MAX + sizeof(struct perfdata_section)) {
		perfdata__problem(pd, "attributes of events are said to be %" PRIu64 " bytes",
				  entry_size);
		return -EINVAL;
	}
	nr = available(pd, attrs) / entry_size;
	if (nr < attrs->size / entry_size || nr > PERFDATA_ATTRS_MAX) {
		perfdata__problem(pd,
				  "%" PRIu64
				  " events are said to be there, the file has room for %" PRIu64,
				  attrs->size / entry_size, nr);
		nr = MIN(nr, (uint64_t)PERFDATA_ATTRS_MAX);
	}
	entry = malloc(entry_size);
	if (!entry)
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++) {
		err = perfdata_input__load(pd->in, attrs->offset + i * entry_size, entry,
					   entry_size);
		if (!err)
			err = read_attr(pd, entry, entry_size);
	}
	free(entry);
	return err;
}

/* Where the features are; the table of them stands right behind the records. */
static void read_features(struct perfdata *pd)
{
	const struct perfdata_section *data = &pd->header.data;
	struct perfdata_section at;
	unsigned int id, nr = 0;

	for (id = 0; id < PERFDATA_NR_FEATURES; id++) {
		struct perfdata_feature *f = &pd->features[pd->nr_features];

		if (!(pd->header.features[id / 64] >> (id % 64) & 1))
			continue;
		if (perfdata_input__load(pd->in, data->offset + data->size + nr * sizeof(at), &at,
					 sizeof(at))) {
			perfdata__problem(pd,
					  "the file ends before its table of features does: "
					  "feature %u and those behind it are lost",
					  id);
			return;
		}
		nr++;
		*f = (struct perfdata_feature){ .id = id, .at = at };
		f->at.size = available(pd, &at);
		f->cut = f->at.size < at.size;
		if (f->cut)
			perfdata__problem(pd,
					  "feature %u is said to be %" PRIu64 " bytes at %#" PRIx64
					  ", the file has %" PRIu64 " of them",
					  id, at.size, at.offset, f->at.size);
		pd->nr_features++;
	}
}

static int take_event_desc(struct perfdata *pd)
{
	const struct perfdata_feature *f = perfdata__find_feature(pd, PERFDATA_F_EVENT_DESC);
	uint8_t *bytes;
	size_t len;
	int err;

	if (!f)
		return 0;
	err = perfdata__load_feature(pd, f, &bytes, &len);
	if (err)
		return err;
	err = perfdata__take_names(pd, bytes, len);
	free(bytes);
	return err;
}

static int read_file_header(struct perfdata *pd)
{
	struct perfdata_file_header *h = &pd->header;
	const uint64_t size = perfdata_input__size(pd->in);
	int err;

	err = perfdata_input__load(pd->in, 0, h, sizeof(*h));
	if (err == -ESPIPE) {
		perfdata__problem(pd, "this is the file form, which cannot be read from a pipe: "
				      "give the file's name");
		return -EINVAL;
	}
	if (err) {
		perfdata__problem(pd, "the file ends in its header");
		return -EINVAL;
	}
	err = read_attrs(pd);
	if (err)
		return err;
	pd->data_end = size;
	if (!h->data.size) {
		pd->unfinished = true;
		perfdata__problem(pd, "the recorder never finished this file (was it killed?): "
				      "records are read to its end, there are no features");
	} else if (h->data.offset > size || h->data.size > size - h->data.offset) {
		perfdata__problem(pd,
				  "the file is cut: records should reach to %#" PRIx64
				  ", it has %#" PRIx64 " bytes; its features are lost",
				  h->data.offset + h->data.size, size);
	} else {
		pd->data_end = h->data.offset + h->data.size;
		read_features(pd);
	}
	err = take_event_desc(pd);
	if (err)
		return err;
	pd->main_start = h->data.offset;
	pd->main_end = pd->data_end;
	return perfdata_input__seek(pd->in, h->data.offset);
}

int perfdata__read_header(struct perfdata *pd)
{
	const uint8_t *bytes;
	uint64_t magic;
	size_t len;

	bytes = perfdata_input__peek(pd->in, PERFDATA_PIPE_HEADER_SIZE, &len);
	if (len < PERFDATA_PIPE_HEADER_SIZE) {
		perfdata__problem(pd, len ? "it ends in its header: not a recording of perf"
					  : "it is empty");
		return perfdata_input__error(pd->in) ? perfdata_input__error(pd->in) : -EINVAL;
	}
	magic = load_u64(bytes);
	if (magic == PERFDATA_MAGIC_SWAPPED) {
		perfdata__problem(pd, "it was recorded on a machine of the other byte order, which "
				      "is not supported");
		return -ENOTSUP;
	}
	if (!memcmp(bytes, "PERFFILE", 8)) {
		perfdata__problem(
			pd,
			"it has the format of perf before Linux 2.6.33, which is not supported");
		return -ENOTSUP;
	}
	if (magic != PERFDATA_MAGIC) {
		perfdata__problem(pd, "it does not begin with PERFILE2: not a recording of perf");
		return -EINVAL;
	}
	if (load_u64(bytes + 8) != PERFDATA_PIPE_HEADER_SIZE)
		return read_file_header(pd);
	if (pd->form == PERFDATA_FORM_DIR) {
		perfdata__problem(pd, "its file `data` is a pipe's stream");
		return -EINVAL;
	}
	pd->form = PERFDATA_FORM_PIPE;
	pd->data_end = pd->main_end = UINT64_MAX;
	pd->main_start = PERFDATA_PIPE_HEADER_SIZE;
	perfdata_input__skip(pd->in, PERFDATA_PIPE_HEADER_SIZE);
	return 0;
}

int perfdata__take_names(struct perfdata *pd, const uint8_t *bytes, size_t len)
{
	struct cursor c = cursor__of(bytes, len);
	const uint32_t nr = cursor__u32(&c), attr_size = cursor__u32(&c);
	uint32_t i, nr_ids;
	const char *name;
	size_t name_len;
	int err;

	for (i = 0; i < nr && !c.cut; i++) {
		cursor__take(&c, attr_size);
		nr_ids = cursor__u32(&c);
		name = cursor__string(&c, &name_len);
		cursor__take(&c, 8ULL * nr_ids);
		if (c.cut || i >= pd->evlist.nr)
			break;
		err = perfdata_evlist__set_name(&pd->evlist, i, name, name_len);
		if (err)
			return err;
	}
	return 0;
}
