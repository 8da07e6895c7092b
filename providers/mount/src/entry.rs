//! Line of a file system table: its columns and their escape sequences.

use marotte_sdk::records::RecordLine;

use crate::value::Point;

/// An entry of a file system table. Missing columns are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    pub(crate) device: String,
    pub(crate) name: String,
    pub(crate) fstype: String,
    pub(crate) options: String,
    pub(crate) dump: String,
    pub(crate) pass: String,
}

impl RecordLine for Entry {
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim_start_matches(BLANKS);
        // Only spaces and tabs separate columns, no other whitespace.
        let mut columns = line.split(BLANKS).filter(|column| !column.is_empty());
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
        // A device that begins with `#` would turn the line into a comment.
        let device = encoded(&self.device);
        let columns = [
            device.strip_prefix('#').map_or(device.clone(), |rest| format!("\\043{rest}")),
            encoded(&self.name),
            self.fstype.clone(),
            or(&self.options, "defaults"),
            or(&self.dump, "0"),
            or(&self.pass, "0"),
        ];
        columns.join("\t")
    }
}

/// Characters that separate columns.
const BLANKS: [char; 2] = [' ', '\t'];

/// Decodes the octal escape sequences in a column, such as whitespace.
pub(crate) fn decoded(column: &str) -> String {
    let mut bytes = Vec::with_capacity(column.len());
    let mut rest = column.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, behind) = match (first, after) {
            (b'\\', [high @ b'0'..=b'3', middle @ b'0'..=b'7', low @ b'0'..=b'7', behind @ ..]) => {
                ((high - b'0') << 6 | (middle - b'0') << 3 | (low - b'0'), behind)
            }
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = behind;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(text: &str) -> String {
    let code = |letter: char| CODES.iter().find(|(known, _)| *known == letter).map(|(_, code)| (*code).to_owned());
    text.chars().map(|letter| code(letter).unwrap_or_else(|| letter.to_string())).collect()
}

/// Characters that must be escaped in a column, and their escape sequences.
const CODES: &[(char, &str)] = &[(' ', "\\040"), ('\t', "\\011"), ('\n', "\\012"), ('\\', "\\134")];
