/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cmd_record_options.h - the command line of `perf-augment record`. */
#ifndef PERF_AUGMENT_CMD_RECORD_OPTIONS_H
#define PERF_AUGMENT_CMD_RECORD_OPTIONS_H

#include "cmd_record_count.h"
#include "cpu_list.h"
#include "record_session.h"

/** struct record_options - what the command line says; freed by record_options__free(). */
struct record_options {
	struct record_opts record;
	struct cpu_list cpus;
	bool threads_given;
	unsigned int verbose;
	struct record_count count;
};

/**
 * record_options__parse() - each option by itself; what they mean together is not checked.
 * Return: 0; 1: help was printed; -EINVAL and -ENOMEM, logged. To be freed in each case.
 */
int record_options__parse(struct record_options *opts, int argc, char **argv);
void record_options__free(struct record_options *opts);

#endif /* PERF_AUGMENT_CMD_RECORD_OPTIONS_H */
