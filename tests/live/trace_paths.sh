#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Paths: what strace shows of real programs, and paths of every length and in every kind of memory.
. tests/lib.sh
. tests/live/trace_common.inc

# One line per process, its calls in their order, sorted: process ids differ from run to run. Each
# call is its path, its flags sorted by name, and whether it succeeded.
cat > "$dir/blocks.awk" <<- 'EOT'
	function add(pid, path, flags, failed,    n, word, i, j, t)
	{
		n = split(flags, word, "|")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && word[j] < word[j - 1]; j--) {
				t = word[j]; word[j] = word[j - 1]; word[j - 1] = t
			}
		flags = ""
		for (i = 1; i <= n; i++)
			flags = flags "|" word[i]
		block[pid] = block[pid] " " path flags (failed ? "!" : "")
		calls++
	}
	END {
		for (pid in block)
			print block[pid] | "sort"
		close("sort")
		print calls > counts
	}
	EOT

# strace's lines, those that another process interrupted put together again
cat > "$dir/strace.awk" <<- 'EOT'
	/<unfinished \.\.\.>$/ { sub(/ *<unfinished \.\.\.>$/, ""); begun[$1] = $0; next }
	/<\.\.\. openat resumed>/ { pid = $1; sub(/^.*<\.\.\. openat resumed>/, ""); $0 = begun[pid] $0 }
	/^[0-9]+ +openat\(/ {
		pid = $1
		failed = / = -1 /
		match($0, /".*"/)
		path = substr($0, RSTART, RLENGTH)
		rest = substr($0, RSTART + RLENGTH)
		sub(/^[.]*, /, "", rest)
		sub(/[,)].*/, "", rest)
		gsub(/O_/, "", rest)
		add(pid, path, rest, failed)
	}
	EOT

cat > "$dir/ours.awk" <<- 'EOT'
	{
		pid = $1
		sub(/^.*\//, "", pid)
		failed = / = -1 /
		path = flags = "none"
		if (match($0, /filename: ".*", flags/)) {
			path = substr($0, RSTART + 10, RLENGTH - 17)
			rest = substr($0, RSTART + RLENGTH)
			sub(/^: /, "", rest)
			sub(/[,)].*/, "", rest)
			flags = rest
		}
		add(pid, path, flags, failed)
	}
	EOT

as_strace()
{
	if ! command -v strace > /dev/null; then
		skip "paths: the openat calls of strace" "strace is not installed"
		return
	fi
	python=$(for p in /usr/bin/python3 /bin/python3; do [ -x $p ] && echo $p && break; done)
	[ -n "$python" ] || skip "paths: those of a python start" "python3 is not installed"
	cp -a /etc "$dir/etc" 2> /dev/null
	{
		echo 'for i in 1 2 3 4 5 6 7 8 9 10; do'
		echo '	cat /etc/hostname /etc/passwd; cat /etc/group; cat /etc/not-there'
		echo 'done'
		[ -z "$python" ] || echo "$python -B -c 'import json, subprocess'"
		echo "find $dir/etc"
		echo "ls -lR $dir/etc"
		echo "tar -C $dir -cf - etc | cat"
	} > "$dir/script"
	strace -f -e trace=openat -o "$dir/strace" sh "$dir/script" > /dev/null 2>&1
	"$pa" trace -v -e openat -o "$dir/ours" -- sh "$dir/script" > /dev/null 2> "$dir/ledger"
	calls "$dir/ours" > "$dir/calls"
	awk -v counts="$dir/strace_count" -f "$dir/blocks.awk" -f "$dir/strace.awk" "$dir/strace" > "$dir/wanted"
	awk -v counts="$dir/ours_count" -f "$dir/blocks.awk" -f "$dir/ours.awk" "$dir/calls" > "$dir/got"
	tr ' ' '\n' < "$dir/wanted" > "$dir/wanted_lines"
	tr ' ' '\n' < "$dir/got" > "$dir/got_lines"
	equal "paths: as many openat calls as strace shows" "$(cat "$dir/strace_count")" "$(cat "$dir/ours_count")"
	if [ "$(cat "$dir/ours_count")" -gt 500 ] && [ "$(wc -l < "$dir/got")" -ge 34 ]; then
		pass "paths: of a script that has many calls and processes"
	else
		fail "paths: of a script that has many calls and processes" "$dir/got"
	fi
	same "paths: each process opens what strace shows, in the same order" "$dir/wanted_lines" "$dir/got_lines"
	refuse "paths: none is empty" "$dir/ours" 'filename: ""'
	refuse "paths: none is a fault" "$dir/ours" '<fault'
	refuse "paths: none is an address or left out" "$dir/calls" 'openat\((dfd: [^,]*, )?(flags|filename: [^"])'
	refuse "paths: nothing was lost" "$dir/ledger" 'LOST'
}

# own FILE: a program's own calls, those of the dynamic loader left out
own()
{
	bare "$1" | grep -aE '^(rename|execve)|"/aug/|filename: "(/|)"[.,]|0x[0-9a-f]+ <fault>'
}

of_every_length()
{
	"$pa" trace -e openat,rename -o "$dir/trace" -- "$work" lengths > "$dir/wanted" 2> "$dir/messages"
	own "$dir/trace" > "$dir/got"
	same "paths: whole at every length up to 4095 bytes, longer ones marked as cut" "$dir/wanted" "$dir/got"
}

