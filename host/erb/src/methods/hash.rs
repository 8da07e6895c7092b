//! Hashes.

use super::{ANY, Method, method};
use crate::hash::HashTable;
use crate::interpreter::{Arguments, BlockValue, Interpreter, Unwind};
use crate::value::{Hash, Id, Value};

pub(super) const METHODS: &[Method] = &[
    method("[]", 1, 1, get),
    method("[]=", 2, 2, set),
    method("store", 2, 2, set),
    method("fetch", 1, 2, |machine, this, given| {
        let key = machine.key(given.get(0))?;
        if let Some(value) = machine.table(this).get(&key) {
            return Ok(value);
        }
        match (&given.block, given.list.get(1)) {
            (Some(block), _) => machine.invoke(block, vec![given.get(0)]),
            (None, Some(default)) => Ok(*default),
            (None, None) => {
                let shown = machine.inspect(given.get(0))?;
                Err(machine.fault("KeyError", format!("key not found: {shown}")))
            }
        }
    }),
    method("dig", 1, ANY, |machine, this, given| {
        let found = get(machine, this, &Arguments::new(vec![given.get(0)]))?;
        machine.dig_further(found, &given.list[1..])
    }),
    method("key?", 1, 1, has_key),
    method("has_key?", 1, 1, has_key),
    method("include?", 1, 1, has_key),
    method("member?", 1, 1, has_key),
    method("value?", 1, 1, has_value),
    method("has_value?", 1, 1, has_value),
    method("key", 1, 1, |machine, this, given| {
        for (key, value) in machine.table(this).pairs() {
            if machine.equal(value, given.get(0))? {
                return Ok(key);
            }
        }
        Ok(Value::Nil)
    }),
    method("keys", 0, 0, |machine, this, _| {
        let keys = machine.table(this).keys();
        Ok(machine.heap.array(keys))
    }),
    method("values", 0, 0, |machine, this, _| {
        let values = machine.table(this).values();
        Ok(machine.heap.array(values))
    }),
    method("values_at", 0, ANY, |machine, this, given| {
        let mut values = Vec::new();
        for key in &given.list {
            values.push(get(machine, this, &Arguments::new(vec![*key]))?);
        }
        Ok(machine.heap.array(values))
    }),
    method("fetch_values", 0, ANY, |machine, this, given| {
        let mut values = Vec::new();
        for key in &given.list {
            values.push(machine.send(this, "fetch", &Arguments { list: vec![*key], block: given.block.clone() })?);
        }
        Ok(machine.heap.array(values))
    }),
    method("length", 0, 0, |machine, this, _| Ok(Value::Integer(machine.table(this).len() as i64))),
    method("size", 0, 0, |machine, this, _| Ok(Value::Integer(machine.table(this).len() as i64))),
    method("empty?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.table(this).len() == 0))),
    method("to_h", 0, 0, |machine, this, given| {
        if given.block.is_none() {
            return Ok(this);
        }
        let list = machine.elements(this)?;
        let list = machine.heap.array(list);
        machine.send(list, "to_h", given)
    }),
    method("to_hash", 0, 0, |_, this, _| Ok(this)),
    method("each_pair", 0, 0, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "each_pair", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        for pair in machine.elements(this)? {
            machine.invoke(&block, vec![pair])?;
        }
        Ok(this)
    }),
    method("each_key", 0, 0, |machine, this, given| each_part(machine, this, given, "each_key", |(key, _)| key)),
    method("each_value", 0, 0, |machine, this, given| {
        each_part(machine, this, given, "each_value", |(_, value)| value)
    }),
    method("select", 0, 0, |machine, this, given| filter(machine, this, given, "select", true)),
    method("filter", 0, 0, |machine, this, given| filter(machine, this, given, "filter", true)),
    method("reject", 0, 0, |machine, this, given| filter(machine, this, given, "reject", false)),
    method("select!", 0, 0, |machine, this, given| keep(machine, this, given, "select!", true, true)),
    method("keep_if", 0, 0, |machine, this, given| keep(machine, this, given, "keep_if", true, false)),
    method("reject!", 0, 0, |machine, this, given| keep(machine, this, given, "reject!", false, true)),
    method("delete_if", 0, 0, |machine, this, given| keep(machine, this, given, "delete_if", false, false)),
    method("delete", 1, 1, |machine, this, given| {
        let key = machine.key(given.get(0))?;
        let size = machine.table(this).len();
        machine.work(size / 16)?;
        match (machine.hash_mut(this).table.remove(&key), &given.block) {
            (Some((_, value)), _) => Ok(value),
            (None, Some(block)) => machine.invoke(block, vec![given.get(0)]),
            (None, None) => Ok(Value::Nil),
        }
    }),
    method("shift", 0, 0, |machine, this, _| {
        let Some((key, value)) = machine.table(this).first() else { return Ok(Value::Nil) };
        let name = machine.key(key)?;
        let size = machine.table(this).len();
        machine.work(size / 16)?;
        machine.hash_mut(this).table.remove(&name);
        Ok(machine.heap.array(vec![key, value]))
    }),
    method("clear", 0, 0, |machine, this, _| {
        machine.hash_mut(this).table.clear();
        Ok(this)
    }),
    method("merge", 0, ANY, |machine, this, given| {
        let copy = machine.send(this, "dup", &Arguments::default())?;
        merge_into(machine, copy, given)
    }),
    method("merge!", 0, ANY, merge_into),
    method("update", 0, ANY, merge_into),
    method("replace", 1, 1, |machine, this, given| {
        let table = machine.expect_hash(given.get(0))?;
        machine.hash_mut(this).table = table;
        Ok(this)
    }),
    method("invert", 0, 0, |machine, this, _| {
        let mut table = HashTable::default();
        for (name, value) in machine.table(this).pairs() {
            let key = machine.key(value)?;
            table.remove(&key);
            table.insert(key, value, name);
        }
        Ok(machine.heap.hash(table))
    }),
    method("compact", 0, 0, |machine, this, _| {
        let mut table = machine.table(this).clone();
        for (name, value) in table.pairs() {
            if value == Value::Nil {
                let key = machine.key(name)?;
                table.remove(&key);
            }
        }
        Ok(machine.heap.hash(table))
    }),
    method("slice", 0, ANY, |machine, this, given| {
        let mut table = HashTable::default();
        for name in &given.list {
            let key = machine.key(*name)?;
            if let Some(value) = machine.table(this).get(&key) {
                table.insert(key, *name, value);
            }
        }
        Ok(machine.heap.hash(table))
    }),
    method("except", 0, ANY, |machine, this, given| {
        let mut table = machine.table(this).clone();
        for name in &given.list {
            let key = machine.key(*name)?;
            table.remove(&key);
        }
        Ok(machine.heap.hash(table))
    }),
    method("transform_values", 0, 0, |machine, this, given| {
        let Some(block) = given.block.clone() else {
            return Err(machine.unsupported("`transform_values` without a block is"));
        };
        let mut table = HashTable::default();
        for (name, value) in machine.table(this).pairs() {
            let key = machine.key(name)?;
            let value = machine.invoke(&block, vec![value])?;
            table.insert(key, name, value);
        }
        Ok(machine.heap.hash(table))
    }),
    method("transform_keys", 0, 0, |machine, this, given| {
        let Some(block) = given.block.clone() else {
            return Err(machine.unsupported("`transform_keys` without a block is"));
        };
        let mut table = HashTable::default();
        for (name, value) in machine.table(this).pairs() {
            let name = machine.invoke(&block, vec![name])?;
            let key = machine.key(name)?;
            let name = machine.key_name(name);
            table.insert(key, name, value);
        }
        Ok(machine.heap.hash(table))
    }),
    method("any?", 0, 1, |machine, this, given| {
        if given.block.is_none() && given.list.is_empty() {
            return Ok(Value::Boolean(machine.table(this).len() > 0));
        }
        let list = machine.elements(this)?;
        let list = machine.heap.array(list);
        machine.send(list, "any?", given)
    }),
    method("sum", 0, 1, |machine, this, given| {
        let list = machine.elements(this)?;
        let list = machine.heap.array(list);
        machine.send(list, "sum", given)
    }),
    method("default", 0, 1, |machine, this, _| Ok(machine.hash_mut(this).default)),
    method("default=", 1, 1, |machine, this, given| {
        machine.hash_mut(this).default = given.get(0);
        Ok(given.get(0))
    }),
    method("<=", 1, 1, |machine, this, given| {
        let other = machine.expect_hash(given.get(0))?;
        for (name, value) in machine.table(this).pairs() {
            let key = machine.key(name)?;
            let Some(theirs) = other.get(&key) else { return Ok(Value::Boolean(false)) };
            if !machine.equal(value, theirs)? {
                return Ok(Value::Boolean(false));
            }
        }
        Ok(Value::Boolean(true))
    }),
];

