#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# record_bench.sh - what recording costs, beside stock perf in the same run: the recorder's own CPU
# time (record_cpu.py), programs kept of a burst, how soon side-band records are read under a full ring.
#
# Figures are medians of ROUNDS rounds.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-5}
aug=$build/perf-augment
burst=$build/tests/live/record_burst
object=$build/tests/live/record_burst.bpf.o
dir=$(mktemp -d)
export HOME="$dir"
trap 'rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] || {
	echo "record_bench: recording needs root" >&2
	exit 1
}
command -v perf >/dev/null || {
	echo "record_bench: perf is not installed" >&2
	exit 0
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# 1,500 programs loaded and unloaded at once: images in the header.
bench_burst() {
	"$aug" record -q -a -e cpu-clock -F 999 -o "$dir/ours" "$burst" "$object" record_burst 1500 0 >"$dir/ids"
	perf record -q -a -e cpu-clock -F 999 -o "$dir/perf" "$burst" "$object" record_burst 1500 0 >"$dir/ids.perf" 2>/dev/null
	for tool in ours perf; do
		ids=$dir/ids
		[ $tool = ours ] || ids=$dir/ids.perf
		perf report -i "$dir/$tool" --header-only 2>/dev/null | sed -n 's/^# bpf_prog_info \([0-9]*\):.*/gone \1/p' |
			sort -u >"$dir/have"
		printf '%-28s %-9s %8d of 1500\n' "programs of a burst kept" $tool "$(sort -u "$ids" | comm -12 - "$dir/have" | wc -l)"
	done
}

# Samples flood small rings while programs come and go.
bench_latency() {
	round=0
	while [ $round -lt "$rounds" ]; do
		"$aug" record -a -v -k mono -e cpu-clock -F 30000 -m 8K -o "$dir/ours" \
			"$burst" "$object" record_burst 1500 0 >/dev/null 2>"$dir/err"
		sed -n 's/.*p50 \([0-9]*\) us, p99 \([0-9]*\) us, at most \([0-9]*\) us.*/\1 \2 \3/p' "$dir/err" >"$dir/latency"
		cut -d' ' -f1 "$dir/latency" >>"$dir/p50"
		cut -d' ' -f2 "$dir/latency" >>"$dir/p99"
		cut -d' ' -f3 "$dir/latency" >>"$dir/max"
		sed -n 's/.* \([0-9]*\) samples were lost.*/\1/p' "$dir/err" >>"$dir/lost"
		round=$((round + 1))
	done
	printf '%-28s %-9s p50 %s us, p99 %s us, at most %s us, while %s samples were lost\n' \
		"side-band under full rings" ours "$(median "$dir/p50")" "$(median "$dir/p99")" "$(median "$dir/max")" \
		"$(median "$dir/lost")"
}

missed=0
tests/bench/record_cpu.py "$aug" "$dir" "$rounds" || missed=$?
bench_burst
bench_latency
[ $missed -eq 0 ] || exit $missed
