#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Calls that a seccomp filter refuses are shown, though the kernel passes the tracepoint of entries only after the
# filter; and nothing else is taken for one.
. tests/lib.sh
. tests/live/trace_common.inc

work work_seccomp
marked='getppid|getpgid|getsid|openat|rename|connect|chdir|fsync|pwrite64|getcwd'

# masked FILE...: numbers of processes and how wide they are, addresses and what is random differ from run to run
masked()
{
	cat "$@" | sed -E 's/(= |pid=|kill\(|wait4\(|tid=\[|REALTIME, )[0-9]{3,}/\1N/g; s/0x[0-9a-f]{6,}/ADDR/g
		s/getrandom\("[^"]*"/getrandom("R"/; s/tgkill\([0-9N]+, [0-9]+/tgkill(N, N/; s/socket:\[[0-9]+/socket:[N/; s/\) +=/) =/; s, /\* [0-9.]+ s \*/,,g
		s/args=\[[^]]*\]/ARGS/; s/si_([us]time)=[0-9]+/si_\1=T/g; s/wait4\(N, [^)]*\)/wait4(N)/; s/ [0-9]+ vars/ N vars/'
}

arranged()
{
	if [ -n "$sorting" ]; then
		LC_ALL=C sort
	else
		cat
	fi
}

# alike MODE [OPTION...]: strace shows the same lines; those of several tasks are sorted
alike()
{
	mode=$1
	shift
	if ! command -v strace > /dev/null; then
		skip "seccomp: $mode: as strace" "strace is not installed"
		return
	fi
	rm -f "$dir"/theirs.* "$dir"/mine.*
	strace -ff -o "$dir/theirs" "$@" "$work" "$mode" > "$dir/out" 2>&1
	strace_status=$?
	"$pa" strace -ff -o "$dir/mine" "$@" "$work" "$mode" > "$dir/out" 2> "$dir/messages"
	equal "seccomp: $mode $*: status" "$strace_status" $?
	masked "$dir"/theirs.* | arranged > "$dir/wanted"
	masked "$dir"/mine.* | arranged > "$dir/got"
	same "seccomp: $mode $*: as strace, $(wc -l < "$dir/wanted") lines" "$dir/wanted" "$dir/got"
	refuse "seccomp: $mode $*: nothing is lost" "$dir/messages" 'LOST|does not close'
}

as_strace()
{
	sorting=
	alike errno
	alike errno -y -e trace=fsync,connect
	alike errno -e trace=rename,getppid,chdir
	alike errno -Z -e 'trace=%file'
	alike errno -z -e 'trace=!%file'
	alike trap
	alike trace
	alike clones
	alike ends
	alike signals
	case $(uname -r) in
	# The kernel ends the process in the filter: the call has no end either.
	[1-5].*) alike kill -e trace=getpgid ;;
	*) alike kill ;;
	esac
	sorting=yes
	alike children -e 'trace=!futex'
	alike shared -e trace=getppid,getpgid
	alike notify -e trace=getppid,getpgid
}

# traced NAME OPTION... -- MODE: the trace, its end, and its ledger, which closes
traced()
{
	traced_name=$1
	shift
	"$pa" trace -v -o "$dir/trace" "$@" > "$dir/out" 2> "$dir/messages"
	equal "seccomp: $traced_name: status 0" 0 $?
	refuse "seccomp: $traced_name: nothing is lost" "$dir/messages" 'LOST|does not close'
}

formats()
{
	traced "in perf's form" -e openat,connect,rename,getcwd,chdir,getppid,getsid,fsync -- "$work" errno 2
	bare "$dir/trace" | sed -nE 's/buf: 0x[0-9a-f]+/buf: PTR/; /refused|192|getcwd|getppid|getsid|fsync/p' > "$dir/got"
	cat > "$dir/wanted" <<- 'EOT'
		openat(dfd: CWD, filename: "/refused/path", flags: RDONLY|CLOEXEC) = -1 EPERM (Operation not permitted)
		connect(fd: 3, uservaddr: { .sa_family: INET, .sin_port: 80, .sin_addr: 192.0.2.1 }, addrlen: 16) = -1 EACCES (Permission denied)
		rename(oldname: "/refused/from", newname: "/refused/to") = -1 EROFS (Read-only file system)
		getcwd(buf: PTR, size: 64) = -1 EPERM (Operation not permitted)
		openat(dfd: CWD, filename: "/refused/other", flags: WRONLY|CREAT, mode: 0600) = -1 EPERM (Operation not permitted)
		chdir(filename: "/refused") = -1 ENOENT (No such file or directory)
		fsync(fd: 3) = -1 EIO (Input/output error)
		getsid(pid: 0) = 0
		getppid() = -1 ENOSYS (Function not implemented)
		getppid() = -1 ENOSYS (Function not implemented)
	EOT
	same "seccomp: in perf's form" "$dir/wanted" "$dir/got"
	expect "seccomp: it takes no time" "$dir/trace" '\( 0\.000 ms\): [^ ]+ getsid'

	traced "as JSON" --format=json -e rename,exit_group -- "$work" errno
	expect "seccomp: as JSON" "$dir/trace" \
		'"syscall":"rename".*"newname":"/refused/to"},"ret":-1,"errno":30,"error":"EROFS","duration_ns":0'
	"$pa" trace --format=json -e exit,exit_group -o "$dir/trace" -- "$work" ends > "$dir/out" 2> "$dir/messages"
	expect "seccomp: as JSON: an end that is refused" "$dir/trace" '"exit_group".*:4},"ret":-1,"errno":16,"error":"EBUSY"'
}

