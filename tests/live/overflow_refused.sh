#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --keep, --drop, --filter, --overflow: what cannot be is refused, with a sentence that says why,
# and nothing is left: no recording, no side-car, no program.
. tests/lib.sh
. tests/live/overflow_common.inc

own=$live/overflow_own.bpf.o
bad=$live/overflow_bad.bpf.o
need_file "overflow_refused: its programs are built" "$own"
need_file "overflow_refused: its helper is built" "$live/overflow_second"

# ---- expressions ----

# bad_expression COLUMN PATTERN EXPR: the caret stands under that column of the expression
bad_expression()
{
	refused "expression '$3'" 2 "$2" --keep "$3"
	value "expression '$3': the caret" "$(sed -nE 's/^( *)\^~*$/\1./p' "$dir/err" | tr -d '\n' | wc -c)" $(($1 + 1))
}

check_expressions()
{
	bad_expression 0 "did you mean 'period'\?" 'perod > 10'
	bad_expression 0 "did you mean 'pid'" 'pidd == 1'
	bad_expression 12 "did you mean 'addr'" 'cpu == 1 && adr == 3'
	bad_expression 0 "did you mean 'phys_addr'\?" 'phys_adr == 3'
	bad_expression 0 "did you mean 'weight'\?" 'wieght > 3'
	bad_expression 0 "did you mean 'kernel'\?" 'kernal'
	bad_expression 0 'ip user kernel in_bpf symbol' 'completely_else == 1'
	bad_expression 8 'missing at the end' 'period >'
	bad_expression 9 'a value is expected here' 'period > > 3'
	bad_expression 11 "'\)' is missing" '(period > 3'
	bad_expression 10 'an operator is expected here' 'period > 3)'
	bad_expression 7 "=" 'period = 3'
	bad_expression 0 'a number cannot be compared with a string' 'period == "x"'
	bad_expression 0 'a number cannot be compared with a string' 'comm == 3'
	bad_expression 0 '== != and ~' 'comm > "x"'
	bad_expression 0 'neither true nor false' 'comm'
	bad_expression 8 'at most 15 characters' 'comm == "a name of a task"'
	bad_expression 8 'comm' 'comm == "open'
	bad_expression 7 "there is no user 'nobodyhere'" 'uid == nobodyhere'
	bad_expression 11 'there is no user like zz\*' 'uid.name ~ "zz*"'
	bad_expression 4 'uid.name and gid.name' 'uid.nam == "root"'
	bad_expression 10 'there is no cgroup /not/there' 'cgroup == "/not/there"'
	bad_expression 7 'the whole path' 'dso == "libc.so.6"'
	bad_expression 7 '/not/there: No such file' 'dso == "/not/there"'
	bad_expression 7 'there is no module \[nothere\]' 'dso == "[nothere]"'
	bad_expression 10 'the kernel has no function nothere' 'symbol == "nothere"'
	bad_expression 0 'this is a number' 'period ~ "1*"'
	bad_expression 4 'no members' 'pid[0] == 1'
}

# ---- fields that not every kernel has ----

# accepted EXPR ARGS...
accepted()
{
	accepted_expr=$1
	shift
	rec -a -e cpu-clock --keep "$accepted_expr" "$@" -- true
	value "'$accepted_expr': counts" "$(total seen)" $(($(total kept) + $(total dropped)))
	value "'$accepted_expr': is decided" "$(total undecided)" 0
}

check_fields()
{
	new='weight phys_addr code_page_size data_page_size txn id'
	if ! bpftool btf dump file /sys/kernel/btf/vmlinux > "$dir/btf" 2> "$dir/err"; then
		skip "fields that not every kernel has" "bpftool does not tell what this one has"
		return
	fi
	for field in ip pid tid uid gid cpu period; do
		accepted "$field >= 0"
	done
	accepted 'user || kernel || in_bpf || comm ~ "*"'
	accepted 'time > 0' -k mono
	if grep -q "FUNC 'bpf_cast_to_kern_ctx'" "$dir/btf"; then
		for field in $new addr time; do
			accepted "$field >= 0"
		done
		return
	fi
	for field in $new; do
		bad_expression 5 "the field '$field' is of kernels from 6.2" "1 && $field > 0"
	done
	bad_expression 0 "before 6.2 .* the field 'time' needs .*-k mono" 'time > 0'
	if grep -q "'sample_flags'" "$dir/btf"; then
		bad_expression 0 "the field 'addr' is of kernels from 6.2" 'addr > 0'
	else
		accepted 'addr >= 0'
	fi
}

