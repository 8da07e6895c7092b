//! Arrays: element access and modification.

use super::string::place;
use super::{ANY, Method, method};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::{Id, Value};

pub(super) const METHODS: &[Method] = &[
    method("[]", 1, 2, slice),
    method("slice", 1, 2, slice),
    method("at", 1, 1, slice),
    method("dig", 1, ANY, |machine, this, given| {
        let found = slice(machine, this, &Arguments::new(vec![given.get(0)]))?;
        machine.dig_further(found, &given.list[1..])
    }),
    method("fetch", 1, 2, |machine, this, given| {
        let index = machine.expect_integer(given.get(0))?;
        let list = machine.list_of(this);
        if let Some(at) = place(index, list.len()) {
            return Ok(list[at]);
        }
        match (&given.block, given.list.get(1)) {
            (Some(block), _) => machine.invoke(block, vec![given.get(0)]),
            (None, Some(default)) => Ok(*default),
            (None, None) => {
                let length = list.len();
                let message = format!("index {index} outside of array bounds: {}...{length}", -(length as i64));
                Err(machine.fault("IndexError", message))
            }
        }
    }),
    method("values_at", 0, ANY, |machine, this, given| {
        let list = machine.copy_of(this)?;
        let mut values = Vec::new();
        for index in &given.list {
            let index = machine.expect_integer(*index)?;
            values.push(place(index, list.len()).map_or(Value::Nil, |at| list[at]));
        }
        Ok(machine.heap.array(values))
    }),
    method("[]=", 2, 3, |machine, this, given| {
        let value = given.list[given.len() - 1];
        let length = machine.list_of(this).len();
        let (start, end, is_part) = match (given.get(0), given.len()) {
            (Value::Range(range), 2) => match machine.bounds(range, length)? {
                Some((start, end)) => (start, end, true),
                None => return Err(machine.fault("RangeError", "range out of range")),
            },
            (index, count) => {
                let index = machine.expect_integer(index)?;
                let absolute = if index < 0 { index + length as i64 } else { index };
                let Ok(start) = usize::try_from(absolute) else {
                    let message = format!("index {index} too small for array; minimum: -{length}");
                    return Err(machine.fault("IndexError", message));
                };
                let taken = if count == 3 { machine.expect_count(given.get(1), "negative length")? } else { 1 };
                (start, start.saturating_add(taken).min(length.max(start)), count == 3)
            }
        };
        machine.reserve(start.saturating_mul(size_of::<Value>()))?;
        machine.heap.charge(start.saturating_sub(length) * size_of::<Value>() + 16);
        if is_part {
            machine.work(length / 16)?;
        }
        let new = if is_part { machine.elements_of_list(value)? } else { vec![value] };
        let list = machine.list_mut(this);
        if list.len() < start {
            list.resize(start, Value::Nil);
        }
        let end = end.min(list.len());
        list.splice(start..end, new);
        Ok(value)
    }),
    method("<<", 1, 1, |machine, this, given| machine.push_all(this, &given.list)),
    method("push", 0, ANY, |machine, this, given| machine.push_all(this, &given.list)),
    method("append", 0, ANY, |machine, this, given| machine.push_all(this, &given.list)),
    method("concat", 0, ANY, |machine, this, given| {
        for list in &given.list {
            let list = machine.expect_array(*list)?;
            machine.push_all(this, &list)?;
        }
        Ok(this)
    }),
    method("unshift", 0, ANY, unshift),
    method("prepend", 0, ANY, unshift),
    method("insert", 1, ANY, |machine, this, given| {
        let index = machine.expect_integer(given.get(0))?;
        let length = machine.list_of(this).len();
        let at = if index < 0 { index + length as i64 + 1 } else { index };
        let Ok(at) = usize::try_from(at) else {
            return Err(
                machine.fault("IndexError", format!("index {index} too small for array; minimum: -{}", length + 1))
            );
        };
        machine.reserve(at.saturating_mul(size_of::<Value>()))?;
        machine.work(length / 16)?;
        machine.heap.charge((at.saturating_sub(length) + given.len()) * size_of::<Value>());
        let list = machine.list_mut(this);
        if list.len() < at {
            list.resize(at, Value::Nil);
        }
        list.splice(at..at, given.list[1..].iter().copied());
        Ok(this)
    }),
    method("pop", 0, 1, |machine, this, given| match given.list.first() {
        None => Ok(machine.list_mut(this).pop().unwrap_or(Value::Nil)),
        Some(count) => {
            let count = machine.expect_count(*count, "negative array size")?;
            let list = machine.list_mut(this);
            let taken = list.split_off(list.len().saturating_sub(count));
            Ok(machine.heap.array(taken))
        }
    }),
    method("shift", 0, 1, |machine, this, given| {
        machine.work(machine.list_of(this).len() / 16)?;
        match given.list.first() {
            None => {
                let list = machine.list_mut(this);
                Ok(if list.is_empty() { Value::Nil } else { list.remove(0) })
            }
            Some(count) => {
                let count = machine.expect_count(*count, "negative array size")?;
                let list = machine.list_mut(this);
                let taken = list.drain(..count.min(list.len())).collect();
                Ok(machine.heap.array(taken))
            }
        }
    }),
    method("clear", 0, 0, |machine, this, _| {
        machine.list_mut(this).clear();
        Ok(this)
    }),
    method("replace", 1, 1, |machine, this, given| {
        let list = machine.expect_array(given.get(0))?;
        machine.set_list(this, list)
    }),
    method("delete", 1, 1, |machine, this, given| {
        let mut found = Value::Nil;
        let mut kept = Vec::new();
        for element in machine.copy_of(this)? {
            if machine.equal(element, given.get(0))? {
                found = element;
            } else {
                kept.push(element);
            }
        }
        machine.set_list(this, kept)?;
        Ok(found)
    }),
    method("delete_at", 1, 1, |machine, this, given| {
        let index = machine.expect_integer(given.get(0))?;
        machine.work(machine.list_of(this).len() / 16)?;
        let list = machine.list_mut(this);
        Ok(place(index, list.len()).map_or(Value::Nil, |at| list.remove(at)))
    }),
    method("delete_if", 0, 0, |machine, this, given| keep(machine, this, given, "delete_if", false).map(|_| this)),
    method("reject!", 0, 0, |machine, this, given| keep(machine, this, given, "reject!", false)),
    method("select!", 0, 0, |machine, this, given| keep(machine, this, given, "select!", true)),
    method("filter!", 0, 0, |machine, this, given| keep(machine, this, given, "filter!", true)),
    method("keep_if", 0, 0, |machine, this, given| keep(machine, this, given, "keep_if", true).map(|_| this)),
    method("map!", 0, 0, |machine, this, given| replace_with(machine, this, "map", given, false)),
    method("collect!", 0, 0, |machine, this, given| replace_with(machine, this, "map", given, false)),
    method("sort!", 0, 0, |machine, this, given| replace_with(machine, this, "sort", given, false)),
    method("sort_by!", 0, 0, |machine, this, given| replace_with(machine, this, "sort_by", given, false)),
    method("reverse!", 0, 0, |machine, this, given| replace_with(machine, this, "reverse", given, false)),
    method("uniq!", 0, 0, |machine, this, given| replace_with(machine, this, "uniq", given, true)),
    method("compact!", 0, 0, |machine, this, given| replace_with(machine, this, "compact", given, true)),
    method("flatten!", 0, 1, |machine, this, given| replace_with(machine, this, "flatten", given, true)),
];

