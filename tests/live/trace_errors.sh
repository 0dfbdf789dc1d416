#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Wrong options, missing privilege, full disks, closed pipes and signals: what is said, which status
# it ends with, and that nothing stays attached.
. tests/lib.sh
. tests/live/trace_common.inc

# says NAME PATTERN: the last command of status() printed a line like that, as perf-augment
says()
{
	expect "$1" "$dir/status_out" "^perf-augment: .*$2"
}

wrong_options()
{
	status "errors: -e with an unknown call: status 2" 2 "$pa" trace -e openat,opentat true
	says "errors: it is named, and the nearest one" "'opentat'.*did you mean: .*openat"
	status "errors: -e with a glob that matches nothing: status 2" 2 "$pa" trace -e 'zzz*' true
	says "errors: it is named" "'zzz\\*'"
	status "errors: -e with an empty element: status 2" 2 "$pa" trace -e 'openat,,close' true
	for list in abc -1 12x 0 '' 99999999999 1.5 1,x; do
		status "errors: -p '$list': status 2" 2 "$pa" trace -p "$list"
		says "errors: -p '$list' is said" 'process id'
		status "errors: -t '$list': status 2" 2 "$pa" trace -t "$list"
		status "errors: --filter-pids '$list': status 2" 2 "$pa" trace -a --filter-pids "$list" true
	done
	for size in 0 -5 abc 4X 4KK 2G 1.5M '' 4503599627370496 99999999999999999999; do
		status "errors: -m '$size': status 2" 2 "$pa" trace -m "$size" true
		says "errors: -m '$size' is said" "'$size'"
	done
	for ms in abc -1 1h '' nan inf '>' '>=ms' '=5' '<-1ms'; do
		status "errors: --duration '$ms': status 2" 2 "$pa" trace --duration "$ms" true
		says "errors: --duration '$ms' is said" "'$ms'"
	done
	for nr in abc -1 0 '' 5x; do
		status "errors: --max-events '$nr': status 2" 2 "$pa" trace --max-events "$nr" true
		says "errors: --max-events '$nr' is said" "'$nr'"
	done
	status "errors: an unknown option: status 2" 2 "$pa" trace --no-such-option true
	says "errors: it is named" 'no-such-option'
	status "errors: an option without its value: status 2" 2 "$pa" trace -o
	says "errors: it is named" "'-o'"
	status "errors: a long option without its value: status 2" 2 "$pa" trace --outp
	says "errors: it is named as it was written" "'--outp' needs a value"
	status "errors: an unknown one of several letters: status 2" 2 "$pa" trace -Qs true
	says "errors: it alone is named" "unknown option '-Q'; see"
	status "errors: a misspelt option: status 2" 2 "$pa" trace --sumary true
	says "errors: what may have been meant" "unknown option '--sumary'; did you mean: --summary.*\?$"
	status "errors: the beginning of several options: status 2" 2 "$pa" trace --f x true
	says "errors: of which" "option '--f' is ambiguous: --.*, --"
	status "errors: a value that an option does not take: status 2" 2 "$pa" trace --tree=3 true
	says "errors: says so" "option '--tree=3' takes no value"
	status "errors: a misspelt command: status 2" 2 "$pa" recrd
	says "errors: which may have been meant" "'recrd' is not a command; did you mean: record\?$"
	status "errors: help of a misspelt command: status 2" 2 "$pa" help recrd
	says "errors: which may have been meant there" "'recrd' is not a command; did you mean: record\?$"
	"$pa" trace --help > "$dir/wanted"
	"$pa" help trace > "$dir/got"
	same "errors: help COMMAND is COMMAND --help" "$dir/wanted" "$dir/got"
	"$pa" --version > "$dir/wanted"
	for words in -V version 'trace --version' 'dump-map --version'; do
		# shellcheck disable=SC2086 # words
		"$pa" $words > "$dir/got"
		same "errors: $words" "$dir/wanted" "$dir/got"
	done
	for option in --summary-mode=process --summary-mode=thread --errno-summary --histogram --max-summary=3 --sched; do
		status "errors: -c with $option: status 2" 2 "$pa" trace -c "$option" true
		expect "errors: -c with $option: says so" "$dir/status_out" "^perf-augment: ${option%=*} is not for"
	done
	status "errors: -c sorted by what it does not have: status 2" 2 "$pa" trace -c --summary-sort-by p99 true
	says "errors: -c sorted by what it does not have" "--summary-sort-by: 'p99' is no column of the table of -c"
	for number in ' -1' -1 0 +5 5x; do
		status "errors: --max-events '$number': status 2" 2 "$pa" trace --max-events "$number" true
	done
	status "errors: --only-comm without a name: status 2" 2 "$pa" trace --only-comm '' true
	says "errors: --only-comm without a name" "--only-comm: a thread's name is needed"
	status "errors: --sched by control group: status 2" 2 "$pa" trace -s --sched --summary-mode=cgroup true
	status "errors: nothing to trace: status 2" 2 "$pa" trace --no-syscalls -e openat true
	says "errors: nothing to trace" '--no-syscalls leaves nothing to trace'
	status "errors: --no-syscalls with --sched: status 2" 2 "$pa" trace --no-syscalls --sched true
	for option in -s -S -c --tree --sched; do
		status "errors: $option of no calls: status 2" 2 "$pa" trace --no-syscalls -F all "$option" true
		says "errors: $option of no calls" 'count system calls, of which none are traced'
	done
	status "errors: --max-events of a summary alone: status 2" 2 "$pa" trace -s --max-events 2 true
	says "errors: --max-events of a summary alone" '--max-events counts the calls that are shown'
	status "errors: --dump-interval 0: status 2" 2 "$pa" trace --dump-map stats --dump-interval 0 true
	status "errors: a CPU that is not there" 0 "$pa" trace -C 0,1023 true
	says "errors: a CPU that is not there: it is told" "--cpu: this machine has not all of the CPUs '0,1023'"
	status "errors: no CPU that is there: status 2" 2 "$pa" trace -C 1022-1023 true
	says "errors: no CPU that is there" "--cpu: this machine has none of the CPUs '1022-1023': its CPUs are 0 to [0-9]+"
	status "errors: --show-on-off-events of none: status 2" 2 "$pa" trace --show-on-off-events true
	status "errors: -a with -p: status 2" 2 "$pa" trace -a -p $$
	no_command
	status "errors: an unknown subcommand: status 2" 2 "$pa" no-such-command
	says "errors: it is named" "'no-such-command'"
	status "errors: --help: status 0" 0 "$pa" trace --help
	# A command that would be traced must not have been started by any of these.
	status "errors: wrong options run nothing" 2 "$pa" trace -m abc touch "$dir/touched"
	if [ -e "$dir/touched" ]; then
		fail "errors: the command of a wrong call is not run"
	else
		pass "errors: the command of a wrong call is not run"
	fi
}

