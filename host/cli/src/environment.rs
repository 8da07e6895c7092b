//! Owns what a compilation sees of this machine: the site's manifests, modules on the module path, schemas of types.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use catalog::schema::TypeSchema;
use compiler::{Base, Environment, Place, ReadError, Text, glob};

/// An environment of folders.
#[derive(Debug)]
pub struct Folders {
    name: String,
    site: Vec<Text>,
    modulepath: Vec<PathBuf>,
    types: BTreeMap<String, Arc<TypeSchema>>,
}

impl Folders {
    /// Makes an environment of a site, a module path and the schemas of the types that there are.
    #[must_use]
    pub fn new(
        name: &str,
        site: Vec<Text>,
        modulepath: Vec<PathBuf>,
        types: impl IntoIterator<Item = Arc<TypeSchema>>,
    ) -> Self {
        let types = types.into_iter().map(|schema| (schema.name.clone(), schema)).collect();
        Self { name: name.to_owned(), site, modulepath, types }
    }

    fn module(&self, name: &str) -> Option<PathBuf> {
        module_of(&self.modulepath, name)
    }
}

/// Finds a module: the first folder of this name on the module path.
pub(crate) fn module_of(modulepath: &[PathBuf], name: &str) -> Option<PathBuf> {
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    modulepath.iter().map(|folder| folder.join(name)).find(|folder| is_plain && folder.is_dir())
}

/// Finds a file of a module that a `puppet:///modules/NAME/PATH` means, never one outside of its `files`.
pub(crate) fn module_file(modulepath: &[PathBuf], module: &str, path: &str) -> Option<PathBuf> {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    is_inside.then(|| module_of(modulepath, module)).flatten().map(|folder| folder.join("files").join(path))
}

/// Finds the files that a glob means, which is relative to a folder unless it is absolute, ordered by path. A folder that
/// can not be read has none.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for pattern in glob::alternatives(pattern) {
        let mut paths = vec![if pattern.starts_with('/') { PathBuf::from("/") } else { folder.to_path_buf() }];
        for part in pattern.split('/').filter(|part| !matches!(*part, "" | ".")) {
            paths = match part {
                "**" => paths.into_iter().flat_map(with_folders_beneath).collect(),
                part if glob::is_pattern(part) => paths
                    .iter()
                    .flat_map(|folder| names(folder))
                    .filter(|path| path.file_name().is_some_and(|name| glob::matches(part, &name.to_string_lossy())))
                    .collect(),
                part => paths.into_iter().map(|path| path.join(part)).collect(),
            };
        }
        found.extend(paths.into_iter().filter(|path| path.is_file()));
    }
    found.sort();
    found.dedup();
    found
}

/// Returns a folder and those beneath it that are not hidden; links are not followed.
fn with_folders_beneath(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = vec![folder];
    let mut next = 0;
    while let Some(folder) = found.get(next) {
        let inner = names(folder).into_iter().filter(|path| path.is_dir() && !path.is_symlink());
        found.extend(inner.filter(|path| path.file_name().is_some_and(|n| glob::matches("*", &n.to_string_lossy()))));
        next += 1;
    }
    found
}

/// Returns what is in a folder.
fn names(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(here).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| folder.join(entry.file_name())).collect()
}

/// Reads a text file. Nothing if it is not there.
fn read(file: &Path) -> Result<Option<Text>, ReadError> {
    let name = file.display().to_string();
    match fs::read(file) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(Text { name, text })),
            Err(_) => Err(ReadError { path: name, reason: "it is not UTF-8".to_owned() }),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(None),
        Err(error) => Err(ReadError { path: name, reason: error.to_string() }),
    }
}

impl Environment for Folders {
    fn name(&self) -> &str {
        &self.name
    }

    fn site(&self) -> Result<Vec<Text>, ReadError> {
        Ok(self.site.clone())
    }

    fn text(&self, place: Place<'_>, path: &str) -> Result<Option<Text>, ReadError> {
        let Place::Module(module) = place else {
            return Ok(None);
        };
        let Some(folder) = self.module(module) else {
            return Ok(None);
        };
        read(&folder.join(path))
    }

    fn imported(&self, base: Base<'_>, pattern: &str) -> Result<Vec<Text>, ReadError> {
        let folder = match base {
            Base::Beside(file) => Path::new(file).parent().map(Path::to_path_buf).unwrap_or_default(),
            Base::Manifests(module) => match self.module(module) {
                Some(folder) => folder.join("manifests"),
                None => return Ok(Vec::new()),
            },
        };
        matching(&folder, pattern).iter().filter_map(|file| read(file).transpose()).collect()
    }

    fn now(&self) -> i128 {
        let elapsed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        elapsed.map_or(0, |elapsed| i128::try_from(elapsed.as_nanos()).unwrap_or(i128::MAX))
    }

    fn has_module(&self, name: &str) -> bool {
        self.module(name).is_some()
    }

    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        self.types.get(type_name).cloned()
    }

    fn type_names(&self) -> Vec<String> {
        self.types.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_means_files_as_in_ruby() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.pp", "b.pp", "c.txt", ".d.pp", "nodes/x1.pp", "nodes/y.pp", "nodes/deep/z.pp"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let found = matching(folder.path(), pattern);
            found.iter().map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string()).collect()
        };
        assert_eq!(found("*.pp"), ["a.pp", "b.pp"]);
        assert_eq!(found("nodes/*.pp"), ["nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found("./**/*.pp"), ["a.pp", "b.pp", "nodes/deep/z.pp", "nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found("{b,nodes/{y,x1}}.pp"), ["b.pp", "nodes/x1.pp", "nodes/y.pp"]);
        assert_eq!(found(&format!("{}/[a-c].*", folder.path().display())), ["a.pp", "b.pp", "c.txt"]);
        assert_eq!(found("nodes"), [""; 0]);
    }

    #[test]
    fn a_source_stays_inside_its_module() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("m/files")).unwrap();
        let path = [folder.path().to_path_buf()];
        assert_eq!(module_file(&path, "m", "a/b"), Some(folder.path().join("m/files/a/b")));
        assert_eq!(module_file(&path, "m", "../secret"), None);
        assert_eq!(module_file(&path, "..", "x"), None);
    }
}
