//! Taking resources in that others asked for: each goes the way of a resource of the catalog, and none is taken in unless all
//! that its parent asked for can be. What the catalog has already wins.

use std::sync::Arc;

use catalog::graph::{RelationshipGraph, unresolved};
use catalog::schema::Role;
use catalog::{Catalog, Metaparameter, Resource, ResourceIndex, ResourceRef, Value};

use super::identity::names;
use super::{Preparation, canonicalize};
use crate::generate::GenerateError;
use crate::issue;
use crate::prepared::{ManagedResource, Prepared};
use crate::provider::{Generated, Providers, Severity};
use crate::resource_type::RowBuilder;
use crate::run_logger::RunLogger;

/// What became of something that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct AddedResource {
    /// The resource.
    pub(crate) index: ResourceIndex,
    /// `None` for a generated resource; for an existing one, its attributes in the request.
    pub(crate) known: Option<Vec<(String, Value)>>,
}

/// Takes in what a resource asked for, beside it or within it.
///
/// # Errors
/// Something of it cannot be; then nothing is taken in.
pub(crate) fn adopt(
    prepared: &mut Prepared,
    providers: &mut dyn Providers,
    scribe: &mut RunLogger<'_>,
    parent: ResourceIndex,
    asked: Vec<Generated>,
    is_within: bool,
) -> Result<Vec<AddedResource>, GenerateError> {
    let mut side = Catalog::default();
    let mut order: Vec<AddedBy> = Vec::with_capacity(asked.len());
    for Generated { type_name, title, parameters, .. } in asked {
        let reference = ResourceRef::new(&type_name, &title);
        if let Some(index) = prepared.catalog.find(&reference) {
            order.push(AddedBy::Known(AddedResource { index, known: Some(parameters) }));
        } else if side.find(&reference).is_none() {
            let resource = child(prepared.catalog.get(parent), reference, parameters, is_within)?;
            order.extend(side.add(resource).map(AddedBy::New));
        }
    }
    let mut preparation = Preparation::new(side, providers, scribe);
    preparation.swap(prepared);
    preparation.draft_all();
    preparation.canonicalize_all();
    preparation.ask_relations();
    preparation.name_all();
    preparation.swap(prepared);
    preparation.check_asked(prepared)?;
    let Preparation { mut catalog, mut entries, mut related, .. } = preparation;
    let mut adopted = Vec::with_capacity(order.len());
    for asked in order {
        let index = match asked {
            AddedBy::Known(known) => {
                adopted.push(known);
                continue;
            }
            AddedBy::New(index) => index,
        };
        let Some(entry) = entries[index.to_usize()].take() else { continue };
        if let Some(index) = same_names(prepared, &entry) {
            adopted.push(AddedResource { index, known: Some(vec![]) });
            continue;
        }
        let resource = std::mem::replace(catalog.get_mut(index), Resource::new(ResourceRef::new("", "")));
        let relations = related.remove(&entry.row.id);
        let index = enter(prepared, parent, resource, entry);
        if let (Some(relations), Some(entry)) = (relations, &prepared.entries[index.to_usize()]) {
            prepared.more.related.insert(entry.row.id, relations);
        }
        adopted.push(AddedResource { index, known: None });
    }
    Ok(adopted)
}

/// Adds missing attributes to a resource.
///
/// # Errors
/// Something of it cannot be; then nothing is added.
pub(crate) fn complete(
    prepared: &mut Prepared,
    providers: &mut dyn Providers,
    index: ResourceIndex,
    parameters: Vec<(String, Value)>,
) -> Result<(), GenerateError> {
    let resource = prepared.catalog.get(index);
    let Some(entry) = &mut prepared.entries[index.to_usize()] else { return Ok(()) };
    let group = &prepared.groups[entry.group];
    let kind = &prepared.kinds[group.kind];
    let mut row = entry.row.clone();
    let mut slots = RowBuilder(&mut row.slots);
    for (name, value) in parameters {
        if value == Value::Undef {
            continue;
        }
        let Some(column) = kind.column(&name).filter(|column| kind.attribute(*column).role != Role::ReadOnly) else {
            return Err(issue::unknown_attribute(resource, &name).into());
        };
        if !slots.has(column) {
            let value = kind.convert(column, value);
            slots.set(column, value.map_err(|reason| issue::parameter_failed(resource, &name, &reason))?);
        }
    }
    slots.sort();
    let mut rows = vec![row];
    let problems = canonicalize(kind, group.provider, providers, &mut rows)?;
    if let Some(problem) = problems.into_iter().find(|problem| problem.severity != Severity::Warning) {
        return Err(issue::validation_failed(resource, &problem.message).into());
    }
    entry.row = rows.swap_remove(0);
    Ok(())
}

/// Recomputes the order after resources were added. `asked` lists added resources next to their parents,
/// `related_before` is the number of resources before.
pub(crate) fn relate_again(
    prepared: &mut Prepared,
    providers: &mut dyn Providers,
    scribe: &mut RunLogger<'_>,
    asked: &[(ResourceIndex, ResourceIndex)],
    related_before: usize,
) {
    let mut preparation = Preparation::new(std::mem::take(&mut prepared.catalog), providers, scribe);
    preparation.swap(prepared);
    std::mem::swap(&mut preparation.entries, &mut prepared.entries);
    std::mem::swap(&mut preparation.unmanaged, &mut prepared.unmanaged);
    std::mem::swap(&mut preparation.containers, &mut prepared.more.containers);
    std::mem::swap(&mut preparation.related, &mut prepared.more.related);
    preparation.ordering = prepared.ordering;
    // Whoever was taken in had its references looked at.
    let graph: Option<RelationshipGraph> = preparation.relate_all(asked, related_before);
    if let Ok(done) = preparation.finish(graph) {
        let memory = std::mem::take(&mut prepared.memory);
        *prepared = Prepared { memory, ..done };
    }
}

