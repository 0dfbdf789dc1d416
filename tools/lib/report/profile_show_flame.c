// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * profile_show_flame.c - whole stacks as a flame graph: one SVG file, callers below what they call,
 * as wide as their share. Names are of hostile files: they stand in XML as text and attributes,
 * escaped, never in the script.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flamegraph_script.h"
#include "profile_show.h"
#include "util.h"

#define WIDTH 1200
#define MARGIN 10
#define FRAMES_WIDTH (WIDTH - 2 * MARGIN)
#define ROW_HEIGHT 16
#define TOP 56
#define BOTTOM 32
/* Narrower frames are left out, in thousandths of a pixel. */
#define NARROWEST 100

/** struct flame - @x: where each node begins, in thousandths of a pixel; @depth: its row. */
struct flame {
	const struct profile_shown *shown;
	struct label_tree tree;
	struct graph_labels labels;
	uint64_t *x;
	uint32_t *depth;
	uint32_t height; /* rows */
	uint64_t nr_narrow;
};

static void add_char(struct strbuf *text, char c)
{
	switch (c) {
	case '<':
		strbuf__adds(text, "&lt;");
		return;
	case '>':
		strbuf__adds(text, "&gt;");
		return;
	case '&':
		strbuf__adds(text, "&amp;");
		return;
	case '"':
		strbuf__adds(text, "&quot;");
		return;
	case '\'':
		strbuf__adds(text, "&#39;");
		return;
	}
	strbuf__addc(text, c);
}

/* U+FFFE and U+FFFF, which XML must not have. */
static bool is_no_character(const char *s)
{
	return !strncmp(s, "\xef\xbf\xbe", 3) || !strncmp(s, "\xef\xbf\xbf", 3);
}

/* Characters that XML may have, as they are or as entities; bytes of others as \ and three octal digits. */
static void add_xml(struct strbuf *text, const char *s)
{
	struct strbuf visible = {};

	strbuf__add_visible(&visible, s, strlen(s));
	for (s = strbuf__cstr(&visible); *s; s++) {
		if (is_no_character(s)) {
			strbuf__adds(text, s[2] == '\xbe' ? "\\357\\277\\276" : "\\357\\277\\277");
			s += 2;
		} else {
			add_char(text, *s);
		}
	}
	strbuf__free(&visible);
}

static uint64_t width_of(const struct flame *f, const struct weight *weight)
{
	const uint64_t all = f->tree.nodes[0].total.period;

	/* A sum that has overflowed is less than its parts. */
	return all ? (uint64_t)(1000.0 * FRAMES_WIDTH * (double)MIN(weight->period, all) /
				(double)all)
		   : 0;
}

static bool by_text(void *ctx, const struct label_node *a, const struct label_node *b)
{
	return strcmp(graph_labels__text(ctx, a->label), graph_labels__text(ctx, b->label)) < 0;
}

/* Children beside each other in their parent, each node behind its parent. */
static int lay_out(struct flame *f)
{
	uint32_t node = 0, child;
	uint64_t x, width;

	f->x = calloc(f->tree.nr ? f->tree.nr : 1, sizeof(*f->x));
	f->depth = calloc(f->tree.nr ? f->tree.nr : 1, sizeof(*f->depth));
	if (!f->x || !f->depth)
		return -ENOMEM;
	if (!f->tree.nr)
		return 0;
	do {
		x = f->x[node];
		for (child = f->tree.nodes[node].child; child;
		     child = f->tree.nodes[child].sibling) {
			f->x[child] = x;
			f->depth[child] = f->depth[node] + 1;
			width = width_of(f, &f->tree.nodes[child].total);
			x += width;
			if (width >= NARROWEST)
				f->height = MAX(f->height, f->depth[child]);
		}
	} while ((node = label_tree__next(&f->tree, node)));
	f->height++;
	return 0;
}

/* A colour by kind, a little different by name. */
static void add_color(struct strbuf *text, char kind, const char *name)
{
	const unsigned int vary = (unsigned int)(hash_bytes(name, strlen(name)) % 50);

	switch (kind) {
	case LABEL_KERNEL:
		strbuf__addf(text, "rgb(%u,%u,%u)", 235 + vary / 3, 130 + vary, 50u);
		break;
	case LABEL_BPF:
		strbuf__addf(text, "rgb(%u,%u,%u)", 150 + vary, 120 + vary / 2, 230u);
		break;
	case LABEL_JIT:
		strbuf__addf(text, "rgb(%u,%u,%u)", 80 + vary, 200 + vary / 2, 80 + vary);
		break;
	case LABEL_COMM:
	case LABEL_EVENT:
		strbuf__addf(text, "rgb(%u,%u,%u)", 150 + vary / 2, 190 + vary / 2, 210u);
		break;
	case LABEL_OTHER:
		strbuf__addf(text, "rgb(%u,%u,%u)", 180 + vary, 180 + vary, 180 + vary);
		break;
	default:
		strbuf__addf(text, "rgb(%u,%u,%u)", 225 + vary / 2, 80 + 2 * vary, 60u);
	}
}

