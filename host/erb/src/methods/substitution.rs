//! Strings and regular expressions: matching, replacing, splitting, and character sets.

use std::rc::Rc;

use super::{ANY, Method, method};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::{Match, Value};

pub(super) const METHODS: &[Method] = &[
    method("=~", 1, 1, |machine, this, given| match given.get(0) {
        pattern @ Value::Regexp(_) => machine.match_place(pattern, this),
        Value::String(_) => Err(machine.fault("TypeError", "type mismatch: String given")),
        _ => Ok(Value::Nil),
    }),
    method("match", 1, 1, |machine, this, given| {
        let pattern = machine.expect_pattern(given.get(0))?;
        machine.match_at(pattern, this, 0)
    }),
    method("match?", 1, 1, |machine, this, given| {
        let pattern = machine.expect_pattern(given.get(0))?;
        let before = machine.last_match;
        let found = machine.match_at(pattern, this, 0)?;
        machine.last_match = before;
        Ok(Value::Boolean(found != Value::Nil))
    }),
    method("sub", 1, 2, |machine, this, given| {
        let (text, _) = replaced(machine, this, given, false)?;
        Ok(machine.heap.string(text))
    }),
    method("gsub", 1, 2, |machine, this, given| {
        let (text, _) = replaced(machine, this, given, true)?;
        Ok(machine.heap.string(text))
    }),
    method("sub!", 1, 2, |machine, this, given| {
        let (text, count) = replaced(machine, this, given, false)?;
        if count == 0 { Ok(Value::Nil) } else { machine.replace_string(this, text) }
    }),
    method("gsub!", 1, 2, |machine, this, given| {
        let (text, count) = replaced(machine, this, given, true)?;
        if count == 0 { Ok(Value::Nil) } else { machine.replace_string(this, text) }
    }),
    method("scan", 1, 1, |machine, this, given| {
        let pattern = machine.expect_literal_pattern(given.get(0))?;
        let mut results = Vec::new();
        for found in machine.all_matches(pattern, this, usize::MAX)? {
            let result = if found.groups.len() > 1 {
                let groups: Vec<_> =
                    (1..found.groups.len()).map(|group| found.group(group).map(str::to_owned)).collect();
                let groups = groups.into_iter().map(|group| machine.heap.optional_string(group)).collect();
                machine.heap.array(groups)
            } else {
                let whole = found.group(0).unwrap_or_default().to_owned();
                machine.heap.string(whole)
            };
            machine.last_match = machine.heap.match_data(found);
            match &given.block {
                Some(block) => {
                    machine.invoke(block, vec![result])?;
                }
                None => results.push(result),
            }
        }
        Ok(if given.block.is_some() { this } else { machine.heap.array(results) })
    }),
    method("split", 0, 2, split),
    method("partition", 1, 1, |machine, this, given| {
        let pattern = machine.expect_literal_pattern(given.get(0))?;
        let text = machine.text(this)?;
        let found = machine.all_matches(pattern, this, 1)?.into_iter().next().and_then(|found| found.groups[0]);
        let (start, end) = found.unwrap_or((text.len(), text.len()));
        let parts = [&text[..start], &text[start..end], &text[end..]].map(|part| machine.heap.string(part));
        Ok(machine.heap.array(parts.to_vec()))
    }),
    method("rpartition", 1, 1, |machine, this, given| {
        let part = machine.expect_string(given.get(0))?;
        let text = machine.text(this)?;
        let (start, end) = text.rfind(&part).map_or((0, 0), |at| (at, at + part.len()));
        let parts = [&text[..start], &text[start..end], &text[end..]].map(|part| machine.heap.string(part));
        Ok(machine.heap.array(parts.to_vec()))
    }),
    method("tr", 2, 2, |machine, this, given| {
        let (from, to) = (machine.expect_string(given.get(0))?, machine.expect_string(given.get(1))?);
        let text = machine.text(this)?;
        let (from, to) = (Letters::new(&from), Letters::new(&to).list);
        let new = |letter: char| match (from.place(letter), to.last()) {
            (None, _) => Some(letter),
            (Some(_), None) => None,
            (Some(at), Some(last)) => Some(if from.is_negative { *last } else { *to.get(at).unwrap_or(last) }),
        };
        let text: String = text.chars().filter_map(new).collect();
        Ok(machine.heap.string(text))
    }),
    method("delete", 1, ANY, |machine, this, given| {
        let sets = sets(machine, given)?;
        let text = machine.text(this)?;
        let text: String = text.chars().filter(|letter| !sets.iter().all(|set| set.place(*letter).is_some())).collect();
        Ok(machine.heap.string(text))
    }),
    method("count", 1, ANY, |machine, this, given| {
        let sets = sets(machine, given)?;
        let text = machine.text(this)?;
        let count = text.chars().filter(|letter| sets.iter().all(|set| set.place(*letter).is_some())).count();
        Ok(Value::Integer(count as i64))
    }),
];