fn slice(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let length = machine.list_of(this).len();
    let bounds = match (given.get(0), given.list.get(1)) {
        (Value::Range(range), _) => machine.bounds(range, length)?,
        (index, None) => {
            let index = machine.expect_integer(index)?;
            return Ok(place(index, length).map_or(Value::Nil, |at| machine.list_of(this)[at]));
        }
        (index, Some(count)) => {
            let (index, count) = (machine.expect_integer(index)?, machine.expect_integer(*count)?);
            let start = if index == length as i64 { Some(length) } else { place(index, length) };
            start
                .zip(usize::try_from(count).ok())
                .map(|(start, count)| (start, start.saturating_add(count).min(length)))
        }
    };
    Ok(match bounds {
        Some((start, end)) => {
            machine.work((end - start) / 16)?;
            let part = machine.list_of(this)[start..end].to_vec();
            machine.heap.array(part)
        }
        None => Value::Nil,
    })
}

fn unshift(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    machine.work(machine.list_of(this).len() / 16)?;
    machine.heap.charge(given.len() * size_of::<Value>());
    machine.list_mut(this).splice(0..0, given.list.iter().copied());
    Ok(this)
}

/// Keeps the elements for which the block returns the wanted result. Returns nil if no element was removed.
fn keep(
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
    let list = machine.copy_of(this)?;
    let before = list.len();
    let mut kept = Vec::new();
    for element in list {
        if machine.invoke(&block, vec![element])?.is_true() == wanted {
            kept.push(element);
        }
    }
    let is_same = kept.len() == before;
    machine.set_list(this, kept)?;
    Ok(if is_same { Value::Nil } else { this })
}

