// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * load_stats OBJECT... - loads each program of BPF objects alone, with everything switched on that
 * its constants can switch on and this kernel has, and prints what the verifier says of it: a line
 * "OBJECT PROGRAM INSTRUCTIONS VERIFIED STACK" each, or "OBJECT PROGRAM INSTRUCTIONS refused" and the
 * end of the verifier's log; "OBJECT PROGRAM INSTRUCTIONS is not for this kernel" when it is refused where the
 * tools load another one in its place. VERIFIED is the number of instructions that it walked through (the
 * kernel's limit is 1000000), STACK the bytes of the deepest frame (its limit is 512).
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bpf-progs/engine_config.h"
#include "bpf-progs/short_ring.h"
#include "bpf_feature.h"
#include "bpf_pruned.h"
#include "btf_kptr.h"
#include "util.h"

#define VERIFIER_STATS 4 /* BPF_LOG_STATS of the kernel's include/linux/bpf_verifier.h */

static char verifier_log[1 << 20];

/* The engine's constants as the program has them that is loaded. Its loader leaves out what they switch off. */
static struct constants {
	const struct bpf_map *map;
	char *data; /* NULL: the object is another one */
	size_t size;
	struct bpf_pruned pruned;
} constants;

/* The only program that has struct engine_config.may_fault set. */
#define MAY_FAULT "sys_enter_fault"

/* What older kernels lack, and the tracer then does without. */
static bool has_task_storage, has_kptr, has_sleepable_calls, has_hash_allocates, has_kern_ctx;

static void probe(void)
{
	struct btf *btf = btf__load_vmlinux_btf();

	has_task_storage = bpf_feature__task_storage();
	has_kptr = has_task_storage && bpf_feature__kptr_in_storage();
	has_sleepable_calls = bpf_feature__sleepable_calls();
	has_hash_allocates = bpf_feature__hash_allocates();
	has_kern_ctx = btf &&
		       btf__find_by_name_kind(btf, "bpf_cast_to_kern_ctx", BTF_KIND_FUNC) > 0;
	btf__free(btf);
}

static int prepare(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	const struct bpf_prune_consts consts = {
		.map_fd = constants.data ? bpf_map__fd(constants.map) : -1,
		.data = constants.data,
		.size = constants.size,
	};

	(void)cookie;
	/* These it loads as they are. */
	if (!consts.data || !strncmp(bpf_program__name(prog), "event_", strlen("event_")))
		return 0;
	return bpf_pruned__prepare(&constants.pruned, prog, opts, &consts);
}

static int handle(const char *section, enum bpf_prog_type type)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = prepare);

	return libbpf_register_prog_handler(section, type, 0, &opts);
}

static int quiet(enum libbpf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	(void)fmt;
	(void)args;
	return 0;
}

/*
 * Does the tracer load this one here? Those of calls that may be preempted are for kernels where they are, and
 * on_overflow_kern() wants bpf_cast_to_kern_ctx() (6.2).
 */
static bool is_for_this_kernel(const char *object, const char *prog)
{
	const char *end = strrchr(prog, '_');

	if (!strcmp(prog, "on_overflow_kern"))
		return has_kern_ctx;
	if (!strcmp(object, "engine.bpf.o") &&
	    (!strcmp(prog, "capture_exec") || !strcmp(prog, MAY_FAULT) ||
	     (end && !strcmp(end, "_perf"))))
		return has_sleepable_calls;
	return true;
}

/* Kernels before 6.1 complain of programs that trace and have hashes which grow. */
static void adapt_map(struct bpf_map *map)
{
	if ((bpf_map__type(map) == BPF_MAP_TYPE_TASK_STORAGE && !has_task_storage) ||
	    (!strcmp(bpf_map__name(map), "states_regs") && !has_kptr))
		bpf_map__set_autocreate(map, false);
	else if (!has_hash_allocates && bpf_map__map_flags(map) & BPF_F_NO_PREALLOC &&
		 (bpf_map__type(map) == BPF_MAP_TYPE_HASH ||
		  bpf_map__type(map) == BPF_MAP_TYPE_PERCPU_HASH)) {
		bpf_map__set_map_flags(map, bpf_map__map_flags(map) & ~BPF_F_NO_PREALLOC);
		bpf_map__set_max_entries(map, MIN(bpf_map__max_entries(map), 512U));
	}
}

/* Where the engine's struct engine_config is in its constants; -1 for other objects. */
static long config_at(const struct bpf_object *obj)
{
	const struct btf *btf = bpf_object__btf(obj);
	const int sec = btf ? btf__find_by_name_kind(btf, ".rodata", BTF_KIND_DATASEC) : -1;
	const struct btf_type *t = sec > 0 ? btf__type_by_id(btf, (__u32)sec) : NULL;
	unsigned int i;

	for (i = 0; t && i < btf_vlen(t); i++) {
		const struct btf_var_secinfo *var = btf_var_secinfos(t) + i;
		const struct btf_type *v = btf__type_by_id(btf, var->type);

		if (!strcmp(btf__name_by_offset(btf, v->name_off), "config") &&
		    var->size == sizeof(struct engine_config))
			return var->offset;
	}
	return -1;
}

