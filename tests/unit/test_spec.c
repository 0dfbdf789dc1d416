// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_spec.c - what the engine is told to copy: of a description made up for the test, and for the
 * whole table that each spec says what its row does, and that all of it fits into one record.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>

#include "commands.h"
#include "bpf-progs/unfold_calls.h"
#include "decode.h"
#include "spec.h"
#include "util.h"

#define SPEC_ERR(desc, ...)                                                            \
	do {                                                                           \
		print_error("%s (%d, %d): ", (desc)->name, (desc)->nr[AUG_ABI_NATIVE], \
			    (desc)->nr[AUG_ABI_COMPAT]);                               \
		fail_msg(__VA_ARGS__);                                                 \
	} while (0)

/* ---- a description of our own ---- */

static const struct arg_type type_number = { .name = "number" };
static const struct arg_type type_str = {
	.name = "str",
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = 100,
};
static const struct arg_type type_bytes = {
	.name = "bytes",
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_EXIT,
	.size = 144,
};
static const struct arg_type type_buf = {
	.name = "buf",
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.unit = 16,
	.size = 320,
};

static void build_for(const struct syscall_desc *desc, unsigned int abi, struct aug_spec *spec)
{
	/* Nothing of what was there before may stay. */
	memset(spec, 0xff, sizeof(*spec));
	spec__build(desc, abi, SPEC_LIMIT_DEFAULT, spec);
}

static void build(const struct syscall_desc *desc, struct aug_spec *spec)
{
	build_for(desc, AUG_ABI_NATIVE, spec);
}

static void expect_capture(const struct aug_spec *spec, unsigned int idx,
			   struct aug_capture expected)
{
	assert_true(idx < spec->nr_captures);
	assert_memory_equal(&spec->captures[idx], &expected, sizeof(expected));
}

static void described_captures__are_in_the_spec(void **state)
{
	const struct syscall_desc desc = {
		.name = "made_up",
		.nr_args = 6,
		.flags = AUG_S_EXEC,
		.args = {
			{ .name = "n", .type = &type_number },
			{ .name = "path", .type = &type_str },
			{ .name = "in", .type = &type_buf, .len_arg = 6 },
			{ .name = "out", .type = &type_buf, .when = AUG_AT_EXIT, .len_arg = 1,
			  .len_from = AUG_LEN_PTR },
			{ .name = "stat", .type = &type_bytes },
			{ .name = "both", .type = &type_str, .when = AUG_AT_ENTER | AUG_AT_EXIT },
		},
	};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_int_equal(spec.flags, AUG_S_EXEC);
	assert_int_equal(spec.nr_captures, 5);
	assert_int_equal(spec.nr_enter, 3);
	assert_int_equal(spec.nr_exit, 3);
	expect_capture(&spec, 0,
		       (struct aug_capture){ .arg = 1,
					     .kind = AUG_CAP_STR,
					     .when = AUG_AT_ENTER,
					     .unit = 1,
					     .size = 100 });
	expect_capture(&spec, 1,
		       (struct aug_capture){ .arg = 2,
					     .kind = AUG_CAP_BUF,
					     .when = AUG_AT_ENTER,
					     .len_from = AUG_LEN_ARG,
					     .len_arg = 5,
					     .unit = 16,
					     .size = 320 });
	expect_capture(&spec, 2,
		       (struct aug_capture){ .arg = 3,
					     .kind = AUG_CAP_BUF,
					     .when = AUG_AT_EXIT,
					     .len_from = AUG_LEN_PTR,
					     .len_arg = 0,
					     .unit = 16,
					     .size = 320 });
	expect_capture(&spec, 3,
		       (struct aug_capture){ .arg = 4,
					     .kind = AUG_CAP_BYTES,
					     .when = AUG_AT_EXIT,
					     .unit = 1,
					     .size = 144 });
	expect_capture(&spec, 4,
		       (struct aug_capture){ .arg = 5,
					     .kind = AUG_CAP_STR,
					     .when = AUG_AT_ENTER | AUG_AT_EXIT,
					     .unit = 1,
					     .size = 100 });
}

