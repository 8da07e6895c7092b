//! Unpacking of a version into a directory, with the layers that this system already has.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use super::super::entry_check::EntryCheck;
use super::super::layer::{EntryReceiver, LayerEntry, unpack as unpack_layer};
use super::super::{EnvironmentError, EnvironmentManifest, EnvironmentReference, LayerManifest};
use super::create;
use crate::digest::Digest;
use crate::file_error::FileError;
use crate::repository::Repository;

/// Unpacks a version into a new directory. `layers` is the directory of compressed layers.
pub(super) fn unpack(
    manifest: &EnvironmentManifest,
    from: (&dyn Repository, &EnvironmentReference),
    layers: &Path,
    to: &Path,
) -> Result<(), EnvironmentError> {
    let unwritten = |error: io::Error| FileError::unwritten(to, &error);
    create(layers).map_err(unwritten)?;
    directory(to).map_err(unwritten)?;
    let (mut check, mut writer) = (EntryCheck::default(), TreeWriter { root: to.to_owned() });
    for layer in &manifest.layers {
        let bytes = bytes_of(layer, from, layers)?;
        unpack_layer(&layer.path, &bytes, &mut check, &mut writer)?;
    }
    Ok(())
}

/// Returns a layer: from the directory, or from the repository. The repository compares it with its digest.
fn bytes_of(
    layer: &LayerManifest,
    (repository, reference): (&dyn Repository, &EnvironmentReference),
    layers: &Path,
) -> Result<Vec<u8>, EnvironmentError> {
    let path = layers.join(layer.digest.hex());
    let most = usize::try_from(layer.size).unwrap_or(usize::MAX);
    if let Ok(bytes) = files::read_file(&path, most)
        && Digest::of(&bytes) == layer.digest
    {
        return Ok(bytes);
    }
    let bytes = repository.blob(&reference.name, &layer.descriptor())?;
    // Not synced: a damaged file is fetched again.
    fs::write(&path, &bytes).map_err(|error| FileError::unwritten(&path, &error))?;
    Ok(bytes)
}

/// Writes entries below a directory that no other process changes. Since each parent was created here, no link is followed.
struct TreeWriter {
    root: PathBuf,
}

impl EntryReceiver for TreeWriter {
    fn receive(&mut self, path: &str, entry: LayerEntry<'_>) -> Result<(), EnvironmentError> {
        let path = self.root.join(path);
        let written = match entry {
            LayerEntry::Directory => directory(&path),
            LayerEntry::Link(target) => symlink(target, &path),
            LayerEntry::File { is_executable, size, content } => file(&path, is_executable, size, content),
        };
        written.map_err(|error| FileError::unwritten(&path, &error).into())
    }
}

/// Creates a directory, whatever the umask is.
fn directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o755).create(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

fn file(path: &Path, is_executable: bool, size: u64, content: &mut dyn io::Read) -> io::Result<()> {
    let mode = if is_executable { 0o755 } else { 0o644 };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    let copied = io::copy(content, &mut file)?;
    file.set_permissions(Permissions::from_mode(mode))?;
    if copied == size { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
