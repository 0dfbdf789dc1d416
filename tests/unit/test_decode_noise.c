// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_decode_noise.c - every row of the table over bytes that mean nothing. */
#include "commands.h"
#include "decode_call.h"
#include "record_builder.h"

/* A writer that counts: names at the outer level, and the values that follow them. */
struct counts {
	struct out out;
	unsigned int depth;
	unsigned int names;
	unsigned int values;
};

static void count_value(struct out *o)
{
	struct counts *n = (struct counts *)o;

	if (!n->depth)
		n->values++;
}

static void count_begin(struct out *o, enum out_group group)
{
	(void)group;
	count_value(o);
	((struct counts *)o)->depth++;
}

static void count_end(struct out *o, enum out_group group)
{
	(void)group;
	((struct counts *)o)->depth--;
}

static void count_member(struct out *o, const char *name)
{
	struct counts *n = (struct counts *)o;

	assert_non_null(name);
	if (!n->depth) {
		assert_int_equal(n->names, n->values);
		n->names++;
	}
}

static void count_sint(struct out *o, int64_t value)
{
	(void)value;
	count_value(o);
}

static void count_uint(struct out *o, uint64_t value, enum out_base base)
{
	(void)value;
	(void)base;
	count_value(o);
}

static void count_word(struct out *o, const char *text, size_t len)
{
	assert_int_equal(strnlen(text, len), len);
	/* strace has nothing for flags of a terminal that are all off. */
	assert_true(len > 0 || o->strace);
	count_value(o);
}

/* Every byte is looked at, so that the sanitizer sees a wrong length. */
static void count_str(struct out *o, const char *bytes, size_t len, bool cut)
{
	static volatile unsigned char last;

	(void)cut;
	for (size_t i = 0; i < len; i++)
		last = (unsigned char)bytes[i];
	(void)last;
	count_value(o);
}

static void count_ptr(struct out *o, uint64_t addr)
{
	(void)addr;
	count_value(o);
}

static void count_fault(struct out *o, uint64_t addr, int err)
{
	(void)addr;
	assert_true(err < 0);
	count_value(o);
}

static void count_more(struct out *o, uint64_t nr_omitted)
{
	struct counts *n = (struct counts *)o;

	(void)nr_omitted;
	assert_true(n->depth > 0);
}

static void count_note(struct out *o, const char *text, size_t len)
{
	(void)o;
	assert_int_equal(strnlen(text, len), len);
}

static void count_chr(struct out *o, unsigned char c)
{
	count_uint(o, c, OUT_DEC);
}

static const struct out_ops count_ops = {
	.begin = count_begin,
	.end = count_end,
	.member = count_member,
	.sint = count_sint,
	.uint = count_uint,
	.word = count_word,
	.str = count_str,
	.ptr = count_ptr,
	.fault = count_fault,
	.more = count_more,
	.note = count_note,
	.comment = count_note,
	.note_spelled = count_note,
	.note_path = count_note,
	.none = count_word,
	.chr = count_chr,
};

static uint64_t noise(uint32_t *seed)
{
	static const uint64_t edges[] = { 0, 1, 0x80000000, UINT32_MAX, UINT64_MAX, INT64_MAX };
	uint64_t value = 0;

	for (unsigned int i = 0; i < 4; i++) {
		*seed = *seed * 1103515245 + 12345;
		value = value << 16 | *seed >> 16;
	}
	return value & 1 ? edges[(value >> 8) % ARRAY_SIZE(edges)] : value >> (value >> 8 & 63);
}

/* @cmd: what argument @cmd_arg, counted from 1, is; 0: noise as the others. */
static void decode_noise(const struct syscall_desc *desc, unsigned int abi, unsigned int cmd_arg,
			 uint32_t cmd, uint32_t *seed)
{
	struct counts n = { .out.ops = &count_ops };
	uint8_t bytes[600];
	struct call c;

	call__init(&c, abi, desc->name);
	/* Many decoders tell a call that failed in another way. */
	c.rec.ret = noise(seed) & 1 ? -EBADF : (int64_t)noise(seed);
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++)
		c.rec.args[i] = i + 1 == cmd_arg ? cmd : noise(seed);
	n.out.strace = noise(seed) & 1;
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		for (unsigned int when = 0; when < 2; when++) {
			struct payload *p;

			if (!desc->args[i].type->capture || noise(seed) % 4 == 0)
				continue;
			for (size_t b = 0; b < sizeof(bytes); b++)
				bytes[b] = (uint8_t)noise(seed);
			p = call__payload(&c, i, bytes, noise(seed) % sizeof(bytes),
					  when ? AUG_P_EXIT : 0);
			if (noise(seed) % 8 == 0) {
				/* What there is of it may be kept. */
				if (!(desc->args[i].type->capture_flags & AUG_C_PARTS) ||
				    noise(seed) & 1)
					p->len = 0;
				p->err = -EFAULT;
			}
		}
	}
	n.out.full_names = *seed & 1;
	n.out.verbose = *seed & 2;
	decode__args(&c.event, desc, &n.out, noise(seed) & 1);
	assert_int_equal(n.depth, 0);
	/* In strace's lines some values have no name, and what a call spells out as a call is two. */
	if (!n.out.strace) {
		assert_int_equal(n.names, n.values);
		assert_true(n.names <= desc->nr_args);
	}
	n.names = n.values = 0;
	decode__ret(&c.event, desc, &n.out);
	assert_int_equal(n.values, 1);
	call__free(&c);
}

