//! The result of a compilation without its syntax trees, and its conversion to a catalog.

use std::sync::Arc;

use catalog::{Catalog, Position, ResourceRef};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use syntax::{SourceId, SourceMap, Span};
use value::Value;

use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::finish::is_relationship;
use crate::identity::{ResourceId, TypeId};
use crate::resource::{Resource, TagNames, Tags, TitlePatterns, TypeKind};

/// What remains of a compilation when its syntax trees, which need more memory than the catalog, are dropped.
pub(crate) struct Finished {
    catalog: Catalog,
    resources: Vec<FinishedResource>,
    edges: IndexSet<(ResourceId, ResourceId), FxBuildHasher>,
    /// The title patterns of all types.
    titles: Vec<TitlePatterns>,
    tag_names: TagNames,
    sources: SourceMap,
    /// Whether the catalog has the names of attributes as they were written.
    keeps_case: bool,
}

/// A resource without references to syntax trees.
struct FinishedResource {
    reference: ResourceRef,
    type_id: TypeId,
    has_plain_title: bool,
    has_odd_title: bool,
    /// Whether it is one of the built-in resources named `main`.
    is_main: bool,
    parameters: Vec<FinishedParameter>,
    tags: Tags,
    span: Option<Span>,
    is_exported: bool,
    is_virtual: bool,
}

/// An attribute without references to syntax trees.
struct FinishedParameter {
    name: Arc<str>,
    value: Value,
    span: Option<Span>,
}

impl Evaluator<'_> {
    /// Ends the compilation, and the use of its syntax trees.
    pub(crate) fn into_finished(mut self) -> Finished {
        let mut catalog = Catalog::default();
        self.node_name().clone_into(&mut catalog.node);
        self.environment().name().clone_into(&mut catalog.environment);
        // Puppet: the version of a catalog is the second in which it was compiled.
        catalog.version = (self.environment().now() / 1_000_000_000).to_string();
        catalog.classes = std::mem::take(&mut self.class_names);
        let mut names = Names::default();
        let list = self.resources.take();
        let resources = list.into_iter().map(|resource| self.finished(resource, &mut names)).collect();
        Finished {
            catalog,
            resources,
            keeps_case: self.is_puppet3(),
            edges: self.resources.edges,
            titles: self.resources.types.into_iter().map(|known| known.titles).collect(),
            tag_names: self.tag_names,
            sources: self.sources,
        }
    }

    fn finished<'n>(&self, resource: Resource<'n>, names: &mut Names<'n>) -> FinishedResource {
        let known = self.resources.get_type(resource.type_id);
        let parameter = |Parameter { name, value, span, .. }| FinishedParameter { name: names.name(name), value, span };
        FinishedResource {
            reference: ResourceRef { type_name: Arc::clone(&known.name), title: Arc::clone(&resource.title) },
            type_id: resource.type_id,
            has_plain_title: resource.has_plain_title,
            has_odd_title: resource.odd_title.is_some(),
            is_main: matches!(known.kind, TypeKind::Native(_) | TypeKind::Class)
                && is_main(resource.type_id, known.key, &resource.title),
            parameters: resource.parameters.into_iter().map(parameter).collect(),
            tags: resource.tags,
            span: resource.span,
            is_exported: resource.is_exported,
            is_virtual: resource.is_virtual,
        }
    }
}

impl Finished {
    /// Returns the catalog of realized resources and the list of exported ones.
    pub(crate) fn into_catalog(mut self) -> (Catalog, Vec<catalog::Resource>) {
        let mut catalog = std::mem::take(&mut self.catalog);
        let mut exported = Vec::new();
        let mut files = Files::default();
        let mut places = vec![None; self.resources.len()];
        catalog.reserve(self.resources.len());
        for (resource, place) in std::mem::take(&mut self.resources).into_iter().zip(&mut places) {
            let (is_virtual, is_exported) = (resource.is_virtual, resource.is_exported);
            if is_virtual && !is_exported {
                continue;
            }
            let converted = self.converted(resource, &mut files);
            if is_exported {
                exported.push(converted.clone());
            }
            if !is_virtual {
                // References are unique, because duplicate declarations are rejected.
                *place = catalog.add(converted).ok();
            }
        }
        for (container, contained) in &self.edges {
            if let (Some(container), Some(contained)) = (places[container.to_usize()], places[contained.to_usize()]) {
                catalog.contain(container, contained);
            }
        }
        (catalog, exported)
    }

