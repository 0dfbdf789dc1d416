#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where the kernel has no BTF, or a file in its place that is none, each command names that as the cause,
# without lines of libbpf's, and does what it can do without; doctor finds what the commands find.
set -u
. tests/lib.sh

need_root "no BTF"
need_file "no BTF: perf-augment is built" "$BUILD/perf-augment"
pa=$(realpath "$BUILD/perf-augment")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# What a former run has prepared would do without the kernel's BTF.
export XDG_CACHE_HOME="$dir"

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	skip "no BTF" "this kernel has none to take away"
	finish
fi
if ! unshare -m --propagation private true 2> /dev/null; then
	skip "no BTF" "there are no mount namespaces"
	finish
fi

# run ARGS...: perf-augment in a mount namespace where $mount has been done
run()
{
	# shellcheck disable=SC2016
	unshare -m --propagation private sh -c "$mount"' || exit 77; shift; exec "$@"' sh x "$pa" "$@" \
		> "$dir/out" 2> "$dir/log"
	got=$?
	refuse "$name: $1: no line of libbpf's" "$dir/log" libbpf:
}

# check NAME MOUNT DETAIL: DETAIL is what is wrong with the file
check()
{
	name=$1 mount=$2 detail=$3

	for command in trace "trace -s" strace; do
		# shellcheck disable=SC2086
		run $command true
		equal "$name: $command: status" 1 $got
		expect "$name: $command: the cause" "$dir/log" "no readable BTF \($detail\).*CONFIG_DEBUG_INFO_BTF"
		equal "$name: $command: one line on what works" 1 \
			"$(grep -c 'dump-map, progs, report and annotate work .*perf-augment doctor' "$dir/log")"
	done
	run doctor
	expect "$name: doctor: the cause" "$dir/out" "^NO +btf .*: $detail\$"
	expect "$name: doctor: trace" "$dir/out" '^trace, strace +does not work, for want of btf'
	expect "$name: doctor: record" "$dir/out" '^record +works, but does less without .*btf'

	run record -e cpu-clock -o "$dir/data" -- true
	equal "$name: record: status" 0 $got
	expect "$name: record: what is lost, and the cause" "$dir/log" \
		"warning: BPF programs cannot be captured .*no readable BTF: $detail\).*CONFIG_DEBUG_INFO_BTF"
	for option in --count-by=comm "--keep=period > 0"; do
		run record -e cpu-clock "$option" -o "$dir/data" -- true
		equal "$name: record ${option%%=*}: status" 1 $got
		expect "$name: record ${option%%=*}: the cause" "$dir/log" \
			"program that looks at samples .*no readable BTF \($detail\).*CONFIG_DEBUG_INFO_BTF"
		refuse "$name: record ${option%%=*}: not another cause" "$dir/log" 'CAP_BPF|lockdown|No such process'
	done

	run record -e cpu-clock --keep 'weight > 0' -o "$dir/data" -- true
	equal "$name: record, a field that BTF tells of: status" 2 $got
	expect "$name: record, a field that BTF tells of: the cause" "$dir/log" "'weight' needs the kernel's BTF.*DEBUG_INFO_BTF"

	run dump-map
	equal "$name: dump-map: status" 0 $got
	run progs --loaded
	equal "$name: progs: status" 0 $got
}

path=/sys/kernel/btf/vmlinux
mkdir "$dir/none"
: > "$dir/empty"
printf 'this is no BTF, whatever its name and its length say' > "$dir/other"
check "no BTF" "mount --bind $dir/none /sys/kernel/btf" "$path: No such file or directory"
check "empty BTF" "mount --bind $dir/empty $path" "$path is empty"
check "other bytes" "mount --bind $dir/other $path" "$path is not BTF"

# Prepared by a run that had it: that works where it is missing for no other run, either.
"$pa" trace -s -o "$dir/out" true 2> "$dir/log"
name="empty BTF, prepared" mount="mount --bind $dir/empty $path"
run trace -s -o "$dir/out" true
equal "$name: status" 1 $got
finish
