#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Children, threads and exec are followed from their first call, under the right names.
. tests/lib.sh
. tests/live/trace_common.inc

# run NAME MODE [ARG]: every mark that the helper leaves is in the trace, and no other one
run()
{
	"$pa" trace -e access -o "$dir/trace" -- "$work" "$2" ${3:+"$3"} > "$dir/unsorted" 2> "$dir/messages"
	run_status=$?
	sort "$dir/unsorted" > "$dir/wanted"
	calls "$dir/trace" | grep -a '"/aug/' | grep -av odd-name | sort > "$dir/got"
	same "tree: $1" "$dir/wanted" "$dir/got"
	equal "tree: $1: the status is 0" 0 "$run_status"
}

first_calls()
{
	"$pa" trace -o "$dir/trace" -- "$work" first > "$dir/wanted" 2> "$dir/messages"
	# the first line of each task but the first one, which begins with execve
	calls "$dir/trace" | awk '{ who = $1; sub(/.*\//, "", who) } !seen[who]++' | sed 1d > "$dir/got"
	sort "$dir/wanted" > "$dir/wanted_sorted"
	sort "$dir/got" > "$dir/got_sorted"
	same "tree: fork, vfork, a thread, clone with and without shared memory: from the very first call" \
		"$dir/wanted_sorted" "$dir/got_sorted"
	if calls "$dir/trace" | head -n 1 | grep -Eq '^work_tree/[0-9]+ execve\(filename: "'; then
		pass "tree: the command: from its execve"
	else
		fail "tree: the command: from its execve" "$dir/trace"
	fi
}

odd_name()
{
	expect "tree: blanks, quotes and brackets in a name" "$dir/trace" \
		' a b\)c: .{1,2}d.{1,2}/[0-9]+ access\(filename: "/aug/odd-name"'
}

# The trace has one execve of one line, by the thread that calls it, which has another number after it.
exec_by_thread()
{
	run "exec by a thread that is not the leader" exec-by-thread "$dir/another-program"
	"$pa" trace -v -e access,execve -o "$dir/trace" -- "$work" exec-by-thread "$dir/another-program" \
		> "$dir/unsorted" 2> "$dir/messages"
	pid=$(sed -n 's,.*/\([0-9]*\) .*/aug/leader.*,\1,p' "$dir/unsorted")
	calls "$dir/trace" | grep 'execve(.*another-program' | sed 's/execve(.*) = /execve() = /' > "$dir/got"
	echo "another-program/$pid execve() = 0" > "$dir/wanted"
	same "tree: its execve is one line, with the number it goes on with" "$dir/wanted" "$dir/got"
	refuse "tree: nothing of it is left waiting" "$dir/trace" '\.\.\.$'
	equal "tree: nothing of it is unfinished" 0 "$(ledger "$dir/messages" unfinished)"
}

killed_in_a_call()
{
	"$pa" trace -v -e pause -o "$dir/trace" -- "$work" killed > "$dir/ids" 2> "$dir/messages"
	equal "tree: two tasks die in pause" 2 "$(wc -l < "$dir/ids")"
	while read -r tid; do
		# perf has no line for these, strace says: = ? ERESTARTNOHAND
		calls "$dir/trace" | grep -E "^work_tree/$tid pause\(\) (=|\.\.\.)" > "$dir/got"
		if [ "$(wc -l < "$dir/got")" = 1 ]; then
			pass "tree: a call that ends with its task is one line"
		else
			fail "tree: a call that ends with its task is one line" "$dir/trace"
		fi
	done < "$dir/ids"
	refuse "tree: nothing of the dead is lost" "$dir/messages" 'LOST|does not close'
}

without_inherit()
{
	"$pa" trace --no-inherit -e access -o "$dir/trace" -- "$work" children > "$dir/all" 2> "$dir/messages"
	pid=$(sed -n 's,^work_tree/\([0-9]*\) .*/aug/parent".*,\1,p' "$dir/all")
	grep "^work_tree/$pid " "$dir/all" > "$dir/wanted"
	calls "$dir/trace" | grep '"/aug/' > "$dir/got"
	equal "tree: --no-inherit: the parent leaves two marks" 2 "$(wc -l < "$dir/wanted")"
	same "tree: --no-inherit shows the command alone" "$dir/wanted" "$dir/got"
}

# Each child's execve and openat, by its process id
storm()
{
	"$pa" trace -v -e execve,openat -o "$dir/trace" -- "$work" storm 2000 > "$dir/unsorted" 2> "$dir/messages"
	equal "tree: a storm of 2000 children: the status is 0" 0 $?
	sort "$dir/unsorted" > "$dir/wanted"
	equal "tree: a storm of 2000 children" 2000 "$(wc -l < "$dir/wanted")"
	calls "$dir/trace" | sed -n 's,^[^ ]*/\([0-9]*\) openat(.*"/aug/storm/\([0-9]*\)".*,\1 \2,p' |
		sort > "$dir/got"
	same "tree: the openat of each" "$dir/wanted" "$dir/got"
	cut -d ' ' -f 1 "$dir/unsorted" | sort > "$dir/wanted"
	calls "$dir/trace" | sed -n 's#^[^ ]*/\([0-9]*\) execve(filename: ".*/work_tree", .* = 0$#\1#p' |
		sed 1d | sort > "$dir/got"
	same "tree: the execve of each" "$dir/wanted" "$dir/got"
	equal "tree: none of them lost" 0 "$(ledger "$dir/messages" lost)"
	equal "tree: none unfinished" 0 "$(ledger "$dir/messages" unfinished)"
	expect "tree: that many threads are counted" "$dir/messages" ' calls of 2001 threads = '
}

# Numbers of processes are others in there: to trace nothing, and to say nothing, will not do.
in_a_pid_namespace()
{
	if ! unshare --pid --fork --mount-proc true 2> /dev/null; then
		skip "tree: in a pid namespace" "unshare --pid is not possible here"
		return
	fi
	rm -f "$dir/trace"
	unshare --pid --fork --mount-proc "$pa" trace -e openat -o "$dir/trace" -- \
		sh -c 'cat /etc/hostname' > "$dir/out" 2> "$dir/messages"
	ns_status=$?
	if [ $ns_status != 0 ]; then
		expect "tree: in a pid namespace: it says that it cannot" "$dir/messages" '^perf-augment: .*namespace'
	else
		expect "tree: in a pid namespace" "$dir/trace" 'openat\(.*"/etc/hostname"'
	fi
}

work work_tree
ln -s "$work" "$dir/another-program"
run "children and grandchildren, which change their names" children
run "daemons, whose parents are gone" daemons
first_calls
run "threads, named by themselves and by others" threads
odd_name
run "exec" exec "$dir/another-program"
exec_by_thread
killed_in_a_call
without_inherit
in_a_pid_namespace
storm
finish
