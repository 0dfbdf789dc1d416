/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_build_priv.h - what the files of bpf_build.h share. */
#ifndef PERF_AUGMENT_BPF_BUILD_PRIV_H
#define PERF_AUGMENT_BPF_BUILD_PRIV_H

#include <stdbool.h>
#include <stddef.h>

#include "bpf_build.h"
#include "user_cache.h"

/** struct string_list - all zero is an empty one; @item ends with a NULL. */
struct string_list {
	char **item;
	size_t nr;
};

void string_list__free(struct string_list *list);
/** string_list__add() - a copy of @len bytes. Return: 0 or -ENOMEM. */
int string_list__add(struct string_list *list, const char *text, size_t len);

/* --- bpf_build_run.c: other programs ------------------------------------------------------------ */

/**
 * build_run__find() - a program, in $PATH unless @name has a slash.
 * @path: PATH_MAX bytes.
 * Return: 0 or -ENOENT.
 */
int build_run__find(const char *name, char *path);

/** struct build_run - what a program gave; @status as waitpid() has it. */
struct build_run {
	struct strbuf out;
	struct strbuf err;
	struct strbuf deps;
	int status;
};

/**
 * build_run__program() - run a program without input, with no rights but those to files, and wait for it.
 * @argv: of argv[0]; file descriptor 3 of the program is a file whose content comes back as @deps.
 * @env: "NAME=value" strings that are added to our environment, NULL at the end; may be NULL.
 * Return: 0 when it ran, whatever its status; -EFBIG when it wrote too much; -errno.
 */
int build_run__program(char *const argv[], char *const env[], struct build_run *run);
void build_run__free(struct build_run *run);

/**
 * build_run__parse_deps() - the files in a rule of make, as compilers write it.
 * Return: 0, -EINVAL when it is none, -ENOMEM.
 */
int build_run__parse_deps(const char *text, size_t len, struct string_list *list);

/* --- bpf_build_cache.c: objects that were made before ------------------------------------------- */

/**
 * build_cache__get() - the object of @key, if every file that it was made from is as it was then.
 * @build: @bytes, @size and @messages are set on success.
 * Return: 0; -ENOENT when it has to be made; -ENOMEM.
 */
int build_cache__get(struct user_cache *cache, const struct sha256_digest *key,
		     struct bpf_build *build);

/**
 * build_cache__put() - keep an object, and forget the oldest ones when there are too many.
 * @deps: the files that it was made from.
 * @absent: files that were not there, and would make it another object if they were.
 * @started_ns: CLOCK_REALTIME; a file changed after it was perhaps not what the compiler read, and
 *	nothing is kept.
 * Return: 0 or -errno; a failure costs only time.
 */
int build_cache__put(struct user_cache *cache, const struct sha256_digest *key,
		     const struct string_list *deps, const struct string_list *absent,
		     long long started_ns, const struct bpf_build *build);

/** build_cache__read_file() - all of it, appended to @ret. Return: 0 or -errno. */
int build_cache__read_file(const char *path, struct strbuf *ret);

/** build_cache__hash_file() - of its content. @ret_mtime_ns may be NULL. Return: 0 or -errno. */
int build_cache__hash_file(const char *path, struct sha256_digest *ret, long long *ret_mtime_ns);

/* --- bpf_build_search.c: what was not there ------------------------------------------------------ */

/**
 * build_search__look() - find what would change an object besides the files that it was made from.
 * @commands: what `clang -###` prints: the folders that are searched are in it.
 * @started_ns: as of build_cache__put().
 * @deps: the files that were read; those that are only asked for are added.
 * @absent: gets the files that must not be there.
 * @note: gets what is in the way, when that is worth telling.
 * Return: 0; -ECANCELED when the object cannot be used again; -ENOMEM; -errno.
 */
int build_search__look(const char *commands, size_t len, long long started_ns,
		       struct string_list *deps, struct string_list *absent, struct strbuf *note);

/** build_search__has_time() - __TIME__, __DATE__ or __TIMESTAMP__: what is made of it differs each time. */
bool build_search__has_time(const char *text, size_t len);

/** build_search__is_absent() - no compiler would find a header there. */
bool build_search__is_absent(const char *path);

#endif /* PERF_AUGMENT_BPF_BUILD_PRIV_H */
