//! Messages between this program and its process in the namespaces: a length of four bytes, then JSON.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ProcessCredentials;
use crate::launch::{Launch, Output, StreamMode};

/// A command to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CommandRequest {
    program: Vec<u8>,
    arguments: Vec<Vec<u8>>,
    environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) directory: Option<Vec<u8>>,
    umask: Option<u32>,
    credentials: Option<(Option<u32>, u32, Vec<u32>)>,
    input: Vec<u8>,
    merges_errors: bool,
    limit: usize,
    stop_at_limit: bool,
    timeout: Duration,
}

/// The result of a command; an error has the number of the system, if any, and a text.
pub(super) type CommandResult = Result<CommandOutput, (Option<i32>, String)>;

/// The output of a command.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CommandOutput {
    pid: i32,
    status: i32,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    truncated: bool,
    timed_out: bool,
}

impl From<&Launch> for CommandRequest {
    fn from(launch: &Launch) -> Self {
        let bytes = |text: &OsString| text.as_bytes().to_vec();
        let credentials = launch.credentials.as_ref();
        Self {
            program: launch.program.as_os_str().as_bytes().to_vec(),
            arguments: launch.arguments.iter().map(bytes).collect(),
            environment: launch.environment.iter().map(|(name, value)| (bytes(name), bytes(value))).collect(),
            directory: launch.directory.as_ref().map(|path| path.as_os_str().as_bytes().to_vec()),
            umask: launch.umask,
            credentials: credentials.map(|known| (known.uid, known.gid, known.groups.clone())),
            input: launch.input.clone(),
            merges_errors: launch.errors == StreamMode::Merged,
            limit: launch.limit,
            stop_at_limit: launch.stop_at_limit,
            timeout: launch.timeout,
        }
    }
}

impl From<CommandRequest> for Launch {
    fn from(request: CommandRequest) -> Self {
        let text = OsString::from_vec;
        Self {
            program: text(request.program).into(),
            arguments: request.arguments.into_iter().map(text).collect(),
            environment: request.environment.into_iter().map(|(name, value)| (text(name), text(value))).collect(),
            directory: request.directory.map(|path| text(path).into()),
            umask: request.umask,
            credentials: request.credentials.map(|(uid, gid, groups)| ProcessCredentials { uid, gid, groups }),
            input: request.input,
            errors: if request.merges_errors { StreamMode::Merged } else { StreamMode::Captured },
            limit: request.limit,
            stop_at_limit: request.stop_at_limit,
            timeout: request.timeout,
            ..Self::default()
        }
    }
}

/// Converts the result of a command to a message.
pub(super) fn command_result(result: io::Result<Output>) -> CommandResult {
    let Output { pid, status, stdout, stderr, truncated, timed_out } =
        result.map_err(|error| (error.raw_os_error(), error.to_string()))?;
    Ok(CommandOutput { pid, status, stdout, stderr, truncated, timed_out })
}

/// Converts a message to the result of a command.
pub(super) fn output(result: CommandResult) -> io::Result<Output> {
    let known = result.map_err(|(number, text)| match number {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::other(text),
    })?;
    let CommandOutput { pid, status, stdout, stderr, truncated, timed_out } = known;
    Ok(Output { pid, status, stdout, stderr, truncated, timed_out })
}

/// Sends a message.
///
/// # Errors
/// Returns an error if the other process has ended.
pub(super) fn send(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(&text)
}

/// Receives a message.
///
/// # Errors
/// Returns an error if the other process has ended or the message is not valid.
pub(super) fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut text = vec![0; usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?];
    stream.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}
