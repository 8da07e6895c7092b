//! Colours of unified differences: red for removed, green for added lines, cyan for positions.

use std::borrow::Cow;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";

/// Colours the lines of a unified diff; after each line the surrounding colour is restored.
pub(super) fn colored<'a>(text: &'a str, around: &str) -> Cow<'a, str> {
    let Some(start) = head(text) else { return Cow::Borrowed(text) };
    let mut colored = text[..start].to_owned();
    for line in text[start..].split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let color = match line.as_bytes().first() {
            Some(b'-') => RED,
            Some(b'+') => GREEN,
            Some(b'@') => CYAN,
            _ => "",
        };
        if color.is_empty() {
            colored += line;
        } else {
            colored += &format!("{color}{line}{around}");
        }
        colored += end;
    }
    Cow::Owned(colored)
}

/// Returns the position of the two header lines: the beginning, or after an empty line as in Puppet's log.
fn head(text: &str) -> Option<usize> {
    let start = text.len() - text.strip_prefix('\n').unwrap_or(text).len();
    let mut lines = text[start..].lines();
    let mut begins = |sign: &str| lines.next().is_some_and(|line| line.starts_with(sign));
    (begins("--- ") && begins("+++ ") && begins("@@ ")).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_lines_are_coloured_by_their_sign() {
        let shown = colored("\n--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same", "<>");
        let expected =
            "\n\x1b[31m--- a<>\n\x1b[32m+++ b<>\n\x1b[36m@@ -1 +1 @@<>\n\x1b[31m-old<>\n\x1b[32m+new<>\n same";
        assert_eq!(shown, expected);
    }

    #[test]
    fn text_without_a_diff_is_not_coloured() {
        for text in ["", "\n", "-a\n+b", "--- a", "notice\n--- a\n+++ b\n@@ -1 +1 @@"] {
            assert_eq!(colored(text, "<>"), text);
        }
    }
}
