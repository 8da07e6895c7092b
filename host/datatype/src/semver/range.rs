//! Version ranges, in the notation common to package managers.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::SemVer;
use super::{identifier, number};

/// A set of versions: `>=1.0.0 <2.0.0`, `1.x`, `~1.2`, `^1.2.3`, `1.0.0 - 2.0.0`, alternatives with `||`.
/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct SemVerRange(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: Box<str>,
    /// Disjoint intervals; empty if nothing matches.
    intervals: Vec<Interval>,
}

#[derive(Clone, Debug, PartialEq)]
struct Interval {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Clone, Debug, PartialEq)]
struct Bound {
    version: SemVer,
    is_included: bool,
}

const EVERYTHING: Interval = Interval { lower: None, upper: None };

impl SemVerRange {
    /// Parses a range; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let compact = compact_operators(text);
        let mut intervals = Vec::new();
        for alternative in compact.split("||").map(str::trim) {
            intervals.extend(parse_alternative(alternative)?);
        }
        // An empty range matches everything.
        if compact.trim().trim_matches('|').trim().is_empty() {
            intervals = vec![EVERYTHING];
        }
        Some(Self(Arc::new(Inner { source: text.into(), intervals: merged(intervals) })))
    }

    /// Returns the range between two versions; `None` is unbounded.
    pub fn between(min: Option<SemVer>, max: Option<SemVer>, excludes_max: bool) -> Self {
        let lower = min.map(|version| Bound { version, is_included: true });
        let upper = max.map(|version| Bound { version, is_included: !excludes_max });
        Self::of(Interval { lower, upper })
    }

    fn of(interval: Interval) -> Self {
        // As in Puppet, a range created from two versions prints the greater one first.
        let text = |bound: &Option<Bound>, usual: &str| {
            bound.as_ref().map_or(usual.to_owned(), |bound| bound.version.to_string())
        };
        let (min, max) = (text(&interval.lower, "0.0.0-"), text(&interval.upper, "Infinity.0.0"));
        let is_half_open = interval.upper.as_ref().is_some_and(|bound| !bound.is_included);
        let source = if is_half_open { format!(">={max} <{min}") } else { format!("{max} - {min}") };
        let intervals = if interval.is_empty() { Vec::new() } else { vec![interval] };
        Self(Arc::new(Inner { source: source.into(), intervals }))
    }

    /// Returns whether a version is in the range. A pre-release is only included if a bound is a pre-release
    /// of the same version.
    pub fn includes(&self, version: &SemVer) -> bool {
        self.0.intervals.iter().any(|interval| {
            interval.contains(version) && (version.is_stable() || interval.admits_prerelease_of(version))
        })
    }

    /// Returns whether all of this range is in another.
    pub fn is_covered_by(&self, other: &Self) -> bool {
        self.0.intervals.iter().all(|mine| other.0.intervals.iter().any(|theirs| theirs.covers(mine)))
    }

    /// Joins two ranges into one if no version lies between them.
    pub(crate) fn merge(&self, other: &Self) -> Option<Self> {
        let ([mine], [theirs]) = (self.0.intervals.as_slice(), other.0.intervals.as_slice()) else { return None };
        mine.merge(theirs).map(Self::of)
    }

    /// Returns the range as written.
    pub fn source(&self) -> &str {
        &self.0.source
    }
}

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.0.intervals == other.0.intervals
    }
}

impl fmt::Display for SemVerRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.source())
    }
}

/// Compares the lower bounds of two intervals.
fn compare_lower(left: Option<&Bound>, right: Option<&Bound>) -> Ordering {
    match (left, right) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(left), Some(right)) => {
            left.version.precedence(&right.version).then(right.is_included.cmp(&left.is_included))
        }
    }
}

/// Compares the upper bounds of two intervals.
fn compare_upper(left: Option<&Bound>, right: Option<&Bound>) -> Ordering {
    match (left, right) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(left), Some(right)) => {
            left.version.precedence(&right.version).then(left.is_included.cmp(&right.is_included))
        }
    }
}

impl Interval {
    fn from_bounds(lower: Option<Bound>, upper: Option<Bound>) -> Self {
        Self { lower, upper }
    }

    fn exactly(version: SemVer) -> Self {
        let bound = Bound { version, is_included: true };
        Self { lower: Some(bound.clone()), upper: Some(bound) }
    }

