//! Classes with few methods: nil, booleans, symbols, sets, ranges, enumerators, patterns and matches, procs,
//! exceptions, secrets, versions.

use super::{ANY, Method, method};
use crate::hash::HashTable;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::{Id, Range, Value};

pub(super) const NIL: &[Method] = &[
    method("to_a", 0, 0, |machine, _, _| Ok(machine.heap.array(Vec::new()))),
    method("to_h", 0, 0, |machine, _, _| Ok(machine.heap.hash(HashTable::default()))),
    method("to_i", 0, 0, |_, _, _| Ok(Value::Integer(0))),
    method("to_f", 0, 0, |_, _, _| Ok(Value::Float(0.0))),
    method("&", 1, 1, |_, _, _| Ok(Value::Boolean(false))),
    method("|", 1, 1, |_, _, given| Ok(Value::Boolean(given.get(0).is_true()))),
];

pub(super) const BOOLEAN: &[Method] = &[
    method("&", 1, 1, |_, this, given| Ok(Value::Boolean(this.is_true() && given.get(0).is_true()))),
    method("|", 1, 1, |_, this, given| Ok(Value::Boolean(this.is_true() || given.get(0).is_true()))),
    method("^", 1, 1, |_, this, given| Ok(Value::Boolean(this.is_true() != given.get(0).is_true()))),
];

pub(super) const SYMBOL: &[Method] = &[
    method("to_sym", 0, 0, |_, this, _| Ok(this)),
    method("id2name", 0, 0, |machine, this, _| as_string(machine, this, "to_s", &Arguments::default())),
    method("to_proc", 0, 0, |machine, this, _| {
        let name = machine.name_text(this)?;
        let block = crate::interpreter::BlockValue::Method(name.into());
        Ok(machine.heap.procedure(crate::value::Proc { block, is_lambda: true }))
    }),
    method("length", 0, 0, |machine, this, given| as_string(machine, this, "length", given)),
    method("size", 0, 0, |machine, this, given| as_string(machine, this, "size", given)),
    method("empty?", 0, 0, |machine, this, given| as_string(machine, this, "empty?", given)),
    method("start_with?", 0, ANY, |machine, this, given| as_string(machine, this, "start_with?", given)),
    method("end_with?", 0, ANY, |machine, this, given| as_string(machine, this, "end_with?", given)),
    method("=~", 1, 1, |machine, this, given| as_string(machine, this, "=~", given)),
    method("[]", 1, 2, |machine, this, given| as_string(machine, this, "[]", given)),
    method("upcase", 0, 0, |machine, this, given| as_symbol(machine, this, "upcase", given)),
    method("downcase", 0, 0, |machine, this, given| as_symbol(machine, this, "downcase", given)),
    method("capitalize", 0, 0, |machine, this, given| as_symbol(machine, this, "capitalize", given)),
    method("succ", 0, 0, |machine, this, given| as_symbol(machine, this, "succ", given)),
];

fn as_string(machine: &mut Interpreter<'_>, this: Value, name: &str, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.text(this)?;
    let text = machine.heap.string(text);
    machine.send(text, name, given)
}

fn as_symbol(machine: &mut Interpreter<'_>, this: Value, name: &str, given: &Arguments) -> Result<Value, Unwind> {
    let text = as_string(machine, this, name, given)?;
    machine.send(text, "to_sym", &Arguments::default())
}

