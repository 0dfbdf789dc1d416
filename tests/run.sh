#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh TEST... - runs test programs and scripts that print TAP lines, and counts them.
#
# "ok", "not ok" and "# SKIP" lines are the tests. A program that ends badly without a "not ok", or
# that prints no test at all, is a failure of its own. SCRIPT:ARG runs SCRIPT with one argument.
# The last line is "N passed, N failed, N skipped", after the names of what failed; with
# TEST_COUNTS=FILE the three numbers are added to FILE instead and the names to FILE.failed.
#
# TEST_AGAIN=1: a test that fails is run once more, alone, and that run counts; what passed only then is
# printed, and its checks that failed at first go to FILE.unstable, as do those that a test says it has run
# twice itself ("# passed when run again: CHECK").
#
# TEST_JOBS=N runs N tests at a time, each by a run.sh of its own.
set -u
# Under sudo the tools would write as who called it, who may not write into root's own directories.
unset SUDO_UID SUDO_GID SUDO_USER
build=${BUILD:-build}
logs=$build/test-logs
mkdir -p "$logs"
failures=${TEST_COUNTS:-$logs/run}.failed
unstable=${TEST_COUNTS:-$logs/run}.unstable
[ -n "${TEST_COUNTS:-}" ] || : | tee "$failures" >"$unstable"
passed=0 failed=0 skipped=0

run_one() {
	case $1 in
	*.sh:*) sh "${1%%:*}" "${1#*:}" ;;
	*.sh) sh "$1" ;;
	*) "$1" ;;
	esac
}

# count TEST LOG: runs it; sets p, f and s, how many checks passed, failed and were skipped
count() {
	CMOCKA_MESSAGE_OUTPUT=TAP run_one "$1" >"$2" 2>&1 </dev/null
	status=$?
	s=$(grep -acE '^(not )?ok\b.*# SKIP' "$2")
	f=$(grep -aE '^not ok\b' "$2" | grep -acv '# SKIP')
	p=$(grep -aE '^ok\b' "$2" | grep -acv '# SKIP')
	if [ "$f" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((p + s)) -eq 0 ]; }; then
		f=1
		echo "not ok - $1 ended with status $status" >>"$2"
	fi
}

# failed_checks TEST LOG: their names, a line each
failed_checks() {
	grep -aE '^not ok\b' "$2" | grep -av '# SKIP' | sed "s|^not ok[ 0-9-]*|  ${1#"$build"/}: |"
}

# print_failed LOG: what explains it
print_failed() {
	echo "    --- from $1:"
	grep -aE -A 30 '^not ok\b|ERROR: |runtime error: ' "$1" | grep -av '^ok' | head -n 200 | sed 's/^/    /'
}

if [ "${TEST_JOBS:-1}" -gt 1 ]; then
	side=$logs/run.side.$$
	trap 'rm -f "$side" "$side.failed" "$side.unstable"' EXIT
	: | tee "$side" "$side.failed" >"$side.unstable"
	printf '%s\n' "$@" | xargs -P "$TEST_JOBS" -n 1 env TEST_COUNTS="$side" TEST_JOBS=1 "$0"
	while read -r p f s; do
		passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	done <"$side"
	cat "$side.failed" >>"$failures"
	cat "$side.unstable" >>"$unstable"
	if [ "$(wc -l <"$side")" -ne $# ]; then
		failed=$((failed + 1))
		echo "  run.sh: of $# tests $(wc -l <"$side") have ended" >>"$failures"
	fi
	set --
fi
for test in "$@"; do
	log=$logs/$(printf '%s' "${test#"$build"/}" | tr '/:' '__').log
	count "$test" "$log"
	if [ "$f" -ne 0 ] && [ "${TEST_AGAIN:-0}" = 1 ]; then
		mv "$log" "$log.first"
		printf '%-44s %3d passed, %d failed, %d skipped: once more\n' "${test#"$build"/}" "$p" "$f" "$s"
		print_failed "$log.first"
		count "$test" "$log"
		[ "$f" -ne 0 ] || failed_checks "$test" "$log.first" >>"$unstable"
	fi
	printf '%-44s %3d passed, %d failed, %d skipped\n' "${test#"$build"/}" "$p" "$f" "$s"
	grep -aE '^(not )?ok\b.*# SKIP' "$log" | sed 's/^/    /'
	sed -n "s|^# passed when run again: *|  ${test#"$build"/}: |p" "$log" >>"$unstable"
	if [ "$f" -ne 0 ]; then
		print_failed "$log"
		failed_checks "$test" "$log" >>"$failures"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done

if [ -n "${TEST_COUNTS:-}" ]; then
	echo "$passed $failed $skipped" >>"$TEST_COUNTS"
else
	cat "$failures"
	sed 's/$/ (passed when run again)/' "$unstable"
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" -eq 0 ]
