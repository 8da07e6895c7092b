//! Evaluation of classes and instances of defined types: parameters get their values by name, types are checked, and
//! the body is evaluated in a scope of its own.

use std::rc::Rc;
use std::sync::Arc;

use datatype::{Type, mismatch};
use syntax::Span;
use syntax::ast::{Block, Parameter as Declared, ResourceForm};
use value::{EvalError, Value};

use super::{Declaration, TypeKind, capitalized};
use crate::attribute::Parameter;
use crate::definition::{ParameterTypes, ParametrizedDefinition};
use crate::evaluator::Evaluator;
use crate::identity::{ClassId, CodeOrigin, ResourceId, ScopeId, TypeId};
use crate::issue;
use crate::scope::ScopeKind;

impl<'a> Evaluator<'a> {
    /// Includes classes: missing ones are declared without parameters, then all new ones are evaluated. Returns the
    /// resources of the classes, existing ones first.
    ///
    /// # Errors
    /// Returns an error if a class does not exist or its evaluation fails.
    pub(crate) fn include(&mut self, names: &[Arc<str>]) -> Result<Vec<ResourceId>, EvalError> {
        let mut classes = Vec::with_capacity(names.len());
        for name in names {
            match self.find_class(name)? {
                Some(class) => classes.push(class),
                None => return Err(self.unknown_class(name)),
            }
        }
        let mut included = Vec::with_capacity(classes.len());
        let mut new = Vec::new();
        for class in classes {
            let definition = self.definitions.get_class(class);
            // Puppet: a class is considered included once its evaluation has begun.
            match definition.resource.filter(|_| definition.scope.is_some()) {
                Some(resource) => included.push(resource),
                None => {
                    let resource = self.ensure_class(class)?;
                    new.push((class, resource));
                }
            }
        }
        for (class, resource) in new {
            self.evaluate_class(class, resource)?;
            included.push(resource);
        }
        Ok(included)
    }

    /// Includes classes like [`Evaluator::include`], and notes the place: resources of included classes have none in catalogs, as in
    /// Puppet.
    pub(crate) fn include_at(&mut self, names: &[Arc<str>], span: Span) -> Result<Vec<ResourceId>, EvalError> {
        let included = self.include(names)?;
        for id in &included {
            self.included_at.entry(*id).or_insert(span);
        }
        Ok(included)
    }

    /// Returns the error of an undefined class.
    pub(crate) fn unknown_class(&mut self, name: &str) -> EvalError {
        let fault = EvalError::new(format!("Could not find class {name} for {}", self.node_name()));
        self.with_known_class(fault, name)
    }

    /// Returns the resource of a class, declaring it without parameters if necessary.
    fn ensure_class(&mut self, class: ClassId) -> Result<ResourceId, EvalError> {
        if let Some(resource) = self.definitions.get_class(class).resource {
            return Ok(resource);
        }
        let title = capitalized(&self.definitions.get_class(class).node.name).into();
        let form = ResourceForm::Regular;
        self.add_class(
            class,
            Declaration { type_id: TypeId::CLASS, title, odd_title: None, parameters: Vec::new(), form, span: None },
        )
    }

    /// Declares a class, after the class it inherits from.
    pub(super) fn add_class(&mut self, class: ClassId, declaration: Declaration<'a>) -> Result<ResourceId, EvalError> {
        let scope = self.scopes.current();
        let resource = self.new_resource(declaration, scope)?;
        if let Some(parent) = self.load_parent(class)? {
            self.depth += 1;
            if self.depth > self.settings().maximum_depth {
                return Err(issue::too_deep(self.settings().maximum_depth));
            }
            self.ensure_class(parent)?;
            self.depth -= 1;
        }
        self.catalog_tags.merge(&resource.tags);
        let id = self.add_resource(resource)?;
        self.definitions.get_class_mut(class).resource = Some(id);
        Ok(id)
    }