fn get(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let key = machine.key(given.get(0))?;
    if let Some(value) = machine.table(this).get(&key) {
        return Ok(value);
    }
    let hash = machine.hash_mut(this);
    match hash.maker {
        Some(maker) => {
            let arguments = Arguments::new(vec![this, given.get(0)]);
            machine.nested(|machine| machine.send(maker, "call", &arguments))
        }
        None => Ok(hash.default),
    }
}

fn set(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let key = machine.key(given.get(0))?;
    let name = machine.key_name(given.get(0));
    machine.heap.charge(4 * size_of::<Value>());
    machine.hash_mut(this).table.insert(key, name, given.get(1));
    Ok(given.get(1))
}

fn has_key(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let key = machine.key(given.get(0))?;
    Ok(Value::Boolean(machine.table(this).contains(&key)))
}

fn has_value(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    for value in machine.table(this).values() {
        if machine.equal(value, given.get(0))? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn each_part(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    name: &str,
    part: fn((Value, Value)) -> Value,
) -> Result<Value, Unwind> {
    let block = match machine.block_or_enumerator(this, name, given) {
        Ok(block) => block,
        Err(enumerator) => return Ok(enumerator),
    };
    for pair in machine.table(this).pairs() {
        machine.invoke(&block, vec![part(pair)])?;
    }
    Ok(this)
}

/// Returns the entries for which a block returns the wanted result.
fn kept(machine: &mut Interpreter<'_>, this: Value, block: &BlockValue, wanted: bool) -> Result<HashTable, Unwind> {
    let mut table = machine.table(this).clone();
    for (name, value) in table.pairs() {
        if machine.invoke(block, vec![name, value])?.is_true() != wanted {
            let key = machine.key(name)?;
            table.remove(&key);
        }
    }
    Ok(table)
}

fn filter(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    name: &str,
    wanted: bool,
) -> Result<Value, Unwind> {
    let block = match machine.block_or_enumerator(this, name, given) {
        Ok(block) => block,
        Err(enumerator) => return Ok(enumerator),
    };
    let table = kept(machine, this, &block, wanted)?;
    Ok(machine.heap.hash(table))
}

fn keep(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    name: &str,
    wanted: bool,
    tells: bool,
) -> Result<Value, Unwind> {
    let block = match machine.block_or_enumerator(this, name, given) {
        Ok(block) => block,
        Err(enumerator) => return Ok(enumerator),
    };
    let table = kept(machine, this, &block, wanted)?;
    let is_same = table.len() == machine.table(this).len();
    machine.hash_mut(this).table = table;
    Ok(if tells && is_same { Value::Nil } else { this })
}

fn merge_into(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    for other in &given.list {
        for (name, mut value) in machine.expect_hash(*other)?.pairs() {
            machine.work(1)?;
            let key = machine.key(name)?;
            if let (Some(block), Some(before)) = (&given.block, machine.table(this).get(&key)) {
                value = machine.invoke(block, vec![name, before, value])?;
            }
            machine.heap.charge(4 * size_of::<Value>());
            machine.hash_mut(this).table.insert(key, name, value);
        }
    }
    Ok(this)
}

impl Interpreter<'_> {
    /// Returns the entries of a hash.
    pub(super) fn table(&mut self, value: Value) -> &HashTable {
        &self.hash_mut(value).table
    }

    pub(super) fn hash_mut(&mut self, value: Value) -> &mut Hash {
        let id: Id<Hash> = match value {
            Value::Hash(hash) | Value::Set(hash) => hash,
            // The tables call this for hashes and sets only; for any other value, changes have no effect.
            _ => match self.heap.hash(HashTable::default()) {
                Value::Hash(hash) => hash,
                _ => Id::new(0),
            },
        };
        &mut self.heap.hashes[id]
    }

    /// Returns the entries of an argument that must be a hash.
    fn expect_hash(&mut self, value: Value) -> Result<HashTable, Unwind> {
        match value {
            Value::Hash(hash) => Ok(self.heap.hashes[hash].table.clone()),
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("no implicit conversion of {noun} into Hash")))
            }
        }
    }
}
