#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# annotate against what we did not write: samples per address with stock perf script's, machine code
# with objdump's, BPF instructions with bpftool's and the kernel verifier's own text.
. tests/lib.sh
. tests/live/annotate_kinds.inc

need_root "annotate"
need_cmd "annotate" perf bpftool objdump python3
need_file "annotate: perf-augment is built" "$BUILD/perf-augment"
need_file "annotate: its programs are built" "$BUILD/tests/live/annotate_kinds.bpf.o"
need_file "annotate: its helper is built" "$BUILD/tests/live/annotate_image"
aug=$(realpath "$BUILD/perf-augment")
image=$(realpath "$BUILD/tests/live/annotate_image")
load=$(realpath "$BUILD/tests/live/perfdata_load")
object=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
# perf leaves copies of [vdso] and of build-ids behind.
export TMPDIR="$dir" HOME="$dir"
pins=/sys/fs/bpf/annotate_test_$$
trap 'rm -rf "$dir" "$pins"' EXIT

# no_difference NAME COMMAND...: it succeeds and prints nothing
no_difference()
{
	name=$1
	shift
	if "$@" > "$dir/difference" 2> "$dir/err" && [ ! -s "$dir/difference" ]; then
		pass "$name ($(sed -n 's/^# //p' "$dir/err"))"
	else
		cat "$dir/err" >> "$dir/difference"
		fail "$name" "$dir/difference"
	fi
}

# status NAME WANTED COMMAND...
status()
{
	name=$1
	wanted=$2
	shift 2
	"$@" > "$dir/out" 2> "$dir/err"
	got=$?
	if [ $got = "$wanted" ]; then
		pass "$name"
		return
	fi
	echo "exit status $got, not $wanted" >> "$dir/err"
	fail "$name" "$dir/err"
}

### recordings of stock perf

# perf loses a program's code now and then, and that of all others when one goes while it looks: again.
for try in 1 2 3 4 5 6 7 8; do
	perf record -q -e cpu-clock -F 999 -a -o "$dir/file.data" "$load" "$object" perfdata_busy 500 \
		> "$dir/id" 2> "$dir/err" || fail "annotate: perf can record" "$dir/err"
	id=$(cat "$dir/id")
	"$aug" annotate "$dir/file.data" "$id" > /dev/null 2>&1 && break
	echo "# perf did not keep the code, try $try"
done
perf script -i "$dir/file.data" -F ip,sym > "$dir/script" 2> /dev/null
status "annotate: json of a recording" 0 "$aug" annotate --json -o "$dir/json" "$dir/file.data" "$id"
no_difference "annotate: samples per address are perf script's" \
	python3 tests/live/annotate.py counts "$dir/json" "$dir/script" 'bpf_prog_[0-9a-f]{16}_perfdata_'

status "annotate: text of a recording" 0 "$aug" annotate "$dir/file.data" "$id:perfdata_spin"
expect "annotate: has source lines with samples" "$dir/out" '^ +[0-9.]+ \| +[0-9]+ \| ; .'
expect "annotate: calls a function of the same program by name" "$dir/out" \
	'call. bpf_prog_[0-9a-f]{16}_perfdata_mix$'
expect "annotate: has labels" "$dir/out" 'j[a-z]+ \.L1$'
status "annotate: lines with their places" 0 "$aug" annotate -l "$dir/file.data" "$id:perfdata_spin"
expect "annotate: -l begins with the hottest lines" "$dir/out" '^ +[0-9.]+ \| +[0-9]+ \| perfdata_work.bpf.c:[0-9]+ '
status "annotate: intel" 0 "$aug" annotate -M intel --asm-raw "$dir/file.data" "$id:perfdata_spin"
expect "annotate: has intel's spelling and bytes" "$dir/out" '55 +push rbp$'
status "annotate: a page" 0 "$aug" annotate --html "$dir/page.html" "$dir/file.data" "$id"
expect "annotate: the page has the code" "$dir/page.html" 'pushq %rbp'
refuse "annotate: the page loads nothing" "$dir/page.html" '(src|href)="[^#]|https?:|@import|<script'
refuse "annotate: text for a file has no colours" "$dir/out" "$(printf '\033')"
if command -v script > /dev/null; then
	# on_terminal NAME=VALUE...: the text on a terminal with this environment
	on_terminal()
	{
		env -u NO_COLOR "$@" script -qec "$aug annotate $dir/file.data $id:perfdata_spin" /dev/null \
			> "$dir/out" 2>&1 < /dev/null
	}
	on_terminal TERM=xterm
	expect "annotate: colours on a terminal" "$dir/out" "$(printf '\033')\\["
	for setting in "TERM=xterm NO_COLOR=1" TERM=dumb; do
		# shellcheck disable=SC2086 # two variables
		on_terminal $setting
		expect "annotate: $setting: the code" "$dir/out" 'pushq %rbp'
		refuse "annotate: $setting: no colours" "$dir/out" "$(printf '\033')"
	done
