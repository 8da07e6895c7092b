//! Owns what a row wants once its source is known: of which kind the file is to be, what it holds, where it leads.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, File};
use crate::source::Origin;

/// What is wanted.
#[derive(Debug)]
pub(crate) struct Desired {
    /// The kind; nothing where only owner and permissions are managed.
    pub ensure: Option<Ensure>,
    /// What a file is to hold.
    pub body: Option<Body>,
    /// How big that is, where it is known.
    pub size: Option<u64>,
    /// Where a link is to lead.
    pub target: Option<String>,
    /// Whether nobody may see what it holds.
    pub is_secret: bool,
}

impl Desired {
    /// Works out what a row wants.
    ///
    /// # Errors
    /// The source is neither file, folder nor link.
    pub(crate) fn new(row: &Row<File>, origin: Option<Origin>) -> Result<Self> {
        let mut desired = Self {
            ensure: row.ensure.clone(),
            body: row.content.as_ref().map(|content| vec![content.part()]),
            size: row.content.as_ref().and_then(|content| content.size()).and_then(|size| u64::try_from(size).ok()),
            target: row.target.clone(),
            is_secret: row.content.as_ref().is_some_and(|content| content.is_secret()),
        };
        let Some(Origin { place, metadata }) = origin else { return Ok(desired) };
        let is_wanted = row.ensure != Some(Ensure::Absent);
        let kind = match metadata.kind {
            Kind::File => {
                desired.body = Some(vec![Part::File(place)]);
                desired.size = Some(metadata.size);
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
        // Puppet: the source decides, whatever `ensure` says, unless that is `absent`.
        if is_wanted {
            desired.ensure = Some(kind);
        }
        Ok(desired)
    }

    /// Tells whether a file of this kind satisfies the wanted one.
    pub(crate) fn is_satisfied_by(&self, row: &Row<File>, is: &Ensure) -> bool {
        match &self.ensure {
            None => true,
            Some(_) if *is != Ensure::Absent && row.replace == Some(false) => true,
            Some(Ensure::Present) => *is != Ensure::Absent,
            Some(wanted) => wanted == is,
        }
    }

    /// Tells whether what a file of this kind holds is looked after.
    pub(crate) fn manages_content_of(&self, row: &Row<File>, kind: Kind) -> bool {
        let is_file = match self.ensure {
            Some(Ensure::File) => true,
            Some(Ensure::Present) | None => kind == Kind::File,
            Some(_) => false,
        };
        self.body.is_some() && is_file && kind == Kind::File && row.replace != Some(false)
    }

    /// Tells whether where it leads is looked after.
    pub(crate) fn manages_target(&self, row: &Row<File>) -> bool {
        let is_link = matches!(self.ensure, None | Some(Ensure::Link | Ensure::Present));
        self.target.is_some() && is_link && row.replace != Some(false)
    }
}

/// Returns the kind of a file as `ensure` says it.
pub(crate) fn ensure_of(kind: Kind) -> Ensure {
    match kind {
        Kind::File => Ensure::File,
        Kind::Directory => Ensure::Directory,
        Kind::Symlink => Ensure::Link,
        Kind::BlockDevice | Kind::CharDevice | Kind::Fifo | Kind::Socket => Ensure::Other(kind_name(kind).to_owned()),
    }
}

/// Returns Ruby's name of a kind of file, which is Puppet's.
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

/// Returns the text of a kind of presence.
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
