#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `perf-augment strace` beside strace itself: the same command lines, the same lines.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "strace" strace
ln -s "$pa" "$dir/strace"
ours=$dir/strace

# Numbers of processes, times and addresses differ from run to run.
masked()
{
	sed -E 's/\[pid +[0-9]+/[pid N/; s/^[0-9]+ +([^0-9])/N \1/; s/(Process |si_pid=|kill\(|= )[0-9]{3,}/\1N/
		s/[0-9]{2}:[0-9]{2}:[0-9]{2}/TIME/; s/\.[0-9]{6}/.USECS/g; s/^[0-9]{10}/SECS/
		s/0x[0-9a-f]{6,}/ADDR/g; s/si_([us]time)=[0-9]+[^,}]*/si_\1=T/g' "$1"
}

# alike NAME OPTION...: both print the same lines for a command whose calls have no pointers
alike()
{
	alike_name=$1
	shift
	strace "$@" > "$dir/out" 2> "$dir/theirs"
	alike_status=$?
	"$ours" "$@" > "$dir/out" 2> "$dir/mine"
	equal "strace: $alike_name: status" "$alike_status" $?
	masked "$dir/theirs" > "$dir/wanted"
	masked "$dir/mine" > "$dir/got"
	if [ -n "$order" ]; then
		for file in wanted got; do
			sed -E 's/^\[pid N\] //; s/ +=/ =/' "$dir/$file" | LC_ALL=C sort -o "$dir/$file"
		done
	fi
	same "strace: $alike_name" "$dir/wanted" "$dir/got"
}

order=
alike "files that are no files" --output-separately -e trace=none true
work work_calls
set_of=trace=getppid,getpgid,chdir
alike "a list of calls" -e $set_of "$work" burst 3
alike "a bare list" -e getppid,chdir "$work" burst 2
alike "a class" -e %pure "$work" burst 2
alike "an expression, a name that may be unknown" -e 'trace=/^get(pp|pg)id$,?no_such_call' "$work" burst 2
for set in getppid@64,chdir@32 getppid@x32,chdir %pure@64,?waitpid@64 /getppid@64 39@64,110@32 \
	'getppid,,chdir,' ',getppid' '?,getppid'; do
	alike "the list $set" -e "trace=$set" "$work" burst 2
done
alike "negation of 32-bit calls" -e 'trace=!%file@32,%memory,%desc,%process,%file@64' -e raw=getppid@32, true
alike "all in a list" -e trace=open,all,close -e signal='!!USR1' -e trace='!!exit_group' true
alike "lists with empty elements" -e status=,failed, -e signal=usr1,,usr2 -e quiet=exit, -e read=1, \
	-e decode-fds=path, -e access,exit_group true
alike "nothing" -e trace=none "$work" burst 2
alike "negation" -e 'trace=!%file,%memory,%desc,%process,prlimit64,rseq,set_robust_list,set_tid_address,getrandom,sched_getaffinity' \
	"$work" burst 2
alike "only what succeeds" -z -e getppid,chdir,getpgid,exit_group "$work" burst 2
alike "only what fails" -Z -e getppid,access,exit_group "$work" burst 2
alike "-e status" -e status=unfinished -e trace=getppid,exit_group "$work" burst 2
alike "-e quiet" -qq -e getppid "$work" burst 2
mkdir "$dir/a directory with a name that is longer than the limit of strings"
alike "a path that the kernel writes is whole" -e getcwd \
	env -C "$dir/a directory with a name that is longer than the limit of strings" /bin/pwd -P
alike "-a" -a 60 -e getppid "$work" burst 1
alike "-n" -n -e getppid,exit_group "$work" burst 1
alike "-t" -t -e getppid,exit_group "$work" burst 1
alike "-tt" -tt -e getppid,exit_group "$work" burst 1
alike "-ttt" -ttt -e getppid,exit_group "$work" burst 1
alike "--absolute-timestamps" --absolute-timestamps=format:unix,precision:us -e getppid "$work" burst 1
alike "--absolute-timestamps, in parts" --absolute-timestamps=precision:us --absolute-timestamps=format:unix \
	-e getppid "$work" burst 1
