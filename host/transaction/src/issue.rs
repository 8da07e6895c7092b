//! Errors found while preparing a catalog, one constructor for each message. Messages that exist in Puppet have
//! Puppet's wording. Errors while applying are events and log messages.

use std::fmt;

use catalog::graph::DanglingReference;
use catalog::{Catalog, CatalogError, Metaparameter, Position, Resource, ResourceRef, Value};

use crate::convert::ValueError;
use crate::display::{inspect, inspect_regex};
use crate::resource_type::ResourceType;

/// An error in a catalog that prevents it from being applied.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogIssue {
    /// The resource.
    pub resource: Option<ResourceRef>,
    /// The message without the position.
    pub message: String,
    /// Position of the declaration of the resource.
    pub position: Option<Position>,
    /// The attribute with an invalid value.
    pub invalid: Option<Box<InvalidAttribute>>,
}

/// An attribute with an invalid value.
#[derive(Debug, Clone, PartialEq)]
pub struct InvalidAttribute {
    /// The name.
    pub name: String,
    /// The valid values, if the schema lists them.
    pub choices: Vec<String>,
}

impl CatalogIssue {
    /// Returns an issue that concerns no attribute.
    fn new(resource: Option<ResourceRef>, message: String, position: Option<Position>) -> Self {
        Self { resource, message, position, invalid: None }
    }
}

