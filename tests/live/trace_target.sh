#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Which tasks and calls a trace has, and what its options and config keys do to the lines.
. tests/lib.sh
. tests/live/trace_common.inc

# What a terminal, its emulator and we ourselves would do for each line
io_calls='access,read,write,readv,writev,*poll*,*select*,epoll_*,ioctl,send*,recv*'

# The thread of a line: what else is in it is text that the thread read, of another trace perhaps.
line="^ *[0-9.]+ \\([^)]*\\): [^(]*"

# sees PID WHAT: $trace_file has a tick of the process (its main thread has its number)
# shellcheck disable=SC2317 # by wait_until
sees()
{
	grep -qs "/$1 access(filename: \"/aug/tick/$2\"" "$trace_file"
}

# marks N: what server N printed below its number; marks_of FILE: the marks of a trace
marks()
{
	sed 1d "$dir/server.$1"
}

marks_of()
{
	calls "$1" | grep '"/aug/' | grep -v /aug/tick
}

names()
{
	bare "$1" | sed 's/(.*//' | LC_ALL=C sort -u | tr '\n' ' '
}

by_pid()
{
	serve 1
	trace_bg "$dir/trace" -e access -p "$server"
	if wait_until 10 grep -qs /aug/tick/one "$dir/trace" && wait_until 10 grep -qs /aug/tick/two "$dir/trace" &&
		wait_until 10 sees "$server" main; then
		pass "target: -p shows all threads that are there"
	else
		fail "target: -p shows all threads that are there" "$dir/trace"
	fi
	kill -USR1 "$server"
	ended "target: -p ends when the process does"
	wait "$server"
	marks 1 > "$dir/wanted"
	marks_of "$dir/trace" > "$dir/got"
	same "target: -p follows later threads and children" "$dir/wanted" "$dir/got"

	serve 1
	trace_bg "$dir/trace" -e access --no-inherit -p "$server"
	wait_until 10 sees "$server" main
	kill -USR1 "$server"
	ended "target: -p --no-inherit ends too"
	wait "$server"
	marks 1 | grep -v /aug/late > "$dir/wanted"
	marks_of "$dir/trace" > "$dir/got"
	same "target: -p --no-inherit does not" "$dir/wanted" "$dir/got"
}

by_tid()
{
	serve 1
	# shellcheck disable=SC2012 # numbers; the second is the first thread that was made
	tid=$(ls "/proc/$server/task" | sort -n | sed -n 2p)
	trace_bg "$dir/trace" -e access -t "$tid"
	if wait_until 10 sees "$tid" one; then
		pass "target: -t shows the thread"
	else
		fail "target: -t shows the thread" "$dir/trace"
	fi
	sleep 0.2
	kill -USR1 "$server"
	ended "target: -t ends when the thread does"
	wait "$server"
	refuse "target: -t shows no other thread" "$dir/trace" '/aug/(tick/two|tick/main|told|late)'
}

# As perf and strace -f take it.
by_pid_of_a_thread()
{
	serve 1
	# shellcheck disable=SC2012
	tid=$(ls "/proc/$server/task" | sort -n | sed -n 2p)
	trace_bg "$dir/trace" -e access -p "$tid"
	if wait_until 10 sees "$server" main && wait_until 10 sees "$tid" one; then
		pass "target: -p with the number of a thread shows its process"
	else
		fail "target: -p with the number of a thread shows its process" "$dir/trace.messages"
	fi
	kill -USR1 "$server"
	ended "target: -p with the number of a thread ends when the process does"
	wait "$server"
}

by_list()
{
	serve 1
	first=$server
	serve 2
	second=$server
	trace_bg "$dir/trace" -e access -p "$first,$second"
	if wait_until 10 sees "$first" main && wait_until 10 sees "$second" main; then
		pass "target: -p takes a list"
	else
		fail "target: -p takes a list" "$dir/trace"
	fi
	kill -USR1 "$first"
	wait "$first"
	sleep 0.5
	if is_gone "$tracer"; then
		fail "target: it does not end with the first of them" "$trace_file.messages"
	else
		pass "target: it does not end with the first of them"
	fi
	kill -USR1 "$second"
	ended "target: it ends with the last"
	wait "$second"
}

