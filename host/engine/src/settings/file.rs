//! Files with settings: lines `name = value` in sections, as Puppet has them. Used for `marotte.conf` and for
//! `environment.conf`; editing keeps comments and order.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use ownership::{Checker, OwnershipRule};

use files::Durability;

/// The section of lines before the first heading.
pub const MAIN: &str = "main";

/// A setting as a file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingEntry {
    /// The section.
    pub section: String,
    /// The name.
    pub name: String,
    /// The value as it is written, without quotes around it.
    pub value: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// Reads a file; one that is not there has no settings.
///
/// # Errors
/// It can't be read, other users can change it, or a line is neither a setting, a heading nor a comment.
pub fn read(path: &Path, checker: &Checker, rule: OwnershipRule) -> Result<Vec<SettingEntry>> {
    match checker.read(path, rule) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes).with_context(|| format!("'{}' is not UTF-8", path.display()))?;
            parse(&text).map_err(|(fault, line)| {
                let place = format!("(file: {}, line: {line})", path.display());
                anyhow!("Could not parse {}: {fault} {place}", path.display())
            })
        }
        Err(error) if error.is_missing() => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// Parses a configuration file; the error contains the line number.
fn parse(text: &str) -> Result<Vec<SettingEntry>, (String, usize)> {
    let mut section = MAIN.to_owned();
    let mut entries = Vec::new();
    for (line, written) in (1..).zip(text.lines()) {
        match classify(written) {
            Line::Blank => {}
            Line::Heading(name) => name.clone_into(&mut section),
            Line::Setting(name, value) => {
                let (name, value) = (name.to_owned(), value.to_owned());
                entries.push(SettingEntry { section: section.clone(), name, value, line });
            }
            Line::Unknown => return Err((format!("Could not match line {}", written.trim()), line)),
        }
    }
    Ok(entries)
}

/// What a line is.
enum Line<'t> {
    /// White space or a comment.
    Blank,
    /// `[section]`
    Heading(&'t str),
    /// `name = value`
    Setting(&'t str, &'t str),
    Unknown,
}

fn classify(line: &str) -> Line<'_> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Line::Blank;
    }
    if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Line::Heading(name.trim());
    }
    let Some((name, value)) = line.split_once('=') else { return Line::Unknown };
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_name { Line::Setting(name, unquoted(value.trim())) } else { Line::Unknown }
}

fn unquoted(value: &str) -> &str {
    let inner = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// Sets a setting in a file, or takes it out; says whether the file is another one now.
///
/// # Errors
/// The file cannot be read or written, or contains an invalid line.
pub fn edit(path: &Path, section: &str, name: &str, value: Option<&str>, checker: &Checker) -> Result<bool> {
    // Nothing is made of a file that would not be read.
    read(path, checker, OwnershipRule::Trusted)?;
    if value.is_some_and(|value| value.contains(['\n', '\r'])) {
        bail!("The value of '{name}' can not have several lines");
    }
    let before = fs::read_to_string(path).unwrap_or_default();
    let after = edited(&before, section, name, value);
    if after == before {
        return Ok(false);
    }
    // Where a link leads, the link stays.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mode = fs::metadata(&real).map_or(0o644, |there| there.permissions().mode() & 0o777);
    files::keep(&real, mode, Durability::Fsync, |out| out.write_all(after.as_bytes()))
        .with_context(|| format!("Could not write '{}'", path.display()))?;
    Ok(true)
}

fn edited(text: &str, section: &str, name: &str, value: Option<&str>) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut here = MAIN.to_owned();
    // Where a new line goes: behind the last one of the section.
    let mut end = None;
    let mut is_set = false;
    for line in text.lines() {
        let mut kept = Some(line.to_owned());
        match classify(line) {
            Line::Heading(heading) => heading.clone_into(&mut here),
            Line::Setting(known, _) if known == name && here == section => {
                kept = value.filter(|_| !is_set).map(|value| format!("{name} = {value}"));
                is_set = true;
            }
            _ => {}
        }
        lines.extend(kept);
        if here == section && !line.trim().is_empty() {
            end = Some(lines.len());
        }
    }
    if let Some(value) = value.filter(|_| !is_set) {
        let line = format!("{name} = {value}");
        match end {
            Some(end) => lines.insert(end, line),
            None => lines.extend([format!("[{section}]"), line]),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_in_sections() {
        let text = "a = 1\n# a comment\n[user]\n  b='x y'\n\n[main]\nc = \"$a # no comment\"\n";
        let entries = parse(text).unwrap();
        let shown: Vec<String> =
            entries.iter().map(|e| format!("{}.{}={}:{}", e.section, e.name, e.value, e.line)).collect();
        assert_eq!(shown, ["main.a=1:1", "user.b=x y:4", "main.c=$a # no comment:7"]);
        assert_eq!(parse("[main]\nfoo\n"), Err(("Could not match line foo".to_owned(), 2)));
    }

    #[test]
    fn editing_keeps_the_rest() {
        let text = "# top\n[main]\na = 1\n\n[user]\nb = 2\n";
        assert_eq!(edited(text, "main", "c", Some("3")), "# top\n[main]\na = 1\nc = 3\n\n[user]\nb = 2\n");
        assert_eq!(edited(text, "user", "b", Some("4")), "# top\n[main]\na = 1\n\n[user]\nb = 4\n");
        assert_eq!(edited(text, "user", "b", None), "# top\n[main]\na = 1\n\n[user]\n");
        assert_eq!(edited(text, "agent", "d", Some("x")), "# top\n[main]\na = 1\n\n[user]\nb = 2\n[agent]\nd = x\n");
        assert_eq!(edited("", "main", "a", Some("1")), "[main]\na = 1\n");
    }
}
