#!/usr/bin/env python3
"""Compiles every class of Debian's modules with `include CLASS` sequentially in one process, with marotte and with real Puppet. Prints the
times of both, and the classes for which marotte is slower.

usage: classes.py [--runs N] [--modulepath PATH] [MODULE ...]

Puppet caches parsed files and loaded code between classes, as its server does; marotte reads and parses everything again for each class.
Only classes that compile in both are counted. Each figure is the minimum of N runs (default 3). Needs `target/release/classes`, `puppet`
and modules in /usr/share/puppet/modules; without Puppet, only marotte is timed.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FACTS = PROJECT / 'tests/conformance/default-facts.yaml'
CLASS = re.compile(r'^\s*class\s+(?:::)?([a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*)', re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--modulepath', default='/usr/share/puppet/modules')
    parser.add_argument('modules', nargs='*', metavar='MODULE')
    options = parser.parse_args()
    program = PROJECT / 'target/release/classes'
    if not program.is_file():
        sys.exit(f'{program} does not exist: cargo build --release --workspace')
    names = classes(options)
    if not names:
        sys.exit(f'there are no classes in {options.modulepath}')
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        prepare(pathlib.Path(directory), names, options.modulepath)
        ours = least(options.runs, lambda: run([program, directory]))
    theirs = None
    if shutil.which('puppet'):
        script = pathlib.Path(__file__).with_name('classes.rb')
        command = ['ruby', script, options.modulepath, FACTS]
        theirs = least(options.runs, lambda: run(command, '\n'.join(names) + '\n'))
    else:
        print('SKIPPED: real Puppet is not timed')
    print_results(names, ours, theirs)


def classes(options):
    names = set()
    for directory in options.modulepath.split(':'):
        for module in sorted(pathlib.Path(directory).iterdir()):
            if not options.modules or module.name in options.modules:
                for manifest in (module / 'manifests').rglob('*.pp'):
                    names.update(CLASS.findall(manifest.read_text(errors='replace')))
    return sorted(names)


def prepare(directory, names, modulepath):
    shutil.copy(FACTS, directory)
    for name in names:
        case = directory / 'classes' / name.replace('::', '--')
        case.mkdir(parents=True)
        (case / 'manifest.pp').write_text(f'include {name}\n')
        (case / 'settings.yaml').write_text(f"modulepath: [{', '.join(modulepath.split(':'))}]\n")


def run(command, text=''):
    """Returns the microseconds of each class that compiles."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, errors='replace')
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    figures = {}
    for line in done.stdout.splitlines():
        name, microseconds, size = line.split()
        if int(size):
            figures[name] = int(microseconds)
    return figures


def least(runs, once):
    results = [once() for _ in range(runs)]
    return {name: min(result[name] for result in results if name in result) for name in results[0]}


def print_results(names, ours, theirs):
    both = sorted(name for name in ours if theirs is None or name in theirs)
    print(f'{len(names)} classes, of which {len(both)} compile' + ('' if theirs is None else ' in both'))
    print(f"{'program':8} {'sum ms':>9} {'mean ms':>9} {'median ms':>10} {'95 % ms':>9} {'max ms':>9}")
    for program, figures in (('marotte', ours), ('puppet', theirs)):
        if figures is not None and both:
            sorted_figures = sorted(figures[name] / 1000 for name in both)
            count = len(sorted_figures)
            values = (sum(sorted_figures), sum(sorted_figures) / count, sorted_figures[count // 2],
                      sorted_figures[count * 95 // 100], sorted_figures[-1])
            print(f'{program:8} {values[0]:9.1f} {values[1]:9.3f} {values[2]:10.3f} {values[3]:9.3f} {values[4]:9.3f}')
    if theirs is None or not both:
        return
    ratios = sorted(theirs[name] / ours[name] for name in both)
    print(f'puppet takes {sum(theirs[n] for n in both) / sum(ours[n] for n in both):.1f} times as long in total, '
          f'{ratios[len(ratios) // 2]:.1f} times in the median, {ratios[0]:.1f} to {ratios[-1]:.1f}')
    slower = [name for name in both if ours[name] > theirs[name]]
    print(f'marotte is slower for {len(slower)}' + ('' if not slower else ':'))
    for name in sorted(slower, key=lambda name: theirs[name] / ours[name])[:20]:
        print(f'  {name:60} {ours[name] / 1000:9.3f} {theirs[name] / 1000:9.3f}')


if __name__ == '__main__':
    main()
