//! Answers to questions about files.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::{Kind, Metadata, Part, Place, Want};
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::bindings::marotte::provider::{fs_read, fs_write};
use crate::bindings::marotte::ruby::programs;
use crate::values::text;

/// The number of bytes that are read at once.
const CHUNK: u32 = 1 << 20;

/// The largest file that is read, in bytes.
const MAXIMUM_SIZE: usize = 64 << 20;

/// The largest number of names in a directory.
const MAXIMUM_NAMES: u32 = 100_000;

/// What Ruby code learns about a program that it may not read.
const PROGRAM: Metadata = Metadata {
    kind: Kind::File,
    size: 0,
    mode: 0o755,
    uid: 0,
    gid: 0,
    atime_ns: 0,
    mtime_ns: 0,
    ctime_ns: 0,
    target: None,
    selinux: None,
    selinux_default: None,
    acl_group: None,
};

/// Answers a question; `None` if it does not concern files.
pub(crate) fn answer(question: &str, parts: &Json, row: u32) -> Option<Result<Json, Error>> {
    let path = text(&parts["path"]);
    let done = |result: Result<(), Error>| result.map(|()| Json::Null);
    let attributes = Attrs { mode: None, uid: None, gid: None, mtime_ns: None, selinux: None };
    let number = |key: &str| parts[key].as_u64().and_then(|number| u32::try_from(number).ok());
    Some(match question {
        "file_read" => read(path, row).map(content),
        "file_names" => names(path, row),
        "stat" => {
            stat(path, parts["follow"] == true, row).map(|found| found.map_or(Json::Null, |found| status(&found)))
        }
        "serve_file" => served(text(&parts["source"]), parts["content"] == true, row),
        "file_write" => done(fs_write::write(path, &[part(&parts["content"])], &attributes, None)),
        // The host refuses to remove a directory that is not empty.
        "file_remove" | "directory_remove" => done(fs_write::remove(path, false, None)),
        "file_rename" => done(fs_write::rename(text(&parts["source"]), path)),
        "file_symlink" => done(fs_write::make_symlink(text(&parts["target"]), path, &attributes)),
        "directory_make" => done(fs_write::make_directory(path, &attributes, false)),
        "file_times" => {
            let modified = parts["modified"].as_i64();
            done(fs_write::set_attrs(path, &Attrs { mtime_ns: modified, ..attributes }, true))
        }
        "chmod" => {
            let follow = parts["follow"] != false;
            done(fs_write::set_attrs(path, &Attrs { mode: number("mode"), ..attributes }, follow))
        }
        "chown" => {
            let follow = parts["follow"] != false;
            done(fs_write::set_attrs(path, &Attrs { uid: number("uid"), gid: number("gid"), ..attributes }, follow))
        }
        _ => return None,
    })
}

/// Returns bytes in the form of answers: a string if they are UTF-8.
pub(crate) fn content(bytes: Vec<u8>) -> Json {
    match String::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => json!(["b", BASE64_STANDARD.encode(error.as_bytes())]),
    }
}

/// Returns the content in a question.
pub(crate) fn part(json: &Json) -> Part {
    match json {
        Json::String(text) => Part::Text(text.clone()),
        encoded => Part::Bytes(BASE64_STANDARD.decode(text(&encoded[1])).unwrap_or_default()),
    }
}

fn read(path: &str, row: u32) -> Result<Vec<u8>, Error> {
    let place = Place { row, path: path.to_owned() };
    let mut bytes = Vec::new();
    loop {
        let chunk = fs_read::read(&place, bytes.len() as u64, CHUNK)?;
        let is_last = chunk.len() < CHUNK as usize;
        bytes.extend(chunk);
        if is_last {
            return Ok(bytes);
        }
        if bytes.len() > MAXIMUM_SIZE {
            let message = format!("{path} has more than {} MB", MAXIMUM_SIZE >> 20);
            return Err(Error { code: Code::Invalid, message, detail: None });
        }
    }
}

/// Returns the kind of the file that a source names, and its content if it is wanted; null if there is no such file. A source is a
/// path, or a URL that a resource names in an attribute.
fn served(source: &str, with_content: bool, row: u32) -> Result<Json, Error> {
    let place = source.strip_prefix("file://").or_else(|| source.strip_prefix("file:")).unwrap_or(source);
    let kind = match stat(place, true, row) {
        Ok(Some(found)) => status(&found)["kind"].take(),
        Ok(None) | Err(Error { code: Code::NotFound, .. }) => return Ok(Json::Null),
        Err(error) => return Err(error),
    };
    let content = if with_content && kind == "file" { content(read(place, row)?) } else { Json::Null };
    Ok(json!({ "kind": kind, "content": content }))
}

fn names(path: &str, row: u32) -> Result<Json, Error> {
    let place = Place { row, path: path.to_owned() };
    let entries = fs_read::walk(&place, 1, false, &[], MAXIMUM_NAMES)?;
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(entries.iter().map(|entry| Json::from(name(&entry.path))).collect())
}

/// Returns the metadata of a file. Whether a program exists may be known without a grant.
fn stat(path: &str, follow: bool, row: u32) -> Result<Option<Metadata>, Error> {
    let place = Place { row, path: path.to_owned() };
    let found = fs_read::stat(&[place], follow, Want::TARGET).into_iter().next().unwrap_or(Ok(None));
    match found {
        Err(Error { code: Code::Refused, .. }) if programs::find(path).is_some() => Ok(Some(PROGRAM)),
        found => found,
    }
}

/// Returns the metadata of an executable file, and null for any other one.
pub(crate) fn status_of_program(path: &str) -> Json {
    programs::find(path).map_or(Json::Null, |_| status(&PROGRAM))
}

fn status(found: &Metadata) -> Json {
    let kind = match found.kind {
        Kind::File => "file",
        Kind::Directory => "directory",
        Kind::Symlink => "symlink",
        _ => "other",
    };
    json!({
        "kind": kind, "mode": found.mode & 0o7777, "uid": found.uid, "gid": found.gid, "size": found.size,
        "mtime": found.mtime_ns.div_euclid(1_000_000_000), "target": found.target,
    })
}
