#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Arguments that a command or a length says the meaning of, beside strace's lines: io_uring_register, keyctl, socket
# addresses, contexts of asynchronous I/O, structures with a size. Of a 64-bit and of a 32-bit program: work_requests.c.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "requests: strace" strace
need_strace_6_1 "requests: beside strace" "other versions spell others"

# told FILE: without what is not the same twice: numbers of keys, addresses of rings, and on the stack; and the last
# operation, which may be newer than strace
told()
{
	# Behind the pointers of one io_submit() is what else is in memory; the first set_tid_address() is a libc's.
	sed -nE 's/^[0-9]+ +//; /^set_tid_address\(0x[^2]/d; /^io_submit\(NULL, 536870913, /d; /^([a-z0-9_]+\(|--- )/ { s/si_pid=[0-9]{2,}/si_pid=PID/; s/si_utime=.* \}|si_utime=[^}]*\}/TIMES}/; s/last_op=[^,]*/last_op=LAST/; s/= [0-9]{3,}$/= KEY/; s/socket:\[[0-9]+/socket:[INO/; s/kill\([0-9]+/kill(PID/; s/(ptrace\([^,]*), [0-9]{2,}/\1, PID/; s/(keyctl\([^,]*), [0-9]{4,}/\1, KEY/; s/<(pid:[0-9]+|anon_inode:\[pidfd\])>/<PIDFD>/; s/0x(7[ef][0-9a-f]{10}|[ef][0-9a-f]{7})/ADDRESS/g; s/\) +=/) =/; p }' "$1"
}

# both NAME KIND CALLS LEAST [OPTION...]: at least LEAST lines, and the same
both()
{
	both_name=$1 both_kind=$2 both_calls=$3 both_least=$4
	shift 4
	strace "$@" -e "trace=$both_calls" -o "$dir/strace.out" "$program" "$both_kind" 2> "$dir/messages"
	equal "$both_name: strace's status" 0 $?
	"$pa" strace "$@" -e "trace=$both_calls" -o "$dir/ours.out" "$program" "$both_kind" 2> "$dir/messages"
	equal "$both_name: status" 0 $?
	told "$dir/strace.out" > "$dir/strace"
	told "$dir/ours.out" > "$dir/ours"
	if [ "$(wc -l < "$dir/strace")" -lt "$both_least" ]; then
		fail "$both_name: only $(wc -l < "$dir/strace")" "$dir/strace.out"
	fi
	# Of arrays in what a command is given 32 elements are copied.
	case " $* " in
	*' -v '*) sed -i -E '/^io_uring_register.*, (33|40|64|100|256)\) =/d' "$dir/strace" "$dir/ours" ;;
	esac
	same "$both_name: the lines are strace's" "$dir/strace" "$dir/ours"
}

# as_json NAME KIND CALLS: each line is an object
as_json()
{
	if ! command -v python3 > /dev/null; then
		skip "$1: JSON: each line is an object" "python3 is not installed"
		return
	fi
	"$pa" trace --format=json -e "$3" -o "$dir/json" -- "$program" "$2" 2> "$dir/messages"
	equal "$1: JSON: status" 0 $?
	python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' "$dir/json" > "$dir/messages" 2>&1
	equal "$1: JSON: each line is an object: $(tail -n 1 "$dir/messages")" 0 $?
}