# A command that a script left empty must not become a trace of the whole machine.
no_command()
{
	for options in '' -v -s '-C 0' '-o --'; do
		# shellcheck disable=SC2086 # words
		status "errors: nothing behind 'trace $options --': status 2" 2 \
			timeout -s INT 5 "$pa" trace $options --
		says "errors: nothing behind 'trace $options --'" \
			'no command after --; for the whole machine use -a'
	done
	status "errors: nothing behind 'strace --': status 1" 1 timeout -s INT 5 "$pa" strace --
	says "errors: nothing behind 'strace --'" 'a command or -p PID is needed'
	status "errors: nothing behind 'record --': status 2" 2 timeout -s INT 5 "$pa" record -o "$dir/data" --
	says "errors: nothing behind 'record --'" 'what shall be recorded'
	# On a machine where nobody else does anything.
	(while sleep 0.1; do :; done) &
	ticks=$!
	status "errors: -a needs no command behind --" 0 timeout -s INT 5 "$pa" trace -a --max-events 1 --
	kill $ticks
	sleep 5 &
	status "errors: nor does -p" 0 timeout -s INT 20 "$pa" trace -p $! --
}

# What our own child does when it cannot become the command is none of the command's calls.
not_run()
{
	for options in --format=perf --format=json -s -S --tree -a; do
		"$pa" trace $options -o "$dir/trace" -e execve,exit_group -- "$dir/not-executable" 2> "$dir/messages"
		expect "errors: $options of what cannot be run: execve is there" "$dir/trace" \
			'perf-augment.*(execve|1 call)'
		refuse "errors: $options of what cannot be run: our child's end is not" "$dir/trace" \
			'perf-augment.*exit_group|^ +exit_group|2 calls'
	done
	"$pa" trace -v -o "$dir/trace" -e exit_group -- "$dir/not-executable" 2> "$dir/messages"
	equal "errors: nor where execve is not wanted" "" "$(cat "$dir/trace")"
	expect "errors: it is not even counted" "$dir/messages" ': 1 calls of .* 1 filtered'
	"$pa" trace -o "$dir/trace" -e exit_group -- true
	expect "errors: the command's own end is shown" "$dir/trace" 'true/[0-9]+ exit_group\('
	if unshare -fp --mount-proc true 2> /dev/null; then
		unshare -fp --mount-proc "$pa" trace -o "$dir/trace" -- "$dir/not-executable" 2> "$dir/messages"
		refuse "errors: nor is our child's end in a pid namespace" "$dir/trace" 'exit_group'
	else
		skip "errors: nor is our child's end in a pid namespace" "unshare -p is not possible here"
	fi
}

