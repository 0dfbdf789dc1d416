// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_event.c - see format_event.h: what the formats have in common. */
#include "format_event.h"

#include <inttypes.h>

#include <string.h>

#include "decode.h"
#include "perf_payload.h"
#include "perfdata_cursor.h"

/* The arguments of syscalls:sys_enter_NAME are the call's: what they point to has not been read. */
static void say_enter(const struct shown_event *event, bool show_zeros, struct out *o)
{
	struct aug_record rec = { .abi = AUG_ABI_NATIVE };
	struct event call = { .rec = &rec };
	struct cursor c = cursor__of(event->raw, event->raw_size);
	unsigned int i;

	cursor__take(&c, PERF_CALL_HEAD);
	for (i = 0; i < event->enter->nr_args; i++)
		rec.args[i] = cursor__u64(&c);
	decode__args(&call, event->enter, o, show_zeros);
}

void format_event__fields(const struct shown_event *event, bool show_zeros, struct out *o)
{
	if (event->enter)
		say_enter(event, show_zeros, o);
	else
		tp_format__say(event->format, event->raw, event->raw_size, show_zeros, o);
}

size_t format_event__output(const struct shown_event *event)
{
	size_t len = strnlen((const char *)event->raw, event->raw_size);

	return len && event->raw[len - 1] == '\n' ? len - 1 : len;
}

/*
 * perf's way to say where: of code the function, of data the file and the place in it. Behind that
 * what kind the data is (d: mapped, ?: not known) and whether user space or the kernel touched it.
 */
void format_event__fault(const struct shown_event *event, struct stacks *stacks,
			 struct strbuf *text)
{
	struct stack_frame frame;

	stacks__frame(stacks, event->pid, event->ip, event->is_kernel, false, &frame);
	strbuf__addf(text, "%s [", event->name);
	if (frame.symbol) {
		strbuf__add_escaped(text, frame.symbol, strlen(frame.symbol));
		strbuf__addf(text, "+0x%" PRIx64, frame.symbol_offset);
	} else {
		strbuf__addf(text, "0x%" PRIx64, frame.path ? frame.offset : frame.ip);
	}
	strbuf__adds(text, "] => ");
	stacks__frame(stacks, event->pid, event->addr, false, false, &frame);
	if (frame.path) {
		strbuf__add_escaped(text, frame.path, strlen(frame.path));
		strbuf__addc(text, '@');
	}
	strbuf__addf(text, "0x%" PRIx64 " (%c%c)", frame.path ? frame.offset : frame.ip,
		     frame.path ? 'd' : '?', event->is_kernel ? 'k' : '.');
}
