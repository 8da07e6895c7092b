//! Filebuckets: replaced or removed contents stored by their SHA-256, in the layout of Puppet's client bucket:
//! `8/c/7/d/a/1/b/2/HEX/{contents,paths}`.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path};

use cap_std::ambient_authority;
use cap_std::fs::{
    Dir, DirBuilder, DirBuilderExt as _, OpenOptions, OpenOptionsExt as _, Permissions, PermissionsExt as _,
};

use crate::system::digest::Algorithm;
use crate::system::sparse::SparseReader;
use crate::system::transfer::Transfer;

/// Name of the directory of the filebucket in the state directory.
pub const DIRECTORY: &str = "bucket";

/// As in Puppet, the group may write to a bucket, regardless of the umask.
const DIRECTORY_MODE: u32 = 0o770;
const CONTENTS_MODE: u32 = 0o440;
const PATHS_MODE: u32 = 0o640;

/// Number of leading digits of a digest that are separate directories.
const DIGITS: usize = 8;

/// Saves the content of a file in a bucket and returns its digest; `path` is recorded as its origin.
///
/// # Errors
/// Returns an error if the content cannot be read or saved.
pub fn save(bucket: &Path, path: &str, file: &File, transfer: &mut Transfer) -> io::Result<String> {
    std::fs::create_dir_all(bucket.parent().unwrap_or(bucket))?;
    match std::fs::create_dir(bucket) {
        Ok(()) => std::fs::set_permissions(bucket, std::fs::Permissions::from_mode(DIRECTORY_MODE))?,
        Err(failed) if failed.kind() == ErrorKind::AlreadyExists => {}
        Err(failed) => return Err(failed),
    }
    keep(&Dir::open_ambient_dir(bucket, ambient_authority())?, path, file, transfer)
}

/// Saves the content of a file like [`save`], in a bucket below a root. Symbolic links cannot lead outside the
/// root.
///
/// # Errors
/// Returns an error if the content cannot be read or saved.
pub(crate) fn save_below(
    root: &Path,
    bucket: &str,
    path: &str,
    file: &File,
    transfer: &mut Transfer,
) -> io::Result<String> {
    let mut directory = Dir::open_ambient_dir(root, ambient_authority())?;
    for component in Path::new(bucket).components() {
        match component {
            Component::Normal(name) => directory = enter(&directory, Path::new(name))?,
            Component::ParentDir => return Err(ErrorKind::InvalidInput.into()),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
        }
    }
    keep(&directory, path, file, transfer)
}

fn keep(bucket: &Dir, path: &str, file: &File, transfer: &mut Transfer) -> io::Result<String> {
    let digest = Algorithm::SHA256.digest(&mut SparseReader::new(file), transfer)?;
    let mut directory = bucket.try_clone()?;
    for digit in digest[..DIGITS].chars() {
        directory = enter(&directory, Path::new(digit.encode_utf8(&mut [0; 4])))?;
    }
    let directory = enter(&directory, Path::new(&digest))?;
    if !directory.exists("contents") {
        // Written under a temporary name first, so that an incomplete copy is never taken for the content.
        let name = format!("contents.{}", std::process::id());
        let copy = directory.open_with(&name, private().create(true).truncate(true))?.into_std();
        let copied = transfer.begin().copy_file(file, &copy);
        if let Err(failed) = copied {
            let _ = directory.remove_file(&name);
            return Err(failed);
        }
        copy.set_permissions(std::fs::Permissions::from_mode(CONTENTS_MODE))?;
        copy.sync_all()?;
        directory.rename(&name, &directory, "contents")?;
    }
    let mut known = String::new();
    if let Ok(mut paths) = directory.open("paths") {
        paths.read_to_string(&mut known)?;
    }
    if !known.lines().any(|line| line == path) {
        let mut paths = directory.open_with("paths", private().create(true).append(true))?;
        writeln!(paths, "{path}")?;
    }
    Ok(digest)
}

/// Opens a directory of a bucket and creates it if necessary.
fn enter(parent: &Dir, name: &Path) -> io::Result<Dir> {
    match parent.create_dir_with(name, DirBuilder::new().mode(DIRECTORY_MODE)) {
        Ok(()) => parent.set_permissions(name, Permissions::from_mode(DIRECTORY_MODE))?,
        Err(failed) if failed.kind() == ErrorKind::AlreadyExists => {}
        Err(failed) => return Err(failed),
    }
    parent.open_dir(name)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(PATHS_MODE);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_has_puppets_layout() {
        let scratch = tempfile::tempdir().unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abc").unwrap();
        let bucket = scratch.path().join(DIRECTORY);
        let digest = save(&bucket, "/etc/motd", &file, &mut Transfer::default()).unwrap();
        save(&bucket, "/etc/motd", &file, &mut Transfer::default()).unwrap();
        assert_eq!(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let directory = scratch.path().join("bucket/b/a/7/8/1/6/b/f").join(&digest);
        assert_eq!(std::fs::read(directory.join("contents")).unwrap(), b"abc");
        assert_eq!(std::fs::read_to_string(directory.join("paths")).unwrap(), "/etc/motd\n");
    }

    #[test]
    fn bucket_symlink_cannot_lead_outside_the_root() {
        let scratch = tempfile::tempdir().unwrap();
        let (root, outside) = (scratch.path().join("root"), scratch.path().join("outside"));
        std::fs::create_dir_all(root.join("var")).unwrap();
        std::fs::create_dir(&outside).unwrap();
        let file = tempfile::tempfile().unwrap();
        let digest = save_below(&root, "/var/new/bucket", "/a", &file, &mut Transfer::default()).unwrap();
        let contents = root.join("var/new/bucket/e/3/b/0/c/4/4/2").join(digest).join("contents");
        assert_eq!(contents.metadata().unwrap().permissions().mode() & 0o7777, CONTENTS_MODE);
        std::os::unix::fs::symlink(&outside, root.join("var/out")).unwrap();
        for out in ["/var/out", "/var/../../outside"] {
            save_below(&root, out, "/a", &file, &mut Transfer::default()).unwrap_err();
        }
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 0);
    }
}
