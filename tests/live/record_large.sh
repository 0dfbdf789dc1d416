#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# BPF programs whose code or BTF is larger than a record of a stream, and a command line that is: file, directory and pipe have the
# same of them, live and rewritten, and stock perf reads and lists them in each.
. tests/lib.sh

need_root "record: large programs"
need_cmd "record: large programs" perf python3
need_file "record: perf-augment is built" "$BUILD/perf-augment"
need_file "record: the helper is built" "$BUILD/tests/live/perfdata_load"
need_file "record: the large programs are built" "$BUILD/tests/live/record_large_types.bpf.o"
need_file "record: the large programs are built" "$BUILD/tests/live/record_large_strings.bpf.o"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
types=$(realpath "$BUILD/tests/live/record_large_types.bpf.o")
strings=$(realpath "$BUILD/tests/live/record_large_strings.bpf.o")
dir=$(mktemp -d)
# perf leaves copies of [vdso] and build-ids behind: in our directory, please.
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT
# loaded and unloaded at once
cat > "$dir/load" << END
"$load" "$types" record_large_types 0
"$load" "$types" record_large_code 0
"$load" "$strings" record_large_strings 0
END

# 2,000 arguments that nobody reads
words=$(seq 2000)

# record NAME ARGUMENT...: the ids of the programs are kept in $dir/NAME.ids
record()
{
	form=$1
	shift
	# shellcheck disable=SC2086 # a word each
	"$aug" record -a -e cpu-clock -F 99 "$@" sh -c "sh '$dir/load' > '$dir/$form.ids'" \
		$words > "$dir/$form.stdout" 2> "$dir/$form.err"
	status=$?
	[ "$form" != pipe ] || cp "$dir/pipe.stdout" "$dir/pipe"
	if [ $status = 0 ] && [ "$(wc -l < "$dir/$form.ids")" = 3 ]; then
		pass "record: large programs: $form is recorded"
	else
		fail "record: large programs: $form is recorded, status $status" "$dir/$form.err"
	fi
}

# source_lines FORM: those of the three programs, as annotate has them
source_lines()
{
	while read -r id; do
		"$aug" annotate "$dir/$1" "$id" 2>> "$dir/err" | awk -F '|' '$3 ~ /^ ; / { print $3 }'
	done < "$dir/$1.ids"
}

# header NAME: what stock perf says in it of programs and BTFs
header()
{
	perf report -i "$dir/$1" --header-only 2> "$dir/err" | grep -aE 'bpf_prog_info|sub_prog|btf info' | sort -u
}

# in_header FORM: the three programs by the names of their functions
in_header()
{
	header "$1" > "$dir/$1.header"
	for func in record_large_types large_types_spin record_large_code record_large_strings large_strings_spin; do
		expect "record: large programs: perf lists $func: $1" "$dir/$1.header" "bpf_prog_[0-9a-f]{16}_$func addr"
	done
	refuse "record: large programs: perf reads it without a complaint: $1" "$dir/err" 'rror|ailed|nvalid|WARN'
}

# parts FORM: what dump tells of them, "FEATURE how many"
parts()
{
	"$aug" dump "$dir/$1" 2> "$dir/err" | grep -a 'part_of: ' | grep -oE 'feature: [A-Z_]+' | sort | uniq -c |
		awk '{ print $3, ($1 > 1 ? "some" : "one") }'
}

# Everything that a rewritten recording could have lost.
view()
{
	rm -rf "$dir/now"
	cp -r "$dir/$1" "$dir/now"
	cd "$dir" || return
	"$aug" annotate now 'record_large_*' > "$1.annotated" 2> err
	"$aug" annotate --json now 'record_large_*' > "$1.json" 2> err
	"$aug" progs now > "$1.progs" 2> err
	perf script -i now -F ip,sym,time > "$1.script" 2> err
	perf script -i now --show-bpf-events 2> err | grep -aE 'KSYMBOL|BPF_EVENT' > "$1.events"
	header now > "$1.listed"
	cd - > /dev/null || return
}

record file -o "$dir/file"
record dir --threads -o "$dir/dir"
record pipe -o -
for form in file dir pipe; do
	source_lines "$form" > "$dir/$form.lines"
	in_header "$form"
done
expect "record: large programs: there are source lines" "$dir/file.lines" '^ ; x = x \* 31 \+ \(x >> 7\) \+ name;$'
expect "record: large programs: of each" "$dir/file.lines" '^ ; result = large_types_spin\(ctx, result\);$'
same "record: large programs: source lines of directory and file" "$dir/file.lines" "$dir/dir.lines"
same "record: large programs: source lines of pipe and file" "$dir/file.lines" "$dir/pipe.lines"
refuse "record: large programs: nothing goes in parts: file" "$dir/file.err" 'in parts'
expect "record: large programs: what goes in parts is told: pipe" "$dir/pipe.err" \
	'^perf-augment: [0-9]+ BPF programs, BTFs or command lines went in parts'
parts pipe > "$dir/pipe.parts"
expect "record: large programs: dump shows parts of BTF" "$dir/pipe.parts" '^BPF_BTF some$'
expect "record: large programs: dump shows parts of programs" "$dir/pipe.parts" '^BPF_PROG_INFO some$'
expect "record: large programs: dump shows parts of the command line" "$dir/pipe.parts" '^CMDLINE some$'

# From each form to a pipe, on to another one, and back.
for form in file dir pipe; do
	mkdir "$dir/of_$form"
	if "$aug" convert -q "$dir/$form" - > "$dir/of_$form/first" 2> "$dir/err" &&
		"$aug" convert -q - - < "$dir/of_$form/first" > "$dir/of_$form/second" 2>> "$dir/err" &&
		"$aug" convert -q - "$dir/of_$form/back" < "$dir/of_$form/second" 2>> "$dir/err" && [ ! -s "$dir/err" ]; then
		pass "record: large programs: convert of $form to a pipe, and back"
	else
		fail "record: large programs: convert of $form to a pipe, and back" "$dir/err"
	fi
	view "$form"
	for to in first second back; do
		view "of_$form/$to"
		for what in annotated json progs script events listed; do
			same "record: large programs: $what of $form as $to" "$dir/$form.$what" "$dir/of_$form/$to.$what"
		done
	done
done

# What stock perf has of the command line: all in a file, also when that was a pipe; its beginning in a pipe.
for form in file of_file/back pipe of_pipe/back; do
	perf report -i "$dir/$form" --header-only 2> "$dir/err" | grep -a '^# cmdline : .' | tail -n 1 | sed 's/.*--* sh -c/sh -c/' \
		> "$dir/cmdline.$(echo $form | tr / .)"
done
same "record: large programs: command line of file as back" "$dir/cmdline.file" "$dir/cmdline.of_file.back"
expect "record: large programs: command line of a pipe in a file" "$dir/cmdline.of_pipe.back" '^sh -c .* 1999 2000 *$'
expect "record: large programs: command line of a pipe for stock perf" "$dir/cmdline.pipe" '^sh -c .* 1 2 3 .* [0-9]{3} *$'

finish
