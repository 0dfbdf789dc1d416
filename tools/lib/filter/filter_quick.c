// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter_quick.c - what the engine looks at before it compares texts: see filter_compile_priv.h. */
#include <string.h>

#include "filter_compile_priv.h"
#include "util.h"

/* Return: false when every text begins like that. */
static bool make_head(const struct filter_pattern *pattern, struct filter_quick *ret)
{
	uint8_t head[sizeof(ret->head)] = {}, mask[sizeof(ret->head)] = {};
	size_t len = pattern->len;

	if (pattern->how == FILTER_GLOB)
		len = strnlen((const char *)pattern->bytes, sizeof(head));
	/* The end of a whole text counts too. */
	if (pattern->how == FILTER_WHOLE)
		len++;
	len = MIN(len, sizeof(head));
	memcpy(head, pattern->bytes, len);
	memset(mask, 0xff, len);
	memcpy(ret->head, head, sizeof(head));
	memcpy(ret->mask, mask, sizeof(mask));
	return len;
}

/* Return: false when every text ends like that. */
static bool make_tail(const struct filter_pattern *pattern, struct filter_quick *ret)
{
	if (!pattern->tail_len)
		return false;
	ret->head[0] = pattern->tail;
	ret->mask[0] = ~0ULL << (64 - 8 * pattern->tail_len);
	return true;
}

static bool make_one(const struct filter_program *p, struct filter_spec *spec, unsigned int i)
{
	const struct filter_text *text = &spec->texts[i];
	struct filter_quick *quick = &spec->quick[i];
	const struct filter_pattern *pattern;

	/* Others have no pattern. */
	if (text->source != FILTER_STRING && text->source != FILTER_FD_PATH)
		return false;
	pattern = &p->patterns[text->pattern];
	if (text->source == FILTER_FD_PATH) {
		quick->head[0] = pattern->leaf_len;
		return quick->head[0];
	}
	if (make_head(pattern, quick))
		return true;
	spec->by_tail |= (uint8_t)(1U << i);
	return make_tail(pattern, quick);
}

/* Whether the stage drops a call none of whose texts matches; false when that depends on more. */
static bool drops_without_texts(const struct filter_test *tests, unsigned int nr)
{
	unsigned int next = 0;

	while (next < nr) {
		const struct filter_test *t = &tests[next];

		/* As filter_text.c makes them: whether the comparison's result is not 0. */
		if (t->a < FILTER_F_TEXT || t->op != FILTER_NE || t->flags || t->imm)
			return false;
		next = t->on_false;
	}
	return next == FILTER_DROP;
}

void filter_quick__make(const struct filter_program *p, struct filter_spec *spec)
{
	const struct filter_stage *stage = &spec->stages[FILTER_BY_TEXTS];

	if (!spec->nr_texts || spec->nr_texts > FILTER_MAX_QUICK ||
	    !drops_without_texts(p->tests + stage->first, stage->nr))
		return;
	for (unsigned int i = 0; i < spec->nr_texts; i++) {
		if (!make_one(p, spec, i))
			return;
	}
	spec->nr_quick = spec->nr_texts;
}
