#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# --format=strace and --format=json: signals, ends and unfinished calls beside strace's own; each JSON
# line has the members that docs/trace-json.md promises.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

# Numbers of processes and addresses differ from run to run.
same_numbers()
{
	sed -E 's/^(\[pid +)?[0-9]+\]? +//; s/si_pid=[0-9]+/si_pid=N/; s/si_([us]time)=[0-9]+[^,}]*/si_\1=T/g; s/0x[0-9a-f]+/0xADDR/g'
}

signals()
{
	if ! command -v strace > /dev/null; then
		skip "strace format: signals and ends" "strace is not installed"
		return
	fi
	cat > "$dir/script" <<- 'EOT'
		trap 'echo caught' USR2
		kill -USR2 $$
		sh -c 'kill -SEGV $$'
		sh -c 'exit 3'
		sh -c 'kill -TERM $$'
		sh -c 'kill -KILL $$'
		sh -c 'trap "" HUP; kill -HUP $$; kill -WINCH $$; true'
		kill -USR1 $$
	EOT
	strace -f -o "$dir/strace" sh "$dir/script" > /dev/null 2>&1
	"$pa" trace --format=strace -o "$dir/trace" -- sh "$dir/script" > /dev/null 2> "$dir/messages"
	for file in strace trace; do
		grep -aE '^[0-9]+ +(---|\+\+\+) ' "$dir/$file" | same_numbers > "$dir/$file.ends"
	done
	same "strace format: signals and ends are strace's" "$dir/strace.ends" "$dir/trace.ends"
	expect "strace format: an ignored signal stands behind the call that it came in" "$dir/trace" \
		'^[0-9]+ +kill\([0-9]+, SIGWINCH\) += 0$'
}

unfinished()
{
	"$pa" trace --format=strace -- sleep 0.1 > /dev/null 2> "$dir/trace"
	expect "strace format: a call that waits is one line when nothing comes between" "$dir/trace" \
		'^clock_nanosleep\(CLOCK_REALTIME, 0, .*\) += 0$'
	"$pa" trace --format=strace -o "$dir/trace" -- sh -c 'sleep 0.1; true' > /dev/null 2>&1
	expect "strace format: it is cut by another process" "$dir/trace" '^[0-9]+ +wait4\(-1, .*<unfinished \.\.\.>$'
	expect "strace format: and resumed" "$dir/trace" '^[0-9]+ +<\.\.\. wait4 resumed>.*\) += [0-9]+$'
	expect "strace format: arguments have no names" "$dir/trace" \
		'^[0-9]+ +execve\("/[^"]*", .* = 0$'
	expect "strace format: the column of strace" "$dir/trace" '^[0-9]+ +exit_group\(0\) {18,} = \?$'
}

# The group that each call is made in, also when the thread moves meanwhile.
cgroups()
{
	point=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
	if [ -z "$point" ] || ! mkdir "$point/aug-json-$$" 2> "$dir/out"; then
		skip "json: cgroup" "no cgroup can be made here"
		return
	fi
	"$pa" trace --format=json -e chdir -o "$dir/trace" -- \
		sh -c "cd /; echo \$\$ > $point/aug-json-$$/cgroup.procs; cd /tmp" > "$dir/out" 2>&1
	own=$(sed -n 's/^0:://p' /proc/self/cgroup)
	expect "json: cgroup: where the call is made" "$dir/trace" "\"cgroup\":\"$own\".*\"filename\":\"/\""
	expect "json: cgroup: where the thread has moved to" "$dir/trace" \
		"\"cgroup\":\"/aug-json-$$\".*\"filename\":\"/tmp\""
	rmdir "$point/aug-json-$$"
}

json()
{
	if ! command -v python3 > /dev/null; then
		skip "json: each line" "python3 is not installed"
		return
	fi
	printf 'a"\\\n\033[31m' > "$dir/name"
	"$pa" trace --format=json -o "$dir/trace" -- sh -c "cat '$dir/not
	\"there' $(printf '\033[2J') /etc/hostname; exit 2" > /dev/null 2>&1
	equal "json: the command's status" 2 $?
	python3 - "$dir/trace" > "$dir/wrong" 2>&1 <<- 'EOT'
		import json, sys
		calls = [json.loads(line) for line in open(sys.argv[1])]
		for c in calls:
		    for name, kind in ("ts_ns", int), ("wall_ns", int), ("pid", int), ("tid", int), \
		            ("comm", str), ("syscall", str), ("nr", int), ("args", dict):
		        if type(c.get(name)) is not kind:
		            print(name, c)
		    if c["syscall"] == "exit_group":
		        continue
		    if "ret" not in c or type(c["duration_ns"]) is not int:
		        print("no ret", c)
		opened = [c for c in calls if c["syscall"] == "openat"]
		if not any(c["args"]["filename"] == "/etc/hostname" and c["ret"] >= 3 for c in opened):
		    print("no /etc/hostname")
		if not any("not\n" in c["args"]["filename"] and c["error"] == "ENOENT" and c["errno"] == 2
		           and c["ret"] == -1 for c in opened):
		    print("no failed call", opened)
		if not any(c["args"]["filename"] == "\033[2J" for c in opened):
		    print("no escapes", opened)
	EOT
	if [ ! -s "$dir/wrong" ]; then
		pass "json: each line has all members, with the bytes of names"
	else
		fail "json: each line has all members, with the bytes of names" "$dir/wrong"
	fi
	if grep -q "$(printf '\033')" "$dir/trace"; then
		fail "json: no raw escape"
	else
		pass "json: no raw escape"
	fi
}

refused()
{
	"$pa" trace --format=xml -- true 2> "$dir/messages"
	equal "formats: another is refused" 2 $?
	expect "formats: and says which there are" "$dir/messages" "'xml' is none of perf, strace and json"
}

signals
unfinished
json
cgroups
refused
finish
