#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Recordings of programs whose names, functions, files, source lines and control groups have terminal escapes
# and line ends in them, through everything that shows a recording: none comes out raw.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/live/hostile.inc
live=$BUILD/tests/live

mkdir "$dir/spin" "$dir/load"
spin=$dir/spin/$comm # its name is its comm
spoil "$live/unwind_work" "$spin" unwind_leaf unwind_compare unwind_sort unwind_deep unwind_signalled unwind_work.c
load=$dir/load/$comm
cp "$live/perfdata_load" "$load"
spoil "$live/perfdata_work.bpf.o" "$dir/work.o" perfdata_work.bpf.c "result = perfdata" "static __noinline" \
	"	for (i = 0; i" "		x = perfdata"

# The group's name has no line ends.
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/$(printf %s "$evil" | tr -d '\n')
in_group=
if mkdir "$group" 2> /dev/null; then
	in_group='echo 0 > "$group/cgroup.procs";'
else
	skip "hostile names: of control groups" "none can be made here"
fi
export group spin load dir
# What is recorded: all of it, for half a second each
cat > "$dir/run" <<- END
	#!/bin/sh
	$in_group
	"\$spin" 400
	"\$load" "\$dir/work.o" perfdata_busy 400
END
chmod 755 "$dir/run"

# record NAME OPTION...: its messages
record()
{
	both "record $1" "$pa" record "$@" "$dir/run"
}

record -v -a -g -e cpu-clock,task:task_rename -F 1000 -o "$dir/perf.data" --
mv "$dir/messages" "$dir/first_messages"
record -q -a --call-graph dwarf -e cpu-clock -F 500 --threads -o "$dir/perf.dir" --
[ -z "$in_group" ] || record -v -G "$group" -e cpu-clock -o "$dir/group.data" -a --
# As `keep` and `drop` are told at the end
record -v -a -e cpu-clock -o "$dir/keep.data" --keep "comm == \"$comm\" || dso == \"$spin\"" --
record -v -a -e cpu-clock -F 1000 -o "$dir/own.data" --overflow "$live/overflow_own.bpf.o:chain" --
"$pa" convert -q "$dir/perf.data" - > "$dir/pipe.data"
both "convert" "$pa" convert "$dir/perf.data" "$dir/$evil.data"

for data in perf.data perf.dir pipe.data; do
	each "report -i $dir/$data" <<- END
		-s comm
	END
	each "dump" "$dir/$data" <<- END
		--only COMM,MMAP2,CGROUP
	END
	each "annotate" "$dir/$data" <<- END
		-l
	END
	each "progs" "$dir/$data" <<- END
		-f
	END
done
each report -i "$dir/perf.data" <<- END
	-s comm,dso,sym
	-s sym,srcline
	-s srcfile
	-s pid,tid,cpu,comm,prog -n
	-g caller
	-g callee --no-children
	-g none
	--json
	--folded
END
if [ -n "$in_group" ]; then
	each report -i "$dir/perf.data" <<- END
		-s cgroup
		-s cgroup --json
	END
fi
"$pa" report --flamegraph "$dir/flame.svg" -i "$dir/perf.data" > "$dir/out" 2> "$dir/messages"
written "report --flamegraph" "$dir/flame.svg"
each report -i "$dir/own.data" <<- END
	--forwarded
	--forwarded --json
END
each dump "$dir/perf.data" <<- END
	--json
	--raw
	--only HEADER
	*--only SAMPLE,FORK,EXIT,BPF_EVENT,KSYMBOL
END
each progs "$dir/perf.data" <<- END
	--json
END
each annotate "$dir/perf.data" <<- END
	--json
	-x -l
	-M intel --asm-raw
END
"$pa" annotate --html "$dir/page.html" "$dir/perf.data" > "$dir/out" 2> "$dir/messages"
written "annotate --html" "$dir/page.html"

# Counted by what names are in; its maps are read meanwhile
for by in comm dso,symbol stack cgroup; do
	record -q -a -F 1000 -e cpu-clock -o "$dir/count.data" --count-by $by --folded "$dir/folded" --json "$dir/json" \
		--flamegraph "$dir/flame.svg" --
	# Nothing but the JSON has control groups.
	[ $by = cgroup ] || written "record --count-by $by: folded" "$dir/folded"
	[ $by = cgroup ] || written "record --count-by $by: flame graph" "$dir/flame.svg"
	if [ $by != cgroup ] || [ -n "$in_group" ]; then
		written "record --count-by $by: JSON" "$dir/json"
	fi
done
"$pa" record -q -a -F 1000 -e cpu-clock -o "$dir/count.data" --count-by comm,ip -- \
	sh -c 'until [ -e "$dir/stop" ]; do "$spin" 100; done' > "$dir/out" 2>&1 &
recorder=$! started="$started $!"
# Others may have such a map, and the kernel keeps those of recordings that have ended for a moment.
counted()
{
	for id in $("$pa" dump-map | awk '$3 == "counted" { print $1 }'); do
		if grep -qs "^map_id:[[:space:]]*$id\$" "/proc/$recorder/fdinfo/"*; then
			"$pa" dump-map id "$id" | grep -aqE "$escaped"
			return
		fi
	done
	return 1
}
wait_until 30 counted
each "dump-map id $id" <<- END
	--json
	--jsonl
	--csv
	--table
	--pretty
	*--top 3 --sort key.comm
	--watch=0.1 --watch-count 2
	--watch=0.1 --watch-count 2 --json
	--watch=0.1 --watch-count 2 --delta
END
touch "$dir/stop"
wait "$recorder"
[ -z "$in_group" ] || rmdir "$group"
finish
