#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Killed and stopped at random points of their lives: trace, strace, record, dump-map --watch, progs
# --live. Nothing stays attached, what they traced ends as it would, and the next one works.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

need_cmd "killed" bpftool
need_file "killed: dump_maps is built" "$BUILD/tests/live/dump_maps"

# random LIMIT: a number below it
random()
{
	echo $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}

# wait_random: up to half a second: before, while and after programs are attached
wait_random()
{
	sleep "0.$(printf '%03d' "$(random 500)")"
}

start()
{
	"$pa" "$@" > "$dir/out" 2> "$dir/messages" &
	tracer=$! started="$started $!"
}

# shellcheck disable=SC2317 # by wait_until
at_work()
{
	[ -n "$(programs "$tracer")" ] || [ -s "$dir/out" ]
}

# killed NAME ARGUMENT...: SIGKILL, several times
killed()
{
	name="killed: $1"
	shift
	ids='' calm=1
	before
	for i in 1 2 3 4 5 6; do
		start "$@"
		# Once surely while it is at work; a watch needs no programs.
		[ "$i" != 1 ] || wait_until 60 at_work
		wait_random
		ids="$ids $(programs "$tracer")"
		kill -KILL "$tracer"
		wait "$tracer" 2> /dev/null
		[ $? = 137 ] || calm=0
	done
	equal "$name: each was killed while it ran" 1 $calm
	# shellcheck disable=SC2086
	[ "$1" = dump-map ] || loaded "$name" $ids
	after "$name"
}

# A command goes on to its end, with its own result, whenever its tracer dies. One that was not begun
# is not begun then: it must not run unseen.
command_survives()
{
	good=0 ids=
	before
	for i in 1 2 3 4 5 6 7 8; do
		rm -f "$dir/begun" "$dir/ended"
		# Once it is at work for long, so that its programs are there when they are looked for.
		turns=5 && [ "$i" = 1 ] && turns=300
		start "$@" -- sh -c "echo > $dir/begun; for i in $(seq -s " " $turns); do $work burst 2000; done > $dir/result; echo > $dir/ended"
		[ "$i" = 1 ] && wait_until 20 test -e "$dir/begun" && ids=$(programs "$tracer")
		wait_random
		ids="$ids $(programs "$tracer")"
		kill -KILL "$tracer"
		wait "$tracer" 2> /dev/null
		if [ ! -e "$dir/begun" ] && ! wait_until 1 test -e "$dir/begun"; then
			good=$((good + 1))
		elif wait_until 30 test -e "$dir/ended" &&
			[ "$(sort -u "$dir/result")" = "getppid 2000 0" ]; then
			good=$((good + 1))
		fi
	done
	equal "killed: $1: the command's result is its own" 8 $good
	# shellcheck disable=SC2086
	loaded "killed: $1 with a command" $ids
	after "killed: $1 with a command"
}

# Stopped, it reads nothing; then it goes on. What its rings could not hold is counted.
stopped()
{
	before
	"$pa" trace -v -e getppid -o "$dir/trace" -- "$work" burst 1000000 > "$dir/result" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	for _ in 1 2 3 4 5; do
		wait_random
		kill -STOP "$tracer" 2> /dev/null || break
		wait_random
		kill -CONT "$tracer"
	done
	wait "$tracer"
	status=$?
	case $status in
	0 | 3) pass "stopped: trace ends well" ;;
	*) fail "stopped: trace ends well" "$dir/messages" ;;
	esac
	closes "stopped: trace" "$dir/messages"
	all_told "stopped: trace: shown and lost are what was made" 1000000 \
		$(($(nr_calls "$dir/trace" getppid) + ${l_lost:-0})) "$dir/messages"
	equal "stopped: the command's result is its own" "getppid 1000000 0" "$(cat "$dir/result")"
	after "stopped: trace"

	before
	# While programs are loaded each stop makes the verifier begin anew.
	"$pa" trace -o "$dir/trace" -- true > "$dir/result" 2> "$dir/messages" &
	tracer=$! started="$started $!" stops=60
	while [ $stops -gt 0 ] && kill -STOP "$tracer" 2> /dev/null; do
		kill -CONT "$tracer"
		stops=$((stops - 1))
		sleep 0.001
	done
	wait "$tracer"
	equal "stopped: trace that loads ends well" 0 $?
	after "stopped: trace that loads"

	before
	start record -o "$dir/perf.data" -e cpu-clock -- "$work" burst 1000000
	for _ in 1 2 3; do
		wait_random
		kill -STOP "$tracer" 2> /dev/null || break
		wait_random
		kill -CONT "$tracer"
	done
	wait "$tracer"
	equal "stopped: record ends well" 0 $?
	equal "stopped: record: the command's result is its own" "getppid 1000000 0" "$(cat "$dir/out")"
	after "stopped: record"
	"$pa" report -i "$dir/perf.data" > "$dir/report" 2> "$dir/messages"
	equal "stopped: the recording is whole" 0 $?
}

