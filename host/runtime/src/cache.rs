//! On-disk cache of native code. Only the owner can write to the directory, and every file is authenticated by a
//! digest with a secret key of the owner: files of other origin and truncated files are recompiled and never
//! executed. Errors do not affect the run.

use std::fs::{self, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, MetadataExt as _, OpenOptions, OpenOptionsExt as _};
use rustix::fs::OFlags;
use sha2::{Digest as _, Sha256};

use crate::system::digest::{hex, sha256};

/// Name of the file with the owner's key.
const KEY: &str = "key";

/// Maximum number of cached components; the oldest is removed first.
const MAX_ENTRIES: usize = 64;

/// Length of a digest.
const SEAL: usize = 32;

/// A directory of native code.
pub(crate) struct Cache {
    directory: Dir,
    key: [u8; SEAL],
}

impl Cache {
    /// Opens a cache and creates it if necessary; `None` if it cannot be used.
    pub(crate) fn open(path: &Path) -> Option<Self> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path).ok()?;
        let directory = Dir::open_ambient_dir(path, ambient_authority()).ok()?;
        let found = directory.dir_metadata().ok()?;
        if found.uid() != rustix::process::geteuid().as_raw() || found.mode() & 0o077 != 0 {
            return None;
        }
        let key = read_key(&directory).or_else(|| make_key(&directory).ok())?;
        Some(Self { directory, key })
    }

    /// Returns whether an entry exists; it is authenticated when it is loaded.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.directory.exists(name)
    }

    /// Returns the native code of an entry and the offset at which it begins; `None` if there is no valid entry.
    pub(crate) fn load(&self, name: &str) -> Option<(Vec<u8>, usize)> {
        let bytes = read_own(&self.directory, name)?;
        let (seal, code) = bytes.split_at_checked(SEAL)?;
        (seal == self.seal(name, code)).then_some((bytes, SEAL))
    }

    /// Stores native code under a name.
    pub(crate) fn store(&self, name: &str, code: &[u8]) -> io::Result<()> {
        self.prune()?;
        let temporary = format!("{name}.{}", std::process::id());
        let written = write_own(&self.directory, &temporary, &[&self.seal(name, code), code])
            .and_then(|()| self.directory.rename(&temporary, &self.directory, name));
        if written.is_err() {
            // On failure, the next run overwrites the file.
            let _ = self.directory.remove_file(&temporary);
        }
        written
    }

    /// Returns the digest of an entry. It includes the name, so that the code of one component is not accepted for
    /// another.
    fn seal(&self, name: &str, code: &[u8]) -> [u8; SEAL] {
        let mut hasher = Sha256::new();
        hasher.update(self.key);
        hasher.update(name.as_bytes());
        hasher.update(sha256(code));
        hasher.finalize().into()
    }

    fn prune(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in self.directory.entries()? {
            let entry = entry?;
            if entry.file_name() != KEY {
                entries.push((entry.metadata()?.mtime(), entry.file_name()));
            }
        }
        entries.sort();
        let excess = (entries.len() + 1).saturating_sub(MAX_ENTRIES);
        entries.iter().take(excess).try_for_each(|(_, name)| self.directory.remove_file(name))
    }
}

/// Returns the name of the cache entry of a component, a hash of its digest, the engine and the program version.
pub(crate) fn name(digest: &[u8; 32], engine: &wasmtime::Engine) -> String {
    use std::hash::Hash as _;

    let mut fingerprint = Fingerprint(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut fingerprint);
    fingerprint.0.update(env!("CARGO_PKG_VERSION"));
    fingerprint.0.update(digest);
    hex(&fingerprint.0.finalize())
}

/// Feeds the data hashed by the engine into a digest that is stable between runs.
struct Fingerprint(Sha256);

impl std::hash::Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

fn read_key(directory: &Dir) -> Option<[u8; SEAL]> {
    read_own(directory, KEY)?.try_into().ok()
}

/// Creates a key. If another run created one at the same time, that key is used.
fn make_key(directory: &Dir) -> io::Result<[u8; SEAL]> {
    let mut key = [0; SEAL];
    getrandom::fill(&mut key)?;
    let temporary = format!("{KEY}.{}", std::process::id());
    write_own(directory, &temporary, &[&key])?;
    directory.rename(&temporary, directory, KEY)?;
    read_key(directory).ok_or_else(|| io::Error::other("the key was not stored"))
}

/// Reads a regular file that the process owns and that no other user can write; symbolic links are rejected.
fn read_own(directory: &Dir, name: &str) -> Option<Vec<u8>> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
    let mut file = directory.open_with(name, &options).ok()?.into_std();
    let found = file.metadata().ok()?;
    if !found.is_file() || found.uid() != rustix::process::geteuid().as_raw() || found.mode() & 0o022 != 0 {
        return None;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len()).ok()?);
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn write_own(directory: &Dir, name: &str, parts: &[&[u8]]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut file = directory.open_with(name, &options)?.into_std();
    file.set_permissions(Permissions::from_mode(0o600))?;
    parts.iter().try_for_each(|part| file.write_all(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(cache: &Cache, name: &str) -> Option<Vec<u8>> {
        cache.load(name).map(|(bytes, begin)| bytes[begin..].to_vec())
    }

    #[test]
    fn cache_returns_stored_code_and_rejects_modified_code() {
        let scratch = tempfile::tempdir().unwrap();
        let directory = scratch.path().join("code");
        let cache = Cache::open(&directory).unwrap();
        cache.store("a", b"native").unwrap();
        assert_eq!(loaded(&Cache::open(&directory).unwrap(), "a").as_deref(), Some(&b"native"[..]));
        let whole = fs::read(directory.join("a")).unwrap();

        fs::write(directory.join("a"), &whole[..whole.len() - 1]).unwrap();
        assert!(loaded(&cache, "a").is_none(), "truncated");
        fs::write(directory.join("a"), [&sha256(b"forged")[..], b"forged"].concat()).unwrap();
        assert!(loaded(&cache, "a").is_none(), "digest without the key");
        fs::write(directory.join("b"), &whole).unwrap();
        assert!(loaded(&cache, "b").is_none(), "code of another component");
        assert!(loaded(&cache, "none").is_none());
    }

    #[test]
    fn cache_rejects_directory_or_file_writable_by_others() {
        let scratch = tempfile::tempdir().unwrap();
        let directory = scratch.path().join("code");
        let cache = Cache::open(&directory).unwrap();
        cache.store("a", b"native").unwrap();
        fs::set_permissions(directory.join("a"), Permissions::from_mode(0o666)).unwrap();
        assert!(loaded(&cache, "a").is_none());
        fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
        assert!(Cache::open(&directory).is_none());
        assert!(Cache::open(Path::new("/dev/null/x")).is_none());
    }

    #[test]
    fn cache_removes_the_oldest_entries() {
        let scratch = tempfile::tempdir().unwrap();
        let cache = Cache::open(&scratch.path().join("code")).unwrap();
        for index in 0..MAX_ENTRIES + 5 {
            cache.store(&format!("{index:03}"), b"native").unwrap();
        }
        assert_eq!(cache.directory.entries().unwrap().count(), MAX_ENTRIES + 1);
    }
}
