#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Summaries, the tree of processes, and what makes a trace begin, end and leave out: each number against
# what a program that counts its calls has made.
set -u
. tests/lib.sh
. tests/live/trace_common.inc
work work_stack

# row NAME FILE: the number of calls in the table's row
row()
{
	awk -v name="$1" '$1 == name { print $2; exit }' "$2"
}

# Children that call getppid once each, and their parent not at all.
modes()
{
	"$pa" trace -s -e getppid -o "$dir/out" "$work" fork 60 2> "$dir/log"
	equal "summary: a table for each thread" 60 "$(grep -c '^   getppid ' "$dir/out")"
	"$pa" trace -s --summary-mode=total -e getppid -o "$dir/out" "$work" fork 60 2> "$dir/log"
	equal "summary: total: one row" 1 "$(grep -c '^   getppid ' "$dir/out")"
	equal "summary: total: all calls" 60 "$(row getppid "$dir/out")"
	"$pa" trace -s --summary-mode=process -e getppid -o "$dir/out" "$work" calls 40 2> "$dir/log"
	equal "summary: process" 40 "$(row getppid "$dir/out")"
	expect "summary: process: of one" "$dir/out" 'Summary of 40 calls of 1 process:'
	"$pa" trace -s --summary-mode=cgroup -e getppid -o "$dir/out" "$work" fork 30 2> "$dir/log"
	equal "summary: cgroup" 30 "$(row getppid "$dir/out")"
	expect "summary: cgroup: by its path" "$dir/out" '^ /[^,]*, 30 calls, 100\.0%'
	point=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
	if [ "$point" ] && mkdir "$point/aug-$$" 2> /dev/null; then
		# The call that moves the shell is made where it was, as its line says; the other one is not.
		"$pa" trace -S --format=json --summary-mode=cgroup -e write -o "$dir/out" \
			sh -c "echo \$\$ > '$point/aug-$$/cgroup.procs'; echo moved" > "$dir/said" 2> "$dir/log"
		expect "summary: cgroup: the group that a call began in" "$dir/out" \
			"^\\{\"summary\":\"cgroup\",\"cgroup_id\":[0-9]+,\"cgroup\":\"/aug-$$\",\"calls\":1,"
		rmdir "$point/aug-$$"
	else
		skip "summary: cgroup: the group that a call began in" "no cgroup can be made here"
	fi
	"$pa" trace --summary-mode=total -e getppid -o "$dir/out" "$work" 2> "$dir/log"
	refuse "summary: an option of it alone asks for it" "$dir/out" 'getppid\(\)'
	"$pa" trace -c -e getppid -o "$dir/out" "$work" fork 20 2> "$dir/log"
	expect "summary: -c is strace's table" "$dir/out" ' 20 +getppid$'
	"$pa" trace -c --summary-sort-by=total -e getppid,getpid -o "$dir/out" "$work" fork 20 2> "$dir/log"
	expect "summary: -c is sorted by our words too" "$dir/out" ' 20 +getppid$'
	"$pa" trace -c --format=json --summary-sort-by=calls -o "$dir/out" "$work" fork 20 2> "$dir/log"
	grep -o '"syscall":"[a-z0-9_]*","calls":[0-9]*' "$dir/out" | sed 's/.*://' > "$dir/got"
	sort -rn "$dir/got" > "$dir/wanted"
	same "summary: -c --format=json is sorted as asked for" "$dir/wanted" "$dir/got"
	"$pa" trace -c --format=json --summary-mode=process -o "$dir/out" "$work" fork 20 2> "$dir/log"
	expect "summary: -c --format=json has the mode that is asked for" "$dir/out" '^\{"summary":"process",'
	for option in -c -s; do
		status "summary: $option --format=strace loses nothing" 0 "$pa" trace $option --format=strace -o "$dir/out" true
		refuse "summary: $option --format=strace does not say so either" "$dir/status_out" LOST
	done
	status "summary: a mode that is none" 2 "$pa" trace -s --summary-mode=all true
	status "summary: a column that is none" 2 "$pa" trace -s --summary-sort-by=colour true
}

