//! Title patterns in a type declaration, if they are literals: `[[/^(.*):(.*)$/, [[:kind], [:path]]]]`.

use super::word::Word;

/// A title pattern with the names of attributes.
#[derive(Debug)]
pub(super) struct NamedTitle<'a> {
    /// The regular expression in Ruby's syntax.
    pub(super) pattern: String,
    /// The attributes set by its groups.
    pub(super) captures: Vec<&'a str>,
}

/// Parses the array returned by `title_patterns`; `None` unless it is a literal.
pub(super) fn list<'a>(words: &[Word<'a>]) -> Option<Vec<NamedTitle<'a>>> {
    let words: Vec<&Word<'a>> = words.iter().filter(|word| **word != Word::End).collect();
    let mut reader = Reader { words: &words };
    reader.list(Reader::title)
}

struct Reader<'r, 'a> {
    words: &'r [&'r Word<'a>],
}

impl<'r, 'a> Reader<'r, 'a> {
    /// Parses an array literal.
    fn list<T>(&mut self, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.sign('[')?;
        let mut elements = Vec::new();
        while self.sign(']').is_none() {
            elements.push(element(self)?);
            if self.sign(',').is_none() {
                self.sign(']')?;
                break;
            }
        }
        Some(elements)
    }

    fn title(&mut self) -> Option<NamedTitle<'a>> {
        self.sign('[')?;
        let Word::Pattern(text) = self.next()? else { return None };
        if text.contains("#{") {
            return None;
        }
        let flags = match self.words.first() {
            Some(Word::Name(flags)) => format!("(?{flags})"),
            _ => String::new(),
        };
        if !flags.is_empty() {
            self.next()?;
        }
        self.sign(',')?;
        let captures = self.list(|reader| match &*reader.list(Self::symbol)? {
            [name] => Some(*name),
            // The attribute's value is computed by a block.
            _ => None,
        })?;
        self.sign(',');
        self.sign(']')?;
        Some(NamedTitle { pattern: format!("{flags}{text}"), captures })
    }

    fn symbol(&mut self) -> Option<&'a str> {
        match self.next()? {
            Word::Symbol(name) => Some(name),
            _ => None,
        }
    }

    fn next(&mut self) -> Option<&'r Word<'a>> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    /// Consumes the next token if it is this sign.
    fn sign(&mut self, sign: char) -> Option<()> {
        if **self.words.first()? != Word::Sign(sign) {
            return None;
        }
        self.next().map(drop)
    }
}
