#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What `record` says and leaves behind when something is wrong: its options, its rights, the disk, the
# reader of a pipe, a kill.
. tests/lib.sh

need_root "record: errors"
need_cmd "record: errors" perf python3 prlimit setpriv unshare
need_file "record: perf-augment is built" "$BUILD/perf-augment"
aug=$(realpath "$BUILD/perf-augment")
load=$(realpath "$BUILD/tests/live/perfdata_load")
work=$(realpath "$BUILD/tests/live/perfdata_work.bpf.o")
dir=$(mktemp -d)
export TMPDIR="$dir" HOME="$dir"
trap 'rm -rf "$dir"' EXIT

# refused STATUS PATTERN OPTIONS...: it ends so, says so, and leaves no file
refused()
{
	status=$1
	pattern=$2
	shift 2
	(cd "$dir" && "$aug" record "$@") > "$dir/out" 2> "$dir/err"
	equal "record: status of: $*" "$?" "$status"
	expect "record: it says why: $*" "$dir/err" "$pattern"
	if [ -e "$dir/perf.data" ]; then
		fail "record: nothing is left behind: $*"
		rm -f "$dir/perf.data"
	fi
}

options()
{
	refused 2 "did you mean cpu-clock" -e cpu-clok true
	refused 2 "no tracepoint 'sched:nonesuch'|tracefs is not mounted" -e sched:nonesuch true
	refused 2 "not a multiple of its length" -e mem:0x1001/4:w true
	refused 2 "the } of the group is missing" -e '{cpu-clock,cs' true
	refused 2 "exclude each other" -F 99 -c 1000 true
	refused 2 "'x' is not a number of samples" -F x true
	refused 2 "is not a clock" -k sundial true
	refused 2 "neither|is not a number of pages" -m 12Q true
	refused 2 "is not signal, a size" --switch-output=soon true
	refused 2 "does not go with -p" -a -p $$
	refused 2 "what shall be recorded" -e cpu-clock
	refused 2 "'sideways' is not a list of kinds of branches|'any,sideways' is not" -j any,sideways true
	refused 2 "exclude each other" -b --call-graph lbr true
	refused 2 "counts have no branches" -b --count-by ip true
	refused 1 "no PMU keeps branches" -b -e cpu-clock true
	refused 1 "no PMU keeps branches" --call-graph lbr -e page-faults true
	refused 2 "is for files" --threads -o - true
	refused 2 "is not a list of CPUs" -C 1- true
	refused 1 "CPU 9999 is not online" -C 9999 true
	refused 127 "no such command" nonesuch-command
	refused 126 "Permission denied" /etc/passwd
	printf 'no program' > "$dir/text"
	chmod 755 "$dir/text"
	refused 126 "Exec format error" "$dir/text"
	printf '#!/nonesuch' > "$dir/script"
	chmod 755 "$dir/script"
	refused 127 "No such file" "$dir/script"
	refused 1 "there is no process" -p 4194303
	if ! "$aug" record -q -e cycles -o "$dir/pmu" true 2> "$dir/err"; then
		expect "record: without a PMU it says what works" "$dir/err" 'no PMU.*cpu-clock'
	else
		skip "record: without a PMU it says what works" "this machine has one"
	fi
	if "$aug" record -q -b -e cycles -o "$dir/pmu" true 2> "$dir/err"; then
		perf script -i "$dir/pmu" -F ip,brstack > "$dir/out" 2> "$dir/err"
		expect "record: -b: perf prints the branches" "$dir/out" '0x[0-9a-f]+/0x[0-9a-f]+/'
	else
		expect "record: without a PMU -b says what is missing" "$dir/err" 'no PMU keeps branches.*-e cycles'
	fi
	mkdir "$dir/other"
	echo precious > "$dir/other/file"
	"$aug" record -o "$dir/other" true > "$dir/out" 2> "$dir/err"
	equal "record: a directory with other things: status" "$?" 1
	equal "record: it is left alone" "$(cat "$dir/other/file")" precious
	echo precious > "$dir/kept"
	"$aug" record -o "$dir/kept" true > "$dir/out" 2> "$dir/err"
	equal "record: a file that is no recording: status" "$?" 1
	expect "record: it says why" "$dir/err" 'something else than a recording stands there'
	equal "record: it is left alone" "$(cat "$dir/kept")" precious
	equal "record: and no .old is made" "$(ls "$dir"/kept*)" "$dir/kept"
	mv "$dir/kept" "$dir/kept.old"
	printf 'PERFILE2 and so on' > "$dir/kept"
	"$aug" record -o "$dir/kept" true > "$dir/out" 2> "$dir/err"
	equal "record: a .old that is no recording: status" "$?" 1
	equal "record: it is left alone" "$(cat "$dir/kept.old")" precious
	rm "$dir/kept.old"
	"$aug" record -q -e cpu-clock -o "$dir/kept" true 2> "$dir/err"
	equal "record: a recording is kept as .old" "$(cat "$dir/kept.old")" "PERFILE2 and so on"
	"$aug" convert "$dir/kept" "$dir/other/file" > "$dir/out" 2> "$dir/err"
	equal "convert: over a file that is no recording: status" "$?" 1
	expect "convert: it says why" "$dir/err" 'something else than a recording stands there'
	equal "convert: it is left alone" "$(cat "$dir/other/file")" precious
	"$aug" convert -q "$dir/kept" "$dir/kept.old" 2> "$dir/err"
	equal "convert: over a recording: status" "$?" 0
	refuse "convert: it is replaced" "$dir/kept.old" 'and so on'
}

