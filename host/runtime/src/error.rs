//! Errors: reasons why a runtime cannot start, reasons why calls were terminated, and system errors.

use std::path::PathBuf;
use std::time::Duration;

use marotte_contract::package::PackageError;
use rustix::io::Errno;
use thiserror::Error;
use transaction::provider::{FaultCode, ProviderError};

use crate::bindings::marotte::provider::errors;
use crate::gate::GateRefusal;
use crate::grants::GrantError;
use crate::paths::PathError;
use crate::source::ComponentRefused;
use crate::system::transfer::TransferEnd;

/// Reason why a runtime cannot start or finish.
#[derive(Debug, Error)]
pub enum RuntimeError {
    /// The root cannot be used.
    #[error("the root {} cannot be used: {reason}", path.display())]
    Root {
        /// The root.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A component cannot be used.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// The embedder refused to provide a component.
    #[error(transparent)]
    Refused(ComponentRefused),
    /// A component requests something that cannot be granted.
    #[error("the component '{name}': {reason}")]
    Grant {
        /// The component.
        name: String,
        /// The reason.
        reason: String,
    },
    /// Two components define the same type.
    #[error("the components '{first}' and '{second}' both define the type '{type_name}'")]
    Duplicate {
        /// The type.
        type_name: String,
        /// The first component.
        first: String,
        /// The second component.
        second: String,
    },
    /// Two components have the same provider.
    #[error("the components '{first}' and '{second}' both have a provider '{provider}' of the type '{type_name}'")]
    Twice {
        /// The provider.
        provider: String,
        /// Its type.
        type_name: String,
        /// The first component.
        first: String,
        /// The second component.
        second: String,
    },
    /// A provider of another component's type refers to an attribute that the type does not have.
    #[error("the component '{name}': provider '{provider}' of '{type_name}': the type has no attribute '{attribute}'")]
    Attribute {
        /// The component.
        name: String,
        /// The provider.
        provider: String,
        /// The type.
        type_name: String,
        /// The unknown attribute.
        attribute: String,
    },
    /// The engine cannot start on this system.
    #[error("WebAssembly cannot be run here: {0}")]
    Engine(String),
    /// Written data could not be synced to disk.
    #[error("the written data may not survive a power failure: {0}")]
    Sync(String),
}

impl RuntimeError {
    pub(crate) fn grant(name: &str, error: &GrantError) -> Self {
        Self::Grant { name: name.to_owned(), reason: error.to_string() }
    }
}

/// Reason why a call to a component was terminated. Passed through wasmtime as the error of a host function or
/// callback.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum CallStop {
    #[error("ran for more than {} s and was stopped", .0.as_secs_f64())]
    Compute(Duration),
    #[error("tried to sleep for more than {} s and was stopped", .0.as_secs_f64())]
    Sleep(Duration),
    #[error("spent more than {} s in host calls and was stopped", .0.as_secs_f64())]
    HostTime(Duration),
    #[error("requested more than {0} MiB of memory and was stopped")]
    Memory(usize),
    #[error("requested more than {0} MiB of memory in all instances of its component and was stopped")]
    ComponentMemory(usize),
    #[error("requested a table of more than {0} entries and was stopped")]
    Table(usize),
    #[error("called the host more than {0} times and was stopped")]
    HostCalls(u64),
    #[error("sent more than {0} requests and was stopped")]
    Requests(u32),
    #[error("logged more than {} MiB and was stopped", .0 >> 20)]
    Log(usize),
    #[error("logged a message about {0}, which is not part of the call")]
    UnknownRow(String),
    #[error("ended the program ({0})")]
    Exit(&'static str),
    #[error("called {0}, which is not available to components")]
    Foreign(String),
    #[error("was stopped: {0}")]
    Refused(String),
}

/// Describes the failure of a component, in words that follow "the provider of File[/x] ".
pub(crate) fn explain(error: &wasmtime::Error, stderr: &str) -> String {
    if let Some(stop) = error.downcast_ref::<CallStop>() {
        return stop.to_string();
    }
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty() && !line.starts_with("note:"));
    match (error.downcast_ref::<wasmtime::Trap>(), last) {
        (Some(wasmtime::Trap::UnreachableCodeReached), Some(line)) => {
            format!("failed: {}", panic_message(stderr).unwrap_or_else(|| line.trim().to_owned()))
        }
        (Some(wasmtime::Trap::StackOverflow), _) => "exceeded the stack size and was stopped".into(),
        (Some(trap), _) => format!("failed: {trap}"),
        (None, _) => {
            let cause = error.root_cause().to_string();
            engine_limit(&cause).map_or_else(|| format!("broke the contract: {cause}"), str::to_owned)
        }
    }
}

