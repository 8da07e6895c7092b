"""Runs `puppet agent` on a disposable copy of this system, in which packages and services are stand-ins, and prints exit codes, reports
and changed files as JSON. `class_runs.py` starts it.

usage: disposable class_run.py STATE PORT CLASSES COUNT, with the directory of an agent, the port of its server, the classes to apply,
separated by commas, and the number of runs"""
import hashlib
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DEVICES = {'null': (1, 3), 'zero': (1, 5), 'full': (1, 7), 'random': (1, 8), 'urandom': (1, 9), 'tty': (5, 0)}
SECONDS = 600
# Files that queries of rpm write.
OF_QUERIES = '/root/.rpmdb'
# Puppet's report without the tags that name Ruby classes.
TO_JSON = """
document = YAML.parse_file(ARGV[0])
document.grep(Psych::Nodes::Node).each { |node| node.tag = nil if node.respond_to?(:tag=) }
puts JSON.generate(document.to_ruby)
"""


def call(*words):
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def confine():
    """Hides the devices of this machine and makes its settings read-only."""
    call('mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/dev')
    for name, (major, minor) in DEVICES.items():
        os.mknod(f'/dev/{name}', stat.S_IFCHR, os.makedev(major, minor))
        os.chmod(f'/dev/{name}', 0o666)
    os.symlink('/proc/self/fd', '/dev/fd')
    os.mkdir('/dev/shm', 0o1777)
    call('mount', '--bind', '/proc/sys', '/proc/sys')
    for path in ['/proc/sys', '/sys']:
        call('mount', '-o', 'remount,bind,ro', path)


def add_stand_ins():
    for name in ['apt-get', 'apt-cache']:
        os.remove(f'/usr/bin/{name}')
        shutil.copy(HERE / 'stand-ins' / name, f'/usr/bin/{name}')
    shutil.copy(HERE / 'stand-ins/service', '/usr/local/lib/stand-in-service')


def write_facts(state, classes):
    """Writes the facts of the agent with the classes, which replaces the search for facts that takes seconds."""
    facts = json.loads((state / 'facts.json').read_text())
    facts['tested_classes'] = classes
    path = state / f"var/client_yaml/facts/{facts['clientcert']}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"--- !ruby/object:Puppet::Node::Facts\nname: {facts['clientcert']}\nvalues: {json.dumps(facts)}\n")


def agent(state, port):
    """Returns exit code, report and output of a run; without an exit code if it takes too long."""
    report = state / 'var/state/last_run_report.yaml'
    report.unlink(missing_ok=True)
    # The plugins are there: what is synchronized is an empty directory.
    command = ['puppet', 'agent', '--test', '--color=false', '--confdir', state, '--serverport', port, '--facts_terminus', 'yaml',
               '--pluginsource', 'puppet:///extra/empty', '--plugindest', '/run/agent/plugins', '--pluginfactsource',
               'puppet:///extra/empty', '--pluginfactdest', '/run/agent/facts.d']
    environment = {'PATH': '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/root', 'LANG': 'C.UTF-8'}
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired as timeout:
        return {'exit': None, 'report': None, 'output': (timeout.stdout or b'').decode(errors='replace')}
    found = None
    if report.exists():
        read = subprocess.run(['ruby', '-ryaml', '-rjson', '-e', TO_JSON, report], capture_output=True, text=True, check=True)
        found = json.loads(read.stdout)
    return {'exit': done.returncode, 'report': found, 'output': done.stdout.decode(errors='replace')}


def changed_files(changes, state):
    """Returns the changed files by name: kind and mode, owner, group, and digest or target."""
    found = {}
    for path in sorted(changes.rglob('*')):
        name = '/' + str(path.relative_to(changes))
        if pathlib.Path(name).is_relative_to(state) or name.startswith(OF_QUERIES):
            continue
        at = path.lstat()
        if stat.S_ISCHR(at.st_mode) and at.st_rdev == 0:
            found[name] = ['deleted']
            continue
        content = ''
        if stat.S_ISREG(at.st_mode):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
        elif stat.S_ISLNK(at.st_mode):
            content = os.readlink(path)
        found[name] = [stat.filemode(at.st_mode), at.st_uid, at.st_gid, content]
    return found


def main():
    state, port, classes, count = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3].split(','), int(sys.argv[4])
    os.umask(0o022)
    confine()
    add_stand_ins()
    write_facts(state, classes)
    runs = [agent(state, port) for _ in range(count)]
    files = changed_files(pathlib.Path(os.environ['DISPOSABLE_CHANGES']), state)
    json.dump({'runs': runs, 'files': files}, sys.stdout)


if __name__ == '__main__':
    main()
