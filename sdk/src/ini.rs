//! INI files: settings in sections, modified without changing the rest. Indentation, comments, blank lines and
//! the spaces around separators are preserved. A new setting is inserted below a commented-out setting of the
//! same name if there is one.

use std::collections::BTreeMap;

use crate::system::{Attrs, Body, Form, Part, Place, ReadSystem, WriteSystem};
use crate::value::{Secret, Text};
use crate::{Error, Result, limits, records};

/// Syntax of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dialect {
    /// The text between name and value, such as ` = `. Surrounding spaces are ignored when a file is read.
    pub separator: String,
    /// The text before and after the name of a section.
    pub brackets: (String, String),
    /// The indentation of a new setting; `None` for that of its neighbours.
    pub indent: Option<String>,
    /// Whether a line that begins with whitespace continues the setting above it, as in yum's files, so that
    /// values can have several lines.
    pub continues: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { separator: "=".to_owned(), brackets: ("[".to_owned(), "]".to_owned()), indent: None, continues: false }
    }
}

/// An INI file. Sections of the same name are treated as one; settings before the first section belong to the
/// section with an empty name.
///
/// ```
/// use marotte_sdk::Text;
/// use marotte_sdk::ini::{Dialect, Ini};
///
/// let mut ini = Ini::parse("[server]\n# port = 80\nname = web\n", Dialect::default());
/// ini.set("server", "name", &Text::Clear("www".to_owned()));
/// ini.set("server", "port", &Text::Clear("8080".to_owned()));
/// assert_eq!(ini.get("server", "name"), Some("www"));
/// assert_eq!(ini.to_text(), "[server]\n# port = 80\nport=8080\nname = www\n");
/// ```
#[derive(Debug, Clone)]
pub struct Ini {
    lines: Vec<Line>,
    dialect: Dialect,
    line_end: &'static str,
}

/// Cache of files used by many resources.
#[derive(Debug, Default)]
pub struct IniFiles(BTreeMap<(String, Dialect), Result<Ini>>);

impl IniFiles {
    /// Reads a file, or returns the cached one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not valid text.
    pub fn read(&mut self, system: &impl ReadSystem, place: &Place, dialect: Dialect) -> Result<&Ini> {
        let known = self.0.entry((place.path.clone(), dialect.clone()));
        known.or_insert_with(|| Ini::read(system, place, dialect)).as_ref().map_err(Clone::clone)
    }
}

/// A line without its line ending.
#[derive(Debug, Clone)]
struct Line {
    text: String,
    secret: Option<Secret>,
    /// Its line ending; `None` for that of the first line.
    end: Option<&'static str>,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { text, secret: None, end: None }
    }
}

/// A setting in a line; `value` is the offset of the value.
struct Setting<'a> {
    indent: usize,
    key: &'a str,
    value: usize,
}

impl Ini {
    /// Parses a text.
    #[must_use]
    pub fn parse(text: &str, dialect: Dialect) -> Self {
        let end = |line: &str| if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        let line_end = end(text.split_inclusive('\n').next().unwrap_or_default());
        let mut lines: Vec<Line> = Vec::new();
        let mut open = None;
        for (line, whole) in text.lines().zip(text.split_inclusive('\n')) {
            let is_more = dialect.continues && line.starts_with([' ', '\t']) && !line.trim().is_empty();
            if let Some(place) = open.filter(|_| is_more) {
                let setting: &mut Line = &mut lines[place];
                setting.text += "\n";
                setting.text += line;
                continue;
            }
            if header(&dialect, line).is_some() {
                open = None;
            } else if setting(&dialect.separator, line).is_some() {
                open = Some(lines.len());
            }
            lines.push(Line { end: whole.ends_with('\n').then(|| end(whole)), ..line.to_owned().into() });
        }
        Self { lines, dialect, line_end }
    }

