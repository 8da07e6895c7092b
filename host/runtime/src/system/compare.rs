//! Owns comparing what is with what should be: `fs-read.equal` and `fs-read.diff`. Contents are compared here and stay here.

use std::fs::File;
use std::io::{self, Read as _};

use rustix::fs::FileType;
use rustix::io::Errno;
use similar::TextDiff;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::{Body, Place};
use crate::error;
use crate::paths;
use crate::system::body::Content;
use crate::system::{Look, Scope, files, source};

/// Contents larger than this are not shown line by line.
const MAX_DIFF: u64 = 8 << 20;

impl Scope<'_> {
    /// `fs-read.equal`
    pub(crate) fn equal(&mut self, pairs: Vec<(Place, Body)>) -> Vec<Result<bool, Error>> {
        pairs.into_iter().map(|(place, body)| self.equal_one(&place, body)).collect()
    }

    fn equal_one(&mut self, place: &Place, body: Body) -> Result<bool, Error> {
        let content = self.content(body)?;
        let answer = if source::is_url(&place.path) {
            self.open(place).and_then(|opened| self.same(&opened.file, opened.size, &content, place))
        } else {
            self.equal_path(place, &content)
        };
        match answer {
            Err(missing) if missing.code == Code::NotFound => Ok(false),
            other => other,
        }
    }

    /// Size first: most files that differ do in that, and need not be opened.
    fn equal_path(&mut self, place: &Place, content: &Content) -> Result<bool, Error> {
        let system = |errno| error::system("read", &place.path, errno);
        let mut target = self.find(place, Look::Read)?.target;
        let Some(mut stat) = paths::stat(&target).map_err(system)? else { return Ok(false) };
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            target = self.follow(place, Look::Read)?.target;
            let Some(behind) = paths::stat(&target).map_err(system)? else { return Ok(false) };
            stat = behind;
        }
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile || size != content.size() {
            return Ok(false);
        }
        match files::open_at(&target) {
            Ok(opened) => self.same(&opened.file, opened.size, content, place),
            Err(Errno::NOENT) => Ok(false),
            Err(errno) => Err(system(errno)),
        }
    }

    fn same(&mut self, file: &File, size: u64, content: &Content, place: &Place) -> Result<bool, Error> {
        if size != content.size() {
            return Ok(false);
        }
        let buffer = self.machine.buffer();
        let compared = match content.as_bytes() {
            Some(bytes) => same_bytes(file, bytes, buffer),
            None => same_content(file, content, buffer),
        };
        compared.map_err(|failed| error::io("read", &place.path, &failed))
    }

    /// `fs-read.diff`: nothing where nobody wants to see it.
    pub(crate) fn diff(&mut self, place: &Place, body: Body) -> Result<String, Error> {
        if !self.machine.show_diff {
            return Ok(String::new());
        }
        let content = self.content(body)?;
        if content.secret {
            return Ok("[diff redacted]".into());
        }
        let opened = match self.open(place) {
            Ok(opened) => Some(opened),
            Err(missing) if missing.code == Code::NotFound => None,
            Err(failed) => return Err(failed),
        };
        let size = opened.as_ref().map_or(0, |opened| opened.size);
        if size.max(content.size()) > MAX_DIFF {
            return Ok(format!("Files {} and its new content differ\n", place.path));
        }
        let mut old = Vec::new();
        if let Some(opened) = opened {
            let mut file = opened.file.take(MAX_DIFF);
            file.read_to_end(&mut old).map_err(|failed| error::io("read", &place.path, &failed))?;
        }
        Ok(show(&place.path, &old, &content.to_bytes()?))
    }
}

/// One more byte is asked for than there should be, so that a file that has grown is told at once.
fn same_bytes(mut file: &File, bytes: &[u8], buffer: &mut [u8]) -> io::Result<bool> {
    let mut rest = bytes;
    loop {
        let wanted = buffer.len().min(rest.len() + 1);
        match file.read(&mut buffer[..wanted]) {
            Ok(0) => return Ok(rest.is_empty()),
            Ok(read) if read > rest.len() || buffer[..read] != rest[..read] => return Ok(false),
            Ok(read) => {
                rest = &rest[read..];
                // A regular file gives less than was asked for only at its end.
                if read < wanted {
                    return Ok(rest.is_empty());
                }
            }
            Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
}

fn same_content(mut file: &File, content: &Content, buffer: &mut [u8]) -> io::Result<bool> {
    let mut reader = content.reader();
    let (left, right) = buffer.split_at_mut(buffer.len() / 2);
    loop {
        let read = read_full(&mut reader, left)?;
        if read_full(&mut file, &mut right[..left.len()])? != read || left[..read] != right[..read] {
            return Ok(false);
        }
        if read < left.len() {
            return Ok(true);
        }
    }
}

fn read_full(reader: &mut dyn io::Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
    Ok(filled)
}

/// As `diff -u` shows it.
fn show(path: &str, old: &[u8], new: &[u8]) -> String {
    let (Ok(old), Ok(new)) = (std::str::from_utf8(old), std::str::from_utf8(new)) else {
        return format!("Binary files {path} and its new content differ\n");
    };
    if old.contains('\0') || new.contains('\0') {
        return format!("Binary files {path} and its new content differ\n");
    }
    TextDiff::from_lines(old, new).unified_diff().header(path, &format!("{path} (new content)")).to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn file(content: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        file
    }

    #[test]
    fn a_file_that_grew_or_shrank_is_not_the_same() {
        let mut buffer = [0; 4];
        for (held, wanted, same) in [
            (&b"abcdefgh"[..], &b"abcdefgh"[..], true),
            (b"abcdefgh", b"abcdefg", false),
            (b"abcdefg", b"abcdefgh", false),
            (b"abcd", b"abcd", true),
            (b"", b"", true),
            (b"abcX", b"abcd", false),
        ] {
            assert_eq!(same_bytes(&file(held), wanted, &mut buffer).unwrap(), same);
            let (left, right) = wanted.split_at(wanted.len() / 2);
            let content = Content::of(&[left, right]);
            assert_eq!(same_content(&file(held), &content, &mut buffer).unwrap(), same);
        }
    }

    #[test]
    fn differences_look_like_diffs() {
        let shown = show("/x", b"one\ntwo\n", b"one\nthree");
        let expected = "--- /x\n+++ /x (new content)\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n\\ No newline at end of file\n";
        assert_eq!(shown, expected);
        assert!(show("/x", b"\xff", b"").starts_with("Binary files"));
    }
}
