//! Versions and ranges: `1.2` is a version, `>=1.2 <2` a range. Each package system has its own version order,
//! implemented in its own file.

mod debian;
mod gem;
mod pip;
mod rpm;

pub(crate) use debian::DebianVersion;
pub(crate) use gem::{GemVersion, Requirement};
pub(crate) use pip::PipVersion;
pub(crate) use rpm::{RpmVersion, compare_evr};

use std::fmt;

/// An ordered version that can be parsed from a text.
pub(crate) trait Version: Ord + fmt::Display + Sized {
    /// Parses a version.
    fn parse(text: &str) -> Option<Self>;
}

/// The kind of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Less,
    AtMost,
    More,
    AtLeast,
    Exactly,
}

/// A range: versions that satisfy all bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Range<V>(Vec<(Bound, V)>);

impl<V: Version> Range<V> {
    /// Parses bounds separated by whitespace. A version without operator is a range of one version.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bounds: Option<Vec<_>> = text.split_whitespace().map(bound).collect();
        bounds.filter(|bounds| !bounds.is_empty()).map(Self)
    }

    /// Returns whether the range is a single version.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.0[..], [(Bound::Exactly, _)])
    }

    /// Returns whether a version is within the range.
    pub(crate) fn includes(&self, version: &V) -> bool {
        self.0.iter().all(|(bound, end)| match bound {
            Bound::Less => version < end,
            Bound::AtMost => version <= end,
            Bound::More => version > end,
            Bound::AtLeast => version >= end,
            Bound::Exactly => version == end,
        })
    }

    /// Returns the highest version within the range; texts that are not versions are skipped.
    pub(crate) fn best<'v>(&self, versions: impl IntoIterator<Item = &'v str>) -> Option<&'v str> {
        let known = versions.into_iter().filter_map(|text| V::parse(text).map(|version| (version, text)));
        known.filter(|(version, _)| self.includes(version)).max_by(|one, two| one.0.cmp(&two.0)).map(|(_, text)| text)
    }
}

fn bound<V: Version>(text: &str) -> Option<(Bound, V)> {
    let start = text.find(|character| !"<>=".contains(character))?;
    let bound = match &text[..start] {
        "" => Bound::Exactly,
        "<" => Bound::Less,
        "<=" => Bound::AtMost,
        ">" => Bound::More,
        ">=" => Bound::AtLeast,
        _ => return None,
    };
    Some((bound, V::parse(&text[start..])?))
}

/// Returns whether a version is within the range given by a text; false if either is invalid.
pub(crate) fn is_within<V: Version>(wanted: &str, version: &str) -> bool {
    let range = Range::<V>::parse(wanted).zip(V::parse(version));
    range.is_some_and(|(range, version)| range.includes(&version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_requires_all_bounds() {
        let range = Range::<DebianVersion>::parse(">=1.2  <2").unwrap();
        assert!(!range.is_exact());
        let within = |version| range.includes(&DebianVersion::parse(version).unwrap());
        assert_eq!(["1.1", "1.2", "1.10", "2", "1:1.5"].map(within), [false, true, true, false, false]);
        assert_eq!(range.best(["1.3", "?", "1.20", "2.1"]), Some("1.20"));
        assert_eq!(range.best(["3"]), None);
    }

    #[test]
    fn bounds_are_distinguished() {
        let holds = |range: &str| ["1", "2", "3"].map(|version| is_within::<DebianVersion>(range, version));
        assert_eq!(holds("<2"), [true, false, false]);
        assert_eq!(holds("<=2"), [true, true, false]);
        assert_eq!(holds(">2"), [false, false, true]);
        assert_eq!(holds(">=2"), [false, true, true]);
        assert_eq!(holds("2"), [false, true, false]);
        assert!(Range::<DebianVersion>::parse("2").unwrap().is_exact());
    }

    #[test]
    fn invalid_range_is_rejected() {
        for text in ["", " ", "<>1", "=1", "~>1", "1_2", "<"] {
            assert_eq!(Range::<DebianVersion>::parse(text), None, "{text}");
        }
    }
}