pub(super) const SET: &[Method] = &[
    method("add", 1, 1, add),
    method("<<", 1, 1, add),
    method("delete", 1, 1, |machine, this, given| {
        let key = machine.key(given.get(0))?;
        machine.hash_mut(this).table.remove(&key);
        Ok(this)
    }),
    method("include?", 1, 1, |machine, this, given| {
        let key = machine.key(given.get(0))?;
        Ok(Value::Boolean(machine.table(this).contains(&key)))
    }),
    method("length", 0, 0, |machine, this, _| Ok(Value::Integer(machine.table(this).len() as i64))),
    method("size", 0, 0, |machine, this, _| Ok(Value::Integer(machine.table(this).len() as i64))),
    method("empty?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.table(this).len() == 0))),
    method("|", 1, 1, |machine, this, given| combined(machine, this, given, "|")),
    method("+", 1, 1, |machine, this, given| combined(machine, this, given, "|")),
    method("union", 1, 1, |machine, this, given| combined(machine, this, given, "|")),
    method("-", 1, 1, |machine, this, given| combined(machine, this, given, "-")),
    method("&", 1, 1, |machine, this, given| combined(machine, this, given, "&")),
    method("subset?", 1, 1, |machine, this, given| {
        let rest = combined(machine, this, given, "-")?;
        Ok(Value::Boolean(machine.table(rest).len() == 0))
    }),
    method("to_set", 0, 0, |_, this, _| Ok(this)),
];

fn add(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let key = machine.key(given.get(0))?;
    machine.heap.charge(4 * size_of::<Value>());
    machine.hash_mut(this).table.insert(key, given.get(0), Value::Boolean(true));
    Ok(this)
}

fn combined(machine: &mut Interpreter<'_>, this: Value, given: &Arguments, operator: &str) -> Result<Value, Unwind> {
    let lists = [this, given.get(0)].map(|set| machine.elements(set));
    let [left, right] = lists;
    let (left, right) = (left?, right?);
    let (left, right) = (machine.heap.array(left), machine.heap.array(right));
    let list = machine.send(left, operator, &Arguments::new(vec![right]))?;
    let list = machine.copy_of(list)?;
    let table = machine.table_of(&list)?;
    Ok(machine.heap.set(table))
}

pub(super) const RANGE: &[Method] = &[
    method("first", 0, 1, |machine, this, given| match given.list.first() {
        None => Ok(machine.range(this).begin),
        Some(count) => {
            let list = machine.elements(this)?;
            let list = machine.heap.array(list);
            machine.send(list, "take", &Arguments::new(vec![*count]))
        }
    }),
    method("begin", 0, 0, |machine, this, _| Ok(machine.range(this).begin)),
    method("last", 0, 1, |machine, this, given| match given.list.first() {
        None if matches!(machine.range(this).end, Value::Nil) => {
            Err(machine.fault("RangeError", "cannot get the last element of endless range"))
        }
        None => Ok(machine.range(this).end),
        Some(_) => {
            let list = machine.elements(this)?;
            let list = machine.heap.array(list);
            machine.send(list, "last", given)
        }
    }),
    method("end", 0, 0, |machine, this, _| Ok(machine.range(this).end)),
    method("size", 0, 0, |machine, this, _| {
        let range = machine.range(this);
        let (begin, end) = (machine.expect_integer(range.begin)?, machine.expect_integer(range.end)?);
        let size = end.saturating_sub(begin).saturating_add(i64::from(!range.excludes_end));
        Ok(Value::Integer(size.max(0)))
    }),
    method("exclude_end?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.range(this).excludes_end))),
    method("include?", 1, 1, covers),
    method("member?", 1, 1, covers),
    method("cover?", 1, 1, covers),
    method("step", 1, 1, |machine, this, given| {
        let by = machine.expect_count(given.get(0), "step can't be negative")?;
        if by == 0 {
            return Err(machine.fault("ArgumentError", "step can't be 0"));
        }
        let list: Vec<Value> = machine.elements(this)?.into_iter().step_by(by).collect();
        match &given.block {
            Some(block) => {
                for element in list {
                    machine.invoke(block, vec![element])?;
                }
                Ok(this)
            }
            None => Ok(machine.heap.array(list)),
        }
    }),
];

fn covers(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let range = machine.range(this);
    let value = given.get(0);
    let begins = range.begin == Value::Nil || machine.order(range.begin, value)?.is_some_and(std::cmp::Ordering::is_le);
    let ends = match range.end {
        Value::Nil => true,
        end => machine
            .order(value, end)?
            .is_some_and(|order| if range.excludes_end { order.is_lt() } else { order.is_le() }),
    };
    Ok(Value::Boolean(begins && ends))
}

pub(super) const ENUMERATOR: &[Method] = &[
    method("with_index", 0, 1, |machine, this, given| {
        let first = match given.get(0) {
            Value::Nil => 0,
            first => machine.expect_integer(first)?,
        };
        match &given.block {
            Some(block) => machine.with_index(this, first, block),
            None => {
                let mut list = Vec::new();
                for (index, element) in (first..).zip(machine.elements(this)?) {
                    list.push(machine.heap.array(vec![element, Value::Integer(index)]));
                }
                let list = machine.heap.array(list);
                machine.send(list, "each", &Arguments::default())
            }
        }
    }),
    method("each_with_index", 0, 0, |machine, this, given| match &given.block {
        Some(block) => machine.with_index(this, 0, block),
        None => machine.send(this, "with_index", given),
    }),
    method("with_object", 1, 1, |machine, this, given| {
        let Some(block) = &given.block else { return Err(machine.unsupported("`with_object` without a block is")) };
        let Value::Enumerator(id) = this else { return Ok(Value::Nil) };
        let inner = machine.heap.enumerators[id].clone();
        let block = crate::interpreter::BlockValue::With(Box::new(block.clone()), given.get(0));
        let arguments = Arguments { list: inner.arguments, block: Some(block) };
        machine.nested(|machine| machine.send(inner.receiver, &inner.method, &arguments))?;
        Ok(given.get(0))
    }),
    method("size", 0, 0, |machine, this, _| Ok(Value::Integer(machine.elements(this)?.len() as i64))),
    method("next", 0, 0, |machine, _, _| Err(machine.unsupported("`next` of an enumerator is"))),
];

pub(super) const REGEXP: &[Method] = &[
    method("match", 1, 1, |machine, this, given| match given.get(0) {
        Value::Nil => Ok(Value::Nil),
        Value::Symbol(_) => machine.match_at(this, given.get(0), 0),
        text => {
            machine.expect_string(text)?;
            machine.match_at(this, text, 0)
        }
    }),
    method("match?", 1, 1, |machine, this, given| {
        match given.get(0) {
            Value::Nil => return Ok(Value::Boolean(false)),
            Value::Symbol(_) => {}
            text => drop(machine.expect_string(text)?),
        }
        let before = machine.last_match;
        let found = machine.match_at(this, given.get(0), 0)?;
        machine.last_match = before;
        Ok(Value::Boolean(found != Value::Nil))
    }),
    method("=~", 1, 1, |machine, this, given| match given.get(0) {
        Value::Nil => Ok(Value::Nil),
        Value::Symbol(_) => machine.match_place(this, given.get(0)),
        text => {
            machine.expect_string(text)?;
            machine.match_place(this, text)
        }
    }),
    method("source", 0, 0, |machine, this, _| {
        let Value::Regexp(regexp) = this else { return Ok(Value::Nil) };
        let source = machine.heap.regexps[regexp].source().to_owned();
        Ok(machine.heap.string(source))
    }),
];

pub(super) const MATCH: &[Method] = &[
    method("[]", 1, 2, |machine, this, given| {
        let Value::Match(id) = this else { return Ok(Value::Nil) };
        let group = match given.get(0) {
            // Ranges and lengths select groups like the elements of an array.
            index if given.len() == 2 || matches!(index, Value::Range(_)) => {
                let all = groups(machine, this, 0)?;
                return machine.send(all, "[]", given);
            }
            Value::Integer(index) => {
                let count = machine.heap.matches[id].groups.len();
                super::string::place(index, count)
            }
            name => {
                let name = machine.name_text(name)?;
                let known = machine.heap.matches[id].pattern.group_names();
                let group = known.iter().position(|known| known.as_deref() == Some(name.as_str()));
                if group.is_none() {
                    return Err(machine.fault("IndexError", format!("undefined group name reference: {name}")));
                }
                group
            }
        };
        let text = group.and_then(|group| machine.heap.matches[id].group(group)).map(str::to_owned);
        Ok(machine.heap.optional_string(text))
    }),
    method("captures", 0, 0, |machine, this, _| groups(machine, this, 1)),
    method("to_a", 0, 0, |machine, this, _| groups(machine, this, 0)),
    method("named_captures", 0, 0, |machine, this, _| {
        let Value::Match(id) = this else { return Ok(Value::Nil) };
        let found = machine.heap.matches[id].clone();
        let mut table = HashTable::default();
        for (group, name) in found.pattern.group_names().into_iter().enumerate() {
            let Some(name) = name else { continue };
            let name = machine.heap.string(name);
            let key = machine.key(name)?;
            let value = machine.heap.optional_string(found.group(group));
            table.insert(key, name, value);
        }
        Ok(machine.heap.hash(table))
    }),
    method("pre_match", 0, 0, |machine, this, _| {
        let Value::Match(id) = this else { return Ok(Value::Nil) };
        let found = &machine.heap.matches[id];
        let text = found.text[..found.groups[0].map_or(0, |(start, _)| start)].to_owned();
        Ok(machine.heap.string(text))
    }),
    method("post_match", 0, 0, |machine, this, _| {
        let Value::Match(id) = this else { return Ok(Value::Nil) };
        let found = &machine.heap.matches[id];
        let text = found.text[found.groups[0].map_or(0, |(_, end)| end)..].to_owned();
        Ok(machine.heap.string(text))
    }),
];

fn groups(machine: &mut Interpreter<'_>, this: Value, first: usize) -> Result<Value, Unwind> {
    let Value::Match(id) = this else { return Ok(Value::Nil) };
    let found = machine.heap.matches[id].clone();
    let list = (first..found.groups.len()).map(|group| machine.heap.optional_string(found.group(group))).collect();
    Ok(machine.heap.array(list))
}

pub(super) const PROC: &[Method] = &[
    method("call", 0, ANY, call),
    method("()", 0, ANY, call),
    method("[]", 0, ANY, call),
    method("yield", 0, ANY, call),
    method("===", 0, ANY, call),
    method("to_proc", 0, 0, |_, this, _| Ok(this)),
    method("lambda?", 0, 0, |machine, this, _| {
        let Value::Proc(id) = this else { return Ok(Value::Nil) };
        Ok(Value::Boolean(machine.heap.procs[id].is_lambda))
    }),
];

fn call(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let Value::Proc(id) = this else { return Ok(Value::Nil) };
    let procedure = machine.heap.procs[id].clone();
    match procedure.is_lambda {
        true => machine.invoke_lambda(&procedure.block, given.list.clone()),
        false => machine.invoke(&procedure.block, given.list.clone()),
    }
}

pub(super) const EXCEPTION: &[Method] = &[
    method("message", 0, 0, |machine, this, _| {
        let text = machine.text(this)?;
        Ok(machine.heap.string(text))
    }),
    method("full_message", 0, 1, |machine, _, _| Err(machine.unsupported("`full_message` is"))),
    method("backtrace", 0, 0, |machine, _, _| Err(machine.unsupported("`backtrace` is"))),
];

pub(super) const SENSITIVE: &[Method] = &[method("unwrap", 0, 0, |machine, this, given| {
    let Value::Sensitive(id) = this else { return Ok(Value::Nil) };
    let inner = machine.heap.secrets[id];
    match &given.block {
        Some(block) => machine.invoke(block, vec![inner]),
        None => Ok(inner),
    }
})];

pub(super) const VERSION: &[Method] = &[
    method("<", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_lt()))
    }),
    method("<=", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_le()))
    }),
    method(">", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_gt()))
    }),
    method(">=", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_ge()))
    }),
    method("version", 0, 0, |machine, this, _| {
        let text = machine.text(this)?;
        Ok(machine.heap.string(text))
    }),
];

