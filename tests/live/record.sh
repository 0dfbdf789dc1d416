#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What `record` writes, as stock perf reads it: the same in all forms; every BPF program that came and
# went, with its code; every sample in one under the right name.
. tests/lib.sh

need_root "record: recordings"
need_cmd "record: recordings" perf python3
need_file "record: perf-augment is built" "$BUILD/perf-augment"
need_file "record: its helper is built" "$BUILD/tests/live/record_burst"
need_file "record: its program is built" "$BUILD/tests/live/record_burst.bpf.o"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
work=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
burst=$(realpath "$BUILD/tests/live/record_burst")
small=$(realpath "$BUILD/tests/live/record_burst.bpf.o")
dir=$(mktemp -d)
# perf leaves copies of [vdso] and build-ids behind: in our directory, please.
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

# succeeds NAME COMMAND...: its output is kept in $dir/out and $dir/err
succeeds()
{
	succeeds_name=$1
	shift
	if "$@" > "$dir/out" 2> "$dir/err"; then
		pass "$succeeds_name"
	else
		fail "$succeeds_name" "$dir/err"
	fi
}

# What stock perf makes of a recording. Names in others' files last as long as their processes and files;
# of samples of the same time either may come first.
view()
{
	mkdir "$2"
	perf script -i "$1" -F ip,sym,time,comm 2> "$2/err" |
		sed -E '/^ *perfdata_load /!s/( [0-9a-f]{1,15}) .*/\1/' | LC_ALL=C sort > "$2/script"
	perf script -i "$1" --show-bpf-events 2>> "$2/err" | grep -aE 'KSYMBOL|BPF_EVENT' > "$2/events"
	perf report -i "$1" --header-only 2>> "$2/err" | grep -aE 'bpf_prog_info|btf info' | sort -u > "$2/progs"
}

# Each form is recorded, and rewritten as the others: nothing may differ.
forms()
{
	mkdir "$dir/forms"
	for form in file dir pipe packed packed_dir packed_pipe; do
		rec=$dir/forms/$form
		set -- -e cpu-clock -F 999
		case $form in
		packed*) set -- "$@" -z ;;
		esac
		case $form in
		*dir) set -- "$@" --threads -o "$rec" ;;
		*pipe) set -- "$@" -o - ;;
		*) set -- "$@" -o "$rec" ;;
		esac
		"$aug" record -a "$@" "$load" "$work" perfdata_busy 300 > "$dir/stdout" 2> "$dir/err"
		equal "record: status: $form" "$?" 0
		case $form in
		*pipe) cp "$dir/stdout" "$rec" ;;
		esac
		expect "record: all programs have an image: $form" "$dir/err" \
			'programs: seen ([0-9]+), image [0-9]+, lost 0 \(captured at load [0-9]+, read by fd [0-9]+, synthesised at start [0-9]+\)'
		view "$rec" "$dir/view.$form"
		expect "record: perf reads samples in the program: $form" "$dir/view.$form/script" \
			'bpf_prog_[0-9a-f]{16}_perfdata_spin'
		expect "record: perf lists programs in the header: $form" "$dir/view.$form/progs" 'bpf_prog_info'
		one_form_as_others "$form" "$rec"
		counts "$form" "$rec"
	done
}

one_form_as_others()
{
	case $1 in
	packed*) others='file' ;;
	file) others="dir pipe" ;;
	*) others="file" ;;
	esac
	for to in $others; do
		case $to in
		pipe) "$aug" convert -q "$2" - > "$dir/as.pipe" 2> "$dir/err" ;;
		dir) "$aug" convert -q "$2" "$dir/as.dir/" 2> "$dir/err" ;;
		*) "$aug" convert -q "$2" "$dir/as.file" 2> "$dir/err" ;;
		esac
		status=$?
		equal "record: convert: $1 as $to" "$status" 0
		view "$dir/as.$to" "$dir/view.as"
		same "record: perf script reads the same: $1 as $to" "$dir/view.$1/script" "$dir/view.as/script"
		same "record: --show-bpf-events are the same: $1 as $to" "$dir/view.$1/events" "$dir/view.as/events"
		same "record: programs of the header are the same: $1 as $to" "$dir/view.$1/progs" "$dir/view.as/progs"
		rm -rf "$dir/view.as" "$dir/as.$to"
	done
}

