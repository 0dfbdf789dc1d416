#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# soak.sh [MINUTES] - trace, strace, record, dump-map --watch and progs --live for so long, all at once, under a load that
# never ends. Ten times their memory and descriptors are measured: in the second half they hold no more than at its begin.
# In the first half tables with a bound fill: of threads by their number, of the latest 16 BTFs, and for each CPU
# the largest BPF program that was loaded there.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

minutes=${1:-10}
slack_kib=384 # the last step of the table of threads, 256; what malloc keeps by chance, for the longest line
nr_samples=10

# memory PID: what is its own, in KiB. Pages of rings that are shared with the kernel are called private as well
# once they were read, so are those of files when nobody else has them mapped just then: neither is counted.
memory()
{
	awk '/^[0-9a-f]+-[0-9a-f]+ / { counts = $2 ~ /p$/ }
		counts && /^(Private_Dirty|Swap):/ { kib += $2 }
		END { print kib + 0 }' "/proc/$1/smaps"
}

# measure: a line "KIB DESCRIPTORS" for each, all at the same time
measure()
{
	while read -r name pid; do
		echo "$(memory "$pid") $(find "/proc/$pid/fd" -type l | wc -l)" >> "$dir/$name.samples"
	done < "$dir/soaking"
}

# flat NAME PID COLUMN WHAT SLACK: from the middle on
flat()
{
	series=$(cut -d ' ' -f "$3" "$dir/$1.samples" | tr '\n' ' ')
	echo "# $1: $4: $series"
	if echo "$series" | awk -v n=$nr_samples -v slack="$5" '{
			for (i = n / 2 + 1; i <= n; i++)
				if ($i <= 0 || $i > $(n / 2) + slack)
					exit 1
			exit NF != n }' && ! is_gone "$2"; then
		pass "soak: $1: $4: flat over the second half"
	else
		fail "soak: $1: $4: flat over the second half" "$dir/$1.messages"
	fi
}

# soak NAME ARGUMENT...
soak()
{
	name=$1
	shift
	"$pa" "$@" > /dev/null 2> "$dir/$name.messages" &
	started="$started $!"
	echo "$name $!" >> "$dir/soaking"
}

# Short-lived processes, threads, system calls and BPF programs, again and again
load()
{
	while [ ! -e "$dir/enough" ]; do
		"$work" counts 200
		sh -c 'ls -l / | cat'
		"$pa" doctor
		sleep 0.1
	done > /dev/null 2>&1
}

work work_calls
need_file "soak: dump_maps is built" "$BUILD/tests/live/dump_maps"
ids=
before
mkfifo "$dir/hold"
"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" churn < "$dir/hold" > "$dir/ready" 2>&1 &
helper=$! started="$started $!"
exec 9> "$dir/hold"
wait_until 20 grep -qs ready "$dir/ready"
"$pa" dump-map > "$dir/maps" 2> "$dir/messages"
map=$(awk -v pid="dump_maps($helper)" 'index($0, pid) && $3 == "dmt_count" { print $1; exit }' "$dir/maps")
soak trace trace -a -S -o /dev/null
soak json trace -a --format json -o /dev/null
soak strace strace -f -o /dev/null -p $$
soak record record -q -a -e cpu-clock -F 200 -g -o -
soak watch dump-map --watch=0.1 id "$map"
soak live progs --live
load &
loader=$!
for _ in $(seq $nr_samples); do
	sleep $((minutes * 60 / nr_samples))
	measure
done
while read -r name pid; do
	flat "$name" "$pid" 1 "private memory in KiB" $slack_kib
	flat "$name" "$pid" 2 "descriptors" 8
	ids="$ids $(programs "$pid")"
	kill -TERM "$pid"
	wait "$pid"
	# As perf does, record ends by the signal that ended it, when all is written.
	case $name.$? in
	*.0 | *.3 | record.143) pass "soak: $name ends well" ;;
	*) fail "soak: $name ends well" "$dir/$name.messages" ;;
	esac
done < "$dir/soaking"
touch "$dir/enough"
wait $loader
exec 9>&-
wait "$helper"
# shellcheck disable=SC2086
loaded "soak" $ids
after "soak"
finish
