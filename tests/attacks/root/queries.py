"""Queries of a dry run (rows 20 to 46): each operation alone, with its effect checked from outside."""

import fcntl
import glob
import os
import pathlib
import socket
import struct
import subprocess
import threading
import time

import snapshot
from fixture import ALICE, HOSTILE, LIBC, SITE, Broken, Skipped, attack, check, shell, thaw

GET_FLAGS = 0x80086601
PRINTK = pathlib.Path("/proc/sys/kernel/printk")


class Loop:
    """A loop device with a known content."""

    CONTENT = b"disk" * 1024

    def __init__(self, site):
        self.image = site.case_directory / "disk.img"

    def __enter__(self):
        self.image.write_bytes(self.CONTENT * 16)
        try:
            self.device = shell("losetup", "--find", "--show", self.image).strip()
        except subprocess.CalledProcessError as error:
            raise Skipped(f"no loop device: {error.stderr}")
        number = os.stat(self.device).st_rdev
        self.major, self.minor = os.major(number), os.minor(number)
        return self

    def __exit__(self, *_):
        shell("losetup", "--detach", self.device)

    def is_untouched(self):
        os.sync()
        return self.image.read_bytes() == self.CONTENT * 16


def flags(path):
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return struct.unpack("i", fcntl.ioctl(descriptor, GET_FLAGS, b"\0" * 4))[0]
    finally:
        os.close(descriptor)


def kernel_log():
    """Returns the length of the kernel's log since it was last cleared, and the number of entries of the hostile program."""
    text = snapshot.kernel_log()
    return len(text), text.count(b"hostile: written to the kernel log")


@attack(20)
def query_writes_and_truncates_no_file(site):
    path = site.file("file")
    other = str(path) + ".new"
    operations = [("write", path), ("truncate", path), ("open-truncate", path), ("touch", path), ("chmod", path),
                  ("chown", path), ("xattr", path), ("unlink", path), ("rename", path, other), ("link", path, other),
                  ("symlink", path, other), ("mkdir", other), ("write", other)]
    before = path.stat()
    for operation in operations:
        site.refused(*operation)
    after = path.stat()
    check(path.read_text() == "old\n" and not os.path.lexists(other), "a file was written in a dry run")
    check((before.st_mode, before.st_uid, before.st_mtime_ns) == (after.st_mode, after.st_uid, after.st_mtime_ns), "metadata was changed")
    check(os.listxattr(path) == [], "an extended attribute was set")


@attack(21)
def query_makes_no_block_device(site):
    with Loop(site) as loop:
        site.refused("block-device", loop.major, loop.minor)
        check(loop.is_untouched(), "the raw disk was written in a dry run")


@attack(22)
def query_makes_no_character_device(site):
    before = kernel_log()[1]
    site.refused("kernel-log")
    check(kernel_log()[1] == before, "the kernel's log was written in a dry run")


@attack(23)
def query_writes_to_no_existing_device(site):
    with Loop(site) as loop:
        site.refused("write", loop.device)
        check(loop.is_untouched(), "the raw disk was written in a dry run")


@attack(24)
def query_sets_no_inode_flags_of_files(site):
    path = site.file("file")
    before = flags(path)
    site.refused("inode-flags", path)
    check(flags(path) == before, "the flags of a file were changed in a dry run")


@attack(25)
def query_sets_no_inode_flags_of_directories(site):
    directory = site.directory("directory")
    before = flags(directory)
    site.refused("inode-flags", directory)
    check(flags(directory) == before, "the flags of a directory were changed in a dry run")


@attack(25)
def query_sets_no_inode_flags_by_path(site):
    path = site.file("file")
    before = flags(path)
    site.refused("file-setattr", path)
    check(flags(path) == before, "the flags of a file were changed in a dry run")


@attack(26)
def query_freezes_no_file_system(site):
    with open(site.file("image"), "wb") as image:
        image.truncate(16 << 20)
    mounted = site.directory("mounted")
    shell("mkfs.ext4", "-q", image.name)
    shell("mount", "-o", "loop", image.name, mounted)
    try:
        site.refused("freeze", mounted)
        check(not thaw(mounted), "a mounted file system was frozen in a dry run")
    finally:
        thaw(mounted)
        shell("umount", mounted)


@attack(27)
def query_cannot_type_into_the_terminal(site):
    code = f"exec {{ 'x': command => '/bin/true', unless => '{HOSTILE} type id' }}"
    outcome = site.on_terminal(*site.command("apply", site.file("site.pp", code), "--noop", "--debug"))
    check(outcome.reached("type"), f"the guard was not started:\n{outcome.output}")
    check(not outcome.done("type") and not outcome.unread, "a command was typed into the shell of root")


@attack(27)
def query_changes_no_terminal_attributes(site):
    code = f"exec {{ 'x': command => '/bin/true', unless => '{HOSTILE} terminal' }}"
    outcome = site.on_terminal(*site.command("apply", site.file("site.pp", code), "--noop", "--debug"))
    check(outcome.reached("terminal") and not outcome.done("terminal"), outcome.output)


