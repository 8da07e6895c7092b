//! The file `csr_attributes.yaml`: attributes and extensions of a certificate request.

use std::path::Path;

use catalog::Value;
use engine::input;
use identity::RequestOptions;
use ownership::Checker;

use crate::error::AgentError;

/// Reads the file; without it, a request has neither attributes nor extensions.
///
/// # Errors
/// Returns an error if the file cannot be read, other users can change it, or it has an unknown key.
pub(super) fn read(path: &Path, checker: &Checker) -> Result<RequestOptions, AgentError> {
    if !path.exists() {
        return Ok(RequestOptions::default());
    }
    let failed = |reason: String| AgentError::file(path)(std::io::Error::other(reason));
    let content = input::read_yaml(path, checker).map_err(|error| failed(format!("{error:#}")))?;
    let Value::Hash(sections) = content else {
        return Err(failed("invalid CSR attributes, expected a hash".to_owned()));
    };
    let mut options = RequestOptions::default();
    for (name, section) in sections {
        let name = text(&name).unwrap_or_default();
        let Value::Hash(entries) = section else { return Err(failed(format!("'{name}' is not a hash"))) };
        let pair = |(key, value): (Value, Value)| {
            let key = text(&key).ok_or_else(|| failed(format!("a key of '{name}' is not a text")))?;
            let value =
                text(&value).ok_or_else(|| failed(format!("the value of '{key}' in '{name}' is not a text")))?;
            Ok((key, value))
        };
        let entries = entries.into_iter().map(pair).collect::<Result<Vec<_>, AgentError>>()?;
        match name.as_str() {
            "custom_attributes" => options.attributes = entries,
            "extension_requests" => options.extensions = entries,
            _ => {
                return Err(failed(format!(
                    "unexpected attribute '{name}'; custom_attributes and extension_requests are supported"
                )));
            }
        }
    }
    Ok(options)
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.to_string()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(value) => Some(value.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<RequestOptions, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("csr_attributes.yaml");
        std::fs::write(&path, text).unwrap();
        read(&path, &Checker::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn csr_attributes_are_read_as_in_puppet() {
        let text =
            "custom_attributes:\n  1.2.840.113549.1.9.7: token\nextension_requests:\n  pp_role: web\n  pp_zone: 3\n";
        let found = options(text).unwrap();
        assert_eq!(found.attributes, [("1.2.840.113549.1.9.7".to_owned(), "token".to_owned())]);
        let expected = [("pp_role", "web"), ("pp_zone", "3")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(found.extensions, expected);
        assert_eq!(read(Path::new("/nonexistent"), &Checker::default()).unwrap(), RequestOptions::default());
    }

    #[test]
    fn csr_attributes_reject_unknown_sections_and_values() {
        assert!(options("extensions:\n  pp_role: web\n").unwrap_err().contains("unexpected attribute 'extensions'"));
        assert!(options("extension_requests:\n  pp_role: [web]\n").unwrap_err().contains("'pp_role'"));
        assert!(options("- a\n").unwrap_err().contains("expected a hash"));
    }
}
