// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_stacks.c - maps of live processes (live_maps.h): what is mapped over what; and names of addresses
 * (stacks.h): of this process, of a file that is another one by now, and of bytes that are hostile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "bpf/augment.h"
#include "live_maps.h"
#include "stacks.h"
#include "util.h"

static void add(struct live_maps *maps, uint32_t pid, uint64_t start, uint64_t end, uint32_t file)
{
	const struct live_map map = { .start = start, .end = end, .offset = 0x100, .file = file };

	assert_int_equal(live_maps__add(maps, pid, &map), 0);
}

/* The file at @addr, -1 for none. */
static int file_at(const struct live_maps *maps, uint32_t pid, uint64_t addr)
{
	const struct live_map *map = live_maps__find(maps, pid, addr);

	return map ? (int)map->file : -1;
}

static void a_map__replaces_what_was_there(void **state)
{
	struct live_maps maps = {};

	(void)state;
	add(&maps, 1, 0x1000, 0x5000, 1);
	add(&maps, 1, 0x2000, 0x3000, 2);
	assert_int_equal(file_at(&maps, 1, 0xfff), -1);
	assert_int_equal(file_at(&maps, 1, 0x1000), 1);
	assert_int_equal(file_at(&maps, 1, 0x2000), 2);
	assert_int_equal(file_at(&maps, 1, 0x2fff), 2);
	assert_int_equal(file_at(&maps, 1, 0x3000), 1);
	assert_int_equal(file_at(&maps, 1, 0x5000), -1);
	/* Behind the hole the file goes on where it would have been. */
	assert_int_equal(live_maps__find(&maps, 1, 0x3000)->offset, 0x100 + 0x2000);
	add(&maps, 1, 0x0, 0x6000, 3);
	assert_int_equal(file_at(&maps, 1, 0x1000), 3);
	assert_int_equal(file_at(&maps, 1, 0x4fff), 3);
	add(&maps, 1, 0x7000, 0x7000, 4);
	assert_int_equal(file_at(&maps, 1, 0x7000), -1);
	live_maps__free(&maps);
}

static void children__have_their_parents_maps(void **state)
{
	struct live_maps maps = {};

	(void)state;
	add(&maps, 1, 0x1000, 0x2000, 1);
	assert_int_equal(live_maps__fork(&maps, 2, 1), 0);
	add(&maps, 1, 0x1000, 0x2000, 5);
	assert_int_equal(file_at(&maps, 2, 0x1800), 1);
	live_maps__remove(&maps, 1);
	assert_false(live_maps__has(&maps, 1));
	assert_int_equal(file_at(&maps, 2, 0x1800), 1);
	add(&maps, 2, 0x3000, 0x4000, 6);
	assert_int_equal(file_at(&maps, 2, 0x3000), 6);
	/* The number is used again, by a child of nobody that is known. */
	assert_int_equal(live_maps__fork(&maps, 2, 99), 0);
	assert_int_equal(file_at(&maps, 2, 0x1800), -1);
	live_maps__free(&maps);
}

/* A child has no more room than its parent needed. */
static void the_only_map_of_a_child__is_split(void **state)
{
	struct live_maps maps = {};

	(void)state;
	add(&maps, 1, 0x1000, 0x4000, 1);
	assert_int_equal(live_maps__fork(&maps, 2, 1), 0);
	add(&maps, 2, 0x2000, 0x3000, 2);
	assert_int_equal(file_at(&maps, 2, 0x1800), 1);
	assert_int_equal(file_at(&maps, 2, 0x2800), 2);
	assert_int_equal(file_at(&maps, 2, 0x3800), 1);
	live_maps__free(&maps);
}

/* Against a table of bytes: many maps at random. */
static void random_maps__are_found(void **state)
{
	enum { SPAN = 512 };
	int bytes[SPAN];
	struct live_maps maps = {};
	unsigned int seed = 7;

	(void)state;
	memset(bytes, 0xff, sizeof(bytes));
	for (uint32_t i = 0; i < 3000; i++) {
		const uint64_t start = (uint64_t)rand_r(&seed) % SPAN;
		const uint64_t len = (uint64_t)rand_r(&seed) % 40;
		const uint64_t end = MIN(start + len, (uint64_t)SPAN);

		add(&maps, 1, start, end, i);
		for (uint64_t at = start; at < end; at++)
			bytes[at] = (int)i;
		for (uint64_t at = 0; at < SPAN; at += 7)
			assert_int_equal(file_at(&maps, 1, at), bytes[at]);
	}
	live_maps__free(&maps);
}

