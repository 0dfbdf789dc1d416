#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --keep, --drop, --filter, --twin: what is kept is what stock perf finds in the file, and the
# counts are those of the samples.
. tests/lib.sh
. tests/live/overflow_common.inc
heavy=$live/overflow_heavy.bpf.o
need_file "overflow: its loader is built" "$live/overflow_load"
need_file "overflow: its heavy program is built" "$heavy"

shell=$(realpath "$(command -v sh)")
# Of the shell's own: a quarter of a second, more where others are busy too.
spin='i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'

# ---- the table ----

check_table()
{
	rec -a -e cpu-clock -F 1000 --keep true -- "$work" 500ms
	whole "overflow: keep all" cpu-clock
	value "overflow: keep all drops none" "$(total dropped)" 0

	rec -a -e cpu-clock -F 1000 --keep false -- "$work" 500ms
	whole "overflow: drop all" cpu-clock
	value "overflow: drop all keeps none" "$(total kept)" 0
	value "overflow: drop all sees some" $(($(total seen) > 100)) 1

	rec -a -e cpu-clock -F 1000 --drop 'cpu == 0' -- "$work" 500ms
	whole "overflow: --drop of a CPU" cpu-clock
	perf script -i "$data" -F cpu > "$dir/cpus" 2> /dev/null
	refuse "overflow: --drop of a CPU leaves none of it" "$dir/cpus" '\[000\]'

	rec -a -e cpu-clock -F 1000 --filter 'period > 1, comm == "work" || comm ~ "wor?" ' -- \
		sh -c "printf work > /proc/self/comm; $spin"
	whole "overflow: --filter by name" cpu-clock
	# A task that ends has lost its number, by which perf names it, before its last samples.
	perf script -i "$data" -F comm 2> /dev/null | grep -vx ' *:-1 *' > "$dir/comms"
	expect "overflow: --filter by name keeps what has it" "$dir/comms" '^ *work *$'
	refuse "overflow: --filter by name keeps nothing else" "$dir/comms" '^ *[^w ]'

	rec -e cpu-clock -F 1000 --keep kernel -- dd if=/dev/zero of=/dev/null bs=1M count=300
	whole "overflow: of a command, the kernel's" cpu-clock
	perf script -i "$data" -F ip > "$dir/ips" 2> /dev/null
	refuse "overflow: of a command, the kernel's: no address of user space" "$dir/ips" \
		'^ *[0-9a-f]{1,12}$'

	rec -e cpu-clock -F 1000 --keep "dso == \"$shell\"" -- "$shell" -c "$spin"
	whole "overflow: of a file" cpu-clock
	perf script -i "$data" -F ip,dso > "$dir/dsos" 2> /dev/null
	expect "overflow: of a file, some" "$dir/dsos" "\($shell\)"
	refuse "overflow: of a file, no other" "$dir/dsos" '\(.*(libc|kernel)'

	# Programs that come and go are each a memory of their own; none is taken for another one.
	rec -e cpu-clock -F 5000 --keep 'dso == "/usr/bin/true"' --drop 'kernel' -- \
		sh -c 'i=0; while [ $i -lt 100 ]; do /usr/bin/true; /usr/bin/env :; i=$((i+1)); done'
	whole "overflow: of a file that is run again and again" cpu-clock
	perf script -i "$data" -F dso,comm > "$dir/dsos" 2> /dev/null
	refuse "overflow: of a file that is run again and again, no other" "$dir/dsos" '\(.*(libc|ld-|env|dash)'
	value "overflow: of a file: nothing is undecided" "$(total undecided)" 0
}

# ---- a file of an overlay, as containers have theirs: not the one of the layer below ----

check_overlay()
{
	mkdir "$dir/low" "$dir/tmp" "$dir/all"
	cp "$shell" "$dir/low/shell"
	cat > "$dir/overlay" <<- 'SH'
		dir=$1
		shift
		mount -t tmpfs none "$dir/tmp" && mkdir "$dir/tmp/up" "$dir/tmp/work" &&
			mount -t overlay none -o "lowerdir=$dir/low,upperdir=$dir/tmp/up,workdir=$dir/tmp/work" "$dir/all" || exit 99
		"$@"
	SH
	unshare -m sh "$dir/overlay" "$dir" "$pa" record -o "$data" -e cpu-clock -F 1000 \
		--keep "dso == \"$dir/all/shell\"" -- "$dir/all/shell" -c "$spin" > "$dir/out" 2> "$dir/err"
	if [ $? = 99 ]; then
		skip "overflow: of a file in an overlay" "no overlay can be mounted"
		return
	fi
	whole "overflow: of a file in an overlay" cpu-clock
	value "overflow: of a file in an overlay, some" $(($(total kept) > 0)) 1
}

