// A program that tries one forbidden operation and reports the result.
//
// usage: hostile OPERATION [ARGUMENT ...]
//
// It prints 'OPERATION: done' and exits with 0 if the operation succeeded, prints the reason and exits with 1 if it was refused, and exits
// with 3 if this architecture does not have the operation. `tests/attacks.rs` runs it as an ordinary user, `tests/acceptance/attacks` as
// root on a disposable system. Further forms run a command:
//
//   hostile without landlock|seccomp|namespaces -- COMMAND ...   the system calls fail as on a kernel without them
//   hostile with-landlock-abi NUMBER -- COMMAND ...              the kernel reports this version of Landlock
//   hostile on-terminal COMMAND ...                              runs it on a controlling terminal; 'unread input: N' is the number
//                                                                of characters that a shell would read next
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

enum { DONE = 0, REFUSED = 1, USAGE = 2, MISSING = 3 };

static char **words;

static const char *word(int index) {
    for (int each = 0; each <= index; each++)
        if (!words[each]) {
            fprintf(stderr, "hostile: an argument is missing\n");
            exit(USAGE);
        }
    return words[index];
}

static int number(int index) { return atoi(word(index)); }

// Result of a system call; if it is negative, `errno` has the reason.
static int result(long value) { return value < 0 ? REFUSED : DONE; }

static int pidfd(int pid) { return syscall(SYS_pidfd_open, pid, 0); }

// -- files

static int op_write(void) {
    int file = open(word(0), O_WRONLY | O_CREAT | O_APPEND, 0644);
    return file < 0 ? REFUSED : result(write(file, "hostile\n", 8));
}

static int op_truncate(void) { return result(truncate(word(0), 0)); }

static int op_open_truncate(void) { return result(open(word(0), O_RDONLY | O_TRUNC)); }

static int op_touch(void) { return result(utimensat(AT_FDCWD, word(0), NULL, 0)); }

static int op_chmod(void) { return result(chmod(word(0), 0777)); }

static int op_chown(void) { return result(lchown(word(0), 65534, 65534)); }

static int op_xattr(void) { return result(setxattr(word(0), "user.hostile", "x", 1, 0)); }

static int op_unlink(void) { return result(unlink(word(0))); }

static int op_rename(void) { return result(rename(word(0), word(1))); }

static int op_link(void) { return result(link(word(0), word(1))); }

static int op_symlink(void) { return result(symlink(word(0), word(1))); }

static int op_mkdir(void) { return result(mkdir(word(0), 0777)); }

static int op_read(void) {
    char text[4096];
    int file = open(word(0), O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text);
    if (length < 0) return REFUSED;
    for (ssize_t at = 0; at < length; at++) putchar(text[at] ? text[at] : '\n');
    return DONE;
}

// The device node is created in the scratch directory of the command.
static int device(mode_t kind, int major, int minor, const char *text) {
    char path[4096];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/hostile-device", directory ? directory : "/tmp");
    if (mknod(path, kind | 0600, makedev(major, minor)) < 0) return REFUSED;
    int file = open(path, O_WRONLY);
    int outcome = file < 0 ? REFUSED : result(write(file, text, strlen(text)));
    if (file >= 0) fsync(file);
    return outcome;
}

static int op_block_device(void) { return device(S_IFBLK, number(0), number(1), "hostile: the raw disk was written\n"); }

static int op_kernel_log(void) { return device(S_IFCHR, 1, 11, "hostile: written to the kernel log\n"); }

static int op_inode_flags(void) {
    int flags = 0, file = open(word(0), O_RDONLY);
    if (file < 0 || ioctl(file, FS_IOC_GETFLAGS, &flags) < 0) return REFUSED;
    // An owner can set the nodump flag, only root the immutable flag.
    flags |= getuid() ? FS_NODUMP_FL : FS_IMMUTABLE_FL;
    return result(ioctl(file, FS_IOC_SETFLAGS, &flags));
}

static int op_file_setattr(void) {
    struct { unsigned long long flags; unsigned extents, project, cow, padding; } attributes = { .flags = 0x80 };
    return result(syscall(469, AT_FDCWD, word(0), &attributes, sizeof attributes, 0));
}

static int op_freeze(void) {
    int file = open(word(0), O_RDONLY);
    return file < 0 ? REFUSED : result(ioctl(file, _IOWR('X', 119, int), 0));
}