counts()
{
	perf report -D -i "$2" 2> /dev/null | grep -aoE 'PERF_RECORD_[A-Z0-9_]+' | sed 's/PERF_RECORD_//' |
		sort | uniq -c | awk '{ print $2, $1 }' | sort > "$dir/counts.perf"
	"$aug" dump "$2" 2> "$dir/err" | awk '$1 == "count" && $2 != "COMPRESSED" { print $2, $3 }' |
		sort > "$dir/counts.ours"
	same "record: perf report -D counts what dump counts: $1" "$dir/counts.perf" "$dir/counts.ours"
}

# Whatever stock perf does with recordings, it does with these.
other_commands()
{
	succeeds "record: perf inject" perf inject -i "$dir/forms/file" -o "$dir/injected"
	succeeds "record: perf reads what it injected" perf report -i "$dir/injected" --stdio
	succeeds "record: perf inject -b of a pipe" sh -c "perf inject -b -i '$dir/forms/pipe' -o - > '$dir/injected'"
	succeeds "record: perf buildid-list" perf buildid-list -i "$dir/forms/file"
	expect "record: it has the kernel" "$dir/out" '^[0-9a-f]{40} \[kernel.kallsyms\]'
	expect "record: it has libc" "$dir/out" '^[0-9a-f]{40} .*/libc'
	for form in file dir pipe; do
		"$aug" dump "$dir/forms/$form" 2> /dev/null |
			grep -E 'BUILD_ID' | grep -oE 'build_id: [0-9a-f]{40}, filename: "[^"]*"' |
			grep -E "\"$load\"|kallsyms" | sort -u > "$dir/ids.$form"
	done
	same "record: build-ids of directory and file" "$dir/ids.file" "$dir/ids.dir"
	same "record: build-ids of pipe and file" "$dir/ids.file" "$dir/ids.pipe"
	# Of a stream of its own perf says "Internal error: Invalid -1 error code": the program is not there.
	for form in file dir pipe; do
		symbol=$(grep -m 1 -oE 'bpf_prog_[0-9a-f]{16}_perfdata_spin' "$dir/view.$form/script" | head -n 1)
		perf annotate -i "$dir/forms/$form" --stdio -s "$symbol" > "$dir/out" 2>&1
		expect "record: perf annotate finds the program, and wants but its disassembler: $form" "$dir/out" \
			'libopcode|^ +[0-9.]+ +: +[0-9a-f]+:'
	done
	# Not of a stream: perf 6.1 does not diff its own either.
	succeeds "record: perf diff" perf diff "$dir/forms/file" "$dir/forms/dir"
	perf report -i "$dir/forms/dir" --header-only > "$dir/out" 2> "$dir/err"
	for line in 'hostname' 'os release' 'arch' 'nrcpus online' 'cmdline' 'event : name = cpu-clock' \
		'time of first sample' 'directory data version : 1' 'total memory'; do
		expect "record: perf report --header says: $line" "$dir/out" "^# $line"
	done
}

# machine FILE: what its header says of the machine, but for what changes meanwhile
machine()
{
	perf report -I -i "$1" --header-only 2> "$dir/err" | grep -aE '^# (nrcpus|cpu|total memory|sibling|CPU [0-9]|memory nodes|pmu mappings|hybrid|.* pmu capabilities)|^# +[0-9]+ \[' | sort
}

# Stock perf's header of the same machine: all that it has is in ours.
header_has_all()
{
	perf record -q -B -e cpu-clock -o "$dir/of_perf" true > "$dir/stdout" 2> "$dir/err"
	machine "$dir/of_perf" > "$dir/machine.perf"
	for form in file dir pipe; do
		machine "$dir/forms/$form" > "$dir/machine.ours"
		same "record: the header says of the machine what perf's says: $form" "$dir/machine.perf" "$dir/machine.ours"
	done
	for which in of_perf forms/file; do
		perf report -I -i "$dir/$which" --header-only 2> "$dir/err" | sed -n 's/^# missing features: //p' |
			tr ' ' '\n' | sort > "$dir/missing.${which%/*}"
	done
	comm -13 "$dir/missing.of_perf" "$dir/missing.forms" > "$dir/note"
	equal "record: no feature is missing that stock perf has" "$(cat "$dir/note")" ""
}

