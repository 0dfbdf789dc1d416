// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_refusal.c - see bpf_refusal.h. */
#include "bpf_refusal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define LOG_BEGIN "-- BEGIN PROG LOAD LOG --"
#define LOG_END "-- END PROG LOAD LOG --"

/* ---- what usually helps ---- */

static const struct {
	const char *words; /* of the verifier or of libbpf */
	const char *hint;
} hints[] = {
	{ "GPL", "the kernel keeps this helper for GPL-compatible programs: license(GPL);" },
	{ "unknown func", "the running kernel does not have this helper, or not for this kind of "
			  "program" },
	{ "invalid func", "the running kernel does not have this helper, or not for this kind of "
			  "program" },
	{ "or_null'", "a look-up may find nothing: test the pointer for NULL before its use" },
	{ "unbounded", "bound the number right before its use, in 64 bits and unsigned: "
		       "if (len > MAX) len = MAX;" },
	{ "value is negative", "bound the number right before its use, in 64 bits and unsigned: "
			       "if (len > MAX) len = MAX;" },
	{ "outside of the allowed memory range",
	  "bound the number right before its use, in 64 bits and unsigned: if (len > MAX) len = MAX;" },
	{ "invalid access to map value",
	  "the access may lie outside of the value: bound the index right before its use" },
	{ "invalid mem access", "memory of the kernel or of a program is read by "
				"bpf_probe_read_kernel() or bpf_probe_read_user(), not directly" },
	{ "back-edge", "a loop: give it a constant bound that the compiler can unroll "
		       "(#pragma unroll), or run on a kernel from 5.3" },
	{ "too large",
	  "too much for the verifier: shorter loops, or functions that are __noinline" },
	{ "infinite loop", "the verifier sees no end of a loop: count up to a constant" },
	{ "stack", "512 bytes of stack are all there is: put large variables into a PERCPU_ARRAY" },
	{ "!read_ok", "a variable is used before it is set, or a function lacks its return value" },
	{ "failed to find valid kernel BTF",
	  "the running kernel has no BTF (CONFIG_DEBUG_INFO_BTF), which this object needs" },
	{ "failed to resolve CO-RE", "the running kernel has no such type or member" },
	{ "<invalid CO-RE relocation>", "the running kernel has no such type or member: ask before "
					"with bpf_core_field_exists()" },
};

static const char *find_hint(const char *text)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hints); i++) {
		if (strstr(text, hints[i].words))
			return hints[i].hint;
	}
	return NULL;
}

/* ---- the verifier's log ---- */

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static char *skip_prefix(char *line)
{
	return starts_with(line, "libbpf: ") ? line + strlen("libbpf: ") : line;
}

/* The statistics that the verifier ends with say nothing of the cause. */
static bool is_statistics(const char *line)
{
	static const char *const words[] = { "processed ",   "verification time ",
					     "stack depth ", "insns processed ",
					     "mark_precise", "peak_states",
					     "func#" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (starts_with(line, words[i]))
			return true;
	}
	return !*line;
}

/* "; TEXT @ FILE:LINE"; code of the compiler's own has no text. */
static void take_source(const char *line, struct bpf_refusal *ret)
{
	static const char mark[] = " @ ";
	const char *next, *place = NULL;

	line += 2;
	if (starts_with(line, mark))
		return;
	for (next = strstr(line, mark); next; next = strstr(next + 1, mark))
		place = next;
	ret->source = line;
	ret->source_len = place ? (size_t)(place - line) : strlen(line);
	ret->source_place = place ? place + sizeof(mark) - 1 : NULL;
}

static void take_line(const char *line, struct bpf_refusal *ret)
{
	char *end;
	long insn;

	if (starts_with(line, "; ")) {
		take_source(line, ret);
		return;
	}
	if (is_statistics(line))
		return;
	if (isdigit((unsigned char)*line)) {
		insn = strtol(line, &end, 10);
		if (starts_with(end, ": ("))
			ret->insn = insn;
	}
	if (ret->nr_last == BPF_REFUSAL_LINES) {
		memmove(ret->last, ret->last + 1, sizeof(ret->last) - sizeof(ret->last[0]));
		ret->nr_last--;
	}
	ret->last[ret->nr_last++] = line;
}

static void read_log(char *log, struct bpf_refusal *ret)
{
	char *line, *save = NULL, *end = strstr(log, LOG_END);

	if (end)
		*end = '\0';
	for (line = strtok_r(log, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		take_line(skip_prefix(line), ret);
}

/* ---- libbpf's words ---- */

static bool names_what(const char *line)
{
	static const char *const prefixes[] = { "prog '", "map '", "sec '", "elf: " };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		if (starts_with(line, prefixes[i]))
			return true;
	}
	return false;
}

/* "prog 'NAME': ..." */
static void take_program(const char *line, struct bpf_refusal *ret)
{
	static const char prefix[] = "prog '";
	const char *end;

	if (ret->program || !starts_with(line, prefix))
		return;
	line += sizeof(prefix) - 1;
	end = strchr(line, '\'');
	if (!end)
		return;
	ret->program = line;
	ret->program_len = (size_t)(end - line);
}

/*
 * libbpf says what failed first, then what follows from it. Before that come warnings about what it
 * then did otherwise ("Retrying without BTF").
 */
static void read_cause(char *text, struct bpf_refusal *ret)
{
	const char *first = NULL;
	char *line, *save = NULL;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		line = skip_prefix(line);
		if (strstr(line, "Retrying") || starts_with(line, "Error in bpf_create_map_xattr"))
			continue;
		if (!first)
			first = line;
		if (!ret->cause && names_what(line))
			ret->cause = line;
		take_program(line, ret);
	}
	if (!ret->cause)
		ret->cause = first;
}

void bpf_refusal__read(char *text, struct bpf_refusal *ret)
{
	char *log = strstr(text, LOG_BEGIN);

	*ret = (struct bpf_refusal){ .insn = -1, .hint = find_hint(log ?: text) };
	if (log) {
		*log = '\0';
		ret->by_verifier = true;
		read_log(log + strlen(LOG_BEGIN), ret);
	}
	read_cause(text, ret);
}
