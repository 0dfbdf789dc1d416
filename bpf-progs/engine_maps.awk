# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# From the assembler's text of the engine that of an object with the same maps, types and constants, and programs of the
# same names, whose code names nothing that would be relocated.
/^\t\.section/ { is_skipped = /\.BTF\.ext|\.debug_/ }
/^\t\.text/ { is_skipped = 0 }
is_skipped || /^\t\.(loc|file|cfi_)/ { next }
/^\tr[0-9]+ = [A-Za-z_.]/ && / ll/ { sub(/= [^ ]+ ll/, "= 0 ll") }
/^\tcall [A-Za-z_.]/ { $0 = "\tcall 1" }
{ print }
