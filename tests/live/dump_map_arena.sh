#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# dump-map of arenas: their variables by name, without touching a page that is not there.
# $dump is a command and its first argument.
# shellcheck disable=SC2086
set -u
. tests/lib.sh

need_root "dump-map: arenas"
need_file "dump-map: arenas" "$BUILD/tests/live/arena_maps"

tmp=$(mktemp -d) || exit 1
trap 'exec 9>&-; kill "$helper" 2>/dev/null; rm -rf "$tmp"' EXIT
dump="$BUILD/perf-augment dump-map"

mkfifo "$tmp/hold"
"$BUILD/tests/live/arena_maps" <"$tmp/hold" >"$tmp/ready" 2>"$tmp/helper" &
helper=$!
exec 9>"$tmp/hold"
for _ in 1 2 3 4 5 6 7 8 9 10; do
	grep -qsE 'ready|missing' "$tmp/ready" && break
	sleep 0.3
done
if grep -qs missing "$tmp/ready"; then
	skip "dump-map: arenas" "this kernel has none, or lets nobody map them"
	finish
fi
need_file "dump-map: the arenas are there" "$tmp/ready"
$dump >"$tmp/table" 2>"$tmp/err"
id_of() { awk -v name="$1" -v pid="arena_maps($helper)" '$3 == name && index($0, pid) { print $1; exit }' "$tmp/table"; }

# shows NAME MAP PATTERN OPTION...
shows()
{
	test=$1 id=$(id_of "$2") pattern=$3
	shift 3
	$dump "$@" id "$id" >"$tmp/out" 2>&1 || echo "status $?" >>"$tmp/out"
	expect "$test" "$tmp/out" "$pattern"
}

expect "arena: the list says the section" "$tmp/table" "^[0-9]+ +arena +dmt_arena_low +- +.addr_space.1 "
shows "arena: a number" dmt_arena_low '^arena_number = 42$'
shows "arena: a struct" dmt_arena_low '^arena_point = \{ .x = 3, .y = -4 \}$'
shows "arena: a string" dmt_arena_low '^arena_text = "hello"$'
shows "arena: behind a page that is not there" dmt_arena_low '^arena_last = 99$'
shows "arena: variables at its end" dmt_arena_end '^arena_number = 43$'
shows "arena: JSON" dmt_arena_low '^.\{"value":\{".addr_space.1":.\{"arena_number":42\},' --json
shows "arena: CSV has no key" dmt_arena_low '^value.arena_number,value.arena_point.x,' --csv
shows "arena: --where and --select" dmt_arena_low '^\{ .arena_point.y = -4 \}$' --where 'value.arena_number > 41' --select value.arena_point.y
shows "arena: --value" dmt_arena_low '^\{ 42, 3, -4 \}$' --value 's32[3]'
shows "arena: --value larger than it" dmt_arena_low 'the sizes disagree: the type has 40000 bytes, but the arena has 8 pages' --value 'u32[10000]'
shows "arena: --value larger than it, JSON is whole" dmt_arena_low '^\[\]$' --json --value 'u32[10000]'
shows "arena: no program names variables" dmt_arena_bare '^\{ .user_address = [1-9][0-9]*, .pages_max = 8 \}$'
shows "arena: nobody has mapped it" dmt_arena_new '^\{ .user_address = 0, .pages_max = 8 \}$'
shows "arena: nobody has mapped it, --value" dmt_arena_new 'it has no memory' --value u64
shows "arena: --watch" dmt_arena_low '^arena_number = 42$' --watch 0.1 --watch-count 2

# A page that nobody touched is not there after all this either.
echo >&9
for _ in 1 2 3 4 5 6 7 8 9 10; do
	grep -qs page "$tmp/ready" && break
	sleep 0.2
done
expect "arena: nothing was allocated by looking" "$tmp/ready" '^page 0 is absent$'

if clang_or_skip "arena: --btf of an object" 19; then
	cat >"$tmp/arena.c" <<-'C'
	#define arena __attribute__((address_space(1)))
	struct pair { int a, b; };
	arena int first __attribute__((section(".addr_space.1"))) = 1;
	arena struct pair second __attribute__((section(".addr_space.1"))) = { 1, 2 };
	int touch(void) { return first + second.a; }
	C
	clang-19 -target bpf -mcpu=v3 -g -O2 -c "$tmp/arena.c" -o "$tmp/arena.o" 2>"$tmp/err" || fail "arena: clang-19" "$tmp/err"
	shows "arena: --btf of an object" dmt_arena_low '^second = \{ .a = 3, .b = -4 \}$' --btf "$tmp/arena.o"
fi
finish
