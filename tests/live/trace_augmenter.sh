#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# trace -e FILE.o: objects made with augmenter.bpf.h. What they attach is in the line of the call, by
# its BTF type; objects that cannot be are refused, and nothing is traced.
. tests/lib.sh
. tests/live/trace_common.inc

live=$BUILD/tests/live
examples=$BUILD/bpf-progs/examples
values=$live/augment_values.bpf.o
work work_augment

# traced LIST: work_augment under the objects and calls of LIST, into $dir/trace
traced()
{
	"$pa" trace -o "$dir/trace" -e "$1" -- "$work" > "$dir/work_out" 2> "$dir/messages"
	equal "augmenter: status of the command" 7 $?
}

# has NAME CALL TEXT: the line of a call has the text, which is no pattern
has()
{
	if grep -a " $2(" "$dir/trace" | grep -aqF -- "$3"; then
		pass "augmenter: $1"
	else
		fail "augmenter: $1" "$dir/trace"
		echo "# expected in a line of $2: $3"
	fi
}

# every_value OBJECT
every_value()
{
	traced "$1,prctl,exit_group,getuid,getgid"
	has "an int" prctl ', int: -5,'
	has "an enum, by its name" prctl ', enum: GREEN,'
	has "a bool" prctl ', bool: true,'
	has "64 bits" prctl ', u64: 9223372036854775808,'
	has "a struct of the function itself" prctl ', own: { .small: -3, .color: GREEN },'
	outer='{ .number: 1, .text: "one", .in: [{ .small: -1, .color: RED }, { .small: 2, .color: GREEN }], .low: 5, .high: 17 }'
	has "a struct of the program, by its BTF type" prctl ", outer: $outer,"
	has "an array, an enum without a name in it" prctl ", array: [$outer, { .number: 2, .text: \"two\", .in: [{ .small: -3, .color: GREEN }, { .small: 4, .color: 99 }], .low: 2, .high: 3 }],"
	has "an empty array" prctl ', none: [],'
	has "a string, escaped" prctl ', string: "a \"string\"\n",'
	has "a buffer" prctl ', buf: "a \"",'
	has "what cannot be read" prctl ', fault: 0x10 <fault>,'
	has "the thread's name" prctl ', comm: "work_augment"'
	has "at the exit: result and arguments" prctl ', ret: -22, first: 12345)'
	has "a call that does not return" exit_group 'exit_group(error_code: 7, status: 7)'
	expect "augmenter: a function that attaches nothing" "$dir/trace" ' getuid\(\) += '
	has "a struct of the kernel, by the kernel's type" getgid ' .thread_info: {'
	has "a type that the kernel does not have" getgid ', nothing: 0x'
	refuse "augmenter: no messages" "$dir/messages" .
}

limits()
{
	traced "$values,getpriority"
	r100=$(printf '%0100d' 0 | tr 0 r)
	r1000=$r100$r100$r100$r100$r100$r100$r100$r100$r100$r100
	has "a value of the largest size, and one that is whole" getpriority "$r1000$r1000$r1000$r1000\"..., b: \"$r1000\""
	has "what there was no room for is counted" getpriority ', attached_lost: 1)'
}

dropped()
{
	PATH=$live:$PATH "$pa" trace -v -o "$dir/trace" -e "$live/augment_drop.bpf.o,getpriority,getpgid,nanosleep" \
		-- "$work" > /dev/null 2> "$dir/messages"
	expect "augmenter: drop: the other call of the entry stays" "$dir/trace" ' getpriority\(which: PROCESS, who: '
	refuse "augmenter: drop: at the entry" "$dir/trace" ' getpriority\(which: PGRP'
	expect "augmenter: drop: the other call of the exit stays" "$dir/trace" ' getpgid\(pid: 0, group: [0-9]+\)'
	refuse "augmenter: drop: at the exit" "$dir/trace" ' getpgid\(.*ESRCH'
	refuse "augmenter: drop: a call that waits" "$dir/trace" nanosleep
	refuse "augmenter: drop: a probe" "$dir/trace" work_function
	expect "augmenter: drop: they count as filtered" "$dir/messages" ' = 2 shown [+] 0 only counted [+] [0-9]+ filtered [+] 0 lost [+] 0 unfinished'
}

