//! Functions that modules implement in Ruby: search, signatures and calls. The interpreter is part of the world.

use std::rc::Rc;
use std::sync::Arc;

use catalog::Level;
use datatype::{Aliases, FunctionSignature, Resolver, SignatureBlock, SignatureParameter, Type, TypeIssue, mismatch};
use ruby::Data;
use ruby::interpreter::{HostObjects, RubyInterpreter, encode};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use syntax::Span;
use value::{AttributeError, EvalError, FileLocation, Log, Value, to_data};

use super::ruby_call::RubyCall;
use super::{Evaluator, LambdaBlock};
use crate::type_questions;

/// The file of a function.
#[derive(Debug)]
pub(super) struct RubyFile {
    /// The path of the file.
    pub(super) path: String,
    api: Api,
}

/// The interface that a function was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Api {
    /// `Puppet::Functions.create_function`
    New,
    /// `Puppet::Parser::Functions.newfunction`
    Old,
}

impl Api {
    /// Directories of functions, in order of precedence.
    const DIRECTORIES: [(Self, &'static str); 2] =
        [(Self::New, "lib/puppet/functions"), (Self::Old, "lib/puppet/parser/functions")];
}

/// A loaded function.
#[derive(Debug)]
pub(super) struct RubyFunction {
    name: Arc<str>,
    api: Api,
    dispatches: Vec<Dispatch>,
    /// The function selects the signature itself.
    replaces_call: bool,
    /// The types of the function, to which the signatures have weak references.
    _aliases: Aliases,
}

/// A signature with the method that implements it.
#[derive(Debug)]
struct Dispatch {
    method: String,
    signature: FunctionSignature,
    /// Whether the method returns the message of an error.
    is_mismatch: bool,
}

/// The functions and objects that the interpreter has.
#[derive(Debug)]
pub(crate) struct RubyFunctions<'a> {
    files: FxHashMap<Box<str>, Option<Rc<RubyFile>>>,
    loaded: FxHashMap<Box<str>, Rc<RubyFunction>>,
    /// The generation of the interpreter to which functions and objects belong.
    generation: u64,
    /// Objects to which Ruby code has references.
    pub(super) objects: HostObjects,
    /// The blocks of the calls in progress, by number.
    pub(super) blocks: Vec<(usize, LambdaBlock<'a>)>,
    /// Errors of answers, by number. Ruby code raises them as exceptions, and returns the number of one that it did not
    /// rescue.
    pub(super) errors: Vec<Option<EvalError>>,
}

impl Default for RubyFunctions<'_> {
    fn default() -> Self {
        Self {
            files: FxHashMap::default(),
            loaded: FxHashMap::default(),
            generation: 0,
            objects: type_questions::host_objects(),
            blocks: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Finds the file of a function that a module implements in Ruby.
    pub(super) fn file_of_ruby_function(&self, name: &str) -> Option<RubyFile> {
        let path = name.replace("::", "/");
        let module = name.split_once("::").map(|(module, _)| FileLocation::Module(module));
        let places = [FileLocation::Environment, module.unwrap_or(FileLocation::AnyModule)];
        Api::DIRECTORIES.iter().find_map(|(api, directory)| {
            let find = |place| self.environment().find(place, &format!("{directory}/{path}.rb"));
            places.into_iter().find_map(find).map(|path| RubyFile { path, api: *api })
        })
    }

    /// Finds and loads a function that a module implements in Ruby; `None` if it does not exist or no interpreter is installed.
    ///
    /// # Errors
    /// Returns an error if the function cannot be loaded.
    pub(super) fn find_ruby_function(&mut self, name: &str) -> Result<Option<Rc<RubyFunction>>, EvalError> {
        let Some(interpreter) = self.environment().ruby() else { return Ok(None) };
        let name = name.to_lowercase();
        let file = match self.ruby.files.get(&*name) {
            Some(known) => known.clone(),
            None => {
                let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':'));
                let found = if is_name { self.file_of_ruby_function(&name).map(Rc::new) } else { None };
                self.ruby.files.insert(name.as_str().into(), found.clone());
                found
            }
        };
        let Some(file) = file else { return Ok(None) };
        self.check_generation(interpreter)?;
        if let Some(known) = self.ruby.loaded.get(&*name) {
            return Ok(Some(Rc::clone(known)));
        }
        let function = Rc::new(self.load_ruby_function(interpreter, &name, &file)?);
        self.ruby.loaded.insert(name.into(), Rc::clone(&function));
        Ok(Some(function))
    }

    fn load_ruby_function(
        &mut self,
        interpreter: &dyn RubyInterpreter,
        name: &str,
        file: &RubyFile,
    ) -> Result<RubyFunction, EvalError> {
        let kind = if file.api == Api::New { "new" } else { "old" };
        let request = json!({ "do": "load", "kind": kind, "name": name, "file": file.path });
        let description = self.ask_ruby(interpreter, &request, Span::default())?;
        let mut names = OwnTypes { aliases: Aliases::new(), texts: texts(&description["types"]), evaluator: self };
        let list = description["dispatches"].as_array().map(Vec::as_slice).unwrap_or_default();
        let dispatches = list.iter().map(|dispatch| Dispatch::of(dispatch, &mut names)).collect::<Result<_, _>>();
        let (aliases, dispatches) = (names.aliases, dispatches?);
        Ok(RubyFunction {
            name: name.into(),
            api: file.api,
            dispatches,
            replaces_call: description["replaces_call"] == true,
            _aliases: aliases,
        })
    }

    /// Calls a function.
    ///
    /// # Errors
    /// Returns an error if no signature matches the call, the function raises an exception, or its result does not have the
    /// declared type.
    pub(super) fn call_ruby(
        &mut self,
        function: &RubyFunction,
        arguments: &[Value],
        block: Option<&LambdaBlock<'a>>,
        span: Span,
    ) -> Result<Value, EvalError> {
        let interpreter = self.interpreter()?;
        let name = &*function.name;
        if function.api == Api::Old {
            if arguments.iter().any(|argument| matches!(argument, Value::Iterator(_))) {
                return Err(AttributeError::Iterator.into());
            }
            let request = json!({ "do": "call_old", "name": name, "arguments": self.encoded_list(arguments) });
            let reply = self.ask_ruby(interpreter, &request, span)?;
            return self.decoded(reply);
        }
        let dispatch = match function.replaces_call {
            true => None,
            false => Some(self.select_dispatch(function, arguments, block, span)?),
        };
        let number = dispatch.map(|(number, _)| number);
        let shape = block.map(|block| {
            let (least, most) = block.arity();
            json!([
                self.depth,
                least,
                if most == usize::MAX { Json::Null } else { json!(most) },
                block.parameter_names().collect::<Vec<_>>()
            ])
        });
        let request = json!({
            "do": "call", "name": name, "dispatch": number, "block": shape, "arguments": self.encoded_list(arguments),
        });
        let calls = self.ruby.blocks.len();
        self.ruby.blocks.extend(block.map(|block| (self.depth, block.clone())));
        let reply = self.ask_ruby(interpreter, &request, span);
        self.ruby.blocks.truncate(calls);
        let reply = reply?;
        if reply["not_found"] == true {
            return Err(EvalError::not_found());
        }
        let value = self.decoded(reply)?;
        let declared = dispatch.map(|(_, dispatch)| dispatch);
        if let Some(Dispatch { method, signature: FunctionSignature { returns: Some(returns), .. }, .. }) = declared {
            let subject = format!("value returned from function '{method}' has wrong type,");
            mismatch::assert_instance(&subject, returns, &value)
                .map_err(|mismatch| EvalError::new(mismatch.to_string()))?;
        }
        value.check_extent().map(|()| value)
    }

    /// Calls a block of Ruby code.
    ///
    /// # Errors
    /// Returns an error if the block raises an exception.
    pub(super) fn call_ruby_block(&mut self, number: usize, arguments: &[Value]) -> Result<Value, EvalError> {
        let interpreter = self.interpreter()?;
        let request = json!({ "do": "block", "number": number, "arguments": self.encoded_list(arguments) });
        let reply = self.nested(|evaluator| evaluator.ask_ruby(interpreter, &request, Span::default()))?;
        self.decoded(reply)
    }

    /// Renders an ERB template in the current scope. `file` is its path; empty for an inline template.
    ///
    /// # Errors
    /// Returns an error if the interpreter stopped; the inner error is that of the template.
    pub(super) fn render_in_ruby(
        &mut self,
        text: &str,
        file: &str,
        span: Span,
    ) -> Result<Result<String, erb::TemplateError>, EvalError> {
        let interpreter = self.interpreter()?;
        self.check_generation(interpreter)?;
        let scope = self.scopes.current().0;
        let request = json!({ "do": "render", "text": text, "file": file, "scope": scope });
        let reply = self.nested(|evaluator| evaluator.ask_ruby(interpreter, &request, span))?;
        for (name, value) in reply["changed"].as_object().into_iter().flatten() {
            let value = serde_json::from_str(value.as_str().unwrap_or_default());
            let value = self.decoded(value.map_err(|error| EvalError::new(error.to_string()))?)?;
            self.change_in_place(name, value)?;
        }
        Ok(match reply["line"].as_u64() {
            None => Ok(reply["text"].as_str().unwrap_or_default().to_owned()),
            Some(line) => {
                let message = reply["message"].as_str().unwrap_or_default();
                Err(erb::TemplateError::of_evaluation(u32::try_from(line).unwrap_or(1), message))
            }
        })
    }

    /// Returns the interpreter.
    fn interpreter(&self) -> Result<&'a dyn RubyInterpreter, EvalError> {
        self.environment().ruby().ok_or_else(|| EvalError::new("no Ruby interpreter is installed"))
    }

