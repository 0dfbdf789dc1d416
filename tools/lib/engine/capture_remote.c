// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * capture_remote.c - see capture_remote.h. The same pieces as those that the engine copies at an entry
 * (bpf-progs/capture_plan.bpf.h and capture_nested.bpf.h), by the same specs.
 */
#include "capture_remote.h"

#include <errno.h>
#include <string.h>

#include "remote.h"
#include "spec.h"
#include "util.h"

/* UIO_MAXIOV: the kernel takes no more. */
#define IOVECS_MAX 1024
#define STRINGS_MAX 0xffffff

/* Pointers of envp that are counted. */
#define COUNT_MAX 1024

/* Of a message: names and control data that are copied, as by the engine. */
#define NAME_MAX_BYTES 128
#define CONTROL_MAX_BYTES 256

/* Where contents may take several records, they are together no longer than what 255 of them hold. */
#define LONG_MAX_BYTES (255 * AUG_PAYLOAD_BIG)

/** struct piece - to be read. @elem, @part: as in struct aug_payload. */
struct piece {
	uint64_t ptr;
	uint64_t len;
	uint64_t full_len;
	unsigned int part;
	unsigned int elem;
	bool is_str;
};

/** struct reader - @arg: the argument whose pieces are read. @room: bytes that @record may have. */
struct reader {
	const struct engine_opts *opts;
	struct remote *mem;
	struct strbuf *record;
	struct aug_record rec;
	size_t room;
	uint8_t arg;
	bool is_compat;
};

static uint32_t word_size(const struct reader *r)
{
	return r->is_compat ? 4 : 8;
}

static uint32_t items_max(const struct reader *r)
{
	return r->opts->long_data ? AUG_ITEMS_LONG_MAX : AUG_ITEMS_MAX;
}

/* A number of @size bytes; the machine is little endian. */
static int read_number(const struct reader *r, uint64_t addr, size_t size, uint64_t *ret)
{
	*ret = 0;
	return size <= sizeof(*ret) ? remote__read(r->mem, addr, ret, size) : -EFAULT;
}

static int read_pointer(const struct reader *r, uint64_t addr, uint64_t *ret)
{
	return read_number(r, addr, word_size(r), ret);
}

/* ---- payloads ---- */

static void add_payload(struct reader *r, const struct piece *piece, const void *data, uint32_t len,
			uint32_t full_len, uint8_t flags)
{
	static const char zeroes[8];
	const struct aug_payload p = {
		.arg = r->arg,
		.flags = flags,
		.part = (uint8_t)piece->part,
		.elem = (uint8_t)piece->elem,
		.len = len,
		.full_len = full_len,
	};

	if (r->record->len + sizeof(p) + ALIGN8(len) > r->room || r->rec.nr_payloads == UINT16_MAX)
		return;
	strbuf__add(r->record, (const char *)&p, sizeof(p));
	strbuf__add(r->record, data, len);
	strbuf__add(r->record, zeroes, ALIGN8(len) - len);
	r->rec.nr_payloads++;
}

/* No bytes: @nr pointers were counted, @cut: at least. */
static void add_count(struct reader *r, uint32_t nr, bool cut)
{
	const struct piece whole = { .part = AUG_PART_SELF };

	add_payload(r, &whole, NULL, 0, nr, cut ? AUG_P_CUT : 0);
}

/* Return: 0, also where there is no room; -EFAULT. */
static int add_string(struct reader *r, const struct piece *piece, char *bytes)
{
	const ssize_t n = remote__read_str(r->mem, piece->ptr, bytes, piece->len);
	uint32_t len;

	if (n <= 0)
		return (int)n;
	/* Without the NUL, or what is in its place when the string is longer. */
	len = (uint32_t)n - 1;
	if (bytes[len])
		add_payload(r, piece, bytes, len, len + 1, AUG_P_STR | AUG_P_CUT);
	else
		add_payload(r, piece, bytes, len, len, AUG_P_STR);
	return 0;
}

