//! The content of a file: its fragments in the catalog, the content of each, and the joined result. Sensitive
//! content is never read.

use marotte_sdk::json;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{CatalogResource, Want};

use crate::merge::merge;
use crate::order::sort;
use crate::{ConcatFile, Format};

/// The attributes requested for each fragment.
const COLUMNS: [&str; 6] = ["name", "target", "tag", "order", "content", "source"];

/// Maximum size of a source.
const LONGEST: u32 = 32 << 20;

/// A fragment with its sort key.
struct Fragment {
    order: String,
    name: String,
    content: Content,
}

enum Content {
    Bytes(Vec<u8>),
    Secret(Value),
}

/// Returns the content of a file.
pub(crate) fn content(system: &impl ReadSystem, row: &Row<ConcatFile>) -> Result<Value> {
    let found = system.find("concat_fragment", &COLUMNS.map(str::to_owned));
    let own = found.iter().filter(|found| is_meant(row, found));
    let mut pieces: Vec<Fragment> = own.map(|found| piece(system, row, found)).collect::<Result<_>>()?;
    sort(&mut pieces, row.order, |piece| (&piece.order, &piece.name)).map_err(Error::invalid)?;
    if let [Fragment { content: Content::Secret(secret), .. }] = &pieces[..]
        && row.format == Format::Plain
    {
        return Ok(secret.clone());
    }
    let pieces: Vec<(String, Vec<u8>)> = pieces.into_iter().map(clear).collect::<Result<_>>()?;
    let together = match row.format {
        Format::Plain => return Ok(plain(pieces)),
        Format::Yaml => return Err(Error::invalid("YAML is not supported")),
        Format::JsonArray | Format::JsonArrayPretty => Value::Array(pieces.iter().map(parsed).collect::<Result<_>>()?),
        Format::Json | Format::JsonPretty => {
            let mut together = Value::Hash(Vec::new());
            for piece in &pieces {
                let note = |message: &str| system.debug(row, message);
                together = merge(together, parsed(piece)?, row.force, &note).map_err(Error::invalid)?;
            }
            together
        }
    };
    let is_pretty = matches!(row.format, Format::JsonPretty | Format::JsonArrayPretty);
    let text = if is_pretty { json::pretty(&together) } else { json::compact(&together) };
    text.map(Value::Text)
}

fn value<'a>(found: &'a CatalogResource, name: &str) -> Option<&'a Value> {
    let column = COLUMNS.iter().position(|column| *column == name);
    found.values.iter().find(|(known, _)| Some(usize::from(*known)) == column).map(|(_, value)| value)
}

fn text<'a>(found: &'a CatalogResource, name: &str) -> Option<&'a str> {
    match value(found, name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

fn is_meant(row: &Row<ConcatFile>, found: &CatalogResource) -> bool {
    let tag = value(found, "tag");
    let is_one_of = |tags: &Value| matches!(tags, Value::Array(tags) if tag.is_some_and(|tag| tags.contains(tag)));
    text(found, "target").is_some_and(|target| target == row.path || target == row.title())
        || tag.is_some() && tag == row.tag.as_ref()
        || row.tag.as_ref().is_some_and(is_one_of)
}

fn piece(system: &impl ReadSystem, row: &Row<ConcatFile>, found: &CatalogResource) -> Result<Fragment> {
    let content = match (value(found, "content"), value(found, "source")) {
        (Some(Value::Text(text)), _) => Content::Bytes(text.clone().into_bytes()),
        (Some(secret), _) => Content::Secret(secret.clone()),
        (None, source) => Content::Bytes(read(system, row, source)?),
    };
    let content = match content {
        Content::Bytes(mut bytes) if row.ensure_newline && !bytes.ends_with(b"\n") => {
            bytes.push(b'\n');
            Content::Bytes(bytes)
        }
        other => other,
    };
    let name = text(found, "name").unwrap_or(&found.title).to_owned();
    Ok(Fragment { order: text(found, "order").unwrap_or_default().to_owned(), name, content })
}

/// Reads the first source that exists.
fn read(system: &impl ReadSystem, row: &Row<ConcatFile>, sources: Option<&Value>) -> Result<Vec<u8>> {
    let sources: Vec<&str> = match sources {
        Some(Value::Array(sources)) => sources.iter().filter_map(as_text).collect(),
        other => other.and_then(as_text).into_iter().collect(),
    };
    for source in &sources {
        let place = row.place(*source);
        if let Ok(Some(_)) = system.stat_one(&place, true, Want::empty()) {
            let bytes = match system.read(&place, 0, LONGEST) {
                // Another process removed it.
                Err(error) if error.code == Code::NotFound => continue,
                bytes => bytes?,
            };
            if bytes.len() == LONGEST as usize {
                return Err(Error::invalid(format!("{source} is longer than {LONGEST} bytes")));
            }
            return Ok(bytes);
        }
    }
    Err(Error::new(Code::NotFound, format!("Could not retrieve source(s) {}", sources.join(", "))))
}

fn as_text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn clear(piece: Fragment) -> Result<(String, Vec<u8>)> {
    match piece.content {
        Content::Bytes(bytes) => Ok((piece.name, bytes)),
        Content::Secret(_) => Err(Error::invalid(format!(
            "The content of Concat_fragment[{}] is Sensitive and cannot be joined with other fragments",
            piece.name
        ))),
    }
}

fn plain(pieces: Vec<(String, Vec<u8>)>) -> Value {
    let bytes = pieces.into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>().concat();
    String::from_utf8(bytes).map_or_else(|error| Value::Binary(error.into_bytes()), Value::Text)
}

fn parsed((name, bytes): &(String, Vec<u8>)) -> Result<Value> {
    let parsed = str::from_utf8(bytes).map_err(|_| Error::invalid("it is not UTF-8")).and_then(json::parse);
    parsed.map_err(|error| Error::invalid(format!("Concat_fragment[{name}] is not valid JSON: {}", error.message)))
}
