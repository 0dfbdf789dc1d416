#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The sources are as `make format` leaves them, by the clang-format of Debian 12: others have ideas of their own.
set -u
. tests/lib.sh

need_cmd "format" clang-format-14
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

find tools bpf-progs include tests -name '*.[ch]' -exec clang-format-14 --dry-run {} + 2> "$tmp/log"
grep -h 'clang-format-violations' "$tmp/log" > "$tmp/violations"
if [ -s "$tmp/violations" ]; then
	fail "sources are as make format leaves them" "$tmp/violations"
else
	pass "sources are as make format leaves them"
fi
finish