alike "--absolute-timestamps, a part" --absolute-timestamps=precision:us -e getppid "$work" burst 1
alike "-E: the command is found before it" -E PATH=/ -E NO_SUCH -e trace=getppid,exit_group true
alike "--absolute-timestamps, empty words" --absolute-timestamps=,US,, -e getppid "$work" burst 1
# tasks_of STRACE FILE: the lines of a program that changes priorities, without numbers
tasks_of()
{
	# shellcheck disable=SC2016 # the shell inside expands it
	"$1" -f -Y -o "$dir/lines" -e signal=none -e trace=getpriority,setpriority \
		sh -c 'renice -n 0 -p $$; renice -n 0 -g $$; :' > "$dir/out" 2>&1
	sed -E 's/^[0-9]+<[a-z]+> *//; s/ [0-9]{2,}/ N/; s/ +=/ =/' "$dir/lines" > "$2"
}
tasks_of strace "$dir/wanted"
tasks_of "$ours" "$dir/got"
same "strace: -Y: names of tasks, none of groups" "$dir/wanted" "$dir/got"
alike "-E: names that execve() takes" -v -e trace=execve -E =x -E '' -E HOME env
alike "-I by a name" --interruptible=always -e trace=getppid,exit_group true
"$ours" -o '|grep -c no-such-line' -e trace=exit_group true > "$dir/out" 2> "$dir/messages"
equal "strace: -o: the status of a command is its own" 0 $?
expect "strace: -o: the status of a command is told" "$dir/messages" '-o: the command ended with status 1'
# shellcheck disable=SC2016 # the shell inside expands it
"$ours" -o '|cat > /dev/null; kill -9 $$' -e trace=none true 2> "$dir/messages"
equal "strace: -o: the end of a command is its own" 0 $?
expect "strace: -o: the end of a command is told" "$dir/messages" '-o: the command was killed by signal 9'
(
	trap '' CHLD
	exec "$ours" -o '|cat > /dev/null' -e trace=exit_group true
) 2> "$dir/messages"
equal "strace: -o: a command whose status nobody keeps" 0 $?
before=$(TZ=UTC-1 date +%H)
TZ=UTC-1 "$ours" -t -E TZ=UTC+7 -e trace=none true 2> "$dir/messages"
grep -q "^$before\|^$(TZ=UTC-1 date +%H)" "$dir/messages"
equal "strace: -E: the clock is ours, not the command's" 0 $?
order=sorted
"$ours" -f -Y -e trace=write,exit_group -o "$dir/lines" sh -c 'printf name > /proc/self/comm; exit 4' 2> "$dir/messages"
equal "strace: -Y: who renames itself has the old name in that call" '<sh> write <name> exit_group' \
	"$(sed -n 's/^[0-9]*\(<[a-z]*> [a-z_]*\)(.*/\1/p' "$dir/lines" | paste -s -d ' ')"
alike "-y: the other end of a terminal" -y -e trace=ioctl script -qc true /dev/null
alike "-Y: who executes a program has its own name until then" -f -Y -e signal=none -e trace=execve \
	sh -c 'printf "a\nb" > /proc/self/comm; exec /bin/true'
for options in -c "-c -U name,calls" "-c -U calls,name"; do
	# shellcheck disable=SC2086
	strace $options -o "$dir/theirs" nproc > "$dir/out"
	# shellcheck disable=SC2086
	"$ours" $options -o "$dir/mine" nproc > "$dir/out"
	grep -E '^-|syscall' "$dir/theirs" > "$dir/wanted"
	grep -E '^-|syscall' "$dir/mine" > "$dir/got"
	same "strace: $options: as wide as the longest name" "$dir/wanted" "$dir/got"
done
# Without signals: what strace calls a child that has ended is a race of its own.
alike "-Y: a name with brackets" -f -Y -e signal=none -e trace=exit_group \
	sh -c 'printf "a<b>1" > /proc/self/comm; (exit 3); exit 4'
alike "-Y: a task without a name" -f -Y -e signal=none -e trace=exit_group,execve \
	sh -c 'printf "\0" > /proc/self/comm; (exit 3); exec sh -c "exit 4"'
order=
alike "-T" -T -e getppid,exit_group "$work" burst 1
alike "-e trace, a class that needs no %" -e trace=signal sh -c 'trap : USR1; kill -USR1 $$'
alike "-e trace, numbers" -e trace=39,110 sh -c :
alike "-e signal" -f -e trace=none -e signal=usr1,15 sh -c 'kill -USR1 $$'
alike "-e signal, none" -f -e trace=none -e signal='!USR1' sh -c 'kill -USR1 $$'
# Two processes run at once: what each does is compared, not who was first.
order=sorted
alike "children" -f -e trace=exit_group,getpid sh -c 'sh -c "exit 3"; exit 4'
order=
alike "without -f no children" -e trace=exit_group sh -c 'sh -c "exit 3"; exit 4'
alike "a caught signal" -e trace=none sh -c 'trap "exit 5" USR2; kill -USR2 $$; :'
# shellcheck disable=SC2016 # the shell inside expands it
alike "the environment" -E aug_is=here -E HOME -e trace=none sh -c 'test "$aug_is" = here -a -z "${HOME-}"'

