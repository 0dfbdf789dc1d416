// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_symbols.c - numbers to names and back, and what must hold for every table of names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"
#include "symbols_tables.h"
#include "syscalls.h"
#include "util.h"

static void expect(const struct symbols *syms, uint64_t value, bool full_names, const char *text)
{
	char buf[SYMBOLS_TEXT_MAX];
	size_t len = symbols__format(syms, value, full_names, buf, sizeof(buf));

	assert_string_equal(buf, text);
	assert_int_equal(len, strlen(text));
}

static void format__joins_flags_in_table_order(void **state)
{
	(void)state;
	expect(&syms_open_flags, 01101, true, "O_WRONLY|O_CREAT|O_TRUNC");
	expect(&syms_open_flags, 01101, false, "WRONLY|CREAT|TRUNC");
	expect(&syms_mmap_flags, 0x812, true, "MAP_PRIVATE|MAP_FIXED|MAP_DENYWRITE");
	expect(&syms_clone_flags, 0x1200011, true,
	       "CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD");
	expect(&syms_futex_op, 393, true, "FUTEX_WAIT_BITSET_PRIVATE|FUTEX_CLOCK_REALTIME");
	expect(&syms_sock_type, 02000001, false, "STREAM|CLOEXEC");
}

static void format__names_zero_where_it_has_a_name(void **state)
{
	(void)state;
	expect(&syms_open_flags, 0, true, "O_RDONLY");
	expect(&syms_mmap_prot, 0, true, "PROT_NONE");
	expect(&syms_mmap_prot, 1, true, "PROT_READ");
	expect(&syms_access_mode, 0, true, "F_OK");
	expect(&syms_msg_flags, 0, true, "0");
	expect(&syms_seek_whence, 0, false, "SET");
}

static void format__prefers_names_of_several_bits(void **state)
{
	(void)state;
	expect(&syms_open_flags, 04010000, true, "O_RDONLY|O_SYNC");
	expect(&syms_open_flags, 010000, true, "O_RDONLY|O_DSYNC");
	expect(&syms_open_flags, 020200002, true, "O_RDWR|O_TMPFILE");
	expect(&syms_statx_mask, 0x7ff, true, "STATX_BASIC_STATS");
	expect(&syms_statx_mask, 0xfff, true, "STATX_ALL");
	expect(&syms_adjtimex_modes, 0xa001, true, "ADJ_OFFSET_SS_READ");
	expect(&syms_adjtimex_modes, 0x8003, true, "ADJ_OFFSET_SINGLESHOT|ADJ_FREQUENCY");
}

static void format__shows_what_has_no_name(void **state)
{
	(void)state;
	expect(&syms_mmap_prot, 0x100000001, true, "PROT_READ|0x100000000");
	expect(&syms_mmap_flags, 0x1f, true, "MAP_FIXED|0xf");
}

static void format__shows_fields_that_hold_any_number(void **state)
{
	char text[64];

	(void)state;
	expect(&syms_mmap_flags, 21ULL << 26 | 0x40022, false,
	       "PRIVATE|ANONYMOUS|HUGETLB|21<<MAP_HUGE_SHIFT");
	expect(&syms_memfd_flags, 63ULL << 26, true, "63<<MFD_HUGE_SHIFT");
	expect(&syms_memfd_flags, 1ULL << 31 | 1ULL << 26 | 64, true, "0x40|33<<MFD_HUGE_SHIFT");
	/* Too little room for the name: the bits are left over. */
	symbols__format(&syms_memfd_flags, 63ULL << 26, true, text, 40);
	assert_string_equal(text, "0xfc000000");
	expect(&syms_epoll_create_flags, 0x80001, true, "EPOLL_CLOEXEC|0x1");
	expect(&syms_fcntl_cmd, 0x777, true, "0x777");
	expect(&syms_signal, 77, true, "77");
	expect(&syms_signal, (uint64_t)-1, true, "-1");
	expect(&syms_key_serial, (uint64_t)-3, true, "KEY_SPEC_SESSION_KEYRING");
	expect(&syms_key_serial, (uint64_t)-300, true, "-300");
}

static void format__looks_at_the_width_of_the_argument(void **state)
{
	(void)state;
	expect(&syms_seek_whence, 0xdeadbeef00000001, true, "SEEK_CUR");
	expect(&syms_open_flags, 0xdeadbeef00000001, true, "O_WRONLY");
	expect(&syms_rusage_who, 0xffffffff, true, "RUSAGE_CHILDREN");
	expect(&syms_mount_flags, 0x80000000, true, "MS_NOUSER");
	expect(&syms_mount_flags, 0xffffffff00000000, true, "0xffffffff00000000");
}

/* What the text says must be the value again, whatever fitted. */
static uint64_t value_of(const struct symbols *syms, char *text)
{
	uint64_t value = 0, one;

	for (char *name = strtok(text, "|"); name; name = strtok(NULL, "|")) {
		if (symbols__lookup(syms, name, &one))
			one = strtoull(name, NULL, 0);
		value |= one;
	}
	return value;
}

