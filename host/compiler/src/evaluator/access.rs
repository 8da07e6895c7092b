//! `x[y]`: elements of arrays and hashes, substrings, parameterized data types, references to resources, and attributes
//! of resources.

use std::sync::Arc;

use datatype::{IssueSubject, Parameterized, Type};
use syntax::Span;
use syntax::ast::{Access, Expression, ExpressionKind};
use value::{EvalError, Hash, Value};

use super::Evaluator;
use super::arithmetic::parse_number;
use crate::identity::TypeId;
use crate::issue;
use crate::resource::TypeKind;

impl<'a> Evaluator<'a> {
    /// Evaluates `x[y]` and `x[y, z]`.
    pub(super) fn evaluate_access(
        &mut self,
        access: &'a Access,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        if let [key] = &*access.keys
            && self.is_facts(&access.target)
        {
            let key = self.evaluate(key)?;
            return Ok(key.as_str().and_then(|name| self.facts.get(name)).unwrap_or_default());
        }
        let target = self.evaluate(&access.target)?;
        // Common case: a hash and a single key.
        if let ([key], Value::Hash(hash)) = (&*access.keys, &target) {
            let key = self.evaluate(key)?;
            return Ok(hash.get(&key).cloned().unwrap_or_default());
        }
        let is_class = matches!(target.as_type(), Some(Type::Class(_)));
        let mut keys = Vec::with_capacity(access.keys.len());
        for key in &access.keys {
            keys.push(match &key.kind {
                // Puppet: a class may have the name of a resource type that does not exist.
                ExpressionKind::TypeName(name) if is_class => Value::from(self.named_type(name, key)?),
                _ => self.evaluate(key)?,
            });
        }
        match &target {
            Value::Hash(hash) => several(hash, &keys, access),
            Value::Array(elements) => self.access_array(elements, &keys, access),
            Value::String(text) => access_string(text, &keys, access),
            Value::Binary(bytes) => access_binary(bytes, &keys, access),
            Value::Type(data_type) => self.access_type(data_type, &keys, access, expression),
            Value::Reference(reference) => {
                let data_type = Arc::new(Value::reference_type(reference));
                self.access_type(&data_type, &keys, access, expression)
            }
            other => Err(issue::not_accessible(&issue::value_label(other), access.target.position()).into()),
        }
    }

