//! The provider `ruby`, named as in the module: it reads, changes and writes the whole file.

use std::collections::BTreeMap;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::edit::Flavor;
use crate::evaluate::{value_in, value_of};
use crate::print::printed;
use crate::setting::{Setting, flattened, is_equal, is_equal_list, is_secret, key_text, number, revealed};
use crate::syntax::{self, Document, Key, names};
use crate::{Ensure, HoconSetting, HoconSettingAttribute, HoconSettingState, Kind, parser};

/// Provider that changes the text of a file.
#[derive(Debug, Default)]
pub struct Hocon;

impl Canonicalize for HoconSetting {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.path.is_empty() {
            problems.error(row, HoconSettingAttribute::Path, "path is a required parameter.");
        } else if !row.path.starts_with('/') {
            let message = format!("File paths must be fully qualified, not '{}'", row.path);
            problems.error(row, HoconSettingAttribute::Path, message);
        }
        if let Err(message) = parser::path(&row.setting) {
            problems.error(row, HoconSettingAttribute::Setting, message);
        }
        if row.value.is_none() && row.ensure == Ensure::Present {
            let message = "value is a required parameter unless ensuring a setting is absent.";
            problems.error(row, HoconSettingAttribute::Value, message);
        }
        if let Some(message) = row.value.as_ref().and_then(|values| mismatch(row.r#type, values)) {
            problems.error(row, HoconSettingAttribute::Value, message);
        }
        if row.r#type == Some(Kind::Number)
            && let Some([Setting(Value::Text(digits))]) = row.value.as_deref()
            && let Some(number) = number(digits)
        {
            row.value = Some(vec![Setting(number)]);
        }
    }
}

/// Returns the message that values do not have the type.
fn mismatch(kind: Option<Kind>, values: &[Setting]) -> Option<String> {
    let (name, is_fine): (_, fn(&Value) -> bool) = match kind? {
        Kind::Array | Kind::ArrayElement => return None,
        Kind::Boolean => ("'boolean'", |value| matches!(value, Value::Boolean(_))),
        Kind::String => ("string", |value| matches!(value, Value::Text(_) | Value::Secret(_))),
        Kind::Text => ("text", |value| matches!(value, Value::Text(_) | Value::Secret(_))),
        Kind::Hash => ("'hash'", |value| matches!(value, Value::Hash(_))),
        Kind::Number => ("'number'", |value| match value {
            Value::Integer(_) | Value::Float(_) => true,
            Value::Text(digits) => number(digits).is_some(),
            _ => false,
        }),
    };
    let found = match values {
        [Setting(value)] if is_fine(value) => return None,
        [Setting(value)] => value.type_name(),
        _ => "Array",
    };
    Some(format!("Type specified as {name} but was {found}"))
}

impl Provider for Hocon {
    type Resource = HoconSetting;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<HoconSetting>]) -> Vec<Result<State<HoconSetting>>> {
        let mut files: BTreeMap<&str, Result<Document>> = BTreeMap::new();
        rows.iter()
            .map(|row| {
                let document = files.entry(&row.path).or_insert_with(|| read(system, row));
                state(row, document.as_ref().map_err(Clone::clone)?, &desired(system, row)?)
            })
            .collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<HoconSetting>,
        _is: &HoconSettingState,
        _changed: &[HoconSettingAttribute],
    ) -> Result<Applied<HoconSettingAttribute>> {
        let mut document = read(system, row)?;
        let path = path(row)?;
        let flavor = if row.path.ends_with(".json") { Flavor::Json } else { Flavor::Hocon };
        match written(row, &document, &path, desired(system, row)?)? {
            Some(value) => document.set(&path, &value, flavor),
            None => document.remove(&path, flavor),
        }
        let mut text = document.to_string();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        parser::document(&row.path, &text)?;
        let path = destination(system, row.id(), row.path.clone())?;
        system.write(&path, &vec![text.into()], &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

fn read(system: &impl ReadSystem, row: &Row<HoconSetting>) -> Result<Document> {
    let text = system.find_text(&row.place(&*row.path), limits::CONFIG_FILE)?;
    parser::document(&row.path, &text.unwrap_or_default())
}

fn path(row: &HoconSetting) -> Result<Vec<Key>> {
    parser::path(&row.setting).map_err(Error::invalid)
}

/// Returns the desired values with the secrets in them.
fn desired(system: &impl ReadSystem, row: &Row<HoconSetting>) -> Result<Vec<Value>> {
    row.value.iter().flatten().map(|Setting(value)| revealed(system, value)).collect()
}

/// Returns the value that is written, or `None` if the setting is removed.
fn written(
    row: &HoconSetting,
    document: &Document,
    path: &[Key],
    mut desired: Vec<Value>,
) -> Result<Option<syntax::Value>> {
    let value = match (row.r#type, row.ensure) {
        (Some(Kind::ArrayElement), ensure) => {
            let mut elements = elements(current(document, row, path)?);
            match ensure {
                Ensure::Absent => elements.retain(|known| !contains(&desired, known)),
                Ensure::Present => {
                    desired.retain(|value| !contains(&elements, value));
                    elements.extend(desired);
                }
            }
            Value::Array(elements)
        }
        (_, Ensure::Absent) => return Ok(None),
        (Some(Kind::Text), _) => {
            let text = desired.first().map(key_text).unwrap_or_default();
            return parser::value(&text).map(Some);
        }
        (Some(Kind::Array), _) => Value::Array(desired),
        _ if desired.len() == 1 => desired.swap_remove(0),
        _ => Value::Array(desired),
    };
    parser::value(&printed(&value)?).map(Some)
}

/// Returns the current value; `None` if the file does not have the setting.
fn current(document: &Document, row: &HoconSetting, path: &[Key]) -> Result<Option<Value>> {
    value_of(document, &names(path))
        .map_err(|error| Error { message: format!("{}: {}", row.path, error.message), ..error })
}

/// Returns the elements of an array; another value has none.
fn elements(value: Option<Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(elements)) => elements,
        _ => Vec::new(),
    }
}

