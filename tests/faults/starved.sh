#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Without room, readers, descriptors, /proc, tracefs from the start, or tracefs once it is under way: what is lost is
# counted, what cannot be done is said by its true cause, and nothing hangs. Mounts are changed in name spaces of our own.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

# in_limits N COMMAND...: with so many descriptors
in_limits()
{
	limit=$1
	shift
	(
		# shellcheck disable=SC3045 # dash and bash have it
		ulimit -n "$limit" || exit 77
		exec timeout 60 "$@"
	) > "$dir/status_out" 2>&1
	got=$?
}

# full_disk NAME COMMAND [SIZE]: on a file system of 64 KiB, gone with its name space; what is in it is copied to
# $dir/kept. The command ends with status 1, says why, and nothing of it is left.
full_disk()
{
	mkdir -p "$dir/small"
	rm -rf "$dir/kept"
	before
	unshare -m sh -c "
		mount -t tmpfs -o size=${3:-64k} none $dir/small || exit 77
		$2
		status=\$?
		cp -r $dir/small $dir/kept
		exit \$status" > "$dir/result" 2> "$dir/status_out"
	equal "starved: $1, full disk: status 1" 1 $?
	expect "starved: $1, full disk: it is said" "$dir/status_out" 'No space left on device'
	after "starved: $1, full disk"
}

# its_own NAME WANTED: what the command printed
its_own()
{
	equal "starved: $1: the command's result is its own" "$2" "$(cat "$dir/result")"
}

# told_to_end NAME: a command that outlives its recording gets SIGTERM, as from stock perf
told_to_end()
{
	equal "starved: $1: the command is told to end" '' "$(cat "$dir/result")"
}

disk()
{
	if ! unshare -m true 2> /dev/null; then
		skip "starved: a disk that fills up" "unshare -m is not possible here"
		return
	fi
	for format in perf json strace; do
		name="trace --format=$format, full disk"
		full_disk "trace --format=$format" \
			"$pa trace -v --format=$format -e getppid -o $dir/small/trace -- $work burst 20000"
		its_own "$name" "getppid 20000 0"
		closes "starved: $name" "$dir/status_out"
		# A call that waits has two lines; the file's last one is there in part.
		unwritten=$(sed -n 's/.*LOST: \([0-9]*\) lines not written.*/\1/p' "$dir/status_out")
		written=$(wc -l < "$dir/kept/trace")
		if [ "${l_shown:-0}" -gt 0 ] && [ "$written" -ge "$l_shown" ] &&
			[ "${unwritten:-0}" -gt 0 ] && [ $((written + unwritten)) -ge $((l_shown + l_lost)) ]; then
			pass "starved: $name: a call that was shown is in the file, or counted as not written"
		else
			fail "starved: $name: a call that was shown is in the file, or counted as not written" "$dir/status_out"
			echo "# $written lines in the file"
		fi
	done
	full_disk strace "$pa strace -f -e trace=getppid -o $dir/small/trace $work burst 20000"
	its_own "strace, full disk" "getppid 20000 0"
	full_disk "strace -ff" "$pa strace -ff -e trace=getppid -o $dir/small/trace $work burst 20000"
	its_own "strace -ff, full disk" "getppid 20000 0"
	# What is there when it begins takes more than 64 KiB.
	full_disk record "$pa record -a -e cpu-clock -F 4000 -g -o $dir/small/perf.data -- $work burst 100000000" 2m
	told_to_end "record, full disk"
	refuse "starved: record, full disk: it had begun" "$dir/status_out" 'cannot be begun'
	"$pa" dump --only HEADER "$dir/kept/perf.data" > "$dir/dump" 2> "$dir/messages"
	equal "starved: record, full disk: what is there can be read" 0 $?
	full_disk dump-map "$pa dump-map -o $dir/small/map --json id $large"
	full_disk "dump-map --watch" "$pa dump-map --watch=0.1 -o $dir/small/map id $large"
}

# broken NAME LINES ARGUMENT...: the reader of standard output goes away after so many lines
broken()
{
	name=$1 lines=$2
	shift 2
	before
	rm -f "$dir/result"
	(
		timeout 60 "$pa" "$@" 2> "$dir/status_out"
		echo $? > "$dir/status"
	) | head -n "$lines" > "$dir/line"
	equal "starved: $name, broken pipe: status 1" 1 "$(cat "$dir/status")"
	equal "starved: $name, broken pipe: the reader had its lines" "$lines" "$(wc -l < "$dir/line")"
	after "starved: $name, broken pipe"
}

