//! Parser for the lines of `changes` and `onlyif`, as in Puppet: the commands and their arguments.

use marotte_sdk::{Error, Result};

/// Kinds of command arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A path; the context is prepended to a relative path.
    Path,
    /// A text, optionally quoted.
    Text,
    Comparator,
    Number,
    /// The remainder of the line.
    Rest,
}

fn takes(command: &str) -> Option<&'static [Kind]> {
    use Kind::{Comparator, Number, Path, Rest, Text};
    Some(match command {
        "set" => &[Path, Text],
        "setm" => &[Path, Text, Text],
        "rm" | "remove" | "clear" | "touch" => &[Path],
        "clearm" | "rename" => &[Path, Text],
        "mv" | "move" => &[Path, Path],
        "insert" | "ins" => &[Text, Text, Path],
        "defvar" => &[Text, Path],
        "defnode" => &[Text, Path, Text],
        "get" => &[Path, Comparator, Text],
        "values" | "match" => &[Path, Rest],
        "size" => &[Comparator, Number],
        "include" | "not_include" => &[Text],
        "==" | "!=" => &[Rest],
        _ => return None,
    })
}

/// Splits a line into the command and its arguments. Returns an empty list for a blank line.
pub(crate) fn words(line: &str, context: &str) -> Result<Vec<String>> {
    let line = line.trim();
    let end = line.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(line.len());
    let end = if line.starts_with("==") || line.starts_with("!=") { 2 } else { end };
    let (command, mut rest) = line.split_at(end);
    if line.is_empty() {
        return Ok(Vec::new());
    }
    let kinds = takes(command).ok_or_else(|| Error::invalid(format!("Unknown command {command}")))?;
    let mut words = vec![command.to_owned()];
    for (number, kind) in (1..).zip(kinds) {
        rest = rest.trim_start();
        let missing = |what: &str| Error::invalid(format!("missing {what} argument {number} for {command}"));
        let (word, length) = match kind {
            Kind::Path => path(rest, context)?.ok_or_else(|| missing("path"))?,
            Kind::Text => text(rest).ok_or_else(|| missing("string"))?,
            Kind::Comparator => {
                comparator(rest).ok_or_else(|| Error::invalid(format!("invalid comparator for command {command}")))?
            }
            Kind::Number => {
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                if length == 0 {
                    return Err(missing("number"));
                }
                // Puppet: numbers are printed without leading zeros.
                let digits = rest[..length].trim_start_matches('0');
                (if digits.is_empty() { "0" } else { digits }.to_owned(), length)
            }
            Kind::Rest => (rest.to_owned(), rest.len()),
        };
        words.push(word);
        rest = &rest[length..];
    }
    Ok(words)
}

/// Parses a path, which ends at whitespace outside brackets and quotes.
fn path(rest: &str, context: &str) -> Result<Option<(String, usize)>> {
    let (mut brackets, mut single, mut double, mut is_escaped) = (0_usize, false, false, false);
    let mut length = rest.len();
    for (place, letter) in rest.char_indices() {
        if std::mem::take(&mut is_escaped) {
            continue;
        }
        match letter {
            '\\' => is_escaped = true,
            '[' => brackets += 1,
            ']' => brackets = brackets.checked_sub(1).ok_or_else(|| Error::invalid("unmatched ["))?,
            '\'' => single = !single,
            '"' => double = !double,
            _ if letter.is_whitespace() && brackets == 0 && !single && !double => {
                length = place;
                break;
            }
            _ => {}
        }
    }
    let whole = &rest[..length];
    let bare = match whole.chars().next().filter(|first| ['\'', '"'].contains(first)) {
        Some(quote) => whole[1..].strip_suffix(quote).ok_or_else(|| Error::invalid(format!("unmatched {quote}")))?,
        None => whole,
    };
    let bare = bare.strip_suffix('/').unwrap_or(bare);
    let is_absolute = bare.starts_with(['$', '/']);
    let word = if is_absolute { bare.to_owned() } else { format!("{context}{bare}") };
    Ok(Some((word, length)).filter(|_| !whole.is_empty()))
}

