#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Calls whose ends the engine tells without a look at their task: summaries and filters by the result, where calls
# change their CPU, tasks their names, and a seccomp filter comes. Against what the program says that it makes.
set -u
. tests/lib.sh
. tests/live/trace_common.inc
work work_ends

nr=400
calls=sched_setaffinity,getppid,close,nanosleep,prctl,getuid

# counts FILE: "CALL CALLS ERRORS" of a summary's table
counts()
{
	awk '$1 ~ /^(sched_setaffinity|getppid|nanosleep|prctl|getuid)$/ { n[$1] += $2; e[$1] += $3 }
	     $1 == "close" && $3 > 0 { n[$1] += $3; e[$1] += $3 }
	     END { for (c in n) print c, n[c], e[c] }' "$1" | LC_ALL=C sort
}

cat > "$dir/wanted" << END
close $((3 * nr)) $((3 * nr))
getppid $((9 * nr)) 0
getuid $nr $nr
nanosleep $((4 * nr)) 0
prctl $((2 * nr + 2)) 0
sched_setaffinity $((3 * nr)) 0
END

# whole NAME: the ledger closes, and nothing is lost
whole()
{
	refuse "ends: $1: nothing is lost" "$dir/log" 'LOST|does not close'
	expect "ends: $1: the ledger" "$dir/log" 'calls of .* 0 lost \+ 0 unfinished'
}

for options in '' '--summary-mode=process' '--summary-mode=total' '--errno-summary'; do
	# shellcheck disable=SC2086 # words
	"$pa" trace -v -s $options -o "$dir/out" -- "$work" $nr 2> "$dir/log"
	equal "ends: -s $options: exit status" 0 $?
	counts "$dir/out" > "$dir/got"
	same "ends: -s $options: each call is counted, once" "$dir/wanted" "$dir/got"
	whole "-s $options"
done

"$pa" trace -s -o "$dir/out" -- "$work" $nr 2> "$dir/log"
awk '$1 == "getppid" { print $2 }' "$dir/out" | sort -n > "$dir/got"
printf '%s\n' $((2 * nr)) $((3 * nr)) $((4 * nr)) > "$dir/each"
same "ends: -s: each call is counted for its thread" "$dir/each" "$dir/got"

# A time of entry that was left behind by another call would show: calls do not take longer than the run.
"$pa" trace -s -e sched_setaffinity,getppid,close,prctl -o "$dir/out" -- "$work" $nr 2> "$dir/log"
begin=$(date +%s%N)
"$pa" trace -s -o "$dir/out" -- "$work" $nr 2> "$dir/log"
took=$((($(date +%s%N) - begin) / 1000000))
awk -v took=$took '$1 ~ /^(getppid|close|prctl|getuid)$/ && ($4 > took || $7 > took * 1000) { print }
	END { print "end" }' "$dir/out" > "$dir/got"
echo end > "$dir/end"
same "ends: -s: no call takes longer than the run" "$dir/end" "$dir/got"
grep -oE '^ name [0-9]+ \(' "$dir/out" | sort -u > "$dir/got"
echo " name $((nr - 1)) (" > "$dir/name"
same "ends: -s: threads have their last names" "$dir/name" "$dir/got"


"$pa" trace -v --failure -e "$calls" -o "$dir/out" -- "$work" $nr 2> "$dir/log"
grep -oE '(close|getuid)\(.* = -1 (EBADF|EPERM)' "$dir/out" | sed -E 's/\(.* /(/' | LC_ALL=C sort | uniq -c |
	awk '{ print $2, $1 }' > "$dir/got"
printf '%s\n' "close(EBADF $((3 * nr))" "getuid(EPERM $nr" > "$dir/failed"
same "ends: --failure: failed calls are shown, and these alone" "$dir/failed" "$dir/got"
equal "ends: --failure: no other line" $((4 * nr)) "$(grep -c ' = ' "$dir/out")"
whole --failure

"$pa" trace -v --errno EPERM -e "$calls" -o "$dir/out" -- "$work" $nr 2> "$dir/log"
equal "ends: --errno: those with it" "$nr" "$(grep -c 'getuid() *= -1 EPERM' "$dir/out")"
equal "ends: --errno: no other line" "$nr" "$(grep -c ' = ' "$dir/out")"
whole --errno

"$pa" trace -v --where 'ret == 0 || errno == EBADF' -e "$calls" -o "$dir/out" -- "$work" $nr 2> "$dir/log"
equal "ends: results: failed ones" $((3 * nr)) "$(grep -c 'close(.* = -1 EBADF' "$dir/out")"
equal "ends: results: others" $((3 * nr)) "$(grep -c 'sched_setaffinity(.* = 0' "$dir/out")"
refuse "ends: results: what has another one is not shown" "$dir/out" 'getuid|getppid'
whole "results"

# Summaries have what their calls returned, or not.
"$pa" trace -v -s --failure -o "$dir/out" -- "$work" $nr 2> "$dir/log"
counts "$dir/out" > "$dir/got"
printf '%s\n' "close $((3 * nr)) $((3 * nr))" "getuid $nr $nr" > "$dir/failed"
same "ends: -s --failure" "$dir/failed" "$dir/got"
whole "-s --failure"

for options in '' --errno-summary; do
	# shellcheck disable=SC2086 # words
	"$pa" trace -v -s $options -o "$dir/out" -- "$work" $nr others 2> "$dir/log"
	awk '$1 ~ /^rt_sig(return|suspend)$/ && $3 ~ /^[0-9]+$/ { print $1, $2, $3 }
	     $1 == "(unknown" { print "unknown", $3, $4 }' "$dir/out" | LC_ALL=C sort > "$dir/got"
	printf "%s $nr $nr\n" rt_sigreturn rt_sigsuspend unknown > "$dir/wanted"
	same "ends: -s $options: calls that end with another number" "$dir/wanted" "$dir/got"
	whole "-s $options: such calls"
done

# The entries end before the exits do: the end of a call that was not entered is that of no other.
pids=
for _ in 1 2 3; do
	"$work" 1 spin &
	started="$started $!" pids=$pids${pids:+,}$!
done
for _ in 1 2 3 4 5 6; do
	rm -f "$dir/out"
	"$pa" trace -v --failure -p "$pids" -o "$dir/out" 2>> "$dir/detached" &
	tracer=$! started="$started $!"
	wait_until 30 test -s "$dir/out"
	kill -INT $tracer
	wait $tracer
	grep ' = ' "$dir/out" | grep -v 'close(.* = -1 EBADF'
done > "$dir/others"
equal "ends: a trace that is ended: no line but of the calls that fail" "" "$(cat "$dir/others")"
equal "ends: a trace that is ended: the ledgers" 6 "$(grep -c 'calls of 3 threads' "$dir/detached")"
refuse "ends: a trace that is ended: the ledgers close" "$dir/detached" 'does not close'
finish