fn contains(values: &[Value], wanted: &Value) -> bool {
    flattened(values).iter().any(|value| is_equal(value, wanted))
}

fn state(row: &Row<HoconSetting>, document: &Document, desired: &[Value]) -> Result<State<HoconSetting>> {
    let path = path(row)?;
    let is_there = document.has(&path);
    let value = if is_there { current(document, row, &path)? } else { None };
    let exists = match row.r#type {
        _ if !is_there => false,
        // Puppet: values of another kind count as missing.
        Some(Kind::Array) => matches!(value, Some(Value::Array(_))),
        Some(Kind::ArrayElement) => {
            let known = elements(value.clone());
            desired.iter().any(|wanted| contains(&known, wanted))
        }
        None => !matches!(&value, Some(Value::Array(elements)) if elements.len() == 1),
        Some(_) => true,
    };
    if !exists {
        return Ok(HoconSettingState::absent().into());
    }
    let values = match value {
        Some(Value::Array(elements)) => elements,
        other => vec![other.unwrap_or_default()],
    };
    let is_insync = row.value.is_none() || is_insync(row, document, &values, desired)?;
    let shown = values.iter().cloned().map(Setting).collect();
    let state = State::new(HoconSettingState { ensure: Some(Ensure::Present), value: Some(shown) });
    let verdict = if is_insync { Verdict::insync } else { Verdict::differs };
    let mut verdict = verdict(HoconSettingAttribute::Value);
    let is_clear = !row.value.iter().flatten().any(|Setting(value)| is_secret(value));
    if row.r#type == Some(Kind::ArrayElement) && is_clear {
        verdict = verdict.change(added(&flattened(&values), desired));
    }
    Ok(state.with(verdict))
}

fn is_insync(row: &HoconSetting, document: &Document, values: &[Value], desired: &[Value]) -> Result<bool> {
    Ok(match row.r#type {
        Some(Kind::ArrayElement) => desired.iter().all(|wanted| contains(values, wanted)),
        Some(Kind::Array) => is_equal_list(values, desired),
        Some(Kind::Text) => {
            let text = desired.first().map(key_text).unwrap_or_default();
            match value_in(document, &parser::value(&text)?)? {
                Some(Value::Array(elements)) => is_equal_list(values, &elements),
                value => is_equal_list(values, &[value.unwrap_or_default()]),
            }
        }
        // Puppet: numbers and Booleans also match their texts.
        _ => {
            let is_text = |(is, wanted): (&Value, &Value)| match is {
                Value::Text(text) => !matches!(wanted, Value::Array(_) | Value::Hash(_)) && *text == key_text(wanted),
                _ => false,
            };
            is_equal_list(values, desired) || (values.len() == desired.len() && values.iter().zip(desired).all(is_text))
        }
    })
}

/// Returns the message that elements were added.
fn added(values: &[Value], desired: &[Value]) -> String {
    let shown = |values: &[Value]| values.iter().map(key_text).collect::<Vec<_>>().join(", ");
    let mut all: Vec<Value> = values.to_vec();
    for value in desired {
        if !contains(&all, value) {
            all.push(value.clone());
        }
    }
    format!("value changed [{}] to [{}]", shown(values), shown(&all))
}
