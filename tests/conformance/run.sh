#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# run.sh [PATTERN] - how much of strace's text is ours, over tests/conformance/commands (those that
# PATTERN, a grep expression, matches): the share of each, of all, and which calls differ most. What is
# not installed is left out, by name. `make conformance` runs it; root, a few minutes.
set -u
# Under sudo the tools would write as who called it, who may not write into root's own directories.
unset SUDO_UID SUDO_GID SUDO_USER
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${BUILD:-build}")
export BUILD
here=$PWD/tests/conformance
for cmd in strace python3; do
	command -v $cmd > /dev/null && continue
	echo "conformance: $cmd is not installed: scripts/install-deps test" >&2
	exit 1
done
[ "$(id -u)" -eq 0 ] || {
	echo "conformance: tracing needs root" >&2
	exit 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
file=$scratch/file tree=$scratch/tree
export file tree
seq 1 2000 | sed 's/$/ a line of text/' > "$file"
mkdir -p "$tree/sub/deep" "$tree/logs"
printf 'int twice(int n);\nint main(void) { return twice(0); }\n' > "$tree/prog.c"
printf 'int twice(int n) { return 2 * n; }\n' > "$tree/sub/twice.c"
sed -i 's/^int twice(int n);/static int twice(int n) { return 2 * n; }/' "$tree/prog.c"
cp "$file" "$tree/sub/deep/text"
# shellcheck disable=SC2016 # for make
printf 'all: $(OUT)/a.o $(OUT)/b.o\n$(OUT)/a.o: prog.c\n\tgcc -c -o $@ $<\n$(OUT)/b.o: sub/twice.c\n\tgcc -c -o $@ $<\n' > "$tree/Makefile.test"
printf 'error_log stderr; worker_processes 2; events {} http { access_log off; server { listen 127.0.0.1:18767; root %s; } }\n' \
	"$tree" > "$tree/nginx.conf"

results=$scratch/results
: > "$results"
tab=$(printf '\t')
grep -v '^#' "$here/commands" | grep -e "${1:-.}" > "$scratch/commands"
while IFS="$tab" read -r needs command; do
	missing=
	for need in $(echo "$needs" | tr , ' '); do
		command -v "$need" > /dev/null || missing="$missing $need"
	done
	if [ -n "$missing" ]; then
		echo "skipped, not installed (scripts/install-deps conformance):$missing: $command"
		continue
	fi
	option=
	case $command in
	-*)
		option="-O ${command%% *}"
		command=${command#* }
		;;
	esac
	mkdir "$scratch/work"
	# shellcheck disable=SC2086 # two words or none
	(cd "$scratch/work" && "$here/strace_diff" $option -m "$results" sh -c "exec $command" < /dev/null) |
		cut -c 1-150
	rm -rf "$scratch/work"
done < "$scratch/commands"

awk -F '\t' '
	$1 == "command" { n++; equal += $3; all += $4; if ($2 < 95) below++ }
	$1 == "call" { differ[$2] += $3 }
	END {
		printf "\n%.2f %% of %d lines of %d commands are equal; %d commands are below 95 %%\n",
			100 * equal / (all ? all : 1), all, n, below
		print "lines that differ, by call:"
		for (call in differ)
			printf "  %6d %s\n", differ[call], call | "sort -rn"
	}' "$results"