static int op_suid(void) {
    char path[4096];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/hostile-suid", directory ? directory : "/tmp");
    umask(0);
    int file = open(path, O_WRONLY | O_CREAT, 04755);
    struct stat status;
    printf("%s\n", path);
    return file < 0 || fstat(file, &status) < 0 ? REFUSED : status.st_mode & S_ISUID ? DONE : REFUSED;
}

// -- the terminal and inherited descriptors

static int op_type(void) {
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY);
    for (int file = 0; terminal < 0 && file < 16; file++)
        if (isatty(file)) terminal = file;
    if (terminal < 0) return REFUSED;
    for (const char *letter = word(0); *letter; letter++)
        if (ioctl(terminal, TIOCSTI, letter) < 0) return REFUSED;
    return result(ioctl(terminal, TIOCSTI, "\n"));
}

static int op_show(void) {
    int terminal = open("/dev/tty", O_WRONLY | O_NOCTTY);
    return terminal < 0 ? REFUSED : result(write(terminal, "\033[31mraw\033[0m", 12));
}

static int op_terminal(void) {
    struct termios attributes;
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY);
    for (int file = 0; terminal < 0 && file < 16; file++)
        if (isatty(file)) terminal = file;
    if (terminal < 0 || tcgetattr(terminal, &attributes) < 0) return REFUSED;
    attributes.c_lflag ^= ECHO;
    return result(tcsetattr(terminal, TCSANOW, &attributes));
}

static int op_descriptor(void) { return result(write(number(0), "hostile\n", 8)); }

// -- other processes

static int op_limit(void) {
    struct rlimit limit = { 64, 64 };
    return result(prlimit(number(0), RLIMIT_NOFILE, &limit, NULL));
}

static int op_scheduler(void) {
    struct sched_param parameters = { 0 };
    return result(sched_setscheduler(number(0), SCHED_BATCH, &parameters));
}

static int op_io_priority(void) { return result(syscall(SYS_ioprio_set, 1, number(0), (3 << 13) | 7)); }

static int op_priority(void) { return result(setpriority(PRIO_PROCESS, number(0), 19)); }

static int op_affinity(void) {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    return result(sched_setaffinity(number(0), sizeof processors, &processors));
}

static int op_advise(void) {
    int process = pidfd(number(0));
    struct { void *base; size_t length; } part = { (void *)strtoul(word(1), NULL, 16), 4096 };
    return process < 0 ? REFUSED : result(syscall(SYS_process_madvise, process, &part, 1, 20, 0));
}

static int op_kill(void) { return result(kill(number(0), SIGUSR1)); }

static int op_signal_by_descriptor(void) {
    int process = pidfd(number(0));
    return process < 0 ? REFUSED : result(syscall(SYS_pidfd_send_signal, process, SIGUSR1, NULL, 0));
}

static int op_signal_by_owner(void) {
    int ends[2];
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETOWN, number(0)) < 0 || fcntl(ends[0], F_SETSIG, SIGUSR1) < 0) return REFUSED;
    if (fcntl(ends[0], F_SETFL, O_ASYNC) < 0) return REFUSED;
    return result(write(ends[1], "x", 1));
}

static int op_take_descriptor(void) {
    int process = pidfd(number(0));
    return process < 0 ? REFUSED : result(syscall(SYS_pidfd_getfd, process, number(1), 0));
}

static int op_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", number(0));
    return result(open(path, O_RDWR));
}

static int op_trace(void) {
    if (ptrace(PTRACE_SEIZE, number(0), 0, 0) < 0) return REFUSED;
    ptrace(PTRACE_DETACH, number(0), 0, 0);
    return DONE;
}

static int op_environment(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", words[0] ? number(0) : getppid());
    words = (char *[]){ path, NULL };
    return op_read();
}