static int add_piece(struct reader *r, const struct piece *piece)
{
	char *bytes __cleanup_free = malloc(piece->len ? piece->len : 1);
	int err;

	if (!bytes)
		return -ENOMEM;
	if (piece->is_str)
		return add_string(r, piece, bytes);
	err = remote__read(r->mem, piece->ptr, bytes, piece->len);
	if (!err)
		add_payload(r, piece, bytes, (uint32_t)piece->len, (uint32_t)piece->full_len,
			    piece->len < piece->full_len ? AUG_P_CUT : 0);
	return err;
}

/* Of @len bytes no more than @max; a length in a record has 32 bits. */
static void set_len(struct piece *piece, uint64_t len, uint64_t max)
{
	piece->full_len = MIN(len, 0xfffffff8ULL);
	piece->len = MIN(piece->full_len, max);
}

/* ---- what members of a struct point to ---- */

/* An iovec, or strings. */
static int add_followed_array(struct reader *r, const struct aug_follow *f, struct piece *piece,
			      uint64_t nr)
{
	const bool is_strv = f->kind == AUG_CAP_STRV;
	const uint64_t size = (is_strv ? 1ULL : 2ULL) * word_size(r), array = piece->ptr;
	uint64_t i, base, len;
	int err;

	nr = MIN(nr, (uint64_t)(is_strv ? STRINGS_MAX : IOVECS_MAX));
	piece->full_len = nr * size;
	nr = MIN(nr, (uint64_t)(r->opts->long_data ? AUG_FOLLOWED_MAX : AUG_ITEMS_MAX));
	piece->len = nr * size;
	err = add_piece(r, piece);
	for (i = 0; !err && f->size && i < nr; i++) {
		struct piece item = { .part = AUG_PART_FOLLOWED + (unsigned int)i,
				      .elem = piece->elem,
				      .is_str = is_strv };

		len = f->size;
		err = read_pointer(r, array + i * size, &base);
		if (!err && !is_strv)
			err = read_pointer(r, array + i * size + size / 2, &len);
		if (err || !base || !len)
			continue;
		item.ptr = base;
		set_len(&item, len, f->size);
		err = add_piece(r, &item) == -ENOMEM ? -ENOMEM : 0;
	}
	return err;
}

/* Whether the struct is one that has the pointer. */
static bool is_followed(struct reader *r, const struct aug_follow *f, uint64_t addr)
{
	uint64_t only;

	if (!(f->when & AUG_AT_ENTER))
		return false;
	return !f->only_off || (!read_number(r, addr + f->only_off, 2, &only) && only == f->only);
}

static int add_followed(struct reader *r, const struct aug_follow *f, uint64_t addr, unsigned int i,
			unsigned int elem)
{
	struct piece piece = { .part = AUG_PART_ITEM + i,
			       .elem = elem,
			       .is_str = f->kind == AUG_CAP_STR,
			       .len = f->size,
			       .full_len = f->size };
	uint64_t nr;

	if (read_number(r, addr + f->off, f->ptr_size, &piece.ptr) || !piece.ptr)
		return 0;
	if (f->len_size) {
		if (read_number(r, addr + f->len_off, f->len_size, &nr) || !nr)
			return 0;
		nr = MIN(nr, 0x7fffffffULL);
		if (f->kind != AUG_CAP_BUF)
			return add_followed_array(r, f, &piece, nr);
		set_len(&piece, nr * f->unit, f->size);
	}
	return add_piece(r, &piece);
}

/* @addr: the struct, whose own bytes are there. What cannot be read of it does not matter. */
static int add_follows(struct reader *r, const struct aug_capture *cap, uint64_t addr,
		       unsigned int elem)
{
	struct aug_follow follows[AUG_FOLLOWS_MAX];
	const uint32_t nr = spec__build_follows(r->opts->limits, follows);
	uint32_t i;

	for (i = 0; cap->follow + i < nr; i++) {
		const struct aug_follow *f = &follows[cap->follow + i];
		const bool is_there = is_followed(r, f, addr);

		if (is_there && add_followed(r, f, addr, i, elem) == -ENOMEM)
			return -ENOMEM;
		if (!f->nr_more ||
		    (is_there && (f->kind == AUG_CAP_IOVEC || f->kind == AUG_CAP_STRV)))
			break;
	}
	return 0;
}

