#!/usr/bin/env python3
"""Records the cases in tests/conformance with the file exported.yaml: real Puppet with the terminus of a real PuppetDB.

usage: tests/recorders/puppetdb/exported.py [GLOB]     (needs Debian's puppet-agent, puppet-terminus-puppetdb, puppetdb, postgresql)
"""

import os
import pathlib
import subprocess
import sys

import puppetdb

PROJECT = pathlib.Path(__file__).resolve().parents[3]
RECORDER = PROJECT / "tests/recorders/recorder.rb"


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else "*"
    files = sorted((PROJECT / "tests/conformance").glob(f"*/{pattern}/exported.yaml"))
    with puppetdb.PuppetDb() as database:
        environment = {**os.environ, "PUPPETDB": f"http://127.0.0.1:{database.port}"}
        for case in (file.parent for file in files):
            print(case.name, flush=True)
            subprocess.run(["ruby", RECORDER, "--batch", case.parent, "--only", case.name, "--jobs", "1"], env=environment, check=True)


if __name__ == "__main__":
    main()