/* What capture_fast.bpf.h copies: the only capture of an end, of a length that the registers hold. */
static void plain_captures__are_marked(void **state)
{
	struct syscall_desc desc = {
		.name = "plain",
		.nr_args = 3,
		.args = {
			{ .name = "n", .type = &type_number },
			{ .name = "path", .type = &type_str },
			{ .name = "stat", .type = &type_bytes },
		},
	};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 1);
	assert_int_equal(spec.fast_exit, 2);
	desc.args[0] = (struct arg_desc){ .name = "path", .type = &type_str };
	build(&desc, &spec); /* two at the entry */
	assert_int_equal(spec.fast_enter, 0);
	assert_int_equal(spec.fast_exit, 3);
	desc.nr_args = 1;
	desc.args[0] = (struct arg_desc){ .name = "in", .type = &type_buf, .len_arg = 2 };
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 1);
	assert_int_equal(spec.fast_exit, 0);
	desc.args[0].len_from = AUG_LEN_PTR;
	build(&desc, &spec);
	assert_int_equal(spec.fast_enter, 0);
	desc.args[0] = (struct arg_desc){ .name = "stat", .type = &type_bytes, .extra = 1 };
	build(&desc, &spec);
	assert_int_equal(spec.fast_exit, 0);
}

static void all_six_arguments__can_be_captured(void **state)
{
	struct syscall_desc desc = { .name = "six", .nr_args = AUG_MAX_ARGS };
	struct aug_spec spec;
	unsigned int i;

	(void)state;
	for (i = 0; i < AUG_MAX_ARGS; i++)
		desc.args[i] = (struct arg_desc){ .name = "s", .type = &type_str };
	build(&desc, &spec);
	assert_int_equal(spec.nr_captures, AUG_MAX_ARGS);
	for (i = 0; i < AUG_MAX_ARGS; i++)
		assert_int_equal(spec.captures[i].arg, i);
}

static void call_without_pointers__captures_nothing(void **state)
{
	const struct syscall_desc desc = {
		.name = "plain",
		.nr_args = 1,
		.args = { { .name = "n", .type = &type_number } },
	};
	const struct aug_spec empty = {};
	struct aug_spec spec;

	(void)state;
	build(&desc, &spec);
	assert_memory_equal(&spec, &empty, sizeof(spec));
}

/* ---- the table ---- */

static bool is_pointer_to_length(const struct arg_desc *arg)
{
	return arg->type == &arg_struct && arg->layout && layout__is_number(arg->layout);
}

static void check_length(const struct syscall_desc *desc, const struct aug_capture *cap)
{
	const struct arg_desc *arg = &desc->args[cap->arg];

	switch (cap->len_from) {
	case AUG_LEN_RET:
		if (cap->when != AUG_AT_EXIT)
			SPEC_ERR(desc, "argument %u: no return value at entry", cap->arg);
		return;
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
	    desc->flags &
		    ~(AUG_S_NORETURN | AUG_S_EXEC | AUG_S_SIGFRAME | AUG_S_SOCKET | AUG_S_SOCKET))
		SPEC_ERR(desc, "flags %#x", spec.flags);
	/* What never returns has no exit to read at, nor a value. */
	if (!!(spec.flags & AUG_S_NORETURN) != (desc->ret == RET_VOID))
		SPEC_ERR(desc, "AUG_S_NORETURN goes with RET_VOID");
	if (spec.flags & AUG_S_NORETURN && spec.nr_exit)
		SPEC_ERR(desc, "reads at an exit that there is not");
	/* The memory of the arguments is gone when an exec has succeeded. */
	if (!!(spec.flags & AUG_S_EXEC) != !strncmp(desc->name, "execve", 6))
		SPEC_ERR(desc, "AUG_S_EXEC is for execve and execveat");
	if (spec.flags & AUG_S_EXEC && spec.nr_exit)
		SPEC_ERR(desc, "reads memory that an exec has replaced");
	return 0;
}

static void flags_of_every_row__are_consistent(void **state)
{
	(void)state;
	assert_int_equal(syscalls__for_each(check_flags, NULL), 0);
}

static const struct aug_spec *spec_of(unsigned int abi, const char *name)
{
	static struct aug_spec spec;
	const struct syscall_desc *desc = syscalls__find(abi, name);

	if (!desc)
		fail_msg("no %s", name);
	build(desc, &spec);
	return &spec;
}