__attribute__((noinline)) void test_stacks_function(void);
void test_stacks_function(void)
{
	asm volatile("");
}

static void own_code__has_its_names(void **state)
{
	const uint64_t addr = (uint64_t)(uintptr_t)test_stacks_function;
	struct stacks *s = stacks__new();
	struct stack_frame frame;

	(void)state;
	assert_non_null(s);
	assert_int_equal(stacks__read_process(s, (uint32_t)getpid()), 0);
	stacks__frame(s, (uint32_t)getpid(), addr, false, false, &frame);
	assert_string_equal(frame.symbol, "test_stacks_function");
	assert_int_equal(frame.symbol_offset, 0);
	assert_non_null(strstr(frame.path, "test_stacks"));
	/* A call that is the last thing in its function returns to behind it. */
	stacks__frame(s, (uint32_t)getpid(), addr + 1, false, true, &frame);
	assert_string_equal(frame.symbol, "test_stacks_function");
	assert_int_equal(frame.symbol_offset, 1);
	/* After fork and exit it is still known, after exec it is not. */
	assert_int_equal(stacks__fork(s, 4000000, (uint32_t)getpid()), 0);
	stacks__exit(s, 4000000);
	stacks__frame(s, 4000000, addr, false, false, &frame);
	assert_string_equal(frame.symbol, "test_stacks_function");
	stacks__exec(s, 4000000);
	stacks__frame(s, 4000000, addr, false, false, &frame);
	assert_null(frame.path);
	assert_null(frame.symbol);
	stacks__free(s);
}

static void another_file__names_nothing(void **state)
{
	struct stack_map map = { .start = 0x1000, .len = 0x100000, .path = "/proc/self/exe" };
	struct stacks *s = stacks__new();
	struct stack_frame frame;
	struct stat st;

	(void)state;
	assert_int_equal(stat("/proc/self/exe", &st), 0);
	map.device = (uint64_t)major(st.st_dev) << 32 | minor(st.st_dev);
	map.inode = st.st_ino;
	assert_int_equal(stacks__map(s, 1, &map), 0);
	map.inode++;
	assert_int_equal(stacks__map(s, 2, &map), 0);
	for (uint64_t ip = 0x1000; ip < 0x101000; ip += 0x40) {
		stacks__frame(s, 2, ip, false, false, &frame);
		assert_string_equal(frame.path, "/proc/self/exe");
		assert_null(frame.symbol);
		assert_int_equal(frame.offset, ip - 0x1000);
	}
	stacks__free(s);
}

static void chains__in_straces_form(void **state)
{
	const struct stack_map map = { .start = 0x10000, .len = 0x1000, .path = "/no/such\033[2J" };
	const uint64_t ips[] = { 0x10010, 0x10020, 0x99999999 };
	const struct stack_chain chain = { .pid = 7, .user = (const uint8_t *)ips, .nr_user = 3 };
	const struct stack_chain empty = { .pid = 7 };
	struct stacks *s = stacks__new();
	struct strbuf text = {};

	(void)state;
	assert_int_equal(stacks__map(s, 7, &map), 0);
	stacks__add_strace(s, &chain, 0, false, &text);
	assert_string_equal(strbuf__cstr(&text), " > /no/such\\33[2J() [0x10]\n"
						 " > /no/such\\33[2J() [0x20]\n"
						 " > (unmapped)() [0x99999999]\n");
	strbuf__reset(&text);
	stacks__add_strace(s, &chain, 1, false, &text);
	assert_string_equal(strbuf__cstr(&text), " > /no/such\\33[2J() [0x10]\n");
	strbuf__reset(&text);
	stacks__add_strace(s, &empty, 0, false, &text);
	assert_string_equal(strbuf__cstr(&text), " > [stack not known]\n");
	strbuf__free(&text);
	stacks__free(s);
}

/* ---- unwinding ---- */

#define DUMP_SIZE 4096

struct dump {
	struct aug_stack_regs regs;
	uint8_t stack[DUMP_SIZE];
};

__attribute__((noinline, no_sanitize("address"))) void test_stacks_take(struct dump *dump);
__attribute__((noinline)) void test_stacks_middle(struct dump *dump);

