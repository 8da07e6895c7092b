//! Line of a known hosts file: `db.example.com,db,192.0.2.7 ssh-ed25519 AAAAC3...`.

use marotte_sdk::records::RecordLine;

use crate::value::Alias;

/// The key of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Identifier of the key: host and type.
    id: String,
    pub(crate) host: String,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) kind: String,
    pub(crate) key: String,
}

impl Entry {
    /// Creates the key of a host.
    pub(crate) fn new(host: &str, aliases: Vec<Alias>, kind: &str, key: &str) -> Self {
        Self { id: id(host, kind), host: host.to_owned(), aliases, kind: kind.to_owned(), key: key.to_owned() }
    }
}

/// Returns the identifier of a key.
pub(crate) fn id(host: &str, kind: &str) -> String {
    format!("{host}@{kind}")
}

impl RecordLine for Entry {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let names = words.next().filter(|names| !names.starts_with(['#', '@']))?;
        let kind = words.next()?;
        // Puppet: the text after the key is part of it.
        let key: Vec<&str> = words.collect();
        let mut names = names.split(',');
        let host = names.next()?;
        (!key.is_empty()).then(|| Self::new(host, names.map(Alias::new).collect(), kind, &key.join(" ")))
    }

    fn name(&self) -> &str {
        &self.id
    }

    fn to_line(&self) -> String {
        let names = std::iter::once(&*self.host).chain(self.aliases.iter().map(|alias| &**alias));
        format!("{} {} {}", names.collect::<Vec<_>>().join(","), self.kind, self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_parsed_regardless_of_spacing() {
        let entry = Entry::parse("db.example.com,db,192.0.2.7\tssh-rsa   AAAA the database").unwrap();
        assert_eq!((entry.name(), entry.key.as_str()), ("db.example.com@ssh-rsa", "AAAA the database"));
        assert_eq!(entry.to_line(), "db.example.com,db,192.0.2.7 ssh-rsa AAAA the database");
        assert_eq!(Entry::parse("|1|c2FsdA==|aGFzaA== ssh-rsa AAAA").unwrap().host, "|1|c2FsdA==|aGFzaA==");
    }

    #[test]
    fn line_that_is_not_a_key_is_skipped() {
        for line in
            ["", "  ", "# db ssh-rsa AAAA", "#db ssh-rsa AAAA", "db", "db ssh-rsa", "@revoked db ssh-rsa AAAA", "\u{0}"]
        {
            assert_eq!(Entry::parse(line), None, "{line}");
        }
    }
}
