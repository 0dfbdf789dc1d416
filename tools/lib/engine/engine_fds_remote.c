// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_fds_remote.c - what the descriptors of a call stand for that another process waits in: the same as
 * bpf-progs/fds.bpf.h finds at an entry, of which the program fds_ask is run for each.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <sys/syscall.h>

#include "engine_priv.h"
#include "log.h"
#include "remote.h"
#include "spec.h"
#include "util.h"

/* linux/pidfd.h of 6.9 */
#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL
#endif

/* linux/socket.h; words of a struct msghdr before its control data, and of a struct mmsghdr */
#define SOL_SOCKET 1
#define SCM_RIGHTS 1
#define MSG_CONTROL 4
#define MMSG_WORDS 8

/* linux/aio_abi.h: a control block's file, flags, and the eventfd that these speak of */
#define IOCB_FILDES 20
#define IOCB_FLAGS 56
#define IOCB_RESFD 60
#define IOCB_FLAG_RESFD 1

/** struct search - @fds: descriptors of the call, one as often as it is there. */
struct search {
	const struct aug_record *rec;
	struct remote *mem;
	uint32_t word;
	size_t nr;
	int32_t fds[AUG_FILES_MAX];
};

static void add_fd(struct search *s, int32_t fd)
{
	if (s->nr < ARRAY_SIZE(s->fds))
		s->fds[s->nr++] = fd;
}

/* ---- in memory: what cannot be read has none ---- */

static uint64_t read_number(const struct search *s, uint64_t addr, size_t size)
{
	uint64_t value = 0;

	return remote__read(s->mem, addr, &value, size) ? 0 : value;
}

static void add_ints(struct search *s, uint64_t addr, uint64_t nr, uint32_t stride)
{
	int32_t fd;

	for (uint64_t i = 0; i < MIN(nr, (uint64_t)AUG_FILES_MAX); i++) {
		if (remote__read(s->mem, addr + i * stride, &fd, sizeof(fd)))
			return;
		add_fd(s, fd);
	}
}

/* FD_SETSIZE: more is not known to be a set. */
static void add_set(struct search *s, uint64_t addr, uint64_t nr)
{
	uint8_t byte = 0;

	for (uint32_t i = 0; i < MIN(nr, 1024ULL); i++) {
		if (i % 8 == 0 && remote__read(s->mem, addr + i / 8, &byte, 1))
			return;
		if (byte >> i % 8 & 1)
			add_fd(s, (int32_t)i);
	}
}

/* Headers of length, level and type, of which SCM_RIGHTS has descriptors. */
static void add_control(struct search *s, uint64_t addr, uint64_t len)
{
	const uint64_t head = s->word + 8;
	uint64_t size;

	while (len >= head && s->nr < ARRAY_SIZE(s->fds)) {
		size = read_number(s, addr, s->word);
		if (size < head || size > len)
			return;
		if (read_number(s, addr + s->word, 4) == SOL_SOCKET &&
		    read_number(s, addr + s->word + 4, 4) == SCM_RIGHTS)
			add_ints(s, addr + head, (size - head) / 4, 4);
		size = (size + s->word - 1) & ~(uint64_t)(s->word - 1);
		if (size > len)
			return;
		addr += size;
		len -= size;
	}
}

static void add_messages(struct search *s, uint64_t addr, uint64_t nr)
{
	const uint32_t word = s->word;

	for (uint64_t i = 0; i < MIN(nr, (uint64_t)AUG_ITEMS_MAX); i++) {
		const uint64_t msg = addr + i * MMSG_WORDS * word;

		add_control(s, read_number(s, msg + MSG_CONTROL * word, word),
			    MIN(read_number(s, msg + (MSG_CONTROL + 1) * word, word), 4096ULL));
	}
}

static void add_iocbs(struct search *s, uint64_t addr, uint64_t nr)
{
	uint64_t iocb;

	for (uint64_t i = 0; i < MIN(nr, (uint64_t)AUG_ITEMS_MAX); i++) {
		iocb = read_number(s, addr + i * s->word, s->word);
		if (!iocb)
			continue;
		add_ints(s, iocb + IOCB_FILDES, 1, 4);
		if (read_number(s, iocb + IOCB_FLAGS, 4) & IOCB_FLAG_RESFD)
			add_ints(s, iocb + IOCB_RESFD, 1, 4);
	}
}

