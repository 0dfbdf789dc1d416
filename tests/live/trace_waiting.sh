#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A call that waits is shown while it waits, so that one sees where a program hangs.
. tests/lib.sh
. tests/live/trace_common.inc

slept()
{
	"$pa" trace -v -e clock_nanosleep -o "$dir/trace" -- sleep 1.2 2> "$dir/messages"
	bare "$dir/trace" | sed 's/: 0x[0-9a-f]*/: PTR/g' > "$dir/got"
	cat > "$dir/wanted" <<- 'EOT'
		clock_nanosleep(which_clock: REALTIME, rqtp: { .tv_sec: 1, .tv_nsec: 200000000 }, rmtp: PTR) ...
		 ... [continued]: clock_nanosleep(which_clock: REALTIME, rqtp: { .tv_sec: 1, .tv_nsec: 200000000 }, rmtp: PTR) = 0
	EOT
	same "waiting: a long sleep is shown as it waits, and at its end" "$dir/wanted" "$dir/got"
	equal "waiting: it is one call" "1 1" \
		"$(ledger "$dir/messages" shown) $(calls "$dir/trace" | grep -c ' = 0')"
	"$pa" trace -e clock_nanosleep -o "$dir/trace" -- sleep 0.05 2> "$dir/messages"
	bare "$dir/trace" | sed 's/: 0x[0-9a-f]*/: PTR/g' > "$dir/got"
	echo 'clock_nanosleep(which_clock: REALTIME, rqtp: { .tv_sec: 0, .tv_nsec: 50000000 }, rmtp: PTR) = 0' > "$dir/wanted"
	if [ "$(wc -l < "$dir/got")" = 1 ]; then
		same "waiting: a short one is one line" "$dir/wanted" "$dir/got"
	else
		skip "waiting: a short one is one line" "the machine took half a second for it"
	fi
}

# What is known of the socket is known of the whole call.
netlink()
{
	"$pa" trace -e sendto -o "$dir/trace" -- "$work" netlink
	equal "waiting: a netlink socket's buffer fills up" 0 $?
	bare "$dir/trace" > "$dir/got"
	expect "waiting: a message is shown while it waits" "$dir/got" '^sendto\(.*nlmsg_seq: 7.*\) \.\.\.$'
	expect "waiting: and at its end" "$dir/got" '^ \.\.\. \[continued\]: sendto\(.*nlmsg_seq: 7.*\) = -1 EAGAIN'
	refuse "waiting: each is decoded" "$dir/got" 'buff: "'
}

# While it waits the line is already in the file: that is what it is for.
blocked_read()
{
	mkfifo "$dir/fifo"
	exec 8<> "$dir/fifo"
	trace_bg "$dir/trace" -e read -- sh -c "head -c 1 < $dir/fifo > /dev/null"
	if wait_until 10 grep -qsE 'read\(fd: 0, .*\) \.\.\.$' "$dir/trace"; then
		pass "waiting: a read is shown while it blocks"
	else
		fail "waiting: a read is shown while it blocks" "$dir/trace"
	fi
	refuse "waiting: it has no end yet" "$dir/trace" 'continued'
	echo x >&8
	wait "$tracer"
	exec 8<&-
	expect "waiting: its end is shown, with its result" "$dir/trace" \
		'head/[0-9]+  \.\.\. \[continued\]: read\(fd: 0, .*\) += [12]$'
	equal "waiting: once" 1 "$(grep -c continued "$dir/trace")"
}

