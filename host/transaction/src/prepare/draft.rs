//! First step of the preparation: converts resources of the catalog to rows. Each name and value is checked by itself;
//! the type's own code runs later.

use std::sync::Arc;

use catalog::schema::{Attribute, Fallback, Role};
use catalog::{Metaparameter, Parameter, Resource, ResourceIndex, Value};

use super::Preparation;
use crate::bucket;
use crate::display::to_s;
use crate::issue;
use crate::provider::{ProviderInfo, Row};
use crate::purge;
use crate::resource_table::{ManagedResource, Persisted, ProviderGroup, row_id};
use crate::resource_type::{ResourceType, RowBuilder};
use crate::run_logger::LogOrigin;
use crate::schedule::Schedule;
use crate::{CatalogIssue, Level};

/// Metaparameters that control how a resource is managed.
struct Metaparameters {
    provider: Option<String>,
    noop: Option<bool>,
    loglevel: Level,
    persisted: Persisted,
    /// The attributes that only a module's declaration of the type has, and that differ from their defaults.
    unsupported: Vec<String>,
}

impl Preparation<'_, '_> {
    /// Creates rows for all resources except containers.
    pub(super) fn draft_all(&mut self) {
        for position in 0..self.indices.len() {
            let index = self.indices[position];
            let type_name = self.catalog.get(index).reference.type_name.clone();
            match self.kind_of(&type_name) {
                Some(kind) => self.draft(index, kind),
                None => self.containers[position] = true,
            }
        }
    }

    fn draft(&mut self, index: ResourceIndex, kind: usize) {
        let before = self.issues.len();
        let mut slots = Vec::new();
        let parameters = std::mem::take(&mut self.catalog.get_mut(index).parameters);
        let (metaparameters, parameters) = self.read_parameters(index, kind, parameters, &mut RowBuilder(&mut slots));
        self.catalog.get_mut(index).parameters = parameters;
        self.warn_of_deprecated(index, kind, &slots);
        let provider = self.choose_provider(index, kind, metaparameters.provider.as_deref());
        let resource = self.catalog.get(index);
        let resource_type = &self.resources.kinds[kind];
        let provider_info = provider.map(|provider| &resource_type.providers[provider]);
        let given: Vec<u16> = slots.iter().map(|(column, _)| *column).collect();
        complete_attributes(resource, resource_type, provider_info, &mut RowBuilder(&mut slots), &mut self.issues);
        if let Some(provider) = provider_info {
            resource_type.drop_unmanaged(provider, &mut slots, |features, attribute| {
                // Nobody has requested a default value.
                if !given.iter().any(|column| resource_type.attribute(*column).name == attribute) {
                    return;
                }
                let reason = issue::not_managing(&provider.name, features, attribute);
                self.unmanaged.push(issue::parameter_failed(resource, attribute, &reason));
                self.logger.write(Level::Debug, LogOrigin::Resource(&self.catalog, index), || reason);
            });
        }
        let is_suitable =
            resource_type.is_engine || provider_info.is_some_and(|provider| provider.unsuitable.is_none());
        let group = self.group(kind, provider);
        let id = row_id(index);
        let row = Row { id, title: self.catalog.get(index).reference.title.clone(), slots: Arc::new(slots) };
        self.check_purge(index, kind, &row);
        self.check_schedule(index, kind, &row);
        self.check_bucket(index, kind, &row);
        // A row with issues is not passed to the type's code, which would report them again.
        if self.issues.len() == before {
            self.rows[group].push(row.clone());
        }
        let Metaparameters { noop, loglevel, persisted, unsupported, .. } = metaparameters;
        let type_name = &self.resources.kinds[kind].schema.name;
        let fault = (!unsupported.is_empty()).then(|| issue::unsupported_attributes(type_name, &unsupported));
        let persisted = (persisted.schedule.is_some() || !persisted.audited.is_empty()).then(|| Box::new(persisted));
        let entry = ManagedResource { row, group, position: 0, noop, loglevel, is_suitable, persisted, fault };
        self.resources.set(index, entry);
    }

    /// Rejects invalid attributes of a purging resource.
    fn check_purge(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        let kind = &self.resources.kinds[kind];
        if !kind.may_purge() {
            return;
        }
        let schema = |name: &str| super::engine_schema(name).or_else(|| self.providers.schema(name));
        if let Err((attribute, reason)) = purge::check(kind, row, schema) {
            self.issues.push(issue::parameter_failed(self.catalog.get(index), attribute, &reason));
        }
    }

