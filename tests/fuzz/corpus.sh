#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# corpus.sh [NAME...] - takes into tests/fuzz/seeds what runs have found: of ${BUILD}/fuzz-corpus the
# inputs that reach code which the seeds do not, each at most 4 KiB and named by its content. Without a
# name: for every target. Review what it adds before it is committed.
set -u
build=${BUILD:-build}

if [ $# -eq 0 ]; then
	for source in tests/fuzz/fuzz_*.c; do
		name=${source#tests/fuzz/fuzz_}
		set -- "$@" "${name%.c}"
	done
fi
for name in "$@"; do
	found=$build/fuzz-corpus/$name
	seeds=tests/fuzz/seeds/$name
	if [ ! -x "$build/tests/fuzz/fuzz_$name" ] || [ ! -d "$found" ]; then
		echo "corpus: nothing of '$name' in $build: run 'make check-fuzz' first" >&2
		exit 1
	fi
	before=$(find "$seeds" -type f | wc -l)
	if ! "$build/tests/fuzz/fuzz_$name" -merge=1 -max_len=4096 "$seeds" "$found" 2> "$found.merge.log"; then
		echo "corpus: merging '$name' failed: see $found.merge.log" >&2
		exit 1
	fi
	echo "$name: $before seeds, $(find "$seeds" -type f | wc -l) now"
done
