//! Lines of a journal: the states before and after an effect, and their format: a checksum, a space, JSON. A line
//! with a wrong checksum is invalid.

use std::io;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::system::digest::{hex, sha256};
use crate::system::metadata::Metadata;

/// Version of the line format. Journals with another version are not read.
pub(crate) const VERSION: u32 = 1;

/// Number of hexadecimal digits of a checksum.
const CHECKSUM: usize = 16;

/// A line of a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub(crate) enum JournalLine {
    /// First line.
    Begin(RunStart),
    /// The object at a path is about to change.
    Change(JournalChange),
    /// An object is about to be renamed.
    Rename(JournalRename),
    /// A command that may change anything is about to start.
    Command(JournalCommand),
    /// The command has ended.
    CommandEnd {
        /// Time in nanoseconds since 1970.
        time: u64,
    },
    /// Last line.
    End {
        /// Time in nanoseconds since 1970.
        time: u64,
        /// Whether all requested operations succeeded.
        complete: bool,
    },
}

/// Header of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunStart {
    /// Version of the line format.
    pub(crate) version: u32,
    /// Start time in nanoseconds since 1970.
    pub(crate) time: u64,
    /// The managed root.
    pub(crate) root: PathBytes,
    /// Number of the run that this run undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) undoes: Option<u64>,
}

/// A change of the object at a path; `None` represents a missing object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JournalChange {
    /// The resource that causes the change.
    pub(crate) resource: String,
    /// The path below the root, without symbolic links.
    pub(crate) path: PathBytes,
    /// The previous state.
    pub(crate) before: Option<FileState>,
    /// The new state.
    pub(crate) after: Option<FileState>,
}

/// A rename.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JournalRename {
    /// The resource that causes the rename.
    pub(crate) resource: String,
    /// The path below the root, without symbolic links.
    pub(crate) path: PathBytes,
    /// The new path.
    pub(crate) to: PathBytes,
    /// State of the object that is replaced at the new path.
    pub(crate) replaced: Option<FileState>,
}

/// A command that may change anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JournalCommand {
    /// The resource that the command is run for.
    pub(crate) resource: String,
    /// The command and its arguments, without secrets.
    pub(crate) command: String,
    /// Start time in nanoseconds since 1970.
    pub(crate) time: u64,
}

/// State of the object at a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FileState {
    /// Type and content.
    #[serde(flatten)]
    pub(crate) kind: FileKind,
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// SELinux label, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// Modification time of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mtime_ns: Option<i64>,
    /// Access control lists, extended attributes and flags; `None` if unknown, as in older journals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) metadata: Option<Metadata>,
}

/// Type and content of an object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum FileKind {
    /// A regular file.
    File {
        /// SHA-256 of the content; `None` if the content is not changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        /// Number of the saved content.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        saved: Option<u32>,
    },
    /// A directory.
    Directory,
    /// A symbolic link.
    Link {
        /// Target of the link.
        to: PathBytes,
    },
    /// A device, socket or FIFO.
    Special,
}

impl FileState {
    /// Returns whether the object matches the recorded state, as far as it was recorded.
    pub(crate) fn agrees_with(&self, recorded: &Self) -> bool {
        let same_thing = match (&self.kind, &recorded.kind) {
            (FileKind::File { digest: is, .. }, FileKind::File { digest: recorded, .. }) => {
                recorded.is_none() || is == recorded
            }
            (FileKind::Directory, FileKind::Directory) | (FileKind::Special, FileKind::Special) => true,
            (FileKind::Link { to: is }, FileKind::Link { to: recorded }) => is == recorded,
            _ => false,
        };
        // The mode of a symbolic link has no meaning.
        let same_mode = self.mode == recorded.mode || matches!(recorded.kind, FileKind::Link { .. });
        let same_label = self.label.is_none() || recorded.label.is_none() || self.label == recorded.label;
        let same_metadata =
            self.metadata.is_none() || recorded.metadata.is_none() || self.metadata == recorded.metadata;
        same_thing && same_mode && same_label && same_metadata && self.uid == recorded.uid && self.gid == recorded.gid
    }
}

