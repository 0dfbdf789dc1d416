#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Every call is shown, counted or named as lost: against programs that know how many they make.
. tests/lib.sh
. tests/live/trace_common.inc

# by_call FILE: `CALL CALLS ERRORS` of the summaries in it, summed over threads, sorted
by_call()
{
	awk '/^   [a-z][a-z0-9_@]* +[0-9]+ +[0-9]+ / { calls[$1] += $2; errors[$1] += $3 }
	     END { for (c in calls) print c, calls[c], errors[c] }' "$1" | LC_ALL=C sort
}

# in_ms FILE: the rows of its summaries, with all times in milliseconds by the units of the head:
# columns from 4 are total, min, avg, max, stddev, p50, p99
in_ms()
{
	awk '/^ +\([mu]sec\)/ { for (i = 1; i <= NF; i++) factor[i + 3] = $i == "(usec)" ? .001 : 1 }
	     /^   [a-z][a-z0-9_@]* +[0-9]+ +[0-9]+ / { for (i = 4; i <= NF; i++) $i *= factor[i]; print }' "$1"
}

# The last line of -v: calls = shown + only counted + filtered + lost + unfinished
# closes NAME FILE: it adds up; sets $l_calls and so on
closes()
{
	n='\([0-9]*\)'
	sed -n "s/^perf-augment: $n calls of [0-9]* threads = $n shown + $n only counted + $n filtered + $n lost + $n unfinished\$/\1 \2 \3 \4 \5 \6/p" \
		"$2" > "$dir/numbers"
	if read -r l_calls l_shown l_counted l_filtered l_lost l_unfinished < "$dir/numbers" &&
		[ "$l_calls" = $((l_shown + l_counted + l_filtered + l_lost + l_unfinished)) ]; then
		pass "$1"
	else
		l_calls='' l_shown='' l_counted='' l_filtered='' l_lost='' l_unfinished=''
		fail "$1" "$2"
	fi
}

shown_calls()
{
	"$pa" trace -v -e chdir,dup,getpgid,getppid -o "$dir/trace" -- "$work" counts 1000 \
		> "$dir/wanted" 2> "$dir/messages"
	equal "ledger: status 0 when nothing is lost" 0 $?
	bare "$dir/trace" | awk '{ sub(/\(.*/, "", $1); calls[$1]++; errors[$1] += / = -1 E/ }
		END { for (c in calls) print c, calls[c], errors[c] + 0 }' | LC_ALL=C sort > "$dir/got"
	same "ledger: as many lines as calls, of five tasks" "$dir/wanted" "$dir/got"
	closes "ledger: it closes" "$dir/messages"
	equal "ledger: shown is the number of lines" "$(wc -l < "$dir/trace")" "$l_shown"
	equal "ledger: nothing is lost" 0 "$l_lost"
	equal "ledger: nothing is unfinished" 0 "$l_unfinished"
	equal "ledger: nothing is only counted" 0 "$l_counted"
	expect "ledger: five threads and a child" "$dir/messages" ' calls of 6 threads = '
	refuse "ledger: no loss is named" "$dir/messages" 'LOST|does not close'
}

filtered_calls()
{
	"$pa" trace -v -e getppid,getpgid --failure -o "$dir/trace" -- "$work" counts 1000 > "$dir/wanted" 2> "$dir/messages"
	closes "ledger: it closes with --failure" "$dir/messages"
	equal "ledger: what fails is shown" "$(awk '/^getpgid/ { print $3 }' "$dir/wanted")" "$l_shown"
	"$pa" trace -v -e getppid --max-events 100 -o "$dir/trace" -- "$work" burst 5000 > "$dir/out" 2> "$dir/messages"
	equal "ledger: --max-events loses nothing: status 0" 0 $?
	closes "ledger: it closes with --max-events" "$dir/messages"
	equal "ledger: so many are shown" 100 "$l_shown"
	equal "ledger: none is lost" 0 "$l_lost"
}

