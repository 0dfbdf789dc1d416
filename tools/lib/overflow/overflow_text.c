// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_text.c - texts in expressions over samples: names become what the kernel knows, before the
 * first sample; only the name of the task is compared as a text, by the program.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "glob_machine.h"
#include "overflow_expr_priv.h"
#include "util.h"

#define COMM_MAX 15

/* ---- names of tasks ---- */

static int compare_comm(struct overflow_gen *gen, const struct expr_node *node,
			const struct expr_node *text, bool is_glob)
{
	struct overflow_program *p = gen->program;
	const uint32_t idx = p->config.nr_globs;
	const struct overflow_insn push = { .op = OVERFLOW_OP_FIELD,
					    .field = (uint8_t)(OVERFLOW_F_GLOB + idx) };
	struct glob_machine *globs;

	if (!is_glob && text->value.len > COMM_MAX)
		return overflow_gen__fail(gen, text,
					  "the name of a task has at most 15 characters");
	if (idx == OVERFLOW_MAX_GLOBS) {
		overflow_gen__fail(gen, node, "comm can be compared %u times", OVERFLOW_MAX_GLOBS);
		return -E2BIG;
	}
	globs = reallocarray(p->globs, idx + 1, sizeof(*globs));
	if (!globs)
		return -ENOMEM;
	p->globs = globs;
	if (glob_machine__make(&globs[idx], text->value.str, text->value.len, is_glob)) {
		overflow_gen__fail(gen, text, "the glob has too many parts (%u at most)",
				   GLOB_MAX_PARTS);
		return -E2BIG;
	}
	p->config.nr_globs++;
	overflow_gen__use(gen, push.field);
	return overflow_gen__emit(gen, node, &push, 1);
}

/* ---- users and groups ---- */

static int compare_user(struct overflow_gen *gen, const struct expr_node *node,
			const struct expr_node *field, const struct expr_node *text, bool is_glob)
{
	const bool group = field->handle == OVERFLOW_W_GID_NAME;
	struct overflow_ranges set = {};
	char *name __cleanup_free = strndup(text->value.str, text->value.len);
	uint32_t id;
	int err;

	if (!name)
		return -ENOMEM;
	if (is_glob) {
		err = gen->names->users(gen->names->ctx, name, text->value.len, group, &set);
	} else {
		err = gen->names->user_id(gen->names->ctx, name, group, &id);
		if (!err)
			err = overflow_ranges__add(&set, id, (uint64_t)id + 1);
	}
	if (err == -ENOMEM)
		return err;
	if (err || !set.nr)
		return overflow_gen__fail(gen, text, "there is no %s %s%.40s",
					  group ? "group" : "user", is_glob ? "like " : "", name);
	return overflow_gen__in(gen, node, overflow_words[field->handle].field, &set);
}

/* ---- control groups ---- */

static int use_level(struct overflow_gen *gen, const struct expr_node *text, uint32_t level,
		     enum overflow_field *ret_field)
{
	struct overflow_config *config = &gen->program->config;
	unsigned int i;

	for (i = 0; i < OVERFLOW_MAX_ANCESTORS; i++) {
		*ret_field = OVERFLOW_F_ANCESTOR + i;
		if (!(config->fields & (1ULL << *ret_field)))
			config->levels[i] = level;
		if (config->levels[i] != level)
			continue;
		overflow_gen__use(gen, *ret_field);
		return 0;
	}
	overflow_gen__fail(gen, text, "cgroups of more than %u depths cannot be compared",
			   OVERFLOW_MAX_ANCESTORS);
	return -E2BIG;
}

