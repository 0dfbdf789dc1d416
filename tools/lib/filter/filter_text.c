// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter_text.c - comparisons of texts in expressions over system calls; see filter_compile_priv.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "filter_compile_priv.h"
#include "glob_machine.h"
#include "util.h"

#define COMM_MAX 15

bool filter_textual__parse(const struct filter *f, const struct expr_node *node,
			   struct filter_textual *ret)
{
	const struct expr_node *field = node->left, *text = node->right;

	if (node->op != EXPR_OP_EQ && node->op != EXPR_OP_NE && node->op != EXPR_OP_GLOB)
		return false;
	if (field->op == EXPR_OP_VALUE && node->op != EXPR_OP_GLOB) {
		field = node->right;
		text = node->left;
	}
	if (field->op != EXPR_OP_FIELD || field->type != EXPR_STR || text->op != EXPR_OP_VALUE)
		return false;
	*ret = (struct filter_textual){
		.word = &f->words[field->handle],
		.text = &text->value,
		.is_glob = node->op == EXPR_OP_GLOB,
		.negated = node->op == EXPR_OP_NE,
	};
	return true;
}

/* ---- patterns ---- */

static void set_leaf(struct filter_pattern *pattern, const char *path, size_t len)
{
	const char *slash = memrchr(path, '/', len);

	if (!slash)
		return;
	pattern->leaf_len = (uint32_t)(path + len - slash - 1);
	memcpy(&pattern->leaf, slash + 1, MIN(pattern->leaf_len, sizeof(pattern->leaf)));
}

/* A glob with one star, at its end. */
static bool is_prefix(const char *glob, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (strchr("*?[\\", glob[i]))
			return glob[i] == '*' && i + 1 == len;
	}
	return false;
}

static bool is_literal(const char *glob, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (glob[i] && strchr("*?[\\", glob[i]))
			return false;
	}
	return true;
}

/* The bytes behind the last wildcard. A `]` or `\` may be part of one. */
static void set_tail(struct filter_pattern *pattern, const char *glob, size_t len)
{
	size_t nr = 0;

	while (nr < len && nr < sizeof(pattern->tail) && !strchr("*?[]\\", glob[len - nr - 1]))
		nr++;
	pattern->tail_len = (uint32_t)nr;
	memcpy((uint8_t *)(&pattern->tail + 1) - nr, glob + len - nr, nr);
}

/* All but the glob's machine, which is @ret_glob. Return: false when the engine cannot compare it. */
static bool make_pattern(const struct filter_textual *t, struct filter_pattern *ret,
			 struct glob_machine *ret_glob)
{
	const char *text = t->text->str;
	size_t len = t->text->len;

	memset(ret, 0, sizeof(*ret));
	if (memchr(text, '\0', len))
		return false;
	ret->how = FILTER_WHOLE;
	if (t->is_glob && is_prefix(text, len)) {
		ret->how = FILTER_PREFIX;
		len--;
	} else if (t->is_glob && !is_literal(text, len)) {
		ret->how = FILTER_GLOB;
		memcpy(ret->bytes, text, MIN(strcspn(text, "*?[\\"), len));
		set_tail(ret, text, len);
		return !glob_machine__make(ret_glob, text, len, true);
	}
	if (len >= FILTER_TEXT_SIZE)
		return false;
	ret->len = (uint32_t)len;
	memcpy(ret->bytes, text, len);
	if (ret->how == FILTER_WHOLE)
		set_leaf(ret, text, len);
	return true;
}

/* One that is there already is taken again. */
static int add_element(void **array, size_t *nr, const void *element, size_t size)
{
	void *more;

	for (size_t i = 0; i < *nr; i++) {
		if (!memcmp((char *)*array + i * size, element, size))
			return (int)i;
	}
	more = reallocarray(*array, *nr + 1, size);
	if (!more)
		return -ENOMEM;
	*array = more;
	memcpy((char *)more + *nr * size, element, size);
	return (int)(*nr)++;
}

static int add_glob(struct filter_program *p, const struct glob_machine *glob)
{
	void *globs = p->globs;
	const int idx = add_element(&globs, &p->nr_globs, glob, sizeof(*glob));

	p->globs = globs;
	return idx;
}

/* Return: index of the pattern; -ENOMEM. */
static int add_pattern(struct filter_program *p, const struct filter_textual *t)
{
	struct filter_pattern pattern;
	struct glob_machine glob;
	void *patterns = p->patterns;
	int idx;

	make_pattern(t, &pattern, &glob);
	if (pattern.how == FILTER_GLOB) {
		idx = add_glob(p, &glob);
		if (idx < 0)
			return idx;
		pattern.len = (uint32_t)idx;
	}
	idx = add_element(&patterns, &p->nr_patterns, &pattern, sizeof(pattern));
	p->patterns = patterns;
	return idx;
}

