//! Supervision of a child process: non-blocking pipes, a timeout for the whole process group, and limited
//! output.

use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};

use crate::child::ChildProcess;
use crate::launch::{Launch, Output, ParentEnds};

/// Time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(1);

/// Maximum time of a single wait.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The children of this process that have not been waited for, each the leader of its process group.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls a function while a process counts as a running command, which [`stop_commands`] terminates.
pub(crate) fn as_command<R>(pid: Pid, call: impl FnOnce() -> R) -> R {
    running().push(pid);
    let result = call();
    running().retain(|known| *known != pid);
    result
}

/// Sends SIGTERM to the process groups of the running commands, and does not wait for them to end: for programs that end
/// in their own time.
pub fn interrupt_commands() {
    running().iter().for_each(|pid| _ = rustix::process::kill_process_group(*pid, Signal::TERM));
}

/// Terminates the running commands: sends SIGTERM to their process groups, waits for one second, and sends SIGKILL to the
/// remaining ones. [`Launch::run`] returns their results as for any command terminated by a signal.
pub fn stop_commands() {
    let signal = |signal| running().iter().for_each(|pid| _ = rustix::process::kill_process_group(*pid, signal));
    signal(Signal::TERM);
    thread::sleep(GRACE);
    signal(Signal::KILL);
}

pub(crate) struct Supervisor<'a> {
    launch: &'a Launch,
    pid: Pid,
    pidfd: OwnedFd,
    outputs: [Option<OwnedFd>; 2],
    kept: [Vec<u8>; 2],
    input: Option<(OwnedFd, usize)>,
    has_ended: bool,
    result: Output,
    on_output: &'a mut dyn FnMut(&[u8]),
}

/// A descriptor that is ready.
#[derive(Clone, Copy)]
enum Ready {
    Child,
    Output(usize),
    Input,
}

impl<'a> Supervisor<'a> {
    pub(crate) fn new(
        launch: &'a Launch,
        started: ChildProcess,
        (input, outputs): ParentEnds,
        on_output: &'a mut dyn FnMut(&[u8]),
    ) -> io::Result<Self> {
        for descriptor in outputs.iter().chain([&input]).flatten() {
            rustix::io::ioctl_fionbio(descriptor, true)?;
        }
        running().push(started.pid);
        Ok(Self {
            launch,
            pid: started.pid,
            pidfd: started.pidfd,
            outputs,
            kept: Default::default(),
            input: input.map(|descriptor| (descriptor, 0)),
            has_ended: false,
            result: Output::default(),
            on_output,
        })
    }

    /// Waits for the child to end. The result is not delayed by processes left behind that keep a pipe open.
    pub(crate) fn supervise(mut self) -> io::Result<Output> {
        let outcome = self.attend();
        if outcome.is_err() {
            self.signal(Signal::KILL);
            // Nothing more can be done for a child that cannot be waited for.
            let _ = self.wait();
        }
        outcome
    }

    fn attend(&mut self) -> io::Result<Output> {
        let started = Instant::now();
        let mut end = started.checked_add(self.launch.timeout);
        while !self.has_ended {
            let now = Instant::now();
            if end.is_some_and(|end| now >= end) {
                if self.result.timed_out {
                    break;
                }
                self.result.timed_out = true;
                self.signal(Signal::TERM);
                end = now.checked_add(GRACE);
            }
            let wait = end.map_or(LONGEST_WAIT, |end| end.saturating_duration_since(now).min(LONGEST_WAIT));
            self.poll(wait)?;
            if self.launch.stop_at_limit && self.result.truncated {
                break;
            }
        }
        if !self.has_ended || self.result.timed_out || self.launch.sandbox.is_some() {
            // Before the child is reaped: until then its process group ID cannot be reused. This ends
            // processes that ignored SIGTERM, and processes left behind by a query.
            self.signal(Signal::KILL);
        }
        let status = self.wait()?;
        self.drain(0)?;
        self.drain(1)?;
        let [stdout, stderr] = std::mem::take(&mut self.kept);
        let pid = self.pid.as_raw_nonzero().get();
        Ok(Output { pid, status: code(status), stdout, stderr, ..std::mem::take(&mut self.result) })
    }

    fn wait(&self) -> io::Result<WaitStatus> {
        // Once the child has been waited for, its process group ID can be reused.
        running().retain(|pid| *pid != self.pid);
        loop {
            match rustix::process::waitpid(Some(self.pid), WaitOptions::empty()) {
                Ok(Some((_, status))) => return Ok(status),
                Ok(None) | Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    fn poll(&mut self, wait: Duration) -> io::Result<()> {
        let mut descriptors = vec![PollFd::new(&self.pidfd, PollFlags::IN)];
        let mut which = vec![Ready::Child];
        for (index, output) in self.outputs.iter().enumerate() {
            if let Some(output) = output {
                descriptors.push(PollFd::new(output, PollFlags::IN));
                which.push(Ready::Output(index));
            }
        }
        if let Some((input, _)) = &self.input {
            descriptors.push(PollFd::new(input, PollFlags::OUT));
            which.push(Ready::Input);
        }
        let timeout = Timespec { tv_sec: wait.as_secs().cast_signed(), tv_nsec: i64::from(wait.subsec_nanos()) };
        match rustix::event::poll(&mut descriptors, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let is_ready = |(descriptor, _): &(&PollFd<'_>, Ready)| !descriptor.revents().is_empty();
        let ready: Vec<Ready> = descriptors.iter().zip(which).filter(is_ready).map(|(_, which)| which).collect();
        for which in ready {
            match which {
                Ready::Child => self.has_ended = true,
                Ready::Output(index) => self.drain(index)?,
                Ready::Input => self.feed(),
            }
        }
        Ok(())
    }

    fn drain(&mut self, index: usize) -> io::Result<()> {
        let Some(descriptor) = &self.outputs[index] else { return Ok(()) };
        let mut buffer = [0_u8; 16 << 10];
        loop {
            match rustix::io::read(descriptor, &mut buffer) {
                Ok(0) => {
                    self.outputs[index] = None;
                    return Ok(());
                }
                Ok(read) => {
                    (self.on_output)(&buffer[..read]);
                    let room = self.launch.limit.saturating_sub(self.kept[index].len());
                    self.kept[index].extend_from_slice(&buffer[..read.min(room)]);
                    if read > room {
                        self.result.truncated = true;
                        if self.launch.stop_at_limit {
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
        let Some((descriptor, written)) = &mut self.input else { return };
        while *written < self.launch.input.len() {
            match rustix::io::write(&*descriptor, &self.launch.input[*written..]) {
                Ok(wrote) => *written += wrote,
                Err(rustix::io::Errno::AGAIN) => return,
                Err(rustix::io::Errno::INTR) => {}
                // The child has closed its standard input.
                Err(_) => break,
            }
        }
        self.input = None;
    }

    fn signal(&self, signal: Signal) {
        // The group has ended already, or belongs to another user.
        let _ = rustix::process::kill_process_group(self.pid, signal);
    }
}

fn code(status: WaitStatus) -> i32 {
    status.exit_status().unwrap_or_else(|| 128 + status.terminating_signal().unwrap_or(0))
}
