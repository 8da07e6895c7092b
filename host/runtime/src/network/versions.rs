//! Digests of downloaded files with the validators of their responses (`ETag`, `Last-Modified`): a later run learns
//! from a HEAD request whether the content at a URL is still the same.

use std::path::{Path, PathBuf};

use files::{Durability, PRIVATE};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use ureq::http::header::{CONTENT_LENGTH, DATE, ETAG, HeaderMap, HeaderName, LAST_MODIFIED};

use crate::system::digest::{hex, sha256};

/// File in the state directory.
const FILE: &str = "downloads.json";

/// Maximum number of URLs. Those that were downloaded first are removed.
const MAX_URLS: usize = 1000;

/// Digests of downloaded files, loaded on first use.
#[derive(Debug)]
pub(crate) struct DownloadedVersions {
    path: PathBuf,
    loaded: Option<FxHashMap<String, DownloadedVersion>>,
}

/// The version of a URL that was downloaded last.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct DownloadedVersion {
    #[serde(flatten)]
    validators: Validators,
    sha256: String,
    /// Position in the order of downloads.
    number: u64,
}

/// Headers that identify the version of a response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Validators {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    modified: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length: Option<String>,
}

impl Validators {
    /// Reads the headers of a response; `None` if responses with these headers may have different contents.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::to_owned);
        // Weak validators (`W/"…"`) are the same for contents that differ in bytes.
        if let Some(etag) = text(ETAG).filter(|etag| etag.starts_with('"')) {
            return Some(Self { etag: Some(etag), modified: None, length: None });
        }
        let (modified, length) = (text(LAST_MODIFIED)?, text(CONTENT_LENGTH)?);
        // A file can change again within the second of its last change.
        let is_settled = text(DATE).is_some_and(|date| date != modified);
        is_settled.then_some(Self { etag: None, modified: Some(modified), length: Some(length) })
    }
}

impl DownloadedVersions {
    /// Creates the record of a state directory. Nothing is read until first use.
    pub(crate) fn new(state: &Path) -> Self {
        Self { path: state.join(FILE), loaded: None }
    }

    /// Returns the SHA-256 digest, in hexadecimal, of the content of a URL if it was downloaded with the same
    /// validators.
    pub(crate) fn digest(&mut self, url: &str, validators: &Validators) -> Option<&str> {
        let found = self.loaded().get(&key(url))?;
        (found.validators == *validators).then_some(&found.sha256)
    }

    /// Records a download. If the record cannot be written, the next run downloads the file again.
    pub(crate) fn add(&mut self, url: &str, validators: Validators, sha256: String) {
        let versions = self.loaded();
        let number = versions.values().map(|version| version.number).max().map_or(0, |last| last + 1);
        versions.insert(key(url), DownloadedVersion { validators, sha256, number });
        versions.retain(|_, version| version.number + MAX_URLS as u64 > number);
        let Ok(json) = serde_json::to_vec(&*versions) else { return };
        let _ = files::keep(&self.path, PRIVATE, Durability::Lazy, |out| out.write_all(&json));
    }

    /// A record that cannot be read is replaced by the next download.
    fn loaded(&mut self) -> &mut FxHashMap<String, DownloadedVersion> {
        self.loaded.get_or_insert_with(|| {
            let bytes = std::fs::read(&self.path).unwrap_or_default();
            serde_json::from_slice(&bytes).unwrap_or_default()
        })
    }
}

/// Returns the key of a URL. The URL itself may contain a token.
fn key(url: &str) -> String {
    hex(&sha256(url.as_bytes()))
}

#[cfg(test)]
mod tests {
    use ureq::http::HeaderValue;

    use super::*;

    fn validators(headers: &[(HeaderName, &'static str)]) -> Option<Validators> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        Validators::of(&headers.collect())
    }

    #[test]
    fn digest_is_found_by_a_later_run_with_the_same_validators() {
        let state = tempfile::tempdir().unwrap();
        let one = validators(&[(ETAG, "\"1\"")]).unwrap();
        let two = validators(&[(ETAG, "\"2\"")]).unwrap();
        let mut versions = DownloadedVersions::new(state.path());
        assert_eq!(versions.digest("http://h/a", &one), None);
        versions.add("http://h/a?token", one.clone(), "abc".to_owned());
        let mut versions = DownloadedVersions::new(state.path());
        assert_eq!(versions.digest("http://h/a?token", &one), Some("abc"));
        assert_eq!(versions.digest("http://h/a?token", &two), None);
        assert_eq!(versions.digest("http://h/b", &one), None);
        let text = std::fs::read_to_string(state.path().join(FILE)).unwrap();
        assert!(!text.contains("token"), "{text}");
        std::fs::write(state.path().join(FILE), "{").unwrap();
        assert_eq!(DownloadedVersions::new(state.path()).digest("http://h/a?token", &one), None);
    }

    #[test]
    fn oldest_download_is_removed() {
        let state = tempfile::tempdir().unwrap();
        let validators = validators(&[(ETAG, "\"1\"")]).unwrap();
        let mut versions = DownloadedVersions::new(state.path());
        (0..=MAX_URLS).for_each(|number| versions.add(&number.to_string(), validators.clone(), "abc".to_owned()));
        assert_eq!(versions.digest("0", &validators), None);
        assert_eq!(versions.digest("1", &validators), Some("abc"));
    }

    #[test]
    fn weak_validators_do_not_identify_a_content() {
        let (modified, later) = ("Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:01 GMT");
        let length = (CONTENT_LENGTH, "5");
        assert!(validators(&[(LAST_MODIFIED, modified), length.clone(), (DATE, later)]).is_some());
        assert!(validators(&[(LAST_MODIFIED, modified), length.clone(), (DATE, modified)]).is_none());
        assert!(validators(&[(LAST_MODIFIED, modified), (DATE, later)]).is_none());
        assert!(validators(&[(ETAG, "W/\"1\""), length]).is_none());
    }
}
