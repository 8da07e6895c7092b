//! Variables: of the local scope, of other classes, of the top scope; and the handling of unknown ones.

use syntax::ast::{Expression, ExpressionKind, StringPart};
use value::{EvalError, Hash, Strict, Value, check_text};

use super::Evaluator;
use super::diagnostic::nearest_hint;
use crate::identity::ScopeId;
use crate::issue;
use crate::scope::VariableLookup;

impl<'a> Evaluator<'a> {
    /// Evaluates `$x`.
    pub(super) fn evaluate_variable(&mut self, name: &'a str, expression: &'a Expression) -> Result<Value, EvalError> {
        // In Puppet 3, a class name can begin with a digit, and so can a qualified variable.
        if name.as_bytes().first().is_some_and(u8::is_ascii_digit) && !name.contains(':') {
            return Ok(name.parse().map_or(Value::Undef, |group| self.scopes.captured(group)));
        }
        match self.find_variable(name) {
            Ok(Some(value)) => {
                if self.is_puppet3() {
                    self.warn_of_dynamic_lookup(name, expression);
                }
                Ok(value)
            }
            Ok(None) if self.is_puppet3() => self.unknown_old_variable(name, expression),
            Ok(None) => self.unknown_variable(name, expression),
            Err(fault) => Err(fault),
        }
    }

