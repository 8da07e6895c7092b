#!/usr/bin/env python3
"""Times marotte and real Puppet with the same manifests and prints a table.

usage: compare.py [--marotte BINARY] [--runs N] [--no-puppet] [CASE ...]

Cases: empty, files1000, files5000, chain5000, loops10000, first; all by default.
Each figure is the minimum of N runs (default 3) of the whole process: wall seconds, CPU seconds, memory in MB.
`files` are applied once before, so that the timed runs find nothing to change. `first` is the first run of the example site,
without a cache of native code. Needs `puppet` in PATH; without it, only marotte is timed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))


def run(command, allowed=(0,)):
    """Runs a command and returns (wall, cpu, megabytes)."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in allowed:
            output.seek(0)
            sys.exit(f"{' '.join(command)} ended with {child.returncode}:\n{output.read().decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(command, runs, before=None):
    results = []
    for _ in range(runs):
        if before:
            before()
        results.append(run(command))
    return tuple(min(column) for column in zip(*results))


class Workplace:
    def __init__(self, directory, marotte):
        self.directory = directory
        self.marotte = marotte
        self.files = os.path.join(directory, 'files')

    def manifest(self, kind, number):
        path = os.path.join(self.directory, f'{kind}{number}.pp')
        with open(path, 'w') as file:
            command = [sys.executable, os.path.join(HERE, 'manifests.py'), kind, str(number), self.files]
            subprocess.run(command, stdout=file, check=True)
        return path

    def apply_marotte(self, *arguments):
        return [self.marotte, 'apply', '--vardir', os.path.join(self.directory, 'marotte'), '--color', 'false', *arguments]

    def apply_puppet(self, *arguments):
        """Puppet gets its own directories for each manifest, since a shared state file slows every later run."""
        own = os.path.join(self.directory, 'puppet-' + os.path.basename(arguments[-1]))
        directories = [part for name in ('conf', 'var', 'code', 'log', 'run', 'ssl', 'public')
                   for part in (f'--{name}dir', os.path.join(own, name))]
        for name in directories[1::2]:
            os.makedirs(name, exist_ok=True)
        return ['puppet', 'apply', *directories, '--modulepath', os.path.join(own, 'none'), '--color=false', *arguments]


def cases(place):
    """Yields name, arguments, whether the files are created first, and whether marotte starts without its cache."""
    site = os.path.join(PROJECT, 'tests', 'examples', 'site.pp')
    yield 'empty', lambda: ['-e', ''], False, False
    yield 'first', lambda: [site], False, True
    yield 'files1000', lambda: [place.manifest('files', 1000)], True, False
    yield 'files5000', lambda: [place.manifest('files', 5000)], True, False
    yield 'chain5000', lambda: [place.manifest('chain', 5000)], False, False
    yield 'loops10000', lambda: [place.manifest('loops', 10000)], False, False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marotte', default=os.path.join(PROJECT, 'target', 'release', 'marotte'))
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--no-puppet', action='store_true')
    parser.add_argument('cases', nargs='*')
    options = parser.parse_args()
    has_puppet = not options.no_puppet and shutil.which('puppet') is not None
    if not has_puppet:
        print('SKIPPED: real Puppet is not timed')
    print(f"{'case':12} {'program':8} {'wall s':>9} {'cpu s':>9} {'MB':>8}   ratio of wall, cpu, memory")
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        place = Workplace(directory, options.marotte)
        for name, arguments, makes_files, is_cold in cases(place):
            if options.cases and name not in options.cases:
                continue
            compare(place, name, arguments(), options.runs, makes_files, is_cold, has_puppet)


def compare(place, name, arguments, runs, makes_files, is_cold, has_puppet):
    def forget():
        shutil.rmtree(os.path.join(place.directory, 'marotte'), ignore_errors=True)

    root = []
    if name == 'first':
        root = ['--root', os.path.join(place.directory, 'root'), '--noop']
    mine = place.apply_marotte(*root, *arguments)
    if makes_files:
        run(mine)
    elif not is_cold:
        run(place.apply_marotte('-e', ''))
    ours = least(mine, runs, forget if is_cold else None)
    print_row(name, 'marotte', ours)
    if has_puppet:
        theirs = place.apply_puppet(*(['--noop'] if name == 'first' else []), *arguments)
        run(theirs)
        figures = least(theirs, runs)
        ratios = ', '.join(f'{b / a:.0f}' for a, b in zip(ours, figures))
        print_row('', 'puppet', figures, ratios)


def print_row(name, program, figures, ratios=''):
    wall, cpu, memory = figures
    print(f'{name:12} {program:8} {wall:9.4f} {cpu:9.4f} {memory:8.1f}   {ratios}', flush=True)


if __name__ == '__main__':
    main()