    /// Finds the parent of a class, loading it if necessary.
    fn load_parent(&mut self, class: ClassId) -> Result<Option<ClassId>, EvalError> {
        let node = self.definitions.get_class(class).node;
        let Some(parent) = &node.parent else { return Ok(None) };
        if let Some(parent) = self.relative_parent(class, &parent.text)? {
            return Ok(Some(parent));
        }
        match self.find_class(&parent.text)? {
            Some(parent) => Ok(Some(parent)),
            None => {
                let name = parent.text.trim_start_matches("::");
                let diagnostic = issue::unknown_parent(name, self.environment().name(), node.span, parent.span);
                Err(self.with_known_class(diagnostic.into(), name))
            }
        }
    }

    /// Evaluates the code of a class, unless its evaluation has begun.
    pub(super) fn evaluate_class(&mut self, class: ClassId, id: ResourceId) -> Result<(), EvalError> {
        if self.resources.get(id).is_evaluated {
            return Ok(());
        }
        self.begin(id);
        let inherited = match self.parent_class(class) {
            Some(parent) => {
                if let Some(resource) = self.definitions.get_class(parent).resource {
                    self.evaluate_class(parent, resource)?;
                }
                self.definitions.get_class(parent).scope
            }
            None => None,
        };
        let parent = inherited.unwrap_or(self.resources.get(id).scope);
        let scope = self.scopes.add(ScopeKind::Class, parent, inherited, CodeOrigin::Class(class), id);
        let definition = self.definitions.get_class(class);
        let (node, module) = (definition.node, definition.module);
        self.class_names.push(node.name.as_ref().into());
        let name = self.tag_names.tag(&node.name);
        self.catalog_tags.insert(name);
        self.set_names(scope, id, module, (&*node.name).into());
        self.definitions.get_class_mut(class).scope = Some(scope);
        self.set_values(ParametrizedDefinition::Class(class, node), scope, id)?;
        self.add_stage_edge(id)?;
        let result = self.run_body(&node.body, scope);
        result.map_err(|fault| self.trace_resource(fault, id))
    }

    /// Evaluates the code of an instance of a defined type.
    ///
    /// # Errors
    /// Returns an error of the code. An error without a location gets the location of the declaration.
    pub(crate) fn evaluate_instance(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let result = self.evaluate_define(id);
        result.map_err(|fault| {
            let span = self.resources.get(id).span;
            let fault = match fault.unplaced() {
                Ok(error) => issue::in_resource(error, span).into(),
                Err(fault) => fault,
            };
            self.trace_resource(fault, id)
        })
    }

    fn evaluate_define(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let TypeKind::Define(define) = self.resources.get_type(resource.type_id).kind else { return Ok(()) };
        let (parent, title) = (resource.scope, Arc::clone(&resource.title));
        self.begin(id);
        let definition = self.definitions.get_define(define);
        let (node, module) = (definition.node, definition.module);
        let scope = self.scopes.add(ScopeKind::Define, parent, None, CodeOrigin::Define(define), id);
        self.set_names(scope, id, module, title);
        self.set_values(ParametrizedDefinition::Define(define, node), scope, id)?;
        self.run_body(&node.body, scope)?;
        if !self.is_puppet3() {
            self.scopes.forget(scope);
        }
        Ok(())
    }

    /// Marks a resource as evaluated and adds the tags of its container.
    pub(crate) fn begin(&mut self, id: ResourceId) {
        self.resources.get_mut(id).is_evaluated = true;
        self.inherit_tags(id);
    }

    /// Adds the tags of the container to a resource.
    pub(crate) fn inherit_tags(&mut self, id: ResourceId) {
        let container = self.scopes.get(self.resources.get(id).scope).resource;
        if container != id {
            let mut tags = std::mem::take(&mut self.resources.get_mut(id).tags);
            tags.merge(&self.resources.get(container).tags);
            self.resources.get_mut(id).tags = tags;
        }
    }

    /// Sets the built-in variables of a class or instance: `title`, `name`, `module_name`, `caller_module_name`.
    pub(crate) fn set_names(&mut self, scope: ScopeId, id: ResourceId, module: Option<&'a str>, title: Arc<str>) {
        let caller = self.scopes.get(scope).parent.and_then(|parent| self.scopes.get(parent).module);
        self.scopes.get_mut(scope).module = module;
        if let Some(module) = module {
            self.scopes.set_in(scope, "module_name", Value::from(module));
        }
        if let Some(caller) = caller {
            self.scopes.set_in(scope, "caller_module_name", Value::from(caller));
        }
        let resource = self.resources.get(id);
        let title = resource.odd_title.clone().unwrap_or(Value::String(title));
        let name = resource.value("name").map_or_else(|| title.clone(), |name| Value::String(name.text()));
        self.scopes.set_in(scope, "title", title);
        self.scopes.set_in(scope, "name", name);
    }

