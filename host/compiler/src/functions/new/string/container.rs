//! Conversion of arrays, hashes and objects to text: on one line, or with one line for each element if the flag `#` is
//! set.

use value::{EvalError, Hash, Value};

use super::format::{StringFormat, StringFormats};
use super::{convert, illegal};

/// Position of an element in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indentation {
    level: usize,
    /// Whether the element is the first on its line.
    is_first: bool,
    /// Whether elements are written on separate lines.
    is_indenting: bool,
}

impl Default for Indentation {
    fn default() -> Self {
        Self { level: 0, is_first: true, is_indenting: false }
    }
}

impl Indentation {
    fn indenting(self, is_alternate: bool) -> Self {
        Self { is_indenting: self.is_indenting || is_alternate, ..self }
    }

    /// Begins a new line for the element, if necessary.
    fn begin(self, text: &mut String) {
        if self.is_indenting && self.level > 0 && !self.is_first {
            text.push('\n');
            text.push_str(&self.padding());
        }
    }

    fn padding(self) -> String {
        "  ".repeat(self.level)
    }
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Formats an element. Containers use the formats for all types, other elements the formats inside the container's
/// format.
fn element(
    value: &Value,
    format: &StringFormat,
    formats: &StringFormats,
    indentation: Indentation,
) -> Result<String, EvalError> {
    if is_list(value) || matches!(value, Value::Object(_) | Value::Deferred(_)) {
        return convert(value, formats, indentation);
    }
    match &format.inner {
        Some(inner) => convert(value, inner, indentation),
        None => convert(value, &StringFormats::of_elements(), indentation),
    }
}

/// Formats an array.
pub(super) fn array(
    elements: &[Value],
    format: &StringFormat,
    formats: &StringFormats,
    indentation: Indentation,
) -> Result<String, EvalError> {
    if !matches!(format.letter, 'a' | 's' | 'p') {
        return Err(illegal(format, "Array", "asp"));
    }
    let indentation = indentation.indenting(format.is_alternate);
    let inside = Indentation { level: indentation.level + 1, is_first: false, is_indenting: format.is_alternate };
    let texts =
        elements.iter().map(|value| element(value, format, formats, inside)).collect::<Result<Vec<_>, EvalError>>()?;
    let (open, close) = format.delimiters.unwrap_or(("[", "]"));
    let separator = format.separator.as_deref().unwrap_or(", ");
    let breaks = format.is_alternate && format.width.is_some_and(|width| widest(elements, &texts) > width);
    let mut text = String::new();
    indentation.begin(&mut text);
    text.push_str(open);
    for (index, (value, written)) in elements.iter().zip(&texts).enumerate() {
        if index == 0 {
            if breaks && !is_list(value) {
                text.push(' ');
            }
        } else {
            text.push_str(separator);
            let is_after_list = format.is_alternate && is_list(&elements[index - 1]);
            if (breaks || is_after_list) && !is_list(value) {
                if !text.ends_with('\n') {
                    text.truncate(text.trim_end().len());
                }
                text.push('\n');
                text.push_str(&inside.padding());
            }
        }
        if text.ends_with(' ') && written.starts_with('\n') {
            text.truncate(text.trim_end().len());
        }
        text.push_str(written);
    }
    text.push_str(close);
    Ok(text)
}

/// Returns the length of the longest run of elements that are not arrays or hashes.
fn widest(elements: &[Value], texts: &[String]) -> usize {
    let (mut widest, mut run) = (0, 0);
    for (value, text) in elements.iter().zip(texts) {
        run = if is_list(value) { 0 } else { run + text.chars().count() };
        widest = widest.max(run);
    }
    widest
}

/// Formats a hash.
pub(super) fn hash(
    hash: &Hash,
    format: &StringFormat,
    formats: &StringFormats,
    indentation: Indentation,
) -> Result<String, EvalError> {
    if format.letter == 'a' {
        let pairs: Vec<Value> = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect();
        let format = formats.of(&Value::array([]));
        return array(&pairs, &format, formats, indentation);
    }
    if !matches!(format.letter, 'h' | 's' | 'p') {
        return Err(illegal(format, "Hash", "hasp"));
    }
    let indentation = indentation.indenting(format.is_alternate);
    let inside = Indentation { level: indentation.level + 1, is_first: true, is_indenting: false };
    let mut separator = format.separator.clone().unwrap_or_else(|| ", ".to_owned());
    let assignment = format.separator2.as_deref().unwrap_or(" => ");
    let (line_end, padding) = if format.is_alternate { ("\n", inside.padding()) } else { ("", String::new()) };
    if format.is_alternate {
        if !separator.ends_with('\n') {
            separator.truncate(separator.trim_end().len());
        }
        separator.push('\n');
    }
    let (open, close) = format.delimiters.unwrap_or(("{", "}"));
    let entries = hash.iter().map(|(key, value)| {
        let key = element(key, format, formats, inside)?;
        let value = element(value, format, formats, inside)?;
        Ok(format!("{padding}{key}{assignment}{value}"))
    });
    let entries = entries.collect::<Result<Vec<String>, EvalError>>()?.join(&separator);
    let mut text = String::new();
    indentation.begin(&mut text);
    text.push_str(&[open, line_end, &entries, line_end].concat());
    if format.is_alternate {
        text.push_str(&indentation.padding());
    }
    text.push_str(close);
    Ok(text)
}

/// Formats an instance of an object type as a constructor call.
pub(super) fn object(value: &Value, format: &StringFormat, indentation: Indentation) -> Result<String, EvalError> {
    let is_indenting = format.is_alternate || indentation.is_indenting;
    match (format.letter, value) {
        ('p', Value::Object(object)) if is_indenting => {
            let inside = Indentation { level: indentation.level + 1, ..indentation };
            let formats = StringFormats::usual();
            let attributes = object.given().map(|(key, value)| {
                let value = element(value, format, &formats, inside)?;
                Ok(format!("{}'{}' => {value}", inside.padding(), key.text()))
            });
            let attributes = attributes.collect::<Result<Vec<String>, EvalError>>()?.join(",\n");
            Ok(format!("{}({{\n{attributes}\n{}}})", object.type_name(), indentation.padding()))
        }
        ('p' | 's', _) => Ok(value.text().as_ref().to_owned()),
        ('q', _) => Ok(value.inspect()),
        _ => Err(illegal(format, "Object", "spq")),
    }
}
