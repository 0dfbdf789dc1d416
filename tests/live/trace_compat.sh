#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# 32-bit calls have their names from their own table, in a 32-bit program and in a 64-bit one.
. tests/lib.sh
. tests/live/trace_common.inc

CC=${CC:-gcc}
source=tests/live/compat32/int80.c

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

need_cmd "compat" "$CC"
printf 'int main(void) { return 0; }\n' > "$dir/try.c"
if ! "$CC" -m32 -o "$dir/try" "$dir/try.c" 2> /dev/null; then
	skip "compat: a 32-bit program" "$CC cannot build 32-bit programs (gcc-multilib)"
elif ! "$dir/try" 2> /dev/null; then
	skip "compat: a 32-bit program" "this kernel does not run 32-bit programs"
elif "$CC" -m32 -O2 -o "$dir/int80_32" $source 2> "$dir/messages"; then
	traced "a 32-bit program" "$dir/int80_32"
else
	fail "compat: a 32-bit program is built" "$dir/messages"
fi

if ! "$CC" -m64 -O2 -o "$dir/int80_64" $source 2> "$dir/messages"; then
	fail "compat: a 64-bit program is built" "$dir/messages"
elif ! "$dir/int80_64" > /dev/null 2>&1; then
	skip "compat: int \$0x80 in a 64-bit program" "this kernel has no 32-bit entry"
else
	traced "int \$0x80 in a 64-bit program" "$dir/int80_64"
fi
finish