# thread_of PID: a thread of it that is not its first
thread_of()
{
	for tid in "/proc/$1/task/"*; do
		[ "${tid##*/}" = "$1" ] || break
	done
	echo "${tid##*/}"
}

# filtered_thread: as perf does, a number of a thread filters that thread
filtered_thread()
{
	thread=$(thread_of "$first")
	for target in "-p $first" -a; do
		# shellcheck disable=SC2086 # words
		trace_bg "$dir/trace" $target --filter-pids "$thread" -e access
		wait_until 10 sees "$first" main
		wait_until 10 grep -qs "work_tree/[0-9]* access.*/aug/tick/two" "$dir/trace"
		stop "$tracer"
		expect "target: ${target%% *} --filter-pids TID leaves the process in" "$dir/trace" "/$first access.*/aug/tick/main"
		expect "target: ${target%% *} --filter-pids TID leaves its other threads in" "$dir/trace" '/aug/tick/two'
		refuse "target: ${target%% *} --filter-pids TID leaves that thread out" "$dir/trace" "/$thread access"
		refuse "target: ${target%% *} --filter-pids TID is not warned of" "$trace_file.messages" 'filter-pids'
	done
	none=$(cat /proc/sys/kernel/pid_max) # numbers end below it
	status "target: --filter-pids of nobody: the trace goes on" 0 "$pa" trace --filter-pids "$none,$thread" true
	expect "target: --filter-pids of nobody is warned of" "$dir/status_out" \
		"^perf-augment: warning: --filter-pids: there is no such process or thread: $none\$"
	refuse "target: of the other one not" "$dir/status_out" "filter-pids.*$thread"
}

everything()
{
	serve 1
	first=$server
	serve 2
	second=$server
	trace_bg "$dir/trace" -a -e "$io_calls"
	if wait_until 10 sees "$first" main && wait_until 10 sees "$second" main; then
		pass "target: -a shows other processes"
	else
		fail "target: -a shows other processes" "$dir/trace"
	fi
	stop "$tracer"
	case $stopped in
	0 | 3) pass "target: -a ends with SIGINT" ;;
	*) fail "target: -a ends with SIGINT" "$trace_file.messages" ;;
	esac
	refuse "target: -a does not show itself" "$dir/trace" "$line/$tracer "

	trace_bg "$dir/trace" -a --filter-pids "$first" -e access
	wait_until 10 sees "$second" main
	stop "$tracer"
	expect "target: --filter-pids leaves the others in" "$dir/trace" "/$second access.*/aug/tick/main"
	for tid in "/proc/$first/task/"*; do
		refuse "target: --filter-pids leaves its threads out" "$dir/trace" "/${tid##*/} access"
	done

	filtered_thread

	"$pa" trace -a -e access -o "$dir/trace" -- sh -c 'sleep 0.3; exit 7' 2> "$dir/messages"
	equal "target: -a with a command ends with it, and has its status" 7 $?
	expect "target: -a with a command shows others" "$dir/trace" "/$second access.*/aug/tick/main"
	expect "target: -a with a command shows that one" "$dir/trace" " sleep/[0-9]+ access"
	kill -USR1 "$first" "$second"
	wait "$first" "$second"
}

