#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Tracepoints in -e: which are chosen, what they say beside stock perf, and that they come in the
# order of time with the calls.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing 2> /dev/null
if [ ! -e /sys/kernel/tracing/events/syscalls ]; then
	skip "events" "there is no tracefs with the tracepoints of system calls"
	finish
fi

# events FILE: the events as `comm/tid name(fields)`, without times
events()
{
	grep -aE ' [a-z_]+:[a-z0-9_]+\(' "$1" | sed -E 's/^ *[0-9.]+ (\( *\): )?//'
}

tracepoints()
{
	"$pa" trace -o "$dir/out" -e sched:sched_process_exec,sched:sched_process_exit \
		sh -c 'cat /etc/hostname; exit 3' > "$dir/log" 2>&1
	equal "events: the command's status" 3 $?
	expect "events: a string and numbers" "$dir/out" \
		' cat/[0-9]+ sched:sched_process_exec\(filename: "/[a-z/]*bin/cat", pid: [0-9]+, old_pid: [0-9]+'
	if tells_ends "events: ends of processes"; then
		expect "events: children are followed" "$dir/out" ' cat/[0-9]+ sched:sched_process_exit\(comm: "cat"'
		expect "events: the command itself" "$dir/out" ' sh/[0-9]+ sched:sched_process_exit\(comm: "sh"'
	fi
	refuse "events: -e with tracepoints alone traces no calls" "$dir/out" '\) += '
	refuse "events: and leaves no column for their times" "$dir/out" '\( +\):'

	"$pa" trace --no-inherit -o "$dir/out" -e sched:sched_process_exec \
		sh -c 'cat /etc/hostname; :' > "$dir/log" 2>&1
	expect "events: --no-inherit shows the command" "$dir/out" ' sh/'
	refuse "events: --no-inherit shows no child" "$dir/out" ' cat/'

	"$pa" trace -o "$dir/out" -e 'sched:sched_process_e*,!*:*_exit' cat /etc/hostname \
		> "$dir/log" 2>&1
	expect "events: a glob" "$dir/out" 'sched:sched_process_exec\('
	refuse "events: without what is left out" "$dir/out" 'sched:sched_process_exit\('

	# It counts nanoseconds, and each could be a sample.
	"$pa" trace -o "$dir/out" -e sched:sched_stat_runtime sh -c 'sleep 0.1; sleep 0.1; :' \
		> "$dir/log" 2>&1
	expect "events: one that counts something" "$dir/out" 'sched_stat_runtime\(.*runtime: [0-9]+'
	equal "events: comes once" "" "$(sort "$dir/out" | uniq -d)"

	"$pa" trace --max-events 2 -o "$dir/out" -e 'syscalls:sys_exit_*' ls -l / > /dev/null 2>&1
	equal "events: --max-events counts them" 2 "$(wc -l < "$dir/out")"
}

terms_and_filters()
{
	"$pa" trace -v -o "$dir/out" -e 'sched:sched_process_exec/nr=2/,sched:sched_process_fork' \
		sh -c 'cat /etc/hostname; cat /etc/hostname; cat /etc/hostname; :' > "$dir/log" 2>&1
	equal "events: nr=2 shows two" 2 "$(grep -c 'sched_process_exec(' "$dir/out")"
	equal "events: nr=2 is for its tracepoint alone" 3 "$(grep -c 'sched_process_fork(' "$dir/out")"
	expect "events: the rest is filtered" "$dir/log" ' 7 perf events = 5 shown [+] 2 filtered'
	"$pa" trace -o "$dir/out" -e 'sched:sched_process_e[x]ec/nr=1/,sched:sched_process_fork/nr=1/' \
		sh -c 'for i in 1 2 3; do cat /etc/hostname; sleep 0.3; done' > "$dir/log" 2>&1
	equal "events: the trace ends when all have come" 2 "$(wc -l < "$dir/out")"
	"$pa" trace -o "$dir/out" -e sched:sched_process_fork,openat \
		-e 'sched:sched_process_exec' --filter 'filename ~ "*cat"' --filter 'pid != 1' \
		sh -c 'cat /etc/hostname; true; :' > "$dir/log" 2>&1
	expect "events: --filter: what it lets pass" "$dir/out" ' sched:sched_process_exec\(filename: "[a-z/]*cat"'
	equal "events: --filter: nothing else" 1 "$(grep -c 'sched_process_exec(' "$dir/out")"
	expect "events: --filter: only of its -e" "$dir/out" 'sched_process_fork\('
	"$pa" trace -a -o "$dir/out" -e sched:sched_process_exec --filter 'filename ~ "*cat"' \
		sh -c 'cat /etc/hostname; ls /; :' > "$dir/log" 2>&1
	expect "events: --filter beside -a" "$dir/out" ' sched:sched_process_exec\(filename: "[a-z/]*cat"'
	refuse "events: --filter beside -a: nothing else" "$dir/out" '"[a-z/]*/ls"'
}

