// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_fds.c - what descriptors stand for: programs and tables of bpf-progs/fds.bpf.h. */
#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>

#include "engine_priv.h"
#include "fd_spec.h"
#include "log.h"
#include "util.h"

void engine_fds__configure(struct engine *e, bool wanted)
{
	struct engine_config *cfg = (struct engine_config *)&e->skel->rodata->config;
	const enum bpf_prog_type type = (enum bpf_prog_type)engine__call_type(e);
	struct engine_bpf *skel = e->skel;

	cfg->want_fds = wanted;
	bpf_map__set_autocreate(skel->maps.fd_scratches, wanted);
	bpf_map__set_autocreate(skel->maps.fd_specs, wanted);
	bpf_map__set_autocreate(skel->maps.fd_cmds, wanted);
	bpf_map__set_autocreate(skel->maps.fd_progs, wanted);
	bpf_program__set_autoload(skel->progs.fds, wanted);
	bpf_program__set_autoload(skel->progs.fds_root, wanted);
	bpf_program__set_autoload(skel->progs.fds_ask, wanted && !cfg->all_tasks);
	/* A program array holds programs of one type only. */
	bpf_program__set_type(skel->progs.fds, type);
}

static int add_spec(void *ctx, unsigned int spec_idx, const struct aug_fd_spec *spec)
{
	const struct engine_bpf *skel = ctx;

	return bpf_map_update_elem(bpf_map__fd(skel->maps.fd_specs), &spec_idx, spec, BPF_ANY)
		       ? -errno
		       : 0;
}

static int add_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_fd_spec *spec)
{
	const struct engine_bpf *skel = ctx;

	return bpf_map_update_elem(bpf_map__fd(skel->maps.fd_cmds), key, spec, BPF_ANY) ? -errno
											: 0;
}

int engine_fds__fill(struct engine *e)
{
	const struct engine_bpf *skel = e->skel;
	LIBBPF_OPTS(bpf_test_run_opts, opts);
	int root_fd, err;

	if (!skel->rodata->config.want_fds)
		return 0;
	err = fd_spec__for_each(add_spec, (void *)skel);
	if (!err)
		err = fd_spec__for_each_cmd(add_cmd, (void *)skel);
	if (err) {
		log_err("cannot tell the BPF engine which arguments are descriptors: %s",
			strerror(-err));
		return err;
	}
	root_fd = engine__prog_fd(e, skel->progs.fds_root);
	if (root_fd < 0)
		return root_fd;
	/* Without it paths are those of the whole machine, which is the same but in a chroot. */
	if (bpf_prog_test_run_opts(root_fd, &opts))
		log_debug("cannot find out the root directory: %s", strerror(errno));
	return engine_augment__set_own(e, skel->maps.fd_progs, 0, skel->progs.fds);
}
