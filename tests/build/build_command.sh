#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `perf-augment build` with a real compiler, as anybody: what is said of wrong commands, and when an object that
# was made before is used again.
set -u
. tests/lib.sh

all="perf-augment build"
need_cmd "$all" clang
need_file "$all" "$BUILD/perf-augment"
pa=$(realpath "$BUILD/perf-augment")
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export PERF_CONFIG=/dev/null XDG_CACHE_HOME="$tmp/cache"
cd "$tmp" || exit 1
echo 'int x;' > ok.c

# --- Wrong commands ------------------------------------------------------------------------------

# refuses ARG...: behind --, by the name of the option, and nothing is made
refuses()
{
	rm -f ok.o zzz.o
	"$pa" build ok.c -- "$@" > out 2> err
	equal "-- $*: status" 2 $?
	expect "-- $*: says which one" err "^perf-augment: $1 behind --: "
	[ ! -e ok.o ] && [ ! -e zzz.o ] && pass "-- $*: nothing is made" || fail "-- $*: nothing is made"
}
refuses -o zzz.o
for option in -ozzz.o --output=zzz.o -E -S -M -MM -MD -MMD -emit-llvm -fsyntax-only; do
	refuses $option
done
refuses -MF zzz.o
"$pa" build ok.c -o ok.o -- -Wall -O1 -D A=1 -mcpu=v3 -mllvm -stats 2> err
equal "-- others: status" 0 $?
mkdir folder
"$pa" build folder > out 2> err
equal "a directory: status" 1 $?
equal "a directory: one line says so" "perf-augment: folder: Is a directory" "$(cat err)"

# --- What is printed -----------------------------------------------------------------------------

if command -v script > /dev/null; then
	esc=$(printf '\033')
	echo 'int main(void) { return nothing; }' > wrong.c
	# on_terminal NAME=VALUE...: what clang says on a terminal with this environment
	on_terminal() { env -u NO_COLOR "$@" script -qec "'$pa' build wrong.c" /dev/null > out 2>&1 < /dev/null; }
	on_terminal TERM=xterm
	expect "colours on a terminal" out "$esc\\[.*error: "
	on_terminal TERM=xterm NO_COLOR=1
	expect "colours: NO_COLOR: the error" out "error: "
	refuse "colours: NO_COLOR" out "$esc"
	on_terminal TERM=dumb
	refuse "colours: a dumb terminal" out "$esc"
else
	skip "colours on a terminal" "script is not installed"
fi
# --- The cache -----------------------------------------------------------------------------------

# is_made NAME ANSWER VALUE ARG...: s.c is compiled or not, and the object has the value
is_made()
{
	made_name=$1 answer=$2 value=$3
	shift 3
	sleep 0.05 # clocks of files tick slowly
	"$pa" build -v s.c -o s.o "$@" > out 2> err
	expect "$made_name: $answer" err "s.c: $answer"
	if [ -n "$value" ]; then
		"$pa" build s.c -o - "$@" 2> /dev/null | grep -aq "value is $value"
		equal "$made_name: the object has $value" 0 $?
	fi
}
anew="compiled by" again="unchanged since"
mkdir j1 j2
echo '#define WHAT "value is j1"' > j1/s.h
echo '#define WHAT "value is j2"' > j2/s.h
printf '#include <s.h>\nconst char what[] = WHAT;\n' > s.c
export CPATH=j1
is_made "CPATH" "$anew" j1
is_made "CPATH, the same" "$again" j1
CPATH=j2
is_made "CPATH, another" "$anew" j2
CPATH=
export C_INCLUDE_PATH=j1
is_made "C_INCLUDE_PATH" "$anew" j1
C_INCLUDE_PATH=j2
is_made "C_INCLUDE_PATH, another" "$anew" j2
unset CPATH C_INCLUDE_PATH
export CCC_OVERRIDE_OPTIONS='+-Ij1'
is_made "CCC_OVERRIDE_OPTIONS" "$anew" j1
CCC_OVERRIDE_OPTIONS='+-Ij2'
is_made "CCC_OVERRIDE_OPTIONS, another" "$anew" j2
unset CCC_OVERRIDE_OPTIONS

# Each way to name a folder that is searched first, which has no such header yet.
mv j1/s.h hidden.h
for option in "-I j1" -Ij1 -I./j1/ "-isystem j1" "-I $tmp/j1"; do
	# shellcheck disable=SC2086 # two words
	for step in before after; do
		if [ $step = before ]; then
			rm -f j1/s.h
			is_made "$option: found behind it" "$anew|$again" j2 -- $option -isystem j2
			is_made "$option: found behind it, the same" "$again" "" -- $option -isystem j2
		else
			cp hidden.h j1/s.h
			is_made "$option: a header comes before it" "$anew" j1 -- $option -isystem j2
		fi
	done
done
rm -r j1
is_made "a folder that is not there yet" "$anew" j2 -- -Ij1 -Ij2
mkdir j1 && cp hidden.h j1/s.h
is_made "a folder that is not there yet, and comes" "$anew" j1 -- -Ij1 -Ij2
printf '#include "s.h"\nconst char what[] = WHAT;\n' > s.c
is_made "beside the source: not there" "$anew" j2 -- -Ij2
cp hidden.h s.h
is_made "beside the source: it comes" "$anew" j1 -- -Ij2
rm s.h
printf '#if __has_include("sub/asked.h")\nconst char a[] = "value is yes";\n#else\nconst char a[] = "value is no";\n#endif\n' > s.c
is_made "__has_include: not there" "$anew" no -- -Ij1 -Ij2
is_made "__has_include: the same" "$again" no -- -Ij1 -Ij2
mkdir j2/sub && echo > j2/sub/asked.h
is_made "__has_include: it comes" "$anew" yes -- -Ij1 -Ij2
rm j2/sub/asked.h
is_made "__has_include: it goes" "$again|$anew" no -- -Ij1 -Ij2
printf '#include <stdint.h>\nint8_t small;\n' > s.c
is_made "headers of the compiler" "$anew" "" -- -ffreestanding
is_made "headers of the compiler, the same" "$again" "" -- -ffreestanding
for word in __TIME__ __DATE__ __TIMESTAMP__; do
	echo "const char when[] = $word;" > s.c
	is_made "$word" "$anew" ""
	is_made "$word: each time" "$anew" ""
	expect "$word: says why" err "^perf-augment: no cache: s.c has __TIME__"
done
finish
