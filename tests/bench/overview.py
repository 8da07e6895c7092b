#!/usr/bin/env python3
"""The overview of Puppetboard for a large fleet: fills a database with nodes and their reports of several days, one in each half hour, starts
`marotte server` and prints the time of each request that the overview sends, from the request to the last byte over TLS, and their sum.

Needs network for PyPI, or Puppetboard in a virtual environment (PUPPETBOARD_ENVIRONMENT=DIR), and 4 GB of disk; 10 GB for PostgreSQL.

usage: tests/bench/overview.py [--nodes 10000] [--days 14] [--runs 5] [--postgres] [MAROTTE]     (target/release/marotte)
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'acceptance'))
import board  # noqa: E402
import large_fleet  # noqa: E402
import postgresql  # noqa: E402
import served  # noqa: E402

# Runs in the environment of Puppetboard: requests pages and prints the times of the requests to the server.
CLIENT = """
import json, sys, time
import requests
times = []
send = requests.Session.send
def timed(session, request, **options):
    begun = time.monotonic()
    reply = send(session, request, **options)
    times.append((request.path_url, time.monotonic() - begun, len(reply.content), reply.status_code))
    return reply
requests.Session.send = timed
from puppetboard.app import app
client = app.test_client()
for page in sys.argv[2:]:
    for _ in range(int(sys.argv[1])):
        del times[:]
        begun = time.monotonic()
        status = client.get(page).status_code
        print(json.dumps({'page': page, 'status': status, 'seconds': time.monotonic() - begun, 'requests': times}), flush=True)
"""
PAGES = ['/', '/*/']


def measure(fixture, python, port, runs):
    """Returns the runs of each page."""
    settings = fixture.directory / 'settings.py'
    settings.write_text(board.settings(fixture.directory / 'conf/ssl', port))
    command = [python / 'bin/python', '-c', CLIENT, str(runs), *PAGES]
    done = subprocess.run(command, env={**os.environ, 'PUPPETBOARD_SETTINGS': str(settings)}, cwd=fixture.directory, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{')]
    wrong = [run for run in found if run['status'] != 200 or any(status != 200 for *_, status in run['requests'])]
    if done.returncode != 0 or wrong:
        raise SystemExit(f'{wrong} {done.stderr[-3000:]}')
    return {page: [run for run in found if run['page'] == page] for page in PAGES}


def show(pages):
    for page, runs in pages.items():
        best = min(runs, key=lambda run: sum(seconds for _, seconds, _, _ in run['requests']))
        total = sum(seconds for _, seconds, _, _ in best['requests'])
        print(f"overview {page:4}  API {total * 1000:6.0f} ms   page {best['seconds'] * 1000:6.0f} ms")
        for path, seconds, size, _ in best['requests']:
            print(f"  {seconds * 1000:6.0f} ms  {size / 1024:7.0f} KB  {path[:110]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nodes', type=int, default=10_000)
    parser.add_argument('--days', type=int, default=14)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--postgres', action='store_true')
    parser.add_argument('marotte', nargs='?')
    options = parser.parse_args()
    if options.postgres:
        postgresql.require()
    with tempfile.TemporaryDirectory(prefix='marotte-overview-') as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        python = board.environment(directory)
        fixture = served.Served(directory / 'fleet', 'node default { }', options.marotte and pathlib.Path(options.marotte).resolve())
        fixture.run('ca', 'generate', board.NAME)
        (fixture.directory / 'conf/access.conf').write_text(f'query certname {board.NAME}\n')
        cluster, url = None, f'sqlite:{directory}/fleet.sqlite3'
        if options.postgres:
            (directory / 'cluster').mkdir()
            cluster = postgresql.Cluster(directory / 'cluster').create()
            cluster.start(fsync='off', shared_buffers='1GB', max_wal_size='4GB')
            cluster.sql('CREATE DATABASE fleet')
            url = cluster.url('fleet')
        try:
            (fixture.directory / 'conf/marotte.conf').write_text(f'[main]\ndatabase_url = {url}\n')
            # Creates the tables.
            fixture.run('query', 'nodes { }')
            begun = time.monotonic()
            if cluster:
                large_fleet.fill_postgres(cluster, 'fleet', options.nodes, options.days)
            else:
                large_fleet.fill_sqlite(directory / 'fleet.sqlite3', options.nodes, options.days)
            reports = options.nodes * options.days * large_fleet.DAY // large_fleet.SLOT
            print(f"{'PostgreSQL' if cluster else 'SQLite'}: {options.nodes} nodes, {reports} reports, filled in {time.monotonic() - begun:.0f} s")
            port = served.free_port()
            server, _ = fixture.start(port)
            try:
                show(measure(fixture, python, port, options.runs))
            finally:
                served.stop(server)
        finally:
            if cluster:
                cluster.stop()


if __name__ == '__main__':
    main()
