// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_load.c - see bpf_load.h. */
#include "bpf_load.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bpf_elf.h"
#include "bpf_elf_lines.h"
#include "bpf_refusal.h"
#include "log.h"
#include "privilege.h"
#include "strbuf.h"

/* More of libbpf's messages than this is not kept; a log of the verifier ends with what matters. */
#define MESSAGES_MAX (16u << 20)

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

static int print(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	struct strbuf text = {};

	(void)level;
	strbuf__vaddf(&text, fmt, ap);
	while (text.len && text.text[text.len - 1] == '\n')
		text.len--;
	log__lines(LOG_DEBUG, strbuf__cstr(&text));
	strbuf__free(&text);
	return 0;
}

void bpf_load__choose_print(void)
{
	libbpf_set_print(log__shows(LOG_DEBUG) ? print : NULL);
}

/* NULL when libbpf's words are about something else. */
static const struct bpf_elf_program *failed_program(const struct bpf_elf *elf,
						    const struct bpf_refusal *why)
{
	uint32_t i;

	for (i = 0; why->program && i < elf->nr_programs; i++) {
		const char *own = elf->programs[i].name;

		if (strlen(own) == why->program_len && !memcmp(own, why->program, why->program_len))
			return &elf->programs[i];
	}
	return NULL;
}

static void say_source(const struct bpf_elf *elf, const struct bpf_elf_program *prog,
		       const struct bpf_refusal *why)
{
	struct bpf_elf_line line;

	if (why->insn >= 0 && !bpf_elf__line(elf, prog, (uint64_t)why->insn, &line))
		log_err("  at %s:%u: %s", line.file, line.line, line.text);
	else if (why->source && why->source_place)
		log_err("  at %s: %.*s", why->source_place, (int)why->source_len, why->source);
	else if (why->source)
		log_err("  at: %s", why->source);
}

static void report(int err, const char *path, const struct bpf_elf *elf)
{
	const struct bpf_elf_program *prog;
	struct bpf_refusal why;
	size_t i;

	bpf_refusal__read((char *)strbuf__cstr(&messages), &why);
	prog = why.by_verifier ? failed_program(elf, &why) : NULL;
	if (!prog) {
		log_err("%s: cannot be loaded: %s", path, why.cause ?: strerror(-err));
	} else {
		log_err("%s: function %s (section %s): the kernel's verifier refuses it: %s", path,
			prog->name, elf->sections[prog->section].name, strerror(-err));
		say_source(elf, prog, &why);
		for (i = 0; i < why.nr_last; i++)
			log_err("  | %s", why.last[i]);
	}
	if (why.hint)
		log_err("  %s", why.hint);
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

int bpf_load__open(const void *bytes, size_t size, const char *path, const char *kernel_btf,
		   struct bpf_object **ret_obj)
{
	const char *slash = strrchr(path, '/');
	LIBBPF_OPTS(bpf_object_open_opts, opts, .object_name = slash ? slash + 1 : path,
		    .btf_custom_path = kernel_btf);
	libbpf_print_fn_t print = libbpf_set_print(keep_message);
	struct bpf_refusal why;
	int err = 0;

	last_message[0] = '\0';
	*ret_obj = bpf_object__open_mem(bytes, size, &opts);
	if (!*ret_obj)
		err = -errno;
	libbpf_set_print(print);
	if (err) {
		bpf_refusal__read((char *)strbuf__cstr(&messages), &why);
		last_message[strcspn(last_message, "\n")] = '\0';
		log_err("%s: libbpf cannot open it: %s", path,
			why.cause
				?: *last_message ? last_message
						 : strerror(-err));
	}
	strbuf__free(&messages);
	return err;
}
