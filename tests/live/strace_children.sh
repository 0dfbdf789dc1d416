#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `perf-augment strace -f` of what outlives the command, beside strace itself: both wait for it.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "children" strace
mkfifo "$dir/go"
work work_tree

masked()
{
	sed -E 's/^[0-9]+ +//; s/^\[pid +[0-9]+\] //; s/(si_pid=|kill\(|= )[0-9]{3,}/\1N/; s/ +=/ =/
		s/si_([us]time)=[0-9]+/si_\1=T/g; s/in pid [0-9]+/in pid N/; s/0x[0-9a-f]{6,}/ADDR/
		# where one that executes a program waits for the other threads, or another one comes between
		/<\.\.\. execve resumed>\) = 0/d; /execve/s/ <(pid changed to [0-9]+|unfinished) \.\.\.>$/) = 0/' "$@" | LC_ALL=C sort
}

# A child that outlives the command, and makes a child and a thread.
late='(sleep 0.1; kill -0 $$; sh -c "exit 5"; exit 6) & exit 3'

# beside NAME OPTION... : the same lines, and the same status
beside()
{
	beside_name=$1
	shift
	strace -o "$dir/theirs" "$@" > "$dir/out" 2>&1
	beside_status=$?
	"$pa" strace -o "$dir/mine" "$@" > "$dir/out" 2>&1
	equal "children: $beside_name: status" $beside_status $?
	masked "$dir/theirs" > "$dir/wanted"
	masked "$dir/mine" > "$dir/got"
	same "children: $beside_name" "$dir/wanted" "$dir/got"
}

beside "one that outlives the command" -f -e trace=exit_group,kill -e signal=none sh -c "$late"
beside "without -f nobody waits" -e trace=exit_group sh -c "$late"
beside "no calls are shown" -f -e trace=none -e signal=none sh -c "$late"
beside "one that is executed by another thread" -f -e trace=none -e signal=none \
	sh -c "(sleep 0.1; exec \"$work\" exec-by-thread '$work') & exit 3"

# A thread that executes a program takes the main one's number, and its line in the middle of the call.
beside "a thread that executes a program" -f -e trace=execve,exit_group -e signal=none "$work" exec-by-thread "$work"
beside "which nobody is told" -f -qqq -e trace=execve -e signal=none "$work" exec-by-thread "$work"

# files NAME TRACER...: what -ff writes
files()
{
	files_name=$1
	shift
	rm -f "$dir/file."*
	"$@" -ff -o "$dir/file" -e trace=execve,exit_group "$work" exec-by-thread "$work" > "$dir/out" 2>&1
	masked "$dir/file."* > "$dir/$files_name"
}
files wanted strace
files got "$pa" strace
same "children: a thread that executes a program, in its file" "$dir/wanted" "$dir/got"

# A main thread that ends before the others: its end is told with that of its process.
work work_two_threads

# threads_told FILE...: lines with a letter for each thread, by the order in which they come
threads_told()
{
	cat "$@" | sed -E 's/0x[0-9a-f]+/ADDR/; s/ \(core dumped\)//; s/(getppid\(\) +=) .*/\1 PARENT/; s/si_utime.*}/TIMES}/' | awk '{
		rest = $0
		out = ""
		while (match(rest, /[0-9][0-9][0-9]+/)) {
			nr = substr(rest, RSTART, RLENGTH)
			if (!(nr in names))
				names[nr] = sprintf("%c", 65 + n++)
			out = out substr(rest, 1, RSTART - 1) names[nr]
			rest = substr(rest, RSTART + RLENGTH)
		}
		out = out rest
		gsub(/ +/, " ", out)
		print out
	}'
}
calls=trace=exit,exit_group,execve,kill,tgkill,getppid
# in_order HOW TRACER...: the lines as they come
in_order()
{
	in_order_how=$1
	shift
	"$@" -f -o "$dir/lines" -e "$calls" "$work" "$in_order_how" > "$dir/out" 2>&1
	threads_told "$dir/lines"
}
# in_files HOW TRACER...: those of each thread
in_files()
{
	in_files_how=$1
	shift
	rm -f "$dir/file."*
	"$@" -ff -o "$dir/file" -e "$calls" "$work" "$in_files_how" > "$dir/out" 2>&1
	threads_told "$dir/file."*
}
for how in exit exit_group kill execute child window crash abort term blocked; do
	in_order $how strace > "$dir/wanted"
	in_order $how "$pa" strace > "$dir/got"
	same "children: of two threads one ends first, or both: $how" "$dir/wanted" "$dir/got"
	in_files $how strace > "$dir/wanted"
	in_files $how "$pa" strace > "$dir/got"
	same "children: and each in its file: $how" "$dir/wanted" "$dir/got"
