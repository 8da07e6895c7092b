//! Debian versions, `epoch:upstream-revision`, in the order defined by Debian's policy (section 5.6.12).

use std::cmp::Ordering;
use std::fmt;

use super::Version;

/// A version of a Debian package.
#[derive(Debug, Clone)]
pub(crate) struct DebianVersion {
    epoch: u64,
    upstream: String,
    revision: String,
    text: String,
}

impl Version for DebianVersion {
    fn parse(text: &str) -> Option<Self> {
        let (epoch, rest) = match text.split_once(':') {
            Some((epoch, rest)) if epoch.bytes().all(|byte| byte.is_ascii_digit()) => (epoch.parse().ok()?, rest),
            Some(_) => return None,
            None => (0, text),
        };
        let (upstream, revision) = rest.rsplit_once('-').unwrap_or((rest, ""));
        let is_part = |part: &str, extra: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || extra.contains(c));
        let is_version = !upstream.is_empty() && is_part(upstream, ".+~-") && is_part(revision, ".+~");
        let own = || Self { epoch, upstream: upstream.into(), revision: revision.into(), text: text.into() };
        is_version.then(own)
    }
}

impl fmt::Display for DebianVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Ord for DebianVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let parts = || compare(&self.upstream, &other.upstream).then_with(|| compare(&self.revision, &other.revision));
        self.epoch.cmp(&other.epoch).then_with(parts)
    }
}

impl PartialOrd for DebianVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Versions are equal if neither sorts before the other: `1.0` and `1.00`.
impl PartialEq for DebianVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for DebianVersion {}

/// Compares alternating runs of non-digits, character by character, and of digits, numerically.
fn compare(mut one: &str, mut two: &str) -> Ordering {
    while !one.is_empty() || !two.is_empty() {
        let (words, numbers) = ((words(&mut one), words(&mut two)), (digits(&mut one), digits(&mut two)));
        let order = compare_words(words.0, words.1).then_with(|| compare_digits(numbers.0, numbers.1));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

fn words<'t>(text: &mut &'t str) -> &'t str {
    let (words, rest) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()));
    *text = rest;
    words
}

fn digits<'t>(text: &mut &'t str) -> &'t str {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    *text = rest;
    digits
}

fn compare_words(one: &str, two: &str) -> Ordering {
    // The end sorts before everything but a tilde, and letters before other characters.
    let rank = |byte: Option<&u8>| match byte {
        Some(b'~') => -1,
        None => 0,
        Some(byte) if byte.is_ascii_alphabetic() => i32::from(*byte),
        Some(byte) => i32::from(*byte) + 256,
    };
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let ranks = (0..=one.len().max(two.len())).map(|place| (rank(one.get(place)), rank(two.get(place))));
    ranks.map(|(one, two)| one.cmp(&two)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Compares numbers of arbitrary length.
pub(super) fn compare_digits(one: &str, two: &str) -> Ordering {
    let (one, two) = (one.trim_start_matches('0'), two.trim_start_matches('0'));
    one.len().cmp(&two.len()).then_with(|| one.cmp(two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_like_dpkg() {
        let ordered = [
            "0~~",
            "0~~a",
            "0~",
            "0",
            "0a",
            "0.1",
            "1.0~rc1-1",
            "1.0-1~bpo12+1",
            "1.0-1",
            "1.0-1+b1",
            "1.0-1.1",
            "1.0-10",
            "1.0+dfsg-1",
            "1.1",
            "1.10",
            "18446744073709551616",
            "1:0.1",
            "2:0",
        ];
        for pair in ordered.windows(2) {
            let [one, two] = [0, 1].map(|place| DebianVersion::parse(pair[place]).unwrap());
            assert!(one < two, "{one} < {two}");
        }
    }

    #[test]
    fn differently_written_versions_are_equal() {
        for (one, two) in [("1.0", "0:1.0"), ("1.0", "1.00"), ("1.0", "1.0-0")] {
            assert_eq!(DebianVersion::parse(one), DebianVersion::parse(two));
        }
    }

    #[test]
    fn invalid_version_is_rejected() {
        for text in ["", "a:1", ":1", "1:", "1 2", "1_2", "1-2/3", "ä", "-1"] {
            assert_eq!(DebianVersion::parse(text).map(|version| version.to_string()), None, "{text}");
        }
    }
}