/// Formats the issue like Puppet: the message, then `(file: F, line: L)`.
impl fmt::Display for CatalogIssue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.position {
            Some(position) => write!(formatter, " {position}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CatalogIssue {}

fn about(resource: &Resource, message: String) -> CatalogIssue {
    CatalogIssue::new(Some(resource.reference.clone()), message, resource.position.clone())
}

/// Warning that the time of an earlier run is in the future.
pub(crate) const CLOCK_SET_BACK: &str =
    "The clock was set back: the time of an earlier run is in the future; schedules treat its resources as due";

/// Returns the warning that a resource read a path that a later resource changed. `is_creator` is whether the path is
/// one that the reader creates unless it exists.
pub(crate) fn missing_dependency(reader: &Resource, writer: &Resource, path: &str, is_creator: bool) -> String {
    let position =
        |resource: &Resource| resource.position.as_ref().map_or_else(String::new, |position| format!(" {position}"));
    let (a, b) = (&reader.reference, &writer.reference);
    if is_creator {
        return format!(
            "{a} and {b} both create {path}, and no relationship orders them: {a}{} does nothing once {b}{} has written \
             it; write: {} -> {}, or remove one of them",
            position(reader),
            position(writer),
            quoted(a),
            quoted(b),
        );
    }
    format!(
        "{b} should come before {a}: {a}{} used {path}, which {b}{} changed later in this run; write: {} -> {}, or \
         the reverse if that is the intended order",
        position(reader),
        position(writer),
        quoted(b),
        quoted(a),
    )
}

/// Returns the warning that one of two concurrently applied resources wrote an object that the other depends on.
pub(crate) fn not_independent(first: &Resource, second: &Resource) -> String {
    let (a, b) = (&first.reference, &second.reference);
    format!(
        "{a} and {b} were applied concurrently, but one of them depends on an object that the other wrote; write: {} -> {}, or \
         the reverse if that is the intended order",
        quoted(a),
        quoted(b),
    )
}

/// Formats a reference as in a manifest: `File['/x']`.
fn quoted(reference: &ResourceRef) -> String {
    let title = reference.title.replace('\\', "\\\\").replace('\'', "\\'");
    format!("{}['{title}']", reference.type_name)
}

/// Returns the issue that the value of an attribute is invalid.
pub(crate) fn parameter_failed(resource: &Resource, attribute: &str, reason: impl fmt::Display) -> CatalogIssue {
    parameter_failed_with_choices(resource, attribute, reason, Vec::new())
}

fn parameter_failed_with_choices(
    resource: &Resource,
    attribute: &str,
    reason: impl fmt::Display,
    choices: Vec<String>,
) -> CatalogIssue {
    let message = format!("Parameter {attribute} failed on {}: {reason}", resource.reference);
    let invalid = InvalidAttribute { name: attribute.to_owned(), choices };
    CatalogIssue { invalid: Some(Box::new(invalid)), ..about(resource, message) }
}

/// Returns the issue that a value cannot be converted to the type of its attribute.
pub(crate) fn unconvertible(resource: &Resource, attribute: &str, reason: &ValueError) -> CatalogIssue {
    let choices = match reason {
        ValueError::Invalid { choices, .. } => choices.clone(),
        _ => Vec::new(),
    };
    parameter_failed_with_choices(resource, attribute, reason, choices)
}

/// Returns the message of a failed change. As in Puppet, system errors while setting a value include the position of
/// the resource.
pub(crate) fn failed_to_set(reason: &str, resource: &Resource) -> String {
    match &resource.position {
        Some(position) if reason.starts_with("Could not set '") => format!("{reason} {position}"),
        _ => reason.to_owned(),
    }
}

/// Returns the issue that the combination of attributes is invalid.
pub(crate) fn validation_failed(resource: &Resource, reason: &str) -> CatalogIssue {
    about(resource, format!("Validation of {} failed: {reason}", resource.reference))
}

/// Returns the issue that the type does not have this attribute.
pub(crate) fn unknown_attribute(resource: &Resource, attribute: &str) -> CatalogIssue {
    about(resource, format!("no parameter named '{attribute}' on {}", resource.reference))
}

/// Returns the reason why a resource cannot be managed that sets attributes which only a module's declaration of its type has.
pub(crate) fn unsupported_attributes(type_name: &str, attributes: &[String]) -> String {
    format!(
        "the module's declaration of the type '{type_name}' has attributes that the installed provider does not support: {}",
        attributes.join(", ")
    )
}

/// Returns the issue that a read-only attribute is set.
pub(crate) fn read_only(resource: &Resource, attribute: &str) -> CatalogIssue {
    parameter_failed(resource, attribute, format_args!("{attribute} is read-only"))
}

/// Returns the issue that an attribute is set under two names.
pub(crate) fn attribute_twice(resource: &Resource, attribute: &str, other: &str) -> CatalogIssue {
    about(
        resource,
        format!("'{attribute}' is an alias of the attribute '{other}', which {} sets too", resource.reference),
    )
}

/// Returns the issue that no title pattern matches the title.
pub(crate) fn unmatched_title(resource: &Resource) -> CatalogIssue {
    let title = inspect(&Value::String(resource.reference.title.clone()));
    about(resource, format!("No set of title patterns matched the title {title}."))
}

/// Returns the issue that the type does not have this provider.
pub(crate) fn unknown_provider(resource: &Resource, kind: &ResourceType, provider: &str) -> CatalogIssue {
    let choices = kind.providers.iter().map(|provider| provider.name.to_string()).collect();
    let reason = format_args!("Invalid {} provider '{provider}'", kind.schema.name);
    parameter_failed_with_choices(resource, "provider", reason, choices)
}

/// Returns the message that a value needs features that the provider lacks. It follows "Parameter ensure failed on
/// Package[x]: ".
pub(crate) fn missing_features(provider: &str, features: &[String], attribute: &str, value: &str) -> String {
    let features = features.join(", ");
    format!("Provider {provider} must have features '{features}' to set '{attribute}' to '{value}'")
}

/// Returns the message that an attribute is not managed because it needs features that the provider lacks.
pub(crate) fn not_managing(provider: &str, features: &[&str], attribute: &str) -> String {
    let features = features.join(", ");
    format!("Provider {provider} does not support features {features}; not managing attribute {attribute}")
}

/// Returns the message that a value is neither a listed value nor a match of a pattern.
pub(crate) fn invalid_value(value: &Value, valid: &[&str], patterns: &[&str]) -> String {
    let mut message = format!("Invalid value {}.", inspect(value));
    if !valid.is_empty() {
        message += &format!(" Valid values are {}.", valid.join(", "));
    }
    if !patterns.is_empty() {
        let patterns: Vec<String> = patterns.iter().map(|pattern| inspect_regex(pattern)).collect();
        message += &format!(" Valid values match {}.", patterns.join(", "));
    }
    message
}

/// Returns the issue that a referenced resource does not exist. The compiler has its own message; this one is for
/// references that it accepts, namely to resources that remained virtual.
pub(crate) fn missing_resource(catalog: &Catalog, dangling: &DanglingReference) -> CatalogIssue {
    let resource = catalog.get(dangling.resource);
    let message = missing(dangling.parameter, &dangling.reference, resource);
    CatalogIssue::new(Some(resource.reference.clone()), message, dangling.position.clone())
}

/// Returns the message that a resource referenced in a metaparameter does not exist.
pub(crate) fn missing(parameter: Metaparameter, reference: &str, resource: &Resource) -> String {
    let what = match parameter {
        Metaparameter::Before | Metaparameter::Notify => "dependent",
        _ => "dependency",
    };
    format!("Could not find {what} {reference} for {}", resource.reference)
}

/// Returns the issue that an audited attribute does not exist in the type.
pub(crate) fn not_auditable(resource: &Resource, attribute: &str) -> CatalogIssue {
    let reason = format!("Cannot audit {attribute}: not a valid attribute for {}", resource.reference);
    parameter_failed(resource, Metaparameter::Audit.name(), &reason)
}

/// Message about a filebucket path that is not absolute.
pub(crate) const RELATIVE_BUCKET_PATH: &str = "Filebucket paths must be absolute";

/// Message about a filebucket with a list of paths.
pub(crate) const SEVERAL_BUCKET_PATHS: &str = "You can only have one filebucket path";

/// Returns the message that the schedule of a resource does not exist.
pub(crate) fn unknown_schedule(name: &str, resource: &Resource) -> String {
    let position = resource.position.as_ref().map_or_else(String::new, |position| format!(" {position}"));
    format!("Could not find schedule {name} of {}{position}", resource.reference)
}

/// Returns the issue that two resources have the same name. `key` is the name as Puppet prints it.
pub(crate) fn alias_clash(resource: &Resource, key: &str, taken: &str, first: Option<&Position>) -> CatalogIssue {
    let mut message = format!("Cannot alias {} to {key}", resource.reference);
    if let Some(position) = &resource.position {
        message += &format!(" at {position}");
    }
    message += &format!("; resource {taken} already declared");
    if let Some(position) = first {
        message += &format!(" {position}");
    }
    about(resource, message)
}

/// Returns the issue that an alias is the title or an alias of another resource.
pub(crate) fn alias_taken(resource: &Resource, alias: &str, error: &CatalogError) -> CatalogIssue {
    let CatalogError::Duplicate { reference, first } = error;
    let text = |text: &str| inspect(&Value::from(text));
    let taken = format!("[{}, {}]", text(&reference.type_name), text(&reference.title));
    alias_clash(resource, &text(alias), &taken, first.as_ref())
}

/// Returns the issue that a deferred call failed.
pub(crate) fn deferred_failed(reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue::new(None, reason.to_string(), None)
}

/// Returns the issue that a deferred call returned no value for an attribute.
pub(crate) fn no_value(attribute: &str) -> CatalogIssue {
    CatalogIssue::new(None, format!("Got nil value for {attribute}"), None)
}

/// Returns the issue that a type's own code failed while its resources were prepared.
pub(crate) fn type_failed(type_name: &str, reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue::new(None, format!("Could not prepare the resources of type '{type_name}': {reason}"), None)
}

/// Returns the issue that part of a type's schema cannot be parsed.
pub(crate) fn bad_schema(type_name: &str, what: &str, reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue::new(None, format!("The schema of type '{type_name}' has an invalid {what}: {reason}"), None)
}
