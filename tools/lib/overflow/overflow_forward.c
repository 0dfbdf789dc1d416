// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_forward.c - see overflow_forward.h. */
#include "overflow_forward.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "forwarded.h"
#include "log.h"
#include "overflow_handler_priv.h"
#include "strbuf.h"

/* BTF as the kernel has it: as it gives it to who reads the program. */
static int read_btf(const struct overflow_handler *h, struct bpf_btf_info *info, void *bytes,
		    uint32_t size)
{
	uint32_t len = sizeof(*info);

	*info = (struct bpf_btf_info){ .btf = (uintptr_t)bytes, .btf_size = size };
	return bpf_obj_get_info_by_fd(bpf_object__btf_fd(h->obj), info, &len) ? -errno : 0;
}

static int set_output(void *ctx, int cpu, int fd)
{
	const struct overflow_handler *h = ctx;

	return bpf_map_update_elem(h->output_fd, &cpu, &fd, BPF_ANY) ? -errno : 0;
}

int overflow_forward__open(struct overflow_handler *h, struct record_events *events,
			   const char *name)
{
	struct strbuf full_name = {};
	struct bpf_btf_info info;
	int err;

	if (!h->obj || h->output_fd < 0)
		return 0;
	err = read_btf(h, &info, NULL, 0);
	if (err) {
		log_err("event %s: the types of what is forwarded cannot be read: %s", name,
			strerror(-err));
		return err;
	}
	strbuf__addf(&full_name, "%s" FORWARDED_NAME_SUFFIX, name);
	err = strbuf__error(&full_name);
	if (!err)
		err = record_events__open_output(events, strbuf__cstr(&full_name), info.id,
						 FORWARDED_MARK, set_output, h);
	strbuf__free(&full_name);
	return err;
}

int overflow_forward__write_types(const struct overflow_handler *h, struct perfdata_writer *w)
{
	struct bpf_btf_info info;
	void *bytes;
	int err;

	if (!h->obj || h->output_fd < 0)
		return 0;
	err = read_btf(h, &info, NULL, 0);
	if (err)
		return err;
	bytes = malloc(info.btf_size ? info.btf_size : 1);
	if (!bytes)
		return -ENOMEM;
	err = read_btf(h, &info, bytes, info.btf_size);
	if (!err)
		err = perfdata_writer__add_btf(w, info.id, bytes, info.btf_size);
	free(bytes);
	return err;
}
