#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The names of ioctls and socket options, beside strace's own.
set -u
. tests/lib.sh
. tests/live/trace_common.inc

need_cmd "names: strace" strace
work work_device
device=$work
work work_devices
devices=$work
work work_ioctls
case $(strace -V | head -n 1) in
*' 6.1'*) ;;
*)
	skip "names: beside strace" "other versions name others"
	finish
	;;
esac

# ioctls FILE: of the commands; what the argument is depends on more than the number
ioctls()
{
	sed -nE 's/^ioctl\(-1, ([A-Za-z0-9_]+(\([^)]*\))?( or [A-Za-z0-9_]+)*).*/\1/p' "$1"
}

# options FILE: call, level and option
options()
{
	sed -nE 's/^(.etsockopt)\(-1, ([^,]*), ([^,]*),.*/\1 \2 \3/p' "$1"
}

# values FILE: the calls, without what is not the same twice; one that takes longer has its comma before what it turns
# out to be
values()
{
	sed -nE '/^[a-z0-9_]+\(/ { s/0x[5-7][0-9a-f]{11}/ADDRESS/g; s/\) +=/) =/; s/,  => / => /; p }' "$1" |
		grep -vE '^(execve|brk|mmap|munmap|mprotect|set_tid_address|prlimit64)\('
}

# numbers FILE, structs FILE, answers FILE, consoles FILE: arguments of ioctls
numbers()
{
	values "$1"
}

structs()
{
	values "$1"
}

answers()
{
	values "$1"
}

consoles()
{
	values "$1"
}

