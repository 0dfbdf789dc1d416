#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh TEST... - runs test programs and scripts that print TAP lines, and counts them.
#
# "ok", "not ok" and "# SKIP" lines are the tests. A program that ends badly without a "not ok", or
# that prints no test at all, is a failure of its own. SCRIPT:ARG runs SCRIPT with one argument.
# The last line is "N passed, N failed, N skipped", after the names of what failed; with
# TEST_COUNTS=FILE the three numbers are added to FILE instead and the names to FILE.failed.
set -u
# Under sudo the tools would write as who called it, who may not write into root's own directories.
unset SUDO_UID SUDO_GID SUDO_USER
build=${BUILD:-build}
logs=$build/test-logs
mkdir -p "$logs"
failures=${TEST_COUNTS:-$logs/run}.failed
[ -n "${TEST_COUNTS:-}" ] || : >"$failures"
passed=0 failed=0 skipped=0

run_one() {
	case $1 in
	*.sh:*) sh "${1%%:*}" "${1#*:}" ;;
	*.sh) sh "$1" ;;
	*) "$1" ;;
	esac
}

for test in "$@"; do
	log=$logs/$(printf '%s' "${test#"$build"/}" | tr '/:' '__').log
	CMOCKA_MESSAGE_OUTPUT=TAP run_one "$test" >"$log" 2>&1 </dev/null
	status=$?
	s=$(grep -cE '^(not )?ok\b.*# SKIP' "$log")
	f=$(grep -E '^not ok\b' "$log" | grep -cv '# SKIP')
	p=$(grep -E '^ok\b' "$log" | grep -cv '# SKIP')
	if [ "$f" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((p + s)) -eq 0 ]; }; then
		f=1
		echo "not ok - $test ended with status $status" >>"$log"
	fi
	printf '%-44s %3d passed, %d failed, %d skipped\n' "${test#"$build"/}" "$p" "$f" "$s"
	grep -E '^(not )?ok\b.*# SKIP' "$log" | sed 's/^/    /'
	if [ "$f" -ne 0 ]; then
		echo "    --- from $log:"
		grep -E -A 30 '^not ok\b|ERROR: |runtime error: ' "$log" | grep -v '^ok' | head -n 200 |
			sed 's/^/    /'
		grep -E '^not ok\b' "$log" | grep -v '# SKIP' | sed "s|^not ok[ 0-9-]*|  ${test#"$build"/}: |" >>"$failures"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done

if [ -n "${TEST_COUNTS:-}" ]; then
	echo "$passed $failed $skipped" >>"$TEST_COUNTS"
else
	cat "$failures"
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" -eq 0 ]
