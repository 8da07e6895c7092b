//! Faults of a catalog that are found while preparing it, one constructor for each message, with Puppet's wording where Puppet
//! has one. Faults while applying are events and log messages.

use std::fmt;

use catalog::graph::DanglingReference;
use catalog::{Catalog, CatalogError, Metaparameter, Position, Resource, ResourceRef, Value};

use crate::display::{inspect, inspect_regex};

/// Something in a catalog that keeps it from being applied.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogIssue {
    /// The resource.
    pub resource: Option<ResourceRef>,
    /// The message without the position.
    pub message: String,
    /// Where the resource was declared.
    pub position: Option<Position>,
}

/// Writes Puppet's form: the message, then `(file: F, line: L)`.
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
    CatalogIssue { resource: Some(resource.reference.clone()), message, position: resource.position.clone() }
}

/// An earlier run was later than now.
pub(crate) const CLOCK_WENT_BACK: &str =
    "The clock was set back: an earlier run was at a time that is yet to come; schedules take its resources for due";

/// A resource used what another one changed later in the run.
pub(crate) fn forgotten_order(reader: &Resource, writer: &Resource, path: &str) -> String {
    let place = |resource: &Resource| resource.position.as_ref().map_or_else(String::new, |place| format!(" {place}"));
    let (a, b) = (&reader.reference, &writer.reference);
    format!(
        "{b} should come before {a}: {a}{} used {path}, which {b}{} changed later in this run; write: {} -> {}, or the other way \
         round if that order is meant",
        place(reader),
        place(writer),
        quoted(b),
        quoted(a),
    )
}

/// Two resources were set side by side, and one of them wrote what the other depends on.
pub(crate) fn not_independent(first: &Resource, second: &Resource) -> String {
    let (a, b) = (&first.reference, &second.reference);
    format!(
        "{a} and {b} were set side by side, but what one of them wrote the other depends on; write: {} -> {}, or the other way round \
         if that order is meant",
        quoted(a),
        quoted(b),
    )
}

/// A reference as a manifest has it: `File['/x']`.
fn quoted(reference: &ResourceRef) -> String {
    let title = reference.title.replace('\\', "\\\\").replace('\'', "\\'");
    format!("{}['{title}']", reference.type_name)
}

/// An attribute has a value that it cannot have.
pub(crate) fn parameter_failed(resource: &Resource, attribute: &str, reason: impl fmt::Display) -> CatalogIssue {
    about(resource, format!("Parameter {attribute} failed on {}: {reason}", resource.reference))
}

/// Message of a failed change. As in Puppet, system errors while setting a value include the position of the resource.
pub(crate) fn failed_to_set(reason: &str, resource: &Resource) -> String {
    match &resource.position {
        Some(position) if reason.starts_with("Could not set '") => format!("{reason} {position}"),
        _ => reason.to_owned(),
    }
}

/// The attributes do not fit together.
pub(crate) fn validation_failed(resource: &Resource, reason: &str) -> CatalogIssue {
    about(resource, format!("Validation of {} failed: {reason}", resource.reference))
}

/// The type has no such attribute.
pub(crate) fn unknown_attribute(resource: &Resource, attribute: &str) -> CatalogIssue {
    about(resource, format!("no parameter named '{attribute}' on {}", resource.reference))
}

/// An attribute that can only be read is given.
pub(crate) fn read_only(resource: &Resource, attribute: &str) -> CatalogIssue {
    parameter_failed(resource, attribute, format_args!("{attribute} is read-only"))
}

/// An attribute is given under two names.
pub(crate) fn attribute_twice(resource: &Resource, attribute: &str, other: &str) -> CatalogIssue {
    about(
        resource,
        format!("'{attribute}' is another name of the attribute '{other}', which {} has too", resource.reference),
    )
}

/// No title pattern matches.
pub(crate) fn unmatched_title(resource: &Resource) -> CatalogIssue {
    let title = inspect(&Value::String(resource.reference.title.to_string()));
    about(resource, format!("No set of title patterns matched the title {title}."))
}

