//! Automatic signing by name, as in Puppet's `autosign.conf`.

use crate::certname::Certname;

/// Rule for signing requests automatically, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Autosign {
    /// No request is signed.
    #[default]
    Off,
    /// Every request is signed.
    All,
    /// Requests are signed if their name matches a line of `autosign.conf`.
    Globs(Vec<Glob>),
}

/// Line of `autosign.conf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glob {
    /// Every name (`*`).
    Any,
    /// The exact name.
    Name(String),
    /// A domain and all names below it (`*.example.com`): the labels of the domain, the last one first.
    Domain(Vec<String>),
}

impl Autosign {
    /// Parses a text in the format of `autosign.conf`. Returns also the invalid lines, which match no name: those that
    /// contain a space, or `#` other than at the beginning.
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let (invalid, valid): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(['#', ' ']));
        let globs = valid.into_iter().map(Glob::parse).collect();
        (Self::Globs(globs), invalid.into_iter().map(str::to_owned).collect())
    }

    /// Returns whether a request for this name is signed.
    #[must_use]
    pub fn allows(&self, certname: &Certname) -> bool {
        match self {
            Self::Off => false,
            Self::All => true,
            Self::Globs(globs) => globs.iter().any(|glob| glob.matches(certname)),
        }
    }
}

impl Glob {
    /// Parses a line. As in puppetserver, the label with the asterisk may have other letters, which have no effect, and such a label
    /// alone matches no name.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        match line {
            "*" => Self::Any,
            domain if domain.starts_with('*') => {
                let mut labels: Vec<_> = domain.split('.').map(str::to_lowercase).rev().collect();
                labels.pop();
                Self::Domain(labels)
            }
            name => Self::Name(name.to_owned()),
        }
    }

    /// Returns whether a name matches.
    #[must_use]
    pub fn matches(&self, certname: &Certname) -> bool {
        match self {
            Self::Any => true,
            Self::Name(name) => name == certname.as_ref(),
            Self::Domain(labels) => {
                let mut own = certname.as_ref().rsplit('.');
                !labels.is_empty() && labels.iter().all(|label| own.next() == Some(label))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn autosign_matches_names_and_domains_as_puppetserver() {
        let text = "# nodes\n\nweb.example.com\n*.lab.Example.com\nbad line\nalso#bad\n";
        let (autosign, invalid) = Autosign::parse(text);
        assert_eq!(invalid, ["bad line", "also#bad"]);
        for (name, expected) in [
            ("web.example.com", true),
            ("a.web.example.com", false),
            ("a.lab.example.com", true),
            ("a.b.lab.example.com", true),
            ("lab.example.com", true),
            ("xlab.example.com", false),
            ("bad line", false),
        ] {
            assert_eq!(autosign.allows(&name.parse().unwrap()), expected, "{name}");
        }
    }

    #[test]
    fn autosign_asterisk_matches_every_name() {
        let name = "a.b".parse().unwrap();
        assert!(Autosign::parse("*\n").0.allows(&name) && Autosign::All.allows(&name));
        assert!(!Autosign::parse("*x\n**\n").0.allows(&name));
        assert!(!Autosign::parse("").0.allows(&name) && !Autosign::default().allows(&name));
    }
}
