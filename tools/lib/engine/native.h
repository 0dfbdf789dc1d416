/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * native.h - runs augmenter objects made with augmenter.bpf.h: finds their functions by the names of
 * their sections, loads them with the engine's maps and puts them into the engine.
 */
#ifndef PERF_AUGMENT_NATIVE_H
#define PERF_AUGMENT_NATIVE_H

#include "augmenter.h"

struct attached_types;
struct engine;
struct native;

/**
 * native__new() - look at all native objects of @list, which must outlive the result.
 *
 * Nothing is loaded. Refused, with a message: an object of a newer version than ours, a call that
 * does not exist, two functions for the same one.
 * Return: 0 with NULL in @ret_native when there is none; -errno, logged.
 */
int native__new(const struct augmenters *list, struct native **ret_native);
void native__free(struct native *n);

/** native__needs() - struct engine_opts.augment for them; 0 when @n is NULL. */
unsigned int native__needs(const struct native *n);

/**
 * native__load() - into @e, made with native__needs(), before it is attached.
 * Return: 0 or -errno, logged.
 */
int native__load(struct native *n, struct engine *e);

/** native__types() - for attached__say(); NULL when @n is. */
struct attached_types *native__types(const struct native *n);

#endif /* PERF_AUGMENT_NATIVE_H */
