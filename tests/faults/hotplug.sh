#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A CPU goes away and comes back while its calls are traced and while it is sampled: both end well, and
# nothing of theirs stays.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

# shellcheck disable=SC2317 # by wait_until
has_programs()
{
	ids=$(programs "$tracer")
	[ -n "$ids" ] && [ -s "$1" ]
}

# The last CPU goes and comes back under a trace and a recording of the whole machine.
hotplug()
{
	cpu=$(find /sys/devices/system/cpu -maxdepth 1 -name 'cpu[0-9]*' | sort -V | tail -n 1)
	# The virtual machines of the tests have this word on their command line.
	if [ "${FAULT_HOTPLUG:-0}" != 1 ] && ! grep -q tests.seconds= /proc/cmdline; then
		skip "hotplug" "it touches the whole machine: FAULT_HOTPLUG=1 does it, and so does 'make check-vm'"
		return
	fi
	if [ ! -w "$cpu/online" ] || ! echo 0 > "$cpu/online"; then
		skip "hotplug" "the kernel does not let $cpu go"
		return
	fi
	echo 1 > "$cpu/online"
	for command in "trace -v -a -e getppid -o $dir/trace" "record -a -e cpu-clock -o $dir/perf.data"; do
		# shellcheck disable=SC2086
		"$pa" $command -- "$work" storm 8 > "$dir/result" 2> "$dir/messages" &
		tracer=$! started="$started $!"
		wait_until 60 has_programs "${command##* }"
		echo 0 > "$cpu/online"
		sleep 1
		echo 1 > "$cpu/online"
		wait "$tracer"
		status=$?
		case $status in
		0 | 3) pass "hotplug: ${command%% *} ends well" ;;
		*) fail "hotplug: ${command%% *} ends well" "$dir/messages" ;;
		esac
		# shellcheck disable=SC2086
		unattached "hotplug: ${command%% *}" $ids
		[ "${command%% *}" != trace ] || closes "hotplug: trace" "$dir/messages"
	done
}

work work_load
need_cmd "hotplug" bpftool
hotplug
finish
