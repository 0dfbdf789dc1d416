#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each live test, each of faults and each of vm runs in the virtual machines of `make check-vm`, or
# docs/TESTING.md says why it does not.
. tests/lib.sh

without=$(sed -n '/^Not in .tests.vm.suite./,/^$/p' docs/TESTING.md)
# What is no test in tests/vm makes the machines.
for test in tests/live/*.sh tests/faults/*.sh $(grep -l '^\. tests/lib\.sh' tests/vm/*.sh); do
	if grep -qx "$test" tests/vm/suite; then
		pass "vm suite: $test is in it"
	else
		case $without in
		*"\`${test##*/}\`"*) pass "vm suite: why $test is not in it" ;;
		*) fail "vm suite: $test is neither in it nor in docs/TESTING.md" ;;
		esac
	fi
done
# shellcheck disable=SC2013 # words
for test in $(grep '^tests/' tests/vm/suite); do
	[ -e "$test" ] || fail "vm suite: $test is there"
done
finish