pipes()
{
	burst="exec $work burst 200000 > $dir/result"
	for format in perf json strace; do
		broken "trace --format=$format" 1 trace -v --format=$format -o /dev/stdout -e getppid -- sh -c "$burst"
		its_own "trace --format=$format, broken pipe" "getppid 200000 0"
		closes "starved: trace --format=$format, broken pipe" "$dir/status_out"
	done
	broken strace 1 strace -o /dev/stdout -e trace=getppid sh -c "$burst"
	its_own "strace, broken pipe" "getppid 200000 0"
	broken dump-map 1 dump-map id "$large"
	broken "dump-map --watch" 1 dump-map --watch=0.05 id "$large"
	before
	(
		timeout 60 "$pa" record -a -e cpu-clock -o - -- sh -c "exec $work burst 100000000 > $dir/result" \
			2> "$dir/status_out"
		echo $? > "$dir/status"
	) | head -c 100 > "$dir/line"
	equal "starved: record -o -, broken pipe: status 1" 1 "$(cat "$dir/status")"
	expect "starved: record -o -, broken pipe: it is said" "$dir/status_out" 'reader of our output is gone'
	told_to_end "record -o -, broken pipe"
	after "starved: record -o -, broken pipe"
}

descriptors()
{
	for nr in 5 8 12 16 20 30; do
		before
		in_limits $nr "$pa" trace -o "$dir/trace" -- true
		case $got in
		1 | 126) expect "starved: trace with $nr descriptors: the cause is named" "$dir/status_out" \
			'(file descriptors|Too many open files)' ;;
		*) fail "starved: trace with $nr descriptors: status 1 or 126" "$dir/status_out" ;;
		esac
		refuse "starved: trace with $nr descriptors: the verifier is not blamed" "$dir/status_out" 'verifier'
		in_limits $nr "$pa" record -o "$dir/perf.data" -- true
		case $got in
		0) pass "starved: record with $nr descriptors works" ;;
		*) expect "starved: record with $nr descriptors: the cause is named" "$dir/status_out" \
			'[Tt]oo many open files' ;;
		esac
		after "starved: $nr descriptors"
	done
	before
	(
		# shellcheck disable=SC3045
		ulimit -S -n 20
		"$pa" trace -v -e getppid -o "$dir/trace" -- sh -c "ulimit -n > $dir/limit; exec $work burst 1000"
	) > "$dir/result" 2> "$dir/messages"
	equal "starved: a soft limit is raised, to the hard one" 0 $?
	equal "starved: the command keeps its own" 20 "$(cat "$dir/limit")"
	its_own "a soft limit" "getppid 1000 0"
	closes "starved: a soft limit" "$dir/messages"
	after "starved: a soft limit"
}

# without NAME MOUNTS ARGUMENT...: in a name space where MOUNTS was done; sets $got, and nothing is left
without()
{
	name=$1 mounts=$2
	shift 2
	before
	unshare -m sh -c "$mounts || exit 77; shift; exec timeout 60 \"\$@\"" sh - "$@" \
		> "$dir/result" 2> "$dir/status_out"
	got=$?
	after "starved: no $name"
}

