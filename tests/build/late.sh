#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Libraries that few commands need are loaded by the first call of one of their functions, which gets what it was
# called with; when one is gone, that is said. See tools/late.sh.
set -u
. tests/lib.sh

need_cmd "late libraries" readelf nm gcc
need_file "late libraries: the program is built" "$BUILD/perf-augment"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

readelf -dW "$BUILD/perf-augment" > "$dir/needed"
expect "late libraries: others are there from the start" "$dir/needed" 'NEEDED.*libbpf'
refuse "late libraries: they are not loaded at the start" "$dir/needed" 'NEEDED.*lib(dw|traceevent|zstd)\.'

cat > "$dir/far.c" << 'END'
#include <stdarg.h>
#include <stdio.h>
int far__calls;
void far__print(int a, long b, const char *c, int d, int e, int f, int g, double h, double i)
{
	far__calls++;
	printf("%d %ld %s %d %d %d %d %g %g\n", a, b, c, d, e, f, g, h, i);
}
double far__sum(int nr, ...)
{
	double sum = 0;
	va_list args;

	va_start(args, nr);
	while (nr--)
		sum += va_arg(args, double);
	va_end(args);
	far__calls++;
	return sum;
}
int far__nr_calls(void)
{
	return far__calls;
}
void far__never_called(void)
{
}
END
cat > "$dir/near.c" << 'END'
#include <stdio.h>
void far__print(int a, long b, const char *c, int d, int e, int f, int g, double h, double i);
double far__sum(int nr, ...);
int far__nr_calls(void);
static void (*const print)(int, long, const char *, int, int, int, int, double, double) = far__print;
int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	puts("begun");
	if (argc > 1)
		printf("%g\n", far__sum(8, 1., 2., 3., 4., 5., 6., 7., 8.5));
	print(1, -2, argv[0] ? "three" : "", 4, 5, 6, 7, 8.5, 9.25);
	printf("%g\n", far__sum(2, 1.5, 2.5));
	printf("%d calls\n", far__nr_calls());
	return 0;
}
END

build()
{
	gcc -shared -fPIC -Wl,-soname,libfar.so.7 -o "$dir/libfar.so.7" "$dir/far.c" &&
		gcc -c -O2 -o "$dir/near.o" "$dir/near.c" &&
		tools/late.sh "$dir/libfar.so.7" "$dir/near.o" > "$dir/late.s" &&
		gcc -c -o "$dir/stubs.o" "$dir/late.s" &&
		gcc -D_GNU_SOURCE -iquote tools -iquote tools/lib/base -iquote . -o "$dir/near" "$dir/near.o" "$dir/stubs.o" \
			tools/late.c tools/lib/base/log.c tools/lib/base/strbuf.c tools/lib/base/strbuf_escape.c tools/lib/base/utf8.c \
			tools/lib/base/fdio.c
}
if ! build > "$dir/log" 2>&1; then
	fail "late libraries: a program with one can be built" "$dir/log"
	finish
fi
pass "late libraries: a program with one can be built"
refuse "late libraries: there are functions for what is called alone" "$dir/late.s" 'far__never_called'

printf '%s\n' begun "1 -2 three 4 5 6 7 8.5 9.25" 4 "2 calls" > "$dir/wanted"
LD_LIBRARY_PATH=$dir "$dir/near" > "$dir/got" 2>&1
same "late libraries: functions get what they are called with" "$dir/wanted" "$dir/got"
printf '%s\n' begun 36.5 "1 -2 three 4 5 6 7 8.5 9.25" 4 "3 calls" > "$dir/wanted"
LD_LIBRARY_PATH=$dir "$dir/near" 1 > "$dir/got" 2>&1
same "late libraries: the first too, in registers for numbers with a point" "$dir/wanted" "$dir/got"

"$dir/near" > "$dir/out" 2> "$dir/err"
status=$?
printf '%s\n' begun > "$dir/wanted"
same "late libraries: without it all goes well until it is needed" "$dir/wanted" "$dir/out"
expect "late libraries: the message names what is missing" "$dir/err" '^perf-augment: .*libfar\.so\.7: cannot open'
equal "late libraries: the status is that of an error" 1 "$status"

tools/late.sh "$dir/libnone.so" "$dir/near.o" > "$dir/none.s"
gcc -c -o "$dir/none.o" "$dir/none.s" && nm "$dir/none.o" > "$dir/none" 2>&1
refuse "late libraries: one that cannot be found when building is linked as others are" "$dir/none" 'far__'
finish
