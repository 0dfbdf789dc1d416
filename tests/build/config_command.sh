#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `perf-augment config` and `perf config` read and write the same files, and ours leaves the rest of them alone.
set -u
. tests/lib.sh

need_file "config: perf-augment is built" "$BUILD/perf-augment"
aug=$BUILD/perf-augment
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
HOME=$tmp
export HOME
unset PERF_CONFIG PERF_CONFIG_NOSYSTEM PERF_CONFIG_NOGLOBAL
file=$tmp/.perfconfig

# ends STATUS WORDS...: with that exit status
ends()
{
	wanted=$1
	shift
	"$aug" config "$@" > "$tmp/out" 2> "$tmp/err"
	equal "config $*: status" "$wanted" $?
}

ends 0
expect "every key of ours is told" "$tmp/out" '^trace.args_alignment +70 +default +column'
expect "and those that have no default" "$tmp/out" '^llvm.clang-opt +- +not set +options'
ends 0 -l
refuse "no file sets any" "$tmp/out" .

ends 0 trace.show_zeros=yes 'llvm.clang-opt=-g  -O2 -D"x" # y' report.percent-limit=2
refuse "nothing is said of what went well" "$tmp/err" .
expect "a value as it is" "$file" '^	show_zeros = yes$'
ends 0 --user -l
cp "$tmp/out" "$tmp/ours"
expect "it is told" "$tmp/ours" '^llvm.clang-opt=-g  -O2 -D"x" # y$'
ends 0 trace.show_zeros report.percent-limit trace.no_inherit
expect "one that a file sets" "$tmp/out" '^trace.show_zeros=yes$'
expect "one of perf's" "$tmp/out" '^report.percent-limit=2$'
expect "one that none sets" "$tmp/out" '^trace.no_inherit=false$'
ends 0 trace.show_arg_names=no trace.show_zeros=no
ends 0
expect "one that hangs on another" "$tmp/out" "^trace.show_zeros +true +$file:3 "
ends 0 -j
expect "as JSON" "$tmp/out" '"key":"report.percent-limit","value":"2","default":null,"file":"[^"]*/.perfconfig","line":'
if command -v python3 > /dev/null; then
	python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$tmp/out" 2> "$tmp/err"
	equal "which is valid" 0 $?
fi
ends 0 --unset trace.show_arg_names trace.show_zeros

printf '# mine\n[trace]\n\tno_inherit = 1 # why\n' > "$file"
ends 0 trace.no_inherit=0 trace.show_prefix=1
printf '# mine\n[trace]\n\tno_inherit = 0 # why\n\tshow_prefix = 1\n' > "$tmp/wanted"
same "comments stay" "$tmp/wanted" "$file"

ends 1 trace.show_zeross=1
expect "a key that is nearly one" "$tmp/err" 'did you mean trace.show_zeros'
ends 1 trace.show_prefix=perhaps
expect "a value that is none" "$tmp/err" "'perhaps' is neither yes nor no"
ends 1 report.percent-limit=3 trace.args_alignment=wide
same "all of them are written, or none is" "$tmp/wanted" "$file"
ends 1 trace.nothing
ends 1 --unset trace.show_zeros
ends 2 trace.show_zeros trace.show_prefix=1
ends 2 --unset
ends 2 --unset trace.show_zeros=1
ends 2 -l trace.show_zeros
ends 2 --user --system -l
ends 2 -l -j
ends 1 =1
expect "a key that is none" "$tmp/err" 'there is no key'
ends 1 llvm.nosuch=1
ends 1 TRACE.show_zeros=1
expect "a key in upper case" "$tmp/err" 'did you mean trace.show_zeros'
printf '[broken\n' > "$file"
ends 1 trace.show_prefix=1
expect "a broken file is told of, and stays" "$tmp/err" "bad config file line 1 in .*a section's"
expect "as it was" "$file" '^\[broken$'
ends 1 -l
ends 1
ends 1 --user trace.show_zeros
rm "$file"
n=0
while [ $n -lt 20 ]; do
	"$aug" config "many.k$n=$n" 2>> "$tmp/many" &
	n=$((n + 1))
done
wait
ends 0 -l
equal "none of twenty at once is lost" 20 "$(grep -c '^many.k' "$tmp/out")"
cp perfconfig.sample "$file"
ends 0 trace.show_zeros=yes llvm.clang-opt=-g
equal "keys go where the sample tells of them" 2 "$(grep -c '^\[' "$file")"
rm "$file"
PERF_CONFIG=$tmp/none "$aug" config -l > "$tmp/out" 2>&1
equal "PERF_CONFIG of no file: status" 1 $?
PERF_CONFIG=$tmp/other "$aug" config core.proc-map-timeout=9 2> "$tmp/err"
equal "PERF_CONFIG: status" 0 $?
expect "it names the file that is written" "$tmp/other" 'proc-map-timeout = 9'

# fits NAME ARGS...: no line is wider than a terminal of 72 columns, some line needs it, and nothing is cut
fits()
{
	name=$1
	shift
	"$aug" "$@" > "$tmp/wide"
	script -qec "stty cols 72; $aug $*" /dev/null < /dev/null | tr -d '\r' > "$tmp/narrow"
	equal "$name: nothing is lost on a narrow terminal" "$(tr -s ' \n' '\n' < "$tmp/wide" | sort | cksum)" \
		"$(tr -s ' \n' '\n' < "$tmp/narrow" | sort | cksum)"
	equal "$name: its lines fit, as others do not" "yes no" \
		"$(for file in narrow wide; do awk 'length > 72 { n++ } END { printf n ? "no " : "yes " }' "$tmp/$file"; done |
			sed 's/ $//')"
}
if command -v script > /dev/null; then
	fits config config
else
	skip "config: a narrow terminal" "script is not installed"
fi

need_cmd "config: beside perf config" perf
ends 0 trace.show_zeros=yes 'llvm.clang-opt=-g  -O2 -D"x" # y' llvm.kbuild-dir= report.percent-limit=2
ends 0 --user -l
PERF_CONFIG_NOSYSTEM=1 perf config -l > "$tmp/perf" 2> "$tmp/err"
same "perf reads what ours wrote" "$tmp/perf" "$tmp/out"
perf config --user trace.args_alignment=33 > "$tmp/log" 2>&1
ends 0 --user trace.args_alignment
expect "ours reads what perf wrote" "$tmp/out" '^trace.args_alignment=33$'
finish