in_absent_pages()
{
	"$pa" trace -e openat,rename -o "$dir/trace" -- "$work" absent > "$dir/wanted" 2> "$dir/messages"
	own "$dir/trace" > "$dir/got"
	same "paths: whole in pages not yet in memory, and a fault where there is nothing" "$dir/wanted" "$dir/got"
	"$pa" trace -e execve -o "$dir/trace" -- "$work" exec > "$dir/wanted" 2> "$dir/messages"
	bare "$dir/trace" | sed 1d > "$dir/got"
	same "paths: of execve in a page not in memory, whether it fails or not" "$dir/wanted" "$dir/got"
}

# since VERSION: this kernel is of that or a later one
since()
{
	printf '%s\n%s\n' "$1" "$(uname -r)" | sort -VC
}

# Where programs may wait for a page, all is read before the call goes on. Elsewhere what was read later is marked.
at_entry()
{
	"$pa" trace -e openat --format=json -o "$dir/trace" -- "$work" waiting > "$dir/out" 2> "$dir/messages"
	name=$(cat "$dir/out")
	grep -aF "$name" "$dir/trace" | grep -a RDONLY | grep -av '"waiting":' > "$dir/got"
	"$pa" trace -e openat,rename,execve --format=json -o "$dir/trace" -- sh -c "$work absent; $work exec" \
		> "$dir/out" 2> "$dir/messages"
	"$pa" trace -e execve -o "$dir/unread" -- "$work" unread > "$dir/wanted" 2>> "$dir/messages"
	expect "paths: that of an absent page, as JSON" "$dir/trace" '"filename":"/aug/not/whole-page"'
	if since 7.2; then
		expect "paths: as they were at the entry" "$dir/got" "\"filename\":\"$name\""
		refuse "paths: nothing is read again at an exit" "$dir/trace" '"reread"'
	else
		expect "paths: read at the exit as they are then" "$dir/got" "\"filename\":\"$name!\".*\"reread\":\[\"filename\"\]"
		expect "paths: what is read again at an exit is marked" "$dir/trace" '"reread":'
	fi
	# execve(2) of a file that is not there has not looked at them since 6.8.
	if since 7.2 || ! since 6.8; then
		bare "$dir/unread" | sed 1d > "$dir/got"
		same "paths: arguments of an execve that does not need them" "$dir/wanted" "$dir/got"
	else
		expect "paths: arguments of an execve that does not need them are a fault" "$dir/unread" \
			'executable", argv: 0x[0-9a-f]+ <fault>, .* -1 ENOENT'
	fi
}

# A trace does not wait where the call does not: for memory that another program brings, or does not.
held_by_another()
{
	"$pa" trace -e openat -o "$dir/trace" -- "$work" held > "$dir/wanted" 2> "$dir/messages"
	if grep -q '^userfaultfd: ' "$dir/messages"; then
		skip "paths: in memory of a userfaultfd" "$(grep '^userfaultfd: ' "$dir/messages")"
		return
	fi
	own "$dir/trace" > "$dir/got"
	[ -s "$dir/wanted" ] || echo 'work_paths held was killed' >> "$dir/wanted"
	same "paths: in memory of a userfaultfd are a fault, and not waited for" "$dir/wanted" "$dir/got"
}

# Of a script the kernel has other arguments than those it was given.
of_a_script()
{
	printf '#!/bin/true one two\n' > "$dir/script"
	chmod +x "$dir/script"
	"$pa" trace -e execve -o "$dir/trace" -- "$work" script "$dir/script" > "$dir/wanted" 2> "$dir/messages"
	bare "$dir/trace" | sed 1d > "$dir/got"
	if since 7.2; then
		same "paths: arguments of a script" "$dir/wanted" "$dir/got"
	else
		expect "paths: arguments of a script are a fault, not those of its interpreter" "$dir/got" \
			'^execve\(filename: "[^"]*/script", argv: 0x[0-9a-f]+ <fault>, .* = 0$'
	fi
}

null()
{
	if ! command -v perl > /dev/null; then
		skip "paths: NULL" "perl is not installed"
		return
	fi
	"$pa" trace -e mkdir -o "$dir/trace" -- perl -e 'syscall(83, 0, 0)' 2> "$dir/messages"
	expect "paths: NULL is shown, though other zeros are left out" "$dir/trace" \
		'mkdir\(pathname: NULL, mode: 0+\) += -1 EFAULT'
}

changed_meanwhile()
{
	"$pa" trace -e openat -o "$dir/trace" -- "$work" changing > "$dir/wanted" 2> "$dir/messages"
	own "$dir/trace" > "$dir/got"
	equal "paths: one line for each call whose path another thread changes" \
		"$(tail -n 1 "$dir/wanted")" "$(wc -l < "$dir/got")"
	sed '$d' "$dir/wanted" > "$dir/either"
	grep -vxFf "$dir/either" "$dir/got" > "$dir/neither"
	if [ -s "$dir/got" ] && [ ! -s "$dir/neither" ]; then
		pass "paths: each is one of the two that were there"
	else
		fail "paths: each is one of the two that were there" "$dir/neither"
	fi
}

work work_paths
as_strace
of_every_length
in_absent_pages
at_entry
held_by_another
of_a_script
null
changed_meanwhile
finish
