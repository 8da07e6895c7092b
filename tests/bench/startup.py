#!/usr/bin/env python3
"""Records the functions that short runs call, as the linker script host/cli/startup.ld, which places them next to each other.

usage: startup.py [--check]

Short runs mostly wait for page faults, each of which maps 64 kB of the program around the called function. The script has names of
sections without the hashes that rustc adds to them, so it applies to later versions of the program, too.

Recording needs valgrind, and lld as the linker, which is rustc's default on x86-64. --check builds nothing: it fails if the linker
found less than 80 % of the recorded functions in target/release/marotte, because they have been renamed since.
"""
import argparse
import collections
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from counts import PROJECT

SCRIPT = os.path.join(PROJECT, 'host', 'cli', 'startup.ld')
PROGRAM = os.path.join(PROJECT, 'target', 'release', 'marotte')
SECTION = '.text_startup'
# A pattern may also match functions that are not called, such as the same method of another type. One that matches more bytes than this
# for each called function is left out: a quarter of what a page fault maps.
MAXIMUM = 16 << 10
FOUND = 0.8


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true', help='compare the built program with the recorded size')
    if parser.parse_args().check:
        check()
    elif shutil.which('valgrind') is None:
        print('SKIPPED: recording needs valgrind; install it with: apt-get install valgrind', file=sys.stderr)
        sys.exit(2)
    else:
        with tempfile.TemporaryDirectory() as directory:
            record(directory)
        build({})
        check()


def check():
    with open(SCRIPT) as file:
        recorded = int(re.search(r'(\d+) bytes', file.readline()).group(1))
    found = section_size(PROGRAM, SECTION)
    print(f'{SECTION}: {found:,} bytes, recorded {recorded:,}')
    if found < recorded * FOUND:
        sys.exit(f'Functions of {os.path.relpath(SCRIPT, PROJECT)} are missing; record it again with tests/bench/startup.py')


def build(environment):
    subprocess.run(['cargo', 'build', '--release', '--workspace', '--bin', 'marotte'], cwd=PROJECT, check=True,
                   env=os.environ | environment)


def record(directory):
    link_map = os.path.join(directory, 'map')
    # host/cli/build.rs then keeps the symbols, which valgrind needs.
    build({'MAROTTE_LINK_MAP': link_map})
    program = shutil.copy(PROGRAM, directory)
    manifest = os.path.join(directory, 'site.pp')
    with open(manifest, 'w') as file:
        file.write(f"file {{ '{directory}/motd': content => \"Hello\\n\", mode => '0644' }} -> notify {{ 'done': }}\n")
    state = ['--vardir', os.path.join(directory, 'state')]
    # The file is created, then found unchanged.
    commands = [['--version'], ['apply', *state, '-e', ''], ['apply', *state, manifest], ['apply', *state, manifest]]
    sections, sizes = read_map(link_map)
    called = {}
    for number, command in enumerate(commands):
        for function in functions([program, *command], directory):
            if function in sections:
                called.setdefault(sections[function], number)
    write(called, sizes)


def functions(command, directory):
    """Returns the names of the functions that a command calls."""
    profile = os.path.join(directory, 'profile')
    subprocess.run(['valgrind', '--quiet', '--tool=callgrind', '--demangle=no', '--compress-strings=no',
                    f'--callgrind-out-file={profile}', *command],
                   check=True, cwd=directory, env={'PATH': '/usr/bin:/bin', 'HOME': directory}, stdout=subprocess.DEVNULL)
    with open(profile) as file:
        # A recursive call has a suffix, as in name'2.
        return {line[3:].strip().split("'")[0] for line in file if line.startswith('fn=')}


def read_map(path):
    """Returns the sections of functions, by symbol, and their sizes. A section is a pair of file and name."""
    sections, sizes, symbols, current = {}, {}, collections.Counter(), None
    with open(path) as file:
        for line in file:
            columns = line.split(None, 4)
            if len(columns) < 5 or columns[0] == 'VMA':
                continue
            text = columns[4].strip()
            if found := re.fullmatch(r'(.*):\((\.text\.[^)]*)\)', text):
                current = found.groups()
                sizes[current] = int(columns[2], 16)
            elif ':(' in text or text.startswith('.'):
                current = None
            elif current:
                sections[text] = current
                symbols[current] += 1
    # lld merges functions with identical code only within a section of the program. They stay where they are, which keeps them merged.
    return {symbol: section for symbol, section in sections.items() if symbols[section] == 1}, sizes


def pattern(section):
    """Returns the patterns of file and name that match a section in later builds, too."""
    file, name = section
    # /…/libclap-0123456789abcdef.rlib(…) or an object of the program's own crate.
    file = re.sub(r'-[0-9a-f]{16}\..*', '-*', re.sub(r'.*/', '', re.sub(r'\(.*', '', file)))
    name = re.sub(r'17h[0-9a-f]{16}E', '17h*E', name)
    return f'*/{file}', re.sub(r'\.llvm\.\d+$', '.llvm.*', name)


def write(called, sizes):
    """Writes the linker script for called functions, which have the number of the first command that calls them."""
    total, calls, first = collections.Counter(), collections.Counter(), {}
    for section, size in sizes.items():
        total[pattern(section)] += size
    for section, number in called.items():
        calls[pattern(section)] += 1
        first.setdefault(pattern(section), number)
    used = [found for found in first if total[found] <= MAXIMUM * calls[found]]
    groups = collections.defaultdict(list)
    for file, name in used:
        groups[first[file, name], file].append(name)
    with open(SCRIPT, 'w') as out:
        out.write(f'/* Functions that short runs call, {sum(total[found] for found in used)} bytes. Written by tests/bench/startup.py. */\n')
        out.write(f'SECTIONS {{\n  {SECTION} : {{\n')
        for (_, file), names in sorted(groups.items()):
            out.write(f'    {file}(\n' + ''.join(f'      {name}\n' for name in sorted(names)) + '    )\n')
        out.write('  }\n} INSERT BEFORE .text;\n')


def section_size(path, name):
    """Returns the size of a section of a 64-bit ELF file; 0 if it does not exist."""
    with open(path, 'rb') as file:
        content = file.read()
    start, = struct.unpack_from('<Q', content, 0x28)
    size, count, names = struct.unpack_from('<3H', content, 0x3a)
    headers = [struct.unpack_from('<IIQQQQ', content, start + index * size) for index in range(count)]
    for header in headers:
        at = headers[names][4] + header[0]
        if content[at:content.index(b'\0', at)] == name.encode():
            return header[5]
    return 0


if __name__ == '__main__':
    main()
