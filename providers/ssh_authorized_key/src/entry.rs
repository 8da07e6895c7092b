//! Line of an authorized keys file: `no-pty,command="uptime" ssh-ed25519 AAAAC3... ann@laptop`.

use marotte_sdk::AttributeValue as _;
use marotte_sdk::records::RecordLine;

use crate::KeyType;

/// An authorized key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The comment, or the whole line for a key without a comment.
    id: String,
    pub(crate) options: Vec<String>,
    pub(crate) kind: KeyType,
    pub(crate) key: String,
    pub(crate) comment: String,
}

impl Entry {
    /// Creates a key.
    pub(crate) fn new(options: Vec<String>, kind: KeyType, key: &str, comment: &str) -> Self {
        let (key, comment) = (key.to_owned(), comment.to_owned());
        let mut entry = Self { id: comment.clone(), options, kind, key, comment };
        if entry.comment.is_empty() {
            entry.id = entry.to_line();
        }
        entry
    }

    /// Returns whether the key is identified only by its line.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.comment.is_empty()
    }
}

impl RecordLine for Entry {
    fn parse(line: &str) -> Option<Self> {
        if line.trim_start().starts_with('#') {
            return None;
        }
        let mut rest = line;
        loop {
            let (word, after) = word(rest)?;
            if let Some(kind) = kind(word) {
                let options = &line[..line.len() - rest.trim_start().len()];
                let (key, comment) = self::word(after)?;
                return Some(Self::new(split(options), kind, key, comment.trim()));
            }
            rest = after;
        }
    }

    fn name(&self) -> &str {
        &self.id
    }

    fn to_line(&self) -> String {
        let options = self.options.join(",");
        let kind = text(self.kind);
        let words = [options.as_str(), &kind, &self.key, &self.comment];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

fn kind(text: &str) -> Option<KeyType> {
    KeyType::from_value(text.into()).ok().filter(|kind| self::text(*kind) == text)
}

fn text(kind: KeyType) -> String {
    String::from_value(kind.into_value()).unwrap_or_default()
}

/// Splits off the first word. Quoted text in an option is part of the word.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut quotes = Quotes::default();
    let end = text.find(|c: char| !quotes.enclose(c) && c.is_whitespace());
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (!word.is_empty()).then_some((word, rest))
}

/// Splits options at commas outside quotes.
fn split(options: &str) -> Vec<String> {
    let mut quotes = Quotes::default();
    let options = options.split(|c: char| !quotes.enclose(c) && c == ',');
    options.map(str::trim).filter(|option| !option.is_empty()).map(str::to_owned).collect()
}

/// Tracks whether the current position is inside quotes.
#[derive(Default)]
struct Quotes {
    is_open: bool,
    is_escaped: bool,
}

impl Quotes {
    /// Reads a character and returns whether it is inside quotes.
    fn enclose(&mut self, c: char) -> bool {
        self.is_open ^= c == '"' && !self.is_escaped;
        self.is_escaped = c == '\\' && !self.is_escaped;
        self.is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_consists_of_options_type_key_and_comment() {
        let line = r#"no-pty,command="echo \"a, b\" ssh-rsa x", from="10.*"  ssh-ed25519	AAAA  ann at home "#;
        let entry = Entry::parse(line).unwrap();
        assert_eq!(entry.options, ["no-pty", r#"command="echo \"a, b\" ssh-rsa x""#, r#"from="10.*""#]);
        assert_eq!((entry.kind, entry.key.as_str(), entry.name()), (KeyType::Ed25519, "AAAA", "ann at home"));
        let written = r#"no-pty,command="echo \"a, b\" ssh-rsa x",from="10.*" ssh-ed25519 AAAA ann at home"#;
        assert_eq!(entry.to_line(), written);
    }

    #[test]
    fn key_without_a_comment_is_identified_by_its_line() {
        let entry = Entry::parse("ssh-rsa   AAAA").unwrap();
        assert!(entry.is_unnamed());
        assert_eq!((entry.name(), entry.to_line()), ("ssh-rsa AAAA", "ssh-rsa AAAA".to_owned()));
    }

    #[test]
    fn line_that_is_not_a_key_is_skipped() {
        for line in [
            "",
            " ",
            "# ssh-rsa AAAA x",
            " #ssh-rsa AAAA",
            "ssh-rsa",
            "1024 35 99 old",
            "rsa AAAA x",
            "\"ssh-rsa AAAA x",
        ] {
            assert_eq!(Entry::parse(line), None, "{line}");
        }
    }
}
