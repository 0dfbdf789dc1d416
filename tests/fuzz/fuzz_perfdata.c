// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_perfdata.c - hostile bytes as a recording, through all that reads recordings: dump in both
 * formats, BPF programs, forwarded records, and conversion to a stream. Beyond "no crash": errors are
 * the documented ones, and a stream that was written is read again without a complaint about its
 * shape.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_progs_show.h"
#include "forwarded_show.h"
#include "perfdata_convert.h"
#include "perfdata_dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct perfdata *open_or_null(const uint8_t *data, size_t size)
{
	struct perfdata *pd = NULL;
	int err = perfdata__open_memory(&pd, data, size, NULL);

	if (err && err != -EINVAL && err != -ENOTSUP && err != -ENOMEM)
		__builtin_trap();
	return pd;
}

static void dump(const uint8_t *data, size_t size, bool json, int null_fd)
{
	const struct perfdata_dump_opts opts = { .json = json, .raw = json };
	struct perfdata *pd = open_or_null(data, size);
	struct sink sink;

	if (!pd)
		return;
	sink__init(&sink, null_fd);
	if (perfdata_dump__run(pd, &opts, &sink) || sink__close(&sink))
		__builtin_trap();
	perfdata__close(pd);
}

static void list_progs(const uint8_t *data, size_t size)
{
	struct perfdata *pd = open_or_null(data, size);
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals;
	struct strbuf text = {};

	if (pd && progs) {
		if (bpf_progs__read(progs, pd, &totals) ||
		    bpf_progs__show_text(progs, &totals, &text) ||
		    bpf_progs__show_json(progs, &totals, &text))
			__builtin_trap();
		if (totals.in_bpf > totals.in_kernel || totals.in_kernel > totals.samples)
			__builtin_trap();
	}
	strbuf__free(&text);
	bpf_progs__free(progs);
	perfdata__close(pd);
}

/* What was written must be a stream whose records follow each other to its end. */
static void read_again(int fd)
{
	struct perfdata_record rec;
	struct perfdata *pd;
	struct stat st;
	void *bytes;

	if (fstat(fd, &st) || !st.st_size)
		__builtin_trap();
	bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED)
		return;
	if (perfdata__open_memory(&pd, bytes, (size_t)st.st_size, NULL))
		__builtin_trap();
	while (perfdata__next(pd, &rec) > 0) {
		if (rec.type >= PERFDATA_TYPES_OF_6_1)
			__builtin_trap();
	}
	perfdata__close(pd);
	munmap(bytes, (size_t)st.st_size);
}

static void list_forwarded(const uint8_t *data, size_t size, bool json, int null_fd)
{
	struct perfdata *pd = open_or_null(data, size);
	struct forwarded_list *list = NULL;
	struct sink sink;

	if (!pd)
		return;
	sink__init(&sink, null_fd);
	if (forwarded_list__read(&list, pd) || forwarded_list__show(list, json, &sink) ||
	    sink__close(&sink))
		__builtin_trap();
	forwarded_list__free(list);
	perfdata__close(pd);
}

static void convert(const uint8_t *data, size_t size)
{
	struct perfdata_convert_opts opts = { .compat_6_1 = true };
	struct perfdata *pd = open_or_null(data, size);
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));

	opts.out.form = PERFDATA_FORM_PIPE;
	opts.out.fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (pd && converted && opts.out.fd >= 0) {
		if (perfdata_convert__run(pd, &opts, converted))
			__builtin_trap();
		read_again(opts.out.fd);
	}
	if (opts.out.fd >= 0)
		close(opts.out.fd);
	free(converted);
	perfdata__close(pd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int null_fd = -1;

	if (null_fd < 0)
		null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	dump(data, size, false, null_fd);
	dump(data, size, true, null_fd);
	list_progs(data, size);
	list_forwarded(data, size, false, null_fd);
	list_forwarded(data, size, true, null_fd);
	convert(data, size);
	return 0;
}
