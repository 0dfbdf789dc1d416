/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* demangle.h - names of C++ and Rust as people write them. */
#ifndef PERF_AUGMENT_DEMANGLE_H
#define PERF_AUGMENT_DEMANGLE_H

/** demangle() - the caller frees it. Return: NULL when it is no such name. */
char *demangle(const char *name);

#endif /* PERF_AUGMENT_DEMANGLE_H */
