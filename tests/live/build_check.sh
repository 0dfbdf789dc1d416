#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `perf-augment build` and `check` with real compilers and loaders: objects built from perf's own
# headers are upgraded and run in the stock perf that refused them, and what check says of who can
# load an object is what bpftool and perf do with it.
set -u
. tests/lib.sh

all="perf-augment build and check"
need_root "$all"
need_cmd "$all" clang
need_file "$all" "$BUILD/perf-augment"
pa=$(realpath "$BUILD/perf-augment")
[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing 2> /dev/null

tmp=$(mktemp -d) || exit 1
pins=
trap 'rm -rf "$tmp" ${pins:+"$pins" "${pins}_maps"}' EXIT
export PERF_CONFIG=/dev/null XDG_CACHE_HOME="$tmp/cache"
examples=/usr/share/doc/linux-perf/examples/bpf
multiarch=/usr/include/$(uname -m)-linux-gnu
small=tests/objects/small.c

if mountpoint -q /sys/fs/bpf || mount -t bpf bpf /sys/fs/bpf 2> /dev/null; then
	pins=/sys/fs/bpf/build_check_$$ # a dot is not allowed there
fi
perf_version=$(perf version 2> /dev/null | sed -n 's/^perf version //p')

# holds STATUS NAME: passes when STATUS, of the command before, is 0
holds()
{
	if [ "$1" -eq 0 ]; then
		pass "$2"
	else
		fail "$2" "$tmp/log"
	fi
}

# ends_with STATUS NAME COMMAND...: runs it; what it prints is in $tmp/log
ends_with()
{
	wanted=$1 name=$2
	shift 2
	"$@" > "$tmp/log" 2>&1
	[ $? -eq "$wanted" ]
	holds $? "$name: status $wanted"
}

# small NAME CLANG-ARGS...: tests/objects/small.c as $tmp/NAME.o, one of the kinds of objects
small()
{
	small_name=$1
	shift
	"${CLANG:-clang}" -target bpf -mcpu=v2 -O2 "$@" -c "$small" -o "$tmp/$small_name.o" \
		2> "$tmp/cc" || fail "small.c compiles as $small_name" "$tmp/cc"
}

# says OBJECT LOADER: what check says: yes, no or perhaps
says()
{
	"$pa" check "$1" 2> /dev/null | sed -n "s/^  $2  *\([a-z]*\).*/\1/p"
}

# --- Agreement with those who load ---------------------------------------------------------------

# compare NAME VERDICT STATUS: "yes" and 0, or "no" and another status
compare()
{
	if { [ "$2" = yes ] && [ "$3" -eq 0 ]; } || { [ "$2" = no ] && [ "$3" -ne 0 ]; }; then
		pass "$1: check says $2"
	else
		fail "$1: check says ${2:-nothing}, it ended with status $3" "$tmp/log"
	fi
}

# agrees_with_libbpf NAME OBJECT
agrees_with_libbpf()
{
	if [ -z "$pins" ] || ! command -v bpftool > /dev/null; then
		skip "$1: libbpf agrees" "needs bpftool and /sys/fs/bpf"
		return
	fi
	bpftool prog loadall "$2" "$pins" > "$tmp/log" 2>&1
	status=$?
	rm -rf "$pins"
	compare "$1: libbpf" "$(says "$2" 'libbpf 1.x')" $status
}

# stock_trace ARG...: into $tmp/out and $tmp/log. While anybody on the machine records mappings with
# build ids, the kernel marks those that perf 6.1 gets as having one too, and perf dies of reading it.
stock_trace()
{
	for stock_run in 1 2 3 4 5 6 7 8 9 10; do
		perf trace -o "$tmp/out" "$@" > "$tmp/log" 2>&1
		stock_status=$?
		grep -q 'failed at util/build-id.c' "$tmp/log" || return "$stock_status"
		echo "# run $stock_run: perf dies as somebody records with build ids"
		sleep 2
	done
	return "$stock_status"
}

# agrees_with_perf NAME OBJECT
agrees_with_perf()
{
	case $perf_version in
	6.1 | 6.1.*) ;;
	*)
		skip "$1: stock perf agrees" "wants perf 6.1, this is ${perf_version:-of no version}"
		return
		;;
	esac
	stock_trace -e "$2" -e getpid true
	status=$?
	# Some errors end it with 0.
	grep -q '^ERROR: ' "$tmp/log" && status=1
	compare "$1: stock perf 6.1" "$(says "$2" 'stock perf 6.1')" $status
}

