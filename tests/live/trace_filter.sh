#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Filters of calls: what each keeps, of children too, beside an unfiltered trace and beside strace; that
# the ledger closes; and what is said of wrong ones.
# shellcheck disable=SC2016 # the shells inside expand it
set -u
. tests/lib.sh
. tests/live/trace_common.inc

# filtered NAME OPTION...: traces with -v; the calls go to $dir/got, and the ledger must close
filtered()
{
	filtered_name=$1
	shift
	"$pa" trace -v -o "$dir/trace" "$@" > "$dir/out" 2> "$dir/messages"
	bare "$dir/trace" > "$dir/got"
	sed -n 's/^perf-augment: \([0-9]*\) calls of [0-9]* threads = \([0-9]*\) shown + \([0-9]*\) only counted + \([0-9]*\) filtered + \([0-9]*\) lost + \([0-9]*\) unfinished$/\1 \2 \3 \4 \5 \6/p' \
		"$dir/messages" > "$dir/numbers"
	if read -r calls shown counted left lost unfinished < "$dir/numbers" &&
		[ "$calls" = $((shown + counted + left + lost + unfinished)) ] && [ "$lost" = 0 ] &&
		[ "$shown" = "$(grep -cav '\.\.\.$' "$dir/trace")" ]; then
		pass "filter: $filtered_name: the ledger closes"
	else
		fail "filter: $filtered_name: the ledger closes" "$dir/messages"
	fi
}

# only NAME PATTERN: there are calls, all like that
only()
{
	if [ -s "$dir/got" ] && ! grep -aEv -- "$2" "$dir/got" > "$dir/others"; then
		pass "filter: $1"
	else
		[ -s "$dir/got" ] || echo "no call at all" > "$dir/others"
		fail "filter: $1" "$dir/others"
	fi
}

# steady FILE: without what differs from run to run
steady()
{
	sed -E 's/ 0x[0-9a-f]+/ P/g' "$@"
}

# A script with children whose calls are the same in each run.
printf 'hello\n' > "$dir/file"
cat > "$dir/script" << END
cat $dir/file > $dir/copy
cat $dir/copy $dir/missing
ls -d /etc /usr
END

# as_grep NAME EXPRESSION PATTERN: the calls of %file that the expression keeps are those whose lines match
as_grep()
{
	rm -f "$dir/copy"
	filtered "$1" -e %file --where "$2" -- sh "$dir/script"
	steady "$dir/got" > "$dir/kept"
	grep -aE -- "$3" "$dir/all" > "$dir/wanted"
	same "filter: $1" "$dir/wanted" "$dir/kept"
}

# Names of all lengths around what is looked at first: eight bytes of the end, 64 in all.
suffixes()
{
	for length in 0 1 2 3 4 5 6 7 8 9 10 56 57 58 59 60 61 62 63 64; do
		name=$(printf "%${length}s" "" | tr ' ' a)
		echo ": < $name.so"
		echo ": < ${name}xso"
	done > "$dir/lengths"
	filtered "suffixes of names of all lengths" --where 'openat.filename ~ "*.so"' -- sh -c "set +e; while read -r line; do (eval \"\$line\"); done < '$dir/lengths'"
	grep -o '[a]*\.so$' "$dir/lengths" > "$dir/wanted"
	sed -nE 's/.*filename: "([a]*\.so)".*/\1/p' "$dir/got" > "$dir/kept"
	same "filter: suffixes of names of all lengths" "$dir/wanted" "$dir/kept"
}