    fn access_array(&mut self, elements: &[Value], keys: &[Value], access: &'a Access) -> Result<Value, EvalError> {
        let keys = flattened(keys);
        if keys.len() > 2 {
            return Err(issue::slice_arity("Array", ONE_OR_TWO, keys.len(), access.target.position()).into());
        }
        let place = |index: usize| access.keys.get(index).or(access.keys.first()).unwrap_or(&access.target);
        let mut numbers = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            numbers.push(self.index(key, place(index))?);
        }
        let mut indices = Vec::with_capacity(keys.len());
        for (index, number) in numbers.into_iter().enumerate() {
            match number {
                Value::Integer(number) => indices.push(number),
                other => {
                    let actual = Type::infer(&other).generalize().to_string();
                    return Err(issue::slice_key("Array", &actual, "Integer", place(index).position()).into());
                }
            }
        }
        match (&*indices, keys.len()) {
            ([index], 1) => Ok(at(elements.len(), *index).map_or(Value::Undef, |at| elements[at].clone())),
            ([from, count], 2) => {
                let (from, to) = slice(elements.len(), *from, *count);
                Ok(Value::array(&elements[from..to]))
            }
            _ => Err(issue::slice_arity("Array", ONE_OR_TWO, keys.len(), access.target.position()).into()),
        }
    }

    fn access_type(
        &mut self,
        data_type: &Arc<Type>,
        keys: &[Value],
        access: &'a Access,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        if let (Type::Resource(known), [Value::String(title)]) = (&**data_type, keys)
            && known.title.is_none()
            && known.type_name.is_some()
            && !title.is_empty()
        {
            // Common case: `File['/a']`.
            let (type_name, title) = (known.type_name.clone(), Some(Arc::clone(title)));
            return Ok(Value::data_type(Type::Resource(Arc::new(datatype::ResourceType { type_name, title }))));
        }
        // Puppet: `Resource[File]` is `File`.
        if let (Type::Resource(known), [Value::Type(inner)]) = (&**data_type, keys)
            && known.type_name.is_none()
            && matches!(**inner, Type::Resource(_))
        {
            return Ok(keys[0].clone());
        }
        if self.is_puppet3()
            && matches!(**data_type, Type::Class(None))
            && let Some(references) = self.old_class_references(keys)?
        {
            return Ok(references);
        }
        match datatype::parameterize(data_type, keys) {
            Ok(Parameterized::One(data_type)) => Ok(Value::from(data_type)),
            Ok(Parameterized::Many(types)) => Ok(types.into_iter().map(Value::from).collect()),
            Ok(Parameterized::Nothing) => Ok(Value::Undef),
            Ok(Parameterized::Attributes) => self.resource_parameters(data_type, keys, expression),
            Err(issue) => {
                let span = match issue.culprit {
                    IssueSubject::Whole => expression.position(),
                    IssueSubject::Target => access.target.position(),
                    IssueSubject::Key(index) => access.keys.get(index).unwrap_or(expression).position(),
                };
                let fault = EvalError::from(issue::data_type(&issue, span));
                Err(if issue.code == "ILLEGAL_NAME" { fault.with_hint(issue::LANGUAGE_3) } else { fault })
            }
        }
    }

    /// Returns attributes of a resource: `File['/a']['mode']`. An attribute that is not set has the default value in
    /// the scope of the declaration.
    fn resource_parameters(
        &mut self,
        data_type: &Type,
        keys: &[Value],
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let (type_name, title) = match data_type {
            Type::Class(Some(name)) => (Arc::from("Class"), Arc::clone(name)),
            Type::Resource(resource) => match (&resource.type_name, &resource.title) {
                (Some(name), Some(title)) => (Arc::clone(name), Arc::clone(title)),
                _ => return Ok(Value::Undef),
            },
            _ => return Ok(Value::Undef),
        };
        let span = expression.position();
        let type_id = self.find_resource_type(&type_name)?;
        let found = type_id.and_then(|type_id| Some((type_id, self.resources.find(type_id, &title)?)));
        let Some((type_id, id)) = found else {
            return Err(issue::unknown_resource(&type_name, &title, span).into());
        };
        let is_list = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
        let mut values = Vec::new();
        for key in flattened(keys).iter().filter(|key| !key.is_undef()) {
            let name = key.as_str().filter(|name| self.is_attribute(type_id, &title, name));
            let Some(name) = name else {
                let diagnostic = issue::unknown_resource_parameter(&type_name, &title, &key.text(), span);
                return Err(diagnostic.into());
            };
            let resource = self.resources.get(id);
            let value = resource.value(name).cloned().or_else(|| {
                let defaults = self.defaults(type_id, resource.scope);
                defaults.into_iter().find(|default| default.name == name).map(|default| default.value)
            });
            values.push(value.unwrap_or_default());
        }
        Ok(if is_list { Value::from(values) } else { values.pop().unwrap_or_default() })
    }

    /// Returns whether an attribute is valid for a type.
    pub(crate) fn is_attribute(&self, type_id: TypeId, title: &str, name: &str) -> bool {
        let is_own = match &self.resources.get_type(type_id).kind {
            TypeKind::Native(schema) => {
                // The engine's built-in types have no providers.
                schema.attribute(name).is_some() || (name == "provider" && !is_engine_type(&schema.name))
            }
            TypeKind::Define(define) => {
                self.definitions.get_define(*define).node.parameters.iter().any(|parameter| *parameter.name == *name)
            }
            TypeKind::Class => {
                let class = self.definitions.class(&title.to_lowercase());
                let parameters = class.map(|class| &self.definitions.get_class(class).node.parameters);
                parameters.is_some_and(|parameters| parameters.iter().any(|parameter| *parameter.name == *name))
            }
            TypeKind::Node => false,
        };
        is_own || name == "name" || catalog::Metaparameter::from_name(name).is_some()
    }
}

fn is_engine_type(name: &str) -> bool {
    matches!(name, "notify" | "schedule" | "filebucket" | "resources" | "stage")
}

const ONE_OR_TWO: &str = "one or two arguments";