# ---- programs ----

check_programs()
{
	refused "which of several" 1 'several programs.*one_in_ten, observe, replace, chain' -a --overflow "$own"
	refused "one that is not there" 1 'has no program nothere' -a --overflow "$own:nothere"
	refused "a file that is not there" 1 'nothere.o: No such file' -a --overflow nothere.o
	refused "no object" 1 'tests/lib.sh' -a --overflow tests/lib.sh
	refused "of the wrong type" 1 "section 'tracepoint/syscalls/sys_enter_getppid'" -a --overflow "$bad:other"
	refused "by the verifier" 1 'test the pointer for NULL' -a --overflow "$bad"
	expect "by the verifier, the line" "$dir/err" 'overflow_bad.bpf.c:[0-9]+: .*\*value'
	refused "without licence" 1 'license\(GPL\)' -a --overflow "$live/overflow_unlicensed.bpf.o"
	refused "without counts" 1 'no program for samples|does not count' -a --overflow "$live/overflow_heavy.bpf.o"
	refused "a second program: of ours" 2 'an event has one program' -a --overflow "$own:chain" --keep true
	refused "a second program: of one's own" 2 'an event has one program' -a --overflow "$own:chain" \
		--overflow "$own:replace"
	"$live/overflow_second" > "$dir/out" 2> "$dir/err"
	value "a second program: of another's: the first goes on" $? 0
	expect "a second program: of another's" "$dir/err" \
		'event cpu-clock: it has a BPF program already, and one is all that it can have'
}

# ---- events ----

check_events()
{
	for how in "--keep true" "--overflow $own:chain" "--count-by comm"; do
		# shellcheck disable=SC2086 # options
		refused "a tracepoint, $how" 1 'samples of tracepoints' -e sched:sched_switch $how
	done
	# Where the samples of both can be told apart, they are.
	if "$pa" record -q -o "$dir/try" -e page-faults -c 1 --keep true --twin -- true > "$dir/out" 2> "$dir/err"; then
		rec -e page-faults -c 1 --keep true --twin -- true
		value "a twin of page faults" "$(samples page-faults) $(samples page-faults/twin)" "$(total kept) $(total seen 1)"
	else
		refused "a twin of page faults" 1 'event page-faults: .* one id; without --twin' -e page-faults --keep true --twin
	fi
	if [ -d /sys/bus/event_source/devices/msr ]; then
		refused "an event that cannot sample" 1 'event msr/tsc/: it can be counted but not sampled' -a -e msr/tsc/ --keep true
	else
		skip "an event that cannot sample" "there is no PMU msr here"
	fi
	if "$pa" record -q -e cycles -o "$dir/try" true > /dev/null 2>&1; then
		skip "an event that is not there" "this machine has a PMU"
	else
		refused "an event that is not there" 1 'event cycles: .* no PMU' -e cycles --keep true
	fi
}

# ---- privilege ----

# unprivileged NAME ARGS...: as nobody, in a directory of nobody's
unprivileged()
{
	unprivileged_name=$1
	shift
	(cd "$dir/nobody" && setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all \
		"$dir/pa" record -o none "$@" -- true > "$dir/out" 2> "$dir/err")
	value "$unprivileged_name: status" $? 1
	expect "$unprivileged_name" "$dir/err" 'CAP_BPF|CAP_PERFMON'
	value "$unprivileged_name: nothing is left" "$(find "$dir/nobody" -type f | wc -l)" 0
}

check_privilege()
{
	if ! command -v setpriv > /dev/null; then
		skip "without privilege" "setpriv is not installed"
		return
	fi
	chmod 755 "$dir"
	cp "$pa" "$dir/pa"
	cp "$own" "$dir/own.o"
	mkdir "$dir/nobody"
	chown 65534:65534 "$dir/nobody"
	unprivileged "without privilege, --keep" --keep true
	unprivileged "without privilege, --overflow" --overflow "$dir/own.o:chain"
	unprivileged "without privilege, --count-by" --count-by comm
}

check_expressions
check_fields
check_programs
check_events
check_privilege
nothing_left overflow_refused
finish
