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

# off_and_on ARGUMENT...: the CPU goes and comes back under `storm`, whose calls all CPUs make
off_and_on()
{
	rm -f "$dir/trace" "$dir/perf.data"
	ids=
	before
	"$pa" "$@" -- "$work" storm 8 > "$dir/result" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 60 has_programs "$output"
	echo 0 > "$cpu/online"
	sleep 1
	echo 1 > "$cpu/online"
	wait "$tracer"
	status=$?
	case $status in
	0 | 3) pass "hotplug: $1 ends well" ;;
	*) fail "hotplug: $1 ends well" "$dir/messages" ;;
	esac
	# shellcheck disable=SC2086
	loaded "hotplug: $1" $ids
	after "hotplug: $1"
	made=$(cat "$dir/result")
	case $made in
	*[1-9]*000) pass "hotplug: $1: the command has its result" ;;
	*) fail "hotplug: $1: the command has its result" "$dir/result" ;;
	esac
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
	output=$dir/trace
	off_and_on trace -v -a -e getppid -o "$output"
	closes "hotplug: trace" "$dir/messages"
	# Others of the machine call it too: only the command's are counted, and any may be the lost ones.
	shown=$(grep -c ' work_load/.* getppid()' "$dir/trace")
	if [ "$shown" -gt 0 ] && [ "$shown" -le "$made" ] &&
		[ $((shown + ${l_lost:-0} + $(left_out "$dir/messages"))) -ge "$made" ]; then
		pass "hotplug: trace: shown and lost are what was made"
	else
		fail "hotplug: trace: shown and lost are what was made" "$dir/messages"
	fi
	echo "# $shown of $made, ${l_lost:-?} lost"

	output=$dir/perf.data
	off_and_on record -a -e cpu-clock -o "$output"
	wrote=$(sed -n 's/^perf-augment: recorded .* \([0-9]*\) samples$/\1/p' "$dir/messages")
	"$pa" dump --only HEADER -o "$dir/dump" "$dir/perf.data" 2> "$dir/dump_messages"
	equal "hotplug: the recording is whole" 0 $?
	if [ "${wrote:-0}" -gt 0 ]; then
		pass "hotplug: record has samples"
	else
		fail "hotplug: record has samples" "$dir/messages"
	fi
	equal "hotplug: all samples that were counted are in the recording" "$wrote" \
		"$(sed -n 's/^count SAMPLE *\([0-9]*\) records.*/\1/p' "$dir/dump")"
}

work work_load
need_cmd "hotplug" bpftool
hotplug
finish