wrong_targets()
{
	none=$(cat /proc/sys/kernel/pid_max) # numbers end below it
	status "errors: -p without such a process: status 1" 1 "$pa" trace -p "$none"
	says "errors: it is named" "$none.*no such process"
	status "errors: -p where one of two is not there: status 1" 1 "$pa" trace -p "$$,$none"
	says "errors: it is named" "$none.*no such process"
	sleep 30 &
	living=$!
	status "errors: strace -p where one of two is not there: the other is traced" 124 \
		timeout -s INT 1 "$pa" strace -o "$dir/trace" -p "$none" -p $living
	says "errors: and the one is named" "$none.*no such thread"
	expect "errors: its call is told" "$dir/trace" 'clock_nanosleep\('
	kill $living
	wait $living
	status "errors: strace -p where none of two is there: status 1" 1 "$pa" strace -p "$none" -p "$none"
	if grep -q '^PPid:[[:space:]]*0$' /proc/2/status 2> /dev/null && grep -qx kthreadd /proc/2/comm; then
		for who in 'trace -p' 'trace -t' 'strace -p'; do
			# shellcheck disable=SC2086
			status "errors: $who of a kernel thread: status 1" 1 "$pa" $who 2
			says "errors: $who: it is told from others" ' 2: it is of the kernel, and makes no system calls'
		done
		status "errors: -p of a kernel thread for its events: status 0" 0 "$pa" trace -p 2 -e sched:sched_switch -- true
		refuse "errors: no call is made up for it" "$dir/status_out" 'read\('
	else
		skip "errors: -p of a kernel thread" "there is none in this pid namespace"
	fi
	sh -c 'sleep 0.1 & exec sleep 30' & # the first one becomes a zombie
	parent=$!
	wait_until 10 sh -c "grep -qs '^[0-9]* (sleep) Z $parent ' /proc/[0-9]*/stat"
	zombie=$(grep -ls "^[0-9]* (sleep) Z $parent " /proc/[0-9]*/stat | cut -d/ -f3)
	status "errors: -p of a zombie: status 1" 1 "$pa" trace -p "$zombie"
	says "errors: it is told" "$zombie: it has ended"
	kill $parent
	wait $parent
	status "errors: -t without such a thread: status 1" 1 "$pa" trace -t "$none"
	says "errors: it is named" "$none.*no such thread"
	status "errors: a command that is not found: status 127" 127 "$pa" trace -- no-such-command-anywhere
	says "errors: it is named" "'no-such-command-anywhere'"
	status "errors: a path that is not there: status 127" 127 "$pa" trace -- "$dir/not-there"
	status "errors: an empty command: status 127" 127 "$pa" trace -- ''
	echo 'exit 0' > "$dir/not-executable"
	status "errors: a command that is not executable: status 126" 126 "$pa" trace -- "$dir/not-executable"
	says "errors: it is named, and why" "not-executable'.*Permission denied"
	status "errors: a directory: status 126" 126 "$pa" trace -- "$dir"
	chmod 755 "$dir/not-executable"
	status "errors: a file that the kernel cannot run: status 126" 126 "$pa" trace -- "$dir/not-executable"
	says "errors: it is named, and why" "not-executable'.*Exec format"
	not_run
	status "errors: -o where nothing can be written: status 1" 1 "$pa" trace -o "$dir/not/there" -- touch "$dir/touched"
	says "errors: it is named" "not/there'"
	if [ -e "$dir/touched" ]; then
		fail "errors: the command is not run then"
	else
		pass "errors: the command is not run then"
	fi
}