summary()
{
	"$pa" trace -v -s -e chdir,dup,getpgid,getppid -o "$dir/trace" -- "$work" counts 20000 \
		> "$dir/wanted" 2> "$dir/messages"
	equal "ledger: -s: status 0" 0 $?
	by_call "$dir/trace" > "$dir/got"
	same "ledger: -s counts every call and error" "$dir/wanted" "$dir/got"
	closes "ledger: -s: it closes" "$dir/messages"
	equal "ledger: -s: only counted" "$(awk '{ n += $2 } END { print n }' "$dir/wanted")" "$l_counted"
	expect "ledger: -s says how many" "$dir/trace" "Summary of $l_counted calls of 5 threads"
	in_ms "$dir/trace" | awk '$1 ~ /^(chdir|dup|getpgid|getppid)$/ {
		rows++
		if ($5 > $6 + .001 || $6 > $7 + .001 || $9 < $5 - .001 || $9 > $10 || $10 > $7 + .001)
			bad++
		if ($4 > ($6 + .0006) * $2 || $4 < ($6 - .0006) * $2)
			bad++
	} END { exit !(rows == 20 && !bad) }'
	equal "ledger: -s: min <= avg <= max, min <= p50 <= p99 <= max, total = calls * avg" 0 $?

	# Calls that do not return are among those that are counted, in both places.
	"$pa" trace -v -s -o "$dir/trace" -- true 2> "$dir/messages"
	closes "ledger: -s: it closes with all calls" "$dir/messages"
	equal "ledger: -s: what was only counted is what the summary has" "$l_counted" \
		"$(sed -n 's/^ Summary of \([0-9]*\) calls.*/\1/p' "$dir/trace")"

	"$pa" trace -s -e clock_nanosleep -o "$dir/trace" -- sleep 0.25 2> "$dir/messages"
	in_ms "$dir/trace" | awk '$1 == "clock_nanosleep" && $2 == 1 && $3 == 0 && $4 >= 250 && $5 >= 250 &&
		$6 >= 250 && $7 >= 250 && $8 == 0 && $9 >= 250 && $10 >= 250 { found = 1 } END { exit !found }'
	equal "ledger: -s: a sleep of 250 ms took that long" 0 $?
	if command -v perl > /dev/null; then
		"$pa" trace -s -e '*select*' -o "$dir/trace" -- \
			perl -e 'select(undef, undef, undef, 0.05) for 1..4' 2> "$dir/messages"
		in_ms "$dir/trace" | awk '$1 ~ /^p?select6?$/ && $2 == 4 && $3 == 0 && $4 >= 200 && $5 >= 50 &&
			$6 >= 50 && $8 < $7 && $9 >= 50 { found = 1 } END { exit !found }'
		equal "ledger: -s: four of 50 ms took 200" 0 $?
	fi

	"$pa" trace -v -S -e chdir,dup,getpgid,getppid -o "$dir/trace" -- "$work" counts 1000 \
		> "$dir/wanted" 2> "$dir/messages"
	by_call "$dir/trace" > "$dir/got"
	same "ledger: -S counts every call and error" "$dir/wanted" "$dir/got"
	equal "ledger: -S shows as many" "$(awk '{ n += $2 } END { print n }' "$dir/wanted")" \
		"$(calls "$dir/trace" | wc -l)"
}

# exit_group does not return and is not counted. Restarts depend on who waits for whom; so do those of a fork,
# which is begun and counted again when a child ends just then (-ERESTARTNOINTR): it fails for no other reason here.
without_restarts()
{
	awk '/^(exit_group|restart_syscall|rt_sigreturn) / { next }
	     /^(clone3?|v?fork) / { $2 -= $3; $3 = 0 }
	     { print }'
}

# By call, of processes and programs whose calls are the same in each run
as_strace()
{
	if ! command -v strace > /dev/null; then
		skip "ledger: -s has the counts of strace -c" "strace is not installed"
		return
	fi
	cat > "$dir/script" <<- 'EOT'
		ls -l /etc > /dev/null
		cat /etc/hostname /aug/not-there /etc/passwd > /dev/null 2>&1
		for i in 1 2 3; do true | cat > /dev/null; done
		find /etc/default > /dev/null
	EOT
	strace -c -f -o "$dir/strace" sh "$dir/script" 2> "$dir/messages"
	awk '$1 ~ /^[0-9.]+$/ && $NF != "total" { print $NF, $4, NF == 6 ? $5 : 0 }' "$dir/strace" |
		without_restarts | LC_ALL=C sort > "$dir/wanted"
	"$pa" trace -s -o "$dir/trace" -- sh "$dir/script" 2> "$dir/messages"
	by_call "$dir/trace" | without_restarts > "$dir/got"
	same "ledger: -s has the counts of strace -c" "$dir/wanted" "$dir/got"
}