impl Interpreter<'_> {
    fn range(&self, value: Value) -> Range {
        match value {
            Value::Range(range) => self.heap.ranges[range],
            _ => Range { begin: Value::Nil, end: Value::Nil, excludes_end: false },
        }
    }

    /// Returns the elements of a range, which must have an end.
    pub(super) fn range_elements(&mut self, range: Id<Range>) -> Result<Vec<Value>, Unwind> {
        let range = self.heap.ranges[range];
        match (range.begin, range.end) {
            (Value::Integer(begin), Value::Integer(end)) => {
                let end = if range.excludes_end { end.saturating_sub(1) } else { end };
                let count = usize::try_from(end.saturating_sub(begin).saturating_add(1)).unwrap_or(0);
                self.reserve(count.saturating_mul(size_of::<Value>()))?;
                self.heap.charge(count * size_of::<Value>());
                Ok((begin..=end).take(count).map(Value::Integer).collect())
            }
            (Value::String(begin), Value::String(end)) => {
                let (begin, end) = (self.heap.strings[begin].clone(), self.heap.strings[end].clone());
                self.strings_between(&begin, &end, range.excludes_end)
            }
            (Value::Integer(_), Value::Nil) => Err(self.unsupported("iteration over an endless range is")),
            (begin, _) => {
                let class = crate::class::of(begin, &self.heap);
                Err(self.fault("TypeError", format!("can't iterate from {class}")))
            }
        }
    }
}
