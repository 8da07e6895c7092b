//! Descriptions of files: owner, mode and checksum, as Puppet's `file_metadata`.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use puppet::{ApiRequest, FileChecksum, FileKind, FileMetadata, Owner, Reply};

use crate::app::App;
use crate::checksum::ChecksumKind;

/// The mode of files and directories whose own modes do not count.
const MODE: u32 = 0o644;

/// How files are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileDescription {
    checksum: ChecksumKind,
    /// Whether the target of a symbolic link is described instead of the link.
    follows_links: bool,
    /// Whether owner and mode of the file are described, instead of those of the server.
    has_permissions: bool,
}

impl FileDescription {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// Returns the reply to a kind of checksum that does not exist.
    pub(super) fn of_request(request: &ApiRequest) -> Result<Self, Reply> {
        let checksum = request.parameter("checksum_type").unwrap_or("sha256");
        Self::new(checksum, request.parameter("links"), request.parameter("source_permissions"))
    }

    /// Returns the description for the name of a kind of checksums and the values of the parameters with these names.
    ///
    /// # Errors
    /// Returns the reply to a value that is not valid.
    pub(crate) fn new(name: &str, links: Option<&str>, source_permissions: Option<&str>) -> Result<Self, Reply> {
        // puppetserver answers as if the server had failed.
        let checksum =
            ChecksumKind::of(name).ok_or_else(|| Reply::failed(&format!("Unsupported checksum type {name}")))?;
        let invalid =
            |name: &str, value: &str| Reply::failed(&format!("Invalid value '{value}' of the parameter {name}"));
        let follows_links = match links {
            None | Some("manage") => false,
            Some("follow") => true,
            Some(other) => return Err(invalid("links", other)),
        };
        let has_permissions = match source_permissions {
            None | Some("ignore") => false,
            Some("use" | "use_when_creating") => true,
            Some(other) => return Err(invalid("source_permissions", other)),
        };
        Ok(Self { checksum, follows_links, has_permissions })
    }

    /// Describes a file; `None` if it is neither a file nor a directory nor a link.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn describe(self, app: &App, root: &Path, relative: Option<&str>) -> io::Result<Option<FileMetadata>> {
        let file = match relative {
            Some(relative) if relative != "." => root.join(relative),
            _ => root.to_owned(),
        };
        let found = if self.follows_links { file.metadata()? } else { file.symlink_metadata()? };
        let (kind, checksum, destination) = if found.is_dir() {
            (FileKind::Directory, app.checksums.get(&file, &found, ChecksumKind::Ctime)?, None)
        } else if found.is_file() {
            (FileKind::File, app.checksums.get(&file, &found, self.checksum)?, None)
        } else if found.is_symlink() {
            let target = fs::read_link(&file)?.to_string_lossy().into_owned();
            (FileKind::Link, self.of_target(app, &file)?, Some(target))
        } else {
            return Ok(None);
        };
        let checksum_type = if found.is_dir() { ChecksumKind::Ctime } else { self.checksum };
        let (owner, group, mode) = self.permissions(&found);
        Ok(Some(FileMetadata {
            path: Some(root.to_string_lossy().into_owned()),
            relative_path: relative.map(str::to_owned),
            links: Some(if self.follows_links { "follow" } else { "manage" }.to_owned()),
            owner: Some(Owner::Number(owner)),
            group: Some(Owner::Number(group)),
            mode: Some(mode),
            checksum: FileChecksum { kind: checksum_type.name().to_owned(), value: checksum },
            kind,
            destination,
            content_uri: None,
            source: None,
        }))
    }

    /// Returns the checksum of the target of a link; empty if it has none.
    fn of_target(self, app: &App, link: &Path) -> io::Result<String> {
        match link.metadata() {
            Ok(found) if found.is_file() => app.checksums.get(link, &found, self.checksum),
            _ => Ok(String::new()),
        }
    }

    /// Returns owner, group and mode.
    fn permissions(self, found: &Metadata) -> (u32, u32, u32) {
        if self.has_permissions {
            (found.uid(), found.gid(), found.mode() & 0o7777)
        } else {
            let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
            (user, group, MODE)
        }
    }
}
