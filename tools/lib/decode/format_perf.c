// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_perf.c - the line of perf trace. */
#include <inttypes.h>
#include <string.h>

#include "attached.h"
#include "decode.h"
#include "fd_text.h"
#include "format.h"
#include "format_event.h"
#include "out.h"
#include "util.h"

#define COLOR_RED "\033[31m"
#define COLOR_YELLOW "\033[33m"
#define COLOR_CALL "\033[1m"
#define COLOR_VALUE "\033[36m"
#define COLOR_OFF "\033[0m"

#define NO_DURATION "(         ): "

/* perf's thresholds for the colour of a duration, in nanoseconds */
#define LONG_NS 1000000
#define MEDIUM_NS 10000

/* Of a line the eye looks for: the call, what strings it has, what came of it. The rest stays as it is. */
static const struct text_colors colors = { .string = "\033[32m", .off = COLOR_OFF };

/* clang-format off */
#define PERF_STYLE								\
	.object_open = "{ ", .object_close = " }", .array_open = "[",		\
	.array_close = "]", .separator = ", ", .member_prefix = ".",		\
	.assign = ": ", .tight_empty = true
static const struct text_style perf_style	= { PERF_STYLE };
static const struct text_style perf_color_style	= { PERF_STYLE, .colors = &colors };
/* clang-format on */

static void color_on(const struct format_opts *opts, const char *color, struct strbuf *line)
{
	if (opts->color)
		strbuf__adds(line, color);
}

static void color_off(const struct format_opts *opts, struct strbuf *line)
{
	if (opts->color)
		strbuf__adds(line, COLOR_OFF);
}

/* Bytes that a terminal shows nothing of. An escape of a traced program is spelled, so these are ours. */
static size_t invisible(const struct strbuf *line, size_t from)
{
	size_t nr = 0, i;

	for (i = from; i < line->len; i++) {
		if (line->text[i] != '\033')
			continue;
		for (; i < line->len && line->text[i] != 'm'; i++)
			nr++;
		nr++;
	}
	return nr;
}

static void add_duration(const struct format_opts *opts, const struct aug_record *rec,
			 enum format_state state, struct strbuf *line)
{
	const uint64_t ns = rec->time_ns - rec->enter_ns;
	const char *color = "";

	if (state == FORMAT_WAITING || rec->flags & AUG_F_NORETURN ||
	    rec->type == AUG_RECORD_EVENT) {
		strbuf__adds(line, NO_DURATION);
		return;
	}
	if (ns >= LONG_NS)
		color = COLOR_RED;
	else if (ns >= MEDIUM_NS)
		color = COLOR_YELLOW;
	strbuf__addc(line, '(');
	color_on(opts, color, line);
	strbuf__add_fixed3(line, (ns + 500) / 1000, 6);
	strbuf__adds(line, " ms");
	if (*color)
		color_off(opts, line);
	strbuf__adds(line, "): ");
}

static void add_time(const struct format_opts *opts, uint64_t ns, struct strbuf *line)
{
	if (!opts->show_timestamp)
		return;
	if (!opts->full_time)
		ns = ns > opts->base_ns ? ns - opts->base_ns : 0;
	strbuf__add_fixed3(line, ns / 1000, 10);
	strbuf__addc(line, ' ');
}

static void add_thread(const struct format_opts *opts, const char comm[16], uint32_t tid,
		       struct strbuf *line)
{
	if (opts->show_comm) {
		strbuf__add_escaped(line, comm, strnlen(comm, 16));
		strbuf__addc(line, '/');
	}
	strbuf__add_uint(line, tid);
	strbuf__addc(line, ' ');
}

static void add_head(const struct format_opts *opts, const struct aug_record *rec,
		     enum format_state state, struct strbuf *line)
{
	add_time(opts, rec->enter_ns, line);
	if (opts->show_duration)
		add_duration(opts, rec, state, line);
	add_thread(opts, rec->comm, rec->tid, line);
}

static void add_error(const struct format_opts *opts, int err, struct strbuf *line)
{
	color_on(opts, COLOR_RED, line);
	format__error(err, line);
	color_off(opts, line);
}

static void add_return(const struct format_opts *opts, const struct event *event,
		       const struct syscall_desc *desc, struct out *o)
{
	const int64_t ret = event->rec->ret;
	const struct arg_desc *result;

	if (event->rec->flags & AUG_F_NORETURN) {
		strbuf__addc(o->buf, '?');
	} else if (desc ? decode__failed(event, desc) : ret < 0 && ret >= -4095) {
		add_error(opts, (int)-ret, o->buf);
	} else {
		color_on(opts, COLOR_VALUE, o->buf);
		result = desc ? decode__named_ret(event, desc) : NULL;
		if (result)
			decode__ret_name(event, result, o);
		else if (desc)
			decode__ret(event, desc, o);
		else
			strbuf__add_sint(o->buf, ret);
		color_off(opts, o->buf);
	}
}