# shown NAME LINES OPTION...: so many refused calls
shown()
{
	shown_name=$1 shown_wanted=$2
	shift 2
	traced "$shown_name" "$@"
	equal "seccomp: $shown_name" "$shown_wanted" "$(bare "$dir/trace" | grep -cE "^($marked)\(.*($nobody_else)")"
	equal "seccomp: $shown_name: the ledger has what is shown" "$(calls "$dir/trace" | wc -l)" "$(ledger "$dir/messages" shown)"
}

filters()
{
	nobody_else='EPERM|EACCES|EROFS|EIO|ENOSYS|= 0$'
	shown "one name" 5 -e getppid -- "$work" errno 5
	# Of the others each counts once, too: what is dropped at its entry is not what was refused.
	some=$(ledger "$dir/messages" calls)
	traced "all" -- "$work" errno 5
	equal "seccomp: each call counts once" "$(ledger "$dir/messages" calls)" "$some"
	shown "a number" 3 -e openat,getppid --where 'ret < 0 && errno == ENOSYS' -- "$work" errno 3
	shown "a path" 1 -e openat,rename --where 'filename == "/refused/other"' -- "$work" errno 3
	shown "a path that is not there" 0 -e openat,rename --where 'filename == "/refused/none"' -- "$work" errno 3
	shown "paths of two calls" 3 --where 'filename ~ "/refused/*" || oldname ~ "/refused/*"' --where 'errno != ENOENT' -- "$work" errno
	shown "a name of the task" 4 -e getppid --where 'comm == "work_seccomp"' -- "$work" errno 4
	shown "another name of the task" 0 -e getppid --where 'comm == "other"' -- "$work" errno 4
	shown "--failure" 9 -e openat,rename,connect,getcwd,fsync,getppid,getsid,pwrite64 --failure -- "$work" errno 3
	shown "what takes as long" 0 -e getppid --duration 0.001 -- "$work" errno 3
	shown "descriptors" 1 -y -e fsync -- "$work" errno
	expect "seccomp: what a descriptor stands for" "$dir/trace" 'fsync\(fd: 3<socket:\[[0-9]+\]>\)'
	shown "call chains" 1 --call-graph fp -e fsync -- "$work" errno
	expect "seccomp: the chain of the call" "$dir/trace" '^ +(syscall|main|fsync)? ?.*work_seccomp|libc'
}

# A thread is put under a filter in the middle of a call that is not shown, by another one of its CPU.
from_another_thread()
{
	nobody_else=EPERM
	shown "in a call of another number" 1 -e getppid -- taskset -c 0 "$work" shared
	traced "in a call of the same number" -e read --where 'fd > 90' -- taskset -c 0 "$work" same
	equal "seccomp: in a call of the same number: both are shown" 2 \
		"$(bare "$dir/trace" | grep -cE '^read\(fd: 9[89]\).*EPERM')"
}

# Each call is dropped, and the ends of most are told by the CPU: those of tasks with a filter must not be.
counts()
{
	"$pa" trace -v -s -e getppid,getsid -o "$dir/trace" -- \
		sh -c "for i in 1 2 3 4; do $work errno 20000 & done; wait" > "$dir/out" 2> "$dir/messages"
	equal "seccomp: -s counts exactly" 4 "$(grep -Ec '^   getppid +20000 +20000 +0\.000 ' "$dir/trace")"
	refuse "seccomp: -s: the ledger closes" "$dir/messages" 'LOST|does not close'
	"$pa" strace -c -U calls,errors,name -e trace=exit,exit_group -o "$dir/trace" "$work" ends > "$dir/out" 2>&1
	expect "seccomp: strace -c counts an end that is refused" "$dir/trace" '^ +1 +1 +exit$'
	"$pa" trace -v -s --summary-mode=total -e getppid -o "$dir/trace" -- "$work" children > "$dir/out" 2> "$dir/messages"
	equal "seccomp: -s: what children do" 1 "$(grep -Ec '^   getppid +5 +5 ' "$dir/trace")"
}

augmenters()
{
	live=$(realpath "$BUILD/tests/live")
	for what in values drop; do
		PATH=$live:$PATH traced "augmenters, $what" -e "$live/augment_$what.bpf.o,getppid,getpriority" -- "$work" errno 2
		bare "$dir/trace" | sed 's/ = .*//' > "$dir/augmented.$what"
	done
	equal "seccomp: an augmenter of the exit" 2 "$(grep -c '^getppid(abi: 0)' "$dir/augmented.values")"
	equal "seccomp: an augmenter of the entry" 2 "$(grep -c '^getpriority(which: .*: .*: .*: ' "$dir/augmented.values")"
	equal "seccomp: one of the entry drops one of two" 1 "$(grep -c '^getpriority(which: ' "$dir/augmented.drop")"
	equal "seccomp: and nothing more" 2 "$(grep -c '^getppid()' "$dir/augmented.drop")"
}

# begin NAME OPTION...: a trace that begins while a program under a filter is in a read(2)
begin()
{
	begin_name=$1
	shift
	rm -f "$dir/fifo" "$dir/ready"
	mkfifo "$dir/fifo"
	serve seccomp
	exec 8<> "$dir/fifo"
	"$work" blocked < "$dir/fifo" > "$dir/ready" 8>&- &
	blocked=$!
	started="$started $blocked"
	wait_until 10 test -s "$dir/ready"
	wait_until 10 grep -q '^0 ' "/proc/$blocked/syscall"
	case $1 in
	-p)
		shift
		trace_bg "$dir/trace" -v "$@" -p "$blocked,$server" 8>&-
		;;
	*) trace_bg "$dir/trace" -v "$@" 8>&- ;;
	esac
	wait_until 20 grep -qs /aug/tick "$dir/trace" || fail "seccomp: $begin_name: it begins" "$trace_file.messages"
}

