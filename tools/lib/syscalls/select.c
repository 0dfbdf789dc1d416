// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* select.c - see select.h. Names come from the rows of syscalls.h; only aliases are listed here. */
#include "select.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "regex_compile.h"
#include "strbuf.h"
#include "syscalls.h"
#include "syscalls_classes.h"
#include "util.h"

#define BLANKS " \t"

/*
 * Other names of a call: what its tracepoint is called (newfstat), and what the C library or other
 * tracers call it (pread). One holds in the tables that have @name and no call named @alias: umount
 * is umount2 on x86-64, and a call of its own in the compat table.
 */
static const struct {
	const char *alias;
	const char *name;
} aliases[] = {
	{ "fstatat", "newfstatat" }, { "newfstat", "fstat" },	   { "newlstat", "lstat" },
	{ "newstat", "stat" },	     { "newuname", "uname" },	   { "pread", "pread64" },
	{ "pwrite", "pwrite64" },    { "sendfile64", "sendfile" }, { "umount", "umount2" },
};

static void set_bit(struct select_set *set, unsigned int abi, int nr)
{
	if (nr >= 0 && nr < AUG_NR_SYSCALLS)
		set->bits[abi][nr / 64] |= 1ULL << (nr % 64);
}

static bool test_bit(const struct select_set *set, unsigned int abi, unsigned int nr)
{
	return set->bits[abi][nr / 64] >> (nr % 64) & 1;
}

const struct syscall_desc *select__find(unsigned int abi, const char *name)
{
	const struct syscall_desc *desc = syscalls__find(abi, name);
	size_t i;

	for (i = 0; !desc && i < ARRAY_SIZE(aliases); i++)
		if (!strcmp(aliases[i].alias, name))
			desc = syscalls__find(abi, aliases[i].name);
	return desc;
}

/* A call of 32-bit programs that comes through another one has a number for that as well. */
static int add_unfolded(const struct syscall_desc *desc, void *ctx)
{
	const struct syscall_desc *found;

	if (desc->nr[AUG_ABI_COMPAT] < AUG_NR_UNFOLDED)
		return 0;
	found = syscalls__find(AUG_ABI_COMPAT, desc->name);
	if (found && test_bit(ctx, AUG_ABI_COMPAT, (unsigned int)found->nr[AUG_ABI_COMPAT]))
		set_bit(ctx, AUG_ABI_COMPAT, desc->nr[AUG_ABI_COMPAT]);
	return 0;
}

static bool add_name(struct select_set *set, const char *name)
{
	bool found = false;
	unsigned int abi;

	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		const struct syscall_desc *desc = select__find(abi, name);

		if (!desc)
			continue;
		set_bit(set, abi, desc->nr[abi]);
		found = true;
	}
	syscalls__for_each(add_unfolded, set);
	return found;
}

/** struct pattern - of many names: a glob, a class or an expression. */
struct pattern {
	const char *glob;
	const regex_t *regex;
	uint32_t class;
	struct select_set *set;
	bool found;
};

static bool pattern__matches(const struct pattern *pattern, const char *name)
{
	if (pattern->class)
		return syscalls__classes_of(name) & pattern->class;
	if (pattern->regex)
		return !regexec(pattern->regex, name, 0, NULL, 0);
	return !fnmatch(pattern->glob, name, 0);
}

static int add_if_matches(const struct syscall_desc *desc, void *ctx)
{
	struct pattern *pattern = ctx;
	unsigned int abi;

	if (!pattern__matches(pattern, desc->name))
		return 0;
	for (abi = 0; abi < AUG_NR_ABIS; abi++)
		set_bit(pattern->set, abi, desc->nr[abi]);
	pattern->found = true;
	return 0;
}

static int add_glob(struct select_set *set, const char *glob, struct strbuf *error)
{
	struct pattern pattern = { .glob = glob, .set = set };

	if (!strcmp(glob, "*")) {
		memset(set, 0xff, sizeof(*set));
		return 0;
	}
	syscalls__for_each(add_if_matches, &pattern);
	if (pattern.found)
		return 0;
	strbuf__adds(error, "no system call matches '");
	strbuf__add_escaped(error, glob, strlen(glob));
	strbuf__addc(error, '\'');
	return -EINVAL;
}

