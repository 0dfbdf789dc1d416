/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * btf_kptr.h - pointers to the kernel's own structs in maps of ours ("kptr" in the kernel's documentation).
 *
 * The kernel knows them by a tag in the map's BTF, between the pointer and the struct. Our programs have a type
 * of that name there instead, as not every clang that builds them writes tags; both look the same but for their
 * kind.
 */
#ifndef PERF_AUGMENT_BTF_KPTR_H
#define PERF_AUGMENT_BTF_KPTR_H

#include <stdbool.h>

struct btf;

/**
 * BTF_KPTR_UNTRUSTED - such a pointer may be read through, but does not keep anything alive (Linux 6.4; from
 * 5.19 on "kptr" meant the same).
 */
#define BTF_KPTR_UNTRUSTED "kptr_untrusted"

/**
 * btf_kptr__tag() - make tags of the types BTF_KPTR_UNTRUSTED and BTF_KPTR_UNTRUSTED "_task", before @btf goes to the
 * kernel. There are two, as in C a name is that of one type.
 * Return: whether both are there.
 */
bool btf_kptr__tag(const struct btf *btf);

#endif /* PERF_AUGMENT_BTF_KPTR_H */
