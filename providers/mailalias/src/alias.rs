//! Line of an alias file: `name: one, "| two three"`, or `name: :include: /file`. Lines that begin with
//! whitespace are continuation lines.

use marotte_sdk::records::{LinePart, RecordLine};

/// An alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) destination: Destination,
}

/// Destination of mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    To(Vec<String>),
    Include(String),
}

impl RecordLine for Alias {
    fn part(line: &str) -> LinePart {
        match line.trim_start().chars().next() {
            None | Some('#') => LinePart::Comment,
            Some(_) if line.starts_with(char::is_whitespace) => LinePart::Continues,
            Some(_) => LinePart::Begins,
        }
    }

    fn parse(line: &str) -> Option<Self> {
        let (name, rest) = line.split_once(':')?;
        let include = rest.trim_start().strip_prefix(':').and_then(|rest| rest.split_once(':'));
        let destination = match include {
            Some((word, file)) if word.trim() == "include" => Destination::Include(file.trim().to_owned()),
            _ => Destination::To(recipients(rest.trim())),
        };
        Some(Self { name: name.trim().to_owned(), destination })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_line(&self) -> String {
        match &self.destination {
            Destination::To(recipients) => {
                let recipients = recipients.iter().map(|recipient| quoted(recipient));
                format!("{}: {}", self.name, recipients.collect::<Vec<_>>().join(","))
            }
            Destination::Include(file) => format!("{}: :include: {file}", self.name),
        }
    }
}

/// Splits a list at commas outside quotes. Inside quotes, a backslash escapes a quote.
fn recipients(text: &str) -> Vec<String> {
    let (mut is_quoted, mut is_hidden) = (false, false);
    let parts = text.split(|letter| {
        is_quoted ^= letter == '"' && !is_hidden;
        is_hidden = letter == '\\' && is_quoted && !is_hidden;
        letter == ',' && !is_quoted
    });
    let bare = |part: &str| {
        let part = part.trim();
        match part.strip_prefix('"').and_then(|part| part.strip_suffix('"')) {
            Some(inner) => unescaped(inner),
            None => {
                let part = part.strip_prefix(['"', '\'']).unwrap_or(part);
                part.strip_suffix(['"', '\'']).unwrap_or(part).to_owned()
            }
        }
    };
    parts.map(bare).filter(|part| !part.is_empty()).collect()
}

/// Removes the backslashes before quotes and backslashes. Any other backslash is kept, since Puppet writes
/// backslashes without escaping them.
fn unescaped(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let hidden = if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        bare.push(hidden.unwrap_or(letter));
    }
    bare
}

fn quoted(recipient: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-+_@.".contains(letter);
    if recipient.chars().all(is_plain) {
        return recipient.to_owned();
    }
    format!("\"{}\"", recipient.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use marotte_sdk::records::Records;

    use super::*;

    fn again(line: &str) -> Option<String> {
        Alias::parse(line).map(|alias| alias.to_line())
    }

    #[test]
    fn line_is_parsed_regardless_of_spacing() {
        assert_eq!(again("root:alice").as_deref(), Some("root: alice"));
        assert_eq!(again("a b :  one@example.com ,two").as_deref(), Some("a b: one@example.com,two"));
        assert_eq!(
            again("x: \"|/bin/cat, -n\", '/var/mail/x'").as_deref(),
            Some("x: \"|/bin/cat, -n\",\"/var/mail/x\"")
        );
        assert_eq!(again("list::include:/etc/list").as_deref(), Some("list: :include: /etc/list"));
        assert_eq!(again("list:  :include: /etc/list ").as_deref(), Some("list: :include: /etc/list"));
        assert_eq!(again("nobody:").as_deref(), Some("nobody: "));
        assert_eq!(again("ü: ä").as_deref(), Some("ü: \"ä\""));
    }

    #[test]
    fn quotes_and_commas_can_be_part_of_a_recipient() {
        for recipient in ["|sh -c \"x, y\"", "\"", "a\\", "\\\"", "it's, 'x'", "a\\\\b", ",", "x\u{a0}y", "''"] {
            let to = vec![recipient.to_owned(), "last".to_owned()];
            let line = Alias { name: "x".to_owned(), destination: Destination::To(to.clone()) }.to_line();
            assert_eq!(Alias::parse(&line).map(|alias| alias.destination), Some(Destination::To(to)), "{line}");
        }
        let found = |line: &str| Alias::parse(line).map(|alias| alias.destination);
        let to = |recipients: &[&str]| Some(Destination::To(recipients.iter().map(|to| (*to).to_owned()).collect()));
        assert_eq!(found("x: \"|grep \\.x\\d\", y"), to(&["|grep \\.x\\d", "y"]), "as Puppet writes it");
        assert_eq!(found("x: \"open, y"), to(&["open, y"]));
    }

    #[test]
    fn line_that_is_not_an_alias_is_skipped() {
        for line in ["", " ", "# root: alice", "  # root: alice", "\tbob", "root"] {
            assert_eq!(Records::<Alias>::parse(line).iter().next(), None, "{line}");
        }
    }
}