else
	skip "annotate: colours on a terminal" "script is not installed"
fi

"$aug" annotate "$dir/file.data" > "$dir/of_file" 2> /dev/null
"$aug" convert -q "$dir/file.data" "$dir/dir/"
"$aug" annotate "$dir/dir/" > "$dir/of_dir" 2> /dev/null
"$aug" convert -q "$dir/file.data" - | "$aug" annotate - > "$dir/of_pipe" 2> /dev/null
no_difference "annotate: a directory is annotated as the file" diff "$dir/of_file" "$dir/of_dir"
no_difference "annotate: a pipe is annotated as the file" diff "$dir/of_file" "$dir/of_pipe"

perf record -q -e cpu-clock -F 999 -a -o - sh -c "$load $object perfdata_busy 300 > /dev/null" \
	> "$dir/pipe.data" 2> /dev/null
status "annotate: stock perf's pipe has no code: incomplete" 3 "$aug" annotate "$dir/pipe.data" '*perfdata_spin'
expect "annotate: and says so" "$dir/out" '\| no image: '
status "annotate: stock perf keeps no BPF instructions" 3 "$aug" annotate --xlated "$dir/file.data" "$id"
expect "annotate: and says that" "$dir/out" 'no BPF instructions: '
status "annotate: nobody of that name" 1 "$aug" annotate "$dir/file.data" no_such_program
expect "annotate: names it" "$dir/err" 'no_such_program: no such program'
status "annotate: not a recording" 1 "$aug" annotate /etc/passwd
status "annotate: no program with this id" 1 "$aug" annotate --id 4294967295

### a recording of ours: nothing is missing, in none of its forms

"$aug" record -a -e cpu-clock -F 999 -o "$dir/ours.data" -- "$load" "$object" perfdata_busy 400 \
	> "$dir/id" 2> "$dir/err" || fail "annotate: perf-augment can record" "$dir/err"
id=$(cat "$dir/id")
perf script -i "$dir/ours.data" -F ip,sym > "$dir/script" 2> /dev/null
status "annotate: json of a recording of ours" 0 "$aug" annotate --json -o "$dir/json" "$dir/ours.data" "$id"
no_difference "annotate: samples per address are perf script's, of a recording of ours" \
	python3 tests/live/annotate.py counts "$dir/json" "$dir/script" 'bpf_prog_[0-9a-f]{16}_perfdata_'
status "annotate: its BPF instructions" 0 "$aug" annotate --xlated "$dir/ours.data" "$id:perfdata_spin"
expect "annotate: they call by name" "$dir/out" 'call pc\+[0-9]+#bpf_prog_[0-9a-f]{16}_perfdata_mix$'
expect "annotate: they have samples by line" "$dir/out" '^ +[0-9.]+ \| +[0-9]+ \| ; '
"$aug" record -a -e cpu-clock -F 999 -o - -- sh -c "$load $object perfdata_busy 300 > /dev/null" \
	2> "$dir/err" | "$aug" annotate - :perfdata_spin > "$dir/out" 2>> "$dir/err"
expect "annotate: a stream of ours has the code" "$dir/out" '^ +[0-9.]+ \| +[0-9]+ \| +[0-9a-f]+:  [a-z]'

### programs that are loaded now