/* ---- iovecs and messages ---- */

/* The array of @nr iovecs at @piece->ptr. */
static int add_array(struct reader *r, struct piece *piece, uint64_t nr)
{
	const uint64_t size = 2ULL * word_size(r);

	piece->full_len = nr * size;
	piece->len = MIN(nr, (uint64_t)items_max(r)) * size;
	return add_piece(r, piece);
}

static int add_items(struct reader *r, const struct aug_capture *cap, uint64_t array, uint64_t nr,
		     unsigned int elem)
{
	const uint64_t size = 2ULL * word_size(r);
	uint64_t i, base, len;

	for (i = 0; i < MIN(nr, (uint64_t)items_max(r)); i++) {
		struct piece item = { .part = AUG_PART_ITEM + (unsigned int)i, .elem = elem };

		if (read_pointer(r, array + i * size, &base) ||
		    read_pointer(r, array + i * size + size / 2, &len))
			break;
		if (!base || !len)
			continue;
		item.ptr = base;
		set_len(&item, len, cap->size);
		if (add_piece(r, &item) == -ENOMEM)
			return -ENOMEM;
	}
	return 0;
}

static int add_iovec(struct reader *r, const struct aug_capture *cap, uint64_t array, uint64_t nr)
{
	struct piece piece = { .ptr = array };
	int err;

	nr = MIN(nr, (uint64_t)IOVECS_MAX);
	if (!nr)
		return 0;
	err = add_array(r, &piece, nr);
	if (err || cap->flags & AUG_C_DATA_AT_EXIT)
		return err;
	return add_items(r, cap, array, nr, 0);
}

/* What a struct msghdr leads to: name, length, iovecs, how many, control data, length; each takes a word. */
static int add_message(struct reader *r, const struct aug_capture *cap, uint64_t addr,
		       unsigned int elem)
{
	const uint32_t word = word_size(r);
	struct piece piece = { .elem = elem, .part = AUG_PART_NAME };
	uint64_t words[6], name_len;
	size_t i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (read_pointer(r, addr + i * word, &words[i]))
			return 0;
	}
	name_len = (uint32_t)words[1];
	if (words[0] && name_len) {
		piece.ptr = words[0];
		set_len(&piece, name_len, NAME_MAX_BYTES);
		err = add_piece(r, &piece);
	}
	words[3] = MIN(words[3], (uint64_t)IOVECS_MAX);
	if (err != -ENOMEM && words[2] && words[3]) {
		piece.ptr = words[2];
		piece.part = AUG_PART_IOV;
		err = add_array(r, &piece, words[3]);
		if (!err)
			err = add_items(r, cap, words[2], words[3], elem);
	}
	if (err != -ENOMEM && words[4] && words[5]) {
		piece.ptr = words[4];
		piece.part = AUG_PART_CONTROL;
		set_len(&piece, MIN(words[5], 0x7fffffffULL), CONTROL_MAX_BYTES);
		err = add_piece(r, &piece);
	}
	return err == -ENOMEM ? err : 0;
}

/* struct msghdr has seven words; struct mmsghdr one more. */
static int add_messages(struct reader *r, const struct aug_capture *cap, uint64_t addr, uint32_t nr)
{
	const bool is_array = cap->kind == AUG_CAP_MMSGHDR;
	const uint64_t size = (is_array ? 8ULL : 7ULL) * word_size(r);
	uint32_t i;
	int err;

	for (i = 0; i < (is_array ? MIN(nr, items_max(r)) : 1); i++) {
		struct piece piece = {
			.ptr = addr + i * size, .len = size, .full_len = size, .elem = i
		};

		err = add_piece(r, &piece);
		if (!err && !(cap->flags & AUG_C_DATA_AT_EXIT))
			err = add_message(r, cap, piece.ptr, i);
		if (err)
			return err;
	}
	return 0;
}

/* ---- arrays of pointers ---- */