# Debian has kernels that with kernel.perf_event_paranoid at its 3 give no event to CAP_PERFMON, to stock perf neither.
needs_sys_admin()
{
	[ "$(cat /proc/sys/kernel/perf_event_paranoid)" -gt 2 ] &&
		! setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin perf stat -a -e cpu-clock true > "$dir/out" 2>&1
}

# As somebody who may do less: what can be recorded is, and what cannot is said.
less_rights()
{
	grep -qs . /proc/sys/kernel/perf_event_paranoid || return
	"$load" "$work" perfdata_busy 6000 > "$dir/out" &
	busy=$!
	for cap in syslog sys_admin; do
		if [ $cap = sys_admin ] && needs_sys_admin; then
			setpriv --bounding-set=-$cap --inh-caps=-$cap "$aug" record -a -e cpu-clock -o "$dir/less" true \
				> "$dir/out" 2> "$dir/err"
			equal "record: without CAP_$cap, to which this kernel gives no event: status" "$?" 1
			expect "record: and that is said" "$dir/err" 'perf_event_paranoid at [3-9] this kernel takes CAP_SYS_ADMIN'
			break
		fi
		setpriv --bounding-set=-$cap --inh-caps=-$cap "$aug" record -a -e cpu-clock -o "$dir/less" sleep 0.3 \
			> "$dir/out" 2> "$dir/err"
		equal "record: without CAP_$cap: status" "$?" 0
		case $cap in
		syslog) expect "record: it says that the kernel hid code" "$dir/err" 'CAP_SYSLOG' ;;
		*) expect "record: it says that programs cannot be listed" "$dir/err" 'CAP_SYS_ADMIN' ;;
		esac
		perf report -i "$dir/less" --stdio > "$dir/out" 2>&1
		expect "record: without CAP_$cap perf reads it" "$dir/out" '# Samples: '
	done
	kill $busy
	wait $busy 2> /dev/null
	chmod 755 "$dir"
	mkdir -m 777 "$dir/anybody"
	cp "$aug" "$dir/anybody/perf-augment"
	setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/anybody/perf-augment" record -a -e cpu-clock \
		-o "$dir/anybody/all" sleep 0.1 > "$dir/out" 2> "$dir/err"
	equal "record: as nobody, -a: status" "$?" 1
	expect "record: it says what to do, by the event that was asked for" "$dir/err" \
		'event cpu-clock: .*perf_event_paranoid is -?[0-9]+.*CAP_PERFMON.*sysctl'
	prlimit --memlock=65536:65536 setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$dir/anybody/perf-augment" record -e cpu-clock -m 64M \
		-o "$dir/anybody/large" true > "$dir/out" 2> "$dir/err"
	equal "record: as nobody, more than may be locked: status" "$?" 1
	expect "record: it says that, and what to do" "$dir/err" \
		'65536 KiB .* more than this user may lock .*perf_event_mlock_kb.*-m|perf_event_paranoid is [34]'
	if [ -e "$dir/anybody/large" ]; then
		fail "record: and leaves nothing behind"
	else
		pass "record: and leaves nothing behind"
	fi
	if setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/anybody/perf-augment" record -e cpu-clock \
		-o "$dir/anybody/own" sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done' > "$dir/out" 2> "$dir/err"; then
		expect "record: as nobody, a command: it says what is missing" "$dir/err" 'without CAP_PERFMON'
		perf report -f -i "$dir/anybody/own" --stdio > "$dir/out" 2>&1
		expect "record: as nobody, a command: perf reads it" "$dir/out" '^ +[0-9.]+% +sh '
	else
		expect "record: as nobody, a command: the kernel refuses it" "$dir/err" 'perf_event_paranoid is [34]'
	fi
}

