//! Versions of gems and requirements: `>= 1.2`, `~> 1.2`, several of them separated by commas or spaces.

use std::cmp::Ordering;
use std::fmt;

use super::Version;
use super::debian::compare_digits;

/// A version of a gem.
#[derive(Debug, Clone)]
pub(crate) struct GemVersion {
    segments: Vec<String>,
    text: String,
}

impl GemVersion {
    /// Returns whether this is a prerelease version, which contains a letter.
    pub(crate) fn is_prerelease(&self) -> bool {
        self.segments.iter().any(|segment| is_word(segment))
    }

    /// Returns the first version excluded by `~>`: for `1.2.3`, `1.3`.
    fn bumped(&self) -> Self {
        let numbers: Vec<&String> = self.segments.iter().take_while(|segment| !is_word(segment)).collect();
        let kept = numbers.len().saturating_sub(1).max(1);
        let mut segments: Vec<String> = numbers.into_iter().take(kept).cloned().collect();
        if let Some(last) = segments.last_mut() {
            *last = last.parse::<u64>().map_or_else(|_| last.clone(), |number| (number + 1).to_string());
        }
        Self { text: segments.join("."), segments }
    }

    fn release(&self) -> Self {
        let segments: Vec<String> = self.segments.iter().take_while(|segment| !is_word(segment)).cloned().collect();
        Self { text: segments.join("."), segments }
    }
}

impl Version for GemVersion {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
        let (main, rest) = text.split_once('-').map_or((text, None), |(main, rest)| (main, Some(rest)));
        let is_version = main.starts_with(|c: char| c.is_ascii_digit())
            && main.split('.').all(is_part)
            && rest.is_none_or(|rest| rest.split(['.', '-']).all(is_part));
        // gem treats the part after a dash as a prerelease.
        is_version.then(|| Self { segments: segments(&text.replace('-', ".pre.")), text: text.to_owned() })
    }
}

impl fmt::Display for GemVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Ord for GemVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let zero = "0".to_owned();
        for index in 0..self.segments.len().max(other.segments.len()) {
            let [one, two] = [self, other].map(|version| version.segments.get(index).unwrap_or(&zero));
            let order = match (is_word(one), is_word(two)) {
                (true, true) => one.cmp(two),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => compare_digits(one, two),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

impl PartialOrd for GemVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for GemVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for GemVersion {}

/// A requirement for a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement(Vec<(String, GemVersion)>);

impl Requirement {
    /// Parses requirements separated by commas or spaces.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        let mut requirements = Vec::new();
        let mut operator = String::new();
        for part in parts {
            let start = part.find(|c| !"<>=!~".contains(c)).unwrap_or(part.len());
            operator += &part[..start];
            if start < part.len() {
                let version = GemVersion::parse(&part[start..])?;
                requirements.push((std::mem::take(&mut operator), version));
            }
        }
        let known = ["", "=", "!=", ">", ">=", "<", "<=", "~>"];
        let is_known = requirements.iter().all(|(operator, _)| known.contains(&operator.as_str()));
        (operator.is_empty() && is_known && !requirements.is_empty()).then_some(Self(requirements))
    }

    /// Returns whether a version satisfies the requirement. A prerelease does so only if the requirement
    /// names one.
    pub(crate) fn is_met_by(&self, version: &GemVersion) -> bool {
        let allows_prerelease = self.0.iter().any(|(_, bound)| bound.is_prerelease());
        (allows_prerelease || !version.is_prerelease())
            && self.0.iter().all(|(operator, bound)| match operator.as_str() {
                "!=" => version != bound,
                ">" => version > bound,
                ">=" => version >= bound,
                "<" => version < bound,
                "<=" => version <= bound,
                "~>" => version >= bound && version.release() < bound.bumped(),
                _ => version == bound,
            })
    }
}

impl fmt::Display for Requirement {
    /// Formats the requirement for `gem install --version`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (operator, version)) in self.0.iter().enumerate() {
            let (comma, space) = (if index == 0 { "" } else { ", " }, if operator.is_empty() { "" } else { " " });
            write!(formatter, "{comma}{operator}{space}{version}")?;
        }
        Ok(())
    }
}

fn is_word(segment: &str) -> bool {
    segment.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Splits `1.0.rc1` into `1`, `0`, `rc`, `1`; trailing zeros are insignificant.
fn segments(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split('.') {
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let is_other = |c: char| c.is_ascii_digit() != first.is_ascii_digit();
            let (segment, left) = rest.split_at(rest.find(is_other).unwrap_or(rest.len()));
            found.push(segment.to_owned());
            rest = left;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> GemVersion {
        GemVersion::parse(text).unwrap()
    }

    #[test]
    fn versions_are_ordered_like_gem() {
        for pair in ["1.0.a", "1.0.rc1", "1.0.rc2", "1.0.rc10", "1.0", "1.0.1", "1.2", "1.10", "2"].windows(2) {
            assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
        }
        assert_eq!(version("1"), version("1.0.0"));
        assert!(version("1.0-1") < version("1.0"));
        for text in ["", "a", "1..2", "1.", "1 2", "v1"] {
            assert!(GemVersion::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn requirements_are_evaluated() {
        let met = |requirement: &str, versions: &[&str]| -> Vec<bool> {
            let requirement = Requirement::parse(requirement).unwrap();
            versions.iter().map(|text| requirement.is_met_by(&version(text))).collect()
        };
        assert_eq!(met("~> 1.2", &["1.1", "1.2", "1.9.9", "2.0"]), [false, true, true, false]);
        assert_eq!(met("~>1.2.3", &["1.2.2", "1.2.10", "1.3"]), [false, true, false]);
        assert_eq!(met("~> 2", &["2.9", "3.0"]), [true, false]);
        assert_eq!(met(">= 1.0, < 2.0", &["0.9", "1.5", "2.0"]), [false, true, false]);
        assert_eq!(met(">1.0 <2.0", &["1.0", "1.5"]), [false, true]);
        assert_eq!(met("!= 1.0", &["1.0", "1.1"]), [false, true]);
        assert_eq!(met("1.0", &["1.0.0", "1.1", "1.0.rc1"]), [true, false, false]);
        assert_eq!(met(">= 1.0.rc1", &["1.0.rc2", "1.0"]), [true, true]);
        assert_eq!(met(">= 1.0", &["2.0.rc1"]), [false]);
    }

    #[test]
    fn requirement_is_formatted_for_gem() {
        let written = |text: &str| Requirement::parse(text).map(|requirement| requirement.to_string());
        assert_eq!(written(">1.0 <2.0").as_deref(), Some("> 1.0, < 2.0"));
        assert_eq!(written("~>1.2").as_deref(), Some("~> 1.2"));
        for text in ["", "latest", "~~> 1", ">", "> , <"] {
            assert_eq!(written(text), None, "{text}");
        }
    }
}