# The terminal's side of a line must not make the next line.
in_script()
{
	if ! command -v script > /dev/null; then
		skip "target: -a under script(1)" "script is not installed"
		return
	fi
	rm -f "$dir/tracer"
	script -qec "sh -c 'echo \$\$ > $dir/tracer; exec $pa trace -a -e \"$io_calls\"'" "$dir/typescript" \
		> /dev/null 2>&1 < /dev/null &
	terminal=$!
	started="$started $terminal"
	wait_until 10 grep -qs /aug/tick "$dir/typescript"
	sleep 2
	kill -INT "$(cat "$dir/tracer")"
	wait "$terminal"
	sed 's/\x1b\[[0-9;]*m//g; s/\r//g' "$dir/typescript" > "$dir/trace"
	expect "target: -a under script(1) shows others" "$dir/trace" "/$server access.*/aug/tick/main"
	refuse "target: it does not show itself" "$dir/trace" "$line/$(cat "$dir/tracer") "
	refuse "target: it does not show script(1)" "$dir/trace" "$line/$terminal [a-z]"
}

in_tmux()
{
	if ! command -v tmux > /dev/null; then
		skip "target: -a in tmux" "tmux is not installed"
		return
	fi
	rm -f "$dir/tracer"
	echo 'set -g history-limit 200000' > "$dir/tmux.conf"
	if ! tmux -S "$dir/tmux" -f "$dir/tmux.conf" new-session -d -x 250 -y 50 \
		"echo \$\$ > $dir/tracer; exec $pa trace -a -e '$io_calls'" 2> "$dir/messages"; then
		fail "target: -a in tmux" "$dir/messages"
		return
	fi
	terminal=$(tmux -S "$dir/tmux" display-message -p '#{pid}')
	tmux -S "$dir/tmux" show-buffer > /dev/null 2>&1
	wait_until 10 tmux_shows /aug/tick
	sleep 2
	tmux -S "$dir/tmux" capture-pane -p -J -S - > "$dir/trace"
	kill -INT "$(cat "$dir/tracer")"
	wait_until 10 is_gone "$(cat "$dir/tracer")"
	tmux -S "$dir/tmux" kill-server 2> /dev/null
	expect "target: -a in tmux shows others" "$dir/trace" "/$server access.*/aug/tick/main"
	refuse "target: it does not show itself" "$dir/trace" "$line/$(cat "$dir/tracer") "
	refuse "target: it does not show the server of tmux" "$dir/trace" "$line/$terminal [a-z]"
}

# shellcheck disable=SC2317
tmux_shows()
{
	tmux -S "$dir/tmux" capture-pane -p -J | grep -q "$1"
}

in_a_pipe()
{
	rm -f "$dir/trace"
	mkfifo "$dir/pipe"
	cat < "$dir/pipe" > "$dir/trace" &
	reader=$!
	"$pa" trace -a -e "$io_calls" 2> "$dir/pipe" &
	tracer=$!
	started="$started $reader $tracer"
	wait_until 10 grep -qs /aug/tick "$dir/trace"
	sleep 1
	stop "$tracer"
	wait "$reader"
	expect "target: -a into a pipe shows others" "$dir/trace" "/$server access.*/aug/tick/main"
	refuse "target: it does not show who reads the pipe" "$dir/trace" "$line/$reader [a-z]"
}

# tr_file OPTION...: traces a small command that fails twice and sleeps, into $dir/trace
tr_file()
{
	"$pa" trace -o "$dir/trace" "$@" -- sh -c 'cat /etc/hostname /aug/not-there; sleep 0.1; exit 7' \
		> /dev/null 2> "$dir/messages"
	tr_status=$?
}

