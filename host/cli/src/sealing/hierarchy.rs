//! The hierarchies of an environment and its modules, and the readers of each data file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use eyaml::Recipient;
use hiera::{ConfigLayer, ConfigProblem, EncryptedLevel};
use registry::environment::{EnvironmentTree, TreeEntry};
use syntax::{Diagnostic, SourceMap};
use thiserror::Error;

use super::certificates::{Certificates, NodeCertificate};

/// Maximum number of links that lead to a file, one after the other.
const MAX_LINKS: usize = 8;

/// A `hiera.yaml` that is not valid, in an environment or module with encrypted values.
#[derive(Debug, Error)]
#[error("{} (file: {path})", problem.message)]
pub(crate) struct ConfigError {
    path: String,
    text: String,
    problem: ConfigProblem,
}

impl ConfigError {
    /// Returns the error with its place and the text of the file.
    pub(crate) fn diagnostic(&self) -> (Diagnostic, SourceMap) {
        let mut sources = SourceMap::default();
        let source = sources.add(self.path.clone(), self.text.clone());
        let start = |line| source.line_start(line);
        let span = self.problem.line.map(|line| source.span(start(line), start(line)));
        // A message about a whole file has its path.
        let message = if span.is_some() { self.problem.message.clone() } else { self.to_string() };
        let diagnostic = Diagnostic::error("SEAL", message, span);
        (self.problem.hint.iter().fold(diagnostic, |diagnostic, hint| diagnostic.with_hint(hint.clone())), sources)
    }
}

/// All levels whose values may be encrypted, with the nodes that their paths name.
pub(super) struct Hierarchies<'a> {
    /// The directory of the environment.
    root: String,
    levels: Vec<EncryptedLevel>,
    certificates: &'a Certificates,
    /// For each path without wildcards the levels and nodes that have it.
    exact: BTreeMap<String, Vec<(usize, usize)>>,
    /// Symbolic links and the paths to which they lead.
    links: Vec<(String, String)>,
}

/// The readers of a data file.
pub(super) struct FileReaders<'a> {
    pub(super) recipients: Vec<&'a Recipient>,
    /// The levels that have the file.
    pub(super) levels: Vec<&'a EncryptedLevel>,
    /// A level that any node may claim, and the interpolation of its path.
    pub(super) claimed: Option<(&'a str, &'a str)>,
}

impl<'a> Hierarchies<'a> {
    /// Reads the `hiera.yaml` of an environment and of its modules.
    ///
    /// # Errors
    /// Returns a [`ConfigError`] if one is not valid or not used, and its environment or module has encrypted values.
    pub(super) fn read(
        tree: &EnvironmentTree,
        root: &Path,
        directories: &[String],
        certificates: &'a Certificates,
    ) -> Result<Self> {
        let root = root.display().to_string();
        let levels = levels(tree, &root, directories)?;
        let mut exact: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (at, level) in levels.iter().enumerate() {
            for path in &level.paths {
                for (number, node) in certificates.nodes.iter().enumerate() {
                    if let Some(path) = path.exact(&|segments: &[String]| node.fact(segments)) {
                        exact.entry(path).or_default().push((at, number));
                    }
                }
            }
        }
        Ok(Self { root, levels, certificates, exact, links: links(tree) })
    }

