#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each map type of bpf_map() makes an object that libbpf (through bpftool) loads, alone in its
# object, with the number of elements asked for. A type that this kernel does not have is skipped;
# bpftool's own probe says which.
set -u
. tests/lib.sh

need_root "map types load"
need_cmd "map types load" bpftool "${CLANG:=clang}"

tmp=$(mktemp -d) || exit 1
# No dot in its name: libbpf makes a _ of it when it pins maps.
# Not in $TMPDIR: libbpf takes a dot in the path of a pin for an underscore.
bpffs=$(mktemp -d /tmp/bpffsXXXXXX) || exit 1
trap 'umount "$bpffs" 2> /dev/null; rm -rf "$tmp"; rmdir "$bpffs"' EXIT
if ! mount -t bpf bpf "$bpffs" 2> "$tmp/mount"; then
	skip "map types load" "cannot mount a bpf file system"
	finish
fi
bpftool feature probe kernel > "$tmp/features" 2> /dev/null

# types_load NAME KERNEL_TYPE DECLARATIONS [MAX]: KERNEL_TYPE is what bpftool calls the type, or its
# number; MAX is the max_entries the kernel must report
types_load()
{
	test="$1 loads"
	cat > "$tmp/type.c" <<-EOF
	#include <bpf.h>
	struct prefix { u32 bits; u8 data[4]; };
	struct cgroup_key { u64 cgroup; u32 type; };
	struct record { u64 time; u32 pid; };
	$3;
	SEC("socket") int nothing(void *ctx __maybe_unused) { return 0; }
	license(GPL);
	EOF
	if ! "$CLANG" -target bpf -g -O2 -Wall -Wextra -Werror -Iinclude -Iinclude/bpf \
		-c "$tmp/type.c" -o "$tmp/type.o" > "$tmp/log" 2>&1; then
		fail "$test" "$tmp/log"
		return
	fi
	if bpftool prog loadall "$tmp/type.o" "$bpffs/p" pinmaps "$bpffs/m" > "$tmp/log" 2>&1; then
		bpftool map show pinned "$bpffs/m/m" 2>&1 | tr '\n\t' '  ' > "$tmp/show"
		expect "$test" "$tmp/show" "^[0-9]+: ($2) +name m .*max_entries ${4:-[0-9]+} "
		refuse "$1 loads quietly" "$tmp/log" .
	elif grep -Eq "map_type ($2) is available" "$tmp/features"; then
		fail "$test" "$tmp/log"
	else
		skip "$test" "not a type that this kernel or bpftool knows"
	fi
	rm -rf "$bpffs/p" "$bpffs/m"
}

cpus=$(nproc --all)

types_load HASH hash 'bpf_map(m, HASH, u32, struct record, 7)' 7
types_load ARRAY array 'bpf_map(m, ARRAY, u32, struct record, 7)' 7
types_load PROG_ARRAY prog_array 'bpf_map(m, PROG_ARRAY, u32, u32, 7)' 7
types_load PERF_EVENT_ARRAY perf_event_array \
	'bpf_map(m, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__)' "$cpus"
types_load "PERF_EVENT_ARRAY of one entry" perf_event_array \
	'bpf_map(m, PERF_EVENT_ARRAY, int, u32, 1)' 1
types_load PERCPU_HASH percpu_hash 'bpf_map(m, PERCPU_HASH, u32, struct record, 7)' 7
types_load PERCPU_ARRAY percpu_array 'bpf_map(m, PERCPU_ARRAY, u32, struct record, 7)' 7
types_load STACK_TRACE stack_trace 'bpf_map(m, STACK_TRACE, u32, u64[127], 8)' 8
types_load CGROUP_ARRAY cgroup_array 'bpf_map(m, CGROUP_ARRAY, u32, u32, 7)' 7
types_load LRU_HASH lru_hash 'bpf_map(m, LRU_HASH, u32, struct record, 7)'
types_load LRU_PERCPU_HASH lru_percpu_hash 'bpf_map(m, LRU_PERCPU_HASH, u32, struct record, 7)'
types_load LPM_TRIE lpm_trie 'bpf_map(m, LPM_TRIE, struct prefix, u32, 7)' 7
types_load ARRAY_OF_MAPS array_of_maps \
	'bpf_map_inner(a, ARRAY, int, u8, 4); bpf_map_of_maps(m, ARRAY_OF_MAPS, int, 7, struct a)' \
	7
types_load HASH_OF_MAPS hash_of_maps \
	'bpf_map(in, HASH, u32, u64, 4); bpf_map_of_maps(m, HASH_OF_MAPS, u64, 7, __typeof__(in))' 7
