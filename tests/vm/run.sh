#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh KERNEL|all - runs tests/vm/suite on Debian's kernel of that version (tests/vm/kernels) in a
# virtual machine, emulated in software, and prints its TAP lines with the kernel's version before
# each name. The whole console stays in ${BUILD}/vm/KERNEL/console.log.
#
# VM_SECONDS limits the time of a machine, VM_TEST_SECONDS that of each test in it; VM_CPU has features of the CPU
# that it is to have or to lack ("-cx16").
set -u
# Under sudo the tools would write as who called it, who may not write into root's own directories.
unset SUDO_UID SUDO_GID SUDO_USER
cd "$(dirname "$0")/../.." || exit 1
export BUILD="${BUILD:-build}"
VM_SECONDS=${VM_SECONDS:-10800}
VM_TEST_SECONDS=${VM_TEST_SECONDS:-1800}
failed=0

# not_ok KERNEL WHAT [FILE]: FILE holds what explains it
not_ok()
{
	failed=1
	echo "not ok - kernel $1 $2"
	[ -z "${3:-}" ] || tail -n 60 "$3" | sed 's/^/# /'
}

# One thread emulates both CPUs: with two, qemu 7.2 now and then goes on with the old code where the
# kernel patches its own (attaching to a tracepoint does), and a CPU traps there for ever.
# What emulation is slow at is left out, a third of the time in all: the vector instructions and the large
# state of newer CPUs (but random numbers, which programs ask for at once), a clock that is a device, and zeroes
# in each page that is allocated.
# 6.12 has no cmpxchg16b, which its allocator can do without: an emulated one has left rubbish in the flags of its
# CPU, which trapped then (a double fault in __kmalloc_cache_node_noprof()). From 6.18 on there is no memory for
# BPF's storage of tasks without it (kmalloc_nolock()).
# 32 tracers at once do not fit in 1 GB on 5.10, where each has a table of threads of its own.
# The monitor is for who wants to look into a machine that hangs, or to hold it for a while.
# The status is 124 when time was up.
boot()
{
	cpu=qemu64,+rdrand${VM_CPU:+,$VM_CPU}
	[ "${dir##*/}" != 6.12 ] || cpu=$cpu,-cx16
	timeout "$VM_SECONDS" qemu-system-x86_64 -accel tcg,thread=single -cpu "$cpu" -m 2G -smp 2 \
		-nodefaults -display none -no-reboot -serial "file:$dir/serial" \
		-monitor "unix:$dir/monitor,server=on,wait=off" \
		-kernel "$dir/vmlinuz" -initrd "$dir/initramfs" \
		-append "console=ttyS0 quiet panic=-1 no_timer_check tsc=reliable init_on_alloc=0 \
tests.seconds=$VM_TEST_SECONDS" \
		< /dev/null > "$dir/qemu.log" 2>&1
}

# report KERNEL STATUS: of boot()
report()
{
	sed -n '/^===== perf-augment tests begin/,/^===== perf-augment tests end/p' "$dir/console.log" |
		sed -E '/^=====/d' > "$dir/tests.log"
	sed -E "s/^((not )?ok) - /\1 - $1: /" "$dir/tests.log"
	if grep -q '^not ok' "$dir/tests.log"; then
		failed=1
	fi
	grep -q '^===== perf-augment tests end' "$dir/console.log" && return
	if [ "$2" = 124 ]; then
		not_ok "$1" "hangs: it was ended after $VM_SECONDS s" "$dir/console.log"
	elif grep -q 'Kernel panic' "$dir/console.log"; then
		not_ok "$1" "panics" "$dir/console.log"
	else
		cat "$dir/qemu.log" >> "$dir/console.log"
		not_ok "$1" "ends too soon (status $2 of qemu)" "$dir/console.log"
	fi
}

# run KERNEL
run()
{
	dir=$BUILD/vm/$1
	mkdir -p "$dir"
	tests/vm/fetch.sh "$1" > "$dir/fetch.log" 2>&1
	case $? in
	0) ;;
	3)
		echo "ok - kernel $1 # SKIP $(tail -n 1 "$dir/fetch.log")"
		return
		;;
	*)
		not_ok "$1" "cannot be had" "$dir/fetch.log"
		return
		;;
	esac
	if ! tests/vm/initramfs.sh "$dir/initramfs" > "$dir/initramfs.log" 2>&1; then
		not_ok "$1" "has no initramfs" "$dir/initramfs.log"
		return
	fi
	echo "# $(cat "$dir/package")"
	boot
	status=$?
	tr -d '\r' < "$dir/serial" > "$dir/console.log"
	rm -f "$dir/serial" "$dir/monitor" "$dir/initramfs"
	report "$1" "$status"
}

kernels=${1:?KERNEL or all}
[ "$kernels" != all ] || kernels=$(grep '^[0-9]' tests/vm/kernels | cut -f 1)
for kernel in $kernels; do
	for cmd in qemu-system-x86_64 busybox cpio; do
		command -v "$cmd" > /dev/null && continue
		echo "ok - kernel $kernel # SKIP $cmd is not installed"
		continue 2
	done
	run "$kernel"
done
exit "$failed"
