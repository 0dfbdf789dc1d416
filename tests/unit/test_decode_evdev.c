// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What input devices answer, of which there are none where tests run. What strace 6.1 tells of the same bytes is what its
 * own test says (tests/ioctl_evdev-success.c there), with results that strace injects.
 */
#include "decode_call.h"

#include <linux/input.h>
#include <sys/ioctl.h>

static void answers(struct call *c, uint32_t cmd, const void *bytes, size_t size, int64_t ret)
{
	native(c, "ioctl");
	c->rec.args[1] = cmd;
	c->rec.args[2] = 0x1000;
	c->rec.ret = ret;
	call__payload(c, 2, bytes, size, AUG_P_EXIT);
}

static void expect_arg(struct call *c, const char *arg)
{
	const char *got = strstr(call__text(c), "arg: ");
	char text[512];

	assert_non_null(got);
	snprintf(text, sizeof(text), "arg: %s }", arg);
	assert_string_equal(got, text);
}

static void expect_strace(struct call *c, bool verbose, enum out_consts consts, const char *arg)
{
	c->strace = true;
	c->full_names = true;
	c->show_zeros = true;
	c->verbose = verbose;
	c->consts = consts;
	expect_arg(c, arg);
}

static void sets__have_the_names_of_their_bits(void **state)
{
	static const uint64_t events[] = { 0x460018, 0 };
	const uint32_t cmd = EVIOCGBIT(0, 16);
	struct call c;

	(void)state;
	answers(&c, cmd, events, sizeof(events), 16);
	expect_arg(&c, "[ABS, MSC, LED, SND, PWR]");
	expect_strace(&c, false, OUT_CONSTS_NAMED, "[EV_ABS EV_MSC EV_LED EV_SND ...]");
	expect_strace(&c, true, OUT_CONSTS_NAMED, "[EV_ABS EV_MSC EV_LED EV_SND EV_PWR]");
	expect_strace(&c, true, OUT_CONSTS_RAW, "[0x460018]");
	expect_strace(
		&c, false, OUT_CONSTS_BOTH,
		"[0x3 /* EV_ABS */ 0x4 /* EV_MSC */ 0x11 /* EV_LED */ 0x12 /* EV_SND */ ...] /* [0x460018] */");
	call__free(&c);
	/* Of two bytes alone. */
	answers(&c, cmd, events, sizeof(events), 2);
	expect_strace(&c, true, OUT_CONSTS_NAMED, "[EV_ABS EV_MSC]");
	call__free(&c);
	answers(&c, cmd, events + 1, 8, 8);
	expect_arg(&c, "[]");
	expect_strace(&c, false, OUT_CONSTS_NAMED, "[]");
	call__free(&c);
	answers(&c, cmd, events, sizeof(events), 0);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "0x1000");
	call__free(&c);
}

static void rarer_answers__are_told(void **state)
{
	static const uint64_t effects[] = { 3, UINT64_C(1) << (FF_RUMBLE - 64) };
	const struct input_absinfo axis = { 1, 2, 3, 4, 5, 6 };
	const int32_t power = 536944651;
	struct call c;

	(void)state;
	answers(&c, EVIOCGBIT(EV_FF, 16), effects, sizeof(effects), 16);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "[0 /* FF_??? */ 0x1 /* FF_??? */ FF_RUMBLE]");
	call__free(&c);
	answers(&c, EVIOCGBIT(EV_PWR, 8), &power, sizeof(power), 8);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "[536944651]");
	call__free(&c);
	/* What is asked for is told whatever the result. */
	native(&c, "ioctl");
	c.rec.args[1] = EVIOCSABS(ABS_X);
	c.rec.args[2] = 0x1000;
	c.rec.ret = -EBADF;
	call__payload(&c, 2, &axis, sizeof(axis), 0);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "{ value: 1, minimum: 2, ... }");
	call__free(&c);
	native(&c, "ioctl");
	c.rec.args[1] = EVIOCSABS(ABS_X);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "NULL");
	call__free(&c);
}

