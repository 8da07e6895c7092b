//! Methods of the template itself and of `scope`, which give access to variables and functions of the manifest.

use super::{ANY, Method, method};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::scope::ScopeError;
use crate::value::Value;

/// Functions that templates can call without a receiver or on `self`.
pub(super) const TEMPLATE: &[Method] = &[
    method("scope", 0, 0, |_, _, _| Ok(Value::Scope)),
    method("file", 0, 0, |machine, _, _| {
        let file = machine.scope.file();
        Ok(machine.heap.optional_string(file))
    }),
    method("has_variable?", 1, 1, has_variable),
    // The variables of the scope are instance variables of the template.
    method("instance_variables", 0, 0, |machine, _, _| {
        let mut names = Vec::new();
        for name in machine.scope.names() {
            if machine.look_up(&name)? != Value::Nil {
                let name: String = name.chars().map(|letter| if is_word(letter) { letter } else { '_' }).collect();
                names.push(machine.heap.symbol(&format!("@{name}")));
            }
        }
        Ok(machine.heap.array(names))
    }),
    method("classes", 0, 0, |machine, _, _| {
        let classes = machine.scope.classes();
        strings(machine, classes)
    }),
    method("all_tags", 0, 0, |machine, _, _| {
        let tags = machine.scope.tags();
        strings(machine, tags)
    }),
    method("tags", 0, 0, |machine, _, _| Err(machine.fault("NotImplementedError", "Call 'all_tags' instead."))),
    // Puppet's log functions.
    method("debug", 1, ANY, |machine, _, given| log(machine, "debug", given)),
    method("info", 1, ANY, |machine, _, given| log(machine, "info", given)),
    method("notice", 1, ANY, |machine, _, given| log(machine, "notice", given)),
    method("warning", 1, ANY, |machine, _, given| log(machine, "warning", given)),
    method("err", 1, ANY, |machine, _, given| log(machine, "err", given)),
];

pub(super) const SCOPE: &[Method] = &[
    method("lookupvar", 1, 2, look_up),
    method("[]", 1, 2, look_up),
    method("include?", 1, 1, has_variable),
    method("exist?", 1, 1, has_variable),
    method("has_variable?", 1, 1, has_variable),
    method("to_hash", 0, 2, |machine, _, _| {
        let mut table = crate::hash::HashTable::default();
        for name in machine.scope.names() {
            let value = machine.look_up(&name)?;
            if value == Value::Nil {
                continue;
            }
            let name = machine.heap.string(name);
            let key = machine.key(name)?;
            table.insert(key, name, value);
        }
        Ok(machine.heap.hash(table))
    }),
    method("call_function", 1, 2, |machine, _, given| {
        let name = machine.name_text(given.get(0))?;
        if given.block.is_some() {
            return Err(machine.unsupported("a block for a Puppet function is"));
        }
        let list = match given.list.get(1) {
            None => Vec::new(),
            Some(Value::Array(list)) => machine.heap.arrays[*list].clone(),
            Some(Value::Nil) => Vec::new(),
            // Ruby's splat operator makes a list of pairs of a hash.
            Some(Value::Hash(table)) => {
                let pairs = machine.heap.hashes[*table].table.iter();
                let pairs: Vec<Vec<Value>> = pairs.map(|(_, (key, value))| vec![*key, *value]).collect();
                pairs.into_iter().map(|pair| machine.heap.array(pair)).collect()
            }
            Some(one) => vec![*one],
        };
        machine.call_function(&name, &list, false)
    }),
    method("setvar", 2, 3, set_variable),
    method("catalog", 0, 0, |machine, _, _| Err(machine.unsupported("`scope.catalog` is"))),
    method("compiler", 0, 0, |machine, _, _| Err(machine.unsupported("`scope.compiler` is"))),
    method("environment", 0, 0, |machine, _, _| Err(machine.unsupported("`scope.environment` is"))),
    method("resource", 0, 0, |machine, _, _| Err(machine.unsupported("`scope.resource` is"))),
];

