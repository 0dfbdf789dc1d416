// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* doctor_show.c - see doctor.h: what was found, as text and as JSON. */
#include <stdint.h>
#include <string.h>
#include <sys/utsname.h>

#include "doctor.h"
#include "out.h"

#define ID_WIDTH 18
/* Behind a mark and an id. */
#define TEXT_COLUMN (4 + ID_WIDTH)

static bool matters(const struct doctor_check *check)
{
	return check->stops || check->lessens;
}

static const char *mark_of(const struct doctor_check *check, const struct doctor_result *result)
{
	return result->ok ? "ok" : matters(check) ? "NO" : "-";
}

/* The text of a line, which begins behind the id; @width: of the whole. */
static void add_text(struct strbuf *text, const char *line, size_t width)
{
	const size_t room = width > TEXT_COLUMN ? width - TEXT_COLUMN : SIZE_MAX;

	strbuf__add_wrapped(text, line, room, TEXT_COLUMN);
	strbuf__addc(text, '\n');
}

static void add_check(const struct doctor_check *check, const struct doctor_result *result,
		      size_t width, struct strbuf *text)
{
	struct strbuf line = {};

	strbuf__adds(&line, check->what);
	if (*result->detail) {
		strbuf__adds(&line, ": ");
		strbuf__add_visible(&line, result->detail, strlen(result->detail));
	}
	strbuf__addf(text, "%-4s%-*s", mark_of(check, result), ID_WIDTH, check->id);
	add_text(text, strbuf__cstr(&line), width);
	if (!result->ok) {
		strbuf__pad(text, text->len, TEXT_COLUMN);
		add_text(text, check->means, width);
	}
	if (!result->ok && check->advice) {
		strbuf__reset(&line);
		strbuf__addf(&line, "-> %s", check->advice);
		strbuf__pad(text, text->len, TEXT_COLUMN);
		add_text(text, strbuf__cstr(&line), width);
	}
	if (strbuf__error(&line))
		text->err = strbuf__error(&line);
	strbuf__free(&line);
}

/* Checks that a command suffers from. @stops: that it cannot run without. */
static size_t add_missing(const struct doctor_result *results, enum doctor_command command,
			  bool stops, struct strbuf *text)
{
	size_t nr_checks, i, nr = 0;
	const struct doctor_check *checks = doctor__checks(&nr_checks);

	for (i = 0; i < nr_checks; i++) {
		const unsigned int whom = stops ? checks[i].stops : checks[i].lessens;

		if (results[i].ok || !(whom >> command & 1))
			continue;
		if (text)
			strbuf__addf(text, "%s%s", nr ? ", " : "", checks[i].id);
		nr++;
	}
	return nr;
}

int doctor__show_text(const struct doctor_result *results, size_t width, struct strbuf *text)
{
	size_t nr_checks, i;
	const struct doctor_check *checks = doctor__checks(&nr_checks);
	int c;

	for (i = 0; i < nr_checks; i++)
		add_check(&checks[i], &results[i], width, text);
	strbuf__addc(text, '\n');
	for (c = 0; c < NR_DOCTOR_COMMANDS; c++) {
		strbuf__addf(text, "%-16s", doctor__command((enum doctor_command)c));
		if (add_missing(results, (enum doctor_command)c, true, NULL)) {
			strbuf__adds(text, "does not work, for want of ");
			add_missing(results, (enum doctor_command)c, true, text);
		} else if (add_missing(results, (enum doctor_command)c, false, NULL)) {
			strbuf__adds(text, "works, but does less without ");
			add_missing(results, (enum doctor_command)c, false, text);
		} else {
			strbuf__adds(text, "works");
		}
		strbuf__addc(text, '\n');
	}
	return strbuf__error(text);
}

static void say_str(struct out *o, const char *name, const char *value)
{
	out__member(o, name);
	if (value && *value)
		out__str(o, value, strlen(value), false);
	else
		out__none(o, "none", strlen("none"));
}

static void say_bool(struct out *o, const char *name, bool value)
{
	out__member(o, name);
	out__bool(o, value);
}

static void say_commands(struct out *o, const char *name, unsigned int bits)
{
	int c;

	out__member(o, name);
	out__begin(o, OUT_ARRAY);
	for (c = 0; c < NR_DOCTOR_COMMANDS; c++) {
		if (bits >> c & 1)
			out__word(o, doctor__command((enum doctor_command)c),
				  strlen(doctor__command((enum doctor_command)c)));
	}
	out__end(o, OUT_ARRAY);
}

static void say_check(struct out *o, const struct doctor_check *check,
		      const struct doctor_result *result)
{
	out__begin(o, OUT_OBJECT);
	say_str(o, "id", check->id);
	say_str(o, "what", check->what);
	say_bool(o, "ok", result->ok);
	say_str(o, "detail", result->detail);
	say_commands(o, "stops", check->stops);
	say_commands(o, "lessens", check->lessens);
	say_str(o, "means", result->ok ? NULL : check->means);
	say_str(o, "advice", result->ok ? NULL : check->advice);
	out__end(o, OUT_OBJECT);
}

static const char *state_of(const struct doctor_result *results, enum doctor_command command)
{
	if (add_missing(results, command, true, NULL))
		return "stopped";
	return add_missing(results, command, false, NULL) ? "less" : "works";
}

int doctor__show_json(const struct doctor_result *results, struct strbuf *text)
{
	size_t nr_checks, i;
	const struct doctor_check *checks = doctor__checks(&nr_checks);
	struct utsname here = {};
	struct out o;
	int c;

	uname(&here);
	out__init_json(&o, text);
	out__begin(&o, OUT_OBJECT);
	say_str(&o, "release", here.release);
	say_str(&o, "arch", here.machine);
	say_bool(&o, "ok", doctor__is_well(results));
	out__member(&o, "checks");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; i < nr_checks; i++)
		say_check(&o, &checks[i], &results[i]);
	out__end(&o, OUT_ARRAY);
	out__member(&o, "commands");
	out__begin(&o, OUT_OBJECT);
	for (c = 0; c < NR_DOCTOR_COMMANDS; c++)
		say_str(&o, doctor__command((enum doctor_command)c),
			state_of(results, (enum doctor_command)c));
	out__end(&o, OUT_OBJECT);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(text, '\n');
	return strbuf__error(text);
}
