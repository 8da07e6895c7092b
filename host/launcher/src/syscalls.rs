//! The system calls of queries, as a seccomp filter.
//!
//! A call is permitted if it is on the list, with the stated arguments. Other calls fail with EPERM, so that
//! tools report the denied operation, except for calls that are newer than this list or use the numbers of
//! another ABI (x32): they fail with ENOSYS as on a kernel without them, and programs fall back to older
//! calls.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

/// Conditions that determine the permitted calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SyscallProfile {
    /// Sockets of address families that reach other systems.
    pub(crate) network: bool,
    /// Unix domain sockets.
    pub(crate) unix_sockets: bool,
    /// Netlink sockets that configure the network, and raw ones; the kernel still requires capabilities for them.
    pub(crate) packet_filter: bool,
    /// System V IPC and message queues, only in a separate IPC namespace.
    pub(crate) ipc: bool,
    /// Signals, if the kernel restricts them to processes of the query.
    pub(crate) signals: bool,
    /// New sessions and process groups, only if another mechanism than the process group kills remaining
    /// processes.
    pub(crate) sessions: bool,
    /// Landlock controls truncation.
    pub(crate) truncation_controlled: bool,
}

/// Request numbers of `ioctl(2)` that only read, or only change the descriptor itself.
const IOCTLS: &[c_long] = &[
    0x5401,      // TCGETS
    0x540f,      // TIOCGPGRP
    0x5413,      // TIOCGWINSZ
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x5452,      // FIOASYNC
    0x5460,      // FIOQSIZE
    0x8004_5430, // TIOCGPTN
    0x4004_9409, // FICLONE: into a file that is open for writing
    0x4020_940d, // FICLONERANGE
    0x8008_6601, // FS_IOC_GETFLAGS
    0x8008_7601, // FS_IOC_GETVERSION
    0x801c_581f, // FS_IOC_FSGETXATTR
    0xc020_660b, // FS_IOC_FIEMAP
    0x1260,      // BLKGETSIZE
    0x8008_1272, // BLKGETSIZE64
    0x1268,      // BLKSSZGET
    0x127b,      // BLKPBSZGET
    0x125e,      // BLKROGET
    0x8910,      // SIOCGIFNAME
    0x8912,      // SIOCGIFCONF
    0x8913,      // SIOCGIFFLAGS
    0x8915,      // SIOCGIFADDR
    0x8917,      // SIOCGIFDSTADDR
    0x8919,      // SIOCGIFBRDADDR
    0x891b,      // SIOCGIFNETMASK
    0x891d,      // SIOCGIFMETRIC
    0x8921,      // SIOCGIFMTU
    0x8927,      // SIOCGIFHWADDR
    0x8933,      // SIOCGIFINDEX
    0x8942,      // SIOCGIFTXQLEN
    0x8970,      // SIOCGIFMAP
    0x8905,      // SIOCATMARK
];

/// Commands of `fcntl(2)` that change only the descriptor or its locks. F_SETOWN is excluded, since the kernel
/// would send signals to another process on its behalf, and so is F_SETLEASE, which delays others in opening a
/// file.
const FCNTLS: &[libc::c_int] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
    libc::F_SETPIPE_SZ,
    libc::F_ADD_SEALS,
    libc::F_GET_SEALS,
];

/// Namespaces that `clone(2)` and `unshare(2)` can create.
const NAMESPACES: u64 = 0x7e02_0080;

const NETLINK_ROUTE: u64 = 0;
const NETLINK_SOCK_DIAG: u64 = 4;
const NETLINK_NETFILTER: u64 = 12;

/// The highest number of a system call that was considered for the list (`file_setattr`).
const HIGHEST: u32 = 469;

