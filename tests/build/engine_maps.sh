#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The engine without code has the types and the lines of the one with code, to which programs that are kept
# refer by number, and nothing to relocate.
. tests/lib.sh

need_cmd "engine maps" bpftool readelf cmp
whole=$BUILD/bpf-progs/engine.bpf.o
maps=$BUILD/gen/engine_maps.bpf.o
need_file "engine maps: it is built" "$maps"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# section NAME FILE: its bytes as text
section()
{
	readelf -x "$1" "$2" 2> "$dir/errors" | grep -E '^ +0x'
}

for name in .BTF .rodata .maps license; do
	section "$name" "$whole" > "$dir/wanted"
	section "$name" "$maps" > "$dir/got"
	same "engine maps: $name is that of the engine" "$dir/wanted" "$dir/got"
done
bpftool btf dump file "$maps" > "$dir/types" 2>&1
expect "engine maps: the types can be read" "$dir/types" "STRUCT 'engine_config'"
readelf -SW "$maps" > "$dir/sections"
expect "engine maps: programs have their names" "$dir/sections" ' raw_tp/sys_enter +PROGBITS'
refuse "engine maps: nothing is relocated but types" "$dir/sections" '\.rel(raw_tp|tp|tracepoint|kprobe|\.text)|BTF\.ext'
expect "engine maps: programs do nothing" "$dir/sections" ' raw_tp/task_rename +PROGBITS +0+ [0-9a-f]+ 000010 '
finish
