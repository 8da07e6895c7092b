//! SELinux labels: four parts, each managed by an attribute of its own.

use marotte_sdk::prelude::*;

use crate::schema::{File, FileAttribute};

/// The attributes for the parts of a label, in order.
pub(crate) const PARTS: [FileAttribute; 4] =
    [FileAttribute::Seluser, FileAttribute::Selrole, FileAttribute::Seltype, FileAttribute::Selrange];

/// A label split into its parts. The range may contain colons and is missing on some systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label(Vec<String>);

impl Label {
    /// Parses a label; `None` if it has fewer than three parts.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.splitn(PARTS.len(), ':').map(str::to_owned).collect();
        (parts.len() >= PARTS.len() - 1).then_some(Self(parts))
    }

    /// Returns the current label and the default label of the policy; `None` without labels.
    pub(crate) fn found(metadata: &Metadata) -> Option<(Self, Option<Self>)> {
        let parse = |label: &Option<String>| label.as_deref().and_then(Self::parse);
        Some((parse(&metadata.selinux)?, parse(&metadata.selinux_default)))
    }

    /// Returns the part managed by an attribute.
    pub(crate) fn part(&self, attribute: FileAttribute) -> Option<&str> {
        self.0.get(place(attribute)?).map(String::as_str)
    }

    /// Sets a part; a missing range is added.
    pub(crate) fn set(&mut self, attribute: FileAttribute, part: String) {
        match place(attribute) {
            Some(place) if place < self.0.len() => self.0[place] = part,
            Some(_) => self.0.push(part),
            None => {}
        }
    }

    /// Returns the label in the format of the system.
    pub(crate) fn text(&self) -> String {
        self.0.join(":")
    }
}

fn place(attribute: FileAttribute) -> Option<usize> {
    PARTS.iter().position(|part| *part == attribute)
}

/// Returns the manifest's value of a part.
pub(crate) fn given(row: &Row<File>, attribute: FileAttribute) -> Option<&str> {
    match attribute {
        FileAttribute::Seluser => row.seluser.as_deref(),
        FileAttribute::Selrole => row.selrole.as_deref(),
        FileAttribute::Seltype => row.seltype.as_deref(),
        FileAttribute::Selrange => row.selrange.as_deref(),
        _ => None,
    }
}

/// Returns the desired value of a part: that of the manifest, otherwise that of the policy unless defaults are
/// ignored.
pub(crate) fn wanted(row: &Row<File>, attribute: FileAttribute, policy: Option<&Label>) -> Option<String> {
    let default = policy.filter(|_| row.selinux_ignore_defaults != Some(true)).and_then(|label| label.part(attribute));
    given(row, attribute).or(default).map(str::to_owned)
}

/// Returns whether a range is in the form stored by the system rather than a translated name.
pub(crate) fn is_stored_range(range: &str) -> bool {
    let level = |level: &str| {
        let (sensitivity, categories) =
            level.split_once(':').map_or((level, None), |(left, right)| (left, Some(right)));
        is_number_after('s', sensitivity)
            && categories.is_none_or(|all| all.split([',', '.']).all(|category| is_number_after('c', category)))
    };
    range.splitn(2, '-').all(level)
}

fn is_number_after(letter: char, text: &str) -> bool {
    text.strip_prefix(letter).is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_has_three_or_four_parts() {
        let mut label = Label::parse("system_u:object_r:etc_t:s0-s0:c0.c1023").unwrap();
        assert_eq!(
            PARTS.map(|part| label.part(part)),
            [Some("system_u"), Some("object_r"), Some("etc_t"), Some("s0-s0:c0.c1023")]
        );
        label.set(FileAttribute::Seltype, "shadow_t".to_owned());
        assert_eq!(label.text(), "system_u:object_r:shadow_t:s0-s0:c0.c1023");
        let mut label = Label::parse("user_u:object_r:tmp_t").unwrap();
        assert_eq!(label.part(FileAttribute::Selrange), None);
        label.set(FileAttribute::Selrange, "s0".to_owned());
        assert_eq!(label.text(), "user_u:object_r:tmp_t:s0");
        assert_eq!(Label::parse("unlabeled"), None);
    }

    #[test]
    fn translated_range_names_are_recognized() {
        for range in ["s0", "s0:c1", "s0-s15:c0.c1023", "s0:c1,c3.c7-s1:c1"] {
            assert!(is_stored_range(range), "{range}");
        }
        for range in ["SystemHigh", "", "s", "s0:", "s0-", "s0:x1", "s0:c1 "] {
            assert!(!is_stored_range(range), "{range}");
        }
    }
}