# kind_or_skip TEST KIND OBJECT: where there is no compiler, that which was made beforehand
kind_or_skip()
{
	cp "$BUILD/tests/objects/annotate_$2.o" "$3" 2> /dev/null && return
	clang_or_skip "$1" "$(annotate_clang "$2")" && annotate_kind "$2" "$3"
}

mkdir -p "$pins" 2> /dev/null || {
	mount -t bpf bpf /sys/fs/bpf && mkdir -p "$pins"
}
# pin_all OBJECT NAME: 1 when the kernel does not take it
pin_all()
{
	mkdir "$pins/$2" && bpftool prog loadall "$1" "$pins/$2" > "$dir/err" 2>&1 && return
	rmdir "$pins/$2"
	return 1
}
# kind_pinned NAME OBJECT
kind_pinned()
{
	if pin_all "$2" "$1"; then
		wanted=$((wanted + 6))
	else
		skip "annotate: instructions of -mcpu=$1" "this kernel does not take them"
	fi
}
pin_all "$object" work || fail "annotate: $object loads" "$dir/err"
wanted=2
pin_all "$BUILD/tests/live/annotate_kinds.bpf.o" v2 || pin_all "$BUILD/tests/live/annotate_old.bpf.o" v2 ||
	fail "annotate: programs of several types load" "$dir/err"
wanted=$((wanted + 6))
for kind in v3 v4; do
	if kind_or_skip "annotate: instructions of -mcpu=$kind" $kind "$dir/$kind.o"; then
		kind_pinned $kind "$dir/$kind.o"
	fi
done