# A signal is seen in its sender: the receiver's number must be that of the same pid namespace.
if unshare --pid --fork --mount-proc true 2> /dev/null; then
	# shellcheck disable=SC2016 # the shell inside expands it
	set -- -f -e trace=execve sh -c 'trap "" USR1; kill -USR1 $$; kill -WINCH $$; (kill $(exec sh -c "echo \$PPID")); :'
	unshare --pid --fork --mount-proc strace -o "$dir/theirs" "$@" > "$dir/out" 2>&1
	unshare --pid --fork --mount-proc "$ours" -o "$dir/mine" "$@" > "$dir/out" 2>&1
	for file in theirs mine; do
		grep -E 'SIG(USR1|WINCH|TERM)' "$dir/$file" |
			sed -E 's/^[0-9]+ +//; s/_(pid|[us]time)=[^,}]+/_\1=N/g' | LC_ALL=C sort > "$dir/$file.signals"
	done
	same "strace: signals in a pid namespace" "$dir/theirs.signals" "$dir/mine.signals"
else
	skip "strace: signals in a pid namespace" "unshare --pid is not possible here"
fi

# columns FILE: a table without its times
columns()
{
	awk '/^------|^% time/ { print; next } { print $NF, (NF > 5 ? $4 " " $5 : $4) }' "$1"
}

strace -c -S name -f -e trace=getppid,chdir,getpgid,dup -o "$dir/theirs" "$work" counts 10 > "$dir/out" 2>&1
"$ours" -c -S name -f -e trace=getppid,chdir,getpgid,dup -o "$dir/mine" "$work" counts 10 > "$dir/out" 2>&1
for file in theirs mine; do
	columns "$dir/$file" | sed 's/100.00//' > "$dir/$file.columns"
done
same "strace: -c has the counts and the look" "$dir/theirs.columns" "$dir/mine.columns"
for option in -z -Z --status=failed; do
	strace -c $option -U calls,errors,name -S name -e trace=getppid,access -o "$dir/wanted" sh -c :
	"$ours" -c $option -U calls,errors,name -S name -e trace=getppid,access -o "$dir/got" sh -c :
	same "strace: -c $option counts all calls" "$dir/wanted" "$dir/got"
done
"$ours" -C -U calls,errors -S calls -e trace=getppid "$work" burst 2 > "$dir/out" 2> "$dir/mine"
expect "strace: -C prints the calls" "$dir/mine" '^getppid\(\) +='
expect "strace: and the table with the columns of -U" "$dir/mine" '^ +2 +getppid$'

"$ours" -ff -o "$dir/each" -e trace=exit_group sh -c 'sh -c "exit 3"; exit 4'
equal "strace: -ff: the command's status" 4 $?
cat "$dir"/each.* | LC_ALL=C sort > "$dir/got"
printf '%s\n' '+++ exited with 3 +++' '+++ exited with 4 +++' \
	'--- SIGCHLD' 'exit_group(3)' 'exit_group(4)' > "$dir/wanted"
sed -i -E 's/^(--- SIGCHLD|exit_group\(.\)).*/\1/' "$dir/got"
LC_ALL=C sort -o "$dir/wanted" "$dir/wanted"
same "strace: -ff -o: a file for each process" "$dir/wanted" "$dir/got"
equal "strace: -ff -o: two files" 2 "$(find "$dir" -name 'each.*' | wc -l)"

"$ours" -o "|cat > '$dir/piped'" -e getppid "$work" burst 2 > "$dir/out"
equal "strace: -o |COMMAND" 2 "$(grep -c '^getppid' "$dir/piped")"
"$ours" -o "$dir/file" -e getppid "$work" burst 2 > "$dir/out"
"$ours" -A -o "$dir/file" -e getppid "$work" burst 3 > "$dir/out"
equal "strace: -A appends" 5 "$(grep -c '^getppid' "$dir/file")"

"$ours" -f -o "$dir/file" -e trace=none sh -c 'true & wait; (true)' 2> "$dir/messages"
equal "strace: -o FILE COMMAND: no messages" 0 "$(wc -c < "$dir/messages")"
"$ours" -f -o "$dir/file" -e quiet=none -e trace=none sh -c 'true & wait' 2> "$dir/messages"
expect "strace: -o FILE COMMAND: but with -e quiet" "$dir/messages" '^strace: Process [0-9]+ attached$'

"$ours" -ff -o "$dir/quiet" -e trace=none sh -c 'true & wait' 2> "$dir/messages"
equal "strace: -ff -o FILE COMMAND: no messages" 0 "$(wc -c < "$dir/messages")"
"$ours" -ff -o "$dir/quiet" -e quiet=none -e trace=none sh -c 'true & wait' 2> "$dir/messages"
equal "strace: -ff -o FILE COMMAND: but with -e quiet of the child" 1 "$(grep -c '^strace: Process [0-9]* attached$' "$dir/messages")"

sleep 60 &
sleeper=$!
started="$started $sleeper"
"$ours" -o "$dir/file" -p "$sleeper" 2> "$dir/messages" &
tracer=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	grep -q attached "$dir/messages" && break
	sleep 0.1
