//! Index of providers: the types and requested grants of each provider in one JSON file, which can be searched
//! without fetching components.

use std::collections::BTreeSet;

use marotte_contract::schema::{self, TypeSchema};
use semver::Version;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::artifact::{Artifact, Descriptor, OciManifest, to_json};
use crate::digest::Digest;
use crate::repository::{Repository, read_manifest};
use crate::source::SourceError;

/// Version of the index format.
const VERSION: u32 = 1;

/// Maximum size of an index.
pub const MAX_INDEX: usize = 64 << 20;

/// Media type of an index.
const INDEX_TYPE: &str = "application/vnd.marotte.index.v1+json";

/// Name and tag of an index in a directory or registry. Unlike names of providers, the name has no slash.
const PLACE: (&str, &str) = ("index", "latest");

/// The config of an index, which is empty.
const NOTHING: &[u8] = b"{}";

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepositoryIndex {
    version: u32,
    /// All versions of all providers, by name, the newest version first.
    pub providers: Vec<IndexEntry>,
}

/// A version of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// `namespace/name`.
    pub name: String,
    /// Its version.
    #[serde(with = "text")]
    pub version: Version,
    /// The digest of its manifest.
    pub digest: Digest,
    /// SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The types in its schema.
    pub types: Vec<IndexType>,
    /// The providers in it.
    pub providers: Vec<IndexProvider>,
    /// The requested grants, as text.
    pub grants: Vec<String>,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexType {
    /// Its name.
    pub name: String,
    /// The first line of the documentation.
    pub summary: String,
    /// Its attributes.
    pub attributes: Vec<IndexAttribute>,
}

/// An attribute of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexAttribute {
    /// Its name.
    pub name: String,
    /// The first line of its documentation.
    pub summary: String,
}

/// A provider of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexProvider {
    /// Its name.
    pub name: String,
    /// The type that it manages.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The first line of its documentation.
    pub summary: String,
}

/// A text that is not an index.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{place}' is not an index of providers written by `marotte provider index`: {reason}")]
pub struct IndexError {
    place: String,
    reason: String,
}

impl IndexEntry {
    /// Creates the entry of an artifact.
    ///
    /// # Errors
    /// Returns an error if the version is not valid.
    pub fn of(artifact: &Artifact) -> Result<Self, SourceError> {
        let package = artifact.package();
        let about = &package.manifest.package;
        let version = artifact.version().map_err(|error| SourceError::Version {
            place: package.name.clone(),
            name: about.name.clone(),
            version: about.version.clone(),
            reason: error.to_string(),
        })?;
        let backends = package.schema.providers.iter().map(|provider| IndexProvider {
            name: provider.name.clone(),
            type_name: provider.type_name.clone(),
            summary: first_sentence(&provider.docs),
        });
        Ok(Self {
            name: about.name.clone(),
            version,
            digest: artifact.digest(),
            license: about.license.clone(),
            types: package.schema.types.iter().map(IndexType::of).collect(),
            providers: backends.collect(),
            grants: package.grants(),
        })
    }

    /// Returns how well this entry matches a search word; `None` if it does not match.
    fn fit(&self, word: &str) -> Option<u32> {
        let rank = |name: &str, whole: u32, part: u32| {
            let name = name.to_lowercase();
            if name == word { Some(whole) } else { name.contains(word).then_some(part) }
        };
        let own = self.name.split('/').chain([self.name.as_str()]).filter_map(|name| rank(name, 90, 50));
        let types = self.types.iter().flat_map(|of| {
            let attributes = of.attributes.iter();
            let texts =
                attributes.flat_map(|attribute| [rank(&attribute.name, 20, 10), rank(&attribute.summary, 3, 3)]);
            [rank(&of.name, 100, 60), rank(&of.summary, 30, 30)].into_iter().chain(texts).flatten()
        });
        let backends = self.providers.iter().flat_map(|backend| {
            [rank(&backend.name, 80, 40), rank(&backend.type_name, 70, 35), rank(&backend.summary, 5, 5)]
                .into_iter()
                .flatten()
        });
        own.chain(types).chain(backends).max()
    }
}

