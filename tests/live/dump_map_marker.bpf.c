// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dump_map_marker.bpf.c - BTF of an object as loaders of before .maps knew it: the types of the map
 * dmt_marked are the members of a struct that is named after it. That of the ring buffer dmt_ring tells
 * of its records.
 */
struct ____btf_map_dmt_marked {
	int key;
	_Bool value;
};

struct ____btf_map_dmt_ring {
	struct {
	} key;
	unsigned long long value;
};

struct ____btf_map_dmt_ring ring_marker __attribute__((section(".maps.dmt_ring"), used));
struct ____btf_map_dmt_marked marker __attribute__((section(".maps.dmt_marked"), used));
char LICENSE[] __attribute__((section("license"), used)) = "GPL";
