// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* target.c - see target.h. */
#include "target.h"

#include <ctype.h>
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <grp.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "strbuf.h"
#include "util.h"

/* A second in all. */
#define SETTLE_USEC 100
#define SETTLE_TRIES 10000

/* Of a name of a function of the kernel. */
#define PLACE_SIZE 64

static int check_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return access(path, X_OK) ? -errno : 0;
}

int target__find_command(const char *name, struct strbuf *ret_path)
{
	const char *dirs = getenv("PATH"), *end;
	int err, result = -ENOENT;

	if (!*name)
		return -ENOENT;
	if (strchr(name, '/')) {
		strbuf__adds(ret_path, name);
		return check_executable(name);
	}
	if (!dirs)
		dirs = "/usr/local/bin:/usr/bin:/bin";
	for (;; dirs = end + 1) {
		end = strchrnul(dirs, ':');
		strbuf__reset(ret_path);
		/* An empty element is the current directory. */
		strbuf__add(ret_path, end > dirs ? dirs : ".",
			    end > dirs ? (size_t)(end - dirs) : 1);
		strbuf__addc(ret_path, '/');
		strbuf__adds(ret_path, name);
		err = check_executable(strbuf__cstr(ret_path));
		if (!err)
			return 0;
		if (err == -EACCES)
			result = -EACCES;
		if (!*end)
			return result;
	}
}

static int become(const struct target_user *user)
{
	if (!user)
		return 0;
	return (user->name ? initgroups(user->name, user->gid) : setgroups(0, NULL)) ||
	       setresgid(user->gid, user->gid, user->gid) ||
	       setresuid(user->uid, user->uid, user->uid);
}

