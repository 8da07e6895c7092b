//! Descriptions of types as data, for `--render-as json`.

use catalog::schema::{Role, TypeSchema};
use runtime::Runtime;
use serde_json::{Value as Json, json};

use super::text;
use super::{granted, providers_of};

/// Returns the name of the component that defines a type; `None` for types of the engine.
pub(super) fn component<'a>(runtime: &'a Runtime, type_name: &str) -> Option<&'a str> {
    let defines = |package: &&runtime::Package| package.schema.types.iter().any(|schema| schema.name == type_name);
    runtime.registry().packages().find(defines).map(|package| package.manifest.package.name.as_str())
}

/// Returns the entry of a type in the list of types.
pub(super) fn summary(schema: &TypeSchema, runtime: &Runtime) -> Json {
    let providers: Vec<&str> = providers_of(runtime, &schema.name).iter().map(|one| one.name.as_str()).collect();
    json!({
        "name": schema.name,
        "summary": text::summary(&schema.docs),
        "component": component(runtime, &schema.name),
        "providers": providers,
    })
}

/// Returns the description of a type.
pub(super) fn of_type(schema: &TypeSchema, runtime: &Runtime) -> Json {
    let attributes: Vec<Json> = schema
        .attributes
        .iter()
        .map(|attribute| {
            let choices = attribute.choices.iter();
            let values: Vec<&str> =
                choices.clone().filter(|choice| choice.is_named()).map(|choice| choice.value.as_str()).collect();
            let patterns: Vec<&str> =
                choices.map(|choice| choice.pattern.as_str()).filter(|pattern| !pattern.is_empty()).collect();
            json!({
                "name": attribute.name,
                "role": role(attribute.role),
                "namevar": attribute.is_namevar(),
                "docs": attribute.docs,
                "data_type": attribute.data_type,
                "values": values,
                "patterns": patterns,
                "aliases": attribute.aliases,
                "features": attribute.features,
                "deprecated": attribute.deprecated,
            })
        })
        .collect();
    let features: Vec<Json> =
        schema.features.iter().map(|feature| json!({ "name": feature.name, "docs": feature.docs })).collect();
    let providers: Vec<Json> = providers_of(runtime, &schema.name)
        .iter()
        .map(|provider| {
            let features: Vec<&str> = provider.features.iter().map(|provided| provided.feature.as_str()).collect();
            json!({ "name": provider.name, "docs": provider.docs, "features": features })
        })
        .collect();
    json!({
        "name": schema.name,
        "docs": schema.docs,
        "component": component(runtime, &schema.name),
        "attributes": attributes,
        "features": features,
        "providers": providers,
        "grants": granted(runtime, &schema.name),
        "examples": schema.examples,
    })
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Property => "property",
        Role::Parameter => "parameter",
        Role::ReadOnly => "read only",
    }
}