/// Builds the filter. Numbers that are permitted with any arguments are decided by ranges, before the rules
/// about arguments, since the kernel runs the filter for each number when it is installed.
///
/// # Errors
/// Returns an error if the architecture is not supported.
pub(crate) fn filter(profile: SyscallProfile) -> Result<Vec<sock_filter>, BackendError> {
    let arch: TargetArch = std::env::consts::ARCH.try_into()?;
    let (plain, conditional): (Rules, Rules) = permitted(profile)?.into_iter().partition(|(_, rules)| rules.is_empty());
    // glibc and others use the older call, whose arguments a filter sees, if this one is missing.
    let mut missing = vec![libc::SYS_clone3];
    if !profile.truncation_controlled {
        missing.push(libc::SYS_openat2);
    }
    let numbers =
        plain.into_keys().filter(|number| !missing.contains(number)).filter_map(|number| u32::try_from(number).ok());
    let mut program = prelude(&missing, &ranges(numbers));
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let rules: Vec<sock_filter> = SeccompFilter::new(conditional, refuse, SeccompAction::Allow, arch)?.try_into()?;
    program.extend(rules);
    Ok(program)
}

/// Joins ascending numbers into ranges.
fn ranges(numbers: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

/// Returns the beginning of the filter: it kills the process on another architecture, returns ENOSYS for calls
/// that are `missing` or unknown, permits the `ranges`, and continues with the following instructions for all
/// other numbers.
fn prelude(missing: &[c_long], ranges: &[(u32, u32)]) -> Vec<sock_filter> {
    // Offsets in `struct seccomp_data`.
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    let load = |offset| instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset);
    let jump =
        |test: u32, then, otherwise, value| instruction(libc::BPF_JMP | libc::BPF_K | test, then, otherwise, value);
    let answer = |action| instruction(libc::BPF_RET | libc::BPF_K, 0, 0, action);
    let unknown = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
    let mut program = vec![
        load(ARCHITECTURE),
        jump(libc::BPF_JEQ, 1, 0, AUDIT_ARCH),
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        jump(libc::BPF_JGT, 0, 1, HIGHEST),
        answer(unknown),
    ];
    for call in missing {
        program.extend([jump(libc::BPF_JEQ, 0, 1, u32::try_from(*call).unwrap_or(u32::MAX)), answer(unknown)]);
    }
    for (first, last) in ranges {
        program.extend([
            jump(libc::BPF_JGE, 0, 2, *first),
            jump(libc::BPF_JGT, 1, 0, *last),
            answer(libc::SECCOMP_RET_ALLOW),
        ]);
    }
    program
}

/// The constant of this architecture in `struct seccomp_data`.
#[cfg(target_arch = "x86_64")]
const AUDIT_ARCH: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const AUDIT_ARCH: u32 = 0xc000_00b7;

fn instruction(code: u32, then: u8, otherwise: u8, value: u32) -> sock_filter {
    sock_filter { code: u16::try_from(code).unwrap_or_default(), jt: then, jf: otherwise, k: value }
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

fn all(conditions: Vec<SeccompCondition>) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions)
}

fn is(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, SeccompCmpOp::Eq, value)
}

/// Returns the permitted calls, with conditions on arguments if necessary.
fn permitted(profile: SyscallProfile) -> Result<Rules, BackendError> {
    let any =
        |calls: &[c_long]| -> Vec<(i64, Vec<SeccompRule>)> { calls.iter().map(|call| (*call, Vec::new())).collect() };
    let mut rules: Rules = any(PERMITTED).into_iter().collect();
    #[cfg(target_arch = "x86_64")]
    rules.extend(any(PERMITTED_X86_64));
    let requests = IOCTLS.iter().map(|request| all(vec![is(1, request.unsigned_abs() & 0xffff_ffff)?]));
    rules.insert(libc::SYS_ioctl, requests.collect::<Result<_, _>>()?);
    let commands = FCNTLS.iter().map(|command| all(vec![is(1, u64::from(command.unsigned_abs()))?]));
    rules.insert(libc::SYS_fcntl, commands.collect::<Result<_, _>>()?);
    // Restricted to this process.
    for call in
        [libc::SYS_prlimit64, libc::SYS_sched_setaffinity, libc::SYS_sched_setscheduler, libc::SYS_sched_setparam]
    {
        rules.insert(call, vec![all(vec![is(0, 0)?])?]);
    }
    rules.insert(libc::SYS_clone, vec![all(vec![condition(0, SeccompCmpOp::MaskedEq(NAMESPACES), 0)?])?]);
    if profile.ipc {
        rules.extend(any(IPC));
    }
    if profile.sessions {
        rules.extend(any(SESSIONS));
    }
    if profile.signals {
        rules.extend(any(SIGNALS));
    } else {
        // Signal 0 sends nothing: it tests whether a process exists.
        for (call, signal) in [(libc::SYS_kill, 1), (libc::SYS_tkill, 1), (libc::SYS_tgkill, 2)] {
            rules.insert(call, vec![all(vec![is(signal, 0)?])?]);
        }
    }
    rules.insert(libc::SYS_socket, sockets(profile)?);
    if !profile.truncation_controlled {
        rules.remove(&libc::SYS_truncate);
        // Landlock checks files opened for writing. Without control of truncation, a file opened otherwise
        // could be truncated.
        for (call, flags) in OPEN {
            let flag = |mask: libc::c_int, value: libc::c_int| {
                let mask = SeccompCmpOp::MaskedEq(u64::from(mask.unsigned_abs()));
                all(vec![condition(*flags, mask, u64::from(value.unsigned_abs()))?])
            };
            let writes = |mode| flag(libc::O_ACCMODE, mode);
            rules.insert(*call, vec![flag(libc::O_TRUNC, 0)?, writes(libc::O_WRONLY)?, writes(libc::O_RDWR)?]);
        }
    }
    Ok(rules)
}

