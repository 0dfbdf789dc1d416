// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_spec_rows.c - for the whole table: that each spec says what its row does, that all of it
 * fits into one record, and that what is copied by a command or behind a member has its place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "commands.h"
#include "decode.h"
#include "spec.h"
#include "spec_build.h"
#include "util.h"

#define SPEC_ERR(desc, ...)                                                            \
	do {                                                                           \
		print_error("%s (%d, %d): ", (desc)->name, (desc)->nr[AUG_ABI_NATIVE], \
			    (desc)->nr[AUG_ABI_COMPAT]);                               \
		fail_msg(__VA_ARGS__);                                                 \
	} while (0)

static bool is_pointer_to_length(const struct arg_desc *arg)
{
	return (arg->type == &arg_struct || arg->type == &arg_addr_len) && arg->layout &&
	       layout__is_number(arg->layout);
}

static void check_length(const struct syscall_desc *desc, const struct aug_capture *cap)
{
	const struct arg_desc *arg = &desc->args[cap->arg];

	switch (cap->len_from) {
	case AUG_LEN_RET:
		if (cap->when != AUG_AT_EXIT)
			SPEC_ERR(desc, "argument %u: no return value at entry", cap->arg);
		if (!arg->len_arg) {
			if (cap->len_arg != AUG_MAX_ARGS)
				SPEC_ERR(desc, "argument %u: room of argument %u", cap->arg,
					 cap->len_arg);
			return;
		}
		break;
	case AUG_LEN_FIELD:
		if (cap->len_arg > 64 || (cap->unit < 8 && !(cap->flags & AUG_C_EXTRA)))
			SPEC_ERR(desc, "argument %u: size at %u", cap->arg, cap->len_arg);
		return;
	case AUG_LEN_ARG:
	case AUG_LEN_BITS:
	case AUG_LEN_PAGES:
	case AUG_LEN_PTR:
		break;
	default:
		SPEC_ERR(desc, "argument %u: length from %u", cap->arg, cap->len_from);
	}
	if (!arg->len_arg || cap->len_arg != arg->len_arg - 1)
		SPEC_ERR(desc, "argument %u: no argument holds its length", cap->arg);
	if (cap->len_arg >= desc->nr_args || cap->len_arg == cap->arg)
		SPEC_ERR(desc, "argument %u: length in argument %u", cap->arg, cap->len_arg);
	/* A length is a number, or a pointer to one. */
	if (is_pointer_to_length(&desc->args[cap->len_arg]) != (cap->len_from == AUG_LEN_PTR))
		SPEC_ERR(desc, "argument %u: '%s' is no such length", cap->arg,
			 desc->args[cap->len_arg].name);
}

static void check_size(const struct syscall_desc *desc, const struct aug_capture *cap)
{
	if (!cap->when || cap->when & ~(AUG_AT_ENTER | AUG_AT_EXIT | AUG_AT_FAILURE))
		SPEC_ERR(desc, "argument %u: captured at %#x", cap->arg, cap->when);
	if (!cap->size || cap->size > AUG_STR_MAX)
		SPEC_ERR(desc, "argument %u: %u bytes", cap->arg, cap->size);
	if (!(cap->flags & AUG_C_EXTRA) && (!cap->unit || cap->unit > cap->size))
		SPEC_ERR(desc, "argument %u: units of %u bytes", cap->arg, cap->unit);
}

