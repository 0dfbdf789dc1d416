#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh - `make bench`: what tracing costs, side by side in one run, round after round.
#
# Untraced, an empty BPF pair on the two syscall tracepoints, ours, strace and perf trace where they
# are installed; for single calls also "least": a BPF pair that reads the clock and copies an argument,
# and keeps nothing. "tax" is what a tracer adds to a call; "ratio" is its tax to the empty pair's. All
# figures are medians of ROUNDS rounds, those of the script of four times as many. The table is printed
# and kept in $BUILD/bench.txt.
set -eu
# Under sudo the tools would write as who called it, who may not write into root's own directories.
unset SUDO_UID SUDO_GID SUDO_USER
build=${BUILD:-build}
rounds=${ROUNDS:-7}
pa=$build/perf-augment
loop=$build/tests/bench/syscall_loop
with_pair=$build/tests/bench/with_pair
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
table=$build/bench.txt

[ "$(id -u)" -eq 0 ] || {
	echo "bench: tracing needs root: sudo make bench" >&2
	exit 1
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
have() { command -v "$1" >/dev/null 2>&1; }

tracers="untraced null ours"
! have strace || tracers="$tracers strace"
! have perf || tracers="$tracers perf"
loop_tracers=$(echo "$tracers" | sed 's/ null / null least /')

# traced TRACER COMMAND...: run the command under the tracer, with its lines in a file.
traced() {
	tracer=$1
	shift
	case $tracer in
	untraced) "$@" ;;
	null | least) "$with_pair" "$build/tests/bench/${tracer}_pair.bpf.o" "$@" ;;
	ours) "$pa" trace -v -o "$dir/ours.out" -- "$@" 2>"$dir/ours.err" || tail -n 3 "$dir/ours.err" >&2 ;;
	strace) strace -f -o "$dir/strace.out" "$@" ;;
	perf) perf trace -o "$dir/perf.out" -- "$@" 2>/dev/null ;;
	esac
}

# calls_of TRACER: how many calls a loop makes; slow tracers get fewer.
calls_of() {
	case $1 in
	strace) echo 20000 ;;
	perf) echo 100000 ;;
	*) echo 1000000 ;;
	esac
}

lost_of_ours() { sed -n 's/.* + \([0-9]*\) lost + .*/\1/p' "$dir/ours.err"; }

bench_loops() {
	for l in getppid openat rw; do
		round=0
		while [ $round -lt "$rounds" ]; do
			for t in $loop_tracers; do
				traced "$t" "$loop" $l "$(calls_of "$t")" "$dir/ns"
				cat "$dir/ns" >>"$dir/$l.$t"
				[ "$t" != ours ] || lost_of_ours >>"$dir/$l.lost"
			done
			round=$((round + 1))
		done
	done
}

print_loops() {
	printf '%-16s %-9s %12s %12s %10s %8s   %s\n' workload tracer ns/call tax-ns ratio lost limit
	for l in getppid openat rw; do
		base=$(median "$dir/$l.untraced")
		null_ns=$(median "$dir/$l.null")
		for t in $loop_tracers; do
			lost=-
			[ "$t" != ours ] || lost=$(awk '{ s += $1 } END { print s + 0 }' "$dir/$l.lost")
			awk -v l=$l -v t="$t" -v ns="$(median "$dir/$l.$t")" -v base="$base" -v null_ns="$null_ns" -v lost="$lost" 'BEGIN {
				tax = ns - base
				ratio = tax / (null_ns - base)
				printf "%-16s %-9s %12.1f %12.1f %10s %8s%s\n", l, t, ns, tax,
					t == "untraced" ? "-" : sprintf("%.2f", ratio), lost,
					t != "ours" ? "" : ratio <= 3 && lost == 0 ? "   <= 3, 0 lost: ok" : "   <= 3, 0 lost: MISSED"
			}'
		done
	done
}