several()
{
	traced "$values,$examples/augment_connect.o,$examples/augment_writev.o,connect,writev,prctl"
	has "several objects: the first" prctl ', int: -5,'
	has "several objects: the second, entry and exit" connect \
		'where: { .family: 2, .port: [0, 9], .addr: [127, 0, 0, 1] }, refused: true)'
	has "several objects: the third" writev ', .len: 4 }], first: "one\n")'
	"$pa" trace -o "$dir/trace" -e "$values,$values" -e "$values,prctl" -- "$work" > /dev/null 2> "$dir/messages"
	has "an object that is named again is the same one" prctl ', int: -5,'
}

# refused NAME PATTERN LIST
refused()
{
	status "augmenter: $1: status 1" 1 "$pa" trace -o "$dir/trace" -e "$3" -- "$work"
	expect "augmenter: $1: the message" "$dir/status_out" "$2"
	refuse "augmenter: $1: nothing was run" "$dir/status_out" '^one$'
}

refusals()
{
	refused "two for one call" \
		'getpriority is augmented twice: by .*augment_values.bpf.o \(function enter_getpriority\) and by .*augment_twice.bpf.o \(function exit_getpriority\)' \
		"$values,$live/augment_twice.bpf.o"
	refused "a newer header" 'augment_newer.bpf.o: was built with version 4711 of augmenter.bpf.h; .*has version' \
		"$live/augment_newer.bpf.o"
	refused "a call that does not exist" "function enter_conect: there is no system call 'conect'; is it connect" \
		"$live/augment_unknown.bpf.o"
	refused "a program that the verifier refuses" 'augment_refused.bpf.o: .*enter_getpid' \
		"$live/augment_refused.bpf.o"
	expect "augmenter: the source line is said" "$dir/status_out" \
		'augment_refused.bpf.c:[0-9]+: call->args\[call->args\[0\]\] = 1;'
	expect "augmenter: and the verifier's words" "$dir/status_out" 'math between map_value pointer|R[0-9] '
	expect "augmenter: and a hint" "$dir/status_out" 'bound the number right before its use'
	refused "no such file" '/not/there.o: .*No such file' /not/there.o
	echo "no object" > "$dir/text.o"
	refused "no ELF file" 'text.o: .*not an ELF file' "$dir/text.o"
	head -c 3000 "$values" > "$dir/cut.o"
	refused "a truncated file" 'cut.o: ' "$dir/cut.o"
}

