//! Resource statements: declarations with one or more bodies, resource defaults, overrides by reference.

use std::sync::Arc;

use datatype::Type;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use syntax::Span;
use syntax::ast::{
    Attribute, AttributeOperator, Expression, ExpressionKind, Resource, ResourceDefaults, ResourceForm,
    ResourceOverride,
};
use value::{EvalError, FileLocation, Value};

use super::{Declaration, PendingOverride, Tags};
use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::TypeId;
use crate::issue;

/// The evaluated titles and attributes of one body.
struct Body<'a> {
    titles: Vec<Arc<str>>,
    parameters: Vec<Parameter<'a>>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates a resource statement. The result is an array of references, filled only if `is_wanted`.
    pub(crate) fn evaluate_resource(
        &mut self,
        expression: &'a Expression,
        resource: &'a Resource,
        is_wanted: bool,
    ) -> Result<Value, EvalError> {
        let name = self.type_name(&resource.type_name)?;
        if resource.form == ResourceForm::Exported {
            self.without_store(issue::export_ignored(expression.position()));
        }
        let mut seen = IndexMap::with_capacity_and_hasher(0, FxBuildHasher);
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        let mut defaults = None;
        for body in &resource.bodies {
            let titles = self.titles(&body.title)?;
            let mut is_default = false;
            let is_single = resource.bodies.len() == 1 && titles.len() == 1;
            for title in titles.iter().filter(|_| !is_single) {
                if seen.insert(title.clone(), ()).is_some() {
                    return Err(issue::duplicate_title(title.as_deref(), expression.position()).into());
                }
            }
            let named = |title: Option<Arc<str>>| {
                is_default |= title.is_none();
                title
            };
            let titles: Vec<Arc<str>> = titles.into_iter().filter_map(named).collect();
            let parameters = self.attributes(&body.attributes, expression)?;
            if is_default {
                defaults = Some(parameters.clone());
            }
            bodies.push(Body { titles, parameters });
        }
        // Titles and attributes are evaluated before the type: as in Puppet, an unknown type is reported last.
        let Some(type_id) = self.declared_type(name)? else {
            return Err(self.unknown_resource_type(name));
        };
        let mut references = Vec::new();
        for body in bodies {
            let parameters = match &defaults {
                Some(defaults) => merged(defaults, body.parameters),
                None => body.parameters,
            };
            let span = Some(expression.position());
            self.declare_all(type_id, body.titles, parameters, resource.form, span, |evaluator, id| {
                if is_wanted {
                    references.push(evaluator.reference_value(id));
                }
            })?;
        }
        Ok(Value::from(references))
    }

    /// Declares a resource for each title.
    fn declare_all(
        &mut self,
        type_id: TypeId,
        titles: Vec<Arc<str>>,
        parameters: Vec<Parameter<'a>>,
        form: ResourceForm,
        span: Option<Span>,
        mut declared: impl FnMut(&Self, super::ResourceId),
    ) -> Result<(), EvalError> {
        let last = titles.len().saturating_sub(1);
        let mut parameters = Some(parameters);
        for (index, title) in titles.into_iter().enumerate() {
            let own = if index == last { parameters.take() } else { parameters.clone() };
            let parameters = own.unwrap_or_default();
            let id = self.declare(Declaration { type_id, title, odd_title: None, parameters, form, span })?;
            declared(self, id);
        }
        Ok(())
    }

    /// Returns a resource's reference as a value.
    pub(crate) fn reference_value(&self, id: super::ResourceId) -> Value {
        let resource = self.resources.get(id);
        if resource.type_id == TypeId::CLASS {
            return Value::data_type(Type::Class(Some(resource.title.to_lowercase().into())));
        }
        Value::data_type(self.resource_type(resource.type_id, Some(Arc::clone(&resource.title))))
    }

    /// Returns the name of the resource type in a statement.
    fn type_name(&mut self, expression: &'a Expression) -> Result<&'a str, EvalError> {
        if let ExpressionKind::Name(name) = &expression.kind {
            return Ok(name);
        }
        let value = self.evaluate(expression)?;
        let is_type = match &expression.kind {
            ExpressionKind::TypeName(_) => true,
            ExpressionKind::Access(access) => matches!(access.target.kind, ExpressionKind::TypeName(_)),
            _ => false,
        };
        let illegal = |actual: String| Err(issue::illegal_resource_type(&actual, expression.position()).into());
        if !is_type {
            return illegal(Type::infer(&value).generalize().to_string());
        }
        match value.as_type() {
            Some(Type::Class(None)) => Ok("class"),
            Some(Type::Resource(resource)) if resource.title.is_none() => match &resource.type_name {
                Some(name) => Ok(self.name_of(name)),
                None => illegal("Resource".to_owned()),
            },
            Some(known @ (Type::Class(_) | Type::Resource(_))) => illegal(known.to_string()),
            _ => illegal(Type::infer(&value).generalize().to_string()),
        }
    }

    fn declared_type(&mut self, name: &str) -> Result<Option<TypeId>, EvalError> {
        if name.eq_ignore_ascii_case("class") {
            return Ok(Some(TypeId::CLASS));
        }
        match self.relative_type(name)? {
            Some(found) => Ok(Some(found)),
            None => self.find_resource_type(name),
        }
    }

    /// Returns the error of an unknown type.
    pub(crate) fn unknown_resource_type(&mut self, name: &str) -> EvalError {
        let fault = EvalError::new(format!("Unknown resource type: '{name}'"));
        let file = format!("lib/puppet/type/{}.rb", name.to_lowercase());
        if let Some(file) = self.environment().find(FileLocation::AnyModule, &file) {
            return issue::ruby_resource_type(fault, name, &file);
        }
        self.with_known_resource_type(fault, name)
    }

    /// Evaluates titles; `None` stands for `default`.
    fn titles(&mut self, expression: &'a Expression) -> Result<Vec<Option<Arc<str>>>, EvalError> {
        let value = self.evaluate(expression)?;
        match value {
            Value::String(title) if !title.is_empty() => return Ok(vec![Some(title)]),
            Value::Undef => return Err(issue::missing_title(expression.position()).into()),
            _ => {}
        }
        let mut flat = Vec::new();
        value.flatten_into(&mut flat);
        let mut titles = Vec::with_capacity(flat.len());
        for (index, title) in flat.into_iter().enumerate() {
            titles.push(match title {
                Value::Undef => return Err(issue::missing_title_at(index, expression.position()).into()),
                Value::Default => None,
                Value::String(title) if title.is_empty() => {
                    return Err(issue::empty_title_at(index, expression.position()).into());
                }
                Value::String(title) => Some(title),
                other => {
                    let actual = Type::infer(&other).generalize().to_string();
                    return Err(issue::illegal_title_at(index, &actual, expression.position()).into());
                }
            });
        }
        Ok(titles)
    }

    /// Evaluates attributes and checks that their names are unique.
    fn attributes(
        &mut self,
        attributes: &'a [Attribute],
        owner: &'a Expression,
    ) -> Result<Vec<Parameter<'a>>, EvalError> {
        let mut parameters: Vec<Parameter<'a>> = Vec::with_capacity(attributes.len());
        self.evaluate_attributes(attributes, |parameter| {
            if parameters.iter().any(|known| known.name == parameter.name) {
                return Err(issue::duplicate_attribute(parameter.name, owner.position()).into());
            }
            parameters.push(parameter);
            Ok(())
        })?;
        Ok(parameters)
    }

    /// Evaluates attributes and passes each one to `take`.
    pub(crate) fn evaluate_attributes(
        &mut self,
        attributes: &'a [Attribute],
        mut take: impl FnMut(Parameter<'a>) -> Result<(), EvalError>,
    ) -> Result<(), EvalError> {
        let source = self.scopes.get(self.scopes.current()).source;
        for attribute in attributes {
            match attribute {
                Attribute::Named(named) => {
                    let value = self.evaluate(&named.value)?;
                    let value = attribute_value(value, named.name.span)?;
                    let value = if self.is_puppet3() { self.old_attribute(&named.name, value) } else { value };
                    let appends = named.operator == AttributeOperator::Append;
                    let span = Some(named.name.span);
                    take(Parameter { name: &named.name.text, value, source, span, appends })?;
                }
                Attribute::Splat(splat) => {
                    let value = self.evaluate(&splat.value)?;
                    let Value::Hash(hash) = &value else {
                        let actual = Type::infer(&value).generalize().to_string();
                        return Err(issue::type_mismatch("Hash", &actual, splat.value.position()).into());
                    };
                    for (key, value) in hash.iter() {
                        let name = self.name_of(&key.text());
                        let value = attribute_value(value.clone(), splat.span)?;
                        take(Parameter { name, value, source, span: Some(splat.span), appends: false })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Evaluates resource defaults. Returns the type.
    pub(crate) fn evaluate_defaults(&mut self, defaults: &'a ResourceDefaults) -> Result<Value, EvalError> {
        let value = self.evaluate(&defaults.type_name)?;
        let name = match value.as_type() {
            Some(Type::Resource(resource)) if resource.title.is_none() => resource.type_name.clone(),
            _ => None,
        };
        let Some(name) = name else {
            let actual = Type::infer(&value).generalize().to_string();
            return Err(issue::illegal_resource_type(&actual, defaults.type_name.position()).into());
        };
        let mut parameters = Vec::with_capacity(defaults.attributes.len());
        self.evaluate_attributes(&defaults.attributes, |parameter| {
            parameters.push(parameter);
            Ok(())
        })?;
        if let Some(type_id) = self.find_resource_type(&name)? {
            self.set_defaults(type_id, parameters)?;
        }
        Ok(value)
    }

    /// Evaluates an override. Returns the references.
    pub(crate) fn evaluate_override(
        &mut self,
        expression: &'a Expression,
        overriding: &'a ResourceOverride,
    ) -> Result<Value, EvalError> {
        let value = self.evaluate(&overriding.resources)?;
        let mut parameters = Vec::with_capacity(overriding.attributes.len());
        self.evaluate_attributes(&overriding.attributes, |parameter| {
            parameters.push(parameter);
            Ok(())
        })?;
        let mut references = Vec::new();
        value.flatten_into(&mut references);
        for reference in &references {
            let named = match reference.as_type() {
                Some(Type::Resource(resource)) => {
                    resource.type_name.as_deref().zip(resource.title.clone()).filter(|(name, _)| *name != "Class")
                }
                _ => None,
            };
            if let Some(Type::Resource(resource)) = reference.as_type()
                && let (Some(name), None) = (&resource.type_name, &resource.title)
            {
                return Err(issue::untitled_override(name));
            }
            let Some((name, title)) = named else {
                let actual = issue::value_label(reference);
                return Err(issue::illegal_overridden_type(&actual, expression.position()).into());
            };
            let Some(type_id) = self.find_resource_type(name)? else { return Err(self.unknown_resource_type(name)) };
            for (index, new) in parameters.iter().enumerate() {
                if parameters[..index].iter().any(|earlier| earlier.name == new.name) {
                    let reference = format!("{name}[{title}]");
                    return Err(issue::duplicate_override(new.name, &reference, expression.position()).into());
                }
                // Tags are validated even if the resource is not declared yet.
                if new.name == "tag" {
                    self.add_tags(&mut Tags::default(), &new.value)?;
                }
            }
            let source = self.scopes.get(self.scopes.current()).source;
            let (parameters, span) = (parameters.clone(), Some(expression.position()));
            self.add_overriding(PendingOverride { type_id, title, parameters, source, span })?;
        }
        Ok(value)
    }
}

/// Converts a value to an attribute value.
fn attribute_value(value: Value, span: Span) -> Result<Value, EvalError> {
    value.check_weight()?;
    value.into_attribute().map_err(|error| issue::runtime("'=>' expression", &error, span).into())
}

/// Merges attributes with the defaults of the statement; the attributes take precedence.
fn merged<'a>(defaults: &[Parameter<'a>], own: Vec<Parameter<'a>>) -> Vec<Parameter<'a>> {
    let mut result = defaults.to_vec();
    for parameter in own {
        match result.iter_mut().find(|known| known.name == parameter.name) {
            Some(known) => *known = parameter,
            None => result.push(parameter),
        }
    }
    result
}