    /// Rejects an invalid schedule.
    fn check_schedule(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        if let Some(Err((attribute, reason))) = Schedule::read(&self.resources.kinds[kind], row) {
            self.issues.push(issue::parameter_failed(self.catalog.get(index), attribute, &reason));
        }
    }

    /// Rejects an invalid filebucket.
    fn check_bucket(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        if let Some(Err((attribute, reason))) = bucket::read(&self.resources.kinds[kind], row) {
            self.issues.push(issue::parameter_failed(self.catalog.get(index), attribute, reason));
        }
    }

    /// Separates the parameters of a resource into attributes and metaparameters.
    fn read_parameters(
        &mut self,
        index: ResourceIndex,
        kind: usize,
        parameters: Vec<Parameter>,
        slots: &mut RowBuilder<'_>,
    ) -> (Metaparameters, Vec<Parameter>) {
        let resource = self.catalog.get(index);
        let kind = &self.resources.kinds[kind];
        let mut metaparameters = Metaparameters {
            provider: None,
            noop: None,
            loglevel: Level::Notice,
            persisted: Persisted::default(),
            unsupported: Vec::new(),
        };
        let mut kept = Vec::new();
        for parameter in parameters {
            if parameter.value == Value::Undef {
                continue;
            }
            let metaparameter = Metaparameter::from_name(&parameter.name);
            if let Some(metaparameter) = metaparameter
                && let Err(issue) = metaparameters.read(resource, kind, metaparameter, &parameter.value)
            {
                self.issues.push(issue);
            }
            if &*parameter.name == "provider" && !kind.is_engine {
                metaparameters.provider = parameter.value.as_str().map(str::to_owned);
            }
            match kind.column(&parameter.name) {
                Some(column) if slots.has(column) => {
                    self.issues.push(issue::attribute_twice(resource, &parameter.name, kind.name(column)));
                }
                Some(column) if kind.attribute(column).role == Role::ReadOnly => {
                    self.issues.push(issue::read_only(resource, kind.name(column)));
                }
                Some(column) => {
                    if metaparameter.is_some() {
                        kept.push(parameter.clone());
                    }
                    match kind.convert(column, parameter.value) {
                        Ok(value) => slots.set(column, value),
                        Err(reason) => self.issues.push(issue::unconvertible(resource, kind.name(column), &reason)),
                    }
                }
                None if metaparameter.is_some() => kept.push(parameter),
                None if &*parameter.name == "provider" && !kind.is_engine => {}
                None => match self.module_attribute(&kind.schema.name, &parameter.name) {
                    Some(attribute) if has_default(&attribute, &parameter.value) => {}
                    Some(attribute) => metaparameters.unsupported.push(attribute.name),
                    None => self.issues.push(issue::unknown_attribute(resource, &parameter.name)),
                },
            }
        }
        (metaparameters, kept)
    }

    /// Returns an attribute of the declaration that a module has of a type.
    fn module_attribute(&self, type_name: &str, name: &str) -> Option<Attribute> {
        let schema = self.providers.module_schema(type_name)?;
        schema.attributes.iter().find(|attribute| attribute.name == name).cloned()
    }

    /// Logs a warning for deprecated attributes, once for each.
    fn warn_of_deprecated(&mut self, index: ResourceIndex, kind: usize, slots: &[(u16, Value)]) {
        for (column, _) in slots {
            let attribute = self.resources.kinds[kind].attribute(*column);
            if let Some(reason) = &attribute.deprecated
                && self.deprecated.insert((kind, *column))
            {
                self.logger.write(Level::Warning, LogOrigin::Resource(&self.catalog, index), || {
                    format!("The attribute '{}' is deprecated: {reason}", attribute.name)
                });
            }
        }
    }

    /// Returns the provider for a resource; `None` if none is suitable.
    fn choose_provider(&mut self, index: ResourceIndex, kind: usize, wanted: Option<&str>) -> Option<usize> {
        let Some(wanted) = wanted else { return self.default_provider(kind) };
        let kind = &self.resources.kinds[kind];
        let found = kind.providers.iter().position(|provider| &*provider.name == wanted);
        if found.is_none() {
            self.issues.push(issue::unknown_provider(self.catalog.get(index), kind, wanted));
        }
        found
    }

