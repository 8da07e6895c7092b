//! RPM versions, `epoch:version-release`, and their order.

use std::cmp::Ordering;
use std::fmt;

use super::Version;
use super::debian::compare_digits;

/// The architectures that can follow a release.
const ARCHITECTURES: [&str; 23] = [
    "noarch",
    "i386",
    "i686",
    "ppc",
    "ppc64",
    "armv3l",
    "armv4b",
    "armv4l",
    "armv4tl",
    "armv5tel",
    "armv5tejl",
    "armv6l",
    "armv7l",
    "aarch64",
    "m68kmint",
    "s390",
    "s390x",
    "ia64",
    "x86_64",
    "sh3",
    "sh4",
    "ppc64le",
    "riscv64",
];

/// A version of an RPM package.
#[derive(Debug, Clone)]
pub(crate) struct RpmVersion {
    epoch: Option<u64>,
    version: String,
    release: Option<String>,
    text: String,
}

impl RpmVersion {
    /// Parses a version; every text is valid.
    fn new(text: &str) -> Self {
        let number = |epoch: &str| epoch.parse().ok();
        let (epoch, rest) = text.split_once(':').map_or((None, text), |(epoch, rest)| (number(epoch), rest));
        let (version, release) = rest.split_once('-').map_or((rest, None), |(version, rest)| (version, Some(rest)));
        let release = release.map(|release| without_architecture(release).to_owned());
        Self { epoch, version: version.into(), release, text: text.into() }
    }
}

impl Version for RpmVersion {
    fn parse(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self::new(text))
    }
}

impl fmt::Display for RpmVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Ord for RpmVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let epochs = self.epoch.unwrap_or(0).cmp(&other.epoch.unwrap_or(0));
        // A version without a release sorts before those with one.
        let releases = || match (&self.release, &other.release) {
            (Some(one), Some(two)) => compare(one, two),
            (one, two) => one.is_some().cmp(&two.is_some()),
        };
        epochs.then_with(|| compare(&self.version, &other.version)).then_with(releases)
    }
}

impl PartialOrd for RpmVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RpmVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for RpmVersion {}

/// Compares the desired with the current version, ignoring an epoch or a release that the desired version
/// does not give.
pub(crate) fn compare_evr(wanted: &str, is: &str) -> Ordering {
    let (wanted, is) = (RpmVersion::new(wanted), RpmVersion::new(is));
    let epochs = wanted.epoch.map_or(Ordering::Equal, |epoch| epoch.cmp(&is.epoch.unwrap_or(0)));
    let versions = epochs.then_with(|| compare(&wanted.version, &is.version));
    versions.then_with(|| match (&wanted.release, &is.release) {
        (None, _) => Ordering::Equal,
        (Some(_), None) => Ordering::Greater,
        (Some(wanted), Some(is)) => compare(wanted, is),
    })
}

fn without_architecture(release: &str) -> &str {
    let (rest, last) = release.rsplit_once('.').unwrap_or((release, ""));
    if ARCHITECTURES.contains(&last) { rest } else { release }
}

/// Compares segment by segment like rpm: numbers by value and after letters; a tilde sorts before the end.
fn compare<'t>(mut one: &'t str, mut two: &'t str) -> Ordering {
    let is_separator = |c: char| !c.is_ascii_alphanumeric() && c != '~' && c != '^';
    loop {
        one = one.trim_start_matches(is_separator);
        two = two.trim_start_matches(is_separator);
        match (one.strip_prefix('~'), two.strip_prefix('~')) {
            (Some(rest), Some(other)) => (one, two) = (rest, other),
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            (None, None) => match (one.strip_prefix('^'), two.strip_prefix('^')) {
                (Some(rest), Some(other)) => (one, two) = (rest, other),
                // A caret sorts after the end and before everything else.
                (Some(_), None) => return if two.is_empty() { Ordering::Greater } else { Ordering::Less },
                (None, Some(_)) => return if one.is_empty() { Ordering::Less } else { Ordering::Greater },
                (None, None) if one.is_empty() || two.is_empty() => return one.len().cmp(&two.len()),
                (None, None) => {
                    let order = segment(&mut one, &mut two);
                    if order.is_ne() {
                        return order;
                    }
                }
            },
        }
    }
}

/// Removes a segment from both and compares them. The first text determines the kind of segment.
fn segment<'t>(one: &mut &'t str, two: &mut &'t str) -> Ordering {
    let is_number = one.starts_with(|c: char| c.is_ascii_digit());
    let is_other = |c: char| if is_number { !c.is_ascii_digit() } else { !c.is_ascii_alphabetic() };
    let [(first, rest), (second, other)] =
        [*one, *two].map(|text| text.split_at(text.find(is_other).unwrap_or(text.len())));
    (*one, *two) = (rest, other);
    match (second.is_empty(), is_number) {
        (true, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, true) => compare_digits(first, second),
        (false, false) => first.cmp(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_like_rpm() {
        let ordered = [
            "1.0~rc1",
            "1.0",
            "1.0^git1",
            "1.0.1",
            "1.0.a",
            "1.0.9",
            "1.0.10",
            "1.1a",
            "1.1.1",
            "2",
            "2.0-1",
            "2.0-1.el9",
            "2.0-2",
            "1:0.1-1",
        ];
        let ordered = ordered.map(|text| RpmVersion::parse(text).unwrap());
        let [first, .., last] = &ordered;
        assert!(first < last);
        for (one, two) in [(0, 1), (1, 2), (2, 3), (5, 6), (7, 8), (10, 11), (11, 12), (12, 13)] {
            assert!(ordered[one] < ordered[two], "{} < {}", ordered[one], ordered[two]);
        }
        assert!(RpmVersion::parse("1.0.a") < RpmVersion::parse("1.0.9"), "letters come before numbers");
    }

    #[test]
    fn unspecified_epoch_and_release_are_ignored() {
        assert!(compare_evr("1.2", "1.2-3.el9").is_eq());
        assert!(compare_evr("1.2-3.el9", "2:1.2-3.el9").is_eq());
        assert!(compare_evr("1.2-3.el9.x86_64", "1.2-3.el9").is_eq());
        assert!(compare_evr("1:1.2-3", "1.2-3").is_gt());
        assert!(compare_evr("1.2-4", "1.2-3").is_gt());
        assert!(compare_evr("1.2-3", "1.2").is_gt());
        assert!(compare_evr("1.1", "1.2-3").is_lt());
    }

    #[test]
    fn epoch_is_compared_first() {
        assert!(RpmVersion::parse("1:1.0-1") > RpmVersion::parse("2.0-1"));
        assert_eq!(RpmVersion::parse("0:2.0-1"), RpmVersion::parse("2.0-1"));
    }
}