done
kill -INT "$tracer"
wait "$tracer" 2> "$dir/out"
equal "strace: -p: it dies of the signal that ends it" 130 $?
expect "strace: -p says that it is attached" "$dir/messages" "^strace: Process $sleeper attached\$"
expect "strace: and detached" "$dir/messages" "^strace: Process $sleeper detached\$"
kill -0 "$sleeper" && pass "strace: the process lives on"
"$ours" -e trace=none sh -c 'trap "exit 5" TERM; echo ready; while :; do sleep 0.1; done' > "$dir/out" 2> "$dir/messages" &
tracer=$!
wait_until 10 grep -q ready "$dir/out"
kill -TERM "$tracer"
wait "$tracer"
equal "strace: whatever the command makes of it" 143 $?
expect "strace: and the command gets it" "$dir/messages" '^\+\+\+ exited with 5 \+\+\+$'

# The command and the process are traced, until both have ended.
"$ours" -e trace=exit_group -o "$dir/file" -p "$sleeper" sh -c "kill $sleeper; exit 3" 2> "$dir/messages"
equal "strace: -p PID COMMAND: the command's status" 3 $?
expect "strace: -p PID COMMAND: the command is traced" "$dir/file" '^[0-9]+ +exit_group\(3\) += \?$'
expect "strace: -p PID COMMAND: and the process" "$dir/file" "^$sleeper +\+\+\+ killed by SIGTERM \+\+\+\$"
sleep 60 &
sleeper=$!
started="$started $sleeper"
"$ours" -e trace=exit_group -p "$sleeper" sh -c 'exit 3' 2> "$dir/file" &
tracer=$!
wait_until 10 grep -q 'exited with 3' "$dir/file"
kill "$sleeper"
wait "$tracer"
equal "strace: -p PID COMMAND: the status of a command that ends first" 3 $?
expect "strace: -p PID COMMAND: the process is traced further" "$dir/file" '^\+\+\+ killed by SIGTERM \+\+\+$'
equal "strace: -p PID COMMAND: the process alone is attached" 1 "$(grep -c attached "$dir/file")"

# One message for all the threads of a process.
if command -v python3 > /dev/null; then
	python3 -S -E -c 'import threading, time
for _ in range(2): threading.Thread(target=lambda: time.sleep(60)).start()
print("ready", flush=True)' > "$dir/threads" &
	threads=$!
	started="$started $threads"
	wait_until 10 grep -q ready "$dir/threads"
	for options in -f -ff; do
		"$ours" $options -o "$dir/threads.lines" -p "$threads" 2> "$dir/messages" &
		tracer=$!
		wait_until 10 grep -q attached "$dir/messages"
		kill -INT "$tracer"
		wait "$tracer"
		echo "strace: Process $threads attached with 3 threads" > "$dir/wanted"
		grep attached "$dir/messages" > "$dir/got"
		same "strace: $options -p: one message for three threads" "$dir/wanted" "$dir/got"
		equal "strace: $options -p: each is detached" 3 "$(grep -c detached "$dir/messages")"
	done
	kill "$threads"
else
	skip "strace: -f -p: one message for three threads" "python3 is not installed"
fi

if getent passwd nobody > /dev/null; then
	"$ours" -u nobody -e trace=none id -un > "$dir/out" 2> "$dir/messages"
	expect "strace: -u" "$dir/out" '^nobody$'
else
	skip "strace: -u" "there is no user nobody"
fi