    fn at_least(version: SemVer) -> Self {
        Self { lower: Some(Bound { version, is_included: true }), upper: None }
    }

    fn below(version: SemVer) -> Self {
        Self { lower: None, upper: Some(Bound { version, is_included: false }) }
    }

    fn half_open(from: SemVer, to: SemVer) -> Self {
        Self { lower: Self::at_least(from).lower, upper: Self::below(to).upper }
    }

    fn contains(&self, version: &SemVer) -> bool {
        // An exact version must match completely, including build metadata.
        if let Some(bound) = self.lower.as_ref().filter(|_| self.lower == self.upper) {
            return bound.version == *version;
        }
        let above = self.lower.as_ref().is_none_or(|bound| match version.precedence(&bound.version) {
            Ordering::Greater => true,
            Ordering::Equal => bound.is_included,
            Ordering::Less => false,
        });
        above
            && self.upper.as_ref().is_none_or(|bound| match version.precedence(&bound.version) {
                Ordering::Less => true,
                Ordering::Equal => bound.is_included,
                Ordering::Greater => false,
            })
    }

    fn admits_prerelease_of(&self, version: &SemVer) -> bool {
        let is_same = |bound: &Option<Bound>| {
            bound.as_ref().is_some_and(|bound| !bound.version.is_stable() && bound.version.triple() == version.triple())
        };
        *self == EVERYTHING || is_same(&self.lower) || is_same(&self.upper)
    }

    fn is_empty(&self) -> bool {
        let (Some(lower), Some(upper)) = (&self.lower, &self.upper) else { return false };
        match lower.version.precedence(&upper.version) {
            Ordering::Less => false,
            Ordering::Equal => !(lower.is_included && upper.is_included),
            Ordering::Greater => true,
        }
    }

    fn covers(&self, other: &Self) -> bool {
        compare_lower(self.lower.as_ref(), other.lower.as_ref()).is_le()
            && compare_upper(self.upper.as_ref(), other.upper.as_ref()).is_ge()
    }

    fn intersection(self, other: Self) -> Self {
        let lower =
            if compare_lower(self.lower.as_ref(), other.lower.as_ref()).is_ge() { self.lower } else { other.lower };
        let upper =
            if compare_upper(self.upper.as_ref(), other.upper.as_ref()).is_le() { self.upper } else { other.upper };
        Self { lower, upper }
    }

    /// Joins two intervals if they overlap or touch.
    fn merge(&self, other: &Self) -> Option<Self> {
        let (first, second) = if compare_lower(self.lower.as_ref(), other.lower.as_ref()).is_le() {
            (self, other)
        } else {
            (other, self)
        };
        let touches = match (&first.upper, &second.lower) {
            (None, _) | (_, None) => true,
            (Some(end), Some(begin)) => match end.version.precedence(&begin.version) {
                Ordering::Greater => true,
                Ordering::Equal => end.is_included || begin.is_included,
                Ordering::Less => end.is_included && begin.is_included && is_next_patch(&end.version, &begin.version),
            },
        };
        let upper = if compare_upper(first.upper.as_ref(), second.upper.as_ref()).is_ge() { first } else { second };
        touches.then(|| Self::from_bounds(first.lower.clone(), upper.upper.clone()))
    }
}

fn is_next_patch(version: &SemVer, next: &SemVer) -> bool {
    next.is_stable() && (version.major, version.minor, version.patch.saturating_add(1)) == next.triple()
}

/// Joins intervals until none overlap.
fn merged(intervals: Vec<Interval>) -> Vec<Interval> {
    let mut result: Vec<Interval> = Vec::new();
    for mut interval in intervals.into_iter().filter(|interval| !interval.is_empty()) {
        while let Some((index, joined)) =
            result.iter().enumerate().find_map(|(index, other)| other.merge(&interval).map(|joined| (index, joined)))
        {
            result.remove(index);
            interval = joined;
        }
        result.push(interval);
    }
    result
}

/// Removes blanks and a `v` between operators and versions.
fn compact_operators(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(character) = chars.next() {
        compact.push(character);
        if matches!(character, '>' | '<' | '=' | '~' | '^') {
            while chars.next_if(|next| next.is_ascii_whitespace()).is_some() {}
            chars.next_if(|next| *next == 'v');
        }
    }
    compact
}

