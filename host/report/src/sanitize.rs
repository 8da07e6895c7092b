//! Replacement of characters that control a terminal. Texts from resources, providers and commands may
//! contain characters that move the cursor, rename the window or change the text direction. They are replaced
//! by escapes in the syntax of manifests.

use std::borrow::Cow;

/// Replaces control characters by escapes, except line breaks and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\x1b' => shown.push_str("\\e"),
            // A byte of a file name that is not valid UTF-8.
            '\0' => match [letters.peek().copied(), letters.clone().nth(1)] {
                [Some(first @ ('8'..='9' | 'a'..='f')), Some(second)] if second.is_ascii_hexdigit() => {
                    shown.push_str(&format!("\\x{}{}", first.to_ascii_uppercase(), second.to_ascii_uppercase()));
                    letters.nth(1);
                }
                _ => shown.push_str("\\u0000"),
            },
            // A carriage return has no effect before a line break.
            '\r' if matches!(letters.peek(), None | Some('\n')) => shown.push(letter),
            '\r' => shown.push_str("\\r"),
            '\n' | '\t' => shown.push(letter),
            letter if letter.is_control() || changes_direction(letter) || separates(letter) => {
                shown.push_str(&format!("\\u{:04x}", u32::from(letter)))
            }
            letter => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

/// Replaces control characters including line breaks, so that a name or path cannot imitate another line of output.
pub fn printable_line(text: &str) -> String {
    printable(text).replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r")
}

/// Prefix of each line of a log record except the first.
const CONTINUATION: &str = "    | ";

/// Marks each line of a log record except the first, so that a message cannot contain a line that imitates
/// another record. A final line break is kept.
pub fn mark_continuations(text: &str) -> Cow<'_, str> {
    let Some((first, rest)) = text.split_once('\n') else { return Cow::Borrowed(text) };
    let mut marked = first.to_owned();
    let mut lines = rest.split('\n').peekable();
    while let Some(line) = lines.next() {
        marked.push('\n');
        let is_end = line.is_empty() && lines.peek().is_none();
        if !is_end {
            marked.push_str(if line.is_empty() { CONTINUATION.trim_end() } else { CONTINUATION });
            marked.push_str(line);
        }
    }
    Cow::Owned(marked)
}

/// Returns whether a character is displayed as a line or paragraph separator by some programs.
fn separates(letter: char) -> bool {
    matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Returns whether a character changes the text direction.
fn changes_direction(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("\x1b[2J\x1b]0;owned\x07"), "\\e[2J\\e]0;owned\\u0007");
        assert_eq!(printable("50%\r100%\r\nerror\r"), "50%\\r100%\r\nerror\r");
        assert_eq!(printable("a\u{9b}31mb\u{202e}c\0\x7f\x08"), "a\\u009b31mb\\u202ec\\u0000\\u007f\\u0008");
    }

    #[test]
    fn line_breaks_are_escaped_in_printable_lines() {
        assert_eq!(printable_line("/x\r\n\nacme/thing\t1.0.0 \x1b[0m"), "/x\\r\\n\\nacme/thing\\t1.0.0 \\e[0m");
        assert_eq!(printable_line("/srv/été/**"), "/srv/été/**");
    }

    #[test]
    fn invalid_utf_8_is_printed_as_in_ruby() {
        assert_eq!(printable("/d/caf\0e9, \0ffx\08"), "/d/caf\\xE9, \\xFFx\\u00008");
    }

    #[test]
    fn log_record_marks_each_line_but_the_first() {
        for (text, marked) in [
            ("one", "one"),
            ("one\n", "one\n"),
            ("one\ntwo", "one\n    | two"),
            ("one\r\nNotice: two\n", "one\r\n    | Notice: two\n"),
            ("\n--- a\n\n+++ b\n", "\n    | --- a\n    |\n    | +++ b\n"),
            ("one\n\n", "one\n    |\n"),
        ] {
            assert_eq!(mark_continuations(text), marked);
        }
        assert_eq!(printable("a\u{2028}Notice: b\u{2029}c\u{85}d"), "a\\u2028Notice: b\\u2029c\\u0085d");
    }

    #[test]
    fn plain_text_is_unchanged() {
        for text in ["plain\n\ttext", "été, naïve — ✓ 日本語 עברית"] {
            assert_eq!(printable(text), text);
        }
    }
}