statuses()
{
	for nr in 0 1 7 127 255; do
		status "errors: the command's status $nr is ours" $nr "$pa" trace -o /dev/null -- sh -c "exit $nr"
	done
	# shellcheck disable=SC2016
	status "errors: a command killed by SIGTERM: 143" 143 "$pa" trace -o /dev/null -- sh -c 'kill -TERM $$'
	# shellcheck disable=SC2016
	status "errors: a command killed by SIGKILL: 137" 137 "$pa" trace -o /dev/null -- sh -c 'kill -KILL $$'
}

# The command works on after the output has failed, for long enough to see that.
full_disk()
{
	rm -f "$dir/done"
	status "errors: -o /dev/full: status 1" 1 "$pa" trace -v -o /dev/full -- \
		sh -c "cat /etc/hostname; sleep 0.5; cat /etc/hostname; echo > $dir/done"
	says "errors: it is said" 'No space left on device'
	says "errors: with the lines that are lost" 'LOST: [0-9]+ lines not written'
	file_there "errors: the command runs to its end" "$dir/done"
	status "errors: -o /dev/full: the command's status comes first" 7 "$pa" trace -o /dev/full -- sh -c 'exit 7'
	status "errors: -s -o /dev/full: status 1" 1 "$pa" trace -s -o /dev/full -- true
	says "errors: it is said" 'No space left on device'
	says "errors: and that the summary is missing" 'LOST: the summary: not written, or not to the end'
	status "errors: -S --tree -o /dev/full: status 1" 1 "$pa" trace -v -S --tree -o /dev/full -- true
	says "errors: what is missing at the end" 'LOST: the summary and the tree of processes: not written'
	says "errors: no call is shown" '[1-9][0-9]* calls of 1 threads = 0 shown \+ .* [1-9][0-9]* lost'
	status "errors: no summary, none is missing" 1 "$pa" trace -o /dev/full -- true
	refuse "errors: nor is it said" "$dir/status_out" 'summary'
	status "errors: strace -C -o /dev/full: status 1" 1 "$pa" strace -C -o /dev/full true
	says "errors: the summary is missing there too" 'LOST: the summary: not written'
	status "errors: tracepoints on a full disk: status 1" 1 "$pa" trace -v -o /dev/full \
		-e sched:sched_process_exec -- true
	says "errors: one is lost" '1 perf events = 0 shown \+ 0 filtered \+ 1 lost'

	# SIGXFSZ would end the tracer before it can say so.
	# shellcheck disable=SC2016 # for the inner shell
	status "errors: -o beyond the limit of a file's size: status 1" 1 \
		sh -c 'ulimit -f 2; exec "$@"' sh "$pa" trace -o "$dir/limited" -- true
	says "errors: it is said" 'File too large'

	# A file system that fills up half way: each line is in the file or is counted as lost.
	if ! unshare -m true 2> /dev/null; then
		skip "errors: a disk that fills up" "unshare -m is not possible here"
		return
	fi
	mkdir "$dir/small"
	status "errors: a disk that fills up: status 1" 1 unshare -m sh -c "
		mount -t tmpfs -o size=64k none $dir/small || exit 77
		$pa trace -v -e getppid -o $dir/small/trace -- $work burst 5000
		status=\$?
		cp $dir/small/trace $dir/trace
		exit \$status"
	written=$(wc -l < "$dir/trace")
	missing=$(sed -n 's/^perf-augment: LOST: \([0-9]*\) lines not written.*/\1/p' "$dir/status_out")
	equal "errors: what was written is shown" "$(ledger "$dir/status_out" shown)" "$written"
	equal "errors: what was not is lost" "$(ledger "$dir/status_out" lost)" "$missing"
	equal "errors: each call is in one number of the ledger" "$(ledger "$dir/status_out" 'calls of')" \
		$((written + missing + $(ledger "$dir/status_out" filtered)))
}

