//! Resources exported by other nodes: selection by collectors and import into this catalog.

use std::sync::Arc;

use value::{EvalError, ExportedResource, Value};

use super::{CollectorTarget, Condition};
use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ResourceId, TypeId};
use crate::issue;
use crate::resource::Declaration;

/// Origin of a resource exported by another node.
#[derive(Debug, PartialEq)]
pub(super) struct Origin {
    node: String,
    title: Arc<str>,
}

impl Evaluator<'_> {
    /// Declares the exported resources of other nodes that a collector selects, on first use. Resources declared by
    /// another collector are skipped.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or a resource of the same type and title is already declared.
    pub(super) fn import_exported(&mut self, index: usize) -> Result<Vec<ResourceId>, EvalError> {
        if std::mem::replace(&mut self.collectors.list[index].has_searched, true) {
            return Ok(Vec::new());
        }
        let collector = &self.collectors.list[index];
        let scope = collector.scope;
        let CollectorTarget::Query { type_id, condition, .. } = &collector.target else { return Ok(Vec::new()) };
        let type_id = *type_id;
        let key = self.resources.get_type(type_id).key;
        let offered = self.environment().exported(key, &self.request.node);
        let offered = offered.map_err(|error| EvalError::new(error.to_string()))?;
        let mut wanted = Vec::with_capacity(offered.len());
        for exported in offered {
            if condition.as_ref().map_or(Ok(true), |condition| condition.holds_for(&exported.resource))? {
                wanted.push(exported);
            }
        }
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        let imported = wanted.into_iter().filter_map(|exported| self.import(type_id, exported).transpose()).collect();
        self.scopes.restore(mark);
        imported
    }

    fn import(&mut self, type_id: TypeId, exported: ExportedResource) -> Result<Option<ResourceId>, EvalError> {
        let ExportedResource { node, resource } = exported;
        let title = Arc::clone(&resource.reference.title);
        let origin = Origin { node, title: Arc::clone(&title) };
        if let Some(known) = self.resources.find(type_id, &title) {
            if self.collectors.origins.get(&known) == Some(&origin) {
                return Ok(None);
            }
            return Err(issue::exported_twice(&resource.reference).into());
        }
        let source = self.scopes.get(self.scopes.current()).source;
        let parameters = resource.parameters.iter().map(|parameter| Parameter {
            name: self.name_of(&parameter.name),
            value: (&parameter.value).into(),
            source,
            span: None,
            appends: false,
        });
        let parameters = parameters.collect();
        let form = syntax::ast::ResourceForm::Regular;
        let id = self.declare(Declaration { type_id, title, odd_title: None, parameters, form, span: None })?;
        let tags = &mut self.resources.get_mut(id).tags;
        for tag in &resource.tags {
            tags.add(tag, &mut self.tag_names);
        }
        self.collectors.origins.insert(id, origin);
        Ok(Some(id))
    }
}

impl Condition {
    /// Returns whether a resource of the store satisfies the condition. Stores compare text: comparison is
    /// case-sensitive, and a number equals its digits.
    ///
    /// # Errors
    /// Returns an error if the query is not a condition.
    fn holds_for(&self, resource: &catalog::Resource) -> Result<bool, EvalError> {
        let is_tagged = |tag: &str| resource.tags.iter().any(|known| **known == *tag);
        Ok(match self {
            Self::And(both) => both.0.holds_for(resource)? && both.1.holds_for(resource)?,
            Self::Or(both) => both.0.holds_for(resource)? || both.1.holds_for(resource)?,
            Self::Tagged(tags) => tags.iter().any(|tag| is_tagged(tag)),
            Self::Equal(name, value) => has_value(resource, name, &value.text()),
            Self::Unequal(name, value) if **name == *"tag" => !is_tagged(&value.text().to_lowercase()),
            Self::Unequal(name, value) => !has_value(resource, name, &value.text()),
            Self::Value(value) => return Err(issue::no_condition(value).into()),
        })
    }
}

/// Returns whether an attribute, or an element of it, has a value.
fn has_value(resource: &catalog::Resource, name: &str, text: &str) -> bool {
    if name == "title" {
        return *resource.reference.title == *text;
    }
    let is_same = |value: &catalog::Value| *Value::from(value).text() == *text;
    resource.value(name).is_some_and(|value| value.elements().iter().any(is_same))
}
