//! Collectors such as `File <| tag == 'x' |>`, which realize virtual resources and may override them. They are
//! evaluated repeatedly until no new resource is found; `realize` is a collector of named resources.

use std::sync::Arc;

use catalog::ResourceRef;
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{BinaryOperator, Collector as Written, Expression, ExpressionKind};
use value::{CollectorId, EvalError, Value};

use crate::attribute::Parameter;
use crate::evaluator::{Evaluator, equals, includes};
use crate::identity::{CodeOrigin, ResourceId, ScopeId, TypeId};
use crate::issue;
use crate::resource::{PendingOverride, Tag};

mod exported;

use exported::Origin;

/// All collectors of a compilation.
#[derive(Default)]
pub(crate) struct Collectors<'a> {
    list: Vec<Collector<'a>>,
    /// Origins of resources exported by other nodes.
    origins: FxHashMap<ResourceId, Origin>,
}

/// A collector.
struct Collector<'a> {
    target: CollectorTarget,
    /// The collected resources, in the order of collection.
    collected: indexmap::IndexSet<ResourceId, rustc_hash::FxBuildHasher>,
    overrides: Option<Overrides<'a>>,
    /// The scope that contains the collector.
    scope: ScopeId,
    /// Whether the store of exported resources has been queried.
    has_searched: bool,
    /// Values that replace the collector in a chain if nothing is collected.
    alternative: Vec<Value>,
    /// Location of the collector.
    span: Span,
}

/// Selection of a collector.
enum CollectorTarget {
    /// Resources of a type that satisfy a condition.
    Query { type_id: TypeId, condition: Option<Condition>, exported: bool },
    /// Named resources, while they are not yet found.
    Named(Vec<Value>),
}

/// New values for the collected resources.
struct Overrides<'a> {
    parameters: Vec<Parameter<'a>>,
    source: CodeOrigin,
    span: Span,
}

/// A condition on resources.
enum Condition {
    /// Resources tagged with at least one of these tags.
    Tagged(Vec<Arc<str>>),
    /// `name == value`
    Equal(Arc<str>, Value),
    /// `name != value`
    Unequal(Arc<str>, Value),
    And(Box<(Condition, Condition)>),
    Or(Box<(Condition, Condition)>),
    /// A bare value, which is not a condition.
    Value(Value),
}

impl<'a> Collectors<'a> {
    fn get(&self, id: CollectorId) -> &Collector<'a> {
        &self.list[id.0 as usize]
    }
}

impl<'a> Evaluator<'a> {
    /// Registers a collector, to be evaluated later.
    pub(crate) fn evaluate_collector(
        &mut self,
        written: &'a Written,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let span = expression.position();
        if written.exported {
            self.without_store(issue::collection_ignored(expression.span));
        }
        let ExpressionKind::TypeName(name) = &written.type_name.kind else {
            return Err(EvalError::new("LHS is not a type"));
        };
        if name.eq_ignore_ascii_case("class") {
            return Err(EvalError::new("Classes cannot be collected"));
        }
        let key = name.to_lowercase();
        let Some(type_id) = self.find_resource_type(&key)? else {
            let fault = EvalError::new(format!("Resource type {key} doesn't exist"));
            return Err(self.with_known_resource_type(fault, &key));
        };
        let overrides = match &*written.attributes {
            [] => None,
            attributes => {
                let mut parameters = Vec::with_capacity(attributes.len());
                self.evaluate_attributes(attributes, |parameter| {
                    parameters.push(parameter);
                    Ok(())
                })?;
                let source = self.scopes.get(self.scopes.current()).source;
                Some(Overrides { parameters, source, span })
            }
        };
        let condition = match &written.query {
            Some(query) => Some(self.condition(query)?),
            None => None,
        };
        // Puppet: an empty query means all resources.
        let condition = condition.filter(|condition| !matches!(condition, Condition::Value(value) if !value.is_true()));
        let target = CollectorTarget::Query { type_id, condition, exported: written.exported };
        Ok(Value::Collector(self.add_collector(target, overrides, span)))
    }

    /// Registers resources to be realized, declared or not.
    pub(crate) fn realize(&mut self, references: Vec<Value>, span: Span) {
        self.add_collector(CollectorTarget::Named(references), None, span);
    }

    fn add_collector(&mut self, target: CollectorTarget, overrides: Option<Overrides<'a>>, span: Span) -> CollectorId {
        let id = u32::try_from(self.collectors.list.len()).expect("fewer than 2^32 collectors fit into memory");
        let scope = self.scopes.current();
        let (collected, alternative, has_searched) = (indexmap::IndexSet::default(), Vec::new(), false);
        let collector = Collector { target, collected, overrides, scope, has_searched, alternative, span };
        self.collectors.list.push(collector);
        CollectorId(id)
    }

