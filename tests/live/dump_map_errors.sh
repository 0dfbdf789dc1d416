#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# dump-map when things are wrong: clear messages, status 1 or 2, and JSON that is whole. And the library
# face, which has tests of its own in dump_map_api.c.
# $dump is a command and its first argument.
# shellcheck disable=SC2086
set -u
. tests/lib.sh

need_root "dump-map errors"
need_file "dump-map errors" "$BUILD/tests/live/dump_maps"
need_file "dump-map errors" "$BUILD/tests/live/dump_map_api"

"$BUILD/tests/live/dump_map_api" || tests_failed=1

tmp=$(mktemp -d) || exit 1
trap 'exec 9>&-; kill "$helper" 2>/dev/null; rm -rf "$tmp"' EXIT
dump="$BUILD/perf-augment dump-map"

# start MODE...: the maps, in ready state; stop ends them
start()
{
	rm -f "$tmp/hold" "$tmp/ready"
	mkfifo "$tmp/hold"
	"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" "$@" <"$tmp/hold" >"$tmp/ready" 2>&1 &
	helper=$!
	exec 9>"$tmp/hold"
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		grep -qs ready "$tmp/ready" && break
		sleep 0.5
	done
	$dump >"$tmp/table" 2>&1
}

stop()
{
	exec 9>&-
	wait "$helper"
}

id_of() { awk -v name="$1" -v pid="dump_maps($helper)" '$3 == name && index($0, pid) { print $1; exit }' "$tmp/table"; }

# says NAME STATUS PATTERN ARGUMENT...: fails with that status and that message, and prints no results
says()
{
	test=$1 want=$2 pattern=$3
	shift 3
	$dump "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	if [ "$got" -ne "$want" ]; then
		echo "status $got" >>"$tmp/err"
		fail "$test: status $want" "$tmp/err"
	fi
	expect "$test" "$tmp/err" "$pattern"
	if [ -s "$tmp/out" ] && [ "$(cat "$tmp/out")" != "[]" ]; then
		fail "$test: no results" "$tmp/out"
	fi
}

start
id=$(id_of dmt_count)
says "no such id" 1 "map id 4294967295: there is no such map" id 4294967295
says "no such name" 1 "map name 'dmt_nosuch': there is no such map" name dmt_nosuch
says "a name with a slip" 1 "near it: dmt_hash \(id" dmt_hasj
says "no such name, JSON" 1 "there is no such map" --json dmt_nosuch
$dump "$id" > "$tmp/out" 2> "$tmp/err"
equal "an id without the word: status" 0 $?
$dump id "$id" > "$tmp/by_id" 2>> "$tmp/err"
same "an id without the word: the same map" "$tmp/by_id" "$tmp/out"
says "an id without the word that is none" 1 "map id 4294967295: there is no such map" 4294967295
says "an id that is none" 2 "map id '12x': not a number" id 12x
says "an id that is no number with a minus" 2 "map id '-1': not a number" id -- -1
says "an id that is too large" 2 "map id '99999999999': too large: the largest id is 4294967295" id 99999999999
says "an id that is far too large" 2 "too large: the largest id is 4294967295" 99999999999999999999999
says "a word is missing" 2 "'id' needs a word after it" id
says "pinned: no such file" 1 "No such file or directory" pinned /nonexistent
says "pinned: no map" 1 "this is no BPF map" pinned /etc/passwd
if [ "$(stat -f -c %T /sys/fs/bpf 2>/dev/null)" = bpf_fs ]; then
	says "pinned: a directory" 1 "this is no BPF map" pinned /sys/fs/bpf
