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
need_strace_6_1 "rows: beside strace" "rows.known is of strace 6.1"
has_int80 || int80=no

# newer TABLE: calls that strace 6.1 does not know, by their lines
newer()
{
	mkdir "$dir/$1" && chmod 755 "$dir" "$dir/$1"
	program=$(realpath "$BUILD/tests/live/work_rows") tool=$(realpath "$pa")
	(cd "$dir/$1" && "$tool" strace -f -q -o ../newer "$program" "$1" statmount listmount listns lsm_get_self_attr \
		lsm_set_self_attr lsm_list_modules > ../out 2>&1)
	equal "rows: $1: newer ones: status 0" 0 $?
	while read -r call line; do
		if grep -q " $call(.*ENOSYS" "$dir/newer"; then
			skip "rows: $1: $call" "this kernel has none"
		else
			expect "rows: $1: $call: $(echo "$line" | cut -c 1-40)" "$dir/newer" "$call$line"
		fi
	done <<- 'END'
		statmount \(\{size=32, mnt_id=0x[0-9a-f]+, param=STATMOUNT_SB_BASIC\|.*, mnt_ns_id=0\}, \{size=[0-9]+, (mnt_opts=".*", )?mask=STATMOUNT_SB_BASIC\|.*, mnt_root="/.*", mnt_point="/".*\}, 1500, 0\) = 0$
		statmount \(\{size=32, .*\}, 0x2.002000, 100, 0\) = -1 EOVERFLOW
		statmount \(\{size=20\}, 0x2.002000, 1500, 0x1\) = -1 EINVAL
		statmount \(0x1ead0000, 0x2.002000, 1500, 0\) = -1 EFAULT
		statmount \(\{size=32, .*\}, 0x1ead0000, 1500, 0\) = -1 EFAULT
		listmount \(\{size=24, mnt_id=LSMT_ROOT, param=0\}, \[0x[0-9a-f]+(, 0x[0-9a-f]+)*(, \.\.\.)?\], 60, 0\) = [1-9]
		listmount \(\{size=20\}, 0x2.002000, 4, 0\) = -1 EINVAL
		listmount \(0x1ead0000, 0x2.002000, 4, 0\) = -1 EFAULT
		listmount \(\{size=24, mnt_id=LSMT_ROOT, param=0\}, 0x1ead0000, 4, 0\) = -1 EFAULT
		listns \(\{size=32, ns_id=0, ns_type=CLONE_NEWNET, user_ns_id=LISTNS_CURRENT_USER\}, (\[0x[0-9a-f]+(, 0x[0-9a-f]+)*(, \.\.\.)?\]|\[\]), 60, 0\) = [0-9]
		listns \(\{size=20\}, 0x2.002000, 4, 0\) = -1 EINVAL
		listns \(0x1ead0000, 0x2.002000, 4, 0\) = -1 EFAULT
		lsm_get_self_attr \(LSM_ATTR_CURRENT, .*, \[512( => [0-9]+)?\], LSM_FLAG_SINGLE\) =
		lsm_get_self_attr \(LSM_ATTR_CURRENT, 0x1ead0000, 0x1ead0000, 0\) = -1 EFAULT
		lsm_set_self_attr \(LSM_ATTR_CURRENT, \{id=LSM_ID_APPARMOR, flags=0, len=40, ctx_len=5, ctx="\\x61\\x62\\x6f\\x76\\x65"\}, 40, 0\) =
		lsm_set_self_attr \(LSM_ATTR_CURRENT, \{id=LSM_ID_APPARMOR, flags=0, len=40, ctx_len=5, ctx="\\x61\\x62"\}, 34, 0\) =
		lsm_set_self_attr \(LSM_ATTR_EXEC, 0x1ead0000, 32, 0x1\) =
		lsm_list_modules \(\[LSM_ID_[A-Z]+(, LSM_ID_[A-Z]+)*\], \[512 => [0-9]+\], 0\) = [1-9]
		lsm_list_modules \(0x2.002000, \[1 => [0-9]+\], 0\) = -1 E2BIG
		lsm_list_modules \(0x1ead0000, \[[0-9]+\], 0\) = -1 EFAULT
		lsm_list_modules \(0x2.002000, 0x1ead0000, 0\) = -1 EFAULT
	END
}

for table in native compat mux; do
	if [ $table != native ] && [ "${int80:-}" = no ]; then
		skip "rows: $table" "this kernel has no 32-bit calls"
		continue
	fi
	tests/conformance/rows_diff $table > "$dir/rows" 2>&1
	equal "rows: $table: all are strace's, or known not to be" 0 $?
	sed 's/^/# /' "$dir/rows" | cut -c 1-300 | tail -n 20
	tests/conformance/rows_diff -o -y $table io_cancel send io_submit > "$dir/fds" 2>&1
	expect "rows: $table: descriptors behind pointers" "$dir/fds" "^$table: [1-9] rows, [1-9] equal, 0 differ .*, 0 fail\$"
	[ $table = mux ] && continue
	# Names are cut as contents are, paths are not.
	tests/conformance/rows_diff -o -s3 $table openat mount fsopen fsconfig setxattr lgetxattr fremovexattr memfd_create \
		delete_module add_key mq_open get_mempolicy > "$dir/short" 2>&1
	expect "rows: $table: as much of a name as -s says" "$dir/short" "^$table: 12 rows, 12 equal, 0 differ"
	tests/conformance/rows_diff -o -Xverbose $table quotactl prctl timer_create kcmp > "$dir/consts" 2>&1
	expect "rows: $table: numbers with their names" "$dir/consts" "^$table: 4 rows, 4 equal, 0 differ"
	newer $table
	expect "rows: $table: nine of ten are equal" "$dir/rows" "^$table: [0-9]+ rows, (3[4-9]|4[0-9])[0-9] equal"
done
finish
