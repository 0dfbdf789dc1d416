#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What rights are left once a command has begun, whose files are written under sudo, and that no link
# of somebody else's is written through: docs/SECURITY.md.
. tests/lib.sh
. tests/live/trace_common.inc

alice=65534 # the user who calls sudo; "nobody" everywhere
mallory=65533

# bit NAME: the number of a capability
bit()
{
	case $1 in
	CAP_CHOWN) echo 0 ;;
	CAP_DAC_OVERRIDE) echo 1 ;;
	CAP_DAC_READ_SEARCH) echo 2 ;;
	CAP_FOWNER) echo 3 ;;
	CAP_KILL) echo 5 ;;
	CAP_SETGID) echo 6 ;;
	CAP_SETUID) echo 7 ;;
	CAP_NET_ADMIN) echo 12 ;;
	CAP_SYS_PTRACE) echo 19 ;;
	CAP_SYS_ADMIN) echo 21 ;;
	CAP_SYS_NICE) echo 23 ;;
	CAP_SYS_RESOURCE) echo 24 ;;
	CAP_SYSLOG) echo 34 ;;
	CAP_PERFMON) echo 38 ;;
	CAP_BPF) echo 39 ;;
	esac
}

# row NAME: the names in the second column of the table of what is kept
row()
{
	sed '1,/^| once it has begun | keeps |/d' docs/SECURITY.md |
		awk -F ' *[|] *' -v name="$1" '$2 == name { gsub(",", "", $3); print $3; exit }'
}

# kept ROW...: what these rows of docs/SECURITY.md have, as far as this shell has it; -1 for what is not understood
kept()
{
	kept=0
	for kept_row in "$@"; do
		kept_names=$(row "$kept_row" | sed "s/\\bfiles\\b/$(row files)/")
		[ -n "$kept_names" ] || kept=-1
		for kept_name in $kept_names; do
			kept_bit=$(bit "$kept_name")
			[ -n "$kept_bit" ] && [ $kept != -1 ] || { kept=-1; break; }
			kept=$((kept | 1 << kept_bit))
		done
	done
	[ $kept = -1 ] || kept=$((kept & own))
	echo $kept
}

# rights FILE: of a /proc/PID/status: effective, permitted, inheritable capabilities, and whether no execve() may give more
rights()
{
	awk '{ value[$1] = $2 } END { print value["CapEff:"], value["CapPrm:"], value["CapInh:"], value["NoNewPrivs:"] }' \
		"$1" 2> /dev/null
}

# just CAPABILITIES: the rights of who has these, and can get no others back
just()
{
	printf '%016x %016x %016x 1\n' "$1" "$1" 0
}

# no_more RIGHTS EFFECTIVE PERMITTED INHERITABLE NO_NEW_PRIVS: of a thread that may do with less
no_more()
{
	most=${1%% *}
	[ $(((0x$2 | 0x$3 | 0x$4) & ~0x$most)) -eq 0 ] && [ "$5" = 1 ]
}

# all_have RIGHTS PID: the process these, its other threads no more
all_have()
{
	[ "$(rights "/proc/$2/status")" = "$1" ] || return
	for task in "/proc/$2/task/"*; do
		# shellcheck disable=SC2046 # four numbers
		no_more "$1" $(rights "$task/status") || return
	done
}

# keeps NAME PID ROW...: what the rows of docs/SECURITY.md say, in all threads, soon
keeps()
{
	keeps_name=$1 keeps_pid=$2
	shift 2
	wanted=$(just "$(kept "$@")")
	if wait_until 5 all_have "$wanted" "$keeps_pid"; then
		pass "privilege: $keeps_name"
		return
	fi
	fail "privilege: $keeps_name"
	echo "# wanted $wanted ($*)"
	for task in "/proc/$keeps_pid/task/"*; do
		echo "# $(cat "$task/comm"): $(rights "$task/status")"
	done
}

# traced NAME ROW ARG...: a trace of the server with these arguments keeps what the rows say
traced()
{
	traced_name=$1 traced_row=$2
	shift 2
	trace_bg "$dir/trace" -e access -p "$server" "$@"
	wait_until 20 grep -qs /aug/tick/main "$dir/trace"
	keeps "trace $traced_name" "$tracer" "trace, strace" "$traced_row"
	stop "$tracer"
	equal "privilege: trace $traced_name ends well with that" 0 "$stopped"
}

