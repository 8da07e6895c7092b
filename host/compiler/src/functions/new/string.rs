//! Constructor of strings from any value, with formats by type.

use crate::evaluator::{Function, Overload};
use crate::functions::{sprintf, string_case};

mod container;
mod format;

use container::Indentation;
use format::{StringFormat, StringFormats};
use value::{EvalError, Value};

/// `String`
pub(super) static STRING: Function = Function::new(
    "new_string",
    "Converts any value to a string, with optional formats by type.",
    &[Overload::new("Convertible $from, Formats $string_formats?", |call| {
        let value = call.argument(0);
        value.check_weight()?;
        let formats = match call.argument(1) {
            Value::Undef | Value::Default => StringFormats::usual(),
            Value::String(format) => StringFormats::usual().overridden(StringFormats::of_value(value, format)?),
            formats => StringFormats::usual().overridden(StringFormats::of_types(formats)?),
        };
        convert(value, &formats, Indentation::default()).map(Value::from)
    })],
)
.with_types(&[
    r"Format = Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]",
    "ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, \
     Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}]",
    "TypeMap = Hash[Type, Variant[Format, ContainerFormat]]",
    "Convertible = Any",
    "Formats = Variant[Default, String[1], TypeMap]",
]);

/// Converts a value to text by the format for its type.
fn convert(value: &Value, formats: &StringFormats, indentation: Indentation) -> Result<String, EvalError> {
    let format = formats.of(value);
    match value {
        Value::Undef => undef(&format),
        Value::Default => default(&format),
        Value::Boolean(value) => boolean(*value, &format),
        Value::Integer(number) => integer(*number, &format),
        Value::Float(number) => float(*number, &format),
        Value::String(text) => string(text, &format),
        Value::Regexp(regex) => regexp(value, regex.source(), &format),
        Value::Binary(bytes) => binary(bytes, &format),
        Value::Type(_) => data_type(value, &format),
        Value::Uri(_) => uri(value, &format),
        Value::Array(elements) => container::array(elements, &format, formats, indentation),
        Value::Iterator(lazy) => {
            let elements: Vec<Value> = lazy.elements().collect();
            let format = formats.of(&Value::array([]));
            container::array(&elements, &format, formats, indentation)
        }
        Value::Hash(hash) => container::hash(hash, &format, formats, indentation),
        Value::Object(_) | Value::Deferred(_) => container::object(value, &format, indentation),
        Value::Sensitive(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Reference(_)
        | Value::Collector(_) => sprintf::format(&format.source, std::slice::from_ref(value)),
    }
}

/// Returns the error for a format letter that is not supported for a type.
fn illegal(format: &StringFormat, type_name: &str, letters: &str) -> EvalError {
    EvalError::new(format!(
        "Illegal format '{}' specified for value of {type_name} type - expected one of the characters '{letters}'",
        format.letter
    ))
}

/// Formats text with another letter in place of the format's own.
fn with_letter(format: &StringFormat, letter: char, text: impl Into<Value>) -> Result<String, EvalError> {
    let mut template = format.source.clone();
    template.pop();
    template.push(letter);
    sprintf::format(&template, &[text.into()])
}

/// Formats text in single quotes, or in double quotes if requested or necessary.
fn quoted(text: &str, is_double: bool) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    if !is_double {
        // Writing to a string cannot fail.
        let _ = datatype::quote(text, &mut quoted);
        return quoted;
    }
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '"' | '$' | '\\' => quoted.extend(['\\', letter]),
            control if control < ' ' => quoted.push_str(&format!("\\u{{{:X}}}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn undef(format: &StringFormat) -> Result<String, EvalError> {
    let is_alternate = format.is_alternate;
    Ok(format.padded(match format.letter {
        'n' if is_alternate => "null",
        'n' => "nil",
        'u' if is_alternate => "undefined",
        'u' => "undef",
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => "NaN",
        'v' => "n/a",
        'V' => "N/A",
        's' if is_alternate => "\"\"",
        's' => "",
        'p' if is_alternate => "\"undef\"",
        'p' => "undef",
        _ => return Err(illegal(format, "Undef", "nudxXobBeEfgGaAvVsp")),
    }))
}

fn default(format: &StringFormat) -> Result<String, EvalError> {
    Ok(format.padded(match (format.letter, format.is_alternate) {
        ('d' | 's' | 'p', true) => "\"default\"",
        ('d' | 's' | 'p', false) => "default",
        ('D', true) => "\"Default\"",
        ('D', false) => "Default",
        _ => return Err(illegal(format, "Default", "dDsp")),
    }))
}

fn boolean(value: bool, format: &StringFormat) -> Result<String, EvalError> {
    let word = match format.letter {
        't' | 's' | 'p' => {
            if value {
                "true"
            } else {
                "false"
            }
        }
        'T' => {
            if value {
                "True"
            } else {
                "False"
            }
        }
        'y' => {
            if value {
                "yes"
            } else {
                "no"
            }
        }
        'Y' => {
            if value {
                "Yes"
            } else {
                "No"
            }
        }
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => return integer(i64::from(value), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => return float(f64::from(u8::from(value)), format),
        _ => return Err(illegal(format, "Boolean", "tTyYdxXobBeEfgGaAsp")),
    };
    let is_short = format.is_alternate && matches!(format.letter, 't' | 'T' | 'y' | 'Y');
    Ok(format.padded(if is_short { &word[..1] } else { word }))
}

fn integer(number: i64, format: &StringFormat) -> Result<String, EvalError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => sprintf::format(&format.source, &[Value::Integer(number)]),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' =>
        {
            #[expect(clippy::cast_precision_loss, reason = "the result is a float")]
            sprintf::format(&format.source, &[Value::Float(number as f64)])
        }
        'c' => {
            let letter = u32::try_from(number).ok().and_then(char::from_u32);
            let letter = letter.ok_or_else(|| EvalError::new("pack(U): value out of range"))?;
            let text = if format.is_alternate { format!("\"{letter}\"") } else { letter.to_string() };
            with_letter(format, 's', text)
        }
        's' => with_letter(format, if format.is_alternate { 'p' } else { 's' }, number.to_string()),
        _ => Err(illegal(format, "Integer", "dxXobBeEfgGaAspc")),
    }
}

fn float(number: f64, format: &StringFormat) -> Result<String, EvalError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => {
            sprintf::format(&format.source, &[Value::Float(number)])
        }
        's' => {
            let text = Value::Float(number).text();
            with_letter(format, 's', if format.is_alternate { format!("\"{text}\"") } else { text.as_ref().to_owned() })
        }
        _ => Err(illegal(format, "Float", "dxXobBeEfgGaAsp")),
    }
}