    /// Forgets functions and objects if the interpreter was started again.
    fn check_generation(&mut self, interpreter: &dyn RubyInterpreter) -> Result<(), EvalError> {
        let generation = interpreter.generation().map_err(EvalError::new)?;
        if generation != self.ruby.generation {
            let files = std::mem::take(&mut self.ruby.files);
            self.ruby = RubyFunctions { files, generation, ..RubyFunctions::default() };
        }
        Ok(())
    }

    /// Returns the number of the signature that matches a call, and the signature.
    ///
    /// # Errors
    /// Returns an error if none matches.
    fn select_dispatch<'f>(
        &mut self,
        function: &'f RubyFunction,
        arguments: &[Value],
        block: Option<&LambdaBlock<'a>>,
        span: Span,
    ) -> Result<(usize, &'f Dispatch), EvalError> {
        let callable = match block {
            Some(block) => Some(self.callable(block)?),
            None => None,
        };
        let callable = callable.as_deref();
        let fits = |dispatch: &&Dispatch| dispatch.signature.accepts(arguments, callable);
        let found = function.dispatches.iter().enumerate().find(|(_, dispatch)| fits(dispatch));
        let name = &*function.name;
        match found {
            Some((number, dispatch)) if !dispatch.is_mismatch => Ok((number, dispatch)),
            Some((number, _)) => {
                let interpreter = self.interpreter()?;
                let request = json!({
                    "do": "mismatch", "name": name, "dispatch": number, "arguments": self.encoded_list(arguments),
                });
                let message = self.ask_ruby(interpreter, &request, span)?;
                Err(EvalError::new(format!("'{name}' {}", message.as_str().unwrap_or_default())))
            }
            None => {
                let usual = function.dispatches.iter().filter(|dispatch| !dispatch.is_mismatch);
                let signatures: Vec<&FunctionSignature> = usual.map(|dispatch| &dispatch.signature).collect();
                Err(EvalError::new(mismatch::describe_call(name, &signatures, arguments, callable)))
            }
        }
    }

    /// Selects a signature for a function that does not have it selected by the caller.
    pub(super) fn selected_dispatch(&mut self, name: &str, arguments: &[Value]) -> Result<usize, EvalError> {
        match self.ruby.loaded.get(name).cloned() {
            Some(function) => Ok(self.select_dispatch(&function, arguments, None, Span::default())?.0),
            None => Err(EvalError::new(format!("the function '{name}' is not loaded"))),
        }
    }

    /// Sends a request to the interpreter and returns the value of its reply.
    fn ask_ruby(&mut self, interpreter: &dyn RubyInterpreter, request: &Json, span: Span) -> Result<Json, EvalError> {
        let errors = self.ruby.errors.len();
        let mut caller = RubyCall { evaluator: self, span };
        let reply = interpreter.call(request.to_string(), &mut caller).map_err(EvalError::new)?;
        let mut reply: Json = serde_json::from_str(&reply).map_err(|error| EvalError::new(error.to_string()))?;
        let error = reply["error"].take();
        let number = error["number"].as_u64().and_then(|number| usize::try_from(number).ok());
        let original = number.and_then(|number| self.ruby.errors.get_mut(number)).and_then(Option::take);
        self.ruby.errors.truncate(errors);
        match (original, error) {
            (Some(original), _) => Err(original),
            (None, Json::Null) => Ok(reply["value"].take()),
            (None, error) => Err(ruby_error(&error)),
        }
    }

    /// Returns values in the form of requests.
    pub(super) fn encoded_list(&mut self, values: &[Value]) -> Json {
        let list = Data::Array(values.iter().map(to_data).collect());
        encode(&list, &mut self.ruby.objects)
    }

    /// Returns a value in the form of requests.
    pub(super) fn encoded(&mut self, value: &Value) -> Json {
        type_questions::encoded(value, &mut self.ruby.objects)
    }

    /// Returns a value from the form of replies.
    ///
    /// # Errors
    /// Returns an error if the form is unknown.
    pub(super) fn decoded(&self, json: Json) -> Result<Value, EvalError> {
        type_questions::decoded(json, &self.ruby.objects).map_err(EvalError::new)
    }

    /// Logs a message of Ruby code, which belongs to the scope or to no source.
    pub(super) fn log_of_ruby(&mut self, level: Level, message: &str, is_scoped: bool) {
        let source = if is_scoped { self.log_source() } else { String::new() };
        self.logs.push(Log { level, source, message: message.to_owned(), diagnostic: None });
    }

    /// Logs a line that Ruby code printed.
    pub(super) fn log_printed(&mut self, line: &str) {
        self.log_of_ruby(Level::Debug, &format!("Ruby: {line}"), true);
    }
}