drops()
{
	serve 1
	trace_bg "$dir/trace" -e access -p "$server"
	wait_until 20 grep -qs /aug/tick/main "$dir/trace"
	keeps "trace -p keeps what the table says" "$tracer" "trace, strace"
	stop "$tracer"
	equal "privilege: it ends well with that" 0 "$stopped"
	traced "with stacks" "- with stacks or page faults" --call-graph fp
	traced "--dump-map" "- with --dump-map" --filter-pids 3237 --dump-map pids_filtered
	"$pa" strace -q -ff -e trace=access -o "$dir/ff" -p "$server" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 20 grep -qs /aug/tick/main "$dir/ff.$server"
	keeps "strace -ff" "$tracer" "trace, strace" "- with -ff"
	stop "$tracer"
	trace_bg "$dir/trace" -S -- sh -c "cat /proc/self/status > $dir/command; sleep 1000"
	wait_until 20 grep -qs 'execve(.*sleep' "$dir/trace"
	keeps "trace COMMAND keeps CAP_KILL beside it" "$tracer" "trace, strace" "- with a command"
	equal "privilege: the command has all that we had" "$(rights /proc/$$/status)" "$(rights "$dir/command")"
	kill -TERM "$tracer" # the command ignores SIGINT, as all in the background of a shell
	wait "$tracer"
	expect "privilege: the summary is read without the rest" "$dir/trace" '^   execve +[0-9]+ '

	"$pa" record -q -o "$dir/perf.data" -p "$server" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 20 test -s "$dir/perf.data"
	keeps "record, in all its threads" "$tracer" record
	stop "$tracer"
	"$pa" record -q -o "$dir/command.data" -- sh -c "cat /proc/self/status > $dir/command" 2>> "$dir/messages"
	equal "privilege: record: the command has all that we had" "$(rights /proc/$$/status)" \
		"$(rights "$dir/command")"
	kill -USR1 "$server"
	wait "$server"
}

# reads ROW ARG...: before it has the first byte of its input, @fifo or its standard input, it has given up the rest
reads()
{
	reads_row=$1
	shift
	"$pa" "$@" < "$dir/fifo" > "$dir/status_out" 2>&1 &
	reader=$! started="$started $!"
	exec 8> "$dir/fifo"
	keeps "$*" "$reader" "$reads_row"
	exec 8>&-
	wait "$reader"
}

# Hostile bytes come from files.
readers()
{
	mkfifo "$dir/fifo"
	reads "progs FILE, dump, convert, build, config" progs -
	reads "annotate FILE" annotate -
	reads report report -i -
	reads "progs FILE, dump, convert, build, config" dump -
	reads "progs FILE, dump, convert, build, config" convert - "$dir/converted"
	PERF_CONFIG=$dir/fifo
	export PERF_CONFIG
	reads "progs FILE, dump, convert, build, config" config
	unset PERF_CONFIG
	reads check check "$dir/fifo"
	reads "check --no-load, check by another user than root" check --no-load "$dir/fifo"
}

# A compiler is started by us, and has no more than it needs; nor gets user 0 all by its execve().
compilers()
{
	mkdir -p "$dir/bin"
	cat > "$dir/bin/clang" <<- EOT
		#!/bin/sh
		cat /proc/self/status > $dir/compiler
		cat /proc/\$PPID/status > $dir/build
		exit 1
	EOT
	chmod 755 "$dir/bin/clang"
	compiler=$(just "$(kept "the compiler of build and trace")")
	PATH=$dir/bin:$PATH "$pa" build --no-cache -o "$dir/none.o" "$dir/prog.bpf.c" > "$dir/status_out" 2>&1
	equal "privilege: build" "$(just "$(kept "progs FILE, dump, convert, build, config")")" \
		"$(rights "$dir/build")"
	equal "privilege: its compiler" "$compiler" "$(rights "$dir/compiler")"
	rm "$dir/compiler"
	cp "$dir/prog.bpf.c" "$dir/prog.c"
	PATH=$dir/bin:$PATH "$pa" trace -e "$dir/prog.c" -- true > "$dir/status_out" 2>&1
	equal "privilege: the compiler of trace" "$compiler" "$(rights "$dir/compiler")"
}

loaded_row="dump-map, progs --loaded and --live, annotate of loaded programs"

