// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_live.c - see annotate_live.h. */
#include "annotate_live.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_fetch.h"
#include "bpf_loaded.h"
#include "util.h"

/* The payload of a feature with one element: u32 count, then @prefix and @bytes. */
static int add_one(struct bpf_progs *progs, unsigned int feature, const void *prefix,
		   size_t prefix_len, const void *bytes, size_t len)
{
	const uint32_t nr = 1;
	struct strbuf payload = {};
	int err;

	strbuf__add(&payload, (const char *)&nr, sizeof(nr));
	strbuf__add(&payload, prefix, prefix_len);
	strbuf__add(&payload, bytes, len);
	err = strbuf__error(&payload);
	if (!err)
		err = bpf_progs__add_header(progs, feature, (const uint8_t *)payload.text,
					    payload.len);
	strbuf__free(&payload);
	return err;
}

static int add_prog(struct annotate *a, const struct bpf_prog_copy *copy, const uint8_t *btf,
		    size_t btf_len, bool *hidden)
{
	const uint32_t prefix[2] = { copy->entry.info.btf_id, (uint32_t)btf_len };
	int err = 0;

	*hidden |= copy->is_hidden;
	if (btf && btf_len <= UINT32_MAX)
		err = add_one(a->progs, PERFDATA_F_BPF_BTF, prefix, sizeof(prefix), btf, btf_len);
	return err ? err
		   : add_one(a->progs, PERFDATA_F_BPF_PROG_INFO, NULL, 0, copy->raw, copy->raw_len);
}

/* By its whole name, which BTF tells, or the kernel's 15 letters of it. Return: 1 or 0; -ENOMEM. */
static int is_called(const struct bpf_prog_copy *copy, const uint8_t *btf, size_t btf_len,
		     const char *pattern)
{
	char *name __cleanup_free = bpf_prog_copy__name(copy, btf, btf_len);

	if (!name)
		return -ENOMEM;
	return !fnmatch(pattern, name, 0) || !fnmatch(pattern, copy->entry.info.name, 0);
}

/* @pattern: only if it is called so; NULL: whatever it is called. */
static int add_fd(struct annotate *a, int fd, const char *pattern, bool *hidden)
{
	__cleanup_free uint8_t *btf = NULL;
	struct bpf_prog_copy copy = {};
	size_t btf_len = 0;
	int err = bpf_fetch__fd(fd, &copy);

	if (err)
		return err;
	/* A program without its BTF is worth seeing, too. */
	if (copy.entry.info.btf_id)
		bpf_fetch__btf(copy.entry.info.btf_id, &btf, &btf_len);
	err = pattern ? is_called(&copy, btf, btf_len, pattern) : 1;
	if (err > 0)
		err = add_prog(a, &copy, btf, btf_len, hidden);
	bpf_prog_copy__free(&copy);
	return err;
}

static int add_id(struct annotate *a, uint32_t id, bool *hidden)
{
	__cleanup_close int fd = bpf_prog_get_fd_by_id(id);

	return fd < 0 ? -errno : add_fd(a, fd, NULL, hidden);
}

/* The kernel answers the same question for maps and links: what it is stands in its descriptor's name. */
static const char *other_kind(int fd)
{
	static const char *const kinds[] = { "map", "link", "token" };
	char path[64], target[64];
	const char *name;
	ssize_t len;
	size_t i;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	len = readlink(path, target, sizeof(target) - 1);
	target[MAX(len, 0)] = '\0';
	/* "anon_inode:bpf-map", and "bpf_link" */
	name = strstr(target, "bpf");
	for (i = 0; name && strlen(name) > 4 && i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(name + 4, kinds[i]))
			return kinds[i];
	}
	return NULL;
}

static int add_pin(struct annotate *a, const char *path, struct annotate_found *found)
{
	__cleanup_close int fd = bpf_obj_get(path);

	if (fd < 0)
		return -errno;
	found->other = other_kind(fd);
	return found->other ? -EINVAL : add_fd(a, fd, NULL, &found->is_hidden);
}

/* The kernel cuts names: one that is as long as can be may go on. */
static bool may_be_called(int fd, const char *pattern)
{
	struct bpf_prog_info info = {};
	uint32_t len = sizeof(info);

	return !bpf_obj_get_info_by_fd(fd, &info, &len) &&
	       (strlen(info.name) == sizeof(info.name) - 1 || !fnmatch(pattern, info.name, 0));
}

static int add_named(struct annotate *a, const char *pattern, bool *hidden)
{
	uint32_t id = 0;
	int err;

	while (!bpf_prog_get_next_id(id, &id)) {
		__cleanup_close int fd = bpf_prog_get_fd_by_id(id);

		if (fd < 0 && errno == EPERM)
			return -EPERM;
		if (fd < 0 || !may_be_called(fd, pattern))
			continue;
		err = add_fd(a, fd, pattern, hidden);
		if (err && err != -ENOENT)
			return err;
	}
	return errno == ENOENT ? 0 : -errno;
}

/* Names of maps that are there now. */
static bool name_map(void *ctx, uint32_t id, struct strbuf *sb)
{
	__cleanup_close int fd = bpf_map_get_fd_by_id(id);
	struct bpf_map_info info = {};
	uint32_t len = sizeof(info);

	(void)ctx;
	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len) || !info.name[0])
		return false;
	strbuf__add(sb, info.name, strnlen(info.name, sizeof(info.name)));
	return true;
}

int annotate_live__init(struct annotate *a, const struct annotate_wanted *wanted,
			struct annotate_found *ret_found)
{
	size_t nr;
	int err;

	*ret_found = (struct annotate_found){};
	a->is_live = true;
	a->map_name = name_map;
	a->progs = bpf_progs__new();
	if (!a->progs)
		return -ENOMEM;
	if (wanted->id)
		err = add_id(a, wanted->id, &ret_found->is_hidden);
	else if (wanted->pin)
		err = add_pin(a, wanted->pin, ret_found);
	else
		err = add_named(a, wanted->name, &ret_found->is_hidden);
	if (!err)
		err = bpf_progs__resolve(a->progs);
	if (!err)
		err = code_names__init_live(&a->names, a->progs, wanted->kallsyms);
	if (err)
		return err;
	bpf_progs__get(a->progs, &nr);
	return nr ? 0 : -ENOENT;
}
