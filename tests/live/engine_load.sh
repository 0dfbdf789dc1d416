#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The engine loads on this kernel and each thing that it can do works once: what differs from kernel
# to kernel is how, and this is the first test to look at on a new one.
. tests/lib.sh
. tests/live/trace_common.inc

# trace OPTION... -- COMMAND...: into $dir/trace; its status is in $traced
trace()
{
	"$pa" trace -v -o "$dir/trace" "$@" > "$dir/out" 2> "$dir/messages"
	traced=$?
	[ -s "$dir/trace" ] || cp "$dir/messages" "$dir/trace"
}

paths()
{
	trace -e openat -- cat /etc/hostname
	equal "engine: it loads and traces: status 0" 0 "$traced"
	expect "engine: a path" "$dir/trace" ' cat/[0-9]+ openat\(dfd: CWD, filename: "/etc/hostname", flags: RDONLY'
	refuse "engine: nothing is lost" "$dir/messages" 'LOST|does not close'

	long=$(printf '/.%.0s' $(seq 2047))x
	trace -e openat -- cat "$long"
	expect "engine: a path of 4095 bytes is whole" "$dir/trace" "openat\(.*\"$long\", "

	work work_paths
	"$pa" trace -e openat,rename -o "$dir/trace" -- "$work" absent > "$dir/wanted" 2> "$dir/messages"
	bare "$dir/trace" | grep -E '^rename|"/aug/|<fault>' > "$dir/got"
	same "engine: a page that is not in memory at entry is read again at exit" "$dir/wanted" "$dir/got"
}

tasks()
{
	trace -e openat,execve -- sh -c 'cat /etc/hostname; (cat /etc/passwd; :) | cat /etc/group -; exit 3'
	equal "engine: the command's status" 3 "$traced"
	for file in hostname passwd group; do
		expect "engine: a child's path, $file" "$dir/trace" " cat/[0-9]+ openat\(.*\"/etc/$file\""
	done
	equal "engine: an execve of each" 4 "$(calls "$dir/trace" | grep -c 'execve(filename: .*) = 0$')"

	work work_tree
	trace -e exit,exit_group -- "$work" threads
	expect "engine: exit, of a thread" "$dir/trace" '/[0-9]+ exit\('
	expect "engine: exit_group" "$dir/trace" '/[0-9]+ exit_group\(error_code: 0'
	equal "engine: all threads end" 0 "$(ledger "$dir/messages" unfinished)"

	while :; do
		cat /etc/hostname > /dev/null
		sleep 0.1
	done &
	loop=$!
	trace -a -e openat -- sleep 1
	kill "$loop"
	wait "$loop" 2> /dev/null
	expect "engine: -a shows tasks that were there" "$dir/trace" ' cat/[0-9]+ openat\(.*"/etc/hostname"'
}

# What only strace's options ask for: contents of several records, addresses, detaching, times on a CPU.
strace_options()
{
	"$pa" strace -f -s 65536 -i -o "$dir/trace" -e write,execve \
		sh -c 'printf %020000d 7; exec true "$(printf %010000d 8)"' > "$dir/out" 2> "$dir/messages"
	equal "engine: strace with long strings: status 0" 0 $?
	expect "engine: a string of several records is whole" "$dir/trace" 'execve\(.*"0{9999}8"\]'
	expect "engine: addresses of calls" "$dir/trace" '^[0-9]+ +\[0000[0-9a-f]{8,12}\] execve\('
	refuse "engine: nothing of them is lost" "$dir/messages" 'LOST|does not close'

	"$pa" strace -f -b execve -o "$dir/trace" -e execve,exit_group sh -c '/bin/true; exit 3' 2> "$dir/messages"
	expect "engine: tasks are left at an execve" "$dir/trace" '/true".* <detached \.\.\.>$'
	equal "engine: and not traced further" 1 "$(grep -c exit_group "$dir/trace")"

	"$pa" strace -c -U total-time,name -e trace=clock_nanosleep,nanosleep -o "$dir/trace" sleep 1
	expect "engine: time asleep is not on a CPU" "$dir/trace" '^ +0\.[0-4][0-9]* +(clock_)?nanosleep$'
}

