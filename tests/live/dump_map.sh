#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# dump-map on maps of every kind, in every format; JSON is compared with bpftool's.
# $dump is a command and its first argument.
# shellcheck disable=SC2086
set -u
. tests/lib.sh

need_root "dump-map"
need_file "dump-map" "$BUILD/tests/live/dump_maps"
need_file "dump-map" "$BUILD/tests/live/dump_maps.bpf.o"

tmp=$(mktemp -d) || exit 1
trap 'exec 9>&-; wait "$helper"; [ -e "$tmp/fs" ] && umount "$tmp/fs"; rm -rf "$tmp"' EXIT
dump="$BUILD/perf-augment dump-map"

# The maps live as long as descriptor 9 is open.
mkfifo "$tmp/hold"
"$BUILD/tests/live/dump_maps" "$BUILD/tests/live/dump_maps.bpf.o" <"$tmp/hold" >"$tmp/ready" 2>"$tmp/helper" &
helper=$!
exec 9>"$tmp/hold"
for _ in 1 2 3 4 5 6 7 8 9 10; do
	grep -qs ready "$tmp/ready" && break
	sleep 0.3
done
if ! grep -q ready "$tmp/ready"; then
	fail "dump-map: the maps are there" "$tmp/helper"
	finish
fi

# Other maps of these names may be about: ours are those that our helper holds.
$dump >"$tmp/table" 2>"$tmp/err"
id_of() { awk -v name="$1" -v pid="dump_maps($helper)" '$3 == name && index($0, pid) { print $1; exit }' "$tmp/table"; }

# shows NAME MAP PATTERN OPTION...: a line of the dump matches
shows()
{
	test=$1 map=$2 pattern=$3
	shift 3
	id=$(id_of "$map")
	if grep -q "missing $map" "$tmp/ready"; then
		skip "$test" "this kernel does not have this kind of map, or no way to fill it"
		return
	fi
	if [ -z "$id" ]; then
		fail "$test" "$tmp/table"
		return
	fi
	$dump "$@" id "$id" >"$tmp/out" 2>"$tmp/err" || echo "status $?" >>"$tmp/out"
	cat "$tmp/err" >>"$tmp/out"
	expect "$test" "$tmp/out" "$pattern"
	refuse "$test: no failure" "$tmp/out" "^status"
}

expect "list: a map with its types and its holder" "$tmp/table" \
	"^[0-9]+ +hash +dmt_bool +int +_Bool +2/64 .*dump_maps\($helper\)"
expect "list: frozen" "$tmp/table" "dump_map.rodata.*frozen"

