//! Parsing of files and of names of settings.

use marotte_sdk::prelude::*;

use crate::syntax::{Array, Document, Field, Key, Node, Object, Part, Reference, Value, names};

/// The maximum depth of objects and arrays.
const DEPTH: usize = 100;

/// Characters that end a word without quotes, besides white space.
const SPECIAL: &str = "$\"{}[]:=,+#`^?!@*&\\";

/// How a field in an error is called.
const FIELD: &str = "a setting, that is a name followed by ':', '=' or '{'";

/// Parses a file.
///
/// # Errors
/// Returns an error with the path and the line if the text is not HOCON, or is an array.
pub(crate) fn document(path: &str, text: &str) -> Result<Document> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.document().map_err(|expected| {
        let line = text[..parser.at].matches('\n').count() + 1;
        let found = match parser.rest().chars().next() {
            None => "the end of the file".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(letter) => format!("'{letter}'"),
        };
        Error::invalid(format!("{path}:{line}: expected {expected}, found {found}"))
    })
}

/// Parses a value.
///
/// # Errors
/// Returns an error if the text is not a value in HOCON.
pub(crate) fn value(text: &str) -> Result<Value> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.space();
    let parsed = parser.value();
    parser.space();
    match parsed {
        Ok(value) if parser.rest().is_empty() => Ok(value),
        _ => Err(Error::invalid("The value is not valid HOCON")),
    }
}

