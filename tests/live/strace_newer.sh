#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Options of strace 6.3 to 6.16, as their manual pages have them: the strace beside which the others are is older.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

work work_newer

# lines OPTION...: of a trace of the program, without the one of its end
lines()
{
	"$pa" strace -o "$dir/lines" "$@" "$work" > "$dir/out" 2> "$dir/messages"
	equal "newer: $*: status" 0 $?
}

# calls: those in $dir/lines of the program's own, in a row
calls()
{
	sed -nE 's/^([a-z0-9]+)\(.*/\1/p' "$dir/lines" | tr '\n' ' '
}

lines --trace-fds=4 -e trace=openat,read,dup2,lseek,close
equal "newer: --trace-fds: calls with it" "read close " "$(calls | sed 's/^close //')"
expect "newer: --trace-fds: the one of them" "$dir/lines" '^read\(4, '
refuse "newer: --trace-fds: not another" "$dir/lines" '\((3|9)[,)]'
for name in fd fds trace-fd trace-fds; do
	lines -e $name=9,4 -e trace=read,dup2,lseek,close,poll,getppid
	equal "newer: -e $name: of two" "read dup2 lseek close poll " "$(calls)"
done
lines --trace-fds=9 -P /proc/uptime -e trace=openat,read,dup2,lseek,close
equal "newer: --trace-fds with -P: either" "openat read dup2 lseek close " "$(calls)"
lines --trace-fds=all -e trace=read,dup2,lseek,getppid,brk,openat
refuse "newer: --trace-fds=all: others" "$dir/lines" '^(getppid|brk|openat)\('
equal "newer: --trace-fds=all: all that have one" "read read dup2 lseek " "$(calls | sed 's/^read read /read /')"

lines --syscall-limit=3
equal "newer: --syscall-limit: calls" 3 "$(wc -l < "$dir/lines")"
expect "newer: --syscall-limit: from the first on" "$dir/lines" '^execve\('
lines --syscall-limit=2 -e trace=lseek,dup2,getppid
equal "newer: --syscall-limit: of those that are wanted" "dup2 lseek " "$(calls)"
"$pa" strace --syscall-limit=1 -o "$dir/lines" sh -c 'echo on; exit 7' > "$dir/out" 2>&1
equal "newer: --syscall-limit: the command goes on" "7 on" "$? $(cat "$dir/out")"

for option in '' -D; do
	# shellcheck disable=SC2086
	"$pa" strace $option --syscall-limit=2 -f -e trace=clone,clone3,vfork,fork,wait4,exit_group -o "$dir/lines" \
		sh -c '/bin/true; /bin/true; sleep 0.3; exit 6' > "$dir/out" 2>&1
	equal "newer: --syscall-limit $option: status" 6 $?
	[ -z "$option" ] || wait_until 10 grep -q . "$dir/lines"
	equal "newer: --syscall-limit $option: calls" 2 "$(grep -c ' = ' "$dir/lines")"
	tail -n 1 "$dir/lines" > "$dir/last"
	expect "newer: --syscall-limit $option: nothing behind the last" "$dir/last" ' = ([0-9]+|\?)$'
done

lines -N -e trace=openat,read,getppid,lseek
expect "newer: -N" "$dir/lines" '^openat\(dfd=AT_FDCWD, filename="/proc/version", flags=O_RDONLY\) = 3$'
expect "newer: -N: what it gives" "$dir/lines" '^read\(fd=4, buf=".*", count=4\) += 4$'
expect "newer: -N: without arguments" "$dir/lines" '^getppid\(\) +='
lines --arg-names -X raw -e trace=openat
expect "newer: --arg-names with numbers" "$dir/lines" '^openat\(dfd=-100, filename="/proc/version", flags=0\) = 3$'
"$pa" strace -f -N -o "$dir/lines" -e trace=clone,clone3,vfork,fork,wait4 sh -c 'true & wait' > "$dir/out" 2>&1
expect "newer: -N: of a call that waits" "$dir/lines" ' wait4\(upid=-1, '
expect "newer: -N: of one with names" "$dir/lines" ' clone\(child_stack=NULL, flags='

line=$(grep -n 'the line of the test' tests/live/work_newer.c | cut -d: -f1)
lines -k -e trace=read
if ! grep -q '/work_newer(' "$dir/lines"; then
	skip "newer: call chains" "before Linux 5.15 they end where there are no frame pointers"
