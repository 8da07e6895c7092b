//! Values in the form in which they are written: JSON with one line for each element.

use marotte_sdk::json;
use marotte_sdk::prelude::*;

use crate::setting::key_text;

/// The indentation of elements.
const INDENT: &str = "    ";

/// Returns the text of a value. Keys of hashes are sorted, as in Puppet.
///
/// # Errors
/// Returns an error if the value has no JSON form.
pub(crate) fn printed(value: &Value) -> Result<String> {
    let mut text = String::new();
    print(&mut text, value, 0)?;
    Ok(text)
}

fn print(text: &mut String, value: &Value, depth: usize) -> Result<()> {
    match value {
        Value::Array(elements) => {
            enclose(text, ['[', ']'], elements, depth, |text, element| print(text, element, depth + 1))
        }
        Value::Hash(entries) => {
            let mut entries: Vec<(String, &Value)> =
                entries.iter().map(|(key, value)| (key_text(key), value)).collect();
            entries.sort_by(|(one, _), (other, _)| order(one).cmp(&order(other)));
            enclose(text, ['{', '}'], &entries, depth, |text, (key, value)| {
                text.push_str(&json::compact(&Value::Text(key.clone()))?);
                text.push_str(": ");
                print(text, value, depth + 1)
            })
        }
        other => {
            text.push_str(&json::compact(other)?);
            Ok(())
        }
    }
}

fn enclose<T>(
    text: &mut String,
    [open, close]: [char; 2],
    elements: &[T],
    depth: usize,
    mut print: impl FnMut(&mut String, &T) -> Result<()>,
) -> Result<()> {
    text.push(open);
    for (at, element) in elements.iter().enumerate() {
        text.push_str(if at > 0 { ",\n" } else { "\n" });
        text.push_str(&INDENT.repeat(depth + 1));
        print(text, element)?;
    }
    if !elements.is_empty() {
        text.push('\n');
        text.push_str(&INDENT.repeat(depth));
    }
    text.push(close);
    Ok(())
}

/// Returns the sort key of a key: numbers come first.
fn order(key: &str) -> (bool, u64, &str) {
    let number = key.parse().ok().filter(|_| key.bytes().all(|byte| byte.is_ascii_digit()));
    (number.is_none(), number.unwrap_or_default(), key)
}