@attack(28)
def query_changes_no_limits_or_priorities_of_processes(site):
    process = site.victim()
    pid = process.pid

    def state():
        priority = LIBC.syscall(252, 1, pid)
        limits = pathlib.Path(f"/proc/{pid}/limits").read_text()
        return limits, os.sched_getscheduler(pid), os.getpriority(os.PRIO_PROCESS, pid), os.sched_getaffinity(pid), priority

    before = state()
    start = pathlib.Path(f"/proc/{pid}/maps").read_text().split("-")[0]
    for operation in ("limit", "scheduler", "io-priority", "priority", "affinity"):
        site.refused(operation, pid)
        check(state() == before, f"'{operation}' changed another process in a dry run")
    site.refused("advise", pid, start)


@attack(29)
def query_removes_no_ipc_objects(site):
    identities = [LIBC.shmget(4711, 4096, 0o1600), LIBC.semget(4711, 1, 0o1600)]
    check(min(identities) >= 0, "no IPC objects could be made")
    queue = pathlib.Path("/dev/mqueue/attacked")
    queue.touch()
    before = ipc_objects()
    try:
        for operation in (("remove-shared-memory", identities[0]), ("remove-semaphores", identities[1]),
                          ("unlink-queue", "attacked")):
            outcome = site.dry_run(*operation)
            check(outcome.reached(operation[0]), outcome.output)
            check(ipc_objects() == before, f"'{operation[0]}' removed an object in a dry run")
        for operation in (("make-shared-memory", 4712), ("make-queue", "left-behind")):
            site.dry_run(*operation)
            check(ipc_objects() == before, f"'{operation[0]}' left an object behind")
    finally:
        LIBC.shmctl(identities[0], 0, None)
        LIBC.semctl(identities[1], 0, 0)
        queue.unlink(missing_ok=True)


def ipc_objects():
    tables = [pathlib.Path(f"/proc/sysvipc/{name}").read_text().splitlines() for name in ("shm", "sem", "msg")]
    return [len(table) for table in tables], sorted(os.listdir("/dev/mqueue")), sorted(os.listdir("/dev/shm"))


@attack(30)
def query_changes_no_console_level(site):
    before = PRINTK.read_text()
    try:
        site.refused("console-level", 1 if before.split()[0] != "1" else 7)
        check(PRINTK.read_text() == before, "the console's log level was changed in a dry run")
    finally:
        if PRINTK.read_text() != before:
            LIBC.klogctl(8, None, int(before.split()[0]))


@attack(30)
def query_clears_no_kernel_log(site):
    before = kernel_log()[0]
    if not before:
        raise Skipped("the kernel's log is empty")
    site.refused("clear-log")
    check(kernel_log()[0] >= before, "the kernel's log was cleared in a dry run")


@attack(31)
def query_watches_no_files_with_fanotify(site):
    site.refused("watch-files")


@attack(32)
def query_signals_no_process(site):
    process = site.victim()
    for operation in ("kill", "signal-by-descriptor", "signal-by-owner"):
        outcome = site.dry_run(operation, process.pid)
        check(outcome.reached(operation), outcome.output)
        # A signalled process needs a moment to end.
        time.sleep(0.05)
        check(process.poll() is None, f"'{operation}' ended another process in a dry run")


@attack(33)
def query_takes_no_descriptor_or_memory_of_processes(site):
    process = site.victim()
    site.refused("take-descriptor", process.pid, 1)
    site.refused("memory", process.pid)
    site.refused("trace", process.pid)


@attack(34)
def query_reads_no_environment_of_the_run(site):
    line = "cat /proc/[0-9]*/environ /proc/self/environ | tr '\\\\0' '\\\\n'; echo searched"
    outcome = site.query(line, environment=site.environment(CANARY="canary-of-the-environment"))
    check("searched" in outcome.output, f"the query was not started:\n{outcome.output}")
    check("canary-of-the-environment" not in outcome.output, "the query read the environment of the run")


@attack(35)
def query_of_a_component_reads_no_file_that_no_grant_names(site):
    secret = site.file("private.key", "canary-of-a-file\n", 0o600)
    outcome = site.query(f"cat /etc/shadow '{secret}'; cat /etc/passwd; echo searched")
    check("searched" in outcome.output, f"the query was not started:\n{outcome.output}")
    check("canary-of-a-file" not in outcome.output, "the query read a private file")
    check("root:*:" not in outcome.output and "root:$" not in outcome.output, "the query read /etc/shadow")


class Service:
    """A service behind a Unix domain socket that records requests."""

    def __init__(self, name):
        self.requests = []
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(name)
        self.socket.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.requests.append(connection.recv(100))
            connection.close()


