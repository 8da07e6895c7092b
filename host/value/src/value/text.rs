//! Text forms of values: interpolation in strings (`"${x}"`), and Ruby's inspect form, which `fail`, `sprintf` and the
//! log functions use inside arrays and hashes. Secrets are always redacted.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use ruby::escape::append_quoted;
use ruby::number::float_text as float;

use super::{Deferred, MAXIMUM_TEXT, Object, Value};

/// Replacement text for a secret.
const REDACTED: &str = "Sensitive [value redacted]";

impl Value {
    /// Returns the text used by interpolation: `undef` is empty, strings in arrays are not quoted.
    #[must_use]
    pub fn text(&self) -> Arc<str> {
        match self {
            Self::String(text) => Arc::clone(text),
            Self::Undef => "".into(),
            other => {
                let mut text = String::new();
                other.append_to(&mut text);
                text.into()
            }
        }
    }

    /// Appends [`Value::text`] to a string, up to the maximum length of strings.
    pub fn append_to(&self, text: &mut String) {
        // Writing fails only if the string is too long, which the caller checks.
        let _ = write!(BoundedWriter(text), "{self}");
    }

    /// Returns the text of Ruby's `to_s`: like [`Value::text`], but arrays and hashes as [`Value::inspect`], and
    /// regular expressions with their options.
    #[must_use]
    pub fn ruby(&self) -> Arc<str> {
        match self {
            Self::Regexp(regex) => format!("(?-mix:{})", regex.source()).into(),
            Self::Array(_) | Self::Hash(_) => self.inspect().into(),
            other => other.text(),
        }
    }

    /// Returns the text of Ruby's `inspect`: `["a", nil]`, `{"a"=>1}`.
    #[must_use]
    pub fn inspect(&self) -> String {
        let mut text = String::new();
        inspect(self, &mut text);
        text
    }
}

/// Formats the value as in interpolation.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undef => Ok(()),
            Self::Default => formatter.write_str("default"),
            Self::Boolean(value) => write!(formatter, "{value}"),
            Self::Integer(value) => write!(formatter, "{value}"),
            Self::Float(value) => formatter.write_str(&float(*value)),
            Self::String(text) => formatter.write_str(text),
            Self::Array(elements) => {
                formatter.write_char('[')?;
                for (index, element) in elements.iter().enumerate() {
                    write!(formatter, "{}{element}", if index > 0 { ", " } else { "" })?;
                }
                formatter.write_char(']')
            }
            Self::Hash(hash) => {
                formatter.write_char('{')?;
                for (index, (key, value)) in hash.iter().enumerate() {
                    write!(formatter, "{}{key} => {value}", if index > 0 { ", " } else { "" })?;
                }
                formatter.write_char('}')
            }
            Self::Regexp(regex) => write!(formatter, "{regex}"),
            Self::Type(data_type) => write!(formatter, "{data_type}"),
            Self::Reference(reference) => write!(formatter, "{reference}"),
            Self::Sensitive(_) => formatter.write_str(REDACTED),
            Self::Binary(bytes) => formatter.write_str(&datatype::base64::encode(bytes)),
            Self::Timestamp(time) => write!(formatter, "{time}"),
            Self::Timespan(span) => write!(formatter, "{span}"),
            Self::SemVer(version) => write!(formatter, "{version}"),
            Self::SemVerRange(range) => write!(formatter, "{range}"),
            Self::Uri(uri) => write!(formatter, "{uri}"),
            Self::Iterator(lazy) => write!(formatter, "Iterator[{}]-Value", lazy.element_type().generalize()),
            Self::Deferred(call) => write!(formatter, "{call}"),
            Self::Object(object) => write!(formatter, "{object}"),
            Self::Collector(_) => formatter.write_str("Catalog-Collector"),
        }
    }
}

/// Formats the value as in Ruby's `inspect`.
impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.inspect())
    }
}

impl fmt::Display for Deferred {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(arguments) = &self.arguments else {
            return write!(formatter, "Deferred({{'name' => '{}'}})", self.name);
        };
        write!(formatter, "Deferred({{'name' => '{}', 'arguments' => [", self.name)?;
        for (index, argument) in arguments.iter().enumerate() {
            write!(formatter, "{}", if index > 0 { ", " } else { "" })?;
            quoted(argument, formatter)?;
        }
        formatter.write_str("]})")
    }
}

