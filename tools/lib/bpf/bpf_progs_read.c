// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_progs_read.c - see bpf_progs_read.h. */
#include "bpf_progs_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "perfdata_sample.h"
#include "util.h"

/* Samples that wait in memory: 6 MiB. */
#define WAITING_MAX (256 * 1024)

struct waiting {
	uint64_t time_ns;
	uint64_t ip;
	uint64_t nr;
};

/** struct spool - samples in the order in which they came; @file holds all but the last @nr. */
struct spool {
	struct waiting *samples;
	size_t nr;
	FILE *file;
};

static int spool__flush(struct spool *spool)
{
	if (!spool->file)
		spool->file = tmpfile();
	if (!spool->file ||
	    fwrite(spool->samples, sizeof(*spool->samples), spool->nr, spool->file) != spool->nr)
		return -errno;
	spool->nr = 0;
	return 0;
}

static int spool__add(struct spool *spool, const struct waiting *sample)
{
	int err;

	if (!spool->samples) {
		spool->samples = calloc(WAITING_MAX, sizeof(*spool->samples));
		if (!spool->samples)
			return -ENOMEM;
	}
	if (spool->nr == WAITING_MAX) {
		err = spool__flush(spool);
		if (err)
			return err;
	}
	spool->samples[spool->nr++] = *sample;
	return 0;
}

static void spool__free(struct spool *spool)
{
	free(spool->samples);
	if (spool->file)
		fclose(spool->file);
}

static int count(struct bpf_progs *progs, const struct spool *spool,
		 const struct bpf_progs_visitor *visitor, struct bpf_progs_totals *totals)
{
	struct bpf_prog *prog;
	uint32_t func;
	size_t i;
	int err = 0;

	for (i = 0; i < spool->nr && !err; i++) {
		const struct waiting *s = &spool->samples[i];

		prog = bpf_progs__find(progs, s->ip, s->time_ns, &func);
		if (!prog)
			continue;
		prog->nr_samples += s->nr;
		prog->funcs[func].nr_samples += s->nr;
		totals->in_bpf += s->nr;
		if (visitor->hit)
			err = visitor->hit(visitor->ctx, prog, func, s->ip, s->nr);
	}
	return err;
}

static int count_all(struct bpf_progs *progs, struct spool *spool,
		     const struct bpf_progs_visitor *visitor, struct bpf_progs_totals *totals)
{
	int err = count(progs, spool, visitor, totals);

	if (err || !spool->file)
		return err;
	if (fflush(spool->file))
		return -errno;
	rewind(spool->file);
	do {
		spool->nr =
			fread(spool->samples, sizeof(*spool->samples), WAITING_MAX, spool->file);
		err = count(progs, spool, visitor, totals);
	} while (spool->nr && !err);
	return !err && ferror(spool->file) ? -EIO : err;
}

static int add_sample(struct spool *spool, struct perfdata *pd, const struct perfdata_record *rec,
		      struct bpf_progs_totals *totals)
{
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(perfdata__evlist(pd), rec->bytes, rec->size);
	struct perfdata_sample sample;
	struct waiting waiting;

	perfdata_sample__parse(&sample, attr, rec->bytes, rec->size);
	waiting = (struct waiting){ sample.time, sample.ip, perfdata_sample__nr(&sample, attr) };
	totals->samples += waiting.nr;
	if (perfdata_record__cpumode(rec) != PERF_RECORD_MISC_KERNEL)
		return 0;
	totals->in_kernel += waiting.nr;
	return sample.has & PERF_SAMPLE_IP ? spool__add(spool, &waiting) : 0;
}

static int read_header(struct bpf_progs *progs, struct perfdata *pd,
		       struct bpf_progs_totals *totals)
{
	static const unsigned int wanted[] = { PERFDATA_F_BUILD_ID, PERFDATA_F_OSRELEASE,
					       PERFDATA_F_ARCH, PERFDATA_F_BPF_BTF,
					       PERFDATA_F_BPF_PROG_INFO };
	const struct perfdata_feature *feature;
	uint8_t *bytes;
	size_t i, len;
	int err;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		feature = perfdata__find_feature(pd, wanted[i]);
		if (!feature)
			continue;
		err = perfdata__load_feature(pd, feature, &bytes, &len);
		if (err)
			return err;
		err = bpf_progs__add_header(progs, wanted[i], bytes, len);
		free(bytes);
		totals->damaged += err == -EINVAL;
		if (err && err != -EINVAL)
			return err;
	}
	return 0;
}

static int read_records(struct bpf_progs *progs, struct perfdata *pd, struct spool *spool,
			struct bpf_progs_totals *totals)
{
	struct perfdata_record rec;
	int more, err;

	while ((more = perfdata__next(pd, &rec)) > 0) {
		if (rec.type == PERF_RECORD_SAMPLE)
			err = add_sample(spool, pd, &rec, totals);
		else
			err = bpf_progs__add_record(progs, perfdata__evlist(pd), &rec);
		totals->damaged += err == -EINVAL;
		if (err && err != -EINVAL)
			return err;
	}
	totals->damaged += bpf_progs__lacks_parts(progs);
	return more;
}

int bpf_progs__visit(struct bpf_progs *progs, struct perfdata *pd,
		     const struct bpf_progs_visitor *visitor, struct bpf_progs_totals *ret_totals)
{
	struct bpf_progs_totals totals = {};
	struct spool spool = {};
	int err;

	err = read_header(progs, pd, &totals);
	if (!err)
		err = read_records(progs, pd, &spool, &totals);
	if (!err)
		err = bpf_progs__resolve(progs);
	if (!err)
		err = count_all(progs, &spool, visitor, &totals);
	spool__free(&spool);
	*ret_totals = totals;
	return err;
}

int bpf_progs__read(struct bpf_progs *progs, struct perfdata *pd,
		    struct bpf_progs_totals *ret_totals)
{
	static const struct bpf_progs_visitor nobody;

	return bpf_progs__visit(progs, pd, &nobody, ret_totals);
}
