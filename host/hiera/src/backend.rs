//! Data files: read through the world, once per compilation, and parsed as YAML, JSON or HOCON.

use std::sync::Arc;

use value::{EvalError, FileLocation, Hash, Strict, Value, yaml};

use crate::hocon;
use crate::issue;
use crate::lookup::Lookup;

/// Format of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataFormat {
    /// Plain text, not parsed.
    Text,
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// HOCON.
    Hocon,
}

impl Lookup<'_> {
    /// Returns the data of the file named by the `path` option of a data function.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or parsed.
    pub fn data_of(&mut self, options: &Value, format: DataFormat) -> Result<Value, EvalError> {
        let path = options.as_hash().and_then(|options| options.text("path")).map(Value::text).unwrap_or_default();
        self.data_file(&path, format)
    }

    /// Returns the content of a file: a string for plain text, otherwise the hash of its data.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or parsed.
    pub fn data_file(&mut self, path: &str, format: DataFormat) -> Result<Value, EvalError> {
        let key = (format, path.to_owned());
        if let Some(known) = self.state().files.get(&key) {
            return Ok(known.clone());
        }
        let text =
            self.host.world().text(FileLocation::Anywhere, path).map_err(|error| EvalError::new(error.to_string()))?;
        let Some(text) = text else {
            return Err(EvalError::new(format!("The data file '{path}' does not exist")));
        };
        let text = text.text.strip_prefix('\u{feff}').map_or(&*text.text, |text| text);
        let data = match format {
            DataFormat::Text => text.into(),
            DataFormat::Yaml => self.yaml_data(path, text)?,
            DataFormat::Json => json(text).map_err(|error| {
                let reason = value::json_fault(&error);
                issue::unreadable_data(format!("({path}): {reason}"))
            })?,
            DataFormat::Hocon => {
                hocon::parse(text).map_err(|reason| issue::unreadable_data(format!("({path}): {reason}")))?
            }
        };
        self.state().files.insert(key, data.clone());
        Ok(data)
    }

    fn yaml_data(&mut self, path: &str, text: &str) -> Result<Value, EvalError> {
        let parsed = yaml::parse_with_duplicates(text);
        let (data, duplicates) = parsed.map_err(|error| issue::unreadable_yaml(&error, path, text))?;
        for line in duplicates {
            self.warn(issue::duplicate_key(path, line, text));
        }
        if matches!(data, Value::Hash(_)) {
            return Ok(data);
        }
        let (message, hint) =
            (issue::not_a_yaml_hash(path), "the top level of a data file consists of lines 'key: value'");
        let is_empty = matches!(data, Value::Undef | Value::Boolean(false));
        if self.host.settings().strict == Strict::Error && !is_empty {
            return Err(issue::lookup_error(message).with_hint(hint));
        }
        let warning = issue::warning(message);
        self.host.log_diagnostic(if is_empty { warning } else { warning.with_hint(hint) });
        Ok(Hash::default().into())
    }
}

/// Parses JSON as Ruby does.
fn json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).map(from_json)
}

/// Converts parsed JSON. The parser limits the depth.
fn from_json(value: serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Undef,
        serde_json::Value::Bool(value) => value.into(),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(integer) => integer.into(),
            None => number.as_f64().unwrap_or(f64::NAN).into(),
        },
        serde_json::Value::String(text) => text.into(),
        serde_json::Value::Array(elements) => elements.into_iter().map(from_json).collect(),
        serde_json::Value::Object(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (Value::String(Arc::from(key)), from_json(value)));
            entries.collect::<Hash>().into()
        }
    }
}
