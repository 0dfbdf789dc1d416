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

"$pa" trace -vv -e getppid -o "$dir/out" -- "$work" $nr 3 3 2> "$dir/log"
whole "threads that a command makes"
# Before 6.4 each task has its room by itself.
if grep -q 'room for' "$dir/log"; then
	expect "slots: more room was made than there was at first" "$dir/log" 'room for [2-9][0-9]{3} tasks'
fi
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

# cpu_ticks: that the tracer in the background has used, of 1/100 s
cpu_ticks()
{
	sed 's/.*) //' "/proc/$tracer/stat" | awk '{ print $12 + $13 }'
}

# More room is made when programs ask, and nobody asks when the threads are there.
trace_bg "$dir/out" -e getppid,access -- sh -c '"$1" 600 2 1; exec "$2" server > "$3"' sh "$work" \
	"$(dirname "$work")/work_tree" "$dir/server.0"
wait_until 20 grep -q access "$dir/out"
before=$(cpu_ticks)
sleep 2
after=$(cpu_ticks)
if [ $((after - before)) -lt 100 ]; then
	pass "slots: the tracer sleeps after many threads"
else
	fail "slots: the tracer sleeps after many threads"
	echo "# $((after - before)) ticks in 2 s"
fi
started="$started $(cat "$dir/server.0")"
stop "$tracer"

# The state of a task is there until it has left its CPU for the last time: what it ran at its end is its own.
"$pa" trace --sched -e getppid -o "$dir/out" -- "$work" exit > "$dir/ran" 2> "$dir/log"
read -r child ran_us < "$dir/ran"
sched_us=$(sed -n "s/.*($child), .*, \([0-9.]*\) msec\$/\1/p" "$dir/out" | awk '{ print int($1 * 1000) }')
echo "# $sched_us us of $ran_us"
if [ "${sched_us:-0}" -gt $((ran_us * 9 / 10)) ] && [ "$sched_us" -lt $((ran_us * 11 / 10)) ]; then
	pass "slots: --sched has the last stretch of time"
else
	fail "slots: --sched has the last stretch of time" "$dir/out"
fi

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

# The child of a task that finds no room for its state is followed all the same. No more room can be made: by prlimit the
# tracer cannot open anything. The children call getppid() once others have left.
cat > "$dir/full" << 'END'
prlimit --pid "$PPID" --nofile=4
"$1" 1100 1 1 wait < "$2/full_in" > "$2/full_there" &
many=$!
exec 8> "$2/full_in"
until grep -q there "$2/full_there"; do sleep 0.1; done
i=0
while [ $i -lt 60 ]; do
	sh -c '(until [ -e "$2/go" ]; do sleep 0.1; done; exec "$1" 1 7 1) & wait' sh "$1" "$2" &
	i=$((i + 1))
done
sleep 0.5
echo >&8
exec 8>&-
wait "$many"
touch "$2/go"
wait
END
if command -v prlimit > /dev/null; then
	mkfifo "$dir/full_in"
	"$pa" trace -e getppid -o "$dir/out" -- sh "$dir/full" "$work" "$dir" 2> "$dir/log"
	each "$dir/out" | grep 'with 7' > "$dir/got"
	echo "60 with 7" > "$dir/wanted"
	same "slots: children of tasks that find no room" "$dir/wanted" "$dir/got"
else
	skip "slots: children of tasks that find no room" "there is no prlimit"
fi

finish
