// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_prepared.c - programs come back from their bytes as they were, with maps of other descriptors; bytes that
 * are cut or changed are refused or harmless.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "prepared.h"
#include "util.h"

/* Programs that the object has. */
#define NR_IDX 9

static const int fds_then[] = { 30, -1, 7, 12 };
static const int fds_now[] = { 5, -1, 61, 8 };
static const struct prepared_maps maps_then = { fds_then, ARRAY_SIZE(fds_then) };
static const struct prepared_maps maps_now = { fds_now, ARRAY_SIZE(fds_now) };

static struct bpf_insn wide(uint8_t src_reg, int32_t imm)
{
	return (struct bpf_insn){ .code = BPF_LD | BPF_IMM | BPF_DW,
				  .dst_reg = 1,
				  .src_reg = src_reg & 0xf,
				  .imm = imm };
}

static struct bpf_insn call(uint8_t src_reg, int32_t imm)
{
	return (struct bpf_insn){ .code = BPF_JMP | BPF_CALL,
				  .src_reg = src_reg & 0xf,
				  .imm = imm };
}

/* The other half of a wide one; its imm is a number that is no map's, though it looks like a descriptor. */
static const struct bpf_insn other_half = { .imm = 30 };
static const struct bpf_insn leave = { .code = BPF_JMP | BPF_EXIT };

static void *copy_of(const void *bytes, size_t len)
{
	void *copy = malloc(len);

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	return copy;
}

static struct prepared_prog prog_of(uint32_t idx, const struct bpf_insn *insns, size_t nr)
{
	static const uint32_t funcs[] = { 0, 17, 6, 18 }, lines[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

	return (struct prepared_prog){
		.idx = idx,
		.type = 17,
		.flags = 16,
		.attach_type = 3,
		.kern_version = 0x060c00,
		.code = { .insns = copy_of(insns, nr * sizeof(*insns)),
			  .nr = nr,
			  .funcs = { copy_of(funcs, sizeof(funcs)), 8, 2 },
			  .lines = { copy_of(lines, sizeof(lines)), 16, 2 } },
	};
}

/* Of maps, a value in one, a constant that is none, and a function. */
static struct prepared_prog with_maps(uint32_t idx)
{
	const struct bpf_insn insns[] = {
		wide(BPF_PSEUDO_MAP_FD, 30),
		other_half,
		wide(BPF_PSEUDO_MAP_VALUE, 12),
		other_half,
		wide(0, 7),
		other_half,
		wide(BPF_PSEUDO_MAP_FD, 7),
		other_half,
		call(0, 1),
		call(BPF_PSEUDO_CALL, 1),
		leave,
		wide(BPF_PSEUDO_FUNC, 0),
		other_half,
		leave,
	};

	return prog_of(idx, insns, ARRAY_SIZE(insns));
}

static struct strbuf two_programs(void)
{
	struct prepared_prog first = with_maps(4), second = prog_of(0, &leave, 1);
	struct strbuf out = {};

	assert_int_equal(prepared__write(&out, &first, &maps_then), 0);
	assert_int_equal(prepared__write(&out, &second, &maps_then), 0);
	prepared_prog__free(&first);
	prepared_prog__free(&second);
	return out;
}

static void free_all(struct prepared_prog *progs, size_t nr)
{
	while (nr)
		prepared_prog__free(&progs[--nr]);
	free(progs);
}

/* Of any bytes: what is read can be linked and freed. Return: as of prepared__read(). */
static int read_any(const char *bytes, size_t len, size_t *ret_nr)
{
	char *exact = malloc(len + !len); /* so that a byte too far is seen */
	struct prepared_prog *progs;
	size_t nr = 0, i;
	int err;

	assert_non_null(exact);
	memcpy(exact, bytes, len);
	err = prepared__read(exact, len, NR_IDX, &progs, &nr);
	free(exact);
	*ret_nr = nr;
	if (err)
		return err;
	assert_true(nr > 0 && nr <= NR_IDX);
	for (i = 0; i < nr; i++) {
		assert_true(progs[i].idx < NR_IDX && progs[i].code.nr > 0);
		prepared_prog__link(&progs[i], &maps_now);
	}
	free_all(progs, nr);
	return 0;
}

static void come_back(void **state)
{
	struct strbuf out = two_programs();
	struct prepared_prog *progs, expected = with_maps(4);
	size_t nr;

	(void)state;
	assert_int_equal(prepared__read(out.text, out.len, NR_IDX, &progs, &nr), 0);
	assert_int_equal(nr, 2);
	assert_int_equal(progs[0].idx, 4);
	assert_int_equal(progs[0].type, expected.type);
	assert_int_equal(progs[0].flags, expected.flags);
	assert_int_equal(progs[0].attach_type, expected.attach_type);
	assert_int_equal(progs[0].kern_version, expected.kern_version);
	assert_int_equal(progs[0].code.nr, expected.code.nr);
	assert_int_equal(progs[0].code.funcs.nr, 2);
	assert_int_equal(progs[0].code.funcs.rec_size, 8);
	assert_memory_equal(progs[0].code.funcs.records, expected.code.funcs.records, 16);
	assert_int_equal(progs[0].code.lines.nr, 2);
	assert_int_equal(progs[0].code.lines.rec_size, 16);
	assert_memory_equal(progs[0].code.lines.records, expected.code.lines.records, 32);
	assert_int_equal(progs[1].idx, 0);
	assert_int_equal(progs[1].code.nr, 1);
	assert_int_equal(prepared_prog__link(&progs[0], &maps_now), 0);
	assert_int_equal(prepared_prog__link(&progs[1], &maps_now), 0);
	expected.code.insns[0].imm = 5;
	expected.code.insns[2].imm = 8;
	expected.code.insns[6].imm = 61;
	assert_memory_equal(progs[0].code.insns, expected.code.insns,
			    expected.code.nr * sizeof(*expected.code.insns));
	free_all(progs, nr);
	prepared_prog__free(&expected);
	strbuf__free(&out);
}

/* Descriptors and numbers of one load alone must not be kept. */
static void not_kept(void **state)
{
	const struct bpf_insn kinds[] = {
		wide(BPF_PSEUDO_MAP_FD, 31),	call(BPF_PSEUDO_KFUNC_CALL, 5),
		wide(BPF_PSEUDO_MAP_VALUE, -1), wide(BPF_PSEUDO_BTF_ID, 5),
		wide(BPF_PSEUDO_MAP_IDX, 0),
	};
	struct prepared_prog prog;
	struct strbuf out = {};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct bpf_insn insns[] = { kinds[i], other_half, leave };

		prog = prog_of(0, insns, ARRAY_SIZE(insns));
		assert_int_equal(prepared__write(&out, &prog, &maps_then), -ENOTSUP);
		assert_int_equal(out.len, 0);
		prepared_prog__free(&prog);
	}
	strbuf__free(&out);
}