/* A result beyond what there is, and bytes that are not all there. */
static void long_sets__end_with_their_last_bit(void **state)
{
	uint8_t bytes[96];
	struct call c;

	(void)state;
	memset(bytes, 0xff, sizeof(bytes));
	for (size_t len = 1; len <= sizeof(bytes); len++) {
		answers(&c, EVIOCGKEY(96), bytes, len, INT32_MAX);
		c.strace = true;
		c.verbose = true;
		assert_non_null(strstr(call__text(&c), "ESC"));
		call__free(&c);
	}
	answers(&c, EVIOCGLED(96), bytes, sizeof(bytes), 96);
	expect_arg(&c, "[NUML, CAPSL, SCROLLL, COMPOSE, KANA, SLEEP, SUSPEND, MUTE, MISC, MAIL, "
		       "CHARGING, 0xb, 0xc, 0xd, 0xe]");
	call__free(&c);
}

static void axes__are_told_by_their_size(void **state)
{
	const struct input_absinfo axis = { -1, 2, 3, 4, 5, 6 };
	struct call c;

	(void)state;
	answers(&c, EVIOCGABS(ABS_Y), &axis, sizeof(axis), 0);
	expect_arg(&c, "{ value: -1, minimum: 2, maximum: 3, fuzz: 4, flat: 5, resolution: 6 }");
	expect_strace(&c, false, OUT_CONSTS_NAMED, "{ value: 4294967295, minimum: 2, ... }");
	expect_strace(
		&c, true, OUT_CONSTS_NAMED,
		"{ value: 4294967295, minimum: 2, maximum: 3, fuzz: 4, flat: 5, resolution: 6 }");
	call__free(&c);
	answers(&c, _IOC(_IOC_READ, 'E', 0x41, 21), &axis, 21, 0);
	expect_strace(&c, true, OUT_CONSTS_NAMED,
		      "{ value: 4294967295, minimum: 2, maximum: 3, fuzz: 4, flat: 5, ... }");
	call__free(&c);
	answers(&c, _IOC(_IOC_READ, 'E', 0x41, 20), &axis, 20, 0);
	expect_arg(&c, "{ value: -1, minimum: 2, maximum: 3, fuzz: 4, flat: 5 }");
	call__free(&c);
	for (size_t len = 0; len < 20; len++) {
		answers(&c, EVIOCGABS(ABS_Y), &axis, len, 0);
		expect_arg(&c, "0x1000");
		call__free(&c);
	}
}

static void slots__have_a_value_each(void **state)
{
	static const uint32_t slots[] = { ABS_MT_SLOT, 1, 3 }, unknown[] = { UINT32_MAX, 1 };
	struct call c;

	(void)state;
	answers(&c, EVIOCGMTSLOTS(12), slots, sizeof(slots), 0);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "{ code: ABS_MT_SLOT, values: [1, 3] }");
	call__free(&c);
	answers(&c, EVIOCGMTSLOTS(12), slots, 8, 0);
	expect_arg(&c, "{ code: SLOT, values: [1, ... /* 1 more */] }");
	expect_strace(&c, false, OUT_CONSTS_NAMED, "{ code: ABS_MT_SLOT, values: [1, ...] }");
	call__free(&c);
	answers(&c, EVIOCGMTSLOTS(8), unknown, sizeof(unknown), 0);
	expect_strace(&c, false, OUT_CONSTS_NAMED,
		      "{ code: 0xffffffff /* ABS_MT_??? */, values: [1] }");
	call__free(&c);
}

static void names__are_as_long_as_the_result(void **state)
{
	struct call c;

	(void)state;
	answers(&c, EVIOCGNAME(64), "a keyboard\0left over", 20, 10);
	expect_arg(&c, "\"a keyboard\"");
	call__free(&c);
	answers(&c, EVIOCGNAME(64), "a keyboard", 10, 40);
	expect_arg(&c, "\"a keyboard\"...");
	call__free(&c);
	/* It failed: a pointer. */
	answers(&c, EVIOCGNAME(64), "x", 1, -EBADF);
	expect_strace(&c, false, OUT_CONSTS_NAMED, "0x1000");
	call__free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets__have_the_names_of_their_bits),
		cmocka_unit_test(rarer_answers__are_told),
		cmocka_unit_test(long_sets__end_with_their_last_bit),
		cmocka_unit_test(axes__are_told_by_their_size),
		cmocka_unit_test(slots__have_a_value_each),
		cmocka_unit_test(names__are_as_long_as_the_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
