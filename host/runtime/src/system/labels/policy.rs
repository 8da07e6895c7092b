//! File contexts of an SELinux policy, in libselinux's order of precedence.

#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::collections::HashMap;

use regex::Regex;
use rustix::fs::FileType;

/// Directory of the policies and of the configuration that selects one.
const DIRECTORY: &str = "/etc/selinux";

/// Name of the default policy.
const DEFAULT_NAME: &str = "targeted";

/// Lists of patterns; matches in later lists take precedence.
const LISTS: &[&str] = &["file_contexts", "file_contexts.homedirs", "file_contexts.local"];

/// Marker for objects that must not be labelled.
const NOTHING: &str = "<<none>>";

/// The patterns of a policy.
pub(super) struct LabelPolicy {
    rules: Vec<Rule>,
    /// Indices of the rules by the top-level directory that all their matches are in; `None` for the other rules.
    /// Each list is in order.
    by_top: HashMap<Option<String>, Vec<usize>>,
    /// Directories that are labelled like others: the administrator's list, then the distribution's.
    aliases: [Vec<(String, String)>; 2],
}

/// A pattern and the label of matching paths.
struct Rule {
    pattern: String,
    /// Literal prefix of all matching paths.
    prefix: String,
    kind: Option<FileType>,
    /// The label; `None` if matching objects must not be labelled.
    label: Option<String>,
    /// Compiled on first use; `None` if the pattern is not supported.
    regex: OnceCell<Option<Regex>>,
}

impl LabelPolicy {
    /// Reads the policy of a system with a function that reads its files.
    pub(super) fn read(read: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let config = read(&format!("{DIRECTORY}/config")).unwrap_or_default();
        let name = config.lines().rev().find_map(|line| line.trim().strip_prefix("SELINUXTYPE=")).map(str::trim);
        let lists = format!("{DIRECTORY}/{}/contexts/files", name.unwrap_or(DEFAULT_NAME));
        let texts: Vec<String> = LISTS.iter().filter_map(|list| read(&format!("{lists}/{list}"))).collect();
        let aliases = ["file_contexts.subs", "file_contexts.subs_dist"]
            .map(|list| aliases(&read(&format!("{lists}/{list}")).unwrap_or_default()));
        (!texts.is_empty()).then(|| Self::new(&texts, aliases))
    }

    fn new(texts: &[String], aliases: [Vec<(String, String)>; 2]) -> Self {
        let rules = texts.iter().flat_map(|text| text.lines()).filter_map(Rule::parse);
        // An exact path takes precedence over patterns.
        let (patterns, mut places): (Vec<Rule>, Vec<Rule>) = rules.partition(Rule::is_pattern);
        let mut rules = patterns;
        rules.append(&mut places);
        let mut by_top: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, rule) in rules.iter().enumerate() {
            by_top.entry(top(&rule.prefix).map(str::to_owned)).or_default().push(index);
        }
        Self { rules, by_top, aliases }
    }

    /// Returns the label for an object of a kind at a path; `None` if it must not be labelled, or if a pattern that
    /// may match cannot be compiled.
    pub(super) fn label(&self, path: &str, kind: FileType) -> Option<String> {
        let path = self.aliases.iter().fold(path.to_owned(), |path, aliases| alias(aliases, path));
        let none = Vec::new();
        let of = |top: Option<String>| self.by_top.get(&top).unwrap_or(&none).iter().copied().rev().peekable();
        let (mut in_directory, mut elsewhere) = (of(top(&format!("{path}/")).map(str::to_owned)), of(None));
        // The last match takes precedence.
        loop {
            let index = match (in_directory.peek(), elsewhere.peek()) {
                (Some(one), Some(other)) if one > other => in_directory.next()?,
                (_, Some(_)) => elsewhere.next()?,
                (Some(_), None) => in_directory.next()?,
                (None, None) => return None,
            };
            let rule = &self.rules[index];
            if rule.kind.is_some_and(|wanted| wanted != kind) || !path.starts_with(&rule.prefix) {
                continue;
            }
            match rule.regex() {
                Some(regex) if !regex.is_match(&path) => {}
                Some(_) => return rule.label.clone(),
                None => return None,
            }
        }
    }
}

impl Rule {
    /// Parses a line of pattern, optional kind and label.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let pattern = words.next().filter(|pattern| !pattern.starts_with('#'))?;
        let (kind, label) = match (words.next()?, words.next()) {
            (label, None) => (None, label),
            (kind, Some(label)) => (Some(kind_of(kind)?), label),
        };
        Some(Self {
            pattern: pattern.to_owned(),
            prefix: prefix(pattern),
            kind,
            label: (label != NOTHING).then(|| label.to_owned()),
            regex: OnceCell::new(),
        })
    }

    fn is_pattern(&self) -> bool {
        let mut characters = self.pattern.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => drop(characters.next()),
                '.' | '^' | '$' | '?' | '*' | '+' | '|' | '[' | '(' | '{' => return true,
                _ => {}
            }
        }
        false
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(&format!(r"\A(?s:{})\z", self.pattern)).ok()).as_ref()
    }
}

/// Returns the literal prefix of all matches of a pattern.
fn prefix(pattern: &str) -> String {
    let mut prefix = String::new();
    let mut characters = pattern.chars();
    if has_alternatives(pattern) {
        return prefix;
    }
    while let Some(character) = characters.next() {
        match character {
            '.' | '^' | '$' | '[' | '(' | '|' => break,
            // The preceding element is optional.
            '?' | '*' | '{' => {
                prefix.pop();
                break;
            }
            '+' => break,
            '\\' => match characters.next() {
                Some(escaped) if !escaped.is_alphanumeric() => prefix.push(escaped),
                _ => break,
            },
            other => prefix.push(other),
        }
    }
    prefix
}

/// Returns whether a pattern has top-level alternatives, which may begin differently.
fn has_alternatives(pattern: &str) -> bool {
    let mut depth = 0_usize;
    pattern.chars().any(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == '|' && depth == 0
    })
}

/// Returns the top-level directory of all paths with a prefix.
fn top(prefix: &str) -> Option<&str> {
    prefix.strip_prefix('/')?.split_once('/').map(|(top, _)| top)
}

fn kind_of(word: &str) -> Option<FileType> {
    Some(match word {
        "--" => FileType::RegularFile,
        "-d" => FileType::Directory,
        "-l" => FileType::Symlink,
        "-c" => FileType::CharacterDevice,
        "-b" => FileType::BlockDevice,
        "-s" => FileType::Socket,
        "-p" => FileType::Fifo,
        _ => return None,
    })
}

/// Parses lines of two directories, the first of which is labelled like the second.
fn aliases(text: &str) -> Vec<(String, String)> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?.to_owned(), words.next()?.to_owned()))
        })
        .collect()
}

fn alias(aliases: &[(String, String)], path: String) -> String {
    let renamed = aliases.iter().find_map(|(from, to)| {
        let rest = path.strip_prefix(from.as_str())?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
    });
    renamed.unwrap_or(path)
}
