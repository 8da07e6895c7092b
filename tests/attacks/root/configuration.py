"""Files that control a run of root and that are owned or writable by other users (rows 77 to 80 and 84)."""

import os
import pathlib

from fixture import ALICE, NOBODY, SITE, attack, check

CODE = "file { '/site/case/made': content => 'x' }"


def is_refused(site, outcome, path):
    check(not (site.case_directory / "made").exists(), f"the run went on:\n{outcome.output}")
    check(outcome.code not in (0, 2), f"no failure is reported:\n{outcome.output}")
    check(str(path) in outcome.output, f"the file is not named:\n{outcome.output}")


@attack(77)
def undo_from_a_state_directory_of_another_user_is_refused(site):
    home = site.directory("home", owner=ALICE)
    state, victim = home / "state", home / "file"
    victim.write_text("old\n")
    os.chown(victim, ALICE, ALICE)
    manifest = site.file("home/site.pp", f"file {{ '{victim}': content => 'new' }}")
    words = site.command("apply", manifest, state=state)
    outcome = site.run(*words, user=ALICE, group=ALICE, extra_groups=[], environment=site.environment(HOME=str(home)))
    check(outcome.code == 0 and (state / "undo").is_dir(), f"alice made no journal:\n{outcome.output}")
    outcome = site.run(*site.command("undo", state=state))
    check(outcome.code != 0 and victim.read_text() == "new", f"root carried out the journal of another user:\n{outcome.output}")
    check(str(state) in outcome.output, f"the directory is not named:\n{outcome.output}")


@attack(78)
def apply_into_a_state_directory_of_another_user_is_refused(site):
    for owner, mode in ((NOBODY, 0o755), (0, 0o777)):
        state = site.directory(f"state-{owner}", mode, owner)
        outcome = site.apply(CODE, state=state)
        is_refused(site, outcome, state)


@attack(79)
def settings_policy_and_lock_that_others_can_write_are_refused(site):
    for name, text in (("marotte.conf", "strict = warning\n"), ("policy.toml", ""), ("providers.lock", "version = 1\n")):
        directory = site.directory(f"of-{name}")
        path = site.file(f"of-{name}/{name}", text, 0o666)
        # The policy is read only if a provider is installed.
        if name != "policy.toml":
            is_refused(site, site.apply(CODE, "--confdir", directory), path)
        is_refused(site, site.run(*site.command("provider", "verify", "--confdir", directory)), path)


@attack(79)
def settings_below_a_directory_that_others_can_write_are_refused(site):
    above = site.directory("open", 0o777)
    directory = site.directory("open/conf")
    site.file("open/conf/marotte.conf", "strict = warning\n")
    outcome = site.apply(CODE, "--confdir", directory)
    is_refused(site, outcome, above)


@attack(80)
def external_fact_of_another_user_is_not_run(site):
    for owner, mode in ((NOBODY, 0o755), (0, 0o777)):
        directory = site.directory(f"facts-{owner}")
        mark = SITE / "open/ran"
        site.file(f"facts-{owner}/pwn", f"#!/bin/sh\nid > {mark}\necho pwn=0\n", mode, owner)
        site.run(*site.command("facts", "pwn", "--external-dir", directory))
        check(not mark.exists(), f"a program with owner {owner} and mode {mode:o} was run as root")


@attack(84)
def run_without_umask_leaves_nothing_that_others_can_read(site):
    path = site.file("conf", "canary-of-the-old-content\n", 0o600)
    code = f"file {{ '{path}': content => Sensitive('canary-of-the-new-content') }}"
    outcome = site.apply(code, preexec_fn=lambda: os.umask(0))
    check(outcome.code == 2, outcome.output)
    for directory, _, names in os.walk(site.state):
        for name in names:
            file = pathlib.Path(directory, name)
            status = file.stat()
            # A directory without access for others hides its content.
            is_open = status.st_mode & 0o044 and all(above.stat().st_mode & 0o005 for above in parents(file, site.state))
            check(not (is_open and b"canary" in file.read_bytes()), f"{file} can be read by others")
            check(not status.st_mode & 0o022, f"{file} can be written by others")


def parents(path, top):
    while path != top:
        path = path.parent
        yield path