    /// Returns the value of a variable, with its name given without `$`; `None` if it does not exist.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.find_variable(name).ok().flatten()
    }

    /// Like [`Evaluator::variable`], but if only one element is needed, `$facts` contains that fact alone: the others
    /// are not collected.
    pub(crate) fn variable_with_element(&self, name: &str, element: Option<&str>) -> Option<Value> {
        match element {
            Some(fact) if self.names_facts(name) => Some(self.facts.with_one(fact)),
            _ => self.variable(name),
        }
    }

    /// Like [`Evaluator::variable`], but returns an error for a parameter without a value.
    pub(crate) fn find_variable(&self, name: &str) -> Result<Option<Value>, EvalError> {
        if name.as_bytes().contains(&b':')
            && let Some((class, leaf)) = name.rsplit_once("::")
        {
            return Ok(self.qualified_variable(class.strip_prefix("::").unwrap_or(class), leaf));
        }
        let found = if self.is_puppet3() { self.scopes.find_dynamically(name) } else { self.scopes.find(name) };
        match found {
            VariableLookup::Value(value) => Ok(Some(value.clone())),
            VariableLookup::Unevaluated => Err(EvalError::unevaluated(name)),
            VariableLookup::Nothing if matches!(name, "module_name" | "caller_module_name") => Ok(Some(Value::Undef)),
            VariableLookup::Nothing => Ok(self.top_fact(name)),
        }
    }

    fn qualified_variable(&self, class: &str, leaf: &str) -> Option<Value> {
        let find = |scope| self.scopes.find_in(scope, leaf).or_else(|| self.scopes.find_parameter(scope, leaf));
        let known = self.scope_of_class(class).and_then(find).cloned();
        if !class.is_empty() {
            return known;
        }
        let built_in = matches!(leaf, "module_name" | "caller_module_name").then_some(Value::Undef);
        known.or_else(|| self.top_fact(leaf)).or(built_in)
    }

    /// Returns the scope of a class, as in `a::b::variable`; the top scope for an empty name.
    fn scope_of_class(&self, class: &str) -> Option<ScopeId> {
        match self.definitions.class(class) {
            _ if class.is_empty() => Some(ScopeId::TOP),
            Some(class) => self.definitions.get_class(class).scope,
            None => self.settings_scope.filter(|_| class == "settings"),
        }
    }

    /// Returns the scope that defines a variable, with its name given without `$`.
    pub(crate) fn owner_of_variable(&self, name: &str) -> Option<ScopeId> {
        match name.rsplit_once("::") {
            Some((class, leaf)) => {
                let scope = self.scope_of_class(class.strip_prefix("::").unwrap_or(class))?;
                self.scopes.owner_in(scope, leaf)
            }
            None => self.scopes.owner(name),
        }
    }

    /// Replaces values of a scope's variables and of the corresponding resource parameters.
    pub(crate) fn replace_values(&mut self, scope: ScopeId, other: &dyn Fn(&Value) -> Option<Value>) {
        self.scopes.replace(scope, other);
        let resource = self.scopes.get(scope).resource;
        for parameter in &mut self.resources.get_mut(resource).parameters {
            if let Some(new) = other(&parameter.value) {
                parameter.value = new;
            }
        }
    }

    /// Returns a fact as a top-scope variable, or `$facts` itself.
    pub(super) fn top_fact(&self, name: &str) -> Option<Value> {
        match name {
            "facts" => Some(self.facts.all().clone()),
            _ if self.settings().include_legacy_facts => self.facts.get(name),
            _ => None,
        }
    }

    /// Returns whether an expression is `$facts`. A single fact can be read without gathering all of them.
    pub(super) fn is_facts(&self, expression: &Expression) -> bool {
        matches!(&expression.kind, ExpressionKind::Variable(name) if self.names_facts(name))
    }

    /// Returns whether a variable, with its name given without `$`, is `$facts` of the node.
    pub(crate) fn names_facts(&self, name: &str) -> bool {
        match name.strip_prefix("::") {
            Some(name) => name == "facts",
            None => name == "facts" && matches!(self.scopes.find("facts"), VariableLookup::Nothing),
        }
    }

    /// Reports an unknown variable: a warning or an error, depending on the settings.
    pub(super) fn unknown_variable(&mut self, name: &str, expression: &'a Expression) -> Result<Value, EvalError> {
        let settings = self.settings();
        if settings.strict_variables || settings.strict == Strict::Error {
            let fault = EvalError::from(issue::unknown_variable(name, expression.position()));
            if let Some(hint) = self.dynamic_scope_hint(name) {
                return Err(fault.with_hint(hint));
            }
            if let Some(hint) = self.ruby_fact_hint(name) {
                return Err(fault.with_hint(hint));
            }
            let known = self.known_variables(name);
            let facts = self.facts.all().as_hash().into_iter().flat_map(Hash::keys).filter_map(Value::as_str);
            let known = known.iter().map(String::as_str).chain(facts);
            let hint = nearest_hint(name, known);
            let general = || format!("assign it before: ${name} = …; a fact is an element of $facts");
            return Err(fault.with_hint(hint.unwrap_or_else(general)));
        }
        if settings.strict == Strict::Warning {
            let mut warning = issue::unknown_variable_warning(name, expression.position());
            match self.dynamic_scope_hint(name) {
                Some(hint) => warning.hints.push(hint.to_owned()),
                // Facts are not suggested here, because that would gather all of them.
                None => {
                    let known = self.known_variables(name);
                    warning.hints.extend(nearest_hint(name, known.iter().map(String::as_str)));
                }
            }
            self.log_diagnostic(warning);
        }
        Ok(Value::Undef)
    }

    /// Returns the hint for a fact that a module defines in Ruby.
    fn ruby_fact_hint(&self, name: &str) -> Option<String> {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.environment().ruby_fact(name).map(|file| issue::ruby_fact(name, &file))
    }

    /// Returns the names of similar variables: the visible ones, or the variables of the class in the name.
    fn known_variables(&self, name: &str) -> Vec<String> {
        let Some((prefix, _)) = name.rsplit_once("::") else {
            return self.scopes.visible().keys().map(|name| (*name).to_owned()).collect();
        };
        let scope = self.scope_of_class(prefix.strip_prefix("::").unwrap_or(prefix));
        scope.into_iter().flat_map(|scope| self.scopes.names(scope)).map(|leaf| format!("{prefix}::{leaf}")).collect()
    }

    /// Evaluates an interpolated string.
    pub(super) fn evaluate_interpolated(&mut self, parts: &'a [StringPart]) -> Result<Value, EvalError> {
        let mut text = String::new();
        for part in parts {
            match part {
                StringPart::Text(part) => text.push_str(part),
                StringPart::Expression(expression) => match self.cut_variable(expression) {
                    Some((value, rest)) => {
                        value.append_to(&mut text);
                        text.push_str(rest);
                    }
                    None => self.evaluate(expression)?.append_to(&mut text),
                },
            }
            check_text(text.len())?;
        }
        Ok(Value::from(text))
    }
}
