//! Metadata of a module, `metadata.json`.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::dependency::ModuleDependency;

/// A module.
#[derive(Debug, PartialEq)]
pub struct Module {
    /// The name of its directory, which manifests use.
    pub name: String,
    /// The directory that contains it.
    pub path: PathBuf,
    /// Its name with the author's, as in `puppetlabs/stdlib`.
    pub forge_name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The modules that it depends on.
    pub dependencies: Vec<ModuleDependency>,
    /// Required platforms: `puppet`, `openvox`, with versions.
    pub requirements: Vec<ModuleDependency>,
    /// The supported operating systems; empty if the metadata does not list any.
    pub systems: Vec<OperatingSystem>,
}

/// An operating system.
#[derive(Debug, PartialEq)]
pub struct OperatingSystem {
    /// Its name, as in the fact `os.name`.
    pub name: String,
    /// Its releases; empty for all.
    pub releases: Vec<String>,
}

impl Module {
    /// Reads the module with a name in a directory. Also returns Puppet's message about its metadata if it is invalid.
    #[must_use]
    pub fn read(directory: &Path, name: &str) -> (Self, Option<String>) {
        let path = directory.parent().unwrap_or(directory).to_path_buf();
        let mut module = Self {
            name: name.to_owned(),
            path,
            forge_name: None,
            version: None,
            dependencies: Vec::new(),
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
                let reason = catalog::json_fault(&error);
                let fault =
                    format!("{name} has an invalid and unparsable metadata.json file. The parse error: {reason}");
                (module, Some(fault))
            }
        }
    }

    fn describe(&mut self, metadata: &Json) {
        self.forge_name = text(metadata, "name").map(|name| name.replacen('-', "/", 1));
        self.version = text(metadata, "version");
        self.dependencies = dependencies(metadata, "dependencies");
        self.requirements = dependencies(metadata, "requirements");
        self.systems = elements(metadata, "operatingsystem_support")
            .filter_map(|system| {
                let releases = elements(system, "operatingsystemrelease").filter_map(Json::as_str);
                Some(OperatingSystem {
                    name: text(system, "operatingsystem")?,
                    releases: releases.map(str::to_owned).collect(),
                })
            })
            .collect();
    }

    /// Returns the name for output: `puppetlabs-stdlib`.
    #[must_use]
    pub fn display_name(&self) -> String {
        self.forge_name.as_ref().map_or_else(|| self.name.clone(), |name| name.replacen('/', "-", 1))
    }

    /// Returns the name by which Puppet sorts modules.
    #[must_use]
    pub fn sort_key(&self) -> &str {
        self.forge_name.as_deref().unwrap_or(&self.name)
    }
}

/// Reads a list of dependencies.
fn dependencies(metadata: &Json, key: &str) -> Vec<ModuleDependency> {
    let dependency = |entry: &Json| {
        let versions = text(entry, "version_requirement").unwrap_or_else(|| ">= 0.0.0".to_owned());
        Some(ModuleDependency { name: text(entry, "name")?.replacen('-', "/", 1), versions })
    };
    elements(metadata, key).filter_map(dependency).collect()
}

fn elements<'a>(value: &'a Json, key: &str) -> impl Iterator<Item = &'a Json> {
    value.get(key).and_then(Json::as_array).into_iter().flatten()
}

fn text(value: &Json, key: &str) -> Option<String> {
    value.get(key).and_then(Json::as_str).map(str::to_owned)
}