done
for option in -qqq '-e quiet=exit'; do
	# shellcheck disable=SC2086
	strace -f $option -o "$dir/lines" -e trace=none "$work" term > "$dir/out" 2>&1
	threads_told "$dir/lines" > "$dir/wanted"
	# shellcheck disable=SC2086
	"$pa" strace -f $option -o "$dir/lines" -e trace=none "$work" term > "$dir/out" 2>&1
	threads_told "$dir/lines" > "$dir/got"
	same "children: what a signal has killed is told, also with $option" "$dir/wanted" "$dir/got"
done

# count OPTION...: how often exit_group is in the table
count()
{
	"$@" -f -c -o "$dir/table" sh -c "$late" > "$dir/out" 2>&1
	awk '$NF == "exit_group" { print $4 }' "$dir/table"
}
equal "children: they are in the table" "$(count strace)" "$(count "$pa" strace)"

# What -b leaves is not waited for: it ends when it is told to, after the trace has.
timeout 30 "$pa" strace -f -b execve -o "$dir/mine" sh -c "cat '$dir/go' > '$dir/told' & exit 3" > "$dir/out" 2>&1
equal "children: one that is left is not waited for" 3 $?
echo now > "$dir/go"

# interrupted TRACER...: its status after SIGTERM, while it waits for a child that waits for us
interrupted()
{
	"$@" -I 2 -f -o "$dir/lines" -e trace=exit_group,write sh -c "trap '' TERM; (read -r x < '$dir/go'; echo \$x >&2) & exit 3" > "$dir/out" 2>&1 &
	tracer=$!
	wait_until 20 grep -q 'exited with 3' "$dir/lines"
	kill -TERM $tracer
	wait_until 20 is_gone $tracer || kill -KILL $tracer
	wait $tracer
	interrupted_status=$?
	echo now > "$dir/go"
	echo "$interrupted_status"
}
theirs=$(interrupted strace 2> "$dir/err")
rm -f "$dir/lines"
equal "children: a signal ends the trace" "$theirs" "$(interrupted "$pa" strace 2> "$dir/err")"

# A process that was there before, and its child that outlives it.
attached()
{
	sh -c "read -r x < '$dir/go'; (sleep 0.1; exit 6) & exit 3" &
	traced=$!
	"$@" -f -e trace=exit_group -e signal=none -o "$dir/lines" -p $traced > "$dir/attached" 2>&1 &
	tracer=$!
	wait_until 20 grep -q ' attached' "$dir/attached"
	echo now > "$dir/go"
	wait_until 20 is_gone $tracer || kill -KILL $tracer
	wait $tracer
	wait $traced
	masked "$dir/lines"
}
attached strace > "$dir/wanted"
attached "$pa" strace > "$dir/got"
same "children: of a process that was there before" "$dir/wanted" "$dir/got"

if unshare --pid --fork --mount-proc true 2> /dev/null; then
	unshare --pid --fork --mount-proc "$pa" strace -f -o "$dir/lines" -e trace=exit_group -e signal=none sh -c "$late" > "$dir/out" 2>&1
	equal "children: in a pid namespace: status" 3 $?
	expect "children: in a pid namespace" "$dir/lines" 'exit_group\(6\)'
else
	skip "children: in a pid namespace" "unshare --pid is not possible here"
fi
finish
