//! Settings files: lines `name = value` in sections, as in Puppet. Used for `marotte.conf` and
//! `environment.conf`. Editing preserves comments and order.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use ownership::{Checker, OwnershipRule};

use files::Durability;

/// The section of lines before the first heading.
pub const MAIN: &str = "main";

/// A line with a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingEntry {
    /// The section.
    pub section: String,
    /// The name.
    pub name: String,
    /// The value without quotes.
    pub value: String,
    /// The line number, counted from 1.
    pub line: usize,
}

/// Reads a file; a missing file is treated as empty.
///
/// # Errors
/// Returns an error if the file cannot be read, other users can change it, or a line is neither a setting, a
/// heading nor a comment.
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

/// The kind of a line.
enum Line<'t> {
    /// A blank line or a comment.
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

/// Sets a setting in a file, or removes it; returns whether the file was changed.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or contains an invalid line.
pub fn edit(path: &Path, section: &str, name: &str, value: Option<&str>, checker: &Checker) -> Result<bool> {
    // An unreadable or invalid file is not changed.
    read(path, checker, OwnershipRule::Trusted)?;
    if value.is_some_and(|value| value.contains(['\n', '\r'])) {
        bail!("The value of '{name}' can not have several lines");
    }
    let before = fs::read_to_string(path).unwrap_or_default();
    let after = edited(&before, section, name, value);
    if after == before {
        return Ok(false);
    }
    // The target of a symbolic link is edited.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mode = fs::metadata(&real).map_or(0o644, |there| there.permissions().mode() & 0o777);
    files::keep(&real, mode, Durability::Fsync, |out| out.write_all(after.as_bytes()))
        .with_context(|| format!("Could not write '{}'", path.display()))?;
    Ok(true)
}

fn edited(text: &str, section: &str, name: &str, value: Option<&str>) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut here = MAIN.to_owned();
    // The position of a new line: after the last line of the section.
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
    fn editing_keeps_other_lines() {
        let text = "# top\n[main]\na = 1\n\n[user]\nb = 2\n";
        assert_eq!(edited(text, "main", "c", Some("3")), "# top\n[main]\na = 1\nc = 3\n\n[user]\nb = 2\n");
        assert_eq!(edited(text, "user", "b", Some("4")), "# top\n[main]\na = 1\n\n[user]\nb = 4\n");
        assert_eq!(edited(text, "user", "b", None), "# top\n[main]\na = 1\n\n[user]\n");
        assert_eq!(edited(text, "agent", "d", Some("x")), "# top\n[main]\na = 1\n\n[user]\nb = 2\n[agent]\nd = x\n");
        assert_eq!(edited("", "main", "a", Some("1")), "[main]\na = 1\n");
    }
}
