#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What doctor finds, against bpftool's own probes, the kernel's files, and what our commands then do.
. tests/lib.sh

need_root "doctor"
need_cmd "doctor" bpftool setpriv
need_file "doctor: perf-augment is built" "$BUILD/perf-augment"
need_file "doctor: the loader of fentry programs is built" "$BUILD/tests/live/tracing_load"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$BUILD/perf-augment" "$dir/perf-augment"
chmod 755 "$dir" "$dir/perf-augment"
aug=$dir/perf-augment

# holds NAME COMMAND...: passes when the command succeeds
holds()
{
	name=$1
	shift
	if "$@" > "$dir/out" 2>&1; then pass "$name"; else fail "$name" "$dir/out"; fi
}

"$aug" doctor > "$dir/text" 2> "$dir/err"
status=$?
"$aug" doctor --json > "$dir/json" 2>> "$dir/err"
json_status=$?
holds "doctor: both formats have the same exit status" test $status = $json_status
if grep -q '^NO ' "$dir/text"; then wanted=1; else wanted=0; fi
holds "doctor: its exit status is $wanted" test $status = $wanted
holds "doctor: says nothing of what it tries" test ! -s "$dir/err"

# agrees ID COMMAND...: doctor finds ID exactly where the command succeeds
agrees()
{
	id=$1
	shift
	if "$@" > /dev/null 2>&1; then found=ok; else found='(NO|-) '; fi
	expect "doctor: $id is there where others find it" "$dir/text" "^$found +$id "
}
bpftool feature probe kernel > "$dir/features" 2> /dev/null
agrees ringbuf grep -q 'map_type ringbuf is available' "$dir/features"
agrees task_storage grep -q 'map_type task_storage is available' "$dir/features"
# has_helper NAME: programs on raw tracepoints may call it
has_helper()
{
	sed -n '/program type raw_tracepoint:/,/^eBPF/p' "$dir/features" | grep -qw "$1"
}

# since VERSION: this kernel is of that or a later one
since()
{
	printf '%s\n%s\n' "$1" "$(uname -r)" | sort -VC
}
bpftool btf dump file /sys/kernel/btf/vmlinux > "$dir/types" 2> /dev/null
agrees pt_regs has_helper bpf_task_pt_regs
agrees dynptr has_helper bpf_dynptr_from_mem
agrees hash_allocates since 6.1
agrees task_work grep -q "FUNC 'bpf_task_work_schedule_resume" "$dir/types"
agrees sleepable since 7.2
agrees jit grep -q '^[12]' /proc/sys/net/core/bpf_jit_enable
agrees btf test -r /sys/kernel/btf/vmlinux
agrees kprobes test -e /sys/bus/event_source/devices/kprobe
agrees uprobes test -e /sys/bus/event_source/devices/uprobe
agrees fentry "$BUILD/tests/live/tracing_load" "$BUILD/tests/live/tracing.bpf.o" 1 tracing_fentry
agrees bpf_stats grep -q 1 /proc/sys/kernel/bpf_stats_enabled
agrees tracefs test -e /sys/kernel/tracing/events
if "$aug" trace -o /dev/null -- true > /dev/null 2>&1; then
	expect "doctor: trace works, and doctor says so" "$dir/text" '^trace, strace +works'
else
	expect "doctor: trace does not work, and doctor says so" "$dir/text" '^trace, strace +does not work'
fi
# Others may be looking, too: what remains after a while would be a leak.
tries=20
while bpftool prog list | grep -q 'name doctor ' && [ $tries -gt 0 ]; do
	tries=$((tries - 1))
	sleep 0.2
done
holds "doctor: leaves nothing behind" test $tries -gt 0

setpriv --reuid 65534 --regid 65534 --clear-groups "$aug" doctor > "$dir/text" 2> "$dir/err"
status=$?
holds "doctor: not all is well for nobody" test $status = 1
expect "doctor: trace is told what it lacks" "$dir/text" '^trace, strace +does not work, for want of .*capabilities'
expect "doctor: nobody may not look at tracefs" "$dir/text" '^NO +tracefs +tracefs: not permitted'
expect "doctor: nobody is not told that the kernel lacks it" "$dir/text" '^NO +task_storage .*: not permitted'
expect "doctor: and what to do" "$dir/text" '-> run it with sudo'
expect "doctor: progs reads recordings alone" "$dir/text" '^progs +works, but does less.* ids'
# works COMMAND NAME ARG...: doctor says of COMMAND that it works, exactly where a run of it as nobody does
works()
{
	command=$1 name=$2
	shift 2
	if (cd "$dir/nobody" && setpriv --reuid 65534 --regid 65534 --clear-groups "$aug" "$@") > "$dir/out" 2>&1; then
		expect "doctor: $name works for nobody, and doctor says so" "$dir/text" "^$command +works"
	else
		expect "doctor: $name does not work for nobody, and doctor says so" "$dir/text" "^$command +does not work"
	fi
}
mkdir "$dir/nobody"
chown 65534 "$dir/nobody"
works record record record -o rec -- true
works "trace, strace" trace trace -o /dev/null -- true
if command -v python3 > /dev/null; then
	holds "doctor: JSON" python3 -c \
		'import json, sys; d = json.load(open(sys.argv[1])); assert d["checks"] and d["commands"]' "$dir/json"
fi

finish
