// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_stream.c - see perfdata_stream.h; with perfdata_zstd.c, the home of libzstd. */
#include "perfdata_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "perfdata_abi.h"
#include "perfdata_cursor.h"
#include "fdio.h"
#include "util.h"

#define BUFFER_SIZE (256 * 1024)
/* From so much on, to write or pack it where it lies costs less than to copy it first. */
#define DIRECT_MIN (16 * 1024)
/* Records wait here to be packed; with a rest of 64 KiB this must fit PERFDATA_PACK_MMAP_LEN. */
#define PACK_SIZE (256 * 1024)
/* Flushes that are remembered, to go back to when the disk is full. */
#define CHECKPOINTS 64
#define PACKED_MAX (PERFDATA_RECORD_MAX - sizeof(struct perf_event_header))

struct packer {
	ZSTD_CCtx *zstd;
	size_t len;
	uint64_t bytes_in;
	uint64_t bytes_out;
	uint8_t buf[PACK_SIZE];
	uint8_t record[PERFDATA_RECORD_MAX];
};

struct perfdata_stream {
	int fd;
	bool owns_fd;
	int err;
	uint64_t offset;
	uint64_t flushed[CHECKPOINTS]; /* where flushes ended, the last at nr_flushed - 1 */
	uint64_t nr_flushed;
	struct packer *packer;
	size_t len;
	uint8_t buf[BUFFER_SIZE];
};

static void packer__free(struct packer *packer)
{
	if (!packer)
		return;
	ZSTD_freeCCtx(packer->zstd);
	free(packer);
}

static struct packer *packer__new(int level)
{
	struct packer *packer = calloc(1, sizeof(*packer));

	if (!packer)
		return NULL;
	packer->zstd = ZSTD_createCCtx();
	if (packer->zstd &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, level)))
		return packer;
	packer__free(packer);
	return NULL;
}

struct perfdata_stream *perfdata_stream__new(int fd, bool owns_fd, int level)
{
	struct perfdata_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->fd = fd;
	stream->owns_fd = owns_fd;
	if (level)
		stream->packer = packer__new(level);
	if (!level || stream->packer)
		return stream;
	free(stream);
	return NULL;
}

int perfdata_stream__close(struct perfdata_stream *stream)
{
	int err = 0;

	if (!stream)
		return 0;
	if (stream->owns_fd && close(stream->fd))
		err = -errno; /* NFS and quotas report here */
	packer__free(stream->packer);
	free(stream);
	return err;
}

static int write_buffer(struct perfdata_stream *stream)
{
	if (!stream->err && stream->len)
		stream->err = fdio__write_all(stream->fd, stream->buf, stream->len, NULL);
	stream->len = 0;
	return stream->err;
}

static int write_direct(struct perfdata_stream *stream, const uint8_t *bytes, size_t len)
{
	if (!write_buffer(stream))
		stream->err = fdio__write_all(stream->fd, bytes, len, NULL);
	stream->offset += len;
	return stream->err;
}

static int append(struct perfdata_stream *stream, const uint8_t *bytes, size_t len)
{
	size_t now;

	if (len >= DIRECT_MIN)
		return write_direct(stream, bytes, len);
	while (len && !stream->err) {
		if (stream->len == BUFFER_SIZE)
			write_buffer(stream);
		now = MIN(len, BUFFER_SIZE - stream->len);
		memcpy(stream->buf + stream->len, bytes, now);
		stream->len += now;
		stream->offset += now;
		bytes += now;
		len -= now;
	}
	return stream->err;
}

/* One COMPRESSED record around what zstd made. */
static int append_packed(struct perfdata_stream *stream, size_t len)
{
	struct packer *packer = stream->packer;
	const struct perf_event_header header = {
		.type = PERFDATA_COMPRESSED,
		.size = (uint16_t)(sizeof(header) + len),
	};

	memcpy(packer->record, &header, sizeof(header));
	packer->bytes_out += header.size;
	return append(stream, packer->record, header.size);
}

/* All of the bytes can be unpacked from what has been written then. */
static int pack_bytes(struct perfdata_stream *stream, const uint8_t *bytes, size_t len)
{
	struct packer *packer = stream->packer;
	ZSTD_inBuffer in = { .src = bytes, .size = len };
	size_t left = 1;

	while (left && !stream->err) {
		ZSTD_outBuffer out = { .dst = packer->record + sizeof(struct perf_event_header),
				       .size = PACKED_MAX };

		left = ZSTD_compressStream2(packer->zstd, &out, &in, ZSTD_e_flush);
		if (ZSTD_isError(left))
			stream->err = -EIO;
		else if (out.pos)
			append_packed(stream, out.pos);
	}
	packer->bytes_in += len;
	return stream->err;
}

