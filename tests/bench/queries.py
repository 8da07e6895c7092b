#!/usr/bin/env python3
"""Times 1,000 packages and 1,000 users that are in sync, and counts the commands that are run for them.

Needs dpkg and unshare; without root also user namespaces. The packages are those of this system, at most 1,000; the users are in a
passwd file that only the timed process sees.

usage: queries.py [--marotte FILE] [--runs N]

Prints for each the minimum of N runs (default 5) of marotte's whole process, the commands that it ran, and the time of the same query
without marotte: `dpkg-query` and `getent`.
"""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
COUNT = 1000


def least(command, runs):
    """Returns the wall time of the fastest run in seconds, and the output of the last one."""
    fastest = None
    for _ in range(runs):
        start = time.perf_counter()
        result = subprocess.run(command, capture_output=True, text=True)
        wall = time.perf_counter() - start
        if result.returncode != 0:
            sys.exit(f"{shlex.join(command)} ended with {result.returncode}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
        fastest = min(fastest or wall, wall)
    return fastest, result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marotte', default=os.path.join(PROJECT, 'target', 'release', 'marotte'))
    parser.add_argument('--runs', type=int, default=5)
    options = parser.parse_args()
    missing = [command for command in ('dpkg-query', 'unshare') if not shutil.which(command)]
    if missing:
        print(f"SKIPPED: needs the command '{missing[0]}'", file=sys.stderr)
        sys.exit(2)
    with tempfile.TemporaryDirectory(prefix='marotte-bench-') as directory:
        judge(options, directory, *packages(directory), [])
        judge(options, directory, *users(directory), alone(directory))


def packages(directory):
    """Returns a description, the manifest, and the command with the same query."""
    query = ['dpkg-query', '-W', '-f', '${db:Status-Abbrev} ${Package}\n']
    lines = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    names = sorted({line.split()[1] for line in lines if line.startswith('ii ')})[:COUNT]
    manifest = os.path.join(directory, 'packages.pp')
    with open(manifest, 'w') as file:
        file.writelines(f"package {{ '{name}': ensure => installed }}\n" for name in names)
    return f'{len(names)} packages', manifest, query


def users(directory):
    manifest, passwd = os.path.join(directory, 'users.pp'), os.path.join(directory, 'passwd')
    with open('/etc/passwd') as file:
        known = file.read()
    with open(passwd, 'w') as file, open(manifest, 'w') as code:
        file.write(known)
        for number in range(COUNT):
            name, uid = f'bench{number}', 100000 + number
            file.write(f'{name}:x:{uid}:0::/home/{name}:/bin/sh\n')
            code.write(f"user {{ '{name}': ensure => present, uid => {uid}, gid => 0, shell => '/bin/sh', home => '/home/{name}' }}\n")
    return f'{COUNT} users', manifest, ['getent', 'passwd']


def alone(directory):
    """Returns a prefix for commands that makes the users visible."""
    rights = [] if os.getuid() == 0 else ['--user', '--map-root-user']
    script = f'mount --bind {shlex.quote(directory)}/passwd /etc/passwd && exec "$@"'
    return ['unshare', *rights, '--mount', 'sh', '-c', script, 'sh']


def judge(options, directory, what, manifest, query, within):
    state = ['--vardir', os.path.join(directory, 'state'), '--confdir', os.path.join(directory, 'conf')]
    # A resource that is not in sync would change the exit code.
    marotte = [*within, options.marotte, 'apply', '--detailed-exitcodes', '--color', 'false', *state, manifest]
    _, output = least([*marotte, '--trace-effects', '--debug'], 1)
    commands = re.findall(r': query (.*)', output)
    whole, _ = least(marotte, options.runs)
    direct, _ = least([*within, *query], options.runs)
    print(f'{what} in sync, minimum of {options.runs} runs')
    print(f'  marotte, whole process   {whole * 1000:8.1f} ms')
    print(f'  {query[0]} alone{"":{max(0, 18 - len(query[0]))}}{direct * 1000:8.1f} ms')
    print(f'  commands run             {len(commands):8}   {"; ".join(commands)[:200]}')


if __name__ == '__main__':
    main()
