#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where stock perf loses BPF programs, and what progs makes of the same recordings: another process
# loads the program; a dead program's address is used again; many programs come and go.
. tests/lib.sh

need_root "perfdata: programs in time"
need_cmd "perfdata: programs in time" perf python3
need_file "perfdata: perf-augment is built" "$BUILD/perf-augment"
need_file "perfdata: its helper is built" "$BUILD/tests/live/perfdata_load"
need_file "perfdata: its program is built" "$BUILD/tests/live/perfdata_work.bpf.o"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
object=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

# field FILE ID KEY: what progs --json says of a program
field()
{
	python3 -c '
import json, sys
for p in json.load(open(sys.argv[1]))["programs"]:
    if p["id"] == int(sys.argv[2]):
        print(p[sys.argv[3]])' "$1" "$2" "$3"
}

unknown_in_perf()
{
	perf script -i "$1" -F ip,sym 2> /dev/null | grep -cE '^ *ffffffff[0-9a-f]+ \[unknown\]'
}

# What stock perf records is not ours to mend, and on a busy machine it loses events: one of five
# recordings must do, here and below.

# Loaded by another process while the recorded one runs: the records have nothing of it.
other()
{
	rm -f "$dir/started" "$dir/ended"
	(
		while [ ! -e "$dir/started" ]; do sleep 0.05; done
		"$load" "$object" perfdata_other 1500 > "$dir/other_id"
		: > "$dir/ended"
	) &
	other_pid=$!
	perf record -q -e cpu-clock -F 999 -o "$dir/other.data" \
		sh -c ": > '$dir/started'; while [ ! -e '$dir/ended' ]; do date; done" > "$dir/dates" 2> "$dir/err"
	wait "$other_pid"
	"$aug" progs --json "$dir/other.data" > "$dir/other.json" 2> "$dir/err"
	id=$(cat "$dir/other_id")
	unknown=$(unknown_in_perf "$dir/other.data")
	hits=$(field "$dir/other.json" "$id" samples)
	echo "# program of another process: $unknown samples unknown to perf script, $hits in program $id"
	[ "${hits:-0}" -gt 10 ] && [ "$hits" -ge $((unknown * 9 / 10)) ]
}

if other || other || other || other || other; then
	pass "perfdata: a program that only the header knows gets its samples"
else
	fail "perfdata: a program that only the header knows gets its samples" "$dir/other.json"
fi
if [ "$(field "$dir/other.json" "$id" source) $(field "$dir/other.json" "$id" load)" = "header estimated" ]; then
	pass "perfdata: and it says where that is from"
else
	fail "perfdata: and it says where that is from" "$dir/other.json"
fi

# One after another, at the same addresses, and the unload of the first not recorded.
stale()
{
	perf record -q -e cpu-clock -F 999 -o "$dir/stale.data" sh -c "
		'$load' '$object' perfdata_busy 300 > '$dir/id1'; sleep 1
		'$load' '$object' perfdata_other 300 > '$dir/id2'; sleep 0.3" > /dev/null 2> "$dir/err"
	"$aug" progs --json "$dir/stale.data" > "$dir/stale.json" 2> "$dir/err"
	first=$(field "$dir/stale.json" "$(cat "$dir/id1")" samples)
	second=$(field "$dir/stale.json" "$(cat "$dir/id2")" samples)
	# By time alone: what fell on our programs before and after the second was loaded.
	loaded=$(field "$dir/stale.json" "$(cat "$dir/id2")" loaded_ns)
	perf script -i "$dir/stale.data" --ns -F time,ip,sym 2> /dev/null | python3 -c '
import re, sys
loaded, before, after = int(sys.argv[1]), 0, 0
for line in sys.stdin:
    m = re.match(r"\s*(\d+)\.(\d{9}):\s+[0-9a-f]+ bpf_prog_[0-9a-f]{16}_perfdata_", line)
    if m and int(m[1]) * 10**9 + int(m[2]) < loaded:
        before += 1
    elif m:
        after += 1
print(before, after)' "${loaded:-0}" > "$dir/by_time"
	echo "# first program: $first samples, second: $second; by time in perf script: $(cat "$dir/by_time")"
	[ "$first" = "$(cut -d ' ' -f 1 "$dir/by_time")" ] && [ "${second:-0}" -gt 20 ] &&
		[ "$second" -ge "$(cut -d ' ' -f 2 "$dir/by_time")" ]
}

if stale || stale || stale || stale || stale; then
	pass "perfdata: a dead program gets no samples of the one that took its place"
else
	fail "perfdata: a dead program gets no samples of the one that took its place" "$dir/stale.json"
fi

# Loaded and unloaded at once, CPU-wide: every load has its unload and its loader.
many()
{
	perf record -q -e cpu-clock -F 99 -a -m 1024 -o "$dir/many.data" "$load" "$object" perfdata_busy 0 200 \
		> "$dir/many_ids" 2> "$dir/err"
	"$aug" progs --json "$dir/many.data" 2> "$dir/err" | python3 -c '
import json, sys
ids = set(map(int, open(sys.argv[1])))
progs = {p["id"]: p for p in json.load(sys.stdin)["programs"]}
for i in sorted(ids):
    p = progs.get(i)
    if not p or not p["loaded_ns"] or not p["unloaded_ns"] or p["unloaded_ns"] <= p["loaded_ns"] or \
            p["comm"] != "perfdata_load" or len(p["funcs"]) != 3:
        print(i, p)
images = sum(progs[i]["image"] for i in ids if i in progs)
print("# stock perf kept the image of %d of %d programs" % (images, len(ids)), file=sys.stderr)' \
		"$dir/many_ids" > "$dir/wrong" 2> "$dir/note" || echo "python3 failed" >> "$dir/wrong"
	cat "$dir/note"
	[ "$(wc -l < "$dir/many_ids")" = 200 ] && [ ! -s "$dir/wrong" ]
}

if many || many || many || many || many; then
	pass "perfdata: 200 short-lived programs: loads, unloads and loaders of all"
else
	fail "perfdata: 200 short-lived programs: loads, unloads and loaders of all" "$dir/wrong"
fi
finish
