// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter_args.c - see filter_args.h. */
#include "filter_args.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "spec.h"
#include "util.h"

/* How the options are spelled in messages; both commands have them. */
static const char *const names[FILTER_NR_OPTIONS] = {
	[FILTER_BY_UID] = "--uid",	 [FILTER_BY_COMM] = "--only-comm",
	[FILTER_BY_CGROUP] = "--cgroup", [FILTER_BY_FD] = "--fd",
	[FILTER_BY_ERRNO] = "--errno",	 [FILTER_BY_PATH] = "--trace-path",
};

void filter_args__free(struct filter_args *args)
{
	filter_program__free(&args->program);
	filter__free(args->filter);
	for (size_t i = 0; i < FILTER_NR_OPTIONS; i++)
		strbuf__free(&args->gathered[i]);
	*args = (struct filter_args){};
}

/* ---- expressions ---- */

static int no_memory(void)
{
	log_err("out of memory");
	return -ENOMEM;
}

/* With the place in the text when the user wrote it. */
static void log_bad(const char *option, const char *text, const struct expr_error *error)
{
	struct strbuf lines = {};
	char caret[EXPR_MAX_LEN];

	strbuf__addf(&lines, "%s: %s", option, error->message);
	if (!strcmp(option, "--where")) {
		expr_error__caret(error, text, caret, sizeof(caret));
		strbuf__addf(&lines, "\n%s", caret);
	}
	log__lines(LOG_ERR, strbuf__cstr(&lines));
	strbuf__free(&lines);
}

static int add(struct filter_args *args, const char *option, const char *text)
{
	struct expr_error error;
	size_t nr = 0;
	int err;

	if (!args->filter)
		args->filter = filter__new(&filter_machine_names);
	if (!args->filter)
		return no_memory();
	while (filter__text(args->filter, nr))
		nr++;
	err = filter__add(args->filter, text, &error);
	if (err) {
		log_bad(option, text, &error);
		return err == -ENOMEM ? err : -EINVAL;
	}
	args->options[nr] = option;
	return 0;
}

int filter_args__where(struct filter_args *args, const char *text)
{
	return add(args, "--where", text);
}

/* ---- values that are alternatives ---- */

static struct strbuf *alternative(struct filter_args *args, enum filter_option option)
{
	struct strbuf *text = &args->gathered[option];

	if (text->len)
		strbuf__adds(text, " || ");
	return text;
}

/* As a text of the language, in which all characters mean themselves. */
static void add_byte(struct strbuf *text, char c)
{
	if (isalnum((unsigned char)c) || (c && strchr("/._-", c)))
		strbuf__addc(text, c);
	else
		strbuf__addf(text, "\\x%02x", (unsigned char)c);
}

static void add_literal(struct strbuf *text, const char *str)
{
	for (; *str; str++)
		add_byte(text, *str);
}

/* The user's globs are those of the language, but for what a backslash does in texts. */
static void add_glob(struct strbuf *text, const char *glob)
{
	for (; *glob; glob++) {
		if (strchr("*?[]", *glob))
			strbuf__addc(text, *glob);
		else
			add_byte(text, *glob == '\\' && glob[1] ? *++glob : *glob);
	}
}

/* For each element of a comma-separated list. */
static int for_each(struct filter_args *args, enum filter_option option, const char *list,
		    int (*fn)(struct strbuf *text, const char *word))
{
	char *copy __cleanup_free = strdup(list), *rest = copy, *word;
	int err = 0;

	if (!copy)
		return no_memory();
	while (!err && (word = strsep(&rest, ",")) != NULL) {
		err = *word ? fn(alternative(args, option), word) : -EINVAL;
		if (!*word)
			log_err("%s: '%s' has an empty element", names[option], list);
	}
	return err;
}

static bool parse_number(const char *word, long long *ret)
{
	char *end;

	errno = 0;
	*ret = strtoll(word, &end, 0);
	return !errno && end != word && !*end;
}

static int add_uid(struct strbuf *text, const char *word)
{
	const struct passwd *user;
	long long uid;

	if (!parse_number(word, &uid)) {
		user = getpwnam(word);
		if (!user) {
			log_err("%s: there is no user '%s'", names[FILTER_BY_UID], word);
			return -EINVAL;
		}
		uid = user->pw_uid;
	}
	if (uid < 0 || uid > UINT32_MAX) {
		log_err("%s: '%s' is not the number of a user", names[FILTER_BY_UID], word);
		return -EINVAL;
	}
	strbuf__addf(text, "uid == %lld", uid);
	return 0;
}

int filter_args__uids(struct filter_args *args, const char *list)
{
	return for_each(args, FILTER_BY_UID, list, add_uid);
}

/* What is polled is a comparison for each of three sets of select(2), of which a call has FILTER_MAX_TEXTS. */
#define POLLED_MAX 8

static int add_polled(struct strbuf *text, const char *word)
{
	long long fd;

	if (parse_number(word, &fd) && fd >= 0 && fd < FILTER_FD_ANY)
		strbuf__addf(text, "polled_fd == %lld", fd);
	else
		strbuf__adds(text, "false");
	return 0;
}

