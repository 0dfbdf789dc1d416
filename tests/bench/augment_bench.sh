#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# augment_bench.sh - part of `make bench`: what augmenter objects add to a call, to other calls and to
# the start. Each round measures all of them side by side; figures are medians of what a round has
# more than its own trace without an augmenter, in CPU time.
set -eu
build=${BUILD:-build}
rounds=${ROUNDS:-15}
calls=${CALLS:-200000}
pa=$build/perf-augment
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export PERF_CONFIG=/dev/null XDG_CACHE_HOME="$dir/cache"

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# loop NAME [OBJECT]: nanoseconds of a traced getppid() into $dir/NAME.now
loop() {
	"$pa" trace -m 32M -o "$dir/out" ${2:+-e "$2"} -- "$build/tests/bench/syscall_loop" getppid "$calls" "$dir/$1.now" cpu 2>"$dir/err" ||
		tail -n 3 "$dir/err" >&2
}

cases="other enter exit number"
round=0
while [ $round -lt "$rounds" ]; do
	loop none
	loop again
	awk -v a="$(cat "$dir/again.now")" -v b="$(cat "$dir/none.now")" 'BEGIN { print a - b }' >>"$dir/again"
	for c in $cases; do
		loop "$c" "$build/tests/bench/augment_$c.bpf.o"
		awk -v a="$(cat "$dir/$c.now")" -v b="$(cat "$dir/none.now")" 'BEGIN { print a - b }' >>"$dir/$c"
	done
	cat "$dir/none.now" >>"$dir/none"
	round=$((round + 1))
done
printf '%-34s %8.1f ns/call\n' 'augmenter: getppid without one' "$(median "$dir/none")"
printf '%-34s %+8.1f ns/call\n' 'augmenter: again without (noise)' "$(median "$dir/again")" \
	'augmenter: empty, of another call' "$(median "$dir/other")" \
	'augmenter: empty, at the entry' "$(median "$dir/enter")" \
	'augmenter: empty, at the exit' "$(median "$dir/exit")" \
	'augmenter: one number at the exit' "$(median "$dir/number")"

# Ten objects, each of another call.
list=
for call in openat connect writev statx recvmsg sendto prctl ioctl futex mmap; do
	printf '#include <augmenter.bpf.h>\nAUGMENT_ENTER(%s)\n{\n\taugment_str(call, "s", call->args[1]);\n\taugment_buf(call, "b", call->args[1], 64);\n}\nlicense(GPL);\n' \
		$call >"$dir/$call.c"
	"$pa" build "$dir/$call.c" -o "$dir/$call.o"
	list=$list,$dir/$call.o
done
now() { date +%s%N; }
round=0
while [ $round -lt "$rounds" ]; do
	begin=$(now)
	"$pa" trace -o "$dir/out" true
	middle=$(now)
	"$pa" trace -o "$dir/out" -e "${list#,}" true
	end=$(now)
	echo $(((end - middle) - (middle - begin))) >>"$dir/ten"
	round=$((round + 1))
done
awk -v ns="$(median "$dir/ten")" 'BEGIN { printf "%-34s %+8.1f ms\n", "augmenter: start of ten objects", ns / 1e6 }'
