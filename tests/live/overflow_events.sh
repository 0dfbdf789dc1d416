#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --keep, --drop and --overflow with every kind of event and target: what is kept is what stock
# perf reads, beside what is known to have happened and beside a twin.
. tests/lib.sh

need_root "overflow_events: programs at samples of every kind"
need_cmd "overflow_events: programs at samples of every kind" perf python3
pa=$BUILD/perf-augment
live=$BUILD/tests/live
work=$live/count_work
need_file "overflow_events: perf-augment is built" "$pa"
need_file "overflow_events: its workload is built" "$work"
dir=$(mktemp -d)
group=
trap 'rm -rf "$dir"; [ -z "$group" ] || rmdir "$group"' EXIT
data=$dir/perf.data

# Where it fails, nothing is left of the one before that could be taken for its result.
rec()
{
	rm -f "$data" "$data.overflow.json"
	"$pa" record -o "$data" "$@" > "$dir/out" 2> "$dir/err" || fail "record $*" "$dir/err"
}

# total FIELD [EVENT]: of the side-car
total()
{
	[ -e "$data.overflow.json" ] || { echo 0; return; }
	python3 - "$data.overflow.json" "$1" "${2:-0}" <<- 'PY'
		import json, sys
		d = json.load(open(sys.argv[1]))
		print(d[sys.argv[2]] if sys.argv[2] in d else d["events"][int(sys.argv[3])][sys.argv[2]])
	PY
}

# samples EVENT: of the file, as perf finds them
samples()
{
	perf script -i "$data" -F event,pid 2> /dev/null | grep -c "$1:"
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

# whole NAME EVENT
whole()
{
	same "$1: seen is kept and dropped" "$(total seen)" $(($(total kept) + $(total dropped)))
	same "$1: perf finds those that were kept" "$(samples "$2")" $(($(total kept) - $(total lost)))
}

# row NAME: what became of the samples, for the log
row()
{
	python3 - "$data.overflow.json" "$1" <<- 'PY'
		import json, sys
		for e in json.load(open(sys.argv[1]))["events"]:
		    print("# %-28s %-16s" % (sys.argv[2], e["event"]),
		          *("%s %d" % (k, e[k]) for k in ("expected", "seen", "kept", "dropped", "missed", "lost")))
	PY
}

# ---- kinds of events ----

check_software()
{
	for event in cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults; do
		case $event in
		*-clock) period=1000000 ;;
		*) period=1 ;;
		esac
		rec -e $event -c $period --drop 'pid % 2 == 0' -- \
			sh -c "$work 60; for i in 1 2 3 4; do ls -R /etc > /dev/null; done; sleep 0.1; sleep 0.1"
		whole "$event" $event
		row $event
		perf script -i "$data" -F pid > "$dir/pids" 2> /dev/null
		refuse "$event: none of what was dropped" "$dir/pids" '[02468] *$'
		[ $event = cpu-migrations ] || same "$event: some are seen" $(($(total seen) > 0)) 1
	done
}

# hits NAME KEPT ARGS...: of a thousand writes, so many are kept
hits()
{
	hits_name=$1 hits_kept=$2
	shift 2
	rm -f "$dir/address"
	mkfifo "$dir/go"
	"$live/overflow_hits" 1000 < "$dir/go" > "$dir/address" &
	pid=$!
	exec 9> "$dir/go"
	while ! [ -s "$dir/address" ]; do sleep 0.1; done
	address=$(cat "$dir/address")
	rm "$dir/go"
	"$pa" record -o "$data" -p $pid -e "mem:$address:w" -c 1 --keep "$(echo "$*" | sed "s/ADDRESS/$address/")" \
		> "$dir/out" 2> "$dir/err" &
	recorder=$!
	n=0
	while kill -0 $recorder 2> /dev/null && ! bpftool prog show pids 2> /dev/null | grep -q "($recorder)" && [ $n -lt 20 ]; do
		sleep 0.2
		n=$((n + 1))
	done
	# The head of the recording is written before its events begin.
	n=0
	while ! [ -s "$data" ] && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
	sleep 2
	echo >&9
	exec 9>&-
	wait $pid
	wait $recorder
	row "$hits_name"
	same "$hits_name: each write is seen" "$(total seen)" 1000
	same "$hits_name: as many are kept" "$(total kept)" "$hits_kept"
	same "$hits_name: and read by perf" "$(perf script -i "$data" -F pid 2> /dev/null | grep -c "$pid")" "$hits_kept"
}

check_breakpoints()
{
	if ! "$pa" record -q -o "$dir/try" -e "mem:0x1000:w" -c 1 -- true 2> "$dir/err"; then
		skip "breakpoint" "this machine has none: $(tail -n 1 "$dir/err")"
		return
	fi
	hits "breakpoint" 1000 true
	if "$pa" record -q -o "$dir/try" -e "mem:0x1000:w" -c 1 --keep 'addr == 1' -- true 2> "$dir/err"; then
		hits "breakpoint by address" 1000 'addr == ADDRESS'
		hits "breakpoint of another address" 0 'addr == ADDRESS + 64'
	else
		skip "breakpoint by address" "$(tail -n 1 "$dir/err")"
	fi
}