fn sets(machine: &mut Interpreter<'_>, given: &Arguments) -> Result<Vec<Letters>, Unwind> {
    let sets = given.list.iter().map(|set| machine.expect_string(*set).map(|set| Letters::new(&set)));
    sets.collect()
}

/// A character set in the notation of `tr`: `a-z_`, `^0-9`.
struct Letters {
    list: Vec<char>,
    is_negative: bool,
}

impl Letters {
    fn new(text: &str) -> Self {
        let is_negative = text.len() > 1 && text.starts_with('^');
        let mut letters = text.chars().skip(usize::from(is_negative)).peekable();
        let mut list = Vec::new();
        while let Some(letter) = letters.next() {
            let letter = if letter == '\\' { letters.next().unwrap_or(letter) } else { letter };
            if letters.peek() == Some(&'-') {
                letters.next();
                match letters.next() {
                    Some(end) => list.extend(letter..=end),
                    None => list.extend([letter, '-']),
                }
            } else {
                list.push(letter);
            }
        }
        Self { list, is_negative }
    }

    fn place(&self, letter: char) -> Option<usize> {
        let at = self.list.iter().position(|known| *known == letter);
        if self.is_negative { at.is_none().then_some(0) } else { at }
    }
}

/// Replaces the matches of a pattern. Returns the new text and the number of replacements.
fn replaced(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    is_global: bool,
) -> Result<(String, usize), Unwind> {
    let pattern = machine.expect_literal_pattern(given.get(0))?;
    let text = machine.text(this)?;
    let found = machine.all_matches(pattern, this, if is_global { usize::MAX } else { 1 })?;
    let replacement = match given.list.get(1) {
        Some(Value::Hash(_)) | None => None,
        Some(replacement) => Some(machine.expect_string(*replacement)?),
    };
    if replacement.is_none() && given.block.is_none() && given.len() < 2 {
        return Err(machine.unsupported("`gsub` and `sub` with a pattern alone are"));
    }
    let mut result = String::new();
    let mut last = 0;
    let count = found.len();
    for found in found {
        let (start, end) = found.groups[0].unwrap_or((0, 0));
        result.push_str(&text[last..start]);
        last = end;
        match (&replacement, given.list.get(1)) {
            (Some(replacement), _) => expand(replacement, &found, &mut result),
            (None, Some(table)) => {
                let key = machine.heap.string(&text[start..end]);
                let value = machine.send(*table, "[]", &Arguments::new(vec![key]))?;
                result.push_str(&machine.text(value)?);
            }
            (None, None) => {
                let whole = machine.heap.string(&text[start..end]);
                machine.last_match = machine.heap.match_data(found);
                if let Some(block) = &given.block {
                    let value = machine.invoke(block, vec![whole])?;
                    result.push_str(&machine.text(value)?);
                }
            }
        }
        if result.len() > machine.available() {
            machine.reserve(result.len())?;
        }
    }
    result.push_str(&text[last..]);
    machine.reserve(result.len())?;
    Ok((result, count))
}

/// Appends a replacement, with `\1`, `\0` and `\k<name>` replaced by the groups of the match.
fn expand(replacement: &str, found: &Match, result: &mut String) {
    let mut rest = replacement;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(letter) = rest.chars().next() else {
            result.push('\\');
            break;
        };
        let after = &rest[letter.len_utf8()..];
        match letter {
            '0'..='9' => result.push_str(found.group(letter as usize - '0' as usize).unwrap_or_default()),
            '&' => result.push_str(found.group(0).unwrap_or_default()),
            '\\' => result.push('\\'),
            'k' if after.starts_with('<') && after.contains('>') => {
                let end = after.find('>').unwrap_or(0);
                let name = &after[1..end];
                let group = found.pattern.group_names().iter().position(|known| known.as_deref() == Some(name));
                result.push_str(group.and_then(|group| found.group(group)).unwrap_or_default());
                rest = &after[end + 1..];
                continue;
            }
            other => result.extend(['\\', other]),
        }
        rest = after;
    }
    result.push_str(rest);
}

