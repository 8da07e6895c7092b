//! `fs-read.walk`: the content of a directory, parents before children, sorted by name.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::rc::Rc;

use marotte_contract::arguments::glob;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_read::Entry;
use crate::bindings::marotte::provider::fs_types::{Kind, Place};
use crate::error;
use crate::path_text;
use crate::system::{CallContext, LookMode, files, source};

/// Maximum depth; symbolic links that are followed may form cycles.
const MAX_DEPTH: u32 = 256;

/// Maximum total size of the paths in a result.
const MAX_BYTES: usize = 64 << 20;

struct Walk<'a> {
    follow: bool,
    ignore: &'a [String],
    limit: usize,
    entries: Vec<Entry>,
    /// Remaining size for paths.
    left: usize,
    /// Identities of the directories on the current branch; a symbolic link to one of them is not entered.
    within: Vec<(u64, u64)>,
}

impl CallContext<'_> {
    /// `fs-read.walk`
    pub(crate) fn walk(
        &mut self,
        root: &Place,
        depth: u32,
        follow: bool,
        ignore: &[String],
        limit: u32,
    ) -> Result<Vec<Entry>, Error> {
        let mut walk =
            Walk { follow, ignore, limit: limit as usize, entries: Vec::new(), left: MAX_BYTES, within: Vec::new() };
        let depth = depth.min(MAX_DEPTH);
        if source::is_url(&root.path) {
            let directory = self.source(root)?;
            walk_source(&mut walk, root, &directory, root.path.trim_end_matches('/'), depth)?;
        } else {
            self.walk_directory(&mut walk, root, depth)?;
        }
        Ok(walk.entries)
    }

    fn walk_directory(&mut self, walk: &mut Walk<'_>, directory: &Place, depth: u32) -> Result<(), Error> {
        if depth == 0 {
            return Ok(());
        }
        let system = |errno| error::system("list", &directory.path, errno);
        let mut found = self.find(directory, LookMode::Read)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut opened = rustix::fs::openat(&found.target.directory, &*found.target.name, flags, Mode::empty());
        // The top-level path may be a symbolic link if the grants cover its target; below it, `follow` applies.
        if matches!(opened, Err(Errno::NOTDIR | Errno::LOOP)) && (walk.follow || walk.within.is_empty()) {
            found = self.follow(directory, LookMode::Read)?;
            opened = rustix::fs::openat(&found.target.directory, &*found.target.name, flags, Mode::empty());
        }
        let handle = Rc::new(opened.map_err(system)?);
        let stat = rustix::fs::fstat(&*handle).map_err(system)?;
        let identity = (stat.st_dev, stat.st_ino);
        if walk.within.contains(&identity) {
            return Ok(());
        }
        self.note_listing(directory, &found.target, found.reader);
        let mut names: Vec<(String, FileType)> = Vec::new();
        for entry in Dir::read_from(&*handle).map_err(system)? {
            let entry = entry.map_err(system)?;
            let bytes = entry.file_name().to_bytes();
            if matches!(bytes, b"." | b"..") || walk.ignores(bytes) {
                continue;
            }
            let name = path_text::encode(bytes);
            let file_type = match entry.file_type() {
                FileType::Unknown => {
                    let stat = rustix::fs::statat(&*handle, bytes, AtFlags::SYMLINK_NOFOLLOW).map_err(system)?;
                    FileType::from_raw_mode(stat.st_mode)
                }
                known => known,
            };
            names.push((name, file_type));
        }
        names.sort_by(|(left, _), (right, _)| left.cmp(right));
        walk.within.push(identity);
        for (name, file_type) in names {
            let path = format!("{}/{name}", trimmed(&directory.path));
            let place = Place { row: directory.row, path };
            walk.push(&place.path, files::kind(file_type))?;
            let enters =
                file_type == FileType::Directory || walk.follow && self.leads_to_directory(&place, file_type)?;
            if enters {
                self.walk_directory(walk, &place, depth - 1)?;
            }
        }
        walk.within.pop();
        Ok(())
    }

    fn leads_to_directory(&mut self, place: &Place, file_type: FileType) -> Result<bool, Error> {
        if file_type != FileType::Symlink {
            return Ok(false);
        }
        match self.follow(place, LookMode::Stat) {
            Ok(found) => Ok(crate::paths::stat(&found.target)
                .ok()
                .flatten()
                .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)),
            Err(missing) if missing.code == Code::NotFound => Ok(false),
            Err(failed) => Err(failed),
        }
    }
}

impl Walk<'_> {
    fn ignores(&self, name: &[u8]) -> bool {
        self.ignore.iter().any(|pattern| glob(pattern.as_bytes(), name))
    }

    fn push(&mut self, path: &str, kind: Kind) -> Result<(), Error> {
        if self.entries.len() >= self.limit {
            let message = format!("Could not list all entries: more than {}", self.limit);
            return Err(error::error(Code::Other, message));
        }
        self.left = self.left.checked_sub(path.len() + size_of::<Entry>()).ok_or_else(|| {
            let message = format!("Could not list everything: the list has more than {} MiB", MAX_BYTES >> 20);
            error::error(Code::Other, message)
        })?;
        self.entries.push(Entry { path: path.to_owned(), kind });
        Ok(())
    }
}

/// Walks a directory of a module, which is on this system regardless of the root.
fn walk_source(walk: &mut Walk<'_>, root: &Place, directory: &Path, url: &str, depth: u32) -> Result<(), Error> {
    if depth == 0 {
        return Ok(());
    }
    let io = |failed: &std::io::Error| error::io("list", &root.path, failed);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(|failed| io(&failed))? {
        let entry = entry.map_err(|failed| io(&failed))?;
        if !walk.ignores(entry.file_name().as_bytes()) {
            names.push((path_text::encode(entry.file_name().as_bytes()), entry));
        }
    }
    names.sort_by(|(left, _), (right, _)| left.cmp(right));
    for (name, entry) in names {
        let path = format!("{url}/{name}");
        let found = if walk.follow { fs::metadata(entry.path()) } else { fs::symlink_metadata(entry.path()) };
        let Ok(found) = found else { continue };
        let file_type = FileType::from_raw_mode(std::os::unix::fs::MetadataExt::mode(&found));
        walk.push(&path, files::kind(file_type))?;
        if file_type == FileType::Directory {
            walk_source(walk, root, &entry.path(), &path, depth - 1)?;
        }
    }
    Ok(())
}

fn trimmed(path: &str) -> &str {
    path.trim_end_matches('/')
}
