#!/usr/bin/env python3
"""Times 10,000 unchanged files, compared with a native program that does only lstat, read and compare.

usage: unchanged.py [--directory TARGET/release] [--files N] [--runs N]

Prints the minimum of N runs (default 5): the native program, marotte's transaction, the ratio, and marotte's whole process; then the
CPU time of both processes.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))


def output_of(command):
    """Runs a command and returns its output, wall time and CPU time in seconds."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return result.stdout, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--directory', default=os.path.join(PROJECT, 'target', 'release'))
    parser.add_argument('--files', type=int, default=10000)
    parser.add_argument('--runs', type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        root = os.path.join(directory, 'files')
        manifest = os.path.join(directory, 'files.pp')
        with open(manifest, 'w') as file:
            command = [sys.executable, os.path.join(HERE, 'manifests.py'), 'files', str(options.files), root]
            subprocess.run(command, stdout=file, check=True)
        marotte = [os.path.join(options.directory, 'marotte'), 'apply', '--profile', '--verbose', '--color', 'false',
                   '--detailed-exitcodes', '--vardir', os.path.join(directory, 'state'), manifest]
        subprocess.run(marotte, capture_output=True)
        native, native_cpu, alone, whole, cpu = [], [], [], [], []
        for _ in range(options.runs):
            text, _, used = output_of([os.path.join(options.directory, 'native-files'), root, str(options.files)])
            native.append(float(text.split()[0]))
            native_cpu.append(used)
            text, wall, used = output_of(marotte)
            alone.append(float(re.search(r'transaction (\d+\.\d+) s', text).group(1)))
            whole.append(wall)
            cpu.append(used)
    print(f'{options.files} unchanged files, minimum of {options.runs} runs, milliseconds')
    print(f'  native lstat, read, compare   {min(native) * 1000:8.1f}')
    print(f'  transaction alone             {min(alone) * 1000:8.1f}   {min(alone) / min(native):.2f} times the native program')
    print(f'  whole process                 {min(whole) * 1000:8.1f}')
    print(f'  CPU, native program           {min(native_cpu) * 1000:8.1f}')
    print(f'  CPU, whole process            {min(cpu) * 1000:8.1f}   {min(cpu) / min(native_cpu):.2f} times the native program')


if __name__ == '__main__':
    main()