static int op_stay(void) {
    pid_t child = fork();
    if (child < 0) return REFUSED;
    if (!child) {
        setsid();
        if (fork()) _exit(0);
        for (int file = 0; file < 16; file++) close(file);
        sleep(number(0));
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return DONE;
}

// -- objects of the kernel

static int op_remove_shared_memory(void) { return result(shmctl(number(0), IPC_RMID, NULL)); }

static int op_remove_semaphores(void) { return result(semctl(number(0), 0, IPC_RMID)); }

static int op_make_shared_memory(void) { return result(shmget(number(0), 4096, IPC_CREAT | IPC_EXCL | 0600)); }

static int op_unlink_queue(void) { return result(syscall(SYS_mq_unlink, word(0))); }

static int op_make_queue(void) { return result(syscall(SYS_mq_open, word(0), O_CREAT | O_RDWR, 0600, NULL)); }

static int op_console_level(void) { return result(klogctl(8, NULL, number(0))); }

static int op_clear_log(void) { return result(klogctl(5, NULL, 0)); }

static int op_watch_files(void) { return result(syscall(SYS_fanotify_init, 0x04, O_RDONLY)); }

static int op_add_key(void) { return result(syscall(SYS_add_key, "user", "hostile", "x", 1, -4)); }

static int op_ring(void) {
    char parameters[256] = { 0 };
    return result(syscall(SYS_io_uring_setup, 4, parameters));
}

static int op_mount(void) { return result(mount("none", word(0), "tmpfs", 0, NULL)); }

static int op_own_namespace(void) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) return REFUSED;
    return result(mount("none", word(0), "tmpfs", 0, NULL));
}

static int op_reconfigure(void) {
    int file = syscall(SYS_fspick, AT_FDCWD, word(0), 0);
    if (file < 0 || syscall(SYS_fsconfig, file, 0, "ro", NULL, 0) < 0) return REFUSED;
    return result(syscall(SYS_fsconfig, file, 7, NULL, NULL, 0));
}

static int op_host_name(void) { return result(sethostname("hostile", 7)); }

// -- the network

static int local(const char *name, int length) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    memcpy(address.sun_path, name, length);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connection < 0) return REFUSED;
    if (connect(connection, (void *)&address, offsetof(struct sockaddr_un, sun_path) + length) < 0) return REFUSED;
    return result(write(connection, "obey\n", 5));
}

static int op_connect(void) { return local(word(0), strlen(word(0)) + 1); }

static int op_connect_abstract(void) {
    char name[108] = { 0 };
    int length = snprintf(name + 1, sizeof name - 1, "%s", word(0));
    return local(name, length + 1);
}

static int op_interface(void) {
    struct ifreq request = { .ifr_mtu = 1280 };
    strncpy(request.ifr_name, word(0), IFNAMSIZ - 1);
    int connection = socket(AF_UNIX, SOCK_DGRAM, 0);
    return connection < 0 ? REFUSED : result(ioctl(connection, SIOCSIFMTU, &request));
}

static int op_netlink(void) {
    struct {
        struct nlmsghdr header;
        struct ifinfomsg link;
        struct rtattr attribute;
        unsigned value;
    } request = {
        .header = { .nlmsg_len = sizeof request, .nlmsg_type = RTM_SETLINK, .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK },
        .link = { .ifi_index = if_nametoindex(word(0)) },
        .attribute = { .rta_len = RTA_LENGTH(4), .rta_type = IFLA_MTU },
        .value = 1280,
    };
    struct { struct nlmsghdr header; struct nlmsgerr fault; char rest[512]; } answer;
    int connection = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    if (connection < 0 || send(connection, &request, sizeof request, 0) < 0) return REFUSED;
    if (recv(connection, &answer, sizeof answer, 0) < 0) return REFUSED;
    errno = -answer.fault.error;
    return answer.fault.error ? REFUSED : DONE;
}

static int op_internet(void) { return result(socket(AF_INET, SOCK_STREAM, 0)); }

static int op_internet6(void) { return result(socket(AF_INET6, SOCK_DGRAM, 0)); }

static int op_packets(void) { return result(socket(AF_PACKET, SOCK_RAW, 0)); }

// -- other system call tables

// Arguments of a 32-bit call have 32 bits, so the path must be at a low address.
static int op_call32(void) {
#ifdef __x86_64__
    char *path = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (path == MAP_FAILED) return REFUSED;
    strncpy(path, word(0), 4095);
    long outcome;
    __asm__ volatile("int $0x80" : "=a"(outcome) : "a"(39L), "b"(path), "c"(0777L) : "memory");
    if (outcome == -ENOSYS) return MISSING;
    errno = -outcome;
    return outcome < 0 ? REFUSED : DONE;
#else
    return MISSING;
#endif
}

static int op_call_x32(void) {
#ifdef __x86_64__
    return result(syscall(0x40000000 | SYS_mkdir, word(0), 0777));
#else
    return MISSING;
#endif
}

// -- attributes of the process

static int op_status(void) {
    words = (char *[]){ "/proc/self/status", NULL };
    return op_read();
}

