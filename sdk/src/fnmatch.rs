//! Patterns of file names, as Ruby's `File.fnmatch` reads them: the ones that Puppet's manifests are written in.

/// What becomes of names that begin with a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenFiles {
    /// Only a pattern that begins with a dot matches them.
    Apart,
    /// They are like any other.
    Alike,
}

/// Returns whether a name, which is no path, matches a pattern: `*` stands for anything, `?` for one character, `[a-z]` and `[^a-z]` for one
/// that is or is not among these, and a backslash takes the meaning away from what follows.
///
/// ```
/// use marotte_sdk::{Hidden, fnmatch};
///
/// assert!(fnmatch("*.[oa]", "lib.a", Hidden::Apart));
/// assert!(!fnmatch("*", ".git", Hidden::Apart));
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
    // Where to go on when what follows the last star does not fit: behind the star, and one character later.
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

/// Returns where the pattern goes on if its next part matches one character.
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

/// Returns where a set of characters ends if this one is among them. A set without an end matches nothing.
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

/// Skips a backslash, unless it is the last character.
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
    fn many_stars_take_no_time() {
        let name = "a".repeat(10_000);
        assert!(!fnmatch(&"*a".repeat(50), &format!("{name}b"), HiddenFiles::Apart));
    }
}
