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

# refuses ARG...: behind --, by the name of the last option, and nothing is made
refuses()
{
	rm -f ok.o zzz.o
	"$pa" build ok.c -- "$@" > out 2> err
	equal "-- $*: status" 2 $?
	for refused in "$@"; do :; done
	[ $# -gt 1 ] && refused=$1
	expect "-- $*: says which one" err "^perf-augment: $refused behind --: "
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
finish
