"""Runs the attacks that need root and prints a table. Started by tests/acceptance/attacks on a disposable system."""

import collections
import pathlib
import sys
import traceback

import fixture
# Each module registers the attacks of its area.
import commands  # noqa: F401
import configuration  # noqa: F401
import everything  # noqa: F401
import kernels  # noqa: F401
import metadata  # noqa: F401
import paths  # noqa: F401
import queries  # noqa: F401


def run(attack, site):
    try:
        attack.run(site)
    except fixture.Skipped as reason:
        return "skipped", str(reason)
    except fixture.Broken as reason:
        return "BROKEN", str(reason)
    except Exception:  # An error in one test must not end the table.
        return "FAULT", traceback.format_exc()
    return "holds", ""


def main():
    program, components, *rows = sys.argv[1:]
    wanted = {int(row) for row in rows}
    fixture.prepare(pathlib.Path(program), pathlib.Path(components))
    results = collections.Counter()
    for attack in sorted(fixture.ATTACKS, key=lambda attack: attack.rows):
        if wanted and not wanted & set(attack.rows):
            continue
        with fixture.Site(attack.name) as site:
            result, reason = run(attack, site)
        results[result] += 1
        rows = ", ".join(map(str, attack.rows))
        rows = f"{attack.rows[0]} to {attack.rows[-1]}" if len(attack.rows) > 6 else rows
        print(f"{rows:>14}  {result:8} {attack.name}", flush=True)
        for line in reason.strip().splitlines():
            print(f"{'':26}{line}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in results.items()))
    sys.exit(1 if results["BROKEN"] or results["FAULT"] else 0)


main()
