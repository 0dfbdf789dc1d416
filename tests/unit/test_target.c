// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_target.c - commands found as execvp(3) finds them, and held behind their exec until they shall
 * run. Files are made in a directory of the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "target.h"
#include "util.h"

static char dir[] = "/tmp/test_target.XXXXXX";

static void make_file(const char *name, const char *text, mode_t mode)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}

/*
 * The test runs in its directory: ./here, one/tool, two/tool and so on. Its own working directory
 * matters for empty elements of PATH.
 */
static int make_dir(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	if (!mkdtemp(dir) || chdir(dir))
		return -1;
	if (mkdir("one", 0700) || mkdir("two", 0700) || mkdir("one/is_dir", 0700))
		return -1;
	make_file("here", "#!/bin/sh\n", 0700);
	make_file("one/tool", "#!/bin/sh\nexit 11\n", 0700);
	make_file("two/tool", "#!/bin/sh\nexit 12\n", 0700);
	make_file("two/is_dir", "#!/bin/sh\n", 0700);
	make_file("one/plain", "#!/bin/sh\n", 0600);
	make_file("two/plain", "#!/bin/sh\n", 0700);
	make_file("one/only_plain", "#!/bin/sh\n", 0600);
	make_file("two/not_elf", "no program\n", 0700);
	make_file("two/no_interpreter", "#!/nonexistent/interpreter\n", 0700);
	return 0;
}

static int remove_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return chdir("/") || system(command);
}

/* @name is found at @expected with @path as PATH, NULL for none; or the errno. */
static void expect_found(const char *path, const char *name, const char *expected, int err)
{
	char *old = strdup(getenv("PATH"));
	struct strbuf found = {};
	int got;

	if (path)
		setenv("PATH", path, 1);
	else
		unsetenv("PATH");
	got = target__find_command(name, &found);
	setenv("PATH", old, 1);
	free(old);
	if (got != err)
		fail_msg("'%s' in '%s': %d, expected %d", name, path ? path : "(none)", got, err);
	if (!err)
		assert_string_equal(strbuf__cstr(&found), expected);
	strbuf__free(&found);
}

static void first_directory_of_path__wins(void **state)
{
	(void)state;
	expect_found("one:two", "tool", "one/tool", 0);
	expect_found("two:one", "tool", "two/tool", 0);
	expect_found("missing:two", "tool", "two/tool", 0);
	expect_found("here:two", "tool", "two/tool", 0); /* not a directory */
	expect_found("one", "missing", NULL, -ENOENT);
	expect_found("/nonexistent", "tool", NULL, -ENOENT);
}

static void empty_element_of_path__is_the_current_directory(void **state)
{
	(void)state;
	expect_found(":one", "here", "./here", 0);
	expect_found("one:", "here", "./here", 0);
	expect_found("one::two", "here", "./here", 0);
	expect_found("", "here", "./here", 0);
	expect_found(":", "here", "./here", 0);
	expect_found("one::two", "tool", "one/tool", 0);
	/* Without an empty element it is not searched. */
	expect_found("one:two", "here", NULL, -ENOENT);
}

static void path_that_is_not_set__has_a_default(void **state)
{
	struct strbuf found = {};
	char *old = strdup(getenv("PATH"));
	int err;

	(void)state;
	unsetenv("PATH");
	err = target__find_command("sh", &found);
	setenv("PATH", old, 1);
	free(old);
	assert_int_equal(err, 0);
	assert_int_equal(access(strbuf__cstr(&found), X_OK), 0);
	strbuf__free(&found);
	expect_found(NULL, "here", NULL, -ENOENT);
}

static void name_with_a_slash__is_not_searched(void **state)
{
	char absolute[128];

	(void)state;
	expect_found("one", "two/tool", "two/tool", 0);
	expect_found("one", "./here", "./here", 0);
	expect_found("one", "./tool", NULL, -ENOENT);
	expect_found("one", "here/tool", NULL, -ENOTDIR);
	snprintf(absolute, sizeof(absolute), "%s/one/tool", dir);
	expect_found("two", absolute, absolute, 0);
}

static void file_that_is_no_command__is_passed_over(void **state)
{
	(void)state;
	/* Not executable, or a directory: a later one may be a command... */
	expect_found("one:two", "plain", "two/plain", 0);
	expect_found("one:two", "is_dir", "two/is_dir", 0);
	/* ...and if none is, that it is there is said. */
	expect_found("one", "plain", NULL, -EACCES);
	expect_found("one:missing", "only_plain", NULL, -EACCES);
	expect_found("missing:one", "is_dir", NULL, -EACCES);
	expect_found("one", "one/only_plain", NULL, -EACCES);
	expect_found("one", "one/is_dir", NULL, -EACCES);
	expect_found("one", "one/", NULL, -EACCES);
}

