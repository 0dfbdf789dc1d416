// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_qualify.c - see strace_qualify.h. */
#include "strace_qualify.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bpf-progs/engine_config.h"
#include "fd_text.h"
#include "log.h"
#include "strace_args.h"
#include "strbuf.h"
#include "symbols_tables.h"
#include "util.h"

#define NR_SIGNALS 64

/* Each `!` in front of a set turns it around. Return: what is behind them. */
static const char *skip_negation(const char *text, bool *ret_negated)
{
	const size_t nr = strspn(text, "!");

	*ret_negated = nr % 2;
	return text + nr;
}

/*
 * As in strace, empty elements between commas mean nothing, but a list of them alone is wrong: it stays
 * as it is, and is refused. Of several `!` in front none or one is left. NULL: no memory.
 */
static char *without_empty(const char *text)
{
	bool negated;
	const char *bare = skip_negation(text, &negated);
	char *copy, *end;

	text = bare - negated;
	copy = strdup(text);
	end = copy ? copy + negated : NULL;
	if (!copy || !text[negated + strspn(text + negated, ",")])
		return copy;
	for (const char *in = text + negated; *in; in++) {
		if (*in != ',' || (end > copy + negated && end[-1] != ','))
			*end++ = *in;
	}
	if (end[-1] == ',')
		end--;
	*end = '\0';
	return copy;
}

typedef int (*word_fn)(const char *word, uint64_t *ret_bits);

/*
 * "all" and "none" are sets, not elements of one, but for @has_all, a list in which all is an element; and `!`
 * is not in front of one of several.
 */
static bool is_element(const char *word, bool is_alone, bool has_all)
{
	if (*word == '!')
		return false;
	return is_alone || ((has_all || strcmp(word, "all")) && strcmp(word, "none"));
}

/* Return: 0; -EINVAL, logged, with what of @list is none; or -ENOMEM. */
static int check_elements(const char *name, const char *list, bool has_all)
{
	const char *const bare = list + (*list == '!');
	__cleanup_free char *copy = strdup(bare);
	char *rest = copy, *word;

	if (!copy)
		return -ENOMEM;
	while ((word = strsep(&rest, ",")) != NULL) {
		if (!is_element(word, !strchr(bare, ','), has_all)) {
			log_err("-e %s: '%s' cannot be one of several", name, word);
			return -EINVAL;
		}
	}
	return 0;
}

/* @ret_list: @text as without_empty() leaves it, to be freed. Return: 0; or -EINVAL or -ENOMEM, logged. */
static int get_list(const char *name, const char *text, bool has_all, char **ret_list)
{
	int err;

	*ret_list = without_empty(text);
	err = *ret_list ? check_elements(name, *ret_list, has_all) : -ENOMEM;
	if (err == -ENOMEM)
		log_err("-e %s: %s", name, strerror(ENOMEM));
	return err;
}

/*
 * A set of words: `!` in front turns it around, "all" and "none" are sets. @ret_bits are the bits of
 * @all that the set has.
 */
static int parse_set(const char *name, const char *text, word_fn fn, uint64_t all,
		     uint64_t *ret_bits)
{
	__cleanup_free char *copy = NULL;
	uint64_t bits = 0, more;
	char *rest, *word;
	bool negated;
	int err = get_list(name, text, false, &copy);

	if (err)
		return err;
	negated = *copy == '!';
	rest = copy + negated;
	while ((word = strsep(&rest, ",")) != NULL) {
		more = 0;
		if (!strcmp(word, "all")) {
			more = all;
		} else if (strcmp(word, "none") && fn(word, &more)) {
			log_err("-e %s: '%s' is not known", name, word);
			return -EINVAL;
		}
		bits |= more;
	}
	*ret_bits = negated ? all & ~bits : bits;
	return 0;
}

/* A number, or a name with or without SIG. */
static int signal_word(const char *word, uint64_t *ret_bits)
{
	char upper[16] = {}, *end;
	uint64_t number;

	number = strtoul(word, &end, 10);
	if (end == word || *end) {
		for (size_t i = 0; word[i] && i + 1 < sizeof(upper); i++)
			upper[i] = (char)toupper((unsigned char)word[i]);
		if (strlen(word) >= sizeof(upper) || symbols__lookup(&syms_signal, upper, &number))
			return -EINVAL;
	}
	if (number < 1 || number > NR_SIGNALS)
		return -EINVAL;
	*ret_bits = 1ULL << (number - 1);
	return 0;
}

int strace_qualify__signals(struct strace_args *args, const char *set)
{
	return parse_set("signal", set, signal_word, UINT64_MAX, &args->format.signals);
}