static void format__never_overflows_nor_hides_a_bit(void **state)
{
	static const uint64_t values[] = { 0, 1, 0101, 04010000, 0x812, 0xffffffff };
	const struct symbols *syms = &syms_open_flags;

	(void)state;
	for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
		for (size_t size = 1; size < 300; size++) {
			char *buf = malloc(size);
			size_t len = symbols__format(syms, values[v], true, buf, size);

			assert_true(len < size);
			assert_int_equal(len, strlen(buf));
			if (size >= 24)
				assert_int_equal(value_of(syms, buf), values[v]);
			free(buf);
		}
	}
}

static void format__leaves_a_number_out_rather_than_cut_it(void **state)
{
	char buf[8];

	(void)state;
	assert_int_equal(symbols__format(&syms_fcntl_cmd, 0x12345678, true, buf, sizeof(buf)), 0);
	assert_string_equal(buf, "");
	assert_int_equal(symbols__format(&syms_fcntl_cmd, 0x1234, true, buf, sizeof(buf)), 6);
	assert_int_equal(symbols__format(&syms_fcntl_cmd, 0x1234, true, buf, 1), 0);
}

static void lookup__takes_names_with_and_without_prefix(void **state)
{
	uint64_t value = 99;

	(void)state;
	assert_int_equal(symbols__lookup(&syms_open_flags, "O_CREAT", &value), 0);
	assert_int_equal(value, 0100);
	assert_int_equal(symbols__lookup(&syms_open_flags, "TRUNC", &value), 0);
	assert_int_equal(value, 01000);
	assert_int_equal(symbols__lookup(&syms_rusage_who, "CHILDREN", &value), 0);
	assert_int_equal(value, 0xffffffff);
	assert_int_equal(symbols__lookup(&syms_open_flags, "O_CREA", &value), -ENOENT);
	assert_int_equal(symbols__lookup(&syms_open_flags, "", &value), -ENOENT);
	assert_int_equal(value, 0xffffffff);
}

static void name__is_exact(void **state)
{
	(void)state;
	assert_string_equal(symbols__name(&syms_seek_whence, 2), "SEEK_END");
	assert_null(symbols__name(&syms_seek_whence, 77));
	assert_null(symbols__name(&syms_msg_flags, 0));
}

static void levels_and_types_have_their_tables(void **state)
{
	(void)state;
	assert_ptr_equal(sockopt_symbols__get(1), &syms_so_options);
	assert_ptr_equal(sockopt_symbols__get(6), &syms_tcp_options);
	assert_null(sockopt_symbols__get(-1));
	assert_null(sockopt_symbols__get(9999));
	assert_ptr_equal(ioctl_symbols__get('T'), &syms_ioctl_tty);
	assert_null(ioctl_symbols__get(0x99));
	assert_null(ioctl_symbols__get(256));
}

/* All tables: those of rows, and those that decoders choose by another argument. */
struct table_list {
	const struct symbols *table[512];
	size_t nr;
};

static void list_table(struct table_list *list, const struct symbols *syms)
{
	for (size_t i = 0; i < list->nr; i++) {
		if (list->table[i] == syms)
			return;
	}
	assert_true(list->nr < ARRAY_SIZE(list->table));
	list->table[list->nr++] = syms;
}

static int list_row(const struct syscall_desc *desc, void *ctx)
{
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		if (desc->args[i].syms)
			list_table(ctx, desc->args[i].syms);
	}
	return 0;
}

static void list_tables(struct table_list *list)
{
	static const struct symbols *const chosen[] = {
		&syms_fd_flags,
		&syms_seals,
		&syms_dnotify,
		&syms_lock_type,
		&syms_file_type,
		&syms_mknod_mode,
		&syms_quota_cmd,
		&syms_quota_type,
		&syms_signal,
		&syms_ioprio_class,
		&syms_futex_bitset,
		&syms_clockid,
		&syms_ip_protocol,
		&syms_netlink_protocol,
		&syms_bluetooth_protocol,
		&syms_eth_protocol,
		&syms_arp_hardware,
		&syms_packet_type,
		&syms_vsock_cid,
		&syms_vsock_port,
		&syms_addr_family,
		&syms_ioc_dir,
		&syms_ioctl_shared,
	};

	list->nr = 0;
	syscalls__for_each(list_row, list);
	for (size_t i = 0; i < ARRAY_SIZE(chosen); i++)
		list_table(list, chosen[i]);
	for (unsigned int i = 0; i < 256; i++) {
		if (ioctl_symbols__get(i))
			list_table(list, ioctl_symbols__get(i));
	}
	for (int i = 0; i < 512; i++) {
		if (sockopt_symbols__get(i))
			list_table(list, sockopt_symbols__get(i));
	}
}

