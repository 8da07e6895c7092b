//! First step of the preparation: converts resources of the catalog to rows. Names and values are checked
//! individually; the type's own code runs later.

use catalog::schema::Role;
use catalog::{Metaparameter, Parameter, Resource, ResourceIndex, Value};

use super::Preparation;
use crate::audit;
use crate::bucket::FileBucket;
use crate::display::to_s;
use crate::issue;
use crate::prepared::{ManagedResource, Persisted, ProviderGroup};
use crate::provider::Row;
use crate::purge;
use crate::resource_type::{ResourceType, RowBuilder};
use crate::run_logger::LogOrigin;
use crate::schedule::Schedule;
use crate::{CatalogIssue, Level};

/// Metaparameters that control how a resource is managed.
struct Metaparameters {
    provider: Option<String>,
    noop: Option<bool>,
    loglevel: Level,
    upkeep: Persisted,
}

impl Preparation<'_, '_> {
    /// Creates rows for all resources except containers.
    pub(super) fn draft_all(&mut self) {
        for place in 0..self.indices.len() {
            let index = self.indices[place];
            let type_name = self.catalog.get(index).reference.type_name.clone();
            match self.kind_of(&type_name) {
                Some(kind) => self.draft(index, kind),
                None => self.containers[place] = true,
            }
        }
    }

    fn draft(&mut self, index: ResourceIndex, kind: usize) {
        let before = self.issues.len();
        let mut slots = Vec::new();
        let parameters = std::mem::take(&mut self.catalog.get_mut(index).parameters);
        let (manner, parameters) = self.read_parameters(index, kind, parameters, &mut RowBuilder(&mut slots));
        self.catalog.get_mut(index).parameters = parameters;
        self.warn_of_deprecated(index, kind, &slots);
        let provider = self.choose_provider(index, kind, manner.provider.as_deref());
        let resource = self.catalog.get(index);
        let kind_of = &self.kinds[kind];
        fill_in(resource, kind_of, provider, &mut RowBuilder(&mut slots), &mut self.issues);
        if let Some(provider) = provider {
            kind_of.drop_unmanaged(provider, &mut slots, |features, attribute| {
                let reason = issue::not_managing(&kind_of.providers[provider].name, features, attribute);
                self.unmanaged.push(issue::parameter_failed(resource, attribute, &reason));
                self.scribe.write(Level::Debug, LogOrigin::Resource(&self.catalog, index), || reason);
            });
        }
        let is_suitable =
            kind_of.is_engine || provider.is_some_and(|provider| kind_of.providers[provider].unsuitable.is_none());
        let group = self.group(kind, provider);
        let id = u32::try_from(index.to_usize() + 1).expect("a catalog has fewer than 2^32 resources");
        let row = Row { id, title: self.catalog.get(index).reference.title.clone(), slots };
        self.check_purge(index, kind, &row);
        self.check_schedule(index, kind, &row);
        self.check_bucket(index, kind, &row);
        // A row with issues is not passed to the type's code, which would report them again.
        let is_sound = self.issues.len() == before;
        let placeholder = Row { id, title: row.title.clone(), slots: vec![] };
        let (now, later) = if is_sound { (placeholder, Some(row)) } else { (row, None) };
        self.rows[group].extend(later);
        let Metaparameters { noop, loglevel, upkeep, .. } = manner;
        let upkeep = (upkeep.schedule.is_some() || !upkeep.audited.is_empty()).then(|| Box::new(upkeep));
        self.entries[index.to_usize()] =
            Some(ManagedResource { row: now, group, place: 0, noop, loglevel, is_suitable, upkeep, fault: None });
    }

    /// Rejects invalid attributes of a purging resource.
    fn check_purge(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        if !self.kinds[kind].may_purge() {
            return;
        }
        let schema = |name: &str| super::engine_schema(name).or_else(|| self.providers.schema(name));
        if let Err((attribute, reason)) = purge::check(&self.kinds[kind], row, schema) {
            self.issues.push(issue::parameter_failed(self.catalog.get(index), attribute, &reason));
        }
    }

    /// Rejects an invalid schedule.
    fn check_schedule(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        if let Some(Err((attribute, reason))) = Schedule::read(&self.kinds[kind], row) {
            self.issues.push(issue::parameter_failed(self.catalog.get(index), attribute, &reason));
        }
    }