@attack(36)
def query_of_a_component_reaches_no_unix_socket(site):
    path = str(site.case_directory / "service.sock")
    by_path, abstract = Service(path), Service("\0attacked")
    os.chmod(path, 0o666)
    # Without a sandbox, the connections succeed.
    check(subprocess.run([HOSTILE, "connect", path], capture_output=True).returncode == 0, "the service does not answer")
    check(subprocess.run([HOSTILE, "connect-abstract", "attacked"], capture_output=True).returncode == 0, "the service does not answer")
    outcome = site.query(f"{HOSTILE} connect '{path}'; {HOSTILE} connect-abstract attacked; echo searched")
    check("searched" in outcome.output, f"the query was not started:\n{outcome.output}")
    check(len(by_path.requests) == 1, "the service behind the socket received a request")
    check(len(abstract.requests) == 1, "the service behind the abstract socket received a request")


def mtu(interface):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        answer = fcntl.ioctl(any_socket, 0x8921, struct.pack("16sI12x", interface.encode(), 0))
    return struct.unpack("16xI12x", answer)[0]


@attack(37)
def query_changes_no_network_interface(site):
    shell("ip", "link", "set", "lo", "mtu", "65536")
    before = mtu("lo")
    for operation in ("interface", "netlink"):
        outcome = site.dry_run(operation, "lo")
        check(outcome.reached(operation), outcome.output)
        check(mtu("lo") == before, f"'{operation}' changed a network interface in a dry run")


@attack(38)
def query_of_a_component_reaches_no_network(site):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.5)
        port = server.getsockname()[1]
        outcome = site.query(f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo through; echo searched")
        check("searched" in outcome.output and "through\n" not in outcome.output, outcome.output)
        try:
            server.accept()
        except TimeoutError:
            return
    raise Broken("the query connected to a port")


@attack(39)
def query_makes_no_32_bit_calls(site):
    directory = site.case_directory / "made"
    outcome = site.dry_run("call32", directory)
    check(not directory.exists(), "a directory was created by a 32-bit call in a dry run")
    check(not outcome.done("call32"), outcome.output)


@attack(40)
def query_makes_no_x32_calls(site):
    directory = site.case_directory / "made"
    outcome = site.dry_run("call-x32", directory)
    check(not directory.exists(), "a directory was created by an x32 call in a dry run")
    check(not outcome.done("call-x32"), outcome.output)


@attack(41)
def query_reconfigures_no_mount(site):
    mounted = site.directory("mounted")
    shell("mount", "-t", "tmpfs", "tmpfs", mounted)
    try:
        before = pathlib.Path("/proc/mounts").read_text()
        site.refused("reconfigure", mounted)
        site.refused("mount", mounted)
        site.refused("own-namespace", mounted)
        check(pathlib.Path("/proc/mounts").read_text() == before, "mounts were changed in a dry run")
    finally:
        shell("umount", mounted)


@attack(42, 43)
def query_leaves_no_suid_file_in_its_scratch_directory(site):
    outcome = site.dry_run("suid")
    check(outcome.reached("suid"), outcome.output)
    named = [word for word in outcome.output.split() if word.endswith("/hostile-suid")]
    check(named, outcome.output)
    scratch = pathlib.Path(named[0]).parent
    check(scratch not in (pathlib.Path("/tmp"), pathlib.Path("/")), f"the query has no directory of its own: {scratch}")
    check(not scratch.exists(), f"{scratch} is left behind")
    modes = site.dry_run("read", "/proc/self/mountinfo")
    check(modes.reached("read"), modes.output)


@attack(44)
def query_leaves_no_process_behind(site):
    outcome = site.dry_run("stay", 600)
    check(outcome.reached("stay"), outcome.output)
    check(not leftovers(), "a process of the query lives on")


def leftovers():
    """Kills the processes that hostile programs left behind, and returns them."""
    left = [path for path in glob.glob("/proc/[0-9]*/cmdline") if b"hostile\0stay" in read(path)]
    for path in left:
        os.kill(int(path.split("/")[2]), 9)
    return left


def read(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


@attack(29, 41)
def query_leaves_no_keys_host_names_or_rings_behind(site):
    name = socket.gethostname()
    for operation in (("host-name",), ("add-key",), ("ring",)):
        site.refused(*operation)
    check(socket.gethostname() == name, "the host name was changed in a dry run")


@attack(21, 26, 27, 30)
def query_has_no_capability_that_changes_the_system(site):
    outcome = site.dry_run("status")
    lines = {key: value for key, _, value in (line.rpartition("unless: ")[2].partition(":\t") for line in outcome.output.splitlines())}
    check("CapEff" in lines, outcome.output)
    # Only CAP_DAC_READ_SEARCH may remain.
    for name in ("CapEff", "CapPrm", "CapInh", "CapBnd", "CapAmb"):
        check(int(lines[name], 16) & ~(1 << 2) == 0, f"{name} is {lines[name]}")
    check(lines["NoNewPrivs"] == "1" and lines["Seccomp"] == "2", f"{outcome.output}")
