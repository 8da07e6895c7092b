//! Owns one child process from its start to its end: pipes that neither block nor hang, a timeout that ends the whole process
//! group, bounded output. It also is the other side of `__exec`, in which the binary becomes another user before it
//! becomes a command. Nothing is decided here.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::Mode;
use rustix::process::{Gid, Pid, PidfdFlags, Signal, Uid};

/// How long a process group may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(1);

/// How often a child is looked at where the kernel cannot tell when it ends.
const LOOK: Duration = Duration::from_millis(10);

/// Everything about a command that is to run.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// The file to run.
    pub(crate) program: PathBuf,
    /// The arguments, the name of the program first.
    pub(crate) arguments: Vec<OsString>,
    /// The whole environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The working folder; this process's where none.
    pub(crate) folder: Option<PathBuf>,
    /// The standard input.
    pub(crate) input: Vec<u8>,
    /// The time it may take.
    pub(crate) timeout: Duration,
    /// Both outputs are one.
    pub(crate) merge: bool,
    /// As much of each output is kept.
    pub(crate) limit: usize,
    /// A command whose output goes on and on is ended.
    pub(crate) stop_at_limit: bool,
}

/// What a command left.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Finished {
    /// The exit code, or 128 and the signal.
    pub(crate) status: i32,
    /// The standard output.
    pub(crate) stdout: Vec<u8>,
    /// The standard error, unless they are one.
    pub(crate) stderr: Vec<u8>,
    /// There was more.
    pub(crate) truncated: bool,
    /// It took too long and was ended.
    pub(crate) timed_out: bool,
}

/// Runs a command to its end.
///
/// # Errors
/// It does not start.
pub(crate) fn run(prepared: &Prepared) -> io::Result<Finished> {
    let mut command = Command::new(&prepared.program);
    command.arg0(prepared.arguments.first().unwrap_or(&OsString::new())).args(prepared.arguments.iter().skip(1));
    command.env_clear().envs(prepared.environment.iter().map(|(name, value)| (name, value))).process_group(0);
    if let Some(folder) = &prepared.folder {
        command.current_dir(folder);
    }
    command.stdin(if prepared.input.is_empty() { Stdio::null() } else { Stdio::piped() });
    let stdout = if prepared.merge {
        let (reader, writer) = io::pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        Some(OwnedFd::from(reader))
    } else {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        None
    };
    let mut child = command.spawn()?;
    // It holds the writing ends of the pipe, which would never end.
    drop(command);
    let stdout = stdout.or_else(|| child.stdout.take().map(OwnedFd::from));
    let stderr = child.stderr.take().map(OwnedFd::from);
    let stdin = child.stdin.take().map(OwnedFd::from);
    let mut attended = Attended::new(prepared, child, [stdout, stderr], stdin)?;
    let outcome = attended.attend();
    if outcome.is_err() {
        attended.signal(Signal::KILL);
        let _ = attended.child.wait();
    }
    outcome
}

struct Attended<'a> {
    prepared: &'a Prepared,
    child: Child,
    pidfd: Option<OwnedFd>,
    outputs: [Option<OwnedFd>; 2],
    kept: [Vec<u8>; 2],
    input: Option<(OwnedFd, usize)>,
    finished: Finished,
}

impl<'a> Attended<'a> {
    fn new(
        prepared: &'a Prepared,
        child: Child,
        outputs: [Option<OwnedFd>; 2],
        input: Option<OwnedFd>,
    ) -> io::Result<Self> {
        for handle in outputs.iter().chain([&input]).flatten() {
            rustix::io::ioctl_fionbio(handle, true)?;
        }
        let pid = Pid::from_child(&child);
        Ok(Self {
            prepared,
            pidfd: rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok(),
            child,
            outputs,
            kept: Default::default(),
            input: input.map(|handle| (handle, 0)),
            finished: Finished::default(),
        })
    }

