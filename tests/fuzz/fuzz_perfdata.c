// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_perfdata.c - hostile bytes as a recording, through all that reads recordings: dump in both
 * formats, BPF programs, forwarded records, and conversion to a stream. Beyond "no crash": errors are
 * the documented ones, and a stream that was written is read again without a complaint about its
 * shape.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata_convert.h"
#include "tests/fuzz/recording_uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static void convert(const struct recording *recording)
{
	struct perfdata_convert_opts opts = { .compat_6_1 = true };
	struct perfdata *pd = recording__open(recording);
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
	const struct recording recording = { .data = data, .size = size };
	static int null_fd = -1;

	if (null_fd < 0)
		null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	recording__dump(&recording, false, null_fd);
	recording__dump(&recording, true, null_fd);
	recording__list_progs(&recording);
	recording__list_forwarded(&recording, false, null_fd);
	recording__list_forwarded(&recording, true, null_fd);
	convert(&recording);
	return 0;
}