static void keep_constants(const struct bpf_map *map, const char *value, size_t size, long config,
			   const struct bpf_program *chosen)
{
	struct engine_config *cfg;

	free(constants.data);
	constants.data = malloc(size);
	if (!constants.data)
		return;
	constants.map = map;
	constants.size = size;
	memcpy(constants.data, value, size);
	cfg = (void *)(constants.data + config);
	cfg->may_fault = !strcmp(bpf_program__name(chosen), MAY_FAULT);
}

/* What is no switch: what the kernel has, and the size of a map, which is that of its value in the object. */
static void set_sizes(struct engine_config *cfg)
{
	cfg->has_task_storage = has_task_storage;
	cfg->has_slots = has_kptr;
	cfg->short_ring_size = SHORT_RING_SIZE_MIN;
}

/* Constants are switches: with each byte 1 every one of them is on, and numbers are large. */
static void switch_on(struct bpf_object *obj, const struct bpf_program *chosen)
{
	const long config = config_at(obj);
	struct bpf_map *map;

	if (has_kptr && config >= 0)
		btf_kptr__tag(bpf_object__btf(obj));
	bpf_object__for_each_map (map, obj) {
		size_t size, i;
		const char *initial = bpf_map__initial_value(map, &size);
		char *value;

		adapt_map(map);
		if (!initial || !strstr(bpf_map__name(map), ".rodata"))
			continue;
		value = calloc(size, 1);
		for (i = 0; value && i < size; i++)
			value[i] = initial[i] ? initial[i] : 1;
		if (value && config >= 0 && config + sizeof(struct engine_config) <= size)
			set_sizes((struct engine_config *)(value + config));
		if (!value || bpf_map__set_initial_value(map, value, size))
			printf("# the constants of %s stay as they are\n", bpf_map__name(map));
		if (value && config >= 0 && config + sizeof(struct engine_config) <= size)
			keep_constants(map, value, size, config, chosen);
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
	if (err && !is_for_this_kernel(name, bpf_program__name(prog))) {
		puts("is not for this kernel");
		return 0;
	}
	if (err) {
		printf("refused: %s\n%s\n", strerror(-err),
		       verifier_log + (len > 600 ? len - 600 : 0));
		return 1;
	}
	printf("%lu %u\n", processed ? strtoul(processed + strlen("processed "), NULL, 10) : 0,
	       deepest_frame(verifier_log));
	return 0;
}

/*
 * The @wanted-th program of the object. Return: 0, 1 when it is refused, -1 when there is none, -2 when the
 * object is none.
 */
static int load_one(const char *path, int wanted)
{
	struct bpf_object *obj = bpf_object__open_file(path, NULL);
	const char *name = strrchr(path, '/');
	struct bpf_program *prog, *chosen = NULL;
	size_t nr_insns;
	int nr = 0, res;

	if (!obj) {
		printf("%s cannot be opened\n", path);
		return -2;
	}
	bpf_object__for_each_program (prog, obj) {
		bpf_program__set_autoload(prog, nr == wanted);
		chosen = nr++ == wanted ? prog : chosen;
	}
	if (!chosen) {
		bpf_object__close(obj);
		return -1;
	}
	name = name ? name + 1 : path;
	switch_on(obj, chosen);
	if (!strcmp(bpf_program__name(chosen), MAY_FAULT))
		bpf_program__set_flags(chosen, BPF_F_SLEEPABLE);
	/* perf's own sections say nothing to libbpf; their programs are for system call tracepoints. */
	if (bpf_program__type(chosen) == BPF_PROG_TYPE_UNSPEC)
		bpf_program__set_type(chosen, BPF_PROG_TYPE_TRACEPOINT);
	bpf_program__set_log_buf(chosen, verifier_log, sizeof(verifier_log));
	bpf_program__set_log_level(chosen, VERIFIER_STATS);
	*verifier_log = 0;
	nr_insns = bpf_program__insn_cnt(chosen);
	res = bpf_object__load(obj);
	res = print_stats(name, chosen, nr_insns, res);
	bpf_object__close(obj);
	bpf_pruned__free(&constants.pruned);
	free(constants.data);
	constants.data = NULL;
	return res;
}

int main(int argc, char **argv)
{
	int refused = 0;

	libbpf_set_print(quiet);
	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	probe();
	if (handle("raw_tp+", BPF_PROG_TYPE_RAW_TRACEPOINT) < 0 ||
	    handle("tp+", BPF_PROG_TYPE_TRACEPOINT) < 0 ||
	    handle("tracepoint+", BPF_PROG_TYPE_TRACEPOINT) < 0) {
		puts("libbpf takes no handlers");
		return 1;
	}
	for (int i = 1; i < argc; i++)
		for (int nr = 0, res = 0; res >= 0; nr++) {
			res = load_one(argv[i], nr);
			refused |= res > 0 || res == -2;
		}
	return refused;
}