/// Returns the error for an exception of Ruby code, with the place in the module's files.
fn ruby_error(error: &Json) -> EvalError {
    let message = error["message"].as_str().unwrap_or_default();
    let result = EvalError::new(message);
    match error["trace"].as_array().map(Vec::as_slice).unwrap_or_default() {
        [] => result,
        frames => {
            let frames: Vec<&str> = frames.iter().filter_map(Json::as_str).take(SHOWN_FRAMES).collect();
            let class = error["class"].as_str().unwrap_or_default();
            result.with_hint(format!("raised as {class} at {}", frames.join(", called at ")))
        }
    }
}

/// The number of frames of a backtrace that are shown.
const SHOWN_FRAMES: usize = 4;

/// Returns the strings of an array.
fn texts(json: &Json) -> Vec<String> {
    let elements = json.as_array().map(Vec::as_slice).unwrap_or_default();
    elements.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

impl Dispatch {
    /// Reads the description of a signature.
    fn of(json: &Json, names: &mut OwnTypes<'_, '_>) -> Result<Self, EvalError> {
        let mut signature = FunctionSignature { max: Some(0), ..FunctionSignature::default() };
        for parameter in json["parameters"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let part = |index: usize| parameter[index].as_str().unwrap_or_default();
            signature.parameters.push(SignatureParameter { name: part(2).into(), data_type: names.parse(part(1))? });
            let position = signature.parameters.len();
            match part(0) {
                "required" => (signature.min, signature.max) = (position, Some(position)),
                "optional" => signature.max = Some(position),
                "repeated" => (signature.min, signature.max) = (signature.min.min(position - 1), None),
                _ => (signature.min, signature.max) = (position, None),
            }
        }
        if let [kind, data_type, name] = &*texts(&json["block"]) {
            let data_type = names.parse(data_type)?;
            let data_type = if kind == "optional" { Type::optional(data_type) } else { data_type };
            signature.block = Some(SignatureBlock { name: name.as_str().into(), data_type });
        }
        if let Some(returns) = json["return_type"].as_str() {
            signature.returns = Some(names.parse(returns)?);
        }
        let method = json["method"].as_str().unwrap_or_default().to_owned();
        Ok(Self { method, signature, is_mismatch: json["is_mismatch"] == true })
    }
}

/// Resolves the types that a function declares, and the aliases of the environment.
struct OwnTypes<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    aliases: Aliases,
    /// Declarations such as `Radix = Integer[2]`.
    texts: Vec<String>,
}

impl OwnTypes<'_, '_> {
    fn parse(&mut self, text: &str) -> Result<Type, EvalError> {
        Type::parse(text, self).map_err(|issue| EvalError::new(issue.message))
    }
}

impl Resolver for OwnTypes<'_, '_> {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        if let Some(found) = self.aliases.get(name) {
            return Ok(Some(found));
        }
        let named = |text: &String| {
            text.split_once('=').filter(|(known, _)| known.trim() == name).map(|(_, target)| target.trim().to_owned())
        };
        let Some(target) = self.texts.iter().find_map(named) else {
            return self.evaluator.resolver().resolve(name);
        };
        self.aliases.declare(name);
        let target = Type::parse(&target, self)?;
        self.aliases.define(name, target).map(Some)
    }
}
