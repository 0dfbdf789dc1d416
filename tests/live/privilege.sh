#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What rights are left once a command has begun, whose files are written under sudo, and that no link
# of somebody else's is written through: docs/SECURITY.md.
. tests/lib.sh
. tests/live/trace_common.inc

cap_kill=$((1 << 5))
cap_bpf=$((1 << 39))
alice=65534 # the user who calls sudo; "nobody" everywhere
mallory=65533

# capabilities KIND PID: CapEff, CapPrm or CapInh, as a number
capabilities()
{
	echo $((0x$(sed -n "s/^$1:[[:space:]]*//p" "/proc/$2/status")))
}

# keeps NAME PID CAPABILITIES: it has just these, and can get no others back
keeps()
{
	equal "privilege: $1" "$3 $3 0" \
		"$(capabilities CapEff "$2") $(capabilities CapPrm "$2") $(capabilities CapInh "$2")"
}

# lacks NAME PID BIT...: and has CAP_BPF
lacks()
{
	lacks_name=$1 left=$(capabilities CapPrm "$2")
	shift 2
	for bit in "$@"; do
		[ $((left >> bit & 1)) = 0 ] || left=0
	done
	if [ $((left & cap_bpf)) != 0 ]; then
		pass "privilege: $lacks_name"
	else
		fail "privilege: $lacks_name"
		echo "# capabilities $left"
	fi
}

drops()
{
	all=$(capabilities CapEff $$)
	serve 1
	trace_bg "$dir/trace" -e access -p "$server"
	wait_until 20 grep -qs /aug/tick/main "$dir/trace"
	keeps "trace -p keeps CAP_BPF alone" "$tracer" "$cap_bpf"
	stop "$tracer"
	equal "privilege: it ends well with that" 0 "$stopped"
	trace_bg "$dir/trace" -S -- sh -c "cat /proc/self/status > $dir/command; sleep 1000"
	wait_until 20 grep -qs 'execve(.*sleep' "$dir/trace"
	keeps "trace COMMAND keeps CAP_KILL beside it" "$tracer" $((cap_bpf | cap_kill))
	equal "privilege: the command has all that we had" "$all" \
		$((0x$(sed -n 's/^CapEff:[[:space:]]*//p' "$dir/command")))
	kill -TERM "$tracer" # the command ignores SIGINT, as all in the background of a shell
	wait "$tracer"
	expect "privilege: the summary is read without the rest" "$dir/trace" '^   execve +[0-9]+ '

	"$pa" record -q -o "$dir/perf.data" -p "$server" 2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 20 test -s "$dir/perf.data"
	# 0 chown stays for files; 12 net_admin, 14 ipc_lock, 16 sys_module, 17 sys_rawio, 22 sys_boot, 24 sys_resource
	lacks "record gives up what it does not need" "$tracer" 12 14 16 17 22 24
	for task in "/proc/$tracer/task/"*; do
		lacks "so does its thread $(cat "$task/comm")" "${task#/proc/}" 12 14 16 17 22 24
	done
	stop "$tracer"
	kill -USR1 "$server"
	wait "$server"
}

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
	lacks "dump-map --watch gives up what it does not need" "$tracer" 5 12 16 17 22
	stop "$tracer"
	owned "dump-map -o" "$dir/shared/map"
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

# All that writes files, into the directory $1 with the name $2
every_writer()
{
	echo "trace -o $1/$2 -- true"
	echo "trace --format json -o $1/$2 -- true"
	echo "strace -o $1/$2 true"
	echo "strace -A -o $1/$2 true"
	echo "record -q -o $1/$2 -- true"
	echo "convert $dir/perf.data $1/$2"
	if command -v clang > /dev/null; then
		echo "build -o $1/$2 $dir/prog.bpf.c"
	fi
	echo "dump-map -o $1/$2"
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

	# A file that the user could not write stays as it is.
	mkdir -m 755 "$dir/roots"
	every_writer "$dir/roots" keep > "$dir/commands"
	while read -r command; do
		echo secret > "$dir/roots/keep"
		# shellcheck disable=SC2086
		as_alice "$pa" $command > "$dir/status_out" 2>&1 < /dev/null
		got=$?
		equal "privilege: ${command%% *}: a file of root is not written for who called sudo" "1 secret keep" \
			"$got $(cat "$dir/roots/keep") $(ls "$dir/roots")"
		expect "privilege: ${command%% *}: it is said why" "$dir/status_out" \
			"^perf-augment: .*(roots/keep|output).*the user who called sudo may not write there"
	done < "$dir/commands"
}

# Somebody else waits with a link where our file goes.
sticky()
{
	every_writer "$dir/shared" trap > "$dir/commands"
	while read -r command; do
		echo secret > "$dir/victim"
		rm -rf "$dir/shared/trap"*
		ln -s "$dir/victim" "$dir/shared/trap"
		chown -h $mallory:$mallory "$dir/shared/trap"
		# shellcheck disable=SC2086
		"$pa" $command > "$dir/status_out" 2>&1 < /dev/null
		got=$?
		equal "privilege: ${command%% *}: somebody's link in a sticky directory is not followed" "1 secret" \
			"$got $(cat "$dir/victim")"
		expect "privilege: ${command%% *}: it is said why" "$dir/status_out" \
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
drops
sudo_files
sticky
configs
"$pa" build -o "$dir/shared/prog.bpf.o" "$dir/prog.bpf.c" 2> "$dir/messages"
enough
watched
finish
