#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Objects for stock perf in -e and [trace] add_events: the seven examples of Debian's linux-perf,
# objects of each age and layout, and all that can be wrong with one, after which nothing is left.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "objects" clang
[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing 2> /dev/null
if [ ! -e /sys/kernel/tracing/events/raw_syscalls ]; then
	skip "objects" "there is no tracefs with the tracepoints of system calls"
	finish
fi
# Functions named after the examples are called by that name.
# shellcheck disable=SC2317
export XDG_CACHE_HOME="$dir/cache"
multiarch=/usr/include/$(uname -m)-linux-gnu
examples=/usr/share/doc/linux-perf/examples/bpf
work work_augmented

# trace ARG...: into $dir/out and $dir/log; the kernel passes over a program, counted, when other BPF
# work was interrupted on the CPU: such a run is repeated, four times at most
trace()
{
	for trace_run in 1 2 3 4 5; do
		: "$trace_run"
		"$pa" trace -o "$dir/out" "$@" > "$dir/log" 2>&1
		trace_status=$?
		grep -q 'the kernel left out' "$dir/log" || break
		if [ "$trace_status" = 0 ] && grep -q "the kernel left out .*objects' programs" "$dir/log"; then
			fail "objects: status 3 when the kernel passed over a program" "$dir/log"
		fi
	done
	[ -s "$dir/out" ] || cp "$dir/log" "$dir/out"
}

# build NAME SOURCE CLANG-ARG...: $dir/NAME.o
build()
{
	build_name=$1 build_source=$2
	shift 2
	if ! "$pa" build "$build_source" -o "$dir/$build_name.o" -- "$@" 2> "$dir/cc"; then
		fail "objects: $build_source is built" "$dir/cc"
		finish
	fi
}

# example NAME: says whether it is there
example()
{
	[ -e "$examples/$1.c" ] && return
	skip "objects: stock example $1" "linux-perf's examples are not installed"
	return 1
}

# shows NAME PATTERN ARG...: the trace has a line like that
shows()
{
	shows_name=$1 shows_pattern=$2
	shift 2
	trace "$@"
	expect "$shows_name" "$dir/out" "$shows_pattern"
}

# each FORM of an example: the source, and an object of each compiler
stock_examples()
{
	for form in source $CLANG_VERSIONS; do
		for name in hello etcsnoop sys_enter_openat augmented_syscalls augmented_raw_syscalls; do
			example "$name" || continue
			path=$examples/$name.c
			if [ "$form" != source ]; then
				clang_or_skip "objects: $name by clang-$form" "$form" || continue
				path=$dir/$name.o
				printf '[llvm]\n\tclang-path = clang-%s\n' "$form" > "$dir/config"
				PERF_CONFIG=$dir/config "$pa" build "$examples/$name.c" -o "$path"
			fi
			"stock_$name" "$path" "objects: $name ($form)"
		done
	done
}

stock_hello()
{
	shows "$2 prints" ' cat/[0-9]+ __bpf_stdout__\(Hello, world\)$' -e "$1" cat /etc/hostname
	refuse "$2 drops the event" "$dir/out" 'sys_enter_openat'
	refuse "$2: no calls are traced" "$dir/out" '\) += '
	shows "$2 and a call" ' openat\(.*"/etc/hostname".*\) += 3' -e "$1,openat" cat /etc/hostname
	expect "$2 prints beside calls" "$dir/out" '__bpf_stdout__\(Hello, world\)'
}

stock_etcsnoop()
{
	shows "$2 shows what it keeps" ' openat\(.*filename: "/etc/hostname".*\) += 3' \
		-e "$1" cat /etc/hostname
	refuse "$2 drops the rest" "$dir/out" 'filename: "/(usr|lib)'
	refuse "$2: no other calls" "$dir/out" ' (close|mmap|execve)\('
	trace -v -e "$1" sh -c 'cat /etc/hostname; cat /etc/passwd > /dev/null'
	expect "$2 sees children" "$dir/out" ' cat/[0-9]+ openat\(.*"/etc/passwd"'
	expect "$2: the ledger counts what it dropped" "$dir/log" \
		'[1-9][0-9]* calls that an object did not pass on'
}

stock_sys_enter_openat()
{
	shows "$2 keeps its event" \
		' cat/[0-9]+ syscalls:sys_enter_openat\(dfd: CWD, filename: 0x[0-9a-f]+, flags: RDONLY' \
		-e "$1" cat /etc/hostname
	refuse "$2: no calls are traced" "$dir/out" '\) += '
}

stock_augmented_syscalls()
{
	shows "$2 shows its calls" ' openat\(dfd: CWD, filename: "/aug/openat"' -e "$1" "$work"
	expect "$2: an address" "$dir/out" ' connect\(.*sin_port: 9, .sin_addr: 127.0.0.1'
	refuse "$2: no other calls" "$dir/out" ' (renameat2|execve|mmap)\('
}

stock_augmented_raw_syscalls()
{
	trace -e "$1" "$work"
	expect "$2: a path" "$dir/out" ' openat\(dfd: CWD, filename: "/aug/openat"'
	expect "$2: two paths" "$dir/out" 'rename\(oldname: "/aug/from", newname: "/aug/to"|renameat2\(.*"/aug/from".*"/aug/to"'
	expect "$2: an address" "$dir/out" 'connect\(.*sin_port: 9, .sin_addr: 127.0.0.1'
	expect "$2: calls it does not augment" "$dir/out" ' (brk|mmap)\('
	trace -e "$1,close" "$work"
	expect "$2: -e chooses" "$dir/out" ' close\('
	refuse "$2: -e leaves out" "$dir/out" ' openat\('
}

no_program()
{
	if example empty; then
		status "objects: empty.c does nothing" 0 "$pa" trace -e "$examples/empty.c" true
		expect "objects: and says so" "$dir/status_out" 'no program in it'
	fi
	example 5sec || return
	if [ -e /sys/bus/event_source/devices/kprobe ]; then
		shows "objects: 5sec.c sees who sleeps" \
			' sleep/[0-9]+ perf_bpf_probe:hrtimer_nanosleep\(.*rqtp: 50000' -e "$examples/5sec.c" sleep 5
	else
		status "objects: 5sec.c needs kprobes" 1 "$pa" trace -e "$examples/5sec.c" true
		expect "objects: and says so" "$dir/status_out" 'the running kernel has no kprobes'
	fi
}

# What is shown is what the object says, in both layouts; a fault is read again by the engine.
told()
{
	for header in without with; do
		set --
		[ $header = with ] && set -- -DHEADER
		build told tests/objects/told_augmenter.c "$@"
		name="objects: $header header"
		trace -v -e "$dir/told.o,openat,connect,access,getpid,getppid" "$work"
		expect "$name: a string" "$dir/out" ' openat\(dfd: CWD, filename: "told by the object"'
		refuse "$name: no other string" "$dir/out" ' openat\(.*filename: "/'
		expect "$name: an address" "$dir/out" ' connect\(.*sin_port: 7, .sin_addr: 192.0.2.55'
		refuse "$name: no other address" "$dir/out" ' connect\(.*127.0.0.1'
	done
	trace -v -e "$dir/told.o,getpid,access" sh -c 'cat /etc/hostname; exit 7'
	equal "objects: the command's status" 7 "$trace_status"
	expect "objects: what it could not read the engine reads" "$dir/out" ' access\(filename: "/etc/ld.so.preload"'
	trace --format=json -e "$dir/told.o,openat" "$work"
	expect "objects: JSON" "$dir/out" '"syscall":"openat",.*"filename":"told by the object"'
	trace --format=strace -e "$dir/told.o,openat" "$work"
	expect "objects: strace's format" "$dir/out" 'openat\(AT_FDCWD, "told by the object"'
	"$pa" trace --dump-map pids_filtered,syscalls_sys_enter -o "$dir/out" \
		-e "$dir/told.o,openat" true > "$dir/log" 2>&1
	expect "objects: --dump-map has their maps" "$dir/out" "^pids_filtered of $dir/told.o:"
}

# Nothing but what the object filters goes missing: the same calls with it as without.
all_calls()
{
	build told tests/objects/told_augmenter.c
	trace -e "$dir/told.o,openat,newfstatat" "$BUILD/tests/live/work_augmented"
	bare "$dir/out" | sed 's/(.*//' | sort | uniq -c > "$dir/with"
	"$pa" trace -o "$dir/out" -e openat,newfstatat "$BUILD/tests/live/work_augmented"
	bare "$dir/out" | sed 's/(.*//' | sort | uniq -c > "$dir/without"
	same "objects: all calls are there" "$dir/without" "$dir/with"
}

# perf's own old headers made such objects; they run as they are, and upgraded in stock perf too.
legacy()
{
	build legacy tests/objects/legacy_augmenter.c -DBPF_MAP_LEGACY "-D__NR_CPUS__=$(nproc)"
	set -- "$dir/legacy.o"
	if [ -e /usr/include/perf/bpf/bpf.h ] && [ -d "$multiarch" ]; then
		clang -target bpf -g -O2 "-D__NR_CPUS__=$(nproc --all)" -DLINUX_VERSION_CODE=0x60100 \
			-Wno-everything -include uapi/linux/bpf.h -Itests/objects/perf_shim \
			-I/usr/include/perf/bpf -I"$multiarch" -c tests/objects/legacy_augmenter.c \
			-o "$dir/perf_headers.o" 2> "$dir/cc" ||
			fail "objects: an object made with perf's headers" "$dir/cc"
		set -- "$@" "$dir/perf_headers.o"
	fi
	[ $# -gt 1 ] || skip "objects: an object made with perf's headers" "they are not installed"
	for object; do
		name="objects: $(basename "$object")"
		"$pa" check --no-load "$object" > "$dir/check"
		expect "$name is a legacy one" "$dir/check" '^Maps: 6, legacy'
		shows "$name runs" ' openat\(dfd: CWD, filename: "/etc/hostname"' \
			-e "$object,openat" cat /etc/hostname
		"$pa" build --upgrade "$object" -o "$dir/new.o" 2> /dev/null
		shows "$name, upgraded, runs" ' openat\(dfd: CWD, filename: "/etc/hostname"' \
			-e "$dir/new.o,openat" cat /etc/hostname
	done
}

config()
{
	build told tests/objects/told_augmenter.c
	example hello || return
	build hello "$examples/hello.c"
	printf '[trace]\n\tadd_events = %s,%s,getppid\n' "$dir/told.o" "$dir/hello.o" > "$dir/config"
	PERF_CONFIG=$dir/config trace -e openat cat /etc/hostname
	expect "objects: add_events: the augmenter" "$dir/out" ' openat\(.*"told by the object"'
	expect "objects: add_events: the other object" "$dir/out" '__bpf_stdout__\(Hello, world\)'
	PERF_CONFIG=$dir/config trace -e sched:sched_process_exec true
	expect "objects: add_events beside a tracepoint" "$dir/out" 'sched:sched_process_exec\('
	refuse "objects: add_events: no augmenter without calls" "$dir/out" ' openat\('
	printf '[trace]\n\tadd_events = %s\n' "$dir/nowhere.o" > "$dir/config"
	PERF_CONFIG=$dir/config trace -e openat cat /etc/hostname
	expect "objects: add_events: one that is not there" "$dir/log" 'nowhere.o'
}

by_target()
{
	build told tests/objects/told_augmenter.c
	work work_tree
	serve 1
	other=$server
	serve 2
	trace_bg "$dir/trace" -e "$dir/told.o" -p "$server"
	wait_until 10 grep -q "/$server " "$dir/trace"
	stop "$tracer"
	expect "objects: -p shows the process" "$dir/trace" " work_tree/$server "
	refuse "objects: -p shows no other" "$dir/trace" "/$other "
	sh -c 'while :; do read -r line < /etc/hostname; done' &
	loop=$!
	started="$started $loop"
	trace_bg "$dir/trace" -a --filter-pids "$other" -e "$dir/told.o,openat"
	wait_until 10 grep -q "/$loop openat(.*told by the object" "$dir/trace"
	stop "$tracer"
	kill "$loop"
	expect "objects: -a" "$dir/trace" " sh/$loop openat\(.*told by the object"
}

# mine: ids of the BPF programs that have a name of ours and are not there before
programs()
{
	bpftool prog show 2> /dev/null | sed -n 's/^\([0-9]*\): .* name \(enter_told_bad\|told_[a-z]*\) .*/\1/p'
}

# bad NAME PATTERN FILE: the trace ends with status 1, says that, and leaves nothing behind
bad()
{
	status "objects: $1: status 1" 1 "$pa" trace -e "$3,openat" true
	expect "objects: $1 is explained" "$dir/status_out" "$2"
	refuse "objects: $1: the command did not run" "$dir/status_out" ' openat\('
	equal "objects: $1: no program is left" "" "$(programs)"
}

bad_input()
{
	build told tests/objects/told_augmenter.c
	told=$dir/told.o
	echo 'not an object' > "$dir/text.o"
	bad "a text" 'text.o: .*ELF' "$dir/text.o"
	head -c 3000 "$told" > "$dir/cut.o"
	bad "a truncated object" 'cut.o: ' "$dir/cut.o"
	: > "$dir/nothing.o"
	bad "an empty file" 'nothing.o: ' "$dir/nothing.o"
	clang -target bpfeb -O2 -g -Iinclude -Iinclude/bpf -c tests/objects/told_augmenter.c \
		-o "$dir/big_endian.o" 2> "$dir/cc"
	bad "the other byte order" 'big_endian.o: .*(endian|byte order)' "$dir/big_endian.o"
	clang -target bpf -O2 -Iinclude -Iinclude/bpf -c tests/objects/told_augmenter.c \
		-o "$dir/no_btf.o" 2> "$dir/cc"
	bad "no BTF" 'no_btf.o: .*BTF' "$dir/no_btf.o"
	head -c 100000000 /dev/zero > "$dir/large.o"
	bad "100 MB" 'large.o: .*bytes.*refused' "$dir/large.o"
	rm -f "$dir/large.o"
	bad "a file that is not there" 'nowhere.o: No such file' "$dir/nowhere.o"
	bad "a directory" 'dir.o: Is a directory' "$(mkdir -p "$dir/dir.o" && echo "$dir/dir.o")"

	source_of license 'license(Proprietary);' 'return bpf_get_current_task() != 0;'
	bad "the wrong licence" "told_license calls bpf_get_current_task.*licence is 'Proprietary'" \
		"$dir/license.c"
	source_of verifier 'license(GPL);' 'char *p = 0; return *(volatile char *)(p + 5);'
	bad "what the verifier refuses" 'verifier.c: .*told_verifier' "$dir/verifier.c"
	expect "objects: the verifier's source line" "$dir/status_out" 'verifier.c:[0-9]+: '
	expect "objects: the verifier's words" "$dir/status_out" 'invalid mem access'
	source_of syntax 'license(GPL);' 'return not_declared;'
	bad "an error in C" "syntax.c:[0-9]+:[0-9]+:.*not_declared" "$dir/syntax.c"
	source_of event 'license(GPL);' 'return 0;' 'sched:nosuch_event'
	bad "no such tracepoint" "told_event.*no such tracepoint" "$dir/event.c"
	source_of section 'license(GPL);' 'return 0;' 'xdp'
	bad "a program that traces nothing" "told_section.*'xdp'" "$dir/section.c"
	source_of marker 'license(GPL); struct ____btf_map_odd { char key; char value; };
		struct ____btf_map_odd marker SEC(".maps.odd") __attribute__((used)) = {};
		struct { int (*type)[1]; int *key; long *value; int (*max_entries)[4]; } odd SEC(".maps");' \
		'return 0;'
	bad "a marker that disagrees" 'map odd .*marker' "$dir/marker.c"
	source_of type 'license(GPL);
		struct { int (*type)[999]; int *key; int *value; int (*max_entries)[4]; } odd SEC(".maps");' \
		'return 0;'
	bad "an unknown type of map" 'map odd is of type 999' "$dir/type.c"
	printf '[llvm]\n\tclang-path = %s/no-clang\n' "$dir" > "$dir/config"
	source_of clang 'license(GPL);' 'return 0;'
	status "objects: clang is missing: status 1" 1 env PERF_CONFIG="$dir/config" \
		"$pa" trace -e "$dir/clang.c" true
	expect "objects: clang is missing" "$dir/status_out" 'no-clang'
}

# source_of NAME GLOBALS BODY [SECTION]: $dir/NAME.c with the program told_NAME
source_of()
{
	cat > "$dir/$1.c" << EOF
#include <bpf.h>
$2
SEC("${4:-raw_syscalls:sys_enter}") int told_$1(void *ctx)
{
	$3
}
EOF
}

# perf's spelling of a probe in a file: what can be run, and what only perf could
probes()
{
	libc=/lib/$(uname -m)-linux-gnu/libc.so.6
	if [ ! -e "$libc" ]; then
		skip "objects: a probe" "no $libc"
		return
	fi
	cat > "$dir/probe.c" << EOF
#include <stdio.h>
int uprobe("$libc", realpath)(void *args) { puts("at realpath"); return 0; }
int uprobe_return("$libc", realpath)(void *args) { puts("back from realpath"); return 0; }
license(GPL);
EOF
	trace -e "$dir/probe.c" python3 -c 'import ctypes; ctypes.CDLL(None).realpath(b"/", None)'
	expect "objects: a probe of a function" "$dir/out" '__bpf_stdout__\(at realpath\)'
	expect "objects: and of its return" "$dir/out" '__bpf_stdout__\(back from realpath\)'
	source_of chosen 'license(GPL);' 'return 0;' "exec=$libc;x=memcpy"
	bad "a function that is chosen at the start" 'told_chosen .*IFUNC' "$dir/chosen.c"
	source_of absent 'license(GPL);' 'return 0;' "exec=$libc;x=no_such_function"
	bad "a probe of no function" 'told_absent .*no such function' "$dir/absent.c"
	refuse "objects: libbpf is silent" "$dir/status_out" '^libbpf:'
	source_of variables 'license(GPL);' 'return 0;' "exec=$libc;x=realpath name"
	bad "variables of a probed function" "told_variables.*variables of the probed function" "$dir/variables.c"
	source_of line 'license(GPL);' 'return 0;' "exec=$libc;x=realpath:3"
	bad "a line of a probed function" "told_line.*lines, offsets and files" "$dir/line.c"
}

# Ten objects: each has its own events and maps, and all of them print.
ten()
{
	list=
	for i in 0 1 2 3 4 5 6 7 8 9; do
		cat > "$dir/ten$i.c" << EOF
#include <stdio.h>
int syscall_enter(getppid)(void *args) { puts("object $i"); return 1; }
license(GPL);
EOF
		build "ten$i" "$dir/ten$i.c"
		list=$list,$dir/ten$i.o
	done
	trace -e "${list#,}" sh -c 'python3 -c "import os; os.getppid()"'
	equal "objects: ten at once" 10 "$(grep -oE 'object [0-9]' "$dir/out" | sort -u | wc -l)"
	expect "objects: two kept events are one line" "$dir/out" 'syscalls:sys_enter_getppid\(\)'
}

stock_examples
no_program
told
all_calls
legacy
config
by_target
bad_input
probes
ten
finish
