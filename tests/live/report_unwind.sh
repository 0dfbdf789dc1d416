#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# record --call-graph dwarf, and report of what it and stock perf record so: callers in user space as
# perf script unwinds them, in code without frame pointers.
. tests/lib.sh

need_root "unwind: stacks"
need_cmd "unwind: stacks" perf python3
need_file "unwind: perf-augment is built" "$BUILD/perf-augment"
need_file "unwind: its program is built" "$BUILD/tests/live/unwind_work"
[ "$(uname -m)" = x86_64 ] || {
	skip "unwind: stacks" "record copies registers on x86-64 only"
	finish
}
aug=$(realpath "$BUILD/perf-augment")
work=$(realpath "$BUILD/tests/live/unwind_work")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# Of stacks that end in the leaf, the program's functions: "main;unwind_deep;...;unwind_leaf COUNT".
# In the handler of a signal perf has no name for the frame of the kernel's.
cat > stacks.py << 'END'
import collections, sys
counts, stack = collections.Counter(), []

def end(stack, count):
    if stack and stack[-1].startswith('unwind_leaf'):
        counts[';'.join(f for f in stack if f.startswith(('unwind_', 'main', 'raise')))] += count

for line in sys.stdin:
    line = line.rstrip('\n')
    if sys.argv[1] == 'folded':
        frames, period = line.rsplit(None, 1)
        end(frames.split(';')[1:], round(int(period) / 1001001))
    elif not line:
        end(stack, 1)
        stack = []
    elif line[0] in ' \t':
        stack.insert(0, line.split(None, 1)[1])
end(stack, 1)
for stack in sorted(counts):
    print(stack, counts[stack])
END

compare()
{
	perf script -i "$2" -F comm,ip,sym --no-inline 2> err | python3 stacks.py script > perf.stacks
	"$aug" report --folded "$2" 2> err | python3 stacks.py folded > ours.stacks
	if [ -s perf.stacks ] && cmp -s perf.stacks ours.stacks; then
		pass "unwind: $1: stacks as perf script has them"
	else
		diff perf.stacks ours.stacks > difference
		fail "unwind: $1: stacks as perf script has them" difference
	fi
	expect "unwind: $1: all the way through a library" ours.stacks \
		'^main;(unwind_deep;){11}unwind_sort;unwind_compare;unwind_leaf [0-9]+$'
	expect "unwind: $1: through a signal" ours.stacks '^main;unwind_signalled;raise;unwind_leaf [0-9]+$'
	refuse "unwind: $1: nothing is said to be missing" err 'cannot be unwound'
}

# perf 6.1 dies of its own recording if somebody else asked the kernel for build-ids meanwhile.
for try in 1 2 3 4 5; do
	perf record -q -B -e cpu-clock -F 999 --call-graph dwarf -o stock "$work" 400 > out 2> err
	perf script -i stock -F comm,ip,sym --no-inline > out 2> err && break
	echo "# recorded $try times"
done
compare "recorded by perf" stock
for form in file dir pipe; do
	set -- -q -e cpu-clock -F 999 --call-graph dwarf
	case $form in
	file) set -- "$@" -o file ;;
	dir) set -- "$@" --threads -o dir ;;
	pipe) set -- "$@" -o - ;;
	esac
	"$aug" record "$@" "$work" 400 > pipe.out 2> err
	[ $form != pipe ] || mv pipe.out pipe
	compare "recorded by ours, $form" $form
done
"$aug" record -q -e cpu-clock -F 999 -z --call-graph dwarf,512 -o short "$work" 400 > out 2> err
"$aug" report --folded short 2> err | python3 stacks.py folded > ours.stacks
expect "unwind: a short copy of the stack has the innermost callers" ours.stacks \
	'unwind_compare;unwind_leaf [0-9]+$'

# A shell whose place in the process the program takes: other files lie there then. (perf 6.1 often does
# not unwind through libraries in such a process.)
# shellcheck disable=SC2016 # for the other shell
"$aug" record -q -e cpu-clock -F 999 --call-graph dwarf -o exec \
	sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; exec "$0" 400' "$work" > out 2> err
"$aug" report --folded exec 2> err | python3 stacks.py folded > ours.stacks
expect "unwind: what was executed meanwhile is not taken for what was there before" ours.stacks \
	'^main;(unwind_deep;){11}unwind_sort;unwind_compare;unwind_leaf [0-9]+$'
"$aug" report --folded exec 2> err > folded
expect "unwind: nor the other way" folded '^sh;.*__libc_start_(call_)?main'

# The file is not there any more: what is missing is said.
cp "$work" ./gone
"$aug" record -q -e cpu-clock -F 999 --call-graph dwarf -o gone.data ./gone 300 > out 2> err
rm ./gone
rm -rf "$dir/.debug"
"$aug" report gone.data > out 2> err
expect "unwind: without the file callers are missing, and that is said" err \
	'[0-9]+ samples have copies of user stacks that cannot be unwound'
finish