    /// Reads and writes until the child has ended; a grandchild that keeps a pipe open does not matter.
    fn attend(&mut self) -> io::Result<Finished> {
        let started = Instant::now();
        let mut end = started.checked_add(self.prepared.timeout);
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            let now = Instant::now();
            if end.is_some_and(|end| now >= end) {
                if self.finished.timed_out {
                    self.signal(Signal::KILL);
                    break self.child.wait()?;
                }
                self.finished.timed_out = true;
                self.signal(Signal::TERM);
                end = now.checked_add(GRACE);
            }
            let wait = end.map_or(Duration::MAX, |end| end.saturating_duration_since(now));
            self.poll(wait)?;
            if self.prepared.stop_at_limit && self.finished.truncated {
                self.signal(Signal::KILL);
                break self.child.wait()?;
            }
        };
        if self.finished.timed_out {
            // Those who did not listen, and those whom it started meanwhile.
            self.signal(Signal::KILL);
        }
        self.drain(0)?;
        self.drain(1)?;
        let [stdout, stderr] = std::mem::take(&mut self.kept);
        Ok(Finished { status: code(status), stdout, stderr, ..std::mem::take(&mut self.finished) })
    }

    fn poll(&mut self, wait: Duration) -> io::Result<()> {
        let wait = if self.pidfd.is_none() { wait.min(LOOK) } else { wait.min(Duration::from_secs(3600)) };
        let mut handles = Vec::with_capacity(4);
        let mut which = Vec::with_capacity(4);
        if let Some(pidfd) = &self.pidfd {
            handles.push(PollFd::new(pidfd, PollFlags::IN));
            which.push(Which::Child);
        }
        for (index, output) in self.outputs.iter().enumerate() {
            if let Some(output) = output {
                handles.push(PollFd::new(output, PollFlags::IN));
                which.push(Which::Output(index));
            }
        }
        if let Some((input, _)) = &self.input {
            handles.push(PollFd::new(input, PollFlags::OUT));
            which.push(Which::Input);
        }
        let timeout = Timespec { tv_sec: wait.as_secs().cast_signed(), tv_nsec: i64::from(wait.subsec_nanos()) };
        match rustix::event::poll(&mut handles, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let ready: Vec<Which> = handles
            .iter()
            .zip(which)
            .filter(|(handle, _)| !handle.revents().is_empty())
            .map(|(_, which)| which)
            .collect();
        for which in ready {
            match which {
                Which::Child => {}
                Which::Output(index) => self.drain(index)?,
                Which::Input => self.feed(),
            }
        }
        Ok(())
    }

    fn drain(&mut self, index: usize) -> io::Result<()> {
        let Some(handle) = &self.outputs[index] else { return Ok(()) };
        let mut buffer = [0_u8; 16 << 10];
        loop {
            match rustix::io::read(handle, &mut buffer) {
                Ok(0) => {
                    self.outputs[index] = None;
                    return Ok(());
                }
                Ok(read) => {
                    let room = self.prepared.limit.saturating_sub(self.kept[index].len());
                    self.kept[index].extend_from_slice(&buffer[..read.min(room)]);
                    if read > room {
                        self.finished.truncated = true;
                        if self.prepared.stop_at_limit {
                            return Ok(());
                        }
                    }
                }
                Err(rustix::io::Errno::AGAIN) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    fn feed(&mut self) {
        let Some((handle, written)) = &mut self.input else { return };
        while *written < self.prepared.input.len() {
            match rustix::io::write(&*handle, &self.prepared.input[*written..]) {
                Ok(wrote) => *written += wrote,
                Err(rustix::io::Errno::AGAIN) => return,
                Err(rustix::io::Errno::INTR) => {}
                // It does not want the rest.
                Err(_) => break,
            }
        }
        self.input = None;
    }

    fn signal(&self, signal: Signal) {
        // The group is gone already, or not ours to signal: there is nothing more to be done about it.
        let _ = rustix::process::kill_process_group(Pid::from_child(&self.child), signal);
    }
}

#[derive(Clone, Copy)]
enum Which {
    Child,
    Output(usize),
    Input,
}

fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// What the binary does when its first argument is `__exec`: becomes another user, then the command. `arguments` are those
/// after it.
#[must_use]
pub fn exec_main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let reason = match become_command(arguments) {
        Ok(never) => match never {},
        Err(reason) => reason,
    };
    // There is nobody else to tell: this process is the command, as far as its caller knows.
    let _ = writeln!(io::stderr(), "marotte: {reason}");
    ExitCode::from(126)
}

fn become_command(mut arguments: impl Iterator<Item = OsString>) -> Result<std::convert::Infallible, String> {
    let (mut uid, mut gid, mut groups) = (None, None, None);
    loop {
        let option = arguments.next().ok_or("__exec is for the program's own use")?;
        if option == "--" {
            break;
        }
        let value = arguments.next().unwrap_or_default();
        let value = value.to_str().ok_or("an option of __exec is not text")?;
        let number = |text: &str, radix| u32::from_str_radix(text, radix).map_err(|_| format!("'{text}' is no number"));
        match option.to_str() {
            Some("--umask") => {
                rustix::process::umask(Mode::from_raw_mode(number(value, 8)?));
            }
            Some("--uid") => uid = Some(Uid::from_raw(number(value, 10)?)),
            Some("--gid") => gid = Some(Gid::from_raw(number(value, 10)?)),
            Some("--groups") => {
                let parsed: Result<Vec<Gid>, String> =
                    value.split(',').map(|text| number(text, 10).map(Gid::from_raw)).collect();
                groups = Some(parsed?);
            }
            _ => return Err("__exec is for the program's own use".into()),
        }
    }
    let program = arguments.next().ok_or("__exec without a program")?;
    let name = arguments.next().ok_or("__exec without a name")?;
    // Groups first, user last: each step takes the right to the ones before.
    let failed = |errno: rustix::io::Errno| format!("cannot become the user: {}", crate::error::describe(errno));
    if let Some(groups) = groups {
        rustix::thread::set_thread_groups(&groups).map_err(failed)?;
    }
    if let Some(gid) = gid {
        rustix::thread::set_thread_res_gid(gid, gid, gid).map_err(failed)?;
    }
    if let Some(uid) = uid {
        rustix::thread::set_thread_res_uid(uid, uid, uid).map_err(failed)?;
    }
    let failed = Command::new(&program).arg0(name).args(arguments).exec();
    Err(format!("{}: {failed}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str) -> Prepared {
        Prepared {
            program: "/bin/sh".into(),
            arguments: vec!["sh".into(), "-c".into(), line.into()],
            environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
            timeout: Duration::from_secs(20),
            limit: 1 << 20,
            ..Prepared::default()
        }
    }

    #[test]
    fn outputs_and_status_come_back() {
        let finished = run(&shell("echo out; echo err >&2; exit 3")).unwrap();
        assert_eq!((finished.status, &*finished.stdout, &*finished.stderr), (3, &b"out\n"[..], &b"err\n"[..]));
        let merged = run(&Prepared { merge: true, ..shell("echo out; echo err >&2; kill -9 $$") }).unwrap();
        assert_eq!((merged.status, &*merged.stdout), (137, &b"out\nerr\n"[..]));
    }

    #[test]
    fn input_larger_than_a_pipe_goes_in_and_out() {
        let input = vec![b'x'; 300_000];
        let finished = run(&Prepared { input: input.clone(), ..shell("cat") }).unwrap();
        assert_eq!(finished.stdout, input);
        // One that reads nothing does no harm either.
        assert_eq!(run(&Prepared { input, ..shell("true") }).unwrap().status, 0);
    }

    #[test]
    fn a_timeout_ends_the_whole_group() {
        let started = Instant::now();
        let mut prepared = shell("sleep 60 & sleep 60");
        prepared.timeout = Duration::from_millis(100);
        let finished = run(&prepared).unwrap();
        assert!(finished.timed_out);
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_grandchild_that_keeps_the_pipe_does_not_hang_us() {
        let started = Instant::now();
        let finished = run(&shell("echo begun; sleep 30 &")).unwrap();
        assert_eq!(finished.stdout, b"begun\n");
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn output_without_end_is_cut_and_ended() {
        let mut prepared = shell("while :; do echo yes; done");
        prepared.limit = 1000;
        prepared.stop_at_limit = true;
        let finished = run(&prepared).unwrap();
        assert!(finished.truncated);
        assert_eq!(finished.stdout.len(), 1000);
    }
}