full_disk()
{
	mkdir "$dir/full"
	# The programs that are loaded now, which each recording has, need room of their own.
	"$aug" record -q -a -e cpu-clock -o "$dir/need" sleep 0.1 2> "$dir/err"
	need_kib=$(($(stat -c %s "$dir/need") / 1024))
	for pack in '' -z; do
		# Packed, the samples of an idle machine need little; their stacks need more.
		unshare -m sh -c '
			mount -t tmpfs -o "size=$(($4 + $([ -n "$3" ] && echo 512 || echo 2048)))k" none "$1/full" || exit 99
			"$2" record -a -g $3 -e cpu-clock -F 30000 -o "$1/full/data" sleep 600 2> "$1/err"
			echo $? > "$1/status"
			cp "$1/full/data" "$1/saved"' sh "$dir" "$aug" "$pack" "$need_kib"
		if [ $? -eq 99 ]; then
			skip "record: full disk" "no tmpfs can be mounted"
			return
		fi
		equal "record: full disk $pack: status" "$(cat "$dir/status")" 1
		expect "record: full disk $pack: it says what is missing" "$dir/err" 'No space left.*the last records are missing'
		expect "record: full disk $pack: and how much of it" "$dir/err" '[1-9][0-9]* samples were lost, as they could not be written'
		equal "record: full disk $pack: and how many samples are there" \
			"$("$aug" dump "$dir/saved" 2> /dev/null | awk '$1 == "count" && $2 == "SAMPLE" { print $3 }')" \
			"$(sed -nE 's/.*recorded, not all of it, .*: ([0-9]+) samples$/\1/p' "$dir/err")"
		perf report -i "$dir/saved" --stdio > "$dir/out" 2> "$dir/err"
		expect "record: full disk $pack: perf reads samples" "$dir/out" '# Samples: [1-9]'
		refuse "record: full disk $pack: and finds nothing wrong" "$dir/err" 'WARNING|properly terminated'
		"$aug" dump "$dir/saved" > "$dir/out" 2> "$dir/err"
		equal "record: full disk $pack: dump finds it whole" "$?" 0
	done
}

