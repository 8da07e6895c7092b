//! Answers to questions of resource types about the files that modules serve, `puppet:///modules/NAME/PATH`. Ruby code can read
//! the files of modules by their paths, too, so that no grant is needed, and they are known while resources are validated.

use std::path::PathBuf;
use std::sync::Arc;

use ownership::Checker;
use ruby::interpreter::encode_bytes;
use ruby_vm::{FileKind, RubyFiles as _};
use serde_json::{Value as Json, json};

use super::files::ModuleFiles;
use crate::world::module_of;

/// The files that modules serve.
pub(super) struct ServedFiles {
    modulepath: Vec<PathBuf>,
    files: ModuleFiles,
}

impl ServedFiles {
    /// Returns the files of the modules on a module path.
    pub(super) fn new(modulepath: &[PathBuf], checker: &Arc<Checker>) -> Self {
        Self { modulepath: modulepath.to_vec(), files: ModuleFiles::new(None, modulepath, checker) }
    }

    /// Answers a question for the file of a source: null if the module has no such file. Returns `None` for other questions, and
    /// for sources of other mounts and of modules that are not on the module path.
    pub(super) fn answer(&self, question: &Json) -> Option<String> {
        if question["do"] != "serve_file" {
            return None;
        }
        let (name, path) = question["source"].as_str()?.strip_prefix("puppet:///modules/")?.split_once('/')?;
        let file = module_of(&self.modulepath, name)?.join("files").join(path).display().to_string();
        let with_content = question["content"] == true;
        let found = self.files.status(&file, true).ok().map(|status| status.kind);
        let value = match found {
            Some(FileKind::File) if with_content => match self.files.read(&file) {
                Ok(content) => json!({ "kind": "file", "content": encode_bytes(&content) }),
                Err(error) => {
                    return Some(json!({ "error": { "message": error.to_string(), "class": "" } }).to_string());
                }
            },
            Some(FileKind::File) => json!({ "kind": "file" }),
            Some(FileKind::Directory) => json!({ "kind": "directory" }),
            Some(FileKind::Symlink) | None => Json::Null,
        };
        Some(json!({ "value": value }).to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn served_files_are_those_of_modules_on_the_module_path() {
        let directory = tempfile::tempdir().unwrap();
        let files = directory.path().join("modules/acme/files");
        fs::create_dir_all(files.join("inner")).unwrap();
        fs::write(files.join("inner/text"), "content").unwrap();
        fs::write(directory.path().join("secret"), "outside").unwrap();
        let served = ServedFiles::new(&[directory.path().join("modules")], &Arc::default());
        let answer = |source: &str, content: bool| {
            let answer = served.answer(&json!({ "do": "serve_file", "source": source, "content": content }))?;
            Some(serde_json::from_str::<Json>(&answer).unwrap()["value"].take())
        };
        let file = json!({ "kind": "file", "content": "content" });
        assert_eq!(answer("puppet:///modules/acme/inner/text", true), Some(file));
        assert_eq!(answer("puppet:///modules/acme/inner/text", false), Some(json!({ "kind": "file" })));
        assert_eq!(answer("puppet:///modules/acme/inner", true), Some(json!({ "kind": "directory" })));
        assert_eq!(answer("puppet:///modules/acme/none", true), Some(Json::Null));
        assert_eq!(answer("puppet:///modules/acme/../../../secret", true), Some(Json::Null));
        assert_eq!(answer("puppet:///modules/other/text", true), None);
        assert_eq!(answer("puppet:///mount/text", true), None);
        assert_eq!(served.answer(&json!({ "do": "which", "name": "sh" })), None);
    }
}
