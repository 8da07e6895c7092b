//! End of a compilation: collectors and defined types are evaluated until nothing new appears, overrides and
//! relationships are applied, attributes are checked, tags and metaparameters are propagated, and the catalog is built.

use std::sync::Arc;

use catalog::{Catalog, Metaparameter, Position, ResourceRef};
use rustc_hash::FxHashMap;
use syntax::{SourceId, Span};
use value::{EvalError, Value};

use crate::attribute::Parameter;
use crate::collector::{is_reference, shown};
use crate::evaluator::Evaluator;
use crate::identity::{ResourceId, TypeId};
use crate::issue;
use crate::resource::{Resource, TypeKind};

/// Maximum number of rounds in which collectors and defined types may create further resources.
const MAXIMUM_ROUNDS: usize = 1000;

/// Attributes that a defined type at top scope passes on to its resources.
const INHERITED: [Metaparameter; 7] = [
    Metaparameter::Alias,
    Metaparameter::Audit,
    Metaparameter::Loglevel,
    Metaparameter::Noop,
    Metaparameter::Schedule,
    Metaparameter::Stage,
    Metaparameter::Tag,
];

impl<'a> Evaluator<'a> {
    /// Evaluates collectors and instances of defined types until none remain.
    ///
    /// # Errors
    /// Returns any error of their evaluation.
    pub(crate) fn evaluate_generators(&mut self) -> Result<(), EvalError> {
        let mut waiting: Vec<ResourceId> = Vec::new();
        let mut seen = 0;
        for _ in 0..=MAXIMUM_ROUNDS {
            let mut is_done = !self.evaluate_collectors()?;
            let is_lazy = |id: &ResourceId| self.is_instance(*id);
            waiting.extend(self.resources.ids().skip(seen).filter(is_lazy));
            seen = self.resources.len();
            // Virtual resources wait for a collector.
            let (ready, still): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|id| !self.resources.get(*id).is_virtual);
            waiting = still;
            is_done &= ready.is_empty();
            for id in ready {
                self.evaluate_instance(id)?;
            }
            if is_done {
                return Ok(());
            }
        }
        Err(issue::endless_generators(&self.endless_declarations()).into())
    }

    /// Returns the declarations by which defined types declare each other endlessly, outermost first.
    fn endless_declarations(&self) -> Vec<issue::EndlessDeclaration> {
        let type_name = |id: ResourceId| {
            let resource = self.resources.get(id);
            self.resources.get_type(resource.type_id).name.to_lowercase()
        };
        let mut found: Vec<issue::EndlessDeclaration> = Vec::new();
        let mut next = self.resources.ids().filter(|id| self.is_instance(*id)).last();
        while let Some(id) = next {
            let resource = self.resources.get(id);
            let container = self.scopes.get(resource.scope).resource;
            let (declarer, declared) = (type_name(container), type_name(id));
            let is_complete = declarer == declared || found.iter().any(|step| step.declared == declarer);
            let place = self.place_text(resource.span);
            found.push(issue::EndlessDeclaration { declarer, declared, span: resource.span, place });
            next = (!is_complete && container >= ResourceId::MAIN && container != id).then_some(container);
        }
        found.reverse();
        found
    }

    fn is_instance(&self, id: ResourceId) -> bool {
        let resource = self.resources.get(id);
        matches!(self.resources.get_type(resource.type_id).kind, TypeKind::Define(_)) && !resource.is_evaluated
    }

    /// Completes the compilation.
    ///
    /// # Errors
    /// Returns an error if an attribute is unknown, a relationship refers to a missing resource, or an override has
    /// no target.
    pub(crate) fn finish(&mut self) -> Result<(), EvalError> {
        self.evaluate_relationships()?;
        for overriding in std::mem::take(&mut self.pending_overrides) {
            match self.resources.find(overriding.type_id, &overriding.title) {
                Some(id) => self.override_resource(id, overriding)?,
                None => self.pending_overrides.push(overriding),
            }
        }
        for id in self.resources.ids() {
            // The first resources are built in.
            if id >= ResourceId::MAIN {
                // A class or instance gets the tags of its container when its evaluation begins; tags added to the
                // container later don't apply.
                if !self.resources.get(id).is_evaluated {
                    self.inherit_tags(id);
                }
                self.check_attributes(id)?;
            }
        }
        self.hand_down();
        self.check_overrides()?;
        self.check_realized()?;
        self.check_relationships()
    }

    fn check_overrides(&self) -> Result<(), EvalError> {
        let Some(first) = self.pending_overrides.first() else { return Ok(()) };
        let shown = self
            .pending_overrides
            .iter()
            .map(|overriding| format!("{}[{}]", self.resources.get_type(overriding.type_id).name, overriding.title));
        let shown = shown.collect::<Vec<_>>().join(", ");
        let mut diagnostic = issue::unmatched_overrides(&shown);
        if let Some(span) = first.span {
            diagnostic = diagnostic.with_label(span, "it is overridden here");
        }
        Err(self.with_known_title(diagnostic.into(), first.type_id, &first.title, None))
    }

    /// Checks that all attributes of a resource are known to its type.
    fn check_attributes(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        if resource.is_checked {
            return Ok(());
        }
        if !matches!(self.resources.get_type(resource.type_id).kind, TypeKind::Native(_)) {
            return self.check_finished(id);
        }
        let unknown =
            resource.parameters.iter().find(|p| !self.is_attribute(resource.type_id, &resource.title, p.name));
        let Some(unknown) = unknown else { return Ok(()) };
        let key = self.resources.get_type(resource.type_id).key;
        if let Some(code) = self.environment().unread_declaration(key) {
            let span = resource.span;
            self.warn_once(&format!("type:{key}"), issue::unread_declaration(key, &code), span);
            return Ok(());
        }
        let reference = self.resources.reference(id).to_string();
        let place = self.place_text(resource.span);
        let mut diagnostic = issue::unknown_attribute(unknown.name, &reference, &place, resource.span);
        if let Some(span) = unknown.span {
            diagnostic = diagnostic.with_label(span, "it is set here");
        }
        let fault = EvalError::from(diagnostic);
        let TypeKind::Native(schema) = &self.resources.get_type(resource.type_id).kind else { return Err(fault) };
        let known = schema.attributes.iter().map(|attribute| attribute.name.as_str());
        let metaparameters = Metaparameter::ALL.iter().map(|metaparameter| metaparameter.name());
        Err(self.with_nearest(fault, unknown.name, known.chain(metaparameters)))
    }

    /// Propagates tags and metaparameters, except relationships, from `Class[main]` to all contained resources.
    fn hand_down(&mut self) {
        let contained = Contained::new(self.resources.len(), self.resources.edges.iter().copied());
        let mut inherited: FxHashMap<ResourceId, Vec<Parameter<'a>>> = FxHashMap::default();
        let mut queue = vec![ResourceId::MAIN];
        let mut seen = vec![false; self.resources.len()];
        while let Some(container) = queue.pop() {
            let inside = contained.inside(container);
            if inside.is_empty() {
                continue;
            }
            let data = match inherited.get(&container) {
                Some(data) => data.clone(),
                None => self.metaparameters(container),
            };
            let tags = std::mem::take(&mut self.resources.get_mut(container).tags);
            for id in inside {
                let resource = self.resources.get_mut(*id);
                for parameter in &data {
                    if resource.value(parameter.name).is_none() {
                        resource.set(parameter.clone());
                    }
                }
                resource.tags.merge(&tags);
                if !data.is_empty() {
                    let mut own = data.clone();
                    for parameter in self.metaparameters(*id) {
                        match own.iter_mut().find(|known| known.name == parameter.name) {
                            Some(known) => *known = parameter,
                            None => own.push(parameter),
                        }
                    }
                    inherited.insert(*id, own);
                }
                if !std::mem::replace(&mut seen[id.to_usize()], true) {
                    queue.push(*id);
                }
            }
            self.resources.get_mut(container).tags = tags;
        }
    }

    fn metaparameters(&self, id: ResourceId) -> Vec<Parameter<'a>> {
        let parameters = &self.resources.get(id).parameters;
        if parameters.is_empty() {
            return Vec::new();
        }
        let is_inherited = |name: &str| INHERITED.iter().any(|metaparameter| metaparameter.name() == name);
        parameters.iter().filter(|p| !p.value.is_undef() && is_inherited(p.name)).cloned().collect()
    }

    /// Checks that all relationships of real resources refer to existing resources.
    fn check_relationships(&mut self) -> Result<(), EvalError> {
        for id in self.resources.ids() {
            let resource = self.resources.get(id);
            if resource.is_virtual || id < ResourceId::MAIN {
                continue;
            }
            let relationships = resource.parameters.iter().filter(|p| is_relationship(p.name));
            let relationships: Vec<Parameter<'a>> = relationships.cloned().collect();
            for parameter in relationships {
                let mut references = Vec::new();
                parameter.value.flatten_into(&mut references);
                for reference in references.iter().filter(|reference| !reference.is_undef()) {
                    if self.find_reference(reference)?.is_none() {
                        return Err(self.unknown_reference(reference, &parameter, id));
                    }
                }
            }
        }
        Ok(())
    }

    fn unknown_reference(&mut self, reference: &Value, parameter: &Parameter<'a>, id: ResourceId) -> EvalError {
        if !is_reference(reference) {
            return issue::no_reference(reference, parameter.span).into();
        }
        let fault = issue::unknown_relationship(&shown(reference), parameter.name, parameter.span).into();
        self.with_known_reference(fault, reference, Some(id))
    }

    /// Builds the catalog of realized resources and the list of exported ones.
    pub(crate) fn into_catalog(mut self) -> (Catalog, Vec<catalog::Resource>) {
        let mut catalog = Catalog::default();
        self.node_name().clone_into(&mut catalog.node);
        self.environment().name().clone_into(&mut catalog.environment);
        // Puppet: the version of a catalog is the second in which it was compiled.
        catalog.version = (self.environment().now() / 1_000_000_000).to_string();
        catalog.classes = std::mem::take(&mut self.class_names);
        let mut exported = Vec::new();
        let mut names = Names::default();
        let mut places = vec![None; self.resources.len()];
        let references: Vec<ResourceRef> = self.resources.ids().map(|id| self.resources.reference(id)).collect();
        for ((resource, reference), place) in self.resources.take().into_iter().zip(references).zip(&mut places) {
            let (is_virtual, is_exported) = (resource.is_virtual, resource.is_exported);
            if is_virtual && !is_exported {
                continue;
            }
            let converted = self.converted(resource, reference, &mut names);
            if is_exported {
                exported.push(converted.clone());
            }
            if !is_virtual {
                // References are unique, because duplicate declarations are rejected.
                *place = catalog.add(converted).ok();
            }
        }
        for (container, contained) in &self.resources.edges {
            if let (Some(container), Some(contained)) = (places[container.to_usize()], places[contained.to_usize()]) {
                catalog.contain(container, contained);
            }
        }
        (catalog, exported)
    }

    /// Converts a resource for the catalog.
    fn converted(&self, resource: Resource<'a>, reference: ResourceRef, names: &mut Names<'a>) -> catalog::Resource {
        let known = self.resources.get_type(resource.type_id);
        let namevar = known.titles.namevar();
        let mut converted = catalog::Resource::new(reference);
        converted.position = resource.span.and_then(|span| names.position(span, &self.sources));
        converted.tags = resource.tags.iter().map(|tag| Arc::clone(self.tag_names.name(tag))).collect();
        converted.is_exported = resource.is_exported;
        let is_plain = known.titles.is_plain() || resource.has_plain_title;
        let from_title = if is_plain { None } else { known.titles.parse(&resource.title) };
        for (name, value) in from_title.into_iter().flatten() {
            if name != namevar || *value != *resource.title {
                converted.parameters.push(catalog::Parameter {
                    name: name.into(),
                    value: value.into(),
                    position: None,
                });
            }
        }
        for parameter in resource.parameters {
            // `name` is an alias of the namevar.
            let name = if parameter.name == "name" { namevar } else { parameter.name };
            // Puppet: the catalog has the names of attributes in lower case, since version 4.
            let has_capitals = !self.is_puppet3() && name.bytes().any(|letter| letter.is_ascii_uppercase());
            let lowered = has_capitals.then(|| name.to_lowercase());
            let name = lowered.as_deref().unwrap_or(name);
            if parameter.value.is_undef() {
                continue;
            }
            let is_title = name == namevar && parameter.value.as_str() == Some(&*resource.title);
            if is_title {
                converted.parameters.retain(|known| *known.name != *name);
                continue;
            }
            let value = attribute_value(&parameter.value, name);
            let position = parameter.span.and_then(|span| names.position(span, &self.sources));
            match converted.parameters.iter_mut().find(|known| *known.name == *name) {
                Some(known) => *known = catalog::Parameter { name: Arc::clone(&known.name), value, position },
                None => {
                    let name = if name == parameter.name { names.name(parameter.name) } else { name.into() };
                    converted.parameters.push(catalog::Parameter { name, value, position });
                }
            }
        }
        if matches!(known.kind, TypeKind::Native(_) | TypeKind::Class)
            && is_main(resource.type_id, known.key, &resource.title)
        {
            // Puppet stores the title of its built-in resources as a symbol, which differs from the name.
            let (name, value) = (names.name("name"), "main".into());
            converted.parameters.push(catalog::Parameter { name, value, position: None });
        }
        if resource.odd_title.is_some() && !converted.parameters.iter().any(|known| *known.name == *namevar) {
            // Puppet: a title that isn't a string differs from the name, which is a string.
            let (name, value) = (namevar.into(), (&*resource.title).into());
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

fn is_relationship(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

/// Contained resources of all resources, in one list.
struct Contained {
    /// Start of each resource's part of the list, plus the end of the last.
    starts: Vec<u32>,
    list: Vec<ResourceId>,
}

impl Contained {
    fn new(count: usize, edges: impl Iterator<Item = (ResourceId, ResourceId)> + Clone) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (container, _) in edges.clone() {
            starts[container.to_usize() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut list = vec![ResourceId::MAIN; starts[count] as usize];
        for (container, id) in edges {
            let place = &mut next[container.to_usize()];
            list[*place as usize] = id;
            *place += 1;
        }
        Self { starts, list }
    }

    fn inside(&self, container: ResourceId) -> &[ResourceId] {
        let at = container.to_usize();
        &self.list[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Names and files shared by the resources of a catalog.
#[derive(Default)]
struct Names<'a> {
    names: FxHashMap<&'a str, Arc<str>>,
    files: FxHashMap<SourceId, Arc<str>>,
}

impl<'a> Names<'a> {
    fn name(&mut self, name: &'a str) -> Arc<str> {
        Arc::clone(self.names.entry(name).or_insert_with(|| name.into()))
    }

    fn position(&mut self, span: Span, sources: &syntax::SourceMap) -> Option<Position> {
        let source = sources.get(span.source)?;
        let place = source.position(span.lo);
        let file = Arc::clone(self.files.entry(span.source).or_insert_with(|| source.name().into()));
        Some(Position { file, line: place.line, column: place.column })
    }
}
