#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# progs --loaded says of a program what bpftool says, and who holds it; progs --live says each load and
# unload, with who did it, however fast they come.
. tests/lib.sh

need_root "progs --live: BPF programs of this machine"
need_cmd "progs --live: BPF programs of this machine" python3
aug=$BUILD/perf-augment
load=$BUILD/tests/live/capture_load
work=$BUILD/tests/live/perfdata_load
object=$BUILD/tests/live/perfdata_work.bpf.o
need_file "progs --live: perf-augment is built" "$aug"
need_file "progs --live: its loader is built" "$load"
need_file "progs --live: its program is built" "$object"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# eventually COMMAND...: until it succeeds, for 20 s at most
eventually()
{
	eventually_left=200
	until "$@" > /dev/null 2>&1; do
		eventually_left=$((eventually_left - 1))
		[ $eventually_left -gt 0 ] || return 1
		sleep 0.1
	done
}

# succeeds NAME COMMAND...
succeeds()
{
	succeeds_name=$1
	shift
	if "$@" > "$dir/log" 2>&1; then
		pass "$succeeds_name"
	else
		fail "$succeeds_name" "$dir/log"
	fi
}

# exits NAME STATUS PATTERN COMMAND...: the exit status, and a line of standard error
exits()
{
	exits_name=$1 exits_status=$2 exits_pattern=$3
	shift 3
	"$@" > /dev/null 2> "$dir/err"
	exits_got=$?
	if [ $exits_got = "$exits_status" ] && grep -Eq -- "$exits_pattern" "$dir/err"; then
		pass "$exits_name"
	else
		fail "$exits_name" "$dir/err"
		echo "# status $exits_got, not $exits_status, or no line like: $exits_pattern"
	fi
}

# ---- what is loaded ----

"$work" "$object" perfdata_busy 4000 > "$dir/id" &
work_pid=$!
eventually test -s "$dir/id"
"$aug" progs --loaded --json > "$dir/ours" 2> "$dir/err"
"$aug" progs --loaded > "$dir/table" 2>> "$dir/err"
if command -v bpftool > /dev/null; then
	bpftool -j prog show id "$(cat "$dir/id")" > "$dir/bpftool"
	cat > "$dir/compare.py" <<- 'END'
		import json, sys
		theirs = json.load(open(sys.argv[1]))
		ours = [p for p in json.load(open(sys.argv[2]))["programs"] if p["id"] == theirs["id"]]
		assert len(ours) == 1, "programs of this id: %d" % len(ours)
		for a, b in (("type", "type"), ("tag", "tag"), ("uid", "uid"), ("bytes_xlated", "xlated_bytes"),
		             ("bytes_jited", "bytes"), ("bytes_memlock", "memory_bytes"), ("map_ids", "map_ids"),
		             ("btf_id", "btf_id"), ("name", "name")):
		    assert theirs.get(a, []) == ours[0][b], (a, theirs.get(a), b, ours[0][b])
		assert abs(theirs["loaded_at"] - ours[0]["loaded_wall_ns"] / 1e9) <= 2, "load time"
		assert ours[0]["funcs"] == 3, "functions"
	END
	succeeds "progs --loaded: what bpftool says" python3 "$dir/compare.py" "$dir/bpftool" "$dir/ours"
else
	skip "progs --loaded: what bpftool says" "bpftool is not installed"
fi
expect "progs --loaded: to what it is attached, and who holds it" "$dir/table" \
	"^ *$(cat "$dir/id") +raw_tracepoint .* perfdata_busy .* raw_tracepoint:sys_enter +perfdata_load\\($work_pid\\)\$"
wait $work_pid

# ---- what comes and goes ----

# follow OPTIONS...: begin, and wait until it sees loads; lines in $dir/live
follow()
{
	rm -f "$dir/live"
	"$aug" progs --live -o "$dir/live" "$@" 2> "$dir/live.err" &
	follow_pid=$!
	eventually sees_loads
}

sees_loads()
{
	"$load" burst 1
	grep -q burst "$dir/live"
}

# end_follow: as ^C does
end_follow()
{
	kill -INT $follow_pid
	wait $follow_pid
	follow_status=$?
}

follow
"$load" burst 500 3 &
burst_pid=$!
wait $burst_pid
eventually sh -c "[ \$(grep -c 'unload .* burst ' '$dir/live') -ge 1500 ]"
end_follow
nr_extra=$(grep -Ec ' load .* burst ' "$dir/live")
if [ "$nr_extra" -ge 1500 ] && [ "$(grep -Ec 'unload .* burst ' "$dir/live")" = "$nr_extra" ]; then
	pass "progs --live: 1,500 programs at once, each load and unload"
