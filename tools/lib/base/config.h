/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * config.h - perf's config files (.perfconfig), read by the rules of perf 6.1.
 *
 * The same file means the same to perf and to us, down to what perf does with a mistake. The keys
 * that we act on are one table, config_keys[]; all other keys are kept too, so that they can be
 * listed. Files are changed by config_edit.h.
 */
#ifndef PERF_AUGMENT_CONFIG_H
#define PERF_AUGMENT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf;

#define CONFIG_SYSTEM_FILE "/etc/perfconfig"

/** CONFIG_MAX_BYTES - a longer file is refused; perf knows no limit. */
#define CONFIG_MAX_BYTES (1 << 20)

/** CONFIG_MAX_KEYS - more different keys are refused; perf knows no limit. */
#define CONFIG_MAX_KEYS 1024

enum config_type { CONFIG_STRING, CONFIG_INT, CONFIG_BOOL };

/**
 * struct config_key - one key that means something to us.
 * @name: section, dot, key; as config__get() takes it.
 * @def: the value when no file sets it, spelled as in a file; NULL for a string that is not set.
 * @help: one line, no full stop.
 */
struct config_key {
	const char *name;
	enum config_type type;
	const char *def;
	const char *help;
};

extern const struct config_key config_keys[];
extern const size_t nr_config_keys;

/**
 * struct config_item - one key that a file set.
 * @name: section, dot, key. The section ends at the first dot.
 * @value: never NULL; blanks, quotes and escapes are resolved.
 * @origin: the file, as it was given to config__parse().
 * @line: where the key stands in @origin, from 1.
 * @begin, @end: bytes of the file, from the key's first to behind the value's last; 0 for what no file sets.
 * @hash: of @name.
 */
struct config_item {
	char *name;
	char *value;
	const char *origin;
	unsigned int line;
	size_t begin, end;
	uint32_t hash;
};

/** struct config_head - where a [section] begins, also without a key. @end: bytes of the file, behind its ']'. */
struct config_head {
	char *name;
	size_t end;
};

/**
 * struct config - all zero is an empty one. @items are in the order of `perf config -l`: sections
 * in the order of their first key, and the keys of one section together.
 * @heads: of all files.
 * @file_err: of the first file that could not be read, or not to its end; 0: none.
 */
struct config {
	struct config_item *items;
	size_t nr;
	char **origins;
	size_t nr_origins;
	struct config_head *heads;
	size_t nr_heads;
	size_t max_heads;
	int file_err;
};

void config__free(struct config *cfg);

/**
 * config__set() - set one key, as a file or an option does; an old value goes away.
 * @origin: what messages call the place, with @line; both are kept.
 * Return: 0; -EINVAL when @name has no section; -E2BIG at CONFIG_MAX_KEYS; -ENOMEM.
 */
int config__set(struct config *cfg, const char *name, const char *value, const char *origin,
		unsigned int line);

/** config__add_head() - @name: without a dot behind it; copied. Return: 0 or -ENOMEM. */
int config__add_head(struct config *cfg, const char *name, size_t end);

/** config__set_at() - the same; @place: its members but name, value and hash count. */
int config__set_at(struct config *cfg, const char *name, const char *value,
		   const struct config_item *place);

/**
 * config__parse() - add the keys of one file's bytes to @cfg; a key that is set already changes.
 * @origin: what messages call the file.
 * @error: gets the reason, appended, when the bytes are not a config file.
 * Return: 0; -EINVAL at the first mistake (the keys before it are in @cfg); -ENOMEM.
 */
int config__parse(struct config *cfg, const char *bytes, size_t len, const char *origin,
		  struct strbuf *error);

/**
 * config__load_file() - config__parse() of a file.
 * Return: as config__parse(); -errno when it cannot be read; -EFBIG. @error has the reason.
 */
int config__load_file(struct config *cfg, const char *path, struct strbuf *error);

/**
 * config__read_file() - the bytes of a file as config__load_file() reads them.
 * Return: 0; -errno; -EPERM with @ret_why when it is somebody else's; -EFBIG; -ENOMEM.
 */
int config__read_file(const char *path, struct strbuf *ret_bytes, const char **ret_why);

/** config__home_file() - append the path of the user's own file. Return: 0; -ENOENT without a HOME; -ENOMEM. */
int config__home_file(struct strbuf *ret_path);

/**
 * config__load() - read what perf would read: PERF_CONFIG alone when it is set, else
 * CONFIG_SYSTEM_FILE and $HOME/.perfconfig as PERF_CONFIG_NOSYSTEM and PERF_CONFIG_NOGLOBAL allow.
 *
 * A broken file is not fatal: what stands before the mistake is in force. As in perf, the home file
 * is not read after a broken system file. Logs what is wrong, and the lines of config__check().
 * Return: 0, or -ENOMEM.
 */
int config__load(struct config *cfg);

/** config__load_from() - config__load() with another path for the system's file. */
int config__load_from(struct config *cfg, const char *system_file);

/**
 * config__check() - find values and keys that do not do what their author wanted.
 * @ret_warnings: one line each is appended.
 * Return: number of lines.
 */
size_t config__check(const struct config *cfg, struct strbuf *ret_warnings);

/** config__warn() - log the lines of config__check(). Return: 0 or -ENOMEM. */
int config__warn(const struct config *cfg);

/** config__value_fault() - what is wrong with a value, to stand behind "is"; NULL: nothing. */
const char *config__value_fault(const struct config_key *key, const char *value);

/** config__key() - the row of a name in config_keys[]; NULL when there is none. */
const struct config_key *config__key(const char *name);

/** config__get() - what the files set @name to; NULL when none sets it. Takes any key. */
const struct config_item *config__get(const struct config *cfg, const char *name);

/**
 * config__bool() - the value in force of a CONFIG_BOOL key. A value that is no bool is true, as in
 * perf. trace.show_zeros is true whenever trace.show_arg_names is false.
 */
bool config__bool(const struct config *cfg, const char *name);

/** config__int() - the value in force of a CONFIG_INT key; the default when it is no number. */
int config__int(const struct config *cfg, const char *name);

/** config__string() - the value in force of a CONFIG_STRING key, or NULL. Owned by @cfg. */
const char *config__string(const struct config *cfg, const char *name);

/**
 * config__parse_bool() - true, yes, on or a number other than 0; false, no, off, 0 or nothing.
 * Return: 0, or -EINVAL with @ret untouched.
 */
int config__parse_bool(const char *value, bool *ret);

/**
 * config__parse_int() - decimal, 0x hexadecimal or 0 octal, with a suffix k, m or g (times 1024).
 * Return: 0, -EINVAL, or -ERANGE when it does not fit; then @ret is untouched.
 */
int config__parse_int(const char *value, int *ret);

#endif /* PERF_AUGMENT_CONFIG_H */
