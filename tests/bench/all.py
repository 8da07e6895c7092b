#!/usr/bin/env python3
"""Runs the timed benchmarks in turn and writes their output to README.md.

usage: all.py [--runs N]

Needs a release build, and `puppet` in PATH for the comparison with it. Nothing else should run on the machine; takes a quarter of an hour.
"""
import argparse
import os
import platform
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INTRODUCTION = """# Results of the benchmarks

Written by `tests/bench/all.py`. Times are the minimum of the given number of runs on one machine; ratios are of programs in the same run.
Counts of instructions and system calls, which every commit must keep, are in `counts.json`; `tests/bench/counts.py` compares them.

Machine: {machine}
"""
# Titles, scripts, and the least number of runs; none if the script has no option --runs.
BENCHMARKS = [
    ('Compared with real Puppet', 'compare.py', 1),
    ('Compared with a native program', 'native.py', 10),
    ('Packages and users compared with their own commands', 'queries.py', 1),
    ('Time per resource', 'scaling.py', None),
]


def machine():
    """Returns the number of processors, their model, the system and the kernel."""
    with open('/proc/cpuinfo') as file:
        model = next((line.split(':')[1].strip() for line in file if line.startswith('model name')), platform.machine())
    with open('/etc/os-release') as file:
        system = next(line.split('=')[1].strip().strip('"') for line in file if line.startswith('PRETTY_NAME'))
    return f'{os.cpu_count()} processors ({model}), {system}, Linux {platform.release()}'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=10)
    options = parser.parse_args()
    parts = [INTRODUCTION.format(machine=machine())]
    for title, script, least in BENCHMARKS:
        runs = ['--runs', str(max(options.runs, least))] if least else []
        result = subprocess.run([sys.executable, os.path.join(HERE, script), *runs], stdout=subprocess.PIPE, text=True)
        if result.returncode != 0:
            sys.exit(f'{script} ended with {result.returncode}')
        print(result.stdout, flush=True)
        shown = ' '.join([script, *runs])
        parts.append(f'## {title}\n\n`tests/bench/{shown}`\n\n```text\n{result.stdout.rstrip()}\n```\n')
    with open(os.path.join(HERE, 'README.md'), 'w') as file:
        file.write('\n'.join(parts))


if __name__ == '__main__':
    main()