mistakes()
{
	status "events: an unknown one is an error" 1 "$pa" trace -e sched:sched_swich true
	expect "events: the nearest names" "$dir/status_out" \
		"no tracepoint 'sched:sched_swich'; did you mean: sched:sched_switch"
	status "events: a glob that matches nothing" 1 "$pa" trace -e 'nosuch:*' true
	expect "events: it is named" "$dir/status_out" "no tracepoint of this kernel matches 'nosuch:\*'"
	status "events: an unknown term" 2 "$pa" trace -e 'sched:sched_switch/nr=1,call=2/' true
	expect "events: it is named" "$dir/status_out" "'call=2' is not a term of a tracepoint"
	status "events: terms of a call" 2 "$pa" trace -e 'openat/nr=1/' true
	expect "events: only tracepoints take them" "$dir/status_out" 'openat/nr=1/.*only tracepoints'
	status "events: a filter without a tracepoint" 2 "$pa" trace -e openat --filter 'fd == 1' true
	expect "events: says what it is for" "$dir/status_out" 'tracepoints of the -e before it'
	status "events: a filter that the kernel refuses" 1 "$pa" trace -e sched:sched_process_exec --filter 'nosuch == 1' cat /etc/hostname
	expect "events: it says the fields" "$dir/status_out" "'nosuch == 1' for sched:sched_process_exec .*comparisons of filename, pid, old_pid"
	refuse "events: and nothing runs" "$dir/status_out" "^$(cat /etc/hostname)\$"
	status "events: no event after the colon" 1 "$pa" trace -e sched: true
}

# The entries and ends of calls, by tracepoint, around the line of the call.
in_order()
{
	"$pa" trace -o "$dir/out" -e openat,syscalls:sys_enter_openat,syscalls:sys_exit_openat \
		cat /etc/hostname > "$dir/log" 2>&1
	expect "events: a call's arguments as in the call" "$dir/out" \
		' syscalls:sys_enter_openat\(dfd: CWD, filename: 0x[0-9a-f]+, flags: RDONLY'
	sed -E 's/^ *[0-9.]+ \([^)]*\): [^ ]* //; s/\(.*//' "$dir/out" > "$dir/order"
	if awk 'NR % 3 == 1 && !/sys_enter/ || NR % 3 != 1 && !/^(openat|.*sys_exit)/ { bad = 1 }
		END { exit bad || NR < 6 || NR % 3 }' "$dir/order"; then
		pass "events: in the order of time with the calls"
	else
		fail "events: in the order of time with the calls" "$dir/out"
	fi
	"$pa" trace -T -o "$dir/out" -e 'syscalls:*' ls -lR /etc/init.d > /dev/null 2>&1
	if awk '{ if ($1 + 0 < last) bad = 1; last = $1 + 0 } END { exit bad || NR < 50 }' "$dir/out"; then
		pass "events: times never go back"
	else
		fail "events: times never go back" "$dir/out"
	fi
}

enums()
{
	if [ -e /sys/kernel/tracing/events/timer/hrtimer_start ]; then
		"$pa" trace -o "$dir/out" -e timer:hrtimer_start sleep 0.01
		expect "events: names of values" "$dir/out" 'hrtimer_start\(.*mode: [A-Z_|]*HRTIMER_MODE|mode: REL'
	else
		skip "events: names of values" "no timer:hrtimer_start"
	fi
	"$pa" trace -o "$dir/out" -e sched:sched_switch sleep 0.01
	expect "events: flags of the print format" "$dir/out" \
		'sched_switch\(prev_comm: "sleep".*prev_state: S.*next_comm: "'
	printf '[trace]\n\ttracepoint_beautifiers = libtraceevent\n' > "$dir/config"
	PERF_CONFIG=$dir/config "$pa" trace -o "$dir/out" -e sched:sched_switch sleep 0.01
	expect "events: tracepoint_beautifiers = libtraceevent" "$dir/out" \
		'sched_switch\(prev_comm=sleep prev_pid=[0-9]+ .*prev_state=S ==> next_comm='
}

