//! Owns the thread on which queries run: the kernel lets it, and whatever it starts, write no file and change nothing else
//! that Landlock and seccomp know of. Reading stays, and the network where it is asked for. One thread for each of the two, so the
//! rest of the process is as free as before.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use landlock::{
    ABI, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use crate::system::spawn::{self, Finished, Prepared};

/// The version of Landlock whose rights are asked for; an older kernel gives what it has.
const RIGHTS: ABI = ABI::V6;

/// Devices that take what is written to them and keep nothing.
const HARMLESS: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// As many queries run side by side.
const SIDE_BY_SIDE: usize = 4;

/// Whether queries may speak to other machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// They may.
    Open,
    /// They may not; what is on this machine can still be spoken to.
    Closed,
}

/// What the kernel keeps queries from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Protections {
    /// Landlock: files cannot be written.
    pub(crate) landlock: Option<bool>,
    /// seccomp: attributes, mounts, the clock and the like cannot be changed.
    pub(crate) seccomp: bool,
}

/// The thread, and the folder that alone it may write to.
pub(crate) struct Sandbox {
    jobs: Sender<Job>,
    folder: Option<PathBuf>,
    protections: Protections,
}

struct Job {
    commands: Vec<Prepared>,
    reply: Sender<Vec<io::Result<Finished>>>,
}

impl Sandbox {
    /// Starts the thread.
    ///
    /// # Errors
    /// There can be no more threads.
    pub(crate) fn start(temporary: &Path, run: &str, network: Network) -> io::Result<Self> {
        let folder = temporary.join(match network {
            Network::Open => format!("marotte-{run}-net"),
            Network::Closed => format!("marotte-{run}"),
        });
        let folder = fs::DirBuilder::new().mode(0o700).create(&folder).is_ok().then_some(folder);
        let (jobs, todo) = mpsc::channel::<Job>();
        let (tell, told) = mpsc::channel();
        let writable = folder.clone();
        thread::Builder::new().name("queries".into()).spawn(move || {
            let protections = restrict(writable.as_deref(), network);
            if tell.send(protections).is_ok() {
                work(&todo);
            }
        })?;
        let protections = told.recv().unwrap_or_default();
        Ok(Self { jobs, folder, protections })
    }

    /// Returns the folder that commands may write to.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns what the kernel keeps commands from.
    pub(crate) fn protections(&self) -> Protections {
        self.protections
    }

    /// Runs commands, side by side where there are several, and returns their outcomes in the same order.
    pub(crate) fn run(&self, commands: Vec<Prepared>) -> Vec<io::Result<Finished>> {
        let count = commands.len();
        let (reply, answer) = mpsc::channel();
        let sent = self.jobs.send(Job { commands, reply }).is_ok();
        let answer = if sent { answer.recv().ok() } else { None };
        answer
            .unwrap_or_else(|| (0..count).map(|_| Err(io::Error::other("the thread for queries has ended"))).collect())
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // What cannot be removed lies where temporary files lie.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Threads that are started from here are under the same restrictions.
fn work(todo: &Receiver<Job>) {
    while let Ok(job) = todo.recv() {
        // Nobody waits any more: nothing is to be done about that.
        let _ = job.reply.send(run_all(&job.commands));
    }
}

/// Runs commands side by side.
pub(crate) fn run_all(commands: &[Prepared]) -> Vec<io::Result<Finished>> {
    if let [only] = commands {
        return vec![spawn::run(only)];
    }
    let mut outcomes = Vec::with_capacity(commands.len());
    for chunk in commands.chunks(SIDE_BY_SIDE) {
        thread::scope(|scope| {
            let running: Vec<_> = chunk.iter().map(|command| scope.spawn(|| spawn::run(command))).collect();
            for thread in running {
                outcomes.push(thread.join().unwrap_or_else(|_| Err(io::Error::other("the query ended unexpectedly"))));
            }
        });
    }
    outcomes
}

fn restrict(writable: Option<&Path>, network: Network) -> Protections {
    Protections { landlock: restrict_files(writable).ok(), seccomp: restrict_calls(network).is_some() }
}

/// Landlock: no right to write is left, but to the private folder and to what keeps nothing. Whether it holds in full.
fn restrict_files(writable: Option<&Path>) -> Result<bool, landlock::RulesetError> {
    let rights = AccessFs::from_write(RIGHTS);
    let mut rules = Ruleset::default()
        .handle_access(rights)?
        .scope(Scope::Signal | Scope::AbstractUnixSocket)?
        .create()?
        .no_new_privs(true);
    for device in HARMLESS {
        if let Ok(handle) = PathFd::new(device) {
            rules = rules.add_rule(PathBeneath::new(handle, rights & AccessFs::from_file(RIGHTS)))?;
        }
    }
    if let Some(handle) = writable.and_then(|folder| PathFd::new(folder).ok()) {
        rules = rules.add_rule(PathBeneath::new(handle, rights))?;
    }
    let status = rules.restrict_self()?;
    Ok(status.ruleset == RulesetStatus::FullyEnforced)
}

/// seccomp: what Landlock has no right for. The answer is EPERM, so that a tool can go on without.
fn restrict_calls(network: Network) -> Option<()> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = denied().iter().map(|call| (*call, Vec::new())).collect();
    if network == Network::Closed {
        rules.insert(libc::SYS_socket, vec![foreign_socket()?]);
    }
    let arch = std::env::consts::ARCH.try_into().ok()?;
    let refuse = SeccompAction::Errno(u32::try_from(libc::EPERM).ok()?);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).ok()?;
    let program: BpfProgram = filter.try_into().ok()?;
    seccompiler::apply_filter(&program).ok()
}

