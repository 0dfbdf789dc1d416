// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Expressions over system calls: what the engine and the reader make of them, and what is said of bad ones. */
#include "filter_made.h"

#include <fcntl.h>

static void make_openat(struct call *c, unsigned int abi)
{
	call__init(c, abi, "openat");
	c->rec.args[0] = (uint32_t)AT_FDCWD;
	c->rec.args[1] = 0x1000;
	c->rec.args[2] = O_CREAT | O_WRONLY;
	c->rec.args[3] = 0644;
	c->rec.ret = -ENOENT;
	c->rec.enter_ns = 1000;
	c->rec.time_ns = 2501000;
	c->rec.pid = 10;
	c->rec.tid = 11;
	strcpy(c->rec.comm, "worker-3");
	call__payload(c, 1, "/tmp/new file", 13, AUG_P_STR);
}

static const struct {
	const char *text;
	bool kept;
} openat_table[] = {
	{ "openat.flags & O_CREAT && filename ~ \"/tmp/*\"", true },
	{ "openat.flags & CREAT && filename ~ \"/var/*\"", false },
	{ "openat.flags & (O_CREAT | O_EXCL) && filename == \"/tmp/new file\"", true },
	{ "(flags & O_EXCL) == 0", true },
	{ "(O_ACCMODE & openat.flags) == O_WRONLY", true },
	{ "open.flags & O_CREAT", false },
	{ "!(open.flags & O_CREAT)", true },
	{ "seccomp.flags & SECCOMP_FILTER_FLAG_TSYNC", false },
	{ "ioctl.arg == KD_GRAPHICS", false },
	{ "prctl.arg2 == SIGKILL", false },
	{ "dfd == AT_FDCWD", true },
	{ "openat.dfd == CWD && dfd != 3", true },
	{ "syslog.type == READ_ALL || syslog.type == SYSLOG_ACTION_SIZE_BUFFER", false },
	{ "futex.val3 == FUTEX_BITSET_MATCH_ANY", false },
	{ "setsockopt.optname == TCP_NODELAY", false },
	{ "args[3] != NULL && NULL == args[5]", true },
	{ "mmap.addr == NULL", false },
	{ "dfd == -100 && any_fd == -100", true },
	{ "dfd < 0", true },
	{ "args[0] == 0xffffff9c", true },
	{ "mode == 0644 && 0644 == mode", true },
	{ "mode < 0644 || 0644 < mode || mode > 0644 || 0644 > mode", false },
	{ "mode <= 0644 && 0644 <= mode && mode >= 0644 && 0644 >= mode", true },
	{ "fd == 3", false },
	{ "fd != 3", false },
	{ "!(fd == 3)", true },
	{ "filename != \"/tmp/new file\"", false },
	{ "filename != \"/tmp\"", true },
	{ "filename ~ \"*new*\" || ret >= 0", true },
	{ "filename ~ \"*nope*\" || ret == -ENOENT", true },
	{ "filename ~ \"*.so\"", false },
	{ "filename ~ \"/t[a-z]p/???\\x20file\"", true },
	{ "any_path == \"/tmp/new file\"", true },
	{ "filename > \"/tmp/n\" && filename < \"/tmp/o\"", true },
	{ "errno == ENOENT && errno != EACCES", true },
	{ "errno == EWOULDBLOCK", false },
	{ "ret < 0 && ret > -10", true },
	{ "duration > 1ms && duration <= 2500us", true },
	{ "duration < 1ms", false },
	{ "pid == 10 && tid == 11 && pid < tid", true },
	{ "uid == root && gid == 0", true },
	{ "uid == 1", false },
	{ "comm ~ \"work*\" && comm == \"worker-3\" && comm != \"worker\"", true },
	{ "comm ~ \"*-4\"", false },
	{ "syscall ~ \"open*\" && syscall != \"open\"", true },
	{ "syscall == \"close\"", false },
	{ "cgroup == \"/a/b\" && cgroup ~ \"/a/b/*\"", true },
	{ "cgroup != \"/a/b\"", false },
	{ "mode + 1 == 0645", true },
	{ "mode + 1 == 0644", false },
	{ "flags >> 6 == 1", true },
	{ "mode / (mode - 0644) == 1", false },
	{ "!(uid == 1 || comm == \"x\" || filename == \"y\")", true },
	{ "true", true },
	{ "false || !true", false },
	{ "flags", true },
	{ "!flags", false },
	{ "count > 1 || ret", true },
	{ "arg.flags & O_CREAT && arg.mode", true },
};

