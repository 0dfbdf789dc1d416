#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Calls in which a process waits when it is attached to: what they were given, their ends, and all that is made of both.
. tests/lib.sh
. tests/live/trace_common.inc
work work_attach
mkfifo "$dir/fifo" "$dir/other_end"
exec 8<> "$dir/fifo"
export ATTACH_FIFO="$dir/other_end" ATTACH_FILE="$dir/locked"

# in_call NUMBERS: the program is in one of these calls, of x86-64, and sleeps
in_call()
{
	grep -qE "^($1) " "/proc/$waiting/syscall" && grep -q '^State:.S' "/proc/$waiting/status"
}

# wait_in MODE: a program that waits in it, as $waiting
wait_in()
{
	case $1 in
	poll) numbers=7 ;;
	select) numbers='23|270' ;; # as the C library likes
	epoll) numbers=232 ;;
	futex) numbers=202 ;;
	nanosleep) numbers='35|230' ;;
	open) numbers=257 ;;
	writev) numbers=20 ;;
	sendmsg) numbers=46 ;;
	recvfrom) numbers=45 ;;
	wait) numbers=61 ;;
	fcntl) numbers=72 ;;
	sigtimedwait) numbers=128 ;;
	sigsuspend) numbers=130 ;;
	read) numbers=0 ;;
	listened) numbers=84 ;;
	naps) numbers=35 ;;
	execve) numbers=59 ;;
	esac
	"$work" "$1" < "$dir/fifo" 8<&- 2> /dev/null &
	waiting=$!
	started="$started $waiting"
	wait_until 10 in_call "$numbers"
}

# attach FILE COMMAND...: a tracer of $waiting, as $tracer, that has told it is attached
attach()
{
	lines=$1
	shift
	rm -f "$lines" "$lines.messages" # those of another are none of this one's
	"$@" -o "$lines" -p "$waiting" > "$lines.messages" 2>&1 &
	tracer=$!
	started="$started $tracer"
	wait_until 20 grep -qs attached "$lines.messages" || fail "attach: $1 does" "$lines.messages"
}

# end_of MODE: ends the call, and with it the program
end_of()
{
	case $1 in
	poll | select | epoll | wait | fcntl | read | listened | execve) printf a >&8 ;;
	open) : > "$dir/other_end" ;;
	*) kill -USR1 "$waiting" ;;
	esac
	wait "$waiting"
	case $1 in
	poll | select | epoll) head -c 1 < "$dir/fifo" > /dev/null ;; # it was only looked at
	esac
}