static int add_pointers(struct reader *r, const struct aug_capture *cap, uint64_t array,
			uint64_t nr)
{
	const uint64_t word = word_size(r), kept = MIN(nr, (uint64_t)items_max(r));
	struct piece piece = { .ptr = array };
	uint64_t i, ptr;
	int err;

	if (!nr || nr > 0x7fffffff)
		return 0;
	set_len(&piece, nr * word, kept * word);
	err = add_piece(r, &piece);
	for (i = 0; !err && i < kept && !read_pointer(r, array + i * word, &ptr); i++) {
		struct piece elem = { .ptr = ptr,
				      .len = cap->unit,
				      .full_len = cap->unit,
				      .elem = 1 + (unsigned int)i };

		if (!ptr)
			continue;
		err = add_piece(r, &elem);
		if (!err && cap->flags & AUG_C_FOLLOW)
			err = add_follows(r, cap, ptr, elem.elem);
		if (err == -EFAULT)
			err = 0;
	}
	return err;
}

/* Strings up to a NULL, and how many there are; @cap->kind says whether they are only counted. */
static int add_strings(struct reader *r, const struct aug_capture *cap, uint64_t array)
{
	const bool only_count = cap->kind == AUG_CAP_COUNT;
	const uint32_t max = only_count ? COUNT_MAX : items_max(r);
	uint64_t ptr = 0;
	uint32_t i;
	int err;

	for (i = 0;; i++) {
		struct piece piece = { .part = AUG_PART_ITEM + i, .is_str = true };

		err = read_pointer(r, array + (uint64_t)i * word_size(r), &ptr);
		if (err)
			return err;
		if (!ptr || i == max)
			break;
		piece.ptr = ptr;
		piece.len = cap->size;
		err = only_count ? 0 : add_piece(r, &piece);
		if (err)
			return err;
	}
	add_count(r, i, ptr);
	return 0;
}

/* ---- one argument ---- */

/* The length of a buffer in @piece. Return: false when there is nothing to read. */
static bool find_length(struct reader *r, const struct aug_capture *cap, struct piece *piece)
{
	const uint64_t arg = cap->len_arg < AUG_MAX_ARGS ? r->rec.args[cap->len_arg] : 0;
	uint64_t units = arg, unit = cap->unit, len;

	if (cap->flags & AUG_C_LEN_32)
		units = (uint32_t)arg;
	switch (cap->len_from) {
	case AUG_LEN_RET:
		return false; /* there is none yet */
	case AUG_LEN_FIELD:
		if (read_number(r, piece->ptr + cap->len_arg, 4, &units))
			units = 0;
		units = MAX(units, unit);
		unit = 1;
		break;
	case AUG_LEN_PTR:
		if (read_number(r, arg + cap->follow, 4, &units))
			return false;
		break;
	case AUG_LEN_BITS:
		units = ((uint64_t)(uint32_t)units + 63) / 64 * 8;
		break;
	case AUG_LEN_PAGES:
		units = units / 4096 + !!(units % 4096);
		break;
	case AUG_LEN_IOC:
		if (!((uint32_t)units >> 30 & 1))
			return false;
		units = (uint32_t)units >> 16 & 0x3fff;
		break;
	}
	if ((int64_t)units < 0 || (!units && !(cap->flags & AUG_C_EXTRA)))
		return false;
	len = MIN(units, 0x7fffffffULL) * unit;
	if (cap->flags & AUG_C_EXTRA)
		len += cap->follow;
	set_len(piece, len, cap->size);
	return true;
}

static int add_plain(struct reader *r, const struct aug_capture *cap, uint64_t ptr)
{
	struct piece piece = { .ptr = ptr,
			       .len = cap->size,
			       .full_len = cap->size,
			       .is_str = cap->kind == AUG_CAP_STR };
	int err;

	if (cap->kind == AUG_CAP_BUF && !find_length(r, cap, &piece))
		return 0;
	err = add_piece(r, &piece);
	if (err || !(cap->flags & AUG_C_FOLLOW) ||
	    (cap->flags & AUG_C_WHOLE && piece.len < 2ULL * word_size(r)))
		return err;
	return add_follows(r, cap, ptr, 0);
}