file_there()
{
	if [ -e "$2" ]; then
		pass "$1"
	else
		fail "$1"
	fi
}

closed_pipe()
{
	rm -f "$dir/done"
	sh -c "$pa trace -- sh -c 'cat /etc/hostname > /dev/null; sleep 0.5; cat /etc/hostname > /dev/null; echo > $dir/done'
		echo \$? > $dir/status" 2>&1 | head -n 1 > "$dir/line"
	equal "errors: a closed pipe: status 1" 1 "$(cat "$dir/status")"
	file_there "errors: the command runs to its end" "$dir/done"
	expect "errors: the line that was read is whole" "$dir/line" 'execve\(.* = 0$'
	rm -f "$dir/done"
	sh -c "$pa trace -o /dev/stdout -- sh -c 'sleep 0.5; cat /etc/hostname > /dev/null; echo > $dir/done'
		echo \$? > $dir/status" 2> "$dir/status_out" | head -n 1 > "$dir/line"
	equal "errors: a closed pipe as -o: status 1" 1 "$(cat "$dir/status")"
	says "errors: it is said" 'Broken pipe'
	says "errors: with the lines that are lost" 'LOST: [0-9]+ lines not written'
	file_there "errors: the command runs to its end" "$dir/done"
	# We ignore SIGPIPE, the command must get it as it came to us.
	# shellcheck disable=SC2016
	suicide='kill -PIPE $$; exit 0'
	sh -c "$suicide"
	untraced=$?
	status "errors: the command dies of a closed pipe as it does untraced" $untraced \
		"$pa" trace -o /dev/null -- sh -c "$suicide"
	status "errors: without standard error it ends" 1 sh -c "$pa trace true 2>&-"
}

privilege()
{
	need_cmd "errors: privilege" setpriv
	# nobody may not get at the binary where it is
	chmod 755 "$dir"
	cp "$pa" "$dir/pa"
	nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
	# shellcheck disable=SC2086
	status "errors: without privilege: status 1" 1 $nobody "$dir/pa" trace true
	says "errors: the capabilities are named" 'CAP_BPF and CAP_PERFMON'
	# A build that counts its coverage complains when nobody may not write the counts.
	equal "errors: once, and nothing else is said" 1 "$(grep -vc '^LLVM Profile Error' "$dir/status_out")"
	# shellcheck disable=SC2086
	status "errors: without privilege, all tasks: status 1" 1 $nobody "$dir/pa" trace -a true
	says "errors: the capabilities are named" 'CAP_BPF and CAP_PERFMON'
	with_caps bpf
	says "errors: with CAP_BPF alone, the other is named" 'capability CAP_PERFMON'
	with_caps perfmon
	says "errors: with CAP_PERFMON alone, the other is named" 'capability CAP_BPF'
	with_caps bpf perfmon
	case $caps_status in
	0)
		expect "errors: CAP_BPF and CAP_PERFMON are enough" "$dir/status_out" 'openat\(.*/etc/hostname'
		;;
	*)
		says "errors: CAP_BPF and CAP_PERFMON are not enough here: what else is said" \
			'(CAP_|sysctl|kernel\.|lockdown|memlock)'
		;;
	esac
}

