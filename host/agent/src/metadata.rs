//! Descriptions of files on a server: Puppet's `file_metadata`.

use std::path::{Component, Path};

use serde::Deserialize;

/// A file, directory or symbolic link on a server.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct FileMetadata {
    /// The path below the requested directory; `None` or `.` for the requested object itself.
    #[serde(default)]
    pub(crate) relative_path: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: FileKind,
    pub(crate) checksum: FileChecksum,
    #[serde(default)]
    pub(crate) mode: Option<u32>,
    #[serde(default)]
    pub(crate) owner: Option<Owner>,
    #[serde(default)]
    pub(crate) group: Option<Owner>,
    /// The target of a symbolic link.
    #[serde(default)]
    pub(crate) destination: Option<String>,
    /// In static catalogs: the URL of the file in the versioned code.
    #[serde(default)]
    pub(crate) content_uri: Option<String>,
    /// In static catalogs: the source that was found.
    #[serde(default)]
    pub(crate) source: Option<String>,
}

/// Kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FileKind {
    File,
    Directory,
    Link,
}

/// A checksum, whose value is `{TYPE}DIGITS`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct FileChecksum {
    pub(crate) value: String,
}

/// Number or name of a user or group. Only numbers are used, since names of another system can have other numbers here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Owner {
    Number(u32),
    Name(String),
}

impl Owner {
    pub(crate) fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(_) => None,
        }
    }
}

impl FileMetadata {
    /// Returns the SHA-256 of the content in hexadecimal digits.
    pub(crate) fn sha256(&self) -> Option<&str> {
        let digits = self.checksum.value.strip_prefix("{sha256}")?;
        (digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(digits)
    }

    /// Returns the path below the requested directory; empty for the directory itself. `None` if it leaves the directory.
    pub(crate) fn relative(&self) -> Option<&str> {
        match self.relative_path.as_deref() {
            None | Some("." | "") => Some(""),
            Some(path) => is_inside(path).then_some(path),
        }
    }
}

/// Returns whether a relative path stays below its directory.
pub(crate) fn is_inside(path: &str) -> bool {
    !path.contains('\0') && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> FileMetadata {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn metadata_of_puppetserver_is_read() {
        let digits = "0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f";
        let found = parse(&format!(
            r#"{{"path":"/m/files/sub","relative_path":"b.txt","links":"manage","owner":0,"group":null,"mode":420,
            "checksum":{{"type":"sha256","value":"{{sha256}}{digits}"}},"type":"file","destination":null}}"#
        ));
        assert_eq!((found.kind, found.mode, found.sha256()), (FileKind::File, Some(0o644), Some(digits)));
        assert_eq!((found.relative(), found.owner.as_ref().and_then(Owner::number)), (Some("b.txt"), Some(0)));
    }

    #[test]
    fn metadata_cannot_leave_its_directory() {
        for (path, expected) in
            [("a/b", Some("a/b")), (".", Some("")), ("../a", None), ("/a", None), ("a/../../b", None)]
        {
            let found = parse(&format!(
                r#"{{"relative_path":"{path}","type":"directory","checksum":{{"type":"ctime","value":"{{ctime}}x"}}}}"#
            ));
            assert_eq!(found.relative(), expected, "{path}");
        }
    }
}