/// Recognises limits for which wasmtime has only messages and no error types.
fn engine_limit(cause: &str) -> Option<&'static str> {
    if cause.contains("fuel allocated for hostcalls has been exhausted") {
        Some("passed too much data in one call and was stopped")
    } else if cause.contains("store handle limit exceeded") {
        Some("opened too many handles and was stopped")
    } else {
        None
    }
}

/// Extracts a panic message. Rust prints "thread 'main' panicked at FILE:LINE:COLUMN:" and the message on the
/// following lines.
fn panic_message(stderr: &str) -> Option<String> {
    let (_, panic) = stderr.rsplit_once("panicked at ")?;
    let mut lines = panic.lines();
    let place = lines.next()?.trim_end_matches(':');
    let message: Vec<&str> = lines.take_while(|line| !line.starts_with("note:") && !line.is_empty()).collect();
    Some(format!("it panicked at {place}: {}", message.join(" ")))
}

/// Truncates a text that is too long and appends the number of omitted bytes.
pub(crate) fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        let end = text.floor_char_boundary(limit);
        let rest = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("... ({rest} more bytes)"));
    }
    text
}

/// Creates an error caused by the provider itself.
pub(crate) fn provider_fault(message: String) -> ProviderError {
    ProviderError { code: FaultCode::Provider, message, detail: None }
}

/// Returns the message of an error number, like `strerror`.
pub(crate) fn describe(errno: Errno) -> String {
    let text = std::io::Error::from(errno).to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Creates an error for a component.
pub(crate) fn error(code: errors::Code, message: impl Into<String>) -> errors::Error {
    errors::Error { code, message: message.into(), detail: None }
}

/// Creates the error for a failed system call: "Could not write /x: No space left on device".
pub(crate) fn system(doing: &str, path: &str, errno: Errno) -> errors::Error {
    error(code_of(errno), format!("Could not {doing} {path}: {}", describe(errno)))
}

/// Creates the error for an error of the standard library, like [`system`].
pub(crate) fn io(doing: &str, path: &str, failed: &std::io::Error) -> errors::Error {
    match (Errno::from_io_error(failed), TransferEnd::of(failed)) {
        (Some(errno), _) => system(doing, path, errno),
        (None, Some(TransferEnd::TimedOut(_))) => {
            error(errors::Code::Timeout, format!("Could not {doing} {path}: {failed}"))
        }
        (None, _) => error(errors::Code::Io, format!("Could not {doing} {path}: {failed}")),
    }
}

/// Creates the error for a path that cannot be resolved, like [`system`].
pub(crate) fn path(doing: &str, path: &str, failed: &PathError) -> errors::Error {
    let code = match failed {
        PathError::Relative | PathError::Zero => errors::Code::Invalid,
        PathError::Missing(_) => errors::Code::NotFound,
        PathError::Unsafe { .. } => errors::Code::Refused,
        PathError::System(errno) => code_of(*errno),
    };
    error(code, format!("Could not {doing} {path}: {failed}"))
}

fn code_of(errno: Errno) -> errors::Code {
    match errno {
        Errno::NOENT => errors::Code::NotFound,
        Errno::EXIST => errors::Code::Exists,
        Errno::ACCESS | Errno::PERM | Errno::ROFS => errors::Code::Denied,
        Errno::INVAL => errors::Code::Invalid,
        Errno::TIMEDOUT => errors::Code::Timeout,
        _ => errors::Code::Io,
    }
}

impl From<GateRefusal> for errors::Error {
    fn from(refusal: GateRefusal) -> Self {
        error(errors::Code::Refused, refusal.0)
    }
}

/// Converts an error returned by a component.
pub(crate) fn fault(failed: errors::Error) -> ProviderError {
    let code = match failed.code {
        errors::Code::Invalid => FaultCode::Invalid,
        errors::Code::NotFound => FaultCode::NotFound,
        errors::Code::Exists => FaultCode::Exists,
        errors::Code::Denied => FaultCode::Denied,
        errors::Code::Refused => FaultCode::Refused,
        errors::Code::Timeout => FaultCode::Timeout,
        errors::Code::Io => FaultCode::Io,
        errors::Code::Other => FaultCode::Other,
    };
    ProviderError { code, message: failed.message, detail: failed.detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_is_explained_with_its_message() {
        let trap = wasmtime::Error::from(wasmtime::Trap::UnreachableCodeReached);
        let stderr = "\nthread 'main' panicked at src/lib.rs:3:5:\nno luck\nnote: run with RUST_BACKTRACE\n";
        assert_eq!(explain(&trap, stderr), "failed: it panicked at src/lib.rs:3:5: no luck");
    }

    #[test]
    fn exceeded_limit_is_explained() {
        let stopped = wasmtime::Error::new(CallStop::Compute(Duration::from_secs(60))).context("error while executing");
        assert_eq!(explain(&stopped, ""), "ran for more than 60 s and was stopped");
    }

    #[test]
    fn error_number_is_described_as_by_strerror() {
        assert_eq!(describe(Errno::NOSPC), "No space left on device");
    }
}