# with_caps CAP...: a trace as nobody with these capabilities alone
with_caps()
{
	caps=-all
	for cap in "$@"; do
		caps=$caps,+$cap
	done
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps="$caps" --ambient-caps="$caps" \
		"$dir/pa" trace -e openat cat /etc/hostname > "$dir/status_out" 2>&1
	caps_status=$?
}

# programs PID: the ids of the BPF programs that a process holds
programs()
{
	cat "/proc/$1/fdinfo/"* 2> /dev/null | sed -n 's/^prog_id:[[:space:]]*//p' | sort -u
}

# shellcheck disable=SC2317 # by wait_until
no_program()
{
	for prog in $ids; do
		! bpftool prog show id "$prog" > /dev/null 2>&1 || return 1
	done
}

nothing_left()
{
	if [ "$(echo "$ids" | wc -w)" -ge 4 ] && wait_until 10 no_program; then
		pass "$1"
	else
		fail "$1"
		echo "# programs: $(echo "$ids" | tr '\n' ' ')"
	fi
}

# shellcheck disable=SC2317 # by wait_until
has_programs()
{
	[ "$(programs "$tracer" | wc -l)" -ge 4 ]
}

# Its terminal or pipe is not read: $reader holds the other end. As after su, a terminal may be somebody else's.
start_stalled()
{
	rm -f "$dir/stalled" "$dir/pid"
	owner=0
	[ "$1" != "another's terminal" ] || owner=65534
	if [ "$1" != "a pipe" ]; then
		script -qec "chown $owner \$(tty); echo \$\$ > $dir/pid; exec $pa trace -a" /dev/null > /dev/null < /dev/null &
		reader=$!
	else
		mkfifo "$dir/stalled"
		sh -c 'exec sleep 60' < "$dir/stalled" &
		reader=$!
		sh -c 'echo $$ > "$0/pid"; exec "$1" trace -a 2> "$0/stalled"' "$dir" "$pa" &
	fi
	wait_until 10 [ -s "$dir/pid" ]
	tracer=$(cat "$dir/pid")
	started="$started $tracer $reader"
	wait_until 20 has_programs
	[ "$1" = "a pipe" ] || kill -STOP "$reader"
}

# Who is told to end does so, although what it has to say finds no reader.
stalled_output()
{
	for output in "a pipe" "a terminal" "another's terminal"; do
		if [ "$output" != "a pipe" ] && ! command -v script > /dev/null; then
			skip "errors: $output that is not read" "script is not installed"
			continue
		fi
		start_stalled "$output"
		for _ in 1 2 3 4; do
			ls -lR /etc > /dev/null 2>&1
		done
		ids=$(programs "$tracer")
		# The first may come between two writes: then it is what is left that finds no reader.
		kill -INT "$tracer"
		wait_until 5 is_gone "$tracer" || kill -TERM "$tracer"
		if wait_until 10 is_gone "$tracer"; then
			pass "errors: $output that is not read: a signal ends the trace"
		else
			fail "errors: $output that is not read: a signal ends the trace"
			kill -KILL "$tracer"
		fi
		nothing_left "errors: $output that is not read: nothing is left attached"
		kill -KILL "$reader"
		wait "$reader" 2> /dev/null
	done
}

# As under nohup: then it is ignored by the tracer too. SIGHUP is the lowest bit of the mask.
hangup_is_ignored()
{
	sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$$/status | grep -q '[13579bdf]$'
}

