#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# initramfs.sh FILE - makes the root file system of the virtual machines: what `make` built, the
# tests of tests/vm/suite, and the programs that they use, taken from this machine with their
# libraries, each at its own place. What is not installed here is left out, and tests skip.
set -eu
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
image=$(realpath -m "$1")

packages="coreutils diffutils findutils procps util-linux bsdutils mount"
programs="sh bash busybox grep sed awk tar perl strace perf bpftool tmux python3 objdump readelf addr2line capsh getent"
# Loaded when a thread is cancelled, when code is disassembled, and when one of their functions is called first
# (tools/late.sh); no program names them.
files="/etc/os-release /etc/ld.so.conf /etc/ld.so.conf.d /usr/lib/locale/C.utf8
	/lib/terminfo
	/lib/x86_64-linux-gnu/libgcc_s.so.1 /lib/x86_64-linux-gnu/libcapstone.so.?
	$(sed -n 's|^soname: .asciz "\(.*\)"|/lib/x86_64-linux-gnu/\1|p' "${BUILD:-build}"/gen/late_*.s)"
# What the tests import, and what they call.
python=/usr/bin/python3
python_files='import collections, ctypes, difflib, importlib.machinery, importlib.util, json, mmap, os, re, resource, select, signal
import socket, struct, subprocess, sys, tempfile, threading, time, xml.dom.expatbuilder, xml.dom.minidom
for module in list(sys.modules.values()):
	for name in "__file__", "__cached__":
		print(getattr(module, name, None) or "")'

root=$(mktemp -d)
chmod 755 "$root"
libs=$(mktemp)
trap 'rm -rf "$root" "$libs"' EXIT

# add FILE...: what it links to, with the libraries and the loader of a program
add()
{
	for file in "$@"; do
		if [ ! -f "$file" ] || [ -e "$root$file" ]; then
			continue
		fi
		mkdir -p "$root$(dirname "$file")"
		cp -L --preserve=mode,timestamps "$file" "$root$file"
		note_libs "$file"
	done
}

note_libs()
{
	case $1 in
	*/bin/* | */sbin/* | */tests/live/* | */perf-augment | */lib*.so.*) ldd "$1" 2> /dev/null | grep -o '/[^ ]*' >> "$libs" ;;
	esac || true
}

# objects DIR: for stock perf, of each age (two CPUs, as the machines have), with newer instructions, and
# programs with 32-bit calls; the machines have no compiler.
objects()
{
	mkdir -p "$1"
	for bits in 32 64; do
		for name in int80 unfold ioctls requests; do
			${CC:-gcc} -m$bits -static -O2 -o "$1/${name}_$bits" "tests/live/compat32/$name.c" || true
		done
	done
	${CC:-gcc} -m32 -static -O2 -o "$1/waits_32" tests/live/compat32/waits.c || true
	. tests/live/annotate_kinds.inc
	for kind in v3 v4 calls; do
		annotate_kind $kind "$1/annotate_$kind.o" || true
	done
	for source in /usr/share/doc/linux-perf/examples/bpf/*.c tests/objects/probe_vars.c; do
		object "$source" "$1/$(basename "$source" .c).o"
	done
	object tests/objects/told_augmenter.c "$1/told.o"
	object tests/objects/legacy_augmenter.c "$1/legacy.o" -DBPF_MAP_LEGACY -D__NR_CPUS__=2
}

# object SOURCE OBJECT ARG...
object()
{
	if [ ! -e "$1" ] || ! command -v clang > /dev/null; then
		return
	fi
	object_source=$1 object=$2
	shift 2
	"$BUILD/perf-augment" build "$object_source" -o "$object" -- "$@"
}

# compilers DIR: what each clang of tests/compilers.sh made, or why it is not taken along
compilers()
{
	for built in "$BUILD"/compilers/clang-*/complete; do
		[ -e "$built" ] || continue
		built=${built%/*} to=$1/${built##*/}
		mkdir -p "$to/bpf-progs/examples"
		if [ -n "$(find include bpf-progs tools -name '*.[ch]' -newer "$built/complete" | head -n 1)" ]; then
			echo "$built is older than the sources: make check-compilers" > "$to/left_out"
			continue
		fi
		cp "$built"/bpf-progs/*.o "$to/bpf-progs"
		cp "$built"/bpf-progs/examples/*.o "$to/bpf-progs/examples"
		strip -o "$to/perf-augment" "$built/perf-augment"
		note_libs "$built/perf-augment"
	done
}

# As on Debian: /bin is /usr/bin, and so on
for dir in bin sbin lib lib32 lib64; do
	mkdir -p "$root/usr/$dir"
	ln -s "usr/$dir" "$root/$dir"
done
for dir in dev proc sys tmp run root etc src; do
	mkdir -p "$root/$dir"
done

for package in $packages; do
	# shellcheck disable=SC2046 # names without blanks
	add $(dpkg -L "$package" 2> /dev/null | grep -E '^/(usr/)?s?bin/')
done
for program in $programs; do
	add "$(PATH=/usr/sbin:/usr/bin command -v "$program" || echo)"
done
# shellcheck disable=SC2046,SC2086
add $(find -L $files -type f 2> /dev/null)
if [ -x $python ]; then
	# shellcheck disable=SC2046
	add $($python -c "$python_files")
fi

# The tree, as far as tests in there use it
mkdir -p "$root/src/build/tests"
cp -r --parents tests/lib.sh tests/run.sh tests/live tests/faults tests/vm tests/conformance tests/objects \
	include bpf-progs perfconfig.sample docs/perf-augment-strace.1 docs/SECURITY.md tools/lib/strace/strace_qualify.c "$root/src"
cp -r "$BUILD/perf-augment" "$BUILD/bpf-progs" "$root/src/build"
cp -r "$BUILD/tests/live" "$root/src/build/tests"
objects "$root/src/build/tests/objects"
compilers "$root/src/build/compilers"
for file in "$BUILD/perf-augment" "$BUILD"/tests/live/*; do
	note_libs "$file"
done
cp tests/vm/init "$root/init"
cp "${VM_SUITE:-tests/vm/suite}" "$root/src/tests/vm/suite"

# shellcheck disable=SC2046
add $(sort -u "$libs")
ldconfig -r "$root"

# Accounts, and files to walk through
echo perf-augment > "$root/etc/hostname"
printf '127.0.0.1\tlocalhost\n::1\tlocalhost\n' > "$root/etc/hosts"
printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n' > "$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' > "$root/etc/group"
for i in $(seq 40); do
	mkdir -p "$root/etc/many.d/$i"
	echo "$i" > "$root/etc/many.d/$i/file"
done

(cd "$root" && find . | cpio --quiet -o -H newc -R 0:0) > "$image"
