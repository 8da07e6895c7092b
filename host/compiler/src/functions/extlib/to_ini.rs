//! `extlib::to_ini`: converts a hash of sections to an INI file.

use value::{EvalError, Hash, Value, class_name};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::to_ini",
    "Converts a hash of sections with hashes of settings to an INI file. The second hash changes the format: `header`, \
     `section_prefix`, `section_suffix`, `key_val_separator`, `quote_char`, `quote_booleans` and `quote_numerics`.",
    &[Overload::new("Hash $data, Hash $settings?", written)],
)
.returning("String");

/// Form of an INI file.
struct Format {
    header: String,
    section: [String; 2],
    separator: String,
    quote: String,
    quotes_booleans: bool,
    quotes_numbers: bool,
}

impl Format {
    fn new(settings: &Value) -> Self {
        let setting = |name: &str| settings.as_hash().and_then(|settings| settings.text(name));
        let text = |name: &str, default: &str| {
            setting(name).map_or_else(|| default.to_owned(), |text| text.ruby().as_ref().to_owned())
        };
        Self {
            header: text("header", "# THIS FILE IS CONTROLLED BY PUPPET"),
            section: [text("section_prefix", "["), text("section_suffix", "]")],
            separator: text("key_val_separator", "="),
            quote: text("quote_char", "\""),
            quotes_booleans: setting("quote_booleans").is_none_or(Value::is_true),
            quotes_numbers: setting("quote_numerics").is_none_or(Value::is_true),
        }
    }

    fn line(&self, key: &Value, value: &Value) -> String {
        let is_quoted = match value {
            Value::Boolean(_) => self.quotes_booleans,
            Value::Integer(_) | Value::Float(_) => self.quotes_numbers,
            _ => true,
        };
        let quote = if is_quoted { self.quote.as_str() } else { "" };
        format!("{}{}{quote}{}{quote}", key.ruby(), self.separator, value.ruby())
    }
}

fn written(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let format = Format::new(call.argument(1));
    let data = call.argument(0);
    data.check_weight()?;
    let mut lines = vec![format.header.clone(), String::new()];
    for (section, settings) in data.as_hash().into_iter().flat_map(Hash::iter) {
        let [prefix, suffix] = &format.section;
        lines.push(format!("{prefix}{}{suffix}", section.ruby()));
        let Some(settings) = settings.as_hash() else {
            let (text, class) = (settings.inspect(), class_name(settings));
            return Err(EvalError::new(format!("undefined method `each' for {text}:{class}")));
        };
        lines.extend(settings.iter().map(|(key, value)| format.line(key, value)));
        lines.push(String::new());
    }
    Ok(Value::from(lines.join("\n")))
}
