// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* dso.c - see dso.h: finds the file that was recorded. */
#include "dso.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dso_elf.h"
#include "util.h"

bool build_id__same(const struct build_id *a, const struct build_id *b)
{
	return a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}

const char *build_id__format(const struct build_id *id, char *buf)
{
	size_t i;

	buf[0] = '\0';
	for (i = 0; i < id->len && i < sizeof(id->bytes); i++)
		snprintf(buf + 2 * i, 3, "%02x", id->bytes[i]);
	return buf;
}

enum dso_kind dso__kind_of_map(const char *path, uint32_t flags)
{
	if (text__begins(path, "//anon") || text__begins(path, "/dev/zero") ||
	    text__begins(path, "/anon_hugepage") || flags & MAP_HUGETLB)
		return DSO_JIT;
	if (!strcmp(path, "[vdso]"))
		return DSO_VDSO;
	if (path[0] != '/' || text__begins(path, "/SYSV"))
		return DSO_OTHER;
	return DSO_FILE;
}

void dso__free(struct dso *dso)
{
	free(dso->path);
	free(dso->name);
	free(dso->why);
	symtab__free(&dso->symtab);
	dso_elf__close(dso->elf);
}

int dso__say_why(struct dso *dso, const char *fmt, ...)
{
	va_list ap;
	int len;

	if (dso->why)
		return 0;
	va_start(ap, fmt);
	len = vasprintf(&dso->why, fmt, ap);
	va_end(ap);
	if (len >= 0)
		return 0;
	dso->why = NULL;
	return -ENOMEM;
}

/* Use @path if it is the recorded file. Return: 0, -ESTALE when it is another one, or why not. */
static int try_file(struct dso *dso, const char *path, struct build_id *ret_found)
{
	struct dso_elf *elf;
	struct stat st;
	int fd = build_id__open(path, &st), err;

	if (fd < 0)
		return fd;
	err = dso_elf__open(&elf, fd, path);
	if (err)
		return err;
	dso_elf__build_id(elf, ret_found);
	if (dso->build_id.len && !build_id__same(&dso->build_id, ret_found)) {
		dso_elf__close(elf);
		return -ESTALE;
	}
	dso->elf = elf;
	return 0;
}

/* Copies that are kept by build-id: perf's, and the debug files of distributions. */
static int try_by_build_id(struct dso *dso, const struct dso_opts *opts)
{
	char hex[2 * BUILD_ID_SIZE_MAX + 1], path[PATH_MAX];
	struct build_id found;

	if (dso->build_id.len < 2)
		return -ENOENT;
	build_id__format(&dso->build_id, hex);
	if (opts->debug_dir &&
	    snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s/elf", opts->debug_dir, hex,
		     hex + 2) < (int)sizeof(path) &&
	    !try_file(dso, path, &found))
		return 0;
	if (snprintf(path, sizeof(path), "%s/usr/lib/debug/.build-id/%.2s/%s.debug", opts->symfs,
		     hex, hex + 2) < (int)sizeof(path) &&
	    !try_file(dso, path, &found))
		return 0;
	return -ENOENT;
}

static int find_file(struct dso *dso, const struct dso_opts *opts)
{
	char path[PATH_MAX], hex[2 * BUILD_ID_SIZE_MAX + 1];
	char recorded[2 * BUILD_ID_SIZE_MAX + 1];
	struct build_id found = {};
	int err, len;

	if (dso->root_pid)
		len = snprintf(path, sizeof(path), "/proc/%u/root%s", dso->root_pid, dso->path);
	else
		len = snprintf(path, sizeof(path), "%s%s", opts->symfs, dso->path);
	if (dso->foreign && !dso->build_id.len)
		err = -EXDEV;
	else
		err = len < (int)sizeof(path) ? try_file(dso, path, &found) : -ENAMETOOLONG;
	if (!err || err == -ENOMEM || !try_by_build_id(dso, opts))
		return err == -ENOMEM ? err : 0;
	if (err == -ESTALE)
		return dso__say_why(dso,
				    "has changed since it was recorded (build-id %s, recorded %s)",
				    found.len ? build_id__format(&found, hex) : "none",
				    build_id__format(&dso->build_id, recorded));
	if (err == -EXDEV)
		return dso__say_why(dso,
				    "was in a mount namespace that is gone, and has no build-id");
	return dso__say_why(dso, "%s", err == -EINVAL ? "is no ELF file" : strerror(-err));
}

/* The kernel maps its ELF image into each process: take ours. */
static int find_vdso(struct dso *dso)
{
	const size_t size = 16 * (size_t)sysconf(_SC_PAGESIZE);
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct build_id found = {};
	int fd, err;

	fd = image ? memfd_create("vdso", MFD_CLOEXEC) : -1;
	if (fd < 0)
		return dso__say_why(dso, "cannot be read here");
	/* Its length is not told; a page that is not there ends the write early. */
	if (write(fd, image, size) <= 0) {
		close(fd);
		return dso__say_why(dso, "cannot be read here");
	}
	err = dso_elf__open(&dso->elf, fd, "[vdso]");
	if (err)
		return err == -ENOMEM ? err : dso__say_why(dso, "cannot be read here");
	dso_elf__build_id(dso->elf, &found);
	if (!dso->build_id.len || build_id__same(&dso->build_id, &found))
		return 0;
	dso_elf__close(dso->elf);
	dso->elf = NULL;
	return dso__say_why(dso, "is of another kernel than this one");
}

static int load_elf(struct dso *dso, const struct dso_opts *opts)
{
	long nr;
	int err;

	err = dso->kind == DSO_VDSO ? find_vdso(dso) : find_file(dso, opts);
	if (err || !dso->elf)
		return err;
	nr = dso_elf__add_symbols(dso->elf, &dso->symtab);
	if (nr < 0)
		return (int)nr;
	return nr ? 0 : dso__say_why(dso, "has no symbols");
}

int dso__load(struct dso *dso, const struct dso_opts *opts)
{
	int err = 0;

	dso->loaded = true;
	switch (dso->kind) {
	case DSO_FILE:
	case DSO_VDSO:
		err = load_elf(dso, opts);
		break;
	case DSO_JIT:
		err = dso__load_perf_map(dso, opts);
		break;
	case DSO_SYMBOL:
		err = symtab__add(&dso->symtab, 0, UINT64_MAX, dso->name, strlen(dso->name),
				  SYMTAB_GLOBAL);
		break;
	case DSO_KERNEL:
	case DSO_MODULE:
	case DSO_OTHER:
		return 0;
	}
	symtab__seal(&dso->symtab);
	return err;
}

uint64_t dso__address(const struct dso *dso, uint64_t offset)
{
	return dso->elf ? dso_elf__address(dso->elf, offset) : offset;
}

size_t dso__srcline(struct dso *dso, uint64_t addr, char *buf, size_t size)
{
	buf[0] = '\0';
	return dso->elf ? dso_elf__srcline(dso->elf, addr - dso->elf_delta, buf, size) : 0;
}
