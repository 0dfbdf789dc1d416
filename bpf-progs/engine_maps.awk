# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# From the assembler's text of the engine that of an object with the same maps, types and constants, and programs of the
# same names that do nothing: libbpf copies the code of each, and looks through it for what to relocate.
/^\t\.section/ { is_skipped = /\.BTF\.ext|\.debug_/ }
/^\t\.text/ { is_skipped = 0 }
/^\.Lfunc_end/ { is_inside = 0 }
is_skipped || is_inside || /^\t\.(loc|file|cfi_)/ { next }
{ print }
/^\t\.type\t.*,@function/ { split($2, function_and_type, ",") }
$1 == function_and_type[1] ":" {
	print "\tr0 = 0\n\texit"
	is_inside = 1
}
