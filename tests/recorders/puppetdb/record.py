#!/usr/bin/env python3
"""Records the replies of a real PuppetDB to the queries of queries.py, after the commands of data.py.

Usage: record.py [GROUP …]. Writes host/fleet/tests/recorded. README.md describes the files.
"""

import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

import data
import grammar
import puppetdb
import queries

OUT = pathlib.Path(__file__).resolve().parents[3] / "host/fleet/tests/recorded"


def lines(values):
    """Returns a JSON array with one value in each line, so that changes are readable."""
    return "[\n" + ",\n".join(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for value in values) + "\n]\n"


def send_commands(server):
    commands = data.commands()
    for command in commands:
        status, _, text = server.command(command["command"], command["version"], command["payload"], command["certname"],
                                         command["producer_timestamp"])
        if status != 200:
            sys.exit(f"{command['command']} of {command['certname']}: {status} {text[:500]}")
    (OUT / "commands.json").write_text(lines(commands))


# Groups about conditions and order: of long replies, these fields are enough to tell the rows.
COMPACT = {"operators", "paths", "logic", "paging", "wrong", "grammar", "grammar_pql"}
# Groups from the grammar, in compressed files.
GENERATED = {"grammar": grammar.operators, "grammar_pql": grammar.pql}
FIELDS = ["certname", "environment", "name", "path", "type", "title", "hash", "status", "resource_type", "resource_title", "property",
          "timestamp", "source_title", "target_title", "relationship", "producer_timestamp"]


def compact(found):
    """Leaves the other fields of the rows out, if that makes the reply shorter."""
    rows = found.get("body")
    is_table = isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)
    is_extract = re.match(r'\["(from", "\w+", \[")?extract"', found["parameters"].get("query", ""))
    if not is_table or is_extract or len(json.dumps(rows)) < 1000:
        return found
    fields = [name for name in FIELDS if name in rows[0]]
    return dict(found, fields=fields, body=[{name: row[name] for name in fields} for row in rows])


RECEIVED = {"receive_time", "report_receive_time", "facts_timestamp", "catalog_timestamp", "timestamp"}


def without_times(value):
    """Replaces the times at which commands were received, so that recordings are equal."""
    if isinstance(value, list):
        return [without_times(item) for item in value]
    if not isinstance(value, dict):
        return value
    is_received = lambda name: name in RECEIVED and not (name == "timestamp" and "resource_title" in value)
    return {name: "2026-01-01T00:00:00.000Z" if is_received(name) and isinstance(item, str) else without_times(item)
            for name, item in value.items()}


def record(server, case):
    """Returns a query with its reply."""
    status, headers, text = server.get("/pdb/query/v4" + ("/" + case["path"] if case["path"] else ""), **case["parameters"])
    found = dict(case, status=status)
    if "X-Records" in headers:
        found["records"] = int(headers["X-Records"])
    kind = headers.get("Content-Type", "")
    if kind.startswith("application/json"):
        found["body"] = without_times(json.loads(text))
    else:
        found["text"] = text
    return found


def record_command(server, case):
    """Returns a command with its reply."""
    query = urllib.parse.urlencode(case["parameters"])
    status, _, text = server.request("/pdb/cmd/v1" + ("?" + query if query else ""), case["body"].encode(),
                                     {"Content-Type": "application/json"})
    return dict(case, status=status, **({"error": json.loads(text)["error"]} if status != 200 else {}))


def write(group, found):
    """Writes the queries of a group."""
    if group not in GENERATED:
        (OUT / f"{group}.json").write_text(lines(found))
        return
    command = ["zstd", "-19", "--force", "--quiet", "-o", OUT / f"{group}.json.zst"]
    subprocess.run(command, input=lines(found).encode(), check=True)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    groups = sys.argv[1:] or [*queries.GROUPS, *GENERATED, "wrong_commands"]
    cases = {**queries.GROUPS, **GENERATED}
    with puppetdb.PuppetDb() as server:
        send_commands(server)
        for group in groups:
            if group == "wrong_commands":
                found = [record_command(server, case) for case in queries.wrong_commands()]
                (OUT / "wrong_commands.json").write_text(lines(found))
                continue
            found = [record(server, case) for case in cases[group]()]
            if group in COMPACT:
                found = [compact(one) for one in found]
            write(group, found)
            print(group, len(found), {status: sum(one["status"] == status for one in found) for status in {one["status"] for one in found}})


if __name__ == "__main__":
    main()
