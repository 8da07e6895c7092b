//! Strings: construction, comparison, queries and slices.

use super::{ANY, Method, method};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;
use ruby::number;

pub(super) const METHODS: &[Method] = &[
    method("+", 1, 1, |machine, this, given| {
        let right = machine.expect_string(given.get(0))?;
        let left = machine.text(this)?;
        machine.reserve(left.len() + right.len())?;
        Ok(machine.heap.string(left + &right))
    }),
    method("*", 1, 1, |machine, this, given| {
        let text = machine.text(this)?;
        let count = machine.expect_count(given.get(0), "negative argument")?;
        machine.reserve(text.len().saturating_mul(count))?;
        Ok(machine.heap.string(text.repeat(count)))
    }),
    method("%", 1, 1, |machine, this, given| {
        let template = machine.text(this)?;
        let list = machine.elements_of_list(given.get(0))?;
        let text = machine.formatted(&template, &list)?;
        Ok(machine.heap.string(text))
    }),
    method("+@", 0, 0, |_, this, _| Ok(this)),
    method("-@", 0, 0, |_, this, _| Ok(this)),
    method("<<", 1, 1, append),
    method("concat", 0, ANY, append),
    method("prepend", 0, ANY, |machine, this, given| {
        let mut text = String::new();
        for part in &given.list {
            text.push_str(&machine.expect_string(*part)?);
        }
        let text = text + &machine.text(this)?;
        machine.replace_string(this, text)
    }),
    method("replace", 1, 1, |machine, this, given| {
        let text = machine.expect_string(given.get(0))?;
        machine.replace_string(this, text)
    }),
    method("insert", 2, 2, |machine, this, given| {
        let mut letters: Vec<char> = machine.text(this)?.chars().collect();
        let index = machine.expect_integer(given.get(0))?;
        let part = machine.expect_string(given.get(1))?;
        // With a negative index, the text is inserted after the character.
        let place = if index < 0 { index + 1 + letters.len() as i64 } else { index };
        match usize::try_from(place).ok().filter(|place| *place <= letters.len()) {
            Some(place) => {
                letters.splice(place..place, part.chars());
                machine.replace_string(this, letters.into_iter().collect())
            }
            None => Err(machine.fault("IndexError", format!("index {index} out of string"))),
        }
    }),
    method("clear", 0, 0, |machine, this, _| machine.replace_string(this, String::new())),
    method("length", 0, 0, length),
    method("size", 0, 0, length),
    method("bytesize", 0, 0, |machine, this, _| Ok(Value::Integer(machine.text(this)?.len() as i64))),
    method("empty?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.text(this)?.is_empty()))),
    method("to_str", 0, 0, |_, this, _| Ok(this)),
    method("to_s", 0, 0, |_, this, _| Ok(this)),
    method("to_sym", 0, 0, symbol),
    method("intern", 0, 0, symbol),
    method("to_i", 0, 1, |machine, this, given| {
        let radix = match given.list.first() {
            Some(radix) => machine.expect_integer(*radix)?,
            None => 10,
        };
        let Some(radix) = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)) else {
            return Err(machine.fault("ArgumentError", format!("invalid radix {radix}")));
        };
        let text = machine.text(this)?;
        number::leading_integer(&text, radix).to_i64().map(Value::Integer).ok_or_else(|| machine.too_big())
    }),
    method("to_f", 0, 0, |machine, this, _| Ok(Value::Float(number::leading_float(&machine.text(this)?)))),
    method("hex", 0, 0, |machine, this, _| {
        let text = machine.text(this)?;
        number::leading_integer(&text, 16).to_i64().map(Value::Integer).ok_or_else(|| machine.too_big())
    }),
    method("oct", 0, 0, |machine, this, _| {
        let text = machine.text(this)?;
        number::leading_integer(&text, 8).to_i64().map(Value::Integer).ok_or_else(|| machine.too_big())
    }),
    method("ord", 0, 0, |machine, this, _| match machine.text(this)?.chars().next() {
        Some(letter) => Ok(Value::Integer(i64::from(u32::from(letter)))),
        None => Err(machine.fault("ArgumentError", "empty string")),
    }),
    method("include?", 1, 1, |machine, this, given| {
        let part = machine.expect_string(given.get(0))?;
        Ok(Value::Boolean(machine.text(this)?.contains(&part)))
    }),
    method("start_with?", 0, ANY, |machine, this, given| {
        let text = machine.text(this)?;
        for prefix in &given.list {
            let fits = match prefix {
                Value::Regexp(_) => {
                    let found = machine.match_at(*prefix, this, 0)?;
                    matches!(found, Value::Match(found) if machine.heap.matches[found].groups[0].is_some_and(|(start, _)| start == 0))
                }
                other => text.starts_with(&machine.expect_string(*other)?),
            };
            if fits {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }),
    method("end_with?", 0, ANY, |machine, this, given| {
        let text = machine.text(this)?;
        for suffix in &given.list {
            if text.ends_with(&machine.expect_string(*suffix)?) {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }),
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
    method("between?", 2, 2, |machine, this, given| {
        let low = machine.must_compare(this, given.get(0))?;
        Ok(Value::Boolean(low.is_ge() && machine.must_compare(this, given.get(1))?.is_le()))
    }),
    method("casecmp", 1, 1, |machine, this, given| {
        let other = machine.expect_string(given.get(0))?.to_ascii_lowercase();
        Ok(Value::Integer(machine.text(this)?.to_ascii_lowercase().cmp(&other) as i64))
    }),
    method("casecmp?", 1, 1, |machine, this, given| {
        let other = machine.expect_string(given.get(0))?.to_lowercase();
        Ok(Value::Boolean(machine.text(this)?.to_lowercase() == other))
    }),
    method("[]", 1, 2, slice),
    method("slice", 1, 2, slice),
    method("slice!", 1, 2, |machine, this, given| {
        let taken = slice(machine, this, given)?;
        if let Value::String(part) = taken {
            let part = machine.heap.strings[part].clone();
            let text = machine.text(this)?;
            let rest = match (given.get(0), given.len()) {
                (Value::Integer(index), _) => {
                    let letters: Vec<char> = text.chars().collect();
                    let start = place(index, letters.len()).unwrap_or(letters.len());
                    let end = (start + part.chars().count()).min(letters.len());
                    letters[..start].iter().chain(&letters[end..]).collect()
                }
                _ => text.replacen(&part, "", 1),
            };
            machine.replace_string(this, rest)?;
        }
        Ok(taken)
    }),
    method("[]=", 2, 3, |machine, this, given| {
        let value = given.list[given.len() - 1];
        let new = machine.expect_string(value)?;
        let selection = Arguments::new(given.list[..given.len() - 1].to_vec());
        let Value::String(part) = slice(machine, this, &selection)? else {
            return Err(machine.fault("IndexError", "string not matched"));
        };
        let part = machine.heap.strings[part].clone();
        let text = machine.text(this)?;
        let result = match given.get(0) {
            Value::Integer(index) => {
                let letters: Vec<char> = text.chars().collect();
                let start = place(index, letters.len()).unwrap_or(letters.len());
                let end = (start + part.chars().count()).min(letters.len());
                letters[..start].iter().copied().chain(new.chars()).chain(letters[end..].iter().copied()).collect()
            }
            _ => text.replacen(&part, &new, 1),
        };
        machine.replace_string(this, result)?;
        Ok(value)
    }),
    method("index", 1, 2, |machine, this, given| {
        let text = machine.text(this)?;
        let from = match given.list.get(1) {
            Some(from) => machine.expect_integer(*from)?,
            None => 0,
        };
        let count = text.chars().count();
        let Some(from) = place(from, count + 1) else { return Ok(Value::Nil) };
        let from = text.char_indices().nth(from).map_or(text.len(), |(at, _)| at);
        let at = match given.get(0) {
            pattern @ Value::Regexp(_) => match machine.match_at(pattern, this, from)? {
                Value::Match(found) => machine.heap.matches[found].groups[0].map(|(start, _)| start),
                _ => None,
            },
            other => {
                let part = machine.expect_string(other)?;
                text[from..].find(&part).map(|at| at + from)
            }
        };
        Ok(at.map_or(Value::Nil, |at| Value::Integer(text[..at].chars().count() as i64)))
    }),
    method("rindex", 1, 1, |machine, this, given| {
        let part = machine.expect_string(given.get(0))?;
        let text = machine.text(this)?;
        Ok(text.rfind(&part).map_or(Value::Nil, |at| Value::Integer(text[..at].chars().count() as i64)))
    }),
    method("encoding", 0, 0, |machine, _, _| Err(machine.unsupported("`encoding` is"))),
    method("force_encoding", 1, 1, |_, this, _| Ok(this)),
    method("valid_encoding?", 0, 0, |_, _, _| Interpreter::boolean(true)),
];

fn append(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    for part in &given.list {
        let part = match part {
            Value::Integer(code) => {
                let letter = u32::try_from(*code).ok().and_then(char::from_u32);
                match letter {
                    Some(letter) => letter.to_string(),
                    None => return Err(machine.fault("RangeError", format!("{code} out of char range"))),
                }
            }
            other => machine.expect_string(*other)?,
        };
        if let Value::String(id) = this {
            machine.reserve(part.len())?;
            machine.heap.charge(part.len());
            machine.heap.strings[id].push_str(&part);
        }
    }
    Ok(this)
}

fn length(machine: &mut Interpreter<'_>, this: Value, _: &Arguments) -> Result<Value, Unwind> {
    Ok(Value::Integer(machine.text(this)?.chars().count() as i64))
}

fn symbol(machine: &mut Interpreter<'_>, this: Value, _: &Arguments) -> Result<Value, Unwind> {
    let name = machine.text(this)?;
    Ok(machine.heap.symbol(&name))
}

fn slice(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.text(this)?;
    let part = match (given.get(0), given.list.get(1)) {
        (Value::Regexp(_), group) => {
            let group = group.copied().unwrap_or(Value::Integer(0));
            return match machine.match_at(given.get(0), this, 0)? {
                found @ Value::Match(_) => machine.send(found, "[]", &Arguments::new(vec![group])),
                _ => Ok(Value::Nil),
            };
        }
        (Value::String(part), _) => {
            let part = machine.heap.strings[part].clone();
            text.contains(&part).then_some(part)
        }
        (Value::Range(range), _) => {
            let letters: Vec<char> = text.chars().collect();
            let bounds = machine.bounds(range, letters.len())?;
            bounds.map(|(start, end)| letters[start..end].iter().collect())
        }
        (index, None) => {
            let index = machine.expect_integer(index)?;
            let letters = text.chars().count();
            place(index, letters).and_then(|at| text.chars().nth(at)).map(String::from)
        }
        (index, Some(length)) => {
            let (index, length) = (machine.expect_integer(index)?, machine.expect_integer(*length)?);
            let letters: Vec<char> = text.chars().collect();
            let start = place(index, letters.len() + 1).or((index == 0).then_some(0));
            // With a negative index, there is no position after the last character.
            let start = if index < 0 { place(index, letters.len()) } else { start };
            match (start, usize::try_from(length)) {
                (Some(start), Ok(length)) => {
                    let end = start.saturating_add(length).min(letters.len());
                    Some(letters[start..end].iter().collect())
                }
                _ => None,
            }
        }
    };
    Ok(machine.heap.optional_string(part))
}

/// Returns the position of an index. Negative indices count from the end.
pub(super) fn place(index: i64, length: usize) -> Option<usize> {
    let length_signed = i64::try_from(length).ok()?;
    let at = if index < 0 { index.checked_add(length_signed)? } else { index };
    usize::try_from(at).ok().filter(|at| *at < length)
}

impl Interpreter<'_> {
    /// Replaces the content of a string.
    pub(super) fn replace_string(&mut self, this: Value, text: String) -> Result<Value, Unwind> {
        if let Value::String(id) = this {
            self.reserve(text.len())?;
            self.heap.charge(text.len());
            self.heap.strings[id] = text;
        }
        Ok(this)
    }

    /// Returns the bounds of a range within a length; `None` if the range starts after the end.
    pub(super) fn bounds(
        &mut self,
        range: crate::value::Id<crate::value::Range>,
        length: usize,
    ) -> Result<Option<(usize, usize)>, Unwind> {
        let range = self.heap.ranges[range];
        let signed = i64::try_from(length).unwrap_or(i64::MAX);
        let absolute = |index: i64| if index < 0 { index.saturating_add(signed) } else { index };
        let begin = match range.begin {
            Value::Nil => 0,
            begin => absolute(self.expect_integer(begin)?),
        };
        let end = match range.end {
            Value::Nil => signed,
            end => absolute(self.expect_integer(end)?).saturating_add(i64::from(!range.excludes_end)),
        };
        let (Ok(begin), Ok(end)) = (usize::try_from(begin), usize::try_from(end.max(0))) else { return Ok(None) };
        Ok((begin <= length).then(|| (begin, end.clamp(begin, length.max(begin)))))
    }
}