# both NAME OPTION... -- COMMAND...: both at once around one command, so that addresses are the same too
both()
{
	both_name=$1
	both_options=
	shift
	while [ "$1" != -- ]; do
		both_options="$both_options $1"
		shift
	done
	shift
	tests/conformance/strace_diff -v -O "$both_options" "$@" > "$dir/both" 2>&1
	expect "strace: $both_name: strace's own lines" "$dir/both" '^100\.00 %'
}
if command -v python3 > /dev/null; then
	write='printf "\1\2binary\377\n plain %040d" 5'
	# shellcheck disable=SC2086
	{
		both "-X raw" -X raw -- ls /etc
		both "-X verbose" -X verbose -- ls -l /etc/passwd
		both "-x" -x -- sh -c "$write"
		both "-xx" -xx -- sh -c "$write"
		both "--strings-in-hex" --strings-in-hex=non-ascii-chars -- sh -c "$write"
		both "-e raw" -e raw=openat,read,execve,mmap -- cat /etc/passwd
		both "-e verbose" -e verbose=none -- ls /etc
		both "-e verbose: arrays without elements" -e verbose=none \
			-e trace=execve,epoll_wait,poll,getgroups,writev,sendmmsg,io_submit,set_mempolicy,sched_setaffinity,clock_adjtime \
			-- python3 -S -E -c \
			'import ctypes
c = ctypes.CDLL(None)
epoll, at = c.epoll_create1(0), ctypes.c_void_p(ctypes.addressof(ctypes.create_string_buffer(256)))
for nr, *args in ((232, epoll, at, 4, 0), (7, at, 0, 0), (115, 0, at), (20, 1, at, 0), (307, 1, at, 0, 0),
                  (209, 0, 0, at), (238, 0, at, 0), (203, 0, 0, at), (305, 0, at)): c.syscall(nr, *args)'
		both "what ends early, and what the result tells" \
			-e trace=execve,write,setxattr,sendmsg,sendfile,select,pselect6 -- python3 -S -E -c 'import ctypes, os
c = ctypes.CDLL(None)
c.mmap.restype = ctypes.c_void_p
ptr = ctypes.c_void_p
page = c.mmap(None, 8192, 3, 0x22, -1, 0)
end = page + 4096
c.munmap(ptr(end), 4096)
ctypes.memset(page, 113, 4096)
null, zero = os.open("/dev/null", 1), os.open("/dev/zero", 0)
for n in 31, 32, 33: c.write(null, ptr(end - n), 40)
ctypes.memset(end - 8, 0, 8)
for n in 31, 32, 33: c.setxattr(b"/no/such", b"user.a", ptr(end - n), 40, 0)
ctypes.memset(end - 64, 0, 64)
for head in (page, -1, 0, 0), (0, 0, end - 32, 2000), (0, 0, end - 32, -1), (0, 0, end - 8, 2):
    c.sendmsg(-1, (ctypes.c_int64 * 7)(*head), 0)
c.sendfile(null, zero, (ctypes.c_int64 * 1)(5), 3)
ready = (ctypes.c_int64 * 16)(1 << null | 1 << zero)
for sets in (ready, None, ready), (ready, ready, ready):
    c.select(10, *sets, (ctypes.c_int64 * 2)(0, 1000))'
		for consts in raw abbrev verbose; do
			both "-X $consts: modes" -X $consts -e trace=execve,mknod,mknodat,umask,fstat,newfstatat -- python3 -S -E -c \
				'import os
for mode in 0, 0o644, 0o10644, 0o4000:
    try: os.mknod("/no/such/file", mode)
    except OSError: pass'
			both "-X $consts: FUTEX_WAKE_OP" -X $consts -e trace=execve,futex -- python3 -S -E -c \
				'import ctypes
c, at = ctypes.CDLL(None), ctypes.c_void_p(ctypes.addressof((ctypes.c_uint * 2)()))
for op in (0x12003004, 0x9fffffff, 0x81000001, 0xf5abcdef, 0x56000000): c.syscall(202, at, 5, 1, 1, at, op)'
		done
		both "-e abbrev" -e abbrev=none -- ls -l /etc
		both "-v" -v -s 4096 -- ls -l /etc
		both "-e write" -e write=1 -- sh -c "$write"
		both "-e write, calls that fail" -e write=all -e trace=execve,pwrite64,pwritev,sendto -- python3 -S -E -c \
			'import os, socket
a = socket.socket(socket.AF_UNIX)
for call in (lambda: os.pwrite(1, b"no place", -3), lambda: os.pwritev(1, [b"a", b"bc"], -3), lambda: a.send(b"nobody")):
    try: call()
    except OSError: pass'
		both "-e write, what is not all there" -e write=all -e trace=execve,write,writev -- python3 -S -E -c \
			'import ctypes
c = ctypes.CDLL(None)
c.mmap.restype = ctypes.c_void_p
at = c.mmap(None, 8192, 3, 0x22, -1, 0)
c.munmap(ctypes.c_void_p(at + 4096), 4096)
ctypes.memmove(at, (ctypes.c_uint64 * 4)(at + 100, 5, 8, 1 << 62), 32)
ctypes.memmove(at + 4080, (ctypes.c_uint64 * 2)(at + 100, 7), 16)
for args in ((at, 1), (at, 2), (at + 4080, 1), (at + 4080, 2), (at + 4096, 1)):
    c.writev(77, ctypes.c_void_p(args[0]), args[1])
for size in (16, 17): c.write(77, ctypes.c_void_p(at + 4080), size)'
		both "numbers that no call has" -X abbrev -- python3 -S -E -c \
			'import ctypes
for nr in (-1, -5, 5000): ctypes.CDLL(None).syscall(nr, 1, 2, 3, 4, 5, 6)'
		both "-e read" -e read=all -e trace=execve,read,pread64,readv,openat -- cat /etc/passwd
		both "-s 65536" -s 65536 -- sh -c 'printf %070000d 1; exec true "$(printf %030000d 2)"'
		both "-s 0" -s 0 -- sh -c "$write"
		both "-v -s 0" -v -s 0 -e trace=execve -- env -i A=long EMPTY= /bin/true x ""
		both "-i" -i -- ls /etc
		both "-n" -n -- ls /etc
		both "ticks" -e trace=execve,times -- python3 -S -E -c \
			'import os, time
while time.process_time() < 0.05: pass
os.times()'
	}