# A disk that has not even room for the header's features: what was written stays. Expands inside of: $1, $2.
# shellcheck disable=SC2016
small_disk()
{
	for form in '' --threads; do
		unshare -m sh -c '
			mount -t tmpfs -o size=200k none "$1/full" || exit 99
			timeout 60 "$2" record -a $3 -e cpu-clock -F 10000 -o "$1/full/data" sleep 600 2> "$1/err"
			"$2" report -i "$1/full/data" > "$1/out" 2>&1' sh "$dir" "$aug" "$form"
		if [ $? -eq 99 ]; then
			skip "record: small disk" "no tmpfs can be mounted"
			return
		fi
		expect "record: small disk $form: it says what is missing" "$dir/err" \
			'No space left.*the last records are missing, and for want of room the header too'
		expect "record: small disk $form: what was written is there" "$dir/err" ': [1-9][0-9]{2,} samples$'
		expect "record: small disk $form: and can be read" "$dir/out" '^# Samples: [1-9][0-9]{2,} '
	done
}

# A link is not renamed: it may be /dev/stdout.
links()
{
	for option in '' --switch-output; do
		rm -rf "$dir/links"
		mkdir "$dir/links"
		ln -s target "$dir/links/link"
		"$aug" record -o "$dir/links/target" true 2> "$dir/err"
		[ -z "$option" ] || : > "$dir/links/target"
		# shellcheck disable=SC2086
		"$aug" record $option -o "$dir/links/link" true 2> "$dir/err"
		equal "record: a link to a recording $option: status" 1 $?
		expect "record: a link to a recording $option: it is said" "$dir/err" 'link: is a link, which would be renamed'
		equal "record: a link to a recording $option: all is as it was" 'link target' "$(find "$dir/links" -mindepth 1 -printf "%f\n" | sort | paste -s -d ' ')"
	done
	: > "$dir/links/target"
	"$aug" record -o "$dir/links/link" true 2> "$dir/err"
	equal "record: a link to an empty file is followed" 0 $?
	"$aug" report "$dir/links/target" > "$dir/out" 2>&1
	equal "record: a link to an empty file: the recording is there" 0 $?
}

dead_reader()
{
	("$aug" record -a -e cpu-clock -F 8000 -o - sleep 60 2> "$dir/err"; echo $? > "$dir/status") |
		head -c 200000 > "$dir/head"
	equal "record: the reader of the pipe is gone: status" "$(cat "$dir/status")" 1
	expect "record: it says so" "$dir/err" 'the reader of our output is gone'
	# A reader that does not read is waited for; what finds no room meanwhile is counted.
	"$aug" record -a -e cpu-clock -F 8000 -m 16K -o - sleep 1 2> "$dir/err" |
		(sleep 2; cat > "$dir/slow")
	"$aug" dump "$dir/slow" > "$dir/out" 2> "$dir/note"
	equal "record: a slow reader gets all that was recorded" "$?" 0
}

killed()
{
	"$aug" record -a -e cpu-clock -F 8000 -o "$dir/killed" 2> "$dir/err" &
	recorder=$!
	for _ in $(seq 300); do
		"$aug" dump "$dir/killed" 2> /dev/null | grep -q '^count SAMPLE' && break
		sleep 0.1
	done
	kill -9 $recorder
	wait $recorder 2> /dev/null
	# perf 6.1 reads no samples of a killed recorder's file, its own neither.
	"$aug" convert -q "$dir/killed" "$dir/saved" 2> "$dir/err"
	perf report -i "$dir/saved" --stdio > "$dir/out" 2> "$dir/err"
	expect "record: killed: convert makes what was written readable for perf" "$dir/out" '# Samples: [1-9]'
	"$aug" report "$dir/killed" > "$dir/out" 2> /dev/null
	expect "record: killed: report names the event, by what it is" "$dir/out" "^# Samples: [1-9][0-9]*  of event 'cpu-clock'"
	"$aug" dump "$dir/killed" > "$dir/out" 2> "$dir/err"
	expect "record: killed: dump says that it was" "$dir/err" 'never finished|killed|not finished|unfinished'
}

options
less_rights
full_disk
small_disk
links
dead_reader
killed
finish
