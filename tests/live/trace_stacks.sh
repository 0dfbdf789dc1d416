#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Call chains: of calls, of tracepoints and page faults; of processes that live for a millisecond, of
# programs that are gone or others by the time they are looked at; beside stock perf.
set -u
. tests/lib.sh
. tests/live/trace_common.inc
work work_stack

# chains FILE: one line for each call, "leaf middle outer main ..." by function
chains()
{
	awk '/ms\): |^[a-z]/ { if (line) print line; line = ""; next }
	     /^ {39}/ || /^ +[^ ]+ \(/ { line = line (line ? " " : "") $1 }
	     END { if (line) print line }' "$1"
}

of_a_command()
{
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp "$work" calls 3 2> "$dir/log"
	chains "$dir/out" > "$dir/chains"
	equal "stacks: one for each call" 3 "$(wc -l < "$dir/chains")"
	equal "stacks: all from leaf to main" 3 \
		"$(grep -cE '^stack_leaf stack_middle stack_outer (make_calls )?main( |$)' "$dir/chains")"
	expect "stacks: with the file" "$dir/out" "^ {39}stack_leaf \($work\)$"

	"$pa" trace -o "$dir/out" -e getppid --max-stack 2 "$work" 2> "$dir/log"
	equal "stacks: --max-stack" "stack_leaf stack_middle" "$(chains "$dir/out")"
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp --min-stack 200 "$work" 2> "$dir/log"
	equal "stacks: --min-stack leaves shorter ones out" "" "$(chains "$dir/out")"
	expect "stacks: but shows their calls" "$dir/out" 'getppid\(\)'

	"$pa" trace -o "$dir/out" -e getppid --kernel-syscall-graph "$work" 2> "$dir/log"
	# The last thing that do_syscall_64() of 5.10 does is a jump to where the exit is traced: it is no caller.
	expect "stacks: --kernel-syscall-graph" "$dir/out" \
		'^ {39}(do_syscall_64|entry_SYSCALL_64_after_hwframe) \(\[kernel\.kallsyms\]\)$'
	refuse "stacks: without what traces" "$dir/out" '^ +(bpf_|__traceiter|perf_)'
	refuse "stacks: alone it shows no user space" "$dir/out" 'stack_leaf'

	"$pa" trace --format=json -o "$dir/out" -e getppid --call-graph fp "$work" 2> "$dir/log"
	expect "stacks: in JSON" "$dir/out" \
		'"stack":\[\{"ip":[0-9]+,"dso":"[^"]*work_stack","dso_offset":[0-9]+,"symbol":"stack_leaf","symbol_offset":[0-9]+\}'

	"$pa" trace -o "$dir/out" -e exit_group --call-graph fp "$work" 2> "$dir/log"
	expect "stacks: of a call that does not return" "$dir/out" '^ {39}_exit \(.*libc'
}

# By the tables for exceptions: through functions of the C library, which has no frame pointers.
unwound()
{
	"$pa" trace -o "$dir/out" -e getppid --call-graph dwarf "$work" calls 3 2> "$dir/log"
	if grep -q 'needs bpf_task_pt_regs' "$dir/log"; then
		skip "stacks: dwarf" "this kernel is older than 5.15"
		return
	fi
	equal "stacks: dwarf: all from leaf to the first function" 3 \
		"$(chains "$dir/out" | grep -cE '^stack_leaf stack_middle stack_outer (make_calls )?main .*_start$')"
	refuse "stacks: dwarf: none of them goes on" "$dir/out" '^ +\.\.\.$'
	"$pa" trace -o "$dir/out" -e exit_group --call-graph dwarf "$work" 2> "$dir/log"
	expect "stacks: dwarf: through a library" "$dir/out" '^ {39}_start \(.*work_stack\)$'
	# A copy of eight words is less than one function of the library has.
	"$pa" trace -o "$dir/out" -e getppid --call-graph dwarf,64 "$work" 2> "$dir/log"
	equal "stacks: dwarf: where the copy ends before the stack, the chain says so" '...' \
		"$(sed -n '$s/^ *//p' "$dir/out")"
	# Contents beside which a copy of the stack has no room in one record.
	mkdir -p "$dir/many"
	(cd "$dir/many" && seq -f '%040.0f' 200 | xargs touch)
	"$pa" trace -o "$dir/out" -e getdents64 --call-graph dwarf ls "$dir/many" > "$dir/names" 2> "$dir/log"
	equal "stacks: dwarf: beside many bytes of contents: status" 0 $?
	expect "stacks: dwarf: beside many bytes of contents: they are there" "$dir/out" 'getdents64\(.*= [0-9]{5}$'
	refuse "stacks: dwarf: beside many bytes of contents: no chain is lost" "$dir/log" LOST
	"$pa" trace --format=json -o "$dir/out" -e getppid --call-graph dwarf,64 "$work" 2> "$dir/log"
	expect "stacks: dwarf: in JSON too" "$dir/out" '\],"stack_cut":true\}$'
	"$pa" trace -o "$dir/out" -e getppid --call-graph dwarf,64 "$work" 2> "$dir/log"
	expect "stacks: dwarf: a copy that is too short" "$dir/out" '^ {39}stack_leaf '
	refuse "stacks: dwarf: ends the chain" "$dir/out" '^ {39}_start '
	"$pa" trace -o "$dir/out" -e getppid --call-graph dwarf "$work" fork 100 2> "$dir/log"
	equal "stacks: dwarf: of children that call once and end" 100 \
		"$(chains "$dir/out" | grep -cE '^stack_leaf stack_middle stack_outer (make_children )?main .*_start$')"
	status "stacks: dwarf: more than can be copied" 2 "$pa" trace --call-graph dwarf,65528 true
	status "stacks: dwarf: no number" 2 "$pa" trace --call-graph dwarf,x true
}

beside_perf()
{
	if ! HOME=$dir perf trace --call-graph fp -e getppid "$work" calls 2 > "$dir/perf" 2>&1 ||
	   ! grep -q ' stack_leaf (' "$dir/perf"; then
		skip "stacks: beside stock perf" "perf trace --call-graph does not work here"
		return
	fi
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp "$work" calls 2 2> "$dir/log"
	grep -E '^ {39}' "$dir/perf" > "$dir/perf_frames"
	grep -E '^ {39}' "$dir/out" > "$dir/our_frames"
	same "stacks: the lines of stock perf" "$dir/perf_frames" "$dir/our_frames"
}

short_lives()
{
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp "$work" fork 200 2> "$dir/log"
	chains "$dir/out" > "$dir/chains"
	equal "stacks: children that call once and end" 200 \
		"$(grep -cE '^stack_leaf stack_middle stack_outer (make_children )?main( |$)' "$dir/chains")"

	# shellcheck disable=SC2016
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp \
		sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do "$0"; done' "$work" 2> "$dir/log"
	chains "$dir/out" | grep -E '^stack_leaf ' > "$dir/chains"
	equal "stacks: programs that live for a millisecond" 10 \
		"$(grep -cE '^stack_leaf stack_middle stack_outer (make_calls )?main( |$)' "$dir/chains")"
}

# Right or unknown, never the names of another file.
other_files()
{
	cp "$work" "$dir/gone"
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp "$dir/gone" gone "$dir/gone" 2> "$dir/log"
	expect "stacks: a program that has removed itself" "$dir/out" \
		"^ {39}(stack_leaf|\[0x[0-9a-f]+\]) \($dir/gone\)$"

	cp "$work" "$dir/program"
	cp /bin/true "$dir/other"
	"$pa" trace -o "$dir/out" -e getppid --call-graph fp \
		"$dir/program" replaced "$dir/program" "$dir/other" 2> "$dir/log"
	expect "stacks: a program in whose place another one is" "$dir/out" \
		"^ {39}(stack_leaf|\[0x[0-9a-f]+\]) \($dir/program\)$"
	equal "stacks: has no names of the other" "" \
		"$(grep -E '^ {39}' "$dir/out" | grep -F "($dir/program)" |
			grep -vE 'stack_|make_calls|main|\[0x|_start')"
}

