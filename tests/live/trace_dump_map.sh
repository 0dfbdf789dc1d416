#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# trace --dump-map: the maps of a running trace, typed, at its end, at SIGUSR1 and at intervals.
. tests/lib.sh
. tests/live/trace_common.inc

"$pa" trace -o "$dir/trace" -e execve --filter-pids 3237,26435 --dump-map pids_filtered -- true 2> "$dir/messages"
expect "dump-map: the entries are typed" "$dir/trace" '^\[3237\] = true$'
expect "dump-map: all of them" "$dir/trace" '^\[26435\] = true$'
expect "dump-map: under the name of the map" "$dir/trace" '^pids_filtered:$'

"$pa" trace -o "$dir/trace" -e execve --dump-map pids_filtered -- true 2> "$dir/messages"
equal "dump-map: one without entries: the status" 0 $?
equal "dump-map: one without entries has its name alone" "pids_filtered:" "$(tail -n 1 "$dir/trace")"

"$pa" trace -o "$dir/trace" --map-dump stats,nope -- true 2> "$dir/messages"
status=$?
if [ $status -eq 2 ]; then
	pass "dump-map: an unknown map is a wrong option"
else
	fail "dump-map: an unknown map is a wrong option, not status $status" "$dir/messages"
fi
expect "dump-map: the message names those there are" "$dir/messages" "no map 'nope'; it has .*pids_filtered"

# The command ends when the dump is there, however long that takes.
"$pa" trace -o "$dir/trace" -s --map-dump stats -- sleep 1000 2> "$dir/messages" &
tracer=$!
started="$started $tracer"
wait_until 120 pgrep -P $tracer -x sleep
kill -USR1 $tracer
wait_until 60 grep -q '^stats:$' "$dir/trace"
pkill -P $tracer -x sleep
wait $tracer
if [ "$(grep -c '^stats:$' "$dir/trace")" -eq 2 ]; then
	pass "dump-map: at SIGUSR1 and at the end"
else
	fail "dump-map: at SIGUSR1 and at the end" "$dir/trace"
fi

"$pa" trace -o "$dir/trace" -s --map-dump stats --dump-interval 0.2 -- sleep 1.5 2> "$dir/messages"
if [ "$(grep -c '^stats:$' "$dir/trace")" -ge 3 ]; then
	pass "dump-map: at intervals"
else
	fail "dump-map: at intervals" "$dir/trace"
fi
"$pa" trace --dump-interval 1 -- true 2> "$dir/messages"
expect "dump-map: an interval without a map is refused" "$dir/messages" '--dump-interval says how often'
finish
