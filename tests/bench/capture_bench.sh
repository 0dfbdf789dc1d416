#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# capture_bench.sh - what it costs others that BPF programs are captured while they are loaded: the
# median time of bpf(BPF_PROG_LOAD), and of a system call that has nothing to do with BPF, while
# `progs --live` follows by way of each gate, beside nobody following. Medians of ROUNDS rounds.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-5}
aug=$build/perf-augment
load=$build/tests/live/capture_load
loop=$build/tests/bench/syscall_loop
dir=$(mktemp -d)
follower=
trap '[ -z "$follower" ] || kill "$follower" 2>/dev/null || :; rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] || {
	echo "capture_bench: loading BPF programs needs root" >&2
	exit 1
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# follow GATE: false when this kernel does not have it
follow() {
	follower=
	[ "$1" != nobody ] || return 0
	rm -f "$dir/lines"
	"$aug" progs --live --capture "$1" >"$dir/lines" 2>"$dir/err" &
	follower=$!
	until [ -s "$dir/lines" ]; do
		kill -0 "$follower" 2>/dev/null || {
			follower=
			return 1
		}
		sleep 0.05
	done
}

end_follow() {
	[ -n "$follower" ] || return 0
	kill -INT "$follower"
	wait "$follower" || :
	follower=
}

measure() {
	follow "$1" || return 0
	"$load" time 1000 >>"$dir/load.$1"
	"$loop" getppid 2000000 "$dir/ns"
	cat "$dir/ns" >>"$dir/call.$1"
	end_follow
}

round=0
while [ $round -lt "$rounds" ]; do
	for gate in nobody none kprobe watch syscall; do
		measure $gate
	done
	round=$((round + 1))
done
echo "# BPF programs captured: added to each load (limit 50 us), and to each other system call (limit 0);"
echo "# what follows without capturing (none) is compared with nobody, the others with that"
for gate in nobody none kprobe watch syscall; do
	[ -s "$dir/load.$gate" ] || continue
	case $gate in nobody | none) base=nobody ;; *) base=none ;; esac
	awk -v gate=$gate -v load_ns="$(median "$dir/load.$gate")" -v load0_ns="$(median "$dir/load.$base")" \
		-v call="$(median "$dir/call.$gate")" -v call0="$(median "$dir/call.$base")" 'BEGIN {
		printf "%-16s %-9s %8.1f us %+8.1f us   getppid %7.1f ns %+7.1f ns\n", "capture", gate,
			load_ns / 1e3, (load_ns - load0_ns) / 1e3, call, call - call0
	}'
done
