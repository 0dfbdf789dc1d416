#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record on this kernel: each form has the samples in a BPF program under their name and its code, as
# stock perf and report, progs and annotate read it; programs that come and go at once are kept.
. tests/lib.sh

need_root "record"
need_file "record: its programs are built" "$BUILD/tests/live/record_burst"
aug=$BUILD/perf-augment
live=$BUILD/tests/live
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

for form in file dir pipe; do
	rec=$dir/$form
	case $form in
	file) set -- -o "$rec" ;;
	dir) set -- --threads -o "$rec" ;;
	pipe) set -- -o - ;;
	esac
	"$aug" record -a -e cpu-clock -F 500 "$@" "$live/perfdata_load" "$live/perfdata_work.bpf.o" perfdata_busy 1000 \
		> "$dir/stdout" 2> "$dir/err"
	if [ $form = pipe ]; then mv "$dir/stdout" "$rec"; fi
	expect "record: all programs are had: $form" "$dir/err" 'programs: seen [1-9][0-9]*, image [1-9][0-9]*, lost 0 '
	"$aug" report --sort sym "$rec" > "$dir/out" 2>&1
	expect "record: report names the program: $form" "$dir/out" 'perfdata_spin'
	"$aug" progs "$rec" > "$dir/out" 2>&1
	expect "record: progs has it: $form" "$dir/out" 'perfdata_busy .* yes '
	"$aug" annotate "$rec" > "$dir/out" 2>&1
	expect "record: annotate shows its code: $form" "$dir/out" 'ret|__x86_return_thunk'
	command -v perf > /dev/null || continue
	perf script -i "$rec" -F ip,sym > "$dir/out" 2>&1
	expect "record: stock perf names it: $form" "$dir/out" 'bpf_prog_[0-9a-f]{16}_perfdata_spin'
done

"$aug" record -a -e cpu-clock -F 99 -o "$dir/burst" "$live/record_burst" "$live/record_burst.bpf.o" record_burst 200 0 \
	> "$dir/ids" 2> "$dir/err"
expect "record: none of 200 programs that come and go is lost" "$dir/err" 'programs: seen [0-9]+, image [0-9]+, lost 0 '
"$aug" progs "$dir/burst" > "$dir/out" 2>&1
awk 'NR == FNR { ours[$2]; next } $1 in ours && / yes / { n++ } END { print n + 0, "of 200 have code" }' \
	"$dir/ids" "$dir/out" > "$dir/note"
expect "record: 200 programs have their code" "$dir/note" '^200 of 200'
finish