impl IndexType {
    fn of(schema: &TypeSchema) -> Self {
        let attribute = |attribute: &schema::Attribute| IndexAttribute {
            name: attribute.name.clone(),
            summary: first_sentence(&attribute.docs),
        };
        Self {
            name: schema.name.clone(),
            summary: first_sentence(&schema.docs),
            attributes: schema.attributes.iter().map(attribute).collect(),
        }
    }
}

impl RepositoryIndex {
    /// Creates an index of entries without duplicates.
    #[must_use]
    pub fn of(entries: Vec<IndexEntry>) -> Self {
        let mut providers = entries;
        providers.sort_by(|one, other| one.name.cmp(&other.name).then_with(|| other.version.cmp(&one.version)));
        providers.dedup_by(|one, other| one.name == other.name && one.version == other.version);
        Self { version: VERSION, providers }
    }

    /// Serializes the index.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("strings and numbers are valid JSON");
        text.push(b'\n');
        text
    }

    /// Parses an index; `place` is used in messages.
    ///
    /// # Errors
    /// Returns an error if the text is not an index.
    pub fn from_json(place: &str, bytes: &[u8]) -> Result<Self, IndexError> {
        let fault = |reason: String| IndexError { place: place.to_owned(), reason };
        if bytes.len() > MAX_INDEX {
            return Err(fault(format!("it has more than {} MiB", MAX_INDEX >> 20)));
        }
        #[derive(Deserialize)]
        struct Form {
            version: u32,
        }
        let form: Form = serde_json::from_slice(bytes).map_err(|error| fault(error.to_string()))?;
        if form.version != VERSION {
            return Err(fault(format!("it has version {}; this program reads version {VERSION}", form.version)));
        }
        serde_json::from_slice(bytes).map_err(|error| fault(error.to_string()))
    }

    /// Returns the newest version of each provider that matches all words, the best match first.
    #[must_use]
    pub fn search(&self, words: &[String]) -> Vec<&IndexEntry> {
        let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let mut names = BTreeSet::new();
        // Released versions take precedence over pre-releases.
        let released = self.providers.iter().filter(|entry| entry.version.pre.is_empty());
        let others = self.providers.iter().filter(|entry| !entry.version.pre.is_empty());
        let newest = released.chain(others).filter(|entry| names.insert(&entry.name));
        let fitting = newest.filter_map(|entry| {
            let fit = words.iter().map(|word| entry.fit(word)).try_fold(0, |sum, fit| Some(sum + fit?))?;
            Some((fit, entry))
        });
        let mut fitting: Vec<(u32, &IndexEntry)> = fitting.collect();
        fitting.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.name.cmp(&other.1.name)));
        fitting.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Publishes the index to a directory or registry, replacing the previous one.
    ///
    /// # Errors
    /// Returns an error if the index cannot be stored.
    pub fn publish(&self, to: &dyn Repository) -> Result<(), SourceError> {
        let (name, tag) = PLACE;
        let bytes = self.to_json();
        for blob in [NOTHING, &bytes] {
            to.put_blob(name, blob)?;
        }
        let manifest = OciManifest::new(Descriptor::of(INDEX_TYPE, NOTHING), vec![Descriptor::of(INDEX_TYPE, &bytes)]);
        to.put_manifest(name, tag, &to_json(&manifest))
    }

    /// Fetches the index of a directory or registry; `None` if it has none.
    ///
    /// # Errors
    /// Returns an error if the index cannot be fetched or is not valid.
    pub fn fetch(from: &dyn Repository) -> Result<Option<Self>, SourceError> {
        let (name, tag) = PLACE;
        let Some(manifest) = from.manifest(name, tag)? else { return Ok(None) };
        let reference = from.reference(name, tag);
        let malformed = |reason: String| SourceError::Malformed { place: reference.clone(), reason };
        let manifest = read_manifest(&reference, &manifest)?;
        let layer = match &*manifest.layers {
            [layer] if layer.media_type == INDEX_TYPE && layer.size <= MAX_INDEX as u64 => layer,
            _ => {
                return Err(malformed("this is not an index published with `marotte provider publish --index`".into()));
            }
        };
        let index = Self::from_json(&reference, &from.blob(name, layer)?);
        index.map(Some).map_err(|error| malformed(error.reason))
    }
}