by_argument()
{
	"$pa" trace -e %file -o "$dir/trace" -- sh "$dir/script" > "$dir/out" 2> "$dir/messages"
	bare "$dir/trace" > "$dir/got"
	steady "$dir/got" > "$dir/all"
	as_grep "a prefix" 'filename ~ "/etc/*"' 'filename: "/etc/'
	as_grep "a whole path" "filename == \"$dir/copy\"" "filename: \"$dir/copy\""
	filtered "not that path" -e %file --where "filename != \"$dir/copy\"" -- sh "$dir/script"
	refuse "filter: not that path" "$dir/got" "filename: \"$dir/copy\""
	only "not that path: others" 'filename: '
	as_grep "a suffix" 'filename ~ "*.so.6"' 'filename: "[^"]*\.so\.6"'
	as_grep "a long suffix" 'filename ~ "*gnu/libc.so.6"' 'filename: "[^"]*gnu/libc\.so\.6"'
	suffixes
	as_grep "a glob" 'filename ~ "*/lib[a-c]*.so*"' 'filename: "[^"]*/lib[a-c][^"/]*\.so'
	as_grep "flags by name" 'openat.flags & O_CREAT' '^openat\(.*flags: [A-Z|]*CREAT'
	as_grep "flags and a path, joined by or" 'openat.flags & CREAT || any_path == "/usr"' 'flags: [A-Z|]*CREAT|: "/usr"'
	as_grep "an error" 'errno == ENOENT && syscall == "openat"' '^openat\(.* = -1 ENOENT'
	as_grep "the result and a path" 'ret >= 0 && any_path ~ "*/file"' ': "[^"]*/file".* = [0-9]'
	as_grep "the call's name" 'syscall ~ "*stat*"' '^[a-z0-9]*stat[a-z0-9]*\('
	as_grep "negation" '!(syscall == "openat" || syscall ~ "*stat*")' '^(access|execve|readlink|faccessat2|chdir|getcwd)'
}

by_task()
{
	filtered "--only-comm" --only-comm 'ca?' -- sh "$dir/script"
	calls "$dir/trace" | sed 's/\/.*//' | sort -u > "$dir/comms"
	echo cat > "$dir/wanted"
	same "filter: --only-comm: children, once they are so" "$dir/wanted" "$dir/comms"
	equal "filter: --only-comm: both of them to their end" 2 "$(grep -ac '^exit_group' "$dir/got")"
	filtered "two --only-comm" --only-comm cat --only-comm 'l[rs]' -e exit_group -- sh "$dir/script"
	equal "filter: two --only-comm are alternatives" 3 "$(wc -l < "$dir/got")"
	filtered "-u" -u 65534 -- sh "$dir/script"
	equal "filter: -u: of others nothing is shown" 0 "$(wc -l < "$dir/got")"
	if ! setpriv --reuid=65534 --clear-groups true 2> "$dir/out"; then
		skip "filter: -u: a child that changes its user" "setpriv cannot"
		return
	fi
	for all in '' -a; do
		filtered "-u $all" $all -u 65534,65533 -e getppid,exit_group -- sh -c \
			'"$0" burst 2; setpriv --reuid=65534 --clear-groups "$0" burst 3' "$work"
		grep -a getppid "$dir/got" > "$dir/calls"
		equal "filter: -u $all: a child from then on" 3 "$(wc -l < "$dir/calls")"
	done
}

by_group()
{
	point=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
	id=$(printf '%s' "$$-$dir" | sha256sum | cut -c 1-64)
	group=$point/aug-$$/docker-$id.scope
	if [ -z "$point" ] || ! mkdir -p "$group/below" 2> "$dir/out"; then
		skip "filter: -G" "no cgroup can be made here"
		return
	fi
	cat > "$dir/enter" << END
"$work" burst 2
sh -c 'echo \$\$ > $group/below/cgroup.procs && exec "$work" burst 3'
END
	for name in "/aug-$$" "$group/below" "$(echo "$id" | cut -c 1-20)"; do
		filtered "-G $name" -G "$name" -e getppid -- sh "$dir/enter"
		equal "filter: -G: what is in it or below" 3 "$(wc -l < "$dir/got")"
	done
	filtered "cgroup ==" --where "cgroup == \"/aug-$$\"" -e getppid -- sh "$dir/enter"
	equal "filter: cgroup ==: not what is below" 0 "$(wc -l < "$dir/got")"
	status "filter: -G: what is no group: status 2" 2 "$pa" trace -G /no/such/group true
	expect "filter: -G: it is named" "$dir/status_out" "'/no/such/group' is neither"
	rmdir "$group/below" "$group" "$point/aug-$$"
}

