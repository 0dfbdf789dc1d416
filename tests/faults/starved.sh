#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Without room, readers, descriptors, tracefs or /proc: what is lost is counted, what cannot be done is
# said by its true cause, and nothing hangs. Mounts are changed in name spaces of our own.
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

# A file system of 64 KiB, gone with its name space; what is in it is copied to $dir/kept.
full_disk()
{
	mkdir -p "$dir/small"
	rm -rf "$dir/kept"
	unshare -m sh -c "
		mount -t tmpfs -o size=64k none $dir/small || exit 77
		$1
		status=\$?
		cp -r $dir/small $dir/kept
		exit \$status" > "$dir/result" 2> "$dir/status_out"
	got=$?
}

disk()
{
	if ! unshare -m true 2> /dev/null; then
		skip "starved: a disk that fills up" "unshare -m is not possible here"
		return
	fi
	full_disk "$pa strace -f -e trace=getppid -o $dir/small/trace $work burst 20000"
	equal "starved: strace, full disk: status 1" 1 $got
	expect "starved: strace, full disk: it is said" "$dir/status_out" 'No space left on device'
	equal "starved: strace, full disk: the command's result is its own" "getppid 20000 0" "$(cat "$dir/result")"
	full_disk "$pa strace -ff -e trace=getppid -o $dir/small/trace $work burst 20000"
	equal "starved: strace -ff, full disk: status 1" 1 $got
	expect "starved: strace -ff, full disk: it is said" "$dir/status_out" 'No space left on device'
	equal "starved: strace -ff, full disk: the command's result is its own" "getppid 20000 0" \
		"$(cat "$dir/result")"
	full_disk "$pa record -a -e cpu-clock -F 4000 -g -o $dir/small/perf.data -- $work burst 2000000"
	equal "starved: record, full disk: status 1" 1 $got
	expect "starved: record, full disk: it is said" "$dir/status_out" 'No space left on device'
	full_disk "$pa dump-map -o $dir/small/map --json id $large"
	equal "starved: dump-map, full disk: status 1" 1 $got
	expect "starved: dump-map, full disk: it is said" "$dir/status_out" 'No space left on device'
	full_disk "$pa dump-map --watch=0.1 -o $dir/small/map id $large"
	equal "starved: dump-map --watch, full disk: it ends with status 1" 1 $got
}

# broken NAME ARGUMENT...: the reader of standard output goes away after a line
broken()
{
	name=$1
	shift
	(
		timeout 60 "$pa" "$@" 2> "$dir/status_out"
		echo $? > "$dir/status"
	) | head -n 1 > "$dir/line"
	equal "starved: $name, broken pipe: status 1" 1 "$(cat "$dir/status")"
}

pipes()
{
	broken "trace" trace -o /dev/stdout -e getppid -- sh -c "exec $work burst 200000 > /dev/null"
	broken "strace" strace -o /dev/stdout -e trace=getppid sh -c "exec $work burst 200000 > /dev/null"
	broken "dump-map" dump-map id "$large"
	broken "dump-map --watch" dump-map --watch=0.05 id "$large"
	(
		timeout 60 "$pa" record -a -e cpu-clock -o - -- "$work" burst 1000000 2> "$dir/status_out"
		echo $? > "$dir/status"
	) | head -c 100 > "$dir/line"
	equal "starved: record -o -, broken pipe: status 1" 1 "$(cat "$dir/status")"
	expect "starved: record -o -, broken pipe: it is said" "$dir/status_out" 'reader of our output is gone'
}

descriptors()
{
	for nr in 5 8 12 16 20 30; do
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
	done
	(
		# shellcheck disable=SC3045
		ulimit -S -n 20
		"$pa" trace -o "$dir/trace" -- sh -c "ulimit -n > $dir/limit"
	) 2> "$dir/messages"
	equal "starved: a soft limit is raised, to the hard one" 0 $?
	equal "starved: the command keeps its own" 20 "$(cat "$dir/limit")"
}

# without NAME MOUNTS ARGUMENT...: in a name space where MOUNTS was done
without()
{
	name=$1 mounts=$2
	shift 2
	unshare -m sh -c "$mounts || exit 77; shift; exec timeout 60 \"\$@\"" sh - "$@" \
		> "$dir/result" 2> "$dir/status_out"
	got=$?
}

mounts()
{
	if ! unshare -m true 2> /dev/null; then
		skip "starved: no tracefs, no /proc" "unshare -m is not possible here"
		return
	fi
	# Something empty over them: nothing is unmounted, here or elsewhere.
	no_tracefs="mount -t tmpfs none /sys/kernel/tracing && { [ ! -d /sys/kernel/debug/tracing ] || mount -t tmpfs none /sys/kernel/debug; }"
	without "tracefs" "$no_tracefs" "$pa" trace -v -e getppid -o "$dir/trace" -- "$work" burst 1000
	equal "starved: no tracefs: trace works" 0 $got
	closes "starved: no tracefs" "$dir/status_out"
	equal "starved: no tracefs: all is shown" 1000 "$l_shown"
	without "tracefs" "$no_tracefs" "$pa" record -e cpu-clock -o "$dir/perf.data" -- "$work" burst 100000
	equal "starved: no tracefs: record works" 0 $got
	without "tracefs" "$no_tracefs" "$pa" record -e syscalls:sys_enter_openat -o "$dir/perf.data" -- true
	if [ $got -eq 0 ]; then
		fail "starved: no tracefs: a tracepoint cannot be recorded"
	else
		expect "starved: no tracefs: why a tracepoint cannot be recorded" "$dir/status_out" 'tracefs'
	fi
	no_proc="mount -t tmpfs none /proc"
	for args in "trace -o $dir/trace -- $work burst 1000" "strace -o $dir/trace $work burst 1000"; do
		# shellcheck disable=SC2086
		without "/proc" "$no_proc" "$pa" $args
		equal "starved: no /proc: ${args%% *}: works" 0 $got
		equal "starved: no /proc: ${args%% *}: the command's result is its own" "getppid 1000 0" \
			"$(cat "$dir/result")"
	done
	without "/proc" "$no_proc" "$pa" record -e cpu-clock -o "$dir/perf.data" -- true
	equal "starved: no /proc: record: status 1" 1 $got
	expect "starved: no /proc: record: it is said why" "$dir/status_out" '/proc'
	for args in "trace -a -o $dir/trace -- true" "trace -p $$" "dump-map" "doctor" "progs --loaded"; do
		# shellcheck disable=SC2086
		without "/proc" "$no_proc" "$pa" $args
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

# The owner of a map ends: what we hold of it stays readable, and a watch of maps that come and go ends
# when it is told to.
unloaded()
{
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
disk
pipes
descriptors
mounts
unloaded
exec 9>&-
finish