static void check_capture(const struct syscall_desc *desc, const struct aug_capture *cap)
{
	const struct arg_desc *arg;

	if (cap->arg >= desc->nr_args)
		SPEC_ERR(desc, "captures argument %u of %u", cap->arg, desc->nr_args);
	arg = &desc->args[cap->arg];
	if (cap->kind != arg->type->capture || cap->kind < AUG_CAP_STR || cap->kind > AUG_CAP_PTRS)
		SPEC_ERR(desc, "argument %u: kind %u", cap->arg, cap->kind);
	if (cap->kind == AUG_CAP_BY_CMD) {
		if (!arg->cmds || cap->len_arg >= desc->nr_args || !cap->size)
			SPEC_ERR(desc, "argument %u: no command", cap->arg);
		return;
	}
	check_size(desc, cap);
	switch (cap->kind) {
	case AUG_CAP_BUF:
		check_length(desc, cap);
		break;
	case AUG_CAP_IOVEC:
	case AUG_CAP_MMSGHDR:
	case AUG_CAP_PTRS:
		if (cap->len_from || !arg->len_arg || cap->len_arg >= desc->nr_args)
			SPEC_ERR(desc, "argument %u: how many?", cap->arg);
		break;
	default:
		if (cap->len_from || cap->len_arg)
			SPEC_ERR(desc, "argument %u needs no length", cap->arg);
	}
}

static unsigned int count_pointers(const struct syscall_desc *desc)
{
	unsigned int i, nr = 0;

	for (i = 0; i < desc->nr_args; i++)
		nr += desc->args[i].type->capture != 0;
	return nr;
}

static int check_spec(const struct syscall_desc *desc, void *ctx)
{
	unsigned int nr_enter = 0, nr_exit = 0, i;
	unsigned int *nr_rows = ctx;
	struct aug_spec spec;

	if (desc->nr[AUG_ABI_NATIVE] == SYSCALL_NONE)
		return 0;
	build(desc, &spec);
	if (spec.nr_captures != count_pointers(desc) || spec.nr_captures > AUG_MAX_ARGS)
		SPEC_ERR(desc, "%u captures of %u", spec.nr_captures, count_pointers(desc));
	for (i = 0; i < spec.nr_captures; i++) {
		const struct aug_capture *cap = &spec.captures[i];

		check_capture(desc, cap);
		if (i && cap->arg <= spec.captures[i - 1].arg)
			SPEC_ERR(desc, "argument %u twice or out of order", cap->arg);
		nr_enter += cap->when & AUG_AT_ENTER ? 1 : 0;
		nr_exit += cap->when & (AUG_AT_EXIT | AUG_AT_FAILURE) ? 1 : 0;
	}
	if (spec.nr_enter != nr_enter || spec.nr_exit != nr_exit)
		SPEC_ERR(desc, "counts %u and %u captures, has %u and %u", spec.nr_enter,
			 spec.nr_exit, nr_enter, nr_exit);
	++*nr_rows;
	return 0;
}

static void every_row__has_a_sound_spec(void **state)
{
	unsigned int nr_rows = 0;

	(void)state;
	assert_int_equal(syscalls__for_each(check_spec, &nr_rows), 0);
	assert_true(nr_rows > 300);
}

/*
 * The engine writes payloads one behind the other, each with room for the longest string: none may
 * begin so late that it does not fit, whatever the lengths of those before it.
 */
static int check_room(const struct syscall_desc *desc, void *ctx)
{
	static const uint8_t phases[] = { AUG_AT_ENTER, AUG_AT_EXIT };
	const size_t last_start = AUG_PAYLOAD_BIG - sizeof(struct aug_payload) - AUG_STR_MAX;
	struct aug_spec spec;
	size_t off = 0, p;
	unsigned int i;

	(void)ctx;
	build(desc, &spec);
	for (p = 0; p < ARRAY_SIZE(phases); p++) {
		for (i = 0; i < spec.nr_captures; i++) {
			const struct aug_capture *cap = &spec.captures[i];

			/* The engine cuts what is nested where there is no more room. */
			if (!(cap->when & phases[p]) || cap->kind > AUG_CAP_BUF)
				continue;
			if (off > last_start)
				SPEC_ERR(desc, "argument %u begins at %zu", cap->arg, off);
			off += sizeof(struct aug_payload) + ((cap->size + 7) & ~7U);
		}
	}
	if (off > AUG_PAYLOAD_BIG)
		SPEC_ERR(desc, "%zu bytes of payload", off);
	return 0;
}