by_descriptor()
{
	filtered "--fd" --fd 9 -- sh -c "exec 9< $dir/file; cat <&9"
	only "--fd: in any argument" '(fd: 9|oldfd: [0-9]+, newfd: 9|oldfd: 9|newfd: 9|fildes: 9)'
	filtered "--fd, several" --fd 0,AT_FDCWD -e openat,read -- cat "$dir/file"
	only "--fd, several" '^openat\(dfd: CWD|^read\(fd: 0'
	# 400 directories, one in the other
	at=$dir/deep
	mkdir "$at"
	(cd "$at" && for _ in $(seq 400); do mkdir d && cd d || exit; done && echo text > leaf) 2> "$dir/messages"
	"$pa" trace -e read --below "$dir/deep" -o "$dir/trace" -- sh -c "cd '$at'"'
		for i in $(seq 400); do cd d; done
		read line < leaf' 2> "$dir/messages"
	equal "filter: --below finds what is deep" 1 "$(grep -c 'read(.* buf: "x"' "$dir/trace")"
	rm -rf "$at"
	filtered "--below" --below /usr/share/ -- ls -d /usr/share
	only "--below" '"/usr/share|^(fstat|newfstatat|close|mmap|getdents64|read|ioctl|statx)\('
	filtered "-P" -P "$dir/file" -- sh -c 'exec < $0; cd /; cat' "$dir/file"
	expect "filter: -P: the descriptor that a child inherits" "$dir/trace" ' cat/[0-9]+ close\(fd: 0\)'
	mounted_file
}

# A file that is mounted over another one has the other one's path; its own name has another length.
mounted_file()
{
	: > "$dir/mounted-over"
	if ! unshare -m mount --bind "$dir/file" "$dir/mounted-over" 2> /dev/null; then
		skip "filter: -P: a file that is mounted" "no file can be mounted here"
		return
	fi
	filtered "-P of a mounted file" -P "$dir/mounted-over" -e openat,read -- \
		unshare -m sh -c "mount --bind '$dir/file' '$dir/mounted-over'; exec 3< '$dir/mounted-over'; wc -l <&3"
	expect "filter: -P: a file that is mounted" "$dir/trace" ' wc/[0-9]+ read\(fd: 0'
}

# like_strace NAME OPTION... COMMAND...
like_strace()
{
	like_name=$1
	shift
	strace -f -o "$dir/theirs" "$@" > "$dir/out" 2> "$dir/out"
	"$pa" strace -f -o "$dir/mine" "$@" > "$dir/out" 2> "$dir/out"
	for file in theirs mine; do
		# Which process was first does not matter, nor who sent which SIGCHLD.
		sed -E 's/^[0-9]+ +//; s/([ (=])0x[0-9a-f]+/\1P/g; /^---/d; /^\+\+\+/d; s/ +=/ =/' "$dir/$file" |
			LC_ALL=C sort > "$dir/$file.calls"
	done
	same "filter: as strace: $like_name" "$dir/theirs.calls" "$dir/mine.calls"
}

