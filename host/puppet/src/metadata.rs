//! Descriptions of files on a server: Puppet's `file_metadata`.

use serde::{Deserialize, Serialize};

use crate::mount::RelativePath;

/// A file, directory or symbolic link on a server.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct FileMetadata {
    /// The path on the server of the requested object.
    #[serde(default)]
    pub path: Option<String>,
    /// The path below the requested directory; `None` or `.` for the requested object itself.
    #[serde(default)]
    pub relative_path: Option<String>,
    /// How symbolic links are described: `follow` or `manage`.
    #[serde(default)]
    pub links: Option<String>,
    /// The owner.
    #[serde(default)]
    pub owner: Option<Owner>,
    /// The group.
    #[serde(default)]
    pub group: Option<Owner>,
    /// The permissions.
    #[serde(default)]
    pub mode: Option<u32>,
    /// The checksum of the content.
    pub checksum: FileChecksum,
    /// The kind of the object.
    #[serde(rename = "type")]
    pub kind: FileKind,
    /// The target of a symbolic link.
    #[serde(default)]
    pub destination: Option<String>,
    /// In static catalogs: the URL of the file in the versioned code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_uri: Option<String>,
    /// In static catalogs: the source that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
}

/// A checksum.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct FileChecksum {
    /// The name of the type.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The value: `{TYPE}DIGITS`.
    pub value: String,
}

/// Number or name of a user or group. Only numbers are used, since names of another system can have other numbers here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Owner {
    /// A number.
    Number(u32),
    /// A name.
    Name(String),
}

impl Owner {
    /// Returns the number.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(_) => None,
        }
    }
}

impl FileMetadata {
    /// Returns the SHA-256 of the content in hexadecimal digits.
    #[must_use]
    pub fn sha256(&self) -> Option<&str> {
        let digits = self.checksum.value.strip_prefix("{sha256}")?;
        (digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(digits)
    }

    /// Returns the path below the requested directory; empty for the directory itself. `None` if it leaves the directory.
    #[must_use]
    pub fn relative(&self) -> Option<&str> {
        match self.relative_path.as_deref() {
            None | Some("." | "") => Some(""),
            Some(path) => RelativePath::parse(path).map(RelativePath::as_str),
        }
    }
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
        assert_eq!(parse(&serde_json::to_string(&found).unwrap()), found);
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
