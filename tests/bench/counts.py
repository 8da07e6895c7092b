#!/usr/bin/env python3
"""Counts instructions and system calls of the program, and compares them with the recorded ones in counts.json.

usage: counts.py [--marotte FILE] [--update] [CASE ...]

Needs valgrind and strace; exits with 2 if one is missing. Unlike times, both counts are nearly the same in each run. A count that is
more than 2 % higher than the recorded one is an error; --update records the counts. System calls for memory and for waiting are not
counted, since they depend on the load.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

import manifests

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
RECORDED = os.path.join(HERE, 'counts.json')
# Always the same path, since the length of paths affects the counts.
DIRECTORY = '/tmp/marotte-counts'
TOLERANCE = 0.02
# System calls for memory, waiting and scheduling, whose number depends on the load.
UNCOUNTED = {'futex', 'sched_yield', 'clock_nanosleep', 'restart_syscall', 'madvise', 'mmap', 'munmap', 'mprotect', 'brk', 'rt_sigprocmask'}


def cases():
    """Returns names, arguments, and whether the case is first run once to reach the state that it then finds unchanged."""
    modules = ['--confdir', f'{DIRECTORY}/conf', '--modulepath', f'{DIRECTORY}/modules']
    apply = ['apply', '--vardir', f'{DIRECTORY}/state', *modules]
    compile_ = ['catalog', 'compile', *modules, '--facts', f'{DIRECTORY}/facts.json', '--manifest']
    for kind, number in [('loops', 2000), ('defines', 500), ('virtual', 500), ('chain', 500)]:
        yield f'compile {number} {kind}', [*compile_, manifest(kind, number)], False
    yield 'validate 200 kB', ['parser', 'validate', manifest('big', 200_000)], False
    yield 'version', ['--version'], False
    yield 'apply nothing', [*apply, '-e', ''], True
    yield 'apply 500 notifies', [*apply, manifest('loops', 400)], True
    yield 'apply 500 unchanged files', [*apply, manifest('files', 500)], True
    yield 'apply 1000 unchanged files', [*apply, manifest('files', 1000)], True


def manifest(kind, number):
    return manifests.write(DIRECTORY, kind, number, f'{DIRECTORY}/files')


def run(command):
    """Runs a command in an environment that is the same everywhere, and returns its standard error."""
    environment = {'PATH': '/usr/bin:/bin', 'HOME': DIRECTORY, 'LC_ALL': 'C.UTF-8'}
    result = subprocess.run(command, capture_output=True, text=True, cwd=DIRECTORY, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stderr


def instructions(command):
    """Returns the number of instructions of a command in user space."""
    valgrind = ['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--trace-children=no']
    return int(re.search(r'I\s+refs:\s+([\d,]+)', run([*valgrind, *command])).group(1).replace(',', ''))


def system_calls(command):
    """Returns the number of system calls of a command and its threads."""
    output = f'{DIRECTORY}/strace'
    run(['strace', '-f', '-c', '-o', output, *command])
    with open(output) as file:
        rows = [line.split() for line in file]
    return sum(int(row[3]) for row in rows if len(row) >= 5 and row[3].isdigit() and row[-1] not in UNCOUNTED | {'total'})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marotte', default=os.path.join(PROJECT, 'target', 'release', 'marotte'))
    parser.add_argument('--update', action='store_true', help='record the counts')
    parser.add_argument('cases', nargs='*', metavar='CASE')
    options = parser.parse_args()
    missing = [tool for tool in ['valgrind', 'strace'] if shutil.which(tool) is None]
    if missing:
        print(f"SKIPPED: counts need {' and '.join(missing)}; install with: apt-get install {' '.join(missing)}", file=sys.stderr)
        sys.exit(2)
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(DIRECTORY)
    with open(f'{DIRECTORY}/facts.json', 'w') as file:
        json.dump({'os': {'family': 'Debian', 'name': 'Debian'}, 'networking': {'fqdn': 'node.example.com'}}, file)
    recorded = {}
    if os.path.exists(RECORDED):
        with open(RECORDED) as file:
            recorded = json.load(file)
    found, grown, shrunk = {}, [], []
    print(f"{'':30}{'instructions':>16}{'recorded':>16}{'system calls':>14}{'recorded':>10}")
    for name, arguments, is_prepared in cases():
        if options.cases and name not in options.cases:
            continue
        command = [os.path.realpath(options.marotte), *arguments]
        if is_prepared:
            run(command)
        counts = {'instructions': instructions(command), 'system calls': system_calls(command)}
        found[name] = counts
        known = recorded.get(name, {})
        shown = [f"{counts[kind]:>{width},}{known.get(kind, 0):>{other},}"
                 for kind, width, other in [('instructions', 16, 16), ('system calls', 14, 10)]]
        print(f'{name:30}' + ''.join(shown), flush=True)
        for kind, count in counts.items():
            difference = f'{name}: {count:,} {kind} instead of {known.get(kind, 0):,}'
            if count > known.get(kind, 0) * (1 + TOLERANCE):
                grown.append(difference)
            elif count < known.get(kind, 0) * (1 - TOLERANCE):
                shrunk.append(difference)
    shutil.rmtree(DIRECTORY)
    if options.update:
        with open(RECORDED, 'w') as file:
            file.write(json.dumps(recorded | found, indent=2) + '\n')
        return
    if shrunk:
        print('\nFewer than recorded; record them with --update:\n  ' + '\n  '.join(shrunk))
    if grown:
        sys.exit('\nMore than recorded; find the reason, or record them with --update and give the reason in the commit:\n  '
                 + '\n  '.join(grown))


if __name__ == '__main__':
    main()