/// Serialization of versions as strings.
mod text {
    use semver::Version;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(version: &Version, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(version)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Returns the first sentence of a documentation on one line. A dot within a word does not end a sentence.
#[must_use]
pub fn first_sentence(docs: &str) -> String {
    let paragraph = docs.trim().split("\n\n").next().unwrap_or_default();
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::OciLayout;
    use crate::sample::artifact;

    fn entry(name: &str, version: &str, type_name: &str, summary: &str, attribute: &str) -> IndexEntry {
        IndexEntry {
            name: name.into(),
            version: Version::parse(version).unwrap(),
            digest: Digest::of(name.as_bytes()),
            license: None,
            types: vec![IndexType {
                name: type_name.into(),
                summary: summary.into(),
                attributes: vec![IndexAttribute { name: attribute.into(), summary: "Where it listens.".into() }],
            }],
            providers: Vec::new(),
            grants: vec!["write @path".into()],
        }
    }

    fn index() -> RepositoryIndex {
        RepositoryIndex::of(vec![
            entry("acme/nginx", "1.9.0", "nginx_site", "A site of a web server.", "port"),
            entry("acme/nginx", "1.10.0", "nginx_site", "A site of a web server.", "port"),
            entry("acme/nginx", "2.0.0-rc.1", "nginx_site", "A site of a web server.", "port"),
            entry("other/port", "0.1.0", "serial", "A line to a machine.", "speed"),
            entry("other/next", "1.0.0-rc.1", "nginx_next", "Something to come.", "port"),
        ])
    }

    fn found(words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        index().search(&words).iter().map(|entry| format!("{} {}", entry.name, entry.version)).collect()
    }

    #[test]
    fn first_sentence_spans_lines_and_ends_with_its_dot() {
        let docs = "A file in /etc/sudoers.d that\n  belongs to one user. It is checked\nfirst.\n\nMore.";
        assert_eq!(first_sentence(docs), "A file in /etc/sudoers.d that belongs to one user.");
        assert_eq!(first_sentence("A text\n\nMore. Text."), "A text");
        assert_eq!(first_sentence(""), "");
    }

    #[test]
    fn search_requires_all_words_and_ranks_names_first() {
        assert_eq!(found(&["NGINX"]), ["acme/nginx 1.10.0", "other/next 1.0.0-rc.1"]);
        assert_eq!(found(&["port"]), ["other/port 0.1.0", "acme/nginx 1.10.0", "other/next 1.0.0-rc.1"]);
        assert_eq!(found(&["web", "listens"]), ["acme/nginx 1.10.0"]);
        assert_eq!(found(&["web", "machine"]), [""; 0]);
        assert_eq!(found(&[]).len(), 3);
    }

    #[test]
    fn index_round_trips_as_json() {
        assert_eq!(RepositoryIndex::from_json("x", &index().to_json()), Ok(index()));
        for (wrong, words) in [("", "EOF"), ("{\"version\":2}", "it has version 2"), ("{\"version\":1}", "providers")] {
            let message = RepositoryIndex::from_json("/srv/index.json", wrong.as_bytes()).unwrap_err().to_string();
            assert!(message.starts_with("'/srv/index.json' is not an index") && message.contains(words), "{message}");
        }
    }

    #[test]
    fn index_is_published_to_the_layout_that_it_lists() {
        let directory = tempfile::tempdir().unwrap();
        let layout = OciLayout::make(directory.path()).unwrap();
        assert_eq!(RepositoryIndex::fetch(&layout).unwrap(), None);
        let one = RepositoryIndex::of(vec![IndexEntry::of(&artifact("acme/motd", "1.0.0", "")).unwrap()]);
        assert_eq!((&*one.providers[0].name, one.providers[0].license.as_deref()), ("acme/motd", Some("MIT")));
        one.publish(&layout).unwrap();
        index().publish(&layout).unwrap();
        assert_eq!(RepositoryIndex::fetch(&layout).unwrap(), Some(index()));
        assert_eq!(layout.names().unwrap(), [""; 0]);
    }
}
