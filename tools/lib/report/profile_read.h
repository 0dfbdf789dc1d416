/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * profile_read.h - from a recording to a profile. It is read twice: first for what the machine did,
 * then for samples. So these need not be in the order of time, and none waits in memory.
 */
#ifndef PERF_AUGMENT_PROFILE_READ_H
#define PERF_AUGMENT_PROFILE_READ_H

#include "perfdata.h"
#include "profile.h"

/**
 * struct profile_totals - what is said at the end.
 * @samples: of all events. @damaged: records and features that end too early; @bad_samples: samples
 *	that do, which are counted with what they have.
 * @lost_records: LOST, @lost: what they say is lost; @throttled: times that the kernel cut down.
 * @branches, @aux: samples with branch stacks, records with traces of the processor: not used here. @stacks: samples with copies of user stacks that cannot be unwound.
 * @no_time: samples without a time: who was where then is as it was at the end.
 */
struct profile_totals {
	uint64_t samples;
	uint64_t damaged;
	uint64_t bad_samples;
	uint64_t lost_records;
	uint64_t lost;
	uint64_t throttled;
	uint64_t branches;
	uint64_t stacks;
	uint64_t aux;
	uint64_t no_time;
	bool has_chains;
};

/**
 * profile__read() - read @pd to its end.
 * @machine: a new one; it is sealed here.
 * @ret_profile: initialised; chains are kept if it wants them.
 * Return: 0, -ENOMEM, a read error, or what a temporary file failed with.
 */
int profile__read(struct profile *profile, struct machine *machine, struct perfdata *pd,
		  struct profile_totals *ret_totals);

#endif /* PERF_AUGMENT_PROFILE_READ_H */
