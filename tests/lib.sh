# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What the shell tests share. Source it from the repository's root. A test prints one line per
# check - `ok - NAME`, `not ok - NAME` or `ok - NAME # SKIP REASON` - and what explains it on lines
# that begin with `# `. `finish` ends it: 0 when nothing failed, 1 otherwise.

BUILD=${BUILD:-build}
tests_failed=0

# pass NAME
pass()
{
	echo "ok - $1"
}

# fail NAME [FILE]: FILE holds what explains it; the last 20 lines of it are shown, each in part
fail()
{
	tests_failed=1
	echo "not ok - $1"
	if [ -n "${2:-}" ] && [ -s "$2" ]; then
		tail -n 20 "$2" | cut -c 1-400 | sed 's/^/# /'
	fi
}

# skip NAME REASON
skip()
{
	echo "ok - $1 # SKIP $2"
}

finish()
{
	exit "$tests_failed"
}

# expect NAME FILE PATTERN: passes when a line of FILE matches the extended regular expression
expect()
{
	if grep -aEq -- "$3" "$2"; then
		pass "$1"
	else
		fail "$1" "$2"
		echo "# expected a line like: $3"
	fi
}

# refuse NAME FILE PATTERN: passes when no line of FILE matches
refuse()
{
	if grep -aEq -- "$3" "$2"; then
		fail "$1" "$2"
		echo "# expected no line like: $3"
	else
		pass "$1"
	fi
}

# equal NAME WANTED GOT: of texts
equal()
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1"
		echo "# wanted '$2', got '$3'"
	fi
}

# same NAME WANTED GOT: passes when both files have the same bytes, and some
same()
{
	if [ -s "$2" ] && cmp -s "$2" "$3"; then
		pass "$1"
		return
	fi
	fail "$1"
	diff -a "$2" "$3" | head -n 20 | cut -c 1-300 | sed 's/^/# /'
	echo "# $(wc -l < "$2") lines wanted (<), $(wc -l < "$3") got (>)"
}

# need_root NAME: ends the test as skipped unless it runs as root
need_root()
{
	[ "$(id -u)" = 0 ] && return
	skip "$1" "needs root"
	finish
}

# need_cmd NAME COMMAND...: ends the test as skipped when a command is not installed
need_cmd()
{
	need_name=$1
	shift
	for need in "$@"; do
		command -v "$need" > /dev/null && continue
		skip "$need_name" "$need is not installed"
		finish
	done
}

# need_file NAME FILE: ends the test as failed when a file that `make` makes is not there
need_file()
{
	[ -e "$2" ] && return
	fail "$1"
	echo "# $2 is not there: run make first"
	finish
}

# The clang versions that objects are tested with, "14 16 19"; clang_or_skip NAME VERSION says
# whether that one is here, and skips if not.
CLANG_VERSIONS=${CLANG_VERSIONS:-14 16 19}
clang_or_skip()
{
	command -v "clang-$2" > /dev/null && return
	skip "$1" "clang-$2 is not installed"
	return 1
}
