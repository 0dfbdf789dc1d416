#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# BPF_OBJ_GET_INFO_BY_FD: what bpftool asks of a program and of a map, beside strace; of links and types, which strace
# does not decode, beside what bpftool prints of them.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "information on BPF objects" strace bpftool
need_strace_6_1 "information on BPF objects" "what it tells of them is compared with strace 6.1"
pins=/sys/fs/bpf/info_test_$$
if ! mkdir "$pins" 2> "$dir/err"; then
	skip "information on BPF objects" "/sys/fs/bpf: $(cat "$dir/err")"
	finish
fi
trap 'rm -rf "$pins"; clean_up' EXIT

{
	bpftool map create "$pins/map" type hash key 4 value 8 entries 3 name aug_info flags 1
	bpftool prog load "$BUILD/tests/live/annotate_old.bpf.o" "$pins/prog"
} > "$dir/err" 2>&1
equal "info: what is asked about is there" "map prog" "$(echo "$pins"/* | sed "s:$pins/::g")"

# Addresses, and the date by when each reckons the machine was started.
told()
{
	sed -nE '/OBJ_GET_INFO|bpf\(0xf/ { s/0x[57][0-9a-f]{11}/ADDR/g; s/(load_time=[0-9]+ .. [0-9-]*)T[0-9:]*/\1TIME/; s/^[0-9]+ +//; p }' "$1"
}

# alike NAME OPTIONS COMMAND...: with both the same lines
alike()
{
	alike_name=$1 options=$2
	shift 2
	# shellcheck disable=SC2086
	{
		strace $options -e trace=bpf -o "$dir/theirs" "$@" > "$dir/out" 2> "$dir/err"
		"$pa" strace $options -e trace=bpf -o "$dir/ours" "$@" > "$dir/out" 2> "$dir/err"
	}
	told "$dir/theirs" > "$dir/wanted"
	told "$dir/ours" > "$dir/got"
	same "info: $alike_name${options:+, $options}: the lines are strace's" "$dir/wanted" "$dir/got"
}

work work_bpf_info
for options in '' -v '-v -y' '-v -s 3' '-X raw' '-v -X raw' '-v -X verbose' '-e abbrev=none' '-v -e verbose=none'; do
	alike map "$options" bpftool map show pinned "$pins/map"
	alike program "$options" bpftool prog show pinned "$pins/prog"
	alike "instructions of a program" "$options" bpftool prog dump xlated pinned "$pins/prog"
done
for options in '' -v '-v -y -X verbose'; do
	alike "all lengths" "$options" "$work" "$pins/map" "$pins/prog"
done
equal "info: all lengths: there are so many" 1 "$(($(wc -l < "$dir/wanted") > 1300))"
strace -v -e trace=bpf -o "$dir/theirs" bpftool prog show pinned "$pins/prog" > "$dir/out" 2>&1
expect "info: strace tells the members" "$dir/theirs" 'info=\{type=BPF_PROG_TYPE_.*map_ids=\[[0-9]'

"$pa" trace --format=json -y -e bpf -o "$dir/lines" -- bpftool prog dump xlated pinned "$pins/prog" > "$dir/out" 2> "$dir/err"
expect "info: instructions in JSON" "$dir/lines" '"xlated_prog_insns":\[\{"code":"?[^,]*,"dst_reg".*"map_ids":'
if bpftool btf show id 1 > "$dir/out" 2> "$dir/err"; then
	"$pa" trace -y -e bpf -o "$dir/lines" -- bpftool btf show id 1 > "$dir/out" 2> "$dir/err"
	expect "info: the kernel's types" "$dir/lines" 'bpf_fd: [0-9]+<anon_inode:btf>, .*\.id: 1, \.name: .*\.kernel_btf: 1 \}'
	"$pa" trace --format=json -y -e bpf -o "$dir/lines" -- bpftool btf show id 1 > "$dir/out" 2> "$dir/err"
	expect "info: the same in JSON" "$dir/lines" '"info":\{"btf":.*"id":1,.*"kernel_btf":1\}'
else
	skip "info: the kernel's types" "they have no number before 5.11"
fi
"$pa" trace -e getpid -o "$dir/nothing" -- sleep 60 2> "$dir/err" &
started="$started $!"
for _ in $(seq 100); do
	bpftool link show 2> "$dir/err" | grep -q raw_tracepoint && break
	sleep 0.05
done
for format in perf json; do
	"$pa" trace --format=$format -y -e bpf -o "$dir/$format" -- "$work" "$pins/map" "$pins/prog" link > "$dir/out" 2> "$dir/err"
	equal "info: all lengths, $format: status" 0 $?
	equal "info: all lengths, $format: lines" 1 "$(($(grep -c OBJ_GET_INFO "$dir/$format") > 1300))"
done
expect "info: a length that ends within a link" "$dir/perf" 'info_len: 20, \.info: \{ \.type: [A-Z_]+, \.id: [0-9]+, \.prog_id: [0-9]+'
"$pa" trace -y -e bpf -o "$dir/lines" -- bpftool link show > "$dir/out" 2> "$dir/err"
expect "info: links" "$dir/lines" '\.type: RAW_TRACEPOINT, \.id: [0-9]+, \.prog_id: [0-9]+, \.raw_tracepoint: \{ \.tp_name: [^,]*, \.tp_name_len: [0-9]'
finish
