// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_sink.c - see map_sink.h. */
#include "map_sink.h"

#include "fdio.h"

int map_sink__begin(struct map_sink *sink)
{
	if (sink->open && !sink->err)
		sink->err = sink->open(sink);
	if (!sink->err)
		sink->open = NULL;
	return sink->err;
}

int map_sink__flush(struct map_sink *sink)
{
	if (!sink->err)
		sink->err = strbuf__error(&sink->buf);
	if (!sink->err && sink->buf.len && !sink->open)
		sink->err = fdio__write_stream(sink->fd, sink->buf.text, sink->buf.len, NULL);
	strbuf__reset(&sink->buf);
	return sink->err;
}

void map_sink__free(struct map_sink *sink)
{
	strbuf__free(&sink->buf);
}