    /// Rejects an invalid filebucket.
    fn check_bucket(&mut self, index: ResourceIndex, kind: usize, row: &Row) {
        if let Some(Err((attribute, reason))) = FileBucket::read(&self.kinds[kind], row) {
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
        let kind = &self.kinds[kind];
        let mut manner =
            Metaparameters { provider: None, noop: None, loglevel: Level::Notice, upkeep: Persisted::default() };
        let mut kept = Vec::new();
        for parameter in parameters {
            if parameter.value == Value::Undef {
                continue;
            }
            let metaparameter = Metaparameter::from_name(&parameter.name);
            if let Some(metaparameter) = metaparameter
                && let Err(issue) = manner.read(resource, kind, metaparameter, &parameter.value)
            {
                self.issues.push(issue);
            }
            if &*parameter.name == "provider" && !kind.is_engine {
                manner.provider = parameter.value.as_str().map(str::to_owned);
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
                        Err(reason) => {
                            self.issues.push(issue::parameter_failed(resource, kind.name(column), &reason));
                        }
                    }
                }
                None if metaparameter.is_some() => kept.push(parameter),
                None if &*parameter.name == "provider" && !kind.is_engine => {}
                None => self.issues.push(issue::unknown_attribute(resource, &parameter.name)),
            }
        }
        (manner, kept)
    }

    /// Logs a warning for deprecated attributes, once for each.
    fn warn_of_deprecated(&mut self, index: ResourceIndex, kind: usize, slots: &[(u16, Value)]) {
        for (column, _) in slots {
            let attribute = self.kinds[kind].attribute(*column);
            if let Some(reason) = &attribute.deprecated
                && self.deprecated.insert((kind, *column))
            {
                self.scribe.write(Level::Warning, LogOrigin::Resource(&self.catalog, index), || {
                    format!("The attribute '{}' is deprecated: {reason}", attribute.name)
                });
            }
        }
    }

    /// Returns the provider for a resource; `None` if none is suitable.
    fn choose_provider(&mut self, index: ResourceIndex, kind: usize, wanted: Option<&str>) -> Option<usize> {
        let Some(wanted) = wanted else { return self.default_provider(kind) };
        let kind = &self.kinds[kind];
        let found = kind.providers.iter().position(|provider| &*provider.name == wanted);
        if found.is_none() {
            self.issues.push(issue::unknown_provider(self.catalog.get(index), &kind.schema.name, wanted));
        }
        found
    }

    /// Returns the default provider and warns once about equally suitable ones.
    fn default_provider(&mut self, kind: usize) -> Option<usize> {
        let is_first = self.groups.iter().all(|group| group.kind != kind);
        let kind = &self.kinds[kind];
        let rivals = if is_first { kind.rivals() } else { vec![] };
        if let [first, _, ..] = rivals.as_slice() {
            let (name, all) = (&kind.schema.name, rivals.join(", "));
            self.scribe.write(Level::Warning, LogOrigin::Run, || {
                format!("Found multiple default providers for {name}: {all}; using {first}")
            });
        }
        kind.default_provider()
    }

    /// Returns the group of a kind and a provider.
    fn group(&mut self, kind: usize, provider: Option<usize>) -> usize {
        // A catalog has few groups, and consecutive resources are often in the same one.
        if let Some(group) = self.groups.iter().rposition(|g| g.kind == kind && g.provider == provider) {
            return group;
        }
        self.groups.push(ProviderGroup { kind, provider, sequence: vec![] });
        self.rows.push(vec![]);
        self.groups.len() - 1
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
            (Metaparameter::Audit, value) => self.upkeep.audited = audit::columns(resource, kind, value)?,
            (Metaparameter::Schedule, value) => self.upkeep.schedule = Some(to_s(value)),
            _ => {}
        }
        Ok(())
    }
}

/// Adds attributes from the title and defaults, then sorts the attributes.
fn fill_in(
    resource: &Resource,
    kind: &ResourceType,
    provider: Option<usize>,
    slots: &mut RowBuilder<'_>,
    issues: &mut Vec<CatalogIssue>,
) {
    if kind.namevars.iter().any(|namevar| !slots.has(*namevar)) {
        let matched = kind.read_title(&resource.reference.title, |column, text| {
            if !slots.has(column) {
                match kind.convert(column, Value::from(text)) {
                    Ok(value) => slots.set(column, value),
                    Err(reason) => issues.push(issue::parameter_failed(resource, kind.name(column), &reason)),
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