selection()
{
	tr_file -e openat,close
	equal "target: -e takes a list" "close openat " "$(names "$dir/trace")"
	equal "target: the status is the command's" 7 "$tr_status"
	tr_file -e close -e openat
	equal "target: several -e add up" "close openat " "$(names "$dir/trace")"
	tr_file -e 'op*at,clos?'
	equal "target: -e takes globs" "close openat " "$(names "$dir/trace")"
	tr_file -e '!open*,close'
	refuse "target: -e !LIST leaves those out" "$dir/trace" ' (open|openat|close)\('
	expect "target: -e !LIST shows the rest" "$dir/trace" ' mmap\('
	tr_file
	expect "target: without -e all are shown" "$dir/trace" ' openat\('
	expect "target: without -e all are shown" "$dir/trace" ' exit_group\('
	bare "$dir/trace" | grep -c ' = -1 ' > "$dir/wanted"
	tr_file --failure
	bare "$dir/trace" | wc -l > "$dir/got"
	same "target: --failure shows the calls that fail, all of them" "$dir/wanted" "$dir/got"
	expect "target: --failure: among them the path that is not there" "$dir/trace" '/aug/not-there.* = -1 ENOENT'
	refuse "target: --failure shows no other" "$dir/trace" ' = ([^-]|-[^1])'
	tr_file --duration 90
	expect "target: --duration shows a sleep" "$dir/trace" ' clock_nanosleep\('
	refuse "target: --duration shows nothing shorter" "$dir/trace" '^ *[0-9.]+ \( *[0-8]?[0-9]\.[0-9]+ ms\)'
	tr_file --duration 100000
	equal "target: --duration: nothing takes that long" 0 "$(wc -l < "$dir/trace")"
	tr_file --max-events 5
	equal "target: --max-events stops after so many" 5 "$(wc -l < "$dir/trace")"
	equal "target: the command goes on to its end" 7 "$tr_status"
	"$pa" trace --max-events 1 -e clock_nanosleep -o "$dir/trace" sleep 2 2> "$dir/messages"
	equal "target: --max-events counts the line of a call that waits" 1 "$(wc -l < "$dir/trace")"
	expect "target: --max-events: it is that line" "$dir/trace" ' clock_nanosleep\(.*\) \.\.\.$'
	tr_file -z -Z
	wc -l < "$dir/trace" > "$dir/got"
	same "target: -z -Z: the last one counts" "$dir/wanted" "$dir/got"
	expect "target: -z -Z: and that is said" "$dir/messages" 'warning: of -z and -Z .*the last one counts'
}

lines()
{
	tr_file -s
	expect "target: -s prints a summary" "$dir/trace" '^   openat +[0-9]+ +[0-9]+ '
	refuse "target: -s prints no calls" "$dir/trace" 'openat\('
	tr_file -S
	expect "target: -S prints a summary" "$dir/trace" '^   openat +[0-9]+ +[0-9]+ '
	expect "target: -S prints the calls too" "$dir/trace" 'openat\('
	tr_file
	expect "target: times begin at 0" "$dir/trace" '^ +[0-9]{1,4}\.[0-9]{3} \('
	refuse "target: times are not the clock's" "$dir/trace" '^ *[0-9]{6,}\.[0-9]{3} \('
	tr_file -T -e openat
	last=$(sed -n '$s/^ *\([0-9]*\)\..*/\1/p' "$dir/trace")
	tr_file -T -e openat
	next=$(sed -n '1s/^ *\([0-9]*\)\..*/\1/p' "$dir/trace")
	if [ "${last:-0}" -gt 0 ] && [ "${next:-0}" -ge "$last" ]; then
		pass "target: -T prints the clock, which goes on from run to run"
	else
		fail "target: -T prints the clock, which goes on from run to run" "$dir/trace"
		echo "# $last ms, then $next ms"
	fi
	tr_file --no-comm -e openat
	expect "target: --no-comm prints the number alone" "$dir/trace" '^ *[0-9.]+ \( *[0-9.]+ ms\): [0-9]+ openat\('
	tr_file --no-comm --comm -e openat
	expect "target: --comm prints the name" "$dir/trace" '^ *[0-9.]+ \( *[0-9.]+ ms\): (sh|cat)/[0-9]+ openat\('
	tr_file -m 1M -e openat
	expect "target: -m takes a size" "$dir/trace" '/aug/not-there'
	tr_file -m 64 -e openat
	expect "target: -m takes pages" "$dir/trace" '/aug/not-there'
	"$pa" trace -e openat -- cat /etc/hostname > "$dir/out" 2> "$dir/trace"
	expect "target: without -o the trace goes to standard error" "$dir/trace" 'openat\(.*/etc/hostname'
	same "target: the command's output is its own" /etc/hostname "$dir/out"
}

