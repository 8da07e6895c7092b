//! Defaults of resource types: `File { mode => '0644' }`. They apply to resources declared later in their scope and in nested
//! scopes, independent of the file.

use value::{EvalError, Value};

use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ScopeId, TypeId};
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Adds defaults to the current scope.
    ///
    /// # Errors
    /// Returns an error if the scope already has a default for one of the attributes.
    pub(crate) fn set_defaults(&mut self, type_id: TypeId, parameters: Vec<Parameter<'a>>) -> Result<(), EvalError> {
        let name = self.resources.get_type(type_id).name.clone();
        let scope = self.scopes.current();
        let known = self.scopes.get_mut(scope).defaults.get_mut(type_id);
        for parameter in parameters {
            if known.iter().any(|default| default.name == parameter.name) {
                return Err(issue::default_redefined(&name, parameter.name, parameter.span).into());
            }
            known.push(parameter);
        }
        self.has_defaults = true;
        Ok(())
    }

    /// Returns the defaults for a type in a scope; inner ones override outer ones.
    pub(crate) fn defaults(&self, type_id: TypeId, scope: ScopeId) -> Vec<Parameter<'a>> {
        let mut result: Vec<Parameter<'a>> = Vec::new();
        if !self.has_defaults {
            return result;
        }
        let mut chain = vec![scope];
        while let Some(parent) = self.scopes.get(chain[chain.len() - 1]).parent {
            chain.push(parent);
        }
        for scope in chain.into_iter().rev() {
            for default in self.scopes.get(scope).defaults.get(type_id) {
                match result.iter_mut().find(|known| known.name == default.name) {
                    Some(known) => *known = default.clone(),
                    None => result.push(default.clone()),
                }
            }
        }
        result
    }

    /// Returns whether a default in the scope or an outer scope has this value.
    pub(crate) fn is_default(&self, type_id: TypeId, scope: ScopeId, name: &str, value: &Value) -> bool {
        let mut next = Some(scope).filter(|_| self.has_defaults);
        while let Some(scope) = next {
            let scope = self.scopes.get(scope);
            if scope.defaults.get(type_id).iter().any(|default| default.name == name && default.value == *value) {
                return true;
            }
            next = scope.parent;
        }
        false
    }
}
