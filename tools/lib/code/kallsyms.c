// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kallsyms.c - see kallsyms.h. Read in large blocks, and taken apart where the bytes lie. */
#include "kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

/* Names have at most 512 bytes, modules 56: a longer line is of another kind of file. */
#define BLOCK (64 * 1024)

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* @line: @len bytes with a byte behind that may be overwritten. */
static bool parse_line(char *line, size_t len, struct kallsyms_sym *ret_sym)
{
	char *end = line + len, *at = line, *tab, *module;
	uint64_t addr = 0;
	int digit;

	for (; at < end && at - line < 16 && (digit = hex_digit(*at)) >= 0; at++)
		addr = addr << 4 | (uint64_t)digit;
	if (at == line || end - at < 4 || at[0] != ' ' || at[2] != ' ')
		return false;
	*end = '\0';
	*ret_sym = (struct kallsyms_sym){ .addr = addr, .type = at[1], .name = at + 3 };
	tab = memchr(at + 3, '\t', (size_t)(end - at - 3));
	if (tab) {
		*tab = '\0';
		module = tab + 1;
		module += *module == '[';
		module[strcspn(module, "]")] = '\0';
		ret_sym->module = module;
	}
	/* A file that was kept may hold anything. */
	ret_sym->name_len = strlen(ret_sym->name);
	return ret_sym->name_len;
}

/* The whole lines of @len bytes. @ret_used: how many bytes they were. */
static int take_lines(char *bytes, size_t len, kallsyms_fn fn, void *ctx, size_t *ret_used)
{
	struct kallsyms_sym sym;
	size_t at = 0;
	char *end;
	int err = 0;

	while (!err && (end = memchr(bytes + at, '\n', len - at))) {
		if (parse_line(bytes + at, (size_t)(end - bytes) - at, &sym))
			err = fn(ctx, &sym);
		at = (size_t)(end - bytes) + 1;
	}
	*ret_used = at;
	return err;
}

int kallsyms__for_each(const char *path, kallsyms_fn fn, void *ctx)
{
	int fd __cleanup_close = open(path ? path : "/proc/kallsyms", O_RDONLY | O_CLOEXEC);
	char *block __cleanup_free = fd < 0 ? NULL : malloc(BLOCK + 1);
	size_t len = 0, used;
	ssize_t n;
	int err = 0;

	if (fd < 0)
		return -errno;
	if (!block)
		return -ENOMEM;
	while (!err && (n = read(fd, block + len, BLOCK - len)) > 0) {
		len += (size_t)n;
		err = take_lines(block, len, fn, ctx, &used);
		if (!used && len == BLOCK)
			used = len;
		memmove(block, block + used, len - used);
		len -= used;
	}
	if (err)
		return err;
	if (n < 0)
		return -errno;
	/* The last line of a copy may have lost its newline. */
	block[len] = '\n';
	return !len ? 0 : take_lines(block, len + 1, fn, ctx, &used);
}

bool kallsyms_sym__is_code(const struct kallsyms_sym *sym)
{
	return sym->type && strchr("tTwW", sym->type);
}

struct wanted {
	const char *name;
	size_t len;
	uint64_t addr;
};

static int is_wanted(void *ctx, const struct kallsyms_sym *sym)
{
	struct wanted *w = ctx;

	if (sym->module || sym->name_len != w->len || memcmp(sym->name, w->name, w->len))
		return 0;
	w->addr = sym->addr;
	return 1;
}

uint64_t kallsyms__find(const char *path, const char *name)
{
	struct wanted w = { .name = name, .len = strlen(name) };

	return kallsyms__for_each(path, is_wanted, &w) == 1 ? w.addr : 0;
}
