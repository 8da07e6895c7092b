//! Answers to the questions of a function in Ruby: variables, functions, the catalog, modules, settings and data types.

use catalog::{Level, ResourceRef};
use ruby::ForeignValue;
use ruby::interpreter::RubyCaller;
use serde_json::{Map, Value as Json, json};
use syntax::Span;
use value::{EvalError, FileLocation, Hash, LocatedFile, Value, class_name};

use super::{Evaluator, LambdaBlock, function};
use crate::functions::lookup_context;
use crate::identity::{ResourceId, ScopeId};
use crate::type_questions::{self, text_of};

/// A call of a function in Ruby.
pub(super) struct RubyCall<'c, 'a> {
    pub(super) evaluator: &'c mut Evaluator<'a>,
    /// The location of the call.
    pub(super) span: Span,
}

impl RubyCaller for RubyCall<'_, '_> {
    fn answer(&mut self, question: &str) -> String {
        let answer = serde_json::from_str(question)
            .map_err(|error| EvalError::new(error.to_string()))
            .and_then(|question: Json| self.answered(&question));
        let answer = match answer {
            Ok(value) => json!({ "value": value }),
            Err(error) => {
                let number = self.evaluator.ruby.errors.len();
                let unwinds = error.is_jump();
                let class = match error.is_unplaced() {
                    true if error.message().contains("Unknown function: '") => "argument",
                    true => "",
                    false => "preformatted",
                };
                let shown = json!({ "message": error.message(), "number": number, "unwinds": unwinds, "class": class });
                self.evaluator.ruby.errors.push(Some(error));
                json!({ "error": shown })
            }
        };
        answer.to_string()
    }

    fn print(&mut self, line: &str) {
        self.evaluator.log_printed(line);
    }
}