static int op_identity(void) {
    gid_t groups[64];
    int count = getgroups(64, groups);
    printf("uid=%d gid=%d groups=", getuid(), getgid());
    for (int each = 0; each < count; each++) printf("%s%d", each ? "," : "", groups[each]);
    printf(" session=%d terminal=%s\n", getsid(0) == getpid(), open("/dev/tty", O_RDWR) < 0 ? "none" : "open");
    return DONE;
}

static int op_landlock(void) {
    long version = syscall(444, NULL, 0, 1);
    printf("version %ld\n", version);
    return result(version);
}

static int op_descriptors(void) {
    for (int file = 3; file < 256; file++)
        if (fcntl(file, F_GETFD) >= 0) printf("open: %d\n", file);
    return DONE;
}

static const struct { const char *name; int (*run)(void); } OPERATIONS[] = {
    { "write", op_write }, { "truncate", op_truncate }, { "open-truncate", op_open_truncate }, { "touch", op_touch },
    { "chmod", op_chmod }, { "chown", op_chown }, { "xattr", op_xattr }, { "unlink", op_unlink }, { "rename", op_rename },
    { "link", op_link }, { "symlink", op_symlink }, { "mkdir", op_mkdir }, { "read", op_read }, { "block-device", op_block_device },
    { "kernel-log", op_kernel_log }, { "inode-flags", op_inode_flags }, { "file-setattr", op_file_setattr }, { "freeze", op_freeze },
    { "suid", op_suid }, { "type", op_type }, { "show", op_show }, { "terminal", op_terminal }, { "descriptor", op_descriptor },
    { "limit", op_limit }, { "scheduler", op_scheduler }, { "io-priority", op_io_priority }, { "priority", op_priority },
    { "affinity", op_affinity }, { "advise", op_advise }, { "kill", op_kill }, { "signal-by-descriptor", op_signal_by_descriptor },
    { "signal-by-owner", op_signal_by_owner }, { "take-descriptor", op_take_descriptor }, { "memory", op_memory }, { "trace", op_trace },
    { "environment", op_environment }, { "stay", op_stay }, { "remove-shared-memory", op_remove_shared_memory },
    { "remove-semaphores", op_remove_semaphores }, { "make-shared-memory", op_make_shared_memory }, { "unlink-queue", op_unlink_queue },
    { "make-queue", op_make_queue }, { "console-level", op_console_level }, { "clear-log", op_clear_log },
    { "watch-files", op_watch_files }, { "add-key", op_add_key }, { "ring", op_ring }, { "mount", op_mount },
    { "own-namespace", op_own_namespace }, { "reconfigure", op_reconfigure }, { "host-name", op_host_name }, { "connect", op_connect },
    { "connect-abstract", op_connect_abstract }, { "interface", op_interface }, { "netlink", op_netlink }, { "internet", op_internet },
    { "internet6", op_internet6 }, { "packets", op_packets }, { "call32", op_call32 }, { "call-x32", op_call_x32 },
    { "landlock", op_landlock }, { "status", op_status }, { "identity", op_identity }, { "descriptors", op_descriptors },
};

// -- kernels with fewer features

#define LANDLOCK_CREATE 444

static int filter(const struct sock_filter *code, unsigned short length, unsigned flags) {
    struct sock_fprog program = { length, (struct sock_filter *)code };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ARGUMENT(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)

static int without(char **arguments) {
    // Landlock: the call does not exist. seccomp: neither call accepts a filter. Namespaces: none can be created.
    static const struct sock_filter landlock[] = {
        NUMBER, UNLESS(LANDLOCK_CREATE, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS), ANSWER(SECCOMP_RET_ALLOW),
    };
    static const struct sock_filter seccomp[] = {
        NUMBER, UNLESS(SYS_seccomp, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS), UNLESS(SYS_prctl, 3),
        ARGUMENT(0), UNLESS(PR_SET_SECCOMP, 1), ANSWER(SECCOMP_RET_ERRNO | EINVAL), ANSWER(SECCOMP_RET_ALLOW),
    };
    static const struct sock_filter namespaces[] = {
        NUMBER, UNLESS(SYS_unshare, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM), UNLESS(SYS_clone3, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS), UNLESS(SYS_clone, 3), ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWUSER, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | EPERM), ANSWER(SECCOMP_RET_ALLOW),
    };
    int outcome = -1;
    if (!strcmp(arguments[0], "landlock")) outcome = filter(landlock, sizeof landlock / sizeof *landlock, 0);
    if (!strcmp(arguments[0], "seccomp")) outcome = filter(seccomp, sizeof seccomp / sizeof *seccomp, 0);
    if (!strcmp(arguments[0], "namespaces")) outcome = filter(namespaces, sizeof namespaces / sizeof *namespaces, 0);
    if (outcome < 0) {
        perror("hostile: without");
        return MISSING;
    }
    execvp(arguments[2], arguments + 2);
    perror(arguments[2]);
    return USAGE;
}

