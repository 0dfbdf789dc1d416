#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What descriptors stand for: -y, -yy. The kernel itself, by /proc/self/fd, and strace are asked too.
. tests/lib.sh
. tests/live/trace_common.inc

work work_fds
tool=$pa
here=$(realpath "$dir")/space
mkdir "$here"

# in_space COMMAND...: in a directory of its own
in_space()
{
	(cd "$here" && "$@")
}

in_space "$tool" strace -f -yy -o "$dir/all" "$work" all > "$dir/kernel" 2> "$dir/err"
expect "a program with descriptors of all kinds is traced" "$dir/all" 'execve\('

# Each probe is a call fcntl(fd, F_GETFD), but for those of hostile() and jail().
sed -nE 's/^[0-9]+ +fcntl\((.*), F_GETFD\) += .*/\1/p' "$dir/all" |
	grep -v -e 'jail/' -e 'b\\76' |
	sed -E -e 's/<(char|block) [0-9]+:[0-9]+>>/>/' -e 's/<pid:[0-9]+>/<anon_inode:[pidfd]>/' \
		-e 's/<(TCP|UNIX):\[/<socket:[/' > "$dir/probed"
grep '^[0-9]' "$dir/kernel" > "$dir/wanted"
if [ "$(wc -l < "$dir/wanted")" -gt 30 ] && diff "$dir/wanted" "$dir/probed" > "$dir/diff"; then
	pass "each is what /proc/self/fd says: $(wc -l < "$dir/wanted") of files, kinds, mounts, threads, exec"
else
	fail "each is what /proc/self/fd says: files, kinds, mounts, threads, exec" "$dir/diff"
fi

expect "a device has its numbers" "$dir/all" 'F_GETFD|open.* = [0-9]+</dev/null<char 1:3>>'
expect "what is no descriptor is a number" "$dir/all" 'fcntl\(9999, F_GETFD\) += -1 EBADF'
expect "the working directory is told" "$dir/all" "openat\(AT_FDCWD<$here>, \"file\""
expect "the ends of a pipe are told" "$dir/all" 'pipe2?\(\[[0-9]+<pipe:\[([0-9]+)\]>, [0-9]+<pipe:\[\1\]>\]'
expect "what dup2() replaces is not what comes" "$dir/all" 'dup2\([0-9]+</dev/null<char 1:3>>, ([0-9]+)<.*/of_thread>\) = \1</dev/null<char 1:3>>'
expect "F_DUPFD_CLOEXEC returns a descriptor" "$dir/all" 'F_DUPFD_CLOEXEC, 100\) = 100<.*/file>'
expect "a descriptor is sent" "$dir/all" 'sendmsg\(.*SCM_RIGHTS, cmsg_data=\[[0-9]+<.*/passed>\]'
expect "a descriptor is received" "$dir/all" 'recvmsg\(.*SCM_RIGHTS, cmsg_data=\[[0-9]+<.*/passed>\]'
expect "poll's are told" "$dir/all" 'poll\(\[\{fd=[0-9]+<.*/waited>, events=POLLIN\}, \{fd=-1.*\}, \{fd=[0-9]+<pipe:'
expect "select's are told" "$dir/all" 'select\([0-9]+, NULL, \[[0-9]+<.*/waited> [0-9]+<pipe:\[[0-9]+\]>\]'
expect "names are escaped" "$dir/all" 'fcntl\([0-9]+<.*/a\\74b\\76\\n\\"\\303\\251/1\\0334>, F_GETFD\)'
expect "and those of the working directory" "$dir/all" 'openat\(AT_FDCWD<.*/a\\74b\\76\\n\\"\\303\\251>, "nothing"'
expect "paths in a chroot are those of who traces" "$dir/all" "fcntl\([0-9]+<$here/jail/inside>, F_GETFD\)"
expect "a CLOEXEC descriptor is gone in the new program" "$dir/all" 'fcntl\(201, F_GETFD\) += -1 EBADF'

client=$(sed -n 's/^client //p' "$dir/kernel")
server=$(sed -n 's/^server //p' "$dir/kernel")
expect "a TCP socket has both addresses" "$dir/all" \
	"shutdown\([0-9]+<TCP:\[127.0.0.1:$client->127.0.0.1:$server\]>, SHUT_WR\)"
expect "and so has its peer" "$dir/all" \
	"shutdown\([0-9]+<TCP:\[127.0.0.1:$server->127.0.0.1:$client\]>, SHUT_WR\)"
expect "one that listens has its own" "$dir/all" "accept\([0-9]+<TCP:\[127.0.0.1:$server\]>"
expect "a UNIX socket has its peer and its path" "$dir/all" \
	'shutdown\([0-9]+<UNIX(-STREAM)?:\[[0-9]+->[0-9]+,"sock"\]>, SHUT_WR\)'
