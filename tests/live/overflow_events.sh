#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --keep, --drop and --overflow with every kind of event and target: what is kept is what stock
# perf reads, beside what is known to have happened and what the program itself has counted.
. tests/lib.sh
. tests/live/overflow_common.inc

# ---- kinds of events ----

check_software()
{
	for event in cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults; do
		case $event in
		*-clock) period=1000000 ;;
		*) period=1 ;;
		esac
		rec -e $event -c $period --drop 'pid % 2 == 0' -- \
			sh -c "$work 60ms; for i in 1 2; do ls -R /etc > /dev/null; done; sleep 0.1; sleep 0.1"
		whole "$event" $event
		perf script -i "$data" -F pid > "$dir/pids" 2> /dev/null
		refuse "$event: none of what was dropped" "$dir/pids" '[02468] *$'
		[ $event = cpu-migrations ] || value "$event: some are seen" $(($(total seen) > 0)) 1
	done
}

# hits NAME KEPT EXPR: of a thousand writes, so many are kept. They begin when the recorder begins its
# command, at which its events run, and the command ends when the writer has.
hits()
{
	hits_name=$1 hits_kept=$2
	rm -f "$dir/address" "$dir/go" "$dir/ended"
	mkfifo "$dir/go" "$dir/ended"
	"$live/overflow_hits" 1000 < "$dir/go" > "$dir/address" 8<> "$dir/ended" &
	pid=$!
	exec 9> "$dir/go"
	while ! [ -s "$dir/address" ]; do sleep 0.1; done
	address=$(cat "$dir/address")
	rec -p $pid -e "mem:$address:w" -c 1 --keep "$(echo "$3" | sed "s/ADDRESS/$address/")" -- \
		sh -c "exec 7< $dir/ended; echo > $dir/go; cat <&7"
	exec 9>&-
	wait $pid
	row "$hits_name"
	value "$hits_name: each write is seen" "$(total seen)" 1000
	value "$hits_name: as many are kept" "$(total kept)" "$hits_kept"
	value "$hits_name: and read by perf" "$(perf script -i "$data" -F pid 2> /dev/null | grep -c "$pid")" "$hits_kept"
}

check_breakpoints()
{
	if ! breakpoints_fire; then
		skip "breakpoint" "this machine has none: $(cat "$dir/why")"
		return
	fi
	hits "breakpoint" 1000 true
	if "$pa" record -q -o "$dir/try" -e "mem:0x1000:w" -c 1 --keep 'addr == 1' -- true 2> "$dir/err" ||
		grep -q 'all debug registers of CPU' "$dir/err"; then
		hits "breakpoint by address" 1000 'addr == ADDRESS'
		hits "breakpoint of another address" 0 'addr == ADDRESS + 64'
	else
		skip "breakpoint by address" "$(head -n 1 "$dir/err")"
	fi
}

check_time()
{
	rec -a -e cpu-clock -F 1000 -k mono --keep 'time % 1s < 500ms' -- sleep 2
	whole "time" cpu-clock
	perf script -i "$data" -F time --ns > "$dir/times" 2> /dev/null
	expect "time: some" "$dir/times" '\.[0-4][0-9]{8}:'
	# The program looks at the clock a moment after the kernel did.
	refuse "time: only those of the half seconds" "$dir/times" '\.([5-8]|9[0-8])[0-9]+:'
}

# ---- targets ----

