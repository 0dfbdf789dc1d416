#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The headers for BPF programs: they stand alone (-nostdlibinc leaves nothing but the compiler's own
# files), compile without a warning as each C standard, emit a marker per map, refuse wrong use with
# a sentence, and emit the old `maps` section on request.
set -u
. tests/lib.sh

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# compile VERSION SOURCE [OPTION...]: SOURCE.c to SOURCE.o, messages to SOURCE.log
compile()
{
	compile_with=clang-$1
	compile_src=$2
	shift 2
	"$compile_with" -target bpf -g -O2 -Wall -Wextra -Iinclude -Iinclude/bpf "$@" \
		-c "$compile_src.c" -o "$compile_src.o" > "$compile_src.log" 2>&1
}

check_alone()
{
	for header in bpf.h bpf/bpf.h pid_filter.h stdio.h unistd.h linux/socket.h; do
		test="<$header> alone, clang-$1"
		printf '#include <%s>\n#include <%s>\n' "$header" "$header" > "$tmp/alone.c"
		if compile "$1" "$tmp/alone" -nostdlibinc -Werror; then
			pass "$test"
		else
			fail "$test" "$tmp/alone.log"
		fi
	done
}

check_standards()
{
	cp bpf-progs/examples/maps_showcase.c "$tmp/std.c"
	for std in gnu99 c11 gnu11 c17 gnu17 gnu2x; do
		test="-std=$std, clang-$1"
		if compile "$1" "$tmp/std" -nostdlibinc -Werror "-std=$std"; then
			pass "$test"
		else
			fail "$test" "$tmp/std.log"
		fi
	done
}

# The program of docs/headers.md: what is indented there below a heading.
check_doc()
{
	test="the example of docs/headers.md compiles, clang-$1"
	sed -n '/^### Maps of maps/,/^## /s/^    //p' docs/headers.md > "$tmp/doc.c"
	if grep -q bpf_map_of_maps "$tmp/doc.c" && compile "$1" "$tmp/doc" -nostdlibinc -Werror; then
		pass "$test"
	else
		fail "$test" "$tmp/doc.log"
	fi
}

check_markers()
{
	test="a marker per map, clang-$1"
	if ! command -v pahole > /dev/null; then
		skip "$test" "pahole is not installed"
		return
	fi
	cp bpf-progs/augmented_raw_syscalls.c "$tmp/markers.c"
	compile "$1" "$tmp/markers" -nostdlibinc
	pahole -F btf --sizes "$tmp/markers.o" > "$tmp/sizes" 2>&1
	for map in __augmented_syscalls__ syscalls syscalls_sys_enter syscalls_sys_exit \
		pids_filtered augmented_args_tmp; do
		expect "marker of $map, clang-$1" "$tmp/sizes" "^____btf_map_${map}[[:space:]]"
	done

	pahole -F btf -C ____btf_map_syscalls "$tmp/markers.o" > "$tmp/marker" 2>&1
	expect "marker has the key's type, clang-$1" "$tmp/marker" '^[[:space:]]int +key;'
	expect "marker has the value's type, clang-$1" "$tmp/marker" \
		'^[[:space:]]struct syscall +value;'
}

# refused VERSION NAME MESSAGE DECLARATION [OPTION]
refused()
{
	test="$2 is refused in words, clang-$1"
	printf '#include <pid_filter.h>\n%s;\n' "$4" > "$tmp/wrong.c"
	if compile "$1" "$tmp/wrong" ${5:+"$5"}; then
		fail "$test"
		echo "# it compiled: $4"
	else
		expect "$test" "$tmp/wrong.log" "$3"
	fi
}