fi
says "no such type" 2 "there is no type 'struct task_strukt'; near it: task_struct" --value 'struct task_strukt' id "$id"
says "sizes disagree" 2 "'u64' has 8 bytes, but the map's value has 48" --value u64 id "$id"
says "key sizes disagree" 2 "'u64' has 8 bytes, but the map's key has 4" --key u64 id "$id"
says "not a type" 2 "']' is missing" --value 'u32[12' id "$id"
says "--btf: no such file" 1 "No such file" --btf /nonexistent id "$id"
says "--btf: no object" 1 "--btf /etc/passwd: not an ELF file" --btf /etc/passwd id "$id"
refuse "--btf: no object: nothing of the library's" "$tmp/err" "^libbpf|Unknown error"
says "--btf: no BTF" 1 "--btf .*: made for .*, not for BPF" --btf "$BUILD/perf-augment" id "$id"
says "--btf: a directory" 1 "--btf /: Is a directory" --btf / id "$id"
says "--where: a member that is not there" 2 "has no member 'enabled'; there are: calls, bytes" --where 'value.enabled' id "$id"
says "--where: the caret" 2 '^      \^~~~~~~$' --where 'value.enabled' id "$id"
zoo=$(id_of dmt_hash)
says "--where: a constant that is not there" 2 "enum state has no constant 'STATE_RUNING'; there are: STATE_RUNNING, " --where 'value.state == STATE_RUNING' id "$zoo"
says "--where: syntax" 2 '^               \^~$' --where 'value.calls == && 3' id "$id"
says "--where: a character that means nothing" 2 "'é' means nothing here" --where 'value.calls é' id "$id"
expect "--where: a character that means nothing: the text" "$tmp/err" '^value.calls é$'
expect "--where: a character that means nothing: the caret" "$tmp/err" '^            \^$'
says "--where: half a character" 2 "'\\\\303' means nothing here" --where "$(printf 'value.calls \303')" id "$id"
says "--select: no path" 2 "a name is expected" --select . id "$id"
says "--sort: nothing of that name" 2 "paths begin with key or value" --sort x id "$id"
says "--select: a member that is not there" 2 "has no member 'x'" --select value.x id "$id"
says "--sort: a struct" 2 "no single number" --sort value id "$id"
says "--key-is: no such entry" 1 "there is no entry with the key 5000" --json --key-is 5000 id "$id"
$dump --json --count --key-is 5000 id "$id" id "$id" >"$tmp/out" 2>/dev/null
expect "--count: no such entry, JSON" "$tmp/out" '^\[\{"map":[0-9]+,"count":0\},$'
says "--key-is: not a key" 2 "a number is expected" --key-is five id "$id"
says "--sum of a plain map" 2 "are for per-CPU maps; this is a hash" --sum id "$id"
says "--diff: no such file" 1 "--diff /nonexistent" --diff /nonexistent id "$id"
says "--diff: no JSON" 1 "this is not JSON" --diff /etc/passwd id "$id"
says "--diff --per-cpu" 2 "finds entries by their keys" --diff /dev/null --per-cpu id "$id"
says "an unknown option" 2 "--help" --nosuch
says "two formats" 2 "only one of" --json --csv id "$id"
says "an option that would do nothing" 2 "--reverse needs --sort" --reverse id "$id"
says "--count of hex" 2 "--count does not go with --hex" --count --hex id "$id"
says "--color of JSON" 2 "--color is for the C-like format" --color --json id "$id"
says "--depth: too deep" 2 "--depth: '9' is too large: the largest is 8" --depth 9 id "$id"
says "--depth of a list" 2 "these options need a MAP" --depth 1
says "--top 0" 2 "--top: '0': at least 1 is needed" --top 0 id "$id"
says "--top 0 of the list" 2 "--top: '0': at least 1 is needed" --top 0
says "--top: no number" 2 "--top: '5x' is not a number" --top 5x id "$id"
says "--top: negative" 2 "--top: '-5' is not a number" --top -5 id "$id"
for number in 9223372036854775808 99999999999999999999 9999999999999999999999999999999999999999999; do
	says "--top $number" 2 "--top: '$number' is too large: the largest is 9223372036854775807" --top $number id "$id"
done
says "--watch-count 0" 2 "--watch-count: '0': at least 1 is needed" --watch --watch-count 0 id "$id"
says "--watch: no time" 2 "is not a time" --watch=never id "$id"
says "--output: cannot open" 1 "--output /nonexistent/x" --output /nonexistent/x id "$id"
says "--output: no name" 2 "--output: the name of the file is empty" --output '' id "$id"

# keeps NAME STATUS PATTERN ARGUMENT...: the same, and a file that is the output stays as it is
keeps()
{
	echo keep >"$tmp/kept"
	says "$@" -o "$tmp/kept"
	equal "$1: the output file stays as it is" keep "$(cat "$tmp/kept")"
}
keeps "-o: wrong --where" 2 "paths begin with key or value" --where nope id "$id"
keeps "-o: wrong --key-is" 2 "a number is expected" --key-is five id "$id"
keeps "-o: wrong --sort" 2 "paths begin with key or value" --sort x id "$id"
keeps "-o: wrong --key" 2 "there is no type" --key 'struct nosuch_type' id "$id"
keeps "-o: wrong --where, watching" 2 "paths begin with key or value" --watch --where nope id "$id"
keeps "-o: wrong for each of two maps" 2 "paths begin with key or value" --json --where nope id "$id" id "$id"
keeps "-o: no such id" 1 "there is no such map" id 4294967295
keeps "-o: no such name, JSON" 1 "there is no such map" --json dmt_nosuch
keeps "-o: --diff: no such file" 1 "--diff /nonexistent" --diff /nonexistent id "$id"
keeps "-o: --btf: no such file" 1 "No such file" --btf /nonexistent id "$id"
rm -f "$tmp/kept"
$dump --where nope -o "$tmp/kept" id "$id" 2>"$tmp/err"
[ ! -e "$tmp/kept" ] && pass "-o: no file is made of a mistake" || fail "-o: no file is made of a mistake"
$dump --json -o "$tmp/kept" id "$id" 2>"$tmp/err"
cp "$tmp/kept" "$tmp/before"
ln -s kept "$tmp/link"
for option in --diff --btf; do
	says "-o: the file of $option" 2 "is the file that $option reads" $option "$tmp/kept" -o "$tmp/link" id "$id"
	same "-o: the file of $option stays as it is" "$tmp/before" "$tmp/kept"