    /// Returns the default provider and warns once about equally suitable ones.
    fn default_provider(&mut self, kind: usize) -> Option<usize> {
        let is_first = self.resources.groups.iter().all(|group| group.kind != kind);
        let kind = &self.resources.kinds[kind];
        let rivals = if is_first { kind.rivals() } else { vec![] };
        if let [first, _, ..] = rivals.as_slice() {
            let (name, all) = (&kind.schema.name, rivals.join(", "));
            self.logger.write(Level::Warning, LogOrigin::Run, || {
                format!("Found multiple default providers for {name}: {all}; using {first}")
            });
        }
        kind.default_provider()
    }

    /// Returns the group of a kind and a provider.
    fn group(&mut self, kind: usize, provider: Option<usize>) -> usize {
        // A catalog has few groups, and consecutive resources are often in the same one.
        let groups = &mut self.resources.groups;
        if let Some(group) = groups.iter().rposition(|g| g.kind == kind && g.provider == provider) {
            return group;
        }
        groups.push(ProviderGroup { kind, provider, sequence: vec![] });
        self.rows.push(vec![]);
        groups.len() - 1
    }
}

impl Metaparameters {
    fn read(
        &mut self,
        resource: &Resource,
        kind: &ResourceType,
        metaparameter: Metaparameter,
        value: &Value,
    ) -> Result<(), CatalogIssue> {
        let failed = |reason: String| issue::parameter_failed(resource, metaparameter.name(), &reason);
        match (metaparameter, value) {
            (Metaparameter::Noop, Value::Boolean(noop)) => self.noop = Some(*noop),
            (Metaparameter::Noop, value) => match value.as_str() {
                Some("true") => self.noop = Some(true),
                Some("false") => self.noop = Some(false),
                _ => return Err(failed(issue::invalid_value(value, &["true", "false"], &[]))),
            },
            (Metaparameter::Loglevel, value) => {
                let mut valid: Vec<&str> = Level::ALL.into_iter().map(Level::name).collect();
                valid.push("verbose");
                let level = value.as_str().and_then(Level::from_name);
                self.loglevel = level.ok_or_else(|| failed(issue::invalid_value(value, &valid, &[])))?;
            }
            (Metaparameter::Audit, value) => self.persisted.audited = audited(resource, kind, value)?,
            (Metaparameter::Schedule, value) => self.persisted.schedule = Some(to_s(value)),
            _ => {}
        }
        Ok(())
    }
}

/// Returns the attributes to audit: the listed properties, or all of them for `all`.
///
/// # Errors
/// Returns an issue if the type has no property of a listed name.
fn audited(resource: &Resource, kind: &ResourceType, value: &Value) -> Result<Vec<u16>, CatalogIssue> {
    let is_property = |column: &u16| kind.attribute(*column).role != Role::Parameter;
    let names: Vec<String> = value.elements().iter().map(to_s).collect();
    if let [all] = names.as_slice()
        && all == "all"
    {
        let all = (0..).take(kind.names.len());
        return Ok(all.filter(is_property).collect());
    }
    let found = names
        .iter()
        .map(|name| kind.column(name).filter(is_property).ok_or_else(|| issue::not_auditable(resource, name)));
    found.collect()
}

/// Adds attributes from the title and defaults, then sorts the attributes.
fn complete_attributes(
    resource: &Resource,
    kind: &ResourceType,
    provider: Option<&ProviderInfo>,
    slots: &mut RowBuilder<'_>,
    issues: &mut Vec<CatalogIssue>,
) {
    if kind.namevars.iter().any(|namevar| !slots.has(*namevar)) {
        let title = &resource.reference.title;
        let matched = kind.read_title(title, |column, text| {
            if !slots.has(column) {
                let value = if *text == **title { Value::String(title.clone()) } else { Value::from(text) };
                match kind.convert(column, value) {
                    Ok(value) => slots.set(column, value),
                    Err(reason) => issues.push(issue::unconvertible(resource, kind.name(column), &reason)),
                }
            }
        });
        // If the only namevar is set, the title need not match.
        if matched.is_none() {
            issues.push(issue::unmatched_title(resource));
        }
    }
    kind.apply_defaults(provider, slots);
    for column in &kind.required {
        if !slots.has(*column) {
            let reason = format!("the attribute '{}' is required", kind.name(*column));
            issues.push(issue::validation_failed(resource, &reason));
        }
    }
    slots.sort();
}

/// Returns whether a value is the default of an attribute. Puppet's types compare the text form.
fn has_default(attribute: &Attribute, value: &Value) -> bool {
    match &attribute.default {
        Some(Fallback::Constant(default)) => to_s(value) == to_s(&Value::from(default)),
        _ => false,
    }
}