/* Of each capture: s(tring) or b(uffer), its argument, at e(ntry) or e(x)it. */
static void well_known_calls__copy_what_they_should(void **state)
{
	static const struct {
		const char *name;
		const char *kinds;
		int len_arg;
	} cases[] = {
		{ "openat", "s1e", -1 },       { "open", "s0e", -1 },
		{ "execve", "s0e", -1 },       { "rename", "s0es1e", -1 },
		{ "renameat2", "s1es3e", -1 }, { "symlinkat", "s0es2e", -1 },
		{ "connect", "b1e", 2 },       { "bind", "b1e", 2 },
		{ "write", "b1e", 2 },	       { "accept4", "b1x", 2 },
		{ "getpeername", "b1x", 2 },   { "pwrite64", "b1e", 2 },
		{ "close", "", -1 },	       { "exit_group", "", -1 },
		{ "mount", "s0es1es2e", -1 },
	};
	size_t c, i;

	(void)state;
	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		const struct aug_spec *spec = spec_of(AUG_ABI_NATIVE, cases[c].name);
		char kinds[3 * AUG_MAX_ARGS + 1] = "";

		for (i = 0; i < spec->nr_captures; i++) {
			const struct aug_capture *cap = &spec->captures[i];

			kinds[3 * i] = cap->kind == AUG_CAP_STR ? 's' : 'b';
			kinds[3 * i + 1] = (char)('0' + cap->arg);
			kinds[3 * i + 2] = cap->when == AUG_AT_ENTER ? 'e' : 'x';
			if (cap->kind == AUG_CAP_BUF)
				assert_int_equal(cap->len_arg, cases[c].len_arg);
			else if (cap->kind == AUG_CAP_STR)
				assert_int_equal(cap->size, AUG_STR_MAX);
		}
		/* A row may come to copy more behind these. */
		if (strncmp(kinds, cases[c].kinds, strlen(cases[c].kinds)) ||
		    (!*cases[c].kinds && *kinds))
			fail_msg("%s: captures '%s', expected '%s'", cases[c].name, kinds,
				 cases[c].kinds);
	}
	assert_int_equal(spec_of(AUG_ABI_NATIVE, "exit_group")->flags, AUG_S_NORETURN);
	assert_int_equal(spec_of(AUG_ABI_NATIVE, "execve")->flags, AUG_S_EXEC);
	assert_int_equal(spec_of(AUG_ABI_COMPAT, "open")->nr_captures, 1);
}

/* The engine's list of follows says of each capture what its layout does. */
static void check_follows(const struct aug_capture *cap, const struct layout *l)
{
	static struct aug_follow follows[AUG_FOLLOWS_MAX];

	if (!l || !l->nr_follows) {
		assert_false(cap->flags & AUG_C_FOLLOW);
		return;
	}
	assert_in_range(spec__build_follows(SPEC_LIMIT_DEFAULT, follows), 1, AUG_FOLLOWS_MAX);
	assert_true(cap->flags & AUG_C_FOLLOW);
	for (unsigned int i = 0; i < l->nr_follows; i++) {
		const struct aug_follow *f = &follows[cap->follow + i];

		assert_int_equal(f->off, l->follows[i].off);
		assert_int_equal(f->nr_more, l->nr_follows - i - 1);
		assert_in_range(f->ptr_size, 4, 8);
		assert_in_range(f->size, l->follows[i].is_bare ? 0 : 1, AUG_STR_MAX);
		assert_int_equal(f->only_off, l->follows[i].only_off);
		assert_int_equal(f->only, l->follows[i].only);
		assert_true(f->only_off + 2 <= l->size);
		assert_true(f->off + f->ptr_size <= l->size);
		assert_true(f->len_off + f->len_size <= l->size);
		assert_true(cap->when & f->when);
	}
}

static void check_arg_follows(const struct arg_desc *arg)
{
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		struct aug_capture cap;

		if (arg->layout && spec__capture(arg, 0, abi, SPEC_LIMIT_DEFAULT, &cap))
			check_follows(&cap, layout__of(arg->layout, abi == AUG_ABI_COMPAT));
	}
}

static int check_row_follows(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct cmd_table *cmds = desc->args[i].cmds;

		check_arg_follows(&desc->args[i]);
		for (size_t n = 0; cmds && n < cmds->nr; n++)
			check_arg_follows(&cmds->rows[n].arg);
	}
	return 0;
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
	assert_in_range(cap->size, 1, AUG_STR_MAX);
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
	assert_int_equal(spec__for_each_cmd(SPEC_LIMIT_DEFAULT, check_cmd, &c), 0);
	assert_true(c.nr > 100);
	assert_int_equal(c.nr_ioctl_default, AUG_NR_ABIS);
}

static void commands_without_pointers__are_passed_over(void **state)
{
	const int cmds[] = { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC };
	const struct aug_spec *spec = spec_of(AUG_ABI_NATIVE, "fcntl");

	(void)state;
	assert_int_equal(spec->fast_enter, 1);
	assert_int_equal(spec->fast_exit, 1);
	for (size_t i = 0; i < ARRAY_SIZE(cmds); i++)
		assert_false(spec->cmds >> aug_cmd_bit((uint32_t)cmds[i]) & 1);
	assert_true(spec->cmds >> aug_cmd_bit(F_GETLK) & 1);
	/* Those whose number says how much there is. */
	assert_true(spec_of(AUG_ABI_NATIVE, "ioctl")->cmds == ~0ULL);
	assert_true(spec_of(AUG_ABI_NATIVE, "read")->cmds == 0);
}

