//! Ruby facts of modules, which are not executed. Modules are searched when an unknown fact is used.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that define Ruby facts.
#[derive(Debug, Default)]
pub struct RubyFacts {
    files: Vec<(PathBuf, String)>,
}

impl RubyFacts {
    /// Finds the fact files of the modules.
    #[must_use]
    pub fn of(modulepath: &[PathBuf]) -> Self {
        let mut files = Vec::new();
        for module in super::modules(modulepath) {
            collect(&module.join("lib/facter"), &mut files);
        }
        Self { files }
    }

    /// Returns the files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(file, _)| file.as_path())
    }

    /// Returns the file that defines a fact: the file named after it, or one that contains `Facter.add` with
    /// its name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let named = |(file, _): &&(PathBuf, String)| file.file_stem().is_some_and(|stem| stem == name);
        let found = self.files.iter().find(named).or_else(|| self.files.iter().find(|(_, text)| adds(text, name)));
        found.map(|(file, _)| file.clone())
    }
}

/// Returns the warning about facts that were used but are defined in Ruby.
pub(crate) fn warning(missed: &BTreeMap<String, PathBuf>) -> String {
    let each: Vec<_> = missed.iter().map(|(name, file)| format!("'{name}' ({})", file.display())).collect();
    let facts = each.join(", ");
    let place = "in a directory facts.d of a module or of this system can replace";
    match each.len() {
        1 => format!(
            "The fact {facts} is written in Ruby, which is not supported, so it has no value. An external fact of that name {place} it"
        ),
        _ => format!(
            "The facts {facts} are written in Ruby, which is not supported, so they have no values. External facts of these names \
             {place} them"
        ),
    }
}

/// Reads the files directly in a directory; Facter loads files in subdirectories only through these.
fn collect(directory: &Path, files: &mut Vec<(PathBuf, String)>) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let is_ruby = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rb") && path.is_file();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_ruby).collect();
    paths.sort();
    // An unreadable file can still match by its name.
    files.extend(paths.into_iter().map(|path| {
        let text = fs::read(&path).map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned());
        (path, text)
    }));
}

/// Returns whether a text contains `Facter.add(:name`, with a string instead of the symbol or without the
/// parenthesis.
fn adds(text: &str, name: &str) -> bool {
    text.split("Facter.add").skip(1).any(|rest| {
        let rest = rest.trim_start_matches(['(', ' ']);
        let quoted = rest.starts_with(['\'', '"', ':']);
        let rest = rest.trim_start_matches(['\'', '"', ':']);
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        quoted && rest.strip_prefix(name).is_some_and(ends)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruby_fact_is_found_by_its_declaration() {
        for text in
            ["Facter.add(:a) do", "Facter.add('a') {", "Facter.add \"a\", type: :x do", "x\nFacter.add( :a, :b)"]
        {
            assert!(adds(text, "a"), "{text}");
        }
        for text in ["Facter.add(:ab)", "Facter.add(a)", "Facter.value(:a)", "# a"] {
            assert!(!adds(text, "a"), "{text}");
        }
    }
}
