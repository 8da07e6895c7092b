//! Discovery and reading of cases.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Map, Value as Json};

/// A case read from disk.
#[derive(Debug, Clone)]
pub struct Case {
    /// Name of the parent directory: `classes`.
    pub category: String,
    /// Name of the case's directory: `autoload-init`.
    pub name: String,
    /// Path of the case.
    pub directory: PathBuf,
    /// The manifest.
    pub manifest: String,
    /// The complete facts of the node.
    pub facts: Map<String, Json>,
    /// The name of the node.
    pub node: String,
    /// Settings by name, and `ral` and `apply`, the parts to record.
    pub settings: Map<String, Json>,
    /// Resources exported by other nodes; `None` without a store.
    pub exported: Option<Vec<Json>>,
    /// Puppet's result, if recorded.
    pub expected: Option<Json>,
}

/// Node name of cases that specify none.
const NODE: &str = "node1.example.com";

impl Case {
    /// Reads a case. Without its own facts, a case uses the nearest `default-facts.yaml` in a parent directory.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be read.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let (category, name) = name_of(directory);
        // Some cases test manifests that are not valid UTF-8.
        let manifest =
            fs::read(directory.join("manifest.pp")).map_err(|error| explain(directory, "manifest.pp", &error))?;
        let facts = facts_of(directory)?;
        let node = match read(directory, "node")? {
            Some(name) => name.trim().to_owned(),
            None => facts.get("fqdn").and_then(Json::as_str).unwrap_or(NODE).to_owned(),
        };
        let exported = match read(directory, "exported.yaml")? {
            None => None,
            Some(text) => Some(match parse_yaml(directory, "exported.yaml", &text)? {
                Json::Array(rows) => rows,
                _ => Vec::new(),
            }),
        };
        let expected = read(directory, "expected.json")?
            .map(|text| serde_json::from_str(&text).map_err(|error| format!("{}: {error}", directory.display())));
        Ok(Self {
            category,
            name,
            // Data files are looked up by absolute paths, which also appear in messages.
            directory: std::path::absolute(directory).map_err(|error| format!("{}: {error}", directory.display()))?,
            manifest: String::from_utf8_lossy(&manifest).into_owned(),
            facts,
            node,
            settings: hash(directory, "settings.yaml")?.unwrap_or_default(),
            exported,
            expected: expected.transpose()?,
        })
    }

    /// Returns the directories of modules: that of the case and those of the setting `modulepath`.
    #[must_use]
    pub fn modulepath(&self) -> Vec<PathBuf> {
        [self.directory.join("modules")].into_iter().chain(self.common_modules()).collect()
    }

    /// Returns the directories of modules that several cases use.
    pub fn common_modules(&self) -> impl Iterator<Item = PathBuf> {
        let setting = self.settings.get("modulepath").and_then(Json::as_array);
        setting.into_iter().flatten().filter_map(Json::as_str).map(PathBuf::from)
    }

    /// Returns whether a setting is true.
    #[must_use]
    pub fn is_set(&self, setting: &str) -> bool {
        self.settings.get(setting) == Some(&Json::Bool(true))
    }

    /// Returns the value of a string setting.
    #[must_use]
    pub fn text(&self, setting: &str) -> Option<&str> {
        self.settings.get(setting).and_then(Json::as_str)
    }
}

/// Returns the cases in a directory, or the directory itself if it is a case, sorted by path.
///
/// # Errors
/// Returns an error if a directory cannot be read.
pub fn find(directory: &Path) -> io::Result<Vec<PathBuf>> {
    if directory.join("manifest.pp").is_file() {
        return Ok(vec![directory.to_path_buf()]);
    }
    let mut directories: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    directories.sort();
    let mut found = Vec::new();
    for directory in directories.iter().filter(|path| path.is_dir()) {
        found.extend(find(directory)?);
    }
    Ok(found)
}

/// Returns the category and the name of the case in a directory.
#[must_use]
pub fn name_of(directory: &Path) -> (String, String) {
    let last = |path: Option<&Path>| {
        path.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    (last(directory.parent()), last(Some(directory)))
}

/// Returns the facts of a case: its own, otherwise those of the nearest parent directory, merged with its additional
/// facts.
fn facts_of(directory: &Path) -> Result<Map<String, Json>, String> {
    let mut facts = match facts_in(directory, "facts.yaml")? {
        Some(facts) => facts,
        None => {
            let absolute = std::path::absolute(directory).unwrap_or_else(|_| directory.to_path_buf());
            let mut above = absolute.ancestors().skip(1);
            match above.find(|directory| directory.join("default-facts.yaml").is_file()) {
                Some(directory) => facts_in(directory, "default-facts.yaml")?.unwrap_or_default(),
                None => Map::new(),
            }
        }
    };
    facts.extend(facts_in(directory, "facts-extra.yaml")?.unwrap_or_default());
    Ok(facts)
}

fn read(directory: &Path, name: &str) -> Result<Option<String>, String> {
    match fs::read_to_string(directory.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(explain(directory, name, &error)),
    }
}

fn hash(directory: &Path, name: &str) -> Result<Option<Map<String, Json>>, String> {
    let Some(text) = read(directory, name)? else { return Ok(None) };
    match parse_yaml(directory, name, &text)? {
        Json::Object(entries) => Ok(Some(entries)),
        Json::Null => Ok(Some(Map::new())),
        _ => Err(format!("{}: not a hash", directory.join(name).display())),
    }
}

/// Reads facts like the program: as in Ruby, `y` is a string.
fn facts_in(directory: &Path, name: &str) -> Result<Option<Map<String, Json>>, String> {
    let Some(text) = read(directory, name)? else { return Ok(None) };
    let fault = |reason: &dyn std::fmt::Display| format!("{}: {reason}", directory.join(name).display());
    let value = value::yaml::parse_plain(&text, ruby::yaml::Dates::Text).map_err(|error| fault(&error))?;
    match catalog::wire::to_json(&value).map_err(|error| fault(&error))? {
        Json::Object(entries) => Ok(Some(entries)),
        Json::Null => Ok(Some(Map::new())),
        _ => Err(fault(&"not a hash")),
    }
}

fn parse_yaml(directory: &Path, name: &str, text: &str) -> Result<Json, String> {
    serde_saphyr::from_str(text).map_err(|error| format!("{}: {error}", directory.join(name).display()))
}

fn explain(directory: &Path, name: &str, error: &io::Error) -> String {
    format!("{}: {error}", directory.join(name).display())
}
