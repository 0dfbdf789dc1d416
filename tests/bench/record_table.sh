#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# record_table.sh - stock perf beside ours, an experiment per row: what becomes of BPF programs in
# recordings, and what recording costs. Each experiment is made once with each; docs/perfdata.md tells
# what it shows. ROUNDS: of what is measured in time.
set -u
build=${BUILD:-build}
rounds=${ROUNDS:-3}
aug=$(realpath "$build/perf-augment")
load=$(realpath "$build/tests/live/perfdata_load")
work=$(realpath "$build/tests/live/perfdata_work.bpf.o")
other=$(realpath "$build/tests/live/annotate_kinds.bpf.o")
burst=$(realpath "$build/tests/live/record_burst")
small=$(realpath "$build/tests/live/record_burst.bpf.o")
time_loads=$(realpath "$build/tests/live/capture_load")
image=$(realpath "$build/tests/live/annotate_image")
dir=$(mktemp -d)
export HOME="$dir" TMPDIR="$dir"
trap 'rm -rf "$dir"' EXIT

[ "$(id -u)" -eq 0 ] && command -v perf >/dev/null || {
	echo "record_table: recording needs root, and perf to compare with" >&2
	exit 1
}

row() { printf '%-58s %16s %16s   %s\n' "$1" "$2" "$3" "$4"; }
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# record TOOL FILE OPTION...: perf 6.1 dies of its own recordings when somebody else asked the kernel for
# build-ids meanwhile (-B: not its own doing): again then.
record() {
	tool=$1 file=$2
	shift 2
	for _ in 1 2 3 4 5; do
		rm -rf "$file" "$file.old"
		if [ "$tool" = perf ]; then
			perf record -q -B -e cpu-clock -F 999 -o "$file" "$@" >"$dir/stdout" 2>"$dir/err"
		else
			"$aug" record -q -e cpu-clock -F 999 -o "$file" "$@" >"$dir/stdout" 2>"$dir/err"
		fi
		perf script -i "$file" -F ip,sym >"$dir/script" 2>"$dir/err" && return
	done
	echo "record_table: $tool cannot record: $(head -n 1 "$dir/err")" >&2
}

# in_header FILE IDS: how many of the programs have their code in the header
in_header() {
	perf report -i "$1" --header-only 2>"$dir/err" | sed -n 's/^# bpf_prog_info \([0-9]*\):.*/\1/p' | sort -u >"$dir/have"
	sort -u "$2" | comm -12 - "$dir/have" | wc -l
}

# both FUNCTION: its output for perf and for ours in $perf and $ours
both() {
	perf=$("$1" perf)
	ours=$("$1" ours)
}

short_lived() {
	record "$1" "$dir/short.$1" -a "$load" "$work" perfdata_busy 0 200
	in_header "$dir/short.$1" "$dir/stdout"
}

many() {
	record "$1" "$dir/many.$1" -a "$burst" "$small" record_burst 1500 0
	sed 's/^gone //' "$dir/stdout" >"$dir/ids"
	in_header "$dir/many.$1" "$dir/ids"
}

# Of a program whose link is gone only after its process.
unloads() {
	record "$1" "$dir/unload.$1" sh -c "'$load' '$work' perfdata_busy 200; sleep 1"
	id=$(cat "$dir/stdout")
	perf script -i "$dir/unload.$1" --show-bpf-events 2>"$dir/err" | grep -a 'BPF_EVENT' >"$dir/events"
	echo "$(grep -cE "type 1, .*id $id\$" "$dir/events") / $(grep -cE "type 2, .*id $id\$" "$dir/events")"
}

# Another process' program runs in the recorded one's system calls.
other_process() {
	rm -f "$dir/started"
	(
		until [ -e "$dir/started" ]; do sleep 0.05; done
		exec "$load" "$work" perfdata_other 1000 >"$dir/other_id"
	) &
	record "$1" "$dir/other.$1" sh -c ": > '$dir/started'; exec '$load' '$work' perfdata_busy 2000"
	wait
	unknown=$(grep -cE '^ *ffffffff[0-9a-f]+ \[unknown\]' "$dir/script")
	echo "$unknown of $(wc -l <"$dir/script")"
}