types_load DEVMAP devmap 'bpf_map(m, DEVMAP, u32, u32, 7)' 7
types_load SOCKMAP sockmap 'bpf_map(m, SOCKMAP, u32, u64, 7)' 7
types_load CPUMAP cpumap 'bpf_map(m, CPUMAP, u32, u32, 1)' 1
types_load XSKMAP xskmap 'bpf_map(m, XSKMAP, u32, u32, 7)' 7
types_load SOCKHASH sockhash 'bpf_map(m, SOCKHASH, u64, u32, 7)' 7
types_load CGROUP_STORAGE cgroup_storage \
	'bpf_map(m, CGROUP_STORAGE, struct cgroup_key, struct record, 0)' 0
types_load REUSEPORT_SOCKARRAY reuseport_sockarray 'bpf_map(m, REUSEPORT_SOCKARRAY, u32, u64, 7)' 7
types_load PERCPU_CGROUP_STORAGE percpu_cgroup_storage \
	'bpf_map(m, PERCPU_CGROUP_STORAGE, u64, struct record, 0)' 0
types_load QUEUE queue 'bpf_map(m, QUEUE, void, struct record, 7)' 7
types_load STACK stack 'bpf_map(m, STACK, void, struct record, 7)' 7
types_load SK_STORAGE sk_storage 'bpf_map(m, SK_STORAGE, int, struct record, 0)' 0
types_load DEVMAP_HASH devmap_hash 'bpf_map(m, DEVMAP_HASH, u32, u64, 7)' 7
types_load RINGBUF ringbuf 'bpf_map(m, RINGBUF, void, struct record, 8192)' 8192
types_load INODE_STORAGE inode_storage 'bpf_map(m, INODE_STORAGE, int, struct record, 0)' 0
types_load TASK_STORAGE task_storage 'bpf_map(m, TASK_STORAGE, int, struct record, 0)' 0
types_load BLOOM_FILTER bloom_filter 'bpf_map(m, BLOOM_FILTER, void, u64, 7)' 7
types_load "BLOOM_FILTER with bpf_map_extra()" bloom_filter \
	'bpf_map_extra(m, BLOOM_FILTER, void, u64, 7, 0, 3)' 7
types_load USER_RINGBUF user_ringbuf 'bpf_map(m, USER_RINGBUF, void, struct record, 8192)' 8192
types_load CGRP_STORAGE 'cgrp_storage|type 32' 'bpf_map(m, CGRP_STORAGE, int, struct record, 0)' 0
types_load ARENA 'arena|type 33' 'bpf_map(m, ARENA, void, void, 7)' 7
types_load "HASH with bpf_map_flags()" hash \
	'bpf_map_flags(m, HASH, u32, struct record, 7, BPF_F_NO_PREALLOC)' 7
# The largest that bpf_map() takes, which is the largest that the kernel does.
for type in PERCPU_HASH PERCPU_ARRAY LRU_PERCPU_HASH; do
	types_load "$type of 32 KiB" "$(echo "$type" | tr '[:upper:]' '[:lower:]')" "bpf_map(m, $type, u32, char[32768], 4)"
done

# What bpf_map_pinned() asks for is seen in the object, not on this machine's /sys/fs/bpf.
cat > "$tmp/pin.c" <<'EOF'
#include <bpf.h>
bpf_map_pinned(m, HASH, u32, u32, 7, 0);
EOF
"$CLANG" -target bpf -g -O2 -Iinclude -Iinclude/bpf -c "$tmp/pin.c" -o "$tmp/pin.o" &&
	bpftool btf dump file "$tmp/pin.o" > "$tmp/log" 2>&1
expect "bpf_map_pinned() says pinning" "$tmp/log" "'pinning' type_id="

test="the example of docs/headers.md loads"
sed -n '/^### Maps of maps/,/^## /s/^    //p' docs/headers.md > "$tmp/doc.c"
if "$CLANG" -target bpf -g -O2 -Iinclude -Iinclude/bpf -c "$tmp/doc.c" -o "$tmp/doc.o" > "$tmp/log" 2>&1 &&
	bpftool prog loadall "$tmp/doc.o" "$bpffs/d" type tracepoint > "$tmp/log" 2>&1; then
	pass "$test"
else
	fail "$test" "$tmp/log"
fi

need_file "maps_showcase.o loads" "$BUILD/bpf-progs/examples/maps_showcase.o"
if bpftool prog loadall "$BUILD/bpf-progs/examples/maps_showcase.o" "$bpffs/p" type tracepoint \
	> "$tmp/log" 2>&1; then
	pass "maps_showcase.o loads"
else
	fail "maps_showcase.o loads" "$tmp/log"
fi
finish