# One page of ring cannot hold a burst.
losses()
{
	"$pa" trace -v -m 4K --when-full lose -e getppid -o "$dir/trace" -- "$work" burst 1000000 > "$dir/out" 2> "$dir/messages"
	tiny_status=$?
	closes "ledger: it closes with losses" "$dir/messages"
	lines=$(nr_calls "$dir/trace" getppid)
	equal "ledger: shown is the number of lines" "$lines" "$l_shown"
	if [ "${l_lost:-0}" -gt 0 ]; then
		pass "ledger: a tiny ring loses calls, and it says so"
	else
		fail "ledger: a tiny ring loses calls, and it says so" "$dir/messages"
	fi
	all_told "ledger: shown and lost are what was made" 1000000 $((lines + ${l_lost:-0})) "$dir/messages"
	expect "ledger: the cause is named" "$dir/messages" "LOST: $l_lost calls: ring buffer full"
	expect "ledger: the call and the CPU are named, and what helps" "$dir/messages" \
		"cpu[0-9]+:[0-9]+.* getppid:$l_lost.*-m"
	equal "ledger: the status tells of losses" 3 "$tiny_status"
	"$pa" trace -m 1 --when-full lose -e getppid -o "$dir/trace" -- sh -c "$work burst 1000000; exit 9" > "$dir/out" 2> "$dir/messages"
	equal "ledger: unless the command's own is not 0" 9 $?
	expect "ledger: then losses are still named" "$dir/messages" 'LOST: [0-9]+ calls'
	# The output itself says where they are missing, and how many in all.
	for format in perf json strace; do
		"$pa" trace -v -m 4K --when-full lose --format=$format -e getppid -o "$dir/trace" -- "$work" burst 1000000 > "$dir/out" 2> "$dir/messages"
		closes "ledger: --format=$format, lost calls" "$dir/messages"
		equal "ledger: --format=$format: the lines tell of all that are lost" "${l_lost:-0}" "$(sed -nE \
			's/^(--- )?LOST ([0-9]+) calls?( ---)?$/\2/p; s/^\{"ts_ns":[0-9]+,"wall_ns":[0-9]+,"lost":([0-9]+)\}$/\1/p' \
			"$dir/trace" | awk '{ n += $1 } END { print n + 0 }')"
	done
	"$pa" trace -s -m 4K -e getppid -o "$dir/trace" -- "$work" burst 1000000 > "$dir/wanted" 2> "$dir/messages"
	equal "ledger: -s needs no ring: status 0" 0 $?
	by_call "$dir/trace" > "$dir/got"
	same "ledger: -s counts all of a burst" "$dir/wanted" "$dir/got"
	# This many fit even where the reader does not run meanwhile.
	"$pa" trace -e getppid -o "$dir/trace" -- "$work" burst 5000 > "$dir/out" 2> "$dir/messages"
	equal "ledger: the default ring holds a burst: status 0" 0 $?
	equal "ledger: all of it is shown" 5000 "$(grep -c 'getppid()' "$dir/trace")"
}

# A reader that does not run, as the command itself has stopped it: calls wait for it in vain, or not at all.
waits()
{
	cat > "$dir/script" <<- EOT
		kill -STOP \$PPID
		$work burst 3000
		kill -CONT \$PPID
	EOT
	for how in wait lose; do
		"$pa" trace -v -m 64K --when-full $how -e getppid -o "$dir/trace" -- sh "$dir/script" > "$dir/out" 2> "$dir/messages"
		equal "ledger: --when-full $how: the status tells of losses" 3 $?
		closes "ledger: --when-full $how: it closes" "$dir/messages"
		waited=$(sed -n 's/^perf-augment: warning: \([0-9]*\) calls waited, 100 us at most.*-m 64K.*/\1/p' "$dir/messages")
		[ $how = lose ] || equal "ledger: calls waited, but no longer when that is in vain: of $l_lost that are lost, $waited" \
			1 $((${waited:-0} > 320 && ${waited:-0} < 500 * $(nproc)))
		[ $how = wait ] || equal "ledger: --when-full lose: none waited" '' "$waited"
	done
	# One that is slow but runs.
	"$pa" trace -v -m 64K --format=json -e getppid -o "$dir/trace" -- "$work" burst 200000 > "$dir/out" 2> "$dir/messages"
	closes "ledger: by default calls wait: it closes" "$dir/messages"
	all_told "ledger: by default calls wait: all are told of" 200000 $(($(grep -c '"syscall":"getppid"' "$dir/trace") + ${l_lost:-0})) \
		"$dir/messages"
	"$pa" trace --when-full maybe true 2> "$dir/messages"
	equal "ledger: --when-full takes two words" 2 $?
	expect "ledger: and says which" "$dir/messages" "'maybe' is neither wait nor lose"
}

# Records of 4 KiB strings go the long way: first through the smaller rings of the start, then through those of the default size.
growth()
{
	# A reader that has a CPU of its own may keep up.
	for again in 1 2 3 4 5; do
		"$pa" trace -vv -e read -o "$dir/trace" -- dd if=/dev/zero of=/dev/null bs=4000 count=20000 2> "$dir/messages"
		! grep -q 'in place of' "$dir/messages" || break
		echo "# growth: run $again was read as fast as it came"
	done
	expect "ledger: rings grow while the trace runs" "$dir/messages" 'ring buffers: [0-9]+ KiB each, in place of [0-9]+'
	closes "ledger: it closes when rings grow" "$dir/messages"
	equal "ledger: calls of both kinds of rings are shown or lost" 20000 \
		$(($(grep -c 'read(fd: 0.* = 4000$' "$dir/trace") + ${l_lost:-0}))
	awk '$1 + 0 < last { bad++ } { last = $1 + 0 } END { print bad + 0 }' "$dir/trace" > "$dir/got"
	equal "ledger: in the order of time" 0 "$(cat "$dir/got")"
	"$pa" trace -vv -o "$dir/trace" -- true 2> "$dir/messages"
	refuse "ledger: not for a few calls" "$dir/messages" 'in place of'
	"$pa" trace -vv -m 256K -e read -o "$dir/trace" -- dd if=/dev/zero of=/dev/null bs=4000 count=2000 2> "$dir/messages"
	refuse "ledger: nor with a size of the user's" "$dir/messages" 'in place of'
}

