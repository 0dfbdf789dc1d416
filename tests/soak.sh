#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# soak.sh [MINUTES] - trace, strace, record, dump-map --watch and progs --live for so long, all at once,
# under a load that never ends: at the end they hold as much memory as soon after the start.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

minutes=${1:-10}
slack_kib=2048 # what malloc and the page cache of a mapping may do by chance

# memory PID: private memory in KiB. The pages of rings that are shared with the kernel are called private as
# well once they were read: mappings that are shared do not count.
memory()
{
	awk '/^[0-9a-f]+-[0-9a-f]+ / { counts = $2 ~ /p$/ }
		counts && /^Private_/ { kib += $2 }
		END { print kib + 0 }' "/proc/$1/smaps"
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
sleep $((minutes * 60 / 5))
while read -r name pid; do
	echo "$name $pid $(memory "$pid")"
done < "$dir/soaking" > "$dir/before"
sleep $((minutes * 60 * 4 / 5))
while read -r name pid before; do
	after=$(memory "$pid")
	echo "# $name: $before KiB after $((minutes * 60 / 5)) s, $after KiB after $((minutes * 60)) s"
	if [ "$after" -gt 0 ] && [ "$after" -le $((before + before / 10 + slack_kib)) ]; then
		pass "soak: $name: memory is flat"
	else
		fail "soak: $name: memory is flat" "$dir/$name.messages"
	fi
	ids=$(programs "$pid")
	kill -TERM "$pid"
	wait "$pid"
	# As perf does, record ends by the signal that ended it, when all is written.
	case $name.$? in
	*.0 | *.3 | record.143) pass "soak: $name ends well" ;;
	*) fail "soak: $name ends well" "$dir/$name.messages" ;;
	esac
	# shellcheck disable=SC2086
	wait_until 20 none_of $ids
	equal "soak: $name: nothing is left attached" 0 $?
done < "$dir/before"
touch "$dir/enough"
wait $loader
exec 9>&-
wait "$helper"
no_zombie "soak"
finish
