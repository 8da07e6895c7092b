//! File contexts of an SELinux policy, in libselinux's order of precedence.

#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::collections::HashMap;

use regex::Regex;
use rustix::fs::FileType;

/// Where policies are, and which one is in force.
const DIRECTORY: &str = "/etc/selinux";

/// The policy where the configuration names none.
const DEFAULT_NAME: &str = "targeted";

/// The lists of patterns; of two that fit, one from a later list counts.
const LISTS: &[&str] = &["file_contexts", "file_contexts.homedirs", "file_contexts.local"];

/// What stands in the place of a label where nothing is to be labelled.
const NOTHING: &str = "<<none>>";

/// The patterns of a policy.
pub(super) struct LabelPolicy {
    rules: Vec<Rule>,
    /// The rules that can only fit below one directory of the root, by its name, and under nothing the rest; each in order.
    by_top: HashMap<Option<String>, Vec<usize>>,
    /// Directories that are labelled like others: first the administrator's list, then the distribution's.
    aliases: [Vec<(String, String)>; 2],
}

/// What the policy says of the places that a pattern fits.
struct Rule {
    pattern: String,
    /// What every place that fits begins with.
    prefix: String,
    kind: Option<FileType>,
    /// Nothing: it is not to be labelled.
    label: Option<String>,
    /// Made when a place is first held against it. Nothing: it can't be made.
    regex: OnceCell<Option<Regex>>,
}

impl LabelPolicy {
    /// Reads the policy of a machine with the help of a function that reads a file of it.
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

    /// Returns the label for something of a kind at a place; `None` where it is not to be labelled, or where a pattern can't be
    /// tried that perhaps fits.
    pub(super) fn label(&self, path: &str, kind: FileType) -> Option<String> {
        let path = self.aliases.iter().fold(path.to_owned(), |path, aliases| alias(aliases, path));
        let none = Vec::new();
        let of = |top: Option<String>| self.by_top.get(&top).unwrap_or(&none).iter().copied().rev().peekable();
        let (mut beneath, mut anywhere) = (of(top(&format!("{path}/")).map(str::to_owned)), of(None));
        // The last that fits counts.
        loop {
            let index = match (beneath.peek(), anywhere.peek()) {
                (Some(one), Some(other)) if one > other => beneath.next()?,
                (_, Some(_)) => anywhere.next()?,
                (Some(_), None) => beneath.next()?,
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
    /// Reads a line: a pattern, perhaps a kind, a label.
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

/// Returns what everything begins with that a pattern fits.
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

/// Returns whether a pattern as a whole is one of several, which need not begin alike.
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

/// Returns the directory of the root below which everything is that begins so.
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

/// Reads lines of two directories, the first of which is labelled as if it were the second.
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