/* "detached" and "unavailable" are calls whose end a tracer by ptrace does not see. */
static int status_word(const char *word, uint64_t *ret_bits)
{
	static const struct {
		const char *word;
		uint8_t bit;
	} words[] = {
		{ "successful", AUG_HIDE_SUCCESSFUL },
		{ "failed", AUG_HIDE_FAILED },
		{ "unfinished", AUG_HIDE_UNFINISHED },
		{ "detached", 0 },
		{ "unavailable", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i].word)) {
			*ret_bits = words[i].bit;
			return 0;
		}
	}
	return -EINVAL;
}

int strace_qualify__status(struct strace_args *args, const char *set)
{
	const uint64_t all = AUG_HIDE_SUCCESSFUL | AUG_HIDE_FAILED | AUG_HIDE_UNFINISHED;
	uint64_t shown;
	int err = parse_set("status", set, status_word, all, &shown);

	if (!err)
		args->hidden = (uint8_t)(all & ~shown);
	return err;
}

#define QUIET_ATTACH (1 << 0)
#define QUIET_EXIT (1 << 1)
#define QUIET_PERSONALITY (1 << 2)
#define QUIET_PATH (1 << 3)
#define QUIET_THREAD_EXECVE (1 << 4)

static int quiet_word(const char *word, uint64_t *ret_bits)
{
	static const struct {
		const char *word;
		uint8_t bit;
	} words[] = {
		{ "attach", QUIET_ATTACH },
		{ "exit", QUIET_EXIT },
		{ "exits", QUIET_EXIT },
		{ "path-resolution", QUIET_PATH },
		{ "path-resolve", QUIET_PATH },
		{ "personality", QUIET_PERSONALITY },
		{ "thread-execve", QUIET_THREAD_EXECVE },
		{ "thread-exec", QUIET_THREAD_EXECVE },
		{ "superseded", QUIET_THREAD_EXECVE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i].word)) {
			*ret_bits = words[i].bit;
			return 0;
		}
	}
	return -EINVAL;
}

static int set_quiet(struct strace_args *args, const char *set)
{
	uint64_t bits;
	const uint64_t all = QUIET_ATTACH | QUIET_EXIT | QUIET_PERSONALITY | QUIET_PATH |
			     QUIET_THREAD_EXECVE;
	int err = parse_set("quiet", set, quiet_word, all, &bits);

	if (!err) {
		args->format.no_attach = bits & QUIET_ATTACH;
		args->format.no_exits = bits & QUIET_EXIT;
		args->format.no_personality = bits & QUIET_PERSONALITY;
		args->format.no_superseded = bits & QUIET_THREAD_EXECVE;
		args->no_resolution = bits & QUIET_PATH;
	}
	return err;
}

int strace_qualify__q(struct strace_args *args, unsigned int nr)
{
	args->given |= 1 << STRACE_GIVEN_Q;
	return set_quiet(args, nr > 2	? "all"
			       : nr > 1 ? "attach,personality,exit"
					: "attach,personality");
}

int strace_qualify__quiet(struct strace_args *args, const char *set)
{
	args->given |= 1 << STRACE_GIVEN_QUIET;
	return set_quiet(args, set);
}

int strace_qualify__decode_fds(struct strace_args *args, const char *set)
{
	__cleanup_free char *words = NULL;
	struct strbuf error = {};
	unsigned int show = 0;
	int err = get_list("decode-fds", set, false, &words);

	if (!err) {
		err = fd_show__parse(words, &show, &error);
		if (err)
			log_err("-e decode-fds: %s", strbuf__cstr(&error));
	}
	args->format.decode_fds = (uint8_t)show;
	args->given |= 1 << STRACE_GIVEN_FDS;
	strbuf__free(&error);
	return err;
}

