//! Methods of all enumerable values: arrays, hashes as lists of pairs, ranges, sets, enumerators.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use super::{ANY, Method, method};
use crate::hash::HashTable;
use crate::interpreter::{Arguments, BlockValue, Interpreter, Unwind};
use crate::value::Value;

/// Evaluates to the block of a call. Without a block, the method returns an enumerator.
macro_rules! with_block {
    ($machine:expr, $this:expr, $name:literal, $given:expr) => {
        match $machine.block_or_enumerator($this, $name, $given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        }
    };
}

pub(super) const METHODS: &[Method] = &[
    method("each", 0, 0, each),
    method("each_entry", 0, 0, each),
    method("reverse_each", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "reverse_each", given);
        for element in machine.elements(this)?.into_iter().rev() {
            machine.invoke(&block, vec![element])?;
        }
        Ok(this)
    }),
    method("each_with_index", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "each_with_index", given);
        for (index, element) in machine.elements(this)?.into_iter().enumerate() {
            machine.invoke(&block, vec![element, Value::Integer(index as i64)])?;
        }
        Ok(this)
    }),
    method("each_with_object", 1, 1, |machine, this, given| {
        let block = with_block!(machine, this, "each_with_object", given);
        for element in machine.elements(this)? {
            machine.invoke(&block, vec![element, given.get(0)])?;
        }
        Ok(given.get(0))
    }),
    method("each_slice", 1, 1, |machine, this, given| {
        let block = with_block!(machine, this, "each_slice", given);
        let count = machine.expect_count(given.get(0), "invalid slice size")?;
        if count == 0 {
            return Err(machine.fault("ArgumentError", "invalid slice size"));
        }
        for part in machine.elements(this)?.chunks(count) {
            let part = machine.heap.array(part.to_vec());
            machine.invoke(&block, vec![part])?;
        }
        Ok(this)
    }),
    method("each_cons", 1, 1, |machine, this, given| {
        let block = with_block!(machine, this, "each_cons", given);
        let count = machine.expect_count(given.get(0), "invalid size")?;
        if count == 0 {
            return Err(machine.fault("ArgumentError", "invalid size"));
        }
        for part in machine.elements(this)?.windows(count) {
            machine.reserve(size_of_val(part))?;
            let part = machine.heap.array(part.to_vec());
            machine.invoke(&block, vec![part])?;
        }
        Ok(this)
    }),
    method("map", 0, 0, map),
    method("collect", 0, 0, map),
    method("flat_map", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "flat_map", given);
        let mut list = Vec::new();
        for element in machine.elements(this)? {
            let result = machine.invoke(&block, vec![element])?;
            list.extend(machine.elements_of_list(result)?);
            machine.reserve(list.len() * size_of::<Value>())?;
        }
        Ok(machine.heap.array(list))
    }),
    method("filter_map", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "filter_map", given);
        let mut list = Vec::new();
        for element in machine.elements(this)? {
            let result = machine.invoke(&block, vec![element])?;
            if result.is_true() {
                list.push(result);
            }
        }
        Ok(machine.heap.array(list))
    }),
    method("select", 0, 0, |machine, this, given| filter(machine, this, "select", given, true)),
    method("filter", 0, 0, |machine, this, given| filter(machine, this, "filter", given, true)),
    method("find_all", 0, 0, |machine, this, given| filter(machine, this, "find_all", given, true)),
    method("reject", 0, 0, |machine, this, given| filter(machine, this, "reject", given, false)),
    method("partition", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "partition", given);
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for element in machine.elements(this)? {
            let fits = machine.invoke(&block, vec![element])?.is_true();
            if fits { &mut yes } else { &mut no }.push(element);
        }
        let halves = [yes, no].map(|half| machine.heap.array(half));
        Ok(machine.heap.array(halves.to_vec()))
    }),
    method("find", 0, 0, find),
    method("detect", 0, 0, find),
    method("find_index", 0, 1, |machine, this, given| {
        let list = machine.elements(this)?;
        let list = machine.heap.array(list);
        machine.send(list, "index", given)
    }),
    method("grep", 1, 1, |machine, this, given| grep(machine, this, given, true)),
    method("grep_v", 1, 1, |machine, this, given| grep(machine, this, given, false)),
    method("include?", 1, 1, include),
    method("member?", 1, 1, include),
    method("any?", 0, 1, |machine, this, given| Ok(Value::Boolean(counted(machine, this, given, Some(1))? > 0))),
    method("none?", 0, 1, |machine, this, given| Ok(Value::Boolean(counted(machine, this, given, Some(1))? == 0))),
    method("one?", 0, 1, |machine, this, given| Ok(Value::Boolean(counted(machine, this, given, Some(2))? == 1))),
    method("all?", 0, 1, |machine, this, given| {
        let length = machine.elements(this)?.len();
        Ok(Value::Boolean(counted(machine, this, given, None)? == length))
    }),
    method("count", 0, 1, |machine, this, given| {
        let count = match (given.list.first(), &given.block) {
            (None, None) if matches!(this, Value::Array(_)) => machine.list_of(this).len(),
            (None, None) => machine.elements(this)?.len(),
            (Some(wanted), _) => {
                let mut count = 0;
                for element in machine.elements(this)? {
                    count += usize::from(machine.equal(element, *wanted)?);
                }
                count
            }
            (None, Some(_)) => counted(machine, this, given, None)?,
        };
        Ok(Value::Integer(count as i64))
    }),
    method("first", 0, 1, |machine, this, given| match (given.list.first(), this) {
        (None, Value::Array(_)) => Ok(machine.list_of(this).first().copied().unwrap_or(Value::Nil)),
        (None, _) => Ok(machine.elements(this)?.first().copied().unwrap_or(Value::Nil)),
        (Some(count), Value::Array(_)) => {
            let count = machine.expect_count(*count, "negative array size")?;
            machine.work(count.min(machine.list_of(this).len()) / 16)?;
            let list = machine.list_of(this).iter().copied().take(count).collect();
            Ok(machine.heap.array(list))
        }
        (Some(_), _) => take(machine, this, given),
    }),
    method("take", 1, 1, take),
    method("drop", 1, 1, |machine, this, given| {
        let count = machine.expect_count(given.get(0), "attempt to drop negative size")?;
        let list = machine.elements(this)?.into_iter().skip(count).collect();
        Ok(machine.heap.array(list))
    }),
    method("take_while", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "take_while", given);
        let mut list = Vec::new();
        for element in machine.elements(this)? {
            if !machine.invoke(&block, vec![element])?.is_true() {
                break;
            }
            list.push(element);
        }
        Ok(machine.heap.array(list))
    }),
    method("drop_while", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "drop_while", given);
        let list = machine.elements(this)?;
        let mut kept = 0;
        while kept < list.len() && machine.invoke(&block, vec![list[kept]])?.is_true() {
            kept += 1;
        }
        Ok(machine.heap.array(list[kept..].to_vec()))
    }),
    method("inject", 0, 2, reduce),
    method("reduce", 0, 2, reduce),
    method("sum", 0, 1, |machine, this, given| {
        let mut sum = given.list.first().copied().unwrap_or(Value::Integer(0));
        for element in machine.elements(this)? {
            let element = match &given.block {
                Some(block) => machine.invoke(block, vec![element])?,
                None => element,
            };
            sum = machine.send(sum, "+", &Arguments::new(vec![element]))?;
        }
        Ok(sum)
    }),
    method("min", 0, 1, |machine, this, given| extreme(machine, this, given, Ordering::Less)),
    method("max", 0, 1, |machine, this, given| extreme(machine, this, given, Ordering::Greater)),
    method("minmax", 0, 0, |machine, this, given| {
        let least = extreme(machine, this, given, Ordering::Less)?;
        let most = extreme(machine, this, given, Ordering::Greater)?;
        Ok(machine.heap.array(vec![least, most]))
    }),
    method("min_by", 0, 0, |machine, this, given| extreme_by(machine, this, given, Ordering::Less)),
    method("max_by", 0, 0, |machine, this, given| extreme_by(machine, this, given, Ordering::Greater)),
    method("sort", 0, 0, |machine, this, given| {
        let list = machine.elements(this)?;
        let block = given.block.clone();
        let list = machine.sorted(list, |machine, left, right| machine.block_order(block.as_ref(), left, right))?;
        Ok(machine.heap.array(list))
    }),
    method("sort_by", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "sort_by", given);
        let mut keyed = Vec::new();
        for element in machine.elements(this)? {
            let key = machine.invoke(&block, vec![element])?;
            keyed.push(machine.heap.array(vec![key, element]));
        }
        let keyed = machine.sorted(keyed, |machine, left, right| {
            let (left, right) = (machine.list_of(left)[0], machine.list_of(right)[0]);
            machine.must_order(left, right)
        })?;
        let list = keyed.into_iter().map(|pair| machine.list_of(pair)[1]).collect();
        Ok(machine.heap.array(list))
    }),
    method("group_by", 0, 0, |machine, this, given| {
        let block = with_block!(machine, this, "group_by", given);
        let mut table = HashTable::default();
        for element in machine.elements(this)? {
            let name = machine.invoke(&block, vec![element])?;
            let key = machine.key(name)?;
            match table.get(&key) {
                Some(group) => {
                    machine.send(group, "<<", &Arguments::new(vec![element]))?;
                }
                None => {
                    let group = machine.heap.array(vec![element]);
                    table.insert(key, name, group);
                }
            }
        }
        Ok(machine.heap.hash(table))
    }),
    method("tally", 0, 0, |machine, this, _| {
        let mut table = HashTable::default();
        for element in machine.elements(this)? {
            let key = machine.key(element)?;
            let count = match table.get(&key) {
                Some(Value::Integer(count)) => count + 1,
                _ => 1,
            };
            table.insert(key, element, Value::Integer(count));
        }
        Ok(machine.heap.hash(table))
    }),
    method("uniq", 0, 0, |machine, this, given| {
        let mut table = HashTable::default();
        for element in machine.elements(this)? {
            let by = match &given.block {
                Some(block) => machine.invoke(block, vec![element])?,
                None => element,
            };
            let key = machine.key(by)?;
            if !table.contains(&key) {
                table.insert(key, element, Value::Nil);
            }
        }
        Ok(machine.heap.array(table.keys()))
    }),
    method("zip", 0, ANY, |machine, this, given| {
        let mut others = Vec::new();
        for other in &given.list {
            others.push(machine.elements(*other)?);
        }
        let mut rows = Vec::new();
        for (index, element) in machine.elements(this)?.into_iter().enumerate() {
            let rest = others.iter().map(|other| other.get(index).copied().unwrap_or(Value::Nil));
            let row = std::iter::once(element).chain(rest).collect();
            rows.push(machine.heap.array(row));
        }
        match &given.block {
            Some(block) => {
                for row in rows {
                    machine.invoke(block, vec![row])?;
                }
                Ok(Value::Nil)
            }
            None => Ok(machine.heap.array(rows)),
        }
    }),
    method("to_a", 0, 0, to_list),
    method("entries", 0, 0, to_list),
    method("to_h", 0, 0, |machine, this, given| {
        let mut table = HashTable::default();
        for (index, element) in machine.elements(this)?.into_iter().enumerate() {
            let pair = match &given.block {
                Some(block) => machine.invoke(block, vec![element])?,
                None => element,
            };
            let [name, value] = *machine.list_of(pair) else {
                let class = crate::class::of(pair, &machine.heap);
                let place = if given.block.is_some() { String::new() } else { format!(" at {index}") };
                let message = format!("wrong element type {class}{place} (expected array)");
                return Err(machine.fault("TypeError", message));
            };
            let key = machine.key(name)?;
            let name = machine.key_name(name);
            table.insert(key, name, value);
        }
        Ok(machine.heap.hash(table))
    }),
    method("to_set", 0, 0, |machine, this, _| {
        let list = machine.elements(this)?;
        let table = machine.table_of(&list)?;
        Ok(machine.heap.set(table))
    }),
    method("lazy", 0, 0, |machine, _, _| Err(machine.unsupported("`lazy` is"))),
    method("cycle", 0, 1, |machine, _, _| Err(machine.unsupported("`cycle` is"))),
];

