/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* syscalls_classes.h - sets of system calls that go by one name, as in `strace -e trace=%file`. */
#ifndef PERF_AUGMENT_SYSCALLS_CLASSES_H
#define PERF_AUGMENT_SYSCALLS_CLASSES_H

#include <stddef.h>
#include <stdint.h>

/** syscalls__class() - the bit of a class ("file", "%stat"), 0 when there is none of that name. */
uint32_t syscalls__class(const char *name);

/** syscalls__class_name() - names of classes, one after another; NULL past the last. */
const char *syscalls__class_name(size_t idx);

/** syscalls__classes_of() - bits of the classes that the call @name is in. */
uint32_t syscalls__classes_of(const char *name);

#endif /* PERF_AUGMENT_SYSCALLS_CLASSES_H */
