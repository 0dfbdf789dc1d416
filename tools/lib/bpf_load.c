// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_load.c - see bpf_load.h. */
#include "bpf_load.h"

#include <bpf/libbpf.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_lines.h"
#include "log.h"
#include "privilege.h"
#include "strbuf.h"
#include "util.h"

/* The verifier's last lines that are shown. */
#define LAST_LINES 4
/* More of libbpf's messages than this is not kept; a log of the verifier ends with what matters. */
#define MESSAGES_MAX (16u << 20)

#define LOG_BEGIN "-- BEGIN PROG LOAD LOG --"
#define LOG_END "-- END PROG LOAD LOG --"

/* libbpf's callback has no context. */
static struct strbuf messages;
/* For failures of which libbpf tells in its debug messages alone. */
static char last_message[256];

static int keep_message(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	if (level == LIBBPF_WARN && messages.len < MESSAGES_MAX)
		strbuf__vaddf(&messages, fmt, ap);
	else
		vsnprintf(last_message, sizeof(last_message), fmt, ap);
	return 0;
}

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

/**
 * struct verdict - what a log ends with; all point into it.
 * @last: the last lines that say something, oldest first.
 * @source: the last source line, which follows "; ".
 * @insn: index of the last instruction; -1 for none.
 */
struct verdict {
	const char *last[LAST_LINES];
	size_t nr_last;
	const char *source;
	long insn;
};

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
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

static void take_line(const char *line, struct verdict *v)
{
	char *end;
	long insn;

	if (starts_with(line, "; ")) {
		/* Code of the compiler's own has no text. */
		if (!starts_with(line, ";  @"))
			v->source = line + 2;
		return;
	}
	if (is_statistics(line))
		return;
	if (isdigit((unsigned char)*line)) {
		insn = strtol(line, &end, 10);
		if (starts_with(end, ": ("))
			v->insn = insn;
	}
	if (v->nr_last == LAST_LINES) {
		memmove(v->last, v->last + 1, sizeof(v->last) - sizeof(v->last[0]));
		v->nr_last--;
	}
	v->last[v->nr_last++] = line;
}

/* Cuts @log up. */
static void read_log(char *log, struct verdict *v)
{
	char *line, *save = NULL, *end = strstr(log, LOG_END);

	*v = (struct verdict){ .insn = -1 };
	if (end)
		*end = '\0';
	for (line = strtok_r(log, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (starts_with(line, "libbpf: "))
			line += strlen("libbpf: ");
		take_line(line, v);
	}
}

/* ---- the report ---- */

/* Of the message "prog 'NAME': BPF program load failed"; NULL when it is about something else. */
static const struct bpf_elf_program *failed_program(const struct bpf_elf *elf, const char *text)
{
	const char *name = strstr(text, "prog '");
	uint32_t i;

	if (!name)
		return NULL;
	name += strlen("prog '");
	for (i = 0; i < elf->nr_programs; i++) {
		const char *own = elf->programs[i].name;

		if (starts_with(name, own) && name[strlen(own)] == '\'')
			return &elf->programs[i];
	}
	return NULL;
}

static void say_source(const struct bpf_elf *elf, const struct bpf_elf_program *prog,
		       const struct verdict *v)
{
	struct bpf_elf_line line;

	if (v->insn >= 0 && !bpf_elf__line(elf, prog, (uint64_t)v->insn, &line))
		log_err("  at %s:%u: %s", line.file, line.line, line.text);
	else if (v->source)
		log_err("  at: %s", v->source);
}

/* libbpf says what failed first, then what follows from it. */
static const char *first_cause(char *text)
{
	char *line, *save = NULL;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (starts_with(line, "libbpf: "))
			line += strlen("libbpf: ");
		if (!strstr(line, "Retrying") &&
		    !starts_with(line, "Error in bpf_create_map_xattr"))
			return line;
	}
	return NULL;
}

static void report(int err, const char *path, const struct bpf_elf *elf)
{
	char *text = (char *)strbuf__cstr(&messages), *log = strstr(text, LOG_BEGIN);
	const struct bpf_elf_program *prog;
	const char *hint, *cause;
	struct verdict v = {};
	size_t i;

	hint = find_hint(log ?: text);
	if (log) {
		*log = '\0';
		log += strlen(LOG_BEGIN);
	}
	prog = failed_program(elf, text);
	if (!log || !prog) {
		cause = first_cause(text);
		log_err("%s: cannot be loaded: %s", path, cause ?: strerror(-err));
	} else {
		read_log(log, &v);
		log_err("%s: function %s (section %s): the kernel's verifier refuses it: %s", path,
			prog->name, elf->sections[prog->section].name, strerror(-err));
		say_source(elf, prog, &v);
		for (i = 0; i < v.nr_last; i++)
			log_err("  | %s", v.last[i]);
	}
	if (hint)
		log_err("  %s", hint);
	else if (err == -EPERM)
		privilege__explain_bpf(err);
}

int bpf_load__object(struct bpf_object *obj, const char *path, const struct bpf_elf *elf)
{
	libbpf_print_fn_t print = libbpf_set_print(keep_message);
	int err = bpf_object__load(obj);

	libbpf_set_print(print);
	if (err) {
		log__lines(LOG_DEBUG, strbuf__cstr(&messages));
		report(err, path, elf);
	}
	strbuf__free(&messages);
	return err;
}

int bpf_load__open(const void *bytes, size_t size, const char *path, struct bpf_object **ret_obj)
{
	const char *slash = strrchr(path, '/'), *cause;
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = slash ? slash + 1 : path);
	libbpf_print_fn_t print = libbpf_set_print(keep_message);
	int err = 0;

	last_message[0] = '\0';
	*ret_obj = bpf_object__open_mem(bytes, size, &opts);
	if (!*ret_obj)
		err = -errno;
	libbpf_set_print(print);
	if (err) {
		cause = first_cause((char *)strbuf__cstr(&messages));
		last_message[strcspn(last_message, "\n")] = '\0';
		if (!cause)
			cause = *last_message ? last_message : strerror(-err);
		log_err("%s: libbpf cannot open it: %s", path, cause);
	}
	strbuf__free(&messages);
	return err;
}