impl<'a> RubyCall<'_, 'a> {
    fn answered(&mut self, question: &Json) -> Result<Json, EvalError> {
        let text = |key: &str| question[key].as_str().unwrap_or_default();
        let name = text("name");
        match text("do") {
            "call" | "call_old" => self.call(name, question),
            "yield" => self.call_block(question),
            "select" => {
                let arguments = self.arguments(question)?;
                self.evaluator.selected_dispatch(name, &arguments).map(Json::from)
            }
            "has_function" => self.evaluator.has_function(name).map(Json::from),
            "context" => self.call_context(question),
            "variable" | "has_variable" | "variables" | "set_variable" | "scope" => self.in_scope(question),
            "resource" | "resources" | "resource_tags" | "reference" | "classes" | "tags" => self.catalog(question),
            "deferred" => match self.object(question, "object")? {
                Value::Deferred(call) => {
                    let arguments = call.arguments.as_ref().map(|arguments| Value::Array(arguments.clone()));
                    let parts = [Value::String(call.name.clone()), arguments.unwrap_or_default()];
                    Ok(self.evaluator.encoded(&Value::from(parts.to_vec())))
                }
                _ => Err(EvalError::new("the object is not a deferred call")),
            },
            "make" => {
                let data_type = Value::data_type(self.evaluator.parse_type(text("type"))?);
                let value =
                    self.evaluator.call_function("new", &[data_type, Value::from(text("text"))], None, self.span)?;
                Ok(self.evaluator.encoded(&value))
            }
            "type" | "infer" | "infer_set" | "generalize" | "is_instance" | "is_assignable" | "mismatch"
            | "type_mismatch" | "has_type" => self.data_type(question),
            "log" => {
                let level = Level::from_name(text("level")).unwrap_or(Level::Notice);
                self.evaluator.log_of_ruby(level, text("message"), question["scoped"] == true);
                Ok(Json::Null)
            }
            "setting" => match self.evaluator.find_variable(&format!("settings::{name}"))? {
                Some(value) => Ok(self.evaluator.encoded(&value)),
                None => Err(EvalError::new(format!("Attempt to access unknown setting '{name}'"))),
            },
            "version" => Ok(catalog::PUPPET_VERSION.into()),
            "environment" => Ok(self.evaluator.environment().name().into()),
            "node" => Ok(self.evaluator.node_name().into()),
            "modules" => Ok(self.evaluator.environment().modules().into()),
            "modulepath" => Ok(self.evaluator.environment().modulepath().into()),
            "module_path" => Ok(self.evaluator.environment().find(FileLocation::Module(name), "").into()),
            "file" => {
                let found = LocatedFile::find(self.evaluator.environment(), name, text("directory"));
                Ok(found.map(|file| file.full).into())
            }
            "stack" => Ok(self.stack()),
            "fact" => Ok(self.fact(name)),
            "execute" => {
                let words = question["command"].as_array().into_iter().flatten().filter_map(Json::as_str);
                let command = words.collect::<Vec<_>>().join(" ");
                Err(EvalError::new(format!("Ruby functions cannot run commands here: {command}")))
            }
            // Files of the system and its users are not visible.
            "which" | "stat" | "user" | "group" => Ok(Json::Null),
            other => Err(EvalError::new(format!("unknown question '{other}' of Ruby code"))),
        }
    }

    /// Returns a fact, or the part of it at a dotted path.
    fn fact(&mut self, path: &str) -> Json {
        let mut keys = path.split('.');
        let name = keys.next().unwrap_or_default();
        let part = self.evaluator.facts.get(name).and_then(|fact| {
            keys.try_fold(fact, |value, key| match &value {
                Value::Hash(entries) => entries.get(&Value::from(key)).cloned(),
                Value::Array(elements) => elements.get(key.parse::<usize>().ok()?).cloned(),
                _ => None,
            })
        });
        self.evaluator.encoded(&part.unwrap_or_default())
    }

    /// Returns the arguments in a question.
    fn arguments(&self, question: &Json) -> Result<Vec<Value>, EvalError> {
        match self.evaluator.decoded(question["arguments"].clone())? {
            Value::Array(arguments) => Ok(arguments.to_vec()),
            _ => Err(EvalError::new("Ruby code passed no list of arguments")),
        }
    }

    /// Calls a function.
    fn call(&mut self, name: &str, question: &Json) -> Result<Json, EvalError> {
        let arguments = self.arguments(question)?;
        if !self.evaluator.has_function(name)? {
            let function = text_of(question, "caller");
            return Err(EvalError::new(match function {
                "" | "scope" => format!("Unknown function '{name}'"),
                function => format!("Function {function}(): Unknown function: '{name}'"),
            }));
        }
        let size = |part: &Json| part.as_u64().and_then(|size| usize::try_from(size).ok());
        let block = question["block"].as_array().and_then(|shape| match &**shape {
            [number, least, most] => Some(LambdaBlock::ruby(size(number)?, size(least)?, size(most))),
            _ => None,
        });
        let value = self.evaluator.call_function(name, &arguments, block.as_ref(), self.span)?;
        Ok(self.evaluator.encoded(&value))
    }

    /// Calls the block of this call or of an outer one.
    fn call_block(&mut self, question: &Json) -> Result<Json, EvalError> {
        let arguments = self.arguments(question)?;
        let blocks = &self.evaluator.ruby.blocks;
        match blocks.iter().rev().find(|(number, _)| question["block"] == *number).cloned() {
            Some((_, block)) => {
                self.evaluator.count_iteration()?;
                let value = self.evaluator.call_block(&block, &arguments)?;
                Ok(self.evaluator.encoded(&value))
            }
            None => Err(EvalError::new("Ruby code called a block after the end of the call that it was passed to")),
        }
    }

    /// Calls a method of the context of a data function.
    fn call_context(&mut self, question: &Json) -> Result<Json, EvalError> {
        let context = self.object(question, "context")?;
        let method = text_of(question, "method");
        let mut arguments = self.arguments(question)?;
        let Value::Object(object) = &context else { return Err(EvalError::new("the object is not a context")) };
        if let Some(value) = object.attributes.text(method) {
            let value = value.clone();
            return Ok(self.evaluator.encoded(&value));
        }
        if method == "explain" {
            if self.evaluator.hiera.is_explaining()
                && let Some(text) = arguments.first()
            {
                self.evaluator.hiera.explain(text.text().to_string());
            }
            return Ok(Json::Null);
        }
        let Some(found) = lookup_context::method(object, method) else {
            return Err(EvalError::new(format!("the context has no method '{method}'")));
        };
        arguments.insert(0, context);
        let value = function::call(self.evaluator, found, &arguments, None, self.span)?;
        Ok(self.evaluator.encoded(&value))
    }

    /// Answers a question about the scope of the call, or the top scope.
    fn in_scope(&mut self, question: &Json) -> Result<Json, EvalError> {
        if question["top"] != true || self.evaluator.scopes.current() == ScopeId::TOP {
            return self.variables(question);
        }
        let mark = self.evaluator.scopes.mark();
        self.evaluator.scopes.enter(ScopeId::TOP);
        let answer = self.variables(question);
        self.evaluator.scopes.restore(mark);
        answer
    }

    fn variables(&mut self, question: &Json) -> Result<Json, EvalError> {
        let evaluator = &mut *self.evaluator;
        let name = text_of(question, "name");
        match text_of(question, "do") {
            "variable" => {
                let value = match name.parse::<usize>() {
                    Ok(group) => Some(evaluator.scopes.captured(group)),
                    Err(_) => evaluator.look_up_variable(name)?,
                };
                // Puppet: the names of the modules are empty outside of modules.
                let is_module = matches!(name, "module_name" | "caller_module_name");
                let value = value.filter(|value| !(is_module && value.is_undef()));
                let value = value.or_else(|| is_module.then(|| Value::from("")));
                Ok(evaluator.encoded(&value.unwrap_or_default()))
            }
            "has_variable" => Ok(match name.parse::<usize>() {
                Ok(group) => (!evaluator.scopes.captured(group).is_undef()).into(),
                Err(_) => evaluator.find_variable(name)?.is_some().into(),
            }),
            "variables" => {
                let facts = evaluator.facts.all().clone();
                let facts = facts.as_hash().into_iter().flat_map(Hash::iter);
                let facts = facts.map(|(name, value)| (name.clone(), value.clone())).collect::<Hash>();
                let visible = evaluator.scopes.visible();
                let mut all: Hash = visible.iter().map(|(name, value)| (*name, value.clone())).collect();
                for (name, value) in &facts {
                    if !all.contains(name) {
                        all.insert(name.clone(), value.clone());
                    }
                }
                all.insert("facts", Value::hash(facts));
                let defined = all.iter().filter(|(_, value)| !value.is_undef());
                let all: Hash = defined.map(|(name, value)| (name.clone(), value.clone())).collect();
                Ok(evaluator.encoded(&Value::hash(all)))
            }
            "set_variable" => {
                if evaluator.scopes.is_bound(name) {
                    return Err(EvalError::new(format!("Cannot reassign variable '${name}'")));
                }
                let value = evaluator.decoded(question["value"].clone())?;
                let name = evaluator.name_of(name);
                evaluator.scopes.set(name, value);
                Ok(Json::Null)
            }
            _ => {
                let container = evaluator.container();
                let reference = evaluator.resources.reference(container);
                let kind = if &*reference.type_name == "Class" { "hostclass" } else { "definition" };
                let source = match kind {
                    "hostclass" => reference.title.to_lowercase(),
                    _ => reference.type_name.to_lowercase(),
                };
                let source = if source == "main" { String::new() } else { source };
                Ok(json!({
                    "resource": [&*reference.type_name, &*reference.title], "source_type": kind, "source": source,
                    "text": evaluator.log_source(),
                }))
            }
        }
    }

    /// Answers a question about the catalog.
    fn catalog(&mut self, question: &Json) -> Result<Json, EvalError> {
        let evaluator = &mut *self.evaluator;
        let (type_name, title) = (text_of(question, "type"), text_of(question, "title"));
        match text_of(question, "do") {
            "reference" => {
                let reference = ResourceRef::new(&type_name.to_lowercase(), title);
                let value = Value::data_type(Value::reference_type(&reference));
                let handle = std::rc::Rc::new(value.clone());
                let object = ForeignValue { class: class_name(&value), text: value.text().to_string(), handle };
                Ok(evaluator.ruby.objects.add(&object).into())
            }
            "resources" => {
                let ids: Vec<ResourceId> = evaluator.resources.ids().collect();
                let reference = |id| {
                    let reference = evaluator.resources.reference(id);
                    json!([&*reference.type_name, &*reference.title])
                };
                Ok(ids.into_iter().map(reference).collect())
            }
            "classes" => Ok(evaluator.class_names.iter().map(|name| Json::from(&**name)).collect()),
            "tags" => {
                let tags = evaluator.catalog_tags.iter().map(|tag| Json::from(&**evaluator.tag_names.name(tag)));
                Ok(tags.collect())
            }
            kind => {
                let Some(type_id) = evaluator.find_resource_type(&type_name.to_lowercase())? else {
                    return Ok(Json::Null);
                };
                let Some(id) = evaluator.resources.find(type_id, title) else { return Ok(Json::Null) };
                let resource = evaluator.resources.get(id);
                if kind == "resource_tags" {
                    let tags: Vec<Value> =
                        resource.tags.iter().map(|tag| Value::string(evaluator.tag_names.name(tag).clone())).collect();
                    return Ok(evaluator.encoded(&Value::from(tags)));
                }
                let is_virtual = resource.is_virtual;
                let given = resource.parameters.iter().filter(|parameter| !parameter.value.is_undef());
                let parameters: Hash = given.map(|parameter| (parameter.name, parameter.value.clone())).collect();
                let mut answer = Map::new();
                answer.insert("virtual".to_owned(), is_virtual.into());
                answer.insert("parameters".to_owned(), evaluator.encoded(&Value::hash(parameters)));
                Ok(answer.into())
            }
        }
    }

    /// Answers a question about data types.
    fn data_type(&mut self, question: &Json) -> Result<Json, EvalError> {
        match text_of(question, "do") {
            "has_type" => {
                let name = text_of(question, "name").to_lowercase();
                Ok(self.evaluator.find_resource_type(&name)?.is_some().into())
            }
            "type" => {
                let data_type = self.evaluator.parse_type(text_of(question, "text"))?;
                Ok(self.evaluator.encoded(&Value::data_type(data_type)))
            }
            other => {
                let answer = type_questions::answer_about_known_types(question, &mut self.evaluator.ruby.objects);
                let unknown = || EvalError::new(format!("the question '{other}' cannot be answered for a function"));
                answer.map_err(EvalError::new)?.ok_or_else(unknown)
            }
        }
    }

    /// Returns the object with a number.
    fn object(&self, question: &Json, key: &str) -> Result<Value, EvalError> {
        type_questions::object(question, key, &self.evaluator.ruby.objects).map_err(EvalError::new)
    }

    /// Returns the file and line of the call.
    fn stack(&self) -> Json {
        match self.evaluator.sources.get(self.span.source) {
            Some(source) => json!([[source.name(), source.line(self.span.lo)]]),
            None => json!([]),
        }
    }
}
