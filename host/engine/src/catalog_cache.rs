//! The last good catalog of each node on disk, for runs whose manifests do not compile. A catalog with a
//! sensitive value is never written. A file not written by this program in this format is ignored.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bincode::config;
use catalog::Catalog;
use ownership::{CheckError, Checker, OwnershipRule};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

mod record;

use files::Durability;
use record::CatalogRecord;

/// The header of a file, with the version of the format.
const HEADER: &[u8] = b"marotte catalog 1\n";

/// The length of a digest in bytes.
const DIGEST: usize = 32;

/// The file with the last good catalog of a node.
#[derive(Debug)]
pub(crate) struct CachedCatalog {
    path: PathBuf,
    checker: Arc<Checker>,
}

/// The reason why a cached catalog cannot be used.
#[derive(Debug, Error)]
pub(crate) enum CacheError {
    /// The file cannot be read.
    #[error("'{}': {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// Other users can change the file.
    #[error(transparent)]
    Check(CheckError),
    /// The file was not written by this version of the program.
    #[error("'{}' is damaged or has another version", .0.display())]
    Damaged(PathBuf),
}

impl CachedCatalog {
    /// Returns the file of a node in a directory.
    pub(crate) fn new(directory: &Path, node: &str, checker: &Arc<Checker>) -> Self {
        let name = files::escaped_name(node);
        Self { path: directory.join(format!("{name}.catalog")), checker: Arc::clone(checker) }
    }

    /// Stores a catalog. Returns whether it was stored: a catalog with a sensitive value is not, and then the
    /// previous one is removed, since it is no longer the last good one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn keep(&self, catalog: &Catalog) -> io::Result<bool> {
        let Some(record) = CatalogRecord::of(catalog) else {
            match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => return Ok(false),
            }
        };
        let body = bincode::encode_to_vec(&record, config::standard()).map_err(io::Error::other)?;
        let written = files::keep(&self.path, files::PRIVATE, Durability::Fsync, |out| {
            out.write_all(HEADER)?;
            out.write_all(&Sha256::digest(&body))?;
            out.write_all(&body)
        });
        written.map(|()| true)
    }

    /// Returns the cached catalog and the time at which it was stored, or the reason why it cannot be used.
    ///
    /// # Errors
    /// Returns an error if there is no cached catalog, other users can change it, or the file was not written
    /// by this program.
    pub(crate) fn load(&self) -> Result<(Catalog, SystemTime), CacheError> {
        let bytes = self.checker.read(&self.path, OwnershipRule::Trusted).map_err(|error| match error {
            CheckError::Io { path, source } => CacheError::Io { path, source },
            other => CacheError::Check(other),
        })?;
        let catalog = decode(&bytes).ok_or_else(|| CacheError::Damaged(self.path.clone()))?;
        let time = fs::metadata(&self.path).and_then(|metadata| metadata.modified());
        Ok((catalog, time.map_err(|source| CacheError::Io { path: self.path.clone(), source })?))
    }
}

fn decode(bytes: &[u8]) -> Option<Catalog> {
    let (digest, body) = bytes.strip_prefix(HEADER)?.split_at_checked(DIGEST)?;
    if *Sha256::digest(body) != *digest {
        return None;
    }
    let (record, read): (CatalogRecord, usize) = bincode::decode_from_slice(body, config::standard()).ok()?;
    (read == body.len()).then(|| record.into_catalog()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Deferred, Object, Position, Resource, ResourceRef, Sensitive, Value};
    use std::os::unix::fs::PermissionsExt as _;

    fn sample(value: Value) -> Catalog {
        let mut catalog = Catalog::default();
        (catalog.node, catalog.environment) = ("n".into(), "production".into());
        catalog.classes = vec!["a".into()];
        let class = catalog.add(Resource::new(ResourceRef::new("class", "main"))).unwrap();
        let mut file = Resource::new(ResourceRef::new("file", "/x"));
        file.tags = vec!["t".into()];
        file.is_exported = true;
        file.position = Some(Position { file: "/site.pp".into(), line: 3, column: 4 });
        file.set("content", value, Some(Position { file: "/site.pp".into(), line: 3, column: 9 }));
        let file = catalog.add(file).unwrap();
        catalog.contain(class, file);
        catalog
    }

    fn value() -> Value {
        let call = Deferred { name: "f".into(), arguments: Some(vec![Value::Undef]) };
        Value::Array(vec![
            Value::Undef,
            Value::Default,
            true.into(),
            (-5).into(),
            Value::Float(1.5),
            "text".into(),
            Value::Binary(vec![0, 255]),
            Value::Regexp("a.b".into()),
            ResourceRef::new("file", "/y").into(),
            Value::Hash(vec![(1.into(), "one".into())]),
            Value::Deferred(Box::new(call)),
            Value::other("Timestamp", "2026-11-20T10:00:00 UTC"),
            Value::Object(Box::new(Object::new("Car".into(), vec![("wheels".into(), 4.into())]))),
        ])
    }

    #[test]
    fn cached_catalog_round_trips() {
        let directory = tempfile::tempdir().unwrap();
        let kept = CachedCatalog::new(directory.path(), "../n", &Arc::default());
        let catalog = sample(value());
        assert!(kept.keep(&catalog).unwrap());
        let (again, _) = kept.load().unwrap();
        assert_eq!(format!("{again:?}"), format!("{catalog:?}"));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert_eq!(fs::metadata(&kept.path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn catalog_with_a_secret_removes_the_cached_catalog() {
        let directory = tempfile::tempdir().unwrap();
        let kept = CachedCatalog::new(directory.path(), "n", &Arc::default());
        assert!(kept.keep(&sample("seen".into())).unwrap());
        assert!(!kept.keep(&sample(Value::Sensitive(Sensitive::new("canary".into())))).unwrap());
        assert!(kept.load().is_err());
    }

    #[test]
    fn damaged_cache_file_is_ignored() {
        let directory = tempfile::tempdir().unwrap();
        let kept = CachedCatalog::new(directory.path(), "n", &Arc::default());
        kept.keep(&sample(value())).unwrap();
        let good = fs::read(&kept.path).unwrap();
        for place in [0, HEADER.len() - 2, HEADER.len() + 1, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            fs::write(&kept.path, &bad).unwrap();
            assert!(matches!(kept.load(), Err(CacheError::Damaged(_))), "byte {place}");
        }
        fs::write(&kept.path, &good[..20]).unwrap();
        assert!(kept.load().is_err());
    }
}
