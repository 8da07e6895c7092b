//! Schema document of a package: columns for fields, data types for Rust types.

use std::fmt::Display;

use marotte_contract::schema::{
    Attribute, AttributeTrait, AutoEdge, Choice, Edge, EdgeSource as WireSource, Fallback, Hook, PackageSchema,
    TitlePattern, TypeSchema, VERSION,
};
use serde_json::Value;
use syn::{Error, Ident, Result, Type};

use crate::data_type::DataType;
use crate::model::{EdgeSource, Errors, Field, Member, Package, Resource, argument, simple_name};

/// Builds the document and validates it.
pub(crate) fn package(package: &Package, errors: &mut Errors) -> PackageSchema {
    let mut schema = PackageSchema { version: VERSION, types: Vec::new(), providers: Vec::new() };
    for resource in &package.resources {
        let common = type_schema(package, resource, errors);
        for described in errors.collect(family(resource, common)).unwrap_or_default() {
            for provider in &resource.providers {
                let mut provider = provider.schema.clone();
                provider.type_name.clone_from(&described.name);
                if resource.is_foreign {
                    provider.attributes = described.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                }
                schema.providers.push(provider);
            }
            if !resource.is_foreign {
                schema.types.push(described);
            }
        }
    }
    // After another error, this one would often be its consequence.
    if errors.is_empty()
        && let Err(error) = schema.check()
    {
        errors.add(Error::new(package.module.ident.span(), error));
    }
    schema
}

/// Checks the data type and the default of an attribute.
fn check_attribute(field: &Field, attribute: &Attribute, errors: &mut Errors) {
    let data_type = match DataType::parse(&attribute.data_type) {
        _ if attribute.data_type.is_empty() => None,
        Ok(data_type) => Some(data_type),
        Err(error) => {
            errors.add(Error::new(field.data_type_span.unwrap_or_else(|| field.ident.span()), error));
            None
        }
    };
    let (Some(Fallback::Constant(value)), Some(span)) = (&attribute.default, field.default_span) else { return };
    if !attribute.choices.is_empty() {
        let is_choice = |choice: &Choice| {
            choice.value == "*"
                || value
                    .as_str()
                    .is_some_and(|text| choice.value == text || choice.aliases.iter().any(|alias| alias == text))
        };
        let is_whole = |value: &Value| value.is_array() || value.is_boolean();
        if !is_whole(value) && !attribute.choices.iter().any(is_choice) {
            let values: Vec<&str> = attribute.choices.iter().map(|choice| choice.value.as_str()).collect();
            errors.add(Error::new(span, format!("the default is not one of the values {}", values.join(", "))));
        }
    } else if data_type.is_some_and(|data_type| !data_type.accepts(value)) {
        errors.add(Error::new(span, format!("the default does not have the data type {}", attribute.data_type)));
    }
}

/// Checks that the features that providers name are declared by the type.
fn check_features(resource: &Resource, errors: &mut Errors) {
    let declared = &resource.schema.features;
    let named = resource.providers.iter().flat_map(|provider| &provider.features);
    for (name, span) in
        named.filter(|(name, _)| !resource.is_foreign && declared.iter().all(|known| known.name != *name))
    {
        errors.add(Error::new(*span, format!("the type has no feature '{name}'")));
    }
}

fn type_schema(package: &Package, resource: &Resource, errors: &mut Errors) -> TypeSchema {
    check_features(resource, errors);
    let mut schema = resource.schema.clone();
    for field in &resource.fields {
        let mut attribute = field.schema.clone();
        if let Some(other) = &field.same_as {
            attribute.default = errors.collect(column(resource, other)).map(Fallback::SameAs);
        }
        if argument(&field.inner, "Vec").is_some() && !field.is_any_of {
            attribute.traits.push(AttributeTrait::WholeArray);
        }
        let of = argument(&field.inner, "Vec").unwrap_or(&field.inner);
        match package.choices(of) {
            Some(choices) => {
                attribute.choices = choices.variants.iter().map(|variant| variant.schema.clone()).collect();
            }
            None if attribute.data_type.is_empty() => attribute.data_type = data_type(field),
            None => {}
        }
        check_attribute(field, &attribute, errors);
        if attribute.data_type == "Any" {
            attribute.data_type.clear();
        }
        schema.attributes.push(attribute);
    }
    for (pattern, captures) in &resource.titles {
        let captures = captures.iter().filter_map(|field| errors.collect(column(resource, field))).collect();
        schema.title_patterns.push(TitlePattern { pattern: pattern.clone(), captures });
    }
    for (edge, target_type, source) in &resource.edges {
        schema.edges.extend(errors.collect(auto_edge(resource, *edge, target_type, source)));
    }
    if has_checks(package, resource) && !schema.hooks.contains(&Hook::Canonicalize) {
        schema.hooks.insert(0, Hook::Canonicalize);
    }
    errors.collect(check_ensure(&schema, resource));
    schema
}