/// A socket that is neither between processes of this machine nor to its kernel.
fn foreign_socket() -> Option<SeccompRule> {
    let other_than = |family: libc::c_int| {
        let family = u64::try_from(family).ok()?;
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family).ok()
    };
    SeccompRule::new(vec![other_than(libc::AF_UNIX)?, other_than(libc::AF_NETLINK)?]).ok()
}

/// The calls that change something without writing a file.
fn denied() -> Vec<i64> {
    let mut calls: Vec<i64> = vec![
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_mount_setattr,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsmount,
        libc::SYS_open_tree,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_clock_adjtime,
        libc::SYS_adjtimex,
        libc::SYS_reboot,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_ptrace,
        libc::SYS_process_vm_writev,
        libc::SYS_io_uring_setup,
        libc::SYS_open_by_handle_at,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_userfaultfd,
        libc::SYS_sched_setaffinity,
        libc::SYS_setpriority,
        // fchmodat2, setxattrat, removexattrat: the same numbers everywhere.
        452,
        463,
        466,
    ];
    #[cfg(target_arch = "x86_64")]
    calls.extend([
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
        libc::SYS_iopl,
        libc::SYS_ioperm,
        libc::SYS_kexec_file_load,
    ]);
    calls
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;

    fn sandboxed(line: &str, network: Network) -> (Finished, Protections) {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let run = format!("test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let sandbox = Sandbox::start(&std::env::temp_dir(), &run, network).unwrap();
        let command = Prepared {
            program: "/bin/bash".into(),
            arguments: vec!["bash".into(), "-c".into(), line.into()],
            environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
            timeout: Duration::from_secs(20),
            limit: 1 << 16,
            merge: true,
            ..Prepared::default()
        };
        let outcome = sandbox.run(vec![command]).remove(0).unwrap();
        (outcome, sandbox.protections())
    }

    #[test]
    fn a_query_reads_and_does_not_write() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("file");
        fs::write(&file, "old").unwrap();
        let (path, new) = (file.display(), scratch.path().join("new"));
        let line = format!("cat {path}; echo x > {path}; chmod 777 {path}; touch {path} {}; echo done", new.display());
        let (finished, protections) = sandboxed(&line, Network::Closed);
        let said = String::from_utf8(finished.stdout).unwrap();
        assert!(said.starts_with("old") && said.ends_with("done\n"), "{said}");
        if protections.landlock.is_some() {
            assert_eq!(fs::read_to_string(&file).unwrap(), "old");
            assert!(!new.exists());
        }
        // The rest of the process is as free as before.
        fs::write(&new, "mine").unwrap();
    }

    #[test]
    fn a_query_speaks_to_other_machines_only_where_it_may() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let line = format!("exec 3<>/dev/tcp/127.0.0.1/{} && echo through", listener.local_addr().unwrap().port());
        assert_eq!(sandboxed(&line, Network::Open).0.stdout, b"through\n");
        let (finished, protections) = sandboxed(&line, Network::Closed);
        if protections.seccomp {
            let said = String::from_utf8(finished.stdout).unwrap();
            assert!(finished.status != 0 && said.contains("Operation not permitted"), "{said}");
        }
    }
}