shows "hash: bool" dmt_bool '^\[3237\] = true$'
shows "hash: struct key" dmt_skey '^\[\{ .id = 2, .port = 443, .name = "https" \}\] = \{ .x = 5, .y = 6 \}$'
shows "hash: nested" dmt_hash '.grid = \{ \{ 1, 2, 3 \}, \{ 4, 5, 6 \} \}, .number = \{ .word = 67305985, '
shows "hash: enums and flags" dmt_hash '^\[2\].*.state = 2, .flags = F_READ\|F_WRITE,'
shows "hash: bit fields" dmt_hash '.bit_a = 5, .bit_b = 17, .bit_s = 21, .bit_e = STATE_DONE, .bit_w = 1250999896491'
shows "hash: 128 bits" dmt_hash '.wide = 0x112233445566778899aabbccddeeff00'
shows "hash: bit fields of more than 64 bits" dmt_wide '\] = \{ .narrow = 5, .wide = 0x2a1122334455667788, .number = -2 \}'
shows "hash: spin lock" dmt_lock '^\[1\] = \{ .lock = <spin lock>, .value = 33 \}'
shows "array" dmt_array '^\[15\] = \{ .calls = 150,'
shows "array: mmap" dmt_mmap '^\[4\] = \{ .x = 4, .y = -1 \}'
shows "percpu_hash" dmt_pchash '^\[4\] = \{ \[cpu0\] = \{ .calls = 40,'
shows "percpu_array" dmt_pcarray '^\[3\] = \{ \[cpu0\] = 300'
shows "lru_hash" dmt_lru '^\[4294967296\] = \{ .x = 4,'
shows "lru_percpu_hash" dmt_pclru '^\[2\] = \{ \[cpu0\] = 2'
shows "lpm_trie" dmt_lpm '^\[192.168.1.0/24\] = 1$'
shows "prog_array" dmt_progs '^\[1\] = [0-9]+ /\* prog socket_filter dmt_prog \*/'
shows "perf_event_array" dmt_perf 'cannot be listed'
shows "cgroup_array" dmt_cgroups 'cannot be listed'
shows "array_of_maps" dmt_amaps '^\[1\] = [0-9]+ /\* array "dmt_inner" \*/ \{ \[0\] = \{ .x = 0, .y = -1 \}, \[1\]'
shows "array_of_maps: not followed" dmt_amaps '^\[1\] = [0-9]+ /\* map array dmt_inner \*/$' --depth 0
shows "hash_of_maps" dmt_hmaps '\] = [0-9]+ /\* array "dmt_inner" \*/ \{ \[0\] ='
shows "devmap" dmt_dev '^\[0\] = 1 /\* device lo \*/'
shows "devmap_hash" dmt_devhash '^\[5\] = \{ .ifindex = 1, .prog_id = 0 \}'
shows "cpumap" dmt_cpu '^\[0\] = 192 /\* queue of 192'
shows "xskmap" dmt_xsk 'cannot be listed'
shows "sockmap" dmt_sock "^\\[1\\] = [0-9]+ /\\* socket: fd [0-9]+ of dump_maps\\($helper\\)"
shows "sockhash" dmt_sockhash '\] = [0-9]+ /\* socket: fd [0-9]+ of dump_maps'
shows "queue: peeked at" dmt_queue '^70$' --value u32
shows "queue: nothing was taken" dmt_queue '^70$' --value u32
shows "stack" dmt_stack '^72$' --value u32
shows "ringbuf" dmt_ring '^\{ .consumer_pos = 0, .producer_pos = 0, .size = 4096, .unread = 0 \}'
shows "user_ringbuf" dmt_uring '.size = 4096'
shows "bloom_filter" dmt_bloom 'cannot be listed: a bloom filter keeps no values'
shows "stack_trace" dmt_traces '^\[[0-9]+\] = \{ 0xffff[0-9a-f]+ <[a-z0-9_.]+\+0x[0-9a-f]+>, '
# Before Linux 6.10 its members stand alone, without .common.
shows "struct_ops" dmt_sops '^\[0\] = \{ (.common = \{ )?.*.state = BPF_STRUCT_OPS_STATE_INIT'
shows "arena" dmt_arena "^\{ .user_address = 0, .pages_max = 4 \}"
shows "task_storage" dmt_tasks "^\[$helper\] = \{ .x = 100, .y = 101 \}"
shows "sk_storage" dmt_socks "^\[\{ .pid = $helper, .fd = [0-9]+ \}\] = \{ .x = 7, .y = 8 \}"
if [ -s "$tmp/helper" ] && grep -q dmt_inodes "$tmp/helper"; then
	skip "inode_storage" "this kernel has no BPF LSM"
else
	shows "inode_storage" dmt_inodes "^\[\{ .pid = $helper, .fd = [0-9]+ \}\] = \{ .x = 7, .y = 8 \}"
fi
shows "cgrp_storage" dmt_cgrps '^\[[0-9]+\] = \{ .x = 7, .y = 8 \}'
cgroup=$(sed -n 's/^cgroup //p' "$tmp/ready")
shows "cgroup_storage" dmt_cgstor "^\[\{ .cgroup_inode_id = $cgroup, .attach_type = 1 \}\] = \{ .x = 7, .y = 8 \}"
shows "cgroup_storage: --key-is" dmt_cgstor '\] = \{ .x = 7, .y = 8 \}' --key-is "{ $cgroup, 1 }"
shows "percpu_cgroup_storage" dmt_pccgstor "^\[$cgroup\] = \{ \[cpu0\] = \{ .x = 0, .y = 9 \}"
shows "percpu_cgroup_storage: --max" dmt_pccgstor "^\[$cgroup\] = \{ .x = $(($(nproc --all) - 1)), .y = 9 \}" --max
shows "reuseport_sockarray" dmt_reuse "^\[1\] = [0-9]+ /\* socket: fd [0-9]+ of dump_maps\($helper\)"
shows ".data" dump_map.data '^var_point = \{ .x = 3, .y = -4 \}$'
shows ".rodata" dump_map.rodata '^var_state = STATE_RUNNING$'
shows ".bss" dump_map.bss '^var_zero = 0$'