static void add_place(struct search *s, const struct aug_fd_place *place)
{
	const uint64_t ptr = place->arg < AUG_MAX_ARGS ? s->rec->args[place->arg] : 0;
	uint64_t nr = place->nr;

	if (place->len_arg < AUG_MAX_ARGS)
		nr = (uint32_t)s->rec->args[place->len_arg];
	if (!ptr || !(place->when & AUG_AT_ENTER) || nr > INT32_MAX)
		return;
	switch (place->kind) {
	case AUG_FDS_INTS:
		add_ints(s, ptr + place->off, nr, place->stride);
		break;
	case AUG_FDS_SET:
		add_set(s, ptr, nr);
		break;
	case AUG_FDS_MSGHDR:
		add_messages(s, ptr, 1);
		break;
	case AUG_FDS_MMSGHDR:
		add_messages(s, ptr, nr);
		break;
	case AUG_FDS_IOCBS:
		add_iocbs(s, ptr, nr);
		break;
	}
}

static void add_all(struct search *s, const struct aug_fd_spec *spec)
{
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		if (spec->args & 1U << i)
			add_fd(s, (int32_t)s->rec->args[i]);
	}
	for (unsigned int i = 0; i < MIN(spec->nr_places, (aug_u8)AUG_FD_PLACES); i++)
		add_place(s, &spec->places[i]);
}

static void find(const struct engine *e, struct search *s)
{
	const uint32_t idx = spec__index(s->rec->abi, s->rec->nr);
	struct aug_cmd_key key = { .spec_idx = (aug_u16)idx };
	struct aug_fd_spec spec;

	if (bpf_map_lookup_elem(bpf_map__fd(e->skel->maps.fd_specs), &idx, &spec))
		return;
	add_all(s, &spec);
	if (spec.cmd_arg >= AUG_MAX_ARGS)
		return;
	key.cmd = (aug_u32)s->rec->args[spec.cmd_arg] & spec.cmd_mask;
	if (!bpf_map_lookup_elem(bpf_map__fd(e->skel->maps.fd_cmds), &key, &spec))
		add_all(s, &spec);
}

/* ---- what they stand for ---- */

static void add_file(struct engine *e, int prog_fd, int pidfd, int32_t fd, struct strbuf *record)
{
	static const char zeroes[8];
	uint64_t args[] = { (uint64_t)pidfd, (uint64_t)fd };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));
	const struct fds_asked *asked = &e->skel->bss->fds_asked;
	struct aug_payload p = { .arg = AUG_ARG_FILE };

	if (bpf_prog_test_run_opts(prog_fd, &opts)) {
		log_debug("cannot find out what descriptor %d is: %s", fd, strerror(errno));
		return;
	}
	if (asked->len < sizeof(asked->file) || asked->len > sizeof(*asked) - sizeof(asked->len))
		return; /* it is none */
	p.len = (aug_u32)asked->len;
	p.full_len = p.len;
	strbuf__add(record, (const char *)&p, sizeof(p));
	strbuf__add(record, (const char *)&asked->file, p.len);
	strbuf__add(record, zeroes, ALIGN8(p.len) - p.len);
	if (!strbuf__error(record))
		((struct aug_record *)(void *)record->text)->nr_payloads++;
}

/*
 * Of the thread, which may have descriptors of its own; before Linux 6.9 of its process, if its
 * descriptors are those.
 */
static int open_pidfd(pid_t pid, pid_t tid)
{
	const int fd = (int)syscall(SYS_pidfd_open, tid, PIDFD_THREAD);

	if (fd >= 0)
		return fd;
	if (pid != tid && (syscall(SYS_kcmp, pid, tid, KCMP_FILES, 0, 0) ||
			   syscall(SYS_kcmp, pid, tid, KCMP_FS, 0, 0)))
		return -1;
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

int engine__describe_fds(struct engine *e, struct remote *mem, struct strbuf *record)
{
	struct aug_record rec;
	struct search s = { .rec = &rec, .mem = mem };
	int prog_fd, pidfd, err;

	memcpy(&rec, record->text, sizeof(rec));
	if (!e->skel->rodata->config.want_fds || remote__open(mem, (pid_t)rec.tid))
		return 0;
	s.word = rec.abi == AUG_ABI_COMPAT ? 4 : 8;
	find(e, &s);
	prog_fd = s.nr ? engine__prog_fd(e, e->skel->progs.fds_ask) : -ENOENT;
	pidfd = prog_fd < 0 ? -1 : open_pidfd((pid_t)rec.pid, (pid_t)rec.tid);
	if (pidfd < 0)
		return 0;
	for (size_t i = 0; i < s.nr; i++)
		add_file(e, prog_fd, pidfd, s.fds[i], record);
	close(pidfd);
	err = strbuf__error(record);
	if (!err)
		((struct aug_record *)(void *)record->text)->size = (aug_u32)record->len;
	return err;
}
