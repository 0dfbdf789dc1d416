#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# overflow_table.sh - what became of the samples, in each of the experiments that docs/overflow.md has the
# results of, and what a program adds to a sample:
#
#	expected ... lost	as record tells
#	perf			samples that stock perf finds in the recording, of those that were forwarded
#				behind the +
#	truth			arithmetic, of a byte that is touched a known number of times; of clocks a twin without a
#				program, or of one process what the program has counted of each
#	off			by how much kept (drop all: seen; missed: that) differs from it
#
# Programs of others on the machine, and a clock that is late, are seen as missed: it wants a quiet one for
# clocks. A tenth is that of what was seen on each CPU. EXPERIMENTS=no, COSTS=no leave these out.
set -eu
. tests/lib.sh
. tests/live/overflow_common.inc
. tests/live/overflow_exact.inc
own=$live/overflow_own.bpf.o
ms=${TABLE_MS:-4000}
stats=$(cat /proc/sys/kernel/bpf_stats_enabled)
trap 'echo "$stats" > /proc/sys/kernel/bpf_stats_enabled; rm -rf "$dir"' EXIT

# twin_samples [GREP]: of the twin, as perf finds them, of one process or program
twin_samples()
{
	perf script -i "$data" -F event,pid,ip,sym 2> /dev/null | grep -c "cpu-clock/twin:${1:-}" || true
}

# line NAME WHAT TRUTH [EVENT]: WHAT of the columns is compared
line()
{
	forwarded=$(side forwarded)
	awk -v name="$1" -v what="$2" -v truth="$3" -v expected="$(total expected)" -v seen="$(total seen)" \
		-v kept="$(total kept)" -v dropped="$(total dropped)" -v missed="$(total missed)" -v lost="$(total lost)" \
		-v perf="$(samples "${4:-cpu-clock}" || true)" \
		-v forwarded="${forwarded:+$(samples "${4:-cpu-clock}/forwarded" || true)}" 'BEGIN {
			of["seen"] = seen; of["kept"] = kept; of["missed"] = missed
			off = of[what] > truth ? of[what] - truth : truth - of[what]
			printf "%-38s %8d %8d %8d %8d %7d %5d %9s %8d %6.2f %%\n", name, expected, seen, kept, dropped, missed, lost,
				perf (forwarded == "" ? "" : "+" forwarded), truth, 100 * off / (what == "missed" ? expected : truth ? truth : 1) }'
}

# of_one NAME TARGET COMMAND: kept are the samples of one process; the program has counted those of all
of_one()
{
	# shellcheck disable=SC2086 # options
	rec $2 -e cpu-clock -F 1000 --overflow "$own:only_one" -- \
		sh -c "$3; '$pa' dump-map -j by_tgid > $dir/by_tgid; '$pa' dump-map -j of_watched > $dir/of_watched"
	line "$1" kept "$(python3 - "$dir/by_tgid" "$dir/of_watched" <<- 'PY'
		import json, sys
		of = {e["key"]: e["value"] for e in json.load(open(sys.argv[1]))}
		print(sum(of[e["key"]] for e in json.load(open(sys.argv[2]))))
	PY
	)"
}

exact_experiments()
{
	need_breakpoints "touches of a byte"
	touches -a 3000 0 --keep true
	line "touches: keep all" kept 3000 "$event"
	touches -a 3000 0 --keep false
	line "touches: drop all" seen 3000 "$event"
	touches -a 3000 0 --overflow "$own:one_in_ten"
	line "touches: one in ten" kept "$(tenths)" "$event"
	touches -a 1500 1 --overflow "$own:only_one"
	line "touches: by tgid, forwarded" kept 1500 "$event"
	touches -p 1000 2 --overflow "$own:only_one"
	line "touches: ... of children" kept 1000 "$event"
	touches -p 20 150 --overflow "$own:only_one"
	line "touches: ... fork storm" kept 20 "$event"
	touches -p 20 150 --keep true
	line "touches: keep all of a fork storm" kept 3020 "$event"
	blind -a 1000 777 --keep true
	line "touches: by a program of a tracepoint" missed 777 "$event"
}

