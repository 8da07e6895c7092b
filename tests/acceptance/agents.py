"""Agents of a server under load: simulated ones, which send the requests of a run, and real ones, which are programs."""
import json
import pathlib
import random
import shutil
import subprocess
import threading
import time
import urllib.parse
import uuid

import served

# Simulated agents that run at the same time.
THREADS = 64
# One run in so many changes files.
CHANGES = 20
# Stand for values that differ between runs. None of their characters is encoded in a form.
HOST, RUN, TIME, RELEASE, UPTIME = 'HOSTNAMETOKEN', 'RUNTOKEN', 'TIMETOKEN', 'RELEASETOKEN', 9876543210123


def percentiles(times):
    times = sorted(times)
    if not times:
        return 'none'
    at = lambda share: 1000 * times[min(int(len(times) * share), len(times) - 1)]
    return f'p50 {at(0.5):.0f} ms, p95 {at(0.95):.0f} ms, p99 {at(0.99):.0f} ms, max {at(1):.0f} ms'


def facts_of_puppet():
    """Returns the facts of this system in Puppet's form."""
    done = subprocess.run(['puppet', 'facts', 'show', '--render-as', 'json'], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def sample_reports(fixture, port, managed):
    """Returns two reports of `marotte agent`: of a run without changes, and of one that changes the files of one class. The server has no
    database, so that it keeps the reports in files."""
    agent = RealAgent(fixture, 'sample.example.com', port, marotte_command, 0)
    reports, known = [], set()
    for is_changed in [False, False, True]:
        if is_changed:
            for file in (managed / agent.node).glob('0-*'):
                file.write_text('changed\n')
        agent.run()
        files = set((fixture.reports / agent.node).glob('*.json')) - known
        known |= files
        reports += [json.loads(file.read_text()) for file in files]
    if [report['status'] for report in reports] != ['changed', 'unchanged', 'changed']:
        raise SystemExit(f"the sample reports are {[report['status'] for report in reports]}: {agent.failures}")
    return reports[1:]


class Templates:
    """What simulated agents send, with tokens: the form of a catalog request, and the two reports."""

    def __init__(self, facts, reports):
        facts = {**facts, 'clientcert': HOST, 'fqdn': HOST, 'hostname': HOST, 'release': RELEASE,
                 'networking': {**facts.get('networking', {}), 'fqdn': HOST, 'hostname': HOST},
                 'system_uptime': {**facts.get('system_uptime', {}), 'seconds': UPTIME}}
        document = json.dumps({'name': HOST, 'values': facts, 'timestamp': '2026-01-01T00:00:00+00:00', 'expiration': '2036-01-01T00:00:00+00:00'})
        form = {'facts_format': 'application/json', 'facts': urllib.parse.quote(document), 'environment': 'production',
                'static_catalog': 'true', 'checksum_type': 'sha256', 'transaction_uuid': RUN}
        self.form = urllib.parse.urlencode(form)
        self.reports = [json.dumps({**report, 'host': HOST, 'transaction_uuid': RUN, 'time': TIME}) for report in reports]


class SimulatedAgent(served.Agent):
    """The requests of a run without new plugins, on a new connection."""

    def __init__(self, fixture, node, port, templates):
        # One context for each agent would need 1,000 times the memory of its authority; sessions are not resumed.
        self.context, self.node, self.port, self.templates = fixture.context(node), node, port, templates
        self.release, self.times = 0, {}

    def timed(self, name, *request):
        begun = time.monotonic()
        content = self.request(*request)
        self.times[name] = time.monotonic() - begun
        return content

    def run(self):
        """Returns the identifier of the run when its report is acknowledged."""
        is_changed, run = random.randrange(CHANGES) == 0, str(uuid.uuid4())
        self.release += is_changed
        fill = lambda text: text.replace(HOST, self.node).replace(RUN, run)
        form = fill(self.templates.form).replace(RELEASE, str(self.release)).replace(str(UPTIME), str(int(time.monotonic())))
        report = fill(self.templates.reports[is_changed]).replace(TIME, time.strftime('%Y-%m-%dT%H:%M:%S.000000000+00:00', time.gmtime()))
        environment = 'environment=production'
        source = f'links=manage&checksum_type=sha256&source_permissions=ignore&{environment}'
        connection = self.connect()
        try:
            self.timed('node', connection, 'GET', f'/puppet/v3/node/{self.node}?{environment}&transaction_uuid={run}')
            metadata = f'{served.METADATA}&source_permissions'
            self.timed('plugins', connection, 'GET', f'/puppet/v3/file_metadatas/pluginfacts?{metadata}=use')
            self.timed('plugins', connection, 'GET', f'/puppet/v3/file_metadatas/plugins?{metadata}=ignore')
            path = f'/puppet/v3/catalog/{self.node}?{environment}'
            catalog = self.timed('catalog', connection, 'POST', path, form, 'application/x-www-form-urlencoded')
            if f'"name":"{self.node}"'.encode() not in catalog:
                raise OSError(f'the catalog of {self.node} is {catalog[:200]!r}')
            self.timed('source', connection, 'GET', f'/puppet/v3/file_metadata/modules/swarm/source.txt?{source}')
            self.timed('report', connection, 'PUT', f'/puppet/v3/report/{self.node}?{environment}', report, 'application/json')
            return run
        finally:
            connection.close()


class Load:
    """Simulated agents in turn, at random times."""

    def __init__(self, agents):
        self.agents, self.lock = agents, threading.Lock()
        self.clear()
        # Of the first runs, too.
        self.acknowledged = []

    def clear(self):
        self.times = {name: [] for name in ['run', 'node', 'plugins', 'catalog', 'source', 'report']}
        self.failures = []

    def run_each(self):
        """Runs each agent once."""
        self.work(iter([(0, agent) for agent in self.agents]), 8)
        if self.failures:
            raise SystemExit(f'the first runs failed: {self.failures[:3]}')
        self.clear()

    def run(self, rate, end):
        """Begins `rate` runs a second. The time of a run begins when it is due, so that the wait for the server counts."""
        def due():
            moment, number = time.monotonic(), 0
            while moment < end:
                yield moment, self.agents[number % len(self.agents)]
                moment, number = moment + random.expovariate(rate), number + 1
        self.work(due(), THREADS)

    def work(self, due, count):
        def loop():
            while True:
                with self.lock:
                    moment, agent = next(due, (None, None))
                if agent is None:
                    return
                moment = moment or time.monotonic()
                time.sleep(max(0, moment - time.monotonic()))
                self.run_one(agent, moment)

        threads = [threading.Thread(target=loop) for _ in range(count)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]

    def run_one(self, agent, moment):
        try:
            run = agent.run()
        except OSError as error:
            self.failures.append(str(error))
            return
        self.acknowledged.append(run)
        for name, took in {**agent.times, 'run': time.monotonic() - moment}.items():
            self.times[name].append(took)


def marotte_command(agent):
    return [agent.served.marotte, 'agent', '--onetime', '--no-daemonize', '--no-usecacheonfailure', '--detailed-exitcodes', '--confdir',
            agent.directory / 'conf', '--vardir', agent.directory / 'var', '--ssldir', agent.directory / 'ssl']


def puppet_command(agent):
    directories = [word for name in ['conf', 'var', 'ssl', 'run', 'public', 'log'] for word in (f'--{name}dir', agent.directory / name)]
    # --detailed-exitcodes alone would let a failed catalog request exit with 0 when a cached catalog is used.
    return ['puppet', 'agent', '--onetime', '--no-daemonize', '--no-usecacheonfailure', '--detailed-exitcodes', *directories]


class RealAgent:
    """A program that runs with directories of its own."""

    def __init__(self, fixture, node, port, command, interval):
        self.served, self.node, self.port, self.interval = fixture, node, port, interval
        self.directory = fixture.directory / 'agents' / node
        self.copy_identity()
        self.command = [*command(self), '--certname', node, '--server', 'localhost', '--serverport', str(port)]
        self.times, self.failures, self.reports = [], [], 0

    def copy_identity(self):
        source = self.served.directory / 'conf/ssl'
        for name in ['certs/ca.pem', f'certs/{self.node}.pem', f'private_keys/{self.node}.pem', 'crl.pem']:
            target = self.directory / 'ssl' / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (source / name).exists():
                shutil.copy(source / name, target)

    def prepare(self, other):
        """Runs once, with the plugins of another agent, whose synchronization takes long."""
        if other:
            shutil.copytree(other.directory / 'var/lib', self.directory / 'var/lib')
        self.run()
        if self.failures:
            raise SystemExit(f'the first run of {self.node} failed:\n{self.failures[0]}')
        self.times.clear()

    def run(self):
        begun = time.monotonic()
        done = subprocess.run(self.command, capture_output=True, text=True)
        # 0: nothing changed, 2: something changed.
        if done.returncode not in (0, 2):
            self.failures.append(f'{self.node}: exit code {done.returncode}\n{done.stdout}{done.stderr}')
            return
        self.reports += 1
        self.times.append(time.monotonic() - begun)

    def start(self, offset, end):
        """Runs at each interval until the end, in a thread."""
        def loop():
            due = time.monotonic() + offset * self.interval
            while due < end:
                time.sleep(max(0, due - time.monotonic()))
                self.run()
                due += self.interval

        thread = threading.Thread(target=loop)
        thread.start()
        return thread

    def unsent_reports(self):
        return sum(1 for _ in (self.directory / 'var/client_data/reports').glob('*.json'))
