//! Types of the Resource API: `Puppet::ResourceApi.register_type(name: 'x', attributes: { … })`, whose argument is a hash of
//! literals.

use catalog::schema::{Attribute, AttributeTrait, Fallback, Role, TypeSchema};

use super::title::NamedTitle;
use super::word::Word;

/// A literal in Ruby code, as far as declarations need it.
#[derive(Debug, Clone, PartialEq)]
enum Literal<'a> {
    /// A string or a symbol.
    Text(&'a str),
    Pattern(&'a str),
    Flag(bool),
    List(Vec<Self>),
    Hash(Vec<(&'a str, Self)>),
    /// Any other expression.
    Code,
}

/// A type declared by a call of `register_type`.
pub(super) struct RegisteredType<'a> {
    pub(super) schema: TypeSchema,
    pub(super) titles: Vec<NamedTitle<'a>>,
    /// Whether all attributes are literals.
    pub(super) is_complete: bool,
}

/// Reads the arguments of a call of `register_type`; `None` unless they contain a name.
pub(super) fn read<'a>(words: &[Word<'a>]) -> Option<RegisteredType<'a>> {
    let mut reader = Reader { words, at: 0 };
    reader.take('(');
    // Braces around the hash are optional.
    reader.skip_ends();
    reader.take('{');
    let definition = Literal::Hash(reader.entries());
    let name = definition.text("name")?;
    let docs = definition.text("docs").unwrap_or_default();
    let mut schema = TypeSchema { name: name.to_owned(), docs: joined(docs), ..TypeSchema::default() };
    let mut is_complete = matches!(definition.entry("attributes"), Some(Literal::Hash(_)));
    for (name, attribute) in definition.entries("attributes") {
        is_complete &= matches!(attribute, Literal::Hash(_));
        schema.attributes.push(attribute_of(name, attribute));
    }
    let titles = match definition.entry("title_patterns") {
        Some(Literal::List(titles)) => titles.iter().filter_map(title_of).collect(),
        _ => Vec::new(),
    };
    Some(RegisteredType { schema, titles, is_complete })
}

fn attribute_of(name: &str, attribute: &Literal<'_>) -> Attribute {
    let behaviour = attribute.text("behaviour").or_else(|| attribute.text("behavior"));
    let role = match behaviour {
        Some("namevar" | "parameter") => Role::Parameter,
        Some("read_only") => Role::ReadOnly,
        _ => Role::Property,
    };
    let default = match attribute.entry("default") {
        Some(Literal::Text(text)) => Some(Fallback::Constant((*text).into())),
        Some(Literal::Flag(flag)) => Some(Fallback::Constant((*flag).into())),
        _ => None,
    };
    Attribute {
        name: name.to_owned(),
        docs: joined(attribute.text("desc").unwrap_or_default()),
        role,
        data_type: attribute.text("type").unwrap_or_default().to_owned(),
        traits: if behaviour == Some("namevar") { vec![AttributeTrait::Namevar] } else { Vec::new() },
        default,
        ..Attribute::default()
    }
}

/// Reads `{ pattern: %r{…}, desc: '…' }`, whose groups have the names of attributes.
fn title_of<'a>(title: &Literal<'a>) -> Option<NamedTitle<'a>> {
    let Some(Literal::Pattern(pattern)) = title.entry("pattern") else { return None };
    let names = pattern.split("(?<").skip(1).filter_map(|rest| rest.split_once('>')).map(|(name, _)| name);
    // `(?<=` and `(?<!` are not names.
    let captures = names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_alphabetic())).collect();
    Some(NamedTitle { pattern: (*pattern).to_owned(), captures })
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'a> Literal<'a> {
    fn entry(&self, key: &str) -> Option<&Self> {
        let Self::Hash(entries) = self else { return None };
        entries.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        match self.entry(key)? {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    fn entries(&self, key: &str) -> impl Iterator<Item = &(&'a str, Self)> {
        let entries = match self.entry(key) {
            Some(Self::Hash(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter()
    }
}

struct Reader<'r, 'a> {
    words: &'r [Word<'a>],
    at: usize,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn peek(&self) -> Option<&'r Word<'a>> {
        self.words.get(self.at)
    }

    fn skip_ends(&mut self) {
        while self.peek() == Some(&Word::End) {
            self.at += 1;
        }
    }

    /// Consumes the next token if it is this sign.
    fn take(&mut self, sign: char) -> bool {
        let is_there = self.peek() == Some(&Word::Sign(sign));
        self.at += usize::from(is_there);
        is_there
    }

    /// Reads the entries of a hash up to its end.
    fn entries(&mut self) -> Vec<(&'a str, Literal<'a>)> {
        let mut entries = Vec::new();
        loop {
            self.skip_ends();
            let Some(word) = self.peek() else { return entries };
            self.at += 1;
            match word {
                Word::Sign('}' | ')') => return entries,
                Word::Symbol(key) | Word::Text(key) => {
                    let is_rocket = self.take('=') && self.take('>');
                    // A heredoc follows the line that it begins on, after its key.
                    if let (false, Word::Text(text)) = (is_rocket, word) {
                        if let Some((_, value @ Literal::Code)) = entries.last_mut() {
                            *value = Literal::Text(text);
                        }
                        continue;
                    }
                    let value = self.value();
                    entries.push((*key, value));
                }
                _ => {}
            }
        }
    }

    /// Reads a value up to the comma or bracket that ends it.
    fn value(&mut self) -> Literal<'a> {
        self.skip_ends();
        let literal = match self.peek() {
            Some(Word::Text(text) | Word::Symbol(text)) => self.consumed(Literal::Text(text)),
            Some(Word::Pattern(text)) => self.consumed(Literal::Pattern(text)),
            Some(Word::Name(flag @ ("true" | "false"))) => self.consumed(Literal::Flag(*flag == "true")),
            Some(Word::Words(texts)) => {
                self.consumed(Literal::List(texts.iter().map(|text| Literal::Text(text)).collect()))
            }
            Some(Word::Sign('{')) => {
                self.at += 1;
                Literal::Hash(self.entries())
            }
            Some(Word::Sign('[')) => {
                self.at += 1;
                Literal::List(self.elements())
            }
            _ => Literal::Code,
        };
        if self.skip_rest() { Literal::Code } else { literal }
    }

    fn consumed(&mut self, literal: Literal<'a>) -> Literal<'a> {
        self.at += 1;
        literal
    }

    fn elements(&mut self) -> Vec<Literal<'a>> {
        let mut elements = Vec::new();
        loop {
            self.skip_ends();
            if self.peek().is_none() || self.take(']') {
                return elements;
            }
            if !self.take(',') {
                elements.push(self.value());
            }
        }
    }

    /// Skips the rest of an expression. Returns whether there was one.
    fn skip_rest(&mut self) -> bool {
        let (mut depth, start) = (0_usize, self.at);
        let mut is_code = false;
        while let Some(word) = self.peek() {
            match word {
                Word::Sign('(' | '[' | '{') => depth += 1,
                Word::Sign(')' | ']' | '}') if depth == 0 => break,
                Word::Sign(')' | ']' | '}') => depth -= 1,
                Word::Sign(',') if depth == 0 => break,
                Word::End => {}
                _ => is_code = true,
            }
            self.at += 1;
        }
        is_code && self.at > start
    }
}