/// Parses the name of a setting.
///
/// # Errors
/// Returns a message if it is not a path.
pub(crate) fn path(text: &str) -> std::result::Result<Vec<Key>, String> {
    let mut keys = Vec::new();
    let (mut key, mut is_empty) = (Key { text: String::new(), name: String::new() }, true);
    let mut parser = Parser { text: text.trim(), at: 0, depth: 0 };
    let invalid = || format!("The name of the setting is not valid: '{text}'");
    while let Some(letter) = parser.rest().chars().next() {
        match letter {
            '"' => {
                let (quoted, name) = parser.quoted().map_err(|_| invalid())?;
                key.text.push_str(&quoted);
                key.name.push_str(&name);
                is_empty = false;
            }
            '.' => {
                parser.at += 1;
                if is_empty {
                    return Err(invalid());
                }
                keys.push(std::mem::replace(&mut key, Key { text: String::new(), name: String::new() }));
                is_empty = true;
            }
            letter if SPECIAL.contains(letter) || letter == '\n' => return Err(invalid()),
            letter => {
                parser.at += letter.len_utf8();
                key.text.push(letter);
                key.name.push(letter);
                is_empty = false;
            }
        }
    }
    if is_empty {
        return Err(invalid());
    }
    keys.push(key);
    Ok(keys)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

/// A result, or a description of the expected text.
type Parsed<T> = std::result::Result<T, &'static str>;

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn starts_with(&self, prefix: &str) -> bool {
        self.rest().starts_with(prefix)
    }

    /// Skips and returns the letters for which a condition holds.
    fn take(&mut self, is_wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|letter| !is_wanted(letter)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn space(&mut self) -> &'t str {
        self.take(is_space)
    }

    fn document(&mut self) -> Parsed<Document> {
        let before = self.gaps();
        if self.starts_with("[") {
            return Err("settings, since an array has none");
        }
        if !self.starts_with("{") {
            let mut nodes = before;
            self.fields(&mut nodes)?;
            return if self.rest().is_empty() {
                Ok(Document { before: Vec::new(), root: Object(nodes), after: Vec::new() })
            } else {
                Err(FIELD)
            };
        }
        let root = self.object()?;
        let after = self.gaps();
        if self.rest().is_empty() { Ok(Document { before, root, after }) } else { Err("the end of the file") }
    }

    /// Parses white space, line breaks and comments.
    fn gaps(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        loop {
            let space = self.space();
            if !space.is_empty() {
                nodes.push(Node::Space(space.to_owned()));
            }
            if self.starts_with("\n") {
                self.at += 1;
                nodes.push(Node::Newline);
            } else if self.starts_with("#") || self.starts_with("//") {
                nodes.push(Node::Comment(self.take(|letter| letter != '\n').to_owned()));
            } else {
                return nodes;
            }
        }
    }

    fn object(&mut self) -> Parsed<Object> {
        let mut nodes = self.open('{')?;
        self.fields(&mut nodes)?;
        self.close(nodes, '}', "a setting or '}'").map(Object)
    }

    fn array(&mut self) -> Parsed<Array> {
        let mut nodes = self.open('[')?;
        loop {
            nodes.extend(self.gaps());
            if self.rest().is_empty() || self.starts_with("]") {
                break;
            }
            nodes.push(Node::Element(self.value()?));
            if !self.separate(&mut nodes) {
                break;
            }
        }
        self.close(nodes, ']', "',' or ']'").map(Array)
    }

    fn open(&mut self, brace: char) -> Parsed<Vec<Node>> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("no deeper objects");
        }
        self.at += 1;
        Ok(vec![Node::Open(brace)])
    }

    fn close(&mut self, mut nodes: Vec<Node>, brace: char, expected: &'static str) -> Parsed<Vec<Node>> {
        if !self.rest().starts_with(brace) {
            return Err(expected);
        }
        self.at += 1;
        self.depth -= 1;
        nodes.push(Node::Close(brace));
        Ok(nodes)
    }

    /// Parses the fields of an object up to its end or another character that cannot begin one.
    fn fields(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        loop {
            nodes.extend(self.gaps());
            if self.rest().is_empty() || self.starts_with("}") {
                return Ok(());
            }
            let node = match self.include()? {
                Some(text) => Node::Include(text),
                None => Node::Field(self.field()?),
            };
            nodes.push(node);
            if !self.separate(nodes) {
                return Ok(());
            }
        }
    }

    /// Parses the line breaks and the comma after a field or an element. Returns whether there were some.
    fn separate(&mut self, nodes: &mut Vec<Node>) -> bool {
        let gaps = self.gaps();
        let mut is_separated = gaps.contains(&Node::Newline);
        nodes.extend(gaps);
        if self.starts_with(",") {
            self.at += 1;
            nodes.push(Node::Comma);
            is_separated = true;
        }
        is_separated
    }

    /// Parses a statement that includes a file: `include "x"`, `include required(file("x"))`.
    fn include(&mut self) -> Parsed<Option<String>> {
        let Some(rest) = self.rest().strip_prefix("include") else { return Ok(None) };
        let target = rest.trim_start_matches(is_space);
        let is_call = ["required(", "file(", "url(", "classpath("].iter().any(|start| target.starts_with(start));
        if target.len() == rest.len() || !(is_call || target.starts_with('"')) {
            return Ok(None);
        }
        let start = self.at;
        self.at += "include".len();
        self.space();
        self.take(|letter| letter.is_ascii_lowercase() || letter == '(');
        self.quoted()?;
        self.take(|letter| letter == ')');
        Ok(Some(self.text[start..self.at].to_owned()))
    }

    fn field(&mut self) -> Parsed<Field> {
        let start = self.at;
        while let Some(letter) = self.rest().chars().next() {
            if letter == '"' {
                self.quoted()?;
            } else if SPECIAL.contains(letter) || letter == '\n' || self.starts_with("//") {
                break;
            } else {
                self.at += letter.len_utf8();
            }
        }
        let path = names(&path(&self.text[start..self.at]).map_err(|_| FIELD)?);
        let adds = self.starts_with("+=");
        if adds {
            self.at += 2;
        } else if self.starts_with(":") || self.starts_with("=") {
            self.at += 1;
        } else if !self.starts_with("{") {
            return Err(FIELD);
        }
        self.gaps();
        let head = self.text[start..self.at].to_owned();
        Ok(Field { path, head, adds, value: self.value()? })
    }

    fn value(&mut self) -> Parsed<Value> {
        let mut parts = Vec::new();
        loop {
            let space = self.space();
            let Some(part) = self.part()? else {
                // Space at the end is not part of the value.
                self.at -= space.len();
                break;
            };
            if !space.is_empty() {
                parts.push(Part::Space(space.to_owned()));
            }
            parts.push(part);
        }
        match (parts.len(), parts.pop()) {
            (1, Some(Part::Object(object))) => Ok(Value::Object(object)),
            (1, Some(Part::Array(array))) => Ok(Value::Array(array)),
            (_, Some(last)) => {
                parts.push(last);
                Ok(Value::Joined(parts))
            }
            (_, None) => Err("a value"),
        }
    }

    /// Parses a part of a value; `None` at the end of the value.
    fn part(&mut self) -> Parsed<Option<Part>> {
        let rest = self.rest();
        Ok(Some(match rest.chars().next() {
            Some('{') => Part::Object(self.object()?),
            Some('[') => Part::Array(self.array()?),
            Some('"') => {
                let (text, meaning) = self.quoted()?;
                Part::Quoted(text, meaning)
            }
            Some('$') if rest.starts_with("${") => Part::Reference(self.reference()?),
            _ => {
                let length = rest.find(|letter| is_space(letter) || letter == '\n' || SPECIAL.contains(letter));
                let word = &rest[..length.unwrap_or(rest.len())];
                let word = word.split("//").next().unwrap_or(word);
                if word.is_empty() {
                    return Ok(None);
                }
                self.at += word.len();
                Part::Bare(word.to_owned())
            }
        }))
    }

    fn reference(&mut self) -> Parsed<Reference> {
        const EXPECTED: &str = "the name of a setting and '}'";
        let start = self.at;
        self.at += 2;
        let is_optional = self.starts_with("?");
        self.at += usize::from(is_optional);
        let name = self.at;
        while !self.starts_with("}") {
            match self.rest().chars().next() {
                Some('"') => drop(self.quoted()?),
                Some(letter) if letter != '\n' => self.at += letter.len_utf8(),
                _ => return Err(EXPECTED),
            }
        }
        let path = names(&path(&self.text[name..self.at]).map_err(|_| EXPECTED)?);
        self.at += 1;
        let text = self.text[start..self.at].to_owned();
        Ok(Reference { text, path, is_optional })
    }

    /// Parses a quoted string. Returns its source text and its content.
    fn quoted(&mut self) -> Parsed<(String, String)> {
        let start = self.at;
        if self.starts_with("\"\"\"") {
            let inner = &self.rest()[3..];
            let end = inner.find("\"\"\"").ok_or("'\"\"\"'")?;
            // Further quotes at the end belong to the text.
            let more = inner[end + 3..].len() - inner[end + 3..].trim_start_matches('"').len();
            self.at += 3 + end + more + 3;
            return Ok((self.text[start..self.at].to_owned(), inner[..end + more].to_owned()));
        }
        self.at += 1;
        let mut meaning = String::new();
        loop {
            let letter = self.rest().chars().next().filter(|letter| *letter != '\n').ok_or("'\"'")?;
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok((self.text[start..self.at].to_owned(), meaning)),
                '\\' => meaning.push(self.escape()?),
                letter => meaning.push(letter),
            }
        }
    }

    /// Parses what follows a backslash.
    fn escape(&mut self) -> Parsed<char> {
        const EXPECTED: &str = "an escape sequence of JSON after '\\'";
        let letter = self.rest().chars().next().ok_or(EXPECTED)?;
        self.at += letter.len_utf8();
        Ok(match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = self.code().ok_or(EXPECTED)?;
                if !(0xd800..0xdc00).contains(&high) {
                    return char::from_u32(high).ok_or(EXPECTED);
                }
                self.at += if self.starts_with("\\u") { 2 } else { return Err(EXPECTED) };
                let low = self.code().filter(|low| (0xdc00..0xe000).contains(low)).ok_or(EXPECTED)?;
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)).ok_or(EXPECTED)?
            }
            _ => return Err(EXPECTED),
        })
    }

    /// Parses four hexadecimal digits.
    fn code(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// Returns whether a letter is white space within a line.
fn is_space(letter: char) -> bool {
    letter != '\n' && (letter.is_whitespace() || letter == '\u{feff}')
}