# 1,500 programs come and go at once; the last three stay until their code has been compared.
many()
{
	mkfifo "$dir/hold"
	# Held open by us: the helper waits for its end.
	sh -c "exec '$burst' '$small' record_burst 1500 3 < '$dir/hold'" > "$dir/ids" 2> "$dir/burst.err" &
	helper=$!
	"$aug" record -q -e cpu-clock -p $helper -o "$dir/many" 2> "$dir/err" &
	recorder=$!
	i=0
	until [ -s "$dir/many" ] || [ $i -ge 300 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	exec 9> "$dir/hold"
	i=0
	until [ "$(wc -l < "$dir/ids")" -eq 1500 ] || [ $i -ge 600 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	exec 9>&-
	wait $helper
	wait $recorder
	equal "record: 1,500 programs: the recording ends with the process, status" "$?" 0
	equal "record: 1,500 programs: all were loaded" "$(wc -l < "$dir/ids")" 1500
	python3 - "$dir/many" "$dir/ids" > "$dir/note" 2>&1 << 'END'
import struct, sys
data = open(sys.argv[1], 'rb').read()
attrs = struct.unpack_from('<8sQQ6Q4Q', data)
at = attrs[5] + attrs[6]
sections = {}
for bit in range(64):
    if attrs[9] >> bit & 1:
        sections[bit] = struct.unpack_from('<QQ', data, at)
        at += 16
offset, size = sections[25]
count, = struct.unpack_from('<I', data, offset)
at, code = offset + 4, {}
for _ in range(count):
    info_len, data_len, arrays = struct.unpack_from('<IIQ', data, at)
    info = data[at + 16:at + 16 + info_len]
    prog_id, = struct.unpack_from('<I', info, 4)
    jited_len, = struct.unpack_from('<I', info, 16)
    jited, = struct.unpack_from('<Q', info, 24)
    start = at + 16 + info_len + jited
    if arrays & 1:
        code[prog_id] = data[start:start + jited_len]
    at += 16 + info_len + data_len
missing = differ = kept = 0
for line in open(sys.argv[2]):
    words = line.split()
    image = code.get(int(words[1]))
    missing += not image
    if words[0] == 'kept':
        kept += 1
        differ += image != bytes.fromhex(words[2])
print('missing', missing, 'differ', differ, 'kept', kept)
END
	expect "record: 1,500 programs: images of all, those of the living equal the kernel's" "$dir/note" \
		'^missing 0 differ 0 kept 3$'
	provenance
	many_of_perf
}

# Stock perf of as many: no test, it is as it is.
many_of_perf()
{
	perf record -q -a -e cpu-clock -o "$dir/perfs" "$burst" "$small" record_burst 1500 0 > "$dir/ids.perf" 2> "$dir/err"
	perf report -i "$dir/perfs" --header-only 2> "$dir/err" | sed -n 's/^# bpf_prog_info \([0-9]*\):.*/gone \1/p' |
		sort -u > "$dir/have"
	echo "# stock perf keeps $(sort -u "$dir/ids.perf" | comm -12 - "$dir/have" | wc -l) of 1500"
}

# How each of the 1,500 was had is in the recording, and stays there when it is rewritten, by perf too.
provenance()
{
	"$aug" convert -q "$dir/many" - > "$dir/many.pipe" 2> "$dir/err"
	perf inject -i "$dir/many" -o "$dir/many.injected" 2> "$dir/err"
	for rec in many many.pipe many.injected; do
		"$aug" progs --json "$dir/$rec" 2> "$dir/err" | python3 -c '
import json, sys
ids = {int(line.split()[1]) for line in open(sys.argv[1])}
how = [p["how"] for p in json.load(sys.stdin)["programs"] if p.get("id") in ids]
known = sum(h in ("captured at load", "read by fd") for h in how)
print("told", known, "of", len(how))' "$dir/ids" > "$dir/note" 2>&1
		expect "record: 1,500 programs: how they were had is in $rec" "$dir/note" '^told 1500 of 1500$'
	done
}

# Each sample in a BPF program that stock perf names must have the name of what was there then, by the
# records' own time line; none may be without a name.
named_right()
{
	perf script -i "$2" --show-bpf-events --ns -F pid,time,ip,sym 2> /dev/null > "$dir/script"
	perf script -i "$2" --show-bpf-events --ns 2> /dev/null | grep -a KSYMBOL > "$dir/symbols"
	python3 tests/live/record_names.py "$dir/script" "$dir/symbols" > "$dir/note" 2>&1
	expect "record: $1: every sample in a program has its name" "$dir/note" '^bpf [1-9][0-9]+ wrong 0 unknown 0$'
}

# Records nothing but one command; the program is another's.
other_process()
{
	rm -f "$dir/begun" "$dir/loaded"
	cat > "$dir/busy" << END
: > $dir/begun
while [ ! -e $dir/loaded ]; do date; done > $dir/dates
END
	(
		while [ ! -e "$dir/begun" ]; do sleep 0.1; done
		"$load" "$work" perfdata_busy 120000 &
		sleep 1.5
		# On a slow machine too it has to run often enough for samples.
		i=0
		until [ "$(wc -l < "$dir/dates")" -ge 300 ] || [ $i -ge 600 ]; do
			i=$((i + 1))
			sleep 0.1
		done
		kill $!
		wait $!
		: > "$dir/loaded"
	) > /dev/null 2>&1 &
	"$aug" record -q -e cpu-clock -F 999 -o "$dir/other" sh "$dir/busy" 2> "$dir/err"
	equal "record: another process' program: status" "$?" 0
	wait
	named_right "another process' program" "$dir/other"
}

# Two programs after each other, in the same memory; unloads come late, from the kernel's own threads.
one_after_another()
{
	"$aug" record -q -e cpu-clock -F 999 -o "$dir/stale" sh -c \
		"'$load' '$work' perfdata_busy 300; sleep 1; '$load' '$work' perfdata_other 300; sleep 1" \
		> "$dir/stdout" 2> "$dir/err"
	named_right "one program after another" "$dir/stale"
	"$aug" dump --only BPF_EVENT "$dir/stale" > "$dir/events" 2> "$dir/err"
	while read -r id; do
		equal "record: load and unload of program $id" \
			"$(grep -oE "type: (UN)?LOAD, flags: 0, id: $id," "$dir/events" | cut -d, -f1 | tr '\n' ' ')" \
			"type: LOAD type: UNLOAD "
	done < "$dir/stdout"
}

# The kernel writes BPF_EVENT and KSYMBOL too long for all listeners but one.
two_recorders()
{
	"$aug" record -q -a -e cpu-clock -o "$dir/first" \
		sh -c "echo > $dir/begun.first; until [ -e $dir/enough ]; do sleep 0.1; done" 2> "$dir/err.first" &
	recorder=$!
	i=0
	until [ -s "$dir/begun.first" ] || [ $i -ge 300 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	"$aug" record -q -a -e cpu-clock -o "$dir/second" "$burst" "$small" record_burst 50 0 > "$dir/ids" 2> "$dir/err"
	echo > "$dir/enough"
	wait $recorder
	for which in first second; do
		"$aug" dump --only BPF_EVENT "$dir/$which" 2> "$dir/err" | grep 'BPF_EVENT size' > "$dir/out"
		expect "record: two recorders at once: loads are in the $which" "$dir/out" 'BPF_EVENT size 56'
		refuse "record: two recorders at once: records of the $which have their size" "$dir/out" 'size (5[^6]|[^5])'
		succeeds "record: two recorders at once: perf reads the $which" perf report -i "$dir/$which" --stdio
	done
}

# Else side-band records wait for a tick on a busy machine; the right to that must not be given up before.
side_band_goes_first()
{
	"$aug" record -q -a -e cpu-clock -o "$dir/first" 2> "$dir/err" &
	recorder=$!
	i=0
	until grep -qs '^1$' "$dir/note.first" || [ $i -ge 100 ]; do
		i=$((i + 1))
		sleep 0.1
		for task in "/proc/$recorder/task/"*; do
			sed 's/.*) //' "$task/stat" | cut -d' ' -f39
		done > "$dir/note.first" 2> "$dir/err"
	done
	kill -INT $recorder
	wait $recorder
	if chrt -f 1 true 2> "$dir/err"; then
		expect "record: its side-band thread runs before others" "$dir/note.first" '^1$'
	else
		skip "record: its side-band thread runs before others" "nothing may run so here"
	fi
}

# While one listener asks for build-ids, the kernel marks device and inode in the records of all others
# as such. perf 6.1 dies of these recordings.
marked_inodes()
{
	"$aug" record -q -a -e cpu-clock -o "$dir/marks" sleep 4 2> "$dir/err.first" &
	recorder=$!
	i=0
	until [ -s "$dir/marks" ] || [ $i -ge 300 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	perf record -q -B -e cpu-clock -o "$dir/marked" "$load" "$work" perfdata_busy 300 > "$dir/stdout" 2> "$dir/err"
	wait $recorder
	succeeds "record: stock perf beside ours: report reads it" "$aug" report "$dir/marked"
	refuse "record: stock perf beside ours: an inode is no build-id" "$dir/err" 'build-id'
	succeeds "record: stock perf beside ours: convert" "$aug" convert -q "$dir/marked" "$dir/unmarked"
	succeeds "record: stock perf beside ours: perf reads what convert made" perf report -i "$dir/unmarked" --stdio
}

# Of a process with many threads each is told once; one thread alone has the mappings of its process.
threads()
{
	python3 -c '
import threading, time
wait = threading.Event()
def spin():
    print(threading.get_native_id(), flush=True)
    end = time.monotonic() + 120
    while time.monotonic() < end:
        pass
for _ in range(300):
    threading.Thread(target=wait.wait, daemon=True).start()
spinner = threading.Thread(target=spin)
spinner.start()
spinner.join()' > "$dir/tid" &
	process=$!
	i=0
	until [ -s "$dir/tid" ] || [ $i -ge 600 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	succeeds "record: 301 threads" "$aug" record -q -e cpu-clock -F 999 -p $process -o "$dir/threads" sleep 0.5
	# 301 for each of 301 would be 90,000; the others are those of the machine.
	forks=$("$aug" dump --only COMPRESSED "$dir/threads" 2> "$dir/err" | awk '$1 == "count" && $2 == "FORK" { print $3 }')
	if [ "${forks:-0}" -ge 301 ] && [ "$forks" -lt 45000 ]; then
		pass "record: 301 threads: each is told once"
	else
		echo "$forks records" > "$dir/note"
		fail "record: 301 threads: each is told once" "$dir/note"
	fi
	succeeds "record: one thread" "$aug" record -q -e cpu-clock -F 999 -t "$(cat "$dir/tid")" -o "$dir/thread" sleep 1
	kill $process
	"$aug" report -s dso "$dir/thread" > "$dir/out" 2> "$dir/err"
	expect "record: one thread: its code has names" "$dir/out" '^ +[1-9][0-9]+\.[0-9]+% .*python'
}

tracepoints()
{
	[ -e /sys/kernel/tracing/events/sched ] || {
		skip "record: tracepoints" "tracefs is not mounted"
		return
	}
	# Samples with raw data and without. Not of page-faults: who else records them gives ours their id.
	succeeds "record: tracepoints are recorded" "$aug" record -q -a -e sched:sched_switch,cpu-clock -o "$dir/tp" sleep 0.3
	succeeds "record: perf reads tracepoints" perf script -i "$dir/tp"
	expect "record: perf prints tracepoints" "$dir/out" 'sched:sched_switch: prev_comm=.* next_comm='
	"$aug" record -q -a -e 'sched:sched_swit*' -o - sleep 0.3 2> "$dir/err" | perf script -i - > "$dir/out" 2> "$dir/err"
	expect "record: perf prints tracepoints of a pipe" "$dir/out" 'sched:sched_switch: prev_comm=.* next_comm='
}

# A recording that is switched is as whole as one that is not.
switched()
{
	mkdir "$dir/switch"
	# Until more files have come than are kept, however long a switch takes here.
	cat > "$dir/until_switched" <<- 'END'
		"$@" &
		load=$! seen=: n=0 tries=0
		while [ $n -lt 4 ] && [ $tries -lt 1000 ]; do
			for file in "$data".*; do
				case $seen in *:"$file":*) continue ;; esac
				if [ -e "$file" ]; then seen=$seen$file: n=$((n + 1)); fi
			done
			sleep 0.1
			tries=$((tries + 1))
		done
		kill $load
	END
	data="$dir/switch/data" "$aug" record -a -e cpu-clock -F 999 --switch-output=1s --switch-max-files 3 \
		-o "$dir/switch/data" sh "$dir/until_switched" "$load" "$work" perfdata_busy 200000 \
		> "$dir/stdout" 2> "$dir/err"
	equal "record: --switch-output: status" "$?" 0
	set -- "$dir"/switch/data.*
	equal "record: --switch-max-files keeps so many" "$#" 3
	for last in "$@"; do
		succeeds "record: perf reads each of them" perf report -i "$last" --stdio
		expect "record: it names the kernel's code" "$dir/out" '\[k\] [a-z_]'
		perf script -i "$last" -F ip,sym 2> /dev/null > "$dir/out"
		# The last may have begun when the program had ended.
		[ "$last" = "$3" ] && continue
		expect "record: it names the code of a program that was there before" "$dir/out" 'perfdata_spin'
	done
	"$aug" record -a -e cpu-clock --switch-output -o "$dir/switch/signal" sleep 2 2> "$dir/err" &
	recorder=$!
	i=0
	until [ -s "$dir/switch/signal" ] || [ $i -ge 200 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	sleep 0.5
	kill -USR2 $recorder
	wait $recorder
	set -- "$dir"/switch/signal.*
	equal "record: SIGUSR2 switches" "$#" 2
}

ends()
{
	"$aug" record -q -e cpu-clock -o "$dir/end" sh -c 'exit 7' 2> "$dir/err"
	equal "record: the command's status" "$?" 7
	for signal in INT TERM; do
		# Not as a job of this shell: these ignore SIGINT.
		python3 -c '
import os, signal, subprocess, sys, time
p = subprocess.Popen(sys.argv[3:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for _ in range(300):
    if os.path.exists(sys.argv[2]) and os.path.getsize(sys.argv[2]) > 20000:
        break
    time.sleep(0.1)
time.sleep(0.5)
p.send_signal(getattr(signal, "SIG" + sys.argv[1]))
print(-p.wait() == getattr(signal, "SIG" + sys.argv[1]))' \
			$signal "$dir/end.$signal" "$aug" record -a -e cpu-clock -F 999 -o "$dir/end.$signal" \
			> "$dir/out" 2> "$dir/err"
		expect "record: SIG$signal is what it ends with" "$dir/out" '^True$'
		succeeds "record: after SIG$signal the recording is whole" perf report -i "$dir/end.$signal" --stdio
		refuse "record: after SIG$signal perf finds nothing wrong" "$dir/err" 'WARNING|properly terminated'
	done
	"$aug" record -q -a -e cpu-clock --max-size 300K -o "$dir/max" 2> "$dir/err"
	equal "record: --max-size ends it" "$?" 0
	succeeds "record: perf reads what is there then" perf report -i "$dir/max" --stdio
	"$aug" record -q -e cpu-clock -o "$dir/max" true 2> "$dir/err"
	if [ -s "$dir/max.old" ]; then pass "record: the old recording is kept"; else fail "record: the old recording is kept"; fi
}

forms
other_commands
header_has_all
many
other_process
one_after_another
two_recorders
side_band_goes_first
marked_inodes
threads
tracepoints
switched
ends
finish