else
	for option in -kk --stack-trace=source; do
		lines $option -e trace=read
		expect "newer: $option: a source line" "$dir/lines" "^ > .*/work_newer\((read_both|main)\+0x[0-9a-f]+\) \[0x[0-9a-f]+\] .*work_newer\.c:$line\$"
	done
	for option in -k --stack-trace --stack-trace=symbol --stack-traces; do
		lines $option -e trace=read
		expect "newer: $option" "$dir/lines" '^ > .*/work_newer\((read_both|main)\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
		refuse "newer: $option: no source line" "$dir/lines" 'work_newer\.c'
	done
	lines --stack-trace -k -e trace=read
	expect "newer: --stack-trace -k: as -kk" "$dir/lines" 'work_newer\.c:'
	lines --stack-trace=source --stack-trace -e trace=read
	refuse "newer: the last --stack-trace counts" "$dir/lines" 'work_newer\.c:'
	lines -k --stack-trace-frame-limit=1 -e trace=read
	equal "newer: --stack-trace-frame-limit" "$(grep -c '^read(' "$dir/lines")" "$(grep -c '^ > ' "$dir/lines")"
fi

"$pa" strace --always-show-pid -e trace=getppid "$work" > "$dir/out" 2> "$dir/lines"
expect "newer: --always-show-pid" "$dir/lines" '^\[pid +[0-9]+\] getppid\(\) +='
lines --always-show-pid -e trace=getppid
expect "newer: --always-show-pid: in a file" "$dir/lines" '^[0-9]+ +getppid\(\) +='

# shellcheck disable=SC2016
"$pa" strace --argv0=other -e trace=execve -o "$dir/lines" sh -c 'echo "$(tr "\0" " " < /proc/$$/cmdline)"' > "$dir/out" 2>&1
expect "newer: --argv0: what is run" "$dir/lines" '^execve\("[^"]*/sh", \["other", "-c", '
expect "newer: --argv0: its name" "$dir/out" '^other -c '
"$pa" strace --argv0=other -o "$dir/lines" "$dir/not-there" > "$dir/out" 2>&1
equal "newer: --argv0: no such command: status" 127 $?
expect "newer: --argv0: it is named" "$dir/out" "cannot run '.*not-there'"

"$pa" strace -u 65533:65532 -o "$dir/lines" -e trace=none sh -c 'id -u; id -g; id -G' > "$dir/out" 2>&1
equal "newer: -u UID:GID" "65533 65532 65532" "$(tr '\n' ' ' < "$dir/out" | sed 's/ $//')"

# not_taken MESSAGE OPTION...
not_taken()
{
	not_taken_message=$1
	shift
	"$pa" strace "$@" true > "$dir/out" 2> "$dir/messages"
	equal "newer: $*: status" 1 $?
	expect "newer: $*: says so" "$dir/messages" "$not_taken_message"
}
for name in inject fault kvm namespace kill-on-exit; do
	case $name in
	kill-on-exit) not_taken "^perf-augment: --$name is not supported: " "--$name" ;;
	*) not_taken "^perf-augment: --$name is not supported: " "--$name=x" ;;
	esac
done
not_taken '^perf-augment: --secontext is not supported: ' --secontext
for set in '!3' none '!all'; do
	not_taken "'$set' is not supported: numbers, or all" "--trace-fds=$set"
done
not_taken "'x' is no list of descriptors" -e fd=x
not_taken "'0' is not a number from 1" --syscall-limit=0
not_taken "'0' is not a number from 1" --stack-trace-frame-limit=0
not_taken "'lines' is not one of symbol and source" --stack-trace=lines
not_taken "'1:x' is not a user of this machine, or UID:GID" -u 1:x
not_taken "'4294967295:1' is not a user" -u 4294967295:1
not_taken 'two of them.* are the most' -kkk
not_taken 'two of them.* are the most' --stack-trace=source -k
"$pa" strace --argv0=x -p $$ > "$dir/out" 2> "$dir/messages"
equal "newer: --argv0 without a command: status" 1 $?
expect "newer: --argv0 without a command" "$dir/messages" '--argv0 is the name of a command, and there is none'
"$pa" strace --stack-trace-frame-limit=2 -o "$dir/lines" true 2> "$dir/messages"
expect "newer: --stack-trace-frame-limit without -k" "$dir/messages" 'has no effect without -k'
"$pa" strace -e trace=getppid --trace-fds=3 -o "$dir/lines" true 2> "$dir/messages"
expect "newer: --trace-fds that no call can match" "$dir/messages" 'none of the calls to trace can match --trace-fds'
not_taken 'syscall-limit is for lines' -c --syscall-limit=2
finish
