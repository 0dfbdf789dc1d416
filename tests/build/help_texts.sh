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
	[ "$text_name" = "trace --list" ] ||
		equal "help: $text_name: it fits a terminal" "" "$(awk 'length > 80' "$dir/out")"
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

# Each long option of a command's table is in its help and on its page, where --help goes without saying. strace's have
# strace(1).
for command in $commands; do
	table=$(echo "tools/cmd_$command" | tr - _)
	[ -f "$table.c" ] || continue
	options=$(cat "$table.c" "${table}_options.c" 2> /dev/null |
		sed -nE 's/.*\{ "([a-zA-Z0-9_-]+)", (no|required|optional)_argument.*/\1/p')
	[ "$options" ] || [ "$command" = strace ] || fail "help: $command: its table of options"
	"$pa" "$command" --help > "$dir/help"
	sed 's/\\-/-/g; s/\\f[BIRP]//g' "docs/perf-augment-$command.1" > "$dir/page"
	for option in $options; do
		grep -qE -- "--$option([^a-zA-Z0-9_-]|\$)" "$dir/help" || echo "$option: not in the help"
		[ "$option" = help ] || grep -qE -- "--$option([^a-zA-Z0-9_-]|\$)" "$dir/page" || echo "$option: not on the page"
	done > "$dir/untold"
	equal "help: $command: every option is told" "" "$(cat "$dir/untold")"
done

# What a page says is left out of perf's options is refused.
for page in docs/perf-augment-*.1; do
	command=$(basename "$page" .1 | sed 's/^perf-augment-//')
	options=$(sed -n "/^\.SH OPTIONS OF PERF'S THAT ARE NOT HERE/,/^\.SH EXIT/p" "$page" | grep -oE -- '--[a-z0-9-]+')
	[ "$options" ] || continue
	for option in $options; do
		"$pa" "$command" "$option" --help 2>&1 | grep -q "unknown option '$option'" || echo "$option"
	done > "$dir/known"
	equal "help: $command: options of perf's that are not here" "" "$(cat "$dir/known")"
done

[ -c /dev/full ] || skip "help: a full disk" "there is no /dev/full"
finish