static int add_fd(struct strbuf *text, const char *word)
{
	long long fd;

	if (!strcmp(word, "AT_FDCWD")) {
		strbuf__adds(text, "any_fd == AT_FDCWD");
		return 0;
	}
	if (!parse_number(word, &fd) || fd < INT32_MIN || fd > INT32_MAX) {
		log_err("%s: '%s' is not the number of a descriptor", names[FILTER_BY_FD], word);
		return -EINVAL;
	}
	strbuf__addf(text, "any_fd == %lld", fd);
	return 0;
}

static size_t nr_elements(const char *list)
{
	size_t nr = 1;

	for (; *list; list++)
		nr += *list == ',';
	return nr;
}

static int add_fds(struct filter_args *args, enum filter_option option, const char *list)
{
	const size_t nr = args->nr_polled + nr_elements(list);
	int err = for_each(args, option, list, add_fd);

	if (err)
		return err;
	if (nr <= POLLED_MAX) {
		args->nr_polled = nr;
		return for_each(args, option, list, add_polled);
	}
	log_warn(
		"%zu descriptors are more than the %d that are looked for in what poll(2) and select(2) "
		"are given: there %s are not",
		nr, POLLED_MAX, list);
	return 0;
}

int filter_args__fds(struct filter_args *args, const char *list)
{
	return add_fds(args, FILTER_BY_FD, list);
}

/* include/linux/err.h */
#define MAX_ERRNO 4095

static int add_errno(struct strbuf *text, const char *word)
{
	static const char name_chars[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	long long number;

	/* Other words of expressions are no errors. */
	if ((parse_number(word, &number) && isdigit((unsigned char)*word))
		    ? number < 1 || number > MAX_ERRNO
		    : *word != 'E' || word[strspn(word, name_chars)]) {
		log_err("%s: '%s' is not the name or the number of an error",
			names[FILTER_BY_ERRNO], word);
		return -EINVAL;
	}
	strbuf__addf(text, "errno == %s", word);
	return 0;
}

int filter_args__errnos(struct filter_args *args, const char *list)
{
	return for_each(args, FILTER_BY_ERRNO, list, add_errno);
}

int filter_args__comm(struct filter_args *args, const char *glob)
{
	struct strbuf *text;

	if (!*glob) {
		log_err("--only-comm: a thread's name is needed, or a glob like 'cc*'");
		return -EINVAL;
	}
	text = alternative(args, FILTER_BY_COMM);
	strbuf__adds(text, "comm ~ \"");
	add_glob(text, glob);
	strbuf__addc(text, '"');
	return 0;
}

/* A path, or what a container's id begins with. */
int filter_args__cgroup(struct filter_args *args, const char *name)
{
	struct strbuf *text = alternative(args, FILTER_BY_CGROUP);
	struct strbuf path = {};
	struct cgroup cgroup;
	/* What a variable that is not set leaves would be the group of all tasks. */
	int err = *name ? cgroup__find(name, &cgroup) : -ENOENT;

	if (!err)
		strbuf__adds(&path, name);
	else if (err != -ENODEV && *name && strspn(name, "0123456789abcdefABCDEF") == strlen(name))
		err = cgroup__find_container(name, &path);
	if (err == -ENODEV)
		log_err("--cgroup: no cgroup2 file system is mounted here: groups of version 1 are "
			"not known to BPF programs");
	else if (err == -ENOTUNIQ)
		log_err("--cgroup: the ids of several containers begin with '%s'", name);
	else if (err)
		log_err("--cgroup: '%s' is neither the path of a group nor the beginning of a "
			"container's id: %s",
			name, strerror(-err));
	if (!err) {
		while (path.len > 1 && path.text[path.len - 1] == '/')
			path.text[--path.len] = '\0';
		strbuf__adds(text, "cgroup ~ \"");
		add_literal(text, strbuf__cstr(&path));
		strbuf__adds(text, path.len == 1 && path.text[0] == '/' ? "*\"" : "/*\"");
	}
	strbuf__free(&path);
	return err ? -EINVAL : 0;
}

/* ---- paths ---- */

static void add_path(struct filter_args *args, const char *path)
{
	static const char *const words[] = { "any_path", "any_file" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		struct strbuf *text = alternative(args, FILTER_BY_PATH);

		strbuf__addf(text, "%s == \"", words[i]);
		add_literal(text, path);
		strbuf__addc(text, '"');
	}
}

static int check_path(const char *option, const char *path)
{
	if (strlen(path) < PATH_MAX)
		return 0;
	log_err("%s: a path has at most %d bytes", option, PATH_MAX - 1);
	return -EINVAL;
}

int filter_args__path(struct filter_args *args, const char *path, bool announce)
{
	char *real __cleanup_free = realpath(path, NULL);
	int err = check_path("--trace-path", path);

	if (err)
		return err;
	add_path(args, path);
	if (!real || !strcmp(real, path))
		return 0;
	if (announce)
		log_info("Requested path \"%s\" resolved into \"%s\"", path, real);
	add_path(args, real);
	return 0;
}

int filter_args__path_fds(struct filter_args *args, const char *list)
{
	args->by_fds = true;
	if (strcmp(list, "all"))
		return add_fds(args, FILTER_BY_PATH, list);
	strbuf__adds(alternative(args, FILTER_BY_PATH), "any_fd >= 0 || polled_fd >= 0");
	return 0;
}

static void add_below(struct filter_args *args, const char *dir)
{
	static const char *const words[] = { "any_path", "any_file" };

	add_path(args, *dir ? dir : "/");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		struct strbuf *text = alternative(args, FILTER_BY_PATH);

		strbuf__addf(text, "%s ~ \"", words[i]);
		add_literal(text, dir);
		strbuf__adds(text, "/*\"");
	}
}

