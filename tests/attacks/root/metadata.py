"""Metadata of files that are replaced and restored (rows 73 to 76), and files that a process has open (row 81)."""

import os
import struct

from fixture import ALICE, NOBODY, attack, check

ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
USER_OBJECT, USER, GROUP_OBJECT, GROUP, MASK, OTHER = 1, 2, 4, 8, 16, 32
ANYBODY = 0xFFFFFFFF
# cap_net_bind_service, permitted and effective, as `setcap cap_net_bind_service+ep` writes it.
CAPABILITY = struct.pack("<IIIII", 0x02000001, 1 << 10, 0, 0, 0)


def acl(*entries):
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, rights, who) for tag, rights, who in entries)


def rights(path):
    """Returns the entries of a file's ACL by tag and user, or those of its mode if it has none."""
    try:
        data = os.getxattr(path, ACCESS)
    except OSError:
        mode = os.stat(path).st_mode
        return {(USER_OBJECT, ANYBODY): mode >> 6 & 7, (GROUP_OBJECT, ANYBODY): mode >> 3 & 7, (OTHER, ANYBODY): mode & 7}
    entries = (struct.unpack_from("<HHI", data, at) for at in range(4, len(data), 8))
    return {(tag, who): allowed for tag, allowed, who in entries}


def can_read(path, user):
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        try:
            open(path).close()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


NAMED_USER = acl((USER_OBJECT, 6, ANYBODY), (USER, 6, ALICE), (GROUP_OBJECT, 0, ANYBODY), (MASK, 6, ANYBODY), (OTHER, 0, ANYBODY))


@attack(73)
def replaced_file_keeps_its_acl(site):
    path = site.file("conf")
    os.setxattr(path, ACCESS, NAMED_USER)
    before = rights(path)
    outcome = site.apply(f"file {{ '{path}': content => 'new' }}")
    check(outcome.code == 2 and path.read_text() == "new", outcome.output)
    check(rights(path) == before, f"the ACL was {before} and is {rights(path)}")


@attack(73)
def explicit_mode_removes_the_acl_and_widens_no_group_right(site):
    path = site.file("conf")
    os.setxattr(path, ACCESS, NAMED_USER)
    outcome = site.apply(f"file {{ '{path}': content => 'new', mode => '0600' }}")
    check(outcome.code == 2, outcome.output)
    check(rights(path).get((GROUP_OBJECT, ANYBODY), 0) == 0, f"the group gained rights: {rights(path)}")
    check(not can_read(path, ALICE), "a user of the removed ACL can read the file")


@attack(74)
def default_acl_of_a_directory_widens_no_declared_mode(site):
    directory = site.directory("open", owner=ALICE)
    default = acl((USER_OBJECT, 7, ANYBODY), (USER, 7, NOBODY), (GROUP_OBJECT, 7, ANYBODY), (MASK, 7, ANYBODY), (OTHER, 7, ANYBODY))
    os.setxattr(directory, DEFAULT, default)
    code = f"file {{ '{directory}/conf': content => Sensitive('canary'), owner => 'root', group => 'daemon', mode => '0640' }}"
    outcome = site.apply(code)
    check(outcome.code == 2, outcome.output)
    path = directory / "conf"
    check(path.stat().st_mode & 0o7777 == 0o640, oct(path.stat().st_mode))
    check(not can_read(path, NOBODY), "another user reads a secret file by the default ACL of its directory")


def furnished(site):
    path = site.file("tool", "old\n", 0o755)
    os.setxattr(path, "user.origin", b"of the site")
    os.setxattr(path, "security.capability", CAPABILITY)
    return path


def attributes(path):
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


@attack(75)
def replaced_file_keeps_extended_attributes(site):
    path = furnished(site)
    outcome = site.apply(f"file {{ '{path}': content => 'new' }}")
    check(outcome.code == 2, outcome.output)
    check(attributes(path).get("user.origin") == b"of the site", f"attributes are lost: {attributes(path)}")


@attack(75)
def undo_restores_capabilities_and_extended_attributes(site):
    path = furnished(site)
    before = attributes(path)
    check(site.apply(f"file {{ '{path}': content => 'new' }}").code == 2, "the file was not replaced")
    outcome = site.run(*site.command("undo"))
    check(outcome.code == 0 and path.read_text() == "old\n", outcome.output)
    check(attributes(path) == before, f"undo reports success, but the attributes were {before} and are {attributes(path)}")


@attack(75)
def write_that_would_lose_capabilities_fails(site):
    home = site.directory("home", owner=ALICE)
    path = home / "tool"
    path.write_text("old\n")
    os.chown(path, ALICE, ALICE)
    os.setxattr(path, "security.capability", CAPABILITY)
    user = ["setpriv", f"--reuid={ALICE}", f"--regid={ALICE}", "--clear-groups"]
    outcome = site.apply(f"file {{ '{path}': content => 'new' }}", before=user, state=home / "state",
                         environment=site.environment(HOME=str(home)))
    check(outcome.code == 4 and "'security.capability'" in outcome.output, outcome.output)
    check(path.read_text() == "old\n" and attributes(path) == {"security.capability": CAPABILITY}, "the file was changed")


@attack(75)
def content_of_a_file_with_capabilities_needs_the_grant_suid(site):
    path = furnished(site)
    before = attributes(path)
    outcome = site.apply(f"file_line {{ 'x': path => '{path}', line => 'injected' }}")
    check(outcome.code == 4 and "suid" in outcome.output, outcome.output)
    check(path.read_text() == "old\n" and attributes(path) == before, "the file was changed")


@attack(81)
def undo_restores_a_file_that_a_daemon_has_open(site):
    path = site.file("data", "old\n")
    with open(path, "a") as daemon:
        check(site.apply(f"file {{ '{path}': content => 'new' }}").code == 2, "the file was not replaced")
        daemon.write("a line of the daemon\n")
        daemon.flush()
        outcome = site.run(*site.command("undo"))
    check(outcome.code == 0, f"undo failed:\n{outcome.output}")
    check(path.read_text().startswith("old\n"), f"the old content is lost: {path.read_text()!r}")
