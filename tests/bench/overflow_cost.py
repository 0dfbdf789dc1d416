# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""overflow_cost.py PERF-AUGMENT PAGE_FAULTS DATA OPTIONS... - what a program adds to a sample, side by side.

Each page fault of PAGE_FAULTS is a sample, as no timer has to come for it, and the ring buffer has room for
all. In each round it runs without a program, with OPTIONS (one argument, split as a shell does), and without
again; it says how long a fault took. OPTIONS add what that is longer than the mean of its
neighbours. Shown is the median of ROUNDS (15), and the middle half of them. OPTIONS "" has no program either:
that is the noise.
"""
import os
import re
import shlex
import statistics
import subprocess
import sys


BATCHES = 160


def fault_ns(pa, page_faults, data, options):
    """How long a fault takes with its sample."""
    out = subprocess.run([pa, 'record', '-o', data, '-m', '16M', '-e', 'page-faults', '-c', '1', *options, '--',
                          page_faults, str(BATCHES)], capture_output=True, text=True)
    took = re.search(r'took (\S+) ns', out.stdout)
    samples = re.search(r'(\d+) samples', out.stderr)
    if out.returncode or not took or int(samples[1]) < BATCHES * 256 or 'lost for want' in out.stderr:
        sys.exit('%s %s' % (' '.join(options), out.stderr))
    return float(took[1])


def main():
    pa, page_faults, data, *hows = sys.argv[1:]
    added, taken = {how: [] for how in hows}, {how: [] for how in hows}
    for _ in range(int(os.environ.get('ROUNDS', '15'))):
        for how in hows:
            before, ns, after = (fault_ns(pa, page_faults, data, options) for options in ([], shlex.split(how), []))
            added[how].append(ns - (before + after) / 2)
            taken[how].append(ns)
    print('%-56s %8s %8s   %s' % ('record -e page-faults -c 1', 'fault ns', 'adds ns', 'middle half'))
    here = os.path.dirname(pa) + '/tests/live/'
    for how in hows:
        low, middle, high = statistics.quantiles(added[how], n=4)
        print('%-56s %8.0f %8.0f   %.0f to %.0f' %
              (how.replace(here, '') or '(no program)', statistics.median(taken[how]), middle, low, high))


main()
