#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# report_bench.sh - report and annotate of a large recording beside `perf report --stdio`: wall time and
# peak memory. The recording is a short one of this machine, with a BPF program that is busy, whose
# samples are repeated (perfdata_repeat) up to REPORT_MB megabytes; with call chains a quarter of that,
# as perf needs minutes.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-3}
mb=${REPORT_MB:-1000}
aug=$build/perf-augment
repeat=$build/tests/bench/perfdata_repeat
peak=$build/tests/bench/peak_memory
load=$build/tests/live/perfdata_load
object=$build/tests/live/perfdata_work.bpf.o
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] && command -v perf >/dev/null || {
	echo "report_bench: recording needs root and perf" >&2
	exit 1
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# measure NAME COMMAND...: seconds of wall time and KiB, into $dir/NAME.s and .kib. A report that fails
# is no measurement.
measure() {
	name=$1
	shift
	start=$(date +%s%N)
	"$peak" "$@" >/dev/null 2>"$dir/err" || {
		echo "report_bench: $* failed with $?:" >&2
		tail -n 3 "$dir/err" >&2
		exit 1
	}
	end=$(date +%s%N)
	awk -v ns=$((end - start)) 'BEGIN { printf "%.2f\n", ns / 1e9 }' >>"$dir/$name.s"
	tail -n 1 "$dir/err" >>"$dir/$name.kib"
}

# compare WHAT MEGABYTES RECORD_OPTION...
compare() {
	what=$1 size=$2
	shift 2
	# -B: perf 6.1 crashes on build-ids longer than its own, of any program that ran meanwhile; and of
	# what it takes for build-ids while others record, which convert mends.
	rm -f "$dir/short" "$dir/recorded"
	perf record -q -B -a -e cpu-clock -F 999 "$@" -o "$dir/recorded" -- sh -c \
		'"$0" "$1" perfdata_busy 3000 & find /usr/include /etc -type f -exec cat {} + | sort | sha1sum
		ls -lR /usr/share/doc; wait' "$load" "$object" >/dev/null 2>"$dir/err" || {
		echo "report_bench: perf record failed with $?:" >&2
		tail -n 3 "$dir/err" >&2
		exit 1
	}
	"$aug" convert -q "$dir/recorded" "$dir/short"
	"$repeat" "$dir/short" "$dir/long" "$size"
	rm -f "$dir"/*.s "$dir"/*.kib
	i=0
	while [ $i -lt "$rounds" ]; do
		measure report "$aug" report "$dir/long"
		measure annotate "$aug" annotate "$dir/long"
		measure perf perf report -i "$dir/long" --stdio
		i=$((i + 1))
	done
	print_ratio "report: $what, $size MB" report
	print_ratio "annotate: $what, $size MB" annotate
	rm -f "$dir/long" "$dir/short"
}

# print_ratio TITLE NAME: what was measured beside perf's
print_ratio() {
	awk -v what="$1" -v a="$(median "$dir/$2.s")" -v b="$(median "$dir/perf.s")" \
		-v m="$(median "$dir/$2.kib")" -v n="$(median "$dir/perf.kib")" 'BEGIN {
		printf "%-42s %8.2f s %8.2f s   1/%-5.1f %5d MiB %6d MiB   1/2 %s\n", what, a, b, b / a,
			m / 1024, n / 1024, (a * 2 <= b ? "ok" : "MISSED")
	}'
}

printf '%-42s %10s %10s %9s %9s %10s %5s\n' "beside perf report --stdio" ours perf "of it" memory "of perf" limit
compare "samples" "$mb"
compare "call chains" $((mb / 4)) -g