static int add_arg(struct reader *r, const struct aug_capture *cap)
{
	const uint64_t ptr = r->rec.args[cap->arg];
	const uint64_t nr = cap->len_arg < AUG_MAX_ARGS ? r->rec.args[cap->len_arg] : 0;

	switch (cap->kind) {
	case AUG_CAP_STR:
	case AUG_CAP_BYTES:
	case AUG_CAP_BUF:
		return add_plain(r, cap, ptr);
	case AUG_CAP_IOVEC:
		return add_iovec(r, cap, ptr, nr);
	case AUG_CAP_MSGHDR:
	case AUG_CAP_MMSGHDR:
		return add_messages(r, cap, ptr, (uint32_t)nr);
	case AUG_CAP_PTRS:
		return add_pointers(r, cap, ptr, nr);
	case AUG_CAP_STRV:
	case AUG_CAP_COUNT:
		return add_strings(r, cap, ptr);
	}
	return 0;
}

/** struct by_cmd - looks for the capture of @key, or of all commands that have none. */
struct by_cmd {
	struct aug_cmd_key key;
	struct aug_capture found;
	bool is_found;
	bool is_exact;
};

static int match_cmd(void *ctx, const struct aug_cmd_key *key, const struct aug_capture *cap)
{
	struct by_cmd *by = ctx;
	const bool is_exact = key->arg == by->key.arg && key->cmd == by->key.cmd;
	const bool is_default = key->arg == (by->key.arg | AUG_CMD_DEFAULT);

	if (key->spec_idx != by->key.spec_idx || (!is_exact && !is_default) || by->is_exact)
		return 0;
	by->found = *cap;
	by->is_found = true;
	by->is_exact = is_exact;
	return 0;
}

/* Where a command says what an argument is. Return: false when that is nothing to be copied. */
static bool resolve(const struct reader *r, struct aug_capture *cap)
{
	struct by_cmd by = {};

	if (cap->kind != AUG_CAP_BY_CMD)
		return true;
	if (cap->len_arg >= AUG_MAX_ARGS)
		return false;
	by.key.spec_idx = (uint16_t)spec__index(r->rec.abi, r->rec.nr);
	by.key.arg = cap->arg;
	by.key.cmd = (uint32_t)(r->rec.args[cap->len_arg] & cap->size);
	spec__for_each_cmd(r->opts->limits, match_cmd, &by);
	*cap = by.found;
	return by.is_found;
}

static int add_args(struct reader *r, const struct aug_spec *spec)
{
	const uint8_t nr = MIN(spec->nr_captures, (uint8_t)AUG_MAX_ARGS);
	struct aug_capture cap;
	size_t len;
	uint16_t nr_payloads;
	int err;

	for (uint8_t i = 0; i < nr; i++) {
		cap = spec->captures[i];
		if (!resolve(r, &cap) || !(cap.when & AUG_AT_ENTER) || cap.arg >= AUG_MAX_ARGS ||
		    !r->rec.args[cap.arg])
			continue;
		len = r->record->len;
		nr_payloads = r->rec.nr_payloads;
		r->arg = cap.arg;
		err = add_arg(r, &cap);
		if (err == -ENOMEM)
			return err;
		/* The pointer alone is shown. */
		if (err) {
			r->record->len = len;
			r->rec.nr_payloads = nr_payloads;
		}
	}
	return 0;
}

int capture_remote__enter(const struct engine_opts *opts, struct remote *mem,
			  const struct aug_record *rec, struct strbuf *record)
{
	const struct aug_spec *spec = &opts->specs[spec__index(rec->abi, rec->nr)];
	struct reader r = {
		.opts = opts,
		.mem = mem,
		.record = record,
		.rec = *rec,
		.room = sizeof(*rec) + (opts->long_data ? LONG_MAX_BYTES : AUG_PAYLOAD_BIG),
		.is_compat = rec->abi == AUG_ABI_COMPAT,
	};
	int err = 0;

	strbuf__reset(record);
	strbuf__add(record, (const char *)rec, sizeof(*rec));
	if (spec->nr_enter && !remote__open(mem, (pid_t)rec->tid))
		err = add_args(&r, spec);
	err = err ?: strbuf__error(record);
	if (err)
		return err;
	r.rec.size = (uint32_t)record->len;
	memcpy(record->text, &r.rec, sizeof(r.rec));
	return 0;
}
