// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_features_mem.c - see record_features_priv.h: nodes and the blocks of memory that each has. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu_list.h"
#include "record_features_priv.h"
#include "util.h"

#define NODE_DIR "/sys/devices/system/node/"

/* Beyond every machine; a bitmap of them is 2 MiB. */
#define BLOCKS_MAX (1U << 24)

/* "Node 0 MemTotal:       13330644 kB" */
static uint64_t node_memory(int node, const char *key)
{
	FILE *f __cleanup_fclose = NULL;
	char path[128], line[256], name[64];
	uint64_t kib;

	snprintf(path, sizeof(path), NODE_DIR "node%d/meminfo", node);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "Node %*d %63[^:]: %" SCNu64, name, &kib) == 2 &&
		    !strcmp(name, key))
			return kib;
	}
	return 0;
}

void feature__numa_topology(struct strbuf *sb)
{
	struct cpu_list nodes = {};
	char line[1024];
	size_t i;

	if (!cpu_list__read(&nodes, NODE_DIR "online")) {
		feature__add_u32(sb, (uint32_t)nodes.nr);
		for (i = 0; i < nodes.nr; i++) {
			feature__add_u32(sb, (uint32_t)nodes.cpus[i]);
			feature__add_u64(sb, node_memory(nodes.cpus[i], "MemTotal"));
			feature__add_u64(sb, node_memory(nodes.cpus[i], "MemFree"));
			if (!feature__read_line(line, sizeof(line), NODE_DIR "node%d/cpulist",
						nodes.cpus[i]))
				line[0] = '\0';
			feature__add_string(sb, line);
		}
	}
	cpu_list__free(&nodes);
}

/** struct blocks - a bitmap of memory blocks. @nr: of bits, up to the last one that is set. */
struct blocks {
	uint64_t *words;
	uint32_t nr;
	size_t nr_words;
};

static int blocks__add(struct blocks *blocks, uint32_t block)
{
	size_t nr_words = blocks->nr_words;
	uint64_t *words;

	if (block >= BLOCKS_MAX)
		return -E2BIG;
	while (nr_words <= block / 64)
		nr_words = nr_words ? 2 * nr_words : 1;
	if (nr_words > blocks->nr_words) {
		words = reallocarray(blocks->words, nr_words, sizeof(*words));
		if (!words)
			return -ENOMEM;
		memset(words + blocks->nr_words, 0, (nr_words - blocks->nr_words) * sizeof(*words));
		blocks->words = words;
		blocks->nr_words = nr_words;
	}
	blocks->words[block / 64] |= 1ULL << block % 64;
	blocks->nr = MAX(blocks->nr, block + 1);
	return 0;
}

static int read_blocks(struct blocks *blocks, int node)
{
	const struct dirent *entry;
	char path[128];
	uint32_t block;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), NODE_DIR "node%d", node);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir))) {
		if (sscanf(entry->d_name, "memory%" SCNu32, &block) == 1)
			err = blocks__add(blocks, block);
	}
	closedir(dir);
	return err;
}

/* The number of bits stands there twice: once for the node, once for the bitmap. */
static int add_blocks(struct strbuf *sb, int node)
{
	struct blocks blocks = {};
	int err = read_blocks(&blocks, node);

	if (!err) {
		feature__add_u64(sb, (uint64_t)node);
		feature__add_u64(sb, blocks.nr);
		feature__add_u64(sb, blocks.nr);
		strbuf__add(sb, (const char *)blocks.words, (blocks.nr + 63) / 64 * 8UL);
	}
	free(blocks.words);
	return err;
}

void feature__mem_topology(struct strbuf *sb)
{
	struct cpu_list nodes = {};
	uint64_t block_size;
	char line[64];
	size_t i;

	if (!feature__read_line(line, sizeof(line),
				"/sys/devices/system/memory/block_size_bytes") ||
	    sscanf(line, "%" SCNx64, &block_size) != 1 || cpu_list__read(&nodes, NODE_DIR "online"))
		return;
	feature__add_u64(sb, 1 /* version */);
	feature__add_u64(sb, block_size);
	feature__add_u64(sb, nodes.nr);
	for (i = 0; i < nodes.nr; i++) {
		if (add_blocks(sb, nodes.cpus[i])) {
			strbuf__reset(sb);
			break;
		}
	}
	cpu_list__free(&nodes);
}
