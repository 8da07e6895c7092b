//! Checksums of files, kept as long as the file does not change.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use engine::Stamp;
use md5::Md5;
use rustc_hash::FxHashMap;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// The part of a file that `lite` checksums include.
const LITE: u64 = 512;

/// Kinds of checksums, with Puppet's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ChecksumKind {
    Md5,
    Md5Lite,
    Sha1,
    Sha1Lite,
    Sha224,
    Sha256,
    Sha256Lite,
    Sha384,
    Sha512,
    /// The time of the last change of the content.
    Mtime,
    /// The time of the last change of the content or the attributes.
    Ctime,
    None,
}

impl ChecksumKind {
    const ALL: [(Self, &'static str); 12] = [
        (Self::Md5, "md5"),
        (Self::Md5Lite, "md5lite"),
        (Self::Sha1, "sha1"),
        (Self::Sha1Lite, "sha1lite"),
        (Self::Sha224, "sha224"),
        (Self::Sha256, "sha256"),
        (Self::Sha256Lite, "sha256lite"),
        (Self::Sha384, "sha384"),
        (Self::Sha512, "sha512"),
        (Self::Mtime, "mtime"),
        (Self::Ctime, "ctime"),
        (Self::None, "none"),
    ];

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// Checksums that were computed, with the version of the file.
#[derive(Debug, Default)]
pub(crate) struct Checksums(Mutex<FxHashMap<(PathBuf, ChecksumKind), (Stamp, String)>>);

impl Checksums {
    /// Returns the checksum of a file: `{sha256}…`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn get(&self, file: &Path, found: &Metadata, kind: ChecksumKind) -> io::Result<String> {
        let current = Stamp::of_metadata(found);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (file.to_owned(), kind);
        if let Some((_, checksum)) = known().get(&key).filter(|(version, _)| version.is_same(current)) {
            return Ok(checksum.clone());
        }
        let checksum = format!("{{{}}}{}", kind.name(), value(file, found, kind)?);
        known().insert(key, (current, checksum.clone()));
        Ok(checksum)
    }
}

fn value(file: &Path, found: &Metadata, kind: ChecksumKind) -> io::Result<String> {
    match kind {
        ChecksumKind::Md5 => digest::<Md5>(file, u64::MAX),
        ChecksumKind::Md5Lite => digest::<Md5>(file, LITE),
        ChecksumKind::Sha1 => digest::<Sha1>(file, u64::MAX),
        ChecksumKind::Sha1Lite => digest::<Sha1>(file, LITE),
        ChecksumKind::Sha224 => digest::<Sha224>(file, u64::MAX),
        ChecksumKind::Sha256 => digest::<Sha256>(file, u64::MAX),
        ChecksumKind::Sha256Lite => digest::<Sha256>(file, LITE),
        ChecksumKind::Sha384 => digest::<Sha384>(file, u64::MAX),
        ChecksumKind::Sha512 => digest::<Sha512>(file, u64::MAX),
        ChecksumKind::Mtime => Ok(time(found.mtime(), found.mtime_nsec())),
        ChecksumKind::Ctime => Ok(time(found.ctime(), found.ctime_nsec())),
        ChecksumKind::None => Ok(String::new()),
    }
}

fn digest<D: Digest>(file: &Path, limit: u64) -> io::Result<String> {
    let mut input = File::open(file)?.take(limit);
    let (mut digest, mut buffer) = (D::new(), vec![0; 64 << 10]);
    loop {
        match input.read(&mut buffer)? {
            0 => return Ok(hex::encode(digest.finalize())),
            size => digest.update(&buffer[..size]),
        }
    }
}

/// Formats a time as Ruby does: `2026-11-26 13:00:00 +0000`.
fn time(seconds: i64, _nanoseconds: i64) -> String {
    jiff::Timestamp::from_second(seconds)
        .map_or_else(|_| String::new(), |time| time.strftime("%F %T +0000").to_string())
}
