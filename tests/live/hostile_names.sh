#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Names that traced programs choose - of files, of themselves, in maps - with terminal escapes and line
# ends in them, through every printer: none comes out raw, and none begins a line of its own.
. tests/lib.sh
. tests/live/trace_common.inc

esc=$(printf '\033')
# Clears the screen, sets the title, is a C1 control in UTF-8 and in Latin-1, turns the direction of
# writing, and then says something in our name.
evil=$(printf 'e\033[2J\033]0;owned\007\302\233\233\342\200\256\r\nperf-augment: LOST: 9 calls')
comm=$(printf 'c\033[7m\n\302\2331m')

# tame NAME FILE...: no control byte but line ends and tabs; no line that only a name can have begun
tame()
{
	tame_name=$1
	shift
	if LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae|(^|[^\xc2-\xf4\x80-\xbf])[\x80-\xbf]' "$@"; then
		fail "hostile names: $tame_name"
		LC_ALL=C grep -anP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae|(^|[^\xc2-\xf4\x80-\xbf])[\x80-\xbf]' "$@" |
			head -n 5 | cat -v | sed 's/^/# /'
	elif grep -aq '^perf-augment: LOST: 9 calls' "$@"; then
		fail "hostile names: $tame_name"
		echo "# a name began a message of its own"
	else
		pass "hostile names: $tame_name"
	fi
}

# has NAME FILE: the name was there to be printed
has()
{
	expect "hostile names: $1 shows it, escaped" "$2" '(\\33|\\x1b|\\u001b|\\e)'
}

# both NAME COMMAND...: its standard output and its messages
both()
{
	both_name=$1
	shift
	timeout 60 "$@" > "$dir/out" 2> "$dir/messages" < /dev/null
	tame "$both_name" "$dir/out" "$dir/messages"
}

case $comm$evil in
*"$esc"*) ;;
*) fail "hostile names: they have escapes" ;;
esac
cp "$(command -v cat)" "$dir/$comm" # its name is its comm
echo text > "$dir/$evil"

for format in perf strace json; do
	"$pa" trace --format $format -o "$dir/trace" -- "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
	tame "trace --format $format" "$dir/trace" "$dir/messages"
	has "trace --format $format" "$dir/trace"
done
"$pa" trace -S -o "$dir/trace" -- "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
tame "trace -S" "$dir/trace" "$dir/messages"
"$pa" trace -s -o "$dir/trace" -- "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
tame "trace -s" "$dir/trace" "$dir/messages"
has "trace -s" "$dir/trace"
"$pa" strace -f -Y -o "$dir/trace" "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
tame "strace -Y" "$dir/trace" "$dir/messages"
has "strace -Y" "$dir/trace"
"$pa" strace -c -o "$dir/trace" "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
tame "strace -c" "$dir/trace" "$dir/messages"
"$pa" strace -ff -o "$dir/ff" "$dir/$comm" "$dir/$evil" > "$dir/out" 2> "$dir/messages"
tame "strace -ff" "$dir/ff".* "$dir/messages"

# A recording: the program spins until we have samples of it.
cp "$BUILD/tests/live/work_calls" "$dir/$comm"
"$pa" record -q -a -g -e cpu-clock -F 1000 -o "$dir/perf.data" -- "$dir/$comm" burst 3000000 > "$dir/out" 2> "$dir/messages"
tame "record" "$dir/messages"
for how in "report" "report -s comm,dso,sym" "report --flamegraph $dir/flame.svg" "report --json" "dump" "progs" \
	"progs --json" "annotate"; do
	case $how in
	dump | progs*) set -- ;;
	*) set -- -i ;;
	esac
	# shellcheck disable=SC2086
	both "$how" "$pa" $how "$@" "$dir/perf.data"
done
both "report -s comm" "$pa" report -s comm -i "$dir/perf.data"
has "report -s comm" "$dir/out"
both "dump" "$pa" dump "$dir/perf.data"
has "dump" "$dir/out"
[ ! -e "$dir/flame.svg" ] || tame "flame graph" "$dir/flame.svg"

# Who holds a map is shown by its comm; the values are bytes that programs chose.
cp "$BUILD/tests/live/dump_maps" "$dir/$comm"
mkfifo "$dir/hold"
"$dir/$comm" "$BUILD/tests/live/dump_maps.bpf.o" < "$dir/hold" > "$dir/ready" 2>&1 &
helper=$! started="$started $!"
exec 9> "$dir/hold"
wait_until 20 grep -qs ready "$dir/ready"
both "dump-map" "$pa" dump-map
has "dump-map" "$dir/out"
id=$(awk -v pid="($helper)" 'index($0, pid) && $2 == "hash" { print $1; exit }' "$dir/out")
id=${id:-$(awk '$3 == "dmt_count" { print $1; exit }' "$dir/out")}
both "dump-map --json" "$pa" dump-map --json
if command -v bpftool > /dev/null && [ -n "$id" ]; then
	for how in "" --json --raw; do
		# shellcheck disable=SC2086
		both "dump-map $how id" "$pa" dump-map $how id "$id"
	done
fi
exec 9>&-
wait "$helper"

# Messages: names of files that are not there, not ours to read, or no recordings, objects, configs
for args in "trace -o /none/E -- true" "trace -e E true" "trace E" "trace -p E" "strace -o /none/E true" \
	"strace -e trace=E true" "record -o /none/E -- true" "record -e E -- true" "record E" "report -i E" \
	"annotate -i E" "progs E" "dump E" "convert E $dir/x" "check E" "build E" "dump-map id E" \
	"dump-map name E" "dump-map pinned /E" "dump-map --where E name x" "E"; do
	set --
	for arg in $args; do
		case $arg in
		*E) set -- "$@" "${arg%E}$evil" ;;
		*) set -- "$@" "$arg" ;;
		esac
	done
	both "messages of: $args" "$pa" "$@"
	expect "hostile names: messages of: $args: there are some" "$dir/messages" '^perf-augment: '
done
for args in "report -i" "dump" "progs" "check" "build"; do
	# shellcheck disable=SC2086
	both "a file by that name that is none: $args" "$pa" $args "$dir/$evil"
done
PERF_CONFIG="$dir/$evil" both "a config by that name" "$pa" trace -o "$dir/trace" -- true
finish
