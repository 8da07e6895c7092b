//! The values allowed by `newvalues`, and the corresponding data type.

use datatype::Regex;

use super::word::Word;

/// An allowed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// This text, or a value with this text form.
    Text(&'a str),
    /// Any text that matches a regular expression.
    Pattern(&'a str),
}

/// Parses the arguments of a call; `None` if one isn't a literal.
pub(super) fn list<'a>(words: &[Word<'a>]) -> Option<Vec<Value<'a>>> {
    let (is_open, words) = match words {
        [Word::Sign('('), rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let mut values = Vec::new();
    let mut is_more = true;
    for word in words {
        match word {
            Word::Symbol(text) | Word::Text(text) | Word::Name(text @ ("true" | "false")) => {
                if text.contains("#{") {
                    return None;
                }
                values.push(Value::Text(text));
            }
            Word::Pattern(text) => values.push(Value::Pattern(text)),
            Word::Words(texts) => values.extend(texts.iter().map(|text| Value::Text(text))),
            Word::Sign(',') => {}
            // `newvalues(*%w(a b))`
            Word::Sign('*') => {}
            Word::End if is_open || is_more => {}
            Word::Sign(')' | '{') | Word::Name("do") | Word::End => return Some(values),
            Word::Name(_) | Word::Sign(_) => return None,
        }
        is_more = *word == Word::Sign(',');
    }
    Some(values)
}

/// Returns the data type of the allowed values; empty if there are none.
pub(super) fn data_type(values: &[Value<'_>]) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"));
    let texts: Vec<&str> =
        values.iter().filter_map(|value| if let Value::Text(text) = value { Some(*text) } else { None }).collect();
    let mut types = Vec::new();
    if !texts.is_empty() {
        types.push(format!("Enum[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ")));
    }
    let patterns: Vec<&str> =
        values.iter().filter_map(|value| if let Value::Pattern(text) = value { Some(*text) } else { None }).collect();
    let regexes: Vec<Regex> = patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect();
    // Puppet compares the text form of a value.
    let is_taken =
        |text: &str| texts.contains(&text) || regexes.iter().any(|regex| regex.is_match(text).unwrap_or(false));
    if ["true", "false"].into_iter().any(is_taken) {
        types.push("Boolean".to_owned());
    }
    if texts.iter().any(|text| text.parse::<i64>().is_ok()) || ["0", "1", "10", "8080"].into_iter().any(is_taken) {
        types.push("Integer".to_owned());
    }
    if !patterns.is_empty() {
        let slashed: Vec<String> = patterns.into_iter().map(slashed).collect();
        types.push(format!("Pattern[{}]", slashed.join(", ")));
    }
    match &*types {
        [] => String::new(),
        [one] => one.clone(),
        _ => format!("Variant[{}]", types.join(", ")),
    }
}

/// Formats a regular expression literal.
fn slashed(pattern: &str) -> String {
    let mut text = String::from("/");
    let mut is_escaped = false;
    for char in pattern.chars() {
        if char == '/' && !is_escaped {
            text.push('\\');
        }
        is_escaped = char == '\\' && !is_escaped;
        text.push(char);
    }
    text + "/"
}