watched()
{
	need_file "privilege: dump_maps is built" "$BUILD/tests/live/dump_maps"
	mkfifo "$dir/hold"
	"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" < "$dir/hold" > "$dir/ready" 2>&1 &
	helper=$! started="$started $!"
	exec 9> "$dir/hold"
	wait_until 20 grep -qs ready "$dir/ready"
	id=$("$pa" dump-map 2> "$dir/messages" | awk -v pid="dump_maps($helper)" 'index($0, pid) && $2 == "hash" { print $1; exit }')
	SUDO_UID=$alice SUDO_GID=$alice "$pa" dump-map --watch=0.1 -o "$dir/shared/map" id "$id" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 20 test -s "$dir/shared/map"
	keeps "dump-map --watch" "$tracer" "$loaded_row"
	stop "$tracer"
	owned "dump-map -o" "$dir/shared/map"
	"$pa" progs --live > "$dir/live" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	keeps "progs --live" "$tracer" "$loaded_row"
	stop "$tracer"
	exec 9>&-
	wait "$helper"
}

# as_alice COMMAND...: as sudo runs it
as_alice()
{
	SUDO_UID=$alice SUDO_GID=$alice SUDO_USER=nobody "$@"
}

# owned NAME FILE...
owned()
{
	owned_name=$1
	shift
	equal "privilege: $owned_name: files are of who called sudo" "$alice:$alice" \
		"$(stat -c %u:%g "$@" 2>&1 | sort -u)"
}

# All that writes files, into the directory $1 with the name $2; a recording beside it goes to $3
every_writer()
{
	echo "trace -o $1/$2 -- true"
	echo "trace --format json -o $1/$2 -- true"
	echo "strace -o $1/$2 true"
	echo "strace -A -o $1/$2 true"
	echo "record -q -o $1/$2 -- true"
	echo "convert $dir/perf.data $1/$2"
	echo "dump -o $1/$2 $dir/perf.data"
	echo "progs -o $1/$2 $dir/perf.data"
	echo "report -i $dir/perf.data -o $1/$2"
	echo "report -i $dir/perf.data -o /dev/null --flamegraph $1/$2"
	for option in folded json flamegraph; do
		echo "record -q -e cpu-clock -c 1000000 --count-by comm --$option $1/$2 -o $3 -- $BUILD/tests/live/count_work 20ms"
	done
	if command -v clang > /dev/null; then
		echo "build -o $1/$2 $dir/prog.bpf.c"
	fi
	echo "dump-map -o $1/$2"
}

# writer COMMAND: its name, and the option before the file that it is about
writer()
{
	echo "$1" | sed -E -e "s#^([a-z-]+)(.* (-[-a-zA-Z]+))? $dir/(roots/keep|shared/trap).*#\1 \3#" -e 's# [^-].*##; s# $##'
}

sudo_files()
{
	as_alice "$pa" trace -o "$dir/shared/t" -- true 2> "$dir/messages"
	as_alice "$pa" trace -o "$dir/shared/t" -- true 2>> "$dir/messages"
	owned "trace -o" "$dir/shared/t" "$dir/shared/t.old"
	as_alice "$pa" strace -ff -o "$dir/shared/ff" sh -c 'true | true' 2>> "$dir/messages"
	owned "strace -ff" "$dir/shared/ff".*
	as_alice "$pa" record -q -o "$dir/shared/r" -- true 2>> "$dir/messages"
	as_alice "$pa" record -q -o "$dir/shared/r" -- true 2>> "$dir/messages"
	owned "record -o" "$dir/shared/r" "$dir/shared/r.old"
	as_alice "$pa" record -q --threads -o "$dir/shared/rd" -- true 2>> "$dir/messages"
	if [ -d "$dir/shared/rd" ]; then
		owned "record --threads" "$dir/shared/rd" "$dir/shared/rd/"*
	else
		fail "privilege: record --threads makes a directory" "$dir/messages"
	fi
	as_alice "$pa" progs -o "$dir/shared/p" "$dir/shared/r" 2>> "$dir/messages"
	owned "progs -o" "$dir/shared/p"

	# A file that the user could not write stays as it is; what is no recording would stay anyway.
	mkdir -m 755 "$dir/roots"
	every_writer "$dir/roots" keep "$dir/shared/counted" > "$dir/commands"
	while read -r command; do
		echo PERFILE2 secret > "$dir/roots/keep"
		# shellcheck disable=SC2086
		as_alice "$pa" $command > "$dir/status_out" 2>&1 < /dev/null
		got=$?
		equal "privilege: $(writer "$command"): a file of root is not written for who called sudo" "1 PERFILE2 secret keep" \
			"$got $(cat "$dir/roots/keep") $(ls "$dir/roots")"
		expect "privilege: $(writer "$command"): it is said why" "$dir/status_out" \
			"^perf-augment: .*(roots/keep|output).*the user who called sudo may not write there"
	done < "$dir/commands"

	# The side file is a link to a full disk: it cannot be written, and is not that user's to remove.
	rm "$dir/roots/keep"
	: > "$dir/roots/r"
	chown $alice "$dir/roots/r"
	ln -s /dev/full "$dir/roots/r.overflow.json"
	as_alice "$pa" record -q -e cpu-clock -c 1000000 --keep true -o "$dir/roots/r" -- true > "$dir/status_out" 2>&1
	expect "privilege: record: a side file that cannot be written is named" "$dir/status_out" \
		"^perf-augment: .*roots/r.overflow.json cannot be written: No space"
	equal "privilege: record: it is not removed as root" /dev/full "$(readlink "$dir/roots/r.overflow.json")"
}

