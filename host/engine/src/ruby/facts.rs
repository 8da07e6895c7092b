//! Facts that modules implement in Ruby.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use catalog::{Level, Value};
use ruby::Data;
use ruby::interpreter::{HostObjects, RubyCaller, RubyInterpreter as _, decode, encode};
use serde_json::{Value as Json, json};
use value::to_data;

use super::answers::SystemAnswers;
use super::files::{FACT_DIRECTORIES, FactFiles, ModuleFiles};
use super::{RubyHost, RubyStore};

/// The longest time that a command of a fact may take if the setting has no limit.
const LONGEST_COMMAND: Duration = Duration::from_mins(10);

/// The interpreter for facts. It can read files of modules and of the system, and run commands that change nothing.
pub(crate) struct FactInterpreter {
    host: RubyHost,
    files: FactFiles,
    answers: SystemAnswers,
    /// The generation of the interpreter that has loaded files.
    generation: Cell<u64>,
    loaded: RefCell<BTreeSet<PathBuf>>,
    messages: RefCell<Vec<(Level, String)>>,
}

/// A fact that was evaluated.
pub(crate) struct RubyFactValue {
    /// The value.
    pub(crate) value: Option<Value>,
    /// The file with the resolution that determined it; `None` for the value of the built-in fact.
    pub(crate) file: Option<PathBuf>,
}

/// Answers queries of Ruby code.
pub(crate) struct FactLookup<'l> {
    /// Returns a fact, or a part of it.
    pub(crate) one: &'l dyn Fn(&str) -> Option<Value>,
    /// Returns all facts.
    pub(crate) all: &'l dyn Fn() -> Vec<(String, Value)>,
    /// Returns the text of a setting.
    pub(crate) setting: &'l dyn Fn(&str) -> Option<String>,
}

impl FactInterpreter {
    /// Returns the interpreter for the modules of a module path. A command may take `timeout`. With `requires_protections`,
    /// commands are refused if the kernel cannot keep them from changing the system.
    pub(crate) fn new(
        store: RubyStore,
        modulepath: &[PathBuf],
        timeout: Option<Duration>,
        requires_protections: bool,
    ) -> Self {
        let files = FactFiles::new(ModuleFiles::new(None, modulepath, &store.checker));
        let of_instance = files.clone();
        Self {
            host: RubyHost::reading(store, None, modulepath, move || Box::new(of_instance.clone())),
            files,
            answers: SystemAnswers::new(timeout.unwrap_or(LONGEST_COMMAND), requires_protections),
            generation: Cell::new(0),
            loaded: RefCell::default(),
            messages: RefCell::default(),
        }
    }

    /// Loads files, each of them once, and returns the names of the facts that they add.
    pub(crate) fn load(&self, files: &[&Path], lookup: &FactLookup<'_>) -> Vec<String> {
        match self.host.generation() {
            Ok(generation) if generation != self.generation.get() => {
                self.generation.set(generation);
                self.loaded.borrow_mut().clear();
            }
            Ok(_) => {}
            Err(error) => {
                self.log(Level::Err, error);
                return Vec::new();
            }
        }
        let new: Vec<&Path> =
            files.iter().copied().filter(|file| self.loaded.borrow_mut().insert(file.to_path_buf())).collect();
        if new.is_empty() {
            return Vec::new();
        }
        let Some(reply) = self.ask(&json!({ "do": "load_facts", "files": new }), lookup) else { return Vec::new() };
        for error in reply["errors"].as_array().into_iter().flatten() {
            self.log(Level::Err, error["message"].as_str().unwrap_or_default().to_owned());
        }
        reply["facts"].as_object().into_iter().flat_map(|facts| facts.keys().cloned()).collect()
    }

    /// Evaluates a fact of loaded files. `built_in` is the value of the fact without them.
    pub(crate) fn value(&self, name: &str, built_in: Option<&Value>, lookup: &FactLookup<'_>) -> RubyFactValue {
        let mut request = json!({ "do": "fact_value", "name": name, "has_built_in": built_in.is_some() });
        if let Some(value) = built_in {
            request["built_in"] = encoded(value);
        }
        let Some(mut reply) = self.ask(&request, lookup) else {
            return RubyFactValue { value: built_in.cloned(), file: None };
        };
        let file = reply["file"].as_str().map(PathBuf::from);
        let value = match decoded(reply["value"].take()) {
            Ok(value) => value,
            Err(reason) => {
                self.log(Level::Err, format!("The fact '{name}' has no value that a manifest can use: {reason}"));
                None
            }
        };
        RubyFactValue { value, file }
    }