running_ones()
{
	"$work" calls 100000000 > /dev/null 2>&1 &
	victim=$!
	started="$started $victim"
	"$pa" trace -p "$victim" --max-events 3 -o "$dir/out" -e getppid --call-graph fp 2> "$dir/log"
	expect "stacks: of a process that runs already" "$dir/out" '^ {39}stack_leaf '
	"$pa" trace -a -o "$dir/out" -e getppid --call-graph fp "$work" calls 5 \
		2> "$dir/log"
	expect "stacks: with -a" "$dir/out" '^ {39}stack_leaf '
	kill "$victim"
	wait "$victim" 2> /dev/null
}

faults()
{
	"$pa" trace -F all --no-syscalls -o "$dir/out" "$work" fault 2> "$dir/log"
	expect "faults: where, and what was touched" "$dir/out" \
		'work_stack/[0-9]+ minfault \[stack_touch\+0x[0-9a-f]+\] => //anon@0x[0-9a-f]+ \(d\.\)$'
	expect "faults: by the kernel" "$dir/out" 'minfault \[[a-z_]+\+0x[0-9a-f]+\] => .*k\)$'
	refuse "faults: --no-syscalls" "$dir/out" '\) += '
	"$pa" trace -F maj -o "$dir/out" "$work" fault 2> "$dir/log"
	refuse "faults: -F maj has none of the others" "$dir/out" 'minfault'
	expect "faults: and the calls" "$dir/out" 'mmap\('
	"$pa" trace -F min --no-syscalls --call-graph fp -o "$dir/out" "$work" fault 2> "$dir/log"
	grep -A 2 'stack_touch+0x' "$dir/out" > "$dir/touch"
	expect "faults: with their chains" "$dir/touch" '^ {39}main \('
	"$pa" trace -F min --no-syscalls --format=json -o "$dir/out" "$work" fault 2> "$dir/log"
	expect "faults: in JSON" "$dir/out" \
		'"event":"minfault","code":\{.*"symbol":"stack_touch".*\},"data":\{.*"dso":"//anon"'
	status "faults: which" 2 "$pa" trace -F some true
}

