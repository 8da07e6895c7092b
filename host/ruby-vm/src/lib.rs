//! Ruby code of modules: CRuby as a WebAssembly module, which can only read the files that the host shows it, and which asks
//! the host for everything else. The crate prints nothing and knows neither manifests nor modules: requests and replies are
//! texts, whose form `ruby::interpreter` describes.

mod access;
mod bridge;
mod files;
mod guest;
mod library;
mod prepare;
mod state;
mod vm;
mod wasi;

use std::fmt;
use std::fs::File;

use thiserror::Error;
use wasmtime::{InstancePre, Module};

use crate::state::State;
pub use files::{FileKind, FileStatus, RubyFiles};
pub use vm::{RubyLimits, RubyVm, RubyVmError};

/// Error of preparing or loading an interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RubyCodeError(String);

impl From<wasmtime::Error> for RubyCodeError {
    fn from(error: wasmtime::Error) -> Self {
        Self(format!("{error:#}"))
    }
}

/// The native code of an interpreter in which the library is loaded. Cheap to clone; instances share nothing but the code.
#[derive(Clone)]
pub struct RubyCode(InstancePre<State>);

impl fmt::Debug for RubyCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RubyCode").finish_non_exhaustive()
    }
}

impl RubyCode {
    /// Starts an interpreter, given as a WebAssembly module, loads the library, and compiles the result to native code for
    /// [`RubyCode::open`]. This takes about a minute.
    ///
    /// # Errors
    /// Returns an error if the module is not an interpreter, or the library cannot be loaded.
    pub fn prepare(module: &[u8]) -> Result<Vec<u8>, RubyCodeError> {
        Ok(prepare::prepare(module)?)
    }

    /// Maps native code.
    ///
    /// # Errors
    /// Returns an error if the file was made by another version of this program or for another processor.
    ///
    /// # Safety
    /// The file must contain the result of [`RubyCode::prepare`] and must not be changed as long as the code is used.
    #[expect(unsafe_code, reason = "native code is run; the caller has verified it")]
    pub unsafe fn open(file: File) -> Result<Self, RubyCodeError> {
        // SAFETY: by the contract of this function.
        let module = unsafe { Module::deserialize_open_file(&prepare::engine()?, file) }?;
        Ok(Self(vm::linked(&module)?))
    }

    /// Returns a name for the native code of the module with this digest. The name changes whenever the native code could
    /// differ.
    ///
    /// # Errors
    /// Returns an error if WebAssembly cannot be run on this system.
    pub fn name(module: &str) -> Result<String, RubyCodeError> {
        use std::hash::{Hash as _, Hasher};

        use sha2::{Digest as _, Sha256};

        struct Fingerprint(Sha256);
        impl Hasher for Fingerprint {
            fn write(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }
            fn finish(&self) -> u64 {
                0
            }
        }
        let mut fingerprint = Fingerprint(Sha256::new());
        prepare::engine()?.precompile_compatibility_hash().hash(&mut fingerprint);
        fingerprint.0.update(prepare::VERSION);
        fingerprint.0.update(library::COMPRESSED);
        fingerprint.0.update(module);
        Ok(fingerprint.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Starts an instance.
    ///
    /// # Errors
    /// Returns an error if the instance cannot be started.
    pub fn start(&self, files: Box<dyn RubyFiles>, limits: RubyLimits) -> Result<RubyVm, RubyVmError> {
        RubyVm::start(&self.0, files, limits)
    }
}