else
	skip "strace: options beside strace" "python3 is not installed"
fi

"$ours" -f -b execve -o "$dir/file" -e trace=execve,exit_group sh -c '/bin/true; exit 3' 2> "$dir/messages"
equal "strace: -b execve: status" 3 $?
expect "strace: -b execve: the command's own execve() is traced" "$dir/file" '^[0-9]+ +execve\(".*/sh", .*= 0$'
expect "strace: -b execve: a child is left at its own" "$dir/file" '^[0-9]+ +execve\("/bin/true", .*vars \*/ <detached \.\.\.>$'
equal "strace: -b execve: and not traced further" 1 "$(grep -c exit_group "$dir/file")"

for daemon in -D -DD -DDD --daemonize=session; do
	# shellcheck disable=SC2016
	"$ours" $daemon -o "$dir/daemon" -e trace=exit_group sh -c 'echo $PPID; exit 5' > "$dir/out"
	equal "strace: $daemon: the status is the command's" 5 $?
	equal "strace: $daemon: its parent is who called" $$ "$(cat "$dir/out")"
	wait_until 10 grep -q 'exited with 5' "$dir/daemon"
	expect "strace: $daemon: it is traced" "$dir/daemon" '^exit_group\(5\)'
done
"$ours" -D -e trace=none true 2> "$dir/daemon"
wait_until 10 grep -q 'exited with 0' "$dir/daemon"
expect "strace: -D: what it attaches to" "$dir/daemon" '^strace: Process [0-9]+ attached$'
echo garbage > "$dir/garbage"
chmod +x "$dir/garbage"
"$ours" -D -o "$dir/daemon" "$dir/garbage" > "$dir/out" 2> "$dir/messages"
equal "strace: -D: a command that cannot be run: status" 126 $?
expect "strace: -D: that is said" "$dir/messages" "cannot run '.*garbage': Exec format error"
# What the kernel refuses to run is in a line; the status is a shell's, strace's is 1.
echo 'exit 0' > "$dir/plain"
for file in plain garbage .; do
	strace -o "$dir/theirs" "$dir/$file" 2> "$dir/messages"
	"$ours" -o "$dir/mine" "$dir/$file" 2> "$dir/messages"
	equal "strace: a command that is refused, $file: status" 126 $?
	masked "$dir/theirs" > "$dir/wanted"
	masked "$dir/mine" > "$dir/got"
	same "strace: a command that is refused, $file: its line" "$dir/wanted" "$dir/got"
done

"$ours" -c -U total-time,name -e trace=clock_nanosleep -o "$dir/file" sleep 0.3
expect "strace: -c: time asleep is not the call's" "$dir/file" '^ +0\.0[0-9]+ +clock_nanosleep$'
"$ours" -c -w -U total-time,name -e trace=clock_nanosleep -o "$dir/file" sleep 0.3
expect "strace: -w: it is" "$dir/file" '^ +[0-9]*(0\.[3-9]|[1-9]\.)[0-9]+ +clock_nanosleep$'
"$ours" -c -O 1000s -U total-time,name -e trace=getppid -o "$dir/file" "$work" burst 3 > "$dir/out"
expect "strace: -O takes off what a call costs" "$dir/file" '^ +0\.000000 +getppid$'
"$ours" -c -e getppid -o "$dir/file" true
equal "strace: -c: no call, no table" 0 "$(wc -c < "$dir/file")"
if has_int80; then
	mkdir "$dir/rows"
	rows=$(realpath "$BUILD/tests/live/work_rows")
	(cd "$dir/rows" && "$ours" -f -c -o "$dir/file" "$rows" compat getpid getppid) > "$dir/out" 2>&1
	sed '1,/^System call usage summary for 32 bit mode:$/d' "$dir/file" | sed -n 's/.* //p' | LC_ALL=C sort > "$dir/got"
	printf '%s\n' ---------------- ---------------- getpid getppid syscall total > "$dir/wanted"
	same "strace: -c: 32-bit calls have a table of their own" "$dir/wanted" "$dir/got"
	# bits TRACER OPTION...: the lines about programs of the other kind, and whose they are
	bits()
	{
		rm -rf "$dir/rows"
		mkdir "$dir/rows"
		(cd "$dir/rows" && "$@" "$rows" compat getpid getppid) > "$dir/out" 2> "$dir/err"
		cat "$dir/file" "$dir/err" | sed -nE '/ bit mode/{s/\[pid +[0-9]+/[pid N/; s/^[0-9]+/N/; s/PID=[0-9]+/PID=N/; p;}'
		: > "$dir/file"
	}
	: > "$dir/file"
	for options in -f "-f -Y" "-f -n" "-f -e quiet=none -o $dir/file"; do
		# shellcheck disable=SC2086 # options
		{
			bits strace $options > "$dir/wanted"
			bits "$ours" $options > "$dir/got"
		}
		same "strace: $options: programs of the other kind" "$dir/wanted" "$dir/got"
	done
