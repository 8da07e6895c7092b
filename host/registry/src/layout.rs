//! A directory in the OCI image layout: blobs by digest, and `index.json`, which maps names and versions to
//! manifests. New blobs are written to temporary files; the index is replaced atomically at the end.

mod forget;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};
use semver::Version;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use crate::artifact::{Descriptor, MANIFEST_TYPE};
use crate::digest::Digest;
use crate::file_error::FileError;
use crate::repository::{MAX_MANIFEST, Repository, expect_blob, expect_manifest};
use crate::source::SourceError;
use files::read_file as read;

/// The marker file of a layout, and its content.
const MARK: (&str, &str) = ("oci-layout", r#"{"imageLayoutVersion":"1.0.0"}"#);

const INDEX: &str = "index.json";

/// Name of the temporary file.
const DRAFT: &str = ".draft";

/// Maximum size of an index.
const MAX_INDEX: usize = 64 << 20;

/// The annotation with the name of a manifest in the index. In this program's layouts it is `NAME:TAG`.
const REFERENCE: &str = "org.opencontainers.image.ref.name";

/// A layout.
#[derive(Debug, Clone)]
pub struct OciLayout {
    directory: PathBuf,
}

impl OciLayout {
    /// Opens an existing layout.
    ///
    /// # Errors
    /// Returns an error if the directory is not a layout.
    pub fn open(directory: &Path) -> Result<Self, SourceError> {
        let path = directory.join(MARK.0);
        let mark = read(&path, MAX_MANIFEST).map_err(|error| unreadable(&path, &error))?;
        let mark: Value = serde_json::from_slice(&mark).map_err(|error| malformed(&path, &error.to_string()))?;
        let version = mark["imageLayoutVersion"].as_str().unwrap_or_default();
        if !version.starts_with("1.") {
            return Err(malformed(&path, &format!("version '{version}' of OCI layouts is not supported, only 1.0.0")));
        }
        Ok(Self { directory: directory.to_owned() })
    }

    /// Opens a layout, or creates one in a directory that is empty or does not exist.
    ///
    /// # Errors
    /// Returns an error if the directory has other content or cannot be written.
    pub fn make(directory: &Path) -> Result<Self, SourceError> {
        if directory.join(MARK.0).is_file() {
            return Self::open(directory);
        }
        DirBuilder::new()
            .recursive(true)
            .mode(0o755)
            .create(directory)
            .map_err(|error| unwritten(directory, &error))?;
        let layout = Self { directory: directory.to_owned() };
        let _lock = layout.lock()?;
        // Another process may have created it in the meantime, or have been interrupted.
        if directory.join(MARK.0).is_file() {
            return Self::open(directory);
        }
        let mut entries = fs::read_dir(directory).map_err(|error| unreadable(directory, &error))?;
        let is_ours = |name: &OsStr| name == DRAFT || name == INDEX;
        if entries.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry.file_name()))) {
            return Err(malformed(directory, "the directory is neither empty nor an OCI layout; choose another one"));
        }
        layout.write(Path::new(INDEX), &to_json(&Index::default().0))?;
        layout.write(Path::new(MARK.0), MARK.1.as_bytes())?;
        Ok(layout)
    }

    /// Returns the sorted names of the providers in the layout.
    ///
    /// # Errors
    /// Returns an error if the index cannot be read.
    pub fn names(&self) -> Result<Vec<String>, SourceError> {
        let index = self.index()?;
        // Signatures and an index have tags that are not versions.
        let name = |reference: &str| {
            let (name, tag) = reference.rsplit_once(':')?;
            Version::parse(tag).is_ok().then(|| name.to_owned())
        };
        let names: BTreeSet<String> = index.references().filter_map(name).collect();
        Ok(names.into_iter().collect())
    }

    fn index(&self) -> Result<Index, SourceError> {
        let path = self.directory.join(INDEX);
        let bytes = read(&path, MAX_INDEX).map_err(|error| unreadable(&path, &error))?;
        let index: Map<String, Value> =
            serde_json::from_slice(&bytes).map_err(|error| malformed(&path, &error.to_string()))?;
        if index.get("manifests").is_some_and(Value::is_array) {
            return Ok(Index(index));
        }
        Err(malformed(&path, "it has no list 'manifests'"))
    }

    /// Reads an entry of the index.
    fn descriptor(&self, entry: &Value) -> Result<Descriptor, SourceError> {
        let path = self.directory.join(INDEX);
        Descriptor::deserialize(entry).map_err(|error| malformed(&path, &error.to_string()))
    }

    /// Adds a tag to an index and writes the index. The caller holds the lock, and has read the index since.
    fn enter(&self, mut index: Index, name: &str, tag: &str, manifest: &[u8]) -> Result<(), SourceError> {
        index.put(&format!("{name}:{tag}"), manifest);
        self.write(Path::new(INDEX), &to_json(&index.0))
    }

    /// Reads a blob and checks it against its descriptor.
    fn read_blob(&self, blob: &Descriptor) -> Result<Vec<u8>, SourceError> {
        let path = self.directory.join(blob_path(&blob.digest));
        let most = usize::try_from(blob.size).unwrap_or(usize::MAX);
        let bytes = read(&path, most).map_err(|error| unreadable(&path, &error))?;
        expect_blob(&path.display().to_string(), blob, &bytes)?;
        Ok(bytes)
    }

    /// Writes a file atomically. The caller holds the lock, so there is only one temporary file; one that was
    /// left by an interrupted process is overwritten.
    pub(crate) fn write(&self, name: &Path, bytes: &[u8]) -> Result<(), SourceError> {
        let path = self.directory.join(name);
        let parent = path.parent().unwrap_or(&self.directory);
        let draft = self.directory.join(DRAFT);
        let written = DirBuilder::new().recursive(true).mode(0o755).create(parent).and_then(|()| {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).mode(0o644);
            let mut file = options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(&draft)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&draft, &path)?;
            File::open(parent)?.sync_all()
        });
        written.map_err(|error| {
            let _ = fs::remove_file(&draft);
            unwritten(&path, &error)
        })
    }

    /// Locks the layout for writing until the file is dropped. The kernel releases the lock even if the process
    /// is killed.
    fn lock(&self) -> Result<File, SourceError> {
        let locked = File::open(&self.directory).and_then(|directory| {
            rustix::fs::flock(&directory, FlockOperation::LockExclusive)?;
            Ok(directory)
        });
        locked.map_err(|error| unwritten(&self.directory, &error))
    }
}

