#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where tracing programs have no task storage (5.10), what is known of a thread's call stands in a hash by its number, of
# a fixed size. Thousands of threads end, are killed in a call, and go on as another program under a trace: no entry
# outlives its thread.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/faults/common.inc

# shellcheck disable=SC2317 # by wait_until
find_map()
{
	map=$(cat "/proc/$tracer/fdinfo/"* 2> /dev/null | sed -n 's/^map_id:[[:space:]]*//p' | while read -r id; do
		bpftool map show id "$id"
	done | sed -n 's/^\([0-9]*\): hash  *name states_by_tid .*/\1/p')
	[ -n "$map" ]
}

# shellcheck disable=SC2317 # by wait_until
done_or_gone()
{
	[ -e "$dir/done" ] || is_gone "$tracer"
}

# of_the_dead: entries whose thread has ended, a number each
of_the_dead()
{
	"$pa" dump-map --select key --jsonl id "$map" > "$dir/entries" 2> "$dir/map_messages" || echo "no list"
	sed -n 's/^{"key":\([0-9]*\).*/\1/p' "$dir/entries" | while read -r tid; do
		[ -e "/proc/$tid" ] || echo "$tid"
	done
}

# What had ended at the last look and still is there; some end just between the list and the look at them.
# shellcheck disable=SC2317 # by wait_until
none_of_the_dead()
{
	of_the_dead > "$dir/dead.now"
	dead=$(grep -xF -f "$dir/dead" "$dir/dead.now" | head -n 3)
	mv "$dir/dead.now" "$dir/dead"
	[ -z "$dead" ]
}

# states NAME MOST OPTION...: with so many entries at the end at most
states()
{
	name="states: $1" most=$2
	shift 2
	rm -f "$dir/done"
	before
	"$pa" trace -v -o "$dir/trace" "$@" -- sh -c "$work short $nr > $dir/result; echo > $dir/done; read -r line < $dir/go" \
		2> "$dir/messages" &
	tracer=$! started="$started $!"
	wait_until 60 find_map
	wait_until 600 done_or_gone
	nr_entries=$(bpftool -j map dump id "$map" | grep -o '"key":\["0x' | wc -l)
	[ "$most" != all ] || most=$(($(find /proc -mindepth 3 -maxdepth 3 -path '/proc/[0-9]*/task/*' 2> /dev/null | wc -l) + 8))
	echo "# $nr_entries entries after $nr threads, at most $most can be there; the map: $(bpftool map show id "$map" | grep -o 'max_entries [0-9]*')"
	if [ "$nr_entries" -gt 0 ] && [ "$nr_entries" -le "$most" ]; then
		pass "$name: the threads that live have an entry, no others"
	else
		fail "$name: the threads that live have an entry, no others"
	fi
	of_the_dead > "$dir/dead"
	wait_until 10 none_of_the_dead
	equal "$name: no entry outlives its thread" '' "$dead"
	# shellcheck disable=SC2046
	loaded "$name" $(programs "$tracer")
	echo > "$dir/go"
	wait "$tracer"
	status=$?
	case $status in
	0 | 3) pass "$name: it ends well" ;;
	*) fail "$name: it ends well" "$dir/messages" ;;
	esac
	equal "$name: the command's result is its own" $nr "$(cat "$dir/result")"
	closes "$name" "$dir/messages"
	refuse "$name: there was room for each call" "$dir/messages" 'no memory at their entry'
	after "$name"
}

need_cmd "states" bpftool
if "$pa" doctor | grep -q '^ok *task_storage'; then
	skip "states" "this kernel has task storage for tracing programs: threads have no entries in a hash"
	finish
fi
nr=3000
mkfifo "$dir/go"
work work_load
states "a command" 4 -e getpgid
states "the whole machine" all -a
finish
