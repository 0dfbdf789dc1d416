#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Objects for stock perf in `trace -e`, compiled when the virtual machine was made: the examples of
# Debian's linux-perf, a legacy one, and those at functions of the kernel that get its variables.
. tests/lib.sh
. tests/live/trace_common.inc

objects=$BUILD/tests/objects
events=/sys/kernel/tracing/kprobe_events

# there OBJECT: says whether it was made
there()
{
	[ -e "$objects/$1.o" ] && return
	skip "stock objects: $1" "it was not compiled: there is no clang, or no linux-perf's examples"
	return 1
}

# trace ARG...: into $dir/out and $dir/log. Again when the kernel says that it left out runs of the programs: it
# does, seen with 7.2, when a task is preempted while it reads a map, and another one of its CPU is traced.
trace()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		"$pa" trace -o "$dir/out" "$@" > "$dir/log" 2>&1
		grep -q 'the kernel left out' "$dir/log" || break
	done
	[ -s "$dir/out" ] || cp "$dir/log" "$dir/out"
}

tracepoints()
{
	if there hello; then
		trace -e "$objects/hello.o" cat /etc/hostname
		expect "stock objects: hello prints" "$dir/out" ' cat/[0-9]+ __bpf_stdout__\(Hello, world\)'
	fi
	if there etcsnoop; then
		trace -e "$objects/etcsnoop.o" cat /etc/hostname
		expect "stock objects: etcsnoop keeps" "$dir/out" ' openat\(.*filename: "/etc/hostname"'
		refuse "stock objects: etcsnoop drops" "$dir/out" 'filename: "/(usr|lib)'
	fi
	if there augmented_raw_syscalls; then
		trace -e "$objects/augmented_raw_syscalls.o,openat" cat /etc/hostname
		expect "stock objects: augmented_raw_syscalls" "$dir/out" ' openat\(.*"/etc/hostname".*\) += 3'
	fi
	if there told; then
		trace -e "$objects/told.o,openat" cat /etc/hostname
		expect "stock objects: an augmenter's word" "$dir/out" '"told by the object"'
	fi
	if there legacy; then
		trace -e "$objects/legacy.o,openat" cat /etc/hostname
		expect "stock objects: a legacy one" "$dir/out" ' openat\(.*"/etc/hostname".*\) += 3'
	fi
}

# Sleepers run at the same time, so that a slow machine is no slower.
sleepers()
{
	there 5sec || return
	trace -e "$objects/5sec.o" sh -c 'sleep 1 & sleep 5 & sleep 6 & wait'
	expect "stock objects: 5sec sees it" "$dir/out" \
		' sleep/[0-9]+ perf_bpf_probe:hrtimer_nanosleep\(__probe_ip: .*rqtp: 50000'
	equal "stock objects: 5sec sees nothing else" 1 "$(grep -c hrtimer_nanosleep "$dir/out")"
	trace -e "$objects/5sec.o,clock_nanosleep" sh -c 'sleep 5'
	expect "stock objects: 5sec beside calls" "$dir/out" ' clock_nanosleep\('
	equal "stock objects: 5sec in the call, before its end" \
		"hrtimer_nanosleep( clock_nanosleep(" \
		"$(grep -E 'hrtimer_nanosleep\(|nanosleep\(.*\) += 0' "$dir/out" | grep -oE '(hrtimer|clock)_nanosleep\(' | tr '\n' ' ' | sed 's/ $//')"
}

variables()
{
	there probe_vars || return
	mkdir "$dir/open"
	cat > "$dir/open.py" << END
import os
for path, flags, mode in ("$dir/open/new", os.O_CREAT | os.O_RDWR, 0o600), \
		("$dir/open/other", os.O_CREAT | os.O_RDWR, 0o644), ("$dir/open", os.O_RDONLY, 0):
	os.close(os.open(path, flags, mode))
try:
	os.open("$dir/open/none", os.O_RDONLY)
except FileNotFoundError:
	pass
os.write(1, b"%d\n" % os.stat("$dir/open").st_ino)
END
	"$pa" trace -o "$dir/out" -e "$objects/probe_vars.o" python3 -S -E "$dir/open.py" \
		> "$dir/inode" 2> "$dir/log"
	[ -s "$dir/out" ] || cp "$dir/log" "$dir/out"
	expect "stock objects: a narrow variable and members" "$dir/out" \
		'perf_bpf_probe:opened\(.*dfd: -100, flags: .*create_mode: (0x180|384)'
	equal "stock objects: what the program refuses is no line" 1 "$(grep -c ':opened(' "$dir/out")"
	expect "stock objects: members behind several pointers" "$dir/out" \
		"perf_bpf_probe:dirs\\(.*i_ino: $(cat "$dir/inode")[,)]"
	expect "stock objects: what cannot be read" "$dir/out" '__bpf_stdout__\(cannot be read\)'
	expect "stock objects: what is returned" "$dir/out" 'perf_bpf_probe:got\(.*arg1: (-2|0xf+e)'
}

# nothing_left NAME
nothing_left()
{
	equal "stock objects: no event is left $1" "" "$(grep perf_bpf_probe $events)"
}

ended_by_signals()
{
	there 5sec || return
	for signal in INT TERM; do
		"$pa" trace -o "$dir/out" -e "$objects/5sec.o" sleep 1000 > "$dir/log" 2>&1 &
		tracer=$!
		started="$started $tracer"
		wait_until 60 grep -q perf_bpf_probe_${tracer}_ $events
		kill -s $signal $tracer
		wait $tracer
		nothing_left "after SIG$signal"
	done
	"$pa" trace -o "$dir/out" -e "$objects/5sec.o" sleep 1000 > "$dir/log" 2>&1 &
	tracer=$!
	started="$started $tracer"
	wait_until 60 grep -q perf_bpf_probe_${tracer}_ $events
	kill -s KILL $tracer
	wait $tracer 2> /dev/null
	trace -e "$objects/5sec.o" true
	nothing_left "after the run that follows SIGKILL"
}

tracepoints
if [ -e $events ]; then
	sleepers
	variables
	nothing_left "at the end"
	ended_by_signals
else
	skip "stock objects: functions of the kernel" "there are no kprobes"
fi
finish
