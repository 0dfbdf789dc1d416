#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""annotate.py COMMAND ... - compares what annotate says with what others say; prints differences.

asm JSON IMAGE      each function's instructions with objdump's, and its bytes with the kernel's image
counts JSON SCRIPT  samples per address with those of `perf script -F ip,sym`, of symbols with PATTERN
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile


def number(match):
    """Numbers are spelled differently: 9 and 0x9, -8 and 0xfffffffffffffff8."""
    text = match.group(0)
    sign = -1 if text[0] == "-" else 1
    return str(sign * int(text.lstrip("-"), 16 if "0x" in text else 10) % (1 << 64))


def normal(text):
    """Operation and operands of an instruction, spelled as capstone and objdump both could."""
    # nops of older kernels, on older processors
    text = re.sub(r"^(data16 )*xchg +%ax,%ax$", "nop", text)
    words = text.split(None, 1)
    op, rest = words[0], words[1] if len(words) > 1 else ""
    if op in ("lock", "notrack", "rep", "repz"):
        inner = normal(rest) if rest else ("", "")
        return op + " " + inner[0], inner[1]
    rest = rest.split("#")[0].replace(" ", "").replace("*", "")
    rest = re.sub(r"-?(0x[0-9a-f]+|\b\d+\b)", number, rest)
    rest = re.sub(r",1\)", ")", rest)  # a scale of 1
    rest = re.sub(r"(?<![\d)])0\(", "(", rest)  # a displacement of 0
    if re.match(r"s[ah][lr]|ro[lr]", op):
        rest = re.sub(r"^\$1,", "", rest)  # shifts by one
    if not op.startswith("movabs"):  # 32 bits that are extended, or not
        rest = re.sub(r"\$(\d+)", lambda m: "$" + str(int(m.group(1)) & 0xffffffff), rest)
    return op, rest


def is_same(ours, theirs):
    """objdump leaves the suffix out where the operands tell the size."""
    (op, rest), (their_op, their_rest) = normal(ours), normal(theirs)
    return rest == their_rest and (op == their_op or op[:-1] == their_op and op[-1] in "bwlq")


def objdump(code, address):
    with tempfile.NamedTemporaryFile() as f:
        f.write(code)
        f.flush()
        out = subprocess.run(
            ["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "--insn-width=15",
             "--adjust-vma=" + hex(address), f.name],
            capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in out.splitlines():
        m = re.match(r"\s*([0-9a-f]+):\t([0-9a-f ]+)\t(.*)", line)
        if m:
            rows[int(m.group(1), 16) - address] = (len(m.group(2).split()), m.group(3))
    return rows


def asm(path, image_path):
    with open(image_path, "rb") as f:
        image = f.read()
    with open(path, encoding="utf-8") as f:
        functions = json.load(f)["functions"]
    nr = at = 0
    for func in functions:
        rows = func["instructions"]
        code = bytes.fromhex("".join(row["bytes"] for row in rows))
        address = int(func["address"], 16)
        if len(code) != func["length"] or code != image[at:at + len(code)]:
            print(func["symbol"], "is not at", at, "of the image")
        at += len(code)
        theirs = objdump(code, address)
        if len(theirs) != len(rows):
            print(func["symbol"], len(rows), "instructions, objdump has", len(theirs))
        for row in rows:
            size, text = theirs.get(row["offset"], (0, ""))
            if size != row["size"] or not is_same(row["asm"], text):
                print(func["symbol"], hex(row["offset"]), "ours:", row["asm"], "objdump:", text)
            nr += 1
    if at != len(image):
        print(at, "bytes of", len(image))
    if nr < 10:
        print("only", nr, "instructions")
    print("#", nr, "instructions", file=sys.stderr)


def counts(path, script, pattern):
    with open(path, encoding="utf-8") as f:
        functions = json.load(f)["functions"]
    # others may run the same program: ours is where it is
    places = [range(int(func["address"], 16), int(func["address"], 16) + func["length"])
              for func in functions]
    theirs = collections.Counter()
    with open(script, encoding="utf-8") as f:
        for line in f:
            m = re.match(r"\s*([0-9a-f]+) (\S+)", line)
            if m and re.search(pattern, m.group(2)):
                addr = int(m.group(1), 16)
                if any(addr in place for place in places):
                    theirs[addr] += 1
    ours = collections.Counter()
    for func in functions:
        start = int(func["address"], 16)
        for hit in func["hits"]:
            ours[start + hit["offset"]] += hit["samples"]
        if sum(row["samples"] for row in func["instructions"]) != func["samples"]:
            print(func["symbol"], "instructions do not add up to", func["samples"])
        for row in func["instructions"]:
            if row["samples"] != sum(hit["samples"] for hit in func["hits"] if
                                     row["offset"] <= hit["offset"] < row["offset"] + row["size"]):
                print(func["symbol"], row["offset"], "has samples of others")
    for addr in sorted(set(ours) | set(theirs)):
        if ours[addr] != theirs[addr]:
            print(hex(addr), "ours", ours[addr], "perf script", theirs[addr])
    if sum(ours.values()) < 20:
        print("only", sum(ours.values()), "samples")
    print("#", sum(ours.values()), "samples", file=sys.stderr)


os.environ["LC_ALL"] = "C"
{"asm": asm, "counts": counts}[sys.argv[1]](*sys.argv[2:])