old_file()
{
	rm -f "$dir/kept"*
	echo "the first" > "$dir/kept"
	cp "$dir/kept" "$dir/first"
	"$pa" trace -e openat -o "$dir/kept" -- true 2> "$dir/messages"
	same "target: -o keeps an old file as FILE.old" "$dir/first" "$dir/kept.old"
	expect "target: -o writes the new one" "$dir/kept" 'openat\('
	"$pa" trace -e execve -o "$dir/kept" -- true 2> "$dir/messages"
	expect "target: -o: one old file is kept, the last" "$dir/kept.old" 'openat\('
}

# with KEY LINE...: what the traces have with these lines in the section [trace] of the config
with()
{
	{
		echo "[trace]"
		printf '\t%s\n' "$@"
	} > "$dir/config"
	PERF_CONFIG=$dir/config "$pa" trace -o "$dir/trace" -e openat,lseek,access -- \
		perl -e 'open(F, "/etc/hostname"); seek(F, 0, 0); -e "/aug/1"; system("cat /etc/hostname > /dev/null")' \
		> "$dir/out" 2> "$dir/messages"
}

config_keys()
{
	if ! command -v perl > /dev/null; then
		skip "target: keys of .perfconfig" "perl is not installed"
		return
	fi
	with 'show_timestamp = no'
	expect "target: show_timestamp = no" "$dir/trace" '^ ?\( *[0-9.]+ ms\): perl/[0-9]+ openat\('
	with 'show_duration = false'
	expect "target: show_duration = false" "$dir/trace" '^ *[0-9]+\.[0-9]{3} perl/[0-9]+ openat\('
	with 'show_arg_names = no' 'show_zeros = yes'
	expect "target: show_arg_names = no" "$dir/trace" 'openat\(CWD, "/etc/hostname", RDONLY'
	with 'show_prefix = yes'
	expect "target: show_prefix = yes" "$dir/trace" 'openat\(dfd: AT_FDCWD, filename: "/etc/hostname", flags: O_RDONLY'
	with 'show_zeros = yes'
	expect "target: show_zeros = yes" "$dir/trace" 'lseek\(fd: 3, offset: 0, whence: SET\)'
	with 'show_zeros = no'
	expect "target: show_zeros = no" "$dir/trace" 'lseek\(fd: 3, whence: (SET|CUR)\)'
	with 'args_alignment = 120'
	expect "target: args_alignment = 120" "$dir/trace" 'lseek\(.*\) {80,} = '
	with 'args_alignment = 0'
	expect "target: args_alignment = 0" "$dir/trace" 'lseek\(.*\) = '
	expect "target: children are followed" "$dir/trace" ' cat/[0-9]+ openat'
	with 'no_inherit = yes'
	expect "target: no_inherit = yes shows the command" "$dir/trace" ' perl/[0-9]+ openat\(.*/etc/hostname'
	refuse "target: no_inherit = yes shows no child" "$dir/trace" ' cat/[0-9]+ openat'
	with 'add_events = brk'
	expect "target: add_events adds to -e" "$dir/trace" ' brk\('
	expect "target: -e still counts" "$dir/trace" ' openat\('
	with 'add_events = /not/there/augmented_raw_syscalls.o'
	expect "target: add_events: objects are for stock perf" "$dir/trace" ' openat\(.*/etc/hostname'
}

work work_tree
by_pid
by_tid
by_pid_of_a_thread
by_list
everything
serve 3
in_script
in_tmux
in_a_pipe
kill -USR1 "$server"
wait "$server"
selection
lines
old_file
config_keys
finish
