#!/usr/bin/env python3
"""Compiles manifests of several kinds and sizes and prints the cost of each resource.

usage: scaling.py [--marotte BINARY] [--sizes N,N,...] [--puppet N] [KIND ...]

Kinds: loops, files, chain, defines, virtual; all by default. Sizes: 1000,10000,100000.
The columns are CPU time and memory of the whole process, minus those of an empty manifest, and both divided by the number of
resources. The cost is linear if the last columns are constant. `--puppet N` also compiles `loops N` with real Puppet and prints
the ratio.
"""
import argparse
import os
import tempfile

import manifests
from compare import PROJECT, run

ROOT = '/tmp/root'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marotte', default=os.path.join(PROJECT, 'target/release/marotte'))
    parser.add_argument('--sizes', default='1000,10000,100000')
    parser.add_argument('--puppet', type=int)
    parser.add_argument('kinds', nargs='*', metavar='KIND')
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(',')]
    kinds = arguments.kinds or ['loops', 'files', 'chain', 'defines', 'virtual']
    with tempfile.TemporaryDirectory() as directory:
        def compiled(path):
            return run([arguments.marotte, 'catalog', 'compile', 'node', '--manifest', path])[1:]

        empty = os.path.join(directory, 'empty.pp')
        open(empty, 'w').close()
        idle = compiled(empty)
        print(f'empty: {idle[0]:.3f} s, {idle[1]:.0f} MB')
        print(f'{"kind":8} {"resources":>9} {"CPU s":>8} {"MB":>8} {"us each":>8} {"KB each":>8}')
        for kind in kinds:
            for size in sizes:
                cpu, memory = compiled(manifests.write(directory, kind, size, ROOT))
                cpu, memory = max(cpu - idle[0], 0), max(memory - idle[1], 0)
                each = (cpu / size * 1e6, memory / size * 1024)
                print(f'{kind:8} {size:9} {cpu:8.3f} {memory:8.1f} {each[0]:8.1f} {each[1]:8.2f}')
        if arguments.puppet:
            path = manifests.write(directory, 'loops', arguments.puppet, ROOT)
            ours = compiled(path)
            directories = [f'--{name}dir={directory}/{name}' for name in ('conf', 'var', 'code', 'log', 'run', 'ssl')]
            theirs = run(['puppet', 'catalog', 'compile', 'node', '--manifest', path, '--terminus', 'compiler', *directories])[1:]
            print(f'loops {arguments.puppet}: marotte {ours[0]:.2f} s, {ours[1]:.0f} MB; puppet '
                  f'{theirs[0]:.2f} s, {theirs[1]:.0f} MB: {theirs[0] / ours[0]:.0f} times the CPU, {theirs[1] / ours[1]:.1f} '
                  'times the memory')


if __name__ == '__main__':
    main()
