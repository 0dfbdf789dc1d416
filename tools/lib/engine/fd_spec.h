/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fd_spec.h - from a row of the system call table to where its descriptors are, for the engine: what
 * bpf-progs/fds.bpf.h looks at.
 */
#ifndef PERF_AUGMENT_FD_SPEC_H
#define PERF_AUGMENT_FD_SPEC_H

#include <stdbool.h>

#include "syscalls.h"

/**
 * fd_spec__build() - arguments, memory and result of @desc that are descriptors.
 * Return: false when there are none, whatever the command.
 */
bool fd_spec__build(const struct syscall_desc *desc, unsigned int abi,
		    struct aug_fd_spec *ret_spec);

/**
 * fd_spec__for_each() - the specs of all calls that have any.
 * Return: 0, or what @fn returned when it was not 0.
 */
int fd_spec__for_each(int (*fn)(void *ctx, unsigned int spec_idx, const struct aug_fd_spec *spec),
		      void *ctx);

/** fd_spec__for_each_cmd() - what commands add to them: the engine's map fd_cmds. */
int fd_spec__for_each_cmd(int (*fn)(void *ctx, const struct aug_cmd_key *key,
				    const struct aug_fd_spec *spec),
			  void *ctx);

#endif /* PERF_AUGMENT_FD_SPEC_H */
