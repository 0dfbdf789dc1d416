// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* select.c - see select.h. Names come from the rows of syscalls.h; only aliases are listed here. */
#include "select.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"
#include "syscalls.h"
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

/* The row of @name or of what it is an alias of, in one table. */
static const struct syscall_desc *find_row(unsigned int abi, const char *name)
{
	const struct syscall_desc *desc = syscalls__find(abi, name);
	size_t i;

	for (i = 0; !desc && i < ARRAY_SIZE(aliases); i++)
		if (!strcmp(aliases[i].alias, name))
			desc = syscalls__find(abi, aliases[i].name);
	return desc;
}

static bool add_name(struct select_set *set, const char *name)
{
	bool found = false;
	unsigned int abi;

	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		const struct syscall_desc *desc = find_row(abi, name);

		if (!desc)
			continue;
		set_bit(set, abi, desc->nr[abi]);
		found = true;
	}
	return found;
}

struct glob {
	const char *pattern;
	struct select_set *set;
	bool found;
};

static int add_if_matches(const struct syscall_desc *desc, void *ctx)
{
	struct glob *glob = ctx;
	unsigned int abi;

	if (fnmatch(glob->pattern, desc->name, 0))
		return 0;
	for (abi = 0; abi < AUG_NR_ABIS; abi++)
		set_bit(glob->set, abi, desc->nr[abi]);
	glob->found = true;
	return 0;
}

static bool add_glob(struct select_set *set, const char *pattern)
{
	struct glob glob = { .pattern = pattern, .set = set };

	if (!strcmp(pattern, "*")) {
		memset(set, 0xff, sizeof(*set));
		return true;
	}
	syscalls__for_each(add_if_matches, &glob);
	return glob.found;
}

static int unknown_name(const char *name, bool is_glob, struct strbuf *error)
{
	const char *nearest[3];
	size_t nr = is_glob ? 0 : syscalls__nearest(name, nearest, ARRAY_SIZE(nearest)), i;

	strbuf__adds(error, is_glob ? "no system call matches '" : "unknown system call '");
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
	struct select_set *set;
	bool is_glob, found;

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
	is_glob = strpbrk(element, "*?[") != NULL;
	set = negated ? &sel->left_out : &sel->named;
	found = is_glob ? add_glob(set, element) : add_name(set, element);
	if (!found)
		return unknown_name(element, is_glob, error);
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
