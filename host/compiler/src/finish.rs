//! End of a compilation: collectors and defined types are evaluated until nothing new appears, overrides and
//! relationships are applied, attributes are checked, and tags and metaparameters are propagated.

use catalog::Metaparameter;
use rustc_hash::FxHashMap;
use value::{EvalError, Value};

use crate::attribute::Parameter;
use crate::collector::{is_reference, shown};
use crate::evaluator::Evaluator;
use crate::identity::ResourceId;
use crate::issue;
use crate::resource::TypeKind;

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
}

pub(crate) fn is_relationship(name: &str) -> bool {
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
