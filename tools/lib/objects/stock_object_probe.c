// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * stock_object_probe.c - see stock_object.h: programs at kernel functions, which get the variables
 * that their sections name.
 */
#include <bpf/btf.h>
#include <errno.h>
#include <string.h>

#include "log.h"
#include "stock_object_priv.h"
#include "strbuf.h"

/* libbpf's callback has no context of an object. */
static struct stock_object *loading;

static int prepare(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	size_t i;

	(void)cookie;
	for (i = 0; loading && i < loading->nr_programs; i++) {
		struct stock_program *p = &loading->programs[i];

		if (p->prog == prog && p->probe.nr_vars)
			return kprobe_prologue__add(&p->probe, prog, opts, &p->prologue);
	}
	return 0;
}

int stock_object__expect_probes(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = prepare);
	static int handler;

	if (handler > 0)
		return 0;
	handler = libbpf_register_prog_handler(NULL, BPF_PROG_TYPE_UNSPEC, (enum bpf_attach_type)0,
					       &opts);
	if (handler > 0)
		return 0;
	log_err("libbpf does not let us load programs of sections that it does not know: %s",
		strerror(-handler));
	return handler;
}

static int find_variables(struct stock_program *p, struct btf **btf, struct strbuf *error)
{
	const char *section = bpf_program__section_name(p->prog);
	int err;

	err = kprobe_spec__parse(*section == '?' ? section + 1 : section, &p->probe, error);
	if (err || !p->probe.nr_vars)
		return err;
	if (!*btf)
		*btf = btf__load_vmlinux_btf();
	if (!*btf) {
		err = -errno;
		strbuf__addf(error,
			     "variables are found by the kernel's BTF, which cannot be read: %s",
			     strerror(-err));
		return err;
	}
	return kprobe_spec__resolve(&p->probe, *btf, error);
}

int stock_object__prepare_probes(struct stock_object *object)
{
	struct strbuf error = {};
	struct btf *btf = NULL;
	size_t i;
	int err = 0;

	for (i = 0; i < object->nr_programs && !err; i++) {
		struct stock_program *p = &object->programs[i];

		if (p->attach.style != BPF_ATTACH_KPROBE)
			continue;
		err = find_variables(p, &btf, &error);
		if (err)
			log_err("%s: program %s (section '%s'): %s", object->path,
				bpf_program__name(p->prog), bpf_program__section_name(p->prog),
				strbuf__cstr(&error));
	}
	strbuf__free(&error);
	btf__free(btf);
	loading = err ? NULL : object;
	return err;
}

void stock_object__forget_probes(void)
{
	loading = NULL;
}
