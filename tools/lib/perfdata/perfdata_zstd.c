// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_zstd.c - see perfdata_zstd.h; with perfdata_stream.c, the home of libzstd. */
#include "perfdata_zstd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "util.h"

#define UNPACKED_SIZE (128 * 1024)
/* The largest window of levels up to 19; perf's levels end at 22, with 2^27. */
#define WINDOW_LOG_MAX 27

struct perfdata_unpack {
	ZSTD_DStream *stream;
	ZSTD_inBuffer packed;
	bool drained; /* nothing more comes of what was fed */
	bool broken;
	size_t at;
	size_t len;
	uint8_t unpacked[UNPACKED_SIZE];
};

struct perfdata_unpack *perfdata_unpack__new(void)
{
	struct perfdata_unpack *unpack = calloc(1, sizeof(*unpack));

	if (!unpack)
		return NULL;
	unpack->stream = ZSTD_createDStream();
	if (!unpack->stream) {
		free(unpack);
		return NULL;
	}
	ZSTD_DCtx_setParameter(unpack->stream, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return unpack;
}

void perfdata_unpack__free(struct perfdata_unpack *unpack)
{
	if (!unpack)
		return;
	ZSTD_freeDStream(unpack->stream);
	free(unpack);
}

void perfdata_unpack__feed(struct perfdata_unpack *unpack, const uint8_t *packed, size_t len)
{
	unpack->packed = (ZSTD_inBuffer){ .src = packed, .size = len };
	unpack->drained = !len;
}

int perfdata_unpack__peek(struct perfdata_unpack *unpack, size_t want, const uint8_t **ret_bytes,
			  size_t *ret_len)
{
	size_t left, before;

	if (unpack->len - unpack->at < want) {
		unpack->len -= unpack->at;
		memmove(unpack->unpacked, unpack->unpacked + unpack->at, unpack->len);
		unpack->at = 0;
	}
	/* zstd takes many calls without anything to do for an error. */
	while (unpack->len - unpack->at < want && !unpack->broken && !unpack->drained) {
		ZSTD_outBuffer out = { .dst = unpack->unpacked,
				       .size = UNPACKED_SIZE,
				       .pos = unpack->len };

		before = unpack->packed.pos;
		left = ZSTD_decompressStream(unpack->stream, &out, &unpack->packed);
		if (ZSTD_isError(left))
			unpack->broken = true;
		unpack->drained = unpack->packed.pos == unpack->packed.size && out.pos < out.size;
		if (out.pos == unpack->len && unpack->packed.pos == before)
			break;
		unpack->len = out.pos;
	}
	*ret_bytes = unpack->unpacked + unpack->at;
	*ret_len = unpack->len - unpack->at;
	return unpack->broken ? -EILSEQ : 0;
}

void perfdata_unpack__skip(struct perfdata_unpack *unpack, size_t len)
{
	unpack->at += MIN(len, unpack->len - unpack->at);
}