/// Calls that open files, with the index of the argument with the flags.
const OPEN: &[(i64, u8)] = &[
    (libc::SYS_openat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 1),
];

/// Calls that leave a process group or a session.
const SESSIONS: &[c_long] = &[libc::SYS_setsid, libc::SYS_setpgid];

/// Calls that send signals.
const SIGNALS: &[c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_pidfd_send_signal,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// Returns the rules for permitted sockets.
fn sockets(profile: SyscallProfile) -> Result<Vec<SeccompRule>, BackendError> {
    let family = |family: libc::c_int| is(0, u64::from(family.unsigned_abs()));
    let mut rules = Vec::new();
    for protocol in [NETLINK_ROUTE, NETLINK_SOCK_DIAG] {
        rules.push(all(vec![family(libc::AF_NETLINK)?, is(2, protocol)?])?);
    }
    if profile.unix_sockets {
        rules.push(all(vec![family(libc::AF_UNIX)?])?);
    }
    if profile.network {
        for inet in [libc::AF_INET, libc::AF_INET6] {
            // Streams and datagrams only; raw sockets could send packets that the kernel would reject
            // otherwise.
            for kind in [libc::SOCK_STREAM, libc::SOCK_DGRAM] {
                let kind = condition(1, SeccompCmpOp::MaskedEq(0xf), u64::from(kind.unsigned_abs()))?;
                rules.push(all(vec![family(inet)?, kind])?);
            }
        }
    }
    if profile.packet_filter {
        rules.push(all(vec![family(libc::AF_NETLINK)?, is(2, NETLINK_NETFILTER)?])?);
        for inet in [libc::AF_INET, libc::AF_INET6] {
            rules.push(all(vec![family(inet)?])?);
        }
    }
    Ok(rules)
}

/// System V IPC and POSIX message queues.
const IPC: &[c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmdt,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_mq_timedsend,
    libc::SYS_mq_timedreceive,
    libc::SYS_mq_notify,
    libc::SYS_mq_getsetattr,
];

/// Calls that are permitted with any arguments: they read, or change only the process itself and files that
/// Landlock permits it to open.
const PERMITTED: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_getdents64,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_fallocate,
    libc::SYS_ftruncate,
    libc::SYS_truncate,
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_vmsplice,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_umask,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_mincore,
    libc::SYS_brk,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_mlockall,
    libc::SYS_munlockall,
    libc::SYS_mlock2,
    libc::SYS_memfd_create,
    libc::SYS_membarrier,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_signalfd4,
    libc::SYS_io_setup,
    libc::SYS_io_submit,
    libc::SYS_io_getevents,
    libc::SYS_io_destroy,
    libc::SYS_io_cancel,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigsuspend,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_clone,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setfsuid,
    libc::SYS_setfsgid,
    libc::SYS_setgroups,
    libc::SYS_capget,
    libc::SYS_capset,
    libc::SYS_getpriority,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_getparam,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_sched_getattr,
    libc::SYS_sched_yield,
    libc::SYS_ioprio_get,
    libc::SYS_getcpu,
    libc::SYS_get_mempolicy,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_prctl,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    libc::SYS_getrandom,
    libc::SYS_personality,
    libc::SYS_pidfd_open,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
    libc::SYS_seccomp,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_getsockopt,
    libc::SYS_setsockopt,
    libc::SYS_sendto,
    libc::SYS_recvfrom,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvmmsg,
    libc::SYS_shutdown,
];