# told KIND: ioctls are as strace has them, but for those that it has no name for, and those of ioctls.known
told()
{
	paste -d '\n' "$dir/strace" "$dir/ours" | awk -v needed="$dir/needed" '
		FILENAME != "-" { if ($0 !~ /^#/) known[$0]; next }
		NR_ % 2 == 0 { theirs = $0; NR_++; next }
		{ NR_++ }
		theirs == $0 || theirs ~ /_IOC\(/ { next }
		{
			name = theirs
			sub(/^ioctl\((-1|3), /, "", name)
			sub(/( =>.*|, .*|\) = .*)$/, "", name)
			if (name in known)
				print name >> needed
			else
				print "< " theirs "\n> " $0
		}' tests/live/ioctls.known - > "$dir/differ"
	if [ -s "$dir/differ" ]; then
		fail "$1: arguments of ioctls are as strace has them" "$dir/differ"
	else
		pass "$1: arguments of ioctls are as strace has them"
	fi
}

# video [OPTION]: ioctls of video devices with contents as programs and drivers have them
video()
{
	work work_video
	# shellcheck disable=SC2086
	on_device 0 strace ${1:-} -e trace=ioctl -o "$dir/strace.out" "$work" "$dir/device/file"
	equal "video ${1:-}: strace's status" 0 $?
	# shellcheck disable=SC2086
	on_device 0 "$pa" strace ${1:-} -e trace=ioctl -o "$dir/ours.out" "$work" "$dir/device/file"
	equal "video ${1:-}: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "video ${1:-}" 5000
	same "video ${1:-}: as strace has it" "$dir/strace" "$dir/ours"
	work work_ioctls
}

# sockopts FILE: the same
sockopts()
{
	values "$1"
}

# both KIND CALLS [OPTION]: into $dir/strace and $dir/ours
both()
{
	# shellcheck disable=SC2086
	strace ${3:-} -e "trace=$2" -o "$dir/strace.out" "$work" "$1"
	equal "$1: strace's status" 0 $?
	# shellcheck disable=SC2086
	"$pa" strace ${3:-} -e "trace=$2" -o "$dir/ours.out" "$work" "$1"
	equal "$1: status" 0 $?
	"$1" "$dir/strace.out" > "$dir/strace"
	"$1" "$dir/ours.out" > "$dir/ours"
}

# on_device ANSWER COMMAND...: with a device whose ioctls all succeed and answer with that byte, see work_device.c
on_device()
{
	answer=$1
	shift
	unshare -m "$device" "$dir/device" "$answer" "$@" > "$dir/out" 2> "$dir/messages"
}

# answered BYTE ANSWER: all ioctls with structures of BYTE
answered()
{
	on_device "$2" strace -e trace=ioctl -o "$dir/strace.out" "$work" device "$dir/device/file" "$1"
	equal "device: strace's status" 0 $?
	on_device "$2" "$pa" strace -e trace=ioctl -o "$dir/ours.out" "$work" device "$dir/device/file" "$1"
	equal "device: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "device, $1 answered by $2" 3200
	told "device, $1 answered by $2"
}

# contents_answered OPTION: those of work_consoles.c
contents_answered()
{
	# shellcheck disable=SC2086
	on_device 65 strace $1 -e trace=ioctl -o "$dir/strace.out" "$contents" consoles "$dir/device/file"
	equal "device: contents: strace's status" 0 $?
	# shellcheck disable=SC2086
	on_device 65 "$pa" strace $1 -e trace=ioctl -o "$dir/ours.out" "$contents" consoles "$dir/device/file"
	equal "device: contents: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "device, contents" 3000
	told "device, contents${1:+: $1}"
}

# both_answered OPTION: those of the program $answers, which says what is answered
both_answered()
{
	# shellcheck disable=SC2086
	on_device 0 strace $1 -e trace=ioctl -o "$dir/strace.out" "$answers" "$dir/device/file"
	equal "device: answers: strace's status" 0 $?
	# shellcheck disable=SC2086
	on_device 0 "$pa" strace $1 -e trace=ioctl -o "$dir/ours.out" "$answers" "$dir/device/file"
	equal "device: answers: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "device, answers" 2000
	told "device, answers${1:+: $1}"
}

# devices KIND NUMBER OPTION...: those of work_devices.c, on no file and on one that answers with them
devices()
{
	kind=$1 number=$2
	shift 2
	strace "$@" -e trace=ioctl -o "$dir/strace.out" "$devices" "$kind"
	equal "$kind: strace's status" 0 $?
	"$pa" strace "$@" -e trace=ioctl -o "$dir/ours.out" "$devices" "$kind"
	equal "$kind: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "$kind" "$number"
	same "$kind: asked, $*" "$dir/strace" "$dir/ours"
	[ "$device_status" = 77 ] && return
	on_device 0 strace "$@" -e trace=ioctl -o "$dir/strace.out" "$devices" "$kind" "$dir/device/file"
	equal "$kind: device: strace's status" 0 $?
	on_device 0 "$pa" strace "$@" -e trace=ioctl -o "$dir/ours.out" "$devices" "$kind" "$dir/device/file"
	equal "$kind: device: status" 0 $?
	values "$dir/strace.out" > "$dir/strace"
	values "$dir/ours.out" > "$dir/ours"
	at_least "$kind: device" "$number"
	same "$kind: answered, $*" "$dir/strace" "$dir/ours"
}

# at_least KIND NUMBER: of lines in strace's
at_least()
{
	if [ "$(wc -l < "$dir/strace")" -ge "$2" ]; then
		pass "$1: as many as there should be"
	else
		fail "$1: only $(wc -l < "$dir/strace")" "$dir/strace.out"
	fi
}

# has KIND LINE
has()
{
	if grep -qFx -- "$2" "$dir/ours"; then
		pass "$1: $2"
	else
		fail "$1: $2"
	fi
}

both ioctls ioctl
at_least ioctls 6000
same "ioctls: the names are strace's" "$dir/strace" "$dir/ours"
both numbers ioctl
at_least numbers 6500
told numbers
both structs ioctl
at_least structs 13000
told structs
# Contents that are more than one byte over and over.
work_names=$work
work work_consoles
contents=$work
for option in '' -v; do
	both consoles ioctl "$option"
	at_least consoles 3000
	told "consoles${option:+: $option}"
done
work=$work_names
mkdir -p "$dir/device"
on_device 0 true
device_status=$?
if [ $device_status != 77 ]; then
	equal "device: there is one" 0 $device_status
	answered 0 65
	answered 65 0
	answered 255 1
	answered 1 255
	work_names=$work
	for kind in btrfs devices; do
		work "work_contents_$kind"
		answers=$work
		for option in '' -v '-X raw' '-X verbose'; do
			both_answered "$option"
		done
	done
	work=$work_names
	for option in '' -v; do
		contents_answered "$option"
	done
	grep -v '^#' tests/live/ioctls.known > "$dir/known"
	LC_ALL=C sort -u "$dir/needed" > "$dir/got"
	same "ioctls.known: has none that is as strace has it" "$dir/known" "$dir/got"
	video
	for option in -v '-X raw' '-X verbose' '-s 1'; do
		video "$option"
	done
else
	skip "device: ioctls that succeed" "there cannot be one: $(tail -n 1 "$dir/messages")"
fi
for kind in dm_headers dm_sizes dm_starts; do
	devices "$kind" 800 -v
	devices "$kind" 800 -v -s 5
	devices "$kind" 800 -e verbose=none
done
for kind in dm_tables dm_lists dm_deps dm_texts dm_places; do
	devices "$kind" 7 -v
	devices "$kind" 7 -v -s 5
	devices "$kind" 7 -e verbose=none
done
for kind in gpio clock; do
	devices "$kind" 90 -s 32
	devices "$kind" 90 -v
	devices "$kind" 90 -v -X raw
done
both answers ioctl
at_least answers 45
same "answers: of interfaces, a terminal and a userfaultfd" "$dir/strace" "$dir/ours"
for option in raw verbose; do
	both answers ioctl "-X $option"
	same "answers: of these, -X $option" "$dir/strace" "$dir/ours"
done
both ioctls ioctl
# Numbers that more than one driver has, and those that hold more than a name.
for name in SG_IO BTRFS_IOC_SNAP_CREATE VIDIOC_QUERYCAP 'EVIOCGBIT(EV_KEY, 8)' 'EVIOCGABS(ABS_MT_SLOT)' 'HIDIOCGFEATURE(40)' \
	'HIDIOCGRAWNAME(260) or HIDIOCGSTRING' 'VFIO_DEVICE_FEATURE or VFIO_IOMMU_DIRTY_PAGES or VFIO_IOMMU_SPAPR_REGISTER_MEMORY'; do
	has ioctls "$name"
done

# perf's format leaves out common beginnings; a value without a name has no mark there.
"$pa" trace -e ioctl -o "$dir/perf" "$work" ioctls
for name in 'EVIOCGBIT(KEY, 8)' 'EVIOCGABS(MT_SLOT)' 'EVIOCGABS(0xb)' SG_IO; do
	if grep -qF "cmd: $name" "$dir/perf"; then
		pass "ioctls: perf's format: $name"
	else
		fail "ioctls: perf's format: $name"
	fi
done

# Numbers that hold the size of a structure are others where it is shorter.
if int80 32 ioctls "$dir/ioctls_32" 2> "$dir/messages" && "$dir/ioctls_32" 2> "$dir/messages"; then
	work_64=$work work=$dir/ioctls_32
	both ioctls ioctl
	work=$work_64
	at_least ioctls 300
	same "ioctls: of a 32-bit program: the names are strace's" "$dir/strace" "$dir/ours"
	has ioctls VIDIOC_QUERYBUF
else
	skip "ioctls: of a 32-bit program" "it cannot be built (gcc-multilib), or this kernel has no 32-bit entry"
fi

work work_names
both options getsockopt,setsockopt
at_least options 13000
# What came after Linux 6.1 has a name in ours alone, and options of UDP are those of UDP-Lite, too.
paste -d '\n' "$dir/strace" "$dir/ours" |
	awk 'NR % 2 { theirs = $0; next } theirs != $0 && theirs !~ /\?\?/ && theirs !~ /SOL_(UDPLITE|ICMPV6) / { print "< " theirs "\n> " $0 }' > "$dir/differ"
if [ -s "$dir/differ" ]; then
	fail "options: the names are strace's" "$dir/differ"
else
	pass "options: the names are strace's"
fi
# What ours names beyond that is what has a name: no number, and no mark.
paste -d '\n' "$dir/strace" "$dir/ours" | awk 'NR % 2 { theirs = $0; next } theirs != $0 && theirs ~ /\?\?/' |
	grep -vE ' SOL_[A-Z_]+ [A-Z_]+[A-Z0-9_]*$| SOL_(MPTCP|MCTP|SMC|VSOCK) ' > "$dir/differ"
if [ -s "$dir/differ" ]; then
	fail "options: what strace 6.1 does not name" "$dir/differ"
else
	pass "options: what strace 6.1 does not name"
fi
for name in 'getsockopt SOL_IP IPT_SO_GET_INFO' 'setsockopt SOL_IP IPT_SO_SET_REPLACE' 'getsockopt SOL_SOCKET SO_GET_FILTER' \
	'setsockopt SOL_SOCKET SO_ATTACH_FILTER' 'getsockopt SOL_SCTP SCTP_GET_ASSOC_STATS' 'getsockopt SOL_RDS RDS_INFO_SOCKETS' \
	'getsockopt 0x2 /* SOL_?? */ 3'; do
	has options "$name"
done
# Values of socket options, whole and cut.
both sockopts getsockopt,setsockopt
at_least sockopts 500
same "sockopts: the values are strace's" "$dir/strace" "$dir/ours"
# What a socket's error is called.
expect "sockopts: an error by its name" "$dir/ours" 'SO_ERROR, \[ECONNREFUSED\], \[4\]\)'
for option in '-xx' '-X raw' '-X verbose'; do
	both sockopts getsockopt,setsockopt "$option"
	same "sockopts: $option" "$dir/strace" "$dir/ours"
done
# Flags and enumerations of a hundred arguments, bit by bit and value by value.
both values all
at_least values 1500
same "values: the names are strace's" "$dir/strace" "$dir/ours"
# Calls of a number without a name are shown whatever is traced.
both values connect -xx
same "values: -xx, addresses, and a call without a name" "$dir/strace" "$dir/ours"
both values ioctl -v
same "values: -v, all of a terminal" "$dir/strace" "$dir/ours"
# The numbers themselves, alone and with names; strace's mknodat() tells a mode twice.
for kind in raw verbose; do
	both values all "-X $kind"
	sed -i '/^mknodat(/d' "$dir/strace" "$dir/ours"
	same "values: -X $kind" "$dir/strace" "$dir/ours"
done
both values connect -xx
expect "values: a call without a name" "$dir/ours" '^syscall_0x270f\(0x1, 0x2, 0x3, 0x4, 0x5, 0x6\) = -1 ENOSYS'
expect "values: an address byte by byte" "$dir/ours" 'inet_pton\(AF_INET6, "\\x3a\\x3a\\x31"'
finish
