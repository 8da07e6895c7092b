//! Methods of all values.

use super::{ANY, Method, method};
use crate::class;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::{Hash, Value};

pub(super) const METHODS: &[Method] = &[
    method("==", 1, 1, |machine, this, given| machine.equal(this, given.get(0)).map(Value::Boolean)),
    method("!=", 1, 1, |machine, this, given| machine.equal(this, given.get(0)).map(|same| Value::Boolean(!same))),
    method("===", 1, 1, |machine, this, given| machine.matches(this, given.get(0)).map(Value::Boolean)),
    method("!", 0, 0, |_, this, _| Ok(Value::Boolean(!this.is_true()))),
    method("=~", 1, 1, |_, _, _| Ok(Value::Nil)),
    method("<=>", 1, 1, |machine, this, given| {
        let order = machine.order(this, given.get(0))?;
        Ok(order.map_or(Value::Nil, |order| Value::Integer(order as i64)))
    }),
    method("eql?", 1, 1, |machine, this, given| {
        let (left, right) = (machine.key(this)?, machine.key(given.get(0))?);
        Ok(Value::Boolean(left == right))
    }),
    method("equal?", 1, 1, |_, this, given| Ok(Value::Boolean(this == given.get(0)))),
    method("nil?", 0, 0, |_, this, _| Ok(Value::Boolean(this == Value::Nil))),
    method("is_a?", 1, 1, is_a),
    method("kind_of?", 1, 1, is_a),
    method("instance_of?", 1, 1, |machine, this, given| {
        let class = class::of(this, &machine.heap);
        let other = machine.expect_class(given.get(0))?;
        Ok(Value::Boolean(class == other))
    }),
    method("class", 0, 0, |machine, this, _| {
        let class = class::of(this, &machine.heap);
        Ok(machine.heap.class(&class))
    }),
    method("to_s", 0, 0, |machine, this, _| {
        let text = machine.text(this)?;
        Ok(machine.heap.string(text))
    }),
    method("inspect", 0, 0, |machine, this, _| {
        let text = machine.inspect(this)?;
        Ok(machine.heap.string(text))
    }),
    method("to_json", 0, 1, |machine, this, _| machine.json_text(this, false)),
    method("to_yaml", 0, 1, |machine, this, given| machine.yaml_text(this, given.get(0))),
    method("respond_to?", 1, 2, |machine, this, given| {
        let name = machine.name_text(given.get(0))?;
        Ok(Value::Boolean(machine.responds_to(this, &name)))
    }),
    method("send", 1, ANY, send),
    method("public_send", 1, ANY, send),
    method("__send__", 1, ANY, send),
    method("dup", 0, 0, copy),
    method("clone", 0, 0, copy),
    method("itself", 0, 0, |_, this, _| Ok(this)),
    method("freeze", 0, 0, |_, this, _| Ok(this)),
    method("frozen?", 0, 0, |_, this, _| {
        let can_change = matches!(this, Value::String(_) | Value::Array(_) | Value::Hash(_) | Value::Set(_));
        Ok(Value::Boolean(!can_change))
    }),
    method("tap", 0, 0, |machine, this, given| {
        if let Some(block) = &given.block {
            machine.invoke(block, vec![this])?;
        }
        Ok(this)
    }),
    method("then", 0, 0, then),
    method("yield_self", 0, 0, then),
    method("instance_variable_get", 1, 1, |machine, this, given| {
        let name = machine.name_text(given.get(0))?;
        match (this, name.strip_prefix('@')) {
            (Value::Template, Some(name)) => machine.look_up(name),
            _ => Ok(Value::Nil),
        }
    }),
];

fn is_a(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let class = machine.expect_class(given.get(0))?;
    Ok(Value::Boolean(class::is_kind_of(&class::of(this, &machine.heap), &class)))
}

fn then(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    match &given.block {
        Some(block) => machine.invoke(block, vec![this]),
        None => Ok(this),
    }
}

fn send(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let name = machine.name_text(given.get(0))?;
    let arguments = Arguments { list: given.list[1..].to_vec(), block: given.block.clone() };
    machine.nested(|machine| machine.send(this, &name, &arguments))
}

fn copy(machine: &mut Interpreter<'_>, this: Value, _: &Arguments) -> Result<Value, Unwind> {
    Ok(match this {
        Value::String(text) => {
            let text = machine.heap.strings[text].clone();
            machine.reserve(text.len())?;
            machine.heap.string(text)
        }
        Value::Array(list) => {
            let list = machine.heap.arrays[list].clone();
            machine.reserve(list.len())?;
            machine.heap.array(list)
        }
        Value::Hash(hash) | Value::Set(hash) => {
            let Hash { table, default, maker } = &machine.heap.hashes[hash];
            let (table, default, maker) = (table.clone(), *default, *maker);
            machine.work(table.len())?;
            if matches!(this, Value::Set(_)) {
                return Ok(machine.heap.set(table));
            }
            let copy = machine.heap.hash(table);
            if let Value::Hash(id) = copy {
                machine.heap.hashes[id].default = default;
                machine.heap.hashes[id].maker = maker;
            }
            copy
        }
        other => other,
    })
}

impl Interpreter<'_> {
    /// Returns the name of an argument that must be a class.
    pub(super) fn expect_class(&mut self, value: Value) -> Result<String, Unwind> {
        match value {
            Value::Class(class) => Ok(self.name(class).to_string()),
            _ => Err(self.fault("TypeError", "class or module required")),
        }
    }

    /// Returns the name in a symbol or a string.
    pub(super) fn name_text(&mut self, value: Value) -> Result<String, Unwind> {
        match value {
            Value::Symbol(name) => Ok(self.name(name).to_string()),
            Value::String(text) => Ok(self.heap.strings[text].clone()),
            other => {
                let shown = self.inspect(other)?;
                Err(self.fault("TypeError", format!("{shown} is not a symbol nor a string")))
            }
        }
    }
}
