//! Operations for built-in functions: class arguments, tags, declarations from hashes.

use std::sync::Arc;

use datatype::Type;
use syntax::Span;
use syntax::ast::ResourceForm;
use value::{AttributeError, EvalError, Hash, Value};

use super::Evaluator;
use crate::attribute::Parameter;
use crate::identity::{ResourceId, TypeId};
use crate::resource::Declaration;

/// Returns the reference of a class; the name may begin with `::`.
pub(crate) fn class_reference(name: &str) -> Value {
    Value::data_type(Type::Class(Some(name.strip_prefix("::").unwrap_or(name).into())))
}

impl<'a> Evaluator<'a> {
    /// Returns the absolute names of the classes in the arguments: strings, references, or arrays of them.
    ///
    /// # Errors
    /// Returns an error if an argument is not a class.
    pub(crate) fn class_arguments(&mut self, arguments: &[Value]) -> Result<Vec<Arc<str>>, EvalError> {
        let mut flat = Vec::with_capacity(arguments.len());
        arguments.iter().for_each(|argument| argument.flatten_into(&mut flat));
        if self.is_puppet3() {
            for argument in &mut flat {
                if let Value::String(name) = argument {
                    *argument = Value::from(self.whole_class_name(name)?);
                }
            }
        }
        flat.iter().map(class_argument).collect()
    }

    /// Returns the resource that contains declarations made in the current scope.
    pub(crate) fn container(&self) -> ResourceId {
        self.scopes.get(self.scopes.current()).resource
    }

    /// Adds tags to a resource.
    ///
    /// # Errors
    /// Returns an error if a name is not a valid tag.
    pub(crate) fn tag(&mut self, id: ResourceId, names: &Value) -> Result<(), EvalError> {
        let mut tags = std::mem::take(&mut self.resources.get_mut(id).tags);
        let added = self.add_tags(&mut tags, names);
        self.resources.get_mut(id).tags = tags;
        added
    }

    /// Returns whether the catalog or the current container has a tag.
    pub(crate) fn has_tag(&self, name: &str) -> bool {
        self.tag_names.known(&name.to_lowercase()).is_some_and(|tag| {
            self.catalog_tags.contains(tag) || self.resources.get(self.container()).tags.contains(tag)
        })
    }

    /// Declares a resource from a hash of attributes; an undef value means not given.
    ///
    /// # Errors
    /// Returns an error if the type does not exist or the declaration is invalid.
    pub(crate) fn declare_hash(
        &mut self,
        type_name: &str,
        title: &Value,
        attributes: &Hash,
        form: ResourceForm,
        span: Span,
    ) -> Result<Value, EvalError> {
        let type_id = match type_name {
            "class" => TypeId::CLASS,
            name => match self.find_resource_type(name)? {
                Some(type_id) => type_id,
                None => return Err(self.unknown_resource_type(name)),
            },
        };
        if attributes.values().any(Value::contains_iterator) {
            return Err(AttributeError::Iterator.into());
        }
        let odd_title = if title.as_str().is_some() { None } else { Some(title.clone()) };
        let source = self.scopes.get(self.scopes.current()).source;
        attributes.values().try_for_each(Value::check_weight)?;
        let parameters = attributes.iter().map(|(name, value)| {
            let value = value.clone().into_attribute()?;
            Ok(Parameter { name: self.name_of(&name.text()), value, source, span: None, appends: false })
        });
        let parameters = parameters.collect::<Result<_, EvalError>>()?;
        let id =
            self.declare(Declaration { type_id, title: title.text(), odd_title, parameters, form, span: Some(span) })?;
        Ok(self.reference_value(id))
    }
}

fn class_argument(argument: &Value) -> Result<Arc<str>, EvalError> {
    let absolute = |name: &str| Ok(format!("::{}", name.strip_prefix("::").unwrap_or(name).to_lowercase()).into());
    let unspecific = |what: &str| {
        Err(EvalError::new(format!("Cannot use an unspecific {what} where a Resource['class', name] is expected")))
    };
    match argument {
        Value::Undef => Err(EvalError::new("Cannot use undef as a class name")),
        Value::String(name) if name.is_empty() => Err(EvalError::new("Cannot use empty string as a class name")),
        Value::String(name) => absolute(name),
        Value::Reference(reference) if &*reference.type_name == "Class" => absolute(&reference.title),
        Value::Reference(reference) => Err(EvalError::new(format!(
            "Cannot use a Resource[{}] where a Resource['class', name] is expected",
            reference.type_name
        ))),
        Value::Type(data_type) => match &**data_type {
            Type::Class(Some(name)) => absolute(name),
            Type::Class(None) => Err(EvalError::new("Cannot use an unspecific Class[] Type")),
            Type::Resource(resource) => match (&resource.type_name, &resource.title) {
                (None, _) => unspecific("Resource[]"),
                (Some(name), _) if !name.eq_ignore_ascii_case("class") => Err(EvalError::new(format!(
                    "Cannot use a Resource[{name}] where a Resource['class', name] is expected"
                ))),
                (Some(_), None) => unspecific("Resource['class']"),
                (Some(_), Some(title)) => absolute(title),
            },
            _ => Err(not_a_class(argument)),
        },
        other => Err(not_a_class(other)),
    }
}

fn not_a_class(value: &Value) -> EvalError {
    EvalError::new(format!("undefined method `downcase' for {}", value.inspect()))
        .with_hint("name a class with a string or a reference such as Class['a']")
}