/* "/a/b" is that group, the glob "/a/b/" and a star what is in it and below. */
static int compare_cgroup(struct overflow_gen *gen, const struct expr_node *node,
			  const struct expr_node *text, bool is_glob)
{
	struct overflow_insn eq = { .op = OVERFLOW_OP_EQ,
				    .flags = OVERFLOW_HAS_FIELD | OVERFLOW_HAS_IMM,
				    .field = OVERFLOW_F_CGROUP };
	enum overflow_field field = OVERFLOW_F_CGROUP;
	struct cgroup cgroup;
	size_t len = text->value.len;
	char *path __cleanup_free = strndup(text->value.str, len);
	int err;

	if (!path)
		return -ENOMEM;
	if (is_glob) {
		if (len < 2 || strcmp(path + len - 2, "/*") || strcspn(path, "*?[\\") != len - 1)
			return overflow_gen__fail(gen, text,
						  "of cgroups the only glob is \"/PATH/*\": the "
						  "group and those below it");
		path[len - 2] = '\0';
	}
	err = gen->names->cgroup(gen->names->ctx, path, &cgroup);
	if (err)
		return overflow_gen__fail(gen, text, "there is no cgroup %.200s: %s", path,
					  strerror(-err));
	if (is_glob) {
		err = use_level(gen, text, cgroup.level, &field);
		if (err)
			return err;
	}
	overflow_gen__use(gen, field);
	eq.field = (uint8_t)field;
	eq.imm = cgroup.id;
	return overflow_gen__emit(gen, node, &eq, 1);
}

/* ---- files and functions ---- */

/* Onto the stack: whether the code is of the file, and of its ranges @set when there are any. */
static int compare_file(struct overflow_gen *gen, const struct expr_node *node,
			const struct overflow_file *file, struct overflow_ranges *set)
{
	const struct overflow_insn is_file = { .op = OVERFLOW_OP_FILE,
					       .arg = (uint32_t)file->dev,
					       .imm = file->ino };
	unsigned int jump;
	int err;

	overflow_gen__use(gen, OVERFLOW_F_FILE_DEV);
	err = overflow_gen__emit(gen, node, &is_file, 1);
	if (err || !set)
		return err;
	err = overflow_gen__jump(gen, node, OVERFLOW_OP_JUMP_FALSE, &jump);
	if (!err)
		err = overflow_gen__in(gen, node, OVERFLOW_F_FILE_OFF, set);
	if (!err)
		overflow_gen__land(gen, jump);
	return err;
}

static int find_file(struct overflow_gen *gen, const struct expr_node *text, const char *path,
		     struct overflow_file *ret_file)
{
	const int err = gen->names->file(gen->names->ctx, path, ret_file);
	if (err)
		return overflow_gen__fail(gen, text, "%.200s: %s", path, strerror(-err));
	return 0;
}

static int compare_dso(struct overflow_gen *gen, const struct expr_node *node,
		       const struct expr_node *text, bool is_glob)
{
	char *path __cleanup_free = strndup(text->value.str, text->value.len);
	struct overflow_ranges set = {};
	struct overflow_file file;
	int err;

	if (!path)
		return -ENOMEM;
	if (is_glob)
		return overflow_gen__fail(gen, text,
					  "dso takes == and !=: a path, \"[kernel]\" or "
					  "\"[MODULE]\"");
	if (*path == '[') {
		err = gen->names->module(gen->names->ctx, path, &set);
		if (err == -ENOMEM)
			return err;
		if (err || !set.nr) {
			overflow_ranges__free(&set);
			return overflow_gen__fail(gen, text,
						  "there is no module %.60s, or its address is "
						  "hidden (CAP_SYSLOG shows it)",
						  path);
		}
		return overflow_gen__in(gen, node, OVERFLOW_F_IP, &set);
	}
	if (*path != '/')
		return overflow_gen__fail(gen, text,
					  "the whole path is needed: /usr/lib/...; or "
					  "\"[kernel]\" or \"[MODULE]\"");
	err = find_file(gen, text, path, &file);
	return err ? err : compare_file(gen, node, &file, NULL);
}

/* "/usr/bin/prog:function" */
static int compare_function(struct overflow_gen *gen, const struct expr_node *node,
			    const struct expr_node *text, char *path, char *name)
{
	struct overflow_ranges set = {};
	struct overflow_file file;
	int err;

	*name++ = '\0';
	err = find_file(gen, text, path, &file);
	if (err)
		return err;
	err = gen->names->functions(gen->names->ctx, path, name, strlen(name), &set);
	if (err == -ENOMEM)
		return err;
	if (err || !set.nr) {
		overflow_ranges__free(&set);
		return overflow_gen__fail(gen, text, "%.200s has no function %.100s%s", path, name,
					  err ? ": it is not an ELF file" : "");
	}
	return compare_file(gen, node, &file, &set);
}