# ---- symbols of BPF programs ----

check_symbols()
{
	"$live/overflow_symbols" || tests_failed=1
}

# ---- children: each is counted, however short it lives ----

check_children()
{
	rec -e cpu-clock -F 1000 --keep 'pid % 2 == 0' -- \
		sh -c 'i=0; while [ $i -lt 150 ]; do /bin/true & i=$((i+1)); done; wait'
	whole "overflow: a storm of forks" cpu-clock
	perf script -i "$data" -F pid > "$dir/pids" 2> /dev/null
	refuse "overflow: a storm of forks: only what was asked for" "$dir/pids" '[13579] *$'

	rec -e cpu-clock -F 1000 --keep 'comm == "kid"' -- \
		sh -c "for i in 1 2; do sh -c 'printf kid > /proc/self/comm; $spin' & done; wait"
	whole "overflow: children" cpu-clock
	value "overflow: children are seen" $(($(total kept) > 20)) 1
}

# ---- missed: exact numbers are in overflow_exact.sh, as clocks may be late ----

# in_heavy EVENT: samples in the heavy program, as perf finds them
in_heavy()
{
	perf script -i "$data" -F event,ip,sym 2> /dev/null | grep -c "$1: .*_heavy_tp"
}

now_ms()
{
	echo $(($(date +%s%N) / 1000000))
}

check_missed()
{
	nice -n -15 "$live/overflow_load" "$heavy" 100000 > "$dir/load" 2>&1 & # before others of a busy machine
	loader=$!
	while ! grep -q runs "$dir/load" && kill -0 $loader 2> /dev/null; do sleep 0.1; done
	begin_ms=$(now_ms)
	rec -a -e cpu-clock -F 200 --keep true --twin -- sleep 5
	end_ms=$(now_ms)
	kill $loader
	wait $loader 2> /dev/null
	whole "missed" cpu-clock
	value "missed: what the twin has and the program did not see" "$(total missed)" \
		$(($(total seen 1) > $(total seen) ? $(total seen 1) - $(total seen) : 0))
	value "missed: the twin has samples in the heavy program" $(($(in_heavy cpu-clock/twin) > 10)) 1
	value "missed: the program that keeps all sees none of those" "$(in_heavy cpu-clock)" 0
	value "missed: a heavy program of a tracepoint hides samples" \
		$(($(total missed) * 100 > $(total expected) * 5)) 1
	expect "missed: that is said" "$dir/err" 'samples \([0-9.]* %\) were missed'
	expect "missed: with the likely cause" "$dir/err" 'there are now: .*heavy_tp'

	# By its count, what was due of the twin itself is what lies between its first sample on a CPU and its
	# last there, or more, and not more than the time that passed.
	perf script -i "$data" -F event,cpu,time --ns 2> /dev/null | grep 'twin:' > "$dir/twins"
	counted=$(python3 - "$data.overflow.json" "$dir/twins" $((end_ms - begin_ms)) <<- 'PY'
		import json, re, sys
		twin = json.load(open(sys.argv[1]))["events"][1]
		times = {}
		for cpu, s, ns in re.findall(r"\[(\d+)\]\s+(\d+)\.(\d+):", open(sys.argv[2]).read()):
		    times.setdefault(int(cpu), []).append(int(s) * 10**9 + int(ns))
		bad = [c["cpu"] for c in twin["cpus"]
		       if not (max(times.get(c["cpu"], [0])) - min(times.get(c["cpu"], [0]))) // 5000000 <= c["expected"] <= int(sys.argv[3]) // 5 + 1]
		print("wrong on CPUs" if bad or not twin["cpus"] else "right", *bad)
	PY
	)
	value "missed: what was due, by the counter" "$counted" "right"
}

# ---- the side-car goes with its recording ----

check_sidecar()
{
	rm -f "$data"*
	rec -a -e cpu-clock --keep true -- true
	"$pa" record -o "$data" -a -e cpu-clock -- true > "$dir/out" 2> "$dir/err"
	value "side-car: it moves with its recording" \
		"$(cd "$dir" && echo perf.data*)" "perf.data perf.data.old perf.data.old.overflow.json"
	"$pa" record -a -e cpu-clock --keep 'cpu == 0' -o - -- true 2> "$dir/err" | cat > "$dir/piped"
	expect "side-car: of a pipe there is none, but the counts are said" "$dir/err" 'cpu-clock +all'
	value "side-car: of a pipe there is none" "$(find "$dir" -name "*piped*" | wc -l)" 1
}

check_table
check_overlay
check_symbols
check_children
check_missed
check_sidecar
nothing_left overflow
finish
