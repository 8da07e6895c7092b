//! Overrides of resources that are declared elsewhere, by `File['/x'] { mode => '0600' }` and by collectors, and the
//! rules that permit them.

use std::sync::Arc;

use syntax::Span;
use value::{EvalError, Strict, Value};

use super::capitalized;
use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ClassId, CodeOrigin, ResourceId, TypeId};
use crate::issue;

/// An override of a resource.
#[derive(Clone, Debug)]
pub(crate) struct PendingOverride<'a> {
    /// The type of the resource.
    pub(crate) type_id: TypeId,
    /// Its title.
    pub(crate) title: Arc<str>,
    /// The new attributes.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// The code that overrides.
    pub(crate) source: CodeOrigin,
    /// The location of the override.
    pub(crate) span: Option<Span>,
}

impl<'a> Evaluator<'a> {
    /// Overrides a resource, or stores the override until the resource is declared.
    ///
    /// # Errors
    /// Returns an error if the override is not allowed.
    pub(crate) fn add_overriding(&mut self, overriding: PendingOverride<'a>) -> Result<(), EvalError> {
        match self.resources.find(overriding.type_id, &overriding.title) {
            Some(resource) => self.override_resource(resource, overriding),
            None => {
                self.pending_overrides.push(overriding);
                Ok(())
            }
        }
    }

    /// Overrides a resource.
    ///
    /// # Errors
    /// Returns an error if the override is not allowed.
    pub(crate) fn override_resource(
        &mut self,
        id: ResourceId,
        overriding: PendingOverride<'a>,
    ) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        if resource.source != overriding.source && !self.is_child(overriding.source, resource.source) {
            return Err(issue::override_forbidden(overriding.span).into());
        }
        if resource.is_evaluated && self.settings().strict != Strict::Off {
            let place = self.place_text(resource.span);
            let diagnostic = issue::override_evaluated(&place, overriding.span);
            if self.settings().strict == Strict::Error {
                return Err(diagnostic.into());
            }
            self.log_diagnostic(syntax::Diagnostic { severity: syntax::Severity::Warning, ..diagnostic });
        }
        for parameter in overriding.parameters {
            self.override_parameter(id, parameter)?;
        }
        Ok(())
    }

    fn override_parameter(&mut self, id: ResourceId, mut parameter: Parameter<'a>) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let (type_id, scope) = (resource.type_id, resource.scope);
        if let Some(current) = resource.parameter(parameter.name) {
            if self.is_default(type_id, scope, parameter.name, &parameter.value) {
                return Ok(());
            }
            let replaces_default =
                parameter.source == current.source && self.is_default(type_id, scope, parameter.name, &current.value);
            if !replaces_default && !self.is_child(parameter.source, current.source) {
                return Err(self.already_set(id, current, &parameter));
            }
            if parameter.appends {
                let mut values = Vec::new();
                current.value.flatten_into(&mut values);
                parameter.value.flatten_into(&mut values);
                parameter.value = Value::from(values);
            }
        }
        self.set_parameter(id, parameter)
    }

    /// Sets an attribute. Tags are also added to the resource's tags.
    ///
    /// # Errors
    /// Returns an error if a tag is not valid.
    pub(crate) fn set_parameter(&mut self, id: ResourceId, parameter: Parameter<'a>) -> Result<(), EvalError> {
        if parameter.name == "tag" {
            let mut tags = std::mem::take(&mut self.resources.get_mut(id).tags);
            let added = self.add_tags(&mut tags, &parameter.value);
            self.resources.get_mut(id).tags = tags;
            added?;
        }
        let resource = self.resources.get_mut(id);
        resource.is_checked = false;
        resource.set(parameter);
        Ok(())
    }

    fn already_set(&self, id: ResourceId, current: &Parameter<'a>, new: &Parameter<'a>) -> EvalError {
        let mut text = format!("Parameter '{}' is already set on {}", new.name, self.resources.reference(id));
        text.push_str(" by ");
        text.push_str(&self.source_name(current.source));
        let place = self.place_text(current.span);
        if !place.is_empty() {
            text.push_str(" at ");
            text.push_str(&place);
        }
        issue::already_set(text, new.span, current.span).into()
    }

    /// Returns whether code may override values set by other code: it inherits from it, or it has used a collector with
    /// overrides, which in Puppet lifts the restriction permanently.
    fn is_child(&self, source: CodeOrigin, parent: CodeOrigin) -> bool {
        let mut source = source;
        loop {
            if self.unrestricted.contains(&source) {
                return true;
            }
            let class = match (source, parent) {
                (CodeOrigin::Class(class), _) => class,
                (CodeOrigin::Node(node), CodeOrigin::Node(parent)) => return self.is_child_node(node, parent),
                _ => return false,
            };
            match self.parent_class(class) {
                Some(class) if CodeOrigin::Class(class) == parent => return true,
                Some(class) => source = CodeOrigin::Class(class),
                None => return false,
            }
        }
    }

    /// Returns the name of the code. Puppet prints only an object identifier here.
    fn source_name(&self, source: CodeOrigin) -> String {
        match source {
            CodeOrigin::Main => "Class[main]".to_owned(),
            CodeOrigin::Node(_) => "the node".to_owned(),
            CodeOrigin::Class(class) => format!("Class[{}]", capitalized(&self.definitions.get_class(class).node.name)),
            CodeOrigin::Define(define) => capitalized(&self.definitions.get_define(define).node.name),
        }
    }

    /// Returns the parent of a class among the classes loaded so far.
    pub(crate) fn parent_class(&self, class: ClassId) -> Option<ClassId> {
        let parent = self.definitions.get_class(class).node.parent.as_ref()?;
        if let Some(parent) = self.known_parent(class, &parent.text) {
            return Some(parent);
        }
        self.definitions.class(&parent.text.strip_prefix("::").unwrap_or(&parent.text).to_lowercase())
    }
}
