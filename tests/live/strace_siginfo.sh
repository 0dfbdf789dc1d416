#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What comes with signals, of every code and with odd bytes, beside strace itself.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "siginfo: strace" strace
need_cmd "siginfo: python3" python3
need_file "siginfo: work_siginfo is built" "$BUILD/tests/live/work_siginfo"
need_file "siginfo: work_early_end is built" "$BUILD/tests/live/work_early_end"
need_file "siginfo: work_fatal is built" "$BUILD/tests/live/work_fatal"
need_strace_6_1 "siginfo: beside strace" "the lines are those of strace 6.1"

for words in abbrev raw verbose; do
	tests/conformance/strace_diff -O -X$words "$BUILD/tests/live/work_siginfo" > "$dir/diff" 2>&1
	equal "siginfo: -X$words: strace_diff" 0 $?
	expect "siginfo: -X$words: all lines are strace's" "$dir/diff" '^100\.00 % of 4[0-9]{3} lines are equal \(status 0\)'
	sed 's/^/# /' "$dir/diff" | cut -c 1-300 | tail -n +2 | head -n 20
done

tests/conformance/strace_diff "$BUILD/tests/live/work_early_end" > "$dir/diff" 2>&1
equal "siginfo: of who ends before its first call: strace_diff" 0 $?
expect "siginfo: of who ends before its first call" "$dir/diff" '^100\.00 % of [0-9]{2} lines are equal \(status 0\)'
sed 's/^/# /' "$dir/diff" | cut -c 1-300 | tail -n +2 | head -n 20

# Which thread of several takes a signal is another one now and then, under strace.
tests/conformance/strace_diff -v "$BUILD/tests/live/work_fatal" > "$dir/diff" 2>&1
equal "siginfo: of calls in which a signal ends the process: strace_diff" 0 $?
expect "siginfo: of calls in which a signal ends the process" "$dir/diff" '^(100\.00| 99\.[0-9]{2}) % of 2[0-9]{2} lines are equal \(status 0\)'
sed 's/^/# /' "$dir/diff" | cut -c 1-300 | tail -n +2 | head -n 20
finish
