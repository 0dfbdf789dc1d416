// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_events_output.c - see record_events.h: events that BPF programs write records to. */
#include <errno.h>
#include <stdlib.h>

#include "log.h"
#include "record_events_priv.h"

/* Whom it is about is said by where the program runs: it is on CPUs, and of no task or group. */
static struct perf_event_attr output_attr(const struct record_events *events, uint64_t config1,
					  uint64_t config2)
{
	struct perf_event_attr attr = record_open__own_attr(&events->opts, &events->kernel);

	attr.config = PERF_COUNT_SW_BPF_OUTPUT;
	attr.config1 = config1;
	attr.config2 = config2;
	attr.sample_type |= PERF_SAMPLE_RAW;
	attr.sample_period = 1;
	attr.inherit = 0; /* programs may not write to one that children inherit */
	return attr;
}

static int open_all(struct record_events *events, struct own_event *output,
		    int (*fn)(void *ctx, int cpu, int fd), void *ctx)
{
	size_t i;
	int err = 0;

	for (i = 0; i < events->nr_rings && !err; i++) {
		const int cpu = events->rings[i].cpu;

		if (!record_events__samples_on(events, cpu))
			continue;
		err = own_event__open_on(output, &events->rings, &events->nr_rings, 0, -1, cpu);
		if (!err)
			err = fn(ctx, cpu, output->fds[output->nr_fds - 1]);
		if (err == -ENODEV) /* it went away meanwhile */
			err = 0;
	}
	return err;
}

int record_events__open_output(struct record_events *events, const char *name, uint64_t config1,
			       uint64_t config2, int (*fn)(void *ctx, int cpu, int fd), void *ctx)
{
	struct own_event *output =
		reallocarray(events->outputs, events->nr_outputs + 1, sizeof(*output));
	int err;

	if (!output)
		return -ENOMEM;
	events->outputs = output;
	output += events->nr_outputs++;
	*output = (struct own_event){ .attr = output_attr(events, config1, config2) };
	err = open_all(events, output, fn, ctx);
	if (err)
		log_err("event %s: programs cannot write records to it: %s", name, strerror(-err));
	return err ? err : record_events__add_own(events, output, name);
}
