#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Programs are loaded as a former run has prepared them: from the user's cache, which may be empty, damaged,
# another user's or not there at all. What is traced is the same.
. tests/lib.sh
. tests/live/trace_common.inc

work cache_check
XDG_CACHE_HOME=$dir/cache
export XDG_CACHE_HOME
entries=$XDG_CACHE_HOME/perf-augment
hit='programs: prepared by a former run'
miss='programs: prepared for runs to come'
refused='programs: the kernel refuses .* as a former run has prepared it'

# fresh: an empty cache
fresh()
{
	rm -rf "$XDG_CACHE_HOME"
	mkdir "$XDG_CACHE_HOME"
}

# entry: the file of the programs; those of types are far smaller
entry()
{
	find "$entries" -type f -size +24 | head -n 1
}

nr_entries()
{
	find "$entries" -type f -size +24 | wc -l
}

# traced: paths that cat opens, into $dir/got; what was said is in $dir/messages
traced()
{
	"$pa" trace -vv -e openat,execve -o "$dir/trace" -- cat /etc/hostname > "$dir/out" 2> "$dir/messages"
	status=$?
	seen > "$dir/got"
}

# seen: its calls, but for what is another address each time
seen()
{
	bare "${1:-$dir/trace}" | sed 's/envp: 0x[0-9a-f]*//'
}

# works TEST SAID: a run does what one without a cache does, and says that
works()
{
	traced
	equal "prepared: $1: status 0" 0 "$status"
	same "prepared: $1: the same calls" "$dir/wanted" "$dir/got"
	expect "prepared: $1" "$dir/messages" "$2"
	refuse "prepared: $1: nothing is lost" "$dir/messages" 'LOST|does not close|cannot'
}

first_and_second()
{
	fresh
	traced
	expect "prepared: with an empty cache it is made" "$dir/messages" "$miss"
	cp "$dir/got" "$dir/wanted"
	expect "prepared: a path" "$dir/wanted" 'openat\(.*"/etc/hostname"'
	equal "prepared: one entry" 1 "$(nr_entries)"
	cp "$(entry)" "$dir/good"
	works "the second run takes it" "$hit"
	equal "prepared: and keeps it" 1 "$(nr_entries)"
	same "prepared: as it is" "$dir/good" "$(entry)"
}

# twice TEST PATTERN COMMAND...: two runs of it, which writes $dir/twice: each has a line like PATTERN
twice()
{
	twice_name=$1 twice_pattern=$2
	shift 2
	before=$(nr_entries)
	"$@" > "$dir/out" 2> "$dir/messages"
	expect "prepared: $twice_name: first" "$dir/twice" "$twice_pattern"
	equal "prepared: $twice_name: an entry of its own" $((before + 1)) "$(nr_entries)"
	"$@" > "$dir/out" 2> "$dir/messages"
	expect "prepared: $twice_name: again" "$dir/twice" "$twice_pattern"
	equal "prepared: $twice_name: no other entry" $((before + 1)) "$(nr_entries)"
}

each_kind_of_run()
{
	fresh
	traced
	twice "a summary" ' openat +[1-9]' "$pa" trace -s -o "$dir/twice" -- cat /etc/hostname
	twice "paths of descriptors" 'read\(fd: 0</etc/hostname>' \
		"$pa" trace -y -e read -o "$dir/twice" -- sh -c 'read -r name < /etc/hostname'
	twice "a filter of texts" 'openat\(.*/etc/hostname' \
		"$pa" trace --where 'filename ~ "/etc/host*"' -o "$dir/twice" -- cat /etc/hostname
	twice "a tree" 'sh' "$pa" trace --tree -o "$dir/twice" -- sh -c 'cat /etc/hostname; true'
	# The process of the first execve() is another one each time.
	twice "left at an execve" '/bin/true".*<detached \.\.\.>$' \
		"$pa" strace -f -b execve -e trace=execve -o "$dir/twice" sh -c '/bin/true; :'
}

