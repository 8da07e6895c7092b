//! What compilations of an environment share: the content of files, the syntax trees of manifests and the declarations of types.

use std::borrow::Borrow;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ownership::Checker;
use rustc_hash::FxHashMap;
use syntax::ParsedFiles;
use value::ReadError;

use crate::ruby_types::RubyTypes;
use crate::stamps::Stamps;

/// The content of a file; `None` if it does not exist.
type Content = Option<Arc<[u8]>>;

/// The files of an environment and of the modules on its module path. Each is read once: after a change,
/// [`SharedFiles::is_current`] is false and new `SharedFiles` are required. Threads may use them at the same time.
#[derive(Debug)]
pub struct SharedFiles {
    pub(crate) manifests: ParsedFiles,
    pub(crate) types: Arc<RubyTypes>,
    stamps: Arc<Stamps>,
    contents: Mutex<FxHashMap<PathBuf, Content>>,
    /// Whether paths exist.
    existing: Mutex<FxHashMap<PathBuf, bool>>,
    /// The directories of modules by name.
    modules: Mutex<FxHashMap<Box<str>, Option<PathBuf>>>,
    /// Files that were searched for in all modules.
    in_modules: Mutex<FxHashMap<Box<str>, Option<PathBuf>>>,
}

impl SharedFiles {
    /// Returns the files of an environment with a module path, none of which has been read.
    #[must_use]
    pub fn new(modulepath: Vec<PathBuf>, checker: Arc<Checker>) -> Self {
        let stamps = Arc::<Stamps>::default();
        modulepath.iter().for_each(|directory| stamps.note(directory));
        Self {
            manifests: ParsedFiles::default(),
            types: Arc::new(RubyTypes::new(modulepath, checker).noting(Arc::clone(&stamps))),
            stamps,
            contents: Mutex::default(),
            existing: Mutex::default(),
            modules: Mutex::default(),
            in_modules: Mutex::default(),
        }
    }

    /// Returns whether nothing that was read has changed since.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.stamps.are_current()
    }

    /// Notes a file or directory that is about to be read by others.
    pub(crate) fn note(&self, path: &Path) {
        self.stamps.note(path);
    }

    /// Notes the directory in which a path is searched for.
    pub(crate) fn note_parent(&self, path: &Path) {
        self.stamps.note_parent(path);
    }

    /// Returns the content of a file. An error is not kept.
    pub(crate) fn content(
        &self,
        file: &Path,
        read: impl FnOnce() -> Result<Option<Vec<u8>>, ReadError>,
    ) -> Result<Option<Vec<u8>>, ReadError> {
        let known = lock(&self.contents).get(file).cloned();
        let content = match known {
            Some(known) => known,
            None => {
                self.stamps.note(file);
                let content: Content = read()?.map(Into::into);
                lock(&self.contents).insert(file.to_owned(), content.clone());
                content
            }
        };
        Ok(content.map(|content| content.to_vec()))
    }

    /// Returns whether a path exists.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        known_or(&self.existing, path, |path| {
            self.stamps.note_parent(path);
            path.exists()
        })
    }

    /// Returns the directory of a module.
    pub(crate) fn module(&self, name: &str, find: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
        known_or(&self.modules, name, |_| find())
    }

    /// Returns the first file with a path in a module.
    pub(crate) fn in_modules(&self, path: &str, find: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
        known_or(&self.in_modules, path, |_| find())
    }
}

/// Returns the value of a key, which is determined on its first use.
fn known_or<Q, K, V>(known: &Mutex<FxHashMap<K, V>>, key: &Q, find: impl FnOnce(&Q) -> V) -> V
where
    Q: Eq + Hash + ?Sized,
    K: Borrow<Q> + Eq + Hash + for<'q> From<&'q Q>,
    V: Clone,
{
    if let Some(value) = lock(known).get(key) {
        return value.clone();
    }
    // Without the lock, so that other threads need not wait for this one.
    let value = find(key);
    lock(known).insert(key.into(), value.clone());
    value
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