/// Parses one of the alternatives separated by `||`.
fn parse_alternative(text: &str) -> Option<Vec<Interval>> {
    if let Some((from, to)) = split_hyphen(text) {
        let (from, to) = (Partial::parse(from)?.lowest()?, Partial::parse(to)?.lowest()?);
        let upper = Some(Bound { version: to, is_included: true });
        return Some(vec![Interval::from_bounds(Interval::at_least(from).lower, upper)]);
    }
    let mut result: Option<Interval> = None;
    for simple in text.split_ascii_whitespace() {
        // A simple range may be empty: `>*`.
        let interval = parse_simple(simple)?;
        result = Some(match result {
            Some(before) => before.intersection(interval),
            None => interval,
        });
    }
    Some(result.into_iter().collect())
}

/// `1.0.0 - 2.0.0`
fn split_hyphen(text: &str) -> Option<(&str, &str)> {
    let mut words = text.split_ascii_whitespace();
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some(from), Some("-"), Some(to), None) => Some((from, to)),
        _ => None,
    }
}

fn parse_simple(text: &str) -> Option<Interval> {
    let start = text.find(|c| !matches!(c, '<' | '>' | '=' | '~' | '^'))?;
    let (operator, partial) = text.split_at(start);
    let partial = Partial::parse(partial)?;
    match operator {
        "~" | "~>" | "~=" => partial.tilde(),
        "^" => partial.caret(),
        ">" => partial.greater(),
        ">=" => partial.lowest().map(Interval::at_least),
        "<" => partial.lowest().map(Interval::below),
        "<=" => partial.at_most(),
        "=" | "" => partial.wildcard(),
        _ => None,
    }
}