/// Returns whether decoding a value of the type can fail although it matches the data type. Such resources must
/// be rejected before any resource is applied.
pub(crate) fn has_checks(package: &Package, resource: &Resource) -> bool {
    let is_checked = |field: &Field| {
        let of = argument(&field.inner, "Vec").unwrap_or(&field.inner);
        package.choices(of).is_none() && described(of).is_none()
    };
    !resource.is_foreign && resource.fields.iter().any(is_checked)
}

/// Returns the schemas of the struct: its own type, or the members of its family.
fn family(resource: &Resource, common: TypeSchema) -> Result<Vec<TypeSchema>> {
    if resource.members.is_empty() {
        return Ok(vec![common]);
    }
    let member = |member: &Member| {
        let mut schema = TypeSchema { name: member.name.clone(), ..common.clone() };
        if !member.docs.is_empty() {
            schema.docs = format!("{}\n\n{}", member.docs, common.docs);
        }
        for example in &mut schema.examples {
            *example = example.replace("{type}", &member.name);
        }
        for (field, value) in &member.defaults {
            let place = usize::from(column(resource, field)?);
            schema.attributes[place].default = Some(Fallback::Constant(value.clone()));
        }
        for (edge, target_type, source) in &member.edges {
            schema.edges.push(auto_edge(resource, *edge, target_type, source)?);
        }
        Ok(schema)
    };
    resource.members.iter().map(member).collect()
}

fn auto_edge(resource: &Resource, edge: Edge, target_type: &str, source: &EdgeSource) -> Result<AutoEdge> {
    let source = match source {
        EdgeSource::Title(title) => WireSource::Title(title.clone()),
        EdgeSource::Field(field) => WireSource::Attribute(column(resource, field)?),
        EdgeSource::Ancestor(field) => WireSource::Ancestor(column(resource, field)?),
    };
    Ok(AutoEdge { edge, target_type: target_type.to_owned(), source })
}

fn check_ensure(schema: &TypeSchema, resource: &Resource) -> Result<()> {
    let properties =
        schema.attributes.iter().filter(|attribute| attribute.role == marotte_contract::schema::Role::Property);
    match properties.map(|attribute| attribute.name.as_str()).position(|name| name == "ensure") {
        Some(place) if place > 0 => {
            let message = format!("type '{}': 'ensure' must be the first property", schema.name);
            Err(Error::new(resource.ident.span(), message))
        }
        _ => Ok(()),
    }
}

fn column(resource: &Resource, field: &Ident) -> Result<u16> {
    let place = resource.fields.iter().position(|known| known.ident == *field);
    let fault = |reason: &dyn Display| Error::new(field.span(), format!("the struct '{}' {reason}", resource.ident));
    let place = place.ok_or_else(|| fault(&format_args!("has no field '{field}'")))?;
    u16::try_from(place).map_err(|_| fault(&"has too many fields"))
}

/// Returns the data type derived from the Rust type; empty if all values are allowed.
fn data_type(field: &Field) -> String {
    described(&field.inner).unwrap_or_default()
}

/// Returns the data type of a Rust type; `None` for types with their own conversion.
fn described(rust: &Type) -> Option<String> {
    if let Some(element) = argument(rust, "Vec") {
        return Some(described(element).map_or_else(|| "Array".to_owned(), |element| format!("Array[{element}]")));
    }
    let named = simple_name(rust)?.to_string();
    Some(match named.as_str() {
        "bool" => "Boolean".to_owned(),
        "String" | "Text" => "String".to_owned(),
        "f64" => "Numeric".to_owned(),
        "i64" => "Integer".to_owned(),
        "i32" => format!("Integer[{}, {}]", i32::MIN, i32::MAX),
        "u8" => format!("Integer[0, {}]", u8::MAX),
        "u16" => format!("Integer[0, {}]", u16::MAX),
        "u32" => format!("Integer[0, {}]", u32::MAX),
        "u64" => "Integer[0]".to_owned(),
        "BTreeMap" => "Hash".to_owned(),
        _ => return None,
    })
}