static void empty_name__is_no_command(void **state)
{
	(void)state;
	expect_found("one:two", "", NULL, -ENOENT);
	expect_found("", "", NULL, -ENOENT);
}

/* ---- commands ---- */

static struct target_cmd prepare(const char *path, char *const argv[])
{
	sigset_t none;
	const struct target_program program = { .path = path, .argv = argv, .signals = &none };
	struct target_cmd cmd = {};

	sigemptyset(&none);
	assert_int_equal(target__prepare(&program, &cmd), 0);
	assert_true(cmd.pid > 0);
	return cmd;
}

static int wait_status(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void expect_no_descriptors(const struct target_cmd *cmd)
{
	assert_int_equal(cmd->go_fd, -1);
	assert_int_equal(cmd->ready_fd, -1);
}

static unsigned int count_descriptors(void)
{
	unsigned int fd, nr = 0;

	for (fd = 0; fd < 256; fd++)
		nr += fcntl((int)fd, F_GETFD) >= 0;
	return nr;
}

static void prepared_command__waits_for_its_start(void **state)
{
	char *argv[] = { "sh", "-c", "echo ran > mark; exit 7", NULL };
	unsigned int nr = count_descriptors();
	struct target_cmd cmd = prepare("/bin/sh", argv);
	int status;

	(void)state;
	usleep(50000);
	assert_int_equal(access("mark", F_OK), -1);
	assert_int_equal(waitpid(cmd.pid, &status, WNOHANG), 0);
	assert_int_equal(target__start(&cmd), 0);
	expect_no_descriptors(&cmd);
	status = wait_status(cmd.pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(access("mark", F_OK), 0);
	assert_int_equal(count_descriptors(), nr);
}

/* A tracer that attaches now sees its execve() first. */
static void settled_command__waits_in_its_read(void **state)
{
	char *argv[] = { "true", NULL }, path[64], text[64];
	struct target_cmd cmd;
	unsigned int i;
	FILE *f;
	long call;

	(void)state;
	for (i = 0; i < 100; i++) {
		cmd = prepare("/bin/true", argv);
		target__settle(&cmd);
		snprintf(path, sizeof(path), "/proc/%d/syscall", cmd.pid);
		f = fopen(path, "re");
		/* Not every kernel and not everybody may look. */
		if (f && fgets(text, sizeof(text), f)) {
			assert_int_equal(sscanf(text, "%ld", &call), 1);
			assert_int_equal(call, SYS_read);
		}
		if (f)
			fclose(f);
		assert_int_equal(target__start(&cmd), 0);
		assert_int_equal(wait_status(cmd.pid), 0);
	}
}

static void abandoned_command__never_runs(void **state)
{
	char *argv[] = { "sh", "-c", "echo ran > abandoned", NULL };
	unsigned int nr = count_descriptors();
	struct target_cmd cmd = prepare("/bin/sh", argv);
	pid_t pid = cmd.pid;

	(void)state;
	target__abandon(&cmd);
	expect_no_descriptors(&cmd);
	/* It has been waited for. */
	assert_int_equal(waitpid(pid, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(access("abandoned", F_OK), -1);
	assert_int_equal(count_descriptors(), nr);
	/* Once more, or without a command, there is nothing to do. */
	target__abandon(&cmd);
	cmd = (struct target_cmd){ .go_fd = -1, .ready_fd = -1 };
	target__abandon(&cmd);
	assert_int_equal(count_descriptors(), nr);
}

static void abandon_after_start__leaves_the_command_alone(void **state)
{
	char *argv[] = { "sh", "-c", "sleep 0.1; exit 5", NULL };
	struct target_cmd cmd = prepare("/bin/sh", argv);
	int status;

	(void)state;
	assert_int_equal(target__start(&cmd), 0);
	target__abandon(&cmd);
	status = wait_status(cmd.pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 5);
}

static void expect_start_error(const char *path, int err)
{
	char *argv[] = { "x", NULL };
	unsigned int nr = count_descriptors();
	struct target_cmd cmd = prepare(path, argv);
	int got = target__start(&cmd), status;

	if (got != err)
		fail_msg("%s: %d, expected %d", path, got, err);
	expect_no_descriptors(&cmd);
	status = wait_status(cmd.pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_int_equal(count_descriptors(), nr);
}

static void failed_exec__is_told_by_start(void **state)
{
	(void)state;
	expect_start_error("two/not_elf", -ENOEXEC);
	expect_start_error("two/no_interpreter", -ENOENT);
	expect_start_error("one/missing", -ENOENT);
	expect_start_error("one/plain", -EACCES);
	expect_start_error("one", -EACCES);
}

/* The command was killed while it waited: that is its end, not an error of its exec. */
static void command_that_died_waiting__is_not_an_exec_error(void **state)
{
	char *argv[] = { "sh", "-c", "exit 0", NULL };
	struct target_cmd cmd = prepare("/bin/sh", argv);
	siginfo_t info;
	int status;

	(void)state;
	kill(cmd.pid, SIGKILL);
	assert_int_equal(waitid(P_PID, (id_t)cmd.pid, &info, WEXITED | WNOWAIT), 0);
	assert_true(target__start(&cmd) == -EPIPE);
	expect_no_descriptors(&cmd);
	status = wait_status(cmd.pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* The first line of file @name that begins with @start; @line gets it without its line break. */
static void read_line(const char *name, const char *start, char *line, size_t size)
{
	FILE *f __cleanup_fclose = fopen(name, "re");

	assert_non_null(f);
	while (fgets(line, (int)size, f)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, start, strlen(start)))
			return;
	}
	fail_msg("%s: no '%s'", name, start);
}

static void command__gets_the_signal_mask_given(void **state)
{
	char *argv[] = { "cp", "/proc/self/status", "status", NULL };
	sigset_t mask;
	const struct target_program program = { .path = "/bin/cp", .argv = argv, .signals = &mask };
	struct target_cmd cmd;
	char line[128];

	(void)state;
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	sigaddset(&mask, SIGTERM);
	assert_int_equal(target__prepare(&program, &cmd), 0);
	assert_int_equal(target__start(&cmd), 0);
	assert_int_equal(wait_status(cmd.pid), 0);
	read_line("status", "SigBlk:", line, sizeof(line));
	assert_string_equal(line, "SigBlk:\t0000000000004200");
}

static void command__gets_the_environment_given(void **state)
{
	char *argv[] = { "sh", "-c", "echo \"$GIVEN,$HOME\" > variables", NULL };
	char *variables[] = { "GIVEN=a b", NULL };
	sigset_t none;
	const struct target_program program = {
		.path = "/bin/sh", .argv = argv, .envp = variables, .signals = &none
	};
	struct target_cmd cmd;
	char line[128];

	(void)state;
	sigemptyset(&none);
	assert_int_equal(target__prepare(&program, &cmd), 0);
	assert_int_equal(target__start(&cmd), 0);
	assert_int_equal(wait_status(cmd.pid), 0);
	read_line("variables", "", line, sizeof(line));
	assert_string_equal(line, "a b,");
}

static void command__gets_its_arguments(void **state)
{
	char *argv[] = { "name of its own", "-c", "echo \"$0,$1,$#\" > args", "a b", "", NULL };
	struct target_cmd cmd = prepare("/bin/sh", argv);
	char line[128];

	(void)state;
	assert_int_equal(target__start(&cmd), 0);
	assert_int_equal(wait_status(cmd.pid), 0);
	read_line("args", "", line, sizeof(line));
	assert_string_equal(line, "a b,,1");
}

/* Nothing of the pipes between us and the command is left open in it. */
static void command__inherits_no_descriptor_of_ours(void **state)
{
	char *argv[] = { "sh", "-c", "ls -l /proc/self/fd > fds; grep -c pipe: fds > nr", NULL };
	unsigned int nr_given = 0, fd;
	struct target_cmd cmd;
	char line[128];

	(void)state;
	for (fd = 0; fd < 256; fd++) {
		struct stat st;

		nr_given += fd != 1 && !fstat((int)fd, &st) && S_ISFIFO(st.st_mode) &&
			    !(fcntl((int)fd, F_GETFD) & FD_CLOEXEC);
	}
	cmd = prepare("/bin/sh", argv);
	assert_int_equal(target__start(&cmd), 0);
	wait_status(cmd.pid);
	read_line("nr", "", line, sizeof(line));
	assert_int_equal(atoi(line), nr_given);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_directory_of_path__wins),
		cmocka_unit_test(empty_element_of_path__is_the_current_directory),
		cmocka_unit_test(path_that_is_not_set__has_a_default),
		cmocka_unit_test(name_with_a_slash__is_not_searched),
		cmocka_unit_test(file_that_is_no_command__is_passed_over),
		cmocka_unit_test(empty_name__is_no_command),
		cmocka_unit_test(prepared_command__waits_for_its_start),
		cmocka_unit_test(settled_command__waits_in_its_read),
		cmocka_unit_test(abandoned_command__never_runs),
		cmocka_unit_test(abandon_after_start__leaves_the_command_alone),
		cmocka_unit_test(failed_exec__is_told_by_start),
		cmocka_unit_test(command_that_died_waiting__is_not_an_exec_error),
		cmocka_unit_test(command__gets_the_signal_mask_given),
		cmocka_unit_test(command__gets_the_environment_given),
		cmocka_unit_test(command__gets_its_arguments),
		cmocka_unit_test(command__inherits_no_descriptor_of_ours),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