check_refusals()
{
	refused "$1" "an unknown type" 'bpf_map m \(HAHS\): no such map type' \
		'bpf_map(m, HAHS, int, int, 1)'
	refused "$1" "a type with prefix" 'bpf_map m \(BPF_MAP_TYPE_HASH\): no such map type' \
		'bpf_map(m, BPF_MAP_TYPE_HASH, int, int, 1)'
	refused "$1" "a value without size" 'bpf_map m \(HASH\): the value has no size' \
		'struct none { }; bpf_map(m, HASH, int, struct none, 1)'
	refused "$1" "a void value" 'bpf_map m \(HASH\): the value has no size' \
		'bpf_map(m, HASH, int, void, 1)'
	refused "$1" "a key without size" 'bpf_map m \(HASH\): the key has no size' \
		'struct none { }; bpf_map(m, HASH, struct none, int, 1)'
	refused "$1" "a hash for 0 elements" 'bpf_map m \(HASH\): max_entries must be more' \
		'bpf_map(m, HASH, int, int, 0)'
	refused "$1" "an array per unknown CPU" 'bpf_map m \(ARRAY\): max_entries must be more' \
		'bpf_map(m, ARRAY, int, int, __NR_CPUS__)'
	refused "$1" "an index of 8 bytes" 'bpf_map m \(ARRAY\): the key is an index' \
		'bpf_map(m, ARRAY, u64, int, 1)'
	refused "$1" "a perf array of structs" \
		'bpf_map m \(PERF_EVENT_ARRAY\): the value is a file descriptor' \
		'bpf_map(m, PERF_EVENT_ARRAY, int, u64, 1)'
	refused "$1" "storage for a number" 'bpf_map m \(TASK_STORAGE\): max_entries must be 0' \
		'bpf_map(m, TASK_STORAGE, int, int, 1)'
	refused "$1" "a ring of 5000 bytes" 'bpf_map m \(RINGBUF\): max_entries is its size' \
		'bpf_map(m, RINGBUF, void, int, 5000)'
	refused "$1" "a prefix without data" 'bpf_map m \(LPM_TRIE\): the key is a prefix length' \
		'bpf_map(m, LPM_TRIE, u32, int, 1)'
	refused "$1" "stacks of odd bytes" 'bpf_map m \(STACK_TRACE\): the value is an array' \
		'bpf_map(m, STACK_TRACE, u32, char[12], 1)'
	refused "$1" "maps of maps by bpf_map()" 'bpf_map m \(HASH_OF_MAPS\): use bpf_map_of_maps' \
		'bpf_map(m, HASH_OF_MAPS, int, int, 1)'
	refused "$1" "maps of maps that are none" 'bpf_map m \(HASH\): maps of maps are' \
		'bpf_map_inner(in, HASH, int, int, 1); bpf_map_of_maps(m, HASH, int, 1, struct in)'
	refused "$1" "an inner ring" 'bpf_map in \(RINGBUF\): no such type of inner map' \
		'bpf_map_inner(in, RINGBUF, void, int, 4096)'
	refused "$1" "a legacy pin" 'bpf_map m: pinning cannot be said with BPF_MAP_LEGACY' \
		'bpf_map_pinned(m, HASH, int, int, 1, 0)' -DBPF_MAP_LEGACY
	refused "$1" "legacy maps of maps" 'bpf_map m \(HASH_OF_MAPS\): maps of maps cannot' \
		'bpf_map_of_maps(m, HASH_OF_MAPS, int, 1, int)' -DBPF_MAP_LEGACY
}

