//! Reading of resources outside of a run: all listed ones, or a single one, present or absent.

use std::sync::Arc;

use catalog::schema::Role;
use catalog::{Catalog, Resource, ResourceRef, Value};
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::display::show;
use crate::prepare::prepare;
use crate::provider::{ProviderError, Providers, RunContext, State};
use crate::resource_table::ResourceView;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::{CatalogIssue, Clock, NoFunctions, Observer, Prepared, messages};

/// A resource with its current state.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundResource {
    /// Title of the resource.
    pub title: String,
    /// The provider that returned the resource.
    pub provider: Option<Arc<str>>,
    /// The current values by name in the order of declaration, without missing values.
    pub values: Vec<(String, Value)>,
}

impl FoundResource {
    /// Formats the value of an attribute as in a manifest.
    #[must_use]
    pub fn show(value: &Value) -> String {
        show(value)
    }
}

/// Reason why resources cannot be listed or read. Displays as Puppet's message.
#[derive(Debug, Error)]
pub enum ResourceError {
    /// The type does not exist.
    #[error("Could not find type {0}")]
    UnknownType(String),
    /// The type has no providers.
    #[error("{0} has no providers and has not overridden 'instances'")]
    Unlisted(String),
    /// The type has providers, but none of them lists resources.
    #[error(
        "The type '{type_name}' cannot list its resources: none of its providers implements 'instances' ({}). To read one of \
         them: marotte resource {type_name} TITLE",
        providers.join(", ")
    )]
    WithoutInstances {
        /// The type.
        type_name: String,
        /// Its providers.
        providers: Vec<String>,
    },
    /// The type has no suitable provider.
    #[error("Could not find a suitable provider for {0}")]
    NoProvider(String),
    /// The resource is invalid. Displays as the first of these issues.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<CatalogIssue>),
    /// A provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

