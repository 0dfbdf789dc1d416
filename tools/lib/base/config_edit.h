/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * config_edit.h - changes one key of a config file and nothing else: comments, blanks and the order stay,
 * which `perf config` does not leave as they are.
 */
#ifndef PERF_AUGMENT_CONFIG_EDIT_H
#define PERF_AUGMENT_CONFIG_EDIT_H

#include <stddef.h>

struct strbuf;

/**
 * struct config_edit
 * @name: section, dot, key; in a file the section is all that stands before the last dot.
 * @value: NULL: the key goes away, each time that it is there.
 */
struct config_edit {
	const char *name;
	const char *value;
};

/**
 * config_edit__bytes() - the bytes of a config file with one key changed.
 * @ret: gets the bytes, appended. @error: gets the reason, appended.
 * Return: 0; -EINVAL when the bytes are no config file, or none that perf reads back could hold the name or the
 * value; -ENOENT when there is no such key to go away; -ENOMEM.
 */
int config_edit__bytes(const char *bytes, size_t len, const struct config_edit *edit,
		       struct strbuf *ret, struct strbuf *error);

/**
 * config_edit__file() - @nr keys of a file, which is replaced as a whole, or stays as it was. One that is not there
 * begins empty. A link stays: what it leads to is replaced.
 * Return: as config_edit__bytes(); -EPERM for somebody else's file; -errno.
 */
int config_edit__file(const char *path, const struct config_edit *edits, size_t nr,
		      struct strbuf *error);

#endif /* PERF_AUGMENT_CONFIG_EDIT_H */
