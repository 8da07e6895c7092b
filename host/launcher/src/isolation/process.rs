//! The processes that create the namespaces and start the commands in them.

use std::ffi::{CString, OsString};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;

use rustix::process::{Pid, Signal, WaitOptions};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::{kernel, message, tree};
use crate::child::{self, ChildProcess, Steps};
use crate::launch::{Launch, duplicate_above_stderr};
use crate::own_process;

/// The first argument that makes the program run [`isolation_main`].
pub const ISOLATION_ARGUMENT: &str = "__isolated-system";

/// The argument of the process that creates the namespaces.
pub(super) const OUTER: &str = "outer";

/// The argument of the first process in the namespaces.
const INNER: &str = "inner";

/// The capabilities of the commands, which apply to the namespaces only. Without CAP_SYS_ADMIN a command cannot make the
/// programs of this system writable.
const KEPT: [CapabilitySet; 13] = [
    CapabilitySet::CHOWN,
    CapabilitySet::DAC_OVERRIDE,
    CapabilitySet::DAC_READ_SEARCH,
    CapabilitySet::FOWNER,
    CapabilitySet::FSETID,
    CapabilitySet::KILL,
    CapabilitySet::SETGID,
    CapabilitySet::SETUID,
    CapabilitySet::SETFCAP,
    CapabilitySet::NET_BIND_SERVICE,
    CapabilitySet::NET_ADMIN,
    CapabilitySet::NET_RAW,
    CapabilitySet::SYS_CHROOT,
];

/// Starts one of the processes, with `stream` as its standard input.
pub(super) fn start(which: &str, root: &Path, stream: &UnixStream) -> io::Result<ChildProcess> {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(io::Error::from);
    let program = text(std::env::current_exe()?.as_os_str().as_bytes())?;
    let words = [program.as_bytes(), ISOLATION_ARGUMENT.as_bytes(), which.as_bytes(), root.as_os_str().as_bytes()];
    let arguments = words.into_iter().map(text).collect::<io::Result<Vec<_>>>()?;
    let input = duplicate_above_stderr(stream.as_fd())?;
    let output = duplicate_above_stderr(File::options().write(true).open("/dev/null")?.as_fd())?;
    child::start(&Steps {
        program: &program,
        arguments: &arguments,
        environment: &[],
        directory: None,
        streams: [input.as_raw_fd(), output.as_raw_fd(), output.as_raw_fd()],
        umask: None,
        credentials: None,
        core_limit: own_process::core_limit(),
        dies_with_parent: true,
        restrictions: None,
    })
}

/// Maps the user and group IDs of the user namespace of a process: for root all IDs to themselves, otherwise root in the
/// namespace to the current user.
pub(super) fn map_users(pid: Pid) -> io::Result<()> {
    let write = |name: &str, text: &str| fs::write(format!("/proc/{}/{name}", pid.as_raw_nonzero()), text);
    let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
    if uid.is_root() {
        let own = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).map(|map| identity(&map));
        if write("uid_map", &own("uid_map")?).is_ok() {
            return write("gid_map", &own("gid_map")?);
        }
    }
    write("setgroups", "deny")?;
    write("uid_map", &format!("0 {uid} 1\n"))?;
    write("gid_map", &format!("0 {gid} 1\n"))
}

/// Returns the map of all IDs of a namespace to themselves.
fn identity(map: &str) -> String {
    let range = |line: &str| {
        let mut fields = line.split_whitespace();
        let (first, count) = (fields.next()?, fields.nth(1)?);
        Some(format!("{first} {first} {count}\n"))
    };
    map.lines().filter_map(range).collect()
}

/// Runs one of the processes, with the arguments after [`ISOLATION_ARGUMENT`]. Must be called before threads are started.
#[must_use]
pub fn isolation_main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let (which, root) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let root = Path::new(&root);
    let Ok(input) = io::stdin().as_fd().try_clone_to_owned() else { return ExitCode::FAILURE };
    let mut stream = UnixStream::from(input);
    let ended = if which == INNER { serve(root, &mut stream) } else { enclose(root, &mut stream) };
    // An error means that the process that started this one has ended.
    ExitCode::from(u8::from(ended.is_err()))
}

/// Sends the result of a step. Returns whether it succeeded.
fn report(stream: &mut UnixStream, step: &str, result: io::Result<()>) -> io::Result<bool> {
    let result = result.map_err(|error| format!("{step}: {error}"));
    message::send(stream, &result)?;
    Ok(result.is_ok())
}

/// Creates the namespaces, and waits for the first process in them.
fn enclose(root: &Path, stream: &mut UnixStream) -> io::Result<()> {
    if !report(stream, "could not create a user namespace", kernel::new_users())? {
        return Ok(());
    }
    let () = message::receive(stream)?;
    let started = kernel::new_system().and_then(|()| start(INNER, root, stream));
    let process = match started {
        Ok(process) => process,
        Err(error) => {
            return report(stream, "could not create mount, PID, network and IPC namespaces", Err(error)).map(drop);
        }
    };
    rustix::io::retry_on_intr(|| rustix::process::waitpid(Some(process.pid), WaitOptions::empty()))?;
    Ok(())
}

/// Mounts the tree as the root directory and runs the requested commands, one after the other.
fn serve(root: &Path, stream: &mut UnixStream) -> io::Result<()> {
    // The first process of a PID namespace receives only this signal.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    let ready = tree::enter(root).map_err(|failed| io::Error::other(failed.to_string()));
    let ready = ready.and_then(|()| drop_capabilities());
    if !report(stream, "could not prepare the directory tree", ready)? {
        return Ok(());
    }
    loop {
        let request: message::CommandRequest = message::receive(stream)?;
        let result = Launch::from(request).run();
        message::send(stream, &message::command_result(result))?;
        // Processes that a command has left behind, as far as they have ended.
        while rustix::process::wait(WaitOptions::NOHANG).is_ok_and(|ended| ended.is_some()) {}
    }
}

/// Gives up the capabilities that the commands do not need.
fn drop_capabilities() -> io::Result<()> {
    let kept = KEPT.into_iter().fold(CapabilitySet::empty(), CapabilitySet::union);
    let own = rustix::thread::capabilities(None)?;
    for capability in own.permitted.iter().filter(|capability| !kept.contains(*capability)) {
        rustix::thread::remove_capability_from_bounding_set(capability)?;
    }
    let permitted = own.permitted & kept;
    let sets = CapabilitySets { effective: permitted, permitted, inheritable: CapabilitySet::empty() };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ids_of_a_namespace_are_mapped_to_themselves() {
        assert_eq!(identity("         0          0 4294967295\n"), "0 0 4294967295\n");
        assert_eq!(identity("0 1000 1\n1 100000 65536\n"), "0 0 1\n1 1 65536\n");
    }
}