# The second program may take memory of the first, which is larger: the worst of three.
stale() {
	worst="0 of 0"
	for _ in 1 2 3; do
		record "$1" "$dir/stale.$1" sh -c "'$load' '$other' annotate_calls 300; sleep 1; '$load' '$work' perfdata_busy 300; sleep 0.5"
		perf script -i "$dir/stale.$1" --show-bpf-events --ns -F pid,time,ip,sym 2>"$dir/err" >"$dir/names"
		perf script -i "$dir/stale.$1" --show-bpf-events --ns 2>"$dir/err" | grep -a KSYMBOL >"$dir/symbols"
		found=$(python3 tests/live/record_names.py "$dir/names" "$dir/symbols" 2>"$dir/err" | awk '{ print $4 " of " $2 }')
		if [ "${found%% *}" -ge "${worst%% *}" ]; then worst=$found; fi
	done
	echo "$worst"
}

# In a stream: programs, build-ids.
stream() {
	if [ "$1" = perf ]; then
		perf record -q -e cpu-clock -F 999 -a -o - sh -c "'$load' '$work' perfdata_busy 300 > '$dir/id'" 2>"$dir/err" >"$dir/pipe.$1"
	else
		"$aug" record -q -e cpu-clock -F 999 -a -o - sh -c "'$load' '$work' perfdata_busy 300 > '$dir/id'" 2>"$dir/err" >"$dir/pipe.$1"
	fi
	in_header "$dir/pipe.$1" "$dir/id"
}

stream_build_ids() { "$aug" dump --only BUILD_ID "$dir/pipe.$1" 2>"$dir/err" | grep -c 'BUILD_ID'; }

no_syslog() {
	set -- "$1" setpriv --bounding-set=-syslog --inh-caps=-syslog
	if [ "$1" = perf ]; then set -- "$@" perf record -B; else set -- "$@" "$aug" record; fi
	tool=$1
	shift
	"$@" -q -e cpu-clock -a -o "$dir/less.$tool" sleep 0.3 >"$dir/stdout" 2>"$dir/err"
	"$aug" progs --json "$dir/less.$tool" 2>"$dir/err" | grep -o '"source":"header' | wc -l
}

# Instructions of each function beside objdump's of the kernel's image.
assembly() {
	if [ "$1" = perf ]; then
		symbol=$(grep -m 1 -oE 'bpf_prog_[0-9a-f]{16}_perfdata_spin' "$dir/script")
		perf annotate -i "$dir/unload.perf" --stdio -s "$symbol" 2>"$dir/err" | grep -cE '^ +[0-9.]+ +: +[0-9a-f]+:'
		return
	fi
	"$load" "$work" perfdata_busy 5000 >"$dir/live_id" &
	loader=$!
	until [ -s "$dir/live_id" ]; do sleep 0.05; done
	"$image" "$(cat "$dir/live_id")" >"$dir/image"
	"$aug" annotate --json --id "$(cat "$dir/live_id")" >"$dir/json"
	kill $loader
	wait $loader 2>/dev/null
	python3 tests/live/annotate.py asm "$dir/json" "$dir/image" >"$dir/differ" 2>"$dir/nr"
	echo "$(($(sed 's/[^0-9]//g' "$dir/nr") - $(wc -l <"$dir/differ"))) of $(sed 's/[^0-9]//g' "$dir/nr")"
}

# Samples per address, of the program in ours and in perf script.
annotate_sums() {
	record ours "$dir/sums" -a "$load" "$work" perfdata_busy 500
	"$aug" annotate --json "$dir/sums" "$(cat "$dir/stdout")" >"$dir/json" 2>"$dir/err"
	python3 tests/live/annotate.py counts "$dir/json" "$dir/script" 'bpf_prog_[0-9a-f]{16}_perfdata_' >"$dir/differ" 2>"$dir/nr"
	perf=$(sed 's/[^0-9]//g' "$dir/nr")
	ours=$perf
	[ ! -s "$dir/differ" ] || ours="$(wc -l <"$dir/differ") differ"
}