check_verdicts()
{
	cpus=$(nproc --all)
	small btf -g
	small libbpf -g '-DSECTION="tracepoint/raw_syscalls/sys_enter"'
	small legacy20 -g -DMAPS=20
	small legacy28 -g -DMAPS=28 -DCPUS="$cpus"
	small nobtf -DMAPS=28 -DNO_CORE
	small nolicense -g -DNO_LICENSE '-DSECTION="tracepoint/raw_syscalls/sys_enter"'
	small proprietary -g '-DLICENSE="Proprietary"'
	small type77 -g -DMAP_TYPE=77 '-DSECTION="tracepoint/raw_syscalls/sys_enter"'
	small cpus -g -DCPUS="$cpus"
	small toomany -g -DCPUS="$((cpus + 1))"
	small nosuchevent -g '-DSECTION="nosuch:event"'
	small kprobe -g '-DSECTION="kprobe/do_nanosleep"'
	small contract -g '-DSECTION="syscalls:sys_enter_openat"' -DCPUS=1
	for name in btf libbpf legacy20 legacy28 nobtf nolicense proprietary type77 cpus toomany \
		nosuchevent kprobe contract; do
		agrees_with_libbpf "$name" "$tmp/$name.o"
		agrees_with_perf "$name" "$tmp/$name.o"
	done
	for name in legacy20 legacy28 nobtf; do
		"$pa" build --upgrade "$tmp/$name.o" -o "$tmp/$name.new.o" 2> "$tmp/log" ||
			fail "$name is upgraded" "$tmp/log"
		agrees_with_libbpf "$name, upgraded" "$tmp/$name.new.o"
		agrees_with_perf "$name, upgraded" "$tmp/$name.new.o"
		"$pa" check "$tmp/$name.new.o" > "$tmp/log" 2>&1
		expect "$name, upgraded: perf-augment loads it" "$tmp/log" '^  perf-augment +yes'
	done
	cp "$tmp/libbpf.o" "$tmp/grö ß.o"
	"$pa" check "$tmp/grö ß.o" > "$tmp/log" 2> /dev/null
	expect "check: a name of letters is shown as it is" "$tmp/log" "grö ß\\.o: BPF object"
	"$pa" check "$tmp/libbpf.o" > "$tmp/log" 2>&1
	expect "an object for libbpf: yes" "$tmp/log" '^  libbpf 1\.x +yes'
	expect "an object for libbpf is none for perf" "$tmp/log" "^  stock perf 6\.1 +no: .*SYSTEM:EVENT"
	ends_with 0 "programs for samples" "$pa" check "$BUILD/tests/live/overflow_own.bpf.o"
	expect "programs for samples: perf-augment runs them" "$tmp/log" '^  perf-augment +yes: at samples, by record --overflow'
	small samples -g '-DSECTION="perf_event"'
	ends_with 1 "programs for samples without overflow.h" "$pa" check "$tmp/samples.o"
	expect "programs for samples without overflow.h: says why" "$tmp/log" '^  perf-augment +no: .*OVERFLOW\(\) of overflow\.h'
}

