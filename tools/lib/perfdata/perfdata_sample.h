/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_sample.h - the fields of a sample, and of the sample_id behind side-band records. What
 * is there depends on the event's sample_type; what is variable is a view into the record.
 */
#ifndef PERF_AUGMENT_PERFDATA_SAMPLE_H
#define PERF_AUGMENT_PERFDATA_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata_attr.h"

/** PERFDATA_COUNTS_SUFFIX - of events whose samples each stand for as many as their weight says. */
#define PERFDATA_COUNTS_SUFFIX "/counts"

/** struct perfdata_view - @nr elements at @at, unaligned: read them with load_u64(). */
struct perfdata_view {
	const uint8_t *at;
	uint64_t nr;
};

/**
 * struct perfdata_sample - @has says which fields are valid, as bits PERF_SAMPLE_*.
 * @callchain: addresses of 8 bytes. @branches: entries of 24 bytes, @branch_hw_idx before them.
 * @raw, @stack_user, @aux: bytes. @regs_user, @regs_intr: registers of 8 bytes.
 * @read: words of 8 bytes as read(2) gives them in the event's read_format.
 */
struct perfdata_sample {
	uint64_t has;
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time;
	uint64_t addr;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu;
	uint64_t period;
	uint64_t weight;
	uint64_t data_src;
	uint64_t transaction;
	uint64_t phys_addr;
	uint64_t cgroup;
	uint64_t data_page_size;
	uint64_t code_page_size;
	uint64_t branch_hw_idx;
	uint64_t abi_user, abi_intr;
	struct perfdata_view read;
	struct perfdata_view callchain;
	struct perfdata_view raw;
	struct perfdata_view branches;
	struct perfdata_view branch_counters;
	struct perfdata_view regs_user;
	struct perfdata_view stack_user;
	struct perfdata_view regs_intr;
	struct perfdata_view aux;
};

/**
 * perfdata_sample__parse() - decode a PERF_RECORD_SAMPLE.
 * @record: @size bytes with the header.
 * Return: 0; -EINVAL when it ends before its fields do: those read so far are in @ret_sample.
 */
int perfdata_sample__parse(struct perfdata_sample *ret_sample, const struct perfdata_attr *attr,
			   const uint8_t *record, size_t size);

/** perfdata_sample__nr() - how many samples it stands for: more than one in what record --count-by wrote. */
uint64_t perfdata_sample__nr(const struct perfdata_sample *sample,
			     const struct perfdata_attr *attr);

/**
 * perfdata_sample__count() - number @idx of the counts that a sample has: one, or one for each event of
 * a group. @format: the event's read_format. Return: whether there is one, with its id.
 */
bool perfdata_sample__count(const struct perfdata_sample *sample, uint64_t format, uint64_t idx,
			    uint64_t *ret_id, uint64_t *ret_value);

/**
 * perfdata_sample__true_size() - of a record of the kernel's, without what it has too much: with several
 * listeners the kernel, 6.18 at least, makes KSYMBOL and BPF_EVENT too long by a sample_id for each.
 * What lies behind the first sample_id is what was in the ring before.
 * @trailer_size: of the sample_id.
 */
size_t perfdata_sample__true_size(const uint8_t *record, size_t size, size_t trailer_size);

/**
 * perfdata_sample__parse_trailer() - decode the sample_id at the end of any other kernel record.
 * @attr: the event; NULL gives an empty sample.
 * Return: 0, also when the event has none; -EINVAL when the record is too short for it.
 */
int perfdata_sample__parse_trailer(struct perfdata_sample *ret_sample,
				   const struct perfdata_attr *attr, const uint8_t *record,
				   size_t size);

#endif /* PERF_AUGMENT_PERFDATA_SAMPLE_H */