mounts()
{
	if ! unshare -m true 2> /dev/null; then
		skip "starved: no tracefs, no /proc" "unshare -m is not possible here"
		return
	fi
	# Something empty over them: nothing is unmounted, here or elsewhere.
	no_tracefs="mount -t tmpfs none /sys/kernel/tracing && { [ ! -d /sys/kernel/debug/tracing ] || mount -t tmpfs none /sys/kernel/debug; }"
	without "tracefs: trace" "$no_tracefs" "$pa" trace -v -e getppid -o "$dir/trace" -- "$work" burst 1000
	equal "starved: no tracefs: trace works" 0 $got
	closes "starved: no tracefs" "$dir/status_out"
	equal "starved: no tracefs: all is shown" 1000 "$l_shown"
	its_own "no tracefs: trace" "getppid 1000 0"
	without "tracefs: record" "$no_tracefs" "$pa" record -e cpu-clock -o "$dir/perf.data" -- "$work" burst 100000
	equal "starved: no tracefs: record works" 0 $got
	its_own "no tracefs: record" "getppid 100000 0"
	for args in "record -e syscalls:sys_enter_openat -o $dir/perf.data -- true" "trace -e sched:sched_switch -- true"; do
		# shellcheck disable=SC2086
		without "tracefs: ${args%% -o*}" "$no_tracefs" "$pa" $args
		if [ $got -eq 0 ]; then
			fail "starved: no tracefs: ${args%% -e*}: a tracepoint cannot be had"
		else
			expect "starved: no tracefs: ${args%% -e*}: why a tracepoint cannot be had" "$dir/status_out" 'tracefs'
		fi
	done
	no_proc="mount -t tmpfs none /proc"
	without "/proc: trace" "$no_proc" "$pa" trace -v -e getppid -o "$dir/trace" -- "$work" burst 1000
	equal "starved: no /proc: trace: works" 0 $got
	its_own "no /proc: trace" "getppid 1000 0"
	closes "starved: no /proc" "$dir/status_out"
	equal "starved: no /proc: all is shown" 1000 "$l_shown"
	without "/proc: strace" "$no_proc" "$pa" strace -o "$dir/trace" "$work" burst 1000
	equal "starved: no /proc: strace: works" 0 $got
	its_own "no /proc: strace" "getppid 1000 0"
	equal "starved: no /proc: strace shows all" 1000 "$(grep -c '^getppid()' "$dir/trace")"
	without "/proc: record" "$no_proc" "$pa" record -e cpu-clock -o "$dir/perf.data" -- true
	equal "starved: no /proc: record: status 1" 1 $got
	expect "starved: no /proc: record: it is said why" "$dir/status_out" '/proc'
	for args in "trace -a -o $dir/trace -- true" "trace -p $$" "dump-map" "doctor" "progs --loaded"; do
		# shellcheck disable=SC2086
		without "/proc: ${args%% -o*}" "$no_proc" "$pa" $args
		if [ $got -gt 3 ]; then
			fail "starved: no /proc: ${args%% -o*}: it ends by itself" "$dir/status_out"
			echo "# status $got"
		elif [ $got -eq 1 ] && [ "$args" != doctor ] && [ ! -s "$dir/status_out" ]; then
			fail "starved: no /proc: ${args%% -o*}: it is said why"
		else
			pass "starved: no /proc: ${args%% -o*}: it ends by itself, status $got"
		fi
	done
}

# goes_away NAME ARGUMENT...: the mounts of tracefs go while it runs, in a name space of its own. Its command says
# when it has begun, waits until they are gone, and makes its calls then.
goes_away()
{
	name=$1
	shift
	rm -f "$dir/begun" "$dir/gone"
	before
	# shellcheck disable=SC2016
	unshare -m sh -c '
		dir=$1 work=$2
		shift 2
		timeout 120 "$@" -- sh -c "
			echo > $dir/begun
			while [ ! -e $dir/gone ]; do sleep 0.1; done
			exec $work burst 1000" &
		while [ ! -e "$dir/begun" ] && kill -0 $!; do sleep 0.1; done
		for child in $(cat /proc/$!/task/*/children); do
			cat "/proc/$child/fdinfo/"*
		done | sed -n "s/^prog_id:[[:space:]]*//p" | sort -u > "$dir/ids"
		while umount -l /sys/kernel/debug/tracing || umount -l /sys/kernel/debug || umount -l /sys/kernel/tracing; do :; done 2> /dev/null
		[ ! -e /sys/kernel/tracing/events ] && [ ! -e /sys/kernel/debug/tracing/events ] || exit 77
		echo > "$dir/gone"
		wait $!' sh "$dir" "$work" "$@" > "$dir/result" 2> "$dir/status_out"
	got=$?
	case $got in
	0) pass "starved: tracefs goes away: $name: it goes on" ;;
	1) expect "starved: tracefs goes away: $name: it is said why it ends" "$dir/status_out" '^perf-augment: .*tracefs' ;;
	*)
		fail "starved: tracefs goes away: $name: it goes on, or says why not" "$dir/status_out"
		echo "# status $got"
		;;
	esac
	its_own "tracefs goes away: $name" "getppid 1000 0"
	after "starved: tracefs goes away: $name"
	equal "starved: tracefs goes away: $name: no event of ours is left in it" '' \
		"$(grep -s perf_bpf_probe /sys/kernel/tracing/kprobe_events /sys/kernel/tracing/uprobe_events)"
}

# traced_on ARGUMENT...: a trace beside which tracefs goes away; its ledger closes
traced_on()
{
	name=$1
	shift
	goes_away "$name" "$pa" trace -v -o "$dir/trace" "$@"
	# shellcheck disable=SC2046
	loaded "starved: tracefs goes away: $name" $(cat "$dir/ids")
	[ $got != 0 ] || closes "starved: tracefs goes away: $name" "$dir/status_out"
}

