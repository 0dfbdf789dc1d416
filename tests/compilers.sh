#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What each compiler makes of the tree, with no warning: BPF programs by clang 14, 16 and 19, each of
# which this kernel must load with everything switched on; the tools by gcc and by clang. The tracer
# that comes out must trace. Prints a table of what the verifier says of each object.
. tests/lib.sh

compilers=$BUILD/compilers
mkdir -p "$compilers"

# summary FILE: lines "object: programs, the most instructions verified, the deepest stack"
summary()
{
	awk 'NF == 5 {
		nr[$1]++; size[$1] += $3
		if ($4 > most[$1]) { most[$1] = $4; which[$1] = $2 }
		if ($5 > stack[$1]) stack[$1] = $5
	} END {
		for (o in nr)
			printf "%-26s %3d programs, %6d instructions; verified at most %6d (%s); stack %3d\n",
				o, nr[o], size[o], most[o], which[o], stack[o]
	}' "$1" | sort
}

# compiler CLANG CC
compiler()
{
	name="$1 and $2"
	build=$compilers/$1
	log=$compilers/$1.log
	for cmd in "$1" "$2"; do
		command -v "$cmd" > /dev/null && continue
		skip "compilers: $name" "$cmd is not installed"
		return
	done
	if env -u MAKEFLAGS make -s -j"$(nproc)" CI=1 BUILD="$build" CLANG="$1" CC="$2" all "$build/tests/live/load_stats" \
		> "$log" 2>&1; then
		pass "compilers: $name build everything without a warning"
		touch "$build/complete" # `make check-vm` takes it along
	else
		fail "compilers: $name build everything without a warning" "$log"
		return
	fi
	if [ "$(id -u)" -ne 0 ]; then
		skip "compilers: the objects of $1 load" "needs root"
		return
	fi
	if "$build/tests/live/load_stats" "$build"/bpf-progs/*.o "$build"/bpf-progs/examples/*.o > "$log" 2>&1; then
		pass "compilers: the objects of $1 load"
		summary "$log" | sed "s/^/# $1: /"
	else
		fail "compilers: the objects of $1 load" "$log"
	fi
	"$build/perf-augment" trace -e openat -o "$build/trace" -- cat /etc/hostname > /dev/null 2> "$log"
	[ -s "$build/trace" ] || cp "$log" "$build/trace"
	expect "compilers: the tracer of $name traces" "$build/trace" 'openat\(.*"/etc/hostname"'
}

compiler clang-14 gcc
compiler clang-16 clang
compiler clang-19 gcc
finish