/// The type has no provider of this name.
pub(crate) fn unknown_provider(resource: &Resource, type_name: &str, provider: &str) -> CatalogIssue {
    parameter_failed(resource, "provider", format_args!("Invalid {type_name} provider '{provider}'"))
}

/// A value needs features that the provider lacks; the words that follow "Parameter ensure failed on Package[x]: ".
pub(crate) fn missing_features(provider: &str, features: &[String], attribute: &str, value: &str) -> String {
    let features = features.join(", ");
    format!("Provider {provider} must have features '{features}' to set '{attribute}' to '{value}'")
}

/// An attribute is left alone, because it needs features that the provider lacks.
pub(crate) fn not_managing(provider: &str, features: &[&str], attribute: &str) -> String {
    let features = features.join(", ");
    format!("Provider {provider} does not support features {features}; not managing attribute {attribute}")
}

/// A value is not among the allowed ones and matches no pattern.
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

/// A reference names no resource. The compiler has its own message; this one is for references that it accepts: to resources that
/// remained virtual.
pub(crate) fn missing_resource(catalog: &Catalog, dangling: &DanglingReference) -> CatalogIssue {
    let resource = catalog.get(dangling.resource);
    let message = missing(dangling.parameter, &dangling.reference, resource);
    CatalogIssue { resource: Some(resource.reference.clone()), message, position: dangling.position.clone() }
}

/// Says which resource is missing for one that names it in a metaparameter.
pub(crate) fn missing(parameter: Metaparameter, reference: &str, resource: &Resource) -> String {
    let what = match parameter {
        Metaparameter::Before | Metaparameter::Notify => "dependent",
        _ => "dependency",
    };
    format!("Could not find {what} {reference} for {}", resource.reference)
}

/// Something is to be audited that the type does not have.
pub(crate) fn not_auditable(resource: &Resource, attribute: &str) -> CatalogIssue {
    let reason = format!("Cannot audit {attribute}: not a valid attribute for {}", resource.reference);
    parameter_failed(resource, Metaparameter::Audit.name(), &reason)
}

/// A filebucket has a path that does not begin with a slash.
pub(crate) const RELATIVE_BUCKET_PATH: &str = "Filebucket paths must be absolute";

/// A filebucket has a list of paths.
pub(crate) const SEVERAL_BUCKET_PATHS: &str = "You can only have one filebucket path";

/// A resource names a schedule that is not there.
pub(crate) fn unknown_schedule(name: &str) -> String {
    format!("Could not find schedule {name}")
}

/// Two resources have the same name. `key` is the name as Puppet prints it.
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

/// An alias is another resource's title or alias.
pub(crate) fn alias_taken(resource: &Resource, alias: &str, error: &CatalogError) -> CatalogIssue {
    let CatalogError::Duplicate { reference, first } = error;
    let text = |text: &str| inspect(&Value::from(text));
    let taken = format!("[{}, {}]", text(&reference.type_name), text(&reference.title));
    alias_clash(resource, &text(alias), &taken, first.as_ref())
}

/// A deferred call failed.
pub(crate) fn deferred_failed(reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue { resource: None, message: reason.to_string(), position: None }
}

/// A deferred call gave nothing for an attribute.
pub(crate) fn no_value(attribute: &str) -> CatalogIssue {
    CatalogIssue { resource: None, message: format!("Got nil value for {attribute}"), position: None }
}

/// A type's own code failed while its resources were prepared.
pub(crate) fn type_failed(type_name: &str, reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue {
        resource: None,
        message: format!("Could not prepare the resources of type '{type_name}': {reason}"),
        position: None,
    }
}

/// A type's schema has something that cannot be read.
pub(crate) fn bad_schema(type_name: &str, what: &str, reason: impl fmt::Display) -> CatalogIssue {
    CatalogIssue {
        resource: None,
        message: format!("The schema of type '{type_name}' has {what}: {reason}"),
        position: None,
    }
}
