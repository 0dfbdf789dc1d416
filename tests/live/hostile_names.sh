#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Names that traced programs choose - of files, of themselves, of functions, sockets and control groups -
# with terminal escapes and line ends in them, through everything that trace and strace print, and through
# every command's messages: none comes out raw, and none begins a line of its own.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/live/hostile.inc
live=$BUILD/tests/live

cp "$(command -v cat)" "$dir/$comm" # its name is its comm
mkdir "$dir/sleep" "$dir/stack" "$dir/augment"
cp "$(command -v sleep)" "$dir/sleep/$comm"
spoil "$live/work_stack" "$dir/stack/$comm" stack_leaf stack_middle stack_outer
spoil "$live/work_augment" "$dir/augment/$comm" 'a "string'
echo text > "$dir/$evil"
# Without the registers of user space there are none of these call chains.
"$pa" doctor > "$dir/doctor"
if grep -q '^ok  pt_regs' "$dir/doctor"; then if_dwarf=; else if_dwarf='*'; fi

each trace -- "$dir/$comm" "$dir/$evil" <<- END
	--format perf
	--format strace
	--format json
	-S
	-s
	-s --format json
	-s --errno-summary
	-s --histogram
	-s --sched
	-s --max-summary 2 --summary-sort-by name
	-s --summary-mode=process
	*-s --summary-mode=total
	*-c
	--tree
	--tree --format json
	--tree --dump-map processes
	-y
	-yy
	--decode-fds all --format strace
	--no-comm --no-abbrev --string-limit 4096
	-v -T
	$if_dwarf--call-graph dwarf --max-stack 8
	--kernel-syscall-graph --format strace
	-F all --no-syscalls
	-F all --no-syscalls --format json
	-e task:task_rename
	-e task:task_rename --format json
	-e task:task_rename --libtraceevent_print
	-e sched:sched_process_exec
	-e sched:sched_process_exec --libtraceevent_print
	-e openat --switch-on task:task_rename --show-on-off-events
	-e $BUILD/bpf-progs/augmented_raw_syscalls.o,openat
END
each trace -- "$dir/sleep/$comm" 0.1 <<- END
	-e sched:sched_switch
	-e sched:sched_switch --format json
	-e sched:sched_switch --libtraceevent_print
	-e raw_syscalls:sys_enter
END
each trace -e getppid -- "$dir/stack/$comm" calls 2 <<- END
	--call-graph fp
	--call-graph fp --format strace
	$if_dwarf--call-graph dwarf --format json
END
each trace -- "$dir/augment/$comm" <<- END
	-e $live/augment_values.bpf.o,prctl
	-e $live/augment_values.bpf.o,prctl --format strace
	-e $live/augment_values.bpf.o,prctl --format json
END
each trace -P "$dir/$evil" -- "$dir/$comm" "$dir/$evil" <<- END
	-e openat
	-e openat --dump-map filters,filter_specs,filter_patterns,filter_globs
END

each strace "$dir/$comm" "$dir/$evil" <<- END
	-f
	-f -Y
	*-c
	-C
	-y
	-yy
	-e decode-fds=all -X verbose -v -i -n
	-x -tt
	-xx -r -T
	-e read=3 -e write=1
	-e raw=openat
	-f -d
	-f --tips=full
END
each strace "$dir/stack/$comm" calls 2 <<- END
	-k -e getppid
END
"$pa" strace -ff -o "$dir/ff" "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
written "strace -ff" "$dir/ff".* "$dir/messages"

if command -v perl > /dev/null; then
	bind='socket(S, 1, 1, 0); bind(S, pack("Sa*", 1, "\0$ARGV[0]")); listen(S, 1); getsockname(S)'
	each trace -- perl -e "$bind" "$evil" <<- END
		-yy -e bind,getsockname
		-yy -e bind,getsockname --format strace
		-yy -e bind,getsockname --format json
	END
else
	skip "hostile names: of sockets" "perl is not installed"
fi

# A control group's name has no line ends.
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/$(printf %s "$evil" | tr -d '\n')
if mkdir "$group" 2> /dev/null; then
	each "" sh -c "echo 0 > \"\$0/cgroup.procs\"; exec sleep 0.1" "$group" <<- END
		trace -s --summary-mode=cgroup --
		trace -s --summary-mode=cgroup --format json --
	END
	each trace -G "$group" -- true <<- END
		*-s
		*-v
	END
	rmdir "$group"
else
	skip "hostile names: of control groups" "none can be made here"
fi

# Messages: names of files that are not there, not ours to read, or no recordings, objects, configs; values that are none
while read -r args; do
	set --
	for arg in $args; do
		case $arg in
		*E) set -- "$@" "${arg%E}$evil" ;;
		*) set -- "$@" "$arg" ;;
		esac
	done
	both "messages of: $args" "$pa" "$@"
	expect "hostile names: messages of: $args: there are some" "$dir/messages" '^perf-augment: '
