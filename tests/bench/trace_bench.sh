#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# trace_bench.sh - trace where it does not write a line for each call, and what it does with lines:
# summaries alone and calls that are filtered, beside the empty pair; a record's way through the user
# side; and a busy machine, traced as a whole, whose ledger has to close.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-7}
seconds=${LEDGER_SECONDS:-30}
pa=$build/perf-augment
loop=$build/tests/bench/syscall_loop
bench=$build/tests/bench
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] || {
	echo "trace_bench: tracing needs root" >&2
	exit 1
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# one NAME COMMAND...: nanoseconds per getppid of the loop under the command
one() {
	name=$1
	shift
	"$@" "$loop" getppid 1000000 "$dir/ns" >"$dir/out" 2>"$dir/err" || tail -n 3 "$dir/err" >&2
	cat "$dir/ns" >>"$dir/$name"
}

# ratio WHAT NAME LIMIT; LIMIT "-" for none
ratio() {
	awk -v what="$1" -v ns="$(median "$dir/$2")" -v base="$(median "$dir/untraced")" \
		-v null="$(median "$dir/null")" -v limit="$3" 'BEGIN {
		ratio = (ns - base) / (null - base)
		verdict = sprintf("   %-5s %s", "<= " limit, ratio <= limit ? "ok" : "MISSED")
		printf "%-34s %8.1f %8.1f %8.2f%s\n", what, ns, ns - base, ratio,
			limit == "-" ? "" : verdict
	}'
}

round=0
while [ $round -lt "$rounds" ]; do
	one untraced env
	one null "$bench/with_pair" "$bench/null_pair.bpf.o"
	one least "$bench/with_pair" "$bench/least_pair.bpf.o"
	one summary "$pa" trace -s -o "$dir/trace" --
	one filtered "$pa" trace -e openat -o "$dir/trace" --
	round=$((round + 1))
done
printf '%-34s %8s %8s %8s   %s\n' "getppid" ns/call tax-ns ratio limit
ratio "the clock at both ends alone" least -
ratio "trace -s (summary alone)" summary 1.8
ratio "trace -e openat (all filtered)" filtered 1.5

printf '\n%-34s %8s %8s   %s\n' "parse and format a record" ns records limit
cat >"$dir/script" <<'END'
i=0
while [ $i -lt 10 ]; do cat /etc/hostname; i=$((i + 1)); done
python3 -c 'import json, os, subprocess'
find /etc -name copyright
ls -lR /etc
tar cf /dev/null /etc
END
"$build/tests/bench/decode_bench" sh -c ". $dir/script >/dev/null 2>&1" | while read -r format ns nr; do
	limit=-
	[ "$format" != perf ] || limit=450
	[ "$format" != json ] || limit=600
	verdict=
	[ $limit = - ] || { [ "$ns" -le $limit ] && verdict=ok || verdict=MISSED; }
	printf '%-34s %8s %8s   %-6s %s\n' "--format=$format" "$ns" "$nr" "$limit" "$verdict"
done

# Twice as many busy processes as CPUs, which read, write and open.
printf '\n%s\n' "trace -a -o FILE for $seconds s, $(($(nproc) * 2)) busy processes"
busy=
i=0
while [ $i -lt $(($(nproc) * 2)) ]; do
	l=rw
	[ $((i % 2)) -eq 0 ] || l=openat
	"$loop" $l 2000000000 /dev/null &
	busy="$busy $!"
	i=$((i + 1))
done
status=0
"$pa" trace -v -a -o "$dir/trace" -- sleep "$seconds" 2>"$dir/err" || status=$?
# shellcheck disable=SC2086
kill $busy
wait 2>/dev/null
size=$(stat -c %s "$dir/trace")
grep -E 'calls of|LOST|does not close|-m' "$dir/err" | sed 's/^/  /'
awk -v size="$size" -v s="$seconds" -v status=$status 'BEGIN {
	printf "  %.0f MB/s of lines, status %d\n", size / 1e6 / s, status }'
if grep -q 'does not close' "$dir/err" || ! grep -q 'calls of' "$dir/err"; then
	echo "  the ledger: MISSED"
else
	echo "  the ledger closes: ok"
fi
