#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The recorder's own CPU time, user and system, beside stock perf's: `record_cpu.py AUG DIR ROUNDS [CASE...]`.

Both record the same machine one after another, round by round; of each case the medians and their
ratio are printed, which is to be at most 1. Time of the recorded commands is not counted: they run
outside of it. "Without its start" is what a recording costs that goes on: all from its third second on.
Exits with 1 when a recorder fails, and with 3 when a limit is missed.
"""
import ctypes
import os
import re
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
CLOCK = ['-a', '-e', 'cpu-clock']

# A program in the background, options, seconds, form.
CASES = {
    'start and end': (None, ['-F', '999'], 0.0, 'file'),
    '10 s at 999 Hz': (None, ['-F', '999'], 10.0, 'file'),
    '10 s, CPUs busy': ('busy', ['-F', '999'], 10.0, 'file'),
    '5 s, many programs': ('forks', ['-F', '999'], 5.0, 'file'),
    '5 s at 999 Hz, chains': ('busy', ['-F', '999', '-g'], 5.0, 'file'),
    '5 s at 999 Hz, pipe': ('busy', ['-F', '999'], 5.0, 'pipe'),
    '5 s at 30 kHz': ('busy', ['-F', '30000'], 5.0, 'file'),
    '5 s at 30 kHz, pipe': ('busy', ['-F', '30000'], 5.0, 'pipe'),
    '5 s at 30 kHz, -z': ('busy', ['-F', '30000', '-z'], 5.0, 'file'),
    '5 s at 30 kHz, threads': ('busy', ['-F', '30000', '--threads'], 5.0, 'dir'),
}

# Without the first three seconds; with the end, where perf reads all that it has written once more.
WITHOUT_START = {
    '30 s without its start, idle': (None, ['-F', '999'], 30.0),
    '30 s without its start, busy': ('busy', ['-F', '999'], 30.0),
}
START_SECONDS = 3.0

LOADS = {
    'busy': 'while :; do :; done',
    'forks': 'while :; do /bin/true; sleep 0.002; done',
}


def end_with_us():
    """A load must not outlive a bench that is killed: what is measured next would be beside it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start_loads(kind):
    """One for each CPU."""
    if not kind:
        return []
    return [subprocess.Popen(['sh', '-c', LOADS[kind]], start_new_session=True, preexec_fn=end_with_us)
            for _ in os.sched_getaffinity(0)]


def end_loads(loads):
    for load in loads:
        os.killpg(load.pid, signal.SIGKILL)
        load.wait()


def on_cpu_ms(pid):
    """All threads, to the nanosecond."""
    total = 0
    for task in os.listdir(f'/proc/{pid}/task'):
        with open(f'/proc/{pid}/task/{task}/schedstat', encoding='ascii') as file:
            total += int(file.read().split()[0])
    return total / 1e6


def cpu_ms(tool, options, seconds, form, path, leave_out=0.0):
    """Of the recorder alone: it ends by a signal, and has no command of its own."""
    before = 0.0
    target = '-' if form == 'pipe' else path
    argv = [tool, 'record', '-q', *CLOCK, *options, '-o', target]
    if seconds == 0:
        argv += ['true']
    sink = None
    if form == 'pipe':
        sink = subprocess.Popen(['cat'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    recorder = subprocess.Popen(argv, stdout=sink.stdin if sink else subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
    if sink:
        sink.stdin.close()
    if seconds:
        time.sleep(leave_out)
        if leave_out:
            before = on_cpu_ms(recorder.pid)
        time.sleep(seconds - leave_out)
        recorder.send_signal(signal.SIGINT)
    _, status, usage = os.wait4(recorder.pid, 0)
    recorder.returncode = os.waitstatus_to_exitcode(status)
    if sink:
        sink.wait()
    if recorder.returncode not in (0, -signal.SIGINT):
        raise RuntimeError(' '.join(argv) + ': ended by ' + str(recorder.returncode))
    return (usage.ru_utime + usage.ru_stime) * 1e3 - before


def cpu_ms_of_perf(*args):
    """perf 6.1 dies of its own recording when somebody else asked the kernel for build-ids meanwhile."""
    for _ in range(9):
        try:
            return cpu_ms('perf', *args)
        except RuntimeError:
            pass
    return cpu_ms('perf', *args)


def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def one_case(name):
    """The load, and what cpu_ms() takes: the path is missing."""
    if name in WITHOUT_START:
        load, options, seconds = WITHOUT_START[name]
        return load, lambda path: (options, seconds, 'file', path, START_SECONDS)
    load, *args = CASES[name]
    return load, lambda path: (*args, path)


def measure(name, aug, path, rounds):
    load, args_of = one_case(name)
    times = {aug: [], 'perf': []}
    loads = start_loads(load)
    try:
        for _ in range(rounds):
            for tool in times:
                args = args_of(path)
                times[tool].append(cpu_ms_of_perf(*args) if tool == 'perf' else cpu_ms(tool, *args))
                subprocess.run(['rm', '-rf', path, path + '.old'], check=True)
    finally:
        end_loads(loads)
    ours, perf = median(times[aug]), median(times['perf'])
    met = ours <= perf
    print(f'{name:<28} {ours:8.1f} ms {perf:8.1f} ms {ours / perf:8.2f}   1 {"ok" if met else "MISSED"}', flush=True)
    return met


def main():
    aug, directory, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    wanted = sys.argv[4:] or [*CASES, *WITHOUT_START]
    print(f'{"CPU time of the recorder, -a":<28} {"ours":>11} {"perf":>11} {"of it":>8} limit')
    met = [measure(name, aug, os.path.join(directory, 'recording'), rounds) for name in wanted]
    return 0 if all(met) else 3


if __name__ == '__main__':
    sys.exit(main())
