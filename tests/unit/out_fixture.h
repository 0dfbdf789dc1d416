/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* out_fixture.h - a text and a JSON writer that the tests of out.h say values to. */
#ifndef TESTS_OUT_FIXTURE_H
#define TESTS_OUT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "record_builder.h"
#include "strbuf.h"
#include "symbols.h"
#include "util.h"

static const struct text_style one_line = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = ".",
	.assign = ": ",
	.tight_empty = true,
};

static const struct text_style many_lines = {
	.object_open = "{",
	.object_close = "}",
	.array_open = "[",
	.array_close = "]",
	.separator = ",",
	.member_prefix = ".",
	.assign = " = ",
	.indent = "\t",
};

struct fixture {
	struct strbuf buf;
	struct out text;
	struct out json;
	struct out plain;
};

static inline int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (!f)
		return -1;
	out__init_text(&f->text, &one_line, &f->buf);
	out__init_json(&f->json, &f->buf);
	out__init_json_plain(&f->plain, &f->buf);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *f = *state;

	strbuf__free(&f->buf);
	free(f);
	return 0;
}

/* What was written since the last time is @expected. */
static inline void expect(struct fixture *f, const char *expected)
{
	assert_int_equal(strbuf__error(&f->buf), 0);
	assert_string_equal(strbuf__cstr(&f->buf), expected);
	strbuf__reset(&f->buf);
}

static inline void word(struct out *o, const char *text)
{
	out__word(o, text, strlen(text));
}

static inline void str(struct out *o, const char *text)
{
	out__str(o, text, strlen(text), false);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif /* TESTS_OUT_FIXTURE_H */
