// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_show_machine.c - see perfdata_show_priv.h: what the header says of the machine. */
#include "perfdata_show_priv.h"

#include "util.h"

static void show_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void show_named_string(struct out *o, const char *name, struct cursor *c)
{
	out__member(o, name);
	perfdata_show__string(o, c);
}

void perfdata_show__nrcpus(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	show_uint(o, "available", cursor__u32(c));
	show_uint(o, "online", cursor__u32(c));
	out__end(o, OUT_OBJECT);
}

void perfdata_show__cpu_topology(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	out__member(o, "cores");
	perfdata_show__strings(o, c, cursor__u32(c));
	out__member(o, "threads");
	perfdata_show__strings(o, c, cursor__u32(c));
	out__end(o, OUT_OBJECT);
	c->at = c->end; /* ids of cores, sockets and dies of each CPU */
}

void perfdata_show__numa(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "node", cursor__u32(c));
		show_uint(o, "mem_total_kb", cursor__u64(c));
		show_uint(o, "mem_free_kb", cursor__u64(c));
		show_named_string(o, "cpus", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

void perfdata_show__pmu_mappings(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "type", cursor__u32(c));
		show_named_string(o, "name", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

void perfdata_show__caches(struct out *o, struct cursor *c)
{
	static const char *const numbers[] = { "level", "line_size", "sets", "ways" };
	static const char *const texts[] = { "type", "size", "cpus" };
	const uint32_t version = cursor__u32(c), nr = cursor__u32(c);
	uint32_t i;
	size_t j;

	out__begin(o, OUT_ARRAY);
	for (i = 0; version == 1 && perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		for (j = 0; j < ARRAY_SIZE(numbers); j++)
			show_uint(o, numbers[j], cursor__u32(c));
		for (j = 0; j < ARRAY_SIZE(texts); j++)
			show_named_string(o, texts[j], c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

/* The next one whose bit is @wanted, from @nr on. */
static uint64_t next_bit(const uint8_t *words, uint64_t nr_bits, uint64_t nr, bool wanted)
{
	while (nr < nr_bits && (words[nr / 8] >> nr % 8 & 1) != wanted)
		nr++;
	return nr;
}

/* Ranges of blocks that are shown; a node has its memory in few pieces. */
#define RANGES_SHOWN 128

static void show_blocks(struct out *o, struct cursor *c, uint64_t nr_bits)
{
	const uint8_t *words = cursor__take(c, nr_bits / 64 * 8 + (nr_bits % 64 ? 8 : 0));
	uint64_t first = 0, end, nr = 0;

	out__member(o, "blocks");
	out__begin(o, OUT_ARRAY);
	for (; words && nr < RANGES_SHOWN; nr++, first = end) {
		first = next_bit(words, nr_bits, first, true);
		if (first == nr_bits)
			break;
		end = next_bit(words, nr_bits, first, false);
		out__begin(o, OUT_OBJECT);
		show_uint(o, "first", first);
		show_uint(o, "last", end - 1);
		out__end(o, OUT_OBJECT);
	}
	if (nr == RANGES_SHOWN)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

void perfdata_show__mem_topology(struct out *o, struct cursor *c)
{
	const uint64_t version = cursor__u64(c), block_size = cursor__u64(c), nr = cursor__u64(c);
	uint64_t i;

	out__begin(o, OUT_OBJECT);
	show_uint(o, "version", version);
	show_uint(o, "block_size", block_size);
	out__member(o, "nodes");
	out__begin(o, OUT_ARRAY);
	for (i = 0; version == 1 && perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "node", cursor__u64(c));
		cursor__u64(c); /* the number of bits, as the bitmap says again */
		show_blocks(o, c, cursor__u64(c));
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
}

void perfdata_show__caps(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_named_string(o, "name", c);
		show_named_string(o, "value", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

void perfdata_show__pmu_caps(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		out__member(o, "caps");
		perfdata_show__caps(o, c);
		show_named_string(o, "pmu", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

void perfdata_show__hybrid_topology(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_named_string(o, "pmu", c);
		show_named_string(o, "cpus", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

/* Names of domains are there since version 17 of /proc/schedstat. */
static void show_domains(struct out *o, struct cursor *c, uint32_t version)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__member(o, "domains");
	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "domain", cursor__u32(c));
		if (version >= 17)
			show_named_string(o, "name", c);
		show_named_string(o, "mask", c);
		show_named_string(o, "cpus", c);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

void perfdata_show__cpu_domains(struct out *o, struct cursor *c)
{
	const uint32_t version = cursor__u32(c);

	out__begin(o, OUT_OBJECT);
	show_uint(o, "schedstat_version", version);
	show_uint(o, "max_domains", cursor__u32(c));
	out__member(o, "cpus");
	out__begin(o, OUT_ARRAY);
	while (!c->cut && cursor__left(c)) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "cpu", cursor__u32(c));
		show_domains(o, c, version);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
}