static void __attribute__((noreturn))
run_child(const struct target_program *program, int go_fd, int ready_fd, int *exec_errno)
{
	const bool is_user = !become(program->user);
	ssize_t n;
	char go;
	int err;

	/* Before the command is traced: none of this is its doing. */
	err = errno;
	sigprocmask(SIG_SETMASK, program->signals, NULL);
	if (write(ready_fd, "", 1) != 1)
		_exit(1);
	/* The parent's end without a byte means that it gave up or died. */
	do {
		n = read(go_fd, &go, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(1);
	if (is_user) {
		execve(program->path, program->argv, program->envp ? program->envp : environ);
		err = errno;
	}
	/* It is traced: memory tells without a call. */
	*exec_errno = err;
	/* strace's child ends with 1, as its lines say. Our caller's child has a status that a shell gives. */
	_exit(!program->daemon ? 1 : target__status_of(-err));
}

/* Of the process that was there first. Return: 0, as in a child. */
static pid_t become_command(pid_t child)
{
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

/* Of the child: the tracer is its child, so that the command has none that it does not know of. */
static pid_t become_tracer(pid_t command, unsigned int daemon)
{
	if (fork())
		_exit(0); /* without a tracer the command sees the end of its pipe */
	if (daemon == 2)
		setpgid(0, 0);
	if (daemon == 3)
		setsid();
	return command;
}

int target__prepare(const struct target_program *program, struct target_cmd *ret_cmd)
{
	const pid_t self = getpid();
	int go[2], ready[2], err, *exec_errno;
	pid_t pid;

	exec_errno = mmap(NULL, sizeof(*exec_errno), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (exec_errno == MAP_FAILED)
		return -errno;
	if (pipe2(go, O_CLOEXEC)) {
		err = -errno;
		goto unmap;
	}
	if (pipe2(ready, O_CLOEXEC)) {
		err = -errno;
		goto close_go;
	}
	pid = fork();
	if (pid < 0) {
		err = -errno;
		goto close_ready;
	}
	if (program->daemon) {
		/* The roles are the other way round. */
		pid = pid ? become_command(pid) : become_tracer(self, program->daemon);
	}
	if (!pid) {
		close(go[1]);
		close(ready[0]);
		run_child(program, go[0], ready[1], exec_errno);
	}
	close(go[0]);
	close(ready[1]);
	*ret_cmd = (struct target_cmd){
		.pid = pid, .go_fd = go[1], .ready_fd = ready[0], .exec_errno = exec_errno
	};
	return 0;

close_ready:
	close(ready[0]);
	close(ready[1]);
close_go:
	close(go[0]);
	close(go[1]);
unmap:
	munmap(exec_errno, sizeof(*exec_errno));
	return err;
}

static void let_go(struct target_cmd *cmd)
{
	close(cmd->ready_fd);
	cmd->ready_fd = -1;
	munmap(cmd->exec_errno, sizeof(*cmd->exec_errno));
	cmd->exec_errno = NULL;
}

/* The byte that says so, or the end of file of one that died. */
static void await_ready(struct target_cmd *cmd)
{
	char byte;

	if (cmd->ready)
		return;
	while (read(cmd->ready_fd, &byte, 1) < 0 && errno == EINTR)
		;
	cmd->ready = true;
}

/* Where /proc does not tell, it waits. */
static bool is_waiting(pid_t pid)
{
	char path[64], state = 'S';
	FILE *f __cleanup_fclose = NULL;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	/* Nobody has named it: there is no ')' in our name. */
	if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
		return true;
	return state != 'R' && state != 'D';
}

void target__settle(struct target_cmd *cmd)
{
	unsigned int tries;

	await_ready(cmd);
	/* No call tells when it has begun to wait. A /proc of other numbers may tell of somebody else. */
	for (tries = 0; tries < SETTLE_TRIES && !is_waiting(cmd->pid); tries++)
		usleep(SETTLE_USEC);
}

int target__start(struct target_cmd *cmd)
{
	int err = 0;
	char byte;

	await_ready(cmd);
	if (write(cmd->go_fd, "", 1) != 1)
		err = -errno;
	close(cmd->go_fd);
	cmd->go_fd = -1;
	if (!err) {
		while (read(cmd->ready_fd, &byte, 1) < 0 && errno == EINTR)
			;
		err = -*(volatile int *)cmd->exec_errno;
	}
	let_go(cmd);
	return err;
}

void target__abandon(struct target_cmd *cmd)
{
	if (cmd->pid <= 0 || cmd->go_fd < 0)
		return;
	close(cmd->go_fd);
	let_go(cmd);
	waitpid(cmd->pid, NULL, 0);
	*cmd = (struct target_cmd){ .go_fd = -1, .ready_fd = -1 };
}

int target__for_each_thread(pid_t pid, target_fn fn, void *ctx)
{
	char path[64];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (!err && (entry = readdir(dir))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			err = fn(ctx, (pid_t)atoi(entry->d_name));
	}
	closedir(dir);
	return err;
}

static ssize_t read_proc(pid_t tid, const char *name, char *bytes, size_t size)
{
	__cleanup_close int fd = -1;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : read(fd, bytes, size);
}

/* include/linux/sched.h */
#define PF_KTHREAD 0x00200000

/** struct task_stat - of /proc/TID/stat. */
struct task_stat {
	char state;
	unsigned int flags;
	long nr_threads;
};

static bool read_stat(pid_t tid, struct task_stat *ret)
{
	char text[512];
	const char *behind_name;
	const ssize_t len = read_proc(tid, "stat", text, sizeof(text) - 1);

	text[len > 0 ? len : 0] = '\0';
	behind_name = strrchr(text, ')');
	return behind_name &&
	       sscanf(behind_name,
		      ") %c %*d %*d %*d %*d %*d %u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld",
		      &ret->state, &ret->flags, &ret->nr_threads) == 3;
}

enum target_kind target__kind(pid_t tid)
{
	struct task_stat stat;

	if (!read_stat(tid, &stat))
		return TARGET_LIVES;
	if (stat.flags & PF_KTHREAD)
		return TARGET_IS_KERNELS;
	/* The first thread of others that live is there until they have ended. */
	return (stat.state == 'Z' || stat.state == 'X') && stat.nr_threads <= 1 ? TARGET_HAS_ENDED
										: TARGET_LIVES;
}

/* Of the program that it runs; one of 64 bits seldom makes 32-bit calls. */
static bool is_32_bit(pid_t tid)
{
	char ident[EI_NIDENT];

	return read_proc(tid, "exe", ident, sizeof(ident)) == sizeof(ident) &&
	       ident[EI_CLASS] == ELFCLASS32;
}

bool target__is_stopped(pid_t tid)
{
	struct task_stat stat;

	return read_stat(tid, &stat) && (stat.state == 'T' || stat.state == 't');
}

/*
 * The function of the kernel that it waits in. Who may not see the stack has wchan, which before Linux 5.16 follows
 * frame pointers that most kernels do not have, and is then any name.
 */
static void read_place(pid_t tid, char name[static PLACE_SIZE])
{
	char text[256];
	ssize_t len = read_proc(tid, "stack", text, sizeof(text) - 1);

	text[len > 0 ? len : 0] = '\0';
	/* "[<0>] do_freezer_trap+0x3e/0x60", and who called it */
	if (sscanf(text, "[<%*[0-9a-f]>] %63[a-zA-Z0-9_]", name) == 1)
		return;
	len = read_proc(tid, "wchan", name, PLACE_SIZE - 1);
	name[len > 0 ? len : 0] = '\0';
}

/* By its control group: on the way to user space, where signals are looked for (kernel/signal.c, kernel/freezer.c). */
static bool is_frozen(pid_t tid)
{
	static const char *const places[] = { "get_signal", "do_freezer_trap", "__refrigerator" };
	char name[PLACE_SIZE];

	read_place(tid, name);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		if (!strcmp(name, places[i]))
			return true;
	}
	return false;
}

bool target__waits_in(pid_t tid, struct target_call *ret_call)
{
	struct target_call call = {};
	char text[256], comm[sizeof(call.comm)];
	uint64_t sp, ip;
	long nr = -1;
	ssize_t len = read_proc(tid, "syscall", text, sizeof(text) - 1);

	if (len <= 0)
		return false;
	text[len] = '\0';
	/*
	 * "running", or -1 and two registers where it waits outside of a call. Stack and code are behind the
	 * arguments: a worker of io_uring has none, and is in no call.
	 */
	if (sscanf(text,
		   "%ld %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64
		   " %" SCNx64 " %" SCNx64,
		   &nr, &call.args[0], &call.args[1], &call.args[2], &call.args[3], &call.args[4],
		   &call.args[5], &sp, &ip) != 9 ||
	    nr < 0 || nr > UINT32_MAX || (!sp && !ip))
		return false;
	/* The call is over, although it may begin again. At its entry, ptrace comes before us: then that will be seen. */
	if (target__is_stopped(tid) || is_frozen(tid))
		return false;
	call.nr = (uint32_t)nr;
	call.is_compat = is_32_bit(tid);
	len = read_proc(tid, "comm", comm, sizeof(comm));
	/* It ends in a newline. */
	if (len > 0)
		memcpy(call.comm, comm, (size_t)len - (comm[len - 1] == '\n'));
	*ret_call = call;
	return true;
}

pid_t target__process_of(pid_t tid)
{
	__cleanup_fclose FILE *f = NULL;
	char path[64], line[256];
	pid_t pid;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "Tgid: %d", &pid) == 1)
			return pid;
	}
	return tid;
}