else
	fail "progs --live: 1,500 programs at once, each load and unload" "$dir/live.err"
	echo "# $nr_extra loads, $(grep -Ec 'unload .* burst ' "$dir/live") unloads"
fi
if grep -Eq 'load .* burst .* captured at load$' "$dir/live"; then
	refuse "progs --live: who loaded each is said" "$dir/live" ' load .* burst +- '
	expect "progs --live: with name and how we came by it" "$dir/live" \
		' load +[0-9]+ raw_tracepoint +[0-9a-f]{16} burst +[0-9]+ capture_load +1 +[0-9]+ captured at load$'
else
	skip "progs --live: who loaded each is said" "programs cannot be captured here"
fi
if [ $follow_status = 0 ]; then
	pass "progs --live: ^C ends it well"
else
	fail "progs --live: ^C ends it well" "$dir/live.err"
fi

follow --json
"$work" "$object" perfdata_busy 300 > "$dir/id"
eventually grep -q '"unload","id":'"$(cat "$dir/id")" "$dir/live"
end_follow
cat > "$dir/check.py" <<- 'END'
	import json, sys
	lines = [json.loads(line) for line in open(sys.argv[1])]
	mine = [line for line in lines if line["id"] == int(open(sys.argv[2]).read())]
	assert [line["event"] for line in mine] == ["load", "unload"], mine
	load, unload = mine
	assert load["name"] == unload["name"] == "perfdata_busy" and load["comm"] == "perfdata_load", load
	assert load["funcs"] == 3 and load["image"] and load["pid"] == load["tid"], load
	assert unload["wall_ns"] > load["wall_ns"], unload
END
succeeds "progs --live --json: one object per load and unload" \
	python3 "$dir/check.py" "$dir/live" "$dir/id"

# One of three: while others load many programs, the kernel's records of loads do not tell of all.
for try in 1 2 3; do
	follow --capture none
	"$work" "$object" perfdata_busy 300 > "$dir/id"
	eventually grep -Eq "unload +$(cat "$dir/id") " "$dir/live"
	end_follow
	grep -Eq " load +$(cat "$dir/id") .* perfdata_busy +[0-9]+ perfdata_load " "$dir/live" && break
	echo "# not in run $try"
done
expect "progs --live --capture none: read by id" "$dir/live" \
	" load +$(cat "$dir/id") .* perfdata_busy +[0-9]+ perfdata_load +3 +[0-9]+ read by fd\$"

# A reader that goes away ends it.
("$aug" progs --live 2> "$dir/err"; echo $? > "$dir/status") | head -n 1 > /dev/null &
eventually sh -c "'$load' burst 1; [ -s '$dir/status' ]"
if [ -s "$dir/status" ]; then
	pass "progs --live: ends when nobody reads"
else
	fail "progs --live: ends when nobody reads" "$dir/err"
fi

exits "progs --live: on a full disk" 1 '/dev/full: No space left on device' "$aug" progs --live -o /dev/full

# ---- what cannot be ----

exits "progs --live: not with a recording" 2 'no recording is read' "$aug" progs --live perf.data
exits "progs --live: not with --loaded" 2 'one at a time' "$aug" progs --live --loaded
exits "progs --capture: only with --live" 2 'without that' "$aug" progs --capture watch
exits "progs --capture: unknown words" 2 'no way called "magic"' "$aug" progs --live --capture magic
if [ ! -e /sys/bus/event_source/devices/kprobe ]; then
	exits "progs --live: a way that this kernel does not have" 1 'by way of "kprobe"' \
		"$aug" progs --live --capture kprobe
fi
if command -v setpriv > /dev/null; then
	nobody="setpriv --reuid=65534 --clear-groups --inh-caps=-all --bounding-set=-all"
	# shellcheck disable=SC2086 # words
	exits "progs --loaded: says what is missing" 1 'CAP_SYS_ADMIN' $nobody "$aug" progs --loaded
	case $(cat /proc/sys/kernel/perf_event_paranoid) in
	-*) skip "progs --live: says what is missing" "everybody may see events: kernel.perf_event_paranoid" ;;
	*)
		# shellcheck disable=SC2086
		exits "progs --live: says what is missing" 1 'CAP_(BPF|PERFMON)' $nobody "$aug" progs --live
		;;
	esac
else
	skip "progs --live: says what is missing" "setpriv is not installed"
fi
finish
