// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_sha256.c - digests of the texts that the standard gives them for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "sha256.h"
#include "util.h"

static void hashes_as_the_standard_says(void **state)
{
	/* FIPS 180-4's own examples, and a million letters. */
	static const struct {
		const char *text;
		unsigned int times;
		const char *digest;
	} rows[] = {
		{ "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
		{ "a", 1000000,
		  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
	};
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sha256_digest digest;
		struct sha256 hash;
		char hex[65];

		sha256__init(&hash);
		for (j = 0; j < rows[i].times; j++)
			sha256__add(&hash, rows[i].text, strlen(rows[i].text));
		sha256__finish(&hash, &digest);
		for (j = 0; j < SHA256_BYTES; j++)
			snprintf(hex + 2 * j, 3, "%02x", digest.byte[j]);
		assert_string_equal(hex, rows[i].digest);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hashes_as_the_standard_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
