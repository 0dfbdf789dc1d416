#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Recordings of stock perf, with a BPF program that is busy, read and rewritten by ours: dump counts
# what perf counts, each form reads the same in stock perf, and each program gets its samples.
. tests/lib.sh

need_root "perfdata: recordings of stock perf"
need_cmd "perfdata: recordings of stock perf" perf
need_file "perfdata: perf-augment is built" "$BUILD/perf-augment"
need_file "perfdata: its helper is built" "$BUILD/tests/live/perfdata_load"
need_file "perfdata: its program is built" "$BUILD/tests/live/perfdata_work.bpf.o"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
object=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
# perf leaves copies of [vdso] behind when it reads a recording: in our directory, please.
export TMPDIR="$dir"
# perf keeps build-ids of what it records in ~/.debug: not in the user's.
export HOME="$dir"
trap 'rm -rf "$dir"' EXIT
ms=400

# succeeds NAME COMMAND...: its standard output is kept in $dir/out
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

# perf 6.1 may die while others load programs.
record()
{
	for _ in 1 2 3; do
		perf record -q -e cpu-clock -F 999 "$@" "$load" "$object" perfdata_busy $ms \
			> "$dir/id" 2> "$dir/record.err" && return
	done
	return 1
}

# What stock perf makes of a recording, in a directory of its own. Of lists of build-ids, [vdso] is left
# out, which perf 6.1 forgets when it reads a pipe, and what has no build-id, which it then lists; what it took
# the kernel from is its name there. Names in others' files last as long as their processes and files; of
# samples of the same time either may come first.
view()
{
	mkdir "$2"
	perf script -i "$1" --show-bpf-events -F ip,sym,time,comm > "$2/all" 2> "$2/err"
	grep -aE 'PERF_RECORD_(KSYMBOL|BPF_EVENT)' "$2/all" > "$2/events"
	grep -avE 'PERF_RECORD_(KSYMBOL|BPF_EVENT)' "$2/all" |
		sed -E '/^ *perfdata_load /!s/( [0-9a-f]{1,15}) .*/\1/' | LC_ALL=C sort > "$2/script"
	perf buildid-list -i "$1" 2>> "$2/err" | grep -E '^[0-9a-f]{40}' | grep -v vdso |
		sed 's| /proc/kcore$| [kernel.kallsyms]|' | sort > "$2/buildids"
	perf report -i "$1" --header-only 2>> "$2/err" | grep -aE 'bpf_prog_info|btf info' | sort -u > "$2/progs"
}

# Both count records by type; ours has COMPRESSED too, which perf unpacks before it counts.
counts_agree()
{
	perf report -D -i "$1" 2> /dev/null | grep -aoE 'PERF_RECORD_[A-Z0-9_]+' | sed 's/PERF_RECORD_//' |
		sort | uniq -c | awk '{ print $2, $1 }' | sort > "$dir/counts.perf"
	"$aug" dump "$1" > "$dir/dump" 2> "$dir/err"
	awk '$1 == "count" && $2 != "COMPRESSED" { print $2, $3 }' "$dir/dump" | sort > "$dir/counts.ours"
	same "perfdata: dump counts what perf report -D counts: $2" "$dir/counts.perf" "$dir/counts.ours"
	# The programs of the header, by the ids that perf prints.
	perf report -i "$1" --header-only 2> /dev/null | sed -nE 's/^# bpf_prog_info ([0-9]+):.*/\1/p' |
		sort -un > "$dir/ids.perf"
	"$aug" progs --json "$1" 2> "$dir/err" | python3 -c '
import json, sys
for p in json.load(sys.stdin)["programs"]:
    if p["source"].startswith("header") and p["bytes"]:
        print(p["id"])' | sort -un > "$dir/ids.ours"
	if [ "$2" != pipe ] && [ "$2" != "packed pipe" ]; then
		same "perfdata: progs lists the programs of the header: $2" "$dir/ids.perf" "$dir/ids.ours"
	fi
}

