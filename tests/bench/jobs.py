#!/usr/bin/env python3
"""Nodes that wait for jobs: holds many requests at a `marotte server`, each with a certificate of its own, starts a job for all of them, and
prints the memory of the server and the time until the last node has received its run.

usage: tests/bench/jobs.py [--nodes 2000] [MAROTTE]     (target/release/marotte)
"""
import argparse
import asyncio
import http.client
import json
import pathlib
import resource
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'acceptance'))
import served  # noqa: E402


def memory(pid):
    """Returns the resident memory of a process and of its children in megabytes."""
    children = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text().split()
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    own = int(next(line for line in status.splitlines() if line.startswith('VmRSS')).split()[1]) / 1024
    return own + sum(memory(child) for child in children)


async def hold(fixture, node, port, limit, times):
    """Holds a request and notes when it was sent and when its reply arrives."""
    connected, received = times
    async with limit:
        reader, writer = await asyncio.open_connection('localhost', port, ssl=fixture.context(node))
    writer.write(b'GET /marotte/v1/next_run HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n')
    connected.append(node)
    head = await reader.readuntil(b'\r\n\r\n')
    length = next(int(line.split(b':')[1]) for line in head.split(b'\r\n') if line.lower().startswith(b'content-length'))
    json.loads(await reader.readexactly(length))
    received.append(time.monotonic())
    writer.close()


async def measure(fixture, port, server, nodes):
    connected, received = [], []
    empty = memory(server.pid)
    # Not all handshakes at once.
    limit = asyncio.Semaphore(50)
    tasks = [asyncio.create_task(hold(fixture, node, port, limit, (connected, received))) for node in nodes]
    while len(connected) < len(nodes):
        await asyncio.sleep(0.2)
    await asyncio.sleep(2)
    held = memory(server.pid)
    begun = time.monotonic()
    command = [fixture.marotte, 'job', 'run', '--query', 'nodes[certname] { }', '--at-once', str(len(nodes)), *fixture.flags]
    process = await asyncio.create_subprocess_exec(*map(str, command), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    output = (await process.communicate())[0].decode()
    started = time.monotonic()
    if process.returncode != 0:
        raise SystemExit(output)
    await asyncio.gather(*tasks)
    return empty, held, started - begun, sorted(moment - begun for moment in received)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nodes', type=int, default=2000)
    parser.add_argument('marotte', nargs='?')
    arguments = parser.parse_args()
    files = 2 * arguments.nodes + 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, max(files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory(prefix='marotte-jobs-') as name:
        fixture = served.Served(pathlib.Path(name) / 'fleet', '', arguments.marotte)
        settings = f'[main]\ndatabase_url = sqlite:{name}/fleet.sqlite3\nmax_connections = {min(arguments.nodes + 100, 65535)}\n'
        (fixture.directory / 'conf/marotte.conf').write_text(settings)
        nodes = [f'node{number}.example.com' for number in range(arguments.nodes)]
        for first in range(0, len(nodes), 500):
            fixture.run('ca', 'generate', *nodes[first:first + 500])
        (fixture.directory / 'conf/access.conf').write_text('command certname node0.example.com\n')
        port = served.free_port()
        server, _ = fixture.start(port)
        try:
            add_nodes(fixture, port, nodes)
            empty, held, started, times = asyncio.run(measure(fixture, port, server, nodes))
        finally:
            server.terminate()
            server.wait(70)
    print(f'{len(times)} nodes wait: {held:.0f} MB, {empty:.0f} MB without them')
    print(f'job run took {started:.2f} s; the first node received its run after {times[0]:.2f} s, the median after '
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


if __name__ == '__main__':
    main()