static void add_frame(struct flame *f, struct strbuf *text, uint32_t node)
{
	const struct label_node *n = &f->tree.nodes[node];
	const char *name = node ? graph_labels__text(&f->labels, n->label) : "all";
	const char kind = node ? graph_labels__kind(&f->labels, n->label) : LABEL_COMM;
	const uint64_t x = f->x[node], width = width_of(f, &n->total);
	const unsigned int y = TOP + (f->height - 1 - f->depth[node]) * ROW_HEIGHT;

	strbuf__addf(text,
		     "<g class=\"f\" data-x=\"%" PRIu64 "\" data-w=\"%" PRIu64
		     "\" data-d=\"%u\" data-name=\"",
		     x, width, f->depth[node]);
	add_xml(text, name);
	strbuf__adds(text, "\"><title>");
	add_xml(text, name);
	strbuf__addf(text, " (%" PRIu64 " samples, %.2f%%)</title>", n->total.samples,
		     profile_show__percent(n->total.period, f->tree.nodes[0].total.period));
	strbuf__addf(text,
		     "<rect x=\"%.3f\" y=\"%u\" width=\"%.3f\" height=\"%u\" rx=\"2\" fill=\"",
		     MARGIN + (double)x / 1000, y, (double)width / 1000, ROW_HEIGHT - 1);
	add_color(text, kind, name);
	strbuf__addf(text, "\"/><text x=\"%.3f\" y=\"%u\"></text></g>\n",
		     MARGIN + (double)x / 1000 + 2, y + ROW_HEIGHT - 5);
}

static void add_head(const struct flame *f, const char *title, struct strbuf *text)
{
	const unsigned int height = TOP + f->height * ROW_HEIGHT + BOTTOM;

	strbuf__addf(text,
		     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%u\" "
		     "height=\"%u\" viewBox=\"0 0 %u %u\" data-left=\"%u\" data-width=\"%u\">\n"
		     "<style><![CDATA[\n%s]]></style>\n"
		     "<rect width=\"100%%\" height=\"100%%\" fill=\"#f8f8f4\"/>\n"
		     "<text x=\"%u\" y=\"20\" font-weight=\"bold\">",
		     WIDTH, height, WIDTH, height, MARGIN, FRAMES_WIDTH, flamegraph_style, MARGIN);
	add_xml(text, title);
	strbuf__addf(text,
		     "</text>\n"
		     "<text id=\"reset\" class=\"button\" x=\"%u\" y=\"40\" "
		     "style=\"display:none\">Reset zoom</text>\n"
		     "<text id=\"search\" class=\"button\" x=\"%u\" y=\"20\" "
		     "text-anchor=\"end\">Search</text>\n"
		     "<text id=\"found\" x=\"%u\" y=\"40\" text-anchor=\"end\"> </text>\n"
		     "<text id=\"info\" x=\"%u\" y=\"%u\"> </text>\n",
		     MARGIN, WIDTH - MARGIN, WIDTH - MARGIN, MARGIN, height - 12);
}

static int write_svg(struct flame *f, const char *title, struct sink *sink)
{
	uint32_t node = 0;
	int err = 0;

	add_head(f, title, &sink->buf);
	if (!f->tree.nr) {
		strbuf__addf(&sink->buf, "<text x=\"%u\" y=\"%u\">no samples</text>\n", MARGIN,
			     TOP + 12);
	} else {
		do {
			if (width_of(f, &f->tree.nodes[node].total) < NARROWEST) {
				f->nr_narrow++;
				continue;
			}
			add_frame(f, &sink->buf, node);
			err = sink__line(sink);
		} while (!err && (node = label_tree__next(&f->tree, node)));
	}
	if (f->nr_narrow)
		strbuf__addf(&sink->buf,
			     "<!-- %" PRIu64 " frames of less than a tenth of a pixel are left out "
			     "-->\n",
			     f->nr_narrow);
	strbuf__addf(&sink->buf, "<script><![CDATA[\n%s]]></script>\n</svg>\n", flamegraph_script);
	return err ? err : sink__line(sink);
}

int profile_show__flamegraph(const struct profile_shown *shown, const char *title,
			     struct sink *sink)
{
	struct flame f = { .shown = shown };
	int err = profile_shown__stacks(shown, &f.tree, &f.labels);

	if (!err) {
		label_tree__sort(&f.tree, by_text, &f.labels);
		err = lay_out(&f);
	}
	if (!err)
		err = write_svg(&f, title, sink);
	free(f.x);
	free(f.depth);
	label_tree__free(&f.tree);
	graph_labels__free(&f.labels);
	return err;
}