# damaged TEST COMMAND...: which changes the file named by the last argument
damaged()
{
	damaged_name=$1
	shift
	fresh
	traced
	"$@" "$(entry)"
	works "$damaged_name is not taken" "$miss"
	works "$damaged_name is made anew" "$hit"
	same "prepared: $damaged_name: as it was" "$dir/good" "$(entry)"
}

cut_file()
{
	truncate -s 20000 "$1"
}

empty_file()
{
	: > "$1"
}

# The lowest bit of the byte in the middle of it
flip_bit()
{
	byte=$(od -An -tu1 -j 20000 -N 1 "$1")
	# shellcheck disable=SC2059
	printf "\\$(printf '%03o' $((byte ^ 1)))" | dd of="$1" bs=1 seek=20000 conv=notrunc 2> "$dir/dd"
}

# made_anew TEST OFFSET PATTERN: the entry is whole, but for bytes at OFFSET, of a program that there is none of
made_anew()
{
	fresh
	traced
	printf '\377\377\377\377\377\377\377\377' | dd of="$(entry)" bs=1 seek="$2" conv=notrunc 2> "$dir/dd"
	"$work" "$(entry)"
	works "$1" "$3"
	works "$1: it is made anew" "$hit"
	same "prepared: $1: as it was" "$dir/good" "$(entry)"
}

others()
{
	damaged "a cut entry" cut_file
	damaged "an empty entry" empty_file
	damaged "an entry with a bit changed" flip_bit
	damaged "an entry of somebody else" chown 65534
	fresh
	traced
	chmod 777 "$entries"
	works "a cache that others may write to is not taken" 'for this run alone'
	refuse "prepared: nothing of it" "$dir/messages" "$hit"
}

no_cache()
{
	XDG_CACHE_HOME=/proc/none
	works "without a cache" 'for this run alone'
	refuse "prepared: without a cache nothing is prepared" "$dir/messages" "$hit"
	XDG_CACHE_HOME=$dir/cache
	fresh
	# In blocks of 512 bytes: the types have room, the programs do not.
	(ulimit -f 24 && "$pa" trace -vv -e openat,execve -o "$dir/trace" -- cat /etc/hostname > "$dir/out" \
		2> "$dir/messages")
	equal "prepared: a cache without room: status 0" 0 $?
	seen > "$dir/got"
	same "prepared: a cache without room: the same calls" "$dir/wanted" "$dir/got"
	equal "prepared: a cache without room: no entry" 0 "$(nr_entries)"
	equal "prepared: a cache without room: nothing half-written" "" "$(find "$entries" -name 'new.*')"
}

at_once()
{
	fresh
	jobs=
	for i in 1 2 3 4; do
		"$pa" trace -e openat,execve -o "$dir/trace.$i" -- cat /etc/hostname > "$dir/out.$i" 2> "$dir/messages.$i" &
		jobs="$jobs $!"
	done
	for i in $jobs; do
		wait "$i"
		equal "prepared: of four runs at once one ends well" 0 $?
	done
	for i in 1 2 3 4; do
		seen "$dir/trace.$i" > "$dir/got"
		same "prepared: of four runs at once one sees the same calls" "$dir/wanted" "$dir/got"
	done
	equal "prepared: four runs at once leave one entry" 1 "$(nr_entries)"
	equal "prepared: and nothing half-written" "" "$(find "$entries" -name 'new.*')"
	works "after four runs at once" "$hit"
}

first_and_second
each_kind_of_run
others
# A header of 16 bytes and one of each program: then there are instructions.
made_anew "an instruction that there is none of" 56 "$refused"
made_anew "a program of another type" 20 'prepared for runs to come'
# The kernel takes it, and would not attach it.
made_anew "a program for another place" 28 'prepared for runs to come'
no_cache
at_once
finish
