// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_decode_pieces.c - what structures point to and messages of netlink, over bytes and lengths that
 * mean nothing: each row with pieces of every kind, in all spellings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <arpa/inet.h>
#include <linux/btrfs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <sys/syscall.h>

#include "decode.h"
#include "decode_netlink.h"
#include "record_builder.h"
#include "strbuf.h"

static const struct text_style style = {
	.object_open = "{",
	.object_close = "}",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = "",
	.assign = "=",
};

static void init_out(struct out *o, struct strbuf *text, uint64_t bits)
{
	if (bits & 1) {
		out__init_json(o, text);
	} else {
		out__init_text(o, &style, text);
		o->strace = bits & 2;
		o->full_names = true;
		o->limits_strings = o->strace;
		o->string_limit = 32;
		o->exit_apart = o->strace;
	}
	o->verbose = bits & 4;
	o->consts = (enum out_consts)(bits >> 3 & 1);
}

static void add_piece(struct record_builder *b, uint64_t *seed, uint8_t arg)
{
	uint8_t bytes[256];
	const uint64_t r = test_random(seed);
	const uint32_t len = r >> 32 & 1 ? r % sizeof(bytes) : (r % 8) * 8;
	const uint8_t flags = r >> 33 & AUG_P_EXIT;
	struct aug_payload *p;

	for (size_t i = 0; i < sizeof(bytes); i += 8) {
		const uint64_t word = test_random(seed) >> (test_random(seed) & 63);

		memcpy(bytes + i, &word, 8);
	}
	p = builder__add(b, arg, flags, bytes, r >> 40 & 7 ? len : 0);
	p->part = r >> 44 & 1 ? (uint8_t)(AUG_PART_ITEM + (r >> 45 & 3)) : (uint8_t)(r >> 45 & 3);
	if (!(r >> 50 & 3))
		p->part = (uint8_t)(AUG_PART_FOLLOWED + (r >> 45 & 3));
	p->elem = (uint8_t)(r >> 48 & 3);
	if (r >> 43 & 1 && (!p->len || (p->part && p->len == 8)))
		p->err = -14;
}

static int decode_row(const struct syscall_desc *desc, void *ctx)
{
	uint64_t *seed = ctx;
	struct record_builder b;
	struct strbuf text = {};
	struct event event;
	struct out o = {};
	void *copy;

	for (unsigned int round = 0; round < 60; round++) {
		const unsigned int abi = desc->nr[round & 1] == SYSCALL_NONE ? !(round & 1)
									     : round & 1;

		builder__init(&b, (uint32_t)desc->nr[abi]);
		b.rec.abi = (uint8_t)abi;
		b.rec.ret = (int64_t)test_random(seed) >> (test_random(seed) & 63);
		if (test_random(seed) & 1)
			b.rec.flags = (uint16_t)(AUG_F_NETLINK | (test_random(seed) & 0x1f)
									 << AUG_F_NETLINK_SHIFT);
		for (unsigned int i = 0; i < AUG_MAX_ARGS; i++)
			b.rec.args[i] = test_random(seed) >> (test_random(seed) & 63);
		for (unsigned int i = 0; i < 8 && desc->nr_args; i++)
			add_piece(&b, seed, (uint8_t)(test_random(seed) % desc->nr_args));
		copy = builder__copy(&b, b.rec.size);
		if (!record__parse(copy, b.rec.size, &event)) {
			init_out(&o, &text, test_random(seed));
			out__begin(&o, OUT_ARGS);
			decode__args(&event, desc, &o, true);
			out__end(&o, OUT_ARGS);
			assert_int_equal(strbuf__error(&text), 0);
			strbuf__reset(&text);
		}
		free(copy);
	}
	strbuf__free(&text);
	return 0;
}

static void any_pieces__are_decoded_within_their_bounds(void **state)
{
	uint64_t seed = 20261122;

	(void)state;
	syscalls__for_each(decode_row, &seed);
}

/* @missing: bytes behind them that could not be read. */
static const char *netlink_ending(unsigned int protocol, const void *data, size_t len,
				  size_t missing, bool strace)
{
	static char line[4096];
	struct strbuf text = {};
	struct out o = {};
	/* Of exactly that size, so that ASan sees what is read behind it. */
	void *copy = malloc(len ? len : 1);

	assert_non_null(copy);
	if (len)
		memcpy(copy, data, len);
	init_out(&o, &text, strace ? 2 : 0);
	const struct out_memory memory = {
		.data = copy, .end = (uint8_t *)copy + len, .addr = 0x1000, .err = -EFAULT
	};

	decode__netlink(protocol, copy, len + missing, missing ? &memory : NULL, &o);
	snprintf(line, sizeof(line), "%s", strbuf__cstr(&text));
	strbuf__free(&text);
	free(copy);
	return line;
}