    /// Evaluates a query to a condition.
    fn condition(&mut self, query: &'a Expression) -> Result<Condition, EvalError> {
        match &query.kind {
            ExpressionKind::Parenthesized(inner) => self.condition(inner),
            ExpressionKind::Binary(binary) => match binary.operator {
                BinaryOperator::And => {
                    Ok(Condition::And(Box::new((self.condition(&binary.left)?, self.condition(&binary.right)?))))
                }
                BinaryOperator::Or => {
                    Ok(Condition::Or(Box::new((self.condition(&binary.left)?, self.condition(&binary.right)?))))
                }
                BinaryOperator::Equal | BinaryOperator::NotEqual => {
                    let name = self.operand(&binary.left)?.text();
                    let value = self.operand(&binary.right)?.into_attribute()?;
                    match (binary.operator, &*name) {
                        (BinaryOperator::Equal, "tag") => tagged(&value),
                        (BinaryOperator::Equal, _) => Ok(Condition::Equal(name, value)),
                        _ => Ok(Condition::Unequal(name, value)),
                    }
                }
                _ => Err(untransformable(query)),
            },
            _ => self.operand(query).map(Condition::Value),
        }
    }

    fn operand(&mut self, expression: &'a Expression) -> Result<Value, EvalError> {
        match &expression.kind {
            ExpressionKind::Parenthesized(inner) => self.operand(inner),
            ExpressionKind::Access(_)
            | ExpressionKind::Undef
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Interpolated(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Variable(_) => self.evaluate(expression),
            _ => Err(untransformable(expression)),
        }
    }

    /// Evaluates each collector once. Returns whether any of them found new resources.
    ///
    /// # Errors
    /// Returns an error if an override is not allowed.
    pub(crate) fn evaluate_collectors(&mut self) -> Result<bool, EvalError> {
        let mut found = false;
        for index in 0..self.collectors.list.len() {
            found |= self.collect(index)?;
        }
        Ok(found)
    }

    fn collect(&mut self, index: usize) -> Result<bool, EvalError> {
        let matching = self.matching(index)?;
        let collected = &mut self.collectors.list[index].collected;
        let new: Vec<ResourceId> = matching.into_iter().filter(|id| collected.insert(*id)).collect();
        for id in &new {
            self.resources.get_mut(*id).is_virtual = false;
        }
        if !new.is_empty() {
            self.override_collected(index, &new)?;
        }
        Ok(!new.is_empty())
    }

    /// Returns the resources that a collector currently matches.
    fn matching(&mut self, index: usize) -> Result<Vec<ResourceId>, EvalError> {
        match &self.collectors.list[index].target {
            CollectorTarget::Query { exported: true, .. } if !self.settings().storeconfigs => Ok(Vec::new()),
            CollectorTarget::Query { exported, .. } => {
                let exported = *exported;
                let mut found = self.declared_matches(index)?;
                if exported {
                    found.extend(self.import_exported(index)?);
                }
                Ok(found)
            }
            CollectorTarget::Named(references) => {
                let references = references.clone();
                let mut found = Vec::new();
                let mut missing = Vec::new();
                for reference in references {
                    if !is_reference(&reference) {
                        return Err(issue::no_reference_to_realize(&reference).into());
                    }
                    match self.find_reference(&reference)? {
                        Some(id) => found.push(id),
                        None => missing.push(reference),
                    }
                }
                self.collectors.list[index].target = CollectorTarget::Named(missing);
                Ok(found)
            }
        }
    }

    /// Returns the matching resources among those declared by this compilation.
    fn declared_matches(&self, index: usize) -> Result<Vec<ResourceId>, EvalError> {
        let CollectorTarget::Query { type_id, condition, exported } = &self.collectors.list[index].target else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for id in &self.resources.get_type(*type_id).members {
            // The built-in stage is not declared by a manifest.
            let is_candidate = *id >= ResourceId::MAIN && (!exported || self.resources.get(*id).is_exported);
            let holds = |condition: &Condition| self.holds(condition, *id);
            if is_candidate && condition.as_ref().map_or(Ok(true), holds)? {
                found.push(*id);
            }
        }
        Ok(found)
    }

    /// Finds a resource by a reference or by its text.
    pub(crate) fn find_reference(&mut self, reference: &Value) -> Result<Option<ResourceId>, EvalError> {
        let Some(reference) = reference.as_reference().or_else(|| ResourceRef::parse(&reference.text())) else {
            return Ok(None);
        };
        let Some(type_id) = self.find_resource_type(&reference.type_name)? else { return Ok(None) };
        Ok(self.resources.find(type_id, &reference.title))
    }

    fn holds(&self, condition: &Condition, id: ResourceId) -> Result<bool, EvalError> {
        Ok(match condition {
            Condition::And(both) => self.holds(&both.0, id)? && self.holds(&both.1, id)?,
            Condition::Or(both) => self.holds(&both.0, id)? || self.holds(&both.1, id)?,
            Condition::Tagged(tags) => {
                let known: Vec<Tag> = tags.iter().filter_map(|tag| self.tag_names.known(tag)).collect();
                known.into_iter().any(|tag| self.is_tagged(id, tag))
            }
            Condition::Equal(name, value) => match self.compared_attribute(id, name) {
                list @ Value::Array(_) => includes(&list, value)?,
                single => equals(&single, value),
            },
            Condition::Unequal(name, value) => !equals(&self.compared_attribute(id, name), value),
            Condition::Value(value) => return Err(issue::no_condition(value).into()),
        })
    }

    /// Returns the value that a condition compares: an attribute or the title.
    fn compared_attribute(&self, id: ResourceId, name: &str) -> Value {
        let resource = self.resources.get(id);
        match name {
            "title" => Value::String(Arc::clone(&resource.title)),
            name => resource.value(name).cloned().unwrap_or_default(),
        }
    }

    /// Returns whether a resource or one of its containers has a tag.
    pub(crate) fn is_tagged(&self, id: ResourceId, tag: Tag) -> bool {
        let mut id = id;
        loop {
            let resource = self.resources.get(id);
            if resource.tags.contains(tag) {
                return true;
            }
            let container = self.scopes.get(resource.scope).resource;
            if container == id {
                return false;
            }
            id = container;
        }
    }

    fn override_collected(&mut self, index: usize, new: &[ResourceId]) -> Result<(), EvalError> {
        let collector = &self.collectors.list[index];
        let Some(overrides) = &collector.overrides else { return Ok(()) };
        let (source, scope, span) = (overrides.source, collector.scope, Some(overrides.span));
        let own = overrides.parameters.clone();
        // Puppet: this code may override all attributes from now on.
        self.unrestricted.insert(source);
        for id in new {
            let resource = self.resources.get(*id);
            let (type_id, title) = (resource.type_id, Arc::clone(&resource.title));
            let mut parameters = own.clone();
            for default in self.defaults(type_id, scope) {
                if !parameters.iter().any(|parameter| parameter.name == default.name) {
                    parameters.push(default);
                }
            }
            self.override_resource(*id, PendingOverride { type_id, title, parameters, source, span })?;
        }
        Ok(())
    }

    /// Checks that all resources to be realized exist.
    ///
    /// # Errors
    /// Returns an error if one of them does not exist.
    pub(crate) fn check_realized(&mut self) -> Result<(), EvalError> {
        let mut missing = Vec::new();
        let mut first = None;
        let mut span = None;
        for collector in &self.collectors.list {
            if let CollectorTarget::Named(references) = &collector.target {
                missing.extend(references.iter().map(shown));
                first = first.or_else(|| references.first().cloned());
                span = span.or_else(|| (!references.is_empty()).then_some(collector.span));
            }
        }
        let Some(first) = first else { return Ok(()) };
        let diagnostic = issue::unrealized(&missing.join(", "));
        let diagnostic = match span {
            Some(span) => diagnostic.with_label(span, "it should be realized here"),
            None => diagnostic,
        };
        Err(self.with_known_reference(diagnostic.into(), &first, None))
    }

    /// Returns the resources found by a collector.
    pub(crate) fn collected(&self, id: CollectorId) -> Vec<ResourceId> {
        self.collectors.get(id).collected.iter().copied().collect()
    }

    /// Returns the values that replace a collector without matches in a chain.
    pub(crate) fn alternative(&self, id: CollectorId) -> &[Value] {
        &self.collectors.get(id).alternative
    }

    /// Sets the values that replace a collector without matches in a chain.
    pub(crate) fn set_alternative(&mut self, id: CollectorId, alternative: Vec<Value>) {
        self.collectors.list[id.0 as usize].alternative = alternative;
    }
}

/// Returns whether a value is a reference, or the text of one.
pub(crate) fn is_reference(value: &Value) -> bool {
    let reference = value.as_reference().or_else(|| ResourceRef::parse(&value.ruby()));
    reference.is_some_and(|reference| !reference.title.is_empty())
}

/// Formats a reference for messages.
pub(crate) fn shown(reference: &Value) -> String {
    reference.as_reference().map_or_else(|| reference.to_string(), |reference| reference.to_string())
}

fn tagged(value: &Value) -> Result<Condition, EvalError> {
    let tags = value.as_array().unwrap_or(std::slice::from_ref(value));
    if tags.iter().any(|tag| matches!(tag, Value::Integer(_) | Value::Float(_))) {
        return Err(EvalError::new("Cannot transform a number to a tag"));
    }
    Ok(Condition::Tagged(tags.iter().map(|tag| tag.text().to_lowercase().into()).collect()))
}

fn untransformable(expression: &Expression) -> EvalError {
    EvalError::new(format!("Cannot transform object of class {}", issue::model_class(expression)))
}
