"""Runs of a real agent with classes of Debian's modules at two servers, and their comparison: exit codes, files and reports."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import puppetserver

HERE = pathlib.Path(__file__).resolve().parent
NODE = 'web.agents.example.com'
# Rights that change this machine rather than the copy.
RIGHTS = 'sys_module,sys_boot,sys_time,sys_rawio,net_admin,syslog,sys_nice,sys_resource'
# Fields of a report that differ between any two runs.
VOLATILE = {'time', 'host', 'server_used', 'configuration_version', 'transaction_uuid', 'catalog_uuid', 'evaluation_time'}
TIMES = re.compile(r'(?<=Applied catalog in )[\d.]+|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?[+-]\d\d:?\d\d)?')
TEMPORARY = re.compile(r'20\d{6}-\d+-\w{5,8}')
VERSION = re.compile(r"(?<=Applying configuration version )'\d+'")
# Classes that cannot be compared, with the reasons.
LEFT_OUT = {
    'quagga::params': "Puppet loads the module's init.pp first and rejects its data type Stdlib::Ip_address, which stdlib no longer has",
}


def in_copy(*words, **options):
    """Runs a command on a disposable copy of this system."""
    environment = {'PATH': os.environ['PATH'], 'LANG': 'C.UTF-8', 'DISPOSABLE_CHANGES': '/run/changes'}
    command = [HERE / 'disposable', 'setpriv', '--bounding-set', ','.join(f'-{name}' for name in RIGHTS.split(',')), *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, **options)


class Agents:
    """The directory of an agent that has run at a server: certificate, plugins and facts. Copies of the system use it as it is."""

    def __init__(self, directory, port, ssl=None):
        self.state = directory
        self.state.mkdir()
        (self.state / 'puppet.conf').write_text(
            f'[main]\nserver = localhost\nserverport = {port}\ncertname = {NODE}\nenvironment = {puppetserver.ENVIRONMENT}\n'
            f'ssldir = {self.state}/ssl\nvardir = {self.state}/var\nrundir = /run/agent\npublicdir = /run/agent/public\n'
            'logdir = /run/agent/log\n')
        if ssl:
            subprocess.run(['cp', '--archive', ssl, self.state / 'ssl'], check=True)
        # The copy passes the changed directory on as an archive. The second run uses the plugins of the first one.
        agent = f'puppet agent --test --color=false --confdir {self.state}'
        script = f'{agent} >&2; echo "exit $?" >&2; {agent} >&2; echo "exit $?" >&2; exec tar -c -C {self.state} .'
        done = in_copy('bash', '-c', script, capture_output=True)
        self.output = done.stderr.decode(errors='replace')
        self.exits = [line for line in self.output.splitlines() if line.startswith('exit ')]
        subprocess.run(['tar', '-x', '-C', self.state], input=done.stdout, check=True)

    def plugins(self):
        """Returns the synchronized files: their modes and contents by name."""
        found = {}
        for top in ['lib', 'facts.d']:
            for path in sorted((self.state / 'var' / top).rglob('*')):
                name = str(path.relative_to(self.state / 'var'))
                found[name] = (oct(path.stat().st_mode), path.read_bytes() if path.is_file() else b'')
        return found

    def add_facts(self):
        """Stores the facts of this system, also those of the plugins, and returns them."""
        script = f'exec puppet facts show --show-legacy --render-as json --confdir {self.state}'
        done = in_copy('bash', '-c', script, capture_output=True, text=True)
        facts = json.loads(done.stdout[done.stdout.index('{'):])
        facts.update(clientcert=NODE, clientversion='7.23.0', clientnoop=False, environment=puppetserver.ENVIRONMENT)
        (self.state / 'facts.json').write_text(json.dumps(facts))
        return facts

    def run(self, port, classes, count):
        command = [sys.executable, HERE / 'class_run.py', self.state, str(port), ','.join(classes), str(count)]
        done = in_copy(*command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f'{classes}: {done.stdout}{done.stderr}')
        return json.loads(done.stdout)


def normal(value, port):
    """Returns a part of a report without times, identifiers and ports."""
    if isinstance(value, dict):
        return {name: normal(one, port) for name, one in value.items() if name not in VOLATILE}
    if isinstance(value, list):
        return [normal(one, port) for one in value]
    if isinstance(value, str):
        value = TIMES.sub('TIME', value.replace(f'localhost:{port}', 'SERVER'))
        return VERSION.sub("'VERSION'", TEMPORARY.sub('TEMPORARY', value))
    return value


def comparable(report, port):
    """Returns the fields of a report that have to be equal."""
    if report is None:
        return {}
    fields = normal(report, port)
    fields['metrics'].pop('time', None)
    for log in fields['logs']:
        log['tags'] = sorted(log.get('tags') or [])
    for status in fields['resource_statuses'].values():
        status['tags'] = sorted(status['tags'])
    return fields


def of_values(place, here, there):
    """Returns the places at which two values differ, with both values."""
    if isinstance(here, dict) and isinstance(there, dict):
        names = sorted(here.keys() | there.keys())
        return [line for name in names for line in of_values(f'{place}/{name}', here.get(name), there.get(name))]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        return [line for at, pair in enumerate(zip(here, there)) for line in of_values(f'{place}/{at}', *pair)]
    return [] if here == there else [f'{place}: {json.dumps(here)[:300]} instead of {json.dumps(there)[:300]}']


def differences(here, there, ports):
    """Returns the differences of two results of a class, by aspect."""
    runs = list(zip(here['runs'], there['runs']))
    found = {'exit codes': [line for number, (ours, theirs) in enumerate(runs, 1)
                            for line in of_values(f'run {number}', ours['exit'], theirs['exit'])],
             'files': of_values('', here['files'], there['files'])}
    found['reports'] = [line for number, runs in enumerate(runs, 1)
                        for line in of_values(f'run {number}', *(comparable(run['report'], port) for run, port in zip(runs, ports)))]
    return {aspect: lines for aspect, lines in found.items() if lines}


def choose(pair, facts, limit, together):
    """Returns groups of classes that compile here with the facts of the agent: of all modules in turn, those of a group in one catalog."""
    context, groups, group, waiting = pair.context('node1.example.com'), [], [], []

    def compiles(names):
        return pair.catalog(pair.port, context, {**facts, 'clientcert': 'node1.example.com', puppetserver.FACT: names})[0] == 200

    names = iter(name for name in puppetserver.in_turn(puppetserver.classes()) if name not in LEFT_OUT)
    while sum(map(len, groups)) + len(group) < limit and (name := next(names, None)) is not None:
        for one in [*waiting, name]:
            if len(group) < together and compiles([*group, one]):
                group.append(one)
                waiting = [other for other in waiting if other != one]
            elif one == name and compiles([one]):
                waiting.append(one)
        if len(group) == together:
            groups.append(group)
            group = []
    rest = [[name] for name in waiting]
    return [*groups, *([group] if group else []), *rest[: limit - sum(map(len, groups)) - len(group)]]


class Totals:
    """Counts of the compared classes and of the resources of their first runs."""

    def __init__(self):
        self.classes, self.groups, self.unchanged, self.files, self.wrong = 0, 0, 0, 0, []
        self.resources = collections.Counter()

    def add(self, names, here, there, ports):
        first, second = here['runs']
        found = differences(here, there, ports)
        found.setdefault('exit codes', []).extend(f"no report: {run['output'][-600:]}" for run in here['runs'] if run['report'] is None)
        self.groups, self.classes = self.groups + 1, self.classes + len(names)
        wrong = [aspect for aspect, lines in found.items() if lines]
        self.wrong += names if wrong else []
        statuses = (first['report'] or {}).get('resource_statuses', {}).values()
        counts = {state: sum(bool(status[state]) for status in statuses) for state in ['changed', 'failed', 'skipped']}
        self.resources.update(counts, all=len(statuses))
        self.files += len(here['files'])
        # Resources that fail do so again.
        again = changes(second)
        self.unchanged += second['exit'] in (0, 4) and not again
        print(f"{'DIFFERENT' if wrong else 'same':10}{first['exit']} {second['exit']}  {len(statuses):4} resources, "
              + ''.join(f'{count:3} {state}, ' for state, count in counts.items()) + f"{len(here['files']):3} files: {', '.join(names)}"
              + (f"; again {', '.join(again)[:100]}" if again else ''), flush=True)
        for aspect in wrong:
            print('\n'.join(f'      {aspect} {line}' for line in found[aspect][:12]))

    def text(self):
        counts = ', '.join(f'{count} {state}' for state, count in self.resources.items() if state != 'all')
        return (f"{self.classes} classes in {self.groups} groups: {self.resources['all']} resources, {counts}; {self.files} changed files; "
                f'a second run changes nothing in {self.unchanged} groups')


def changes(run):
    """Returns the resources that a run has changed."""
    statuses = (run['report'] or {}).get('resource_statuses', {})
    return sorted(name for name, status in statuses.items() if status['changed'])


def compare(pair, agents, groups):
    """Applies groups of classes at both servers and prints a table."""
    ports, totals = (pair.port, pair.old_port), Totals()

    def both(names):
        here = agents.run(pair.port, names, 2)
        # Classes that cannot be applied together are applied in smaller groups.
        if len(names) > 1 and any(run['exit'] in (1, None) for run in here['runs']):
            half = len(names) // 2
            return [*both(names[:half]), *both(names[half:])]
        # A second run that changes nothing needs no comparison.
        return [(names, here, agents.run(pair.old_port, names, 1 if here['runs'][1]['exit'] == 0 else 2))]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(both, groups):
            for names, here, there in results:
                totals.add(names, here, there, ports)
    return totals