    /// Converts a resource for the catalog.
    fn converted(&self, resource: FinishedResource, files: &mut Files) -> catalog::Resource {
        let titles = &self.titles[resource.type_id.0 as usize];
        let namevar = titles.namevar();
        let title = Arc::clone(&resource.reference.title);
        let mut converted = catalog::Resource::new(resource.reference);
        converted.position = resource.span.and_then(|span| files.position(span, &self.sources));
        converted.tags = resource.tags.iter().map(|tag| Arc::clone(self.tag_names.name(tag))).collect();
        converted.is_exported = resource.is_exported;
        let is_plain = titles.is_plain() || resource.has_plain_title;
        let from_title = if is_plain { None } else { titles.parse(&title) };
        converted.parameters.reserve_exact(resource.parameters.len() + from_title.as_ref().map_or(0, Vec::len));
        for (name, value) in from_title.into_iter().flatten() {
            if name != namevar || *value != *title {
                converted.parameters.push(catalog::Parameter {
                    name: name.into(),
                    value: value.into(),
                    position: None,
                });
            }
        }
        for parameter in resource.parameters {
            // `name` is an alias of the namevar.
            let name = if *parameter.name == *"name" { namevar } else { &*parameter.name };
            // Puppet: the catalog has the names of attributes in lower case, since version 4.
            let has_capitals = !self.keeps_case && name.bytes().any(|letter| letter.is_ascii_uppercase());
            let lowered = has_capitals.then(|| name.to_lowercase());
            let name = lowered.as_deref().unwrap_or(name);
            if parameter.value.is_undef() {
                continue;
            }
            let is_title = name == namevar && parameter.value.as_str() == Some(&*title);
            if is_title {
                converted.parameters.retain(|known| *known.name != *name);
                continue;
            }
            let value = attribute_value(&parameter.value, name);
            let position = parameter.span.and_then(|span| files.position(span, &self.sources));
            match converted.parameters.iter_mut().find(|known| *known.name == *name) {
                Some(known) => *known = catalog::Parameter { name: Arc::clone(&known.name), value, position },
                None => {
                    let name = if *name == *parameter.name { Arc::clone(&parameter.name) } else { name.into() };
                    converted.parameters.push(catalog::Parameter { name, value, position });
                }
            }
        }
        if resource.is_main {
            // Puppet stores the title of its built-in resources as a symbol, which differs from the name.
            converted.parameters.push(catalog::Parameter { name: "name".into(), value: "main".into(), position: None });
        }
        if resource.has_odd_title && !converted.parameters.iter().any(|known| *known.name == *namevar) {
            // Puppet: a title that isn't a string differs from the name, which is a string.
            let (name, value) = (namevar.into(), (&*title).into());
            converted.parameters.push(catalog::Parameter { name, value, position: None });
        }
        converted
    }
}

/// Returns whether a resource is one of the built-in ones named `main`.
fn is_main(type_id: TypeId, key: &str, title: &str) -> bool {
    title == "main" && (type_id == TypeId::CLASS || key == "stage")
}

/// Converts an attribute value for the catalog. Arrays with references are flattened; in relationships undef is removed
/// too.
fn attribute_value(value: &Value, name: &str) -> catalog::Value {
    let Value::Array(elements) = value else { return value.to_catalog() };
    let is_relationship = is_relationship(name);
    let is_nested = elements.iter().any(|element| matches!(element, Value::Array(_)));
    if !is_relationship && !is_nested {
        return value.to_catalog();
    }
    let mut flat = Vec::new();
    value.flatten_into(&mut flat);
    if is_relationship {
        flat.retain(|element| !element.is_undef());
    } else if !flat.iter().any(|element| matches!(element, Value::Reference(_))) {
        return value.to_catalog();
    }
    catalog::Value::Array(flat.iter().map(Value::to_catalog).collect())
}

/// The names of attributes, shared by all resources.
#[derive(Default)]
struct Names<'a>(FxHashMap<&'a str, Arc<str>>);

impl<'a> Names<'a> {
    fn name(&mut self, name: &'a str) -> Arc<str> {
        Arc::clone(self.0.entry(name).or_insert_with(|| name.into()))
    }
}

/// The names of files, shared by all positions.
#[derive(Default)]
struct Files(FxHashMap<SourceId, Arc<str>>);

impl Files {
    fn position(&mut self, span: Span, sources: &SourceMap) -> Option<Position> {
        let source = sources.get(span.source)?;
        let place = source.position(span.lo);
        let file = Arc::clone(self.0.entry(span.source).or_insert_with(|| source.name().into()));
        Some(Position { file, line: place.line, column: place.column })
    }
}
