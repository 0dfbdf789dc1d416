#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# 32-bit calls have their names from their own table, in a 32-bit program and in a 64-bit one.
. tests/lib.sh
. tests/live/trace_common.inc

# traced NAME PROGRAM
traced()
{
	"$pa" trace -v -e access,open,rename,getppid -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	equal "compat: $1: status 0" 0 $?
	bare "$dir/trace" | grep -E '/aug/compat|getppid' > "$dir/got"
	same "compat: $1: calls, paths and numbers of the 32-bit table" "$dir/wanted" "$dir/got"
	# 33, 64, 5 and 38 in the other table
	"$pa" trace -e dup2,semget,fstat,setitimer -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	refuse "compat: $1: none is taken for the native call of that number" "$dir/trace" ' (dup2|semget|setitimer)\('
	"$pa" trace -e "$BUILD/tests/live/augment_values.bpf.o,getppid" -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	expect "compat: $1: augmenters see it" "$dir/trace" ' getppid@32\(abi: 1\)'
	"$pa" trace -Z -e alarm --format=json -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	equal "compat: $1: 32 bits tell an error" '"ret":-1,"errno":1,"error":"EPERM",' \
		"$(sed -E 's/.*("ret":-1.*)"duration.*/\1/' "$dir/trace")"
	"$pa" trace -s -e alarm -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	expect "compat: $1: the summary counts it" "$dir/trace" '^   alarm@32 +2 +1 '
	"$pa" trace -e lseek --format=json -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	equal "compat: $1: results are what 32 bits are" '"ret":-1,"errno":16,"error":"EBUSY", "ret":21,' \
		"$(sed -nE '/"offset":0/s/.*("ret":.*)"duration.*/\1/p' "$dir/trace" | paste -sd ' ')"
	"$pa" trace --errno EBUSY -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	equal "compat: $1: a filter for such an error" 1 "$(grep -c 'lseek@32.*EBUSY' "$dir/trace")"
	"$pa" trace -s -e getppid -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	expect "compat: $1: the summary has a row of its own" "$dir/trace" '^   getppid@32 +(10|20) +0 '
}

# unfolded NAME PROGRAM: calls that come through socketcall, ipc, and a pointer to their arguments
unfolded()
{
	"$pa" trace -v -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	equal "compat: $1: unfolded: status 0" 0 $?
	bare "$dir/trace" | sed -E 's/(time|pid): [0-9]+/\1: N/g; s/, fifth: [^,)]*\)/)/; s/(arg5): [^)]*\)/\1: F)/' > "$dir/all"
	sed -i -E 's/(time|pid): [TP]/\1: N/g' "$dir/wanted"
	awk 'NR == FNR { want[++n] = $0; next } i < n && $0 == want[i + 1] { print; i++ }' "$dir/wanted" "$dir/all" > "$dir/got"
	same "compat: $1: each is itself, with its arguments, $(wc -l < "$dir/wanted") calls" "$dir/wanted" "$dir/got"
	# One row for each name, whichever way the call came.
	"$pa" trace -s --summary-mode=total -o "$dir/summary" -- "$2" > /dev/null 2>&1
	equal "compat: $1: unfolded: a name has one row" "" "$(awk '/@32 / { print $1 }' "$dir/summary" | sort | uniq -d)"
	equal "compat: $1: unfolded: and all its calls" 5 "$(awk '$1 == "semctl@32" { print $2 }' "$dir/summary")"
	refuse "compat: $1: unfolded: nothing is lost" "$dir/messages" 'LOST|does not close'

	"$pa" trace -e connect,semctl,mmap -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	for row in connect:2 semctl:5 'mmap@32(len':1 'mmap@32(arg':1; do
		equal "compat: $1: -e finds ${row%:*}" "${row#*:}" "$(grep -cF " ${row%:*}" "$dir/trace")"
	done
	refuse "compat: $1: -e leaves out the others" "$dir/trace" ' (socket|socketcall|semop|msgget|select)@32'
	"$pa" trace -e socketcall,ipc -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	equal "compat: $1: multiplexers are what is left of them" "ipc@32 socketcall@32 socketcall@32" \
		"$(calls "$dir/trace" | grep -o '[a-z]*@32' | sort | xargs)"
	"$pa" trace -e '%network' -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	equal "compat: $1: a class has them" "accept connect connect recv recv send socket socketpair" \
		"$(calls "$dir/trace" | grep -o '[a-z]*@32' | grep -v socketcall | sed 's/@32//' | sort | xargs)"
	"$pa" trace -e '!write' --where 'send.len == 45' -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	equal "compat: $1: an expression sees their arguments" 1 "$(grep -c ' send@32(.*len: 45' "$dir/trace")"
	"$pa" trace -s -e send,semop,select -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	expect "compat: $1: a summary counts them, $(grep -c @32 "$dir/trace") rows" "$dir/trace" '^   send@32 +1 +0 '
	expect "compat: $1: with their errors" "$dir/trace" '^   select@32 +2 +1 '
	"$pa" strace -y -e trace=socket,send,mmap -o "$dir/trace" "$2" > "$dir/out" 2> "$dir/messages"
	expect "compat: $1: descriptors are known" "$dir/trace" '^send\([0-9]+<(socket|UNIX-DGRAM):\[[0-9]+.*>, "a datagram'
	"$pa" trace --format=json -e send -o "$dir/trace" -- "$2" > "$dir/out" 2> "$dir/messages"
	expect "compat: $1: JSON has the number that was called" "$dir/trace" '"syscall":"send","nr":102,"abi":"i386"'
}

