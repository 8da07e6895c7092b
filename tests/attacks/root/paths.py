"""Paths through directories of other users, and races (rows 59 to 64, 67 and 68)."""

import ctypes
import os
import time

from fixture import ALICE, LIBC, NOBODY, as_user, attack, check

EXCHANGE = 2
RACE_SECONDS = 6


def home_with_link(site, owner_of_link):
    """Creates a directory of alice with a link to a directory of root that she cannot enter."""
    private = site.directory("private", 0o700)
    secret = site.file("private/conf", "of root\n", 0o600)
    home = site.directory("home", owner=ALICE)
    link = home / ("dir" if owner_of_link else "handy")
    os.symlink(private, link)
    os.lchown(link, owner_of_link, owner_of_link)
    return home, secret


def is_as_before(secret):
    status = secret.stat()
    check(secret.read_text() == "of root\n", "a file of root was overwritten")
    check((status.st_mode & 0o7777, status.st_uid) == (0o600, 0), f"a file of root was given away: {status}")


CONF = "file {{ '{home}/dir/conf': ensure => file, content => 'of alice', mode => '0666', owner => 'alice' }}"


@attack(59)
def path_through_link_of_another_user_is_refused(site):
    home, secret = home_with_link(site, ALICE)
    outcome = site.apply(CONF.format(home=home))
    check(outcome.code in (4, 6), outcome.output)
    is_as_before(secret)


@attack(60)
def path_through_moved_link_of_root_is_refused(site):
    home, secret = home_with_link(site, 0)
    directory = site.directory("home/dir", owner=ALICE)

    def move():
        os.rename(directory, home / "dir.old")
        os.rename(home / "handy", home / "dir")

    check(as_user(ALICE, move) == 0, "alice could not move the link")
    outcome = site.apply(CONF.format(home=home))
    is_as_before(secret)
    check(outcome.code in (4, 6), f"the path was not refused:\n{outcome.output}")


@attack(60)
def directory_of_root_below_a_directory_of_another_user_is_usable(site):
    site.directory("home", owner=ALICE)
    site.directory("home/managed")
    outcome = site.apply(f"file {{ '{site.case_directory}/home/managed/conf': content => 'x' }}")
    check(outcome.code == 2, f"a directory of root was refused:\n{outcome.output}")


def race(site, code, prepare, sentinel):
    """Exchanges a directory and a link, as alice, while root applies; the file behind the link must not change."""
    home = site.directory("home", owner=ALICE)
    site.directory("home/dir", owner=ALICE)
    os.symlink(sentinel.parent, home / "link")
    os.lchown(home / "link", ALICE, ALICE)
    racer = os.fork()
    if not racer:
        os.setgroups([])
        os.setresgid(ALICE, ALICE, ALICE)
        os.setresuid(ALICE, ALICE, ALICE)
        left, right = str(home / "dir").encode(), str(home / "link").encode()
        while True:
            LIBC.renameat2(-100, ctypes.c_char_p(left), -100, ctypes.c_char_p(right), EXCHANGE)
    runs, written, end = 0, 0, time.monotonic() + RACE_SECONDS
    try:
        while time.monotonic() < end:
            prepare(home)
            written += site.apply(code.format(home=home, number=runs)).code in (0, 2)
            runs += 1
            is_as_before(sentinel)
            check(sorted(os.listdir(sentinel.parent)) == ["conf"], f"a file was created elsewhere: {os.listdir(sentinel.parent)}")
    finally:
        os.kill(racer, 9)
        os.waitpid(racer, 0)
    check(runs > 5, f"only {runs} runs raced")


def sentinel(site):
    site.directory("private", 0o700)
    return site.file("private/conf", "of root\n", 0o600)


@attack(61)
def race_for_a_directory_never_writes_elsewhere(site):
    code = "file {{ '{home}/dir/conf': ensure => file, content => '{number}', mode => '0666', owner => 'alice' }}"
    race(site, code, lambda home: None, sentinel(site))


@attack(62)
def race_for_a_directory_never_recurses_or_removes_elsewhere(site):
    code = """file {{ '{home}/dir': ensure => directory, recurse => true, purge => true, force => true, owner => 'alice', mode => '0777' }}
              file {{ '{home}/dir/new': ensure => link, target => '/nowhere' }}"""

    def fill(home):
        def fill_as_alice():
            for name in ("a", "b"):
                try:
                    (home / "dir" / name).write_text("x")
                except OSError:
                    continue

        as_user(ALICE, fill_as_alice)

    race(site, code, fill, sentinel(site))


@attack(64)
def hard_link_to_a_file_of_root_is_not_given_away(site):
    home, secret = site.directory("home", owner=ALICE), sentinel(site)
    # If fs.protected_hardlinks is 0, alice can create this link herself.
    os.link(secret, home / "conf")
    outcome = site.apply(f"file {{ '{home}/conf': owner => 'alice', mode => '0666' }}")
    check(outcome.code in (4, 6), f"the hard link was not refused:\n{outcome.output}")
    is_as_before(secret)


@attack(67)
def key_file_behind_a_link_of_its_owner_is_refused(site):
    home = site.directory("home", owner=ALICE)
    private = site.directory("private", 0o700)
    os.symlink(private, home / ".ssh")
    os.lchown(home / ".ssh", ALICE, ALICE)
    key = "AAAAB3NzaC1yc2EAAAADAQABAAABAQC7"
    code = f"ssh_authorized_key {{ 'x': user => 'alice', type => 'ssh-rsa', key => '{key}', target => '{home}/.ssh/authorized_keys' }}"
    outcome = site.apply(code)
    check(outcome.code in (1, 4, 6), outcome.output)
    check(os.listdir(private) == [], "a file was written into a directory of root")


@attack(68)
def file_of_another_user_gets_the_declared_owner_and_mode(site):
    open_directory = site.directory("open", 0o1777)
    path = site.file("open/conf", "mine\n", 0o666, owner=NOBODY)
    kept = os.open(path, os.O_RDWR)
    code = f"file {{ '{path}': content => Sensitive('canary'), owner => 'root', group => 'root', mode => '0600' }}"
    outcome = site.apply(code)
    check(outcome.code == 2 and open_directory.is_dir(), outcome.output)
    status = path.stat()
    check((status.st_uid, status.st_mode & 0o7777) == (0, 0o600), f"{status}")
    check(os.pread(kept, 100, 0) == b"mine\n", "the other user's descriptor shows the secret")
    os.close(kept)