/// A version whose last components may be missing or `x`.
struct Partial<'a> {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Partial<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (rest, build) = match text.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (text, None),
        };
        let (numbers, prerelease) = match rest.split_once('-') {
            Some((numbers, prerelease)) => (numbers, Some(prerelease)),
            None => (rest, None),
        };
        let parts: Vec<&str> = numbers.split('.').collect();
        let is_qualified = prerelease.is_some() || build.is_some();
        if parts.len() > 3 || (is_qualified && parts.len() < 3) {
            return None;
        }
        if prerelease.is_some_and(|text| !text.split('.').all(|part| identifier(part).is_some())) {
            return None;
        }
        let digit = |index: usize| match parts.get(index) {
            None | Some(&("x" | "X" | "*")) => Some(None),
            Some(text) => number(text).map(Some),
        };
        Some(Self { major: digit(0)?, minor: digit(1)?, patch: digit(2)?, prerelease, build })
    }

    fn lowest(&self) -> Option<SemVer> {
        SemVer::new(self.major.unwrap_or(0), self.minor.unwrap_or(0), self.patch.unwrap_or(0))
            .with_qualifiers(self.prerelease, self.build)
    }

    /// Matches all versions that start with the given numbers, or exactly this version.
    fn wildcard(&self) -> Option<Interval> {
        match (self.major, self.minor, self.patch) {
            (Some(_), Some(_), Some(_)) => self.lowest().map(Interval::exactly),
            _ => self.tilde(),
        }
    }

    /// Allows newer patch versions.
    fn tilde(&self) -> Option<Interval> {
        let Some(major) = self.major else { return Some(EVERYTHING) };
        let Some(minor) = self.minor else {
            return Some(Interval::half_open(SemVer::new(major, 0, 0), SemVer::new(major.checked_add(1)?, 0, 0)));
        };
        let upper = SemVer::new(major, minor.checked_add(1)?, 0);
        let lower = if self.patch.is_some() { self.lowest()? } else { SemVer::new(major, minor, 0) };
        Some(Interval::half_open(lower, upper))
    }

    /// Allows newer minor versions, or below 1.0.0 only newer patch versions.
    fn caret(&self) -> Option<Interval> {
        let Some(major) = self.major else { return Some(EVERYTHING) };
        if major == 0 {
            return self.tilde();
        }
        let lower = match (self.minor, self.patch) {
            (None, _) => SemVer::new(major, 0, 0),
            (Some(minor), None) => SemVer::new(major, minor, 0),
            (Some(_), Some(_)) => self.lowest()?,
        };
        Some(Interval::half_open(lower, SemVer::new(major.checked_add(1)?, 0, 0)))
    }

    fn greater(&self) -> Option<Interval> {
        match (self.major, self.minor, self.patch) {
            // Greater than everything, hence empty.
            (None, ..) => Some(Interval::half_open(SemVer::new(0, 0, 0), SemVer::new(0, 0, 0))),
            (Some(major), None, _) => Some(Interval::at_least(SemVer::new(major.checked_add(1)?, 0, 0))),
            (Some(major), Some(minor), None) => Some(Interval::at_least(SemVer::new(major, minor.checked_add(1)?, 0))),
            _ => {
                let version = self.lowest()?;
                Some(Interval::from_bounds(Some(Bound { version, is_included: false }), None))
            }
        }
    }

    fn at_most(&self) -> Option<Interval> {
        match (self.major, self.minor, self.patch) {
            (None, ..) => Some(EVERYTHING),
            (Some(major), None, _) => Some(Interval::below(SemVer::new(major.checked_add(1)?, 0, 0))),
            (Some(major), Some(minor), None) => Some(Interval::below(SemVer::new(major, minor.checked_add(1)?, 0))),
            _ => {
                let version = self.lowest()?;
                Some(Interval::from_bounds(None, Some(Bound { version, is_included: true })))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> SemVerRange {
        SemVerRange::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    fn includes(text: &str, version: &str) -> bool {
        range(text).includes(&SemVer::parse(version).unwrap())
    }

    #[test]
    fn versions_are_in_ranges() {
        let inside = [
            ("1.x", "1.9.0"),
            ("1", "1.0.0"),
            ("1.2", "1.2.7"),
            ("*", "0.0.1"),
            ("", "3.0.0"),
            (">=1.0.0 <2.0.0", "1.5.0"),
            (">= 1.0.0", "1.0.0"),
            (">v1.0.0", "1.0.1"),
            ("~1.2", "1.2.9"),
            ("~>1.2.3", "1.2.4"),
            ("^1.2.0", "1.9.0"),
            ("^0.2.3", "0.2.4"),
            ("1.0.0 - 2.0.0", "2.0.0"),
            ("1.x || 3.x", "3.1.0"),
            (">1", "2.0.0"),
            ("<=1.2", "1.2.9"),
            (">=1.0.0-rc1", "1.0.0-rc2"),
            ("*", "1.0.0-rc1"),
            ("=1.0.0", "1.0.0"),
            ("<2.0.0", "0.1.0"),
            ("1.X.x", "1.4.4"),
        ];
        for (text, version) in inside {
            assert!(includes(text, version), "{version} in {text}");
        }
        let outside = [
            ("1.x", "2.0.0"),
            ("~1.2", "1.3.0"),
            ("^1.2.0", "2.0.0"),
            ("^0.2.3", "0.3.0"),
            (">1.0.0", "1.0.0"),
            (">*", "9.0.0"),
            ("<1.0.0 >2.0.0", "1.5.0"),
            (">=1.0.0", "2.0.0-rc1"),
            ("1.0.0 - 2.0.0", "2.0.1"),
            (">1", "1.5.0"),
            ("<2.0.0", "2.0.0-rc1"),
        ];
        for (text, version) in outside {
            assert!(!includes(text, version), "{version} in {text}");
        }
        for text in ["a", "1.2.3.4", ">>1.0.0", "1.0-rc1", "1.0.0 -", "01.0.0"] {
            assert!(SemVerRange::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn ranges_print_as_written_or_constructed() {
        assert_eq!(range(">= 1.0.0").to_string(), ">= 1.0.0");
        let (one, two) = (SemVer::new(1, 0, 0), SemVer::new(2, 0, 0));
        assert_eq!(SemVerRange::between(Some(one.clone()), Some(two.clone()), true).to_string(), ">=2.0.0 <1.0.0");
        assert_eq!(SemVerRange::between(Some(one.clone()), Some(two.clone()), false).to_string(), "2.0.0 - 1.0.0");
        assert!(!SemVerRange::between(Some(two), Some(one.clone()), false).includes(&one));
        assert!(SemVerRange::between(None, None, false).includes(&one));
    }

    #[test]
    fn ranges_cover_each_other() {
        assert!(range("1.2.x").is_covered_by(&range("1.x")));
        assert!(!range("1.x").is_covered_by(&range("1.2.x")));
        assert!(range("1.x || 2.x") == range(">=1.0.0 <3.0.0"));
        assert!(range("1.x").merge(&range("2.x")).is_some() && range("1.x").merge(&range("3.x")).is_none());
    }
}
