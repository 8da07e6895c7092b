"""Runs of a real agent with classes of Debian's modules at two servers, and their comparison: exit codes, files and reports."""
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
VERSION = re.compile(r"(?<=Applying configuration version )'\d+'")
# Classes that cannot be compared, with the reasons.
LEFT_OUT = {}


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

    def run(self, port, tested, count):
        command = [sys.executable, HERE / 'class_run.py', self.state, str(port), tested, str(count)]
        done = in_copy(*command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f'{tested}: {done.stdout}{done.stderr}')
        return json.loads(done.stdout)


def normal(value, port):
    """Returns a part of a report without times, identifiers and ports."""
    if isinstance(value, dict):
        return {name: normal(one, port) for name, one in value.items() if name not in VOLATILE}
    if isinstance(value, list):
        return [normal(one, port) for one in value]
    if isinstance(value, str):
        return VERSION.sub("'VERSION'", TIMES.sub('TIME', value.replace(f'localhost:{port}', 'SERVER')))
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


def choose(pair, facts, limit):
    """Returns classes that compile here with the facts of the agent, of all modules in turn."""
    context, chosen = pair.context('node1.example.com'), []
    for name in puppetserver.in_turn(puppetserver.classes()):
        if len(chosen) == limit:
            break
        wanted = {**facts, 'clientcert': 'node1.example.com', puppetserver.FACT: name}
        if name not in LEFT_OUT and pair.catalog(pair.port, context, wanted)[0] == 200:
            chosen.append(name)
    return chosen


class Totals:
    """Counts of the compared classes."""

    def __init__(self):
        self.rows, self.wrong, self.unchanged, self.changed, self.resources, self.files = 0, [], 0, 0, 0, 0

    def add(self, name, here, there, ports):
        self.rows += 1
        first, second = here['runs']
        found = differences(here, there, ports)
        for run in [first, second]:
            if run['exit'] is None or run['report'] is None:
                found.setdefault('exit codes', []).append(f"no report: {run['output'][-600:]}")
        if found:
            self.wrong.append(name)
        # Resources that fail do so again.
        self.unchanged += second['exit'] in (0, 4) and not changes(second)
        self.changed += bool(changes(second))
        count = len((first['report'] or {}).get('resource_statuses', {}))
        self.resources += count
        self.files += len(here['files'])
        codes = ' '.join(str(run['exit']) for run in here['runs'])
        state = 'DIFFERENT: ' + ', '.join(found) if found else 'same'
        again = f", again: {', '.join(changes(second))[:100]}" if changes(second) else ''
        print(f"{name:50} {codes:6}{count:6} resources {len(here['files']):5} files  {state}{again}", flush=True)
        for aspect, lines in found.items():
            print('\n'.join(f'      {aspect} {line}' for line in lines[:12]))


def changes(run):
    """Returns the resources that a run has changed."""
    statuses = (run['report'] or {}).get('resource_statuses', {})
    return sorted(name for name, status in statuses.items() if status['changed'])


def compare(pair, agents, names):
    """Applies the classes at both servers and prints a table."""
    ports, totals = (pair.port, pair.old_port), Totals()

    def both(name):
        here = agents.run(pair.port, name, 2)
        # A second run that changes nothing needs no comparison.
        return name, (here, agents.run(pair.old_port, name, 1 if here['runs'][1]['exit'] == 0 else 2))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, results in pool.map(both, names):
            totals.add(name, *results, ports)
    return totals
