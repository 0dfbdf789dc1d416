#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh - runs each fuzz target (${BUILD}/tests/fuzz/fuzz_*) on its seeds and what earlier runs found
# for FUZZ_SECONDS, one per CPU at a time. What makes a target crash is kept as ${BUILD}/crash-NAME-*.
#
# run.sh NAME - the one target fuzz_NAME.
#
# FUZZ_SEED=N: the same inputs each time, as far as the time goes: from the seeds alone, whatever earlier
# runs on this machine found. What this run finds is kept for the others.
set -u
build=${BUILD:-build}

one()
{
	kept=$build/fuzz-corpus/$1
	corpus=$kept
	if [ "${FUZZ_SEED:-0}" != 0 ]; then
		corpus=$kept.found
		rm -rf "$corpus"
	fi
	mkdir -p "$kept" "$corpus"
	status=0
	fuzz "$1" || status=1
	# Files are named by their content.
	[ "$corpus" = "$kept" ] || find "$corpus" -type f -exec mv -t "$kept" {} +
	[ "$corpus" = "$kept" ] || rmdir "$corpus"
	return $status
}

fuzz()
{
	if "$build/tests/fuzz/fuzz_$1" -max_total_time="${FUZZ_SECONDS:-5}" -seed="${FUZZ_SEED:-0}" -timeout=30 \
		-rss_limit_mb=2048 -max_len=65536 -close_fd_mask=2 -artifact_prefix="$build/crash-$1-" "$corpus" "tests/fuzz/seeds/$1" \
		2> "$kept.log"; then
		echo "ok - fuzz $1: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 runs/p' "$kept.log")"
	else
		echo "not ok - fuzz $1: see $build/crash-$1-*"
		tail -n 30 "$kept.log" | sed 's/^/# /'
		return 1
	fi
}

if [ $# -eq 1 ]; then
	one "$1"
	exit
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
for source in tests/fuzz/fuzz_*.c; do
	name=${source#tests/fuzz/fuzz_}
	echo "${name%.c}"
done | xargs -P "$(nproc)" -I NAME sh -c "sh tests/fuzz/run.sh NAME > '$results/NAME'"
status=$?
cat "$results"/*
exit $status
