//! YAML emitter with the layout of libyaml.

use std::fmt::Write as _;

use crate::Data;
use crate::number::float_text;

use super::style::{self, Scalar, Style};

/// The column after which a text is folded, unless a layout has another one.
const LINE_WIDTH: usize = 80;

/// Layout of YAML.
#[derive(Clone, Copy, Debug)]
pub struct YamlLayout {
    /// Number of columns by which nested values are indented.
    pub indentation: usize,
    /// Maximum line length before folding; 0 for unlimited. Defaults to 80.
    pub line_width: Option<usize>,
    /// Maximum number of bytes: the rest is dropped, and the caller rejects the result.
    pub limit: usize,
}

impl Default for YamlLayout {
    fn default() -> Self {
        Self { indentation: 2, line_width: None, limit: usize::MAX }
    }
}

/// Formats data as a YAML document.
#[must_use]
pub fn dump(data: &Data, layout: YamlLayout) -> String {
    let mut text = "---".to_owned();
    let mut emitter = Emitter::new(&mut text, layout);
    emitter.node(data, None, Place::Root);
    emitter.end_line();
    if emitter.is_open_ended {
        emitter.put("...");
        emitter.line_break();
    }
    text
}

/// Appends a value to a document after a key and its colon, and ends the line. The key begins in column `indentation`.
pub fn push_value(text: &mut String, data: &Data, indentation: usize) {
    let mut emitter = Emitter::new(text, YamlLayout::default());
    emitter.node(data, Some(indentation), Place::SimpleValue);
    emitter.end_line();
}

/// Appends a key with its colon to a document. The text ends with the `indentation` spaces before the key. Returns whether
/// a mapping as the value begins on the next line; after a long key it begins on the line of the colon, after a space.
pub fn push_key(text: &mut String, key: &str, indentation: usize) -> bool {
    // Most keys of reports are words.
    if style::is_word(key) && key.len() <= MAXIMUM_SIMPLE_KEY {
        text.push_str(key);
        text.push(':');
        return true;
    }
    push_any_key(text, key, indentation)
}

fn push_any_key(text: &mut String, key: &str, indentation: usize) -> bool {
    let mut emitter = Emitter::new(text, YamlLayout::default());
    emitter.is_after_space = true;
    emitter.is_at_indent = true;
    emitter.key(&Data::String(key.to_owned()), indentation) == Place::SimpleValue
}

/// Appends a string to a document whose text ends with a space: as the value of a key that begins in column `indentation`,
/// or as an element of a list whose dashes are in that column.
pub fn push_text(text: &mut String, string: &str, indentation: usize) {
    // Most texts of reports are words and paths.
    if style::is_word(string) {
        text.push_str(string);
        return;
    }
    if style::is_path(string) {
        text.extend(["\"", string, "\""]);
        return;
    }
    if style::is_sentence(string) && column(text) + string.len() <= LINE_WIDTH {
        text.push_str(string);
        return;
    }
    push_any_text(text, string, indentation);
}

fn push_any_text(text: &mut String, string: &str, indentation: usize) {
    let mut emitter = Emitter::new(text, YamlLayout::default());
    emitter.is_after_space = true;
    emitter.node(&Data::String(string.to_owned()), Some(indentation), Place::SimpleValue);
    if text.ends_with('\n') {
        text.pop();
    }
}

/// Returns the number of characters in the last line of a text.
fn column(text: &str) -> usize {
    text[text.rfind('\n').map_or(0, |end| end + 1)..].chars().count()
}

/// Position of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Sequence,
    SimpleKey,
    /// A key after a question mark.
    Key,
    SimpleValue,
    Value,
}

/// Emitter of a document. Columns and flags correspond to those of libyaml.
struct Emitter<'t> {
    text: &'t mut String,
    column: usize,
    is_after_space: bool,
    /// Whether the line contains only indicators so far.
    is_at_indent: bool,
    indentation: usize,
    width: usize,
    limit: usize,
    /// Length from which strings are folded, if enabled.
    folds: Option<usize>,
    /// Whether a block with trailing line breaks has been written, after which libyaml marks the end of the document.
    is_open_ended: bool,
}

