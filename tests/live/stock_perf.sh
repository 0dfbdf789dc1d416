#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# An unmodified perf loads our objects and prints what pointers point to: the object that `make`
# made and the same built by each clang, since each gives the verifier something else to chew.
set -u
. tests/lib.sh

all="stock perf loads our objects"
need_root "$all"
need_cmd "$all" perf
version=$(perf version 2> /dev/null | sed -n 's/^perf version //p')
case $version in
5.[4-9]* | 5.1[0-9]* | 6.[0-5] | 6.[0-5].*) ;;
*)
	skip "$all" "perf 5.4 to 6.5 can, this is ${version:-of no version}"
	finish
	;;
esac
[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing 2> /dev/null
if [ ! -e /sys/kernel/tracing/events/raw_syscalls ]; then
	skip "$all" "tracefs cannot be mounted"
	finish
fi
object=$BUILD/bpf-progs/augmented_raw_syscalls.o
need_file "$all" "$object"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
work=$tmp/work
if ! "${CC:-cc}" -O1 -Wall -o "$work" tests/live/work_augmented.c 2> "$tmp/cc"; then
	fail "the workload compiles" "$tmp/cc"
	finish
fi
# Nobody's own configuration.
export PERF_CONFIG=/dev/null

# what the line of a call without an exit event looks like, and what no line does
no_end='\) +\.\.\.$' nothing='$^x'
missing=$nothing

# traced PATTERN ARG...: the lines of `perf trace ARG...` in $tmp/out. The kernel drops a tracepoint's
# event, uncounted, when another BPF program or map operation was interrupted on that CPU; so a run
# that misses the line, or the end of a call where $missing says how one looks, is repeated, four
# times at most. While somebody records with build-ids, perf 6.1 aborts: that is waited for.
traced()
{
	traced_pattern=$1
	shift
	for _ in 1 2 3 4 5; do
		perf trace -o "$tmp/out" "$@" > "$tmp/log" 2>&1
		[ -s "$tmp/out" ] || cp "$tmp/log" "$tmp/out"
		grep -aEq -- "$traced_pattern" "$tmp/out" &&
			! grep -aEq -- "$missing" "$tmp/out" && return
		! grep -q 'failed at util/build-id' "$tmp/out" || sleep 5
	done
}

check_paths()
{
	missing=$no_end
	traced 'close_range\(' -e "$1" "$work"
	missing=$nothing
	expect "$2: openat" "$tmp/out" ' openat\(dfd: CWD, filename: "/aug/openat"\)'
	expect "$2: two paths" "$tmp/out" 'renameat2\(.*oldname: "/aug/from", .*newname: "/aug/to"'
	expect "$2: two more" "$tmp/out" 'linkat\(.*oldname: "/aug/old", .*newname: "/aug/new"'
	expect "$2: unlinkat" "$tmp/out" 'unlinkat\(.*pathname: "/aug/unlinkat"'
	expect "$2: newfstatat" "$tmp/out" 'newfstatat\(.*filename: "/aug/stat"'
	expect "$2: execve" "$tmp/out" 'execve\(filename: "/aug/execve"'
	expect "$2: path and name" "$tmp/out" 'setxattr\(.*: "/aug/setxattr", name: "user.aug"'
	expect "$2: memfd_create" "$tmp/out" 'memfd_create\(.*: "aug-memfd"'
	expect "$2: openat2, which perf forgets" "$tmp/out" 'openat2\(.*filename: "/aug/openat2"'
	expect "$2: faccessat2" "$tmp/out" 'faccessat2\(.*filename: "/aug/faccessat2"'
	expect "$2: close_range" "$tmp/out" 'close_range\('
	expect "$2: a fault" "$tmp/out" ' openat\(.*filename: "<fault at 0x0000123456789abc>"'
	expect "$2: a fault before a path" "$tmp/out" \
		'oldname: "<fault at 0x0000000000001000>", .*newname: "/aug/second"'
	refuse "$2: calls have an end" "$tmp/out" "$no_end"
}

check_addresses()
{
	expect "$2: connect" "$tmp/out" \
		'connect\(.*\{ \.family: INET, port: 9, addr: 127\.0\.0\.1 \}, addrlen: 16'
	expect "$2: connect, IPv6" "$tmp/out" 'connect\(.*\.family: INET6, port: 9, addr: ::1 \}'
	expect "$2: bind" "$tmp/out" 'bind\(.*\.family: INET, port: 0, addr: 127\.0\.0\.1 \}'
	expect "$2: sendto" "$tmp/out" 'sendto\(.*\.family: INET, port: 9, addr: 127\.0\.0\.1 \}'
	expect "$2: unix" "$tmp/out" 'connect\(.*\.family: LOCAL, path: /aug/socket \}'
	expect "$2: unix, abstract" "$tmp/out" 'connect\(.*\.family: LOCAL, path: @aug-abstract \}'
	expect "$2: address fault" "$tmp/out" 'connect\(.*\.family: 65535 \}, addrlen: 16'
	expect "$2: address of no bytes" "$tmp/out" 'connect\(.*\.family: 65535 \}\)'
	expect "$2: a length below zero" "$tmp/out" 'connect\(.*\.family: LOCAL.*addrlen: -1'
}

# longest_run BYTE FILE: how often the byte (decimal) comes in a row in what bpftool printed
longest_run()
{
	tr '[],' '\n' < "$2" | awk -v byte="$1" '
		$1 == byte { if (++run > max) max = run; next }
		{ run = 0 }
		END { print max + 0, "times in a row" }'
}

# newest NAME: id of the map of that name that was made last
newest()
{
	bpftool map show name "$1" 2> /dev/null | sed -n 's/^\([0-9]*\):.*/\1/p' | tail -n 1
}

# wait_for_perf PID: until that perf has filled its maps, of which pids_filtered is the last; its
# content is in $tmp/dump then
wait_for_perf()
{
	tries=0
	while [ "$tries" -lt 100 ]; do
		bpftool map dump id "$(newest pids_filtered)" 2> /dev/null |
			tr -d ' \n' > "$tmp/dump"
		grep -q "\"key\":$1," "$tmp/dump" && return
		tries=$((tries + 1))
		sleep 0.1
	done
}

# The largest payloads, byte for byte: bpftool takes perf's place at the map for a moment.
check_whole()
{
	for cmd in bpftool timeout; do
		command -v "$cmd" > /dev/null && continue
		skip "$2: whole payloads" "$cmd is not installed"
		return
	done
	perf trace -a -o "$tmp/out" -e "$1,openat,connect" > "$tmp/log" 2>&1 &
	perf_pid=$!
	wait_for_perf "$perf_pid"
	timeout -s INT 4 bpftool -j map event_pipe id "$(newest __augmented_sys)" \
		> "$tmp/pipe" 2>&1 &
	pipe_pid=$!
	# More than once, for the machine may be busy and bpftool late.
	for pause in 1 0.5 0.5 0.5 0.5; do
		sleep "$pause"
		"$work" whole
	done
	wait "$pipe_pid"
	kill -INT "$perf_pid"
	wait "$perf_pid"
	longest_run 76 "$tmp/pipe" > "$tmp/letters"
	expect "$2: a path of 4095 bytes comes whole" "$tmp/letters" '^4095 '
	longest_run 80 "$tmp/pipe" > "$tmp/letters"
	expect "$2: a socket address of 128 bytes comes whole" "$tmp/letters" '^126 '
}

check_filters()
{
	traced '"/etc/hostname"' -e "$1,openat" cat /etc/hostname
	expect "-e OBJECT,openat shows the path" "$tmp/out" 'openat\(.*filename: "/etc/hostname"'
	refuse "-e OBJECT,openat shows nothing else" "$tmp/out" ' (read|mmap|close|faccessat2)\('

	traced '"/aug/openat2"' -e "$1,openat2" "$work"
	expect "-e OBJECT,openat2 shows the path" "$tmp/out" 'openat2\(.*"/aug/openat2"'
	refuse "-e OBJECT,openat2 shows nothing else" "$tmp/out" ' (openat|close_range)\('

	traced '"/aug/faccessat2"' -e "$1" -e '!openat' "$work"
	expect "-e OBJECT -e !openat shows the rest" "$tmp/out" 'faccessat2\(.*"/aug/faccessat2"'
	refuse "-e OBJECT -e !openat hides it" "$tmp/out" ' openat\('

	printf '[trace]\n\tadd_events = %s\n' "$(realpath "$1")" > "$tmp/perfconfig"
	PERF_CONFIG=$tmp/perfconfig
	traced '"/etc/hostname"' -e openat cat /etc/hostname
	PERF_CONFIG=/dev/null
	expect "[trace] add_events" "$tmp/out" 'openat\(.*filename: "/etc/hostname"'
}

check_system_wide()
{
	sh -c 'while :; do read -r line < /etc/hostname; done' &
	filtered=$!
	sh -c 'while :; do read -r line < /etc/hostname; done' &
	shown=$!
	traced 'cat/.*"/etc/os-release"' -a --filter-pids "$filtered" -e "$1,openat" \
		sh -c 'cat /etc/os-release; sleep 0.1'
	expect "-a reads for children" "$tmp/out" 'cat/[0-9]+ openat\(.*filename: "/etc/os-release"'
	expect "-a shows a process" "$tmp/out" "sh/$shown openat\(.*\"/etc/hostname\""
	refuse "--filter-pids hides a process" "$tmp/out" "sh/$filtered "

	if command -v bpftool > /dev/null; then
		perf trace -a -o "$tmp/out" --filter-pids "$filtered" -e "$1,openat" \
			> "$tmp/log" 2>&1 &
		perf_pid=$!
		wait_for_perf "$filtered"
		kill -INT "$perf_pid"
		wait "$perf_pid"
		expect "pids_filtered dumps as names" "$tmp/dump" \
			"\{\"key\":$filtered,\"value\":true\}"
	else
		skip "pids_filtered dumps as names" "bpftool is not installed"
	fi
	kill "$filtered" "$shown"
	wait "$filtered" "$shown" 2> /dev/null
}

check_examples()
{
	examples=$BUILD/bpf-progs/examples
	mkdir "$tmp/dir"
	traced __bpf_stdout__ -e "$examples/hello.o,mkdir*" mkdir -p "$tmp/dir/new"
	expect "hello.o prints" "$tmp/out" '__bpf_stdout__\(a new directory: '
	traced '__bpf_stdout__\(/etc/hostname' -e "$examples/etc_opens.o,close" cat /etc/hostname
	expect "etc_opens.o prints a path" "$tmp/out" '__bpf_stdout__\(/etc/hostname'
	refuse "etc_opens.o prints no other" "$tmp/out" '__bpf_stdout__\(/usr'

	stock=/usr/share/doc/linux-perf/examples/bpf
	for name in hello sys_enter_openat; do
		test="stock example $name.c runs with our headers"
		if [ ! -e "$stock/$name.c" ] || ! command -v "${CLANG:-clang}" > /dev/null; then
			skip "$test" "the examples or clang are not installed"
			continue
		fi
		"${CLANG:-clang}" -target bpf -g -O2 -Iinclude -Iinclude/bpf \
			-c "$stock/$name.c" -o "$tmp/$name.o" 2> "$tmp/log"
		traced 'Hello|sys_enter_openat' -e "$tmp/$name.o,close" cat /etc/hostname
		expect "$test" "$tmp/out" '__bpf_stdout__\(Hello, world|syscalls:sys_enter_openat\('
	done
}

check_paths "$object" "as built"
check_addresses "$object" "as built"
check_whole "$object" "as built"
check_filters "$object"
check_system_wide "$object"
check_examples
for version in $CLANG_VERSIONS; do
	clang_or_skip "clang-$version" "$version" || continue
	"clang-$version" -target bpf -g -O2 -Iinclude -Iinclude/bpf \
		-c bpf-progs/augmented_raw_syscalls.c -o "$tmp/by-$version.o"
	check_paths "$tmp/by-$version.o" "clang-$version"
	check_addresses "$tmp/by-$version.o" "clang-$version"
	check_whole "$tmp/by-$version.o" "clang-$version"
done
finish
