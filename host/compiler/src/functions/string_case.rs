//! Implementation shared by functions that change case or white space: Ruby's definitions of both, and application to
//! several strings.

use value::{Hash, LazySequence, Value};

/// The characters that Ruby's `strip` removes: no white space beyond ASCII, but the null character.
pub(super) const BLANK: [char; 7] = ['\0', '\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// Definition of the type used in signatures of functions that process nested arrays and hashes.
pub(super) const STRING_DATA: &[&str] =
    &["StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"];

/// Applies a function to each string in an iterable value; according to the signature, all other elements are numbers.
pub(super) fn each(value: &Value, function: fn(&str) -> String) -> Value {
    LazySequence::over(value)
        .into_iter()
        .flat_map(|lazy| lazy.elements())
        .map(|element| text(&element, function))
        .collect()
}

/// Applies a function to all strings in nested arrays and hashes, including keys.
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

/// Converts text to lower case.
pub(super) fn downcase(text: &str) -> String {
    // Converted character by character, because Ruby does not use the final form of sigma.
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Converts text to upper case.
pub(super) fn upcase(text: &str) -> String {
    text.to_uppercase()
}

/// Converts the first letter to upper case and the others to lower case.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut capitalized = String::with_capacity(text.len());
    match first {
        // Digraphs have a separate title case form.
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
    fn case_conversion_matches_ruby() {
        assert_eq!(downcase("ΑΣ"), "ασ");
        assert_eq!(capitalized("ßA"), "Ssa");
        assert_eq!(capitalized("ǆX"), "ǅx");
        assert_eq!(capitalized(""), "");
    }
}