# of_work: calls of the command in the trace, without those of the shell that waits
of_work()
{
	grep -c ' work_calls/.* getppid()' "$dir/trace"
}

tracefs_goes()
{
	if ! unshare -m true 2> /dev/null; then
		skip "starved: tracefs goes away" "unshare -m is not possible here"
		return
	fi
	if [ ! -e /sys/kernel/tracing/events/sched/sched_switch ]; then
		skip "starved: tracefs goes away" "tracefs is not mounted at /sys/kernel/tracing"
		return
	fi
	traced_on "trace" -e getppid
	[ $got != 0 ] || equal "starved: tracefs goes away: trace: all is shown" 1000 "$(of_work)"
	traced_on "trace of a tracepoint" -e getppid,sched:sched_process_exec,sched:sched_process_fork
	[ $got != 0 ] || expect "starved: tracefs goes away: the tracepoint is told of" "$dir/trace" 'sched:sched_process_exec\('
	[ $got != 0 ] || equal "starved: tracefs goes away: and all calls" 1000 "$(of_work)"
	if [ -e /sys/kernel/tracing/kprobe_events ] && [ -e "$BUILD/tests/objects/5sec.o" ]; then
		traced_on "trace of a kernel function" -e "$BUILD/tests/objects/5sec.o,getppid"
		refuse "starved: tracefs goes away: nothing stays behind" "$dir/status_out" 'stays behind'
	else
		skip "starved: tracefs goes away: trace of a kernel function" "there are no kprobes, or no object was compiled for them"
	fi
	goes_away "record of a tracepoint" "$pa" record -e syscalls:sys_enter_getppid -o "$dir/perf.data"
	[ $got != 0 ] || equal "starved: tracefs goes away: record: all calls are in the recording" 1000 \
		"$("$pa" report --no-children -n -s comm -i "$dir/perf.data" | awk '$NF == "work_calls" { print $2 }')"
}

# The owner of a map ends: what we hold of it stays readable, and a watch of maps that come and go ends
# when it is told to.
unloaded()
{
	before
	"$pa" dump-map --watch=0.1 id "$large" > "$dir/watched" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 20 test -s "$dir/watched"
	kill -KILL "$helper"
	wait "$helper" 2> /dev/null
	sleep 0.5 # some more looks at it
	if is_gone "$tracer"; then
		fail "starved: a watch outlives the map's owner" "$dir/messages"
	else
		pass "starved: a watch outlives the map's owner"
	fi
	kill -TERM "$tracer"
	wait "$tracer"
	equal "starved: the watch ends well" 0 $?
	after "starved: a watch whose map's owner ends"
	map_is_gone()
	{
		! bpftool map show id "$large" > /dev/null 2>&1
	}
	if wait_until 20 map_is_gone; then
		pass "starved: and lets go of the map"
	else
		fail "starved: and lets go of the map"
	fi
	status "starved: a map that is gone is said to be" 1 "$pa" dump-map id "$large"
	expect "starved: with its number" "$dir/status_out" "^perf-augment: .*$large"
	before
	"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" gone > "$dir/ready2" 2>&1 < "$dir/hold2" &
	helper=$! started="$started $!"
	exec 8> "$dir/hold2"
	wait_until 20 grep -qs ready "$dir/ready2"
	for _ in 1 2 3 4 5 6 7 8; do
		timeout 60 "$pa" dump-map > "$dir/out" 2> "$dir/messages" || echo "# status $?"
	done
	equal "starved: lists of maps that come and go end well" 0 "$(grep -c '^# status' "$dir/out")"
	exec 8>&-
	wait "$helper"
	equal "starved: the owner of maps that come and go ends as it would" 0 $?
	after "starved: lists of maps that come and go"
}

work work_calls
need_cmd "starved" bpftool
need_file "starved: dump_maps is built" "$BUILD/tests/live/dump_maps"
mkfifo "$dir/hold" "$dir/hold2"
"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" large hash 20000 < "$dir/hold" > "$dir/ready" 2>&1 &
helper=$! started="$started $!"
exec 9> "$dir/hold"
wait_until 20 grep -qs ready "$dir/ready"
"$pa" dump-map > "$dir/maps" 2> "$dir/messages"
large=$(awk -v pid="dump_maps($helper)" 'index($0, pid) && $3 == "dmt_count" { print $1; exit }' "$dir/maps")
[ -n "$large" ] || fail "starved: there is a large map" "$dir/maps"
disk
pipes
descriptors
mounts
tracefs_goes
unloaded
exec 9>&-
finish