static void payloads_of_every_row__fit_in_a_record(void **state)
{
	(void)state;
	assert_int_equal(syscalls__for_each(check_room, NULL), 0);
}

static int check_flags(const struct syscall_desc *desc, void *ctx)
{
	struct aug_spec spec;

	(void)ctx;
	build(desc, &spec);
	if ((spec.flags & ~AUG_S_FDS) != desc->flags ||
	    desc->flags & ~(AUG_S_NORETURN | AUG_S_EXEC | AUG_S_FORK | AUG_S_SIGFRAME |
			    AUG_S_SOCKET | AUG_S_KINDS))
		SPEC_ERR(desc, "flags %#x", spec.flags);
	if (spec.flags & AUG_S_KINDS && !(spec.flags & AUG_S_FDS))
		SPEC_ERR(desc, "AUG_S_KINDS without descriptors");
	/* What never returns has no exit to read at, nor a value. */
	if (!!(spec.flags & AUG_S_NORETURN) != (desc->ret == RET_VOID))
		SPEC_ERR(desc, "AUG_S_NORETURN goes with RET_VOID");
	if (spec.flags & AUG_S_NORETURN && spec.nr_exit)
		SPEC_ERR(desc, "reads at an exit that there is not");
	/* The memory of the arguments is gone when an exec has succeeded. */
	if (!!(spec.flags & AUG_S_EXEC) != !strncmp(desc->name, "execve", 6))
		SPEC_ERR(desc, "AUG_S_EXEC is for execve and execveat");
	if (!!(spec.flags & AUG_S_FORK) !=
	    (!strncmp(desc->name, "clone", 5) || strstr(desc->name, "fork")))
		SPEC_ERR(desc, "AUG_S_FORK is for clone, clone3, fork and vfork");
	if (spec.flags & AUG_S_EXEC && spec.nr_exit)
		SPEC_ERR(desc, "reads memory that an exec has replaced");
	return 0;
}

static void flags_of_every_row__are_consistent(void **state)
{
	(void)state;
	assert_int_equal(syscalls__for_each(check_flags, NULL), 0);
}

/* The engine's list of follows says of each capture what its layout does. */
static void check_follows(const struct aug_capture *cap, const struct layout *l)
{
	static struct aug_follow follows[AUG_FOLLOWS_MAX];
	size_t size;

	if (!l || !l->nr_follows) {
		assert_false(cap->flags & AUG_C_FOLLOW);
		return;
	}
	assert_in_range(spec__build_follows(SPEC_LIMITS(SPEC_LIMIT_DEFAULT), follows), 1,
			AUG_FOLLOWS_MAX);
	assert_true(cap->flags & AUG_C_FOLLOW);
	assert_in_range(l->nr_follows, 1, AUG_PART_FOLLOWED - AUG_PART_ITEM);
	size = l->size;
	for (unsigned int i = 0; i < l->nr_follows; i++) {
		const struct aug_follow *f = &follows[cap->follow + i];

		assert_int_equal(f->off, l->follows[i].off);
		assert_int_equal(f->nr_more, l->nr_follows - i - 1);
		assert_in_range(f->ptr_size, 4, 8);
		assert_in_range(f->size, l->follows[i].is_bare ? 0 : 1, AUG_STR_MAX);
		assert_int_equal(f->only_off, l->follows[i].only_off);
		assert_int_equal(f->only, l->follows[i].only);
		assert_true(f->only_off + 2U <= size);
		assert_true((size_t)f->off + f->ptr_size <= size);
		assert_true((size_t)f->len_off + f->len_size <= size);
		assert_true(cap->when & f->when);
		assert_int_equal(f->base_least, l->follows[i].base_least);
		/* Behind it they are those of the bytes that it leads to. */
		if (f->base_least) {
			assert_int_equal(f->kind, AUG_CAP_BUF);
			assert_in_range(f->base_least, 1, f->size);
			size = f->size;
		}
	}
}

