"""A `marotte server` with an authority, identities of nodes, and the requests of an agent, for sets that put load on it or kill it."""
import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import time
import urllib.parse
import uuid

PROJECT = pathlib.Path(__file__).resolve().parents[2]
IGNORED = '&'.join(f'ignore={name}' for name in ['.svn', 'CVS', '.git', '.hg'])
METADATA = f'recurse=true&max_files=-1&{IGNORED}&links=follow&checksum_type=sha256&environment=production'


def program():
    return PROJECT / 'target/release/marotte'


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def benchmark_manifest():
    """Returns the manifests of 1,111 resources: 100 classes of 10 resources, and 11 others."""
    classes = '\n'.join(
        f'class bench{number} {{\n' + ''.join(f"  notify {{ 'bench{number} {index}': }}\n" for index in range(10)) + '}'
        for number in range(100))
    includes = ''.join(f'  include bench{number}\n' for number in range(100))
    return f"{classes}\nnode default {{\n{includes}  notify {{ 'last': }}\n}}\n"


class Served:
    """The directories of a server, which several processes can share."""

    def __init__(self, directory, manifest, marotte=None):
        self.directory, self.marotte = pathlib.Path(directory), marotte or program()
        code = self.directory / 'code/environments/production'
        (code / 'manifests').mkdir(parents=True)
        (code / 'manifests/site.pp').write_text(manifest)
        (code / 'environment.conf').write_text('modulepath = modules:/usr/share/puppet/modules\n')
        self.flags = ['--confdir', self.directory / 'conf', '--vardir', self.directory / 'var', '--codedir', self.directory / 'code',
                      '--certname', 'puppet.example.com']
        self.run('ca', 'setup', '--subject-alt-names', 'localhost')
        self.reports = self.directory / 'var/server/reports'

    def run(self, *words):
        done = subprocess.run([self.marotte, *words, *self.flags], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f'{words} failed:\n{done.stdout}{done.stderr}')
        return done.stdout

    def nodes(self, count):
        names = [f'node{number}.example.com' for number in range(count)]
        self.run('ca', 'generate', *names)
        return names

    def start(self, port):
        """Starts a server and returns it when it answers, with the seconds that took."""
        log = open(self.directory / f'server-{port}.log', 'a')
        begun = time.monotonic()
        server = subprocess.Popen([self.marotte, 'server', '--listen', f'127.0.0.1:{port}', '--quiet', *self.flags],
                                  stdout=log, stderr=subprocess.STDOUT)
        context = self.context(None)
        while True:
            try:
                connection = http.client.HTTPSConnection('localhost', port, context=context)
                connection.request('GET', '/status/v1/simple/server', headers={'Accept': 'text/plain'})
                if connection.getresponse().status == 200:
                    return server, time.monotonic() - begun
            except OSError:
                if server.poll() is not None or time.monotonic() - begun > 30:
                    raise SystemExit((self.directory / f'server-{port}.log').read_text())
                time.sleep(0.002)

    def context(self, node):
        return identity(self.directory / 'conf/ssl', node)


def identity(directory, node):
    """Returns a TLS context that trusts the authority in a directory `ssl`, with the certificate of a node."""
    context = ssl.create_default_context(cafile=directory / 'certs/ca.pem')
    if node:
        context.load_cert_chain(directory / f'certs/{node}.pem', directory / f'private_keys/{node}.pem')
    return context


class Agent:
    """The requests of an agent, each on a new connection like that of a run."""

    def __init__(self, context, node, port, facts, report):
        self.context, self.node, self.port = context, node, port
        facts = json.dumps({'name': node, 'values': {**facts, 'clientcert': node}, 'timestamp': '2026-01-01T00:00:00+00:00',
                            'expiration': '2036-01-01T00:00:00+00:00'})
        form = {'facts_format': 'application/json', 'facts': urllib.parse.quote(facts), 'environment': 'production',
                'static_catalog': 'true', 'checksum_type': 'sha256'}
        self.form = urllib.parse.urlencode(form)
        self.document = json.dumps({**report, 'host': node, 'transaction_uuid': 'UUID'})

    def connect(self):
        return http.client.HTTPSConnection('localhost', self.port, context=self.context, timeout=60)

    @staticmethod
    def request(connection, method, path, body=None, kind=None):
        headers = {'Accept': 'application/vnd.puppet.rich+json, application/json', 'X-Puppet-Version': '7.23.0'}
        connection.request(method, path, body, {**headers, **({'Content-Type': kind} if kind else {})})
        response = connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise OSError(f'{method} {path.split("?")[0]}: {response.status} {content[:200]!r}')
        return content

    def report(self, connection):
        """Sends a report and returns its identifier once the server has acknowledged it."""
        run = str(uuid.uuid4())
        body = self.document.replace('UUID', run)
        self.request(connection, 'PUT', f'/puppet/v3/report/{self.node}?environment=production', body, 'application/json')
        return run

    def run(self):
        """Sends the requests of a run and returns the seconds that the catalog took."""
        connection = self.connect()
        try:
            self.request(connection, 'GET', f'/puppet/v3/file_metadatas/pluginfacts?{METADATA}&source_permissions=use')
            self.request(connection, 'GET', f'/puppet/v3/file_metadatas/plugins?{METADATA}&source_permissions=ignore')
            begun = time.monotonic()
            form = f'{self.form}&transaction_uuid={uuid.uuid4()}'
            path = f'/puppet/v3/catalog/{self.node}?environment=production'
            self.request(connection, 'POST', path, form, 'application/x-www-form-urlencoded')
            took = time.monotonic() - begun
            self.report(connection)
            return took
        finally:
            connection.close()


def facts(marotte=None):
    done = subprocess.run([marotte or program(), 'facts', '--render-as', 'json'], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def sample_report(served, port, node):
    """Returns the report of a run of the agent at a server."""
    agent = served.directory / 'agent'
    ssl_directory = served.directory / 'conf/ssl'
    command = [served.marotte, 'agent', '--onetime', '--no-daemonize', '--confdir', agent / 'conf', '--vardir', agent / 'var', '--ssldir',
               ssl_directory, '--certname', node, '--server', 'localhost', '--serverport', str(port), '--quiet']
    subprocess.run(command, check=True, capture_output=True)
    reports = list((served.reports / node).glob('*.json'))
    return json.loads(reports[-1].read_text())


def stop(server):
    server.send_signal(signal.SIGTERM)
    return server.wait(timeout=90)


def cpu_seconds(pid):
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def memory(pid):
    """Returns the largest resident memory in MB."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    return int(next(line for line in status.splitlines() if line.startswith('VmHWM')).split()[1]) / 1000