static void check_openat(void **state)
{
	(void)state;
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (size_t i = 0; i < ARRAY_SIZE(openat_table); i++) {
			struct made m;
			struct call c;

			made__init(&m, openat_table[i].text);
			make_openat(&c, abi);
			if (keeps(&m, &c) != openat_table[i].kept)
				fail_msg("%s: %s (table %u)", openat_table[i].text,
					 openat_table[i].kept ? "dropped" : "kept", abi);
			call__free(&c);
			made__free(&m);
		}
	}
}

static void check_compat_is_known_before(void **state)
{
	struct made m;

	(void)state;
	made__init(&m, "compat");
	assert_false(m.specs[spec__index(AUG_ABI_NATIVE, 257)].flags & AUG_S_TRACED);
	assert_true(m.specs[spec__index(AUG_ABI_COMPAT, 295)].flags & AUG_S_TRACED);
	assert_int_equal(m.program.nr_tests, 0);
	made__free(&m);
}

/* Calls that lack an argument are not even traced. */
static void check_calls_without_the_argument_cost_nothing(void **state)
{
	struct made m;

	(void)state;
	made__init(&m, "filename ~ \"/tmp/*\"");
	assert_false(m.specs[spec__index(AUG_ABI_NATIVE, 3)].flags & AUG_S_TRACED); /* close */
	assert_true(m.specs[spec__index(AUG_ABI_NATIVE, 2)].flags & AUG_S_TRACED);  /* open */
	assert_int_equal(m.program.nr_patterns, 1);
	assert_int_equal(m.program.patterns[0].how, FILTER_PREFIX);
	assert_int_equal(m.program.nr_tests, 1);
	made__free(&m);
}

/* exit_group() has no result, and does not wait for one. */
static void check_calls_without_return(void **state)
{
	struct made m;

	(void)state;
	made__init(&m, "ret >= 0 || error_code == 3");
	assert_int_equal(m.program.specs[231].stages[FILTER_AT_EXIT].nr, 0);
	assert_int_equal(m.program.specs[231].stages[FILTER_BY_REGISTERS].nr, 1);
	made__free(&m);
	made__init(&m, "duration > 1ms");
	assert_false(m.specs[231].flags & AUG_S_TRACED);
	made__free(&m);
}

static void check_each_part_has_its_stage(void **state)
{
	const struct filter_spec *spec;
	struct made m;

	(void)state;
	made__init(&m, "ret < 0 && filename == \"/x\" && mode == 1 && mode * 2 == 2");
	spec = &m.program.specs[257];
	assert_int_equal(spec->stages[FILTER_BY_REGISTERS].nr, 1);
	assert_int_equal(spec->stages[FILTER_BY_TEXTS].nr, 1);
	assert_int_equal(spec->stages[FILTER_AT_EXIT].nr, 1);
	assert_int_equal(spec->open, FILTER_OPEN_TEXTS | FILTER_OPEN_EXIT | FILTER_OPEN_USER);
	assert_true(m.program.config.has_texts);
	made__free(&m);
	made__init(&m, "!(ret < 0 || mode == 1)");
	spec = &m.program.specs[257];
	assert_int_equal(spec->stages[FILTER_BY_REGISTERS].nr, 1);
	assert_int_equal(spec->stages[FILTER_AT_EXIT].nr, 1);
	made__free(&m);
}

static void check_common(const char *text, bool is_common, unsigned int nr)
{
	struct made m;

	made__init(&m, text);
	assert_int_equal(m.program.config.common.is_set, is_common);
	assert_int_equal(m.program.config.common.nr[FILTER_BY_REGISTERS], nr);
	made__free(&m);
}

