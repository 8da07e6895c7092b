"""A PostgreSQL server of Debian's package, with its own directory, port and user, for sets that need one."""
import os
import pathlib
import pwd
import signal
import subprocess
import sys
import time

import served

PROGRAMS = pathlib.Path(os.environ.get('POSTGRESQL_PROGRAMS', '/usr/lib/postgresql/15/bin'))
# initdb and postgres refuse to run as root.
USERS = ['postgres', 'nobody']


def require():
    """Ends the program with a message if PostgreSQL is not installed."""
    if not (PROGRAMS / 'initdb').exists():
        print(f'SKIPPED: there is no PostgreSQL in {PROGRAMS} (POSTGRESQL_PROGRAMS=DIR names another directory)', file=sys.stderr)
        sys.exit(2)


def user():
    """Returns arguments of subprocess that run a program as an ordinary user."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    found = next(names[name] for name in USERS if name in names)
    return {'user': found.pw_uid, 'group': found.pw_gid, 'extra_groups': []}


class Cluster:
    """A server with its data in a directory, which belongs to an ordinary user."""

    def __init__(self, directory, name='data', locale='C.UTF-8'):
        self.directory, self.data, self.port, self.process = directory, directory / name, served.free_port(), None
        self.log = directory / f'{name}.log'
        self.locale = locale
        self.own(directory)

    @staticmethod
    def own(path):
        if os.geteuid() == 0:
            os.chown(path, user()['user'], user()['group'])

    def run(self, program, *words, check=True, **more):
        done = subprocess.run([PROGRAMS / program, *map(str, words)], capture_output=True, text=True, cwd='/', **user(), **more)
        if check and done.returncode != 0:
            raise SystemExit(f'{program} {words} failed:\n{done.stdout}{done.stderr}')
        return done

    def create(self):
        self.run('initdb', '-D', self.data, '-U', 'admin', '--auth=trust', '--encoding=UTF8', f'--locale={self.locale}')
        return self

    def copy(self, name, *words):
        """Returns a replica that follows this server."""
        replica = Cluster(self.directory, name)
        self.run('pg_basebackup', '-D', replica.data, '-h', '127.0.0.1', '-p', self.port, '-U', 'admin', '-R', '-X', 'stream', *words)
        return replica

    def start(self, **settings):
        """Starts the server and waits until it answers."""
        settings = {'listen_addresses': '127.0.0.1', 'unix_socket_directories': self.directory, 'port': self.port, **settings}
        flags = [word for name, value in settings.items() for word in ('-c', f'{name}={value}')]
        self.process = subprocess.Popen([PROGRAMS / 'postgres', '-D', self.data, *flags], stdout=open(self.log, 'a'), stderr=subprocess.STDOUT,
                                        cwd='/', start_new_session=True, **user())
        for _ in range(600):
            if self.run('pg_isready', '-h', '127.0.0.1', '-p', self.port, check=False).returncode == 0:
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit('PostgreSQL does not start:\n' + '\n'.join(self.log.read_text().splitlines()[-30:]))

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        if self.is_running():
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)

    def kill(self):
        """Kills the server and the processes of its connections, as a loss of power does."""
        children = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children').read_text().split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        # Until the last process has ended, its memory is in use.
        while any(pathlib.Path(f'/proc/{pid}').exists() for pid in children):
            time.sleep(0.01)

    def promote(self):
        self.run('pg_ctl', '-D', self.data, '-w', 'promote')

    def sql(self, text, database='postgres'):
        done = self.run('psql', '-h', '127.0.0.1', '-p', self.port, '-U', 'admin', '-d', database, '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', text)
        return [line.split('|') for line in done.stdout.splitlines()]

    def url(self, database, name='admin', host='127.0.0.1', parameters='sslmode=disable'):
        return f'postgres://{name}@{host}:{self.port}/{database}?{parameters}'


def certificates(directory, name):
    """Creates an authority and certificates of a server and of a client, and returns their files."""
    files = {kind: directory / f'{name}-{kind}.pem' for kind in ['ca', 'ca-key', 'server', 'server-key', 'client', 'client-key']}

    def openssl(*words):
        subprocess.run(['openssl', *map(str, words)], check=True, capture_output=True)

    key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
    openssl('req', '-x509', *key, '-subj', f'/CN={name} authority', '-keyout', files['ca-key'], '-out', files['ca'])
    for kind, common in [('server', 'localhost'), ('client', 'marotte')]:
        openssl('req', '-x509', *key, '-subj', f'/CN={common}', '-addext', f'subjectAltName=DNS:{common}', '-addext',
                'basicConstraints=critical,CA:FALSE', '-CA', files['ca'], '-CAkey', files['ca-key'], '-keyout', files[f'{kind}-key'],
                '-out', files[kind])
    for kind in ['server', 'server-key']:
        Cluster.own(files[kind])
        files[kind].chmod(0o600)
    return files