calls_of_each_kind()
{
	if command -v bash > /dev/null; then
		trace -e connect -- bash -c ': < /dev/tcp/127.0.0.1/9'
		expect "engine: an address" "$dir/trace" 'connect\(fd: [0-9]+.*INET, .sin_port: 9, .sin_addr: 127\.0\.0\.1'
	else
		skip "engine: an address" "bash is not installed"
	fi
	trace -e openat --failure -- cat /etc/hostname /aug/none
	expect "engine: --failure shows failures" "$dir/trace" '/aug/none.* = -1 ENOENT'
	refuse "engine: --failure shows nothing else" "$dir/trace" '/etc/hostname'
	trace -e clock_nanosleep --duration 100 -- sh -c 'sleep 0.01; sleep 0.2'
	expect "engine: --duration shows what took as long" "$dir/trace" 'clock_nanosleep\('
	# A busy machine may let the short one sleep as long.
	equal "engine: and nothing shorter" 0 "$(awk -F '[(]' '$2 + 0 < 100' "$dir/trace" | wc -l)"
	work work_calls
	trace -s -e getppid -- "$work" burst 50000
	expect "engine: -s counts exactly" "$dir/trace" '^   getppid +50000 +0 '
	trace -s -e getppid -- sh -c "for i in 1 2 3 4; do $work burst 50000 & done; wait"
	equal "engine: so it does for more tasks than CPUs" 4 "$(grep -Ec '^   getppid +50000 +0 ' "$dir/trace")"
}

# The rings of short records begin with a position, which such a record moves on. What wakes the reader goes the
# other way, and the map is looked at by the traced command itself.
short_records()
{
	work work_calls
	trace -m 16K -e getppid -- sh -c "$work burst 20; '$pa' dump-map short_rings"
	expect "engine: short records go through their own ring" "$dir/out" \
		'^\[[0-9]+\] = (00 )?([1-9a-f][0-9a-f]|0[1-9a-f]) '
	equal "engine: and are shown" 1 $(($(grep -c 'getppid()' "$dir/trace") >= 20))
}

# What a plain trace does not use is not handed to the kernel: half of each of the large programs.
pruned()
{
	if ! command -v strace > /dev/null; then
		skip "engine: code that is switched off is left out" "strace is not installed"
		return
	fi
	strace -f -o "$dir/strace" -e trace=bpf "$pa" trace -o "$dir/trace" -- true 2> "$dir/messages"
	expect "engine: the programs are loaded under strace too" "$dir/strace" 'BPF_PROG_LOAD.*insn_cnt=[0-9]{3}'
	equal "engine: code that is switched off is left out" "" \
		"$(sed -n 's/.*insn_cnt=\([0-9]*\),.*/\1/p' "$dir/strace" | awk '$1 > 3000')"
}

# What no run asks for together: each switch takes stack of the programs of calls.
everything_at_once()
{
	work load_stats
	"$work" "$BUILD/bpf-progs/engine.bpf.o" > "$dir/out" 2>&1
	equal "engine: with everything switched on" 0 $?
	grep -A8 refused "$dir/out"
}

# Before Linux 5.11 maps are charged to the limit, and without the capability it cannot be raised.
small_limit()
{
	if ! command -v setpriv > /dev/null || ! command -v prlimit > /dev/null; then
		skip "engine: with a small limit of locked memory" "setpriv or prlimit is not installed"
		return
	fi
	prlimit --memlock=65536:65536 setpriv --bounding-set -sys_resource --inh-caps -sys_resource \
		"$pa" trace -e openat -o "$dir/trace" -- cat /etc/hostname > "$dir/out" 2> "$dir/messages"
	case $(uname -r) in
	5.10.*)
		expect "engine: a small limit of locked memory is named" "$dir/messages" '64 KiB.*ulimit -l'
		prlimit --memlock=65536:65536 "$pa" trace -e openat -o "$dir/trace" -- cat /etc/hostname \
			> "$dir/out" 2> "$dir/messages"
		expect "engine: it is raised where that may be done" "$dir/trace" '"/etc/hostname"'
		;;
	*) expect "engine: a small limit of locked memory does not matter" "$dir/trace" '"/etc/hostname"' ;;
	esac
}

paths
tasks
calls_of_each_kind
strace_options
short_records
pruned
everything_at_once
small_limit
finish
