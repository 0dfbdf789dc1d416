#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# late.sh LIBRARY.so OBJECT... - an assembler's text (x86-64) with a function for each of the shared library that the
# objects call: it goes on in the library's own, which the first call loads (tools/late.h).
# Of a library that is not found there is none: the program is then linked to it as to any other.
set -eu
export LC_ALL=C
library=$1
name=$(basename "${library%%.so*}")
name=late_${name#lib}
shift
echo '	.section .note.GNU-stack,"",@progbits'
[ -e "$library" ] || exit 0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# By files: the status of what stands before a pipe is lost.
readelf -dW "$library" >"$dir/dynamic"
nm -u "$@" >"$dir/undefined"
nm -D --defined-only "$library" >"$dir/symbols"
soname=$(sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p' "$dir/dynamic")
awk '$1 == "U" { print $2 }' "$dir/undefined" | sort -u >"$dir/called"
awk '$2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }' "$dir/symbols" | sort -u >"$dir/defined"
functions=$(comm -12 "$dir/called" "$dir/defined")
[ "$soname" ] && [ "$functions" ] || exit 0

cat <<END
	.section .rodata
soname: .asciz "$soname"
names:
$(for f in $functions; do printf '\t.asciz "%s"\n' "$f"; done)
	.local functions
	.comm functions, 8 * $(echo "$functions" | wc -l), 8
	.section .data.rel.ro, "aw"
	.balign 8
	.globl $name
	.hidden $name
$name: # struct late_library
	.quad soname, names, functions, $(echo "$functions" | wc -l)

	.text
# The number of the function is on the stack; what it is called with stays as it is.
load:
	.cfi_startproc
	.cfi_def_cfa_offset 16
$(for reg in rdi rsi rdx rcx r8 r9 rax; do printf '\tpush %%%s\n\t.cfi_adjust_cfa_offset 8\n' $reg; done)
	sub \$136, %rsp
	.cfi_adjust_cfa_offset 136
$(for i in 0 1 2 3 4 5 6 7; do printf '\tmovups %%xmm%d, %d(%%rsp)\n' $i $((16 * i)); done)
	lea $name(%rip), %rdi
	mov 192(%rsp), %rsi
	call late_library__load
	mov %rax, %r11
$(for i in 0 1 2 3 4 5 6 7; do printf '\tmovups %d(%%rsp), %%xmm%d\n' $((16 * i)) $i; done)
	add \$136, %rsp
	.cfi_adjust_cfa_offset -136
$(for reg in rax r9 r8 rcx rdx rsi rdi; do printf '\tpop %%%s\n\t.cfi_adjust_cfa_offset -8\n' $reg; done)
	add \$8, %rsp
	.cfi_adjust_cfa_offset -8
	jmp *%r11
	.cfi_endproc
END
nr=0
for f in $functions; do
	cat <<END

	.globl $f
	.hidden $f
	.type $f, @function
$f:
	.cfi_startproc
	endbr64
	mov functions + 8 * $nr(%rip), %r11
	test %r11, %r11
	jz 1f
	jmp *%r11
1:	push \$$nr
	.cfi_adjust_cfa_offset 8
	jmp load
	.cfi_endproc
	.size $f, . - $f
END
	nr=$((nr + 1))
done
