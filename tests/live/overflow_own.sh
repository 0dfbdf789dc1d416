#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --overflow: people's programs keep, drop, count and forward, and what they do is what is found.
. tests/lib.sh

need_root "overflow_own: programs of one's own"
need_cmd "overflow_own: programs of one's own" perf python3
pa=$BUILD/perf-augment
own=$BUILD/tests/live/overflow_own.bpf.o
need_file "overflow_own: perf-augment is built" "$pa"
need_file "overflow_own: its programs are built" "$own"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
data=$dir/perf.data
work='i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done'

rec()
{
	"$pa" record -o "$data" "$@" > "$dir/out" 2> "$dir/err"
}

total()
{
	python3 - "$data.overflow.json" "$1" <<- 'PY'
		import json, sys
		d = json.load(open(sys.argv[1]))
		print(d[sys.argv[2]] if sys.argv[2] in d else d["events"][0][sys.argv[2]])
	PY
}

samples()
{
	perf report -D -i "$data" 2> /dev/null | grep -c " PERF_RECORD_SAMPLE("
}

same()
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1" "$dir/err"
		echo "# $2, not $3"
	fi
}

check_records()
{
	python3 - "$data.overflow.records" > "$dir/parsed" 2>&1 <<- 'PY'
		import json, sys
		n = 0
		for line in open(sys.argv[1]):
		    r = json.loads(line)
		    n += 1
		    assert r["type"] == "seen" and r["event"] == "cpu-clock", r
		    v = r["value"]
		    assert v["where"] == ("IN_KERNEL" if int(str(v["ip"]), 0) >> 63 else "IN_USER"), r
		    assert v["user_stack"] in (0, 1) and isinstance(v["comm"], str), r
		    assert r["time"] > 0 and r["tid"] >= r["pid"] * 0, r
		print("records", n)
	PY
	expect "$1: each record is of its type" "$dir/parsed" '^records [0-9]+$'
	same "$1: as many records as were forwarded" "$(sed -n 's/^records //p' "$dir/parsed")" \
		"$(total forwarded)"
}

rec -a -e cpu-clock -F 1000 --overflow "$own:one_in_ten" -- sh -c "$work"
tenths=$(python3 - "$data.overflow.json" <<- 'PY'
	import json, sys
	print(sum((c["seen"] + 9) // 10 for c in json.load(open(sys.argv[1]))["events"][0]["cpus"]))
PY
)
same "one in ten: exactly, on each CPU" "$(total kept)" "$tenths"
same "one in ten: perf finds those" "$(samples)" $(($(total kept) - $(total lost)))

"$pa" record -o "$data" -a -e cpu-clock -F 1000 --overflow "$own:replace" -- sleep 3 \
	> "$dir/out" 2> "$dir/err" &
recorder=$!
n=0
until "$pa" dump-map by_cpu > "$dir/map" 2> /dev/null && grep -q '[0-9]' "$dir/map"; do
	n=$((n + 1))
	[ $n -gt 50 ] && break
	sleep 0.1
done
wait $recorder
expect "replace: counts are read while it runs" "$dir/map" '[0-9]'
same "replace: perf finds no sample" "$(samples)" 0
same "replace: each sample is a record" "$(total forwarded)" \
	$(($(total seen) - $(total forwarded_lost)))
check_records "replace"

rec -a -e cpu-clock -F 1000 --overflow "$own:chain" -- sh -c "$work"
same "chain: each sample is there" "$(samples)" $(($(total seen) - $(total lost)))
same "chain: and a record beside it" "$(total forwarded)" \
	$(($(total seen) - $(total forwarded_lost)))
check_records "chain"

"$pa" report --forwarded "$data" > "$dir/shown" 2> "$dir/err"
same "report --forwarded: status" $? 0
cmp "$dir/shown" "$data.overflow.records" > "$dir/err" 2>&1
same "report --forwarded: each record, as its type tells" $? 0
{
	echo '{"time":1}'
	printf '{"time":2, "\033[2J":1}\n'
	printf '{"time":3, "\302\2332J":1}\n'
	printf '{"time":4, "\340\200\2332J":1}\n'
	echo '{no json}'
	head -c 1100000 /dev/zero | tr '\0' '{'
	echo '}'
	echo 'no record'
	printf '{"time":5}'
} > "$data.overflow.records"
"$pa" report --forwarded "$data" > "$dir/shown" 2> "$dir/err"
same "report --forwarded: damaged: status" $? 3
same "report --forwarded: damaged: what is whole" "$(cat "$dir/shown")" '{"time":1}
{"time":5}'
expect "report --forwarded: damaged: is said" "$dir/err" '6 lines are no records'
"$pa" report --forwarded --sort pid "$data" > "$dir/shown" 2> "$dir/err"
same "report --forwarded: what it would ignore: status" $? 2
expect "report --forwarded: what it would ignore" "$dir/err" 'only -i, -o, -j and -f go with it'
"$pa" report --forwarded -o "$dir/none/x" "$data" > "$dir/shown" 2> "$dir/err"
same "report --forwarded: no output: status" $? 1
expect "report --forwarded: no output" "$dir/err" 'none/x: No such file'
rm "$data.overflow.records"
"$pa" report --forwarded "$data" > "$dir/shown" 2> "$dir/err"
same "report --forwarded: without any: status" $? 1
expect "report --forwarded: without any" "$dir/err" 'no program forwarded anything'

# refused NAME PATTERN OBJECT
refused()
{
	"$pa" record -a -o "$dir/none" --overflow "$3" -- true > "$dir/out" 2> "$dir/err"
	same "$1: status" $? 1
	expect "$1" "$dir/err" "$2"
	same "$1: nothing is left" "$(find "$dir" -name "none*" | wc -l)" 0
}

b=$BUILD/tests/live
refused "refused: which of several" 'several programs.*one_in_ten, replace, chain' "$own"
refused "refused: one that is not there" 'has no program nothere' "$own:nothere"
refused "refused: a file that is not there" 'nothere.o: No such file' nothere.o
refused "refused: no object" 'tests/lib.sh' tests/lib.sh
refused "refused: of the wrong type" "section 'tracepoint/syscalls/sys_enter_getppid'" \
	"$b/overflow_bad.bpf.o:other"
refused "refused: by the verifier" 'test the pointer for NULL' "$b/overflow_bad.bpf.o"
expect "refused: by the verifier, the line" "$dir/err" 'overflow_bad.bpf.c:[0-9]+: .*\*value'
refused "refused: without licence" 'license\(GPL\)' "$b/overflow_unlicensed.bpf.o"
refused "refused: without counts" 'no program for samples|does not count' "$b/overflow_heavy.bpf.o"
"$pa" record -a -o "$dir/none" --overflow "$own:chain" --keep true -- true > "$dir/out" 2> "$dir/err"
same "refused: a second program: status" $? 2
expect "refused: a second program" "$dir/err" 'an event has one program'
finish