/* What asks for the task alone is the same for all calls; names of arguments are not. */
static void check_a_common_filter_is_at_hand(void **state)
{
	(void)state;
	check_common("uid == 5", true, 1);
	check_common("uid == 5 || gid == 5 || pid == 1", true, 3);
	/* exit() has no result */
	check_common("uid == 5 || gid == 5 || pid == 1 && ret < 0", false, 0);
	check_common("errno == 2 && (pid == 1 || pid == 2)", true, 2);
	check_common("openat.flags & 64", true, 1);
	check_common("fd == 3", false, 0);
	check_common("openat.flags & 64 || close.fd == 3", false, 0);
	check_common("pid == 1 || pid == 2 || pid == 3 || pid == 4", true, 4);
	check_common("pid == 1 || pid == 2 || pid == 3 || pid == 4 || pid == 5", false, 0);
}

static void check_result(const char *text, bool is_native, bool by_result)
{
	struct made m;

	made__init(&m, text);
	assert_true(m.program.config.common.is_set);
	assert_int_equal(m.program.config.common.is_native, is_native);
	assert_int_equal(m.program.config.common.by_result, by_result);
	made__free(&m);
}

/* Sizes of 32-bit callers have 32 bits. What a call returned may be all that is asked for. */
static void check_what_a_common_filter_asks_for(void **state)
{
	(void)state;
	check_result("openat.flags & 64", false, false);
	check_result("read.count > 100", true, false);
	check_result("read.count > 100 && ret < 0", true, false);
	check_result("errno == 2", false, true);
	check_result("errno == 2 || ret == 0", false, true);
	check_result("errno == 2 && pid == 1", false, false);
	check_result("uid == 5", false, false);
	check_result("errno == 2 && duration > 5", false, false);
}

static void check_quick(const char *text, unsigned int nr)
{
	struct made m;

	made__init(&m, text);
	assert_int_equal(m.program.specs[257].nr_quick, nr);
	made__free(&m);
}

/* Where no text matches, and that alone drops the call, a look at the first bytes of each will do. */
static void check_a_first_look_tells_most(void **state)
{
	(void)state;
	check_quick("filename == \"/x\"", 1);
	check_quick("filename == \"/x\" || filename ~ \"/tmp/*\" || filename ~ \"/y?\"", 3);
	check_quick("any_file == \"/x\"", 1);
	check_quick("any_path == \"/x\" || any_file == \"/etc/passwd\"", 2);
	check_quick("filename == \"/x\" && ret < 0", 1);
	check_quick("filename == \"/x\" && flags == 1", 1);
	check_quick("filename != \"/x\"", 0);
	check_quick("filename ~ \"*.so\"", 1);
	check_quick("filename ~ \"*.s?\"", 0);
	check_quick("filename ~ \"*[a]\"", 0);
	check_quick("filename == \"/x\" || flags == 1", 0);
	check_quick("filename == \"/x\" || filename ~ \"*.so\"", 2);
	check_quick("filename == \"/x\" || filename ~ \"*.s*\"", 0);
	check_quick("filename ~ \"/a*b\" || filename ~ \"/b*b\" || filename ~ \"/c*b\" || "
		    "filename ~ \"/d*b\"",
		    4);
	check_quick("filename ~ \"/a*b\" || filename ~ \"/b*b\" || filename ~ \"/c*b\" || "
		    "filename ~ \"/d*b\" || filename ~ \"/e*b\"",
		    0);
}

/* Of descriptors in arrays too; a whole path's last component is there to compare first. */
static void check_files_of_descriptors(void **state)
{
	const struct filter_spec *spec;
	struct made m;

	(void)state;
	made__init(&m, "any_path == \"/etc/passwd\" || any_file == \"/etc/passwd\"");
	spec = &m.program.specs[257]; /* openat */
	assert_int_equal(spec->nr_texts, 2);
	spec = &m.program.specs[7]; /* poll */
	assert_int_equal(spec->nr_texts, 1);
	assert_int_equal(spec->texts[0].source, FILTER_POLL);
	spec = &m.program.specs[23]; /* select */
	assert_int_equal(spec->nr_texts, 3);
	assert_int_equal(spec->texts[0].source, FILTER_FD_SET);
	assert_int_equal(m.program.nr_patterns, 1);
	assert_int_equal(m.program.patterns[0].leaf_len, 6);
	assert_memory_equal(&m.program.patterns[0].leaf, "passwd\0", 8);
	assert_false(m.specs[39].flags & AUG_S_TRACED); /* getpid */
	made__free(&m);
}