# end: two rounds of the program, and its end
end()
{
	echo >&8
	wait_until 10 grep -q '^0 ' "/proc/$blocked/syscall"
	echo >&8
	exec 8<&-
	wait "$blocked"
	stop "$tracer"
	kill "$server"
	wait "$server" 2> /dev/null
	grep -E " work_seccomp/$blocked " "$dir/trace" > "$dir/own"
	bare "$dir/own" | grep ^getp | sed -E 's/= [0-9]+/= N/' > "$dir/got"
	refuse "seccomp: $begin_name: nothing is lost" "$trace_file.messages" 'LOST|does not close'
}

in_the_middle()
{
	yes 'getppid() = -1 EPERM (Operation not permitted)
getpgid(pid: 0) = N' | head -n 4 > "$dir/rounds"
	for how in -p -a; do
		begin "$how in the middle of a call" "$how" -e access,getppid,getpgid,read
		end
		same "seccomp: $how in the middle of a call: all that follow" "$dir/rounds" "$dir/got"
		# -p knows whom it has begun to trace; of -a's the end of an earlier call looks as that of a refused one
		[ "$how" = -p ] && ends=3 || ends=2
		equal "seccomp: $how in the middle of a call: whether that one" "$ends" \
			"$(grep -cE 'read\(.* = [01]$' "$dir/own")"
		begin "$how, one name" "$how" -e access,getppid
		end
		grep getppid "$dir/rounds" > "$dir/wanted"
		same "seccomp: $how in the middle of a call that is not wanted" "$dir/wanted" "$dir/got"
	done
}

# What the kernel does not have a name for, and what a tracer may have put there.
numbers()
{
	traced "numbers" -- "$work" numbers
	bare "$dir/trace" | sed -nE '/SET_MODE/,/exit_group/p' | sed -E 's/arg1[^)]*\)/ARGS)/; s/= [0-9]+/= N/' | sed '1d; $d' > "$dir/got"
	cat > "$dir/wanted" <<- 'EOT'
		getpgid(pid: 0) = N
		getppid@x32(arg0: 0x0, ARGS) = -1 EPERM (Operation not permitted)
		syscall_777(arg0: 0x1, ARGS) = -1 EPERM (Operation not permitted)
		getpgid(pid: 0) = N
	EOT
	same "seccomp: numbers" "$dir/wanted" "$dir/got"
	if ! "$work" compat; then
		skip "seccomp: a 32-bit call" "this kernel has none"
		return
	fi
	traced "a 32-bit call" -e getppid,semget -- "$work" compat
	bare "$dir/trace" > "$dir/got"
	echo 'getppid@32() = -1 EPERM (Operation not permitted)' > "$dir/wanted"
	same "seccomp: a 32-bit call" "$dir/wanted" "$dir/got"
}

as_strace
formats
filters
from_another_thread
counts
augmenters
in_the_middle
numbers
finish
