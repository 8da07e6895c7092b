//! Sources of a catalog's files: which are directories to copy, and the descriptions that a static catalog contains.

use std::collections::BTreeMap;

use catalog::{Catalog, Value};
use puppet::FileMetadata;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

/// Sources of a catalog's files.
#[derive(Debug, Default)]
pub struct CatalogFiles {
    /// Sources whose directories are copied with their content.
    recursive: FxHashSet<String>,
    /// Sources whose symbolic links are followed.
    following: FxHashSet<String>,
    /// The version of the code, for contents of a static catalog.
    code_id: Option<String>,
    /// Descriptions of files by source.
    files: FxHashMap<String, FileMetadata>,
    /// Descriptions of directories with their content by source.
    trees: FxHashMap<String, Vec<FileMetadata>>,
}

/// The fields of a retrieved catalog's JSON that are not in [`Catalog`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CatalogFields {
    /// The environment that the catalog was compiled for.
    pub environment: Option<String>,
    /// The identifier of the compilation.
    pub catalog_uuid: Option<String>,
    /// The version of the code, if the catalog is static.
    pub code_id: Option<String>,
    /// Descriptions of files by the title of the resource.
    metadata: BTreeMap<String, FileMetadata>,
    /// Descriptions of directories by the title of the resource, then by source.
    recursive_metadata: BTreeMap<String, BTreeMap<String, Option<Vec<FileMetadata>>>>,
}

impl CatalogFields {
    /// Reads the fields and skips the resources. Empty texts are as absent ones.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut fields: Self = serde_json::from_str(text)?;
        for field in [&mut fields.environment, &mut fields.catalog_uuid, &mut fields.code_id] {
            field.take_if(|text| text.is_empty());
        }
        Ok(fields)
    }
}

impl CatalogFiles {
    /// Returns the sources of a catalog, and the descriptions in it.
    #[must_use]
    pub fn new(catalog: &Catalog, fields: CatalogFields) -> Self {
        let CatalogFields { code_id, metadata, recursive_metadata, .. } = fields;
        let files = metadata.into_values().filter_map(|entry| Some((entry.source.clone()?, entry)));
        let trees = recursive_metadata.into_values().flatten();
        Self {
            code_id,
            files: files.collect(),
            trees: trees.filter_map(|(source, entries)| Some((source, entries?))).collect(),
            ..Self::of_cached(catalog)
        }
    }

    /// Returns the sources of a catalog from the cache.
    #[must_use]
    pub fn of_cached(catalog: &Catalog) -> Self {
        let mut found = Self::default();
        for (_, resource) in catalog.iter().filter(|(_, resource)| &*resource.reference.type_name == "File") {
            let is_recursive = match resource.value("recurse") {
                None | Some(Value::Boolean(false) | Value::Undef) => false,
                Some(value) => value.as_str() != Some("false"),
            };
            let follows = resource.value("links").and_then(Value::as_str) == Some("follow");
            let sources = match resource.value("source") {
                Some(Value::Array(sources)) => sources.iter().filter_map(Value::as_str).collect(),
                source => source.and_then(Value::as_str).into_iter().collect::<Vec<_>>(),
            };
            for source in sources {
                let source = source.trim_end_matches('/').to_owned();
                if is_recursive {
                    found.recursive.insert(source.clone());
                }
                if follows {
                    found.following.insert(source);
                }
            }
        }
        found
    }

    pub(crate) fn is_recursive(&self, source: &str) -> bool {
        self.recursive.contains(source)
    }

    /// Returns the value of the request parameter `links`.
    pub(crate) fn links(&self, source: &str) -> &'static str {
        if self.following.contains(source) { "follow" } else { "manage" }
    }

    pub(crate) fn code_id(&self) -> Option<&str> {
        self.code_id.as_deref()
    }

    pub(crate) fn file(&self, source: &str) -> Option<&FileMetadata> {
        self.files.get(source)
    }

    pub(crate) fn tree(&self, source: &str) -> Option<&[FileMetadata]> {
        self.trees.get(source).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use catalog::{Resource, ResourceRef};

    use super::*;

    #[test]
    fn fields_of_a_catalog_are_not_empty() {
        let fields = CatalogFields::read(r#"{"environment":"test","catalog_uuid":"u","code_id":"","version":1}"#);
        let fields = fields.unwrap();
        assert_eq!((fields.environment.as_deref(), fields.catalog_uuid.as_deref()), (Some("test"), Some("u")));
        assert_eq!(fields.code_id, None);
        assert!(CatalogFields::read("<html>").is_err());
    }

    #[test]
    fn static_catalog_has_descriptions_by_source() {
        let mut catalog = Catalog::default();
        let mut file = Resource::new(ResourceRef::new("file", "/d"));
        file.set("source", Value::Array(vec!["puppet:///modules/m/d/".into(), "/local".into()]), None);
        file.set("recurse", "remote".into(), None);
        file.set("links", "follow".into(), None);
        catalog.add(file).unwrap();
        let entry = |more: &str| {
            format!(
                r#"{{"relative_path":null,"type":"file","checksum":{{"type":"sha256","value":"{{sha256}}0"}}{more}}}"#
            )
        };
        let source = r#","source":"puppet:///modules/m/a","content_uri":"puppet:///modules/m/files/a""#;
        let document = format!(
            r#"{{"code_id":"c1","metadata":{{"/a":{}}},"recursive_metadata":{{"/d":{{"puppet:///modules/m/d":[{}],
            "puppet:///modules/m/none":null}}}},"resources":[]}}"#,
            entry(source),
            entry("")
        );
        let found = CatalogFiles::new(&catalog, CatalogFields::read(&document).unwrap());
        assert_eq!(found.code_id(), Some("c1"));
        let uri = found.file("puppet:///modules/m/a").unwrap().content_uri.as_deref();
        assert_eq!(uri, Some("puppet:///modules/m/files/a"));
        assert_eq!(found.tree("puppet:///modules/m/d").map(<[_]>::len), Some(1));
        assert!(found.tree("puppet:///modules/m/none").is_none());
        assert!(found.is_recursive("puppet:///modules/m/d") && !found.is_recursive("puppet:///modules/m/a"));
        assert_eq!((found.links("puppet:///modules/m/d"), found.links("x")), ("follow", "manage"));
    }
}