expect "a socket without an address has its inode" "$dir/all" 'shutdown\([0-9]+<UDPv6:\[[0-9]+\]>, SHUT_WR\)'

# ---- processes that live a millisecond ----

in_space "$tool" strace -f -y -e trace=dup2 -o "$dir/burst" "$work" burst 200 2> "$dir/err"
sed -nE "s|^[0-9]+ +dup2\(([0-9]+)<$here/of_([0-9]+)>, 300\) += 300<$here/of_([0-9]+)>\$|\2 \3|p" "$dir/burst" |
	awk '$1 == $2 { print $1 }' | sort -n | uniq > "$dir/seen"
if [ "$(wc -l < "$dir/seen")" = 200 ]; then
	pass "200 short-lived processes: each has its own file, although open() is not traced"
else
	fail "200 short-lived processes: $(wc -l < "$dir/seen") have their own file" "$dir/burst"
fi

# ---- what was open before ----

echo text > "$here/before"
: > "$dir/loop"
(cd "$here" && exec "$work" loop before) > "$dir/loop" &
loop=$!
started="$started $loop"
while ! grep -q ready "$dir/loop"; do
	sleep 0.1
done
"$tool" trace -y -p "$loop" -e lseek --max-events 3 -o "$dir/attached" 2> "$dir/err"
kill "$loop"
wait "$loop" 2> /dev/null
expect "a descriptor from before the trace is told" "$dir/attached" "lseek\(fd: [0-9]+<$here/before>"

# ---- names of tasks ----

# shellcheck disable=SC2016 # for the shell that is traced
"$tool" strace -f -Y -o "$dir/names" sh -c 'kill -0 $$; sleep 0.01; sleep 0' 2> "$dir/err"
expect "a traced task has its name" "$dir/names" '^[0-9]+<sh> +kill\(([0-9]+)<sh>, 0\) += 0'
expect "so has a new child" "$dir/names" '(clone|fork).* = [0-9]+<(sh|sleep)>'
expect "and who is not traced" "$dir/names" 'getppid\(\) += [0-9]+<(perf-augment|sh|bash|fds.sh)>'

# ---- the formats and the words of the option ----

in_space "$tool" trace -y -e openat,write -o "$dir/perf" sh -c 'echo hello > out' 2> "$dir/err"
expect "perf's format has them" "$dir/perf" \
	"openat\(dfd: CWD<$here>, filename: \"out\",.* = [0-9]+<$here/out>"
expect "and at write()" "$dir/perf" "write\(fd: 1<$here/out>, buf: \"hello"
in_space "$tool" trace --format=json -y -e openat -o "$dir/json" sh -c 'echo hello > out' 2> "$dir/err"
expect "json has a list of them" "$dir/json" \
	"\"filename\":\"out\".*\"ret\":[0-9]+,.*\"fds\":\[\{\"fd\":-100,\"path\":\"$here\",\"type\":\"directory\",\"ino\":[0-9]+\},\{\"fd\":[0-9]+,\"at_exit\":true,\"path\":\"$here/out\",\"type\":\"file\""
in_space "$tool" trace -e openat,write -o "$dir/plain" sh -c 'echo hello > out' 2> "$dir/err"
refuse "without the option there are none" "$dir/plain" '[0-9]<|CWD<'
"$tool" strace -e decode-fds=dev -e trace=read,close -o "$dir/dev" sh -c 'read x < /dev/null; read y < /etc/hostname' 2> "$dir/err"
expect "decode-fds=dev: devices" "$dir/dev" 'read\(0</dev/null<char 1:3>>'
refuse "decode-fds=dev: and nothing else" "$dir/dev" '</etc/hostname>'
"$tool" strace --decode-fds=paths true 2> "$dir/err"
expect "a word that is none is refused" "$dir/err" "'paths' is none of path, socket, dev, pidfd, all and none"

# ---- beside strace ----

diff=$PWD/tests/conformance/strace_diff
if [ -x "$diff" ] && command -v strace > /dev/null && command -v python3 > /dev/null; then
	for option in -y -yy; do
		BUILD=$(realpath "$BUILD") in_space "$diff" -O "$option" cat /etc/hostname /dev/null > "$dir/diff" 2>&1
		expect "strace $option: the same text" "$dir/diff" '^ *100\.00 %'
	done
	BUILD=$(realpath "$BUILD") in_space "$diff" -O -Y sh -c 'kill -0 $$; sleep 0.01; true' > "$dir/diff" 2>&1
	expect "strace -Y: nearly the same text" "$dir/diff" '^ *(100|9[5-9])\.[0-9]+ %'
else
	skip "strace -y: the same text" "strace or python3 is not installed"
fi

finish