// This process handles requests for the version of Landlock; all other calls go to the kernel.
static int with_landlock_abi(char **arguments) {
    static const struct sock_filter code[] = {
        NUMBER, UNLESS(LANDLOCK_CREATE, 3), ARGUMENT(2), UNLESS(1, 1), ANSWER(SECCOMP_RET_USER_NOTIF), ANSWER(SECCOMP_RET_ALLOW),
    };
    int version = atoi(arguments[0]), ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0) return USAGE;
    pid_t child = fork();
    if (!child) {
        int listener = filter(code, sizeof code / sizeof *code, SECCOMP_FILTER_FLAG_NEW_LISTENER);
        if (write(ends[1], &listener, sizeof listener) < 0 || listener < 0) _exit(MISSING);
        char byte;
        if (read(ends[1], &byte, 1) < 0) _exit(MISSING);
        close(listener), close(ends[0]), close(ends[1]);
        execvp(arguments[2], arguments + 2);
        _exit(USAGE);
    }
    int theirs = -1, status = 0;
    if (read(ends[0], &theirs, sizeof theirs) < 0 || theirs < 0) return MISSING;
    int listener = syscall(SYS_pidfd_getfd, pidfd(child), theirs, 0);
    if (listener < 0 || write(ends[0], "x", 1) < 0) return MISSING;
    while (waitpid(child, &status, WNOHANG) == 0) {
        struct pollfd ready = { listener, POLLIN, 0 };
        struct seccomp_notif request = { 0 };
        if (poll(&ready, 1, 20) < 1 || !(ready.revents & POLLIN)) continue;
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request) < 0) continue;
        struct seccomp_notif_resp answer = { .id = request.id, .val = version };
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The session leader must outlive the command; otherwise the terminal and its input are lost.
static int lead(int terminal, char **arguments) {
    int status = 0, waiting = 0;
    if (setsid() < 0 || ioctl(terminal, TIOCSCTTY, 0) < 0) return USAGE;
    for (int file = 0; file < 3; file++) dup2(terminal, file);
    pid_t child = fork();
    if (!child) {
        close(terminal);
        execvp(arguments[0], arguments);
        _exit(USAGE);
    }
    waitpid(child, &status, 0);
    ioctl(0, FIONREAD, &waiting);
    dprintf(1, "\nunread input: %d\n", waiting);
    tcdrain(1);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int on_terminal(char **arguments) {
    char buffer[4096];
    ssize_t length;
    int status = 0, controller = posix_openpt(O_RDWR | O_NOCTTY);
    if (controller < 0 || grantpt(controller) < 0 || unlockpt(controller) < 0) return MISSING;
    int terminal = open(ptsname(controller), O_RDWR | O_NOCTTY);
    fcntl(controller, F_SETFD, FD_CLOEXEC);
    pid_t leader = fork();
    if (!leader) _exit(lead(terminal, arguments));
    close(terminal);
    while ((length = read(controller, buffer, sizeof buffer)) > 0) fwrite(buffer, 1, length, stdout);
    waitpid(leader, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments) {
    // A process in the background is stopped when it changes its terminal, unless it ignores the signal.
    signal(SIGTTOU, SIG_IGN);
    if (count > 4 && !strcmp(arguments[1], "without")) return without(arguments + 2);
    if (count > 4 && !strcmp(arguments[1], "with-landlock-abi")) return with_landlock_abi(arguments + 2);
    if (count > 2 && !strcmp(arguments[1], "on-terminal")) return on_terminal(arguments + 2);
    for (size_t each = 0; count > 1 && each < sizeof OPERATIONS / sizeof *OPERATIONS; each++) {
        if (strcmp(OPERATIONS[each].name, arguments[1])) continue;
        words = arguments + 2;
        errno = 0;
        int outcome = OPERATIONS[each].run();
        const char *reason = outcome == DONE ? "done" : outcome == MISSING ? "missing" : strerror(errno);
        printf("%s: %s\n", arguments[1], reason);
        fflush(stdout);
        return outcome;
    }
    fprintf(stderr, "usage: hostile OPERATION [ARGUMENT ...]\n");
    return USAGE;
}
