#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Many at once: 32 tracers, a fork bomb, 2,000 threads, system calls without a pause on all CPUs.
# What is not shown is counted, and the traced program's own result is the same.
# FAULT_SECONDS says how long the last two take.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

# The programs of all tracers in $tracers, in $ids
ids_of_tracers()
{
	ids=
	for pid in $tracers; do
		ids="$ids $(programs "$pid")"
	done
}

# shellcheck disable=SC2317 # by wait_until
begun_or_gone()
{
	grep -qs getppid "$2" || is_gone "$1"
}

# Each sees its own command's calls, all of them but for those that it says the kernel has left out.
tracers_at_once()
{
	tracers=
	mkdir "$dir/many"
	before
	# Open for both: nobody waits for another to open it.
	mkfifo "$dir/go"
	exec 8<> "$dir/go"
	for i in $(seq 32); do
		"$pa" trace -v -m 64K -e getppid -o "$dir/many/$i" -- sh -c "$work_calls burst $((100 + i)); read -r line < $dir/go" \
			> "$dir/many/$i.result" 2> "$dir/many/$i.messages" &
		tracers="$tracers $!"
	done
	started="$started $tracers"
	i=0
	for pid in $tracers; do
		i=$((i + 1))
		wait_until 60 begun_or_gone "$pid" "$dir/many/$i"
	done
	ids_of_tracers
	seq 32 >&8
	good=0 i=0
	for pid in $tracers; do
		i=$((i + 1))
		if wait "$pid" && [ "$(cat "$dir/many/$i.result")" = "getppid $((100 + i)) 0" ] &&
			grep -qE "^perf-augment: [0-9]+ calls of [0-9]+ threads = $(wc -l < "$dir/many/$i") shown \+ [0-9]+ only counted \+ [0-9]+ filtered \+ 0 lost \+ 0 unfinished" \
				"$dir/many/$i.messages" &&
			[ $(($(grep -c 'getppid()' "$dir/many/$i") + $(left_out "$dir/many/$i.messages"))) -ge $((100 + i)) ]; then
			good=$((good + 1))
		else
			tail -n 3 "$dir/many/$i.messages" | sed 's/^/# /'
		fi
	done
	exec 8>&-
	equal "load: 32 tracers at once: each is right about its own" 32 $good
	# shellcheck disable=SC2086
	loaded "load: 32 tracers at once" $ids
	after "load: 32 tracers at once"
}

# The tracer stays outside the group that holds the bomb.
fork_bomb()
{
	if ! cgroup pids; then
		skip "load: a fork bomb" "no pids cgroup can be made here"
		return
	fi
	echo 48 > "$group/pids.max"
	before
	timeout 120 "$pa" trace -v -s -e clone,fork,vfork,clone3,exit_group -o "$dir/trace" -- \
		sh -c "echo \$\$ > $group/cgroup.procs && exec $work bomb 2" > "$dir/result" 2> "$dir/messages"
	status=$?
	equal "load: a fork bomb: its status is ours" 0 $status
	if [ "$(cat "$dir/result")" -gt 0 ]; then
		pass "load: a fork bomb: it could not fork in the end"
	else
		fail "load: a fork bomb: it could not fork in the end" "$dir/result"
	fi
	closes "load: a fork bomb" "$dir/messages"
	counted=$(awk '$1 ~ /^(clone|clone3|fork|vfork)$/ { errors += $3 } END { print errors + 0 }' "$dir/trace")
	if [ $((counted + $(left_out "$dir/messages"))) -ge "$(cat "$dir/result")" ]; then
		pass "load: a fork bomb: each fork that failed is counted"
	else
		fail "load: a fork bomb: each fork that failed is counted" "$dir/messages"
		echo "# $counted counted, $(cat "$dir/result") made"
	fi
	equal "load: a fork bomb: all of it is gone" '' "$(cat "$group/cgroup.procs")"
	end_cgroup
	after "load: a fork bomb"
}

