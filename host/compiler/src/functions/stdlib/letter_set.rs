//! Character sets in the notation of Ruby's `squeeze` and `count`: `a-z`, `^a-z`, `a\-z`.

use value::EvalError;

/// A set of characters.
pub(super) struct LetterSet {
    is_negated: bool,
    ranges: Vec<(char, char)>,
}

impl LetterSet {
    /// Parses a set.
    ///
    /// # Errors
    /// Returns an error if a range ends before it begins.
    pub(super) fn parse(text: &str) -> Result<Self, EvalError> {
        let mut letters: Vec<char> = text.chars().collect();
        let is_negated = letters.len() > 1 && letters[0] == '^';
        if is_negated {
            letters.remove(0);
        }
        let mut ranges = Vec::new();
        let mut rest = letters.as_slice();
        loop {
            let (first, after) = match rest {
                [] => return Ok(Self { is_negated, ranges }),
                ['\\', escaped, after @ ..] => (*escaped, after),
                [letter, after @ ..] => (*letter, after),
            };
            let (last, after) = match after {
                ['-', '\\', last, after @ ..] | ['-', last, after @ ..] => (*last, after),
                _ => (first, after),
            };
            if last < first {
                return Err(EvalError::new(format!("invalid range \"{first}-{last}\" in string transliteration")));
            }
            ranges.push((first, last));
            rest = after;
        }
    }

    /// Returns whether the set contains a character.
    pub(super) fn has(&self, letter: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter)) != self.is_negated
    }
}
