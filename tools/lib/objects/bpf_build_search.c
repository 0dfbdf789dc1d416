// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_build_search.c - see bpf_build_priv.h: what would change an object though no file changes that it was made
 * from: a header that appears where the compiler looks before it comes to the one that it has found, one that
 * __has_include() asks for, and time.
 *
 * Which folder a header was asked for in is not known. So each name that a file that was read can be asked for by
 * is tried in all folders that may be searched: more than are needed, which costs only a look.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bpf_build_priv.h"
#include "util.h"

/* struct search - @dirs: without "./" before them and "/" behind them: "" is the current folder. */
struct search {
	struct string_list dirs;
	struct string_list names;
	struct string_list tested; /* names that __has_include() asks for */
	struct string_list *deps;
	struct string_list *absent;
	size_t nr_read; /* of @deps: those that the compiler has read */
	long long started_ns;
};

static bool has_string(const struct string_list *list, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		if (!strncmp(list->item[i], text, len) && !list->item[i][len])
			return true;
	return false;
}

static int add_once(struct string_list *list, const char *text, size_t len)
{
	return has_string(list, text, len) ? 0 : string_list__add(list, text, len);
}

/* --- Folders ---------------------------------------------------------------------------------- */

static int add_dir(struct search *s, const char *dir, size_t len)
{
	while (len > 1 && dir[len - 1] == '/')
		len--;
	/* As the names of files that were read are told. */
	while (len >= 2 && dir[0] == '.' && dir[1] == '/') {
		dir += 2;
		len -= 2;
	}
	return add_once(&s->dirs, dir, len == 1 && *dir == '.' ? 0 : len);
}

/* A word of clang -###: is it a folder, or one with its option before it? Some that are none do no harm. */
static int add_word(struct search *s, const char *word, const char *option)
{
	if (!strncmp(word, "-I", 2) && word[2])
		return add_dir(s, word + 2, strlen(word + 2));
	if (*word == '-' || !*word)
		return 0;
	if (!strcmp(option, "-I") || !strncmp(option, "-i", 2) || !strcmp(option, "-c-isystem"))
		return add_dir(s, word, strlen(word));
	return 0;
}

/* Words in double quotes, with backslashes before quotes, backslashes and dollars. */
static int add_searched(struct search *s, const char *commands, size_t len)
{
	const char *p = commands, *end = commands + len;
	struct strbuf word = {}, option = {};
	int err = 0;

	while (!err && p < end && (p = memchr(p, '"', (size_t)(end - p)))) {
		strbuf__reset(&word);
		for (p++; p < end && *p != '"'; p++) {
			if (*p == '\\' && p + 1 < end)
				p++;
			strbuf__addc(&word, *p);
		}
		p++;
		err = strbuf__error(&word);
		err = err ?: add_word(s, strbuf__cstr(&word), strbuf__cstr(&option));
		strbuf__reset(&option);
		strbuf__adds(&option, strbuf__cstr(&word));
		err = err ?: strbuf__error(&option);
	}
	strbuf__free(&word);
	strbuf__free(&option);
	return err;
}

/* A header in quotes is first looked for beside the file that includes it. */
static int add_includers(struct search *s)
{
	const char *slash;
	size_t i;
	int err = 0;

	for (i = 0; i < s->nr_read && !err; i++) {
		slash = strrchr(s->deps->item[i], '/');
		err = add_dir(s, slash ? s->deps->item[i] : "",
			      slash ? (size_t)(slash - s->deps->item[i]) : 0);
	}
	return err;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* What @path may have been asked for as, if it was found in @dir; NULL when it was not. */
static const char *name_in(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	if (!len)
		return *path == '/' ? NULL : path;
	if (strncmp(path, dir, len) || (path[len] != '/' && dir[len - 1] != '/'))
		return NULL;
	path += len;
	return path + strspn(path, "/");
}

static int add_names(struct search *s)
{
	const char *name;
	size_t i, k;
	int err = 0;

	for (i = 0; i < s->nr_read; i++) {
		for (k = 0; k < s->dirs.nr && !err; k++) {
			name = name_in(s->deps->item[i], s->dirs.item[k]);
			if (name && *name)
				err = add_once(&s->names, name, strlen(name));
		}
	}
	return err;
}

bool build_search__has_time(const char *text, size_t len)
{
	return memmem(text, len, "__TIME__", 8) || memmem(text, len, "__DATE__", 8) ||
	       memmem(text, len, "__TIMESTAMP__", 13);
}

/* "#ifdef __has_include" and "defined(__has_include)" ask for no file. */
static bool asks_whether_defined(const char *text, const char *word)
{
	static const char *const before[] = { "defined", "ifdef", "ifndef" };
	size_t len = (size_t)(word - text), i, n;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '('))
		len--;
	for (i = 0; i < ARRAY_SIZE(before); i++) {
		n = strlen(before[i]);
		if (len >= n && !memcmp(text + len - n, before[i], n))
			return true;
	}
	return false;
}

