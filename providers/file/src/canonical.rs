//! Owns what can be said of a file before anything is read: canonical paths and modes, what follows from what, and which
//! combinations cannot be. It names what is not supported yet, and lets pass what would change nothing.

use marotte_sdk::prelude::*;

use crate::attribute::{Content, Identity, Mode};
use crate::schema::{Checksum, Ensure, File, FileAttribute, Recurse, SourcePermissions};
use crate::source;

impl Canonicalize for File {
    fn canonicalize(row: &mut Row<Self>, system: &impl Pure, problems: &mut Problems<Self>) {
        canonicalize_path(row, problems);
        canonicalize_mode(row);
        canonicalize_source(row, problems);
        derive_ensure(row);
        refuse_values(row, problems);
        refuse_unsupported(row, system, problems);
        refuse_combinations(row, problems);
    }
}

fn canonicalize_path(row: &mut Row<File>, problems: &mut Problems<File>) {
    if !row.path.starts_with('/') {
        let message = format!("File paths must be fully qualified, not '{}'", row.path);
        problems.error(row, FileAttribute::Path, message);
        return;
    }
    let path = normal(&row.path);
    if path != row.path {
        row.path = path;
    }
}

/// Takes `//`, `.` and `..` out of an absolute path.
fn normal(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

fn canonicalize_mode(row: &mut Row<File>) {
    let spelled = row.mode.as_ref().map(|mode| (mode.permissions.text(), mode.permissions.clone()));
    if let Some((text, permissions)) =
        spelled.filter(|(text, _)| row.mode.as_ref().is_some_and(|mode| mode.text != *text))
    {
        row.mode = Some(Mode { text, permissions });
    }
}

fn canonicalize_source(row: &mut Row<File>, problems: &mut Problems<File>) {
    let Some(sources) = &row.source else { return };
    match sources.iter().map(|source| source::canonical(source)).collect::<Result<Vec<_>, _>>() {
        Ok(canonical) if canonical != *sources => row.source = Some(canonical),
        Ok(_) => {}
        Err(message) => problems.error(row, FileAttribute::Source, message),
    }
}

/// Fills in `ensure` from what else is given.
fn derive_ensure(row: &mut Row<File>) {
    match &row.ensure {
        Some(Ensure::Other(target)) => {
            row.target = Some(target.clone());
            row.ensure = Some(Ensure::Link);
        }
        Some(_) => {}
        None if row.target.is_some() => row.ensure = Some(Ensure::Link),
        None if row.content.is_some() => row.ensure = Some(Ensure::File),
        None => {}
    }
}

fn refuse_values(row: &Row<File>, problems: &mut Problems<File>) {
    if row.group == Some(Identity::Name(String::new())) {
        problems.error(row, FileAttribute::Group, "Invalid group name '\"\"'");
    }
    let read_only = [
        (FileAttribute::Type, row.r#type.is_some()),
        (FileAttribute::Ctime, row.ctime.is_some()),
        (FileAttribute::Mtime, row.mtime.is_some()),
    ];
    for (attribute, _) in read_only.into_iter().filter(|(_, is_set)| *is_set) {
        problems.error(row, attribute, format!("{} is read-only", attribute.name()));
    }
    if let Some(Content::Text(text)) = &row.content
        && is_digest(text)
    {
        let message =
            format!("content => '{text}' means a file of a filebucket, which is not supported; give the text itself");
        problems.error(row, FileAttribute::Content, message);
    }
}

/// Tells whether a text is `{algorithm}digest` and nothing else.
fn is_digest(text: &str) -> bool {
    let Some((algorithm, digest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) else { return false };
    Checksum::from_value(algorithm.into()).is_ok_and(|checksum| checksum.fits(digest))
}

fn refuse_unsupported(row: &Row<File>, system: &impl Pure, problems: &mut Problems<File>) {
    let recurse = row.recurse.filter(|recurse| *recurse != Recurse::False);
    let permissions = row.source_permissions.filter(|permissions| *permissions != SourcePermissions::Ignore);
    let times = row.checksum.filter(|checksum| checksum.is_time() && row.source.is_some());
    let unsupported = [
        (FileAttribute::Recurse, recurse.map(AttributeValue::into_value)),
        (FileAttribute::Purge, row.purge.filter(|purge| *purge).map(AttributeValue::into_value)),
        (FileAttribute::SourcePermissions, permissions.map(AttributeValue::into_value)),
        (FileAttribute::StagingLocation, row.staging_location.clone().map(AttributeValue::into_value)),
        (FileAttribute::Checksum, times.map(AttributeValue::into_value)),
    ];
    for (attribute, value) in unsupported {
        let value = match value {
            Some(Value::Text(text)) => text,
            Some(Value::Boolean(boolean)) => boolean.to_string(),
            _ => continue,
        };
        problems.error(row, attribute, format!("{} => {value} is not supported yet", attribute.name()));
    }
    // Puppet: where there is no SELinux, its attributes are left alone.
    if system.fact("os.selinux.enabled") == Some(Value::Boolean(true)) {
        let labels = [
            (FileAttribute::Seluser, &row.seluser),
            (FileAttribute::Selrole, &row.selrole),
            (FileAttribute::Seltype, &row.seltype),
            (FileAttribute::Selrange, &row.selrange),
        ];
        for (attribute, value) in labels {
            if let Some(value) = value {
                problems.error(row, attribute, format!("{} => {value} is not supported yet", attribute.name()));
            }
        }
    }
}

fn refuse_combinations(row: &Row<File>, problems: &mut Problems<File>) {
    let creators = [row.content.is_some(), row.source.is_some(), row.target.is_some()];
    if creators.iter().filter(|is_given| **is_given).count() > 1 {
        problems.error(row, None, "You cannot specify more than one of content, source, target");
    }
    let checksum = row.checksum.unwrap_or(Checksum::Sha256);
    if checksum == Checksum::None && row.source.is_some() {
        problems.error(row, None, "You cannot specify source when using checksum 'none'");
    }
    if checksum.digest().is_none() && row.content.is_some() {
        problems.error(row, None, format!("You cannot specify content when using checksum '{}'", checksum.name()));
    }
    if let Some(digest) = &row.checksum_value {
        if !checksum.fits(digest) {
            let name = checksum.name();
            problems.error(row, None, format!("Checksum value '{digest}' is not a valid checksum type {name}"));
        }
        if row.content.is_none() && row.source.is_none() {
            problems.warning(row, None, "Checksum value is ignored unless content or source are specified");
        }
    }
    if row.recurselimit.is_some() && row.recurse.is_none_or(|recurse| recurse == Recurse::False) {
        problems.warning(row, None, "Possible error: recurselimit is set but not recurse, no recursion will happen");
    }
}

impl Checksum {
    /// Returns the name of the algorithm, if it is one.
    pub(crate) fn digest(self) -> Option<&'static str> {
        match self {
            Self::Mtime | Self::Ctime | Self::None => None,
            other => Some(other.name()),
        }
    }

    /// Returns Puppet's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha256lite => "sha256lite",
            Self::Md5 => "md5",
            Self::Md5lite => "md5lite",
            Self::Sha1 => "sha1",
            Self::Sha1lite => "sha1lite",
            Self::Sha512 => "sha512",
            Self::Sha384 => "sha384",
            Self::Sha224 => "sha224",
            Self::Mtime => "mtime",
            Self::Ctime => "ctime",
            Self::None => "none",
        }
    }

    /// Tells whether only the beginning of a file counts, so that equal digests do not mean equal files.
    pub(crate) fn is_lite(self) -> bool {
        matches!(self, Self::Sha256lite | Self::Md5lite | Self::Sha1lite)
    }

    fn is_time(self) -> bool {
        matches!(self, Self::Mtime | Self::Ctime)
    }

    /// Tells whether a text can be a digest by this algorithm.
    fn fits(self, digest: &str) -> bool {
        let length = match self {
            Self::Md5 | Self::Md5lite => 32,
            Self::Sha1 | Self::Sha1lite => 40,
            Self::Sha224 => 56,
            Self::Sha256 | Self::Sha256lite => 64,
            Self::Sha384 => 96,
            Self::Sha512 => 128,
            Self::Mtime | Self::Ctime | Self::None => return false,
        };
        digest.len() == length && digest.bytes().all(|digit| digit.is_ascii_hexdigit())
    }
}
