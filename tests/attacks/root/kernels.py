"""Runs on kernels that lack a feature (rows 20, 45 and 46), which a seccomp filter of the hostile program simulates."""

import time

from fixture import HOSTILE, LIBC, attack, check
from queries import ipc_objects, leftovers


def is_refused_and_named(site, words, *before, flags=()):
    path = site.file("file")
    outcome = site.apply(f"exec {{ 'x': command => '/bin/true', unless => '{HOSTILE} write {path}' }}", "--noop", "--debug", *flags,
                         before=before)
    check(path.read_text() == "old\n", "a guard wrote to a file in a dry run")
    check(not outcome.reached("write"), f"the guard was started without all protections:\n{outcome.output}")
    check(any(word in outcome.output for word in words), f"the missing protection is not named:\n{outcome.output}")
    check("noop_guards" in outcome.output, f"the setting that permits it is not named:\n{outcome.output}")
    outcome = site.query("echo searched", before=before)
    check("x]: searched" not in outcome.output, f"the query of a component was started without all protections:\n{outcome.output}")
    check(any(word in outcome.output for word in words), f"the missing protection is not named:\n{outcome.output}")


def signals_nothing(site, process, before):
    for operation in ("kill", "signal-by-descriptor", "signal-by-owner"):
        outcome = site.dry_run(operation, process.pid, before=before)
        check(outcome.reached(operation), outcome.output)
        # A signalled process needs a moment to end.
        time.sleep(0.05)
        check(process.poll() is None, f"'{operation}' ended another process in a dry run")


@attack(45)
def dry_run_without_landlock_refuses_queries(site):
    is_refused_and_named(site, ["Landlock"], HOSTILE, "without", "landlock", "--")


@attack(46)
def dry_run_without_seccomp_refuses_queries(site):
    is_refused_and_named(site, ["seccomp"], HOSTILE, "without", "seccomp", "--")


@attack(29, 32, 44)
def dry_run_without_namespaces_has_the_same_guarantees(site):
    """Without namespaces, as in most containers, other mechanisms give the same guarantees."""
    before = [HOSTILE, "without", "namespaces", "--"]
    process = site.victim()
    signals_nothing(site, process, before)
    identity = LIBC.shmget(4711, 4096, 0o1600)
    try:
        objects = ipc_objects()
        site.refused("remove-shared-memory", identity, before=before)
        site.refused("make-shared-memory", 4712, before=before)
        site.refused("make-queue", "left-behind", before=before)
        check(ipc_objects() == objects, "IPC objects were changed in a dry run")
    finally:
        LIBC.shmctl(identity, 0, None)
    outcome = site.dry_run("stay", 600, before=before)
    check(outcome.reached("stay"), outcome.output)
    check(not leftovers(), "a process of the query lives on")


@attack(45)
def dry_run_with_free_guards_runs_them_without_landlock(site):
    path = site.case_directory / "made"
    code = f"exec {{ 'x': command => '/bin/true', unless => '{HOSTILE} write {path}' }}"
    outcome = site.apply(code, "--noop", "--debug", "--noop_guards", "free", before=[HOSTILE, "without", "landlock", "--"])
    check(outcome.done("write"), f"the guard did not run although guards are free:\n{outcome.output}")


@attack(20)
def query_truncates_no_file_with_older_landlock(site):
    for version in (1, 2):
        path = site.file("file")
        for operation in ("truncate", "open-truncate"):
            outcome = site.dry_run(operation, path, before=[HOSTILE, "with-landlock-abi", version, "--"])
            check(path.read_text() == "old\n", f"'{operation}' emptied a file with version {version} of Landlock")
            check(not outcome.done(operation), outcome.output)


@attack(32, 36)
def query_signals_no_process_with_older_landlock(site):
    process = site.victim()
    for version in (1, 5):
        signals_nothing(site, process, [HOSTILE, "with-landlock-abi", version, "--"])
