// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_capture_open.c - see bpf_capture.h: the way in which loads are seen, and that it works. */
#include "bpf_capture_priv.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/filter.h>
#include <stdlib.h>

#include "kernel_btf.h"
#include "log.h"
#include "util.h"

const char *bpf_gate__name(enum bpf_gate gate)
{
	static const char *const names[] = {
		[BPF_GATE_AUTO] = "auto",   [BPF_GATE_KPROBE] = "kprobe",
		[BPF_GATE_WATCH] = "watch", [BPF_GATE_SYSCALL] = "syscall",
		[BPF_GATE_NONE] = "none",
	};

	return names[gate];
}

/* A program that does nothing but call a function of its own. Return: a descriptor or -errno. */
static int load_nothing(uint32_t *ret_id)
{
	/* The function's number, 1, and how far it is, 2, differ: check_test() tells them apart. */
	const struct bpf_insn insns[] = {
		{ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_CALL, .imm = 2 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);
	int fd = bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "augment_probe", "GPL", insns,
			       ARRAY_SIZE(insns), NULL),
	    err;

	if (fd < 0)
		return -errno;
	if (bpf_obj_get_info_by_fd(fd, &info, &len)) {
		err = -errno;
		close(fd);
		return err;
	}
	*ret_id = info.id;
	return fd;
}

/* Whether the call that a program begins with is the other way round. */
static bool is_swapped(const struct bpf_prog_copy *captured, const struct bpf_prog_copy *fetched)
{
	const struct bpf_prog_elems *x = &captured->entry.array[BPF_ARRAY_XLATED_INSNS];
	const struct bpf_prog_elems *y = &fetched->entry.array[BPF_ARRAY_XLATED_INSNS];
	struct bpf_insn a, b;

	if (!x->at || !y->at || x->nr < sizeof(a) || y->nr < sizeof(b))
		return false;
	memcpy(&a, x->at, sizeof(a));
	memcpy(&b, y->at, sizeof(b));
	/* imm alone is not to be trusted: without CAP_SYSLOG it is kept from us. */
	return a.off != b.off && a.imm == b.off;
}

/* Was it seen, and in the words of bpf(2)? */
static int check_test(struct bpf_capture *c, int fd)
{
	struct bpf_prog_copy fetched;
	int err;

	if (!c->test_copy.raw)
		return -ENXIO;
	err = bpf_fetch__fd(fd, &fetched);
	if (err)
		return err;
	if (is_swapped(&c->test_copy, &fetched))
		bpf_parts__swap_calls(c->parts);
	bpf_prog_copy__free(&fetched);
	return 0;
}

/* Whether what is open now sees loads: a load of our own tells. */
static int test_tap(struct bpf_capture *c)
{
	int fd __cleanup_close = load_nothing(&c->test_id), err;

	if (fd < 0)
		return fd;
	err = bpf_tap__drain(c->tap, bpf_capture__take_part, c);
	if (!err)
		err = seen_ids__add(&c->seen, c->test_id) ?: seen_ids__add(&c->ours, c->test_id);
	if (!err)
		err = check_test(c, fd);
	bpf_prog_copy__free(&c->test_copy);
	c->test_id = 0;
	return err;
}

static int open_gate(struct bpf_capture *c, enum bpf_gate gate)
{
	int err = bpf_tap__open(&c->tap, gate, c->opts.ring_size);

	if (err)
		return err;
	c->gate = gate;
	c->parts = bpf_parts__new(bpf_tap__nr_cpus(c->tap));
	err = c->parts ? test_tap(c) : -ENOMEM;
	while (err == -ENXIO && !bpf_tap__retry(c->tap))
		err = test_tap(c);
	if (!err)
		return 0;
	log_debug("capturing programs by way of %s does not work here", bpf_gate__name(gate));
	bpf_parts__free(c->parts);
	bpf_tap__free(c->tap);
	c->parts = NULL;
	c->tap = NULL;
	c->gate = BPF_GATE_NONE;
	return err;
}

/* libbpf's -ESRCH for missing BTF would be read as a process that is gone. */
static void say_no_gate(int err)
{
	struct strbuf btf = {};
	const bool no_btf = err != -EPERM && kernel_btf__check(&btf);

	log_warn(
		"BPF programs cannot be captured while they are loaded (%s%s): they are read by id, "
		"and those that are gone by then are lost%s",
		no_btf ? "the running kernel has no readable BTF: " : "",
		no_btf ? strbuf__cstr(&btf) : strerror(-err),
		no_btf		? "; the kernel option CONFIG_DEBUG_INFO_BTF gives it"
		: err == -EPERM ? "; CAP_BPF and CAP_PERFMON are needed"
				: "");
	strbuf__free(&btf);
}

static int open_any_gate(struct bpf_capture *c)
{
	static const enum bpf_gate gates[] = { BPF_GATE_KPROBE, BPF_GATE_WATCH, BPF_GATE_SYSCALL };
	int err = -ENOTSUP;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(gates) && err && err != -ENOMEM; i++)
		err = open_gate(c, gates[i]);
	if (err && err != -ENOMEM) {
		say_no_gate(err);
		err = 0;
	}
	return err;
}

int bpf_capture__new(struct bpf_capture **ret_c, const struct bpf_capture_opts *opts)
{
	struct bpf_capture *c = calloc(1, sizeof(*c));
	int err = 0;

	if (!c)
		return -ENOMEM;
	c->opts = *opts;
	c->gate = BPF_GATE_NONE;
	if (opts->gate == BPF_GATE_AUTO)
		err = open_any_gate(c);
	else if (opts->gate != BPF_GATE_NONE)
		err = open_gate(c, opts->gate);
	if (err) {
		bpf_capture__free(c);
		return err;
	}
	*ret_c = c;
	return 0;
}

void bpf_capture__free(struct bpf_capture *c)
{
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->nr_waiting; i++)
		bpf_prog_copy__free(&c->waiting[i].copy);
	bpf_tap__free(c->tap);
	bpf_parts__free(c->parts);
	free(c->waiting);
	free(c->missing);
	seen_ids__free(&c->seen);
	seen_ids__free(&c->ours);
	seen_ids__free(&c->btfs);
	free(c);
}