static int parse_pid(const char *word, size_t len, pid_t *ret_pid)
{
	char digits[12], *end;
	long value;

	if (!len || len >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, word, len);
	digits[len] = '\0';
	value = strtol(digits, &end, 10);
	if (*end || !isdigit((unsigned char)digits[0]) || value <= 0 || value > INT_MAX)
		return -EINVAL;
	*ret_pid = (pid_t)value;
	return 0;
}

int target__parse_list(const char *text, pid_t **ret_pids, size_t *ret_nr, struct strbuf *ret_error)
{
	pid_t *pids = NULL, *bigger, pid;
	size_t nr = 0, len, i;

	for (;; text += len) {
		text += strspn(text, ", \t\n");
		len = strcspn(text, ", \t\n");
		if (!len)
			break;
		if (parse_pid(text, len, &pid)) {
			strbuf__addf(ret_error, "'%.*s' is not a process id", (int)MIN(len, 32UL),
				     text);
			free(pids);
			return -EINVAL;
		}
		for (i = 0; i < nr && pids[i] != pid; i++)
			;
		if (i < nr)
			continue;
		bigger = reallocarray(pids, nr + 1, sizeof(*pids));
		if (!bigger) {
			free(pids);
			return -ENOMEM;
		}
		pids = bigger;
		pids[nr++] = pid;
	}
	if (!nr) {
		strbuf__adds(ret_error, "a list of process ids is needed");
		return -EINVAL;
	}
	*ret_pids = pids;
	*ret_nr = nr;
	return 0;
}

int target__parse_option(const char *option, const char *text, pid_t **pids, size_t *nr)
{
	struct strbuf error = {};
	int err;

	free(*pids);
	*pids = NULL;
	err = target__parse_list(text, pids, nr, &error);
	if (err)
		log_err("%s: %s", option, err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
	strbuf__free(&error);
	return err;
}