    /// Reads a file; a missing file has no lines.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not valid text.
    pub fn read(system: &impl ReadSystem, place: &Place, dialect: Dialect) -> Result<Self> {
        Ok(Self::parse(&system.find_text(place, limits::CONFIG_FILE)?.unwrap_or_default(), dialect))
    }

    /// Writes the file. If the path is a symbolic link, its target is written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, system: &impl WriteSystem, row: u32, path: &str) -> Result<()> {
        let path = records::destination(system, row, path.to_owned())?;
        system.write(&path, &self.to_body(), &Attrs::default(), None)
    }

    /// Returns the text without the values of secrets.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.lines.iter().map(|line| self.shown(line) + self.end(line)).collect()
    }

    /// Returns the content of the file, including secrets.
    #[must_use]
    pub fn to_body(&self) -> Body {
        let mut body = Body::new();
        let mut text = String::new();
        for line in &self.lines {
            text += &self.shown(line);
            if let Some(secret) = line.secret {
                body.extend([Part::Text(std::mem::take(&mut text)), secret.part(Form::IniValue)]);
            }
            text += self.end(line);
        }
        body.push(Part::Text(text));
        body
    }

    /// Returns whether a section exists. The section with an empty name always exists.
    #[must_use]
    pub fn has_section(&self, section: &str) -> bool {
        section.is_empty() || self.lines.iter().any(|line| self.header(line) == Some(section))
    }

    /// Returns all settings in order, as section, name and value.
    #[must_use]
    pub fn settings(&self) -> Vec<(&str, &str, &str)> {
        let mut section = "";
        let settings = self.lines.iter().filter_map(|line| {
            if let Some(name) = self.header(line) {
                section = name;
                return None;
            }
            let setting = self.setting(line)?;
            Some((section, setting.key, &line.text[setting.value..]))
        });
        settings.collect()
    }

    /// Returns the names of the sections in order, without the section with an empty name.
    #[must_use]
    pub fn sections(&self) -> Vec<&str> {
        self.lines.iter().filter_map(|line| self.header(line)).collect()
    }

    /// Returns the value of a setting; the last one if there are several.
    #[must_use]
    pub fn get(&self, section: &str, key: &str) -> Option<&str> {
        self.all(section, key).pop()
    }

    /// Returns the values of all settings of this name.
    #[must_use]
    pub fn all(&self, section: &str, key: &str) -> Vec<&str> {
        self.settings().into_iter().filter(|(of, name, _)| *of == section && *name == key).map(|(.., it)| it).collect()
    }

    /// Adds a section unless it exists.
    pub fn add_section(&mut self, section: &str) {
        if self.has_section(section) {
            return;
        }
        if !self.lines.is_empty() {
            self.lines.push(String::new().into());
        }
        let (before, after) = &self.dialect.brackets;
        self.lines.push(format!("{before}{section}{after}").into());
    }

    /// Returns whether the file already contains a secret as the value of a setting. The host compares the secret
    /// without leading and trailing whitespace.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn has_secret(
        &self,
        system: &impl ReadSystem,
        place: Place,
        (section, key): (&str, &str),
        value: &Text,
    ) -> Result<bool> {
        let mut changed = self.clone();
        changed.set(section, key, value);
        system.equal(&[(place, changed.to_body())]).pop().unwrap_or(Ok(false))
    }

    /// Sets the value of a setting. If it occurs several times, all occurrences are changed.
    pub fn set(&mut self, section: &str, key: &str, value: &Text) {
        let places = self.places(section, key);
        if places.is_empty() {
            self.add_section(section);
            let (place, line) = (self.place_for(section, key), self.line(section, key, value));
            self.insert(section, place, line);
        }
        for place in places {
            let begin = self.setting(&self.lines[place]).map_or(0, |setting| setting.value);
            let before = self.lines[place].text[..begin].to_owned();
            self.lines[place] = with_value(before, value);
        }
    }

    /// Sets the values of a setting, one line for each. Lines that already have one of the values are kept.
    pub fn set_all(&mut self, section: &str, key: &str, values: &[Text]) {
        let wanted: Vec<&str> = values.iter().filter_map(Text::clear).collect();
        let places = self.places(section, key);
        let mut next = places.last().map(|place| place + 1);
        let mut kept = Vec::new();
        for place in places.into_iter().rev() {
            let setting = self.setting(&self.lines[place]);
            let value = setting.map_or("", |setting| &self.lines[place].text[setting.value..]);
            if wanted.contains(&value) && !kept.iter().any(|known| known == value) {
                kept.push(value.to_owned());
            } else {
                self.lines.remove(place);
                next = next.map(|next| next - 1);
            }
        }
        self.add_section(section);
        for value in values {
            if value.clear().is_some_and(|value| kept.iter().any(|known| known == value)) {
                continue;
            }
            let place = next.unwrap_or_else(|| self.place_for(section, key));
            let line = self.line(section, key, value);
            self.insert(section, place, line);
            next = Some(place + 1);
        }
    }

    /// Removes all occurrences of a setting, and its section if no other lines are left in it.
    pub fn remove(&mut self, section: &str, key: &str) {
        for place in self.places(section, key).into_iter().rev() {
            self.lines.remove(place);
            let is_header = |line: Option<&Line>| line.is_some_and(|line| self.header(line).is_some());
            let (before, after) = (place.checked_sub(1), self.lines.get(place));
            if let Some(before) = before
                && is_header(self.lines.get(before))
                && (after.is_none() || is_header(after))
            {
                self.lines.remove(before);
            }
        }
    }

    /// Removes the headers of a section without settings; returns whether the section has no settings.
    pub fn remove_section(&mut self, section: &str) -> bool {
        let is_empty = self.settings().into_iter().all(|(of, ..)| of != section);
        if is_empty {
            let (lines, dialect) = (std::mem::take(&mut self.lines), &self.dialect);
            self.lines = lines.into_iter().filter(|line| header(dialect, &line.text) != Some(section)).collect();
        }
        is_empty
    }

    fn shown(&self, line: &Line) -> String {
        line.text.replace('\n', self.end(line))
    }

    fn end(&self, line: &Line) -> &'static str {
        line.end.unwrap_or(self.line_end)
    }

    fn header<'a>(&self, line: &'a Line) -> Option<&'a str> {
        header(&self.dialect, &line.text)
    }

    fn setting<'a>(&self, line: &'a Line) -> Option<Setting<'a>> {
        setting(&self.dialect.separator, &line.text)
    }

    /// Returns the ranges of lines of a section, without the headers.
    fn ranges(&self, section: &str) -> Vec<std::ops::Range<usize>> {
        let headers = self.lines.iter().enumerate().filter_map(|(place, line)| Some((place + 1, self.header(line)?)));
        let starts: Vec<(usize, &str)> = std::iter::once((0, "")).chain(headers).collect();
        let ends = starts.iter().skip(1).map(|(start, _)| start - 1).chain([self.lines.len()]);
        let ranges = starts.iter().zip(ends).filter(|((_, name), _)| *name == section);
        ranges.map(|((start, _), end)| *start..end).collect()
    }

    fn places(&self, section: &str, key: &str) -> Vec<usize> {
        let is_it = |place: &usize| self.setting(&self.lines[*place]).is_some_and(|setting| setting.key == key);
        self.ranges(section).into_iter().flatten().filter(is_it).collect()
    }

    /// Returns the position of a new setting: below a comment with its name, or below the last non-blank line of
    /// the section.
    fn place_for(&self, section: &str, key: &str) -> usize {
        let ranges = self.ranges(section);
        let is_comment = |place: &usize| commented(&self.dialect.separator, &self.lines[*place].text) == Some(key);
        if let Some(place) = ranges.iter().cloned().flatten().find(is_comment) {
            return place + 1;
        }
        let last = ranges.into_iter().next_back().unwrap_or(0..0);
        let is_filled = |place: &usize| !self.lines[*place].text.trim().is_empty();
        last.clone().rfind(is_filled).map_or(last.start, |place| place + 1)
    }

    fn line(&self, section: &str, key: &str, value: &Text) -> Line {
        let neighbours = || {
            let lines = self.ranges(section).into_iter().flatten();
            let indents = lines.filter_map(|place| Some(self.setting(&self.lines[place])?.indent));
            " ".repeat(indents.min().unwrap_or(0))
        };
        let of_neighbours = || if self.dialect.continues { String::new() } else { neighbours() };
        let indent = self.dialect.indent.clone().unwrap_or_else(of_neighbours);
        with_value(format!("{indent}{key}{}", self.dialect.separator), value)
    }

    fn insert(&mut self, section: &str, place: usize, line: Line) {
        self.lines.insert(place, line);
        // An empty line separates the first setting without a section from the sections.
        let next = self.lines.get(place + 1);
        if section.is_empty() && place == 0 && next.is_some_and(|next| self.header(next).is_some()) {
            self.lines.insert(place + 1, String::new().into());
        }
    }
}

