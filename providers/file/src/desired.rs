//! The desired state of a row, computed from its attributes and its source: the kind of file, its content, link
//! target and ownership.

use marotte_sdk::prelude::*;

use crate::attribute::{Identity, Mode};
use crate::checksum;
use crate::mode::without_acl;
use crate::remote::{Remote, Version};
use crate::schema::{Checksum, Ensure, File, SourcePermissions};
use crate::source::Origin;

/// The desired state.
#[derive(Debug)]
pub(crate) struct Desired {
    /// The kind; `None` if only owner and permissions are managed.
    pub ensure: Option<Ensure>,
    /// The content of a file.
    pub content: Option<Content>,
    /// The size of the content, if it is known.
    pub size: Option<u64>,
    /// The target of a link.
    pub target: Option<String>,
    /// Whether the content is secret.
    pub is_secret: bool,
    /// The timestamp of the source, if it is used as checksum.
    time: Option<i64>,
    /// Permissions copied from the source if the row does not set them.
    copied: Permissions,
}

/// The desired content of a file.
#[derive(Debug)]
pub(crate) enum Content {
    /// Content that the host can read.
    Body(Body),
    /// Content on a web server.
    Remote(Remote),
}

/// Owner, group and mode of a file.
#[derive(Debug, Default)]
struct Permissions {
    owner: Option<Identity>,
    group: Option<Identity>,
    mode: Option<Mode>,
}

impl Desired {
    /// Computes the desired state of a row; `is_there` is whether an object exists at the path.
    ///
    /// # Errors
    /// Returns an error if the source is not a file, directory or link.
    pub(crate) fn new(row: &Row<File>, origin: Option<Origin>, is_there: bool) -> Result<Self> {
        let mut desired = Self {
            ensure: row.ensure.clone(),
            content: row.content.as_ref().map(|content| Content::Body(vec![content.part()])),
            size: row.content.as_ref().and_then(|content| content.size()).and_then(|size| u64::try_from(size).ok()),
            target: row.target.clone(),
            is_secret: row.content.as_ref().is_some_and(|content| content.is_secret()),
            time: None,
            copied: Permissions::default(),
        };
        let (place, metadata) = match origin {
            None => return Ok(desired),
            Some(Origin::Local { place, metadata }) => (place, metadata),
            Some(Origin::Remote(remote)) => {
                desired.use_remote(row, remote)?;
                return Ok(desired);
            }
        };
        let is_copied = match row.source_permissions {
            Some(SourcePermissions::Use) => true,
            Some(SourcePermissions::UseWhenCreating) => !is_there,
            Some(SourcePermissions::Ignore) | None => false,
        };
        // Puppet: with `checksum_value`, permissions are not copied from the source.
        if is_copied && row.checksum_value.is_none() {
            desired.copied = Permissions {
                owner: Some(Identity::Id(metadata.uid)),
                group: Some(Identity::Id(metadata.gid)),
                mode: Some(Mode::new(without_acl(&metadata))),
            };
        }
        let kind = match metadata.kind {
            Kind::File => {
                desired.content = Some(Content::Body(vec![Part::File(place)]));
                desired.size = Some(metadata.size);
                desired.time =
                    row.checksum.filter(|checksum| checksum.is_time()).map(|checksum| checksum.time(&metadata));
                Ensure::File
            }
            Kind::Directory => Ensure::Directory,
            Kind::Symlink => {
                desired.target = metadata.target;
                Ensure::Link
            }
            Kind::BlockDevice | Kind::CharDevice | Kind::Fifo | Kind::Socket => {
                let kind = kind_name(metadata.kind);
                return Err(Error::invalid(format!("the source {} is a {kind}, which cannot be copied", place.path)));
            }
        };
        desired.use_kind(row, kind);
        Ok(desired)
    }

    /// Puppet: the kind of the source takes precedence over `ensure`, unless that is `absent` or the source is not
    /// needed.
    fn use_kind(&mut self, row: &Row<File>, kind: Ensure) {
        if row.ensure != Some(Ensure::Absent) && row.checksum_value.is_none() {
            self.ensure = Some(kind);
        }
    }

