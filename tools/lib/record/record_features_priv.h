/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_features_priv.h - how a feature's bytes are put together. */
#ifndef PERF_AUGMENT_RECORD_FEATURES_PRIV_H
#define PERF_AUGMENT_RECORD_FEATURES_PRIV_H

#include "record_features.h"
#include "strbuf.h"

static inline void feature__add_u32(struct strbuf *sb, uint32_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

static inline void feature__add_u64(struct strbuf *sb, uint64_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

/** feature__add_string() - its length, which is a multiple of 64, and its bytes. */
void feature__add_string(struct strbuf *sb, const char *text);

/** feature__set_u32() - the count in front of what was counted meanwhile. */
static inline void feature__set_u32(struct strbuf *sb, size_t at, uint32_t value)
{
	if (!strbuf__error(sb))
		memcpy(sb->text + at, &value, sizeof(value));
}

/** feature__write() - give it to the writer, and free it. Nothing is written of an empty one. */
int feature__write(struct perfdata_writer *w, unsigned int id, struct strbuf *sb);

/** feature__read_line() - the first line of a file in sysfs. Return: whether there is one. */
bool feature__read_line(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* One section each; what cannot be found out is left empty. record_features_cpu.c */
void feature__cpu_topology(struct strbuf *sb);
void feature__caches(struct strbuf *sb);
/* record_features_mem.c */
void feature__numa_topology(struct strbuf *sb);
void feature__mem_topology(struct strbuf *sb);
/* record_features_pmu.c */
void feature__pmus(struct strbuf *sb);
void feature__cpu_pmu_caps(struct strbuf *sb);
void feature__hybrid_topology(struct strbuf *sb);
void feature__pmu_caps(struct strbuf *sb);

#endif /* PERF_AUGMENT_RECORD_FEATURES_PRIV_H */
