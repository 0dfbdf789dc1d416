#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each option of each command is in the tests of hostile names, by its name or its letter, or it is here as one that
# prints nothing of its own: a new printer must not be forgotten there.
. tests/lib.sh

# Numbers, and what is counted; which tasks and samples; other spellings of others
plain=" help list sum max avg per-cpu hex-ids children no-cache no-capture twin no-inherit failure failed-only \
bpf-summary when-full tool_stats sort-events syscalls comm map-dump "

tests="tests/live/hostile_names.sh tests/live/hostile_recordings.sh tests/live/hostile_programs.sh"
tried=$(mktemp)
trap 'rm -f "$tried"' EXIT
# shellcheck disable=SC2086 # words
sed 's/"//g' $tests > "$tried"
for file in tools/cmd_*.c; do
	missing=
	# shellcheck disable=SC2013 # words
	for option in $(sed -nE "s/.*\{ \"([a-z_-]+)\", *[a-z_]+_argument, NULL,? *('(.)')?.*/\1:\3/p" "$file"); do
		name=${option%%:*} letter=${option#*:}
		grep -qE -e "--$name([ =]|\$)" "$tried" && continue
		[ -n "$letter" ] && grep -qE -e "[[:space:]*]-[a-zA-Z]*$letter([ =]|\$)" "$tried" && continue
		case $plain in
		*" $name "*) continue ;;
		esac
		missing="$missing --$name"
	done
	equal "hostile options: ${file#tools/}: all are tried" "" "$missing"
done
finish