/* Every number of both tables has a place of its own; all others share one behind them. */
static void index__is_unique_and_bounded(void **state)
{
	static bool used[AUG_NR_ABIS * AUG_NR_SYSCALLS];
	unsigned int abi, nr;

	(void)state;
	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			unsigned int idx = spec__index(abi, nr);

			assert_int_equal(idx, abi * AUG_NR_SYSCALLS + nr);
			assert_false(used[idx]);
			used[idx] = true;
		}
	}
	assert_int_equal(spec__index(0, AUG_NR_SYSCALLS), ARRAY_SIZE(used));
	assert_int_equal(spec__index(1, UINT32_MAX), ARRAY_SIZE(used));
	assert_int_equal(spec__index(AUG_NR_ABIS, 0), ARRAY_SIZE(used));
	assert_int_equal(spec__index(UINT32_MAX, 0), ARRAY_SIZE(used));
}

/* ---- calls that come through another one ---- */

static unsigned int count_args(uint32_t from)
{
	unsigned int nr = 0;

	while (nr < AUG_MAX_ARGS && (from >> 4 * nr & 7) != 7)
		nr++;
	return nr;
}

static void check_sub_call(unsigned int nr, uint32_t from, unsigned int words)
{
	const struct syscall_desc *desc = syscalls__get(AUG_ABI_COMPAT, nr);
	/* Where the two words of an msgrcv() were stands behind its arguments. */
	const unsigned int extra = nr == AUG_UNFOLDED_MSGRCV;

	if (!desc)
		fail_msg("no row %u", nr);
	if (words >= 2 && from == SUB_IN_ORDER)
		assert_in_range(desc->nr_args, words, words + (nr == 371 || nr == 369));
	else
		assert_int_equal(desc->nr_args + extra, count_args(from));
}

static void calls_through_others__are_rows(void **state)
{
	unsigned int nr = 0;

	(void)state;
	for (size_t i = 0; i < SUB_CALLS; i++) {
		const struct sub_call *sub = &sub_calls[i];

		nr += sub->nr != 0;
		if (sub->nr)
			check_sub_call(sub->nr, sub->from, sub->nr_words);
		if (sub->fault_nr)
			check_sub_call(sub->fault_nr, sub->fault_from, 0);
	}
	/* 20 of sockets, 12 of System V IPC, of which one is there twice, and two of old. */
	assert_int_equal(nr, 35);
}

static bool unfolds(const char *list)
{
	struct strbuf error = {};
	struct select sel = {};
	struct aug_spec *specs;
	bool ret;

	assert_int_equal(select__add(&sel, list, &error), 0);
	specs = spec__build_table(&sel, SPEC_LIMIT_DEFAULT);
	assert_non_null(specs);
	assert_false(spec__has_unfolded(specs));
	spec__mark_unfolded(specs);
	for (unsigned int nr = AUG_NR_UNFOLDED; nr < AUG_NR_SYSCALLS; nr++)
		assert_false(specs[spec__index(AUG_ABI_COMPAT, nr)].flags & AUG_S_TRACED);
	assert_false(specs[spec__index(AUG_ABI_COMPAT, AUG_NR_SOCKETCALL)].flags & AUG_S_TRACED);
	ret = spec__has_unfolded(specs);
	free(specs);
	return ret;
}

static void unfolding__is_for_what_needs_it(void **state)
{
	(void)state;
	assert_true(unfolds("*"));
	assert_true(unfolds("connect"));
	assert_true(unfolds("semop"));
	assert_true(unfolds("mmap"));
	assert_true(unfolds("ipc"));
	/* Unknown numbers are wanted, and some of them stand for those calls. */
	assert_true(unfolds("!connect"));
	assert_false(unfolds("openat,read,mmap2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(described_captures__are_in_the_spec),
		cmocka_unit_test(plain_captures__are_marked),
		cmocka_unit_test(all_six_arguments__can_be_captured),
		cmocka_unit_test(call_without_pointers__captures_nothing),
		cmocka_unit_test(every_row__has_a_sound_spec),
		cmocka_unit_test(payloads_of_every_row__fit_in_a_record),
		cmocka_unit_test(flags_of_every_row__are_consistent),
		cmocka_unit_test(well_known_calls__copy_what_they_should),
		cmocka_unit_test(commands__are_unique_and_fit),
		cmocka_unit_test(members_that_are_followed__are_the_layouts),
		cmocka_unit_test(commands_without_pointers__are_passed_over),
		cmocka_unit_test(index__is_unique_and_bounded),
		cmocka_unit_test(calls_through_others__are_rows),
		cmocka_unit_test(unfolding__is_for_what_needs_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