/* Pack the records that wait. */
static int pack(struct perfdata_stream *stream)
{
	struct packer *packer = stream->packer;

	if (!packer || !packer->len)
		return stream->err;
	pack_bytes(stream, packer->buf, packer->len);
	packer->len = 0;
	return stream->err;
}

int perfdata_stream__bytes(struct perfdata_stream *stream, const void *bytes, size_t len)
{
	int err = pack(stream);

	return err ? err : append(stream, bytes, len);
}

int perfdata_stream__record(struct perfdata_stream *stream, const void *record, size_t size)
{
	struct packer *packer = stream->packer;

	if (!packer || load_u32(record) >= PERFDATA_KERNEL_RECORDS)
		return perfdata_stream__bytes(stream, record, size);
	if (size > PACK_SIZE - packer->len)
		pack(stream);
	memcpy(packer->buf + packer->len, record, size);
	packer->len += size;
	return stream->err;
}

int perfdata_stream__kernel_bytes(struct perfdata_stream *stream, const void *bytes, size_t len)
{
	struct packer *packer = stream->packer;
	size_t now;

	if (!packer)
		return append(stream, bytes, len);
	while (len && !stream->err) {
		if (packer->len == PACK_SIZE || len >= DIRECT_MIN)
			pack(stream);
		now = MIN(len, PACK_SIZE - packer->len);
		if (now >= DIRECT_MIN) {
			pack_bytes(stream, bytes, now);
		} else {
			memcpy(packer->buf + packer->len, bytes, now);
			packer->len += now;
		}
		bytes = (const uint8_t *)bytes + now;
		len -= now;
	}
	return stream->err;
}

int perfdata_stream__flush(struct perfdata_stream *stream)
{
	pack(stream);
	if (!write_buffer(stream))
		stream->flushed[stream->nr_flushed++ % CHECKPOINTS] = stream->offset;
	return stream->err;
}

/* The end of the last whole record before @end, from one on where a record begins. */
static uint64_t last_record_end(int fd, uint64_t at, uint64_t end)
{
	struct perf_event_header header;

	while (at + sizeof(header) <= end &&
	       pread(fd, &header, sizeof(header), (off_t)at) == (ssize_t)sizeof(header) &&
	       header.size >= sizeof(header) && at + header.size <= end)
		at += header.size;
	return at;
}

/* Where the last flush ended that leaves what is behind @limit; the oldest known if none does. */
static uint64_t checkpoint_before(const struct perfdata_stream *stream, uint64_t limit)
{
	uint64_t at = 0, i;

	for (i = stream->nr_flushed; i && stream->nr_flushed - i < CHECKPOINTS; i--) {
		at = stream->flushed[(i - 1) % CHECKPOINTS];
		if (at <= limit)
			break;
	}
	return at;
}

int perfdata_stream__rewind(struct perfdata_stream *stream, uint64_t room)
{
	uint64_t limit, at;
	struct stat st;

	if (fstat(stream->fd, &st))
		return -errno;
	limit = (uint64_t)st.st_size - MIN((uint64_t)st.st_size, room);
	at = checkpoint_before(stream, limit);
	/* What was packed since then is of no use in parts. */
	if (!stream->packer)
		at = last_record_end(stream->fd, at, limit);
	if (ftruncate(stream->fd, (off_t)at) || lseek(stream->fd, (off_t)at, SEEK_SET) < 0)
		return -errno;
	/* What lay behind is gone, and where flushes ended in it. */
	while (stream->nr_flushed && stream->flushed[(stream->nr_flushed - 1) % CHECKPOINTS] > at)
		stream->nr_flushed--;
	stream->offset = at;
	stream->len = 0;
	if (stream->packer)
		stream->packer->len = 0;
	stream->err = 0;
	return 0;
}

uint64_t perfdata_stream__offset(const struct perfdata_stream *stream)
{
	return stream->offset;
}

void perfdata_stream__packed(const struct perfdata_stream *stream, uint64_t *ret_in,
			     uint64_t *ret_out)
{
	*ret_in = stream->packer ? stream->packer->bytes_in : 0;
	*ret_out = stream->packer ? stream->packer->bytes_out : 0;
}

int perfdata_stream__fd(const struct perfdata_stream *stream)
{
	return stream->fd;
}
