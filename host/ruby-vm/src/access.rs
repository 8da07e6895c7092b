//! Access to files by their paths. Files of modules are read directly; every other access is a question to the calling thread.

use std::io;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use ruby::interpreter::{decode_bytes, encode_bytes};
use serde_json::{Value as Json, json};

use crate::files::{FileKind, FileStatus, RubyFiles};
use crate::vm::{Channel, FromVm, ToVm, receive};

/// Access to files by absolute paths.
pub(crate) struct FileAccess {
    pub(crate) files: Box<dyn RubyFiles>,
    /// The connection to the thread that called Ruby.
    pub(crate) caller: Option<Rc<Channel>>,
}

impl FileAccess {
    /// Returns the content of a file.
    pub(crate) fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if self.files.covers(path) {
            return self.files.read(path);
        }
        let content = self.ask(json!({ "do": "file_read", "path": path }))?;
        decode_bytes(&content).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Returns the status of a file.
    pub(crate) fn status(&self, path: &str, follow: bool) -> io::Result<FileStatus> {
        if self.files.covers(path) {
            return self.files.status(path, follow);
        }
        let found = self.ask(json!({ "do": "stat", "path": path, "follow": follow }))?;
        let kind = match found["kind"].as_str() {
            None => return Err(io::ErrorKind::NotFound.into()),
            Some("directory") => FileKind::Directory,
            Some("symlink") => FileKind::Symlink,
            Some(_) => FileKind::File,
        };
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(found["mtime"].as_u64().unwrap_or_default());
        Ok(FileStatus { kind, size: found["size"].as_u64().unwrap_or_default(), modified })
    }

    /// Returns the names in a directory, sorted.
    pub(crate) fn names(&self, path: &str) -> io::Result<Vec<String>> {
        if self.files.covers(path) {
            return self.files.names(path);
        }
        let names = self.ask(json!({ "do": "file_names", "path": path }))?;
        Ok(names.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect())
    }

    /// Returns the target of a symbolic link.
    pub(crate) fn target(&self, path: &str) -> io::Result<String> {
        if self.files.covers(path) {
            return self.files.target(path);
        }
        let found = self.ask(json!({ "do": "stat", "path": path, "follow": false }))?;
        match (found["kind"].as_str(), found["target"].as_str()) {
            (None, _) => Err(io::ErrorKind::NotFound.into()),
            (_, Some(target)) => Ok(target.to_owned()),
            (_, None) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Replaces the content of a file, which is created if it does not exist.
    pub(crate) fn write(&self, path: &str, content: &[u8]) -> io::Result<()> {
        self.change(path, json!({ "do": "file_write", "path": path, "content": encode_bytes(content) }))
    }

    /// Makes a change that a question describes.
    pub(crate) fn change(&self, path: &str, question: Json) -> io::Result<()> {
        self.check_writable(path)?;
        self.ask(question).map(drop)
    }

    /// Rejects files that can only be read.
    pub(crate) fn check_writable(&self, path: &str) -> io::Result<()> {
        if self.files.covers(path) { Err(io::ErrorKind::ReadOnlyFilesystem.into()) } else { Ok(()) }
    }

    fn ask(&self, question: Json) -> io::Result<Json> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (sender, receiver) = &**self.caller.as_ref().ok_or(io::ErrorKind::PermissionDenied)?;
        sender.send(FromVm::Question(question.to_string())).map_err(|_| gone())?;
        // A question about a file is answered without calling Ruby.
        let answer = receive(receiver).map_err(|_| gone())?;
        let ToVm::Answer(answer) = answer else { return Err(gone()) };
        let mut answer: Json = serde_json::from_str(&answer).map_err(|_| io::ErrorKind::InvalidData)?;
        match answer["error"]["code"].as_str() {
            None if answer["error"].is_null() => Ok(answer["value"].take()),
            code => Err(kind_of(code.unwrap_or_default()).into()),
        }
    }
}

/// Returns the kind of an error by the name in an answer, which is that of the contract with components.
fn kind_of(code: &str) -> io::ErrorKind {
    match code {
        "not-found" => io::ErrorKind::NotFound,
        "exists" => io::ErrorKind::AlreadyExists,
        "denied" | "refused" => io::ErrorKind::PermissionDenied,
        "invalid" => io::ErrorKind::InvalidInput,
        _ => io::ErrorKind::InvalidData,
    }
}
