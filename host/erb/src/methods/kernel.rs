//! Functions without a receiver.

use ruby::bignum::Bignum;
use ruby::number;

use super::{ANY, Method, method};
use crate::class;
use crate::hash::HashTable;
use crate::interpreter::{Arguments, BlockValue, Interpreter, Unwind};
use crate::value::{Exception, Proc, Value};

pub(super) const FUNCTIONS: &[Method] = &[
    method("Array", 1, 1, |machine, _, given| match given.get(0) {
        Value::Nil => Ok(machine.heap.array(Vec::new())),
        list @ Value::Array(_) => Ok(list),
        several @ (Value::Hash(_) | Value::Range(_) | Value::Set(_) | Value::Enumerator(_)) => {
            let list = machine.elements(several)?;
            Ok(machine.heap.array(list))
        }
        one => Ok(machine.heap.array(vec![one])),
    }),
    method("String", 1, 1, |machine, _, given| {
        let text = machine.text(given.get(0))?;
        Ok(machine.heap.string(text))
    }),
    method("Integer", 1, 2, integer),
    method("Float", 1, 1, |machine, _, given| machine.float(given.get(0)).map(Value::Float)),
    method("Hash", 1, 1, |machine, _, given| match given.get(0) {
        hash @ Value::Hash(_) => Ok(hash),
        Value::Nil => Ok(machine.heap.hash(HashTable::default())),
        Value::Array(list) if machine.heap.arrays[list].is_empty() => Ok(machine.heap.hash(HashTable::default())),
        other => {
            let noun = machine.noun(other);
            Err(machine.fault("TypeError", format!("can't convert {noun} into Hash")))
        }
    }),
    method("format", 1, ANY, format),
    method("sprintf", 1, ANY, format),
    method("raise", 0, 3, raise),
    method("fail", 0, 3, raise),
    method("lambda", 0, 0, |machine, _, given| procedure(machine, given, true)),
    method("proc", 0, 0, |machine, _, given| procedure(machine, given, false)),
    method("loop", 0, 0, |machine, _, given| {
        let Some(block) = &given.block else { return Err(machine.unsupported("`loop` without a block is")) };
        loop {
            match machine.invoke(block, Vec::new()) {
                Err(Unwind::Raise(exception)) if class::of(exception, &machine.heap) == "StopIteration" => {
                    return Ok(Value::Nil);
                }
                result => result?,
            };
        }
    }),
    method("require", 1, 1, |machine, _, given| {
        let library = machine.expect_string(given.get(0))?;
        // The supported parts of these libraries are always available.
        match library.as_str() {
            "erb" | "ipaddr" | "json" | "rubygems" | "set" | "shellwords" | "yaml" | "psych" => {
                Ok(Value::Boolean(false))
            }
            _ => Err(machine.unsupported(&format!("`require '{library}'` is"))),
        }
    }),
];

fn format(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let template = machine.expect_string(given.get(0))?;
    let text = machine.formatted(&template, &given.list[1..])?;
    Ok(machine.heap.string(text))
}

fn integer(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let base = match given.get(1) {
        Value::Integer(base @ 2..=36) => u32::try_from(base).ok(),
        _ => None,
    };
    let number = machine.bignum(given.get(0), base)?;
    number.to_i64().map(Value::Integer).ok_or_else(|| machine.too_big())
}

/// Raises an exception from a class and a message, from a message only, or an existing exception.
fn raise(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let message = match given.list.get(1) {
        Some(message) => Some(machine.text(*message)?),
        None => None,
    };
    match given.list.first() {
        None => Err(machine.fault("RuntimeError", "")),
        Some(Value::String(text)) => {
            let text = machine.heap.strings[*text].clone();
            Err(machine.fault("RuntimeError", text))
        }
        Some(Value::Class(class)) if class::is_exception(&machine.name(*class)) => {
            let name = machine.name(*class);
            Err(machine.fault(&name, message.unwrap_or_else(|| name.to_string())))
        }
        Some(exception @ Value::Exception(id)) => {
            let Exception { class, message: old, .. } = machine.heap.exceptions[*id].clone();
            match message {
                Some(message) => {
                    let name = machine.name(class);
                    Err(machine.fault(&name, message))
                }
                None => {
                    let _ = old;
                    Err(Unwind::Raise(*exception))
                }
            }
        }
        Some(_) => Err(machine.fault("TypeError", "exception class/object expected")),
    }
}

fn procedure(machine: &mut Interpreter<'_>, given: &Arguments, is_lambda: bool) -> Result<Value, Unwind> {
    match &given.block {
        Some(block) => {
            let is_lambda = is_lambda && matches!(block, BlockValue::Closure(..));
            Ok(machine.heap.procedure(Proc { block: block.clone(), is_lambda }))
        }
        None => Err(machine.fault("ArgumentError", "tried to create Proc object without a block")),
    }
}

impl Interpreter<'_> {
    /// Converts a value like `Integer()`.
    pub(crate) fn bignum(&mut self, value: Value, base: Option<u32>) -> Result<Bignum, Unwind> {
        match value {
            Value::Integer(number) => Ok(Bignum::from(number)),
            Value::Float(number) => match Bignum::truncate(number) {
                Some(number) => Ok(number),
                None => Err(self.fault("FloatDomainError", number::float_text(number))),
            },
            Value::String(text) => {
                let text = self.heap.strings[text].clone();
                number::integer(&text, base).ok_or_else(|| self.invalid_number("Integer", &text))
            }
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("can't convert {noun} into Integer")))
            }
        }
    }

    /// Converts a value like `Float()`.
    pub(crate) fn float(&mut self, value: Value) -> Result<f64, Unwind> {
        match value {
            Value::Float(number) => Ok(number),
            Value::Integer(number) => Ok(number::to_float(number)),
            Value::String(text) => {
                let text = self.heap.strings[text].clone();
                number::float(&text).ok_or_else(|| self.invalid_number("Float", &text))
            }
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("can't convert {noun} into Float")))
            }
        }
    }

    fn invalid_number(&mut self, function: &str, text: &str) -> Unwind {
        let mut shown = String::new();
        ruby::escape::append_quoted(text, &mut shown);
        self.fault("ArgumentError", format!("invalid value for {function}(): {shown}"))
    }
}
