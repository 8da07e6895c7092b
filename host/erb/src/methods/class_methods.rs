//! Methods of classes and modules: constructors, and library functions without side effects.

use super::{ANY, Method, address, method};
use crate::compare::gem_version;
use crate::hash::HashTable;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::{Exception, Value};
use ruby::json;

/// Methods of all classes.
pub(super) const ALL: &[Method] = &[
    method("name", 0, 0, |machine, this, _| {
        let name = machine.text(this)?;
        Ok(machine.heap.string(name))
    }),
    method("<=", 1, 1, |machine, this, given| {
        let (class, other) = (machine.expect_class(this)?, machine.expect_class(given.get(0))?);
        Ok(Value::Boolean(crate::class::is_kind_of(&class, &other)))
    }),
];

/// Returns the methods of a class or module.
pub(super) fn of(class: &str) -> &'static [&'static [Method]] {
    match class {
        "Array" => &[ARRAY],
        "Hash" => &[HASH],
        "String" => &[STRING],
        "Set" => &[SET],
        "Regexp" => &[REGEXP],
        "File" => &[FILE],
        "JSON" => &[JSON],
        "YAML" | "Psych" => &[YAML],
        "Shellwords" => &[SHELLWORDS],
        "Math" => &[MATH],
        "ERB::Util" => &[UTIL],
        "Gem::Version" => &[VERSION],
        "IPAddr" => &[address::CLASS],
        class if crate::class::is_exception(class) => &[EXCEPTION],
        _ => &[],
    }
}

const ARRAY: &[Method] = &[method("new", 0, 2, |machine, _, given| {
    if let Value::Array(list) = given.get(0) {
        let copy = machine.heap.arrays[list].clone();
        return Ok(machine.heap.array(copy));
    }
    let count = match given.get(0) {
        Value::Nil => 0,
        count => machine.expect_count(count, "negative array size")?,
    };
    machine.reserve(count.saturating_mul(size_of::<Value>()))?;
    let mut list = Vec::new();
    for index in 0..count {
        list.push(match &given.block {
            Some(block) => machine.invoke(block, vec![Value::Integer(index as i64)])?,
            None => given.get(1),
        });
    }
    Ok(machine.heap.array(list))
})];

const HASH: &[Method] = &[
    method("new", 0, 1, |machine, _, given| {
        let hash = machine.heap.hash(HashTable::default());
        machine.hash_mut(hash).default = given.get(0);
        if let Some(block) = given.block.clone() {
            let maker = machine.heap.procedure(crate::value::Proc { block, is_lambda: false });
            machine.hash_mut(hash).maker = Some(maker);
        }
        Ok(hash)
    }),
    method("[]", 0, ANY, |machine, _, given| {
        if let [only] = given.list[..] {
            return machine.send(only, "to_h", &Arguments::default());
        }
        if given.len() % 2 != 0 {
            return Err(machine.fault("ArgumentError", "odd number of arguments for Hash"));
        }
        let mut table = HashTable::default();
        for pair in given.list.chunks(2) {
            let key = machine.key(pair[0])?;
            let name = machine.key_name(pair[0]);
            table.insert(key, name, pair[1]);
        }
        Ok(machine.heap.hash(table))
    }),
];

const STRING: &[Method] = &[method("new", 0, 1, |machine, _, given| {
    let text = match given.list.first() {
        Some(text) => machine.expect_string(*text)?,
        None => String::new(),
    };
    Ok(machine.heap.string(text))
})];

const SET: &[Method] = &[
    method("new", 0, 1, |machine, _, given| {
        let list = match given.get(0) {
            Value::Nil => Vec::new(),
            list => machine.elements(list)?,
        };
        let table = machine.table_of(&list)?;
        Ok(machine.heap.set(table))
    }),
    method("[]", 0, ANY, |machine, _, given| {
        let table = machine.table_of(&given.list)?;
        Ok(machine.heap.set(table))
    }),
];

const REGEXP: &[Method] = &[
    method("new", 1, 2, |machine, _, given| {
        if let pattern @ Value::Regexp(_) = given.get(0) {
            return Ok(pattern);
        }
        let source = machine.expect_string(given.get(0))?;
        let options = match given.get(1) {
            Value::Integer(bits) => [(1, 'i'), (2, 'x'), (4, 'm')]
                .iter()
                .filter(|(bit, _)| bits & bit != 0)
                .map(|(_, letter)| *letter)
                .collect(),
            other if other.is_true() => "i".to_owned(),
            _ => String::new(),
        };
        machine.pattern(&source, &options)
    }),
    method("escape", 1, 1, escape),
    method("quote", 1, 1, escape),
    method("union", 0, ANY, |machine, _, given| {
        let list = match given.list[..] {
            [list @ Value::Array(_)] => machine.copy_of(list)?,
            _ => given.list.clone(),
        };
        let mut parts = Vec::new();
        for part in list {
            parts.push(match part {
                Value::Regexp(_) => machine.text(part)?,
                other => marotte_regex::escape(&machine.expect_string(other)?),
            });
        }
        let source = if parts.is_empty() { "(?!)".to_owned() } else { parts.join("|") };
        machine.pattern(&source, "")
    }),
];

fn escape(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.name_text(given.get(0))?;
    Ok(machine.heap.string(marotte_regex::escape(&text)))
}

