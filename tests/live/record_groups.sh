#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Groups of events: what perf script and our report make of the samples of each event agree, with :S too,
# where samples have the counts of all of the group; in our recordings and in those of stock perf.
. tests/lib.sh

need_root "groups: recordings"
need_cmd "groups: recordings" perf python3
need_file "groups: perf-augment is built" "$BUILD/perf-augment"
aug=$(realpath "$BUILD/perf-augment")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
group='{cpu-clock,page-faults,context-switches}'
# shellcheck disable=SC2016 # for the other shell
work='ls -lR /usr/include /usr/share/doc; i=0; while [ $i -lt 20 ]; do cat /etc/passwd; i=$((i + 1)); done'
# shellcheck disable=SC2016 # and this in the shell itself, as children have no counts in samples
alone='i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); [ $((i % 5000)) -ne 0 ] || cat /etc/passwd; done'

# Of each event: samples and the sum of their periods.
by_perf()
{
	perf script -i "$1" -F event,period 2> err |
		awk '{ n[$2]++; sum[$2] += $1 } END { for (e in n) printf "%s %d %.0f\n", e, n[e], sum[e] }' | sort > perf.sums
}

by_ours()
{
	"$aug" report --json "$1" 2> err | python3 -c '
import json, sys
for event in json.load(sys.stdin)["events"]:
    rows = event["rows"]
    if rows:
        print(event["event"] + ":", sum(r["samples"] for r in rows), sum(r["period"] for r in rows))' |
		sort > ours.sums
}

# Each event of the group has samples of its own in both.
agree()
{
	by_perf "$2"
	by_ours "$2"
	if [ "$(wc -l < perf.sums)" -eq 3 ] && cmp -s perf.sums ours.sums; then
		pass "groups: $1: samples and periods of each event as perf script has them"
	else
		diff perf.sums ours.sums > difference
		fail "groups: $1: samples and periods of each event as perf script has them" difference
	fi
}

for read in :S ''; do
	what="with the counts of all"
	[ -n "$read" ] || what="each with its own samples"
	# perf 6.1 dies of its own recording if somebody else asked the kernel for build-ids meanwhile.
	for try in 1 2 3 4 5; do
		perf record -q -B -a -e "$group$read" -F 999 -o stock -- sh -c "$work" > out 2> err
		perf script -i stock > out 2> err && break
		echo "# recorded $try times"
	done
	agree "stock perf, $what" stock
	"$aug" record -q -a -e "$group$read" -F 999 -o file -- sh -c "$work" > out 2> err
	agree "file, $what" file
	"$aug" record -q -a -e "$group$read" -F 999 --threads -o dir -- sh -c "$work" > out 2> err
	agree "directory, $what" dir
	"$aug" record -q -a -e "$group$read" -F 999 -o - -- sh -c "$work" 2> err > pipe
	agree "pipe, $what" pipe
	"$aug" record -q -e "$group$read" -F 999 -o command -- sh -c "$alone" > out 2> err
	agree "a command, $what" command
	rm -rf file dir pipe command stock
done

"$aug" record -q -a -e "mine$group:S,cs" -o named sleep 0.3 2> err
perf report -i named --header-only > out 2> err
expect "groups: perf report --header has the group's name" out \
	'^# group: mine\{cpu-clock,page-faults,context-switches\}'
"$aug" record -q -a -e 'cpu-clock:S' -o alone sleep 0.3 2> err
perf script -i alone -F event,period > out 2> err
expect "groups: an event alone may have its count in samples" out 'cpu-clock:S: *$'
"$aug" record -q -e '{cs,cpu-clock' -o bad true 2> err
expect "groups: a group without an end is refused" err 'the } of the group is missing'
"$aug" record -e 'cpu-clock:S' -o children true 2> err
expect "groups: that children have no counts in samples is said" err 'event cpu-clock:S: .*not followed'
finish
