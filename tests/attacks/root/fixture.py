"""Fixture of the attacks: an ext4 file system, users, hostile programs, and runs of the program."""

import ctypes
import dataclasses
import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import time

LIBC = ctypes.CDLL(None, use_errno=True)
SITE = pathlib.Path("/site")
SOURCES = pathlib.Path(__file__).resolve().parent.parent
HOSTILE = pathlib.Path("/usr/local/bin/hostile")
PRELOAD = SITE / "bin/preload.so"
ALICE, NOBODY = 4001, 65534
TIMEOUT = 60

PROGRAM = COMPONENTS = IMAGE = LOOP = None
ATTACKS = []


class Broken(Exception):
    """The attack succeeded, or the defence was not exercised."""


class Skipped(Exception):
    """A requirement of the attack is missing on this system."""


def check(condition, reason):
    if not condition:
        raise Broken(reason)


@dataclasses.dataclass
class Attack:
    rows: list
    name: str
    run: object


def attack(*rows):
    """Registers a function as the test of these rows of host/docs/security.md."""

    def register(function):
        ATTACKS.append(Attack(list(rows), function.__name__, function))
        return function

    return register


def shell(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options).stdout


# A library whose constructor reports the user of the process: on standard error, and in a file if that is writable.
CONSTRUCTOR = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
__attribute__((constructor)) static void loaded(void) {
    char line[64];
    int length = snprintf(line, sizeof line, "loaded by uid %d\n", geteuid());
    int file = open("/site/open/loaded", O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file >= 0) { write(file, line, length); close(file); }
    write(2, line, length);
    if (!geteuid()) mknod("/site/open/device", S_IFBLK | 0666, makedev(7, 0));
}
"""

TOOL = "int main(void) { return 0; }\n"


def prepare(program, components):
    """Creates the file system, the users and the hostile programs."""
    global PROGRAM, COMPONENTS, IMAGE, LOOP
    os.umask(0o022)
    COMPONENTS = components
    SITE.mkdir()
    IMAGE = pathlib.Path("/run/site.img")
    with open(IMAGE, "wb") as image:
        image.truncate(192 << 20)
    shell("mkfs.ext4", "-q", "-m", "0", IMAGE)
    LOOP = shell("losetup", "--find", "--show", IMAGE).strip()
    # The kernel detaches it when the file system is unmounted.
    shell("mount", "-o", "user_xattr,acl", LOOP, SITE)
    shell("losetup", "--detach", LOOP)
    for mounted, kind in (("/dev/shm", "tmpfs"), ("/dev/mqueue", "mqueue")):
        pathlib.Path(mounted).mkdir(exist_ok=True)
        shell("mount", "-t", kind, kind, mounted)
    shell("ip", "link", "set", "lo", "up")
    with open("/etc/passwd", "a") as users, open("/etc/group", "a") as groups:
        users.write(f"alice:x:{ALICE}:{ALICE}::/site/home/alice:/bin/sh\n")
        groups.write(f"alice:x:{ALICE}:\n")
    for name in ("bin", "home", "home/alice"):
        (SITE / name).mkdir()
    os.chown(SITE / "home/alice", ALICE, ALICE)
    PROGRAM = SITE / "bin/marotte"
    shutil.copy(program, PROGRAM)
    PROGRAM.chmod(0o755)
    build()


def build():
    shell("cc", "-O1", "-o", HOSTILE, SOURCES / "hostile.c")
    compile_text(CONSTRUCTOR, PRELOAD, "-shared", "-fPIC")
    compile_text(TOOL, SITE / "bin/tool")


def compile_text(text, output, *flags):
    subprocess.run(["cc", "-w", *flags, "-x", "c", "-o", str(output), "-"], input=text, text=True, check=True)


@dataclasses.dataclass
class Outcome:
    """The result of a run of the program."""

    code: int
    output: str
    unread: int = 0

    def reached(self, operation):
        """Returns whether the hostile program has reported a result."""
        return f"{operation}: " in self.output

    def done(self, operation):
        """Returns whether the operation succeeded."""
        return f"{operation}: done" in self.output


class Site:
    """Directories, processes and a state directory for one attack."""

    def __init__(self, name):
        self.name = name
        self.processes = []

    def __enter__(self):
        self.case_directory = SITE / "case"
        self.case_directory.mkdir()
        self.state = SITE / "state"
        open_directory = SITE / "open"
        open_directory.mkdir()
        open_directory.chmod(0o777)
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
        thaw(SITE)
        for directory in (self.case_directory, self.state, SITE / "open"):
            remove(directory)

    def file(self, name, text="old\n", mode=0o644, owner=0):
        path = self.case_directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        os.chown(path, owner, owner)
        return path

    def directory(self, name, mode=0o755, owner=0):
        path = self.case_directory / name
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(mode)
        os.chown(path, owner, owner)
        return path

    def victim(self, user=ALICE):
        """Starts a process that SIGUSR1 ends."""
        process = subprocess.Popen(["sleep", "600"], user=user, group=user, extra_groups=[], stdin=subprocess.DEVNULL)
        self.processes.append(process)
        time.sleep(0.02)
        return process

    def command(self, verb, *arguments, state=None):
        return [str(PROGRAM), verb, *map(str, arguments), "--vardir", str(state or self.state)]

    def environment(self, **more):
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "NO_COLOR": "1", "LANG": "C.UTF-8", **more}

    def run(self, *words, before=(), environment=None, **options):
        words = [*map(str, before), *words]
        process = subprocess.Popen(words, env=environment or self.environment(), text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                                   errors="replace", **options)
        try:
            output, _ = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            thaw(SITE)
            os.killpg(process.pid, signal.SIGKILL)
            raise Broken(f"the run took more than {TIMEOUT} seconds")
        return Outcome(process.returncode, output)

    def apply(self, code, *flags, state=None, **options):
        manifest = self.file("site.pp", code)
        return self.run(*self.command("apply", manifest, "--detailed-exitcodes", *flags, state=state), **options)

    def dry_run(self, *operation, **options):
        """Attempts an operation in a guard of a dry run."""
        return self.guards([operation], **options)

    def guards(self, operations, **options):
        lines = []
        for number, operation in enumerate(operations):
            words = ", ".join(quoted(word) for word in (HOSTILE, *operation))
            lines.append(f"exec {{ '{number}': command => '/bin/true', unless => [[{words}]] }}\n")
        outcome = self.apply("".join(lines), "--noop", "--debug", **options)
        return outcome

    def refused(self, *operation, **options):
        """As `dry_run`, and checks that the operation was attempted and refused."""
        outcome = self.dry_run(*operation, **options)
        name = operation[0]
        if f"{name}: missing" in outcome.output:
            raise Skipped(f"this architecture does not have '{name}'")
        check(outcome.reached(name), f"the guard was not started:\n{outcome.output}")
        check(not outcome.done(name), f"'{name}' succeeded in a dry run")
        return outcome

    def query(self, line, *flags, **options):
        """Runs a line of bash as a query of a component."""
        component = COMPONENTS / "marotte_test_misbehaving.wasm"
        code = f"hostile {{ 'x': trick => own_query, other => {quoted(line)} }}"
        return self.apply(code, "--noop", "--debug", "--provider", component, *flags, **options)

    def on_terminal(self, *words):
        """Runs a command on its own controlling terminal; `unread` is the number of characters that it left as input."""
        outcome = self.run(str(HOSTILE), "on-terminal", *words)
        text, mark, unread = outcome.output.rpartition("unread input: ")
        check(mark, f"the run on a terminal did not end:\n{outcome.output}")
        return dataclasses.replace(outcome, output=text, unread=int(unread))


def quoted(word):
    return "'" + str(word).replace("\\", "\\\\").replace("'", "\\'") + "'"


def thaw(path):
    """Thaws a file system, and returns whether it was frozen."""
    directory = os.open(path, os.O_RDONLY)
    try:
        fcntl.ioctl(directory, 0xC0045878, 0)
        return True
    except OSError:
        return False
    finally:
        os.close(directory)


def remove(path):
    if path.exists():
        subprocess.run(["chattr", "-R", "-i", str(path)], capture_output=True)
        shutil.rmtree(path)


def as_user(user, action):
    """Runs a function in a process of this user; returns its exit code."""
    child = os.fork()
    if not child:
        code = 1
        try:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            code = action() or 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def loaded():
    """Returns a line for each process that has loaded the hostile library."""
    path = SITE / "open/loaded"
    return path.read_text().splitlines() if path.exists() else []
