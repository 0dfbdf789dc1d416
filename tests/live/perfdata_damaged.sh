#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Recordings that perf 6.1 refuses or dies of: from newer perfs, cut, changed, of a recorder that was
# killed. Ours reads what is there and says what is missing; what convert makes of them perf reads.
. tests/lib.sh

need_root "perfdata: damaged recordings"
need_cmd "perfdata: damaged recordings" perf python3
need_file "perfdata: perf-augment is built" "$BUILD/perf-augment"
need_file "perfdata: its helper is built" "$BUILD/tests/live/perfdata_load"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
object=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

# change KIND: good.data becomes KIND.data
change()
{
	python3 - "$1" "$dir/good.data" "$dir/$1.data" << 'END'
import struct, sys

kind, source, target = sys.argv[1:]
b = bytearray(open(source, "rb").read())
_, size, entry, attrs, attrs_len, data, data_len, _, _, *bits = struct.unpack_from("<8sQQ6Q4Q", b)
table = data + data_len
ids = [i for i in range(64) if bits[0] >> i & 1]
at = {f: struct.unpack_from("<QQ", b, table + 16 * n) for n, f in enumerate(ids)}

def insert(where, new):
    """New bytes at the end of the records or before: sections behind move."""
    global b
    b[where:where] = new
    for n, f in enumerate(ids):
        struct.pack_into("<QQ", b, table + len(new) + 16 * n, at[f][0] + len(new), at[f][1])
    struct.pack_into("<Q", b, 48, data_len + len(new))

if kind == "metadata":  # a record of perf 6.17
    insert(table, struct.pack("<IHH", 84, 0, 8 + 512 + 8 + 320 + 40) + b"bpf_prog_x".ljust(512, b"\0") +
           struct.pack("<Q", 1) + b"version".ljust(64, b"\0") + b"1.2".ljust(256, b"\0") + bytes(40))
elif kind == "attr":  # attributes of Linux 6.18, in a table behind everything else
    n = attrs_len // entry
    new = b""
    for i in range(n):
        a = bytearray(b[attrs + i * entry:attrs + (i + 1) * entry])
        struct.pack_into("<I", a, 4, 136)
        new += bytes(a[:128]) + bytes(8) + bytes(a[128:])
    struct.pack_into("<QQQ", b, 16, entry + 8, len(b), len(new))
    b += new
elif kind == "info_len":  # an info of a newer kernel
    off, length = at[25]
    b[off + 4 + 16 + 232:off + 4 + 16 + 232] = bytes(8)
    struct.pack_into("<I", b, off + 4, 240)
    n25 = ids.index(25)
    struct.pack_into("<Q", b, table + 16 * n25 + 8, length + 8)
    for n, f in enumerate(ids):
        if at[f][0] > off:
            struct.pack_into("<Q", b, table + 16 * n, at[f][0] + 8)
elif kind == "features":  # of newer perfs: sched domains, ELF machine, one that nobody has yet
    new = [(32, struct.pack("<II", 17, 0)), (33, struct.pack("<II", 62, 0)), (90, b"what?")]
    for n, f in enumerate(ids):
        struct.pack_into("<QQ", b, table + 16 * n, at[f][0] + 16 * len(new), at[f][1])
    rows = b""
    for _, content in new:
        rows += struct.pack("<QQ", len(b) + 16 * len(new), len(content))
        b += content
    b[table + 16 * len(ids):table + 16 * len(ids)] = rows
    struct.pack_into("<QQ", b, 72, bits[0] | 3 << 32, 1 << 90 - 64)
elif kind == "last":  # a stream of perf 7.0, which numbers the end of its features so
    b = bytearray(open(source.replace("good.data", "good.pipe"), "rb").read())
    b += struct.pack("<IHHQ", 80, 0, 16, 33) + struct.pack("<IHHQ", 80, 0, 16, 35)
elif kind == "offset":  # function lengths that lie nowhere
    struct.pack_into("<Q", b, at[25][0] + 4 + 16 + 120, 1 << 40)
elif kind == "count":
    for field in 104, 108, 180:
        struct.pack_into("<I", b, at[25][0] + 4 + 16 + field, 0xffffff)
elif kind == "cut":
    del b[data + data_len // 2:]
elif kind == "swapped":
    b[:8] = b[7::-1]
elif kind == "record_size":
    struct.pack_into("<H", b, data + 6, 0)
open(target, "wb").write(b)
END
}

# dumps KIND STATUS PATTERN: what dump says of it
dumps()
{
	"$aug" dump "$dir/$1.data" > "$dir/out" 2> "$dir/err"
	status=$?
	if [ $status = "$2" ] && grep -q "$3" "$dir/out" "$dir/err"; then
		pass "perfdata: dump of $1: status $2"
	else
		cat "$dir/err" >> "$dir/out"
		fail "perfdata: dump of $1: status $2, not $status" "$dir/out"
	fi
}

# cures KIND STATUS FIELDS OPTION...: what perf does not read, it reads when converted, like good.data.
# Names of functions (sym) are among FIELDS where what they come from is not damaged; there perf must
# list programs too.
cures()
{
	kind=$1
	wanted=$2
	fields=$3
	shift 3
	perf script -i "$dir/$kind.data" -F ip,sym,time > "$dir/before" 2> "$dir/before.err"
	perf report -i "$dir/$kind.data" --header-only > "$dir/before.header" 2>> "$dir/before.err"
	echo "# perf 6.1 on $kind: report --header ends with $?; $(head -n 1 "$dir/before.err")"
	"$aug" convert -q "$@" "$dir/$kind.data" "$dir/$kind.cured" 2> "$dir/err"
	status=$?
	perf script -i "$dir/good.data" -F "$fields" > "$dir/good.script" 2> /dev/null
	perf script -i "$dir/$kind.cured" -F "$fields" > "$dir/after" 2>> "$dir/err"
	perf report -i "$dir/$kind.cured" --header-only 2>> "$dir/err" | grep -c '^# bpf_prog_info [1-9]' > "$dir/nr"
	if [ "$fields" = ip,time ]; then
		echo 1 > "$dir/nr"
	fi
	if [ $status = "$wanted" ] && cmp -s "$dir/good.script" "$dir/after" && [ "$(cat "$dir/nr")" -gt 0 ]; then
		pass "perfdata: convert cures $kind"
	else
		fail "perfdata: convert cures $kind (status $status)" "$dir/err"
	fi
}

# perf 6.1 dies of its own recording if somebody else asked the kernel for build-ids meanwhile.
for try in 1 2 3 4 5; do
	perf record -q -B -e cpu-clock -F 999 -a -o "$dir/good.data" "$load" "$object" perfdata_busy 300 \
		> /dev/null 2> "$dir/err" &&
		perf script -i "$dir/good.data" -F ip,sym,time > "$dir/good.script" 2> "$dir/err" && break
	echo "# recorded $try times"
done
if [ ! -s "$dir/good.script" ]; then
	fail "perfdata: perf can record" "$dir/err"
	finish
fi
"$aug" convert -q "$dir/good.data" - > "$dir/good.pipe" 2> "$dir/err"
for kind in metadata attr info_len features last offset count cut swapped record_size; do
	change $kind
done
dumps good 0 'total'
dumps metadata 0 'BPF_METADATA .*prog_name: "bpf_prog_x", metadata: \[{ key: "version", value: "1.2" }\]'
dumps attr 0 'size: 136'
dumps info_len 0 'info_len: 240'
dumps features 0 'feature 33 E_MACHINE .*e_machine: 62'
dumps features 0 'feature 90 .*size: 5'
dumps last 0 'feature: E_MACHINE'
dumps offset 0 'bad_arrays: 0x10'
dumps count 0 'bad_arrays'
dumps cut 3 'the file is cut'
dumps swapped 1 'other byte order'
dumps record_size 3 'cannot be'
for kind in good metadata attr info_len features last offset count cut swapped record_size; do
	"$aug" progs "$dir/$kind.data" > "$dir/out" 2>&1
	[ $? -le 3 ] || fail "perfdata: progs survives $kind" "$dir/out"
done
pass "perfdata: progs survives all of them"
# no_change KIND GOOD: what is new in it changes no program
no_change()
{
	"$aug" progs "$dir/$2" > "$dir/good.progs" 2>&1
	"$aug" progs "$dir/$1.data" > "$dir/out" 2>&1
	if [ -s "$dir/out" ] && cmp -s "$dir/good.progs" "$dir/out"; then
		pass "perfdata: $1 of newer perfs: the same programs"
	else
		fail "perfdata: $1 of newer perfs: the same programs" "$dir/out"
	fi
}

no_change features good.data
no_change last good.pipe
cures metadata 3 ip,sym,time --compat 6.1
cures attr 0 ip,sym,time --compat 6.1
cures info_len 0 ip,sym,time --compat 6.1
cures features 3 ip,sym,time --compat 6.1
cures last 0 ip,sym,time --compat 6.1
cures offset 3 ip,time
cures count 3 ip,time

# A recorder that is killed writes neither sizes nor features.
perf record -q -e cpu-clock -F 999 -a -o "$dir/killed.data" sleep 4 2> /dev/null &
recorder=$!
sleep 2
kill -9 $recorder
wait $recorder 2> /dev/null
dumps killed 3 'never finished'
"$aug" convert -q "$dir/killed.data" "$dir/killed.cured" 2> "$dir/err"
perf script -i "$dir/killed.cured" -F ip,time > "$dir/after" 2>> "$dir/err"
if [ "$(wc -l < "$dir/after")" = "$("$aug" dump "$dir/killed.data" 2> /dev/null | awk '$1 " " $2 == "count SAMPLE" { n = $3 } END { print n + 0 }')" ]; then
	pass "perfdata: what a killed recorder left is readable: $(wc -l < "$dir/after") samples"
else
	fail "perfdata: what a killed recorder left is readable" "$dir/err"
fi

# Outputs that end early.
"$aug" convert "$dir/good.data" - > /dev/full 2> "$dir/err"
[ $? = 1 ] && expect "perfdata: a full disk is told" "$dir/err" "No space left"
"$aug" convert "$dir/good.data" /dev/full/x 2> "$dir/err"
[ $? = 1 ] && expect "perfdata: a place that cannot be is told" "$dir/err" "nothing was written"
{
	sleep 0.2
	"$aug" convert "$dir/good.data" - 2> "$dir/err"
	echo $? > "$dir/status"
} | true
if [ "$(cat "$dir/status")" = 1 ]; then
	expect "perfdata: a reader that is gone is told" "$dir/err" "reader of our output is gone"
else
	fail "perfdata: a reader that is gone is told" "$dir/err"
fi
finish