/// Older variants that only exist on this architecture.
#[cfg(target_arch = "x86_64")]
const PERMITTED_X86_64: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_access,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_eventfd,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_inotify_init,
    libc::SYS_signalfd,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_arch_prctl,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_time,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Interprets a filter like the kernel; only the instructions in use are supported.
    fn answer(program: &[sock_filter], number: u32, arguments: [u32; 6]) -> u32 {
        let (mut at, mut value) = (0, 0_u32);
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            let jump = |is_true: bool| usize::from(if is_true { jt } else { jf });
            at += 1;
            match u32::from(code) & 0x07 {
                libc::BPF_LD => {
                    value = match k {
                        0 => number,
                        4 => AUDIT_ARCH,
                        // The lower half of an argument, and the upper one.
                        k if (k - 16) % 8 == 0 => arguments[usize::try_from((k - 16) / 8).unwrap()],
                        _ => 0,
                    };
                }
                libc::BPF_ALU => value &= k,
                libc::BPF_JMP => match u32::from(code) & 0xf0 {
                    libc::BPF_JA => at += usize::try_from(k).unwrap(),
                    libc::BPF_JEQ => at += jump(value == k),
                    libc::BPF_JGT => at += jump(value > k),
                    libc::BPF_JGE => at += jump(value >= k),
                    other => panic!("jump {other:x}"),
                },
                libc::BPF_RET => return k,
                other => panic!("instruction {other:x}"),
            }
        }
    }

    const OPEN_PROFILE: SyscallProfile = SyscallProfile {
        network: true,
        unix_sockets: true,
        packet_filter: true,
        ipc: true,
        signals: true,
        sessions: true,
        truncation_controlled: true,
    };

    const CLOSED_PROFILE: SyscallProfile = SyscallProfile {
        network: false,
        unix_sockets: false,
        packet_filter: false,
        ipc: false,
        signals: false,
        sessions: false,
        truncation_controlled: false,
    };

    fn number(call: c_long) -> u32 {
        u32::try_from(call).unwrap()
    }

    const REFUSED: u32 = libc::SECCOMP_RET_ERRNO | 1;
    const UNKNOWN: u32 = libc::SECCOMP_RET_ERRNO | 38;

    #[test]
    fn filter_denies_calls_that_change_the_system() {
        let calls = [
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_reboot,
            libc::SYS_init_module,
            libc::SYS_bpf,
            libc::SYS_ptrace,
            libc::SYS_process_vm_writev,
            libc::SYS_process_madvise,
            libc::SYS_pidfd_getfd,
            libc::SYS_mknodat,
            libc::SYS_fchmod,
            libc::SYS_fchownat,
            libc::SYS_fsetxattr,
            libc::SYS_utimensat,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_keyctl,
            libc::SYS_fanotify_init,
            libc::SYS_syslog,
            libc::SYS_setpriority,
            libc::SYS_ioprio_set,
            libc::SYS_quotactl,
            libc::SYS_io_uring_setup,
            libc::SYS_userfaultfd,
            libc::SYS_perf_event_open,
            libc::SYS_fspick,
            libc::SYS_fsconfig,
            libc::SYS_chroot,
            libc::SYS_sethostname,
            libc::SYS_clock_settime,
            libc::SYS_open_by_handle_at,
            libc::SYS_vhangup,
        ];
        for profile in [OPEN_PROFILE, CLOSED_PROFILE] {
            let program = filter(profile).unwrap();
            for call in calls {
                assert_eq!(answer(&program, number(call), [0; 6]), REFUSED, "{call}");
            }
            // file_setattr, fchmodat2
            assert_eq!(answer(&program, 469, [0; 6]), REFUSED);
            assert_eq!(answer(&program, 452, [0; 6]), REFUSED);
        }
    }

    #[test]
    fn filter_reports_unknown_numbers_as_missing() {
        let program = filter(OPEN_PROFILE).unwrap();
        assert_eq!(answer(&program, HIGHEST + 1, [0; 6]), UNKNOWN);
        assert_eq!(answer(&program, 0x4000_0000, [0; 6]), UNKNOWN, "read(2) of x32");
        assert_eq!(answer(&program, number(libc::SYS_clone3), [0; 6]), UNKNOWN);
    }

    #[test]
    fn filter_permits_calls_that_programs_need() {
        for profile in [OPEN_PROFILE, CLOSED_PROFILE] {
            let program = filter(profile).unwrap();
            assert!(program.len() <= 4096, "the kernel rejects longer programs");
            for call in PERMITTED
                .iter()
                .filter(|call| ![libc::SYS_truncate, libc::SYS_openat2, libc::SYS_openat].contains(call))
            {
                assert_eq!(answer(&program, number(*call), [0; 6]), libc::SECCOMP_RET_ALLOW, "{call}");
            }
            let ioctl = |request| answer(&program, number(libc::SYS_ioctl), [0, request, 0, 0, 0, 0]);
            assert_eq!(ioctl(0x5401), libc::SECCOMP_RET_ALLOW);
            for request in [0x5412, 0x4008_6602, 0xc004_5877, 0x8922] {
                assert_eq!(ioctl(request), REFUSED, "TIOCSTI, FS_IOC_SETFLAGS, FIFREEZE, SIOCSIFMTU: {request:x}");
            }
        }
    }

    #[test]
    fn filter_checks_arguments() {
        let (open, closed) = (filter(OPEN_PROFILE).unwrap(), filter(CLOSED_PROFILE).unwrap());
        let call = |program: &[sock_filter], call, arguments: [u32; 3]| {
            answer(program, number(call), [arguments[0], arguments[1], arguments[2], 0, 0, 0])
                == libc::SECCOMP_RET_ALLOW
        };
        for (family, kind) in
            [(libc::AF_INET, libc::SOCK_STREAM), (libc::AF_INET6, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC)]
        {
            let arguments = [family.unsigned_abs(), kind.unsigned_abs(), 0];
            assert!(call(&open, libc::SYS_socket, arguments) && !call(&closed, libc::SYS_socket, arguments));
        }
        let network = filter(SyscallProfile { packet_filter: false, ..OPEN_PROFILE }).unwrap();
        assert!(!call(&network, libc::SYS_socket, [2, 3, 255]), "a raw socket");
        assert!(
            call(&closed, libc::SYS_socket, [16, 3, 0]) && !call(&closed, libc::SYS_socket, [16, 3, 12]),
            "netlink"
        );
        assert!(!call(&closed, libc::SYS_socket, [1, 1, 0]) && call(&open, libc::SYS_socket, [1, 1, 0]), "AF_UNIX");
        assert!(call(&closed, libc::SYS_kill, [1, 0, 0]) && !call(&closed, libc::SYS_kill, [1, 15, 0]));
        assert!(call(&closed, libc::SYS_prlimit64, [0, 7, 1]) && !call(&open, libc::SYS_prlimit64, [1, 7, 1]));
        assert!(call(&open, libc::SYS_clone, [17, 0, 0]) && !call(&open, libc::SYS_clone, [0x1000_0000, 0, 0]));
        let (truncate, write) = (libc::O_TRUNC.unsigned_abs(), libc::O_WRONLY.unsigned_abs());
        assert!(!call(&closed, libc::SYS_openat, [0, 0, truncate]) && call(&open, libc::SYS_openat, [0, 0, truncate]));
        assert!(
            !call(&closed, libc::SYS_openat, [0, 0, truncate | 3])
                && call(&closed, libc::SYS_openat, [0, 0, truncate | write])
        );
    }
}
