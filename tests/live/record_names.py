#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""record_names.py SCRIPT SYMBOLS - samples in BPF programs, and how many of them have a wrong name or none.

SCRIPT is what `perf script --show-bpf-events --ns -F pid,time,ip,sym` prints, SYMBOLS its lines of KSYMBOL
without -F: by these the name of each sample is known.
"""
import re
import sys

events = []
for line in open(sys.argv[2]):
    m = re.search(r'([0-9]+\.[0-9]+): PERF_RECORD_KSYMBOL addr ([0-9a-f]+) len ([0-9]+) type \d+ flags (0x[0-9a-f]+) name (\S+)', line)
    if m:
        events.append((float(m[1]), int(m[4], 16), int(m[2], 16), int(m[3]), m[5]))
events.sort(key=lambda e: e[0])


def name_at(ip, time):
    name = None
    for t, unregister, addr, size, symbol in events:
        if t > time:
            break
        if addr <= ip < addr + size:
            name = None if unregister else symbol
    return name


bpf = wrong = unknown = 0
low = min(e[2] for e in events) & ~0xfff
high = max(e[2] + e[3] for e in events)
for line in open(sys.argv[1]):
    m = re.match(r'\s*\d+ +([0-9]+\.[0-9]+): +([0-9a-f]+) (\S+)', line)
    if not m or not low <= int(m[2], 16) < high:
        continue
    expected = name_at(int(m[2], 16), float(m[1]))
    if expected:
        bpf += 1
        wrong += m[3] != expected and m[3] != '[unknown]'
        unknown += m[3] == '[unknown]'
print('bpf', bpf, 'wrong', wrong, 'unknown', unknown)
