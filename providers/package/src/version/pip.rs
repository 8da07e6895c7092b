//! Versions of Python packages and their order (PEP 440).

use std::cmp::Ordering;
use std::fmt;

use super::Version;

/// The spellings of prerelease stages, and their canonical forms.
const STAGES: [(&str, &str); 8] = [
    ("alpha", "a"),
    ("beta", "b"),
    ("preview", "rc"),
    ("pre", "rc"),
    ("rc", "rc"),
    ("a", "a"),
    ("b", "b"),
    ("c", "rc"),
];

/// A part: a number or a word; numbers sort after words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Word(String),
    Number(u64),
}

/// A version of a Python package.
#[derive(Debug, Clone)]
pub(crate) struct PipVersion {
    epoch: u64,
    release: Vec<u64>,
    /// The prerelease stage and its number.
    stage: Option<(&'static str, u64)>,
    post: Option<u64>,
    development: Option<u64>,
    local: Option<Vec<Part>>,
    text: String,
}

impl Version for PipVersion {
    fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        let mut rest = lower.strip_prefix('v').unwrap_or(&lower);
        let epoch = match rest.split_once('!') {
            Some((epoch, after)) => {
                rest = after;
                epoch.parse().ok()?
            }
            None => 0,
        };
        let mut release = vec![number(&mut rest)?];
        while let Some(mut after) = rest.strip_prefix('.') {
            let Some(next) = number(&mut after) else { break };
            release.push(next);
            rest = after;
        }
        let stage = STAGES.iter().find_map(|(word, stage)| Some((*stage, marked(&mut rest, word)?)));
        let post =
            implicit_post(&mut rest).or_else(|| ["post", "rev", "r"].iter().find_map(|word| marked(&mut rest, word)));
        let development = marked(&mut rest, "dev");
        let local = match rest.strip_prefix('+') {
            Some(local) => {
                rest = "";
                Some(local.split(['.', '-', '_']).map(part).collect::<Option<Vec<_>>>()?)
            }
            None => None,
        };
        rest.is_empty().then(|| Self { epoch, release, stage, post, development, local, text: text.trim().to_owned() })
    }
}

fn number(rest: &mut &str) -> Option<u64> {
    let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let number = digits.parse().ok()?;
    *rest = after;
    Some(number)
}

/// Removes a prefix like `.word1` or `-word.1`, and returns the number; 0 without a number.
fn marked(rest: &mut &str, word: &str) -> Option<u64> {
    let separators = ['.', '-', '_'];
    let after = rest.strip_prefix(separators).unwrap_or(rest).strip_prefix(word)?;
    let mut with_number = after.strip_prefix(separators).unwrap_or(after);
    let number = number(&mut with_number);
    *rest = if number.is_some() { with_number } else { after };
    Some(number.unwrap_or(0))
}

/// Removes a suffix like `-1`, which is short for `.post1`.
fn implicit_post(rest: &mut &str) -> Option<u64> {
    let mut after = rest.strip_prefix('-')?;
    let post = number(&mut after)?;
    *rest = after;
    Some(post)
}

fn part(text: &str) -> Option<Part> {
    let is_part = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_part.then(|| text.parse().map_or_else(|_| Part::Word(text.to_owned()), Part::Number))
}

impl fmt::Display for PipVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl PipVersion {
    fn significant(&self) -> &[u64] {
        let end = self.release.iter().rposition(|number| *number != 0).map_or(0, |index| index + 1);
        &self.release[..end]
    }

    /// Orders development versions before prerelease stages, and these before the release.
    fn stage_rank(&self) -> (u8, Option<(&'static str, u64)>) {
        match (self.stage, self.post, self.development) {
            (None, None, Some(_)) => (0, None),
            (Some(stage), _, _) => (1, Some(stage)),
            (None, _, _) => (2, None),
        }
    }
}

impl Ord for PipVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        // A version without a development number sorts after those with one.
        let development = |version: &Self| version.development.map_or((1, 0), |number| (0, number));
        self.epoch
            .cmp(&other.epoch)
            .then_with(|| self.significant().cmp(other.significant()))
            .then_with(|| self.stage_rank().cmp(&other.stage_rank()))
            .then_with(|| self.post.cmp(&other.post))
            .then_with(|| development(self).cmp(&development(other)))
            .then_with(|| self.local.cmp(&other.local))
    }
}

impl PartialOrd for PipVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PipVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PipVersion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_by_pep_440() {
        let ordered = [
            "1.0.dev456",
            "1.0a1",
            "1.0a2.dev456",
            "1.0a12.dev456",
            "1.0a12",
            "1.0b1.dev456",
            "1.0b2",
            "1.0b2.post345.dev456",
            "1.0b2.post345",
            "1.0rc1.dev456",
            "1.0rc1",
            "1.0",
            "1.0+abc.5",
            "1.0+abc.7",
            "1.0+5",
            "1.0.post456.dev34",
            "1.0.post456",
            "1.0.15",
            "1.1.dev1",
            "1.10",
            "1!0.1",
        ];
        for pair in ordered.windows(2) {
            let [one, two] = [0, 1].map(|place| PipVersion::parse(pair[place]).unwrap());
            assert!(one < two, "{one} < {two}");
        }
    }

    #[test]
    fn differently_written_versions_are_equal() {
        let pairs = [
            ("1.0", "1"),
            ("v1.0", "1.0.0"),
            ("1.0-alpha.1", "1.0a1"),
            ("1.0.PREVIEW", "1.0rc0"),
            ("1.0-1", "1.0.post1"),
            ("1.0.rev2", "1.0.post2"),
            ("1.0_dev", "1.0.dev0"),
            (" 1.0c1 ", "1.0rc1"),
        ];
        for (one, two) in pairs {
            assert_eq!(PipVersion::parse(one).unwrap(), PipVersion::parse(two).unwrap(), "{one} {two}");
        }
    }

    #[test]
    fn invalid_version_is_rejected() {
        for text in ["", "a", "1.x", "1.0+", "1.0+a b", "1..0", "latest", "1.0 2.0"] {
            assert!(PipVersion::parse(text).is_none(), "{text}");
        }
    }
}