    /// Returns the readers of a file, given by its path in the environment.
    pub(super) fn readers(&'a self, file: &str) -> FileReaders<'a> {
        let files: Vec<String> = self.names(file).iter().map(|name| format!("{}/{name}", self.root)).collect();
        let nodes = &self.certificates.nodes;
        let mut found = BTreeMap::new();
        let mut add = |node: &'a NodeCertificate| {
            found.insert(node.recipient.fingerprint(), &node.recipient);
        };
        let (mut levels, mut claimed) = (BTreeMap::new(), None);
        for (level, node) in files.iter().filter_map(|file| self.exact.get(file)).flatten() {
            levels.insert(*level, &self.levels[*level]);
            add(&nodes[*node]);
        }
        for (at, level) in self.levels.iter().enumerate() {
            for path in level.paths.iter().filter(|path| path.has_wildcards()) {
                let is_of = |node: &&NodeCertificate| {
                    files.iter().any(|file| path.is_of(file, &|segments: &[String]| node.fact(segments)))
                };
                let readers: Vec<&NodeCertificate> = match path.names_nodes() {
                    true => nodes.iter().filter(is_of).collect(),
                    false if nodes.first().is_some_and(|node| is_of(&node)) => nodes.iter().collect(),
                    false => Vec::new(),
                };
                if !readers.is_empty() {
                    claimed = claimed.or(path.claimable().map(|interpolation| (level.name.as_str(), interpolation)));
                    levels.insert(at, level);
                }
                readers.into_iter().for_each(&mut add);
            }
        }
        // A file of no node has a key, too, for the readers of everything.
        let everywhere = &self.certificates.everywhere;
        if levels.is_empty() && !everywhere.is_empty() {
            let may_be =
                |level: &EncryptedLevel| level.paths.iter().any(|path| files.iter().any(|file| path.may_be(file)));
            levels.extend(self.levels.iter().enumerate().filter(|(_, level)| may_be(level)));
        }
        if !levels.is_empty() {
            found.extend(everywhere.iter().map(|recipient| (recipient.fingerprint(), recipient)));
        }
        FileReaders { recipients: found.into_values().collect(), levels: levels.into_values().collect(), claimed }
    }

    /// Returns the paths of a file: its own, and those through symbolic links in the environment.
    fn names(&self, file: &str) -> Vec<String> {
        let mut names = vec![file.to_owned()];
        let mut from = 0;
        for _ in 0..MAX_LINKS {
            let known = names.len();
            for at in from..known {
                for (link, target) in &self.links {
                    let rest = names[at].strip_prefix(target.as_str());
                    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'));
                    let name = rest.map(|rest| format!("{link}{rest}"));
                    names.extend(name.filter(|name| !names.contains(name)));
                }
            }
            from = known;
        }
        names
    }
}

fn levels(tree: &EnvironmentTree, root: &str, directories: &[String]) -> Result<Vec<EncryptedLevel>> {
    let modules = tree.modules(directories);
    let mut levels = Vec::new();
    let owners = modules.iter().map(|module| (format!("{}/", module.path), ConfigLayer::Module));
    for (prefix, layer) in std::iter::once((String::new(), ConfigLayer::Environment)).chain(owners) {
        let Some(bytes) = tree.bytes(&format!("{prefix}hiera.yaml")) else { continue };
        let (path, text) = (format!("{root}/{prefix}hiera.yaml"), String::from_utf8_lossy(bytes).into_owned());
        let directory = format!("{root}/{prefix}");
        match EncryptedLevel::read(&text, &path, directory.trim_end_matches('/'), layer) {
            Ok(own) => levels.extend(own),
            Err(problem) if has_encrypted_values(tree, &prefix) => {
                return Err(ConfigError { path, text, problem }.into());
            }
            Err(_) => {}
        }
    }
    Ok(levels)
}

fn has_encrypted_values(tree: &EnvironmentTree, prefix: &str) -> bool {
    let is_data = |path: &&String| path.starts_with(prefix) && super::is_data_file(path);
    let mut files = tree.entries().keys().filter(is_data).filter_map(|path| tree.bytes(path));
    files.any(|bytes| eyaml::is_encrypted(&String::from_utf8_lossy(bytes)))
}

fn links(tree: &EnvironmentTree) -> Vec<(String, String)> {
    let link = |(path, entry): (&String, &TreeEntry)| match entry {
        TreeEntry::Link(target) => Some((path.clone(), resolved(path, target))),
        TreeEntry::Directory | TreeEntry::File(_) => None,
    };
    tree.entries().iter().filter_map(link).collect()
}

/// Returns the path to which a link leads, relative to the environment.
fn resolved(link: &str, target: &str) -> String {
    let mut parts: Vec<&str> = link.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