    /// Determines the parameter values of a class or instance, checks them, and sets them as variables.
    fn set_values(
        &mut self,
        owner: ParametrizedDefinition<'a>,
        scope: ScopeId,
        id: ResourceId,
    ) -> Result<(), EvalError> {
        let declared = owner.parameters();
        let types = self.parameter_types(owner)?;
        if let ParametrizedDefinition::Class(_, class) = owner {
            self.look_up_parameters(&class.name, declared, scope, id)?;
        }
        let resource = self.resources.get(id);
        let given = |parameter: &Declared| resource.parameter(&parameter.name).map(|given| given.value.clone());
        let mut values: Vec<Option<Value>> = declared.iter().map(given).collect();
        let lacks = |(parameter, value): (&Declared, &Option<Value>)| {
            parameter.default.is_some() && value.as_ref().is_none_or(Value::is_undef)
        };
        if declared.iter().zip(&values).any(lacks) {
            values = self.default_values(declared, values, scope, id)?;
        }
        self.check_values(declared, &types, &values, id)?;
        self.resources.get_mut(id).is_checked = true;
        let is_declared = |name: &str| declared.iter().any(|parameter| *parameter.name == *name);
        // Metaparameters are readable as variables too.
        let others = self.resources.get(id).parameters.iter().filter(|p| p.name != "name" && !is_declared(p.name));
        let others: Vec<(&'a str, Value)> = others.map(|p| (p.name, p.value.clone())).collect();
        let values = declared.iter().zip(values).filter_map(|(parameter, value)| Some((&*parameter.name, value?)));
        for (name, value) in values.chain(others) {
            self.scopes.set_in(scope, name, value);
        }
        Ok(())
    }

    /// Evaluates the defaults of parameters without a value; each default can use the preceding parameters.
    fn default_values(
        &mut self,
        declared: &'a [Declared],
        values: Vec<Option<Value>>,
        scope: ScopeId,
        id: ResourceId,
    ) -> Result<Vec<Option<Value>>, EvalError> {
        let source = self.scopes.get(scope).source;
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        self.scopes.push_parameters(declared.iter().map(|parameter| &*parameter.name));
        for (index, value) in values.iter().enumerate() {
            // A parameter with a default becomes visible only after its evaluation, unless a value was given.
            let is_given = value.as_ref().filter(|value| declared[index].default.is_none() || !value.is_undef());
            if let Some(value) = is_given {
                self.scopes.fill(index, value.clone());
            }
        }
        let mut result = values;
        for (index, parameter) in declared.iter().enumerate() {
            let Some(default) = &parameter.default else { continue };
            if result[index].as_ref().is_some_and(|value| !value.is_undef()) {
                continue;
            }
            let inner = self.scopes.mark();
            let value = self.evaluate(default);
            self.scopes.restore(inner);
            let value = value.map_err(|fault| {
                let owner = self.resources.reference(id).to_string();
                fault.named_parameter(&owner, &parameter.name, declared)
            })?;
            value.check_weight()?;
            let value = value.into_attribute()?;
            self.scopes.fill(index, value.clone());
            let name = &*parameter.name;
            self.set_parameter(id, Parameter { name, value: value.clone(), source, span: None, appends: false })?;
            result[index] = Some(value);
        }
        self.scopes.restore(mark);
        Ok(result)
    }

    /// Checks that all parameters are known, required ones are given, and values have the declared types.
    fn check_values(
        &mut self,
        declared: &'a [Declared],
        types: &ParameterTypes,
        values: &[Option<Value>],
        id: ResourceId,
    ) -> Result<(), EvalError> {
        let promises = self.promises(values.iter().map(Option::as_ref))?;
        let fits = |(index, value): (usize, &Option<Value>)| match value {
            Some(value) => promises
                .expected(index, types[index].as_ref())
                .is_none_or(|data_type| promises.of(index).is_none() && data_type.is_instance(value)),
            None => declared[index].default.is_some(),
        };
        let resource = self.resources.get(id);
        let is_known = |name: &str| {
            declared.iter().any(|parameter| *parameter.name == *name)
                || name == "name"
                || catalog::Metaparameter::from_name(name).is_some()
        };
        let unknown = resource.parameters.iter().filter(|p| !is_known(p.name));
        if values.iter().enumerate().all(fits) && unknown.clone().next().is_none() {
            return Ok(());
        }
        let parameters: Vec<mismatch::Parameter<'_>> = declared
            .iter()
            .zip(types.iter())
            .enumerate()
            .map(|(index, (parameter, data_type))| mismatch::Parameter {
                name: &parameter.name,
                data_type: promises.expected(index, data_type.as_ref()),
                is_required: parameter.default.is_none(),
                promised: promises.of(index),
            })
            .collect();
        let named = declared.iter().zip(values).filter_map(|(p, value)| Some((&*p.name, value.as_ref()?)));
        let given: Vec<(&str, &Value)> = named.chain(unknown.clone().map(|p| (p.name, &p.value))).collect();
        let missing = parameters.iter().zip(values).find(|(p, value)| p.is_required && value.is_none());
        let missing = missing.map(|(parameter, _)| parameter.name);
        let owner = self.resources.reference(id).to_string();
        mismatch::check_parameters(&owner, &parameters, &given).map_err(|message| {
            let fault = EvalError::new(message);
            match unknown.clone().next() {
                Some(first) => {
                    let metaparameters = catalog::Metaparameter::ALL.iter().map(|metaparameter| metaparameter.name());
                    self.with_nearest(fault, first.name, declared.iter().map(|p| &*p.name).chain(metaparameters))
                }
                None => {
                    let hint = match missing {
                        Some(name) => Some(self.missing_parameter_hint(id, name)),
                        None => quoted_number(&parameters, values)
                            .map(|(name, number)| format!("write the value of '{name}' without quotes: {number}")),
                    };
                    hint.into_iter().fold(fault, EvalError::with_hint)
                }
            }
        })
    }

    /// Returns how to set a parameter of a class or instance that has no value.
    fn missing_parameter_hint(&self, id: ResourceId, name: &str) -> String {
        let resource = self.resources.get(id);
        if resource.type_id == TypeId::CLASS {
            let class = resource.title.to_lowercase();
            return format!(
                "set it in the declaration, class {{ '{class}': {name} => … }}, or as '{class}::{name}' in Hiera"
            );
        }
        let define = self.resources.get_type(resource.type_id).name.to_lowercase();
        format!("set it in the declaration: {define} {{ 'title': {name} => … }}")
    }

    /// Checks the attributes of a class or instance again after all overrides.
    ///
    /// # Errors
    /// Returns an error if an override set an unknown attribute or a value of the wrong type.
    pub(crate) fn check_finished(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let owner = match self.resources.get_type(resource.type_id).kind {
            TypeKind::Define(define) => {
                ParametrizedDefinition::Define(define, self.definitions.get_define(define).node)
            }
            TypeKind::Class => match self.definitions.class(&resource.title.to_lowercase()) {
                Some(class) => ParametrizedDefinition::Class(class, self.definitions.get_class(class).node),
                None => return Ok(()),
            },
            TypeKind::Node | TypeKind::Native(_) => return Ok(()),
        };
        let types = self.parameter_types(owner)?;
        let declared = owner.parameters();
        let resource = self.resources.get(id);
        let values: Vec<Option<Value>> =
            declared.iter().map(|p| resource.parameter(&p.name).map(|given| given.value.clone())).collect();
        self.check_values(declared, &types, &values, id)
    }

    /// Evaluates the types of the parameters once per definition.
    pub(crate) fn parameter_types(&mut self, owner: ParametrizedDefinition<'a>) -> Result<ParameterTypes, EvalError> {
        let known = match owner {
            ParametrizedDefinition::Class(class, _) => &self.definitions.get_class(class).types,
            ParametrizedDefinition::Define(define, _) => &self.definitions.get_define(define).types,
        };
        if let Some(types) = known {
            return Ok(Rc::clone(types));
        }
        let mark = self.scopes.mark();
        self.scopes.enter(ScopeId::TOP);
        let types = owner.parameters().iter().map(|p| self.declared_data_type(p.data_type.as_ref()));
        let types: Result<ParameterTypes, EvalError> = types.collect();
        self.scopes.restore(mark);
        let types = types?;
        let slot = match owner {
            ParametrizedDefinition::Class(class, _) => &mut self.definitions.get_class_mut(class).types,
            ParametrizedDefinition::Define(define, _) => &mut self.definitions.get_define_mut(define).types,
        };
        *slot = Some(Rc::clone(&types));
        Ok(types)
    }

    /// Evaluates the data type of a parameter, if it has one.
    pub(crate) fn declared_data_type(
        &mut self,
        expression: Option<&'a syntax::ast::Expression>,
    ) -> Result<Option<Type>, EvalError> {
        let Some(expression) = expression else { return Ok(None) };
        match self.evaluate(expression)? {
            Value::Type(data_type) => Ok(Some(Arc::unwrap_or_clone(data_type))),
            other => {
                let actual = Type::infer(&other).generalize().to_string();
                Err(issue::type_mismatch("Type", &actual, expression.position()).into())
            }
        }
    }

    /// Adds a class to its run stage.
    fn add_stage_edge(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let container = self.scopes.get(resource.scope).resource;
        let own = resource.value("stage").cloned();
        let wanted = own.clone().or_else(|| self.resources.get(container).value("stage").cloned());
        let title = wanted.as_ref().map_or_else(|| "main".into(), Value::text);
        let Some(stage_type) = self.find_resource_type("stage")? else { return Ok(()) };
        let Some(stage) = self.resources.find(stage_type, &title) else {
            let reference = self.resources.reference(id);
            let shown = own.map_or_else(|| "main".into(), |stage| stage.text());
            let fault = EvalError::new(format!("Could not find stage {shown} specified by {reference}"))
                .with_hint(format!("declare it: stage {{ '{shown}': before => Stage['main'] }}"));
            let hint = self.known_title_hint(stage_type, &shown, None);
            return Err(hint.into_iter().fold(fault, EvalError::with_hint));
        };
        if own.is_none() && stage != ResourceId::STAGE {
            let (value, source) =
                (Value::String(Arc::clone(&self.resources.get(stage).title)), self.resources.get(id).source);
            self.resources.get_mut(id).set(Parameter { name: "stage", value, source, span: None, appends: false });
        }
        self.resources.edges.insert((stage, id));
        Ok(())
    }

    /// Evaluates a body in its scope; `return` and `next` leave it.
    pub(crate) fn run_body(&mut self, body: &'a Block, scope: ScopeId) -> Result<(), EvalError> {
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        let result = self.nested(|evaluator| evaluator.evaluate_block(body));
        self.scopes.restore(mark);
        match result {
            Err(fault) => fault.caught_return().map(|_| ()),
            Ok(_) => Ok(()),
        }
    }

    fn trace_resource(&self, fault: EvalError, id: ResourceId) -> EvalError {
        let reference = || format!("in {}", self.resources.reference(id));
        let resource = self.resources.get(id);
        fault.traced(reference, resource.span.or_else(|| self.definition_span(id)))
    }

    fn definition_span(&self, id: ResourceId) -> Option<Span> {
        let resource = self.resources.get(id);
        let class = self.definitions.class(&resource.title.to_lowercase())?;
        (resource.type_id == TypeId::CLASS).then(|| self.definitions.get_class(class).node.name_span)
    }
}

/// Returns the first parameter whose value is a number in quotes although a number is expected, and the number.
fn quoted_number<'p, 'v>(
    parameters: &[mismatch::Parameter<'p>],
    values: &'v [Option<Value>],
) -> Option<(&'p str, &'v str)> {
    parameters.iter().zip(values).find_map(|(parameter, value)| {
        let Some(Value::String(text)) = value else { return None };
        let number = match text.parse::<i64>() {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Float(text.parse().ok().filter(|number: &f64| number.is_finite())?),
        };
        let expected = parameter.data_type?;
        let fits = !expected.is_instance(value.as_ref()?) && expected.is_instance(&number);
        fits.then_some((parameter.name, &**text))
    })
}