fn each(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let block = with_block!(machine, this, "each", given);
    if let Value::Array(list) = this {
        // Elements added during the iteration are visited as well.
        let mut index = 0;
        while let Some(element) = machine.heap.arrays[list].get(index).copied() {
            machine.invoke(&block, vec![element])?;
            index += 1;
        }
        return Ok(this);
    }
    for element in machine.elements(this)? {
        machine.invoke(&block, vec![element])?;
    }
    Ok(this)
}

fn map(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let block = with_block!(machine, this, "map", given);
    let mut list = Vec::new();
    for element in machine.elements(this)? {
        list.push(machine.invoke(&block, vec![element])?);
    }
    Ok(machine.heap.array(list))
}

fn filter(
    machine: &mut Interpreter<'_>,
    this: Value,
    name: &str,
    given: &Arguments,
    wanted: bool,
) -> Result<Value, Unwind> {
    let block = match machine.block_or_enumerator(this, name, given) {
        Ok(block) => block,
        Err(enumerator) => return Ok(enumerator),
    };
    let mut list = Vec::new();
    for element in machine.elements(this)? {
        if machine.invoke(&block, vec![element])?.is_true() == wanted {
            list.push(element);
        }
    }
    Ok(machine.heap.array(list))
}

fn find(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let block = with_block!(machine, this, "find", given);
    for element in machine.elements(this)? {
        if machine.invoke(&block, vec![element])?.is_true() {
            return Ok(element);
        }
    }
    Ok(Value::Nil)
}

