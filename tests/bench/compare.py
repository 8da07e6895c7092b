#!/usr/bin/env python3
"""Times marotte and real Puppet with the same manifests and prints a table.

usage: compare.py [--marotte BINARY] [--other BINARY] [--runs N] [--no-puppet] [CASE ...]

Cases: version, empty, first, files1000, files5000, chain5000, loops10000, compile-files5000, compile-loops10000, validate; all by default.
Each figure is the minimum of N runs (default 3) of the whole process: wall seconds, CPU seconds, memory in MB.
`files` are applied once before, so that the timed runs find nothing to change. `first` is the first run of the example site,
without a cache of native code. `compile` cases print the catalog, and `validate` parses 1 MB; only marotte runs them.
`--other` times a second build of marotte beside the first, the runs of both in turn. Needs `puppet` in PATH; without it, only marotte is timed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

import manifests

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))


def run(command):
    """Runs a command and returns (wall, cpu, megabytes)."""
    with tempfile.TemporaryFile() as output:
        return measured(command, output)


def run_with_output(command):
    """Runs a command and returns (output, wall, cpu, megabytes)."""
    with tempfile.TemporaryFile() as output:
        figures = measured(command, output)
        output.seek(0)
        return (output.read().decode(), *figures)


def measured(command, output):
    """Runs a command with its output in a file and returns (wall, cpu, megabytes). The kernel counts the memory of this process at the
    start of the command, too: it must be small."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        output.seek(0)
        sys.exit(f"{' '.join(command)} ended with {child.returncode}:\n{output.read().decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(commands, runs, before=None):
    """Runs each of the commands in turn, and returns the minima of each."""
    results = [[] for _ in commands]
    for _ in range(runs):
        for command, kept in zip(commands, results):
            if before:
                before()
            kept.append(run(command))
    return [tuple(min(column) for column in zip(*kept)) for kept in results]


class Workplace:
    def __init__(self, directory):
        self.directory = directory
        self.files = os.path.join(directory, 'files')

    def manifest(self, kind, number):
        return manifests.write(self.directory, kind, number, self.files)

    def marotte(self, binary, command, *arguments):
        """Returns a command of marotte. Each build has its own state."""
        state = os.path.join(self.directory, 'marotte', binary.strip('/').replace('/', '-'))
        return [binary, *command, '--vardir', state, '--color', 'false', *arguments]

    def apply_puppet(self, *arguments):
        """Puppet gets its own directories for each manifest, since a shared state file slows every later run."""
        own = os.path.join(self.directory, 'puppet-' + os.path.basename(arguments[-1]))
        directories = [part for name in ('conf', 'var', 'code', 'log', 'run', 'ssl', 'public')
                   for part in (f'--{name}dir', os.path.join(own, name))]
        for name in directories[1::2]:
            os.makedirs(name, exist_ok=True)
        return ['puppet', 'apply', *directories, '--modulepath', os.path.join(own, 'none'), '--color=false', *arguments]


APPLY = ['apply']
COMPILE = ['catalog', 'compile']
VALIDATE = ['parser', 'validate']


def cases(place):
    """Yields name, command, arguments, whether the state is reached first, and whether it is removed before each run."""
    site = os.path.join(PROJECT, 'tests', 'examples', 'site.pp')
    yield 'version', ['--version'], lambda: [], False, False
    yield 'empty', APPLY, lambda: ['-e', ''], True, False
    yield 'first', APPLY, lambda: ['--root', os.path.join(place.directory, 'root'), '--noop', site], False, True
    yield 'files1000', APPLY, lambda: [place.manifest('files', 1000)], True, False
    yield 'files5000', APPLY, lambda: [place.manifest('files', 5000)], True, False
    yield 'chain5000', APPLY, lambda: [place.manifest('chain', 5000)], True, False
    yield 'loops10000', APPLY, lambda: [place.manifest('loops', 10000)], True, False
    yield 'compile-files5000', COMPILE, lambda: ['--manifest', place.manifest('files', 5000)], False, False
    yield 'compile-loops10000', COMPILE, lambda: ['--manifest', place.manifest('loops', 10000)], False, False
    yield 'validate', VALIDATE, lambda: [place.manifest('big', 1_000_000)], False, False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marotte', default=os.path.join(PROJECT, 'target', 'release', 'marotte'))
    parser.add_argument('--other')
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--no-puppet', action='store_true')
    parser.add_argument('cases', nargs='*')
    options = parser.parse_args()
    has_puppet = not options.no_puppet and shutil.which('puppet') is not None
    if not has_puppet:
        print('SKIPPED: real Puppet is not timed')
    binaries = [os.path.abspath(binary) for binary in [options.marotte, options.other] if binary]
    print(f"{'case':19} {'program':8} {'wall s':>9} {'cpu s':>9} {'MB':>8}   ratio of wall, cpu, memory")
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        place = Workplace(directory)
        os.mkdir(os.path.join(directory, 'root'))
        for name, command, arguments, is_prepared, is_cold in cases(place):
            if options.cases and name not in options.cases:
                continue
            compare(place, name, command, arguments(), options.runs, binaries, is_prepared, is_cold, has_puppet)


def compare(place, name, command, arguments, runs, binaries, is_prepared, is_cold, has_puppet):
    def forget():
        shutil.rmtree(os.path.join(place.directory, 'marotte'), ignore_errors=True)

    commands = [[binary, '--version'] if name == 'version' else place.marotte(binary, command, *arguments) for binary in binaries]
    if is_prepared:
        for each in commands:
            run(each)
    ours, *others = least(commands, runs, forget if is_cold else None)
    print_row(name, 'marotte', ours)
    for figures in others:
        print_row('', 'other', figures, ours)
    if has_puppet and name == 'version':
        print_row('', 'puppet', *least([['puppet', '--version']], runs), ours)
    elif has_puppet and command == APPLY:
        theirs = place.apply_puppet(*(['--noop', arguments[-1]] if name == 'first' else arguments))
        run(theirs)
        print_row('', 'puppet', *least([theirs], runs), ours)


def print_row(name, program, figures, ours=None):
    wall, cpu, memory = figures
    ratios = ', '.join(f'{theirs / own:.1f}' for own, theirs in zip(ours, figures)) if ours else ''
    print(f'{name:19} {program:8} {wall:9.4f} {cpu:9.4f} {memory:8.1f}   {ratios}', flush=True)


if __name__ == '__main__':
    main()
