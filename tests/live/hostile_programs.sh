#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# BPF programs and maps whose holders, source lines, values and types have terminal escapes in their names, and
# objects in which nearly everything has, through all that shows them: none comes out raw.
. tests/lib.sh
. tests/live/trace_common.inc
. tests/live/hostile.inc
live=$BUILD/tests/live

mkdir "$dir/load" "$dir/maps"
load=$dir/load/$comm # its name is its comm
cp "$live/perfdata_load" "$load"
spoil "$live/dump_maps" "$dir/maps/$comm" "proc one"
spoil "$live/perfdata_work.bpf.o" "$dir/work.o" perfdata_work.bpf.c "result = perfdata" "static __noinline" \
	"	for (i = 0; i" "		x = perfdata"
spoil "$live/overflow_own.bpf.o" "$dir/own.o" one_in_ten overflow_stats IN_KERNEL user_stack own_stacks perf_event
spoil "$live/dump_maps.bpf.o" "$dir/maps.o" STATE_RUNNING zoo_key start_ns negative
if [ -e "$BUILD/tests/objects/legacy.o" ]; then
	cp "$BUILD/tests/objects/legacy.o" "$dir/legacy"
else
	"$pa" build tests/objects/legacy_augmenter.c -o "$dir/legacy" -- -DBPF_MAP_LEGACY -D__NR_CPUS__=2 2> "$dir/messages"
fi
spoil "$dir/legacy" "$dir/legacy.o" syscalls

### programs

# live FILE OPTION...: progs --live in the background, until it has seen one of ours come
followers=
live()
{
	live_file=$1
	shift
	"$pa" progs --live -o "$dir/$live_file" "$@" 2> "$dir/$live_file.messages" &
	followers="$followers $!" started="$started $!"
}
# The first lets the others be seen.
live live.none --capture none
live live.text
live live.json --json
comes()
{
	"$load" "$dir/work.o" perfdata_busy 1 > "$dir/out" 2>&1
	grep -qaE "$2" "$dir/$1"
}
# Who has gone has no name, without a capture.
wait_until 10 comes live.none perfdata_busy
wait_until 10 comes live.text 'perfdata_busy.*33'
wait_until 10 comes live.json 'perfdata_busy.*33'
for follower in $followers; do
	stop "$follower"
done
written "progs --live" "$dir/live.text" "$dir/live.text.messages"
written "progs --live --json" "$dir/live.json" "$dir/live.json.messages"
tame "progs --live --capture none" "$dir/live.none" "$dir/live.none.messages"

mkfifo "$dir/hold"
"$load" "$dir/work.o" perfdata_busy 600000 > "$dir/id" 2>&1 &
spinner=$! started="$started $!"
wait_until 20 test -s "$dir/id"
kill -STOP "$spinner"
id=$(cat "$dir/id")
each progs <<- END
	--loaded
	--loaded --json
END
each "annotate --id $id" <<- END
	-l
	*--no-source
	-M intel --asm-raw
	-x -l
	--json
	-x --json
END
"$pa" annotate --id "$id" --html "$dir/page.html" > "$dir/out" 2> "$dir/messages"
written "annotate --id --html" "$dir/page.html"
kill -KILL "$spinner"
wait "$spinner" 2> /dev/null

### maps

"$dir/maps/$comm" "$live/dump_maps.bpf.o" < "$dir/hold" > "$dir/ready" 2>&1 &
helper=$! started="$started $!"
exec 9> "$dir/hold"
wait_until 60 grep -qs ready "$dir/ready"
each dump-map <<- END
	--json
	--jsonl
	--color=never
END
# Others may have maps of this name.
"$pa" dump-map > "$dir/list" 2> "$dir/messages"
id=$(awk -v pid="($helper)" 'index($0, pid) && $3 == "dmt_hash" { print $1; exit }' "$dir/list")
[ "$id" ] || fail "hostile names: there is a map of ours" "$dir/list"
each "dump-map id $id" <<- END
	--json
	--jsonl
	--csv
	--table
	*--raw
	--pretty
	--hex
	--sort value.comm
	--select value.comm
	--sort key --reverse --top 1 --no-zero --ns
	*--count
	--watch=0.1 --watch-count 2
	--watch=0.1 --watch-count 2 --json
	--btf $dir/maps.o
	--btf $dir/maps.o --json
	--btf $dir/maps.o --csv
	--btf $dir/maps.o --table
	--btf $dir/maps.o --pretty
END
"$pa" dump-map id "$id" --btf "$dir/maps.o" --json > "$dir/saved" 2> "$dir/messages"
sed 's/1500000000/1/' "$dir/saved" > "$dir/changed"
sed 's/"mac"/"m\\u001b[2J\\u009b\\n"/; s/"x"/"\\u001b[2J\\u009b\\n"/' "$dir/saved" > "$dir/named"
each "dump-map id $id" <<- END
	--btf $dir/maps.o --diff $dir/changed
	--btf $dir/maps.o --diff $dir/named
END
exec 9>&-
wait "$helper"

### objects

for object in own.o maps.o legacy.o; do
	each check "$dir/$object" <<- END
		--json
		--no-load
		--json --no-load
	END
	each trace -e "$dir/$object" -- true <<- END
		*-v
	END
done
each "record -a -e cpu-clock -o $dir/perf.data" -- true <<- END
	*--overflow $dir/own.o
	*--overflow $dir/maps.o
END
each "build --upgrade" "$dir/legacy.o" <<- END
	*-v -o $dir/new.o
END
finish
