//! Metadata of a module, `metadata.json`.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::needs::ModuleDependency;

/// A module.
#[derive(Debug, PartialEq)]
pub(super) struct Module {
    /// The name of its directory, which manifests use.
    pub(super) name: String,
    /// The directory that contains it.
    pub(super) path: PathBuf,
    /// Its name with the author's, as in `puppetlabs/stdlib`.
    pub(super) forge_name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) needs: Vec<ModuleDependency>,
    /// Required platforms: `puppet`, `openvox`, with versions.
    pub(super) requirements: Vec<ModuleDependency>,
    /// The supported operating systems; empty if the metadata does not list any.
    pub(super) systems: Vec<System>,
}

/// An operating system.
#[derive(Debug, PartialEq)]
pub(super) struct System {
    /// Its name, as in the fact `os.name`.
    pub(super) name: String,
    /// Its releases; empty for all.
    pub(super) releases: Vec<String>,
}

impl Module {
    /// Reads a module, and the error in its metadata, if any.
    pub(super) fn read(directory: &Path, name: &str) -> (Self, Option<String>) {
        let path = directory.parent().unwrap_or(directory).to_path_buf();
        let mut module = Self {
            name: name.to_owned(),
            path,
            forge_name: None,
            version: None,
            needs: Vec::new(),
            requirements: Vec::new(),
            systems: Vec::new(),
        };
        let Ok(text) = std::fs::read_to_string(directory.join("metadata.json")) else { return (module, None) };
        match serde_json::from_str(&text) {
            Ok(metadata) => {
                module.describe(&metadata);
                (module, None)
            }
            Err(error) => {
                let fault =
                    format!("{name} has an invalid and unparsable metadata.json file. The parse error: {error}");
                (module, Some(fault))
            }
        }
    }

    fn describe(&mut self, metadata: &Json) {
        self.forge_name = text(metadata, "name").map(|name| name.replacen('-', "/", 1));
        self.version = text(metadata, "version");
        self.needs = needs(metadata, "dependencies");
        self.requirements = needs(metadata, "requirements");
        self.systems = elements(metadata, "operatingsystem_support")
            .filter_map(|system| {
                let releases = elements(system, "operatingsystemrelease").filter_map(Json::as_str);
                Some(System { name: text(system, "operatingsystem")?, releases: releases.map(str::to_owned).collect() })
            })
            .collect();
    }

    /// Returns the display name.
    pub(super) fn shown(&self) -> String {
        self.forge_name.as_ref().map_or_else(|| self.name.clone(), |name| name.replacen('/', "-", 1))
    }

    /// Returns the sort key.
    pub(super) fn key(&self) -> &str {
        self.forge_name.as_deref().unwrap_or(&self.name)
    }
}

/// Reads a list of dependencies.
fn needs(metadata: &Json, key: &str) -> Vec<ModuleDependency> {
    let need = |need: &Json| {
        let versions = text(need, "version_requirement").unwrap_or_else(|| ">= 0.0.0".to_owned());
        Some(ModuleDependency { name: text(need, "name")?.replacen('-', "/", 1), versions })
    };
    elements(metadata, key).filter_map(need).collect()
}

fn elements<'a>(value: &'a Json, key: &str) -> impl Iterator<Item = &'a Json> {
    value.get(key).and_then(Json::as_array).into_iter().flatten()
}

fn text(value: &Json, key: &str) -> Option<String> {
    value.get(key).and_then(Json::as_str).map(str::to_owned)
}