# Field by field what stock perf says, but for what differs with each run.
beside_perf()
{
	test="events: the fields are those of stock perf"
	if ! command -v perf > /dev/null; then
		skip "$test" "perf is not installed"
		return
	fi
	list=sched:sched_process_exec,syscalls:sys_exit_openat,syscalls:sys_exit_close
	# A run may lack an event that the kernel dropped, uncounted, as other BPF work was interrupted.
	for run in 1 2 3 4 5; do
		: "$run"
		perf trace -o "$dir/perf" -e "$list" cat /etc/hostname > "$dir/perf_log" 2>&1
		"$pa" trace -o "$dir/out" -e "$list" cat /etc/hostname > "$dir/log" 2>&1
		# perf adds the name of a process to its number and the path to a descriptor, of
		# which it leaves one more open.
		for file in perf out; do
			events "$dir/$file" | sed -E 's/pid: [0-9]+( \([^)]*\))?/pid: N/g
				s/ret: [0-9]+(<[^>]*>)?/ret: N/; s,/[0-9]+ ,/N ,' > "$dir/$file.events"
		done
		cmp -s "$dir/perf.events" "$dir/out.events" && break
	done
	same "$test" "$dir/perf.events" "$dir/out.events"
}

by_target()
{
	work work_tree
	serve 1
	trace_bg "$dir/trace" -e 'syscalls:sys_enter_*' -p "$server"
	wait_until 10 test -s "$dir/trace"
	stop "$tracer"
	expect "events: -p shows the process" "$dir/trace" " work_tree/[0-9]+ syscalls:sys_enter_"
	refuse "events: -p shows no other" "$dir/trace" ' (cat|sh|sleep|perf-augment)/'

	serve 2
	trace_bg "$dir/trace" -a --filter-pids "$server" -e 'syscalls:sys_enter_*'
	other=$server
	serve 3
	wait_until 10 grep -q "/$server " "$dir/trace"
	tracer_pid=$tracer
	stop "$tracer"
	expect "events: -a shows a process" "$dir/trace" " work_tree/$server syscalls:"
	refuse "events: --filter-pids hides one" "$dir/trace" "/$other "
	refuse "events: -a does not show the tracer" "$dir/trace" "/$tracer_pid "

	for thread in "/proc/$server/task/"*; do
		thread=${thread##*/}
		[ "$thread" = "$server" ] || break
	done
	trace_bg "$dir/trace" -p "$server" --filter-pids "$thread" -e 'syscalls:sys_enter_*'
	wait_until 10 grep -q "/$server " "$dir/trace"
	stop "$tracer"
	expect "events: --filter-pids TID leaves the process in" "$dir/trace" " work_tree/$server syscalls:"
	refuse "events: --filter-pids TID hides that thread" "$dir/trace" "/$thread "
}

losses()
{
	# 64 KiB fill before the reader comes round, while the command runs without a pause
	"$pa" trace -v -m 64K -o "$dir/out" -e 'syscalls:sys_enter_*' \
		"$BUILD/tests/live/work_calls" > /dev/null 2> "$dir/log"
	expect "events: the ledger" "$dir/log" 'perf events = [0-9]+ shown \+ [0-9]+ filtered'
	# Of the last ones that are lost no record tells: Linux 6.0 counts them.
	"$pa" trace -v -m 1 -o "$dir/out" -e syscalls:sys_enter_getppid "$BUILD/tests/live/work_calls" burst 50000 \
		> /dev/null 2> "$dir/log"
	case $(uname -r) in
	[0-5].*) skip "events: the ledger has all that were lost" "this kernel does not count them" ;;
	*)
		equal "events: the ledger has all that were lost" 50000 \
			"$(sed -n 's/^perf-augment: \([0-9]*\) perf events = .*/\1/p' "$dir/log")"
		;;
	esac
}

tracepoints
terms_and_filters
mistakes
in_order
enums
beside_perf
by_target
losses
finish