# Somebody else waits with a link where our file goes.
sticky()
{
	every_writer "$dir/shared" trap "$dir/roots/counted" > "$dir/commands"
	while read -r command; do
		echo secret > "$dir/victim"
		rm -rf "$dir/shared/trap"*
		ln -s "$dir/victim" "$dir/shared/trap"
		chown -h $mallory:$mallory "$dir/shared/trap"
		# shellcheck disable=SC2086
		"$pa" $command > "$dir/status_out" 2>&1 < /dev/null
		got=$?
		equal "privilege: $(writer "$command"): somebody's link in a sticky directory is not followed" "1 secret" \
			"$got $(cat "$dir/victim")"
		expect "privilege: $(writer "$command"): it is said why" "$dir/status_out" \
			"^perf-augment: .*a symbolic link of somebody else leads there"
	done < "$dir/commands"
	# -ff makes its names from thread numbers: all of them are taken. The first line is the shell's end.
	rm -rf "$dir/shared/"*
	"$pa" strace -ff -e trace=none -e signal=none -o "$dir/shared/ff" -- sh -c "
		echo secret > $dir/victim
		ln -s $dir/victim $dir/shared/ff.\$\$
		chown -h $mallory $dir/shared/ff.\$\$" > "$dir/status_out" 2>&1
	got=$?
	equal "privilege: strace -ff: no link is followed" "1 secret" "$got $(cat "$dir/victim")"
	expect "privilege: strace -ff: it is said why" "$dir/status_out" \
		"^perf-augment: .*a symbolic link of somebody else leads there"

	echo secret > "$dir/victim"
	ln -s "$dir/victim" "$dir/shared/log.old"
	echo old > "$dir/shared/log"
	chown -h $mallory "$dir/shared/log.old"
	status "privilege: FILE.old of somebody else is not replaced" 1 "$pa" trace -o "$dir/shared/log" -- true
	equal "privilege: nor written to" "secret old" "$(cat "$dir/victim" "$dir/shared/log" | tr '\n' ' ' | sed 's/ $//')"
}

configs()
{
	printf '[trace]\n\tshow_duration = no\n' > "$dir/config"
	chown $mallory "$dir/config"
	PERF_CONFIG=$dir/config "$pa" trace -o "$dir/trace" -- true 2> "$dir/messages"
	expect "privilege: a config file of somebody else is refused" "$dir/messages" \
		'^perf-augment: warning: File .*/config not owned by current user or root'
	expect "privilege: and changes nothing" "$dir/trace" ' ms\): .*execve\('
	mkdir "$dir/home"
	mv "$dir/config" "$dir/home/.perfconfig"
	HOME=$dir/home sh -c "unset PERF_CONFIG; $pa trace -o $dir/trace -- true" 2> "$dir/messages"
	expect "privilege: so is one in a home directory" "$dir/messages" '\.perfconfig not owned by current user or root'
	chown 0 "$dir/home/.perfconfig"
	chmod 666 "$dir/home/.perfconfig"
	HOME=$dir/home sh -c "unset PERF_CONFIG; $pa trace -o $dir/trace -- true" 2> "$dir/messages"
	expect "privilege: so is one that everybody may write" "$dir/messages" 'may be written by everybody'
	chmod 644 "$dir/home/.perfconfig"
	HOME=$dir/home sh -c "unset PERF_CONFIG; $pa trace -o $dir/trace -- true" 2> "$dir/messages"
	refuse "privilege: our own is read" "$dir/trace" ' ms\): .*execve\('
}