# try NAME BITS SOURCE TEST
try()
{
	if int80 "$2" "$3" "$dir/$3_$2" 2> "$dir/messages"; then
		if "$dir/$3_$2" > /dev/null 2>&1; then
			"$4" "$1" "$dir/$3_$2"
		else
			skip "compat: $1: $3" "this kernel has no 32-bit entry"
		fi
	elif [ "$2" = 32 ]; then
		skip "compat: $1: $3" "${CC:-gcc} cannot build it (gcc-multilib)"
	else
		fail "compat: $1: $3 is built" "$dir/messages"
	fi
}

# Refused or not, a call by x32 is marked as one, and no unknown native number is.
x32()
{
	need_file "compat: work_x32 is built" "$BUILD/tests/live/work_x32"
	"$pa" trace -o "$dir/trace" -- "$BUILD/tests/live/work_x32" 2> "$dir/messages"
	equal "compat: x32: calls are named and marked" \
		"getpid@x32 execve@x32 syscall_9999@x32 syscall_1234 getppid" \
		"$(bare "$dir/trace" | sed 's/(.*//' | grep -E '@|syscall_|getppid' | xargs)"
	"$pa" trace --format=json -o "$dir/trace" -- "$BUILD/tests/live/work_x32" 2> "$dir/messages"
	for call in '"getpid","nr":1073741863' '"execve","nr":1073742344' '"syscall_9999","nr":1073751823'; do
		equal "compat: x32: JSON has $call with its ABI" 1 "$(grep -c "\"syscall\":$call,\"abi\":\"x32\"" "$dir/trace")"
	done
	equal "compat: x32: no other has it" 3 "$(grep -c '"x32"' "$dir/trace")"
	"$pa" strace "$BUILD/tests/live/work_x32" 2> "$dir/trace"
	equal "compat: x32: strace's lines tell the mode" "x32 getpid execve 64 syscall_0x4d2 " \
		"$(sed -nE '/x32 mode/,/syscall_0x4d2/ { s/.* runs in (x32|64 bit) mode.*/\1/; s/ bit//; s/\(.*//; p }' "$dir/trace" |
			grep -v 0x4000270f | tr '\n' ' ')"
	expect "compat: x32: strace: a number of no call" "$dir/trace" '^syscall_0x4000270f\('
}

x32
for bits in 32 64; do
	name="a $bits-bit program"
	[ $bits = 32 ] || name="int \$0x80 in $name"
	try "$name" $bits int80 traced
	try "$name" $bits unfold unfolded
done
finish