# Both are in their only call of that name when the trace is ended, and do not mind.
never_ending()
{
	trace_bg "$dir/trace" -v -e nanosleep -- "$work" sleep > "$dir/pid"
	wait_until 10 test -s "$dir/pid"
	started="$started $(cat "$dir/pid")"
	wait_until 10 grep -qs 'nanosleep(.*) \.\.\.$' "$dir/trace"
	stop "$tracer"
	kill -KILL "$(cat "$dir/pid")"
	expect "waiting: a call that does not end is shown" "$dir/trace" ' work_calls/[0-9]+ nanosleep\(.*\) \.\.\.$'
	equal "waiting: in one line" 1 "$(wc -l < "$dir/trace")"
	equal "waiting: and is unfinished in the ledger" 1 "$(ledger "$trace_file.messages" unfinished)"

	# Ended before half a second is over: then it is shown at the end.
	rm -f "$dir/pid"
	"$work" pause > "$dir/pid" &
	paused=$!
	started="$started $paused"
	wait_until 10 test -s "$dir/pid"
	trace_bg "$dir/trace" -v -e access,pause -p "$paused"
	wait_until 10 grep -qs /aug/tick "$dir/trace"
	kill -USR1 "$paused"
	wait_until 10 grep -q '^34 ' "/proc/$paused/syscall"
	stop "$tracer"
	expect "waiting: a call that has just begun is shown when the trace ends" "$dir/trace" \
		' work_calls/[0-9]+ pause\(\) \.\.\.$'
	equal "waiting: in one line" 1 "$(grep -c 'pause()' "$dir/trace")"
	equal "waiting: and is unfinished in the ledger" 1 "$(ledger "$trace_file.messages" unfinished)"
	refuse "waiting: nothing is lost" "$trace_file.messages" 'LOST|does not close'
	kill -KILL "$paused"
	wait "$paused" 2> /dev/null
}

# In a call that began before the trace; see trace_attach.sh too.
already_there()
{
	rm -f "$dir/fifo"
	mkfifo "$dir/fifo"
	exec 8<> "$dir/fifo"
	sh -c "head -c 1 > /dev/null; exec true" < "$dir/fifo" 8<&- &
	shell=$!
	wait_until 10 sh -c "grep -qs '^0 0x0 ' /proc/\$(cat /proc/$shell/task/$shell/children)/syscall"
	reader=$(tr -d ' ' < "/proc/$shell/task/$shell/children")
	started="$started $shell"
	for format in perf json strace; do
		trace_bg "$dir/trace.$format" --format=$format -p "$reader"
		wait_until 10 grep -qs 'read' "$dir/trace.$format"
		stop "$tracer"
	done
	expect "waiting: a thread that waited before the trace is shown" "$dir/trace.perf" \
		' head/[0-9]+ read\(fd: 0, buf: 0x[0-9a-f]+, count: 1\) +\.\.\.$'
	expect "waiting: such a one as JSON" "$dir/trace.json" '"comm":"head",.*"syscall":"read",.*"fd":0,.*"waiting":true'
	expect "waiting: such a one as strace's line" "$dir/trace.strace" '^[0-9]* *read\(0,  <detached \.\.\.>$'
	trace_bg "$dir/trace" -v -e openat -p "$reader"
	sleep 0.5
	stop "$tracer"
	refuse "waiting: not one that is not asked for" "$dir/trace" read
	trace_bg "$dir/trace" -v --format=strace -p "$reader,$shell"
	wait_until 10 grep -qs 'read(0, ' "$dir/trace"
	echo >&8
	ended "waiting: a trace of whom waited before it ends with them"
	wait "$shell"
	exec 8<&-
	expect "waiting: the end of such a call is shown" "$dir/trace" \
		'(read\(0, |<\.\.\. read resumed>)"\\n", 1\) += 1$'
	expect "waiting: what follows is as ever" "$dir/trace" 'exit_group\(0\) +=  *\?$'
	refuse "waiting: the ledger closes" "$trace_file.messages" 'LOST|does not close'
	rm -f "$dir/fifo"
}

# More lines than are kept before they are written, and then they cannot be.
nowhere_to_tell()
{
	"$BUILD/tests/live/work_load" wait 3000 &
	waiting=$!
	started="$started $waiting"
	wait_until 10 sh -c "cat /proc/$waiting/task/*/syscall | grep -c '^34 ' | grep -q 3000"
	for format in perf json strace; do
		timeout -s INT 60 "$pa" trace --format=$format -o /dev/full -p "$waiting" 2> "$dir/messages"
		equal "waiting: lines that cannot be written are an error, $format" 1 $?
		expect "waiting: which is told of, $format" "$dir/messages" 'LOST: [0-9]{3,4} lines not written'
		expect "waiting: with its reason, $format" "$dir/messages" 'cannot write the output: No space left'
	done
	kill -KILL "$waiting"
	wait "$waiting" 2> /dev/null
}

work work_calls
slept
already_there
nowhere_to_tell
netlink
blocked_read
never_ending
finish