if command -v script >/dev/null; then
	esc=$(printf '\033')
	# on_terminal NAME=VALUE...: the dump of a map on a terminal with this environment
	on_terminal() { env -u NO_COLOR "$@" script -qec "$dump id $(id_of dmt_bool)" /dev/null >"$tmp/out" 2>&1 </dev/null; }
	on_terminal TERM=xterm
	expect "colours on a terminal" "$tmp/out" "$esc\\["
	on_terminal TERM=xterm NO_COLOR=1
	refuse "colours: NO_COLOR" "$tmp/out" "$esc"
	on_terminal TERM=dumb
	expect "colours: a dumb terminal: the entries" "$tmp/out" '^\[3237\] = true'
	refuse "colours: a dumb terminal" "$tmp/out" "$esc"
else
	skip "colours on a terminal" "script is not installed"
fi

shows "--where" dmt_count '^\[99\] = ' --where 'value.calls > 970 && value.delta < -48'
shows "--where: glob" dmt_hash '^3$' --count --where 'value.comm ~ "proc*"'
shows "--where: enum constant" dmt_hash '^1$' --count --where 'value.state == STATE_RUNNING'
shows "--where: a per-CPU value" dmt_pchash '^1$' --count --where 'value.calls == 40'
shows "--where: 128 bits" dmt_hash '^3$' --count --where 'value.wide == 0x112233445566778899aabbccddeeff00'
shows "--where: a double" dmt_queue8 '^1.5$' --value double --where 'value > 1.25'
shows "--sort: bit fields of more than 64 bits" dmt_wide '^0x2a1122334455667788$' --sort value.wide --select value.wide --table
shows "--sort --reverse --top" dmt_count '^99 +990 ' --sort value.calls --reverse --top 1 --table
shows "--select" dmt_hash '^\[1\] = \{ .p\[1\].x = -3, .state = STATE_RUNNING \}' --select 'value.p[1].x,value.state'
shows "--key-is" dmt_count '^\[5\] = \{ .calls = 50' --key-is 5
shows "--key-is: struct" dmt_skey '^\[\{ .id = 3,' --key-is '{ 3, 443, "https" }'
shows "--key-is: address" dmt_lpm '^\[10.0.0.0/8\] = 0' --key-is 10.0.0.0/8
# Others are covered by the default route, which a look-up of them finds.
shows "--key-is: the last of an LPM trie" dmt_lpm '^\[0.0.0.0/0\] = 2' --key-is 0.0.0.0/0
shows "--key-is: a prefix with bits behind it" dmt_lpm '.prefixlen = 12, .addr = .*172, 16, 5, 5.* = 3' --key-is 172.16.0.0/12
for key in 10.9.9.0/24 10.0.0.0/7 10.0.0.0/9 192.168.2.0/24 1.2.3.4; do
	$dump --json --count --key-is $key id "$(id_of dmt_lpm)" >"$tmp/out" 2>"$tmp/err"
	equal "--key-is $key, which an LPM trie only covers: status" 1 $?
	expect "--key-is $key: there is none" "$tmp/err" "there is no entry with the key $key"
	equal "--key-is $key: --count" '{"count":0}' "$(cat "$tmp/out")"
done
shows "--no-zero" dmt_lpm '^3$' --no-zero --count
shows "--csv" dmt_count '^5,50,5000,0,1005,1,45,0,0$' --csv
shows "--csv: per CPU" dmt_pcarray '^3,0,300$' --csv
shows "--jsonl" dmt_bool '^\{"key":3237,"value":true\}$' --jsonl
shows "--raw" dmt_bool '^key: a5 0c 00 00  value: 01$' --raw
shows "--hex" dmt_count '^\[0x5\] = \{ .calls = 0x32,' --hex
shows "--hex-ids" dmt_count '^\[0x5\] = \{ .calls = 50,' --hex-ids
shows "--ns" dmt_hash '.start_ns = 1500000000 <1.500000000s>' --ns
shows "--pretty" dmt_mmap '^	.x = 4,$' --pretty
shows "--color" dmt_mmap "$(printf '\033')\[36m.x" --color
shows "--sum" dmt_pcarray "^\[1\] = $(awk -v n="$(nproc --all)" 'BEGIN { print 100 * n + n * (n - 1) / 2 }')$" --sum
shows "--max" dmt_pcarray "^\[1\] = $(($(nproc --all) + 99))$" --max
shows "--avg" dmt_pcarray '^\[1\] = 10[0-9]$' --avg
shows "--select key: JSON of CPUs" dmt_pcarray '^.\{"key":0,"values":\[\{"cpu":0\}' --json --select key
shows "--per-cpu" dmt_pcarray '^\[3\]\[cpu0\] = 300$' --per-cpu
shows "--value: another type" dmt_mmap '^\[4\] = 18446744069414584324$' --value u64
shows "--value: double" dmt_queue8 '^1.5$' --value double
shows "--value: of C, which no BTF has" dmt_mmap '^\[4\] = \{ 4, -1 \}$' --value 's32[2]' --key unsigned
shows "--value: of the kernel, beside --btf" dmt_bool '\] = true' --key 'atomic_t' --btf "$BUILD/tests/live/dump_maps.bpf.o"
shows "--key: of the kernel" dmt_bool '\] = true' --key 'atomic_t'

