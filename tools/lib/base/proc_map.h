/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * proc_map.h - a line of /proc/PID/maps. The kernel makes the numbers; the path is what the process called
 * its file, or a name that it gave to memory.
 */
#ifndef PERF_AUGMENT_PROC_MAP_H
#define PERF_AUGMENT_PROC_MAP_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct proc_map - addresses from @start on, before @end.
 * @offset: of @start in the file.
 * @prot: PROT_READ, PROT_WRITE, PROT_EXEC.
 * @path: "//anon", as perf calls it, where there is none; points into the line.
 */
struct proc_map {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint64_t inode;
	uint32_t dev_major;
	uint32_t dev_minor;
	int prot;
	bool is_shared;
	const char *path;
};

/**
 * proc_map__parse() - the end of @line is cut off, and the rest of it must outlive @ret.
 * Return: whether it is one.
 */
bool proc_map__parse(char *line, struct proc_map *ret);

#endif /* PERF_AUGMENT_PROC_MAP_H */