# first FILE: its first call, with names in place of what differs from run to run
first()
{
	grep -m 1 -E '^([0-9]+ +)?[a-z_0-9]+\(' "$1" |
		sed -E "s/^[0-9]+ +//; s/0x[0-9a-f]{6,}/ADDR/g; s/\) += /) = /; s|$dir|DIR|g
			s/(wait4\()[0-9]+/\1PID/; s/= [0-9]{3,}$/= NUMBER/"
}

# What strace has, but where that makes the call begin again (restart_syscall), and would not tell which it was.
whole()
{
	while IFS='|' read -r mode wanted; do
		wait_in "$mode"
		attach "$dir/lines" "$pa" strace
		end_of "$mode"
		ended "attach: a trace of who waits in $mode ends with it"
		first "$dir/lines" > "$dir/got"
		echo "$wanted" > "$dir/wanted"
		same "attach: $mode" "$dir/wanted" "$dir/got"
		refuse "attach: $mode, nothing is lost" "$dir/lines.messages" 'LOST|does not close'
	done << 'EOT'
poll|poll([{fd=0, events=POLLIN}, {fd=-1}], 2, 100000) = 1 ([{fd=0, revents=POLLIN}])
epoll|epoll_wait(3, [{events=EPOLLIN, data={u32=7, u64=7}}], 4, 100000) = 1
futex|futex(ADDR, FUTEX_WAIT, 7, {tv_sec=1000, tv_nsec=5}) = ? ERESTART_RESTARTBLOCK (Interrupted by signal)
nanosleep|clock_nanosleep(CLOCK_REALTIME, 0, {tv_sec=1000, tv_nsec=5}, NULL) = ? ERESTART_RESTARTBLOCK (Interrupted by signal)
open|openat(AT_FDCWD, "DIR/other_end", O_RDONLY) = 3
writev|writev(4, [{iov_base="hello ", iov_len=6}, {iov_base="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., iov_len=4194304}], 2) = NUMBER
sendmsg|sendmsg(3, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="hello ", iov_len=6}, {iov_base="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., iov_len=4194304}], msg_iovlen=2, msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[0]}], msg_controllen=24, msg_flags=0}, 0) = NUMBER
wait|wait4(PID, [{WIFEXITED(s) && WEXITSTATUS(s) == 3}], 0, NULL) = NUMBER
fcntl|fcntl(3, F_SETLKW, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=0, l_len=10}) = 0
sigtimedwait|rt_sigtimedwait([USR1], NULL, {tv_sec=1000, tv_nsec=0}, 8) = 10 (SIGUSR1)
sigsuspend|rt_sigsuspend([USR2], 8) = ? ERESTARTNOHAND (To be restarted if no handler)
read|read(0, "a", 8) = 1
EOT
}

# Those that strace does not restart under another name, nor ends early: what writev has written so far.
beside_strace()
{
	if ! command -v strace > /dev/null; then
		skip "attach: beside strace" "strace is not installed"
		return
	fi
	for mode in select open recvfrom wait fcntl sigsuspend read; do
		wait_in "$mode"
		attach "$dir/strace" strace
		end_of "$mode"
		wait_until 20 is_gone "$tracer"
		first "$dir/strace" > "$dir/wanted"
		wait_in "$mode"
		attach "$dir/lines" "$pa" strace
		end_of "$mode"
		wait_until 20 is_gone "$tracer"
		first "$dir/lines" > "$dir/got"
		same "attach: as strace has it, $mode" "$dir/wanted" "$dir/got"
	done
}

# What descriptors stand for, as a call has them that is made later.
descriptors()
{
	while IFS='|' read -r mode wanted; do
		wait_in "$mode"
		attach "$dir/lines" "$pa" strace -yy
		end_of "$mode"
		ended "attach: -yy, $mode"
		# 5.10 has no name of its own for streams
		first "$dir/lines" | sed -E 's/<UNIX(-STREAM)?:\[[0-9]+(->[0-9]+)?\]/<UNIX-STREAM:[INO]/g' > "$dir/got"
		echo "$wanted" > "$dir/wanted"
		same "attach: -yy, what descriptors stand for, $mode" "$dir/wanted" "$dir/got"
	done << EOT
read|read(0<DIR/fifo>, "a", 8) = 1
poll|poll([{fd=0<DIR/fifo>, events=POLLIN}, {fd=-1}], 2, 100000) = 1 ([{fd=0, revents=POLLIN}])
select|pselect6(1, [0<DIR/fifo>], [], NULL, NULL, NULL) = 1 (in [0])
epoll|epoll_wait(3<anon_inode:[eventpoll]>, [{events=EPOLLIN, data={u32=7, u64=7}}], 4, 100000) = 1
open|openat(AT_FDCWD<$(pwd)>, "DIR/other_end", O_RDONLY) = 3<DIR/other_end>
recvfrom|recvfrom(3<UNIX-STREAM:[INO]>, ADDR, 100, 0, ADDR, [110]) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)
sendmsg|sendmsg(3<UNIX-STREAM:[INO]>, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="hello ", iov_len=6}, {iov_base="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., iov_len=4194304}], msg_iovlen=2, msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[0<DIR/fifo>]}], msg_controllen=24, msg_flags=0}, 0) = NUMBER
EOT
	mode="read"
	wait_in read
	trace_to_end --format=json -y -e read
	equal "attach: -y, each descriptor is there once" 1 "$(grep -c '"fds":\[{"fd":0,[^{]*}\]' "$dir/trace")"
}

# trace_to_end OPTION...: a trace of $waiting, which ends with it
trace_to_end()
{
	trace_bg "$dir/trace" "$@" -v -p "$waiting"
	# CAP_BPF alone is what it keeps once it is attached
	wait_until 20 grep -qs '^CapEff:.0*8000000000$' "/proc/$tracer/status"
	end_of "$mode"
	ended "attach: a trace ends with it, $*"
}

# It counts, is filtered and summed up as all calls are.
counted()
{
	mode="select"
	wait_in "$mode"
	trace_to_end -e select,pselect6
	equal "attach: it is in the ledger" "1 1 0" \
		"$(ledger "$dir/trace.messages" shown) $(calls "$dir/trace" | grep -c '= 1$') $(ledger "$dir/trace.messages" lost)"
	# The sets that it was given, not what the call has left of them.
	expect "attach: what the call changes is shown as it was" "$dir/trace" 'select6?\(n: 1, inp: \[0\], outp: \[\]\) .*= 1$'
	mode="read"
	wait_in "$mode"
	trace_to_end -s
	expect "attach: a summary has it" "$dir/trace" '^ *read +1 +0 +[1-9]'
	for filter in '--failure' '--duration 100000' '--fd 5' '-e !read'; do
		wait_in "$mode"
		# shellcheck disable=SC2086
		trace_to_end $filter
		refuse "attach: it can be filtered, $filter" "$dir/trace" 'read\('
	done
	for filter in '--max-events 1' '-z' '--fd 0' "-P $dir/fifo" '--duration 1'; do
		wait_in "$mode"
		# shellcheck disable=SC2086
		trace_to_end $filter -e read
		expect "attach: or not, $filter" "$dir/trace" 'read\(fd: 0, buf: "a", count: 8\) += 1$'
	done
	wait_in "$mode"
	trace_to_end --format=json -e read
	expect "attach: JSON says that it began before" "$dir/trace" '"buf":"a","count":8},"began_before":true,"ret":1,'
}

# Threads that end the call that they are in, and begin others, while they are attached to: none has another one's data,
# none is shown twice.
storm()
{
	"$work" busy < /dev/null 8<&- &
	waiting=$!
	started="$started $waiting"
	wait_until 10 sh -c "ls /proc/$waiting/task | wc -l | grep -q 51"
	trace_bg "$dir/trace" -v --format=strace -m 32M -p "$waiting"
	wait_until 20 sh -c "wc -l < '$dir/trace' | grep -q '[0-9]\{4\}'"
	stop "$tracer"
	kill -KILL "$waiting"
	wait "$waiting" 2> /dev/null
	refuse "attach: a storm: no call without an end" "$dir/trace" 'resumed>\) += \?$'
	equal "attach: a storm: each has its own data, and its line" "" \
		"$(sed -nE 's/^([0-9]+) +nanosleep\(.*tv_nsec=([0-9]+).*/\1 \2/p' "$dir/trace" |
			awk '($1 in last) && $2 <= last[$1] { print; exit } { last[$1] = $2 }')"
	refuse "attach: a storm: the ledger closes" "$dir/trace.messages" 'does not close'
}

# 32-bit calls that come through another one, or have their arguments in memory: told by their own names.
unfolded()
{
	if ! has_int80 || ! int80 32 waits "$dir/waits" > /dev/null 2>&1; then
		skip "attach: 32-bit calls that come through others" "no 32-bit program can be built, or runs here"
		return
	fi
	while IFS='|' read -r mode number wanted; do
		"$dir/waits" "$mode" 8<&- &
		waiting=$!
		started="$started $waiting"
		wait_until 10 in_call "$number"
		trace_bg "$dir/trace" -v --format=perf -p "$waiting"
		wait_until 20 grep -qs '\.\.\.$' "$dir/trace"
		kill -USR1 "$waiting"
		wait "$waiting"
		ended "attach: a trace of a 32-bit $mode ends with it"
		sed -E 's/.*: waits.[0-9]+ +//; s/0x[0-9a-f]{6,}/ADDR/; s/(msqid: )[0-9]+/\1ID/; s/\) += .*/) =/; 2q' "$dir/trace" > "$dir/got"
		printf '%s\n' "$wanted ..." "... [continued]: $wanted =" > "$dir/wanted"
		same "attach: a 32-bit $mode is told by its name" "$dir/wanted" "$dir/got"
	done << 'EOT'
recv|102|recv@32(fd: 3, ubuf: ADDR, size: 16, flags: WAITALL)
select|82|select@32(tvp: { .tv_sec: 1000, .tv_usec: 5 })
msgrcv|117|msgrcv@32(msqid: ID, msgp: ADDR, msgsz: 12, msgtyp: 7)
EOT
}

# What looks at calls before we do may hold one up, which then has an entry after it was told: where another tracer has
# the tracepoint on, so that all calls pass it.
held_up()
{
	trace_bg "$dir/other" -e getppid -p $$
	other=$tracer
	wait_in listened
	trace_bg "$dir/trace" -v --format=json -e rmdir,wait4 -p "$waiting"
	wait_until 20 grep -qs waiting "$dir/trace"
	end_of listened
	ended "attach: a call that a listener of seccomp holds up: a trace ends with it"
	stop "$other"
	sed -nE 's/.*"ts_ns":([0-9]+),.*"rmdir".*"began_before":true,("waiting"|"ret").*/\1/p' "$dir/trace" > "$dir/times"
	equal "attach: it is told, and ends: the same call" '2 1' "$(wc -l < "$dir/times") $(sort -u "$dir/times" | wc -l)"
	expect "attach: what comes after it has not been told before" "$dir/trace" '"wait4".*"ru":null},"ret"'
}

# A call whose thread is stopped is over, and the next one is another.
stopped()
{
	"$work" stopped < /dev/null 8<&- &
	waiting=$!
	started="$started $waiting"
	wait_until 10 grep -q '^State:.T' "/proc/$waiting/status"
	trace_bg "$dir/trace" -v --format=json -p "$waiting"
	# CAP_BPF alone is what it keeps once it is attached
	wait_until 20 grep -qs '^CapEff:.0*8000000000$' "/proc/$tracer/status"
	kill -CONT "$waiting"
	ended "attach: a trace of a stopped process ends with it"
	wait "$waiting"
	equal "attach: what a stopped process called is over" getppid "$(sed -n '1s/.*"syscall":"\([a-z]*\)".*/\1/p' "$dir/trace")"
	refuse "attach: what it calls then has not begun before" "$dir/trace" 'began_before'
}

# So is that of one whose control group is frozen, which is begun anew under another name.
frozen()
{
	point=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
	group=$point/aug-$$
	if [ -z "$point" ] || ! mkdir "$group" 2> /dev/null; then
		skip "attach: a frozen process" "no cgroup can be made here"
		return
	fi
	wait_in naps
	echo "$waiting" > "$group/cgroup.procs"
	echo 1 > "$group/cgroup.freeze"
	wait_until 10 grep -q 'frozen 1' "$group/cgroup.events"
	trace_bg "$dir/trace" -v --format=json -e nanosleep -p "$waiting"
	wait_until 20 grep -qs '^CapEff:.0*8000000000$' "/proc/$tracer/status"
	echo 0 > "$group/cgroup.freeze"
	ended "attach: a trace of a frozen process ends with it"
	wait "$waiting"
	rmdir "$group"
	equal "attach: what a frozen process called is over, and the next call is another" '1 0' \
		"$(grep -c '"tv_nsec":1000000}.*"ret":0' "$dir/trace") $(grep -c -e began_before -e '"tv_sec":2' "$dir/trace")"
}

# The end of an execve that was told is not seen; the next one of that thread is another call.
executes()
{
	wait_in execve
	if ! in_call 59; then
		skip "attach: an execve that waits" "userfaultfd of the kernel's faults is not there"
		kill "$waiting" 2> /dev/null
		return
	fi
	trace_bg "$dir/trace" -v --format=json -e execve -p "$waiting"
	wait_until 20 grep -qs waiting "$dir/trace"
	end_of execve
	ended "attach: a trace of one that executes a program ends with it"
	equal "attach: an execve that is told is not the next one" '1 1 0' \
		"$(grep -c '"filename":"/bin/sh".*"waiting":true' "$dir/trace") \
$(grep -c '"filename":"/bin/true".*"ret":0' "$dir/trace") $(grep -c '"filename":"/bin/true".*began_before' "$dir/trace")"
}

# shellcheck disable=SC2317 # by wait_until
is_asleep()
{
	grep -q '^230 ' "/proc/$1/syscall" # clock_nanosleep
}

# Nor what a process waits for that is never to be traced.
filtered()
{
	sleep 1000 &
	sleeper=$!
	wait_until 10 is_asleep "$sleeper"
	for target in "-p $sleeper" "-t $sleeper"; do
		# shellcheck disable=SC2086 # words
		"$pa" trace $target --filter-pids "$sleeper" -o "$dir/lines" -- sleep 0.1 2> "$dir/messages"
		equal "attach: ${target% *}: --filter-pids holds for what it waits in" 0 "$(grep -c 'clock_nanosleep.*1000' "$dir/lines")"
	done
	kill "$sleeper"
}

# Who makes calls while the others are added is known as a stranger by then, and is ours from its turn on.
added_late()
{
	targets=
	for _ in $(seq 100); do
		sleep 1000 &
		targets="$targets$!,"
	done
	# Those that still start would make calls, too.
	for pid in $(echo "$targets" | tr , ' '); do
		wait_until 10 is_asleep "$pid"
	done
	sh -c 'while :; do read -r line < /etc/hostname; done' &
	busy=$!
	timeout 20 "$pa" trace -p "$targets$busy" -e openat --max-events 3 -o "$dir/lines" 2> "$dir/messages"
	equal "attach: the last of many, which makes calls meanwhile" 3 "$(grep -c "/$busy openat(" "$dir/lines")"
	# shellcheck disable=SC2046 # words
	kill "$busy" $(echo "$targets" | tr , ' ')
}

# A new task, and a command that waits for its start, have not called what they return from.
not_called()
{
	"$pa" trace --format=strace -o "$dir/lines" -- sh -c '(exit 0); (exit 0)' 2> "$dir/messages"
	equal "attach: the command's own wait for its start is not shown" execve \
		"$(sed -n '1s/^[0-9]* *\([a-z]*\)(.*/\1/p' "$dir/lines")"
	refuse "attach: children do not begin with a fork" "$dir/lines" '(fork|clone3?)\(.*= 0$'
}

whole
beside_strace
descriptors
counted
storm
unfolded
held_up
stopped
frozen
executes
filtered
added_late
not_called
exec 8<&-
finish