# The whole machine, with more busy processes than CPUs, whoever else is there.
busy_machine()
{
	cat > "$dir/script" <<- EOT
		for i in 1 2 3 4; do $work burst 50000 > /dev/null & done
		wait
	EOT
	for ring in "" "-m 4K"; do
		# shellcheck disable=SC2086
		"$pa" trace -v -a $ring -o "$dir/trace" -- sh "$dir/script" > "$dir/out" 2> "$dir/messages"
		busy_status=$?
		closes "ledger: -a ${ring:-with the default ring}: it closes beside four busy processes" "$dir/messages"
		lines=$(grep -c ' getppid()' "$dir/trace")
		if [ "${l_lost:-0}" -gt 0 ]; then
			equal "ledger: -a ${ring:-with the default ring}: the status tells of losses" 3 "$busy_status"
			expect "ledger: -a ${ring:-with the default ring}: what helps is said" "$dir/messages" \
				'LOST: [0-9]+ calls: ring buffer full'
			expect "ledger: -a ${ring:-with the default ring}: by -m" "$dir/messages" ' -m '
		else
			equal "ledger: -a ${ring:-with the default ring}: each call of theirs is shown" 1 \
				$((lines + $(left_out "$dir/messages") >= 200000))
		fi
	done
	if [ "${l_lost:-0}" -gt 0 ]; then
		pass "ledger: -a -m 4K loses calls"
	else
		fail "ledger: -a -m 4K loses calls" "$dir/messages"
	fi
}

# More threads with busy calls than the kernel side has rows at hand, two calls that want the same one
# (gettid and setfsuid), each long enough to get it: one row of the table for each thread and call.
many_threads()
{
	"$pa" trace -s -e getegid,geteuid,getgid,getppid,getpriority,gettid,getuid,setfsuid \
		-o "$dir/trace" -- "$work" many 50 > "$dir/wanted" 2> "$dir/messages"
	equal "ledger: -s of many threads" 0 $?
	awk '/^   (get|set)[a-z]+ / { rows[$1]++; calls[$1] += $2 }
	     END { for (name in rows) print name, rows[name], calls[name] }' "$dir/trace" | LC_ALL=C sort > "$dir/got"
	same "ledger: -s has each call of many threads once" "$dir/wanted" "$dir/got"
}

# Beside a task that interrupts what the kernel counts on; see work_bpf.c. Where nothing is missed the
# numbers agree, else the message covers what lacks.
missed_runs()
{
	work work_bpf
	map_work=$work
	work work_calls
	if ! command -v taskset > /dev/null; then
		skip "ledger: no call is missed without a word" "taskset is not installed"
		return
	fi
	for _ in 1 2 3; do
		taskset -c 0 "$map_work" 2> "$dir/map_work" &
		started="$started $!"
	done
	"$pa" trace -s -e getppid -o "$dir/trace" -- taskset -c 0 "$work" burst 1000000 \
		> "$dir/out" 2> "$dir/messages"
	# shellcheck disable=SC2086
	kill $started
	# shellcheck disable=SC2086
	wait $started 2> /dev/null
	seen=$(awk '$1 == "getppid" { n += $2 } END { print n + 0 }' "$dir/trace")
	all_told "ledger: no call is missed without a word" 1000000 "$seen" "$dir/messages"
}

# Notes of signals are made of everybody's: not before there are rings for them, which large ones take long
# to become, and a reader.
noisy_start()
{
	sh -c 'trap "" USR1; while :; do kill -USR1 $$; done' &
	noisy=$!
	started="$started $noisy"
	for _ in 1 2 3; do
		"$pa" trace --format strace -m 64M -o "$dir/trace" -- true 2> "$dir/messages"
		equal "ledger: nothing is lost at a start beside many signals" 0 $?
		refuse "ledger: and none is named" "$dir/messages" LOST
	done
	kill -KILL "$noisy"
	wait "$noisy" 2> /dev/null
	started=
}

work work_calls
shown_calls
filtered_calls
summary
as_strace
losses
waits
growth
busy_machine
missed_runs
many_threads
noisy_start
finish
