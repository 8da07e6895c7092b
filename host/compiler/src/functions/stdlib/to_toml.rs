//! `to_toml`: converts a hash to TOML.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_toml",
    "Converts a hash to a TOML document, with the keys of each table in alphabetical order.",
    &[Overload::new("Hash $data", |call| {
        let data = call.argument(0);
        data.check_weight()?;
        let mut text = String::new();
        if let Some(table) = data.as_hash() {
            write_table(&mut text, table, &mut Vec::new())?;
        }
        Ok(Value::from(text))
    })],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_toml");

/// Writes a table with its heading, unless it has only tables itself.
fn write_table(text: &mut String, table: &Hash, path: &mut Vec<String>) -> Result<(), EvalError> {
    let has_values = table.iter().any(|(_, value)| kind(value) == Kind::Value);
    if !path.is_empty() && (has_values || table.is_empty()) {
        text.push_str(&format!("[{}]\n", path.join(".")));
    }
    write_entries(text, table, path)
}

/// Writes the entries of a table: values, then tables, then arrays of tables.
fn write_entries(text: &mut String, table: &Hash, path: &mut Vec<String>) -> Result<(), EvalError> {
    let mut entries: Vec<(String, &Value)> = table.iter().map(|(key, value)| (key.ruby().to_string(), value)).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let of_kind = |wanted: Kind| entries.iter().filter(move |(_, value)| kind(value) == wanted);
    for (key, value) in of_kind(Kind::Value) {
        text.push_str(&format!("{} = {}\n", quoted_key(key), shown(value)));
    }
    for (key, value) in of_kind(Kind::Table) {
        let Some(table) = value.as_hash() else { continue };
        path.push(quoted_key(key));
        write_table(text, table, path)?;
        path.pop();
    }
    for (key, value) in of_kind(Kind::Tables) {
        path.push(quoted_key(key));
        for element in value.as_array().unwrap_or_default() {
            let Some(table) = element.as_hash() else {
                let message = format!("to_toml: the array '{key}' contains both hashes and other values");
                return Err(EvalError::new(message));
            };
            text.push_str(&format!("[[{}]]\n", path.join(".")));
            write_entries(text, table, path)?;
        }
        path.pop();
    }
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    Table,
    Tables,
}

fn kind(value: &Value) -> Kind {
    match value {
        Value::Hash(_) => Kind::Table,
        Value::Array(elements) if matches!(elements.first(), Some(Value::Hash(_))) => Kind::Tables,
        _ => Kind::Value,
    }
}

/// Formats a key, in quotes unless it is a valid bare key.
fn quoted_key(key: &str) -> String {
    let is_bare = key.bytes().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-'));
    if is_bare { key.to_owned() } else { format!("\"{}\"", key.replace('"', "\\\"")) }
}

/// Formats a value. Puppet: as Ruby inspects it, but `#` is not escaped in a string.
fn shown(value: &Value) -> String {
    let text = value.inspect();
    match value {
        Value::String(_) => text.replace("\\#{", "#{").replace("\\#$", "#$").replace("\\#@", "#@"),
        _ => text,
    }
}
