/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * recording.h - what commands that read a recording have in common: they open it, or say why not; the files
 * that their options name are looked at before it is read.
 */
#ifndef PERF_AUGMENT_RECORDING_H
#define PERF_AUGMENT_RECORDING_H

#include "perfdata.h"

/** recording__open() - as perfdata__open(). Return: 0; its error, logged. */
int recording__open(struct perfdata **ret_pd, const char *path,
		    const struct perfdata_report *report);

/**
 * recording__check_output() - that writing to @output does not destroy @recording, which is read.
 * @recording: a file, a directory with its data files, "-".
 * @output: may be NULL.
 * Return: 0; -EINVAL, logged.
 */
int recording__check_output(const char *recording, const char *output);

/**
 * recording__check_file() - that a file which an option names can be read: what is missing would only lack in
 * the output.
 * @path: may be NULL.
 * Return: 0; -errno, logged.
 */
int recording__check_file(const char *path);

#endif /* PERF_AUGMENT_RECORDING_H */
