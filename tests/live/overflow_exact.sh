#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --keep, --overflow, --count-by at breakpoints: how often a byte is touched is known exactly, on a busy
# machine as on a quiet one. So is then what a program sees, keeps, drops and forwards, and what it misses.
. tests/lib.sh
. tests/live/overflow_common.inc
. tests/live/overflow_exact.inc
own=$live/overflow_own.bpf.o
need_file "overflow_exact: its programs are built" "$own"
need_breakpoints "overflow_exact"

# is NAME SEEN KEPT [MISSED]
is()
{
	row "$1"
	value "$1: each is due" "$(total expected)" $(($2 + ${4:-0}))
	value "$1: seen, exactly" "$(total seen)" "$2"
	value "$1: kept, exactly" "$(total kept)" "$3"
	value "$1: the others are dropped" "$(total dropped)" $(($2 - $3))
	value "$1: missed, exactly" "$(total missed)" "${4:-0}"
	value "$1: perf reads those that were kept" "$(samples "$event")" "$3"
	value "$1: nothing counts as lost" "$(total lost) $(records LOST)" "0 0"
}

# forwards NAME NR
forwards()
{
	value "$1: each of them is forwarded" "$(side forwarded) $(side forwarded_lost)" "$2 0"
	value "$1: perf reads what is forwarded" "$(samples "$event/forwarded")" "$2"
	value "$1: all are of one process" \
		"$(perf script -i "$data" -F event,pid 2> /dev/null | grep "$event" | awk '{ print $1 }' | sort -u | wc -l)" 1
}

check_table()
{
	touches -a 3000 0 --keep true
	is "keep all" 3000 3000
	touches -a 3000 0 --keep false
	is "drop all" 3000 0
	touches -a 3000 0 --overflow "$own:one_in_ten"
	is "one in ten" 3000 "$(tenths)"
	touches -a 1500 1 --overflow "$own:only_one"
	is "by tgid, forwarded, -a" 3000 1500
	forwards "by tgid, forwarded, -a" 1500
	touches -p 1000 2 --overflow "$own:only_one"
	is "by tgid, forwarded, of children" 3000 1000
	forwards "by tgid, forwarded, of children" 1000
	touches -p 20 150 --overflow "$own:only_one"
	is "by tgid, forwarded, fork storm" 3020 20
	forwards "by tgid, forwarded, fork storm" 20
	touches -p 20 150 --keep true
	is "keep all of a fork storm" 3020 3020
	touches -p 20 150 --drop true
	is "drop all of a fork storm" 3020 0
	touches -p 1000 0 -i --keep 'pid == 1 || !kernel'
	is "a process alone" 1000 1000
	touches -p 1000 0 --keep 'period == 3 || period == 1 || period == 7'
	is "one of several numbers" 1000 1000
	touches -p 1000 0 --drop 'period != 3 && period != 2 && period != 7'
	is "none of several numbers" 1000 0
}

# By function, as report and perf read it; children are others, but their code is the same.
check_counted()
{
	touches -p 1000 2 --count-by comm,symbol --json "$dir/json"
	value "counted: all in one function" "$(python3 -c '
import json, sys
print(*[(r["comm"], r["sym"], r["samples"], r["period"]) for r in json.load(open(sys.argv[1]))["events"][0]["rows"]])' "$dir/json")" \
		"('count_work', 'hit', 3000, 3000)"
	value "counted: as perf reads it" \
		"$(perf script -i "$data" -F comm,ip,sym,period 2> /dev/null | awk '{ of[$1 " " $4] += $2 } END { for (i in of) print i, of[i] }')" \
		"count_work hit 3000"
	touches -p 500 4 --count-by pid
	value "counted: by process" "$(perf script -i "$data" -F pid,period 2> /dev/null | awk '{ print $2 }' | sort | uniq -c | tr -s ' ')" " 5 500"
	touches -a 500 3 --count-by cpu --keep 'comm == "count_work"'
	value "counted: on all CPUs" "$(perf script -i "$data" -F period 2> /dev/null | awk '{ sum += $1 } END { print sum }')" 2000
}

check_group()
{
	if ! make_group; then
		skip "-G" "no cgroup2 hierarchy can be written"
		return
	fi
	in_group=$group
	touches -G 1000 2 --keep true
	in_group=
	is "-G" 3000 3000
	touches -G 1000 2 --keep true
	is "-G: nobody else" 0 0
}

# The tracepoint's program of overflow_blind touches the byte, while which no other may run.
check_missed()
{
	blind -p 1000 777 --keep true
	is "missed, --keep" 1000 1000 777
	expect "missed: that is said" "$dir/err" ': 777 of 1777 samples \(43.7 %\) were missed'
	blind -p 1000 777 --overflow "$own:chain"
	is "missed, --overflow" 1000 1000 777
	blind -a 1000 777 --keep true
	is "missed, -a" 1000 1000 777
	blind -p 1000 9 --keep true
	is "missed, few" 1000 1000 9
	refuse "missed, few: no warning" "$dir/err" 'were missed'
	blind -p 1000 777 --keep true --twin
	if [ "$(total seen 1)" = 0 ]; then
		skip "missed, beside a twin" "this CPU, as qemu emulates it, tells of one breakpoint at an address only"
	else
		is "missed, beside a twin" 1000 1000 777
		value "missed, beside a twin: which has all" "$(total seen 1) $(samples "$event/twin")" "1777 1777"
	fi
	blind -p 1000 777 --count-by pid
	value "missed, counted" "$(total expected) $(total seen) $(total missed) $(side samples)" "1777 1000 777 1000"
	# Of each CPU's, what is left of a period is due nothing. Samples that are missed leave their place.
	blind -p 1000 777 --keep true -c 7
	row "missed, of a longer period"
	due=$(total expected)
	value "missed, of a longer period: one in seven is due" \
		$((due <= 1777 / 7 && due > 1777 / 7 - $(nproc --all))) 1
	value "missed, of a longer period: and seen or missed" $(($(total seen) + $(total missed))) "$due"
	off=$(($(total missed) - 777 / 7))
	value "missed, of a longer period: one in seven of those that were" $((${off#-} <= $(nproc --all))) 1
}

# Without any program; and periods are what perf and report take them for.
check_period()
{
	touches -a 3000 0 -c 10
	nr=$(samples "$event")
	value "every tenth: samples" $((nr <= 300 && nr > 300 - $(nproc --all))) 1
	"$pa" report -j -i "$data" > "$dir/json" 2> "$dir/err"
	value "every tenth: their periods" "$(python3 -c '
import json, sys
print(sum(r["period"] for e in json.load(open(sys.argv[1]))["events"] for r in e["rows"]))' "$dir/json")" $((10 * nr))
}

check_table
check_period
check_counted
check_group
check_missed
nothing_left overflow_exact
finish
