#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What commands that read a recording say of the files that they are given: missing ones, and an output that is
# the recording itself; and of options that do not go together.
set -u
. tests/lib.sh

need_file "recording files: perf-augment is built" "$BUILD/perf-augment"
aug=$(realpath "$BUILD/perf-augment")
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cp tests/fuzz/seeds/report/chains "$tmp/file"
mkdir "$tmp/dir" "$tmp/empty"
"$aug" convert -q --directory "$tmp/file" "$tmp/dir" 2> "$tmp/err" || fail "recording files: a directory" "$tmp/err"
ln -s file "$tmp/link"
cp "$tmp/file" "$tmp/file.was"
cp "$tmp/dir/data" "$tmp/data.was"
cd "$tmp" || exit 1

# refused STATUS PATTERN COMMAND...: it ends so, says so, and the recordings stay
refused()
{
	wanted=$1
	pattern=$2
	shift 2
	"$aug" "$@" > out 2> err
	equal "$*: status" "$wanted" $?
	expect "$*: it says why" err "$pattern"
	if cmp -s file file.was && cmp -s dir/data data.was && [ -z "$(find . -name '*.old')" ]; then
		pass "$*: nothing is overwritten"
	else
		fail "$*: nothing is overwritten"
		cp file.was file
		cp data.was dir/data
		rm -f file.old dir/data.old
	fi
}

itself="is the recording that is read, and would be overwritten"
refused 1 "^perf-augment: file: $itself" report file --flamegraph file
refused 1 "^perf-augment: \./file: $itself" report -i file -o ./file
refused 1 "^perf-augment: link: $itself" report --forwarded file -o link
refused 1 "^perf-augment: dir/data: $itself" report dir --flamegraph dir/data
refused 1 "^perf-augment: file: $itself" annotate -i file p1 -o file
refused 1 "^perf-augment: file: $itself" annotate file p1 --html file
refused 1 "^perf-augment: file: $itself" dump file -o file
refused 1 "^perf-augment: file: $itself" progs file -o file
"$aug" dump - -o "$tmp/file" < file > out 2> err
equal "dump of standard input to it: status" 1 $?
"$aug" report file -o /dev/null --flamegraph dir/graph 2> err
equal "other files are written: status" 0 $?

missing="^perf-augment: /nonexistent: No such file or directory"
refused 1 "$missing" report file --kallsyms /nonexistent
refused 1 "$missing" report file -k /nonexistent
refused 1 "$missing" annotate file p1 --kallsyms /nonexistent
refused 1 "$missing" annotate --name nonesuch --kallsyms /nonexistent
refused 1 "^perf-augment: dir: Is a directory" report file --kallsyms dir

refused 1 "^perf-augment: empty: there is no recording in this directory: no file \"data\"" report empty
refused 1 "^perf-augment: empty: there is no recording in this directory" progs empty
refused 1 "^perf-augment: empty: there is no recording in this directory" dump empty
refused 1 "^perf-augment: dir/typo.data: there is no such file, and no perf.data" annotate dir/typo.data
refused 1 "^perf-augment: perf.data: cannot be read: No such file" annotate -s dir/typo.data
refused 1 "^perf-augment: none: cannot be read: No such file" annotate none p1
refused 2 "^perf-augment: -o: an empty name is no file" record -o "" true

refused 2 "^perf-augment: --json and --folded exclude each other" report -j --folded file
refused 2 "^perf-augment: --json and --folded exclude each other" report --folded -j file
refused 2 "^perf-augment: --percent-limit does not go with --folded" report --folded --percent-limit 5 file
refused 2 "^perf-augment: --percent-limit does not go with --json" report --percent-limit 5 -j file
refused 2 "^perf-augment: --call-graph does not go with --folded" report --folded -g none file
refused 2 "^perf-augment: --sort does not go with --folded" report -s dso --folded file
refused 2 "^perf-augment: --switch-max-files says how many .* --switch-output" record --switch-max-files 3 -o out true
"$aug" report -j -g none -s dso -n file > out 2> err
equal "JSON with what it has a place for: status" 0 $?

# "-" is standard output, of all that write text.
for command in "report file" "dump file" "progs file" "report --folded file"; do
	# shellcheck disable=SC2086
	"$aug" $command > wanted 2> err
	# shellcheck disable=SC2086
	"$aug" $command -o - > out 2> err
	same "$command -o -: as without it" wanted out
done
equal "-o -: no file of that name" "" "$(find . -name '-*')"
refused 2 "^perf-augment: --flamegraph: '-' is no file" report file --flamegraph -

finish
