/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* requests_keys.h - the part of work_requests.c that calls keyctl(2): each command, with what it leads to. */
#ifndef TESTS_REQUESTS_KEYS_H
#define TESTS_REQUESTS_KEYS_H

#include <linux/keyctl.h>

static long key(long command, long a, long b, long c, long d)
{
	return syscall(SYS_keyctl, command, a, b, c, d);
}

/* What a key is used for: what is given, and what comes back, is as long as a structure says. */
static void key_uses(char *text, char *longer, char *out)
{
	static const uint32_t lens[] = { 0, 5, 40, 3000, UINT32_MAX };
	uint32_t params[10] = { (uint32_t)-2, 0, 20 };
	long use, at;
	size_t i;

	for (use = KEYCTL_PKEY_QUERY; use <= KEYCTL_PKEY_VERIFY; use++) {
		for (i = 0; i < NR(lens); i++) {
			params[1] = lens[i];
			params[4] = (uint32_t)i;
			at = (long)memcpy(edge + 3200, params, sizeof(params));
			key(use, at, (long)text, (long)text, (long)out);
			key(use, at, (long)longer, (long)longer, (long)longer);
			key(use, at, (long)UNREADABLE, (long)UNREADABLE, (long)UNREADABLE);
			key(use, at, 0, 0, 0);
			key(use, (long)edge + PAGE - 20, 0, 0, 0);
			key(use, (long)UNREADABLE, (long)text, (long)text, (long)text);
			key(use, -2, 0, (long)text, (long)out);
			key(use, -2, 5, (long)longer, (long)UNREADABLE);
		}
	}
}

static void key_calls(unsigned int command, const long ptrs[8])
{
	static const long ids[] = { 0, 1, -1, -2, -8, -9, 0x7fffffff, -0x7fffffff - 1 };
	static const long lens[] = { 0, 1, 3, 4, 7, 8, 20, 33, 40, 48, 1024, 0x7fffffff };
	size_t i, n;

	for (i = 0; i < NR(ids); i++)
		key(command, ids[i], ptrs[3], 3, -2);
	for (i = 0; i < 8; i++) {
		for (n = 0; n < NR(lens); n++) {
			key(command, -2, ptrs[i], lens[n], ids[n % NR(ids)]);
			key(command, ptrs[i], ptrs[(n + i) % 8], lens[n], ptrs[n % 8]);
			key(command, ptrs[i], lens[n], ptrs[(n + i) % 8], ptrs[n % 8]);
		}
	}
}

/* A key, before others calls revoke where it is; with too little room, of which the end is the last that can be read. */
static void keys_there(char *out)
{
	const long there = key(KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0, 0) < 0
				   ? -1
				   : syscall(SYS_add_key, "user", "aug", "0123456789", 10, -3);
	long len;

	for (len = 0; len < 12; len += 5)
		key(KEYCTL_READ, there, (long)at_edge("edge of it", (size_t)len), len, 0);
	for (len = 0; len < 70; len += 23) {
		key(KEYCTL_DESCRIBE, there, (long)out, len, 0);
		key(KEYCTL_GET_SECURITY, there, (long)out, len, 0);
	}
	if (there < 0)
		exit(3);
}

static void keys(void)
{
	char *text = (char *)edge + 256, *longer = (char *)edge + 1024, *out = (char *)edge + 2048;
	struct iovec *buffers = (struct iovec *)(edge + 512);
	const long ptrs[] = { 0,
			      (long)UNREADABLE,
			      (long)edge,
			      (long)text,
			      (long)longer,
			      (long)buffers,
			      (long)edge + 4090,
			      -1 };
	unsigned int i;

	keys_there(out);
	strcpy(text, "enc=\traw\n");
	memset(longer, 'x', 300);
	for (i = 0; i < 30; i++)
		buffers[i] = (struct iovec){ text, i % 9 };
	/* It would give the tracer another keyring: KEYCTL_SESSION_TO_PARENT; the last one is of Linux 5.8. */
	for (i = 0; i < 33; i++) {
		if (i != KEYCTL_SESSION_TO_PARENT && i != KEYCTL_INSTANTIATE_IOV)
			key_calls(i, ptrs);
	}
	for (i = 0; i < 40; i++) {
		key(KEYCTL_INSTANTIATE_IOV, -2, (long)buffers, i < 30 ? i : 0, 3);
		key(KEYCTL_REJECT, 1, 2, i < 20 ? i + 499 : i - 25, 3);
	}
	key(KEYCTL_INSTANTIATE_IOV, -2, (long)UNREADABLE, 3, 3);
	key(KEYCTL_INSTANTIATE_IOV, -2, 0, 0, -1);
	key_uses(text, longer, out);
	for (i = 0; i < 4; i++)
		key(KEYCTL_CAPABILITIES, (long)out, i, 0, 0);
	key(KEYCTL_CAPABILITIES, 0, 0, 0, 0);
	key(KEYCTL_CAPABILITIES, (long)UNREADABLE, 4, 0, 0);
	key(KEYCTL_GET_KEYRING_ID, -2, 1, 0, 0);
	for (i = 0; i < 40; i += 13) {
		key(KEYCTL_DESCRIBE, -2, (long)out, i, 0);
		key(KEYCTL_GET_SECURITY, -2, (long)out, i, 0);
		key(KEYCTL_READ, -2, (long)out, i, 0);
	}
}

#endif /* TESTS_REQUESTS_KEYS_H */