static const char *netlink_text(unsigned int protocol, const void *data, size_t len, bool strace)
{
	return netlink_ending(protocol, data, len, 0, strace);
}

/* Attributes in attributes, of lengths that mostly fit. */
static size_t add_attrs(uint8_t *bytes, size_t len, uint64_t *seed, unsigned int depth)
{
	size_t at = 0, own;
	struct nlattr attr;

	while (at + sizeof(attr) <= len) {
		own = sizeof(attr) + test_random(seed) % (len - at);
		if (own > len - at || test_random(seed) % 16 == 0)
			own = (size_t)test_random(seed) % 64;
		attr.nla_len = (uint16_t)own;
		attr.nla_type = (uint16_t)(test_random(seed) % 66);
		memcpy(bytes + at, &attr, sizeof(attr));
		if (depth < 3 && own > sizeof(attr) && own <= len - at && test_random(seed) & 1)
			add_attrs(bytes + at + sizeof(attr), own - sizeof(attr), seed, depth + 1);
		at += own < sizeof(attr) ? sizeof(attr) : (own + 3) & ~(size_t)3;
	}
	return at;
}

/* All protocols, types and families; half of them are messages as they should be but for their values. */
static void netlink_noise__is_decoded_within_its_bounds(void **state)
{
	static const uint8_t heads[] = { 0, 1, 4, 8, 12, 16, 20, 32, 72 };
	static const uint8_t families[] = { 0, 1, 2, 7, 10, 16, 17, 128, 129 };
	uint64_t seed = 1;
	uint8_t bytes[384];

	(void)state;
	for (unsigned int round = 0; round < 60000; round++) {
		const unsigned int protocol = (unsigned int)(test_random(&seed) % 22);
		struct nlmsghdr *h = (void *)bytes;
		size_t head;

		for (size_t i = 0; i < sizeof(bytes); i += 2) {
			const uint16_t half =
				(uint16_t)(test_random(&seed) >> (test_random(&seed) & 63));

			memcpy(bytes + i, &half, 2);
		}
		if (test_random(&seed) & 1) {
			h->nlmsg_len = (uint32_t)(test_random(&seed) % (2 * sizeof(bytes)));
			h->nlmsg_type = (uint16_t)(test_random(&seed) % 124);
			bytes[sizeof(*h)] = families[test_random(&seed) % sizeof(families)];
			head = sizeof(*h) + heads[test_random(&seed) % sizeof(heads)];
			add_attrs(bytes + head, sizeof(bytes) - head, &seed, 0);
		}
		netlink_ending(protocol, bytes, test_random(&seed) % sizeof(bytes),
			       round & 2 ? test_random(&seed) % sizeof(bytes) : 0, round & 1);
	}
}