# Samples of our program, by its symbols, in stock perf and in ours.
samples_agree()
{
	perf script -i "$1" -F ip,sym 2> /dev/null | grep -cE 'bpf_prog_[0-9a-f]{16}_perfdata_' > "$dir/hits.perf"
	"$aug" progs --json "$1" 2> "$dir/err" | python3 -c '
import json, sys
print(sum(p["samples"] for p in json.load(sys.stdin)["programs"] if (p["name"] or "").startswith("perfdata_")))' \
		> "$dir/hits.ours"
	same "perfdata: progs counts the samples that perf script has: $2 ($(cat "$dir/hits.ours"))" \
		"$dir/hits.perf" "$dir/hits.ours"
	if [ "$(cat "$dir/hits.ours")" -gt 20 ]; then
		pass "perfdata: there are some: $2"
	else
		fail "perfdata: there are some: $2" "$dir/hits.ours"
	fi
}

# FROM as file, directory and pipe, and these packed, and back from a pipe.
forms_agree()
{
	d=$dir/forms
	rm -rf "$d"
	mkdir "$d"
	view "$1" "$d/view"
	succeeds "perfdata: convert to a file: $2" "$aug" convert -q "$1" "$d/file"
	succeeds "perfdata: convert to a directory: $2" "$aug" convert -q "$1" "$d/dir/"
	succeeds "perfdata: convert to a pipe: $2" "$aug" convert -q "$1" -
	cp "$dir/out" "$d/pipe"
	succeeds "perfdata: convert to a packed file: $2" "$aug" convert -qz "$1" "$d/packed"
	succeeds "perfdata: convert to a packed directory: $2" "$aug" convert -qz "$1" "$d/packed_dir/"
	succeeds "perfdata: convert a pipe back to a file: $2" "$aug" convert -q - "$d/back" < "$d/pipe"
	for form in file dir pipe packed packed_dir back; do
		view "$d/$form" "$d/view.$form"
		same "perfdata: perf script reads the same: $2 as $form" "$d/view/script" "$d/view.$form/script"
		same "perfdata: --show-bpf-events are the same: $2 as $form" "$d/view/events" "$d/view.$form/events"
		if [ -s "$d/view/buildids" ]; then
			# Reading a pipe, perf adds those of files that it has samples of and looks up itself.
			[ "$form" != pipe ] || comm -12 "$d/view/buildids" "$d/view.pipe/buildids" > "$d/both"
			[ "$form" != pipe ] || mv "$d/both" "$d/view.pipe/buildids"
			same "perfdata: buildid-list is the same: $2 as $form" "$d/view/buildids" "$d/view.$form/buildids"
		fi
		if [ -s "$d/view/progs" ]; then
			same "perfdata: report --header has the programs: $2 as $form" "$d/view/progs" "$d/view.$form/progs"
		fi
		succeeds "perfdata: perf inject reads it: $2 as $form" perf inject -i "$d/$form" -o "$d/injected"
	done
	succeeds "perfdata: perf diff reads them: $2" perf diff "$d/file" "$d/back"
}

check()
{
	counts_agree "$1" "$2"
	samples_agree "$1" "$2"
	forms_agree "$1" "$2"
}

if ! record -a -o "$dir/file.data"; then
	fail "perfdata: perf can record" "$dir/record.err"
	finish
fi
check "$dir/file.data" file
expect "perfdata: the program has its image, its BTF and its loader" /dev/stdin \
	"^ *$(cat "$dir/id") +raw_tracepoint .* perfdata_load +3 .* yes +header\+records" << END
$("$aug" progs "$dir/file.data")
END

record -a -z -o "$dir/packed.data"
check "$dir/packed.data" packed
record -a --threads -o "$dir/threads.data"
check "$dir/threads.data" directory
record -a -z --threads -o "$dir/packed_threads.data"
check "$dir/packed_threads.data" "packed directory"
# The ids that the helper prints must not come into the stream.
perf record -q -e cpu-clock -F 999 -a -o - sh -c "$load $object perfdata_busy $ms > /dev/null" \
	> "$dir/pipe.data" 2> /dev/null
check "$dir/pipe.data" pipe
succeeds "perfdata: progs reads a pipe" sh -c "'$aug' progs - < '$dir/pipe.data'"

finish
