//! Conversion between tables of the contract and the form of values in requests and replies: strings, numbers, booleans and
//! null as such, everything else as an array whose first element is the kind.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};

use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::secrets;
use crate::bindings::marotte::provider::values::{Arena, Row, Sheet, Span, Table, Value};
use crate::other;
use crate::types::Columns;

/// What Ruby code receives for a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrets {
    /// Nothing: attributes with secrets are omitted.
    Hidden,
    /// The secret, if it is granted.
    Revealed,
}

/// Returns a string of a reply; empty for anything else.
pub(crate) fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// Returns the title of a row.
pub(crate) fn title<'t>(table: &'t Table, row: &Row) -> &'t str {
    part(&table.arena, row.title)
}

fn part(arena: &Arena, span: Span) -> &str {
    arena.text.get(span.start as usize..(span.start + span.length) as usize).unwrap_or_default()
}

/// Returns the rows for a request: id, title and values by name.
///
/// # Errors
/// Returns an error if Ruby code has no right to a secret.
pub(crate) fn encoded_rows(table: &Table, columns: &Columns, hidden: Secrets) -> Result<Json, Error> {
    let row = |row: &Row| {
        let mut values = vec![json!("h")];
        let mut wanted = Vec::new();
        for (column, node) in &row.slots {
            let Some(name) = columns.name(*column) else { continue };
            wanted.push(json!(name));
            let value = encoded(&table.arena, *node, hidden).map_err(|error| Error {
                message: format!("the value of '{name}' is secret: {}", error.message),
                ..error
            })?;
            if let Some(value) = value {
                values.extend([json!(name), value]);
            }
        }
        Ok(json!({ "id": row.id, "title": title(table, row), "values": values, "wanted": wanted }))
    };
    table.rows.iter().map(row).collect()
}

/// Returns a value for a request; `None` for a secret that Ruby code does not receive.
///
/// # Errors
/// Returns an error if Ruby code has no right to a secret.
pub(crate) fn encoded(arena: &Arena, node: u32, hidden: Secrets) -> Result<Option<Json>, Error> {
    let Some(value) = arena.values.get(node as usize) else { return Ok(None) };
    Ok(Some(match value {
        Value::Undef => Json::Null,
        Value::Boolean(flag) => json!(flag),
        Value::Integer(number) => json!(number),
        Value::Float(number) if number.is_finite() => json!(number),
        Value::Float(number) if number.is_nan() => json!(["f", "NaN"]),
        Value::Float(number) => json!(["f", if *number > 0.0 { "Infinity" } else { "-Infinity" }]),
        Value::Text(span) => json!(part(arena, *span)),
        Value::Binary(bytes) => json!(["b", BASE64_STANDARD.encode(bytes)]),
        Value::Array(nodes) => {
            let mut parts = vec![json!("a")];
            for node in nodes {
                let Some(part) = encoded(arena, *node, hidden)? else { return Ok(None) };
                parts.push(part);
            }
            json!(parts)
        }
        Value::Hash(entries) => {
            let mut parts = vec![json!("h")];
            for (key, value) in entries {
                for node in [key, value] {
                    let Some(part) = encoded(arena, *node, hidden)? else { return Ok(None) };
                    parts.push(part);
                }
            }
            json!(parts)
        }
        Value::Secret(token) => match hidden {
            Secrets::Hidden => return Ok(None),
            Secrets::Revealed => json!(["s", secrets::reveal(*token)?]),
        },
        Value::Other((kind, shown)) if kind == "Regexp" => json!(["r", shown]),
        Value::Other((kind, _)) if kind == "Default" => json!(["y", "default"]),
        Value::Other((_, shown)) => json!(shown),
    }))
}

/// Returns a value without secrets; `None` if it contains one.
fn without_secrets(arena: &Arena, node: u32) -> Option<Json> {
    // Only the right to a secret can be missing.
    encoded(arena, node, Secrets::Hidden).unwrap_or_default()
}

/// Returns the slots of a row that contain secrets.
pub(crate) fn secret_slots(table: &Table, row: &Row, arena: &mut ArenaBuilder) -> Vec<(u16, u32)> {
    let is_secret = |node: u32| without_secrets(&table.arena, node).is_none();
    let slots = row.slots.iter().filter(|(_, node)| is_secret(*node));
    slots.map(|(column, node)| (*column, arena.copy(&table.arena, *node))).collect()
}

/// Returns a resource that Ruby code adds or changes, as a table with one row.
///
/// # Errors
/// Returns an error if a value is secret: the host would not know that it is.
pub(crate) fn sheet(found: &Json) -> Result<Sheet, Error> {
    let values = found["values"].as_array().map(|parts| parts.get(1..).unwrap_or_default()).unwrap_or_default();
    let mut arena = ArenaBuilder::default();
    let (mut columns, mut slots) = (Vec::new(), Vec::new());
    for entry in values.chunks_exact(2) {
        if has_secret(&entry[1]) {
            let (name, type_name) = (text(&entry[0]), text(&found["type"]));
            return Err(other(format!("Ruby code cannot set '{name}' of another resource ({type_name}) to a secret")));
        }
        if let Ok(column) = u16::try_from(columns.len()) {
            columns.push(text(&entry[0]).to_owned());
            slots.push((column, arena.value(&entry[1])));
        }
    }
    let title = arena.span(text(&found["title"]));
    let id = found["source"].as_u64().and_then(|id| u32::try_from(id).ok()).unwrap_or_default();
    let rows = arena.table(vec![Row { id, title, slots }]);
    Ok(Sheet { type_name: text(&found["type"]).to_lowercase(), columns, rows })
}

