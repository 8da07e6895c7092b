//! Owns the filebucket: contents that were replaced or removed, by their SHA-256, in the layout of Puppet's client bucket:
//! `8/c/7/d/a/1/b/2/HEX/{contents,paths}`.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, DirBuilderExt as _, OpenOptions, OpenOptionsExt as _};

use crate::system::digest::Algorithm;

/// Where the filebucket is in the state folder.
pub const FOLDER: &str = "bucket";

/// Saves the contents of a file in a bucket and returns their digest; `path` is what is noted as their place.
///
/// # Errors
/// They cannot be read or kept.
pub fn save(bucket: &Path, path: &str, mut file: &File, buffer: &mut [u8]) -> io::Result<String> {
    file.rewind()?;
    let digest = Algorithm::SHA256.digest(&mut file, buffer)?;
    let mut folder = String::new();
    for digit in digest[..8].chars() {
        folder.push(digit);
        folder.push('/');
    }
    folder.push_str(&digest);

    let parent = bucket.parent().unwrap_or(bucket);
    std::fs::create_dir_all(parent)?;
    std::fs::DirBuilder::new().recursive(true).mode(0o750).create(bucket)?;
    let bucket = Dir::open_ambient_dir(bucket, ambient_authority())?;
    let mut builder = DirBuilder::new();
    bucket.create_dir_with(&folder, builder.recursive(true).mode(0o750))?;
    let folder = bucket.open_dir(&folder)?;
    if !folder.exists("contents") {
        file.rewind()?;
        // Under another name first: a copy that was cut off must not pass for the whole.
        let name = format!("contents.{}", std::process::id());
        let mut copy = folder.open_with(&name, private().create(true).truncate(true))?;
        io::copy(&mut file, &mut copy)?;
        copy.flush()?;
        copy.sync_all()?;
        folder.rename(&name, &folder, "contents")?;
    }
    let mut known = String::new();
    if let Ok(mut paths) = folder.open("paths") {
        paths.read_to_string(&mut known)?;
    }
    if !known.lines().any(|line| line == path) {
        let mut paths = folder.open_with("paths", private().create(true).append(true))?;
        writeln!(paths, "{path}")?;
    }
    Ok(digest)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o640);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_puppets() {
        let scratch = tempfile::tempdir().unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abc").unwrap();
        let bucket = scratch.path().join(FOLDER);
        let digest = save(&bucket, "/etc/motd", &file, &mut [0; 16]).unwrap();
        save(&bucket, "/etc/motd", &file, &mut [0; 16]).unwrap();
        assert_eq!(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let folder = scratch.path().join("bucket/b/a/7/8/1/6/b/f").join(&digest);
        assert_eq!(std::fs::read(folder.join("contents")).unwrap(), b"abc");
        assert_eq!(std::fs::read_to_string(folder.join("paths")).unwrap(), "/etc/motd\n");
    }
}