fn look_up(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    match given.get(0) {
        Value::String(name) => {
            let name = machine.heap.strings[name].clone();
            machine.look_up(&name)
        }
        other => {
            let class = crate::class::of(other, &machine.heap);
            let message = format!("Scope variable name {} is a {class}, not a string", machine.inspect(other)?);
            Err(machine.puppet_fault(ScopeError(message)))
        }
    }
}

fn has_variable(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let name = machine.text(given.get(0))?;
    let found = machine.scope.variable(&name).map_err(|error| machine.puppet_fault(error))?;
    Ok(Value::Boolean(found.is_some()))
}

/// Sets a variable. The value still belongs to the template: later changes are reported to the scope before other
/// code can read it.
fn set_variable(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let (name, value) = (machine.text(given.get(0))?, given.get(1));
    machine.report_variable(&name, value, true)?;
    machine.looked_up.insert(name.clone(), value);
    machine.assigned.insert(name);
    Ok(value)
}

fn strings(machine: &mut Interpreter<'_>, texts: Vec<String>) -> Result<Value, Unwind> {
    let list = texts.into_iter().map(|text| machine.heap.string(text)).collect();
    Ok(machine.heap.array(list))
}

fn log(machine: &mut Interpreter<'_>, level: &str, given: &Arguments) -> Result<Value, Unwind> {
    machine.call_function(level, &given.list, false)
}

impl Interpreter<'_> {
    /// Calls `scope.function_name([a, b])`.
    pub(crate) fn call_old_function(&mut self, name: &str, arguments: &Arguments) -> Result<Value, Unwind> {
        match arguments.list.as_slice() {
            [Value::Array(list)] => {
                let list = self.heap.arrays[*list].clone();
                self.call_function(name, &list, true)
            }
            [] => self.call_function(name, &[], true),
            _ => Err(self.fault(
                "ArgumentError",
                "custom functions must be called with a single array that contains the arguments. For example, \
                 function_example([1]) instead of function_example(1)",
            )),
        }
    }

    fn report_variable(&mut self, name: &str, value: Value, is_new: bool) -> Result<(), Unwind> {
        let Some(data) = self.heap.export(value) else {
            let class = crate::class::of(value, &self.heap);
            return Err(self.unsupported(&format!("{class} as the value of a Puppet variable is")));
        };
        self.scope.assign(name, data, is_new).map_err(|error| self.puppet_fault(error))
    }

    /// Reports the current values of the variables set by the template to the scope.
    pub(crate) fn report_variables(&mut self) -> Result<(), Unwind> {
        for name in self.assigned.clone() {
            if let Some(value) = self.looked_up.get(&name).copied() {
                self.report_variable(&name, value, false)?;
            }
        }
        Ok(())
    }

    /// Reports changes of shared values to the scope.
    pub(crate) fn report_changes(&mut self) -> Result<(), Unwind> {
        let mut changes = Vec::new();
        for (number, data) in self.heap.changes() {
            let Some(data) = data else {
                return Err(self.unsupported("the new content of a value of the manifest is"));
            };
            changes.push((number, data));
        }
        if !changes.is_empty() {
            self.scope.change(changes);
        }
        Ok(())
    }

    fn call_function(&mut self, name: &str, list: &[Value], is_old: bool) -> Result<Value, Unwind> {
        self.report_variables()?;
        let mut arguments = Vec::with_capacity(list.len());
        for value in list {
            match self.heap.export(*value) {
                Some(data) => arguments.push(data),
                None => {
                    let class = crate::class::of(*value, &self.heap);
                    return Err(self.unsupported(&format!("{class} as an argument of the Puppet function '{name}' is")));
                }
            }
        }
        let result = match is_old {
            true => self.scope.call_old(name, arguments),
            false => self.scope.call(name, arguments),
        };
        match result {
            Ok(data) => {
                let value = self.heap.import(data);
                self.work(1)?;
                Ok(value)
            }
            Err(error) => Err(self.puppet_fault(error)),
        }
    }
}

/// Returns whether a letter can be part of a name in Ruby.
fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
