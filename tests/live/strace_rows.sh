#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Every row of the system call table, called with arguments that the kernel takes, a pointer to nothing
# and an error return, beside strace itself: rows_diff compares, tests/conformance/rows.known says which
# rows differ and why.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "rows: strace" strace
need_cmd "rows: python3" python3
need_file "rows: work_rows is built" "$BUILD/tests/live/work_rows"
case $(strace -V | head -n 1) in
*' 6.1'*) ;;
*)
	skip "rows: beside strace" "rows.known is of strace 6.1"
	finish
	;;
esac
[ -w /proc/sys/abi/vsyscall32 ] || int80=no
for table in native compat; do
	if [ $table = compat ] && [ "${int80:-}" = no ]; then
		skip "rows: compat" "this kernel has no 32-bit calls"
		continue
	fi
	tests/conformance/rows_diff $table > "$dir/rows" 2>&1
	equal "rows: $table: all are strace's, or known not to be" 0 $?
	sed 's/^/# /' "$dir/rows" | cut -c 1-300 | tail -n 20
	expect "rows: $table: nine of ten are equal" "$dir/rows" "^$table: [0-9]+ rows, (3[4-9]|4[0-9])[0-9] equal"
done
finish