fn with_value(before: String, value: &Text) -> Line {
    match value {
        Text::Clear(value) => (before + value).into(),
        Text::Secret(secret) => Line { secret: Some(*secret), ..before.into() },
    }
}

fn header<'a>(dialect: &Dialect, line: &'a str) -> Option<&'a str> {
    let (before, after) = &dialect.brackets;
    let line = if dialect.continues { line.trim_end() } else { line.trim() };
    line.strip_prefix(before.as_str())?.strip_suffix(after.as_str())
}

/// Splits a line at its separator. A name begins with neither `#` nor `;`.
fn setting<'a>(separator: &str, line: &'a str) -> Option<Setting<'a>> {
    let rest = line.trim_start();
    let indent = line.len() - rest.len();
    let first = rest.chars().next().filter(|first| !"#;".contains(*first))?;
    let from = first.len_utf8();
    let trimmed = separator.trim();
    let (end, length) = if trimmed.is_empty() {
        (from + rest[from..].find([' ', '\t'])?, 1)
    } else {
        (from + rest[from..].find(trimmed)?, trimmed.len())
    };
    let after = &rest[end + length..];
    let value = line.len() - after.trim_start_matches([' ', '\t']).len();
    Some(Setting { indent, key: rest[..end].trim_end(), value })
}

