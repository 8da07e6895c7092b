"""Commands of a manifest, run as other users and on a terminal (rows 1 to 9)."""

import os
import pathlib

from fixture import ALICE, HOSTILE, PRELOAD, SITE, attack, check, compile_text, CONSTRUCTOR, loaded

PRELOADED = f"environment => ['LD_PRELOAD={PRELOAD}']"


def loaded_by_alice_alone():
    lines = loaded()
    check(lines, "the library was not loaded: the variable did not reach the command")
    check(set(lines) == {f"loaded by uid {ALICE}"}, f"the library was also loaded by others: {lines}")


@attack(1)
def exec_for_a_user_loads_preloaded_library_as_that_user(site):
    outcome = site.apply(f"exec {{ '{SITE}/bin/tool': user => 'alice', {PRELOADED} }}")
    check(outcome.code == 2, outcome.output)
    loaded_by_alice_alone()


@attack(2)
def exec_for_a_user_loads_planted_library_as_that_user(site):
    library = site.directory("lib", owner=ALICE)
    for name in ("libplanted.so", "libgcc_s.so.1"):
        compile_text(CONSTRUCTOR + "int planted;", library / name, "-shared", "-fPIC", f"-Wl,-soname,{name}")
        os.chown(library / name, ALICE, ALICE)
    tool = site.case_directory / "tool"
    compile_text("extern int planted; int main(void) { return planted; }", tool, f"-L{library}", "-lplanted")
    outcome = site.apply(f"exec {{ '{tool}': user => 'alice', environment => ['LD_LIBRARY_PATH={library}'] }}")
    check(outcome.code == 2, f"the command did not run as in Puppet:\n{outcome.output}")
    loaded_by_alice_alone()


@attack(3)
def postgresql_psql_loads_preloaded_library_as_the_database_user(site):
    psql = site.file("psql", "#!/bin/sh\nexec " + f"{SITE}/bin/tool\n", 0o755)
    code = f"""postgresql_psql {{ 'x': command => 'SELECT 1', psql_path => '{psql}', psql_user => 'alice', psql_group => 'alice',
                 cwd => '/', {PRELOADED} }}"""
    outcome = site.apply(code)
    check(outcome.code == 2, outcome.output)
    loaded_by_alice_alone()


@attack(4)
def dry_run_guard_for_a_user_loads_preloaded_library_as_that_user(site):
    code = f"""exec {{ 'x': command => '/bin/true', unless => '{SITE}/bin/tool', user => 'alice', {PRELOADED} }}"""
    outcome = site.apply(code, "--noop", "--debug")
    lines = [line for line in outcome.output.splitlines() if "loaded by uid" in line]
    check(lines, f"the library was not loaded: the variable did not reach the guard\n{outcome.output}")
    check(all(f"loaded by uid {ALICE}" in line for line in lines), f"the library was also loaded by others: {lines}")
    check(not (SITE / "open/device").exists(), "a device node was created in a dry run")


@attack(5)
def exec_for_an_unknown_user_number_is_refused(site):
    for attribute in ("user => '54321'", "user => 54321", "group => '54321'"):
        outcome = site.apply(f"exec {{ '{HOSTILE} identity': {attribute}, logoutput => true }}", extra_groups=[4, 6])
        check(not outcome.reached("identity"), f"the command ran with {attribute}:\n{outcome.output}")
        check(outcome.code in (1, 4, 6), f"no failure is reported with {attribute}:\n{outcome.output}")


@attack(6)
def exec_for_a_group_drops_supplementary_groups(site):
    code = f"exec {{ '{HOSTILE} identity': group => 'alice', logoutput => true }}"
    outcome = site.apply(code, extra_groups=[4, 6])
    check(outcome.done("identity"), outcome.output)
    check(f"uid=0 gid={ALICE} groups= " in outcome.output or f"groups={ALICE} " in outcome.output, outcome.output)


@attack(6)
def exec_for_a_user_has_the_groups_of_that_user_alone(site):
    code = f"exec {{ '{HOSTILE} identity': user => 'alice', logoutput => true }}"
    outcome = site.apply(code, extra_groups=[4, 6])
    check(f"uid={ALICE} gid={ALICE} groups={ALICE} " in outcome.output, outcome.output)


@attack(7)
def exec_for_a_user_cannot_type_into_the_terminal(site):
    manifest = site.file("site.pp", f"exec {{ '{HOSTILE} type id': user => 'nobody', logoutput => true, returns => [0, 1] }}")
    outcome = site.on_terminal(*site.command("apply", manifest))
    check(outcome.reached("type"), f"the command was not started:\n{outcome.output}")
    check(not outcome.done("type") and not outcome.unread, "a command was typed into the shell of root")


@attack(8)
def exec_cannot_write_to_the_terminal(site):
    manifest = site.file("site.pp", f"exec {{ '{HOSTILE} show': user => 'nobody', logoutput => true, returns => [0, 1] }}")
    outcome = site.on_terminal(*site.command("apply", manifest))
    check(outcome.reached("show"), f"the command was not started:\n{outcome.output}")
    check("\x1b[31mraw" not in outcome.output, "the raw escape sequence arrived at the terminal")


@attack(9)
def commands_and_guards_inherit_no_descriptor(site):
    path = site.file("log", "old\n")
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.dup2(descriptor, 9, inheritable=True)
    try:
        code = f"""exec {{ '{HOSTILE} descriptors': logoutput => true }}
                   exec {{ '{HOSTILE} descriptor 9': returns => 1 }}"""
        outcome = site.apply(code, pass_fds=[9])
        check(outcome.done("descriptors") and "open: " not in outcome.output, outcome.output)
        site.refused("descriptor", "9", pass_fds=[9])
    finally:
        os.close(9)
        os.close(descriptor)
    check(path.read_text() == "old\n", "the file of the caller was written")


@attack(13)
def program_runs_no_command_as_another_user_for_its_caller(site):
    outcome = site.run(str(site.command("x")[0]), "__exec", "--uid", str(ALICE), "--", "/bin/touch", "touch", SITE / "open/by-hand")
    check(outcome.code != 0, outcome.output)
    check(not pathlib.Path(SITE / "open/by-hand").exists(), "the program ran a command for its caller")
