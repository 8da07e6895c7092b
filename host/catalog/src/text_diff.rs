//! Differences between texts, line by line. They are here, since diffs of contents, of stored files and of catalogs share the
//! algorithm, which is instantiated for one type of line only.

use similar::{ChangeTag, TextDiff};

/// Returns a diff in the format of `diff -u`, with three lines of context; empty if the texts are equal.
#[must_use]
pub fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    TextDiff::from_lines(old, new).unified_diff().header(old_name, new_name).to_string()
}

/// Returns the changed lines, each without its end and with `-` or `+` as its sign, and the lines around them, with the sign
/// ' ': up to `context` lines before and after each change.
#[must_use]
pub fn changed_lines(old: &str, new: &str, context: usize) -> Vec<(char, String)> {
    let diff = TextDiff::from_lines(old, new);
    let mut lines = Vec::new();
    for operation in diff.grouped_ops(context).iter().flatten() {
        lines.extend(diff.iter_changes(operation).map(|change| {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            (sign, change.value().trim_end_matches('\n').to_owned())
        }));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unified_diff_has_the_format_of_diff() {
        let expected = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n\\ No newline at end of file\n";
        assert_eq!(unified("one\ntwo\n", "one\nthree", "a", "b"), expected);
        assert_eq!(unified("one\n", "one\n", "a", "b"), "");
    }

    #[test]
    fn changed_lines_have_signs_and_context() {
        let (old, new) = ("1\n2\n3\n4\n5\n", "1\n2\n3\nfour\n5\n");
        let expected = [(' ', "3"), ('-', "4"), ('+', "four"), (' ', "5")];
        assert_eq!(changed_lines(old, new, 1), expected.map(|(sign, line)| (sign, line.to_owned())));
    }
}
