//! Methods that create arrays from arrays.

use super::{Method, method};
use crate::hash::{HashKey, HashTable};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

pub(super) const METHODS: &[Method] = &[
    method("+", 1, 1, |machine, this, given| {
        let right = machine.expect_array(given.get(0))?;
        let mut list = machine.copy_of(this)?;
        machine.reserve((list.len() + right.len()) * size_of::<Value>())?;
        list.extend(right);
        Ok(machine.heap.array(list))
    }),
    method("*", 1, 1, |machine, this, given| {
        if let Value::String(_) = given.get(0) {
            return join(machine, this, given);
        }
        let count = machine.expect_count(given.get(0), "argument must be non-negative")?;
        let list = machine.copy_of(this)?;
        machine.reserve(list.len().saturating_mul(count).saturating_mul(size_of::<Value>()))?;
        let list = list.repeat(count);
        Ok(machine.heap.array(list))
    }),
    method("-", 1, 1, without),
    method("difference", 1, 1, without),
    method("&", 1, 1, |machine, this, given| {
        let right = machine.expect_array(given.get(0))?;
        let known = machine.table_of(&right)?;
        let mut table = HashTable::default();
        for element in machine.copy_of(this)? {
            let key = machine.key(element)?;
            if known.contains(&key) {
                table.insert(key, element, Value::Nil);
            }
        }
        Ok(machine.heap.array(table.keys()))
    }),
    method("|", 1, 1, |machine, this, given| {
        let mut list = machine.copy_of(this)?;
        list.extend(machine.expect_array(given.get(0))?);
        let table = machine.table_of(&list)?;
        Ok(machine.heap.array(table.keys()))
    }),
    method("join", 0, 1, join),
    method("to_a", 0, 0, |_, this, _| Ok(this)),
    method("to_ary", 0, 0, |_, this, _| Ok(this)),
    method("entries", 0, 0, |_, this, _| Ok(this)),
    method("length", 0, 0, |machine, this, _| Ok(Value::Integer(machine.list_of(this).len() as i64))),
    method("size", 0, 0, |machine, this, _| Ok(Value::Integer(machine.list_of(this).len() as i64))),
    method("empty?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.list_of(this).is_empty()))),
    method("last", 0, 1, |machine, this, given| match given.list.first() {
        None => Ok(machine.list_of(this).last().copied().unwrap_or(Value::Nil)),
        Some(count) => {
            let count = machine.expect_count(*count, "negative array size")?;
            machine.work(count.min(machine.list_of(this).len()) / 16)?;
            let list = machine.list_of(this);
            let part = list[list.len().saturating_sub(count)..].to_vec();
            Ok(machine.heap.array(part))
        }
    }),
    method("compact", 0, 0, |machine, this, _| {
        let list = machine.copy_of(this)?.into_iter().filter(|element| *element != Value::Nil).collect();
        Ok(machine.heap.array(list))
    }),
    method("flatten", 0, 1, |machine, this, given| {
        let depth = match given.list.first() {
            None | Some(Value::Nil) => usize::MAX,
            Some(depth) => usize::try_from(machine.expect_integer(*depth)?).unwrap_or(usize::MAX),
        };
        let mut flat = Vec::new();
        let list = machine.copy_of(this)?;
        machine.flatten(list, depth, &mut flat)?;
        Ok(machine.heap.array(flat))
    }),
    method("reverse", 0, 0, |machine, this, _| {
        let list = machine.copy_of(this)?.into_iter().rev().collect();
        Ok(machine.heap.array(list))
    }),
    method("rotate", 0, 1, |machine, this, given| {
        let mut list = machine.copy_of(this)?;
        let by = match given.list.first() {
            Some(by) => machine.expect_integer(*by)?,
            None => 1,
        };
        if !list.is_empty() {
            let by = by.rem_euclid(list.len() as i64);
            list.rotate_left(usize::try_from(by).unwrap_or(0));
        }
        Ok(machine.heap.array(list))
    }),
    method("index", 0, 1, index),
    method("find_index", 0, 1, index),
    method("rindex", 1, 1, |machine, this, given| {
        for (at, element) in machine.copy_of(this)?.into_iter().enumerate().rev() {
            if machine.equal(element, given.get(0))? {
                return Ok(Value::Integer(at as i64));
            }
        }
        Ok(Value::Nil)
    }),
    method("each_index", 0, 0, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "each_index", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        for index in 0..machine.list_of(this).len() {
            machine.invoke(&block, vec![Value::Integer(index as i64)])?;
        }
        Ok(this)
    }),
    method("assoc", 1, 1, |machine, this, given| {
        for element in machine.copy_of(this)? {
            let first = machine.list_of(element).first().copied();
            if let Some(first) = first
                && machine.equal(first, given.get(0))?
            {
                return Ok(element);
            }
        }
        Ok(Value::Nil)
    }),
    method("transpose", 0, 0, |machine, this, _| {
        let mut rows = Vec::new();
        for row in machine.copy_of(this)? {
            rows.push(machine.expect_array(row)?);
        }
        let width = rows.first().map_or(0, Vec::len);
        if let Some(other) = rows.iter().find(|row| row.len() != width) {
            let message = format!("element size differs ({} should be {width})", other.len());
            return Err(machine.fault("IndexError", message));
        }
        let columns: Vec<Value> = (0..width)
            .map(|column| {
                let column = rows.iter().map(|row| row[column]).collect();
                machine.heap.array(column)
            })
            .collect();
        Ok(machine.heap.array(columns))
    }),
    method("product", 1, 1, |machine, this, given| {
        let (left, right) = (machine.copy_of(this)?, machine.expect_array(given.get(0))?);
        machine.reserve(left.len().saturating_mul(right.len()).saturating_mul(4 * size_of::<Value>()))?;
        let mut pairs = Vec::new();
        for first in &left {
            for second in &right {
                pairs.push(machine.heap.array(vec![*first, *second]));
            }
        }
        Ok(machine.heap.array(pairs))
    }),
    method("combination", 1, 1, |machine, _, _| Err(machine.unsupported("`combination` is"))),
    method("permutation", 0, 1, |machine, _, _| Err(machine.unsupported("`permutation` is"))),
    method("shuffle", 0, 1, |machine, _, _| Err(machine.unsupported("randomness (`shuffle`) is"))),
    method("sample", 0, 1, |machine, _, _| Err(machine.unsupported("randomness (`sample`) is"))),
    method("pack", 1, 1, |machine, _, _| Err(machine.unsupported("`pack` is"))),
];

