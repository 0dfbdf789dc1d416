// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* invoker.c - see invoker.h. */
#include "invoker.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log.h"

static bool parse_id(const char *name, unsigned int *ret_id)
{
	const char *text = getenv(name);
	unsigned long id;
	char *end;

	if (!text || *text < '0' || *text > '9')
		return false;
	errno = 0;
	id = strtoul(text, &end, 10);
	if (errno || *end || id >= UINT_MAX)
		return false;
	*ret_id = (unsigned int)id;
	return true;
}

/* Anybody can set the variables: they only ever take rights away, from root. */
static bool find_invoker(uid_t *ret_uid, gid_t *ret_gid)
{
	return !geteuid() && parse_id("SUDO_UID", ret_uid) && *ret_uid &&
	       parse_id("SUDO_GID", ret_gid);
}

uid_t invoker__uid(void)
{
	uid_t uid;
	gid_t gid;

	return find_invoker(&uid, &gid) ? uid : geteuid();
}

bool invoker__is_other(void)
{
	return invoker__uid() != geteuid();
}

/* The groups that the user database names; a user that it does not know has the one of sudo. */
static int look_up_groups(uid_t uid, gid_t gid, gid_t **ret_groups)
{
	const struct passwd *user = getpwuid(uid);
	int nr = 16, room;
	gid_t *groups = NULL, *bigger;

	do {
		room = nr;
		bigger = reallocarray(groups, (size_t)room, sizeof(*groups));
		if (!bigger) {
			free(groups);
			return -ENOMEM;
		}
		groups = bigger;
		groups[0] = gid;
		if (!user) {
			nr = 1;
			break;
		}
	} while (getgrouplist(user->pw_name, gid, groups, &nr) < 0 && nr > room);
	*ret_groups = groups;
	return nr;
}

/* Asked once: the database may be far away, and files be opened often. */
static int groups_of(uid_t uid, gid_t gid, const gid_t **ret_groups)
{
	static _Thread_local struct {
		uid_t uid;
		gid_t gid, *groups;
		int nr;
	} known;

	if (!known.groups || known.uid != uid || known.gid != gid) {
		free(known.groups);
		known.groups = NULL;
		known.nr = look_up_groups(uid, gid, &known.groups);
		known.uid = uid;
		known.gid = gid;
	}
	*ret_groups = known.groups;
	return known.nr;
}

/* The system call is the calling thread's own; glibc's function changes all threads. */
static int set_groups(int nr, const gid_t *groups)
{
	return syscall(SYS_setgroups, nr, groups) ? -errno : 0;
}

static int keep_groups(struct invoker *inv)
{
	const int nr = getgroups(0, NULL);

	inv->groups = calloc((size_t)(nr > 0 ? nr : 1), sizeof(*inv->groups));
	if (!inv->groups)
		return -ENOMEM;
	inv->nr_groups = nr > 0 ? getgroups(nr, inv->groups) : 0;
	return inv->nr_groups < 0 ? -errno : 0;
}

static int become(uid_t uid, gid_t gid)
{
	const gid_t *groups;
	int nr = groups_of(uid, gid, &groups), err;

	if (nr < 0)
		return nr;
	err = set_groups(nr, groups);
	if (err)
		return err;
	setfsgid(gid);
	/* The kernel takes the capabilities over files away with it. */
	setfsuid(uid);
	/* Neither tells of failure: an id that nobody has changes nothing, and gives the present one. */
	if ((gid_t)setfsgid((gid_t)-1) != gid || (uid_t)setfsuid((uid_t)-1) != uid)
		return -EPERM;
	return 0;
}

int invoker__enter(struct invoker *inv)
{
	uid_t uid;
	gid_t gid;
	int err;

	*inv = (struct invoker){};
	/* Within another pair of calls there is nothing left to do. */
	if (!find_invoker(&uid, &gid) || (uid_t)setfsuid((uid_t)-1) == uid)
		return 0;
	err = keep_groups(inv);
	if (err) {
		free(inv->groups);
		inv->groups = NULL;
		return err;
	}
	inv->entered = true;
	err = become(uid, gid);
	if (!err)
		return 0;
	log_err("files cannot be written as user %u, who called sudo (SUDO_UID): %s; without SUDO_UID "
		"they are written as root",
		uid, strerror(-err));
	invoker__leave(inv);
	return err;
}

void invoker__leave(struct invoker *inv)
{
	const int saved = errno;

	if (!inv->entered)
		return;
	setfsuid(geteuid());
	setfsgid(getegid());
	set_groups(inv->nr_groups, inv->groups);
	free(inv->groups);
	*inv = (struct invoker){};
	errno = saved;
}
