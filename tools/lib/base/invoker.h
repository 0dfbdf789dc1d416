/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * invoker.h - who called sudo. Files that we make belong to that user, and what that user may not
 * write stays as it is. Only this thread's access to files changes, and only in between: reading
 * /proc, tracefs and maps needs root.
 */
#ifndef PERF_AUGMENT_INVOKER_H
#define PERF_AUGMENT_INVOKER_H

#include <stdbool.h>
#include <sys/types.h>

/** struct invoker - what invoker__leave() goes back to. */
struct invoker {
	bool entered;
	int nr_groups;
	gid_t *groups;
};

/** invoker__uid() - whose rights files are opened with: SUDO_UID where root was made by sudo, else ours. */
uid_t invoker__uid(void);

/** invoker__is_other() - that is somebody else than this process. */
bool invoker__is_other(void);

/**
 * invoker__enter() - until invoker__leave() this thread opens, makes and renames files as that user.
 * Does nothing where there is none.
 * Return: 0; -EPERM, logged, when this process may not become that user; -ENOMEM.
 */
int invoker__enter(struct invoker *inv);

/** invoker__leave() - as before; errno stays. NULL-safe for one that was not entered. */
void invoker__leave(struct invoker *inv);

#endif /* PERF_AUGMENT_INVOKER_H */
