#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --overflow: people's programs keep, drop, count and forward, and what they do is what is found.
. tests/lib.sh
. tests/live/overflow_common.inc
own=$live/overflow_own.bpf.o
need_file "overflow_own: its programs are built" "$own"

# A task that ends has no number any more, -1; and names of tasks are any bytes.

# json_records: what `report --forwarded -j` shows on standard input; says how many there are
json_records()
{
	python3 -c '
import json, sys
n, last = 0, 0
for line in sys.stdin:
    r = json.loads(line)
    n += 1
    assert r["type"] == "seen" and r["event"] == "cpu-clock", r
    v = r["value"]
    assert v["where"] == ("IN_KERNEL" if v["ip"] >> 63 else "IN_USER"), r
    assert v["user_stack"] in (0, 1) and v["ip"] == r["ip"], r
    assert r["time"] >= last and r["tid"] >= -1, r
    last = r["time"]
print("records", n)' 2>&1
}

# check_records NAME: in text and JSON as many as were forwarded, by their type; stock perf has them too
check_records()
{
	"$pa" report --forwarded -j "$data" 2> "$dir/err" | json_records > "$dir/parsed"
	expect "$1: each record is of its type, in the order of time" "$dir/parsed" '^records [0-9]+$'
	value "$1: as many records as were forwarded" "$(sed -n 's/^records //p' "$dir/parsed")" "$(side forwarded)"
	"$pa" report --forwarded "$data" > "$dir/shown" 2> "$dir/err"
	value "$1: in text too" "$(grep -cE \
		'^.{16,} +-?[0-9]+/-?[0-9]+ +\[[0-9]{3}\] +[0-9]+\.[0-9]{9}: cpu-clock: seen \{ \.ip = [0-9]+, \.where = IN_(USER|KERNEL), \.user_stack = [01], \.comm = (".*"|\{ [-0-9, ]* \}) \}$' \
		"$dir/shown")" "$(side forwarded)"
	value "$1: perf reads them as output of BPF" "$(samples cpu-clock/forwarded)" "$(side forwarded)"
	value "$1: with their bytes" "$(perf script -i "$data" 2> /dev/null | grep -c 'BPF output: 0000:')" "$(side forwarded)"
}

rec -a -e cpu-clock -F 1000 --overflow "$own:one_in_ten" -- "$work" 500ms
value "one in ten: exactly, on each CPU" "$(total kept)" "$(tenths)"
value "one in ten: perf finds those" "$(samples cpu-clock)" $(($(total kept) - $(total lost)))

rm -f "$data"*
"$pa" record -o "$data" -a -e cpu-clock -F 1000 --overflow "$own:replace" -- \
	sh -c "until [ -e $dir/stop ]; do sleep 0.1; done" > "$dir/out" 2> "$dir/err" &
recorder=$!
until "$pa" dump-map by_cpu > "$dir/map" 2> /dev/null && grep -q '[0-9]' "$dir/map"; do
	kill -0 $recorder 2> /dev/null || break
	sleep 0.1
done
touch "$dir/stop"
wait $recorder
expect "replace: counts are read while it runs" "$dir/map" '[0-9]'
value "replace: perf finds no sample" "$(samples cpu-clock)" 0
value "replace: each sample is a record" "$(side forwarded)" \
	$(($(total seen) - $(side forwarded_lost)))
check_records "replace"

rec -a -e cpu-clock -F 1000 --overflow "$own:chain" -- "$work" 500ms
value "chain: each sample is there" "$(samples cpu-clock)" $(($(total seen) - $(total lost)))
value "chain: and a record beside it" "$(side forwarded)" \
	$(($(total seen) - $(side forwarded_lost)))
check_records "chain"

"$pa" report --forwarded "$data" > "$dir/shown" 2> "$dir/err"
value "report --forwarded: status" $? 0
"$pa" dump --only SAMPLE "$data" > "$dir/dumped" 2> "$dir/err"
value "dump: has them by their types" \
	"$(grep -c 'forwarded { type: "seen", value: { ip: .*, where: IN_.* } }$' "$dir/dumped")" "$(side forwarded)"