/// Bytes of a path: serialised as a string if they are UTF-8, otherwise as a list of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PathBytes(pub(crate) Vec<u8>);

impl std::fmt::Display for PathBytes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&String::from_utf8_lossy(&self.0))
    }
}

impl Serialize for PathBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for PathBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Text(String),
            Bytes(Vec<u8>),
        }
        Ok(Self(match Form::deserialize(deserializer)? {
            Form::Text(text) => text.into_bytes(),
            Form::Bytes(bytes) => bytes,
        }))
    }
}

/// Encodes a line.
///
/// # Errors
/// Returns an error if the line cannot be serialised as JSON.
pub(crate) fn encode(line: &JournalLine) -> io::Result<Vec<u8>> {
    let text = serde_json::to_string(line)?;
    Ok(format!("{} {text}\n", checksum(text.as_bytes())).into_bytes())
}

/// Decodes a line without its newline; `None` if it is invalid.
pub(crate) fn decode(bytes: &[u8]) -> Option<JournalLine> {
    let (sum, text) = bytes.split_at_checked(CHECKSUM)?;
    let text = text.strip_prefix(b" ")?;
    if checksum(text).as_bytes() != sum {
        return None;
    }
    serde_json::from_slice(text).ok()
}

fn checksum(text: &[u8]) -> String {
    hex(&sha256(text)[..CHECKSUM / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(path: &[u8]) -> JournalLine {
        let kind = FileKind::File { digest: Some("ab".into()), saved: Some(3) };
        let metadata = Some(Metadata::default());
        let state = FileState { kind, mode: 0o644, uid: 0, gid: 0, label: None, mtime_ns: None, metadata };
        let resource = "File[/x]".into();
        JournalLine::Change(JournalChange {
            resource,
            path: PathBytes(path.to_vec()),
            before: Some(state),
            after: None,
        })
    }

    #[test]
    fn journal_line_round_trips() {
        for path in [&b"/etc/motd"[..], b"/srv/\xff\n"] {
            let line = change(path);
            let bytes = encode(&line).unwrap();
            assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), 1);
            assert_eq!(decode(bytes.strip_suffix(b"\n").unwrap()), Some(line));
        }
    }

    #[test]
    fn journal_line_without_metadata_is_read_as_unknown() {
        let text = br#"{"kind":"file","digest":"ab","mode":420,"uid":0,"gid":0}"#;
        let older: FileState = serde_json::from_slice(text).unwrap();
        assert_eq!(older.metadata, None);
        let JournalLine::Change(JournalChange { before: Some(newer), .. }) = change(b"/x") else { unreachable!() };
        assert!(newer.agrees_with(&older) && older.agrees_with(&newer));
    }

    #[test]
    fn modified_or_truncated_line_is_rejected() {
        let bytes = encode(&change(b"/etc/motd")).unwrap();
        let whole = bytes.strip_suffix(b"\n").unwrap();
        for place in 0..whole.len() {
            let mut modified = whole.to_vec();
            modified[place] ^= 1;
            assert_eq!(decode(&modified), None, "byte {place}");
            assert_eq!(decode(&whole[..place]), None, "cut at {place}");
        }
    }

    #[test]
    fn unrecorded_digest_is_not_compared() {
        let file = |digest: Option<&str>, mode| FileState {
            kind: FileKind::File { digest: digest.map(str::to_owned), saved: None },
            mode,
            uid: 1,
            gid: 1,
            label: None,
            mtime_ns: None,
            metadata: None,
        };
        assert!(file(Some("a"), 0o644).agrees_with(&file(None, 0o644)));
        assert!(!file(Some("a"), 0o644).agrees_with(&file(Some("b"), 0o644)));
        assert!(!file(Some("a"), 0o600).agrees_with(&file(None, 0o644)));
        let directory = FileState { kind: FileKind::Directory, ..file(None, 0o644) };
        assert!(!directory.agrees_with(&file(None, 0o644)));
    }
}
