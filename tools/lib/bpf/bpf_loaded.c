// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_loaded.c - see bpf_loaded.h: what is there. */
#include "bpf_loaded.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_btf.h"
#include "util.h"

char *bpf_prog_copy__name(const struct bpf_prog_copy *copy, const uint8_t *btf, size_t btf_len)
{
	const struct bpf_prog_elems *funcs = &copy->entry.array[BPF_ARRAY_FUNC_INFO];
	const struct bpf_prog_info *info = &copy->entry.info;
	const char *name = NULL;
	size_t len;

	if (btf && funcs->at)
		name = bpf_btf__func_name(btf, btf_len, load_u32(funcs->at + 4), &len);
	return name ? strndup(name, len) : strndup(info->name, sizeof(info->name));
}

const char *bpf_prog_copy__type(const struct bpf_prog_copy *copy, char *buf, size_t size)
{
	const char *name = libbpf_bpf_prog_type_str((enum bpf_prog_type)copy->entry.info.type);

	if (name)
		return name;
	snprintf(buf, size, "%u", copy->entry.info.type);
	return buf;
}

/* What the kernel accounts for it; instructions and their code on pages. */
static uint64_t read_memory(int fd)
{
	FILE *f __cleanup_fclose = NULL;
	char line[128];
	uint64_t memory = 0;

	snprintf(line, sizeof(line), "/proc/self/fdinfo/%d", fd);
	f = fopen(line, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "memlock: %" SCNu64, &memory) == 1)
			break;
	}
	return memory;
}

static int add_prog(struct bpf_loaded *loaded, uint32_t id)
{
	int fd __cleanup_close = bpf_prog_get_fd_by_id(id);
	uint8_t *btf __cleanup_free = NULL;
	struct bpf_loaded_prog prog = {};
	size_t btf_len = 0;
	int err = fd < 0 ? -errno : bpf_fetch__fd(fd, &prog.copy);

	if (err == -ENOENT || err == -ENOMEM)
		return err == -ENOENT ? 0 : err;
	if (err) {
		loaded->unreadable++;
		return 0;
	}
	prog.memory = read_memory(fd);
	if (prog.copy.entry.info.btf_id)
		bpf_fetch__btf(prog.copy.entry.info.btf_id, &btf, &btf_len);
	prog.name = bpf_prog_copy__name(&prog.copy, btf, btf_len);
	if (prog.name && loaded->nr == loaded->size) {
		const size_t size = loaded->size ? 2 * loaded->size : 64;
		void *bigger = reallocarray(loaded->progs, size, sizeof(prog));

		loaded->progs = bigger ?: loaded->progs;
		loaded->size = bigger ? size : loaded->size;
	}
	if (!prog.name || loaded->nr == loaded->size) {
		bpf_prog_copy__free(&prog.copy);
		free(prog.name);
		return -ENOMEM;
	}
	loaded->progs[loaded->nr++] = prog;
	return 0;
}

int bpf_loaded__find(struct bpf_loaded *ret_loaded)
{
	struct bpf_loaded loaded = {};
	uint32_t id = 0;
	int err = 0;

	while (!err && !bpf_prog_get_next_id(id, &id))
		err = add_prog(&loaded, id);
	if (!err && errno != ENOENT)
		err = -errno;
	if (!err)
		err = bpf_uses__find(&loaded.uses);
	if (err) {
		bpf_loaded__free(&loaded);
		return err;
	}
	*ret_loaded = loaded;
	return 0;
}

void bpf_loaded__free(struct bpf_loaded *loaded)
{
	size_t i;

	for (i = 0; i < loaded->nr; i++) {
		bpf_prog_copy__free(&loaded->progs[i].copy);
		free(loaded->progs[i].name);
	}
	free(loaded->progs);
	bpf_uses__free(&loaded->uses);
	*loaded = (struct bpf_loaded){};
}
