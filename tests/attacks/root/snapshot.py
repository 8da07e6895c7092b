"""Snapshots of all listable state of the system: disk, kernel settings, mounts, IPC objects, processes, the terminal."""

import ctypes
import fcntl
import hashlib
import os
import pathlib
import socket
import stat
import struct
import termios

from fixture import LIBC

# Counters that change on their own.
MOVING = ("random/", "dentry-state", "file-nr", "inode-nr", "inode-state", "ns_last_pid", "pty/nr", "nr_", "uuid", "boot_id", "entropy",
          "perf_", "sched_domain", "max_lock_depth", "stat_refresh", "cad_pid", "ipv4/route/flush", "next_id", "tainted")


def disk(root):
    """Returns each path with its kind, mode, owner, times, flags, extended attributes and digest."""
    found = {}
    device = os.lstat(root).st_dev
    for directory, names, files in os.walk(root):
        for name in names + files:
            path = os.path.join(directory, name)
            try:
                found[path] = entry(path)
            except FileNotFoundError:
                continue
        names[:] = [name for name in names if os.lstat(os.path.join(directory, name)).st_dev == device]
    return found


def entry(path):
    status = os.lstat(path)
    kind, content = stat.S_IFMT(status.st_mode), b""
    if stat.S_ISLNK(status.st_mode):
        content = os.readlink(path).encode("utf-8", "surrogateescape")
    elif stat.S_ISREG(status.st_mode):
        content = hashlib.sha256(pathlib.Path(path).read_bytes()).digest()
    names = os.listxattr(path, follow_symlinks=False)
    attributes = sorted((name, os.getxattr(path, name, follow_symlinks=False)) for name in names)
    times = (status.st_mtime_ns, status.st_ctime_ns)
    return kind, status.st_mode, status.st_uid, status.st_gid, status.st_rdev, status.st_nlink, times, attributes, content, flags(path, kind)


def flags(path, kind):
    if kind not in (stat.S_IFREG, stat.S_IFDIR):
        return None
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        return fcntl.ioctl(descriptor, 0x80086601, b"\0" * 4)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def settings():
    found = {}
    for directory, _, files in os.walk("/proc/sys"):
        for name in files:
            path = os.path.join(directory, name)
            if any(word in path for word in MOVING):
                continue
            try:
                found[path] = pathlib.Path(path).read_bytes()
            except OSError:
                continue
    return found


def lines(path):
    return pathlib.Path(path).read_text().splitlines()


def processes():
    """Returns all running processes with their limits, scheduling and priority."""
    found = {}
    for number in filter(str.isdigit, os.listdir("/proc")):
        pid = int(number)
        try:
            # A killed process stays listed until its parent waits for it.
            if pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z"):
                continue
            name = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
            limits = pathlib.Path(f"/proc/{pid}/limits").read_text()
            scheduling = os.sched_getscheduler(pid), os.getpriority(os.PRIO_PROCESS, pid), sorted(os.sched_getaffinity(pid))
            found[pid] = name, limits, scheduling, LIBC.syscall(252, 1, pid)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def interfaces():
    found = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            request = struct.pack("16sI12x", name.encode(), 0)
            found[name] = [fcntl.ioctl(any_socket, number, request) for number in (0x8921, 0x8913)]
    return found


def ipc():
    # The other columns contain times and the last attached process.
    objects = {name: [line.split()[:6] for line in lines(f"/proc/sysvipc/{name}")] for name in ("shm", "sem", "msg")}
    queues = {name: pathlib.Path("/dev/mqueue", name).read_bytes() for name in os.listdir("/dev/mqueue")}
    return objects, queues, sorted(os.listdir("/dev/shm"))


def kernel_log():
    buffer = ctypes.create_string_buffer(1 << 20)
    length = LIBC.klogctl(3, buffer, len(buffer))
    return buffer.raw[: max(length, 0)]


def take(root, terminal):
    """Returns the whole snapshot, by part."""
    return {
        "disk": disk(root),
        "settings of the kernel": settings(),
        "mounts": lines("/proc/self/mountinfo"),
        "IPC objects": ipc(),
        "processes": processes(),
        "terminal": termios.tcgetattr(terminal),
        "unread input of the terminal": fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4),
        "loop devices": sorted(str(path.resolve()) for path in pathlib.Path("/sys/block").glob("loop*/loop")),
        "network interfaces": interfaces(),
        "host name": socket.gethostname(),
        "keys": lines("/proc/keys"),
        "kernel's log": kernel_log(),
        "modules": [line.split()[0] for line in lines("/proc/modules")] if os.path.exists("/proc/modules") else [],
    }


def differences(before, after):
    """Returns a line for each difference between two snapshots."""
    found = []
    for part, old in before.items():
        new = after[part]
        # The kernel may add its own records, such as for a process killed by seccomp.
        if old == new or part == "kernel's log" and new.startswith(old) and b"hostile: " not in new[len(old):]:
            continue
        if isinstance(old, dict):
            keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
            found += [f"{part}: {key}: {old.get(key)} -> {new.get(key)}" for key in keys[:20]]
        else:
            found.append(f"{part}: {old} -> {new}")
    return found
