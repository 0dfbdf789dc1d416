#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# report beside perf report, on recordings of stock perf in all of its forms, and on ours: the same rows
# with the same counts, by any key; sums that are the file's samples; flame graphs that are XML.
. tests/lib.sh

need_root "report: recordings of stock perf"
need_cmd "report: recordings of stock perf" perf python3
need_file "report: perf-augment is built" "$BUILD/perf-augment"
need_file "report: its helper is built" "$BUILD/tests/live/perfdata_load"
need_file "report: its program is built" "$BUILD/tests/live/perfdata_work.bpf.o"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
object=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# rows: of a table, sorted. Addresses without a symbol are of the file in perf's and of memory in ours,
# unknown ones are of no known level to perf. perf makes its column as wide as the longest name that a thread
# has at the end, and so may cut the one that the workload has before its exec.
rows()
{
	grep -a '%' | grep -av '^#' | sed -E 's/ +$//; s/ +/ /g; s/(0x[0-9a-f]+|0{16})$/ADDR/; s/\\(.)/\1/g; s/\[.\] ADDR/ADDR/; s/ perf-e[xec]*( |$)/ perf-exec\1/' | sort
}

# compared KEYS: with symbols, the rows of the kernel and of the workload's own files. What others run may be
# files that are gone when the second of the two reads them, or another root's, whose libraries' symbols
# perf takes for ours: "calls" compares those.
compared()
{
	case $1 in
	comm,dso,sym) grep -aE '^ ?[0-9.]+% [0-9]+ ((sh|cat|sort|sha1sum|timeout|perfdata_load) [^ ]+ |.*\[k\])' |
		grep -avE '^ ?[0-9.]+% [0-9]+ [^ ]+ ([^ ]+\.so[.0-9]*|\[vdso\]) ' ;;
	*) cat ;;
	esac
}

# agrees RECORDING KEYS: whether ours has the rows of perf's
agrees()
{
	perf report -i "$1" --stdio --no-children -g none -n -w 0 --sort "$2" 2> err | rows | compared "$2" > rows.perf
	"$aug" report "$1" --no-children -g none -n --sort "$2" 2> err | rows | compared "$2" > rows.ours
	[ -s rows.perf ] && cmp -s rows.perf rows.ours
}

agree()
{
	if agrees "$2" "$3"; then
		pass "report: $1: the rows of perf report by $3"
	else
		diff rows.perf rows.ours > difference
		fail "report: $1: the rows of perf report by $3" difference
	fi
}

# record_form FORM: the workload, in one of the forms of perf's recordings
record_form()
{
	case $1 in
	file) record -a -o file -- sh -c "$work" ;;
	chains) record -a -o chains -g -- sh -c "$work" ;;
	packed) record -o packed -z -a -- sh -c "$work" ;;
	all) record -o all -a -e page-faults -- sh -c "$work" ;;
	dir) record --threads -a -o dir -- sh -c "$work" ;;
	pipe) record -a -g -o - -- sh -c "$work" > pipe ;;
	ours) "$aug" record -a -g -F 999 -e cpu-clock -o ours -- sh -c "$work" > record.err 2>&1 ;;
	ours_pipe) "$aug" record -a -F 999 -e cpu-clock -o - -- sh -c "$work" > ours_pipe 2> record.err ;;
	esac
}

# On a busy machine stock perf loses loads of BPF programs of others, whose samples it then has as
# unknown or as those of dead programs; ours finds them in the header. One of three must be without.
agree_form()
{
	for try in 1 2 3; do
		rm -rf "$1"
		record_form "$1"
		agrees "$1" comm,dso,sym && break
	done
	echo "# $1: recorded $try times"
	agree "$1" "$1" comm,dso,sym
}

# sums FORM RECORDING: rows, stacks and folded stacks have all samples of the file
sums()
{
	"$aug" dump "$2" 2> err | awk '$1 == "count" && $2 == "SAMPLE" { print $3 }' > samples
	"$aug" report --json "$2" 2> err | python3 -c '
import json, sys
r = json.load(sys.stdin)
for name in ("rows", "stacks"):
    got = sum(row["samples"] for e in r["events"] for row in e.get(name, e["rows"]))
    assert got == r["samples"], (name, got, r["samples"])
print(r["samples"])' > samples.ours 2> err2
	same "report: $1: rows and stacks add up to the samples of the file" samples samples.ours
}

# Without a cache of files, in which another root's would be found; perf has [vdso] from there alone.
record()
{
	perf record -q -N -e cpu-clock -F 999 "$@" 2> record.err
}

work="timeout 0.4 sh -c 'while :; do cat /etc/passwd | sort | sha1sum; done > /dev/null'; "
work="$work '$load' '$object' perfdata_busy 300 > id"

for form in file chains packed all dir pipe ours ours_pipe; do
	agree_form $form
	sums $form $form
done
agree "two events" all comm
agree file file dso
agree pipe pipe comm,dso
agree dir dir cpu,comm

# From a pipe, which cannot be read twice.
"$aug" report pipe --no-children -g none 2> err > from.file
# shellcheck disable=SC2002 # it shall be a pipe
cat pipe | "$aug" report --no-children -g none - 2> err > from.pipe
same "report: a stream from a pipe is read as from a file" from.file from.pipe

