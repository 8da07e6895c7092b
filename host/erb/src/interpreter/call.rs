//! Calls: arguments, blocks and dispatch.

use std::rc::Rc;

use super::{BlockValue, Interpreter, LocalVariables, Unwind};
use crate::class;
use crate::methods::{self, Method};
use crate::syntax_tree::{BlockArgument, Call};
use crate::value::{Closure, Value};

/// Arguments and block of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) list: Vec<Value>,
    pub(crate) block: Option<BlockValue>,
}

impl Arguments {
    pub(crate) fn new(list: Vec<Value>) -> Self {
        Self { list, block: None }
    }

    /// Returns an argument, or nil if it was omitted.
    pub(crate) fn get(&self, index: usize) -> Value {
        self.list.get(index).copied().unwrap_or(Value::Nil)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// Ruby functions that give access to the system or are not used in templates.
const REFUSED: &[&str] = &[
    "abort",
    "autoload",
    "binding",
    "caller",
    "catch",
    "eval",
    "exec",
    "exit",
    "extend",
    "fork",
    "gets",
    "include",
    "instance_eval",
    "instance_variable_set",
    "load",
    "method",
    "open",
    "p",
    "pp",
    "print",
    "printf",
    "putc",
    "puts",
    "rand",
    "require_relative",
    "select",
    "sleep",
    "spawn",
    "srand",
    "system",
    "test",
    "throw",
    "trap",
    "warn",
];

impl Interpreter<'_> {
    /// Evaluates a call.
    pub(super) fn call(&mut self, call: &Call, line: u32, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        let receiver = match &call.receiver {
            Some(receiver) => Some(self.evaluate(receiver, environment)?),
            None => None,
        };
        if call.is_safe && receiver == Some(Value::Nil) {
            return Ok(Value::Nil);
        }
        let list = self.list(&call.arguments, environment)?;
        self.calls += 1;
        let home = self.calls;
        let block = match &call.block {
            None => None,
            Some(BlockArgument::Block(block)) => {
                let closure = Closure { block: block.clone(), environment: environment.clone() };
                Some(BlockValue::Closure(closure, home))
            }
            Some(BlockArgument::Value(value)) => {
                let value = self.evaluate(value, environment)?;
                self.block_of(value)?
            }
        };
        self.line = line;
        let arguments = Arguments { list, block };
        let result = match receiver {
            Some(receiver) => self.send(receiver, &call.name, &arguments),
            None if &*call.name == "block_given?" => Ok(Value::Boolean(environment.block.is_some())),
            None => self.function(&call.name, &arguments, call.is_bare),
        };
        match result {
            Err(Unwind::Break(value, Some(left))) if left == home => Ok(value),
            result => result,
        }
    }

    /// Converts a value after `&` to a block.
    fn block_of(&mut self, value: Value) -> Result<Option<BlockValue>, Unwind> {
        match value {
            Value::Nil => Ok(None),
            Value::Proc(procedure) => Ok(Some(self.heap.procs[procedure].block.clone())),
            Value::Symbol(name) => Ok(Some(BlockValue::Method(self.name(name)))),
            other => {
                let class = class::of(other, &self.heap);
                Err(self.fault("TypeError", format!("wrong argument type {class} (expected Proc)")))
            }
        }
    }

    /// Calls a method of a value.
    pub(crate) fn send(&mut self, receiver: Value, name: &str, arguments: &Arguments) -> Result<Value, Unwind> {
        self.work(1)?;
        if receiver == Value::Template
            && let Some(block) = self.methods.get(name).cloned()
        {
            return self.call_method(&block, arguments);
        }
        match methods::find(receiver, name) {
            Some(method) => self.run(method, receiver, arguments),
            None => self.unknown_method(receiver, name, arguments),
        }
    }

    /// Calls a function: a method of the template, without a receiver.
    fn function(&mut self, name: &str, arguments: &Arguments, is_bare: bool) -> Result<Value, Unwind> {
        if let Some(block) = self.methods.get(name).cloned() {
            return self.call_method(&block, arguments);
        }
        match methods::find_function(name).or_else(|| methods::find(Value::Template, name)) {
            Some(method) => self.run(method, Value::Template, arguments),
            None if REFUSED.contains(&name) => Err(self.unsupported(&format!("`{name}` is"))),
            None => {
                let what = if is_bare { "local variable or method" } else { "method" };
                let class = if is_bare { "NameError" } else { "NoMethodError" };
                Err(self.fault(class, format!("undefined {what} `{name}' for #<Puppet::Parser::TemplateWrapper>")))
            }
        }
    }

    fn run(&mut self, method: &'static Method, receiver: Value, arguments: &Arguments) -> Result<Value, Unwind> {
        let given = arguments.len();
        if given < method.least || given > method.most {
            return Err(self.wrong_number(given, &method.arity()));
        }
        (method.body)(self, receiver, arguments)
    }

    pub(super) fn has_function(&self, name: &str) -> bool {
        self.methods.contains_key(name)
            || methods::find_function(name).is_some()
            || methods::find(Value::Template, name).is_some()
    }

    /// Returns whether a value has a method.
    pub(crate) fn responds_to(&self, receiver: Value, name: &str) -> bool {
        methods::find(receiver, name).is_some()
            || receiver == Value::Template && self.methods.contains_key(name)
            || receiver == Value::Scope && name.starts_with("function_")
            || matches!(receiver, Value::Class(class) if methods::find_of_class(&self.name(class), name).is_some())
    }

    /// Calls a method that is not in the tables: functions of the scope and class methods. All others raise an
    /// exception.
    fn unknown_method(&mut self, receiver: Value, name: &str, arguments: &Arguments) -> Result<Value, Unwind> {
        match receiver {
            Value::Scope => {
                if let Some(function) = name.strip_prefix("function_") {
                    return self.call_old_function(function, arguments);
                }
            }
            Value::Class(class) => {
                let class = self.name(class);
                if let Some(method) = methods::find_of_class(&class, name) {
                    return self.run(method, receiver, arguments);
                }
                if methods::is_restricted(&class) {
                    return Err(self.unsupported(&format!("`{class}.{name}` is")));
                }
            }
            _ => {}
        }
        let shown = self.receiver_text(receiver)?;
        Err(self.fault("NoMethodError", format!("undefined method `{name}' for {shown}")))
    }

    /// Returns the receiver for a message: `[1, 2]:Array`.
    fn receiver_text(&mut self, receiver: Value) -> Result<String, Unwind> {
        Ok(match receiver {
            Value::Template => "#<Puppet::Parser::TemplateWrapper>".to_owned(),
            Value::Scope => format!("{}:Puppet::Parser::Scope", self.scope.text()),
            Value::Class(class) => {
                let name = self.name(class);
                let is_class = class::is_kind_of(&name, "Object");
                format!("{name}:{}", if is_class { "Class" } else { "Module" })
            }
            other => {
                let class = class::of(other, &self.heap);
                let text = self.inspect(other)?;
                // Ruby: a longer text is replaced by the class.
                if text.chars().count() > 65 { format!("#<{class}>") } else { format!("{text}:{class}") }
            }
        })
    }
}