cat >"$dir/script" <<'END'
i=0
while [ $i -lt 30 ]; do cat /etc/hostname; i=$((i + 1)); done >/dev/null
python3 -c 'import json, os, subprocess'
find /etc /usr/share/doc -name 'copyright' >/dev/null 2>&1
ls -lR /etc >/dev/null 2>&1
tar cf /dev/null /etc 2>/dev/null
END

# What the run before left to the kernel is not the next one's: the untraced run is behind perf trace's, ours behind
# the empty pair's, whose tracepoints cannot be attached to again before a grace period (up to 20 ms here) has ended.
settle() { sleep 0.2; }
now() { date +%s%N; }

# One run of the script differs from the next by a third here: the quick tracers make four times as many as rounds.
bench_script() {
	round=0
	while [ $round -lt $((4 * rounds)) ]; do
		for t in $tracers; do
			case $t in
			perf) [ $((round % 4)) -eq 0 ] || continue ;;
			# it needs seconds
			strace) [ $((round % 12)) -eq 0 ] || continue ;;
			esac
			settle
			begin=$(now)
			traced "$t" sh "$dir/script"
			echo $(($(now) - begin)) >>"$dir/script.$t"
			[ "$t" != ours ] || lost_of_ours >>"$dir/script.lost"
		done
		round=$((round + 1))
	done
}

# The wall time includes the tracer's own start and end; the line without them subtracts `X true`.
print_script() {
	base=$(median "$dir/script.untraced")
	for t in $tracers; do
		lost=-
		[ "$t" != ours ] || lost=$(awk '{ s += $1 } END { print s + 0 }' "$dir/script.lost")
		awk -v t="$t" -v ns="$(median "$dir/script.$t")" -v start="$(median "$dir/start.$t")" \
			-v start0="$(median "$dir/start.untraced")" -v base="$base" -v lost="$lost" 'BEGIN {
			printf "%-16s %-9s %9.3f s   %5.2fx wall, %5.2fx without start-up %8s%s\n", "script", t,
				ns / 1e9, ns / base, (ns - start + start0) / base, lost,
				t != "ours" ? "" : ns <= base * 1.3 ? "   <= 1.3: ok" : "   <= 1.3: MISSED"
		}'
	done
}

bench_start() {
	round=0
	while [ $round -lt "$rounds" ]; do
		for t in $tracers; do
			settle
			begin=$(now)
			traced "$t" true
			echo $(($(now) - begin)) >>"$dir/start.$t"
		done
		round=$((round + 1))
	done
}

# Peak memory of a run that makes a million calls, in KiB.
peak_kib() { "$build/tests/bench/peak_memory" "$@" 2>&1 >/dev/null | tail -n 1; }

print_start() {
	for t in $tracers; do
		awk -v t="$t" -v ns="$(median "$dir/start.$t")" 'BEGIN {
			printf "%-16s %-9s %9.1f ms%s\n", "start: X true", t, ns / 1e6,
				t != "ours" ? "" : ns <= 120e6 ? "   <= 120: ok" : "   <= 120: MISSED"
		}'
	done
	peak_kib "$pa" trace -o "$dir/ours.out" -- "$loop" getppid 1000000 "$dir/ns" | awk '{
		printf "%-16s %-9s %9.1f MiB   <= 40: %s\n", "peak memory", "ours", $1 / 1024, $1 <= 40960 ? "ok" : "MISSED" }'
	! have perf || printf '%-16s %-9s %9.1f MiB\n' 'peak memory' perf \
		"$(peak_kib perf trace -o "$dir/perf.out" -- "$loop" getppid 100000 "$dir/ns" | awk '{ print $1 / 1024 }')"
}

echo "bench: $rounds rounds of everything, some minutes ..." >&2
bench_start
bench_loops
bench_script
{
	echo "# $(uname -sr), $(nproc) CPUs, medians of $rounds rounds, $(date -u +%Y-%m-%d)"
	print_loops
	print_script
	print_start
} | tee "$table"
for other in "$(dirname "$0")"/*_bench.sh; do
	{ BUILD=$build sh "$other" || echo "bench: $other FAILED"; } | tee -a "$table"
done
