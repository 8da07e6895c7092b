"""A real puppetserver and a `marotte server` with the same authority and code, for sets that compare them, and the classes of modules."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse

from served import PROJECT, free_port, identity

SETUP = PROJECT / 'tests/recorders/puppetserver/setup.sh'
MODULES = pathlib.Path('/usr/share/puppet/modules')
DECLARATION = re.compile(r'^\s*class\s+(?:::)?([a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*)', re.MULTILINE)
# The classes that a catalog declares are a fact, so that the manifests never change.
ENVIRONMENT, FACT = 'classes', 'tested_classes'
SITE = f"if $facts['{FACT}'] {{ include $facts['{FACT}'] }}\n"
RICH = 'application/vnd.puppet.rich+json'


def skip(reason):
    print(f'SKIPPED: {reason}', file=sys.stderr)
    sys.exit(2)


def skip_without_programs(*programs):
    """Ends the set if a program is missing."""
    for program in programs:
        if shutil.which(program) is None:
            skip(f"needs the command '{program}' (Debian's packages puppetserver, puppet-agent and curl)")


def skip_without(*programs):
    """Ends the set if a program, the modules or the interpreter is missing."""
    skip_without_programs(*programs)
    if not MODULES.is_dir() or not (MODULES / 'stdlib').is_dir():
        skip("needs Debian's packages puppet-module-*")
    if not os.environ.get('MAROTTE_RUBY_STORE'):
        skip('needs an installed Ruby interpreter in MAROTTE_RUBY_STORE (marotte ruby add FILE)')


def classes(modules=MODULES):
    """Returns the names of the classes of modules, by module."""
    found = {}
    for module in sorted(modules.iterdir()):
        names = set()
        for manifest in sorted((module / 'manifests').rglob('*.pp')):
            names.update(DECLARATION.findall(manifest.read_text(errors='replace')))
        found[module.name] = sorted(names)
    return found


def in_turn(found):
    """Returns the classes with those of different modules in turn, the shortest names of a module first."""
    rows = []
    for names in found.values():
        rows += enumerate(sorted(names, key=lambda name: (name.count('::'), name)))
    return [name for _, name in sorted(rows)]


class ServerPair:
    """A puppetserver and a marotte server with copies of one authority. Both listen on ports of the loopback interface."""

    def __init__(self, marotte, directory):
        self.marotte, self.directory = marotte, directory
        subprocess.run([SETUP, directory], check=True)
        self.puppetserver = directory / 'ps'
        for name in ['ca', 'ssl']:
            shutil.copytree(directory / 'ca-directory' / name, self.puppetserver / name, symlinks=True, dirs_exist_ok=True)
        self.old_port, self.port, self.server = free_port(), None, None
        for name in ['server/conf.d/webserver.conf', 'start.sh', 'puppet/puppet.conf']:
            path = self.puppetserver / name
            path.write_text(path.read_text().replace('8140', str(self.old_port)))
        environment = directory / 'code/environments' / ENVIRONMENT
        (environment / 'manifests').mkdir(parents=True)
        (directory / 'code/extra/empty').mkdir()
        (environment / 'manifests/site.pp').write_text(SITE)
        (environment / 'environment.conf').write_text(f'modulepath = {MODULES}\nenvironment_timeout = unlimited\n')
        # Some providers search for their module in the default environment.
        (environment.parent / 'production/environment.conf').write_text(f'modulepath = modules:{MODULES}\n')
        self.prepare_marotte()

    def prepare_marotte(self):
        conf = self.directory / 'conf'
        shutil.copytree(self.directory / 'ca-directory/ca', conf / 'ssl/ca')
        for name in ['certs', 'private_keys']:
            (conf / 'ssl' / name).mkdir()
        for file in ['certs/ca.pem', 'crl.pem']:
            shutil.copy(self.directory / 'ca-directory/ssl' / file, conf / 'ssl' / file)
        (conf / 'autosign.conf').write_text('*.agents.example.com\n')
        shutil.copy(self.puppetserver / 'puppet/fileserver.conf', conf)
        self.flags = ['--confdir', conf, '--vardir', self.directory / 'var', '--codedir', self.directory / 'code', '--certname',
                      'marotte.example.com', '--basemodulepath', self.directory / 'code/modules']
        command = [self.marotte, 'ca', 'generate', 'marotte.example.com', '--subject-alt-names', 'localhost', *self.flags]
        subprocess.run(command, check=True, capture_output=True)

    def __enter__(self):
        begin = time.time()
        try:
            subprocess.run([self.puppetserver / 'start.sh'], check=True)
            print(f'puppetserver started in {time.time() - begin:.0f} s', flush=True)
            self.start_marotte()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_marotte(self):
        log = self.directory / 'server.log'
        with open(log, 'w') as out:
            command = [self.marotte, 'server', '--listen', '127.0.0.1:0', *self.flags]
            self.server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        for _ in range(600):
            text = log.read_text()
            if 'Serving agents on ' in text:
                self.port = int(text.split('Serving agents on 127.0.0.1:')[1].split()[0])
                return
            time.sleep(0.1)
        raise SystemExit(f'the server did not start:\n{text}')

    def __exit__(self, *_):
        if self.server:
            self.server.send_signal(signal.SIGTERM)
            try:
                self.server.wait(timeout=70)
            except subprocess.TimeoutExpired:
                self.server.kill()
        pid_file = self.puppetserver / 'run/pid'
        if not pid_file.exists():
            return
        pid = int(pid_file.read_text())
        # Its parent is a script that has ended.
        try:
            os.kill(pid, signal.SIGTERM)
            for _ in range(300):
                if pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] == 'Z':
                    return
                time.sleep(0.1)
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError):
            pass

    def context(self, node):
        return identity(self.directory / 'ca-directory/ssl', node)

    def catalog(self, port, context, facts):
        """Returns the status and the content of the reply to a request for a catalog of the node in the facts."""
        document = json.dumps({'name': facts['clientcert'], 'values': facts, 'timestamp': '2026-01-01T00:00:00+00:00',
                               'expiration': '2036-01-01T00:00:00+00:00'})
        form = urllib.parse.urlencode({'environment': ENVIRONMENT, 'facts_format': 'application/json',
                                       'facts': urllib.parse.quote(document), 'checksum_type': 'sha256', 'static_catalog': 'false'})
        headers = {'Accept': RICH, 'Content-Type': 'application/x-www-form-urlencoded', 'X-Puppet-Version': '7.23.0'}
        connection = http.client.HTTPSConnection('localhost', port, context=context, timeout=600)
        try:
            connection.request('POST', f"/puppet/v3/catalog/{facts['clientcert']}?environment={ENVIRONMENT}", form, headers)
            response = connection.getresponse()
            return response.status, response.read().decode(errors='replace')
        finally:
            connection.close()