# bpftool's lines, but for the empty one of code that has no line, and what bpftool 7.1 takes for a plain
# move: the kernel's own of a per-CPU address.
bpftool_lines()
{
	bpftool prog dump xlated pinned "$1" | grep -E '^ *[0-9]+: |^; .' | sed 's/ *$//' | grep -vx ';'
}
our_lines()
{
	"$aug" annotate --xlated --pinned "$1" | grep -E '^ *[0-9]+: |^; .' | grep -v '(no line)' |
		sed -E 's/^( *[0-9]+: .*)  ; [^;]*$/\1/; s/ *$//; s/= &\(void __percpu \*\)\((r[0-9]+)\)$/= \1/'
}
bpftool_bytes()
{
	bpftool prog dump xlated pinned "$1" opcodes | grep -E '^ +([0-9a-f]{2} ){7}' | tr -d ' '
}
our_bytes()
{
	"$aug" annotate --xlated --asm-raw --pinned "$1" | sed -nE 's/^ *[0-9]+: (([0-9a-f]{2} )+).*/\1/p' | tr -d ' '
}
nr=0
for pin in "$pins"/*/*; do
	[ -e "$pin" ] || continue
	what=${pin#"$pins"/}
	prog_id=$(bpftool prog show pinned "$pin" | sed -n '1s/:.*//p')
	nr=$((nr + 1))
	if ! "$aug" annotate --json --id "$prog_id" > "$dir/json" 2> "$dir/err" ||
		! "$image" "$prog_id" > "$dir/image" 2>> "$dir/err"; then
		fail "annotate: $what is loaded" "$dir/err"
	fi
	no_difference "annotate: $what: bytes are the kernel's, asm is objdump's" \
		python3 tests/live/annotate.py asm "$dir/json" "$dir/image"
	# bpftool 7.1 does not know the new instructions.
	case $what in v4/*) continue ;; esac
	bpftool_lines "$pin" > "$dir/theirs"
	our_lines "$pin" > "$dir/ours"
	[ -s "$dir/theirs" ] || echo "bpftool says nothing" > "$dir/ours"
	no_difference "annotate: $what: BPF instructions are bpftool's" diff "$dir/theirs" "$dir/ours"
	bpftool_bytes "$pin" > "$dir/theirs"
	our_bytes "$pin" > "$dir/ours"
	[ -s "$dir/theirs" ] || echo "bpftool says nothing" > "$dir/ours"
	no_difference "annotate: $what: their bytes are bpftool's" diff "$dir/theirs" "$dir/ours"
done
equal "annotate: all programs that were loaded" $wanted "$nr"
if [ -d "$pins/work" ]; then
	"$aug" annotate --xlated --name perfdata_busy > "$dir/out" 2> "$dir/err"
	expect "annotate: maps have names" "$dir/out" 'map\[id:[0-9]+\]\[0\]\+0  ; perfdata.bss$'
	status "annotate: one function of a program" 0 "$aug" annotate --name perfdata_other :perfdata_mix
	refuse "annotate: and no other" "$dir/out" 'perfdata_spin in program'
	status "annotate: programs by a pattern of their name" 0 "$aug" annotate --name 'perfdata_bu*y' :perfdata_mix
	expect "annotate: there are those that match" "$dir/out" 'perfdata_mix in program [0-9]+ perfdata_busy '
	refuse "annotate: and no others" "$dir/out" 'in program [0-9]+ perfdata_other '
	status "annotate: no program by the begin of a name" 1 "$aug" annotate --name perfdata_bus
fi

# What the verifier printed of the program that it was given is there, but for what it rewrites: calls,
# addresses and the distances of jumps.
verifier_lines()
{
	sed -nE 's/^[0-9]+: (\([0-9a-f]{2}\) .*)/\1/p' "$1" | sed -E 's# +(;|//).*##; s/ +$//' |
		grep -vE 'call |\(18\)|goto|gotol' | sort -u
}
if [ -d "$pins/v4" ]; then
	kind_or_skip "annotate: a program of calls" calls "$dir/calls.o"
	bpftool -d prog load "$dir/calls.o" "$pins/calls" > "$dir/log" 2>&1
	verifier_lines "$dir/log" > "$dir/theirs"
	"$aug" annotate --xlated --pinned "$pins/calls" | sed -nE 's/^ *[0-9]+: //p' | sort -u > "$dir/ours"
	comm -23 "$dir/theirs" "$dir/ours" > "$dir/missing"
	if grep -q bswap64 "$dir/theirs" && grep -q 's/=' "$dir/theirs"; then
		no_difference "annotate: new instructions are spelled as the verifier does" cat "$dir/missing"
	else
		skip "annotate: new instructions are spelled as the verifier does" "this kernel has none of them"
	fi
fi

# pin_link PROGRAM PATH: a link of a raw tracepoint's program, which bpftool 7.1 cannot make
pin_link()
{
	python3 - "$@" << 'END'
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def bpf(cmd, attr):
    ret = libc.syscall(321, cmd, ctypes.create_string_buffer(attr, 128), 128)
    if ret < 0:
        sys.exit("bpf(%d): %s" % (cmd, os.strerror(ctypes.get_errno())))
    return ret
prog, path, name = (ctypes.create_string_buffer(os.fsencode(text)) for text in sys.argv[1:] + ["sched_process_exec"])
fd = bpf(7, struct.pack("QII", ctypes.addressof(prog), 0, 0))
bpf(6, struct.pack("QII", ctypes.addressof(path), bpf(17, struct.pack("QI", ctypes.addressof(name), fd)), 0))
END
}

# What is pinned may be something else.
other_pins()
{
	mkdir "$pins/maps"
	bpftool map create "$pins/maps/map" type array key 4 value 4 entries 1 name annotate_map 2> "$dir/err" ||
		fail "annotate: a map can be pinned" "$dir/err"
	status "annotate: --pinned: a map: status" 1 "$aug" annotate --pinned "$pins/maps/map"
	expect "annotate: --pinned: a map: it says so" "$dir/err" '/map: this is a map, not a program; .*dump-map'
	equal "annotate: --pinned: a map: nothing is printed" "" "$(cat "$dir/out")"
	if ! pin_link "$(find "$pins/work" -type f | head -n 1)" "$pins/maps/link" 2> "$dir/err"; then
		skip "annotate: --pinned: a link" "$(tail -n 1 "$dir/err")"
		return
	fi
	status "annotate: --pinned: a link: status" 1 "$aug" annotate --pinned "$pins/maps/link"
	expect "annotate: --pinned: a link: it says so" "$dir/err" ': this is a link, not a program$'
}
other_pins

finish