static int add_class(struct select_set *set, const char *name, struct strbuf *error)
{
	struct pattern pattern = { .class = syscalls__class(name), .set = set };
	const char *known;
	size_t i;

	if (pattern.class) {
		syscalls__for_each(add_if_matches, &pattern);
		return 0;
	}
	strbuf__adds(error, "unknown class of system calls '%");
	strbuf__add_escaped(error, name, strlen(name));
	strbuf__adds(error, "'; there are:");
	for (i = 0; (known = syscalls__class_name(i)) != NULL; i++)
		strbuf__addf(error, " %%%s", known);
	return -EINVAL;
}

static int add_regex(struct select_set *set, const char *text, struct strbuf *error)
{
	struct pattern pattern = { .set = set };
	struct strbuf reason = {};
	regex_t regex;

	if (!regex__compile(&regex, text, &reason)) {
		pattern.regex = &regex;
		syscalls__for_each(add_if_matches, &pattern);
		regfree(&regex);
		if (pattern.found)
			return 0;
		strbuf__adds(&reason, "no system call matches it");
	}
	strbuf__adds(error, "the expression '");
	strbuf__add_escaped(error, text, strlen(text));
	strbuf__addf(error, "': %s", strbuf__cstr(&reason));
	strbuf__free(&reason);
	return -EINVAL;
}

static int unknown_name(const char *name, struct strbuf *error)
{
	const char *nearest[3];
	size_t nr = syscalls__nearest(name, nearest, ARRAY_SIZE(nearest)), i;

	strbuf__adds(error, "unknown system call '");
	strbuf__add_escaped(error, name, strlen(name));
	strbuf__addc(error, '\'');
	for (i = 0; i < nr; i++) {
		strbuf__adds(error, i ? ", " : "; did you mean: ");
		strbuf__adds(error, nearest[i]);
	}
	if (nr)
		strbuf__addc(error, '?');
	return -EINVAL;
}

static int add_one(struct select_set *set, const char *element, struct strbuf *error)
{
	if (*element == '%')
		return add_class(set, element + 1, error);
	if (*element == '/')
		return add_regex(set, element + 1, error);
	if (strpbrk(element, "*?["))
		return add_glob(set, element, error);
	return add_name(set, element) ? 0 : unknown_name(element, error);
}

/* A number of any table; those that unfolded calls have are not the kernel's. */
static bool add_number(struct select_set *set, const char *digits)
{
	bool found = false;
	char *end;
	unsigned long nr = strtoul(digits, &end, 10);

	for (unsigned int abi = 0; !*end && nr < AUG_NR_UNFOLDED && abi < AUG_NR_ABIS; abi++) {
		if (!syscalls__get(abi, (unsigned int)nr))
			continue;
		set_bit(set, abi, (int)nr);
		found = true;
	}
	return found;
}

/* Classes that strace has from the days before '%': each comes before a call of its name. */
static bool is_old_class(const char *name)
{
	static const char *const old[] = { "desc",    "file",	 "ipc",	  "memory",
					   "network", "process", "signal" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(old) && strcmp(old[i], name); i++)
		;
	return i < ARRAY_SIZE(old);
}

static int add_strace_word(struct select_set *set, const char *word, struct strbuf *error)
{
	if (!strcmp(word, "all"))
		return add_glob(set, "*", error);
	if (!strcmp(word, "none"))
		return 0;
	if (is_old_class(word))
		return add_class(set, word, error);
	if (*word >= '0' && *word <= '9' && add_number(set, word))
		return 0;
	return add_one(set, word, error);
}

/* What stands behind '@'. @ret_abis: a bit for each table; of x32 there is none here. */
static int parse_abi(const char *name, unsigned int *ret_abis, struct strbuf *error)
{
	if (!strcmp(name, "64")) {
		*ret_abis = 1U << AUG_ABI_NATIVE;
	} else if (!strcmp(name, "32")) {
		*ret_abis = 1U << AUG_ABI_COMPAT;
	} else if (!strcmp(name, "x32")) {
		*ret_abis = 0;
	} else {
		strbuf__adds(error, "'@");
		strbuf__add_escaped(error, name, strlen(name));
		strbuf__adds(error, "' is none of @64, @32 and @x32");
		return -EINVAL;
	}
	return 0;
}