/// Parses a word, or a quoted text in which only the quote itself can be escaped.
fn text(rest: &str) -> Option<(String, usize)> {
    let Some(quote) = rest.chars().next().filter(|first| ['\'', '"'].contains(first)) else {
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        return Some((rest[..length].to_owned(), length)).filter(|_| length > 0);
    };
    let mut word = String::new();
    let mut letters = rest.char_indices().skip(1);
    while let Some((place, letter)) = letters.next() {
        match letter {
            _ if letter == quote => return Some((word, place + 1)),
            '\\' => {
                let (_, next) = letters.next()?;
                if next != quote {
                    word.push('\\');
                }
                word.push(next);
            }
            _ => word.push(letter),
        }
    }
    Some((word, rest.len()))
}

fn comparator(rest: &str) -> Option<(String, usize)> {
    let known = ["==", "!=", "=~", "<=", ">=", "<", ">"];
    known.into_iter().find(|sign| rest.starts_with(sign)).map(|sign| (sign.to_owned(), sign.len()))
}

/// Parses a list: `['a', "b"]`.
pub(crate) fn list(source: &str) -> Result<Vec<String>> {
    let fault = || Error::invalid(format!("Invalid array in command: {source}"));
    let mut rest = source.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(fault)?.trim();
    let mut elements = Vec::new();
    while !rest.is_empty() {
        if !rest.starts_with(['\'', '"']) {
            return Err(fault());
        }
        let (word, length) = text(rest).ok_or_else(fault)?;
        elements.push(word);
        rest = rest[length..].trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None if rest.is_empty() => {}
            None => return Err(fault()),
        }
    }
    Ok(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &str) -> Vec<String> {
        words(line, "/files/etc/x/").unwrap()
    }

    fn refused(line: &str) -> String {
        words(line, "").unwrap_err().message
    }

    #[test]
    fn commands_are_split_into_their_arguments() {
        assert_eq!(taken("  set a/b  'c \"d\" \\' \\n' "), ["set", "/files/etc/x/a/b", "c \"d\" ' \\n"]);
        assert_eq!(taken("set /abs/ v more"), ["set", "/abs", "v"]);
        assert_eq!(taken("rm a[b = 'c d']/e f"), ["rm", "/files/etc/x/a[b = 'c d']/e"]);
        assert_eq!(taken("rm '/a b/c'"), ["rm", "/a b/c"]);
        assert_eq!(taken("mv a\\ b $v/c"), ["mv", "/files/etc/x/a\\ b", "$v/c"]);
        assert_eq!(taken("ins new before a[1]"), ["ins", "new", "before", "/files/etc/x/a[1]"]);
        assert_eq!(taken("get a == ''"), ["get", "/files/etc/x/a", "==", ""]);
        assert_eq!(taken("match a/* size > 0"), ["match", "/files/etc/x/a/*", "size > 0"]);
        assert_eq!(taken("size >= 12"), ["size", ">=", "12"]);
        assert_eq!(taken("== ['a']"), ["==", "['a']"]);
        assert_eq!(taken("   "), [""; 0]);
    }

    #[test]
    fn missing_and_invalid_arguments_are_reported() {
        assert_eq!(refused("frob a"), "Unknown command frob");
        assert_eq!(refused("set a"), "missing string argument 2 for set");
        assert_eq!(refused("rm"), "missing path argument 1 for rm");
        assert_eq!(refused("rm a]"), "unmatched [");
        assert_eq!(refused("rm 'aé"), "unmatched '");
        assert_eq!(refused("set \"a b"), "unmatched \"");
        assert_eq!(refused("rm '"), "unmatched '");
        assert_eq!(refused("get a ~ b"), "invalid comparator for command get");
    }

    #[test]
    fn lists_are_parsed() {
        assert_eq!(list("['a', \"b c\",'d\\'e']").unwrap(), ["a", "b c", "d'e"]);
        assert_eq!(list("[]").unwrap(), [""; 0]);
        assert!(list("a").is_err() && list("['a' 'b']").is_err() && list("[a]").is_err());
    }
}
