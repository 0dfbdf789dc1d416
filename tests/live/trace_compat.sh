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
	"$pa" trace -s -e getppid -o "$dir/trace" -- "$2" > "$dir/wanted" 2> "$dir/messages"
	expect "compat: $1: the summary has a row of its own" "$dir/trace" '^   getppid@32 +(10|20) +0 '
}

for bits in 32 64; do
	name="a $bits-bit program"
	[ $bits = 32 ] || name="int \$0x80 in $name"
	if int80 $bits "$dir/int80_$bits" 2> "$dir/messages"; then
		if "$dir/int80_$bits" > /dev/null 2>&1; then
			traced "$name" "$dir/int80_$bits"
		else
			skip "compat: $name" "this kernel has no 32-bit entry"
		fi
	elif [ $bits = 32 ]; then
		skip "compat: $name" "${CC:-gcc} cannot build it (gcc-multilib)"
	else
		fail "compat: $name is built" "$dir/messages"
	fi
done
finish
