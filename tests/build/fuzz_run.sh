#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# tests/fuzz/run.sh: with FUZZ_SEED a target begins with the seeds alone, without it with what this machine
# found before; what it finds is kept either way. The target here is a script that lists what it is given.
. tests/lib.sh

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

BUILD=$tmp/build
export BUILD
given=$tmp/given
kept=$BUILD/fuzz-corpus/config
mkdir -p "$BUILD/tests/fuzz" "$kept"
echo old >"$kept/old"
cat >"$BUILD/tests/fuzz/fuzz_config" <<END
#!/bin/sh
for arg do
	case \$arg in
	-seed=*) echo "\$arg" ;;
	-*) ;;
	*)
		find "\$arg" -type f -printf '%f\n'
		[ -n "\$found" ] || echo new >"\$arg/found\$FUZZ_SEED"
		found=1
		;;
	esac
done >'$given'
echo 'Done 7 runs in 1 second(s)' >&2
END
chmod +x "$BUILD/tests/fuzz/fuzz_config"
seeds=$(find tests/fuzz/seeds/config -type f -printf '%f\n' | sort)

FUZZ_SEED=1 sh tests/fuzz/run.sh config >"$tmp/out"
expect "fuzz run: says how many" "$tmp/out" '^ok - fuzz config: 7 runs$'
[ "$(sort "$given")" = "$(printf '%s\n' "$seeds" -seed=1 | sort)" ] &&
	pass "fuzz run: with FUZZ_SEED from the seeds alone" ||
	fail "fuzz run: with FUZZ_SEED from the seeds alone" "$given"
[ "$(ls "$kept")" = "$(printf 'found1\nold')" ] && [ "$(ls "$BUILD/fuzz-corpus")" = "$(printf 'config\nconfig.log')" ] &&
	pass "fuzz run: what it finds is kept" || fail "fuzz run: what it finds is kept"
FUZZ_SEED=1 sh tests/fuzz/run.sh config >"$tmp/out"
[ "$(sort "$given")" = "$(printf '%s\n' "$seeds" -seed=1 | sort)" ] &&
	pass "fuzz run: the same once more" || fail "fuzz run: the same once more" "$given"

FUZZ_SEED='' sh tests/fuzz/run.sh config >"$tmp/out"
[ "$(sort "$given")" = "$(printf '%s\n' "$seeds" old found1 -seed=0 | sort)" ] &&
	pass "fuzz run: without FUZZ_SEED from what was found too" ||
	fail "fuzz run: without FUZZ_SEED from what was found too" "$given"

echo 'exit 1' >>"$BUILD/tests/fuzz/fuzz_config"
FUZZ_SEED=2 sh tests/fuzz/run.sh config >"$tmp/out" && fail "fuzz run: a crash is a failure" "$tmp/out" ||
	pass "fuzz run: a crash is a failure"
[ -e "$kept/found2" ] && pass "fuzz run: what was found before a crash is kept" ||
	fail "fuzz run: what was found before a crash is kept"
finish