experiments()
{
	printf '%-38s %8s %8s %8s %8s %7s %5s %9s %8s %8s\n' experiment expected seen kept dropped missed lost perf truth off
	exact_experiments
	rec -a -e cpu-clock -F 1000 --twin --keep true -- "$work" "$ms"ms
	line "keep all" kept "$(twin_samples)"
	rec -a -e cpu-clock -F 1000 --twin --keep false -- "$work" "$ms"ms
	line "drop all" seen "$(twin_samples)"
	rec -a -e cpu-clock -F 1000 --twin --overflow "$own:one_in_ten" -- "$work" "$ms"ms
	line "one in ten" kept "$(tenths)"
	of_one "by tgid, forwarded" -a "$work ${ms}ms"
	of_one "by tgid, forwarded, of children" "" "$work ${ms}ms & $work ${ms}ms & wait"
	of_one "by tgid, forwarded, fork storm" "" \
		"$work ${ms}ms & i=0; while [ \$i -lt 1000 ]; do /bin/true; i=\$((i+1)); done; wait"
	# A child's first sample is due when it has had a whole period.
	rec -e cpu-clock -F 10000 --twin --keep true -- \
		sh -c "i=0; while [ \$i -lt 2000 ]; do /bin/true; i=\$((i+1)); done"
	line "keep all of a fork storm" kept "$(twin_samples)"
	"$live/overflow_load" "$live/overflow_heavy.bpf.o" 1000 > "$dir/load" 2>&1 &
	loader=$!
	while ! grep -q runs "$dir/load" && kill -0 $loader 2> /dev/null; do sleep 0.1; done
	rec -a -e cpu-clock -F 1000 --twin --keep true -- "$work" "$ms"ms
	kill $loader
	wait $loader 2> /dev/null || true
	line "a heavy program of a tracepoint" missed "$(twin_samples '.*_heavy_tp')"
	rec -a -e cpu-clock -F 10000 --twin --keep true -- "$work" "$ms"ms
	line "10 kHz on all CPUs, keep all" kept "$(twin_samples)"
}

# run_time PROGRAM ARGS...: by the kernel's own account; the program is the last of its name that was loaded
run_time()
{
	run_time_name=$1
	shift
	rm -f "$dir/stop"
	"$pa" record -q -a -e cpu-clock -F 10000 -o "$dir/timed" "$@" -- \
		sh -c "touch $dir/begun; until [ -e $dir/stop ]; do sleep 0.1; done" 2> "$dir/err" &
	recorder=$!
	until [ -e "$dir/begun" ]; do
		kill -0 $recorder 2> /dev/null || { cat "$dir/err" >&2; return 1; }
		sleep 0.1
	done
	sleep 2
	bpftool -j prog show > "$dir/progs"
	touch "$dir/stop"
	wait $recorder || cat "$dir/err" >&2
	rm "$dir/begun"
	python3 - "$dir/progs" "$run_time_name" "$(echo "$*" | sed "s,$live/,,")" <<- 'PY'
		import json, sys
		p = max((p for p in json.load(open(sys.argv[1])) if p["type"] == "perf_event" and p.get("run_cnt") and p.get("name", "").startswith(sys.argv[2])),
		        key=lambda p: p["id"])
		print("%-56s %6.0f %9d" % (sys.argv[3], p["run_time_ns"] / p["run_cnt"], p["run_cnt"]))
	PY
}

run_times()
{
	echo 1 > /proc/sys/kernel/bpf_stats_enabled
	printf '%-56s %6s %9s\n' 'record -a -F 10000' 'ns' samples
	run_time on_overflow --keep true
	run_time on_overflow --keep 'pid != 1 && cpu < 64 || uid == 1000'
	run_time on_overflow --keep 'comm ~ "*a*b*" || kernel'
	run_time on_overflow --keep 'symbol ~ "tcp_*" || user'
	run_time on_overflow --keep 'dso != "/bin/sh"'
	run_time on_overflow --drop "symbol ~ \"$work:count_*\""
	run_time one_in_ten --overflow "$own:one_in_ten"
	run_time chain --overflow "$own:chain"
	echo "$stats" > /proc/sys/kernel/bpf_stats_enabled
}

side_by_side()
{
	python3 tests/bench/overflow_cost.py "$pa" "$BUILD/tests/bench/page_faults" "$dir/timed" "" "--keep true" \
		"--keep 'pid != 1 && cpu < 64 || uid == 1000'" "--keep 'comm ~ \"*a*b*\" || true'" \
		"--keep 'symbol ~ \"tcp_*\" || user'" "--keep 'symbol ~ \"*_get*\" || user'" "--keep 'dso != \"/bin/sh\"'" \
		"--drop 'symbol ~ \"$work:count_*\"'" "--overflow $own:observe"
}

if [ "${EXPERIMENTS:-}" != no ]; then
	experiments
	echo
fi
if [ "${COSTS:-}" != no ]; then
	run_times
	echo
	side_by_side
fi