"$pa" report -j "$data" > "$dir/json" 2> "$dir/err"
value "report: they are an event beside the other" "$(python3 -c 'import json, sys
print({e["event"]: sum(r["period"] for r in e["rows"]) for e in json.load(open(sys.argv[1]))["events"]}["cpu-clock/forwarded"])' \
	"$dir/json")" "$(side forwarded)"

# ---- the other forms ----

"$pa" convert "$data" "$dir/converted" 2> "$dir/err"
"$pa" report --forwarded "$dir/converted" > "$dir/again" 2>> "$dir/err"
cmp "$dir/shown" "$dir/again" >> "$dir/err" 2>&1
value "convert: keeps them" $? 0
"$pa" convert "$data" - 2> "$dir/err" | "$pa" report --forwarded - > "$dir/again" 2>> "$dir/err"
cmp "$dir/shown" "$dir/again" >> "$dir/err" 2>&1
value "convert: keeps them in a stream" $? 0
perf inject -i "$data" -o "$dir/injected" > "$dir/err" 2>&1
"$pa" report --forwarded "$dir/injected" > "$dir/again" 2>> "$dir/err"
cmp "$dir/shown" "$dir/again" >> "$dir/err" 2>&1
value "perf inject: keeps them" $? 0

"$pa" record -o - -a -e cpu-clock -F 1000 --overflow "$own:replace" -- "$work" 200ms 2> "$dir/err" > "$dir/stream"
forwarded=$(sed -n 's/.* \([0-9]*\) records were forwarded/\1/p' "$dir/err")
"$pa" report --forwarded -j - < "$dir/stream" 2> "$dir/err" | json_records > "$dir/parsed"
value "pipe: has each record that was forwarded" "$(cat "$dir/parsed")" "records $forwarded"
value "pipe: perf reads them" "$(perf script -i - -F event < "$dir/stream" 2> /dev/null | grep -c forwarded:)" "$forwarded"
rec -z --threads -a -e cpu-clock -F 1000 --overflow "$own:replace" -- "$work" 200ms
check_records "directory, packed"
rec -C 0 -e cpu-clock -F 1000 --overflow "$own:replace" -- "$work" 200ms
check_records "-C"
value "-C: nowhere else" "$("$pa" report --forwarded "$data" | grep -vc '\[000\]')" 0
rec -e cpu-clock/period=1000000,name=cpu-clock/,page-faults/period=1,name=page-faults/ --overflow "$own:replace" -- "$work" 200ms
expect "two events: each forwards by itself" "$dir/err" 'records were forwarded'
perf evlist -i "$data" > "$dir/events" 2> "$dir/err"
expect "two events: each has records of its own" "$dir/events" '^page-faults/forwarded$'
rec -a -e cpu-clock -F 1000 --overflow "$own:one_in_ten" -- "$work" 100ms
perf evlist -i "$data" > "$dir/events" 2> "$dir/err"
refuse "without any: there is no event for them" "$dir/events" 'forwarded'

# ---- what report cannot do ----

"$pa" report --forwarded -o "$dir/not_made" "$data" > "$dir/shown" 2> "$dir/err"
value "report --forwarded: without any: status" $? 1
expect "report --forwarded: without any" "$dir/err" 'no program forwarded anything'
value "report --forwarded: without any: no file is made" "$(find "$dir" -name 'not_made*' | wc -l)" 0
rec -a -e cpu-clock -F 1000 --overflow "$own:chain" -- "$work" 100ms
"$pa" report --forwarded --sort pid "$data" > "$dir/shown" 2> "$dir/err"
value "report --forwarded: what it would ignore: status" $? 2
expect "report --forwarded: what it would ignore" "$dir/err" 'only -i, -o, -j and -f go with it'
"$pa" report --forwarded -o "$dir/none/x" "$data" > "$dir/shown" 2> "$dir/err"
value "report --forwarded: no output: status" $? 1
expect "report --forwarded: no output" "$dir/err" 'none/x: No such file'
head -c 9000 "$data" > "$dir/cut"
"$pa" report --forwarded "$dir/cut" > "$dir/shown" 2> "$dir/err"
value "report --forwarded: cut in the middle: status" $(($? == 0)) 0
nothing_left overflow_own
finish