fn split(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.text(this)?;
    machine.reserve(text.len())?;
    let limit = match given.list.get(1) {
        Some(limit) => machine.expect_integer(*limit)?,
        None => 0,
    };
    let most = usize::try_from(limit).ok().filter(|most| *most > 0).unwrap_or(usize::MAX);
    let is_blank = match given.get(0) {
        Value::Nil => true,
        Value::String(separator) => machine.heap.strings[separator] == " ",
        _ => false,
    };
    let mut parts: Vec<String> = Vec::new();
    if is_blank {
        let mut rest = text.trim_start_matches(is_space);
        while !rest.is_empty() {
            let end = if parts.len() + 1 == most { None } else { rest.find(is_space) };
            parts.push(rest[..end.unwrap_or(rest.len())].to_owned());
            let Some(end) = end else { break };
            rest = rest[end..].trim_start_matches(is_space);
            if rest.is_empty() {
                parts.push(String::new());
            }
        }
    } else if !text.is_empty() {
        let pattern = machine.expect_literal_pattern(given.get(0))?;
        let mut last = 0;
        for found in machine.all_matches(pattern, this, usize::MAX)? {
            let (start, end) = found.groups[0].unwrap_or((0, 0));
            if parts.len() + 1 >= most {
                break;
            }
            if end == start {
                // An empty match splits between two characters, but not before the first or after the last.
                if start == last && start == 0 || start >= text.len() {
                    continue;
                }
            }
            parts.push(text[last..start].to_owned());
            parts.extend((1..found.groups.len()).filter_map(|group| found.group(group)).map(str::to_owned));
            last = end;
        }
        parts.push(text[last..].to_owned());
    }
    if limit == 0 {
        while parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
    }
    machine.reserve(parts.len() * 2 * size_of::<String>())?;
    let list = parts.into_iter().map(|part| machine.heap.string(part)).collect();
    machine.yielded(this, list, given)
}

/// Returns whether Ruby's `split` without a separator splits at this character.
fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t'..='\r')
}

impl Interpreter<'_> {
    /// Converts an argument to a regular expression. A string is parsed as one.
    pub(super) fn expect_pattern(&mut self, value: Value) -> Result<Value, Unwind> {
        match value {
            Value::Regexp(_) => Ok(value),
            other => {
                let source = self.expect_string(other)?;
                self.pattern(&source, "")
            }
        }
    }

    /// Converts an argument to a regular expression. A string matches literally.
    pub(super) fn expect_literal_pattern(&mut self, value: Value) -> Result<Value, Unwind> {
        match value {
            Value::Regexp(_) => Ok(value),
            Value::String(text) => {
                let source = marotte_regex::escape(&self.heap.strings[text]);
                self.pattern(&source, "")
            }
            other => {
                let class = crate::class::of(other, &self.heap);
                Err(self.fault("TypeError", format!("wrong argument type {class} (expected Regexp)")))
            }
        }
    }

    /// Searches a text from a byte position and sets `$~`.
    pub(crate) fn match_at(&mut self, pattern: Value, text: Value, start: usize) -> Result<Value, Unwind> {
        let Value::Regexp(regexp) = pattern else { return Ok(Value::Nil) };
        let pattern = self.heap.regexps[regexp].clone();
        let text = self.text(text)?;
        self.work(text.len() / 16 + 1)?;
        let captures =
            pattern.captures_at(&text, start).map_err(|error| self.fault("RegexpError", error.to_string()))?;
        self.last_match = match captures {
            Some(captures) => {
                let groups = (0..captures.len()).map(|group| captures.range(group)).collect();
                self.reserve(text.len())?;
                self.heap.charge(text.len());
                self.heap.match_data(Match { text: Rc::from(text), groups, pattern })
            }
            None => Value::Nil,
        };
        Ok(self.last_match)
    }

    /// Returns the position of a match in characters.
    pub(super) fn match_place(&mut self, pattern: Value, text: Value) -> Result<Value, Unwind> {
        Ok(match self.match_at(pattern, text, 0)? {
            Value::Match(found) => {
                let found = &self.heap.matches[found];
                let start = found.groups[0].map_or(0, |(start, _)| start);
                Value::Integer(found.text[..start].chars().count() as i64)
            }
            _ => Value::Nil,
        })
    }

    /// Returns the non-overlapping matches, up to a maximum number.
    pub(super) fn all_matches(&mut self, pattern: Value, text: Value, most: usize) -> Result<Vec<Match>, Unwind> {
        let Value::Regexp(regexp) = pattern else { return Ok(Vec::new()) };
        let pattern = self.heap.regexps[regexp].clone();
        let text: Rc<str> = Rc::from(self.text(text)?);
        let mut all = Vec::new();
        let mut from = 0;
        while from <= text.len() && all.len() < most {
            self.work(1)?;
            let captures =
                pattern.captures_at(&text, from).map_err(|error| self.fault("RegexpError", error.to_string()))?;
            let Some(captures) = captures else { break };
            let (start, end) = captures.whole();
            // Ruby: after an empty match, the search continues one character further.
            from = if end > start { end } else { end + text[end..].chars().next().map_or(1, char::len_utf8) };
            let groups: Vec<_> = (0..captures.len()).map(|group| captures.range(group)).collect();
            self.reserve(groups.len() * 32)?;
            self.heap.charge(groups.len() * 32);
            all.push(Match { text: text.clone(), groups, pattern: pattern.clone() });
        }
        Ok(all)
    }
}