check_targets()
{
	if make_group; then
		rec -e cpu-clock -c 1000000 -G "$group_name" --keep 'pid > 1' -- \
			sh -c "$work 100ms; sh -c 'echo \$\$ > $group/cgroup.procs; exec $work 400ms'"
		whole "-G" cpu-clock
		value "-G: some" $(($(total kept) > 0)) 1
		rec -e cpu-clock -c 1000000 -G "$group_name" --keep true -- "$work" 100ms
		value "-G: nobody else" "$(total seen)" 0
	else
		skip "-G" "no cgroup2 hierarchy can be written"
	fi
	"$pa" record -o "$dir/none" -G perf-augment-not-there -- true > "$dir/out" 2> "$dir/err"
	value "-G: one that is not there: status" $? 1
	expect "-G: one that is not there" "$dir/err" 'there is no cgroup perf-augment-not-there: No such file'
	"$pa" record -o "$dir/none" -G a,b,c -e cpu-clock,page-faults -- true > "$dir/out" 2> "$dir/err"
	value "-G: not one for each event: status" $? 2
	expect "-G: not one for each event" "$dir/err" '3 control groups for 2 events'
	"$work" 10000000ms &
	pid=$!
	cat > "$dir/until_it_ran" <<- 'SH'
		ticks() { cut -d ' ' -f 14 "/proc/$1/stat"; }
		begin=$(ticks "$1")
		while [ $(($(ticks "$1") - begin)) -lt 20 ]; do sleep 0.1; done
	SH
	for target in "-t $pid" "-p $pid" "-p $pid -C $(cat /sys/devices/system/cpu/online)"; do
		# shellcheck disable=SC2086 # options
		rec $target -e cpu-clock -c 1000000 --keep user -- sh "$dir/until_it_ran" $pid
		whole "${target%% *}" cpu-clock
		value "${target%% *}: that task" "$(perf script -i "$data" -F pid 2> /dev/null | sort -u | tr -d ' \n')" "$pid"
	done
	kill $pid
	wait $pid 2> /dev/null
	rec -C 0 -e cpu-clock -c 1000000 --keep 'cpu == 0' -- sleep 0.5
	whole "-C" cpu-clock
	value "-C: nothing to drop" "$(total dropped)" 0
}

# ---- the table: one process, kept and forwarded, beside what the program has counted of each ----

# one NAME TARGET COMMAND: the program keeps the samples of one of the processes that COMMAND begins. It has
# counted those of all; that is read when they have ended and it still runs.
one()
{
	# shellcheck disable=SC2086 # options
	rec $2 -e cpu-clock -F 1000 --overflow "$live/overflow_own.bpf.o:only_one" -- \
		sh -c "$3; '$pa' dump-map -j by_tgid > $dir/by_tgid; '$pa' dump-map -j of_watched > $dir/of_watched"
	row "$1"
	# A task that ends has lost its number (-1) before its last samples.
	perf script -i "$data" -F event,pid 2> /dev/null | awk '/cpu-clock:/ && $1 != -1 { print $1 }' | sort -u > "$dir/kept_pids"
	value "$1: seen is kept and dropped" "$(total seen)" $(($(total kept) + $(total dropped)))
	value "$1: perf finds those that were kept" "$(samples cpu-clock)" $(($(total kept) - $(total lost)))
	value "$1: each of them was forwarded" "$(side forwarded)" $(($(total kept) - $(side forwarded_lost)))
	value "$1: all are of one process" "$(wc -l < "$dir/kept_pids")" 1
	value "$1: exactly as many as it had" "$(total kept)" "$(python3 - "$dir/by_tgid" "$dir/of_watched" <<- 'PY'
		import json, sys
		of = {e["key"]: e["value"] for e in json.load(open(sys.argv[1]))}
		print(sum(of[e["key"]] for e in json.load(open(sys.argv[2]))))
	PY
	)"
}

check_one_process()
{
	one "tgid and forward, -a" -a "$work 1000ms & $work 1000ms & wait"
	one "tgid and forward, inherited" "" "$work 1000ms & $work 1000ms & wait"
	one "tgid and forward, in a storm" "" \
		"$work 1000ms & i=0; while [ \$i -lt 100 ]; do /bin/true; i=\$((i+1)); done; wait"
}

check_fast()
{
	# Before others of a busy machine, and with room for some seconds in which it does not come.
	nice -n -15 "$pa" record -o "$data" -m 4M -a -e cpu-clock -F 10000 --keep true -- "$work" 500ms \
		> "$dir/out" 2> "$dir/err"
	value "10 kHz on all CPUs: nothing is lost" "$(total lost)" 0
	whole "10 kHz on all CPUs" cpu-clock
}

check_software
check_breakpoints
check_time
check_targets
check_one_process
check_fast
nothing_left overflow_events
finish