fn grep(machine: &mut Interpreter<'_>, this: Value, given: &Arguments, wanted: bool) -> Result<Value, Unwind> {
    let mut list = Vec::new();
    for element in machine.elements(this)? {
        if machine.matches(given.get(0), element)? == wanted {
            list.push(match &given.block {
                Some(block) => machine.invoke(block, vec![element])?,
                None => element,
            });
        }
    }
    Ok(machine.heap.array(list))
}

fn include(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    for element in machine.elements(this)? {
        if machine.equal(element, given.get(0))? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

/// Counts the elements that match a pattern or a block, or are true, up to a maximum.
fn counted(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    most: Option<usize>,
) -> Result<usize, Unwind> {
    let mut count = 0;
    for element in machine.elements(this)? {
        let fits = match (given.list.first(), &given.block) {
            (Some(pattern), _) => machine.matches(*pattern, element)?,
            (None, Some(block)) => machine.invoke(block, vec![element])?.is_true(),
            (None, None) => element.is_true(),
        };
        count += usize::from(fits);
        if Some(count) == most {
            break;
        }
    }
    Ok(count)
}

fn take(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let count = machine.expect_count(given.get(0), "attempt to take negative size")?;
    let list = machine.elements(this)?.into_iter().take(count).collect();
    Ok(machine.heap.array(list))
}

fn reduce(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let mut elements = machine.elements(this)?.into_iter();
    let (initial, operator) = match (given.list.as_slice(), &given.block) {
        ([], _) => (None, None),
        ([Value::Symbol(name)], None) => (None, Some(machine.name(*name))),
        ([initial], _) => (Some(*initial), None),
        ([initial, name, ..], _) => (Some(*initial), Some(machine.name_text(*name)?.into())),
    };
    let Some(mut result) = initial.or_else(|| elements.next()) else { return Ok(Value::Nil) };
    for element in elements {
        result = match (&operator, &given.block) {
            (Some(operator), _) => machine.send(result, operator, &Arguments::new(vec![element]))?,
            (None, Some(block)) => machine.invoke(block, vec![result, element])?,
            (None, None) => return Err(machine.fault("LocalJumpError", "no block given")),
        };
    }
    Ok(result)
}

fn extreme(machine: &mut Interpreter<'_>, this: Value, given: &Arguments, wanted: Ordering) -> Result<Value, Unwind> {
    let list = machine.elements(this)?;
    if let Some(count) = given.list.first() {
        let count = machine.expect_count(*count, "negative size")?;
        let block = given.block.clone();
        let mut list = machine.sorted(list, |machine, left, right| {
            let order = machine.block_order(block.as_ref(), left, right)?;
            Ok(if wanted == Ordering::Less { order } else { order.reverse() })
        })?;
        list.truncate(count);
        return Ok(machine.heap.array(list));
    }
    let mut best = None;
    for element in list {
        best = Some(match best {
            None => element,
            Some(best) => {
                if machine.block_order(given.block.as_ref(), element, best)? == wanted {
                    element
                } else {
                    best
                }
            }
        });
    }
    Ok(best.unwrap_or(Value::Nil))
}

fn extreme_by(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    wanted: Ordering,
) -> Result<Value, Unwind> {
    let Some(block) = given.block.clone() else {
        return Err(machine.unsupported("`min_by` and `max_by` without a block are"));
    };
    let mut best: Option<(Value, Value)> = None;
    for element in machine.elements(this)? {
        let key = machine.invoke(&block, vec![element])?;
        best = Some(match best {
            Some((best_key, best)) if machine.must_order(key, best_key)? != wanted => (best_key, best),
            _ => (key, element),
        });
    }
    Ok(best.map_or(Value::Nil, |(_, element)| element))
}

fn to_list(machine: &mut Interpreter<'_>, this: Value, _: &Arguments) -> Result<Value, Unwind> {
    let list = machine.elements(this)?;
    Ok(machine.heap.array(list))
}

impl Interpreter<'_> {
    /// Returns the elements of an enumerable value; the elements of a hash are pairs.
    pub(crate) fn elements(&mut self, value: Value) -> Result<Vec<Value>, Unwind> {
        let elements = match value {
            Value::Array(list) => self.heap.arrays[list].clone(),
            Value::Set(set) => self.heap.hashes[set].table.keys(),
            Value::Hash(hash) => {
                let pairs = self.heap.hashes[hash].table.pairs();
                self.reserve(pairs.len() * 4 * size_of::<Value>())?;
                pairs.into_iter().map(|(key, value)| self.heap.array(vec![key, value])).collect()
            }
            Value::Range(range) => self.range_elements(range)?,
            Value::Enumerator(enumerator) => {
                let enumerator = self.heap.enumerators[enumerator].clone();
                let kept = Rc::new(RefCell::default());
                let block = Some(BlockValue::Collector(Rc::clone(&kept)));
                let arguments = Arguments { list: enumerator.arguments, block };
                self.nested(|machine| machine.send(enumerator.receiver, &enumerator.method, &arguments))?;
                kept.take()
            }
            other => {
                let shown = self.inspect(other)?;
                let class = crate::class::of(other, &self.heap);
                return Err(self.fault("NoMethodError", format!("undefined method `each' for {shown}:{class}")));
            }
        };
        self.work(elements.len())?;
        Ok(elements)
    }

    /// Compares two values with a block, or with `<=>` if there is none.
    fn block_order(&mut self, block: Option<&BlockValue>, left: Value, right: Value) -> Result<Ordering, Unwind> {
        let Some(block) = block else { return self.must_order(left, right) };
        match self.invoke(block, vec![left, right])? {
            Value::Integer(number) => Ok(number.cmp(&0)),
            Value::Float(number) => Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
            _ => {
                let stop = self.incomparable(left, right)?;
                Err(stop)
            }
        }
    }

    /// Iterates over an enumerator, with the index as an additional argument.
    pub(super) fn with_index(&mut self, enumerator: Value, first: i64, block: &BlockValue) -> Result<Value, Unwind> {
        let Value::Enumerator(id) = enumerator else { return Ok(Value::Nil) };
        let inner = self.heap.enumerators[id].clone();
        let block = BlockValue::Indexed(Box::new(block.clone()), Rc::new(Cell::new(first)));
        let arguments = Arguments { list: inner.arguments, block: Some(block) };
        self.nested(|machine| machine.send(inner.receiver, &inner.method, &arguments))
    }
}