/* ---- when it is known ---- */

static bool has_data(const struct filter_gen *gen, const struct filter_word *word)
{
	const unsigned int args = filter_word__args(word, &gen->call);

	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		if (args & 1u << i && filter_arg__kind(&gen->call.desc->args[i]) == FILTER_ARG_DATA)
			return true;
	}
	return false;
}

unsigned int filter_text__stage(struct filter_gen *gen, const struct filter_textual *t)
{
	struct filter_pattern pattern;
	struct glob_machine glob;

	switch (t->word->kind) {
	case FILTER_COMM:
	case FILTER_GROUP:
		return FILTER_BY_REGISTERS;
	case FILTER_ARG:
	case FILTER_ANY_PATH:
	case FILTER_ANY_FILE:
		return has_data(gen, t->word) || !make_pattern(t, &pattern, &glob)
			       ? FILTER_BY_USER
			       : FILTER_BY_TEXTS;
	default:
		return FILTER_BY_USER;
	}
}

/* ---- code ---- */

static const struct filter_test is_true = { .op = FILTER_NE, .mask = UINT64_MAX };

static unsigned int test_field(struct filter_gen *gen, const struct expr_node *node,
			       unsigned int field, unsigned int on_true, unsigned int on_false)
{
	struct filter_test test = is_true;

	test.a = (uint8_t)field;
	if (field < FILTER_F_TEXT)
		gen->program->config.fields |= 1ULL << field;
	return filter_gen__test(gen, node, &test, on_true, on_false);
}

static unsigned int no_memory(struct filter_gen *gen, const struct expr_node *node)
{
	filter_gen__fail(gen, node, -ENOMEM, "out of memory");
	return FILTER_KEEP;
}

static unsigned int generate_comm(struct filter_gen *gen, const struct expr_node *node,
				  const struct filter_textual *t, unsigned int on_true,
				  unsigned int on_false)
{
	struct filter_config *config = &gen->program->config;
	struct glob_machine glob;
	unsigned int i;
	int idx;

	if (glob_machine__make(&glob, t->text->str, t->text->len, t->is_glob)) {
		filter_gen__fail(gen, node, -E2BIG, "the glob has too many parts (%u at most)",
				 GLOB_MAX_PARTS);
		return FILTER_KEEP;
	}
	idx = add_glob(gen->program, &glob);
	if (idx < 0)
		return no_memory(gen, node);
	for (i = 0; i < config->nr_comms && config->comms[i] != (uint32_t)idx; i++)
		;
	if (i == FILTER_MAX_COMMS) {
		filter_gen__fail(gen, node, -E2BIG, "comm can be compared with %u texts",
				 FILTER_MAX_COMMS);
		return FILTER_KEEP;
	}
	config->comms[i] = (uint32_t)idx;
	config->nr_comms = MAX(config->nr_comms, i + 1);
	return test_field(gen, node, FILTER_F_COMM + i, on_true, on_false);
}

static int use_level(struct filter_gen *gen, const struct expr_node *node, uint32_t level,
		     enum filter_field *ret_field)
{
	struct filter_config *config = &gen->program->config;

	for (unsigned int i = 0; i < FILTER_MAX_LEVELS; i++) {
		*ret_field = FILTER_F_LEVEL + i;
		if (!(config->fields & 1ULL << *ret_field))
			config->levels[i] = level;
		if (config->levels[i] == level)
			return 0;
	}
	return filter_gen__fail(gen, node, -E2BIG,
				"cgroups of more than %u depths cannot be compared",
				FILTER_MAX_LEVELS);
}

/* "/a/b" is that group, the glob "/a/b/" and a star what is in it and below. */
static int find_group(struct filter_gen *gen, const struct expr_node *node,
		      const struct filter_textual *t, struct filter_group *ret)
{
	const size_t len = t->text->len;
	char *path __cleanup_free = strndup(t->text->str, len);
	struct cgroup cgroup;
	int err;

	if (!path)
		return filter_gen__fail(gen, node, -ENOMEM, "out of memory");
	if (strlen(path) != len)
		return filter_gen__fail(gen, node, -EINVAL,
					"the path of a cgroup cannot have a byte that is zero");
	if (t->is_glob) {
		if (len < 2 || strcmp(path + len - 2, "/*") || strcspn(path, "*?[\\") != len - 1)
			return filter_gen__fail(gen, node, -EINVAL,
						"of cgroups the only glob is \"/PATH/*\": the "
						"group and those below it");
		path[len - 2] = '\0';
	}
	err = gen->filter->names->cgroup(path, &cgroup);
	if (err == -ENODEV)
		return filter_gen__fail(gen, node, -EINVAL,
					"no cgroup2 file system is mounted here: groups of "
					"version 1 are not known to BPF programs");
	if (err)
		return filter_gen__fail(gen, node, -EINVAL, "there is no cgroup %.200s: %s", path,
					strerror(-err));
	*ret = (struct filter_group){ .node = node, .field = FILTER_F_CGROUP, .id = cgroup.id };
	return t->is_glob ? use_level(gen, node, cgroup.level, &ret->field) : 0;
}

