#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The objects for stock perf load on this kernel, and an unmodified perf that still takes objects
# (up to 6.5) prints with them what pointers point to.
. tests/lib.sh

dir=$(mktemp -d)
pinned=/sys/fs/bpf/objects
need_cmd "objects load" bpftool
for object in "$BUILD"/bpf-progs/augmented_raw_syscalls.o "$BUILD"/bpf-progs/examples/*.o; do
	if bpftool -d prog loadall "$object" $pinned type tracepoint > "$dir/log" 2>&1; then
		pass "objects: ${object##*/} loads"
	else
		fail "objects: ${object##*/} loads" "$dir/log"
	fi
	rm -rf $pinned
done

need_cmd "objects: stock perf prints with them" perf
case $(perf version) in
*' '5.[4-9]* | *' '5.1[0-9]* | *' '6.[0-5] | *' '6.[0-5].*) ;;
*)
	skip "objects: stock perf prints with them" "perf 5.4 to 6.5 can, this is $(perf version)"
	finish
	;;
esac
PERF_CONFIG=/dev/null perf trace -o "$dir/trace" -e "$BUILD/bpf-progs/augmented_raw_syscalls.o,openat,connect" \
	bash -c 'read -r line < /etc/hostname; : < /dev/tcp/127.0.0.1/9' > "$dir/log" 2>&1
[ -s "$dir/trace" ] || cp "$dir/log" "$dir/trace"
expect "objects: stock perf prints a path" "$dir/trace" ' openat\(.*filename: "/etc/hostname"'
expect "objects: stock perf prints an address" "$dir/trace" 'connect\(.*\.family: INET, port: 9, addr: 127\.0\.0\.1'
finish
