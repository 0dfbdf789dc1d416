#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Threads that job control stops, beside strace itself. Not in one run: what strace traces does not stop so.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_file "stop: work_stop is built" "$BUILD/tests/live/work_stop"

# stops FILE: how often which signal stopped a thread
stops()
{
	grep -ho -- '--- stopped by SIG[A-Z]* ---' "$1" | sort | uniq -c
}

# run OPTION...: the lines are in $dir/ours
run()
{
	"$pa" strace -o "$dir/ours" "$@" "$BUILD/tests/live/work_stop" 2> "$dir/err"
	equal "stop: $*: exit status" 0 $?
}

run -f
stops "$dir/ours" > "$dir/stops"
printf '%7d --- stopped by %s ---\n' 2 SIGSTOP 2 SIGTSTP 2 SIGTTIN 2 SIGTTOU > "$dir/wanted"
same "stop: each thread is told of, for each signal" "$dir/wanted" "$dir/stops"

child=$(sed -nE 's/^([0-9]+) +--- SIGSTOP .*/\1/p' "$dir/ours")
grep -E "^$child +--- (SIGSTOP|stopped by SIGSTOP|SIGTSTP|stopped by SIGTSTP) " "$dir/ours" |
	sed -E 's/^[0-9]+ +//; s/ [{].*//' > "$dir/order"
printf '%s\n' '--- SIGSTOP' '--- stopped by SIGSTOP ---' '--- SIGTSTP' '--- stopped by SIGTSTP ---' > "$dir/wanted"
same "stop: behind the signal" "$dir/wanted" "$dir/order"

if strace -V > "$dir/version" 2>&1; then
	for options in -f '-f -z' '-f -e signal=SIGTSTP,SIGTTIN' '-f -e trace=none' '-f -qq' '-f -e signal=none'; do
		# shellcheck disable=SC2086 # words
		run $options
		# shellcheck disable=SC2086
		strace -o "$dir/strace" $options "$BUILD/tests/live/work_stop" 2> "$dir/err"
		equal "stop: $options: as strace has it" "$(stops "$dir/strace")" "$(stops "$dir/ours")"
	done
else
	skip "stop: as strace has it" "strace is not installed"
fi

# attached STRACE...: what it says of $target, which has been stopped, as lines of $dir/ours or $dir/strace
attached()
{
	name=$1
	shift
	timeout -s INT -k 10 60 "$@" -p "$target" > "$dir/$name" 2>&1 &
	tracer=$!
	started="$started $tracer"
	wait_until 20 grep -q 'stopped by' "$dir/$name"
	kill -INT "$tracer"
	wait "$tracer"
	sed -i "s/\<$target\>/PID/g" "$dir/$name"
}

# Which signal it was /proc does not tell of one whose parent has seen it stop, as a shell does at once.
for signal in STOP TSTP TTIN; do
	perl -e '$| = 1; $pid = fork; $pid or exec "sleep", 60; kill $ARGV[0], $pid; waitpid $pid, 2; print "$pid\n"; sleep 60' \
		$signal > "$dir/pid" &
	shell=$!
	started="$started $shell"
	wait_until 10 grep -q . "$dir/pid"
	target=$(cat "$dir/pid")
	started="$started $target"
	wait_until 10 grep -q '^State:.T' "/proc/$target/status"
	equal "stop: /proc does not tell of SIG$signal" 0 "$(sed 's/.* //' "/proc/$target/stat")"
	attached ours "$pa" strace
	expect "stop: attached to one that SIG$signal has stopped" "$dir/ours" "^--- stopped by SIG$signal ---\$"
	if command -v strace > /dev/null; then
		attached strace strace
		same "stop: attached to one that SIG$signal has stopped: all lines" "$dir/strace" "$dir/ours"
	fi
	kill -KILL "$target" "$shell"
done

# In a pid namespace, where numbers are others.
if unshare -pf --mount-proc true 2> /dev/null; then
	unshare -pf --mount-proc sh -c 'sleep 60 & kill -STOP $!; sleep 0.2
		timeout -s INT 1 "$1" strace -p $! 2> "$2"; kill -KILL $!' sh "$pa" "$dir/ours"
	expect "stop: attached in a pid namespace" "$dir/ours" '^--- stopped by SIGSTOP ---$'
else
	skip "stop: attached in a pid namespace" "none can be made here"
fi
finish
