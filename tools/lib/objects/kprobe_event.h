/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* kprobe_event.h - events at kernel functions, made by tracefs' file kprobe_events. */
#ifndef PERF_AUGMENT_KPROBE_EVENT_H
#define PERF_AUGMENT_KPROBE_EVENT_H

#include "kprobe_spec.h"
#include "strbuf.h"

/* perf's group for such events; ours are followed by who made them. */
#define KPROBE_EVENT_GROUP "perf_bpf_probe"

/**
 * kprobe_event__add() - make one, of a name that no other process uses. What processes of ours left
 * that were killed is removed first.
 * @ret_event: gets "GROUP:NAME", to be freed; also to be removed.
 * @error: gets the reason.
 * Return: 0 or -errno.
 */
int kprobe_event__add(const struct kprobe_spec *spec, char **ret_event, struct strbuf *error);

/** kprobe_event__remove() - nobody may have it open; takes NULL. What goes wrong is logged. */
void kprobe_event__remove(const char *event);

#endif /* PERF_AUGMENT_KPROBE_EVENT_H */
