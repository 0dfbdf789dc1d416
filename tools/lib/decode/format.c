// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format.c - what the text formats share. */
#include "format.h"

#include <string.h>

#include "bpf-progs/unfold_calls.h"
#include "util.h"
#include "x32.h"

static bool is_number(const struct sub_call *sub, unsigned int nr)
{
	return nr && (sub->nr == nr || sub->fault_nr == nr);
}

static unsigned int untaken(unsigned int abi, unsigned int nr)
{
	const unsigned int low = nr & ~AUG_NR_TAKEN;

	return abi == AUG_ABI_COMPAT && low >= AUG_NR_UNFOLDED && low < AUG_NR_SYSCALLS ? low : nr;
}

unsigned int format__number(const struct aug_record *rec)
{
	size_t i;

	if (rec->abi != AUG_ABI_COMPAT || !(rec->flags & AUG_F_UNFOLDED) || rec->nr & AUG_NR_TAKEN)
		return untaken(rec->abi, rec->nr);
	for (i = 0; i < SUB_CALLS && !is_number(&sub_calls[i], rec->nr); i++)
		;
	if (i == SUB_CALL_SELECT)
		return AUG_NR_OLD_SELECT;
	if (i == SUB_CALL_MMAP)
		return AUG_NR_OLD_MMAP;
	return i < SUB_CALL_IPC ? AUG_NR_SOCKETCALL : i < SUB_CALLS ? AUG_NR_IPC : rec->nr;
}

void format__bare_name(unsigned int abi, unsigned int nr, struct strbuf *line)
{
	const bool is_x32 = x32__is(abi, nr);
	const struct syscall_desc *desc = is_x32 ? x32__get(nr) : syscalls__get(abi, nr);

	if (desc) {
		strbuf__adds(line, desc->name);
		return;
	}
	strbuf__adds(line, "syscall_");
	nr = is_x32 ? x32__number(nr) : untaken(abi, nr);
	if (nr > INT32_MAX)
		strbuf__add_hex(line, nr);
	else
		strbuf__add_uint(line, nr);
}

void format__syscall_name(unsigned int abi, unsigned int nr, struct strbuf *line)
{
	format__bare_name(abi, nr, line);
	if (abi == AUG_ABI_COMPAT)
		strbuf__adds(line, "@32");
	if (x32__is(abi, nr))
		strbuf__adds(line, "@x32");
}

/* A number without a row: all six registers, as nobody can say how many count. */
void format__raw_args(const struct event *event, struct out *o)
{
	static const char *const names[AUG_MAX_ARGS] = { "arg0", "arg1", "arg2",
							 "arg3", "arg4", "arg5" };
	unsigned int i;

	for (i = 0; i < AUG_MAX_ARGS; i++) {
		out__member(o, names[i]);
		out__hex(o, event->rec->args[i]);
	}
}

/*
 * Codes that the kernel keeps to itself (include/linux/errno.h). Those with a text: a signal came first, and the
 * program sees EINTR or the result of the call made again. Others are returned all the same, as by bpf(2). strace
 * has the same words for them.
 */
static const struct {
	int code;
	const char *name;
	const char *text;
} internals[] = {
	{ 512, "ERESTARTSYS", "To be restarted if SA_RESTART is set" },
	{ 513, "ERESTARTNOINTR", "To be restarted" },
	{ 514, "ERESTARTNOHAND", "To be restarted if no handler" },
	{ 515, "ENOIOCTLCMD", NULL },
	{ 516, "ERESTART_RESTARTBLOCK", "Interrupted by signal" },
	{ 517, "EPROBE_DEFER", NULL },
	{ 518, "EOPENSTALE", NULL },
	{ 519, "ENOPARAM", NULL },
	{ 521, "EBADHANDLE", NULL },
	{ 522, "ENOTSYNC", NULL },
	{ 523, "EBADCOOKIE", NULL },
	{ 524, "ENOTSUPP", NULL },
	{ 525, "ETOOSMALL", NULL },
	{ 526, "ESERVERFAULT", NULL },
	{ 527, "EBADTYPE", NULL },
	{ 528, "EJUKEBOX", NULL },
	{ 529, "EIOCBQUEUED", NULL },
	{ 530, "ERECALLCONFLICT", NULL },
};

static void add_named_error(const char *result, const char *name, const char *text,
			    struct strbuf *line)
{
	strbuf__adds(line, result);
	strbuf__adds(line, name);
	strbuf__adds(line, " (");
	strbuf__adds(line, text);
	strbuf__addc(line, ')');
}

const char *format__error_name(int err)
{
	const char *name = strerrorname_np(err);

	for (size_t i = 0; !name && i < ARRAY_SIZE(internals); i++)
		name = internals[i].code == err ? internals[i].name : NULL;
	return name;
}

void format__error(int err, struct strbuf *line)
{
	const char *name = strerrorname_np(err);
	size_t i;

	if (name) {
		add_named_error("-1 ", name, strerrordesc_np(err), line);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(internals); i++) {
		if (internals[i].code != err)
			continue;
		if (internals[i].text)
			add_named_error("? ", internals[i].name, internals[i].text, line);
		else
			strbuf__addf(line, "-1 %s (Unknown error %d)", internals[i].name, err);
		return;
	}
	strbuf__addf(line, "-1 (errno %d)", err);
}

void format__chain(const struct event *event, struct stack_chain *ret_chain)
{
	const struct payload *user = &event->stack[0], *kernel = &event->stack[1];

	*ret_chain = (struct stack_chain){ .pid = event->rec->pid };
	if (event->has_stack & 1) {
		ret_chain->user = user->data;
		ret_chain->nr_user = user->len / sizeof(uint64_t);
		ret_chain->user_err = user->err;
	}
	if (event->has_stack & 4) {
		ret_chain->dump = event->stack[2].data;
		ret_chain->dump_len = event->stack[2].len;
	}
	if (event->has_stack & 2) {
		ret_chain->kernel = kernel->data;
		ret_chain->nr_kernel = kernel->len / sizeof(uint64_t);
	}
}
