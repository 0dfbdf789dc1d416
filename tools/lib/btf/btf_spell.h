/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_spell.h - types by the names that C programmers write: "struct sock", "u32[4]", "char *". */
#ifndef PERF_AUGMENT_BTF_SPELL_H
#define PERF_AUGMENT_BTF_SPELL_H

#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

struct btf;

/**
 * btf_spell__find() - the type that @spelling names.
 * @btf: where names are looked up. Arrays, pointers and C's own integers are added to it, so it
 * must
 *       be one that can be changed: see btf_spell__scratch().
 * @error: on failure gets a sentence that says what is wrong and which names are near.
 *
 * Return: 0; -ENOENT when there is no such type; -EINVAL when it is not a spelling of a type;
 * -ENOMEM.
 */
int btf_spell__find(struct btf *btf, const char *spelling, uint32_t *ret_id, struct strbuf *error);

/**
 * btf_spell__scratch() - BTF on top of @base that can be added to.
 * @base: must outlive it; NULL for C's own types only.
 * Return: NULL when there is no memory.
 */
struct btf *btf_spell__scratch(struct btf *base);

/** btf_spell__name() - add the C spelling of type @type_id to @sb: "struct sock", "u32[4]". */
void btf_spell__name(const struct btf *btf, uint32_t type_id, struct strbuf *sb);

#endif /* PERF_AUGMENT_BTF_SPELL_H */