# What the compiler would cut, or the kernel refuse; the legacy layout would cut it as well.
check_limits()
{
	for legacy in '' -DBPF_MAP_LEGACY; do
		refused "$1" "2^32 + 1 entries $legacy" 'bpf_map m \(HASH\): max_entries does not fit in 32 bits' \
			'bpf_map(m, HASH, int, int, 0x100000001ULL)' $legacy
		refused "$1" "a flag of 64 bits $legacy" 'bpf_map m \(ARRAY\): flags do not fit in 32 bits' \
			'bpf_map_flags(m, ARRAY, int, int, 1, 1ULL << 32)' $legacy
		for type in PERCPU_ARRAY PERCPU_HASH LRU_PERCPU_HASH; do
			refused "$1" "a large value in a $type $legacy" \
				"bpf_map m \\($type\\): the value of a per-CPU map is of at most 32 KiB" \
				"bpf_map(m, $type, int, char[32769], 1)" $legacy
		done
		refused "$1" "a hash to be mapped $legacy" 'bpf_map m \(HASH\): BPF_F_MMAPABLE is for ARRAY and ARENA' \
			'bpf_map_flags(m, HASH, int, int, 1, BPF_F_MMAPABLE)' $legacy
	done
	refused "$1" "a large value in a PERCPU_CGROUP_STORAGE" \
		'bpf_map m \(PERCPU_CGROUP_STORAGE\): the value of a per-CPU map' \
		'bpf_map(m, PERCPU_CGROUP_STORAGE, u64, char[32769], 0)'
	refused "$1" "an inner map with a large value" 'bpf_map in \(PERCPU_ARRAY\): the value of a per-CPU map' \
		'bpf_map_inner(in, PERCPU_ARRAY, int, char[32769], 1)'
	refused "$1" "a ring of 8 GiB" 'bpf_map m \(RINGBUF\): max_entries does not fit' \
		'bpf_map(m, RINGBUF, void, int, 1ULL << 33)'
	refused "$1" "maps of 2^32 maps" 'bpf_map m \(HASH_OF_MAPS\): max_entries does not fit' \
		'bpf_map_inner(in, HASH, int, int, 1); bpf_map_of_maps(m, HASH_OF_MAPS, int, 1ULL << 32, struct in)'
	refused "$1" "an address of 64 bits" 'bpf_map m \(ARENA\): the extra number does not fit' \
		'bpf_map_extra(m, ARENA, void, void, 1, 0, 1ULL << 44)'

	test="what is just allowed compiles, clang-$1"
	cat > "$tmp/allowed.c" <<-'EOF'
	#include <bpf.h>
	bpf_map(m1, HASH, u32, u32, 0xffffffffU);
	bpf_map_flags(m2, ARRAY, u32, u32, 1, BPF_F_MMAPABLE);
	bpf_map_flags(m3, ARENA, void, void, 1, BPF_F_MMAPABLE);
	bpf_map(m4, PERCPU_ARRAY, u32, char[32768], 1);
	bpf_map(m5, ARRAY, u32, char[32769], 1);
	bpf_map(m6, LRU_PERCPU_HASH, u32, char[32768], 1);
	EOF
	if compile "$1" "$tmp/allowed" -nostdlibinc -Werror; then
		pass "$test"
	else
		fail "$test" "$tmp/allowed.log"
	fi
}

check_legacy()
{
	test="legacy maps, clang-$1"
	cp bpf-progs/augmented_raw_syscalls.c "$tmp/legacy.c"
	if ! compile "$1" "$tmp/legacy" -DBPF_MAP_LEGACY -D__NR_CPUS__=4 -nostdlibinc -Werror; then
		fail "$test" "$tmp/legacy.log"
		return
	fi
	if ! command -v readelf > /dev/null; then
		skip "$test" "readelf is not installed"
		return
	fi
	readelf -SW "$tmp/legacy.o" > "$tmp/sections" 2>&1
	# Six maps of 28 bytes: 0xa8.
	expect "$test: 28 bytes each" "$tmp/sections" ' maps +PROGBITS +[0-9a-f]+ [0-9a-f]+ 0000a8 '
	expect "$test: a marker section" "$tmp/sections" ' \.maps\.pids_filtered +PROGBITS '
}

for version in $CLANG_VERSIONS; do
	clang_or_skip "headers with clang-$version" "$version" || continue
	check_alone "$version"
	check_standards "$version"
	check_doc "$version"
	check_markers "$version"
	check_refusals "$version"
	check_limits "$version"
	check_legacy "$version"
done
finish