# With callers: functions that are above the threshold in both, of the workload alone. A return address
# at the beginning of a function is of the one before it, in ours. By symbols alone perf 6.1 has a function
# twice where many addresses beside it have no name.
record -g -o calls -- sh -c "$work"
perf report -i calls --stdio --children -g none -w 0 --sort dso,sym 2> err | rows | grep -Ev 'ADDR|bpf|_start' |
	awk '$1 + 0 >= 5' > rows.perf
"$aug" report calls --children -g caller,100 --sort dso,sym 2> err | rows | grep -Ev 'ADDR|bpf|_start' |
	awk '$1 + 0 >= 5' > rows.ours
same "report: calls: the rows of perf report --children" rows.perf rows.ours
"$aug" report calls 2> err > text
expect "report: calls: call graphs are drawn" text '^ [| ]*---?[0-9]+\.[0-9]+%--[a-z_]+'
expect "report: calls: a BPF program has its callers" text '(--|^ +)bpf_prog_[0-9a-f]{16}_'

# The kernel side of folded stacks, as perf script has them.
"$aug" report --folded calls 2> err | awk '{ n += $NF } END { print n }' > folded.ours
perf script -i calls -F period 2> err | awk 'NF == 1 { n += $1 } END { print n }' > folded.perf
same "report: calls: folded stacks have the periods of perf script" folded.perf folded.ours

"$aug" report --sort prog calls 2> err > text
expect "report: calls: samples by BPF program" text '^ +[0-9.]+% +[0-9.]+% +perfdata_busy \(id [0-9]+\)'
"$aug" report --sort prog,srcline file 2> err > text
expect "report: file: source lines of BPF programs" text 'perfdata_busy \(id [0-9]+\) +.*perfdata_work\.bpf\.c:[0-9]+'

"$aug" report --flamegraph none/flame.svg calls > text 2> err
refuse "report: a flame graph that cannot be written is told before the report" text '.'
expect "report: a flame graph that cannot be written" err 'none/flame.svg: No such file or directory'
"$aug" report --flamegraph flame.svg calls > text 2> err
python3 -c '
import sys, xml.dom.minidom
svg = xml.dom.minidom.parse("flame.svg")
frames = [g for g in svg.getElementsByTagName("g")]
names = [g.getAttribute("data-name") for g in frames]
assert len(frames) > 20 and "do_syscall_64" in names and any("bpf_prog_" in n for n in names), names[:20]
assert all(g.getElementsByTagName("title") and g.getElementsByTagName("rect") for g in frames)
assert [e for e in svg.getElementsByTagName("script") if e.hasAttribute("src")] == []
x = {}
for g in frames:
    d, at, w = (int(g.getAttribute("data-" + n)) for n in "dxw")
    x.setdefault(d, []).append((at, at + w))
for row in x.values():
    row.sort()
    assert all(a[1] <= b[0] + 1 for a, b in zip(row, row[1:])), row
print("ok")' > out 2> err2
if [ "$(cat out)" = ok ]; then
	pass "report: a flame graph is XML, its frames do not overlap"
else
	fail "report: a flame graph is XML, its frames do not overlap" err2
fi
if command -v node > /dev/null; then
	python3 -c 'print(open("flame.svg").read().split("<script><![CDATA[")[1].split("]]>")[0])' > flame.js
	if node --check flame.js > out 2>&1; then
		pass "report: its script is JavaScript"
	else
		fail "report: its script is JavaScript" out
	fi
else
	skip "report: its script is JavaScript" "node is not installed"
fi

# A program that is not the recorded one any more.
cat > changed.c << 'END'
int main(void) { volatile unsigned long i; for (i = 0; i < 300000000; i++) ; return 0; }
END
if gcc -O0 -Wl,--build-id -o changed changed.c 2> err; then
	record -o old.data ./changed
	"$aug" report --sort dso,sym old.data > text 2> err
	expect "report: symbols of a program" text 'changed +\[\.\] main'
	gcc -O1 -Wl,--build-id -o changed changed.c
	rm -rf "$dir/.debug"
	"$aug" report --sort dso,sym old.data > text 2> err
	expect "report: a program that has changed: said" err 'changed: has changed since it was recorded'
	refuse "report: a program that has changed: its symbols are not used" text 'main'
else
	skip "report: a program that has changed" "gcc cannot compile"
fi

# Of somebody else.
cp file other
chown 65534 other
"$aug" report other > text 2> err
if [ $? = 1 ] && grep -q 'belongs to user 65534' err; then
	pass "report: a recording of somebody else is refused"
else
	fail "report: a recording of somebody else is refused" err
fi
for command in annotate progs; do
	"$aug" $command other > text 2> err
	if [ $? = 1 ] && grep -q 'belongs to user 65534' err; then
		pass "$command: a recording of somebody else is refused"
	else
		fail "$command: a recording of somebody else is refused" err
	fi
done
for command in report progs; do
	if "$aug" $command -f other > text 2> err; then
		pass "$command: -f reads it"
	else
		fail "$command: -f reads it" err
	fi
done

# Cut in the middle of its records: a part, and that it is one.
head -c $(($(stat -c %s all) / 2)) all > half
"$aug" report half > text 2> err
if [ $? = 3 ] && grep -q '^# Samples: [1-9]' text && [ -s err ]; then
	pass "report: a recording that was cut: what is there, status 3"
else
	fail "report: a recording that was cut: what is there, status 3" err
fi
"$aug" report --sort nope file > text 2> err
if [ $? = 2 ] && grep -q "'nope' is none of" err; then
	pass "report: a key that is none"
else
	fail "report: a key that is none" err
fi
finish