/// Origin of an added resource: its index in the catalog, or next to its parent.
enum AddedBy {
    Known(AddedResource),
    New(ResourceIndex),
}

impl Preparation<'_, '_> {
    /// Exchanges the data about types and groups.
    fn swap(&mut self, prepared: &mut Prepared) {
        std::mem::swap(&mut self.kinds, &mut prepared.kinds);
        std::mem::swap(&mut self.groups, &mut prepared.groups);
        std::mem::swap(&mut self.known, &mut prepared.more.known);
        self.rows.resize_with(self.groups.len(), Vec::new);
    }

    /// Checks the requested resources.
    fn check_asked(&self, prepared: &Prepared) -> Result<(), GenerateError> {
        if let Some(place) = self.containers.iter().position(|is_container| *is_container) {
            let reference = &self.catalog.get(self.indices[place]).reference;
            return Err(GenerateError::UnknownType(reference.type_name.to_lowercase()));
        }
        if let Some(issue) = self.issues.first() {
            return Err(issue.clone().into());
        }
        for (_, resource) in self.catalog.iter() {
            let is_known = |reference: &ResourceRef| {
                prepared.catalog.find(reference).is_some() || self.catalog.find(reference).is_some()
            };
            if let Some((metaparameter, reference)) = unresolved(resource, is_known) {
                return Err(GenerateError::Missing(issue::missing(metaparameter, &reference, resource)));
            }
        }
        Ok(())
    }
}

/// Makes a resource: with the metaparameters of its parent where it has none of its own, and with the tags of both.
fn child(
    parent: &Resource,
    reference: ResourceRef,
    parameters: Vec<(String, Value)>,
    is_within: bool,
) -> Result<Resource, GenerateError> {
    let mut resource = Resource::new(reference);
    for (name, value) in parameters {
        let is_bound = Metaparameter::from_name(&name).is_some_and(|metaparameter| {
            // A component that could say `noop => false` would not be bound by a dry run.
            matches!(metaparameter, Metaparameter::Noop | Metaparameter::Alias)
                || (is_within && metaparameter.is_relationship())
        });
        if is_bound {
            return Err(GenerateError::Bound { resource: resource.reference.to_string(), metaparameter: name });
        }
        if value != Value::Undef {
            resource.set(&name, value, None);
        }
    }
    for parameter in &parent.parameters {
        let is_inherited = Metaparameter::from_name(&parameter.name).is_some_and(|metaparameter| {
            metaparameter != Metaparameter::Alias && !(is_within && metaparameter.is_relationship())
        });
        if is_inherited && resource.value(&parameter.name).is_none() {
            resource.parameters.push(parameter.clone());
        }
    }
    let own = [resource.reference.type_name.to_lowercase(), resource.reference.title.to_lowercase()];
    let given = resource.value(Metaparameter::Tag.name()).map(Value::elements).unwrap_or_default();
    let given: Vec<String> = given.iter().map(|tag| tag.to_string().to_lowercase()).collect();
    for tag in own.into_iter().filter(|tag| catalog::is_tag(tag)).chain(given) {
        resource.tag(&Arc::from(tag));
    }
    for tag in &parent.tags {
        resource.tag(tag);
    }
    Ok(resource)
}

/// Finds the resource with the same namevars as a requested one.
fn same_names(prepared: &Prepared, entry: &ManagedResource) -> Option<ResourceIndex> {
    let kind_place = prepared.groups[entry.group].kind;
    let kind = &prepared.kinds[kind_place];
    match names(kind, entry).as_slice() {
        [] => None,
        [name] => {
            let reference = ResourceRef::new(&kind.schema.name, name.as_deref()?);
            prepared.catalog.find(&reference)
        }
        several => {
            let of_kind = prepared.catalog.iter().filter(|(index, _)| {
                let entry = prepared.entries[index.to_usize()].as_ref();
                entry.is_some_and(|entry| {
                    prepared.groups[entry.group].kind == kind_place && names(kind, entry) == several
                })
            });
            of_kind.map(|(index, _)| index).next()
        }
    }
}

/// Puts a resource that has been looked at into the catalog.
fn enter(
    prepared: &mut Prepared,
    parent: ResourceIndex,
    resource: Resource,
    mut entry: ManagedResource,
) -> ResourceIndex {
    let Prepared { catalog, kinds, groups, entries, more, .. } = prepared;
    let kind = &kinds[groups[entry.group].kind];
    let reference = resource.reference.clone();
    let index = catalog.add(resource).expect("nothing of this name was found");
    if let [Some(name)] = names(kind, &entry).as_slice() {
        let alias = ResourceRef { type_name: reference.type_name, title: name.as_str().into() };
        catalog.alias(alias, index).expect("nothing of this name was found");
    }
    if let Some(container) = catalog.container(parent) {
        catalog.contain(container, index);
    }
    entry.row.id = u32::try_from(index.to_usize() + 1).expect("a catalog has fewer than 2^32 resources");
    groups[entry.group].enter(&mut entry, index);
    entries.push(Some(entry));
    more.containers.push(false);
    index
}
