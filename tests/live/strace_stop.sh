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
finish
