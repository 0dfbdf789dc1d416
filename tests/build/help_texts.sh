#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each command's --help and --version are there, on standard output, and where that cannot be written to it is said.
. tests/lib.sh

pa=$BUILD/perf-augment
need_file "help: perf-augment is built" "$pa"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# text NAME PATTERN COMMAND...
text()
{
	text_name=$1 text_pattern=$2
	shift 2
	"$@" > "$dir/out" 2> "$dir/err"
	equal "help: $text_name: status" 0 $?
	equal "help: $text_name: nothing is wrong" "" "$(cat "$dir/err")"
	expect "help: $text_name" "$dir/out" "$text_pattern"
	[ -c /dev/full ] || return
	"$@" > /dev/full 2> "$dir/err"
	equal "help: $text_name, on a full disk: status" 1 $?
	expect "help: $text_name, on a full disk: it is said" "$dir/err" ': No space left on device'
	"$@" >&- 2> "$dir/err"
	equal "help: $text_name, without standard output: status" 1 $?
}

text --help '^Usage: perf-augment COMMAND' "$pa" --help
text --version '^perf-augment [0-9]' "$pa" --version
text "trace --list" " openat.dfd" "$pa" trace --list
commands=$("$pa" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p')
equal "help: commands" 1 "$(($(echo "$commands" | wc -w) >= 13))"
for command in $commands; do
	case $command in
	strace) text "strace --help" '^Usage: (perf-augment )?strace' "$pa" strace --help ;;
	*)
		text "$command --help" "^Usage: perf-augment $command" "$pa" "$command" --help
		text "$command --version" '^perf-augment [0-9]' "$pa" "$command" --version
		;;
	esac
done
[ -c /dev/full ] || skip "help: a full disk" "there is no /dev/full"
finish