else
	skip "strace: -c: 32-bit calls have a table of their own" "this kernel has no 32-bit calls"
fi
"$ours" --tips=id:3,format:compact true 2>&1 | grep '^strace: tip 3: ' > "$dir/out"
expect "strace: --tips" "$dir/out" 'tip 3: .+'

# warned OPTION...: the same warnings, and status
warned()
{
	strace "$@" true > "$dir/out" 2> "$dir/theirs"
	warned_status=$?
	"$ours" "$@" true > "$dir/out" 2> "$dir/mine"
	equal "strace: warnings of $*: status" "$warned_status" $?
	for file in theirs mine; do
		grep -a '^strace: ' "$dir/$file" > "$dir/$file.warnings"
	done
	same "strace: warnings of $*" "$dir/theirs.warnings" "$dir/mine.warnings"
}
warned -c -i -y -n -r -T -t -k -A -S time -F
warned -A -S time -F --seccomp-bpf
warned -C -A -S calls -i -yy -T -t -f --seccomp-bpf -e trace=execve
warned -c --absolute-timestamps=none -e decode-fds=socket -f --seccomp-bpf -e trace=all
warned -F -f -a 3000
warned -f --seccomp-bpf -A -o "$dir/file"

alike "-z and -Z: the last one counts, and that is said" -z -Z -e getppid,access,exit_group "$work" burst 2
# shellcheck disable=SC2016 # for the shell that is traced
alike "a signal before any call is shown" -e trace=none sh -c 'kill -WINCH $$'

# shellcheck disable=SC2016 # the same
alike "a call that the thread does not come back from" -a 1 -e trace=kill sh -c 'kill -KILL $$'

# Numbers of tasks in another namespace: what strace says of living ones, of those that have ended too.
pidns()
{
	# shellcheck disable=SC2016 # for the shell that is traced
	"$ours" -f --decode-pids=pidns,comm -e trace=kill,clone,vfork,clone3,wait4 -o "$dir/lines" \
		unshare -pf sh -c 'kill -0 $$; (exit 3); exit 0' > "$dir/out" 2>&1
	expect "strace: --decode-pids=pidns: the number here, behind the name" "$dir/lines" \
		'kill\(1<sh> /\* [0-9]+ in strace.s PID NS \*/, 0\) += 0'
	expect "strace: --decode-pids=pidns: of a child that ends at once" "$dir/lines" \
		'= 2(<sh>)? /\* [0-9]+ in strace.s PID NS \*/$'
	here=$(sed -n 's/^\([0-9]*\)<[^ ]* *kill(1<sh>.*/\1/p' "$dir/lines")
	expect "strace: --decode-pids=pidns: it is that of the line" "$dir/lines" "kill\(1<sh> /\* $here in"
	# shellcheck disable=SC2016 # the same
	# A signal that the kernel makes up, of one who is user 65534 there, and not the first process.
	for t in strace "$ours"; do
		"$t" -f -e trace=none -e signal=PIPE -o "$dir/lines" unshare -Upf sh -c 'python3 -S -E -c \
			"import os, signal; signal.signal(13, signal.SIG_DFL); r, w = os.pipe(); os.close(r); os.write(w, b\"x\")"; :' \
			> "$dir/out" 2>&1
		grep -o -e '--- SIGPIPE.*' "$dir/lines" > "$dir/got"
		[ "$t" != strace ] || mv "$dir/got" "$dir/wanted"
	done
	same "strace: a signal by the kernel: who it is from, in namespaces" "$dir/wanted" "$dir/got"
	expect "strace: a signal by the kernel, and such a one" "$dir/got" 'si_pid=2, si_uid=65534'
	"$ours" -f -Y -e trace=kill -o "$dir/lines" unshare -pf sh -c 'kill -0 $$; exit 0' > "$dir/out" 2>&1
	expect "strace: -Y: the name is of the task that has the number there" "$dir/lines" 'kill\(1<sh>, 0\) += 0'
}
if unshare -pf true 2> "$dir/out"; then
	pidns
else
	skip "strace: --decode-pids=pidns" "no pid namespace can be made here"
fi

# not_taken NAME MESSAGE OPTION...
not_taken()
{
	not_taken_name=$1
	not_taken_message=$2
	shift 2
	"$ours" "$@" true > "$dir/out" 2> "$dir/messages"
	equal "strace: $not_taken_name: status" 1 $?
	expect "strace: $not_taken_name: says so" "$dir/messages" "$not_taken_message"
}
# What the manual page says is refused is, and nothing else is.
# shellcheck disable=SC2013 # words
for option in $(sed -n '/^These are refused/{n;p;}' docs/perf-augment-strace.1 | sed 's/\\f[BR]//g; s/[.,]//g; s/-e //g'); do
	case $option in
	-P) set -- -P / ;;
	-*) set -- "$option" ;;
	*) set -- -e "$option=all" ;;
	esac
	not_taken "$option as the manual page says" 'is not supported: ' "$@"
