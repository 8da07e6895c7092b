"""All operations of rows 20 to 46 in one dry run, between two snapshots of the system."""

import fcntl
import os
import pathlib
import pty
import shlex
import subprocess
import termios

import fixture
import snapshot
from fixture import HOSTILE, LIBC, Broken, attack, check, quoted, shell
from queries import PRINTK, Loop, leftovers

LOG = pathlib.Path("/run/attacks.log")


def operations(site, loop, mounted, victim, objects):
    path, directory = site.file("file"), site.directory("directory")
    new = str(path) + ".new"
    start = pathlib.Path(f"/proc/{victim}/maps").read_text().split("-")[0]
    return [
        ("write", path), ("write", new), ("truncate", path), ("open-truncate", path), ("touch", path), ("chmod", path), ("chown", path),
        ("xattr", path), ("unlink", path), ("rename", path, new), ("link", path, new), ("symlink", path, new), ("mkdir", new),
        ("block-device", loop.major, loop.minor), ("kernel-log",), ("write", loop.device), ("inode-flags", path),
        ("inode-flags", directory), ("file-setattr", path), ("freeze", mounted), ("type", "id"), ("show",), ("terminal",),
        ("descriptor", 9), ("limit", victim), ("scheduler", victim), ("io-priority", victim), ("priority", victim), ("affinity", victim),
        ("advise", victim, start), ("remove-shared-memory", objects[0]), ("remove-semaphores", objects[1]),
        ("make-shared-memory", 4712), ("unlink-queue", "attacked"), ("make-queue", "left-behind"), ("console-level", 3 if PRINTK.read_text().split()[0] != "3" else 5), ("clear-log",),
        ("watch-files",), ("kill", victim), ("signal-by-descriptor", victim), ("signal-by-owner", victim), ("take-descriptor", victim, 1),
        ("memory", victim), ("trace", victim), ("environment",), ("interface", "lo"), ("netlink", "lo"), ("internet",), ("packets",),
        ("call32", new), ("call-x32", new), ("reconfigure", mounted), ("mount", mounted), ("own-namespace", mounted), ("suid",),
        ("stay", 600), ("host-name",), ("add-key",), ("ring",),
    ]


def guards(tried):
    """Returns a manifest in which each operation is a guard of a command."""
    lines = []
    for number, operation in enumerate(tried):
        words = ", ".join(quoted(word) for word in (HOSTILE, *operation))
        lines.append(f"exec {{ '{number}': command => '/bin/true', unless => [[{words}]] }}\n")
    return "".join(lines)


def component_queries(tried):
    """Returns a manifest in which each operation is a query of a component."""
    lines = []
    for number, operation in enumerate(tried):
        line = shlex.join(map(str, (HOSTILE, *operation)))
        lines.append(f"hostile {{ '{number}': trick => own_query, other => {quoted(line)} }}\n")
    return "".join(lines)


@attack(*range(20, 47))
def dry_run_with_hostile_guards_changes_nothing(site):
    compare(site, guards)


@attack(*range(20, 47))
def dry_run_with_hostile_component_changes_nothing(site):
    compare(site, component_queries, "--provider", fixture.COMPONENTS / "marotte_test_misbehaving.wasm")


def compare(site, manifest, *flags):
    mounted = site.directory("mounted")
    victim = site.victim()
    objects = [LIBC.shmget(4711, 4096, 0o1600), LIBC.semget(4711, 1, 0o1600)]
    queue = pathlib.Path("/dev/mqueue/attacked")
    queue.touch()
    controller, terminal = pty.openpty()
    level = int(PRINTK.read_text().split()[0])
    shell("ip", "link", "set", "lo", "mtu", "65536")
    shell("mount", "-t", "tmpfs", "tmpfs", mounted)
    try:
        with Loop(site) as loop:
            tried = operations(site, loop, mounted, victim.pid, objects)
            path = site.file("site.pp", manifest(tried))
            # The state directory, with the report of the run, is not part of the snapshots.
            command = site.command("apply", path, "--noop", "--debug", "--logdest", LOG, *flags, state="/run/state")
            before = snapshot.take("/site", terminal), snapshot.disk("/etc")
            run(site, command, terminal)
            after = snapshot.take("/site", terminal), snapshot.disk("/etc")
    finally:
        LIBC.klogctl(8, None, level)
        shell("umount", mounted)
        os.close(controller)
        os.close(terminal)
        LIBC.shmctl(objects[0], 0, None)
        LIBC.semctl(objects[1], 0, 0)
        queue.unlink(missing_ok=True)
        leftovers()
    log = LOG.read_text()
    LOG.unlink()
    # A call through another system call table may kill the process before it reports.
    silent = [operation[0] for operation in tried if f"{operation[0]}: " not in log and not operation[0].startswith("call")]
    check(not silent, f"not all operations were tried: {silent}\n{log[-2000:]}")
    found = snapshot.differences(before[0], after[0]) + snapshot.differences({"disk": before[1]}, {"disk": after[1]})
    check(not found, "\n".join(found))


def run(site, command, terminal):
    """Runs a command to its end, with a controlling terminal."""
    process = subprocess.Popen(command, env=site.environment(), stdin=terminal, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=lambda: session(terminal))
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Broken("the dry run did not end")


def session(terminal):
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