/// Replaces the elements by the result of a method; nil if the number is unchanged and that is to be reported.
fn replace_with(
    machine: &mut Interpreter<'_>,
    this: Value,
    name: &str,
    given: &Arguments,
    tells: bool,
) -> Result<Value, Unwind> {
    let before = machine.list_of(this).len();
    let has_lists = machine.list_of(this).iter().any(|element| matches!(element, Value::Array(_)));
    match machine.send(this, name, given)? {
        Value::Array(new) => {
            let new = machine.heap.arrays[new].clone();
            let is_same = new.len() == before && !(name == "flatten" && has_lists);
            machine.set_list(this, new)?;
            Ok(if tells && is_same { Value::Nil } else { this })
        }
        other => Ok(other),
    }
}

impl Interpreter<'_> {
    /// Returns the elements of an array.
    pub(super) fn list_of(&self, value: Value) -> &[Value] {
        match value {
            Value::Array(list) => &self.heap.arrays[list],
            _ => &[],
        }
    }

    /// Returns a copy of the elements of an array.
    pub(crate) fn copy_of(&mut self, value: Value) -> Result<Vec<Value>, Unwind> {
        self.work(self.list_of(value).len() / 16)?;
        Ok(self.list_of(value).to_vec())
    }

    /// Returns the elements of an array for modification.
    fn list_mut(&mut self, value: Value) -> &mut Vec<Value> {
        let list: Id<Vec<Value>> = match value {
            Value::Array(list) => list,
            // The tables call this for arrays only; for any other value, changes have no effect.
            _ => match self.heap.array(Vec::new()) {
                Value::Array(list) => list,
                _ => Id::new(0),
            },
        };
        &mut self.heap.arrays[list]
    }

    fn set_list(&mut self, this: Value, list: Vec<Value>) -> Result<Value, Unwind> {
        self.work(list.len())?;
        *self.list_mut(this) = list;
        Ok(this)
    }

    fn push_all(&mut self, this: Value, elements: &[Value]) -> Result<Value, Unwind> {
        self.reserve(size_of_val(elements))?;
        self.heap.charge(size_of_val(elements));
        self.list_mut(this).extend_from_slice(elements);
        Ok(this)
    }

    /// Follows further keys into a value, like `dig`.
    pub(super) fn dig_further(&mut self, found: Value, keys: &[Value]) -> Result<Value, Unwind> {
        if keys.is_empty() || found == Value::Nil {
            return Ok(found);
        }
        self.nested(|machine| machine.send(found, "dig", &Arguments::new(keys.to_vec())))
    }
}