done <<- END
	trace -o /none/E -- true
	trace -e E true
	trace -e E.o true
	trace -e sched:E true
	trace -e task:task_rename --filter E true
	trace --filter-pids E true
	trace E
	trace -p E
	trace -t E
	trace -C E true
	trace -D E true
	trace -m E true
	trace -u E true
	trace -G E true
	trace -F E true
	trace --where E true
	trace --expr E true
	trace --below /none/E -p E
	trace --only-comm E -p E
	trace --min-stack E true
	trace --where filename~E true
	trace --fd E true
	trace --errno E true
	trace --duration E true
	trace --max-events E true
	trace --switch-on E true
	trace --switch-off sched:E true
	trace --string-limit E true
	trace --decode-fds E true
	trace --call-graph E true
	trace --max-stack E true
	trace --summary-mode E true
	trace --summary-sort-by E true
	trace --max-summary E true
	trace --color E true
	trace --format E true
	trace --dump-map E true
	trace --dump-interval E --dump-map stats true
	trace --E true
	strace -o /none/E true
	strace -e trace=E true
	strace -e E=x true
	strace -e signal=E true
	strace -e status=E true
	strace -e fault=E true
	strace -p E
	strace -P /none/E
	strace -a E true
	strace -b E true
	strace -I E true
	strace -O E true
	strace -s E true
	strace -S E true
	strace -u E true
	strace -U E -c true
	strace -X E true
	strace --tips=E true
	strace --E true
	strace E
	record -o /none/E -- true
	record -e E -- true
	record -e sched:E -- true
	record -e mem:E -- true
	record -p E
	record -t E
	record -C E true
	record -G E true
	record -F E true
	record -c E true
	record -j E true
	record -k E true
	record -m E true
	record -z=E true
	record --call-graph E true
	record --threads=E true
	record --compression-level=E true
	record --max-size E true
	record --switch-output=E true
	record --switch-max-files E true
	record --capture E true
	record --keep E true
	record --drop E true
	record --filter E true
	record --overflow E true
	record --count-by E true
	record --count-entries E --count-by ip true
	record --count-by ip --folded /none/E -o $dir/x true
	record --E true
	record E
	report -i E
	report -s E
	report -g E
	report --percent-limit E
	report --symfs E -i E
	report --kallsyms E -i E
	report --E
	annotate -i E
	annotate --id E
	annotate --kallsyms E -i E
	annotate --name E
	annotate --pinned /E
	annotate --html /none/E --name E
	annotate --disassembler-style E
	annotate --E
	progs E
	progs --live --capture E
	progs --E
	dump E
	dump --only E E
	dump --E
	convert E $dir/x
	convert --compat E E $dir/x
	convert --directory E $dir/x
	convert --E
	check E
	check --E
	build E
	build --emit=E x.c
	build --upgrade E -o $dir/x
	build --E
	dump-map E
	dump-map id E
	dump-map name E
	dump-map pinned /E
	dump-map --btf E name x
	dump-map --key E name x
	dump-map --value E name x
	dump-map --key-is E name x
	dump-map --where E name x
	dump-map --select E name x
	dump-map --sort E name x
	dump-map --top E name x
	dump-map --depth E name x
	dump-map --color=E name x
	dump-map --watch=E name x
	dump-map --watch-count E name x
	dump-map --diff E name x
	dump-map --E
	doctor --E
	doctor E
	E
END
for args in "report -i" "dump" "progs" "annotate" "check" "build" "build --upgrade -o $dir/x" "trace -e"; do
	# shellcheck disable=SC2086
	both "a file by that name that is none: $args" "$pa" $args "$dir/$evil"
done
PERF_CONFIG="$dir/$evil" both "a config by that name" "$pa" trace -o "$dir/trace" -- true
PERF_CONFIG="$dir/$evil" both "doctor, with a config by that name" "$pa" doctor
PERF_CONFIG="$dir/$evil" both "doctor --json, with a config by that name" "$pa" doctor --json
printf '[trace]\n\tshow_timestamp = %s\n\t%s = 1\n[%s]\n' "$evil" "$evil" "$evil" > "$dir/config"
PERF_CONFIG="$dir/config" both "what a config has" "$pa" trace -o "$dir/trace" -- true
shows "what a config has"

mkdir -p "$dir/$evil.home"
for args in "a.k=$evil" "a.$evil=1" "$evil=1" "trace.$evil=1" "trace.show_zeros=$evil" "a.$evil"; do
	HOME="$dir/$evil.home" both "config $(printf %s "$args" | cut -c 1-12 | head -n 1 | cat -v)..." "$pa" config --user "$args"
done
HOME="$dir/$evil.home" both "config --unset" "$pa" config --user --unset "a.$evil"
shows "config --unset"
for args in a.k -l --list -j --json --user; do
	HOME="$dir/$evil.home" both "config $args: what it has written" "$pa" config --user $args
	shows "config $args"
done
PERF_CONFIG="$dir/config" both "config: what a broken one has" "$pa" config
shows "config: a broken one"
PERF_CONFIG="$dir/$evil" both "config, of a file by that name" "$pa" config -l
both "config --system" "$pa" config --system "$evil"
shows "config --system"
finish