/* What the engine copies at a system call of this function. */
void test_stacks_take(struct dump *dump)
{
	struct aug_stack_regs *r = &dump->regs;
	const volatile uint8_t *sp;
	size_t i;

	asm volatile(
		"lea 0(%%rip), %%rax\n\t"
		"mov %%rax, 0(%0)\n\tmov %%rsp, 8(%0)\n\tmov %%rbp, 16(%0)\n\tmov %%rbx, 24(%0)\n\t"
		"mov %%r12, 32(%0)\n\tmov %%r13, 40(%0)\n\tmov %%r14, 48(%0)\n\tmov %%r15, 56(%0)"
		:
		: "r"(r)
		: "rax", "memory");
	sp = (const volatile uint8_t *)(uintptr_t)r->sp;
	for (i = 0; i < DUMP_SIZE; i++)
		dump->stack[i] = sp[i];
}

void test_stacks_middle(struct dump *dump)
{
	test_stacks_take(dump);
	asm volatile("" ::: "memory");
}

static void name_frame(void *ctx, const struct stack_frame *frame)
{
	struct strbuf *text = ctx;

	strbuf__addf(text, "%s ", frame->symbol ? frame->symbol : "?");
}

static void copied_stacks__are_unwound(void **state)
{
	static struct dump dump;
	struct stack_chain chain = { .pid = (uint32_t)getpid(),
				     .dump = (const uint8_t *)&dump,
				     .dump_len = sizeof(dump) };
	struct stacks *s = stacks__new();
	struct strbuf text = {};
	bool is_cut;

	(void)state;
	assert_int_equal(stacks__read_process(s, (uint32_t)getpid()), 0);
	test_stacks_middle(&dump);
	stacks__for_each(s, &chain, 3, name_frame, &text, &is_cut);
	assert_string_equal(strbuf__cstr(&text),
			    "test_stacks_take test_stacks_middle copied_stacks__are_unwound ");
	assert_false(is_cut);
	/* A copy that ends before the stack does; the next return address is that of a whole one. */
	strbuf__reset(&text);
	chain.dump_len = sizeof(dump.regs);
	stacks__for_each(s, &chain, 3, name_frame, &text, &is_cut);
	assert_string_equal(strbuf__cstr(&text), "test_stacks_take ");
	assert_true(is_cut);
	strbuf__reset(&text);
	stacks__add_strace(s, &chain, 0, false, &text);
	assert_non_null(strstr(strbuf__cstr(&text), "test_stacks_take"));
	assert_string_equal(text.text + text.len - strlen(" > [stack goes on]\n"),
			    " > [stack goes on]\n");
	strbuf__free(&text);
	stacks__free(s);
}

/* Damage of every kind ends a chain, nothing else: ASan and UBSan watch. */
static void damaged_stacks__end_the_chain(void **state)
{
	static struct dump dump, damaged;
	struct stack_chain chain = { .pid = (uint32_t)getpid(),
				     .dump = (const uint8_t *)&damaged,
				     .dump_len = sizeof(damaged) };
	struct stacks *s = stacks__new();
	struct strbuf text = {};
	unsigned int seed = 3, i, j;
	bool is_cut;

	(void)state;
	assert_int_equal(stacks__read_process(s, (uint32_t)getpid()), 0);
	test_stacks_middle(&dump);
	for (i = 0; i < 2000; i++) {
		damaged = dump;
		for (j = 0; j < 1 + i % 5; j++)
			((uint8_t *)&damaged)[(size_t)rand_r(&seed) % (i % 2 ? 256 : sizeof(dump))] =
				(uint8_t)rand_r(&seed);
		chain.dump_len = sizeof(damaged.regs) + (size_t)rand_r(&seed) % (DUMP_SIZE + 1);
		strbuf__reset(&text);
		assert_true(stacks__for_each(s, &chain, 0, name_frame, &text, &is_cut) <= 512);
	}
	strbuf__free(&text);
	stacks__free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_map__replaces_what_was_there),
		cmocka_unit_test(children__have_their_parents_maps),
		cmocka_unit_test(the_only_map_of_a_child__is_split),
		cmocka_unit_test(random_maps__are_found),
		cmocka_unit_test(own_code__has_its_names),
		cmocka_unit_test(another_file__names_nothing),
		cmocka_unit_test(chains__in_straces_form),
		cmocka_unit_test(copied_stacks__are_unwound),
		cmocka_unit_test(damaged_stacks__end_the_chain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