done
$dump --diff "$tmp/before" -o "$tmp/kept" id "$id" >"$tmp/out" 2>"$tmp/err"
equal "-o: --diff: nothing differs: status" 0 $?
[ ! -s "$tmp/kept" ] && pass "-o: --diff: nothing differs: the file is emptied" || fail "-o: --diff: nothing differs: the file is emptied" "$tmp/kept"
(cd "$tmp" && "$(realpath "$OLDPWD/$BUILD/perf-augment")" dump-map --json -o - id "$id" >out 2>err)
same "-o -: standard output" "$tmp/before" "$tmp/out"
[ ! -e "$tmp/-" ] && pass "-o -: no file of that name" || fail "-o -: no file of that name"
mkfifo "$tmp/pipe"
cat "$tmp/pipe" >"$tmp/out" &
timeout 20 $dump --json -o "$tmp/pipe" id "$id" 2>"$tmp/err"
wait $!
same "-o: a pipe" "$tmp/before" "$tmp/out"
says "the disk is full" 1 "cannot write: No space left on device" --output /dev/full id "$id"

says "the disk is full, watching" 1 "cannot write: No space left on device" --output /dev/full --watch=0.1 id "$id"
$dump --json id "$id" 2>"$tmp/err" | head -c 10 >/dev/null
[ -s "$tmp/err" ] && fail "a closed pipe is no drama" "$tmp/err" || pass "a closed pipe is no drama"

if command -v setpriv >/dev/null; then
	cp "$BUILD/perf-augment" "$tmp/pa" && chmod 755 "$tmp" "$tmp/pa"
	setpriv --reuid 65534 --regid 65534 --clear-groups "$tmp/pa" dump-map id "$id" >"$tmp/out" 2>"$tmp/err"
	expect "no permission: which capability" "$tmp/err" "permission denied: .*CAP_SYS_ADMIN"
	setpriv --reuid 65534 --regid 65534 --clear-groups "$tmp/pa" dump-map >"$tmp/out" 2>"$tmp/err"
	expect "no permission to list" "$tmp/err" "CAP_SYS_ADMIN"
else
	skip "no permission" "setpriv is not installed"
fi
stop

# A map that changes all the time: every dump ends, and is JSON.
start churn
id=$(id_of dmt_count)
bad=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
	timeout 10 $dump --jsonl id "$id" >"$tmp/out" 2>"$tmp/err" || bad=1
	[ "$(wc -l <"$tmp/out")" -le 3024 ] || bad=1
	grep -Ev '^\{"key":[0-9]+,"value":\{"calls":[0-9]+,.*\}\}$' "$tmp/out" && bad=1
done
[ $bad -eq 0 ] && pass "a map that changes" || fail "a map that changes" "$tmp/err"
$dump --watch 0.1 --watch-count 3 --delta id "$id" >"$tmp/out" 2>&1
expect "--delta: changes and rates" "$tmp/out" '^! \[[0-9]+\] = .*# .calls \+[0-9]+ \(\+[0-9.]+/s\)$'
expect "--delta: new entries" "$tmp/out" '^\+ \['
expect "--delta: entries that went" "$tmp/out" '^- \['
# Two of three looks have something to be compared with.
$dump --watch 0.1 --watch-count 3 --delta --top 5 id "$id" >"$tmp/out" 2>&1
equal "--delta --top: so many each look" 10 "$(grep -c '^[-+!] ' "$tmp/out")"
equal "--delta --top: how many more, each look" 2 "$(grep -Ec '^# and [0-9]+ more: ' "$tmp/out")"
$dump --watch 0.1 --watch-count 3 --top 5 --jsonl id "$id" >"$tmp/out" 2>&1
equal "--watch --top, JSON: so many each look" 15 "$(grep -c '"change":' "$tmp/out")"
equal "--watch --top, JSON: how many more, each look" 3 "$(grep -Ec '^\{"look":[123],"more":[0-9]+\}$' "$tmp/out")"
timeout -s INT 1 $dump --json --watch 0.1 id "$id" >"$tmp/out" 2>&1
[ "$(tail -c 2 "$tmp/out")" = "]" ] && pass "stopped: the array is closed" || fail "stopped: the array is closed"
stop

# Maps inside a map that go away while they are looked at.
start gone
id=$(id_of dmt_amaps)
bad=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
	timeout 10 $dump --json id "$id" >"$tmp/out" 2>"$tmp/err" || bad=1
	[ "$(tail -c 2 "$tmp/out")" = "]" ] || bad=1
done
[ $bad -eq 0 ] && pass "maps in a map come and go" || fail "maps in a map come and go" "$tmp/err"
stop
finish
