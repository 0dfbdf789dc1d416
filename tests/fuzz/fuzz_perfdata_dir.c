// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_perfdata_dir.c - hostile bytes as the files of a recording that is a directory, through what lists
 * and profiles recordings, and converted to each form. Beyond "no crash": whatever stands in the place of
 * one of its files does not keep the others from being read; each record of the kernel that was read is
 * in the recording that was written, and that one is whole when this one was.
 *
 * Input: a byte that says what becomes of it and what the last file is, two bytes each with the lengths of
 * `data` and `data.0`, these; the rest is the last file, which may also be code that was sampled.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata_convert.h"
#include "perfdata_place.h"
#include "profile_show.h"
#include "tests/fuzz/recording_uses.h"
#include "util.h"

/* What `data.1` is. A fifo that nobody writes to would be waited for. */
enum { A_FILE, NOTHING, A_DIRECTORY, A_LINK_TO_NOTHING, A_LINK_TO_DATA, A_FIFO, NR_KINDS };

enum { NR_FORMS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In memory where that can be, so that no disk is worn. */
static char base[48] = "/dev/shm/fuzz_perfdata_dir.XXXXXX";
static char in[64], out[64];
static int base_fd, in_fd, null_fd;

/* A recording may map "/in/data.1": then the last file is code, by whose tables stacks are unwound. */
static const struct machine_opts machine_opts = {
	.dso = { .symfs = base },
	.kernel = { .kallsyms = "/dev/null" },
};

static void remove_all(void)
{
	perfdata_place__remove_directory(in);
	rmdir(base);
}

static void make_all(void)
{
	if (!mkdtemp(base)) {
		strcpy(base, "/tmp/fuzz_perfdata_dir.XXXXXX");
		if (!mkdtemp(base))
			abort();
	}
	snprintf(in, sizeof(in), "%s/in", base);
	snprintf(out, sizeof(out), "%s/out", base);
	if (mkdir(in, 0700))
		abort();
	base_fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	in_fd = open(in, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (base_fd < 0 || in_fd < 0 || null_fd < 0)
		abort();
	atexit(remove_all);
}

static void write_file(const char *name, const uint8_t *bytes, size_t size)
{
	const int fd = openat(in_fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
		abort();
	close(fd);
}

static void make_last(unsigned int kind, const uint8_t *bytes, size_t size)
{
	static const char name[] = "data.1";
	int err = 0;

	if (unlinkat(in_fd, name, 0) && errno != ENOENT)
		err = unlinkat(in_fd, name, AT_REMOVEDIR);
	if (kind == A_FILE)
		write_file(name, bytes, size);
	else if (kind == A_DIRECTORY)
		err |= mkdirat(in_fd, name, 0700);
	else if (kind == A_LINK_TO_NOTHING)
		err |= symlinkat("nothing", in_fd, name);
	else if (kind == A_LINK_TO_DATA)
		err |= symlinkat("data", in_fd, name);
	else if (kind == A_FIFO)
		err |= mkfifoat(in_fd, name, 0600);
	if (err)
		abort();
}

/* Each sample is counted once, however often the files are gone through. */
static void profile(const struct recording *r)
{
	struct profile_opts opts = { .chains = true };
	struct profile_totals totals = {};
	struct perfdata *pd = recording__open(r);
	struct machine *machine;
	struct profile profile;
	size_t bad_len;
	const char *bad;

	if (!pd || sort_keys__parse(&opts.sort, "dso,sym,cpu", &bad, &bad_len))
		return;
	profile__init(&profile, &opts);
	machine = machine__new(&machine_opts);
	if (machine && profile__read(&profile, machine, pd, &totals))
		__builtin_trap();
	profile__free(&profile);
	machine__free(machine);
	perfdata__close(pd);
}

/* How many records of the kernel are left. */
static uint64_t count_records(struct perfdata *pd)
{
	struct perfdata_record rec;
	uint64_t nr = 0;
	int more;

	while ((more = perfdata__next(pd, &rec)) > 0)
		nr += rec.type < PERFDATA_KERNEL_RECORDS;
	if (more < 0)
		__builtin_trap();
	return nr;
}

static uint64_t count_read(const struct recording *r, bool *ret_is_whole)
{
	struct perfdata *pd = recording__open(r);
	uint64_t nr = count_records(pd);

	*ret_is_whole = !perfdata__is_incomplete(pd);
	perfdata__close(pd);
	return nr;
}

static void check_written(const char *path, uint64_t nr, bool is_whole)
{
	struct perfdata *pd;

	if (perfdata__open(&pd, path, NULL) || count_records(pd) != nr)
		__builtin_trap();
	if (is_whole && perfdata__is_incomplete(pd))
		__builtin_trap();
	perfdata__close(pd);
}

static void convert(const struct recording *r, enum perfdata_form form, int level)
{
	static struct perfdata_converted converted;
	struct perfdata_convert_opts opts = { .compat_6_1 = !level };
	struct perfdata *pd = recording__open(r);
	uint64_t nr;
	bool is_whole;

	if (!pd)
		return;
	opts.out = (struct perfdata_writer_opts){ .form = form, .path = out, .level = level };
	opts.out.fd = form == PERFDATA_FORM_PIPE
			      ? openat(base_fd, "out", O_RDWR | O_CREAT | O_CLOEXEC, 0600)
			      : -1;
	if (perfdata_convert__run(pd, &opts, &converted))
		__builtin_trap();
	perfdata__close(pd);
	nr = count_read(r, &is_whole);
	check_written(out, nr, is_whole);
	if (opts.out.fd >= 0)
		close(opts.out.fd);
	if (form == PERFDATA_FORM_DIR)
		perfdata_place__remove_directory(out);
	else
		unlink(out);
}

/* One for each input: the files are opened and read for each. */
static void use(const struct recording *r, unsigned int how)
{
	switch (how % 4) {
	case 0:
		recording__dump(r, how & 4, null_fd);
		break;
	case 1:
		recording__list_progs(r);
		break;
	case 2:
		recording__list_forwarded(r, how & 4, null_fd);
		break;
	case 3:
		profile(r);
		break;
	}
}

static size_t take_length(const uint8_t *bytes, size_t room)
{
	uint16_t len;

	memcpy(&len, bytes, sizeof(len));
	return MIN((size_t)len, room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct recording recording = { .path = in };
	const size_t head = 1 + 2 * sizeof(uint16_t);
	size_t main_len, first_len;
	unsigned int how;

	if (!in_fd)
		make_all();
	if (size < head)
		return 0;
	how = data[0];
	main_len = take_length(data + 1, size - head);
	first_len = take_length(data + 1 + sizeof(uint16_t), size - head - main_len);
	data += head;
	size -= head;
	write_file("data", data, main_len);
	write_file("data.0", data + main_len, first_len);
	make_last(how / NR_FORMS % NR_KINDS, data + main_len + first_len,
		  size - main_len - first_len);

	use(&recording, how / NR_FORMS / NR_KINDS / 2);
	convert(&recording, (enum perfdata_form)(how % NR_FORMS), how / NR_FORMS / NR_KINDS & 1);
	return 0;
}
