//! Semantic versions and version ranges: parsing, order, membership. Parsing is as strict as in Puppet: `1.2`
//! is not a version.

use std::cmp::Ordering;
use std::fmt;

mod range;

pub use range::SemVerRange;

/// A semantic version.
///
/// Ordering ignores build metadata, equality does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SemVer {
    /// The major number.
    pub major: u64,
    /// The minor number.
    pub minor: u64,
    /// The patch number.
    pub patch: u64,
    prerelease: Option<Box<[Identifier]>>,
    build: Option<Box<str>>,
}

/// A dot-separated identifier of a pre-release.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Identifier {
    // Numeric identifiers precede alphanumeric ones.
    Number(u64),
    Word(Box<str>),
}

impl SemVer {
    /// Returns a version from its parts.
    pub fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, prerelease: None, build: None }
    }

    /// Parses a version; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        // A trailing line break is accepted, as by Ruby's `\Z`.
        let text = text.strip_suffix('\n').unwrap_or(text);
        let (rest, build) = match text.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (text, None),
        };
        let (numbers, prerelease) = match rest.split_once('-') {
            Some((numbers, prerelease)) => (numbers, Some(prerelease)),
            None => (rest, None),
        };
        let mut parts = numbers.split('.');
        let version = Self::new(number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
        if parts.next().is_some() {
            return None;
        }
        version.with_qualifiers(prerelease, build)
    }

    /// Returns the version with a pre-release and build metadata; `None` if one of them is malformed.
    pub fn with_qualifiers(mut self, prerelease: Option<&str>, build: Option<&str>) -> Option<Self> {
        self.prerelease = match prerelease {
            Some(text) => Some(text.split('.').map(identifier).collect::<Option<_>>()?),
            None => None,
        };
        if build.is_some_and(|text| !text.split('.').all(is_identifier)) {
            return None;
        }
        self.build = build.map(Into::into);
        Some(self)
    }

    /// Returns whether the version is not a pre-release.
    pub fn is_stable(&self) -> bool {
        self.prerelease.is_none()
    }

    /// Returns the pre-release as text.
    pub fn prerelease(&self) -> Option<String> {
        self.prerelease
            .as_ref()
            .map(|identifiers| identifiers.iter().map(ToString::to_string).collect::<Vec<_>>().join("."))
    }

    /// Returns the build metadata.
    pub fn build(&self) -> Option<&str> {
        self.build.as_deref()
    }

    fn triple(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }
}

fn number(text: &str) -> Option<u64> {
    let is_number =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    is_number.then(|| text.parse().ok()).flatten()
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn identifier(text: &str) -> Option<Identifier> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return number(text).map(Identifier::Number);
    }
    is_identifier(text).then(|| Identifier::Word(text.into()))
}

impl PartialOrd for SemVer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.precedence(other))
    }
}

impl SemVer {
    /// Compares by precedence, which ignores build metadata.
    pub fn precedence(&self, other: &Self) -> Ordering {
        self.triple().cmp(&other.triple()).then_with(|| match (&self.prerelease, &other.prerelease) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(mine), Some(yours)) => mine.cmp(yours),
        })
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Word(word) => formatter.write_str(word),
        }
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (index, identifier) in self.prerelease.iter().flatten().enumerate() {
            write!(formatter, "{}{identifier}", if index == 0 { '-' } else { '.' })?;
        }
        self.build.as_ref().map_or(Ok(()), |build| write!(formatter, "+{build}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_print_as_parsed() {
        for text in ["1.2.3", "0.0.0", "1.0.0-rc1", "1.0.0-rc.1.x-y+b.7", "1.0.0+007"] {
            assert_eq!(SemVer::parse(text).unwrap().to_string(), text);
        }
        for text in
            ["1.2", "1.2.3.4", "01.2.3", "v1.2.3", "1.2.3-", "1.2.3-01", "1.2.3+", "1.2.3-a..b", "", "a.b.c", "1.2.3 "]
        {
            assert!(SemVer::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn versions_are_ordered_by_precedence() {
        let order =
            ["1.0.0-1", "1.0.0-2", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta", "1.0.0", "1.0.1", "1.10.0", "2.0.0"];
        let versions: Vec<_> = order.iter().map(|text| SemVer::parse(text).unwrap()).collect();
        assert!(versions.windows(2).all(|pair| pair[0] < pair[1]));
        let (plain, built) = (SemVer::parse("1.0.0").unwrap(), SemVer::parse("1.0.0+a").unwrap());
        assert!(plain != built && plain.precedence(&built) == Ordering::Equal);
    }
}
