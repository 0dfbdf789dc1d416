/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_payload.h - what an object for stock perf reads of a call, as payloads of the call's event.
 *
 * Behind the arguments stands a record for each pointer that perf prints as a string or as a socket
 * address, in the order of the arguments; nothing says whose it is. A record is {u32 size; s32 err;
 * char value[size]}; objects for perf 6.1 and older leave the first two out for addresses.
 */
#ifndef PERF_AUGMENT_PERF_PAYLOAD_H
#define PERF_AUGMENT_PERF_PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"
#include "syscalls.h"

/** PERF_CALL_HEAD - bytes before the arguments: the tracepoint's common fields, the number. */
#define PERF_CALL_HEAD 16

/**
 * perf_payload__apply() - put the records into the event, in the place of what the engine has read.
 * @bytes: what follows the arguments; must outlive the event; up to 7 bytes of padding at the end.
 *
 * What the object could not read stays as the engine has it, which had a second chance at the end of
 * the call.
 * Return: how many arguments were filled in.
 */
unsigned int perf_payload__apply(const struct syscall_desc *desc, const uint8_t *bytes, size_t len,
				 struct event *event);

/** perf_payload__is_string() - does perf's contract have a string for this argument? */
bool perf_payload__is_string(const struct arg_desc *arg);

#endif /* PERF_AUGMENT_PERF_PAYLOAD_H */
