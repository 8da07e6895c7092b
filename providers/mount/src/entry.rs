//! Owns a line of the table of file systems: its columns, and how blanks in them are written.

use marotte_sdk::records::Line;

use crate::value::Point;

/// A file system as the table has it. Columns that a line lacks are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    pub(crate) device: String,
    pub(crate) name: String,
    pub(crate) fstype: String,
    pub(crate) options: String,
    pub(crate) dump: String,
    pub(crate) pass: String,
}

impl Line for Entry {
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim_start();
        let mut columns = line.split_whitespace();
        let (device, name) = (columns.next().filter(|_| !line.starts_with('#'))?, columns.next()?);
        let mut next = || columns.next().unwrap_or_default().to_owned();
        Some(Self {
            device: decoded(device),
            name: Point::new(&decoded(name)).0,
            fstype: next(),
            options: next(),
            dump: next(),
            pass: next(),
        })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_line(&self) -> String {
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        let columns = [
            encoded(&self.device),
            encoded(&self.name),
            self.fstype.clone(),
            or(&self.options, "defaults"),
            or(&self.dump, "0"),
            or(&self.pass, "0"),
        ];
        columns.join("\t")
    }
}

/// Reads the blanks that stand in a column as numbers.
pub(crate) fn decoded(column: &str) -> String {
    let mut text = String::with_capacity(column.len());
    let mut rest = column;
    while let Some(place) = rest.find('\\') {
        text.push_str(&rest[..place]);
        let known = CODES.iter().find(|(_, code)| rest[place..].starts_with(code));
        let (letter, width) = known.map_or(('\\', 1), |(letter, code)| (*letter, code.len()));
        text.push(letter);
        rest = &rest[place + width..];
    }
    text + rest
}

fn encoded(text: &str) -> String {
    let code = |letter: char| CODES.iter().find(|(known, _)| *known == letter).map(|(_, code)| (*code).to_owned());
    text.chars().map(|letter| code(letter).unwrap_or_else(|| letter.to_string())).collect()
}

/// Letters that would end a column, and how they are written.
const CODES: &[(char, &str)] = &[(' ', "\\040"), ('\t', "\\011"), ('\n', "\\012"), ('\\', "\\134")];
