//! The Ruby interpreter of this system: its installation, and the instances of a run. One instance runs the functions that
//! modules implement in Ruby, which can read the files of modules and of the environment, and nothing else. Another one runs
//! the facts of modules, which can also read files of the system and run commands that change nothing.

mod answers;
mod facts;
mod files;
mod foreign;
mod host;
mod language;
mod package;
mod refused;
mod served;
mod trust_options;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use ownership::{Checker, OwnershipRule};
use ruby_vm::RubyCode;
use sha2::{Digest as _, Sha256};

pub(crate) use facts::{FactInterpreter, FactLookup};
pub(crate) use host::RubyHost;
pub use host::start_for_types;
pub use package::RubyPackage;
pub(crate) use package::title_patterns;
pub use refused::RefusedAccesses;
pub use ruby_vm::RubyLimits;
pub use trust_options::TrustOptions;

/// The releases that can be installed: the SHA-256 of the module, and its description.
const RELEASES: &[(&str, &str)] = &[(
    "4b814fc9d13505ea5b4c1f3bd3a7cc7ccca137f551196b9b21f0a7caf9cc5878",
    "CRuby 3.4.1, npm package @ruby/3.4-wasm-wasi 2.10.1",
)];

/// The path of the module in the npm package.
const PACKAGED: &str = "package/dist/ruby+stdlib.wasm";

/// The largest module.
const MAXIMUM_MODULE: u64 = 256 << 20;

/// Suffixes of the files in the store: the module, named by its SHA-256, and its native code.
const MODULE: &str = "wasm";
const NATIVE: &str = "native";

/// The directory with the installed interpreter.
#[derive(Clone, Debug)]
pub struct RubyStore {
    directory: PathBuf,
    checker: Arc<Checker>,
    limits: RubyLimits,
    /// The native code, once it was opened.
    code: Arc<Mutex<Option<RubyCode>>>,
}

/// The installed interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledRuby {
    /// The file of the module.
    pub file: PathBuf,
    /// Its SHA-256 in hexadecimal.
    pub digest: String,
    /// The release.
    pub release: &'static str,
    /// The file of the native code; `None` if it is prepared on the next use.
    pub native: Option<PathBuf>,
}

impl RubyStore {
    /// Returns the store in a directory, which need not exist.
    #[must_use]
    pub fn new(directory: PathBuf, checker: Arc<Checker>) -> Self {
        Self { directory, checker, limits: RubyLimits::default(), code: Arc::default() }
    }