# The command goes on once its tracer has been seen with programs, or is no more.
# shellcheck disable=SC2317 # by wait_until
ended_in_group()
{
	while read -r pid; do
		ids=$ids$(programs "$pid" | sed 's/^/ /')
	done < "$group/cgroup.procs"
	if is_gone "$tracer"; then
		: > "$dir/seen"
		return
	fi
	[ -z "$ids" ] || : > "$dir/seen"
	return 1
}

# squeezed SIZE: a trace with so much memory, its rings, its summary and what waits to be written. It may be killed,
# or say that it has no memory, or do.
squeezed()
{
	ids=
	rm -f "$dir/trace" "$dir/seen"
	before
	timeout 60 sh -c "echo \$\$ > $group/cgroup.procs && exec $pa trace -v -S -m 8M -o $dir/trace -a -- \
		sh -c 'until [ -e $dir/seen ]; do sleep 0.05; done; exec $work burst 20000'" \
		> "$dir/out" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 90 ended_in_group
	wait "$tracer"
	status=$?
	case $status in
	124) fail "out of memory: $1: it ends" "$dir/messages" ;;
	*) pass "out of memory: $1: it ends (status $status)" ;;
	esac
	case $status in
	1 | 2) expect "out of memory: $1: it is said why" "$dir/messages" '(memory|limit)' ;;
	0 | 3)
		closes "out of memory: $1" "$dir/messages"
		equal "out of memory: $1: the command's result is its own" "getppid 20000 0" "$(cat "$dir/out")"
		# shellcheck disable=SC2086
		loaded "out of memory: $1" $ids
		;;
	esac
	all_ids="$all_ids $ids"
	after "out of memory: $1"
}

# The kernel takes what does not fit into the group: in one of its own, with little memory.
out_of_memory()
{
	if ! cgroup memory; then
		skip "out of memory" "no memory cgroup can be made here"
		return
	fi
	limit=memory.limit_in_bytes
	[ -e "$group/$limit" ] || limit=memory.max
	all_ids=
	serve 1
	for size in 3M 6M 12M 48M; do
		if ! echo $size > "$group/$limit"; then
			skip "out of memory: $size" "the limit cannot be set"
			continue
		fi
		squeezed $size
	done
	# shellcheck disable=SC2086
	loaded "out of memory: one of them" $all_ids
	end_cgroup
	if is_gone "$server"; then
		fail "out of memory: others live on"
	else
		pass "out of memory: others live on"
	fi
	kill -USR1 "$server"
	wait "$server"
	equal "out of memory: to their own end" 0 $?
}

# afterwards: nothing that died stands in the way of the next
afterwards()
{
	before
	"$pa" trace -v -e getppid -o "$dir/trace" -- "$work" burst 1000 > "$dir/result" 2> "$dir/messages"
	equal "killed: the next trace works" 0 $?
	after "killed: the next trace"
	closes "killed: the next trace" "$dir/messages"
	equal "killed: and shows all" 1000 "$l_shown"
}

work work_calls
mkfifo "$dir/hold"
"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" churn < "$dir/hold" > "$dir/ready" 2>&1 &
helper=$! started="$started $!"
exec 9> "$dir/hold"
wait_until 20 grep -qs ready "$dir/ready"
"$pa" dump-map > "$dir/maps" 2> "$dir/messages"
map=$(awk -v pid="dump_maps($helper)" 'index($0, pid) && $3 == "dmt_count" { print $1; exit }' "$dir/maps")
[ -n "$map" ] || fail "killed: there is a map to watch" "$dir/maps"

killed "trace -a" trace -a -o "$dir/trace"
killed "strace -p" strace -f -o "$dir/trace" -p $$
killed "record -a" record -a -o "$dir/perf.data"
killed "dump-map --watch" dump-map --watch=0.1 id "$map"
killed "progs --live" progs --live
command_survives trace -o "$dir/trace"
command_survives record -o "$dir/perf.data"
stopped
out_of_memory
afterwards
exec 9>&-
wait "$helper"
equal "killed: the maps' owner ends as it would" 0 $?
finish