# Tracepoints and functions are lines among the calls, in the order of time.
events()
{
	if [ ! -e /sys/kernel/tracing/events/sched ] && ! mount -t tracefs nodev /sys/kernel/tracing; then
		skip "augmenter: tracepoints and functions" "no tracefs"
		return
	fi
	PATH=$live:$PATH "$pa" trace -v -o "$dir/trace" -e "$live/augment_events.bpf.o,$values" -e prctl,writev,exit_group \
		-- "$work" > "$dir/work_out" 2> "$dir/messages"
	equal "augmenter: events: status of the command" 7 $?
	has "a tracepoint, a string in its record" sched:sched_process_exec \
		"(filename: \"$work\", pid: "
	has "a tracepoint without anything attached" sched:sched_process_exit 'sched_process_exit()'
	has "a function in user space" uprobe:work_augment:work_function '(number: 40, text: "xy")'
	has "its return" uretprobe:work_augment:work_function '(result: 42)'
	has "objects with calls beside" prctl ', int: -5,'
	calls "$dir/trace" | sed -E 's/^[^ ]* //; s/[(].*//' | tr '\n' ' ' > "$dir/order"
	echo >> "$dir/order"
	expect "augmenter: events are in the order of time with calls" "$dir/order" \
		'sched:sched_process_exec writev prctl uprobe:work_augment:work_function uretprobe:work_augment:work_function .*exit_group sched:sched_process_exit '
	expect "augmenter: the ledger of events" "$dir/messages" ': 4 events of augmenters = 4 shown [+] 0 filtered [+] 0 lost'
	refuse "augmenter: no call is lost for it" "$dir/messages" LOST
	PATH=$live:$PATH "$pa" trace -v -o "$dir/trace" -e "$live/augment_events.bpf.o,getppid" --max-events 1 -- "$work" > /dev/null 2> "$dir/messages"
	equal "augmenter: --max-events counts events" 1 "$(grep -c '^ *[0-9.]* (' "$dir/trace")"
	others="augmenter: others who record the tracepoint still get it"
	if tells_ends "$others"; then
		PATH=$live:$PATH "$pa" trace -o "$dir/trace" -e "sched:sched_process_exit,$live/augment_events.bpf.o,getuid" -- "$work" \
			> /dev/null 2> "$dir/messages"
		expect "$others" "$dir/trace" ' sched:sched_process_exit\(comm: "'
	fi
	refused "no such tracepoint" 'running kernel has no tracepoint sched:no_such_event' "$live/augment_no_event.bpf.o"
	refused "no such function" 'cannot probe no_such_function in /bin/sh: the file has no such function' \
		"$live/augment_no_func.bpf.o"
	PATH=$live:$PATH "$pa" trace -s -o "$dir/trace" -e "$live/augment_events.bpf.o,$values" -- "$work" > /dev/null 2> "$dir/messages"
	equal "augmenter: with -s nothing runs" 7 $?
}

# The examples that are not used above.
example_events()
{
	"$pa" trace -o "$dir/trace" -e "$examples/augment_malloc.o,brk" -- sh -c 'echo hello' > /dev/null 2> "$dir/messages"
	if grep -q 'cannot probe malloc in libc.so.6' "$dir/messages"; then
		skip "augmenter: example of malloc" "the C library is not found by its name"
	else
		expect "augmenter: example of malloc" "$dir/trace" 'uprobe:libc.so.6:malloc\(size: [0-9]+\)'
		expect "augmenter: and of its return" "$dir/trace" 'uretprobe:libc.so.6:malloc\(result: 0x[0-9a-f]+\)'
	fi
	"$pa" trace -o "$dir/trace" -e "$examples/augment_sched.o,nanosleep" -- sleep 0.2 > /dev/null 2> "$dir/messages"
	expect "augmenter: example of sched_switch" "$dir/trace" \
		'sleep/[0-9]+ sched:sched_switch\(prev_state: [0-9]+, next_pid: [0-9]+, next_comm: "'
}

# The same in the other formats.
formats()
{
	PATH=$live:$PATH "$pa" trace --format=json -o "$dir/trace" \
		-e "$live/augment_events.bpf.o,$examples/augment_connect.o,connect" -- "$work" > /dev/null
	expect "augmenter: JSON of a call" "$dir/trace" \
		'"syscall":"connect",.*"where":[{]"family":2,"port":\[0,9\],"addr":\[127,0,0,1\][}],"refused":true[}],"ret":-1'
	expect "augmenter: JSON of an event" "$dir/trace" \
		'"event":"uprobe:work_augment:work_function","args":[{]"number":40,"text":"xy"[}][}]$'
	PATH=$live:$PATH "$pa" trace --format=strace -o "$dir/trace" \
		-e "$live/augment_events.bpf.o,$examples/augment_connect.o,connect" -- "$work" > /dev/null
	expect "augmenter: strace's format of a call" "$dir/trace" \
		'connect\(3, .*, 16, where=[{]family=2, port=\[0, 9\], addr=\[127, 0, 0, 1\][}], refused=true\) '
	expect "augmenter: strace's format of an event" "$dir/trace" \
		'uprobe:work_augment:work_function\(number=40, text="xy"\)$'
}

# Other processes call the function too; they are not traced.
others()
{
	"$work" > /dev/null
	PATH=$live:$PATH trace_bg "$dir/trace" -e "$live/augment_events.bpf.o,exit_group" -- sleep 2
	wait_until 10 grep -aq sched:sched_process_exec "$dir/trace" || echo "# no line yet"
	"$work" > /dev/null
	ended "augmenter: a trace of another process"
	refuse "augmenter: functions of processes that are not traced are not shown" "$dir/trace" work_function
}