static void netlink__is_spelled_as_strace_does(void **state)
{
	const struct {
		struct nlmsghdr head;
		struct ifaddrmsg addr;
		struct rtattr attr;
		uint32_t ip;
	} msg = {
		.head = { .nlmsg_len = sizeof(msg),
			  .nlmsg_type = RTM_NEWADDR,
			  .nlmsg_flags = NLM_F_MULTI,
			  .nlmsg_seq = 7,
			  .nlmsg_pid = 9 },
		.addr = { .ifa_family = 2,
			  .ifa_prefixlen = 8,
			  .ifa_flags = IFA_F_PERMANENT,
			  .ifa_scope = RT_SCOPE_HOST },
		.attr = { .rta_len = 8, .rta_type = IFA_LOCAL },
		.ip = htonl(0x7f000001),
	};
	struct nlmsghdr done = { .nlmsg_len = 16, .nlmsg_type = NLMSG_DONE };

	(void)state;
	assert_string_equal(
		netlink_text(NETLINK_ROUTE, &msg, sizeof(msg), true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, ifa_prefixlen=8, ifa_flags=IFA_F_PERMANENT, ifa_scope=RT_SCOPE_HOST, "
		"ifa_index=0}, [{nla_len=8, nla_type=IFA_LOCAL}, inet_addr(\"127.0.0.1\")]]");
	/* Cut in the attribute, in the structure, in the header. */
	assert_string_equal(
		netlink_text(NETLINK_ROUTE, &msg, sizeof(msg) - 2, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, ifa_prefixlen=8, ifa_flags=IFA_F_PERMANENT, ifa_scope=RT_SCOPE_HOST, "
		"ifa_index=0}, [{nla_len=8, nla_type=IFA_LOCAL}, \"\\x7f\\x00\"]]");
	assert_string_equal(
		netlink_text(NETLINK_ROUTE, &msg, 17, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, ...}]");
	/* Not in memory: of the attribute the value, or all of it; of the structure all but the family; the structure. */
	assert_string_equal(
		netlink_ending(NETLINK_ROUTE, &msg, sizeof(msg) - 2, 2, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, ifa_prefixlen=8, ifa_flags=IFA_F_PERMANENT, ifa_scope=RT_SCOPE_HOST, "
		"ifa_index=0}, [{nla_len=8, nla_type=IFA_LOCAL}, 0x101c <fault>]]");
	assert_string_equal(
		netlink_ending(NETLINK_ROUTE, &msg, sizeof(msg) - 6, 6, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, ifa_prefixlen=8, ifa_flags=IFA_F_PERMANENT, ifa_scope=RT_SCOPE_HOST, "
		"ifa_index=0}, 0x1018 <fault>]");
	assert_string_equal(
		netlink_ending(NETLINK_ROUTE, &msg, 20, 12, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"{ifa_family=AF_INET, 0x1011 <fault>}]");
	assert_string_equal(
		netlink_ending(NETLINK_ROUTE, &msg, 16, 16, true),
		"[{nlmsg_len=32, nlmsg_type=RTM_NEWADDR, nlmsg_flags=NLM_F_MULTI, nlmsg_seq=7, nlmsg_pid=9}, "
		"0x1010 <fault>]");
	assert_string_equal(netlink_text(NETLINK_ROUTE, &done, 4, true),
			    "\"\\x10\\x00\\x00\\x00\"");
	/* A length that leads nowhere ends it. */
	done.nlmsg_len = 0;
	assert_string_equal(
		netlink_text(NETLINK_ROUTE, &done, 16, true),
		"{nlmsg_len=0, nlmsg_type=NLMSG_DONE, nlmsg_flags=0, nlmsg_seq=0, nlmsg_pid=0}");
}

/* Each of @nr paths begins at the same byte of one text. */
static void add_paths(struct record_builder *b, uint32_t nr, size_t text_len)
{
	uint8_t bytes[1024] = {};
	struct btrfs_data_container *c = (void *)bytes;
	struct aug_payload *p;

	c->elem_cnt = nr;
	for (uint32_t i = 0; i < nr; i++)
		c->val[i] = nr * sizeof(c->val[0]);
	memset(&c->val[nr], 'p', text_len);
	p = builder__add(b, 2, AUG_P_EXIT, bytes,
			 (uint32_t)(sizeof(*c) + nr * sizeof(c->val[0]) + text_len));
	p->part = AUG_PART_ITEM;
}

static void paths_that_overlap__are_not_told_over_and_over(void **state)
{
	const struct btrfs_ioctl_ino_path_args args = { .size = 1024, .fspath = 0x1000 };
	const size_t text_len = 400;
	struct record_builder b;
	struct strbuf text = {};
	struct event event;
	struct out o = {};
	void *copy;

	(void)state;
	builder__init(&b, SYS_ioctl);
	b.rec.args[1] = BTRFS_IOC_INO_PATHS;
	b.rec.args[2] = 0x2000;
	builder__add(&b, 2, 0, &args, sizeof(args));
	builder__add(&b, 2, AUG_P_EXIT, &args, sizeof(args));
	add_paths(&b, 60, text_len);
	copy = builder__copy(&b, b.rec.size);
	assert_int_equal(record__parse(copy, b.rec.size, &event), 0);
	init_out(&o, &text, 6);
	out__begin(&o, OUT_ARGS);
	decode__args(&event, syscalls__get(AUG_ABI_NATIVE, SYS_ioctl), &o, true);
	out__end(&o, OUT_ARGS);
	assert_non_null(strstr(strbuf__cstr(&text), "pppp"));
	assert_non_null(strstr(strbuf__cstr(&text), "...]"));
	assert_in_range(text.len, text_len, 4 * text_len);
	strbuf__free(&text);
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_pieces__are_decoded_within_their_bounds),
		cmocka_unit_test(netlink_noise__is_decoded_within_its_bounds),
		cmocka_unit_test(paths_that_overlap__are_not_told_over_and_over),
		cmocka_unit_test(netlink__is_spelled_as_strace_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