static bool has_any(const struct select_set *set, unsigned int abi)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < SELECT_WORDS; i++)
		bits |= set->bits[abi][i];
	return bits != 0;
}

static void take_abi(struct select_set *set, const struct select_set *from, unsigned int abi)
{
	for (size_t i = 0; i < SELECT_WORDS; i++)
		set->bits[abi][i] |= from->bits[abi][i];
}

static int not_of_abi(const char *word, const struct select_set *all, unsigned int abi,
		      struct strbuf *error)
{
	const bool is_native = abi == AUG_ABI_NATIVE;

	if (!has_any(all, is_native ? AUG_ABI_COMPAT : AUG_ABI_NATIVE))
		return unknown_name(word, error); /* "none" */
	strbuf__addc(error, '\'');
	strbuf__add_escaped(error, word, strlen(word));
	strbuf__addf(error, "' names calls of %s-bit programs only, none of @%s",
		     is_native ? "32" : "64", is_native ? "64" : "32");
	return -EINVAL;
}

/* For the calls of @abis; a table that has no call of that name is an error, but for classes. */
static int add_of_abis(struct select_set *set, const char *word, unsigned int abis,
		       struct strbuf *error)
{
	struct select_set all = {};
	int err = add_strace_word(&all, word, error);

	for (unsigned int abi = 0; !err && abi < AUG_NR_ABIS; abi++) {
		if (!(abis >> abi & 1))
			continue;
		take_abi(set, &all, abi);
		if (*word != '%' && !is_old_class(word) && !has_any(&all, abi))
			err = not_of_abi(word, &all, abi, error);
	}
	return err;
}

/* With '?' it may be unknown, but not be of an unknown table. */
static int add_strace_one(struct select_set *set, const char *element, struct strbuf *error)
{
	const char *word = element + strspn(element, "?"), *at = strrchr(word, '@');
	__cleanup_free char *name = at ? strndup(word, (size_t)(at - word)) : strdup(word);
	struct strbuf reason = {};
	unsigned int abis = 0;
	int err;

	if (!name)
		return -ENOMEM;
	if (at && parse_abi(at + 1, &abis, error))
		return -EINVAL;
	err = at ? add_of_abis(set, name, abis, &reason) : add_strace_word(set, name, &reason);
	if (word != element)
		err = 0;
	if (err)
		strbuf__add(error, reason.text, reason.len);
	strbuf__free(&reason);
	return err;
}

/* Cut the blanks from both ends of @text; the end is overwritten. */
static char *trim(char *text)
{
	size_t len;

	text += strspn(text, BLANKS);
	for (len = strlen(text); len && strchr(BLANKS, text[len - 1]); len--)
		;
	text[len] = '\0';
	return text;
}

/* @position: of the element in @list, from 1. */
static int add_element(struct select *sel, char *element, bool negated, const char *list,
		       unsigned int position, struct strbuf *error)
{
	int err;

	element = trim(element);
	if (*element == '!') {
		negated = true;
		element = trim(element + 1);
	}
	if (!*element) {
		strbuf__addf(error, "element %u of the list of system calls '", position);
		strbuf__add_escaped(error, list, strlen(list));
		strbuf__adds(error, "' is empty");
		return -EINVAL;
	}
	err = (sel->strace ? add_strace_one : add_one)(negated ? &sel->left_out : &sel->named,
						       element, error);
	if (err)
		return err;
	if (!negated)
		sel->any_named = true;
	return 0;
}

int select__add(struct select *sel, const char *list, struct strbuf *error)
{
	__cleanup_free char *copy = strdup(list);
	struct select next = *sel;
	unsigned int position = 0;
	bool negated;
	char *rest, *element;
	int err;

	if (!copy)
		return -ENOMEM;
	rest = copy + strspn(copy, BLANKS);
	negated = *rest == '!';
	if (negated)
		rest++;
	while ((element = strsep(&rest, ",")) != NULL) {
		err = add_element(&next, element, negated, list, ++position, error);
		if (err)
			return err;
	}
	*sel = next;
	return 0;
}

bool select__has(const struct select *sel, unsigned int abi, unsigned int nr)
{
	if (abi >= AUG_NR_ABIS || nr >= AUG_NR_SYSCALLS)
		return false;
	return (!sel->any_named || test_bit(&sel->named, abi, nr)) &&
	       !test_bit(&sel->left_out, abi, nr);
}