/* The name in __has_include(<name>), at @word. Return: 0; -ECANCELED when a macro makes it; -ENOMEM. */
static int add_tested(struct search *s, const char *text, const char *word, const char *end)
{
	const char *p = word + strlen("__has_include"), *quote;

	if (asks_whether_defined(text, word))
		return 0;
	if (end - p > 5 && !memcmp(p, "_next", 5))
		p += 5;
	while (p < end && (*p == ' ' || *p == '\t' || *p == '('))
		p++;
	quote = p < end && (*p == '<' || *p == '"')
			? memchr(p + 1, *p == '<' ? '>' : '"', (size_t)(end - p - 1))
			: NULL;
	if (!quote || quote - p > PATH_MAX)
		return -ECANCELED;
	return add_once(&s->tested, p + 1, (size_t)(quote - p - 1));
}

/* Return: 0; -ECANCELED when what @path asks for cannot be told, with @note where there is something to say. */
static int read_tests(struct search *s, const char *path, struct strbuf *note)
{
	struct strbuf text = {};
	int err = build_cache__read_file(path, &text);
	const char *p = strbuf__cstr(&text), *start = p, *end = p + text.len;

	if (!err && build_search__has_time(start, text.len)) {
		strbuf__addf(note, "%s has __TIME__, __DATE__ or __TIMESTAMP__", path);
		err = -ECANCELED;
	}
	if (!err && memmem(start, text.len, "__has_embed", 11))
		err = -ECANCELED;
	for (; !err && (p = memmem(p, (size_t)(end - p), "__has_include", 13)); p++)
		err = add_tested(s, start, p, end);
	strbuf__free(&text);
	return err;
}

/* --- Files ------------------------------------------------------------------------------------ */

bool build_search__is_absent(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISDIR(st.st_mode);
}

/* @path is where a header of some name might be. */
static int add_candidate(struct search *s, const char *path, bool is_tested)
{
	struct stat st;

	if (stat(path, &st) || S_ISDIR(st.st_mode))
		return string_list__add(s->absent, path, strlen(path));
	if (has_string(s->deps, path, strlen(path)))
		return 0;
	/* It may have come when the compiler had looked already. */
	if (st.st_ctim.tv_sec * (long long)NSEC_PER_SEC + st.st_ctim.tv_nsec >= s->started_ns)
		return -ECANCELED;
	/* Found, but not read: the compiler comes there later, or not at all. */
	return is_tested ? string_list__add(s->deps, path, strlen(path)) : 0;
}

static int add_candidates(struct search *s, const struct string_list *names, bool are_tested)
{
	char path[2 * PATH_MAX];
	size_t i, k;
	int err = 0;

	for (i = 0; i < names->nr; i++) {
		for (k = 0; k < s->dirs.nr && !err; k++) {
			const char *dir = s->dirs.item[k], *name = names->item[i];
			size_t len = strlen(dir);

			if (*name == '/')
				len = 0;
			if (snprintf(path, sizeof(path), "%.*s%s%s", (int)len, dir,
				     len && dir[len - 1] != '/' ? "/" : "", name) >= PATH_MAX)
				continue;
			err = add_candidate(s, path, are_tested);
		}
	}
	return err;
}

int build_search__look(const char *commands, size_t len, long long started_ns,
		       struct string_list *deps, struct string_list *absent, struct strbuf *note)
{
	struct search s = {
		.deps = deps, .absent = absent, .nr_read = deps->nr, .started_ns = started_ns
	};
	size_t i;
	int err;

	err = add_searched(&s, commands, len);
	err = err ?: add_includers(&s);
	err = err ?: add_names(&s);
	for (i = 0; i < s.nr_read && !err; i++)
		err = read_tests(&s, deps->item[i], note);
	err = err ?: add_candidates(&s, &s.names, false);
	err = err ?: add_candidates(&s, &s.tested, true);
	string_list__free(&s.dirs);
	string_list__free(&s.names);
	string_list__free(&s.tested);
	return err;
}