damaged() {
	died=0
	for field in 120 104 180; do
		python3 - "$dir/unload.perf" "$dir/damaged" $field <<'END'
import struct, sys
b = bytearray(open(sys.argv[1], "rb").read())
attrs = struct.unpack_from("<8sQQ6Q4Q", b)
at, sections = attrs[5] + attrs[6], {}
for bit in range(64):
    if attrs[9] >> bit & 1:
        sections[bit] = struct.unpack_from("<QQ", b, at)
        at += 16
struct.pack_into("<I", b, sections[25][0] + 4 + 16 + int(sys.argv[3]), 0xffffff)
open(sys.argv[2], "wb").write(b)
END
		if [ "$1" = perf ]; then
			perf report -i "$dir/damaged" --header-only >/dev/null 2>&1
		else
			"$aug" progs "$dir/damaged" >/dev/null 2>&1
		fi
		[ $? -lt 128 ] || died=$((died + 1))
	done
	echo "$died of 3"
}

latency() {
	rm -f "$dir/p99"
	for _ in $(seq "$rounds"); do
		"$aug" record -a -v -k mono -e cpu-clock -F 30000 -m 8K -o "$dir/latency" \
			"$burst" "$small" record_burst 1500 0 >/dev/null 2>"$dir/err"
		sed -n 's/.*p99 \([0-9]*\) us.*/\1/p' "$dir/err" >>"$dir/p99"
	done
	echo "$(median "$dir/p99") us"
}

# What a load takes with and without the capturer, turn by turn.
capture() {
	rm -f "$dir/ns."*
	for _ in $(seq "$rounds"); do
		"$time_loads" time 1000 >>"$dir/ns.none"
		"$aug" progs --live >"$dir/lines" 2>"$dir/err" &
		follower=$!
		until [ -s "$dir/lines" ]; do sleep 0.05; done
		"$time_loads" time 1000 >>"$dir/ns.live"
		kill -INT $follower
		wait $follower
	done
	awk -v with="$(median "$dir/ns.live")" -v without="$(median "$dir/ns.none")" 'BEGIN { printf "%+.1f us\n", (with - without) / 1e3 }'
}

echo "# $(uname -sr), $(perf version), $(date -u +%Y-%m-%d)"
row "experiment" "stock perf" "ours" "wanted"
both short_lived
row "200 programs that load and unload at once: with code" "$perf" "$ours" "200"
both many
row "1,500 in a burst: with code" "$perf" "$ours" "1500"
both unloads
row "a task's program: loads / unloads recorded" "$perf" "$ours" "1 / 1"
both other_process
row "another process' program: samples without a name" "$perf" "$ours" "0"
both stale
row "one program after another: samples on the dead one" "$perf" "$ours" "0"
both stream
row "stream: the program in its header" "$perf" "$ours" "1"
both stream_build_ids
row "stream: build-ids" "$perf" "$ours" "> 0"
both no_syslog
row "without CAP_SYSLOG: programs in the header" "$perf" "$ours" "> 0"
record perf "$dir/unload.perf" -a "$load" "$work" perfdata_busy 300
both assembly
row "annotate: instructions equal to objdump's" "$perf" "$ours" "all"
annotate_sums
row "annotate: samples per address as perf script has them" "$perf" "$ours" "equal"
both damaged
row "damaged program info: readers that die" "$perf" "$ours" "0"
row "side-band under full rings: p99 of its latency" "-" "$(latency)" "<= 1 ms"
row "the capturer: added to each load" "-" "$(capture)" "<= 50 us"
echo
tests/bench/record_cpu.py "$aug" "$dir" "$rounds" '10 s at 999 Hz' '30 s without its start, idle' '30 s without its start, busy' ||
	echo "record_table: a limit was missed" >&2