# What the compiler lets pass.
bad_sources()
{
	printf '#include <augmenter.bpf.h>\nAUGMENT_ENTER(connect)\n{\n\taugment_str(call, "x", call->args[1]);\n}\n' > "$dir/licence.c"
	refused "no licence" 'licence.c: function enter_connect .*refuses it' "$dir/licence.c"
	expect "augmenter: no licence: the line of the source, not of the header" "$dir/status_out" 'at .*/licence.c:[0-9]+: '
	expect "augmenter: no licence: what to do" "$dir/status_out" 'license\(GPL\);'
	# The compiler moves the read up into the header's code, where it has no line.
	printf '#include <augmenter.bpf.h>\nAUGMENT_EXIT(read)\n{\n\tif (call->ret > 0)\n\t\taugment_number(call, "x", *(char *)call->args[1]);\n}\nlicense(GPL);\n' > "$dir/moved.c"
	refused "a read of the program's memory" "moved.c: function exit_read .*refuses it" "$dir/moved.c"
	expect "augmenter: code that was moved: its line" "$dir/status_out" 'at .*/moved.c:5: augment_number'
	clang -target bpf -O2 -I include -I include/bpf -c "$dir/licence.c" -o "$dir/no_btf.o"
	refused "no BTF" 'no_btf.o: has no BTF' "$dir/no_btf.o"
	clang -target bpfeb -g -O2 -I include -I include/bpf -c "$dir/licence.c" -o "$dir/big.o"
	refused "the other byte order" 'big.o: big-endian' "$dir/big.o"
}

# The C library has realpath twice; and memcpy is one function for each kind of CPU.
versions()
{
	printf '#include <augmenter.bpf.h>\nAUGMENT_UPROBE("libc.so.6", realpath)\n{\n\taugment_str(call, "path", call->args[0]);\n}\nlicense(GPL);\n' > "$dir/realpath.c"
	"$pa" trace -o "$dir/trace" -e "$dir/realpath.c,getppid" -- python3 -c \
		'import ctypes; ctypes.CDLL(None).realpath(b"/etc/../etc/fstab", None)' > /dev/null 2> "$dir/messages"
	if grep -q 'no such file where' "$dir/messages"; then
		skip "augmenter: a function of two versions" "the C library is not found by its name"
		return
	fi
	expect "augmenter: a function of two versions" "$dir/trace" \
		'uprobe:libc.so.6:realpath\(path: "/etc/../etc/fstab"\)'
	printf '#include <augmenter.bpf.h>\nAUGMENT_UPROBE("libc.so.6", memcpy)\n{\n}\nlicense(GPL);\n' > "$dir/memcpy.c"
	refused "a function that is chosen at the start" 'cannot probe memcpy in libc.so.6: .*IFUNC' "$dir/memcpy.c"
}

from_source()
{
	command -v clang > /dev/null || {
		skip "augmenter: from source" "clang is not installed"
		return
	}
	XDG_CACHE_HOME=$dir/cache
	export XDG_CACHE_HOME
	traced "bpf-progs/examples/augment_connect.c,connect"
	has "from source" connect ', refused: true)'
	printf '[trace]\n\tadd_events = %s,connect\n' "$PWD/bpf-progs/examples/augment_connect.c" > "$dir/config"
	PERF_CONFIG=$dir/config "$pa" trace -o "$dir/trace" -e prctl -- "$work" > /dev/null 2> "$dir/messages"
	has "from [trace] add_events" connect ', refused: true)'
	bad_sources
	versions
	echo 'AUGMENT_ENTER(' > "$dir/wrong.c"
	refused "a C error" 'wrong.c:1' "$dir/wrong.c"
}

every_value "$values"
every_value "$live/augment_values_v1.bpf.o"
limits
dropped
several
refusals
events
example_events
formats
others
from_source
finish