    /// Sets the limits of the interpreter.
    #[must_use]
    pub fn with_limits(self, limits: RubyLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the installed interpreter.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub fn installed(&self) -> Result<Option<InstalledRuby>> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            entries => entries.with_context(|| self.directory.display().to_string())?,
        };
        for entry in entries {
            let file = entry?.path();
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if file.extension().is_none_or(|extension| extension != MODULE) {
                continue;
            }
            if let Some((digest, release)) = RELEASES.iter().find(|(digest, _)| *digest == stem) {
                let native = self.native_file(digest)?;
                let native = native.exists().then_some(native);
                return Ok(Some(InstalledRuby { file, digest: (*digest).to_owned(), release, native }));
            }
        }
        Ok(None)
    }

    /// Installs an interpreter from a WebAssembly module or the npm package that contains it, and prepares its native code,
    /// which takes about a minute; `preparing` is called before.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not a known release, or the store cannot be written.
    pub fn add(&self, file: &Path, preparing: impl FnOnce()) -> Result<InstalledRuby> {
        let module = read_module(file).with_context(|| file.display().to_string())?;
        let digest = hex(&Sha256::digest(&module));
        let Some((digest, release)) = RELEASES.iter().find(|(known, _)| *known == digest) else {
            let known: Vec<&str> = RELEASES.iter().map(|(_, release)| *release).collect();
            bail!(
                "{} is not a known interpreter (SHA-256 {digest}); this version accepts the file {PACKAGED} of: {}",
                file.display(),
                known.join("; ")
            );
        };
        self.checker.check_directory(&self.directory, OwnershipRule::Trusted)?;
        fs::create_dir_all(&self.directory).with_context(|| self.directory.display().to_string())?;
        let native = self.native_file(digest)?;
        preparing();
        self.prepare(&module, &native)?;
        let name = format!("{digest}.{MODULE}");
        ::files::replace_in(&self.directory, &name, 0o644, &module)
            .with_context(|| self.directory.display().to_string())?;
        let file = self.directory.join(name);
        Ok(InstalledRuby { file, digest: (*digest).to_owned(), release, native: Some(native) })
    }

    /// Removes the installed interpreter. Returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn remove(&self) -> Result<bool> {
        let Some(installed) = self.installed()? else { return Ok(false) };
        fs::remove_file(&installed.file).with_context(|| installed.file.display().to_string())?;
        self.remove_native(None)?;
        Ok(true)
    }

    /// Writes the component for the types of a module to the store and returns its path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn keep_package(&self, module: &str, package: &RubyPackage) -> Result<PathBuf> {
        let directory = self.modules()?;
        let name = format!("{module}.wasm");
        ::files::replace_in(&directory, &name, 0o644, &package.component)
            .with_context(|| directory.display().to_string())?;
        Ok(directory.join(name))
    }

    /// Returns the directory for data of modules.
    fn module_directory(&self) -> PathBuf {
        self.directory.join("modules")
    }

    /// Creates the directory for data of modules and returns it.
    fn modules(&self) -> Result<PathBuf> {
        let directory = self.module_directory();
        self.checker.check_directory(&self.directory, OwnershipRule::Trusted)?;
        fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
        Ok(directory)
    }

    /// Opens the installed interpreter, which this store and its clones then keep; `None` if there is none. Native code that
    /// another version of this program prepared is replaced, which takes about a minute.
    ///
    /// # Errors
    /// Returns an error if other users can change the files, or the native code cannot be prepared.
    fn open(&self) -> Result<Option<RubyCode>> {
        let mut code = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        if code.is_none() {
            *code = self.opened()?;
        }
        Ok(code.clone())
    }

    fn opened(&self) -> Result<Option<RubyCode>> {
        let Some(installed) = self.installed()? else { return Ok(None) };
        let native = self.native_file(&installed.digest)?;
        let file = match self.checker.open(&native, OwnershipRule::Trusted) {
            Err(error) if error.is_missing() => {
                let module = self.checker.read(&installed.file, OwnershipRule::Trusted)?;
                if hex(&Sha256::digest(&module)) != installed.digest {
                    bail!("{} was changed; install it again with 'marotte ruby add FILE'", installed.file.display());
                }
                self.prepare(&module, &native)?;
                self.checker.open(&native, OwnershipRule::Trusted)?
            }
            file => file?,
        };
        Ok(Some(mapped(file)?))
    }

    /// Prepares native code and stores it. Native code of other versions is removed.
    fn prepare(&self, module: &[u8], native: &Path) -> Result<()> {
        let code = RubyCode::prepare(module)?;
        self.remove_native(Some(native))?;
        let name = native.file_name().unwrap_or_default().to_string_lossy();
        ::files::replace_in(&self.directory, &name, 0o644, &code).with_context(|| native.display().to_string())
    }

    fn remove_native(&self, kept: Option<&Path>) -> Result<()> {
        for entry in fs::read_dir(&self.directory)? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == NATIVE) && Some(&*file) != kept {
                match fs::remove_file(&file) {
                    // Another process prepares native code, too.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    removed => removed.with_context(|| file.display().to_string())?,
                }
            }
        }
        Ok(())
    }

    fn native_file(&self, digest: &str) -> Result<PathBuf> {
        Ok(self.directory.join(format!("{}.{NATIVE}", RubyCode::name(digest)?)))
    }
}

#[expect(unsafe_code, reason = "native code is run; its file has been checked")]
fn mapped(file: File) -> Result<RubyCode> {
    // SAFETY: the file was written by `RubyCode::prepare` under a name that identifies this version. It is open, and only root
    // and this user can change it or the directories above it; this program replaces such files and never changes them.
    Ok(unsafe { RubyCode::open(file) }?)
}

/// Reads a module, which can be in an npm package.
fn read_module(file: &Path) -> Result<Vec<u8>> {
    let mut input = File::open(file)?;
    let mut start = [0; 2];
    input.read_exact(&mut start)?;
    let input = start.chain(input);
    let mut module = Vec::new();
    if start == [0x1f, 0x8b] {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(input));
        for entry in archive.entries()? {
            let entry = entry?;
            if entry.path()? == Path::new(PACKAGED) {
                entry.take(MAXIMUM_MODULE).read_to_end(&mut module)?;
                return Ok(module);
            }
        }
        bail!("the package does not contain {PACKAGED}");
    }
    input.take(MAXIMUM_MODULE).read_to_end(&mut module)?;
    Ok(module)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