in_strace()
{
	"$pa" strace -k -e trace=getppid -o "$dir/out" "$work" 2> "$dir/log"
	expect "strace -k: the call's place" "$dir/out" "^ > $work\(stack_leaf\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$"
	if ! strace -k -e trace=getppid -o "$dir/strace" "$work" 2> /dev/null; then
		skip "strace -k: as strace has it" "strace -k does not work here"
		return
	fi
	# Names differ where we have debug information, addresses do not.
	grep -oE '^ > .*\(|\[0x[0-9a-f]+\]' "$dir/strace" | sed 's/(.*//' > "$dir/wanted"
	grep -oE '^ > .*\(|\[0x[0-9a-f]+\]' "$dir/out" | sed 's/(.*//' > "$dir/got"
	if [ "$(grep -c _start "$dir/out")" = 0 ]; then
		skip "strace -k: the chain of strace" "this kernel is older than 5.15"
		return
	fi
	same "strace -k: the chain of strace" "$dir/wanted" "$dir/got"
	for option in -k -i; do
		for tracer in strace "$pa strace"; do
			# Without the memory layout of chance; and names are as above.
			# shellcheck disable=SC2086
			setarch -R $tracer $option -e trace=none -o "$dir/chain" "$work" signals > /dev/null 2>&1
			sed -E 's/si_pid=[0-9]+/si_pid=N/; s/(si_addr=)0x[0-9a-f]+/\1ADDR/; s/\(.*\) \[/ [/; s/ \(core dumped\)//' \
				"$dir/chain" > "$dir/chain.${tracer##*/}"
		done
		same "strace $option: where signals came" "$dir/chain.strace" "$dir/chain.perf-augment strace"
	done
}

if [ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing 2> /dev/null; then
	"$pa" trace -o "$dir/out" -e 'syscalls:sys_enter_getppid' --call-graph fp "$work" 2> "$dir/log"
	expect "stacks: of tracepoints" "$dir/out" '^ {39}stack_leaf \('
else
	skip "stacks: of tracepoints" "there is no tracefs"
fi
status "stacks: a way to walk that is not there" 2 "$pa" trace --call-graph lbr true
expect "stacks: is refused by name" "$dir/status_out" 'lbr is recorded by hardware'
of_a_command
unwound
beside_perf
short_lives
other_files
running_ones
faults
in_strace
finish
