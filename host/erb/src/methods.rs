//! Tables of the methods of each class. Methods that are in no table are not available to templates.

use crate::interpreter::{Arguments, BlockValue, Interpreter, Unwind};
use crate::value::{Enumerator, Value};

mod address;
mod array;
mod arrays;
mod class_methods;
mod dump;
mod enumerable;
mod hash;
mod kernel;
mod number;
mod object;
mod others;
mod scope;
mod string;
mod strings;
pub use strings::successor;
mod substitution;

/// A method.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// Minimum and maximum number of arguments.
    pub(crate) least: usize,
    pub(crate) most: usize,
    pub(crate) body: MethodBody,
}

/// Implementation of a method, called with the receiver and the arguments.
pub(crate) type MethodBody = fn(&mut Interpreter<'_>, Value, &Arguments) -> Result<Value, Unwind>;

/// Any number of arguments.
const ANY: usize = usize::MAX;

const fn method(name: &'static str, least: usize, most: usize, body: MethodBody) -> Method {
    Method { name, least, most, body }
}

impl Method {
    /// Returns the number of arguments as shown in messages.
    pub(crate) fn arity(&self) -> String {
        match (self.least, self.most) {
            (least, ANY) => format!("{least}+"),
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}..{most}"),
        }
    }
}

/// Returns the method of a value.
pub(crate) fn find(receiver: Value, name: &str) -> Option<&'static Method> {
    let tables: &[&'static [Method]] = match receiver {
        Value::Nil => &[others::NIL],
        Value::Boolean(_) => &[others::BOOLEAN],
        Value::Integer(_) => &[number::INTEGER, number::NUMBER],
        Value::Float(_) => &[number::FLOAT, number::NUMBER],
        Value::Symbol(_) => &[others::SYMBOL],
        Value::String(_) => &[string::METHODS, strings::METHODS, substitution::METHODS],
        Value::Array(_) => &[array::METHODS, arrays::METHODS, enumerable::METHODS],
        Value::Hash(_) => &[hash::METHODS, enumerable::METHODS],
        Value::Set(_) => &[others::SET, enumerable::METHODS],
        Value::Range(_) => &[others::RANGE, enumerable::METHODS],
        Value::Enumerator(_) => &[others::ENUMERATOR, enumerable::METHODS],
        Value::Regexp(_) => &[others::REGEXP],
        Value::Match(_) => &[others::MATCH],
        Value::Proc(_) => &[others::PROC],
        Value::Exception(_) => &[others::EXCEPTION],
        Value::Sensitive(_) => &[others::SENSITIVE],
        Value::Version(_) => &[others::VERSION],
        Value::Address(_) => &[address::METHODS],
        Value::Class(_) => &[class_methods::ALL],
        Value::Template => &[scope::TEMPLATE],
        Value::Scope => &[scope::SCOPE],
        Value::Foreign(_) => &[],
    };
    tables.iter().chain([&object::METHODS]).find_map(|table| in_table(table, name))
}

/// Returns a function, which has no receiver.
pub(crate) fn find_function(name: &str) -> Option<&'static Method> {
    in_table(kernel::FUNCTIONS, name)
}

/// Returns the method of a class or module: `File.basename`.
pub(crate) fn find_of_class(class: &str, name: &str) -> Option<&'static Method> {
    class_methods::of(class).iter().find_map(|table| in_table(table, name))
}

/// Returns whether a class has methods in Ruby that give access to the system. Its missing methods are rejected as
/// unsupported, not as unknown.
pub(crate) fn is_restricted(class: &str) -> bool {
    matches!(class, "File" | "IPAddr" | "Puppet" | "ERB" | "Gem" | "Psych" | "YAML")
}

fn in_table(table: &'static [Method], name: &str) -> Option<&'static Method> {
    table.iter().find(|method| method.name == name)
}

impl Interpreter<'_> {
    /// Returns the block of a call, or, as an error, the enumerator that the call returns without a block.
    fn block_or_enumerator(&mut self, receiver: Value, name: &str, arguments: &Arguments) -> Result<BlockValue, Value> {
        match &arguments.block {
            Some(block) => Ok(block.clone()),
            None => {
                let arguments = arguments.list.clone();
                Err(self.heap.enumerator(Enumerator { receiver, method: name.into(), arguments }))
            }
        }
    }

    /// Returns a list, or passes each element to the block and returns the receiver.
    fn yielded(&mut self, receiver: Value, list: Vec<Value>, given: &Arguments) -> Result<Value, Unwind> {
        let Some(block) = &given.block else { return Ok(self.heap.array(list)) };
        for element in list {
            self.invoke(block, vec![element])?;
        }
        Ok(receiver)
    }

    /// Returns the subject of a message about a failed conversion.
    pub(crate) fn noun(&self, value: Value) -> String {
        match value {
            Value::Nil => "nil".to_owned(),
            Value::Boolean(value) => value.to_string(),
            other => crate::class::of(other, &self.heap),
        }
    }

    /// Returns the text of an argument that must be a string.
    fn expect_string(&mut self, value: Value) -> Result<String, Unwind> {
        match value {
            Value::String(_) => self.text(value),
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("no implicit conversion of {noun} into String")))
            }
        }
    }

    /// Returns the value of an argument that must be an integer.
    fn expect_integer(&mut self, value: Value) -> Result<i64, Unwind> {
        match value {
            Value::Integer(number) => Ok(number),
            Value::Float(number) => self.truncated(number),
            Value::Nil => Err(self.fault("TypeError", "no implicit conversion from nil to integer")),
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("no implicit conversion of {noun} into Integer")))
            }
        }
    }

    /// Returns the elements of an argument that must be an array.
    fn expect_array(&mut self, value: Value) -> Result<Vec<Value>, Unwind> {
        match value {
            Value::Array(_) => self.copy_of(value),
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("no implicit conversion of {noun} into Array")))
            }
        }
    }

    /// Returns a length or count, which must not be negative.
    fn expect_count(&mut self, value: Value, message: &str) -> Result<usize, Unwind> {
        let number = self.expect_integer(value)?;
        usize::try_from(number).map_err(|_| self.fault("ArgumentError", message))
    }

    /// Returns the integer part of a float.
    pub(crate) fn truncated(&mut self, number: f64) -> Result<i64, Unwind> {
        if number.is_nan() || number.is_infinite() {
            return Err(self.fault("FloatDomainError", ruby::number::float_text(number)));
        }
        if number.abs() >= 9.2e18 {
            return Err(self.too_big());
        }
        #[expect(clippy::cast_possible_truncation, reason = "values out of range have been rejected")]
        Ok(number.trunc() as i64)
    }

    /// Returns the error of an integer that is too large. It cannot be rescued, since Ruby supports such integers.
    fn too_big(&self) -> Unwind {
        self.unsupported("an integer of more than 64 bits is")
    }

    fn boolean(value: bool) -> Result<Value, Unwind> {
        Ok(Value::Boolean(value))
    }
}