check_examples()
{
	for name in 5sec augmented_raw_syscalls augmented_syscalls empty etcsnoop hello sys_enter_openat; do
		if [ ! -e "$examples/$name.c" ]; then
			skip "stock example $name" "linux-perf's examples are not installed"
			continue
		fi
		if ! "$pa" build "$examples/$name.c" -o "$tmp/$name.o" 2> "$tmp/log"; then
			fail "stock example $name is built" "$tmp/log"
			continue
		fi
		pass "stock example $name is built"
		agrees_with_perf "stock example $name" "$tmp/$name.o"
	done
	[ -e "$tmp/5sec.o" ] && [ ! -e /sys/bus/event_source/devices/kprobe ] || return 0
	"$pa" check "$tmp/5sec.o" > "$tmp/log" 2>&1
	expect "5sec: says that there are no kprobes" "$tmp/log" 'perf-augment +no: .*has no kprobes'
}

# --- The old augmenter ---------------------------------------------------------------------------

# check_typed_dump NAME OBJECT: bpftool knows the types of keys and values again
check_typed_dump()
{
	bpftool prog loadall "$2" "$pins" type tracepoint pinmaps "${pins}_maps" > "$tmp/log" 2>&1
	# shellcheck disable=SC2129 # one log, line by line
	bpftool map update pinned "${pins}_maps/pids_filtered" key hex a5 0c 00 00 value 1 \
		>> "$tmp/log" 2>&1
	bpftool map dump pinned "${pins}_maps/pids_filtered" 2>&1 | tr -d ' \n\t' >> "$tmp/log"
	echo >> "$tmp/log"
	expect "$1: upgraded, bpftool map dump is typed" "$tmp/log" '"key":3237,"value":true'
	rm -rf "$pins" "${pins}_maps"
}

# check_upgrade NAME OBJECT: refused before, and a path in stock perf after
check_upgrade()
{
	"$pa" check "$2" > "$tmp/log" 2>&1
	expect "$1: legacy maps" "$tmp/log" '^Maps: 6, legacy: 28 bytes each'
	expect "$1: types from the markers" "$tmp/log" ' syscalls +array +int \(4\) +struct syscall \(14\)'
	expect "$1: libbpf's words" "$tmp/log" \
		"libbpf 1.x +no: elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0\+"
	agrees_with_perf "$1" "$2"
	if ! "$pa" build --upgrade "$2" -o "$tmp/new.o" 2> "$tmp/log"; then
		fail "$1: is upgraded" "$tmp/log"
		return
	fi
	case $perf_version in
	6.1 | 6.1.*) ;;
	*)
		skip "$1: upgraded, stock perf prints the path" "wants perf 6.1"
		return
		;;
	esac
	stock_trace -e "$tmp/new.o,openat" cat /etc/hostname
	[ -s "$tmp/out" ] || cp "$tmp/log" "$tmp/out"
	expect "$1: upgraded, stock perf prints the path" "$tmp/out" \
		'openat\(.*filename: "/etc/hostname"'
	if [ -n "$pins" ] && command -v bpftool > /dev/null; then
		bpftool prog loadall "$tmp/new.o" "$pins" type tracepoint > "$tmp/log" 2>&1 ||
			fail "$1: upgraded, bpftool loads it" "$tmp/log"
		refuse "$1: upgraded, bpftool loads it without a word" "$tmp/log" .
		rm -rf "$pins"
		check_typed_dump "$1" "$tmp/new.o"
	fi
	if command -v pahole > /dev/null; then
		pahole -F btf -C ____btf_map_syscalls "$tmp/new.o" > "$tmp/log" 2>&1
		expect "$1: upgraded, pahole finds the marker" "$tmp/log" 'struct syscall +value;'
	fi
}

