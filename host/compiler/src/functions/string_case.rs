//! What the functions on letters and white space share: Ruby's notion of both, and the ways in which such a function
//! takes more than one string.

use crate::value::{Hash, LazySequence, Value};

/// What Ruby strips; no white space beyond ASCII, but the null character.
pub(super) const BLANK: [char; 7] = ['\0', '\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// The name of a type in the signatures of functions that go through arrays and hashes.
pub(super) const STRING_DATA: &[&str] =
    &["StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"];

/// Applies a function to each string that a value iterates over; the signature has seen to it that the rest is numbers.
pub(super) fn each(value: &Value, function: fn(&str) -> String) -> Value {
    LazySequence::over(value)
        .into_iter()
        .flat_map(|lazy| lazy.elements())
        .map(|element| text(&element, function))
        .collect()
}

/// Applies a function to all strings in arrays and hashes, keys included.
pub(super) fn all(value: &Value, function: fn(&str) -> String) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(|element| all(element, function)).collect(),
        Value::Hash(hash) => {
            hash.iter().map(|(key, value)| (all(key, function), all(value, function))).collect::<Hash>().into()
        }
        other => text(other, function),
    }
}

fn text(value: &Value, function: fn(&str) -> String) -> Value {
    value.as_str().map_or_else(|| value.clone(), |text| Value::from(function(text)))
}

/// Returns text in small letters.
pub(super) fn downcase(text: &str) -> String {
    // Letter by letter: Ruby does not write a sigma at the end of a word differently.
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Returns text in capitals.
pub(super) fn upcase(text: &str) -> String {
    text.to_uppercase()
}

/// Returns text with its first letter as a capital and the others small.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut capitalized = String::with_capacity(text.len());
    match first {
        // Letters of which two are written as one have a third form.
        'Ǆ' | 'ǅ' | 'ǆ' => capitalized.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => capitalized.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => capitalized.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => capitalized.push('ǲ'),
        first => {
            // `ß` becomes `Ss`.
            let mut capital = first.to_uppercase();
            capitalized.extend(capital.next());
            capitalized.extend(capital.flat_map(char::to_lowercase));
        }
    }
    capitalized.push_str(&downcase(letters.as_str()));
    capitalized
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_forms_that_ruby_knows() {
        assert_eq!(downcase("ΑΣ"), "ασ");
        assert_eq!(capitalized("ßA"), "Ssa");
        assert_eq!(capitalized("ǆX"), "ǅx");
        assert_eq!(capitalized(""), "");
    }
}