/// Returns whether a value of a reply contains a secret.
fn has_secret(json: &Json) -> bool {
    let Json::Array(parts) = json else { return false };
    parts.first().is_some_and(|kind| kind == "s") || parts.iter().any(has_secret)
}

/// Collects values, children before their parents.
#[derive(Debug, Default)]
pub(crate) struct ArenaBuilder {
    values: Vec<Value>,
    text: String,
}

impl ArenaBuilder {
    /// Returns a table with the collected values.
    pub(crate) fn table(self, rows: Vec<Row>) -> Table {
        Table { arena: self.finish(), rows }
    }

    /// Returns the arena.
    pub(crate) fn finish(self) -> Arena {
        Arena { values: self.values, text: self.text }
    }

    /// Adds a text.
    pub(crate) fn span(&mut self, text: &str) -> Span {
        let span = Span { start: self.text.len() as u32, length: text.len() as u32 };
        self.text.push_str(text);
        span
    }

    /// Adds the values of a hash whose keys are names of attributes. Other keys are omitted.
    pub(crate) fn slots(&mut self, hash: &Json, columns: &Columns) -> Vec<(u16, u32)> {
        let entries = hash.as_array().map(|parts| parts.get(1..).unwrap_or_default()).unwrap_or_default();
        let mut slots = Vec::with_capacity(entries.len() / 2);
        for entry in entries.chunks_exact(2) {
            if let Some(column) = columns.number(text(&entry[0])) {
                slots.push((column, self.value(&entry[1])));
            }
        }
        slots.sort_unstable();
        slots
    }

    /// Adds a value of a reply.
    pub(crate) fn value(&mut self, json: &Json) -> u32 {
        let value = match json {
            Json::Null => Value::Undef,
            Json::Bool(flag) => Value::Boolean(*flag),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Value::Integer(integer),
                None => Value::Float(number.as_f64().unwrap_or_default()),
            },
            Json::String(text) => Value::Text(self.span(text)),
            Json::Object(_) => Value::Undef,
            Json::Array(parts) => self.tagged(parts),
        };
        self.push(value)
    }

    fn tagged(&mut self, parts: &[Json]) -> Value {
        let rest = parts.get(1..).unwrap_or_default();
        let first = rest.first().map(text).unwrap_or_default();
        match parts.first().map(text).unwrap_or_default() {
            "a" => Value::Array(rest.iter().map(|part| self.value(part)).collect()),
            "h" => {
                Value::Hash(rest.chunks_exact(2).map(|entry| (self.value(&entry[0]), self.value(&entry[1]))).collect())
            }
            "b" => Value::Binary(BASE64_STANDARD.decode(first).unwrap_or_default()),
            "f" => Value::Float(match first {
                "NaN" => f64::NAN,
                "Infinity" => f64::INFINITY,
                _ => f64::NEG_INFINITY,
            }),
            "r" => Value::Other(("Regexp".to_owned(), first.to_owned())),
            // The value of a secret is not passed to the host as a plain text.
            "s" => Value::Text(self.span("[redacted]")),
            _ => Value::Text(self.span(first)),
        }
    }

    fn push(&mut self, value: Value) -> u32 {
        self.values.push(value);
        self.values.len() as u32 - 1
    }

    /// Copies a value of another arena.
    fn copy(&mut self, from: &Arena, node: u32) -> u32 {
        let value = match &from.values[node as usize] {
            Value::Array(nodes) => Value::Array(nodes.iter().map(|node| self.copy(from, *node)).collect()),
            Value::Hash(entries) => Value::Hash(
                entries.iter().map(|(key, value)| (self.copy(from, *key), self.copy(from, *value))).collect(),
            ),
            Value::Text(span) => Value::Text(self.span(part(from, *span))),
            other => other.clone(),
        };
        self.push(value)
    }
}

/// Returns the value of an arena in the form of answers.
pub(crate) fn of_arena(arena: &Arena) -> Json {
    let last = arena.values.len().checked_sub(1).and_then(|last| u32::try_from(last).ok());
    last.and_then(|last| without_secrets(arena, last)).unwrap_or_default()
}

/// Returns the resources of a table in the form of answers: id, type, title and attributes.
pub(crate) fn resources(table: &Table, type_name: &str, columns: &[String]) -> Vec<Json> {
    let row = |row: &Row| {
        let mut values = vec![json!("h")];
        for (column, node) in &row.slots {
            let (name, value) = (columns.get(usize::from(*column)), without_secrets(&table.arena, *node));
            if let (Some(name), Some(value)) = (name, value) {
                values.extend([json!(name), value]);
            }
        }
        json!({ "id": row.id, "type": type_name, "title": title(table, row), "attributes": values })
    };
    table.rows.iter().map(row).collect()
}
