//! Layers: compressed archives whose bytes are a function of the files in them. Entries are sorted, and have no times and owners.

use std::io::{self, Read};

use tar::{Archive, Builder, Entry, EntryType, Header};

use super::entry_check::{EntryCheck, EntryKind, check_link};
use super::{EnvironmentError, FileContent, MAX_CONTENT, MAX_ENTRIES, MAX_PATH, TreeEntry};

/// Media type of a layer.
pub(super) const LAYER_TYPE: &str = "application/vnd.marotte.tree.v1.tar+zstd";

/// Level of the compression, which is part of the format: another one gives other digests.
const LEVEL: i32 = 12;

/// Size of the blocks of an archive.
const BLOCK: u64 = 512;

/// Packs the entries of a layer.
pub(super) fn pack<'e>(
    entries: impl Iterator<Item = (&'e String, &'e TreeEntry)>,
) -> Result<Vec<u8>, EnvironmentError> {
    let mut archive = Builder::new(Vec::new());
    for (path, entry) in entries {
        add(&mut archive, path, entry).map_err(|error| EnvironmentError::entry(path, error.to_string()))?;
    }
    let packed = archive.into_inner().and_then(|bytes| zstd::bulk::compress(&bytes, LEVEL));
    packed.map_err(|error| EnvironmentError::entry(".", error.to_string()))
}

fn add(archive: &mut Builder<Vec<u8>>, path: &str, entry: &TreeEntry) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(0);
    match entry {
        TreeEntry::Directory => {
            header.set_entry_type(EntryType::Directory);
            header.set_mode(0o755);
            archive.append_data(&mut header, path, io::empty())
        }
        TreeEntry::File(FileContent { is_executable, bytes, .. }) => {
            let bytes = bytes.as_deref().ok_or(io::ErrorKind::NotFound)?;
            header.set_entry_type(EntryType::Regular);
            header.set_mode(if *is_executable { 0o755 } else { 0o644 });
            header.set_size(bytes.len() as u64);
            archive.append_data(&mut header, path, bytes)
        }
        TreeEntry::Link(target) => {
            header.set_entry_type(EntryType::Symlink);
            header.set_mode(0o777);
            // The library would change the spelling of the target.
            match header.set_link_name_literal(target) {
                Ok(()) => archive.append_data(&mut header, path, io::empty()),
                Err(_) => archive.append_link(&mut header, path, target),
            }
        }
    }
}

/// An entry of a layer that is being unpacked.
pub(super) enum LayerEntry<'a> {
    Directory,
    File {
        is_executable: bool,
        size: u64,
        /// Has `size` bytes.
        content: &'a mut dyn Read,
    },
    Link(&'a str),
}

/// Receives the entries of layers.
pub(super) trait EntryReceiver {
    /// Receives an entry, whose parent was received before.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    fn receive(&mut self, path: &str, entry: LayerEntry<'_>) -> Result<(), EnvironmentError>;
}

/// Unpacks a layer, which has only entries at or below `path` unless that is `.`.
///
/// # Errors
/// Returns an error if the layer is damaged, has an entry that no tree can have, or exceeds the limits of `check`.
pub(super) fn unpack(
    path: &str,
    bytes: &[u8],
    check: &mut EntryCheck,
    receiver: &mut dyn EntryReceiver,
) -> Result<(), EnvironmentError> {
    let mut layer = LayerReader { path, check, receiver, long_path: None, long_target: None };
    let damaged = |error: io::Error| damaged(path, &error);
    let decoder = zstd::stream::read::Decoder::new(bytes).map_err(damaged)?;
    // Each entry has at most a header, two long names with headers, and the padding of its content.
    let most = MAX_CONTENT + MAX_ENTRIES as u64 * (6 * BLOCK + 2 * MAX_PATH as u64);
    let mut archive = Archive::new(decoder.take(most));
    // Raw: the library would read names of any length into memory.
    for entry in archive.entries().map_err(damaged)?.raw(true) {
        layer.accept(entry.map_err(damaged)?)?;
    }
    Ok(())
}

/// Reads the entries of a layer.
struct LayerReader<'a> {
    path: &'a str,
    check: &'a mut EntryCheck,
    receiver: &'a mut dyn EntryReceiver,
    /// Names of the next entry that do not fit in its header.
    long_path: Option<Vec<u8>>,
    long_target: Option<Vec<u8>>,
}

impl LayerReader<'_> {
    /// Reads an entry of the archive: a long name, or an entry of the tree.
    fn accept(&mut self, mut entry: Entry<'_, impl Read>) -> Result<(), EnvironmentError> {
        let path = self.path;
        let damaged = |error: io::Error| damaged(path, &error);
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::GNULongName | EntryType::GNULongLink) {
            let name = Some(long_name(&mut entry).map_err(damaged)?);
            *(if kind == EntryType::GNULongName { &mut self.long_path } else { &mut self.long_target }) = name;
            return Ok(());
        }
        let header = entry.header().clone();
        let name = text(self.long_path.take(), &entry.path_bytes()).map_err(damaged)?;
        let target = self.long_target.take();
        if path != "." && name != path && !name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')) {
            return Err(EnvironmentError::entry(name, format!("its layer is that of '{path}'")));
        }
        match kind {
            EntryType::Directory => {
                self.check.accept(&name, EntryKind::Directory)?;
                self.receiver.receive(&name, LayerEntry::Directory)
            }
            EntryType::Regular => {
                let size = header.entry_size().map_err(damaged)?;
                self.check.accept(&name, EntryKind::File(size))?;
                let is_executable = header.mode().map_err(damaged)? & 0o100 != 0;
                self.receiver.receive(&name, LayerEntry::File { is_executable, size, content: &mut entry })
            }
            EntryType::Symlink => {
                let target = text(target, &header.link_name_bytes().unwrap_or_default()).map_err(damaged)?;
                self.check.accept(&name, EntryKind::Link)?;
                check_link(&name, &target)?;
                self.receiver.receive(&name, LayerEntry::Link(&target))
            }
            other => {
                let reason = format!("its type in the archive is {:?}", char::from(other.as_byte()));
                Err(EnvironmentError::entry(name, reason))
            }
        }
    }
}

fn damaged(path: &str, error: &io::Error) -> EnvironmentError {
    EnvironmentError::malformed(path, format!("the layer is damaged: {error}"))
}

/// Reads a name that does not fit in a header.
fn long_name(entry: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    entry.take(MAX_PATH as u64 + 2).read_to_end(&mut name)?;
    if name.last() == Some(&0) {
        name.pop();
    }
    Ok(name)
}

fn text(long: Option<Vec<u8>>, short: &[u8]) -> io::Result<String> {
    let name = long.unwrap_or_else(|| short.to_vec());
    String::from_utf8(name).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "a name is not UTF-8"))
}