/// Lists all resources of a type by title. If two providers list the same title, the default provider takes
/// precedence. Log messages go to the observer.
///
/// # Errors
/// Returns an error if the type is unknown or cannot be listed, or if a provider fails.
pub fn list(
    type_name: &str,
    providers: &mut dyn Providers,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Result<Vec<FoundResource>, ResourceError> {
    let schema = providers.schema(type_name).ok_or_else(|| ResourceError::UnknownType(type_name.to_owned()))?;
    providers.begin(&RunContext { noop: true, ..RunContext::default() });
    let offered = providers.providers(type_name);
    if offered.is_empty() {
        return Err(ResourceError::Unlisted(type_name.to_owned()));
    }
    if !offered.iter().any(|provider| provider.hooks.instances) {
        let providers = offered.iter().map(|provider| provider.name.to_string()).collect();
        return Err(ResourceError::WithoutInstances { type_name: type_name.to_owned(), providers });
    }
    let mut logger = RunLogger::new(observer, clock);
    let mut seen = FxHashSet::default();
    let mut resources = vec![];
    for provider in offered.iter().filter(|provider| provider.hooks.instances && provider.unsuitable.is_none()) {
        let listed = providers.instances(type_name, &provider.name);
        for message in providers.take_messages() {
            logger.write(message.level, LogOrigin::Run, || message.text);
        }
        for instance in listed? {
            if seen.insert(instance.title.clone()) {
                let names = schema.attributes.iter().map(|attribute| attribute.name.as_str());
                let values = values(names, &instance.state, |_| true);
                resources.push(FoundResource { title: instance.title, provider: Some(provider.name.clone()), values });
            }
        }
    }
    resources.sort_by(|a, b| a.title.cmp(&b.title));
    Ok(resources)
}

/// Creates a catalog with one resource.
#[must_use]
pub fn single(type_name: &str, title: &str, attributes: &[(String, String)]) -> Catalog {
    let mut catalog = Catalog::default();
    let mut resource = Resource::new(ResourceRef::new(type_name, title));
    for (name, value) in attributes {
        resource.set(name, Value::from(value.as_str()), None);
    }
    resource.tag(&type_name.into());
    // The catalog is empty, so there is no duplicate.
    let _ = catalog.add(resource);
    catalog
}

/// Creates a catalog of the resources of a type with their prepared values.
#[must_use]
pub fn prepared(prepared: &Prepared, type_name: &str) -> Catalog {
    let mut catalog = Catalog::default();
    for (index, resource) in prepared.catalog().iter() {
        if !resource.reference.type_name.eq_ignore_ascii_case(type_name) {
            continue;
        }
        let mut copy = Resource::new(resource.reference.clone());
        for (name, value) in prepared.values(index) {
            copy.set(name, value.clone(), None);
        }
        if let Some(provider) = prepared.provider(index) {
            copy.set("provider", Value::from(provider), None);
        }
        // The other catalog contains no duplicates either.
        let _ = catalog.add(copy);
    }
    catalog
}

/// Reads the given properties of one resource, or all properties if none are given.
///
/// # Errors
/// Returns an error if the resource is invalid or cannot be read.
pub fn read(
    type_name: &str,
    title: &str,
    attributes: &[(String, String)],
    providers: &mut dyn Providers,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Result<FoundResource, ResourceError> {
    if providers.schema(type_name).is_none() {
        return Err(ResourceError::UnknownType(type_name.to_owned()));
    }
    let mut logger = RunLogger::new(observer, clock);
    let catalog = single(type_name, title, attributes);
    let prepared = prepare(catalog, providers, &mut NoFunctions, &mut logger);
    let prepared = prepared.map_err(ResourceError::Invalid)?;
    let indices: Vec<_> = prepared.catalog.iter().map(|(index, _)| index).collect();
    let resource @ ResourceView { entry, kind, .. } = prepared.resource(indices[0]);
    let provider = resource.provider().ok_or_else(|| ResourceError::NoProvider(type_name.to_owned()))?;
    let mut row = entry.row.clone();
    let given: FxHashSet<u16> = attributes.iter().filter_map(|(name, _)| kind.column(name)).collect();
    let is_requested = |column: u16| attributes.is_empty() || given.contains(&column);
    if attributes.is_empty() {
        for (column, attribute) in (0..).zip(&kind.schema.attributes) {
            if attribute.role != Role::Parameter {
                // Properties are read but not managed; defaults of the type are not desired values.
                row.set(column, Value::Undef);
            }
        }
    }
    providers.begin(&RunContext { noop: true, ..RunContext::default() });
    let mut states = providers.get(type_name, &provider.name, &[&row]);
    messages::write(&mut logger, &prepared.catalog, &indices, kind, None, providers.take_messages());
    let state = if states.len() == 1 { states.swap_remove(0) } else { Ok(State::default()) };
    let values = values(kind.names.iter().map(|name| &**name), &state?, is_requested);
    Ok(FoundResource { title: title.to_owned(), provider: Some(provider.name.clone()), values })
}

/// Returns the present values by name. The value `absent` is included only for `ensure`.
fn values<'a>(
    names: impl Iterator<Item = &'a str>,
    state: &State,
    is_wanted: impl Fn(u16) -> bool,
) -> Vec<(String, Value)> {
    let columns = (0_u16..).zip(names).filter(|(column, _)| is_wanted(*column));
    let known = columns.filter_map(|(column, name)| Some((name, state.value(column)?)));
    let is_present = |(name, value): &(&str, &Value)| match value {
        Value::Undef => false,
        // Puppet: `target` is shown for symbolic links only.
        Value::String(text) if *name == "target" && **text == *"notlink" => false,
        Value::String(text) => !text.is_empty() && (**text != *"absent" || *name == "ensure"),
        Value::Array(elements) => !elements.is_empty(),
        Value::Hash(entries) => !entries.is_empty(),
        _ => true,
    };
    let mut values: Vec<(String, Value)> =
        known.filter(is_present).map(|(name, value)| (name.to_owned(), value.clone())).collect();
    let is_absence = |(name, value): &(String, Value)| {
        name == "ensure" && matches!(value, Value::String(text) if **text == *"absent")
    };
    // Puppet: an absent resource has no properties.
    if values.iter().any(is_absence) {
        values.retain(is_absence);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_resource_has_no_properties() {
        let names = ["ensure", "mark"];
        let slots = |ensure: &str| vec![(0, Value::from(ensure)), (1, Value::from("hold"))];
        let shown = |ensure: &str| {
            let state = State { slots: slots(ensure), ..State::default() };
            values(names.into_iter(), &state, |_| true).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(shown("present"), ["ensure", "mark"]);
        assert_eq!(shown("absent"), ["ensure"]);
    }
}