/* A tracepoint or probe of an augmenter: what it attached is all there is. Its name is a file's word. */
static void add_probe(const struct format_opts *opts, const struct event *event, struct out *o)
{
	const char *name = attached_types__event(opts->attached, event->rec->nr);

	strbuf__add_escaped(o->buf, name, strlen(name));
	out__begin(o, OUT_ARGS);
	attached__say(opts->attached, event, o);
	out__end(o, OUT_ARGS);
	strbuf__addc(o->buf, '\n');
}

#define FRAME_INDENT 39 /* perf's */

static void add_frame(void *ctx, const struct stack_frame *frame)
{
	struct strbuf *line = ctx;

	strbuf__pad(line, line->len, FRAME_INDENT);
	if (frame->symbol)
		strbuf__add_escaped(line, frame->symbol, strlen(frame->symbol));
	else
		strbuf__addf(line, "[0x%" PRIx64 "]", frame->path ? frame->offset : frame->ip);
	strbuf__adds(line, " (");
	if (frame->path)
		strbuf__add_escaped(line, frame->path, strlen(frame->path));
	else
		strbuf__adds(line, "[unknown]");
	strbuf__adds(line, ")\n");
}

/* As perf, which shows chains with fewer frames than asked for not at all. */
static void add_chain(const struct format_opts *opts, const struct stack_chain *chain,
		      struct strbuf *line)
{
	const size_t start = line->len;
	bool is_cut;

	if (!opts->stacks)
		return;
	if (stacks__for_each(opts->stacks, chain, opts->max_stack, add_frame, line, &is_cut) <
	    opts->min_stack) {
		line->len = start;
		return;
	}
	if (is_cut) {
		strbuf__pad(line, line->len, FRAME_INDENT);
		strbuf__adds(line, "...\n");
	}
}

void format_perf__call(const struct format_opts *opts, const struct event *event,
		       enum format_state state, struct strbuf *line)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	struct stack_chain chain;
	struct fd_notes fds;
	struct out o;
	size_t start, column;

	out__init_text(&o, opts->color ? &perf_color_style : &perf_style, line);
	if (opts->decode_fds) {
		fd_notes__init(&fds, opts->decode_fds, event, NULL);
		o.fds = &fds.out;
	}
	o.full_names = opts->show_prefix;
	o.bare_args = !opts->show_arg_names;
	o.verbose = opts->verbose;
	add_head(opts, rec, state, line);
	if (rec->type == AUG_RECORD_EVENT) {
		add_probe(opts, event, &o);
		return;
	}
	if (state == FORMAT_CONTINUED)
		strbuf__adds(line, " ... [continued]: ");
	start = line->len;
	color_on(opts, COLOR_CALL, line);
	format__syscall_name(rec->abi, rec->nr, line);
	color_off(opts, line);
	out__begin(&o, OUT_ARGS);
	if (desc)
		decode__args(event, desc, &o, opts->show_zeros);
	else
		format__raw_args(event, &o);
	if (event->has_attached)
		attached__say(opts->attached, event, &o);
	if (state == FORMAT_WAITING) {
		strbuf__adds(line, ") ...\n");
		return;
	}
	out__end(&o, OUT_ARGS);
	/* args_alignment is the column of the "=", which has a blank before it in any case. */
	column = opts->args_alignment ? opts->args_alignment - 1 : 0;
	strbuf__pad(line, start, column + (opts->color ? invisible(line, start) : 0));
	strbuf__adds(line, " = ");
	add_return(opts, event, desc, &o);
	strbuf__addc(line, '\n');
	if (event->has_stack) {
		format__chain(event, &chain);
		add_chain(opts, &chain, line);
	}
}

void format_perf__event(const struct format_opts *opts, const struct shown_event *event,
			struct strbuf *line)
{
	bool is_printed;
	struct out o;

	add_time(opts, event->time_ns, line);
	if (opts->has_calls && opts->show_duration)
		strbuf__adds(line, NO_DURATION);
	add_thread(opts, event->comm, event->tid, line);
	if (event->is_fault) {
		format_event__fault(event, opts->stacks, line);
		strbuf__addc(line, '\n');
		add_chain(opts, &event->chain, line);
		return;
	}
	strbuf__adds(line, event->name);
	is_printed = opts->print_formats && event->format && !event->enter &&
		     tp_format__can_print(event->format, event->raw, event->raw_size);
	if (event->format && !is_printed) {
		out__init_text(&o, opts->color ? &perf_color_style : &perf_style, line);
		o.full_names = opts->show_prefix;
		out__begin(&o, OUT_ARGS);
		format_event__fields(event, opts->show_zeros, &o);
		out__end(&o, OUT_ARGS);
		strbuf__addc(line, '\n');
		add_chain(opts, &event->chain, line);
		return;
	}
	strbuf__addc(line, '(');
	if (is_printed)
		tp_format__print(event->format, event->raw, event->raw_size, event->cpu, line);
	else
		strbuf__add_escaped(line, (const char *)event->raw, format_event__output(event));
	strbuf__adds(line, ")\n");
	add_chain(opts, &event->chain, line);
}
