#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# overflow_bench.sh - what a program at each sample costs, by the kernel's own account of run times
# (kernel.bpf_stats_enabled, for as long as this runs), and whether 10 kHz on all CPUs lose anything.
set -eu
build=${BUILD:-build}
pa=$build/perf-augment
dir=$(mktemp -d)
stats=$(cat /proc/sys/kernel/bpf_stats_enabled)
trap 'echo "$stats" > /proc/sys/kernel/bpf_stats_enabled; rm -rf "$dir"' EXIT
[ "$(id -u)" -eq 0 ] || {
	echo "overflow_bench: sampling needs root: sudo make bench" >&2
	exit 1
}
echo 1 > /proc/sys/kernel/bpf_stats_enabled

# cost EXPR: "NS per sample, of N samples"; the program is told by who holds it
cost() {
	"$pa" record -q -a -e cpu-clock -F 10000 -o "$dir/data" --keep "$1" -- sleep 4 2> "$dir/err" &
	pid=$!
	sleep 3
	bpftool -j prog show > "$dir/progs"
	wait $pid || cat "$dir/err" >&2
	python3 - "$dir/progs" $pid "$dir/data.overflow.json" "$1" <<- 'PY'
		import json, sys
		progs = [p for p in json.load(open(sys.argv[1])) if p.get("name", "").startswith("on_overflow")
		         and any(h["pid"] == int(sys.argv[2]) for h in p.get("pids", [{"pid": int(sys.argv[2])}]))]
		e = json.load(open(sys.argv[3]))["events"][0]
		p = progs[0] if progs else {}
		ns = p["run_time_ns"] / p["run_cnt"] if p.get("run_cnt") else float("nan")
		print("%-52s %8.0f %10d %8d %8d" % (sys.argv[4], ns, e["seen"], e["lost"], e["missed"]))
	PY
}

printf '%-52s %8s %10s %8s %8s\n' 'record -a -F 10000 --keep' 'ns' seen lost missed
cost 'true'
cost 'period > 1'
cost 'pid != 1 && cpu < 64 || uid == 1000'
cost 'comm ~ "*a*b*" || kernel'
cost 'symbol ~ "tcp_*" || user'
cost 'dso != "/bin/sh"'
cost 'symbol != "/bin/sh:*"'
