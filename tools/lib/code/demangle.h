/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* demangle.h - names of C++ and Rust as people write them. */
#ifndef PERF_AUGMENT_DEMANGLE_H
#define PERF_AUGMENT_DEMANGLE_H

/** DEMANGLED_MAX_LEN - names that would be longer are left as they are. */
#define DEMANGLED_MAX_LEN 16384

/** demangle() - the caller frees it. Return: NULL when it is no such name, or too long. */
char *demangle(const char *name);

#endif /* PERF_AUGMENT_DEMANGLE_H */