fn without(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let right = machine.expect_array(given.get(0))?;
    let known = machine.table_of(&right)?;
    let mut list = Vec::new();
    for element in machine.copy_of(this)? {
        if !known.contains(&machine.key(element)?) {
            list.push(element);
        }
    }
    Ok(machine.heap.array(list))
}

fn index(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    for (at, element) in machine.copy_of(this)?.into_iter().enumerate() {
        let fits = match (given.list.first(), &given.block) {
            (Some(wanted), _) => machine.equal(element, *wanted)?,
            (None, Some(block)) => machine.invoke(block, vec![element])?.is_true(),
            (None, None) => return Err(machine.unsupported("`index` without an argument is")),
        };
        if fits {
            return Ok(Value::Integer(at as i64));
        }
    }
    Ok(Value::Nil)
}

fn join(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let separator = match given.get(0) {
        Value::Nil => String::new(),
        separator => machine.expect_string(separator)?,
    };
    let mut text = String::new();
    let list = machine.copy_of(this)?;
    machine.join(&list, &separator, &mut text)?;
    Ok(machine.heap.string(text))
}

impl Interpreter<'_> {
    /// Returns a table whose keys are the elements of a list.
    pub(super) fn table_of(&mut self, list: &[Value]) -> Result<HashTable, Unwind> {
        self.work(list.len())?;
        let mut table = HashTable::default();
        for element in list {
            let key: HashKey = self.key(*element)?;
            table.insert(key, *element, Value::Boolean(true));
        }
        Ok(table)
    }

    fn flatten(&mut self, list: Vec<Value>, depth: usize, flat: &mut Vec<Value>) -> Result<(), Unwind> {
        self.work(list.len())?;
        for element in list {
            match element {
                Value::Array(inner) if depth > 0 => {
                    let inner = self.heap.arrays[inner].clone();
                    self.nested(|machine| machine.flatten(inner, depth - 1, flat))?;
                }
                other => flat.push(other),
            }
            if flat.len() * size_of::<Value>() > self.available() {
                self.reserve(flat.len() * size_of::<Value>())?;
            }
        }
        Ok(())
    }

    fn join(&mut self, list: &[Value], separator: &str, text: &mut String) -> Result<(), Unwind> {
        for (index, element) in list.iter().enumerate() {
            if index > 0 {
                text.push_str(separator);
            }
            self.work(1)?;
            match element {
                Value::Array(inner) => {
                    let inner = self.heap.arrays[*inner].clone();
                    self.nested(|machine| machine.join(&inner, separator, text))?;
                }
                other => text.push_str(&self.text(*other)?),
            }
            if text.len() > self.available() {
                self.reserve(text.len())?;
            }
        }
        Ok(())
    }
}