static int compare_symbol(struct overflow_gen *gen, const struct expr_node *node,
			  const struct expr_node *text, bool is_glob)
{
	char *glob __cleanup_free = strndup(text->value.str, text->value.len), *colon;
	struct overflow_ranges set = {};
	int err;

	if (!glob)
		return -ENOMEM;
	if (!is_glob && strpbrk(glob, "*?[\\"))
		return overflow_gen__fail(gen, text,
					  "no function has such a name; a glob is compared "
					  "with ~");
	colon = *glob == '/' ? strrchr(glob, ':') : NULL;
	if (colon)
		return compare_function(gen, node, text, glob, colon);
	err = gen->names->symbols(gen->names->ctx, glob, text->value.len, &set);
	if (err == -ENOMEM)
		return err;
	if (err || !set.nr) {
		overflow_ranges__free(&set);
		return overflow_gen__fail(gen, text,
					  "the kernel has no function %.100s, or hides addresses "
					  "(CAP_SYSLOG shows them); one of a file is "
					  "\"/PATH:FUNCTION\"",
					  glob);
	}
	return overflow_gen__in(gen, node, OVERFLOW_F_IP, &set);
}

int overflow_text__in_bpf(struct overflow_gen *gen, const struct expr_node *node)
{
	const struct overflow_insn kernel = { .op = OVERFLOW_OP_EQ,
					      .flags = OVERFLOW_HAS_FIELD | OVERFLOW_HAS_IMM,
					      .field = OVERFLOW_F_USER };
	const struct overflow_insn not = { .op = OVERFLOW_OP_NOT };
	struct overflow_ranges set = {};
	unsigned int jump;
	int err = gen->names->no_bpf(gen->names->ctx, &set);

	if (err == -ENOMEM)
		return err;
	if (err || !set.nr) {
		overflow_ranges__free(&set);
		return overflow_gen__fail(gen, node,
					  "in_bpf needs the kernel's addresses, which "
					  "are hidden: CAP_SYSLOG shows them");
	}
	overflow_gen__use(gen, OVERFLOW_F_USER);
	err = overflow_gen__emit(gen, node, &kernel, 1);
	if (!err)
		err = overflow_gen__jump(gen, node, OVERFLOW_OP_JUMP_FALSE, &jump);
	if (!err)
		err = overflow_gen__in(gen, node, OVERFLOW_F_IP, &set);
	if (!err)
		err = overflow_gen__emit(gen, node, &not, 0);
	if (!err)
		overflow_gen__land(gen, jump);
	overflow_ranges__free(&set);
	return err;
}

int overflow_text__compare(struct overflow_gen *gen, const struct expr_node *node)
{
	const struct overflow_insn not = { .op = OVERFLOW_OP_NOT };
	const struct expr_node *field = node->left, *text = node->right;
	const bool is_glob = node->op == EXPR_OP_GLOB;
	int err;

	if (field->op == EXPR_OP_VALUE && node->op != EXPR_OP_GLOB) {
		field = node->right;
		text = node->left;
	}
	if (field->op != EXPR_OP_FIELD || text->op != EXPR_OP_VALUE)
		return overflow_gen__fail(gen, node, "a field is compared with a text in quotes");
	if (node->op != EXPR_OP_EQ && node->op != EXPR_OP_NE && !is_glob)
		return overflow_gen__fail(gen, node, "texts are compared with == != and ~");
	if (memchr(text->value.str, '\0', text->value.len))
		return overflow_gen__fail(gen, text, "no name has a NUL in it");
	switch (field->handle) {
	case OVERFLOW_W_COMM:
		err = compare_comm(gen, node, text, is_glob);
		break;
	case OVERFLOW_W_UID_NAME:
	case OVERFLOW_W_GID_NAME:
		err = compare_user(gen, node, field, text, is_glob);
		break;
	case OVERFLOW_W_CGROUP:
		err = compare_cgroup(gen, node, text, is_glob);
		break;
	case OVERFLOW_W_DSO:
		err = compare_dso(gen, node, text, is_glob);
		break;
	default:
		err = compare_symbol(gen, node, text, is_glob);
	}
	if (!err && node->op == EXPR_OP_NE)
		err = overflow_gen__emit(gen, node, &not, 0);
	return err;
}
