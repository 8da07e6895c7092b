//! The files that Ruby code can read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use marotte_contract::manifest::RubyCode;
use ownership::{CheckError, Checker};
use ruby_vm::{FileKind, FileStatus, RubyFiles};
use sha2::{Digest as _, Sha256};

/// Directories of the system whose files facts can read.
pub(super) const FACT_DIRECTORIES: &[&str] =
    &["/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/opt", "/proc", "/run", "/sbin", "/sys", "/usr", "/var"];

/// The largest file of the system that is read, in bytes.
const MAXIMUM_SIZE: u64 = 64 << 20;

/// The files of modules and of the environment.
#[derive(Clone)]
pub(super) struct ModuleFiles {
    /// Directories without symbolic links.
    roots: Vec<PathBuf>,
    /// The directories as they are given, of which some are symbolic links.
    given: Vec<PathBuf>,
    /// The resolved paths of directories below the roots; `None` for directories that do not exist.
    known: Arc<Mutex<HashMap<PathBuf, Option<PathBuf>>>>,
    checker: Arc<Checker>,
    /// The files that were read.
    reads: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl ModuleFiles {
    /// Returns the files of an environment, given by its directory and its module path.
    pub(super) fn new(directory: Option<&Path>, modulepath: &[PathBuf], checker: &Arc<Checker>) -> Self {
        // Modules can be symbolic links to other directories.
        let modules: Vec<PathBuf> =
            modulepath.iter().flat_map(|directory| crate::settings::directories_in(directory)).collect();
        let given = directory.into_iter().chain(modulepath.iter().chain(&modules).map(PathBuf::as_path));
        let given: Vec<PathBuf> = given.map(Path::to_path_buf).collect();
        Self {
            roots: given.iter().filter_map(|root| root.canonicalize().ok()).collect(),
            given,
            known: Arc::default(),
            checker: Arc::clone(checker),
            reads: Arc::default(),
        }
    }

    /// Returns the files that were read so far, without symbolic links. Clones share them.
    pub(super) fn reads(&self) -> BTreeSet<PathBuf> {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the path of a file without symbolic links. Directories above the roots are visible.
    fn resolved(&self, path: &str) -> io::Result<PathBuf> {
        let resolved = self.without_links(Path::new(path))?;
        let is_visible = |root: &PathBuf| resolved.starts_with(root) || root.starts_with(&resolved);
        if self.roots.iter().any(is_visible) { Ok(resolved) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    }

    /// Returns an existing path without symbolic links. Ruby searches each file in the directories of all modules, so that those are
    /// resolved only once.
    fn without_links(&self, path: &Path) -> io::Result<PathBuf> {
        let is_plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
        let is_below = |root: &PathBuf| path.starts_with(root) && path != root;
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) if is_plain && self.given.iter().chain(&self.roots).any(is_below) => {
                let file = self.directory(parent).ok_or(io::ErrorKind::NotFound)?.join(name);
                if file.symlink_metadata()?.is_symlink() { file.canonicalize() } else { Ok(file) }
            }
            _ => path.canonicalize(),
        }
    }

    /// Returns the path of a directory without symbolic links; `None` if it does not exist.
    fn directory(&self, path: &Path) -> Option<PathBuf> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return known.clone();
        }
        let found = self.without_links(path).ok();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), found.clone());
        found
    }
}

impl RubyFiles for ModuleFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let file = self.resolved(path)?;
        let mut content = Vec::new();
        self.checker.open_listed(&file).map_err(io_error)?.read_to_end(&mut content)?;
        self.reads.lock().unwrap_or_else(PoisonError::into_inner).insert(file);
        Ok(content)
    }

    /// Symbolic links are always followed.
    fn status(&self, path: &str, _follow: bool) -> io::Result<FileStatus> {
        status_of(&fs::metadata(self.resolved(path)?)?)
    }

    fn names(&self, path: &str) -> io::Result<Vec<String>> {
        let directory = self.resolved(path)?;
        let entries = fs::read_dir(&directory)?.filter_map(Result::ok);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_visible = |name: &String| self.resolved(&directory.join(name).display().to_string()).is_ok();
        let mut names: Vec<String> = names.filter(is_visible).collect();
        names.sort();
        Ok(names)
    }

    fn target(&self, path: &str) -> io::Result<String> {
        self.resolved(path)?;
        Err(io::ErrorKind::InvalidInput.into())
    }
}

/// Files for facts: files of modules, and files of the system in [`FACT_DIRECTORIES`].
#[derive(Clone)]
pub(super) struct FactFiles {
    modules: ModuleFiles,
    /// Paths of existing files that were refused, until they are reported.
    refused: Arc<Mutex<BTreeSet<String>>>,
}

impl FactFiles {
    pub(super) fn new(modules: ModuleFiles) -> Self {
        Self { modules, refused: Arc::default() }
    }