int filter_args__below(struct filter_args *args, const char *dir)
{
	char *copy __cleanup_free = strdup(dir), *real __cleanup_free = realpath(dir, NULL);
	int err = check_path("--below", dir);
	size_t len;

	if (err)
		return err;
	if (!*dir) {
		log_err("--below: the directory has no name; / is all of them");
		return -EINVAL;
	}
	if (!copy)
		return no_memory();
	for (len = strlen(copy); len && copy[len - 1] == '/'; len--)
		copy[len - 1] = '\0';
	add_below(args, copy);
	if (real && strcmp(real, copy) && strcmp(real, "/"))
		add_below(args, real);
	return 0;
}

/* ---- durations ---- */

static double unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "", 1e6 }, { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	}
	return 0;
}

int filter_args__duration(struct filter_args *args, const char *text, uint64_t *ret_min_ns)
{
	const bool is_less = *text == '<', is_more = *text == '>';
	const bool or_equal = (is_less || is_more) && text[1] == '=';
	const char *number = text + (is_less || is_more) + or_equal;
	char *end, expr[64];
	double value, unit;
	uint64_t ns;

	errno = 0;
	value = strtod(number, &end);
	unit = unit_ns(end);
	if (errno || end == number || !unit || !(value >= 0 && value * unit < 1e18)) {
		log_err("--duration: '%s' is not a number of milliseconds, and not one of > >= < <= "
			"with a number and ns, us, ms or s",
			text);
		return -EINVAL;
	}
	ns = (uint64_t)(value * unit);
	if (!is_less) {
		*ret_min_ns = ns + (is_more && !or_equal);
		return 0;
	}
	snprintf(expr, sizeof(expr), "duration %s %llu", or_equal ? "<=" : "<",
		 (unsigned long long)ns);
	return add(args, "--duration", expr);
}

/* ---- all together ---- */

static int check_reader(const struct filter_args *args, const struct aug_spec *specs,
			const char *who)
{
	const char *part;
	size_t len;

	if (!who || !filter__user_part(args->filter, specs, &part, &len))
		return 0;
	log_err("%s: the kernel counts, and cannot decide '%.*s': only numbers, paths and other "
		"strings are compared there (docs/filters.md)",
		who, (int)MIN(len, (size_t)200), part);
	return -EINVAL;
}

/* The user's words: the text that an option other than --where became is ours. */
static void add_spelling(const struct filter_args *args, size_t idx, struct strbuf *line)
{
	strbuf__addf(line, "%s%s", line->len ? ", " : "", args->options[idx]);
	if (!strcmp(args->options[idx], "--where"))
		strbuf__addf(line, " '%s'", filter__text(args->filter, idx));
}

/* @idx: of the filter that no call can match; how many there are, if none can match all of them. */
static void warn_of_nothing(const struct filter_args *args, size_t idx)
{
	struct strbuf line = {};

	if (filter__text(args->filter, idx)) {
		add_spelling(args, idx, &line);
		log_warn("none of the calls to trace can match %s", strbuf__cstr(&line));
	} else {
		for (size_t i = 0; i < idx; i++)
			add_spelling(args, i, &line);
		log_warn("none of the calls to trace can match all of %s", strbuf__cstr(&line));
	}
	strbuf__free(&line);
}

static const char *option_name(const struct filter_args *args, size_t option)
{
	return option == FILTER_BY_PATH && args->by_fds ? "--trace-fds and --trace-path"
							: names[option];
}

int filter_args__finish(struct filter_args *args, struct aug_spec *specs, const char *who)
{
	const bool had_calls = spec__any_traced(specs);
	struct expr_error error;
	size_t idx;
	int err = 0;

	for (size_t i = 0; i < FILTER_NR_OPTIONS && !err; i++) {
		if (strbuf__error(&args->gathered[i]))
			return no_memory();
		if (args->gathered[i].len)
			err = add(args, option_name(args, i), strbuf__cstr(&args->gathered[i]));
	}
	if (err || filter__is_empty(args->filter))
		return err;
	err = filter__compile(args->filter, specs, &args->program, &idx, &error);
	if (err) {
		log_bad(args->options[idx], filter__text(args->filter, idx), &error);
		return err == -ENOMEM ? err : -EINVAL;
	}
	if (had_calls && !spec__any_traced(specs))
		warn_of_nothing(args, idx);
	return check_reader(args, specs, who);
}
