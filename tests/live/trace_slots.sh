#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Many tasks at a time: more than the engine has room for as it begins, and so more of it is made while the trace runs,
# or before a process with many threads is added. Tasks that end leave their room, and their stacks, to others: no call
# is taken for another task's. Against what the program says that it makes.
set -u
. tests/lib.sh
. tests/live/trace_common.inc
work work_slots

nr=1500

# whole NAME: the ledger closes, and nothing is lost
whole()
{
	refuse "slots: $1: nothing is lost" "$dir/log" 'LOST|does not close|no room'
	expect "slots: $1: the ledger" "$dir/log" 'calls of .* 0 lost \+ 0 unfinished'
}

# each FILE: how many calls of getppid() how many threads made: "THREADS with CALLS"
each()
{
	sed -nE 's/.*\/([0-9]+) getppid\(.*/\1/p' "$1" | sort | uniq -c | awk '{ print $1 }' | sort -n | uniq -c |
		awk '{ print $1 " with " $2 }'
}

"$pa" trace -v -e getppid -o "$dir/out" -- "$work" $nr 3 3 2> "$dir/log"
whole "threads that a command makes"
echo "$((3 * nr)) with 3" > "$dir/wanted"
each "$dir/out" > "$dir/got"
same "slots: each thread's calls, of threads that a command makes" "$dir/wanted" "$dir/got"

"$pa" trace -v -s --summary-mode=total -e getppid -o "$dir/out" -- "$work" $nr 3 3 2> "$dir/log"
whole "a summary of threads that a command makes"
expect "slots: calls in a summary" "$dir/out" "getppid +$((9 * nr)) "

# Of a hundred tasks more each has a slot that another one had.
"$pa" trace -v -e getppid -o "$dir/out" -- "$work" 100 2 60 2> "$dir/log"
whole "stacks that are used again"
echo "6000 with 2" > "$dir/wanted"
each "$dir/out" > "$dir/got"
same "slots: each thread's calls, on stacks that are used again" "$dir/wanted" "$dir/got"

# begin: the program, all threads of which wait; its pid is in $pid, its standard input is descriptor 9
begin()
{
	rm -f "$dir/in" "$dir/there"
	mkfifo "$dir/in"
	"$work" $nr 2 2 wait < "$dir/in" > "$dir/there" &
	pid=$!
	started="$started $pid"
	exec 9> "$dir/in"
	wait_until 20 grep -q there "$dir/there"
}

begin
serve 1
trace_bg "$dir/out" -v -e getppid,access -p "$pid,$server"
wait_until 20 grep -q access "$dir/out"
echo >&9
exec 9>&-
wait "$pid"
stop "$tracer"
cp "$dir/out.messages" "$dir/log"
whole "threads that were there"
echo "$((2 * nr)) with 2" > "$dir/wanted"
each "$dir/out" > "$dir/got"
same "slots: each thread's calls, of threads that were there and others" "$dir/wanted" "$dir/got"

finish
