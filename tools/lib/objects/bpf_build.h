/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_build.h - BPF programs in C to objects in memory: clang with our headers, or the command that
 * the section [llvm] of .perfconfig gives, and a cache of what they made.
 */
#ifndef PERF_AUGMENT_BPF_BUILD_H
#define PERF_AUGMENT_BPF_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

struct config;

/**
 * struct bpf_build_opts - all zero but @source is a usual build. Everything is borrowed.
 * @clang: name or path; NULL is "clang".
 * @clang_opt: options between blanks, as the shell splits them without quotes; NULL for none.
 * @template: a shell command that writes the object to its standard output, with perf's variables;
 *	NULL for our own call of clang. What such a command reads is not known: it is never cached.
 * @llc_opts: options for llc, which then makes the object from what clang emits.
 * @args: options of this build, added last.
 * @include_dir: the folder that holds bpf/; NULL to find it.
 * @legacy: maps in the section `maps`, for loaders before libbpf 0.0.4.
 * @color: let clang colour its messages.
 * @no_cache: neither look into the cache nor add to it.
 * @dump_obj: keep the object next to its source as well.
 */
struct bpf_build_opts {
	const char *source;
	const char *clang;
	const char *clang_opt;
	const char *template;
	const char *llc_opts;
	const char *const *args;
	size_t nr_args;
	const char *include_dir;
	bool legacy;
	bool color;
	bool no_cache;
	bool dump_obj;
};

/**
 * struct bpf_build - what a build gave; free it in any case.
 * @bytes: the object; NULL on failure.
 * @messages: what the compiler wrote to its standard error, unchanged; also when cached.
 * @command: the command, for people.
 * @cache_note: why there is no cache, when there is none; no newline.
 * @cached: no compiler was started.
 */
struct bpf_build {
	void *bytes;
	size_t size;
	struct strbuf messages;
	struct strbuf command;
	struct strbuf cache_note;
	bool cached;
};

/** bpf_build_opts__configure() - what [llvm] of .perfconfig says; borrowed from @cfg. */
void bpf_build_opts__configure(struct bpf_build_opts *opts, const struct config *cfg);

/**
 * bpf_build__object() - compile.
 * @error: on failure gets a sentence; what the compiler said is in @build->messages.
 * Return: 0; -ENOENT when there is no source, no compiler or no header; -EBADMSG when the compiler
 * found errors, or made something else than a BPF object; -errno.
 */
int bpf_build__object(const struct bpf_build_opts *opts, struct bpf_build *build,
		      struct strbuf *error);
void bpf_build__free(struct bpf_build *build);

/**
 * bpf_build__find_headers() - the folder that holds our bpf/: $PERF_AUGMENT_INCLUDE, or the place
 * where `make install` puts it beside the running program, or a source tree's include/.
 * @path: PATH_MAX bytes.
 * Return: 0, or -ENOENT with what was looked at in @error.
 */
int bpf_build__find_headers(char *path, struct strbuf *error);

/** bpf_build__output_name() - @source with .o in the place of its .c, appended to @name. */
void bpf_build__output_name(const char *source, struct strbuf *name);

#endif /* PERF_AUGMENT_BPF_BUILD_H */