/* Of those that are in an array or a set; other calls have none. */
static void check_polled_descriptors(void **state)
{
	const struct filter_spec *spec;
	struct made m;

	(void)state;
	made__init(&m, "polled_fd == 5 || polled_fd >= 0");
	spec = &m.program.specs[7]; /* poll */
	assert_int_equal(spec->nr_texts, 2);
	assert_int_equal(spec->texts[0].source, FILTER_POLL_FD);
	assert_int_equal(spec->texts[0].pattern + spec->texts[1].pattern, 5 + FILTER_FD_ANY);
	assert_int_equal(spec->nr_quick, 0);
	assert_true(spec->open & FILTER_OPEN_TEXTS);
	spec = &m.program.specs[23]; /* select */
	assert_int_equal(spec->nr_texts, 6);
	assert_int_equal(spec->texts[0].source, FILTER_FD_SET_FD);
	assert_false(m.specs[257].flags & AUG_S_TRACED); /* openat */
	made__free(&m);
	made__init(&m, "any_fd == 5 || polled_fd == 5");
	assert_int_equal(m.program.specs[7].nr_texts, 1);
	assert_int_equal(m.program.specs[3].nr_texts, 0); /* close */
	assert_true(m.specs[3].flags & AUG_S_TRACED);
	assert_false(m.specs[39].flags & AUG_S_TRACED); /* getpid */
	made__free(&m);
}

/* Many alternatives are more than quick tests. */
static void check_long_lists(void **state)
{
	char text[1024] = "fd == 0";
	struct made m;
	struct call c;

	(void)state;
	for (int i = 1; i < 40; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " || fd == %d", i);
	made__init(&m, text);
	assert_int_equal(m.program.specs[3].stages[FILTER_BY_REGISTERS].nr, 0);
	assert_int_equal(m.program.specs[3].stages[FILTER_BY_TEXTS].nr, 40);
	call__init(&c, AUG_ABI_NATIVE, "close");
	c.rec.args[0] = 39;
	assert_true(keeps(&m, &c));
	c.rec.args[0] = 40;
	assert_false(keeps(&m, &c));
	made__free(&m);
}

/* Names that depend on another argument: of all that it may be. */
static void check_socket_names(void **state)
{
	struct made m;
	struct call c;

	(void)state;
	call__init(&c, AUG_ABI_NATIVE, "setsockopt");
	c.rec.args[1] = 1;
	c.rec.args[2] = 8;
	made__init(&m, "setsockopt.level == SOL_SOCKET && setsockopt.optname == SO_RCVBUF");
	assert_true(keeps(&m, &c));
	made__free(&m);
	made__init(&m, "setsockopt.optname == TCP_NODELAY");
	assert_false(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_NATIVE, "socket");
	c.rec.args[2] = 6;
	made__init(&m, "socket.protocol == IPPROTO_TCP");
	assert_true(keeps(&m, &c));
	made__free(&m);
}

/* Contents and what was not readable are the reader's. */
static void check_reader(void **state)
{
	struct made m;
	struct call c;

	(void)state;
	call__init(&c, AUG_ABI_NATIVE, "write");
	c.rec.args[1] = 0x1000;
	call__payload(&c, 1, "GET / HTTP/1.0\r\n", 16, 0);
	made__init(&m, "write.buf ~ \"GET *\"");
	assert_true(m.program.by_user);
	assert_true(keeps(&m, &c));
	made__free(&m);
	made__init(&m, "write.buf ~ \"POST *\"");
	assert_false(keeps(&m, &c));
	made__free(&m);
	call__free(&c);
	make_openat(&c, AUG_ABI_NATIVE);
	c.event.entry[1].err = -EFAULT;
	c.event.entry[1].len = 0;
	made__init(&m, "filename ~ \"*\"");
	assert_false(filter__matches(m.filter, &c.event));
	made__free(&m);
	call__free(&c);
}