check_old_augmenter()
{
	test="an augmenter with perf's own headers"
	if [ -e /usr/include/perf/bpf/bpf.h ] && [ -d "$multiarch" ]; then
		clang -target bpf -g -O2 -D__NR_CPUS__="$(nproc --all)" -DLINUX_VERSION_CODE=0x60100 \
			-Wno-everything -include uapi/linux/bpf.h -Itests/objects/perf_shim \
			-I/usr/include/perf/bpf -I"$multiarch" -c tests/objects/legacy_augmenter.c \
			-o "$tmp/perf_headers.o" 2> "$tmp/log" || fail "$test compiles" "$tmp/log"
		check_upgrade "$test" "$tmp/perf_headers.o"
	else
		skip "$test" "linux-perf's headers are not installed"
	fi
	test="an augmenter with --emit=legacy"
	"$pa" build --emit=legacy tests/objects/legacy_augmenter.c -o "$tmp/ours.o" 2> "$tmp/log" ||
		fail "$test compiles" "$tmp/log"
	check_upgrade "$test" "$tmp/ours.o"
}

# --- The compiler --------------------------------------------------------------------------------

check_build()
{
	printf '#include "limit.h"\nint limit = LIMIT;\n#include <bpf.h>\nlicense(GPL);\n' > "$tmp/prog.c"
	echo '#define LIMIT 1' > "$tmp/limit.h"
	sleep 0.1
	(cd "$tmp" && "$pa" build -v prog.c) 2> "$tmp/log"
	expect "build names the command" "$tmp/log" 'compiled by: .*clang -target bpf'
	[ -e "$tmp/prog.o" ]
	holds $? "build makes FILE.o in this folder"
	(cd "$tmp" && "$pa" build -v prog.c) 2> "$tmp/log"
	expect "the second build starts no compiler" "$tmp/log" 'unchanged since it was compiled'
	echo '#define LIMIT 2' > "$tmp/limit.h"
	(cd "$tmp" && "$pa" build -v prog.c) 2> "$tmp/log"
	expect "a header that changed is seen" "$tmp/log" ': compiled by: '

	"$pa" build "$tmp/prog.c" -o "$tmp/prog.o" 2> "$tmp/log"
	"$pa" build "$tmp/prog.c" -o - 2> "$tmp/log" | cmp -s - "$tmp/prog.o"
	holds $? "build -o - writes to standard output"

	printf 'int main(void) { return nothing; }\n' > "$tmp/wrong.c"
	clang -target bpf -c "$tmp/wrong.c" -o "$tmp/wrong.o" 2> "$tmp/clang"
	ends_with 1 "a C error" "$pa" build "$tmp/wrong.c" -o "$tmp/wrong.o"
	grep -v '^perf-augment: ' "$tmp/log" > "$tmp/passed"
	cmp -s "$tmp/clang" "$tmp/passed"
	holds $? "a C error: clang's own words"
	[ ! -e "$tmp/wrong.o" ]
	holds $? "a C error leaves no object"

	printf '[llvm]\n\tclang-opt = -DLIMIT=7\n\tdump-obj = yes\n' > "$tmp/perfconfig"
	printf 'int limit = LIMIT;\n' > "$tmp/opt.c"
	PERF_CONFIG=$tmp/perfconfig "$pa" build "$tmp/opt.c" -o "$tmp/elsewhere.o" 2> "$tmp/log"
	[ -e "$tmp/elsewhere.o" ]
	holds $? "[llvm] clang-opt"
	[ -e "$tmp/opt.o" ]
	holds $? "[llvm] dump-obj"
	cat > "$tmp/perfconfig" << 'EOF'
[llvm]
	clang-bpf-cmd-template = "$CLANG_EXEC -DLIMIT=$NR_CPUS $CLANG_OPTIONS $PERF_BPF_INC_OPTIONS $KERNEL_INC_OPTIONS -Wno-unused-value -working-directory $WORKING_DIR -c \"$CLANG_SOURCE\" -target bpf $CLANG_EMIT_LLVM -O2 -o - $LLVM_OPTIONS_PIPE"
EOF
	PERF_CONFIG=$tmp/perfconfig "$pa" build -v "$tmp/opt.c" -o "$tmp/template.o" 2> "$tmp/log"
	[ -e "$tmp/template.o" ]
	holds $? "[llvm] clang-bpf-cmd-template"
	PATH=/nonexistent "$pa" build "$tmp/opt.c" -o "$tmp/none.o" 2> "$tmp/log"
	expect "no clang: says which package" "$tmp/log" 'clang: there is no such program.*package clang'
}