/* Each command of an argument that depends on one. */
static void decode_cmds(const struct syscall_desc *desc, unsigned int abi,
			const struct arg_desc *arg, uint32_t *seed)
{
	const struct cmd_row *row;

	for (size_t i = 0; arg->cmds && (row = cmd_table__at(arg->cmds, i)); i++) {
		for (unsigned int round = 0; round < 20; round++)
			decode_noise(desc, abi, arg->len_arg, row->cmd, seed);
	}
}

static int decode_row(const struct syscall_desc *desc, void *ctx)
{
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (unsigned int round = 0; desc->nr[abi] >= 0 && round < 200; round++)
			decode_noise(desc, abi, 0, 0, ctx);
		for (unsigned int i = 0; desc->nr[abi] >= 0 && i < desc->nr_args; i++)
			decode_cmds(desc, abi, &desc->args[i], ctx);
	}
	return 0;
}

static void rows__say_one_value_for_each_name_whatever_the_bytes(void **state)
{
	uint32_t seed = 42;

	(void)state;
	syscalls__for_each(decode_row, &seed);
}

/* ---- pieces behind arrays and messages ---- */

/* A record of @name with pieces of random bytes: which, how long and how broken is up to @seed. */
static void decode_pieces(const char *name, uint8_t arg, uint64_t *seed)
{
	static const uint8_t parts[] = { AUG_PART_SELF,
					 AUG_PART_NAME,
					 AUG_PART_CONTROL,
					 AUG_PART_IOV,
					 AUG_PART_ITEM,
					 AUG_PART_ITEM + 1,
					 255 };
	const struct syscall_desc *desc = syscalls__find(AUG_ABI_NATIVE, name);
	struct counts n = { .out.ops = &count_ops };
	static struct record_builder b;
	struct event event;
	uint64_t words[24];
	void *copy;

	builder__init(&b, (uint32_t)desc->nr[AUG_ABI_NATIVE]);
	b.rec.abi = test_random(seed) & 1 && desc->nr[AUG_ABI_COMPAT] == desc->nr[AUG_ABI_NATIVE];
	b.rec.ret = (int64_t)(test_random(seed) % 200) - 20;
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++)
		b.rec.args[i] = test_random(seed) % 4;
	for (unsigned int i = 0; i < 8; i++) {
		const uint64_t r = test_random(seed);
		struct aug_payload *p;

		for (unsigned int w = 0; w < ARRAY_SIZE(words); w++)
			words[w] = test_random(seed) >> (test_random(seed) & 63);
		p = builder__add(&b, arg, r & 1 ? AUG_P_EXIT : 0, words,
				 (uint32_t)(r >> 8) % sizeof(words));
		p->part = parts[(r >> 20) % ARRAY_SIZE(parts)];
		p->elem = r >> 40 & 1;
		if (r >> 50 & 1)
			p->flags |= AUG_P_CUT;
	}
	copy = builder__copy(&b, b.rec.size);
	if (!record__parse(copy, b.rec.size, &event)) {
		n.out.verbose = *seed & 1;
		decode__args(&event, desc, &n.out, true);
		assert_int_equal(n.depth, 0);
		assert_int_equal(n.names, n.values);
	}
	free(copy);
}

static void pieces__say_one_value_whatever_they_hold(void **state)
{
	static const struct {
		const char *name;
		uint8_t arg;
	} calls[] = {
		{ "readv", 1 },	  { "writev", 1 },     { "process_vm_readv", 3 }, { "sendmsg", 1 },
		{ "recvmsg", 1 }, { "sendmmsg", 1 },   { "recvmmsg", 1 },	  { "execve", 1 },
		{ "execve", 2 },  { "getdents64", 1 }, { "getdents", 1 },	  { "poll", 0 },
		{ "bpf", 1 },	  { "getsockopt", 3 },
	};
	uint64_t seed = 42;

	(void)state;
	for (unsigned int round = 0; round < 3000; round++) {
		for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
			decode_pieces(calls[i].name, calls[i].arg, &seed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces__say_one_value_whatever_they_hold),
		cmocka_unit_test(rows__say_one_value_for_each_name_whatever_the_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
