#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh tests/fuzz/fuzz_NAME - runs one fuzz target on its seeds for FUZZ_SECONDS.
set -u
target=$1
name=${target##*/fuzz_}
build=${BUILD:-build}
corpus=$build/fuzz-corpus/$name
mkdir -p "$corpus"
if "$build/$target" -max_total_time="${FUZZ_SECONDS:-5}" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
	-artifact_prefix="$build/crash-$name-" "$corpus" "tests/fuzz/seeds/$name" 2>"$corpus.log"; then
	echo "ok - fuzz $name: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 runs/p' "$corpus.log")"
else
	tail -n 30 "$corpus.log"
	echo "not ok - fuzz $name: see $build/crash-$name-*"
	exit 1
fi
