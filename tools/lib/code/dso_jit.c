// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dso_jit.c - code that was made at run time, named by /tmp/perf-PID.map: lines "START SIZE name",
 * numbers in hex. Anybody can write to /tmp: a file of somebody else is not believed, as in perf.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dso.h"
#include "util.h"

static int add_line(struct symtab *symtab, const char *line)
{
	char *end;
	uint64_t start, len;

	errno = 0;
	start = strtoull(line, &end, 16);
	if (end == line || *end != ' ' || errno)
		return 0;
	line = end;
	len = strtoull(line, &end, 16);
	if (end == line || *end != ' ' || errno || !len)
		return 0;
	end++;
	end[strcspn(end, "\n")] = '\0';
	return *end ? symtab__add(symtab, start, len, end, strlen(end), SYMTAB_GLOBAL) : 0;
}

static int open_map(struct dso *dso, const struct dso_opts *opts, FILE **ret_file)
{
	char path[PATH_MAX];
	struct stat st;
	int fd;

	if (snprintf(path, sizeof(path), "%s/tmp/perf-%u.map", opts->symfs, dso->pid) >=
	    (int)sizeof(path))
		return dso__say_why(dso, "%s", strerror(ENAMETOOLONG));
	fd = build_id__open(path, &st);
	if (fd < 0)
		return dso__say_why(dso, "%s: %s", path,
				    fd == -ENOENT ? "its program wrote none" : strerror(-fd));
	if (!opts->force && st.st_uid && st.st_uid != geteuid()) {
		close(fd);
		return dso__say_why(dso, "%s belongs to somebody else: not used (-f uses it)",
				    path);
	}
	*ret_file = fdopen(fd, "r");
	if (*ret_file)
		return 0;
	close(fd);
	return -ENOMEM;
}

int dso__load_perf_map(struct dso *dso, const struct dso_opts *opts)
{
	__cleanup_fclose FILE *file = NULL;
	__cleanup_free char *line = NULL;
	size_t size = 0;
	int err = open_map(dso, opts, &file);

	while (file && !err && getline(&line, &size, file) >= 0)
		err = add_line(&dso->symtab, line);
	return err;
}