check_time()
{
	rec -a -e cpu-clock -F 1000 -k mono --keep 'time % 1s < 500ms' -- sleep 2
	whole "time" cpu-clock
	perf script -i "$data" -F time --ns > "$dir/times" 2> /dev/null
	expect "time: some" "$dir/times" '\.[0-4][0-9]{8}:'
	refuse "time: only those of the half seconds" "$dir/times" '\.[5-9][0-9]{8}:'
}

# ---- targets ----

check_targets()
{
	mount_point=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
	group=$mount_point/perf-augment-events-$$
	if [ -n "$mount_point" ] && mkdir "$group" 2> /dev/null; then
		rec -e cpu-clock -c 1000000 -G "perf-augment-events-$$" --keep 'pid > 1' -- \
			sh -c "$work 100; sh -c 'echo \$\$ > $group/cgroup.procs; exec $work 400'"
		whole "-G" cpu-clock
		row "-G"
		same "-G: some" $(($(total kept) > 0)) 1
		rec -e cpu-clock -c 1000000 -G "perf-augment-events-$$" --keep true -- "$work" 100
		same "-G: nobody else" "$(total seen)" 0
	else
		group=
		skip "-G" "no cgroup2 hierarchy can be written"
	fi
	"$pa" record -o "$dir/none" -G perf-augment-not-there -- true > "$dir/out" 2> "$dir/err"
	same "-G: one that is not there: status" $? 1
	expect "-G: one that is not there" "$dir/err" 'there is no cgroup perf-augment-not-there: No such file'
	"$pa" record -o "$dir/none" -G a,b,c -e cpu-clock,page-faults -- true > "$dir/out" 2> "$dir/err"
	same "-G: not one for each event: status" $? 2
	expect "-G: not one for each event" "$dir/err" '3 control groups for 2 events'
	"$work" 1000000 &
	pid=$!
	for target in "-t $pid" "-p $pid" "-p $pid -C $(cat /sys/devices/system/cpu/online)"; do
		# shellcheck disable=SC2086 # options
		rec $target -e cpu-clock -c 1000000 --keep user -- sleep 0.5
		whole "${target%% *}" cpu-clock
		same "${target%% *}: that task" "$(perf script -i "$data" -F pid 2> /dev/null | sort -u | tr -d ' \n')" "$pid"
	done
	kill $pid
	wait $pid 2> /dev/null
	rec -C 0 -e cpu-clock -c 1000000 --keep 'cpu == 0' -- sleep 0.5
	whole "-C" cpu-clock
	same "-C: nothing to drop" "$(total dropped)" 0
}

# ---- the table: one process, kept and forwarded, beside a twin ----

# near A B: within 1 % and a handful
near()
{
	awk -v a="$1" -v b="$2" 'BEGIN { d = a > b ? a - b : b - a; print d * 100 <= b + 500 }'
}

# one NAME: of the recording there is
one()
{
	row "$1"
	pid=$(perf script -i "$data" -F event,pid 2> /dev/null | awk '/cpu-clock:/ { print $1; exit }')
	twin=$(perf script -i "$data" -F event,pid 2> /dev/null | awk -v pid="$pid" '$1 == pid && /cpu-clock\/twin:/' | wc -l)
	same "$1: seen is kept and dropped" "$(total seen)" $(($(total kept) + $(total dropped)))
	same "$1: perf finds those that were kept" "$(samples cpu-clock)" $(($(total kept) - $(total lost)))
	same "$1: each of them was forwarded" "$(total forwarded)" $(($(total kept) - $(total forwarded_lost)))
	same "$1: all are of one process" \
		"$(perf script -i "$data" -F event,pid 2> /dev/null | awk '/cpu-clock:/ { print $1 }' | sort -u | wc -l)" 1
	same "$1: as many as its twin has, within 1 %: $(total kept) of $twin" "$(near "$(total kept)" "$twin")" 1
}

check_one_process()
{
	rec -a -e cpu-clock -F 1000 --twin --overflow "$live/overflow_own.bpf.o:only_one" -- "$work" 6000
	one "tgid and forward, -a"
	rec -e cpu-clock -F 1000 --twin --overflow "$live/overflow_own.bpf.o:only_one" -- \
		sh -c "$work 4000 & $work 4000 & wait"
	one "tgid and forward, inherited"
	rec -e cpu-clock -F 1000 --twin --overflow "$live/overflow_own.bpf.o:only_one" -- \
		sh -c "$work 4000 & i=0; while [ \$i -lt 300 ]; do /bin/true; i=\$((i+1)); done; wait"
	one "tgid and forward, in a storm"
}

check_fast()
{
	rec -a -e cpu-clock -F 10000 --keep true -- "$work" 2000
	row "10 kHz"
	same "10 kHz on all CPUs: nothing is lost" "$(total lost)" 0
	whole "10 kHz on all CPUs" cpu-clock
}

check_cannot_sample()
{
	if ! [ -d /sys/bus/event_source/devices/msr ]; then
		skip "refused: an event that cannot sample" "there is no PMU msr here"
		return
	fi
	"$pa" record -a -o "$dir/none" -e msr/tsc/ --keep true -- true > "$dir/out" 2> "$dir/err"
	same "refused: an event that cannot sample: status" $? 1
	expect "refused: an event that cannot sample" "$dir/err" 'event msr/tsc/: it can be counted but not sampled'
	same "refused: an event that cannot sample: nothing is left" "$(find "$dir" -name "none*" | wc -l)" 0
}

check_software
check_breakpoints
check_time
check_targets
check_one_process
check_fast
check_cannot_sample
finish