# --- Bad input -----------------------------------------------------------------------------------

# bad NAME FILE PATTERN: check and --upgrade end with 1 and such a message; nothing is written
bad()
{
	ends_with 1 "check $1" "$pa" check "$2"
	expect "check $1: says why" "$tmp/log" "$3"
	ends_with 1 "--upgrade $1" "$pa" build --upgrade "$2" -o "$tmp/upgraded.o"
	[ -e "$tmp/upgraded.o" ] && echo "something was written" > "$tmp/log"
	expect "--upgrade $1: says why" "$tmp/log" "$3"
}

check_bad_input()
{
	object=$tmp/legacy28.o
	size=$(stat -c %s "$object")
	echo hello > "$tmp/text.o"
	bad "a text file" "$tmp/text.o" 'text\.o: not an ELF file'
	: > "$tmp/empty_file.o"
	bad "an empty file" "$tmp/empty_file.o" 'the file is empty'
	head -c $((size / 2)) "$object" > "$tmp/cut.o"
	bad "a truncated object" "$tmp/cut.o" 'cut off'
	truncate -s 100M "$tmp/huge.o"
	bad "a 100 MB object" "$tmp/huge.o" '104857600 bytes; objects above 64 MiB are refused'
	clang -target bpfeb -g -O2 -DMAPS=28 -c "$small" -o "$tmp/big_endian.o" 2> "$tmp/log"
	bad "another byte order" "$tmp/big_endian.o" 'big-endian, and this machine is little-endian'
	"${CC:-cc}" -c -x c /dev/null -o "$tmp/native.o"
	bad "an object of this machine" "$tmp/native.o" 'made for .*, not for BPF'
	bad "a file that is not there" "$tmp/nosuch.o" 'nosuch\.o: No such file'
	bad "a folder" "$tmp" 'Is a directory'

	small static_map -g -DMAPS=20 -DSTATIC_MAP
	ends_with 1 "--upgrade a static map" "$pa" build --upgrade "$tmp/static_map.o" -o "$tmp/upgraded.o"
	expect "--upgrade refuses with libbpf's words" "$tmp/log" \
		"static_map.o: elf: legacy map definitions in 'maps' section .*static maps are not supported"
	[ ! -e "$tmp/upgraded.o" ]
	holds $? "nothing is written"

	small bad_marker -g -DMAPS=28 -DBAD_MARKER
	ends_with 1 "a marker that disagrees" "$pa" check "$tmp/bad_marker.o"
	expect "a marker that disagrees: both sizes" "$tmp/log" \
		'counts has a key of 4 and a value of 4 bytes, its marker ____btf_map_counts has 4 and 8'
	ends_with 1 "an unknown type of map" "$pa" check "$tmp/type77.o"
	expect "an unknown type of map" "$tmp/log" 'counts is of type 77, which is not known'
	ends_with 1 "a licence" "$pa" check "$tmp/proprietary.o"
	expect "a licence" "$tmp/log" "keeps for GPL-compatible programs, and the licence is 'Proprietary'"
	"$pa" check "$tmp/nobtf.o" > "$tmp/log" 2>&1
	expect "no BTF" "$tmp/log" '^  BTF +none'
	for options in "build" "build a.c b.c" "build --upgrade x.o" "build --emit=new x.c" "build x.o" "check" \
		"check --nonsense x.o"; do
		# shellcheck disable=SC2086
		ends_with 2 "perf-augment $options" "$pa" $options
	done
}

