//! Differences between texts, line by line. They are here, since diffs of contents, of stored files and of catalogs share the
//! algorithm. It compares numbers of lines, so that it is instantiated for one type only; the interface of `similar` for texts
//! instantiates every algorithm for several types, which is 0.6 MB of code.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffOp, group_diff_ops};

/// Lines of context in a unified diff.
const CONTEXT: usize = 3;

/// Returns a diff in the format of `diff -u`, with three lines of context; empty if the texts are equal.
#[must_use]
pub fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    let (old, new) = (lines(old), lines(new));
    let mut text = String::new();
    for hunk in grouped(&old, &new, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        if text.is_empty() {
            let _ = write!(text, "--- {old_name}\n+++ {new_name}\n");
        }
        let old_range = range(first.old_range().start..last.old_range().end);
        let new_range = range(first.new_range().start..last.new_range().end);
        let _ = writeln!(text, "@@ -{old_range} +{new_range} @@");
        for change in hunk.iter().flat_map(|operation| operation.iter_changes(&old[..], &new[..])) {
            let (sign, line) = (sign(change.tag()), change.value());
            let end = if line.ends_with(['\n', '\r']) { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(text, "{sign}{line}{end}");
        }
    }
    text
}

/// Returns the changed lines, each without its end and with `-` or `+` as its sign, and the lines around them, with the sign
/// ' ': up to `context` lines before and after each change.
#[must_use]
pub fn changed_lines(old: &str, new: &str, context: usize) -> Vec<(char, String)> {
    let (old, new) = (lines(old), lines(new));
    let operations = grouped(&old, &new, context).into_iter().flatten();
    let changes = operations.flat_map(|operation| operation.iter_changes(&old[..], &new[..]).collect::<Vec<_>>());
    changes.map(|change| (sign(change.tag()), change.value().trim_end_matches('\n').to_owned())).collect()
}

/// Returns the lines of a text with their ends: `\n`, `\r\n` or `\r`.
fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        let length = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        let (line, after) = rest.split_at(end + length);
        lines.push(line);
        rest = after;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Returns the changes and the equal lines around them, in groups that are apart.
fn grouped(old: &[&str], new: &[&str], context: usize) -> Vec<Vec<DiffOp>> {
    let mut numbers = HashMap::new();
    let (old, new) = (numbered(old, &mut numbers), numbered(new, &mut numbers));
    let mut hook = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    let Ok(()) = myers::diff(&mut hook, &old[..], 0..old.len(), &new[..], 0..new.len());
    group_diff_ops(hook.into_inner().into_inner().into_ops(), context)
}

/// Returns a number for each line, which is the same for equal lines.
fn numbered<'text>(lines: &[&'text str], numbers: &mut HashMap<&'text str, usize>) -> Vec<usize> {
    let number = |line: &&'text str| {
        let next = numbers.len();
        *numbers.entry(*line).or_insert(next)
    };
    lines.iter().map(number).collect()
}

/// Returns the lines of a hunk as its header contains them: the number of the first line, and the number of lines unless it is 1.
fn range(lines: Range<usize>) -> String {
    match lines.len() {
        // The line before an empty range.
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        length => format!("{},{length}", lines.start + 1),
    }
}

fn sign(tag: ChangeTag) -> char {
    match tag {
        ChangeTag::Delete => '-',
        ChangeTag::Insert => '+',
        ChangeTag::Equal => ' ',
    }
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