impl fmt::Display for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}({{", self.type_name())?;
        for (index, (key, value)) in self.given().enumerate() {
            write!(formatter, "{}'{key}' => ", if index > 0 { ", " } else { "" })?;
            quoted(value, formatter)?;
        }
        formatter.write_str("})")
    }
}

/// Writes a value in the syntax of a manifest.
fn quoted(value: &Value, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::String(text) => write!(formatter, "'{text}'"),
        Value::Undef => formatter.write_str("undef"),
        Value::Array(elements) => {
            formatter.write_char('[')?;
            for (index, element) in elements.iter().enumerate() {
                write!(formatter, "{}", if index > 0 { ", " } else { "" })?;
                quoted(element, formatter)?;
            }
            formatter.write_char(']')
        }
        Value::Hash(hash) => {
            formatter.write_char('{')?;
            for (index, (key, value)) in hash.iter().enumerate() {
                write!(formatter, "{}", if index > 0 { ", " } else { "" })?;
                quoted(key, formatter)?;
                formatter.write_str(" => ")?;
                quoted(value, formatter)?;
            }
            formatter.write_char('}')
        }
        other => write!(formatter, "{other}"),
    }
}

fn inspect(value: &Value, text: &mut String) {
    if text.len() > MAXIMUM_TEXT {
        return;
    }
    match value {
        Value::Undef => text.push_str("nil"),
        Value::Default => text.push_str(":default"),
        Value::String(string) => append_quoted(string, text),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                inspect(element, text);
            }
            text.push(']');
        }
        Value::Hash(hash) => {
            text.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                inspect(key, text);
                text.push_str("=>");
                inspect(value, text);
            }
            text.push('}');
        }
        Value::Sensitive(_) => {
            text.push_str("#<");
            text.push_str(REDACTED);
            text.push('>');
        }
        Value::Uri(uri) => {
            // Ruby has a class for each scheme it supports.
            let class = match uri.scheme.as_deref().map(str::to_ascii_lowercase).as_deref() {
                Some("file") => "File",
                Some("ftp") => "FTP",
                Some("http") => "HTTP",
                Some("https") => "HTTPS",
                Some("ldap") => "LDAP",
                Some("ldaps") => "LDAPS",
                Some("mailto") => "MailTo",
                Some("ws") => "WS",
                Some("wss") => "WSS",
                _ => "Generic",
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "#<URI::{class} {uri}>");
        }
        Value::Reference(reference) => {
            let _ = write!(text, "{reference}{{:name=>");
            append_quoted(&reference.title, text);
            text.push('}');
        }
        other => other.append_to(text),
    }
}

/// Writes to a string until it exceeds the maximum length. The rest is dropped, and the caller rejects the result.
struct BoundedWriter<'t>(&'t mut String);

impl fmt::Write for BoundedWriter<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() > MAXIMUM_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hash;
    use super::*;

    #[test]
    fn floats_are_printed_as_in_ruby() {
        let printed = [1.0, -2.5, 1e20, 1e-5, 1.5e-7, 1e14, 1e15, 0.0001, 1_234_567_890_123_456.8].map(float);
        assert_eq!(
            printed,
            [
                "1.0",
                "-2.5",
                "1.0e+20",
                "1.0e-05",
                "1.5e-07",
                "100000000000000.0",
                "1.0e+15",
                "0.0001",
                "1234567890123456.8"
            ]
        );
    }

    #[test]
    fn text_and_inspect_differ_inside_arrays() {
        let mut hash = Hash::default();
        hash.insert("a", Value::Undef);
        let value = Value::array([Value::from(1_i64), Value::from("x\n"), Value::hash(hash), Value::Default]);
        assert_eq!(&*value.text(), "[1, x\n, {a => }, default]");
        assert_eq!(value.inspect(), r#"[1, "x\n", {"a"=>nil}, :default]"#);
    }

    #[test]
    fn secrets_are_redacted() {
        let secret = Value::array([Value::sensitive("canary".into())]);
        assert!(!format!("{secret} {secret:?} {} {}", secret.inspect(), secret.ruby()).contains("canary"));
    }
}