fn string(text: &str, format: &StringFormat) -> Result<String, EvalError> {
    let changed = match format.letter {
        's' => return sprintf::format(&format.source, &[Value::from(text)]),
        'p' => return Ok(format.padded(&quoted(text, format.is_alternate))),
        'c' => string_case::capitalized(text),
        'C' => text.split("::").map(string_case::capitalized).collect::<Vec<_>>().join("::"),
        'u' => string_case::upcase(text),
        'd' => string_case::downcase(text),
        't' => text.trim_matches(string_case::BLANK).to_owned(),
        _ => return Err(illegal(format, "String", "cCudspt")),
    };
    if format.is_alternate { Ok(format.padded(&quoted(&changed, false))) } else { with_letter(format, 's', changed) }
}

fn regexp(value: &Value, source: &str, format: &StringFormat) -> Result<String, EvalError> {
    match format.letter {
        'p' => with_letter(format, 's', value.text()),
        's' if format.is_alternate => with_letter(format, 's', quoted(source, false)),
        's' => with_letter(format, 's', source),
        _ => Err(illegal(format, "Regexp", "sp")),
    }
}

fn binary(bytes: &[u8], format: &StringFormat) -> Result<String, EvalError> {
    let letter = if format.is_alternate { 'p' } else { 's' };
    let text = match format.letter {
        's' => String::from_utf8(bytes.to_vec()).map_err(|_| EvalError::new("\"\\x80\" from ASCII-8BIT to UTF-8"))?,
        'p' => {
            let text = with_letter(format, 's', datatype::base64::encode(bytes))?;
            return Ok(format!("Binary(\"{text}\")"));
        }
        'b' => datatype::base64::encode_lines(bytes),
        'B' => datatype::base64::encode(bytes),
        'u' => datatype::base64::encode_url_safe(bytes),
        't' => "Binary".to_owned(),
        'T' => "BINARY".to_owned(),
        _ => return Err(illegal(format, "Binary", "bButTsp")),
    };
    with_letter(format, letter, text)
}

fn data_type(value: &Value, format: &StringFormat) -> Result<String, EvalError> {
    let text = value.text();
    match format.letter {
        's' if format.is_alternate => with_letter(format, 's', format!("\"{text}\"")),
        's' | 'p' => with_letter(format, 's', text),
        _ => Err(illegal(format, "Type", "sp")),
    }
}

fn uri(value: &Value, format: &StringFormat) -> Result<String, EvalError> {
    let text = value.text();
    match format.letter {
        'p' => Ok(format!("URI({})", quoted(&text, false))),
        's' if format.is_alternate => with_letter(format, 's', quoted(&text, false)),
        's' => with_letter(format, 's', text),
        _ => Err(illegal(format, "URI", "sp")),
    }
}