/// Returns the name of a setting that is commented out.
fn commented<'a>(separator: &str, line: &'a str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(['#', ';'])?;
    setting(separator, rest.trim_start_matches(['#', ';'])).map(|setting| setting.key)
}

/// Checks that names and syntax can be parsed again.
///
/// # Errors
/// Returns an error if a name or a part of the syntax contains a newline, or if the separator is empty.
pub fn check(section: &str, key: &str, dialect: &Dialect) -> Result<()> {
    let (before, after) = &dialect.brackets;
    let parts = [section, key, &dialect.separator, before, after];
    if parts.iter().any(|part| part.contains(['\n', '\r'])) {
        return Err(Error::invalid("Names of sections and settings cannot include newlines"));
    }
    if dialect.separator.is_empty() {
        return Err(Error::invalid("The separator of settings and values cannot be empty"));
    }
    Ok(())
}

/// Returns whether a setting with this value is unchanged when it is written and parsed again.
#[must_use]
pub fn stays(section: &str, key: &str, value: &str, dialect: &Dialect) -> bool {
    let mut ini = Ini::parse("", dialect.clone());
    ini.set(section, key, &Text::Clear(value.to_owned()));
    Ini::parse(&ini.to_text(), dialect.clone()).get(section, key) == Some(value)
}

#[cfg(test)]
mod tests;
