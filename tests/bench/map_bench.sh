#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# map_bench.sh - what dumping large maps costs: the bare batch look-ups, dump-map, bpftool, in one run.
#
# Figures are medians of ROUNDS rounds; "limit" is the most that dump-map may take. Text goes to
# a file, where bpftool writes it line by line; it is run once.
# $dump is a command and its first argument.
# shellcheck disable=SC2086
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-3}
dump="$build/perf-augment dump-map"
maps=$build/tests/live/dump_maps
dir=$(mktemp -d)
helper=
trap 'exec 9>&-; [ -z "$helper" ] || kill "$helper" 2>/dev/null || :; rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] || {
	echo "map_bench: maps need root" >&2
	exit 1
}

now() { date +%s%N; }
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# seconds FILE COMMAND...: the time it takes with its output in FILE
seconds() {
	to=$1
	shift
	start=$(now)
	"$@" >"$to"
	end=$(now)
	awk -v ns=$((end - start)) 'BEGIN { printf "%.4f\n", ns / 1e9 }'
}

# large KIND N: a map of N entries; $id is its id
large() {
	rm -f "$dir/hold" "$dir/ready"
	mkfifo "$dir/hold"
	"$maps" "$build/tests/live/dump_maps.bpf.o" large "$1" "$2" <"$dir/hold" >"$dir/ready" &
	helper=$!
	exec 9>"$dir/hold"
	while ! grep -q ready "$dir/ready" 2>/dev/null; do
		if ! kill -0 "$helper" 2>/dev/null; then
			echo "map_bench: cannot make a $1 of $2 entries" >&2
			helper=
			exit 1
		fi
		sleep 0.2
	done
	id=$($dump --table 2>/dev/null | awk -v pid="dump_maps($helper)" 'index($0, pid) { print $1; exit }')
}

end_large() {
	exec 9>&-
	wait "$helper" || :
	helper=
}

# timed NAME COMMAND...: rounds of it, into $dir/NAME
timed() {
	name=$1
	shift
	seconds /dev/null "$@" >>"$dir/$name"
}

row() { printf '%-34s %9s %9s %9s %9s %8s %8s\n' "$@"; }

# compare KIND N FACTOR: the table's row for one map
compare() {
	large "$1" "$2"
	rm -f "$dir/ours" "$dir/bpftool" "$dir/bare"
	i=0
	while [ $i -lt "$rounds" ]; do
		"$build/tests/bench/map_bench" "$id" | awk '{ print $2 }' >>"$dir/bare"
		timed ours $dump --json id "$id"
		timed bpftool bpftool -j map dump id "$id"
		i=$((i + 1))
	done
	ours=$(median "$dir/ours") theirs=$(median "$dir/bpftool") bare=$(median "$dir/bare")
	row "$1, $2 entries, JSON" "$bare" "$ours" "$theirs" \
		"$(awk -v a="$theirs" -v b="$ours" 'BEGIN { printf "1/%.1f", a / b }')" "1/$3" \
		"$(awk -v a="$theirs" -v b="$ours" -v f="$3" 'BEGIN { print (a / b >= f ? "ok" : "MISSED") }')"
}

row "" "bare" "dump-map" "bpftool" "of it" "limit" ""
compare hash 1000000 12
awk -v a="$ours" -v b="$bare" 'BEGIN { printf "  of the bare look-up: %.2f times (limit 2) %s\n", a / b, (a <= 2 * b ? "ok" : "MISSED") }'
plain=$(seconds "$dir/text" $dump id "$id") theirs=$(seconds "$dir/text" bpftool map dump id "$id")
rm -f "$dir/text"
row "hash, 1000000 entries, text file" "" "$plain" "$theirs" \
	"$(awk -v a="$theirs" -v b="$plain" 'BEGIN { printf "1/%.1f", a / b }')" "1/25" \
	"$(awk -v a="$theirs" -v b="$plain" 'BEGIN { print (a / b >= 25 ? "ok" : "MISSED") }')"
rm -f "$dir/key"
for i in 1 2 3; do timed key $dump --key-is 777777 id "$id"; done
key=$(median "$dir/key")
row "one key of them" "" "$key" "" "" "0.030" "$(awk -v a="$key" 'BEGIN { print (a <= 0.03 ? "ok" : "MISSED") }')"
if [ -x "$build/tests/bench/peak_memory" ]; then
	echo "  peak memory, JSON of all: $("$build/tests/bench/peak_memory" $dump --json id "$id" 2>&1 >/dev/null | tail -n 1) (limit 32 MB)"
fi
end_large
compare pchash 100000 8
end_large
compare array 1000000 12
end_large