threads()
{
	for format in perf strace; do
		before
		timeout 120 "$pa" trace -v --format $format -e getpgid -o "$dir/trace" -- "$work" threads 2000 20 \
			> "$dir/result" 2> "$dir/messages"
		status=$?
		if [ $status = 77 ]; then
			skip "load: 2,000 threads" "so many cannot be made here"
			return
		fi
		equal "load: 2,000 threads, $format: the program's result is its own" "40000" "$(cat "$dir/result")"
		closes "load: 2,000 threads, $format" "$dir/messages"
		all_told "load: 2,000 threads, $format: shown and lost are what was made" 40000 \
			$(($(grep -c 'getpgid(.*= ' "$dir/trace") + ${l_lost:-0})) "$dir/messages"
		case "$status $l_lost" in
		"0 0" | "3 "[1-9]*) pass "load: 2,000 threads, $format: the status tells of losses" ;;
		*) fail "load: 2,000 threads, $format: the status tells of losses" "$dir/messages" ;;
		esac
		after "load: 2,000 threads, $format"
	done
	before
	timeout 120 "$pa" strace -ff -e trace=getpgid -o "$dir/ff" "$work" threads 2000 20 > "$dir/result" 2> "$dir/messages"
	equal "load: 2,000 threads, strace -ff: the program's result is its own" "40000" "$(cat "$dir/result")"
	# What is lost is said; without a loss it is all of them.
	l_lost=$(sed -n 's/.*[ ,]\([0-9]*\) signals and ends of threads.*/\1/p' "$dir/messages" | awk '{ n += $1 } END { print n + 0 }')
	l_shown=$(cat /dev/null "$dir/ff".* | grep -c 'exited with')
	if [ "$l_shown" -le 2001 ] && [ $((l_shown + l_lost + $(left_out "$dir/messages"))) -ge 2001 ]; then
		pass "load: 2,000 threads, strace -ff: a file for each, and the first"
	else
		fail "load: 2,000 threads, strace -ff: a file for each, and the first" "$dir/messages"
		echo "# $l_shown of 2001, $l_lost lost"
	fi
	after "load: 2,000 threads, strace -ff"
}

storm()
{
	before
	timeout $((FAULT_SECONDS * 10 + 60)) "$pa" trace -v -s -e getppid -o "$dir/trace" -- \
		"$work" storm "$FAULT_SECONDS" > "$dir/result" 2> "$dir/messages"
	equal "load: a storm, -s: status 0" 0 $?
	made=$(cat "$dir/result")
	echo "# $made calls in $FAULT_SECONDS s"
	closes "load: a storm, -s" "$dir/messages"
	all_told "load: a storm, -s: every call is counted" "$made" \
		"$(awk '$1 == "getppid" { n += $2 } END { print n + 0 }' "$dir/trace")" "$dir/messages"
	after "load: a storm, -s"
	before
	# Lines are a hundred bytes each: they go nowhere, and are counted there.
	timeout $((FAULT_SECONDS * 20 + 60)) "$pa" trace -v -e getppid -o "$dir/fifo" -- \
		"$work" storm "$FAULT_SECONDS" > "$dir/result" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	written=$(grep -c 'getppid()' < "$dir/fifo")
	wait "$tracer"
	status=$?
	made=$(cat "$dir/result")
	closes "load: a storm" "$dir/messages"
	echo "# $made calls in $FAULT_SECONDS s, $written shown, ${l_lost:-?} lost"
	all_told "load: a storm: shown and lost are what was made" "$made" $((written + ${l_lost:-0})) "$dir/messages"
	case "$status $l_lost" in
	"0 0" | "3 "[1-9]*) pass "load: a storm: the status tells of losses" ;;
	*) fail "load: a storm: the status tells of losses" "$dir/messages" ;;
	esac
	after "load: a storm"
}

work work_calls
work_calls=$work
work work_load
need_cmd "load" bpftool
mkfifo "$dir/fifo"
fork_bomb
threads
storm
tracers_at_once
finish
