#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# BPF programs are captured while they are loaded: each one, whole, and as bpf(2) gives it, by every
# way of capturing that this kernel has.
. tests/lib.sh

need_root "capture: BPF programs are captured while they are loaded"
probe=$BUILD/tests/live/capture_probe
load=$BUILD/tests/live/capture_load
object=$BUILD/tests/live/capture_work.bpf.o
need_file "capture: its probe is built" "$probe"
need_file "capture: its loader is built" "$load"
need_file "capture: its program is built" "$object"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# probe GATE COMMAND...: lines of programs in $dir/out. Others load programs too: ours are told by name.
probe()
{
	PROBE_DEBUG=1 "$probe" "$@" > "$dir/out" 2> "$dir/err"
}

# counts NAME PATTERN NUMBER: so many lines of $dir/out match
counts()
{
	counts_nr=$(grep -aEc "$2" "$dir/out")
	if [ "$counts_nr" = "$3" ]; then
		pass "$1"
	else
		grep '^totals' "$dir/out" > "$dir/totals"
		fail "$1" "$dir/totals"
		echo "# $counts_nr lines like: $2, not $3"
	fi
}

is_preempted()
{
	[ "$(printf '6.19\n%s\n' "$(uname -r)" | sort -V | head -n 1)" = 6.19 ]
}

check_gate()
{
	if ! probe "$1" true; then
		# What the kernel does not have; a verifier that refuses us is a failure.
		if grep -aq 'BEGIN PROG LOAD LOG' "$dir/err"; then
			grep -aA 200 'BEGIN PROG LOAD LOG' "$dir/err" | tail -n 15 > "$dir/log"
			fail "capture: by way of $1" "$dir/log"
		else
			skip "capture: by way of $1" "this kernel has none: $(sed -n 's/^error //p' "$dir/out")"
		fi
		return
	fi
	gates="$gates $1"
	probe "$1" "$load" burst 500 3
	if [ "$1" = syscall ] && is_preempted; then
		skip "capture: by way of $1: 1,500 programs at once, 1,500 images" \
			"after 6.18 a program of a system call is preempted, and misses the next one's load"
	else
		counts "capture: by way of $1: 1,500 programs at once, 1,500 images" \
			'^prog [0-9]+ load .* burst 1 image (same|gone)$' 1500
	fi
	probe "$1" "$load" object "$object"
	counts "capture: by way of $1: functions, maps, tail calls as bpf(2) says them" \
		'^prog [0-9]+ load [0-9]+ capture_load capture_main 3 image same$' 1
	for size in 4000 60000; do
		probe "$1" "$load" big $size
		counts "capture: by way of $1: $size instructions, in parts" \
			'^prog [0-9]+ load [0-9]+ capture_load big 1 image same$' 1
	done
	probe "$1" "$load" big 300000
	counts "capture: by way of $1: too large for the ring, read by id instead" \
		'^prog [0-9]+ fd [0-9]+ capture_load big 1 image same$' 1
	refuse "capture: by way of $1: nothing is damaged" "$dir/out" 'damaged [1-9]'
}

gates=
for gate in kprobe watch syscall; do
	check_gate $gate
done
probe auto "$load" burst 10
expect "capture: auto takes the first way that there is" "$dir/out" \
	"^gate $(echo "$gates none" | awk '{ print $1 }')\$"

# Without the right to trace it says so and goes on.
if command -v setpriv > /dev/null; then
	setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$probe" auto true \
		> "$dir/out" 2> "$dir/err"
	expect "capture: without capabilities there is no gate" "$dir/out" '^gate none$'
	expect "capture: and what is missing is said" "$dir/err" 'CAP_BPF'
else
	skip "capture: without capabilities there is no gate" "setpriv is not installed"
fi
finish
