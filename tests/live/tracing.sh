#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Programs that are attached by BTF (fentry, fexit, tp_btf, lsm) and that may sleep, where the kernel takes them:
# progs lists them, annotate shows their code, dump-map their map, and a recording has their samples.
. tests/lib.sh
. tests/live/trace_common.inc
load=$BUILD/tests/live/tracing_load
object=$BUILD/tests/live/tracing.bpf.o
need_file "tracing: its loader is built" "$load"
need_file "tracing: its programs are built" "$object"

mkfifo "$dir/hold"
"$load" "$object" 0 < "$dir/hold" > "$dir/progs" 2>&1 &
loader=$! started="$started $!"
exec 9> "$dir/hold"
started_or_gone()
{
	grep -q '^ready' "$dir/progs" || is_gone "$loader"
}
wait_until 60 started_or_gone
"$pa" progs --loaded > "$dir/loaded" 2> "$dir/messages"
"$pa" progs --loaded --json > "$dir/json" 2>> "$dir/messages"

# lines_of FILE: the BPF instructions and source lines, as annotate.sh compares them
lines_of()
{
	grep -E '^ *[0-9]+: |^; .' "$1" | grep -v '(no line)' |
		sed -E 's/^( *[0-9]+: .*)  ; [^;]*$/\1/; s/ *$//; s/= &\(void __percpu \*\)\((r[0-9]+)\)$/= \1/' | grep -vx ';'
}

# check NAME TYPE ID MAP ATTACHED: of a program that is loaded
check()
{
	expect "tracing: $1: progs --loaded lists it, and to what it is attached" "$dir/loaded" \
		"^ *$3 +$2 .* $1 .* $4 .* $5 +tracing_load\\($loader\\)\$"
	expect "tracing: $1: so it does as JSON" "$dir/json" "\"id\":$3,\"type\":\"$2\"[^{]*\"name\":\"$1\""
	"$pa" annotate --id "$3" > "$dir/out" 2> "$dir/messages"
	expect "tracing: $1: annotate has its machine code" "$dir/out" '^ +[0-9a-f]+:  (pushq|callq|retq|jmp) '
	expect "tracing: $1: with its source" "$dir/out" '^; .*count\(|^; .*bpf_map_lookup_elem'
	if command -v bpftool > /dev/null; then
		"$pa" annotate --xlated --id "$3" > "$dir/xlated" 2> "$dir/messages"
		bpftool prog dump xlated id "$3" > "$dir/theirs" 2> "$dir/messages"
		lines_of "$dir/theirs" > "$dir/wanted"
		lines_of "$dir/xlated" > "$dir/got"
		same "tracing: $1: BPF instructions are bpftool's" "$dir/wanted" "$dir/got"
	else
		skip "tracing: $1: BPF instructions are bpftool's" "bpftool is not installed"
	fi
	"$pa" dump-map id "$4" > "$dir/out" 2> "$dir/messages"
	expect "tracing: $1: its map counts its runs" "$dir/out" '^\[0\] = \{ \.runs = [1-9][0-9]*, \.mixed = [0-9]+ \}$'
}

# sampled NAME ID: samples in a program that is hot
sampled()
{
	"$pa" record -q -a -e cpu-clock -F 500 -o "$dir/perf.data" -- "$load" "$object" 1500 "$1" > "$dir/out" 2> "$dir/messages"
	"$pa" report --sort sym -i "$dir/perf.data" > "$dir/report" 2>> "$dir/messages"
	expect "tracing: $1: samples are its" "$dir/report" 'bpf_prog_[0-9a-f]{16}_tracing_spin|tracing_spin'
	"$pa" progs "$dir/perf.data" > "$dir/out" 2>> "$dir/messages"
	expect "tracing: $1: the recording has it and its code" "$dir/out" " $2 .* $1 .* yes "
	"$pa" annotate "$dir/perf.data" "$1" > "$dir/out" 2>> "$dir/messages"
	expect "tracing: $1: its samples are at its lines" "$dir/out" '^ +[0-9.]+ \| +[1-9][0-9]* \| '
}

while read -r name type attached hot; do
	# Before 5.13 the kernel does not say to which function.
	case $(uname -r):$attached in
	5.10.*:raw_tracepoint:*) ;;
	5.10.*) attached=${attached%%:*} ;;
	esac
	prog=$(awk -v name="$name" '$1 == name { print $2 }' "$dir/progs")
	case $prog in
	'') fail "tracing: $name" "$dir/progs" ;;
	-)
		skip "tracing: $name" "this kernel does not take it: $(sed -n "s/^$name - //p" "$dir/progs")"
		continue
		;;
	*) check "$name" "$type" "$prog" "$(awk -v name="$name" '$1 == name { print $3 }' "$dir/progs")" "$attached" ;;
	esac
	[ -z "$hot" ] || sampled "$name" "$type"
done <<- END
	tracing_fentry tracing fentry:bpf_fentry_test1 hot
	tracing_fexit tracing fexit:bpf_fentry_test1
	tracing_tp_btf tracing raw_tracepoint:sys_enter hot
	tracing_fentry_s tracing fentry:__x64_sys_getpgid
	tracing_lsm_s lsm lsm:bpf
	tracing_syscall syscall -
END
exec 9>&-
wait "$loader"
finish
