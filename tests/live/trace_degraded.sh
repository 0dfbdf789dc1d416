#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where something is missing, trace says what its output will lack and why, in one line before anything
# runs; where it cannot trace at all it says that. What is missing is taken away in mount namespaces of
# our own, and by dropping capabilities.
set -u
. tests/lib.sh
. tests/live/trace_common.inc
work work_stack
noperf=$(realpath "$BUILD/tests/live/work_noperf")

if ! unshare -m --propagation private true 2> /dev/null; then
	skip "degraded" "there are no mount namespaces"
	finish
fi

# without MOUNTS COMMAND...: in a mount namespace after MOUNTS, a script
without()
{
	without_what=$1
	shift
	# shellcheck disable=SC2016
	unshare -m --propagation private sh -c "$without_what"' || exit 77; shift; exec "$@"' sh x "$@" \
		> "$dir/stdout" 2> "$dir/log"
}

# lacks NAME REGEX: one line of the log says it, and only one is a warning
lacks()
{
	expect "degraded: $1" "$dir/log" "this trace will lack: .*$2"
	equal "degraded: $1: one line" 1 "$(grep -c 'will lack' "$dir/log")"
}

"$pa" trace -o "$dir/out" -e getppid --call-graph fp --kernel-syscall-graph "$work" 2> "$dir/log"
if grep -q 'will lack' "$dir/log"; then
	skip "degraded: nothing is said where nothing is missing" "$(cat "$dir/log")"
else
	pass "degraded: nothing is said where nothing is missing"
fi

mkdir "$dir/empty"
without "mount --bind $dir/empty /sys/kernel/btf" "$pa" trace true
equal "degraded: no BTF: status" 1 $?
expect "degraded: no BTF: says so" "$dir/log" '/sys/kernel/btf/vmlinux.*CONFIG_DEBUG_INFO_BTF'

hide="for m in /sys/kernel/tracing /sys/kernel/debug; do if [ -d \$m ]; then mount --bind $dir/empty \$m; fi; done"
without "$hide" "$pa" trace -o "$dir/out" -e sched:sched_switch true
equal "degraded: no tracefs: tracepoints: status" 1 $?
expect "degraded: no tracefs: says what to do" "$dir/log" 'mount -t tracefs'
object=$BUILD/bpf-progs/augmented_raw_syscalls.o
if [ -e "$object" ]; then
	without "$hide" "$pa" trace -o "$dir/out" -e "$object" true
	equal "degraded: no tracefs: an object for stock perf: status" 1 $?
	expect "degraded: no tracefs: an object is told what to do" "$dir/log" \
		"raw_syscalls:sys_enter': tracefs is not mounted.*: mount -t tracefs tracefs /sys/kernel/tracing\$"
else
	skip "degraded: no tracefs: an object for stock perf" "it is not built"
fi
without "$hide" "$pa" trace -o "$dir/out" -e getppid "$work" calls 2
equal "degraded: no tracefs: calls are all there" 2 "$(grep -c 'getppid()' "$dir/out")"

without "mount --bind /dev/null /proc/kallsyms" \
	"$pa" trace -o "$dir/out" -e getppid --kernel-syscall-graph "$work"
lacks "no kernel symbols" 'names of kernel functions \(no addresses of the kernel: .*kptr_restrict'
expect "degraded: no kernel symbols: addresses are shown" "$dir/out" '^ {39}\[0x[0-9a-f]+\] \(\[kernel.kallsyms\]\)$'
without "mount --bind /dev/null /proc/kallsyms" "$pa" trace -o "$dir/out" -e getppid "$work"
refuse "degraded: what is not asked for is not missing" "$dir/log" 'will lack'

without "umount -l \$(awk '\$3 == \"cgroup2\" { print \$2 }' /proc/mounts) 2> /dev/null; true" \
	"$pa" trace -s --summary-mode=cgroup -o "$dir/out" true
lacks "no control groups" 'paths of control groups \(no control groups of version 2: none is mounted'

"$noperf" "$pa" trace -o "$dir/out" -e getppid --call-graph fp "$work" 2> "$dir/log"
if [ $? = 77 ]; then
	skip "degraded: no perf events" "there is no seccomp"
else
	lacks "no perf events" 'names in call chains.* \(no perf events of all tasks: not permitted'
	expect "degraded: no perf events: the chain is there" "$dir/out" '^ {39}(stack_leaf|\[0x)'
	equal "degraded: no perf events: calls are all there" 1 "$(grep -c 'getppid()' "$dir/out")"
fi

if command -v capsh > /dev/null; then
	capsh --drop=cap_sys_ptrace -- -c \
		"'$pa' trace -a -o '$dir/out' -e getppid --call-graph fp '$work'" 2> "$dir/log"
	lacks "no CAP_SYS_PTRACE" "other users' processes .*without CAP_SYS_PTRACE"
	capsh --drop=cap_bpf,cap_sys_admin -- -c "'$pa' trace true" 2> "$dir/log"
	equal "degraded: no CAP_BPF: status" 1 $?
	expect "degraded: no CAP_BPF: is named" "$dir/log" 'CAP_BPF'
else
	skip "degraded: capabilities" "there is no capsh"
fi
finish