static unsigned int generate_group(struct filter_gen *gen, const struct expr_node *node,
				   const struct filter_textual *t, unsigned int on_true,
				   unsigned int on_false)
{
	struct filter_test test = { .op = FILTER_EQ, .mask = UINT64_MAX };
	struct filter_group *group;
	unsigned int i;

	for (i = 0; i < gen->nr_groups && gen->groups[i].node != node; i++)
		;
	if (i == FILTER_MAX_GROUPS) {
		filter_gen__fail(gen, node, -E2BIG, "cgroup can be compared %d times",
				 FILTER_MAX_GROUPS);
		return FILTER_KEEP;
	}
	group = &gen->groups[i];
	if (i == gen->nr_groups && find_group(gen, node, t, group))
		return FILTER_KEEP;
	gen->nr_groups = MAX(gen->nr_groups, i + 1);
	gen->program->config.fields |= 1ULL << group->field;
	test.a = (uint8_t)group->field;
	test.imm = group->id;
	return filter_gen__test(gen, node, &test, on_true, on_false);
}

static enum filter_source source_of(const struct filter_word *word, const struct arg_desc *arg)
{
	if (word->kind != FILTER_ANY_FILE)
		return FILTER_STRING;
	if (filter_arg__is_fd(arg))
		return FILTER_FD_PATH;
	return arg->type == &arg_pollfds ? FILTER_POLL : FILTER_FD_SET;
}

/* Return: the field of its result; -ENOMEM, -E2BIG. */
static int add_text(struct filter_gen *gen, const struct filter_text *text)
{
	struct filter_spec *spec = gen->spec;
	unsigned int i;

	for (i = 0; i < spec->nr_texts; i++) {
		if (!memcmp(&spec->texts[i], text, sizeof(*text)))
			return FILTER_F_TEXT + (int)i;
	}
	if (i == FILTER_MAX_TEXTS)
		return -E2BIG;
	spec->texts[spec->nr_texts++] = *text;
	return FILTER_F_TEXT + (int)i;
}

unsigned int filter_text__test(struct filter_gen *gen, const struct expr_node *node,
			       const struct filter_text *text, bool negated, unsigned int on_true,
			       unsigned int on_false)
{
	const int field = add_text(gen, text);

	if (field < 0) {
		filter_gen__fail(gen, node, -E2BIG, "%s has more than %d texts to compare",
				 gen->call.desc->name, FILTER_MAX_TEXTS);
		return FILTER_KEEP;
	}
	/* Of several arguments one has to be like that: with != one that is not. */
	return negated ? test_field(gen, node, (unsigned int)field, on_false, on_true)
		       : test_field(gen, node, (unsigned int)field, on_true, on_false);
}

static unsigned int generate_argument(struct filter_gen *gen, const struct expr_node *node,
				      const struct filter_textual *t, unsigned int on_true,
				      unsigned int on_false)
{
	const unsigned int args = filter_word__args(t->word, &gen->call);
	const int pattern = add_pattern(gen->program, t);

	if (pattern < 0)
		return no_memory(gen, node);
	for (unsigned int i = AUG_MAX_ARGS; i-- > 0 && !gen->err;) {
		if (args & 1u << i)
			on_false = filter_text__test(
				gen, node,
				&(struct filter_text){
					.source = source_of(t->word, &gen->call.desc->args[i]),
					.arg = i,
					.pattern = (uint32_t)pattern },
				t->negated, on_true, on_false);
	}
	return on_false;
}

unsigned int filter_text__generate(struct filter_gen *gen, const struct expr_node *node,
				   const struct filter_textual *t, unsigned int on_true,
				   unsigned int on_false)
{
	const unsigned int first = t->negated ? on_false : on_true;
	const unsigned int second = t->negated ? on_true : on_false;

	switch (t->word->kind) {
	case FILTER_COMM:
		return generate_comm(gen, node, t, first, second);
	case FILTER_GROUP:
		return generate_group(gen, node, t, first, second);
	default:
		return generate_argument(gen, node, t, on_true, on_false);
	}
}