beside_strace()
{
	command -v strace > /dev/null || {
		skip "filter: as strace" "strace is not installed"
		return
	}
	ln -s file "$dir/link"
	like_strace "-P" -P "$dir/file" cat "$dir/file"
	like_strace "-P of a link" -P "$dir/link" cat "$dir/link"
	like_strace "-P of a child's standard input" -P "$dir/file" sh -c "cat < $dir/file; cat $dir/copy"
	like_strace "-P of a file that is made, moved and removed" -P "$dir/new" -P "$dir/moved" sh -c \
		"echo a > $dir/new; cat $dir/new; mv $dir/new $dir/moved; exec 3< $dir/moved; rm $dir/moved; cat <&3"
	like_strace "-P of a directory" -P /usr ls /usr
	like_strace "-P of the root" -P / ls -d /
	like_strace "-P of what is mounted" -P /proc ls -d /proc /proc/self
	like_strace "-P of a device" -P /dev/null sh -c 'echo hi > /dev/null; : < /dev/null'
	like_strace "-P and -z" -P "$dir/file" -P "$dir/missing" -z sh "$dir/script"
	like_strace "-P and -Z" -P "$dir/file" -P "$dir/missing" -Z sh "$dir/script"
	like_strace "-P and -e" -P "$dir/file" -e trace=%desc,fork sh "$dir/script"
	printf 'x\n' > "$dir/$(printf 'odd "\\\n\033[1m\344')"
	like_strace "-P of an odd name" -P "$dir/$(printf 'odd "\\\n\033[1m\344')" cat "$dir/$(printf 'odd "\\\n\033[1m\344')"
	if command -v python3 > /dev/null; then
		cat > "$dir/many.py" << END
import os, select, mmap
f = open("$dir/file"); fd = f.fileno()
select.select([f], [], [], 0)
p = select.poll(); p.register(0); p.register(f); p.poll(0)
h = os.dup(fd); os.dup2(h, 50); os.dup2(h, 51, inheritable=False)
m = mmap.mmap(fd, 0, prot=mmap.PROT_READ); os.fstat(fd); os.pread(fd, 2, 1); os.lseek(fd, 0, 0)
d = os.open("$dir", os.O_RDONLY); os.stat("file", dir_fd=d); os.chdir("$dir"); os.access("file", os.R_OK)
os.link("$dir/file", "$dir/hard"); os.remove("$dir/hard"); os.chmod(fd, 0o644)
END
		cat > "$dir/polls.py" << END
import os, select
a = os.open("$dir/file", os.O_RDONLY); b = os.dup2(a, 70); p = select.poll(); p.register(b)
p.poll(0); select.select([a], [], [], 0); select.select([], [b], [], 0); select.select([], [], [b], 0); select.select([], [], [], 0)
p.register(0); p.poll(0); p.unregister(b); p.poll(0)
END
		# polled NAME EXPRESSION NR: so many calls
		polled()
		{
			"$pa" trace -e poll,select,pselect6 --where "$2" -o "$dir/trace" -- python3 -S -E "$dir/polls.py" > "$dir/out" 2>&1
			equal "filter: polled: $1" "$3" "$(grep -c '(' "$dir/trace")"
		}
		polled "one" 'polled_fd == 70' 4
		polled "another" 'polled_fd == 0' 2
		polled "one and another" 'polled_fd == 70 && polled_fd == 0' 1
		polled "not one" 'syscall == "poll" && polled_fd != 70' 1
		polled "any" 'polled_fd >= 0' 6
		polled "none" '!(polled_fd >= 0)' 1
		"$pa" trace -e poll,select,pselect6,dup2,dup3,close --fd 70,71 -o "$dir/trace" -- python3 -S -E "$dir/polls.py" > "$dir/out" 2>&1
		equal "filter: --fd: as an argument and polled" 5 "$(grep -c '(' "$dir/trace")"
		"$pa" trace -e poll,dup2,dup3 --fd "$(seq -s, 60 80)" -o "$dir/trace" -- python3 -S -E "$dir/polls.py" > "$dir/out" 2>&1
		equal "filter: --fd: many, as an argument" 1 "$(grep -c '(' "$dir/trace")"
		expect "filter: --fd: many are not looked for in what is polled" "$dir/out" '21 descriptors are more than the 8 '
		"$pa" trace -e poll,select,pselect6 --fd 70,61,62,63,64,65 --fd 66,67,68,69 -o "$dir/trace" -- python3 -S -E "$dir/polls.py" > "$dir/out" 2>&1
		equal "filter: --fd twice: the first are looked for" 4 "$(grep -c '(' "$dir/trace")"
		expect "filter: --fd twice: the others are told" "$dir/out" '10 descriptors are more than the 8 .* 66,67,68,69 are not'
		like_strace "-P in calls with several and with arrays" -P "$dir/file" -P "$dir" python3 -S -E "$dir/many.py"
	fi
	strace -c -S name -P "$dir/file" -o "$dir/theirs" cat "$dir/file" > "$dir/out" 2>&1
	"$pa" strace -c -S name -P "$dir/file" -o "$dir/mine" cat "$dir/file" > "$dir/out" 2>&1
	for file in theirs mine; do
		awk 'NR > 2 { print $4, $5 }' "$dir/$file" > "$dir/$file.calls"
	done
	same "filter: as strace: -P counts with -c" "$dir/theirs.calls" "$dir/mine.calls"
	"$pa" strace -P "$dir/link" true > "$dir/out" 2>&1
	expect "filter: as strace: what a path is resolved to is said" "$dir/out" 'Requested path ".*/link" resolved into ".*/file"'
	"$pa" strace -P "$dir/link" -e quiet=path-resolution true > "$dir/out" 2>&1
	refuse "filter: as strace: unless -e quiet" "$dir/out" 'Requested'
}

by_end()
{
	filtered "-Z" -Z -e %file -- sh "$dir/script"
	only "-Z" ' = -1 E'
	filtered "-z" -z -e %file -- sh "$dir/script"
	only "-z" ' = [0-9]'
	filtered "--errno" --errno ENOENT,EINVAL -- sh "$dir/script"
	only "--errno" ' = -1 (ENOENT|EINVAL)'
	# A busy machine may take as long for any call: the lines say how long it was.
	filtered "--duration >=" --duration '>=20ms' -e clock_nanosleep,close,openat -- sleep 0.05
	expect "filter: --duration >=" "$dir/got" '^clock_nanosleep'
	equal "filter: --duration >= and nothing shorter" 0 "$(awk -F '[(]' '$2 + 0 < 20' "$dir/trace" | wc -l)"
	filtered "--duration <" --duration '<20ms' -e clock_nanosleep,close -- sleep 0.05
	expect "filter: --duration <" "$dir/got" '^close'
	equal "filter: --duration < and nothing longer" 0 "$(awk -F '[(]' '$2 + 0 >= 20' "$dir/trace" | wc -l)"
	filtered "duration and a call" --where 'syscall == "clock_nanosleep" && duration > 20ms' -- sleep 1
	refuse "filter: a call that may be filtered is not announced" "$dir/trace" '\.\.\.$'
	equal "filter: it is shown in the end" 1 "$(wc -l < "$dir/got")"
	filtered "a call that is decided" --where 'syscall == "clock_nanosleep"' -- sleep 1
	expect "filter: a call that is decided at its entry is announced" "$dir/trace" '^ .*clock_nanosleep.*\.\.\.$'
	filtered "calls that do not return" --where 'ret >= 0 || error_code == 0' -e exit_group,close -- true
	equal "filter: they have no result, and arguments" 1 "$(grep -ac '^exit_group' "$dir/got")"
}

# A call that is kept ends where the same task's call before it, which was dropped, had begun.
on_other_cpus()
{
	if [ "$(nproc)" -lt 2 ]; then
		skip "filter: calls that change their CPU" "there is one CPU"
		return
	fi
	filtered "calls that change their CPU" --where 'sched_setaffinity.len == 64' \
		-- "$BUILD/tests/live/work_calls" hop 300
	# On a busy machine one may wait, and end in a line of its own.
	equal "filter: all calls that change their CPU" 600 "$(grep -c 'sched_setaffinity(.* = 0$' "$dir/got")"
	# The first child's exit(2) is dropped, and a later child gets its stack.
	filtered "children that end" -e sched_setaffinity,fork,wait4,exit_group -- "$BUILD/tests/live/work_calls" hop 300
	equal "filter: the first call of each child" 1501 \
		"$(grep -cE '(sched_setaffinity|fork|wait4)\(.* = [0-9]+' "$dir/got")"
}

by_reader()
{
	filtered "contents" --where 'write.buf ~ "GET *"' -- sh -c 'echo "GET /"; echo "POST /"'
	only "contents, which the reader decides" '^write\(.*"GET /'
	filtered "arithmetic" --where 'read.count + 1 > 1k' -- wc -l "$dir/file"
	only "arithmetic, which the reader decides" '^read\(.*count: [0-9]{4}'
	status "filter: a summary without the reader: status 2" 2 "$pa" trace -s --where 'write.buf ~ "GET *"' true
	expect "filter: it is said which part" "$dir/status_out" "-s: .*cannot decide 'write.buf"
}

in_summary()
{
	"$pa" trace -s -e openat,newfstatat --where 'filename ~ "/etc/*"' -o "$dir/trace" -- sh "$dir/script" > "$dir/out" 2> "$dir/messages"
	wanted=$(grep -acE '^(openat|newfstatat)\(.*filename: "/etc/' "$dir/all")
	equal "filter: -s counts what is kept" "$wanted" "$(awk '$1 ~ /^(openat|newfstatat)$/ { nr += $2 } END { print nr + 0 }' "$dir/trace")"
}

# Pages that are not in memory at the entry; 32-bit calls.
hard_to_read()
{
	work work_paths
	"$pa" trace -e openat,rename -o "$dir/trace" -- "$work" absent > "$dir/wanted" 2> "$dir/messages"
	bare "$dir/trace" | grep -a '"/aug/' > "$dir/all"
	filtered "absent pages" -e openat,rename --where 'any_path ~ "/aug/*"' -- "$work" absent
	same "filter: strings in pages that are not in memory" "$dir/all" "$dir/got"
	"$pa" trace -e execve -o "$dir/trace" -- "$work" exec > "$dir/wanted" 2> "$dir/messages"
	bare "$dir/trace" | sed 1d > "$dir/all"
	path=$(sed -n 's/.*filename: "\([^"]*\)".* = 0$/\1/p' "$dir/all" | tail -n 1)
	filtered "execve in absent pages" -e execve --where "filename == \"$path\"" -- "$work" exec
	grep -aF "\"$path\"" "$dir/all" | steady - > "$dir/wanted"
	steady "$dir/got" > "$dir/kept"
	same "filter: of an execve that succeeds" "$dir/wanted" "$dir/kept"
	if ! has_int80; then
		skip "filter: 32-bit calls" "none can be made here"
		return
	fi
	filtered "32-bit calls" --where 'compat && filename ~ "/aug/*" && (access.mode & R_OK || open.flags & O_WRONLY)' -- "$dir/int80_works"
	only "arguments of 32-bit calls" '^(access|open)@32\(filename: "/aug/'
}

# bad NAME PATTERN EXPRESSION
bad()
{
	status "filter: bad: $1: status 2" 2 "$pa" trace --where "$3" touch "$dir/touched"
	expect "filter: bad: $1: it is said" "$dir/status_out" "$2"
	expect "filter: bad: $1: a caret is under it" "$dir/status_out" '^ *\^~*$'
}

wrong_ones()
{
	bad "an argument" "no argument 'flag'; there are: dfd, filename, flags, mode" 'openat.flag & 1'
	bad "a constant" "did you mean 'O_CREAT'" 'openat.flags & O_CRAT'
	bad "an error" "did you mean 'ENOENT'" 'errno == ENOETN'
	bad "a call" "did you mean 'openat'" 'opennat.flags == 1'
	bad "a name" "did you mean 'filename'" 'filenme == "x"'
	bad "a syntax" 'is missing at the end' 'ret =='
	bad "a type" 'cannot be compared' 'filename == 1'
	bad "what the kernel alone knows" 'the kernel alone knows' 'uid == 0 || write.buf == "x"'
	status "filter: bad: -u" 2 "$pa" trace -u no-such-user-here true
	status "filter: bad: an empty -G" 2 "$pa" trace -G '' true
	expect "filter: bad: an empty -G says so" "$dir/status_out" "--cgroup: '' is neither"
	status "filter: bad: an empty --below" 2 "$pa" trace --below '' true
	expect "filter: bad: an empty --below says so" "$dir/status_out" '--below: the directory has no name'
	status "filter: bad: --errno" 2 "$pa" trace --errno EFOO true
	expect "filter: bad: --errno is named" "$dir/status_out" "--errno: .*'EFOO'"
	for word in 0 4096 -1 ret errno fd enoent; do
		status "filter: bad: --errno $word" 2 "$pa" trace --errno "$word" true
	done
	status "filter: bad: --fd" 2 "$pa" trace --fd 3,x true
	status "filter: bad: --duration" 2 "$pa" trace --duration '>1h' true
	[ ! -e "$dir/touched" ]
	equal "filter: bad ones run nothing" 0 $?
}

# nothing WHICH OPTION...: a filter that leaves no call is named, once; the command runs
nothing()
{
	nothing_which=$1
	shift
	status "filter: nothing left: $*" 0 "$pa" trace -o "$dir/trace" "$@" true
	equal "filter: nothing left: $*: which" "perf-augment: warning: $nothing_which" "$(cat "$dir/status_out")"
}

left_nothing()
{
	cannot='none of the calls to trace can match'
	nothing "$cannot --where 'close.fd == 3'" -e openat --where 'close.fd == 3'
	nothing "$cannot --where 'close.fd == 3'" -e openat --where 'ret > 3' --where 'close.fd == 3'
	nothing "$cannot all of --where 'close.fd == 3', --where 'openat.flags & O_CREAT'" \
		--where 'close.fd == 3' --where 'openat.flags & O_CREAT'
	nothing "$cannot --fd" -e getppid --fd 3
	nothing "$cannot --trace-path" -e getppid -u 0 -P /etc
	nothing 'no call can match -z and --errno: one leaves out what fails, the other all else' -z --errno ENOENT
	nothing '-e leaves no system call to trace' -e 'openat,!openat'
	nothing '-e leaves no system call to trace' -e '!*' --where 'ret > 3'
	{
		"$pa" trace -o "$dir/trace" -e openat --where 'close.fd == 3 || openat.mode == 3 || ret > 3' true
		"$pa" trace -o "$dir/trace" -e openat -Z --errno EPERM true
		"$pa" trace -o "$dir/trace" -e sched:sched_process_exec true
		"$pa" strace -o "$dir/trace" -e trace=none true
	} 2> "$dir/out"
	equal "filter: what may match is not warned of" "" "$(cat "$dir/out")"
}

work work_calls
left_nothing
by_argument
by_task
by_group
by_descriptor
beside_strace
by_end
on_other_cpus
by_reader
in_summary
hard_to_read
wrong_ones
finish