# Both ends of the command's pipes see that it has closed them while it goes on, as without us.
closed_streams()
{
	for command in "trace -e close" "strace -e close"; do
		rm -f "$dir/began" "$dir/go" "$dir/written" "$dir/read"
		# shellcheck disable=SC2086 # words
		{
			wait_until 10 [ -e "$dir/began" ]
			yes 2> /dev/null
			: > "$dir/written"
		} |
			"$pa" $command -o "$dir/out" -- sh -c \
				'exec <&- >&-; : > "$0/began"; until [ -e "$0/go" ]; do sleep 0.05; done' "$dir" |
			{
				cat > /dev/null
				: > "$dir/read"
			} &
		held=
		wait_until 10 [ -e "$dir/written" ] || held="$held input"
		wait_until 10 [ -e "$dir/read" ] || held="$held output"
		: > "$dir/go"
		wait $!
		equal "errors: $command: what the command closes is not kept open" "" "$held"
	done
	# What the lines go to is.
	"$pa" trace -e close -o - -- sh -c 'exec >&-; : > /dev/null' > "$dir/lines" 2> /dev/null
	expect "errors: -o -: the lines after the command closed its output" "$dir/lines" 'close\('
}

# A signal that was blocked for the tracer ends nothing.
blocked_signals()
{
	if ! env --block-signal=TERM true 2> "$dir/err"; then
		skip "errors: signals that are blocked" "$(cat "$dir/err")"
		return
	fi
	for signal in INT QUIT TERM HUP; do
		# shellcheck disable=SC2016
		timeout -k 1 20 env --block-signal=$signal "$pa" trace -e exit_group -o "$dir/blocked" -- \
			sh -c "kill -$signal "'$PPID; sleep 0.3; exit 7' 2> "$dir/err"
		equal "errors: SIG$signal, which is blocked: the command's status" 7 $?
		expect "errors: SIG$signal, which is blocked: the trace goes on" "$dir/blocked" 'sh/[0-9]+ exit_group\(.*7'
	done
}

signals()
{
	need_cmd "errors: signals" bpftool
	for signal in INT QUIT TERM HUP; do
		if [ $signal = HUP ] && hangup_is_ignored; then
			skip "errors: SIGHUP ends a trace" "it is ignored here"
			continue
		fi
		serve 1
		trace_bg "$dir/trace" -v -S -e access -p "$server"
		wait_until 10 grep -qs /aug/tick/main "$dir/trace"
		ids=$(programs "$tracer")
		kill -$signal "$tracer"
		if wait_until 10 is_gone "$tracer"; then
			pass "errors: SIG$signal ends a trace"
		else
			fail "errors: SIG$signal ends a trace"
			kill -KILL "$tracer"
		fi
		wait "$tracer"
		equal "errors: SIG$signal: status 0" 0 $?
		expect "errors: SIG$signal: the summary is printed" "$dir/trace" '^   access +[0-9]+ '
		equal "errors: SIG$signal: it counts what was shown" \
			"$(awk '/^   access / { n += $2 } END { print n + 0 }' "$dir/trace")" \
			"$(calls "$dir/trace" | grep -c ' = ')"
		equal "errors: SIG$signal: so does the ledger" "$(ledger "$trace_file.messages" shown)" \
			"$(calls "$dir/trace" | grep -c ' = ')"
		nothing_left "errors: SIG$signal leaves nothing attached"
		if is_gone "$server"; then
			fail "errors: the process that was traced lives on"
		else
			pass "errors: the process that was traced lives on"
		fi
		kill -USR1 "$server"
		wait "$server"
	done

	serve 1
	trace_bg "$dir/trace" -S -p "$server"
	wait_until 10 grep -qs /aug/tick/main "$dir/trace"
	ids=$(programs "$tracer")
	kill -KILL "$tracer"
	wait "$tracer" 2> /dev/null
	nothing_left "errors: SIGKILL leaves nothing attached"
	kill -USR1 "$server"
	wait "$server"
	equal "errors: the process that was traced lives on, to its end" 0 $?
}

