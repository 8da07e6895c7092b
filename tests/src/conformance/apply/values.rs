//! Prepared attributes of a case's own types in the recorded format. Listed values, which are symbols in Ruby, are
//! written as `{"symbol": "name"}`.

use std::sync::Arc;

use catalog::schema::{Attribute, AttributeTrait, Role, TypeSchema};
use catalog::{Metaparameter, Resource, Value, wire};
use serde_json::{Map, Value as Json, json};
use transaction::Prepared;

/// Returns the resources of these types.
pub(super) fn of(prepared: &Prepared, types: &[Arc<TypeSchema>]) -> Json {
    let mut written = Map::new();
    for (index, resource) in prepared.catalog().iter() {
        let name = resource.reference.type_name.to_lowercase();
        let Some(schema) = types.iter().find(|schema| schema.name == name) else { continue };
        let mut values = metaparameters(resource);
        for (name, value) in prepared.values(index) {
            if let Some(attribute) = schema.attribute(name) {
                values.insert(name.to_owned(), attribute_value(attribute, value));
            }
        }
        written.insert(resource.reference.to_string(), Json::Object(values));
    }
    Json::Object(written)
}

fn metaparameters(resource: &Resource) -> Map<String, Json> {
    let mut written = Map::new();
    for parameter in &resource.parameters {
        let Some(metaparameter) = Metaparameter::from_name(&parameter.name) else { continue };
        let value = match metaparameter {
            Metaparameter::Noop => plain(&parameter.value),
            // The level is not compared.
            Metaparameter::Loglevel => continue,
            _ => parameter.value.elements().iter().map(plain).collect(),
        };
        written.insert(parameter.name.to_string(), value);
    }
    written
}

fn attribute_value(attribute: &Attribute, value: &Value) -> Json {
    let is_whole = attribute.role == Role::Parameter || attribute.has(AttributeTrait::WholeArray);
    let spelled = |value: &Value| match value.as_str().and_then(|text| attribute.named(text)) {
        Some(choice) => json!({ "symbol": choice.value }),
        None => plain(value),
    };
    match value {
        Value::Array(elements) if is_whole => elements.iter().map(spelled).collect(),
        // Any element is in sync; the first one is the value to set.
        Value::Array(elements) => elements.first().map_or(Json::Null, spelled),
        value => spelled(value),
    }
}

fn plain(value: &Value) -> Json {
    wire::to_json(&value.clone().unwrapped()).unwrap_or(Json::Null)
}
