// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* sample_spool.c - see sample_spool.h. */
#include "sample_spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void sample_spool__free(struct sample_spool *spool)
{
	if (spool->file)
		fclose(spool->file);
	free(spool->record);
	*spool = (struct sample_spool){};
}

int sample_spool__add(struct sample_spool *spool, const struct perfdata_record *rec)
{
	if (!spool->file)
		spool->file = tmpfile();
	if (!spool->file || fwrite(rec->bytes, rec->size, 1, spool->file) != 1)
		return -errno;
	return 0;
}

int64_t sample_spool__tell(struct sample_spool *spool)
{
	const off_t at = spool->file ? ftello(spool->file) : 0;

	return at < 0 ? -errno : at;
}

int sample_spool__rewind(struct sample_spool *spool)
{
	if (!spool->record)
		spool->record = malloc(PERFDATA_RECORD_MAX);
	if (!spool->record)
		return -ENOMEM;
	if (spool->file && fseek(spool->file, 0, SEEK_SET))
		return -errno;
	return 0;
}

int sample_spool__next(struct sample_spool *spool, struct perfdata_record *ret_rec)
{
	struct perf_event_header header;

	if (!spool->file)
		return 0;
	if (fread(&header, sizeof(header), 1, spool->file) != 1)
		return ferror(spool->file) ? -EIO : 0;
	memcpy(spool->record, &header, sizeof(header));
	if (header.size > sizeof(header) &&
	    fread(spool->record + sizeof(header), header.size - sizeof(header), 1, spool->file) !=
		    1)
		return -EIO;
	*ret_rec = (struct perfdata_record){ .type = header.type,
					     .misc = header.misc,
					     .size = header.size,
					     .bytes = spool->record };
	return 1;
}

int sample_spool__at(struct sample_spool *spool, int64_t offset, struct perfdata_record *ret_rec)
{
	int more;

	if (!spool->file || fseeko(spool->file, offset, SEEK_SET))
		return spool->file ? -errno : -EINVAL;
	more = sample_spool__next(spool, ret_rec);
	return more > 0 ? 0 : more ? more : -EIO;
}
