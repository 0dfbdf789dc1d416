// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * load_stats OBJECT... - loads each program of BPF objects alone, with everything switched on that
 * its constants can switch on, and prints what the verifier says of it: a line
 * "OBJECT PROGRAM INSTRUCTIONS VERIFIED STACK" each, or "OBJECT PROGRAM INSTRUCTIONS refused" and the
 * end of the verifier's log. VERIFIED is the number of instructions that it walked through (the
 * kernel's limit is 1000000), STACK the bytes of the deepest frame (its limit is 512).
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERIFIER_STATS 4 /* BPF_LOG_STATS of the kernel's include/linux/bpf_verifier.h */

static char verifier_log[1 << 20];

static int quiet(enum libbpf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	(void)fmt;
	(void)args;
	return 0;
}

/* Constants are switches: with each byte 1 every one of them is on, and numbers are large. */
static void switch_on(struct bpf_object *obj)
{
	struct bpf_map *map;

	bpf_object__for_each_map(map, obj) {
		size_t size, i;
		const char *initial = bpf_map__initial_value(map, &size);
		char *value;

		if (!initial || !strstr(bpf_map__name(map), ".rodata"))
			continue;
		value = calloc(size, 1);
		for (i = 0; value && i < size; i++)
			value[i] = initial[i] ? initial[i] : 1;
		if (!value || bpf_map__set_initial_value(map, value, size))
			printf("# the constants of %s stay as they are\n", bpf_map__name(map));
		free(value);
	}
}

/* "stack depth 120+64+0": a number per function, the deepest frame is the largest. */
static unsigned int deepest_frame(const char *stats)
{
	const char *p = strstr(stats, "stack depth ");
	unsigned int max = 0;

	for (p = p ? p + strlen("stack depth ") - 1 : NULL; p && (*p == '+' || *p == ' ');) {
		char *end;
		const unsigned long depth = strtoul(p + 1, &end, 10);

		max = depth > max ? (unsigned int)depth : max;
		p = end;
	}
	return max;
}

static int print_stats(const char *name, const struct bpf_program *prog, size_t nr_insns, int err)
{
	const char *processed = strstr(verifier_log, "processed ");
	const size_t len = strlen(verifier_log);

	printf("%s %s %zu ", name, bpf_program__name(prog), nr_insns);
	if (err) {
		printf("refused: %s\n%s\n", strerror(-err),
		       verifier_log + (len > 600 ? len - 600 : 0));
		return 1;
	}
	printf("%lu %u\n", processed ? strtoul(processed + strlen("processed "), NULL, 10) : 0,
	       deepest_frame(verifier_log));
	return 0;
}

/* The @wanted-th program of the object. Return: 0, 1 when it is refused, -1 when there is none. */
static int load_one(const char *path, int wanted)
{
	struct bpf_object *obj = bpf_object__open_file(path, NULL);
	const char *name = strrchr(path, '/');
	struct bpf_program *prog, *chosen = NULL;
	size_t nr_insns;
	int nr = 0, res;

	if (!obj) {
		printf("%s cannot be opened\n", path);
		return 1;
	}
	bpf_object__for_each_program(prog, obj) {
		bpf_program__set_autoload(prog, nr == wanted);
		chosen = nr++ == wanted ? prog : chosen;
	}
	if (!chosen) {
		bpf_object__close(obj);
		return -1;
	}
	switch_on(obj);
	/* perf's own sections say nothing to libbpf; their programs are for system call tracepoints. */
	if (bpf_program__type(chosen) == BPF_PROG_TYPE_UNSPEC)
		bpf_program__set_type(chosen, BPF_PROG_TYPE_TRACEPOINT);
	bpf_program__set_log_buf(chosen, verifier_log, sizeof(verifier_log));
	bpf_program__set_log_level(chosen, VERIFIER_STATS);
	*verifier_log = 0;
	nr_insns = bpf_program__insn_cnt(chosen);
	res = bpf_object__load(obj);
	res = print_stats(name ? name + 1 : path, chosen, nr_insns, res);
	bpf_object__close(obj);
	return res;
}

int main(int argc, char **argv)
{
	int refused = 0;

	libbpf_set_print(quiet);
	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	for (int i = 1; i < argc; i++)
		for (int nr = 0, res; (res = load_one(argv[i], nr)) >= 0; nr++)
			refused |= res;
	return refused;
}
