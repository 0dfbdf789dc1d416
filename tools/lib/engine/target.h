/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* target.h - what is traced: a command started by us, or processes and threads that run already. */
#ifndef PERF_AUGMENT_TARGET_H
#define PERF_AUGMENT_TARGET_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "strbuf.h"

/** struct target_cmd - a command that stands ready behind its exec. */
struct target_cmd {
	pid_t pid;
	int go_fd;	 /* closing or writing lets it run */
	int ready_fd;	 /* a byte says that it is ready; end of file: it runs, or it ended */
	int *exec_errno; /* shared with it: why the exec failed, 0 when it did not */
	bool ready;	 /* the byte has been read */
};

/**
 * target__find_command() - where execvp() would find @name.
 * Return: 0; -ENOENT when no directory of PATH has it; -EACCES when it is there but not executable.
 */
int target__find_command(const char *name, struct strbuf *ret_path);

/** struct target_user - who a command runs as. @name: for its supplementary groups; NULL: it has none. */
struct target_user {
	const char *name;
	uid_t uid;
	gid_t gid;
};

/**
 * struct target_program - what a command executes, and as what.
 * @envp: its environment; NULL for ours. @signals: mask that it gets. @user: NULL for ours.
 * @daemon: not 0: the process that prepares it becomes the command and goes on in a grandchild, which is no
 *	parent of it: 1 for that alone, 2 in a process group of its own, 3 in a session of its own.
 */
struct target_program {
	const char *path;
	char *const *argv;
	char *const *envp;
	const sigset_t *signals;
	const struct target_user *user;
	unsigned int daemon;
};

/** target__prepare() - fork a child that waits, then executes @program. Return: 0 or -errno. */
int target__prepare(const struct target_program *program, struct target_cmd *ret_cmd);

/**
 * target__settle() - wait until the command makes no more calls before its exec: who traces it sees
 * none.
 */
void target__settle(struct target_cmd *cmd);

/** target__status_of() - what a shell ends with for a command that cannot be executed because of @err, a -errno. */
static inline int target__status_of(int err)
{
	return err == -ENOENT ? 127 : 126;
}

/** target__start() - let the command run. Return: 0, or the -errno of its exec. */
int target__start(struct target_cmd *cmd);

/** target__abandon() - the command shall not run: end the waiting child. */
void target__abandon(struct target_cmd *cmd);

/** target__process_of() - the process of thread @tid; @tid itself when there is no such thread. */
pid_t target__process_of(pid_t tid);

/** enum target_kind - what makes no system calls, or no more. */
enum target_kind { TARGET_LIVES, TARGET_IS_KERNELS, TARGET_HAS_ENDED };

/** target__kind() - of thread @tid; TARGET_LIVES where /proc does not tell. */
enum target_kind target__kind(pid_t tid);

/** struct target_call - a call, by its registers. @comm: of the thread, cut or filled up with NULs. */
struct target_call {
	uint32_t nr;
	bool is_compat;
	uint64_t args[6];
	char comm[16];
};

/** target__waits_in() - the call that thread @tid waits in, if it does and /proc tells. */
bool target__waits_in(pid_t tid, struct target_call *ret_call);

/** target__is_stopped() - is thread @tid, by job control or by who traces it with ptrace? */
bool target__is_stopped(pid_t tid);

typedef int (*target_fn)(void *ctx, pid_t tid);

/** target__for_each_thread() - all threads of @pid. Return: 0, -ESRCH, -errno, or what @fn returned. */
int target__for_each_thread(pid_t pid, target_fn fn, void *ctx);

/**
 * target__parse_list() - "12,34 56" to numbers; duplicates are kept once.
 * Return: 0; -EINVAL with a message in @ret_error; -ENOMEM. *@ret_pids is the caller's to free.
 */
int target__parse_list(const char *text, pid_t **ret_pids, size_t *ret_nr,
		       struct strbuf *ret_error);

/** target__parse_option() - the same for a command line: replaces *@pids, says what is wrong. */
int target__parse_option(const char *option, const char *text, pid_t **pids, size_t *nr);

#endif /* PERF_AUGMENT_TARGET_H */