# requests NAME
requests()
{
	for option in '' -v -y '-X raw' '-X verbose' '-s 3'; do
		# shellcheck disable=SC2086
		both "$1: rings${option:+, $option}" rings io_uring_register 1000 $option
	done
	as_json "$1: ends" ends "$ends"
	for option in '' -v '-X raw' '-X verbose' -xx; do
		# shellcheck disable=SC2086
		both "$1: keys${option:+, $option}" keys keyctl 5000 $option
	done
	for option in '' '-X verbose'; do
		# shellcheck disable=SC2086
		both "$1: addresses${option:+, $option}" addresses connect 5000 $option
	done
	for option in '' -y; do
		# shellcheck disable=SC2086
		both "$1: contexts${option:+, $option}" contexts io_setup,io_submit,io_getevents,io_cancel,io_destroy 15 $option
	done
	for option in '' '-X verbose' '-s 3'; do
		# shellcheck disable=SC2086
		both "$1: details${option:+, $option}" details "$details" 450 $option
	done
	for option in '' -v '-v -X raw' '-v -X verbose'; do
		# shellcheck disable=SC2086
		both "$1: filters${option:+, $option}" filters seccomp 500 $option
		# shellcheck disable=SC2086
		both "$1: socket filters${option:+, $option}" socket-filters setsockopt 500 $option
		# shellcheck disable=SC2086
		both "$1: installed filters${option:+, $option}" installed-filters ptrace 5 $option
		# shellcheck disable=SC2086
		both "$1: stopped calls${option:+, $option}" stopped-calls ptrace 280 $option
		# shellcheck disable=SC2086
		both "$1: programs${option:+, $option}" programs bpf 270 $option
	done
	for option in '' -y '-X raw' '-X verbose' '-s 3'; do
		# shellcheck disable=SC2086
		both "$1: links${option:+, $option}" links bpf 350 $option
	done
	for option in -v '-s 60'; do
		# shellcheck disable=SC2086
		both "$1: links, $option" few-links bpf 350 $option
	done
	for option in '' -v '-X raw' '-s 40'; do
		# shellcheck disable=SC2086
		both "$1: sizes${option:+, $option}" sizes openat2,clone3,mount_setattr,sched_setattr,sched_getattr,sched_setaffinity \
			500 $option
	done
	for option in '' -v -x '-s 2' '-v -s 1' '-X raw' '-e verbose=none'; do
		# shellcheck disable=SC2086
		both "$1: arguments${option:+, $option}" arguments execve 50 $option
	done
	for option in '' '-X raw' '-X verbose' '-s 3'; do
		# shellcheck disable=SC2086
		both "$1: lengths${option:+, $option}" lengths "$lengths" 150 $option
	done
	for option in '' -v '-X raw' '-s 2'; do
		# shellcheck disable=SC2086
		both "$1: ends${option:+, $option}" ends "$ends" 250 $option
	done
	for option in '' -v '-X raw' '-X verbose'; do
		# shellcheck disable=SC2086
		both "$1: words${option:+, $option}" words "$words" 50 $option
	done
	for option in '' -v '-s 5' '-s 64' '-v -s 2'; do
		# shellcheck disable=SC2086
		both "$1: messages${option:+, $option}" messages sendmmsg,recvmmsg,process_vm_writev,process_madvise,io_submit,setgroups 55 $option
	done
	if strace -e trace=sendto "$program" netlink 2>&1 > /dev/null | grep -q RTM_NEWLINK; then
		for option in '' '-v -s 100' '-v -X raw' '-v -X verbose' '-e verbose=none'; do
			# shellcheck disable=SC2086
			both "$1: netlink${option:+, $option}" netlink sendto,recvfrom 4000 $option
		done
		as_json "$1: netlink" netlink sendto,recvfrom
	else
		skip "$1: netlink" "strace does not know protocols on this kernel (CONFIG_NETLINK_DIAG)"
	fi
	for option in '' -v -y; do
		# shellcheck disable=SC2086
		both "$1: leftovers${option:+, $option}" leftovers \
			memfd_create,shmget,clone,getsockname,getdents,openat,landlock_create_ruleset,open_by_handle_at,io_uring_setup,ioctl 23 $option
	done
	for option in -z -Z '-e status=unfinished' '-e status=successful' '-e status=failed'; do
		# shellcheck disable=SC2086
		both "$1: killed, $option" killed kill 1 -f -e signal=none $option
	done
	for option in '' -v -y -yy '-X raw' '-X verbose' '-e raw=preadv,pwritev'; do
		# shellcheck disable=SC2086
		both "$1: children${option:+, $option}" children clone,clone3,waitid,preadv,pwritev,fanotify_mark 15 -e signal=none $option
	done
}

details=fsetxattr,fgetxattr,recvfrom,rt_sigqueueinfo,pidfd_send_signal,signalfd4,epoll_pwait,epoll_pwait2,ppoll,migrate_pages,set_mempolicy
details="$details,quotactl,mincore,epoll_ctl,mq_open,kcmp,fsconfig,mount,mmap,?mmap2,rt_sigaction,semop,fcntl,?fcntl64,sendmsg,msgget,semget,shmget,mq_getsetattr,ustat"
lengths=write,sendto,bind,setsockopt,setxattr,add_key,mq_timedsend,readlink,sethostname,setdomainname,writev,process_vm_readv
lengths="$lengths,sched_setaffinity,semop,setgroups,perf_event_open,bpf,getsockname,getpeername,accept4,recvfrom,pselect6,io_pgetevents"
lengths="$lengths,poll,semctl,msgctl,shmctl,sendfile,capset,mq_open,socket,socketpair,sysfs"
ends=writev,readv,preadv,vmsplice,process_vm_readv,process_madvise,poll,setgroups,io_submit,semop,set_mempolicy,migrate_pages,ioctl
ends="$ends,getsockname,getpeername,accept4,recvfrom,recvmsg,fsetxattr,lremovexattr,request_key,finit_module,fsopen,mount,write,setsockopt,openat,msgsnd,name_to_handle_at,open_by_handle_at,capset,capget"
words=remap_file_pages,mmap,fanotify_init,memfd_create,socket,ptrace,set_tid_address,openat2,sched_setattr,rt_sigpending,io_setup
work work_requests
program=$work
requests requests
if int80 32 requests "$dir/requests_32" 2> "$dir/messages" && "$dir/requests_32" sizes 2> "$dir/messages"; then
	program=$dir/requests_32
	requests "requests of a 32-bit program"
else
	skip "requests of a 32-bit program" "it cannot be built (gcc-multilib), or this kernel has no 32-bit entry"
fi
finish
