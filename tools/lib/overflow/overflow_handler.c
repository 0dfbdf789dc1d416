// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_handler.c - see overflow_handler.h; the only file that sees the skeleton of overflow.bpf.c. */
#include "overflow_handler.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "gen/overflow.skel.h"
#include "kernel_btf.h"
#include "log.h"
#include "overflow_handler_priv.h"
#include "pidns.h"
#include "privilege.h"
#include "util.h"

static bool has_member(const struct btf *btf, const char *type_name, const char *member)
{
	const int id = btf__find_by_name_kind(btf, type_name, BTF_KIND_STRUCT);
	const struct btf_type *type = id > 0 ? btf__type_by_id(btf, (__u32)id) : NULL;
	const struct btf_member *m = type ? btf_members(type) : NULL;
	unsigned int i;

	for (i = 0; type && i < btf_vlen(type); i++) {
		if (!strcmp(btf__name_by_offset(btf, m[i].name_off), member))
			return true;
	}
	return false;
}

struct overflow_kernel overflow_handler__probe(void)
{
	struct overflow_kernel kernel = {};
	struct btf *btf = btf__load_vmlinux_btf();

	if (libbpf_get_error(btf)) {
		kernel.no_btf = true;
		return kernel;
	}
	kernel.kern_ctx = btf__find_by_name_kind(btf, "bpf_cast_to_kern_ctx", BTF_KIND_FUNC) > 0;
	/* Before there were flags (6.1), the address was always set. */
	kernel.addr = !has_member(btf, "perf_sample_data", "sample_flags");
	btf__free(btf);
	return kernel;
}

int overflow_handler__prepare(struct bpf_object *obj, struct overflow_config *config,
			      const struct overflow_program *program)
{
	uint64_t dev, ino;
	int err;

	*config = program->config;
	if (pidns__find(&dev, &ino)) {
		config->pidns_dev = dev;
		config->pidns_ino = ino;
	}
	bpf_program__set_autoload(bpf_object__find_program_by_name(obj, "on_overflow"),
				  !program->needs_kern);
	bpf_program__set_autoload(bpf_object__find_program_by_name(obj, "on_overflow_kern"),
				  program->needs_kern);
	err = bpf_map__set_max_entries(bpf_object__find_map_by_name(obj, "ranges"),
				       MAX((__u32)program->ranges.nr, 1u));
	if (!err)
		err = bpf_map__set_max_entries(bpf_object__find_map_by_name(obj, "globs"),
					       MAX(config->nr_globs, 1u));
	return err;
}

static int fill(const struct bpf_object *obj, const struct overflow_program *program)
{
	const int ranges_fd = bpf_object__find_map_fd_by_name(obj, "ranges");
	const int globs_fd = bpf_object__find_map_fd_by_name(obj, "globs");
	uint32_t i;
	int err = 0;

	for (i = 0; i < program->ranges.nr && !err; i++)
		err = bpf_map_update_elem(ranges_fd, &i, &program->ranges.ranges[i], BPF_ANY);
	for (i = 0; i < program->config.nr_globs && !err; i++)
		err = bpf_map_update_elem(globs_fd, &i, &program->globs[i], BPF_ANY);
	return err;
}

int overflow_handler__finish(struct overflow_handler *handler, struct bpf_object *obj,
			     const struct overflow_program *program)
{
	const int nr_cpus = libbpf_num_possible_cpus();

	if (nr_cpus < 0)
		return nr_cpus;
	handler->nr_cpus = (unsigned int)nr_cpus;
	handler->counts_fd = bpf_object__find_map_fd_by_name(obj, "counts");
	handler->prog_fd = bpf_program__fd(bpf_object__find_program_by_name(
		obj, program->needs_kern ? "on_overflow_kern" : "on_overflow"));
	return fill(obj, program);
}

static int load(struct overflow_handler *handler, const struct overflow_program *program)
{
	struct overflow_bpf *skel = overflow_bpf__open();
	int err;

	if (!skel)
		return -errno;
	handler->skel = skel;
	err = overflow_handler__prepare(skel->obj, &skel->rodata->config, program);
	if (!err)
		err = overflow_bpf__load(skel);
	return err ? err : overflow_handler__finish(handler, skel->obj, program);
}

void overflow_handler__say_load_error(int err)
{
	if (kernel_btf__explain("the program that looks at samples cannot be loaded"))
		return;
	log_err("the program that looks at samples cannot be loaded: %s (-vv shows libbpf's "
		"messages)",
		strerror(-err));
	privilege__explain_bpf(err);
}

int overflow_handler__new(struct overflow_handler **ret_handler,
			  const struct overflow_program *program)
{
	struct overflow_handler *handler = calloc(1, sizeof(*handler));
	int err;

	if (!handler)
		return -ENOMEM;
	err = load(handler, program);
	if (!err) {
		*ret_handler = handler;
		return 0;
	}
	overflow_handler__say_load_error(err);
	overflow_handler__free(handler);
	return err;
}

void overflow_handler__free(struct overflow_handler *handler)
{
	if (!handler)
		return;
	overflow_bpf__destroy(handler->skel);
	count_handler__free(handler);
	overflow_own__free(handler);
	free(handler);
}

static void explain(const char *name, int err)
{
	switch (err) {
	case -EEXIST:
		log_err("event %s: it has a BPF program already, and one is all that it can have",
			name);
		return;
	case -EPROTO:
		log_err("event %s: a program beside precise samples needs call chains: add -g, or "
			"leave out :p",
			name);
		return;
	case -EPERM:
	case -EACCES:
		log_err("event %s: a program may not be attached to it: %s; that takes CAP_PERFMON "
			"or CAP_SYS_ADMIN",
			name, strerror(-err));
		return;
	case -EINVAL:
	case -EOPNOTSUPP:
		log_err("event %s: the kernel runs no program at its samples", name);
		return;
	}
	log_err("event %s: the program cannot be attached: %s", name, strerror(-err));
}

int overflow_handler__attach(const struct overflow_handler *handler, int fd, const char *name)
{
	int err;

	/* Not by a link: who closes it would take the program away from an event that goes on. */
	if (!ioctl(fd, PERF_EVENT_IOC_SET_BPF, handler->prog_fd))
		return 0;
	err = -errno;
	explain(name, err);
	return err;
}

unsigned int overflow_handler__nr_cpus(const struct overflow_handler *handler)
{
	return handler->nr_cpus;
}

int overflow_handler__counts(const struct overflow_handler *handler, struct overflow_counts *counts)
{
	const uint32_t zero = 0;

	if (handler->obj)
		return overflow_own__counts(handler, counts);
	/* Values of per-CPU maps are apart by multiples of 8, as the struct's size is. */
	_Static_assert(sizeof(*counts) % 8 == 0, "an array of struct overflow_counts");
	return bpf_map_lookup_elem(handler->counts_fd, &zero, counts) ? -errno : 0;
}
