#!/usr/bin/env python3
"""Times unchanged and changed files, compared with a native program that does only what is needed for the same guarantees.

usage: native.py [--directory TARGET/release] [--unchanged N] [--changed N] [--runs N]

Prints the minimum of N runs (default 5). Unchanged files, 10,000 by default, are compared by the native program with openat2, fstat, read
and close. Changed files, 1,000 by default, are written by it to a temporary file, synced and renamed; the share of the journal is the
difference to runs with `--undo_keep 0`, which save no previous contents.
"""
import argparse
import os
import re
import tempfile

import manifests
from compare import PROJECT, run_with_output


class Bench:
    def __init__(self, options, directory):
        self.options = options
        self.directory = directory

    def manifest(self, name, number, text=None):
        """Writes a manifest for `number` files in the directory `name`, with another text in the files if one is given."""
        root = os.path.join(self.directory, name)
        manifest = ''.join(manifests.files(number, root))
        path = os.path.join(self.directory, f'{name}-{text}.pp')
        with open(path, 'w') as file:
            file.write(manifest.replace('"line ', f'"{text} ') if text else manifest)
        return path

    def native(self, action, name, number):
        """Runs the native program and returns its seconds and its CPU time."""
        root = os.path.join(self.directory, name)
        os.makedirs(root, exist_ok=True)
        program = os.path.join(self.options.directory, 'native-files')
        text, _, used, _ = run_with_output([program, action, root, str(number)])
        return float(text.split()[0]), used

    def apply(self, manifest, *flags):
        """Applies a manifest and returns the seconds of the transaction, of the whole process, and its CPU time."""
        command = [os.path.join(self.options.directory, 'marotte'), 'apply', '--profile', '--verbose', '--color', 'false',
                   '--vardir', os.path.join(self.directory, 'state'), *flags, manifest]
        text, wall, used, _ = run_with_output(command)
        return float(re.search(r'transaction (\d+\.\d+) s', text).group(1)), wall, used

    def unchanged(self):
        number = self.options.unchanged
        manifest = self.manifest('unchanged', number)
        self.apply(manifest, '--durable', 'off')
        runs = [(*self.native('check', 'unchanged', number), *self.apply(manifest)) for _ in range(self.options.runs)]
        native, native_cpu, transaction, whole, cpu = [min(column) * 1000 for column in zip(*runs)]
        print(f'{number} unchanged files, minimum of {self.options.runs} runs, milliseconds and multiples of the native program')
        print(f'  openat2, fstat, read, close, native  {native:8.1f}')
        print(f'  transaction                          {transaction:8.1f} {transaction / native:6.2f}')
        print(f'  whole process                        {whole:8.1f} {whole / native:6.2f}')
        print(f'  CPU, native                          {native_cpu:8.1f}')
        print(f'  CPU, whole process                   {cpu:8.1f} {cpu / native_cpu:6.2f}')

    def changed(self):
        number = self.options.changed
        texts = [self.manifest('changed', number, text) for text in ('one', 'two', 'three', 'four')]
        self.apply(texts[3])
        self.native('write', 'changed-native', number)
        runs = []
        for _ in range(self.options.runs):
            native, _ = self.native('write', 'changed-native', number)
            without, _, _ = self.apply(texts[0], '--undo_keep', '0')
            transaction, _, _ = self.apply(texts[1])
            at_end, _, _ = self.apply(texts[2], '--durable', 'run')
            runs.append((native, without, transaction, at_end))
        native, without, transaction, at_end = [min(column) * 1000 for column in zip(*runs)]
        print(f'{number} changed files, minimum of {self.options.runs} runs, milliseconds and multiples of the native program')
        print(f'  write, fsync, rename, native         {native:8.1f}')
        print(f'  transaction                          {transaction:8.1f} {transaction / native:6.2f}')
        print(f'    without journal                    {without:8.1f} {without / native:6.2f}')
        journal = transaction - without
        share = f'{journal:8.1f} {journal / transaction:6.0%}' if journal > 0 else ' less than the variation between runs'
        print(f'    journal                            {share}')
        print(f'  transaction, synced at the end       {at_end:8.1f} {at_end / native:6.2f}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--directory', default=os.path.join(PROJECT, 'target', 'release'))
    parser.add_argument('--unchanged', type=int, default=10000)
    parser.add_argument('--changed', type=int, default=1000)
    parser.add_argument('--runs', type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        bench = Bench(options, directory)
        bench.unchanged()
        bench.changed()


if __name__ == '__main__':
    main()
