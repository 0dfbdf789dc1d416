// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_live.c - see annotate_live.h. */
#include "annotate_live.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_fetch.h"
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

/* A program without its BTF is worth seeing, too. */
static int add_btf(struct bpf_progs *progs, uint32_t id)
{
	__cleanup_free uint8_t *bytes = NULL;
	uint32_t prefix[2] = { id };
	size_t len = 0;

	if (!id || bpf_fetch__btf(id, &bytes, &len) || len > UINT32_MAX)
		return 0;
	prefix[1] = (uint32_t)len;
	return add_one(progs, PERFDATA_F_BPF_BTF, prefix, sizeof(prefix), bytes, len);
}

static int add_fd(struct annotate *a, int fd, bool *hidden)
{
	struct bpf_prog_copy copy = {};
	int err = bpf_fetch__fd(fd, &copy);

	if (err)
		return err;
	*hidden |= copy.is_hidden;
	err = add_btf(a->progs, copy.entry.info.btf_id);
	if (!err)
		err = add_one(a->progs, PERFDATA_F_BPF_PROG_INFO, NULL, 0, copy.raw, copy.raw_len);
	bpf_prog_copy__free(&copy);
	return err;
}

static int add_id(struct annotate *a, uint32_t id, bool *hidden)
{
	__cleanup_close int fd = bpf_prog_get_fd_by_id(id);

	return fd < 0 ? -errno : add_fd(a, fd, hidden);
}

static int add_pin(struct annotate *a, const char *path, bool *hidden)
{
	__cleanup_close int fd = bpf_obj_get(path);

	return fd < 0 ? -errno : add_fd(a, fd, hidden);
}

/* The kernel cuts names; what is behind the 15th letter is compared when the BTF is there. */
static bool may_be_called(int fd, const char *name)
{
	struct bpf_prog_info info = {};
	uint32_t len = sizeof(info);

	return !bpf_obj_get_info_by_fd(fd, &info, &len) &&
	       !strncmp(info.name, name, sizeof(info.name) - 1);
}

static int add_named(struct annotate *a, const char *name, bool *hidden)
{
	uint32_t id = 0;
	int err;

	while (!bpf_prog_get_next_id(id, &id)) {
		__cleanup_close int fd = bpf_prog_get_fd_by_id(id);

		if (fd < 0 && errno == EPERM)
			return -EPERM;
		if (fd < 0 || !may_be_called(fd, name))
			continue;
		err = add_fd(a, fd, hidden);
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

int annotate_live__init(struct annotate *a, const struct annotate_wanted *wanted, bool *ret_hidden)
{
	bool hidden = false;
	size_t nr;
	int err;

	a->is_live = true;
	a->map_name = name_map;
	a->progs = bpf_progs__new();
	if (!a->progs)
		return -ENOMEM;
	if (wanted->id)
		err = add_id(a, wanted->id, &hidden);
	else if (wanted->pin)
		err = add_pin(a, wanted->pin, &hidden);
	else
		err = add_named(a, wanted->name, &hidden);
	if (!err)
		err = bpf_progs__resolve(a->progs);
	if (!err)
		err = code_names__init_live(&a->names, a->progs, NULL);
	if (err)
		return err;
	bpf_progs__get(a->progs, &nr);
	*ret_hidden = hidden;
	return nr ? 0 : -ENOENT;
}
