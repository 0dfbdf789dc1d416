#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# filter_bench.sh - part of `make bench`: what a call costs that a filter drops, beside an empty BPF pair.
# Each round measures all of them side by side, in CPU time; figures are medians, ratios are of taxes.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-7}
calls=${CALLS:-300000}
pa=$build/perf-augment
loop=$build/tests/bench/syscall_loop
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export PERF_CONFIG=/dev/null

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# row KEY CALL OPTION...: one round; the figure is appended to $dir/KEY
row() {
	key=$1 call=$2
	shift 2
	case $key in
	untraced*) "$loop" "$call" "$calls" "$dir/now" cpu ;;
	null*) "$build/tests/bench/with_pair" "$build/tests/bench/null_pair.bpf.o" "$loop" "$call" "$calls" "$dir/now" cpu ;;
	# Of a child that is not followed.
	*.other) "$pa" trace --no-inherit -o "$dir/out" -- sh -c '"$@"; :' sh "$loop" "$call" "$calls" "$dir/now" cpu 2>"$dir/err" || tail -n 3 "$dir/err" >&2 ;;
	*) "$pa" trace -o "$dir/out" "$@" -- "$loop" "$call" "$calls" "$dir/now" cpu 2>"$dir/err" || tail -n 3 "$dir/err" >&2 ;;
	esac
	cat "$dir/now" >>"$dir/$key"
}

rows() {
	row untraced.getppid getppid
	row null.getppid getppid
	row getppid.other getppid
	row getppid.call getppid -e close
	row getppid.uid getppid -u 4242
	row getppid.comm getppid --only-comm nobody
	row getppid.register getppid --where 'args[0] == 42 && args[1] == 43'
	row getppid.errno getppid --errno ENOENT
	row untraced.open openat
	row null.open openat
	row open.other openat
	row open.flags openat --where 'openat.flags & O_CREAT'
	row open.path openat --where 'filename == "/no/such"'
	row open.glob openat --where 'filename ~ "*.so"'
	row open.P openat -P /no/such
}

round=0
while [ "$round" -lt "$rounds" ]; do
	rows
	round=$((round + 1))
done

# say KEY TEXT
say() {
	case $1 in getppid.*) base=getppid ;; *) base=open ;; esac
	awk -v u="$(median "$dir/untraced.$base")" -v n="$(median "$dir/null.$base")" -v o="$(median "$dir/$1")" -v t="$2" \
		'BEGIN { r = (o - u) / (n - u); printf "%-52s %8.1f ns  tax %7.1f  ratio %.2f   <= 1.5 %s\n", "filtered: " t, o, o - u, r, r <= 1.5 ? "ok" : "MISSED" }'
}

say getppid.other 'getppid, of a task that is not traced'
say getppid.call 'getppid, of another -e'
say getppid.uid 'getppid, -u'
say getppid.comm 'getppid, --only-comm'
say getppid.register 'getppid, two registers'
say getppid.errno 'getppid, --errno'
say open.other 'openat+close, of a task that is not traced'
say open.flags 'openat+close, flags'
say open.path 'openat+close, a whole path'
say open.glob 'openat+close, a glob'
say open.P 'openat+close, -P'