# Before 5.11 maps count as locked memory, as docs/SECURITY.md says.
unlocked=
case $(uname -r) in
[1-4].* | 5.[0-9].* | 5.10.*) unlocked="prlimit --memlock=unlimited:unlimited" ;;
esac

# with NAME STATUS CAPS COMMAND...: as nobody, with these capabilities alone
with()
{
	with_name=$1 with_status=$2 caps=-all
	[ -z "$3" ] || caps=-all,$3
	shift 3
	# shellcheck disable=SC2086 # words
	$unlocked setpriv --reuid $alice --regid $alice --clear-groups --inh-caps="$caps" --ambient-caps="$caps" \
		"$@" > "$dir/status_out" 2>&1
	with_got=$?
	if [ $with_got = "$with_status" ]; then
		pass "privilege: $with_name"
	else
		fail "privilege: $with_name" "$dir/status_out"
		echo "# status $with_got"
	fi
}

# Debian has kernels that with kernel.perf_event_paranoid at its 3 want CAP_SYS_ADMIN of everybody.
recording()
{
	wanted=0 name="record -a: CAP_BPF and CAP_PERFMON"
	if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -gt 2 ] && command -v perf > /dev/null &&
		! setpriv --reuid $alice --regid $alice --clear-groups --inh-caps=-all,+perfmon \
			--ambient-caps=-all,+perfmon perf stat -a -e cpu-clock true > "$dir/perf" 2>&1; then
		wanted=1 name="record -a: this kernel takes CAP_PERFMON from nobody, not from stock perf"
	fi
	with "$name" $wanted +bpf,+perfmon "$dir/pa" record -q -a -o "$dir/shared/nr" -- true
	[ $wanted = 1 ] || return
	expect "privilege: it is said what it takes" "$dir/status_out" 'perf_event_paranoid at [3-9] this kernel takes CAP_SYS_ADMIN'
	with "record -a: and with CAP_SYS_ADMIN" 0 +bpf,+perfmon,+sys_admin "$dir/pa" record -q -a -o "$dir/shared/nr" -- true
}

# What docs/SECURITY.md says each command needs is enough, and less is refused with a name.
enough()
{
	need_cmd "privilege: the least" setpriv
	chmod 755 "$dir"
	cp "$pa" "$dir/pa"
	cp "$dir/perf.data" "$dir/shared/perf.data"
	chmod 644 "$dir/shared/perf.data"
	chown $alice "$dir/shared/perf.data"
	with "trace: CAP_BPF and CAP_PERFMON" 0 +bpf,+perfmon "$dir/pa" trace -o "$dir/shared/n" -- true
	with "strace -c: CAP_BPF and CAP_PERFMON" 0 +bpf,+perfmon "$dir/pa" strace -c -o "$dir/shared/n" true
	with "strace -ff: CAP_BPF and CAP_PERFMON" 0 +bpf,+perfmon "$dir/pa" strace -ff -o "$dir/shared/nff" true
	recording
	with "dump-map: CAP_SYS_ADMIN" 0 +bpf,+perfmon,+sys_admin "$dir/pa" dump-map
	with "report: none" 0 '' "$dir/pa" report -i "$dir/shared/perf.data"
	with "progs: none" 0 '' "$dir/pa" progs "$dir/shared/perf.data"
	with "dump: none" 0 '' "$dir/pa" dump "$dir/shared/perf.data"
	with "dump-map without CAP_SYS_ADMIN is refused" 1 '' "$dir/pa" dump-map
	expect "privilege: it is named" "$dir/status_out" 'CAP_SYS_ADMIN'
	with "trace without any is refused" 1 '' "$dir/pa" trace true
	expect "privilege: they are named" "$dir/status_out" 'CAP_BPF and CAP_PERFMON'
}

chmod 755 "$dir"
mkdir "$dir/shared"
chmod 1777 "$dir/shared"
cat > "$dir/prog.bpf.c" << 'EOT'
__attribute__((section("socket"), used)) int prog(void *ctx) { return 0; }
char _license[] __attribute__((section("license"), used)) = "GPL";
EOT
"$pa" build -o "$dir/shared/prog.bpf.o" "$dir/prog.bpf.c" 2> "$dir/messages"
own=$((0x$(sed -n 's/^CapPrm:[[:space:]]*//p' /proc/$$/status)))
drops
readers
compilers
sudo_files
sticky
configs
"$pa" build -o "$dir/shared/prog.bpf.o" "$dir/prog.bpf.c" 2> "$dir/messages"
enough
watched
finish