/// Returns the keys, with nested arrays flattened.
fn flattened(keys: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    keys.iter().for_each(|key| key.flatten_into(&mut flat));
    flat
}

/// Returns the values of several keys of a hash, skipping missing ones.
fn several(hash: &Hash, keys: &[Value], access: &Access) -> Result<Value, EvalError> {
    match keys {
        [] => Err(issue::slice_arity("Hash", "one or more arguments", 0, access.target.position()).into()),
        [key] => Ok(hash.get(key).cloned().unwrap_or_default()),
        keys => Ok(keys.iter().filter_map(|key| hash.get(key)).filter(|value| !value.is_undef()).cloned().collect()),
    }
}

/// Resolves an index; a negative one counts from the end.
fn at(len: usize, index: i64) -> Option<usize> {
    let len = i64::try_from(len).ok()?;
    let index = if index < 0 { len.checked_add(index)? } else { index };
    usize::try_from(index).ok().filter(|_| index < len)
}

/// Returns the bounds of a slice. A negative start counts from the end; a negative length is the last index, counted
/// from the end.
fn slice(len: usize, from: i64, count: i64) -> (usize, usize) {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    let mut from = if from < 0 { len.saturating_add(from) } else { from };
    let mut count = if count < 0 { len.saturating_sub(from).saturating_add(count).saturating_add(1) } else { count };
    if from < 0 {
        count = count.saturating_add(from);
        from = 0;
    }
    let from = from.min(len);
    let to = from.saturating_add(count.max(0)).min(len);
    // Both are between 0 and `len`.
    (usize::try_from(from).unwrap_or(0), usize::try_from(to).unwrap_or(0))
}

/// Returns the range of characters selected by the keys.
fn range(len: usize, keys: &[Value], access: &Access) -> Result<(usize, usize), EvalError> {
    let keys = flattened(keys);
    if keys.len() > 2 {
        return Err(issue::slice_arity("String", ONE_OR_TWO, keys.len(), access.target.position()).into());
    }
    let place = |index: usize| -> Span { access.keys.get(index).unwrap_or(&access.target).position() };
    let mut indices = Vec::with_capacity(2);
    for (index, key) in keys.iter().enumerate() {
        let number = key.as_str().and_then(parse_number);
        match number.as_ref().unwrap_or(key) {
            Value::Integer(number) => indices.push(*number),
            other => {
                let actual = match other {
                    Value::Undef => "Undef".to_owned(),
                    Value::Default => "Default".to_owned(),
                    other => Type::infer(other).generalize().to_string(),
                };
                return Err(issue::string_index(&actual, place(index)).into());
            }
        }
    }
    match (&*indices, keys.len()) {
        ([index], 1) => Ok(at(len, *index).map_or((0, 0), |at| (at, at + 1))),
        ([from, count], 2) => Ok(slice(len, *from, *count)),
        _ => Err(issue::slice_arity("String", ONE_OR_TWO, keys.len(), access.target.position()).into()),
    }
}

fn access_string(text: &str, keys: &[Value], access: &Access) -> Result<Value, EvalError> {
    if text.is_ascii() {
        let (from, to) = range(text.len(), keys, access)?;
        return Ok(Value::from(&text[from..to]));
    }
    let (from, to) = range(text.chars().count(), keys, access)?;
    Ok(Value::from(text.chars().skip(from).take(to - from).collect::<String>()))
}

fn access_binary(bytes: &[u8], keys: &[Value], access: &Access) -> Result<Value, EvalError> {
    let (from, to) = range(bytes.len(), keys, access)?;
    Ok(Value::Binary(bytes[from..to].into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slice_is_clamped_to_length() {
        assert_eq!(slice(5, 1, 2), (1, 3));
        assert_eq!(slice(5, -2, 5), (3, 5));
        assert_eq!(slice(5, 1, -2), (1, 4));
        assert_eq!(slice(5, -7, 4), (0, 2));
        assert_eq!(slice(5, 9, 4), (5, 5));
        assert_eq!(slice(5, i64::MAX, i64::MIN), (5, 5));
        assert_eq!((at(3, -1), at(3, 3), at(3, i64::MIN)), (Some(2), None, None));
    }
}
