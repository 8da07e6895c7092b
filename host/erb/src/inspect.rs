//! Conversion of values to text, like Ruby's `to_s` and `inspect`. Both are subject to the memory limit.

use std::fmt::Write as _;

use ruby::escape::append_quoted;
use ruby::number::float_text;

use crate::class;
use crate::interpreter::{Interpreter, Unwind};
use crate::value::Value;

impl Interpreter<'_> {
    /// Converts a value to text like `to_s`.
    pub(crate) fn text(&mut self, value: Value) -> Result<String, Unwind> {
        Ok(match value {
            Value::Nil => String::new(),
            Value::String(text) => {
                let length = self.heap.strings[text].len();
                self.reserve(length)?;
                self.heap.strings[text].clone()
            }
            Value::Symbol(name) | Value::Class(name) => self.name(name).to_string(),
            Value::Range(range) => {
                let range = self.heap.ranges[range];
                let dots = if range.excludes_end { "..." } else { ".." };
                let begin = self.nested(|interpreter| interpreter.text(range.begin))?;
                let end = self.nested(|interpreter| interpreter.text(range.end))?;
                begin + dots + &end
            }
            Value::Regexp(regexp) => self.heap.regexps[regexp].text(),
            Value::Match(found) => self.heap.matches[found].group(0).unwrap_or_default().to_owned(),
            Value::Exception(exception) => self.heap.exceptions[exception].message.clone(),
            Value::Sensitive(_) => "Sensitive [value redacted]".to_owned(),
            Value::Version(version) => self.heap.strings[version].clone(),
            Value::Address(address) => self.heap.addresses[address].text(),
            Value::Foreign(foreign) => self.heap.foreigns[foreign].text.clone(),
            Value::Scope => self.scope.text(),
            Value::Template => format!("template[{}]", self.scope.file().unwrap_or_else(|| "inline".to_owned())),
            other => self.inspect(other)?,
        })
    }

    /// Converts a value to text like `inspect`.
    pub(crate) fn inspect(&mut self, value: Value) -> Result<String, Unwind> {
        let mut text = String::new();
        self.append_inspected(value, &mut text)?;
        Ok(text)
    }

    fn append_inspected(&mut self, value: Value, text: &mut String) -> Result<(), Unwind> {
        self.work(1)?;
        if text.len() > self.available() {
            self.reserve(text.len())?;
        }
        match value {
            Value::Nil => text.push_str("nil"),
            Value::Boolean(value) => text.push_str(if value { "true" } else { "false" }),
            Value::Integer(number) => text.push_str(&number.to_string()),
            Value::Float(number) => text.push_str(&float_text(number)),
            Value::Symbol(name) => append_symbol(&self.name(name), text),
            Value::String(string) => append_quoted(&self.heap.strings[string], text),
            Value::Array(list) => {
                text.push('[');
                let list = self.heap.arrays[list].clone();
                self.append_list(&list, text)?;
                text.push(']');
            }
            Value::Set(set) => {
                text.push_str("#<Set: {");
                let list = self.heap.hashes[set].table.keys();
                self.append_list(&list, text)?;
                text.push_str("}>");
            }
            Value::Hash(hash) => {
                text.push('{');
                for (index, (key, value)) in self.heap.hashes[hash].table.pairs().into_iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    self.nested(|interpreter| {
                        interpreter.append_inspected(key, text)?;
                        text.push_str("=>");
                        interpreter.append_inspected(value, text)
                    })?;
                }
                text.push('}');
            }
            Value::Range(range) => {
                let range = self.heap.ranges[range];
                for (end, dots) in [(range.begin, true), (range.end, false)] {
                    if end != Value::Nil {
                        self.nested(|interpreter| interpreter.append_inspected(end, text))?;
                    }
                    if dots {
                        text.push_str(if range.excludes_end { "..." } else { ".." });
                    }
                }
            }
            Value::Regexp(regexp) => text.push_str(&self.heap.regexps[regexp].inspect()),
            Value::Match(found) => {
                text.push_str("#<MatchData ");
                append_quoted(self.heap.matches[found].group(0).unwrap_or_default(), text);
                text.push('>');
            }
            Value::Proc(_) => text.push_str("#<Proc>"),
            Value::Enumerator(enumerator) => {
                let enumerator = self.heap.enumerators[enumerator].clone();
                text.push_str("#<Enumerator: ");
                self.nested(|interpreter| interpreter.append_inspected(enumerator.receiver, text))?;
                // Writing to a string does not fail.
                let _ = write!(text, ":{}", enumerator.method);
                if !enumerator.arguments.is_empty() {
                    text.push('(');
                    self.append_list(&enumerator.arguments, text)?;
                    text.push(')');
                }
                text.push('>');
            }
            Value::Exception(exception) => {
                let message = self.heap.exceptions[exception].message.clone();
                let _ = write!(text, "#<{}: {message}>", class::of(value, &self.heap));
            }
            Value::Sensitive(_) => text.push_str("#<Sensitive [value redacted]>"),
            Value::Version(version) => {
                text.push_str("Gem::Version.new(");
                append_quoted(&self.heap.strings[version], text);
                text.push(')');
            }
            Value::Address(address) => text.push_str(&self.heap.addresses[address].inspected()),
            Value::Class(name) => text.push_str(&self.name(name)),
            Value::Foreign(_) | Value::Scope => {
                let plain = self.text(value)?;
                text.push_str(&plain);
            }
            Value::Template => text.push_str("#<Puppet::Parser::TemplateWrapper>"),
        }
        Ok(())
    }

    fn append_list(&mut self, list: &[Value], text: &mut String) -> Result<(), Unwind> {
        for (index, element) in list.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { "" });
            self.nested(|interpreter| interpreter.append_inspected(*element, text))?;
        }
        Ok(())
    }
}

fn append_symbol(name: &str, text: &mut String) {
    text.push(':');
    let body = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    let is_word = |word: &str| {
        word.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let is_operator = [
        "[]", "[]=", "+", "-", "*", "/", "%", "**", "==", "!=", "<", ">", "<=", ">=", "<=>", "<<", ">>", "!", "=~",
        "===",
    ]
    .contains(&name);
    if is_word(body) || is_operator || name.strip_prefix('@').is_some_and(is_word) {
        text.push_str(name);
    } else {
        append_quoted(name, text);
    }
}
