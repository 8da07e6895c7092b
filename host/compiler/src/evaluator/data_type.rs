//! Data types by name: built-in types, aliases, resource types. Each name is evaluated once.

use std::sync::Arc;

use datatype::{Resolver, ResourceType, Type, TypeIssue};
use syntax::ast::{Expression, TypeAlias};
use value::{EvalError, FileLocation, Value};

use super::Evaluator;
use crate::identity::TypeId;
use crate::issue;

/// Resolves the names of aliases and resource types. An evaluation error is stored, because a `TypeIssue` cannot
/// contain it.
pub struct TypeNameResolver<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    fault: Option<EvalError>,
}

impl TypeNameResolver<'_, '_> {
    /// Returns a result of parsing with this resolver; an evaluation error takes precedence over the issue that replaced it.
    ///
    /// # Errors
    /// Returns the evaluation error or the issue.
    pub(super) fn checked<T>(self, parsed: Result<T, TypeIssue>) -> Result<T, EvalError> {
        parsed.map_err(|issue| self.fault.unwrap_or_else(|| EvalError::new(issue.message)))
    }
}

impl Resolver for TypeNameResolver<'_, '_> {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        self.evaluator.resolve_type(name).map_err(|fault| {
            self.fault = Some(fault);
            TypeIssue::new("", name)
        })
    }
}

impl<'a> Evaluator<'a> {
    /// Evaluates the name of a type.
    pub(super) fn evaluate_type_name(&mut self, name: &'a str, expression: &'a Expression) -> Result<Value, EvalError> {
        // In Puppet 3, the meaning of a name depends on the current class.
        if let Some(known) = self.type_names.get(name).filter(|_| !self.is_puppet3()) {
            return Ok(known.clone());
        }
        let data_type = self.named_type(name, expression)?;
        if let Type::Reference(name) = &data_type {
            let fault = EvalError::from(issue::unknown_type(name, expression.position()));
            let path = name.to_lowercase().replace("::", "/");
            let find =
                |directory: &str| self.environment().find(FileLocation::AnyModule, &format!("{directory}/{path}.rb"));
            if let Some(file) = find("lib/puppet/type") {
                return Err(issue::ruby_resource_type(fault, name, &file));
            }
            if let Some(file) = find("lib/puppet/datatypes") {
                return Err(issue::ruby_data_type(fault, name, &file));
            }
            return Err(self.with_known_type(fault, name));
        }
        let value = Value::data_type(data_type);
        // While an alias is being defined, its type is incomplete and must not be cached.
        if self.open_aliases.is_empty() {
            self.type_names.insert(name, value.clone());
        }
        Ok(value)
    }

    /// Returns the type with a name, or a type reference if the name is unknown.
    pub(super) fn named_type(&mut self, name: &str, expression: &'a Expression) -> Result<Type, EvalError> {
        let mut names = TypeNameResolver { evaluator: self, fault: None };
        match Type::named(name, &mut names) {
            Ok(data_type) => Ok(data_type),
            Err(issue) => match names.fault {
                Some(fault) => Err(fault),
                None => Err(issue::data_type(&issue, issue.span.unwrap_or(expression.position())).into()),
            },
        }
    }

    /// Parses a data type.
    ///
    /// # Errors
    /// Returns an error if the text does not denote a type.
    pub fn parse_type(&mut self, text: &str) -> Result<Type, EvalError> {
        let mut names = self.resolver();
        let parsed = Type::parse(text, &mut names);
        names.checked(parsed)
    }

    /// Finds an alias or a resource type; `None` if the name is unknown.
    fn resolve_type(&mut self, name: &str) -> Result<Option<Type>, EvalError> {
        if let Some(known) = self.aliases.get(name) {
            return Ok(Some(known));
        }
        let key = name.to_lowercase();
        if self.definitions.alias(&key).is_none() {
            let relative = self.relative_type(&key)?;
            if let Some(type_id) = relative.map_or_else(|| self.find_resource_type(&key), |found| Ok(Some(found)))? {
                return Ok(Some(self.resource_type(type_id, None)));
            }
            self.load_alias(&key)?;
        }
        let Some(alias) = self.definitions.alias(&key) else { return self.type_in_set(name) };
        self.aliases.declare(&alias.name);
        self.open_aliases.push(&alias.name);
        let target = self.nested(|evaluator| evaluator.alias_target(alias));
        self.open_aliases.pop();
        let is_object = matches!(target, Ok(Type::Object(_)));
        let defined = match target {
            Ok(target) => self.aliases.define(&alias.name, target),
            Err(fault) => {
                self.aliases.forget(&alias.name);
                return Err(fault);
            }
        };
        defined.map(Some).map_err(|issue| {
            // Puppet: if aliases refer to each other, the error names the first one.
            let first = self.open_aliases.first().copied().unwrap_or(&alias.name);
            EvalError::new(if is_object { issue.message } else { issue::alias_without_type(first) })
        })
    }

    /// Finds a type in the type set of a module: `Acme::Port` in the type set `Acme`.
    fn type_in_set(&mut self, name: &str) -> Result<Option<Type>, EvalError> {
        let Some((set, member)) = name.split_once("::").filter(|(_, member)| !member.contains("::")) else {
            return Ok(None);
        };
        let Some(Type::TypeSet(set)) = self.resolve_type(set)?.map(|found| found.resolved()) else { return Ok(None) };
        match set.get(member) {
            // Its name is part of an object type.
            None | Some(Type::Object(_)) => Ok(set.get(member).cloned()),
            Some(target) => {
                self.aliases.declare(name);
                let defined = self.aliases.define(name, target.clone());
                defined.map(Some).map_err(|_| EvalError::new(issue::alias_without_type(name)))
            }
        }
    }

    fn alias_target(&mut self, alias: &'a TypeAlias) -> Result<Type, EvalError> {
        let mut names = TypeNameResolver { evaluator: self, fault: None };
        let target = Type::from_definition(&alias.name, &alias.value, &mut names);
        match (target, names.fault) {
            (Ok(target), _) => Ok(target),
            (Err(_), Some(fault)) => Err(fault),
            // Puppet: an error without an issue code is located where the alias is used.
            (Err(issue), None) if issue.code.is_empty() => Err(EvalError::new(issue.message)),
            (Err(issue), None) => Err(issue::data_type(&issue, issue.span.unwrap_or(alias.value.position())).into()),
        }
    }

    /// Returns the type of a resource, or of all resources of a type.
    pub(crate) fn resource_type(&self, type_id: TypeId, title: Option<Arc<str>>) -> Type {
        let type_name = Some(Arc::clone(&self.resources.get_type(type_id).name));
        Type::Resource(Arc::new(ResourceType { type_name, title }))
    }

    /// Returns a resolver of type names.
    pub fn resolver(&mut self) -> TypeNameResolver<'_, 'a> {
        TypeNameResolver { evaluator: self, fault: None }
    }
}

/// The names of the built-in data types, used for suggestions.
pub(crate) const TYPE_NAMES: [&str; 42] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Exec",
    "File",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Optional",
    "Package",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "Service",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "URI",
    "Variant",
];