static void no_such_map(void **state)
{
	const int missing[] = { 5, -1, -1, 8 };
	const struct prepared_maps fewer = { fds_now, 3 }, unmade = { missing, 4 };
	struct strbuf out = two_programs();
	struct prepared_prog *progs;
	size_t nr;

	(void)state;
	assert_int_equal(prepared__read(out.text, out.len, NR_IDX, &progs, &nr), 0);
	assert_int_equal(prepared_prog__link(&progs[0], &fewer), -EINVAL);
	free_all(progs, nr);
	assert_int_equal(prepared__read(out.text, out.len, NR_IDX, &progs, &nr), 0);
	assert_int_equal(prepared_prog__link(&progs[0], &unmade), -EINVAL);
	free_all(progs, nr);
	strbuf__free(&out);
}

static void cut(void **state)
{
	struct strbuf out = two_programs();
	size_t len, nr, nr_whole = 0;

	(void)state;
	for (len = 0; len < out.len; len++)
		nr_whole += !read_any(out.text, len, &nr);
	/* Behind the first program. */
	assert_int_equal(nr_whole, 1);
	strbuf__addc(&out, 0);
	assert_int_equal(read_any(out.text, out.len, &nr), -EINVAL);
	strbuf__free(&out);
}

static void changed(void **state)
{
	static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	struct strbuf out = two_programs();
	size_t i, v, nr;
	char was;

	(void)state;
	for (i = 0; i < out.len; i++) {
		was = out.text[i];
		for (v = 0; v < ARRAY_SIZE(values); v++) {
			out.text[i] = (char)values[v];
			read_any(out.text, out.len, &nr);
		}
		out.text[i] = was;
	}
	strbuf__free(&out);
}

/* A program of a number that the object does not have, and one that comes twice. */
static void numbers(void **state)
{
	struct prepared_prog prog = prog_of(NR_IDX, &leave, 1);
	struct strbuf out = {};
	size_t nr;

	(void)state;
	assert_int_equal(prepared__write(&out, &prog, &maps_then), 0);
	assert_int_equal(read_any(out.text, out.len, &nr), -EINVAL);
	strbuf__reset(&out);
	prog.idx = NR_IDX - 1;
	assert_int_equal(prepared__write(&out, &prog, &maps_then), 0);
	assert_int_equal(read_any(out.text, out.len, &nr), 0);
	assert_int_equal(prepared__write(&out, &prog, &maps_then), 0);
	assert_int_equal(read_any(out.text, out.len, &nr), -EINVAL);
	strbuf__reset(&out);
	/* More of them than the object has. */
	for (prog.idx = 0; prog.idx <= NR_IDX; prog.idx++)
		assert_int_equal(prepared__write(&out, &prog, &maps_then), 0);
	assert_int_equal(read_any(out.text, out.len, &nr), -EINVAL);
	prepared_prog__free(&prog);
	strbuf__free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(come_back),   cmocka_unit_test(not_kept),
		cmocka_unit_test(no_such_map), cmocka_unit_test(cut),
		cmocka_unit_test(changed),     cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
