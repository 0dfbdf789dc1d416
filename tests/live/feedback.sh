#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Who works for our output, with real terminals: under script(1), in a tmux that is shown in the
# terminal of a script(1), and in front of pipes, FIFOs and plain files.
. tests/lib.sh

probe=$BUILD/tests/live/feedback_probe
need_file "feedback: the probe is built" "$probe"
probe=$(realpath "$probe")
dir=$(mktemp -d)
tmux_running=
# Only what this test started is ended.
clean_up()
{
	if [ -n "$tmux_running" ]; then
		tmux -S "$dir/tmux" kill-server 2> /dev/null
		wait
	fi
	rm -rf "$dir"
}
trap clean_up EXIT

# has NAME LIST PID / lacks NAME LIST PID: whether the list of a probe names a process
has()
{
	if [ -n "$3" ]; then
		expect "$1" "$2" "^$3 "
	else
		fail "$1 (no such process)" "$2"
	fi
}

lacks()
{
	if [ -n "$3" ] && [ -s "$2" ]; then
		refuse "$1" "$2" "^$3 "
	else
		fail "$1 (no such process, or no list)" "$2"
	fi
}

# wait_for FILE: until a probe is done with it, 10 s at most
wait_for()
{
	for tick in $(seq 100); do
		grep -qs unseen "$1" && return
		sleep 0.1
	done
	echo "# nothing in $1 after $tick ticks"
}

under_script()
{
	if ! command -v script > /dev/null; then
		skip "feedback: script(1) is found" "script is not installed"
		return
	fi
	# The shell in the middle must not turn into the probe.
	script -qec "sh -c 'echo \$\$ > $dir/shell; echo \$PPID > $dir/parent; $probe $dir/list; :'" \
		/dev/null > /dev/null 2>&1 < /dev/null
	script_pid=$(awk '$2 == "script" { print $1 }' "$dir/list")
	has "feedback: script(1), which holds our terminal, is found" "$dir/list" "$script_pid"
	lacks "feedback: our shell in it is not" "$dir/list" "$(cat "$dir/shell")"
	lacks "feedback: the shell that started script(1) is not" "$dir/list" $$
}

under_tmux()
{
	if ! command -v tmux > /dev/null || ! command -v script > /dev/null; then
		skip "feedback: the tmux server is found" "tmux or script is not installed"
		return
	fi
	cat > "$dir/pane" <<- EOF
		echo \$\$ > $dir/pane_shell
		while [ \$(tmux -S $dir/tmux list-clients | wc -l) = 0 ]; do sleep 0.1; done
		$probe $dir/tmux_list
		sleep 60
	EOF
	tmux_running=1
	if ! tmux -S "$dir/tmux" -f /dev/null new-session -d "sh $dir/pane" 2> "$dir/tmux_error"; then
		fail "feedback: tmux starts" "$dir/tmux_error"
		return
	fi
	TERM=xterm script -qec "tmux -S $dir/tmux attach" /dev/null > /dev/null 2>&1 < /dev/null &
	client_script=$!
	wait_for "$dir/tmux_list"
	server=$(tmux -S "$dir/tmux" display-message -p '#{pid}')
	has "feedback: the tmux server is found" "$dir/tmux_list" "$server"
	has "feedback: so is who holds the terminal of its client" "$dir/tmux_list" "$client_script"
	lacks "feedback: the shell in the pane is not" "$dir/tmux_list" "$(cat "$dir/pane_shell")"
	lacks "feedback: the shell around all of it is not" "$dir/tmux_list" $$
	tmux -S "$dir/tmux" kill-server
	wait
	tmux_running=
}

# `probe | cat | cat > file`: both cats print what we print
before_pipes()
{
	mkfifo "$dir/fifo" "$dir/end"
	sh -c "echo \$\$ > $dir/cat1; exec cat" < "$dir/fifo" 2> /dev/null |
		sh -c "echo \$\$ > $dir/cat2; exec cat" > "$dir/end" &
	sh -c "echo \$\$ > $dir/cat3; exec cat" < "$dir/end" > /dev/null &
	exec 8> "$dir/fifo"
	for tick in $(seq 100); do
		[ -s "$dir/cat1" ] && [ -s "$dir/cat2" ] && [ -s "$dir/cat3" ] && break
		sleep 0.1
	done
	"$probe" "$dir/fifo_list" >&8 2> /dev/null
	exec 8>&-
	wait
	has "feedback: the reader of our FIFO is found" "$dir/fifo_list" "$(cat "$dir/cat1")"
	has "feedback: so is the reader of that one's pipe" "$dir/fifo_list" "$(cat "$dir/cat2")"
	lacks "feedback: the shell that holds the FIFO open is not" "$dir/fifo_list" $$

	sh -c "echo \$\$ > $dir/writer; $probe $dir/pipe_list; :" 2> /dev/null |
		sh -c "echo \$\$ > $dir/reader; exec cat" > /dev/null
	has "feedback: the reader of our pipe is found" "$dir/pipe_list" "$(cat "$dir/reader")"
	lacks "feedback: a shell at our end of it is not" "$dir/pipe_list" "$(cat "$dir/writer")"
}

to_file()
{
	"$probe" "$dir/file_list" > "$dir/out" 2> /dev/null
	if [ "$(wc -l < "$dir/file_list")" = 2 ]; then
		pass "feedback: a file feeds nobody but us"
	else
		fail "feedback: a file feeds nobody but us" "$dir/file_list"
	fi
}

under_script
under_tmux
before_pipes
to_file
finish
