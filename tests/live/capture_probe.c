// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * capture_probe.c - capture_probe GATE COMMAND...: runs the command while BPF programs are captured
 * by way of the gate (auto, kprobe, watch, syscall, none) and prints a line for each:
 *
 *	prog ID load|fd|start|lost PID COMM NAME FUNCS image|- same|differs|gone
 *	unload ID PID COMM
 *
 * `same`: the entry equals what is read by id at that moment, byte for byte, but for maps that were
 * bound to the program since.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bpf_capture.h"
#include "log.h"
#include "util.h"

static const char *const origins[NR_BPF_ORIGINS] = { "lost", "start", "fd", "load" };

/* Entries without the maps that they name: libbpf binds one after the load. */
static bool equals(const struct bpf_prog_copy *a, const struct bpf_prog_copy *b)
{
	const uint64_t maps = 1U << BPF_ARRAY_MAP_IDS;
	struct bpf_prog_entry x = a->entry, y = b->entry;
	uint8_t *raw_x = NULL, *raw_y = NULL;
	size_t len_x, len_y;
	bool same;

	x.info.run_cnt = y.info.run_cnt = 0;
	x.info.run_time_ns = y.info.run_time_ns = 0;
	x.info.recursion_misses = y.info.recursion_misses = 0;
	same = !bpf_prog_entry__without(&x, maps, &raw_x, &len_x) &&
	       !bpf_prog_entry__without(&y, maps, &raw_y, &len_y) && len_x == len_y &&
	       !memcmp(raw_x, raw_y, len_x) &&
	       x.array[BPF_ARRAY_MAP_IDS].nr <= y.array[BPF_ARRAY_MAP_IDS].nr;
	free(raw_x);
	free(raw_y);
	return same;
}

/* Where entries differ, captured and read by id. */
static void print_difference(const struct bpf_prog_entry *x, const struct bpf_prog_entry *y)
{
	const uint8_t *a = (const uint8_t *)&x->info, *b = (const uint8_t *)&y->info;
	unsigned int i, j, nr;

	for (i = 0; i < BPF_PROG_INFO_LEN; i++) {
		if (a[i] != b[i])
			printf("# info+%u %02x %02x\n", i, a[i], b[i]);
	}
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		const struct bpf_prog_elems *m = &x->array[i], *n = &y->array[i];

		if (m->nr != n->nr || m->elem_size != n->elem_size)
			printf("# array %u: %u and %u elements\n", i, m->nr, n->nr);
		for (j = 0, nr = 0; m->at && n->at && j < MIN(m->nr, n->nr) * m->elem_size; j++) {
			if (m->at[j] != n->at[j]) {
				printf("# array %u differs at %u: %02x %02x\n", i, j, m->at[j],
				       n->at[j]);
				if (++nr == 8)
					break;
			}
		}
	}
}

static const char *compare(const struct bpf_capture_prog *prog)
{
	struct bpf_prog_copy now;
	const char *word;

	if (!prog->copy || bpf_fetch__id(prog->id, &now))
		return "gone";
	word = equals(prog->copy, &now) ? "same" : "differs";
	if (*word == 'd')
		print_difference(&prog->copy->entry, &now.entry);
	bpf_prog_copy__free(&now);
	return word;
}

/* Programs that are kept for us to compare, until we close this. */
static int kept_fd = -1;

static void end_keeping(const struct bpf_capture_prog *prog)
{
	const char *name = prog->copy ? prog->copy->entry.info.name : "";

	if (kept_fd < 0 || (strcmp(name, "big") && strcmp(name, "capture_main")))
		return;
	close(kept_fd);
	kept_fd = -1;
}

static int print_prog(void *ctx, const struct bpf_capture_prog *prog)
{
	(void)ctx;
	printf("prog %u %s %u %s %s %u %s %s\n", prog->id, origins[prog->origin], prog->pid,
	       prog->comm[0] ? prog->comm : "-",
	       prog->copy && prog->copy->entry.info.name[0] ? prog->copy->entry.info.name : "-",
	       prog->copy ? bpf_prog_entry__nr_funcs(&prog->copy->entry) : 0,
	       prog->copy && prog->copy->has_image ? "image" : "-", compare(prog));
	end_keeping(prog);
	return 0;
}

static int print_unload(void *ctx, const struct bpf_capture_prog *who)
{
	(void)ctx;
	printf("unload %u %u %s\n", who->id, who->pid, who->comm);
	return 0;
}

static int find_gate(const char *name, enum bpf_gate *ret_gate)
{
	enum bpf_gate gate;

	for (gate = BPF_GATE_AUTO; gate <= BPF_GATE_NONE; gate++) {
		if (!strcmp(bpf_gate__name(gate), name)) {
			*ret_gate = gate;
			return 0;
		}
	}
	return -EINVAL;
}

/* Return: the command's exit status. */
static int run(struct bpf_capture *c, char **argv)
{
	struct pollfd pfd = { .fd = bpf_capture__fd(c), .events = POLLIN };
	int status, fds[2];
	pid_t pid;

	if (pipe(fds))
		return 1;
	pid = fork();
	if (!pid) {
		dup2(fds[0], STDIN_FILENO);
		close(fds[0]);
		close(fds[1]);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(fds[0]);
	kept_fd = fds[1];
	while (!waitpid(pid, &status, WNOHANG)) {
		poll(&pfd, 1, 10);
		if (bpf_capture__drain(c))
			return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	struct bpf_capture_opts opts = { .sink = { .prog = print_prog, .unload = print_unload } };
	struct bpf_capture_totals totals;
	struct bpf_capture *c;
	int err;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 3 || find_gate(argv[1], &opts.gate))
		return 2;
	if (getenv("PROBE_DEBUG"))
		log__set_level(LOG_DEBUG);
	err = bpf_capture__new(&c, &opts);
	if (err) {
		printf("error %s\n", strerror(-err));
		return 1;
	}
	printf("gate %s\n", bpf_gate__name(bpf_capture__gate(c)));
	err = run(c, argv + 2);
	if (bpf_capture__finish(c))
		err = 1;
	bpf_capture__totals(c, &totals);
	printf("totals seen %llu image %llu lost %llu dropped %llu damaged %llu btf_lost %llu\n",
	       (unsigned long long)totals.seen, (unsigned long long)totals.image,
	       (unsigned long long)totals.by_origin[BPF_ORIGIN_LOST],
	       (unsigned long long)totals.dropped, (unsigned long long)totals.damaged,
	       (unsigned long long)totals.btf_lost);
	bpf_capture__free(c);
	return err;
}
