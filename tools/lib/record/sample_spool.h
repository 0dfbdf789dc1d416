/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sample_spool.h - records of a stream that cannot be read twice, in an unlinked temporary file. */
#ifndef PERF_AUGMENT_SAMPLE_SPOOL_H
#define PERF_AUGMENT_SAMPLE_SPOOL_H

#include <stdio.h>

#include "perfdata.h"

/** struct sample_spool - all zero is an empty one. */
struct sample_spool {
	FILE *file;
	uint8_t *record;
};

void sample_spool__free(struct sample_spool *spool);

/** sample_spool__add() - Return: 0 or what the file failed with. */
int sample_spool__add(struct sample_spool *spool, const struct perfdata_record *rec);

/** sample_spool__tell() - where the next one that is added will be. Return: -errno. */
int64_t sample_spool__tell(struct sample_spool *spool);

/** sample_spool__rewind() - all is added. Return: 0 or what the file failed with. */
int sample_spool__rewind(struct sample_spool *spool);

/** sample_spool__next() - as perfdata__next(). */
int sample_spool__next(struct sample_spool *spool, struct perfdata_record *ret_rec);

/** sample_spool__at() - the one at @offset, after sample_spool__rewind(). Return: 0 or -errno. */
int sample_spool__at(struct sample_spool *spool, int64_t offset, struct perfdata_record *ret_rec);

#endif /* PERF_AUGMENT_SAMPLE_SPOOL_H */