    /// Returns the messages since the last call.
    pub(crate) fn take_messages(&self) -> Vec<(Level, String)> {
        let refused: Vec<String> = self.files.take_refused().into_iter().collect();
        let mut messages = self.messages.take();
        if !refused.is_empty() {
            let message = format!(
                "Facts in Ruby may not read {}: they can read files of modules and below {}",
                refused.join(", "),
                FACT_DIRECTORIES.join(", ")
            );
            messages.push((Level::Warning, message));
        }
        messages
    }

    fn log(&self, level: Level, message: String) {
        self.messages.borrow_mut().push((level, message));
    }

    /// Sends a request and returns the value of the reply. An error is logged.
    fn ask(&self, request: &Json, lookup: &FactLookup<'_>) -> Option<Json> {
        match self.host.ask(request, &mut FactCaller { interpreter: self, lookup }) {
            Ok(value) => Some(value),
            Err(error) => {
                let subject = request["name"].as_str().map(|name| format!(" of the fact '{name}'")).unwrap_or_default();
                self.log(Level::Err, format!("Ruby code{subject} failed: {error}"));
                None
            }
        }
    }
}

/// The caller of the interpreter, which answers its questions.
struct FactCaller<'c> {
    interpreter: &'c FactInterpreter,
    lookup: &'c FactLookup<'c>,
}

impl FactCaller<'_> {
    fn answered(&self, question: &Json) -> Result<Json, String> {
        let text = |key: &str| question[key].as_str().unwrap_or_default();
        match text("do") {
            "fact" => Ok((self.lookup.one)(text("name")).as_ref().map_or(Json::Null, encoded)),
            "facts" => {
                let all = (self.lookup.all)();
                let entries = all.into_iter().map(|(name, value)| (name.into(), value)).collect();
                Ok(encoded(&Value::Hash(entries)))
            }
            "log" => {
                let level = Level::from_name(text("level")).unwrap_or(Level::Notice);
                self.interpreter.log(level, text("message").to_owned());
                Ok(Json::Null)
            }
            "setting" => (self.lookup.setting)(text("name"))
                .map(Json::from)
                .ok_or_else(|| format!("Attempt to access unknown setting '{}'", text("name"))),
            "version" => Ok(catalog::PUPPET_VERSION.into()),
            "has_type" => Ok(false.into()),
            other => self
                .interpreter
                .answers
                .answer(question)
                .unwrap_or_else(|| Err(format!("the question '{other}' cannot be answered for a fact"))),
        }
    }
}

impl RubyCaller for FactCaller<'_> {
    fn answer(&mut self, question: &str) -> String {
        let answer = serde_json::from_str(question).map_err(|error| error.to_string());
        match answer.and_then(|question: Json| self.answered(&question)) {
            Ok(value) => json!({ "value": value }).to_string(),
            Err(message) => json!({ "error": { "message": message, "class": "" } }).to_string(),
        }
    }

    fn print(&mut self, line: &str) {
        self.interpreter.log(Level::Debug, format!("Ruby: {line}"));
    }
}

/// Returns a value in the form of requests.
pub(super) fn encoded(value: &Value) -> Json {
    encode(&to_data(&value::Value::from(value)), &mut HostObjects::default())
}

/// Returns a value from the form of replies.
fn decoded(json: Json) -> Result<Option<Value>, String> {
    // The library returns data only.
    let bytes = |bytes: Vec<u8>| ruby::ForeignValue {
        class: String::new(),
        text: String::from_utf8_lossy(&bytes).into_owned(),
        handle: std::rc::Rc::new(()),
    };
    let data = decode(json, &HostObjects::default(), &bytes).map_err(|error| error.to_string())?;
    let value = value_of(data)?;
    Ok((value != Value::Undef).then_some(value))
}

fn value_of(data: Data) -> Result<Value, String> {
    Ok(match data {
        Data::Nil => Value::Undef,
        Data::Boolean(flag) => flag.into(),
        Data::Integer(number) => Value::Integer(number),
        Data::Float(number) => Value::Float(number),
        Data::Symbol(text) | Data::String(text) => text.into(),
        Data::Array(elements) => Value::Array(elements.into_iter().map(value_of).collect::<Result<_, _>>()?),
        Data::Hash(entries) => {
            let entry = |(key, value)| Ok((value_of(key)?, value_of(value)?));
            Value::Hash(entries.into_iter().map(entry).collect::<Result<_, String>>()?)
        }
        other => return Err(format!("{other:?} is not data")),
    })
}