static void check_arg_follows(const struct arg_desc *arg)
{
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		struct aug_capture cap;

		if (arg->layout &&
		    spec__capture(arg, 0, abi, SPEC_LIMITS(SPEC_LIMIT_DEFAULT), &cap))
			check_follows(&cap, layout__of(arg->layout, abi == AUG_ABI_COMPAT));
	}
}

static int check_row_follows(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct cmd_table *cmds = desc->args[i].cmds;
		const struct cmd_row *row;

		check_arg_follows(&desc->args[i]);
		for (size_t n = 0; cmds && (row = cmd_table__at(cmds, n)); n++)
			check_arg_follows(&row->arg);
	}
	return 0;
}

/* The index of ioctls has room for them, and finds what the rows say. */
static void command__has_one_row(void **state)
{
	const struct cmd_row *row;
	size_t nr;

	(void)state;
	for (nr = 0; (row = cmd_table__at(&cmds_ioctl, nr)); nr++) {
		if (cmd_table__row(&cmds_ioctl, row->cmd) != row)
			fail_msg("ioctl %#x has two rows", row->cmd);
		/* All that fail would take longer. */
		if (arg__when(&row->arg) & AUG_AT_FAILURE)
			fail_msg("ioctl %#x looks at what failed calls leave", row->cmd);
	}
	assert_true(nr > 400);
	assert_true(nr < CMD_INDEX_SLOTS / 2);
	assert_null(cmd_table__row(&cmds_ioctl, 0xdeadbeef));
}

static void members_that_are_followed__are_the_layouts(void **state)
{
	(void)state;
	syscalls__for_each(check_row_follows, NULL);
}

struct cmd_check {
	unsigned int nr;
	unsigned int nr_ioctl_default;
	struct aug_cmd_key seen[AUG_CMD_CAPTURES_MAX];
};

static int check_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_capture *cap)
{
	const unsigned int abi = key->spec_idx / AUG_NR_SYSCALLS;
	struct cmd_check *c = ctx;
	struct aug_spec spec;

	/* None of them may be passed over. */
	build_for(syscalls__get(abi, key->spec_idx % AUG_NR_SYSCALLS), abi, &spec);
	if (key->arg & AUG_CMD_DEFAULT)
		assert_true(spec.cmds == ~0ULL);
	else
		assert_true(spec.cmds >> aug_cmd_bit(key->cmd) & 1);
	assert_true(c->nr < AUG_CMD_CAPTURES_MAX);
	for (unsigned int i = 0; i < c->nr; i++)
		assert_memory_not_equal(&c->seen[i], key, sizeof(*key));
	c->seen[c->nr++] = *key;
	assert_int_equal(cap->arg, key->arg & ~AUG_CMD_DEFAULT);
	/* What is longer than one payload is cut, or comes in several. */
	assert_in_range(cap->size, 1,
			cap->kind == AUG_CAP_STR ? AUG_STR_MAX : AUG_PAYLOAD_BIG - AUG_STR_MAX);
	assert_in_range(cap->kind, AUG_CAP_STR, AUG_CAP_IOVEC);
	if (key->arg & AUG_CMD_DEFAULT && cap->len_from == AUG_LEN_IOC)
		c->nr_ioctl_default++;
	return 0;
}

/* They are the keys of a map that has to hold them all. */
static void commands__are_unique_and_fit(void **state)
{
	static struct cmd_check c;

	(void)state;
	assert_int_equal(spec__for_each_cmd(SPEC_LIMITS(SPEC_LIMIT_DEFAULT), check_cmd, &c), 0);
	assert_true(c.nr > 100);
	assert_int_equal(c.nr_ioctl_default, AUG_NR_ABIS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row__has_a_sound_spec),
		cmocka_unit_test(payloads_of_every_row__fit_in_a_record),
		cmocka_unit_test(flags_of_every_row__are_consistent),
		cmocka_unit_test(commands__are_unique_and_fit),
		cmocka_unit_test(command__has_one_row),
		cmocka_unit_test(members_that_are_followed__are_the_layouts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