impl<'t> Emitter<'t> {
    /// Continues a text.
    fn new(text: &'t mut String, layout: YamlLayout) -> Self {
        let width = match layout.line_width {
            None => LINE_WIDTH,
            Some(0) => usize::MAX,
            Some(width) => width,
        };
        Self {
            column: column(text),
            text,
            is_after_space: false,
            is_at_indent: false,
            indentation: layout.indentation,
            width,
            limit: layout.limit,
            folds: layout.line_width.filter(|width| *width > 0),
            is_open_ended: false,
        }
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.line_break();
        }
    }

    fn node(&mut self, data: &Data, indent: Option<usize>, place: Place) {
        if self.text.len() > self.limit {
            return;
        }
        match data {
            Data::Array(list) if !list.is_empty() => self.sequence(list, indent, place),
            Data::Hash(entries) if !entries.is_empty() => self.mapping(entries, indent),
            Data::Array(_) => self.indicator("[]", false),
            Data::Hash(_) => self.indicator("{}", false),
            Data::Shared(_, inner) => self.node(inner, indent, place),
            other => {
                let scalar = style::of(other, self.folds);
                let inner = indent.map_or(self.indentation, |indent| indent + self.indentation);
                self.scalar(&scalar, inner, place == Place::SimpleKey);
            }
        }
    }

    fn sequence(&mut self, list: &[Data], indent: Option<usize>, place: Place) {
        // A sequence that is the value of a key is not indented relative to the key.
        let is_flat = matches!(place, Place::SimpleValue | Place::Value) && !self.is_at_indent;
        let indent = match indent {
            None => 0,
            Some(indent) if is_flat => indent,
            Some(indent) => indent + self.indentation,
        };
        for element in list {
            self.indent(indent);
            self.indicator("-", true);
            self.node(element, Some(indent), Place::Sequence);
        }
    }

    fn mapping(&mut self, entries: &[(Data, Data)], indent: Option<usize>) {
        let indent = indent.map_or(0, |indent| indent + self.indentation);
        for (key, value) in entries {
            self.indent(indent);
            let place = self.key(key, indent);
            self.node(value, Some(indent), place);
        }
    }

    /// Writes a key and its colon, and returns the position of the value.
    fn key(&mut self, key: &Data, indent: usize) -> Place {
        if is_simple_key(key) {
            self.node(key, Some(indent), Place::SimpleKey);
            self.put(":");
            self.is_after_space = false;
            self.is_at_indent = false;
            return Place::SimpleValue;
        }
        self.indicator("?", true);
        self.node(key, Some(indent), Place::Key);
        self.indent(indent);
        self.indicator(":", true);
        Place::Value
    }

    /// Moves to a column at the start of a line. Starts a new line unless the current one contains only indicators.
    fn indent(&mut self, indent: usize) {
        if !self.is_at_indent || self.column > indent || self.column == indent && !self.is_after_space {
            self.line_break();
        }
        let missing = indent.saturating_sub(self.column);
        self.put(&" ".repeat(missing));
        self.is_after_space = true;
        self.is_at_indent = true;
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    fn put(&mut self, text: &str) {
        if self.text.len() > self.limit {
            return;
        }
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn indicator(&mut self, indicator: &str, keeps_indent: bool) {
        if !self.is_after_space {
            self.put(" ");
        }
        self.put(indicator);
        self.is_after_space = false;
        self.is_at_indent &= keeps_indent;
        if keeps_indent {
            // The space after an indicator is written together with the content that follows it.
            self.is_after_space = false;
        }
    }

    fn scalar(&mut self, scalar: &Scalar, indent: usize, is_key: bool) {
        if let Some(tag) = scalar.tag {
            self.indicator(tag, false);
        }
        let style = scalar.style(is_key);
        if style == Style::Plain && scalar.text.is_empty() {
            if is_key {
                self.indicator("''", false);
            }
            self.is_at_indent = false;
            return;
        }
        if scalar.is_nil && is_key {
            self.indicator("!", false);
        }
        if !self.is_after_space {
            self.put(" ");
        }
        self.is_after_space = false;
        self.is_at_indent = false;
        match style {
            Style::Plain => self.plain(&scalar.text, indent, !is_key),
            Style::Single => self.single(&scalar.text, indent, !is_key),
            Style::Double => self.double(&scalar.text, indent, !is_key),
            Style::Literal => self.block(&scalar.text, indent, '|'),
            Style::Folded => self.folded(&scalar.text, indent),
        }
    }

    fn plain(&mut self, text: &str, indent: usize, can_break: bool) {
        let letters: Vec<char> = text.chars().collect();
        let mut after_space = false;
        for (index, letter) in letters.iter().enumerate() {
            let next_is_space = letters.get(index + 1) == Some(&' ');
            if *letter == ' ' && can_break && !after_space && self.column > self.width && !next_is_space {
                self.indent_text(indent);
            } else {
                self.put_letter(*letter);
            }
            after_space = *letter == ' ';
        }
    }

    fn single(&mut self, text: &str, indent: usize, can_break: bool) {
        self.put("'");
        let letters: Vec<char> = text.chars().collect();
        let (mut after_space, mut after_break) = (false, false);
        for (index, letter) in letters.iter().enumerate() {
            let is_inside = index > 0 && index + 1 < letters.len();
            match letter {
                ' ' => {
                    let next_is_space = letters.get(index + 1) == Some(&' ');
                    if can_break && !after_space && self.column > self.width && is_inside && !next_is_space {
                        self.indent_text(indent);
                    } else {
                        self.put_letter(' ');
                    }
                }
                '\n' => {
                    if !after_break {
                        self.line_break();
                    }
                    self.line_break();
                    self.is_at_indent = true;
                }
                other => {
                    if after_break {
                        self.indent_text(indent);
                    }
                    if *other == '\'' {
                        self.put("'");
                    }
                    self.put_letter(*other);
                    self.is_at_indent = false;
                }
            }
            after_space = *letter == ' ';
            after_break = *letter == '\n' || *letter == ' ' && after_break;
        }
        if after_break {
            self.indent_text(indent);
        }
        self.put("'");
        self.is_at_indent = false;
    }

    fn double(&mut self, text: &str, indent: usize, can_break: bool) {
        self.put("\"");
        let letters: Vec<char> = text.chars().collect();
        let mut after_space = false;
        for (index, letter) in letters.iter().enumerate() {
            let is_inside = index > 0 && index + 1 < letters.len();
            if *letter == ' ' && can_break && !after_space && self.column > self.width && is_inside {
                self.indent_text(indent);
                if letters.get(index + 1) == Some(&' ') {
                    self.put("\\");
                }
            } else if letter.is_ascii_graphic() && !matches!(letter, '"' | '\\') {
                self.put_letter(*letter);
            } else {
                let escaped = escape(*letter);
                self.put(&escaped);
            }
            after_space = *letter == ' ';
        }
        self.put("\"");
    }

    fn block(&mut self, text: &str, indent: usize, indicator: char) {
        self.block_start(text, indicator);
        let mut after_break = true;
        for letter in text.chars() {
            if letter == '\n' {
                self.line_break();
                after_break = true;
                continue;
            }
            if after_break {
                self.put(&" ".repeat(indent));
            }
            self.put_letter(letter);
            after_break = false;
        }
        self.is_at_indent = after_break;
        self.is_after_space = after_break;
    }

    /// Writes a string in folded style.
    fn folded(&mut self, text: &str, indent: usize) {
        self.block_start(text, '>');
        let lines: Vec<&str> = text.split('\n').collect();
        for (index, line) in lines.iter().enumerate() {
            let is_last = index + 1 == lines.len();
            if is_last && line.is_empty() {
                self.is_at_indent = true;
                self.is_after_space = true;
                return;
            }
            if !line.is_empty() {
                self.put(&" ".repeat(indent));
                let letters: Vec<char> = line.chars().collect();
                for (at, letter) in letters.iter().enumerate() {
                    let is_lone =
                        letters.get(at + 1).is_some_and(|next| *next != ' ') && at > 0 && letters[at - 1] != ' ';
                    if *letter == ' ' && self.column > self.width && is_lone {
                        self.line_break();
                        self.put(&" ".repeat(indent));
                    } else {
                        self.put_letter(*letter);
                    }
                }
            }
            if !is_last {
                self.line_break();
                // A line break between two lines of text is written twice, since a single one is read as a space.
                let next_is_text = lines.get(index + 1).is_some_and(|next| !next.is_empty() && !next.starts_with(' '));
                if !line.is_empty() && !line.starts_with(' ') && next_is_text {
                    self.line_break();
                }
            }
        }
    }

    fn block_start(&mut self, text: &str, indicator: char) {
        self.put_letter(indicator);
        if text.starts_with([' ', '\n']) {
            let hint = self.indentation.to_string();
            self.put(&hint);
        }
        match text.strip_suffix('\n') {
            None => self.put("-"),
            Some(rest) if rest.is_empty() || rest.ends_with('\n') => {
                self.put("+");
                self.is_open_ended = true;
            }
            Some(_) => {}
        }
        self.line_break();
    }

    fn put_letter(&mut self, letter: char) {
        self.text.push(letter);
        self.column += 1;
    }

    /// Moves to the start of the next line of a string.
    fn indent_text(&mut self, indent: usize) {
        if self.column > 0 {
            self.line_break();
        }
        self.put(&" ".repeat(indent));
    }
}

/// Maximum number of bytes of a key that is written directly before a colon.
const MAXIMUM_SIMPLE_KEY: usize = 128;

/// Returns whether a key can be written directly before a colon.
fn is_simple_key(key: &Data) -> bool {
    match key {
        Data::Array(list) => list.is_empty(),
        Data::Hash(entries) => entries.is_empty(),
        other => {
            let text = style::text(other);
            text.len() <= MAXIMUM_SIMPLE_KEY && !text.contains('\n')
        }
    }
}

/// Returns the escape sequence of a character in double quotes.
fn escape(letter: char) -> String {
    let mut text = String::from("\\");
    text.push(match letter {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        plain if style::is_printable(plain) => return plain.to_string(),
        other => {
            let code = u32::from(other);
            // Writing to a string does not fail.
            let _ = match code {
                0..=0xff => write!(text, "x{code:02X}"),
                0x100..=0xffff => write!(text, "u{code:04X}"),
                _ => write!(text, "U{code:08X}"),
            };
            return text;
        }
    });
    text
}

/// Returns a float as Psych writes it: as Ruby prints it, but `.inf`, `-.inf` and `.nan`.
#[must_use]
pub fn float(number: f64) -> String {
    match number {
        number if number.is_nan() => ".nan".to_owned(),
        number if number.is_infinite() => if number > 0.0 { ".inf" } else { "-.inf" }.to_owned(),
        number => float_text(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of up to three letters, and longer ones for which the emitter has rules.
    fn texts() -> Vec<String> {
        let letters = "aynNoOtrue0x9/:[]._-~=<? ',(#";
        let mut texts = vec![String::new()];
        let mut last = texts.clone();
        for _ in 0..3 {
            last = last.iter().flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}"))).collect();
            texts.extend_from_slice(&last);
        }
        let longer =
            ["true", "True", "FALSE", "null", "Null", "nulls", "yes", "NO", "off", "File[/a/b]", "Class[Foo::Bar]"];
        texts.extend(longer.map(str::to_owned));
        let path = format!("/{}", "directory/".repeat(20));
        texts.extend((60..100).map(|length| "content changed 'a' to b, ".repeat(4)[..length].to_owned()));
        texts.extend([format!("File[{path}]"), path.replace('/', "::"), path.replace('/', "x"), path]);
        texts
    }

    #[test]
    fn words_sentences_and_paths_are_written_as_by_the_emitter() {
        for string in texts() {
            let (mut fast, mut slow) = ("key: ".to_owned(), "key: ".to_owned());
            push_text(&mut fast, &string, 0);
            push_any_text(&mut slow, &string, 0);
            assert_eq!(fast, slow);
            let (mut fast, mut slow) = ("  ".to_owned(), "  ".to_owned());
            let simple = (push_key(&mut fast, &string, 2), push_any_key(&mut slow, &string, 2));
            assert_eq!((fast, simple.0), (slow, simple.1));
        }
    }
}