check_json()
{
	if ! command -v python3 > /dev/null; then
		skip "check --json" "python3 is not installed"
		return
	fi
	"$pa" check --json "$tmp/legacy28.o" "$tmp/btf.o" > "$tmp/json" 2> "$tmp/log"
	python3 - "$tmp/json" > "$tmp/log" 2>&1 << 'EOF'
import json, sys
old, new = [json.loads(line) for line in open(sys.argv[1])]
maps = {m["name"]: m for m in old["maps"]}
assert old["license"] == "GPL" and old["gpl_compatible"], old["license"]
assert maps["totals"]["value"] == {"type": "struct total", "size": 16, "from": "marker"}, maps
assert maps["counts"]["style"] == "legacy" and maps["counts"]["marker"]["agrees"], maps
assert new["maps"][0]["value"]["from"] == "declaration", new["maps"]
assert new["programs"][0]["target"] == "raw_syscalls:sys_enter", new["programs"]
assert new["relocations"]["core"] == 1, new["relocations"]
answers = {l["name"]: l["loads"] for l in old["loaders"]}
assert answers == {"stock perf 6.1": "no", "libbpf 1.x": "no", "perf-augment": "yes"}, answers
EOF
	holds $? "check --json"
}

# Every compiler can be called our way, its header dependencies are read, its objects are upgraded.
check_compilers()
{
	for version in $CLANG_VERSIONS; do
		test="build with clang-$version"
		clang_or_skip "$test" "$version" || continue
		printf '[llvm]\n\tclang-path = clang-%s\n' "$version" > "$tmp/perfconfig"
		for try in first second; do
			PERF_CONFIG=$tmp/perfconfig "$pa" build -v --emit=legacy \
				tests/objects/legacy_augmenter.c -o "$tmp/any.o" 2> "$tmp/$try"
		done
		expect "$test" "$tmp/first" ": compiled by: .*clang-$version "
		expect "$test: the second time from the cache" "$tmp/second" 'unchanged since'
		"$pa" build --upgrade "$tmp/any.o" -o "$tmp/any.new.o" 2> "$tmp/log" ||
			fail "$test: upgraded" "$tmp/log"
		"$pa" check "$tmp/any.new.o" > "$tmp/log" 2>&1
		expect "$test: upgraded, it loads" "$tmp/log" '^  perf-augment +yes'
	done
}

check_pins()
{
	printf '#include <bpf.h>\nbpf_map_pinned(build_check_pin, HASH, int, int, 1, 0);\n%s\n%s\n' \
		'SEC("socket") int prog(void *ctx) { int k = 0; bpf_map_lookup_elem(&build_check_pin, &k); return 0; }' \
		'license(GPL);' > "$tmp/pinned.c"
	"$pa" build "$tmp/pinned.c" -o "$tmp/pinned.o" 2> "$tmp/log" || fail "pinned.c" "$tmp/log"
	"$pa" check "$tmp/pinned.o" > "$tmp/log" 2>&1
	expect "a map that is pinned" "$tmp/log" '^  build_check_pin .*, pinned'
	expect "a map that is pinned: it loads" "$tmp/log" '^  libbpf 1.x +yes'
	if [ -e /sys/fs/bpf/build_check_pin ]; then
		rm -f /sys/fs/bpf/build_check_pin
		fail "check pins nothing" "$tmp/log"
	else
		pass "check pins nothing"
	fi
}

# Nothing stays behind: neither programs nor maps.
check_nothing_left()
{
	if ! command -v bpftool > /dev/null; then
		skip "check leaves nothing in the kernel" "bpftool is not installed"
		return
	fi
	for try in 1 2 3 4 5 6 7 8 9 10; do
		bpftool map show name totals > "$tmp/log" 2> /dev/null
		[ -s "$tmp/log" ] || break
		sleep 0.2 # the kernel frees them a little later
	done
	refuse "check leaves nothing in the kernel (try $try)" "$tmp/log" 'totals'
}

check_verdicts
check_examples
check_old_augmenter
check_build
check_bad_input
check_json
check_compilers
check_pins
check_nothing_left
finish