    fn use_remote(&mut self, row: &Row<File>, remote: Remote) -> Result<()> {
        let copies = row.source_permissions.is_some_and(|copied| copied != SourcePermissions::Ignore);
        if copies && row.checksum_value.is_none() {
            let message = format!("the source {} has no owner, group and mode, which are to be copied", remote.url);
            return Err(Error::invalid(message));
        }
        self.content = Some(match remote.version {
            Version::Content(content) => {
                self.size = u64::try_from(content.len()).ok();
                Content::Body(vec![Part::Bytes(content)])
            }
            _ => Content::Remote(remote),
        });
        self.use_kind(row, Ensure::File);
        Ok(())
    }

    /// Returns the desired owner.
    pub(crate) fn owner<'a>(&'a self, row: &'a Row<File>) -> Option<&'a Identity> {
        row.owner.as_ref().or(self.copied.owner.as_ref())
    }

    /// Returns the desired group.
    pub(crate) fn group<'a>(&'a self, row: &'a Row<File>) -> Option<&'a Identity> {
        row.group.as_ref().or(self.copied.group.as_ref())
    }

    /// Returns the desired permissions.
    pub(crate) fn mode<'a>(&'a self, row: &'a Row<File>) -> Option<&'a Mode> {
        row.mode.as_ref().or(self.copied.mode.as_ref())
    }

    /// Returns whether a file is at least as new as its source; `None` if timestamps are not compared.
    pub(crate) fn is_new_enough(&self, row: &Row<File>, is: &Metadata) -> Option<bool> {
        const SECOND: i64 = 1_000_000_000;
        let time = row.checksum?.time(is);
        self.time.map(|wanted| time.div_euclid(SECOND) >= wanted.div_euclid(SECOND))
    }

    /// Returns the checksum of the desired content.
    pub(crate) fn sum(&self, system: &impl ReadSystem, row: &Row<File>, content: &Content) -> Result<String> {
        let checksum = row.checksum.unwrap_or(Checksum::Sha256);
        match (&row.checksum_value, self.time, content) {
            (Some(value), ..) => Ok(format!("{{{}}}{}", checksum.name(), value.to_ascii_lowercase())),
            (None, Some(time), _) => Ok(checksum::of_time(checksum, time)),
            (None, None, Content::Body(body)) => checksum::of_body(system, row, body),
            (None, None, Content::Remote(remote)) => Ok(remote.version.checksum()),
        }
    }

    /// Returns whether an existing kind of file satisfies the desired one.
    pub(crate) fn is_satisfied_by(&self, row: &Row<File>, is: &Ensure) -> bool {
        match &self.ensure {
            None => true,
            Some(_) if *is != Ensure::Absent && row.replace == Some(false) => true,
            Some(Ensure::Present) => *is != Ensure::Absent,
            Some(wanted) => wanted == is,
        }
    }

    /// Returns whether the content of an existing file of this kind is managed.
    pub(crate) fn manages_content_of(&self, row: &Row<File>, kind: Kind) -> bool {
        let is_file = match self.ensure {
            Some(Ensure::File) => true,
            Some(Ensure::Present) | None => kind == Kind::File,
            Some(_) => false,
        };
        self.content.is_some() && is_file && kind == Kind::File && row.replace != Some(false)
    }

    /// Returns whether the target of a link is managed.
    pub(crate) fn manages_target(&self, row: &Row<File>) -> bool {
        let is_link = matches!(self.ensure, None | Some(Ensure::Link | Ensure::Present));
        self.target.is_some() && is_link && row.replace != Some(false)
    }
}

/// Returns the value of `ensure` for a kind of file.
pub(crate) fn ensure_of(kind: Kind) -> Ensure {
    match kind {
        Kind::File => Ensure::File,
        Kind::Directory => Ensure::Directory,
        Kind::Symlink => Ensure::Link,
        Kind::BlockDevice | Kind::CharDevice | Kind::Fifo | Kind::Socket => Ensure::Other(kind_name(kind).to_owned()),
    }
}

/// Returns Ruby's name of a kind of file, which Puppet uses.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::File => "file",
        Kind::Directory => "directory",
        Kind::Symlink => "link",
        Kind::BlockDevice => "blockSpecial",
        Kind::CharDevice => "characterSpecial",
        Kind::Fifo => "fifo",
        Kind::Socket => "socket",
    }
}

/// Returns the text of a value of `ensure`.
pub(crate) fn ensure_name(ensure: &Ensure) -> &str {
    match ensure {
        Ensure::Present => "present",
        Ensure::Absent => "absent",
        Ensure::File => "file",
        Ensure::Directory => "directory",
        Ensure::Link => "link",
        Ensure::Other(kind) => kind,
    }
}