# Beside what strace counts: each errno of each call.
errors()
{
	"$pa" trace -s --errno-summary --summary-mode=total -o "$dir/out" ls /nonexistent /etc > /dev/null 2>&1
	strace -f -o "$dir/strace" ls /nonexistent /etc > /dev/null 2>&1
	if [ ! -s "$dir/strace" ]; then
		skip "summary: --errno-summary" "strace does not work here"
		return
	fi
	grep -cE '^[0-9]+ +(openat|access|statx|newfstatat|ioctl|prctl|statfs|getxattr|lgetxattr)\(.* = -1 E' \
		"$dir/strace" > "$dir/wanted"
	awk '$1 ~ /^(openat|access|statx|newfstatat|ioctl|prctl|statfs|getxattr|lgetxattr)$/ { sum += $3 }
	     END { print sum + 0 }' "$dir/out" > "$dir/got"
	same "summary: errors, as strace sees them" "$dir/wanted" "$dir/got"
	expect "summary: --errno-summary" "$dir/out" "^				ENOENT: [0-9]+$"
	awk '/^\t\t\t\t/ { all += $2 } END { print all + 0 }' "$dir/out" > "$dir/all"
	awk '/^   [a-z]/ { sum += $3 } END { print sum + 0 }' "$dir/out" > "$dir/sum"
	same "summary: errors by number add up" "$dir/sum" "$dir/all"
}

shapes()
{
	"$pa" trace -s --histogram -e getppid -o "$dir/out" "$work" calls 5000 2> "$dir/log"
	equal "summary: --histogram adds up" 5000 \
		"$(awk '/^ +\[.*\|@* *\|$/ { for (i = 1; i <= NF; i++) if ($i ~ /^\|/) sum += $(i - 1) } END { print sum }' "$dir/out")"
	"$pa" trace -s --max-summary 2 --summary-sort-by name -o "$dir/out" true 2> "$dir/log"
	equal "summary: --max-summary" 2 "$(grep -cE '^   [a-z][a-z0-9_]* +[0-9]+ ' "$dir/out")"
	expect "summary: says that there are more" "$dir/out" '^   \([0-9]+ more\)$'
	grep -oE '^   [a-z][a-z0-9_]* +[0-9]+ ' "$dir/out" | awk '{ print $1 }' > "$dir/names"
	LC_ALL=C sort "$dir/names" > "$dir/sorted"
	same "summary: --summary-sort-by name" "$dir/sorted" "$dir/names"
	"$pa" trace -s --format=json --errno-summary --histogram --summary-mode=total -e getppid \
		-o "$dir/out" "$work" calls 7 2> "$dir/log"
	expect "summary: as JSON" "$dir/out" \
		'^\{"summary":"total","calls":7,"syscalls":\[\{"syscall":"getppid","calls":7,"errors":0,"total_ns":[0-9]+,.*"histogram":\[\{'
	"$pa" trace -s --sched -o "$dir/out" sh -c 'i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done' \
		2> "$dir/log"
	expect "summary: --sched" "$dir/out" '^ sh \([0-9]+\), [0-9]+ calls, [0-9.]+%, [0-9]+\.[0-9]{3} msec$'
	refuse "summary: --sched: of a busy one it is not nothing" "$dir/out" ', 0\.000 msec$'
}

