//! Owns the line of an alias: `name: one, "| two three"`, or `name: :include: /file`. Lines that begin with a blank go on from it.

use marotte_sdk::records::{Line, Part};

/// An alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) goes: Destination,
}

/// Where mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    To(Vec<String>),
    Include(String),
}

impl Line for Alias {
    fn part(line: &str) -> Part {
        match line.trim_start().chars().next() {
            None | Some('#') => Part::Comment,
            Some(_) if line.starts_with(char::is_whitespace) => Part::Continues,
            Some(_) => Part::Begins,
        }
    }

    fn parse(line: &str) -> Option<Self> {
        let (name, rest) = line.split_once(':')?;
        let include = rest.trim_start().strip_prefix(':').and_then(|rest| rest.split_once(':'));
        let goes = match include {
            Some((word, file)) if word.trim() == "include" => Destination::Include(file.trim().to_owned()),
            _ => Destination::To(recipients(rest.trim())),
        };
        Some(Self { name: name.trim().to_owned(), goes })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_line(&self) -> String {
        match &self.goes {
            Destination::To(recipients) => {
                let recipients = recipients.iter().map(|recipient| quoted(recipient));
                format!("{}: {}", self.name, recipients.collect::<Vec<_>>().join(","))
            }
            Destination::Include(file) => format!("{}: :include: {file}", self.name),
        }
    }
}

/// Takes a list apart at the commas that are not between quotes.
fn recipients(text: &str) -> Vec<String> {
    let mut is_quoted = false;
    let parts = text.split(|letter| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    });
    let bare = |part: &str| {
        let part = part.trim();
        let part = part.strip_prefix(['"', '\'']).unwrap_or(part);
        part.strip_suffix(['"', '\'']).unwrap_or(part).to_owned()
    };
    parts.map(bare).filter(|part| !part.is_empty()).collect()
}

fn quoted(recipient: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-+_@.".contains(letter);
    if recipient.chars().all(is_plain) { recipient.to_owned() } else { format!("\"{recipient}\"") }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::records::Records;

    use super::*;

    fn again(line: &str) -> Option<String> {
        Alias::parse(line).map(|alias| alias.to_line())
    }

    #[test]
    fn a_line_is_read_however_it_is_spaced() {
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
    fn what_is_no_alias_is_none() {
        for line in ["", " ", "# root: alice", "  # root: alice", "\tbob", "root"] {
            assert_eq!(Records::<Alias>::parse(line).iter().next(), None, "{line}");
        }
    }
}
