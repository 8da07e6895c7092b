//! Line of a hosts file: `192.0.2.7  db.example.com  db db1  # the database`.

use marotte_sdk::records::RecordLine;

use crate::value::{Address, Alias, Comment, Name};

/// An entry of a hosts file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) ip: Address,
    pub(crate) name: Name,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) comment: Comment,
}

impl RecordLine for Entry {
    fn parse(line: &str) -> Option<Self> {
        let (names, comment) = line.split_once('#').unwrap_or((line, ""));
        let mut words = names.split_whitespace();
        let ip = words.next().filter(|ip| ip.starts_with(|first: char| first.is_ascii_hexdigit() || first == ':'))?;
        let name = words.next()?;
        Some(Self {
            ip: Address::new(ip),
            name: Name::new(name),
            aliases: words.map(Alias::new).collect(),
            comment: Comment::new(comment.trim_start()),
        })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_line(&self) -> String {
        let Self { ip, name, aliases, comment } = self;
        let mut line = format!("{}\t{}", &**ip, &**name);
        if !aliases.is_empty() {
            line += "\t";
            line += &aliases.iter().map(|alias| &**alias).collect::<Vec<_>>().join(" ");
        }
        if !comment.is_empty() {
            line += "\t# ";
            line += comment;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_parsed_regardless_of_spacing() {
        let entry = Entry::parse("192.0.2.7   db.example.com\tdb  db1#the # database").unwrap();
        assert_eq!(entry.to_line(), "192.0.2.7\tdb.example.com\tdb db1\t# the # database");
        assert_eq!(Entry::parse("::1 localhost").unwrap().to_line(), "::1\tlocalhost");
    }

    #[test]
    fn line_that_is_not_an_entry_is_skipped() {
        for line in ["", "   ", "# 192.0.2.7 db", "192.0.2.7", "192.0.2.7 # db", "localhost 127.0.0.1", "\u{feff}"] {
            assert_eq!(Entry::parse(line), None, "{line}");
        }
    }
}
