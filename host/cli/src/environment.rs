//! Owns what a compilation sees of this machine: the site's manifests, modules on the module path, schemas of types.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use catalog::schema::TypeSchema;
use compiler::{Environment, Place, ReadError, Text};

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
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    modulepath.iter().map(|folder| folder.join(name)).find(|folder| is_plain && folder.is_dir())
}

/// Finds a file of a module that a `puppet:///modules/NAME/PATH` means, never one outside of its `files`.
pub(crate) fn module_file(modulepath: &[PathBuf], module: &str, path: &str) -> Option<PathBuf> {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    is_inside.then(|| module_of(modulepath, module)).flatten().map(|folder| folder.join("files").join(path))
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
        let file = folder.join(path);
        let name = file.display().to_string();
        match fs::read(&file) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Some(Text { name, text })),
                Err(_) => Err(ReadError { path: name, reason: "it is not UTF-8".to_owned() }),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(None),
            Err(error) => Err(ReadError { path: name, reason: error.to_string() }),
        }
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
    fn a_source_stays_inside_its_module() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("m/files")).unwrap();
        let path = [folder.path().to_path_buf()];
        assert_eq!(module_file(&path, "m", "a/b"), Some(folder.path().join("m/files/a/b")));
        assert_eq!(module_file(&path, "m", "../secret"), None);
        assert_eq!(module_file(&path, "..", "x"), None);
    }
}
