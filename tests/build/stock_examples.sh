#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The seven example programs of Debian's linux-perf package, written for perf's own old headers,
# compile unmodified with ours: with each clang, without kernel headers of one architecture, without
# the defines that perf passed, and with no warning that comes from our headers.
set -u
. tests/lib.sh

examples=${STOCK_EXAMPLES:-/usr/share/doc/linux-perf/examples/bpf}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

for name in 5sec augmented_raw_syscalls augmented_syscalls empty etcsnoop hello sys_enter_openat; do
	if [ ! -e "$examples/$name.c" ]; then
		skip "stock example $name compiles" "linux-perf's examples are not installed"
		continue
	fi
	for version in $CLANG_VERSIONS; do
		test="stock example $name compiles with clang-$version"
		clang_or_skip "$test" "$version" || continue
		if ! "clang-$version" -target bpf -g -O2 -Wall -Wextra -Iinclude -Iinclude/bpf \
			-c "$examples/$name.c" -o "$tmp/$name.o" > "$tmp/log" 2>&1; then
			fail "$test" "$tmp/log"
		else
			refuse "$test" "$tmp/log" 'include/bpf/'
		fi
	done
done
finish