/* A later list takes the place of an earlier one, as in strace. */
static int set_calls(const char *name, const char *set, struct select *ret_calls)
{
	__cleanup_free char *elements = NULL;
	struct select calls = { .strace = true };
	struct strbuf error = {};
	int err = get_list(name, set, true, &elements);

	if (!err) {
		err = select__add(&calls, elements, &error);
		if (err)
			log_err("-e %s: %s", name,
				err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
	}
	if (!err)
		*ret_calls = calls;
	strbuf__free(&error);
	return err;
}

int strace_qualify__trace(struct strace_args *args, const char *set)
{
	return set_calls("trace", set, &args->calls);
}

int strace_qualify__raw(struct strace_args *args, const char *set)
{
	args->format.raw = &args->raw;
	return set_calls("raw", set, &args->raw);
}

int strace_qualify__abbrev(struct strace_args *args, const char *set)
{
	args->format.abbrev = &args->abbrev;
	return set_calls("abbrev", set, &args->abbrev);
}

int strace_qualify__verbose(struct strace_args *args, const char *set)
{
	args->format.verbose = &args->verbose;
	return set_calls("verbose", set, &args->verbose);
}

static int set_numbers(struct strace_args *args, const char *name, const char *set,
		       struct fd_numbers *fds)
{
	__cleanup_free char *numbers = NULL;
	int err = get_list(name, set, false, &numbers);

	if (!err) {
		err = fd_numbers__parse(fds, numbers);
		if (err)
			log_err("-e %s: '%s' is no list of descriptors: numbers, all or none", name,
				set);
	}
	args->format.dump_read = &args->dump_read;
	args->format.dump_written = &args->dump_written;
	return err;
}

/* Those that are not in a list cannot be told to the filter, as a call may have several. */
int strace_qualify__trace_fds(struct strace_args *args, const char *set)
{
	struct fd_numbers fds = {};
	char *numbers = NULL;
	int err = get_list("trace-fds", set, false, &numbers);

	if (!err) {
		err = fd_numbers__parse(&fds, numbers);
		if (err)
			log_err("-e trace-fds: '%s' is no list of descriptors: numbers or all",
				set);
	}
	if (!err && (*numbers == '!' || fd_numbers__is_empty(&fds))) {
		log_err("-e trace-fds: '%s' is not supported: numbers, or all", set);
		err = -EINVAL;
	}
	fd_numbers__free(&fds);
	if (err) {
		free(numbers);
		return err;
	}
	free(args->trace_fds);
	args->trace_fds = numbers;
	return 0;
}

int strace_qualify__read(struct strace_args *args, const char *set)
{
	return set_numbers(args, "read", set, &args->dump_read);
}

#define PIDS_COMM (1 << 0)
#define PIDS_NS (1 << 1)

static int pids_word(const char *word, uint64_t *ret_bits)
{
	*ret_bits = !strcmp(word, "comm") ? PIDS_COMM : !strcmp(word, "pidns") ? PIDS_NS : 0;
	return *ret_bits ? 0 : -EINVAL;
}

int strace_qualify__decode_pids(struct strace_args *args, const char *set)
{
	uint64_t shown;
	int err = parse_set("decode-pids", set, pids_word, PIDS_COMM | PIDS_NS, &shown);

	if (!err) {
		args->format.comms = shown & PIDS_COMM;
		args->format.pidns = shown & PIDS_NS;
	}
	return err;
}

int strace_qualify__write(struct strace_args *args, const char *set)
{
	return set_numbers(args, "write", set, &args->dump_written);
}

static const struct {
	const char *names[4];
	int (*fn)(struct strace_args *args, const char *set);
	const char *refused; /* the reason */
} qualifiers[] = {
	{ { "trace", "t" }, strace_qualify__trace, NULL },
	{ { "signal", "signals", "s" }, strace_qualify__signals, NULL },
	{ { "status" }, strace_qualify__status, NULL },
	{ { "quiet", "silent", "silence", "q" }, strace_qualify__quiet, NULL },
	{ { "inject" }, NULL, "changing calls needs ptrace" },
	{ { "fault" }, NULL, "changing calls needs ptrace" },
	{ { "abbrev", "a" }, strace_qualify__abbrev, NULL },
	{ { "verbose", "v" }, strace_qualify__verbose, NULL },
	{ { "raw", "x" }, strace_qualify__raw, NULL },
	{ { "read", "reads", "r" }, strace_qualify__read, NULL },
	{ { "write", "writes", "w" }, strace_qualify__write, NULL },
	{ { "kvm" }, NULL, "exits of virtual CPUs are not read" },
	{ { "namespace" }, NULL, "which namespaces a call entered is not read" },
	{ { "secontext" }, NULL, "contexts of SELinux are not read" },
	{ { "trace-fds", "trace-fd", "fds", "fd" }, strace_qualify__trace_fds, NULL },
	{ { "decode-fds", "decode-fd" }, strace_qualify__decode_fds, NULL },
	{ { "decode-pids", "decode-pid" }, strace_qualify__decode_pids, NULL },
};

const char *strace_qualify__refused(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(qualifiers); i++) {
		if (!strcmp(qualifiers[i].names[0], name))
			return qualifiers[i].refused;
	}
	return NULL;
}

int strace_qualify__add(struct strace_args *args, const char *text)
{
	const char *equals = strchr(text, '=');
	const size_t len = equals ? (size_t)(equals - text) : 0;

	if (!equals)
		return strace_qualify__trace(args, text);
	for (size_t i = 0; i < ARRAY_SIZE(qualifiers); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(qualifiers[i].names); j++) {
			const char *name = qualifiers[i].names[j];

			if (!name || strlen(name) != len || memcmp(name, text, len))
				continue;
			if (qualifiers[i].fn)
				return qualifiers[i].fn(args, equals + 1);
			log_err("-e %s is not supported: %s", name, qualifiers[i].refused);
			return -EINVAL;
		}
	}
	log_err("-e '%s': there is no qualifier '%.*s'", text, (int)MIN(len, 64UL), text);
	return -EINVAL;
}