static void ioctls__are_in_the_table_of_their_type(void **state)
{
	(void)state;
	for (unsigned int type = 0; type < 256; type++) {
		const struct symbols *syms = ioctl_symbols__get(type);

		for (size_t i = 0; syms && i < syms->nr; i++) {
			if (((syms->table[i].value >> 8) & 0xff) != type)
				fail_msg("%s is not of type 0x%x", syms->table[i].name, type);
		}
	}
}

static bool has_token(const char *text, const struct symbol *sym)
{
	for (const char *p = strstr(text, sym->name); p; p = strstr(p + 1, sym->name)) {
		if ((p == text || p[-1] == (sym->is_number ? '<' : '|')) &&
		    (!p[sym->len] || p[sym->len] == '|'))
			return true;
	}
	return false;
}

static void tables__print_and_find_each_of_their_names(void **state)
{
	struct table_list list;

	(void)state;
	list_tables(&list);
	assert_true(list.nr > 100);
	for (size_t t = 0; t < list.nr; t++) {
		const struct symbols *syms = list.table[t];

		for (size_t i = 0; i < syms->nr; i++) {
			const struct symbol *sym = &syms->table[i];
			uint64_t value = 1;
			char text[SYMBOLS_TEXT_MAX];

			assert_int_equal(sym->len, strlen(sym->name));
			symbols__format(syms, sym->value, true, text, sizeof(text));
			if (!has_token(text, sym))
				fail_msg("%s prints as %s", sym->name, text);
			assert_int_equal(symbols__lookup(syms, sym->name, &value),
					 sym->is_number ? -ENOENT : 0);
			if (sym->is_number)
				continue;
			if (value != (sym->value & symbols__mask(syms)))
				fail_msg("%s is there twice", sym->name);
		}
	}
}

static void tables__hold_values_of_their_width(void **state)
{
	struct table_list list;

	(void)state;
	list_tables(&list);
	for (size_t t = 0; t < list.nr; t++) {
		const struct symbols *syms = list.table[t];

		for (size_t i = 0; i < syms->nr; i++) {
			const struct symbol *sym = &syms->table[i];

			/* 1 << 31 as an int would claim all bits above it. */
			if (syms->is_flags && sym->value >> 32)
				fail_msg("%s is sign-extended", sym->name);
			if (sym->mask && (sym->value & ~sym->mask))
				fail_msg("%s is outside its field", sym->name);
			if (!syms->is_flags && sym->mask)
				fail_msg("%s is in a field of an enumeration", sym->name);
		}
	}
}

static void tables__fit_the_largest_text(void **state)
{
	char text[SYMBOLS_TEXT_MAX], larger[8 * SYMBOLS_TEXT_MAX];
	struct table_list list;

	(void)state;
	list_tables(&list);
	for (size_t t = 0; t < list.nr; t++) {
		symbols__format(list.table[t], UINT64_MAX, true, text, sizeof(text));
		symbols__format(list.table[t], UINT64_MAX, true, larger, sizeof(larger));
		assert_string_equal(text, larger);
	}
}

/* What is behind it could take the room that it is promised. */
static void tables__end_with_the_number_that_they_hold(void **state)
{
	struct table_list list;

	(void)state;
	list_tables(&list);
	for (size_t t = 0; t < list.nr; t++) {
		for (size_t i = 0; i + 1 < list.table[t]->nr; i++)
			assert_false(list.table[t]->table[i].is_number);
	}
}

static void tables__have_a_prefix_that_occurs(void **state)
{
	struct table_list list;

	(void)state;
	list_tables(&list);
	for (size_t t = 0; t < list.nr; t++) {
		const struct symbols *syms = list.table[t];
		size_t i;

		assert_int_equal(syms->prefix_len, strlen(syms->prefix));
		for (i = 0; i < syms->nr; i++) {
			if (!strncmp(syms->table[i].name, syms->prefix, syms->prefix_len))
				break;
		}
		if (i == syms->nr)
			fail_msg("no name begins with %s", syms->prefix);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(format__joins_flags_in_table_order),
		cmocka_unit_test(format__names_zero_where_it_has_a_name),
		cmocka_unit_test(format__prefers_names_of_several_bits),
		cmocka_unit_test(format__shows_what_has_no_name),
		cmocka_unit_test(format__shows_fields_that_hold_any_number),
		cmocka_unit_test(format__looks_at_the_width_of_the_argument),
		cmocka_unit_test(format__never_overflows_nor_hides_a_bit),
		cmocka_unit_test(format__leaves_a_number_out_rather_than_cut_it),
		cmocka_unit_test(lookup__takes_names_with_and_without_prefix),
		cmocka_unit_test(name__is_exact),
		cmocka_unit_test(levels_and_types_have_their_tables),
		cmocka_unit_test(ioctls__are_in_the_table_of_their_type),
		cmocka_unit_test(tables__print_and_find_each_of_their_names),
		cmocka_unit_test(tables__hold_values_of_their_width),
		cmocka_unit_test(tables__fit_the_largest_text),
		cmocka_unit_test(tables__end_with_the_number_that_they_hold),
		cmocka_unit_test(tables__have_a_prefix_that_occurs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
