//! Conversion of values to JSON and YAML.

use super::Interpreter;
use crate::interpreter::Unwind;
use crate::value::Value;
use ruby::Data;
use ruby::json::{self, JsonLayout};
use ruby::yaml;

impl Interpreter<'_> {
    /// Converts a value to data for output.
    fn data(&mut self, value: Value, what: &str) -> Result<Data, Unwind> {
        self.nested(|machine| {
            machine.reserve(size_of::<Data>())?;
            machine.heap.charge(size_of::<Data>());
            machine.work(1)?;
            Ok(match value {
                Value::Array(list) => {
                    let list = machine.heap.arrays[list].clone();
                    Data::Array(list.into_iter().map(|element| machine.data(element, what)).collect::<Result<_, _>>()?)
                }
                Value::Hash(hash) => {
                    let pairs = machine.heap.hashes[hash].table.pairs();
                    let mut entries = Vec::with_capacity(pairs.len());
                    for (key, value) in pairs {
                        entries.push((machine.data(key, what)?, machine.data(value, what)?));
                    }
                    Data::Hash(entries)
                }
                other => match machine.heap.export(other) {
                    Some(data) => {
                        if let Data::String(text) = &data {
                            machine.reserve(text.len())?;
                            machine.heap.charge(text.len());
                        }
                        data
                    }
                    None => {
                        let class = crate::class::of(other, &machine.heap);
                        return Err(machine.unsupported(&format!("{class} as {what} is")));
                    }
                },
            })
        })
    }

    /// Converts a value to JSON.
    pub(super) fn json_text(&mut self, value: Value, is_pretty: bool) -> Result<Value, Unwind> {
        let data = self.data(value, "JSON")?;
        let layout = if is_pretty { JsonLayout::pretty() } else { JsonLayout::compact() };
        match json::write(&data, &JsonLayout { limit: self.available(), ..layout }) {
            Ok(text) => {
                self.reserve(text.len())?;
                Ok(self.heap.string(text))
            }
            Err(error) => Err(self.fault("JSON::GeneratorError", error.to_string())),
        }
    }

    /// Converts a value to YAML. Of Ruby's options, only the layout options are supported.
    pub(super) fn yaml_text(&mut self, value: Value, options: Value) -> Result<Value, Unwind> {
        let mut settings = yaml::YamlLayout::default();
        if let Value::Hash(options) = options {
            for (name, setting) in self.heap.hashes[options].table.pairs() {
                let name = self.name_text(name)?;
                match (name.as_str(), setting) {
                    ("indentation", Value::Integer(width @ 1..=9)) => {
                        settings.indentation = usize::try_from(width).unwrap_or(2)
                    }
                    ("line_width", Value::Integer(width)) => settings.line_width = usize::try_from(width).ok(),
                    _ => return Err(self.unsupported(&format!("the option `{name}` of `to_yaml` is"))),
                }
            }
        }
        let data = self.data(value, "YAML")?;
        let text = yaml::dump(&data, yaml::YamlLayout { limit: self.available(), ..settings });
        self.reserve(text.len())?;
        Ok(self.heap.string(text))
    }
}
