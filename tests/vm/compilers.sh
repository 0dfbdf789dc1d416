#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What each clang of `make check-compilers` made of the BPF side does its work on this kernel: the tracer
# traces, the recorder records, each program loads with everything switched on, and the objects for stock perf
# load by bpftool. initramfs.sh takes the builds along where they are up to date.
. tests/lib.sh

need_root "compilers"
live=$BUILD/tests/live
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir" PERF_CONFIG=/dev/null
pinned=/sys/fs/bpf/compilers_$$
trap 'rm -rf "$dir" "$pinned"' EXIT

# compiler NAME BUILD
compiler()
{
	aug=$2/perf-augment
	"$aug" trace -v -e openat -o "$dir/trace" -- cat /etc/hostname > "$dir/out" 2> "$dir/err"
	[ -s "$dir/trace" ] || cp "$dir/err" "$dir/trace"
	expect "compilers: $1: trace" "$dir/trace" 'openat\(.*"/etc/hostname"'
	refuse "compilers: $1: trace loses nothing" "$dir/err" 'LOST|does not close'
	"$aug" record -a -e cpu-clock -F 500 -o "$dir/data" -- "$live/perfdata_load" "$live/perfdata_work.bpf.o" \
		perfdata_busy 1000 > "$dir/out" 2> "$dir/err"
	expect "compilers: $1: record has all programs" "$dir/err" 'programs: seen [1-9][0-9]*, image [1-9][0-9]*, lost 0 '
	"$aug" report --sort sym "$dir/data" > "$dir/out" 2>&1
	expect "compilers: $1: record has samples in a program" "$dir/out" 'perfdata_spin'
	"$aug" record -a -e cpu-clock -F 500 --keep 'in_bpf' -o "$dir/data" -- "$live/perfdata_load" \
		"$live/perfdata_work.bpf.o" perfdata_busy 1000 > "$dir/out" 2> "$dir/err"
	"$aug" report --sort sym "$dir/data" > "$dir/out" 2>&1
	expect "compilers: $1: record --keep" "$dir/out" 'perfdata_spin'
	"$live/load_stats" "$2"/bpf-progs/*.o "$2"/bpf-progs/examples/*.o > "$dir/out" 2>&1
	equal "compilers: $1: everything loads with all switched on" 0 $?
	grep -A8 refused "$dir/out" | sed 's/^/# /'
	if ! command -v bpftool > /dev/null; then
		skip "compilers: $1: objects for stock perf load" "bpftool is not installed"
		return
	fi
	for object in "$2"/bpf-progs/augmented_raw_syscalls.o "$2"/bpf-progs/examples/*.o; do
		if bpftool -d prog loadall "$object" "$pinned" type tracepoint > "$dir/out" 2>&1; then
			pass "compilers: $1: ${object##*/} loads"
		else
			fail "compilers: $1: ${object##*/} loads" "$dir/out"
		fi
		rm -rf "$pinned"
	done
}

for version in $CLANG_VERSIONS; do
	build=$BUILD/compilers/clang-$version
	if [ -e "$build/left_out" ]; then
		skip "compilers: clang-$version" "$(cat "$build/left_out")"
	elif [ -e "$build/perf-augment" ]; then
		compiler "clang-$version" "$build"
	else
		skip "compilers: clang-$version" "make check-compilers has not built it"
	fi
done
finish
