//! File name patterns with the semantics of Ruby's `File.fnmatch`, as in Puppet's manifests.

/// Whether wildcards match hidden files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenFiles {
    /// Names that begin with a dot are matched only by patterns that begin with a dot.
    Apart,
    /// Names that begin with a dot are not special.
    Alike,
}

/// Returns whether a file name (not a path) matches a pattern: `*` matches any string, `?` one character, `[a-z]`
/// and `[^a-z]` one character in or outside a set. A backslash escapes the next character.
///
/// ```
/// use marotte_sdk::{HiddenFiles, fnmatch};
///
/// assert!(fnmatch("*.[oa]", "lib.a", HiddenFiles::Apart));
/// assert!(!fnmatch("*", ".git", HiddenFiles::Apart));
/// ```
#[must_use]
pub fn fnmatch(pattern: &str, name: &str, hidden: HiddenFiles) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let begins_with_dot = pattern.get(literal(&pattern, 0)) == Some(&'.');
    if hidden == HiddenFiles::Apart && name.first() == Some(&'.') && !begins_with_dot {
        return false;
    }
    let (mut at, mut here) = (0, 0);
    // Position for backtracking: behind the last star in the pattern, and one character later in the name.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        if pattern.get(at) == Some(&'*') {
            at += 1;
            retry = Some((at, here));
            continue;
        }
        let next = match name.get(here) {
            None => return literal(&pattern, at) >= pattern.len(),
            Some(character) => one(&pattern, at, *character),
        };
        if let Some(next) = next {
            (at, here) = (next, here + 1);
            continue;
        }
        let Some((star, taken)) = retry else { return false };
        retry = Some((star, taken + 1));
        (at, here) = (star, taken + 1);
    }
}

/// Returns the position in the pattern behind its next element if that element matches the character.
fn one(pattern: &[char], at: usize, character: char) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '[' => set(pattern, at + 1, character),
        _ => {
            let at = literal(pattern, at);
            (*pattern.get(at)? == character).then_some(at + 1)
        }
    }
}

/// Returns the position behind a character set if it matches. An unterminated set matches nothing.
fn set(pattern: &[char], mut at: usize, character: char) -> Option<usize> {
    let is_negated = matches!(pattern.get(at)?, '!' | '^');
    at += usize::from(is_negated);
    let mut is_among = false;
    while *pattern.get(at)? != ']' {
        at = literal(pattern, at);
        let first = *pattern.get(at)?;
        at += 1;
        let mut last = first;
        if pattern.get(at)? == &'-' && pattern.get(at + 1)? != &']' {
            at = literal(pattern, at + 1);
            last = *pattern.get(at)?;
            at += 1;
        }
        is_among |= (first..=last).contains(&character);
    }
    (is_among != is_negated).then_some(at + 1)
}

/// Skips an escaping backslash, unless it is the last character.
fn literal(pattern: &[char], at: usize) -> usize {
    if pattern.get(at) == Some(&'\\') && at + 1 < pattern.len() { at + 1 } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_ruby() {
        let matching = [
            ("*", "a"),
            ("*", ""),
            ("", ""),
            ("a*c", "abbc"),
            ("a**c", "ac"),
            ("*.log", "x.y.log"),
            ("?", "ü"),
            ("[a-c]x", "bx"),
            ("[^a-c]x", "dx"),
            ("[!a]", "b"),
            ("[a-]", "-"),
            ("[\\]]", "]"),
            ("\\*", "*"),
            (".*", ".git"),
            ("\\.g*", ".git"),
            ("a\\", "a\\"),
            ("*[0-9]", "a1b2"),
            ("*a*b*", "xxaxxbxx"),
        ];
        for (pattern, name) in matching {
            assert!(fnmatch(pattern, name, HiddenFiles::Apart), "{pattern} should match {name}");
        }
        let failing = [
            ("*", ".git"),
            ("?git", ".git"),
            ("[.]git", ".git"),
            ("a", "ab"),
            ("ab", "a"),
            ("[a-c]", "d"),
            ("[]", "]"),
            ("[a", "a"),
            ("[^a-c]x", "ax"),
            ("\\*", "a"),
            ("A", "a"),
            ("{a,b}", "a"),
            ("*a", "ab"),
        ];
        for (pattern, name) in failing {
            assert!(!fnmatch(pattern, name, HiddenFiles::Apart), "{pattern} should not match {name}");
        }
        assert!(fnmatch("*", ".git", HiddenFiles::Alike));
    }

    #[test]
    fn many_stars_do_not_cause_exponential_backtracking() {
        let name = "a".repeat(10_000);
        assert!(!fnmatch(&"*a".repeat(50), &format!("{name}b"), HiddenFiles::Apart));
    }
}