# An object's BTF makes a map typed that was made without any.
mkdir "$tmp/fs"
if command -v bpftool >/dev/null && mount -t bpf bpf "$tmp/fs" 2>/dev/null; then
	bpftool map create "$tmp/fs/m" type hash key 4 value 1 entries 4 name dmt_marked
	bpftool map update pinned "$tmp/fs/m" key 0xa5 0x0c 0 0 value 1
	$dump pinned "$tmp/fs/m" >"$tmp/out" 2>&1
	expect "no BTF: bytes" "$tmp/out" '^\[a5 0c 00 00  \|....\|\] = 01  \|.\|$'
	$dump --btf "$BUILD/tests/live/dump_map_marker.bpf.o" pinned "$tmp/fs/m" >"$tmp/out" 2>&1
	expect "--btf: a marker's types" "$tmp/out" '^\[3237\] = true$'
	$dump --btf "$BUILD/tests/live/dump_maps.bpf.o" pinned "$tmp/fs/m" >"$tmp/out" 2>&1
	expect "--btf: no such map in it" "$tmp/out" "it has no map 'dmt_marked'"
	umount "$tmp/fs"
fi
rmdir "$tmp/fs"
$dump --btf "$BUILD/tests/live/dump_maps.bpf.o" id "$(id_of dmt_mmap)" >"$tmp/out" 2>&1
expect "--btf: a definition in .maps" "$tmp/out" '^\[4\] = \{ .x = 4, .y = -1 \}'

shows "--btf: a ring buffer's records" dmt_ring '^\{ .consumer_pos = 0, ' --btf "$BUILD/tests/live/dump_map_marker.bpf.o"

$dump --btf "$BUILD/tests/live/dump_maps.bpf.o" id "$(id_of dump_map.data)" >"$tmp/out" 2>&1
expect "--btf: a section" "$tmp/out" '^var_point = \{ .x = 3, .y = -4 \}$'

# Two maps of one name are both shown, told apart.
$dump id "$(id_of dmt_bool)" id "$(id_of dmt_lpm)" >"$tmp/out" 2>&1
expect "several maps: which one" "$tmp/out" '^# map [0-9]+ "dmt_lpm" \(lpm_trie\)$'

# Functions of a struct_ops map are ids of programs.
if command -v bpftool >/dev/null && bpftool struct_ops register "$BUILD/tests/live/dump_map_ops.bpf.o" >"$tmp/out" 2>&1; then
	ops=$(sed -n 's/^Registered .* id //p' "$tmp/out")
	$dump id "$ops" >"$tmp/text" 2>&1
	$dump --json id "$ops" >"$tmp/json" 2>&1
	bpftool struct_ops unregister id "$ops" >/dev/null 2>&1
	expect "struct_ops: functions are programs" "$tmp/text" '.ssthresh = [0-9]+ /\* prog struct_ops dmt_ssthresh \*/, '
	expect "struct_ops: one that is not there" "$tmp/text" "[.]init = NULL"
	# The order of the members is the kernel's.
	expect "struct_ops: functions are programs, JSON" "$tmp/json" '"refers_to":\{.*"value.data.ssthresh":"prog struct_ops dmt_ssthresh"'
	expect "struct_ops: and another, JSON" "$tmp/json" '"refers_to":\{.*"value.data.cong_avoid":"prog struct_ops dmt_avoid"'
else
	skip "struct_ops: functions are programs" "bpftool is not installed, or cannot register a congestion control"
fi

