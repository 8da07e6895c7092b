//! Reading cases: which directories are cases, and the files of one.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Map, Value as Json};

/// A case as it is on disk.
#[derive(Debug, Clone)]
pub struct Case {
    /// The directory above it: `classes`.
    pub category: String,
    /// Its own: `autoload-init`.
    pub name: String,
    /// Where it is.
    pub directory: PathBuf,
    /// The manifest.
    pub manifest: String,
    /// The complete facts of the node.
    pub facts: Map<String, Json>,
    /// The name of the node.
    pub node: String,
    /// Settings by name, and `ral`, `apply`: what to record.
    pub settings: Map<String, Json>,
    /// Resources exported by other nodes; `None` without a store.
    pub exported: Option<Vec<Json>>,
    /// What Puppet did, once it is recorded.
    pub expected: Option<Json>,
}

/// The name of the node of a case that names none, neither itself nor in its facts.
const NODE: &str = "node1.example.com";

impl Case {
    /// Reads a case. Facts that it doesn't bring come from the nearest `default-facts.yaml` above it.
    ///
    /// # Errors
    /// A file can't be read; the text names it.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let last = |path: Option<&Path>| {
            path.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        // Not all texts of cases are UTF-8: that is what some of them are about.
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
            category: last(directory.parent()),
            name: last(Some(directory)),
            // Data is looked for, and named in messages, by absolute paths.
            directory: std::path::absolute(directory).map_err(|error| format!("{}: {error}", directory.display()))?,
            manifest: String::from_utf8_lossy(&manifest).into_owned(),
            facts,
            node,
            settings: hash(directory, "settings.yaml")?.unwrap_or_default(),
            exported,
            expected: expected.transpose()?,
        })
    }

    /// Returns whether a setting is true.
    #[must_use]
    pub fn is_set(&self, setting: &str) -> bool {
        self.settings.get(setting) == Some(&Json::Bool(true))
    }

    /// Returns a setting that is text.
    #[must_use]
    pub fn text(&self, setting: &str) -> Option<&str> {
        self.settings.get(setting).and_then(Json::as_str)
    }
}

/// Finds the cases below a directory, or the directory itself if it is one, in the order of their paths.
///
/// # Errors
/// A directory can't be read.
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

/// The facts of a case: its own, otherwise those of the nearest directory above it, with its additional facts
/// merged into them.
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

/// Reads facts as the program does: as Ruby, of which `y` is text.
fn facts_in(directory: &Path, name: &str) -> Result<Option<Map<String, Json>>, String> {
    let Some(text) = read(directory, name)? else { return Ok(None) };
    let fault = |reason: &dyn std::fmt::Display| format!("{}: {reason}", directory.join(name).display());
    let value = compiler::parse_plain_yaml(&text, compiler::Dates::Text).map_err(|error| fault(&error))?;
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