/// Methods for file names, without access to files.
const FILE: &[Method] = &[
    method("join", 0, ANY, |machine, _, given| {
        let list = machine.heap.array(given.list.clone());
        let flat = machine.send(list, "flatten", &Arguments::default())?;
        let mut path = String::new();
        for (index, part) in machine.copy_of(flat)?.into_iter().enumerate() {
            let part = machine.expect_string(part)?;
            if index > 0 {
                match (path.ends_with('/'), part.starts_with('/')) {
                    (true, true) => path.truncate(path.trim_end_matches('/').len()),
                    (false, false) => path.push('/'),
                    _ => {}
                }
            }
            path.push_str(&part);
            machine.reserve(path.len())?;
        }
        Ok(machine.heap.string(path))
    }),
    method("basename", 1, 2, |machine, _, given| {
        let path = machine.expect_string(given.get(0))?;
        let trimmed = path.trim_end_matches('/');
        let base = if trimmed.is_empty() && !path.is_empty() { "/" } else { trimmed.rsplit('/').next().unwrap_or("") };
        let base = match given.list.get(1) {
            Some(suffix) => {
                let suffix = machine.expect_string(*suffix)?;
                let cut = match suffix.as_str() {
                    ".*" => base.rfind('.').filter(|at| *at > 0).map(|at| &base[..at]),
                    suffix => base.strip_suffix(suffix).filter(|rest| !rest.is_empty()),
                };
                cut.unwrap_or(base)
            }
            None => base,
        };
        Ok(machine.heap.string(base))
    }),
    method("dirname", 1, 1, |machine, _, given| {
        let path = machine.expect_string(given.get(0))?;
        let trimmed = path.trim_end_matches('/');
        let directory = match trimmed.rfind('/') {
            None if trimmed.is_empty() && !path.is_empty() => "/",
            None => ".",
            Some(at) => match trimmed[..at].trim_end_matches('/') {
                "" => "/",
                directory => directory,
            },
        };
        Ok(machine.heap.string(directory))
    }),
    method("extname", 1, 1, |machine, _, given| {
        let path = machine.expect_string(given.get(0))?;
        let base = path.rsplit('/').next().unwrap_or("");
        let extension = base.rfind('.').filter(|at| *at > 0).map_or("", |at| &base[at..]);
        Ok(machine.heap.string(extension))
    }),
];

const JSON: &[Method] = &[
    method("parse", 1, 2, |machine, _, given| {
        let text = machine.expect_string(given.get(0))?;
        machine.reserve(text.len().saturating_mul(8))?;
        match json::parse(&text) {
            Ok(data) => Ok(machine.heap.import(data)),
            Err(error) => Err(machine.fault("JSON::ParserError", error.to_string())),
        }
    }),
    method("generate", 1, 2, |machine, _, given| machine.json_text(given.get(0), false)),
    method("dump", 1, 1, |machine, _, given| machine.json_text(given.get(0), false)),
    method("pretty_generate", 1, 1, |machine, _, given| machine.json_text(given.get(0), true)),
];

const YAML: &[Method] = &[method("dump", 1, 2, |machine, _, given| machine.yaml_text(given.get(0), given.get(1)))];

const SHELLWORDS: &[Method] = &[
    method("escape", 1, 1, |machine, _, given| {
        let text = machine.text(given.get(0))?;
        Ok(machine.heap.string(ruby::escape::shell(&text)))
    }),
    method("shellescape", 1, 1, |machine, _, given| {
        let text = machine.text(given.get(0))?;
        Ok(machine.heap.string(ruby::escape::shell(&text)))
    }),
    method("join", 1, 1, |machine, _, given| {
        let mut words = Vec::new();
        for word in machine.elements(given.get(0))? {
            words.push(ruby::escape::shell(&machine.text(word)?));
        }
        Ok(machine.heap.string(words.join(" ")))
    }),
];

const MATH: &[Method] = &[
    method("sqrt", 1, 1, |machine, _, given| Ok(Value::Float(machine.number(given.get(0))?.sqrt()))),
    method("log", 1, 2, |machine, _, given| {
        let number = machine.number(given.get(0))?;
        Ok(Value::Float(match given.list.get(1) {
            Some(base) => number.ln() / machine.number(*base)?.ln(),
            None => number.ln(),
        }))
    }),
    method("log2", 1, 1, |machine, _, given| Ok(Value::Float(machine.number(given.get(0))?.log2()))),
    method("log10", 1, 1, |machine, _, given| Ok(Value::Float(machine.number(given.get(0))?.log10()))),
];

const UTIL: &[Method] = &[
    method("html_escape", 1, 1, html_escape),
    method("h", 1, 1, html_escape),
    method("url_encode", 1, 1, url_encode),
    method("u", 1, 1, url_encode),
];

fn html_escape(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.text(given.get(0))?;
    Ok(machine.heap.string(ruby::escape::html(&text)))
}

fn url_encode(machine: &mut Interpreter<'_>, _: Value, given: &Arguments) -> Result<Value, Unwind> {
    let text = machine.text(given.get(0))?;
    Ok(machine.heap.string(ruby::escape::url(&text)))
}

const VERSION: &[Method] = &[method("new", 1, 1, |machine, _, given| {
    let text = machine.text(given.get(0))?.trim().to_owned();
    match gem_version(&text) {
        Some(version) => Ok(machine.heap.version(version.to_owned())),
        None => Err(machine.fault("ArgumentError", format!("Malformed version number string {text}"))),
    }
})];

const EXCEPTION: &[Method] = &[method("new", 0, 1, |machine, this, given| {
    let Value::Class(class) = this else { return Ok(Value::Nil) };
    let message = match given.list.first() {
        Some(message) => machine.text(*message)?,
        None => machine.name(class).to_string(),
    };
    let line = machine.line;
    Ok(machine.heap.exception(Exception { class, message, line }))
})];