static const struct {
	const char *text;
	const char *says;
	size_t pos;
} bad[] = {
	{ "openat.flag & 1", "openat has no argument 'flag'; there are: dfd, filename, flags, mode",
	  7 },
	{ "opnat.flags & 1", "no system call 'opnat'; did you mean 'openat'", 0 },
	{ "filenam == \"x\"", "did you mean 'filename'", 0 },
	{ "ret == EFOO", "there is no error 'EFOO'", 7 },
	{ "errno == ENONET1", "did you mean 'ENONET'", 9 },
	{ "openat.flags & O_CRAT", "did you mean 'O_CREAT'", 15 },
	{ "flags & NONBLOCK", "say which is meant (CALL.ARGUMENT)", 8 },
	{ "setsockopt.optname == NODELAY", "write one whole, as TCP_NODELAY or SCTP_NODELAY", 22 },
	{ "uid == nobodyhere", "there is no user 'nobodyhere'", 7 },
	{ "filename == 3", "a number cannot be compared with a string", 0 },
	{ "ret ~ \"x\"", "'~' matches a string", 0 },
	{ "cgroup == \"/nope\"", "there is no cgroup /nope", 0 },
	{ "cgroup ~ \"/a*\"", "the only glob is", 0 },
	{ "cgroup ~ \"/a\\0b/*\"", "cannot have a byte that is zero", 0 },
	{ "cgroup == \"/a/b\\0\"", "cannot have a byte that is zero", 0 },
	{ "args[6] == 1", "[0] to [5]", 5 },
	{ "openat.flags.x == 1", "no members here", 13 },
	{ "openat[1] == 1", "known of args alone", 7 },
	{ "pid == 1 &&", "missing at the end", 11 },
	{ "uid == 1 || buf == \"x\"", "the kernel alone knows", 0 },
	{ "polled_fd > 3", "the kernel alone knows", 0 },
	{ "polled_fd == 16777215", "the kernel alone knows", 0 },
	{ "arg.nope == 1", "no system call has an argument 'nope'", 4 },
	{ "comm ~ \"?????????????????????????????????????????????????????????????????\"",
	  "too many parts", 0 },
};

static void check_bad_ones(void **state)
{
	const struct select all = {};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct filter *f = filter__new(&fake_names);
		struct aug_spec *specs = spec__build_table(&all, SPEC_LIMITS(SPEC_LIMIT_DEFAULT));
		struct filter_program program = {};
		struct expr_error error;
		size_t idx;
		int err = filter__add(f, bad[i].text, &error);

		if (!err)
			err = filter__compile(f, specs, &program, &idx, &error);
		if (err != -EINVAL && err != -E2BIG)
			fail_msg("%s: %d", bad[i].text, err);
		if (!strstr(error.message, bad[i].says))
			fail_msg("%s: '%s'", bad[i].text, error.message);
		if (error.pos != bad[i].pos)
			fail_msg("%s: at %zu", bad[i].text, error.pos);
		free(specs);
		filter__free(f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_openat),
		cmocka_unit_test(check_compat_is_known_before),
		cmocka_unit_test(check_calls_without_the_argument_cost_nothing),
		cmocka_unit_test(check_calls_without_return),
		cmocka_unit_test(check_each_part_has_its_stage),
		cmocka_unit_test(check_a_common_filter_is_at_hand),
		cmocka_unit_test(check_what_a_common_filter_asks_for),
		cmocka_unit_test(check_a_first_look_tells_most),
		cmocka_unit_test(check_files_of_descriptors),
		cmocka_unit_test(check_polled_descriptors),
		cmocka_unit_test(check_long_lists),
		cmocka_unit_test(check_socket_names),
		cmocka_unit_test(check_reader),
		cmocka_unit_test(check_bad_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
