//! Signing in a child process, which alone reads the key of the authority. The child cannot change files, connect to other systems
//! or keep processes, and signs only certificates of nodes and revocation lists.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use identity::{Authority, ContentSigner};
use launcher::{Launch, Protections, Sandbox, SandboxError, SandboxSpec};

/// The first argument that makes the program run [`sign_main`].
pub const SIGN_ARGUMENT: &str = "__sign";

/// This program, even if its file has been replaced by that of another version.
const PROGRAM: &str = "/proc/self/exe";

/// The longest time of a signature.
const TIME: Duration = Duration::from_secs(30);

/// The largest content that is signed, in bytes: revocation lists can be long.
const LARGEST: u64 = 64 << 20;

/// Signs in child processes, one at a time.
#[derive(Debug)]
pub(crate) struct ChildSigner {
    authority: PathBuf,
    protections: Protections,
    running: Mutex<()>,
}

impl ChildSigner {
    /// Returns the signer for the authority in a directory.
    pub(crate) fn new(authority: &Path, protections: Protections) -> Self {
        Self { authority: authority.to_owned(), protections, running: Mutex::default() }
    }

    /// Returns the reason why nothing is signed, if the kernel lacks a protection.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.protections.missing().map(|missing| missing.to_string())
    }

    /// Returns a sandbox that can read the directory of the authority.
    fn sandbox(&self) -> Result<Arc<Sandbox>, SandboxError> {
        let spec = SandboxSpec { read: Some(vec![self.authority.clone(), PROGRAM.into()]), ..SandboxSpec::default() };
        let name = format!("marotte-sign-{}-{:016x}", std::process::id(), getrandom::u64().unwrap_or_default());
        Sandbox::new(&spec, &self.protections, &std::env::temp_dir(), &name, true).map(Arc::new)
    }
}

impl ContentSigner for ChildSigner {
    fn sign(&self, content: &[u8]) -> io::Result<Vec<u8>> {
        let arguments = [OsString::from(SIGN_ARGUMENT), self.authority.clone().into()];
        let launch = Launch { input: content.to_vec(), timeout: TIME, ..Launch::new(PROGRAM, arguments, Vec::new()) };
        // All processes in the namespaces end with the first one.
        let _running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let sandbox = self.sandbox().map_err(|error| io::Error::other(error.to_string()))?;
        let output = sandbox.run(vec![launch]).pop().unwrap_or_else(|| Err(io::Error::other("it did not start")))?;
        match output.status {
            0 => Ok(output.stdout),
            _ if output.timed_out => Err(io::Error::other(format!("it took longer than {} s", TIME.as_secs()))),
            _ => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim_end().to_owned())),
        }
    }
}

/// Signs the content on the standard input with the key of the authority in the directory that is the only argument, and writes the
/// signature to the standard output.
#[must_use]
pub fn sign_main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let signed = signature(&arguments.next().unwrap_or_default());
    match signed.and_then(|bytes| io::stdout().write_all(&bytes).map_err(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let mut text = error.to_string();
            let mut source = error.source();
            while let Some(cause) = source {
                text = format!("{text}: {cause}");
                source = cause.source();
            }
            // The server has ended if nobody reads it.
            let _ = writeln!(io::stderr(), "{text}");
            ExitCode::FAILURE
        }
    }
}

fn signature(directory: &OsString) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut content = Vec::new();
    io::stdin().take(LARGEST + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LARGEST {
        return Err("the content is too large".into());
    }
    Ok(Authority::open(Path::new(directory))?.sign_content(&content)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signer_without_protections_signs_nothing_and_names_them() {
        let directory = tempfile::tempdir().unwrap();
        let signer = ChildSigner::new(directory.path(), Protections::detect().without(0, false, false));
        let error = signer.sign(b"content").unwrap_err().to_string();
        assert!(error.contains("it lacks Landlock and seccomp"), "{error}");
        assert_eq!(signer.refusal(), Some(error));
    }
}
