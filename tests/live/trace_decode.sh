#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What arguments lead to: structures, arrays, contents, at entry and exit; and beside what strace shows.
. tests/lib.sh
. tests/live/trace_common.inc

# The calls of the program's own are those from the first write on descriptor 11 to the last line.
expected()
{
	"$pa" trace -v --no-comm -o "$dir/trace" -- "$work" expected > "$dir/wanted" 2> "$dir/messages"
	sed -E 's/^ *[0-9.]+ \( *([0-9.]+ ms)? *\): [0-9]+ //; s/^ \.\.\. \[continued\]: //; s/\) +(= [^=]*)$/) \1/' "$dir/trace" > "$dir/all"
	sed 's/(.*//' "$dir/wanted" | sort -u > "$dir/names"
	# Each line is there, in this order; what the C library does between them is passed over.
	awk 'NR == FNR { want[++n] = $0; next } i < n && $0 == want[i + 1] { print; i++ }' \
		"$dir/wanted" "$dir/all" > "$dir/got"
	same "decode: entry and exit, faults, cuts and errors, $(wc -l < "$dir/wanted") calls" "$dir/wanted" "$dir/got"
	refuse "decode: nothing is lost" "$dir/messages" 'LOST|does not close'
	refuse "decode: no byte of a program is shown raw" "$dir/trace" "$(printf '[\001-\010\013-\037]')"
}

as_strace()
{
	if ! command -v strace > /dev/null; then
		skip "decode: beside strace" "strace is not installed"
		return
	fi
	calls=rt_sigaction,pipe2,poll,writev,select,write,prctl,uname,newfstatat,statfs,sched_getaffinity,sched_getparam,openat,read,pread64,getcwd,fcntl
	strace -e "trace=$calls" -o "$dir/strace" "$work" quiet
	"$pa" strace -e "trace=$calls" -o "$dir/ours" "$work" quiet
	for f in strace ours; do
		sed -E 's/0x[0-9a-f]{6,}/PTR/g; s/ += /= /; s/f_(b|f)[a-z]*=[0-9]+/N/g' "$dir/$f" > "$dir/$f.bare"
	done
	same "decode: the text is strace's" "$dir/strace.bare" "$dir/ours.bare"
}

# What the verifier says of a program that it refuses is written by a call that fails.
verifier()
{
	work work_bpf
	"$pa" trace --string-limit 200 -e bpf -o "$dir/trace" -- "$work" refused > "$dir/out" 2>&1
	equal "decode: a program is refused" 0 $?
	equal "decode: with the verifier's log, each time" 2 "$(grep -c 'PROG_LOAD.*\.log_buf: ".*R0 !read_ok.*\.prog_name: "refused".* = -1 EACCES' "$dir/trace")"
}

limits()
{
	"$pa" trace --string-limit 5 -e write -o "$dir/trace" -- sh -c 'echo 0123456789' > "$dir/out" 2>&1
	expect "decode: --string-limit cuts" "$dir/trace" 'buf: "01234"\.\.\., count: 11'
	"$pa" trace --string-limit 4096 -e write -o "$dir/trace" -- \
		sh -c 'printf "%04000d" 7' > "$dir/out" 2>&1
	expect "decode: and lets through what is shorter" "$dir/trace" 'buf: "0{3999}7", count: 4000'
	"$pa" trace --string-limit 65536 -e write,execve -o "$dir/trace" -- \
		sh -c 'printf %070000d 7; exec true "$(printf %050000d 8)" "$(printf %050000d 9)"' > "$dir/out" 2>&1
	# What dash writes at once is more than a record holds.
	awk '{ n = length($0); if (n > max) max = n } END { print (max > 100000) }' "$dir/trace" > "$dir/got"
	equal "decode: strings that take several records are whole" 1 "$(cat "$dir/got")"
	expect "decode: to the last byte" "$dir/trace" 'argv: \["true", "0+8", "0+9"\]'
	status "decode: a limit of nothing is refused" 2 "$pa" trace --string-limit 0 -- true
	status "decode: one past the largest too" 2 "$pa" trace --string-limit 65537 -- true
	"$pa" trace --no-abbrev -e uname -o "$dir/trace" -- uname -s > "$dir/out" 2>&1
	expect "decode: --no-abbrev shows all members" "$dir/trace" 'uname\(name: \{ .sysname: "Linux",.*\.domainname: "[^"]*" \}\)'
	"$pa" trace -e execve -o "$dir/trace" -- env -i A=1 sh -c 'exec env' a b > "$dir/out" 2>&1
	expect "decode: argv, and the number of variables" "$dir/trace" \
		'argv: \["sh", "-c", "exec env", "a", "b"\], envp: 0x[0-9a-f]+ /\* 1 var \*/'
}

work work_decode
expected
as_strace
limits
verifier
finish