# --diff and --watch
id=$(id_of dmt_count)
$dump -j id "$id" >"$tmp/saved"
$dump --diff "$tmp/saved" id "$id" >"$tmp/out" 2>&1 && [ ! -s "$tmp/out" ] && pass "--diff: the same" || fail "--diff: the same" "$tmp/out"
# shellcheck disable=SC2002 # a pipe, which is not a file
cat "$tmp/saved" | $dump --diff /dev/stdin id "$id" >"$tmp/out" 2>&1 && [ ! -s "$tmp/out" ] && pass "--diff: from a pipe" || fail "--diff: from a pipe" "$tmp/out"
sed 's/"calls":50,/"calls":51,/; s/"key":7,/"key":7777,/' "$tmp/saved" >"$tmp/changed"
$dump --diff "$tmp/changed" id "$id" >"$tmp/out" 2>&1
[ $? -eq 1 ] && pass "--diff: status 1" || fail "--diff: status 1" "$tmp/out"
expect "--diff: a member" "$tmp/out" '^! \[5\] value.calls: 51 -> 50$'
expect "--diff: a new entry" "$tmp/out" '^\+ \[7\] = '
$dump --json --diff "$tmp/changed" id "$id" id "$id" | tr -d '\n' >"$tmp/out" 2>&1
expect "--diff: several maps are one JSON array" "$tmp/out" '^\[\{"map":[0-9]+,"changes":\[.*\]\},\{"map":.*\]\}\]$'
$dump --diff "$tmp/changed" id "$id" >"$tmp/out" 2>&1
expect "--diff: one that is gone" "$tmp/out" '^- \[7777\] = '
$dump --watch 0.2 --watch-count 2 --where 'key == 5' id "$id" >"$tmp/out" 2>&1
expect "--watch" "$tmp/out" '^# [0-9:]+ map [0-9]+ "dmt_count" \(hash\): 1 entries$'
if command -v tmux >/dev/null; then
	tmux -L "aug$$" new-session -d -x 90 -y 10 "$(realpath "$BUILD/perf-augment") dump-map --watch 0.1 id $id; sleep 9"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		tmux -L "aug$$" capture-pane -p >"$tmp/out" 2>&1
		grep -q ' more: --sort' "$tmp/out" && break
		sleep 0.2
	done
	tmux -L "aug$$" kill-server 2>/dev/null
	expect "--watch: the head stays on the screen" "$tmp/out" '^# [0-9:]+ map [0-9]+ "dmt_count"'
	expect "--watch: what the screen cannot hold is counted" "$tmp/out" '^# and [0-9]+ more: --sort, --top and --where choose$'
else
	skip "--watch: a screen" "tmux is not installed"
fi
$dump --watch 0.1 id "$id" id "$(id_of dmt_queue)" >"$tmp/out" 2>&1
expect "--watch: of one map, and which there are" "$tmp/out" "takes one map, not 2; choose one of: id $id, id [0-9]+\$"
$dump --watch 0.05 --watch-count 3 id "$(id_of dmt_queue)" --value u32 >"$tmp/out" 2>&1
if [ "$(grep -c 'only the next entry' "$tmp/out")" = 1 ] && [ "$(grep -c '^70$' "$tmp/out")" = 3 ]; then
	pass "--watch: what cannot be seen is said once"
else
	fail "--watch: what cannot be seen is said once" "$tmp/out"
fi
$dump --watch 0.2 --watch-count 2 --delta id "$id" >"$tmp/out" 2>&1
[ -s "$tmp/out" ] && fail "--delta: nothing changed" "$tmp/out" || pass "--delta: nothing changed"

# What bpftool calls formatted is our JSON, on every map that it can print.
if ! command -v bpftool >/dev/null || ! command -v python3 >/dev/null; then
	skip "JSON equals bpftool's" "bpftool or python3 is not installed"
	finish
fi
python3 - "$helper" $dump <<'PY' || tests_failed=1
import json, subprocess, sys

helper, dump = int(sys.argv[1]), sys.argv[2:]
run = lambda *argv: subprocess.run(argv, capture_output=True).stdout
compared, failed = 0, False
for m in json.loads(run(*dump, "--json")):
    if helper not in [h["pid"] for h in m["held_by"]]:
        continue
    name = "JSON equals bpftool's: %s (%s)" % (m["type"], m["name"])
    ours = run(*dump, "--json", "id", str(m["id"]))
    try:
        ours = json.loads(ours)
    except ValueError as e:
        print("not ok - %s\n# no JSON: %s" % (name, e))
        failed = True
        continue
    theirs = json.loads(run("bpftool", "-j", "map", "dump", "id", str(m["id"])))
    formatted = [e["formatted"] for e in theirs if "formatted" in e] if isinstance(theirs, list) else []
    if not formatted:
        continue
    compared += 1
    failed |= formatted != ours
    print("ok - " + name if formatted == ours else
          "not ok - %s\n# theirs %s\n# ours   %s" % (name, formatted[:2], ours[:2]))
print("%s - JSON was compared on %d maps" % ("ok" if compared >= 14 else "not ok", compared))
sys.exit(failed or compared < 14)
PY
finish
