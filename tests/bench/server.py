#!/usr/bin/env python3
"""Load of a server: agents on new TLS connections that each request the metadata of plugins and a catalog of 1,111 resources, and send its
report. Server and load generator share this machine. Prints runs per second, lost runs, the time of catalogs, CPU and memory of the server,
and the time until it is ready; with --puppetserver the same for a real puppetserver, after it has warmed up.

With --database the server has a database: an SQLite file, or a PostgreSQL server of Debian's package.

usage: tests/bench/server.py [--seconds 600] [--threads 6] [--database sqlite|postgresql] [--puppetserver SECONDS]
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / 'tests/acceptance'))
import postgresql  # noqa: E402
import served  # noqa: E402


def load(agents, seconds):
    """Runs agents for some seconds. Returns the seconds of each catalog and the failures."""
    times, failures, end = [], [], time.monotonic() + seconds

    def loop(agent):
        while time.monotonic() < end:
            try:
                times.append(agent.run())
            except OSError as error:
                failures.append(str(error))

    threads = [threading.Thread(target=loop, args=(agent,)) for agent in agents]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return sorted(times), failures


def show(name, times, failures, seconds, cpu, memory, ready):
    at = lambda share: 1000 * times[min(int(len(times) * share), len(times) - 1)] if times else float('nan')
    print(f'{name:12} {len(times) / seconds:7.1f} runs/s  {len(times):6} runs  {len(failures)} lost  catalog p50 {at(0.5):6.0f} ms  p99 '
          f'{at(0.99):6.0f} ms  CPU {1000 * cpu / max(len(times), 1):6.1f} ms/run  {memory:6.0f} MB  ready {ready:.3f} s', flush=True)
    for failure in failures[:3]:
        print(f'  {failure}')


@contextlib.contextmanager
def database(kind, directory):
    """Returns the URL of a new database; `None` without one."""
    if kind != 'postgresql':
        yield kind and f'sqlite:{directory}/fleet.sqlite3'
        return
    postgresql.require()
    # It belongs to another user.
    os.chmod(directory, 0o755)
    path = pathlib.Path(directory) / 'postgresql'
    path.mkdir()
    cluster = postgresql.Cluster(path).create().start()
    try:
        yield cluster.url('postgres')
    finally:
        cluster.stop()


def marotte(arguments, directory, url):
    fixture = served.Served(pathlib.Path(directory) / 'served', served.benchmark_manifest())
    nodes, port = fixture.nodes(arguments.threads), served.free_port()
    server, ready = fixture.start(port)
    report = served.sample_report(fixture, port, nodes[0])
    facts = served.facts()
    if url:
        served.stop(server)
        (fixture.directory / 'conf/marotte.conf').write_text(f'[server]\ndatabase_url = {url}\n')
        server, ready = fixture.start(port)
    agents = [served.Agent(fixture.context(node), node, port, facts, report) for node in nodes]
    load(agents, 2)
    before, begun = served.cpu_seconds(server.pid), time.monotonic()
    times, failures = load(agents, arguments.seconds)
    spent = time.monotonic() - begun
    cpu, memory = served.cpu_seconds(server.pid) - before, served.memory(server.pid)
    served.stop(server)
    show('marotte', times, failures, spent, cpu, memory, ready)
    return report, facts


def puppetserver(arguments, directory, report, facts):
    """The same with a real puppetserver, set up as for the recordings."""
    root = pathlib.Path(directory) / 'puppetserver'
    subprocess.run([PROJECT / 'tests/recorders/puppetserver/setup.sh', root], check=True)
    for name in ['ca', 'ssl']:
        shutil.copytree(root / 'ca-directory' / name, root / 'ps' / name, dirs_exist_ok=True, symlinks=True)
    code = root / 'code/environments/production'
    shutil.rmtree(code)
    (code / 'manifests').mkdir(parents=True)
    (code / 'manifests/site.pp').write_text(served.benchmark_manifest())
    (code / 'environment.conf').write_text('modulepath = modules:/usr/share/puppet/modules\nenvironment_timeout = unlimited\n')
    begun = time.monotonic()
    subprocess.run([root / 'ps/start.sh'], check=True)
    ready = time.monotonic() - begun
    pid = int((root / 'ps/run/pid').read_text())
    try:
        node = 'node1.example.com'
        # More would wait for the only interpreter.
        agents = [served.Agent(served.identity(root / 'ps/ssl', node), node, 8140, facts, report) for _ in range(2)]
        load(agents, 60)
        before, begun = served.cpu_seconds(pid), time.monotonic()
        times, failures = load(agents, arguments.puppetserver)
        spent = time.monotonic() - begun
        show('puppetserver', times, failures, spent, served.cpu_seconds(pid) - before, served.memory(pid), ready)
    finally:
        subprocess.run(['kill', str(pid)], check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=600)
    parser.add_argument('--threads', type=int, default=6)
    parser.add_argument('--database', choices=['sqlite', 'postgresql'])
    parser.add_argument('--puppetserver', type=float, metavar='SECONDS')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='marotte-load-') as directory:
        with database(arguments.database, directory) as url:
            report, facts = marotte(arguments, directory, url)
        if arguments.puppetserver:
            if shutil.which('puppetserver') is None:
                print("SKIPPED: needs Debian's package puppetserver", file=sys.stderr)
                sys.exit(2)
            puppetserver(arguments, directory, report, facts)


if __name__ == '__main__':
    main()