done
said=$(sed -n '/^These are refused/{n;p;}' docs/perf-augment-strace.1 | grep -o 'fB' | wc -l)
known=$(grep -c '}, NULL, "' tools/lib/strace/strace_qualify.c)
equal "strace: the manual page names all that is refused" "$known" "$said"

not_taken "tampering" '-e inject is not supported: .*ptrace' -e inject=getppid:error=EPERM
not_taken "another call to detach on" "-b: 'open' is not execve" -b open
not_taken "a format of constants that is none" "-X: 'words' is not one of" -X words
not_taken "a descriptor that is none" "-e read: 'x' is no list of descriptors" -e read=x
not_taken "an overhead that is none" "-O: 'x' is not a time" -O x
not_taken "a class that is none" "unknown class of system calls '%nothing'" -e %nothing
not_taken "a table that is none" "'@65' is none of @64, @32 and @x32" -e '?openat@65'
not_taken "a call of another table" "'waitpid' names calls of 32-bit programs only, none of @64" -e waitpid@64
for set in 'trace=,' 'trace=' 'trace=!' 'signal=,' 'status=' 'quiet=,,' 'read=,' 'decode-fds='; do
	not_taken "an empty list, -e $set" '.' -e "$set"
done
not_taken "a call that is none" "unknown system call 'opennat'; did you mean" -e opennat
not_taken "a signal that is none" "'NOSIG' is not known" -e signal=NOSIG
not_taken "what is not known of a task" "'x' is not known" -e decode-pids=x
not_taken "a qualifier that is none" "no qualifier 'nonsense'" -e nonsense=1
not_taken "-c with -C" '-c prints the table alone, -C the calls too' -c -C
not_taken "a column that is none" "-U: 'colour' is no column; there are: time-percent" -c -U colour
not_taken "-w without a table" '-w/--summary-wall-clock must be given with \(-c/--summary-only or -C/--summary\)$' -w
not_taken "-U without a table" '-U/--summary-columns must be given with \(-c/--summary-only or -C/--summary\)$' -U calls
not_taken "an option that is none" "unknown option '--nonsense'" --nonsense
not_taken "a number that is none" "-a: 'x' is not a number" -a x
not_taken "a user that is none" "'no-such-user' is not a user" -u no-such-user
for options in '-f --follow-forks' '-ff --output-separately' '-q --quiet=exit' '-qq -e quiet=all' '-tt --timestamps' \
	'-x --strings-in-hex' '-y --decode-fds' '-yy -e decode-fds=none'; do
	# shellcheck disable=SC2086 # words
	strace $options true > "$dir/out" 2> "$dir/theirs"
	# shellcheck disable=SC2086
	not_taken "$options" "$(sed 's/^strace: //; q' "$dir/theirs")" $options
done
for set in trace=none,open trace=open,none 'trace=open,!close' 'trace=!open,none' abbrev=all,none signal=none,USR1 status=none,failed \
	'status=failed,!failed' quiet=none,exit quiet=all,exit decode-fds=all,path read=all,1 'write=1,!2'; do
	strace -e "$set" true > "$dir/out" 2>&1
	equal "strace: -e $set: status of strace" 1 $?
	not_taken "-e $set" "^perf-augment: -e ${set%%=*}: '" -e "$set"
done
"$ours" /no/such/program > "$dir/out" 2> "$dir/messages"
equal "strace: a command that is not there: status" 127 $?
# It is our child that ends then, not the command.
printf '\001' > "$dir/no-program"
chmod 755 "$dir/no-program"
for options in -f -c '-C -e trace=%process'; do
	# shellcheck disable=SC2086 # words
	strace $options -o "$dir/wanted" "$dir/no-program" 2> /dev/null
	# shellcheck disable=SC2086
	"$ours" $options -o "$dir/out" "$dir/no-program" 2> "$dir/messages"
	for file in "$dir/wanted" "$dir/out"; do
		sed -E -i 's/0x[0-9a-f]+/ADDR/g; s/^[0-9]+ +(exec|\+\+\+)/PID \1/
			s/^ *[0-9.]+ +[0-9.]+ +[0-9]+ /TIMES /' "$file"
	done
	same "strace: $options of what cannot be run" "$dir/wanted" "$dir/out"
done
"$ours" > "$dir/out" 2> "$dir/messages"
equal "strace: nothing to trace: status" 1 $?
expect "strace: nothing to trace: says so" "$dir/messages" 'a command or -p PID is needed'
finish