    /// Returns the paths that were refused since the last call.
    pub(super) fn take_refused(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.refused.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the path of a file without symbolic links; at its end, a link is kept unless `follow` is set. The result is
    /// true for a file of a module.
    fn resolved(&self, path: &str, follow: bool) -> io::Result<(PathBuf, bool)> {
        if let Ok(file) = self.modules.resolved(path) {
            return Ok((file, true));
        }
        let given = Path::new(path);
        let resolved = match (follow, given.parent(), given.file_name()) {
            (false, Some(parent), Some(name)) => parent.canonicalize()?.join(name),
            _ => given.canonicalize()?,
        };
        let mut visible = FACT_DIRECTORIES.iter().map(Path::new);
        if visible.any(|root| resolved.starts_with(root) || root.starts_with(&resolved)) {
            return Ok((resolved, false));
        }
        if resolved.symlink_metadata().is_ok() {
            self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
        }
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

impl RubyFiles for FactFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let (file, is_of_module) = self.resolved(path, true)?;
        if is_of_module {
            return self.modules.read(path);
        }
        let mut content = Vec::new();
        let file = File::open(file)?;
        // Reading from a device or a pipe may have effects, and may not end.
        if !file.metadata()?.is_file() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        file.take(MAXIMUM_SIZE + 1).read_to_end(&mut content)?;
        if content.len() as u64 > MAXIMUM_SIZE { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(content) }
    }

    fn status(&self, path: &str, follow: bool) -> io::Result<FileStatus> {
        let (file, _) = self.resolved(path, follow)?;
        status_of(&if follow { fs::metadata(file)? } else { fs::symlink_metadata(file)? })
    }

    fn names(&self, path: &str) -> io::Result<Vec<String>> {
        let (directory, is_of_module) = self.resolved(path, true)?;
        if is_of_module && !FACT_DIRECTORIES.iter().any(|root| Path::new(root).starts_with(&directory)) {
            return self.modules.names(path);
        }
        let entries = fs::read_dir(directory)?.filter_map(Result::ok);
        let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        Ok(names)
    }

    fn target(&self, path: &str) -> io::Result<String> {
        let (file, _) = self.resolved(path, false)?;
        let target = fs::read_link(file)?;
        target.into_os_string().into_string().map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

/// Files for resource types: files of modules, of which Ruby code must have a known digest. Access to other files becomes a
/// question to the caller.
pub(super) struct TypeFiles {
    modules: ModuleFiles,
    /// Directories of the module path, as given.
    directories: Vec<PathBuf>,
    /// The verified content of the Ruby files, by their paths without symbolic links.
    code: BTreeMap<PathBuf, Vec<u8>>,
}

impl TypeFiles {
    /// Returns the files of a module path with the digests of Ruby files by module and path.
    ///
    /// # Errors
    /// Returns an error if a file was changed or does not exist.
    pub(super) fn new(modulepath: &[PathBuf], code: &RubyCode, checker: &Arc<Checker>) -> anyhow::Result<Self> {
        let modules = ModuleFiles::new(None, modulepath, checker);
        let mut verified = BTreeMap::new();
        for (file, digest) in &code.files {
            let path = file
                .split_once('/')
                .and_then(|(module, path)| crate::world::module_of(modulepath, module)?.join(path).canonicalize().ok());
            let content = path.as_ref().and_then(|path| modules.read(&path.display().to_string()).ok());
            match (path, content) {
                (Some(path), Some(content)) if *digest == super::hex(&Sha256::digest(&content)) => {
                    verified.insert(path, content);
                }
                _ => anyhow::bail!(
                    "the file '{file}' was changed since the module was trusted: 'marotte module trust {}' shows what \
                     its code may do now",
                    code.module
                ),
            }
        }
        Ok(Self { modules, directories: modulepath.to_vec(), code: verified })
    }
}

impl RubyFiles for TypeFiles {
    fn covers(&self, path: &str) -> bool {
        // Ruby resolves the directories above a file that it loads.
        let path = Path::new(path);
        self.directories.iter().any(|directory| path.starts_with(directory) || directory.starts_with(path))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if Path::new(path).extension().is_none_or(|extension| extension != "rb") {
            return self.modules.read(path);
        }
        let verified = self.code.get(&self.modules.resolved(path)?).cloned();
        verified.ok_or_else(|| io::Error::new(io::ErrorKind::PermissionDenied, "the file is not trusted"))
    }

    fn status(&self, path: &str, follow: bool) -> io::Result<FileStatus> {
        self.modules.status(path, follow)
    }

    fn names(&self, path: &str) -> io::Result<Vec<String>> {
        self.modules.names(path)
    }

    fn target(&self, path: &str) -> io::Result<String> {
        self.modules.target(path)
    }
}

fn status_of(found: &fs::Metadata) -> io::Result<FileStatus> {
    let kind = match found.file_type() {
        kind if kind.is_dir() => FileKind::Directory,
        kind if kind.is_symlink() => FileKind::Symlink,
        kind if kind.is_file() => FileKind::File,
        _ => return Err(io::ErrorKind::PermissionDenied.into()),
    };
    Ok(FileStatus { kind, size: found.len(), modified: found.modified()? })
}

fn io_error(error: CheckError) -> io::Error {
    match error {
        CheckError::Io { source, .. } => source,
        other => io::Error::new(io::ErrorKind::PermissionDenied, other.to_string()),
    }
}
