#!/usr/bin/env python3
"""Nodes that wait for jobs: holds many requests at a `marotte server`, each with a certificate of its own, starts a job for all of them, and
prints the memory of the server and the time until the last node has received its run. The database is an SQLite file, or with --postgresql
a PostgreSQL server of Debian's package.

usage: tests/bench/jobs.py [--nodes 10000] [--postgresql] [MAROTTE]     (target/release/marotte)
"""
import argparse
import http.client
import json
import os
import pathlib
import resource
import selectors
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'acceptance'))
import postgresql  # noqa: E402
import served  # noqa: E402

REQUEST = b'GET /marotte/v1/next_run HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n'


def memory(pid):
    """Returns the resident memory of a process and of its children in megabytes."""
    children = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text().split()
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    own = int(next(line for line in status.splitlines() if line.startswith('VmRSS')).split()[1]) / 1024
    return own + sum(memory(child) for child in children)


def hold(fixture, port, nodes):
    """Sends the request of each node and returns the sockets. One context with changing certificates takes little memory."""
    directory = fixture.directory / 'conf/ssl'
    context = served.identity(directory, None)
    sockets = []
    for node in nodes:
        context.load_cert_chain(directory / f'certs/{node}.pem', directory / f'private_keys/{node}.pem')
        connection = context.wrap_socket(socket.create_connection(('127.0.0.1', port)), server_hostname='localhost')
        connection.sendall(REQUEST)
        sockets.append(connection)
    return sockets


def receive(sockets, times, failures):
    """Notes when each socket receives its run, and other replies."""
    with selectors.EpollSelector() as selector:
        for connection in sockets:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ)
        while len(times) + len(failures) < len(sockets):
            for key, _ in selector.select():
                try:
                    reply = key.fileobj.recv(65536)
                except ssl.SSLWantReadError:
                    # A ticket for sessions, or a part of a record.
                    continue
                if reply.startswith(b'HTTP/1.1 200') and b'"job_id"' in reply:
                    times.append(time.monotonic())
                else:
                    failures.append(reply)
                selector.unregister(key.fileobj)


def measure(fixture, port, server, nodes):
    empty = memory(server.pid)
    begun = time.monotonic()
    sockets, times, failures = hold(fixture, port, nodes), [], []
    connected = time.monotonic() - begun
    time.sleep(2)
    held = memory(server.pid)
    receiver = threading.Thread(target=receive, args=(sockets, times, failures))
    receiver.start()
    begun = time.monotonic()
    fixture.run('job', 'run', '--query', 'nodes[certname] { }', '--at-once', str(len(nodes)))
    started = time.monotonic()
    receiver.join()
    [connection.close() for connection in sockets]
    print(f'{len(nodes)} nodes wait: {held:.0f} MB, {empty:.0f} MB without them; connected in {connected:.1f} s')
    if failures:
        raise SystemExit(f'{len(failures)} nodes received no run: {failures[0]!r}')
    times = [moment - begun for moment in times]
    print(f'job run took {started - begun:.2f} s; the first node received its run after {times[0]:.2f} s, the median after '
          f'{times[len(times) // 2]:.2f} s, the last after {times[-1]:.2f} s')


def add_nodes(fixture, port, nodes):
    """Adds the nodes to the database, with a command for each."""
    connection = http.client.HTTPSConnection('localhost', port, context=fixture.context(nodes[0]), timeout=60)
    for node in nodes:
        facts = json.dumps({'certname': node, 'environment': 'production', 'producer': None, 'producer_timestamp': '2026-03-01T09:00:00Z',
                            'values': {'clientcert': node}})
        connection.request('POST', f'/pdb/cmd/v1?command=replace_facts&version=5&certname={node}', facts, {'Content-Type': 'application/json'})
        reply = connection.getresponse()
        if reply.status != 200:
            raise SystemExit(reply.read().decode())
        reply.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nodes', type=int, default=10_000)
    parser.add_argument('--postgresql', action='store_true')
    parser.add_argument('marotte', nargs='?')
    arguments = parser.parse_intermixed_args()
    files = arguments.nodes + 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, max(files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory(prefix='marotte-jobs-') as name:
        # The directory of the database belongs to another user.
        os.chmod(name, 0o755)
        directory, cluster = pathlib.Path(name), None
        if arguments.postgresql:
            postgresql.require()
            (directory / 'postgresql').mkdir()
            cluster = postgresql.Cluster(directory / 'postgresql').create().start()
        try:
            fixture = served.Served(directory / 'fleet', '', arguments.marotte)
            url = cluster.url('postgres') if cluster else f'sqlite:{name}/fleet.sqlite3'
            (fixture.directory / 'conf/marotte.conf').write_text(
                f'[main]\ndatabase_url = {url}\nmax_connections = {min(arguments.nodes + 100, 65535)}\n')
            nodes = [f'node{number}.example.com' for number in range(arguments.nodes)]
            for first in range(0, len(nodes), 500):
                fixture.run('ca', 'generate', *nodes[first:first + 500])
            (fixture.directory / 'conf/access.conf').write_text('command certname node0.example.com\n')
            port = served.free_port()
            server, _ = fixture.start(port)
            try:
                add_nodes(fixture, port, nodes)
                measure(fixture, port, server, nodes)
            finally:
                server.terminate()
                try:
                    server.wait(70)
                except subprocess.TimeoutExpired:
                    server.kill()
        finally:
            if cluster:
                cluster.stop()


if __name__ == '__main__':
    main()
