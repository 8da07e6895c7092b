//! External facts: files and programs in directories named `facts.d`, and environment variables.
//!
//! If several facts have the same name, a variable takes precedence, then the directory that was given first,
//! then the file whose name is alphabetically last.

mod parser;
mod script;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use catalog::Value;
use ownership::{CheckError, OwnershipRule};

use crate::issue::{self, FactMessage};
use crate::system::names;
use crate::{FactOptions, YamlReader};
use parser::ExternalContent;

/// Facts with their names in lower case.
pub(crate) type NamedFacts = Vec<(String, Value)>;

/// Collects the facts of the directories and variables in the options.
pub(crate) fn gather(options: &FactOptions, log: &mut Vec<FactMessage>) -> NamedFacts {
    let files = options
        .external
        .iter()
        .flat_map(|directory| files(&directory.path).into_iter().map(|file| (file, directory.programs)));
    let of_variables =
        options.variables.iter().filter_map(|(name, value)| Some((variable(name)?, Value::from(value.as_str()))));
    let mut facts: NamedFacts = of_variables.collect();
    for (file, programs) in files {
        facts.extend(read(&file, programs, options, log));
    }
    let mut known = HashSet::new();
    facts.retain(|(name, _)| known.insert(name.clone()));
    facts
}

/// Returns the names of the facts in a file of a directory `facts.d`; none for programs, which are not run.
#[must_use]
pub fn names_in_file(file: &Path, yaml: YamlReader) -> Vec<String> {
    let options = FactOptions { yaml, ..FactOptions::default() };
    let kind = parser::kind(file).filter(|kind| *kind != parser::ExternalFormat::Script);
    match kind.map(|kind| kind.read(file, &options, &mut Vec::new())) {
        Some(Ok(ExternalContent::Facts(facts))) => facts.into_iter().map(|(name, _)| name.to_lowercase()).collect(),
        Some(Ok(ExternalContent::False) | Err(_)) | None => Vec::new(),
    }
}

/// Returns the files of a directory in reverse order, without hidden files.
fn files(directory: &Path) -> Vec<PathBuf> {
    let names = names(directory).into_iter().rev().filter(|name| !name.starts_with('.'));
    names.map(|name| directory.join(name)).collect()
}

fn read(file: &Path, programs: OwnershipRule, options: &FactOptions, log: &mut Vec<FactMessage>) -> NamedFacts {
    let Some(kind) = parser::kind(file) else { return Vec::new() };
    let rule = if kind == parser::ExternalFormat::Script { programs } else { OwnershipRule::Code };
    if let Err(refusal @ CheckError::Exposed(_)) = options.checker.check_path(file, rule) {
        log.push(issue::refused(&refusal));
        return Vec::new();
    }
    let contents = kind.read(file, options, log);
    match contents {
        Ok(ExternalContent::Facts(facts)) if !facts.is_empty() => {
            facts.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect()
        }
        Ok(ExternalContent::Facts(_)) => {
            log.push(issue::empty(file));
            Vec::new()
        }
        Ok(ExternalContent::False) => {
            log.push(issue::uninterpretable(file));
            Vec::new()
        }
        Err(message) => {
            log.push(message);
            Vec::new()
        }
    }
}

/// Returns the name of the fact that a variable sets: `role` for `FACTER_role`.
fn variable(name: &str) -> Option<String> {
    let (start, rest) = name.split_at_checked("facter".len())?;
    let is_word = !rest.is_empty() && rest.chars().all(|c| c.is_alphanumeric() || c == '_');
    let name = rest.strip_prefix('_').filter(|name| !name.is_empty()).unwrap_or(rest);
    (start.eq_ignore_ascii_case("facter") && is_word).then(|| name.to_lowercase())
}

#[cfg(test)]
mod tests;