tree()
{
	"$pa" trace -s --tree -e getppid -o "$dir/out" sh -c '"$0" fork 3; "$0" calls 5; exit 7' "$work" 2> "$dir/log"
	equal "tree: the status is the command's" 7 $?
	sed -n '/Tree of/,$p' "$dir/out" | sed -E 's/\([0-9]+\)//; s/, [0-9.]+ ms in.*(, exited.*)/\1/; s/, [0-9.]+ ms in.*//' |
		grep . > "$dir/tree"
	cat > "$dir/wanted" <<- END
	 Tree of 6 processes:
	   sh : 1 call, exited with 7
	   |- work_stack : 0 calls
	   |  |- work_stack : 1 call
	   |  |- work_stack : 1 call
	   |  \`- work_stack : 1 call
	   \`- work_stack : 5 calls
	END
	grep -q '^   sh : 1 call' "$dir/tree" || sed -i 's/sh : 1 call/sh : 0 calls/' "$dir/wanted"
	same "tree: processes with their calls" "$dir/wanted" "$dir/tree"
	"$pa" trace --tree --format=json -e getppid -o "$dir/out" "$work" fork 1 2> "$dir/log"
	expect "tree: as JSON, behind the calls" "$dir/out" \
		'^\{"process":[0-9]+,"parent":[0-9]+,"depth":1,"comm":"work_stack","calls":1,'
	expect "tree: the calls are there too" "$dir/out" '"syscall":"getppid"'
}

# How a process ended is what wait(2) says, and that one of its threads has ended says nothing of it.
tree_of_threads()
{
	work work_tree
	"$pa" trace -s --tree -e access -o "$dir/out" "$work" end-by-thread 2> "$dir/log"
	equal "tree: a process that another thread ends: the status" 7 $?
	expect "tree: a process that another thread ends" "$dir/out" \
		'^   work_tree \([0-9]+\): .* in calls, lived [0-9.]+ ms, exited with 7$'
	# By a signal, without a call of their own.
	need_file "tree: work_early_end is built" "$BUILD/tests/live/work_early_end"
	"$pa" trace -s --tree -o "$dir/out" "$BUILD/tests/live/work_early_end" 2> "$dir/log"
	equal "tree: processes that end before they make a call" "SIGILL SIGKILL SIGTERM" \
		"$(grep -oE 'lived [0-9.]+ ms, killed by [A-Z]+' "$dir/out" | grep -oE '[A-Z]+$' | sort | xargs)"
	"$work" survivor > "$dir/marks" &
	server=$!
	started="$started $server"
	trace_bg "$dir/out" --tree -e access -p "$server"
	if wait_until 20 grep -q /aug/tick/main "$dir/out"; then
		kill -USR1 "$server"
		wait_until 20 grep -q /aug/survivor "$dir/out"
	fi
	stop "$tracer"
	kill -KILL "$server"
	expect "tree: the thread has ended" "$dir/out" '/aug/late-thread'
	expect "tree: a process of which a thread has ended lives on" "$dir/out" \
		"^   work_tree \\($server\\): .* in calls\$"
	work work_stack
}

# Each row has the name that the thread had then.
names()
{
	names_bad=0
	for i in 1 2 3 4 5 6 7 8; do
		"$pa" trace -s -o "$dir/out" sh -c 'exec cat /dev/null' 2> "$dir/log"
		grep -q '^ cat ([0-9]*), ' "$dir/out" || names_bad=$i
	done
	equal "summary: the name is the last one" 0 "$names_bad"
}

windows()
{
	cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
	other=$(taskset -pc $$ | sed 's/.*[-, ]//')
	"$pa" trace -C "$cpu" -e getppid -o "$dir/out" taskset -c "$cpu" "$work" calls 3 2> "$dir/log"
	equal "window: -C has the calls of its CPU" 3 "$(grep -c 'getppid()' "$dir/out")"
	if [ "$cpu" != "$other" ]; then
		"$pa" trace -v -C "$cpu" -e getppid -o "$dir/out" taskset -c "$other" "$work" calls 3 2> "$dir/log"
		equal "window: and of no other" 0 "$(grep -c 'getppid()' "$dir/out")"
		expect "window: they are filtered ones" "$dir/log" '= 0 shown .* [0-9]+ filtered \+ 0 lost'
	else
		skip "window: -C has the calls of no other CPU" "there is only one to run on"
	fi
	status "window: no CPUs" 2 "$pa" trace -C x true
	status "window: a CPU that is not there" 2 "$pa" trace -C 1023 true

	"$pa" trace -D 60000 -o "$dir/out" "$work" calls 3 2> "$dir/log"
	equal "window: -D: nothing before" 0 "$(wc -l < "$dir/out")"
	"$pa" trace -D 200 -e getppid -o "$dir/out" sh -c 'sleep 1; "$0" calls 4' "$work" 2> "$dir/log"
	equal "window: -D: all behind" 4 "$(grep -c 'work_stack/.*getppid()' "$dir/out")"
	status "window: a delay that is none" 2 "$pa" trace -D soon true

	if [ ! -e /sys/kernel/tracing/events/syscalls ]; then
		skip "window: --switch-on" "there is no tracefs with the tracepoints of system calls"
		return
	fi
	script='"$0" calls 2; cat /dev/null; "$0" calls 3; sleep 0; "$0" calls 4'
	on=syscalls:sys_enter_fadvise64
	off=syscalls:sys_enter_clock_nanosleep
	"$pa" trace --switch-on "$on" --switch-off "$off" -e getppid -o "$dir/out" \
		sh -c "$script" "$work" 2> "$dir/log"
	equal "window: --switch-on and --switch-off" 3 "$(grep -c 'work_stack/.*getppid()' "$dir/out")"
	refuse "window: without the events" "$dir/out" 'syscalls:'
	"$pa" trace --switch-on "$on" --show-on-off-events -e getppid -o "$dir/out" \
		sh -c "$script" "$work" 2> "$dir/log"
	equal "window: --switch-on alone" 7 "$(grep -c 'work_stack/.*getppid()' "$dir/out")"
	expect "window: --show-on-off-events" "$dir/out" "$on\("
	"$pa" trace --switch-off "$off" -e getppid -o "$dir/out" sh -c "$script" "$work" 2> "$dir/log"
	equal "window: --switch-off alone" 5 "$(grep -c 'work_stack/.*getppid()' "$dir/out")"
	"$pa" trace --switch-on sched:sched_process_wait -e getppid -o "$dir/out" "$work" calls 2 2> "$dir/log"
	expect "window: --switch-on that never came" "$dir/log" 'warning: --switch-on: sched:sched_process_wait did not come'
	refuse "window: one that came" "$dir/out" 'did not come'
	"$pa" trace -s --switch-on "$on" -o "$dir/out" "$work" calls 2 2> "$dir/log"
	expect "window: a summary is of all" "$dir/log" 'warning: --switch-on and --switch-off do not change the summary'
	status "window: an event that is none" 2 "$pa" trace --switch-on sched:nothing true
	status "window: events that are several" 2 "$pa" trace --switch-on 'sched:*' true
}

# A terminal by script(1); what is piped has no colours.
colours()
{
	esc=$(printf '\033')
	if ! command -v script > /dev/null; then
		skip "colours" "there is no script"
		return
	fi
	env -u NO_COLOR TERM=xterm script -qec "'$pa' trace -e openat cat /nonexistent" /dev/null > "$dir/out" 2>&1
	expect "colours: a call on a terminal" "$dir/out" "$esc\\[1mopenat$esc\\[0m\\("
	expect "colours: a string" "$dir/out" "$esc\\[32m\"[^\"]*\"$esc\\[0m"
	expect "colours: an error" "$dir/out" "$esc\\[31m-1 ENOENT .*$esc\\[0m"
	NO_COLOR=1 TERM=xterm script -qec "'$pa' trace -e openat true" /dev/null > "$dir/out" 2>&1
	refuse "colours: NO_COLOR" "$dir/out" "$esc"
	env -u NO_COLOR TERM=dumb script -qec "'$pa' trace -e openat true" /dev/null > "$dir/out" 2>&1
	refuse "colours: a dumb terminal" "$dir/out" "$esc"
	"$pa" trace -e openat true 2> "$dir/out"
	refuse "colours: no terminal" "$dir/out" "$esc"
	"$pa" trace --color=always -e openat true 2> "$dir/out"
	expect "colours: always" "$dir/out" "$esc\\[1mopenat"
	# The column of the result is the same.
	sed "s/$esc\\[[0-9]*m//g" "$dir/out" | grep 'RDONLY|CLOEXEC' | sed 's/^.*openat/openat/; s/ = .*//' > "$dir/plain"
	"$pa" trace --color=never -e openat true 2>&1 | grep 'RDONLY|CLOEXEC' |
		sed 's/^.*openat/openat/; s/ = .*//' > "$dir/never"
	same "colours: take no room" "$dir/never" "$dir/plain"
	status "colours: a word that is none" 2 "$pa" trace --color=sometimes true
}

modes
errors
shapes
tree
tree_of_threads
names
windows
colours
finish
