//! Owns reading cases: which folders are cases, and the files of one.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Map, Value as Json};

/// A case as it is on disk.
#[derive(Debug, Clone)]
pub struct Case {
    /// The folder above it: `classes`.
    pub category: String,
    /// Its own: `autoload-init`.
    pub name: String,
    /// Where it is.
    pub folder: PathBuf,
    /// The manifest.
    pub manifest: String,
    /// The complete facts of the node.
    pub facts: Map<String, Json>,
    /// The name of the node.
    pub node: String,
    /// Settings by name, and `ral`, `apply`: what to record.
    pub settings: Map<String, Json>,
    /// What other nodes exported; with nothing there is no store.
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
    pub fn read(folder: &Path) -> Result<Self, String> {
        let last = |path: Option<&Path>| {
            path.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        // Not all texts of cases are UTF-8: that is what some of them are about.
        let manifest = fs::read(folder.join("manifest.pp")).map_err(|error| explain(folder, "manifest.pp", &error))?;
        let facts = facts_of(folder)?;
        let node = match read(folder, "node")? {
            Some(name) => name.trim().to_owned(),
            None => facts.get("fqdn").and_then(Json::as_str).unwrap_or(NODE).to_owned(),
        };
        let exported = match read(folder, "exported.yaml")? {
            None => None,
            Some(text) => Some(match parse_yaml(folder, "exported.yaml", &text)? {
                Json::Array(rows) => rows,
                _ => Vec::new(),
            }),
        };
        let expected = read(folder, "expected.json")?
            .map(|text| serde_json::from_str(&text).map_err(|error| format!("{}: {error}", folder.display())));
        Ok(Self {
            category: last(folder.parent()),
            name: last(Some(folder)),
            // Data is looked for, and named in messages, by absolute paths.
            folder: std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?,
            manifest: String::from_utf8_lossy(&manifest).into_owned(),
            facts,
            node,
            settings: hash(folder, "settings.yaml")?.unwrap_or_default(),
            exported,
            expected: expected.transpose()?,
        })
    }

    /// Tells whether a setting is true.
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

/// Finds the cases beneath a folder, or the folder itself if it is one, in the order of their paths.
///
/// # Errors
/// A folder can't be read.
pub fn find(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join("manifest.pp").is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    folders.sort();
    let mut found = Vec::new();
    for folder in folders.iter().filter(|path| path.is_dir()) {
        found.extend(find(folder)?);
    }
    Ok(found)
}

/// The facts of a case: its own, else those of the folders above it, with its extra ones over them.
fn facts_of(folder: &Path) -> Result<Map<String, Json>, String> {
    let mut facts = match facts_in(folder, "facts.yaml")? {
        Some(facts) => facts,
        None => {
            let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
            let mut above = absolute.ancestors().skip(1);
            match above.find(|folder| folder.join("default-facts.yaml").is_file()) {
                Some(folder) => facts_in(folder, "default-facts.yaml")?.unwrap_or_default(),
                None => Map::new(),
            }
        }
    };
    facts.extend(facts_in(folder, "facts-extra.yaml")?.unwrap_or_default());
    Ok(facts)
}

fn read(folder: &Path, name: &str) -> Result<Option<String>, String> {
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(explain(folder, name, &error)),
    }
}

fn hash(folder: &Path, name: &str) -> Result<Option<Map<String, Json>>, String> {
    let Some(text) = read(folder, name)? else { return Ok(None) };
    match parse_yaml(folder, name, &text)? {
        Json::Object(entries) => Ok(Some(entries)),
        Json::Null => Ok(Some(Map::new())),
        _ => Err(format!("{}: not a hash", folder.join(name).display())),
    }
}

/// Reads facts as the program does: as Ruby, of which `y` is text.
fn facts_in(folder: &Path, name: &str) -> Result<Option<Map<String, Json>>, String> {
    let Some(text) = read(folder, name)? else { return Ok(None) };
    let fault = |reason: &dyn std::fmt::Display| format!("{}: {reason}", folder.join(name).display());
    let value = compiler::parse_plain_yaml(&text, compiler::Dates::Text).map_err(|error| fault(&error))?;
    match catalog::wire::to_json(&value).map_err(|error| fault(&error))? {
        Json::Object(entries) => Ok(Some(entries)),
        Json::Null => Ok(Some(Map::new())),
        _ => Err(fault(&"not a hash")),
    }
}

fn parse_yaml(folder: &Path, name: &str, text: &str) -> Result<Json, String> {
    serde_saphyr::from_str(text).map_err(|error| format!("{}: {error}", folder.join(name).display()))
}

fn explain(folder: &Path, name: &str, error: &io::Error) -> String {
    format!("{}: {error}", folder.join(name).display())
}
