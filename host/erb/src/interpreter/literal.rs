//! Literals with embedded expressions: strings, regular expressions, arrays, hashes.

use std::rc::Rc;

use super::{Interpreter, LocalVariables, Unwind};
use crate::hash::{HashKey, HashTable};
use crate::regexp::RubyRegex;
use crate::syntax_tree::{Expr, ExprKind, HashItem, TextPart};
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn interpolated(
        &mut self,
        parts: &[TextPart],
        environment: &Rc<LocalVariables>,
    ) -> Result<String, Unwind> {
        let mut text = String::new();
        for part in parts {
            match part {
                TextPart::Text(literal) => text.push_str(literal),
                TextPart::Code(code) => {
                    let value = self.evaluate(code, environment)?;
                    let part = self.text(value)?;
                    self.reserve(text.len() + part.len())?;
                    text.push_str(&part);
                }
            }
        }
        Ok(text)
    }

    pub(super) fn regexp(
        &mut self,
        parts: &[TextPart],
        options: &str,
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let mut source = String::new();
        for part in parts {
            match part {
                TextPart::Text(literal) => source.push_str(literal),
                TextPart::Code(code) => {
                    let value = self.evaluate(code, environment)?;
                    source.push_str(&self.text(value)?);
                }
            }
        }
        self.pattern(&source, options)
    }

    /// Returns a regular expression, cached by source and options.
    pub(crate) fn pattern(&mut self, source: &str, options: &str) -> Result<Value, Unwind> {
        let key = (source.to_owned(), options.to_owned());
        if let Some(known) = self.patterns.get(&key) {
            return Ok(*known);
        }
        // A compiled pattern may need much more memory than its source.
        self.reserve(100 * source.len())?;
        self.heap.charge(100 * source.len());
        let pattern = RubyRegex::new(source, options).map_err(|error| self.fault("RegexpError", error.to_string()))?;
        let value = self.heap.regexp(Rc::new(pattern));
        self.patterns.insert(key, value);
        Ok(value)
    }

    /// Evaluates the elements of a list, with splats expanded.
    pub(super) fn list(&mut self, nodes: &[Expr], environment: &Rc<LocalVariables>) -> Result<Vec<Value>, Unwind> {
        let mut list = Vec::with_capacity(nodes.len());
        for node in nodes {
            if let ExprKind::Splat(inner) = &node.kind {
                let value = self.evaluate(inner, environment)?;
                let elements = self.splat(value)?;
                self.reserve(elements.len() * size_of::<Value>())?;
                list.extend(elements);
            } else {
                list.push(self.evaluate(node, environment)?);
            }
        }
        Ok(list)
    }

    /// Returns the elements of a value after a `*`.
    pub(crate) fn splat(&mut self, value: Value) -> Result<Vec<Value>, Unwind> {
        match value {
            Value::Nil => Ok(Vec::new()),
            Value::Array(_) | Value::Hash(_) | Value::Range(_) | Value::Set(_) | Value::Enumerator(_) => {
                self.elements(value)
            }
            other => Ok(vec![other]),
        }
    }

    pub(super) fn hash_literal(
        &mut self,
        entries: &[HashItem],
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let mut table = HashTable::default();
        for entry in entries {
            match entry {
                HashItem::Pair(key, value) => {
                    let name = self.evaluate(key, environment)?;
                    let value = self.evaluate(value, environment)?;
                    let key = self.key(name)?;
                    let name = self.key_name(name);
                    table.insert(key, name, value);
                }
                HashItem::Splat(inner) => {
                    let inner = self.evaluate(inner, environment)?;
                    let Value::Hash(inner) = inner else { continue };
                    for (key, (name, value)) in self.heap.hashes[inner].table.clone().iter() {
                        table.insert(key.clone(), *name, *value);
                    }
                }
            }
        }
        Ok(self.heap.hash(table))
    }

    /// Returns the comparable form of a hash key.
    pub(crate) fn key(&mut self, value: Value) -> Result<HashKey, Unwind> {
        match HashKey::of(value, &self.heap) {
            Some(key) => Ok(key),
            None => Err(self.fault("ArgumentError", "a hash key is too large")),
        }
    }

    /// Returns the value to store as a hash key. A string is copied, since it is mutable.
    pub(crate) fn key_name(&mut self, value: Value) -> Value {
        match value {
            Value::String(text) => {
                let copy = self.heap.strings[text].clone();
                self.heap.string(copy)
            }
            other => other,
        }
    }
}
