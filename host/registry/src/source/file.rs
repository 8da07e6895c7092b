//! Plain files as sources: a component, with its signatures in `FILE.wasm.sig`.

use std::path::{Path, PathBuf};

use marotte_contract::package::MAX_COMPONENT;
use semver::Version;

use super::{ArtifactSource, FetchedArtifact, SourceError};
use crate::artifact::Artifact;
use crate::file_error::FileError;
use crate::signature::{self, MAX_SIGNATURES, Signature};
use files::read_file;

/// A component in a file.
#[derive(Debug)]
pub struct FileSource {
    path: PathBuf,
}

impl FileSource {
    /// Creates a source for a file, which is read on use.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Reads the component and its signatures.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is not a component, or contains invalid signatures.
    pub fn read(&self) -> Result<FetchedArtifact, SourceError> {
        let bytes = read(&self.path, MAX_COMPONENT)?;
        let artifact = Artifact::of(&self.describe(), bytes)?;
        Ok(FetchedArtifact { artifact, signatures: signatures_of_file(&self.path)? })
    }

    fn version(&self, artifact: &Artifact) -> Result<Version, SourceError> {
        artifact.version().map_err(|reason| SourceError::Version {
            place: self.describe(),
            name: artifact.name().to_owned(),
            version: artifact.package().manifest.package.version.clone(),
            reason: reason.to_string(),
        })
    }
}

impl ArtifactSource for FileSource {
    fn describe(&self) -> String {
        self.path.display().to_string()
    }

    fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError> {
        let artifact = self.read()?.artifact;
        if artifact.name() != name {
            return Ok(Vec::new());
        }
        Ok(vec![self.version(&artifact)?])
    }

    fn fetch(&self, name: &str, version: &Version) -> Result<FetchedArtifact, SourceError> {
        let fetched = self.read()?;
        if fetched.artifact.name() == name && self.version(&fetched.artifact)? == *version {
            return Ok(fetched);
        }
        Err(SourceError::Missing { place: self.describe(), name: name.to_owned(), version: version.clone() })
    }
}

/// Returns the path of the signatures of a component: `FILE.wasm.sig`.
#[must_use]
pub fn signature_file(component: &Path) -> PathBuf {
    let mut name = component.as_os_str().to_owned();
    name.push(".sig");
    name.into()
}

/// Reads the signatures of a component; none without the file.
///
/// # Errors
/// Returns an error if the file cannot be read or is not valid.
pub fn signatures_of_file(component: &Path) -> Result<Vec<Signature>, SourceError> {
    let path = signature_file(component);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let malformed = |error: signature::SignatureError| SourceError::Malformed {
        place: path.display().to_string(),
        reason: error.to_string(),
    };
    signature::list_from_json(&read(&path, MAX_SIGNATURES)?).map_err(malformed)
}

fn read(path: &Path, most: usize) -> Result<Vec<u8>, SourceError> {
    read_file(path, most).map_err(|error| FileError::unreadable(path, &error).into())
}
