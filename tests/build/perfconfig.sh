#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# perfconfig.sample makes no perf command fail, neither as it is nor with every example taken out of
# its comment, and holds every key that perf 6.1 has for these two sections.
set -u
. tests/lib.sh

need_cmd "perfconfig.sample" perf
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

sed 's/^#\([a-z][a-z_-]* = \)/\1/' perfconfig.sample > "$tmp/all"
cp perfconfig.sample "$tmp/none"

for file in none all; do
	if PERF_CONFIG=$tmp/$file perf version > "$tmp/log" 2>&1; then
		pass "perf runs with $file of the keys"
	else
		fail "perf runs with $file of the keys" "$tmp/log"
	fi
	PERF_CONFIG=$tmp/$file perf config -l > "$tmp/keys.$file" 2> "$tmp/log"
	refuse "no complaint about $file of the keys" "$tmp/log" .
done

refuse "all keys are commented out" "$tmp/keys.none" .
for key in trace.add_events trace.args_alignment trace.no_inherit trace.show_arg_names \
	trace.show_duration trace.show_prefix trace.show_timestamp trace.show_zeros \
	trace.tracepoint_beautifiers llvm.clang-path llvm.clang-bpf-cmd-template llvm.clang-opt \
	llvm.kbuild-dir llvm.kbuild-opts llvm.dump-obj llvm.opts; do
	expect "$key" "$tmp/keys.all" "^$key="
done
if [ "$(wc -l < "$tmp/keys.all")" = 16 ]; then
	pass "no other key"
else
	fail "no other key" "$tmp/keys.all"
fi
finish