impl Repository for OciLayout {
    fn place(&self) -> String {
        self.directory.display().to_string()
    }

    fn reference(&self, name: &str, tag: &str) -> String {
        format!("{}:{name}:{tag}", self.directory.display())
    }

    fn tags(&self, name: &str) -> Result<Vec<String>, SourceError> {
        let index = self.index()?;
        let tags = index.references().filter_map(|reference| reference.rsplit_once(':'));
        Ok(tags.filter(|(known, _)| *known == name).map(|(_, tag)| tag.to_owned()).collect())
    }

    fn manifest(&self, name: &str, tag: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let index = self.index()?;
        let Some(entry) = index.find(&format!("{name}:{tag}")) else { return Ok(None) };
        let path = self.directory.join(INDEX);
        let manifest = self.descriptor(entry)?;
        if manifest.size > MAX_MANIFEST as u64 {
            return Err(malformed(
                &path,
                &format!("the manifest of '{name}:{tag}' has more than {MAX_MANIFEST} bytes"),
            ));
        }
        self.read_blob(&manifest).map(Some)
    }

    fn manifest_by_digest(&self, _name: &str, digest: &Digest) -> Result<Option<Vec<u8>>, SourceError> {
        let path = self.directory.join(blob_path(digest));
        match read(&path, MAX_MANIFEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(&path, &error)),
            Ok(bytes) => {
                expect_manifest(&path.display().to_string(), digest, &bytes)?;
                Ok(Some(bytes))
            }
        }
    }

    fn blob(&self, _name: &str, blob: &Descriptor) -> Result<Vec<u8>, SourceError> {
        self.read_blob(blob)
    }

    fn has(&self, _name: &str, blob: &Descriptor) -> Result<bool, SourceError> {
        Ok(self.read_blob(blob).is_ok())
    }

    fn put_blob(&self, name: &str, bytes: &[u8]) -> Result<(), SourceError> {
        let blob = Descriptor::of("", bytes);
        // A damaged blob is replaced.
        if self.has(name, &blob)? {
            return Ok(());
        }
        let _lock = self.lock()?;
        self.write(&blob_path(&blob.digest), bytes)
    }

    fn put_manifest(&self, name: &str, tag: &str, bytes: &[u8]) -> Result<(), SourceError> {
        self.put_blob(name, bytes)?;
        let _lock = self.lock()?;
        self.enter(self.index()?, name, tag, bytes)
    }

    fn exchange_manifest(
        &self,
        name: &str,
        tag: &str,
        seen: Option<&Digest>,
        bytes: &[u8],
    ) -> Result<bool, SourceError> {
        self.put_blob(name, bytes)?;
        let _lock = self.lock()?;
        let index = self.index()?;
        let current = index.find(&format!("{name}:{tag}")).map(|entry| self.descriptor(entry)).transpose()?;
        if current.as_ref().map(|manifest| &manifest.digest) != seen {
            return Ok(false);
        }
        self.enter(index, name, tag, bytes).map(|()| true)
    }
}

/// The index, including unknown fields.
struct Index(Map<String, Value>);

impl Default for Index {
    fn default() -> Self {
        let media_type = "application/vnd.oci.image.index.v1+json";
        let fields = [("schemaVersion", json!(2)), ("mediaType", json!(media_type)), ("manifests", json!([]))];
        Self(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Index {
    fn entries(&self) -> &[Value] {
        self.0.get("manifests").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn references(&self) -> impl Iterator<Item = &str> {
        self.entries().iter().filter_map(reference)
    }

    fn find(&self, name: &str) -> Option<&Value> {
        self.entries().iter().find(|entry| reference(entry) == Some(name))
    }

    fn put(&mut self, name: &str, manifest: &[u8]) {
        let mut entry = Descriptor::of(MANIFEST_TYPE, manifest);
        entry.annotations.insert(REFERENCE.to_owned(), name.to_owned());
        let entry = serde_json::to_value(&entry).expect("strings and numbers are valid JSON");
        if let Some(Value::Array(entries)) = self.0.get_mut("manifests") {
            entries.retain(|entry| reference(entry) != Some(name));
            entries.push(entry);
            entries.sort_by(|one, other| reference(one).cmp(&reference(other)));
        }
    }
}

fn reference(entry: &Value) -> Option<&str> {
    entry.get("annotations")?.get(REFERENCE)?.as_str()
}

fn blob_path(digest: &Digest) -> PathBuf {
    Path::new("blobs/sha256").join(digest.hex())
}

fn to_json(index: &Map<String, Value>) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(index).expect("a map of strings is valid JSON");
    text.push(b'\n');
    text
}

fn unreadable(path: &Path, error: &io::Error) -> SourceError {
    FileError::unreadable(path, error).into()
}

fn unwritten(path: &Path, error: &io::Error) -> SourceError {
    FileError::unwritten(path, error).into()
}

fn malformed(path: &Path, reason: &str) -> SourceError {
    SourceError::Malformed { place: path.display().to_string(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests;