# A signal that only we get goes on to the command.
signals_with_a_command()
{
	trace_bg "$dir/trace" -S -e access,clock_nanosleep -- sleep 1000
	wait_until 10 grep -qs clock_nanosleep "$dir/trace"
	ids=$(programs "$tracer")
	kill -TERM "$tracer"
	wait "$tracer"
	equal "errors: SIGTERM goes on to the command, whose status is ours" 143 $?
	expect "errors: the summary is printed" "$dir/trace" '^   access +[0-9]+ '
	nothing_left "errors: nothing is left attached"

	rm -f "$dir/done"
	trace_bg "$dir/trace" -S -e access,clock_nanosleep -- \
		sh -c "trap '' INT; sleep 4; echo > $dir/done"
	wait_until 10 grep -qs clock_nanosleep "$dir/trace"
	ids=$(programs "$tracer")
	kill -INT "$tracer"
	if wait_until 3 is_gone "$tracer" && [ ! -e "$dir/done" ]; then
		pass "errors: SIGINT ends the trace of a command that ignores it"
	else
		fail "errors: SIGINT ends the trace of a command that ignores it" "$trace_file.messages"
	fi
	wait "$tracer"
	expect "errors: the summary is printed" "$dir/trace" '^   access +[0-9]+ '
	nothing_left "errors: nothing is left attached"
	if wait_until 10 test -e "$dir/done"; then
		pass "errors: the command goes on to its end"
	else
		fail "errors: the command goes on to its end"
	fi

	rm -f "$dir/done"
	trace_bg "$dir/trace" -- sh -c "sleep 1; echo > $dir/done"
	wait_until 10 grep -qs 'execve(.*sleep' "$dir/trace"
	ids=$(programs "$tracer")
	kill -KILL "$tracer"
	wait "$tracer" 2> /dev/null
	nothing_left "errors: SIGKILL leaves nothing attached"
	if wait_until 10 test -e "$dir/done"; then
		pass "errors: the command goes on to its end"
	else
		fail "errors: the command goes on to its end"
	fi
}

# Before anything is begun: the command would go on, and a file would be left in parts.
missing_library()
{
	set -- /lib/*/libdw.so.[0-9]
	if ! unshare -m --propagation private mount --bind /dev/null "$1" 2> /dev/null; then
		skip "errors: without a library that is loaded late" "none can be hidden here"
		return
	fi
	library=$1
	without()
	{
		rm -f "$dir/done" "$dir/kept"
		unshare -m --propagation private sh -c 'mount --bind /dev/null "$1" && shift && exec "$@"' sh "$library" "$@" \
			2> "$dir/messages"
		status=$?
	}
	for command in "trace --call-graph dwarf" "strace -k" record; do
		# shellcheck disable=SC2086 # words
		if ! "$pa" $command -o /dev/null true 2> "$dir/messages" && grep -q 'needs .* of Linux' "$dir/messages"; then
			skip "errors: without libdw: $command" "$(cat "$dir/messages")"
			continue
		fi
		# shellcheck disable=SC2086
		without "$pa" $command -o "$dir/kept" touch "$dir/done"
		equal "errors: without libdw: $command: the status" 1 $status
		expect "errors: without libdw: $command: what is missing" "$dir/messages" 'library.*libdw\.so.*file too short'
		equal "errors: without libdw: $command: nothing is begun" "" "$(ls "$dir/done" "$dir/kept" 2> /dev/null)"
	done
	without "$pa" trace -o "$dir/kept" touch "$dir/done"
	equal "errors: without libdw: what does not need it" 0 $status
	expect "errors: without libdw: what does not need it: its lines" "$dir/kept" "$dir/done"
}

work work_calls
need_file "errors: work_tree is built" "$BUILD/tests/live/work_tree"
wrong_options
wrong_targets
statuses
full_disk
closed_pipe
closed_streams
blocked_signals
signals
signals_with_a_command
stalled_output
privilege
missing_library
finish
