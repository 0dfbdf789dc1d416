/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * tp_format.h - what a tracepoint's bytes mean: fields with their names and values. The home of
 * libtraceevent, which reads tracefs' descriptions; where these leave enums as numbers, the kernel's
 * BTF has the names.
 */
#ifndef PERF_AUGMENT_TP_FORMAT_H
#define PERF_AUGMENT_TP_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out.h"
#include "strbuf.h"

struct tp_formats;
struct tp_format;

/** tp_formats__new() - room for the formats of one machine. Return: 0 or -ENOMEM. */
int tp_formats__new(struct tp_formats **ret_formats);
/** tp_formats__free() - with all its formats; takes NULL. */
void tp_formats__free(struct tp_formats *formats);

/**
 * tp_formats__add() - read the format of one tracepoint.
 * @name: "SYSTEM:EVENT"; borrowed, must outlive the format.
 * @text: what tracefs' file `format` says; a name of a field or value that is not plain text does
 *	not come from a kernel, but is printed escaped all the same.
 * Return: 0; -EINVAL when libtraceevent cannot read it; -ENOMEM.
 */
int tp_formats__add(struct tp_formats *formats, const char *name, const char *text, size_t len,
		    struct tp_format **ret_format);

/**
 * tp_format__say() - say each field as a member of the writer's innermost object.
 * @raw: the sample's bytes, @size of them: hostile, checked against the format.
 * @show_zeros: also numbers that are 0 and have no name.
 */
void tp_format__say(const struct tp_format *format, const void *raw, size_t size, bool show_zeros,
		    struct out *o);

/**
 * tp_format__can_print() - may tp_format__print() be called for this sample? Not when it is shorter than
 * its fields, nor when the print format computes how much to read from what the sample says.
 */
bool tp_format__can_print(const struct tp_format *format, const void *raw, size_t size);

/** tp_format__print() - as the kernel's own print format has it, by libtraceevent. */
void tp_format__print(const struct tp_format *format, const void *raw, size_t size, uint32_t cpu,
		      struct strbuf *text);

/** tp_format__list_fields() - append their names, with commas between. */
void tp_format__list_fields(const struct tp_format *format, struct strbuf *text);

/** tp_format__name() - "SYSTEM:EVENT". */
const char *tp_format__name(const struct tp_format *format);

#endif /* PERF_AUGMENT_TP_FORMAT_H */
