//! Globs as in Ruby's `Dir.glob`: `*`, `?`, `[…]` and `{…,…}` in the components of a path. Works on text only: the caller walks
//! the directories and treats a component `**` as any number of them.

/// Maximum number of alternatives of a pattern, and maximum number of its braces.
const LIMIT: usize = 1_000;

/// Expands the braces of a pattern; `None` if it has more than a thousand alternatives.
#[must_use]
pub fn alternatives(pattern: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = pattern.split_once('{') else { return Some(vec![pattern.to_owned()]) };
    if rest.matches('{').count() > LIMIT {
        return None;
    }
    let mut depth = 1usize;
    let mut cuts = vec![0];
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => cuts.push(at + 1),
            _ => {}
        }
        if depth == 0 {
            let after = &rest[at + 1..];
            cuts.push(at + 1);
            let mut found = Vec::new();
            for choice in cuts.windows(2).map(|cut| &rest[cut[0]..cut[1] - 1]) {
                found.append(&mut alternatives(&format!("{before}{choice}{after}"))?);
                if found.len() > LIMIT {
                    return None;
                }
            }
            return Some(found);
        }
    }
    Some(vec![pattern.to_owned()])
}

/// Returns whether a part of a pattern, without `/` and braces, contains wildcards.
#[must_use]
pub fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// Returns whether a name matches a part of a pattern. Hidden files match only a pattern that starts with a dot.
#[must_use]
pub fn matches(part: &str, name: &str) -> bool {
    if name.starts_with('.') && !part.starts_with('.') {
        return false;
    }
    let (part, name): (Vec<char>, Vec<char>) = (part.chars().collect(), name.chars().collect());
    let (mut at, mut read) = (0, 0);
    // The position of the last `*`, and the end of the text that it matches so far.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let step = match part.get(at) {
            None if read == name.len() => return true,
            Some('*') => {
                star = Some((at, read));
                at += 1;
                continue;
            }
            Some('?') if read < name.len() => Some(1),
            Some('[') if read < name.len() => set(&part[at..], name[read]),
            Some(letter) if name.get(read) == Some(letter) => Some(1),
            _ => None,
        };
        match (step, star) {
            (Some(step), _) => (at, read) = (at + step, read + 1),
            (None, Some((place, taken))) if taken < name.len() => {
                star = Some((place, taken + 1));
                (at, read) = (place + 1, taken + 1);
            }
            (None, _) => return false,
        }
    }
}

/// Returns the length of the set `[…]` at the start of a pattern; `None` if the letter does not match it.
fn set(pattern: &[char], letter: char) -> Option<usize> {
    let end = pattern.iter().skip(2).position(|&closing| closing == ']')? + 2;
    let (is_negated, members) = match &pattern[1..end] {
        ['^' | '!', members @ ..] => (true, members),
        members => (false, members),
    };
    let mut is_member = false;
    let mut rest = members;
    while let Some((&first, others)) = rest.split_first() {
        rest = match others {
            ['-', last, others @ ..] => {
                // The ends of a range match even in the wrong order.
                is_member |= first == letter || *last == letter || (first..=*last).contains(&letter);
                others
            }
            _ => {
                is_member |= first == letter;
                others
            }
        };
    }
    (is_member != is_negated).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_parts_of_patterns() {
        for (part, name) in [
            ("*.pp", "a.pp"),
            ("*", "x"),
            ("a?c", "abc"),
            ("[a-c]*", "bz"),
            ("[^a]b", "bb"),
            ("a*b*c", "aXbYbc"),
            (".*", ".x"),
        ] {
            assert!(matches(part, name), "{part} {name}");
        }
        for (part, name) in
            [("*.pp", ".a.pp"), ("?", ""), ("a", "ab"), ("[a-c]", "d"), ("[!a]", "a"), ("[a", "a"), ("*.pp", "a.epp")]
        {
            assert!(!matches(part, name), "{part} {name}");
        }
    }

    #[test]
    fn braces_are_alternatives() {
        assert_eq!(alternatives("a").unwrap(), ["a"]);
        assert_eq!(alternatives("{b,n/{y,x}}.pp").unwrap(), ["b.pp", "n/y.pp", "n/x.pp"]);
        assert_eq!(alternatives("a{,b}{c}").unwrap(), ["ac", "abc"]);
        assert_eq!(alternatives("{a").unwrap(), ["{a"]);
        assert_eq!(alternatives(&"{a,b}".repeat(60)), None);
        assert_eq!(alternatives(&("{".repeat(9_999) + &"}".repeat(9_999))), None);
    }
}
